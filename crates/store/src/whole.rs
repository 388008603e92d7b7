//! A list with all the columns that are published, whatever it was read from.

use crate::layout::file;
use crate::list::read_columns;
use crate::{ListSource, Manifest, StoreError, is_federation_list, read_federation_list};
use model::{Control, Diagnostic, ListDate};
use polars::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// The columns that are published, in their order.
pub const LIST_COLUMNS: [&str; 12] =
    ["fide_id", "name", "title", "women_title", "other_titles", "federation", "sex", "birth_year", "rating", "games", "k", "flag"];

const NUMBERS: [&str; 4] = ["birth_year", "rating", "games", "k"];

/// A list as it is published: only players with a rating, by id, with every column of [`LIST_COLUMNS`].
#[derive(Clone, Debug)]
pub struct ListTable {
    pub date: ListDate,
    /// Where the list itself, its folder or its name tells it.
    pub control: Option<Control>,
    pub frame: DataFrame,
    pub diagnostics: Vec<Diagnostic>,
}

impl ListTable {
    /// Reads what is published of a list: `list.parquet` or `list.csv` of a folder, or a list file of any kind.
    pub fn read(path: &Path, control: Option<Control>, date: Option<ListDate>) -> Result<Self, StoreError> {
        let mut source = ListSource::open(path, date)?;
        if let Some(folder) = &source.folder {
            // The state knows players who are not published, and years of birth that are not.
            let published = [file::LIST_PARQUET, file::LIST_CSV].iter().map(|name| folder.join(name)).find(|file| file.is_file());
            source.file = published.ok_or_else(|| StoreError::Unreadable {
                path: folder.clone(),
                message: "no published list in it: neither list.parquet nor list.csv".to_owned(),
            })?;
        }
        let control = control.or_else(|| told_control(path, source.folder.as_deref()));
        let shown: Arc<str> = source.display_name(&source.file).into();
        let (frame, diagnostics) = match is_federation_list(&source.file)? {
            Some(_) => {
                let list = read_federation_list(&source.file, &shown, control, Some(date.unwrap_or(source.date)))?.list;
                (list.frame, list.diagnostics)
            }
            None => {
                let bytes = crate::read_file(&source.file).map_err(StoreError::io(&source.file))?;
                let refused = |diagnostics| StoreError::Refused { file: source.file.display().to_string(), diagnostics };
                read_columns(&bytes, &shown).map_err(refused)?
            }
        };
        let frame = published(&frame).map_err(StoreError::unreadable(&source.file))?;
        Ok(Self { date: source.date, control, frame, diagnostics })
    }
}

/// The control that a list's manifest names, or the names of the list, its folder and the folder of lists.
fn told_control(path: &Path, folder: Option<&Path>) -> Option<Control> {
    let manifest = folder.and_then(|folder| crate::read_text(folder.join(file::MANIFEST)).ok());
    let by_manifest = manifest.and_then(|text| Manifest::from_json(&text).ok()).map(|manifest| manifest.control);
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut names = whole.iter().rev().take(2).filter_map(|name| name.to_str());
    by_manifest.or_else(|| names.find_map(federation_lists::control_in_name))
}

/// All columns in their order and types, and only the rated.
fn published(frame: &DataFrame) -> PolarsResult<DataFrame> {
    let rows = frame.height();
    let columns = LIST_COLUMNS
        .iter()
        .map(|&name| match frame.column(name) {
            Ok(column) if name == "fide_id" => column.strict_cast(&DataType::UInt32),
            Ok(column) if NUMBERS.contains(&name) => column.strict_cast(&DataType::Int16),
            Ok(_) => Ok(crate::text_column(frame, name)?.unwrap_or_default().into_column()),
            Err(_) if NUMBERS.contains(&name) => Ok(Int16Chunked::full_null(name.into(), rows).into_column()),
            Err(_) => Ok(StringChunked::full(name.into(), "", rows).into_column()),
        })
        .collect::<PolarsResult<Vec<_>>>()?;
    let frame = DataFrame::new(rows, columns)?;
    let ratings = frame.column("rating")?.i16()?;
    let rated = BooleanChunked::from_iter_values("rated".into(), ratings.iter().map(|rating| rating.is_some_and(|r| r > 0)));
    frame.filter(&rated)
}
