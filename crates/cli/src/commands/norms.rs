//! `ratinglist norms`

use super::explain::list_matches;
use super::norms_json;
use crate::arguments::SharedArguments;
use crate::output::{self, UsageError};
use crate::terminal_output::DataWriter;
use clap::{Args, ValueEnum};
use inspect::explain::{ExplainError, PlayerMatch};
use pages::Terminal;
use pipeline::{EventNormsJob, JudgedEventNorms, NotJudgedReason, event_norms};
use publish::{EventNorms, NormsFilter, certificates, event_norms_document, event_norms_table, outlook_table, with_cited_readings};
use rulebook::Title;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::TitleOptions;

/// What the exit code says.
const EXIT_CODES: &str = "Exit codes: 0 also where nobody has a norm; 1 where norms are not possible in an event, or there is no such player; \
3 where a list cannot be read, or a tournament cannot be used (the others are judged all the same); 4 where no edition of the title \
regulations is in hand for the first day of a tournament.";

/// Judges events at standard chess for title norms, at once and before any list: who has a norm, who misses it, and by how much.
///
/// Ratings and titles are those of the list in force when the event starts. Whether the event will be rated is not asked.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct NormsArguments {
    /// Tournament reports, bundles, or folders of these
    #[arg(required = true, value_name = "TOURNAMENT_FILE")]
    tournaments: Vec<PathBuf>,
    /// The list with the players: a list folder or a file
    #[arg(long, value_name = "LIST_FOLDER")]
    list: PathBuf,
    /// Older lists, one of which may be in force at the start: a folder of list folders, one list folder, or a file
    #[arg(long, value_name = "PATH")]
    archive: Vec<PathBuf>,
    /// What the tournament files do not say; rows of other files are left alone
    #[arg(long, value_name = "CSV")]
    registry: Option<PathBuf>,
    /// Roster changes, for titles confirmed since the list
    #[arg(long, value_name = "CSV")]
    players: Option<PathBuf>,
    /// An edition of the title regulations, instead of the one in force on the first day
    #[arg(long, value_name = "EDITION")]
    titles: Option<String>,
    /// Take what is not proven as failed
    #[arg(long)]
    strict: bool,
    /// Only this player: an id, or a part of the name
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Only norms for this title
    #[arg(long, value_name = "TITLE", value_parser = ["GM", "IM", "WGM", "WIM"], ignore_case = true)]
    title: Option<String>,
    /// Of an event under way: take only rounds up to this one as played, and say what is still needed
    #[arg(long, value_name = "ROUND")]
    after: Option<u16>,
    /// What is written: a document for people, or one row for each player and title; with --json, json
    #[arg(long, value_enum)]
    format: Option<NormsFormat>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a certificate for each norm into this folder: a page to be printed and signed, which names the year of birth
    #[arg(long, value_name = "DIR", conflicts_with = "after")]
    certificates: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NormsFormat {
    Document,
    Csv,
    Parquet,
    Json,
}

pub(crate) fn run(arguments: &NormsArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let format = arguments.format(shared)?;
    let judged = event_norms(&arguments.job())?;
    output::print_diagnostics(shared, &judged.diagnostics, "");
    for left_out in &judged.not_judged {
        output::print_warning(shared, &format!("{}: {} is not judged: {}", left_out.file, left_out.tournament_id, left_out.reason));
    }
    if let Some(after) = arguments.after {
        ensure_not_over(&judged.events, after)?;
    }
    let player = match &arguments.player {
        Some(query) if !judged.events.is_empty() => Some(find_player(query, &judged).inspect_err(|error| list_matches(error, shared))?),
        _ => None,
    };
    let filter = NormsFilter { players: player.as_ref().map(std::slice::from_ref), title: arguments.title() };
    if judged.events.is_empty() && judged.not_judged.is_empty() {
        output::print_warning(shared, "no tournament at standard chess in what was handed in");
    }
    arguments.write_answer(&judged, &filter, format, shared)?;
    arguments.write_pages(&judged.events, &filter, shared)?;
    Ok(exit_code(&judged))
}

/// The worst of what became of the events.
fn exit_code(judged: &JudgedEventNorms) -> ExitCode {
    let has = |is: &dyn Fn(&NotJudgedReason) -> bool| judged.not_judged.iter().any(|event| is(&event.reason));
    if judged.events.is_empty() && judged.not_judged.is_empty() || has(&|reason| !matches!(reason, NotJudgedReason::NoEdition(_))) {
        ExitCode::from(3)
    } else if has(&|_| true) {
        ExitCode::from(4)
    } else if judged.events.iter().any(|event| !event.verdict.tournament.eligible) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn ensure_not_over(events: &[EventNorms], after: u16) -> Result<(), UsageError> {
    match events.iter().find(|event| after > event.event.rounds) {
        Some(event) => {
            let (id, rounds) = (&event.event.tournament_id, event.event.rounds);
            Err(UsageError(format!("--after {after}: {id} has {rounds} rounds")))
        }
        None => Ok(()),
    }
}

impl NormsArguments {
    fn job(&self) -> EventNormsJob {
        EventNormsJob {
            tournaments: self.tournaments.clone(),
            registry: self.registry.clone(),
            list: self.list.clone(),
            archive: self.archive.clone(),
            roster: self.players.clone(),
            titles: TitleOptions { edition: self.titles.clone(), strict: self.strict, ..TitleOptions::default() },
            after: self.after,
        }
    }

    fn title(&self) -> Option<Title> {
        let asked = self.title.as_ref()?;
        Title::ALL.into_iter().find(|title| title.word().eq_ignore_ascii_case(asked))
    }

    fn format(&self, shared: &SharedArguments) -> Result<NormsFormat, UsageError> {
        let format = match (self.format, shared.json) {
            (None, false) => NormsFormat::Document,
            (None, true) | (Some(NormsFormat::Json), _) => NormsFormat::Json,
            (Some(_), true) => return Err(UsageError("--json is --format json; another format was asked for, too".to_owned())),
            (Some(format), false) => format,
        };
        if format == NormsFormat::Parquet && self.out.is_none() && io::stdout().is_terminal() {
            return Err(UsageError("Parquet is not for terminals; give --out".to_owned()));
        }
        Ok(format)
    }

    fn write_answer(
        &self,
        judged: &JudgedEventNorms,
        filter: &NormsFilter<'_>,
        format: NormsFormat,
        shared: &SharedArguments,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.out {
            store::replace_file(path, |file| write(file, format, judged, filter, Terminal::default()).map_err(io::Error::other))?;
            output::print_message(shared, &format!("written: {}", output::display_path(path)));
            return Ok(());
        }
        match format {
            NormsFormat::Document if judged.events.is_empty() => Ok(()),
            NormsFormat::Document => output::print_document(&event_norms_document(&judged.events, filter)),
            NormsFormat::Json => output::print_json(&norms_json::answer(judged, filter)?),
            NormsFormat::Csv | NormsFormat::Parquet => {
                let mut bytes = Vec::new();
                write(&mut BufWriter::new(&mut bytes), format, judged, filter, Terminal::default())?;
                let mut out = DataWriter::new();
                match out.write_all(&bytes).and_then(|()| out.flush()) {
                    // A closed pipe, as of `head`, is not an error.
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Writes the page and the certificates that are asked for.
    fn write_pages(&self, events: &[EventNorms], filter: &NormsFilter<'_>, shared: &SharedArguments) -> anyhow::Result<()> {
        if let Some(path) = &self.html {
            let page = with_cited_readings(event_norms_document(events, filter)).to_html();
            store::replace_file(path, |file| file.write_all(page.as_bytes()))?;
            output::print_message(shared, &format!("written: {}", output::display_path(path)));
        }
        if let Some(folder) = &self.certificates {
            let certificates = certificates(events, filter);
            std::fs::create_dir_all(folder).map_err(|error| in_folder(folder, &error))?;
            for certificate in &certificates {
                let path = folder.join(&certificate.file_name);
                store::replace_file(&path, |file| file.write_all(certificate.document.to_html().as_bytes()))?;
            }
            let many = match certificates.len() {
                0 => "no norm, and so no certificate".to_owned(),
                1 => format!("written: 1 certificate in {}", output::display_path(folder)),
                many => format!("written: {many} certificates in {}", output::display_path(folder)),
            };
            output::print_message(shared, &many);
        }
        Ok(())
    }
}

fn in_folder(folder: &Path, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("{}: {error}", folder.display())
}

fn write(
    out: &mut impl Write,
    format: NormsFormat,
    judged: &JudgedEventNorms,
    filter: &NormsFilter<'_>,
    terminal: Terminal,
) -> anyhow::Result<()> {
    let is_under_way = judged.events.iter().any(|event| event.under_way.is_some());
    match format {
        NormsFormat::Document => out.write_all(event_norms_document(&judged.events, filter).to_terminal(terminal).as_bytes())?,
        NormsFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&norms_json::answer(judged, filter)?)?)?,
        NormsFormat::Csv if is_under_way => outlook_table(&judged.events, filter).write_csv(&mut *out)?,
        NormsFormat::Parquet if is_under_way => outlook_table(&judged.events, filter).write_parquet(&mut *out, &[])?,
        NormsFormat::Csv => event_norms_table(&judged.events, filter)?.to_output().write_csv(&mut *out)?,
        NormsFormat::Parquet => event_norms_table(&judged.events, filter)?.to_output().write_parquet(&mut *out, &[])?,
    }
    out.flush()?;
    Ok(())
}

/// Finds a player of the events by id, or by a part of the name in any case: the whole name before a part of it, and that before all its words.
fn find_player(query: &str, judged: &JudgedEventNorms) -> Result<u32, ExplainError> {
    let mut players: BTreeMap<u32, PlayerMatch> = BTreeMap::new();
    for event in &judged.events {
        for (player, person) in event.event.players.iter().zip(&event.people) {
            let Some(fide_id) = player.player.fide_id() else { continue };
            players.entry(fide_id).or_insert_with(|| PlayerMatch {
                fide_id,
                name: person.name.clone(),
                federation: person.federation.clone(),
                birth_year: person.birth_year.filter(|year| *year <= judged.latest_birth_year).map(Into::into),
                rating: player.rating.rated().map(model::Rating::points),
            });
        }
    }
    let query = query.trim();
    let nobody = || ExplainError::NoPlayer { query: query.to_owned(), place: "the entry list".to_owned() };
    if let Ok(id) = query.parse::<u32>() {
        return if players.contains_key(&id) { Ok(id) } else { Err(nobody()) };
    }
    let lowercase = query.to_lowercase();
    let words: Vec<&str> = lowercase.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(nobody());
    }
    let levels: [&dyn Fn(&str) -> bool; 3] =
        [&|name| name == lowercase, &|name| name.contains(&lowercase), &|name| words.iter().all(|word| name.contains(word))];
    let of_level = |matches: &dyn Fn(&str) -> bool| -> Vec<PlayerMatch> {
        players.values().filter(|player| matches(&player.name.to_lowercase())).cloned().collect()
    };
    let found = levels.into_iter().map(of_level).find(|found| !found.is_empty()).unwrap_or_default();
    match &found[..] {
        [] => Err(nobody()),
        [only] => Ok(only.fide_id),
        _ => Err(ExplainError::AmbiguousName { query: query.to_owned(), matches: found }),
    }
}
