//! Columns side by side, as far as there is room for them.

use super::{LongWord, NOTATION, is_layout, lines, right, width};
use crate::table::Kind;
use crate::{Table, Value};

/// Cells between two columns.
const GAP: usize = 2;
/// The fewest cells in which sentences are set, and the fewest into which a name is squeezed.
const LEAST_LONG: usize = 24;
const LEAST_TEXT: usize = 12;
/// The longest bar.
const BAR: usize = 40;

/// The header and the first rows of a table. No column of words is squeezed unless there is only so much `room`; sentences are set within `wide`.
pub(super) fn rows(table: &Table, kept: usize, room: Option<usize>, wide: usize) -> Vec<String> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let header = table.has_header().then(|| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>());
    let body = table.rows.iter().take(kept).map(|row| row.iter().map(text).collect());
    let mut cells: Vec<Vec<String>> = header.into_iter().chain(body).collect();
    (0..table.columns.len()).for_each(|column| leave_room_for_marks(table, &mut cells, column));
    let layout = Layout::new(table, &cells, room, wide);
    if let Some(header) = cells.first_mut().filter(|_| table.has_header()) {
        // What stands below a row has no place under a name.
        (0..header.len()).filter(|&column| layout.is_below(column)).for_each(|column| header[column].clear());
    }
    cells.iter().flat_map(|row| layout.lines(row)).collect()
}

fn text(value: &Value) -> String {
    match *value {
        Value::Bar { value, most } => "#".repeat(usize::try_from((value * BAR as u64).div_ceil(most.max(1))).unwrap_or(BAR).min(BAR)),
        ref other => NOTATION.write(other).replace(is_layout, " "),
    }
}

/// Numbers without a mark stand under the digits of those that have one.
fn leave_room_for_marks(table: &Table, cells: &mut [Vec<String>], column: usize) {
    let mark = |row: &Vec<Value>| match &row[column] {
        Value::Marked(value, _) => width(&text(&row[column])) - width(&text(value)),
        _ => 0,
    };
    let widest = table.rows.iter().map(mark).max().unwrap_or(0);
    if widest > 0 && table.columns[column].kind == Kind::Number {
        let first = usize::from(table.has_header());
        for (at, row) in cells.iter_mut().enumerate() {
            let own = at.checked_sub(first).map_or(0, |at| mark(&table.rows[at]));
            row[column].push_str(&" ".repeat(widest - own));
        }
    }
}

struct Layout {
    kinds: Vec<Kind>,
    widths: Vec<usize>,
    /// Sentences for which there is no room beside the rest stand under their row.
    below: Option<usize>,
}

impl Layout {
    fn new(table: &Table, cells: &[Vec<String>], room: Option<usize>, wide: usize) -> Self {
        let kinds: Vec<Kind> = table.columns.iter().map(|column| column.kind).collect();
        let natural = |column: usize| cells.iter().map(|row| width(&row[column])).max().unwrap_or(0);
        let mut layout = Self { widths: (0..kinds.len()).map(natural).collect(), kinds, below: None };
        let long = layout.columns(Kind::Long).len();
        if long > 0 && layout.total() > wide {
            let share = wide.saturating_sub(layout.total_without(Kind::Long) + GAP * long) / long;
            if share < LEAST_LONG {
                layout.below = Some(wide);
            } else {
                layout.columns(Kind::Long).into_iter().for_each(|column| layout.widths[column] = layout.widths[column].min(share));
            }
        }
        let Some(room) = room else { return layout };
        while layout.total() > room {
            let widest = layout.columns(Kind::Text).into_iter().max_by_key(|&column| layout.widths[column]);
            match widest.filter(|&column| layout.widths[column] > LEAST_TEXT) {
                Some(column) => layout.widths[column] -= 1,
                None => break,
            }
        }
        layout
    }

    fn columns(&self, kind: Kind) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&column| self.kinds[column] == kind).collect()
    }

    fn is_below(&self, column: usize) -> bool {
        self.below.is_some() && self.kinds[column] == Kind::Long
    }

    fn total(&self) -> usize {
        let beside: Vec<usize> = (0..self.kinds.len()).filter(|&column| !self.is_below(column)).map(|column| self.widths[column]).collect();
        beside.iter().sum::<usize>() + GAP * beside.len().saturating_sub(1)
    }

    fn total_without(&self, kind: Kind) -> usize {
        let others: Vec<usize> =
            (0..self.kinds.len()).filter(|&column| self.kinds[column] != kind).map(|column| self.widths[column]).collect();
        others.iter().sum::<usize>() + GAP * others.len().saturating_sub(1)
    }

    /// A row, over several lines where a cell needs them.
    fn lines(&self, row: &[String]) -> Vec<String> {
        let beside: Vec<usize> = (0..row.len()).filter(|&column| !self.is_below(column)).collect();
        let cells: Vec<Vec<String>> = beside.iter().map(|&column| self.cell(&row[column], column)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut all = Vec::with_capacity(height);
        for at in 0..height {
            let mut line = String::new();
            for (&column, cell) in beside.iter().zip(&cells) {
                let text = cell.get(at).map_or("", String::as_str);
                let gap = if line.is_empty() && column == beside[0] { "" } else { "  " };
                line.push_str(gap);
                match self.kinds[column] {
                    Kind::Number => line.push_str(&right(text, self.widths[column])),
                    _ => line.push_str(&format!("{text}{}", " ".repeat(self.widths[column].saturating_sub(width(text))))),
                }
            }
            all.push(line.trim_end().to_owned());
        }
        let indent = " ".repeat(2 * GAP);
        for (column, text) in row.iter().enumerate().filter(|(column, text)| self.is_below(*column) && !text.is_empty()) {
            let most = self.below.unwrap_or(self.widths[column]).saturating_sub(2 * GAP).max(LEAST_LONG);
            all.extend(lines(text, most, LongWord::Stays).into_iter().map(|line| format!("{indent}{line}")));
        }
        all
    }

    /// A number is never broken, and words only where they do not fit.
    fn cell(&self, text: &str, column: usize) -> Vec<String> {
        let fits = width(text) <= self.widths[column] || self.kinds[column] == Kind::Number;
        if fits { vec![text.to_owned()] } else { lines(text, self.widths[column], LongWord::IsBroken) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    fn games() -> Table {
        let mut table = Table::new([Column::text("opponent"), Column::number("rating"), Column::long("why")]);
        table.row(["Adams, Ann".into(), Value::Rating(1700).marked(Some('L'))]);
        table.row(["Brown, Bob".into(), Value::Rating(1850), "not counted: both players are the same person, says the report".into()]);
        table
    }

    #[test]
    fn numbers_with_and_without_a_mark_stand_under_one_another() {
        assert_eq!(
            rows(&games(), 2, None, 100),
            [
                "opponent    rating    why",
                "Adams, Ann    1700 L",
                "Brown, Bob    1850    not counted: both players are the same person, says the report"
            ]
        );
    }

    #[test]
    fn sentences_are_wrapped_beside_the_rest_where_there_is_room_and_stand_below_it_where_there_is_none() {
        assert_eq!(
            rows(&games(), 2, Some(53), 53)[2..],
            [
                "Brown, Bob    1850    not counted: both players are",
                "                      the same person, says the",
                "                      report"
            ]
        );
        assert_eq!(
            rows(&games(), 2, Some(40), 40)[2..],
            ["Brown, Bob    1850", "    not counted: both players are the", "    same person, says the report"]
        );
    }

    #[test]
    fn words_are_squeezed_only_where_a_terminal_is_narrow_and_nothing_is_lost() {
        let mut table = Table::new([Column::text("name"), Column::number("n")]);
        table.row(["Anna Maria Berg-Hansen of the club by the river".into(), Value::Number(1)]);
        assert_eq!(rows(&table, 1, None, 20).len(), 2);
        let narrow = rows(&table, 1, Some(20), 20);
        assert!(narrow.iter().all(|line| width(line) <= 20), "{narrow:?}");
        let words: Vec<&str> = narrow[1..].iter().flat_map(|line| line.split_whitespace()).filter(|word| *word != "1").collect();
        assert_eq!(words.join(" "), "Anna Maria Berg-Hansen of the club by the river");
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_and_never_nothing_for_something() {
        let mut table = Table::new([Column::text("")]);
        for (value, most) in [(100, 100), (1, 1000), (0, 100), (0, 0)] {
            table.row([Value::Bar { value, most }]);
        }
        assert_eq!(rows(&table, 4, None, 100), ["#".repeat(40), "#".to_owned(), String::new(), String::new()]);
    }
}
