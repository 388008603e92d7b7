//! Order, number and columns of the rows of an exported table.

use crate::ExportError;
use std::cmp::Reverse;
use tables::{Table, TableError, ValueType};

/// Which rows of a table are written, in which order, and which columns of them. The default is the table as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowChoice {
    /// The column by which rows are sorted: the highest number first, texts from A to Z, ids ascending; rows without a value last, equals by
    /// id.
    pub sort: Option<String>,
    /// Whether the order is turned round; rows without a value stay last.
    pub reversed: bool,
    /// Only the first rows.
    pub top: Option<usize>,
    /// The columns in their order; all if there are none.
    pub columns: Vec<String>,
}

impl RowChoice {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the table has the columns.
    ///
    /// # Errors
    /// Where it does not, with the columns that it has.
    pub(crate) fn check(&self, table: &Table) -> Result<(), ExportError> {
        let unknown: Vec<&str> = self.columns.iter().chain(&self.sort).map(String::as_str).filter(|name| !table.has(name)).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let there = table.names().collect::<Vec<_>>().join(", ");
        Err(ExportError::Usage(format!("there is no column {}; there are {there}", unknown.join(" or "))))
    }

    /// The chosen rows and columns of a table whose rows are in the order of ids.
    pub(crate) fn apply(&self, table: &Table) -> Result<Table, ExportError> {
        self.check(table)?;
        let mut chosen = table.clone();
        if let Some(column) = &self.sort {
            chosen = chosen.take(&self.order(table, column)?)?;
        }
        if let Some(top) = self.top {
            chosen = chosen.slice(0..top.min(chosen.height()));
        }
        if !self.columns.is_empty() {
            chosen = chosen.select(&self.columns.iter().map(String::as_str).collect::<Vec<_>>())?;
        }
        Ok(chosen)
    }

    /// The positions of the rows in the order of a column.
    fn order(&self, table: &Table, column: &str) -> Result<Vec<u32>, TableError> {
        let mut order: Vec<u32> = (0..).take(table.height()).collect();
        if table.value_type(column) == Some(ValueType::Integer) {
            let values = table.required_integers(column)?;
            // Ids are names, not sizes.
            let is_ascending = (column == "fide_id") != self.reversed;
            order.sort_by_key(|&row| {
                let value = values.get(row as usize);
                (value.is_none(), value.map(|value| if is_ascending { value } else { -value }))
            });
        } else {
            let values = table.required_texts(column)?;
            match self.reversed {
                false => order.sort_by_key(|&row| (values.get(row as usize).is_empty(), values.get(row as usize))),
                true => order.sort_by_key(|&row| (values.get(row as usize).is_empty(), Reverse(values.get(row as usize)))),
            }
        }
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::OutputColumn;

    fn table() -> Table {
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
            OutputColumn::texts("name", |row| ["Cid", "", "Aas", "Bo"][row]),
            OutputColumn::integers("rating", |row| [Some(1800), Some(2100), None, Some(2100)][row]),
        ];
        Table::new(4, columns).expect("a table")
    }

    fn ids(choice: &RowChoice) -> Vec<i64> {
        let chosen = choice.apply(&table()).expect("chosen");
        (0..chosen.height()).filter_map(|row| chosen.integer("fide_id", row)).collect()
    }

    #[test]
    fn numbers_go_down_and_texts_up_with_nothing_last_and_equals_by_id() {
        let by = |column: &str| RowChoice { sort: Some(column.to_owned()), ..RowChoice::default() };
        assert_eq!(ids(&by("rating")), [2, 4, 1, 3]);
        assert_eq!(ids(&RowChoice { reversed: true, ..by("rating") }), [1, 2, 4, 3]);
        assert_eq!(ids(&by("name")), [3, 4, 1, 2]);
        assert_eq!(ids(&RowChoice { reversed: true, ..by("name") }), [1, 4, 3, 2]);
        assert_eq!(ids(&by("fide_id")), [1, 2, 3, 4]);
        assert_eq!(ids(&RowChoice { top: Some(2), ..by("rating") }), [2, 4]);
        assert_eq!(ids(&RowChoice { top: Some(9), ..RowChoice::default() }), [1, 2, 3, 4]);
    }

    #[test]
    fn columns_are_written_in_the_order_asked_for_and_unknown_ones_are_named() {
        let columns = |names: &[&str]| RowChoice { columns: names.iter().map(|&name| name.to_owned()).collect(), ..RowChoice::default() };
        let chosen = columns(&["rating", "fide_id"]).apply(&table()).expect("chosen");
        assert_eq!(chosen.names().collect::<Vec<_>>(), ["rating", "fide_id"]);
        let said = columns(&["elo", "rating"]).apply(&table()).expect_err("unknown").to_string();
        assert_eq!(said, "there is no column elo; there are fide_id, name, rating");
    }
}
