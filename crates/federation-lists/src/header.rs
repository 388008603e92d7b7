//! The header of a text file: which columns there are, where they begin, and of which month the ratings are.

use crate::cells::{Cell, Field, Whose};
use crate::dates::month_token;
use crate::layout::Layout;
use model::{Control, ListDate};

/// A header, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) layout: Layout,
    /// The month that stands above the ratings of a single list.
    pub(crate) month: Option<ListDate>,
    /// Words that name no column we know, with their starts.
    pub(crate) unknown: Vec<(String, usize)>,
}

/// Every word of every header, in lower case. Of two that fit the longer one is meant; some headers run words together (`TitlFed`).
const WORDS: &[(&str, Field)] = &[
    ("id number", Field::Plain(Cell::Id)),
    ("id_number", Field::Plain(Cell::Id)),
    ("idnumber", Field::Plain(Cell::Id)),
    ("code", Field::Plain(Cell::Id)),
    ("id", Field::Plain(Cell::Id)),
    ("name", Field::Plain(Cell::Name)),
    ("country", Field::Plain(Cell::Federation)),
    ("fed", Field::Plain(Cell::Federation)),
    ("sex", Field::Plain(Cell::Sex)),
    ("title", Field::Plain(Cell::Title)),
    ("titl", Field::Plain(Cell::Title)),
    ("tit", Field::Plain(Cell::Title)),
    ("wtit", Field::Plain(Cell::WomenTitle)),
    ("otit", Field::Plain(Cell::OtherTitles)),
    ("foa", Field::Plain(Cell::ArenaTitle)),
    ("srtng", Field::rating(Control::Standard)),
    ("sgm", Field::games(Control::Standard)),
    ("sk", Field::k(Control::Standard)),
    ("rrtng", Field::rating(Control::Rapid)),
    ("rgm", Field::games(Control::Rapid)),
    ("rk", Field::k(Control::Rapid)),
    ("brtng", Field::rating(Control::Blitz)),
    ("bgm", Field::games(Control::Blitz)),
    ("bk", Field::k(Control::Blitz)),
    ("rating", Field::Number(Cell::Rating, Whose::Only)),
    ("rtng", Field::Number(Cell::Rating, Whose::Only)),
    ("games", Field::Number(Cell::Games, Whose::Only)),
    ("game", Field::Number(Cell::Games, Whose::Only)),
    ("gms", Field::Number(Cell::Games, Whose::Only)),
    ("gm", Field::Number(Cell::Games, Whose::Only)),
    ("k", Field::Number(Cell::K, Whose::Only)),
    ("birthday", Field::Plain(Cell::Birth)),
    ("b-day", Field::Plain(Cell::Birth)),
    ("bday", Field::Plain(Cell::Birth)),
    ("born", Field::Plain(Cell::Birth)),
    ("flag", Field::Plain(Cell::Flag)),
];

/// Reads a line as a header; `None` where it is none: a header has ids, names, federations and ratings.
pub(crate) fn read_header(line: &str) -> Option<Header> {
    let lower = line.to_ascii_lowercase();
    let mut header = Header { layout: Layout { columns: Vec::new(), width: None }, month: None, unknown: Vec::new() };
    let mut at = 0;
    while let Some(rest) = lower.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(char::is_whitespace) {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        // Everything before is ASCII as long as words were known, so bytes are characters.
        let token = rest.split_whitespace().next().unwrap_or(rest);
        if let Some(month) = month_token(token) {
            header.month = Some(month);
            header.layout.columns.push((Field::Number(Cell::Rating, Whose::Only), at));
            at += token.len();
        } else if let Some((word, field)) = longest_word(rest, token) {
            header.layout.columns.push((field, at));
            at += word.len();
        } else {
            header.unknown.push((token.to_owned(), at));
            header.layout.columns.push((Field::Unknown, at));
            at += token.len();
        }
    }
    let fields: Vec<Field> = header.layout.columns.iter().map(|&(field, _)| field).collect();
    let begins_with_ids = fields.first() == Some(&Field::Plain(Cell::Id));
    let has = |cell: Cell| fields.iter().any(|field| field.kind() == Some(cell));
    let is_twice = |field: &Field| *field != Field::Unknown && fields.iter().filter(|other| *other == field).count() > 1;
    if !begins_with_ids || !has(Cell::Name) || !has(Cell::Federation) || !has(Cell::Rating) || fields.iter().any(is_twice) {
        return None;
    }
    // Ids stand at the left edge, whatever the header does.
    header.layout.columns[0].1 = 0;
    if let Some(known) = Layout::known().into_iter().find(|known| known.columns == header.layout.columns) {
        header.layout = known;
    }
    Some(header)
}

/// The longest known word that `rest` begins with. A short one must be a token of its own: `K` is no beginning of `Key`.
fn longest_word(rest: &str, token: &str) -> Option<(&'static str, Field)> {
    let fits = |word: &str| rest.starts_with(word) && (word.len() > 2 || token.len() == word.len());
    WORDS.iter().filter(|(word, _)| fits(word)).max_by_key(|(word, _)| word.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(line: &str) -> Vec<usize> {
        read_header(line).expect("a header").layout.columns.iter().map(|&(_, start)| start).collect()
    }

    #[test]
    fn the_header_of_a_single_list_is_its_known_layout_and_tells_the_month() {
        let line = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP25 Gms K  B-day Flag";
        let header = read_header(line).expect("a header");
        assert_eq!(header.layout, Layout::single());
        assert_eq!(header.month, "2025-09".parse().ok());
        assert_eq!(line.len(), 136);
    }

    #[test]
    fn the_header_of_a_combined_list_is_its_known_layout_and_tells_no_month() {
        let line = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";
        let header = read_header(line).expect("a header");
        assert_eq!((header.layout, header.month), (Layout::combined(), None));
        assert_eq!(line.len(), 162);
    }

    #[test]
    fn words_that_run_together_are_taken_apart() {
        let line = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag";
        assert_eq!(starts(line), [0, 10, 44, 48, 53, 59, 64, 70]);
    }

    #[test]
    fn the_words_of_2001_and_an_indented_id() {
        assert_eq!(starts("ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG"), [0, 10, 43, 49, 57, 63, 69]);
        assert_eq!(starts("   CODE   NAME      TITLE COUNTRY JUL02 GAMES BIRTHDAY   FLAG")[..2], [0, 10]);
    }

    #[test]
    fn other_lines_are_no_headers() {
        for line in [
            "",
            "fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag",
            "012 Open of some town",
            "1001           Berg, Anna",
            "ID Name Fed",
            "ID Name Fed JAN01 JAN02",
        ] {
            assert_eq!(read_header(line), None, "{line}");
        }
    }

    #[test]
    fn a_column_that_nothing_reads_ends_the_one_before_it() {
        let header = read_header("ID     Name           Fed Shoes Rating").expect("a header");
        assert_eq!(header.unknown, [("shoes".to_owned(), 26)]);
        assert_eq!(header.layout.spans().nth(2), Some((Field::Plain(Cell::Federation), 22, 26)));
    }
}
