//! How a report is written. No two pairing programs write alike, and organisers have many of them.

use crate::dice::{Dice, Purpose};
use crate::event::Event;
use crate::people::{Person, TITLES, WOMEN_TITLES};
use chrono::Datelike;
use model::{Date, TournamentClass, TournamentKind};

/// The habits of the program that wrote one report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The form of 2026, with encoded facts; otherwise that of 2016.
    pub(crate) is_2026: bool,
    /// Titles and byes as in 2006.
    pub(crate) is_old_spelling: bool,
    pub(crate) line_end: &'static str,
    pub(crate) ends_with_line_end: bool,
    pub(crate) encoding: Encoding,
    pub(crate) dates: DateStyle,
    pub(crate) births: BirthStyle,
    /// Letters for men and women.
    pub(crate) sexes: (char, char),
    pub(crate) has_round_dates: bool,
    /// Tag 222.
    pub(crate) has_clock: bool,
    /// Tag XXR, which a popular pairing program adds to the form of 2016.
    pub(crate) has_rounds: bool,
    pub(crate) cuts_blanks: bool,
    pub(crate) has_final_ranks: bool,
    /// Absent players' rounds left blank instead of marked.
    pub(crate) leaves_absences_blank: bool,
    /// Entrants who have no id and never sat down at a board.
    pub(crate) no_shows: usize,
    /// The registry leaves to the report what the report says in full.
    pub(crate) registry_is_brief: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf8WithMark,
    Latin1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DateStyle {
    Slashes,
    Iso,
    Dotted,
    DottedWithBlanks,
    DayFirst,
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BirthStyle {
    Slashes,
    Dashes,
    YearOnly,
}

impl Style {
    pub(crate) fn of(seed: u64, event: &Event) -> Self {
        let mut dice = Dice::new(seed, Purpose::Style, event.number);
        let is_2026 = dice.chance(300);
        let is_swiss = event.facts.kind == TournamentKind::Swiss;
        let has_equal_times = !event.facts.classes.contains(TournamentClass::UnequalTimes);
        Self {
            is_2026,
            is_old_spelling: !is_2026 && dice.chance(250),
            line_end: match dice.below(25) {
                0 => "\r",
                1..10 => "\r\n",
                _ => "\n",
            },
            ends_with_line_end: dice.chance(900),
            encoding: match dice.below(20) {
                0 => Encoding::Utf8WithMark,
                1..7 => Encoding::Latin1,
                _ => Encoding::Utf8,
            },
            dates: if is_2026 {
                DateStyle::Slashes
            } else {
                *dice.pick(&[
                    DateStyle::Slashes,
                    DateStyle::Slashes,
                    DateStyle::Iso,
                    DateStyle::Dotted,
                    DateStyle::DottedWithBlanks,
                    DateStyle::DayFirst,
                    DateStyle::Words,
                ])
            },
            births: *dice.pick(&[BirthStyle::Slashes, BirthStyle::Slashes, BirthStyle::Dashes, BirthStyle::YearOnly]),
            sexes: *dice.pick(&[('m', 'w'), ('m', 'w'), ('m', 'w'), ('m', 'f'), ('M', 'F'), (' ', 'w')]),
            has_round_dates: is_2026 || dice.chance(300),
            has_clock: is_2026 || dice.chance(150),
            has_rounds: dice.chance(300),
            cuts_blanks: dice.chance(700),
            has_final_ranks: dice.chance(850),
            leaves_absences_blank: dice.chance(400),
            no_shows: if is_swiss && dice.chance(100) { 1 + dice.below(2) } else { 0 },
            registry_is_brief: is_2026 && is_swiss && has_equal_times && dice.chance(500),
        }
    }

    pub(crate) fn date(&self, day: Date) -> String {
        day.format(match self.dates {
            DateStyle::Slashes => "%Y/%m/%d",
            DateStyle::Iso => "%Y-%m-%d",
            DateStyle::Dotted => "%d.%m.%Y",
            DateStyle::DottedWithBlanks => "%d. %m. %Y",
            DateStyle::DayFirst => "%d/%m/%Y",
            DateStyle::Words => "%b %-d, %Y",
        })
        .to_string()
    }

    /// A date of birth. Lists know the year; month and day are made from the id, so that all reports agree.
    pub(crate) fn birth(&self, person: &Person) -> String {
        if person.birth_year == 0 {
            return String::new();
        }
        let (year, month, day) = (person.birth_year, person.id % 12 + 1, person.id % 28 + 1);
        match self.births {
            BirthStyle::Slashes => format!("{year}/{month:02}/{day:02}"),
            BirthStyle::Dashes => format!("{year}-{month:02}-{day:02}"),
            BirthStyle::YearOnly => year.to_string(),
        }
    }

    /// `m` or `w`. A blank tells nothing, so nobody's sex is left blank whom only this report knows.
    pub(crate) fn sex(&self, person: &Person) -> char {
        match (person.is_woman, self.sexes.0) {
            (true, _) => self.sexes.1,
            (false, ' ') if !person.is_known => 'm',
            (false, letter) => letter,
        }
    }

    pub(crate) fn title(&self, person: &Person) -> &'static str {
        let (open, women) = (usize::from(person.title), usize::from(person.women_title));
        match (self.is_old_spelling, open, women) {
            (true, 0, women) => ["", "wc", "wf", "wm", "wg"][women],
            (true, open, _) => ["", "c", "f", "m", "g"][open],
            (false, 0, women) => WOMEN_TITLES[women],
            (false, open, _) => TITLES[open],
        }
    }

    /// The text in the report's own encoding.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf8WithMark => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            Encoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        }
    }
}

/// The day of each round: as many as there are days, as even as can be.
pub(crate) fn round_days(event: &Event) -> Vec<Date> {
    let facts = &event.facts;
    let days = facts.end.num_days_from_ce() - facts.start.num_days_from_ce() + 1;
    let rounds = i32::from(facts.rounds);
    (0..rounds).map(|round| crate::schedule::plus(facts.start, round * days / rounds)).collect()
}
