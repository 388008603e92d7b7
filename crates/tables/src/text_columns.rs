//! Text columns of a list's players.
//!
//! Titles, federations and sexes are few distinct texts in a million rows, so a column holds a dictionary and a code per row; names are
//! held as plain texts.

use crate::{OutputColumn, Table, TableError, TextKey, Texts};
use foldhash::fast::RandomState;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// Text column of a list.
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
    /// All text columns, in the order of the list.
    pub const ALL: [Self; 6] = [Self::Name, Self::Title, Self::WomenTitle, Self::OtherTitles, Self::Federation, Self::Sex];

    /// Name of the column.
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

/// All text columns of a list, row by row with its rows of numbers.
#[derive(Clone, Debug, Default)]
pub struct TextColumns {
    columns: [TextColumn; 6],
}

impl TextColumns {
    /// Takes one column for each of [`PlayerText::ALL`], in that order.
    pub fn new(columns: [TextColumn; 6]) -> Self {
        Self { columns }
    }

    /// Reads the text columns of a table; a missing column is empty.
    pub fn from_table(table: &Table) -> Result<Self, TableError> {
        let column = |field: PlayerText| -> Result<TextColumn, TableError> {
            Ok(match (table.texts(field.column())?, field) {
                (None, _) => TextColumn::empty(table.height()),
                (Some(names), PlayerText::Name) => TextColumn::plain(names),
                (Some(words), _) => TextColumn::dictionary(words),
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

    /// Returns one text of one player.
    pub fn get(&self, field: PlayerText, row: usize) -> &str {
        self.column(field).get(row)
    }

    /// Joins the text columns of consecutive parts of a list.
    pub fn concat(parts: Vec<Self>) -> Self {
        let mut by_column: [Vec<TextColumn>; 6] = Default::default();
        for part in parts {
            for (chunks, column) in by_column.iter_mut().zip(part.columns) {
                chunks.push(column);
            }
        }
        let mut columns: [TextColumn; 6] = Default::default();
        columns.par_iter_mut().zip(by_column).with_max_len(1).for_each(|(column, chunks)| *column = TextColumn::concat(chunks));
        Self { columns }
    }

    /// Returns the rows at these positions; positions beyond the last row continue in `more`.
    #[must_use]
    pub fn take(&self, more: &Self, rows: &[u32]) -> Self {
        let mut columns: [TextColumn; 6] = Default::default();
        let pairs = self.columns.par_iter().zip(&more.columns);
        columns.par_iter_mut().zip(pairs).with_max_len(1).for_each(|(column, (own, more))| *column = own.take(more, rows));
        Self { columns }
    }
}

/// One text column.
#[derive(Clone, Debug)]
pub struct TextColumn(TextValues);
/// Representation of a text column.

#[derive(Clone, Debug)]
enum TextValues {
    /// A code for every row. The texts are distinct.
    Dictionary {
        texts: Vec<String>,
        codes: Vec<u16>,
    },
    Plain(ChunkedTexts),
}

impl Default for TextColumn {
    fn default() -> Self {
        Self(TextValues::Dictionary { texts: Vec::new(), codes: Vec::new() })
    }
}

impl TextColumn {
    /// A column of empty texts.
    pub fn empty(rows: usize) -> Self {
        Self(TextValues::Dictionary { texts: vec![String::new()], codes: vec![0; rows] })
    }

    /// A column whose texts are mostly distinct.
    pub fn plain(texts: Texts) -> Self {
        Self(TextValues::Plain(ChunkedTexts::new(vec![texts])))
    }

    /// A column of few distinct texts; with too many of them it is stored like [`Self::plain`].
    pub fn dictionary(texts: Texts) -> Self {
        dictionary_of(&texts).map_or_else(|| Self::plain(texts), Self)
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            TextValues::Dictionary { codes, .. } => codes.len(),
            TextValues::Plain(chunks) => chunks.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text of a row; empty if there is no such row.
    pub fn get(&self, row: usize) -> &str {
        match &self.0 {
            TextValues::Dictionary { texts, codes } => {
                codes.get(row).and_then(|&code| texts.get(usize::from(code))).map_or("", String::as_str)
            }
            TextValues::Plain(chunks) => chunks.get(row),
        }
    }

    /// Prepares the values that stand for the texts of the rows, such as codes. Each text of a dictionary is looked at once.
    pub fn decoder<T: Copy + Default>(&self, value: impl Fn(&str) -> T) -> TextDecoder<'_, T> {
        match &self.0 {
            TextValues::Dictionary { texts, codes } => {
                TextDecoder { values: texts.iter().map(|text| value(text)).collect(), codes: Some(codes) }
            }
            TextValues::Plain(chunks) => TextDecoder { values: chunks.iter().map(value).collect(), codes: None },
        }
    }

    /// Whether any row has a text that is not empty.
    pub fn has_text(&self) -> bool {
        match &self.0 {
            TextValues::Dictionary { texts, codes } => {
                let has_text: Vec<bool> = texts.iter().map(|text| !text.is_empty()).collect();
                codes.iter().any(|&code| has_text[usize::from(code)])
            }
            TextValues::Plain(chunks) => chunks.iter().any(|text| !text.is_empty()),
        }
    }

    /// Returns the rows without a text, ascending.
    pub fn empty_rows(&self) -> Vec<usize> {
        match &self.0 {
            TextValues::Dictionary { .. } => self.rows_with(str::is_empty),
            TextValues::Plain(chunks) => {
                let empty_in = |(chunk, end): (&Texts, &usize)| {
                    let start = end - chunk.len();
                    chunk.empty_rows().into_iter().map(move |row| start + row)
                };
                chunks.chunks.par_iter().zip(&chunks.ends).flat_map_iter(empty_in).collect()
            }
        }
    }

    /// Counts the rows of each text among those that are wanted. Texts without such a row are left out.
    pub fn counts(&self, is_wanted: impl Fn(usize) -> bool) -> BTreeMap<&str, u64> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        match &self.0 {
            TextValues::Dictionary { texts, codes } => {
                let mut by_code = vec![0_u64; texts.len()];
                let wanted = codes.iter().enumerate().filter(|(row, _)| is_wanted(*row));
                wanted.for_each(|(_, &code)| by_code[usize::from(code)] += 1);
                texts
                    .iter()
                    .zip(by_code)
                    .filter(|(_, count)| *count > 0)
                    .for_each(|(text, count)| *counts.entry(text).or_default() += count);
            }
            TextValues::Plain(chunks) => {
                let wanted = chunks.iter().enumerate().filter(|(row, _)| is_wanted(*row));
                wanted.for_each(|(_, text)| *counts.entry(text).or_default() += 1);
            }
        }
        counts
    }

    /// Returns the rows whose text satisfies the predicate, ascending.
    pub fn rows_with(&self, predicate: impl Fn(&str) -> bool + Sync) -> Vec<usize> {
        match &self.0 {
            TextValues::Dictionary { texts, codes } => {
                let is_match: Vec<bool> = texts.iter().map(|text| predicate(text)).collect();
                (0..codes.len()).into_par_iter().filter(|&row| is_match[usize::from(codes[row])]).collect()
            }
            TextValues::Plain(chunks) => {
                let rows_in = |(chunk, end): (&Texts, &usize)| {
                    let start = end - chunk.len();
                    let matching = chunk.iter().enumerate().filter(|(_, text)| predicate(text));
                    matching.map(|(row, _)| start + row).collect::<Vec<_>>()
                };
                chunks.chunks.par_iter().zip(&chunks.ends).flat_map_iter(rows_in).collect()
            }
        }
    }

    /// Replaces the texts of some rows.
    pub fn set<'t>(&mut self, changes: impl Iterator<Item = (usize, &'t str)>) {
        let changes: BTreeMap<usize, &str> = changes.filter(|(row, _)| *row < self.len()).collect();
        if changes.is_empty() {
            return;
        }
        if let TextValues::Dictionary { texts, codes } = &mut self.0 {
            let mut numbering = TextNumbering::default();
            let known = numbering.codes(texts).is_some();
            let new: Option<Vec<(usize, u16)>> = changes.iter().map(|(&row, text)| Some((row, numbering.code(text)?))).collect();
            if let Some(new) = new.filter(|_| known) {
                new.into_iter().for_each(|(row, code)| codes[row] = code);
                *texts = numbering.texts;
                return;
            }
        }
        let new = (0..self.len()).map(|row| changes.get(&row).copied().unwrap_or_else(|| self.get(row)));
        *self = Self(TextValues::Plain(ChunkedTexts::new(vec![new.collect()])));
    }

    /// Joins columns of consecutive rows.
    fn concat(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let mut numbering = TextNumbering::default();
        let mut codes = Vec::with_capacity(parts.iter().map(Self::len).sum());
        for part in &parts {
            let TextValues::Dictionary { texts, codes: own } = &part.0 else { return Self::concat_texts(parts) };
            let Some(now) = numbering.codes(texts) else { return Self::concat_texts(parts) };
            codes.extend(own.iter().map(|&code| now[usize::from(code)]));
        }
        Self(TextValues::Dictionary { texts: numbering.texts, codes })
    }

    fn concat_texts(parts: Vec<Self>) -> Self {
        Self(TextValues::Plain(ChunkedTexts::new(parts.into_iter().flat_map(Self::into_chunks).collect())))
    }

    fn into_chunks(self) -> Vec<Texts> {
        match self.0 {
            TextValues::Dictionary { texts, codes } => vec![codes.iter().map(|&code| texts[usize::from(code)].as_str()).collect()],
            TextValues::Plain(chunks) => chunks.chunks,
        }
    }

    fn take(&self, more: &Self, rows: &[u32]) -> Self {
        let (own, all) = (self.len(), rows.iter().map(|&row| row as usize));
        if let (TextValues::Dictionary { texts, codes }, TextValues::Dictionary { texts: more_texts, codes: more_codes }) =
            (&self.0, &more.0)
        {
            let mut numbering = TextNumbering::default();
            if let (Some(now), Some(more_now)) = (numbering.codes(texts), numbering.codes(more_texts)) {
                let code = |row: usize| match row.checked_sub(own) {
                    None => now[usize::from(codes[row])],
                    Some(row) => more_now[usize::from(more_codes[row])],
                };
                return Self(TextValues::Dictionary { texts: numbering.texts, codes: all.map(code).collect() });
            }
        }
        let text = |row: usize| row.checked_sub(own).map_or_else(|| self.get(row), |row| more.get(row));
        Self(TextValues::Plain(ChunkedTexts::new(vec![all.map(text).collect()])))
    }

    /// Returns a column for writing: the texts of `rows`, or all of them in their order.
    pub(crate) fn to_column(&self, name: &str, rows: Option<&Arc<[u32]>>) -> OutputColumn<'_> {
        let rows = rows.cloned();
        match &self.0 {
            TextValues::Dictionary { texts, codes } => match rows {
                None => OutputColumn::dictionary(name, texts, |row| u32::from(codes[row])),
                Some(rows) => OutputColumn::dictionary(name, texts, move |row| u32::from(codes[rows[row] as usize])),
            },
            TextValues::Plain(chunks) => OutputColumn::unique_texts(name, move |range: Range<usize>, visit| match &rows {
                None => chunks.visit(range, visit),
                Some(rows) => chunks.visit_selected(&rows[range], visit),
            }),
        }
    }
}

/// The values that stand for the texts of a column.
#[derive(Debug)]
pub struct TextDecoder<'c, T> {
    /// By code, or by row.
    values: Vec<T>,
    codes: Option<&'c [u16]>,
}

impl<T: Copy + Default> TextDecoder<'_, T> {
    /// Returns the value of a row; the default if there is no such row.
    #[inline]
    pub fn get(&self, row: usize) -> T {
        let at = match self.codes {
            Some(codes) => codes.get(row).map(|&code| usize::from(code)),
            None => Some(row),
        };
        at.and_then(|at| self.values.get(at)).copied().unwrap_or_default()
    }
}

/// Builds a dictionary of a column's texts; `None` if there are too many distinct ones.
fn dictionary_of(column: &Texts) -> Option<TextValues> {
    let mut numbering = TextNumbering::default();
    let mut by_key: HashMap<TextKey, u16, RandomState> = HashMap::default();
    let mut codes = Vec::with_capacity(column.len());
    // The preceding row nearly always has the same text. A null has no key and is the empty text.
    let (mut last, mut last_code) = (None, None);
    for row in 0..column.len() {
        let key = column.key(row);
        if key != last || last_code.is_none() {
            let known = key.and_then(|key| by_key.get(&key).copied());
            let code = known.map_or_else(|| numbering.code(column.get(row)), Some)?;
            if let Some(key) = key.filter(|_| known.is_none()) {
                by_key.insert(key, code);
            }
            // Long texts may have several keys each.
            if by_key.len() > usize::from(u16::MAX) {
                return None;
            }
            (last, last_code) = (key, Some(code));
        }
        codes.extend(last_code);
    }
    Some(TextValues::Dictionary { texts: numbering.texts, codes })
}

/// Numbers texts in the order of first appearance.
#[derive(Default)]
struct TextNumbering {
    texts: Vec<String>,
    known: HashMap<String, u16, RandomState>,
}

impl TextNumbering {
    /// Returns the number of a text; `None` if there are too many distinct texts.
    fn code(&mut self, text: &str) -> Option<u16> {
        if let Some(&number) = self.known.get(text) {
            return Some(number);
        }
        let number = u16::try_from(self.texts.len()).ok()?;
        self.texts.push(text.to_owned());
        self.known.insert(text.to_owned(), number);
        Some(number)
    }

    fn codes(&mut self, texts: &[String]) -> Option<Vec<u16>> {
        texts.iter().map(|text| self.code(text)).collect()
    }
}

/// Texts in consecutive chunks, such as the row groups of a file.
#[derive(Clone, Debug)]
struct ChunkedTexts {
    chunks: Vec<Texts>,
    /// End row of each chunk.
    ends: Vec<usize>,
}

impl ChunkedTexts {
    fn new(mut chunks: Vec<Texts>) -> Self {
        chunks.retain(|chunk| !chunk.is_empty());
        let ends = chunks.iter().scan(0, |end, chunk| {
            *end += chunk.len();
            Some(*end)
        });
        Self { ends: ends.collect(), chunks }
    }

    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.chunks.iter().flat_map(Texts::iter)
    }

    /// Returns the index of the chunk that contains a row, and the chunk's first row.
    fn chunk_at(&self, row: usize) -> Option<(usize, usize)> {
        let at = self.ends.partition_point(|&end| end <= row);
        let chunk = self.chunks.get(at)?;
        Some((at, self.ends[at] - chunk.len()))
    }

    fn get(&self, row: usize) -> &str {
        self.chunk_at(row).map_or("", |(at, start)| self.chunks[at].get(row - start))
    }

    /// Calls back with the texts of a range of rows.
    fn visit(&self, rows: Range<usize>, visit: &mut dyn FnMut(&str)) {
        let mut row = rows.start;
        while let Some((at, start)) = self.chunk_at(row).filter(|_| row < rows.end) {
            let until = self.ends[at].min(rows.end);
            (row - start..until - start).for_each(|row| visit(self.chunks[at].get(row)));
            row = until;
        }
    }

    /// Calls back with the texts of some rows. Rows of one chunk usually follow one another.
    fn visit_selected(&self, rows: &[u32], visit: &mut dyn FnMut(&str)) {
        let mut rest = rows;
        while let Some((at, start)) = rest.first().and_then(|&row| self.chunk_at(row as usize)) {
            let of_chunk = rest.iter().take_while(|&&row| (start..self.ends[at]).contains(&(row as usize))).count();
            let (own, others) = rest.split_at(of_chunk);
            own.iter().for_each(|&row| visit(self.chunks[at].get(row as usize - start)));
            rest = others;
        }
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

    fn is_dictionary(column: &TextColumn) -> bool {
        matches!(column.0, TextValues::Dictionary { .. })
    }

    const TEXTS: [&str; 6] = ["GM", "", "a title of more than twelve letters", "GM", "", "IM"];

    #[test]
    fn a_text_column_reads_the_same_in_either_representation() {
        for texts_column in [TextColumn::dictionary(column(&TEXTS)), TextColumn::plain(column(&TEXTS))] {
            assert_eq!(all(&texts_column), TEXTS);
            assert_eq!(texts_column.get(6), "");
            let lengths = texts_column.decoder(str::len);
            assert_eq!([0, 1, 2, 5, 6].map(|row| lengths.get(row)), [2, 0, 35, 2, 0]);
            assert_eq!(texts_column.rows_with(|text| text == "GM"), [0, 3]);
            assert_eq!(texts_column.empty_rows(), [1, 4]);
            assert_eq!(texts_column.counts(|row| row != 3 && row != 5), [("", 2), ("GM", 1), (TEXTS[2], 1)].into());
        }
    }

    #[test]
    fn a_column_of_many_distinct_texts_is_not_a_dictionary() {
        let many: Vec<String> = (0..70_000).map(|at| format!("a word of more than twelve letters, {at}")).collect();
        let short: Vec<String> = (0..70_000).map(|at| at.to_string()).collect();
        for texts in [many, short] {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let texts_column = TextColumn::dictionary(column(&texts));
            assert!(!is_dictionary(&texts_column));
            assert_eq!(all(&texts_column), texts);
        }
    }

    #[test]
    fn parts_are_concatenated_in_their_order() {
        let (first, second) = (["GM", "IM"], ["WGM", "IM", "", "GM"]);
        let dictionary_of = |texts: &[&str]| TextColumn::dictionary(column(texts));
        let names = |texts: &[&str]| TextColumn::plain(column(texts));
        for parts in [
            vec![dictionary_of(&first), dictionary_of(&second)],
            vec![names(&first), names(&second)],
            vec![dictionary_of(&first), names(&second)],
        ] {
            let joined = TextColumn::concat(parts);
            assert_eq!(all(&joined), ["GM", "IM", "WGM", "IM", "", "GM"]);
        }
        assert!(is_dictionary(&TextColumn::concat(vec![dictionary_of(&first), dictionary_of(&second)])));
    }

    #[test]
    fn rows_are_taken_from_both_lists() {
        for build in [TextColumn::dictionary, TextColumn::plain] {
            let (own, more) = (build(column(&["GM", "IM", ""])), build(column(&["FM", "GM"])));
            assert_eq!(all(&own.take(&more, &[3, 0, 2, 4, 1])), ["FM", "GM", "", "GM", "IM"]);
        }
    }

    #[test]
    fn replaced_rows_have_their_new_texts_and_the_others_their_old_ones() {
        for build in [TextColumn::dictionary, TextColumn::plain] {
            let mut texts_column = build(column(&["GM", "IM", ""]));
            texts_column.set([(1, "GM"), (2, "a longer word than that"), (9, "nobody's")].into_iter());
            assert_eq!(all(&texts_column), ["GM", "GM", "a longer word than that"]);
        }
    }

    #[test]
    fn ranges_and_selections_of_rows_may_span_several_chunks() {
        let parts = [&TEXTS[..2], &TEXTS[2..3], &TEXTS[3..]].map(|texts| TextColumn::plain(column(texts)));
        let TextColumn(TextValues::Plain(chunks)) = TextColumn::concat(parts.to_vec()) else { panic!("texts") };
        for rows in [0..6, 1..2, 1..5, 3..3, 6..6] {
            let mut visited = Vec::new();
            chunks.visit(rows.clone(), &mut |text| visited.push(text.to_owned()));
            assert_eq!(visited, TEXTS[rows]);
        }
        for rows in [&[0, 1, 2, 3, 4, 5][..], &[1, 4], &[2], &[0, 5], &[4, 0, 3], &[]] {
            let mut visited = Vec::new();
            chunks.visit_selected(rows, &mut |text| visited.push(text.to_owned()));
            assert_eq!(visited, rows.iter().map(|&row| TEXTS[row as usize]).collect::<Vec<_>>());
        }
    }
}
