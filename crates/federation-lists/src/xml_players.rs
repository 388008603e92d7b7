//! Reads the players of XML files.

use crate::codes;
use crate::list_row::{ColumnControl, FileColumn, ListRow, PlayerField};
use crate::position_reader::PositionReader;
use crate::table_builder::{MOST_ROWS, TableBuilder};
use encoding_rs::WINDOWS_1252;
use model::{Control, Place};
use quick_xml::Reader;
use quick_xml::errors::Error as XmlError;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};
use std::io::{self, BufRead};
use strum::EnumCount;

/// The elements of a player, in the federation's order.
pub(crate) const ELEMENTS: [(&str, FileColumn); 19] = [
    ("fideid", FileColumn::Plain(PlayerField::Id)),
    ("name", FileColumn::Plain(PlayerField::Name)),
    ("country", FileColumn::Plain(PlayerField::Federation)),
    ("sex", FileColumn::Plain(PlayerField::Sex)),
    ("title", FileColumn::Plain(PlayerField::Title)),
    ("w_title", FileColumn::Plain(PlayerField::WomenTitle)),
    ("o_title", FileColumn::Plain(PlayerField::OtherTitles)),
    ("foa_title", FileColumn::Plain(PlayerField::ArenaTitle)),
    ("rating", FileColumn::rating(Control::Standard)),
    ("games", FileColumn::games(Control::Standard)),
    ("k", FileColumn::k(Control::Standard)),
    ("rapid_rating", FileColumn::rating(Control::Rapid)),
    ("rapid_games", FileColumn::games(Control::Rapid)),
    ("rapid_k", FileColumn::k(Control::Rapid)),
    ("blitz_rating", FileColumn::rating(Control::Blitz)),
    ("blitz_games", FileColumn::games(Control::Blitz)),
    ("blitz_k", FileColumn::k(Control::Blitz)),
    ("birthday", FileColumn::Plain(PlayerField::Birth)),
    ("flag", FileColumn::Plain(PlayerField::Flag)),
];

pub(crate) const ROOT: &str = "playerslist";
pub(crate) const PLAYER: &str = "player";

/// The longest tag or text, in bytes; lists have much shorter ones.
const LONGEST_EVENT: usize = 1 << 20;
/// The longest value, in bytes, over all its texts and entities.
const LONGEST_VALUE: usize = 1 << 16;
/// The deepest nesting; a list has three levels.
const DEEPEST_NESTING: usize = 32;

/// Why the XML could not be read to its end.
#[derive(Debug)]
pub(crate) enum XmlFailure {
    Io(io::Error),
    Broken { line: u32, column: usize, problem: String },
    TooLarge { line: u32, problem: String },
}

/// Whether a file begins like an XML list.
pub(crate) fn is_list(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(2000)]);
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains(&format!("<{ROOT}"))
}

pub(crate) fn is_combined(beginning: &[u8]) -> bool {
    String::from_utf8_lossy(beginning).contains("<rapid_rating")
}

/// Reads all players of one control into the builder.
pub(crate) fn read_players<R: BufRead>(
    source: R,
    control: Control,
    is_combined: bool,
    builder: &mut TableBuilder,
) -> Result<(), XmlFailure> {
    let mut reader = Reader::from_reader(PositionReader::new(source));
    let mut state = XmlState::new(control, is_combined);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().bytes_allowed = LONGEST_EVENT;
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(error) => {
                let PositionReader { line, column, .. } = *reader.get_ref();
                return Err(failure(error, line, column));
            }
        };
        let (line, column) = (reader.get_ref().line, reader.get_ref().column);
        match event {
            Event::Start(tag) => state.open(tag.name().as_ref(), Place::new(line, column + 1, 1), builder),
            Event::Empty(_) => {}
            Event::End(_) => state.close(builder),
            Event::Text(text) => state.text(&text),
            Event::CData(text) => state.text(&text),
            Event::GeneralRef(entity) => state.entity(&entity, Place::line(line), builder),
            Event::Eof => return state.end(line),
            Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Comment(_) => {}
        }
        if state.depth > DEEPEST_NESTING {
            return Err(XmlFailure::TooLarge { line, problem: format!("elements are nested deeper than {DEEPEST_NESTING}") });
        }
        if state.current.is_some_and(|current| state.values[current].len() > LONGEST_VALUE) {
            return Err(XmlFailure::TooLarge { line, problem: format!("a value is longer than {LONGEST_VALUE} bytes; no list's is") });
        }
        if builder.read > MOST_ROWS {
            return Err(XmlFailure::TooLarge { line, problem: format!("more than {MOST_ROWS} players") });
        }
    }
}

fn failure(error: XmlError, line: u32, column: usize) -> XmlFailure {
    match error {
        XmlError::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => XmlFailure::TooLarge { line, problem: error.to_string() },
        XmlError::Io(error) => XmlFailure::Io(io::Error::new(error.kind(), error.to_string())),
        error => XmlFailure::Broken { line, column: column + 1, problem: error.to_string() },
    }
}

/// The position of the reader in the document.
struct XmlState {
    depth: usize,
    /// Whether the root element was closed.
    is_complete: bool,
    is_wrong_root: bool,
    in_player: bool,
    player_line: u32,
    /// The index in [`ELEMENTS`] of the element being read.
    current: Option<usize>,
    /// The index of the element that is expected next.
    next: usize,
    values: [String; ELEMENTS.len()],
    places: [Place; ELEMENTS.len()],
    /// The field that each element fills.
    fields: [Option<PlayerField>; ELEMENTS.len()],
    unknown: Vec<Vec<u8>>,
    not_utf8: u64,
}

impl XmlState {
    fn new(control: Control, is_combined: bool) -> Self {
        let fields = ELEMENTS.map(|(_, column)| match column {
            // In a single list the elements without a prefix belong to its control.
            FileColumn::Number(field, ColumnControl::Of(Control::Standard)) if !is_combined => Some(field),
            FileColumn::Number(_, ColumnControl::Of(_)) if !is_combined => None,
            column => column.field_for(control),
        });
        Self {
            depth: 0,
            is_complete: false,
            is_wrong_root: false,
            in_player: false,
            player_line: 0,
            current: None,
            next: 0,
            values: Default::default(),
            places: [Place::default(); ELEMENTS.len()],
            fields,
            unknown: Vec::new(),
            not_utf8: 0,
        }
    }

    fn open(&mut self, name: &[u8], place: Place, builder: &mut TableBuilder) {
        self.depth += 1;
        match self.depth {
            1 => self.is_wrong_root = name != ROOT.as_bytes(),
            2 if name == PLAYER.as_bytes() => {
                self.in_player = true;
                self.player_line = place.line;
                self.values.iter_mut().for_each(String::clear);
                self.places = [Place::line(place.line); ELEMENTS.len()];
            }
            3 if self.in_player => match self.element(name) {
                Some(at) => {
                    if !self.values[at].is_empty() {
                        let message = format!("<{}> is there twice; the first one is followed", ELEMENTS[at].0);
                        builder.diagnostics.add(&codes::TEXT_AMBIGUOUS, place, message);
                    } else {
                        self.current = Some(at);
                        self.places[at] = place;
                    }
                }
                None => self.report_unknown(name, place, builder),
            },
            _ => self.report_unknown(name, place, builder),
        }
    }

    /// The index of an element. Elements usually come in order, so the next one is tried first.
    fn element(&mut self, name: &[u8]) -> Option<usize> {
        let is_it = |at: usize| ELEMENTS[at].0.as_bytes() == name;
        let found = Some(self.next).filter(|&at| is_it(at)).or_else(|| (0..ELEMENTS.len()).find(|&at| is_it(at)))?;
        self.next = (found + 1) % ELEMENTS.len();
        Some(found)
    }

    /// Reports an unknown element once per file.
    fn report_unknown(&mut self, name: &[u8], place: Place, builder: &mut TableBuilder) {
        const MOST: usize = 50;
        if self.unknown.len() < MOST && !self.unknown.iter().any(|known| known == name) {
            self.unknown.push(name.to_vec());
            let message = format!("<{}> is not read, here and wherever it stands", String::from_utf8_lossy(name).escape_debug());
            builder.diagnostics.add(&codes::COLUMN_UNKNOWN, place, message);
        }
    }

    fn close(&mut self, builder: &mut TableBuilder) {
        match self.depth {
            3 => self.current = None,
            2 if self.in_player => {
                self.in_player = false;
                let mut row = ListRow {
                    line: self.player_line,
                    values: [""; PlayerField::COUNT],
                    places: [Place::line(self.player_line); PlayerField::COUNT],
                    source: "",
                };
                for ((value, place), field) in self.values.iter().zip(&self.places).zip(&self.fields) {
                    if let Some(field) = field {
                        row.values[*field as usize] = value.trim();
                        row.places[*field as usize] = *place;
                    }
                }
                builder.add(&row);
            }
            1 => {
                self.is_complete = true;
                if self.not_utf8 > 0 {
                    let message = format!("{} texts are not UTF-8; they are read as windows-1252", self.not_utf8);
                    builder.diagnostics.add(&codes::NOT_ASCII, Place::default(), message);
                }
            }
            _ => {}
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn text(&mut self, bytes: &[u8]) {
        let Some(current) = self.current.filter(|_| self.depth == 3) else { return };
        match std::str::from_utf8(bytes) {
            Ok(text) => self.values[current].push_str(text),
            Err(_) => {
                self.not_utf8 += 1;
                self.values[current].push_str(&WINDOWS_1252.decode_without_bom_handling(bytes).0);
            }
        }
    }

    fn entity(&mut self, entity: &BytesRef<'_>, place: Place, builder: &mut TableBuilder) {
        let Some(current) = self.current.filter(|_| self.depth == 3) else { return };
        let name = String::from_utf8_lossy(entity).into_owned();
        match (entity.resolve_char_ref(), resolve_predefined_entity(&name)) {
            (Ok(Some(character)), _) => self.values[current].push(character),
            (_, Some(text)) => self.values[current].push_str(text),
            _ => {
                self.values[current].push_str(&format!("&{name};"));
                builder.diagnostics.add(
                    &codes::TEXT_AMBIGUOUS,
                    place,
                    format!("&{}; is not known; it is kept as it stands", name.escape_debug()),
                );
            }
        }
    }

    /// Checks that the list was complete at the end of the file.
    fn end(&self, line: u32) -> Result<(), XmlFailure> {
        let broken = |problem: &str| Err(XmlFailure::Broken { line, column: 0, problem: problem.to_owned() });
        if self.is_wrong_root {
            return broken("the outermost element is not <playerslist>");
        }
        if self.depth > 0 || !self.is_complete {
            return broken("the file ends in the middle of the list: </playerslist> is missing");
        }
        Ok(())
    }
}
