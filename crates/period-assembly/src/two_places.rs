//! Players with games at two places on one day.
//!
//! A day is known of a round with a date, and of every round of a tournament of one day; of the others nothing is claimed. Two places are two
//! cities or, where a report does not tell its city, two federations: two tournaments of one festival are at one place.

use crate::codes;
use crate::period::{Judged, Period, Side};
use model::{Date, Diagnostic, Place, SideResult, Tournament, TournamentClass, days_since_1970};
use rayon::prelude::*;

/// One player at two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoPlaces {
    /// Places in the period's order of players and of tournaments.
    pub player: usize,
    pub first: usize,
    pub second: usize,
    pub day: Date,
}

/// With how many others of a day a tournament of the same player is compared.
const COMPARED: usize = 8;

/// Finds them among the rated tournaments, by player, then day. `is_one_city` tells whether two spellings can be one city's.
pub fn two_places(period: &Period, is_one_city: &(dyn Fn(&str, &str) -> bool + Sync)) -> Vec<TwoPlaces> {
    let days: Vec<Days<'_>> = period.tournaments.iter().map(Days::of).collect();
    if days.iter().filter(|days| !matches!(days, Days::Unknown)).count() < 2 {
        return Vec::new();
    }
    let spans: Vec<Span> = period.tournaments.iter().zip(&days).map(|(judged, days)| Span::of(judged, days)).collect();
    let players = (0..period.players.index.len()).into_par_iter().with_min_len(1 << 12);
    players
        .filter(|&player| may_overlap(period, &spans, player))
        .flat_map_iter(|player| of_player(period, &days, player, is_one_city))
        .collect()
}

/// When the rounds of a tournament were played.
enum Days<'a> {
    /// Not known, or of no interest.
    Unknown,
    One(Date),
    ByRound(&'a [Option<Date>]),
}

impl<'a> Days<'a> {
    fn of(judged: &'a Judged) -> Self {
        let facts = &judged.facts;
        // A hybrid event is played wherever its players are.
        let is_nowhere = facts.classes.contains(TournamentClass::Hybrid) || facts.city.is_empty() && facts.federation.is_empty();
        match (facts.start, facts.end) {
            _ if !judged.is_rated() || is_nowhere => Self::Unknown,
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

/// From when to when something is known of a tournament's days; of the others the span is empty.
#[derive(Clone, Copy)]
struct Span {
    first: i32,
    last: i32,
}

impl Span {
    fn of(judged: &Judged, days: &Days<'_>) -> Self {
        match (days, judged.facts.start, judged.facts.end) {
            (Days::One(_) | Days::ByRound(_), Some(start), Some(end)) => Self { first: days_since_1970(start), last: days_since_1970(end) },
            (Days::Unknown, ..) | (_, None, _) | (_, _, None) => Self { first: i32::MAX, last: i32::MIN },
        }
    }
}

/// Whether two of a player's tournaments have a day in common: of nearly nobody's. A player's sides come in the order of their starts.
fn may_overlap(period: &Period, spans: &[Span], player: usize) -> bool {
    let sides = &period.sides[period.sides_of(player)];
    let (mut before, mut until) = (u32::MAX, i32::MIN);
    for side in sides {
        if side.tournament == before {
            continue;
        }
        before = side.tournament;
        let Span { first, last } = spans[side.tournament as usize];
        if first <= until {
            return true;
        }
        until = until.max(last);
    }
    false
}

fn of_player(period: &Period, days: &[Days<'_>], player: usize, is_one_city: &dyn Fn(&str, &str) -> bool) -> Vec<TwoPlaces> {
    let sides = &period.sides[period.sides_of(player)];
    // Nearly everybody plays in one tournament or none; a player's sides come in the order of tournaments.
    if sides.first().map(|side| side.tournament) == sides.last().map(|side| side.tournament) {
        return Vec::new();
    }
    let is_played = |side: &&Side| side.flags.outcome() <= SideResult::Win as u8;
    let day = |side: &Side| Some((days[side.tournament as usize].of_round(side.round)?, side.tournament as usize));
    let mut played: Vec<(Date, usize)> = sides.iter().filter(is_played).filter_map(day).collect();
    played.sort_unstable();
    played.dedup();
    let mut found: Vec<TwoPlaces> = Vec::new();
    for of_day in played.chunk_by(|a, b| a.0 == b.0).filter(|of_day| of_day.len() > 1) {
        for (at, &(day, second)) in of_day.iter().enumerate() {
            let facts = |tournament: usize| &period.tournaments[tournament].facts;
            let mut before = of_day[at.saturating_sub(COMPARED)..at].iter().map(|&(_, first)| first);
            let elsewhere = before.find(|&first| are_apart(facts(first), facts(second), is_one_city));
            // Two tournaments of several days are told once.
            let is_told = |first: usize| found.iter().any(|told| (told.first, told.second) == (first, second));
            found.extend(elsewhere.filter(|&first| !is_told(first)).map(|first| TwoPlaces { player, first, second, day }));
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
