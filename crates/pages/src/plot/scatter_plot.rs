//! Scatter plots: points, and the line that they are expected on.

use super::axis::{Axis, label};
use super::frame::{Frame, LegendMark, PlotLabels, legend};
use crate::Value;
use crate::html::{Html, NOTATION};

/// Points in a plane, with an optional expected line.
#[derive(Clone, Debug)]
pub struct ScatterPlot {
    labels: PlotLabels,
    name: String,
    points: Vec<(f64, f64, Value)>,
    expected: Option<(String, Vec<(f64, f64)>)>,
}

impl ScatterPlot {
    /// `name` says what a point is.
    pub fn new(title: &str, x: &str, y: &str, name: &str) -> Self {
        Self { labels: PlotLabels::new(title, x, y), name: name.to_owned(), points: Vec::new(), expected: None }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    /// Adds a point; `tooltip` is shown under the mouse. Points that are not finite are left out.
    pub fn point(&mut self, x: f64, y: f64, tooltip: impl Into<Value>) {
        if x.is_finite() && y.is_finite() {
            self.points.push((x, y, tooltip.into()));
        }
    }

    /// The line that the points are expected on, from left to right.
    #[must_use]
    pub fn expected(mut self, name: &str, line: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.expected = Some((name.to_owned(), line.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()));
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        if self.points.is_empty() {
            return self.labels.without_data();
        }
        let line = self.expected.iter().flat_map(|(_, line)| line.iter().copied());
        let all: Vec<(f64, f64)> = self.points.iter().map(|&(x, y, _)| (x, y)).chain(line).collect();
        let ends = |of: fn(&(f64, f64)) -> f64| {
            (all.iter().map(of).fold(f64::INFINITY, f64::min), all.iter().map(of).fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (low, high)) = (ends(|p| p.0), ends(|p| p.1));
        let mut frame = Frame::new(&self.labels, Axis::around(left, right, 7), Axis::around(low, high, 5));
        let mut names = Vec::new();
        if let Some((name, line)) = &self.expected {
            frame.path(line, "expected");
            names.push((LegendMark::Line("expected"), name.as_str()));
        }
        for (x, y, tooltip) in &self.points {
            let tooltip = if tooltip.is_empty() { format!("{}, {}", label(*x, 0.1), label(*y, 0.01)) } else { NOTATION.write(tooltip) };
            frame.dot((*x, *y), "dot c0", 3.0, &tooltip);
        }
        names.insert(0, (LegendMark::Dot("dot c0"), &self.name));
        let legend = if names.len() > 1 { legend(&names) } else { String::new() };
        self.labels.figure(&(frame.finish() + &legend))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scatter_plot_without_points_says_so_even_with_an_expected_line() {
        let points = ScatterPlot::new("t", "x", "y", "a point").expected("line", [(0.0, 0.0), (1.0, 1.0)]);
        assert!(points.to_html().as_str().contains("No data."));
    }

    #[test]
    fn points_that_are_not_finite_are_left_out() {
        let mut points = ScatterPlot::new("t", "x", "y", "a point");
        points.point(-5.0, -0.5, "<only>");
        points.point(f64::NAN, 1.0, "no number");
        let html = points.to_html();
        assert_eq!(html.as_str().matches("<circle").count(), 1);
        assert!(html.as_str().contains("&lt;only&gt;") && !html.as_str().contains("NaN") && !html.as_str().contains("inf\""), "{html:?}");
    }

    #[test]
    fn the_expected_line_is_drawn_and_named() {
        let mut points = ScatterPlot::new("t", "x", "y", "actual").expected("table", [(-400.0, 0.08), (400.0, 0.92)]);
        points.point(0.0, 0.5, "");
        let html = points.to_html();
        assert!(html.as_str().contains("<polyline class=\"expected\" points=\"") && html.as_str().contains(">table</li>"), "{html:?}");
    }
}
