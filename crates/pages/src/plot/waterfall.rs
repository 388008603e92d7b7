//! Waterfalls: how steps lead from one number to another.

use super::axis::Axis;
use super::chart_table::{ChartRow, ChartTable};
use super::frame::PlotLabels;
use crate::Value;
use crate::html::Html;

/// The steps from one number to another, from top to bottom.
#[derive(Clone, Debug)]
pub struct Waterfall {
    labels: PlotLabels,
    name: String,
    number: String,
    rows: Vec<WaterfallRow>,
}

#[derive(Clone, Debug)]
struct WaterfallRow {
    name: Value,
    detail: Value,
    kind: WaterfallRowKind,
    number: Value,
}

#[derive(Clone, Copy, Debug)]
enum WaterfallRowKind {
    Total(f64),
    Step(f64),
}

impl Waterfall {
    /// `name` says what a step is, and `number` what it adds to.
    pub fn new(title: &str, name: &str, number: &str) -> Self {
        Self { labels: PlotLabels::new(title, "", ""), name: name.to_owned(), number: number.to_owned(), rows: Vec::new() }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    /// Adds a number that the steps begin or end with.
    pub fn total(&mut self, name: impl Into<Value>, detail: impl Into<Value>, at: f64, number: Value) {
        self.rows.push(WaterfallRow { name: name.into(), detail: detail.into(), kind: WaterfallRowKind::Total(at), number });
    }

    /// Adds a step from where the row before it ends.
    pub fn step(&mut self, name: impl Into<Value>, detail: impl Into<Value>, by: f64, number: Value) {
        self.rows.push(WaterfallRow { name: name.into(), detail: detail.into(), kind: WaterfallRowKind::Step(by), number });
    }

    /// Where each row begins and ends.
    fn ends(&self) -> Vec<(f64, f64)> {
        let mut at = 0.0;
        let mut ends = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let from = match row.kind {
                WaterfallRowKind::Total(value) => value,
                WaterfallRowKind::Step(_) => at,
            };
            at = match row.kind {
                WaterfallRowKind::Total(value) => value,
                WaterfallRowKind::Step(by) => at + by,
            };
            ends.push((from, at));
        }
        ends
    }

    pub(crate) fn to_html(&self) -> Html {
        let ends = self.ends();
        if ends.is_empty() {
            return self.labels.without_data();
        }
        let all = || ends.iter().flat_map(|&(from, to)| [from, to]);
        let axis = Axis::around(all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max), 5);
        let numbers = [self.number.as_str()];
        let mut chart = ChartTable::new(&self.labels, axis, &self.name, &numbers);
        for (row, &(from, to)) in self.rows.iter().zip(&ends) {
            let is_total = matches!(row.kind, WaterfallRowKind::Total(_));
            let drawing = match is_total {
                true => chart.upright(to, "axis") + &chart.dot(to, "dot c0"),
                false => {
                    chart.upright(from, "grid") + &chart.bar(from, to, if to < from { "down" } else { "up" }) + &chart.upright(to, "axis")
                }
            };
            chart.row(ChartRow { name: &row.name, detail: &row.detail, drawing, numbers: vec![row.number.clone()], is_total });
        }
        chart.finish("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_begins_where_the_one_before_it_ends() {
        let mut waterfall = Waterfall::new("From 1500 to 1509", "Step", "Points");
        waterfall.total("January", "", 1500.0, Value::Rating(1500));
        waterfall.step("Open", "K 20, 9 games", 10.0, Value::Hundredths(1000));
        waterfall.step("League", "K 20, 1 game", -1.0, Value::Hundredths(-100));
        waterfall.total("February", "", 1509.0, Value::Rating(1509));
        assert_eq!(waterfall.ends(), [(1500.0, 1500.0), (1500.0, 1510.0), (1510.0, 1509.0), (1509.0, 1509.0)]);
        let html = waterfall.to_html();
        assert!(
            html.as_str().contains("<rect class=\"up\" x=\"0%\" width=\"100%\"")
                && html.as_str().contains("<rect class=\"down\" x=\"90%\""),
            "{html:?}"
        );
        assert!(html.as_str().contains("\u{2212}1.00</td>") && html.as_str().contains("League<small>K 20, 1 game</small>"), "{html:?}");
    }
}
