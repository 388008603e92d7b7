//! Finds players by id or by a part of their name.

use crate::explain::{ExplainError, PlayerMatch};
use crate::parquet_rows::{PlayerTable, TableRows};
use std::path::Path;
use std::sync::Arc;
use store::{HashCheck, ListSource, StoreError, read_list_table};
use tables::Texts;

/// How many matches are described in full; of the others only id and name are given.
const MATCHES_DESCRIBED: usize = 20;

/// Columns that are read to describe a match.
const MATCH_COLUMNS: [&str; 5] = ["fide_id", "name", "federation", "birth_year", "rating"];

/// Ids and names of all players of a list.
#[derive(Clone, Debug)]
pub(crate) struct PlayerDirectory {
    ids: Vec<u32>,
    names: Texts,
    /// The other columns of a Parquet file, read when they are needed; `None` for CSV.
    parquet: Option<PlayerTable>,
    csv: Option<TableRows>,
    /// Later years of birth are not published, and so not said.
    latest_birth_year: i16,
}

impl PlayerDirectory {
    /// Reads the players of a list.
    pub(crate) fn read(source: &ListSource, hash_check: HashCheck) -> Result<Self, StoreError> {
        source.verified_file(hash_check)?;
        let latest_birth_year = store::latest_birth_year_at(&source.file);
        if is_parquet(&source.file)? {
            let by_player = PlayerTable::open(source.file.clone())?;
            let names = by_player.file().columns(&["name"])?;
            let names = names_in(&names, by_player.ids().len())?;
            return Ok(Self { ids: by_player.ids().to_vec(), names, parquet: Some(by_player), csv: None, latest_birth_year });
        }
        let bytes = store::read_file(&source.file).map_err(|error| unreadable(&source.file, &error))?;
        let (table, _) = read_list_table(&bytes, &file_name(&source.file))
            .map_err(|diagnostics| StoreError::Refused { file: source.file.display().to_string(), diagnostics })?;
        let rows = TableRows::new(table, &source.file).require_columns(&["fide_id"])?;
        let ids = (0..rows.len()).map(|row| rows.id("fide_id", row).unwrap_or(0)).collect();
        let names = names_in(&rows, rows.len())?;
        Ok(Self { ids, names, parquet: None, csv: Some(rows), latest_birth_year })
    }

    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The name of an id; empty if the id is unknown.
    pub(crate) fn name(&self, id: u32) -> &str {
        self.position(id).map_or("", |at| self.names.get(at))
    }

    /// Merged ids, each with the id that it was merged into.
    pub(crate) fn merged(&self) -> Result<Vec<(u32, u32)>, StoreError> {
        let Some(parquet) = &self.parquet else { return Ok(Vec::new()) };
        let Some(into) = parquet.file().columns(&["merged_into"])?.integers("merged_into")? else { return Ok(Vec::new()) };
        Ok(self.ids.iter().zip(into.iter()).filter_map(|(&old, new)| Some((old, u32::try_from(new?).ok()?))).collect())
    }

    fn position(&self, id: u32) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// A player's row with the named columns; `None` if the list does not have the player.
    pub(crate) fn row(&self, id: u32, names: &[&str]) -> Result<Option<TableRows>, StoreError> {
        let Some(at) = self.position(id) else { return Ok(None) };
        self.at(at, names).map(Some)
    }

    fn at(&self, at: usize, names: &[&str]) -> Result<TableRows, StoreError> {
        match (&self.parquet, &self.csv) {
            (Some(parquet), _) => parquet.file().rows(at..at + 1, names),
            (None, Some(rows)) => Ok(rows.single_row(at)),
            (None, None) => Err(StoreError::NoList { path: Path::new("").to_owned() }),
        }
    }

    /// Finds a player's id. A number is an id, even an unknown one; any other text is a part of a name.
    pub(crate) fn find(&self, query: &str, place: &str) -> Result<u32, ExplainError> {
        let query = query.trim();
        if let Ok(id) = query.parse::<u32>() {
            return Ok(id);
        }
        let found = self.matching(query);
        match found[..] {
            [] => Err(ExplainError::NoPlayer { query: query.to_owned(), place: place.to_owned() }),
            [only] => Ok(self.ids[only]),
            _ => {
                let matches = found.iter().enumerate().map(|(number, &at)| self.describe(at, number < MATCHES_DESCRIBED));
                Err(ExplainError::AmbiguousName { query: query.to_owned(), matches: matches.collect::<Result<_, StoreError>>()? })
            }
        }
    }

    /// Players with exactly this name; else those whose name contains it; else those whose name contains each of its words.
    fn matching(&self, query: &str) -> Vec<usize> {
        let lowercase = query.to_lowercase();
        if lowercase.trim_matches([' ', ',']).is_empty() {
            return Vec::new();
        }
        let lower = self.names.iter().map(str::to_lowercase);
        // The stricter levels also require each of the words.
        let words: Vec<&str> = lowercase.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let candidates: Vec<(usize, String)> = lower.enumerate().filter(|(_, name)| words.iter().all(|word| name.contains(word))).collect();
        let match_levels: [&dyn Fn(&str) -> bool; 3] = [&|name| name == lowercase, &|name| name.contains(&lowercase), &|_| true];
        let matches_at =
            |is_match: &dyn Fn(&str) -> bool| candidates.iter().filter(|(_, name)| is_match(name)).map(|(at, _)| *at).collect::<Vec<_>>();
        match_levels.into_iter().map(matches_at).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn describe(&self, at: usize, in_full: bool) -> Result<PlayerMatch, StoreError> {
        let mut described = PlayerMatch {
            fide_id: self.ids[at],
            name: self.names.get(at).to_owned(),
            federation: String::new(),
            birth_year: None,
            rating: None,
        };
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
