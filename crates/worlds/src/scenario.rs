//! Scenarios: the situations that the tournaments of a world must cover because some rule depends on them.

use strum::VariantArray;

/// Scenario of a tournament. After the open, the most instructive come first, so that a small world has those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub(crate) enum Scenario {
    /// An ordinary Swiss, finished and reported in time.
    Open,
    RoundRobin,
    /// Begins in one month and ends in the next.
    AcrossMonths,
    /// A match won early, with games after that.
    MatchWonEarly,
    Team,
    /// Ended in time, received on or after the list date.
    ReceivedAfterList,
    /// Ends after the closing date.
    EndsAfterClosing,
    /// An official tournament that ends on the last day of the month.
    Official,
    /// A time control that is not rapid.
    WrongClock,
    RegisteredLate,
    Knockout,
    /// Received on or after the third list after its end.
    ReportedLate,
    /// A tournament of another control.
    Blitz,
    DoubleRoundRobin,
    MatchWithUnrated,
    UnequalTimes,
    /// The preceding tournament, reported again under another id.
    Duplicate,
    /// A match won early, with a waiver for the games after that.
    MatchWaived,
    /// Many rounds and games.
    Marathon,
    /// Mostly newcomers, some of them with a standard rating.
    Newcomers,
    Women,
    ReportedLateWaived,
    RegisteredLateWaived,
    Hybrid,
    NationalChampionship,
    League,
    /// A match that ends when it is won.
    Match,
    Masters,
    /// Players around the floor.
    Beginners,
    Juniors,
    /// Players who have been inactive for years.
    Returning,
}

/// What to expect of a tournament on the list after its month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpectedStatus {
    Rated,
    /// Refused, or a match, which is refused if a player has dropped below the floor since.
    MayBeRefused,
    /// Waits for a later list, is too late for any, or is of another control.
    NotRated,
}

/// Rated tournaments per month for each one that may be refused, because a list with more than a quarter refused is not published.
const RATED_FOR_EACH_REFUSED: usize = 3;

/// In a large world an irregular scenario is used in one of this many turns through the scenarios.
const IRREGULAR_EVERY: u32 = 8;

impl Scenario {
    /// The scenario of the tournament with this number, counted from 1: every second one is an open.
    pub(crate) fn of(number: u32) -> Self {
        if number % 2 == 1 {
            return Self::Open;
        }
        let rarer = &Self::VARIANTS[1..];
        let turns = u32::try_from(rarer.len()).expect("a short table");
        let (turn, slot) = ((number / 2 - 1) / turns, (number / 2 - 1) % turns);
        let scenario = rarer[slot as usize];
        if scenario.is_irregular() && turn % IRREGULAR_EVERY != 0 { Self::Open } else { scenario }
    }

    /// Replaces the last scenarios of a month by opens until its list passes the checks before publication.
    pub(crate) fn limit_refusals(month: &mut [Self]) {
        loop {
            let count = |expected_status| month.iter().filter(|scenario| scenario.expected_status() == expected_status).count();
            if count(ExpectedStatus::Rated) >= (RATED_FOR_EACH_REFUSED * count(ExpectedStatus::MayBeRefused)).max(1) {
                return;
            }
            let last = |expected_status| month.iter().rposition(|scenario| scenario.expected_status() == expected_status);
            let Some(at) = last(ExpectedStatus::MayBeRefused).or_else(|| last(ExpectedStatus::NotRated)) else { return };
            month[at] = Self::Open;
        }
    }

    pub(crate) const fn expected_status(self) -> ExpectedStatus {
        match self {
            Self::WrongClock
            | Self::RegisteredLate
            | Self::UnequalTimes
            | Self::Duplicate
            | Self::MatchWithUnrated
            | Self::MatchWonEarly
            | Self::MatchWaived
            | Self::Match => ExpectedStatus::MayBeRefused,
            Self::AcrossMonths | Self::EndsAfterClosing | Self::ReceivedAfterList | Self::ReportedLate | Self::Blitz => {
                ExpectedStatus::NotRated
            }
            Self::Open
            | Self::RoundRobin
            | Self::Team
            | Self::Official
            | Self::Knockout
            | Self::DoubleRoundRobin
            | Self::Marathon
            | Self::Newcomers
            | Self::Women
            | Self::ReportedLateWaived
            | Self::RegisteredLateWaived
            | Self::Hybrid
            | Self::NationalChampionship
            | Self::League
            | Self::Masters
            | Self::Beginners
            | Self::Juniors
            | Self::Returning => ExpectedStatus::Rated,
        }
    }

    /// Whether organisers avoid the scenario; many of them would stop a world's lists from being published.
    const fn is_irregular(self) -> bool {
        matches!(
            self,
            Self::WrongClock
                | Self::RegisteredLate
                | Self::ReportedLate
                | Self::ReportedLateWaived
                | Self::RegisteredLateWaived
                | Self::Blitz
                | Self::MatchWonEarly
                | Self::MatchWithUnrated
                | Self::MatchWaived
                | Self::UnequalTimes
                | Self::Duplicate
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sixty_tournaments_have_every_scenario() {
        let seen: BTreeSet<_> = (1..=60).map(Scenario::of).collect();
        assert_eq!(seen.len(), Scenario::VARIANTS.len());
    }

    #[test]
    fn irregular_scenarios_are_rare_in_a_large_world() {
        let irregular = (1..=30_000).filter(|&n| Scenario::of(n).is_irregular()).count();
        assert!((500..900).contains(&irregular), "{irregular}");
        assert!((1..=30_000).filter(|&n| Scenario::of(n) == Scenario::Open).count() > 15_000);
    }

    #[test]
    fn a_month_has_three_rated_tournaments_for_each_that_may_be_refused() {
        use Scenario::{AcrossMonths, Blitz, Match, Open, Team, WrongClock};
        let limited = |scenarios: &[Scenario]| {
            let mut month = scenarios.to_vec();
            Scenario::limit_refusals(&mut month);
            month
        };
        assert_eq!(limited(&[Open, WrongClock, Team, Open]), [Open, WrongClock, Team, Open]);
        assert_eq!(limited(&[Open, WrongClock, Open]), [Open, Open, Open]);
        assert_eq!(limited(&[Open, WrongClock, Open, Match, Team, Open]), [Open, WrongClock, Open, Open, Team, Open]);
        assert_eq!(limited(&[Open, WrongClock, Blitz, AcrossMonths, Open]), [Open, Open, Blitz, AcrossMonths, Open]);
        assert_eq!(limited(&[AcrossMonths]), [Open], "a list needs a tournament");
        assert_eq!(limited(&[]), []);
    }

    #[test]
    fn a_tournament_reported_twice_is_an_ordinary_open() {
        for number in (1..=5000).filter(|&n| Scenario::of(n) == Scenario::Duplicate) {
            assert_eq!(Scenario::of(number - 1), Scenario::Open);
        }
    }
}
