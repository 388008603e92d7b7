//! Locates lists in folders and files, and chooses the one in force on a day (D2, D3).

use crate::files::reject_links_leaving_store;
use crate::folder_names::{ListFolder, Version, VersionChoice, file, is_refused, list_folders, parse_folder_name};
use crate::list::{ratings_if_valid, read_list, texts_by_id};
use crate::list_memory::{ListMemory, RememberedContent};
use crate::list_metadata::list_metadata_at;
use crate::{
    CheckedFolder, HashCheck, Manifest, PlayerList, StoreError, list_from_table, read_federation_list, read_input, read_pool,
    read_rated_tournaments, recognise_federation_list, sha256_hex, table_from_bytes,
};
use model::{Control, Date, FileSnapshot, InputFile, InputRole, ListDate, ListRatings, Pool, RatedTournaments};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tables::{Table, TextColumns};

/// Location of a list that can be read: a folder or a file, and its list date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSource {
    pub date: ListDate,
    /// The file that holds the list.
    pub file: PathBuf,
    /// The list folder, unless the list is a single file.
    pub folder: Option<PathBuf>,
    /// The control of the list, if it is known. It selects the columns in a file with the lists of several controls.
    pub control: Option<Control>,
    checked: CheckedOnce,
    memory: SharedMemory,
}

/// The folder of a list, compared with its manifest when it is first read.
#[derive(Clone, Debug, Default)]
struct CheckedOnce(Arc<OnceLock<CheckedFolder>>);

/// Two sources of one place are the same, whether they were read or not.
impl PartialEq for CheckedOnce {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for CheckedOnce {}

/// The memory in place of files, where there is one.
#[derive(Clone, Debug, Default)]
struct SharedMemory(Option<ListMemory>);

/// Two sources of one place are the same, whatever is remembered of them.
impl PartialEq for SharedMemory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SharedMemory {}

impl ListSource {
    /// Opens a list folder or a list file. The list date comes from its name, its manifest or its metadata, otherwise from
    /// `fallback_date`.
    pub fn open(path: &Path, fallback_date: Option<ListDate>) -> Result<Self, StoreError> {
        let metadata = std::fs::metadata(path).map_err(StoreError::io(path))?;
        let named = match metadata.is_dir() {
            true => parse_date_in_name(path).or_else(|| date_in_manifest(path)),
            false => parse_date_in_name(path)
                .or(recognise_federation_list(path)?.and_then(|list| list.date))
                .or_else(|| list_metadata_at(path).date),
        };
        let date = named.or(fallback_date).ok_or_else(|| StoreError::Unreadable {
            path: path.to_owned(),
            message: "the date of the list is not known: its name is not a list date and none was given".to_owned(),
        })?;
        if !metadata.is_dir() {
            return Ok(Self::new(date, path.to_owned(), None));
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if parse_folder_name(&name).is_some_and(|name| matches!(name.version, Version::Draft | Version::DraftRevision(_))) {
            return Err(StoreError::Draft { path: path.to_owned() });
        }
        if is_refused(path) {
            return Err(StoreError::Unpublished { path: path.to_owned() });
        }
        reject_links_leaving_store(path)?;
        let file = list_file(path).ok_or_else(|| StoreError::NoList { path: path.to_owned() })?;
        Ok(Self::new(date, file, Some(path.to_owned())))
    }

    /// A list in a file, which may lie in a list folder.
    pub fn new(date: ListDate, file: PathBuf, folder: Option<PathBuf>) -> Self {
        Self { date, file, folder, control: None, checked: CheckedOnce::default(), memory: SharedMemory::default() }
    }

    /// The list folder, compared with its manifest; `None` if the list is a single file.
    pub fn checked_folder(&self) -> Result<Option<&CheckedFolder>, StoreError> {
        let Some(path) = &self.folder else { return Ok(None) };
        if let Some(checked) = self.checked.0.get() {
            return Ok(Some(checked));
        }
        let checked = CheckedFolder::open(path, self.control)?;
        Ok(Some(self.checked.0.get_or_init(|| checked)))
    }

    /// Returns the file that holds the list, whose hash is right if it is to be verified.
    pub fn verified_file(&self, hash_check: HashCheck) -> Result<&Path, StoreError> {
        if let (HashCheck::Required, Some(name)) = (hash_check, self.file.file_name())
            && let (Some(path), Some(folder)) = (&self.folder, self.checked_folder()?)
        {
            if folder.manifest().is_some() {
                folder.file(&name.to_string_lossy())?;
            } else {
                // A given list: it is compared with what the lists after it were made from.
                CheckedFolder::open_to_inspect(path, hash_check)?.file(&name.to_string_lossy())?;
            }
        }
        Ok(&self.file)
    }

    /// Describes a file of the list that was read, if it is what was published with it.
    fn checked_input(&self, path: &Path, role: InputRole, sha256: String, snapshot: FileSnapshot) -> Result<InputFile, StoreError> {
        let folder = self.checked_folder()?;
        if let (Some(folder), Some(name)) = (folder, path.file_name()) {
            folder.check_hash(&name.to_string_lossy(), &sha256)?;
        }
        let is_unverified = folder.is_none_or(|folder| folder.manifest().is_none());
        Ok(InputFile { is_unverified, ..InputFile::new(role, self.display_name(path), sha256).with_snapshot(snapshot) })
    }

    /// Opens a draft, which only the later drafts of the same `regenerate` are built on.
    pub fn open_draft(path: &Path, date: ListDate) -> Result<Self, StoreError> {
        reject_links_leaving_store(path)?;
        let file = list_file(path).ok_or_else(|| StoreError::NoList { path: path.to_owned() })?;
        Ok(Self::new(date, file, Some(path.to_owned())))
    }

    /// Selects one control, for a file with the lists of several controls.
    #[must_use]
    pub fn of_control(mut self, control: Control) -> Self {
        self.control = Some(control);
        self
    }

    /// Lets the memory of a walk answer in place of files, and remember what is read.
    pub fn use_memory(&mut self, memory: &ListMemory) {
        self.memory = SharedMemory(Some(memory.clone()));
    }

    /// Returns the date in the name of a list folder or file.
    pub fn date_in_name(path: &Path) -> Option<ListDate> {
        parse_date_in_name(path)
    }

    /// Whether the source is a `state.parquet`, which holds every known player, rated or not.
    pub fn is_state(&self) -> bool {
        self.file.file_name().is_some_and(|name| name == file::STATE)
    }

    /// Whether the source has the history of every known player: the state of a list that was made here. An imported list has a state, too, but
    /// knows no more than its columns, and has no pool.
    pub fn has_history(&self) -> bool {
        self.is_state() && self.file.with_file_name(file::POOL).exists()
    }

    /// Returns the name under which manifests and diagnostics cite a file of this list: list date and file name.
    pub fn display_name(&self, file: &Path) -> String {
        let name = |path: &Path| path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        match &self.folder {
            // Always the list date, so that the manifest does not depend on where the folder lies.
            Some(_) => format!("{}/{}", self.date, name(file)),
            None => name(file),
        }
    }

    /// Reads another file of the same list folder; `None` if there is no folder or no such file.
    pub fn companion(&self, name: &str, role: InputRole) -> Result<Option<(Vec<u8>, InputFile)>, StoreError> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)).filter(|path| path.exists()) else { return Ok(None) };
        self.read_bytes(&path, role).map(Some)
    }

    fn read_bytes(&self, path: &Path, role: InputRole) -> Result<(Vec<u8>, InputFile), StoreError> {
        let (bytes, snapshot) = read_input(path).map_err(StoreError::io(path))?;
        let input = self.checked_input(path, role, sha256_hex(&bytes), snapshot)?;
        Ok((bytes, input))
    }

    /// Reads a table of the same list folder, only the named columns if there are any; `None` if there is no folder or no such file.
    pub fn companion_table(&self, name: &str, columns: Option<&[&str]>, role: InputRole) -> Result<Option<(Table, InputFile)>, StoreError> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else { return Ok(None) };
        let table = |content: &RememberedContent| if let RememberedContent::Table(table) = content { Some(table.clone()) } else { None };
        if let Some(remembered) = self.recall(&path, &role, table)? {
            return Ok(Some(remembered));
        }
        let Some((bytes, input)) = self.companion(name, role)? else { return Ok(None) };
        let table = table_from_bytes(&bytes, columns).map_err(|error| StoreError::unreadable(Path::new(&input.path))(error))?;
        Ok(Some((table, input)))
    }

    /// Reads the results that wait; `None` if there is no folder or no table of them.
    pub fn pool(&self, role: InputRole) -> Result<Option<(Pool, InputFile)>, StoreError> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(file::POOL)) else { return Ok(None) };
        let pool = |content: &RememberedContent| if let RememberedContent::Pool(pool) = content { Some(Arc::clone(pool)) } else { None };
        if let Some((pool, input)) = self.recall(&path, &role, pool)? {
            return Ok(Some((Arc::unwrap_or_clone(pool), input)));
        }
        let Some((bytes, input)) = self.companion(file::POOL, role)? else { return Ok(None) };
        Ok(Some((read_pool(&bytes, Path::new(&input.path))?, input)))
    }

    /// Reads the tournaments that were rated up to this list; `None` if there is no folder or no table of them.
    pub fn rated_tournaments(&self, role: InputRole) -> Result<Option<(Arc<RatedTournaments>, InputFile)>, StoreError> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(file::RATED_TOURNAMENTS)) else { return Ok(None) };
        let rated = |content: &RememberedContent| match content {
            RememberedContent::RatedTournaments(rated) => Some(Arc::clone(rated)),
            _ => None,
        };
        if let Some(remembered) = self.recall(&path, &role, rated)? {
            return Ok(Some(remembered));
        }
        let Some((bytes, input)) = self.companion(file::RATED_TOURNAMENTS, role)? else { return Ok(None) };
        let rated = read_rated_tournaments(&bytes, Path::new(&input.path), self.date.day())?;
        Ok(Some((self.remember(&path, &input, Arc::new(rated), RememberedContent::RatedTournaments), input)))
    }

    /// What is remembered of a file of this list, which is compared with the manifest as if it had been read.
    fn recall<T>(
        &self,
        path: &Path,
        role: &InputRole,
        select: impl FnOnce(&RememberedContent) -> Option<T>,
    ) -> Result<Option<(T, InputFile)>, StoreError> {
        let Some((content, sha256, snapshot)) = self.memory.0.as_ref().and_then(|memory| memory.recall(path, select)) else {
            return Ok(None);
        };
        Ok(Some((content, self.checked_input(path, role.clone(), sha256, snapshot)?)))
    }

    /// Remembers what was read of a file, where there is a memory.
    fn remember<T: Clone>(&self, path: &Path, input: &InputFile, read: T, content: impl FnOnce(T) -> RememberedContent) -> T {
        if let (Some(memory), Some(snapshot)) = (&self.memory.0, &input.snapshot) {
            memory.remember(path, &input.sha256, snapshot, content(read.clone()));
        }
        read
    }

    /// Reads the whole list as given.
    pub fn read(&self, role: InputRole) -> Result<(PlayerList, InputFile), StoreError> {
        let is_players = |content: &RememberedContent| matches!(content, RememberedContent::Players(_)).then_some(());
        if let Some(((), input)) = self.recall(&self.file, &role, is_players)?
            && let Some(RememberedContent::Players(list)) = self.memory.0.as_ref().and_then(|memory| memory.take(&self.file))
        {
            // Whoever reads a list changes it, so that from now on only its ratings are needed.
            self.remember(&self.file, &input, Arc::new(list.ratings()), RememberedContent::Ratings);
            return Ok((Arc::unwrap_or_clone(list), input));
        }
        let (list, input) = self.read_file(role)?;
        if self.memory.0.is_some() {
            self.remember(&self.file, &input, Arc::new(list.ratings()), RememberedContent::Ratings);
        }
        Ok((list, input))
    }

    /// Reads the whole list as given, for several readers one after the other.
    pub fn read_shared(&self, role: InputRole) -> Result<(Arc<PlayerList>, InputFile), StoreError> {
        let players =
            |content: &RememberedContent| if let RememberedContent::Players(list) = content { Some(Arc::clone(list)) } else { None };
        if let Some(remembered) = self.recall(&self.file, &role, players)? {
            return Ok(remembered);
        }
        let (list, input) = self.read_file(role)?;
        Ok((self.remember(&self.file, &input, Arc::new(list), RememberedContent::Players), input))
    }

    fn read_file(&self, role: InputRole) -> Result<(PlayerList, InputFile), StoreError> {
        if recognise_federation_list(&self.file)?.is_some() {
            return self.read_federation(role);
        }
        let (bytes, snapshot) = read_input(&self.file).map_err(StoreError::io(&self.file))?;
        let path = self.display_name(&self.file);
        let name: Arc<str> = path.as_str().into();
        self.checked_folder()?;
        let (sha256, list) = rayon::join(|| sha256_hex(&bytes), || read_list(&bytes, &name, self.date));
        // Damage goes before what it looks like.
        let input = self.checked_input(&self.file, role, sha256, snapshot)?;
        let list = list.map_err(|diagnostics| StoreError::Refused { file: self.file.display().to_string(), diagnostics })?;
        Ok((list, input))
    }

    /// Reads a list that the federation publishes. Unusable rows are left out with a diagnostic.
    fn read_federation(&self, role: InputRole) -> Result<(PlayerList, InputFile), StoreError> {
        let path = self.display_name(&self.file);
        let name: Arc<str> = path.as_str().into();
        let read = read_federation_list(&self.file, &name, self.control, Some(self.date))?;
        let refused = |diagnostics| StoreError::Refused { file: self.file.display().to_string(), diagnostics };
        let mut list = list_from_table(&read.list.table, &name, self.date).map_err(refused)?;
        list.diagnostics.splice(0..0, read.list.diagnostics);
        Ok((list, self.checked_input(&self.file, role, read.sha256, read.snapshot)?))
    }

    /// Reads only ids and ratings, for an older list or one of a longer control.
    pub fn read_ratings(&self, role: InputRole) -> Result<(Arc<ListRatings>, InputFile), StoreError> {
        let ratings = |content: &RememberedContent| match content {
            RememberedContent::Ratings(ratings) | RememberedContent::RatingsAndTexts(ratings, _) => Some(Arc::clone(ratings)),
            RememberedContent::Players(list) => Some(Arc::new(list.ratings())),
            RememberedContent::RatedTournaments(_) | RememberedContent::Pool(_) | RememberedContent::Table(_) => None,
        };
        if let Some(remembered) = self.recall(&self.file, &role, ratings)? {
            return Ok(remembered);
        }
        let (ratings, input) = self.read_ratings_of_file(role)?;
        Ok((self.remember(&self.file, &input, Arc::new(ratings), RememberedContent::Ratings), input))
    }

    fn read_ratings_of_file(&self, role: InputRole) -> Result<(ListRatings, InputFile), StoreError> {
        if recognise_federation_list(&self.file)?.is_some() {
            let (list, input) = self.read_federation(role)?;
            return Ok((list.ratings(), input));
        }
        let (bytes, snapshot) = read_input(&self.file).map_err(StoreError::io(&self.file))?;
        let path = self.display_name(&self.file);
        self.checked_folder()?;
        let (sha256, ratings) = rayon::join(|| sha256_hex(&bytes), || self.ratings_in(&bytes, &path));
        let input = self.checked_input(&self.file, role, sha256, snapshot)?;
        Ok((ratings?, input))
    }

    /// Reads ids and ratings of an older list, and the texts of its players but their names.
    pub fn read_ratings_and_texts(&self, role: InputRole) -> Result<(Arc<ListRatings>, Arc<TextColumns>, InputFile), StoreError> {
        let both = |content: &RememberedContent| match content {
            RememberedContent::RatingsAndTexts(ratings, texts) => Some((Arc::clone(ratings), Arc::clone(texts))),
            _ => None,
        };
        if let Some(((ratings, texts), input)) = self.recall(&self.file, &role, both)? {
            return Ok((ratings, texts, input));
        }
        let (ratings, texts, input) = self.read_ratings_and_texts_of_file(role)?;
        let read = (Arc::new(ratings), Arc::new(texts));
        let (ratings, texts) =
            self.remember(&self.file, &input, read, |(ratings, texts)| RememberedContent::RatingsAndTexts(ratings, texts));
        Ok((ratings, texts, input))
    }

    fn read_ratings_and_texts_of_file(&self, role: InputRole) -> Result<(ListRatings, TextColumns, InputFile), StoreError> {
        let is_parquet = self.file.extension().is_some_and(|extension| extension == "parquet");
        if !is_parquet {
            let (list, input) = self.read_file(role)?;
            return Ok((list.ratings(), list.text, input));
        }
        let (bytes, snapshot) = read_input(&self.file).map_err(StoreError::io(&self.file))?;
        let path = self.display_name(&self.file);
        self.checked_folder()?;
        let (sha256, (ratings, text)) =
            rayon::join(|| sha256_hex(&bytes), || rayon::join(|| self.ratings_in(&bytes, &path), || texts_by_id(&bytes)));
        let input = self.checked_input(&self.file, role, sha256, snapshot)?;
        Ok((ratings?, text.map_err(|error| StoreError::unreadable(&self.file)(error))?, input))
    }

    fn ratings_in(&self, bytes: &[u8], name: &str) -> Result<ListRatings, StoreError> {
        // If anything needs to be reported, the list is read in full.
        if let Some(ratings) = tables::is_parquet(bytes).then(|| ratings_if_valid(bytes, self.date)).flatten() {
            return Ok(ratings);
        }
        let list = read_list(bytes, &name.into(), self.date)
            .map_err(|diagnostics| StoreError::Refused { file: self.file.display().to_string(), diagnostics })?;
        Ok(list.ratings())
    }
}

/// Returns the most complete list file of a folder.
fn list_file(folder: &Path) -> Option<PathBuf> {
    file::LISTS.iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

/// Returns the list date that the manifest of a folder states.
fn date_in_manifest(folder: &Path) -> Option<ListDate> {
    Manifest::read(folder).ok().map(|manifest| manifest.list)
}

/// Parses the date in the name of a folder or file: `2024-01-01`, `2024-01-01.r2`, `2024-01.csv`, `standard-2024-01-01.parquet`,
/// `rapid_jan24frl.zip`.
fn parse_date_in_name(path: &Path) -> Option<ListDate> {
    let name = path.file_name()?.to_str()?;
    if let Some(folder) = parse_folder_name(name) {
        return Some(folder.date);
    }
    let stem = path.file_stem()?.to_str()?;
    if let Some(date) = federation_lists::list_date_in_name(stem) {
        return Some(date);
    }
    let tail = |length: usize| stem.len().checked_sub(length).and_then(|at| stem.get(at..)).and_then(|text| text.parse::<ListDate>().ok());
    let head = |length: usize| stem.get(..length).and_then(|text| text.parse::<ListDate>().ok());
    tail(10).or_else(|| head(10)).or_else(|| tail(7)).or_else(|| head(7))
}

/// Available lists of one control, oldest first, one per list date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListCatalog {
    sources: Vec<ListSource>,
}

impl ListCatalog {
    /// Opens a folder of list folders, one list folder, or a file. Lists dated on or after `before` are skipped, and so are drafts and
    /// staged folders.
    pub fn open(path: &Path, before: ListDate, fallback_date: Option<ListDate>, choice: VersionChoice) -> Result<Self, StoreError> {
        let metadata = std::fs::metadata(path).map_err(StoreError::io(path))?;
        if !metadata.is_dir() || list_file(path).is_some() {
            let source = ListSource::open(path, fallback_date)?;
            return Ok(Self { sources: if source.date < before { vec![source] } else { Vec::new() } });
        }
        let mut catalog = Self::default();
        for ListFolder { path, name } in list_folders(path, choice)? {
            if name.date < before {
                // Passed over, the list would be missing without a word: another one would stand in for it, or none.
                let file = list_file(&path).ok_or_else(|| StoreError::NoList { path: path.clone() })?;
                catalog.sources.push(ListSource::new(name.date, file, Some(path)));
            }
        }
        Ok(catalog)
    }

    /// Selects one control in all sources, for files with the lists of several controls.
    #[must_use]
    pub fn of_control(mut self, control: Control) -> Self {
        self.sources.iter_mut().for_each(|source| source.control = Some(control));
        self
    }

    /// Lets the memory of a walk answer in place of the files of all lists.
    pub fn use_memory(&mut self, memory: &ListMemory) {
        self.sources.iter_mut().for_each(|source| source.use_memory(memory));
    }

    /// Adds a list and replaces one of the same date.
    pub fn put(&mut self, source: ListSource) {
        match self.sources.binary_search_by_key(&source.date, |s| s.date) {
            Ok(at) => self.sources[at] = source,
            Err(at) => self.sources.insert(at, source),
        }
    }

    /// Removes the list of a date and returns it.
    pub fn take(&mut self, date: ListDate) -> Option<ListSource> {
        let at = self.sources.binary_search_by_key(&date, |source| source.date).ok()?;
        Some(self.sources.remove(at))
    }

    pub fn sources(&self) -> &[ListSource] {
        &self.sources
    }

    /// Returns the folders that contain the list folders, and the files that are lists themselves.
    pub fn roots(&self) -> Vec<PathBuf> {
        let root = |source: &ListSource| match &source.folder {
            // A list folder that is not named by its date cannot be found from its parent.
            Some(folder) if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&source.date.to_string())) => {
                folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
            }
            Some(folder) => folder.clone(),
            None => source.file.clone(),
        };
        let mut roots: Vec<PathBuf> = self.sources.iter().map(root).collect();
        roots.sort();
        roots.dedup();
        roots
    }

    pub fn newest(&self) -> Option<&ListSource> {
        self.sources.last()
    }

    /// Returns the newest list dated on or before `day` (D2); if there is none, the oldest list (D3).
    pub fn in_force(&self, day: Date) -> Option<&ListSource> {
        let later = self.sources.partition_point(|s| s.date.day() <= day);
        self.sources.get(later.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        model::parse_iso_date(text).expect("a date")
    }

    #[test]
    fn the_newest_list_on_or_before_the_day_is_in_force() {
        let mut catalog = ListCatalog::default();
        for month in ["2024-02", "2023-12", "2024-01"] {
            catalog.put(ListSource::new(month.parse().expect("a month"), PathBuf::new(), None));
        }
        let in_force = |text: &str| catalog.in_force(day(text)).map(|source| source.date.month());
        assert_eq!(in_force("2024-01-31").as_deref(), Some("2024-01"));
        assert_eq!(in_force("2024-02-01").as_deref(), Some("2024-02"));
        assert_eq!(in_force("2023-11-30").as_deref(), Some("2023-12"), "the oldest stands in");
        assert_eq!(ListCatalog::default().in_force(day("2023-11-30")), None);
    }

    #[test]
    fn list_dates_are_found_in_names_of_folders_and_files() {
        for (name, month) in [
            ("2024-01-01", "2024-01"),
            ("lists/2024-01-01.r2", "2024-01"),
            ("2024-01.csv", "2024-01"),
            ("standard-2023-12-01.parquet", "2023-12"),
            ("2023-12-01_rapid.csv", "2023-12"),
            ("rapid_dec23frl.zip", "2023-12"),
        ] {
            assert_eq!(parse_date_in_name(Path::new(name)), month.parse().ok(), "{name}");
        }
        assert_eq!(parse_date_in_name(Path::new("previous.csv")), None);
        assert_eq!(parse_date_in_name(Path::new("héhé-2024x.csv")), None);
    }
}
