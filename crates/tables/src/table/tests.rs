//! Tests: reads columns of every type that other programs write to Parquet.

use super::*;
use crate::ParquetTable;
use polars::prelude::{Int64Chunked, IntoColumn, IntoSeries, NamedFrom, NewChunkedArray, ParquetWriter};

/// Writes and reads a table with one column, as another program writes it.
fn foreign(series: Series) -> Table {
    let mut frame = DataFrame::new(series.len(), vec![series.into_column()]).expect("a table");
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).expect("written");
    ParquetTable::from_bytes(&bytes, |_| true).and_then(|table| table.read_all()).expect("readable")
}

fn column<T, P: ?Sized>(values: T) -> Table
where
    Series: NamedFrom<T, P>,
{
    foreign(Series::new("it".into(), values))
}

fn dates(days: &[Option<i32>]) -> Table {
    foreign(Series::new("it".into(), days).cast(&DataType::Date).expect("dates"))
}

fn datetimes(timestamps: &[Option<i64>], unit: TimeUnit, zone: Option<TimeZone>) -> Table {
    let timestamps = Int64Chunked::from_iter_options("it".into(), timestamps.iter().copied());
    foreign(timestamps.into_datetime(unit, zone).into_series())
}

fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::opt_try_new(Some(name)).expect("a zone")
}

fn listed(integers: &Integers) -> Vec<Option<i64>> {
    integers.iter().collect()
}

fn integers(table: &Table) -> Vec<Option<i64>> {
    listed(&table.integers("it").expect("whole numbers").expect("a column"))
}

fn as_integers(table: &Table) -> Vec<Option<i64>> {
    listed(&table.as_integers("it").expect("whole numbers"))
}

fn days(table: &Table) -> Vec<Option<i64>> {
    listed(&table.days("it").expect("dates").expect("a column"))
}

fn timestamps(table: &Table) -> Vec<Option<i64>> {
    listed(&table.timestamps("it").expect("timestamps"))
}

fn booleans(table: &Table) -> Vec<bool> {
    table.booleans("it").expect("booleans").expect("a column")
}

fn texts(table: &Table) -> Vec<String> {
    table.texts("it").expect("texts").expect("a column").iter().map(str::to_owned).collect()
}

fn as_texts(table: &Table) -> Vec<String> {
    table.as_texts("it").expect("texts").expect("a column").iter().map(str::to_owned).collect()
}

fn refusal<T: std::fmt::Debug>(read: Result<T, TableError>) -> String {
    read.expect_err("a column of another type").to_string()
}

#[test]
fn integers_of_every_width_are_read_with_their_nulls() {
    for (table, dtype, lowest, highest) in [
        (column([Some(-128i8), None, Some(127)]), "i8", -128, 127),
        (column([Some(-32_768i16), None, Some(32_767)]), "i16", -32_768, 32_767),
        (column([Some(-2_147_483_648i32), None, Some(2_147_483_647)]), "i32", -2_147_483_648, 2_147_483_647),
        (column([Some(i64::MIN), None, Some(i64::MAX)]), "i64", i64::MIN, i64::MAX),
        (column([Some(0u8), None, Some(255)]), "u8", 0, 255),
        (column([Some(0u16), None, Some(65_535)]), "u16", 0, 65_535),
        (column([Some(0u32), None, Some(4_294_967_295)]), "u32", 0, 4_294_967_295),
        (column([Some(0u64), None, Some(9_223_372_036_854_775_807)]), "u64", 0, 9_223_372_036_854_775_807),
    ] {
        let wanted = [Some(lowest), None, Some(highest)];
        assert_eq!(table.value_type("it"), Some(ValueType::Integer), "{dtype}");
        assert_eq!(integers(&table), wanted, "{dtype}");
        assert_eq!(as_integers(&table), wanted, "{dtype}");
        assert_eq!([0, 1, 2].map(|row| table.integer("it", row)), wanted, "{dtype}");
        assert_eq!(as_texts(&table), [lowest.to_string(), String::new(), highest.to_string()], "{dtype}");
        assert_eq!(booleans(&table), [lowest != 0, false, true], "{dtype}: every number but 0 is true");
        assert_eq!(refusal(table.texts("it")), format!("column 'it' is {dtype}, text is wanted"));
        assert_eq!(refusal(table.days("it")), format!("column 'it' is {dtype}, dates are wanted"));
        assert_eq!(refusal(table.timestamps("it")), format!("the column it holds {dtype}, not times"));
    }
}

#[test]
fn an_integer_beyond_64_signed_bits_is_an_error_a_null_or_a_text() {
    let table = column([Some(3u64), Some(9_223_372_036_854_775_808), None, Some(18_446_744_073_709_551_615)]);
    let error = refusal(table.integers("it"));
    assert!(error.contains("9223372036854775808") && error.contains("18446744073709551615"), "{error}");
    assert_eq!(as_integers(&table), [Some(3), None, None, None]);
    assert_eq!(as_texts(&table), ["3", "9223372036854775808", "", "18446744073709551615"]);
    assert_eq!([0, 1, 2, 3].map(|row| table.cell("it", row)), [CellValue::Integer(3), CellValue::Other, CellValue::Null, CellValue::Other]);
}

#[test]
fn floats_without_a_fraction_are_read_as_integers() {
    let narrow = [Some(16_777_216.0f32), None, Some(2.5), Some(-3.0), Some(f32::NAN), Some(f32::INFINITY), Some(-0.0)];
    let wide = [Some(16_777_216.0f64), None, Some(2.5), Some(-3.0), Some(f64::NAN), Some(f64::INFINITY), Some(-0.0)];
    for (table, dtype) in [(column(narrow), "f32"), (column(wide), "f64")] {
        assert_eq!(table.value_type("it"), Some(ValueType::Float), "{dtype}");
        assert_eq!(as_integers(&table), [Some(16_777_216), None, None, Some(-3), None, None, Some(0)], "{dtype}");
        assert_eq!(as_texts(&table), ["16777216.0", "", "2.5", "-3.0", "NaN", "inf", "-0.0"], "{dtype}");
        assert_eq!(refusal(table.integers("it")), format!("column 'it' is {dtype}, and has 2.5; whole numbers are wanted"));
        assert_eq!(refusal(table.texts("it")), format!("column 'it' is {dtype}, text is wanted"));
        assert_eq!(refusal(table.days("it")), format!("column 'it' is {dtype}, dates are wanted"));
        assert_eq!(refusal(table.timestamps("it")), format!("the column it holds {dtype}, not times"));
    }
    // Between 2^53 and 2^63 every float is whole; beyond that, the cast gives the nearest integer of 64 bits.
    let large = column([9_007_199_254_740_993.0f64, -9_223_372_036_854_775_808.0, 1e300, -1e300]);
    assert_eq!(as_integers(&large), [Some(9_007_199_254_740_992), Some(i64::MIN), Some(i64::MAX), Some(i64::MIN)]);
}

#[test]
fn an_untyped_column_of_nulls_is_an_error_only_as_timestamps() {
    let table = foreign(Series::new_null("it".into(), 2));
    assert_eq!(table.value_type("it"), Some(ValueType::Null));
    assert_eq!(integers(&table), [None, None]);
    assert_eq!(days(&table), [None, None]);
    assert_eq!(texts(&table), ["", ""]);
    assert_eq!(as_texts(&table), ["", ""]);
    assert_eq!(booleans(&table), [false, false]);
    assert_eq!([0, 1].map(|row| table.cell("it", row)), [CellValue::Null; 2]);
    assert!(table.as_integers("it").expect("nulls").iter().all(|value| value.is_none()));
    assert_eq!(refusal(table.timestamps("it")), "the column it holds null, not times");
}

#[test]
fn texts_that_are_written_as_integers_are_read_as_integers() {
    let table = column([Some("7"), None, Some(""), Some(" -3 "), Some("2.5"), Some("7.0"), Some("abc"), Some("9223372036854775808")]);
    assert_eq!(table.value_type("it"), Some(ValueType::Text));
    assert_eq!(as_integers(&table), [Some(7), None, None, Some(-3), None, None, None, None]);
    assert_eq!(texts(&table), ["7", "", "", " -3 ", "2.5", "7.0", "abc", "9223372036854775808"]);
    assert_eq!(as_texts(&table), texts(&table));
    assert_eq!(refusal(table.integers("it")), "column 'it' is str, whole numbers are wanted");
    assert_eq!(refusal(table.timestamps("it")), "the column it holds str, not times");
}

#[test]
fn equal_texts_have_equal_keys_and_nulls_have_none() {
    let long = "a text of more than twelve letters";
    let texts = column([Some("GM"), None, Some(""), Some("GM"), Some(long), Some("")]).texts("it").expect("texts").expect("a column");
    let keys: Vec<_> = (0..7).map(|row| texts.key(row)).collect();
    assert_eq!((keys[1], keys[6]), (None, None), "a null, and what is beyond the last row");
    assert!(keys[0] == keys[3] && keys[2] == keys[5] && keys[2].is_some());
    assert!(keys[0] != keys[2] && keys[0] != keys[4] && keys[2] != keys[4] && keys[4].is_some());
}

#[test]
fn dates_are_read_as_days_and_as_texts() {
    let table = dates(&[Some(19_754), None, Some(0), Some(-1), Some(11_016)]);
    assert_eq!(table.value_type("it"), Some(ValueType::Date));
    assert_eq!(days(&table), [Some(19_754), None, Some(0), Some(-1), Some(11_016)]);
    assert_eq!(as_texts(&table), ["2024-02-01", "", "1970-01-01", "1969-12-31", "2000-02-29"]);
    assert_eq!(refusal(table.integers("it")), "column 'it' is date, whole numbers are wanted");
    assert_eq!(refusal(table.as_integers("it")), "the column it holds date, not whole numbers");
    assert_eq!(refusal(table.texts("it")), "column 'it' is date, text is wanted");
    assert_eq!(refusal(table.timestamps("it")), "the column it holds date, not times");
}

#[test]
fn a_date_outside_the_calendar_is_an_error_as_a_date_and_readable_as_a_text() {
    let table = dates(&[Some(19_754), Some(i32::MAX), Some(i32::MIN)]);
    assert_eq!(refusal(table.days("it")), "column 'it': no list is of 2147483647 days from 1970");
    assert_eq!(as_texts(&table), ["2024-02-01", "day 2147483647 from 1970-01-01", "day -2147483648 from 1970-01-01"]);
    // 31 December 2200 is the last day that a list can have.
    assert_eq!(days(&dates(&[Some(84_370)])), [Some(84_370)]);
    assert_eq!(refusal(dates(&[Some(84_371)]).days("it")), "column 'it': no list is of 84371 days from 1970");
}

#[test]
fn iso_texts_are_read_as_dates_and_other_texts_are_errors() {
    assert_eq!(days(&column([Some("2024-02-01"), None, Some(""), Some("1969-12-31")])), [Some(19_754), None, None, Some(-1)]);
    for wrong in ["soon", "2024-02-30", "01.02.2024", "2024-02", "2201-01-01", "2024-02-01T00:00:00"] {
        let error = refusal(column(["2024-02-01", wrong]).days("it"));
        assert_eq!(error, format!("column 'it': '{wrong}' is not a date like 2024-02-01"));
    }
}

#[test]
fn timestamps_of_every_unit_are_read_as_microseconds_in_utc() {
    use TimeUnit::{Microseconds, Milliseconds, Nanoseconds};
    // 2013-11-05T18:30:00.25Z, a null, the first timestamp of 1970 and the millisecond before it.
    let wanted = [Some(1_383_676_200_250_000), None, Some(0), Some(-1_000)];
    for zone in [None, zone("UTC")] {
        let table = datetimes(&[Some(1_383_676_200_250), None, Some(0), Some(-1)], Milliseconds, zone.clone());
        assert_eq!(table.value_type("it"), Some(ValueType::Timestamp));
        assert_eq!(timestamps(&table), wanted, "{zone:?}");
        let table = datetimes(&[Some(1_383_676_200_250_000), None, Some(0), Some(-1_000)], Microseconds, zone.clone());
        assert_eq!(timestamps(&table), wanted, "{zone:?}");
        let table = datetimes(&[Some(1_383_676_200_250_000_999), None, Some(999), Some(-1_000_000)], Nanoseconds, zone.clone());
        assert_eq!(timestamps(&table), wanted, "{zone:?}");
    }
    // Parts of a microsecond are rounded down, before 1970 too.
    assert_eq!(timestamps(&datetimes(&[Some(-1), Some(-1_000), Some(-1_001)], Nanoseconds, None)), [Some(-1), Some(-1), Some(-2)]);
    // Values that overflow stay outside every calendar.
    let ends = [Some(i64::MAX), Some(i64::MIN)];
    assert_eq!(timestamps(&datetimes(&ends, Milliseconds, None)), ends);
    assert_eq!(timestamps(&datetimes(&ends, Microseconds, None)), ends);
}

#[test]
fn timestamps_in_another_time_zone_are_errors() {
    for unit in [TimeUnit::Nanoseconds, TimeUnit::Microseconds, TimeUnit::Milliseconds] {
        let table = datetimes(&[Some(0)], unit, zone("Europe/Oslo"));
        assert_eq!(table.value_type("it"), Some(ValueType::Timestamp));
        assert_eq!(refusal(table.timestamps("it")), "the column it is in the time zone Europe/Oslo, and UTC is wanted");
    }
}

#[test]
fn timestamps_are_neither_integers_nor_dates() {
    let table = datetimes(&[Some(0)], TimeUnit::Milliseconds, None);
    assert_eq!(refusal(table.integers("it")), "column 'it' is datetime[ms], whole numbers are wanted");
    assert_eq!(refusal(table.as_integers("it")), "the column it holds datetime[ms], not whole numbers");
    assert_eq!(refusal(table.texts("it")), "column 'it' is datetime[ms], text is wanted");
    assert_eq!(refusal(table.days("it")), "column 'it' is datetime[ms], dates are wanted");
}

#[test]
fn timestamps_are_read_as_texts_only_without_a_time_zone() {
    use TimeUnit::{Microseconds, Milliseconds, Nanoseconds};
    for (unit, value, text) in [
        (Milliseconds, 1_383_676_200_250, "2013-11-05 18:30:00.250"),
        (Microseconds, 1_383_676_200_250_000, "2013-11-05 18:30:00.250000"),
        (Nanoseconds, 1_383_676_200_250_000_000, "2013-11-05 18:30:00.250000000"),
    ] {
        assert_eq!(as_texts(&datetimes(&[Some(value), None], unit, None)), [text, ""]);
    }
    for name in ["UTC", "Europe/Oslo"] {
        let error = refusal(datetimes(&[Some(0)], Milliseconds, zone(name)).as_texts("it"));
        assert!(error.starts_with(&format!("the column it, which holds datetime[ms, {name}], cannot be read as text: ")), "{error}");
    }
}

#[test]
fn booleans_are_false_for_nulls_and_readable_as_texts() {
    let table = column([Some(true), None, Some(false)]);
    assert_eq!(table.value_type("it"), Some(ValueType::Boolean));
    assert_eq!(booleans(&table), [true, false, false]);
    assert_eq!(table.nullable_booleans("it").expect("booleans"), Some(vec![Some(true), None, Some(false)]));
    assert_eq!(as_texts(&table), ["true", "", "false"]);
    assert_eq!(refusal(table.integers("it")), "column 'it' is bool, whole numbers are wanted");
    assert_eq!(refusal(table.as_integers("it")), "the column it holds bool, not whole numbers");
    assert_eq!(refusal(table.texts("it")), "column 'it' is bool, text is wanted");
    assert_eq!(refusal(table.days("it")), "column 'it' is bool, dates are wanted");
    assert_eq!(refusal(table.timestamps("it")), "the column it holds bool, not times");
    assert_eq!(booleans(&column([Some(1.0), None, Some(0.0)])), [true, false, false]);
    for table in [column(["true"]), dates(&[Some(0)]), datetimes(&[Some(0)], TimeUnit::Milliseconds, None)] {
        assert!(table.booleans("it").is_err(), "{:?}", table.value_type("it"));
    }
}

#[test]
fn a_missing_column_is_none_or_an_error() {
    let table = column(["GM"]);
    assert_eq!(table.value_type("other"), None);
    assert!(table.integers("other").is_ok_and(|column| column.is_none()));
    assert!(table.texts("other").is_ok_and(|column| column.is_none()));
    assert!(table.days("other").is_ok_and(|column| column.is_none()));
    assert!(table.booleans("other").is_ok_and(|column| column.is_none()));
    assert!(table.nullable_booleans("other").is_ok_and(|column| column.is_none()));
    assert!(table.as_texts("other").is_ok_and(|column| column.is_none()));
    assert_eq!(refusal(table.as_integers("other")), "it has no column other");
    assert_eq!(refusal(table.timestamps("other")), "column 'other' is missing");
}
