//! Judges events for norms on their own, before any list (`ratinglist norms`).
//!
//! The facts of players are those of the lists in force, as for a monthly list. Whether the event will be rated is not asked.

use super::ChosenTitleEdition;
use super::diagnostics::{event_diagnostics, no_edition};
use super::events::{BuiltEvent, build_event};
use super::list_facts::{FactsOfLists, ListFacts, federation_code};
use crate::{PipelineError, Result};
use amendments::{Roster, read_roster};
use ingest::{ReadOnly, ReadOptions, Sources, Submissions};
use model::{Code, Control, Date, Diagnostic, InputRole, ListDate, PlayerRef, SideResult, Tournament};
use publish::{EventNorms, EventPerson, PlayerOutlook, UnderWay};
use rayon::prelude::*;
use rulebook::{NoTitleEdition, TitleEdition};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{JobDescription, ListCatalog, ListSource, Manifest, PlayerList, TitleOptions, VersionChoice};
use tables::PlayerText;
use titles::{ResultScope, TitleEvent, join_parts, judge_event, outlook};

/// Which events are judged, and what tells of their players.
#[derive(Clone, Debug)]
pub struct EventNormsJob {
    /// Reports, bundles, or folders of these.
    pub tournaments: Vec<PathBuf>,
    pub registry: Option<PathBuf>,
    /// The list whose players are known by name.
    pub list: PathBuf,
    /// Further lists, one of which may be in force when an event starts.
    pub archive: Vec<PathBuf>,
    pub roster: Option<PathBuf>,
    pub titles: TitleOptions,
    /// Only games up to this round count as played, and it is said what players still need.
    pub after: Option<u16>,
}

/// Every event that was handed in, judged or not.
#[derive(Clone, Debug)]
pub struct JudgedEventNorms {
    pub events: Vec<EventNorms>,
    pub not_judged: Vec<NotJudged>,
    pub diagnostics: Vec<Diagnostic>,
    /// Later years of birth are not published (the setting `hide_birth_year_under` of the list).
    pub latest_birth_year: i16,
}

/// An event that cannot be judged.
#[derive(Clone, Debug)]
pub struct NotJudged {
    pub tournament_id: Arc<str>,
    pub file: Arc<str>,
    pub reason: NotJudgedReason,
}

/// Why an event cannot be judged.
#[derive(Clone, Debug)]
pub enum NotJudgedReason {
    /// Its report is unusable, by the diagnostic of this code.
    Unusable(&'static Code),
    /// Nothing tells when it was played.
    NoDates,
    /// No edition of the title regulations is in hand for its first day (T1).
    NoEdition(NoTitleEdition),
}

impl std::fmt::Display for NotJudgedReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unusable(code) => write!(f, "it cannot be used ({})", code.id),
            Self::NoDates => f.write_str("nothing tells when it was played"),
            Self::NoEdition(gap) => write!(f, "{gap}"),
        }
    }
}

/// The diagnostic of a game without a result.
const NO_RESULT: &str = "TRF035";

/// Fails if a list folder is of another control: norms are of standard chess.
fn ensure_standard(list: &Path) -> Result<()> {
    // A manifest that cannot be read is named when the list is.
    match Manifest::read(list).map(|manifest| manifest.control) {
        Ok(control) if control != Control::Standard => {
            Err(PipelineError::Settings(format!("{}: a {control} list; norms are judged on a standard list", list.display())))
        }
        _ => Ok(()),
    }
}

/// Judges every event of a job.
///
/// # Errors
/// When a list, the registry or the roster cannot be read, a named file is missing, or a setting is wrong. A report that cannot be used is no
/// error.
pub fn event_norms(job: &EventNormsJob) -> Result<JudgedEventNorms> {
    job.titles.edition()?;
    ensure_standard(&job.list)?;
    let source = ListSource::open(&job.list, date_of_folder(&job.list))?.of_control(Control::Standard);
    let latest_birth_year = store::latest_birth_year_at(&job.list);
    let (list, _) = source.read(InputRole::Previous)?;
    let roster = job.roster.as_deref().map(read_roster).transpose()?;
    let Submissions { mut batch, diagnostics: read_diagnostics, .. } = read_submissions(job, &list)?;
    let mut diagnostics: Vec<Diagnostic> = list.diagnostics.iter().chain(&read_diagnostics).cloned().collect();
    diagnostics.extend(roster.iter().flat_map(|roster| roster.diagnostics.iter().cloned()));

    let people = People::new(&list, &batch.newcomers);
    let tournaments = std::mem::take(&mut batch.tournaments);
    let catalog = catalog(job, source)?;
    let lists = read_lists(&catalog, &list, &tournaments)?;
    let dates: BTreeSet<ListDate> = lists.keys().copied().collect();
    let judging = Judging {
        job,
        games: &batch.games,
        lists: FactsOfLists::new(lists, &list.merged, roster.as_ref()),
        dates,
        excluded_federations: excluded_federations(job, roster.as_ref(), list.date),
        people: &people,
    };
    let judged: Vec<JudgedPart> = joined_by_event(&tournaments).par_iter().map(|parts| judging.judge(parts)).collect();
    let (mut events, mut not_judged) = (Vec::new(), Vec::new());
    for part in judged {
        events.extend(part.event);
        not_judged.extend(part.not_judged);
        diagnostics.extend(part.diagnostics);
    }
    let is_played = |event: &EventNorms| {
        let has_result = |side: SideResult| !matches!(side, SideResult::Unknown | SideResult::Missing);
        let after = job.after.unwrap_or(u16::MAX);
        event.event.games.iter().all(|game| game.round > after || has_result(game.result.white) && has_result(game.result.black))
    };
    if job.after.is_some() && events.iter().all(is_played) {
        // Results of games to come are not missed.
        diagnostics.retain(|diagnostic| diagnostic.code.id != NO_RESULT);
    }
    if latest_birth_year < i16::MAX {
        // Lines of reports have dates of birth.
        diagnostics.iter_mut().for_each(|diagnostic| diagnostic.source = None);
    }
    diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    Ok(JudgedEventNorms { events, not_judged, diagnostics, latest_birth_year })
}

/// The list date in the name of the folder in which a file lies.
fn date_of_folder(file: &Path) -> Option<ListDate> {
    ListSource::date_in_name(file.canonicalize().ok().filter(|file| file.is_file())?.parent()?)
}

/// Reads the reports that were handed in. The registry may name others, which are left alone.
fn read_submissions(job: &EventNormsJob, list: &PlayerList) -> Result<Submissions> {
    let options = ReadOptions {
        for_titles: true,
        names: Some(list.text.column(PlayerText::Name)),
        ..ReadOptions::new(Control::Standard, &list.index)
    };
    let mut sources = Sources { tournaments: job.tournaments.clone(), registry: job.registry.clone(), ..Sources::default() };
    if job.registry.is_some() {
        let roots: Vec<PathBuf> = job.tournaments.iter().filter_map(|source| source.canonicalize().ok()).collect();
        let planned = ingest::planned_inputs(&sources, &options)?;
        let is_handed_in = |path: &PathBuf| roots.iter().any(|root| path.starts_with(root));
        let files = planned.files.into_iter().filter(|file| is_handed_in(&file.path)).map(|file| file.name).collect();
        sources.only = Some(ReadOnly { files, tournaments: BTreeSet::new() });
    }
    Ok(ingest::read(&sources, &options)?)
}

/// The lists that may be in force when an event starts.
fn catalog(job: &EventNormsJob, list: ListSource) -> Result<ListCatalog> {
    // After every list there is.
    let all: ListDate = "9999-12".parse().expect("a month");
    let mut catalog = ListCatalog::default();
    for path in &job.archive {
        let archived = ListCatalog::open(path, all, None, VersionChoice::Newest)?.of_control(Control::Standard);
        archived.sources().iter().for_each(|source| catalog.put(source.clone()));
    }
    catalog.put(list);
    Ok(catalog)
}

/// What the lists in force say of their players: on the first day of each event, and on the days of its rounds (1.14).
fn read_lists(catalog: &ListCatalog, list: &PlayerList, tournaments: &[Tournament]) -> Result<BTreeMap<ListDate, ListFacts>> {
    let mut facts = BTreeMap::from([(list.date, ListFacts::of(list))]);
    let days = tournaments.iter().flat_map(|tournament| tournament.start.iter().chain(tournament.round_dates.iter().flatten()));
    let needed: BTreeSet<Date> = days.copied().collect();
    for day in needed {
        let Some(source) = catalog.in_force(day).filter(|source| !facts.contains_key(&source.date)) else { continue };
        let (ratings, text, _) = source.read_ratings_and_texts(InputRole::Older(Control::Standard))?;
        facts.insert(source.date, ListFacts::new(ratings.index.clone(), ratings.rating.iter().copied(), &text));
    }
    Ok(facts)
}

/// The federations whose players are not published: by the settings of the list, and by the roster.
fn excluded_federations(job: &EventNormsJob, roster: Option<&Roster>, list: ListDate) -> BTreeSet<String> {
    let by_list = Manifest::read(&job.list).map(|manifest| JobDescription::from_manifest(&manifest).excluded_federations);
    let by_roster = roster.map(|roster| roster.excluded_on(list.day()));
    by_list.unwrap_or_default().into_iter().chain(by_roster.into_iter().flatten()).collect()
}

/// The parts of each event, in the order of the reports; the last one is the one that it is judged under (T17).
fn joined_by_event(tournaments: &[Tournament]) -> Vec<Vec<&Tournament>> {
    let mut events: Vec<Vec<&Tournament>> = Vec::new();
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    for tournament in tournaments {
        let known = tournament.event_id.as_ref().and_then(|event| by_id.get(&**event).copied());
        match known {
            Some(at) => events[at].push(tournament),
            None => {
                if let Some(event) = &tournament.event_id {
                    by_id.insert(event, events.len());
                }
                events.push(vec![tournament]);
            }
        }
    }
    events.iter_mut().for_each(|parts| parts.sort_by_key(|part| (part.start, part.end, Arc::clone(&part.id))));
    events
}

/// Names and years of birth, by the list, and of newcomers by the reports.
struct People(HashMap<u32, (String, Option<i16>)>, PlayerNames);

/// The players of the list.
struct PlayerNames {
    index: model::PlayerIndex,
    names: tables::TextColumn,
    birth_years: Vec<i16>,
}

impl People {
    fn new(list: &PlayerList, newcomers: &[model::Newcomer]) -> Self {
        let reported = newcomers.iter().map(|player| (player.id, (player.name.clone(), player.birth_year))).collect();
        let names = list.text.column(PlayerText::Name).clone();
        let birth_years = list.rows.iter().map(|row| row.birth_year).collect();
        Self(reported, PlayerNames { index: list.index.clone(), names, birth_years })
    }

    fn of(&self, player: PlayerRef) -> (String, Option<i16>) {
        let Self(reported, list) = self;
        let Some(id) = player.fide_id() else { return Default::default() };
        let reported = reported.get(&id).cloned().unwrap_or_default();
        let Some(row) = list.index.find(id) else { return reported };
        let (name, year) = (list.names.get(row), list.birth_years[row]);
        (if name.is_empty() { reported.0 } else { name.to_owned() }, Some(year).filter(|year| *year > 0).or(reported.1))
    }
}

/// What became of one event.
#[derive(Default)]
struct JudgedPart {
    event: Option<EventNorms>,
    not_judged: Vec<NotJudged>,
    diagnostics: Vec<Diagnostic>,
}

/// The events of a job, and the facts that they are judged by.
struct Judging<'a> {
    job: &'a EventNormsJob,
    games: &'a model::Games,
    lists: FactsOfLists,
    dates: BTreeSet<ListDate>,
    excluded_federations: BTreeSet<String>,
    people: &'a People,
}

impl Judging<'_> {
    fn judge(&self, parts: &[&Tournament]) -> JudgedPart {
        let mut judged = JudgedPart::default();
        let usable = |part: &&Tournament| match (part.unusable, part.start.zip(part.end)) {
            (Some(code), _) => Err(NotJudgedReason::Unusable(code)),
            (None, None) => Err(NotJudgedReason::NoDates),
            (None, Some(_)) => Ok(()),
        };
        let mut kept: Vec<&Tournament> = Vec::new();
        for part in parts {
            match usable(part) {
                Ok(()) => kept.push(part),
                Err(reason) => judged.not_judged.push(not_judged(part, reason)),
            }
        }
        let Some((last, earlier)) = kept.split_last() else { return judged };
        let first_day = kept.iter().filter_map(|part| part.start).min();
        let Some(edition) = first_day.map(|day| self.job.titles.edition_on(day)) else { return judged };
        match edition {
            Ok(edition) => judged.event = self.judge_by(edition, last, earlier, &mut judged.diagnostics),
            Err(gap) => {
                judged.diagnostics.extend(no_edition(last, self.games, &gap));
                judged.not_judged.push(not_judged(last, NotJudgedReason::NoEdition(gap)));
            }
        }
        judged
    }

    fn judge_by(
        &self,
        edition: &'static TitleEdition,
        last: &Tournament,
        earlier: &[&Tournament],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<EventNorms> {
        let build = |part: &Tournament| build_event(part, self.games, part.games.clone(), edition, &self.lists);
        let built: BuiltEvent = build(last)?;
        let mut parts: Vec<TitleEvent> = earlier.iter().filter_map(|part| build(part)).map(|built| built.event).collect();
        parts.push(built.event.clone());
        let event = TitleEvent { tournament_id: last.id.clone(), ..join_parts(parts) };
        let is_strict = self.job.titles.strict;
        let played = match self.job.after {
            Some(after) => up_to_round(&event, after),
            None => event.clone(),
        };
        let verdict = judge_event(edition, &played, is_strict, ResultScope::Everybody);
        diagnostics.extend(event_diagnostics(last, edition, &built, &verdict, &self.excluded_federations));
        let person = |player: &titles::EventPlayer| {
            let (name, birth_year) = self.people.of(player.player);
            EventPerson { name, federation: federation_code(player.federation), birth_year }
        };
        let under_way = self.job.after.map(|after| UnderWay { after, outlooks: outlooks(edition, &event, after) });
        let in_force = self.dates.iter().rfind(|date| date.day() <= event.start).or(self.dates.first());
        let list = *in_force?;
        Some(EventNorms {
            people: event.players.iter().map(person).collect(),
            tournament: last.clone(),
            edition,
            event,
            verdict,
            list,
            is_strict,
            under_way,
        })
    }
}

/// What each player still needs for each title.
fn outlooks(edition: &TitleEdition, event: &TitleEvent, after: u16) -> Vec<PlayerOutlook> {
    let players: Vec<u32> = (0u32..).take(event.players.len()).collect();
    let of_player = |&player: &u32| {
        let of_title = |norm: &rulebook::Norm| {
            let outlook = outlook(edition, event, player, norm.title, after)?;
            Some(PlayerOutlook { player, title: norm.title, outlook })
        };
        edition.norms.iter().filter_map(of_title).collect::<Vec<_>>()
    };
    players.par_iter().flat_map_iter(of_player).collect()
}

/// An event as it is after a round: later games and byes are left out.
fn up_to_round(event: &TitleEvent, after: u16) -> TitleEvent {
    let mut short = event.clone();
    short.games.retain(|game| game.round <= after);
    short.byes.retain(|bye| bye.round <= after);
    short
}

fn not_judged(tournament: &Tournament, reason: NotJudgedReason) -> NotJudged {
    NotJudged { tournament_id: Arc::clone(&tournament.id), file: Arc::clone(&tournament.file), reason }
}
