//! The opponents of a norm: ratings after 1.46, federations (1.43, 1.44) and titles (1.45).

use crate::context::JudgingContext;
use crate::event::{Federation, TitleEvent, TitleSet};
use crate::inclusion::IncludedGame;
use rulebook::{DoubleRoundRobinMatching, ExemptPlayers, Norm, TitleEdition};

/// The sum of the opponents' ratings, with the opponent who was raised to the adjusted floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpponentsSum {
    pub(crate) sum: i32,
    pub(crate) raised: Option<u32>,
}

/// Adds up the opponents' ratings; all games with the lowest-rated person are raised where they are below the floor (1.46b, c, T25).
pub(crate) fn opponents_sum(context: &JudgingContext<'_>, norm: &Norm, games: &[IncludedGame]) -> OpponentsSum {
    let floor = norm.floor.points();
    let sum: i32 = games.iter().map(|game| game.rating).sum();
    let lowest = games.iter().min_by_key(|game| (game.rating, context.player(game.opponent).player));
    match lowest.filter(|game| game.rating < floor).map(|game| game.opponent) {
        None => OpponentsSum { sum, raised: None },
        Some(raised) => {
            let gain: i32 = games.iter().filter(|game| game.opponent == raised).map(|game| (floor - game.rating).max(0)).sum();
            OpponentsSum { sum: sum + gain, raised: Some(raised) }
        }
    }
}

/// How the opponents are divided between federations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FederationCounts {
    pub(crate) own: u32,
    /// The most of any one federation, the own too.
    pub(crate) one: u32,
    /// Federations that are not the own.
    pub(crate) others: u32,
}

/// Counts the opponents by federation, in every game (T25). `FID` and an unknown federation are none (T19).
pub(crate) fn federation_counts(own: Federation, games: &[IncludedGame]) -> FederationCounts {
    let mut counts = FederationCounts::default();
    for (at, game) in games.iter().enumerate() {
        let federation = game.federation;
        if !federation.is_member() || games[..at].iter().any(|before| before.federation == federation) {
            continue;
        }
        let many = games[at..].iter().fold(0, |many, other| many + u32::from(other.federation == federation));
        counts.one = counts.one.max(many);
        if federation == own {
            counts.own = many;
        } else {
            counts.others += 1;
        }
    }
    counts
}

/// The limits of 1.44 for a number of games: of the own federation, and of any one.
pub(crate) fn federations_allowed(edition: &TitleEdition, games: u32) -> (u32, u32) {
    let shares = &edition.federation_shares;
    (shares.own_at_most.of(games, shares.rounding), shares.one_at_most.of(games, shares.rounding))
}

/// The article that exempts a player of a federation from 1.43 and 1.44 in an event (1.43a to d, T20, T21).
pub(crate) fn exemption<'e>(edition: &'e TitleEdition, event: &TitleEvent, own: Federation, swiss_exempt: bool) -> Option<&'e str> {
    let rule = &edition.federations;
    let has_any = |classes: &[model::TournamentClass]| classes.iter().any(|class| event.classes.contains(*class));
    let applies_to = |players: ExemptPlayers| match players {
        ExemptPlayers::All => true,
        ExemptPlayers::OfRegisteringFederation => own.is_member() && own == event.federation,
    };
    let national = has_any(&rule.exempt_national_classes)
        && !has_any(&rule.exempt_national_except_classes)
        && applies_to(rule.exempt_national_players);
    if national {
        Some(&rule.exempt_national_article)
    } else if has_any(&rule.exempt_team_classes) && applies_to(rule.exempt_team_players) {
        Some(&rule.exempt_team_article)
    } else if has_any(&rule.exempt_zonal_classes) && applies_to(rule.exempt_zonal_players) {
        Some(&rule.exempt_zonal_article)
    } else {
        swiss_exempt.then_some(rule.exempt_swiss_article.as_str())
    }
}

/// Title-holders and matching opponents, had and needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TitleCounts {
    pub(crate) titled: u32,
    pub(crate) titled_needed: u32,
    pub(crate) matching: u32,
    pub(crate) matching_needed: u32,
}

/// Counts title-holders in every game (1.45a), and opponents with a title that matches the norm (1.45b to e): in every game, but persons in
/// a double round robin (1.45f, T26).
pub(crate) fn title_counts(context: &JudgingContext<'_>, norm: &Norm, games: &[IncludedGame]) -> TitleCounts {
    let matching_titles: TitleSet = norm.opponents_titles.iter().copied().collect();
    let count = |titles: TitleSet| games.iter().fold(0, |many, game| many + u32::from(game.titles.has_any(titles)));
    let is_first = |at: usize, only: TitleSet| {
        !games[..at].iter().any(|before| before.opponent == games[at].opponent && (only.is_empty() || before.titles.has_any(only)))
    };
    let persons = |only: TitleSet| {
        let matches = |at: usize| (only.is_empty() || games[at].titles.has_any(only)) && is_first(at, only);
        (0..games.len()).fold(0, |many, at| many + u32::from(matches(at)))
    };
    let matching = if context.is_double_round_robin { persons(matching_titles) } else { count(matching_titles) };
    let counted = u32::try_from(games.len()).unwrap_or(u32::MAX);
    let different = if context.is_double_round_robin { persons(TitleSet::NONE) } else { counted };
    TitleCounts {
        titled: count(context.counted_titles),
        titled_needed: titled_needed(context.edition, counted),
        matching,
        matching_needed: matching_needed(context, norm, counted, different),
    }
}

/// How many title-holders a number of games needs (1.45a).
pub(crate) fn titled_needed(edition: &TitleEdition, games: u32) -> u32 {
    edition.titled_opponents.share.of(games, edition.titled_opponents.rounding)
}

/// How many matching opponents a number of games against a number of persons needs (1.45b to f).
pub(crate) fn matching_needed(context: &JudgingContext<'_>, norm: &Norm, games: u32, persons: u32) -> u32 {
    let rule = &context.edition.titled_opponents;
    let of_games = norm.opponents_share.of(games, rule.rounding);
    let share = if context.is_double_round_robin {
        match &rule.double_matching {
            DoubleRoundRobinMatching::ShareOfGames { .. } => of_games,
            DoubleRoundRobinMatching::ShareOfOpponents { share, .. } => share.of(persons, rule.rounding),
        }
    } else {
        of_games
    };
    share.max(norm.opponents_at_least)
}
