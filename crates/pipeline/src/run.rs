//! Making one list, from top to bottom.

use crate::checks::{self, Level};
use crate::job::Job;
use crate::roster;
use crate::run_json::Stopwatch;
use crate::summary::{Parts, Summary};
use crate::{PipelineError, Watch};
use ingest::{HandedIn, Question};
use model::{Diagnostic, InputFile};
use period_assembly::{Assembled, Materials, assemble};
use publish::{Publication, Published};
use rating::rate;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{
    EditionsUsed, FolderLock, FolderName, Manifest, Pool, RatedTournaments, StagedFolder, StoreError, Version, file, input_digest,
    read_pool, read_rated_tournaments,
};

pub type Result<T> = std::result::Result<T, PipelineError>;

/// The readings that the stages follow; `crates/rulebook/DECISIONS.md` has their texts.
const DECISIONS: [&str; 29] = [
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15", "D16", "D17", "D18", "D19", "D23",
    "D24", "D25", "D26", "D27", "D28", "D30", "R15", "R16", "R17",
];

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Report {
    pub verdict: Verdict,
    pub folder: PathBuf,
    pub summary: Summary,
    pub diagnostics: Vec<Diagnostic>,
    /// Of a plan: what a run would say about the folder that is there already.
    pub there: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Published,
    /// The list is there and its inputs are the same.
    NothingToDo,
    /// Nothing was written: it was only asked what a run would do.
    Planned,
}

/// Makes one list and publishes it.
pub fn run(job: &Job, watch: &dyn Watch) -> Result<Report> {
    let _lock = FolderLock::take(parent_of(&job.place))?;
    make(job, watch, true)
}

/// What a run would do; writes nothing and takes no lock.
pub fn plan(job: &Job, watch: &dyn Watch) -> Result<Report> {
    make(job, watch, false)
}

fn make(job: &Job, watch: &dyn Watch, publishing: bool) -> Result<Report> {
    let mut clock = Stopwatch::start();

    watch.stage("reading the previous list");
    let (rulebook, rules_input) = job.rules.open(job.control)?;
    // Asked first: without an edition nothing else matters.
    rulebook.on(job.control, job.list.day())?;
    let calculation = rulebook.on(job.control, job.previous.date.day())?;
    let (previous, memory) = read_previous(job, &calculation.development)?;
    clock.lap("previous list");

    watch.stage("reading tournaments");
    let question = Question {
        control: job.control,
        known: &previous.index,
        is_rated: &|id| memory.rated.list_of(id).is_some(),
        progress: &|done, all| watch.files(done, all),
    };
    let HandedIn { batch, already_rated, other_controls, games_without_tournament, diagnostics, inputs: read_inputs } =
        ingest::read(&job.sources, &question)?;
    clock.lap("tournaments");

    watch.stage("assembling the rating period");
    let mut all_diagnostics = previous.diagnostics.clone();
    all_diagnostics.extend(diagnostics);
    let Assembled { mut period, diagnostics, inputs: list_inputs } = assemble(Materials {
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
        already_rated,
        strict: job.options.strict,
        without_orders: job.options.without_orders,
    })?;
    all_diagnostics.extend(diagnostics);
    let roster = job.roster.as_deref().map(ingest::read_roster).transpose()?;
    all_diagnostics.extend(roster.iter().flat_map(|roster| roster.diagnostics.iter().cloned()));
    all_diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    if job.options.strict {
        refuse_if_strict(&period, &all_diagnostics)?;
    }
    let unlisted = roster::apply(&mut period, roster.as_ref(), &job.excluded_federations)?;
    let mut inputs: Vec<InputFile> = memory
        .inputs
        .into_iter()
        .chain(rules_input)
        .chain(roster.map(|roster| roster.input))
        .chain(read_inputs)
        .chain(list_inputs)
        .collect();
    inputs.sort();
    inputs.dedup();
    let settings = job.settings();
    let digest = input_digest(&inputs, &settings);
    clock.lap("assembly");

    watch.stage("rating");
    let outcome = rate(&mut period);
    let tallies =
        outcome.reconcile(&period).map_err(|error| PipelineError::Refused { failed: vec![totals_failed(&error)], summary: None })?;
    clock.lap("rating");

    let published = Published::of(&period, &outcome, &unlisted);
    let parts = Parts {
        period: &period,
        outcome: &outcome,
        tallies: &tallies,
        published: &published,
        diagnostics: &all_diagnostics,
        other_controls,
        games_without_tournament,
        unlisted: &unlisted,
    };
    let results = checks::run(&job.checks, &period, &outcome, &published, &job.shelf);
    let failed: Vec<_> = results.iter().filter(|r| !r.passed && r.level == Level::Fail).cloned().collect();
    let summary = parts.summary(results);
    let report = |verdict, there| Report {
        verdict,
        folder: job.place.clone(),
        summary: summary.clone(),
        diagnostics: all_diagnostics.clone(),
        there,
    };
    let there = compare_with_published(&job.place, job.draft, &digest, &inputs, &settings);
    if !publishing {
        let there = match there {
            Ok(None) => None,
            Ok(Some(_)) => Some("it is there already, and its inputs are the same: run would do nothing".to_owned()),
            Err(error) => Some(format!("run would refuse: {error}")),
        };
        return Ok(report(Verdict::Planned, there));
    }
    if let Some(verdict) = there? {
        return Ok(report(verdict, None));
    }
    if !failed.is_empty() {
        return Err(PipelineError::Refused { failed, summary: Some(Box::new(summary)) });
    }

    watch.stage("writing");
    let editions = EditionsUsed {
        publication: summary.publication_edition.clone(),
        calculation: summary.calculation_edition.clone(),
        tournaments: summary.tournament_editions.clone(),
    };
    let staged = StagedFolder::start(&job.place)?;
    let metadata = [
        ("control", job.control.to_string()),
        ("list", job.list.to_string()),
        ("publication_edition", editions.publication.clone()),
        ("calculation_edition", editions.calculation.clone()),
        ("tournament_editions", editions.tournaments.join(" ")),
        ("inputs_sha256", digest.clone()),
    ];
    let publication = Publication {
        period: &period,
        outcome: &outcome,
        tallies: &tallies,
        diagnostics: &all_diagnostics,
        unlisted: &unlisted,
        formats: job.options.formats,
        audit: job.options.audit,
        hide_birth_year_under: job.options.hide_birth_year_under,
        metadata: metadata.into_iter().map(|(key, value)| (format!("ratinglist.{key}"), value)).collect(),
    };
    let outputs = publish::write(&staged, &publication)?;
    let manifest = Manifest {
        control: job.control,
        list: job.list,
        previous: Some(job.previous.date),
        editions,
        orders: summary.orders.clone(),
        decisions: DECISIONS.iter().map(|&d| d.to_owned()).collect(),
        settings,
        inputs_sha256: digest,
        inputs,
        outputs,
        counts: summary.counts.clone(),
    };
    staged.write(file::MANIFEST, |out| out.write_all(manifest.to_json().as_bytes()))?;
    clock.lap("writing");
    let record = clock.to_json(&roots(job));
    staged.write(file::RUN, |out| out.write_all(record.as_bytes()))?;
    staged.publish(job.draft)?;
    remove_draft(job)?;
    Ok(report(Verdict::Published, None))
}

/// A draft has served its purpose once the list itself is published.
fn remove_draft(job: &Job) -> Result<()> {
    let draft = parent_of(&job.place).join(FolderName { date: job.list, version: Version::Draft }.to_string());
    if job.draft || !draft.exists() {
        return Ok(());
    }
    std::fs::remove_dir_all(&draft).map_err(|source| StoreError::Io { path: draft, source }.into())
}

/// What the previous list remembers beside the list itself.
struct Memory {
    pool: Pool,
    rated: RatedTournaments,
    inputs: Vec<InputFile>,
}

fn read_previous(job: &Job, k_rule: &rulebook::Development) -> Result<(store::PlayerList, Memory)> {
    const ROLE: &str = "previous";
    let source = &job.previous;
    let (list, input) = source.read(ROLE, k_rule)?;
    let mut inputs = vec![input];
    let mut pool = Pool::default();
    if let Some((bytes, input)) = source.companion(file::POOL, ROLE)? {
        pool = read_pool(&bytes, Path::new(&input.path))?;
        inputs.push(input);
    }
    let manifest = source.companion(file::MANIFEST, ROLE)?;
    let mut rated = RatedTournaments::default();
    let mut take = |source: &store::ListSource, role: &str| -> Result<()> {
        let Some((bytes, input)) = source.companion(file::RATED_TOURNAMENTS, role)? else { return Ok(()) };
        rated.absorb(&read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?);
        inputs.push(input);
        Ok(())
    };
    take(source, ROLE)?;
    for archived in job.archived.iter().filter(|archived| archived.folder != source.folder) {
        take(archived, "archive")?;
    }
    if let Some((bytes, input)) = manifest {
        check_against_manifest(&bytes, job, &inputs)?;
        inputs.push(input);
    }
    Ok((list, Memory { pool, rated, inputs }))
}

/// A previous list of our own must be of this control, and what was read of it must be what was published: building on a damaged or
/// altered list would carry the damage on for ever.
fn check_against_manifest(bytes: &[u8], job: &Job, inputs: &[InputFile]) -> Result<()> {
    let folder = || job.previous.folder.clone().unwrap_or_default();
    let manifest = std::str::from_utf8(bytes).ok().and_then(|text| Manifest::from_json(text).ok());
    let Some(manifest) = manifest else { return Err(PipelineError::Altered { file: folder().join(file::MANIFEST) }) };
    if manifest.control != job.control {
        let (found, wanted) = (manifest.control, job.control);
        return Err(PipelineError::Settings(format!("{}: a {found} list; a {wanted} list is to be made", folder().display())));
    }
    let names_another = |input: &&InputFile| {
        let name = input.path.rsplit('/').next().unwrap_or("");
        input.role == "previous" && manifest.outputs.iter().any(|output| output.path == name && output.sha256 != input.sha256)
    };
    match inputs.iter().find(names_another) {
        Some(input) => Err(PipelineError::Altered { file: folder().join(input.path.rsplit('/').next().unwrap_or("")) }),
        None => Ok(()),
    }
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

fn totals_failed(error: &rating::Unreconciled) -> checks::CheckResult {
    checks::CheckResult {
        name: "games read are counted or left out",
        level: Level::Fail,
        passed: false,
        value: error.to_string(),
        limit: "no difference".to_owned(),
    }
}

/// Whether the list is there already: the same inputs mean there is nothing to do, others are an error. A draft is replaced.
pub(crate) fn compare_with_published(
    place: &Path,
    is_draft: bool,
    digest: &str,
    inputs: &[InputFile],
    settings: &BTreeMap<String, String>,
) -> Result<Option<Verdict>> {
    match std::fs::read_dir(place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(StoreError::Io { path: place.to_owned(), source }.into()),
        // An empty folder is a place, not a list.
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(None);
            }
        }
    }
    let path = place.join(file::MANIFEST);
    let manifest = match std::fs::read_to_string(&path) {
        Ok(text) => Manifest::from_json(&text).ok(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(StoreError::Io { path, source }.into()),
    };
    match manifest {
        Some(manifest) if manifest.inputs_sha256 == digest => Ok(Some(Verdict::NothingToDo)),
        _ if is_draft => Ok(None),
        Some(manifest) => {
            Err(PipelineError::OtherInputs { folder: place.to_owned(), differs: first_difference(&manifest, inputs, settings) })
        }
        None => Err(PipelineError::NotOurs { folder: place.to_owned() }),
    }
}

/// What changed, in words; the first thing is enough to start looking.
fn first_difference(manifest: &Manifest, inputs: &[InputFile], settings: &BTreeMap<String, String>) -> String {
    if let Some((key, value)) = settings.iter().find(|(key, value)| manifest.settings.get(*key) != Some(value)) {
        let then = manifest.settings.get(key).map_or("not set", String::as_str);
        return format!("the setting '{key}' was '{then}' and is '{value}'");
    }
    if let Some((key, then)) = manifest.settings.iter().find(|(key, _)| !settings.contains_key(*key)) {
        return format!("the setting '{key}' was '{then}' and is not set");
    }
    let named = |input: &InputFile| (input.role.clone(), input.path.clone());
    let then: BTreeMap<_, _> = manifest.inputs.iter().map(|i| (named(i), &i.sha256)).collect();
    let now: BTreeMap<_, _> = inputs.iter().map(|i| (named(i), &i.sha256)).collect();
    for (name, hash) in &now {
        match then.get(name) {
            None => return format!("the input {} ({}) is new", name.1, name.0),
            Some(old) if old != hash => return format!("the input {} ({}) has changed", name.1, name.0),
            Some(_) => {}
        }
    }
    then.keys()
        .find(|name| !now.contains_key(*name))
        .map_or_else(|| "inputs differ".to_owned(), |name| format!("the input {} ({}) is gone", name.1, name.0))
}

/// Where the inputs lay, for `run.json`.
fn roots(job: &Job) -> BTreeMap<String, String> {
    let mut roots = BTreeMap::new();
    roots.insert("previous".to_owned(), job.previous.folder.as_ref().unwrap_or(&job.previous.file).display().to_string());
    roots.insert("tournaments".to_owned(), job.sources.tournaments.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(" "));
    if let Some(registry) = &job.sources.registry {
        roots.insert("registry".to_owned(), registry.display().to_string());
    }
    roots
}

pub(crate) fn parent_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
