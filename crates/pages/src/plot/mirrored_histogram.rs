//! Mirrored histograms: what came in goes up, what left goes down.

use super::axis::{Axis, label};
use super::frame::{Frame, LegendMark, PlotLabels, legend};
use crate::html::{Html, NOTATION};
use crate::{Column, DocumentTable, Value};

/// Counts in classes of one width, one above the axis and one below it.
#[derive(Clone, Debug)]
pub struct MirroredHistogram {
    labels: PlotLabels,
    first: f64,
    width: f64,
    names: [String; 2],
    counts: [Vec<u64>; 2],
}

impl MirroredHistogram {
    /// The first class goes from `first` to `first + width`, its upper end not included. The first counts go up, the second go down.
    pub fn new(title: &str, [x, y]: [&str; 2], first: f64, width: f64, [up, down]: [(&str, &[u64]); 2]) -> Self {
        Self {
            labels: PlotLabels::new(title, x, y),
            first,
            width,
            names: [up.0.to_owned(), down.0.to_owned()],
            counts: [up.1.to_vec(), down.1.to_vec()],
        }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        let count = |side: usize, class: usize| self.counts[side].get(class).copied().unwrap_or(0);
        let classes = 0..self.counts[0].len().max(self.counts[1].len());
        let is_used = |class: &usize| count(0, *class) + count(1, *class) > 0;
        let (Some(lowest), Some(highest)) = (classes.clone().find(is_used), classes.rev().find(is_used)) else {
            return self.labels.without_data();
        };
        let most = |side: usize| self.counts[side].iter().copied().max().unwrap_or(0) as f64;
        let from = |class: usize| self.first + class as f64 * self.width;
        let mut y = Axis::around(-most(1), most(0), 5);
        // Both directions are counts.
        y.ticks.retain(|(value, _)| value.fract() == 0.0);
        y.ticks.iter_mut().for_each(|(_, words)| *words = words.replace('\u{2212}', ""));
        let mut frame = Frame::new(&self.labels, Axis::between(from(lowest), from(highest + 1), 7), y);
        let [up, down] = &self.names;
        let mut numbers = DocumentTable::new(["From", "To under", up, down].map(Column::number));
        for class in lowest..=highest {
            let ends = (from(class), from(class + 1));
            let (from_label, to_label) = (label(ends.0, 1.0), label(ends.1, 1.0));
            for (side, (name, sign)) in [(up, 1.0), (down, -1.0)].into_iter().enumerate() {
                if count(side, class) > 0 {
                    let tooltip = format!("{from_label} to under {to_label}: {} {name}", NOTATION.grouped(count(side, class)));
                    let class_name = if side == 0 { "bar c0" } else { "bar c1" };
                    frame.bar_from_zero(ends, sign * count(side, class) as f64, class_name, &tooltip);
                }
            }
            numbers.row([from_label.into(), to_label.into(), Value::Count(count(0, class)), Value::Count(count(1, class))]);
        }
        frame.horizontal(0.0, "axis");
        let names = [(LegendMark::Dot("bar c0"), up.as_str()), (LegendMark::Dot("bar c1"), down.as_str())];
        let details = Html::details("The numbers", numbers.to_html(&self.labels.title));
        self.labels.figure(&(frame.finish() + &legend(&names) + details.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_in_goes_up_and_what_left_goes_down() {
        let counts: [(&str, &[u64]); 2] = [("came in", &[0, 4]), ("left", &[0, 2, 1])];
        let html = MirroredHistogram::new("In and out", ["rating", "players"], 1400.0, 100.0, counts).to_html();
        // From 4 up to 2 down there are 204 units, and zero is two thirds of the way from the top.
        assert!(
            html.as_str().contains("<rect class=\"bar c0\" x=\"52\" y=\"24\"")
                && html.as_str().contains("<rect class=\"bar c1\" x=\"52\" y=\"160\""),
            "{html:?}"
        );
        assert!(html.as_str().contains("1500 to under 1600: 2 left") && !html.as_str().contains('\u{2212}'), "{html:?}");
        assert_eq!(html.as_str().matches("<rect").count(), 3);
    }

    #[test]
    fn nobody_in_and_nobody_out_is_said_in_words() {
        let none: [(&str, &[u64]); 2] = [("in", &[0]), ("out", &[])];
        assert!(MirroredHistogram::new("t", ["x", "y"], 0.0, 1.0, none).to_html().as_str().contains("No data."));
    }
}
