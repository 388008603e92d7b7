//! The people of a world: who they are, how strong they are, and what the first list knows of them.

use crate::dice::{Dice, Purpose, on_curve};
use crate::names::{FEDERATIONS, Names};
use model::{Date, ListDate};

/// Men first, women second.
pub(crate) const SEXES: [&str; 2] = ["M", "F"];
pub(crate) const TITLES: [&str; 5] = ["", "CM", "FM", "IM", "GM"];
pub(crate) const WOMEN_TITLES: [&str; 5] = ["", "WCM", "WFM", "WIM", "WGM"];
pub(crate) const OTHER_TITLES: [&str; 8] = ["", "NA", "FA", "IA", "FT", "DI", "FST", "FA,NI"];

/// Lowest rating of the first list: the floor of the edition in force on its day.
pub(crate) const FLOOR: i16 = 1000;

/// One person. Words are places in the tables above and in [`Names`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) surname: u32,
    pub(crate) forename: u16,
    pub(crate) federation: u8,
    pub(crate) is_woman: bool,
    /// 0 where nobody wrote it down.
    pub(crate) birth_year: i16,
    pub(crate) title: u8,
    pub(crate) women_title: u8,
    pub(crate) other_titles: u8,
    /// False for those whom only the tournaments know.
    pub(crate) is_known: bool,
    /// 0 for the unrated, here and in the next two.
    pub(crate) rating: i16,
    pub(crate) standard: i16,
    pub(crate) peak: i16,
    /// How well the person really plays; results follow this and not the rating.
    pub(crate) strength: i16,
    pub(crate) career_games: i32,
    /// Games rated on the first list itself.
    pub(crate) games: i16,
    /// How many lists ago the last rated game was, for those who had one.
    pub(crate) lists_away: Option<u16>,
    pub(crate) has_had_first_event: bool,
}

impl Person {
    pub(crate) const fn is_rated(&self) -> bool {
        self.rating > 0
    }

    /// Unrated at every control.
    pub(crate) const fn is_fresh(&self) -> bool {
        self.rating == 0 && self.standard == 0
    }

    /// No rated game in the year up to the first list.
    pub(crate) fn is_inactive(&self) -> bool {
        self.is_rated() && self.lists_away.is_some_and(|lists| lists >= 12)
    }

    pub(crate) fn is_junior(&self, year: i16) -> bool {
        self.birth_year > 0 && year - self.birth_year <= 18
    }

    pub(crate) fn federation(&self) -> &'static str {
        FEDERATIONS[usize::from(self.federation)]
    }

    pub(crate) fn last_rated(&self, first_list: ListDate) -> Option<Date> {
        self.lists_away.map(|lists| first_list.minus_months(lists.into()).day())
    }
}

/// Everybody, in the order of ids, which is also the order of federations.
#[derive(Debug)]
pub(crate) struct People {
    pub(crate) all: Vec<Person>,
    pub(crate) names: Names,
    pub(crate) federations: usize,
}

/// Share of all rated players, in millionths from the weakest, and the rating they have.
const RATINGS: [(i32, i32); 12] = [
    (0, 1001),
    (50_000, 1110),
    (120_000, 1230),
    (260_000, 1400),
    (500_000, 1590),
    (750_000, 1820),
    (900_000, 2060),
    (970_000, 2260),
    (986_000, 2405),
    (997_000, 2525),
    (999_500, 2650),
    (1_000_000, 2820),
];

const CAREERS: [(i32, i32); 7] = [(0, 5), (250_000, 18), (500_000, 60), (750_000, 180), (900_000, 450), (990_000, 1500), (1_000_000, 4000)];

impl People {
    /// `known` people whom the first list knows, and a few more whom it does not.
    pub(crate) fn settle(seed: u64, known: u32) -> Self {
        let known = known as usize;
        let newcomers = (known / 40).max(8);
        let total = known + newcomers;
        let rated = known * 2 / 5;
        let federations = (known / 60).clamp(3, FEDERATIONS.len());
        let names = Names::invent(seed, total);
        let mut dice = Dice::new(seed, Purpose::People, 0);
        let standing = standings(&mut dice, total, newcomers, rated);
        let homes = homes(total, federations);
        let mut id = 1_000_000;
        let mut all = Vec::with_capacity(total);
        for (place, &home) in standing.iter().zip(&homes) {
            id += u32::try_from(dice.between(1, 18)).expect("positive");
            let mut person = nobody(id, home, &names, &mut dice);
            match *place {
                Standing::Newcomer => {
                    person.is_known = false;
                    become_unrated(&mut person, &mut dice);
                }
                Standing::Unrated => {
                    become_unrated(&mut person, &mut dice);
                    add_traces(&mut person, &mut dice);
                }
                Standing::Rated { millionth } => become_rated(&mut person, millionth, &mut dice),
            }
            all.push(person);
        }
        Self { all, names, federations }
    }

    pub(crate) fn name(&self, person: &Person) -> String {
        self.names.full(person.surname, person.forename)
    }
}

#[derive(Clone, Copy, Debug)]
enum Standing {
    Newcomer,
    Unrated,
    /// With the place among the rated, in millionths from below.
    Rated {
        millionth: i32,
    },
}

/// Who is rated, and how high. The places are dealt out evenly, so that a small world has its masters and its beginners too.
fn standings(dice: &mut Dice, total: usize, newcomers: usize, rated: usize) -> Vec<Standing> {
    let mut standing: Vec<Standing> = (0..total)
        .map(|at| match at {
            at if at < newcomers => Standing::Newcomer,
            at if at < newcomers + rated => {
                let millionth = ((at - newcomers) * 1_000_000 + dice.below(1_000_000)) / rated;
                Standing::Rated { millionth: i32::try_from(millionth).expect("at most a million") }
            }
            _ => Standing::Unrated,
        })
        .collect();
    dice.shuffle(&mut standing);
    standing
}

/// The federation of each person: a few large ones and many small ones, one after the other as ids are given out.
fn homes(total: usize, federations: usize) -> Vec<u8> {
    let weights: Vec<usize> = (0..federations).map(|at| 100_000 / (at + 3)).collect();
    let sum: usize = weights.iter().sum();
    let mut homes = Vec::with_capacity(total);
    let mut upto = 0;
    for (federation, weight) in weights.iter().enumerate() {
        upto += weight;
        homes.resize(total * upto / sum, u8::try_from(federation).expect("fewer than 256 federations"));
    }
    homes
}

fn nobody(id: u32, home: u8, names: &Names, dice: &mut Dice) -> Person {
    // Common names are common: the smaller of two draws.
    let surname = dice.below(names.surnames()).min(dice.below(names.surnames()));
    let forename = dice.below(names.forenames()).min(dice.below(names.forenames()));
    let birth_year = if dice.chance(420) { dice.between(2004, 2016) } else { 2003 - dice.between(0, 32) - dice.between(0, 32) };
    Person {
        id,
        surname: u32::try_from(surname).expect("a place among the surnames"),
        forename: u16::try_from(forename).expect("a place among the forenames"),
        federation: home,
        is_woman: dice.chance(140),
        birth_year: if dice.chance(15) { 0 } else { narrow(birth_year) },
        title: 0,
        women_title: 0,
        other_titles: if birth_year < 1998 && dice.chance(30) { narrow_place(1 + dice.below(OTHER_TITLES.len() - 1)) } else { 0 },
        is_known: true,
        rating: 0,
        standard: 0,
        peak: 0,
        strength: 0,
        career_games: 0,
        games: 0,
        lists_away: None,
        has_had_first_event: false,
    }
}

fn become_unrated(person: &mut Person, dice: &mut Dice) {
    // Now and then a newcomer is a strong player from elsewhere.
    let is_child = person.birth_year >= 2009;
    let strength = if dice.chance(30) && !is_child { 2150 + dice.bell(90) } else { 1340 + dice.bell(100) };
    person.strength = narrow(strength.clamp(800, 2500));
}

/// What a known but unrated player may have left behind at this control or at a longer one.
fn add_traces(person: &mut Person, dice: &mut Dice) {
    if dice.chance(160) {
        person.standard = narrow((i32::from(person.strength) + 60 + dice.bell(50)).max(FLOOR.into()));
    }
    if dice.chance(60) {
        // Rated once, then under the floor.
        person.has_had_first_event = true;
        person.career_games = dice.between(5, 40);
        person.peak = narrow(dice.between(FLOOR.into(), 1140));
        person.lists_away = Some(unsigned(dice.between(3, 40)));
    } else if dice.chance(60) {
        // Had a first event, which led to nothing yet.
        person.has_had_first_event = true;
    }
}

fn become_rated(person: &mut Person, millionth: i32, dice: &mut Dice) {
    let mut rating = on_curve(&RATINGS, millionth);
    if rating >= 2200 {
        person.birth_year = person.birth_year.min(2009);
        person.is_woman &= rating < 2350 || dice.chance(300);
    } else if person.birth_year >= 2012 {
        // Children are not yet where they will be.
        rating = i32::from(FLOOR) + 1 + (rating - i32::from(FLOOR)) * 45 / 100;
    }
    person.rating = narrow(rating);
    let growing = if person.is_junior(2023) { 50 } else { 0 };
    person.strength = narrow(rating + growing + dice.bell(50));
    person.has_had_first_event = true;
    let career = on_curve(&CAREERS, dice.between(0, 999_999));
    person.career_games = if rating >= 2300 { career.max(250) } else { career };
    let peak = if dice.chance(350) { rating + dice.between(1, 90) } else { rating };
    let was_master = (2250..2400).contains(&rating) && dice.chance(500);
    person.peak = narrow(if was_master { peak.max(2400 + dice.between(0, 30)) } else { peak });
    let away = match dice.below(100) {
        0..30 => 0,
        30..76 => dice.between(1, 11),
        _ => dice.between(12, 60),
    };
    person.lists_away = Some(unsigned(away));
    if away == 0 {
        person.games = narrow(dice.between(1, 24).min(person.career_games));
    }
    if dice.chance(750) {
        person.standard = narrow((rating + 40 + dice.bell(40)).max(FLOOR.into()));
    }
    person.title = earned(rating, &[(2480, 900), (2380, 700), (2250, 400), (2100, 120)], dice);
    if person.is_woman && person.title < 3 {
        person.women_title = earned(rating, &[(2250, 900), (2100, 700), (1950, 600), (1800, 500)], dice);
    }
}

/// The place of a title in its table, the highest first in `steps`: from which rating, and how many in a thousand have it.
fn earned(rating: i32, steps: &[(i32, usize); 4], dice: &mut Dice) -> u8 {
    let missed = steps.iter().position(|&(from, per_mille)| rating >= from && dice.chance(per_mille)).unwrap_or(4);
    narrow_place(4 - missed)
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value).expect("ratings, years and games of a list are small")
}

fn narrow_place(place: usize) -> u8 {
    u8::try_from(place).expect("tables of titles are short")
}

fn unsigned(value: i32) -> u16 {
    u16::try_from(value).expect("a number of lists is small and not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_world_has_all_sorts_of_people() {
        let people = People::settle(1, 600);
        let count = |is: fn(&Person) -> bool| people.all.iter().filter(|p| is(p)).count();
        assert_eq!(count(|p| p.is_known), 600);
        assert_eq!(count(Person::is_rated), 240);
        for (what, found) in [
            ("masters", count(|p| p.rating >= 2400)),
            ("former masters", count(|p| (1..2400).contains(&p.rating) && p.peak >= 2400)),
            ("under the next floor", count(|p| (1000..1400).contains(&p.rating))),
            ("women with a women's title", count(|p| p.is_woman && p.women_title > 0)),
            ("juniors", count(|p| p.is_rated() && p.is_junior(2024))),
            ("inactive", count(Person::is_inactive)),
            ("standard only", count(|p| !p.is_rated() && p.standard > 0)),
            ("known to no list", count(|p| !p.is_known)),
            ("fallen under the floor", count(|p| !p.is_rated() && p.peak > 0)),
            ("without a year of birth", count(|p| p.birth_year == 0)),
        ] {
            assert!(found > 0, "{what}");
        }
    }

    #[test]
    fn ids_ascend_and_federations_stay_together() {
        let people = People::settle(9, 5000);
        assert!(people.all.is_sorted_by(|a, b| a.id < b.id && a.federation <= b.federation));
        assert_eq!(usize::from(people.all.last().expect("somebody").federation) + 1, people.federations);
    }

    #[test]
    fn what_the_list_says_of_a_rated_player_hangs_together() {
        for person in People::settle(4, 3000).all.iter().filter(|p| p.is_rated()) {
            assert!(person.rating >= FLOOR && person.peak >= person.rating, "{person:?}");
            assert!(person.career_games >= 5 && i32::from(person.games) <= person.career_games, "{person:?}");
            assert_eq!(person.games > 0, person.lists_away == Some(0), "{person:?}");
        }
    }
}
