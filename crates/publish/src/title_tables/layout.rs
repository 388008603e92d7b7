//! Lays out a table of titles: the columns of rows that are sorted by their key.

use model::Date;
use std::fmt::Display;
use std::sync::Arc;
use tables::{OutputColumn, OutputTable};

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
        self.with(|rows| OutputColumn::dates(name, move |row| value(rows[row])))
    }

    pub(super) fn text(self, name: &str, value: fn(&R) -> &str) -> Self {
        self.with(|rows| OutputColumn::nullable_texts(name, move |row| Some(value(rows[row]))))
    }

    /// Words of an enumeration, by their position among `words`.
    pub(super) fn word(self, name: &str, words: &[&str], position: fn(&R) -> Option<u32>) -> Self {
        self.with(|rows| OutputColumn::nullable_words(name, words, move |row| position(rows[row])))
    }

    pub(super) fn optional_text(self, name: &str, value: fn(&R) -> Option<&str>) -> Self {
        self.with(|rows| OutputColumn::nullable_texts(name, move |row| value(rows[row])))
    }

    /// Several values in one cell, separated by spaces.
    pub(super) fn list<T: Display + 'a>(self, name: &str, value: fn(&R) -> &[T]) -> Self {
        let joined = |values: &[T]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.with(|rows| OutputColumn::nullable_texts(name, move |row| Some(joined(value(rows[row])))))
    }

    pub(super) fn table(self) -> OutputTable<'a> {
        OutputTable::new(self.rows.len(), self.columns)
    }
}
