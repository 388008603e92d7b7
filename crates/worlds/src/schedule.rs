//! When and under which conditions each tournament is held: everything but who plays.

use crate::WorldSettings;
use crate::dice::{Dice, Purpose};
use crate::event::Facts;
use crate::field::Field;
use crate::names::FEDERATIONS;
use crate::occasion::Occasion;
use chrono::{Datelike, Days};
use model::{Classes, Control, Date, ListDate, TournamentClass, TournamentKind, Waiver, Waivers, days_before};

/// The list that a world begins with: the last month of one edition, so that every world goes through a change of rules.
pub(crate) fn first_list() -> ListDate {
    "2023-12".parse().expect("a month")
}

/// A tournament before anybody has entered. `rounds` is set when the field is known.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) number: u32,
    pub(crate) occasion: Occasion,
    pub(crate) host: u8,
    pub(crate) facts: Facts,
    /// Regulars who have put this event into their calendar.
    pub(crate) visitors: Vec<u32>,
}

/// All tournaments, in the order of their numbers and months.
pub(crate) fn schedule(settings: &WorldSettings, field: &Field<'_>, cities: &[String]) -> Vec<Plan> {
    let mut plans: Vec<Plan> =
        (1..).zip(occasions(settings)).map(|(number, occasion)| plan(settings, number, occasion, field, cities)).collect();
    for month in 0..settings.months {
        for &who in &field.regulars {
            visit(settings, &mut plans, who, month);
        }
    }
    plans
}

/// The occasion of each tournament, by its number.
fn occasions(settings: &WorldSettings) -> Vec<Occasion> {
    let numbers: Vec<u32> = (1..=settings.tournaments).collect();
    let months = numbers.chunk_by(|&one, &next| month_of(settings, one) == month_of(settings, next));
    months
        .flat_map(|numbers| {
            let mut month: Vec<Occasion> = numbers.iter().map(|&number| Occasion::of(number)).collect();
            Occasion::limit_refusals(&mut month);
            month
        })
        .collect()
}

fn month_of(settings: &WorldSettings, number: u32) -> u32 {
    let month = u64::from(number - 1) * u64::from(settings.months) / u64::from(settings.tournaments);
    u32::try_from(month).expect("fewer than all months")
}

/// Lets one regular go from open to open through a month, never to two at a time.
fn visit(settings: &WorldSettings, plans: &mut [Plan], who: u32, month: u32) {
    let mut dice = Dice::new(settings.seed, Purpose::Visits, who.wrapping_mul(240).wrapping_add(month));
    let from = plans.partition_point(|p| month_of(settings, p.number) < month);
    let to = plans.partition_point(|p| month_of(settings, p.number) <= month);
    let mut calendar: Vec<usize> = (from..to).filter(|&at| matches!(plans[at].occasion, Occasion::Open | Occasion::Marathon)).collect();
    calendar.sort_by_key(|&at| (plans[at].facts.start, at));
    let mut free_from = Date::MIN;
    let mut events = 0;
    // In a month of thousands of opens the first days alone would fill a calendar.
    let share = (18_000 / calendar.len().max(1)).clamp(20, 900);
    for at in calendar {
        let plan = &mut plans[at];
        if events < 9 && plan.facts.start >= free_from && dice.chance(share) {
            plan.visitors.push(who);
            free_from = plus(plan.facts.end, 1);
            events += 1;
        }
    }
}

fn plan(settings: &WorldSettings, number: u32, occasion: Occasion, field: &Field<'_>, cities: &[String]) -> Plan {
    let mut dice = Dice::new(settings.seed, Purpose::Schedule, number);
    let month = first_list().plus_months(month_of(settings, number));
    let host = field.host(&mut dice);
    let (start, end) = days_of(occasion, month, &mut dice);
    let (minutes, increment) = clock(occasion, start == end, &mut dice);
    let city = dice.pick(cities).clone();
    Plan {
        number,
        occasion,
        host,
        visitors: Vec::new(),
        facts: Facts {
            id: format!("T{number:05}"),
            name: format!("{city} {} {}", title(occasion, &mut dice), start.year()),
            city,
            federation: FEDERATIONS[usize::from(host)],
            control: if occasion == Occasion::Blitz { Control::Blitz } else { Control::Rapid },
            kind: kind(occasion),
            classes: classes(occasion),
            start,
            end,
            minutes,
            increment,
            rounds: 0,
            official: occasion == Occasion::Official,
            registered: registered(occasion, start, &mut dice),
            received: received(occasion, month, end, &mut dice),
            waivers: waivers(occasion),
            month: month.month(),
        },
    }
}

/// First and last day.
fn days_of(occasion: Occasion, month: ListDate, dice: &mut Dice) -> (Date, Date) {
    let list = month.plus_months(1).day();
    let closing = days_before(list, 3);
    let length = match occasion {
        Occasion::Marathon | Occasion::League => 8,
        Occasion::NationalChampionship | Occasion::Masters | Occasion::Official => 3,
        _ => 1 + dice.streak(350, 2),
    };
    let ending_on = |end: Date| (days_before(end, u32::try_from(length - 1).expect("a few days")), end);
    match occasion {
        Occasion::AcrossMonths => (days_before(list, small(dice.between(1, 4))), plus(list, dice.between(1, 4))),
        Occasion::EndsAfterClosing => ending_on(days_before(list, small(dice.between(1, 2)))),
        Occasion::Official => ending_on(days_before(list, 1)),
        // The third list after such a day is the one before the month in which the report arrives.
        Occasion::ReportedLate | Occasion::ReportedLateWaived => ending_on(plus(month.minus_months(3).day(), dice.between(6, 20))),
        _ => {
            let latest = i32::try_from(closing.day()).expect("a day of a month") - 1;
            let earliest = i32::try_from(length).expect("a few days") - 1;
            ending_on(plus(month.day(), dice.between(earliest, latest)))
        }
    }
}

fn registered(occasion: Occasion, start: Date, dice: &mut Dice) -> Date {
    let days = match occasion {
        Occasion::RegisteredLate | Occasion::RegisteredLateWaived => dice.between(0, 2),
        _ => dice.between(3, 40),
    };
    days_before(start, small(days))
}

fn received(occasion: Occasion, month: ListDate, end: Date, dice: &mut Dice) -> Date {
    let list = month.plus_months(1).day();
    let soon = plus(end, dice.between(1, 6));
    match occasion {
        Occasion::AcrossMonths | Occasion::EndsAfterClosing => soon,
        Occasion::Official => end,
        Occasion::ReceivedAfterList => plus(list, dice.between(0, 8)),
        Occasion::ReportedLate | Occasion::ReportedLateWaived => plus(month.day(), dice.between(2, 20)),
        _ => soon.min(days_before(list, 1)),
    }
}

/// Minutes a player, seconds a move.
fn clock(occasion: Occasion, is_one_day: bool, dice: &mut Dice) -> (i16, i16) {
    *match occasion {
        // 60 minutes are too many and 10 too few: the bounds themselves are outside.
        Occasion::WrongClock => dice.pick(&[(50, 10), (10, 0), (60, 30), (5, 3)]),
        Occasion::Blitz => dice.pick(&[(3, 2), (5, 0)]),
        // The time of the player who has less.
        Occasion::UnequalTimes => &(12, 0),
        _ if is_one_day => dice.pick(&[(15, 10), (15, 10), (10, 5), (15, 5), (20, 0), (12, 3), (10, 10), (15, 0)]),
        _ => dice.pick(&[(15, 10), (15, 10), (10, 5), (25, 10), (25, 0), (45, 10), (30, 0), (40, 15)]),
    }
}

fn kind(occasion: Occasion) -> TournamentKind {
    match occasion {
        Occasion::RoundRobin | Occasion::NationalChampionship | Occasion::Masters => TournamentKind::RoundRobin,
        Occasion::DoubleRoundRobin => TournamentKind::DoubleRoundRobin,
        Occasion::MatchWonEarly | Occasion::MatchWithUnrated | Occasion::MatchWaived | Occasion::Match => TournamentKind::Match,
        Occasion::Team | Occasion::League => TournamentKind::Team,
        Occasion::Knockout => TournamentKind::Knockout,
        _ => TournamentKind::Swiss,
    }
}

fn classes(occasion: Occasion) -> Classes {
    let class = match occasion {
        Occasion::UnequalTimes => TournamentClass::UnequalTimes,
        Occasion::Women => TournamentClass::Women,
        Occasion::Hybrid => TournamentClass::Hybrid,
        Occasion::NationalChampionship => TournamentClass::NationalChampionship,
        Occasion::League => TournamentClass::League,
        _ => return Classes::default(),
    };
    [class].into_iter().collect()
}

fn waivers(occasion: Occasion) -> Waivers {
    let waiver = match occasion {
        Occasion::MatchWaived => Waiver::Match,
        Occasion::ReportedLateWaived => Waiver::Late,
        Occasion::RegisteredLateWaived => Waiver::Registration,
        _ => return Waivers::default(),
    };
    [waiver].into_iter().collect()
}

fn title(occasion: Occasion, dice: &mut Dice) -> &'static str {
    match occasion {
        Occasion::MatchWonEarly | Occasion::MatchWithUnrated | Occasion::MatchWaived | Occasion::Match => "Rapid Match",
        Occasion::Team => "Rapid Team Cup",
        Occasion::League => "Rapid League",
        Occasion::Knockout => "Rapid Knockout",
        Occasion::Official => "Continental Rapid",
        Occasion::Blitz => "Blitz",
        Occasion::UnequalTimes => "Handicap Rapid",
        Occasion::Marathon => "Rapid Marathon",
        Occasion::Newcomers => "First Steps Rapid",
        Occasion::Women => "Women's Rapid",
        Occasion::Hybrid => "Hybrid Rapid",
        Occasion::NationalChampionship => "National Rapid Championship",
        Occasion::Masters => "Rapid Masters",
        Occasion::Beginners => "Rapid for Beginners",
        Occasion::Juniors => "Junior Rapid",
        Occasion::Returning => "Veterans Rapid",
        Occasion::RoundRobin | Occasion::DoubleRoundRobin => "Rapid Invitational",
        _ => dice.word(&["Rapid Open", "Rapid Cup", "City Rapid", "Weekend Rapid", "Memorial Rapid", "Club Rapid"]),
    }
}

pub(crate) fn plus(day: Date, days: i32) -> Date {
    day.checked_add_days(Days::new(small(days).into())).expect("within the calendar")
}

fn small(days: i32) -> u32 {
    u32::try_from(days).expect("not negative")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::People;

    fn dates(occasion: Occasion) -> Vec<(Date, Date, Date, Date)> {
        let month: ListDate = "2024-01".parse().expect("a month");
        (0..200)
            .map(|number| {
                let mut dice = Dice::new(1, Purpose::Schedule, number);
                let (start, end) = days_of(occasion, month, &mut dice);
                (start, end, registered(occasion, start, &mut dice), received(occasion, month, end, &mut dice))
            })
            .collect()
    }

    fn day(text: &str) -> Date {
        model::parse_iso_date(text).expect("a date")
    }

    #[test]
    fn ordinary_events_are_registered_closed_and_received_in_time() {
        for (start, end, registered, received) in dates(Occasion::Open) {
            assert!(day("2024-01-01") <= start && start <= end && end <= day("2024-01-29"), "{start} {end}");
            assert!(registered <= days_before(start, 3));
            assert!(end <= received && received <= day("2024-01-31"));
        }
        assert!(dates(Occasion::Open).iter().any(|d| d.1 == day("2024-01-29")), "the closing date itself is in time");
    }

    /// What the registry alone tells of a tournament that is refused, and every match: who is unrated by then is not planned.
    fn may_be_refused(plan: &Plan) -> bool {
        let Facts { start, registered, minutes, increment, kind, classes, waivers, .. } = &plan.facts;
        let is_registered_late = *registered > days_before(*start, 3) && !waivers.contains(Waiver::Registration);
        let is_rapid = (11..60).contains(&(minutes + increment));
        let is_duplicate = plan.occasion == Occasion::Duplicate;
        is_registered_late || !is_rapid || classes.contains(TournamentClass::UnequalTimes) || is_duplicate || *kind == TournamentKind::Match
    }

    /// Whether a tournament ends and arrives in time for the list after its month, three lists after its end at the latest.
    fn is_in_time(facts: &Facts, list: ListDate) -> bool {
        let is_too_late = facts.received >= ListDate::of_month(facts.end).plus_months(3).day() && !facts.waivers.contains(Waiver::Late);
        let closing = days_before(list.day(), if facts.official { 0 } else { 3 });
        facts.end <= closing && facts.received < list.day() && !is_too_late
    }

    #[test]
    fn in_a_world_of_any_size_at_most_a_quarter_of_a_list_is_refused_and_something_is_rated() {
        let people = People::settle(1, 100);
        let field = Field::gather(1, &people);
        let cities = crate::names::cities(1);
        let sizes = (1..=14).flat_map(|months| (months..=months * 9).step_by(3).map(move |tournaments| (months, tournaments)));
        for (months, tournaments) in sizes.chain([(3, 60), (1, 2000), (120, 1000), (2, 37)]) {
            let seed = u64::from(months * tournaments);
            let plans = schedule(&WorldSettings { months, tournaments, seed, ..Default::default() }, &field, &cities);
            for month in 0..months {
                let list = first_list().plus_months(month + 1);
                let (mut refused, mut rated) = (0, 0);
                let reports = plans.iter().filter(|plan| plan.facts.month == list.minus_months(1).month());
                for plan in reports.filter(|plan| plan.facts.control == Control::Rapid) {
                    if may_be_refused(plan) {
                        refused += 1;
                    } else if is_in_time(&plan.facts, list) {
                        rated += 1;
                    }
                }
                assert!(rated > 0 && 3 * refused <= rated, "{months} months, {tournaments} tournaments, {list}: {refused} and {rated}");
            }
        }
    }

    #[test]
    fn each_mishap_is_on_the_wrong_side_of_its_date() {
        assert!(dates(Occasion::AcrossMonths).iter().all(|d| d.0 <= day("2024-01-31") && d.1 > day("2024-02-01")));
        assert!(dates(Occasion::EndsAfterClosing).iter().all(|d| d.1 == day("2024-01-30") || d.1 == day("2024-01-31")));
        assert!(dates(Occasion::Official).iter().all(|d| d.1 == day("2024-01-31") && d.3 == d.1));
        assert!(dates(Occasion::ReceivedAfterList).iter().all(|d| d.1 <= day("2024-01-29") && d.3 >= day("2024-02-01")));
        assert!(dates(Occasion::RegisteredLate).iter().all(|d| d.2 > days_before(d.0, 3)));
        assert!(
            dates(Occasion::ReportedLate).iter().all(|d| d.1 >= day("2023-10-01") && d.1 < day("2023-11-01") && d.3 >= day("2024-01-01"))
        );
    }
}
