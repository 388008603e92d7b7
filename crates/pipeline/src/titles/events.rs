//! Builds the events that the title regulations look at from tournaments, their games, and what lists say of the players.

use super::event_players::number_players;
use super::list_facts::{FactsDay, FactsOfLists, PlayerFacts, federation_of};
use model::{Games, PlayerRef, ReportedEntry, Tournament};
use rulebook::TitleEdition;
use std::ops::Range;
use titles::{ByeOf, ChiefArbiter, EventGame, EventPlayer, FactsOnDay, TitleEvent};

/// An event, with what is to be said of its players.
#[derive(Debug)]
pub(crate) struct BuiltEvent {
    pub(crate) event: TitleEvent,
    /// The facts of each player of the event.
    pub(crate) facts: Vec<PlayerFacts>,
    /// What the report says of each player, where it was read for titles.
    pub(crate) entries: Vec<Option<ReportedEntry>>,
    /// Whether the event is over the days of 1.14 and does not date its rounds (NRM006).
    pub(crate) lacks_round_dates: bool,
}

/// Builds the event of a tournament whose games lie at `range`; `None` if the tournament has no dates.
pub(crate) fn build_event(
    tournament: &Tournament,
    games: &Games,
    range: Range<usize>,
    edition: &TitleEdition,
    lists: &FactsOfLists,
) -> Option<BuiltEvent> {
    let (start, end) = (tournament.start?, tournament.end?);
    let mut appearances: Vec<PlayerRef> = games.white[range.clone()].iter().chain(&games.black[range.clone()]).copied().collect();
    appearances.extend(tournament.byes.iter().map(|bye| bye.player));
    let (players, positions) = number_players(&appearances);
    let (white, rest) = positions.split_at(range.len());
    let (black, with_bye) = rest.split_at(range.len());
    let entry_of = |player: PlayerRef| {
        let entries = &tournament.entries;
        entries.binary_search_by_key(&player, |entry| entry.player).ok().map(|at| entries[at])
    };
    let entries: Vec<Option<ReportedEntry>> = players.iter().map(|player| entry_of(*player)).collect();
    let facts: Vec<PlayerFacts> =
        players.iter().zip(&entries).map(|(player, entry)| lists.of(*player, FactsDay::Start(start), entry.as_ref())).collect();

    let sides = range.zip(white.iter().zip(black)).filter(|(_, (white, black))| white != black);
    let mut event_games: Vec<EventGame> = sides
        .map(|(game, (&white, &black))| EventGame {
            round: games.round[game],
            white,
            black,
            result: games.result[game],
            fault: games.fault[game],
        })
        .collect();
    sort_games(&mut event_games);
    let byes = tournament.byes.iter().zip(with_bye);
    let byes: Vec<ByeOf> = byes.map(|(bye, &player)| ByeOf { round: bye.round, player, kind: bye.kind }).collect();
    let last_round = event_games.iter().map(|game| game.round).chain(byes.iter().map(|bye| bye.round)).max().unwrap_or(0);
    let rounds = tournament.rounds.unwrap_or(last_round);

    let is_long = (end - start).num_days() + 1 > i64::from(edition.play.long_after_days);
    let is_dated = (0..usize::from(rounds)).all(|round| tournament.round_dates.get(round).is_some_and(Option::is_some));
    // Whether an event in parts is long shows only when its parts are joined.
    let is_by_day = is_long || tournament.event_id.is_some();
    let facts_by_round = if is_by_day && !tournament.round_dates.is_empty() {
        (0..usize::from(rounds)).map(|round| facts_on(tournament, round, &players, &entries, &facts, lists)).collect()
    } else {
        Vec::new()
    };
    let event_players = players.iter().zip(&facts).map(|(&player, facts)| EventPlayer {
        player,
        federation: facts.federation,
        titles: facts.titles,
        sex: facts.sex,
        rating: facts.rating,
    });
    let event = TitleEvent {
        tournament_id: tournament.id.clone(),
        start,
        end,
        federation: federation_of(&tournament.federation),
        kind: tournament.kind,
        classes: tournament.classes,
        waivers: tournament.waivers,
        clock: tournament.clock,
        rounds,
        round_dates: tournament.round_dates.clone(),
        registered: tournament.registered,
        chief_arbiter: ChiefArbiter::of_title(&tournament.chief_arbiter_title, edition),
        arbiters: tournament.arbiters.clone(),
        member_federations: tournament.member_federations,
        tells_byes: tournament.tells_byes,
        byes,
        players: event_players.collect(),
        games: event_games,
        facts_by_round,
    };
    Some(BuiltEvent { event, facts, entries, lacks_round_dates: is_long && !is_dated })
}

/// Sorts games by round, white and black. They mostly come by round.
fn sort_games(games: &mut [EventGame]) {
    if !games.is_sorted_by_key(|game| game.round) {
        games.sort_by_key(|game| game.round);
    }
    for of_round in games.chunk_by_mut(|a, b| a.round == b.round) {
        of_round.sort_by_key(|game| u64::from(game.white) << 32 | u64::from(game.black));
    }
}

/// Ratings and titles of all players on the day of a round; those of the start if the round is not dated (T6).
fn facts_on(
    tournament: &Tournament,
    round: usize,
    players: &[PlayerRef],
    entries: &[Option<ReportedEntry>],
    at_start: &[PlayerFacts],
    lists: &FactsOfLists,
) -> Vec<FactsOnDay> {
    let day = tournament.round_dates.get(round).copied().flatten();
    let of = |player: usize| match day {
        Some(day) => lists.of(players[player], FactsDay::Game(day), entries[player].as_ref()),
        None => at_start[player],
    };
    (0..players.len()).map(of).map(|facts| FactsOnDay { rating: facts.rating, titles: facts.titles }).collect()
}
