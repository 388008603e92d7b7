//! Reasons why a game does not count or a tournament is not rated.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// Why a game does not count or a tournament is not rated. The words are stable, because audit tables contain them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
#[repr(u8)]
pub enum Reason {
    // The tournament as a whole.
    AlreadyRated = 1,
    NoEdition,
    NotClosed,
    ReceivedAfterListDate,
    TooLate,
    Withdrawn,
    #[strum(to_string = "unusable-report")]
    Unusable,
    Contradictory,
    ControlUnclear,
    ControlUnknown,
    NoDates,
    DuplicateId,
    DuplicateContent,
    IdReused,
    NotRegisteredInTime,
    MissingFact,
    RateOfPlay,
    UnequalTimes,
    RoundsPerDay,
    HoursPerDay,
    TooLong,
    MatchWithUnrated,
    Composition,
    NoGameCounts,
    // One game.
    ResultsDisagree,
    OneSided,
    TwoGamesInOneRound,
    NoSuchRound,
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The word in files and messages.
    pub const fn word(self) -> &'static str {
        self.into_str()
    }

    /// Says it in words for people, as the end of `it is not rated, because`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::AlreadyRated => "an earlier list rated it",
            Self::NoEdition => "no edition of the regulations was in force on its first day",
            Self::NotClosed => "it ended after the closing date, so it waits for the next list",
            Self::ReceivedAfterListDate => "it was received on or after the list's date, so it waits for the next list",
            Self::TooLate => "the report came too late to be rated",
            Self::Withdrawn => "a correction withdrew the tournament",
            Self::Unusable => "the report cannot be used",
            Self::Contradictory => "too many lines of the report contradict each other",
            Self::ControlUnclear => "the report contradicts itself about its time control",
            Self::ControlUnknown => "its time control is not stated",
            Self::NoDates => "its first or last day is not known",
            Self::DuplicateId => "two reports with different games have its id",
            Self::DuplicateContent => "the same games were handed in under another id",
            Self::IdReused => "an earlier list rated other games under its id",
            Self::NotRegisteredInTime => "it was not registered in time",
            Self::MissingFact => "a fact that the rules ask for is not given",
            Self::RateOfPlay => "the time for the game is not one that is rated",
            Self::UnequalTimes => "the players had different times",
            Self::RoundsPerDay => "too many rounds were played in a day",
            Self::HoursPerDay => "too many hours were played in a day",
            Self::TooLong => "the tournament lasted too long",
            Self::MatchWithUnrated => "a match with an unrated player is not rated",
            Self::Composition => "too few players of the round robin are rated",
            Self::NoGameCounts => "not one of its games counts for anybody",
            Self::ResultsDisagree => "the two players' lines contradict each other",
            Self::OneSided => "only one of the two players' lines tells of it",
            Self::TwoGamesInOneRound => "a player has two games in one round",
            Self::NoSuchRound => "its round comes after the last one scheduled",
            Self::SameGameTwice => "the same game was handed in twice",
            Self::AgainstOneself => "both players are the same person",
            Self::Unplayed => "it was not played over the board: a forfeit or a bye",
            Self::ResultUnknown => "its result is not known",
            Self::AfterMatchWon => "the match had been won before",
            Self::FarApart => "the players are too far apart for it to be rated",
            Self::NoUsableId => "a player has no usable id",
            Self::OpponentUnrated => "a game with an unrated opponent does not count in a change, nor for a first rating",
            Self::FirstEvent => "the result of a first event is disregarded where it is too poor",
            Self::OutsideWindow => "the event is too old to count for a first rating",
            Self::PoolDropped => "the player is rated through a longer control, so nothing is pooled",
            Self::LossBeforeFirstRating => "losses before the first game not lost are dropped",
            Self::AfterFirstRating => "the first rating was complete before it",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_own_sentence() {
        let sentences: std::collections::BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.in_words()).collect();
        assert_eq!(sentences.len(), Reason::ALL.len());
    }

    #[test]
    fn published_words_do_not_change_with_the_names_of_variants() {
        let words = "already-rated no-edition not-closed received-after-list-date too-late withdrawn unusable-report contradictory \
            control-unclear control-unknown no-dates duplicate-id duplicate-content id-reused not-registered-in-time missing-fact rate-of-play \
            unequal-times rounds-per-day hours-per-day too-long match-with-unrated composition no-game-counts results-disagree one-sided \
            two-games-in-one-round no-such-round same-game-twice against-oneself unplayed result-unknown after-match-won far-apart \
            no-usable-id opponent-unrated \
            first-event outside-window pool-dropped loss-before-first-rating after-first-rating";
        assert_eq!(Reason::ALL.iter().map(|reason| reason.word()).collect::<Vec<_>>().join(" "), words);
        assert!(Reason::ALL.iter().all(|reason| reason.word().parse() == Ok(*reason)));
    }

    #[test]
    fn reasons_are_numbered_from_1_in_their_order() {
        assert!((1..).zip(Reason::ALL).all(|(number, &reason)| reason as usize == number));
    }
}
