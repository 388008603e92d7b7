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
use rating::{Outcome, SideCounts};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Mutex;
use store::{Formats, OutputFile, StagedFolder, StoreError, file};
use tables::{OutputColumn, OutputTable, Table, TableError, TextColumns};

pub use birth_years::without_minors;
pub use export::{Export, ExportError, Exported, Format, export};
pub use filter::Filter;
pub use imported::{ImportedList, write_imported};
pub use players::Published;
pub use report::ReportFacts;

/// What goes into a list folder.
#[derive(Debug)]
pub struct Publication<'a> {
    pub period: &'a Period,
    /// Names, titles and federations, in the order of the period's players.
    pub text: &'a TextColumns,
    pub outcome: &'a Outcome,
    /// What became of each tournament's games.
    pub side_counts: &'a [SideCounts],
    pub diagnostics: &'a [Diagnostic],
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

/// What was written into a list folder.
#[derive(Debug)]
pub struct PublishedFiles {
    /// In the order of their names.
    pub outputs: Vec<OutputFile>,
    /// The different articles that the rows of games, changes and tournaments cite.
    pub articles: BTreeSet<String>,
}

/// Writes every table into a staged folder, in parallel.
pub fn write(folder: &StagedFolder, publication: &Publication<'_>) -> Result<PublishedFiles, StoreError> {
    let failed = |error: TableError| StoreError::Io { path: folder.path().to_owned(), source: std::io::Error::other(error.to_string()) };
    let (period, audit) = (publication.period, publication.audit);
    // What tells the rows of one list from those of another when tables are put together.
    let which = || [OutputColumn::constant_date("list", period.list.day()), OutputColumn::constant_text("control", period.control.word())];
    let (state, list) =
        (players::state(publication).with_leading_columns(which()), players::list(publication).with_leading_columns(which()));
    let top = top::is_published(publication).then(|| list.to_table().and_then(|list| top::top(&list))).transpose().map_err(failed)?;
    let parquet = |name: &'static str, table: &OutputTable<'_>, metadata: &[(String, String)]| {
        folder.write(name, |out| table.write_parquet(out, metadata)).map(Some)
    };
    let csv = |name: &'static str, table: Option<OutputTable<'_>>| match table {
        Some(table) => folder.write(name, |out| table.write_csv(out)).map(Some),
        None => Ok(None),
    };

    let articles = Mutex::new(BTreeSet::new());
    let audited = |name: &'static str, table: &OutputTable<'_>| {
        articles.lock().expect("no task panics with it").extend(table.distinct_texts("article"));
        parquet(name, table, &[])
    };

    type Task<'t> = Box<dyn Fn() -> Result<Option<OutputFile>, StoreError> + Send + Sync + 't>;
    let metadata = &publication.metadata;
    let tasks: Vec<Task<'_>> = vec![
        Box::new(|| if audit { audited(file::GAMES, &audit::games(publication).with_leading_columns(which())) } else { Ok(None) }),
        Box::new(|| match online_games::online_games(publication).filter(|_| audit) {
            Some(games) => audited(file::ONLINE_GAMES, &games),
            None => Ok(None),
        }),
        // Without the hash of its inputs: the same players are the same bytes.
        Box::new(|| parquet(file::STATE, &state, &[])),
        Box::new(|| match publication.formats.csv {
            true => folder.write(file::LIST_CSV, |out| list.write_csv_columns(&store::list_columns(), out)).map(Some),
            false => Ok(None),
        }),
        Box::new(|| match publication.formats.parquet {
            true => parquet(file::LIST_PARQUET, &list, metadata),
            false => Ok(None),
        }),
        Box::new(|| if audit { audited(file::CHANGES, &audit::changes(publication).with_leading_columns(which())) } else { Ok(None) }),
        Box::new(|| parquet(file::POOL, &store::pool_table(&players::pool(publication)), &[])),
        Box::new(|| audited(file::TOURNAMENTS, &tournaments::judged(publication).with_leading_columns(which()))),
        Box::new(|| parquet(file::RATED_TOURNAMENTS, &store::rated_tournaments_table(&tournaments::rated(publication)), &[])),
        Box::new(|| csv(file::TITLED_UNRATED, players::titled_unrated(publication))),
        Box::new(|| csv(file::DELISTED, players::delisted(publication))),
        Box::new(|| csv(file::TOP, top.as_ref().map(Table::to_output))),
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
    let has_column = |file: &str, column: &str| file == file::STATE && state.has(column);
    let package = store::data_package(publication.period.control, publication.period.list, &outputs, has_column);
    outputs.push(folder.write(file::DATA_PACKAGE, |out| out.write_all(package.as_bytes()))?);
    outputs.sort();
    drop(tasks);
    Ok(PublishedFiles { outputs, articles: articles.into_inner().expect("no task panics with it") })
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
