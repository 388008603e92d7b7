//! Line charts: values over days.

use super::axis::{Axis, day_number, label};
use super::frame::{Frame, LegendMark, PlotLabels, Shape, legend};
use crate::Value;
use crate::html::Html;
use chrono::NaiveDate;

/// A line with more values has no dots with tooltips.
const MAX_DOTS: usize = 150;

const CLASSES: [(&str, &str); 4] = [("path c0", "dot c0"), ("dashed c1", "dot c1"), ("path c2", "dot c2"), ("dashed c3", "dot c3")];

/// A day and a value on a line, and what is marked there.
type Mark = (NaiveDate, f64, String);

/// One line for each series; a fifth looks as the first does.
#[derive(Clone, Debug)]
pub struct LineChart {
    labels: PlotLabels,
    pub(crate) series: Vec<(String, Vec<(NaiveDate, f64)>)>,
    marks: Vec<(String, Vec<Mark>)>,
    events: Vec<(String, Vec<(NaiveDate, String)>)>,
}

impl LineChart {
    pub fn new(title: &str, y: &str) -> Self {
        Self { labels: PlotLabels::new(title, "", y), series: Vec::new(), marks: Vec::new(), events: Vec::new() }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    /// Values by day, in the order of days. Values that are not finite are left out.
    #[must_use]
    pub fn series(mut self, name: &str, values: impl IntoIterator<Item = (NaiveDate, f64)>) -> Self {
        let values = values.into_iter().filter(|(_, value)| value.is_finite()).collect();
        self.series.push((name.to_owned(), values));
        self
    }

    /// Marks of one kind, in a shape of their own, with a text each, on a page only. Values that are not finite are left out.
    #[must_use]
    pub fn marks(mut self, name: &str, marks: impl IntoIterator<Item = (NaiveDate, f64, String)>) -> Self {
        let marks: Vec<_> = marks.into_iter().filter(|(_, value, _)| value.is_finite()).collect();
        if !marks.is_empty() {
            self.marks.push((name.to_owned(), marks));
        }
        self
    }

    /// Days on which something changed for everybody, as upright lines with a text each, on a page only.
    #[must_use]
    pub fn events(mut self, name: &str, events: impl IntoIterator<Item = (NaiveDate, String)>) -> Self {
        let events: Vec<_> = events.into_iter().collect();
        if !events.is_empty() {
            self.events.push((name.to_owned(), events));
        }
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        let all = || self.series.iter().flat_map(|(_, values)| values);
        let days = || all().map(|&(day, _)| day);
        let (Some(first), Some(last)) = (days().min(), days().max()) else { return self.labels.without_data() };
        let low = all().fold(f64::INFINITY, |low, &(_, value)| low.min(value));
        let high = all().fold(f64::NEG_INFINITY, |high, &(_, value)| high.max(value));
        let y = Axis::around(low, high, 5);
        let precision = (y.high - y.low) / 100.0;
        let mut frame = Frame::new(&self.labels, Axis::for_days(first, last), y);
        let mut names = Vec::new();
        for (day, text) in self.events.iter().flat_map(|(_, events)| events).filter(|(day, _)| (first..=last).contains(day)) {
            frame.vertical(day_number(*day), "change", &format!("{day}: {text}"));
        }
        for (at, (name, values)) in self.series.iter().enumerate() {
            let (path, dot) = CLASSES[at % CLASSES.len()];
            let points: Vec<(f64, f64)> = values.iter().map(|&(day, value)| (day_number(day), value)).collect();
            if points.len() > 1 {
                frame.path(&points, path);
            }
            if points.len() <= MAX_DOTS {
                for (&point, (day, value)) in points.iter().zip(values) {
                    frame.dot(point, dot, 2.5, &format!("{name} {day}: {}", label(*value, precision.min(1.0))));
                }
            }
            names.push((LegendMark::Line(path), name.as_str()));
        }
        for (shape, (name, marks)) in Shape::ALL.into_iter().cycle().zip(&self.marks) {
            for (day, value, text) in marks {
                frame.mark((day_number(*day), *value), shape, &format!("{day}: {text}"));
            }
            names.push((LegendMark::Shape(shape), name.as_str()));
        }
        names.extend(self.events.iter().map(|(name, _)| (LegendMark::Line("change"), name.as_str())));
        let legend = if names.len() > 1 { legend(&names) } else { String::new() };
        self.labels.figure(&(frame.finish() + &legend))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(month: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2024, month, 1).expect("a day")
    }

    #[test]
    fn a_line_chart_without_values_says_so() {
        assert!(LineChart::new("t", "rating").to_html().as_str().contains("No data."));
        let html = LineChart::new("t", "rating").series("a", []).series("b", [(day(1), f64::NAN)]).to_html();
        assert!(html.as_str().contains("No data."));
    }

    #[test]
    fn one_value_is_a_dot_without_a_line() {
        let html = LineChart::new("t", "rating").series("a", [(day(1), 2000.0)]).to_html();
        assert_eq!((html.as_str().matches("<circle").count(), html.as_str().matches("<polyline").count()), (1, 0));
        assert!(!html.as_str().contains("NaN") && !html.as_str().contains("inf"), "{html:?}");
    }

    #[test]
    fn several_series_have_a_legend_and_one_has_none() {
        let one = LineChart::new("t", "rating").series("<a>", [(day(1), 1.0), (day(2), -2.0)]);
        assert!(!one.to_html().as_str().contains("class=\"key\""));
        let two = one.series("b", [(day(1), 3.0), (day(3), 4.0)]).to_html();
        assert!(two.as_str().contains("class=\"key\"") && two.as_str().contains("&lt;a&gt; 2024-02-01: \u{2212}2"), "{two:?}");
    }

    #[test]
    fn kinds_of_marks_differ_in_shape_and_are_named_in_the_legend() {
        let chart = LineChart::new("t", "rating").series("rapid", [(day(1), 1.0), (day(4), 2.0)]);
        let marked = chart.marks("title", [(day(1), 1.0, "FM".into())]).marks("order", [(day(4), 2.0, "raised".into())]);
        let html = marked.marks("inactive", []).events("edition", [(day(3), "2024".into()), (day(9), "later".into())]).to_html();
        let paths: std::collections::BTreeSet<&str> =
            html.as_str().split("class=\"mark\" d=\"").skip(1).map(|path| &path[..20.min(path.find('"').unwrap_or(0))]).collect();
        assert_eq!(paths.len(), 4, "two marks and two entries of the legend: {paths:?}");
        for name in ["title</li>", "order</li>", "edition</li>", "2024-03-01: 2024"] {
            assert!(html.as_str().contains(name), "{name}: {html:?}");
        }
        assert!(!html.as_str().contains("inactive") && !html.as_str().contains("later"), "{html:?}");
    }
}
