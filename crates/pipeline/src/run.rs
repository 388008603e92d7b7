//! Makes and publishes one list, or plans it without writing anything.

use crate::change_detection::{CurrentInput, ExistingList, HashCache, changed_input, changed_setting};
use crate::compute::{Computed, compute};
use crate::corrections::PendingCorrection;
use crate::job::Job;
use crate::orders::comparable_digest;
use crate::rules::RulesAndAmendments;
use crate::stopwatch::{Stopwatch, VERSION};
use crate::summary::Summary;
use crate::verify::unlisted_file;
use crate::{PipelineError, ProgressObserver, publication, refused_list};
use model::{Diagnostic, InputFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{
    CheckResult, CheckedFolder, FolderLock, FolderName, Manifest, RunRecord, StagedFolder, StoreError, Version, all_versions,
    clear_leftovers, file, remove_folder, sha256_hex,
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
    /// Corrections that earlier lists lack. Those lists must be made again.
    pub pending: Vec<PendingCorrection>,
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
    if let Some(order) = job.order {
        order.ensure_in_order(job)?;
    }
    let mut clock = Stopwatch::start();
    let computed = compute(job, RulesAndAmendments::read(job)?, observer, &mut clock)?;
    let result = |status, existing_folder| RunResult {
        status,
        folder: job.folder.clone(),
        summary: computed.summary.clone(),
        diagnostics: computed.diagnostics.clone(),
        existing_folder,
        pending: computed.pending.clone(),
    };
    let existing_folder = match job.draft {
        true => Ok(current_draft(&job.folder, &computed)?.map(|_| RunStatus::NothingToDo)),
        false => compare_with_published(&job.folder, &computed.digest, &computed.inputs, &computed.settings),
    };
    if !is_publishing {
        let existing_folder = match existing_folder {
            Ok(None) => None,
            Ok(Some(_)) => Some("it is there already, and its inputs are the same: run would do nothing".to_owned()),
            Err(error) => Some(format!("run would refuse: {error}")),
        };
        return Ok(result(RunStatus::Planned, existing_folder));
    }
    if let Some(status) = existing_folder? {
        // An interrupted run may have left these. A staged folder that cannot be removed is ignored: nothing reads it.
        remove_draft(job)?;
        refused_list::remove(&job.folder)?;
        drop(clear_leftovers(parent_folder(&job.folder)));
        return Ok(result(status, None));
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
    let published = result(RunStatus::Published, None);
    // Frees the memory in the background.
    rayon::spawn(move || drop(computed));
    Ok(published)
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
    let has_same_version_and_checks =
        RunRecord::read(draft).is_ok_and(|record| record.version == VERSION && record.checks == computed.checks);
    let Some(existing) = ExistingList::read(draft).ok().filter(|_| has_same_version_and_checks) else { return Ok(None) };
    let Manifest { format, readings, inputs_sha256, .. } = &existing.manifest;
    let is_same = *format == Manifest::FORMAT && *readings == Some(rulebook::reading_revisions()) && *inputs_sha256 == computed.digest;
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

/// Whether the list exists already. With the same inputs there is nothing to do; other inputs are an error.
pub(crate) fn compare_with_published(
    folder: &Path,
    digest: &str,
    inputs: &[InputFile],
    settings: &BTreeMap<String, String>,
) -> Result<Option<RunStatus>> {
    match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(StoreError::Io { path: folder.to_owned(), source }.into()),
        // An empty folder is not a list.
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(None);
            }
        }
    }
    let path = folder.join(file::MANIFEST);
    let manifest = match store::read_text(&path) {
        Ok(text) => match Manifest::from_json(&text, &path) {
            Err(error @ StoreError::LaterFormat { .. }) => return Err(error.into()),
            read => read.ok(),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(StoreError::Io { path, source }.into()),
    };
    match manifest {
        Some(manifest) if comparable_digest(&manifest) == digest => match first_damage(folder)? {
            Some(damage) => Err(damage.into()),
            None => Ok(Some(RunStatus::NothingToDo)),
        },
        Some(_) if newest_revision_has(folder, digest)? => Ok(Some(RunStatus::NothingToDo)),
        Some(manifest) => {
            Err(PipelineError::OtherInputs { folder: folder.to_owned(), differs: first_difference(&manifest, inputs, settings)? })
        }
        None => {
            // A list that lost its manifest, or whose manifest is damaged, is named as such.
            CheckedFolder::open(folder, None)?;
            Err(PipelineError::NotAListFolder { folder: folder.to_owned() })
        }
    }
}

/// The first file of a list folder that is not what was published.
pub(crate) fn first_damage(folder: &Path) -> Result<Option<StoreError>> {
    match CheckedFolder::open(folder, None) {
        Ok(checked) => Ok(checked.altered_files().into_iter().next()),
        Err(damage @ StoreError::Damaged { .. }) => Ok(Some(damage)),
        Err(other) => Err(other.into()),
    }
}

/// Whether the newest revision of a published list was made from these inputs.
fn newest_revision_has(folder: &Path, digest: &str) -> Result<bool> {
    let versions = all_versions(parent_folder(folder))?;
    let date = versions.iter().find(|version| version.path == folder).map(|version| version.name.date);
    let Some(newest) = versions.into_iter().rfind(|version| Some(version.name.date) == date) else { return Ok(false) };
    match first_damage(&newest.path)? {
        Some(damage) => Err(damage.into()),
        None => Ok(Manifest::read(&newest.path).is_ok_and(|manifest| comparable_digest(&manifest) == digest)),
    }
}

/// Describes the first change since the list was made.
fn first_difference(manifest: &Manifest, inputs: &[InputFile], settings: &BTreeMap<String, String>) -> Result<String> {
    if let Some(setting) = changed_setting(manifest, settings) {
        let has_lost_orders = !manifest.orders.is_empty() && !settings.contains_key(Manifest::ORDERS);
        let hint = if has_lost_orders { "; orders = \"fide\" in the pipeline file, or --orders fide, applies those of FIDE" } else { "" };
        return Ok(format!("{setting}{hint}"));
    }
    let current_inputs = inputs.iter().map(|input| ((input.role.clone(), input.path.clone()), CurrentInput::Read(&input.sha256))).collect();
    let changed = changed_input(manifest.inputs.iter(), &current_inputs, &mut HashCache::default())?;
    Ok(changed.unwrap_or_else(|| "inputs differ".to_owned()))
}

/// The folder that contains a list folder.
pub(crate) fn parent_folder(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
