//! Where each reason is written.

use model::Reason;
use rulebook::{
    ArticleRule, Edition, FarApart, FirstEvent, Lateness, Length, LongerControl, MatchWon, MinimumGames, PlayPerDay, Pooling, RateOfPlay,
    Registration, RoundRobin,
};

/// The article of the tournament's edition behind a reason, or the number of the decision where no article says it.
///
/// Reasons that the publication or the calculation edition decides take their article from there (D1).
pub fn article(reason: Reason, tournament: Option<&Edition>, calculation: &Edition, publication: &Edition) -> String {
    let edition = tournament.unwrap_or(publication);
    let cited = |rule: &ArticleRule| rule.article().unwrap_or("").to_owned();
    match reason {
        Reason::AlreadyRated | Reason::ReceivedAfterListDate | Reason::DuplicateId | Reason::DuplicateContent => "D23".to_owned(),
        Reason::NoEdition => "D1".to_owned(),
        Reason::NotClosed => publication.closing_date.article.clone(),
        Reason::TooLate => match &edition.lateness {
            Lateness::None {} => String::new(),
            Lateness::WarnAfterDays { article, .. }
            | Lateness::MissesListAfterEnd { article, .. }
            | Lateness::DaysAfterEnd { article, .. } => article.clone(),
        },
        Reason::Withdrawn => "D29".to_owned(),
        Reason::Unusable | Reason::NoDates => "R15".to_owned(),
        Reason::NotRegisteredInTime => match &edition.registration {
            Registration::DaysBefore { article, .. } | Registration::MonthsBefore { article, .. } => article.clone(),
        },
        Reason::MissingFact => "D24".to_owned(),
        Reason::RateOfPlay => match &edition.rate_of_play {
            RateOfPlay::MinimumByRating { article, .. } | RateOfPlay::Ranges { article, .. } => article.clone(),
        },
        Reason::UnequalTimes => cited(&edition.unequal_times),
        Reason::RoundsPerDay | Reason::HoursPerDay => match &edition.play_per_day {
            PlayPerDay::None {} => String::new(),
            PlayPerDay::Hours { article, .. } | PlayPerDay::Rounds { article, .. } | PlayPerDay::RoundsAndHours { article, .. } => {
                article.clone()
            }
        },
        Reason::TooLong => match &edition.length {
            Length::None {} => String::new(),
            Length::InterimReports { article, .. } | Length::AtMostDays { article, .. } => article.clone(),
        },
        Reason::MatchWithUnrated => cited(&edition.match_with_unrated),
        Reason::Composition => match &edition.round_robin {
            RoundRobin::AsAnyEvent {} => String::new(),
            RoundRobin::Iteration { composition_article, .. } => composition_article.clone(),
        },
        Reason::ResultsDisagree | Reason::OneSided | Reason::TwoGamesInOneRound | Reason::SameGameTwice | Reason::AgainstOneself => {
            "R16".to_owned()
        }
        Reason::Unplayed | Reason::ResultUnknown => edition.unplayed_games.article.clone(),
        Reason::AfterMatchWon => match &edition.match_won {
            MatchWon::None {} => String::new(),
            MatchWon::LaterGamesNotRated { article, .. } => article.clone(),
        },
        Reason::FarApart => match &edition.far_apart {
            FarApart::None {} => String::new(),
            FarApart::NotRated { article, .. } => article.clone(),
        },
        Reason::NoUsableId => "D25".to_owned(),
        Reason::OpponentUnrated if edition.moves_after_every_game() => edition.rated_since.article.clone(),
        Reason::OpponentUnrated => edition.rating_difference.article.clone(),
        Reason::FirstEvent => match &edition.first_event {
            FirstEvent::None {} => String::new(),
            FirstEvent::MoreThanZero { article }
            | FirstEvent::AtLeastHalfPoints { article, .. }
            | FirstEvent::GamesPointsAndFloor { article, .. } => article.clone(),
        },
        Reason::OutsideWindow => match &calculation.first_rating.pooling {
            Pooling::Months { article, .. } | Pooling::Unlimited { article } => article.clone(),
        },
        Reason::PoolDropped => match &edition.longer_control {
            LongerControl::None {} => "D18".to_owned(),
            LongerControl::Used { article, .. } => article.clone(),
        },
        Reason::LossBeforeFirstRating | Reason::AfterFirstRating => match &calculation.first_rating.minimum {
            MinimumGames::Games { article, .. }
            | MinimumGames::GamesOrFewer { article, .. }
            | MinimumGames::FirstNotLostAnd { article, .. } => article.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Control;
    use rulebook::Rulebook;

    #[test]
    fn a_withdrawal_cites_the_decision_on_corrections() {
        let day = "2024-03-01".parse().expect("a date");
        let edition = Rulebook::fide().on(Control::Rapid, day).expect("an edition");
        assert_eq!(article(Reason::Withdrawn, Some(edition), edition, edition), "D29");
    }
}
