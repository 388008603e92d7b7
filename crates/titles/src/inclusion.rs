//! Which games are included (1.42a to c, T18, T19, T22).

use crate::context::{JudgingContext, PlayerGame};
use crate::event::{Federation, TitleSet};
use model::SideResult;

/// A game as it counts for its player: the opponent's facts, and the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IncludedGame {
    pub(crate) round: u16,
    pub(crate) opponent: u32,
    /// Before 1.46c; the number of 1.46d for an unrated opponent.
    pub(crate) rating: i32,
    pub(crate) is_unrated: bool,
    pub(crate) titles: TitleSet,
    pub(crate) federation: Federation,
    pub(crate) half_points: u32,
}

impl IncludedGame {
    pub(crate) const fn is_won(&self) -> bool {
        self.half_points == 2
    }
}

/// Whether a game counts, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inclusion {
    Included,
    /// 1.42a: the opponent belongs to no FIDE federation.
    NoFederation,
    /// 1.42b: an unrated opponent without a point, in a round robin.
    UnratedWithoutPoint,
    /// 1.42c: not decided over the board, or not usable as reported.
    NotPlayed,
}

/// Whether a game is included (1.42). Its rating does not matter here: games that are not rated are included too (T18).
pub(crate) fn inclusion(context: &JudgingContext<'_>, game: &PlayerGame) -> Inclusion {
    if game.fault.is_some() || game.own.played().is_none() || game.opponents.played().is_none() {
        return Inclusion::NotPlayed;
    }
    opponent_inclusion(context, game.opponent)
}

/// Whether 1.42a and 1.42b let in games against a player.
pub(crate) fn opponent_inclusion(context: &JudgingContext<'_>, opponent: u32) -> Inclusion {
    if context.player(opponent).federation == Federation::NON {
        Inclusion::NoFederation
    } else if context.unrated_without_point[opponent as usize] {
        Inclusion::UnratedWithoutPoint
    } else {
        Inclusion::Included
    }
}

/// Fills in the included games of a player, in the order of the event.
pub(crate) fn included_games(context: &JudgingContext<'_>, player: u32, games: &mut Vec<IncludedGame>) {
    games.clear();
    for game in context.games_of(player) {
        if inclusion(context, &game) == Inclusion::Included
            && let Some(score) = game.own.played()
        {
            let half_points = u32::try_from(score.0).expect("a score is not negative");
            games.push(included_game(context, game.round, game.opponent, half_points));
        }
    }
}

/// A game with the facts of its opponent.
pub(crate) fn included_game(context: &JudgingContext<'_>, round: u16, opponent: u32, half_points: u32) -> IncludedGame {
    let facts = context.facts_in_round(opponent, round);
    IncludedGame {
        round,
        opponent,
        rating: facts.rating.or(context.edition.opponents_ratings.unrated_count_as).points(),
        is_unrated: !facts.rating.is_rated(),
        titles: facts.titles,
        federation: context.player(opponent).federation,
        half_points,
    }
}

/// The forfeit of the last opponent that 1.42c puts in as a loss: of the last scheduled round, and an opponent let in (T28).
pub(crate) fn last_round_forfeit(context: &JudgingContext<'_>, player: u32) -> Option<IncludedGame> {
    let last = context.event.rounds;
    let is_forfeit = |game: &PlayerGame| game.round == last && game.own == SideResult::ForfeitWin && game.fault.is_none();
    let game = context.games_of(player).find(|game| last > 0 && is_forfeit(game))?;
    (opponent_inclusion(context, game.opponent) == Inclusion::Included).then(|| included_game(context, last, game.opponent, 0))
}

/// Finds the unrated players who scored nothing in games with rated opponents and played at least one, in kinds of round robins (1.42b).
pub(crate) fn unrated_without_point(context: &JudgingContext<'_>) -> Vec<bool> {
    let event = context.event;
    let players = u32::try_from(event.players.len()).unwrap_or(u32::MAX);
    if !event.kind.is_some_and(|kind| context.edition.left_out.unrated_zero_kinds.contains(&kind)) {
        return vec![false; event.players.len()];
    }
    let scored_nothing = |player: u32| {
        let scores = context
            .games_of(player)
            .filter(|game| game.fault.is_none() && game.opponents.played().is_some() && context.player(game.opponent).rating.is_rated());
        let mut has_played = false;
        for score in scores.filter_map(|game| game.own.played()) {
            if score.0 > 0 {
                return false;
            }
            has_played = true;
        }
        has_played
    };
    (0..players).map(|player| !context.player(player).rating.is_rated() && scored_nothing(player)).collect()
}
