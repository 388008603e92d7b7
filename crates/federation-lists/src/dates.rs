//! Parses dates in the federation's files: months in file names and headers, and years of birth.

use model::{Control, Date, ListDate};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Parses the month of a header: `SEP25`, `Jan09`, `Sept02`.
pub(crate) fn parse_month(token: &str) -> Option<ListDate> {
    let digits_at = token.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = token.split_at(digits_at);
    let is_number = digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number || !(3..=4).contains(&letters.len()) || !letters.is_ascii() {
        return None;
    }
    let letters = letters.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| letters.starts_with(month))?;
    let year: i32 = digits.parse().ok()?;
    // The federation's lists begin in 2001, so that low numbers are this century.
    let year = if year > 70 { 1900 + year } else { 2000 + year };
    Date::from_ymd_opt(year, u32::try_from(month).ok()? + 1, 1).and_then(ListDate::new)
}

/// Finds the list date in a file name: `standard_sep25frl_xml.zip`, `jan09frl.txt`.
pub fn list_date_in_name(name: &str) -> Option<ListDate> {
    let name = name.to_ascii_lowercase();
    name.match_indices("frl").find_map(|(at, _)| {
        let before = name.get(..at)?;
        parse_month(before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?)
    })
}

/// Finds the time control in a file name: `rapid_rating_list.zip`, `blitz_jan24frl.txt`.
pub fn control_in_name(name: &str) -> Option<Control> {
    let name = name.to_ascii_lowercase();
    [Control::Standard, Control::Rapid, Control::Blitz].into_iter().find(|control| {
        name.match_indices(control.word()).any(|(at, word)| {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            !is_letter(name[..at].chars().next_back()) && !is_letter(name[at + word.len()..].chars().next())
        })
    })
}

/// The result of parsing a year of birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParsedBirthYear {
    Year(i16),
    NotKnown,
    Unreadable,
}

/// Parses `1990`, `12.05.90`, `12.05.1990`; blank, `0` and `0000` are "not known". A year of two digits is the latest in which a player of
/// the list can have been born.
pub(crate) fn birth_year(text: &str, list_year: Option<i32>) -> ParsedBirthYear {
    const YOUNGEST: i32 = 3;
    const OLDEST: i32 = 130;
    // Years had two digits up to 2012, which also stands for an unknown year of the list.
    const LAST_TWO_DIGITS: i32 = 2012;
    const YEARS: std::ops::RangeInclusive<i32> = 1870..=2100;
    if text.bytes().all(|b| matches!(b, b'0' | b'.' | b'/' | b'-' | b' ')) {
        return ParsedBirthYear::NotKnown;
    }
    let parts: Vec<&str> = text.split(['.', '/', '-']).map(str::trim).collect();
    let (year, is_date) = match parts[..] {
        [year] => (year, false),
        [year, _, _] if year.len() == 4 => (year, true),
        [_, _, year] => (year, true),
        _ => return ParsedBirthYear::Unreadable,
    };
    if year.is_empty() || !year.bytes().all(|b| b.is_ascii_digit()) {
        return ParsedBirthYear::Unreadable;
    }
    let Ok(number) = year.parse::<i32>() else { return ParsedBirthYear::Unreadable };
    let whole = match year.len() {
        4 if number == 0 => return ParsedBirthYear::NotKnown,
        4 => number,
        // A year of 00 with a day and month may be 2000; a date of only zeros was handled above.
        2 if is_date => {
            let late = 2000 + number;
            if list_year.unwrap_or(LAST_TWO_DIGITS) - late >= YOUNGEST { late } else { 1900 + number }
        }
        _ => return ParsedBirthYear::Unreadable,
    };
    let can_be = list_year.map_or(YEARS, |list| list - OLDEST..=list);
    match i16::try_from(whole) {
        Ok(year) if can_be.contains(&whole) => ParsedBirthYear::Year(year),
        _ => ParsedBirthYear::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_found_in_headers_whatever_their_case() {
        for (token, month) in [("SEP25", "2025-09"), ("Jan09", "2009-01"), ("jul02", "2002-07"), ("Sept02", "2002-09"), ("OCT2", "2002-10")]
        {
            assert_eq!(parse_month(token), month.parse().ok(), "{token}");
        }
        for other in ["SRtng", "K", "Gms", "25SEP", "SEP", "SEP2025", "xyz25", "B-day"] {
            assert_eq!(parse_month(other), None, "{other}");
        }
    }

    #[test]
    fn months_and_controls_are_found_in_names() {
        for (name, month, control) in [
            ("standard_sep25frl.zip", Some("2025-09"), Some(Control::Standard)),
            ("rapid_jan24frl_xml.zip", Some("2024-01"), Some(Control::Rapid)),
            ("JAN09FRL.TXT", Some("2009-01"), None),
            ("blitz_rating_list.txt", None, Some(Control::Blitz)),
            ("players_list_foa.txt", None, None),
            ("rapidly.txt", None, None),
        ] {
            assert_eq!(list_date_in_name(name), month.and_then(|m| m.parse().ok()), "{name}");
            assert_eq!(control_in_name(name), control, "{name}");
        }
    }

    #[test]
    fn years_of_birth_are_read_in_every_form() {
        for (text, year) in
            [("1990", 1990), ("12.05.90", 1990), ("12.05.1990", 1990), ("01.02.00", 2000), ("31.12.05", 1905), ("00.00.61", 1961)]
        {
            assert_eq!(birth_year(text, Some(2004)), ParsedBirthYear::Year(year), "{text}");
        }
        assert_eq!(birth_year("12.05.01", Some(2004)), ParsedBirthYear::Year(2001), "three years old is the youngest");
        assert_eq!(birth_year("12.05.02", Some(2004)), ParsedBirthYear::Year(1902));
        for text in ["", "0", "0000", "00.00.00", "00.00.0000"] {
            assert_eq!(birth_year(text, Some(2004)), ParsedBirthYear::NotKnown, "{text}");
        }
        assert_eq!(birth_year("12.05.90", None), ParsedBirthYear::Year(1990));
        for text in ["199", "19x0", "2005", "1850", "12.05", "90"] {
            assert_eq!(birth_year(text, Some(2004)), ParsedBirthYear::Unreadable, "{text}");
        }
    }
}
