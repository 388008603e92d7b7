//! What comes out: the list, the state, the audit tables that say where every number comes from, and a report to read.
//!
//! In: a period, its outcome, and what was noticed on the way. Out: the files of a list folder, written into a staged
//! folder. Nothing here computes; every table is a view of the period and the outcome.

mod articles;
mod audit;
mod birth_years;
mod checks;
mod diagnostics;
mod export;
mod filter;
mod imported;
mod online_games;
mod players;
mod report;
mod top;
mod tournaments;

use model::Diagnostic;
use period_assembly::Period;
use players::PlayerTable;
use polars::prelude::*;
use rating::{Outcome, Tally};
use rayon::prelude::*;
use store::{OutputFile, StagedFolder, StoreError, file};

pub use birth_years::without_minors;
pub use checks::CheckLine;
pub use export::{Export, ExportError, Exported, Format, export};
pub use filter::Filter;
pub use imported::{ImportedList, write_imported};
pub use players::Published;
pub use report::ReportFacts;

/// What goes into a list folder.
#[derive(Debug)]
pub struct Publication<'a> {
    pub period: &'a Period,
    pub outcome: &'a Outcome,
    /// What became of each tournament's games.
    pub tallies: &'a [Tally],
    pub diagnostics: &'a [Diagnostic],
    /// Players who are computed and remembered, but not published (D28), ascending.
    pub unlisted: &'a [usize],
    pub formats: Formats,
    /// Whether `games`, `changes` and the report are written.
    pub audit: bool,
    /// Years of birth of players younger than this are left out of what is published, and kept in the state.
    pub hide_birth_year_under: Option<u8>,
    /// Key and value pairs for the metadata of the list.
    pub metadata: Vec<(String, String)>,
    /// What the report tells that no table holds.
    pub report: ReportFacts<'a>,
}

/// What the list is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    pub csv: bool,
    pub parquet: bool,
}

/// Writes every table into a staged folder, in parallel, and returns the files in the order of their names.
pub fn write(folder: &StagedFolder, publication: &Publication<'_>) -> Result<Vec<OutputFile>, StoreError> {
    let failed = |error: PolarsError| StoreError::Io { path: folder.path().to_owned(), source: std::io::Error::other(error.to_string()) };
    let published = |table: DataFrame| match publication.hide_birth_year_under {
        Some(age) => without_minors(&table, publication.period.list, age).map_err(failed),
        None => Ok(table),
    };
    let (state, list) = (players::state(publication), players::list(publication));
    let has_top = top::is_published(publication);
    let rows = if publication.formats.csv || has_top { list.to_frame().map_err(failed)? } else { DataFrame::empty() };
    let titled_unrated = players::titled_unrated(publication).map_err(failed)?.map(published).transpose()?;
    let delisted = players::delisted(publication).map_err(failed)?.map(published).transpose()?;
    let top = has_top.then(|| top::top(&rows)).transpose().map_err(failed)?;
    let csv = |name: &'static str, table: &Option<DataFrame>| match table {
        Some(table) => folder.write(name, |out| store::write_csv(out, table)).map(Some),
        None => Ok(None),
    };

    type Task<'t> = Box<dyn Fn() -> Result<Option<OutputFile>, StoreError> + Send + Sync + 't>;
    let parquet = |name: &'static str, make: &(dyn Fn() -> PolarsResult<DataFrame> + Sync), metadata: &[(String, String)]| {
        folder.write(name, |out| store::write_parquet(out, &make()?, metadata)).map(Some)
    };
    let parquet_of_players = |name: &'static str, table: &PlayerTable<'_>, metadata: &[(String, String)]| {
        let groups = store::even_groups(table.rows);
        folder.write(name, |out| store::write_columns(out, &table.columns, &groups, metadata)).map(Some)
    };
    let metadata = &publication.metadata;
    let tasks: Vec<Task<'_>> = vec![
        Box::new(|| {
            let groups = store::full_groups(publication.period.sides.len());
            let games = |out: &mut dyn std::io::Write| store::write_columns(out, &audit::games(publication), &groups, &[]);
            if publication.audit { folder.write(file::GAMES, games).map(Some) } else { Ok(None) }
        }),
        Box::new(|| match online_games::online_games(publication).filter(|_| publication.audit) {
            Some(parts) => folder.write(file::ONLINE_GAMES, |out| store::write_parquet_parts(out, parts)).map(Some),
            None => Ok(None),
        }),
        // Without the hash of its inputs: the same players are the same bytes.
        Box::new(|| parquet_of_players(file::STATE, &state, &[])),
        Box::new(|| {
            if publication.formats.csv { folder.write(file::LIST_CSV, |out| store::write_csv(out, &rows)).map(Some) } else { Ok(None) }
        }),
        Box::new(|| if publication.formats.parquet { parquet_of_players(file::LIST_PARQUET, &list, metadata) } else { Ok(None) }),
        Box::new(|| if publication.audit { parquet(file::CHANGES, &|| audit::changes(publication), &[]) } else { Ok(None) }),
        Box::new(|| parquet(file::POOL, &|| players::pool(publication).to_frame(), &[])),
        Box::new(|| parquet(file::TOURNAMENTS, &|| tournaments::judged(publication), &[])),
        Box::new(|| parquet(file::RATED_TOURNAMENTS, &|| tournaments::rated(publication), &[])),
        Box::new(|| csv(file::TITLED_UNRATED, &titled_unrated)),
        Box::new(|| csv(file::DELISTED, &delisted)),
        Box::new(|| csv(file::TOP, &top)),
        Box::new(|| match publication.audit {
            true => folder.write(file::REPORT, |out| out.write_all(report::report(publication).as_bytes())).map(Some),
            false => Ok(None),
        }),
        Box::new(|| folder.write(file::CHECKS, |out| checks::write(out, publication.report.checks)).map(Some)),
        Box::new(|| folder.write(file::DIAGNOSTICS, |out| diagnostics::write(out, publication.diagnostics)).map(Some)),
    ];
    let mut outputs: Vec<OutputFile> =
        tasks.par_iter().map(|task| timed(task.as_ref())).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    outputs.sort();
    let has_column = |file: &str, column: &str| file == file::STATE && state.has_column(column);
    let package = store::data_package(publication.period.control, publication.period.list, &outputs, has_column);
    outputs.push(folder.write(file::DATA_PACKAGE, |out| out.write_all(package.as_bytes()))?);
    outputs.sort();
    Ok(outputs)
}

/// Notes how long a file took, for whoever looks for what is slow.
fn timed(task: &(dyn Fn() -> Result<Option<OutputFile>, StoreError> + Send + Sync)) -> Result<Option<OutputFile>, StoreError> {
    let started = std::time::Instant::now();
    let output = task()?;
    if let Some(output) = &output {
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(file = output.path, bytes = output.bytes, milliseconds, "written");
    }
    Ok(output)
}
