//! Lists of ours that other programs wrote again are read as what they were, where that is unambiguous.

use crate::support::{Folder, copy, expect_exit, test_file};

/// A list folder of the demo.
fn demo() -> Folder {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    folder
}

const LIST: &str = "lists/rapid/2024-01-01";

#[test]
fn numbers_with_a_point_and_zeros_are_whole_and_others_are_refused_with_their_place() {
    let folder = Folder::new();
    folder.put("2024-01.csv", "fide_id,name,birth_year,rating,games\n1,Ada,1976,1800,3\n2,Bo,,1900,\n");
    folder.put("2024-01-pandas.csv", "fide_id,name,birth_year,rating,games\n1,Ada,1976.0,1800.0,3.0\n2,Bo,,1900.0,\n");
    expect_exit(folder.path(), &["diff", "2024-01.csv", "2024-01-pandas.csv"], 0);
    folder.put("wrong.csv", "fide_id,name,birth_year,rating\n1,Ada,1976.5,1800\n");
    let said = expect_exit(folder.path(), &["diff", "2024-01.csv", "wrong.csv"], 2);
    assert!(said.err.contains("wrong.csv:2:7: LST003: birth_year: '1976.5' is not a whole number"), "{}", said.err);
}

#[test]
fn a_list_for_excel_is_read_again() {
    let folder = demo();
    for (excel, header) in [("--excel", "\u{feff}fide_id;name;"), ("--excel=,", "\u{feff}fide_id,name,")] {
        expect_exit(folder.path(), &["export", LIST, excel, "--out", "2024-01.csv", "--quiet"], 0);
        let bytes = std::fs::read(folder.join("2024-01.csv")).expect("written");
        assert!(bytes.starts_with(header.as_bytes()) && bytes.ends_with(b"\r\n"), "{excel}");
        expect_exit(folder.path(), &["diff", LIST, "2024-01.csv"], 0);
    }
}

mod needs_python {
    use super::*;
    use crate::python;

    /// Writes the list of `source` as pandas, Polars and a spreadsheet leave it.
    const WRITE: &str = r#"
import pandas as pd, polars as pl
list = pd.read_parquet(source)
assert str(list["birth_year"].dtype) == "float64", "nulls make floats"
list.to_parquet("2024-01-pandas.parquet")
list.to_csv("2024-01-pandas.csv", index=False)
list.astype({"federation": "category", "sex": "category"}).to_parquet("2024-01-category.parquet")
frame = pl.read_parquet(source)
words = ["federation", "sex", "title", "flag"]
frame.with_columns(pl.col(words).cast(pl.Categorical)).write_parquet("2024-01-polars.parquet")
codes = frame["federation"].drop_nulls().unique().to_list()
frame.with_columns(pl.col("federation").cast(pl.Enum(codes)), pl.col("rating").cast(pl.Int16)).write_parquet("2024-01-enum.parquet")
frame.with_columns(pl.col("birth_year").cast(pl.Float64).fill_null(float("nan"))).write_parquet("2024-01-nan.parquet")
frame.with_columns(pl.col("rating") + 0.5).write_parquet("2024-01-half.parquet")
"#;

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn lists_that_pandas_and_polars_wrote_are_what_they_were() {
        let folder = demo();
        python::run(folder.path(), &format!("source = '{LIST}/list.parquet'\n{WRITE}"));
        for file in ["pandas.parquet", "pandas.csv", "category.parquet", "polars.parquet", "enum.parquet", "nan.parquet"] {
            let said = expect_exit(folder.path(), &["diff", LIST, &format!("2024-01-{file}")], 0);
            assert!(said.out.contains("The lists are the same."), "{file}: {}", said.out);
            // And a run starts from it.
            let out = format!("made-{file}");
            let run = ["run", "--control", "rapid", "--list", "2024-02", "--previous-date", "2024-01-01", "--tournaments", "tournaments"];
            expect_exit(folder.path(), &[&run[..], &["--previous", &format!("2024-01-{file}"), "--out", &out, "--quiet"]].concat(), 0);
        }
        let said = expect_exit(folder.path(), &["diff", LIST, "2024-01-half.parquet"], 2);
        assert!(said.err.contains("column 'rating' is f64, and has ") && said.err.contains(".5; whole numbers are wanted"), "{}", said.err);
    }
}
