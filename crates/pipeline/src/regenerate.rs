//! Makes published lists again, each from the one before it. A list whose inputs have the same hashes is not computed; one whose numbers
//! change becomes a revision, and the published version is kept.

mod open_corrections;
mod revision_cause;

use crate::change_detection::{ExistingList, HashCache, changed_rules, first_change};
use crate::compute::{Computed, compute};
use crate::impact::{ChangeImpact, ListChanges, ListImpact, RevisionCause};
use crate::job::Job;
use crate::list_order::list_due_before;
use crate::lists_csv::{has_changed_folders, with_lists_csv};
use crate::published_comparison::{first_table_with_other_numbers, undamaged};
use crate::rules::{RulesAndAmendments, open_rules};
use crate::run::write_record;
use crate::stopwatch::Stopwatch;
use crate::walk::ListWalk;
use crate::{PipelineError, PipelineFile, ProgressObserver, Result, refused_list};
use amendments::{Corrections, NotAppliedCorrection};
use model::{Date, Diagnostic, InputRole, ListDate, RatedTournaments, Severity};
use open_corrections::OpenCorrections;
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{
    FolderLock, FolderName, JobDescription, JobOptions, ListFolder, ListSource, Manifest, MoveCause, PendingRevision, Revision,
    StagedFolder, Version, VersionChoice, all_drafts, all_versions, file, list_folders, read_rated_tournaments, record_revision,
    remove_folder, sha256_hex,
};

/// The lists to make again. Without `from` they begin with the second list that exists, without `to` they end with the newest.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListRange {
    pub from: Option<ListDate>,
    pub to: Option<ListDate>,
    /// The day that decides which list is ahead of its time and is not made; none is without one.
    pub today: Option<Date>,
}

/// The result of making the lists of a range again.
#[derive(Debug, Serialize)]
pub struct Regenerated {
    pub lists: Vec<RegeneratedList>,
    /// Lists after the range that were built on a list that is now revised.
    pub stale: Vec<ListDate>,
    /// Diagnostics of corrections that were not applied, by lists that were made now or before, and of rows that are left out.
    #[serde(serialize_with = "serialize_as_lines")]
    pub not_applied: Vec<Diagnostic>,
    /// Corrections in force that no list has considered: of lists before the range, or of tournaments that no list has rated.
    pub without_effect: Vec<IneffectiveCorrection>,
    #[serde(rename = "radius")]
    pub impact: ChangeImpact,
}

/// A correction in force that no list has considered.
#[derive(Debug, Serialize)]
pub struct IneffectiveCorrection {
    pub correction: String,
    pub tournament_id: String,
    /// The list that rated the tournament without the correction.
    pub rated_on: Option<ListDate>,
    /// Whether the tournament is there, rated or not.
    pub is_handed_in: bool,
}

impl Regenerated {
    /// Whether a correction that is in force could not be applied, or a row is left out. Of a superseded one nothing is left to be done.
    pub fn has_failed_corrections(&self) -> bool {
        let is_failure = |diagnostic: &Diagnostic| diagnostic.severity() > Severity::Note;
        self.not_applied.iter().any(is_failure) || self.without_effect.iter().any(|correction| !correction.is_handed_in)
    }
}

#[derive(Debug, Serialize)]
pub struct RegeneratedList {
    pub list: ListDate,
    pub folder: PathBuf,
    #[serde(flatten)]
    pub status: RegenerationStatus,
}

/// Writes diagnostics as they stand in a line of text.
pub(crate) fn serialize_as_lines<S: serde::Serializer>(diagnostics: &[Diagnostic], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(ToString::to_string))
}

/// The result of making one list again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum RegenerationStatus {
    /// The hashes of all inputs and outputs are unchanged, so it was not computed.
    Proved,
    /// An input has changed, but no number of the list.
    Same { change: String },
    /// It was imported or added by hand, so it is used as it is.
    Given,
    /// It did not exist and was made.
    Made,
    /// A revision was made. The published version is kept.
    Revised { revision: u32, cause: String },
    /// A draft was made that must be signed: of a revision, or of a list that did not exist, which has version 1 and no cause.
    AwaitsSignature {
        revision: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<String>,
    },
}

/// Makes every list of a range again and publishes revisions where they differ.
pub fn regenerate(pipeline: &PipelineFile, range: ListRange, observer: &dyn ProgressObserver) -> Result<Regenerated> {
    let _lock = FolderLock::take(pipeline.lists())?;
    // Once for all lists: each row costs the reading of a manifest.
    let mut regeneration = Regeneration::new(pipeline, pipeline.lists(), true)?;
    let result = regeneration.regenerate_range(range, observer);
    let has_changed_folders = has_changed_folders(&result) || regeneration.walk.made().next().is_some();
    with_lists_csv(pipeline.lists(), result, has_changed_folders)
}

/// Computes what [`regenerate`] would change. It writes only to a temporary folder, which it removes.
pub fn plan_regeneration(pipeline: &PipelineFile, range: ListRange, observer: &dyn ProgressObserver) -> Result<Regenerated> {
    let temporary = tempfile::tempdir().map_err(|source| store::StoreError::Io { path: std::env::temp_dir(), source })?;
    Regeneration::new(pipeline, temporary.path(), false)?.regenerate_range(range, observer)
}

struct Regeneration<'a> {
    pipeline: &'a PipelineFile,
    /// Where revisions are written.
    output_folder: &'a Path,
    is_publishing: bool,
    /// The lists made again so far, on which later ones are built.
    walk: ListWalk,
    corrections: Corrections,
    /// All rated tournaments, each with the list that rated it.
    rated: RatedTournaments,
    hashes: HashCache,
    not_applied: Vec<NotAppliedCorrection>,
    impact: ChangeImpact,
}

impl<'a> Regeneration<'a> {
    fn new(pipeline: &'a PipelineFile, output_folder: &'a Path, is_publishing: bool) -> Result<Self> {
        let corrections =
            pipeline.description.inputs.corrections.path.as_deref().map(amendments::read_corrections).transpose()?.unwrap_or_default();
        let mut rated = RatedTournaments::default();
        let newest = list_folders(pipeline.lists(), VersionChoice::Newest)?.pop();
        if let Some(source) = newest
            .and_then(|folder| ListSource::open(&folder.path, None).ok())
            .map(|source| source.of_control(pipeline.description.control))
            && let Some((bytes, input)) = source.companion(file::RATED_TOURNAMENTS, InputRole::Previous)?
        {
            rated = read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?;
        }
        Ok(Self {
            pipeline,
            output_folder,
            is_publishing,
            walk: ListWalk::default(),
            corrections,
            rated,
            hashes: HashCache::default(),
            not_applied: Vec::new(),
            impact: ChangeImpact::default(),
        })
    }

    fn regenerate_range(&mut self, range: ListRange, observer: &dyn ProgressObserver) -> Result<Regenerated> {
        let dates = self.dates(range)?;
        let mut lists = Vec::new();
        for (done, &list) in dates.iter().enumerate() {
            observer.on_lists(done, dates.len(), list);
            let regenerated = self.regenerate_one(list, observer)?;
            if self.is_publishing {
                self.remove_other_drafts(list, &regenerated.folder)?;
                refused_list::remove(&self.output_folder.join(list.to_string()))?;
            }
            lists.push(regenerated);
        }
        observer.on_lists(dates.len(), dates.len(), dates.last().copied().unwrap_or_else(|| ListDate::of_month(Date::default())));
        let stale = self.stale_lists(dates.last().copied())?;
        let OpenCorrections { not_applied, without_effect } = self.open_corrections()?;
        let impact = std::mem::take(&mut self.impact);
        Ok(Regenerated { lists, stale, not_applied, without_effect, impact })
    }

    /// The list dates of a range, by the calendars of the editions in force.
    fn dates(&self, range: ListRange) -> Result<Vec<ListDate>> {
        let folders = list_folders(self.pipeline.lists(), VersionChoice::Newest)?;
        let existing_dates: Vec<ListDate> = folders.iter().map(|folder| folder.name.date).collect();
        let no_previous = |list| PipelineError::NoPrevious { list, folder: self.pipeline.lists().to_owned() };
        let (Some(&first), Some(&newest)) = (existing_dates.first(), existing_dates.last()) else { return Err(no_previous(None)) };
        let to = range.to.unwrap_or(newest);
        let (rulebook, _) = open_rules(&self.pipeline.description)?;
        let before = match range.from {
            Some(from) if from <= first => return Err(no_previous(Some(from))),
            Some(from) if to < from => {
                return Err(PipelineError::Settings(format!("--from {} is after --to {}", from.month(), to.month())));
            }
            Some(from) => existing_dates.iter().copied().rfind(|date| *date < from).unwrap_or(first),
            None => first,
        };
        let mut dates = Vec::new();
        let mut last_date = before;
        let control = self.pipeline.description.control;
        // Where the first list asked for is missing, it is made, and so are those that are missing up to the next one that exists. From there
        // to the newest list the existing dates count; after it the calendar decides.
        let mut fills_gap = range.from.is_some_and(|from| !existing_dates.contains(&from));
        loop {
            let next = match existing_dates.iter().copied().find(|date| *date > last_date) {
                Some(next) if fills_gap => rulebook.first_list_between(control, last_date, next)?.unwrap_or(next),
                Some(next) => next,
                None => rulebook.list_after(control, last_date)?,
            };
            if next > to {
                return Ok(dates);
            }
            if existing_dates.contains(&next) {
                fills_gap = false;
            } else if let Some(due) = list_due_before(&rulebook, control, next, range.today)? {
                return Err(PipelineError::ListAhead { list: next, due });
            }
            dates.push(next);
            last_date = next;
        }
    }

    fn regenerate_one(&mut self, list: ListDate, observer: &dyn ProgressObserver) -> Result<RegeneratedList> {
        let version = self.version_read(list)?;
        // What is revised must be what was published; a damaged list is to be restored, not revised.
        let whole = version.as_ref().map(|(folder, _)| undamaged(folder)).transpose()?;
        if let Some((folder, _)) = version.as_ref().filter(|(folder, _)| !is_computed_list(folder)) {
            return Ok(RegeneratedList { list, folder: folder.clone(), status: RegenerationStatus::Given });
        }
        let existing = version.as_ref().map(|(folder, _)| ExistingList::read(folder)).transpose()?;
        let mut job = Job::from_pipeline(self.pipeline, list, false)?;
        // Rules, orders, federations, unknown controls, hidden birth years and titles come from the pipeline file: a change there is intended.
        if let Some(existing) = &existing {
            let JobOptions { takes_unknown_control, hide_birth_year_under, titles, .. } = job.description.options;
            job.description.options = JobOptions {
                takes_unknown_control,
                hide_birth_year_under,
                titles,
                ..JobDescription::from_manifest(&existing.manifest).options
            };
        }
        job.keep_accepted_checks(existing.as_ref().map(|existing| &*existing.folder), self.pipeline.lists())?;
        self.walk.prepare(&mut job);
        let (Some((existing, (folder, newest_version))), Some(whole)) = (existing.zip(version), whole) else {
            return self.make(&job, observer);
        };
        let rules = RulesAndAmendments::read(&job)?;
        let Some(change) = first_change(&job, &existing, &rules, &mut self.hashes)? else {
            return Ok(RegeneratedList { list, folder, status: RegenerationStatus::Proved });
        };
        let has_same_rules = changed_rules(&job, &existing, &rules)?.is_none();
        let mut clock = Stopwatch::start();
        let computed = compute(&job, rules, observer, &mut clock)?;
        self.add_not_applied(&computed);
        if has_same_rules && computed.made_from.are_those_of(&existing.manifest) {
            return Ok(RegeneratedList { list, folder, status: RegenerationStatus::Same { change } });
        }
        if !computed.failed.is_empty() {
            return Err(self.refusal_error(&job, computed, clock, observer)?);
        }
        let revision = newest_version + 1;
        let awaits_signature = self.awaits_signature(list);
        let name = FolderName { date: list, version: Version::Published(revision) };
        job.folder = self.output_folder.join(if awaits_signature { name.draft() } else { name }.to_string());
        observer.on_stage("writing");
        let staged = StagedFolder::start(&job.folder)?;
        let before = ListSource::open(&existing.folder, Some(list))?;
        let has_same_previous = computed.previous_manifest == existing.manifest.previous_manifest;
        // Where the previous list is another, this one is, too, so that what changes can be found while it is written.
        let compare = || (!has_same_previous).then(|| ListChanges::compare(&before, &whole, &computed));
        let (written, changes) = rayon::join(|| self.walk.write(&job, &computed, &staged), compare);
        let written = written?;
        let manifest = &written.manifest;
        if has_same_previous && first_table_with_other_numbers(&existing, manifest, staged.path())?.is_none() {
            return Ok(RegeneratedList { list, folder, status: RegenerationStatus::Same { change } });
        }
        self.ensure_newest_version_was_read(list, &folder, newest_version)?;
        clock.lap("writing");
        write_record(&job, manifest, &computed.checks, &clock, &staged)?;
        computed.ensure_inputs_unchanged()?;
        let changes = changes.unwrap_or_else(|| ListChanges::compare(&before, &whole, &computed))?;
        let cause = self.revision_cause(list, &existing, manifest, &changes.games, change);
        let record = self.describe_revision(changes, &computed, manifest, revision, &cause)?;
        if awaits_signature {
            staged.write(file::REVISION, |out| out.write_all(record.to_json().as_bytes()))?;
            self.walk.publish(written, computed, || {
                staged.publish(true)?;
                Ok(ListSource::open_draft(&job.folder, list)?)
            })?;
            let status = RegenerationStatus::AwaitsSignature { revision, cause: Some(cause.description) };
            return Ok(RegeneratedList { list, folder: job.folder, status });
        }
        if self.is_publishing {
            // Recorded before publication, so that no revision is without its cause. If publication fails, the next attempt replaces the row.
            record_revision(self.pipeline.lists(), record.revision, &record.moved)?;
        }
        self.walk.publish(written, computed, || {
            staged.publish(false)?;
            Ok(ListSource::open(&job.folder, Some(list))?)
        })?;
        Ok(RegeneratedList { list, folder: job.folder, status: RegenerationStatus::Revised { revision, cause: cause.description } })
    }

    /// The error of a list that its checks refuse. Unless this is a plan, the list is written for inspection.
    fn refusal_error(&self, job: &Job, computed: Computed, clock: Stopwatch, observer: &dyn ProgressObserver) -> Result<PipelineError> {
        match self.is_publishing {
            true => refused_list::write(job, computed, clock, observer),
            false => Ok(refused_list::error_without_folder(computed)),
        }
    }

    /// Makes a list that does not exist yet.
    fn make(&mut self, job: &Job, observer: &dyn ProgressObserver) -> Result<RegeneratedList> {
        let mut job = job.clone();
        let awaits_signature = self.awaits_signature(job.list);
        let name = FolderName { date: job.list, version: Version::Published(1) };
        job.folder = self.output_folder.join(if awaits_signature { name.draft() } else { name }.to_string());
        let mut clock = Stopwatch::start();
        let computed = compute(&job, RulesAndAmendments::read(&job)?, observer, &mut clock)?;
        self.add_not_applied(&computed);
        if !computed.failed.is_empty() {
            return Err(self.refusal_error(&job, computed, clock, observer)?);
        }
        observer.on_stage("writing");
        let staged = StagedFolder::start(&job.folder)?;
        let written = self.walk.write(&job, &computed, &staged)?;
        clock.lap("writing");
        write_record(&job, &written.manifest, &computed.checks, &clock, &staged)?;
        computed.ensure_inputs_unchanged()?;
        self.walk.publish(written, computed, || {
            staged.publish(awaits_signature)?;
            let opened = if awaits_signature {
                ListSource::open_draft(&job.folder, job.list)
            } else {
                ListSource::open(&job.folder, Some(job.list))
            };
            Ok(opened?)
        })?;
        if awaits_signature {
            let status = RegenerationStatus::AwaitsSignature { revision: 1, cause: None };
            return Ok(RegeneratedList { list: job.list, folder: job.folder, status });
        }
        Ok(RegeneratedList { list: job.list, folder: job.folder, status: RegenerationStatus::Made })
    }

    /// The folder of the version of a list that is read, and the number of its newest version.
    fn version_read(&self, list: ListDate) -> Result<Option<(PathBuf, u32)>> {
        let of_list = |folders: Vec<ListFolder>| folders.into_iter().rfind(|folder| folder.name.date == list);
        let read = of_list(list_folders(self.pipeline.lists(), self.pipeline.description.reading())?);
        let newest = of_list(all_versions(self.pipeline.lists())?);
        Ok(read.zip(newest).and_then(|(read, newest)| match newest.name.version {
            Version::Published(newest_version) => Some((read.path, newest_version)),
            Version::Draft | Version::DraftRevision(_) | Version::Refused => None,
        }))
    }

    /// Refuses to publish a revision of an older version: it would have the highest number and so be read as the newest.
    fn ensure_newest_version_was_read(&self, list: ListDate, read: &Path, newest_version: u32) -> Result<()> {
        let newest = FolderName { date: list, version: Version::Published(newest_version) }.to_string();
        if self.is_publishing && read.file_name().is_some_and(|name| *name != *newest) {
            let message = format!("{newest} rests on what was received later; a revision by what was known then would take its place");
            return Err(PipelineError::Settings(message));
        }
        Ok(())
    }

    fn as_known(&self) -> Option<Date> {
        self.pipeline.description.inputs.corrections.as_known
    }

    /// Describes a revision and the players whom it moves, and adds them to the impact.
    fn describe_revision(
        &mut self,
        changes: ListChanges,
        computed: &Computed,
        manifest: &Manifest,
        revision: u32,
        cause: &RevisionCause,
    ) -> Result<PendingRevision> {
        let impact = ListImpact::new(changes, computed, cause)?;
        let row = Revision {
            list: manifest.list,
            revision,
            known_from: cause.known_from,
            cause: cause.description.clone(),
            corrections: cause.corrections.iter().map(|correction| correction.id.as_str()).collect::<Vec<_>>().join(" "),
            players_moved: impact.moved.len() as u64,
            players_moved_directly: impact.moved.iter().filter(|player| player.cause != MoveCause::Consequence).count() as u64,
            first_ratings_gained: impact.first_ratings_gained,
            first_ratings_lost: impact.first_ratings_lost,
            manifest_sha256: sha256_hex(manifest.to_json().as_bytes()),
        };
        let pending = PendingRevision { revision: row, moved: impact.moved_players() };
        self.impact.add(impact);
        Ok(pending)
    }

    /// Whether a list that is made becomes a draft, because it must be signed.
    fn awaits_signature(&self, list: ListDate) -> bool {
        self.is_publishing && self.pipeline.signing.is_required(list)
    }

    /// Removes drafts of revisions of a list that would not be made any more. The draft of a list that is not published is left: `run` replaces it.
    fn remove_other_drafts(&self, list: ListDate, made: &Path) -> Result<()> {
        for draft in all_drafts(self.output_folder)?.into_iter().filter(|draft| draft.date == list && draft.version != Version::Draft) {
            let folder = self.output_folder.join(draft.to_string());
            if folder != made {
                remove_folder(&folder)?;
            }
        }
        Ok(())
    }

    /// Lists after the range whose previous list has been revised since they were made.
    fn stale_lists(&self, last_date: Option<ListDate>) -> Result<Vec<ListDate>> {
        let was_revised = last_date.is_some_and(|last_date| self.walk.has_made(last_date));
        let later = list_folders(self.pipeline.lists(), VersionChoice::Newest)?.into_iter().map(|folder| folder.name.date);
        Ok(later.filter(|date| was_revised && last_date.is_some_and(|last_date| *date > last_date)).collect())
    }
}

/// Whether a list was computed from a previous one. Imported lists have no previous list, others no manifest.
fn is_computed_list(folder: &Path) -> bool {
    match ExistingList::read(folder) {
        Ok(existing) => existing.manifest.previous.is_some(),
        Err(error) => !matches!(error, PipelineError::NotAListFolder { .. }),
    }
}
