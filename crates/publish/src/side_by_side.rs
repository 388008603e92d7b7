//! Lists of several controls as one table: a row for each player, the ratings of each list in columns of their own.

use crate::ExportError;
use model::Control;
use std::collections::BTreeSet;
use std::sync::Arc;
use tables::{Integers, OutputColumn, Table, Texts};

/// Columns that say who a player is, without the id.
const IDENTITY: [&str; 6] = ["name", "title", "women_title", "other_titles", "federation", "sex"];
/// Columns of numbers that each list has.
const NUMBERS: [&str; 3] = ["rating", "games", "k"];

/// The rows of a player on each list.
type RowsOfPlayer = Vec<Option<u32>>;

/// Joins lists by id. Who a player is comes from the first list that has the player; `rapid_rating` is the rating of the rapid list.
pub(crate) fn side_by_side(lists: &[(Control, &Table)]) -> Result<Table, ExportError> {
    let ids = lists.iter().map(|(_, table)| Ok(table.required_integers("fide_id")?.iter().flatten().collect()));
    let ids = ids.collect::<Result<Vec<Vec<i64>>, ExportError>>()?;
    let all: BTreeSet<i64> = ids.iter().flatten().copied().collect();
    let row_on = |ids: &Vec<i64>, id: i64| ids.binary_search(&id).ok().and_then(|row| u32::try_from(row).ok());
    let rows: Arc<[RowsOfPlayer]> = all.iter().map(|&id| ids.iter().map(|ids| row_on(ids, id)).collect()).collect();
    let all: Vec<i64> = all.into_iter().collect();
    let height = all.len();
    let mut columns = vec![OutputColumn::ids("fide_id", move |row| u32::try_from(all[row]).ok())];
    for name in IDENTITY {
        let (texts, rows) = (texts_of_each(lists, name)?, Arc::clone(&rows));
        columns.push(OutputColumn::texts(name, move |row| {
            first(&rows[row], |list, at| Some(texts[list].get(at).to_owned())).unwrap_or_default()
        }));
    }
    let (years, year_rows) = (integers_of_each(lists, "birth_year")?, Arc::clone(&rows));
    columns
        .push(OutputColumn::integers("birth_year", move |row| first(&year_rows[row], |list, at| i32::try_from(years[list].get(at)?).ok())));
    for (list, (control, table)) in lists.iter().enumerate() {
        for name in NUMBERS {
            let (numbers, rows) = (table.required_integers(name)?, Arc::clone(&rows));
            let value = move |row: usize| i32::try_from(numbers.get(rows[row][list]? as usize)?).ok();
            columns.push(OutputColumn::integers(&format!("{control}_{name}"), value));
        }
        let (flags, rows) = (table.required_texts("flag")?, Arc::clone(&rows));
        let flag = move |row: usize| rows[row][list].map_or_else(String::new, |at| flags.get(at as usize).to_owned());
        columns.push(OutputColumn::texts(&format!("{control}_flag"), flag));
    }
    Ok(Table::new(height, columns)?)
}

/// The first value among the lists that have the player.
fn first<T>(rows: &[Option<u32>], value: impl Fn(usize, usize) -> Option<T>) -> Option<T> {
    rows.iter().enumerate().find_map(|(list, row)| Some((list, (*row)? as usize))).and_then(|(list, row)| value(list, row))
}

fn texts_of_each(lists: &[(Control, &Table)], name: &str) -> Result<Vec<Texts>, ExportError> {
    lists.iter().map(|(_, table)| Ok(table.required_texts(name)?)).collect()
}

fn integers_of_each(lists: &[(Control, &Table)], name: &str) -> Result<Vec<Integers>, ExportError> {
    lists.iter().map(|(_, table)| Ok(table.required_integers(name)?)).collect()
}
