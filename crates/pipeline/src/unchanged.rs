//! Proof, by hashes alone, that a list would come out as it is: nothing that it was made from has changed, and nothing has come.

use crate::job::Job;
use crate::rules::RulesAndAmendments;
use crate::{PipelineError, Result};
use amendments::{Amendments, Correction};
use ingest::{OnlineWindow, ReadOptions, planned_inputs};
use model::{InputFile, InputRole, PlayerIndex, RatedTournaments};
use period_assembly::TournamentStatus;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use store::{ListCatalog, Manifest, StoreError, file, read_rated_tournaments, read_table};

/// Hashes of files, each worked out once, however many lists rest on the file.
#[derive(Debug, Default)]
pub(crate) struct Hashes {
    known: HashMap<PathBuf, Option<String>>,
}

impl Hashes {
    /// The hash of a file; `None` where there is no such file.
    pub(crate) fn of(&mut self, path: &Path) -> Result<Option<String>> {
        if let Some(known) = self.known.get(path) {
            return Ok(known.clone());
        }
        let hash = hash_of(path)?;
        self.known.insert(path.to_owned(), hash.clone());
        Ok(hash)
    }

    /// Works the hashes of many files out at once. What cannot be read is told when it is asked for.
    fn prepare(&mut self, paths: impl Iterator<Item = PathBuf>) {
        let unknown: Vec<PathBuf> = paths.filter(|path| !self.known.contains_key(path)).collect();
        self.known.par_extend(unknown.into_par_iter().with_max_len(1).filter_map(|path| hash_of(&path).ok().map(|hash| (path, hash))));
    }
}

fn hash_of(path: &Path) -> Result<Option<String>> {
    let failed = |source| PipelineError::Store(StoreError::Io { path: path.to_owned(), source });
    match store::open_file(path) {
        Ok(file) => store::sha256_of_reader(file).map(Some).map_err(failed),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// A list folder that is there, and its manifest.
#[derive(Debug)]
pub(crate) struct Existing {
    pub(crate) folder: PathBuf,
    pub(crate) manifest: Manifest,
}

impl Existing {
    /// Reads the manifest of a list folder.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        if folder.is_dir() {
            store::reject_links_leaving_store(folder)?;
        }
        let path = folder.join(file::MANIFEST);
        let text = store::read_text(&path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => PipelineError::NotOurs { folder: folder.to_owned() },
            _ => StoreError::Io { path: path.clone(), source }.into(),
        })?;
        let manifest = Manifest::from_json(&text, &path).map_err(PipelineError::of_manifest)?;
        // What a list wrote lies in its folder; a path that leads elsewhere is none that this program wrote.
        let is_name = |path: &str| Path::new(path).file_name().is_some_and(|name| name == path);
        if !manifest.outputs.iter().all(|output| is_name(&output.path)) {
            return Err(PipelineError::Altered { file: path });
        }
        Ok(Self { folder: folder.to_owned(), manifest })
    }

    /// The first output that is not what the manifest says, in words.
    pub(crate) fn first_altered_output(&self, hashes: &mut Hashes) -> Result<Option<String>> {
        hashes.prepare(self.manifest.outputs.iter().map(|output| self.folder.join(&output.path)));
        for output in &self.manifest.outputs {
            let path = self.folder.join(&output.path);
            match hashes.of(&path)? {
                None => return Ok(Some(format!("{} is gone", path.display()))),
                Some(hash) if hash != output.sha256 => return Ok(Some(format!("{} is not what was published", path.display()))),
                Some(_) => {}
            }
        }
        Ok(None)
    }
}

impl Existing {
    /// The tournaments that the list rated or refused. Those that wait, or were rated before, are other lists' business.
    fn decided_tournaments(&self) -> Result<BTreeSet<String>> {
        let table = read_table(&self.folder.join(file::TOURNAMENTS), Some(&["tournament_id", "status"]))?;
        let (ids, statuses) = (table.required_texts("tournament_id")?, table.required_texts("status")?);
        let is_decided =
            |status: &str| matches!(status.parse(), Ok(TournamentStatus::Rated | TournamentStatus::Refused | TournamentStatus::Late));
        Ok(ids.iter().zip(statuses.iter()).filter(|(_, status)| is_decided(status)).map(|(id, _)| id.to_owned()).collect())
    }

    /// The first correction that came, went or is another, in words. The manifest has every one that was considered, applied or not; a new one
    /// concerns the list where it is about a tournament that the list decided, or merges players by the list's date.
    fn changed_correction(&self, amendments: &Amendments) -> Result<Option<String>> {
        let considered: Vec<&InputFile> = self.manifest.inputs.iter().filter(|input| input.role.is_correction()).collect();
        let in_force = amendments.in_force();
        let holds = |input: &InputFile| in_force.iter().any(|row| row.id == input.path && row.sha256 == input.sha256);
        if let Some(input) = considered.iter().find(|input| !holds(input)) {
            return Ok(Some(format!("the correction {} does not hold any more, or is another", input.path)));
        }
        let is_new = |row: &&Correction| !considered.iter().any(|input| input.path == row.id);
        if !in_force.iter().any(is_new) {
            return Ok(None);
        }
        let decided = self.decided_tournaments()?;
        let new = amendments.concerning(|tournament_id| decided.contains(tournament_id)).into_iter().filter(is_new);
        Ok(new.map(|row| &row.id).min().map(|id| format!("the correction {id} is new")))
    }
}

/// What is different from when a list was made, in words; `None` where the same job would give the same bytes.
pub(crate) fn first_change(job: &Job, existing: &Existing, by: &RulesAndAmendments, hashes: &mut Hashes) -> Result<Option<String>> {
    let manifest = &existing.manifest;
    if let Some(change) = changed_setting(manifest, &job.settings()) {
        return Ok(Some(change));
    }
    if let Some(change) = existing.changed_correction(&by.amendments)? {
        return Ok(Some(change));
    }
    let named = |input: &InputFile| (input.role.clone(), input.path.clone());
    let lists = || manifest.inputs.iter().filter(|input| input.role.is_list());
    let now = lists().map(|input| (named(input), InputNow::At(list_path(job, input)))).collect();
    if let Some(change) = changed_input(lists(), &now, hashes)? {
        return Ok(Some(change));
    }
    let mut now: InputsNow<'_> = BTreeMap::new();
    let places = &job.description.inputs;
    for (role, path) in [(InputRole::Rules, &places.rules), (InputRole::Players, &places.players)] {
        if let Some(path) = path {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            now.insert((role, name), InputNow::At(Some(path.clone())));
        }
    }
    now.extend(planned(job, by)?.into_iter().map(|input| ((input.role, input.name), InputNow::At(Some(input.path)))));
    changed_input(manifest.inputs.iter().filter(|input| !input.role.is_list() && !input.role.is_correction()), &now, hashes)
}

/// The first setting that is another than when a list was made, in words.
pub(crate) fn changed_setting(manifest: &Manifest, settings: &BTreeMap<String, String>) -> Option<String> {
    if let Some((key, value)) = settings.iter().find(|(key, value)| manifest.settings.get(*key) != Some(value)) {
        let then = manifest.settings.get(key).map_or("not set", String::as_str);
        return Some(format!("the setting '{key}' was '{then}' and is '{value}'"));
    }
    let gone = manifest.settings.iter().find(|(key, _)| !settings.contains_key(*key));
    gone.map(|(key, then)| format!("the setting '{key}' was '{then}' and is not set"))
}

/// What a list would be made from now, by role and name.
pub(crate) type InputsNow<'a> = BTreeMap<(InputRole, String), InputNow<'a>>;

/// An input as it is now.
#[derive(Debug)]
pub(crate) enum InputNow<'a> {
    /// It was read, and has this hash.
    Read(&'a str),
    /// It lies there, if there is one.
    At(Option<PathBuf>),
}

impl InputNow<'_> {
    fn has(&self, sha256: &str, hashes: &mut Hashes) -> Result<bool> {
        match self {
            Self::Read(hash) => Ok(*hash == sha256),
            Self::At(path) => Ok(path.as_deref().map(|path| hashes.of(path)).transpose()?.flatten().as_deref() == Some(sha256)),
        }
    }
}

/// The first input that is new, another or gone since a list was made, in words.
pub(crate) fn changed_input<'a>(
    then: impl Iterator<Item = &'a InputFile>,
    now: &InputsNow<'_>,
    hashes: &mut Hashes,
) -> Result<Option<String>> {
    let then: BTreeMap<(InputRole, String), &str> =
        then.map(|input| ((input.role.clone(), input.path.clone()), input.sha256.as_str())).collect();
    let told = |(role, path): &(InputRole, String), what: &str| Some(format!("the input {path} ({role}) {what}"));
    for (name, input) in now {
        match then.get(name) {
            None => return Ok(told(name, "is new")),
            Some(hash) if !input.has(hash, hashes)? => return Ok(told(name, "has changed")),
            Some(_) => {}
        }
    }
    Ok(then.keys().find(|name| !now.contains_key(*name)).and_then(|name| told(name, "is gone")))
}

/// Where a part of another list lies now: of the version that the job would read.
fn list_path(job: &Job, input: &InputFile) -> Option<PathBuf> {
    let on = |shelf: &ListCatalog| shelf.sources().iter().find_map(|source| source.file_of_input(input));
    match &input.role {
        InputRole::Previous => job.previous.file_of_input(input),
        InputRole::Longer(control) => on(job.longer.get(control)?),
        _ => on(&job.shelf),
    }
}

fn planned(job: &Job, by: &RulesAndAmendments) -> Result<Vec<ingest::PlannedInput>> {
    let rated = match job.previous.companion(file::RATED_TOURNAMENTS, InputRole::Previous)? {
        Some((bytes, input)) => read_rated_tournaments(&bytes, Path::new(&input.path), job.previous.date.day())?,
        None => RatedTournaments::default(),
    };
    let is_game_by_game = by.rulebook.edition_on(job.control(), job.previous.date.day())?.moves_after_every_game();
    let nobody = PlayerIndex::default();
    let options = ReadOptions {
        is_rated: &|id| rated.list_of(id).is_some(),
        online: is_game_by_game.then(|| OnlineWindow { from: job.previous.date.day(), until: job.list.day() }),
        ..ReadOptions::new(job.control(), &nobody)
    };
    Ok(planned_inputs(&job.sources(by.amendments.replacements()), &options)?)
}
