//! Parses the time control in words (tag 122).
//!
//! The line is free text in several languages. It is read only if every part of it is understood (D35): a clock that is guessed would judge
//! the rate of play by the wrong time.

use super::time_control::MOVES;
use crate::tournament_row::LONGEST_CLOCK;
use model::Clock;

/// Meaning of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    HoursAndMinutes,
    HoursColonMinutes,
    Hours,
    Minutes,
    Seconds,
    /// A number without a unit; the parts before it tell what it is.
    Bare,
    /// The moves of a period, behind its time.
    Moves,
    /// The moves of a period, before its time.
    MovesBefore,
    /// One period for the whole game, before its time.
    WholeGame,
    Plus,
    Comma,
    /// Another word that joins two amounts.
    Joiner,
    /// A delay, whose seconds follow; it counts as an increment.
    Delay,
    /// Words that change no number.
    Remark,
}

/// The phrases that are understood; the first that fits is taken. `#` stands for a number.
const PHRASES: [(&[&str], Part); 29] = [
    (&["#", "h", "#", "min"], Part::HoursAndMinutes),
    (&["#", "h", "#"], Part::HoursAndMinutes),
    (&["#", "h"], Part::Hours),
    (&["#", ":", "#"], Part::HoursColonMinutes),
    (&["#", "min"], Part::Minutes),
    (&["#", "sec"], Part::Seconds),
    (&["#", "/", "move"], Part::Bare),
    (&["#", "/", "end"], Part::Bare),
    (&["#", "/"], Part::MovesBefore),
    (&["#"], Part::Bare),
    (&["g", "/"], Part::WholeGame),
    (&["after", "#", "moves"], Part::Moves),
    (&["for", "#", "moves"], Part::Moves),
    (&["x", "#"], Part::Moves),
    (&["/", "#"], Part::Moves),
    (&["+"], Part::Plus),
    (&[","], Part::Comma),
    (&["then"], Part::Joiner),
    (&["avec", "increment", "de"], Part::Joiner),
    (&["increment"], Part::Joiner),
    (&["d"], Part::Delay),
    (&["per", "move"], Part::Remark),
    (&["/", "move"], Part::Remark),
    (&["from", "move", "1"], Part::Remark),
    (&["/", "end"], Part::Remark),
    (&["rest"], Part::Remark),
    (&["all", "moves", "in"], Part::Remark),
    (&["per", "player"], Part::Remark),
    (&["per", "game"], Part::Remark),
];

/// Spellings, and the word that the phrases have for them.
const SPELLINGS: [(&str, &str); 18] = [
    ("hour", "h"),
    ("hours", "h"),
    ("m", "min"),
    ("mins", "min"),
    ("minute", "min"),
    ("minutes", "min"),
    ("minuten", "min"),
    ("minuti", "min"),
    ("'", "min"),
    ("s", "sec"),
    ("secs", "sec"),
    ("second", "sec"),
    ("seconds", "sec"),
    ("sekunden", "sec"),
    ("\"", "sec"),
    ("''", "sec"),
    ("plus", "+"),
    ("incrément", "increment"),
];

/// The largest minutes and seconds of `A+B` without units.
const LARGEST_BARE: (u32, u32) = (180, 60);
/// The hours in `1:30`. Other numbers are likelier minutes, as in `3:00`.
const HOURS_BEFORE_COLON: std::ops::RangeInclusive<u32> = 1..=2;
/// The fewest moves in `40/120`. A smaller number is likelier minutes.
const FEWEST_MOVES_BEFORE_TIME: u32 = 20;

/// Parses `90 min + 30 sec per move`, `100'x40+15'+30"`, `40/120, 60`, `15+10` and the like; `None` if a part is not understood, if there
/// are no minutes, or if two increments differ.
pub(super) fn parse_clock_in_words(text: &str) -> Option<Clock> {
    let parts = parts(&words(text)?)?;
    match parts.as_slice() {
        // Without units, only this short form is clear: in `90+30+30` the second number may be minutes.
        [(Part::Bare, minutes), (Part::Plus, _), (Part::Bare, seconds), remarks @ ..]
            if remarks.iter().all(|(part, _)| matches!(part, Part::Remark | Part::Joiner)) =>
        {
            let is_clear = minutes[0] <= LARGEST_BARE.0 && seconds[0] <= LARGEST_BARE.1;
            let times = Times { minutes: minutes[0], increments: vec![seconds[0]], ..Times::default() };
            if is_clear { times.clock() } else { None }
        }
        parts => Times::add_up(parts)?.clock(),
    }
}

/// Divides words into phrases, each with its numbers; `None` if a word belongs to no phrase.
fn parts(mut words: &[String]) -> Option<Vec<(Part, Vec<u32>)>> {
    let mut parts = Vec::new();
    while !words.is_empty() {
        let (phrase, part) = PHRASES.iter().find(|(phrase, _)| begins_with(words, phrase))?;
        let (of_phrase, rest) = words.split_at(phrase.len());
        parts.push((*part, of_phrase.iter().filter_map(|word| number(word)).collect()));
        words = rest;
    }
    Some(parts)
}

/// Splits a text into numbers, words and signs, in one spelling each; `None` if it has a sign that no clock has.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        let c = match c {
            '’' | '′' | '´' => '\'',
            '”' | '″' => '"',
            c => c,
        };
        let is_letters = |word: &String| word.chars().all(char::is_alphabetic);
        if c.is_whitespace() || (c == '.' && is_open && words.last().is_some_and(is_letters)) {
            is_open = false;
            continue;
        }
        if !c.is_alphanumeric() && !"'\"+,/:".contains(c) {
            return None;
        }
        let continues = |word: &String| match c {
            '\'' => word == "'",
            c if c.is_ascii_digit() => number(word).is_some(),
            c => c.is_alphabetic() && is_letters(word),
        };
        match words.last_mut().filter(|word| is_open && continues(word)) {
            Some(word) => word.push(c),
            None => words.push(c.to_string()),
        }
        is_open = true;
    }
    for word in &mut words {
        if let Some((_, plain)) = SPELLINGS.iter().find(|(spelling, _)| spelling == word) {
            *word = (*plain).to_owned();
        }
    }
    Some(words)
}

fn begins_with(words: &[String], phrase: &[&str]) -> bool {
    let fits = |(word, wanted): (&String, &&str)| if *wanted == "#" { number(word).is_some() } else { word == wanted };
    phrase.len() <= words.len() && words.iter().zip(phrase).all(fits)
}

/// A number of at most four digits.
fn number(word: &str) -> Option<u32> {
    let is_number = (1..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    if is_number { word.parse().ok() } else { None }
}

/// The times that a text names.
#[derive(Debug, Default)]
struct Times {
    minutes: u32,
    /// Seconds a move.
    increments: Vec<u32>,
    first_control_moves: Option<u16>,
}

impl Times {
    /// Adds up the parts of a text; `None` if a number is not clear.
    fn add_up(parts: &[(Part, Vec<u32>)]) -> Option<Self> {
        let mut times = Self::default();
        // Between two amounts stands a part that joins them: `1 min 30 sec` may be one amount.
        let mut is_joined = true;
        // Behind `40/` or `G/` a number after a comma is minutes.
        let mut has_period = false;
        let mut has_bare_increment = false;
        let mut last = Part::Remark;
        for (part, numbers) in parts {
            let first = numbers.first().copied().unwrap_or(0);
            let is_amount =
                matches!(part, Part::HoursAndMinutes | Part::HoursColonMinutes | Part::Hours | Part::Minutes | Part::Seconds | Part::Bare);
            if is_amount && !std::mem::take(&mut is_joined) {
                return None;
            }
            match part {
                Part::HoursColonMinutes if !HOURS_BEFORE_COLON.contains(&first) => return None,
                Part::HoursAndMinutes | Part::HoursColonMinutes if numbers[1] < 60 => times.add_minutes(first * 60 + numbers[1]),
                Part::HoursAndMinutes | Part::HoursColonMinutes => return None,
                Part::Hours => times.add_minutes(first * 60),
                Part::Minutes => times.add_minutes(first),
                Part::Seconds => times.increments.push(first),
                Part::Bare => match last {
                    Part::MovesBefore | Part::WholeGame => times.add_minutes(first),
                    Part::Comma if has_period => times.add_minutes(first),
                    Part::Plus | Part::Delay if times.minutes > 0 => {
                        times.increments.push(first);
                        has_bare_increment = true;
                    }
                    _ => return None,
                },
                Part::Moves | Part::MovesBefore => {
                    let may_be_minutes = *part == Part::MovesBefore && first < FEWEST_MOVES_BEFORE_TIME;
                    if first == 0 || first > MOVES || may_be_minutes {
                        return None;
                    }
                    times.first_control_moves = times.first_control_moves.or(u16::try_from(first).ok());
                    has_period |= *part == Part::MovesBefore;
                }
                Part::WholeGame => has_period = true,
                Part::Plus | Part::Comma | Part::Joiner | Part::Delay => is_joined = true,
                Part::Remark => {}
            }
            last = *part;
        }
        // Beside another increment a number without a unit may be minutes, as in `90 min + 30 + 30 sec`.
        (!has_bare_increment || times.increments.len() == 1).then_some(times)
    }

    /// Adds minutes; their sum may be too large for any clock.
    fn add_minutes(&mut self, minutes: u32) {
        self.minutes = self.minutes.saturating_add(minutes);
    }

    /// The clock; `None` without minutes, with different increments, or with more than a day.
    fn clock(self) -> Option<Clock> {
        let increment = self.increments.first().copied().unwrap_or(0);
        let is_clear = self.minutes > 0 && self.increments.iter().all(|other| *other == increment);
        let is_possible = self.minutes.saturating_add(increment) <= LONGEST_CLOCK / 60;
        (is_clear && is_possible).then(|| Clock { first_control_moves: self.first_control_moves, ..Clock::new(self.minutes, increment) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(text: &str, minutes: u32, increment: u32, first_control_moves: Option<u16>) {
        let expected = Clock { first_control_moves, ..Clock::new(minutes, increment) };
        assert_eq!(parse_clock_in_words(text), Some(expected), "{text}");
    }

    #[track_caller]
    fn assert_not_read(texts: &[&str]) {
        for text in texts {
            assert_eq!(parse_clock_in_words(text), None, "{text}");
        }
    }

    #[test]
    fn every_row_of_the_description_of_the_format_is_read() {
        for text in ["90 min + 30 sec per move", "90 min + 30 sec increment", "90 min avec incrément de 30\""] {
            assert_read(text, 90, 30, None);
        }
        assert_read("90 minutes plus 30 sec plus 30 min after 40 moves", 120, 30, Some(40));
        assert_read("90'/40 + 30'/end + 30\"/move from move 1", 120, 30, Some(40));
        assert_read("100'x40+15'+30\"", 115, 30, Some(40));
        assert_read("40/120, 60", 180, 0, Some(40));
        assert_read("1:30 + 10 from move 1", 90, 10, None);
        assert_read("1h30 + 10 sec", 90, 10, None);
        assert_read("15+10", 15, 10, None);
        assert_read("3+2", 3, 2, None);
        assert_read("G/60", 60, 0, None);
        assert_read("G/60 d5", 60, 5, None);
        assert_read("5 min", 5, 0, None);
        assert_not_read(&["120", "30 sec", "Rapid", "standard FIDE", "90 min or 60 min", "90 min + 30 sec + 10 sec"]);
    }

    #[test]
    fn lines_of_real_reports_are_read() {
        assert_read("All moves in 90 minutes, plus 10 seconds per move", 90, 10, None);
        assert_read("120 minutes per player per game", 120, 0, None);
        assert_read("90 min + 30 sec/move", 90, 30, None);
        assert_not_read(&["", "120"]);
    }

    #[test]
    fn units_have_many_spellings() {
        for text in [
            "90 Minuten + 30 Sekunden",
            "90 minuti + 30 s",
            "90m+30s",
            "90’ + 30”",
            "90' + 30''",
            "1 h 30 min + 30 sec",
            "90 min. + 30 sec.",
        ] {
            assert_read(text, 90, 30, None);
        }
        assert_read("2h/40 then 1h", 180, 0, Some(40));
        assert_read("90 min for 40 moves, 30 min rest, increment 30 sec", 120, 30, Some(40));
        assert_read("40/90+30", 90, 30, Some(40));
        assert_read("40/90 min + 30 sec, 30 min + 30 sec", 120, 30, Some(40));
    }

    #[test]
    fn numbers_without_units_are_read_only_where_they_are_clear() {
        assert_read("180+60", 180, 60, None);
        assert_read("15+10 per move", 15, 10, None);
        assert_read("25 min + 10", 25, 10, None);
        assert_not_read(&[
            "181+30",
            "90+61",
            "90+30+30",
            "40/90+30+30",
            "90 min + 30 + 30 sec",
            "90/40",
            "15 10",
            "5 + 3 min",
            "90 min, 30",
            "90 30 sec",
        ]);
    }

    #[test]
    fn what_may_be_one_amount_or_two_is_not_read() {
        assert_not_read(&["1 min 30 sec", "90 min 30 sec", "90 min 30 min", "3:00 + 2", "1:75", "0:30"]);
    }

    #[test]
    fn a_clock_of_more_than_a_day_or_moves_beyond_60_are_not_read() {
        assert_read("24h", 1440, 0, None);
        assert_not_read(&["25h", "1440 min + 1 sec", "90 min for 61 moves", "61/90", "99999 min", "9999h", "x0 90 min"]);
    }
}
