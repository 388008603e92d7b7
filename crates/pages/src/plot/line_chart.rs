//! Line charts: values over days.

use super::axis::{Axis, day_number, label};
use super::frame::{Frame, PlotLabels, figure, legend};
use crate::html::Html;
use chrono::NaiveDate;

/// A line with more values has no dots with tooltips.
const MAX_DOTS: usize = 150;

const CLASSES: [(&str, &str); 4] = [("path c0", "dot c0"), ("path c1", "dot c1"), ("path c2", "dot c2"), ("path c3", "dot c3")];

/// One line for each series; a fifth has the colour of the first.
#[derive(Clone, Debug)]
pub struct LineChart {
    labels: PlotLabels,
    pub(crate) series: Vec<(String, Vec<(NaiveDate, f64)>)>,
    marks: Vec<(NaiveDate, f64, String)>,
    /// What the marks are, for the legend.
    marks_name: String,
}

impl LineChart {
    pub fn new(title: &str, y: &str) -> Self {
        Self { labels: PlotLabels::new(title, "", y), series: Vec::new(), marks: Vec::new(), marks_name: String::new() }
    }

    /// Values by day, in the order of days. Values that are not finite are left out.
    #[must_use]
    pub fn series(mut self, name: &str, values: impl IntoIterator<Item = (NaiveDate, f64)>) -> Self {
        let values = values.into_iter().filter(|(_, value)| value.is_finite()).collect();
        self.series.push((name.to_owned(), values));
        self
    }

    /// Larger dots of another colour with a text each, on a page only. Values that are not finite are left out.
    #[must_use]
    pub fn marks(mut self, name: &str, marks: impl IntoIterator<Item = (NaiveDate, f64, String)>) -> Self {
        self.marks.extend(marks.into_iter().filter(|(_, value, _)| value.is_finite()));
        name.clone_into(&mut self.marks_name);
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
        }
        let (_, mark_class) = CLASSES[self.series.len() % CLASSES.len()];
        for (day, value, text) in &self.marks {
            frame.dot((day_number(*day), *value), mark_class, 5.0, &format!("{day}: {text}"));
        }
        let names = self.series.iter().map(|(name, _)| name.as_str()).chain((!self.marks.is_empty()).then_some(self.marks_name.as_str()));
        let names: Vec<(&str, &str)> = names.enumerate().map(|(at, name)| (CLASSES[at % CLASSES.len()].0, name)).collect();
        let legend = if names.len() > 1 { legend(&names) } else { String::new() };
        figure(&self.labels.title, &(frame.finish() + &legend))
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
}
