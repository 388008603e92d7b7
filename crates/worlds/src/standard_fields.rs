//! Fields of the tournaments of a standard world: who plays where, and nobody at two places at a time.

use crate::WorldSettings;
use crate::entry_pools::EntryPools;
use crate::population::Person;
use crate::random::{Purpose, RandomStream};
use crate::scenario::Scenario;
use crate::schedule::TournamentPlan;
use crate::standard_schedule::has_playing_arbiter;
use model::Date;

/// Most players of one federation in a closed tournament of ten.
const FROM_ONE_FEDERATION: usize = 4;

/// How far an applicant plays above the rating.
const FORM: i16 = 35;

/// Draws the whole field of every tournament, in the order of their numbers.
pub(crate) fn draw_fields(settings: &WorldSettings, plans: &mut [TournamentPlan], pools: &EntryPools<'_>) {
    let masters = MasterPools::of(pools);
    let mut calendar = Calendar { booked: vec![Vec::new(); pools.people()] };
    for plan in plans.iter() {
        calendar.book(&plan.entrants, plan.details.start, plan.details.end);
    }
    for plan in plans.iter_mut().filter(|plan| plan.scenario != Scenario::Duplicate) {
        let mut field = Field {
            pools,
            calendar: &calendar,
            start: plan.details.start,
            end: plan.details.end,
            from_one_federation: usize::MAX,
            ignores_calendar: false,
            entries: std::mem::take(&mut plan.entrants),
            random: RandomStream::new(settings.seed, Purpose::Fields, plan.number),
        };
        let booked_before = field.entries.len();
        let size = plan.size.map_or(2, |size| size.players);
        draw_field(plan.scenario, plan.host, size, &masters, &mut field);
        plan.entrants = field.entries;
        calendar.book(&plan.entrants[booked_before..], plan.details.start, plan.details.end);
        if let Some(facts) = plan.details.title_facts.as_mut().filter(|_| has_playing_arbiter(plan.number)) {
            facts.arbiters.extend(plan.entrants.last());
        }
    }
}

/// Active rated players in whom organisers of title tournaments are interested, by strength.
#[derive(Debug)]
struct MasterPools {
    grandmasters: Vec<u32>,
    international_masters: Vec<u32>,
    fide_masters: Vec<u32>,
    /// Women with a title of WGM or IM and higher.
    leading_women: Vec<u32>,
    women_masters: Vec<u32>,
    women: Vec<u32>,
    /// Players in form who are near a title of GM.
    near_grandmasters: Vec<u32>,
    /// Players in form who are near a title of IM.
    near_masters: Vec<u32>,
    women_in_form: Vec<u32>,
}

impl MasterPools {
    fn of(pools: &EntryPools<'_>) -> Self {
        let those = |is: fn(&Person) -> bool| pools.rated.iter().copied().filter(|&p| is(pools.person(p))).collect::<Vec<_>>();
        Self {
            grandmasters: those(|p| p.title == 4),
            international_masters: those(|p| p.title == 3),
            fide_masters: those(|p| p.title == 2),
            leading_women: those(|p| p.is_woman && (p.women_title == 4 || p.title >= 3)),
            women_masters: those(|p| p.is_woman && p.women_title == 3),
            women: those(|p| p.is_woman && p.rating >= 1900),
            near_grandmasters: those(|p| p.title < 4 && p.strength >= 2480 && p.strength - p.rating >= FORM),
            near_masters: those(|p| p.title < 3 && (2330..2520).contains(&p.strength) && p.strength - p.rating >= FORM),
            women_in_form: those(|p| p.is_woman && p.title < 3 && p.women_title < 4 && p.strength - p.rating >= FORM),
        }
    }
}

/// The days on which people play, by index in the population.
#[derive(Debug)]
struct Calendar {
    booked: Vec<Vec<(Date, Date)>>,
}

impl Calendar {
    fn is_free(&self, place: u32, start: Date, end: Date) -> bool {
        self.booked[place as usize].iter().all(|&(from, to)| to < start || end < from)
    }

    fn book(&mut self, places: &[u32], start: Date, end: Date) {
        for &place in places {
            self.booked[place as usize].push((start, end));
        }
    }
}

/// The field of one tournament while it is drawn.
struct Field<'a> {
    pools: &'a EntryPools<'a>,
    calendar: &'a Calendar,
    start: Date,
    end: Date,
    from_one_federation: usize,
    ignores_calendar: bool,
    entries: Vec<u32>,
    random: RandomStream,
}

impl Field<'_> {
    fn may_enter(&self, place: u32) -> bool {
        let federation = self.pools.person(place).federation;
        let compatriots = || self.entries.iter().filter(|&&other| self.pools.person(other).federation == federation).count();
        !self.entries.contains(&place)
            && (self.ignores_calendar || self.calendar.is_free(place, self.start, self.end))
            && (self.from_one_federation == usize::MAX || compatriots() < self.from_one_federation)
    }

    /// Enters up to `count` people from the part of a pool that lies between two thousandths of it.
    fn invite(&mut self, pool: &[u32], between: (usize, usize), count: usize) {
        let (low, high) = (pool.len() * between.0 / 1000, pool.len() * between.1 / 1000);
        let part = &pool[low..high];
        let wanted = self.entries.len() + count;
        for _ in 0..count * 6 {
            if self.entries.len() < wanted && !part.is_empty() {
                let place = *self.random.pick(part);
                if self.may_enter(place) {
                    self.entries.push(place);
                }
            }
        }
        // Most of them play already: take the rest in order.
        for &place in part {
            if self.entries.len() < wanted && self.may_enter(place) {
                self.entries.push(place);
            }
        }
    }

    /// Fills up to `size` with people of a pool who are near a position in it, however far away the last of them is.
    fn fill_near(&mut self, pool: &[u32], centre: usize, size: usize) {
        let mut reach = (pool.len() / 12).max(size);
        while self.entries.len() < size {
            let (low, high) = (centre.saturating_sub(reach), (centre + reach).min(pool.len()));
            for _ in 0..size * 4 {
                if self.entries.len() < size && low < high {
                    let place = pool[low + self.random.below(high - low)];
                    if self.may_enter(place) {
                        self.entries.push(place);
                    }
                }
            }
            if reach >= pool.len() {
                return;
            }
            reach *= 2;
        }
    }

    /// Fills up to `size` with active people of about this strength.
    fn fill(&mut self, strength: i16, size: usize) {
        let pools = self.pools;
        let pool = &pools.by_strength;
        let centre = pool.partition_point(|&place| pools.person(place).strength < strength);
        self.fill_near(pool, centre, size);
    }

    /// Fills up to `size` with active rated players of about this strength.
    fn fill_rated(&mut self, strength: i16, size: usize) {
        let pools = self.pools;
        let centre = pools.rated.partition_point(|&place| pools.person(place).strength < strength);
        self.fill_near(&pools.rated, centre, size);
    }

    /// Fills up to `size` with people of similar strength, five of six of them from the host's federation.
    fn fill_with_locals(&mut self, host: u8, size: usize) {
        let pools = self.pools;
        let locals = pools.locals(host);
        let centre = self.random.below(locals.len());
        let strength = locals.get(centre).map_or(1700, |&place| pools.person(place).strength);
        let guests = size.saturating_sub(self.entries.len()) / 6;
        self.fill_near(locals, centre, size - guests);
        self.fill(strength, size);
    }
}

const ALL: (usize, usize) = (0, 1000);
/// Grandmasters who play for a fee in tournaments in which others look for norms.
const LOWER: (usize, usize) = (0, 650);

fn draw_field(scenario: Scenario, host: u8, size: usize, masters: &MasterPools, field: &mut Field<'_>) {
    match scenario {
        Scenario::ClosedMasters => {
            field.from_one_federation = FROM_ONE_FEDERATION;
            let grandmasters = 3 + usize::from(field.random.chance(500));
            field.invite(&masters.grandmasters, LOWER, grandmasters);
            field.invite(&masters.near_grandmasters, ALL, 2);
            field.invite(&masters.international_masters, ALL, 9 - field.entries.len().min(9));
            field.fill_rated(2400, size);
        }
        Scenario::ClosedChallengers => {
            field.from_one_federation = FROM_ONE_FEDERATION;
            let grandmasters = 1 + field.random.below(2);
            field.invite(&masters.grandmasters, LOWER, grandmasters);
            field.invite(&masters.international_masters, ALL, 2);
            field.invite(&masters.near_masters, ALL, 2);
            field.invite(&masters.fide_masters, ALL, 3);
            field.fill_rated(2270, size);
        }
        Scenario::ClosedWomen => {
            field.from_one_federation = FROM_ONE_FEDERATION;
            field.invite(&masters.leading_women, (0, 900), 3);
            field.invite(&masters.women_masters, ALL, 3);
            field.invite(&masters.women_in_form, ALL, 2);
            field.invite(&masters.women, (500, 1000), 2);
            field.fill_rated(2150, size);
        }
        Scenario::DoubleMasters => {
            field.from_one_federation = FROM_ONE_FEDERATION / 2;
            field.invite(&masters.grandmasters, LOWER, 3);
            field.invite(&masters.near_grandmasters, ALL, 1);
            field.invite(&masters.near_masters, (500, 1000), 1);
            field.fill_rated(2430, size);
        }
        Scenario::InternationalOpen | Scenario::RegisteredLateForTitles | Scenario::UntitledArbiter | Scenario::Official => {
            field.invite(&masters.grandmasters, (0, 850), size / 9);
            field.invite(&masters.international_masters, ALL, size / 9);
            field.invite(&masters.fide_masters, ALL, size / 9);
            field.invite(&masters.near_grandmasters, ALL, size / 30 + 1);
            field.invite(&masters.near_masters, ALL, size / 30 + 1);
            field.invite(&masters.women_in_form, ALL, size / 40 + 1);
            field.invite(&masters.women, (400, 1000), size / 12);
            field.fill(2080, size * 3 / 4);
            field.fill_with_locals(host, size);
        }
        Scenario::Women => {
            field.invite(&masters.leading_women, ALL, size / 6);
            field.invite(&masters.women_masters, ALL, size / 6);
            field.invite(&masters.women_in_form, ALL, 2);
            field.invite(&masters.women, (300, 1000), size / 2);
            let pools = field.pools;
            field.fill_near(&pools.women, pools.women.len(), size);
            field.fill(1900, size);
        }
        Scenario::Masters => {
            field.from_one_federation = FROM_ONE_FEDERATION;
            field.invite(&masters.grandmasters, (600, 1000), 9);
            field.fill_rated(2600, size);
        }
        Scenario::NationalChampionship => {
            let pools = field.pools;
            let locals = pools.locals(host);
            field.fill_near(locals, locals.len(), size);
            field.fill_rated(2200, size);
        }
        Scenario::RoundRobin | Scenario::DoubleRoundRobin | Scenario::Knockout => field.fill_with_locals(host, size),
        Scenario::Match | Scenario::MatchWonEarly | Scenario::MatchWaived | Scenario::MatchWithUnrated => {
            let strength = 1600 + 10 * i16::try_from(field.random.below(70)).expect("small");
            field.fill_rated(strength, size);
        }
        Scenario::Newcomers => {
            let pools = field.pools;
            field.invite(&pools.newcomers, ALL, 3);
            field.invite(&pools.unrated_everywhere, ALL, 5);
            field.fill(1550, size.max(20));
        }
        Scenario::Juniors => {
            let pools = field.pools;
            field.invite(&pools.juniors, ALL, size);
            field.fill(1700, size);
        }
        Scenario::Beginners => {
            let pools = field.pools;
            field.invite(&pools.beginners, ALL, size);
            field.fill(1500, size);
        }
        Scenario::Returning => {
            let pools = field.pools;
            field.invite(&pools.returning, ALL, size / 2);
            field.fill(1800, size);
        }
        _ => field.fill_with_locals(host, size),
    }
    // Rather too many of one federation, or somebody in two tournaments at a time, than a tournament without players.
    field.from_one_federation = usize::MAX;
    field.fill(1900, size.min(10));
    field.ignores_calendar = true;
    field.fill(1900, size.min(10));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;
    use crate::population::Population;
    use crate::schedule::schedule;
    use model::Control;

    #[test]
    fn hardly_anybody_is_in_two_tournaments_at_a_time() {
        let settings = WorldSettings { control: Control::Standard, ..WorldSettings::default() };
        let people = Population::of_world(&settings);
        let pools = EntryPools::build(settings.seed, &people);
        let plans = schedule(&settings, &pools, &names::cities(settings.seed));
        let mut days: Vec<Vec<(Date, Date)>> = vec![Vec::new(); people.all.len()];
        let mut twice = 0;
        for plan in &plans {
            for &place in &plan.entrants {
                let (start, end) = (plan.details.start, plan.details.end);
                twice += usize::from(days[place as usize].iter().any(|&(from, to)| from <= end && start <= to));
                days[place as usize].push((start, end));
            }
        }
        let entries: usize = plans.iter().map(|plan| plan.entrants.len()).sum();
        assert!(twice * 100 <= entries, "{twice} of {entries}");
    }
}
