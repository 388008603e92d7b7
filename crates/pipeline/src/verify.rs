//! Verifies a list folder against its manifest: hashes of outputs and inputs, the chain of manifests and, on request, a recomputed list.
//! It changes nothing but a temporary folder.

use crate::change_detection::{ExistingList, HashCache, ListedTournaments};
use crate::checks::with_original_limits;
use crate::compute::compute;
use crate::import::{ImportJob, import_after};
use crate::import_history::ImportHistory;
use crate::job::{Job, RecordedInputs};
use crate::rules::RulesAndAmendments;
use crate::run::parent_folder;
use crate::stopwatch::Stopwatch;
use crate::{PipelineError, ProgressObserver, Result, publication, titles};
use amendments::Roster;
use ingest::{OnlineWindow, PlannedInputs, ReadOptions, RegisteredRows, Sources, planned_inputs};
use model::{Control, InputFile, InputRole, ListDate, PlayerIndex, ReadingNumber};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{
    CheckResult, Count, EditionsUsed, FolderName, JobDescription, ListCatalog, ListSource, Manifest, ManifestCounts, OutputFile, PublicKey,
    RunRecord, SignatureFound, StagedFolder, StoreError, Version, all_versions, check_signature, count_differing_rows, file,
    have_same_rows, input_digest, is_refused, sha256_hex, versions_at,
};

/// What was verified.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    pub list: ListDate,
    pub outputs: usize,
    pub inputs: usize,
    /// The lists whose manifests lead back to the first, newest first.
    pub chain: Vec<ListDate>,
    /// Whether the list was recomputed, and is the same.
    pub recomputed: bool,
    /// How the recomputed list was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<ComparisonMethod>,
    /// What comes out otherwise because of an edition that was not known when the list was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_rules: Option<ChangedRules>,
    /// The signature, if it was asked for: it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<SignatureFound>,
}

/// Rules that have changed since a list was made, and how many rows come out otherwise by them. That is not judged (D42).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedRules {
    /// Editions that were not known then.
    pub editions: Vec<String>,
    /// Readings that had another revision then; `None` if the list does not name those it was made by.
    pub readings: Option<Vec<ReadingNumber>>,
    pub rows: usize,
}

impl ChangedRules {
    fn between(then: &Manifest, now: &Manifest) -> Option<Self> {
        let editions = later_editions(&then.editions, &now.editions);
        let current = rulebook::reading_revisions(true);
        let readings = then.readings.as_ref().map(|then| rulebook::differing_readings(then, &current));
        // A list of this format that names none was made by those of today.
        let is_unchanged = editions.is_empty() && readings.as_ref().map_or(then.format == now.format, Vec::is_empty);
        (!is_unchanged).then_some(Self { editions, readings, rows: 0 })
    }
}

/// How a recomputed list is compared with the existing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonMethod {
    Bytes,
    /// Row by row, because the list has an older format.
    Rows,
}

/// Checks a list folder; the first difference is an error that names it. With keys, the list must be signed with one of them.
pub fn verify(folder: &Path, recompute: bool, keys: &[PublicKey], observer: &dyn ProgressObserver) -> Result<Verified> {
    if is_refused(folder) {
        return Err(StoreError::Unpublished { path: folder.to_owned() }.into());
    }
    let mut hashes = HashCache::default();
    observer.on_stage("checking outputs");
    let existing = read_manifest(folder)?;
    let manifest = &existing.manifest;
    let signature = match keys {
        [] => None,
        keys => Some(check_signature(folder, keys).map_err(|error| PipelineError::Differs(error.to_string()))?),
    };
    if let Some(difference) = existing.first_altered_output(&mut hashes)? {
        return Err(PipelineError::Differs(difference));
    }
    if let Some(unlisted_file) = unlisted_file(&existing)? {
        return Err(PipelineError::Differs(format!("{} is not in the manifest", folder.join(unlisted_file).display())));
    }
    if input_digest(&manifest.inputs, &manifest.settings) != manifest.inputs_sha256 {
        return Err(PipelineError::Differs(format!(
            "{}: its inputs do not give the hash that it names",
            folder.join(file::MANIFEST).display()
        )));
    }
    observer.on_stage("checking inputs");
    let inputs = LocatedInputs::locate(&existing)?;
    for input in &manifest.inputs {
        // Of a list that names the whole file of a table that grows, only making it again tells whether a change matters.
        let is_growing_file = input.rows.is_none() && matches!(input.role, InputRole::Registry | InputRole::Players);
        if !(recompute && is_growing_file) {
            inputs.verify_input(input, &mut hashes)?;
        }
    }
    observer.on_stage("following the chain");
    let chain = inputs.chain(manifest)?;
    inputs.verify_successors(&existing)?;
    let compared = recompute.then(|| inputs.recompute_and_compare(&existing, observer)).transpose()?;
    let (compared, changed_rules) = compared.unzip();
    Ok(Verified {
        list: manifest.list,
        outputs: manifest.outputs.len(),
        inputs: manifest.inputs.len(),
        chain,
        recomputed: recompute,
        compared,
        changed_rules: changed_rules.flatten(),
        signature,
    })
}

/// Reads the manifest that everything is verified against.
fn read_manifest(folder: &Path) -> Result<ExistingList> {
    std::fs::metadata(folder).map_err(StoreError::io(folder))?;
    ExistingList::read(folder).map_err(|error| match error {
        PipelineError::NotAListFolder { folder } => {
            let message = format!("it has no {}: not a list that this program made, so there is nothing to check it by", file::MANIFEST);
            StoreError::Unreadable { path: folder, message }.into()
        }
        PipelineError::Store(StoreError::Damaged { path, .. }) => {
            PipelineError::Differs(format!("{} is no manifest any more: damaged or altered", path.display()))
        }
        other => other,
    })
}

/// A file in the folder that the manifest does not name.
pub(crate) fn unlisted_file(existing: &ExistingList) -> Result<Option<String>> {
    let failed = |source| StoreError::Io { path: existing.folder.clone(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&existing.folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let is_draft = FolderName::from_path(&existing.folder).is_some_and(|name| matches!(name.version, Version::DraftRevision(_)));
    let beside = [file::MANIFEST, file::RUN, if is_draft { file::REVISION } else { file::SIGNATURE }];
    let is_known = |name: &str| beside.contains(&name) || existing.manifest.outputs.iter().any(|output| output.path == name);
    Ok(names.into_iter().find(|name| !is_known(name)))
}

/// The inputs of a list, with their current paths.
struct LocatedInputs<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    /// The job that made the list, with resolved paths.
    description: JobDescription,
    /// What the checks found when the list was made.
    checks: Vec<CheckResult>,
    /// Tournament files, by role and name.
    submitted_paths: BTreeMap<(InputRole, String), PathBuf>,
    registry: Option<RegisteredRows>,
    roster: Option<Roster>,
    /// The rows of norms and of direct results that concern the list.
    handed_in: Vec<InputFile>,
    /// The tournaments whose rows of the registry are inputs.
    listed: ListedTournaments,
    /// Every version of every list that may be an input.
    lists: Vec<ListSource>,
    longer: BTreeMap<Control, Vec<ListSource>>,
    corrections: BTreeMap<String, String>,
}

impl<'a> LocatedInputs<'a> {
    fn locate(existing: &'a ExistingList) -> Result<Self> {
        let manifest = &existing.manifest;
        let base = parent_folder(&existing.folder);
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
        let paths = &description.inputs;
        // An imported list has no previous one.
        let before = manifest.previous.unwrap_or(manifest.list);
        let mut lists = Vec::new();
        for root in &paths.lists {
            lists.extend(versions_at(root, before)?);
        }
        let mut longer: BTreeMap<Control, Vec<ListSource>> = BTreeMap::new();
        for (control, roots) in &paths.longer_lists {
            let of_control = longer.entry(*control).or_default();
            for root in roots {
                of_control.extend(versions_at(root, before)?);
            }
        }
        let no_players = PlayerIndex::default();
        let (for_titles, named) = titles::reads_for_titles(&description, manifest.list)?;
        let options = ReadOptions {
            for_titles,
            also_read: Some(&|id| named.contains(id)),
            online: Some(OnlineWindow { from: before.day(), until: manifest.list.day() }),
            ..ReadOptions::new(manifest.control, &no_players)
        };
        let sources = Sources { tournaments: paths.tournaments.clone(), registry: paths.registry.clone(), ..Sources::default() };
        let PlannedInputs { files, registry } = planned_inputs(&sources, &options)?;
        let submitted_paths = files.into_iter().map(|input| ((input.role, input.name), input.path)).collect();
        let roster = paths.players.as_deref().filter(|path| path.exists()).map(amendments::read_roster).transpose()?;
        let mut handed_in = Vec::new();
        for (role, path) in [(InputRole::Norms, &paths.norms), (InputRole::Direct, &paths.direct)] {
            if let Some(path) = path.as_deref().filter(|path| path.exists()) {
                handed_in.extend(titles::handed_in_now(&role, path, manifest.list)?);
            }
        }
        let listed = existing.listed_tournaments()?;
        let corrections = match &paths.corrections.path {
            Some(path) => amendments::read_corrections(path)?.rows.into_iter().map(|row| (row.id, row.sha256)).collect(),
            None => BTreeMap::new(),
        };
        let checks = record.checks;
        Ok(Self {
            folder: &existing.folder,
            manifest,
            description,
            checks,
            submitted_paths,
            registry,
            roster,
            handed_in,
            listed,
            lists,
            longer,
            corrections,
        })
    }

    /// Fails if an input is gone or has changed.
    fn verify_input(&self, input: &InputFile, hashes: &mut HashCache) -> Result<()> {
        let differs = |what: &str| PipelineError::Differs(format!("the input {} ({}) {what}", input.path, input.role));
        if input.role.is_correction() {
            return match self.corrections.get(&input.path) {
                None => Err(differs("is gone")),
                Some(hash) if *hash != input.sha256 => Err(differs("has changed")),
                Some(_) => Ok(()),
            };
        }
        if input.rows.is_some() {
            return match self.rows_now(&input.role) {
                None => Err(differs("is gone")),
                Some(now) if now.sha256 != input.sha256 => Err(differs("has other rows for this list")),
                Some(_) => Ok(()),
            };
        }
        let paths = &self.description.inputs;
        let candidates: Vec<PathBuf> = match &input.role {
            role if role.is_list() => self.versions_of(input).filter_map(|source| source.file_of_input(input)).collect(),
            InputRole::Rules => paths.rules.iter().cloned().collect(),
            InputRole::Orders => paths.orders.iter().cloned().collect(),
            InputRole::FederationList => paths.federation_list.iter().cloned().collect(),
            InputRole::Players => paths.players.iter().cloned().collect(),
            InputRole::Registry => paths.registry.iter().cloned().collect(),
            InputRole::Other(_) => {
                let path = self.folder.join(file::MANIFEST);
                let message =
                    format!("the input {} ({}) is of a later version of the program and cannot be checked", input.path, input.role);
                return Err(StoreError::Unreadable { path, message }.into());
            }
            role => self
                .submitted_paths
                .get(&(role.clone(), input.path.clone()))
                .cloned()
                .into_iter()
                .chain(self.newer_report_path(input))
                .collect(),
        };
        let mut is_present = false;
        for path in candidates {
            match hashes.sha256_of(&path)? {
                Some(hash) if hash == input.sha256 => return Ok(()),
                Some(_) => is_present = true,
                None => {}
            }
        }
        Err(differs(if is_present { "has changed" } else { "is gone" }))
    }

    /// The rows of a growing table that are an input of the list, as they are now.
    fn rows_now(&self, role: &InputRole) -> Option<InputFile> {
        match role {
            InputRole::Registry => self.registry.as_ref().map(|rows| rows.input(|id, file| self.listed.contains(id, file))),
            InputRole::Players => self.roster.as_ref().map(|roster| roster.input_on(self.manifest.list.day())),
            InputRole::Norms | InputRole::Direct => self.handed_in.iter().find(|input| input.role == *role).cloned(),
            _ => None,
        }
    }

    /// Whether registry or roster have rows that are no input of the list. Messages about such rows are not in the list folder.
    fn has_other_rows(&self) -> bool {
        let has_other_rows = |role: InputRole, count: Option<u64>| count > self.rows_now(&role).and_then(|input| input.rows);
        has_other_rows(InputRole::Registry, self.registry.as_ref().map(RegisteredRows::count))
            || has_other_rows(InputRole::Players, self.roster.as_ref().map(Roster::count))
    }

    /// The path of a newer report, which is in the folder of the corrections.
    fn newer_report_path(&self, input: &InputFile) -> Option<PathBuf> {
        let corrections = self.description.inputs.corrections.path.as_ref()?;
        let folder = if corrections.is_dir() { corrections.as_path() } else { parent_folder(corrections) };
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
        let mut current = manifest.clone();
        while let Some((hash, previous)) = current.previous_manifest.clone().zip(current.previous) {
            let Some(found) = current.find_previous(&self.lists).and_then(ListSource::manifest) else {
                return Err(PipelineError::Differs(format!(
                    "the chain ends before its beginning: no {previous}/{} has the hash {hash}",
                    file::MANIFEST
                )));
            };
            chain.push(previous);
            current = found;
        }
        Ok(chain)
    }

    /// Fails if a list that was built on this one names another manifest. Nothing else shows a change of the manifest itself.
    fn verify_successors(&self, existing: &ExistingList) -> Result<()> {
        let parent = parent_folder(&existing.folder);
        let date = existing.manifest.list;
        let folders = all_versions(parent)?;
        let manifest_of = |path: &Path| ExistingList::read(path).ok().map(|other| other.manifest);
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

    /// Recomputes the list in a temporary folder and compares it: bytes within a format, rows across formats. Where an edition decides that
    /// was not known when the list was made, differing rows are only counted.
    fn recompute_and_compare(
        &self,
        existing: &ExistingList,
        observer: &dyn ProgressObserver,
    ) -> Result<(ComparisonMethod, Option<ChangedRules>)> {
        let temporary = tempfile::tempdir().map_err(|source| StoreError::Io { path: std::env::temp_dir(), source })?;
        let folder = temporary.path().join(self.manifest.list.to_string());
        let (recomputed, recomputed_folder, _staged) = match &self.description.inputs.federation_list {
            Some(file) => (self.reimport(file, folder.clone(), observer)?, folder, None),
            None => {
                let (manifest, staged) = self.recompute(folder, observer)?;
                (manifest, staged.path().to_owned(), Some(staged))
            }
        };
        if let Some(changed) = ChangedRules::between(self.manifest, &recomputed) {
            let rows = self.count_differing_rows(existing, &recomputed_folder)?;
            return Ok((ComparisonMethod::Rows, (rows > 0).then_some(ChangedRules { rows, ..changed })));
        }
        if recomputed.format != self.manifest.format {
            self.compare_rows(existing, &recomputed, &recomputed_folder)?;
            return Ok((ComparisonMethod::Rows, None));
        }
        self.compare_bytes(existing, &recomputed)?;
        Ok((ComparisonMethod::Bytes, None))
    }

    /// How many rows of all tables come out otherwise.
    fn count_differing_rows(&self, existing: &ExistingList, recomputed_folder: &Path) -> Result<usize> {
        let tables = self.manifest.outputs.iter().filter(|output| is_table(&output.path));
        let differing =
            tables.map(|output| count_differing_rows(&existing.folder.join(&output.path), &recomputed_folder.join(&output.path)));
        Ok(differing.sum::<std::result::Result<usize, StoreError>>()?)
    }

    fn compare_bytes(&self, existing: &ExistingList, recomputed: &Manifest) -> Result<()> {
        // Rows added since may have messages of their own, which change no table.
        let are_messages_compared = !self.has_other_rows();
        let is_compared = |output: &OutputFile| are_messages_compared || is_table(&output.path);
        let differing = || self.manifest.outputs.iter().filter(|output| is_compared(output) && !recomputed.outputs.contains(output));
        // The data package contains the hashes of the other files, so it differs whenever one of them does.
        if let Some(output) = differing().find(|output| output.path != file::DATA_PACKAGE).or_else(|| differing().next()) {
            return Err(differs_when_recomputed(existing, &output.path));
        }
        if let Some(new) = recomputed.outputs.iter().find(|output| is_compared(output) && !self.manifest.outputs.contains(output)) {
            return Err(PipelineError::Differs(format!("made again, there is also {}", new.path)));
        }
        let path = existing.folder.join(file::MANIFEST);
        let text = store::read_text(&path).map_err(|source| StoreError::Io { path, source })?;
        let mut recomputed = recomputed.clone();
        if recomputed.readings != self.manifest.readings {
            // The readings of the program are not part of the list (D42).
            (recomputed.decisions, recomputed.readings) = (self.manifest.decisions.clone(), self.manifest.readings.clone());
        }
        if !are_messages_compared {
            recomputed.outputs.clone_from(&self.manifest.outputs);
            let of_diagnostics = self.manifest.counts.iter().filter(|(count, _)| count.is_of_diagnostics());
            recomputed.counts.extend(of_diagnostics.map(|(count, number)| (*count, *number)));
        }
        if recomputed.to_json() == text { Ok(()) } else { Err(differs_when_recomputed(existing, file::MANIFEST)) }
    }

    /// Compares the rows of every table of a list in an older format, and its counts.
    fn compare_rows(&self, existing: &ExistingList, recomputed: &Manifest, recomputed_folder: &Path) -> Result<()> {
        for output in self.manifest.outputs.iter().filter(|output| is_table(&output.path)) {
            let new = recomputed_folder.join(&output.path);
            if !new.is_file() || !have_same_rows(&existing.folder.join(&output.path), &new)? {
                return Err(differs_when_recomputed(existing, &output.path));
            }
        }
        // Later versions count more.
        let is_comparable = |count: &Count| !count.is_of_diagnostics() && !count.is_counted_otherwise_by_first_format();
        let is_counted_in_both = |count: &Count| is_comparable(count) && self.manifest.counts.contains_key(count);
        let numbers = |manifest: &Manifest| {
            let counts = manifest.counts.clone().into_iter();
            counts.filter(|(count, _)| is_counted_in_both(count)).collect::<ManifestCounts>()
        };
        if numbers(self.manifest) == numbers(recomputed) { Ok(()) } else { Err(differs_when_recomputed(existing, file::MANIFEST)) }
    }

    fn recompute(&self, folder: PathBuf, observer: &dyn ProgressObserver) -> Result<(Manifest, StagedFolder)> {
        let job = self.job(folder)?;
        let mut clock = Stopwatch::start();
        let mut computed = compute(&job, RulesAndAmendments::read(&job)?, observer, &mut clock)?;
        computed.checks = with_original_limits(&self.checks, &computed.summary.checks);
        observer.on_stage("writing");
        let staged = StagedFolder::start(&job.folder)?;
        let manifest = publication::write(&job, &computed, &staged)?;
        Ok((manifest, staged))
    }

    fn reimport(&self, file: &Path, folder: PathBuf, observer: &dyn ProgressObserver) -> Result<Manifest> {
        let job = ImportJob {
            file: file.to_owned(),
            control: Some(self.manifest.control),
            date: Some(self.manifest.list),
            options: self.description.options.clone(),
            folder: folder.clone(),
        };
        let mut history = ImportHistory::new(self.manifest.control);
        for input in self.manifest.inputs.iter().filter(|input| input.role == InputRole::Archive) {
            let is_it = |source: &&ListSource| {
                let bytes = source.file_of_input(input).and_then(|file| store::read_file(&file).ok());
                bytes.is_some_and(|bytes| sha256_hex(&bytes) == input.sha256)
            };
            let missing = || PipelineError::Differs(format!("the input {} ({}) is gone", input.path, input.role));
            history.add(&self.lists.iter().find(is_it).ok_or_else(missing)?.clone().of_control(self.manifest.control))?;
        }
        import_after(&job, &history, observer)?;
        Ok(ExistingList::read(&folder)?.manifest)
    }

    /// The job that made the list: the same settings, and of every list the version that it was made from.
    fn job(&self, folder: PathBuf) -> Result<Job> {
        let manifest = self.manifest;
        let paths = &self.description.inputs;
        let mut lists = self.lists.clone();
        if paths.is_from_flags && !paths.is_archive_asked {
            // It was made from the list that was named, whatever lies beside that one.
            lists.retain(|source| Some(source.date) == manifest.previous);
        }
        let catalog = self.catalog_of(&lists, |role| !matches!(role, InputRole::Longer(_)))?;
        let mut longer = BTreeMap::new();
        for (control, sources) in &self.longer {
            longer.insert(*control, self.catalog_of(sources, |role| *role == InputRole::Longer(*control))?);
        }
        let previous = catalog.newest().filter(|newest| Some(newest.date) == manifest.previous).cloned();
        let previous =
            previous.ok_or_else(|| PipelineError::NoPrevious { list: Some(manifest.list), folder: parent_folder(&folder).to_owned() })?;
        let archived = if self.description.inputs.is_archive_asked { catalog.sources().to_vec() } else { Vec::new() };
        let job = Job::new(self.description.clone(), manifest.list, previous, catalog, longer, folder)?;
        let recorded = RecordedInputs {
            inputs: manifest.inputs.clone(),
            orders: manifest.orders.clone(),
            tournaments: self.listed.clone(),
            other_controls: manifest
                .counts
                .get(&Count::TournamentsOfOtherControls)
                .map_or(0, |count| u32::try_from(*count).unwrap_or(u32::MAX)),
        };
        Ok(Job { archived, recorded: Some(recorded), ..job })
    }

    /// A catalog with one version of each list: the one that the manifest names by its hash, else the newest.
    fn catalog_of(&self, sources: &[ListSource], has_role: impl Fn(&InputRole) -> bool) -> Result<ListCatalog> {
        let mut catalog = ListCatalog::default();
        let mut hashes = HashCache::default();
        let named: Vec<&InputFile> = self.manifest.inputs.iter().filter(|input| input.role.is_list() && has_role(&input.role)).collect();
        for source in sources.iter().filter(|source| source.date <= self.manifest.list) {
            // A list of the same date is of a longer control and served an order, which the manifest says.
            let is_of_date = source.date == self.manifest.list;
            let mut is_named_version = !is_of_date || named.iter().any(|input| source.file_of_input(input).is_some());
            for input in &named {
                if let Some(path) = source.file_of_input(input) {
                    is_named_version &= hashes.sha256_of(&path)?.as_ref() == Some(&input.sha256);
                }
            }
            if is_named_version {
                catalog.put(source.clone());
            }
        }
        Ok(catalog)
    }
}

/// Whether an output is a table whose rows are compared. Diagnostics are messages for people, and may differ between versions.
fn is_table(path: &str) -> bool {
    (path.ends_with(".parquet") || path.ends_with(".csv")) && path != file::DIAGNOSTICS
}

/// The editions that decide now and did not when a list was made.
pub(crate) fn later_editions(then: &EditionsUsed, now: &EditionsUsed) -> Vec<String> {
    let all = |used: &EditionsUsed| -> BTreeSet<String> {
        used.tournaments.iter().chain([&used.publication, &used.calculation]).cloned().collect()
    };
    all(now).difference(&all(then)).cloned().collect()
}

fn differs_when_recomputed(existing: &ExistingList, name: &str) -> PipelineError {
    PipelineError::Differs(format!("made again, {} is not the same", existing.folder.join(name).display()))
}
