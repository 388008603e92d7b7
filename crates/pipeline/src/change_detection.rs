//! Finds the first change since a list was made, by settings, corrections and hashes of files. It computes no ratings and writes nothing.

use crate::job::Job;
use crate::list_inputs::ListInputs;
use crate::orders::{changed_orders, comparable_settings};
use crate::rules::RulesAndAmendments;
use crate::titles;
use crate::{PipelineError, Result};
use amendments::{Amendments, Correction};
use ingest::{OnlineWindow, PlannedInputs, ReadOptions, planned_inputs};
use model::{Date, InputFile, InputRole, PlayerIndex, ReadingNumber};
use period_assembly::TournamentStatus;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use store::{ListCatalog, Manifest, StoreError, file, read_table};

/// Hashes of files, each computed once, however many lists use the file.
#[derive(Debug, Default)]
pub(crate) struct HashCache {
    by_path: HashMap<PathBuf, Option<String>>,
}

impl HashCache {
    /// The hash of a file; `None` where there is no such file.
    pub(crate) fn sha256_of(&mut self, path: &Path) -> Result<Option<String>> {
        if let Some(known) = self.by_path.get(path) {
            return Ok(known.clone());
        }
        let hash = hash_file(path)?;
        self.by_path.insert(path.to_owned(), hash.clone());
        Ok(hash)
    }

    /// Computes the hashes of many files in parallel. A file that cannot be read is an error only when its hash is asked for.
    fn precompute(&mut self, paths: impl Iterator<Item = PathBuf>) {
        let unknown: Vec<PathBuf> = paths.filter(|path| !self.by_path.contains_key(path)).collect();
        self.by_path.par_extend(unknown.into_par_iter().with_max_len(1).filter_map(|path| hash_file(&path).ok().map(|hash| (path, hash))));
    }
}

fn hash_file(path: &Path) -> Result<Option<String>> {
    let failed = |source| PipelineError::Store(StoreError::Io { path: path.to_owned(), source });
    match store::open_file(path) {
        Ok(file) => store::sha256_of_reader(file).map(Some).map_err(failed),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// An existing list folder with its manifest.
#[derive(Debug)]
pub(crate) struct ExistingList {
    pub(crate) folder: PathBuf,
    pub(crate) manifest: Manifest,
}

impl ExistingList {
    /// Reads the manifest of a list folder.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        if folder.is_dir() {
            store::reject_links_leaving_store(folder)?;
        }
        let path = folder.join(file::MANIFEST);
        let text = store::read_text(&path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => PipelineError::NotAListFolder { folder: folder.to_owned() },
            _ => StoreError::Io { path: path.clone(), source }.into(),
        })?;
        let manifest = Manifest::from_json(&text, &path)?;
        // This program writes outputs only into the list folder itself.
        let is_name = |path: &str| Path::new(path).file_name().is_some_and(|name| name == path);
        if !manifest.outputs.iter().all(|output| is_name(&output.path)) {
            return Err(StoreError::Damaged { path, problem: "damaged or altered: it names a file outside its folder".to_owned() }.into());
        }
        Ok(Self { folder: folder.to_owned(), manifest })
    }

    /// Describes the first output that is not what the manifest says.
    pub(crate) fn first_altered_output(&self, hashes: &mut HashCache) -> Result<Option<String>> {
        hashes.precompute(self.manifest.outputs.iter().map(|output| self.folder.join(&output.path)));
        for output in &self.manifest.outputs {
            let path = self.folder.join(&output.path);
            match hashes.sha256_of(&path)? {
                None => return Ok(Some(format!("{} is gone", path.display()))),
                Some(hash) if hash != output.sha256 => return Ok(Some(format!("{} is not what was published", path.display()))),
                Some(_) => {}
            }
        }
        Ok(None)
    }
}

/// The tournaments that a list names in its table, whatever became of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListedTournaments {
    pub(crate) ids: BTreeSet<String>,
    files: BTreeSet<String>,
}

impl ListedTournaments {
    /// Whether a tournament is named by its id or its file.
    pub(crate) fn contains(&self, id: &str, file: &str) -> bool {
        self.ids.contains(id) || self.files.contains(file)
    }
}

impl ExistingList {
    /// The tournaments in the list's table. Imported lists have none.
    pub(crate) fn listed_tournaments(&self) -> Result<ListedTournaments> {
        if !self.manifest.outputs.iter().any(|output| output.path == file::TOURNAMENTS) {
            return Ok(ListedTournaments::default());
        }
        let table = read_table(&self.folder.join(file::TOURNAMENTS), Some(&["tournament_id", "file"]))?;
        let texts = |name| Ok::<_, PipelineError>(table.required_texts(name)?.iter().map(str::to_owned).collect());
        Ok(ListedTournaments { ids: texts("tournament_id")?, files: texts("file")? })
    }

    /// The tournaments that the list rated or refused. Tournaments that wait or were rated before belong to other lists.
    fn decided_tournaments(&self) -> Result<BTreeSet<String>> {
        let table = read_table(&self.folder.join(file::TOURNAMENTS), Some(&["tournament_id", "status"]))?;
        let (ids, statuses) = (table.required_texts("tournament_id")?, table.required_texts("status")?);
        let is_decided =
            |status: &str| matches!(status.parse(), Ok(TournamentStatus::Rated | TournamentStatus::Refused | TournamentStatus::Late));
        Ok(ids.iter().zip(statuses.iter()).filter(|(_, status)| is_decided(status)).map(|(id, _)| id.to_owned()).collect())
    }

    /// Describes the first correction that was added, removed or changed. The manifest has every one that was considered, applied or not; a new one
    /// concerns the list where it is about a tournament that the list decided, or merges players by the list's date.
    fn changed_correction(&self, amendments: &Amendments) -> Result<Option<String>> {
        let considered: Vec<&InputFile> = self.manifest.inputs.iter().filter(|input| input.role.is_correction()).collect();
        let in_force = amendments.in_force();
        let is_in_force = |input: &InputFile| in_force.iter().any(|row| row.id == input.path && row.sha256 == input.sha256);
        // A slip of the pen in a row must not take its correction back.
        if let Some(input) = considered.iter().find(|input| amendments.corrections().is_left_out(&input.path)) {
            let diagnostics = amendments.corrections().left_out.clone();
            return Err(PipelineError::CorrectionLeftOut { correction: input.path.clone(), list: self.manifest.list, diagnostics });
        }
        if let Some(input) = considered.iter().find(|input| !is_in_force(input)) {
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

/// Describes the first change since a list was made; `None` if the same job would give the same bytes.
pub(crate) fn first_change(
    job: &Job,
    existing: &ExistingList,
    rules: &RulesAndAmendments,
    hashes: &mut HashCache,
) -> Result<Option<String>> {
    let manifest = &existing.manifest;
    if let Some(change) = changed_setting(manifest, &job.settings(&rules.orders)) {
        return Ok(Some(change));
    }
    if let Some(change) = existing.changed_correction(&rules.amendments)? {
        return Ok(Some(change));
    }
    if let Some(change) = changed_rules(job, existing, rules)? {
        return Ok(Some(change));
    }
    if let Some((control, date)) = rules.orders.longer_list {
        // The list that an order raises to may have come later than the one that stood in for it.
        let source = job.longer_source(control, date);
        let is_named =
            |input: &InputFile| input.role == InputRole::Longer(control) && source.is_some_and(|s| s.file_of_input(input).is_some());
        if !manifest.inputs.iter().any(is_named) {
            return Ok(Some(format!("the {control} list of {date} is new")));
        }
    }
    let role_and_name = |input: &InputFile| (input.role.clone(), input.path.clone());
    let lists = || manifest.inputs.iter().filter(|input| input.role.is_list());
    let current = lists().map(|input| (role_and_name(input), CurrentInput::Path(list_path(job, input)))).collect();
    if let Some(change) = changed_input(lists(), &current, hashes)? {
        return Ok(Some(change));
    }
    let mut current: CurrentInputs<'_> = BTreeMap::new();
    let paths = &job.description.inputs;
    let orders = paths.orders.clone().filter(|_| rules.orders.input.is_some());
    for (role, path) in [(InputRole::Rules, &paths.rules), (InputRole::Orders, &orders)] {
        if let Some(path) = path {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            current.insert((role, name), CurrentInput::Path(Some(path.clone())));
        }
    }
    let PlannedInputs { files, registry } = plan_inputs(job, rules)?;
    current.extend(files.into_iter().map(|input| ((input.role, input.name), CurrentInput::Path(Some(input.path)))));
    let listed = existing.listed_tournaments()?;
    let roster_file = rules.amendments.roster().map(|roster| roster.input.clone());
    let growing = ListInputs {
        inputs: registry
            .iter()
            .map(|rows| rows.input(|id, file| listed.contains(id, file)))
            .chain(rules.amendments.roster_input())
            .collect(),
        growing_files: registry.map(|rows| rows.file).into_iter().chain(roster_file).collect(),
        settings: BTreeMap::new(),
    };
    let handed_in = [(InputRole::Norms, &paths.norms), (InputRole::Direct, &paths.direct)];
    let handed_in: Vec<InputFile> = handed_in
        .into_iter()
        .filter_map(|(role, path)| titles::handed_in_now(&role, path.as_deref()?, job.list).transpose())
        .collect::<Result<_>>()?;
    let mut growing = growing.in_form_of(manifest);
    growing.extend(handed_in);
    current.extend(growing.iter().map(|input| ((input.role.clone(), input.path.clone()), CurrentInput::Read(&input.sha256))));
    changed_input(manifest.inputs.iter().filter(|input| !input.role.is_list() && !input.role.is_correction()), &current, hashes)
}

/// Describes readings with another revision, or an edition that was not known, when a list was made (D42). A list that names no readings, of
/// version 0.1, may have been made by others.
pub(crate) fn changed_rules(job: &Job, existing: &ExistingList, rules: &RulesAndAmendments) -> Result<Option<String>> {
    let manifest = &existing.manifest;
    if let Some(readings) = changed_readings(manifest, &rulebook::reading_revisions(true)) {
        return Ok(Some(describe_readings(&readings)));
    }
    let edition_on = |day: Date| Ok::<_, PipelineError>(rules.rulebook.edition_on(job.control(), day)?.id.clone());
    let mut editions = BTreeSet::from([manifest.editions.publication.clone(), manifest.editions.calculation.clone()]);
    editions.extend(manifest.editions.tournaments.iter().cloned());
    let mut days = vec![job.list.day(), job.previous.date.day()];
    let table = read_table(&existing.folder.join(file::TOURNAMENTS), Some(&["status", "start"]))?;
    let is_rated = |(_, status): &(usize, &str)| status.parse() == Ok(TournamentStatus::Rated);
    let statuses = table.required_texts("status")?;
    days.extend(statuses.iter().enumerate().filter(is_rated).filter_map(|(row, _)| table.date("start", row)));
    days.sort_unstable();
    days.dedup();
    for day in days {
        let edition = edition_on(day)?;
        if !editions.contains(&edition) {
            return Ok(Some(format!("readings: the edition {edition} was not known")));
        }
    }
    Ok(None)
}

/// The readings whose revision is another than when a list was made; `None` if there are none. A list that names no readings, of version 0.1,
/// gives an empty list.
pub(crate) fn changed_readings(manifest: &Manifest, now: &BTreeMap<ReadingNumber, u32>) -> Option<Vec<ReadingNumber>> {
    let Some(then) = &manifest.readings else { return manifest.is_first_format().then(Vec::new) };
    let changed = rulebook::differing_readings(then, now);
    (!changed.is_empty()).then_some(changed)
}

/// The cause `readings`, with the readings that have changed.
pub(crate) fn describe_readings(readings: &[ReadingNumber]) -> String {
    let numbers: Vec<String> = readings.iter().map(ToString::to_string).collect();
    match numbers.is_empty() {
        true => "readings: the list does not name those that it was made by".to_owned(),
        false => format!("readings: {}", numbers.join(", ")),
    }
}

/// Describes the first setting that has changed since a list was made.
pub(crate) fn changed_setting(manifest: &Manifest, settings: &BTreeMap<String, String>) -> Option<String> {
    let recorded_settings = comparable_settings(manifest);
    let orders = |settings: &BTreeMap<String, String>| settings.get(Manifest::ORDERS).cloned();
    if let Some(change) = changed_orders(orders(&recorded_settings).as_deref(), orders(settings).as_deref()) {
        return Some(change);
    }
    changed_settings(&recorded_settings, settings).into_iter().next()
}

/// Describes every setting that has changed; orders are compared by [`changed_orders`].
pub(crate) fn changed_settings(then: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<String> {
    let is_other = |key: &&String| *key != Manifest::ORDERS;
    let changed = now.keys().filter(is_other).filter(|key| then.get(*key) != now.get(*key)).map(|key| {
        let recorded = then.get(key).map_or("not set", String::as_str);
        format!("the setting '{key}' was '{recorded}' and is '{}'", now[key])
    });
    let removed = then.iter().filter(|(key, _)| is_other(key) && !now.contains_key(*key));
    changed.chain(removed.map(|(key, recorded)| format!("the setting '{key}' was '{recorded}' and is not set"))).collect()
}

/// The inputs that a list would be made from now, by role and name.
pub(crate) type CurrentInputs<'a> = BTreeMap<(InputRole, String), CurrentInput<'a>>;

/// An input as it is now.
#[derive(Debug)]
pub(crate) enum CurrentInput<'a> {
    /// It was read and has this hash.
    Read(&'a str),
    /// It has this path, if it exists.
    Path(Option<PathBuf>),
}

impl CurrentInput<'_> {
    fn has_sha256(&self, sha256: &str, hashes: &mut HashCache) -> Result<bool> {
        match self {
            Self::Read(hash) => Ok(*hash == sha256),
            Self::Path(path) => Ok(path.as_deref().map(|path| hashes.sha256_of(path)).transpose()?.flatten().as_deref() == Some(sha256)),
        }
    }
}

/// Describes the first input that was added, changed or removed since a list was made.
pub(crate) fn changed_input<'a>(
    recorded: impl Iterator<Item = &'a InputFile>,
    current: &CurrentInputs<'_>,
    hashes: &mut HashCache,
) -> Result<Option<String>> {
    let recorded: BTreeMap<(InputRole, String), &str> =
        recorded.map(|input| ((input.role.clone(), input.path.clone()), input.sha256.as_str())).collect();
    let describe = |(role, path): &(InputRole, String), change: &str| Some(format!("the input {path} ({role}) {change}"));
    for (name, input) in current {
        match recorded.get(name) {
            None => return Ok(describe(name, "is new")),
            Some(hash) if !input.has_sha256(hash, hashes)? => return Ok(describe(name, "has changed")),
            Some(_) => {}
        }
    }
    Ok(recorded.keys().find(|name| !current.contains_key(*name)).and_then(|name| describe(name, "is gone")))
}

/// The path of a file of another list, in the version that the job would read.
fn list_path(job: &Job, input: &InputFile) -> Option<PathBuf> {
    let find_in = |catalog: &ListCatalog| catalog.sources().iter().find_map(|source| source.file_of_input(input));
    match &input.role {
        InputRole::Previous => job.previous.file_of_input(input),
        InputRole::Longer(control) => {
            let of_date = job.longer_of_date.get(control).and_then(|source| source.file_of_input(input));
            of_date.or_else(|| find_in(job.longer.get(control)?))
        }
        _ => find_in(&job.catalog),
    }
}

fn plan_inputs(job: &Job, rules: &RulesAndAmendments) -> Result<PlannedInputs> {
    let rated = job.previous.rated_tournaments(InputRole::Previous)?.map(|(rated, _)| rated).unwrap_or_default();
    let is_game_by_game = rules.rulebook.edition_on(job.control(), job.previous.date.day())?.moves_after_every_game();
    let no_players = PlayerIndex::default();
    let (for_titles, named) = titles::reads_for_titles(&job.description, job.list)?;
    let options = ReadOptions {
        for_titles,
        also_read: Some(&|id| named.contains(id)),
        is_rated: &|id| rated.list_of(id).is_some(),
        rated_size: &|id| rated.report_size_since(id, job.first_compared_list()),
        online: is_game_by_game.then(|| OnlineWindow { from: job.previous.date.day(), until: job.list.day() }),
        memory: job.source_memory.as_deref(),
        ..ReadOptions::new(job.control(), &no_players)
    };
    Ok(planned_inputs(&job.sources(rules.amendments.replacements()), &options)?)
}
