//! Making one list, and saying what making it would do.

use crate::compute::compute;
use crate::corrections::PendingCorrection;
use crate::job::Job;
use crate::run_json::{RunRecord, Stopwatch};
use crate::summary::Summary;
use crate::{PipelineError, Watch, publication, recipe};
use model::{Diagnostic, InputFile};
use publish::CheckLine;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{FolderLock, FolderName, Manifest, StagedFolder, StoreError, Version, file};

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
    let computed = compute(job, watch, &mut clock)?;
    let report = |verdict, there| Report {
        verdict,
        folder: job.place.clone(),
        summary: computed.summary.clone(),
        diagnostics: computed.diagnostics.clone(),
        there,
        pending: computed.pending.clone(),
    };
    let there = compare_with_published(job, &computed.digest, &computed.inputs, &computed.settings);
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
    if !computed.failed.is_empty() {
        return Err(PipelineError::Refused { failed: computed.failed, summary: Some(Box::new(computed.summary)) });
    }
    watch.stage("writing");
    let staged = StagedFolder::start(&job.place)?;
    publication::write(job, &computed, &staged)?;
    clock.lap("writing");
    write_record(job, &computed.checks, &clock, &staged)?;
    staged.publish(job.draft)?;
    remove_draft(job)?;
    Ok(report(Verdict::Published, None))
}

/// Writes `run.json`.
pub(crate) fn write_record(job: &Job, checks: &[CheckLine], clock: &Stopwatch, staged: &StagedFolder) -> Result<()> {
    let record = RunRecord { signed_by: job.signed_by.as_deref(), recipe: &recipe::Recipe::of(job), checks };
    let text = clock.to_json(&record);
    staged.write(file::RUN, |out| out.write_all(text.as_bytes()))?;
    Ok(())
}

/// A draft has served its purpose once the list itself is published.
fn remove_draft(job: &Job) -> Result<()> {
    let draft = parent_of(&job.place).join(FolderName { date: job.list, version: Version::Draft }.to_string());
    if job.draft || !draft.exists() {
        return Ok(());
    }
    std::fs::remove_dir_all(&draft).map_err(|source| StoreError::Io { path: draft, source }.into())
}

/// Whether the list is there already: the same inputs mean there is nothing to do, others are an error. A draft is replaced.
fn compare_with_published(job: &Job, digest: &str, inputs: &[InputFile], settings: &BTreeMap<String, String>) -> Result<Option<Verdict>> {
    match std::fs::read_dir(&job.place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(StoreError::Io { path: job.place.clone(), source }.into()),
        // An empty folder is a place, not a list.
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(None);
            }
        }
    }
    let path = job.place.join(file::MANIFEST);
    let manifest = match std::fs::read_to_string(&path) {
        Ok(text) => Manifest::from_json(&text).ok(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(source) => return Err(StoreError::Io { path, source }.into()),
    };
    match manifest {
        Some(manifest) if manifest.inputs_sha256 == digest => Ok(Some(Verdict::NothingToDo)),
        _ if job.draft => Ok(None),
        Some(manifest) => {
            Err(PipelineError::OtherInputs { folder: job.place.clone(), differs: first_difference(&manifest, inputs, settings) })
        }
        None => Err(PipelineError::NotOurs { folder: job.place.clone() }),
    }
}

/// What changed, in words; the first thing is enough to start looking.
fn first_difference(manifest: &Manifest, inputs: &[InputFile], settings: &BTreeMap<String, String>) -> String {
    if let Some((key, value)) = settings.iter().find(|(key, value)| manifest.settings.get(*key) != Some(value)) {
        let then = manifest.settings.get(key).map_or("not set", String::as_str);
        return format!("the setting '{key}' was '{then}' and is '{value}'");
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

/// The folder that a list folder stands in.
pub(crate) fn parent_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
