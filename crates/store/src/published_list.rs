//! Reads the published columns of a list, whatever file it comes from.

use crate::folder_names::file;
use crate::list::read_list_table;
use crate::list_metadata::list_metadata_at;
use crate::{
    CheckedFolder, HashCheck, ListSource, Manifest, StoreError, latest_birth_year_at, read_federation_list, recognise_federation_list,
};
use model::{Control, Diagnostic, ListDate};
use std::path::Path;
use std::sync::Arc;
use tables::{ColumnType, OutputColumn, Schema, Table, TableError};

/// Returns the published columns in their order.
pub fn list_columns() -> Vec<&'static str> {
    Schema::named("list").csv_columns().collect()
}

/// A list as published: only rated players, sorted by id, with every column of [`list_columns`].
#[derive(Clone, Debug)]
pub struct PublishedList {
    pub date: ListDate,
    /// The control, if the manifest or a name says it.
    pub control: Option<Control>,
    pub table: Table,
    pub diagnostics: Vec<Diagnostic>,
}

impl PublishedList {
    /// Reads the published list: `list.parquet` or `list.csv` of a folder, or a list file of any kind.
    pub fn read(path: &Path, control: Option<Control>, date: Option<ListDate>, hash_check: HashCheck) -> Result<Self, StoreError> {
        let mut source = ListSource::open(path, date)?;
        if let Some(folder) = &source.folder {
            // `state.parquet` holds players and years of birth that are not published.
            let published_file = [file::LIST_PARQUET, file::LIST_CSV].iter().map(|name| folder.join(name)).find(|file| file.is_file());
            let checked = CheckedFolder::open_to_inspect(folder, hash_check)?;
            source.file = published_file.ok_or_else(|| StoreError::Unreadable {
                path: folder.clone(),
                message: "no published list in it: neither list.parquet nor list.csv".to_owned(),
            })?;
            source.file.file_name().map(|name| checked.file(&name.to_string_lossy())).transpose()?;
        }
        let control = control.or_else(|| stated_control(path, source.folder.as_deref()));
        let control = control.or_else(|| if source.folder.is_none() { list_metadata_at(&source.file).control } else { None });
        let display_name: Arc<str> = source.display_name(&source.file).into();
        let (table, diagnostics) = match recognise_federation_list(&source.file)? {
            Some(_) => {
                let list = read_federation_list(&source.file, &display_name, control, Some(date.unwrap_or(source.date)))?.list;
                (list.table, list.diagnostics)
            }
            None => {
                let bytes = crate::read_file(&source.file).map_err(StoreError::io(&source.file))?;
                let refused = |diagnostics| StoreError::Refused { file: source.file.display().to_string(), diagnostics };
                read_list_table(&bytes, &display_name).map_err(refused)?
            }
        };
        let latest = latest_birth_year_at(source.folder.as_deref().unwrap_or(&source.file));
        let table = with_published_columns(&table, latest).map_err(|error| StoreError::unreadable(&source.file)(error))?;
        Ok(Self { date: source.date, control, table, diagnostics })
    }
}

/// Returns the control that the manifest states, or else the name of the list or of its folder.
fn stated_control(path: &Path, folder: Option<&Path>) -> Option<Control> {
    let by_manifest = folder.and_then(|folder| Manifest::read(folder).ok()).map(|manifest| manifest.control);
    let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut names = absolute.iter().rev().take(2).filter_map(|name| name.to_str());
    by_manifest.or_else(|| names.find_map(federation_lists::control_in_name))
}

/// Returns the published columns in their order and types, rated players only, without years of birth after `latest`.
fn with_published_columns(table: &Table, latest: i16) -> Result<Table, TableError> {
    let schema = Schema::named("list");
    let types = schema.column_types();
    let kind = |name: &str| types.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    let mut columns = Vec::new();
    for name in schema.csv_columns() {
        let integers = if kind(name) == Some(ColumnType::Integer) { Some(table.integers(name)?) } else { None };
        columns.push(match integers {
            Some(ids) if name == "fide_id" => OutputColumn::ids(name, move |row| u32::try_from(ids.as_ref()?.get(row)?).ok()),
            Some(years) if name == "birth_year" => {
                let is_published = move |year: &i64| *year <= i64::from(latest);
                OutputColumn::integers(name, move |row| i32::try_from(years.as_ref()?.get(row).filter(is_published)?).ok())
            }
            Some(numbers) => OutputColumn::integers(name, move |row| i32::try_from(numbers.as_ref()?.get(row)?).ok()),
            None => {
                let texts = table.texts(name)?.unwrap_or_else(|| tables::Texts::empty(table.height()));
                OutputColumn::from_texts(name, texts)
            }
        });
    }
    let table = Table::new(table.height(), columns)?;
    let ratings = table.required_integers("rating")?;
    let is_rated: Vec<bool> = ratings.iter().map(|rating| rating.is_some_and(|rating| rating > 0)).collect();
    table.filter(&is_rated)
}
