//! Style of a report: the differences between pairing programs.

use crate::population::{Person, TITLES, WOMEN_TITLES};
use crate::random::{Purpose, RandomStream};
use crate::tournament::WorldTournament;
use chrono::Datelike;
use model::{Date, TournamentClass, TournamentKind};

/// Style in which one report is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportStyle {
    /// The format of 2026, with encoded details; otherwise that of 2016.
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
    /// Writes tag 222.
    pub(crate) has_clock: bool,
    /// Writes tag XXR, which a popular pairing program adds to the format of 2016.
    pub(crate) has_rounds: bool,
    pub(crate) cuts_blanks: bool,
    pub(crate) has_final_ranks: bool,
    /// Leaves rounds of absent players blank.
    pub(crate) leaves_absences_blank: bool,
    /// Number of entrants without an id who never played.
    pub(crate) no_shows: usize,
    /// Whether the registry leaves empty what the report states in full.
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

impl ReportStyle {
    pub(crate) fn of(seed: u64, tournament: &WorldTournament) -> Self {
        let mut random = RandomStream::new(seed, Purpose::Style, tournament.number);
        let is_2026 = random.chance(300);
        let is_swiss = tournament.details.kind == TournamentKind::Swiss;
        let has_equal_times = !tournament.details.classes.contains(TournamentClass::UnequalTimes);
        Self {
            is_2026,
            is_old_spelling: !is_2026 && random.chance(250),
            line_end: match random.below(25) {
                0 => "\r",
                1..10 => "\r\n",
                _ => "\n",
            },
            ends_with_line_end: random.chance(900),
            encoding: match random.below(20) {
                0 => Encoding::Utf8WithMark,
                1..7 => Encoding::Latin1,
                _ => Encoding::Utf8,
            },
            dates: if is_2026 {
                DateStyle::Slashes
            } else {
                *random.pick(&[
                    DateStyle::Slashes,
                    DateStyle::Slashes,
                    DateStyle::Iso,
                    DateStyle::Dotted,
                    DateStyle::DottedWithBlanks,
                    DateStyle::DayFirst,
                    DateStyle::Words,
                ])
            },
            births: *random.pick(&[BirthStyle::Slashes, BirthStyle::Slashes, BirthStyle::Dashes, BirthStyle::YearOnly]),
            sexes: *random.pick(&[('m', 'w'), ('m', 'w'), ('m', 'w'), ('m', 'f'), ('M', 'F'), (' ', 'w')]),
            has_round_dates: is_2026 || random.chance(300),
            has_clock: is_2026 || random.chance(150),
            has_rounds: random.chance(300),
            cuts_blanks: random.chance(700),
            has_final_ranks: random.chance(850),
            leaves_absences_blank: random.chance(400),
            no_shows: if is_swiss && random.chance(100) { 1 + random.below(2) } else { 0 },
            registry_is_brief: is_2026 && is_swiss && has_equal_times && random.chance(500),
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

    /// The date of birth. Lists contain only the year; month and day are derived from the id, so that all reports agree.
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

    /// `m` or `w`. A blank is not used for people on no list, because no other file states their sex.
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

    /// Encodes the text of the report.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf8WithMark => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            Encoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        }
    }
}

/// The date of each round, spread evenly over the days.
pub(crate) fn round_days(tournament: &WorldTournament) -> Vec<Date> {
    let details = &tournament.details;
    let days = details.end.num_days_from_ce() - details.start.num_days_from_ce() + 1;
    let rounds = i32::from(details.rounds);
    (0..rounds).map(|round| crate::schedule::add_days(details.start, round * days / rounds)).collect()
}
