//! Which articles a counted number rests on.

use period_assembly::Period;
use rating::Cause;
use rulebook::{Development, GamesCap, LongerControl, MinimumGames};

/// The article of K.
fn development(rule: &Development) -> &str {
    match rule {
        Development::Flat { article, .. } | Development::ByCareer { article, .. } => article,
    }
}

fn minimum(rule: &MinimumGames) -> &str {
    match rule {
        MinimumGames::Games { article, .. }
        | MinimumGames::GamesOrFewer { article, .. }
        | MinimumGames::FirstNotLostAnd { article, .. } => article,
    }
}

/// The articles behind each cause, in words for the table of changes.
pub(crate) fn of_cause(period: &Period, cause: Cause) -> String {
    let (calculation, publication) = (period.calculation(), period.publication());
    let change = || {
        let mut articles = vec![calculation.rating_change.article.as_str(), development(&calculation.development)];
        if let GamesCap::KTimesGames { article, .. } = &calculation.games_cap {
            articles.push(article);
        }
        articles.push(&calculation.rounding.article);
        articles.dedup();
        articles.join(", ")
    };
    match cause {
        Cause::Games => change(),
        Cause::LongerControl => {
            let longer = period.editions.iter().rev().find_map(|edition| match &edition.longer_control {
                LongerControl::Used { article, .. } => Some(article.as_str()),
                LongerControl::None {} => None,
            });
            format!("{}, {}", longer.unwrap_or("D18"), change())
        }
        Cause::FirstRating => format!("{}, {}", calculation.first_rating.article, minimum(&calculation.first_rating.minimum)),
        Cause::PoolTooSmall => minimum(&calculation.first_rating.minimum).to_owned(),
        Cause::PoolUnderFloor => publication.floor.article.clone(),
        Cause::Order => period.orders.iter().map(|order| order.id.as_str()).collect::<Vec<_>>().join(", "),
        Cause::Floor => publication.floor.below_article.clone(),
    }
}
