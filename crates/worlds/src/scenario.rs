//! Scenarios: the situations that the tournaments of a world must cover because some rule depends on them.

use model::Control;

/// Scenario of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// A clock that is not of the tournament's control.
    WrongClock,
    RegisteredLate,
    Knockout,
    /// Received on or after the third list after its end.
    ReportedLate,
    /// A tournament of another control: blitz, or rapid in a blitz world.
    OtherControl,
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
    /// A Swiss of 9 to 11 rounds for players of many federations and titles.
    InternationalOpen,
    /// A round robin of ten in which grandmaster norms are possible.
    ClosedMasters,
    /// A round robin of ten in which norms of international masters are possible.
    ClosedChallengers,
    /// A round robin of ten for women.
    ClosedWomen,
    /// A double round robin of six.
    DoubleMasters,
    /// An international open that was registered too late for norms.
    RegisteredLateForTitles,
    /// An international open whose chief arbiter has no title that the title regulations accept.
    UntitledArbiter,
}

/// Scenarios of rapid and blitz worlds after the open. The most instructive come first, so that a small world has those.
const RAPID: [Scenario; 30] = {
    use Scenario::*;
    [
        RoundRobin,
        AcrossMonths,
        MatchWonEarly,
        Team,
        ReceivedAfterList,
        EndsAfterClosing,
        Official,
        WrongClock,
        RegisteredLate,
        Knockout,
        ReportedLate,
        OtherControl,
        DoubleRoundRobin,
        MatchWithUnrated,
        UnequalTimes,
        Duplicate,
        MatchWaived,
        Marathon,
        Newcomers,
        Women,
        ReportedLateWaived,
        RegisteredLateWaived,
        Hybrid,
        NationalChampionship,
        League,
        Match,
        Masters,
        Beginners,
        Juniors,
        Returning,
    ]
};

/// Scenarios of a standard world after the open and the events for norms.
const STANDARD: [Scenario; 27] = {
    use Scenario::*;
    [
        RoundRobin,
        NationalChampionship,
        AcrossMonths,
        League,
        RegisteredLateForTitles,
        ReceivedAfterList,
        Team,
        Official,
        EndsAfterClosing,
        UntitledArbiter,
        WrongClock,
        Masters,
        RegisteredLate,
        Juniors,
        ReportedLate,
        OtherControl,
        Duplicate,
        Knockout,
        ReportedLateWaived,
        RegisteredLateWaived,
        Match,
        Hybrid,
        Beginners,
        DoubleRoundRobin,
        Newcomers,
        Returning,
        MatchWonEarly,
    ]
};

/// Events of a standard world in which players look for norms.
const NORM_EVENTS: [Scenario; 8] = {
    use Scenario::*;
    [InternationalOpen, ClosedMasters, ClosedChallengers, ClosedWomen, InternationalOpen, DoubleMasters, ClosedChallengers, Women]
};

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
    /// The scenario of the tournament with this number, counted from 1, in a world of this control.
    pub(crate) fn of(control: Control, number: u32) -> Self {
        match control {
            Control::Standard => Self::of_standard(number),
            Control::Rapid | Control::Blitz | Control::Bullet => Self::of_rapid(number),
        }
    }

    /// Every second tournament of a rapid world is an open.
    fn of_rapid(number: u32) -> Self {
        if number % 2 == 1 { Self::Open } else { Self::in_turn(&RAPID, number / 2 - 1) }
    }

    /// A quarter of the tournaments of a standard world are weekend opens, and a quarter are events for norms.
    fn of_standard(number: u32) -> Self {
        match number % 4 {
            1 => Self::Open,
            3 => NORM_EVENTS[(number / 4) as usize % NORM_EVENTS.len()],
            _ => Self::in_turn(&STANDARD, number / 2 - 1),
        }
    }

    fn in_turn(rarer: &[Self], at: u32) -> Self {
        let turns = u32::try_from(rarer.len()).expect("a short table");
        let (turn, slot) = (at / turns, at % turns);
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
            Self::AcrossMonths | Self::EndsAfterClosing | Self::ReceivedAfterList | Self::ReportedLate | Self::OtherControl => {
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
            | Self::Returning
            | Self::InternationalOpen
            | Self::ClosedMasters
            | Self::ClosedChallengers
            | Self::ClosedWomen
            | Self::DoubleMasters
            | Self::RegisteredLateForTitles
            | Self::UntitledArbiter => ExpectedStatus::Rated,
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
                | Self::OtherControl
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
    fn sixty_tournaments_have_every_scenario_of_their_control() {
        let seen = |control| (1..=60).map(|number| Scenario::of(control, number)).collect::<BTreeSet<_>>();
        assert_eq!(seen(Control::Rapid), RAPID.into_iter().chain([Scenario::Open]).collect());
        assert_eq!(seen(Control::Standard), STANDARD.into_iter().chain(NORM_EVENTS).chain([Scenario::Open]).collect());
    }

    #[test]
    fn irregular_scenarios_are_rare_in_a_large_world() {
        let irregular = (1..=30_000).filter(|&n| Scenario::of_rapid(n).is_irregular()).count();
        assert!((500..900).contains(&irregular), "{irregular}");
        assert!((1..=30_000).filter(|&n| Scenario::of_rapid(n) == Scenario::Open).count() > 15_000);
        let irregular = (1..=30_000).filter(|&n| Scenario::of_standard(n).is_irregular()).count();
        assert!((500..1000).contains(&irregular), "{irregular}");
    }

    #[test]
    fn a_month_has_three_rated_tournaments_for_each_that_may_be_refused() {
        use Scenario::{AcrossMonths, Match, Open, OtherControl, Team, WrongClock};
        let limited = |scenarios: &[Scenario]| {
            let mut month = scenarios.to_vec();
            Scenario::limit_refusals(&mut month);
            month
        };
        assert_eq!(limited(&[Open, WrongClock, Team, Open]), [Open, WrongClock, Team, Open]);
        assert_eq!(limited(&[Open, WrongClock, Open]), [Open, Open, Open]);
        assert_eq!(limited(&[Open, WrongClock, Open, Match, Team, Open]), [Open, WrongClock, Open, Open, Team, Open]);
        assert_eq!(limited(&[Open, WrongClock, OtherControl, AcrossMonths, Open]), [Open, Open, OtherControl, AcrossMonths, Open]);
        assert_eq!(limited(&[AcrossMonths]), [Open], "a list needs a tournament");
        assert_eq!(limited(&[]), []);
    }

    #[test]
    fn a_tournament_reported_twice_is_an_ordinary_open() {
        for number in (1..=5000).filter(|&n| Scenario::of_rapid(n) == Scenario::Duplicate) {
            assert_eq!(Scenario::of_rapid(number - 1), Scenario::Open);
        }
    }
}
