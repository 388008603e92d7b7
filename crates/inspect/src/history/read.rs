//! Reads the players' rows from each list: the column of ids, then only those rows.

use super::player_rows::PlayerRows;
use super::title_marks::TitleTables;
use super::{Histories, History, HistoryEntry, ListedStatus};
use crate::explain::ExplainError;
use crate::player_directory::PlayerDirectory;
use model::Control;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{CheckedFolder, HashCheck, ListFolder, ListSource, StoreError, VersionChoice, file, list_folders};

const COLUMNS: [&str; 11] = ["fide_id", "name", "title", "women_title", "federation", "rating", "games", "k", "flag", "hidden", UNLISTED];

/// The column of a state that says why a rated player is not published.
const UNLISTED: &str = "unlisted";

/// Follows players, each by id or a part of the name, through the lists in folders: those of one control each.
pub fn histories(roots: &[PathBuf], queries: &[String], versions: VersionChoice, hash_check: HashCheck) -> Result<Histories, ExplainError> {
    let mut notes = Vec::new();
    let folders = roots.iter().map(|root| lists_in(root, versions, &mut notes)).collect::<Result<Vec<_>, _>>()?;
    let place = format!("any list in {}", roots.iter().map(|root| root.display().to_string()).collect::<Vec<_>>().join(" or "));
    let all: Vec<&ListSource> = folders.iter().flat_map(|lists| lists.iter().rev().map(|(_, source)| source)).collect();
    let ids = queries.iter().map(|query| find(&all, query, &place, hash_check)).collect::<Result<Vec<u32>, _>>()?;
    let mut ascending = ids.clone();
    ascending.sort_unstable();
    ascending.dedup();
    let mut by_id: BTreeMap<u32, Vec<History>> = BTreeMap::new();
    for (root, lists) in roots.iter().zip(&folders) {
        for history in histories_in(root, lists, &ascending, hash_check)? {
            by_id.entry(history.fide_id).or_default().push(history);
        }
    }
    let mut players = Vec::new();
    for (query, id) in queries.iter().zip(&ids) {
        match by_id.remove(id) {
            Some(found) => players.extend(found),
            // A player may be asked for twice.
            None if players.iter().any(|history: &History| history.fide_id == *id) => {}
            None => return Err(ExplainError::NoPlayer { query: query.clone(), place }),
        }
    }
    Ok(Histories { players, notes })
}

/// The newest list in a folder of lists, where players may be chosen.
pub fn newest_list(root: &Path, versions: VersionChoice) -> Result<PathBuf, StoreError> {
    let lists = lists_in(root, versions, &mut Vec::new())?;
    Ok(lists.last().map(|(folder, _)| folder.path.clone()).unwrap_or_default())
}

/// The players' histories in one folder of lists, without those of players whom no list has.
fn histories_in(root: &Path, lists: &[(ListFolder, ListSource)], ids: &[u32], hash_check: HashCheck) -> Result<Vec<History>, StoreError> {
    let new = |&id: &u32| History {
        fide_id: id,
        name: String::new(),
        control: None,
        other_controls: Vec::new(),
        lists: Vec::new(),
        lists_before: 0,
    };
    let mut histories: Vec<History> = ids.iter().map(new).collect();
    let read = |(folder, source): &(ListFolder, ListSource)| OpenList::read(folder, source, ids, hash_check);
    // The first error is that of the oldest list, whatever thread finds it.
    let read: Vec<Result<OpenList, StoreError>> = lists.par_iter().with_max_len(1).map(read).collect();
    for ((folder, _), list) in lists.iter().zip(read) {
        let list = list?;
        for history in &mut histories {
            history.control = list.control.or(history.control);
            if list.players.of(history.fide_id).is_empty() && history.lists.is_empty() {
                history.lists_before += 1;
            } else {
                let entry = list.entry(folder, history.fide_id)?;
                history.add(entry);
            }
        }
    }
    histories.retain(|history| !history.lists.is_empty());
    // Lists that were given have no manifest; their folder is named after the control.
    let folder_name = || root.canonicalize().ok()?.file_name()?.to_str()?.parse().ok();
    for history in &mut histories {
        history.control = history.control.or_else(folder_name);
    }
    Ok(histories)
}

impl Histories {
    /// Adds a single player's lists of other controls, which lie in folders beside the one that was followed. Folders without lists of another
    /// control, or without the player, are passed over.
    pub fn with_other_controls(mut self, root: &Path, versions: VersionChoice, hash_check: HashCheck) -> Result<Self, ExplainError> {
        let [only] = &mut self.players[..] else { return Ok(self) };
        let whole = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let Some(entries) = whole.parent().and_then(|parent| std::fs::read_dir(parent).ok()) else { return Ok(self) };
        let mut beside: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir() && *path != whole).collect();
        beside.sort();
        for folder in beside {
            if !list_folders(&folder, versions).is_ok_and(|lists| !lists.is_empty()) {
                continue;
            }
            match histories(&[folder], &[only.fide_id.to_string()], versions, hash_check) {
                Ok(found) => {
                    let others = found.players.into_iter().filter(|other| other.control.is_some() && other.control != only.control);
                    only.other_controls.extend(others);
                }
                Err(ExplainError::NoPlayer { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self)
    }
}

impl History {
    fn add(&mut self, mut entry: HistoryEntry) {
        let before = self.lists.last().and_then(|last| last.rating);
        entry.change = before.zip(entry.rating).map(|(before, now)| now - before);
        let titles = entry.titles.take();
        entry.titles = titles.map(|titles| match self.lists.last() {
            Some(before) => titles.compared(before, &entry),
            None => titles,
        });
        if !entry.name.is_empty() {
            self.name.clone_from(&entry.name);
        }
        self.lists.push(entry);
    }
}

/// The lists of a folder, oldest first; a folder without a list is skipped with a note.
fn lists_in(root: &Path, versions: VersionChoice, notes: &mut Vec<String>) -> Result<Vec<(ListFolder, ListSource)>, StoreError> {
    let mut lists = Vec::new();
    for folder in list_folders(root, versions)? {
        match ListSource::open(&folder.path, Some(folder.name.date)) {
            Ok(source) => lists.push((folder, source)),
            Err(StoreError::NoList { .. }) => notes.push(format!("{} has no list in it.", folder.name)),
            Err(error) => return Err(error),
        }
    }
    if lists.is_empty() {
        let message = "no list folders in it: a folder is wanted in which every list has a folder named by its date".to_owned();
        return Err(StoreError::Unreadable { path: root.to_owned(), message });
    }
    Ok(lists)
}

/// The id of a player; a name is looked up on the first of the lists that has a match.
fn find(lists: &[&ListSource], query: &str, place: &str, hash_check: HashCheck) -> Result<u32, ExplainError> {
    if let Ok(id) = query.trim().parse::<u32>() {
        return Ok(id);
    }
    for source in lists {
        match PlayerDirectory::read(source, hash_check)?.find(query, place) {
            Err(ExplainError::NoPlayer { .. }) => {}
            found => return found,
        }
    }
    Err(ExplainError::NoPlayer { query: query.to_owned(), place: place.to_owned() })
}

/// What one list has of the players.
struct OpenList {
    control: Option<Control>,
    edition: String,
    players: PlayerRows,
    /// The published list, where `players` is a state that does not say who is on it.
    published: Option<PlayerRows>,
    changes: Option<PlayerRows>,
    titles: Option<TitleTables>,
}

impl OpenList {
    fn read(folder: &ListFolder, source: &ListSource, ids: &[u32], hash_check: HashCheck) -> Result<Self, StoreError> {
        let checked = CheckedFolder::open_to_inspect(&folder.path, hash_check)?;
        let players = PlayerRows::on(&checked, source, ids, &COLUMNS, hash_check)?;
        let mut published = None;
        for name in [file::LIST_PARQUET, file::LIST_CSV] {
            if source.is_state() && !players.table().table.has(UNLISTED) && published.is_none() {
                let rows = checked.file(name)?.map(|path| PlayerRows::of_list(&path, ids, &["fide_id"]));
                published = rows.transpose()?;
            }
        }
        let changes = checked.open_in_parts(file::CHANGES)?.map(|file| PlayerRows::in_parts(file, ids, &["cause"])).transpose()?;
        Ok(Self {
            control: checked.manifest().map(|manifest| manifest.control),
            edition: checked.manifest().map_or_else(String::new, |manifest| manifest.editions.publication.clone()),
            players,
            published,
            changes,
            titles: TitleTables::read(&checked, ids)?,
        })
    }

    /// The player on the list; the change is not known here.
    fn entry(&self, folder: &ListFolder, id: u32) -> Result<HistoryEntry, StoreError> {
        let (rows, row) = (self.players.table(), self.players.of(id).next());
        let number = |name: &str| -> Result<Option<i32>, StoreError> {
            let value = row.map_or(Ok(None), |row| rows.bounded(name, row, 0..=100_000_000));
            value.map(|value| value.filter(|&value| value > 0 || name == "games"))
        };
        let text = |name: &str| row.map_or_else(String::new, |row| rows.text(name, row));
        let rating = number("rating")?;
        let unlisted = text(UNLISTED);
        let is_published = unlisted.is_empty() && self.published.as_ref().is_none_or(|published| !published.of(id).is_empty());
        let status = match (row, rating) {
            (None, _) => ListedStatus::NotOnTheList,
            (Some(_), None) => ListedStatus::Unrated,
            (Some(_), Some(_)) if is_published => ListedStatus::Rated,
            (Some(_), Some(_)) => ListedStatus::NotPublished,
        };
        let cause = self.changes.as_ref().and_then(|changes| Some(changes.table().text("cause", changes.of(id).next()?)));
        Ok(HistoryEntry {
            list: folder.name.date,
            folder: folder.name.to_string(),
            status,
            unlisted: if status == ListedStatus::NotPublished { unlisted } else { String::new() },
            rating,
            games: number("games")?,
            k: number("k")?,
            flag: text("flag"),
            change: None,
            cause: cause.unwrap_or_default(),
            title: text("title"),
            women_title: text("women_title"),
            federation: text("federation"),
            name: text("name"),
            titles: self.titles.as_ref().map(|titles| titles.marks(folder, id)),
            edition: self.edition.clone(),
        })
    }
}
