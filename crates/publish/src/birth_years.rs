//! Years of birth that are not everybody's business.

use chrono::Datelike;
use model::ListDate;
use polars::prelude::*;

/// The latest year of birth of players who are not younger than `age` in the year of the list.
pub(crate) fn latest_shown(list: ListDate, age: u8) -> i16 {
    i16::try_from(list.day().year() - i32::from(age)).unwrap_or(i16::MAX)
}

/// The same table without the years of birth of players younger than `age` in the year of the list. How old somebody is on the day is not
/// known: the age is the difference of the years.
pub fn without_minors(table: &DataFrame, list: ListDate, age: u8) -> PolarsResult<DataFrame> {
    let years = table.column("birth_year")?.i16()?;
    let latest = latest_shown(list, age);
    let kept = years.iter().map(|year| year.filter(|&year| year <= latest));
    let kept = Int16Chunked::from_iter_options("birth_year".into(), kept);
    let mut table = table.clone();
    table.with_column(kept.into_column())?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_eighteen_is_younger_than_eighteen() {
        let table =
            DataFrame::new(4, vec![Column::new("birth_year".into(), [Some(2005i16), Some(2006), Some(2007), None])]).expect("a table");
        let shown = without_minors(&table, "2024-02".parse().expect("a month"), 18).expect("a table");
        let years: Vec<Option<i16>> = shown.column("birth_year").expect("there").i16().expect("years").iter().collect();
        assert_eq!(years, [Some(2005), Some(2006), None, None]);
    }
}
