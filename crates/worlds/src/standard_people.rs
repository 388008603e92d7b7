//! The people of a standard world: a pyramid with titles at its top, and players in form who are near the next one.

use crate::names::{FEDERATIONS, InventedNames};
use crate::population::{CAREERS, Person, Population, home_federations, make_unrated, new_person, to_i16, to_u16};
use crate::random::{Purpose, RandomStream, interpolate};

/// Lowest rating of the first list: the floor of the edition in force.
const FLOOR: i16 = 1400;

/// Ratings of club players by rank, in millionths from the weakest.
const CLUB: [(i32, i32); 7] =
    [(0, 1403), (150_000, 1480), (400_000, 1640), (650_000, 1800), (850_000, 1980), (960_000, 2110), (1_000_000, 2240)];

/// Ratings of masters by rank, in millionths from the weakest.
const MASTERS: [(i32, i32); 6] = [(0, 2200), (350_000, 2300), (600_000, 2400), (780_000, 2490), (950_000, 2590), (1_000_000, 2700)];

/// Ratings of women among the masters, as [`MASTERS`].
const WOMEN_MASTERS: [(i32, i32); 6] = [(0, 1980), (300_000, 2090), (600_000, 2210), (820_000, 2320), (950_000, 2420), (1_000_000, 2540)];

/// One master in this many plays far above the rating.
const IN_FORM_EVERY: usize = 6;

/// One person in this many is an arbiter, besides those who happen to be.
const ARBITER_EVERY: usize = 60;

const GM: u8 = 4;
const IM: u8 = 3;
const FM: u8 = 2;
const CM: u8 = 1;

/// Indexes in `OTHER_TITLES`.
const FIDE_ARBITER: u8 = 2;
const INTERNATIONAL_ARBITER: u8 = 3;

/// Lowest rating that a holder of each title has had, by its index in `TITLES` and in `WOMEN_TITLES`.
const REACHED: [i32; 5] = [0, 2200, 2300, 2400, 2500];
const REACHED_BY_WOMEN: [i32; 5] = [0, 2000, 2100, 2200, 2300];

#[derive(Clone, Copy, Debug)]
enum Group {
    Newcomer,
    Unrated,
    /// With the rank, in millionths from the weakest.
    Club(i32),
    /// With the number among the masters, which decides sex and form, and the rank.
    Master(usize, i32),
}

/// Invents `known` people on the first list, and a few who are on no list.
///
/// Two in a hundred are masters; a small world has more of them, because events for norms need them.
pub(crate) fn invent(seed: u64, known: u32) -> Population {
    let known = known as usize;
    let newcomers = (known / 40).max(8);
    let total = known + newcomers;
    let federations = (known / 60).clamp(4, FEDERATIONS.len());
    let names = InventedNames::invent(seed, total);
    let mut random = RandomStream::new(seed, Purpose::People, 0);
    let groups = groups(&mut random, total, newcomers, known);
    let mut id = 1_000_000;
    let mut all = Vec::with_capacity(total);
    for (at, (group, home)) in groups.into_iter().zip(home_federations(total, federations)).enumerate() {
        id += u32::try_from(random.between(1, 18)).expect("positive");
        let mut person = new_person(id, home, &names, &mut random);
        match group {
            Group::Newcomer => {
                person.is_known = false;
                make_unrated(&mut person, &mut random);
            }
            Group::Unrated => {
                make_unrated(&mut person, &mut random);
                add_earlier_history(&mut person, &mut random);
            }
            Group::Club(millionth) => make_club_player(&mut person, millionth, &mut random),
            Group::Master(number, millionth) => make_master(&mut person, number, millionth, &mut random),
        }
        if at % ARBITER_EVERY == 7 && person.is_known && person.rating < 2000 {
            person.birth_year = person.birth_year.min(1995);
            person.other_titles = if at % (2 * ARBITER_EVERY) == 7 { INTERNATIONAL_ARBITER } else { FIDE_ARBITER };
        }
        all.push(person);
    }
    Population { all, names, federations }
}

fn groups(random: &mut RandomStream, total: usize, newcomers: usize, known: usize) -> Vec<Group> {
    let masters = (known / 50).max((known / 6).min(100));
    let club = known * 2 / 5 - masters;
    // Ranks are spread evenly, so that even a small world has people of every strength.
    let rank = |at: usize, count: usize, random: &mut RandomStream| {
        i32::try_from((at * 1_000_000 + random.below(1_000_000)) / count).expect("at most a million")
    };
    let mut groups = vec![Group::Newcomer; newcomers];
    groups.extend((0..masters).map(|at| Group::Master(at, rank(at, masters, random))));
    groups.extend((0..club).map(|at| Group::Club(rank(at, club, random))));
    groups.resize(total, Group::Unrated);
    random.shuffle(&mut groups);
    groups
}

/// Adds an earlier rating to some of the unrated.
fn add_earlier_history(person: &mut Person, random: &mut RandomStream) {
    if random.chance(60) {
        // Was rated, then fell under the floor.
        person.has_had_first_event = true;
        person.career_games = random.between(5, 40);
        person.peak = to_i16(random.between(FLOOR.into(), 1480));
        person.lists_since_last_game = Some(to_u16(random.between(3, 40)));
    }
}

fn make_club_player(person: &mut Person, millionth: i32, random: &mut RandomStream) {
    let rating = interpolate(&CLUB, millionth);
    let growing = if person.is_junior(2025) { 50 } else { 0 };
    let away = match random.below(100) {
        0..35 => 0,
        35..80 => random.between(1, 11),
        _ => random.between(12, 60),
    };
    if person.is_woman {
        person.women_title = match rating {
            2100.. if random.chance(600) => FM,
            2000.. if random.chance(600) => CM,
            _ => 0,
        };
    }
    set_ratings(person, rating, rating + growing + random.bell(45), away, random);
    let career = interpolate(&CAREERS, random.between(0, 999_999));
    person.career_games = if rating >= 2000 { career.max(60) } else { career };
    person.games = person.games.min(to_i16(person.career_games));
}

fn make_master(person: &mut Person, number: usize, millionth: i32, random: &mut RandomStream) {
    person.is_woman = number % 4 == 3;
    let rating = interpolate(if person.is_woman { &WOMEN_MASTERS } else { &MASTERS }, millionth);
    person.birth_year = person.birth_year.clamp(1950, 2011);
    // Twice as many of those who are near the highest title, because few are.
    let is_in_form = rating < 2560 && (number % IN_FORM_EVERY == 1 || rating >= 2440 && number % (2 * IN_FORM_EVERY) == 4);
    let strength = match rating {
        _ if !is_in_form => rating - 10 + random.bell(25),
        2440.. => rating + random.between(110, 170),
        _ => rating + random.between(35, 85),
    };
    if is_in_form {
        person.birth_year = to_i16(random.between(2002, 2011));
        (person.title, person.women_title) = titles_before_the_next(rating, person.is_woman);
    } else {
        person.title = open_title(rating, random);
        if person.is_woman {
            person.women_title = if person.title == GM { 0 } else { women_title(rating, random) };
        }
    }
    let away = random.between(0, 4);
    set_ratings(person, rating, strength, away, random);
    person.career_games = random.between(180, 2500);
    person.games = person.games.min(to_i16(person.career_games));
}

/// The open and the women's title of somebody in form: one less than the rating suggests.
const fn titles_before_the_next(rating: i32, is_woman: bool) -> (u8, u8) {
    let open = match rating {
        2470.. => IM,
        2330.. => FM,
        _ => 0,
    };
    let women = match rating {
        _ if !is_woman => 0,
        2330.. => IM,
        2130.. => FM,
        _ => 0,
    };
    (open, women)
}

fn open_title(rating: i32, random: &mut RandomStream) -> u8 {
    let draw = random.below(1000);
    match rating {
        2500.. => [(GM, 920), (IM, 1000)].as_slice(),
        2430.. => &[(GM, 220), (IM, 850), (FM, 1000)],
        2380.. => &[(GM, 30), (IM, 600), (FM, 1000)],
        2300.. => &[(IM, 100), (FM, 930)],
        2200.. => &[(FM, 200), (CM, 650)],
        _ => &[],
    }
    .iter()
    .find(|&&(_, up_to)| draw < up_to)
    .map_or(0, |&(title, _)| title)
}

fn women_title(rating: i32, random: &mut RandomStream) -> u8 {
    let draw = random.below(1000);
    match rating {
        2380.. => [(GM, 900), (IM, 1000)].as_slice(),
        2280.. => &[(GM, 700), (IM, 950), (FM, 1000)],
        2180.. => &[(GM, 60), (IM, 650), (FM, 1000)],
        2080.. => &[(IM, 120), (FM, 850)],
        _ => &[(FM, 150), (CM, 700)],
    }
    .iter()
    .find(|&&(_, up_to)| draw < up_to)
    .map_or(0, |&(title, _)| title)
}

/// Sets what the first list tells of a rated player; the titles must be there.
fn set_ratings(person: &mut Person, rating: i32, strength: i32, away: i32, random: &mut RandomStream) {
    person.rating = to_i16(rating);
    person.strength = to_i16(strength);
    person.has_had_first_event = true;
    let reached = REACHED[usize::from(person.title)].max(REACHED_BY_WOMEN[usize::from(person.women_title)]);
    let peak = rating.max(reached);
    // A title by rating would be due for a higher peak of somebody without one.
    let has_fallen = (person.title > 0 || rating < 1900) && random.chance(350);
    person.peak = to_i16(if has_fallen { peak + random.between(1, 20) } else { peak });
    person.lists_since_last_game = Some(to_u16(away));
    if away == 0 {
        person.games = to_i16(random.between(1, 22));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_world_has_people_of_every_kind() {
        for seed in 1..=5 {
            let people = invent(seed, 600);
            let count = |is: fn(&Person) -> bool| people.all.iter().filter(|p| is(p)).count();
            assert_eq!((count(|p| p.is_known), count(Person::is_rated)), (600, 240));
            for (what, least, found) in [
                ("GM", 8, count(|p| p.title == GM)),
                ("IM", 6, count(|p| p.title == IM)),
                ("FM", 12, count(|p| p.title == FM)),
                ("CM", 3, count(|p| p.title == CM)),
                ("WGM", 1, count(|p| p.women_title == GM)),
                ("WIM", 1, count(|p| p.women_title == IM)),
                ("WFM", 3, count(|p| p.women_title == FM)),
                ("in form", 12, count(|p| p.rating >= 1980 && p.strength - p.rating >= 35)),
                ("inactive", 10, count(Person::is_inactive)),
                ("arbiters", 5, count(|p| p.arbiter_title().is_some())),
            ] {
                assert!(found >= least, "seed {seed}: {what}: {found}");
            }
        }
    }

    #[test]
    fn of_many_people_two_in_a_hundred_are_masters_with_ratings_up_to_2700() {
        let people = invent(1, 20_000);
        let titled = people.all.iter().filter(|p| p.title >= FM || p.women_title >= IM).count();
        assert!((200..500).contains(&titled), "{titled}");
        let highest = people.all.iter().map(|p| p.rating).max().expect("somebody");
        assert!((2670..=2700).contains(&highest), "{highest}");
    }

    #[test]
    fn titles_and_ratings_of_the_first_list_are_consistent() {
        let people = invent(2, 6000);
        assert!((1..=GM).all(|title| people.all.iter().any(|p| p.title == title) && people.all.iter().any(|p| p.women_title == title)));
        for person in people.all.iter().filter(|p| p.is_rated()) {
            assert!(person.rating >= FLOOR && person.peak >= person.rating, "{person:?}");
            assert!(i32::from(person.peak) >= REACHED[usize::from(person.title)], "{person:?}");
            assert!(i32::from(person.peak) >= REACHED_BY_WOMEN[usize::from(person.women_title)], "{person:?}");
            assert!(person.is_woman || person.women_title == 0, "{person:?}");
            assert!(person.title < GM || person.rating >= 2380, "{person:?}");
            assert!(person.career_games >= 5 && i32::from(person.games) <= person.career_games, "{person:?}");
            assert_eq!(person.games > 0, person.lists_since_last_game == Some(0), "{person:?}");
        }
    }

    #[test]
    fn people_are_sorted_by_id_and_by_federation() {
        let people = invent(9, 5000);
        assert!(people.all.is_sorted_by(|a, b| a.id < b.id && a.federation <= b.federation));
    }
}
