//! Tables and facts of a page.

use super::{Html, NOTATION, escape, has_markup, push_escaped};
use crate::table::ColumnKind;
use crate::{Column, DocumentTable, Facts, Value};
use std::borrow::Cow;
use std::fmt::Write as _;

impl Column {
    fn class(&self) -> &'static str {
        match (self.kind, self.is_folded) {
            (ColumnKind::Text, false) => "",
            (ColumnKind::Long, false) => " class=\"l\"",
            (ColumnKind::Short, false) => " class=\"s\"",
            (ColumnKind::Number, false) => " class=\"n\"",
            (ColumnKind::Text, true) => " class=\"w\"",
            (ColumnKind::Long, true) => " class=\"l w\"",
            (ColumnKind::Short, true) => " class=\"s w\"",
            (ColumnKind::Number, true) => " class=\"n w\"",
        }
    }

    /// What a narrow page shows of a folded value: texts alone, numbers with their names.
    fn folded(&self, value: &Value) -> String {
        let written = NOTATION.write(value);
        match self.kind {
            ColumnKind::Number if !written.is_empty() => format!("{} {written}", self.name),
            _ => written,
        }
    }
}

impl DocumentTable {
    /// The table as markup. Without a caption it is named after the heading that it is under.
    pub(crate) fn to_html(&self, heading: &str) -> Html {
        let is_used = |column: usize| self.rows.iter().any(|row| !row[column].is_empty());
        if !self.drops_empty_columns || self.rows.is_empty() || (0..self.columns.len()).all(is_used) {
            return self.all_columns_to_html(heading);
        }
        let mut filled = self.clone();
        filled.columns = (0..self.columns.len()).filter(|&at| is_used(at)).map(|at| self.columns[at].clone()).collect();
        filled.rows = self.rows.iter().map(|row| (0..row.len()).filter(|&at| is_used(at)).map(|at| row[at].clone()).collect()).collect();
        filled.all_columns_to_html(heading)
    }

    fn all_columns_to_html(&self, heading: &str) -> Html {
        let mut html = String::with_capacity(128 * self.rows.len() + 512);
        let label = [self.caption.as_str(), heading, "Table"].into_iter().find(|label| !label.is_empty()).unwrap_or_default();
        // A box that scrolls must be reachable without a mouse. Writing to a string cannot fail.
        let _ = write!(html, "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table", escape(label));
        if self.is_sortable {
            html.push_str(" data-sorts");
        }
        if let Some(first) = self.first {
            let _ = write!(html, " data-first=\"{first}\"");
        }
        if let Some(part) = self.part_in_words() {
            let _ = write!(html, " data-part=\"{}\"", escape(&part));
        }
        html.push('>');
        if !self.caption.is_empty() {
            let _ = write!(html, "<caption>{}</caption>", escape(&self.caption));
        }
        if self.has_header() {
            html.push_str("\n<thead><tr>");
            for column in &self.columns {
                let _ = write!(html, "<th scope=\"col\"{}>{}</th>", column.class(), escape(&column.name));
            }
            html.push_str("</tr></thead>");
        }
        html.push_str("\n<tbody>\n");
        if self.count == 0 {
            let _ = writeln!(html, "<tr><td colspan=\"{}\" class=\"none\">none</td></tr>", self.columns.len().max(1));
        }
        let anchor = self.anchor();
        for (at, row) in self.rows.iter().enumerate() {
            html.push_str(if self.struck.contains(&at) { "<tr class=\"struck\">" } else { "<tr>" });
            for (position, (column, value)) in self.columns.iter().zip(row).enumerate() {
                let folded = if Some(position) == anchor { self.folded_cells(row) } else { String::new() };
                push_cell(&mut html, column.class(), &folded, value, self.is_sortable);
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        if let Some((limit, rest)) = self.limit.as_ref().filter(|(limit, _)| self.count > *limit) {
            let (visible_rows, all_rows) = (NOTATION.grouped(*limit as u64), NOTATION.grouped(self.count as u64));
            let note = format!("The first {visible_rows} of {all_rows}. {rest}");
            let _ = writeln!(html, "<p class=\"note\">{}</p>", escape(note.trim_end()));
        }
        Html::trusted(html)
    }

    /// The column under whose texts a narrow page shows the folded ones: the first column of texts that stays.
    fn anchor(&self) -> Option<usize> {
        let stays = |column: &Column| !column.is_folded && matches!(column.kind, ColumnKind::Text | ColumnKind::Long);
        self.columns.iter().any(|column| column.is_folded).then(|| self.columns.iter().position(stays))?
    }

    /// The attribute with the folded values of a row; not set if there are none.
    fn folded_cells(&self, row: &[Value]) -> String {
        let folded = self.columns.iter().zip(row).filter(|(column, _)| column.is_folded);
        let shown: Vec<String> = folded.map(|(column, value)| column.folded(value)).filter(|shown| !shown.is_empty()).collect();
        if shown.is_empty() { String::new() } else { format!(" data-w=\"{}\"", escape(&shown.join(" \u{b7} "))) }
    }

    /// How much of a longer table a page holds, for a reader whose search finds nothing.
    fn part_in_words(&self) -> Option<String> {
        let (kept, all) = match (self.whole, &self.limit) {
            (Some(whole), _) => (self.rows.len(), whole),
            (None, Some((limit, _))) => (*limit, self.count),
            (None, None) => return None,
        };
        let grouped = |number: usize| NOTATION.grouped(number as u64);
        (all > kept).then(|| format!("This page holds {} of {}.", grouped(kept), grouped(all)))
    }
}

fn push_cell(html: &mut String, class: &str, folded: &str, value: &Value, is_sortable: bool) {
    html.push_str("<td");
    html.push_str(class);
    html.push_str(folded);
    let written: Cow<'_, str> = match value {
        Value::Text(text) => text.into(),
        value => NOTATION.write(value).into(),
    };
    // A script can sort by the formatted number if it equals the key, as that of an id does.
    let key = value.sort_key().filter(|_| is_sortable && !matches!(value, Value::Id(_)));
    if let Some(order) = key.map(|key| key.to_string()).filter(|order| *order != written) {
        let _ = write!(html, " data-order=\"{order}\"");
    }
    html.push('>');
    match value {
        Value::Bar { value, most } => {
            let length = *value as f64 / (*most).max(1) as f64 * 100.0;
            let _ = write!(
                html,
                "<svg class=\"length\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
                 <rect class=\"bar\" width=\"{length:.1}\" height=\"8\"/></svg>"
            );
        }
        value if has_markup(value) => html.push_str(Html::value(value).as_str()),
        _ => push_escaped(html, &written),
    }
    html.push_str("</td>");
}

impl Facts {
    pub(crate) fn to_html(&self) -> Html {
        if self.facts.is_empty() {
            return Html::default();
        }
        let mut rows = String::new();
        for (name, value) in &self.facts {
            let class = if matches!(value, Value::Count(_)) { " class=\"n\"" } else { "" };
            let _ = writeln!(rows, "<tr><th scope=\"row\">{}</th><td{class}>{}</td></tr>", escape(name), Html::value(value).as_str());
        }
        Html::trusted(format!("<div class=\"box\"><table class=\"facts\"><tbody>\n{rows}</tbody></table></div>\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;

    fn two_columns() -> DocumentTable {
        DocumentTable::new([Column::text("Name"), Column::number("Change")])
    }

    #[test]
    fn numbers_are_right_aligned_and_sorted_by_value() {
        let mut table = two_columns().sortable();
        table.row(["<b>".into(), Value::Change(-12)]);
        table.row(["c".into(), Value::Number(7)]);
        let html = table.to_html("");
        let row = "<tr><td>&lt;b&gt;</td><td class=\"n\" data-order=\"-12\">\u{2212}12</td></tr>";
        assert!(html.as_str().contains(row), "{html:?}");
        assert!(html.as_str().contains("<tr><td>c</td><td class=\"n\">7</td></tr>"), "{html:?}");
        assert!(html.as_str().contains("<table data-sorts>"));
    }

    #[test]
    fn a_long_table_is_cut_with_a_note_and_a_short_one_is_not() {
        let mut table = two_columns().at_most(2, "All are in changes.parquet.");
        for at in 0..2 {
            table.row(["x".into(), Value::Number(at)]);
        }
        assert!(!table.to_html("").as_str().contains("The first"));
        for at in 2..12_345 {
            table.row(["x".into(), Value::Number(at)]);
        }
        let html = table.to_html("");
        assert_eq!(html.as_str().matches("<tr><td>").count(), 2);
        assert!(html.as_str().contains("The first 2 of 12\u{202f}345. All are in changes.parquet."), "{html:?}");
    }

    #[test]
    fn a_table_without_rows_says_none() {
        assert!(two_columns().to_html("").as_str().contains("<td colspan=\"2\" class=\"none\">none</td>"));
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_of_the_longest() {
        let mut table = two_columns();
        table.row([Value::Bar { value: 1, most: 4 }, Value::Bar { value: 0, most: 0 }]);
        let html = table.to_html("");
        assert!(html.as_str().contains("width=\"25.0\"") && html.as_str().contains("width=\"0.0\""), "{html:?}");
    }

    #[test]
    fn folded_columns_stand_under_the_first_text_on_a_narrow_page() {
        let columns = [
            Column::number("#"),
            Column::text("Name"),
            Column::short("Fed.").folds(),
            Column::number("Rating"),
            Column::number("K").folds(),
        ];
        let mut table = DocumentTable::new(columns);
        table.row([Value::Count(1), "Ann".into(), "NOR".into(), Value::Rating(2000), Value::Number(20)]);
        table.row([Value::Count(2), "Ben".into()]);
        let html = table.to_html("Top");
        assert!(html.as_str().contains("<td data-w=\"NOR \u{b7} K 20\">Ann</td><td class=\"s w\">NOR</td>"), "{html:?}");
        assert!(html.as_str().contains("<td>Ben</td>") && html.as_str().contains("aria-label=\"Top\""), "{html:?}");
    }

    #[test]
    fn a_column_without_anything_is_left_out_where_the_table_asks_for_it() {
        let mut table = DocumentTable::new([Column::text("Name"), Column::text("Flag"), Column::number("Change")]);
        table.row(["Ann".into(), Value::Empty, Value::Change(3)]);
        assert!(table.to_html("").as_str().contains(">Flag</th>"));
        let html = table.without_empty_columns().to_html("");
        assert!(!html.as_str().contains("Flag") && html.as_str().contains("<tr><td>Ann</td><td class=\"n\">+3</td></tr>"), "{html:?}");
    }

    #[test]
    fn a_table_that_is_part_of_a_longer_one_says_so_to_whoever_searches_it() {
        let mut part = two_columns().sortable().part_of(12_345);
        part.row(["x".into()]);
        assert!(part.to_html("").as_str().contains("data-part=\"This page holds 1 of 12\u{202f}345.\""));
        let mut whole = two_columns().sortable().part_of(1);
        whole.row(["x".into()]);
        assert!(!whole.to_html("").as_str().contains("data-part"));
    }

    #[test]
    fn facts_are_escaped_and_no_facts_give_no_markup() {
        let html = Facts::new().fact("a<b", "c&d").count("e", 10_000).to_html();
        assert!(html.as_str().contains("<th scope=\"row\">a&lt;b</th><td>c&amp;d</td>"), "{html:?}");
        assert!(html.as_str().contains("<td class=\"n\">10\u{202f}000</td>"), "{html:?}");
        assert!(Facts::new().to_html().is_empty());
    }
}
