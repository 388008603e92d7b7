//! What makes a tournament worth having in a world: each kind that a rule asks about.

use strum::VariantArray;

/// Why a tournament is in the world: after the opens what shows most comes first, and a world of few tournaments has those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub(crate) enum Occasion {
    /// An ordinary Swiss, closed and reported in time.
    Open,
    RoundRobin,
    /// Begins in one month and ends in the next.
    AcrossMonths,
    /// A match that was won early, with games after that.
    MatchWonEarly,
    Team,
    /// Ended in time, received on or after the list's date.
    ReceivedAfterList,
    /// Ends after the closing date.
    EndsAfterClosing,
    /// An official event that ends on the month's last day.
    Official,
    /// A clock that is none of rapid chess.
    WrongClock,
    RegisteredLate,
    Knockout,
    /// Received on or after the third list after its end.
    ReportedLate,
    /// Another control.
    Blitz,
    DoubleRoundRobin,
    MatchWithUnrated,
    UnequalTimes,
    /// The tournament before, handed in again under another id.
    Duplicate,
    /// A match won early, with leave to count the games after that.
    MatchWaived,
    /// Many rounds, many games.
    Marathon,
    /// Full of newcomers, some of them with a standard rating.
    Newcomers,
    Women,
    ReportedLateWaived,
    RegisteredLateWaived,
    Hybrid,
    NationalChampionship,
    League,
    /// A match that stops when it is won.
    Match,
    Masters,
    /// Players around the floor.
    Beginners,
    Juniors,
    /// Players who have not played for years.
    Returning,
}

/// What becomes of a tournament on the list after the month it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    Rated,
    /// Refused, or a match: a player may have dropped below the floor since, and a match with an unrated player is refused.
    MayBeRefused,
    /// Waits for a later list, is too late for any, or is of another control.
    NotRated,
}

/// Rated tournaments that a month has for each one that may be refused: a list of which more than a quarter is refused is not published.
const RATED_FOR_EACH_REFUSED: usize = 3;

/// In a large world a mishap happens in one turn of the priorities out of so many.
const MISHAP_EVERY: u32 = 8;

impl Occasion {
    /// The occasion of the tournament with this number, counted from 1: every second one is rarer than an open.
    pub(crate) fn of(number: u32) -> Self {
        if number % 2 == 1 {
            return Self::Open;
        }
        let rarer = &Self::VARIANTS[1..];
        let turns = u32::try_from(rarer.len()).expect("a short table");
        let (turn, slot) = ((number / 2 - 1) / turns, (number / 2 - 1) % turns);
        let occasion = rarer[slot as usize];
        if occasion.is_mishap() && turn % MISHAP_EVERY != 0 { Self::Open } else { occasion }
    }

    /// Makes opens of the last occasions of a month until its list is one that the checks before publication let through.
    pub(crate) fn limit_refusals(month: &mut [Self]) {
        loop {
            let count = |outlook| month.iter().filter(|occasion| occasion.outlook() == outlook).count();
            if count(Outlook::Rated) >= (RATED_FOR_EACH_REFUSED * count(Outlook::MayBeRefused)).max(1) {
                return;
            }
            let last = |outlook| month.iter().rposition(|occasion| occasion.outlook() == outlook);
            let Some(at) = last(Outlook::MayBeRefused).or_else(|| last(Outlook::NotRated)) else { return };
            month[at] = Self::Open;
        }
    }

    pub(crate) const fn outlook(self) -> Outlook {
        match self {
            Self::WrongClock
            | Self::RegisteredLate
            | Self::UnequalTimes
            | Self::Duplicate
            | Self::MatchWithUnrated
            | Self::MatchWonEarly
            | Self::MatchWaived
            | Self::Match => Outlook::MayBeRefused,
            Self::AcrossMonths | Self::EndsAfterClosing | Self::ReceivedAfterList | Self::ReportedLate | Self::Blitz => Outlook::NotRated,
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
            | Self::Returning => Outlook::Rated,
        }
    }

    /// What organisers try to avoid, and what a world would not survive in great numbers.
    const fn is_mishap(self) -> bool {
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
    fn sixty_tournaments_have_every_occasion() {
        let seen: BTreeSet<_> = (1..=60).map(Occasion::of).collect();
        assert_eq!(seen.len(), Occasion::VARIANTS.len());
    }

    #[test]
    fn mishaps_are_rare_in_a_large_world() {
        let mishaps = (1..=30_000).filter(|&n| Occasion::of(n).is_mishap()).count();
        assert!((500..900).contains(&mishaps), "{mishaps}");
        assert!((1..=30_000).filter(|&n| Occasion::of(n) == Occasion::Open).count() > 15_000);
    }

    #[test]
    fn a_month_has_three_rated_tournaments_for_each_that_may_be_refused() {
        use Occasion::{AcrossMonths, Blitz, Match, Open, Team, WrongClock};
        let limited = |occasions: &[Occasion]| {
            let mut month = occasions.to_vec();
            Occasion::limit_refusals(&mut month);
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
    fn what_is_handed_in_twice_is_an_ordinary_open() {
        for number in (1..=5000).filter(|&n| Occasion::of(n) == Occasion::Duplicate) {
            assert_eq!(Occasion::of(number - 1), Occasion::Open);
        }
    }
}
