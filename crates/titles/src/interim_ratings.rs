//! Interim ratings: a player's rating after each game of the rating period (1.53a, T31).

use model::{Date, Hundredths, ListDate, Rating};
use period_assembly::{Period, Side};
use rating::{Change, Outcome, RatingChangeCause, SideOutcome, k_under_games_cap};
use rulebook::GamesCap;
use std::ops::Range;

/// One counted game of a player, with the place that it has in the order of games (T31).
///
/// The fields are in the order by which games are sorted: tournaments of a period are sorted by start, then id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CountedGame {
    /// The date of the round; without one, the tournament's last day.
    pub(crate) day: Date,
    /// Index of the tournament in the period.
    pub(crate) tournament: u32,
    pub(crate) round: u16,
    /// Score minus expected score, as counted on the list (D10).
    pub(crate) gain: Hundredths,
}

/// A player's rating after one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InterimRating {
    pub(crate) game: CountedGame,
    pub(crate) hundredths: i32,
    /// Games of the period up to this one.
    pub(crate) games: u32,
}

/// What interim ratings start from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterimStart<'a> {
    /// The rating on the previous list.
    pub(crate) rating: Rating,
    /// The K of the period, before the cap on K x n (D7).
    pub(crate) k: u8,
    pub(crate) games_cap: &'a GamesCap,
}

impl<'a> InterimStart<'a> {
    /// What the interim ratings of a rated player start from; `None` without games, and for first ratings, which have no interim value (T31).
    pub(crate) fn of(period: &'a Period, change: &Change) -> Option<Self> {
        match change.cause {
            RatingChangeCause::Games => Some(Self { rating: change.before, k: change.k, games_cap: &period.calculation().games_cap }),
            RatingChangeCause::FirstRating
            | RatingChangeCause::LongerControl
            | RatingChangeCause::PoolTooSmall
            | RatingChangeCause::PoolUnderFloor
            | RatingChangeCause::PoolWithoutPoints
            | RatingChangeCause::Order
            | RatingChangeCause::Floor => None,
        }
    }

    /// A limit in hundredths that no interim rating exceeds: every game lost is left out, and K is not capped.
    pub(crate) fn highest_possible(&self, gains: impl Iterator<Item = Hundredths>) -> i32 {
        let gains: i32 = gains.map(|gain| gain.0.max(0)).sum();
        self.rating.points() * 100 + i32::from(self.k) * gains
    }

    /// The rating after each game: the previous list's rating plus K times the sum so far, with the K that the cap leaves for the games so far.
    pub(crate) fn ratings(self, games: &[CountedGame]) -> impl Iterator<Item = InterimRating> {
        let mut sum = Hundredths(0);
        (1..).zip(games).map(move |(number, &game)| {
            sum = sum + game.gain;
            let k = k_under_games_cap(self.games_cap, self.k, number);
            InterimRating { game, hundredths: self.rating.points() * 100 + i32::from(k) * sum.0, games: number }
        })
    }
}

/// The counted sides of one player, each with what it gains. `sides` are positions in the period's sides.
fn counted_sides<'a>(period: &'a Period, outcome: &'a Outcome, sides: Range<usize>) -> impl Iterator<Item = (&'a Side, Hundredths)> {
    let both = period.sides[sides.clone()].iter().zip(&outcome.sides[sides]);
    both.filter_map(|(side, outcome)| match *outcome {
        SideOutcome::Counted { expected, .. } => Some((side, side.score() - Hundredths(expected.into()))),
        SideOutcome::Pooled | SideOutcome::LeftOut(_) => None,
    })
}

/// What the counted games of one player gain.
pub(crate) fn gains<'a>(period: &'a Period, outcome: &'a Outcome, sides: Range<usize>) -> impl Iterator<Item = Hundredths> + 'a {
    counted_sides(period, outcome, sides).map(|(_, gain)| gain)
}

/// The counted games of one player, in the order of T31.
pub(crate) fn counted_games(period: &Period, outcome: &Outcome, sides: Range<usize>, games: &mut Vec<CountedGame>) {
    games.clear();
    games.extend(counted_sides(period, outcome, sides).map(|(side, gain)| CountedGame {
        day: day_of_game(period, side),
        tournament: side.tournament,
        round: side.round,
        gain,
    }));
    // Two games of one round, as matches have them, stay in the order of the report.
    games.sort_by_key(|game| (game.day, game.tournament, game.round));
}

/// The date of a game's round; without one the tournament's last day (T31).
fn day_of_game(period: &Period, side: &Side) -> Date {
    let facts = &period.tournaments[side.tournament as usize].facts;
    let of_round = usize::from(side.round).checked_sub(1).and_then(|round| *facts.round_dates.get(round)?);
    of_round.or(facts.end).or(facts.start).unwrap_or_else(|| last_day_before(period.list))
}

/// The day before a list, for games of tournaments without any date, which are not rated.
fn last_day_before(list: ListDate) -> Date {
    list.day().pred_opt().unwrap_or_else(|| list.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse_iso_date;

    fn cap_700() -> GamesCap {
        GamesCap::KTimesGames { article: "8.33".into(), at_most: 700 }
    }

    fn games(gains: &[i32]) -> Vec<CountedGame> {
        let day = parse_iso_date("2023-05-02").expect("a date");
        (1..).zip(gains).map(|(round, &gain)| CountedGame { day, tournament: 0, round, gain: Hundredths(gain) }).collect()
    }

    fn hundredths(rating: i16, k: u8, gains: &[i32]) -> Vec<i32> {
        let cap = cap_700();
        InterimStart { rating: Rating(rating), k, games_cap: &cap }.ratings(&games(gains)).map(|rating| rating.hundredths).collect()
    }

    #[test]
    fn t31_two_wins_and_a_loss_of_2280_at_k_20_pass_through_exactly_2300() {
        // Against 2280 each game is expected at .50.
        assert_eq!(hundredths(2280, 20, &[50, 50, -50]), [229_000, 230_000, 229_000]);
    }

    #[test]
    fn t31_ratings_are_exact_to_the_hundredth() {
        // A win expected at .36 and a draw expected at .51, at K 10.
        assert_eq!(hundredths(2493, 10, &[64, -1]), [249_940, 249_930]);
    }

    #[test]
    fn t31_k_is_capped_for_the_games_so_far() {
        // 17 x 40 = 680 is within 700; 18 games leave 38.
        let ratings = hundredths(1500, 40, &[50; 18]);
        assert_eq!(ratings[16], 150_000 + 40 * 17 * 50);
        assert_eq!(ratings[17], 150_000 + 38 * 18 * 50);
    }

    #[test]
    fn no_interim_rating_exceeds_the_highest_possible() {
        let cap = cap_700();
        let start = InterimStart { rating: Rating(2280), k: 20, games_cap: &cap };
        let games = games(&[50, -30, 50]);
        assert_eq!(start.highest_possible(games.iter().map(|game| game.gain)), 230_000);
        assert!(start.ratings(&games).all(|rating| rating.hundredths <= 230_000));
    }
}
