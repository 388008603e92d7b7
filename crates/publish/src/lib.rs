//! Writes the files of a list folder, and exports published lists.
//!
//! [`write()`] takes a [`Publication`]: a rated period with its diagnostics. It writes the list, the state that the next run reads, the audit
//! tables that say where every number comes from, and `report.html` into a staged folder. [`write_imported`] makes a list folder of a
//! federation's list, and [`export()`] writes a published list as TXT, XML, CSV, Parquet or JSON.
//!
//! This crate computes no rating and decides nothing: every table shows columns of the period and of the outcome.

mod audit;
mod birth_years;
mod change_articles;
mod checks_csv;
mod cited_readings;
mod diagnostics_csv;
mod event_norms;
mod export;
mod facts_not_given;
mod imported;
mod left_out;
mod online_games;
mod orders_summary;
mod player_filter;
mod players;
mod report;
mod row_choice;
mod side_by_side;
mod title_tables;
mod top_list;
mod tournaments;

use model::Diagnostic;
use period_assembly::Period;
use rating::{Outcome, SideCounts};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Mutex;
use store::{Formats, Manifest, OutputFile, StagedFolder, StoreError, file};
use tables::{OutputColumn, OutputTable, Table, TableError, TextColumns};

pub use birth_years::hide_birth_years;
pub use cited_readings::with_cited_readings;
pub use event_norms::{
    Certificate, EventNorms, EventPerson, NormsFilter, PlayerOutlook, UnderWay, certificates, event_norms_document, event_norms_table,
    outlook_table,
};
pub use export::{Export, ExportError, ExportFormat, ExportSummary, export};
pub use facts_not_given::facts_not_given;
pub use imported::{ImportedList, write_imported};
pub use left_out::LeftOutSides;
pub use orders_summary::{OrderTotal, OrdersSummary};
pub use player_filter::{EmptyRange, FilteredPlayer, PlayerFilter, SelectedPlayers, UnmatchedWords, select_players};
pub use players::{PlayerCounts, TitledPlayer, pool};
pub use report::ReportFacts;
pub use row_choice::RowChoice;
pub use title_tables::{
    NamedAward, TitleAward, TitlePublication, norm_results_table, norms_table, read_named_title_awards, read_norm_results, read_norms,
    read_title_awards, read_title_ratings, read_title_tournaments, title_awards_table, title_ratings_table, title_tournaments_table,
};
pub use tournaments::{newly_rated, refused};

/// Everything that a list folder is written from.
#[derive(Debug)]
pub struct Publication<'a> {
    pub period: &'a Period,
    /// Names, titles and federations, in the order of the period's players.
    pub text: &'a TextColumns,
    /// Players with a title on lists of longer controls, by id.
    pub titled_elsewhere: &'a [TitledPlayer],
    pub outcome: &'a Outcome,
    /// The counts of sides of each tournament, in the period's order.
    pub side_counts: &'a [SideCounts],
    pub diagnostics: &'a [Diagnostic],
    pub formats: Formats,
    /// Whether `games`, `changes`, `norm_results` and the report are written.
    pub audit: bool,
    /// Years of birth of players younger than this are left out of what is published, and kept in the state.
    pub hide_birth_year_under: Option<u8>,
    /// Key and value pairs for the metadata of the list.
    pub metadata: Vec<(String, String)>,
    /// The tables of titles; `None` where titles are not judged (T42).
    pub titles: Option<&'a TitlePublication<'a>>,
    /// Facts of the report that are in no table.
    pub report: ReportFacts<'a>,
    /// Whether the table of the state is kept in memory, too, for the next list.
    pub keeps_state: bool,
}

/// The files that were written into a list folder.
#[derive(Debug)]
pub struct PublishedFiles {
    /// The files, sorted by name.
    pub outputs: Vec<OutputFile>,
    /// The distinct texts that the rows of games, changes, tournaments and titles cite as their articles.
    pub articles: BTreeSet<String>,
    /// The table of the state as it was written, if it is kept.
    pub state: Option<Table>,
}

/// Writes every table into a staged folder, in parallel.
pub fn write(folder: &StagedFolder, publication: &Publication<'_>) -> Result<PublishedFiles, StoreError> {
    let failed = |error: TableError| StoreError::Io { path: folder.path().to_owned(), source: std::io::Error::other(error.to_string()) };
    let (period, audit) = (publication.period, publication.audit);
    // These columns distinguish the lists when the tables of several lists are combined.
    let list_columns =
        || [OutputColumn::constant_date("list", period.list.day()), OutputColumn::constant_text("control", period.control.word())];
    let (state, list) =
        (players::state(publication).with_leading_columns(list_columns()), players::list(publication).with_leading_columns(list_columns()));
    let top = top_list::is_published(publication)
        .then(|| list.to_table().and_then(|list| top_list::top_list(&list)))
        .transpose()
        .map_err(failed)?;
    // Every table says which list it is of, also where it has no row. The hash of the inputs is in the list's own metadata only, so that the
    // same players give the same bytes; no table says which version of the list it is of, because an undone correction gives those of the first.
    let which_list = [("control", period.control.to_string()), ("list", period.list.to_string()), ("format", Manifest::FORMAT.to_string())];
    let which_list = which_list.map(|(key, value)| (format!("ratinglist.{key}"), value));
    let kept_state = Mutex::new(None);
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
        parquet(name, table, &which_list)
    };
    let titled = |name: &'static str| {
        let Some(table) = publication.titles.and_then(|titles| title_tables::table(titles, name)) else { return Ok(None) };
        articles.lock().expect("no task panics with it").extend(title_tables::cited_texts(name, &table));
        folder
            .write(name, |out| if name.ends_with(".csv") { table.write_csv(out) } else { table.write_parquet(out, &which_list) })
            .map(Some)
    };

    type Task<'t> = Box<dyn Fn() -> Result<Option<OutputFile>, StoreError> + Send + Sync + 't>;
    let metadata = &publication.metadata;
    let mut tasks: Vec<Task<'_>> = vec![
        Box::new(|| if audit { audited(file::GAMES, &audit::games(publication).with_leading_columns(list_columns())) } else { Ok(None) }),
        Box::new(|| match online_games::online_games(publication).filter(|_| audit) {
            Some(games) => audited(file::ONLINE_GAMES, &games),
            None => Ok(None),
        }),
        Box::new(|| parquet(file::STATE, &state, &which_list)),
        Box::new(|| {
            if publication.keeps_state {
                *kept_state.lock().expect("no task panics with it") = Some(state.to_table().map_err(failed)?);
            }
            Ok(None)
        }),
        Box::new(|| match publication.formats.csv {
            true => folder.write(file::LIST_CSV, |out| list.write_csv_columns(&store::list_columns(), out)).map(Some),
            false => Ok(None),
        }),
        Box::new(|| match publication.formats.parquet {
            true => parquet(file::LIST_PARQUET, &list, metadata),
            false => Ok(None),
        }),
        Box::new(
            || if audit { audited(file::CHANGES, &audit::changes(publication).with_leading_columns(list_columns())) } else { Ok(None) },
        ),
        Box::new(|| parquet(file::POOL, &store::pool_table(&players::pool(publication.period, publication.outcome)), &which_list)),
        Box::new(|| audited(file::TOURNAMENTS, &tournaments::judged(publication).with_leading_columns(list_columns()))),
        Box::new(|| {
            parquet(
                file::RATED_TOURNAMENTS,
                &store::rated_tournaments_table(&tournaments::rated(publication), publication.period.list.day()),
                &which_list,
            )
        }),
        Box::new(|| csv(file::TITLED_UNRATED, players::titled_unrated(publication))),
        Box::new(|| csv(file::DELISTED, Some(players::delisted(publication)))),
        Box::new(|| csv(file::TOP, top.as_ref().map(Table::to_output))),
        Box::new(|| match publication.audit {
            true => folder.write(file::REPORT, |out| out.write_all(report::report(publication).as_bytes())).map(Some),
            false => Ok(None),
        }),
        Box::new(|| folder.write(file::CHECKS, |out| checks_csv::write(out, publication.report.checks)).map(Some)),
        Box::new(|| folder.write(file::DIAGNOSTICS, |out| diagnostics_csv::write(out, publication.diagnostics)).map(Some)),
    ];
    tasks.extend(title_tables::files(audit).map(|name| -> Task<'_> { Box::new(move || titled(name)) }));
    let mut outputs: Vec<OutputFile> =
        tasks.par_iter().map(|task| timed(task.as_ref())).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    outputs.sort();
    let has_used_up_results = players::has_used_up_results(publication);
    let has_column = |file: &str, column: &str, is_optional: bool| match file {
        _ if !is_optional => true,
        file::STATE => state.has(column),
        file::POOL => has_used_up_results,
        _ => false,
    };
    let package = store::data_package(publication.period.control, publication.period.list, &outputs, has_column);
    outputs.push(folder.write(file::DATA_PACKAGE, |out| out.write_all(package.as_bytes()))?);
    outputs.sort();
    drop(tasks);
    let articles = articles.into_inner().expect("no task panics with it");
    Ok(PublishedFiles { outputs, articles, state: kept_state.into_inner().expect("no task panics with it") })
}

/// Runs a task and logs how long its file took.
fn timed(task: &(dyn Fn() -> Result<Option<OutputFile>, StoreError> + Send + Sync)) -> Result<Option<OutputFile>, StoreError> {
    let started = std::time::Instant::now();
    let output = task()?;
    if let Some(output) = &output {
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(file = output.path, bytes = output.bytes, milliseconds, "written");
    }
    Ok(output)
}
