//! Selects players of a list. By title, federation, rating, id and sex this is the list on demand of article 6.12 of `online-2013`.

use chrono::Datelike;
use model::ListDate;
use tables::{Table, TableError, Texts};

/// Conditions on the players of a list. All that are set must hold; of several values of one condition, one must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerFilter {
    pub federations: Vec<String>,
    /// Open, women's or other titles.
    pub titles: Vec<String>,
    pub ids: Vec<u32>,
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

impl PlayerFilter {
    /// Whether each row of a list is selected.
    pub(crate) fn selected_rows(&self, list: &Table, date: ListDate) -> Result<Vec<bool>, TableError> {
        let (text, integers) = (|name: &str| list.required_texts(name), |name: &str| list.required_integers(name));
        let (federation, sex, flag) = (text("federation")?, text("sex")?, text("flag")?);
        let titles = [text("title")?, text("women_title")?, text("other_titles")?];
        let (rating, birth, ids) = (integers("rating")?, integers("birth_year")?, integers("fide_id")?);
        let small = |value: Option<i64>| value.and_then(|value| i16::try_from(value).ok());
        let list_year = i16::try_from(date.day().year()).unwrap_or(i16::MAX);
        let mut selected_ids = self.ids.clone();
        selected_ids.sort_unstable();
        let matches = |column: &Texts, row: usize, words: &[String]| words.is_empty() || words.iter().any(|word| word == column.get(row));
        let has_title = |row: usize| {
            let own = titles.iter().map(|column| column.get(row)).flat_map(|titles| titles.split([',', ' ']));
            self.titles.is_empty() || own.into_iter().any(|own| !own.is_empty() && self.titles.iter().any(|title| title == own))
        };
        let is_active = |row: usize| !flag.get(row).contains('i');
        let age = |row: usize| small(birth.get(row)).map(|year| list_year - year);
        Ok((0..list.height())
            .map(|row| {
                matches(&federation, row, &self.federations)
                    && self.sex.as_ref().is_none_or(|value| sex.get(row) == value)
                    && (selected_ids.is_empty()
                        || ids.get(row).and_then(|id| u32::try_from(id).ok()).is_some_and(|id| selected_ids.binary_search(&id).is_ok()))
                    && within(small(rating.get(row)), self.min_rating, self.max_rating)
                    && within(small(birth.get(row)), self.born_from, self.born_until)
                    && within(age(row), self.min_age, self.max_age)
                    && (!self.active || is_active(row))
                    && has_title(row)
            })
            .collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a value lies within the bounds that are set. An unknown value lies within none.
fn within(value: Option<i16>, least: Option<i16>, most: Option<i16>) -> bool {
    match value {
        Some(value) => least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most),
        None => least.is_none() && most.is_none(),
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
        let selected = filter.selected_rows(&list(), "2024-02".parse().expect("a month")).expect("the columns are there");
        (1..).zip(selected).filter(|(_, is_selected)| *is_selected).map(|(id, _)| id).collect()
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
            (PlayerFilter { ids: vec![4, 1], ..any.clone() }, &[1, 4]),
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
}
