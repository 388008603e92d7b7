//! Exports published lists: up to three lists and a filter in; the federation's TXT or XML, CSV, Parquet or JSON out.

use crate::hide_birth_years;
use crate::player_filter::{FilteredColumns, PlayerFilter, UnmatchedWords};
use federation_lists::{FederationFormat, ListToWrite};
use model::{Control, Diagnostic};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use store::PublishedList;
use tables::{CellValue, OutputColumn, Table, TableError};

/// The format of an exported list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    FideTxt,
    FideXml,
    Csv,
    Parquet,
    /// One object for each player, one on each line.
    Json,
}

impl ExportFormat {
    /// The extension of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::FideTxt => "txt",
            Self::FideXml => "xml",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Json => "jsonl",
        }
    }
}

/// The lists to export, with filter and format.
#[derive(Debug)]
pub struct Export {
    /// Up to three lists of different controls.
    pub lists: Vec<PublishedList>,
    pub filter: PlayerFilter,
    pub format: ExportFormat,
    /// Whether one list is written in the layout for three controls.
    pub combined: bool,
    pub hide_birth_year_under: Option<u8>,
    /// The name of the file in diagnostics.
    pub file: Arc<str>,
}

/// The result of an export.
#[derive(Clone, Debug)]
pub struct ExportSummary {
    pub players: usize,
    /// Values that the format could not hold.
    pub diagnostics: Vec<Diagnostic>,
}

/// An error that stops an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The lists cannot be exported together, or not in this format.
    #[error("{0}")]
    Usage(String),
    #[error("columns do not fit together: {0}")]
    Columns(#[from] TableError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Export {
    /// Whether the file has the layout for three controls.
    fn is_combined(&self) -> bool {
        self.combined || self.lists.len() > 1
    }

    /// The federations and titles of the filter that no player of the lists has.
    pub fn unmatched_words(&self) -> Result<Vec<UnmatchedWords>, ExportError> {
        let columns = self.lists.iter().map(|list| FilteredColumns::of(&list.table, list.date)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.filter.unmatched_words(|| columns.iter().flat_map(FilteredColumns::players)))
    }

    /// Checks that these lists can be written into one file.
    ///
    /// # Errors
    /// Where they cannot, with the reason.
    pub fn check(&self) -> Result<(), ExportError> {
        let usage = |message: String| Err(ExportError::Usage(message));
        if !self.is_combined() {
            return Ok(());
        }
        if !matches!(self.format, ExportFormat::FideTxt | ExportFormat::FideXml) {
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

/// Writes the players that the filter selects.
///
/// # Errors
/// When the lists cannot be one file, or it cannot be written to.
pub fn export(out: &mut dyn Write, export: &Export) -> Result<ExportSummary, ExportError> {
    export.check()?;
    let tables = selected_players(export)?;
    let players = count_players(&tables)?;
    let lists: Vec<ListToWrite<'_>> = export
        .lists
        .iter()
        .zip(&tables)
        .map(|(list, table)| ListToWrite { control: list.control.unwrap_or(Control::Standard), date: list.date, table })
        .collect();
    let is_combined = export.is_combined();
    let mut diagnostics = Vec::new();
    match (export.format, &tables[..]) {
        (ExportFormat::FideTxt, _) => {
            diagnostics = federation_lists::write(out, FederationFormat::Text, &lists, is_combined, &export.file)?;
        }
        (ExportFormat::FideXml, _) => diagnostics = federation_lists::write(out, FederationFormat::Xml, &lists, is_combined, &export.file)?,
        (ExportFormat::Csv, [table]) => table.to_output().write_csv(&mut *out)?,
        (ExportFormat::Parquet, [table]) => {
            let list = &export.lists[0];
            let control = list.control.map(|control| ("ratinglist.control".to_owned(), control.to_string()));
            let metadata: Vec<_> = control.into_iter().chain([("ratinglist.list".to_owned(), list.date.to_string())]).collect();
            let list_columns = [
                Some(OutputColumn::constant_date("list", list.date.day())),
                list.control.map(|c| OutputColumn::constant_text("control", c.word())),
            ];
            table.to_output().with_leading_columns(list_columns.into_iter().flatten()).write_parquet(&mut *out, &metadata)?;
        }
        (ExportFormat::Json, [table]) => write_json_lines(out, table)?,
        (ExportFormat::Csv | ExportFormat::Parquet | ExportFormat::Json, _) => unreachable!("checked above"),
    }
    out.flush()?;
    Ok(ExportSummary { players, diagnostics })
}

/// The lists with the selected players. A player selected in one of several lists is written with the ratings of all lists.
fn selected_players(export: &Export) -> Result<Vec<Cow<'_, Table>>, ExportError> {
    let mut tables: Vec<Cow<'_, Table>> = export.lists.iter().map(|list| Cow::Borrowed(&list.table)).collect();
    if !export.filter.is_empty() {
        let mut selected: Vec<u32> = Vec::new();
        for list in &export.lists {
            let columns = FilteredColumns::of(&list.table, list.date)?;
            selected.extend(columns.players().filter(|player| export.filter.selects(player)).map(|player| player.fide_id));
        }
        selected.sort_unstable();
        for table in &mut tables {
            let is_selected =
                |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok()).is_some_and(|id| selected.binary_search(&id).is_ok());
            let rows: Vec<bool> = table.required_integers("fide_id")?.iter().map(is_selected).collect();
            *table = Cow::Owned(table.filter(&rows)?);
        }
    }
    if let Some(age) = export.hide_birth_year_under {
        for (table, list) in tables.iter_mut().zip(&export.lists) {
            *table = Cow::Owned(hide_birth_years(table, list.date, age)?);
        }
    }
    Ok(tables)
}

/// The number of distinct players in the lists.
fn count_players(tables: &[Cow<'_, Table>]) -> Result<usize, ExportError> {
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

fn write_json_lines(out: &mut dyn Write, table: &Table) -> Result<(), ExportError> {
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
