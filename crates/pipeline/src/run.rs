//! Making one list, and saying what making it would do.

use crate::compute::{Computed, compute};
use crate::corrections::PendingCorrection;
use crate::job::Job;
use crate::rules::RulesAndAmendments;
use crate::run_json::{Stopwatch, VERSION};
use crate::summary::Summary;
use crate::unchanged::{Existing, Hashes, InputNow, changed_input, changed_setting};
use crate::{PipelineError, Watch, publication, refusal};
use model::{Diagnostic, InputFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{
    CheckResult, FolderLock, FolderName, Manifest, RunRecord, StagedFolder, StoreError, Version, all_versions, clear_leftovers, file,
    remove_folder, sha256_hex,
};

pub type Result<T> = std::result::Result<T, PipelineError>;

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Report {
    pub verdict: Verdict,
    pub folder: PathBuf,
    pub summary: Summary,
    pub diagnostics: Vec<Diagnostic>,
    /// Of a plan: what a run would say about the folder that is there already.
    pub there: Option<String>,
    /// Corrections that lists before this one lack: they have to be made again.
    pub pending: Vec<PendingCorrection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    let computed = compute(job, RulesAndAmendments::read(job)?, watch, &mut clock)?;
    let report = |verdict, there| Report {
        verdict,
        folder: job.place.clone(),
        summary: computed.summary.clone(),
        diagnostics: computed.diagnostics.clone(),
        there,
        pending: computed.pending.clone(),
    };
    let there = compare_with_published(&job.place, job.draft, &computed.digest, &computed.inputs, &computed.settings);
    if !publishing {
        let there = match there {
            Ok(None) => None,
            Ok(Some(_)) => Some("it is there already, and its inputs are the same: run would do nothing".to_owned()),
            Err(error) => Some(format!("run would refuse: {error}")),
        };
        return Ok(report(Verdict::Planned, there));
    }
    if let Some(verdict) = there? {
        // A run that was cut off just after publication left these behind. What was being made does no harm where it cannot be removed.
        remove_draft(job)?;
        refusal::clear(&job.place)?;
        drop(clear_leftovers(parent_of(&job.place)));
        return Ok(report(verdict, None));
    }
    if !computed.failed.is_empty() {
        return Err(refusal::leave(job, computed, clock, watch)?);
    }
    watch.stage("writing");
    let staged = StagedFolder::start(&job.place)?;
    let manifest = match take_draft_over(job, &computed, &staged)? {
        Some(manifest) => manifest,
        None => publication::write(job, &computed, &staged)?,
    };
    clock.lap("writing");
    write_record(job, &manifest, &computed.checks, &clock, &staged)?;
    computed.check_inputs()?;
    staged.publish(job.draft)?;
    remove_draft(job)?;
    refusal::clear(&job.place)?;
    let published = report(Verdict::Published, None);
    // Nobody has to wait until the memory of a month is given back.
    rayon::spawn(move || drop(computed));
    Ok(published)
}

/// Writes `run.json`.
pub(crate) fn write_record(job: &Job, manifest: &Manifest, checks: &[CheckResult], clock: &Stopwatch, staged: &StagedFolder) -> Result<()> {
    let manifest_sha256 = sha256_hex(manifest.to_json().as_bytes());
    let inputs = job.description.inputs.relative_to(parent_of(&job.place));
    let record = clock.record(job.signed_by.as_deref(), manifest_sha256, inputs, checks);
    staged.write(file::RUN, |out| out.write_all(record.to_json().as_bytes()))?;
    Ok(())
}

/// Puts the files of a draft into a staged folder instead of writing them once more: where it was made from the same inputs by the same version
/// of this program with the same checks, and is still what it was.
fn take_draft_over(job: &Job, computed: &Computed, staged: &StagedFolder) -> Result<Option<Manifest>> {
    let draft = draft_of(job);
    if job.draft || !draft.exists() {
        return Ok(None);
    }
    // Limits may have been set anew since: what is published tells those that hold now.
    let is_as_now = RunRecord::read(&draft).is_ok_and(|record| record.version == VERSION && record.checks == computed.checks);
    let Some(existing) = Existing::read(&draft).ok().filter(|_| is_as_now) else { return Ok(None) };
    let Manifest { format, readings, inputs_sha256, .. } = &existing.manifest;
    let is_same = *format == Manifest::FORMAT && readings.as_ref() == Some(rulebook::readings()) && *inputs_sha256 == computed.digest;
    if !is_same || existing.first_altered_output(&mut Hashes::default())?.is_some() {
        return Ok(None);
    }
    let outputs = existing.manifest.outputs.iter().map(|output| output.path.as_str());
    for name in outputs.chain([file::MANIFEST]) {
        staged.link_or_copy(name, &draft.join(name))?;
    }
    Ok(Some(existing.manifest))
}

fn draft_of(job: &Job) -> PathBuf {
    parent_of(&job.place).join(FolderName { date: job.list, version: Version::Draft }.to_string())
}

/// A draft has served its purpose once the list itself is published.
fn remove_draft(job: &Job) -> Result<()> {
    let draft = draft_of(job);
    if job.draft || !draft.exists() {
        return Ok(());
    }
    Ok(remove_folder(&draft)?)
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
    let manifest = match store::read_text(&path) {
        Ok(text) => match Manifest::from_json(&text, &path) {
            Err(error @ StoreError::LaterFormat { .. }) if !is_draft => return Err(error.into()),
            read => read.ok(),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(StoreError::Io { path, source }.into()),
    };
    match manifest {
        Some(manifest) if manifest.inputs_sha256 == digest => Ok(Some(Verdict::NothingToDo)),
        _ if is_draft => Ok(None),
        Some(_) if revision_with(place, digest) => Ok(Some(Verdict::NothingToDo)),
        Some(manifest) => {
            Err(PipelineError::OtherInputs { folder: place.to_owned(), differs: first_difference(&manifest, inputs, settings)? })
        }
        None => Err(PipelineError::NotOurs { folder: place.to_owned() }),
    }
}

/// Whether the newest revision of a published list was made from these inputs.
fn revision_with(place: &Path, digest: &str) -> bool {
    let versions = all_versions(parent_of(place)).unwrap_or_default();
    let date = versions.iter().find(|folder| folder.path == place).map(|folder| folder.name.date);
    let newest = versions.into_iter().rfind(|folder| Some(folder.name.date) == date);
    let manifest = newest.and_then(|newest| Manifest::read(&newest.path).ok());
    manifest.is_some_and(|manifest| manifest.inputs_sha256 == digest)
}

/// What changed, in words; the first thing is enough to start looking.
fn first_difference(manifest: &Manifest, inputs: &[InputFile], settings: &BTreeMap<String, String>) -> Result<String> {
    if let Some(setting) = changed_setting(manifest, settings) {
        return Ok(setting);
    }
    let now = inputs.iter().map(|input| ((input.role.clone(), input.path.clone()), InputNow::Read(&input.sha256))).collect();
    let changed = changed_input(manifest.inputs.iter(), &now, &mut Hashes::default())?;
    Ok(changed.unwrap_or_else(|| "inputs differ".to_owned()))
}

/// The folder that a list folder stands in.
pub(crate) fn parent_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
