//! Charts of named rows: a table with a drawing in every row, so that the numbers stand beside it and the names wrap as text does.

use super::axis::Axis;
use super::frame::PlotLabels;
use crate::Value;
use crate::html::{Html, NOTATION, escape};
use std::fmt::Write as _;

/// Rows with a drawing each, on one scale.
pub(crate) struct ChartTable<'a> {
    labels: &'a PlotLabels,
    axis: Axis,
    /// The heading of the names, and those of the numbers.
    name: &'a str,
    numbers: &'a [&'a str],
    rows: String,
}

/// One row: its name with a smaller line under it, its drawing, and its numbers.
pub(crate) struct ChartRow<'a> {
    pub(crate) name: &'a Value,
    pub(crate) detail: &'a Value,
    pub(crate) drawing: String,
    pub(crate) numbers: Vec<Value>,
    /// Whether the row is a total of others.
    pub(crate) is_total: bool,
}

impl<'a> ChartTable<'a> {
    pub(crate) fn new(labels: &'a PlotLabels, axis: Axis, name: &'a str, numbers: &'a [&'a str]) -> Self {
        Self { labels, axis, name, numbers, rows: String::new() }
    }

    /// Where a value is, from 0 to 100.
    fn place(&self, value: f64) -> f64 {
        ((value - self.axis.low) / (self.axis.high - self.axis.low) * 100.0).clamp(0.0, 100.0)
    }

    /// A bar from one value to another.
    pub(crate) fn bar(&self, from: f64, to: f64, class: &str) -> String {
        let (one, other) = (self.place(from), self.place(to));
        let (left, width) = (one.min(other), (other - one).abs());
        format!("<rect class=\"{class}\" x=\"{}%\" width=\"{}%\" y=\"20%\" height=\"60%\"/>", share(left), share(width))
    }

    /// A line from one value to another.
    pub(crate) fn line(&self, from: f64, to: f64, class: &str) -> String {
        let (one, other) = (share(self.place(from)), share(self.place(to)));
        format!("<line class=\"{class}\" x1=\"{one}%\" x2=\"{other}%\" y1=\"50%\" y2=\"50%\"/>")
    }

    pub(crate) fn dot(&self, at: f64, class: &str) -> String {
        format!("<circle class=\"{class}\" cx=\"{}%\" cy=\"50%\" r=\"5\"/>", share(self.place(at)))
    }

    /// An upright line through the whole row.
    pub(crate) fn upright(&self, at: f64, class: &str) -> String {
        let at = share(self.place(at));
        format!("<line class=\"{class}\" x1=\"{at}%\" x2=\"{at}%\" y1=\"0\" y2=\"100%\"/>")
    }

    /// An upright line at zero, where zero is between the ends.
    pub(crate) fn zero(&self) -> String {
        if self.axis.low < 0.0 && self.axis.high > 0.0 { self.upright(0.0, "axis") } else { String::new() }
    }

    pub(crate) fn row(&mut self, row: ChartRow<'_>) {
        // Writing to a string cannot fail.
        let class = if row.is_total { " class=\"total\"" } else { "" };
        let (last, folded) = row.numbers.split_last().unwrap_or((&Value::Empty, &[]));
        let folded_text = folded_numbers(self.numbers, folded);
        let _ = write!(
            self.rows,
            "<tr role=\"row\"{class}><th scope=\"row\" role=\"rowheader\"{folded_text}>{}",
            Html::value(row.name).as_str()
        );
        if !row.detail.is_empty() {
            let _ = write!(self.rows, "<small>{}</small>", Html::value(row.detail).as_str());
        }
        let drawing = row.drawing;
        let _ = write!(self.rows, "</th><td role=\"cell\" class=\"t\"><svg class=\"track\" aria-hidden=\"true\">{drawing}</svg></td>");
        for number in folded {
            let _ = write!(self.rows, "<td role=\"cell\" class=\"n w\">{}</td>", Html::value(number).as_str());
        }
        let _ = writeln!(self.rows, "<td role=\"cell\" class=\"n\">{}</td></tr>", Html::value(last).as_str());
    }

    /// The figure with title, sentence, legend, scale and rows.
    pub(crate) fn finish(self, legend: &str) -> Html {
        let Self { labels, axis, name, numbers, rows } = self;
        let mut head = format!("<th scope=\"col\" role=\"columnheader\">{}</th>", escape(name));
        let scale = Self { labels, axis: axis.clone(), name, numbers, rows: String::new() };
        let _ = write!(
            head,
            "<th scope=\"col\" role=\"columnheader\" class=\"t\">{}<svg class=\"track scale\" aria-hidden=\"true\">",
            escape(&labels.x)
        );
        // Beside several numbers the track is narrow.
        let most_ticks = if numbers.len() > 1 { 3 } else { 5 };
        let every = axis.ticks.len().div_ceil(most_ticks).max(1);
        for (value, label) in axis.ticks.iter().step_by(every) {
            let _ = write!(head, "<text x=\"{}%\" y=\"90%\" text-anchor=\"middle\">{}</text>", share(scale.place(*value)), escape(label));
        }
        head.push_str("</svg></th>");
        for (at, number) in numbers.iter().enumerate() {
            let class = if at + 1 < numbers.len() { "n w" } else { "n" };
            let _ = write!(head, "<th scope=\"col\" role=\"columnheader\" class=\"{class}\">{}</th>", escape(number));
        }
        let table = format!(
            "<table class=\"chart\" role=\"table\" aria-label=\"{}\">\n<thead role=\"rowgroup\"><tr role=\"row\">{head}</tr></thead>\n\
             <tbody role=\"rowgroup\">\n{rows}</tbody></table>\n",
            escape(&labels.title)
        );
        labels.figure(&format!("{legend}{table}"))
    }
}

/// The attribute that holds the numbers which a narrow page shows in a second line.
fn folded_numbers(names: &[&str], numbers: &[Value]) -> String {
    let shown: Vec<String> = names
        .iter()
        .zip(numbers)
        .filter(|(_, number)| !number.is_empty())
        .map(|(name, number)| format!("{} {}", name, NOTATION.write(number)))
        .collect();
    if shown.is_empty() { String::new() } else { format!(" data-w=\"{}\"", escape(&shown.join(" \u{b7} "))) }
}

/// A part of a hundred, to a tenth.
fn share(part: f64) -> String {
    super::frame::coordinate(part)
}
