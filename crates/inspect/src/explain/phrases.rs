//! Phrases for reasons, causes and counts.

use model::Reason;
use pages::Value;
use rating::RatingChangeCause;

/// The sentence for the reason why a game did not count or a tournament was not rated.
pub(crate) fn reason_sentence(reason: Reason) -> &'static str {
    match reason {
        Reason::AlreadyRated => "an earlier list rated it",
        Reason::NoEdition => "no edition of the regulations was in force on its first day",
        Reason::NotClosed => "it ended after the closing date, so it waits for the next list",
        Reason::ReceivedAfterListDate => "it was received on or after the list's date, so it waits for the next list",
        Reason::TooLate => "the report came too late to be rated",
        Reason::Withdrawn => "a correction withdrew the tournament",
        Reason::Unusable => "the report cannot be used",
        Reason::Contradictory => "too many lines of the report contradict each other",
        Reason::ControlUnclear => "the report contradicts itself about its time control",
        Reason::ControlUnknown => "its time control is not stated",
        Reason::NoDates => "its first or last day is not known",
        Reason::DuplicateId => "two reports with different games have its id",
        Reason::DuplicateContent => "the same games were handed in under another id",
        Reason::IdReused => "an earlier list rated other games under its id",
        Reason::NotRegisteredInTime => "it was not registered in time",
        Reason::MissingFact => "a fact that the rules ask for is not given",
        Reason::RateOfPlay => "the time for the game is not one that is rated",
        Reason::UnequalTimes => "the players had different times",
        Reason::RoundsPerDay => "too many rounds were played in a day",
        Reason::HoursPerDay => "too many hours were played in a day",
        Reason::TooLong => "the tournament lasted too long",
        Reason::MatchWithUnrated => "a match with an unrated player is not rated",
        Reason::Composition => "too few players of the round robin are rated",
        Reason::NoGameCounts => "not one of its games counts for anybody",
        Reason::ResultsDisagree => "the two players' lines contradict each other",
        Reason::OneSided => "only one of the two players' lines tells of it",
        Reason::TwoGamesInOneRound => "a player has two games in one round",
        Reason::NoSuchRound => "its round comes after the last one scheduled",
        Reason::SameGameTwice => "the same game was handed in twice",
        Reason::AgainstOneself => "both players are the same person",
        Reason::Unplayed => "it was not played over the board: a forfeit or a bye",
        Reason::ResultUnknown => "its result is not known",
        Reason::AfterMatchWon => "the match had been won before",
        Reason::FarApart => "the players are too far apart for it to be rated",
        Reason::NoUsableId => "a player has no usable id",
        Reason::OpponentUnrated => "a game with an unrated opponent does not count in a change, nor for a first rating",
        Reason::FirstEvent => "the result of a first event is disregarded where it is too poor",
        Reason::OutsideWindow => "the event is too old to count for a first rating",
        Reason::PoolDropped => "the player is rated through a longer control, so nothing is pooled",
        Reason::LossBeforeFirstRating => "losses before the first game not lost are dropped",
        Reason::AfterFirstRating => "the first rating was complete before it",
    }
}

/// The cause of a change, as a phrase.
pub(crate) fn cause_in_words(cause: RatingChangeCause) -> &'static str {
    match cause {
        RatingChangeCause::Games => "rated games",
        RatingChangeCause::FirstRating => "a first rating",
        RatingChangeCause::LongerControl => "a first rating at this control, from a longer one",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_own_sentence() {
        let sentences: std::collections::BTreeSet<&str> = Reason::ALL.iter().map(|&reason| reason_sentence(reason)).collect();
        assert_eq!(sentences.len(), Reason::ALL.len());
    }
}
