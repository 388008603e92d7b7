//! The frame of a plot: axes, grid and labels.

use super::axis::Axis;
use crate::Value;
use crate::html::{Html, escape};
use std::fmt::Write as _;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 270.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 42.0;

/// The labels of a plot and its axes, and the sentence that says what it shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlotLabels {
    pub(crate) title: String,
    pub(crate) sentence: Value,
    pub(crate) x: String,
    pub(crate) y: String,
}

impl PlotLabels {
    pub(crate) fn new(title: &str, x: &str, y: &str) -> Self {
        Self { title: title.to_owned(), sentence: Value::Empty, x: x.to_owned(), y: y.to_owned() }
    }

    /// The figure of a plot without data.
    pub(crate) fn without_data(&self) -> Html {
        self.figure("<p class=\"none\">No data.</p>\n")
    }

    /// A figure with title and sentence above the drawing.
    pub(crate) fn figure(&self, body: &str) -> Html {
        let sentence = if self.sentence.is_empty() { Html::default() } else { Html::value(&self.sentence).wrapped_in("span", "") };
        let title = Html::text(&self.title);
        Html::trusted(format!(
            "<figure>\n<figcaption><strong>{}</strong>{}</figcaption>\n{body}</figure>\n",
            title.as_str(),
            sentence.as_str().trim_end()
        ))
    }
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
    pub(crate) fn bar(&mut self, ends: (f64, f64), height: f64, tooltip: &str) {
        self.bar_between(ends, (self.y.low.max(0.0), height), "bar", tooltip);
    }

    /// Draws a bar from zero up or down.
    pub(crate) fn bar_from_zero(&mut self, ends: (f64, f64), height: f64, class: &str, tooltip: &str) {
        self.bar_between(ends, (0.0, height), class, tooltip);
    }

    fn bar_between(&mut self, (from, to): (f64, f64), (base, height): (f64, f64), class: &str, tooltip: &str) {
        let (left, right) = (self.x_at(from), self.x_at(to));
        // A small gap between bars, if they are wide enough.
        let gap = if right - left > 3.0 { 1.0 } else { 0.0 };
        let (one, other) = (self.y_at(height), self.y_at(base));
        let (top, bottom) = (one.min(other), one.max(other));
        let _ = writeln!(
            self.svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
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
        self.points("polyline", points, class);
    }

    /// Draws a filled area, whose points come one after the other around it.
    pub(crate) fn area(&mut self, points: &[(f64, f64)], class: &str) {
        self.points("polygon", points, class);
    }

    /// Draws a line from the top to the bottom; `tooltip` is shown under the mouse.
    pub(crate) fn vertical(&mut self, x: f64, class: &str, tooltip: &str) {
        let at = coordinate(self.x_at(x));
        let _ = writeln!(
            self.svg,
            "<line class=\"{class}\" x1=\"{at}\" x2=\"{at}\" y1=\"{TOP}\" y2=\"{}\"><title>{}</title></line>",
            HEIGHT - BOTTOM,
            escape(tooltip)
        );
    }

    /// Draws a line from left to right.
    pub(crate) fn horizontal(&mut self, y: f64, class: &str) {
        let at = coordinate(self.y_at(y));
        let _ = writeln!(self.svg, "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\"/>", WIDTH - RIGHT);
    }

    /// Draws a mark of some shape; `tooltip` is shown under the mouse.
    pub(crate) fn mark(&mut self, (x, y): (f64, f64), shape: Shape, tooltip: &str) {
        let at = (self.x_at(x), self.y_at(y));
        let _ = writeln!(self.svg, "<path class=\"mark\" d=\"{}\"><title>{}</title></path>", shape.path(at), escape(tooltip));
    }

    fn points(&mut self, element: &str, points: &[(f64, f64)], class: &str) {
        let _ = write!(self.svg, "<{element} class=\"{class}\" points=\"");
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

/// The shape of a mark, so that marks differ without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Diamond,
    Square,
    Triangle,
    Cross,
}

impl Shape {
    pub(crate) const ALL: [Self; 4] = [Self::Diamond, Self::Square, Self::Triangle, Self::Cross];

    fn path(self, (x, y): (f64, f64)) -> String {
        let corners: &[(f64, f64)] = match self {
            Self::Diamond => &[(0.0, -6.5), (6.5, 0.0), (0.0, 6.5), (-6.5, 0.0)],
            Self::Square => &[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)],
            Self::Triangle => &[(0.0, 6.0), (-6.0, -4.5), (6.0, -4.5)],
            Self::Cross => &[(-5.0, -5.0), (0.0, 0.0), (5.0, -5.0), (0.0, 0.0), (5.0, 5.0), (0.0, 0.0), (-5.0, 5.0), (0.0, 0.0)],
        };
        let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{} {}", coordinate(x + dx), coordinate(y + dy))).collect();
        format!("M{}Z", corners.join("L"))
    }
}

/// A coordinate in the drawing, to a tenth.
pub(crate) fn coordinate(at: f64) -> String {
    let text = format!("{at:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// What the legend of a plot shows of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LegendMark<'a> {
    /// A line with its class.
    Line(&'a str),
    /// A dot with its class.
    Dot(&'a str),
    Shape(Shape),
}

/// The legend of a plot, with the name of each entry.
pub(crate) fn legend(entries: &[(LegendMark<'_>, &str)]) -> String {
    let mut html = String::from("<ul class=\"key\">");
    for (mark, name) in entries {
        let mark = match mark {
            LegendMark::Line(class) => format!("<polyline class=\"{class}\" points=\"0,5 24,5\"/>"),
            LegendMark::Dot(class) => format!("<circle class=\"{class}\" cx=\"12\" cy=\"5\" r=\"4\"/>"),
            LegendMark::Shape(shape) => format!("<path class=\"mark\" d=\"{}\"/>", shape.path((12.0, 5.0))),
        };
        let _ = write!(html, "<li><svg viewBox=\"0 0 24 10\" aria-hidden=\"true\">{mark}</svg>{}</li>", Html::text(name).as_str());
    }
    html.push_str("</ul>\n");
    html
}
