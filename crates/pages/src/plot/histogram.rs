//! Histograms: how many values are in each class.

use super::axis::{Axis, label};
use super::frame::{Frame, PlotLabels};
use crate::html::{Html, NOTATION};
use crate::{Column, DocumentTable, Value};

/// Counts in classes of one width.
#[derive(Clone, Debug)]
pub struct Histogram {
    labels: PlotLabels,
    first: f64,
    width: f64,
    counts: Vec<u64>,
}

impl Histogram {
    /// The first class goes from `first` to `first + width`, its upper end not included. Empty classes at both ends are not drawn.
    pub fn new(title: &str, x: &str, y: &str, first: f64, width: f64, counts: &[u64]) -> Self {
        let lead = counts.iter().take_while(|&&count| count == 0).count();
        let end = counts.iter().rposition(|&count| count > 0).map_or(lead, |last| last + 1);
        Self { labels: PlotLabels::new(title, x, y), first: first + lead as f64 * width, width, counts: counts[lead..end].to_vec() }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        let Some(&highest) = self.counts.iter().max() else { return self.labels.without_data() };
        let last = self.first + self.counts.len() as f64 * self.width;
        let mut frame = Frame::new(&self.labels, Axis::between(self.first, last, 7), Axis::counts(highest as f64));
        let mut numbers = DocumentTable::new([Column::number("From"), Column::number("To under"), Column::number(&self.labels.y)]);
        let is_whole = self.first.fract() == 0.0 && self.width.fract() == 0.0;
        let precision = if is_whole { 1.0 } else { self.width.min(0.1) };
        for (at, &count) in self.counts.iter().enumerate() {
            let from = self.first + at as f64 * self.width;
            let (from_label, to_label) = (label(from, precision), label(from + self.width, precision));
            if count > 0 {
                frame.bar(
                    (from, from + self.width),
                    count as f64,
                    &format!("{from_label} to under {to_label}: {}", NOTATION.grouped(count)),
                );
            }
            numbers.row([from_label.into(), to_label.into(), Value::Count(count)]);
        }
        let details = Html::details("The numbers", numbers.to_html(&self.labels.title));
        self.labels.figure(&(frame.finish() + details.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_without_counts_says_so() {
        for counts in [&[] as &[u64], &[0, 0]] {
            let html = Histogram::new("Ratings", "rating", "players", 1400.0, 50.0, counts).to_html();
            assert!(html.as_str().contains("No data.") && !html.as_str().contains("<svg"), "{html:?}");
        }
    }

    #[test]
    fn one_class_fills_the_frame() {
        let html = Histogram::new("R", "rating", "players", 1400.0, 50.0, &[0, 3, 0]).to_html();
        assert_eq!(html.as_str().matches("<rect").count(), 1);
        assert!(
            html.as_str().contains("<rect class=\"bar\" x=\"52\" y=\"24\" width=\"415\" height=\"204\"><title>1450 to under 1500: 3"),
            "{html:?}"
        );
    }

    #[test]
    fn negative_classes_are_left_of_zero() {
        let html = Histogram::new("Changes", "points", "players", -20.0, 10.0, &[1, 0, 4, 2]).to_html();
        assert!(html.as_str().contains("\u{2212}20 to under \u{2212}10: 1"), "{html:?}");
        assert_eq!(html.as_str().matches("<rect").count(), 3);
    }

    #[test]
    fn ends_between_whole_numbers_have_decimals() {
        let html = Histogram::new("Changes", "points", "players", -7.5, 5.0, &[1, 4, 2]).to_html();
        assert!(html.as_str().contains("\u{2212}2.5 to under 2.5: 4"), "{html:?}");
    }

    #[test]
    fn a_plot_is_an_image_with_a_title_that_is_escaped() {
        let html = Histogram::new("a<b", "x", "y", 0.0, 1.0, &[1]).to_html();
        assert!(html.as_str().contains("role=\"img\" aria-label=\"a&lt;b\"><title>a&lt;b</title>"), "{html:?}");
    }
}
