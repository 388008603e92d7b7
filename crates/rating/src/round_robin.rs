//! Rates the unrated players of a round robin by the event as a whole (D20 to D22), by the method of the worked table in article 8.58 of 2009.

use crate::first_rating::{
    PooledResult, clamped_rating, event_result, first_rating, fraction, meets_first_event_rule, repeats_until_met, rounded_mean,
};
use model::{PlayerRef, Rating, Reason};
use period_assembly::{Crosstable, Period, RatingFrom, Side};
use rulebook::{Edition, Formula, RoundRobinRule, rating_difference};
use std::collections::BTreeSet;

/// The rating that a round robin gives one of its unrated players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventRating {
    pub(crate) tournament: u32,
    pub(crate) player: PlayerRef,
    /// All games of the event, at Rc(new) (D22); `None` where the first-event rule disregards the player (D21).
    pub(crate) result: Option<PooledResult>,
    /// Ru(new).
    pub(crate) rating: i32,
}

/// The event ratings of a period, sorted by tournament and player.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventRatings(Vec<EventRating>);

impl EventRatings {
    pub(crate) fn find(&self, tournament: u32, player: PlayerRef) -> Option<&EventRating> {
        let at = self.0.binary_search_by_key(&(tournament, player), |rating| (rating.tournament, rating.player)).ok()?;
        self.0.get(at)
    }
}

/// Whether the first rating is the Ru(new) of one round robin: the pool is its result alone, and the calculation edition has this method (D22).
pub fn is_one_round_robin(rule: &RoundRobinRule, pool: PooledResult, event: PooledResult) -> bool {
    rule.iteration().is_some() && pool == event
}

/// Rates the unrated players of all round robins of a period, in order, and writes their ratings into the opponents' sides.
pub(crate) fn rate_round_robins(period: &mut Period) -> EventRatings {
    let mut ratings = EventRatings::default();
    let mut had_first_event: BTreeSet<PlayerRef> = BTreeSet::new();
    let tables = std::mem::take(&mut period.crosstables);
    for table in &tables {
        let Some(edition) = period.edition_of(table.tournament) else { continue };
        let everything = results_of(table, &[]);
        // With everyone in it, the event gives the performance that the first-event rule may use (R24).
        let nobody = vec![false; table.players.len()];
        let with_all = event_ratings(table, &nobody, edition);
        let is_disregarded = |at: usize| {
            let player = table.players[at];
            let is_first = !table.ratings[at].is_rated() && !had_first_event.contains(&player) && !has_had_first_event(period, table, at);
            let performance = || with_all.binary_search_by_key(&player, |rating| rating.player).map_or(0, |found| with_all[found].rating);
            is_first && !meets_first_event_rule(&edition.first_event, everything[at], performance)
        };
        let disregarded: Vec<bool> = (0..table.players.len()).map(is_disregarded).collect();
        let event_ratings = if disregarded == nobody { with_all } else { event_ratings(table, &disregarded, edition) };
        let repeats = repeats_until_met(&edition.first_event);
        had_first_event.extend(event_ratings.iter().filter(|rating| rating.result.is_some() || !repeats).map(|rating| rating.player));
        write_ratings(period, table, &event_ratings);
        ratings.0.extend(event_ratings);
    }
    period.crosstables = tables;
    ratings
}

/// Whether a player has had a first event before this one (D13).
///
/// It was on an earlier list, or it is an earlier event of this list with a rated opponent. Where the rule applies until it is met, a
/// disregarded event does not count.
fn has_had_first_event(period: &Period, table: &Crosstable, at: usize) -> bool {
    let known = table.players[at].fide_id().and_then(|id| period.players.index.find(id));
    let is_first_event = |event: &[Side]| {
        let result = event_result(event);
        let counts = |edition: &Edition| {
            let performance = || first_rating(&edition.first_rating, result).computed;
            !repeats_until_met(&edition.first_event) || meets_first_event_rule(&edition.first_event, result, performance)
        };
        result.games > 0 && period.edition_of(event[0].tournament).is_some_and(counts)
    };
    known.is_some_and(|player| {
        let earlier = period.sides[period.sides_of(player)].chunk_by(|a, b| a.tournament == b.tournament);
        period.players.rows[player].has_had_first_event()
            || earlier.take_while(|event| event[0].tournament < table.tournament).any(is_first_event)
    })
}

/// Each player's games and half points in a table, without games of disregarded players.
fn results_of(table: &Crosstable, disregarded: &[bool]) -> Vec<PooledResult> {
    let is_out = |player: u16| disregarded.get(usize::from(player)).copied().unwrap_or(false);
    let mut results = vec![PooledResult::default(); table.players.len()];
    for &[white, black, of_white, of_black] in table.games.iter().filter(|game| !is_out(game[0]) && !is_out(game[1])) {
        results[usize::from(white)] += PooledResult { games: 1, half_points: i32::from(of_white), opponents: 0 };
        results[usize::from(black)] += PooledResult { games: 1, half_points: i32::from(of_black), opponents: 0 };
    }
    results
}

/// The steps by which the method of 8.58 rates one round robin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableCalculation {
    /// Ra, rounded.
    pub ra: i32,
    /// The number of each player's opponents, each counted once (D21).
    pub n: i32,
    /// The unrated players, in the order of the table.
    pub unrated: Vec<UnratedCalculation>,
}

/// The calculation of one unrated player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnratedCalculation {
    pub player: PlayerRef,
    /// `None` where the first-event rule disregards the player (D21).
    pub steps: Option<UnratedSteps>,
}

/// The numbers of one unrated player's calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnratedSteps {
    pub games: u32,
    pub half_points: i32,
    /// Ru before the correction.
    pub first: i32,
    /// The sum by which opponents beyond the cap are moved to it.
    pub moves: i32,
    /// Rc(new).
    pub rc: i32,
    /// Ru(new).
    pub rating: i32,
}

/// Rates a round robin by the method of 8.58; `None` where the edition does not have it.
pub fn rate_crosstable(table: &Crosstable, disregarded: &[bool], edition: &Edition) -> Option<CrosstableCalculation> {
    let (RoundRobinRule::Iteration { cap, .. }, Formula::PointsPerHalfPoint { points }) =
        (&edition.round_robin, &edition.first_rating.formula)
    else {
        return None;
    };
    let cap = i32::from(*cap);
    let count = table.players.len();
    let stays: Vec<usize> = (0..count).filter(|&at| !disregarded[at]).collect();
    // Each opponent once, also in a double round robin (D21).
    let n = i32::try_from(stays.len()).expect("a field that fits a table") - 1;
    let results = results_of(table, disregarded);
    let share = |at: usize| fraction(results[at].half_points, games_of(&results[at]));
    let rated: Vec<usize> = stays.iter().copied().filter(|&at| table.ratings[at].is_rated()).collect();
    let sum: i32 = rated.iter().map(|&at| table.ratings[at].points()).sum();
    let dp_sum: i32 = rated.iter().map(|&at| rating_difference(share(at))).sum();
    let players = i32::try_from(rated.len()).expect("a field that fits a table");
    // Ra = Rar - dpa x n/(n+1), in one fraction, rounded.
    let ra = if players == 0 || n == 0 {
        0
    } else {
        rounded_fraction(i64::from(sum) * i64::from(n + 1) - i64::from(dp_sum) * i64::from(n), i64::from(players) * i64::from(n + 1))
    };
    let ru_from = |base: i32, at: usize| {
        let over = results[at].half_points - games_of(&results[at]);
        if over >= 0 { base + points * over } else { rounded_mean(base * (n + 1) + rating_difference(share(at)) * n, n + 1) }
    };
    let first: Vec<i32> =
        (0..count).map(|at| if table.ratings[at].is_rated() { table.ratings[at].points() } else { ru_from(ra, at) }).collect();
    let steps = |at: usize| {
        let ru = first[at];
        let moves: i32 =
            stays.iter().filter(|&&other| other != at).map(|&other| first[other].clamp(ru - cap, ru + cap) - first[other]).sum();
        let rc = if n == 0 { ra } else { rounded_mean(ra * n + moves, n) };
        let PooledResult { games, half_points, .. } = results[at];
        UnratedSteps { games, half_points, first: ru, moves, rc, rating: ru_from(rc, at) }
    };
    let is_unrated = |at: &usize| !table.ratings[*at].is_rated();
    let of_player = |at: usize| UnratedCalculation { player: table.players[at], steps: (!disregarded[at]).then(|| steps(at)) };
    Some(CrosstableCalculation { ra, n, unrated: (0..count).filter(is_unrated).map(of_player).collect() })
}

/// The ratings that a round robin gives its unrated players.
fn event_ratings(table: &Crosstable, disregarded: &[bool], edition: &Edition) -> Vec<EventRating> {
    let calculation = rate_crosstable(table, disregarded, edition);
    let calculation = calculation.expect("crosstables are made for editions with this method, and these have this formula");
    let event_rating = |of_player: &UnratedCalculation| {
        let result = |steps: &UnratedSteps| {
            let result = PooledResult { games: steps.games, half_points: steps.half_points, opponents: 0 };
            PooledResult { opponents: steps.rc * games_of(&result), ..result }
        };
        EventRating {
            tournament: table.tournament,
            player: of_player.player,
            result: of_player.steps.as_ref().map(result),
            rating: of_player.steps.map_or(0, |steps| steps.rating),
        }
    };
    calculation.unrated.iter().map(event_rating).collect()
}

/// A fraction rounded to the nearest whole number, half up. In 64 bits, because the terms of Ra in a large field do not fit 32.
fn rounded_fraction(numerator: i64, denominator: i64) -> i32 {
    i32::try_from((2 * numerator + denominator).div_euclid(2 * denominator)).expect("an average of ratings")
}

fn games_of(result: &PooledResult) -> i32 {
    i32::try_from(result.games).expect("fewer games than 32 bits hold").max(1)
}

/// Writes the event ratings into the opponents' sides; games with disregarded players count for nobody.
fn write_ratings(period: &mut Period, table: &Crosstable, event_ratings: &[EventRating]) {
    let of = |player: PlayerRef| event_ratings.binary_search_by_key(&player, |rating| rating.player).ok().map(|at| &event_ratings[at]);
    for &player in &table.players {
        let Some(dense) = player.fide_id().and_then(|id| period.players.index.find(id)) else { continue };
        let is_out = of(player).is_some_and(|own| own.result.is_none());
        let range = period.sides_of(dense);
        for side in period.sides[range].iter_mut().filter(|side| side.tournament == table.tournament) {
            match of(side.opponent) {
                _ if is_out => side.set_left_out(Some(Reason::FirstEvent)),
                Some(opponent) if opponent.result.is_none() => side.set_left_out(Some(Reason::FirstEvent)),
                Some(opponent) => {
                    side.opponent_rating = clamped_rating(opponent.rating).max(Rating(1));
                    side.flags = side.flags.with_opponent_from(RatingFrom::ThisEvent);
                    side.set_left_out(side.left_out().filter(|reason| *reason != Reason::OpponentUnrated));
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    #[test]
    fn a_pool_is_one_round_robin_only_where_nothing_else_is_in_it_and_the_edition_has_the_method() {
        let iterates = &Rulebook::fide().by_id("standard-2009").expect("an edition").round_robin;
        let event = PooledResult { games: 9, half_points: 7, opponents: 19_800 };
        let mut with_another = event;
        with_another += PooledResult { games: 1, half_points: 0, opponents: 2100 };
        assert!(is_one_round_robin(iterates, event, event));
        assert!(!is_one_round_robin(iterates, with_another, event));
        assert!(!is_one_round_robin(&RoundRobinRule::AsAnyEvent {}, event, event));
    }

    /// Ratings (0 for unrated) of the worked table of 8.58. Players are 1 to 10 for A to J.
    const RATINGS: [i16; 10] = [2600, 2500, 0, 2400, 0, 2150, 2300, 0, 0, 2300];
    /// Points of the worked table. It does not say who scored against whom, and any table with these totals gives the same ratings.
    const POINTS: [i32; 10] = [8, 7, 7, 6, 6, 4, 3, 2, 1, 1];

    /// A round robin with these totals.
    fn table() -> Crosstable {
        let mut need: Vec<i32> = POINTS.iter().map(|p| p * 2).collect();
        let mut games = Vec::new();
        for one in 0..10usize {
            // The player who needs fewest points first, so that every total can be reached.
            let mut others: Vec<usize> = (one + 1..10).collect();
            others.sort_by_key(|&other| need[other]);
            for other in others {
                let wins = need[one] >= 2;
                let (of_one, of_other) = if wins {
                    (2, 0)
                } else if need[one] == 1 {
                    (1, 1)
                } else {
                    (0, 2)
                };
                need[one] -= of_one;
                need[other] -= of_other;
                let small = |v: usize| u16::try_from(v).expect("small");
                games.push([small(one), small(other), u16::try_from(of_one).expect("small"), u16::try_from(of_other).expect("small")]);
            }
        }
        assert!(need.iter().all(|&left| left == 0), "{need:?}");
        Crosstable {
            tournament: 0,
            players: (1..=10).map(|id| PlayerRef::id(id).expect("an id")).collect(),
            ratings: RATINGS.iter().map(|&r| Rating(r)).collect(),
            games,
        }
    }

    #[test]
    fn the_worked_table_of_8_58_gives_c_2423_e_2393_h_2144_i_2006() {
        let edition = Rulebook::fide().by_id("standard-2009").expect("an edition");
        let event_ratings = event_ratings(&table(), &[false; 10], edition);
        let ratings: Vec<i32> = event_ratings.iter().map(|rating| rating.rating).collect();
        assert_eq!(ratings, [2423, 2393, 2144, 2006]);
        // Rc(new) is 2348 for C and E, 2342 for H and 2322 for I; each enters the pool with nine games at it.
        let pooled: Vec<i32> = event_ratings.iter().map(|rating| rating.result.expect("counts").opponents / 9).collect();
        assert_eq!(pooled, [2348, 2348, 2342, 2322]);
    }

    #[test]
    fn with_the_cap_of_735_and_10_points_of_2018_nobody_is_moved() {
        let edition = Rulebook::fide().by_id("rapid-blitz-2018").expect("an edition");
        let ratings: Vec<i32> = event_ratings(&table(), &[false; 10], edition).iter().map(|rating| rating.rating).collect();
        // 2348 + 5 x 10, 2348 + 3 x 10, 2348 - 198, 2348 - 315.9.
        assert_eq!(ratings, [2398, 2378, 2150, 2032]);
    }

    #[test]
    fn a_round_robin_of_a_thousand_players_is_rated_like_any_other() {
        // Everybody draws, so everybody is worth the average of the rated, 2000.
        let count = 1000u16;
        let games = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other, 1, 1])).collect();
        let players = (1..=u32::from(count)).map(|id| PlayerRef::id(id).expect("an id")).collect();
        let ratings = (0..count).map(|at| Rating(if at < 900 { 2000 } else { 0 })).collect();
        let edition = Rulebook::fide().by_id("rapid-blitz-2018").expect("an edition");
        let event_ratings = event_ratings(&Crosstable { tournament: 0, players, ratings, games }, &[false; 1000], edition);
        assert_eq!(event_ratings.len(), 100);
        assert!(event_ratings.iter().all(|rating| rating.rating == 2000));
    }

    #[test]
    fn a_disregarded_player_leaves_a_smaller_table() {
        let edition = Rulebook::fide().by_id("rapid-blitz-2018").expect("an edition");
        let mut disregarded = [false; 10];
        disregarded[8] = true;
        let event_ratings = event_ratings(&table(), &disregarded, edition);
        assert_eq!(event_ratings[3].result, None);
        assert!(event_ratings[..3].iter().all(|rating| rating.result.expect("counts").games == 8));
    }
}
