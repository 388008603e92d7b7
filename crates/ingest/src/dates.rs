//! Parses dates as reports write them.

use model::Date;

/// A date of a header line, and whether it could be read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeaderDate {
    pub(crate) day: Date,
    pub(crate) is_ambiguous: bool,
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads `2023/09/24`, `2023-09-24`, `24/09/2010`, `28. 07. 2005`, `24/09/29` (year first), `May 10, 2020`.
pub(crate) fn header_date(text: &str) -> Option<HeaderDate> {
    let unambiguous = |day| HeaderDate { day, is_ambiguous: false };
    if text.chars().any(char::is_alphabetic) {
        return worded_date(text).map(unambiguous);
    }
    let [a, b, c] = three_numbers(text)?;
    match (a.digits, c.digits) {
        (4, 1..=2) => date(a.value, b.value, c.value).map(unambiguous),
        (1..=2, 4) => date(c.value, b.value, a.value).map(unambiguous),
        (1..=2, 1..=2) => {
            let year_first = date(2000 + a.value, b.value, c.value);
            let day_first = date(2000 + c.value, b.value, a.value);
            let day = year_first.or(day_first)?;
            Some(HeaderDate { day, is_ambiguous: day_first.is_some_and(|other| other != day) })
        }
        _ => None,
    }
}

/// Reads `May 10, 2020` and `10 May 2020`.
fn worded_date(text: &str) -> Option<Date> {
    let mut words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '.' || c == '-').filter(|word| !word.is_empty());
    let (first, second, third) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let (month, day) = if first.starts_with(|c: char| c.is_ascii_digit()) { (second, first) } else { (first, second) };
    let stem = month.get(..3)?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|&m| m == stem)? + 1;
    let year = number(third).filter(|year| year.digits == 4)?;
    date(year.value, u32::try_from(month).ok()?, number(day)?.value)
}

/// The date of a round: the first order of year, month and day that falls inside the tournament.
///
/// Without the dates of the tournament, the order of the format (year, month, day) is taken.
pub(crate) fn round_date(text: &str, within: Option<(Date, Date)>) -> Option<Date> {
    let [a, b, c] = three_numbers(text)?;
    let full_year = |number: DigitGroup| if number.digits == 4 { number.value } else { 2000 + number.value };
    let readings = [
        date(full_year(a), b.value, c.value),
        date(full_year(c), b.value, a.value),
        // Some programs write year, day, month.
        date(full_year(a), c.value, b.value),
    ];
    match within {
        Some((start, end)) => readings.into_iter().flatten().find(|day| (start..=end).contains(day)),
        None => readings.into_iter().flatten().next(),
    }
}

/// Finds the year in a date of birth of any format.
pub(crate) fn birth_year(text: &str) -> Option<i16> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|group| group.len() == 4)
        .filter_map(|group| group.parse::<i16>().ok())
        .find(|year| (1850..=2100).contains(year))
}

#[derive(Clone, Copy)]
struct DigitGroup {
    value: u32,
    digits: usize,
}

fn number(text: &str) -> Option<DigitGroup> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let value = if is_number { text.parse().ok()? } else { return None };
    Some(DigitGroup { value, digits: text.len() })
}

fn three_numbers(text: &str) -> Option<[DigitGroup; 3]> {
    let mut parts = text.split(['/', '.', '-']).map(|part| number(part.trim()));
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    let year = i32::try_from(year).ok().filter(|year| (1900..=2199).contains(year))?;
    Date::from_ymd_opt(year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a date")
    }

    #[test]
    fn every_date_format_of_headers_is_read() {
        for (text, expected) in [
            ("28. 07. 2005", "2005-07-28"),
            ("24/09/2010", "2010-09-24"),
            ("2023-09-24", "2023-09-24"),
            ("24/09/29", "2024-09-29"),
            ("May 10, 2020", "2020-05-10"),
            ("24.09.2021", "2021-09-24"),
            ("2024/01/14", "2024-01-14"),
            ("10.09.13", "2010-09-13"),
            ("9 June 2024", "2024-06-09"),
            ("13.12.24", "2013-12-24"),
            ("24.13.05", ""),
            ("31/02/2024", ""),
            ("2024", ""),
            ("tomorrow", ""),
            ("", ""),
            ("2024/01/01 - 2024/01/05", ""),
            ("é10, 2020", ""),
        ] {
            let read = header_date(text).map(|date| date.day);
            assert_eq!(read, expected.parse().ok(), "{text}");
        }
    }

    #[test]
    fn only_a_year_of_two_digits_can_be_read_in_two_ways() {
        let two = |text| header_date(text).map(|date| date.is_ambiguous);
        assert_eq!(two("24/09/29"), Some(true));
        assert_eq!(two("09/09/09"), Some(false));
        assert_eq!(two("24/09/32"), Some(false), "32 is no day, so 24 September 2032");
        assert_eq!(two("24/09/2010"), Some(false));
    }

    #[test]
    fn the_tournament_decides_how_the_day_of_a_round_is_read() {
        let autumn = Some((day("2023-09-24"), day("2023-09-30")));
        assert_eq!(round_date("23/09/24", autumn), Some(day("2023-09-24")));
        assert_eq!(round_date("24/09/23", autumn), Some(day("2023-09-24")));
        assert_eq!(round_date("23.25.09", autumn), Some(day("2023-09-25")));
        assert_eq!(round_date("24/09/24", autumn), None);
        assert_eq!(round_date("24/09/23", None), Some(day("2024-09-23")));
        assert_eq!(round_date("2023/09/24", None), Some(day("2023-09-24")));
        assert_eq!(round_date("24/09", None), None);
    }

    #[test]
    fn a_year_of_birth_is_found_in_every_shape() {
        for (text, year) in [
            ("1969.01.01", Some(1969)),
            ("1969-01-01", Some(1969)),
            ("1990/00/00", Some(1990)),
            ("2004", Some(2004)),
            ("01.02.1980", Some(1980)),
            (".  .", None),
            ("0000/00/00", None),
            ("", None),
            ("01.02.80", None),
            ("19690101", None),
        ] {
            assert_eq!(birth_year(text), year, "{text}");
        }
    }
}
