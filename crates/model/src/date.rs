//! Dates and list dates.

use chrono::{Datelike, Days, Months};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Calendar date.
pub type Date = chrono::NaiveDate;

/// Date of a list: the first day of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListDate(Date);

/// Error: a text that is not a date of the expected form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDateError {
    given: String,
    wanted: &'static str,
}

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not {}", self.given, self.wanted)
    }
}

impl std::error::Error for ParseDateError {}

impl ListDate {
    /// The list date of the month of `day`.
    pub fn of_month(day: Date) -> Self {
        Self(day.with_day(1).expect("every month has a first day"))
    }

    /// `day` as a list date, if it is the first of a month.
    pub fn new(day: Date) -> Option<Self> {
        (day.day() == 1).then_some(Self(day))
    }

    pub const fn day(self) -> Date {
        self.0
    }

    /// The list date `months` later.
    pub fn plus_months(self, months: u32) -> Self {
        Self(self.0.checked_add_months(Months::new(months)).expect("within the calendar"))
    }

    /// The list date `months` earlier.
    pub fn minus_months(self, months: u32) -> Self {
        Self(months_before(self.0, months))
    }

    /// The month as the command line writes it: `2024-02`.
    pub fn month(self) -> String {
        self.0.format("%Y-%m").to_string()
    }

    /// The month as people write it: `February 2024`.
    pub fn in_words(self) -> String {
        self.0.format("%B %Y").to_string()
    }
}

impl fmt::Display for ListDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Parses `2024-02` or `2024-02-01`.
impl FromStr for ListDate {
    type Err = ParseDateError;
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let wanted = "the month of a list, as 2024-02";
        let error = || ParseDateError { given: text.to_owned(), wanted };
        let day = match text.len() {
            7 => parse_iso_date(&format!("{text}-01")),
            _ => parse_iso_date(text),
        };
        day.ok().and_then(ListDate::new).ok_or_else(error)
    }
}

impl Serialize for ListDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ListDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Parses exactly `2024-02-01`.
pub fn parse_iso_date(text: &str) -> Result<Date, ParseDateError> {
    let error = || ParseDateError { given: text.to_owned(), wanted: "a date, as 2024-02-01" };
    let shape = text.len() == 10 && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    // Parsed by hand, because tables hold hundreds of thousands of dates.
    let number =
        |digits: std::ops::Range<usize>| text.as_bytes()[digits].iter().fold(0u16, |number, digit| 10 * number + u16::from(digit - b'0'));
    let day = || Date::from_ymd_opt(number(0..4).into(), number(5..7).into(), number(8..10).into());
    shape.then(day).flatten().ok_or_else(error)
}

/// `day` minus a number of days.
pub fn days_before(day: Date, days: u32) -> Date {
    day.checked_sub_days(Days::new(days.into())).expect("within the calendar")
}

/// `day` minus a number of months.
pub fn months_before(day: Date, months: u32) -> Date {
    day.checked_sub_months(Months::new(months)).expect("within the calendar")
}

/// Days from the first day of the common era to 1970-01-01.
const EPOCH: i32 = 719_163;

/// Days from 1970-01-01 to a date, as tables store dates.
pub fn days_since_1970(date: Date) -> i32 {
    date.num_days_from_ce() - EPOCH
}

/// The date a number of days after 1970-01-01; `None` outside the calendar.
pub fn any_date_after_1970(days: i32) -> Option<Date> {
    Date::from_num_days_from_ce_opt(days.checked_add(EPOCH)?)
}

/// The date a number of days after 1970-01-01; `None` outside the years of lists and tournaments (1800 to 2200).
pub fn date_after_1970(days: i32) -> Option<Date> {
    any_date_after_1970(days).filter(|date| (1800..=2200).contains(&date.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_named_by_its_month_or_by_its_day() {
        let february: ListDate = "2024-02".parse().expect("a month");
        assert_eq!(february, "2024-02-01".parse().expect("a first of a month"));
        assert_eq!(february.to_string(), "2024-02-01");
        for wrong in ["2024-02-02", "2024-13", "24-02", "2024/02/01", "", "+2024-2"] {
            assert!(wrong.parse::<ListDate>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn months_are_counted_across_years() {
        let list: ListDate = "2024-03".parse().expect("a month");
        assert_eq!(list.minus_months(26).to_string(), "2022-01-01");
        assert_eq!(list.plus_months(10).to_string(), "2025-01-01");
    }
}
