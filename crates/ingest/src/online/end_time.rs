//! Parses end times of online games.

use model::{Date, UtcMicros, midnight};
use std::ops::Range;

/// All times that a year of four digits can express.
pub(crate) fn all_times() -> Range<UtcMicros> {
    let first = |year| midnight(Date::from_ymd_opt(year, 1, 1).expect("within the calendar"));
    first(0)..first(10_000)
}

/// Parses exactly `2013-11-05T18:30:00Z`, also with fractions of a second; digits below a microsecond are cut off.
pub(super) fn parse_utc(text: &str) -> Option<UtcMicros> {
    let (seconds, rest) = text.as_bytes().split_at_checked(19)?;
    let has_shape = seconds.iter().enumerate().all(|(at, &b)| match at {
        4 | 7 => b == b'-',
        10 => b == b'T',
        13 | 16 => b == b':',
        _ => b.is_ascii_digit(),
    });
    if !has_shape {
        return None;
    }
    let number = |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let date = Date::from_ymd_opt(i32::try_from(number(&seconds[..4])).ok()?, number(&seconds[5..7]), number(&seconds[8..10]))?;
    let (hour, minute, second) = (number(&seconds[11..13]), number(&seconds[14..16]), number(&seconds[17..]));
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let micros = match rest.strip_suffix(b"Z")? {
        [] => 0,
        [b'.', digits @ ..] if (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
            let kept = &digits[..digits.len().min(6)];
            kept.iter().chain(&[b'0'; 5]).take(6).fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
        }
        _ => return None,
    };
    Some(midnight(date) + i64::from(hour * 3600 + minute * 60 + second) * 1_000_000 + micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_microseconds_from_1970() {
        assert_eq!(parse_utc("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(parse_utc("2013-11-05T18:30:00Z"), Some(1_383_676_200_000_000));
        assert_eq!(parse_utc("1969-12-31T23:59:59.999999Z"), Some(-1));
        assert_eq!(parse_utc("2024-02-29T00:00:00Z"), Some(1_709_164_800_000_000));
    }

    #[test]
    fn fractions_are_cut_to_microseconds() {
        let whole = parse_utc("2013-11-05T18:30:00Z").expect("a moment");
        for (fraction, micros) in [(".5", 500_000), (".001", 1000), (".123456", 123_456), (".123456999", 123_456), (".000000999", 0)] {
            assert_eq!(parse_utc(&format!("2013-11-05T18:30:00{fraction}Z")), Some(whole + micros), "{fraction}");
        }
    }

    #[test]
    fn text_that_is_not_a_time_in_utc_is_refused() {
        for wrong in [
            "",
            "2013-11-05",
            "2013-11-05T18:30:00",
            "2013-11-05T18:30:00+00:00",
            "2013-11-05T18:30:00+01:00",
            "2013-11-05T18:30:00.Z",
            "2013-11-05T18:30:00.1234567890Z",
            "2013-11-05T18:30:00.1-5Z",
            "2013-11-05 18:30:00Z",
            "2013-11-05T18:30:00z",
            "2013-11-05T24:00:00Z",
            "2013-11-05T18:60:00Z",
            "2013-11-05T18:30:60Z",
            "2013-02-29T18:30:00Z",
            "2013-00-05T18:30:00Z",
            "+013-11-05T18:30:00Z",
            "2013-11-05T18:30:00ZZ",
            "2013-11-05T18:30:0é",
        ] {
            assert_eq!(parse_utc(wrong), None, "{wrong}");
        }
    }
}
