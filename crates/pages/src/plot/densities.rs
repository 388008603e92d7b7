//! Densities: two distributions over one another.

use super::axis::{Axis, label};
use super::frame::{Frame, LegendMark, PlotLabels, legend};
use crate::html::Html;
use crate::{Column, DocumentTable, Value};

/// Two distributions in classes of one width: the first as a dashed line, the second as a filled area.
#[derive(Clone, Debug)]
pub struct Densities {
    labels: PlotLabels,
    first: f64,
    width: f64,
    names: [String; 2],
    counts: [Vec<u64>; 2],
}

impl Densities {
    /// The first class goes from `first` to `first + width`, its upper end not included.
    pub fn new(title: &str, x: &str, first: f64, width: f64, [one, other]: [(&str, &[u64]); 2]) -> Self {
        Self {
            labels: PlotLabels::new(title, x, "share of the players"),
            first,
            width,
            names: [one.0.to_owned(), other.0.to_owned()],
            counts: [one.1.to_vec(), other.1.to_vec()],
        }
    }

    /// A sentence that says what the plot shows.
    #[must_use]
    pub fn sentence(mut self, sentence: impl Into<Value>) -> Self {
        self.labels.sentence = sentence.into();
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        let count = |list: usize, class: usize| self.counts[list].get(class).copied().unwrap_or(0);
        let classes = 0..self.counts[0].len().max(self.counts[1].len());
        let is_used = |class: &usize| count(0, *class) + count(1, *class) > 0;
        let (Some(lowest), Some(highest)) = (classes.clone().find(is_used), classes.rev().find(is_used)) else {
            return self.labels.without_data();
        };
        let used = lowest..=highest;
        let totals = [0, 1].map(|list| used.clone().map(|class| count(list, class)).sum::<u64>());
        let percent = |list: usize, class: usize| count(list, class) as f64 * 100.0 / totals[list].max(1) as f64;
        let most = used.clone().flat_map(|class| [percent(0, class), percent(1, class)]).fold(0.0, f64::max);
        let from = |class: usize| self.first + class as f64 * self.width;
        let mut y = Axis::around(0.0, most, 4);
        y.ticks.iter_mut().for_each(|(_, words)| words.push_str("\u{202f}%"));
        let mut frame = Frame::new(&self.labels, Axis::between(from(lowest), from(highest + 1), 7), y);
        let steps = |list: usize| -> Vec<(f64, f64)> {
            let tops = used.clone().flat_map(|class| [(from(class), percent(list, class)), (from(class + 1), percent(list, class))]);
            [(from(lowest), 0.0)].into_iter().chain(tops).chain([(from(highest + 1), 0.0)]).collect()
        };
        if totals[1] > 0 {
            frame.area(&steps(1), "area c0");
            frame.path(&steps(1), "path c0");
        }
        if totals[0] > 0 {
            frame.path(&steps(0), "dashed c1");
        }
        let [one, other] = &self.names;
        let names = [(LegendMark::Line("dashed c1"), one.as_str()), (LegendMark::Line("path c0"), other.as_str())];
        let columns = [
            Column::number("From"),
            Column::number("To under"),
            Column::number(one),
            Column::number(other),
            Column::number("More or fewer"),
        ];
        let mut numbers = DocumentTable::new(columns);
        for class in used {
            let more = i64::try_from(count(1, class)).unwrap_or(0) - i64::try_from(count(0, class)).unwrap_or(0);
            let ends = [label(from(class), 1.0).into(), label(from(class + 1), 1.0).into()];
            numbers.row(ends.into_iter().chain([Value::Count(count(0, class)), Value::Count(count(1, class)), Value::Change(more)]));
        }
        let details = Html::details("The numbers", numbers.to_html(&self.labels.title));
        self.labels.figure(&(frame.finish() + &legend(&names) + details.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_distributions_are_shares_of_their_own_players() {
        let html = Densities::new("Ratings", "rating", 1400.0, 100.0, [("A", &[0, 1, 1]), ("B", &[0, 0, 30, 10])]).to_html();
        // Half of A and three quarters of B, on an axis that ends at 80 %.
        assert!(html.as_str().contains(">80\u{202f}%</text>"), "{html:?}");
        assert_eq!(
            (html.as_str().matches("<polygon").count(), html.as_str().matches("<polyline class=\"dashed c1\" points=\"52").count()),
            (1, 1)
        );
        assert!(
            html.as_str().contains(
                "<td class=\"n\">1600</td><td class=\"n\">1700</td><td class=\"n\">1</td><td class=\"n\">30</td><td class=\"n\">+29</td>"
            ),
            "{html:?}"
        );
    }

    #[test]
    fn lists_without_players_have_no_densities() {
        assert!(Densities::new("t", "x", 0.0, 50.0, [("A", &[0]), ("B", &[])]).to_html().as_str().contains("No data."));
        let one = Densities::new("t", "x", 0.0, 50.0, [("A", &[]), ("B", &[2])]).to_html();
        assert!(!one.as_str().contains("NaN") && !one.as_str().contains("<polyline class=\"dashed c1\" points=\"52"), "{one:?}");
    }
}
