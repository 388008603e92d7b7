//! All players of a period, in parallel, in order.

use crate::list_day::ListDay;
use crate::online::rate_game_by_game;
use crate::outcome::{Outcome, SideOutcome, Work};
use crate::player::{Scratch, rate_player};
use crate::round_robin::{EventRatings, settle};
use model::PlayerRow;
use period_assembly::Period;
use rayon::prelude::*;

/// Players to a piece of work: enough that handing pieces out costs nothing, few enough that no thread waits long.
/// The pieces do not depend on the number of threads, so neither does anything else.
const CHUNK: usize = 8192;

/// A period and what came of it. The sides of the period have the ratings that the rating itself worked out: those of unrated players of round
/// robins (D20), and those that stood before each event where ratings move after every game (D31).
#[derive(Debug)]
pub struct Rated {
    pub period: Period,
    pub outcome: Outcome,
}

/// Rates a period.
pub fn rate(mut period: Period) -> Rated {
    let outcome = if period.online.is_some() {
        rate_game_by_game(&mut period)
    } else {
        // Unrated players of round robins get their ratings first.
        let events = settle(&mut period);
        rate_players(&period, &events)
    };
    Rated { period, outcome }
}

/// Rates every player of a period, in parallel.
fn rate_players(period: &Period, events: &EventRatings) -> Outcome {
    let players = period.players.index.len();
    let day = ListDay::of(period);
    let mut outcome = Outcome { players: vec![PlayerRow::UNKNOWN; players], ..Outcome::default() };
    let chunks = outcome.players.par_chunks_mut(CHUNK).enumerate();
    let work = chunks.map(|(at, rows)| rate_chunk(period, events, &day, at * CHUNK, rows)).collect();
    outcome.take_work(work, period.sides.len());
    // Players without an id: their games are all left out (D25).
    let without_id = period.side_offsets[players] as usize..period.sides.len();
    let reason = |side: &period_assembly::Side| SideOutcome::LeftOut(side.left_out.unwrap_or(model::Reason::NoUsableId));
    outcome.sides.extend(period.sides[without_id].iter().map(reason));
    outcome
}

/// Rates the players from `first` on, as many as there are rows, and fills the rows.
fn rate_chunk(period: &Period, events: &EventRatings, day: &ListDay<'_>, first: usize, rows: &mut [PlayerRow]) -> Work {
    let players = first..first + rows.len();
    let sides = (period.side_offsets[players.end] - period.side_offsets[players.start]) as usize;
    let mut work = Work { sides: Vec::with_capacity(sides), ..Work::default() };
    let mut scratch = Scratch::default();
    let ids = period.players.index.ids();
    // Players and pool are both in the order of ids, so one walk over the two finds what waits for whom.
    let mut next = ids.get(players.start).map_or(0, |&first| period.pool.entries_of(first).start);
    for (row, player) in rows.iter_mut().zip(players) {
        let sides = &period.sides[period.sides_of(player)];
        let waiting = period.pool.entries_of_next(ids[player], next);
        next = waiting.end;
        // Most players neither play nor wait.
        let waits = !period.players.rows[player].rating.is_rated() && !waiting.is_empty();
        let (mut change, had_first_event, pool_from) = if sides.is_empty() && !waits {
            (None, false, None)
        } else {
            let month = rate_player(period, events, player, sides, waiting, &mut work.sides, &mut scratch);
            (month.change, month.had_first_event, month.pool_from)
        };
        *row = day.row(period, player, had_first_event, &mut change);
        if let (true, Some((new, kept))) = (row.is_rated(), pool_from) {
            scratch.new_pool.truncate(new);
            scratch.kept_pool.truncate(kept);
        }
        work.changes.extend(change);
    }
    work.kept_pool = scratch.kept_pool;
    work.new_pool = scratch.new_pool;
    work
}
