//! The day the list is made: order, floor, peak, K, activity (D30).

use crate::development::{Career, development_coefficient};
use crate::first_rating::as_rating;
use crate::outcome::{Cause, Change};
use model::{PlayerFlags, PlayerRow, Rating, days_since_1970};
use period_assembly::Period;
use rulebook::{BelowFloor, Development, Order};

/// What is the same for every player.
#[derive(Debug)]
pub(crate) struct ListDay<'a> {
    orders: &'a [Order],
    floor: Rating,
    /// Whether a rating under the floor is kept and used, only not published.
    keeps_below_floor: bool,
    development: &'a Development,
    list: model::ListDate,
    /// Days since 1970-01-01.
    today: i32,
    /// A player last rated then or earlier is inactive (D27).
    inactive_until: i32,
    /// A player last rated then or earlier is not listed any more, where the edition says so (D27).
    unlisted_until: Option<i32>,
}

impl<'a> ListDay<'a> {
    pub(crate) fn of(period: &'a Period) -> Self {
        let publication = period.publication();
        let months_ago = |months: u32| days_since_1970(period.list.minus_months(months).day());
        Self {
            orders: &period.orders,
            floor: publication.floor.rating,
            keeps_below_floor: match publication.floor.below {
                BelowFloor::Hidden => true,
                BelowFloor::Unrated | BelowFloor::Delisted => false,
            },
            development: &publication.development,
            list: period.list,
            today: days_since_1970(period.list.day()),
            inactive_until: months_ago(publication.inactivity.months),
            unlisted_until: publication.inactivity.unlisted_after_months.map(months_ago),
        }
    }

    /// Takes one player from the previous list, or from the month's change, to the new list. A change is completed, or made where the rating
    /// moves without games. `had_first_event` says whether this month had the player's first event.
    pub(crate) fn row(&self, period: &Period, player: usize, had_first_event: bool, change: &mut Option<Change>) -> PlayerRow {
        let previous = &period.players.rows[player];
        let before = previous.rating;
        let computed = match change {
            Some(change) if change.cause == Cause::PoolTooSmall => Rating::UNRATED,
            Some(change) => as_rating(change.computed),
            None => before,
        };
        let ordered = self.orders.iter().fold(computed, |rating, order| order.effect.apply(rating));
        let is_published = ordered >= self.floor;
        let rating = if is_published || self.keeps_below_floor { ordered } else { Rating::UNRATED };
        match change {
            Some(change) => {
                change.ordered = ordered.points();
                change.after = rating;
                if change.cause == Cause::FirstRating && !rating.is_rated() {
                    change.cause = Cause::PoolUnderFloor;
                }
            }
            None if rating != before => *change = Some(moved_without_games(player, before, ordered, rating)),
            None => {}
        }
        let is_pooled_only = change.as_ref().is_some_and(|c| matches!(c.cause, Cause::PoolTooSmall | Cause::PoolUnderFloor));
        // Games that only wait in the pool are not rated on this list (D16).
        let games = change.as_ref().filter(|_| !is_pooled_only).map_or(0, |c| c.games);
        let career_games = previous.career_games.saturating_add(games);
        let peak = if is_published { previous.peak.max(rating) } else { previous.peak };
        let last_rated = if games > 0 { self.today } else { previous.last_rated };
        let career = Career { games: career_games, peak, birth_year: previous.birth_year };
        let is_rated = rating.is_rated();
        let is_listed = is_rated && is_published && self.unlisted_until.is_none_or(|until| last_rated > until);
        PlayerRow {
            career_games,
            last_rated,
            rating,
            peak,
            birth_year: previous.birth_year,
            games: u16::try_from(games).unwrap_or(PlayerRow::MOST_GAMES).min(PlayerRow::MOST_GAMES),
            k: if is_rated { development_coefficient(self.development, self.list, career) } else { 0 },
            flags: PlayerFlags::NONE
                .with(PlayerFlags::FIRST_EVENT, previous.has_had_first_event() || had_first_event || is_rated)
                .with(PlayerFlags::HIDDEN, is_rated && !is_published)
                .with(PlayerFlags::INACTIVE, is_rated && last_rated <= self.inactive_until)
                .with(PlayerFlags::LISTED, is_listed),
        }
    }
}

fn moved_without_games(player: usize, before: Rating, ordered: Rating, after: Rating) -> Change {
    Change {
        player: u32::try_from(player).expect("fewer players than 32 bits can number"),
        cause: if after.is_rated() { Cause::Order } else { Cause::Floor },
        before,
        base: before,
        k: 0,
        k_is_listed: false,
        k_used: 0,
        games: 0,
        half_points: 0,
        opponents: 0,
        sum: model::Hundredths(0),
        change: 0,
        first: crate::FirstRatingWork::default(),
        computed: before.points(),
        ordered: ordered.points(),
        after,
    }
}
