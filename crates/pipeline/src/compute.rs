//! Computes a list from a job: reading, amending, assembly, rating, checks. It writes nothing.

use crate::all_players::{AllPlayers, IncompletePlayers, read_all_players};
use crate::checks::{self, CheckContext, Findings};
use crate::corrections::{self, OpenCorrections};
use crate::inputs_unchanged::ensure_inputs_unchanged;
use crate::job::Job;
use crate::list_inputs::ListInputs;
use crate::orders::ListOrders;
use crate::player_diagnostics::player_diagnostics;
use crate::previous::{PreviousRecords, read_previous, read_rated_games};
use crate::previous_refusals::RepeatedlyRefusedReports;
use crate::reported_ratings::{self, UnknownRated};
use crate::rules::RulesAndAmendments;
use crate::stopwatch::Stopwatch;
use crate::summary::{OnlineCounts, Summary, SummaryInputs};
use crate::titled_players::titled_on_longer_lists;
use crate::titles::{JudgedTitles, ListFacts, TitleInputs, TitleStage, read_facts_of_long_events};
use crate::{PipelineError, ProgressObserver, Result};
use amendments::{AmendedPlayers, CorrectionOutcomes, PlayerAmendments};
use ingest::{DoubtfulEntry, OnlineWindow, ReadOptions, Submissions};
use model::{Code, Control, Diagnostic, InputFile, ListDate, Reason};
use period_assembly::{
    Assembled, AvailableLists, Judged, NearDuplicate, Period, PeriodInputs, PlayersAndRatings, TournamentStatus, assemble, judge,
    refusal_diagnostics,
};
use publish::{PlayerCounts, TitledPlayer};
use rating::{Outcome, Rated, SideCounts, rate};
use rulebook::Rulebook;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use store::{CheckResult, ListCatalog, ManifestCounts, PlayerList};
use tables::{PlayerText, TextColumns};

/// A list, computed but not written.
pub(crate) struct Computed {
    pub(crate) period: Period,
    /// Names, titles and federations, in the order of the period's players.
    pub(crate) text: TextColumns,
    /// Players with a title on lists of longer controls, where the edition asks for them.
    pub(crate) titled_elsewhere: Vec<TitledPlayer>,
    /// Norms and proposals; `None` where no titles are judged.
    pub(crate) titles: Option<JudgedTitles>,
    pub(crate) outcome: Outcome,
    pub(crate) side_counts: Vec<SideCounts>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) made_from: ListInputs,
    /// The files that the corrections were read from. Only some of their rows are inputs.
    pub(crate) correction_files: Vec<InputFile>,
    /// One hash over inputs and settings.
    pub(crate) digest: String,
    /// The hash of the previous list's manifest, where it has one.
    pub(crate) previous_manifest: Option<String>,
    /// The counts of the previous list's manifest; empty if it has none.
    pub(crate) previous_counts: ManifestCounts,
    pub(crate) corrections: CorrectionOutcomes,
    /// Corrections that lists before this one lack, and those that could not be applied.
    pub(crate) open_corrections: OpenCorrections,
    pub(crate) summary: Summary,
    /// The results of all checks, as the report has them.
    pub(crate) checks: Vec<CheckResult>,
    /// Checks that forbid publication.
    pub(crate) failed: Vec<CheckResult>,
}

impl Computed {
    /// Fails if an input has changed since it was read.
    pub(crate) fn ensure_inputs_unchanged(&self) -> Result<()> {
        ensure_inputs_unchanged(&self.made_from.inputs)?;
        ensure_inputs_unchanged(&self.made_from.growing_files)?;
        ensure_inputs_unchanged(&self.correction_files)
    }
}

/// Computes a list: reads the inputs, assembles the period, rates it and runs the checks.
pub(crate) fn compute(job: &Job, rules: RulesAndAmendments, observer: &dyn ProgressObserver, clock: &mut Stopwatch) -> Result<Computed> {
    let settings = job.settings(&rules.orders);
    let read = RunInputs::read(job, rules, observer, clock)?;
    observer.on_stage("assembling the rating period");
    let assembled = AssembledPeriod::assemble(job, read)?;
    clock.lap("assembly");
    observer.on_stage("rating");
    let Rated { period, outcome, side_counts } = rate(assembled.period);
    clock.lap("rating");
    let AssembledPeriod { text, titled_elsewhere, titles, suspicions, asks_for_federation, mut diagnostics, .. } = assembled;
    let AssembledPeriod {
        mut inputs, mut growing_files, amendments, skipped, previous_manifest, previous_counts, open_corrections, ..
    } = assembled;
    if titles.is_some() {
        observer.on_stage("judging titles");
    }
    let Suspicions { doubtful, near_duplicates, unknown_rated } = suspicions;
    let judge_titles = || titles.map(|titles| titles.judge(job, &period, &outcome, &text, amendments.amendments().roster()));
    let check = || {
        let mut found = refusal_diagnostics(&period);
        found.extend(player_diagnostics(job, &period, &outcome));
        let findings = Findings::collect(&period, doubtful, near_duplicates, unknown_rated, &mut found);
        let published = PlayerCounts::of(&period, &outcome);
        let context = CheckContext {
            period: &period,
            text: &text,
            outcome: &outcome,
            side_counts: &side_counts,
            published: &published,
            unusable_online: skipped.online.unusable,
            findings: &findings,
            asks_for_federation,
            trailing_year: &checks::trailing_year(&job.catalog),
        };
        let mut checks = checks::run(&job.checks, &context);
        checks::accept(&mut checks, job.accepted.as_ref(), &job.accepted_before);
        (found, published, checks)
    };
    // No check asks about titles.
    let (titles, (found, published, checks)) = rayon::join(judge_titles, check);
    diagnostics.extend(found);
    drop_moot_diagnostics(&period, &mut diagnostics);
    if let Some(titles) = &titles {
        diagnostics.extend(titles.diagnostics.iter().cloned());
        inputs.extend(titles.inputs.iter().cloned().map(|input| job.in_recorded_form(input)));
        inputs.sort();
        inputs.dedup();
        growing_files.extend(titles.growing_files.iter().cloned());
        clock.lap("titles");
    }
    let repeatedly_refused = RepeatedlyRefusedReports::of(&period);
    diagnostics.retain(|diagnostic| !repeatedly_refused.contains(&diagnostic.file));
    diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));

    let failed = checks.iter().filter(|result| result.is_fatal()).cloned().collect();
    let summary_inputs = SummaryInputs {
        period: &period,
        text: &text,
        outcome: &outcome,
        side_counts: &side_counts,
        published: &published,
        diagnostics: &diagnostics,
        skipped,
        titles: titles.as_ref().map(|titles| titles.counts),
    };
    let summary = summary_inputs.summary(checks.clone());
    let made_from = ListInputs { inputs, growing_files, settings };
    let digest = made_from.digest();
    Ok(Computed {
        period,
        text,
        titled_elsewhere,
        titles,
        outcome,
        side_counts,
        diagnostics,
        made_from,
        correction_files: amendments.amendments().corrections().inputs.clone(),
        digest,
        previous_manifest,
        previous_counts,
        corrections: amendments.outcomes,
        open_corrections,
        summary,
        checks,
        failed,
    })
}

/// Counts of what was read and does not belong to this list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SkippedCounts {
    /// Tournaments of other controls.
    pub(crate) other_controls: u32,
    pub(crate) games_without_tournament: u64,
    pub(crate) online: OnlineCounts,
}

/// The previous list and the submissions, read and amended.
struct RunInputs {
    rulebook: Cow<'static, Rulebook>,
    previous: PlayerList,
    incomplete: IncompletePlayers,
    records: PreviousRecords,
    amendments: PlayerAmendments,
    submissions: Submissions,
    open_corrections: OpenCorrections,
    rules_input: Option<InputFile>,
    orders: ListOrders,
    titles: Option<TitleInputs>,
    /// What the previous list says of its players, where titles are judged.
    previous_facts: Option<ListFacts>,
}

impl RunInputs {
    fn read(job: &Job, rules: RulesAndAmendments, observer: &dyn ProgressObserver, clock: &mut Stopwatch) -> Result<Self> {
        observer.on_stage("reading the previous list");
        let RulesAndAmendments { rulebook, rules_input, orders, amendments } = rules;
        let publication = rulebook.edition_on(job.control(), job.list.day())?;
        let calculation = rulebook.edition_on(job.control(), job.previous.date.day())?;
        let (mut previous, mut records) = read_previous(job, &rulebook)?;
        let titles = TitleInputs::read(job)?;
        let amendments = amendments.amend_previous(&mut previous, &mut records.pool);
        let previous_facts = titles.is_some().then(|| ListFacts::of(&previous));
        let is_game_by_game = calculation.moves_after_every_game();
        let rated_games = if is_game_by_game { read_rated_games(job, &mut records.inputs)? } else { None };
        clock.lap("previous list");

        observer.on_stage("reading tournaments");
        let sources = job.sources(amendments.replacements());
        let incomplete = IncompletePlayers::of(&previous);
        let named_by_direct = titles.as_ref().map(|titles| titles.tournaments_of_direct_results(job.list)).unwrap_or_default();
        let options = ReadOptions {
            for_titles: titles.is_some(),
            also_read: Some(&|id| named_by_direct.contains(id)),
            control: Some(job.control()),
            takes_unknown_control: job.description.options.takes_unknown_control,
            known: &previous.index,
            names: Some(previous.text.column(PlayerText::Name)),
            federations: Some(previous.text.column(PlayerText::Federation)),
            listed: Some(&previous.rows),
            without_federation: Some(&incomplete.without_federation),
            without_name: Some(&incomplete.without_name),
            is_rated: &|id| records.rated.list_of(id).is_some(),
            rated_size: &|id| records.rated.report_size_since(id, job.first_compared_list()),
            compares_dated_games: records.rated.has_dated_fingerprints(),
            // Games that ended before the previous list are rated already, those from the list's date on belong to the next (D31).
            online: is_game_by_game.then(|| OnlineWindow { from: job.previous.date.day(), until: job.list.day() }),
            rated_games: rated_games.as_ref(),
            list: Some(job.list.day()),
            memory: job.source_memory.as_deref(),
            progress: &|done, all| observer.on_files(done, all),
        };
        let mut submissions = ingest::read(&sources, &options)?;
        let amendments = amendments.amend_submissions(&mut submissions, publication);
        let open_corrections = OpenCorrections::find(amendments.amendments(), &amendments.outcomes, job, &records.rated)?;
        clock.lap("tournaments");
        Ok(Self {
            rulebook,
            previous,
            incomplete,
            records,
            amendments,
            submissions,
            open_corrections,
            rules_input,
            orders,
            titles,
            previous_facts,
        })
    }
}

/// A period that is ready to be rated, and what goes with it into the list folder.
struct AssembledPeriod {
    period: Period,
    text: TextColumns,
    titled_elsewhere: Vec<TitledPlayer>,
    titles: Option<TitleStage>,
    suspicions: Suspicions,
    asks_for_federation: bool,
    /// Those of reading and assembly, without refusals.
    diagnostics: Vec<Diagnostic>,
    inputs: Vec<InputFile>,
    /// The whole files of those inputs that are rows of a table.
    growing_files: Vec<InputFile>,
    amendments: PlayerAmendments,
    skipped: SkippedCounts,
    previous_manifest: Option<String>,
    open_corrections: OpenCorrections,
    previous_counts: ManifestCounts,
}

/// What looks suspicious in the submissions, rated or not.
struct Suspicions {
    doubtful: Vec<DoubtfulEntry>,
    near_duplicates: Vec<NearDuplicate>,
    unknown_rated: Vec<UnknownRated>,
}

impl AssembledPeriod {
    fn assemble(job: &Job, read: RunInputs) -> Result<Self> {
        let RunInputs { rulebook, previous, incomplete, records, amendments, submissions, open_corrections, rules_input, orders, .. } =
            read;
        let (titles, previous_facts) = (read.titles, read.previous_facts);
        let Submissions {
            mut batch,
            already_rated,
            other_controls,
            games_without_tournament,
            online,
            doubtful,
            reported_ratings,
            diagnostics,
            inputs,
            registry,
            earlier_parts,
            ..
        } = submissions;
        let doubtful = checks::unresolved_entries(doubtful, &amendments, &previous);
        let mut diagnostics: Vec<Diagnostic> =
            previous.diagnostics.iter().chain(&diagnostics).chain(amendments.diagnostics()).cloned().collect();
        if job.description.options.hide_birth_year_under.is_some() {
            // Lines of reports and tables have dates of birth.
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.source = None);
        }
        let newcomers = std::mem::take(&mut batch.newcomers);
        let judgement = judge(PeriodInputs {
            rulebook: &rulebook,
            control: job.control(),
            list: job.list,
            previous: previous.date,
            known: &previous.index,
            pool: records.pool,
            rated: records.rated,
            lists: AvailableLists {
                own: dates(&job.catalog),
                longer: job.longer.iter().map(|(control, catalog)| (*control, dates(catalog))).collect::<BTreeMap<Control, _>>(),
            },
            batch,
            online: online.games,
            already_rated,
            previous_refusals: records.refusals.of_unchanged_reports(&inputs),
            strict: job.description.options.strict,
            orders: orders.applied,
            order_list: orders.longer_list,
        })?;

        let (merged, gave_rating) = (previous.merged.clone(), previous.gave_rating.clone());
        let asks_for_federation = previous.asks_for_federation;
        let AllPlayers { mut players, mut text, newcomers, unknown, ratings, mut facts, inputs: mut list_inputs } =
            read_all_players(job, previous, &incomplete, &newcomers, &judgement, titles.is_some())?;
        let amended = amendments.amend_players(&mut players, &mut text, &merged, asks_for_federation);
        let publication = rulebook.edition_on(job.control(), job.list.day())?;
        let titled_elsewhere = titled_on_longer_lists(job, publication, &amended, &mut list_inputs)?;
        let AmendedPlayers { withheld, associations, diagnostics: amended_diagnostics, excluded_federations, .. } = amended;
        let is_woman = |player: usize| text.get(PlayerText::Sex, player) == "F";
        let players_and_ratings =
            PlayersAndRatings { players, newcomers, ratings, withheld, merged, gave_rating, associations, is_woman: &is_woman };
        let Assembled { period, diagnostics: assembly_diagnostics, near_duplicates, games } = assemble(judgement, players_and_ratings);
        let titles = match titles.zip(previous_facts) {
            Some((inputs, previous_facts)) => {
                facts.insert(period.previous, previous_facts);
                list_inputs.extend(read_facts_of_long_events(job, &period, &earlier_parts, &mut facts)?);
                Some(TitleStage { inputs, games, earlier_parts, facts, excluded_federations })
            }
            None => None,
        };

        diagnostics.extend(assembly_diagnostics.into_iter().chain(amended_diagnostics));
        let unknown_rated = reported_ratings::compare(&period, &reported_ratings, &unknown, &mut diagnostics);
        if job.description.options.strict {
            refuse_if_strict(&period, &diagnostics)?;
        }
        let registry_input = registry.as_ref().map(|rows| {
            let names = period.tournaments.iter().flat_map(|judged| [&*judged.facts.id, &*judged.facts.file]);
            let judged: HashSet<&str> = names.collect();
            rows.input(|id, file| judged.contains(id) || judged.contains(file))
        });
        let roster_input = amendments.amendments().roster_input();
        let growing_inputs = registry_input.into_iter().chain(roster_input).map(|input| job.in_recorded_form(input));
        let roster_file = amendments.amendments().roster().map(|roster| roster.input.clone());
        let growing_files = registry.map(|rows| rows.file).into_iter().chain(roster_file).collect();
        let amendment_inputs = growing_inputs.chain(corrections::inputs(&amendments.outcomes));
        let mut inputs: Vec<InputFile> = records
            .inputs
            .into_iter()
            .chain(rules_input)
            .chain(orders.input)
            .chain(amendment_inputs)
            .chain(inputs)
            .chain(list_inputs)
            .collect();
        inputs.sort();
        inputs.dedup();
        let online =
            OnlineCounts { earlier: online.earlier, later: online.later, other_controls: online.other_controls, unusable: online.unusable };
        // What was submitted later is not counted where a list is made again.
        let other_controls = job.recorded.as_ref().map_or(other_controls, |recorded| recorded.other_controls);
        let skipped = SkippedCounts { other_controls, games_without_tournament, online };
        let suspicions = Suspicions { doubtful, near_duplicates, unknown_rated };
        let (previous_manifest, previous_counts) = (records.manifest_sha256, records.counts);
        Ok(Self {
            period,
            text,
            titled_elsewhere,
            titles,
            suspicions,
            asks_for_federation,
            diagnostics,
            inputs,
            growing_files,
            amendments,
            skipped,
            previous_manifest,
            open_corrections,
            previous_counts,
        })
    }
}

fn dates(catalog: &ListCatalog) -> Vec<ListDate> {
    catalog.sources().iter().map(|source| source.date).collect()
}

/// Drops the diagnostics about the control of tournaments that are late: they are never rated, whatever their control is.
fn drop_moot_diagnostics(period: &Period, diagnostics: &mut Vec<Diagnostic>) {
    let is_late = |judged: &&Judged| judged.status == TournamentStatus::Late && judged.facts.unusable.is_some();
    let late: HashSet<&str> = period.tournaments.iter().filter(is_late).map(|judged| &*judged.facts.file).collect();
    if !late.is_empty() {
        diagnostics.retain(|diagnostic| diagnostic.code.refusal != Reason::ControlUnknown || !late.contains(&*diagnostic.file));
    }
}

/// In strict mode a report that cannot be used, or lacks a fact, stops the month.
fn refuse_if_strict(period: &Period, diagnostics: &[Diagnostic]) -> Result<()> {
    let is_input_problem = |reason: Option<Reason>| {
        use Reason::{Contradictory, ControlUnclear, ControlUnknown, DuplicateId, MissingFact, NoDates, Unusable};
        matches!(reason, Some(Unusable | Contradictory | ControlUnclear | ControlUnknown | NoDates | MissingFact | DuplicateId))
    };
    let problem_files: Vec<&str> = period.tournaments.iter().filter(|t| is_input_problem(t.reason)).map(|t| &*t.facts.file).collect();
    let is_assembly_code = |code: &Code| period_assembly::CODES.contains(&code);
    let is_problem = |d: &&Diagnostic| {
        let is_of_problem_file = problem_files.contains(&&*d.file);
        // That the control is not known is a warning for whoever takes the tournament.
        d.is_error() && (is_of_problem_file || !is_assembly_code(d.code)) || is_of_problem_file && d.code.refusal == Reason::ControlUnknown
    };
    let refusals = refusal_diagnostics(period);
    let mut problems: Vec<Diagnostic> = diagnostics.iter().chain(&refusals).filter(is_problem).cloned().collect();
    problems.sort_by(|a, b| a.order().cmp(&b.order()));
    if problems.is_empty() { Ok(()) } else { Err(PipelineError::Strict { diagnostics: problems }) }
}
