//! Reads the roster: changes to players, each with the first day it applies.
//!
//! The columns are `fide_id,from,field,value`, one row per change. The roster is a permanent input: every list applies what is in force on
//! its date. Rows without an id are about federations: those whose players are not published (D28), and those readmitted.

use crate::{AmendmentError, codes};
use ingest::IngestError;
use ingest::input_table::decode_table;
use model::{Date, Diagnostic, DiagnosticCollector, InputFile, InputRole, Place, PlayerRef};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantNames};
use tables::{CsvPosition, CsvTable, DateProblem};

/// The field of a player that a row changes, named like the column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RosterField {
    Name,
    Title,
    WomenTitle,
    OtherTitles,
    Federation,
    Sex,
    BirthYear,
    /// Rated, but not published (D28).
    Deceased,
    /// Rated, but not published, as the player's federation asks (D53).
    Withheld,
    /// Published although the federation is excluded or not known (D53).
    Published,
    /// Membership of one or several associations that some rule names.
    Association,
    /// The surviving id of a person with two ids; empty where a merge ends.
    MergedInto,
}

impl RosterField {
    /// What is expected of the field, if the value is not valid.
    fn expected_instead_of(self, value: &str) -> Option<&'static str> {
        let is_right = match self {
            Self::Name | Self::Title | Self::WomenTitle | Self::OtherTitles => true,
            Self::Federation => is_federation(value),
            Self::Sex => matches!(value, "" | "M" | "F"),
            Self::BirthYear => value.is_empty() || value.parse::<i16>().is_ok_and(|year| (1850..=2100).contains(&year)),
            Self::Deceased | Self::Withheld | Self::Published => matches!(value, "true" | "false"),
            Self::Association => value.split(' ').all(|word| word.bytes().all(|b| b.is_ascii_uppercase())),
            Self::MergedInto => value.is_empty() || fide_id(value).is_some(),
        };
        let wanted = match self {
            Self::Name | Self::Title | Self::WomenTitle | Self::OtherTitles => "any text",
            Self::Federation => "three capital letters",
            Self::Sex => "M, F or nothing",
            Self::BirthYear => "a year or nothing",
            Self::Deceased | Self::Withheld | Self::Published => "true or false",
            Self::Association => "names in capital letters with a space between, as IBCA, or nothing",
            Self::MergedInto => "a FIDE id or nothing",
        };
        (!is_right).then_some(wanted)
    }
}

fn is_federation(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase())
}

fn fide_id(text: &str) -> Option<u32> {
    text.parse().ok().and_then(PlayerRef::id).and_then(PlayerRef::fide_id)
}

/// A change to one field of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterChange {
    pub fide_id: u32,
    pub from: Date,
    pub field: RosterField,
    pub value: String,
    /// The place of the value.
    pub place: Place,
}

/// The exclusion or readmission of a federation, whose players are then not published or published again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FederationChange {
    pub federation: String,
    pub from: Date,
    pub is_excluded: bool,
}

/// The fields of federation changes, and whether they exclude.
const FEDERATION_FIELDS: [(&str, bool); 2] = [("federation_excluded", true), ("federation_readmitted", false)];

/// The roster. Changes are sorted by player, then field, then day; changes of one day keep the order of the file.
#[derive(Clone, Debug)]
pub struct Roster {
    pub changes: Vec<RosterChange>,
    /// Changes of federations, by federation, then day.
    pub federations: Vec<FederationChange>,
    /// Diagnostics of rows that were read.
    pub diagnostics: Vec<Diagnostic>,
    /// The whole file, as it was read.
    pub input: InputFile,
}

impl Roster {
    /// Describes the rows in force on a day or before as one input. A roster grows, and later rows are no input of a list.
    pub fn input_on(&self, day: Date) -> InputFile {
        let changes = self.changes.iter().filter(|change| change.from <= day);
        let changes = changes.map(|change| format!("{},{},{},{}", change.fide_id, change.from, <&str>::from(change.field), change.value));
        let federations = self.federations.iter().filter(|change| change.from <= day);
        let federations = federations.map(|change| format!("{},{},{}", change.federation, change.from, change.is_excluded));
        let rows: Vec<String> = changes.chain(federations).collect();
        InputFile::of_rows(InputRole::Players, self.input.path.clone(), rows.iter(), store::sha256_hex)
    }

    /// The number of rows in the file.
    pub fn count(&self) -> u64 {
        (self.changes.len() + self.federations.len()) as u64
    }

    /// The changes in force on a day: the newest one of each player and field, by player, then field.
    pub fn changes_on(&self, day: Date) -> impl Iterator<Item = &RosterChange> {
        let of_field = self.changes.chunk_by(|a, b| (a.fide_id, a.field) == (b.fide_id, b.field));
        of_field.filter_map(move |changes| changes.iter().rfind(|change| change.from <= day))
    }

    /// The merges in force on a day, by merged id. Chains are not resolved.
    pub fn merges_on(&self, day: Date) -> Vec<(u32, u32)> {
        let merged = self.changes_on(day).filter(|change| change.field == RosterField::MergedInto);
        merged.filter_map(|change| Some((change.fide_id, fide_id(&change.value)?))).collect()
    }

    /// The players of whom a field is true on a day, by id: the deceased, the withheld, or those published all the same.
    pub fn true_on(&self, field: RosterField, day: Date) -> BTreeSet<u32> {
        let is_true = self.changes_on(day).filter(|change| change.field == field && change.value == "true");
        is_true.map(|change| change.fide_id).collect()
    }

    /// The federations, sorted, whose players are not published on a day (D28).
    pub fn excluded_on(&self, day: Date) -> Vec<String> {
        let in_force: Vec<&FederationChange> = self.federations.iter().filter(|change| change.from <= day).collect();
        let newest = in_force.chunk_by(|a, b| a.federation == b.federation).filter_map(|same| same.last());
        newest.filter(|change| change.is_excluded).map(|change| change.federation.clone()).collect()
    }
}

/// Reads a roster.
///
/// # Errors
/// When it cannot be read, or any row of it is wrong: without a change that somebody ordered, the list would be wrong.
pub fn read_roster(path: &Path) -> Result<Roster, AmendmentError> {
    let (bytes, seen) = store::read_input(path).map_err(|error| IngestError::io(path, error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file: Arc<str> = name.as_str().into();
    let ParsedRoster { changes, federations, diagnostics } =
        parse_roster(&bytes, &file).map_err(|problem| IngestError::Table { path: path.to_owned(), problem })?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(AmendmentError::Roster { path: path.to_owned(), diagnostics });
    }
    let input = InputFile::new(InputRole::Players, name, store::sha256_hex(&bytes)).with_snapshot(seen);
    Ok(Roster { changes, federations, diagnostics, input })
}

/// The rows of a roster, and the diagnostics.
#[derive(Debug, Default)]
pub(crate) struct ParsedRoster {
    changes: Vec<RosterChange>,
    federations: Vec<FederationChange>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

pub(crate) fn parse_roster(bytes: &[u8], file: &Arc<str>) -> Result<ParsedRoster, String> {
    let (text, encoding) = decode_table(bytes)?;
    let table = CsvTable::new(text)?;
    let column = |name: &str| {
        table
            .header()
            .iter()
            .position(|h| h.trim() == name)
            .ok_or_else(|| format!("it has no column {name}; the columns are fide_id, from, field, value"))
    };
    let (id_at, from_at, field_at, value_at) = (column("fide_id")?, column("from")?, column("field")?, column("value")?);
    let mut problems = DiagnosticCollector::new(file);
    if let Some(encoding) = encoding {
        problems.add(&codes::ROSTER_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
    }
    // With positions, for diagnostics that need all changes.
    let mut changes: Vec<(RosterChange, CsvPosition)> = Vec::new();
    let mut federations = Vec::new();
    let width = table.header().len();
    table.visit(|fields, position| {
        if fields.len() != width {
            // The fields cannot be assigned to columns, so the row is not parsed further.
            let message = format!("the row has {} fields, the header {width}", fields.len());
            let hint = "put a field that holds a comma between quotes";
            problems.add(&codes::ROSTER_VALUE, Place::line(position.line), message).hint(hint).source(table.source(position));
            return;
        }
        let text = |at: usize| fields.get(at).unwrap_or("").trim();
        let mut add_problem = |at: usize, message: String| {
            let hint = "a row is fide_id,from,field,value, as 1001,2024-02-01,title,FM";
            problems.add(&codes::ROSTER_VALUE, table.place(position, at), message).hint(hint).source(table.source(position));
        };
        let id = fide_id(text(id_at));
        let from = table.date(text(from_at));
        let of_federation = FEDERATION_FIELDS.iter().find(|(word, _)| *word == text(field_at));
        let field: Option<RosterField> = text(field_at).parse().ok();
        let value = text(value_at);
        if id.is_none() && of_federation.is_none() {
            add_problem(id_at, format!("'{}' is not a FIDE id", text(id_at)));
        }
        match from {
            Ok(_) => {}
            Err(DateProblem::Unreadable) => add_problem(from_at, format!("'{}' is not a date like 2024-02-01", text(from_at))),
            Err(problem) => add_problem(from_at, format!("'{}' {problem}: {}", text(from_at), problem.hint())),
        }
        let from = from.ok();
        if let Some((word, is_excluded)) = of_federation {
            if !text(id_at).is_empty() {
                add_problem(id_at, format!("{word} is about a federation; '{}' has to be empty", text(id_at)));
            }
            if !is_federation(value) {
                add_problem(value_at, format!("{word}: '{value}' is not three capital letters"));
            }
            federations.extend(from.map(|from| FederationChange { federation: value.to_owned(), from, is_excluded: *is_excluded }));
            return;
        }
        if field.is_none() {
            let known: Vec<&str> = RosterField::VARIANTS.iter().copied().chain(FEDERATION_FIELDS.iter().map(|(word, _)| *word)).collect();
            add_problem(field_at, format!("'{}' is not one of the fields that can be changed: {}", text(field_at), known.join(", ")));
        }
        if let Some(wanted) = field.and_then(|field| field.expected_instead_of(value)) {
            // A date of birth is not quoted: diagnostics are published.
            let quoted = if field == Some(RosterField::BirthYear) { "the value".to_owned() } else { format!("'{value}'") };
            add_problem(value_at, format!("{}: {quoted} is not {wanted}", text(field_at)));
        }
        if let (Some(fide_id), Some(from), Some(field)) = (id, from, field) {
            let place = table.place(position, value_at);
            changes.push((RosterChange { fide_id, from, field, value: value.to_owned(), place }, position));
        }
    });
    // A stable sort, so that the last row of a day comes last.
    changes.sort_by_key(|(change, _)| (change.fide_id, change.field, change.from));
    federations.sort_by(|a: &FederationChange, b| (&a.federation, a.from).cmp(&(&b.federation, b.from)));
    for (position, message) in find_cycles(&changes) {
        let hint = "merge into the id that stays, or end one of the merges first";
        problems.add(&codes::ROSTER_VALUE, table.place(position, value_at), message).hint(hint).source(table.source(position));
    }
    let changes = changes.into_iter().map(|(change, _)| change).collect();
    Ok(ParsedRoster { changes, federations, diagnostics: problems.finish() })
}

/// Finds merges that form a cycle on some day; returns their positions and messages.
///
/// Each day only changed merges are followed, because a change closes the cycle. The number of steps is bounded.
fn find_cycles(changes: &[(RosterChange, CsvPosition)]) -> Vec<(CsvPosition, String)> {
    const MOST_STEPS: usize = 10_000_000;
    let mut merges: Vec<&(RosterChange, CsvPosition)> =
        changes.iter().filter(|(change, _)| change.field == RosterField::MergedInto).collect();
    // A stable sort, so that the last row of a player and day comes last.
    merges.sort_by_key(|(change, _)| change.from);
    let mut next: HashMap<u32, u32> = HashMap::new();
    let mut found = Vec::new();
    let mut steps = 0;
    for of_day in merges.chunk_by(|a, b| a.0.from == b.0.from) {
        for (change, _) in of_day {
            match fide_id(&change.value) {
                Some(into) => next.insert(change.fide_id, into),
                None => next.remove(&change.fide_id),
            };
        }
        for (RosterChange { fide_id, from, value, .. }, position) in of_day {
            let mut visited = HashSet::new();
            let mut id = *fide_id;
            while let Some(&into) = next.get(&id).filter(|_| visited.insert(id)) {
                id = into;
                steps += 1;
            }
            if visited.contains(&id) {
                found.push((*position, format!("merged_into: {fide_id} into {value} leads in a circle on {from}, and no id stays")));
            } else if steps > MOST_STEPS {
                found.push((*position, format!("merged_into: from {fide_id} on, the merges lead through too many ids to be followed")));
                return found;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse_iso_date;

    fn read(text: &str) -> (Vec<RosterChange>, Vec<String>) {
        let ParsedRoster { changes, diagnostics, .. } = parse_roster(text.as_bytes(), &"players.csv".into()).expect("a table");
        (changes, diagnostics.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn changes_are_read_and_put_in_order() {
        let (changes, problems) =
            read("fide_id,from,field,value\n9,2024-03-01,federation,NOR\n7,2024-02-01,deceased,true\n9,2024-01-01,federation,SWE\n");
        assert_eq!(problems, Vec::<String>::new());
        let values: Vec<_> = changes.iter().map(|c| (c.fide_id, c.field.into_str(), c.value.as_str())).collect();
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
    fn a_roster_in_another_encoding_is_read_with_a_note() {
        let ParsedRoster { changes, diagnostics, .. } =
            parse_roster(b"fide_id,from,field,value\n7,2024-02-01,name,Gr\xfcbo\n", &"players.csv".into()).expect("a table");
        assert_eq!(changes[0].value, "Grübo");
        assert_eq!(
            diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["players.csv: PLR002: not UTF-8; read as windows-1252"]
        );
    }

    #[test]
    fn every_wrong_field_is_pointed_at() {
        let (_, problems) = read("fide_id,from,field,value\nx,2024-03-01,federation,Norway\n7,01/02/24,alive,true\n");
        assert_eq!(
            problems,
            [
                "players.csv:2:1: PLR001: 'x' is not a FIDE id",
                "players.csv:2:25: PLR001: federation: 'Norway' is not three capital letters",
                "players.csv:3:3: PLR001: '01/02/24' is not a date like 2024-02-01",
                "players.csv:3:12: PLR001: 'alive' is not one of the fields that can be changed: name, title, women_title, other_titles, federation, sex, birth_year, deceased, withheld, published, association, merged_into, federation_excluded, federation_readmitted",
            ]
        );
    }
    fn roster(rows: &str) -> Roster {
        let text = format!("fide_id,from,field,value\n{rows}");
        let ParsedRoster { changes, federations, diagnostics } = parse_roster(text.as_bytes(), &"players.csv".into()).expect("a table");
        assert_eq!(diagnostics, []);
        let input = InputFile::new(InputRole::Players, "players.csv", String::new());
        Roster { changes, federations, diagnostics, input }
    }

    fn day(text: &str) -> Date {
        parse_iso_date(text).expect("a date")
    }

    #[test]
    fn a_merge_holds_from_its_day_until_it_is_ended() {
        let roster = roster(
            "7,2024-03-01,merged_into,8\n8,2024-04-01,merged_into,9\n7,2024-06-01,merged_into,\n7,2024-08-01,merged_into,5\n7,2024-01-01,name,Doe\n",
        );
        assert_eq!(roster.merges_on(day("2024-02-29")), []);
        assert_eq!(roster.merges_on(day("2024-03-01")), [(7, 8)]);
        assert_eq!(roster.merges_on(day("2024-05-31")), [(7, 8), (8, 9)]);
        assert_eq!(roster.merges_on(day("2024-06-01")), [(8, 9)]);
        assert_eq!(roster.merges_on(day("2024-08-01")), [(7, 5), (8, 9)]);
    }

    #[test]
    fn merges_that_lead_in_a_circle_are_refused_on_the_day_that_closes_it() {
        let (_, problems) = read(
            "fide_id,from,field,value\n1,2024-01-01,merged_into,2\n2,2024-02-01,merged_into,1\n4,2024-01-01,merged_into,4\n5,2024-01-01,merged_into,x\n",
        );
        assert_eq!(
            problems,
            [
                "players.csv:5:26: PLR001: merged_into: 'x' is not a FIDE id or nothing",
                "players.csv:4:26: PLR001: merged_into: 4 into 4 leads in a circle on 2024-01-01, and no id stays",
                "players.csv:3:26: PLR001: merged_into: 2 into 1 leads in a circle on 2024-02-01, and no id stays",
            ]
        );
        // A merge in the other direction after the first has ended is not a cycle.
        roster("1,2024-01-01,merged_into,2\n1,2024-02-01,merged_into,\n2,2024-02-01,merged_into,1\n");
    }

    #[test]
    fn a_federation_is_excluded_from_its_day_until_it_is_readmitted() {
        let roster = roster(
            ",2024-03-01,federation_excluded,XYZ\n,2024-05-01,federation_readmitted,XYZ\n,2024-04-01,federation_excluded,ABC\n,2024-04-01,federation_readmitted,QQQ\n",
        );
        assert_eq!(roster.excluded_on(day("2024-02-29")), Vec::<String>::new());
        assert_eq!(roster.excluded_on(day("2024-03-01")), ["XYZ"]);
        assert_eq!(roster.excluded_on(day("2024-04-30")), ["ABC", "XYZ"]);
        assert_eq!(roster.excluded_on(day("2024-05-01")), ["ABC"]);
        assert_eq!(roster.changes, []);
    }

    #[test]
    fn an_exclusion_has_no_player_and_a_code_of_three_letters() {
        let (_, problems) = read("fide_id,from,field,value\n7,2024-03-01,federation_excluded,XYZ\n,2024-03-01,federation_readmitted,xyz\n");
        assert_eq!(
            problems,
            [
                "players.csv:2:1: PLR001: federation_excluded is about a federation; '7' has to be empty",
                "players.csv:3:35: PLR001: federation_readmitted: 'xyz' is not three capital letters",
            ]
        );
    }
}
