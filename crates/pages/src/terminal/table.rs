//! Tables in a terminal: columns side by side, and below their row if the terminal is too narrow.

use super::{NOTATION, align_right, is_layout, text_width, wrap};
use crate::table::ColumnKind;
use crate::{DocumentTable, Value};

/// Cells between two columns.
const GAP: usize = 2;
/// The smallest widths of a column of sentences and of a column of text.
const MIN_SENTENCE_WIDTH: usize = 24;
const MIN_TEXT_WIDTH: usize = 12;
/// The longest bar; on a narrow terminal it is a third of the width.
const MAX_BAR_WIDTH: usize = 40;

/// The header and the first rows of a table. Columns are narrowed only to fit `available`; sentences are wrapped within `max_width`.
pub(super) fn rows(table: &DocumentTable, rows_kept: usize, available: Option<usize>, max_width: usize) -> Vec<String> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let header = table.has_header().then(|| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>());
    let bar = available.map_or(MAX_BAR_WIDTH, |available| MAX_BAR_WIDTH.min(available / 3));
    let body = table.rows.iter().take(rows_kept).map(|row| row.iter().map(|value| text(value, bar)).collect());
    let mut cells: Vec<Vec<String>> = header.into_iter().chain(body).collect();
    (0..table.columns.len()).for_each(|column| pad_for_marks(table, &mut cells, column));
    let layout = ColumnLayout::new(table, &cells, available, max_width);
    if let Some(header) = cells.first_mut().filter(|_| table.has_header()) {
        // A column below the rows has no name in the header.
        (0..header.len()).filter(|&column| layout.is_below(column)).for_each(|column| header[column].clear());
    }
    cells.iter().flat_map(|row| layout.lines(row)).collect()
}

/// A value as text; `bar` is the length of the longest bar.
fn text(value: &Value, bar: usize) -> String {
    match *value {
        Value::Bar { value, most } => "#".repeat(usize::try_from((value * bar as u64).div_ceil(most.max(1))).unwrap_or(bar).min(bar)),
        ref other => NOTATION.write(other).replace(is_layout, " "),
    }
}

/// Pads numbers without a mark, so that their digits are aligned with those that have one.
fn pad_for_marks(table: &DocumentTable, cells: &mut [Vec<String>], column: usize) {
    let mark = |row: &Vec<Value>| match &row[column] {
        Value::Marked(value, _) => text_width(&text(&row[column], MAX_BAR_WIDTH)) - text_width(&text(value, MAX_BAR_WIDTH)),
        _ => 0,
    };
    let widest = table.rows.iter().map(mark).max().unwrap_or(0);
    if widest > 0 && table.columns[column].kind == ColumnKind::Number {
        let first = usize::from(table.has_header());
        for (at, row) in cells.iter_mut().enumerate() {
            let own = at.checked_sub(first).map_or(0, |at| mark(&table.rows[at]));
            row[column].push_str(&" ".repeat(widest - own));
        }
    }
}

struct ColumnLayout {
    kinds: Vec<ColumnKind>,
    widths: Vec<usize>,
    /// The longest word of each text column: lines break at blanks only.
    min_widths: Vec<usize>,
    /// The names of the columns.
    names: Vec<String>,
    /// Whether sentences are below their row, because the terminal is too narrow.
    is_long_below: bool,
    /// How many columns are in the row; the others are below it, with their names.
    columns_in_row: usize,
    /// The width of the lines below a row.
    max_width: usize,
}

impl ColumnLayout {
    fn new(table: &DocumentTable, cells: &[Vec<String>], available: Option<usize>, max_width: usize) -> Self {
        let kinds: Vec<ColumnKind> = table.columns.iter().map(|column| column.kind).collect();
        let most = |column: usize, of: fn(&str) -> usize| cells.iter().map(|row| of(&row[column])).max().unwrap_or(0);
        let natural: Vec<usize> = (0..kinds.len()).map(|column| most(column, text_width)).collect();
        let mut layout = Self {
            min_widths: (0..kinds.len()).map(|column| most(column, longest_word).max(MIN_TEXT_WIDTH.min(natural[column]))).collect(),
            names: table.columns.iter().map(|column| column.name.clone()).collect(),
            is_long_below: false,
            columns_in_row: kinds.len(),
            widths: natural.clone(),
            kinds,
            max_width,
        };
        layout.fit_sentences(max_width);
        let Some(available) = available else { return layout };
        layout.narrow_text_columns(available);
        while layout.total() > available && layout.move_below() {
            layout.widths.clone_from(&natural);
            layout.narrow_text_columns(available);
        }
        layout
    }

    /// Fits sentences into the width that the other columns leave, or moves them below the row.
    fn fit_sentences(&mut self, max_width: usize) {
        let long: Vec<usize> = self.columns(ColumnKind::Long);
        if long.is_empty() || self.total() <= max_width {
            return;
        }
        let others = self.total() - long.iter().map(|&column| self.widths[column]).sum::<usize>();
        let share = max_width.saturating_sub(others) / long.len();
        let fits = |column: &usize| share >= self.widths[*column].min(MIN_SENTENCE_WIDTH.max(self.min_widths[*column]));
        self.is_long_below = !long.iter().all(fits);
        long.into_iter().for_each(|column| self.widths[column] = self.widths[column].min(share));
    }

    /// Narrows the widest text columns, cell by cell, down to their longest words.
    fn narrow_text_columns(&mut self, available: usize) {
        while self.total() > available {
            let narrower = self.columns(ColumnKind::Text).into_iter().filter(|&column| self.widths[column] > self.min_widths[column]);
            match narrower.max_by_key(|&column| self.widths[column]) {
                Some(column) => self.widths[column] -= 1,
                None => break,
            }
        }
    }

    /// Moves columns below the row: first the sentences, then the last column. The first one stays.
    fn move_below(&mut self) -> bool {
        if !self.is_long_below && self.kinds.contains(&ColumnKind::Long) {
            self.is_long_below = true;
            return true;
        }
        let last = (1..self.columns_in_row).rev().find(|&column| self.kinds[column] != ColumnKind::Long);
        last.inspect(|&last| self.columns_in_row = last).is_some()
    }

    /// The columns of a kind that are in the row.
    fn columns(&self, kind: ColumnKind) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&column| self.kinds[column] == kind && !self.is_below(column)).collect()
    }

    fn is_below(&self, column: usize) -> bool {
        column >= self.columns_in_row || self.is_long_below && self.kinds[column] == ColumnKind::Long
    }

    fn total(&self) -> usize {
        let in_row: Vec<usize> = (0..self.kinds.len()).filter(|&column| !self.is_below(column)).map(|column| self.widths[column]).collect();
        in_row.iter().sum::<usize>() + GAP * in_row.len().saturating_sub(1)
    }

    /// The lines of a row.
    fn lines(&self, row: &[String]) -> Vec<String> {
        let in_row: Vec<usize> = (0..row.len()).filter(|&column| !self.is_below(column)).collect();
        let cells: Vec<Vec<String>> = in_row.iter().map(|&column| self.cell(&row[column], column)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut all = Vec::with_capacity(height);
        for at in 0..height {
            let mut line = String::new();
            for (&column, cell) in in_row.iter().zip(&cells) {
                let text = cell.get(at).map_or("", String::as_str);
                let gap = if line.is_empty() && column == in_row[0] { "" } else { "  " };
                line.push_str(gap);
                match self.kinds[column] {
                    ColumnKind::Number => line.push_str(&align_right(text, self.widths[column])),
                    _ => line.push_str(&format!("{text}{}", " ".repeat(self.widths[column].saturating_sub(text_width(text))))),
                }
            }
            all.push(line.trim_end().to_owned());
        }
        let (indent, most) = (" ".repeat(2 * GAP), self.max_width.saturating_sub(2 * GAP).max(MIN_SENTENCE_WIDTH));
        for text in self.below(row) {
            all.extend(wrap(&text, most).into_iter().map(|line| format!("{indent}{line}")));
        }
        all
    }

    /// The texts below a row: numbers and short words share a line, other texts have their own.
    fn below(&self, row: &[String]) -> Vec<String> {
        let (mut joined, mut own) = (Vec::new(), Vec::new());
        for column in (0..row.len()).filter(|&column| self.is_below(column) && !row[column].trim().is_empty()) {
            let (name, text) = (&self.names[column], row[column].trim());
            match self.kinds[column] {
                ColumnKind::Number | ColumnKind::Short => joined.push(format!("{name} {text}").trim_start().to_owned()),
                ColumnKind::Text if !name.is_empty() => own.push(format!("{name}: {text}")),
                ColumnKind::Text | ColumnKind::Long => own.push(text.to_owned()),
            }
        }
        let joined = (!joined.is_empty()).then(|| joined.join(", "));
        joined.into_iter().chain(own).collect()
    }

    /// The lines of a cell. Numbers and short words are never wrapped.
    fn cell(&self, text: &str, column: usize) -> Vec<String> {
        let fits = text_width(text) <= self.widths[column] || matches!(self.kinds[column], ColumnKind::Number | ColumnKind::Short);
        if fits { vec![text.to_owned()] } else { wrap(text, self.widths[column]) }
    }
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(text_width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    fn games() -> DocumentTable {
        let mut table = DocumentTable::new([Column::text("opponent"), Column::number("rating"), Column::long("why")]);
        table.row(["Adams, Ann".into(), Value::Rating(1700).marked(Some('L'))]);
        table.row(["Brown, Bob".into(), Value::Rating(1850), "not counted: both players are the same person, says the report".into()]);
        table
    }

    #[test]
    fn numbers_with_and_without_a_mark_are_aligned() {
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
    fn sentences_are_wrapped_in_the_row_or_moved_below_it_on_a_narrow_terminal() {
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
    fn text_columns_are_narrowed_only_on_a_narrow_terminal_and_no_text_is_lost() {
        let mut table = DocumentTable::new([Column::text("name"), Column::number("n")]);
        table.row(["Anna Maria Berg-Hansen of the club by the river".into(), Value::Number(1)]);
        assert_eq!(rows(&table, 1, None, 20).len(), 2);
        let narrow = rows(&table, 1, Some(20), 20);
        assert!(narrow.iter().all(|line| text_width(line) <= 20), "{narrow:?}");
        let words: Vec<&str> = narrow[1..].iter().flat_map(|line| line.split_whitespace()).filter(|word| *word != "1").collect();
        assert_eq!(words.join(" "), "Anna Maria Berg-Hansen of the club by the river");
    }

    #[test]
    fn a_table_that_does_not_fit_moves_its_last_columns_below_and_breaks_no_word() {
        let columns = [Column::text("Name"), Column::number("Rating"), Column::number("Change"), Column::short("Status")];
        let mut table = DocumentTable::new(columns);
        table.row(["Bartholomew-Featherstone, Ann".into(), Value::Rating(1700), Value::Change(-12), "not published".into()]);
        table.row(["Berg, Bo".into(), Value::Rating(1850), Value::Empty, "rated".into()]);
        assert_eq!(
            rows(&table, 2, Some(41), 41),
            [
                "Name                       Rating  Change",
                "Bartholomew-Featherstone,    1700     -12",
                "Ann",
                "    Status not published",
                "Berg, Bo                     1850",
                "    Status rated",
            ]
        );
        // The lines below a row have at least 24 cells.
        assert_eq!(
            rows(&table, 1, Some(20), 20),
            ["Name", "Bartholomew-Featherstone,", "Ann", "    Rating 1700, Change -12,", "    Status not published"]
        );
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_and_never_empty_for_a_value_above_0() {
        let mut table = DocumentTable::new([Column::text("")]);
        for (value, most) in [(100, 100), (1, 1000), (0, 100), (0, 0)] {
            table.row([Value::Bar { value, most }]);
        }
        assert_eq!(rows(&table, 4, None, 100), ["#".repeat(40), "#".to_owned(), String::new(), String::new()]);
        assert_eq!(rows(&table, 4, Some(60), 60), ["#".repeat(20), "#".to_owned(), String::new(), String::new()]);
    }
}
