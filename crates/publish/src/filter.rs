//! Which players of a list are wanted. By title, federation, rating, id and sex this is the list on demand of article 6.12 of `online-2013`.

use chrono::Datelike;
use model::ListDate;
use tables::{Table, TableError, Texts};

/// All that is set must hold; of the words in one set one must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub federations: Vec<String>,
    /// Open, women's or other titles.
    pub titles: Vec<String>,
    pub ids: Vec<u32>,
    pub sex: Option<String>,
    pub min_rating: Option<i16>,
    pub max_rating: Option<i16>,
    /// Age is the year of the list minus the year of birth; whose year is not known has no age.
    pub min_age: Option<i16>,
    pub max_age: Option<i16>,
    pub born_from: Option<i16>,
    pub born_until: Option<i16>,
    pub active: bool,
}

impl Filter {
    /// For each row of a list whether it is wanted.
    pub(crate) fn wanted(&self, list: &Table, date: ListDate) -> Result<Vec<bool>, TableError> {
        let (text, integers) = (|name: &str| list.required_texts(name), |name: &str| list.required_integers(name));
        let (federation, sex, flag) = (text("federation")?, text("sex")?, text("flag")?);
        let titles = [text("title")?, text("women_title")?, text("other_titles")?];
        let (rating, birth, ids) = (integers("rating")?, integers("birth_year")?, integers("fide_id")?);
        let small = |value: Option<i64>| value.and_then(|value| i16::try_from(value).ok());
        let list_year = i16::try_from(date.day().year()).unwrap_or(i16::MAX);
        let mut wanted_ids = self.ids.clone();
        wanted_ids.sort_unstable();
        let word = |column: &Texts, row: usize, words: &[String]| words.is_empty() || words.iter().any(|word| word == column.get(row));
        let has_title = |row: usize| {
            let own = titles.iter().map(|column| column.get(row)).flat_map(|titles| titles.split([',', ' ']));
            self.titles.is_empty() || own.into_iter().any(|own| !own.is_empty() && self.titles.iter().any(|title| title == own))
        };
        let is_active = |row: usize| !flag.get(row).contains('i');
        let age = |row: usize| small(birth.get(row)).map(|year| list_year - year);
        Ok((0..list.height())
            .map(|row| {
                word(&federation, row, &self.federations)
                    && self.sex.as_ref().is_none_or(|wanted| sex.get(row) == wanted)
                    && (wanted_ids.is_empty()
                        || ids.get(row).and_then(|id| u32::try_from(id).ok()).is_some_and(|id| wanted_ids.binary_search(&id).is_ok()))
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

/// Whether a value lies within the bounds that are set; one that is not known does not.
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

    fn ids(filter: &Filter) -> Vec<usize> {
        let wanted = filter.wanted(&list(), "2024-02".parse().expect("a month")).expect("the columns are there");
        (1..).zip(wanted).filter(|(_, wanted)| *wanted).map(|(id, _)| id).collect()
    }

    #[test]
    fn each_question_is_answered_by_its_own_column() {
        let any = Filter::default();
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        for (filter, expected) in [
            (any.clone(), &[1, 2, 3, 4][..]),
            (Filter { federations: words(&["NOR", "DEN"]), ..any.clone() }, &[1, 3, 4]),
            (Filter { titles: words(&["GM"]), ..any.clone() }, &[2]),
            (Filter { titles: words(&["WGM", "NI"]), ..any.clone() }, &[1, 2]),
            (Filter { titles: words(&["M"]), ..any.clone() }, &[]),
            (Filter { ids: vec![4, 1], ..any.clone() }, &[1, 4]),
            (Filter { sex: Some("F".to_owned()), ..any.clone() }, &[1, 4]),
            (Filter { min_rating: Some(2100), max_rating: Some(2400), ..any.clone() }, &[1, 4]),
            (Filter { born_from: Some(1990), ..any.clone() }, &[1, 4]),
            (Filter { born_until: Some(1990), ..any.clone() }, &[1, 2]),
            (Filter { max_age: Some(18), ..any.clone() }, &[4]),
            (Filter { min_age: Some(60), ..any.clone() }, &[2]),
            (Filter { active: true, ..any.clone() }, &[1, 3, 4]),
            (Filter { federations: words(&["NOR"]), sex: Some("M".to_owned()), ..any }, &[3]),
        ] {
            assert_eq!(ids(&filter), expected, "{filter:?}");
        }
    }
}
