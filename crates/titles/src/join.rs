//! Joins the parts of an event that was reported in parts (T17).

use crate::event::{ByeOf, ChiefArbiter, EventGame, EventPlayer, FactsOnDay, TitleEvent};
use model::{Clock, PlayerRef};
use std::collections::BTreeMap;

/// Joins the interim reports of one event, which is judged when its last part is rated, under that part's id.
///
/// Rounds keep their numbers; where two parts use the same ones, the rounds of each part are numbered on from those of the parts before it, by
/// the parts' starts. A player's facts at the start are those of the first part with the player. Each part gives its rounds the facts of its
/// own days (1.14): its `facts_by_round`, or else the ratings and titles at the start of the part.
///
/// # Panics
/// If there are no parts.
pub fn join_parts(mut parts: Vec<TitleEvent>) -> TitleEvent {
    parts.sort_by(|a, b| (a.start, a.end, &a.tournament_id).cmp(&(b.start, b.end, &b.tournament_id)));
    let is_one = parts.len() == 1;
    let last = parts.last().expect("an event has at least one part").clone();
    if is_one {
        return last;
    }
    let shifts = round_shifts(&parts);
    let (players, positions) = joined_players(&parts);
    let mut joined = TitleEvent {
        start: parts.iter().map(|part| part.start).min().unwrap_or(last.start),
        end: parts.iter().map(|part| part.end).max().unwrap_or(last.end),
        kind: parts.iter().rev().find_map(|part| part.kind),
        clock: parts.iter().filter_map(|part| part.clock).reduce(joined_clock),
        rounds: joined_rounds(&parts, &shifts),
        round_dates: Vec::new(),
        registered: parts.iter().filter_map(|part| part.registered).min(),
        chief_arbiter: parts.iter().map(|part| part.chief_arbiter).fold(ChiefArbiter::Unknown, joined_chief_arbiter),
        arbiters: Vec::new(),
        member_federations: parts.iter().rev().find_map(|part| part.member_federations),
        tells_byes: parts.iter().all(|part| part.tells_byes),
        byes: Vec::new(),
        games: Vec::new(),
        facts_by_round: Vec::new(),
        players,
        ..last
    };
    for ((part, shift), position) in parts.iter().zip(&shifts).zip(&positions) {
        add_part(&mut joined, part, *shift, position);
    }
    joined.arbiters.sort_unstable();
    joined.arbiters.dedup();
    joined.byes.sort_by_key(|bye| (bye.round, bye.player));
    joined.games.sort_by_key(|game| (game.round, game.white, game.black));
    joined
}

/// Rounds that a part uses, as numbered.
fn rounds_used(part: &TitleEvent) -> impl Iterator<Item = u16> + '_ {
    part.games.iter().map(|game| game.round).chain(part.byes.iter().map(|bye| bye.round)).filter(|round| *round > 0)
}

/// What is added to the rounds of each part: nothing where all numbers differ, else the rounds of the parts before.
fn round_shifts(parts: &[TitleEvent]) -> Vec<u16> {
    let mut user: BTreeMap<u16, usize> = BTreeMap::new();
    let are_shared = parts.iter().enumerate().any(|(at, part)| rounds_used(part).any(|round| *user.entry(round).or_insert(at) != at));
    if !are_shared {
        return vec![0; parts.len()];
    }
    let mut shift = 0u16;
    let shift_of = |part| {
        let own = shift;
        shift = shift.saturating_add(rounds_used(part).max().unwrap_or(0));
        own
    };
    parts.iter().map(shift_of).collect()
}

/// The scheduled rounds of the whole: the most that a part says, and no fewer than there are.
fn joined_rounds(parts: &[TitleEvent], shifts: &[u16]) -> u16 {
    let used = parts.iter().zip(shifts).map(|(part, shift)| rounds_used(part).max().unwrap_or(0).saturating_add(*shift));
    parts.iter().map(|part| part.rounds).chain(used).max().unwrap_or(0)
}

/// All players once, by id, and for each part the new positions of its players.
fn joined_players(parts: &[TitleEvent]) -> (Vec<EventPlayer>, Vec<Vec<u32>>) {
    let mut players: BTreeMap<PlayerRef, EventPlayer> = BTreeMap::new();
    for player in parts.iter().flat_map(|part| &part.players) {
        players.entry(player.player).or_insert(*player);
    }
    let position_of: BTreeMap<PlayerRef, u32> = players.keys().copied().zip(0u32..).collect();
    let positions = parts.iter().map(|part| part.players.iter().map(|player| position_of[&player.player]).collect()).collect();
    (players.into_values().collect(), positions)
}

/// The shorter of two clocks; clocks that are not equal differ between players (1.13b).
fn joined_clock(a: Clock, b: Clock) -> Clock {
    let shorter = if b.seconds_for_60_moves < a.seconds_for_60_moves { b } else { a };
    Clock { players_differ: a != b || a.players_differ, ..shorter }
}

const fn joined_chief_arbiter(a: ChiefArbiter, b: ChiefArbiter) -> ChiefArbiter {
    match (a, b) {
        (ChiefArbiter::NotQualified, _) | (_, ChiefArbiter::NotQualified) => ChiefArbiter::NotQualified,
        (ChiefArbiter::Qualified, _) | (_, ChiefArbiter::Qualified) => ChiefArbiter::Qualified,
        (ChiefArbiter::Unknown, ChiefArbiter::Unknown) => ChiefArbiter::Unknown,
    }
}

/// Adds the games, byes, dates, arbiters, classes, waivers and facts of a part to the whole.
fn add_part(joined: &mut TitleEvent, part: &TitleEvent, shift: u16, positions: &[u32]) {
    let at = |player: u32| positions[player as usize];
    let moved = |round: u16| if round == 0 { 0 } else { round.saturating_add(shift) };
    joined.games.extend(part.games.iter().map(|game| EventGame {
        round: moved(game.round),
        white: at(game.white),
        black: at(game.black),
        ..*game
    }));
    joined.byes.extend(part.byes.iter().map(|bye| ByeOf { round: moved(bye.round), player: at(bye.player), kind: bye.kind }));
    part.classes.iter().for_each(|class| joined.classes.insert(class));
    part.waivers.iter().for_each(|waiver| joined.waivers.insert(waiver));
    joined.arbiters.extend(&part.arbiters);
    for (round, date) in (1u16..).zip(&part.round_dates) {
        if date.is_some() {
            *entry(&mut joined.round_dates, moved(round), || None) = *date;
        }
    }
    let mut rounds: Vec<u16> = rounds_used(part).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let at_start: Vec<FactsOnDay> =
        joined.players.iter().map(|player| FactsOnDay { rating: player.rating, titles: player.titles }).collect();
    for round in rounds {
        let own: Option<&Vec<FactsOnDay>> = part.facts_by_round.get(usize::from(round) - 1);
        let mut facts = at_start.clone();
        for (position, player) in part.players.iter().enumerate() {
            let on_day = own.and_then(|facts| facts.get(position)).copied();
            facts[positions[position] as usize] = on_day.unwrap_or(FactsOnDay { rating: player.rating, titles: player.titles });
        }
        *entry(&mut joined.facts_by_round, moved(round), || at_start.clone()) = facts;
    }
}

/// The entry of a round from 1, with all entries before it filled in.
fn entry<T>(entries: &mut Vec<T>, round: u16, fill: impl FnMut() -> T) -> &mut T {
    let wanted = usize::from(round);
    if entries.len() < wanted {
        entries.resize_with(wanted, fill);
    }
    &mut entries[wanted - 1]
}
