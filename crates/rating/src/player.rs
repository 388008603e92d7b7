//! Rates one player over the rating period: the player's sides and pool in, a change and pool entries out.

use crate::change::{k_under_games_cap, rounded_change};
use crate::development::k_of_period;
use crate::difference::count_differences;
use crate::first_rating::{
    FirstRatingCalculation, PoolWindow, PooledResult, event_result, first_rating, has_enough_games, has_half_a_point,
    meets_first_event_rule, needs_fewer_games, repeats_until_met,
};
use crate::outcome::{Change, NewPoolEntry, OrderSet, RatingChangeCause, SideOutcome};
use crate::round_robin::{EventRatings, is_one_round_robin};
use model::{Hundredths, PlayerRef, Rating, Reason};
use period_assembly::{Period, Side};
use rulebook::{Edition, expected_score};
use std::ops::Range;

/// The outcome of one player's games, before orders and floor.
#[derive(Debug)]
pub(crate) struct PlayerOutcome {
    pub(crate) change: Option<Change>,
    /// Whether the player has had a first event by now (D13).
    pub(crate) had_first_event: bool,
    /// The lengths of the new and kept pool in the buffers before this player: once a rating is published, the player's pool is emptied (D17).
    pub(crate) pool_from: Option<(usize, usize)>,
}

/// Buffers that all players of a chunk share, so that nothing is allocated for each.
#[derive(Debug, Default)]
pub(crate) struct PlayerBuffers {
    differences: Vec<i16>,
    pub(crate) new_pool: Vec<NewPoolEntry>,
    pub(crate) kept_pool: Vec<u32>,
}

/// Rates one player who has games in the period or results in the pool.
///
/// `sides` are the player's own, with the [outcome before rating](SideOutcome::before_rating) of each; `waiting` are the player's entries in the pool.
pub(crate) fn rate_player(
    period: &Period,
    events: &EventRatings,
    player: usize,
    sides: &[Side],
    waiting: Range<usize>,
    outcomes: &mut [SideOutcome],
    buffers: &mut PlayerBuffers,
) -> PlayerOutcome {
    let before = period.players.rows[player].rating;

    let mut rated = RatedGames::default();
    let mut at = 0;
    for event in sides.chunk_by(|a, b| a.tournament == b.tournament) {
        let own_outcomes = &mut outcomes[at..at + event.len()];
        at += event.len();
        // The own rating is one for the whole event.
        let own = event[0].own;
        if own.is_rated()
            && let Some(edition) = period.edition_of(event[0].tournament)
        {
            rated.add_event(edition, own, event, own_outcomes, buffers);
        }
    }
    if before.is_rated() || rated.games > 0 {
        let change = (rated.games > 0).then(|| rated_change(period, player, before, &rated));
        if change.is_some() && !before.is_rated() {
            // Rated through a longer control: nothing is pooled (D18).
            for outcome in outcomes.iter_mut().filter(|outcome| **outcome == SideOutcome::Pooled) {
                *outcome = SideOutcome::LeftOut(Reason::PoolDropped);
            }
        }
        return PlayerOutcome { had_first_event: change.is_some(), change, pool_from: None };
    }
    rate_unrated_player(period, events, player, sides, waiting, outcomes, buffers)
}

/// A player's counted games as a rated player.
#[derive(Debug, Default)]
struct RatedGames {
    games: u32,
    half_points: i32,
    sum: Hundredths,
    /// The own rating in the first event with a counted game, and that event.
    first_own: Rating,
    first_event: u32,
}

impl RatedGames {
    fn add_event(&mut self, edition: &Edition, own: Rating, event: &[Side], outcomes: &mut [SideOutcome], buffers: &mut PlayerBuffers) {
        let counts = |side: &&Side| side.left_out().is_none();
        count_differences(
            &edition.rating_difference,
            own,
            event.iter().filter(counts).map(|side| side.opponent_rating),
            &mut buffers.differences,
        );
        if !self.first_own.is_rated() && !buffers.differences.is_empty() {
            self.first_own = own;
            self.first_event = event[0].tournament;
        }
        let mut differences = buffers.differences.iter();
        for (side, outcome) in event.iter().zip(outcomes) {
            if side.left_out().is_some() {
                continue;
            }
            let difference = *differences.next().expect("one difference for each counted game");
            let expected = expected_score(i32::from(difference));
            self.games += 1;
            self.half_points += side.half_points();
            self.sum = self.sum + side.score() - expected;
            *outcome = SideOutcome::Counted { difference, expected: u8::try_from(expected.0).expect("at most 100") };
        }
    }
}

fn rated_change(period: &Period, player: usize, before: Rating, rated: &RatedGames) -> Change {
    let calculation = period.calculation();
    let row = &period.players.rows[player];
    let (k, k_is_listed) = k_of_period(&calculation.development, period.previous, row);
    let k_used = k_under_games_cap(&calculation.games_cap, k, rated.games);
    let change = rounded_change(calculation.rounding.half, k_used, rated.sum);
    let base = before.or(rated.first_own);
    let computed = base.points() + change;
    Change {
        player: number(player),
        cause: if before.is_rated() { RatingChangeCause::Games } else { RatingChangeCause::LongerControl },
        before,
        base,
        longer_event: (!before.is_rated()).then_some(rated.first_event),
        k,
        k_is_listed,
        k_used,
        games: rated.games,
        half_points: rated.half_points,
        opponents: 0,
        sum: rated.sum,
        change,
        first: FirstRatingCalculation::default(),
        computed,
        ordered: computed,
        orders: OrderSet::default(),
        after: Rating::UNRATED,
    }
}

/// Rates an unrated player: events enter the pool, and the pool may give a first rating.
fn rate_unrated_player(
    period: &Period,
    events: &EventRatings,
    player: usize,
    sides: &[Side],
    waiting: Range<usize>,
    outcomes: &mut [SideOutcome],
    buffers: &mut PlayerBuffers,
) -> PlayerOutcome {
    let calculation = period.calculation();
    let window = PoolWindow::new(&calculation.first_rating.pooling, period.list);
    let mut had_first_event = period.players.rows[player].has_had_first_event();
    let entries_before = buffers.new_pool.len();
    let mut at = 0;
    let mut new = PooledResult::default();
    let minimum = &calculation.first_rating.minimum;
    let mut games_with_fewer_needed = 0;
    let own = PlayerRef::id(period.players.index.ids()[player]);
    let mut last_event_rating = None;
    for event in sides.chunk_by(|a, b| a.tournament == b.tournament) {
        let own_outcomes = &mut outcomes[at..at + event.len()];
        at += event.len();
        let tournament = event[0].tournament;
        // A round robin enters with all its games at Rc(new), if the player was not taken out of it (D21, D22).
        let event_rating = own.and_then(|own| events.find(tournament, own));
        let edition = period.edition_of(tournament);
        let repeats = edition.is_some_and(|edition| repeats_until_met(&edition.first_event));
        had_first_event |= event_rating.is_some_and(|event_rating| event_rating.result.is_none()) && !repeats;
        let result = event_rating.map_or_else(|| event_result(event), |event_rating| event_rating.result.unwrap_or_default());
        if result.games == 0 {
            continue;
        }
        let edition = edition.expect("only tournaments that are rated have games that may count");
        // A round robin with an event rating has applied the rule already.
        let is_first = !had_first_event && event_rating.is_none();
        let performance = || first_rating(&edition.first_rating, result).computed;
        let fails = is_first && !meets_first_event_rule(&edition.first_event, result, performance);
        had_first_event |= !(fails && repeats);
        let facts = &period.tournaments[tournament as usize].facts;
        let dropped = if fails {
            Some(Reason::FirstEvent)
        } else if facts.end.is_some_and(|ended| !window.contains(ended)) {
            Some(Reason::OutsideWindow)
        } else {
            None
        };
        match dropped {
            Some(reason) => own_outcomes.iter_mut().filter(|o| **o == SideOutcome::Pooled).for_each(|o| *o = SideOutcome::LeftOut(reason)),
            None => {
                new += result;
                games_with_fewer_needed += if needs_fewer_games(minimum, facts.classes) { result.games } else { 0 };
                last_event_rating = event_rating;
                buffers.new_pool.push(NewPoolEntry {
                    player: number(player),
                    tournament,
                    games: result.games,
                    half_points: result.half_points,
                    opponents: result.opponents,
                });
            }
        }
    }
    let kept_before = buffers.kept_pool.len();
    let mut pool = new;
    for entry in waiting {
        let waiting = &period.pool.entries[entry];
        if window.contains(waiting.end) {
            pool += PooledResult { games: waiting.games, half_points: waiting.half_points, opponents: waiting.opponents };
            games_with_fewer_needed += if needs_fewer_games(minimum, waiting.classes) { waiting.games } else { 0 };
            buffers.kept_pool.push(number(entry));
        }
    }
    // A pool gives a rating only when something new enters it (D16).
    if new.games == 0 {
        return PlayerOutcome { change: None, had_first_event, pool_from: None };
    }
    let enough = has_enough_games(minimum, pool.games, games_with_fewer_needed, period.associations.get(&player).map(Vec::as_slice));
    let cause = match (enough, has_half_a_point(pool)) {
        (false, _) => RatingChangeCause::PoolTooSmall,
        (true, false) => RatingChangeCause::PoolWithoutPoints,
        // Whether it is published is decided on the day of the list, after orders and floor (D30).
        (true, true) => RatingChangeCause::FirstRating,
    };
    let is_rated = cause == RatingChangeCause::FirstRating;
    let mut first = if is_rated { first_rating(&calculation.first_rating, pool) } else { FirstRatingCalculation::default() };
    let of_round_robin = last_event_rating
        .filter(|event_rating| event_rating.result.is_some_and(|event| is_one_round_robin(&calculation.round_robin, pool, event)));
    if let Some(event_rating) = of_round_robin.filter(|_| is_rated) {
        first.computed = event_rating.rating;
        first.is_of_round_robin = true;
    }
    let change = Change {
        player: number(player),
        cause,
        before: Rating::UNRATED,
        base: Rating::UNRATED,
        longer_event: None,
        k: 0,
        k_is_listed: false,
        k_used: 0,
        games: pool.games,
        half_points: pool.half_points,
        opponents: pool.opponents,
        sum: Hundredths(0),
        change: 0,
        first,
        computed: first.computed,
        ordered: first.computed,
        orders: OrderSet::default(),
        after: Rating::UNRATED,
    };
    PlayerOutcome { change: Some(change), had_first_event, pool_from: Some((entries_before, kept_before)) }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).expect("fewer than 32 bits can number")
}
