//! The articles that a change of a rating cites.

use period_assembly::Period;
use rating::{Change, ListDay, OrderSet, RatingChangeCause, order_article};
use rulebook::Edition;

/// The articles of all changes of a list: few texts, and for each change the index of its text.
pub(crate) struct ChangeArticles<'a> {
    period: &'a Period,
    /// By cause, then that of a first rating from a round robin, then those of ratings of a longer control by the event's edition; all of them
    /// again for ratings under the floor; and then those of every set of orders.
    pub(crate) texts: Vec<String>,
    /// The index of the first text of a rating under the floor, and that of the first set of orders.
    under_floor_from: usize,
    orders_from: usize,
    lowest_published: i32,
}

impl<'a> ChangeArticles<'a> {
    pub(crate) fn new(period: &'a Period) -> Self {
        let (calculation, publication) = (period.calculation(), period.publication());
        let mut texts: Vec<String> = RatingChangeCause::ALL.into_iter().map(|cause| of_cause(period, cause)).collect();
        let round_robin = calculation.round_robin.iteration().map_or("", |(article, _)| article);
        texts.push(format!("{round_robin}, {}", calculation.first_rating.minimum.article()));
        texts.extend(period.editions.iter().map(|edition| of_longer_control(edition, calculation)));
        let under_floor_from = texts.len();
        let under_floor: Vec<String> = texts.iter().map(|text| format!("{text}, {}", publication.floor.below_article)).collect();
        texts.extend(under_floor);
        let orders_from = texts.len();
        texts.extend(OrderSet::all(period.orders.len()).map(|set| of_orders(period, set)));
        let lowest_published = ListDay::of(period).lowest_published().points();
        Self { period, texts, under_floor_from, orders_from, lowest_published }
    }

    /// The index of the text of a change.
    pub(crate) fn index(&self, change: &Change) -> u32 {
        let causes = RatingChangeCause::ALL.len();
        let event = change.longer_event.and_then(|event| self.period.tournaments[event as usize].edition);
        let index = match event {
            // The edition of the event in which a rating of a longer control was used (D1, D18).
            Some(edition) => causes + 1 + edition,
            None if change.cause == RatingChangeCause::Order => self.orders_from + usize::from(change.orders.number()),
            None if change.first.is_of_round_robin && change.cause == RatingChangeCause::FirstRating => causes,
            None => change.cause as usize,
        };
        let is_under_floor =
            matches!(change.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl) && change.ordered < self.lowest_published;
        let index = if is_under_floor { self.under_floor_from + index } else { index };
        u32::try_from(index).expect("few causes and editions")
    }
}

fn of_cause(period: &Period, cause: RatingChangeCause) -> String {
    let (calculation, publication) = (period.calculation(), period.publication());
    match cause {
        RatingChangeCause::Games => of_change(calculation),
        RatingChangeCause::LongerControl => of_longer_control(calculation, calculation),
        RatingChangeCause::FirstRating => format!("{}, {}", calculation.first_rating.article, calculation.first_rating.minimum.article()),
        RatingChangeCause::PoolTooSmall => calculation.first_rating.minimum.article().to_owned(),
        RatingChangeCause::PoolUnderFloor => publication.floor.article.clone(),
        RatingChangeCause::PoolWithoutPoints => "D45".to_owned(),
        // Which of them took effect is a text of its own.
        RatingChangeCause::Order => String::new(),
        RatingChangeCause::Floor => publication.floor.below_article.clone(),
    }
}

/// The orders that moved or kept a rating without games.
fn of_orders(period: &Period, set: OrderSet) -> String {
    let orders = period.orders.iter().enumerate().filter(|(index, _)| set.contains(*index));
    orders.map(|(_, order)| order_article(order)).collect::<Vec<_>>().join(", ")
}

fn of_longer_control(event: &Edition, calculation: &Edition) -> String {
    format!("{}, {}", event.longer_control.article(), of_change(calculation))
}

fn of_change(calculation: &Edition) -> String {
    let mut articles = vec![calculation.rating_change.article.as_str(), calculation.development.article()];
    articles.extend(calculation.games_cap.limit().map(|(article, _)| article));
    articles.push(&calculation.rounding.article);
    articles.dedup();
    articles.join(", ")
}
