//! Parses the encoded time control (tag 222).

use crate::tournament_row::LONGEST_CLOCK;
use model::Clock;

/// The number of moves that a time control is measured by.
pub(super) const MOVES: u32 = 60;
/// The largest number in a time control: seconds of a period, or moves.
const LARGEST: u32 = 1_000_000;

/// Parses `5400+30`, `40/6000+30:900+30` and `W300-B240`; all in seconds.
pub(super) fn parse_time_control(text: &str) -> Option<Clock> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
    let Some(both) = text.strip_prefix('W') else {
        return parse_clock(&text);
    };
    let (white, black) = both.split_once("-B")?;
    let (white, black) = (parse_clock(white)?, parse_clock(black)?);
    let lesser = if black.seconds_for_60_moves < white.seconds_for_60_moves { black } else { white };
    Some(Clock { players_differ: white != black, ..lesser })
}

/// Adds the time of all periods and the increments of 60 moves, each move at the increment of its period.
fn parse_clock(periods: &str) -> Option<Clock> {
    let mut total = 0;
    let mut moves_left = MOVES;
    let mut last_increment = 0;
    let mut has_increment = false;
    let mut first_control_moves = None;
    for (index, period) in periods.split(':').enumerate() {
        let (moves, time) = match period.split_once('/') {
            Some((moves, time)) => (Some(number(moves)?), time),
            None => (None, period),
        };
        if index == 0 {
            first_control_moves = moves.and_then(|moves| u16::try_from(moves).ok());
        }
        let (time, increment) = match time.split_once('+') {
            Some((time, increment)) => (number(time)?, number(increment)?),
            None => (number(time)?, 0),
        };
        let played = moves.unwrap_or(MOVES).min(moves_left);
        total = increment.checked_mul(played)?.checked_add(time)?.checked_add(total)?;
        moves_left -= played;
        has_increment |= increment > 0;
        last_increment = increment;
    }
    // A last period with a number of moves repeats.
    let seconds_for_60_moves = last_increment.checked_mul(moves_left)?.checked_add(total).filter(|&total| total <= LONGEST_CLOCK)?;
    Some(Clock { seconds_for_60_moves, players_differ: false, has_increment, first_control_moves })
}

fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok().filter(|&n| n <= LARGEST) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock of base time and increments, in seconds.
    fn equal(seconds: u32, by_increments: u32) -> Option<Clock> {
        let has_increment = by_increments > 0;
        Some(Clock { seconds_for_60_moves: seconds + by_increments, players_differ: false, has_increment, first_control_moves: None })
    }

    fn limited(seconds: u32, by_increments: u32, moves: u16) -> Option<Clock> {
        equal(seconds, by_increments).map(|clock| Clock { first_control_moves: Some(moves), ..clock })
    }

    #[test]
    fn one_period_is_read_with_and_without_increment() {
        assert_eq!(parse_time_control("5400+30"), equal(5400, 60 * 30));
        assert_eq!(parse_time_control("900"), equal(900, 0));
        assert_eq!(parse_time_control(" 180 + 2 "), equal(180, 120));
    }

    #[test]
    fn several_periods_add_up_and_keep_their_own_increments() {
        assert_eq!(parse_time_control("40/6000+30:900+30"), limited(6900, 60 * 30, 40));
        assert_eq!(parse_time_control("40/6000:900+30"), limited(6900, 20 * 30, 40));
        assert_eq!(parse_time_control("40/5400+10:20/3600+20:900+30"), limited(9900, 40 * 10 + 20 * 20, 40));
        assert_eq!(parse_time_control("40/5400+10"), limited(5400, 60 * 10, 40));
    }

    #[test]
    fn the_lesser_time_counts_where_the_players_differ() {
        assert_eq!(parse_time_control("W300-B240"), equal(240, 0).map(|clock| Clock { players_differ: true, ..clock }));
        assert_eq!(parse_time_control("W180+2-B180+2"), equal(180, 120));
    }

    #[test]
    fn periods_that_are_each_possible_but_together_more_than_a_day_are_not_read() {
        assert_eq!(parse_time_control("86400"), equal(86_400, 0));
        assert_eq!(parse_time_control("84600+30"), equal(84_600, 1800));
        assert_eq!(parse_time_control("43200:43200"), equal(86_400, 0));
        for text in ["86401", "84601+30", "43200:43201", "40/80000:20/6400+1", "0+1441", "W900-B86401", "W86401-B900"] {
            assert_eq!(parse_time_control(text), None, "{text}");
        }
        assert_eq!(parse_time_control(&vec!["1000000"; 2200].join(":")), None);
        assert_eq!(parse_time_control(&vec!["1000000"; 5000].join(":")), None);
    }

    #[test]
    fn unknown_time_controls_are_not_read() {
        for text in ["", "90 min", "5400+", "+30", "40/", "W300", "W300-240", "5400+30:", "-5", "99999999999", "1000001", "5400d5"] {
            assert_eq!(parse_time_control(text), None, "{text}");
        }
    }
}
