//! Parses the header of a text file: its columns, where they begin, and the month of the ratings.

use crate::dates::parse_month;
use crate::layout::TextLayout;
use crate::list_row::{ColumnControl, FileColumn, PlayerField};
use model::{Control, ListDate};

/// A parsed header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextHeader {
    pub(crate) layout: TextLayout,
    /// The month above the ratings of a single list.
    pub(crate) month: Option<ListDate>,
    /// Words that are not known columns, with their starts.
    pub(crate) unknown: Vec<(String, usize)>,
}

/// All words of headers, in lower case. The longest match wins, because some headers join words (`TitlFed`).
const HEADER_WORDS: &[(&str, FileColumn)] = &[
    ("id number", FileColumn::Plain(PlayerField::Id)),
    ("id_number", FileColumn::Plain(PlayerField::Id)),
    ("idnumber", FileColumn::Plain(PlayerField::Id)),
    ("code", FileColumn::Plain(PlayerField::Id)),
    ("id", FileColumn::Plain(PlayerField::Id)),
    ("name", FileColumn::Plain(PlayerField::Name)),
    ("country", FileColumn::Plain(PlayerField::Federation)),
    ("fed", FileColumn::Plain(PlayerField::Federation)),
    ("sex", FileColumn::Plain(PlayerField::Sex)),
    ("title", FileColumn::Plain(PlayerField::Title)),
    ("titl", FileColumn::Plain(PlayerField::Title)),
    ("tit", FileColumn::Plain(PlayerField::Title)),
    ("wtit", FileColumn::Plain(PlayerField::WomenTitle)),
    ("otit", FileColumn::Plain(PlayerField::OtherTitles)),
    ("foa", FileColumn::Plain(PlayerField::ArenaTitle)),
    ("srtng", FileColumn::rating(Control::Standard)),
    ("sgm", FileColumn::games(Control::Standard)),
    ("sk", FileColumn::k(Control::Standard)),
    ("rrtng", FileColumn::rating(Control::Rapid)),
    ("rgm", FileColumn::games(Control::Rapid)),
    ("rk", FileColumn::k(Control::Rapid)),
    ("brtng", FileColumn::rating(Control::Blitz)),
    ("bgm", FileColumn::games(Control::Blitz)),
    ("bk", FileColumn::k(Control::Blitz)),
    ("rating", FileColumn::Number(PlayerField::Rating, ColumnControl::Single)),
    ("rtng", FileColumn::Number(PlayerField::Rating, ColumnControl::Single)),
    ("games", FileColumn::Number(PlayerField::Games, ColumnControl::Single)),
    ("game", FileColumn::Number(PlayerField::Games, ColumnControl::Single)),
    ("gms", FileColumn::Number(PlayerField::Games, ColumnControl::Single)),
    ("gm", FileColumn::Number(PlayerField::Games, ColumnControl::Single)),
    ("k", FileColumn::Number(PlayerField::K, ColumnControl::Single)),
    ("birthday", FileColumn::Plain(PlayerField::Birth)),
    ("b-day", FileColumn::Plain(PlayerField::Birth)),
    ("bday", FileColumn::Plain(PlayerField::Birth)),
    ("born", FileColumn::Plain(PlayerField::Birth)),
    ("flag", FileColumn::Plain(PlayerField::Flag)),
];

/// Parses a line as a header; `None` if it is not one. A header has ids, names, federations and ratings.
pub(crate) fn parse_header(line: &str) -> Option<TextHeader> {
    let lower = line.to_ascii_lowercase();
    let mut header = TextHeader { layout: TextLayout { columns: Vec::new(), width: None }, month: None, unknown: Vec::new() };
    let mut at = 0;
    while let Some(rest) = lower.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(char::is_whitespace) {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        // Known words are ASCII, so that bytes are characters.
        let token = rest.split_whitespace().next().unwrap_or(rest);
        if let Some(month) = parse_month(token) {
            header.month = Some(month);
            header.layout.columns.push((FileColumn::Number(PlayerField::Rating, ColumnControl::Single), at));
            at += token.len();
        } else if let Some((word, column)) = longest_word(rest, token) {
            header.layout.columns.push((column, at));
            at += word.len();
        } else {
            header.unknown.push((token.to_owned(), at));
            header.layout.columns.push((FileColumn::Unknown, at));
            at += token.len();
        }
    }
    let columns: Vec<FileColumn> = header.layout.columns.iter().map(|&(column, _)| column).collect();
    let begins_with_ids = columns.first() == Some(&FileColumn::Plain(PlayerField::Id));
    let has = |field: PlayerField| columns.iter().any(|column| column.field() == Some(field));
    let is_twice = |column: &FileColumn| *column != FileColumn::Unknown && columns.iter().filter(|other| *other == column).count() > 1;
    if !begins_with_ids
        || !has(PlayerField::Name)
        || !has(PlayerField::Federation)
        || !has(PlayerField::Rating)
        || columns.iter().any(is_twice)
    {
        return None;
    }
    // Ids begin at the left edge, wherever their heading is.
    header.layout.columns[0].1 = 0;
    if let Some(known) = TextLayout::known().into_iter().find(|known| known.columns == header.layout.columns) {
        header.layout = known;
    }
    Some(header)
}

/// The longest known word that `rest` begins with. A short word must be a whole token: `K` does not match `Key`.
fn longest_word(rest: &str, token: &str) -> Option<(&'static str, FileColumn)> {
    let fits = |word: &str| rest.starts_with(word) && (word.len() > 2 || token.len() == word.len());
    HEADER_WORDS.iter().filter(|(word, _)| fits(word)).max_by_key(|(word, _)| word.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(line: &str) -> Vec<usize> {
        parse_header(line).expect("a header").layout.columns.iter().map(|&(_, start)| start).collect()
    }

    #[test]
    fn the_header_of_a_single_list_has_a_known_layout_and_the_month() {
        let line = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP25 Gms K  B-day Flag";
        let header = parse_header(line).expect("a header");
        assert_eq!(header.layout, TextLayout::single());
        assert_eq!(header.month, "2025-09".parse().ok());
        assert_eq!(line.len(), 136);
    }

    #[test]
    fn the_header_of_a_combined_list_has_a_known_layout_and_no_month() {
        let line = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";
        let header = parse_header(line).expect("a header");
        assert_eq!((header.layout, header.month), (TextLayout::combined(), None));
        assert_eq!(line.len(), 162);
    }

    #[test]
    fn joined_words_are_split() {
        let line = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag";
        assert_eq!(starts(line), [0, 10, 44, 48, 53, 59, 64, 70]);
    }

    #[test]
    fn the_headers_of_2001_and_an_indented_id_are_read() {
        assert_eq!(starts("ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG"), [0, 10, 43, 49, 57, 63, 69]);
        assert_eq!(starts("   CODE   NAME      TITLE COUNTRY JUL02 GAMES BIRTHDAY   FLAG")[..2], [0, 10]);
    }

    #[test]
    fn other_lines_are_not_headers() {
        for line in [
            "",
            "fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag",
            "012 Open of some town",
            "1001           Berg, Anna",
            "ID Name Fed",
            "ID Name Fed JAN01 JAN02",
        ] {
            assert_eq!(parse_header(line), None, "{line}");
        }
    }

    #[test]
    fn a_column_that_nothing_reads_ends_the_one_before_it() {
        let header = parse_header("ID     Name           Fed Shoes Rating").expect("a header");
        assert_eq!(header.unknown, [("shoes".to_owned(), 26)]);
        assert_eq!(header.layout.spans().nth(2), Some((FileColumn::Plain(PlayerField::Federation), 22, 26)));
    }
}
