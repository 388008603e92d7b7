//! The text of a list's players. Titles, federations and sexes are a few different words in a million rows, so every row holds the number of
//! its word; names are held as texts.

use crate::{Column, Table, TableError, TextKey, Texts};
use foldhash::fast::RandomState;
use polars_arrow::array::{Array, Utf8ViewArray};
use polars_arrow::compute::concatenate::concatenate;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// A column of a list that holds text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerText {
    Name,
    Title,
    WomenTitle,
    OtherTitles,
    Federation,
    Sex,
}

impl PlayerText {
    /// In the order of the columns of a list.
    pub const ALL: [Self; 6] = [Self::Name, Self::Title, Self::WomenTitle, Self::OtherTitles, Self::Federation, Self::Sex];

    /// The name of the column.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Title => "title",
            Self::WomenTitle => "women_title",
            Self::OtherTitles => "other_titles",
            Self::Federation => "federation",
            Self::Sex => "sex",
        }
    }
}

/// The text of all players of a list, beside their rows of numbers.
#[derive(Clone, Debug, Default)]
pub struct TextColumns {
    columns: [TextColumn; 6],
}

impl TextColumns {
    /// From one column for each of [`PlayerText::ALL`].
    pub fn new(columns: [TextColumn; 6]) -> Self {
        Self { columns }
    }

    /// The text of a table's rows; empty where it has no such column.
    pub fn of_table(table: &Table) -> Result<Self, TableError> {
        let column = |field: PlayerText| -> Result<TextColumn, TableError> {
            Ok(match (table.texts(field.column())?, field) {
                (None, _) => TextColumn::empty(table.height()),
                (Some(names), PlayerText::Name) => TextColumn::names(names),
                (Some(words), _) => TextColumn::words(words),
            })
        };
        let mut columns: [TextColumn; 6] = Default::default();
        columns.par_iter_mut().zip(PlayerText::ALL).with_max_len(1).try_for_each(|(place, field)| {
            *place = column(field)?;
            Ok::<_, TableError>(())
        })?;
        Ok(Self { columns })
    }

    pub fn column(&self, field: PlayerText) -> &TextColumn {
        &self.columns[field as usize]
    }

    pub fn column_mut(&mut self, field: PlayerText) -> &mut TextColumn {
        &mut self.columns[field as usize]
    }

    /// One text of one player.
    pub fn get(&self, field: PlayerText, row: usize) -> &str {
        self.column(field).get(row)
    }

    /// Columns of lists that follow one another, as one.
    pub fn concat(parts: Vec<Self>) -> Self {
        let mut by_column: [Vec<TextColumn>; 6] = Default::default();
        for part in parts {
            for (pieces, column) in by_column.iter_mut().zip(part.columns) {
                pieces.push(column);
            }
        }
        let mut columns: [TextColumn; 6] = Default::default();
        columns.par_iter_mut().zip(by_column).with_max_len(1).for_each(|(column, pieces)| *column = TextColumn::concat(pieces));
        Self { columns }
    }

    /// Picks rows by their numbers, of this list and then, counted on, of `more`.
    #[must_use]
    pub fn pick(&self, more: &Self, rows: &[u32]) -> Self {
        let mut columns: [TextColumn; 6] = Default::default();
        let pairs = self.columns.par_iter().zip(&more.columns);
        columns.par_iter_mut().zip(pairs).with_max_len(1).for_each(|(column, (own, more))| *column = own.pick(more, rows));
        Self { columns }
    }
}

/// One column of texts.
#[derive(Clone, Debug)]
pub struct TextColumn(Values);

#[derive(Clone, Debug)]
enum Values {
    /// Every row has the number of its text. No text stands twice.
    Few {
        texts: Vec<String>,
        codes: Vec<u16>,
    },
    Many(Pieces),
}

impl Default for TextColumn {
    fn default() -> Self {
        Self(Values::Few { texts: Vec::new(), codes: Vec::new() })
    }
}

impl TextColumn {
    /// A column without any text in it.
    pub fn empty(rows: usize) -> Self {
        Self(Values::Few { texts: vec![String::new()], codes: vec![0; rows] })
    }

    /// Texts of which most are different.
    pub fn names(texts: Texts) -> Self {
        Self(Values::Many(Pieces::new(vec![texts])))
    }

    /// Texts of which there are few different ones; where there are many after all they are held as [`Self::names`].
    pub fn words(texts: Texts) -> Self {
        few(&texts).map_or_else(|| Self::names(texts), Self)
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Values::Few { codes, .. } => codes.len(),
            Values::Many(pieces) => pieces.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row; empty where there is no such row.
    pub fn get(&self, row: usize) -> &str {
        match &self.0 {
            Values::Few { texts, codes } => codes.get(row).and_then(|&code| texts.get(usize::from(code))).map_or("", String::as_str),
            Values::Many(pieces) => pieces.get(row),
        }
    }

    /// The rows whose text satisfies the predicate, ascending.
    pub fn rows_with(&self, predicate: impl Fn(&str) -> bool) -> Vec<usize> {
        match &self.0 {
            Values::Few { texts, codes } => {
                let meant: Vec<bool> = texts.iter().map(|text| predicate(text)).collect();
                (0..codes.len()).filter(|&row| meant[usize::from(codes[row])]).collect()
            }
            Values::Many(pieces) => (0..pieces.len()).filter(|&row| predicate(pieces.get(row))).collect(),
        }
    }

    /// Gives some rows other texts.
    pub fn set<'t>(&mut self, changes: impl Iterator<Item = (usize, &'t str)>) {
        let changes: BTreeMap<usize, &str> = changes.filter(|(row, _)| *row < self.len()).collect();
        if changes.is_empty() {
            return;
        }
        if let Values::Few { texts, codes } = &mut self.0 {
            let mut numbers = Numbers::default();
            let known = numbers.of_all(texts).is_some();
            let new: Option<Vec<(usize, u16)>> = changes.iter().map(|(&row, text)| Some((row, numbers.of(text)?))).collect();
            if let Some(new) = new.filter(|_| known) {
                new.into_iter().for_each(|(row, code)| codes[row] = code);
                *texts = numbers.texts;
                return;
            }
        }
        let new = (0..self.len()).map(|row| changes.get(&row).copied().unwrap_or_else(|| self.get(row)));
        *self = Self(Values::Many(Pieces::new(vec![new.collect()])));
    }

    /// Columns that follow one another, as one.
    fn concat(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let mut numbers = Numbers::default();
        let mut codes = Vec::with_capacity(parts.iter().map(Self::len).sum());
        for part in &parts {
            let Values::Few { texts, codes: own } = &part.0 else { return Self::concat_texts(parts) };
            let Some(now) = numbers.of_all(texts) else { return Self::concat_texts(parts) };
            codes.extend(own.iter().map(|&code| now[usize::from(code)]));
        }
        Self(Values::Few { texts: numbers.texts, codes })
    }

    fn concat_texts(parts: Vec<Self>) -> Self {
        Self(Values::Many(Pieces::new(parts.into_iter().flat_map(Self::into_pieces).collect())))
    }

    fn into_pieces(self) -> Vec<Texts> {
        match self.0 {
            Values::Few { texts, codes } => vec![codes.iter().map(|&code| texts[usize::from(code)].as_str()).collect()],
            Values::Many(pieces) => pieces.pieces,
        }
    }

    fn pick(&self, more: &Self, rows: &[u32]) -> Self {
        let (own, all) = (self.len(), rows.iter().map(|&row| row as usize));
        if let (Values::Few { texts, codes }, Values::Few { texts: more_texts, codes: more_codes }) = (&self.0, &more.0) {
            let mut numbers = Numbers::default();
            if let (Some(now), Some(more_now)) = (numbers.of_all(texts), numbers.of_all(more_texts)) {
                let code = |row: usize| match row.checked_sub(own) {
                    None => now[usize::from(codes[row])],
                    Some(row) => more_now[usize::from(more_codes[row])],
                };
                return Self(Values::Few { texts: numbers.texts, codes: all.map(code).collect() });
            }
        }
        let text = |row: usize| row.checked_sub(own).map_or_else(|| self.get(row), |row| more.get(row));
        Self(Values::Many(Pieces::new(vec![all.map(text).collect()])))
    }

    /// The texts of some rows, to be written as a column; of all rows in their order where none are given.
    pub(crate) fn to_column(&self, name: &str, rows: Option<&Arc<[u32]>>) -> Column<'_> {
        let rows = rows.cloned();
        match &self.0 {
            Values::Few { texts, codes } => match rows {
                None => Column::words(name, texts, |row| u32::from(codes[row])),
                Some(rows) => Column::words(name, texts, move |row| u32::from(codes[rows[row] as usize])),
            },
            Values::Many(pieces) => Column::different_texts(name, move |range: Range<usize>| match &rows {
                None => pieces.slice(range),
                Some(rows) => rows[range].iter().map(|&row| pieces.get(row as usize)).collect(),
            }),
        }
    }
}

/// The numbers of a column's few texts; `None` where there are more than can be numbered.
fn few(column: &Texts) -> Option<Values> {
    let mut numbers = Numbers::default();
    let mut by_key: HashMap<TextKey, u16, RandomState> = HashMap::default();
    let mut codes = Vec::with_capacity(column.len());
    // The row above nearly always has the same text. A null has no key and is the empty text.
    let (mut last, mut last_code) = (None, None);
    for row in 0..column.len() {
        let key = column.key(row);
        if key != last || last_code.is_none() {
            let known = key.and_then(|key| by_key.get(&key).copied());
            let code = known.map_or_else(|| numbers.of(column.get(row)), Some)?;
            if let Some(key) = key.filter(|_| known.is_none()) {
                by_key.insert(key, code);
            }
            // Longer texts have many keys.
            if by_key.len() > usize::from(u16::MAX) {
                return None;
            }
            (last, last_code) = (key, Some(code));
        }
        codes.extend(last_code);
    }
    Some(Values::Few { texts: numbers.texts, codes })
}

/// Gives texts numbers in the order of first appearance.
#[derive(Default)]
struct Numbers {
    texts: Vec<String>,
    known: HashMap<String, u16, RandomState>,
}

impl Numbers {
    /// `None` where there are more than can be numbered.
    fn of(&mut self, text: &str) -> Option<u16> {
        if let Some(&number) = self.known.get(text) {
            return Some(number);
        }
        let number = u16::try_from(self.texts.len()).ok()?;
        self.texts.push(text.to_owned());
        self.known.insert(text.to_owned(), number);
        Some(number)
    }

    fn of_all(&mut self, texts: &[String]) -> Option<Vec<u16>> {
        texts.iter().map(|text| self.of(text)).collect()
    }
}

/// Texts in pieces that follow one another, as the row groups of a file come.
#[derive(Clone, Debug)]
struct Pieces {
    pieces: Vec<Texts>,
    /// Where each piece ends.
    ends: Vec<usize>,
}

impl Pieces {
    fn new(mut pieces: Vec<Texts>) -> Self {
        pieces.retain(|piece| !piece.is_empty());
        let ends = pieces.iter().scan(0, |end, piece| {
            *end += piece.len();
            Some(*end)
        });
        Self { ends: ends.collect(), pieces }
    }

    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The piece that holds a row, and where it begins.
    fn piece_at(&self, row: usize) -> Option<(usize, usize)> {
        let at = self.ends.partition_point(|&end| end <= row);
        let piece = self.pieces.get(at)?;
        Some((at, self.ends[at] - piece.len()))
    }

    fn get(&self, row: usize) -> &str {
        self.piece_at(row).map_or("", |(at, start)| self.pieces[at].get(row - start))
    }

    fn slice(&self, rows: Range<usize>) -> Texts {
        let mut found: Vec<Box<dyn Array>> = Vec::new();
        let mut row = rows.start;
        while let Some((at, start)) = self.piece_at(row).filter(|_| row < rows.end) {
            let until = self.ends[at].min(rows.end);
            found.push(self.pieces[at].slice(row - start, until - row).array().clone().boxed());
            row = until;
        }
        let whole = match found.as_slice() {
            [one] => Some(one.clone()),
            several => concatenate(&several.iter().map(|piece| &**piece).collect::<Vec<_>>()).ok(),
        };
        let whole = whole.and_then(|array| array.as_any().downcast_ref::<Utf8ViewArray>().cloned());
        whole.map_or_else(|| Texts::empty(0), Texts::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> Texts {
        texts.iter().copied().collect()
    }

    fn all(column: &TextColumn) -> Vec<&str> {
        (0..column.len()).map(|row| column.get(row)).collect()
    }

    fn is_few(column: &TextColumn) -> bool {
        matches!(column.0, Values::Few { .. })
    }

    const TEXTS: [&str; 6] = ["GM", "", "a title of more than twelve letters", "GM", "", "IM"];

    #[test]
    fn texts_are_what_they_were_however_they_are_held() {
        for held in [TextColumn::words(column(&TEXTS)), TextColumn::names(column(&TEXTS))] {
            assert_eq!(all(&held), TEXTS);
            assert_eq!(held.get(6), "");
            assert_eq!(held.rows_with(|text| text == "GM"), [0, 3]);
        }
    }

    #[test]
    fn a_column_of_many_words_is_held_as_texts() {
        let many: Vec<String> = (0..70_000).map(|at| format!("a word of more than twelve letters, {at}")).collect();
        let short: Vec<String> = (0..70_000).map(|at| at.to_string()).collect();
        for texts in [many, short] {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let held = TextColumn::words(column(&texts));
            assert!(!is_few(&held));
            assert_eq!(all(&held), texts);
        }
    }

    #[test]
    fn parts_are_concatenated_in_their_order() {
        let (first, second) = (["GM", "IM"], ["WGM", "IM", "", "GM"]);
        let few = |texts: &[&str]| TextColumn::words(column(texts));
        let names = |texts: &[&str]| TextColumn::names(column(texts));
        for parts in [vec![few(&first), few(&second)], vec![names(&first), names(&second)], vec![few(&first), names(&second)]] {
            let whole = TextColumn::concat(parts);
            assert_eq!(all(&whole), ["GM", "IM", "WGM", "IM", "", "GM"]);
        }
        assert!(is_few(&TextColumn::concat(vec![few(&first), few(&second)])));
    }

    #[test]
    fn rows_are_picked_from_both_lists() {
        for hold in [TextColumn::words, TextColumn::names] {
            let (own, more) = (hold(column(&["GM", "IM", ""])), hold(column(&["FM", "GM"])));
            assert_eq!(all(&own.pick(&more, &[3, 0, 2, 4, 1])), ["FM", "GM", "", "GM", "IM"]);
        }
    }

    #[test]
    fn changed_rows_have_their_new_texts_and_others_their_old() {
        for hold in [TextColumn::words, TextColumn::names] {
            let mut held = hold(column(&["GM", "IM", ""]));
            held.set([(1, "GM"), (2, "a longer word than that"), (9, "nobody's")].into_iter());
            assert_eq!(all(&held), ["GM", "GM", "a longer word than that"]);
        }
    }

    #[test]
    fn slices_cross_the_borders_of_pieces() {
        let parts = [&TEXTS[..2], &TEXTS[2..3], &TEXTS[3..]].map(|texts| TextColumn::names(column(texts)));
        let TextColumn(Values::Many(pieces)) = TextColumn::concat(parts.to_vec()) else { panic!("texts") };
        for rows in [0..6, 1..2, 1..5, 3..3, 6..6] {
            assert_eq!(pieces.slice(rows.clone()).iter().collect::<Vec<_>>(), TEXTS[rows]);
        }
    }
}
