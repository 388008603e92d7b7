//! Who may enter which tournament.

use crate::dice::{Dice, Purpose};
use crate::people::{People, Person};

/// Places in [`People::all`], by strength; where activity matters, the more active more often.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    people: &'a [Person],
    /// By federation, then by strength.
    by_home: Vec<u32>,
    /// Where each federation begins in `by_home`, with one more at the end.
    home_bounds: Vec<usize>,
    by_strength: Vec<u32>,
    pub(crate) rated: Vec<u32>,
    pub(crate) women: Vec<u32>,
    pub(crate) juniors: Vec<u32>,
    pub(crate) masters: Vec<u32>,
    pub(crate) beginners: Vec<u32>,
    /// Rated, and long away.
    pub(crate) returning: Vec<u32>,
    /// Unrated here, rated at the standard control.
    pub(crate) standard_only: Vec<u32>,
    /// Unrated everywhere, newcomers among them.
    pub(crate) fresh: Vec<u32>,
    /// Known to no list.
    pub(crate) newcomers: Vec<u32>,
    /// Play week after week.
    pub(crate) regulars: Vec<u32>,
}

impl<'a> Field<'a> {
    pub(crate) fn gather(seed: u64, people: &'a People) -> Self {
        let mut dice = Dice::new(seed, Purpose::Activity, 0);
        let all = &people.all;
        let mut active = Vec::new();
        for (at, person) in all.iter().enumerate() {
            let place = u32::try_from(at).expect("fewer people than ids");
            active.extend(std::iter::repeat_n(place, entries_of(person, &mut dice)));
        }
        let mut by_home = active.clone();
        by_home.sort_unstable_by_key(|&p| (all[p as usize].federation, all[p as usize].strength, p));
        let home_bounds =
            (0..=people.federations).map(|f| by_home.partition_point(|&p| usize::from(all[p as usize].federation) < f)).collect();
        let mut field = Self {
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
            fresh: Vec::new(),
            newcomers: Vec::new(),
            regulars: Vec::new(),
        };
        field.by_strength.sort_unstable_by_key(|&p| (all[p as usize].strength, p));
        let mut once = field.by_strength.clone();
        once.dedup();
        let those = |is: fn(&Person) -> bool| once.iter().copied().filter(|&p| is(&all[p as usize])).collect::<Vec<_>>();
        field.rated = those(|p| p.is_rated() && !p.is_inactive());
        field.women = those(|p| p.is_woman);
        field.juniors = those(|p| p.is_junior(2023));
        field.masters = those(|p| p.rating >= 2200);
        field.beginners = those(|p| (1..1500).contains(&p.rating));
        field.newcomers = those(|p| !p.is_known);
        field.fresh = those(Person::is_fresh);
        // These two hardly ever enter of themselves, so they are taken from all people and not from the active.
        let everybody = || 0..u32::try_from(all.len()).expect("fewer people than ids");
        field.returning = everybody().filter(|&p| all[p as usize].is_inactive()).collect();
        field.standard_only = everybody().filter(|&p| !all[p as usize].is_rated() && all[p as usize].standard > 0).collect();
        let (rated, count) = (field.rated.len(), (people.all.len() / 150).clamp(3, 60));
        // Not the strongest and not the weakest: those whom an open attracts every week, and whom the next floor spares.
        field.regulars = (0..count.min(rated)).map(|at| field.rated[rated * 2 / 5 + at * (rated * 2 / 5) / count]).collect();
        field.regulars.dedup();
        field
    }

    /// The federation that holds a tournament: the larger ones more often.
    pub(crate) fn host(&self, dice: &mut Dice) -> u8 {
        self.people[*dice.pick(&self.by_home) as usize].federation
    }

    /// The players of an ordinary open: around one strength, most of them from the host, added to those who are in already.
    pub(crate) fn draw_open(&self, host: u8, size: usize, entries: &mut Vec<u32>, dice: &mut Dice) {
        let home = usize::from(host);
        let locals = &self.by_home[self.home_bounds[home]..self.home_bounds[home + 1]];
        let centre = dice.below(locals.len());
        let strength = locals.get(centre).map_or(1600, |&p| self.people[p as usize].strength);
        let guests = size.saturating_sub(entries.len()) / 6;
        let local_size = size - guests;
        draw_near(locals, centre, (locals.len() / 4).max(size), local_size, entries, dice);
        // A small federation's open is filled up from abroad.
        self.draw_of_strength(strength, size, entries, dice);
    }

    /// Fills up to `size` with active players of about that strength.
    pub(crate) fn draw_of_strength(&self, strength: i16, size: usize, entries: &mut Vec<u32>, dice: &mut Dice) {
        let centre = self.by_strength.partition_point(|&p| self.people[p as usize].strength < strength);
        let mut reach = (self.by_strength.len() / 12).max(size);
        draw_near(&self.by_strength, centre, reach, size, entries, dice);
        // In a small world those of about that strength are soon all in.
        while entries.len() < size && reach < self.by_strength.len() {
            reach *= 2;
            draw_near(&self.by_strength, centre, reach, size, entries, dice);
        }
    }

    /// Two players who meet online: the active more often, and nearly always of about the same strength.
    pub(crate) fn pair(&self, dice: &mut Dice) -> (u32, u32) {
        let pool = &self.by_strength;
        let white = dice.below(pool.len());
        // Further than the tickets of any one player.
        let reach = (pool.len() / 12).max(20);
        let (low, high) = (white.saturating_sub(reach), (white + reach).min(pool.len() - 1));
        loop {
            let black = pool[low + dice.below(high - low + 1)];
            if black != pool[white] {
                return (pool[white], black);
            }
        }
    }

    /// The strongest first, as starting ranks are given out: by the rating that the organiser knows.
    pub(crate) fn rank(&self, entries: &mut [u32]) {
        entries.sort_unstable_by_key(|&p| {
            let person = &self.people[p as usize];
            (std::cmp::Reverse(if person.is_rated() { person.rating } else { person.standard }), p)
        });
    }

    pub(crate) fn person(&self, place: u32) -> &'a Person {
        &self.people[place as usize]
    }

    pub(crate) fn strengths(&self, entries: &[u32]) -> Vec<i32> {
        entries.iter().map(|&p| self.person(p).strength.into()).collect()
    }
}

/// How many tickets a person has when entries are drawn: about one entry in ten is of somebody unrated.
fn entries_of(person: &Person, dice: &mut Dice) -> usize {
    if !person.is_known {
        1
    } else if person.is_inactive() {
        usize::from(dice.chance(40))
    } else if person.is_rated() {
        if dice.chance(750) { 1 + dice.streak(550, 8) } else { 0 }
    } else {
        usize::from(dice.chance(120))
    }
}

/// Fills up to `size` with people from within `reach` of a place in a pool; each of them once.
pub(crate) fn draw_near(pool: &[u32], centre: usize, reach: usize, size: usize, entries: &mut Vec<u32>, dice: &mut Dice) {
    if pool.is_empty() {
        return;
    }
    let (low, high) = (centre.saturating_sub(reach), (centre + reach).min(pool.len() - 1));
    let low = low.min(high);
    for _ in 0..size * 4 {
        if entries.len() >= size {
            return;
        }
        let person = pool[low + dice.below(high - low + 1)];
        if !entries.contains(&person) {
            entries.push(person);
        }
    }
    // Most of the neighbourhood is in already: take what is left of it, in order.
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
pub(crate) fn draw_any(pool: &[u32], size: usize, entries: &mut Vec<u32>, dice: &mut Dice) {
    draw_near(pool, 0, pool.len(), size, entries, dice);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_enters_twice_and_the_size_is_met_where_it_can_be() {
        let people = People::settle(2, 600);
        let field = Field::gather(2, &people);
        for number in 0..200 {
            let mut dice = Dice::new(2, Purpose::Entries, number);
            let mut entries = vec![field.regulars[0]];
            field.draw_open(field.host(&mut dice), 40, &mut entries, &mut dice);
            assert_eq!(entries.len(), 40);
            entries.sort_unstable();
            entries.dedup();
            assert_eq!(entries.len(), 40);
        }
        let mut entries = Vec::new();
        draw_any(&[4, 5, 6], 9, &mut entries, &mut Dice::new(1, Purpose::Entries, 0));
        assert_eq!(entries.len(), 3);
        draw_any(&[], 9, &mut entries, &mut Dice::new(1, Purpose::Entries, 0));
    }

    #[test]
    fn about_one_entry_in_ten_is_of_somebody_unrated() {
        let people = People::settle(1, 6000);
        let field = Field::gather(1, &people);
        let unrated = field.by_home.iter().filter(|&&p| !people.all[p as usize].is_rated()).count();
        let share = unrated * 100 / field.by_home.len();
        assert!((6..=18).contains(&share), "{share}");
    }
}
