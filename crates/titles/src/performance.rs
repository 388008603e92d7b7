//! Averages and performances (1.47 to 1.49), least scores, and the games that a norm counts as (1.41d).

use crate::context::{JudgingContext, is_world_cup};
use model::Hundredths;
use rulebook::{HalfRounding, Norm, TitleEdition, rating_difference};

/// A performance over some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PerformanceRating {
    pub(crate) average: i32,
    pub(crate) percent: u32,
    pub(crate) dp: i32,
    pub(crate) performance: i32,
}

/// The average of the opponents, rounded (1.47).
///
/// # Panics
/// If there are no games.
pub(crate) fn average(edition: &TitleEdition, sum: i32, games: u32) -> i32 {
    let games = i32::try_from(games).expect("games of one player fit");
    match edition.average.half {
        // Sums of ratings are positive.
        HalfRounding::Up | HalfRounding::AwayFromZero => (2 * sum + games).div_euclid(2 * games),
    }
}

/// The score in whole percent, a half rounded up (1.49).
pub(crate) const fn percent(half_points: u32, games: u32) -> u32 {
    (100 * half_points + games) / (2 * games)
}

/// Rp = Ra + dp (1.48).
pub(crate) fn performance_rating(edition: &TitleEdition, sum: i32, games: u32, half_points: u32) -> PerformanceRating {
    let average = average(edition, sum, games);
    let percent = percent(half_points, games);
    let dp = dp_of_percent(percent);
    PerformanceRating { average, percent, dp, performance: average + dp }
}

/// dp of a score in whole percent (the table of 1.49).
pub(crate) fn dp_of_percent(percent: u32) -> i32 {
    rating_difference(Hundredths(i32::try_from(percent).expect("a percentage fits")))
}

/// The least score, in half points, that gives the performance of a norm and its least percentage; `None` where a full score does not.
pub(crate) fn half_points_needed(edition: &TitleEdition, norm: &Norm, average: i32, games: u32) -> Option<u32> {
    let wanted = norm.performance_at_least.points() - average;
    let (mut low, mut high) = (edition.performance.score_percent_at_least, 100);
    if dp_of_percent(high) < wanted {
        return None;
    }
    while low < high {
        let middle = low.midpoint(high);
        if dp_of_percent(middle) >= wanted {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(least_half_points(low, games))
}

/// The least score, in half points, that is so many percent after rounding.
pub(crate) const fn least_half_points(percent: u32, games: u32) -> u32 {
    (2 * games * percent).saturating_sub(games).div_ceil(100)
}

/// How many games a norm counts as: its games and the full points over the least score (1.41d), limited in long events (1.7, T35).
pub(crate) fn credited_games(context: &JudgingContext<'_>, games: u32, half_points_over: u32, is_one_missed: bool) -> u32 {
    let rule = &context.edition.games;
    let counted = if is_one_missed {
        rule.one_missed_counts_as
    } else if is_world_cup(context.edition, context.event) && [games, context.games_asked] == [rule.world_cup_at_least; 2] {
        rule.world_cup_counts_as
    } else {
        games
    };
    let credited = counted + half_points_over / 2;
    if u32::from(context.event.rounds) > rule.credited_at_most { credited.min(rule.credited_at_most) } else { credited }
}
