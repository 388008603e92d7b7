//! Detects the layout of a text file from its header and from how well the rows fit.

use crate::header::TextHeader;
use crate::layout::TextLayout;
use crate::list_row::{FileColumn, PlayerField};

/// The largest distance of a heading from its column.
const MOST_SHIFT: usize = 4;

/// The characters of a row, one for each column.
pub(crate) type Characters = Vec<char>;

/// Returns the layout that the rows fit best, and the number of rows that fit it exactly. Of equals, the header's layout wins.
pub(crate) fn best_layout(header: Option<&TextHeader>, rows: &[Characters]) -> Option<(TextLayout, usize)> {
    let mut candidates: Vec<TextLayout> = Vec::new();
    if let Some(header) = header {
        candidates.push(header.layout.clone());
        if header.layout.width.is_none() && faults_in(&header.layout, rows) > 0 {
            candidates.push(align_to_rows(header.layout.clone(), rows));
        }
    }
    // A known layout must have the columns of the header.
    let has_all_columns = |known: &TextLayout| {
        header.is_none_or(|header| {
            let kinds = |layout: &TextLayout| {
                layout.columns.iter().map(|&(column, _)| column).filter(|f| *f != FileColumn::Unknown).collect::<Vec<_>>()
            };
            kinds(known) == kinds(&header.layout)
        })
    };
    candidates.extend(TextLayout::known().into_iter().filter(has_all_columns));
    let mut best: Option<(TextLayout, usize)> = None;
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

/// Moves each column of a header to the start with the fewest faults in rows, because headings may be shifted.
fn align_to_rows(mut layout: TextLayout, rows: &[Characters]) -> TextLayout {
    for at in 1..layout.columns.len() {
        let own = layout.columns[at].1;
        let least = layout.columns[at - 1].1 + 1;
        let most = layout.columns.get(at + 1).map_or(usize::MAX, |&(_, start)| start - 1);
        let places = (0..=MOST_SHIFT).flat_map(|step| [own.saturating_sub(step), own + step]).filter(|p| (least..=most).contains(p));
        let best = places.min_by_key(|&place| {
            layout.columns[at].1 = place;
            faults_in(&layout, rows)
        });
        layout.columns[at].1 = best.unwrap_or(own);
    }
    layout
}

fn faults_in(layout: &TextLayout, rows: &[Characters]) -> usize {
    rows.iter().map(|row| faults_of(layout, row)).sum()
}

/// The number of columns of a row that hold an impossible value, or begin in the middle of a word.
pub(crate) fn faults_of(layout: &TextLayout, row: &[char]) -> usize {
    let end_of_titles = layout.end_of_other_titles();
    let mut faults = 0;
    for (column, start, end) in layout.spans() {
        let slice = &row[start.min(row.len())..end.min(row.len())];
        let is_word = |at: usize| row.get(at).is_some_and(|c| !c.is_whitespace());
        // Other titles may fill their column completely.
        if start > 0 && end_of_titles != Some(start) && is_word(start) && is_word(start - 1) {
            faults += 1;
        }
        faults += usize::from(!is_plausible(column, slice));
    }
    faults
}

fn is_plausible(column: FileColumn, slice: &[char]) -> bool {
    let Some(field) = column.field() else { return true };
    let text: String = slice.iter().collect();
    let text = text.trim();
    let is_number = |longest: usize| text.len() <= longest && text.bytes().all(|b| b.is_ascii_digit());
    match field {
        PlayerField::Id => !text.is_empty() && is_number(9),
        // A title or the end of an id in the column of the name is far away from the name.
        PlayerField::Name => !text.contains("    ") && !text.starts_with(|c: char| c.is_ascii_digit()),
        PlayerField::Federation => text.is_empty() || (text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())),
        PlayerField::Sex => matches!(text, "" | "M" | "F" | "m" | "f"),
        PlayerField::Title | PlayerField::WomenTitle | PlayerField::ArenaTitle => {
            text.len() <= 4 && text.bytes().all(|b| b.is_ascii_alphabetic())
        }
        PlayerField::OtherTitles => text.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b',' | b' ')),
        PlayerField::Rating => text.is_empty() || text == "0" || (text.len() >= 3 && is_number(4)),
        PlayerField::Games => is_number(3),
        PlayerField::K => is_number(2),
        PlayerField::Birth => text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'/' | b'-' | b' ')),
        PlayerField::Flag => text.len() <= 3 && text.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'w' | b'i')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::parse_header;

    fn rows(lines: &[&str]) -> Vec<Characters> {
        lines.iter().map(|line| line.chars().collect()).collect()
    }

    #[test]
    fn the_layout_of_rows_without_a_header_is_detected() {
        // 2004: name 10, title 43, federation 46, rating 53, games 59, birth 64, flag 73.
        let lines = [
            "  1000001 Berg, Anna                       wm NOR    2310  11   12.05.80 w",
            "  1000002 Dahl, Bo                         g  SWE    2604   0   01.02.71 i",
        ];
        let (layout, fitting) = best_layout(None, &rows(&lines)).expect("a layout");
        assert_eq!((layout.columns.iter().map(|&(_, start)| start).collect::<Vec<_>>(), fitting), (vec![0, 10, 43, 46, 53, 59, 64, 73], 2));
    }

    #[test]
    fn headings_next_to_their_columns_are_aligned_with_the_rows() {
        let header = parse_header("ID number Name              TitlFed   Mar11 GamesBorn  Flag").expect("a header");
        // Title and federation begin one and two columns before their headings, the rating one.
        let lines = [
            "  1000001 Berg, Anna       wm RUS   2310    11  1980  w",
            "  1000002 Dahl, Bo         g  SWE   2604     0  1971  i",
            "  1000003 Ek, Carl Johan      SWE   2004     7  1971   ",
        ];
        let (layout, fitting) = best_layout(Some(&header), &rows(&lines)).expect("a layout");
        assert_eq!(fitting, 3, "{layout:?}");
    }
}
