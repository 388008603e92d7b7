//! The differences as a table: one row for each player and field.

use super::{ComparedField, DiffRow, Difference};
use tables::{OutputColumn, OutputTable};

/// Rows of several comparisons, one after the other.
#[derive(Clone, Copy)]
pub(super) struct RowsOf<'d>(&'d [&'d Difference]);

impl<'d> RowsOf<'d> {
    pub(super) fn of(differences: &'d [&'d Difference]) -> Self {
        Self(differences)
    }

    pub(super) fn len(self) -> usize {
        self.0.iter().map(|difference| difference.rows.len()).sum()
    }

    /// The comparison that a row is of, and the row.
    pub(super) fn get(self, mut row: usize) -> (&'d Difference, &'d DiffRow) {
        for difference in self.0 {
            match difference.rows.get(row) {
                Some(found) => return (difference, found),
                None => row -= difference.rows.len(),
            }
        }
        unreachable!("a row beyond the last")
    }
}

/// The differences of one or several comparisons. Of several, the names of the two lists come first.
pub fn table<'d>(differences: &'d [&'d Difference]) -> OutputTable<'d> {
    let rows = RowsOf::of(differences);
    let text = |name: &str, field: ComparedField| {
        OutputColumn::texts(name, move |row| {
            let (difference, row) = rows.get(row);
            difference.text(field, row)
        })
    };
    let mut columns = Vec::new();
    if differences.len() > 1 {
        columns.push(OutputColumn::texts("a", move |row| rows.get(row).0.a.name_of_list()));
        columns.push(OutputColumn::texts("b", move |row| rows.get(row).0.b.name_of_list()));
    }
    columns.extend([
        OutputColumn::ids("fide_id", move |row| Some(rows.get(row).1.fide_id)),
        OutputColumn::texts("name", move |row| {
            let (difference, row) = rows.get(row);
            difference.name(row)
        }),
        text("federation", ComparedField::Federation),
        text("title", ComparedField::Title),
        text("women_title", ComparedField::WomenTitle),
        text("sex", ComparedField::Sex),
        OutputColumn::integers("birth_year", move |row| {
            let (difference, row) = rows.get(row);
            difference.birth_year(row)
        }),
        OutputColumn::texts("class", move |row| rows.get(row).1.class.into_str()),
        OutputColumn::texts("field", move |row| rows.get(row).1.field.into_str()),
        OutputColumn::texts("before", move |row| {
            let (difference, row) = rows.get(row);
            difference.before(row)
        }),
        OutputColumn::texts("after", move |row| {
            let (difference, row) = rows.get(row);
            difference.after(row)
        }),
        OutputColumn::integers("change", move |row| {
            let (difference, row) = rows.get(row);
            difference.change(row)
        }),
        OutputColumn::integers("games", move |row| rows.get(row).1.games),
        OutputColumn::texts("cause", move |row| rows.get(row).1.causes.words()),
        OutputColumn::texts("corrections", move |row| {
            let (difference, row) = rows.get(row);
            difference.corrections(row)
        }),
    ]);
    OutputTable::new(rows.len(), columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::{CellValue, ParquetTable};

    #[test]
    fn csv_and_parquet_have_the_same_values_and_only_csv_escapes_formulas() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let a =
            put("2024-01.csv", "fide_id,name,federation,birth_year,rating,games\n1001,=1,NOR,1990,1800,3\n1003,\"Cid, Eva\",,,2100,5\n");
        let b = put(
            "2024-02.csv",
            "fide_id,name,federation,birth_year,rating,games\n1001,=1,SWE,1990,1788,4\n1003,\"Cid, Eva\",,,2100,0\n1004,Dahl,,,1500,6\n",
        );
        let difference = super::super::compare(&a, &b, None, store::HashCheck::Required).expect("two lists");
        let (mut csv, differences) = (Vec::new(), [&difference]);
        table(&differences).write_csv(&mut csv).expect("written");
        let wanted = "fide_id,name,federation,title,women_title,sex,birth_year,class,field,before,after,change,games,cause,corrections\n\
                      1001,'=1,SWE,,,,1990,rating-with-games,rating,1800,1788,-12,4,,\n\
                      1001,'=1,SWE,,,,1990,federation,federation,NOR,SWE,,,,\n\
                      1004,Dahl,,,,,,new,rating,,1500,,6,,\n";
        assert_eq!(String::from_utf8(csv).expect("text"), wanted);
        let mut parquet = Vec::new();
        table(&differences).write_parquet(&mut parquet, &[]).expect("written");
        let table = ParquetTable::from_bytes(&parquet, |_| true).and_then(|table| table.read_all()).expect("readable");
        assert!(table.names().eq(wanted.lines().next().unwrap_or("").split(',')));
        assert_eq!(table.cell("fide_id", 0), CellValue::Integer(1001));
        assert_eq!(table.cell("name", 0), CellValue::Text("=1"));
        assert_eq!((table.cell("federation", 0), table.cell("birth_year", 0)), (CellValue::Text("SWE"), CellValue::Integer(1990)));
        assert_eq!(table.cell("before", 0), CellValue::Text("1800"));
        assert_eq!(table.cell("change", 0), CellValue::Integer(-12));
        assert_eq!((table.cell("change", 2), table.cell("games", 2)), (CellValue::Null, CellValue::Integer(6)));
    }
}
