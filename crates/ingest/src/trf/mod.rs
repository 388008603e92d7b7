//! Reads a Tournament Report File, in the formats of 2006, 2016 and 2026 and as programs write them.
//!
//! In come bytes; out comes a [`TournamentReport`] with diagnostics. Any bytes give a report; it may be unusable.

mod byes;
mod clock_in_words;
mod doubtful_entries;
mod entry_facts;
mod games;
mod header;
mod kind;
mod player_line;
#[cfg(test)]
mod properties;
mod stated_facts;
#[cfg(test)]
mod tests;
mod time_control;

use crate::codes;
use crate::decode::{Decoded, decode, lines};
use crate::{DoubtfulEntry, ReadOptions};
use byes::ReportedBye;
use model::{Bye, Code, Diagnostic, DiagnosticCollector, EntryWithoutId, Games, Newcomer, Place, PlayerRef, ReportedEntry};
use player_line::{ReportEntry, ReportedSide, UnreadableBlock};
use std::sync::Arc;
use tables::{MAX_LINE_BYTES, overlong_line};

pub(crate) use entry_facts::{EntryFacts, may_be_title_event};
pub(crate) use header::ReportHeader;

/// The number of unknown tags that are reported one by one.
const MOST_UNKNOWN_TAGS: usize = 12;

/// The contents of one report.
#[derive(Debug)]
pub(crate) struct TournamentReport {
    pub(crate) header: ReportHeader,
    /// The number of players in the report.
    pub(crate) entrants: u32,
    pub(crate) games: Games,
    /// By round, then player.
    pub(crate) byes: Vec<Bye>,
    /// For each round from 1, the place of its first game, for diagnostics.
    pub(crate) round_places: Vec<Place>,
    pub(crate) newcomers: Vec<Newcomer>,
    /// Doubtful entries, without the id of the tournament, which the report does not have.
    pub(crate) doubtful: Vec<DoubtfulEntry>,
    /// What the lines of players with an id say of rating and federation.
    pub(crate) entries: Vec<EntryFacts>,
    /// What the lines of players with a game or a bye say, for titles; empty unless they are read for titles.
    pub(crate) reported_entries: Vec<ReportedEntry>,
    pub(crate) without_id: Vec<EntryWithoutId>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether another list might raise other diagnostics of it: of ids that it does not know, or of birth years.
    pub(crate) depends_on_list: bool,
    /// Why the report cannot be used at all.
    pub(crate) unusable: Option<&'static Code>,
}

/// Reads one report line by line.
struct ReportReader<'a> {
    options: &'a ReadOptions<'a>,
    problems: DiagnosticCollector,
    /// Problems of the first and the last day.
    start_problems: DiagnosticCollector,
    end_problems: DiagnosticCollector,
    header: ReportHeader,
    entries: Vec<ReportEntry<'a>>,
    sides: Vec<ReportedSide>,
    byes: Vec<ReportedBye>,
    /// Whether any line writes an allocated bye as `U` (T24).
    writes_allocated: bool,
    /// Whether several lines have the same id (D47).
    shares_ids: bool,
    /// Rounds in which several lines of one player have a game, sorted (D47).
    clashes: Vec<(u16, PlayerRef)>,
    /// The number of sides that contradict their other side (D37).
    contradictions: usize,
    /// The number of results of games without an opponent.
    results_without_opponent: usize,
    unreadable_blocks: Vec<UnreadableBlock>,
    /// The last round in which any line has a game or a bye.
    last_round: u16,
    /// For each unknown tag, its first line and the number of lines.
    unknown_tags: Vec<(String, u32, u32)>,
}

/// Reads a report. If it is unusable, a diagnostic says why.
pub(crate) fn read(bytes: &[u8], file: &Arc<str>, options: &ReadOptions<'_>) -> TournamentReport {
    let mut problems = DiagnosticCollector::new(file);
    let (text, encoding) = match decode(bytes) {
        Decoded::Text { text, encoding } => (text, encoding),
        Decoded::Empty => {
            problems.add(&codes::FILE_EMPTY, Place::line(1), "the report is empty").hint("ask the organiser for the report again");
            return unusable(problems, &codes::FILE_EMPTY);
        }
        Decoded::Binary => {
            let hint = "a report is plain text; was a spreadsheet or an archive handed in under this name?";
            problems.add(&codes::FILE_BINARY, Place::line(line_of_nul(bytes)), "the report is not text").hint(hint);
            return unusable(problems, &codes::FILE_BINARY);
        }
    };
    if let Some(line) = overlong_line(text.as_bytes()) {
        let message = format!("the line is longer than {MAX_LINE_BYTES} bytes; no report's is");
        let hint = "a report has one line per player; ask the organiser for the report again";
        problems.add(&codes::LINE_TOO_LONG, Place::new(line, MAX_LINE_BYTES, 0), message).hint(hint);
        return unusable(problems, &codes::LINE_TOO_LONG);
    }
    if let Some(encoding) = encoding {
        problems.add(&codes::NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
    }
    let mut reader = ReportReader {
        options,
        problems,
        start_problems: DiagnosticCollector::new(file),
        end_problems: DiagnosticCollector::new(file),
        header: ReportHeader::default(),
        entries: Vec::new(),
        sides: Vec::new(),
        byes: Vec::new(),
        writes_allocated: false,
        shares_ids: false,
        clashes: Vec::new(),
        contradictions: 0,
        results_without_opponent: 0,
        unreadable_blocks: Vec::new(),
        last_round: 0,
        unknown_tags: Vec::new(),
    };
    for (number, line) in lines(&text) {
        reader.line(number, line);
    }
    reader.finish()
}

/// The line of the first NUL byte.
fn line_of_nul(bytes: &[u8]) -> u32 {
    let before = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let ends = String::from_utf8_lossy(before);
    lines(&ends).last().map_or(1, |(number, _)| number)
}

fn unusable(problems: DiagnosticCollector, code: &'static Code) -> TournamentReport {
    TournamentReport {
        header: ReportHeader::default(),
        entrants: 0,
        games: Games::default(),
        byes: Vec::new(),
        round_places: Vec::new(),
        newcomers: Vec::new(),
        doubtful: Vec::new(),
        entries: Vec::new(),
        reported_entries: Vec::new(),
        without_id: Vec::new(),
        diagnostics: problems.finish(),
        depends_on_list: false,
        unusable: Some(code),
    }
}

impl<'a> ReportReader<'a> {
    fn line(&mut self, number: u32, line: &'a str) {
        let line = line.trim_end_matches('\u{1a}');
        let is_ruler = || line.bytes().all(|b| b.is_ascii_digit() || b == b' ');
        let has_blank_after_tag = line.as_bytes().get(3).is_none_or(|&b| b == b' ' || b == b'\t');
        match line.get(..3) {
            Some("001") if has_blank_after_tag || !is_ruler() => self.player_line(number, line),
            Some(tag) if has_blank_after_tag && !tag.contains(' ') && tag.is_ascii() => self.header_line(number, tag, line),
            Some("###") => {}
            _ if line.trim().is_empty() || is_ruler() => {}
            _ if line.trim_start().starts_with("001 ") => self.indented_player_line(number, line),
            _ => {
                let tag: String = line.chars().take(3).collect();
                self.unknown_tag(number, &tag);
            }
        }
    }

    fn unknown_tag(&mut self, number: u32, tag: &str) {
        if let Some(snapshot) = self.unknown_tags.iter_mut().find(|snapshot| snapshot.0 == tag) {
            snapshot.2 += 1;
        } else if self.unknown_tags.len() < MOST_UNKNOWN_TAGS {
            self.unknown_tags.push((tag.to_owned(), number, 1));
        } else if let Some(last) = self.unknown_tags.last_mut() {
            // The last element counts all further tags.
            last.0 = String::new();
            last.2 += 1;
        }
    }

    fn finish(mut self) -> TournamentReport {
        for (tag, line, count) in std::mem::take(&mut self.unknown_tags) {
            let lines = if count == 1 { "1 line is".to_owned() } else { format!("{count} lines are") };
            let message = match tag.as_str() {
                "" => format!("further unknown tags; {lines} skipped"),
                tag => format!("tag '{}' is not known; {lines} skipped", tag.escape_debug()),
            };
            self.problems.add(&codes::TAG_UNKNOWN, Place::line(line), message);
        }
        let has_players = !self.entries.is_empty();
        if !has_players {
            let hint = "a report has one line per player that begins with 001";
            self.problems.add(&codes::NO_PLAYERS, Place::line(1), "the report has no usable player line").hint(hint);
        }
        self.report_unreadable_blocks();
        self.resolve_ids();
        let games = self.games();
        let byes = self.byes(&games);
        let reported_entries = if self.options.for_titles { self.reported_entries() } else { Vec::new() };
        self.compare_clocks();
        self.compare_stated_facts();
        let unusable = if !has_players {
            Some(&codes::NO_PLAYERS)
        } else if self.is_contradictory() {
            Some(&codes::CONTRADICTORY)
        } else {
            incomplete_code(self.problems.diagnostics_mut())
        };
        let (newcomers, doubtful, entries, round_places) = (self.newcomers(), self.doubtful(), self.entry_facts(), self.round_places());
        let depends_on_list = self.options.memory.is_some() && self.depends_on_list();
        let without_id = self.entries_without_id();
        self.header.start_problems = self.start_problems.finish();
        self.header.end_problems = self.end_problems.finish();
        TournamentReport {
            entrants: u32::try_from(self.entries.len()).unwrap_or(u32::MAX),
            newcomers,
            doubtful,
            entries,
            reported_entries,
            without_id,
            games,
            byes,
            round_places,
            header: self.header,
            diagnostics: self.problems.finish(),
            depends_on_list,
            unusable,
        }
    }

    /// Whether so many sides contradict each other that nothing in the report can be trusted (D37).
    fn is_contradictory(&mut self) -> bool {
        let (bad, all) = (self.contradictions + self.results_without_opponent, self.sides.len() + self.results_without_opponent);
        let is_contradictory = bad >= 10 && 20 * bad > all;
        if is_contradictory {
            let message = format!("{bad} of {all} sides of games contradict their other side or have no opponent");
            let hint = "ask the organiser for the report again; up to one side in twenty may be so";
            self.problems.add(&codes::CONTRADICTORY, Place::line(1), message).hint(hint);
        }
        is_contradictory
    }
}

/// The code that makes a report incomplete: a player or a line is missing, or a round is unreadable.
///
/// The rest of such a report must not be rated, because the whole report would then count as already rated (R15).
fn incomplete_code(diagnostics: &[Diagnostic]) -> Option<&'static Code> {
    let lost = [
        &codes::OPPONENT_UNKNOWN,
        &codes::NO_STARTING_RANK,
        &codes::RANK_TWICE,
        &codes::PLAYER_LINE_INDENTED,
        &codes::TOO_MANY_ROUNDS,
        &codes::BLOCK_GARBLED,
    ];
    diagnostics.iter().map(|diagnostic| diagnostic.code).find(|code| lost.contains(code))
}
