//! Columns side by side, as far as there is room for them.

use super::{NOTATION, is_layout, lines, right, width};
use crate::table::Kind;
use crate::{Table, Value};

/// Cells between two columns.
const GAP: usize = 2;
/// The fewest cells in which sentences are set, and the fewest into which a name is squeezed.
const LEAST_LONG: usize = 24;
const LEAST_TEXT: usize = 12;
/// The longest bar; on a narrow terminal it is a third of the room.
const BAR: usize = 40;

/// The header and the first rows of a table. No column of words is squeezed unless there is only so much `room`; sentences are set within `wide`.
pub(super) fn rows(table: &Table, kept: usize, room: Option<usize>, wide: usize) -> Vec<String> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let header = table.has_header().then(|| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>());
    let bar = room.map_or(BAR, |room| BAR.min(room / 3));
    let body = table.rows.iter().take(kept).map(|row| row.iter().map(|value| text(value, bar)).collect());
    let mut cells: Vec<Vec<String>> = header.into_iter().chain(body).collect();
    (0..table.columns.len()).for_each(|column| leave_room_for_marks(table, &mut cells, column));
    let layout = Layout::new(table, &cells, room, wide);
    if let Some(header) = cells.first_mut().filter(|_| table.has_header()) {
        // What stands below a row has no place under a name.
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

/// Numbers without a mark stand under the digits of those that have one.
fn leave_room_for_marks(table: &Table, cells: &mut [Vec<String>], column: usize) {
    let mark = |row: &Vec<Value>| match &row[column] {
        Value::Marked(value, _) => width(&text(&row[column], BAR)) - width(&text(value, BAR)),
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
    /// The longest word of each column of words: lines end at blanks only.
    least: Vec<usize>,
    /// The names of the columns.
    names: Vec<String>,
    /// Whether sentences stand under their row, because there is no room for them beside the rest.
    is_long_below: bool,
    /// Columns from this one on stand under their row with their names, because there is no room for them either.
    kept: usize,
    /// The cells for what stands below.
    wide: usize,
}

impl Layout {
    fn new(table: &Table, cells: &[Vec<String>], room: Option<usize>, wide: usize) -> Self {
        let kinds: Vec<Kind> = table.columns.iter().map(|column| column.kind).collect();
        let most = |column: usize, of: fn(&str) -> usize| cells.iter().map(|row| of(&row[column])).max().unwrap_or(0);
        let natural: Vec<usize> = (0..kinds.len()).map(|column| most(column, width)).collect();
        let mut layout = Self {
            least: (0..kinds.len()).map(|column| most(column, longest_word).max(LEAST_TEXT.min(natural[column]))).collect(),
            names: table.columns.iter().map(|column| column.name.clone()).collect(),
            is_long_below: false,
            kept: kinds.len(),
            widths: natural.clone(),
            kinds,
            wide,
        };
        layout.set_long(wide);
        let Some(room) = room else { return layout };
        layout.squeeze(room);
        while layout.total() > room && layout.give_way() {
            layout.widths.clone_from(&natural);
            layout.squeeze(room);
        }
        layout
    }

    /// Sets sentences within what the other columns leave, or below where that is too little.
    fn set_long(&mut self, wide: usize) {
        let long: Vec<usize> = self.columns(Kind::Long);
        if long.is_empty() || self.total() <= wide {
            return;
        }
        let others = self.total() - long.iter().map(|&column| self.widths[column]).sum::<usize>();
        let share = wide.saturating_sub(others) / long.len();
        let fits = |column: &usize| share >= self.widths[*column].min(LEAST_LONG.max(self.least[*column]));
        self.is_long_below = !long.iter().all(fits);
        long.into_iter().for_each(|column| self.widths[column] = self.widths[column].min(share));
    }

    /// Narrows the widest names, cell by cell, as far as their longest words let them.
    fn squeeze(&mut self, room: usize) {
        while self.total() > room {
            let narrower = self.columns(Kind::Text).into_iter().filter(|&column| self.widths[column] > self.least[column]);
            match narrower.max_by_key(|&column| self.widths[column]) {
                Some(column) => self.widths[column] -= 1,
                None => break,
            }
        }
    }

    /// Moves something below the rows: first the sentences, then the last of the columns; the first one stays.
    fn give_way(&mut self) -> bool {
        if !self.is_long_below && self.kinds.contains(&Kind::Long) {
            self.is_long_below = true;
            return true;
        }
        let last = (1..self.kept).rev().find(|&column| self.kinds[column] != Kind::Long);
        last.inspect(|&last| self.kept = last).is_some()
    }

    /// The columns of a kind that stand beside the others.
    fn columns(&self, kind: Kind) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&column| self.kinds[column] == kind && !self.is_below(column)).collect()
    }

    fn is_below(&self, column: usize) -> bool {
        column >= self.kept || self.is_long_below && self.kinds[column] == Kind::Long
    }

    fn total(&self) -> usize {
        let beside: Vec<usize> = (0..self.kinds.len()).filter(|&column| !self.is_below(column)).map(|column| self.widths[column]).collect();
        beside.iter().sum::<usize>() + GAP * beside.len().saturating_sub(1)
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
        let (indent, most) = (" ".repeat(2 * GAP), self.wide.saturating_sub(2 * GAP).max(LEAST_LONG));
        for text in self.below(row) {
            all.extend(lines(&text, most).into_iter().map(|line| format!("{indent}{line}")));
        }
        all
    }

    /// What stands under a row: numbers and short words that gave way in one line, words and sentences each in their own.
    fn below(&self, row: &[String]) -> Vec<String> {
        let (mut joined, mut own) = (Vec::new(), Vec::new());
        for column in (0..row.len()).filter(|&column| self.is_below(column) && !row[column].trim().is_empty()) {
            let (name, text) = (&self.names[column], row[column].trim());
            match self.kinds[column] {
                Kind::Number | Kind::Short => joined.push(format!("{name} {text}").trim_start().to_owned()),
                Kind::Text if !name.is_empty() => own.push(format!("{name}: {text}")),
                Kind::Text | Kind::Long => own.push(text.to_owned()),
            }
        }
        let joined = (!joined.is_empty()).then(|| joined.join(", "));
        joined.into_iter().chain(own).collect()
    }

    /// A number and a short word are never broken, and other words only where they do not fit.
    fn cell(&self, text: &str, column: usize) -> Vec<String> {
        let fits = width(text) <= self.widths[column] || matches!(self.kinds[column], Kind::Number | Kind::Short);
        if fits { vec![text.to_owned()] } else { lines(text, self.widths[column]) }
    }
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(width).max().unwrap_or(0)
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
    fn a_table_without_room_gives_up_its_last_columns_and_breaks_no_word() {
        let columns = [Column::text("Name"), Column::number("Rating"), Column::number("Change"), Column::short("Status")];
        let mut table = Table::new(columns);
        table.row(["Bartholomew-Featherstone, Ann".into(), Value::Rating(1700), Value::Change(-12), "not published".into()]);
        table.row(["Berg, Bo".into(), Value::Rating(1850), Value::Nothing, "rated".into()]);
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
        // What stands below has at least 24 cells.
        assert_eq!(
            rows(&table, 1, Some(20), 20),
            ["Name", "Bartholomew-Featherstone,", "Ann", "    Rating 1700, Change -12,", "    Status not published"]
        );
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_and_never_nothing_for_something() {
        let mut table = Table::new([Column::text("")]);
        for (value, most) in [(100, 100), (1, 1000), (0, 100), (0, 0)] {
            table.row([Value::Bar { value, most }]);
        }
        assert_eq!(rows(&table, 4, None, 100), ["#".repeat(40), "#".to_owned(), String::new(), String::new()]);
        assert_eq!(rows(&table, 4, Some(60), 60), ["#".repeat(20), "#".to_owned(), String::new(), String::new()]);
    }
}
