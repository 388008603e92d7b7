//! Leaves out the years of birth of young players.

use model::ListDate;
use store::latest_published_birth_year;
use tables::{OutputColumn, Table, TableError};

/// A table without the years of birth of players younger than `age` in the year of the list.
///
/// The day of birth is not known, so the age is the difference of the years.
pub fn hide_birth_years(table: &Table, list: ListDate, age: u8) -> Result<Table, TableError> {
    let Some(years) = table.integers("birth_year")? else { return Ok(table.clone()) };
    let latest = i64::from(latest_published_birth_year(list, age));
    let kept = |row: usize| years.get(row).filter(|&year| year <= latest).and_then(|year| i32::try_from(year).ok());
    let mut table = table.clone();
    table.set_column(&OutputColumn::integers("birth_year", kept))?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_of_birth_are_hidden_under_the_age_and_published_at_it() {
        let born = [Some(2005), Some(2006), Some(2007), None];
        let table = Table::new(4, vec![OutputColumn::integers("birth_year", |row| born[row])]).expect("a table");
        let published = hide_birth_years(&table, "2024-02".parse().expect("a month"), 18).expect("a table");
        let years: Vec<Option<i64>> = (0..4).map(|row| published.integer("birth_year", row)).collect();
        assert_eq!(years, [Some(2005), Some(2006), None, None]);
    }
}
