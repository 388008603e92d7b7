//! The ratings that players have reached, published or in the middle of a period: the rows of `title_ratings.parquet` (1.3, 1.53a, T31, T32).

use crate::interim_ratings::{CountedGame, InterimStart, counted_games, gains};
use crate::rows::{RatingReachedHow, RatingReachedRow};
use model::{Date, ListDate, Rating};
use period_assembly::Period;
use rating::{Change, Outcome};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The ratings that titles ask for, in any article of any edition (T32).
pub const THRESHOLDS: [Rating; 8] =
    [Rating(1800), Rating(1900), Rating(2000), Rating(2100), Rating(2200), Rating(2300), Rating(2400), Rating(2500)];

/// The rated games that 1.3 asks for, and 0.62 from 2024 on.
pub(crate) const GAMES: u32 = 30;

/// The number of players that one task looks at.
const PLAYERS_PER_TASK: usize = 8192;

/// The thresholds that players have reached by the list of a rated period: the previous list's rows, and those of this list.
///
/// `previous` are sorted by id, then threshold; `None` means a list without history, whose peaks were reached on its date (T32). Rows stay
/// under the ids that earned them, so that a merge that is undone gives them back (D48);
/// [`ratings_of_survivors`](crate::ratings_of_survivors) reads them through the merges. The rows returned are sorted by id, then threshold.
pub fn ratings_reached(period: &Period, outcome: &Outcome, previous: Option<&[RatingReachedRow]>) -> Vec<RatingReachedRow> {
    let history = previous.unwrap_or_default();
    let ids = period.players.index.ids();
    if ids.is_empty() {
        return history.to_vec();
    }
    let merged_into = ids_by_survivor(&period.merged);
    let tasks: Vec<Range<usize>> =
        (0..ids.len()).step_by(PLAYERS_PER_TASK).map(|from| from..ids.len().min(from + PLAYERS_PER_TASK)).collect();
    let context = Context { period, outcome, history, has_history: previous.is_some(), merged_into: &merged_into };
    let mut parts: Vec<Vec<RatingReachedRow>> = tasks.into_par_iter().map(|players| context.rows_of(players)).collect();
    let mut rows = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    parts.iter_mut().for_each(|part| rows.append(part));
    rows
}

/// The merged ids of each surviving id.
fn ids_by_survivor(merged: &BTreeMap<u32, u32>) -> BTreeMap<u32, Vec<u32>> {
    let mut merged_into: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&old, &new) in merged {
        merged_into.entry(new).or_default().push(old);
    }
    merged_into
}

struct Context<'a> {
    period: &'a Period,
    outcome: &'a Outcome,
    history: &'a [RatingReachedRow],
    has_history: bool,
    merged_into: &'a BTreeMap<u32, Vec<u32>>,
}

impl Context<'_> {
    /// The rows of a range of players, and of ids between them that are on the list no more.
    fn rows_of(&self, players: Range<usize>) -> Vec<RatingReachedRow> {
        let ids = self.period.players.index.ids();
        let first_row = |player: usize| self.history.partition_point(|row| ids.get(player).is_some_and(|id| row.fide_id < *id));
        let from = if players.start == 0 { 0 } else { first_row(players.start) };
        let mut history = &self.history[from..if players.end == ids.len() { self.history.len() } else { first_row(players.end) }];
        let first_change = self.outcome.changes.partition_point(|change| (change.player as usize) < players.start);
        let mut changes = self.outcome.changes[first_change..].iter().peekable();
        let mut rows = Vec::with_capacity(history.len() + history.len() / 16 + players.len() / 4);
        let mut games = Vec::new();
        for player in players {
            let change = changes.next_if(|change| change.player as usize == player);
            let (before, after) = (&self.period.players.rows[player], &self.outcome.players[player]);
            // Most players are unrated, or far from every threshold.
            if change.is_none() && before.peak.max(before.rating).max(after.rating) < THRESHOLDS[0] {
                continue;
            }
            let id = ids[player];
            let (up_to_own, rest) = history.split_at(history.iter().take_while(|row| row.fide_id <= id).count());
            history = rest;
            rows.extend_from_slice(up_to_own);
            let own = up_to_own.iter().rev().take_while(|row| row.fide_id == id).count();
            let first_own = rows.len() - own;
            self.add_player(player, id, change, &mut rows, first_own, &mut games);
        }
        rows.extend_from_slice(history);
        rows
    }

    /// Completes the rows of one player, which begin at `first_own`.
    fn add_player(
        &self,
        player: usize,
        id: u32,
        change: Option<&Change>,
        rows: &mut Vec<RatingReachedRow>,
        first_own: usize,
        games: &mut Vec<CountedGame>,
    ) {
        let (before, after) = (&self.period.players.rows[player], &self.outcome.players[player]);
        let mut reached = PlayerThresholds::new(id, rows, first_own);
        for old in self.merged_into.get(&id).into_iter().flatten() {
            let from = self.history.partition_point(|row| row.fide_id < *old);
            self.history[from..].iter().take_while(|row| row.fide_id == *old).for_each(|row| reached.know(row));
        }
        if !self.has_history {
            reached.peak(self.period.previous, before.peak, before.rating, before.career_games);
        }
        if let Some(start) = change.and_then(|change| InterimStart::of(self.period, change)) {
            let sides = self.period.sides_of(player);
            let career_then = |games: u32| before.career_games.saturating_add(games);
            let all_games = career_then(u32::try_from(sides.len()).unwrap_or(u32::MAX));
            let highest = || start.highest_possible(gains(self.period, self.outcome, sides.clone()));
            if reached.lowest_open(all_games).is_some_and(|open| highest() >= open.points() * 100) {
                counted_games(self.period, self.outcome, sides, games);
                for interim in start.ratings(games) {
                    let tournament = &self.period.tournaments[interim.game.tournament as usize].facts.id;
                    let moment = Moment {
                        day: interim.game.day,
                        how: RatingReachedHow::Interim,
                        at: Some((tournament, interim.game.round)),
                        hundredths: interim.hundredths,
                        games: career_then(interim.games),
                        list: self.period.list,
                    };
                    reached.add(&moment);
                }
            }
        }
        if after.is_listed() && !self.period.withheld.contains(player) {
            reached.add(&Moment {
                day: self.period.list.day(),
                how: RatingReachedHow::Published,
                at: None,
                hundredths: after.rating.points() * 100,
                games: after.career_games,
                list: self.period.list,
            });
        }
        if !rows[first_own..].is_sorted_by_key(|row| row.rating) {
            rows[first_own..].sort_by_key(|row| row.rating);
        }
    }
}

/// A moment at which a player has a rating.
struct Moment<'a> {
    day: Date,
    how: RatingReachedHow,
    /// The tournament and the round.
    at: Option<(&'a Arc<str>, u16)>,
    hundredths: i32,
    /// Career games, those up to this moment included.
    games: u32,
    list: ListDate,
}

impl Moment<'_> {
    fn row(&self, fide_id: u32, threshold: Rating) -> RatingReachedRow {
        RatingReachedRow {
            fide_id,
            rating: threshold,
            reached_on: self.day,
            how: self.how,
            tournament_id: self.at.map(|(tournament, _)| tournament.clone()),
            round: self.at.map(|(_, round)| round),
            value_hundredths: self.hundredths,
            games: self.games,
            reached_30_on: None,
            how_30: None,
            list: self.list,
        }
    }
}

/// The thresholds of one player: the rows under the own id, and what is known of all ids that are one player.
struct PlayerThresholds<'a> {
    id: u32,
    rows: &'a mut Vec<RatingReachedRow>,
    known: [Known; THRESHOLDS.len()],
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    reached: bool,
    /// Reached with 30 games.
    with_games: bool,
    /// The position of the row under the own id.
    own_row: Option<usize>,
}

impl<'a> PlayerThresholds<'a> {
    fn new(id: u32, rows: &'a mut Vec<RatingReachedRow>, first: usize) -> Self {
        let mut known = [Known::default(); THRESHOLDS.len()];
        for (at, row) in rows.iter().enumerate().skip(first) {
            if let Some(known) = know(&mut known, row) {
                known.own_row = Some(at);
            }
        }
        Self { id, rows, known }
    }

    /// Adds what a row of a merged id says.
    fn know(&mut self, row: &RatingReachedRow) {
        know(&mut self.known, row);
    }

    /// The lowest threshold that this list could still reach, with or without 30 games.
    fn lowest_open(&self, games: u32) -> Option<Rating> {
        let is_open = |known: &Known| !known.reached || !known.with_games && games >= GAMES;
        THRESHOLDS.into_iter().zip(&self.known).find_map(|(threshold, known)| is_open(known).then_some(threshold))
    }

    /// Adds what a moment reaches: thresholds for the first time, and those for the first time with 30 games.
    fn add(&mut self, moment: &Moment<'_>) {
        for (at, threshold) in THRESHOLDS.into_iter().enumerate() {
            if moment.hundredths < threshold.points() * 100 {
                return;
            }
            let known = &mut self.known[at];
            let with_games = moment.games >= GAMES;
            if known.reached && (known.with_games || !with_games) {
                continue;
            }
            known.reached = true;
            known.with_games |= with_games;
            let own_row = *known.own_row.get_or_insert_with(|| {
                self.rows.push(moment.row(self.id, threshold));
                self.rows.len() - 1
            });
            if with_games {
                let row = &mut self.rows[own_row];
                (row.reached_30_on, row.how_30) = (Some(moment.day), Some(moment.how));
            }
        }
    }

    /// Adds the highest published rating of a list without history (T32).
    ///
    /// Nothing says with how many games it was reached, so 30 games are proven only where the list's own rating is at the threshold.
    fn peak(&mut self, list: ListDate, peak: Rating, rating: Rating, games: u32) {
        let moment = |rating: Rating, games: u32| Moment {
            day: list.day(),
            how: RatingReachedHow::Peak,
            at: None,
            hundredths: rating.points() * 100,
            games,
            list,
        };
        let first = self.rows.len();
        self.add(&moment(peak, 0));
        // A rating above the peak was never published.
        self.add(&moment(rating.min(peak), games));
        self.rows[first..].iter_mut().for_each(|row| row.games = games);
    }
}

/// Takes down what a row says of its threshold; `None` for a threshold that this version does not have.
fn know<'k>(known: &'k mut [Known; THRESHOLDS.len()], row: &RatingReachedRow) -> Option<&'k mut Known> {
    let known = &mut known[THRESHOLDS.iter().position(|threshold| *threshold == row.rating)?];
    known.reached = true;
    known.with_games |= row.reached_30_on.is_some();
    Some(known)
}
