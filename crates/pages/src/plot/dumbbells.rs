//! Dumbbells: what named numbers were before, and what they are after.

use super::axis::Axis;
use super::chart_table::{ChartRow, ChartTable};
use super::frame::{LegendMark, PlotLabels, legend};
use crate::Value;
use crate::html::Html;

/// One dumbbell for each name, from an open dot before to a filled one after.
#[derive(Clone, Debug)]
pub struct Dumbbells {
    labels: PlotLabels,
    name: String,
    ends: [String; 2],
    rows: Vec<Dumbbell>,
}

#[derive(Clone, Debug)]
struct Dumbbell {
    name: Value,
    detail: Value,
    before: i32,
    after: i32,
}

impl Dumbbells {
    /// `name` says who has a dumbbell, and `before` and `after` what its ends are.
    pub fn new(title: &str, name: &str, [before, after]: [&str; 2]) -> Self {
        Self {
            labels: PlotLabels::new(title, "", ""),
            name: name.to_owned(),
            ends: [before.to_owned(), after.to_owned()],
            rows: Vec::new(),
        }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    /// Adds a dumbbell. `detail` stands under the name.
    pub fn row(&mut self, name: impl Into<Value>, detail: impl Into<Value>, (before, after): (i32, i32)) {
        self.rows.push(Dumbbell { name: name.into(), detail: detail.into(), before, after });
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn to_html(&self) -> Html {
        let ends = || self.rows.iter().flat_map(|row| [f64::from(row.before), f64::from(row.after)]);
        if self.rows.is_empty() {
            return self.labels.without_data();
        }
        let axis = Axis::around(ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max), 5);
        let [before, after] = &self.ends;
        let numbers = [before.as_str(), after.as_str(), "Change"];
        let mut chart = ChartTable::new(&self.labels, axis, &self.name, &numbers);
        for row in &self.rows {
            let (from, to) = (f64::from(row.before), f64::from(row.after));
            let drawing = chart.line(from, to, "link") + &chart.dot(from, "open c1") + &chart.dot(to, "dot c0");
            let change = i64::from(row.after) - i64::from(row.before);
            let numbers = vec![Value::Rating(row.before), Value::Rating(row.after), Value::Change(change)];
            chart.row(ChartRow { name: &row.name, detail: &row.detail, drawing, numbers, is_total: false });
        }
        let names = [(LegendMark::Dot("open c1"), before.as_str()), (LegendMark::Dot("dot c0"), after.as_str())];
        chart.finish(&legend(&names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumbbell_goes_from_an_open_dot_to_a_filled_one_and_has_its_numbers() {
        let mut dumbbells = Dumbbells::new("Largest gains", "Player", ["On A", "On B"]);
        dumbbells.row("Ann <3", "NOR", (1500, 1600));
        let html = dumbbells.to_html();
        let drawn = "<circle class=\"open c1\" cx=\"0%\" cy=\"50%\" r=\"5\"/><circle class=\"dot c0\" cx=\"100%\"";
        assert!(html.as_str().contains(drawn) && html.as_str().contains("Ann &lt;3<small>NOR</small>"), "{html:?}");
        assert!(html.as_str().contains("class=\"n\">+100</td>") && html.as_str().contains("On A 1500 \u{b7} On B 1600\""), "{html:?}");
    }

    #[test]
    fn no_dumbbells_are_said_in_words() {
        assert!(Dumbbells::new("t", "Player", ["a", "b"]).to_html().as_str().contains("No data."));
    }
}
