//! Years of birth that are not everybody's business.

use chrono::Datelike;
use model::ListDate;
use polars::prelude::*;

/// The same table without the years of birth of players younger than `age` in the year of the list. How old somebody is on the day is not
/// known: the age is the difference of the years.
pub fn without_minors(table: &DataFrame, list: ListDate, age: u8) -> PolarsResult<DataFrame> {
    let list_year = list.day().year();
    let years = table.column("birth_year")?.i16()?;
    let is_old_enough = |year: &i16| list_year - i32::from(*year) >= i32::from(age);
    let kept = Int16Chunked::from_iter_options("birth_year".into(), years.iter().map(|year| year.filter(is_old_enough)));
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
