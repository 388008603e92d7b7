//! The articles that a change of a rating cites.

use period_assembly::Period;
use rating::RatingChangeCause;
use rulebook::Edition;

/// The articles of a cause, as the table of changes writes them.
pub(crate) fn of_cause(period: &Period, cause: RatingChangeCause) -> String {
    let (calculation, publication) = (period.calculation(), period.publication());
    match cause {
        RatingChangeCause::Games => of_change(calculation),
        RatingChangeCause::LongerControl => of_longer_control(period, calculation),
        RatingChangeCause::FirstRating => format!("{}, {}", calculation.first_rating.article, calculation.first_rating.minimum.article()),
        RatingChangeCause::PoolTooSmall => calculation.first_rating.minimum.article().to_owned(),
        RatingChangeCause::PoolUnderFloor => publication.floor.article.clone(),
        RatingChangeCause::Order => period.orders.iter().map(|order| order.id.as_str()).collect::<Vec<_>>().join(", "),
        RatingChangeCause::Floor => publication.floor.below_article.clone(),
    }
}

/// The articles of a change from a rating at a longer control, used in an event of this edition.
pub(crate) fn of_longer_control(period: &Period, event: &Edition) -> String {
    format!("{}, {}", event.longer_control.article(), of_change(period.calculation()))
}

fn of_change(calculation: &Edition) -> String {
    let mut articles = vec![calculation.rating_change.article.as_str(), calculation.development.article()];
    articles.extend(calculation.games_cap.limit().map(|(article, _)| article));
    articles.push(&calculation.rounding.article);
    articles.dedup();
    articles.join(", ")
}
