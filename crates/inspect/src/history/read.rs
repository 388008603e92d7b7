//! Reads one player's row from each list: the column of ids, then only that row.

use super::{History, HistoryEntry, ListedStatus, TitleMarks};
use crate::explain::ExplainError;
use crate::parquet_rows::{PlayerTable, TableRows};
use crate::player_directory::{PlayerDirectory, file_name, is_parquet, unreadable};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use store::{CheckedFolder, HashCheck, ListFolder, ListSource, StoreError, VersionChoice, file, list_folders, read_list_table};

const COLUMNS: [&str; 11] = ["fide_id", "name", "title", "women_title", "federation", "rating", "games", "k", "flag", "hidden", UNLISTED];

/// The column of a state that says why a rated player is not published.
const UNLISTED: &str = "unlisted";

/// Follows a player, by id or a part of the name, through the lists in a folder.
pub fn history(root: &Path, query: &str, versions: VersionChoice, hash_check: HashCheck) -> Result<History, ExplainError> {
    let mut notes = Vec::new();
    let lists = lists_in(root, versions, &mut notes)?;
    let id = find(&lists, query, root, hash_check)?;
    let mut history =
        History { fide_id: id, name: String::new(), lists: Vec::new(), lists_before: 0, notes, control: None, other_controls: Vec::new() };
    let read = |(folder, source): &(ListFolder, ListSource)| {
        let checked = CheckedFolder::open_to_inspect(&folder.path, hash_check)?;
        let row = row_on(&checked, source, id, hash_check)?;
        Ok::<_, StoreError>((checked, row))
    };
    // The first error is that of the oldest list, whatever thread finds it.
    let read: Vec<Result<_, StoreError>> = lists.par_iter().with_max_len(1).map(read).collect();
    let read: Vec<(CheckedFolder, Option<TableRows>)> = read.into_iter().collect::<Result<_, _>>()?;
    history.control = read.iter().rev().find_map(|(checked, _)| checked.manifest()).map(|manifest| manifest.control);
    history.lists_before = read.iter().take_while(|(_, row)| row.is_none()).count();
    let known = lists.par_iter().zip(&read).with_max_len(1).skip(history.lists_before);
    let entry = |((folder, source), (checked, row)): (&(ListFolder, ListSource), &(CheckedFolder, Option<TableRows>))| {
        history_entry(folder, checked, source, row.as_ref(), id)
    };
    let entries: Vec<Result<HistoryEntry, StoreError>> = known.map(entry).collect();
    for entry in entries {
        let mut entry = entry?;
        let before = history.lists.last().and_then(|last| last.rating);
        entry.change = before.zip(entry.rating).map(|(before, now)| now - before);
        let titles = entry.titles.take();
        entry.titles = titles.map(|titles| match history.lists.last() {
            Some(before) => titles.compared(before, &entry),
            None => titles,
        });
        if !entry.name.is_empty() {
            history.name.clone_from(&entry.name);
        }
        history.lists.push(entry);
    }
    // Lists that were given have no manifest; their folder is named after the control.
    let folder_name = || root.canonicalize().ok()?.file_name()?.to_str()?.parse().ok();
    history.control = history.control.or_else(folder_name);
    if history.lists.is_empty() {
        return Err(ExplainError::NoPlayer { query: query.to_owned(), place: format!("any list in {}", root.display()) });
    }
    Ok(history)
}

impl History {
    /// Adds the player's lists of other controls, which lie in folders beside the one that was followed. Folders without lists of another control,
    /// or without the player, are passed over.
    pub fn with_other_controls(mut self, root: &Path, versions: VersionChoice, hash_check: HashCheck) -> Result<Self, ExplainError> {
        let whole = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let Some(entries) = whole.parent().and_then(|parent| std::fs::read_dir(parent).ok()) else { return Ok(self) };
        let mut beside: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir() && *path != whole).collect();
        beside.sort();
        for folder in beside {
            if !list_folders(&folder, versions).is_ok_and(|lists| !lists.is_empty()) {
                continue;
            }
            match history(&folder, &self.fide_id.to_string(), versions, hash_check) {
                Ok(other) if other.control.is_some() && other.control != self.control => self.other_controls.push(other),
                Ok(_) | Err(ExplainError::NoPlayer { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self)
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

/// The id of a player; a name is looked up on the newest list that has a match.
fn find(lists: &[(ListFolder, ListSource)], query: &str, root: &Path, hash_check: HashCheck) -> Result<u32, ExplainError> {
    if let Ok(id) = query.trim().parse::<u32>() {
        return Ok(id);
    }
    let place = format!("any list in {}", root.display());
    for (_, source) in lists.iter().rev() {
        match PlayerDirectory::read(source, hash_check)?.find(query, &place) {
            Err(ExplainError::NoPlayer { .. }) => {}
            found => return found,
        }
    }
    Err(ExplainError::NoPlayer { query: query.to_owned(), place })
}

/// A player's row on a list; `None` if the list does not have the player.
fn row_on(checked: &CheckedFolder, source: &ListSource, id: u32, hash_check: HashCheck) -> Result<Option<TableRows>, StoreError> {
    if checked.manifest().is_some()
        && is_parquet(&source.file)?
        && let Some(file) = checked.open_in_parts(&file_name(&source.file))?
    {
        return Ok(Some(PlayerTable::in_parts(file)?.rows_of_player(id, &COLUMNS)?).filter(|rows| rows.len() > 0));
    }
    row_in(source.verified_file(hash_check)?, id)
}

fn row_in(path: &Path, id: u32) -> Result<Option<TableRows>, StoreError> {
    if is_parquet(path)? {
        return Ok(Some(PlayerTable::open(path.to_owned())?.rows_of_player(id, &COLUMNS)?).filter(|rows| rows.len() > 0));
    }
    let bytes = store::read_file(path).map_err(|error| unreadable(path, &error))?;
    let (table, _) = read_list_table(&bytes, &file_name(path))
        .map_err(|diagnostics| StoreError::Refused { file: path.display().to_string(), diagnostics })?;
    let rows = TableRows::new(table, path);
    Ok((0..rows.len()).find(|&row| rows.id("fide_id", row) == Some(id)).map(|row| rows.single_row(row)))
}

fn history_entry(
    folder: &ListFolder,
    checked: &CheckedFolder,
    source: &ListSource,
    row: Option<&TableRows>,
    id: u32,
) -> Result<HistoryEntry, StoreError> {
    let number = |name: &str| -> Result<Option<i32>, StoreError> {
        row.map_or(Ok(None), |row| row.bounded(name, 0, 0..=100_000_000)).map(|value| value.filter(|&value| value > 0 || name == "games"))
    };
    let text = |name: &str| row.map_or_else(String::new, |row| row.text(name, 0));
    let rating = number("rating")?;
    let status = match (row, rating) {
        (None, _) => ListedStatus::NotOnTheList,
        (Some(_), None) => ListedStatus::Unrated,
        (Some(row), Some(_)) if is_published(checked, source, row, id)? => ListedStatus::Rated,
        (Some(_), Some(_)) => ListedStatus::NotPublished,
    };
    Ok(HistoryEntry {
        list: folder.name.date,
        folder: folder.name.to_string(),
        status,
        unlisted: if status == ListedStatus::NotPublished { text("unlisted") } else { String::new() },
        rating,
        games: number("games")?,
        k: number("k")?,
        flag: text("flag"),
        change: None,
        cause: cause(checked, id)?,
        title: text("title"),
        women_title: text("women_title"),
        federation: text("federation"),
        name: text("name"),
        titles: TitleMarks::read(folder, checked, id)?,
        edition: checked.manifest().map_or_else(String::new, |manifest| manifest.editions.publication.clone()),
    })
}

/// Whether the published list has the player: a state has all players, also those who are not published.
fn is_published(folder: &CheckedFolder, source: &ListSource, row: &TableRows, id: u32) -> Result<bool, StoreError> {
    if !source.is_state() {
        return Ok(true);
    }
    if row.table.has(UNLISTED) {
        return Ok(row.text(UNLISTED, 0).is_empty());
    }
    for name in [file::LIST_PARQUET, file::LIST_CSV] {
        if let Some(path) = folder.file(name)? {
            return Ok(row_in(&path, id)?.is_some());
        }
    }
    Ok(true)
}

/// The cause of the change; empty if the list has no table of changes.
fn cause(folder: &CheckedFolder, id: u32) -> Result<String, StoreError> {
    let Some(changes) = folder.open_in_parts(file::CHANGES)? else { return Ok(String::new()) };
    let rows = PlayerTable::in_parts(changes)?.rows_of_player(id, &["cause"])?;
    Ok(if rows.len() == 0 { String::new() } else { rows.text("cause", 0) })
}
