//! One side of a comparison: the published players of a list as columns, from any kind of file.

use super::classification::ComparedField;
use crate::InspectError;
use crate::parquet_rows::ParquetFile;
use chrono::Datelike;
use model::{Control, Diagnostic, ListDate};
use publish::FilteredPlayer;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{
    CheckedFolder, FolderName, HashCheck, ListSource, Manifest, StoreError, file, read_federation_list, recognise_federation_list,
};
use tables::{Integers, Table, TableError, TextColumn, Texts};

/// Marks a number that the list does not have.
const MISSING: i16 = -1;

/// The published players of a list, in the order of ids.
#[derive(Debug)]
pub struct ComparedList {
    /// As the user named it.
    pub path: PathBuf,
    pub date: Option<ListDate>,
    pub control: Option<Control>,
    pub folder: Option<ComparedFolder>,
    pub ids: Vec<u32>,
    pub rating: Vec<i16>,
    pub diagnostics: Vec<Diagnostic>,
    has_fields: [bool; ComparedField::ALL.len()],
    has_games: bool,
    games: Vec<i16>,
    k: Vec<i16>,
    birth_year: Vec<i16>,
    inactive: Vec<bool>,
    /// In the order of [`ComparedField::TEXT_FIELDS`].
    text_columns: Vec<TextColumn>,
}

/// A list folder, which may have a manifest and audit tables.
#[derive(Clone, Debug)]
pub struct ComparedFolder {
    pub path: PathBuf,
    pub name: Option<FolderName>,
    checked: Arc<CheckedFolder>,
    hash_check: HashCheck,
}

impl ComparedFolder {
    pub(crate) fn open(path: &Path, hash_check: HashCheck) -> Result<Self, InspectError> {
        store::reject_links_leaving_store(path)?;
        let checked = Arc::new(CheckedFolder::open_to_inspect(path, hash_check)?);
        Ok(Self { path: path.to_owned(), name: FolderName::from_path(path), checked, hash_check })
    }

    /// Opens another list folder of the same chain.
    pub(crate) fn open_other(&self, path: &Path) -> Result<Self, InspectError> {
        Self::open(path, self.hash_check)
    }

    pub(crate) fn manifest(&self) -> Option<&Manifest> {
        self.checked.manifest()
    }

    pub(crate) fn date(&self) -> Option<ListDate> {
        self.name.map(|name| name.date).or_else(|| self.manifest().map(|manifest| manifest.list))
    }

    /// The named columns of a table in the folder; `None` if there is no such table.
    pub(crate) fn table(&self, name: &str, columns: &[&str]) -> Result<Option<Table>, InspectError> {
        Ok(self.parquet(name)?.map(|file| file.columns(columns)).transpose()?.map(|rows| rows.table))
    }

    /// A table in the folder, of which what is read is compared with its hashes; `None` if there is no such table.
    pub(crate) fn parquet(&self, name: &str) -> Result<Option<ParquetFile>, InspectError> {
        Ok(self.checked.open_in_parts(name)?.map(ParquetFile::in_parts))
    }

    /// The file with the published players. The state also has others, so it comes last.
    fn list_file(&self) -> Result<PathBuf, StoreError> {
        for name in [file::LIST_PARQUET, file::LIST_CSV, file::STATE] {
            if let Some(path) = self.checked.file(name)? {
                return Ok(path);
            }
        }
        Err(StoreError::NoList { path: self.path.clone() })
    }
}

impl ComparedList {
    /// Reads a list folder or a list file.
    pub fn read(path: &Path, control: Option<Control>, hash_check: HashCheck) -> Result<Self, InspectError> {
        let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => InspectError::Store(StoreError::Missing { path: path.to_owned() }),
            _ => InspectError::Unreadable { path: path.to_owned(), message: error.to_string() },
        })?;
        let folder = metadata.is_dir().then(|| ComparedFolder::open(path, hash_check)).transpose()?;
        let list = match &folder {
            Some(folder) => folder.list_file()?,
            None => path.to_owned(),
        };
        let read = ListFileContents::read(&list, control)?;
        let date = folder.as_ref().and_then(ComparedFolder::date).or(read.date);
        // What the file says goes before what was asked for: `control` only chooses among the columns of a file that has several.
        let control = folder.as_ref().and_then(|folder| folder.manifest()).map(|manifest| manifest.control).or(read.control).or(control);
        let mut published = Self::from_contents(&read).map_err(InspectError::unreadable(&list))?;
        let latest = store::latest_birth_year_at(path);
        published.birth_year.iter_mut().filter(|year| **year > latest).for_each(|year| *year = MISSING);
        published.path = path.to_owned();
        published.date = date;
        published.control = control;
        published.folder = folder;
        published.diagnostics = read.diagnostics;
        Ok(published)
    }

    fn from_contents(read: &ListFileContents) -> Result<Self, TableError> {
        let table = &published_rows(&read.table)?;
        let texts = |name: &str| -> Result<Texts, TableError> { Ok(table.texts(name)?.unwrap_or_else(|| Texts::empty(table.height()))) };
        let column = |field: &ComparedField| Ok(text_column(*field, texts(field.column())?));
        let text_columns = ComparedField::TEXT_FIELDS.iter().map(column).collect::<Result<Vec<_>, TableError>>()?;
        let ids = table.integers("fide_id")?.unwrap_or_else(|| Integers::nulls(0));
        Ok(Self {
            path: PathBuf::new(),
            date: None,
            control: None,
            folder: None,
            ids: ids.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)).collect(),
            rating: i16_column(table, "rating")?,
            diagnostics: Vec::new(),
            has_fields: std::array::from_fn(|at| read.has_column(ComparedField::ALL[at].column())),
            has_games: read.has_column("games"),
            games: i16_column(table, "games")?,
            k: zero_as_missing(i16_column(table, "k")?),
            birth_year: zero_as_missing(i16_column(table, "birth_year")?),
            inactive: texts("flag")?.iter().map(|flag| flag.contains('i')).collect(),
            text_columns,
        })
    }

    /// The name of the list: that of its folder with the number of a revision, otherwise its date, otherwise the name of the file.
    pub fn name_of_list(&self) -> String {
        let of_folder = self.folder.as_ref().and_then(|folder| folder.name).map(|name| name.to_string());
        let of_path = || self.path.file_name().map_or_else(|| self.path.display().to_string(), |name| name.to_string_lossy().into_owned());
        of_folder.or_else(|| self.date.map(|date| date.to_string())).unwrap_or_else(of_path)
    }

    /// The players in the order of their rows, as a filter looks at them.
    pub(crate) fn filtered_players(&self) -> impl Iterator<Item = FilteredPlayer<'_>> {
        let list_year = self.date.and_then(|date| i16::try_from(date.day().year()).ok());
        (0..self.len()).map(move |row| FilteredPlayer {
            fide_id: self.ids[row],
            federation: self.text(ComparedField::Federation, row),
            titles: [ComparedField::Title, ComparedField::WomenTitle, ComparedField::OtherTitles].map(|title| self.text(title, row)),
            sex: self.text(ComparedField::Sex, row),
            rating: Some(self.rating[row]),
            birth_year: self.birth_year(row),
            is_inactive: self.inactive[row],
            list_year,
        })
    }

    /// The list without the players for whom `is_kept` is false.
    pub(crate) fn retain(&self, is_kept: &[bool]) -> Self {
        fn kept<T: Copy>(values: &[T], is_kept: &[bool]) -> Vec<T> {
            values.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(value, _)| *value).collect()
        }
        let kept_texts = |(field, column): (&ComparedField, &TextColumn)| {
            text_column(*field, (0..column.len()).filter(|&row| is_kept[row]).map(|row| column.get(row)).collect())
        };
        Self {
            path: self.path.clone(),
            date: self.date,
            control: self.control,
            folder: self.folder.clone(),
            ids: kept(&self.ids, is_kept),
            rating: kept(&self.rating, is_kept),
            diagnostics: self.diagnostics.clone(),
            has_fields: self.has_fields,
            has_games: self.has_games,
            games: kept(&self.games, is_kept),
            k: kept(&self.k, is_kept),
            birth_year: kept(&self.birth_year, is_kept),
            inactive: kept(&self.inactive, is_kept),
            text_columns: ComparedField::TEXT_FIELDS.iter().zip(&self.text_columns).map(kept_texts).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether the list has the column of a field.
    pub fn has_field(&self, field: ComparedField) -> bool {
        self.has_fields[field as usize]
    }

    /// The games rated on this list, if it has that column.
    pub(crate) fn games(&self, row: usize) -> Option<i32> {
        self.has_games.then(|| i32::from(self.games[row].max(0)))
    }

    pub(crate) fn k(&self, row: usize) -> i16 {
        self.k[row]
    }

    pub(crate) fn birth_year(&self, row: usize) -> Option<i16> {
        (self.birth_year[row] != MISSING).then(|| self.birth_year[row])
    }

    pub(crate) fn is_inactive(&self, row: usize) -> bool {
        self.inactive[row]
    }

    /// A field that is text; the empty text for any other.
    pub(crate) fn text(&self, field: ComparedField, row: usize) -> &str {
        let Some(column) = field.text_position() else { return "" };
        self.text_columns[column].get(row)
    }

    /// Whether a field of a player has the same value on another list.
    #[inline]
    pub(crate) fn is_same(&self, field: ComparedField, row: usize, other: &Self, other_row: usize) -> bool {
        match (field, field.text_position()) {
            (_, Some(column)) => self.text_columns[column].get(row) == other.text_columns[column].get(other_row),
            (ComparedField::Rating, None) => self.rating[row] == other.rating[other_row],
            (ComparedField::K, None) => self.k[row] == other.k[other_row],
            (ComparedField::BirthYear, None) => self.birth_year[row] == other.birth_year[other_row],
            (_, None) => self.inactive[row] == other.inactive[other_row],
        }
    }

    pub fn name(&self, row: usize) -> &str {
        self.text(ComparedField::Name, row)
    }

    /// The value of a field that is a number, if the list has it.
    pub fn number(&self, field: ComparedField, row: usize) -> Option<i32> {
        let value = match field {
            ComparedField::Rating => self.rating[row],
            ComparedField::K => self.k[row],
            ComparedField::BirthYear => self.birth_year[row],
            _ => MISSING,
        };
        (value != MISSING).then(|| i32::from(value))
    }

    /// The value of a field, as the tables write it.
    pub fn value(&self, field: ComparedField, row: usize) -> String {
        let number = |value: i16| if value == MISSING { String::new() } else { value.to_string() };
        match field {
            ComparedField::Rating => number(self.rating[row]),
            ComparedField::K => number(self.k[row]),
            ComparedField::BirthYear => number(self.birth_year[row]),
            ComparedField::Activity => if self.inactive[row] { "inactive" } else { "active" }.to_owned(),
            field => self.text(field, row).to_owned(),
        }
    }
}

/// The contents of a list file.
struct ListFileContents {
    table: Table,
    date: Option<ListDate>,
    control: Option<Control>,
    /// Columns of the table that the layout of the file does not have.
    missing_columns: Vec<&'static str>,
    diagnostics: Vec<Diagnostic>,
}

impl ListFileContents {
    fn read(path: &Path, control: Option<Control>) -> Result<Self, InspectError> {
        let file_name: Arc<str> = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default().into();
        if let Some(recognised) = recognise_federation_list(path)? {
            let list = read_federation_list(path, &file_name, control, None)?.list;
            let (control, date) = (control.or(recognised.control), list.date.or_else(|| ListSource::date_in_name(path)));
            return Ok(Self { table: list.table, date, control, missing_columns: list.missing_columns, diagnostics: list.diagnostics });
        }
        let bytes =
            store::read_file(path).map_err(|error| InspectError::Unreadable { path: path.to_owned(), message: error.to_string() })?;
        let stated = store::list_metadata(&bytes);
        let (table, diagnostics) = store::read_list_table(&bytes, &file_name)
            .map_err(|diagnostics| StoreError::Refused { file: path.display().to_string(), diagnostics })?;
        let date = ListSource::date_in_name(path).or(stated.date);
        Ok(Self { table, date, control: stated.control, missing_columns: Vec::new(), diagnostics })
    }

    fn has_column(&self, column: &str) -> bool {
        self.table.has(column) && !self.missing_columns.contains(&column)
    }
}

/// The rows of published players: those with a rating that the table does not mark as hidden or unlisted.
fn published_rows(table: &Table) -> Result<Table, TableError> {
    let ratings = table.required_integers("rating")?;
    let (hidden, unlisted) = (table.booleans("hidden")?, table.texts("unlisted")?);
    let is_hidden = |row: usize| {
        hidden.as_ref().is_some_and(|hidden| hidden[row]) || unlisted.as_ref().is_some_and(|unlisted| !unlisted.get(row).is_empty())
    };
    let is_published_row = |(row, rating): (usize, Option<i64>)| rating.is_some_and(|rating| rating > 0) && !is_hidden(row);
    let is_published: Vec<bool> = ratings.iter().enumerate().map(is_published_row).collect();
    if is_published.iter().all(|&is_published| is_published) { Ok(table.clone()) } else { table.filter(&is_published) }
}

/// The column of a text field. Names are all different; of anything else there are few.
fn text_column(field: ComparedField, texts: Texts) -> TextColumn {
    if field == ComparedField::Name { TextColumn::plain(texts) } else { TextColumn::dictionary(texts) }
}

/// A column of small numbers, [`MISSING`] where it has none.
fn i16_column(table: &Table, name: &str) -> Result<Vec<i16>, TableError> {
    let values = table.integers(name)?.unwrap_or_else(|| Integers::nulls(table.height()));
    Ok(values.iter().map(|value| value.and_then(|value| i16::try_from(value).ok()).unwrap_or(MISSING)).collect())
}

/// Some files write 0 for what they do not know.
fn zero_as_missing(mut values: Vec<i16>) -> Vec<i16> {
    values.iter_mut().filter(|value| **value == 0).for_each(|value| *value = MISSING);
    values
}
