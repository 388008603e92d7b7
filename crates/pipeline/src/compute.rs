//! From a job to a list that is computed but not written: reading, assembly, rating, checks.

use crate::checks::{self, CheckResult, Findings, Subject};
use crate::corrections::{self, Held, PendingCorrection};
use crate::job::Job;
use crate::previous::read_previous;
use crate::run_json::Stopwatch;
use crate::summary::{OnlineCounts, Parts, Summary};
use crate::{PipelineError, Result, Watch, as_read, roster};
use ingest::{AppliedCorrections, Correction, HandedIn, OnlineWindow, Question};
use model::{Diagnostic, InputFile};
use period_assembly::{Assembled, Materials, Period, assemble, waits};
use publish::{CheckLine, Published, Withheld};
use rating::{Outcome, Rated, Tally, rate};
use rulebook::Edition;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use store::input_digest;
use tables::PlayerText;

/// A list, computed but not written.
pub(crate) struct Computed {
    pub(crate) period: Period,
    pub(crate) outcome: Outcome,
    pub(crate) tallies: Vec<Tally>,
    /// Players who are computed and remembered, but not published (D28).
    pub(crate) withheld: Withheld,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) inputs: Vec<InputFile>,
    /// The files that hold the corrections: of these only rows are inputs.
    pub(crate) correction_files: Vec<InputFile>,
    pub(crate) settings: BTreeMap<String, String>,
    /// One hash over inputs and settings.
    pub(crate) digest: String,
    /// The hash of the previous list's manifest, where it has one.
    pub(crate) previous_manifest: Option<String>,
    pub(crate) corrections: AppliedCorrections,
    /// Corrections that lists before this one lack.
    pub(crate) pending: Vec<PendingCorrection>,
    pub(crate) summary: Summary,
    /// What the report says of the checks.
    pub(crate) checks: Vec<CheckLine>,
    /// Checks that forbid publication.
    pub(crate) failed: Vec<CheckResult>,
}

impl Computed {
    /// Fails where an input is not what was read any more.
    pub(crate) fn check_inputs(&self) -> Result<()> {
        as_read::check(&self.inputs)?;
        as_read::check(&self.correction_files)
    }
}

/// The stages in order.
pub(crate) fn compute(job: &Job, watch: &dyn Watch, clock: &mut Stopwatch) -> Result<Computed> {
    watch.stage("reading the previous list");
    let (rulebook, rules_input) = job.rules.open(job.control)?;
    // Asked first: without an edition nothing else matters.
    rulebook.on(job.control, job.list.day())?;
    let calculation = rulebook.on(job.control, job.previous.date.day())?;
    let (mut previous, mut memory) = read_previous(job, &calculation.development)?;
    let previous_manifest = memory.manifest.take();
    let roster = job.roster.as_deref().map(ingest::read_roster).transpose()?;
    let held = Held::read(job)?;
    let pending = held.pending(job, &memory.rated);
    let merges = held.merges(job.list, roster.as_ref());
    corrections::merge(&mut previous, &mut memory.pool, &merges)?;
    clock.lap("previous list");

    watch.stage("reading tournaments");
    let question = Question {
        control: job.control,
        known: &previous.index,
        names: Some(previous.text.column(PlayerText::Name)),
        is_rated: &|id| memory.rated.list_of(id).is_some(),
        // Games that ended before the previous list are rated already, those from the list's date on belong to the next (D31).
        online: calculation.moves_after_every_game().then(|| OnlineWindow { from: job.previous.date.day(), until: job.list.day() }),
        later_from: Some(job.list.day()),
        progress: &|done, all| watch.files(done, all),
    };
    let mut handed_in = ingest::read(&held.sources(job), &question)?;
    let publication = rulebook.on(job.control, job.list.day())?;
    // Corrections name players as the reports do, so merges come after them.
    let applied = apply_corrections(&mut handed_in, &held, job, publication);
    let merge_diagnostics = merge_players(&mut handed_in, &merges);
    let HandedIn {
        batch, already_rated, other_controls, games_without_tournament, online, doubtful, diagnostics, inputs: read_inputs, ..
    } = handed_in;
    let doubtful = checks::unsettled(doubtful, &held.in_force(), &applied, &merges, roster.as_ref(), &previous);
    clock.lap("tournaments");

    watch.stage("assembling the rating period");
    let mut all_diagnostics = previous.diagnostics.clone();
    all_diagnostics.extend(diagnostics);
    all_diagnostics.extend(merge_diagnostics);
    all_diagnostics.extend(held.diagnostics().iter().chain(&applied.diagnostics).cloned());
    let Assembled { mut period, diagnostics, near_doubles, inputs: list_inputs } = assemble(Materials {
        rulebook: &rulebook,
        control: job.control,
        list: job.list,
        previous,
        previous_is_complete: job.previous.holds_everyone(),
        pool: memory.pool,
        rated: memory.rated,
        shelf: job.shelf.clone(),
        longer: job.longer.clone(),
        handed_in: batch,
        online: online.games,
        already_rated,
        strict: job.options.strict,
        without_orders: job.options.without_orders,
    })?;
    all_diagnostics.extend(diagnostics);
    let findings = Findings::gather(&period, doubtful, &near_doubles, &mut all_diagnostics);
    all_diagnostics.extend(roster.iter().flat_map(|roster| roster.diagnostics.iter().cloned()));
    all_diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    if job.options.strict {
        refuse_if_strict(&period, &all_diagnostics)?;
    }
    let withheld = roster::apply(&mut period, roster.as_ref(), &job.excluded_federations);
    let mut inputs: Vec<InputFile> = memory
        .inputs
        .into_iter()
        .chain(rules_input)
        .chain(roster.map(|roster| roster.input))
        .chain(corrections::inputs(&applied))
        .chain(read_inputs)
        .chain(list_inputs)
        .collect();
    inputs.sort();
    inputs.dedup();
    let settings = job.settings();
    let digest = input_digest(&inputs, &settings);
    clock.lap("assembly");

    watch.stage("rating");
    let Rated { period, outcome } = rate(period);
    let tallies = outcome.tallies(&period);
    clock.lap("rating");

    let published = Published::of(&period, &outcome, &withheld);
    let parts = Parts {
        period: &period,
        outcome: &outcome,
        tallies: &tallies,
        published: &published,
        diagnostics: &all_diagnostics,
        other_controls,
        games_without_tournament,
        online: OnlineCounts {
            earlier: online.earlier,
            later: online.later,
            other_controls: online.other_controls,
            unusable: online.unusable,
        },
        withheld: &withheld,
    };
    let results = checks::run(
        &job.checks,
        &Subject {
            period: &period,
            outcome: &outcome,
            tallies: &tallies,
            published: &published,
            unusable_online: online.unusable,
            findings: &findings,
            shelf: &job.shelf,
        },
    );
    let failed = results.iter().filter(|result| result.is_fatal()).cloned().collect();
    let checks = results.iter().map(CheckResult::line).collect();
    let summary = parts.summary(results);
    Ok(Computed {
        period,
        outcome,
        tallies,
        withheld,
        diagnostics: all_diagnostics,
        inputs,
        correction_files: held.files().to_vec(),
        settings,
        digest,
        previous_manifest,
        corrections: applied,
        pending,
        summary,
        checks,
        failed,
    })
}

/// Writes the ids that have become another's as that one's, in everything that was handed in.
fn merge_players(handed_in: &mut HandedIn, merges: &[(u32, u32)]) -> Vec<Diagnostic> {
    if merges.is_empty() {
        return Vec::new();
    }
    let names: HashMap<u32, u32> = merges.iter().copied().collect();
    let games = &mut handed_in.online.games;
    for id in games.white.iter_mut().chain(&mut games.black) {
        *id = names.get(id).copied().unwrap_or(*id);
    }
    ingest::merge_players(&mut handed_in.batch, merges)
}

/// Applies the corrections of tournaments that this list judges; those that wait are another list's business.
fn apply_corrections(handed_in: &mut HandedIn, held: &Held, job: &Job, publication: &Edition) -> AppliedCorrections {
    let in_force = held.in_force();
    let waiting: HashSet<Arc<str>> = match in_force.is_empty() {
        true => HashSet::new(),
        false => {
            let tournaments = handed_in.batch.tournaments.iter().filter(|facts| waits(facts, publication, job.list));
            tournaments.map(|facts| Arc::clone(&facts.id)).collect()
        }
    };
    let is_judged = |correction: &&Correction| correction.what.tournament_id().is_none_or(|id| !waiting.contains(id));
    let judged: Vec<&Correction> = in_force.into_iter().filter(is_judged).collect();
    let mut applied = ingest::apply_corrections(handed_in, &judged, &corrections::terms(job));
    applied.applied.extend(held.applied_merges(job.list));
    applied
}

/// In strict mode a report that cannot be used, or lacks a fact, stops the month.
fn refuse_if_strict(period: &period_assembly::Period, diagnostics: &[Diagnostic]) -> Result<()> {
    use model::Reason;
    let is_bad =
        |reason: Option<Reason>| matches!(reason, Some(Reason::Unusable | Reason::NoDates | Reason::MissingFact | Reason::DuplicateId));
    let bad_files: Vec<&str> = period.tournaments.iter().filter(|t| is_bad(t.reason)).map(|t| &*t.facts.file).collect();
    let problems: Vec<Diagnostic> =
        diagnostics.iter().filter(|d| d.is_error() && (bad_files.contains(&&*d.file) || !d.code.id.starts_with("PER"))).cloned().collect();
    if problems.is_empty() { Ok(()) } else { Err(PipelineError::Strict { diagnostics: problems }) }
}
