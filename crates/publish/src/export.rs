//! Exports published lists: lists of different controls and a filter in; the federation's TXT or XML, CSV, Parquet, a workbook or JSON out.

use crate::hide_birth_years;
use crate::player_filter::{FilteredColumns, PlayerFilter, UnmatchedWords};
use crate::row_choice::RowChoice;
use crate::side_by_side::side_by_side;
use federation_lists::{FederationFormat, ListToWrite};
use model::{Control, Diagnostic, ListDate};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use store::PublishedList;
use tables::{CellValue, CsvLayout, OutputColumn, Table, TableError};

/// The format of an exported list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    FideTxt,
    FideXml,
    Csv(CsvLayout),
    Parquet,
    /// A workbook of Excel.
    Xlsx,
    /// An array with one object for each player.
    Json,
    /// One object for each player, one on each line.
    JsonLines,
}

impl ExportFormat {
    /// The extension of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::FideTxt => "txt",
            Self::FideXml => "xml",
            Self::Csv(_) => "csv",
            Self::Parquet => "parquet",
            Self::Xlsx => "xlsx",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        }
    }

    /// Whether the file is in a layout of the federation, with its own order and columns.
    fn is_federation_layout(self) -> bool {
        matches!(self, Self::FideTxt | Self::FideXml)
    }
}

/// The lists to export, with filter and format.
#[derive(Debug)]
pub struct Export {
    /// Lists of different controls.
    pub lists: Vec<PublishedList>,
    pub filter: PlayerFilter,
    pub rows: RowChoice,
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
        if self.format.is_federation_layout() && (self.rows.sort.is_some() || !self.rows.columns.is_empty()) {
            return usage(
                "order and columns of fide-txt and fide-xml are those of the federation; --sort and --columns are for the other formats"
                    .to_owned(),
            );
        }
        if self.rows.top.is_some() && self.rows.sort.is_none() && self.lists.len() > 1 {
            return usage(
                "the first players of which list? Name its column, as --sort rapid_rating, or export the lists one by one".to_owned(),
            );
        }
        if !self.is_combined() {
            return Ok(());
        }
        if self.combined && !self.format.is_federation_layout() {
            return usage(
                "only fide-txt and fide-xml have a layout for three controls; several lists are written side by side without --combined"
                    .to_owned(),
            );
        }
        let mut controls: Vec<Control> = Vec::new();
        for list in &self.lists {
            match list.control {
                None => return usage(format!("of which control the list of {} is, neither its manifest nor its name tells", list.date)),
                Some(Control::Bullet) if self.format.is_federation_layout() => {
                    return usage("a combined file holds standard, rapid and blitz, and no bullet list".to_owned());
                }
                Some(control) if controls.contains(&control) => {
                    return usage(format!("two {control} lists; a file holds one of each control"));
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
    let mut diagnostics = Vec::new();
    let players = if export.format.is_federation_layout() {
        let tables = tables.iter().map(|table| first_by_rating(table, export.rows.top)).collect::<Result<Vec<_>, _>>()?;
        let control = |list: &PublishedList| list.control.unwrap_or(Control::Standard);
        let lists = export.lists.iter().zip(&tables);
        let lists: Vec<ListToWrite<'_>> =
            lists.map(|(list, table)| ListToWrite { control: control(list), date: list.date, table }).collect();
        let layout = if export.format == ExportFormat::FideXml { FederationFormat::Xml } else { FederationFormat::Text };
        diagnostics = federation_lists::write(out, layout, &lists, export.is_combined(), &export.file)?;
        count_players(&tables)?
    } else {
        let table = one_table(export, &tables)?;
        let table = export.rows.apply(&table)?;
        write_table(out, export, &table)?;
        table.height()
    };
    out.flush()?;
    Ok(ExportSummary { players, diagnostics })
}

/// The lists as one table: a single list as it is, several side by side.
fn one_table<'t>(export: &Export, tables: &'t [Cow<'_, Table>]) -> Result<Cow<'t, Table>, ExportError> {
    if let [table] = tables {
        return Ok(Cow::Borrowed(table));
    }
    let lists = export.lists.iter().zip(tables).filter_map(|(list, table)| Some((list.control?, &**table)));
    side_by_side(&lists.collect::<Vec<_>>()).map(Cow::Owned)
}

fn write_table(out: &mut dyn Write, export: &Export, table: &Table) -> Result<(), ExportError> {
    let output = table.to_output();
    match export.format {
        ExportFormat::Csv(layout) => output.write_csv_as(layout, &mut *out)?,
        ExportFormat::Xlsx => output.write_xlsx(&mut *out)?,
        ExportFormat::Parquet => {
            let one = if let [list] = &export.lists[..] { Some(list) } else { None };
            let control = one.and_then(|list| list.control);
            let date = one.map(|list| list.date).or_else(|| common_date(&export.lists));
            let stated = [
                ("ratinglist.control", control.map(|control| control.to_string())),
                ("ratinglist.list", date.map(|date| date.to_string())),
            ];
            let metadata: Vec<_> = stated.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
            let list_columns = [
                date.map(|date| OutputColumn::constant_date("list", date.day())),
                control.map(|control| OutputColumn::constant_text("control", control.word())),
            ];
            output.with_leading_columns(list_columns.into_iter().flatten()).write_parquet(&mut *out, &metadata)?;
        }
        ExportFormat::Json => write_json(out, table, true)?,
        ExportFormat::JsonLines => write_json(out, table, false)?,
        ExportFormat::FideTxt | ExportFormat::FideXml => unreachable!("these have a writer of their own"),
    }
    Ok(())
}

/// The date that all lists have.
fn common_date(lists: &[PublishedList]) -> Option<ListDate> {
    let first = lists.first()?.date;
    lists.iter().all(|list| list.date == first).then_some(first)
}

/// The highest rated players of a list, in the order of ids.
fn first_by_rating<'t>(table: &'t Table, top: Option<usize>) -> Result<Cow<'t, Table>, ExportError> {
    let Some(top) = top.filter(|&top| top < table.height()) else { return Ok(Cow::Borrowed(table)) };
    let by_rating = RowChoice { sort: Some("rating".to_owned()), top: Some(top), ..RowChoice::default() };
    let by_id = RowChoice { sort: Some("fide_id".to_owned()), ..RowChoice::default() };
    by_id.apply(&by_rating.apply(table)?).map(Cow::Owned)
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

/// Writes each row as an object on a line of its own, in an array or alone.
fn write_json(out: &mut dyn Write, table: &Table, is_array: bool) -> Result<(), ExportError> {
    for row in 0..table.height() {
        let mut object = serde_json::Map::new();
        for name in table.names() {
            let value = match table.cell(name, row) {
                CellValue::Text(text) if !text.is_empty() => text.into(),
                CellValue::Integer(number) => number.into(),
                _ => serde_json::Value::Null,
            };
            object.insert(name.to_owned(), value);
        }
        let before = match (is_array, row) {
            (false, _) => "",
            (true, 0) => "[\n",
            (true, _) => ",\n",
        };
        let after = if is_array { "" } else { "\n" };
        write!(out, "{before}{}{after}", serde_json::Value::Object(object))?;
    }
    match (is_array, table.height()) {
        (false, _) => {}
        (true, 0) => writeln!(out, "[]")?,
        (true, _) => writeln!(out, "\n]")?,
    }
    Ok(())
}
