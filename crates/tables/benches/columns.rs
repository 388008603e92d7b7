//! Columns to Parquet and CSV and back, kind by kind, per row: `make benches`.

use divan::Bencher;
use divan::counter::ItemsCount;
use model::Date;
use tables::{OutputColumn, OutputTable, ParquetTable, ROW_GROUP};

fn main() {
    divan::main();
}

/// Several row groups, so that one is written while others are encoded.
const ROWS: usize = 8 * ROW_GROUP;

/// A number that looks random and is the same in every run.
fn scattered(row: usize) -> u32 {
    (model::hash_value(row as u64) >> 40) as u32
}

fn name(row: usize) -> String {
    format!("Surname{:05}, Forename{:03}", scattered(row) % 60_000, scattered(row) % 400)
}

/// The kinds of columns of the tables of a list folder.
const KINDS: [&str; 9] =
    ["one text", "sorted ids", "ids of opponents", "ids that repeat", "ratings", "numbers with nulls", "words", "names", "claims"];

fn column(kind: &str, names: &'static [String]) -> OutputColumn<'static> {
    const WORDS: [&str; 4] = ["", "counted", "pooled", "left-out"];
    match kind {
        "one text" => OutputColumn::constant_text("value", "rapid"),
        "sorted ids" => OutputColumn::ids("value", |row| Some(100_000 + 45 * row as u32 + scattered(row) % 44)),
        "ids of opponents" => OutputColumn::ids("value", |row| Some(100_000 + scattered(row) * 4)),
        "ids that repeat" => {
            let ids = (0..ROWS as u32 / 8).map(|player| Some(100_000 + 45 * player)).collect();
            OutputColumn::repeated_ids("value", ids, (1..=ROWS as u32 / 8).map(|player| 8 * player).collect())
        }
        "ratings" => OutputColumn::integers("value", |row| Some(1_400 + (scattered(row) % 1_300) as i32)),
        "numbers with nulls" => {
            OutputColumn::integers("value", |row| (!scattered(row).is_multiple_of(3)).then(|| (scattered(row) % 800) as i32 - 400))
        }
        "words" => OutputColumn::dictionary("value", &WORDS, |row| scattered(row) % 4),
        "names" => OutputColumn::hashes("value", move |row| &names[row]),
        "claims" => OutputColumn::booleans("value", |row| scattered(row).is_multiple_of(2)),
        other => panic!("no column of {other}"),
    }
}

fn names() -> &'static [String] {
    static NAMES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    NAMES.get_or_init(|| (0..ROWS).map(name).collect())
}

fn parquet(kind: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    OutputTable::new(ROWS, vec![column(kind, names())]).write_parquet(&mut bytes, &[]).expect("written");
    bytes
}

/// A column to Parquet, with what it takes to compute its values.
#[divan::bench(args = KINDS, sample_count = 10)]
fn to_parquet(bencher: Bencher<'_, '_>, kind: &str) {
    let table = OutputTable::new(ROWS, vec![column(kind, names())]);
    bencher.counter(ItemsCount::new(ROWS)).bench(|| table.write_parquet(std::io::sink(), &[]).expect("written"));
}

/// A column from Parquet, row group by row group.
#[divan::bench(args = KINDS, sample_count = 10)]
fn from_parquet(bencher: Bencher<'_, '_>, kind: &str) {
    let bytes = parquet(kind);
    bencher.counter(ItemsCount::new(ROWS)).bench(|| {
        let table = ParquetTable::from_bytes(&bytes, |_| true).expect("a table");
        table.row_ranges(usize::MAX).into_iter().map(|rows| table.read(rows, &["value"]).expect("readable").height()).sum::<usize>()
    });
}

/// The rows of one player out of many, as `explain` reads them: one row group.
#[divan::bench(sample_count = 20)]
fn one_row_group(bencher: Bencher<'_, '_>) {
    let bytes = parquet("ratings");
    bencher.bench(|| {
        let table = ParquetTable::from_bytes(&bytes, |_| true).expect("a table");
        table.read(5 * ROW_GROUP..6 * ROW_GROUP, &["value"]).expect("readable").height()
    });
}

/// A list as CSV: an id, a name, a word, a date and two numbers a row.
#[divan::bench(sample_count = 10)]
fn to_csv(bencher: Bencher<'_, '_>) {
    let names = names();
    let day = Date::default();
    let columns = vec![
        OutputColumn::ids("fide_id", |row| Some(100_000 + 45 * row as u32)),
        OutputColumn::hashes("name", move |row| &names[row]),
        OutputColumn::dictionary("federation", &["NOR", "SWE", "DEN"], |row| scattered(row) % 3),
        OutputColumn::constant_date("list", day),
        OutputColumn::integers("rating", |row| Some(1_400 + (scattered(row) % 1_300) as i32)),
        OutputColumn::integers("k", |row| (!row.is_multiple_of(3)).then_some(20)),
    ];
    let table = OutputTable::new(ROWS, columns);
    bencher.counter(ItemsCount::new(ROWS)).bench(|| table.write_csv(std::io::sink()).expect("written"));
}
