//! Bar charts: named numbers, one bar each.

use super::axis::Axis;
use super::chart_table::{ChartRow, ChartTable};
use super::frame::PlotLabels;
use crate::Value;
use crate::html::Html;

/// One bar for each name, from top to bottom in the order given. Negative values go left from zero.
#[derive(Clone, Debug)]
pub struct BarChart {
    labels: PlotLabels,
    name: String,
    number: String,
    bars: Vec<(Value, i64)>,
}

impl BarChart {
    /// `name` says what has a bar, and `number` what its length counts.
    pub fn new(title: &str, name: &str, number: &str) -> Self {
        Self { labels: PlotLabels::new(title, "", ""), name: name.to_owned(), number: number.to_owned(), bars: Vec::new() }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    #[must_use]
    pub fn bar(mut self, name: impl Into<Value>, value: i64) -> Self {
        self.bars.push((name.into(), value));
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        if self.bars.is_empty() {
            return self.labels.without_data();
        }
        let values = || self.bars.iter().map(|&(_, value)| value as f64);
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let numbers = [self.number.as_str()];
        // The number beside each bar says what ticks would say.
        let axis = Axis { low, high: high.max(low + 1.0), ticks: Vec::new() };
        let mut chart = ChartTable::new(&self.labels, axis, &self.name, &numbers);
        for (name, value) in &self.bars {
            let formatted = if low < 0.0 { Value::Change(*value) } else { Value::Count(value.unsigned_abs()) };
            let drawing = chart.zero() + &chart.bar(0.0, *value as f64, "bar");
            chart.row(ChartRow { name, detail: &Value::Empty, drawing, numbers: vec![formatted], is_total: false });
        }
        chart.finish("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bars_are_said_in_words_and_all_zero_draws_none() {
        assert!(BarChart::new("t", "who", "n").to_html().as_str().contains("No data."));
        assert!(BarChart::new("t", "who", "n").bar("a", 0).to_html().as_str().contains("width=\"0%\""));
    }

    #[test]
    fn negative_bars_end_where_positive_ones_begin() {
        let html = BarChart::new("t", "who", "n").bar("<up>", 30).bar("down", -10).to_html();
        // Zero lies a quarter of the way.
        assert!(html.as_str().contains(">&lt;up&gt;</th>"), "{html:?}");
        assert!(html.as_str().contains("<rect class=\"bar\" x=\"25%\" width=\"75%\""), "{html:?}");
        assert!(html.as_str().contains("<rect class=\"bar\" x=\"0%\" width=\"25%\""), "{html:?}");
    }
}
