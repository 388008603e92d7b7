//! Tables: rows of values under named columns.

use crate::Value;
use std::collections::BTreeSet;

/// The word with a capital as its first letter.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name and the kind of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub(crate) name: String,
    pub(crate) kind: ColumnKind,
    /// Whether a narrow page shows the column in a second line under the first text.
    pub(crate) is_folded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Text,
    Long,
    Short,
    Number,
}

impl Column {
    pub fn text(name: &str) -> Self {
        Self { name: name.to_owned(), kind: ColumnKind::Text, is_folded: false }
    }

    /// A column of sentences, which is never narrowed to a few letters.
    pub fn long(name: &str) -> Self {
        Self { name: name.to_owned(), kind: ColumnKind::Long, is_folded: false }
    }

    /// A column of words that are not wrapped, such as dates and codes.
    pub fn short(name: &str) -> Self {
        Self { name: name.to_owned(), kind: ColumnKind::Short, is_folded: false }
    }

    /// A column of numbers, right-aligned and sorted by value.
    pub fn number(name: &str) -> Self {
        Self { name: name.to_owned(), kind: ColumnKind::Number, is_folded: false }
    }

    /// Shows the column in a second line under the first text where a page is as narrow as a telephone.
    #[must_use]
    pub fn folds(mut self) -> Self {
        self.is_folded = true;
        self
    }
}

/// Rows under named columns. A table whose columns have no names has no header.
#[derive(Clone, Debug)]
pub struct DocumentTable {
    pub(crate) columns: Vec<Column>,
    pub(crate) caption: String,
    pub(crate) rows: Vec<Vec<Value>>,
    /// Positions of rows that a page strikes through.
    pub(crate) struck: BTreeSet<usize>,
    /// How many rows were added, including those that are left out.
    pub(crate) count: usize,
    /// How many rows are kept, and a sentence that says where the others are.
    pub(crate) limit: Option<(usize, String)>,
    /// How many rows there are in all, if this table was given a part of them.
    pub(crate) whole: Option<usize>,
    /// Whether a page leaves out columns in which no row has anything.
    pub(crate) drops_empty_columns: bool,
    pub(crate) is_sortable: bool,
    /// How many rows a page shows before the reader opens the others.
    pub(crate) first: Option<usize>,
}

impl DocumentTable {
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            caption: String::new(),
            rows: Vec::new(),
            struck: BTreeSet::new(),
            count: 0,
            limit: None,
            whole: None,
            drops_empty_columns: false,
            is_sortable: false,
            first: None,
        }
    }

    #[must_use]
    pub fn caption(mut self, caption: &str) -> Self {
        caption.clone_into(&mut self.caption);
        self
    }

    /// Lets the reader of a page sort and filter the table, if scripts run.
    #[must_use]
    pub fn sortable(mut self) -> Self {
        self.is_sortable = true;
        self
    }

    /// Keeps only the first rows, with a note; `rest` says where the others are.
    #[must_use]
    pub fn at_most(mut self, rows: usize, rest: &str) -> Self {
        self.limit = Some((rows, rest.to_owned()));
        self
    }

    /// Leaves out, on a page, the columns in which no row has anything.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Self {
        self.drops_empty_columns = true;
        self
    }

    /// Says how many rows there are in all where only a part of them is added.
    #[must_use]
    pub fn part_of(mut self, rows: usize) -> Self {
        self.whole = Some(rows);
        self
    }

    /// Shows the first rows and, on a page where scripts run, a button for the others. All rows are in the page, and the filter finds them.
    #[must_use]
    pub fn show_first(mut self, rows: usize) -> Self {
        self.first = Some(rows);
        self
    }

    /// Adds a row. Values beyond the columns are left out, missing ones are empty.
    pub fn row(&mut self, values: impl IntoIterator<Item = Value>) {
        self.count += 1;
        if self.limit.as_ref().is_none_or(|&(limit, _)| self.count <= limit) {
            let mut row: Vec<Value> = values.into_iter().take(self.columns.len()).collect();
            row.resize(self.columns.len(), Value::Empty);
            self.rows.push(row);
        }
    }

    /// Adds a row that a page strikes through but for its last cell, which says why. A terminal shows it as any other.
    pub fn struck_row(&mut self, values: impl IntoIterator<Item = Value>) {
        self.struck.insert(self.count);
        self.row(values);
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn has_header(&self) -> bool {
        self.columns.iter().any(|column| !column.name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_are_empty_and_surplus_ones_left_out() {
        let mut table = DocumentTable::new([Column::text("Name"), Column::number("Change")]);
        table.row(["a".into()]);
        table.row(["b".into(), Value::Number(1), "surplus".into()]);
        assert_eq!(table.rows, [["a".into(), Value::Empty], ["b".into(), Value::Number(1)]]);
    }

    #[test]
    fn only_the_first_letter_becomes_a_capital() {
        assert_eq!(["", "fed.", "örebro open", "K"].map(capitalised), ["", "Fed.", "Örebro open", "K"]);
    }

    #[test]
    fn rows_beyond_the_limit_are_counted_and_not_kept() {
        let mut table = DocumentTable::new([Column::number("n")]).at_most(2, "");
        (0..5).for_each(|number| table.row([Value::Number(number)]));
        assert_eq!((table.count, table.rows.len()), (5, 2));
    }
}
