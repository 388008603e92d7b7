//! Dot plots: means of named groups, each with the interval in which it lies.

use super::axis::Axis;
use super::chart_table::{ChartRow, ChartTable};
use super::frame::PlotLabels;
use crate::Value;
use crate::html::{Html, NOTATION};

/// A dot for the mean of each group, with a line as long as its interval.
#[derive(Clone, Debug)]
pub struct DotPlot {
    labels: PlotLabels,
    name: String,
    members: String,
    groups: Vec<PlottedGroup>,
}

#[derive(Clone, Debug)]
struct PlottedGroup {
    name: Value,
    members: u64,
    mean: f64,
    /// How far the interval reaches to each side; `None` where it is not known.
    reach: Option<f64>,
}

impl DotPlot {
    /// `name` says what a group is, `members` what is counted in it, and `x` what the mean is of.
    pub fn new(title: &str, name: &str, members: &str, x: &str) -> Self {
        Self { labels: PlotLabels::new(title, x, ""), name: name.to_owned(), members: members.to_owned(), groups: Vec::new() }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    /// Adds a group. A mean that is not finite is left out.
    pub fn group(&mut self, name: impl Into<Value>, members: u64, mean: f64, reach: Option<f64>) {
        if mean.is_finite() {
            self.groups.push(PlottedGroup { name: name.into(), members, mean, reach: reach.filter(|reach| reach.is_finite()) });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    pub(crate) fn to_html(&self) -> Html {
        if self.groups.is_empty() {
            return self.labels.without_data();
        }
        // Groups of few have intervals of any length: the scale is that of the means, with half as much on each side.
        let means = || self.groups.iter().map(|group| group.mean);
        let (low, high) = (means().fold(0.0, f64::min), means().fold(0.0, f64::max));
        let room = (high - low).max(1.0) / 2.0;
        let axis = Axis::around(low - room, high + room, 5);
        let numbers = [self.members.as_str(), "95 %", "Mean"];
        let (lowest, highest) = (axis.low, axis.high);
        let mut chart = ChartTable::new(&self.labels, axis, &self.name, &numbers);
        for group in &self.groups {
            let whisker = group.reach.map_or_else(String::new, |reach| {
                chart.line((group.mean - reach).max(lowest), (group.mean + reach).min(highest), "whisker")
            });
            let drawing = chart.zero() + &whisker + &chart.dot(group.mean, "dot c0");
            let interval = group.reach.map(|reach| format!("\u{b1}\u{202f}{}", NOTATION.decimal(reach, 1)));
            let mean = format!("{}{}", if group.mean >= 0.05 { "+" } else { "" }, NOTATION.decimal(group.mean, 1));
            let numbers = vec![Value::Count(group.members), interval.into(), mean.into()];
            chart.row(ChartRow { name: &group.name, detail: &Value::Empty, drawing, numbers, is_total: false });
        }
        chart.finish("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_one_has_a_dot_without_an_interval() {
        let mut plot = DotPlot::new("Changes", "Federation", "Players", "mean change");
        plot.group("NOR", 40, 3.25, Some(1.5));
        plot.group("SMR", 1, -4.0, None);
        plot.group("XXX", 0, f64::NAN, None);
        let html = plot.to_html();
        assert_eq!((html.as_str().matches("whisker").count(), html.as_str().matches("<circle").count()), (1, 2), "{html:?}");
        assert!(html.as_str().contains("\u{b1}\u{202f}1.5") && html.as_str().contains("\u{2212}4.0</td>"), "{html:?}");
        assert!(!html.as_str().contains("XXX"));
    }
}
