//! Finds players with games at two places on one day.
//!
//! The day of a game is known if its round has a date or the tournament lasted one day; other games are ignored. Two places are two
//! cities or, where a report has no city, two federations: two tournaments of one festival are at one place.

use crate::codes;
use crate::period::{Judged, Period, Side};
use model::{Date, Diagnostic, Place, SideResult, Tournament, TournamentClass, days_since_1970};
use rayon::prelude::*;

/// One player with games at two places on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPlaces {
    /// The index of the player in the period.
    pub player: usize,
    /// The indexes of the two tournaments in the period.
    pub first: usize,
    pub second: usize,
    pub day: Date,
}

/// The most tournaments of one player and day that another one is compared with.
const MAX_COMPARED: usize = 8;

/// Finds players at two places among the rated tournaments, sorted by player, then day. `is_one_city` says whether two spellings can be one city.
pub fn two_places(period: &Period, is_one_city: &(dyn Fn(&str, &str) -> bool + Sync)) -> Vec<TwoPlaces> {
    let days: Vec<PlayingDays<'_>> = period.tournaments.iter().map(PlayingDays::of).collect();
    if days.iter().filter(|days| !matches!(days, PlayingDays::Unknown)).count() < 2 {
        return Vec::new();
    }
    let spans: Vec<DateSpan> = period.tournaments.iter().zip(&days).map(|(judged, days)| DateSpan::of(judged, days)).collect();
    let players = (0..period.players.index.len()).into_par_iter().with_min_len(1 << 12);
    players
        .filter(|&player| may_overlap(period, &spans, player))
        .flat_map_iter(|player| places_of_player(period, &days, player, is_one_city))
        .collect()
}

/// When the rounds of a tournament were played.
enum PlayingDays<'a> {
    /// The days are not known, or the tournament is not rated or has no place.
    Unknown,
    One(Date),
    ByRound(&'a [Option<Date>]),
}

impl<'a> PlayingDays<'a> {
    fn of(judged: &'a Judged) -> Self {
        let facts = &judged.facts;
        // A hybrid event is played wherever its players are.
        let has_no_place = facts.classes.contains(TournamentClass::Hybrid) || facts.city.is_empty() && facts.federation.is_empty();
        match (facts.start, facts.end) {
            _ if !judged.is_rated() || has_no_place => Self::Unknown,
            (Some(start), Some(end)) if start == end => Self::One(start),
            _ if facts.round_dates.iter().any(Option::is_some) => Self::ByRound(&facts.round_dates),
            _ => Self::Unknown,
        }
    }

    fn of_round(&self, round: u16) -> Option<Date> {
        match self {
            Self::Unknown => None,
            Self::One(day) => Some(*day),
            Self::ByRound(days) => days.get(usize::from(round).checked_sub(1)?).copied().flatten(),
        }
    }
}

/// The days from a tournament's start to its end, since 1970-01-01; empty where the days of its rounds are not known.
#[derive(Clone, Copy)]
struct DateSpan {
    first: i32,
    last: i32,
}

impl DateSpan {
    fn of(judged: &Judged, days: &PlayingDays<'_>) -> Self {
        match (days, judged.facts.start, judged.facts.end) {
            (PlayingDays::One(_) | PlayingDays::ByRound(_), Some(start), Some(end)) => {
                Self { first: days_since_1970(start), last: days_since_1970(end) }
            }
            (PlayingDays::Unknown, ..) | (_, None, _) | (_, _, None) => Self { first: i32::MAX, last: i32::MIN },
        }
    }
}

/// Whether two of a player's tournaments may have a common day. A player's sides are sorted by the start of the tournament.
fn may_overlap(period: &Period, spans: &[DateSpan], player: usize) -> bool {
    let sides = &period.sides[period.sides_of(player)];
    let (mut before, mut until) = (u32::MAX, i32::MIN);
    for side in sides {
        if side.tournament == before {
            continue;
        }
        before = side.tournament;
        let DateSpan { first, last } = spans[side.tournament as usize];
        if first <= until {
            return true;
        }
        until = until.max(last);
    }
    false
}

fn places_of_player(period: &Period, days: &[PlayingDays<'_>], player: usize, is_one_city: &dyn Fn(&str, &str) -> bool) -> Vec<TwoPlaces> {
    let sides = &period.sides[period.sides_of(player)];
    // Most players have one tournament or none.
    if sides.first().map(|side| side.tournament) == sides.last().map(|side| side.tournament) {
        return Vec::new();
    }
    let is_played = |side: &&Side| side.flags.result_code() <= SideResult::Win as u8;
    let day = |side: &Side| Some((days[side.tournament as usize].of_round(side.round)?, side.tournament as usize));
    let mut played: Vec<(Date, usize)> = sides.iter().filter(is_played).filter_map(day).collect();
    played.sort_unstable();
    played.dedup();
    let mut found: Vec<TwoPlaces> = Vec::new();
    for of_day in played.chunk_by(|a, b| a.0 == b.0).filter(|of_day| of_day.len() > 1) {
        for (at, &(day, second)) in of_day.iter().enumerate() {
            let facts = |tournament: usize| &period.tournaments[tournament].facts;
            let mut before = of_day[at.saturating_sub(MAX_COMPARED)..at].iter().map(|&(_, first)| first);
            let elsewhere = before.find(|&first| are_apart(facts(first), facts(second), is_one_city));
            // Two tournaments of several days are reported once.
            let is_reported = |first: usize| found.iter().any(|known| (known.first, known.second) == (first, second));
            found.extend(elsewhere.filter(|&first| !is_reported(first)).map(|first| TwoPlaces { player, first, second, day }));
        }
    }
    found
}

fn are_apart(one: &Tournament, other: &Tournament, is_one_city: &dyn Fn(&str, &str) -> bool) -> bool {
    if !one.city.is_empty() && !other.city.is_empty() {
        return !is_one_city(&one.city, &other.city);
    }
    !one.federation.is_empty() && !other.federation.is_empty() && one.federation != other.federation
}

impl TwoPlaces {
    pub fn diagnostic(&self, period: &Period) -> Diagnostic {
        let place = |facts: &Tournament| if facts.city.is_empty() { facts.federation.clone() } else { facts.city.clone() };
        let (first, second) = (&period.tournaments[self.first].facts, &period.tournaments[self.second].facts);
        let message = format!(
            "{}: player {} has games on {} here ({}) and in {} ({})",
            second.id,
            period.players.index.ids()[self.player],
            self.day,
            place(second).escape_debug(),
            first.id,
            place(first).escape_debug(),
        );
        Diagnostic::new(&codes::PER016, &second.file, Place::default(), message)
            .with_hint("one of the two has a wrong date, or somebody else's id")
    }
}
