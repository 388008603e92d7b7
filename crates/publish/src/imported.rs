//! A federation's list as a list folder of ours.

use crate::{Formats, diagnostics};
use model::Diagnostic;
use polars::prelude::*;
use store::{LIST_COLUMNS, OutputFile, StagedFolder, StoreError, file};

/// What goes into the folder of an imported list.
#[derive(Debug)]
pub struct ImportedList<'a> {
    /// Every player of the file, rated or not, with the columns of a list.
    pub players: &'a DataFrame,
    pub diagnostics: &'a [Diagnostic],
    pub formats: Formats,
    /// Key and value pairs for the metadata of the list.
    pub metadata: Vec<(String, String)>,
}

/// Writes list, state and diagnostics into a staged folder. The state holds what the file says and nothing that is worked out: whoever
/// builds on it works out what is missing by the edition in force then.
pub fn write_imported(folder: &StagedFolder, imported: &ImportedList<'_>) -> Result<Vec<OutputFile>, StoreError> {
    let failed = |error: PolarsError| StoreError::Io { path: folder.path().to_owned(), source: std::io::Error::other(error.to_string()) };
    let state = imported.players.select(LIST_COLUMNS).map_err(failed)?;
    let rated = state.column("rating").map_err(failed)?.is_not_null();
    let list = state.filter(&rated).map_err(failed)?;
    let ((state, csv), parquet) = rayon::join(
        || {
            rayon::join(
                || folder.write(file::STATE, |out| store::write_parquet(out, &state, &imported.metadata)),
                || imported.formats.csv.then(|| folder.write(file::LIST_CSV, |out| store::write_csv(out, &list))).transpose(),
            )
        },
        || {
            let write = |out: &mut dyn std::io::Write| store::write_parquet(out, &list, &imported.metadata);
            imported.formats.parquet.then(|| folder.write(file::LIST_PARQUET, write)).transpose()
        },
    );
    let told = folder.write(file::DIAGNOSTICS, |out| diagnostics::write(out, imported.diagnostics))?;
    let mut outputs: Vec<OutputFile> = [Some(state?), csv?, parquet?, Some(told)].into_iter().flatten().collect();
    outputs.sort();
    Ok(outputs)
}
