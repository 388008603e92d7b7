//! Tables: plain ones, and such as sort and filter in the browser.

use crate::html::{Html, escape, push_escaped};
use std::fmt::Write as _;

/// How a column is named and set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Long,
    Short,
    Number,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Text => "",
            Self::Long => " class=\"l\"",
            Self::Short => " class=\"s\"",
            Self::Number => " class=\"n\"",
        }
    }
}

impl Column {
    pub fn text(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Text }
    }

    /// Sentences: never squeezed into a few letters.
    pub fn long(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Long }
    }

    /// Words that stay on one line: dates, codes.
    pub fn short(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Short }
    }

    /// Right-aligned, and sorted by size.
    pub fn number(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Kind::Number }
    }
}

/// What stands in one place of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    shown: String,
    /// What it is sorted by, where that is not what is shown.
    order: Option<f64>,
}

impl Cell {
    pub fn text(text: &str) -> Self {
        Self { shown: text.to_owned(), order: None }
    }

    /// A number as it is: ids, ratings, years.
    pub fn number(value: i64) -> Self {
        Self { shown: value.to_string(), order: None }
    }

    /// A count, in groups of three digits.
    pub fn count(value: u64) -> Self {
        Self { shown: grouped(value), order: Some(value as f64) }
    }

    /// A change, with its sign.
    pub fn signed(value: i64) -> Self {
        Self { shown: signed(value), order: Some(value as f64) }
    }

    pub fn decimal(value: f64, places: usize) -> Self {
        Self { shown: format!("{value:.places$}").replace('-', "\u{2212}"), order: Some(value) }
    }

    pub fn empty() -> Self {
        Self::text("")
    }

    /// A number where there is one.
    pub fn optional(value: Option<i64>) -> Self {
        value.map_or_else(Self::empty, Self::number)
    }
}

/// A change with its sign; nothing has none.
pub fn signed(value: i64) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("\u{2212}{}", value.unsigned_abs()),
    }
}

/// A count in groups of three digits, apart by a narrow space that does not break.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut shown = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        // Four digits are read at a glance.
        if at > 0 && digits.len() > 4 && (digits.len() - at).is_multiple_of(3) {
            shown.push('\u{202f}');
        }
        shown.push(digit);
    }
    shown
}

/// Rows under named columns.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    caption: String,
    rows: String,
    count: usize,
    /// How many rows are put in, and where the others are.
    limit: Option<(usize, String)>,
    sorts: bool,
    /// How many rows the browser shows until it is asked for all.
    first: Option<usize>,
}

impl Table {
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            caption: String::new(),
            rows: String::new(),
            count: 0,
            limit: None,
            sorts: false,
            first: None,
        }
    }

    #[must_use]
    pub fn caption(mut self, caption: &str) -> Self {
        caption.clone_into(&mut self.caption);
        self
    }

    /// Sorts by the column that is touched and filters by what is typed, where scripts run; elsewhere it is a plain table.
    #[must_use]
    pub fn that_sorts(mut self) -> Self {
        self.sorts = true;
        self
    }

    /// Keeps only the first rows that are put in, and says so: `rest` tells where the others are.
    #[must_use]
    pub fn at_most(mut self, rows: usize, rest: &str) -> Self {
        self.limit = Some((rows, rest.to_owned()));
        self
    }

    /// Shows the first rows and a button for the others, where scripts run. All rows are in the page, and the filter finds them.
    #[must_use]
    pub fn first_shown(mut self, rows: usize) -> Self {
        self.first = Some(rows);
        self
    }

    /// Adds a row. Cells beyond the columns are left out, missing ones are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.count += 1;
        if self.limit.as_ref().is_some_and(|&(limit, _)| self.count > limit) {
            return;
        }
        self.rows.push_str("<tr>");
        let mut cells = cells.into_iter();
        for column in &self.columns {
            let cell = cells.next().unwrap_or_else(Cell::empty);
            self.rows.push_str("<td");
            self.rows.push_str(column.kind.class());
            if let Some(order) = cell.order.filter(|_| self.sorts) {
                // Writing to a string cannot fail.
                let _ = write!(self.rows, " data-order=\"{order}\"");
            }
            self.rows.push('>');
            push_escaped(&mut self.rows, &cell.shown);
            self.rows.push_str("</td>");
        }
        self.rows.push_str("</tr>\n");
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn to_html(&self) -> Html {
        let mut html = String::with_capacity(self.rows.len() + 512);
        let label = if self.caption.is_empty() { "Table" } else { &self.caption };
        // A box that scrolls must be reachable without a mouse.
        let _ = write!(html, "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table", escape(label));
        if self.sorts {
            html.push_str(" data-sorts");
        }
        if let Some(first) = self.first {
            let _ = write!(html, " data-first=\"{first}\"");
        }
        html.push('>');
        if !self.caption.is_empty() {
            let _ = write!(html, "<caption>{}</caption>", escape(&self.caption));
        }
        html.push_str("\n<thead><tr>");
        for column in &self.columns {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", column.kind.class(), escape(&column.name));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        if self.count == 0 {
            let _ = writeln!(html, "<tr><td colspan=\"{}\" class=\"none\">none</td></tr>", self.columns.len().max(1));
        }
        html.push_str(&self.rows);
        html.push_str("</tbody></table></div>\n");
        if let Some((limit, rest)) = self.limit.as_ref().filter(|(limit, _)| self.count > *limit) {
            let shown = grouped(*limit as u64);
            let _ = writeln!(html, "<p class=\"note\">The first {shown} of {}. {}</p>", grouped(self.count as u64), escape(rest));
        }
        Html::trusted(html)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_columns() -> Table {
        Table::new([Column::text("Name"), Column::number("Change")])
    }

    #[test]
    fn numbers_stand_right_and_are_sorted_by_value() {
        let mut table = two_columns().that_sorts();
        table.row([Cell::text("<b>"), Cell::signed(-12)]);
        let html = table.to_html();
        let row = "<tr><td>&lt;b&gt;</td><td class=\"n\" data-order=\"-12\">\u{2212}12</td></tr>";
        assert!(html.as_str().contains(row), "{html:?}");
        assert!(html.as_str().contains("<table data-sorts>"));
    }

    #[test]
    fn a_long_table_is_cut_with_a_note_and_a_short_one_is_not() {
        let mut table = two_columns().at_most(2, "All are in changes.parquet.");
        for at in 0..2 {
            table.row([Cell::text("x"), Cell::number(at)]);
        }
        assert!(!table.to_html().as_str().contains("The first"));
        for at in 2..12_345 {
            table.row([Cell::text("x"), Cell::number(at)]);
        }
        let html = table.to_html();
        assert_eq!(html.as_str().matches("<tr><td>").count(), 2);
        assert!(html.as_str().contains("The first 2 of 12\u{202f}345. All are in changes.parquet."), "{html:?}");
    }

    #[test]
    fn a_table_without_rows_says_none() {
        assert!(two_columns().to_html().as_str().contains("<td colspan=\"2\" class=\"none\">none</td>"));
    }

    #[test]
    fn missing_cells_are_empty_and_surplus_ones_left_out() {
        let mut table = two_columns();
        table.row([Cell::text("a")]);
        table.row([Cell::text("b"), Cell::number(1), Cell::text("surplus")]);
        let html = table.to_html();
        assert!(html.as_str().contains("<tr><td>a</td><td class=\"n\"></td></tr>"), "{html:?}");
        assert!(!html.as_str().contains("surplus"));
    }

    #[test]
    fn counts_are_grouped_and_changes_signed() {
        assert_eq!([0, 999, 1000, 10_000, 1_234_567].map(grouped), ["0", "999", "1000", "10\u{202f}000", "1\u{202f}234\u{202f}567"]);
        assert_eq!([-40, 0, 7, i64::MIN].map(signed), ["\u{2212}40", "0", "+7", "\u{2212}9223372036854775808"]);
    }
}
