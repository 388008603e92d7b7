//! The day the list is made: order, floor, peak, K, activity (D30).

use crate::development::{Career, development_coefficient};
use crate::first_rating::as_rating;
use crate::outcome::{Cause, Change};
use model::Rating;
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

/// A player on the new list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) rating: Rating,
    pub(crate) games: u16,
    pub(crate) k: u8,
    pub(crate) inactive: bool,
    /// Whether the list shows the player.
    pub(crate) listed: bool,
    pub(crate) career_games: u32,
    pub(crate) peak: Rating,
    pub(crate) last_rated: i32,
}

impl<'a> ListDay<'a> {
    pub(crate) fn of(period: &'a Period) -> Self {
        let publication = period.publication();
        let months_ago = |months: u32| store::days(period.list.minus_months(months).day());
        Self {
            orders: &period.orders,
            floor: publication.floor.rating,
            keeps_below_floor: match publication.floor.below {
                BelowFloor::Hidden => true,
                BelowFloor::Unrated | BelowFloor::Delisted => false,
            },
            development: &publication.development,
            list: period.list,
            today: store::days(period.list.day()),
            inactive_until: months_ago(publication.inactivity.months),
            unlisted_until: publication.inactivity.unlisted_after_months.map(months_ago),
        }
    }

    /// Takes one player from the previous list, or from the month's change, to the new list. A change is completed, or made where the rating moves without games.
    pub(crate) fn standing(&self, period: &Period, player: usize, change: &mut Option<Change>) -> Standing {
        let players = &period.players;
        let before = players.rating[player];
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
        let career_games = players.career_games[player].saturating_add(games);
        let peak = if is_published { players.peak[player].max(rating) } else { players.peak[player] };
        let last_rated = if games > 0 { self.today } else { players.last_rated[player] };
        let career = Career { games: career_games, peak, birth_year: players.birth_year[player] };
        Standing {
            rating,
            games: u16::try_from(games).unwrap_or(u16::MAX),
            k: if rating.is_rated() { development_coefficient(self.development, self.list, career) } else { 0 },
            inactive: rating.is_rated() && last_rated <= self.inactive_until,
            listed: rating.is_rated() && is_published && self.unlisted_until.is_none_or(|until| last_rated > until),
            career_games,
            peak,
            last_rated,
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
