//! Makes and publishes one list, or plans it without writing anything.

use crate::change_detection::{ExistingList, HashCache};
use crate::compute::{Computed, compute};
use crate::corrections::PendingCorrection;
use crate::error::Remedy;
use crate::job::Job;
use crate::lists_csv::with_lists_csv_beside;
use crate::published_comparison::{Change, PublishedComparison, compare_with_published, first_changed_number};
use crate::rules::RulesAndAmendments;
use crate::stopwatch::{Stopwatch, VERSION};
use crate::summary::Summary;
use crate::verify::unlisted_file;
use crate::{PipelineError, ProgressObserver, publication, refused_list};
use model::Diagnostic;
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{
    CheckResult, FolderLock, FolderName, Manifest, RunRecord, StagedFolder, Version, clear_leftovers, file, remove_folder, sha256_hex,
};

pub type Result<T> = std::result::Result<T, PipelineError>;

/// The result of a run or a plan.
#[derive(Clone, Debug)]
pub struct RunResult {
    pub status: RunStatus,
    pub folder: PathBuf,
    pub summary: Summary,
    pub diagnostics: Vec<Diagnostic>,
    /// In a plan, what a run would do about the existing folder.
    pub existing_folder: Option<String>,
    /// The first change since the list was made, if there is nothing to do because it changes no number.
    pub change_without_effect: Option<String>,
    /// Corrections that earlier lists lack. Those lists must be made again.
    pub pending: Vec<PendingCorrection>,
    /// Corrections that could not be applied, to this list or an earlier one, and rows that are left out; until they are mended or undone.
    pub not_applied: Vec<Diagnostic>,
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunStatus {
    Published,
    /// The list exists and has the same inputs.
    NothingToDo,
    /// Nothing was written: this is a plan.
    Planned,
    /// The draft was made, and must be signed to become the list.
    AwaitsSignature,
    /// The draft exists, has the same inputs, and must be signed to become the list.
    StillAwaitsSignature,
}

/// Makes one list and publishes it. Where the list must be signed, makes the draft.
pub fn run(job: &Job, observer: &dyn ProgressObserver) -> Result<RunResult> {
    let _lock = FolderLock::take(parent_folder(&job.folder))?;
    with_lists_csv_beside(&job.folder, make_list_or_draft(job, observer))
}

fn make_list_or_draft(job: &Job, observer: &dyn ProgressObserver) -> Result<RunResult> {
    if !job.signing.is_required(job.list) {
        return make_list(job, observer, true);
    }
    let published = parent_folder(&job.folder).join(job.list.to_string());
    if std::fs::read_dir(&published).is_ok_and(|mut entries| entries.next().is_some()) {
        job.signing.check(job.list, &published)?;
        return make_list(job, observer, true);
    }
    let draft = Job { folder: draft_folder(job), draft: true, ..job.clone() };
    let result = make_list(&draft, observer, true)?;
    let status = match result.status {
        RunStatus::NothingToDo => RunStatus::StillAwaitsSignature,
        _ => RunStatus::AwaitsSignature,
    };
    Ok(RunResult { status, ..result })
}

/// Computes what a run would do. It writes nothing and takes no lock.
pub fn plan(job: &Job, observer: &dyn ProgressObserver) -> Result<RunResult> {
    make_list(job, observer, false)
}

fn make_list(job: &Job, observer: &dyn ProgressObserver, is_publishing: bool) -> Result<RunResult> {
    let mut job = job.clone();
    job.keep_accepted_checks(None, parent_folder(&job.folder.clone()))?;
    let job = &job;
    if let Some(order) = job.order {
        order.ensure_in_order(job)?;
    }
    let mut clock = Stopwatch::start();
    let computed = compute(job, RulesAndAmendments::read(job)?, observer, &mut clock)?;
    let result = |status, existing_folder, change_without_effect| RunResult {
        status,
        folder: job.folder.clone(),
        summary: computed.summary.clone(),
        diagnostics: computed.diagnostics.clone(),
        existing_folder,
        change_without_effect,
        pending: computed.open_corrections.pending.clone(),
        not_applied: computed.open_corrections.not_applied.clone(),
    };
    let existing_list = match job.draft {
        true if current_draft(&job.folder, &computed)?.is_some() => Ok(ExistingListStatus::Current { change_without_effect: None }),
        true => Ok(ExistingListStatus::Absent),
        false => published_status(job, &computed),
    };
    if !is_publishing {
        let existing_folder = match existing_list {
            Ok(ExistingListStatus::Absent) => None,
            Ok(ExistingListStatus::Current { change_without_effect: None }) => {
                Some("it is there already, and its inputs are the same: run would do nothing".to_owned())
            }
            Ok(ExistingListStatus::Current { change_without_effect: Some(change) }) => {
                Some(format!("it is there already; {change}, and no number of it changes: run would do nothing"))
            }
            Err(error) => Some(format!("run would refuse: {error}")),
        };
        return Ok(result(RunStatus::Planned, existing_folder, None));
    }
    if let ExistingListStatus::Current { change_without_effect } = existing_list? {
        // An interrupted run may have left these. A staged folder that cannot be removed is ignored: nothing reads it.
        remove_draft(job)?;
        refused_list::remove(&job.folder)?;
        drop(clear_leftovers(parent_folder(&job.folder)));
        return Ok(result(RunStatus::NothingToDo, None, change_without_effect));
    }
    if !computed.failed.is_empty() {
        return Err(refused_list::write(job, computed, clock, observer)?);
    }
    observer.on_stage("writing");
    let staged = StagedFolder::start(&job.folder)?;
    let manifest = match reuse_draft(job, &computed, &staged)? {
        Some(manifest) => manifest,
        None => publication::write(job, &computed, &staged)?,
    };
    clock.lap("writing");
    write_record(job, &manifest, &computed.checks, &clock, &staged)?;
    computed.ensure_inputs_unchanged()?;
    staged.publish(job.draft)?;
    remove_draft(job)?;
    refused_list::remove(&job.folder)?;
    let published = result(RunStatus::Published, None, None);
    // Frees the memory in the background.
    rayon::spawn(move || drop(computed));
    Ok(published)
}

/// What there is of a list that is asked for.
enum ExistingListStatus {
    Absent,
    /// It is what would be made, or differs in nothing but what changes no number.
    Current {
        change_without_effect: Option<String>,
    },
}

/// Compares a list with its published version. An input that would change a number is an error.
fn published_status(job: &Job, computed: &Computed) -> Result<ExistingListStatus> {
    let is_from_flags = job.description.inputs.is_from_flags;
    match compare_with_published(&job.folder, &computed.made_from)? {
        PublishedComparison::Absent => Ok(ExistingListStatus::Absent),
        PublishedComparison::SameInputs => Ok(ExistingListStatus::Current { change_without_effect: None }),
        PublishedComparison::OtherInputs { newest, change: change @ Change::Setting(_) } => {
            let remedy = if is_from_flags || change.is_kept_in_revisions() { Remedy::OtherFolder } else { Remedy::Regenerate };
            Err(PipelineError::OtherInputs { folder: newest.folder, change: change.into_words(), number: None, remedy })
        }
        PublishedComparison::OtherInputs { newest, change } => match first_changed_number(job, computed, &newest)? {
            None => Ok(ExistingListStatus::Current { change_without_effect: Some(change.into_words()) }),
            number => {
                let remedy = if is_from_flags { Remedy::OtherFolder } else { Remedy::Regenerate };
                Err(PipelineError::OtherInputs { folder: newest.folder, change: change.into_words(), number, remedy })
            }
        },
    }
}

/// Writes `run.json`.
pub(crate) fn write_record(job: &Job, manifest: &Manifest, checks: &[CheckResult], clock: &Stopwatch, staged: &StagedFolder) -> Result<()> {
    let manifest_sha256 = sha256_hex(manifest.to_json().as_bytes());
    let inputs = job.description.inputs.relative_to(parent_folder(&job.folder));
    let record = clock.record(manifest_sha256, inputs, checks);
    let order = job.order.map(|order| order.used_exceptions(job)).transpose()?.unwrap_or_default();
    let record = RunRecord { order, ..record };
    staged.write(file::RUN, |out| out.write_all(record.to_json().as_bytes()))?;
    Ok(())
}

/// Links the files of a draft into a staged folder instead of writing them again, if the draft is what would be written.
fn reuse_draft(job: &Job, computed: &Computed, staged: &StagedFolder) -> Result<Option<Manifest>> {
    let draft = draft_folder(job);
    if job.draft || !draft.exists() {
        return Ok(None);
    }
    let Some(existing) = current_draft(&draft, computed)? else { return Ok(None) };
    let outputs = existing.manifest.outputs.iter().map(|output| output.path.as_str());
    for name in outputs.chain([file::MANIFEST]) {
        staged.link_or_copy(name, &draft.join(name))?;
    }
    Ok(Some(existing.manifest))
}

/// The draft in a folder, if it is unaltered, and made from the same inputs by the same version of this program with the same checks.
fn current_draft(draft: &Path, computed: &Computed) -> Result<Option<ExistingList>> {
    // Limits may have changed since the draft, and the published list must have the current ones.
    let has_same_version_and_checks = |record: &RunRecord| record.version == VERSION && record.checks == computed.checks;
    let has_same_manifest = |record: &RunRecord| {
        std::fs::read(draft.join(file::MANIFEST)).is_ok_and(|bytes| record.manifest_sha256.as_ref() == Some(&sha256_hex(&bytes)))
    };
    let is_as_recorded = RunRecord::read(draft).is_ok_and(|record| has_same_version_and_checks(&record) && has_same_manifest(&record));
    let Some(existing) = ExistingList::read(draft).ok().filter(|_| is_as_recorded) else { return Ok(None) };
    let Manifest { format, readings, inputs_sha256, .. } = &existing.manifest;
    let is_same = *format == Manifest::FORMAT
        && *readings == Some(rulebook::reading_revisions(computed.titles.is_some()))
        && *inputs_sha256 == computed.digest;
    let is_altered = existing.first_altered_output(&mut HashCache::default())?.is_some() || unlisted_file(&existing)?.is_some();
    Ok((is_same && !is_altered).then_some(existing))
}

fn draft_folder(job: &Job) -> PathBuf {
    parent_folder(&job.folder).join(FolderName { date: job.list, version: Version::Draft }.to_string())
}

/// Removes the draft of a list that is now published.
fn remove_draft(job: &Job) -> Result<()> {
    let draft = draft_folder(job);
    if job.draft || !draft.exists() {
        return Ok(());
    }
    Ok(remove_folder(&draft)?)
}

/// The folder that contains a list folder.
pub(crate) fn parent_folder(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
