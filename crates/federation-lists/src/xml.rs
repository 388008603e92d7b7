//! The XML files, player by player.

use crate::cells::{Cell, Field, Row, Whose};
use crate::codes;
use crate::placed::Placed;
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
pub(crate) const ELEMENTS: [(&str, Field); 19] = [
    ("fideid", Field::Plain(Cell::Id)),
    ("name", Field::Plain(Cell::Name)),
    ("country", Field::Plain(Cell::Federation)),
    ("sex", Field::Plain(Cell::Sex)),
    ("title", Field::Plain(Cell::Title)),
    ("w_title", Field::Plain(Cell::WomenTitle)),
    ("o_title", Field::Plain(Cell::OtherTitles)),
    ("foa_title", Field::Plain(Cell::ArenaTitle)),
    ("rating", Field::rating(Control::Standard)),
    ("games", Field::games(Control::Standard)),
    ("k", Field::k(Control::Standard)),
    ("rapid_rating", Field::rating(Control::Rapid)),
    ("rapid_games", Field::games(Control::Rapid)),
    ("rapid_k", Field::k(Control::Rapid)),
    ("blitz_rating", Field::rating(Control::Blitz)),
    ("blitz_games", Field::games(Control::Blitz)),
    ("blitz_k", Field::k(Control::Blitz)),
    ("birthday", Field::Plain(Cell::Birth)),
    ("flag", Field::Plain(Cell::Flag)),
];

pub(crate) const ROOT: &str = "playerslist";
pub(crate) const PLAYER: &str = "player";

/// No tag or text of a list is near it.
const LONGEST_EVENT: usize = 1 << 20;
/// Nor is any value, however many texts and entities it is put together from.
const LONGEST_VALUE: usize = 1 << 16;
/// The list, the player and a value; anything much deeper is no list.
const DEEPEST: usize = 32;

/// Why the XML could not be read to its end.
#[derive(Debug)]
pub(crate) enum XmlFailure {
    Io(io::Error),
    Broken { line: u32, column: usize, problem: String },
    TooLarge { line: u32, problem: String },
}

/// Whether bytes are the beginning of an XML list, and whether of a combined one.
pub(crate) fn is_list(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&beginning[..beginning.len().min(2000)]);
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains(&format!("<{ROOT}"))
}

pub(crate) fn is_combined(beginning: &[u8]) -> bool {
    String::from_utf8_lossy(beginning).contains("<rapid_rating")
}

/// Reads every player of one control into the builder.
pub(crate) fn read_players<R: BufRead>(
    source: R,
    control: Control,
    is_combined: bool,
    builder: &mut TableBuilder,
) -> Result<(), XmlFailure> {
    let mut reader = Reader::from_reader(Placed::new(source));
    let mut state = State::new(control, is_combined);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().allowance = LONGEST_EVENT;
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(error) => {
                let Placed { line, column, .. } = *reader.get_ref();
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
        if state.depth > DEEPEST {
            return Err(XmlFailure::TooLarge { line, problem: format!("elements are nested deeper than {DEEPEST}") });
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

/// Where in the document the reader is.
struct State {
    depth: usize,
    /// Whether the list's own element was closed.
    is_complete: bool,
    is_wrong_root: bool,
    in_player: bool,
    player_line: u32,
    /// The element being read, of [`ELEMENTS`].
    current: Option<usize>,
    /// The element that is expected next.
    next: usize,
    values: [String; ELEMENTS.len()],
    places: [Place; ELEMENTS.len()],
    /// For each element the cell that it fills.
    cells: [Option<Cell>; ELEMENTS.len()],
    unknown: Vec<Vec<u8>>,
    not_utf8: u64,
}

impl State {
    fn new(control: Control, is_combined: bool) -> Self {
        let cells = ELEMENTS.map(|(_, field)| match field {
            // In a single list the plain words are that list's, whichever control it is of.
            Field::Number(cell, Whose::Of(Control::Standard)) if !is_combined => Some(cell),
            Field::Number(_, Whose::Of(_)) if !is_combined => None,
            field => field.cell(control),
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
            cells,
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
                None => self.tell_unknown(name, place, builder),
            },
            _ => self.tell_unknown(name, place, builder),
        }
    }

    /// Which of the known elements it is. They stand in one order, so the one behind the last is looked at first.
    fn element(&mut self, name: &[u8]) -> Option<usize> {
        let is_it = |at: usize| ELEMENTS[at].0.as_bytes() == name;
        let found = Some(self.next).filter(|&at| is_it(at)).or_else(|| (0..ELEMENTS.len()).find(|&at| is_it(at)))?;
        self.next = (found + 1) % ELEMENTS.len();
        Some(found)
    }

    /// An element that nothing reads is told once, however often it is there.
    fn tell_unknown(&mut self, name: &[u8], place: Place, builder: &mut TableBuilder) {
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
                let mut row = Row {
                    line: self.player_line,
                    values: [""; Cell::COUNT],
                    places: [Place::line(self.player_line); Cell::COUNT],
                    source: "",
                };
                for ((value, place), cell) in self.values.iter().zip(&self.places).zip(&self.cells) {
                    if let Some(cell) = cell {
                        row.values[*cell as usize] = value.trim();
                        row.places[*cell as usize] = *place;
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

    /// The file is over: was the list?
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
