//! A published list for others: the federation's TXT or XML, CSV, Parquet, or JSON, whole or in part.

use crate::filter::Filter;
use crate::without_minors;
use federation_lists::{FederationFormat, ListToWrite};
use model::{Control, Diagnostic};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use store::PublishedList;
use tables::{CellValue, OutputColumn, Table, TableError};

/// What a list is exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    FideTxt,
    FideXml,
    Csv,
    Parquet,
    /// One object for each player, one on each line.
    Json,
}

impl Format {
    /// The ending of a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::FideTxt => "txt",
            Self::FideXml => "xml",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Json => "jsonl",
        }
    }
}

/// What is exported, and how.
#[derive(Debug)]
pub struct Export {
    /// Up to three lists of different controls.
    pub lists: Vec<PublishedList>,
    pub filter: Filter,
    pub format: Format,
    /// Whether one list is written in the layout of three.
    pub combined: bool,
    pub hide_birth_year_under: Option<u8>,
    /// How diagnostics name the file.
    pub file: Arc<str>,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Exported {
    pub players: usize,
    /// What the format could not hold.
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// What was asked for cannot be.
    #[error("{0}")]
    Usage(String),
    #[error("columns do not fit together: {0}")]
    Columns(#[from] TableError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Export {
    /// Whether the file is one that holds three controls.
    fn is_combined(&self) -> bool {
        self.combined || self.lists.len() > 1
    }

    /// Whether these lists can be one file.
    ///
    /// # Errors
    /// What is in the way.
    pub fn check(&self) -> Result<(), ExportError> {
        let usage = |message: String| Err(ExportError::Usage(message));
        if !self.is_combined() {
            return Ok(());
        }
        if !matches!(self.format, Format::FideTxt | Format::FideXml) {
            return usage("only fide-txt and fide-xml hold the lists of several controls; export them one by one".to_owned());
        }
        let mut controls: Vec<Control> = Vec::new();
        for list in &self.lists {
            match list.control {
                None => return usage(format!("of which control the list of {} is, neither its manifest nor its name tells", list.date)),
                Some(Control::Bullet) => return usage("a combined file holds standard, rapid and blitz, and no bullet list".to_owned()),
                Some(control) if controls.contains(&control) => {
                    return usage(format!("two {control} lists; a combined file holds one of each control"));
                }
                Some(control) => controls.push(control),
            }
        }
        Ok(())
    }
}

/// Writes the players who are wanted.
///
/// # Errors
/// When the lists cannot be one file, or it cannot be written to.
pub fn export(out: &mut dyn Write, export: &Export) -> Result<Exported, ExportError> {
    export.check()?;
    let tables = wanted_players(export)?;
    let players = distinct(&tables)?;
    let lists: Vec<ListToWrite<'_>> = export
        .lists
        .iter()
        .zip(&tables)
        .map(|(list, table)| ListToWrite { control: list.control.unwrap_or(Control::Standard), date: list.date, table })
        .collect();
    let is_combined = export.is_combined();
    let mut diagnostics = Vec::new();
    match (export.format, &tables[..]) {
        (Format::FideTxt, _) => diagnostics = federation_lists::write(out, FederationFormat::Text, &lists, is_combined, &export.file)?,
        (Format::FideXml, _) => diagnostics = federation_lists::write(out, FederationFormat::Xml, &lists, is_combined, &export.file)?,
        (Format::Csv, [table]) => table.to_output().write_csv(&mut *out)?,
        (Format::Parquet, [table]) => {
            let list = &export.lists[0];
            let control = list.control.map(|control| ("ratinglist.control".to_owned(), control.to_string()));
            let metadata: Vec<_> = control.into_iter().chain([("ratinglist.list".to_owned(), list.date.to_string())]).collect();
            let which = [
                Some(OutputColumn::constant_date("list", list.date.day())),
                list.control.map(|c| OutputColumn::constant_text("control", c.word())),
            ];
            table.to_output().with_leading_columns(which.into_iter().flatten()).write_parquet(&mut *out, &metadata)?;
        }
        (Format::Json, [table]) => json(out, table)?,
        (Format::Csv | Format::Parquet | Format::Json, _) => unreachable!("checked above"),
    }
    out.flush()?;
    Ok(Exported { players, diagnostics })
}

/// The lists with the players who are wanted. Who is wanted in one of several lists is shown with all ratings that the lists have.
fn wanted_players(export: &Export) -> Result<Vec<Cow<'_, Table>>, ExportError> {
    let mut tables: Vec<Cow<'_, Table>> = export.lists.iter().map(|list| Cow::Borrowed(&list.table)).collect();
    if !export.filter.is_empty() {
        let mut wanted: Vec<i64> = Vec::new();
        for list in &export.lists {
            let claims = export.filter.wanted(&list.table, list.date)?;
            wanted
                .extend(list.table.required_integers("fide_id")?.iter().zip(claims).filter(|(_, wanted)| *wanted).filter_map(|(id, _)| id));
        }
        wanted.sort_unstable();
        for table in &mut tables {
            let is_wanted = |id: Option<i64>| id.is_some_and(|id| wanted.binary_search(&id).is_ok());
            let claims: Vec<bool> = table.required_integers("fide_id")?.iter().map(is_wanted).collect();
            *table = Cow::Owned(table.filter(&claims)?);
        }
    }
    if let Some(age) = export.hide_birth_year_under {
        for (table, list) in tables.iter_mut().zip(&export.lists) {
            *table = Cow::Owned(without_minors(table, list.date, age)?);
        }
    }
    Ok(tables)
}

/// How many players the lists have together.
fn distinct(tables: &[Cow<'_, Table>]) -> Result<usize, ExportError> {
    let [first, rest @ ..] = tables else { return Ok(0) };
    if rest.is_empty() {
        return Ok(first.height());
    }
    let mut ids: Vec<Option<i64>> = Vec::new();
    for table in tables {
        ids.extend(table.required_integers("fide_id")?.iter());
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids.len())
}

fn json(out: &mut dyn Write, table: &Table) -> Result<(), ExportError> {
    for row in 0..table.height() {
        let mut object = serde_json::Map::new();
        for name in table.names() {
            let value = match table.cell(name, row) {
                CellValue::Text(text) => text.into(),
                CellValue::Integer(number) => number.into(),
                _ => serde_json::Value::Null,
            };
            object.insert(name.to_owned(), value);
        }
        writeln!(out, "{}", serde_json::Value::Object(object))?;
    }
    Ok(())
}
