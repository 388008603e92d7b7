//! Articles: the article of each section of an edition, and the article behind each reason.

use crate::edition::*;
use model::Reason;

impl Registration {
    pub fn article(&self) -> &str {
        match self {
            Self::DaysBefore { article, .. } | Self::MonthsBefore { article, .. } => article,
        }
    }
}

impl RateOfPlay {
    pub fn article(&self) -> &str {
        match self {
            Self::MinimumByRating { article, .. } | Self::Ranges { article, .. } => article,
        }
    }
}

impl MinimumGames {
    pub fn article(&self) -> &str {
        match self {
            Self::Games { article, .. } | Self::GamesOrFewer { article, .. } | Self::FirstNotLostAnd { article, .. } => article,
        }
    }
}

impl Pooling {
    pub fn article(&self) -> &str {
        match self {
            Self::Months { article, .. } | Self::Unlimited { article } => article,
        }
    }
}

impl GamesCap {
    /// The article and the largest K x n, if the edition has such a cap.
    pub fn limit(&self) -> Option<(&str, u32)> {
        match self {
            Self::None {} => None,
            Self::KTimesGames { article, at_most } => Some((article, *at_most)),
        }
    }
}

impl RatingDifference {
    /// The article by which games against unrated opponents are not counted.
    pub fn unrated_opponent_article(&self) -> &str {
        self.unrated_opponent_article.as_ref().unwrap_or(&self.article)
    }
}

impl RoundRobinRule {
    /// The article and the largest rating difference of the iteration that rates unrated players, if the edition has that rule.
    pub fn iteration(&self) -> Option<(&str, i16)> {
        match self {
            Self::AsAnyEvent {} => None,
            Self::Iteration { article, cap, .. } => Some((article, *cap)),
        }
    }
}

impl LongerControl {
    /// The article, or the reading that applies if the edition has no such rule.
    pub fn article(&self) -> &str {
        match self {
            Self::None {} => "D18",
            Self::Used { article, .. } => article,
        }
    }
}

/// Returns the article of the tournament's edition behind a reason, or the number of the reading if no article says it.
///
/// Reasons that the publication or the calculation edition decides take their article from that edition (D1).
pub fn article_of(reason: Reason, tournament: Option<&Edition>, calculation: &Edition, publication: &Edition) -> String {
    let edition = tournament.unwrap_or(publication);
    let article = match reason {
        Reason::AlreadyRated | Reason::ReceivedAfterListDate => "D23",
        Reason::DuplicateId | Reason::DuplicateContent | Reason::IdReused => "D36",
        Reason::NoEdition => "D1",
        Reason::NotClosed => &publication.closing_date.article,
        Reason::TooLate => match &edition.lateness {
            Lateness::None {} | Lateness::WarnAfterDays { .. } => "D41",
            Lateness::MissesListAfterEnd { article, .. } | Lateness::DaysAfterEnd { article, .. } => article,
        },
        Reason::Withdrawn => "D29",
        Reason::Unusable | Reason::NoDates => "R15",
        Reason::Contradictory => "D37",
        Reason::ControlUnclear | Reason::ControlUnknown => "D35",
        Reason::NotRegisteredInTime => edition.registration.article(),
        Reason::MissingFact => "D24",
        Reason::RateOfPlay => edition.rate_of_play.article(),
        Reason::UnequalTimes => edition.unequal_times.article().unwrap_or(""),
        Reason::RoundsPerDay | Reason::HoursPerDay => match &edition.play_per_day {
            PlayPerDay::None {} => "",
            PlayPerDay::Hours { article, .. } | PlayPerDay::Rounds { article, .. } | PlayPerDay::RoundsAndHours { article, .. } => article,
        },
        Reason::TooLong => match &edition.length {
            Length::None {} | Length::InterimReports { .. } => "D49",
            Length::AtMostDays { article, .. } => article,
        },
        Reason::MatchWithUnrated => edition.match_with_unrated.article().unwrap_or(""),
        Reason::Composition => match &edition.round_robin {
            RoundRobinRule::AsAnyEvent {} => "",
            RoundRobinRule::Iteration { composition_article, .. } => composition_article,
        },
        Reason::NoGameCounts => "D46",
        Reason::ResultsDisagree | Reason::OneSided => "R16",
        Reason::TwoGamesInOneRound | Reason::NoSuchRound => "D38",
        Reason::AgainstOneself => "D47",
        Reason::SameGameTwice | Reason::ResultUnknown => "D52",
        Reason::Unplayed => &edition.unplayed_games.article,
        Reason::AfterMatchWon => match &edition.match_won {
            MatchWon::None {} => "",
            MatchWon::LaterGamesNotRated { article, .. } => article,
        },
        Reason::FarApart => match &edition.far_apart {
            FarApart::None {} => "",
            FarApart::NotRated { article, .. } => article,
        },
        Reason::NoUsableId => "D25",
        Reason::OpponentUnrated => edition.rating_difference.unrated_opponent_article(),
        Reason::FirstEvent => match &edition.first_event {
            FirstEvent::None {} => "",
            FirstEvent::MoreThanZero { article }
            | FirstEvent::AtLeastHalfPoints { article, .. }
            | FirstEvent::GamesPointsAndFloor { article, .. } => article,
        },
        Reason::OutsideWindow => calculation.first_rating.pooling.article(),
        Reason::PoolDropped => edition.longer_control.article(),
        Reason::LossBeforeFirstRating | Reason::AfterFirstRating => calculation.first_rating.minimum.article(),
    };
    article.to_owned()
}
