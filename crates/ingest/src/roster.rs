//! The roster: changes to what is known of players, each with the day it holds from.
//!
//! `fide_id,from,field,value`, one row per change. It is a permanent input: every list reads it and applies what holds on its date.

use crate::codes;
use crate::csv_table::CsvTable;
use crate::error::IngestError;
use crate::problems::{Problems, on};
use model::{Date, Diagnostic, InputFile, Place, PlayerRef, parse_iso_date};
use std::path::Path;
use std::sync::Arc;

/// What a roster row changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RosterField {
    Name,
    Title,
    WomenTitle,
    OtherTitles,
    Federation,
    Sex,
    BirthYear,
    /// Computed and remembered, but not published (D28).
    Deceased,
    /// Membership of associations whose members some rule names, one or several.
    Association,
}

impl RosterField {
    const ALL: [(Self, &str); 9] = [
        (Self::Name, "name"),
        (Self::Title, "title"),
        (Self::WomenTitle, "women_title"),
        (Self::OtherTitles, "other_titles"),
        (Self::Federation, "federation"),
        (Self::Sex, "sex"),
        (Self::BirthYear, "birth_year"),
        (Self::Deceased, "deceased"),
        (Self::Association, "association"),
    ];

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(field, _)| *field)
    }

    /// The column's name, which is the word in the roster too.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(field, _)| *field == self).map_or("", |(_, word)| word)
    }

    /// Whether a value can stand in this field, and what is wanted where it cannot.
    fn wants(self, value: &str) -> Option<&'static str> {
        let is_right = match self {
            Self::Name | Self::Title | Self::WomenTitle | Self::OtherTitles => true,
            Self::Federation => value.len() == 3 && value.bytes().all(|b| b.is_ascii_uppercase()),
            Self::Sex => matches!(value, "" | "M" | "F"),
            Self::BirthYear => value.is_empty() || value.parse::<i16>().is_ok_and(|year| (1850..=2100).contains(&year)),
            Self::Deceased => matches!(value, "true" | "false"),
            Self::Association => value.split(' ').all(|word| word.bytes().all(|b| b.is_ascii_uppercase())),
        };
        let wanted = match self {
            Self::Name | Self::Title | Self::WomenTitle | Self::OtherTitles => "any text",
            Self::Federation => "three capital letters",
            Self::Sex => "M, F or nothing",
            Self::BirthYear => "a year or nothing",
            Self::Deceased => "true or false",
            Self::Association => "names in capital letters with a space between, as IBCA, or nothing",
        };
        (!is_right).then_some(wanted)
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterChange {
    pub fide_id: u32,
    pub from: Date,
    pub field: RosterField,
    pub value: String,
}

/// The roster, read. Changes stand by player, then field, then day; of one day the last row of the file stands last.
#[derive(Clone, Debug)]
pub struct Roster {
    pub changes: Vec<RosterChange>,
    /// What is odd but was read all the same.
    pub diagnostics: Vec<Diagnostic>,
    pub input: InputFile,
}

/// Reads a roster.
///
/// # Errors
/// When it cannot be read, or any row of it is wrong: a list made without a change that somebody ordered would be a wrong list.
pub fn read_roster(path: &Path) -> Result<Roster, IngestError> {
    let bytes = std::fs::read(path).map_err(|error| IngestError::io(path, error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file: Arc<str> = name.as_str().into();
    let (changes, diagnostics) = parse(&bytes, &file).map_err(|problem| IngestError::Table { path: path.to_owned(), problem })?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(IngestError::Roster { path: path.to_owned(), diagnostics });
    }
    Ok(Roster { changes, diagnostics, input: InputFile { role: "players".to_owned(), path: name, sha256: store::sha256_hex(&bytes) } })
}

fn parse(bytes: &[u8], file: &Arc<str>) -> Result<(Vec<RosterChange>, Vec<Diagnostic>), String> {
    let table = CsvTable::new(bytes)?;
    let column = |name: &str| {
        table
            .header
            .iter()
            .position(|h| h.trim() == name)
            .ok_or_else(|| format!("it has no column {name}; the columns are fide_id, from, field, value"))
    };
    let (id_at, from_at, field_at, value_at) = (column("fide_id")?, column("from")?, column("field")?, column("value")?);
    let mut problems = Problems::new(file);
    if let Some(encoding) = table.encoding {
        problems.add(&codes::ROSTER_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
    }
    let mut changes = Vec::new();
    let width = table.header.len();
    for row in table.body() {
        if row.fields.len() != width {
            // Which field is which cannot be told, so nothing more is said of the row.
            let message = format!("the row has {} fields, the header {width}", row.fields.len());
            let hint = "put a field that holds a comma between quotes";
            problems.add(&codes::ROSTER_VALUE, on(row.start.line), message).hint(hint).source(table.source(row.start));
            continue;
        }
        let text = |at: usize| row.fields.get(at).unwrap_or("").trim();
        let mut wrong = |at: usize, message: String| {
            let place: Place = table.place(row.start, at);
            problems.add(&codes::ROSTER_VALUE, place, message).source(table.source(row.start));
        };
        let id = text(id_at).parse().ok().and_then(PlayerRef::id).and_then(PlayerRef::fide_id);
        let from = parse_iso_date(text(from_at)).ok();
        let field = RosterField::parse(text(field_at));
        let value = text(value_at);
        if id.is_none() {
            wrong(id_at, format!("'{}' is not a FIDE id", text(id_at)));
        }
        if from.is_none() {
            wrong(from_at, format!("'{}' is not a date like 2024-02-01", text(from_at)));
        }
        if field.is_none() {
            let known = RosterField::ALL.map(|(_, word)| word).join(", ");
            wrong(field_at, format!("'{}' is none of the fields that can be changed: {known}", text(field_at)));
        }
        if let Some(wanted) = field.and_then(|field| field.wants(value)) {
            wrong(value_at, format!("{}: '{value}' is not {wanted}", text(field_at)));
        }
        if let (Some(fide_id), Some(from), Some(field)) = (id, from, field) {
            changes.push(RosterChange { fide_id, from, field, value: value.to_owned() });
        }
    }
    // Stable, so that of one day the last row stands last.
    changes.sort_by_key(|change| (change.fide_id, change.field, change.from));
    Ok((changes, problems.list))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<RosterChange>, Vec<String>) {
        let (changes, diagnostics) = parse(text.as_bytes(), &"players.csv".into()).expect("a table");
        (changes, diagnostics.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn changes_are_read_and_put_in_order() {
        let (changes, problems) =
            read("fide_id,from,field,value\n9,2024-03-01,federation,NOR\n7,2024-02-01,deceased,true\n9,2024-01-01,federation,SWE\n");
        assert_eq!(problems, Vec::<String>::new());
        let values: Vec<_> = changes.iter().map(|c| (c.fide_id, c.field.word(), c.value.as_str())).collect();
        assert_eq!(values, [(7, "deceased", "true"), (9, "federation", "SWE"), (9, "federation", "NOR")]);
    }

    #[test]
    fn a_row_with_a_field_too_many_or_too_few_is_refused_and_not_cut() {
        let (changes, problems) = read(
            "fide_id,from,field,value\n1001,2024-01-01,name,Doe, John\n1002,2024-01-01,name,\"Doe, Jane\"\n1003,2024-01-01,name\n1004,2024-01-01,title,\n",
        );
        assert_eq!(
            problems,
            ["players.csv:2: PLR001: the row has 5 fields, the header 4", "players.csv:4: PLR001: the row has 3 fields, the header 4"]
        );
        let values: Vec<_> = changes.iter().map(|c| (c.fide_id, c.value.as_str())).collect();
        assert_eq!(values, [(1002, "Doe, Jane"), (1004, "")]);
    }

    #[test]
    fn a_roster_in_another_encoding_is_read_and_that_is_said() {
        let (changes, diagnostics) =
            parse(b"fide_id,from,field,value\n7,2024-02-01,name,Gr\xfcbo\n", &"players.csv".into()).expect("a table");
        assert_eq!(changes[0].value, "Grübo");
        assert_eq!(
            diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["players.csv: PLR002: not UTF-8; read as windows-1252"]
        );
    }

    #[test]
    fn every_wrong_field_is_pointed_at() {
        let (_, problems) = read("fide_id,from,field,value\nx,2024-03-01,federation,Norway\n7,01.02.2024,alive,true\n");
        assert_eq!(
            problems,
            [
                "players.csv:2:1: PLR001: 'x' is not a FIDE id",
                "players.csv:2:25: PLR001: federation: 'Norway' is not three capital letters",
                "players.csv:3:3: PLR001: '01.02.2024' is not a date like 2024-02-01",
                "players.csv:3:14: PLR001: 'alive' is none of the fields that can be changed: name, title, women_title, other_titles, federation, sex, birth_year, deceased",
            ]
        );
    }
}
