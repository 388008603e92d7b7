//! From a job to a list that is computed but not written: reading, amending, assembly, rating, checks.

use crate::checks::{self, Findings, Subject};
use crate::corrections::{self, PendingCorrection};
use crate::job::Job;
use crate::players::{Everyone, everyone};
use crate::previous::{Memory, read_previous};
use crate::rules::RulesAndAmendments;
use crate::run_json::Stopwatch;
use crate::summary::{OnlineCounts, Parts, Summary};
use crate::{PipelineError, Result, Watch, as_read};
use amendments::{AmendedPlayers, CorrectionOutcomes, PlayerAmendments};
use ingest::{OnlineWindow, ReadOptions, Submissions};
use model::{Code, Control, Diagnostic, InputFile, ListDate};
use period_assembly::{Assembled, AvailableLists, Period, PeriodInputs, PlayersAndRatings, assemble, judge};
use publish::PlayerCounts;
use rating::{Outcome, Rated, SideCounts, rate};
use rulebook::Rulebook;
use std::borrow::Cow;
use std::collections::BTreeMap;
use store::{CheckResult, ListCatalog, PlayerList, input_digest};
use tables::{PlayerText, TextColumns};

/// A list, computed but not written.
pub(crate) struct Computed {
    pub(crate) period: Period,
    /// Names, titles and federations, in the order of the period's players.
    pub(crate) text: TextColumns,
    pub(crate) outcome: Outcome,
    pub(crate) side_counts: Vec<SideCounts>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) inputs: Vec<InputFile>,
    /// The files that hold the corrections: of these only rows are inputs.
    pub(crate) correction_files: Vec<InputFile>,
    pub(crate) settings: BTreeMap<String, String>,
    /// One hash over inputs and settings.
    pub(crate) digest: String,
    /// The hash of the previous list's manifest, where it has one.
    pub(crate) previous_manifest: Option<String>,
    pub(crate) corrections: CorrectionOutcomes,
    /// Corrections that lists before this one lack.
    pub(crate) pending: Vec<PendingCorrection>,
    pub(crate) summary: Summary,
    /// What the report says of the checks.
    pub(crate) checks: Vec<CheckResult>,
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
pub(crate) fn compute(job: &Job, by: RulesAndAmendments, watch: &dyn Watch, clock: &mut Stopwatch) -> Result<Computed> {
    let read = RunInputs::read(job, by, watch, clock)?;
    watch.stage("assembling the rating period");
    let month = Month::assemble(job, read)?;
    clock.lap("assembly");
    watch.stage("rating");
    let Rated { period, outcome } = rate(month.period);
    let side_counts = outcome.side_counts(&period);
    clock.lap("rating");
    let Month { text, findings, diagnostics, inputs, amendments, passed_over, previous_manifest, pending, .. } = month;

    let published = PlayerCounts::of(&period, &outcome);
    let subject = Subject {
        period: &period,
        text: &text,
        outcome: &outcome,
        side_counts: &side_counts,
        published: &published,
        unusable_online: passed_over.online.unusable,
        findings: &findings,
        trailing_year: &checks::trailing_year(&job.shelf),
    };
    let checks = checks::run(&job.checks, &subject);
    let failed = checks.iter().filter(|result| result.is_fatal()).cloned().collect();
    let parts = Parts {
        period: &period,
        text: &text,
        outcome: &outcome,
        side_counts: &side_counts,
        published: &published,
        diagnostics: &diagnostics,
        passed_over,
    };
    let summary = parts.summary(checks.clone());
    let settings = job.settings();
    let digest = input_digest(&inputs, &settings);
    Ok(Computed {
        period,
        text,
        outcome,
        side_counts,
        diagnostics,
        inputs,
        correction_files: amendments.amendments().corrections().inputs.clone(),
        settings,
        digest,
        previous_manifest,
        corrections: amendments.outcomes,
        pending,
        summary,
        checks,
        failed,
    })
}

/// What was read and is not of this list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassedOver {
    /// Tournaments of other controls.
    pub(crate) other_controls: u32,
    pub(crate) games_without_tournament: u64,
    pub(crate) online: OnlineCounts,
}

/// The previous list and what was handed in, read and amended.
struct RunInputs {
    rulebook: Cow<'static, Rulebook>,
    previous: PlayerList,
    memory: Memory,
    amendments: PlayerAmendments,
    handed_in: Submissions,
    pending: Vec<PendingCorrection>,
    rules_input: Option<InputFile>,
}

impl RunInputs {
    fn read(job: &Job, by: RulesAndAmendments, watch: &dyn Watch, clock: &mut Stopwatch) -> Result<Self> {
        watch.stage("reading the previous list");
        let RulesAndAmendments { rulebook, rules_input, amendments } = by;
        let publication = rulebook.edition_on(job.control(), job.list.day())?;
        let calculation = rulebook.edition_on(job.control(), job.previous.date.day())?;
        let (mut previous, mut memory) = read_previous(job, &calculation.development)?;
        let pending = corrections::pending(&amendments, job, &memory.rated);
        let amendments = amendments.amend_previous(&mut previous, &mut memory.pool)?;
        clock.lap("previous list");

        watch.stage("reading tournaments");
        let sources = job.sources(amendments.replacements());
        let options = ReadOptions {
            control: Some(job.control()),
            known: &previous.index,
            names: Some(previous.text.column(PlayerText::Name)),
            is_rated: &|id| memory.rated.list_of(id).is_some(),
            // Games that ended before the previous list are rated already, those from the list's date on belong to the next (D31).
            online: calculation.moves_after_every_game().then(|| OnlineWindow { from: job.previous.date.day(), until: job.list.day() }),
            later_lists_from: Some(job.list.day()),
            progress: &|done, all| watch.files(done, all),
        };
        let mut handed_in = ingest::read(&sources, &options)?;
        let amendments = amendments.amend_submissions(&mut handed_in, publication);
        clock.lap("tournaments");
        Ok(Self { rulebook, previous, memory, amendments, handed_in, pending, rules_input })
    }
}

/// A period that is ready to be rated, and what goes with it into the list folder.
struct Month {
    period: Period,
    text: TextColumns,
    findings: Findings,
    diagnostics: Vec<Diagnostic>,
    inputs: Vec<InputFile>,
    amendments: PlayerAmendments,
    passed_over: PassedOver,
    previous_manifest: Option<String>,
    pending: Vec<PendingCorrection>,
}

impl Month {
    fn assemble(job: &Job, read: RunInputs) -> Result<Self> {
        let RunInputs { rulebook, mut previous, memory, amendments, handed_in, pending, rules_input } = read;
        let Submissions {
            mut batch, already_rated, other_controls, games_without_tournament, online, doubtful, diagnostics, inputs, ..
        } = handed_in;
        let doubtful = checks::unsettled(doubtful, &amendments, &previous);
        let mut diagnostics: Vec<Diagnostic> =
            previous.diagnostics.iter().chain(&diagnostics).chain(amendments.diagnostics()).cloned().collect();
        let newcomers = std::mem::take(&mut batch.newcomers);
        let judgement = judge(PeriodInputs {
            rulebook: &rulebook,
            control: job.control(),
            list: job.list,
            previous: previous.date,
            known: &previous.index,
            pool: memory.pool,
            rated: memory.rated,
            lists: AvailableLists {
                own: dates(&job.shelf),
                longer: job.longer.iter().map(|(control, shelf)| (*control, dates(shelf))).collect::<BTreeMap<Control, _>>(),
            },
            batch,
            online: online.games,
            already_rated,
            strict: job.description.options.strict,
            without_orders: job.description.options.without_orders,
        })?;

        let merged = std::mem::take(&mut previous.merged);
        let k_rule = &rulebook.edition_on(job.control(), job.previous.date.day())?.development;
        let Everyone { mut players, mut text, newcomers, ratings, inputs: list_inputs } =
            everyone(job, previous, &newcomers, &judgement, k_rule)?;
        let AmendedPlayers { withheld, associations } = amendments.amend_players(&mut players, &mut text, &merged);
        let is_woman = |player: usize| text.get(PlayerText::Sex, player) == "F";
        let people = PlayersAndRatings { players, newcomers, ratings, withheld, merged, associations, is_woman: &is_woman };
        let Assembled { period, diagnostics: noticed, near_duplicates } = assemble(judgement, people);

        diagnostics.extend(noticed);
        let findings = Findings::gather(&period, doubtful, near_duplicates, &mut diagnostics);
        diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
        if job.description.options.strict {
            refuse_if_strict(&period, &diagnostics)?;
        }
        let of_amendments = amendments.amendments().roster_input().cloned().into_iter().chain(corrections::inputs(&amendments.outcomes));
        let mut inputs: Vec<InputFile> =
            memory.inputs.into_iter().chain(rules_input).chain(of_amendments).chain(inputs).chain(list_inputs).collect();
        inputs.sort();
        inputs.dedup();
        let online =
            OnlineCounts { earlier: online.earlier, later: online.later, other_controls: online.other_controls, unusable: online.unusable };
        let passed_over = PassedOver { other_controls, games_without_tournament, online };
        Ok(Self { period, text, findings, diagnostics, inputs, amendments, passed_over, previous_manifest: memory.manifest, pending })
    }
}

fn dates(shelf: &ListCatalog) -> Vec<ListDate> {
    shelf.sources().iter().map(|source| source.date).collect()
}

/// In strict mode a report that cannot be used, or lacks a fact, stops the month.
fn refuse_if_strict(period: &Period, diagnostics: &[Diagnostic]) -> Result<()> {
    use model::Reason;
    let is_bad =
        |reason: Option<Reason>| matches!(reason, Some(Reason::Unusable | Reason::NoDates | Reason::MissingFact | Reason::DuplicateId));
    let bad_files: Vec<&str> = period.tournaments.iter().filter(|t| is_bad(t.reason)).map(|t| &*t.facts.file).collect();
    let is_of_a_tournament = |code: &Code| period_assembly::CODES.contains(&code);
    let is_problem = |d: &&Diagnostic| d.is_error() && (bad_files.contains(&&*d.file) || !is_of_a_tournament(d.code));
    let problems: Vec<Diagnostic> = diagnostics.iter().filter(is_problem).cloned().collect();
    if problems.is_empty() { Ok(()) } else { Err(PipelineError::Strict { diagnostics: problems }) }
}
