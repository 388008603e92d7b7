//! The box that a plot is drawn in: axes, grid, words.

use super::axis::Axis;
use crate::html::{Html, escape};
use std::fmt::Write as _;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 270.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 42.0;

/// What a plot and its axes are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) title: String,
    pub(crate) x: String,
    pub(crate) y: String,
}

impl Words {
    pub(crate) fn new(title: &str, x: &str, y: &str) -> Self {
        Self { title: title.to_owned(), x: x.to_owned(), y: y.to_owned() }
    }

    /// The plot of nothing.
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
    /// Draws grid, axes, ticks and what they mean; the marks come on top.
    pub(crate) fn new(words: &Words, x: Axis, y: Axis) -> Self {
        let mut svg = String::with_capacity(8 * 1024);
        let title = escape(&words.title);
        let _ = writeln!(svg, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>");
        let mut frame = Self { x, y, svg };
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (value, label) in &frame.y.ticks {
            let at = place(frame.y_at(*value));
            let _ = writeln!(
                frame.svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at}\" y2=\"{at}\"/>\
                 <text x=\"{}\" y=\"{at}\" dy=\".35em\" text-anchor=\"end\">{}</text>",
                LEFT - 7.0,
                escape(label)
            );
        }
        for (value, label) in &frame.x.ticks {
            let at = place(frame.x_at(*value));
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
            escape(&words.x),
            escape(&words.y)
        );
        frame
    }

    pub(crate) fn x_at(&self, value: f64) -> f64 {
        LEFT + (value - self.x.low) / (self.x.high - self.x.low) * (WIDTH - LEFT - RIGHT)
    }

    pub(crate) fn y_at(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (value - self.y.low) / (self.y.high - self.y.low) * (HEIGHT - TOP - BOTTOM)
    }

    /// A bar that stands on the axis; `told` is shown where the mouse rests.
    pub(crate) fn bar(&mut self, from: f64, to: f64, height: f64, told: &str) {
        let (left, right) = (self.x_at(from), self.x_at(to));
        // A hair between bars, as long as there is room for one.
        let gap = if right - left > 3.0 { 1.0 } else { 0.0 };
        let (top, bottom) = (self.y_at(height), self.y_at(self.y.low.max(0.0)));
        let _ = writeln!(
            self.svg,
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
            place(left),
            place(top),
            place(right - left - gap),
            place(bottom - top),
            escape(told)
        );
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), class: &str, radius: f64, told: &str) {
        let (x, y) = (place(self.x_at(x)), place(self.y_at(y)));
        let _ =
            writeln!(self.svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"><title>{}</title></circle>", escape(told));
    }

    pub(crate) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = write!(self.svg, "<polyline class=\"{class}\" points=\"");
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(self.svg, "{}{},{}", if at > 0 { " " } else { "" }, place(self.x_at(x)), place(self.y_at(y)));
        }
        self.svg.push_str("\"/>\n");
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// A place in the drawing, to a tenth.
fn place(at: f64) -> String {
    let text = format!("{at:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// What each mark of a plot stands for: the class of the mark and its name.
pub(crate) fn key(entries: &[(&str, &str)]) -> String {
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
