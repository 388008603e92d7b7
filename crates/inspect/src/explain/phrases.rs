//! Phrases for reasons, causes and counts.

use pages::Value;
use rating::RatingChangeCause;

/// The cause of a change, as a phrase.
pub(crate) fn cause_in_words(cause: RatingChangeCause) -> &'static str {
    match cause {
        RatingChangeCause::Games => "rated games",
        RatingChangeCause::FirstRating => "a first rating",
        RatingChangeCause::LongerControl => "a first rating at this control, from a slower time control",
        RatingChangeCause::PoolTooSmall => "results wait for a first rating: too few games yet",
        RatingChangeCause::PoolUnderFloor => "results wait for a first rating: it would be under the floor",
        RatingChangeCause::PoolWithoutPoints => "results wait for a first rating: there is not half a point among them",
        RatingChangeCause::Order => "an order, without games",
        RatingChangeCause::Floor => "the floor, without games",
    }
}

/// A count of games, players or the like, with its noun.
pub(crate) fn counted(number: impl TryInto<u64>, noun: &'static str) -> Value {
    Value::Counted(number.try_into().unwrap_or(0), noun)
}

/// `2.5 points`, `1 point`
pub(crate) fn points(half_points: i32) -> Value {
    Value::phrase([Value::HalfPoints(half_points), if half_points == 2 { " point" } else { " points" }.into()])
}

/// A plain number, without groups of digits.
pub(crate) fn number(number: impl Into<i64>) -> Value {
    Value::Number(number.into())
}

/// An article in brackets, with a space before it; empty if there is none.
pub(crate) fn in_brackets(article: &str) -> String {
    if article.is_empty() { String::new() } else { format!(" ({article})") }
}

pub(crate) fn rated_or(rating: Option<i32>) -> Value {
    rating.map_or_else(|| "unrated".into(), Value::Rating)
}
