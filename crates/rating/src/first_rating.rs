//! First ratings (D12 to D16, D19): the pooled results of an unrated player in, a rating out.

use model::{Classes, Date, Hundredths, ListDate, Rating, months_before};
use period_assembly::Side;
use rulebook::{FirstEvent, FirstRating, Formula, MinimumGames, Pooling, rating_difference};

/// Results against rated opponents, of one event or of a whole pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PooledResult {
    pub games: u32,
    pub half_points: i32,
    /// Sum of the opponents' ratings.
    pub opponents: i32,
}

impl std::ops::AddAssign for PooledResult {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.half_points += other.half_points;
        self.opponents += other.opponents;
    }
}

/// The steps of a first rating, for the audit tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstRatingCalculation {
    /// The fractional score used, hypothetical opponents included.
    pub p: Hundredths,
    pub dp: i32,
    pub computed: i32,
    /// Whether it is the Ru(new) of one round robin (D22).
    pub is_of_round_robin: bool,
}

/// Whether a pool has enough games for a first rating.
///
/// `games_with_fewer_needed` are its games from events in which fewer are needed; `associations` are those that the player is a member of (R25).
pub fn has_enough_games(rule: &MinimumGames, games: u32, games_with_fewer_needed: u32, associations: Option<&[String]>) -> bool {
    match rule {
        MinimumGames::Games { games: needed, .. } => games >= *needed,
        MinimumGames::GamesOrFewer { games: needed, fewer, associations: named, .. } => {
            let is_member = || associations.is_some_and(|own| own.iter().any(|association| named.contains(association)));
            games >= *needed || games_with_fewer_needed >= *fewer || (games >= *fewer && is_member())
        }
        MinimumGames::FirstNotLostAnd { further, .. } => games > *further,
    }
}

/// Whether there is half a point in a pool: without it the pool gives no rating (D45).
pub fn has_half_a_point(pool: PooledResult) -> bool {
    pool.half_points > 0
}

/// Whether an event is one in which a first rating needs fewer games.
pub fn needs_fewer_games(rule: &MinimumGames, event: Classes) -> bool {
    match rule {
        MinimumGames::Games { .. } | MinimumGames::FirstNotLostAnd { .. } => false,
        MinimumGames::GamesOrFewer { classes, .. } => classes.iter().any(|&class| event.contains(class)),
    }
}

/// The result of an event's games against rated opponents.
pub(crate) fn event_result(event: &[Side]) -> PooledResult {
    let mut result = PooledResult::default();
    for side in event.iter().filter(|side| side.left_out().is_none()) {
        result += PooledResult { games: 1, half_points: side.half_points(), opponents: side.opponent_rating.points() };
    }
    result
}

/// The days on which an event must have ended to count for a first rating on a list (D14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolWindow {
    /// The first day; `None` where there is no limit.
    first_day: Option<Date>,
}

impl PoolWindow {
    pub fn new(rule: &Pooling, list: ListDate) -> Self {
        match rule {
            Pooling::Months { months, .. } => Self { first_day: Some(months_before(list.day(), *months)) },
            Pooling::Unlimited { .. } => Self { first_day: None },
        }
    }

    pub fn contains(self, ended: Date) -> bool {
        self.first_day.is_none_or(|first_day| ended >= first_day)
    }
}

/// Whether the result of a first event counts, or is disregarded (D13). `performance` is the rating that the event alone would give.
pub(crate) fn meets_first_event_rule(rule: &FirstEvent, result: PooledResult, performance: impl FnOnce() -> i32) -> bool {
    match rule {
        FirstEvent::None {} => true,
        FirstEvent::MoreThanZero { .. } => result.half_points > 0,
        FirstEvent::AtLeastHalfPoints { half_points, .. } => result.half_points >= *half_points,
        FirstEvent::GamesPointsAndFloor { games, half_points, floor, .. } => {
            result.games >= *games && result.half_points >= *half_points && performance() >= floor.points()
        }
    }
}

/// Whether the next event is a first event again after one that was disregarded (D13).
pub(crate) fn repeats_until_met(rule: &FirstEvent) -> bool {
    match rule {
        FirstEvent::None {} | FirstEvent::MoreThanZero { .. } | FirstEvent::AtLeastHalfPoints { .. } => false,
        FirstEvent::GamesPointsAndFloor { .. } => true,
    }
}

/// Computes Ru before the floor, exactly, and rounds it once, half up (D15).
///
/// # Panics
/// If the pool has no games, or more points than games.
pub fn first_rating(rule: &FirstRating, pool: PooledResult) -> FirstRatingCalculation {
    let games = i32::try_from(pool.games).expect("fewer games than 32 bits hold");
    assert!(games > 0, "a pool with results has games");
    let mut calculation = match &rule.formula {
        Formula::PointsPerHalfPoint { points } => {
            // Half of n games' points are n half points.
            let over = pool.half_points - games;
            let p = fraction(pool.half_points, games);
            let dp = if over >= 0 { points * over } else { rating_difference(p) };
            FirstRatingCalculation { p, dp, computed: rounded_mean(pool.opponents + dp * games, games), is_of_round_robin: false }
        }
        Formula::HypotheticalOpponents { count, rating } => {
            let count = i32::try_from(*count).expect("a handful of opponents");
            let all = games + count;
            // Each hypothetical game is drawn: one half point.
            let p = fraction(pool.half_points + count, all);
            let dp = rating_difference(p);
            let computed = rounded_mean(pool.opponents + count * rating.points() + dp * all, all);
            FirstRatingCalculation { p, dp, computed, is_of_round_robin: false }
        }
    };
    if let Some(highest) = rule.highest {
        // Before the floor (D19).
        calculation.computed = calculation.computed.min(highest.points());
    }
    calculation
}

/// Score over games to two decimals, half up.
pub(crate) fn fraction(half_points: i32, games: i32) -> Hundredths {
    Hundredths(rounded_mean(half_points * 50, games))
}

/// A sum divided by a number, rounded to the nearest whole number, half up.
pub fn rounded_mean(sum: i32, number: i32) -> i32 {
    (2 * sum + number).div_euclid(2 * number)
}

/// A computed rating limited to the values of [`Rating`]; zero or below is unrated.
pub(crate) fn clamped_rating(computed: i32) -> Rating {
    Rating(i16::try_from(computed.max(0)).unwrap_or(i16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    fn ru(edition: &str, opponents: &[(i32, i32)]) -> FirstRatingCalculation {
        let edition = Rulebook::fide().by_id(edition).expect("an edition");
        let pool = PooledResult {
            games: u32::try_from(opponents.len()).expect("few"),
            half_points: opponents.iter().map(|o| o.1).sum(),
            opponents: opponents.iter().map(|o| o.0).sum(),
        };
        first_rating(&edition.first_rating, pool)
    }

    #[test]
    fn article_7_2_4_of_2024_as_published_ra_1872_43_p_57_dp_50_gives_1922() {
        let games = [(1902, 1), (1877, 1), (1884, 2), (2012, 0), (1832, 2)];
        for edition in ["rapid-blitz-2024", "standard-2024", "standard-2025", "rapid-blitz-2024-12"] {
            assert_eq!(
                ru(edition, &games),
                FirstRatingCalculation { p: Hundredths(57), dp: 50, computed: 1922, is_of_round_robin: false },
                "{edition}"
            );
        }
    }

    #[test]
    fn article_8_23_of_2022_half_is_ra_each_half_point_more_is_20_and_less_is_dp() {
        // Ra 1500 over 5 games.
        let opponents = |score: [i32; 5]| [1400, 1450, 1500, 1550, 1600].into_iter().zip(score).collect::<Vec<_>>();
        assert_eq!(ru("standard-2022", &[(1400, 1), (1500, 1), (1600, 1), (1500, 1)]).computed, 1500);
        // 3 of 5 is one half point over 50 %: 2.5 + 0.5.
        assert_eq!(ru("standard-2022", &opponents([2, 2, 2, 0, 0])).computed, 1520);
        // 5 of 5 is five half points over.
        assert_eq!(ru("standard-2022", &opponents([2, 2, 2, 2, 2])).computed, 1600);
        // 2 of 5: p .40, dp -72.
        assert_eq!(ru("standard-2022", &opponents([2, 2, 0, 0, 0])).computed, 1428);
        // 0.5 of 5: p .10, dp -366.
        assert_eq!(ru("rapid-blitz-2022", &opponents([1, 0, 0, 0, 0])).computed, 1134);
    }

    #[test]
    fn p_is_rounded_half_up_and_ra_is_exact() {
        // 1.5 of 4 is .375, so .38: dp -87; Ra 1500.25; 1413.25.
        assert_eq!(
            ru("standard-2022", &[(1500, 1), (1500, 1), (1500, 1), (1501, 0)]),
            FirstRatingCalculation { p: Hundredths(38), dp: -87, computed: 1413, is_of_round_robin: false }
        );
        // Ra 1500.5 at 50 % is rounded up.
        assert_eq!(ru("standard-2022", &[(1500, 1), (1501, 1)]).computed, 1501);
    }

    #[test]
    fn the_example_of_8_34_of_2009_gives_2199() {
        // Three games of average 2220 with 1 point, five of 2150 with 3, four of 2200 with 2.5: 6.5 of 12 against 2184, half a point over.
        let edition = Rulebook::fide().by_id("standard-2009").expect("an edition");
        let mut pool = PooledResult::default();
        for (games, average, half_points) in [(3, 2220, 2), (5, 2150, 6), (4, 2200, 5)] {
            pool += PooledResult { games, half_points, opponents: average * i32::try_from(games).expect("few") };
        }
        assert_eq!(first_rating(&edition.first_rating, pool).computed, 2199);
    }

    #[test]
    fn article_7_2_4_the_highest_first_rating_is_2200() {
        assert_eq!(ru("rapid-blitz-2024", &[(2400, 2); 9]).computed, 2200);
        assert!(ru("rapid-blitz-2022", &[(2400, 2); 9]).computed > 2200);
    }

    #[test]
    fn article_7_2_2_zero_in_the_first_event_is_disregarded_and_a_half_is_not() {
        let rule = &Rulebook::fide().by_id("rapid-blitz-2024").expect("an edition").first_event;
        let result = |half_points| PooledResult { games: 3, half_points, opponents: 5400 };
        assert!(!meets_first_event_rule(rule, result(0), || 0));
        assert!(meets_first_event_rule(rule, result(1), || 0));
    }
}
