//! Finds players by id or by a part of their name.

use crate::explain::{ExplainError, PlayerMatch};
use crate::parquet_rows::{PlayerTable, TableRows};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use store::{CheckedFolder, FileInParts, HashCheck, ListSource, StoreError, read_list_table};
use tables::Texts;

/// How many matches are described in full; of the others only id and name are given.
const MATCHES_DESCRIBED: usize = 20;

/// Columns that are read to describe a match.
const MATCH_COLUMNS: [&str; 5] = ["fide_id", "name", "federation", "birth_year", "rating"];

/// Ids and names of the players of a list.
#[derive(Debug)]
pub(crate) struct PlayerDirectory {
    players: DirectoryPlayers,
    /// Later years of birth are not published, and so not said.
    latest_birth_year: i16,
}

#[derive(Debug)]
enum DirectoryPlayers {
    /// Columns and rows are read when they are needed.
    Parquet {
        table: PlayerTable,
        /// The parts that were read to find names, by their first row.
        parts: Mutex<BTreeMap<usize, Arc<DirectoryPart>>>,
    },
    Csv {
        ids: Vec<u32>,
        names: Texts,
        rows: TableRows,
    },
}

/// Ids and names of consecutive rows.
#[derive(Debug)]
struct DirectoryPart {
    ids: Vec<u32>,
    names: Texts,
}

impl PlayerDirectory {
    /// Opens the players of a list.
    pub(crate) fn read(source: &ListSource, hash_check: HashCheck) -> Result<Self, StoreError> {
        let checked = source.folder.as_ref().map(|folder| CheckedFolder::open_to_inspect(folder, hash_check)).transpose()?;
        if let Some(checked) = checked.filter(|checked| checked.manifest().is_some())
            && is_parquet(&source.file)?
            && let Some(file) = checked.open_in_parts(&file_name(&source.file))?
        {
            return Self::in_parts(file);
        }
        source.verified_file(hash_check)?;
        let latest_birth_year = store::latest_birth_year_at(&source.file);
        if is_parquet(&source.file)? {
            return Ok(Self::of_table(PlayerTable::open(source.file.clone())?, latest_birth_year));
        }
        let bytes = store::read_file(&source.file).map_err(|error| unreadable(&source.file, &error))?;
        let (table, _) = read_list_table(&bytes, &file_name(&source.file))
            .map_err(|diagnostics| StoreError::Refused { file: source.file.display().to_string(), diagnostics })?;
        let rows = TableRows::new(table, &source.file).require_columns(&["fide_id"])?;
        let ids = (0..rows.len()).map(|row| rows.id("fide_id", row).unwrap_or(0)).collect();
        let names = names_in(&rows, rows.len())?;
        Ok(Self { players: DirectoryPlayers::Csv { ids, names, rows }, latest_birth_year })
    }

    /// Opens the players of a list that this program wrote.
    pub(crate) fn in_parts(file: FileInParts) -> Result<Self, StoreError> {
        let latest_birth_year = store::latest_birth_year_at(file.path());
        Ok(Self::of_table(PlayerTable::in_parts(file)?, latest_birth_year))
    }

    fn of_table(table: PlayerTable, latest_birth_year: i16) -> Self {
        Self { players: DirectoryPlayers::Parquet { table, parts: Mutex::default() }, latest_birth_year }
    }

    /// The ids of all players.
    pub(crate) fn ids(&self) -> Result<&[u32], StoreError> {
        match &self.players {
            DirectoryPlayers::Parquet { table, .. } => table.ids(),
            DirectoryPlayers::Csv { ids, .. } => Ok(ids),
        }
    }

    /// The names of all players.
    fn names(&self) -> Result<Texts, StoreError> {
        match &self.players {
            DirectoryPlayers::Parquet { table, .. } => names_in(&table.file().columns(&["name"])?, table.ids()?.len()),
            DirectoryPlayers::Csv { names, .. } => Ok(names.clone()),
        }
    }

    /// The name of an id; empty if there is none, or nobody has it.
    pub(crate) fn name(&self, id: impl Into<Option<u32>>) -> Result<String, StoreError> {
        let Some(id) = id.into() else { return Ok(String::new()) };
        match &self.players {
            DirectoryPlayers::Parquet { table, parts } => name_in_parts(table, parts, id),
            DirectoryPlayers::Csv { ids, names, .. } => Ok(ids.binary_search(&id).map_or("", |at| names.get(at)).to_owned()),
        }
    }

    /// The open or women's title of every player who has one.
    pub(crate) fn titles(&self) -> Result<BTreeMap<u32, String>, StoreError> {
        let columns = match &self.players {
            DirectoryPlayers::Parquet { table, .. } => table.file().columns(&["title", "women_title"])?,
            DirectoryPlayers::Csv { rows, .. } => rows.clone(),
        };
        let (open, women) = (columns.texts("title")?, columns.texts("women_title")?);
        let title = |at: usize| {
            let texts = [&open, &women].into_iter().flatten().map(|texts| texts.get(at));
            texts.into_iter().find(|title| !title.is_empty())
        };
        Ok(self.ids()?.iter().enumerate().filter_map(|(at, &id)| Some((id, title(at)?.to_owned()))).collect())
    }

    /// Merged ids, each with the id that it was merged into.
    pub(crate) fn merged(&self) -> Result<Vec<(u32, u32)>, StoreError> {
        let DirectoryPlayers::Parquet { table, .. } = &self.players else { return Ok(Vec::new()) };
        let mut merged = Vec::new();
        for range in table.ranges_with_values("merged_into")? {
            let rows = table.file().rows(range, &["fide_id", "merged_into"])?;
            let (Some(ids), Some(into)) = (rows.integers("fide_id")?, rows.integers("merged_into")?) else { continue };
            let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok());
            merged.extend(ids.iter().zip(into.iter()).filter_map(|(old, new)| Some((small(old)?, small(new)?))));
        }
        Ok(merged)
    }

    /// A player's row with the named columns; `None` if the list does not have the player.
    pub(crate) fn row(&self, id: u32, names: &[&str]) -> Result<Option<TableRows>, StoreError> {
        match &self.players {
            DirectoryPlayers::Parquet { table, .. } => match table.range(id)? {
                range if range.is_empty() => Ok(None),
                range => table.file().rows(range.start..range.start + 1, names).map(Some),
            },
            DirectoryPlayers::Csv { ids, rows, .. } => Ok(ids.binary_search(&id).ok().map(|at| rows.single_row(at))),
        }
    }

    fn at(&self, at: usize, names: &[&str]) -> Result<TableRows, StoreError> {
        match &self.players {
            DirectoryPlayers::Parquet { table, .. } => table.file().rows(at..at + 1, names),
            DirectoryPlayers::Csv { rows, .. } => Ok(rows.single_row(at)),
        }
    }

    /// Finds a player's id. A number is an id, even an unknown one; any other text is a part of a name.
    pub(crate) fn find(&self, query: &str, place: &str) -> Result<u32, ExplainError> {
        let query = query.trim();
        if let Ok(id) = query.parse::<u32>() {
            return Ok(id);
        }
        let (ids, names) = (self.ids()?, self.names()?);
        let found = matching(&names, query);
        match found[..] {
            [] => Err(ExplainError::NoPlayer { query: query.to_owned(), place: place.to_owned() }),
            [only] => Ok(ids[only]),
            _ => {
                let matches = found.iter().enumerate();
                let matches = matches.map(|(number, &at)| self.describe(at, (ids[at], names.get(at)), number < MATCHES_DESCRIBED));
                Err(ExplainError::AmbiguousName { query: query.to_owned(), matches: matches.collect::<Result<_, StoreError>>()? })
            }
        }
    }

    fn describe(&self, at: usize, (fide_id, name): (u32, &str), in_full: bool) -> Result<PlayerMatch, StoreError> {
        let mut described = PlayerMatch { fide_id, name: name.to_owned(), federation: String::new(), birth_year: None, rating: None };
        if in_full {
            let row = self.at(at, &MATCH_COLUMNS)?;
            let small = |name: &str| row.integer(name, 0).and_then(|value| i32::try_from(value).ok()).filter(|&value| value > 0);
            described.federation = row.text("federation", 0);
            described.birth_year = small("birth_year").filter(|&year| year <= i32::from(self.latest_birth_year));
            described.rating = small("rating");
        }
        Ok(described)
    }
}

/// Players with exactly this name; else those whose name contains it; else those whose name contains each of its words.
fn matching(names: &Texts, query: &str) -> Vec<usize> {
    let lowercase = query.to_lowercase();
    if lowercase.trim_matches([' ', ',']).is_empty() {
        return Vec::new();
    }
    let lower = names.iter().map(str::to_lowercase);
    // The stricter levels also require each of the words.
    let words: Vec<&str> = lowercase.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let candidates: Vec<(usize, String)> = lower.enumerate().filter(|(_, name)| words.iter().all(|word| name.contains(word))).collect();
    let match_levels: [&dyn Fn(&str) -> bool; 3] = [&|name| name == lowercase, &|name| name.contains(&lowercase), &|_| true];
    let matches_at =
        |is_match: &dyn Fn(&str) -> bool| candidates.iter().filter(|(_, name)| is_match(name)).map(|(at, _)| *at).collect::<Vec<_>>();
    match_levels.into_iter().map(matches_at).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The name of an id, read together with its neighbours, who are kept: opponents of one player are often found near each other.
fn name_in_parts(table: &PlayerTable, parts: &Mutex<BTreeMap<usize, Arc<DirectoryPart>>>, id: u32) -> Result<String, StoreError> {
    let find = |part: &DirectoryPart| part.ids.binary_search(&id).ok().map(|at| part.names.get(at).to_owned());
    let may_have =
        |part: &&Arc<DirectoryPart>| part.ids.first().is_some_and(|first| *first <= id) && part.ids.last().is_some_and(|last| id <= *last);
    let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(part) = parts.values().find(may_have) {
        return Ok(find(part).unwrap_or_default());
    }
    for (rows, ids) in table.parts_with(id)? {
        let names = names_in(&table.file().rows(rows.clone(), &["name"])?, ids.len())?;
        parts.insert(rows.start, Arc::new(DirectoryPart { ids, names }));
    }
    Ok(parts.values().find_map(|part| find(part)).unwrap_or_default())
}

fn names_in(rows: &TableRows, count: usize) -> Result<Texts, StoreError> {
    Ok(rows.texts("name")?.unwrap_or_else(|| Texts::empty(count)))
}

/// Whether a file is Parquet, by its first bytes.
pub(crate) fn is_parquet(file: &Path) -> Result<bool, StoreError> {
    use std::io::Read;
    let mut first = [0; 4];
    let mut opened = store::open_file(file).map_err(|error| unreadable(file, &error))?;
    Ok(opened.read_exact(&mut first).is_ok() && tables::is_parquet(&first))
}

pub(crate) fn unreadable(file: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::Missing { path: file.to_owned() },
        _ => StoreError::Unreadable { path: file.to_owned(), message: error.to_string() },
    }
}

/// A file's name as diagnostics write it.
pub(crate) fn file_name(path: &Path) -> Arc<str> {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()).into()
}
