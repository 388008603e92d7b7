//! The players whom a check of submissions knows: those of the lists that it is given.

use crate::Result;
use crate::lint::{find_federation_lists, find_lists, is_list, recognise_combined};
use crate::reported_ratings::compare_with_list;
use ingest::{IngestError, ReadOptions};
use model::{Control, Diagnostic, InputRole, ListDate, PlayerIndex, PlayerRow};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{ListSource, PlayerList};
use tables::PlayerText;

/// The players of a list, with whom those of reports are compared. Without a list nothing is compared.
#[derive(Debug, Default)]
pub struct KnownPlayers {
    list: Option<PlayerList>,
    nobody: PlayerIndex,
}

/// A list among the files that are checked.
struct FoundList {
    /// The folder of lists that it belongs to; of a single file the file.
    series: PathBuf,
    date: Option<ListDate>,
    path: PathBuf,
    is_combined: bool,
}

impl KnownPlayers {
    /// Reads the previous list where it is named, else the newest list of each series in the paths that are checked.
    ///
    /// Of several series, as of several controls, the players of all are known; names, federations and ratings are those of the series with
    /// the newest list, because ratings of another control tell nothing.
    ///
    /// # Errors
    /// When the previous list cannot be read. A list among the paths that cannot be read is left to the check of that list.
    pub fn read(paths: &[PathBuf], previous: Option<&Path>) -> Result<Self> {
        if let Some(previous) = previous {
            return Ok(Self { list: Some(read_named(previous)?), nobody: PlayerIndex::default() });
        }
        let mut newest: BTreeMap<PathBuf, FoundList> = BTreeMap::new();
        for found in paths.iter().flat_map(|path| found_lists(path)) {
            // Of one date the revision comes last.
            let is_newer = newest.get(&found.series).is_none_or(|other| found.date >= other.date);
            if is_newer {
                newest.insert(found.series.clone(), found);
            }
        }
        let mut newest: Vec<FoundList> = newest.into_values().collect();
        newest.sort_by_key(|found| std::cmp::Reverse(found.date));
        let mut known: Option<PlayerList> = None;
        for found in newest {
            let Ok(list) = read(&found.path, found.is_combined.then_some(Control::Standard)) else { continue };
            match &mut known {
                None => known = Some(list),
                Some(known) => add_ids(known, &list),
            }
        }
        Ok(Self { list: known, nobody: PlayerIndex::default() })
    }

    /// Lints what can be submitted, and compares its players with those of the list.
    pub(crate) fn check_submissions(&self, path: &Path) -> Result<Vec<Diagnostic>> {
        let Some(list) = &self.list else { return Ok(amendments::check(path)?) };
        let options = ReadOptions {
            names: Some(list.text.column(PlayerText::Name)),
            federations: Some(list.text.column(PlayerText::Federation)),
            listed: Some(&list.rows),
            ..ReadOptions::new(None, &list.index)
        };
        let ingest::Checked { mut diagnostics, reported_ratings } = amendments::check_against(path, &options)?;
        diagnostics.extend(compare_with_list(list, &reported_ratings));
        diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
        Ok(diagnostics)
    }

    /// The ids of the list.
    pub fn ids(&self) -> &PlayerIndex {
        self.list.as_ref().map_or(&self.nobody, |list| &list.index)
    }
}

/// Adds the players whom only another list has, without a rating.
fn add_ids(known: &mut PlayerList, other: &PlayerList) {
    let is_new = |row: &usize| !known.index.contains(other.index.ids()[*row]);
    let rows: Vec<usize> = (0..other.index.len()).filter(is_new).collect();
    let added: Vec<(u32, PlayerRow)> = rows.iter().map(|&row| (other.index.ids()[row], PlayerRow::UNKNOWN)).collect();
    let positions: Vec<u32> = rows.iter().filter_map(|&row| u32::try_from(row).ok()).collect();
    let nothing = tables::TextColumns::default();
    let text = other.text.take(&nothing, &positions);
    known.add_players(&added, &text);
}

fn read_named(path: &Path) -> Result<PlayerList> {
    let is_missing = !path.exists();
    if is_missing {
        let error = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such list");
        return Err(IngestError::io(path, error).into());
    }
    let combined = if path.is_dir() { None } else { recognise_combined(path) };
    read(path, combined.unwrap_or(false).then_some(Control::Standard))
}

/// A date for lists that tell none.
fn any_date() -> ListDate {
    ListDate::of_month(model::Date::default())
}

/// Reads a list whose date does not matter here.
fn read(path: &Path, control: Option<Control>) -> Result<PlayerList> {
    let mut source = ListSource::open(path, Some(any_date()))?;
    if let Some(control) = control {
        source = source.of_control(control);
    }
    Ok(source.read(InputRole::Previous)?.0)
}

/// The lists at a path that is checked.
fn found_lists(path: &Path) -> Vec<FoundList> {
    let mut found = Vec::new();
    if path.is_dir() {
        let (mut files, mut published) = (Vec::new(), Vec::new());
        if find_lists(path, &mut files).is_ok() {
            let mut folders: Vec<PathBuf> = files.iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
            folders.dedup();
            // Drafts and refused lists are no lists yet.
            folders.retain(|folder| ListSource::open(folder, Some(any_date())).is_ok());
            found.extend(folders.into_iter().map(|folder| FoundList {
                series: folder.parent().unwrap_or(&folder).to_owned(),
                date: ListSource::date_in_name(&folder),
                path: folder,
                is_combined: false,
            }));
        }
        if find_federation_lists(path, &mut published).is_ok() {
            found.extend(published.into_iter().map(|(file, is_combined)| found_file(file, is_combined)));
        }
    } else if path.extension().is_some_and(|ending| ending != "toml") {
        match recognise_combined(path) {
            Some(is_combined) => found.push(found_file(path.to_owned(), is_combined)),
            None if is_list(path) => found.push(found_file(path.to_owned(), false)),
            None => {}
        }
    }
    found
}

fn found_file(path: PathBuf, is_combined: bool) -> FoundList {
    // The lists of several months have one name but for the date.
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let control = name.split(['_', '-', '.', '0', '1', '2']).next().unwrap_or_default().to_owned();
    FoundList { series: path.with_file_name(control), date: ListSource::date_in_name(&path), path, is_combined }
}
