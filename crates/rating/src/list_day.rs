//! The rules of the list's date: orders, floor, peak, K, activity, and who is listed (D30). A computed rating in, a row of the list out.

use crate::development::{Career, KReason, development_coefficient};
use crate::first_rating::clamped_rating;
use crate::outcome::{Change, OrderSet, RatingChangeCause};
use model::{Control, ListDate, PlayerFlags, PlayerRow, Rating, Unlisted, days_since_1970};
use period_assembly::Period;
use rulebook::{BelowFloor, Development, Edition, Floor, Inactivity, Order};

/// The rules that apply on a list's date: those of the publication edition, and the orders of that date (D30).
#[derive(Debug)]
pub struct ListDay<'a> {
    orders: &'a [Order],
    floor: &'a Floor,
    /// The order that holds the floor under that of the edition, with its index and the floor.
    held_floor: Option<(usize, &'a Order, Rating)>,
    inactivity: &'a Inactivity,
    development: &'a Development,
    list: ListDate,
    /// The list's date in days since 1970-01-01.
    today: i32,
    /// A player last rated then or earlier is inactive (D27).
    inactive_until: i32,
    /// A player last rated then or earlier is not listed any more, where the edition says so (D27).
    unlisted_until: Option<i32>,
}

/// One effect of the list's date on a player, with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListDayStep<'a> {
    /// An order moves the rating. `longer` is the rating at a longer control that it looked at.
    Order { order: &'a Order, before: Rating, after: Rating, longer: Option<(Control, Rating)> },
    /// The rating is under the edition's floor, and an order keeps it.
    FloorHeld { order: &'a Order, floor: &'a Floor, rating: Rating },
    /// The rating is under the floor: that of the edition, or the one that an order has in its place.
    Floor { floor: &'a Floor, least: Rating, held_by: Option<&'a Order>, after: Rating },
    /// The player has not had a rated game for too long.
    Inactive { rule: &'a Inactivity },
}

impl ListDayStep<'_> {
    /// The article of the rule, with the decision that interprets it.
    pub fn article(&self) -> String {
        match self {
            Self::Order { order, .. } | Self::FloorHeld { order, .. } => order_article(order),
            Self::Floor { floor, held_by: None, .. } => format!("{}, {}", floor.article, floor.below_article),
            Self::Floor { floor, held_by: Some(order), .. } => {
                format!("{}, {}, {}", floor.article, floor.below_article, order_article(order))
            }
            Self::Inactive { rule } => format!("{}, D27", rule.article),
        }
    }
}

/// How an order is cited among articles.
pub fn order_article(order: &Order) -> String {
    format!("order {}, D30", order.id)
}

/// A rating on the way to the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListDayRating {
    /// After the orders.
    pub ordered: Rating,
    /// After the floor.
    pub after: Rating,
    /// The orders that took effect.
    pub orders: OrderSet,
}

impl<'a> ListDay<'a> {
    /// The rules of a list's date.
    pub fn new(publication: &'a Edition, orders: &'a [Order], list: ListDate) -> Self {
        let months_ago = |months: u32| days_since_1970(list.minus_months(months).day());
        Self {
            orders,
            floor: &publication.floor,
            held_floor: held_floor(&publication.floor, orders),
            inactivity: &publication.inactivity,
            development: &publication.development,
            list,
            today: days_since_1970(list.day()),
            inactive_until: months_ago(publication.inactivity.months),
            unlisted_until: publication.inactivity.unlisted_after_months.map(months_ago),
        }
    }

    /// The rules of the list that the period is for.
    pub fn of(period: &'a Period) -> Self {
        Self::new(period.publication(), &period.orders, period.list)
    }

    /// The new list's rules, without orders, on the previous list's date.
    pub fn of_previous(period: &'a Period) -> Self {
        Self::new(period.publication(), &[], period.previous)
    }

    /// The lowest rating that is published.
    pub fn lowest_published(&self) -> Rating {
        self.held_floor.map_or(self.floor.rating, |(_, _, floor)| floor)
    }

    /// Applies orders and floor to a computed rating; `step` is called for each effect. `longer` is the rating that an order may raise to.
    pub fn rating(&self, computed: i32, longer: Rating, mut step: impl FnMut(ListDayStep<'a>)) -> ListDayRating {
        let mut orders = OrderSet::default();
        let mut ordered = clamped_rating(computed);
        for (index, order) in self.orders.iter().enumerate() {
            let before = ordered;
            ordered = order.effect.apply(before, longer);
            if ordered != before {
                orders.add(index);
                let longer = order.effect.longer_control().map(|control| (control, longer));
                step(ListDayStep::Order { order, before, after: ordered, longer });
            }
        }
        if !ordered.is_rated() || ordered >= self.floor.rating {
            return ListDayRating { ordered, after: ordered, orders };
        }
        if let Some((index, order, least)) = self.held_floor
            && ordered >= least
        {
            orders.add(index);
            step(ListDayStep::FloorHeld { order, floor: self.floor, rating: ordered });
            return ListDayRating { ordered, after: ordered, orders };
        }
        let after = match self.floor.below {
            BelowFloor::Hidden => ordered,
            BelowFloor::Unrated | BelowFloor::Delisted => Rating::UNRATED,
        };
        let held_by = self.held_floor.map(|(_, order, _)| order);
        step(ListDayStep::Floor { floor: self.floor, least: self.lowest_published(), held_by, after });
        ListDayRating { ordered, after, orders }
    }

    /// Whether a rating of the list is kept and used, but not published.
    fn is_hidden_rating(&self, rating: Rating) -> bool {
        match self.floor.below {
            BelowFloor::Hidden => rating.is_rated() && rating < self.lowest_published(),
            BelowFloor::Unrated | BelowFloor::Delisted => false,
        }
    }

    /// The K that the list has for a player, and why.
    pub fn coefficient(&self, career: Career) -> (u8, KReason) {
        development_coefficient(self.development, self.list, career)
    }

    /// The step by which a player is inactive; `None` for the active. `last_rated` is in days since 1970-01-01.
    pub fn inactive(&self, last_rated: i32) -> Option<ListDayStep<'a>> {
        (last_rated <= self.inactive_until).then_some(ListDayStep::Inactive { rule: self.inactivity })
    }

    /// Why a rated player is not listed; `None` if listed. Of several reasons the first in the order of [`Unlisted`] is returned.
    ///
    /// `is_hidden` says whether the rating is kept but not published; `withheld` has the reasons that do not depend on numbers.
    pub fn unlisted(&self, is_hidden: bool, last_rated: i32, withheld: impl IntoIterator<Item = Unlisted>) -> Option<Unlisted> {
        let under_floor = is_hidden.then_some(Unlisted::UnderFloor);
        let is_long_inactive = self.unlisted_until.is_some_and(|until| last_rated <= until);
        withheld.into_iter().chain(under_floor).chain(is_long_inactive.then_some(Unlisted::Inactive)).min()
    }

    /// Whether a player with this rating is listed, unless withheld.
    pub fn is_listed(&self, rating: Rating, last_rated: i32) -> bool {
        rating.is_rated() && self.unlisted(self.is_hidden_rating(rating), last_rated, None).is_none()
    }

    /// The player's row on the new list. Completes the change, or adds one where the rating moves without games.
    ///
    /// `had_first_event` says whether the player's first event was in this period.
    pub(crate) fn player_row(&self, period: &Period, player: usize, had_first_event: bool, change: &mut Option<Change>) -> PlayerRow {
        let previous = &period.players.rows[player];
        let before = previous.rating;
        let computed = match change {
            Some(change) if matches!(change.cause, RatingChangeCause::PoolTooSmall | RatingChangeCause::PoolWithoutPoints) => 0,
            Some(change) => change.computed,
            None => before.points(),
        };
        let longer = period.order_ratings.get(player).copied().unwrap_or(Rating::UNRATED);
        let ListDayRating { ordered, after: rating, orders } = self.rating(computed, longer, |_| {});
        match change {
            Some(change) => {
                change.orders = orders;
                change.ordered = ordered.points();
                change.after = rating;
                if change.cause == RatingChangeCause::FirstRating && !rating.is_rated() {
                    change.cause = RatingChangeCause::PoolUnderFloor;
                }
            }
            None if rating != before || !orders.is_empty() => {
                *change = Some(Change { orders, ..moved_without_games(player, before, ordered, rating) });
            }
            None => {}
        }
        // Games that only wait in the pool are not rated on this list (D16).
        let games = change.as_ref().filter(|c| !c.cause.is_waiting()).map_or(0, |c| c.games);
        let career_games = previous.career_games.saturating_add(games);
        let is_hidden = self.is_hidden_rating(rating);
        let last_rated = if games > 0 { self.today } else { previous.last_rated };
        let is_listed = self.is_listed(rating, last_rated);
        // Only a published rating raises the peak (D51).
        let is_published = is_listed && !period.withheld.contains(player);
        let peak = if is_published { previous.peak.max(rating) } else { previous.peak };
        // Whoever falls under the floor is like any other unrated player, and has had no first event (D17).
        let was_rated = before.is_rated() || change.as_ref().is_some_and(|c| c.cause == RatingChangeCause::LongerControl);
        let career = Career { games: career_games, peak, birth_year: previous.birth_year };
        let is_rated = rating.is_rated();
        PlayerRow {
            career_games,
            last_rated,
            rating,
            peak,
            birth_year: previous.birth_year,
            games: u16::try_from(games).unwrap_or(PlayerRow::MAX_GAMES).min(PlayerRow::MAX_GAMES),
            k: if is_rated { self.coefficient(career).0 } else { 0 },
            flags: PlayerFlags::NONE
                .with(PlayerFlags::FIRST_EVENT, is_rated || !was_rated && (previous.has_had_first_event() || had_first_event))
                .with(PlayerFlags::HIDDEN, is_hidden)
                .with(PlayerFlags::INACTIVE, is_rated && self.inactive(last_rated).is_some())
                .with(PlayerFlags::LISTED, is_listed),
        }
    }
}

fn moved_without_games(player: usize, before: Rating, ordered: Rating, after: Rating) -> Change {
    Change {
        player: u32::try_from(player).expect("fewer players than 32 bits can number"),
        cause: if after.is_rated() { RatingChangeCause::Order } else { RatingChangeCause::Floor },
        before,
        base: before,
        longer_event: None,
        k: 0,
        k_is_listed: false,
        k_used: 0,
        games: 0,
        half_points: 0,
        opponents: 0,
        sum: model::Hundredths(0),
        change: 0,
        first: crate::FirstRatingCalculation::default(),
        computed: before.points(),
        ordered: ordered.points(),
        orders: OrderSet::default(),
        after,
    }
}

/// The order that holds the floor under that of the edition; of several the one with the lowest.
fn held_floor<'a>(floor: &Floor, orders: &'a [Order]) -> Option<(usize, &'a Order, Rating)> {
    let held = orders.iter().enumerate().filter_map(|(index, order)| Some((index, order, order.effect.held_floor()?)));
    held.filter(|(_, _, held)| *held < floor.rating).min_by_key(|(_, _, held)| *held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse_iso_date;
    use rulebook::Rulebook;

    fn edition(id: &str) -> &'static Edition {
        Rulebook::fide().by_id(id).expect("an edition")
    }

    fn list(month: &str) -> ListDate {
        month.parse().expect("a month")
    }

    fn days(text: &str) -> i32 {
        days_since_1970(parse_iso_date(text).expect("a date"))
    }

    /// The orders of a control's list.
    fn orders(control: Control, month: &str) -> Vec<Order> {
        Rulebook::fide().orders_on(control, list(month)).cloned().collect()
    }

    /// The ratings after orders and after the floor, and the articles of the steps.
    fn rated(day: &ListDay<'_>, computed: i32) -> ([i16; 2], Vec<String>) {
        let mut articles = Vec::new();
        let ListDayRating { ordered, after, .. } = day.rating(computed, Rating(2732), |step| articles.push(step.article()));
        ([ordered.0, after.0], articles)
    }

    #[test]
    fn d30_the_order_of_march_2024_comes_before_the_floor() {
        let orders = orders(Control::Standard, "2024-03");
        let day = ListDay::new(edition("standard-2024"), &orders, list("2024-03"));
        let order = "order raise-below-2024-03-01, D30".to_owned();
        // 40 % of what lacks to 2000: 1399 gets 240.4.
        assert_eq!(rated(&day, 1399), ([1639, 1639], vec![order.clone()]));
        // 400 gets 640: 1040 is under 1400.
        assert_eq!(rated(&day, 400), ([1040, 0], vec![order, "7.1.2, 7.2.1".to_owned()]));
        assert_eq!(rated(&day, 2000), ([2000, 2000], vec![]));
        assert_eq!(rated(&day, -5), ([0, 0], vec![]), "no rating, so nothing to raise and no floor to be under");
    }

    #[test]
    fn d30_the_order_of_october_2022_raises_to_the_longer_rating_minus_100() {
        let orders = orders(Control::Rapid, "2022-10");
        let day = ListDay::new(edition("rapid-blitz-2022-10"), &orders, list("2022-10"));
        let order = "order raise-to-longer-2022-10-01, D30".to_owned();
        assert_eq!(rated(&day, 2631), ([2632, 2632], vec![order.clone()]));
        assert_eq!(rated(&day, 2632), ([2632, 2632], vec![]));
        // The floor is asked after the order.
        assert_eq!(rated(&day, 990), ([2632, 2632], vec![order]));
    }

    #[test]
    fn d30_a_held_floor_keeps_ratings_from_1000_to_1399_and_names_its_order() {
        let orders = orders(Control::Rapid, "2024-01");
        let day = ListDay::new(edition("rapid-blitz-2024"), &orders, list("2024-01"));
        let order = "order hold-floor-2024-01-01, D30".to_owned();
        assert_eq!(rated(&day, 1400), ([1400, 1400], vec![]));
        assert_eq!(rated(&day, 1399), ([1399, 1399], vec![order.clone()]));
        assert_eq!(rated(&day, 1000), ([1000, 1000], vec![order]));
        assert_eq!(rated(&day, 999), ([999, 0], vec!["6.1.2, 6.2.1, order hold-floor-2024-01-01, D30".to_owned()]));
        // Where the edition's floor is lower, there is nothing to hold.
        let day = ListDay::new(edition("rapid-blitz-2022"), &orders, list("2024-01"));
        assert_eq!(rated(&day, 1200), ([1200, 1200], vec![]));
        assert_eq!(rated(&day, 999), ([999, 0], vec!["6.12, 6.21".to_owned()]));
    }

    #[test]
    fn a_hidden_rating_is_kept_and_not_listed() {
        let mut edition = edition("rapid-blitz-2024").clone();
        edition.floor.below = BelowFloor::Hidden;
        let day = ListDay::new(&edition, &[], list("2024-03"));
        assert_eq!(rated(&day, 1399).0, [1399, 1399]);
        assert!(!day.is_listed(Rating(1399), days("2024-03-01")) && day.is_listed(Rating(1400), days("2024-03-01")));
    }

    #[test]
    fn d27_a_year_without_a_game_is_inactive_and_three_years_are_not_listed_in_2009() {
        let day = ListDay::new(edition("standard-2009"), &[], list("2011-01"));
        assert!(day.inactive(days("2010-01-01")).is_some() && day.inactive(days("2010-03-01")).is_none());
        assert_eq!(day.unlisted(false, days("2008-01-01"), None), Some(Unlisted::Inactive));
        assert_eq!(day.unlisted(false, days("2008-03-01"), None), None);
        assert_eq!(day.unlisted(false, PlayerRow::NEVER, None), Some(Unlisted::Inactive));
    }

    #[test]
    fn of_several_reasons_the_first_is_returned() {
        let day = ListDay::new(edition("standard-2009"), &[], list("2011-01"));
        let gone = days("2008-01-01");
        assert_eq!(day.unlisted(true, gone, [Unlisted::Excluded]), Some(Unlisted::UnderFloor));
        assert_eq!(day.unlisted(true, gone, [Unlisted::Excluded, Unlisted::Merged]), Some(Unlisted::Merged));
        assert_eq!(day.unlisted(false, gone, [Unlisted::Excluded, Unlisted::Deceased]), Some(Unlisted::Deceased));
    }
}
