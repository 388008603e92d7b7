//! Bar charts: named numbers, one bar each.

use super::frame::figure;
use crate::Value;
use crate::html::{Html, NOTATION, escape};
use std::fmt::Write as _;

const WIDTH: f64 = 480.0;
const NAMES_WIDTH: f64 = 150.0;
const VALUES_WIDTH: f64 = 62.0;
const BAR_STEP: f64 = 24.0;

/// One bar for each name, from top to bottom in the order given. Negative values go left from zero.
#[derive(Clone, Debug)]
pub struct BarChart {
    title: String,
    bars: Vec<(String, i64)>,
}

impl BarChart {
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), bars: Vec::new() }
    }

    #[must_use]
    pub fn bar(mut self, name: &str, value: i64) -> Self {
        self.bars.push((name.to_owned(), value));
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        if self.bars.is_empty() {
            return figure(&self.title, "<p class=\"none\">No data.</p>\n");
        }
        let values = || self.bars.iter().map(|&(_, value)| value as f64);
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let scale = (WIDTH - NAMES_WIDTH - VALUES_WIDTH) / (high - low).max(1.0);
        let zero = NAMES_WIDTH - low * scale;
        let title = escape(&self.title);
        let height = BAR_STEP * self.bars.len() as f64;
        let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>\n");
        for (at, (name, value)) in self.bars.iter().enumerate() {
            let top = BAR_STEP * at as f64;
            let length = *value as f64 * scale;
            let formatted = NOTATION.write(&if low < 0.0 { Value::Change(*value) } else { Value::Count(value.unsigned_abs()) });
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                 <rect class=\"bar\" x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"{}\"/><text x=\"{:.1}\" y=\"{}\">{formatted}</text>",
                NAMES_WIDTH - 8.0,
                top + 16.0,
                escape(name),
                zero + length.min(0.0),
                top + 4.0,
                length.abs(),
                BAR_STEP - 8.0,
                zero + length.max(0.0) + 6.0,
                top + 16.0
            );
        }
        svg.push_str("</svg>\n");
        figure(&self.title, &svg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bars_are_said_in_words_and_all_zero_draws_none() {
        assert!(BarChart::new("t").to_html().as_str().contains("No data."));
        assert!(BarChart::new("t").bar("a", 0).to_html().as_str().contains("width=\"0.0\""));
    }

    #[test]
    fn negative_bars_end_where_positive_ones_begin() {
        let html = BarChart::new("t").bar("<up>", 30).bar("down", -10).to_html();
        // Zero lies a quarter of the way from the names to the values.
        assert!(html.as_str().contains("&lt;up&gt;</text><rect class=\"bar\" x=\"217.0\" y=\"4\" width=\"201.0\""), "{html:?}");
        assert!(html.as_str().contains("<rect class=\"bar\" x=\"150.0\" y=\"28\" width=\"67.0\""), "{html:?}");
    }
}
