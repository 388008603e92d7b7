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
}

#[cfg(test)]
mod tests {
    use super::*;

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
