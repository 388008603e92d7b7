//! Pools of people from which the entries of tournaments are drawn.

use crate::population::{Person, Population};
use crate::random::{Purpose, RandomStream};

/// Indexes into [`Population::all`], by strength; active people appear several times where activity matters.
#[derive(Debug)]
pub(crate) struct EntryPools<'a> {
    people: &'a [Person],
    /// Sorted by federation, then by strength.
    by_home: Vec<u32>,
    /// First position of each federation in `by_home`, with one more at the end.
    home_bounds: Vec<usize>,
    pub(crate) by_strength: Vec<u32>,
    pub(crate) rated: Vec<u32>,
    pub(crate) women: Vec<u32>,
    pub(crate) juniors: Vec<u32>,
    pub(crate) masters: Vec<u32>,
    pub(crate) beginners: Vec<u32>,
    /// Rated, but inactive.
    pub(crate) returning: Vec<u32>,
    /// Unrated at this control, rated at the standard control.
    pub(crate) standard_only: Vec<u32>,
    /// Unrated at every control, including newcomers.
    pub(crate) unrated_everywhere: Vec<u32>,
    /// On no list.
    pub(crate) newcomers: Vec<u32>,
    /// People who play nearly every week.
    pub(crate) regulars: Vec<u32>,
    /// Arbiters whose title the title regulations accept, active or not.
    pub(crate) arbiters: Vec<u32>,
}

impl<'a> EntryPools<'a> {
    pub(crate) fn build(seed: u64, people: &'a Population) -> Self {
        let mut random = RandomStream::new(seed, Purpose::Activity, 0);
        let all = &people.all;
        let mut active = Vec::new();
        for (at, person) in all.iter().enumerate() {
            let place = u32::try_from(at).expect("fewer people than ids");
            active.extend(std::iter::repeat_n(place, entries_of(person, &mut random)));
        }
        let mut by_home = active.clone();
        by_home.sort_unstable_by_key(|&p| (all[p as usize].federation, all[p as usize].strength, p));
        let home_bounds =
            (0..=people.federations).map(|f| by_home.partition_point(|&p| usize::from(all[p as usize].federation) < f)).collect();
        let mut pools = Self {
            people: all,
            by_home,
            home_bounds,
            by_strength: active,
            rated: Vec::new(),
            women: Vec::new(),
            juniors: Vec::new(),
            masters: Vec::new(),
            beginners: Vec::new(),
            returning: Vec::new(),
            standard_only: Vec::new(),
            unrated_everywhere: Vec::new(),
            newcomers: Vec::new(),
            regulars: Vec::new(),
            arbiters: Vec::new(),
        };
        pools.by_strength.sort_unstable_by_key(|&p| (all[p as usize].strength, p));
        let mut once = pools.by_strength.clone();
        once.dedup();
        let those = |is: fn(&Person) -> bool| once.iter().copied().filter(|&p| is(&all[p as usize])).collect::<Vec<_>>();
        pools.rated = those(|p| p.is_rated() && !p.is_inactive());
        pools.women = those(|p| p.is_woman);
        pools.juniors = those(|p| p.is_junior(2023));
        pools.masters = those(|p| p.rating >= 2200);
        pools.beginners = those(|p| (1..1500).contains(&p.rating));
        pools.newcomers = those(|p| !p.is_known);
        pools.unrated_everywhere = those(Person::is_unrated_everywhere);
        // Inactive people are rarely in the active pool, so these two are drawn from everybody.
        let everybody = || 0..u32::try_from(all.len()).expect("fewer people than ids");
        pools.returning = everybody().filter(|&p| all[p as usize].is_inactive()).collect();
        pools.standard_only = everybody().filter(|&p| !all[p as usize].is_rated() && all[p as usize].standard > 0).collect();
        pools.arbiters = everybody().filter(|&p| all[p as usize].arbiter_title().is_some()).collect();
        let (rated, count) = (pools.rated.len(), (people.all.len() / 150).clamp(3, 60));
        // From the middle of the ratings: people who enter opens often and stay above the next floor.
        pools.regulars = (0..count.min(rated)).map(|at| pools.rated[rated * 2 / 5 + at * (rated * 2 / 5) / count]).collect();
        pools.regulars.dedup();
        pools
    }

    /// Draws the federation that hosts a tournament, the larger ones more often.
    pub(crate) fn host(&self, random: &mut RandomStream) -> u8 {
        self.people[*random.pick(&self.by_home) as usize].federation
    }

    /// Fills up the entries of an ordinary open: people of similar strength, mostly from the host federation.
    pub(crate) fn draw_open(&self, host: u8, size: usize, entries: &mut Vec<u32>, random: &mut RandomStream) {
        let locals = self.locals(host);
        let centre = random.below(locals.len());
        let strength = locals.get(centre).map_or(1600, |&p| self.people[p as usize].strength);
        let guests = size.saturating_sub(entries.len()) / 6;
        let local_size = size - guests;
        draw_near(locals, centre, (locals.len() / 4).max(size), local_size, entries, random);
        // The open of a small federation is filled up from abroad.
        self.draw_of_strength(strength, size, entries, random);
    }

    /// Fills up to `size` with active people of about this strength.
    pub(crate) fn draw_of_strength(&self, strength: i16, size: usize, entries: &mut Vec<u32>, random: &mut RandomStream) {
        let centre = self.by_strength.partition_point(|&p| self.people[p as usize].strength < strength);
        let mut reach = (self.by_strength.len() / 12).max(size);
        draw_near(&self.by_strength, centre, reach, size, entries, random);
        // In a small world there are few people of that strength.
        while entries.len() < size && reach < self.by_strength.len() {
            reach *= 2;
            draw_near(&self.by_strength, centre, reach, size, entries, random);
        }
    }

    /// Draws two people for an online game, usually of about the same strength; active people more often.
    pub(crate) fn pair(&self, random: &mut RandomStream) -> (u32, u32) {
        let pool = &self.by_strength;
        let white = random.below(pool.len());
        // Wider than the entries of one person in the pool.
        let reach = (pool.len() / 12).max(20);
        let (low, high) = (white.saturating_sub(reach), (white + reach).min(pool.len() - 1));
        loop {
            let black = pool[low + random.below(high - low + 1)];
            if black != pool[white] {
                return (pool[white], black);
            }
        }
    }

    /// Sorts by descending rating, as starting ranks are assigned.
    pub(crate) fn rank(&self, entries: &mut [u32]) {
        entries.sort_unstable_by_key(|&p| {
            let person = &self.people[p as usize];
            (std::cmp::Reverse(if person.is_rated() { person.rating } else { person.standard }), p)
        });
    }

    /// Active people of a federation, by strength.
    pub(crate) fn locals(&self, federation: u8) -> &[u32] {
        let home = usize::from(federation);
        &self.by_home[self.home_bounds[home]..self.home_bounds[home + 1]]
    }

    /// Number of people, active or not.
    pub(crate) const fn people(&self) -> usize {
        self.people.len()
    }

    pub(crate) fn person(&self, place: u32) -> &'a Person {
        &self.people[place as usize]
    }

    pub(crate) fn strengths(&self, entries: &[u32]) -> Vec<i32> {
        entries.iter().map(|&p| self.person(p).strength.into()).collect()
    }
}

/// How many times a person is in the active pool. About one entry in ten is an unrated person.
fn entries_of(person: &Person, random: &mut RandomStream) -> usize {
    if !person.is_known {
        1
    } else if person.is_inactive() {
        usize::from(random.chance(40))
    } else if person.is_rated() {
        if random.chance(750) { 1 + random.streak(550, 8) } else { 0 }
    } else {
        usize::from(random.chance(120))
    }
}

/// Fills up to `size` with people within `reach` of a position in a pool, each of them once.
pub(crate) fn draw_near(pool: &[u32], centre: usize, reach: usize, size: usize, entries: &mut Vec<u32>, random: &mut RandomStream) {
    if pool.is_empty() {
        return;
    }
    let (low, high) = (centre.saturating_sub(reach), (centre + reach).min(pool.len() - 1));
    let low = low.min(high);
    for _ in 0..size * 4 {
        if entries.len() >= size {
            return;
        }
        let person = pool[low + random.below(high - low + 1)];
        if !entries.contains(&person) {
            entries.push(person);
        }
    }
    // Most of the neighbourhood has entered: take the rest in order.
    for &person in &pool[low..=high] {
        if entries.len() >= size {
            return;
        }
        if !entries.contains(&person) {
            entries.push(person);
        }
    }
}

/// Fills up to `size` with people from anywhere in a pool.
pub(crate) fn draw_any(pool: &[u32], size: usize, entries: &mut Vec<u32>, random: &mut RandomStream) {
    draw_near(pool, 0, pool.len(), size, entries, random);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_enters_twice_and_the_size_is_reached_if_possible() {
        let people = Population::invent(2, 600);
        let pools = EntryPools::build(2, &people);
        for number in 0..200 {
            let mut random = RandomStream::new(2, Purpose::Entries, number);
            let mut entries = vec![pools.regulars[0]];
            pools.draw_open(pools.host(&mut random), 40, &mut entries, &mut random);
            assert_eq!(entries.len(), 40);
            entries.sort_unstable();
            entries.dedup();
            assert_eq!(entries.len(), 40);
        }
        let mut entries = Vec::new();
        draw_any(&[4, 5, 6], 9, &mut entries, &mut RandomStream::new(1, Purpose::Entries, 0));
        assert_eq!(entries.len(), 3);
        draw_any(&[], 9, &mut entries, &mut RandomStream::new(1, Purpose::Entries, 0));
    }

    #[test]
    fn about_one_entry_in_ten_is_unrated() {
        let people = Population::invent(1, 6000);
        let pools = EntryPools::build(1, &people);
        let unrated = pools.by_home.iter().filter(|&&p| !people.all[p as usize].is_rated()).count();
        let share = unrated * 100 / pools.by_home.len();
        assert!((6..=18).contains(&share), "{share}");
    }
}
