//! Lays out a table of titles: the columns of rows that are sorted by their key.

use model::{Date, days_since_1970};
use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;
use tables::{OutputColumn, OutputTable};

/// The distinct texts of a column, and for each row the position of its text; nothing for an empty one.
struct Dictionary<T> {
    words: Vec<T>,
    codes: Vec<Option<u32>>,
}

impl<T: AsRef<str> + Clone + Eq + Hash> FromIterator<T> for Dictionary<T> {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut words: Vec<T> = Vec::new();
        let mut known: HashMap<T, u32> = HashMap::new();
        let code = |text: T| {
            (!text.as_ref().is_empty()).then(|| {
                *known.entry(text).or_insert_with_key(|text| {
                    words.push(text.clone());
                    u32::try_from(words.len() - 1).expect("fewer texts than 32 bits can number")
                })
            })
        };
        let codes = texts.into_iter().map(code).collect();
        Self { words, codes }
    }
}

/// Rows of a table, and its columns so far, in their order. Whatever is empty becomes a null.
pub(super) struct Layout<'a, R> {
    rows: Arc<[&'a R]>,
    columns: Vec<OutputColumn<'a>>,
}

impl<'a, R: Sync> Layout<'a, R> {
    /// Sorts the rows by their key.
    pub(super) fn sorted<K: Ord>(rows: impl IntoIterator<Item = &'a R>, key: impl Fn(&'a R) -> K) -> Self {
        let mut rows: Vec<&'a R> = rows.into_iter().collect();
        // Most tables come in this order, and a sort makes the key of a row again and again.
        if !rows.is_sorted_by(|one, other| key(one) <= key(other)) {
            rows.sort_by_key(|row| key(row));
        }
        Self { rows: rows.into(), columns: Vec::new() }
    }

    fn with(mut self, column: impl FnOnce(Arc<[&'a R]>) -> OutputColumn<'a>) -> Self {
        self.columns.push(column(Arc::clone(&self.rows)));
        self
    }

    pub(super) fn id(self, name: &str, value: fn(&R) -> Option<u32>) -> Self {
        self.with(|rows| OutputColumn::ids(name, move |row| value(rows[row])))
    }

    pub(super) fn integer<N: TryInto<i32> + 'a>(self, name: &str, value: fn(&R) -> N) -> Self {
        self.with(|rows| OutputColumn::integers(name, move |row| value(rows[row]).try_into().ok()))
    }

    pub(super) fn optional_integer<N: TryInto<i32> + 'a>(self, name: &str, value: fn(&R) -> Option<N>) -> Self {
        self.with(|rows| OutputColumn::integers(name, move |row| value(rows[row])?.try_into().ok()))
    }

    pub(super) fn boolean(self, name: &str, value: fn(&R) -> bool) -> Self {
        self.with(|rows| OutputColumn::booleans(name, move |row| value(rows[row])))
    }

    pub(super) fn optional_boolean(self, name: &str, value: fn(&R) -> Option<bool>) -> Self {
        self.with(|rows| OutputColumn::nullable_booleans(name, move |row| value(rows[row])))
    }

    pub(super) fn date(self, name: &str, value: fn(&R) -> Option<Date>) -> Self {
        // Most rows have the date of the row before.
        let mut last = (None, None);
        let day = |row: &&'a R| {
            let date = value(row);
            if date != last.0 {
                last = (date, date.map(days_since_1970));
            }
            last.1
        };
        let days: Vec<Option<i32>> = self.rows.iter().map(day).collect();
        self.with(|_| OutputColumn::days(name, move |row| days[row]))
    }

    pub(super) fn text(self, name: &str, value: fn(&R) -> &str) -> Self {
        let texts: Dictionary<&str> = self.rows.iter().copied().map(value).collect();
        self.texts(name, texts)
    }

    fn texts<T: AsRef<str>>(self, name: &str, texts: Dictionary<T>) -> Self {
        let words: Vec<&str> = texts.words.iter().map(AsRef::as_ref).collect();
        self.with(|_| OutputColumn::nullable_words(name, &words, move |row| texts.codes[row]))
    }

    /// Words of an enumeration, by their position among `words`.
    pub(super) fn word(self, name: &str, words: &[&str], position: fn(&R) -> Option<u32>) -> Self {
        self.with(|rows| OutputColumn::nullable_words(name, words, move |row| position(rows[row])))
    }

    pub(super) fn optional_text(self, name: &str, value: fn(&R) -> Option<&str>) -> Self {
        let texts: Dictionary<&str> = self.rows.iter().copied().map(|row| value(row).unwrap_or("")).collect();
        self.texts(name, texts)
    }

    /// Several values in one cell, separated by spaces.
    pub(super) fn list<T: Display + 'a>(self, name: &str, value: fn(&R) -> &[T]) -> Self {
        let joined = |values: &[T]| match values {
            [] => String::new(),
            [one] => one.to_string(),
            several => several.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        let texts: Dictionary<String> = self.rows.iter().copied().map(|row| joined(value(row))).collect();
        self.texts(name, texts)
    }

    pub(super) fn table(self) -> OutputTable<'a> {
        OutputTable::new(self.rows.len(), self.columns)
    }
}
