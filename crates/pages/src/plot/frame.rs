//! The frame of a plot: axes, grid and labels.

use super::axis::Axis;
use crate::html::{Html, escape};
use std::fmt::Write as _;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 270.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 42.0;

/// The labels of a plot and its axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlotLabels {
    pub(crate) title: String,
    pub(crate) x: String,
    pub(crate) y: String,
}

impl PlotLabels {
    pub(crate) fn new(title: &str, x: &str, y: &str) -> Self {
        Self { title: title.to_owned(), x: x.to_owned(), y: y.to_owned() }
    }

    /// The figure of a plot without data.
    pub(crate) fn without_data(&self) -> Html {
        figure(&self.title, "<p class=\"none\">No data.</p>\n")
    }
}

/// A plot with its title.
pub(crate) fn figure(title: &str, body: &str) -> Html {
    Html::trusted(format!("<figure>\n<figcaption>{}</figcaption>\n{body}</figure>\n", escape(title)))
}

pub(crate) struct Frame {
    x: Axis,
    y: Axis,
    svg: String,
}

impl Frame {
    /// Draws grid, axes, ticks and labels; the data are drawn on top.
    pub(crate) fn new(labels: &PlotLabels, x: Axis, y: Axis) -> Self {
        let mut svg = String::with_capacity(8 * 1024);
        let title = escape(&labels.title);
        let _ = writeln!(svg, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>");
        let mut frame = Self { x, y, svg };
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (value, label) in &frame.y.ticks {
            let at = coordinate(frame.y_at(*value));
            let _ = writeln!(
                frame.svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at}\" y2=\"{at}\"/>\
                 <text x=\"{}\" y=\"{at}\" dy=\".35em\" text-anchor=\"end\">{}</text>",
                LEFT - 7.0,
                escape(label)
            );
        }
        for (value, label) in &frame.x.ticks {
            let at = coordinate(frame.x_at(*value));
            let _ = writeln!(
                frame.svg,
                "<line class=\"axis\" x1=\"{at}\" x2=\"{at}\" y1=\"{bottom}\" y2=\"{}\"/>\
                 <text x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 4.0,
                bottom + 18.0,
                escape(label)
            );
        }
        let _ = writeln!(
            frame.svg,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
             <text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{}</text><text x=\"0\" y=\"11\">{}</text>",
            HEIGHT - 5.0,
            escape(&labels.x),
            escape(&labels.y)
        );
        frame
    }

    pub(crate) fn x_at(&self, value: f64) -> f64 {
        LEFT + (value - self.x.low) / (self.x.high - self.x.low) * (WIDTH - LEFT - RIGHT)
    }

    pub(crate) fn y_at(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (value - self.y.low) / (self.y.high - self.y.low) * (HEIGHT - TOP - BOTTOM)
    }

    /// Draws a bar from the axis up; `tooltip` is shown under the mouse.
    pub(crate) fn bar(&mut self, from: f64, to: f64, height: f64, tooltip: &str) {
        let (left, right) = (self.x_at(from), self.x_at(to));
        // A small gap between bars, if they are wide enough.
        let gap = if right - left > 3.0 { 1.0 } else { 0.0 };
        let (top, bottom) = (self.y_at(height), self.y_at(self.y.low.max(0.0)));
        let _ = writeln!(
            self.svg,
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
            coordinate(left),
            coordinate(top),
            coordinate(right - left - gap),
            coordinate(bottom - top),
            escape(tooltip)
        );
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), class: &str, radius: f64, tooltip: &str) {
        let (x, y) = (coordinate(self.x_at(x)), coordinate(self.y_at(y)));
        let _ = writeln!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"><title>{}</title></circle>",
            escape(tooltip)
        );
    }

    pub(crate) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = write!(self.svg, "<polyline class=\"{class}\" points=\"");
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(self.svg, "{}{},{}", if at > 0 { " " } else { "" }, coordinate(self.x_at(x)), coordinate(self.y_at(y)));
        }
        self.svg.push_str("\"/>\n");
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// A coordinate in the drawing, to a tenth.
fn coordinate(at: f64) -> String {
    let text = format!("{at:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The legend of a plot; each entry has the class of a mark and its name.
pub(crate) fn legend(entries: &[(&str, &str)]) -> String {
    let mut html = String::from("<ul class=\"key\">");
    for (class, name) in entries {
        let mark = match class.contains("dot") {
            true => format!("<circle class=\"{class}\" cx=\"12\" cy=\"5\" r=\"4\"/>"),
            false => format!("<polyline class=\"{class}\" points=\"0,5 24,5\"/>"),
        };
        let _ = write!(html, "<li><svg viewBox=\"0 0 24 10\" aria-hidden=\"true\">{mark}</svg>{}</li>", escape(name));
    }
    html.push_str("</ul>\n");
    html
}
