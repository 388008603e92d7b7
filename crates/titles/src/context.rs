//! An event together with its edition, and what its games and players have in common for all verdicts.

use crate::event::{EventGame, EventPlayer, FactsOnDay, TitleEvent, TitleSet};
use model::{Date, Reason, SideResult, TournamentClass, TournamentKind};
use rulebook::{Norm, TitleEdition};

/// One player's side of one game of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayerGame {
    pub(crate) round: u16,
    pub(crate) opponent: u32,
    pub(crate) is_white: bool,
    pub(crate) own: SideResult,
    pub(crate) opponents: SideResult,
    pub(crate) fault: Option<Reason>,
}

/// Everything that the articles ask of an event and its edition, indexed by player.
#[derive(Debug)]
pub(crate) struct JudgingContext<'a> {
    pub(crate) edition: &'a TitleEdition,
    pub(crate) event: &'a TitleEvent,
    /// For each player the first position in `game_positions`, with one more at the end.
    first_games: Vec<u32>,
    /// Positions of games, by player, each in the order of the event.
    game_positions: Vec<u32>,
    /// Players whose games are left out of round robins: unrated and without a point against rated opponents (1.42b).
    pub(crate) unrated_without_point: Vec<bool>,
    /// Games that a norm needs (1.41a, 1.41b).
    pub(crate) games_asked: u32,
    pub(crate) has_fixed_pairings: bool,
    pub(crate) is_double_round_robin: bool,
    /// Ratings and titles are those of the day of each game (1.14).
    pub(crate) uses_facts_by_round: bool,
    /// Titles that count as titles of opponents (1.45a).
    pub(crate) counted_titles: TitleSet,
}

impl<'a> JudgingContext<'a> {
    pub(crate) fn new(edition: &'a TitleEdition, event: &'a TitleEvent) -> Self {
        let (first_games, game_positions) = games_by_player(event);
        let mut context = Self {
            edition,
            event,
            first_games,
            game_positions,
            unrated_without_point: Vec::new(),
            games_asked: games_asked(edition, event),
            has_fixed_pairings: edition.games.has_fixed_pairings(event.kind),
            is_double_round_robin: event.kind == Some(TournamentKind::DoubleRoundRobin),
            uses_facts_by_round: is_long_event(edition, event) && !event.facts_by_round.is_empty(),
            counted_titles: edition
                .titles
                .known
                .iter()
                .copied()
                .filter(|title| !edition.titled_opponents.not_counted.contains(title))
                .collect(),
        };
        context.unrated_without_point = crate::inclusion::unrated_without_point(&context);
        context
    }

    pub(crate) fn player(&self, player: u32) -> &'a EventPlayer {
        &self.event.players[player as usize]
    }

    /// The games of a player, forfeits and games with faults included, in the order of the event.
    pub(crate) fn games_of(&self, player: u32) -> impl Iterator<Item = PlayerGame> + '_ {
        let at = player as usize;
        let positions = &self.game_positions[self.first_games[at] as usize..self.first_games[at + 1] as usize];
        positions.iter().map(move |position| player_game(&self.event.games[*position as usize], player))
    }

    /// A player's rating and titles for a game of a round: those at the start, or of the day of the game (1.14, T6).
    pub(crate) fn facts_in_round(&self, player: u32, round: u16) -> FactsOnDay {
        let at_start = self.player(player);
        let of_round = || self.event.facts_by_round.get(usize::from(round).checked_sub(1)?)?.get(player as usize).copied();
        let on_day = if self.uses_facts_by_round { of_round() } else { None };
        on_day.unwrap_or(FactsOnDay { rating: at_start.rating, titles: at_start.titles })
    }

    /// The date of a round, if it is known.
    pub(crate) fn date_of_round(&self, round: u16) -> Option<Date> {
        self.event.round_dates.get(usize::from(round).checked_sub(1)?).copied().flatten()
    }

    /// The norm of a title, if the edition has one.
    pub(crate) fn norm(&self, title: rulebook::Title) -> Option<&'a Norm> {
        self.edition.norms.iter().find(|norm| norm.title == title)
    }
}

/// How many games a norm of an event needs (1.41a), fewer in some championships (1.41b).
pub fn games_asked(edition: &TitleEdition, event: &TitleEvent) -> u32 {
    let games = &edition.games;
    let has_class = |classes: &[TournamentClass]| classes.iter().any(|class| event.classes.contains(*class));
    let rounds = u32::from(event.rounds);
    if has_class(&games.team_classes) && (games.team_rounds_from..=games.team_rounds_to).contains(&rounds) {
        games.team_at_least
    } else if is_world_cup(edition, event) {
        games.world_cup_at_least
    } else {
        games.at_least
    }
}

pub(crate) fn is_world_cup(edition: &TitleEdition, event: &TitleEvent) -> bool {
    edition.games.world_cup_classes.iter().any(|class| event.classes.contains(*class))
}

/// Whether an event lasts longer than the days of 1.14, first and last day included, so that each game has the facts of its day (T6).
pub fn is_long_event(edition: &TitleEdition, event: &TitleEvent) -> bool {
    (event.end - event.start).num_days() + 1 > i64::from(edition.play.long_after_days)
}

fn player_game(game: &EventGame, player: u32) -> PlayerGame {
    let is_white = game.white == player;
    let (opponent, own, opponents) =
        if is_white { (game.black, game.result.white, game.result.black) } else { (game.white, game.result.black, game.result.white) };
    PlayerGame { round: game.round, opponent, is_white, own, opponents, fault: game.fault }
}

/// The positions of each player's games, with the first of each player.
fn games_by_player(event: &TitleEvent) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; event.players.len() + 1];
    let sides = |game: &EventGame| [Some(game.white), (game.black != game.white).then_some(game.black)].into_iter().flatten();
    for player in event.games.iter().flat_map(sides) {
        first[player as usize + 1] += 1;
    }
    for at in 1..first.len() {
        first[at] += first[at - 1];
    }
    let mut next = first.clone();
    let mut positions = vec![0u32; first.last().copied().unwrap_or(0) as usize];
    for (position, game) in (0u32..).zip(&event.games) {
        for player in sides(game) {
            let at = &mut next[player as usize];
            positions[*at as usize] = position;
            *at += 1;
        }
    }
    (first, positions)
}
