//! The people of a world: name, federation, strength, and what the first list states about them.

use crate::WorldSettings;
use crate::names::{FEDERATIONS, InventedNames};
use crate::random::{Purpose, RandomStream, interpolate};
use crate::standard_people;
use model::{Control, Date, ListDate};

/// Men first, women second.
pub(crate) const SEXES: [&str; 2] = ["M", "F"];
pub(crate) const TITLES: [&str; 5] = ["", "CM", "FM", "IM", "GM"];
pub(crate) const WOMEN_TITLES: [&str; 5] = ["", "WCM", "WFM", "WIM", "WGM"];
pub(crate) const OTHER_TITLES: [&str; 8] = ["", "NA", "FA", "IA", "FT", "DI", "FST", "FA,NI"];

/// Lowest rating of the first list: the floor of the edition in force.
pub(crate) const FLOOR: i16 = 1000;

/// One person. Names, titles and federations are indexes into the tables above and into [`InventedNames`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) surname: u32,
    pub(crate) forename: u16,
    pub(crate) federation: u8,
    pub(crate) is_woman: bool,
    /// 0 if not recorded.
    pub(crate) birth_year: i16,
    pub(crate) title: u8,
    pub(crate) women_title: u8,
    pub(crate) other_titles: u8,
    /// Whether the person is on the first list.
    pub(crate) is_known: bool,
    /// 0 if unrated, as in the next two fields.
    pub(crate) rating: i16,
    pub(crate) standard: i16,
    pub(crate) peak: i16,
    /// True playing strength, from which results are drawn.
    pub(crate) strength: i16,
    pub(crate) career_games: i32,
    /// Games rated on the first list.
    pub(crate) games: i16,
    /// Number of lists since the last rated game, if there was one.
    pub(crate) lists_since_last_game: Option<u16>,
    pub(crate) has_had_first_event: bool,
}

impl Person {
    pub(crate) const fn is_rated(&self) -> bool {
        self.rating > 0
    }

    /// Whether the person is unrated at every control.
    pub(crate) const fn is_unrated_everywhere(&self) -> bool {
        self.rating == 0 && self.standard == 0
    }

    /// Whether the person had no rated game in the year before the first list.
    pub(crate) fn is_inactive(&self) -> bool {
        self.is_rated() && self.lists_since_last_game.is_some_and(|lists| lists >= 12)
    }

    pub(crate) fn is_junior(&self, year: i16) -> bool {
        self.birth_year > 0 && year - self.birth_year <= 18
    }

    /// The title of an arbiter whom the title regulations accept as chief arbiter.
    pub(crate) fn arbiter_title(&self) -> Option<&'static str> {
        match OTHER_TITLES[usize::from(self.other_titles)] {
            "IA" => Some("IA"),
            "FA" | "FA,NI" => Some("FA"),
            _ => None,
        }
    }

    pub(crate) fn federation(&self) -> &'static str {
        FEDERATIONS[usize::from(self.federation)]
    }

    pub(crate) fn last_rated(&self, first_list: ListDate) -> Option<Date> {
        self.lists_since_last_game.map(|lists| first_list.minus_months(lists.into()).day())
    }
}

/// All people, sorted by id and by federation.
#[derive(Debug)]
pub(crate) struct Population {
    pub(crate) all: Vec<Person>,
    pub(crate) names: InventedNames,
    pub(crate) federations: usize,
}

/// Ratings by rank among the rated, in millionths from the weakest.
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

/// Career games by rank, in millionths from the fewest.
pub(crate) const CAREERS: [(i32, i32); 7] =
    [(0, 5), (250_000, 18), (500_000, 60), (750_000, 180), (900_000, 450), (990_000, 1500), (1_000_000, 4000)];

impl Population {
    /// Invents the people of a world.
    pub(crate) fn of_world(settings: &WorldSettings) -> Self {
        match settings.control {
            Control::Standard => standard_people::invent(settings.seed, settings.players),
            Control::Rapid | Control::Blitz | Control::Bullet => Self::invent(settings.seed, settings.players),
        }
    }

    /// Invents `known` people on the first list, and a few who are on no list.
    pub(crate) fn invent(seed: u64, known: u32) -> Self {
        let known = known as usize;
        let newcomers = (known / 40).max(8);
        let total = known + newcomers;
        let rated = known * 2 / 5;
        let federations = (known / 60).clamp(3, FEDERATIONS.len());
        let names = InventedNames::invent(seed, total);
        let mut random = RandomStream::new(seed, Purpose::People, 0);
        let groups = rating_groups(&mut random, total, newcomers, rated);
        let home_federations = home_federations(total, federations);
        let mut id = 1_000_000;
        let mut all = Vec::with_capacity(total);
        for (place, &home) in groups.iter().zip(&home_federations) {
            id += u32::try_from(random.between(1, 18)).expect("positive");
            let mut person = new_person(id, home, &names, &mut random);
            match *place {
                RatingGroup::Newcomer => {
                    person.is_known = false;
                    make_unrated(&mut person, &mut random);
                }
                RatingGroup::Unrated => {
                    make_unrated(&mut person, &mut random);
                    add_earlier_history(&mut person, &mut random);
                }
                RatingGroup::Rated { millionth } => make_rated(&mut person, millionth, &mut random),
            }
            all.push(person);
        }
        Self { all, names, federations }
    }

    pub(crate) fn name(&self, person: &Person) -> String {
        self.names.full_name(person.surname, person.forename)
    }
}

#[derive(Clone, Copy, Debug)]
enum RatingGroup {
    Newcomer,
    Unrated,
    /// With the rank among the rated, in millionths from the weakest.
    Rated {
        millionth: i32,
    },
}

/// Assigns everybody to a group. Ranks are spread evenly, so that even a small world has masters and beginners.
fn rating_groups(random: &mut RandomStream, total: usize, newcomers: usize, rated: usize) -> Vec<RatingGroup> {
    let mut groups: Vec<RatingGroup> = (0..total)
        .map(|at| match at {
            at if at < newcomers => RatingGroup::Newcomer,
            at if at < newcomers + rated => {
                let millionth = ((at - newcomers) * 1_000_000 + random.below(1_000_000)) / rated;
                RatingGroup::Rated { millionth: i32::try_from(millionth).expect("at most a million") }
            }
            _ => RatingGroup::Unrated,
        })
        .collect();
    random.shuffle(&mut groups);
    groups
}

/// Assigns a federation to each person: a few large ones and many small ones, in the order of ids.
pub(crate) fn home_federations(total: usize, federations: usize) -> Vec<u8> {
    let weights: Vec<usize> = (0..federations).map(|at| 100_000 / (at + 3)).collect();
    let sum: usize = weights.iter().sum();
    let mut home_federations = Vec::with_capacity(total);
    let mut upto = 0;
    for (federation, weight) in weights.iter().enumerate() {
        upto += weight;
        home_federations.resize(total * upto / sum, u8::try_from(federation).expect("fewer than 256 federations"));
    }
    home_federations
}

pub(crate) fn new_person(id: u32, home: u8, names: &InventedNames, random: &mut RandomStream) -> Person {
    // The smaller of two draws, so that some names are common.
    let surname = random.below(names.surnames()).min(random.below(names.surnames()));
    let forename = random.below(names.forenames()).min(random.below(names.forenames()));
    let birth_year = if random.chance(420) { random.between(2004, 2016) } else { 2003 - random.between(0, 32) - random.between(0, 32) };
    Person {
        id,
        surname: u32::try_from(surname).expect("a place among the surnames"),
        forename: u16::try_from(forename).expect("a place among the forenames"),
        federation: home,
        is_woman: random.chance(140),
        birth_year: if random.chance(15) { 0 } else { to_i16(birth_year) },
        title: 0,
        women_title: 0,
        other_titles: if birth_year < 1998 && random.chance(30) { to_u8(1 + random.below(OTHER_TITLES.len() - 1)) } else { 0 },
        is_known: true,
        rating: 0,
        standard: 0,
        peak: 0,
        strength: 0,
        career_games: 0,
        games: 0,
        lists_since_last_game: None,
        has_had_first_event: false,
    }
}

pub(crate) fn make_unrated(person: &mut Person, random: &mut RandomStream) {
    // A few newcomers are strong players from elsewhere.
    let is_child = person.birth_year >= 2009;
    let strength = if random.chance(30) && !is_child { 2150 + random.bell(90) } else { 1340 + random.bell(100) };
    person.strength = to_i16(strength.clamp(800, 2500));
}

/// Adds earlier ratings at this control or at a longer one to an unrated person.
fn add_earlier_history(person: &mut Person, random: &mut RandomStream) {
    if random.chance(160) {
        person.standard = to_i16((i32::from(person.strength) + 60 + random.bell(50)).max(FLOOR.into()));
    }
    if random.chance(60) {
        // Was rated, then fell under the floor.
        person.has_had_first_event = true;
        person.career_games = random.between(5, 40);
        person.peak = to_i16(random.between(FLOOR.into(), 1140));
        person.lists_since_last_game = Some(to_u16(random.between(3, 40)));
    } else if random.chance(60) {
        // Had a first event without a first rating.
        person.has_had_first_event = true;
    }
}

fn make_rated(person: &mut Person, millionth: i32, random: &mut RandomStream) {
    let mut rating = interpolate(&RATINGS, millionth);
    if rating >= 2200 {
        person.birth_year = person.birth_year.min(2009);
        person.is_woman &= rating < 2350 || random.chance(300);
    } else if person.birth_year >= 2012 {
        // Children have lower ratings.
        rating = i32::from(FLOOR) + 1 + (rating - i32::from(FLOOR)) * 45 / 100;
    }
    person.rating = to_i16(rating);
    let growing = if person.is_junior(2023) { 50 } else { 0 };
    person.strength = to_i16(rating + growing + random.bell(50));
    person.has_had_first_event = true;
    let career = interpolate(&CAREERS, random.between(0, 999_999));
    person.career_games = if rating >= 2300 { career.max(250) } else { career };
    let peak = if random.chance(350) { rating + random.between(1, 90) } else { rating };
    let was_master = (2250..2400).contains(&rating) && random.chance(500);
    person.peak = to_i16(if was_master { peak.max(2400 + random.between(0, 30)) } else { peak });
    let away = match random.below(100) {
        0..30 => 0,
        30..76 => random.between(1, 11),
        _ => random.between(12, 60),
    };
    person.lists_since_last_game = Some(to_u16(away));
    if away == 0 {
        person.games = to_i16(random.between(1, 24).min(person.career_games));
    }
    if random.chance(750) {
        person.standard = to_i16((rating + 40 + random.bell(40)).max(FLOOR.into()));
    }
    person.title = draw_title(rating, &[(2480, 900), (2380, 700), (2250, 400), (2100, 120)], random);
    if person.is_woman && person.title < 3 {
        person.women_title = draw_title(rating, &[(2250, 900), (2100, 700), (1950, 600), (1800, 500)], random);
    }
}

/// Draws a title. `steps` holds, for the highest title first, the lowest rating and how many in a thousand have it.
fn draw_title(rating: i32, steps: &[(i32, usize); 4], random: &mut RandomStream) -> u8 {
    let missed = steps.iter().position(|&(from, per_mille)| rating >= from && random.chance(per_mille)).unwrap_or(4);
    to_u8(4 - missed)
}

pub(crate) fn to_i16(value: i32) -> i16 {
    i16::try_from(value).expect("ratings, years and games of a list are small")
}

pub(crate) fn to_u8(place: usize) -> u8 {
    u8::try_from(place).expect("tables of titles are short")
}

pub(crate) fn to_u16(value: i32) -> u16 {
    u16::try_from(value).expect("a number of lists is small and not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_world_has_people_of_every_kind() {
        let people = Population::invent(1, 600);
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
    fn people_are_sorted_by_id_and_by_federation() {
        let people = Population::invent(9, 5000);
        assert!(people.all.is_sorted_by(|a, b| a.id < b.id && a.federation <= b.federation));
        assert_eq!(usize::from(people.all.last().expect("somebody").federation) + 1, people.federations);
    }

    #[test]
    fn the_numbers_of_a_rated_player_are_consistent() {
        for person in Population::invent(4, 3000).all.iter().filter(|p| p.is_rated()) {
            assert!(person.rating >= FLOOR && person.peak >= person.rating, "{person:?}");
            assert!(person.career_games >= 5 && i32::from(person.games) <= person.career_games, "{person:?}");
            assert_eq!(person.games > 0, person.lists_since_last_game == Some(0), "{person:?}");
        }
    }
}
