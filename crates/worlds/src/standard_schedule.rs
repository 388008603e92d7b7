//! Size, days, clock and arbiters of the tournaments of a standard world.

use crate::entry_pools::EntryPools;
use crate::random::{Purpose, RandomStream, interpolate};
use crate::scenario::Scenario;
use crate::schedule::{self, FieldSize, add_days, to_u32};
use crate::tournament::{ArbiterTitleSource, TitleFacts};
use model::{Classes, Date, ListDate, TournamentClass, days_before};

/// Players of a weekend open, by its rank among all opens in thousandths, from the smallest.
const OPENS: [(i32, i32); 6] = [(0, 10), (300, 16), (600, 24), (850, 40), (970, 70), (1000, 140)];
/// Players of an international open, as [`OPENS`].
const INTERNATIONAL_OPENS: [(i32, i32); 4] = [(0, 28), (500, 52), (900, 100), (1000, 220)];

/// One tournament of this many has somebody who is arbiter and player at once.
const PLAYING_ARBITER_EVERY: u32 = 40;

/// Member federations of a continent, of which a continental championship is open to all.
const CONTINENT: u16 = 50;

/// Players and rounds of a tournament; `rated` active rated players are there to enter.
pub(crate) fn field_size(scenario: Scenario, rated: usize, random: &mut RandomStream) -> FieldSize {
    let of = |players, rounds| FieldSize { players, rounds };
    let drawn = |sizes: &[(i32, i32)], random: &mut RandomStream| {
        usize::try_from(interpolate(sizes, random.between(0, 999))).expect("positive").min((rated / 5).max(16))
    };
    match scenario {
        Scenario::InternationalOpen | Scenario::RegisteredLateForTitles | Scenario::UntitledArbiter | Scenario::Official => {
            of(drawn(&INTERNATIONAL_OPENS, random), *random.pick(&[9, 9, 9, 9, 10, 11]))
        }
        Scenario::Women => of(drawn(&OPENS, random).clamp(16, 60), 9),
        Scenario::Juniors => of(drawn(&OPENS, random).max(16), 9),
        Scenario::ClosedMasters
        | Scenario::ClosedChallengers
        | Scenario::ClosedWomen
        | Scenario::Masters
        | Scenario::NationalChampionship => of(10, 9),
        Scenario::DoubleMasters => of(6, 10),
        Scenario::RoundRobin => of(8, 7),
        Scenario::DoubleRoundRobin => of(4, 6),
        Scenario::Team => of(20, 3),
        Scenario::League => of(40, 7),
        Scenario::Knockout => of(8, 6),
        Scenario::MatchWonEarly | Scenario::MatchWithUnrated | Scenario::MatchWaived | Scenario::Match => of(2, *random.pick(&[6, 8])),
        _ => of(drawn(&OPENS, random), *random.pick(&[5, 5, 6, 7, 7])),
    }
}

/// First and last day of a tournament: at most two rounds a day, in most events for norms one.
pub(crate) fn days_of(scenario: Scenario, rounds: u16, month: ListDate, random: &mut RandomStream) -> (Date, Date) {
    let list = month.plus_months(1).day();
    let rounds = i32::from(rounds);
    let length = match scenario {
        Scenario::OtherControl => 1,
        Scenario::League => 3 * rounds,
        _ if rounds >= 9 => *random.pick(&[rounds, rounds, rounds, rounds + 1, rounds - 1, rounds - 2, (rounds + 1) / 2]),
        _ => *random.pick(&[(rounds + 1) / 2, (rounds + 1) / 2, (rounds + 1) / 2 + 1, rounds]),
    };
    let ending_on = |end: Date| (days_before(end, to_u32(length - 1)), end);
    match scenario {
        Scenario::AcrossMonths => ending_on(add_days(list, random.between(1, (length - 2).max(1)))),
        Scenario::EndsAfterClosing => ending_on(days_before(list, to_u32(random.between(1, 2)))),
        Scenario::Official => ending_on(days_before(list, 1)),
        // The third list after that day is the one before the month in which the report arrives.
        Scenario::ReportedLate | Scenario::ReportedLateWaived => ending_on(add_days(month.minus_months(3).day(), random.between(10, 20))),
        _ => {
            let closing = days_before(list, 3);
            let latest = (closing - month.day()).num_days();
            ending_on(add_days(month.day(), random.between(length - 1, i32::try_from(latest).expect("a day of a month"))))
        }
    }
}

/// The day of registration: for norms at least 30 days before the start.
pub(crate) fn registered(scenario: Scenario, start: Date, random: &mut RandomStream) -> Date {
    let days = match scenario {
        Scenario::RegisteredLate | Scenario::RegisteredLateWaived => random.between(0, 2),
        Scenario::RegisteredLateForTitles => random.between(5, 29),
        Scenario::Open | Scenario::Team | Scenario::RoundRobin | Scenario::Beginners | Scenario::Newcomers => random.between(3, 40),
        // Some on the last day.
        _ => random.between(27, 90).max(30),
    };
    days_before(start, to_u32(days))
}

/// Minutes per player and seconds per move.
pub(crate) fn clock(scenario: Scenario, random: &mut RandomStream) -> (i16, i16) {
    *match scenario {
        // Standard is at least 60 minutes, with players of 1800 at least 90, with players of 2400 at least 120.
        Scenario::WrongClock => random.pick(&[(45, 10), (30, 20), (50, 0)]),
        Scenario::OtherControl => random.pick(&[(3, 2), (5, 0)]),
        Scenario::Open | Scenario::Team | Scenario::Beginners | Scenario::Newcomers => {
            random.pick(&[(90, 30), (90, 30), (60, 30), (90, 0), (75, 15), (60, 0)])
        }
        _ => random.pick(&[(90, 30), (90, 30), (90, 30), (90, 30), (100, 30), (120, 0)]),
    }
}

pub(crate) fn classes(scenario: Scenario) -> Classes {
    let class = match scenario {
        Scenario::Official => TournamentClass::Continental,
        Scenario::ClosedWomen => TournamentClass::Women,
        _ => return schedule::classes(scenario),
    };
    [class].into_iter().collect()
}

/// The arbiters of a tournament, and what is told of its rounds.
pub(crate) fn title_facts(seed: u64, number: u32, scenario: Scenario, pools: &EntryPools<'_>) -> TitleFacts {
    let arbiters = &pools.arbiters;
    let mut random = RandomStream::new(seed, Purpose::Arbiters, number);
    let is_titled = scenario != Scenario::UntitledArbiter;
    let chief = (is_titled && !arbiters.is_empty()).then(|| random.below(arbiters.len()));
    let mut appointed: Vec<u32> = chief.iter().map(|&at| arbiters[at]).collect();
    if let Some(at) = chief.filter(|_| random.chance(300)) {
        let deputy = arbiters[(at + 1 + random.below(arbiters.len())) % arbiters.len()];
        appointed.extend((deputy != arbiters[at]).then_some(deputy));
    }
    let title_told_by = match random.below(100) {
        // No title in a report is one that the title regulations would refuse.
        _ if !is_titled => ArbiterTitleSource::Registry,
        0..50 => ArbiterTitleSource::ReportPrefix,
        50..75 => ArbiterTitleSource::ReportSuffix,
        75..90 => ArbiterTitleSource::Registry,
        _ => ArbiterTitleSource::Nothing,
    };
    TitleFacts {
        arbiters: appointed,
        chief_arbiter_title: match chief {
            Some(at) => pools.person(arbiters[at]).arbiter_title().unwrap_or("NA"),
            None if is_titled => "FA",
            None => "NA",
        },
        title_told_by,
        has_round_dates: random.chance(940),
        member_federations: (scenario == Scenario::Official).then_some(CONTINENT),
    }
}

/// Whether a player of the tournament with this number is one of its arbiters too.
pub(crate) const fn has_playing_arbiter(number: u32) -> bool {
    number % PLAYING_ARBITER_EVERY == 23
}

pub(crate) fn name_suffix(scenario: Scenario, random: &mut RandomStream) -> &'static str {
    match scenario {
        Scenario::InternationalOpen | Scenario::RegisteredLateForTitles | Scenario::UntitledArbiter => {
            random.word(&["International Open", "Chess Festival", "Masters Open", "International Memorial"])
        }
        Scenario::ClosedMasters => random.word(&["Grandmaster Tournament", "Masters Invitational"]),
        Scenario::ClosedChallengers => random.word(&["Challengers Invitational", "Closed Norm Tournament"]),
        Scenario::ClosedWomen => "Women's Masters",
        Scenario::DoubleMasters => "Double Round Robin",
        Scenario::MatchWonEarly | Scenario::MatchWithUnrated | Scenario::MatchWaived | Scenario::Match => "Match",
        Scenario::Team => "Team Cup",
        Scenario::League => "League",
        Scenario::Knockout => "Knockout",
        Scenario::Official => "Continental Championship",
        Scenario::OtherControl => "Blitz",
        Scenario::Newcomers => "First Steps Open",
        Scenario::Women => "Women's Open",
        Scenario::Hybrid => "Hybrid Open",
        Scenario::NationalChampionship => "National Championship",
        Scenario::Masters => "Super Tournament",
        Scenario::Beginners => "Open for Beginners",
        Scenario::Juniors => "Junior Open",
        Scenario::Returning => "Veterans Open",
        Scenario::RoundRobin | Scenario::DoubleRoundRobin => "Club Round Robin",
        _ => random.word(&["Weekend Open", "Open", "City Championship", "Club Championship", "Memorial"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse_iso_date;

    fn random(number: u32) -> RandomStream {
        RandomStream::new(1, Purpose::Schedule, number)
    }

    #[test]
    fn events_for_norms_are_registered_thirty_days_ahead_or_on_purpose_not() {
        let start = parse_iso_date("2025-09-10").expect("a date");
        for number in 0..200 {
            assert!(registered(Scenario::InternationalOpen, start, &mut random(number)) <= days_before(start, 30));
            assert!(registered(Scenario::RegisteredLateForTitles, start, &mut random(number)) > days_before(start, 30));
        }
    }

    #[test]
    fn ordinary_events_end_in_time_with_at_most_two_rounds_a_day() {
        let month: ListDate = "2025-09".parse().expect("a month");
        for number in 0..200 {
            for scenario in [Scenario::Open, Scenario::InternationalOpen, Scenario::League, Scenario::DoubleMasters] {
                let mut random = random(number);
                let size = field_size(scenario, 200, &mut random);
                let (start, end) = days_of(scenario, size.rounds, month, &mut random);
                assert!(month.day() <= start && end <= days_before(month.plus_months(1).day(), 3), "{scenario:?} {start} {end}");
                assert!(i64::from(size.rounds) <= 2 * ((end - start).num_days() + 1), "{scenario:?} {start} {end}");
            }
        }
    }
}
