//! Players in groups: by federation, title, age band and rating band.

use super::DiffRow;
use super::classification::ComparedField;
use super::compared_list::ComparedList;
use chrono::Datelike;
use serde::Serialize;
use std::collections::HashMap;

/// Counts of one group of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    pub group: String,
    /// Players of the group on A, and on B.
    pub before: u64,
    pub after: u64,
    pub new: u64,
    pub gone: u64,
    /// Ratings that changed. A player counts in the group on B, but in the rating band on A.
    pub moved: u64,
    /// The sum of the changes.
    pub points: i64,
    /// The sum of their squares.
    #[serde(skip)]
    pub(super) squares: i64,
}

impl Group {
    /// How far the 95 % interval of the mean change reaches to each side; `None` for fewer than two changes.
    pub(super) fn reach(&self) -> Option<f64> {
        let (moved, points) = (self.moved as f64, self.points as f64);
        let variance = (self.squares as f64 - points * points / moved) / (moved - 1.0);
        (self.moved > 1).then(|| 1.96 * (variance.max(0.0) / moved).sqrt())
    }
}

/// The groups of players by one property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grouping {
    pub by: &'static str,
    pub groups: Vec<Group>,
}

/// Ratings from which a band begins; below the first is a band too.
const RATING_BANDS: [i16; 8] = [1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800];
/// The last age of each band; above the last is a band too.
const AGE_BANDS: [i32; 6] = [12, 18, 30, 50, 65, 80];
const UNTITLED: &str = "none";
const UNKNOWN: &str = "not known";

fn rating_bands() -> Vec<String> {
    let below = format!("below {}", RATING_BANDS[0]);
    let between = RATING_BANDS.windows(2).map(|pair| format!("{} to {}", pair[0], pair[1] - 1));
    let above = format!("{} and more", RATING_BANDS[RATING_BANDS.len() - 1]);
    std::iter::once(below).chain(between).chain([above]).collect()
}

fn age_bands() -> Vec<String> {
    let first = format!("to {}", AGE_BANDS[0]);
    let between = AGE_BANDS.windows(2).map(|pair| format!("{} to {}", pair[0] + 1, pair[1]));
    let last = format!("over {}", AGE_BANDS[AGE_BANDS.len() - 1]);
    std::iter::once(first).chain(between).chain([last, UNKNOWN.to_owned()]).collect()
}

fn rating_band(rating: i16) -> usize {
    RATING_BANDS.partition_point(|&from| from <= rating)
}

fn age_band(year: Option<i32>, born: Option<i16>) -> usize {
    match (year, born) {
        (Some(year), Some(born)) => AGE_BANDS.partition_point(|&last| last < year - i32::from(born)),
        _ => AGE_BANDS.len() + 1,
    }
}

/// The best title: the open one, else the women's.
fn title(list: &ComparedList, row: usize) -> &str {
    let title = list.text(ComparedField::Title, row);
    let title = if title.is_empty() { list.text(ComparedField::WomenTitle, row) } else { title };
    if title.is_empty() { UNTITLED } else { title }
}

/// The groups of bands, which are known from the start.
#[derive(Debug)]
struct BandGroups(Vec<Group>);

impl BandGroups {
    fn new(names: Vec<String>) -> Self {
        Self(names.into_iter().map(|group| Group { group, ..Group::default() }).collect())
    }
}

/// Groups by name, added when they first occur.
#[derive(Debug)]
struct NamedGroups<'l> {
    /// For each code of three letters the index of its group and 1 more; 0 for none. Nearly all names are codes.
    codes: Vec<u32>,
    /// Only used for lookups, never iterated, so that its order does not matter.
    numbers: HashMap<&'l str, usize>,
    groups: Vec<Group>,
}

/// Bits of a letter in a code.
const LETTER_BITS: u32 = 5;

/// The code of one to three capital letters; `None` for any other text.
fn letter_code(name: &str) -> Option<usize> {
    let is_code = (1..=3).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_code.then(|| name.bytes().fold(0, |code, byte| code << LETTER_BITS | usize::from(byte - b'A' + 1)))
}

impl Default for NamedGroups<'_> {
    fn default() -> Self {
        Self { codes: vec![0; 1 << (3 * LETTER_BITS)], numbers: HashMap::new(), groups: Vec::new() }
    }
}

impl<'l> NamedGroups<'l> {
    fn get(&mut self, name: &'l str) -> &mut Group {
        let next = self.groups.len();
        let number = match letter_code(name) {
            Some(code) => {
                let number = &mut self.codes[code];
                if *number == 0 {
                    *number = u32::try_from(next + 1).expect("fewer groups than codes");
                }
                *number as usize - 1
            }
            None => *self.numbers.entry(name).or_insert(next),
        };
        if number == next {
            self.groups.push(Group { group: name.to_owned(), ..Group::default() });
        }
        &mut self.groups[number]
    }
}

/// Counts all groups of two lists.
#[derive(Debug)]
pub(super) struct Groups<'l> {
    a: &'l ComparedList,
    b: &'l ComparedList,
    /// The year of the later list; ages are counted in whole years.
    year: Option<i32>,
    federations: NamedGroups<'l>,
    titles: NamedGroups<'l>,
    ages: BandGroups,
    ratings: BandGroups,
}

impl<'l> Groups<'l> {
    fn new(a: &'l ComparedList, b: &'l ComparedList) -> Self {
        Self {
            a,
            b,
            year: a.date.max(b.date).map(|date| date.day().year()),
            federations: NamedGroups::default(),
            titles: NamedGroups::default(),
            ages: BandGroups::new(age_bands()),
            ratings: BandGroups::new(rating_bands()),
        }
    }

    /// Counts the players of both lists, and what the rows say of them.
    pub(super) fn of(a: &'l ComparedList, b: &'l ComparedList, rows: &[DiffRow]) -> Self {
        let mut groups = Self::new(a, b);
        (0..a.len()).for_each(|row| groups.update_groups(a, row, |group| group.before += 1));
        (0..b.len()).for_each(|row| groups.update_groups(b, row, |group| group.after += 1));
        for row in rows {
            match (row.a.map(|at| at as usize), row.b.map(|at| at as usize)) {
                (Some(at), None) => groups.update_groups(a, at, |group| group.gone += 1),
                (None, Some(at)) => groups.update_groups(b, at, |group| group.new += 1),
                (Some(at_a), Some(at_b)) if row.class.is_move() => groups.add_move(at_a, at_b),
                _ => {}
            }
        }
        groups
    }

    /// Updates all four groups of a player of one list.
    fn update_groups(&mut self, list: &'l ComparedList, row: usize, update: impl Fn(&mut Group)) {
        let federation = list.text(ComparedField::Federation, row);
        update(self.federations.get(if federation.is_empty() { UNKNOWN } else { federation }));
        update(self.titles.get(title(list, row)));
        update(&mut self.ages.0[age_band(self.year, list.birth_year(row))]);
        update(&mut self.ratings.0[rating_band(list.rating[row])]);
    }

    fn add_move(&mut self, at_a: usize, at_b: usize) {
        let (before, after) = (self.a.rating[at_a], self.b.rating[at_b]);
        let points = i64::from(after) - i64::from(before);
        let update = |group: &mut Group| {
            group.moved += 1;
            group.points += points;
            group.squares += points * points;
        };
        let federation = self.b.text(ComparedField::Federation, at_b);
        update(self.federations.get(if federation.is_empty() { UNKNOWN } else { federation }));
        update(self.titles.get(title(self.b, at_b)));
        update(&mut self.ages.0[age_band(self.year, self.b.birth_year(at_b))]);
        update(&mut self.ratings.0[rating_band(before)]);
    }

    /// Federations and titles by size, equals by name; bands in their order. Empty groups are left out.
    pub(super) fn into_groupings(self) -> Vec<Grouping> {
        let by_size = |mut groups: Vec<Group>| {
            groups.sort_by(|one, other| (other.before.max(other.after), &one.group).cmp(&(one.before.max(one.after), &other.group)));
            groups
        };
        let non_empty = |groups: Vec<Group>| groups.into_iter().filter(|group| group.before + group.after > 0).collect();
        let has = |field: ComparedField| self.a.has_field(field) || self.b.has_field(field);
        let mut groupings = Vec::new();
        if has(ComparedField::Federation) {
            groupings.push(Grouping { by: "federation", groups: by_size(self.federations.groups) });
        }
        if has(ComparedField::Title) || has(ComparedField::WomenTitle) {
            groupings.push(Grouping { by: "title", groups: by_size(self.titles.groups) });
        }
        if has(ComparedField::BirthYear) && self.year.is_some() {
            groupings.push(Grouping { by: "age", groups: non_empty(self.ages.0) });
        }
        groupings.push(Grouping { by: "rating", groups: non_empty(self.ratings.0) });
        groupings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_that_of_its_standard_error() {
        let group = |moved, points, squares| Group { moved, points, squares, ..Group::default() };
        // Changes of 2, 4, 4, 4, 5, 5, 7 and 9: the sum of squared distances from their mean of 5 is 32, so the variance is 32 / 7.
        let reach = group(8, 40, 232).reach().expect("eight changes");
        assert!((reach - 1.96 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-9, "{reach}");
        assert_eq!((group(1, 5, 25).reach(), group(0, 0, 0).reach()), (None, None));
    }

    #[test]
    fn every_name_has_a_group_of_its_own() {
        let mut groups = NamedGroups::default();
        let names = ["NOR", "A", "AA", "AAA", "ZZZ", "none", "not known", "NORW", "nor", "", "Å"];
        for _ in 0..2 {
            names.iter().for_each(|name| groups.get(name).before += 1);
        }
        let counted: Vec<(&str, u64)> = groups.groups.iter().map(|group| (group.group.as_str(), group.before)).collect();
        assert_eq!(counted, names.map(|name| (name, 2)));
    }

    #[test]
    fn bands_begin_and_end_where_their_names_say() {
        let names = rating_bands();
        for (rating, band) in
            [(1000, "below 1400"), (1399, "below 1400"), (1400, "1400 to 1599"), (2799, "2600 to 2799"), (2800, "2800 and more")]
        {
            assert_eq!(names[rating_band(rating)], band, "{rating}");
        }
        let names = age_bands();
        for (born, band) in
            [(2012, "to 12"), (2011, "13 to 18"), (2006, "13 to 18"), (2005, "19 to 30"), (1944, "66 to 80"), (1943, "over 80")]
        {
            assert_eq!(names[age_band(Some(2024), Some(born))], band, "{born}");
        }
        assert_eq!(names[age_band(Some(2024), None)], "not known");
    }
}
