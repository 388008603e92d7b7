//! Finds rated tournaments with nearly the same games or players as another one, of this list or of the lists of a year (D36): a report handed
//! in again after a correction, or with other dates.
//!
//! Exact duplicates are refused (D23). Near duplicates are rated and reported, because only the organiser knows whether they are one event.
//! Tournaments are compared by the sketches of their games as reported.

use crate::codes;
use crate::period::{Judged, Period};
use foldhash::fast::RandomState;
use model::{Date, Diagnostic, Fingerprint, Place, RatedTournament, RatedTournaments, TournamentContent, hash_value};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A rated tournament that has nearly the same games or players as another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearDuplicate {
    /// The index of the tournament in the period's order.
    pub tournament: usize,
    /// The id of the other one.
    pub other_id: Arc<str>,
    /// The file of the other one, or the list that rated it.
    pub other_place: OtherPlace,
    pub common: CommonPart,
}

/// Where the other one of two near duplicates is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherPlace {
    /// It is rated on this list, too, from this file.
    File(Arc<str>),
    /// An earlier list rated it.
    List(Date),
}

/// What two tournaments have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonPart {
    /// Games with the same players, colours and result, of the games of the tournament that has more.
    Games { same: u32, of: u32 },
    /// Players on the same days, of the players of the tournament that has more.
    Players { same: u32, of: u32 },
}

/// The number of hashes of games, and of players, by which tournaments that may be near duplicates are found.
const SAMPLE_SIZE: usize = 8;

/// The most tournaments with a hash in common that one is compared with, a bound against hostile input.
const MAX_COMPARED: usize = 16;

/// The fewest games of near duplicates on the same days.
const MIN_GAMES_ON_SAME_DAYS: u32 = 4;
/// The fewest games of near duplicates on other days: players of one club may well meet again.
const MIN_GAMES_ON_OTHER_DAYS: u32 = 10;

/// A tournament that takes part in the comparison.
#[derive(Clone, Copy)]
struct Compared<'a> {
    content: &'a TournamentContent,
    start: Option<Date>,
    end: Option<Date>,
}

impl<'a> Compared<'a> {
    fn of_period(judged: &'a Judged) -> Self {
        Self { content: &judged.facts.content, start: judged.facts.start, end: judged.facts.end }
    }

    fn of_earlier_list(row: &'a RatedTournament) -> Self {
        Self { content: &row.content, start: row.start, end: row.end }
    }

    /// Keys of which near duplicates share one: the lowest hashes of games, and those of players together with the dates.
    fn keys(self) -> impl Iterator<Item = u64> {
        let days = |date: Option<Date>| date.map_or(0, |date| u64::from(model::days_since_1970(date).unsigned_abs()));
        let dates = hash_value(days(self.start) << 32 | days(self.end));
        let lowest = |hashes: &'a [u32]| hashes.iter().take(SAMPLE_SIZE).map(|hash| u64::from(*hash));
        let is_compared = self.content.games.count >= MIN_GAMES_ON_SAME_DAYS;
        let games = lowest(self.content.games.lowest());
        let players = lowest(self.content.players.lowest()).map(move |hash| hash_value(hash ^ dates) | 1 << 63);
        games.chain(players).filter(move |_| is_compared)
    }

    /// The part that two near duplicates have in common; `None` if they are none.
    fn common_part(self, other: Self) -> Option<CommonPart> {
        let (one, two) = (self.content, other.content);
        let has_same_days = self.start.is_some() && (self.start, self.end) == (other.start, other.end);
        let most = one.games.count.max(two.games.count);
        let fewest = if has_same_days { MIN_GAMES_ON_SAME_DAYS } else { MIN_GAMES_ON_OTHER_DAYS };
        let games = || CommonPart::Games { same: one.games.count_shared(&two.games), of: most };
        if most >= fewest && one.games.is_nearly(&two.games) {
            return Some(games());
        }
        if !has_same_days || most < fewest || !one.players.is_nearly(&two.players) {
            return None;
        }
        let same = one.players.count_shared(&two.players);
        Some(CommonPart::Players { same, of: one.players.count.max(two.players.count) })
    }
}

/// Finds the near duplicates of the tournaments that this list rates, among themselves and with those that earlier lists rated. They are
/// sorted by tournament; other tournaments of earlier lists come first.
pub(crate) fn find_near_duplicates(tournaments: &[Judged], rated: &RatedTournaments) -> Vec<NearDuplicate> {
    let earlier = rated.rows();
    // Rows of earlier lists are numbered first, then the tournaments of the period.
    let number = |at: usize| u32::try_from(at).expect("tournaments can be numbered");
    let first_new = number(earlier.len());
    let mut keys: Vec<(u64, u32)> = tournaments
        .par_iter()
        .enumerate()
        .filter(|(_, judged)| judged.is_rated())
        .flat_map_iter(|(at, judged)| Compared::of_period(judged).keys().map(move |key| (key, number(earlier.len() + at))))
        .collect();
    keys.par_sort_unstable();
    let is_key = |key: u64| keys.binary_search_by(|probe| probe.0.cmp(&key)).is_ok();
    let of_earlier_lists: Vec<(u64, u32)> = earlier
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, row)| Compared::of_earlier_list(row).keys().filter(|key| is_key(*key)).map(move |key| (key, number(at))))
        .collect();
    keys.extend(of_earlier_lists);
    keys.par_sort_unstable();
    let mut candidates: BTreeSet<(u32, u32)> = BTreeSet::new();
    for sharing in keys.chunk_by(|a, b| a.0 == b.0).filter(|sharing| sharing.len() > 1) {
        for (at, &(_, second)) in sharing.iter().enumerate().filter(|(_, (_, second))| *second >= first_new) {
            candidates.extend(sharing[at.saturating_sub(MAX_COMPARED)..at].iter().map(|&(_, first)| (second, first)));
        }
    }
    candidates.extend(equal_games(tournaments, rated, first_new));
    let compared = |at: u32| match at.checked_sub(first_new) {
        Some(new) => Compared::of_period(&tournaments[new as usize]),
        None => Compared::of_earlier_list(&earlier[at as usize]),
    };
    let found = |(second, first): (u32, u32)| {
        let (one, two) = (compared(first), compared(second));
        let is_equal = one.content.fingerprint.is_some() && one.content.fingerprint == two.content.fingerprint;
        let games = two.content.games.count;
        let common = if is_equal { Some(CommonPart::Games { same: games, of: games }) } else { one.common_part(two) };
        let (other_id, other_place) = match first.checked_sub(first_new) {
            Some(new) => {
                let facts = &tournaments[new as usize].facts;
                (&facts.id, OtherPlace::File(Arc::clone(&facts.file)))
            }
            None => (&earlier[first as usize].id, OtherPlace::List(earlier[first as usize].list)),
        };
        let tournament = (second - first_new) as usize;
        Some(NearDuplicate { tournament, other_id: Arc::clone(other_id), other_place, common: common? })
    };
    candidates.into_iter().filter_map(found).collect()
}

/// Pairs of tournaments with the same games on other days: they have too few games to be refused (D36).
fn equal_games(tournaments: &[Judged], rated: &RatedTournaments, first_new: u32) -> Vec<(u32, u32)> {
    let mut first: HashMap<Fingerprint, u32, RandomState> = HashMap::default();
    let mut pairs = Vec::new();
    for (second, judged) in (first_new..).zip(tournaments).filter(|(_, judged)| judged.is_rated()) {
        let Some(fingerprint) = judged.facts.content.fingerprint else { continue };
        if let Some(row) = rated.row_with_games(fingerprint) {
            pairs.push((second, u32::try_from(row).expect("tournaments can be numbered")));
        }
        let earliest = *first.entry(fingerprint).or_insert(second);
        if earliest != second {
            pairs.push((second, earliest));
        }
    }
    pairs
}

impl NearDuplicate {
    /// The common part in words, such as "has 5 of 6 games of a".
    pub fn words(&self) -> String {
        let place = match &self.other_place {
            OtherPlace::File(_) => String::new(),
            OtherPlace::List(list) => format!(", rated on the list of {list}"),
        };
        let other = &self.other_id;
        match self.common {
            CommonPart::Games { same, of } => format!("has {same} of {of} games of {other}{place}"),
            CommonPart::Players { same, of } => format!("has {same} of {of} players of {other}{place}, on the same days"),
        }
    }

    /// Whether both are still rated. Rating refuses tournaments of which no game counts (D46), and then nothing counts twice.
    pub fn is_rated_twice(&self, period: &Period) -> bool {
        let is_other = |judged: &Judged| {
            matches!(&self.other_place, OtherPlace::File(file) if *file == judged.facts.file) && judged.facts.id == self.other_id
        };
        let is_other_rated = match self.other_place {
            OtherPlace::List(_) => true,
            OtherPlace::File(_) => period.tournaments.iter().any(|judged| is_other(judged) && judged.is_rated()),
        };
        period.tournaments[self.tournament].is_rated() && is_other_rated
    }

    /// The diagnostic of two tournaments that are both rated.
    pub fn diagnostic(&self, period: &Period) -> Diagnostic {
        let facts = &period.tournaments[self.tournament].facts;
        let (id, other) = (&facts.id, &self.other_id);
        let place = match &self.other_place {
            OtherPlace::File(file) => format!("in {file}"),
            OtherPlace::List(list) => format!("on the list of {list}"),
        };
        let message = match self.common {
            CommonPart::Games { same, of } => {
                format!("{id}: {same} of its {of} games are those of {other} {place}, with the same players and results; both are rated")
            }
            CommonPart::Players { same, of } => {
                format!("{id}: {same} of its {of} players are those of {other} {place}, on the same days; both are rated")
            }
        };
        Diagnostic::new(&codes::PER015, &facts.file, Place::default(), message)
            .with_hint("ask the organiser; if it is one tournament, withdraw one of the two with a correction")
    }
}

#[cfg(test)]
#[path = "near_duplicates_tests.rs"]
mod tests;
