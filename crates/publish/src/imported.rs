//! Writes the folder of an imported list: a federation's list in, list, state and diagnostics out.

use crate::diagnostics_csv;
use model::{Control, Diagnostic, ListDate};
use store::{Formats, OutputFile, StagedFolder, StoreError, data_package, file, list_columns};
use tables::{OutputColumn, Table, TableError};

/// Everything that the folder of an imported list is written from.
#[derive(Debug)]
pub struct ImportedList<'a> {
    /// Every player of the file, rated or not, with the columns of a list.
    pub players: &'a Table,
    /// The columns of the table that only the state has: what earlier lists tell.
    pub history: &'a [&'static str],
    pub diagnostics: &'a [Diagnostic],
    pub formats: Formats,
    /// Key and value pairs for the metadata of the list.
    pub metadata: Vec<(String, String)>,
    pub control: Control,
    pub list: ListDate,
}

/// Writes list, state and diagnostics into a staged folder.
///
/// The state has only the values of the file, and what earlier lists tell. The run that builds on it computes what is missing, by the edition in force then.
pub fn write_imported(folder: &StagedFolder, imported: &ImportedList<'_>) -> Result<Vec<OutputFile>, StoreError> {
    let failed = |error: TableError| StoreError::Io { path: folder.path().to_owned(), source: std::io::Error::other(error.to_string()) };
    let columns = list_columns();
    let state = imported.players.select(&[&columns, imported.history].concat()).map_err(failed)?;
    let ratings = state.required_integers("rating").map_err(failed)?;
    let is_rated: Vec<bool> = ratings.iter().map(|rating| rating.is_some()).collect();
    let list = state.filter(&is_rated).and_then(|list| list.select(&columns)).map_err(failed)?;
    let parquet = |name: &str, table: &Table| {
        let list_columns =
            [OutputColumn::constant_date("list", imported.list.day()), OutputColumn::constant_text("control", imported.control.word())];
        folder.write(name, |out| table.to_output().with_leading_columns(list_columns).write_parquet(out, &imported.metadata))
    };
    let csv = || imported.formats.csv.then(|| folder.write(file::LIST_CSV, |out| list.to_output().write_csv(out))).transpose();
    let list_parquet = || imported.formats.parquet.then(|| parquet(file::LIST_PARQUET, &list)).transpose();
    let players = &state;
    let ((state, csv), parquet) = rayon::join(|| rayon::join(|| parquet(file::STATE, &state), csv), list_parquet);
    let diagnostics = folder.write(file::DIAGNOSTICS, |out| diagnostics_csv::write(out, imported.diagnostics))?;
    let mut outputs: Vec<OutputFile> = [Some(state?), csv?, parquet?, Some(diagnostics)].into_iter().flatten().collect();
    outputs.sort();
    // The state has only the columns of the file.
    let before = ["list", "control"];
    let has_column = |name: &str, column: &str, _| name != file::STATE || before.contains(&column) || players.has(column);
    let package = data_package(imported.control, imported.list, &outputs, has_column);
    outputs.push(folder.write(file::DATA_PACKAGE, |out| out.write_all(package.as_bytes()))?);
    outputs.sort();
    Ok(outputs)
}
