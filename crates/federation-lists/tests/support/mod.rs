//! Files in the layouts of the federation's description, with invented players.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

use federation_lists::{FederationList, FederationListOptions, ReadError, read};
use model::Control;
use std::collections::BTreeMap;
use std::io::Cursor;
use tables::{CellValue, Table};

/// A row with words at these columns, counted from 0, padded with blanks to a width.
pub fn row(words: &[(usize, &str)], width: usize) -> String {
    let mut line: Vec<char> = vec![' '; width];
    for &(at, word) in words {
        for (offset, c) in word.chars().enumerate() {
            if at + offset >= line.len() {
                line.resize(at + offset + 1, ' ');
            }
            line[at + offset] = c;
        }
    }
    line.into_iter().collect()
}

pub const SINGLE: &str = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP25 Gms K  B-day Flag";
pub const COMBINED: &str = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";

/// A row of a single list since September 2016, with some columns changed.
pub fn single(changed: &[(usize, &str)]) -> String {
    let plain =
        [(0, "1000001"), (15, "Berg, Anna"), (76, "NOR"), (80, "F"), (113, "1800"), (119, "7"), (123, "20"), (126, "1990"), (132, "w")];
    let words: Vec<_> = plain.iter().filter(|(at, _)| !changed.iter().any(|(other, _)| other == at)).chain(changed).copied().collect();
    row(&words, 136)
}

/// A file with a header and CRLF.
pub fn file(header: &str, rows: &[String]) -> Vec<u8> {
    let mut text = String::new();
    for line in [header.to_owned()].iter().chain(rows) {
        text.push_str(line);
        text.push_str("\r\n");
    }
    text.into_bytes()
}

pub fn for_control(control: Control) -> FederationListOptions {
    FederationListOptions { control: Some(control), date: None }
}

pub fn list(bytes: &[u8], name: &str, options: FederationListOptions) -> FederationList {
    read(Cursor::new(bytes), &name.into(), options).unwrap_or_else(|error| panic!("{error}"))
}

/// The diagnostics of a file that is refused.
pub fn refused(bytes: &[u8], name: &str, options: FederationListOptions) -> Vec<String> {
    match read(Cursor::new(bytes), &name.into(), options) {
        Err(ReadError::Refused(diagnostics)) => diagnostics.iter().map(ToString::to_string).collect(),
        other => panic!("not refused: {other:?}"),
    }
}

pub fn messages(list: &FederationList) -> Vec<String> {
    list.diagnostics.iter().map(ToString::to_string).collect()
}

/// The columns of a player, joined by `|`; missing values are empty.
pub fn player(list: &FederationList, id: u32) -> String {
    let row = rows(&list.table).remove(&id).unwrap_or_else(|| panic!("{id} is not there"));
    row.join("|")
}

/// All rows by id: the cells in the order of the columns, without the id.
pub fn rows(table: &Table) -> BTreeMap<u32, Vec<String>> {
    let cell = |name: &str, row: usize| match table.cell(name, row) {
        CellValue::Null => String::new(),
        CellValue::Integer(number) => number.to_string(),
        CellValue::Text(text) => text.to_owned(),
        other => panic!("{name}: {other:?}"),
    };
    let id = |row: usize| table.integer("fide_id", row).and_then(|id| u32::try_from(id).ok()).expect("an id");
    (0..table.height()).map(|row| (id(row), table.names().skip(1).map(|name| cell(name, row)).collect())).collect()
}
