//! The words of a list's players. Titles, federations and sexes are a few different words in a million rows, so every row holds a number;
//! names are texts.

use crate::TableColumn;
use crate::dictionary::ShortWords;
use foldhash::fast::RandomState;
use polars::prelude::StringChunked;
use polars_arrow::array::{Array, MutablePlString, Utf8ViewArray};
use polars_arrow::compute::concatenate::concatenate;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// A column of a list that holds words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Name,
    Title,
    WomenTitle,
    OtherTitles,
    Federation,
    Sex,
}

impl Word {
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

/// All words of all players of a list.
#[derive(Clone, Debug, Default)]
pub struct Words {
    columns: [WordColumn; 6],
}

impl Words {
    /// From one column for each of [`Word::ALL`].
    pub fn new(columns: [WordColumn; 6]) -> Self {
        Self { columns }
    }

    pub fn of(&self, word: Word) -> &WordColumn {
        &self.columns[word as usize]
    }

    pub fn of_mut(&mut self, word: Word) -> &mut WordColumn {
        &mut self.columns[word as usize]
    }

    pub fn get(&self, word: Word, row: usize) -> &str {
        self.of(word).get(row)
    }

    /// Lists that follow one another, as one.
    pub(crate) fn joined(parts: Vec<Self>) -> Self {
        let mut by_column: [Vec<WordColumn>; 6] = Default::default();
        for part in parts {
            for (pieces, column) in by_column.iter_mut().zip(part.columns) {
                pieces.push(column);
            }
        }
        let mut columns: [WordColumn; 6] = Default::default();
        columns.par_iter_mut().zip(by_column).with_max_len(1).for_each(|(column, pieces)| *column = WordColumn::joined(pieces));
        Self { columns }
    }

    /// The rows with these numbers, of this list and then those of `more`, as one list.
    pub fn picked(&self, more: &Self, rows: &[u32]) -> Self {
        let mut columns: [WordColumn; 6] = Default::default();
        let pairs = self.columns.par_iter().zip(&more.columns);
        columns.par_iter_mut().zip(pairs).with_max_len(1).for_each(|(column, (own, more))| *column = own.picked(more, rows));
        Self { columns }
    }
}

/// One column of texts.
#[derive(Clone, Debug)]
pub struct WordColumn(Texts);

#[derive(Clone, Debug)]
enum Texts {
    /// Every row has the number of its text. No text stands twice.
    Few {
        texts: Vec<String>,
        codes: Vec<u16>,
    },
    Many(Pieces),
}

impl Default for WordColumn {
    fn default() -> Self {
        Self(Texts::Few { texts: Vec::new(), codes: Vec::new() })
    }
}

impl WordColumn {
    /// A column without any text in it.
    pub fn empty(rows: usize) -> Self {
        Self(Texts::Few { texts: vec![String::new()], codes: vec![0; rows] })
    }

    /// Texts of which most are different.
    pub fn names(texts: &StringChunked) -> Self {
        Self(Texts::Many(Pieces::new(texts.downcast_iter().cloned().collect())))
    }

    /// Texts of which there are few different ones; where there are many it is the same as [`Self::names`]. Null is the empty text.
    pub fn words(texts: &StringChunked) -> Self {
        few(texts).map_or_else(|| Self::names(texts), Self)
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Texts::Few { codes, .. } => codes.len(),
            Texts::Many(pieces) => pieces.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row; empty where there is no such row.
    pub fn get(&self, row: usize) -> &str {
        match &self.0 {
            Texts::Few { texts, codes } => codes.get(row).and_then(|&code| texts.get(usize::from(code))).map_or("", String::as_str),
            Texts::Many(pieces) => pieces.get(row),
        }
    }

    /// The rows whose text is one of these, ascending.
    pub fn rows_with(&self, is_meant: impl Fn(&str) -> bool) -> Vec<usize> {
        match &self.0 {
            Texts::Few { texts, codes } => {
                let meant: Vec<bool> = texts.iter().map(|text| is_meant(text)).collect();
                (0..codes.len()).filter(|&row| meant[usize::from(codes[row])]).collect()
            }
            Texts::Many(pieces) => (0..pieces.len()).filter(|&row| is_meant(pieces.get(row))).collect(),
        }
    }

    /// Gives some rows other texts.
    pub fn set<'t>(&mut self, changes: impl Iterator<Item = (usize, &'t str)>) {
        let changes: BTreeMap<usize, &str> = changes.filter(|(row, _)| *row < self.len()).collect();
        if changes.is_empty() {
            return;
        }
        if let Texts::Few { texts, codes } = &mut self.0 {
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
        *self = Self(Texts::Many(Pieces::new(vec![texts_of(new)])));
    }

    /// Columns that follow one another, as one.
    fn joined(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let mut numbers = Numbers::default();
        let mut codes = Vec::with_capacity(parts.iter().map(Self::len).sum());
        for part in &parts {
            let Texts::Few { texts, codes: own } = &part.0 else { return Self::joined_texts(parts) };
            let Some(now) = numbers.of_all(texts) else { return Self::joined_texts(parts) };
            codes.extend(own.iter().map(|&code| now[usize::from(code)]));
        }
        Self(Texts::Few { texts: numbers.texts, codes })
    }

    fn joined_texts(parts: Vec<Self>) -> Self {
        Self(Texts::Many(Pieces::new(parts.into_iter().flat_map(Self::into_pieces).collect())))
    }

    fn into_pieces(self) -> Vec<Utf8ViewArray> {
        match self.0 {
            Texts::Few { texts, codes } => vec![texts_of(codes.iter().map(|&code| texts[usize::from(code)].as_str()))],
            Texts::Many(pieces) => pieces.pieces,
        }
    }

    fn picked(&self, more: &Self, rows: &[u32]) -> Self {
        let (own, all) = (self.len(), rows.iter().map(|&row| row as usize));
        if let (Texts::Few { texts, codes }, Texts::Few { texts: more_texts, codes: more_codes }) = (&self.0, &more.0) {
            let mut numbers = Numbers::default();
            if let (Some(now), Some(more_now)) = (numbers.of_all(texts), numbers.of_all(more_texts)) {
                let code = |row: usize| match row.checked_sub(own) {
                    None => now[usize::from(codes[row])],
                    Some(row) => more_now[usize::from(more_codes[row])],
                };
                return Self(Texts::Few { texts: numbers.texts, codes: all.map(code).collect() });
            }
        }
        let text = |row: usize| row.checked_sub(own).map_or_else(|| self.get(row), |row| more.get(row));
        Self(Texts::Many(Pieces::new(vec![texts_of(all.map(text))])))
    }

    /// The texts of some rows, to be written as a column; of all rows in their order where none are given.
    pub fn to_table_column(&self, name: &str, rows: Option<&Arc<[u32]>>) -> TableColumn<'_> {
        let rows = rows.cloned();
        match &self.0 {
            Texts::Few { texts, codes } => match rows {
                None => TableColumn::words(name, texts, |row| u32::from(codes[row])),
                Some(rows) => TableColumn::words(name, texts, move |row| u32::from(codes[rows[row] as usize])),
            },
            Texts::Many(pieces) => TableColumn::texts(name, move |range: Range<usize>| match &rows {
                None => pieces.slice(range),
                Some(rows) => texts_of(rows[range].iter().map(|&row| pieces.get(row as usize))),
            }),
        }
    }
}

fn texts_of<'t>(texts: impl ExactSizeIterator<Item = &'t str>) -> Utf8ViewArray {
    let mut array = MutablePlString::with_capacity(texts.len());
    texts.for_each(|text| array.push_value(text));
    array.into()
}

/// The numbers of a column's few texts.
fn few(column: &StringChunked) -> Option<Texts> {
    let mut short = ShortWords::default();
    let mut numbers = Numbers::default();
    // The number of each short word, by the order in which they came.
    let mut of_short: Vec<u16> = Vec::new();
    let mut codes = Vec::with_capacity(column.len());
    let (mut last, mut last_code) = (None, 0);
    for piece in column.downcast_iter() {
        for (row, view) in piece.views().iter().enumerate() {
            let is_null = piece.is_null(row);
            // Of longer texts the view holds only where they are, in this piece.
            let key = view.as_u128();
            if !is_null && view.is_inline() {
                if last != Some(key) {
                    let (number, is_new) = short.number(key)?;
                    if is_new {
                        of_short.push(numbers.of(piece.value(row))?);
                    }
                    (last, last_code) = (Some(key), of_short[number as usize]);
                }
                codes.push(last_code);
            } else {
                codes.push(numbers.of(if is_null { "" } else { piece.value(row) })?);
            }
        }
    }
    Some(Texts::Few { texts: numbers.texts, codes })
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
    pieces: Vec<Utf8ViewArray>,
    /// Where each piece ends.
    ends: Vec<usize>,
}

impl Pieces {
    fn new(mut pieces: Vec<Utf8ViewArray>) -> Self {
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
        self.piece_at(row).and_then(|(at, start)| self.pieces[at].get(row - start)).unwrap_or("")
    }

    fn slice(&self, rows: Range<usize>) -> Utf8ViewArray {
        let mut found: Vec<Box<dyn Array>> = Vec::new();
        let mut row = rows.start;
        while let Some((at, start)) = self.piece_at(row).filter(|_| row < rows.end) {
            let until = self.ends[at].min(rows.end);
            found.push(self.pieces[at].clone().sliced(row - start, until - row).boxed());
            row = until;
        }
        let whole = match found.as_slice() {
            [one] => Some(one.clone()),
            several => concatenate(&several.iter().map(|piece| &**piece).collect::<Vec<_>>()).ok(),
        };
        let whole = whole.and_then(|array| array.as_any().downcast_ref::<Utf8ViewArray>().cloned());
        whole.unwrap_or_else(|| Utf8ViewArray::from_slice_values::<&str, _>([]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::NamedFrom;

    fn column(texts: &[&str]) -> StringChunked {
        StringChunked::new("".into(), texts)
    }

    fn all(column: &WordColumn) -> Vec<&str> {
        (0..column.len()).map(|row| column.get(row)).collect()
    }

    fn is_few(column: &WordColumn) -> bool {
        matches!(column.0, Texts::Few { .. })
    }

    const TEXTS: [&str; 6] = ["GM", "", "a title of more than twelve letters", "GM", "", "IM"];

    #[test]
    fn texts_are_what_they_were_however_they_are_held() {
        for held in [WordColumn::words(&column(&TEXTS)), WordColumn::names(&column(&TEXTS))] {
            assert_eq!(all(&held), TEXTS);
            assert_eq!(held.get(6), "");
            assert_eq!(held.rows_with(|text| text == "GM"), [0, 3]);
        }
        let with_nulls: StringChunked = [Some("GM"), None, Some("IM")].into_iter().collect();
        assert_eq!(all(&WordColumn::words(&with_nulls)), ["GM", "", "IM"]);
    }

    #[test]
    fn a_column_of_many_words_is_held_as_texts() {
        let many: Vec<String> = (0..70_000).map(|at| format!("a word of more than twelve letters, {at}")).collect();
        let short: Vec<String> = (0..70_000).map(|at| at.to_string()).collect();
        for texts in [many, short] {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let held = WordColumn::words(&column(&texts));
            assert!(!is_few(&held));
            assert_eq!(all(&held), texts);
        }
    }

    #[test]
    fn parts_are_joined_in_their_order() {
        let (first, second) = (["GM", "IM"], ["WGM", "IM", "", "GM"]);
        let few = |texts: &[&str]| WordColumn::words(&column(texts));
        let names = |texts: &[&str]| WordColumn::names(&column(texts));
        for parts in [vec![few(&first), few(&second)], vec![names(&first), names(&second)], vec![few(&first), names(&second)]] {
            let joined = WordColumn::joined(parts);
            assert_eq!(all(&joined), ["GM", "IM", "WGM", "IM", "", "GM"]);
        }
        assert!(is_few(&WordColumn::joined(vec![few(&first), few(&second)])));
    }

    #[test]
    fn rows_are_picked_from_both_lists() {
        for hold in [WordColumn::words, WordColumn::names] {
            let (own, more) = (hold(&column(&["GM", "IM", ""])), hold(&column(&["FM", "GM"])));
            assert_eq!(all(&own.picked(&more, &[3, 0, 2, 4, 1])), ["FM", "GM", "", "GM", "IM"]);
        }
    }

    #[test]
    fn changed_rows_have_their_new_texts_and_others_their_old() {
        for hold in [WordColumn::words, WordColumn::names] {
            let mut held = hold(&column(&["GM", "IM", ""]));
            held.set([(1, "GM"), (2, "a longer word than that"), (9, "nobody's")].into_iter());
            assert_eq!(all(&held), ["GM", "GM", "a longer word than that"]);
        }
    }

    #[test]
    fn slices_cross_the_borders_of_pieces() {
        let parts = [&TEXTS[..2], &TEXTS[2..3], &TEXTS[3..]].map(|texts| WordColumn::names(&column(texts)));
        let WordColumn(Texts::Many(pieces)) = WordColumn::joined(parts.to_vec()) else { panic!("texts") };
        for rows in [0..6, 1..2, 1..5, 3..3, 6..6] {
            assert_eq!(pieces.slice(rows.clone()).values_iter().collect::<Vec<_>>(), TEXTS[rows]);
        }
    }
}
