//! Which layout a text file has: by its header, and by whether the rows fit.

use crate::cells::{Cell, Field};
use crate::header::Header;
use crate::layout::Layout;

/// How far a header's words may stand from their columns.
const FARTHEST: usize = 4;

/// The characters of a row, one for each column.
pub(crate) type Characters = Vec<char>;

/// The layout that the rows fit best, and how many of them fit it without fault. Of equals the header's is taken.
pub(crate) fn best_layout(header: Option<&Header>, rows: &[Characters]) -> Option<(Layout, usize)> {
    let mut candidates: Vec<Layout> = Vec::new();
    if let Some(header) = header {
        candidates.push(header.layout.clone());
        if header.layout.width.is_none() && faults_in(&header.layout, rows) > 0 {
            candidates.push(moved_to_the_rows(header.layout.clone(), rows));
        }
    }
    // With a header in front, a layout without its columns is no candidate: the words in it are not there for nothing.
    let has_all_columns = |known: &Layout| {
        header.is_none_or(|header| {
            let kinds =
                |layout: &Layout| layout.columns.iter().map(|&(field, _)| field).filter(|f| *f != Field::Unknown).collect::<Vec<_>>();
            kinds(known) == kinds(&header.layout)
        })
    };
    candidates.extend(Layout::known().into_iter().filter(has_all_columns));
    let mut best: Option<(Layout, usize)> = None;
    for candidate in candidates {
        let faults = faults_in(&candidate, rows);
        if best.as_ref().is_none_or(|(_, fewest)| faults < *fewest) {
            best = Some((candidate, faults));
        }
    }
    let (layout, _) = best?;
    let fitting = rows.iter().filter(|row| faults_of(&layout, row) == 0).count();
    Some((layout, fitting))
}

/// A header's words may stand a little beside their columns: moves each start to where the fewest rows object.
fn moved_to_the_rows(mut layout: Layout, rows: &[Characters]) -> Layout {
    for at in 1..layout.columns.len() {
        let own = layout.columns[at].1;
        let least = layout.columns[at - 1].1 + 1;
        let most = layout.columns.get(at + 1).map_or(usize::MAX, |&(_, start)| start - 1);
        let places = (0..=FARTHEST).flat_map(|step| [own.saturating_sub(step), own + step]).filter(|p| (least..=most).contains(p));
        let best = places.min_by_key(|&place| {
            layout.columns[at].1 = place;
            faults_in(&layout, rows)
        });
        layout.columns[at].1 = best.unwrap_or(own);
    }
    layout
}

fn faults_in(layout: &Layout, rows: &[Characters]) -> usize {
    rows.iter().map(|row| faults_of(layout, row)).sum()
}

/// How many columns of a row hold what cannot stand there, or begin in the middle of a word.
pub(crate) fn faults_of(layout: &Layout, row: &[char]) -> usize {
    let full = layout.behind_other_titles();
    let mut faults = 0;
    for (field, start, end) in layout.spans() {
        let slice = &row[start.min(row.len())..end.min(row.len())];
        let is_word = |at: usize| row.get(at).is_some_and(|c| !c.is_whitespace());
        // Other titles may fill their column to the last character.
        if start > 0 && full != Some(start) && is_word(start) && is_word(start - 1) {
            faults += 1;
        }
        faults += usize::from(!can_stand(field, slice));
    }
    faults
}

fn can_stand(field: Field, slice: &[char]) -> bool {
    let Some(cell) = field.kind() else { return true };
    let text: String = slice.iter().collect();
    let text = text.trim();
    let is_number = |longest: usize| text.len() <= longest && text.bytes().all(|b| b.is_ascii_digit());
    match cell {
        Cell::Id => !text.is_empty() && is_number(9),
        // A title, or the end of an id, that has slipped into the name stands far from it.
        Cell::Name => !text.contains("    ") && !text.starts_with(|c: char| c.is_ascii_digit()),
        Cell::Federation => text.is_empty() || (text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())),
        Cell::Sex => matches!(text, "" | "M" | "F" | "m" | "f"),
        Cell::Title | Cell::WomenTitle | Cell::ArenaTitle => text.len() <= 4 && text.bytes().all(|b| b.is_ascii_alphabetic()),
        Cell::OtherTitles => text.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b',' | b' ')),
        Cell::Rating => text.is_empty() || text == "0" || (text.len() >= 3 && is_number(4)),
        Cell::Games => is_number(3),
        Cell::K => is_number(2),
        Cell::Birth => text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'/' | b'-' | b' ')),
        Cell::Flag => text.len() <= 3 && text.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'w' | b'i')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::read_header;

    fn rows(lines: &[&str]) -> Vec<Characters> {
        lines.iter().map(|line| line.chars().collect()).collect()
    }

    #[test]
    fn rows_without_a_header_tell_their_layout() {
        // 2004: name 10, title 43, federation 46, rating 53, games 59, birth 64, flag 73.
        let lines = [
            "  1000001 Berg, Anna                       wm NOR    2310  11   12.05.80 w",
            "  1000002 Dahl, Bo                         g  SWE    2604   0   01.02.71 i",
        ];
        let (layout, fitting) = best_layout(None, &rows(&lines)).expect("a layout");
        assert_eq!((layout.columns.iter().map(|&(_, start)| start).collect::<Vec<_>>(), fitting), (vec![0, 10, 43, 46, 53, 59, 64, 73], 2));
    }

    #[test]
    fn words_of_a_header_that_stand_beside_their_columns_are_moved_to_them() {
        let header = read_header("ID number Name              TitlFed   Mar11 GamesBorn  Flag").expect("a header");
        // Title and federation stand one and two columns before their words, the rating one.
        let lines = [
            "  1000001 Berg, Anna       wm RUS   2310    11  1980  w",
            "  1000002 Dahl, Bo         g  SWE   2604     0  1971  i",
            "  1000003 Ek, Carl Johan      SWE   2004     7  1971   ",
        ];
        let (layout, fitting) = best_layout(Some(&header), &rows(&lines)).expect("a layout");
        assert_eq!(fitting, 3, "{layout:?}");
    }
}
