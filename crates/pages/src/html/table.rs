//! Tables and facts of a page.

use super::{Html, NOTATION, escape, push_escaped};
use crate::table::ColumnKind;
use crate::{DocumentTable, Facts, Value};
use std::borrow::Cow;
use std::fmt::Write as _;

impl ColumnKind {
    fn class(self) -> &'static str {
        match self {
            Self::Text => "",
            Self::Long => " class=\"l\"",
            Self::Short => " class=\"s\"",
            Self::Number => " class=\"n\"",
        }
    }
}

impl DocumentTable {
    pub(crate) fn to_html(&self) -> Html {
        let mut html = String::with_capacity(128 * self.rows.len() + 512);
        let label = if self.caption.is_empty() { "Table" } else { &self.caption };
        // A box that scrolls must be reachable without a mouse. Writing to a string cannot fail.
        let _ = write!(html, "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table", escape(label));
        if self.is_sortable {
            html.push_str(" data-sorts");
        }
        if let Some(first) = self.first {
            let _ = write!(html, " data-first=\"{first}\"");
        }
        html.push('>');
        if !self.caption.is_empty() {
            let _ = write!(html, "<caption>{}</caption>", escape(&self.caption));
        }
        if self.has_header() {
            html.push_str("\n<thead><tr>");
            for column in &self.columns {
                let _ = write!(html, "<th scope=\"col\"{}>{}</th>", column.kind.class(), escape(&column.name));
            }
            html.push_str("</tr></thead>");
        }
        html.push_str("\n<tbody>\n");
        if self.count == 0 {
            let _ = writeln!(html, "<tr><td colspan=\"{}\" class=\"none\">none</td></tr>", self.columns.len().max(1));
        }
        for (at, row) in self.rows.iter().enumerate() {
            html.push_str(if self.struck.contains(&at) { "<tr class=\"struck\">" } else { "<tr>" });
            for (column, value) in self.columns.iter().zip(row) {
                push_cell(&mut html, column.kind.class(), value, self.is_sortable);
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
}

fn push_cell(html: &mut String, class: &str, value: &Value, is_sortable: bool) {
    html.push_str("<td");
    html.push_str(class);
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
        let html = table.to_html();
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
        assert!(!table.to_html().as_str().contains("The first"));
        for at in 2..12_345 {
            table.row(["x".into(), Value::Number(at)]);
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
    fn a_bar_is_as_long_as_its_share_of_the_longest() {
        let mut table = two_columns();
        table.row([Value::Bar { value: 1, most: 4 }, Value::Bar { value: 0, most: 0 }]);
        let html = table.to_html();
        assert!(html.as_str().contains("width=\"25.0\"") && html.as_str().contains("width=\"0.0\""), "{html:?}");
    }

    #[test]
    fn facts_are_escaped_and_no_facts_give_no_markup() {
        let html = Facts::new().fact("a<b", "c&d").count("e", 10_000).to_html();
        assert!(html.as_str().contains("<th scope=\"row\">a&lt;b</th><td>c&amp;d</td>"), "{html:?}");
        assert!(html.as_str().contains("<td class=\"n\">10\u{202f}000</td>"), "{html:?}");
        assert!(Facts::new().to_html().is_empty());
    }
}
