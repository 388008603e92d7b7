//! Players in groups: by federation, title, age band and rating band.

use super::DiffRow;
use super::published::Published;
use super::words::Field;
use chrono::Datelike;
use serde::Serialize;
use std::collections::HashMap;

/// What the players of one group did between the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    pub group: String,
    /// Players of the group on A, and on B.
    pub before: u64,
    pub after: u64,
    pub new: u64,
    pub gone: u64,
    /// Ratings that moved; whoever changed the group counts in that of B, and by rating in that of A.
    pub moved: u64,
    /// By how much together.
    pub points: i64,
}

/// One way to put players into groups.
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
fn title(list: &Published, row: usize) -> &str {
    let title = list.word(Field::Title, row);
    let title = if title.is_empty() { list.word(Field::WomenTitle, row) } else { title };
    if title.is_empty() { UNTITLED } else { title }
}

/// Groups that have numbers before they have names.
#[derive(Debug)]
struct Fixed(Vec<Group>);

impl Fixed {
    fn new(names: Vec<String>) -> Self {
        Self(names.into_iter().map(|group| Group { group, ..Group::default() }).collect())
    }
}

/// Groups that are found on the way.
#[derive(Debug, Default)]
struct Named<'l> {
    /// Only looked up in, never gone through: its order is nobody's.
    numbers: HashMap<&'l str, usize>,
    groups: Vec<Group>,
}

impl<'l> Named<'l> {
    fn get(&mut self, name: &'l str) -> &mut Group {
        let next = self.groups.len();
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.groups.push(Group { group: name.to_owned(), ..Group::default() });
        }
        &mut self.groups[number]
    }
}

/// All groups, while the lists are walked over.
#[derive(Debug)]
pub(super) struct Groups<'l> {
    a: &'l Published,
    b: &'l Published,
    /// The year of the later list; ages are counted in whole years.
    year: Option<i32>,
    federations: Named<'l>,
    titles: Named<'l>,
    ages: Fixed,
    ratings: Fixed,
}

impl<'l> Groups<'l> {
    fn new(a: &'l Published, b: &'l Published) -> Self {
        Self {
            a,
            b,
            year: a.date.max(b.date).map(|date| date.day().year()),
            federations: Named::default(),
            titles: Named::default(),
            ages: Fixed::new(age_bands()),
            ratings: Fixed::new(rating_bands()),
        }
    }

    /// Counts the players of both lists, and what the rows say of them.
    pub(super) fn of(a: &'l Published, b: &'l Published, rows: &[DiffRow]) -> Self {
        let mut groups = Self::new(a, b);
        (0..a.len()).for_each(|row| groups.each(a, row, |group| group.before += 1));
        (0..b.len()).for_each(|row| groups.each(b, row, |group| group.after += 1));
        for row in rows {
            match (row.a.map(|at| at as usize), row.b.map(|at| at as usize)) {
                (Some(at), None) => groups.each(a, at, |group| group.gone += 1),
                (None, Some(at)) => groups.each(b, at, |group| group.new += 1),
                (Some(at_a), Some(at_b)) if row.class.is_move() => groups.moved(at_a, at_b),
                _ => {}
            }
        }
        groups
    }

    /// Does the same to all four groups of a player of one list.
    fn each(&mut self, list: &'l Published, row: usize, act: impl Fn(&mut Group)) {
        let federation = list.word(Field::Federation, row);
        act(self.federations.get(if federation.is_empty() { UNKNOWN } else { federation }));
        act(self.titles.get(title(list, row)));
        act(&mut self.ages.0[age_band(self.year, list.birth_year(row))]);
        act(&mut self.ratings.0[rating_band(list.rating[row])]);
    }

    fn moved(&mut self, at_a: usize, at_b: usize) {
        let (before, after) = (self.a.rating[at_a], self.b.rating[at_b]);
        let points = i64::from(after) - i64::from(before);
        let act = |group: &mut Group| {
            group.moved += 1;
            group.points += points;
        };
        let federation = self.b.word(Field::Federation, at_b);
        act(self.federations.get(if federation.is_empty() { UNKNOWN } else { federation }));
        act(self.titles.get(title(self.b, at_b)));
        act(&mut self.ages.0[age_band(self.year, self.b.birth_year(at_b))]);
        act(&mut self.ratings.0[rating_band(before)]);
    }

    /// Federations and titles by size, equals by name; bands in their order. Groups without anybody are left out.
    pub(super) fn finish(self) -> Vec<Grouping> {
        let by_size = |mut groups: Vec<Group>| {
            groups.sort_by(|one, other| (other.before.max(other.after), &one.group).cmp(&(one.before.max(one.after), &other.group)));
            groups
        };
        let inhabited = |groups: Vec<Group>| groups.into_iter().filter(|group| group.before + group.after > 0).collect();
        let has = |field: Field| self.a.holds(field) || self.b.holds(field);
        let mut groupings = Vec::new();
        if has(Field::Federation) {
            groupings.push(Grouping { by: "federation", groups: by_size(self.federations.groups) });
        }
        if has(Field::Title) || has(Field::WomenTitle) {
            groupings.push(Grouping { by: "title", groups: by_size(self.titles.groups) });
        }
        if has(Field::BirthYear) && self.year.is_some() {
            groupings.push(Grouping { by: "age", groups: inhabited(self.ages.0) });
        }
        groupings.push(Grouping { by: "rating", groups: inhabited(self.ratings.0) });
        groupings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
