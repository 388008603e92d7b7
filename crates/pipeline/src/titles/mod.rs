//! Judges norms, ratings reached and proposals of titles for a standard list, after it is made. No number of the list depends on it (T42).

mod chosen_edition;
mod diagnostics;
mod event_norms;
mod event_players;
mod events;
mod handed_in;
mod inputs;
mod list_facts;

pub(crate) use chosen_edition::ChosenTitleEdition;
pub use event_norms::{EventNormsJob, JudgedEventNorms, NotJudged, NotJudgedReason, event_norms};
use events::build_event;
pub(crate) use inputs::{TitleInputs, handed_in_now, read_facts_of_long_events, reads_for_titles};
pub(crate) use list_facts::ListFacts;

use crate::job::Job;
use amendments::Roster;
use diagnostics::{event_diagnostics, no_edition, proposals_in_gap};
use list_facts::{FactsOfLists, titled_player};
use model::{Batch, Date, Diagnostic, Games, InputFile, ListDate, Tournament};
use period_assembly::{Judged, Period, TournamentStatus};
use publish::TitleAward;
use rating::Outcome;
use rayon::prelude::*;
use rulebook::{NoTitleEdition, TitleEdition};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tables::{PlayerText, TextColumns};
use titles::{
    AwardInputs, AwardRow, AwardStatus, DirectReport, DirectResults, EventVerdict, HandedInNorms, JudgedNorm, LedgerChanges, NormResultRow,
    NormRow, RatingReachedRow, ResultScope, TitleEvent, TitleTournamentRow, TitledPlayer, Verdict, awards, join_parts, judge_event, ledger,
    ratings_reached, withdrawals_of_nothing,
};

/// What titles are judged from, kept until the list is rated.
pub(crate) struct TitleStage {
    pub(crate) inputs: TitleInputs,
    /// The games as handed in and amended; the period's tournaments have their ranges.
    pub(crate) games: Games,
    pub(crate) earlier_parts: Batch,
    /// What the lists in force say of their players.
    pub(crate) facts: BTreeMap<ListDate, ListFacts>,
    pub(crate) excluded_federations: BTreeSet<String>,
}

impl TitleStage {
    /// Judges the titles of a rated list.
    pub(crate) fn judge(self, job: &Job, period: &Period, outcome: &Outcome, text: &TextColumns, roster: Option<&Roster>) -> JudgedTitles {
        let Self { inputs, games, earlier_parts, facts, excluded_federations } = self;
        let lists = FactsOfLists::new(facts, &period.merged, roster);
        let judging = Judging {
            job,
            period,
            outcome,
            text,
            games: &games,
            earlier_parts: &earlier_parts,
            excluded_federations: &excluded_federations,
            keeps_events: inputs.direct.is_some(),
        };
        judging.judge(inputs, &lists)
    }
}

/// A rated list whose titles are judged.
struct Judging<'a> {
    job: &'a Job,
    period: &'a Period,
    outcome: &'a Outcome,
    text: &'a TextColumns,
    games: &'a Games,
    earlier_parts: &'a Batch,
    excluded_federations: &'a BTreeSet<String>,
    /// Whether events are kept when they are judged, because direct results are checked by them.
    keeps_events: bool,
}

/// The tables of titles of a list, with what is said of them.
#[derive(Debug)]
pub(crate) struct JudgedTitles {
    pub(crate) tournaments: Vec<TitleTournamentRow>,
    pub(crate) results: Vec<NormResultRow>,
    pub(crate) norms: Vec<NormRow>,
    pub(crate) ratings: Vec<RatingReachedRow>,
    pub(crate) awards: Vec<AwardRow>,
    pub(crate) counts: TitleCounts,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) inputs: Vec<InputFile>,
    /// The whole files of the inputs that are rows of a table.
    pub(crate) growing_files: Vec<InputFile>,
}

impl JudgedTitles {
    /// The proposals with names and federations of their players.
    pub(crate) fn awards_with_players<'a>(&'a self, period: &Period, text: &'a TextColumns) -> Vec<TitleAward<'a>> {
        let of = |field: PlayerText, id: u32| period.players.index.find(id).map_or("", |row| text.get(field, row));
        let with_player = |row: &'a AwardRow| TitleAward {
            row,
            name: of(PlayerText::Name, row.fide_id),
            federation: of(PlayerText::Federation, row.fide_id),
        };
        self.awards.iter().map(with_player).collect()
    }
}

/// How much there is in the tables of titles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TitleCounts {
    /// Tournaments that are judged by an edition of the title regulations.
    pub judged: u64,
    /// Those of them in which norms are possible.
    pub eligible: u64,
    /// Tournaments that start on a day without an edition.
    pub without_edition: u64,
    pub norms: u64,
    /// Results half a point short of a norm, with nothing else missing.
    pub near_misses: u64,
    /// Titles that may be applied for.
    pub proposed: u64,
    /// Those of them that are new on this list.
    pub newly_proposed: u64,
    /// Whether the ledger begins with this list, because the previous one has none.
    pub ledger_begins: bool,
}

/// An event of the list, judged.
struct JudgedEvent<'a> {
    tournament: &'a Tournament,
    edition: &'static TitleEdition,
    start: Date,
    end: Date,
    /// `None` where events are not kept.
    event: Option<TitleEvent>,
    verdict: EventVerdict,
    diagnostics: Vec<Diagnostic>,
}

impl Judging<'_> {
    fn judge(&self, inputs: TitleInputs, lists: &FactsOfLists) -> JudgedTitles {
        let (list, period) = (self.period.list, self.period);
        let mut diagnostics = Vec::new();
        let (events, ratings) =
            rayon::join(|| self.events(lists, &mut diagnostics), || ratings_reached(period, self.outcome, inputs.ratings.as_deref()));
        let without_edition = diagnostics.len() as u64;
        let edition_on_list_date = self.job.description.options.titles.edition_on(list.day());
        diagnostics.extend(edition_on_list_date.err().as_ref().and_then(proposals_in_gap));

        let report = |id: &str| events.iter().find(|event| *event.tournament.id == *id).and_then(JudgedEvent::report);
        let earlier = self.reports_of_direct_results(&inputs, lists, &events);
        let (mut handed_in_norms, mut direct) = (HandedInNorms::default(), DirectResults::default());
        let (mut growing_files, mut used) = (Vec::new(), inputs.inputs);
        if let Some(table) = &inputs.direct {
            let rows = table.rows_for(list);
            let at_hand = |id: &str| {
                report(id)
                    .or_else(|| earlier.iter().find(|(other, ..)| other == id).map(|(_, event, edition)| DirectReport { event, edition }))
            };
            let (taken, unusable) = DirectResults::take(&rows, list, &period.merged, at_hand);
            direct = taken;
            diagnostics.extend(table.diagnostics.iter().cloned().chain(table.name_unusable(list, &unusable)));
            growing_files.push(table.file.clone());
            used.push(table.input_for(list));
        }
        if let Some(table) = &inputs.handed_in_norms {
            let (taken, unusable) = HandedInNorms::take(&table.rows_for(list), list);
            handed_in_norms = taken;
            diagnostics.extend(table.diagnostics.iter().cloned().chain(table.name_unusable(list, &unusable)));
            growing_files.push(table.file.clone());
            used.push(table.input_for(list));
        }

        let judged: Vec<JudgedNorm<'_>> = events.iter().flat_map(JudgedEvent::norms).collect();
        let ledger_before = self.without_earlier_parts(inputs.norms);
        let changes = LedgerChanges { list, judged: &judged, handed_in: &handed_in_norms, direct: &direct.norms, merged: &period.merged };
        if let Some(table) = &inputs.handed_in_norms {
            diagnostics.extend(table.name_withdrawals(list, &withdrawals_of_nothing(&ledger_before, &changes)));
        }
        let norms = ledger(ledger_before, &changes);
        let player = |id: u32| period.players.index.find(id).map_or_else(TitledPlayer::default, |row| titled_player(self.text, row));
        let award_inputs = AwardInputs {
            edition: self.job.description.options.titles.edition_for_proposals(list),
            list,
            norms: &norms,
            ratings: &ratings,
            direct: &direct,
            previous: &inputs.awards,
            merged: &period.merged,
            player: &player,
        };
        let awards = awards(&award_inputs);
        let (mut tournaments, mut results) = (Vec::with_capacity(events.len()), Vec::new());
        for event in events {
            tournaments.push(event.verdict.tournament);
            results.extend(event.verdict.results.into_iter().filter(|row| row.player.fide_id().is_some()));
            diagnostics.extend(event.diagnostics);
        }
        tournaments.sort_by(|a, b| a.tournament_id.cmp(&b.tournament_id));
        results.sort_by(|a, b| (&a.tournament_id, a.player, a.title.word()).cmp(&(&b.tournament_id, b.player, b.title.word())));
        let is_proposed = |row: &&AwardRow| row.status == AwardStatus::Proposed;
        let counts = TitleCounts {
            judged: tournaments.len() as u64,
            eligible: tournaments.iter().filter(|row| row.eligible).count() as u64,
            without_edition,
            norms: results.iter().filter(|row| row.verdict == Verdict::Norm).count() as u64,
            near_misses: results.iter().filter(|row| row.is_half_a_point_short()).count() as u64,
            proposed: awards.iter().filter(is_proposed).count() as u64,
            newly_proposed: awards.iter().filter(is_proposed).filter(|row| row.since == list).count() as u64,
            ledger_begins: inputs.ratings.is_none(),
        };
        JudgedTitles { tournaments, results, norms, ratings, awards, counts, diagnostics, inputs: used, growing_files }
    }

    /// The events that the list rates, judged; of an event in parts only the last, joined with the others (T3, T17).
    fn events<'t>(&'t self, lists: &FactsOfLists, diagnostics: &mut Vec<Diagnostic>) -> Vec<JudgedEvent<'t>> {
        let rated: Vec<&Judged> = self.period.tournaments.iter().filter(|judged| judged.is_rated()).collect();
        let mut by_event: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
        for judged in rated.iter().filter(|judged| judged.facts.event_id.is_some()) {
            by_event.entry(judged.facts.event()).or_default().push(judged);
        }
        let waiting: BTreeSet<&str> = self
            .period
            .tournaments
            .iter()
            .filter(|judged| judged.status == TournamentStatus::Waiting && judged.facts.event_id.is_some())
            .map(|judged| &**judged.facts.event())
            .collect();
        // An event in parts is judged with its last part, when no part of it waits.
        let is_judged = |judged: &&&Judged| {
            let Some(parts) = by_event.get(&**judged.facts.event()).filter(|_| judged.facts.event_id.is_some()) else { return true };
            let last = parts.iter().max_by_key(|part| (part.facts.start, part.facts.end, &part.facts.id));
            !waiting.contains(&**judged.facts.event()) && last.is_some_and(|last| last.facts.id == judged.facts.id)
        };
        let judged: Vec<(&Tournament, std::result::Result<JudgedEvent<'_>, NoTitleEdition>)> = rated
            .par_iter()
            .filter(|judged| is_judged(judged))
            .filter_map(|judged| {
                let parts = by_event.get(&**judged.facts.event()).filter(|_| judged.facts.event_id.is_some());
                let others: Vec<&Judged> = parts.into_iter().flatten().copied().filter(|part| part.facts.id != judged.facts.id).collect();
                Some((&judged.facts, self.judge_one(judged, &others, lists)?))
            })
            .collect();
        let mut events = Vec::with_capacity(judged.len());
        for (tournament, result) in judged {
            match result {
                Ok(event) => events.push(event),
                Err(gap) => diagnostics.extend(no_edition(tournament, self.games, &gap)),
            }
        }
        events
    }

    /// Judges the event of a tournament, with its other parts; `None` if it has no dates.
    fn judge_one<'t>(
        &self,
        judged: &'t Judged,
        others: &[&Judged],
        lists: &FactsOfLists,
    ) -> Option<std::result::Result<JudgedEvent<'t>, NoTitleEdition>> {
        let tournament = &judged.facts;
        let options = &self.job.description.options.titles;
        let earlier: Vec<&Tournament> = match &tournament.event_id {
            Some(event) => self.earlier_parts.tournaments.iter().filter(|part| part.event_id.as_ref() == Some(event)).collect(),
            None => Vec::new(),
        };
        let first_day = others.iter().map(|part| &part.facts).chain(earlier.iter().copied()).filter_map(|part| part.start);
        let edition = match options.edition_on(first_day.chain(tournament.start).min()?) {
            Ok(edition) => edition,
            Err(gap) => return Some(Err(gap)),
        };
        let built = build_event(tournament, self.games, tournament.games.clone(), edition, lists)?;
        let mut parts = vec![];
        for part in others {
            parts.extend(build_event(&part.facts, self.games, part.facts.games.clone(), edition, lists).map(|built| built.event));
        }
        for part in earlier {
            parts.extend(build_event(part, &self.earlier_parts.games, part.games.clone(), edition, lists).map(|built| built.event));
        }
        let joined = (!parts.is_empty()).then(|| {
            parts.push(built.event.clone());
            TitleEvent { tournament_id: tournament.id.clone(), ..join_parts(parts) }
        });
        let event = joined.as_ref().unwrap_or(&built.event);
        let verdict = judge_event(edition, event, options.strict, ResultScope::NormsAndNearMisses);
        let diagnostics = event_diagnostics(tournament, edition, &built, &verdict, self.excluded_federations);
        let (start, end) = (event.start, event.end);
        let event = self.keeps_events.then(|| joined.unwrap_or(built.event));
        Some(Ok(JudgedEvent { tournament, edition, start, end, event, verdict, diagnostics }))
    }

    /// The events of rated tournaments that a direct result names, each with its edition.
    fn reports_of_direct_results(
        &self,
        inputs: &TitleInputs,
        lists: &FactsOfLists,
        events: &[JudgedEvent<'_>],
    ) -> Vec<(String, TitleEvent, &'static TitleEdition)> {
        let named = inputs.tournaments_of_direct_results(self.period.list);
        let is_named = |part: &&Tournament| named.contains(&*part.id) && !events.iter().any(|event| event.tournament.id == part.id);
        let parts = self.earlier_parts.tournaments.iter().filter(is_named);
        parts
            .filter_map(|part| {
                let edition = self.job.description.options.titles.edition_on(part.start?).ok()?;
                let built = build_event(part, &self.earlier_parts.games, part.games.clone(), edition, lists)?;
                Some((part.id.to_string(), built.event, edition))
            })
            .collect()
    }

    /// The ledger without norms of parts that are judged again, together with the last one (T17).
    fn without_earlier_parts(&self, mut norms: Vec<NormRow>) -> Vec<NormRow> {
        let judged_again: BTreeSet<&str> = self
            .period
            .tournaments
            .iter()
            .filter(|judged| judged.is_rated())
            .filter_map(|judged| judged.facts.event_id.as_ref())
            .flat_map(|event| self.earlier_parts.tournaments.iter().filter(move |part| part.event_id.as_ref() == Some(event)))
            .map(|part| &*part.id)
            .collect();
        norms.retain(|row| row.source != titles::NormSource::Judged || !judged_again.contains(row.tournament_id.as_str()));
        norms
    }
}

impl JudgedEvent<'_> {
    fn report(&self) -> Option<DirectReport<'_>> {
        self.event.as_ref().map(|event| DirectReport { event, edition: self.edition })
    }

    fn norms(&self) -> impl Iterator<Item = JudgedNorm<'_>> {
        let (start, end) = (self.start, self.end);
        self.verdict.results.iter().filter(|row| row.verdict == Verdict::Norm).map(move |result| JudgedNorm {
            result,
            name: &self.tournament.name,
            federation: &self.tournament.federation,
            start,
            end,
        })
    }
}
