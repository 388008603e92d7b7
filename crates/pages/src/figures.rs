//! Figures: the few numbers that a page shows in large type.

use crate::Value;

/// Named numbers in large type, each with a smaller remark.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub(crate) figures: Vec<Figure>,
}

#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: Value,
    pub(crate) remark: Value,
    pub(crate) weight: FigureWeight,
}

/// How a figure stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FigureWeight {
    Plain,
    /// What comes first of two: before, or list A.
    First,
    /// What comes second: after, or list B.
    Second,
    /// Both beside one another.
    Pair,
}

impl Figures {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a figure; the remark may be empty.
    #[must_use]
    pub fn figure(self, name: &str, value: impl Into<Value>, remark: impl Into<Value>) -> Self {
        self.weighed(name, value, remark, FigureWeight::Plain)
    }

    /// Adds a larger figure in the colour of what comes first: before, or list A.
    #[must_use]
    pub fn first(self, name: &str, value: impl Into<Value>, remark: impl Into<Value>) -> Self {
        self.weighed(name, value, remark, FigureWeight::First)
    }

    /// Adds a larger figure in the colour of what comes second: after, or list B.
    #[must_use]
    pub fn second(self, name: &str, value: impl Into<Value>, remark: impl Into<Value>) -> Self {
        self.weighed(name, value, remark, FigureWeight::Second)
    }

    /// Adds two numbers of one kind beside one another, what comes first and what comes second, with how far they are apart.
    #[must_use]
    pub fn pair(self, name: &str, (first, second): (f64, f64), places: usize) -> Self {
        let difference = second - first;
        let rounded = format!("{:.places$}", difference.abs()).parse::<f64>().unwrap_or(0.0);
        let remark = match (rounded > 0.0, difference > 0.0) {
            (true, true) => Value::phrase(["\u{25b2} +".into(), Value::Decimal(rounded, places)]),
            (true, false) => Value::phrase(["\u{25bc} ".into(), Value::Decimal(-rounded, places)]),
            (false, _) => "the same".into(),
        };
        let number = |number: f64| if places == 0 { Value::Count(number.max(0.0) as u64) } else { Value::Decimal(number, places) };
        self.weighed(name, Value::phrase([number(first), " \u{2192} ".into(), number(second)]), remark, FigureWeight::Pair)
    }

    /// Adds a count with what it was at an earlier time, where that is known.
    #[must_use]
    pub fn compared(self, name: &str, count: u64, before: Option<u64>, when: &str) -> Self {
        let remark = before.map(|before| comparison(count, before, when));
        self.figure(name, Value::Count(count), remark)
    }

    fn weighed(mut self, name: &str, value: impl Into<Value>, remark: impl Into<Value>, weight: FigureWeight) -> Self {
        self.figures.push(Figure { name: name.to_owned(), value: value.into(), remark: remark.into(), weight });
        self
    }
}

/// `▲ +12 from 1 222 a month before`. The triangle says what the sign says, to whoever reads quickly.
fn comparison(now: u64, before: u64, when: &str) -> Value {
    let difference = i64::try_from(now).unwrap_or(i64::MAX).saturating_sub(i64::try_from(before).unwrap_or(i64::MAX));
    let from = |words: &str| Value::phrase([words.into(), Value::Count(before), format!(" {when}").into()]);
    match difference {
        0 => Value::phrase(["as many ".into(), when.into()]),
        1.. => Value::phrase(["\u{25b2} ".into(), Value::Change(difference), from(" from ")]),
        _ => Value::phrase(["\u{25bc} ".into(), Value::Change(difference), from(" from ")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::NOTATION;

    #[test]
    fn a_count_says_what_it_was_before_with_a_sign_and_a_shape() {
        let said = |now, before| NOTATION.write(&comparison(now, before, "on A"));
        assert_eq!(said(12_300, 12_000), "\u{25b2} +300 from 12\u{202f}000 on A");
        assert_eq!(said(5, 7), "\u{25bc} \u{2212}2 from 7 on A");
        assert_eq!(said(5, 5), "as many on A");
    }

    #[test]
    fn a_pair_says_how_far_its_numbers_are_apart() {
        let said = |first, second, places| {
            let pair = &Figures::new().pair("Mean", (first, second), places).figures[0];
            format!("{}: {}", NOTATION.write(&pair.value), NOTATION.write(&pair.remark))
        };
        assert_eq!(said(1753.94, 1734.01, 1), "1753.9 \u{2192} 1734.0: \u{25bc} \u{2212}19.9");
        assert_eq!(said(12_000.0, 12_001.0, 0), "12\u{202f}000 \u{2192} 12\u{202f}001: \u{25b2} +1");
        assert_eq!(said(1.02, 1.01, 1), "1.0 \u{2192} 1.0: the same");
    }

    #[test]
    fn a_count_without_an_earlier_one_has_no_remark() {
        assert!(Figures::new().compared("Players", 5, None, "on A").figures[0].remark.is_empty());
    }
}
