//! Lists of the past again: each from the one just made, proved by hashes where nothing changed, as revisions where something did.

mod cause;

use crate::compute::{Computed, compute};
use crate::job::Job;
use crate::pipeline_file::next_list;
use crate::radius::{BlastRadius, Cause, ListRadius};
use crate::rules::{RulesAndAmendments, open_rules};
use crate::run::write_record;
use crate::run_json::Stopwatch;
use crate::unchanged::{Existing, Hashes, first_change};
use crate::{PipelineError, PipelineFile, Result, Watch, publication, refusal};
use amendments::Corrections;
use model::{Date, Diagnostic, InputRole, ListDate, RatedTournaments};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{
    FolderLock, FolderName, JobDescription, JobOptions, ListCatalog, ListFolder, ListSource, Manifest, Revision, StagedFolder, Version,
    VersionChoice, all_versions, file, have_same_rows, list_folders, read_rated_tournaments, record_revision, sha256_hex,
};

/// From which list to which; without a beginning from the first list that something changed, without an end to the newest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    pub from: Option<ListDate>,
    pub to: Option<ListDate>,
}

/// What became of the lists of a range.
#[derive(Debug, Serialize)]
pub struct Regenerated {
    pub lists: Vec<RegeneratedList>,
    /// Lists after the range that rest on one that has been revised since.
    pub stale: Vec<ListDate>,
    /// What is to be said of corrections that were not applied.
    #[serde(serialize_with = "as_lines")]
    pub not_applied: Vec<Diagnostic>,
    /// Corrections in force that no list knows of: those before the range that lack one, and tournaments that no list has rated.
    pub without_effect: Vec<WithoutEffect>,
    pub radius: BlastRadius,
}

/// A correction that changes no list.
#[derive(Debug, Serialize)]
pub struct WithoutEffect {
    pub correction: String,
    pub tournament_id: String,
    /// The list that rated the tournament without it.
    pub rated_on: Option<ListDate>,
}

#[derive(Debug, Serialize)]
pub struct RegeneratedList {
    pub list: ListDate,
    pub folder: PathBuf,
    #[serde(flatten)]
    pub fate: Fate,
}

fn as_lines<S: serde::Serializer>(diagnostics: &[Diagnostic], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(ToString::to_string))
}

/// What became of one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum Fate {
    /// Nothing that it was made from has changed: shown by hashes, without computing it.
    Proved,
    /// Something has changed, and the list is the same all the same.
    Same { change: String },
    /// It was not made here but imported or put there: it is taken as it is.
    Given,
    /// It was not there.
    Made,
    /// A revision; what was published stays.
    Revised { revision: u32, cause: String },
}

/// Makes every list of a range again and publishes revisions where they differ.
pub fn regenerate(pipeline: &PipelineFile, range: Range, watch: &dyn Watch) -> Result<Regenerated> {
    let _lock = FolderLock::take(pipeline.lists())?;
    Regeneration::new(pipeline, pipeline.lists(), true)?.through(range, watch)
}

/// What that would change. Writes nothing but into a temporary folder that is gone afterwards.
pub fn plan_regeneration(pipeline: &PipelineFile, range: Range, watch: &dyn Watch) -> Result<Regenerated> {
    let scratch = tempfile::tempdir().map_err(|source| store::StoreError::Io { path: std::env::temp_dir(), source })?;
    Regeneration::new(pipeline, scratch.path(), false)?.through(range, watch)
}

struct Regeneration<'a> {
    pipeline: &'a PipelineFile,
    /// Where revisions are written.
    place: &'a Path,
    is_recorded: bool,
    /// Lists made on the way; the next ones build on them.
    made: BTreeMap<ListDate, ListSource>,
    corrections: Corrections,
    /// The tournaments rated so far, with the list that did it.
    rated: RatedTournaments,
    hashes: Hashes,
    not_applied: Vec<Diagnostic>,
    radius: BlastRadius,
}

impl<'a> Regeneration<'a> {
    fn new(pipeline: &'a PipelineFile, place: &'a Path, is_recorded: bool) -> Result<Self> {
        let corrections =
            pipeline.description.inputs.corrections.path.as_deref().map(amendments::read_corrections).transpose()?.unwrap_or_default();
        let mut rated = RatedTournaments::default();
        let newest = list_folders(pipeline.lists(), VersionChoice::Newest)?.pop();
        if let Some(source) = newest.and_then(|folder| ListSource::open(&folder.path, None).ok())
            && let Some((bytes, input)) = source.companion(file::RATED_TOURNAMENTS, InputRole::Previous)?
        {
            rated = read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?;
        }
        Ok(Self {
            pipeline,
            place,
            is_recorded,
            made: BTreeMap::new(),
            corrections,
            rated,
            hashes: Hashes::default(),
            not_applied: Vec::new(),
            radius: BlastRadius::default(),
        })
    }

    fn through(mut self, range: Range, watch: &dyn Watch) -> Result<Regenerated> {
        let dates = self.dates(range)?;
        let mut lists = Vec::new();
        for (done, &list) in dates.iter().enumerate() {
            watch.lists(done, dates.len(), list);
            lists.push(self.one(list, watch)?);
            if self.is_recorded {
                refusal::clear(&self.place.join(list.to_string()))?;
            }
        }
        watch.lists(dates.len(), dates.len(), dates.last().copied().unwrap_or_else(|| ListDate::of_month(Date::default())));
        let stale = self.stale(dates.last().copied())?;
        let without_effect = self.without_effect()?;
        Ok(Regenerated { lists, stale, not_applied: self.not_applied, without_effect, radius: self.radius })
    }

    /// A correction that somebody ordered and no list knows must not go by in silence.
    fn without_effect(&self) -> Result<Vec<WithoutEffect>> {
        let folders = list_folders(self.pipeline.lists(), self.pipeline.description.reading())?;
        let made = self.made.values().filter_map(|source| source.folder.clone());
        let manifests = folders.into_iter().map(|folder| folder.path).chain(made).filter_map(|folder| Existing::read(&folder).ok());
        let known: BTreeSet<String> = manifests
            .flat_map(|existing| existing.manifest.inputs)
            .filter(|input| input.role.is_correction())
            .map(|input| input.path)
            .collect();
        let in_force = self.corrections.in_force(self.as_known()).into_iter().filter(|correction| !known.contains(&correction.id));
        let without_effect = in_force.filter_map(|correction| {
            let tournament_id = correction.kind.tournament_id()?;
            let rated_on = self.rated.list_of(tournament_id).and_then(ListDate::new);
            Some(WithoutEffect { correction: correction.id.clone(), tournament_id: tournament_id.to_string(), rated_on })
        });
        Ok(without_effect.collect())
    }

    /// The list dates of a range, by the calendars of the editions in force.
    fn dates(&self, range: Range) -> Result<Vec<ListDate>> {
        let folders = list_folders(self.pipeline.lists(), VersionChoice::Newest)?;
        let there: Vec<ListDate> = folders.iter().map(|folder| folder.name.date).collect();
        let no_previous = |list| PipelineError::NoPrevious { list, folder: self.pipeline.lists().to_owned() };
        let (Some(&first), Some(&newest)) = (there.first(), there.last()) else { return Err(no_previous(None)) };
        let to = range.to.unwrap_or(newest);
        let (rulebook, _) = open_rules(&self.pipeline.description)?;
        let before = match range.from {
            Some(from) if from <= first => return Err(no_previous(Some(from))),
            Some(from) if to < from => {
                return Err(PipelineError::Settings(format!("--from {} is after --to {}", from.month(), to.month())));
            }
            Some(from) => there.iter().copied().rfind(|date| *date < from).unwrap_or(first),
            None => first,
        };
        let mut dates = Vec::new();
        let mut last = before;
        // Lists that are there are taken as they are; beyond the newest the calendar says which come.
        loop {
            let next = match there.iter().find(|date| **date > last) {
                Some(&next) => next,
                None => next_list(&rulebook, self.pipeline.description.control, last)?,
            };
            if next > to {
                return Ok(dates);
            }
            dates.push(next);
            last = next;
        }
    }

    fn one(&mut self, list: ListDate, watch: &dyn Watch) -> Result<RegeneratedList> {
        let version = self.version_read(list)?;
        if let Some((folder, _)) = version.as_ref().filter(|(folder, _)| !is_ours(folder)) {
            return Ok(RegeneratedList { list, folder: folder.clone(), fate: Fate::Given });
        }
        let existing = version.as_ref().map(|(folder, _)| Existing::read(folder)).transpose()?;
        let mut job = Job::from_pipeline(self.pipeline, list, false)?;
        // Rules, federations and what is hidden come from the pipeline file: a change there is meant.
        if let Some(existing) = &existing {
            let hide_birth_year_under = job.description.options.hide_birth_year_under;
            job.description.options = JobOptions { hide_birth_year_under, ..JobDescription::from_manifest(&existing.manifest).options };
        }
        self.build_on_made(&mut job);
        let Some((existing, (folder, number))) = existing.zip(version) else {
            return self.make(&job, watch);
        };
        let by = RulesAndAmendments::read(&job)?;
        let change = match existing.first_altered_output(&mut self.hashes)? {
            Some(altered) => Some(altered),
            None => first_change(&job, &existing, &by, &mut self.hashes)?,
        };
        let Some(change) = change else {
            return Ok(RegeneratedList { list, folder, fate: Fate::Proved });
        };
        let mut clock = Stopwatch::start();
        let computed = compute(&job, by, watch, &mut clock)?;
        self.note_not_applied(&computed);
        if computed.digest == existing.manifest.inputs_sha256 && existing.first_altered_output(&mut self.hashes)?.is_none() {
            return Ok(RegeneratedList { list, folder, fate: Fate::Same { change } });
        }
        if !computed.failed.is_empty() {
            return Err(self.refuse(&job, computed, clock, watch)?);
        }
        let revision = number + 1;
        job.place = self.place.join(FolderName { date: list, version: Version::Published(revision) }.to_string());
        watch.stage("writing");
        let staged = StagedFolder::start(&job.place)?;
        let manifest = publication::write(&job, &computed, &staged)?;
        let is_chained = manifest.previous_manifest == existing.manifest.previous_manifest;
        if is_chained && same_numbers(&existing, &manifest, staged.path())? {
            return Ok(RegeneratedList { list, folder, fate: Fate::Same { change } });
        }
        self.refuse_older_knowledge(list, &folder, number)?;
        clock.lap("writing");
        write_record(&job, &manifest, &computed.checks, &clock, &staged)?;
        computed.check_inputs()?;
        let cause = self.cause(list, &existing, &manifest, change);
        // First, so that no revision is ever without its cause: a row whose folder did not come about is replaced by the next attempt.
        self.record(&existing, &computed, &manifest, list, revision, &cause)?;
        staged.publish(false)?;
        rayon::spawn(move || drop(computed));
        self.made.insert(list, ListSource::open(&job.place, Some(list))?);
        Ok(RegeneratedList { list, folder: job.place, fate: Fate::Revised { revision, cause: cause.words } })
    }

    /// Leaves a list for inspection that its checks refuse. Where only a plan was asked for, there is no place for it.
    fn refuse(&self, job: &Job, computed: Computed, clock: Stopwatch, watch: &dyn Watch) -> Result<PipelineError> {
        match self.is_recorded {
            true => refusal::leave(job, computed, clock, watch),
            false => Ok(refusal::without_folder(computed)),
        }
    }

    /// Keeps what was said of corrections; of several lists the same is said once.
    fn note_not_applied(&mut self, computed: &Computed) {
        for diagnostic in &computed.corrections.diagnostics {
            if !self.not_applied.contains(diagnostic) {
                self.not_applied.push(diagnostic.clone());
            }
        }
    }

    /// A list that is not there yet.
    fn make(&mut self, job: &Job, watch: &dyn Watch) -> Result<RegeneratedList> {
        let mut job = job.clone();
        job.place = self.place.join(job.list.to_string());
        let mut clock = Stopwatch::start();
        let computed = compute(&job, RulesAndAmendments::read(&job)?, watch, &mut clock)?;
        self.note_not_applied(&computed);
        if !computed.failed.is_empty() {
            return Err(self.refuse(&job, computed, clock, watch)?);
        }
        watch.stage("writing");
        let staged = StagedFolder::start(&job.place)?;
        let manifest = publication::write(&job, &computed, &staged)?;
        clock.lap("writing");
        write_record(&job, &manifest, &computed.checks, &clock, &staged)?;
        computed.check_inputs()?;
        staged.publish(false)?;
        rayon::spawn(move || drop(computed));
        self.made.insert(job.list, ListSource::open(&job.place, Some(job.list))?);
        Ok(RegeneratedList { list: job.list, folder: job.place, fate: Fate::Made })
    }

    /// The version of a list that is read, and the number of the newest one that is there.
    fn version_read(&self, list: ListDate) -> Result<Option<(PathBuf, u32)>> {
        let of_list = |folders: Vec<ListFolder>| folders.into_iter().rfind(|folder| folder.name.date == list);
        let read = of_list(list_folders(self.pipeline.lists(), self.pipeline.description.reading())?);
        let newest = of_list(all_versions(self.pipeline.lists())?);
        Ok(read.zip(newest).and_then(|(read, newest)| match newest.name.version {
            Version::Published(number) => Some((read.path, number)),
            Version::Draft | Version::Refused => None,
        }))
    }

    /// Whoever asks for the newest version gets the one with the highest number, so nothing older may come after it.
    fn refuse_older_knowledge(&self, list: ListDate, read: &Path, number: u32) -> Result<()> {
        let newest = FolderName { date: list, version: Version::Published(number) }.to_string();
        if self.is_recorded && read.file_name().is_some_and(|name| *name != *newest) {
            let message = format!("{newest} rests on what was received later; a revision by what was known then would take its place");
            return Err(PipelineError::Settings(message));
        }
        Ok(())
    }

    /// Lets a job read the lists that were made on the way instead of those that they replace.
    fn build_on_made(&self, job: &mut Job) {
        let put = |shelf: &mut ListCatalog| self.made.values().filter(|made| made.date < job.list).for_each(|made| shelf.put(made.clone()));
        let mut shelf = job.shelf.clone();
        put(&mut shelf);
        if let Some(previous) = shelf.newest() {
            job.previous = previous.clone();
        }
        job.shelf = shelf;
    }

    fn as_known(&self) -> Option<Date> {
        self.pipeline.description.inputs.corrections.as_known
    }

    fn record(
        &mut self,
        existing: &Existing,
        computed: &Computed,
        manifest: &Manifest,
        list: ListDate,
        revision: u32,
        cause: &Cause,
    ) -> Result<()> {
        let before = ListSource::open(&existing.folder, Some(list))?;
        let radius = ListRadius::of(&before, computed, cause)?;
        if self.is_recorded {
            let row = Revision {
                list,
                revision,
                known_from: cause.known_from,
                cause: cause.words.clone(),
                corrections: cause.corrections.iter().map(|correction| correction.id.as_str()).collect::<Vec<_>>().join(" "),
                players_moved: radius.moved.len() as u64,
                players_moved_directly: radius.moved.iter().filter(|player| player.is_direct).count() as u64,
                first_ratings_gained: radius.first_ratings_gained,
                first_ratings_lost: radius.first_ratings_lost,
                manifest_sha256: sha256_hex(manifest.to_json().as_bytes()),
            };
            record_revision(self.pipeline.lists(), row, &radius.moved_players())?;
        }
        self.radius.add(radius);
        Ok(())
    }

    /// Lists after the range whose previous list has been revised since they were made.
    fn stale(&self, last: Option<ListDate>) -> Result<Vec<ListDate>> {
        let was_revised = last.is_some_and(|last| self.made.contains_key(&last));
        let later = list_folders(self.pipeline.lists(), VersionChoice::Newest)?.into_iter().map(|folder| folder.name.date);
        Ok(later.filter(|date| was_revised && last.is_some_and(|last| *date > last)).collect())
    }
}

/// Whether a list was made from the one before it. Others have no manifest, or one that names no list before it.
fn is_ours(folder: &Path) -> bool {
    match Existing::read(folder) {
        Ok(existing) => existing.manifest.previous.is_some(),
        Err(error) => !matches!(error, PipelineError::NotOurs { .. }),
    }
}

/// The tables that hold numbers. What else is in a list folder may differ without a number being another: a report that waits, a diagnostic.
const NUMBERS: [&str; 5] = [file::STATE, file::POOL, file::RATED_TOURNAMENTS, file::CHANGES, file::LIST_CSV];

/// Whether a list that was made again has the same numbers as the one that is there. Within a format equal tables have equal bytes; across
/// formats, and where the Parquet list carries the hash of its inputs, rows are compared.
fn same_numbers(existing: &Existing, manifest: &Manifest, staged: &Path) -> Result<bool> {
    let hash =
        |manifest: &Manifest, name: &str| manifest.outputs.iter().find(|output| output.path == name).map(|output| output.sha256.clone());
    let is_same_format = existing.manifest.format == manifest.format;
    let has_csv = hash(manifest, file::LIST_CSV).is_some();
    for name in NUMBERS.into_iter().chain((!has_csv).then_some(file::LIST_PARQUET)) {
        let (then, now) = (hash(&existing.manifest, name), hash(manifest, name));
        let is_same = match (&then, &now) {
            _ if then == now => true,
            (Some(_), Some(_)) if !is_same_format || name == file::LIST_PARQUET => {
                have_same_rows(&existing.folder.join(name), &staged.join(name))?
            }
            _ => false,
        };
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}
