//! Whether a list is what its manifest says: hashes of outputs and inputs, the chain of manifests, and the same bytes once more.

use crate::checks::by_limits_then;
use crate::compute::compute;
use crate::import::{ImportJob, import};
use crate::job::Job;
use crate::rules::RulesAndAmendments;
use crate::run::parent_of;
use crate::run_json::Stopwatch;
use crate::unchanged::{Existing, Hashes};
use crate::{PipelineError, Result, Watch, publication};
use ingest::{OnlineWindow, ReadOptions, Sources, planned_inputs};
use model::{Control, InputFile, InputRole, ListDate, PlayerIndex};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{
    CheckResult, JobDescription, ListCatalog, ListSource, Manifest, ManifestCounts, RunRecord, StagedFolder, StoreError, all_versions,
    file, have_same_rows, input_digest, is_refused, sha256_hex, versions_at,
};

/// What was found to be right.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    pub list: ListDate,
    pub outputs: usize,
    pub inputs: usize,
    /// The lists whose manifests lead back to the first, newest first.
    pub chain: Vec<ListDate>,
    /// Whether the list was made again, and is the same.
    pub recomputed: bool,
    /// What of it was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
}

/// How a list that was made again is compared with the one that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Compared {
    Bytes,
    /// Row by row: the list is written in an older format.
    Rows,
}

/// Checks a list folder; the first difference is an error that names it.
pub fn verify(folder: &Path, recompute: bool, watch: &dyn Watch) -> Result<Verified> {
    if is_refused(folder) {
        return Err(StoreError::Unpublished { path: folder.to_owned() }.into());
    }
    let mut hashes = Hashes::default();
    watch.stage("checking outputs");
    let existing = read_manifest(folder)?;
    let manifest = &existing.manifest;
    if let Some(difference) = existing.first_altered_output(&mut hashes)? {
        return Err(PipelineError::Differs(difference));
    }
    if let Some(stranger) = stranger(&existing)? {
        return Err(PipelineError::Differs(format!("{} is not in the manifest", folder.join(stranger).display())));
    }
    if input_digest(&manifest.inputs, &manifest.settings) != manifest.inputs_sha256 {
        return Err(PipelineError::Differs(format!(
            "{}: its inputs do not give the hash that it names",
            folder.join(file::MANIFEST).display()
        )));
    }
    watch.stage("checking inputs");
    let inputs = Inputs::of(&existing)?;
    for input in &manifest.inputs {
        inputs.check(input, &mut hashes)?;
    }
    watch.stage("following the chain");
    let chain = inputs.chain(manifest)?;
    inputs.check_successors(&existing)?;
    let compared = recompute.then(|| inputs.make_again(&existing, watch)).transpose()?;
    Ok(Verified {
        list: manifest.list,
        outputs: manifest.outputs.len(),
        inputs: manifest.inputs.len(),
        chain,
        recomputed: recompute,
        compared,
    })
}

/// The manifest that everything is checked by.
fn read_manifest(folder: &Path) -> Result<Existing> {
    std::fs::metadata(folder).map_err(StoreError::io(folder))?;
    Existing::read(folder).map_err(|error| match error {
        PipelineError::NotOurs { folder } => {
            let message = format!("it has no {}: not a list that this program made, so there is nothing to check it by", file::MANIFEST);
            StoreError::Unreadable { path: folder, message }.into()
        }
        PipelineError::Altered { file } => {
            PipelineError::Differs(format!("{} is no manifest any more: damaged or altered", file.display()))
        }
        other => other,
    })
}

/// A file of the folder that no list folder has and the manifest does not name.
fn stranger(existing: &Existing) -> Result<Option<String>> {
    let failed = |source| StoreError::Io { path: existing.folder.clone(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&existing.folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let is_known =
        |name: &str| [file::MANIFEST, file::RUN].contains(&name) || existing.manifest.outputs.iter().any(|output| output.path == name);
    Ok(names.into_iter().find(|name| !is_known(name)))
}

/// Where the inputs of a list lie now.
struct Inputs<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    /// How the list was made, with paths as seen from here.
    description: JobDescription,
    /// What the checks found when the list was made.
    checks: Vec<CheckResult>,
    /// Tournament files and the registry, by role and name.
    handed_in: BTreeMap<(InputRole, String), PathBuf>,
    /// Every version of every list that may be an input.
    lists: Vec<ListSource>,
    longer: BTreeMap<Control, Vec<ListSource>>,
    corrections: BTreeMap<String, String>,
}

impl<'a> Inputs<'a> {
    fn of(existing: &'a Existing) -> Result<Self> {
        let manifest = &existing.manifest;
        let base = parent_of(&existing.folder);
        let record = RunRecord::read(&existing.folder).map_err(|error| {
            let path = existing.folder.join(file::RUN);
            PipelineError::Differs(format!("{}: {error}, so where the inputs lay is not known", path.display()))
        })?;
        let path = existing.folder.join(file::MANIFEST);
        let text = store::read_file(&path).map_err(|source| StoreError::Io { path: path.clone(), source })?;
        if record.manifest_sha256.as_ref().is_some_and(|hash| *hash != sha256_hex(&text)) {
            return Err(PipelineError::Differs(format!("{} is not the one that was written with the list", path.display())));
        }
        let description = JobDescription::from_record(manifest, &record, base);
        let places = &description.inputs;
        // Of an imported list nothing comes before.
        let before = manifest.previous.unwrap_or(manifest.list);
        let mut lists = Vec::new();
        for root in &places.lists {
            lists.extend(versions_at(root, before)?);
        }
        let mut longer: BTreeMap<Control, Vec<ListSource>> = BTreeMap::new();
        for (control, roots) in &places.longer_lists {
            let of_control = longer.entry(*control).or_default();
            for root in roots {
                of_control.extend(versions_at(root, before)?);
            }
        }
        let nobody = PlayerIndex::default();
        let options = ReadOptions {
            online: Some(OnlineWindow { from: before.day(), until: manifest.list.day() }),
            ..ReadOptions::new(manifest.control, &nobody)
        };
        let sources = Sources { tournaments: places.tournaments.clone(), registry: places.registry.clone(), ..Sources::default() };
        let planned = planned_inputs(&sources, &options)?;
        let handed_in = planned.into_iter().map(|input| ((input.role, input.name), input.path)).collect();
        let corrections = match &places.corrections.path {
            Some(path) => amendments::read_corrections(path)?.rows.into_iter().map(|row| (row.id, row.sha256)).collect(),
            None => BTreeMap::new(),
        };
        Ok(Self { folder: &existing.folder, manifest, description, checks: record.checks, handed_in, lists, longer, corrections })
    }

    /// Whether an input is still what it was.
    fn check(&self, input: &InputFile, hashes: &mut Hashes) -> Result<()> {
        let differs = |what: &str| PipelineError::Differs(format!("the input {} ({}) {what}", input.path, input.role));
        if input.role.is_correction() {
            return match self.corrections.get(&input.path) {
                None => Err(differs("is gone")),
                Some(hash) if *hash != input.sha256 => Err(differs("has changed")),
                Some(_) => Ok(()),
            };
        }
        let places = &self.description.inputs;
        let candidates: Vec<PathBuf> = match &input.role {
            role if role.is_list() => self.versions_of(input).filter_map(|source| source.file_of_input(input)).collect(),
            InputRole::Rules => places.rules.iter().cloned().collect(),
            InputRole::FederationList => places.federation_list.iter().cloned().collect(),
            InputRole::Players => places.players.iter().cloned().collect(),
            InputRole::Other(_) => {
                let path = self.folder.join(file::MANIFEST);
                let message =
                    format!("the input {} ({}) is of a later version of the program and cannot be checked", input.path, input.role);
                return Err(StoreError::Unreadable { path, message }.into());
            }
            role => self.handed_in.get(&(role.clone(), input.path.clone())).cloned().into_iter().chain(self.replaced(input)).collect(),
        };
        let mut is_there = false;
        for path in candidates {
            match hashes.of(&path)? {
                Some(hash) if hash == input.sha256 => return Ok(()),
                Some(_) => is_there = true,
                None => {}
            }
        }
        Err(differs(if is_there { "has changed" } else { "is gone" }))
    }

    /// A newer report lies where the corrections do.
    fn replaced(&self, input: &InputFile) -> Option<PathBuf> {
        let corrections = self.description.inputs.corrections.path.as_ref()?;
        let folder = if corrections.is_dir() { corrections.as_path() } else { parent_of(corrections) };
        Some(folder.join(&input.path)).filter(|path| path.is_file())
    }

    fn versions_of(&self, input: &InputFile) -> impl Iterator<Item = &ListSource> {
        match &input.role {
            InputRole::Longer(control) => self.longer.get(control).map(Vec::as_slice).unwrap_or_default().iter(),
            _ => self.lists.iter(),
        }
    }

    /// Follows the manifests back to the first list that has one.
    fn chain(&self, manifest: &Manifest) -> Result<Vec<ListDate>> {
        let mut chain = Vec::new();
        let mut at = manifest.clone();
        while let Some((hash, previous)) = at.previous_manifest.clone().zip(at.previous) {
            let Some(found) = at.find_previous(&self.lists).and_then(ListSource::manifest) else {
                return Err(PipelineError::Differs(format!(
                    "the chain ends before its beginning: no {previous}/{} has the hash {hash}",
                    file::MANIFEST
                )));
            };
            chain.push(previous);
            at = found;
        }
        Ok(chain)
    }

    /// Whether the lists that were built on this one still name its manifest: the only witness of a change in the manifest itself.
    fn check_successors(&self, existing: &Existing) -> Result<()> {
        let parent = parent_of(&existing.folder);
        let date = existing.manifest.list;
        let folders = all_versions(parent)?;
        let manifest_of = |path: &Path| Existing::read(path).ok().map(|other| other.manifest);
        let own: BTreeSet<String> = folders
            .iter()
            .filter(|folder| folder.name.date == date)
            .filter_map(|folder| store::read_file(folder.path.join(file::MANIFEST)).ok())
            .map(|bytes| sha256_hex(&bytes))
            .collect();
        for folder in folders.iter().filter(|folder| folder.name.date > date) {
            let Some(next) = manifest_of(&folder.path).filter(|next| next.previous == Some(date)) else { continue };
            if next.previous_manifest.is_some_and(|hash| !own.contains(&hash)) {
                let message = format!("{}: not the one that {} was built on", existing.folder.join(file::MANIFEST).display(), folder.name);
                return Err(PipelineError::Differs(message));
            }
        }
        Ok(())
    }

    /// Makes the list again in a temporary folder and compares: bytes within a format, rows across.
    fn make_again(&self, existing: &Existing, watch: &dyn Watch) -> Result<Compared> {
        let scratch = tempfile::tempdir().map_err(|source| StoreError::Io { path: std::env::temp_dir(), source })?;
        let place = scratch.path().join(self.manifest.list.to_string());
        let (again, made_in, _staged) = match &self.description.inputs.federation_list {
            Some(file) => (self.import_again(file, place.clone(), watch)?, place, None),
            None => {
                let (manifest, staged) = self.compute_again(place, watch)?;
                (manifest, staged.path().to_owned(), Some(staged))
            }
        };
        if again.format != self.manifest.format {
            self.compare_rows(existing, &again, &made_in)?;
            return Ok(Compared::Rows);
        }
        self.compare_bytes(existing, &again)?;
        Ok(Compared::Bytes)
    }

    fn compare_bytes(&self, existing: &Existing, again: &Manifest) -> Result<()> {
        let differing = || self.manifest.outputs.iter().filter(|output| !again.outputs.contains(output));
        // The data package holds the hashes of the others, so it is never what differs first.
        if let Some(output) = differing().find(|output| output.path != file::DATA_PACKAGE).or_else(|| differing().next()) {
            return Err(made_otherwise(existing, &output.path));
        }
        if let Some(new) = again.outputs.iter().find(|output| !self.manifest.outputs.contains(output)) {
            return Err(PipelineError::Differs(format!("made again, there is also {}", new.path)));
        }
        let path = existing.folder.join(file::MANIFEST);
        let text = store::read_text(&path).map_err(|source| StoreError::Io { path, source })?;
        let mut again = again.clone();
        if again.readings != self.manifest.readings {
            // What a program knew is no part of what a list is (D42).
            (again.decisions, again.readings) = (self.manifest.decisions.clone(), self.manifest.readings.clone());
        }
        if again.to_json() == text { Ok(()) } else { Err(made_otherwise(existing, file::MANIFEST)) }
    }

    /// Compares the rows of every table of a list in an older format, and how many there are of everything.
    fn compare_rows(&self, existing: &Existing, again: &Manifest, made_in: &Path) -> Result<()> {
        // Diagnostics are messages for people, and may be more or other ones.
        let is_table = |path: &str| (path.ends_with(".parquet") || path.ends_with(".csv")) && path != file::DIAGNOSTICS;
        for output in self.manifest.outputs.iter().filter(|output| is_table(&output.path)) {
            let new = made_in.join(&output.path);
            if !new.is_file() || !have_same_rows(&existing.folder.join(&output.path), &new)? {
                return Err(made_otherwise(existing, &output.path));
            }
        }
        let numbers = |manifest: &Manifest| {
            let counts = manifest.counts.clone().into_iter();
            counts.filter(|(count, _)| !count.is_of_diagnostics()).collect::<ManifestCounts>()
        };
        if numbers(self.manifest) == numbers(again) { Ok(()) } else { Err(made_otherwise(existing, file::MANIFEST)) }
    }

    fn compute_again(&self, place: PathBuf, watch: &dyn Watch) -> Result<(Manifest, StagedFolder)> {
        let job = self.job(place)?;
        let mut clock = Stopwatch::start();
        let mut computed = compute(&job, RulesAndAmendments::read(&job)?, watch, &mut clock)?;
        computed.checks = by_limits_then(&self.checks, &computed.summary.checks);
        watch.stage("writing");
        let staged = StagedFolder::start(&job.place)?;
        let manifest = publication::write(&job, &computed, &staged)?;
        Ok((manifest, staged))
    }

    fn import_again(&self, file: &Path, place: PathBuf, watch: &dyn Watch) -> Result<Manifest> {
        let job = ImportJob {
            file: file.to_owned(),
            control: Some(self.manifest.control),
            date: Some(self.manifest.list),
            options: self.description.options.clone(),
            place: place.clone(),
        };
        import(&job, watch)?;
        Ok(Existing::read(&place)?.manifest)
    }

    /// The job that made the list: the same settings, and of every list the version that it was made from.
    fn job(&self, place: PathBuf) -> Result<Job> {
        let manifest = self.manifest;
        let shelf = self.shelf(&self.lists, |role| !matches!(role, InputRole::Longer(_)))?;
        let mut longer = BTreeMap::new();
        for (control, sources) in &self.longer {
            longer.insert(*control, self.shelf(sources, |role| *role == InputRole::Longer(*control))?);
        }
        let previous = shelf.newest().filter(|newest| Some(newest.date) == manifest.previous).cloned();
        let previous =
            previous.ok_or_else(|| PipelineError::NoPrevious { list: Some(manifest.list), folder: parent_of(&place).to_owned() })?;
        let archived = if self.description.inputs.is_archive_asked { shelf.sources().to_vec() } else { Vec::new() };
        let job = Job::new(self.description.clone(), manifest.list, previous, shelf, longer, place)?;
        Ok(Job { archived, only: Some(manifest.inputs.clone()), ..job })
    }

    /// Of each date the version that the manifest names by its hash; the newest where it names none.
    fn shelf(&self, sources: &[ListSource], is_of: impl Fn(&InputRole) -> bool) -> Result<ListCatalog> {
        let mut shelf = ListCatalog::default();
        let mut hashes = Hashes::default();
        let named: Vec<&InputFile> = self.manifest.inputs.iter().filter(|input| input.role.is_list() && is_of(&input.role)).collect();
        for source in sources.iter().filter(|source| source.date < self.manifest.list) {
            let mut is_meant = true;
            for input in &named {
                if let Some(path) = source.file_of_input(input) {
                    is_meant &= hashes.of(&path)?.as_ref() == Some(&input.sha256);
                }
            }
            if is_meant {
                shelf.put(source.clone());
            }
        }
        Ok(shelf)
    }
}

fn made_otherwise(existing: &Existing, name: &str) -> PipelineError {
    PipelineError::Differs(format!("made again, {} is not the same", existing.folder.join(name).display()))
}
