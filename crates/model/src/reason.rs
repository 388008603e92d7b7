//! Why a player's game did not count, or a tournament was not rated.

use std::fmt;

/// Every game read ends as counted or as left out for one of these. The words are stable: audit tables hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Reason {
    // The tournament as a whole.
    AlreadyRated = 1,
    NoEdition,
    NotClosed,
    ReceivedAfterListDate,
    TooLate,
    Withdrawn,
    Unusable,
    NoDates,
    DuplicateId,
    DuplicateContent,
    NotRegisteredInTime,
    MissingFact,
    RateOfPlay,
    UnequalTimes,
    RoundsPerDay,
    HoursPerDay,
    TooLong,
    MatchWithUnrated,
    Composition,
    // One game.
    ResultsDisagree,
    OneSided,
    TwoGamesInOneRound,
    SameGameTwice,
    AgainstOneself,
    Unplayed,
    ResultUnknown,
    AfterMatchWon,
    FarApart,
    // One player's side of a game.
    NoUsableId,
    OpponentUnrated,
    FirstEvent,
    OutsideWindow,
    PoolDropped,
    LossBeforeFirstRating,
    AfterFirstRating,
}

impl Reason {
    pub const ALL: &'static [Self] = &[
        Self::AlreadyRated,
        Self::NoEdition,
        Self::NotClosed,
        Self::ReceivedAfterListDate,
        Self::TooLate,
        Self::Withdrawn,
        Self::Unusable,
        Self::NoDates,
        Self::DuplicateId,
        Self::DuplicateContent,
        Self::NotRegisteredInTime,
        Self::MissingFact,
        Self::RateOfPlay,
        Self::UnequalTimes,
        Self::RoundsPerDay,
        Self::HoursPerDay,
        Self::TooLong,
        Self::MatchWithUnrated,
        Self::Composition,
        Self::ResultsDisagree,
        Self::OneSided,
        Self::TwoGamesInOneRound,
        Self::SameGameTwice,
        Self::AgainstOneself,
        Self::Unplayed,
        Self::ResultUnknown,
        Self::AfterMatchWon,
        Self::FarApart,
        Self::NoUsableId,
        Self::OpponentUnrated,
        Self::FirstEvent,
        Self::OutsideWindow,
        Self::PoolDropped,
        Self::LossBeforeFirstRating,
        Self::AfterFirstRating,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Self::AlreadyRated => "already-rated",
            Self::NoEdition => "no-edition",
            Self::NotClosed => "not-closed",
            Self::ReceivedAfterListDate => "received-after-list-date",
            Self::TooLate => "too-late",
            Self::Withdrawn => "withdrawn",
            Self::Unusable => "unusable-report",
            Self::NoDates => "no-dates",
            Self::DuplicateId => "duplicate-id",
            Self::DuplicateContent => "duplicate-content",
            Self::NotRegisteredInTime => "not-registered-in-time",
            Self::MissingFact => "missing-fact",
            Self::RateOfPlay => "rate-of-play",
            Self::UnequalTimes => "unequal-times",
            Self::RoundsPerDay => "rounds-per-day",
            Self::HoursPerDay => "hours-per-day",
            Self::TooLong => "too-long",
            Self::MatchWithUnrated => "match-with-unrated",
            Self::Composition => "composition",
            Self::ResultsDisagree => "results-disagree",
            Self::OneSided => "one-sided",
            Self::TwoGamesInOneRound => "two-games-in-one-round",
            Self::SameGameTwice => "same-game-twice",
            Self::AgainstOneself => "against-oneself",
            Self::Unplayed => "unplayed",
            Self::ResultUnknown => "result-unknown",
            Self::AfterMatchWon => "after-match-won",
            Self::FarApart => "far-apart",
            Self::NoUsableId => "no-usable-id",
            Self::OpponentUnrated => "opponent-unrated",
            Self::FirstEvent => "first-event",
            Self::OutsideWindow => "outside-window",
            Self::PoolDropped => "pool-dropped",
            Self::LossBeforeFirstRating => "loss-before-first-rating",
            Self::AfterFirstRating => "after-first-rating",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_word_of_its_own_and_a_place_in_the_order() {
        let words: std::collections::BTreeSet<_> = Reason::ALL.iter().map(|r| r.word()).collect();
        assert_eq!(words.len(), Reason::ALL.len());
        assert!((1..).zip(Reason::ALL).all(|(number, &reason)| reason as usize == number), "numbered from 1, in their order");
        for (at, reason) in Reason::ALL.iter().enumerate() {
            assert_eq!(*reason as usize, at + 1);
        }
    }
}
