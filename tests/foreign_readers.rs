//! Every column of every Parquet table that is written is read by pyarrow, pandas, Polars and DuckDB, with the types that the schemas name.

mod title_tables;

mod needs_python {
    use super::title_tables;
    use crate::python;
    use crate::support::{Folder, copy, expect_exit, parquet, test_file};

    /// Reads every table with each of them, filters by text, and compares rows, types and one sum.
    const CODE: &str = r#"
import glob, json, sys
import duckdb, pandas, polars, pyarrow as pa, pyarrow.compute as pc, pyarrow.parquet as pq
ARROW = {"Int32": pa.int32(), "Int64": pa.int64(), "String": pa.large_string(), "Date": pa.date32(), "Boolean": pa.bool_(),
         "Datetime": pa.timestamp("us")}
DUCK = {"Int32": "INTEGER", "Int64": "BIGINT", "String": "VARCHAR", "Date": "DATE", "Boolean": "BOOLEAN", "Datetime": "TIMESTAMP"}
seen = 0
for folder in sys.argv[1:] if len(sys.argv) > 1 else FOLDERS:
    package = json.load(open(f"{folder}/datapackage.json"))
    schemas = {r["path"]: r["schema"]["fields"] for r in package["resources"] if r["path"].endswith(".parquet")}
    for name in sorted(glob.glob(f"{folder}/*.parquet")):
        fields = schemas[name.rsplit("/", 1)[1]]
        table, frame = pq.read_table(name), polars.read_parquet(name)
        assert [(f.name, f.type) for f in table.schema] == [(f["name"], ARROW[f["stored"]]) for f in fields], (name, table.schema)
        described = duckdb.sql(f"DESCRIBE SELECT * FROM '{name}'").fetchall()
        assert [(row[0], row[1]) for row in described] == [(f["name"], DUCK[f["stored"]]) for f in fields], (name, described)
        rows = duckdb.sql(f"SELECT * FROM '{name}'").fetchall()
        data = pandas.read_parquet(name)
        assert len(rows) == table.num_rows == frame.height == len(data), name
        for at, field in enumerate(fields):
            column = table.column(field["name"]).to_pylist()
            assert frame[field["name"]].to_list() == column, (name, field["name"], "polars")
            assert [row[at] for row in rows] == column, (name, field["name"], "duckdb")
            words = [word for word in column if word is not None]
            if field["stored"] == "String" and words:
                word = words[0]
                filtered = pq.read_table(name, filters=[(field["name"], "=", word)])
                assert filtered.num_rows == column.count(word) == pc.sum(pc.equal(table.column(field["name"]), word)).as_py(), (name, field)
        if {"rating", "games"} <= set(frame.columns) and rows:
            exact = sum((r or 0) * (g or 0) for r, g in zip(table.column("rating").to_pylist(), table.column("games").to_pylist()))
            assert frame.select((polars.col("rating") * polars.col("games")).sum()).item() == exact, name
            assert int((data["rating"] * data["games"]).sum()) == exact, name
            assert duckdb.sql(f"SELECT sum(rating * games) FROM '{name}'").fetchall()[0][0] == exact, name
        seen += 1
print(seen, "tables")
"#;

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn every_column_of_every_table_is_read_by_pyarrow_pandas_polars_and_duckdb() {
        let folder = Folder::new();
        copy(&test_file("../data/demo"), folder.path());
        // A merged id gives the state one more column; the online list below has ratings that are hidden.
        let pipeline = std::fs::read_to_string(folder.join("pipeline.toml")).expect("readable");
        folder.put("pipeline.toml", format!("{pipeline}players = \"players.csv\"\n"));
        folder.put("players.csv", "fide_id,from,field,value\n1000652,2024-02-01,merged_into,1000015\n");
        for month in ["2024-01", "2024-02"] {
            expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
        }
        expect_exit(
            folder.path(),
            &["demo", "world", "--players", "300", "--months", "1", "--tournaments", "2", "--online", "500", "--quiet"],
            0,
        );
        expect_exit(folder.path(), &["run", "world/online.toml", "--list", "2024-01", "--quiet"], 0);
        let folders = ["lists/rapid/2024-01-01", "lists/rapid/2024-02-01", "world/lists/online/2024-01-01"];
        let has = |list: &str, column: &str| parquet(&folder.join(&format!("{list}/state.parquet"))).has(column);
        assert!(has(folders[1], "merged_into") && has(folders[2], "hidden"));
        let printed = python::run(folder.path(), &format!("FOLDERS = {folders:?}\n{CODE}"));
        assert_eq!(printed.trim(), "22 tables");
    }

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn every_column_of_the_tables_of_titles_is_read_by_pyarrow_pandas_polars_and_duckdb() {
        let folder = Folder::new();
        title_tables::write(&folder, "rows", true);
        title_tables::write(&folder, "none", false);
        let printed = python::run(folder.path(), &format!("FOLDERS = ['rows', 'none']\n{CODE}"));
        assert_eq!(printed.trim(), "8 tables");
    }
}
