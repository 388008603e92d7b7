//! Rates all players of a period, in parallel: the period in, its outcome in the order of players out.

use crate::game_by_game::rate_game_by_game;
use crate::list_day::ListDay;
use crate::outcome::{ChunkOutcome, Outcome, SideCounts, SideOutcome};
use crate::player::{PlayerBuffers, rate_player};
use crate::round_robin::{EventRatings, rate_round_robins};
use model::{PlayerRow, Reason};
use period_assembly::{Judged, Period};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The number of players that one task rates. It does not depend on the number of threads, so neither does the outcome.
const PLAYERS_PER_CHUNK: usize = 8192;

/// A rated period.
///
/// The sides of the period now have the ratings that only rating could compute: those of unrated players of round robins (D20), and those
/// before each event where ratings move after every game (D31).
#[derive(Debug)]
pub struct Rated {
    pub period: Period,
    pub outcome: Outcome,
    /// The counts of sides of each tournament, in the period's order.
    pub side_counts: Vec<SideCounts>,
}

/// Rates a period. Tournaments of which no game counts are refused in it (D46), and refusals that are no news have no games (D23).
pub fn rate(mut period: Period) -> Rated {
    let (mut outcome, mut side_counts) = loop {
        let outcome = rate_all(&mut period);
        let side_counts = outcome.side_counts(&period);
        if !refuse_without_counted_games(&mut period, &outcome, &side_counts) {
            break (outcome, side_counts);
        }
    };
    if let Some(is_removed) = period.mark_refused_before() {
        remove_sides(&mut period, &mut outcome, &is_removed);
        side_counts = outcome.side_counts(&period);
    }
    Rated { period, outcome, side_counts }
}

/// Removes the sides of some tournaments, none of which count, from a period and its outcome.
fn remove_sides(period: &mut Period, outcome: &mut Outcome, is_removed: &[bool]) {
    let (mut kept, mut from) = (0, 0);
    for offset in &mut period.side_offsets[1..] {
        let to = *offset as usize;
        for at in from..to {
            if !is_removed[period.sides[at].tournament as usize] {
                (period.sides[kept], outcome.sides[kept]) = (period.sides[at], outcome.sides[at]);
                kept += 1;
            }
        }
        from = to;
        *offset = u32::try_from(kept).expect("fewer sides than before");
    }
    period.sides.truncate(kept);
    outcome.sides.truncate(kept);
}

/// Rates all players of a period.
fn rate_all(period: &mut Period) -> Outcome {
    if period.online.is_some() {
        return rate_game_by_game(period);
    }
    // Unrated players of round robins get their ratings first.
    let events = rate_round_robins(period);
    rate_players(period, &events)
}

/// Refuses the tournaments of which no game counts (D46). Returns whether the others have to be rated again: an event too old for the pool was
/// a player's first event, and is none any more.
fn refuse_without_counted_games(period: &mut Period, outcome: &Outcome, side_counts: &[SideCounts]) -> bool {
    let is_refused = |(judged, counts): (&Judged, &SideCounts)| judged.is_rated() && !counts.has_counted_games();
    let is_refused: Vec<bool> = period.tournaments.iter().zip(side_counts).map(is_refused).collect();
    if !is_refused.contains(&true) {
        return false;
    }
    let mut reasons: BTreeMap<u32, BTreeMap<Reason, u64>> = BTreeMap::new();
    let mut has_other_first_event = false;
    for (side, outcome) in period.sides.iter_mut().zip(&outcome.sides).filter(|(side, _)| is_refused[side.tournament as usize]) {
        if let SideOutcome::LeftOut(reason) = *outcome {
            *reasons.entry(side.tournament).or_default().entry(reason).or_default() += 1;
            has_other_first_event |= side.left_out().is_none() && reason == Reason::OutsideWindow;
            side.set_left_out(Some(reason));
        }
    }
    let detail = |(tournament, _): (u32, bool)| {
        let words = |(reason, sides): (&Reason, &u64)| format!("{sides} {reason}");
        let detail = match reasons.get(&tournament) {
            None => "it has no games".to_owned(),
            Some(reasons) => {
                let sides: u64 = reasons.values().sum();
                let reasons: Vec<String> = reasons.iter().map(words).collect();
                format!("not one of its {sides} sides counts: {}", reasons.join(", "))
            }
        };
        (tournament as usize, detail)
    };
    let refused: Vec<(usize, String)> = (0..).zip(is_refused).filter(|(_, is_refused)| *is_refused).map(detail).collect();
    period.refuse_without_counted_games(refused);
    has_other_first_event
}

/// Rates every player of a period, in parallel.
fn rate_players(period: &Period, events: &EventRatings) -> Outcome {
    let players = period.players.index.len();
    let day = ListDay::of(period);
    let sides = period.sides.par_iter().with_min_len(1 << 14);
    let mut outcome = Outcome {
        players: (0..players).into_par_iter().with_min_len(1 << 14).map(|_| PlayerRow::UNKNOWN).collect(),
        sides: sides.map(SideOutcome::before_rating).collect(),
        ..Outcome::default()
    };
    // Players without an id come last, and their games are all left out (D25).
    let mut sides = outcome.sides.as_mut_slice();
    let chunks = outcome.players.chunks_mut(PLAYERS_PER_CHUNK).zip((0..).step_by(PLAYERS_PER_CHUNK)).map(|(rows, first)| {
        let of_chunk = period.side_offsets[first + rows.len()] - period.side_offsets[first];
        let (own, others) = std::mem::take(&mut sides).split_at_mut(of_chunk as usize);
        sides = others;
        (first, rows, own)
    });
    let chunks: Vec<_> = chunks.collect();
    let rate = |(first, rows, sides): (usize, &mut [PlayerRow], &mut [SideOutcome])| rate_chunk(period, events, &day, first, rows, sides);
    let chunk_outcomes = chunks.into_par_iter().map(rate).collect();
    outcome.set_columns(chunk_outcomes);
    outcome
}

/// Rates the players from `first` on, one for each row, and fills the rows and the outcomes of their sides.
fn rate_chunk(
    period: &Period,
    events: &EventRatings,
    day: &ListDay<'_>,
    first: usize,
    rows: &mut [PlayerRow],
    mut side_outcomes: &mut [SideOutcome],
) -> ChunkOutcome {
    let players = first..first + rows.len();
    let mut outcome = ChunkOutcome::default();
    let mut buffers = PlayerBuffers::default();
    let ids = period.players.index.ids();
    // Players and pool are both sorted by id, so one pass over the two finds each player's entries.
    let mut next = ids.get(players.start).map_or(0, |&first| period.pool.entries_of(first).start);
    for (row, player) in rows.iter_mut().zip(players) {
        let sides = &period.sides[period.sides_of(player)];
        let (own_outcomes, others) = side_outcomes.split_at_mut(sides.len());
        side_outcomes = others;
        let waiting = period.pool.entries_of_next(ids[player], next);
        next = waiting.end;
        // Most players have no games and nothing in the pool.
        let has_pooled = !period.players.rows[player].rating.is_rated() && !waiting.is_empty();
        let (mut change, had_first_event, pool_from) = if sides.is_empty() && !has_pooled {
            (None, false, None)
        } else {
            let rated = rate_player(period, events, player, sides, waiting, own_outcomes, &mut buffers);
            (rated.change, rated.had_first_event, rated.pool_from)
        };
        *row = day.player_row(period, player, had_first_event, &mut change);
        if let (true, Some((new, kept))) = (row.is_rated(), pool_from) {
            buffers.new_pool.truncate(new);
            buffers.kept_pool.truncate(kept);
        }
        outcome.changes.extend(change);
    }
    outcome.kept_pool = buffers.kept_pool;
    outcome.new_pool = buffers.new_pool;
    outcome
}
