//! Reads a table of players, which describes newcomers.

use super::{error_text, open_parquet, unreadable_table};
use crate::ReadOptions;
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use model::{Diagnostic, Newcomer, Place, PlayerRef};
use tables::CsvTable;

const ID: &str = "fide_id";
const COLUMNS: [&str; 6] = ["name", "title", "women_title", "federation", "sex", "birth_year"];

pub(crate) struct BundlePlayers {
    pub(crate) newcomers: Vec<Newcomer>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

pub(crate) fn read(bytes: &[u8], table: &TableFile, options: &ReadOptions<'_>) -> Result<BundlePlayers, IngestError> {
    let mut reader = PlayerTableReader { diagnostics: RowDiagnostics::new(table), newcomers: Vec::new(), options };
    let read = if table.is_parquet { reader.parquet(bytes) } else { reader.csv(bytes) };
    read.map_err(|problem| unreadable_table(table, problem))?;
    Ok(BundlePlayers { newcomers: reader.newcomers, diagnostics: reader.diagnostics.finish() })
}

struct PlayerTableReader<'s> {
    diagnostics: RowDiagnostics,
    newcomers: Vec<Newcomer>,
    options: &'s ReadOptions<'s>,
}

impl PlayerTableReader<'_> {
    fn parquet(&mut self, bytes: &[u8]) -> Result<(), String> {
        let parquet = open_parquet(bytes, |name| name == ID || COLUMNS.contains(&name))?;
        let table = parquet.read_all().map_err(error_text)?;
        let ids = table.as_integers(ID).map_err(error_text)?;
        let columns = COLUMNS.iter().map(|name| table.as_texts(name)).collect::<Result<Vec<_>, _>>().map_err(error_text)?;
        for (row, id) in ids.iter().enumerate() {
            let line = u32::try_from(row + 1).unwrap_or(u32::MAX);
            self.add(id, |column| columns[column].as_ref().map_or("", |texts| texts.get(row)), line);
        }
        Ok(())
    }

    fn csv(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (text, _) = decode_table(bytes)?;
        let table = CsvTable::new(text)?;
        let field = |name: &str| table.header().iter().position(|header| header.trim().eq_ignore_ascii_case(name));
        let id = field(ID).ok_or_else(|| format!("it has no column {ID}"))?;
        let columns = COLUMNS.map(field);
        let width = table.header().len();
        table.visit(|row, position| {
            if row.len() != width {
                let message = || format!("the row has {} fields, the header {width}", row.len());
                let added = self.diagnostics.add(&codes::BUNDLE_ROW_MALFORMED, Place::line(position.line), message);
                added.hint("put a field that holds a comma between quotes");
            }
            let number = row.get(id).and_then(|id| id.trim().parse().ok());
            self.add(number, |column| columns[column].and_then(|field| row.get(field)).unwrap_or(""), position.line);
        });
        Ok(())
    }

    /// Adds a newcomer, unless the id is already known. `text` returns the text of one of [`COLUMNS`].
    fn add<'t>(&mut self, id: Option<i64>, text: impl Fn(usize) -> &'t str, line: u32) {
        let Some(id) = id.and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some()) else {
            let message = || "the row has no usable fide_id".to_owned();
            self.diagnostics.add(&codes::BUNDLE_PLAYER_UNUSABLE, Place::line(line), message).hint("fill in the FIDE id");
            return;
        };
        let text = |column: usize| text(column).trim();
        if self.options.is_described(id) {
            // Of a known player only the federation may be missing (D53).
            if self.options.without_federation.is_some_and(|without| without.contains(id)) && !text(3).is_empty() {
                self.newcomers.push(Newcomer { id, federation: text(3).to_uppercase(), ..Newcomer::default() });
            }
            return;
        }
        let year = text(5);
        let birth_year = year.strip_suffix(".0").unwrap_or(year).parse::<i16>().ok().filter(|year| (1850..=2100).contains(year));
        if birth_year.is_none() && !year.is_empty() && year != "0" {
            // A date of birth is not quoted: diagnostics are published.
            let message = || "birth_year is no year of four digits".to_owned();
            self.diagnostics.add(&codes::BUNDLE_PLAYER_UNUSABLE, Place::line(line), message).hint("four digits, or blank");
        }
        let problem = birth_year.and_then(|year| self.options.birth_year_problem(year));
        let birth_year = birth_year.filter(|_| problem.is_none());
        if let Some(message) = problem {
            self.diagnostics.add(&codes::BUNDLE_BIRTH_YEAR_LATER, Place::line(line), || message).hint("correct the year of birth");
        }
        let sex = match text(4).to_ascii_uppercase().as_str() {
            "M" => "M",
            "F" | "W" => "F",
            _ => "",
        };
        // Some programs write all titles into one column.
        let is_womens = text(1).starts_with('W') && text(2).is_empty();
        let (title, women_title) = if is_womens { ("", text(1)) } else { (text(1), text(2)) };
        self.newcomers.push(Newcomer {
            id,
            name: text(0).to_owned(),
            title: title.to_owned(),
            women_title: women_title.to_owned(),
            federation: text(3).to_uppercase(),
            sex: sex.to_owned(),
            birth_year,
        });
    }
}
