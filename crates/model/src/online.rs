//! Online games, which are rated one by one outside tournaments (edition `online-2013`).

use crate::{Date, GameResult, Reason, hash_value};
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

/// A set of game ids that takes eight bytes an id: numeric ones as they are, others as hashes.
///
/// Two texts of ten million have the same hash once in some hundred thousand lists; the game that is left out then is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameIdSet {
    /// Ascending.
    numbers: Vec<u64>,
    /// Ascending.
    text_hashes: Vec<u64>,
}

impl GameIdSet {
    /// The set of ids as they are written.
    pub fn from_texts<'t>(ids: impl Iterator<Item = &'t str>) -> Self {
        let mut set = Self::default();
        for id in ids {
            match numeric_game_id(id) {
                Some(number) => set.numbers.push(number),
                None => set.text_hashes.push(hash_text(id)),
            }
        }
        set.sort();
        set
    }

    /// The union of sets.
    pub fn union(sets: Vec<Self>) -> Self {
        let (numbers, text_hashes): (Vec<_>, Vec<_>) = sets.into_iter().map(|set| (set.numbers, set.text_hashes)).unzip();
        let mut union = Self { numbers: numbers.concat(), text_hashes: text_hashes.concat() };
        union.sort();
        union
    }

    fn sort(&mut self) {
        for ids in [&mut self.numbers, &mut self.text_hashes] {
            // Games are usually numbered in the order of time.
            if !ids.is_sorted() {
                ids.sort_unstable();
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.text_hashes.is_empty()
    }

    /// Whether an id of `ids` is in the set.
    pub fn contains(&self, ids: &GameIds, at: usize) -> bool {
        match ids {
            GameIds::Numbers(numbers) => contains_sorted(&self.numbers, numbers[at]),
            GameIds::Texts { .. } => {
                let id = ids.text(at);
                match numeric_game_id(&id) {
                    Some(number) => contains_sorted(&self.numbers, number),
                    None => contains_sorted(&self.text_hashes, hash_text(&id)),
                }
            }
        }
    }
}

/// Whether a value is among sorted values. One beyond the last is not searched, as the ids of a new month are not.
fn contains_sorted(values: &[u64], value: u64) -> bool {
    values.last().is_some_and(|&last| value <= last) && values.binary_search(&value).is_ok()
}

fn hash_text(text: &str) -> u64 {
    let chunk = |bytes: &[u8]| bytes.iter().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte));
    text.as_bytes().chunks(8).fold(text.len() as u64, |hash, bytes| hash_value(hash ^ chunk(bytes)))
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
    fn a_set_of_game_ids_has_numbers_and_texts_and_007_is_not_7() {
        let set = |ids: &[&str]| GameIdSet::from_texts(ids.iter().copied());
        let ids = GameIdSet::union(vec![set(&["7", "abcdefghi"]), set(&["3", "x"])]);
        let asked = ["7", "007", "3", "5", "abcdefghi", "abcdefgh", "ihgfedcba", "x", "8"];
        let mut ends = Vec::new();
        asked.iter().fold(0, |end, id| {
            ends.push(end + id.len() as u64);
            end + id.len() as u64
        });
        let texts = GameIds::Texts { text: asked.concat(), ends };
        let found: Vec<&str> = (0..asked.len()).filter(|&at| ids.contains(&texts, at)).map(|at| asked[at]).collect();
        assert_eq!(found, ["7", "3", "abcdefghi", "x"]);
        assert!(ids.contains(&GameIds::Numbers(vec![7]), 0) && !ids.contains(&GameIds::Numbers(vec![5]), 0));
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
