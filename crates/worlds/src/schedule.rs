//! Plans tournaments: dates, clock, classes and other details, without the entries.

use crate::WorldSettings;
use crate::entry_pools::EntryPools;
use crate::names::FEDERATIONS;
use crate::random::{Purpose, RandomStream};
use crate::scenario::Scenario;
use crate::tournament::TournamentDetails;
use crate::{standard_fields, standard_schedule};
use chrono::{Datelike, Days};
use model::{Classes, Control, Date, ListDate, TournamentClass, TournamentKind, Waiver, Waivers, days_before};

impl WorldSettings {
    /// The first list: shortly before a new edition, so that every world of three months contains a change of rules.
    pub(crate) fn first_list(&self) -> ListDate {
        let month = match self.control {
            Control::Standard => "2025-08",
            Control::Rapid | Control::Blitz | Control::Bullet => "2023-12",
        };
        month.parse().expect("a month")
    }
}

/// Number of players and rounds of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldSize {
    pub(crate) players: usize,
    pub(crate) rounds: u16,
}

/// A planned tournament without entries. `rounds` is set when the entries are known.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPlan {
    pub(crate) number: u32,
    pub(crate) scenario: Scenario,
    pub(crate) host: u8,
    pub(crate) details: TournamentDetails,
    /// People who will enter: regulars, or in a standard world the whole field.
    pub(crate) entrants: Vec<u32>,
    /// The size decided beforehand, in a standard world; elsewhere it is drawn with the entries.
    pub(crate) size: Option<FieldSize>,
}

/// Plans all tournaments, in the order of their numbers and months.
pub(crate) fn schedule(settings: &WorldSettings, pools: &EntryPools<'_>, cities: &[String]) -> Vec<TournamentPlan> {
    let mut plans: Vec<TournamentPlan> =
        (1..).zip(scenarios(settings)).map(|(number, scenario)| plan(settings, number, scenario, pools, cities)).collect();
    for month in 0..settings.months {
        for &who in &pools.regulars {
            enter_regular(settings, &mut plans, who, month);
        }
    }
    if settings.control == Control::Standard {
        standard_fields::draw_fields(settings, &mut plans, pools);
    }
    plans
}

/// The scenario of each tournament, by number.
fn scenarios(settings: &WorldSettings) -> Vec<Scenario> {
    let numbers: Vec<u32> = (1..=settings.tournaments).collect();
    let months = numbers.chunk_by(|&one, &next| month_of(settings, one) == month_of(settings, next));
    months
        .flat_map(|numbers| {
            let mut month: Vec<Scenario> = numbers.iter().map(|&number| Scenario::of(settings.control, number)).collect();
            Scenario::limit_refusals(&mut month);
            month
        })
        .collect()
}

fn month_of(settings: &WorldSettings, number: u32) -> u32 {
    let month = u64::from(number - 1) * u64::from(settings.months) / u64::from(settings.tournaments);
    u32::try_from(month).expect("fewer than all months")
}

/// Enters one regular in opens throughout a month, never in two at the same time.
fn enter_regular(settings: &WorldSettings, plans: &mut [TournamentPlan], who: u32, month: u32) {
    let mut random = RandomStream::new(settings.seed, Purpose::Visits, who.wrapping_mul(240).wrapping_add(month));
    let from = plans.partition_point(|p| month_of(settings, p.number) < month);
    let to = plans.partition_point(|p| month_of(settings, p.number) <= month);
    let mut calendar: Vec<usize> = (from..to).filter(|&at| matches!(plans[at].scenario, Scenario::Open | Scenario::Marathon)).collect();
    calendar.sort_by_key(|&at| (plans[at].details.start, at));
    let mut free_from = Date::MIN;
    let mut tournaments = 0;
    // In a month with thousands of opens, those of the first days alone would be too many.
    let share = (18_000 / calendar.len().max(1)).clamp(20, 900);
    for at in calendar {
        let plan = &mut plans[at];
        if tournaments < 9 && plan.details.start >= free_from && random.chance(share) {
            plan.entrants.push(who);
            free_from = add_days(plan.details.end, 1);
            tournaments += 1;
        }
    }
}

fn plan(settings: &WorldSettings, number: u32, scenario: Scenario, pools: &EntryPools<'_>, cities: &[String]) -> TournamentPlan {
    let mut random = RandomStream::new(settings.seed, Purpose::Schedule, number);
    let month = settings.first_list().plus_months(month_of(settings, number));
    let host = pools.host(&mut random);
    let is_standard = settings.control == Control::Standard;
    let size = is_standard.then(|| standard_schedule::field_size(scenario, pools.rated.len(), &mut random));
    let (start, end) = match size {
        Some(size) => standard_schedule::days_of(scenario, size.rounds, month, &mut random),
        None => days_of(scenario, month, &mut random),
    };
    let (minutes, increment) = match settings.control {
        Control::Standard => standard_schedule::clock(scenario, &mut random),
        Control::Blitz => blitz_clock(scenario, &mut random),
        Control::Rapid | Control::Bullet => clock(scenario, start == end, &mut random),
    };
    let city = random.pick(cities).clone();
    let suffix = match settings.control {
        Control::Standard => standard_schedule::name_suffix(scenario, &mut random).to_owned(),
        Control::Blitz if scenario != Scenario::OtherControl => name_suffix(scenario, &mut random).replace("Rapid", "Blitz"),
        Control::Blitz => "Rapid".to_owned(),
        Control::Rapid | Control::Bullet => name_suffix(scenario, &mut random).to_owned(),
    };
    let registered = match size {
        Some(_) => standard_schedule::registered(scenario, start, &mut random),
        None => registered(scenario, start, &mut random),
    };
    TournamentPlan {
        number,
        scenario,
        host,
        entrants: Vec::new(),
        size,
        details: TournamentDetails {
            id: format!("T{number:05}"),
            name: format!("{city} {suffix} {}", start.year()),
            city,
            federation: FEDERATIONS[usize::from(host)],
            control: control(settings, scenario),
            kind: kind(scenario),
            classes: if is_standard { standard_schedule::classes(scenario) } else { classes(scenario) },
            start,
            end,
            minutes,
            increment,
            rounds: size.map_or(0, |size| size.rounds),
            official: scenario == Scenario::Official,
            registered,
            received: received(scenario, month, end, &mut random),
            waivers: waivers(scenario),
            month: month.month(),
            title_facts: is_standard.then(|| standard_schedule::title_facts(settings.seed, number, scenario, pools)),
        },
    }
}

fn control(settings: &WorldSettings, scenario: Scenario) -> Control {
    match (scenario, settings.control) {
        (Scenario::OtherControl, Control::Blitz) => Control::Rapid,
        (Scenario::OtherControl, _) => Control::Blitz,
        (_, control) => control,
    }
}

/// First and last day of a tournament.
fn days_of(scenario: Scenario, month: ListDate, random: &mut RandomStream) -> (Date, Date) {
    let list = month.plus_months(1).day();
    let closing = days_before(list, 3);
    let length = match scenario {
        Scenario::Marathon | Scenario::League => 8,
        Scenario::NationalChampionship | Scenario::Masters | Scenario::Official => 3,
        _ => 1 + random.streak(350, 2),
    };
    let ending_on = |end: Date| (days_before(end, u32::try_from(length - 1).expect("a few days")), end);
    match scenario {
        Scenario::AcrossMonths => (days_before(list, to_u32(random.between(1, 4))), add_days(list, random.between(1, 4))),
        Scenario::EndsAfterClosing => ending_on(days_before(list, to_u32(random.between(1, 2)))),
        Scenario::Official => ending_on(days_before(list, 1)),
        // The third list after that day is the one before the month in which the report arrives.
        Scenario::ReportedLate | Scenario::ReportedLateWaived => ending_on(add_days(month.minus_months(3).day(), random.between(6, 20))),
        _ => {
            let latest = i32::try_from(closing.day()).expect("a day of a month") - 1;
            let earliest = i32::try_from(length).expect("a few days") - 1;
            ending_on(add_days(month.day(), random.between(earliest, latest)))
        }
    }
}

fn registered(scenario: Scenario, start: Date, random: &mut RandomStream) -> Date {
    let days = match scenario {
        Scenario::RegisteredLate | Scenario::RegisteredLateWaived => random.between(0, 2),
        _ => random.between(3, 40),
    };
    days_before(start, to_u32(days))
}

fn received(scenario: Scenario, month: ListDate, end: Date, random: &mut RandomStream) -> Date {
    let list = month.plus_months(1).day();
    let soon = add_days(end, random.between(1, 6));
    match scenario {
        Scenario::AcrossMonths | Scenario::EndsAfterClosing => soon,
        Scenario::Official => end,
        Scenario::ReceivedAfterList => add_days(list, random.between(0, 8)),
        Scenario::ReportedLate | Scenario::ReportedLateWaived => add_days(month.day(), random.between(2, 20)),
        _ => soon.min(days_before(list, 1)),
    }
}

/// Minutes per player and seconds per move.
fn clock(scenario: Scenario, is_one_day: bool, random: &mut RandomStream) -> (i16, i16) {
    *match scenario {
        // Rapid is more than 10 and less than 60 minutes.
        Scenario::WrongClock => random.pick(&[(50, 10), (10, 0), (60, 30), (5, 3)]),
        Scenario::OtherControl => random.pick(&[(3, 2), (5, 0)]),
        // The shorter of the two times.
        Scenario::UnequalTimes => &(12, 0),
        _ if is_one_day => random.pick(&[(15, 10), (15, 10), (10, 5), (15, 5), (20, 0), (12, 3), (10, 10), (15, 0)]),
        _ => random.pick(&[(15, 10), (15, 10), (10, 5), (25, 10), (25, 0), (45, 10), (30, 0), (40, 15)]),
    }
}

/// As [`clock`], in a blitz world.
fn blitz_clock(scenario: Scenario, random: &mut RandomStream) -> (i16, i16) {
    *match scenario {
        // Blitz is at most 10 minutes.
        Scenario::WrongClock => random.pick(&[(15, 0), (10, 5), (25, 10)]),
        Scenario::OtherControl => &(15, 10),
        Scenario::UnequalTimes => &(5, 0),
        _ => random.pick(&[(3, 2), (3, 2), (3, 2), (5, 0), (5, 3), (4, 2)]),
    }
}

fn kind(scenario: Scenario) -> TournamentKind {
    match scenario {
        Scenario::RoundRobin
        | Scenario::NationalChampionship
        | Scenario::Masters
        | Scenario::ClosedMasters
        | Scenario::ClosedChallengers
        | Scenario::ClosedWomen => TournamentKind::RoundRobin,
        Scenario::DoubleRoundRobin | Scenario::DoubleMasters => TournamentKind::DoubleRoundRobin,
        Scenario::MatchWonEarly | Scenario::MatchWithUnrated | Scenario::MatchWaived | Scenario::Match => TournamentKind::Match,
        Scenario::Team | Scenario::League => TournamentKind::Team,
        Scenario::Knockout => TournamentKind::Knockout,
        _ => TournamentKind::Swiss,
    }
}

pub(crate) fn classes(scenario: Scenario) -> Classes {
    let class = match scenario {
        Scenario::UnequalTimes => TournamentClass::UnequalTimes,
        Scenario::Women => TournamentClass::Women,
        Scenario::Hybrid => TournamentClass::Hybrid,
        Scenario::NationalChampionship => TournamentClass::NationalChampionship,
        Scenario::League => TournamentClass::League,
        _ => return Classes::default(),
    };
    [class].into_iter().collect()
}

fn waivers(scenario: Scenario) -> Waivers {
    let waiver = match scenario {
        Scenario::MatchWaived => Waiver::Match,
        Scenario::ReportedLateWaived => Waiver::Late,
        Scenario::RegisteredLateWaived => Waiver::Registration,
        _ => return Waivers::default(),
    };
    [waiver].into_iter().collect()
}

fn name_suffix(scenario: Scenario, random: &mut RandomStream) -> &'static str {
    match scenario {
        Scenario::MatchWonEarly | Scenario::MatchWithUnrated | Scenario::MatchWaived | Scenario::Match => "Rapid Match",
        Scenario::Team => "Rapid Team Cup",
        Scenario::League => "Rapid League",
        Scenario::Knockout => "Rapid Knockout",
        Scenario::Official => "Continental Rapid",
        Scenario::OtherControl => "Blitz",
        Scenario::UnequalTimes => "Handicap Rapid",
        Scenario::Marathon => "Rapid Marathon",
        Scenario::Newcomers => "First Steps Rapid",
        Scenario::Women => "Women's Rapid",
        Scenario::Hybrid => "Hybrid Rapid",
        Scenario::NationalChampionship => "National Rapid Championship",
        Scenario::Masters => "Rapid Masters",
        Scenario::Beginners => "Rapid for Beginners",
        Scenario::Juniors => "Junior Rapid",
        Scenario::Returning => "Veterans Rapid",
        Scenario::RoundRobin | Scenario::DoubleRoundRobin => "Rapid Invitational",
        _ => random.word(&["Rapid Open", "Rapid Cup", "City Rapid", "Weekend Rapid", "Memorial Rapid", "Club Rapid"]),
    }
}

pub(crate) fn add_days(day: Date, days: i32) -> Date {
    day.checked_add_days(Days::new(to_u32(days).into())).expect("within the calendar")
}

pub(crate) fn to_u32(days: i32) -> u32 {
    u32::try_from(days).expect("not negative")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::population::Population;

    fn dates(scenario: Scenario) -> Vec<(Date, Date, Date, Date)> {
        let month: ListDate = "2024-01".parse().expect("a month");
        (0..200)
            .map(|number| {
                let mut random = RandomStream::new(1, Purpose::Schedule, number);
                let (start, end) = days_of(scenario, month, &mut random);
                (start, end, registered(scenario, start, &mut random), received(scenario, month, end, &mut random))
            })
            .collect()
    }

    fn day(text: &str) -> Date {
        model::parse_iso_date(text).expect("a date")
    }

    #[test]
    fn ordinary_tournaments_are_registered_finished_and_received_in_time() {
        for (start, end, registered, received) in dates(Scenario::Open) {
            assert!(day("2024-01-01") <= start && start <= end && end <= day("2024-01-29"), "{start} {end}");
            assert!(registered <= days_before(start, 3));
            assert!(end <= received && received <= day("2024-01-31"));
        }
        assert!(dates(Scenario::Open).iter().any(|d| d.1 == day("2024-01-29")), "the closing date itself is in time");
    }

    /// Whether the registry shows that a tournament may be refused. Every match may be, because an entry may be unrated by then.
    fn may_be_refused(plan: &TournamentPlan) -> bool {
        let TournamentDetails { start, registered, minutes, increment, kind, classes, waivers, .. } = &plan.details;
        let is_registered_late = *registered > days_before(*start, 3) && !waivers.contains(Waiver::Registration);
        let is_rapid = (11..60).contains(&(minutes + increment));
        let is_duplicate = plan.scenario == Scenario::Duplicate;
        is_registered_late || !is_rapid || classes.contains(TournamentClass::UnequalTimes) || is_duplicate || *kind == TournamentKind::Match
    }

    /// Whether a tournament ends and is received in time for the list after its month, at most three lists after its end.
    fn is_in_time(details: &TournamentDetails, list: ListDate) -> bool {
        let is_too_late =
            details.received >= ListDate::of_month(details.end).plus_months(3).day() && !details.waivers.contains(Waiver::Late);
        let closing = days_before(list.day(), if details.official { 0 } else { 3 });
        details.end <= closing && details.received < list.day() && !is_too_late
    }

    #[test]
    fn in_a_world_of_any_size_at_most_a_quarter_of_a_month_is_refused() {
        let people = Population::invent(1, 100);
        let pools = EntryPools::build(1, &people);
        let cities = crate::names::cities(1);
        let sizes = (1..=14).flat_map(|months| (months..=months * 9).step_by(3).map(move |tournaments| (months, tournaments)));
        for (months, tournaments) in sizes.chain([(3, 60), (1, 2000), (120, 1000), (2, 37)]) {
            let seed = u64::from(months * tournaments);
            let plans = schedule(&WorldSettings { months, tournaments, seed, ..Default::default() }, &pools, &cities);
            for month in 0..months {
                let list = WorldSettings::default().first_list().plus_months(month + 1);
                let (mut refused, mut rated) = (0, 0);
                let reports = plans.iter().filter(|plan| plan.details.month == list.minus_months(1).month());
                for plan in reports.filter(|plan| plan.details.control == Control::Rapid) {
                    if may_be_refused(plan) {
                        refused += 1;
                    } else if is_in_time(&plan.details, list) {
                        rated += 1;
                    }
                }
                assert!(rated > 0 && 3 * refused <= rated, "{months} months, {tournaments} tournaments, {list}: {refused} and {rated}");
            }
        }
    }

    #[test]
    fn each_irregular_scenario_is_on_the_wrong_side_of_its_date() {
        assert!(dates(Scenario::AcrossMonths).iter().all(|d| d.0 <= day("2024-01-31") && d.1 > day("2024-02-01")));
        assert!(dates(Scenario::EndsAfterClosing).iter().all(|d| d.1 == day("2024-01-30") || d.1 == day("2024-01-31")));
        assert!(dates(Scenario::Official).iter().all(|d| d.1 == day("2024-01-31") && d.3 == d.1));
        assert!(dates(Scenario::ReceivedAfterList).iter().all(|d| d.1 <= day("2024-01-29") && d.3 >= day("2024-02-01")));
        assert!(dates(Scenario::RegisteredLate).iter().all(|d| d.2 > days_before(d.0, 3)));
        assert!(
            dates(Scenario::ReportedLate).iter().all(|d| d.1 >= day("2023-10-01") && d.1 < day("2023-11-01") && d.3 >= day("2024-01-01"))
        );
    }
}
