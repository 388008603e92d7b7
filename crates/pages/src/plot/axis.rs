//! Axes of plots: their ends, ticks and labels.

use chrono::{Datelike, NaiveDate};

/// The ends of an axis, and its ticks with labels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that contains all values, with both ends at a tick. A single value is in the middle.
    pub(crate) fn around(low: f64, high: f64, about: u32) -> Self {
        let (low, high) = distinct_ends(low, high);
        let step = step(low, high, about);
        Self::stepped((low / step).floor() * step, (high / step).ceil() * step, step)
    }

    /// An axis with exactly these ends.
    pub(crate) fn between(low: f64, high: f64, about: u32) -> Self {
        let (low, high) = distinct_ends(low, high);
        Self::stepped(low, high, step(low, high, about))
    }

    /// An axis for counts: from 0, in whole steps.
    pub(crate) fn counts(highest: f64) -> Self {
        let high = highest.max(1.0);
        let step = step(0.0, high, 5).max(1.0);
        Self::stepped(0.0, (high / step).ceil() * step, step)
    }

    fn stepped(low: f64, high: f64, step: f64) -> Self {
        // A small tolerance, because a bound that is a tick need not be a whole multiple in binary.
        let (first, last) = ((low / step - 1e-6).ceil() as i64, (high / step + 1e-6).floor() as i64);
        let ticks = (first..=last).map(|times| times as f64 * step).map(|value| (value, label(value, step))).collect();
        Self { low, high, ticks }
    }

    /// An axis of days, as numbers from the common era.
    pub(crate) fn for_days(first: NaiveDate, last: NaiveDate) -> Self {
        let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
        let span = (months(last) - months(first)).max(1);
        let every = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600].into_iter().find(|every| span / every <= 6).unwrap_or(1200);
        let ticks = (months(first)..=months(last)).filter(|month| month.rem_euclid(every) == 0).filter_map(|month| {
            let year = i32::try_from(month.div_euclid(12)).ok()?;
            let day = NaiveDate::from_ymd_opt(year, u32::try_from(month.rem_euclid(12)).ok()? + 1, 1)?;
            let words = if every >= 12 { year.to_string() } else { day.format("%Y-%m").to_string() };
            (first <= day && day <= last).then(|| (day_number(day), words))
        });
        let (low, high) = distinct_ends(day_number(first), day_number(last));
        Self { low, high, ticks: ticks.collect() }
    }
}

/// A day as a number on an axis.
pub(crate) fn day_number(day: NaiveDate) -> f64 {
    f64::from(day.num_days_from_ce())
}

/// The two ends, moved apart if they are equal.
fn distinct_ends(low: f64, high: f64) -> (f64, f64) {
    if high > low { (low, high) } else { (low - 1.0, low + 1.0) }
}

/// One, two or five times a power of ten, so that there are about `about` steps.
fn step(low: f64, high: f64, about: u32) -> f64 {
    let rough = (high - low) / f64::from(about.max(1));
    let power = 10_f64.powi(rough.log10().floor() as i32);
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough * 0.999).unwrap_or(10.0);
    times * power
}

/// A number with as many places as the step needs.
pub(crate) fn label(value: f64, step: f64) -> String {
    let places = if step >= 1.0 { 0 } else { (-step.log10().floor()) as usize };
    let digits = format!("{:.places$}", value.abs());
    let is_negative = value < 0.0 && digits.bytes().any(|digit| digit.is_ascii_digit() && digit != b'0');
    let digits = match digits.parse::<u64>() {
        Ok(whole) => crate::html::NOTATION.grouped(whole),
        Err(_) => digits,
    };
    if is_negative { format!("\u{2212}{digits}") } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_around_the_values() {
        let axis = Axis::around(1412.0, 2788.0, 6);
        assert_eq!(labels(&axis), ["1000", "1500", "2000", "2500", "3000"]);
        assert_eq!((axis.low, axis.high), (1000.0, 3000.0));
        assert_eq!(labels(&Axis::around(0.0, 1.0, 5)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&Axis::around(0.0, 70_000.0, 4)), ["0", "20\u{202f}000", "40\u{202f}000", "60\u{202f}000", "80\u{202f}000"]);
    }

    #[test]
    fn negative_values_have_a_zero_without_a_sign() {
        assert_eq!(labels(&Axis::around(-37.0, 42.0, 5)), ["\u{2212}40", "\u{2212}20", "0", "20", "40", "60"]);
        assert_eq!(label(-0.0, 1.0), "0");
        assert_eq!(label(-0.001, 0.1), "0.0");
    }

    #[test]
    fn a_single_value_is_in_the_middle() {
        let axis = Axis::around(2000.0, 2000.0, 2);
        assert!(axis.low < 2000.0 && axis.high > 2000.0);
        assert!(axis.ticks.len() >= 2);
    }

    #[test]
    fn counts_begin_at_0_and_have_whole_steps() {
        assert_eq!(labels(&Axis::counts(0.0)), ["0", "1"]);
        assert_eq!(labels(&Axis::counts(3.0)), ["0", "1", "2", "3"]);
        assert_eq!(labels(&Axis::counts(47.0)), ["0", "10", "20", "30", "40", "50"]);
    }

    #[test]
    fn ends_that_are_given_stay_and_ticks_lie_between() {
        let axis = Axis::between(1390.0, 2010.0, 4);
        assert_eq!((axis.low, axis.high), (1390.0, 2010.0));
        assert_eq!(labels(&axis), ["1400", "1600", "1800", "2000"]);
    }

    #[test]
    fn days_have_ticks_at_months_or_years() {
        let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").expect("a day");
        assert_eq!(labels(&Axis::for_days(day("2023-11-15"), day("2024-03-01"))), ["2023-12", "2024-01", "2024-02", "2024-03"]);
        assert_eq!(labels(&Axis::for_days(day("2012-07-01"), day("2024-03-01"))), ["2014", "2016", "2018", "2020", "2022", "2024"]);
        let one = Axis::for_days(day("2024-03-01"), day("2024-03-01"));
        assert_eq!(labels(&one), ["2024-03"]);
        assert!(one.low < one.high);
    }
}
