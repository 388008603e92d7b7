//! Dates in tables as people and spreadsheets write them.
//!
//! ISO dates are always read, and so are dates with the year first or with points, which have the day first everywhere. Of `05/03/2024`
//! nobody can tell the day from the month, but the other dates of its table may: where one has a number above 12 in one of the places,
//! all of the table are read so.

use model::{Date, parse_iso_date};
use std::fmt;

/// Which of day and month is written first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DayOrder {
    DayFirst,
    MonthFirst,
}

/// Why a date cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateProblem {
    Unreadable,
    /// Day and month could be exchanged, and no other date of the table tells which is first.
    Ambiguous,
}

impl DateProblem {
    /// What to write instead.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Unreadable => "year, month, day, as 2024-02-01",
            Self::Ambiguous => {
                "day and month could be exchanged, and no date of the table has a day above 12 to tell; write year, month, day, as 2024-02-01"
            }
        }
    }
}

impl fmt::Display for DateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "is not a date, as 2024-02-01",
            Self::Ambiguous => "is a date of which day and month could be exchanged, as 2024-02-01 is not",
        })
    }
}

/// Parses a date of a table; `order` says how the table writes its dates, and is asked only where that matters.
pub(crate) fn parse_date(text: &str, order: impl FnOnce() -> Option<DayOrder>) -> Result<Date, DateProblem> {
    let text = text.trim();
    if let Ok(date) = parse_iso_date(text) {
        return Ok(date);
    }
    // A spreadsheet adds midnight to a date.
    let text = text.strip_suffix(" 00:00:00").or_else(|| text.strip_suffix(" 0:00")).unwrap_or(text);
    let separator = text.bytes().find(|byte| !byte.is_ascii_digit()).filter(|byte| matches!(byte, b'/' | b'.' | b'-'));
    let parts = separator.map(|separator| text.split(char::from(separator)).collect::<Vec<_>>());
    let Some([first, second, third]) = parts.as_deref() else { return Err(DateProblem::Unreadable) };
    let date = |year: &str, month: &str, day: &str| {
        let is_number = |text: &str, digits: std::ops::RangeInclusive<usize>| {
            digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let is_date = is_number(year, 4..=4) && is_number(month, 1..=2) && is_number(day, 1..=2);
        let padded = format!("{year}-{month:0>2}-{day:0>2}");
        is_date.then(|| parse_iso_date(&padded).ok()).flatten().ok_or(DateProblem::Unreadable)
    };
    if first.len() == 4 {
        return date(first, second, third);
    }
    let (day_first, month_first) = (date(third, second, first), date(third, first, second));
    match (day_first, month_first) {
        (day_first, _) if separator == Some(b'.') => day_first,
        (Ok(day_first), Ok(month_first)) if day_first == month_first => Ok(day_first),
        (Ok(day_first), Ok(month_first)) => match order() {
            Some(DayOrder::DayFirst) => Ok(day_first),
            Some(DayOrder::MonthFirst) => Ok(month_first),
            None => Err(DateProblem::Ambiguous),
        },
        // Only one of the two is a date, unless the table writes the other everywhere else.
        (Ok(date), Err(_)) => {
            if order() == Some(DayOrder::MonthFirst) {
                Err(DateProblem::Unreadable)
            } else {
                Ok(date)
            }
        }
        (Err(_), Ok(date)) => {
            if order() == Some(DayOrder::DayFirst) {
                Err(DateProblem::Unreadable)
            } else {
                Ok(date)
            }
        }
        (Err(problem), Err(_)) => Err(problem),
    }
}

/// Parses a date that stands alone, in whatever way it is written unambiguously.
///
/// # Errors
/// If it is no date, or of two readings.
pub fn parse_written_date(text: &str) -> Result<Date, DateProblem> {
    parse_date(text, || None)
}

/// How the dates of a text are written, by those with a number above 12; `None` where there is none, or they contradict each other.
pub(crate) fn day_order(text: &str) -> Option<DayOrder> {
    let bytes = text.as_bytes();
    let mut found = None;
    for at in memchr::memchr2_iter(b'/', b'-', bytes) {
        let Some((first, second)) = numbers_around(bytes, at) else { continue };
        let order = match (first > 12, second > 12) {
            (true, false) if first <= 31 => DayOrder::DayFirst,
            (false, true) if second <= 31 => DayOrder::MonthFirst,
            _ => continue,
        };
        if found.is_some_and(|found| found != order) {
            return None;
        }
        found = Some(order);
    }
    found
}

/// The first two numbers of a date as `25/12/2024` whose first separator is at this position.
fn numbers_around(bytes: &[u8], at: usize) -> Option<(u32, u32)> {
    let number = |digits: &[u8]| digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'));
    let before = bytes[..at].iter().rev().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let after = bytes[at + 1..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let year = bytes.get(at + 1 + after + 1..at + 1 + after + 6).or_else(|| bytes.get(at + 1 + after + 1..))?;
    let is_year = year.len() >= 4 && year[..4].iter().all(u8::is_ascii_digit) && year.get(4).is_none_or(|byte| !byte.is_ascii_digit());
    let has_separator = bytes.get(at + 1 + after) == Some(&bytes[at]);
    // What stands before the first number must not be of the date: `2024-02-01` has no date that begins with its month.
    let is_start = at.checked_sub(before + 1).is_none_or(|before| bytes[before] != bytes[at]);
    let is_date = (1..=2).contains(&before) && (1..=2).contains(&after) && is_year && has_separator && is_start;
    is_date.then(|| (number(&bytes[at - before..at]), number(&bytes[at + 1..at + 1 + after])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, order: Option<DayOrder>) -> Result<String, DateProblem> {
        parse_date(text, || order).map(|date| date.to_string())
    }

    #[test]
    fn dates_that_can_be_read_in_one_way_are_read() {
        for (text, expected) in [
            ("2024-02-01", "2024-02-01"),
            ("2024/2/1", "2024-02-01"),
            ("25/12/2024", "2024-12-25"),
            ("12/25/2024", "2024-12-25"),
            ("05/05/2024", "2024-05-05"),
            ("05.03.2024", "2024-03-05"),
            ("5.3.2024", "2024-03-05"),
            ("25-12-2024", "2024-12-25"),
            ("25/12/2024 00:00:00", "2024-12-25"),
        ] {
            assert_eq!(parsed(text, None).as_deref(), Ok(expected), "{text}");
        }
        for text in ["", "soon", "32/01/2024", "30.02.2024", "25/12/24", "1/2", "1/2/3/2024", "2024", "05.25.2024", "+5/12/2024"] {
            assert_eq!(parsed(text, None), Err(DateProblem::Unreadable), "{text}");
        }
    }

    #[test]
    fn a_date_of_two_readings_is_read_as_the_others_of_its_table() {
        assert_eq!(parsed("05/03/2024", None), Err(DateProblem::Ambiguous));
        assert_eq!(parsed("05/03/2024", Some(DayOrder::DayFirst)).as_deref(), Ok("2024-03-05"));
        assert_eq!(parsed("05/03/2024", Some(DayOrder::MonthFirst)).as_deref(), Ok("2024-05-03"));
        assert_eq!(parsed("12/25/2024", Some(DayOrder::DayFirst)), Err(DateProblem::Unreadable));
    }

    #[test]
    fn the_order_is_told_by_days_above_12() {
        for (text, expected) in [
            ("start,end\n05/03/2024,25/12/2024\n", Some(DayOrder::DayFirst)),
            ("start,end\n05/03/2024,12/25/2024\n", Some(DayOrder::MonthFirst)),
            ("5-3-2024;13-3-2024", Some(DayOrder::DayFirst)),
            ("05/03/2024", None),
            ("25/12/2024,12/25/2024", None),
            ("2024-02-25,25 may,1/2-1/2,13/12/20245", None),
            ("25/12/2024", Some(DayOrder::DayFirst)),
        ] {
            assert_eq!(day_order(text), expected, "{text}");
        }
    }
}
