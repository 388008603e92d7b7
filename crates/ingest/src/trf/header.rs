//! Reads the header lines: name, dates, kind, rounds, time control.

use super::clock_in_words::parse_clock_in_words;
use super::stated_facts::StatedNumber;
use super::time_control::parse_time_control;
use super::{ReportReader, kind};
use crate::codes;
use crate::control::{ControlClaim, control_of, named_controls};
use crate::dates::header_date;
use model::{Clock, Control, Date, Diagnostic, Place, TournamentKind};

/// The values of the header lines.
#[derive(Debug, Default)]
pub(crate) struct ReportHeader {
    pub(crate) name: String,
    pub(crate) city: String,
    pub(crate) federation: String,
    pub(crate) start: Option<Date>,
    pub(crate) end: Option<Date>,
    /// The place of the last day, for diagnostics.
    pub(crate) end_place: Place,
    pub(crate) kind: Option<TournamentKind>,
    pub(crate) rounds: Option<u16>,
    /// The chief arbiter as written; empty if nobody is named.
    pub(crate) chief_arbiter: String,
    /// The title with the name of the chief arbiter (T15).
    pub(crate) chief_arbiter_title: Option<&'static str>,
    /// The encoded clock (tag 222).
    encoded_clock: Option<Clock>,
    /// The clock in words (tag 122), with its place.
    clock_in_words: Option<(Clock, Place)>,
    /// The text of tag 122 that is not understood.
    pub(crate) unread_clock: Option<(Place, String)>,
    /// What the lines 222, 122 and 092 tell of the control, in this order.
    pub(crate) control_claims: Vec<ControlClaim>,
    /// Dates of rounds as written; their format depends on the dates of the tournament.
    pub(crate) round_dates: Vec<RoundDate>,
    /// Problems of the first and the last day. They matter only if the registry lacks the day.
    pub(crate) start_problems: Vec<Diagnostic>,
    pub(crate) end_problems: Vec<Diagnostic>,
    /// How many players and rated players lines 062 and 072 count.
    pub(super) players: Option<StatedNumber>,
    pub(super) rated_players: Option<StatedNumber>,
    /// Whether a line gives points that are not one for a win, or not for results alone.
    pub(super) has_own_scoring: bool,
    has_encoded_kind: bool,
    has_encoded_rounds: bool,
}

impl ReportHeader {
    /// The clock of the report: that of line 222, else that of line 122 (D35).
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.encoded_clock.or(self.clock_in_words.map(|(clock, _)| clock))
    }

    /// Adds what a line tells of the control, once for each tag and control.
    fn claim_control(&mut self, tag: &'static str, place: Place, controls: impl IntoIterator<Item = Control>) {
        for control in controls {
            if !self.control_claims.iter().any(|claim| (claim.tag, claim.control) == (tag, control)) {
                self.control_claims.push(ControlClaim { tag, control, place });
            }
        }
        self.control_claims.sort_by_key(|claim| std::cmp::Reverse(claim.tag));
    }
}

/// The date of one round, as written.
#[derive(Debug)]
pub(crate) struct RoundDate {
    pub(crate) round: usize,
    pub(crate) text: String,
    pub(crate) line: u32,
    pub(crate) column: usize,
}

/// Known tags that a rating list does not need.
const IGNORED: [&str; 22] = [
    "013", "082", "112", "152", "172", "182", "202", "212", "240", "250", "260", "300", "310", "320", "330", "352", "362", "801", "802",
    "00A", "00B", "00C",
];
/// Known tags that give points of their own.
const SCORINGS: [&str; 9] = ["162", "299", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"];
/// Known tags of one national program that a rating list does not need.
const IGNORED_NATIONAL: [&str; 4] = ["00D", "00E", "00F", "00Z"];

impl ReportReader<'_> {
    /// Reads a line that is not a player line.
    pub(super) fn header_line(&mut self, number: u32, tag: &str, line: &str) {
        let text = line[tag.len()..].trim();
        // Everything before the text is ASCII, so that bytes are columns.
        let column = line.len() - line[tag.len()..].trim_start().len() + 1;
        let place = Place::new(number, column, text.chars().count());
        match tag {
            "012" if self.header.name.is_empty() => self.header.name = text.to_owned(),
            "032" if self.header.federation.is_empty() => self.header.federation = text.to_owned(),
            "022" if self.header.city.is_empty() => self.header.city = text.to_owned(),
            "012" | "022" | "032" => {}
            "042" | "052" => self.first_or_last_date(tag == "042", place, text, line),
            "092" => {
                if !self.header.has_encoded_kind {
                    self.header.kind = kind::parse_kind(text).or(self.header.kind);
                }
                self.header.claim_control("092", place, named_controls(text));
            }
            "122" if text.is_empty() => {}
            "122" => match parse_clock_in_words(text) {
                Some(clock) => {
                    self.header.clock_in_words = Some((clock, place));
                    self.header.claim_control("122", place, [control_of(clock)]);
                }
                None => self.header.unread_clock = Some((place, text.to_owned())),
            },
            "192" => {
                if let Some(kind) = kind::parse_kind(text) {
                    self.header.kind = Some(kind);
                    self.header.has_encoded_kind = true;
                }
            }
            "102" => {
                // The first line that names anybody counts, as for the other lines of text.
                if !text.is_empty() && self.header.chief_arbiter.is_empty() {
                    text.clone_into(&mut self.header.chief_arbiter);
                    self.header.chief_arbiter_title = arbiter_title(text);
                }
            }
            "062" => self.header.players = StatedNumber::parse(text, place),
            "072" => self.header.rated_players = StatedNumber::parse(text, place),
            _ if SCORINGS.contains(&tag) => self.header.has_own_scoring = true,
            "132" => self.round_dates(number, line),
            "142" | "XXR" => match text.parse::<u16>() {
                Ok(rounds) if (1..=999).contains(&rounds) => {
                    if tag == "142" || !self.header.has_encoded_rounds {
                        self.header.rounds = Some(rounds);
                    }
                    self.header.has_encoded_rounds |= tag == "142";
                }
                _ if text.is_empty() => {}
                _ => {
                    let message = format!("'{}' is no number of rounds", text.escape_debug());
                    self.problems.add(&codes::ROUNDS_UNREADABLE, place, message).hint("a number from 1 to 999").source(line);
                }
            },
            "222" if text.is_empty() => {}
            "222" => match parse_time_control(text) {
                Some(clock) => {
                    self.header.encoded_clock = Some(clock);
                    self.header.claim_control("222", place, [control_of(clock)]);
                }
                None => {
                    let message = format!("'{}' is no encoded time control", text.escape_debug());
                    let hint = "seconds, as 5400+30 or 40/6000+30:900+30 or W300-B240; or put minutes and increment into the registry";
                    self.problems.add(&codes::CLOCK_UNREADABLE, place, message).hint(hint).source(line);
                }
            },
            _ if IGNORED.contains(&tag) || IGNORED_NATIONAL.contains(&tag) || tag == "###" => {}
            // National ratings, legends of columns, and tags of pairing programs.
            _ if tag.len() == 3 && tag.bytes().all(|b| b.is_ascii_uppercase()) => {}
            _ => self.unknown_tag(number, tag),
        }
    }

    /// Reports an encoded clock and a clock in words that differ. Where they give different controls, that is reported later.
    pub(super) fn compare_clocks(&mut self) {
        let (Some(encoded), Some((in_words, place))) = (self.header.encoded_clock, self.header.clock_in_words) else { return };
        let (seconds, others) = (encoded.seconds_for_60_moves, in_words.seconds_for_60_moves);
        if seconds != others && control_of(encoded) == control_of(in_words) {
            let message = format!("line 122 gives {others} seconds for 60 moves, line 222 gives {seconds}; line 222 is followed");
            self.problems.add(&codes::CLOCKS_DIFFER, place, message).hint("correct one of the lines, or put minutes into the registry");
        }
    }

    fn first_or_last_date(&mut self, is_start: bool, place: Place, text: &str, line: &str) {
        if text.is_empty() {
            return;
        }
        let (which, day, problems) = if is_start {
            ("first", &mut self.header.start, &mut self.start_problems)
        } else {
            ("last", &mut self.header.end, &mut self.end_problems)
        };
        match header_date(text) {
            Some(date) => {
                *day = Some(date.day);
                if !is_start {
                    self.header.end_place = place;
                }
                if date.is_ambiguous {
                    let message = format!("'{}' is read as {}, the year first", text.escape_debug(), date.day);
                    let hint = "write the year with four digits, or put the date into the registry";
                    problems.add(&codes::DATE_TWO_READINGS, place, message).hint(hint).source(line);
                }
            }
            None => {
                let message = format!("'{}' cannot be read as the {which} day", text.escape_debug());
                let hint = "write it as 2024/09/29, or put it into the registry";
                problems.add(&codes::DATE_UNREADABLE, place, message).hint(hint).source(line);
            }
        }
    }

    /// Reads the dates of rounds: by column, or in their order if the columns are not aligned.
    fn round_dates(&mut self, number: u32, line: &str) {
        let mut found = Vec::new();
        let mut column = 4;
        for (index, word) in line[3..].split([' ', '\t']).enumerate() {
            column += usize::from(index > 0);
            if !word.is_empty() && found.len() < super::player_line::MOST_ROUNDS {
                found.push(RoundDate { round: 0, text: word.to_owned(), line: number, column });
            }
            column += word.chars().count();
        }
        let is_in_place = |date: &RoundDate| date.column >= 92 && (date.column - 92).is_multiple_of(10) && (date.column - 92) / 10 < 999;
        let all_in_place = found.iter().all(is_in_place);
        for (index, date) in found.iter_mut().enumerate() {
            date.round = if all_in_place { (date.column - 92) / 10 + 1 } else { index + 1 };
        }
        self.header.round_dates.append(&mut found);
    }
}

/// The title of an arbiter whose name begins or ends with the word IA or FA, in capital letters: `Fa` may be a name (T15).
fn arbiter_title(text: &str) -> Option<&'static str> {
    // A hyphen or an apostrophe belongs to a name.
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '\u{2019}');
    let mut words = text.split(|c: char| !is_part(c)).filter(|word| word.contains(char::is_alphanumeric));
    let (first, last) = (words.next(), words.next_back());
    [first, last].into_iter().flatten().find_map(|word| ["IA", "FA"].into_iter().find(|title| *title == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t15_the_chief_arbiters_title_stands_before_or_behind_the_name() {
        for (text, expected) in [
            ("IA Kari Nordmann", Some("IA")),
            ("Nordmann, Kari (FA)", Some("FA")),
            ("Nordmann, Kari - IA", Some("IA")),
            ("FA: Nordmann", Some("FA")),
            ("IA", Some("IA")),
            ("Nordmann, Kari", None),
            ("NA Nordmann, Kari", None),
            ("Nordmann (IA 1500010)", None),
            ("Fa, Ming", None),
            ("FA-Ming Li", None),
            ("1500010 IA Nordmann, Kari", None),
            ("-", None),
        ] {
            assert_eq!(arbiter_title(text), expected, "{text}");
        }
    }
}
