//! Selects players of a list. By title, federation, rating, id and sex this is the list on demand of article 6.12 of `online-2013`.
//!
//! Words are taken in any case. A range that is empty, and a word that nobody on the lists has, are reported: an empty answer to a word that
//! was mistyped would be a wrong one.

use chrono::Datelike;
use model::ListDate;
use std::collections::BTreeSet;
use std::fmt;
use store::PublishedList;
use tables::{Integers, Table, TableError, Texts};

/// Conditions on the players of a list. All that are set must hold; of several values of one condition, one must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerFilter {
    pub federations: Vec<String>,
    /// Open, women's or other titles.
    pub titles: Vec<String>,
    pub ids: BTreeSet<u32>,
    pub sex: Option<String>,
    pub min_rating: Option<i16>,
    pub max_rating: Option<i16>,
    /// Age is the year of the list minus the year of birth. A player without a known year matches no limit.
    pub min_age: Option<i16>,
    pub max_age: Option<i16>,
    pub born_from: Option<i16>,
    pub born_until: Option<i16>,
    pub active: bool,
}

/// The values of one player of a list that a filter looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilteredPlayer<'l> {
    pub fide_id: u32,
    pub federation: &'l str,
    /// Open, women's and other titles.
    pub titles: [&'l str; 3],
    pub sex: &'l str,
    pub rating: Option<i16>,
    pub birth_year: Option<i16>,
    pub is_inactive: bool,
    /// The year of the list, if it is known.
    pub list_year: Option<i16>,
}

impl<'l> FilteredPlayer<'l> {
    fn title_words(self) -> impl Iterator<Item = &'l str> {
        self.titles.into_iter().flat_map(|titles| titles.split([',', ' '])).filter(|title| !title.is_empty())
    }
}

/// A range without a value in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{condition} from {from} to {to} selects nobody: the first is above the last")]
pub struct EmptyRange {
    condition: &'static str,
    from: i16,
    to: i16,
}

/// The words of a condition that no player of the lists has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmatchedWords {
    condition: &'static str,
    words: Vec<String>,
    on_lists: BTreeSet<String>,
    /// Whether the lists have no word of the condition, so that nobody is selected.
    pub is_whole_condition: bool,
}

impl UnmatchedWords {
    /// Returns the words among `wanted` that `on_lists` does not have; `None` if it has all.
    fn of<'l>(condition: &'static str, wanted: &[String], on_lists: impl Fn() -> Box<dyn Iterator<Item = &'l str> + 'l>) -> Option<Self> {
        let is_there = |word: &&String| on_lists().any(|own| own.eq_ignore_ascii_case(word));
        let words: Vec<String> = wanted.iter().filter(|word| !is_there(word)).cloned().collect();
        let first = !words.is_empty();
        first.then(|| Self {
            condition,
            is_whole_condition: words.len() == wanted.len(),
            words,
            on_lists: on_lists().filter(|own| !own.is_empty()).collect::<BTreeSet<&str>>().into_iter().map(str::to_owned).collect(),
        })
    }
}

impl fmt::Display for UnmatchedWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 40;
        write!(f, "no player has the {} {}", self.condition, self.words.join(" or "))?;
        let named: Vec<&str> = self.on_lists.iter().take(NAMED).map(String::as_str).collect();
        match named.len() {
            0 => Ok(()),
            NAMED if self.on_lists.len() > NAMED => write!(f, "; there are {} and {} more", named.join(", "), self.on_lists.len() - NAMED),
            _ => write!(f, "; there are {}", named.join(", ")),
        }
    }
}

/// The conditions in words, for readers of what was selected.
impl fmt::Display for PlayerFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upper = |words: &[String]| words.iter().map(|word| word.to_uppercase()).collect::<Vec<_>>().join(" or ");
        let words = |name: &str, words: &[String]| (!words.is_empty()).then(|| format!("{name} {}", upper(words)));
        let range = |name: &str, from: Option<i16>, to: Option<i16>| match (from, to) {
            (None, None) => None,
            (Some(from), Some(to)) if from == to => Some(format!("{name} {from}")),
            (Some(from), Some(to)) => Some(format!("{name} from {from} to {to}")),
            (Some(from), None) => Some(format!("{name} {from} or more")),
            (None, Some(to)) => Some(format!("{name} {to} or less")),
        };
        let ids: Vec<String> = self.ids.iter().map(ToString::to_string).collect();
        let conditions = [
            words("federation", &self.federations),
            words("title", &self.titles),
            (!ids.is_empty()).then(|| format!("id {}", ids.join(" or "))),
            self.sex.as_ref().map(|sex| format!("sex {}", sex.to_uppercase())),
            range("rating", self.min_rating, self.max_rating),
            range("age", self.min_age, self.max_age),
            range("year of birth", self.born_from, self.born_until),
            self.active.then(|| "active".to_owned()),
        ];
        f.write_str(&conditions.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

impl PlayerFilter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Fails if a range has no value in it.
    pub fn check_ranges(&self) -> Result<(), EmptyRange> {
        let ranges = [
            ("rating", self.min_rating, self.max_rating),
            ("age", self.min_age, self.max_age),
            ("year of birth", self.born_from, self.born_until),
        ];
        let bounds = ranges.into_iter().filter_map(|(condition, from, to)| Some(EmptyRange { condition, from: from?, to: to? }));
        bounds.into_iter().find(|range| range.from > range.to).map_or(Ok(()), Err)
    }

    /// Whether there is a condition on the age, which needs the date of the list.
    pub fn has_age(&self) -> bool {
        self.min_age.is_some() || self.max_age.is_some()
    }

    /// Whether a player meets all conditions.
    pub fn selects(&self, player: &FilteredPlayer<'_>) -> bool {
        let is_among = |words: &[String], own: &str| words.iter().any(|word| word.eq_ignore_ascii_case(own));
        let age = player.list_year.zip(player.birth_year).map(|(list, birth)| list - birth);
        (self.federations.is_empty() || is_among(&self.federations, player.federation))
            && self.sex.as_ref().is_none_or(|sex| sex.eq_ignore_ascii_case(player.sex))
            && (self.ids.is_empty() || self.ids.contains(&player.fide_id))
            && within(player.rating, self.min_rating, self.max_rating)
            && within(player.birth_year, self.born_from, self.born_until)
            && within(age, self.min_age, self.max_age)
            && !(self.active && player.is_inactive)
            && (self.titles.is_empty() || player.title_words().any(|own| is_among(&self.titles, own)))
    }

    /// The federations and titles of the filter that none of the players has.
    pub fn unmatched_words<'l, P: Iterator<Item = FilteredPlayer<'l>> + 'l>(&self, players: impl Fn() -> P) -> Vec<UnmatchedWords> {
        let federations = || Box::new(players().map(|player| player.federation)) as Box<dyn Iterator<Item = &'l str> + 'l>;
        let titles = || Box::new(players().flat_map(FilteredPlayer::title_words)) as Box<dyn Iterator<Item = &'l str> + 'l>;
        let conditions =
            [UnmatchedWords::of("federation", &self.federations, federations), UnmatchedWords::of("title", &self.titles, titles)];
        conditions.into_iter().flatten().collect()
    }
}

/// Whether a value lies within the bounds that are set. An unknown value lies within none.
fn within(value: Option<i16>, least: Option<i16>, most: Option<i16>) -> bool {
    match value {
        Some(value) => least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most),
        None => least.is_none() && most.is_none(),
    }
}

/// The players of a list whom a filter selects.
#[derive(Clone, Debug)]
pub struct SelectedPlayers {
    /// Without a number of them, by id; otherwise the highest rated first, equals by id.
    pub ids: Vec<u32>,
    pub unmatched_words: Vec<UnmatchedWords>,
}

/// Selects players of a list, all or the highest rated.
///
/// # Errors
/// If the list lacks a column of a published list.
pub fn select_players(list: &PublishedList, filter: &PlayerFilter, top: Option<usize>) -> Result<SelectedPlayers, TableError> {
    let columns = FilteredColumns::of(&list.table, list.date)?;
    let mut selected: Vec<FilteredPlayer<'_>> = columns.players().filter(|player| filter.selects(player)).collect();
    if let Some(top) = top {
        selected.sort_by_key(|player| (std::cmp::Reverse(player.rating), player.fide_id));
        selected.truncate(top);
    }
    let ids = selected.iter().map(|player| player.fide_id).collect();
    Ok(SelectedPlayers { ids, unmatched_words: filter.unmatched_words(|| columns.players()) })
}

/// The columns of a list that a filter looks at.
#[derive(Debug)]
pub(crate) struct FilteredColumns {
    ids: Integers,
    federation: Texts,
    titles: [Texts; 3],
    sex: Texts,
    flag: Texts,
    rating: Integers,
    birth_year: Integers,
    list_year: Option<i16>,
}

impl FilteredColumns {
    pub(crate) fn of(list: &Table, date: ListDate) -> Result<Self, TableError> {
        let (text, integers) = (|name: &str| list.required_texts(name), |name: &str| list.required_integers(name));
        Ok(Self {
            ids: integers("fide_id")?,
            federation: text("federation")?,
            titles: [text("title")?, text("women_title")?, text("other_titles")?],
            sex: text("sex")?,
            flag: text("flag")?,
            rating: integers("rating")?,
            birth_year: integers("birth_year")?,
            list_year: i16::try_from(date.day().year()).ok(),
        })
    }

    /// The players in the order of their rows.
    pub(crate) fn players(&self) -> impl Iterator<Item = FilteredPlayer<'_>> {
        let small = |value: Option<i64>| value.and_then(|value| i16::try_from(value).ok());
        (0..self.ids.len()).map(move |row| FilteredPlayer {
            fide_id: self.ids.get(row).and_then(|id| u32::try_from(id).ok()).unwrap_or(0),
            federation: self.federation.get(row),
            titles: [0, 1, 2].map(|at: usize| self.titles[at].get(row)),
            sex: self.sex.get(row),
            rating: small(self.rating.get(row)),
            birth_year: small(self.birth_year.get(row)),
            is_inactive: self.flag.get(row).contains('i'),
            list_year: self.list_year,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::OutputColumn;

    fn list() -> Table {
        let words = |name: &'static str, values: [&'static str; 4]| OutputColumn::texts(name, move |row| values[row]);
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
            words("federation", ["NOR", "SWE", "NOR", "DEN"]),
            words("sex", ["F", "M", "M", "F"]),
            words("flag", ["", "i", "", ""]),
            words("title", ["IM", "GM", "", ""]),
            words("women_title", ["WGM", "", "", "WIM"]),
            words("other_titles", ["", "IA,NI", "", "AGM"]),
            OutputColumn::integers("rating", |row| Some([2400, 2500, 1800, 2100][row])),
            OutputColumn::integers("birth_year", |row| [Some(1990), Some(1964), None, Some(2006)][row]),
        ];
        Table::new(4, columns).expect("a table")
    }

    fn ids(filter: &PlayerFilter) -> Vec<usize> {
        let columns = FilteredColumns::of(&list(), "2024-02".parse().expect("a month")).expect("the columns are there");
        (1..).zip(columns.players()).filter(|(_, player)| filter.selects(player)).map(|(id, _)| id).collect()
    }

    #[test]
    fn each_condition_selects_by_its_own_column() {
        let any = PlayerFilter::default();
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        for (filter, expected) in [
            (any.clone(), &[1, 2, 3, 4][..]),
            (PlayerFilter { federations: words(&["NOR", "DEN"]), ..any.clone() }, &[1, 3, 4]),
            (PlayerFilter { titles: words(&["GM"]), ..any.clone() }, &[2]),
            (PlayerFilter { titles: words(&["WGM", "NI"]), ..any.clone() }, &[1, 2]),
            (PlayerFilter { titles: words(&["M"]), ..any.clone() }, &[]),
            (PlayerFilter { federations: words(&["nor"]), titles: words(&["wgm"]), sex: Some("f".to_owned()), ..any.clone() }, &[1]),
            (PlayerFilter { ids: BTreeSet::from([4, 1]), ..any.clone() }, &[1, 4]),
            (PlayerFilter { sex: Some("F".to_owned()), ..any.clone() }, &[1, 4]),
            (PlayerFilter { min_rating: Some(2100), max_rating: Some(2400), ..any.clone() }, &[1, 4]),
            (PlayerFilter { born_from: Some(1990), ..any.clone() }, &[1, 4]),
            (PlayerFilter { born_until: Some(1990), ..any.clone() }, &[1, 2]),
            (PlayerFilter { max_age: Some(18), ..any.clone() }, &[4]),
            (PlayerFilter { min_age: Some(60), ..any.clone() }, &[2]),
            (PlayerFilter { active: true, ..any.clone() }, &[1, 3, 4]),
            (PlayerFilter { federations: words(&["NOR"]), sex: Some("M".to_owned()), ..any }, &[3]),
        ] {
            assert_eq!(ids(&filter), expected, "{filter:?}");
        }
    }

    #[test]
    fn the_conditions_are_said_in_words() {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let filter = PlayerFilter {
            federations: words(&["nor", "SWE"]),
            ids: BTreeSet::from([4, 1]),
            sex: Some("f".to_owned()),
            min_rating: Some(2000),
            min_age: Some(0),
            max_age: Some(18),
            active: true,
            ..PlayerFilter::default()
        };
        assert_eq!(filter.to_string(), "federation NOR or SWE, id 1 or 4, sex F, rating 2000 or more, age from 0 to 18, active");
        assert_eq!(PlayerFilter::default().to_string(), "");
    }

    #[test]
    fn a_range_whose_first_value_is_above_its_last_is_refused() {
        let filter = |from, to| PlayerFilter { min_rating: Some(from), max_rating: Some(to), ..PlayerFilter::default() };
        assert!(filter(2200, 2200).check_ranges().is_ok());
        let said = filter(2201, 2200).check_ranges().expect_err("empty").to_string();
        assert_eq!(said, "rating from 2201 to 2200 selects nobody: the first is above the last");
    }

    #[test]
    fn words_that_nobody_has_are_named_with_those_of_the_list() {
        let columns = FilteredColumns::of(&list(), "2024-02".parse().expect("a month")).expect("the columns are there");
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let unmatched = |federations: &[&str], titles: &[&str]| {
            let filter = PlayerFilter { federations: words(federations), titles: words(titles), ..PlayerFilter::default() };
            let unmatched = filter.unmatched_words(|| columns.players());
            unmatched.iter().map(|words| (words.to_string(), words.is_whole_condition)).collect::<Vec<_>>()
        };
        assert_eq!(unmatched(&["nor", "DEN"], &["ni"]), []);
        assert_eq!(unmatched(&["NRO", "nor"], &[]), [("no player has the federation NRO; there are DEN, NOR, SWE".to_owned(), false)]);
        let titles = "no player has the title XM or M; there are AGM, GM, IA, IM, NI, WGM, WIM".to_owned();
        assert_eq!(unmatched(&[], &["XM", "M"]), [(titles, true)]);
    }
}
