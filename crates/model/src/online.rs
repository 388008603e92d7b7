//! Online games, which are rated one by one outside tournaments (edition `online-2013`).

use crate::{Date, GameResult, Reason};
use chrono::{NaiveTime, TimeDelta};
use std::borrow::Cow;
use std::cmp::Ordering;

/// UTC timestamp: microseconds since 1970-01-01T00:00:00Z.
pub type UtcMicros = i64;

/// The timestamp at which a day begins.
pub fn midnight(day: Date) -> UtcMicros {
    day.and_time(NaiveTime::MIN).and_utc().timestamp_micros()
}

/// The day of a timestamp.
pub fn day_of(moment: UtcMicros) -> Date {
    Date::default() + TimeDelta::days(moment.div_euclid(TimeDelta::days(1).num_microseconds().unwrap_or(i64::MAX)))
}

/// Online games as columns. A month may have ten million games, so each takes 28 bytes and its players are plain ids.
#[derive(Clone, Debug, Default)]
pub struct OnlineGames {
    pub ids: GameIds,
    pub ended_at: Vec<UtcMicros>,
    /// FIDE ids; 0 for a player without a usable one, and then the game has a fault.
    pub white: Vec<u32>,
    pub black: Vec<u32>,
    /// The result that counts; a disconnection is already a loss here (D33).
    pub result: Vec<GameResult>,
    /// Whether a disconnection decided the result.
    pub disconnected: Vec<bool>,
    /// Why the game cannot count for either player.
    pub fault: Vec<Option<Reason>>,
}

impl OnlineGames {
    pub fn len(&self) -> usize {
        self.ended_at.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ended_at.is_empty()
    }
}

/// Ids of games: numbers if all of them are numeric, as those of most servers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameIds {
    Numbers(Vec<u64>),
    /// Ids of which at least one is not numeric, concatenated; `ends` holds the end of each.
    Texts {
        text: String,
        ends: Vec<u64>,
    },
}

impl Default for GameIds {
    fn default() -> Self {
        Self::Numbers(Vec::new())
    }
}

impl GameIds {
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts { ends, .. } => ends.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id as it was written.
    pub fn text(&self, at: usize) -> Cow<'_, str> {
        match self {
            Self::Numbers(numbers) => Cow::Owned(numbers[at].to_string()),
            Self::Texts { text, ends } => {
                let place = |end: u64| usize::try_from(end).expect("a text in memory");
                let from = if at == 0 { 0 } else { place(ends[at - 1]) };
                Cow::Borrowed(&text[from..place(ends[at])])
            }
        }
    }

    /// Compares two ids: numeric ones by value and before all others (D31).
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        match self {
            Self::Numbers(numbers) => numbers[a].cmp(&numbers[b]),
            Self::Texts { .. } => {
                let (a, b) = (self.text(a), self.text(b));
                match (numeric_game_id(&a), numeric_game_id(&b)) {
                    (Some(x), Some(y)) => x.cmp(&y),
                    (Some(_), None) => Ordering::Less,
                    (None, Some(_)) => Ordering::Greater,
                    (None, None) => a.cmp(&b),
                }
            }
        }
    }
}

/// Parses a numeric game id. `007` is not one, so that it differs from the game `7`.
pub fn numeric_game_id(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_game_ids_sort_by_value_and_before_others() {
        let numbers = GameIds::Numbers(vec![10, 9]);
        assert_eq!(numbers.compare(0, 1), Ordering::Greater);
        assert_eq!(numbers.text(0), "10");
        let texts = GameIds::Texts { text: "109a1007".into(), ends: vec![2, 3, 5, 8] };
        assert_eq!((0..4).map(|at| texts.text(at).into_owned()).collect::<Vec<_>>(), ["10", "9", "a1", "007"]);
        assert_eq!(texts.compare(0, 1), Ordering::Greater);
        assert_eq!(texts.compare(0, 2), Ordering::Less);
        assert_eq!(texts.compare(3, 2), Ordering::Less, "007 is a text");
    }

    #[test]
    fn a_day_begins_at_its_midnight_and_ends_a_microsecond_before_the_next() {
        let day = |text: &str| crate::parse_iso_date(text).expect("a date");
        assert_eq!(midnight(day("1970-01-02")), 86_400_000_000);
        assert_eq!(day_of(midnight(day("2013-11-05"))), day("2013-11-05"));
        assert_eq!(day_of(midnight(day("2013-11-05")) - 1), day("2013-11-04"));
        assert_eq!(day_of(-1), day("1969-12-31"));
    }
}
