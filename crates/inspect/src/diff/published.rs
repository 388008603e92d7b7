//! One side of a comparison: what a list shows, as columns, whatever it was read from.

use super::words::Field;
use crate::InspectError;
use crate::parquet_rows::ParquetFile;
use model::{Control, Diagnostic, ListDate};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{FolderName, ListSource, Manifest, StoreError, file, read_federation_list, recognise_federation_list, sha256_hex};
use tables::{Integers, Table, TableError, Texts};

/// What stands for a number that the list does not give.
const NOTHING: i16 = -1;

/// The rated players whom a list shows, in the order of ids.
#[derive(Debug)]
pub struct Published {
    /// As the user named it.
    pub path: PathBuf,
    pub date: Option<ListDate>,
    pub control: Option<Control>,
    pub folder: Option<OwnFolder>,
    pub ids: Vec<u32>,
    pub rating: Vec<i16>,
    pub diagnostics: Vec<Diagnostic>,
    held: [bool; Field::ALL.len()],
    has_games: bool,
    games: Vec<i16>,
    k: Vec<i16>,
    birth_year: Vec<i16>,
    inactive: Vec<bool>,
    /// In the order of [`Field::WORDS`].
    words: Vec<Texts>,
}

/// A list folder: there may be more in it than the list.
#[derive(Clone, Debug)]
pub struct OwnFolder {
    pub path: PathBuf,
    pub name: Option<FolderName>,
    /// Its manifest and the hash of that, where it has one.
    pub manifest: Option<(Manifest, String)>,
}

impl OwnFolder {
    pub(crate) fn open(path: &Path) -> Result<Self, InspectError> {
        store::reject_links_leaving_store(path)?;
        let manifest_path = path.join(file::MANIFEST);
        let manifest = match store::read_file(&manifest_path) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                Some((Manifest::from_json(&text, &manifest_path)?, sha256_hex(&bytes)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(InspectError::Unreadable { path: manifest_path, message: error.to_string() }),
        };
        Ok(Self { path: path.to_owned(), name: FolderName::from_path(path), manifest })
    }

    pub(crate) fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref().map(|(manifest, _)| manifest)
    }

    pub(crate) fn date(&self) -> Option<ListDate> {
        self.name.map(|name| name.date).or_else(|| self.manifest().map(|manifest| manifest.list))
    }

    /// Some columns of one of its tables; `None` where it has no such table.
    pub(crate) fn table(&self, name: &str, columns: &[&str]) -> Result<Option<Table>, InspectError> {
        match ParquetFile::new(self.path.join(name)).columns(columns) {
            Ok(rows) => Ok(Some(rows.table)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The file that holds what is published. The state knows players who are not, so it comes last.
    fn list_file(&self) -> Option<PathBuf> {
        [file::LIST_PARQUET, file::LIST_CSV, file::STATE].iter().map(|name| self.path.join(name)).find(|file| file.is_file())
    }
}

impl Published {
    /// Reads a list folder or a list file.
    pub fn read(path: &Path, control: Option<Control>) -> Result<Self, InspectError> {
        let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => InspectError::Store(StoreError::Missing { path: path.to_owned() }),
            _ => InspectError::Unreadable { path: path.to_owned(), message: error.to_string() },
        })?;
        let folder = metadata.is_dir().then(|| OwnFolder::open(path)).transpose()?;
        let list = match &folder {
            Some(folder) => folder.list_file().ok_or_else(|| StoreError::NoList { path: path.to_owned() })?,
            None => path.to_owned(),
        };
        let read = Columns::read(&list, control)?;
        let date = folder.as_ref().and_then(OwnFolder::date).or(read.date);
        let control = folder.as_ref().and_then(|folder| folder.manifest()).map(|manifest| manifest.control).or(read.control);
        let mut published = Self::of_columns(&read).map_err(InspectError::unreadable(&list))?;
        published.path = path.to_owned();
        published.date = date;
        published.control = control;
        published.folder = folder;
        published.diagnostics = read.diagnostics;
        Ok(published)
    }

    fn of_columns(read: &Columns) -> Result<Self, TableError> {
        let table = &shown(&read.table)?;
        let texts = |name: &str| -> Result<Texts, TableError> { Ok(table.texts(name)?.unwrap_or_else(|| Texts::empty(table.height()))) };
        let words = Field::WORDS.iter().map(|field| texts(field.column())).collect::<Result<Vec<_>, TableError>>()?;
        let ids = table.integers("fide_id")?.unwrap_or_else(|| Integers::nulls(0));
        Ok(Self {
            path: PathBuf::new(),
            date: None,
            control: None,
            folder: None,
            ids: ids.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)).collect(),
            rating: small(table, "rating")?,
            diagnostics: Vec::new(),
            held: std::array::from_fn(|at| read.holds(Field::ALL[at].column())),
            has_games: read.holds("games"),
            games: small(table, "games")?,
            k: known(small(table, "k")?),
            birth_year: known(small(table, "birth_year")?),
            inactive: texts("flag")?.iter().map(|flag| flag.contains('i')).collect(),
            words,
        })
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether the list has such a column at all.
    pub fn holds(&self, field: Field) -> bool {
        self.held[field as usize]
    }

    /// The games rated on this list, where it tells.
    pub(crate) fn games(&self, row: usize) -> Option<i32> {
        self.has_games.then(|| i32::from(self.games[row].max(0)))
    }

    pub(crate) fn k(&self, row: usize) -> i16 {
        self.k[row]
    }

    pub(crate) fn birth_year(&self, row: usize) -> Option<i16> {
        (self.birth_year[row] != NOTHING).then(|| self.birth_year[row])
    }

    pub(crate) fn is_inactive(&self, row: usize) -> bool {
        self.inactive[row]
    }

    /// A field that is text; the empty text for any other.
    pub(crate) fn word(&self, field: Field, row: usize) -> &str {
        let Some(column) = field.text_position() else { return "" };
        self.words[column].get(row)
    }

    pub fn name(&self, row: usize) -> &str {
        self.word(Field::Name, row)
    }

    /// What stands in a field, as the tables write it.
    pub fn value(&self, field: Field, row: usize) -> String {
        let number = |value: i16| if value == NOTHING { String::new() } else { value.to_string() };
        match field {
            Field::Rating => number(self.rating[row]),
            Field::K => number(self.k[row]),
            Field::BirthYear => number(self.birth_year[row]),
            Field::Activity => if self.inactive[row] { "inactive" } else { "active" }.to_owned(),
            text => self.word(text, row).to_owned(),
        }
    }
}

/// A list file as it is.
struct Columns {
    table: Table,
    date: Option<ListDate>,
    control: Option<Control>,
    /// Columns that are there but cannot be told, because the file's layout has no place for them.
    not_held: Vec<&'static str>,
    diagnostics: Vec<Diagnostic>,
}

impl Columns {
    fn read(path: &Path, control: Option<Control>) -> Result<Self, InspectError> {
        let shown: Arc<str> = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default().into();
        if let Some(recognised) = recognise_federation_list(path)? {
            let list = read_federation_list(path, &shown, control, None)?.list;
            let (control, date) = (control.or(recognised.control), list.date.or_else(|| ListSource::date_in_name(path)));
            return Ok(Self { table: list.table, date, control, not_held: list.missing_columns, diagnostics: list.diagnostics });
        }
        let bytes =
            store::read_file(path).map_err(|error| InspectError::Unreadable { path: path.to_owned(), message: error.to_string() })?;
        let (table, diagnostics) = store::read_list_table(&bytes, &shown)
            .map_err(|diagnostics| StoreError::Refused { file: path.display().to_string(), diagnostics })?;
        Ok(Self { table, date: ListSource::date_in_name(path), control: None, not_held: Vec::new(), diagnostics })
    }

    fn holds(&self, column: &str) -> bool {
        self.table.has(column) && !self.not_held.contains(&column)
    }
}

/// Only players whom the list shows: those with a rating that is published, as far as the table tells.
fn shown(table: &Table) -> Result<Table, TableError> {
    let ratings = table.required_integers("rating")?;
    let (hidden, unlisted) = (table.booleans("hidden")?, table.texts("unlisted")?);
    let is_hidden = |row: usize| {
        hidden.as_ref().is_some_and(|hidden| hidden[row]) || unlisted.as_ref().is_some_and(|unlisted| !unlisted.get(row).is_empty())
    };
    let is_shown = |(row, rating): (usize, Option<i64>)| rating.is_some_and(|rating| rating > 0) && !is_hidden(row);
    let shown: Vec<bool> = ratings.iter().enumerate().map(is_shown).collect();
    if shown.iter().all(|&is_shown| is_shown) { Ok(table.clone()) } else { table.filter(&shown) }
}

/// A column of small numbers, [`NOTHING`] where it has none.
fn small(table: &Table, name: &str) -> Result<Vec<i16>, TableError> {
    let values = table.integers(name)?.unwrap_or_else(|| Integers::nulls(table.height()));
    Ok(values.iter().map(|value| value.and_then(|value| i16::try_from(value).ok()).unwrap_or(NOTHING)).collect())
}

/// Some files write 0 for what they do not know.
fn known(mut values: Vec<i16>) -> Vec<i16> {
    values.iter_mut().filter(|value| **value == 0).for_each(|value| *value = NOTHING);
    values
}
