//! Reads player lines (tag 001): the player, and one block of ten columns for each round.

use super::ReportReader;
use super::byes::{Block, ReportedBye};
use crate::codes;
use crate::dates::birth_year;
use crate::fixed_width_line::FixedWidthLine;
use model::{EntryWithoutId, Newcomer, Place, PlayerRef, SideResult};
use std::ops::Range;
use std::sync::Arc;

/// Round numbers have at most three digits.
pub(crate) const MOST_ROUNDS: usize = 999;
const FIRST_BLOCK: usize = 92;
const BLOCK: usize = 10;

/// The column in which the opponent of a round begins.
pub(super) fn opponent_column(round: u16) -> usize {
    FIRST_BLOCK + BLOCK * (usize::from(round) - 1)
}

/// The column of a round's result.
pub(super) fn result_column(round: u16) -> usize {
    opponent_column(round) + 7
}

/// One player line of the report.
#[derive(Debug)]
pub(super) struct ReportEntry<'a> {
    pub(super) rank: u16,
    pub(super) line: u32,
    pub(super) source: &'a str,
    /// The name as written; `birth` is the date of birth as written.
    pub(super) name: &'a str,
    pub(super) birth: &'a str,
    /// The id as written, if it is a valid number.
    pub(super) id: Option<u32>,
    /// The player, once all ids of the report are checked.
    pub(super) player: PlayerRef,
    /// The range of the player's games in `sides`, by round.
    pub(super) sides: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    White,
    Black,
    None,
}

/// One player's side of a game: what the player's line says about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedSide {
    pub(super) round: u16,
    pub(super) opponent: u16,
    pub(super) colour: Colour,
    pub(super) outcome: SideResult,
}

/// A block that is neither a game nor a bye. Whether it is an error depends on the last round of the event.
#[derive(Debug)]
pub(super) struct UnreadableBlock {
    pub(super) entry: usize,
    pub(super) round: u16,
    pub(super) problem: String,
}

impl<'a> ReportReader<'a> {
    /// Reads one player line.
    pub(super) fn player_line(&mut self, number: u32, line: &'a str) {
        let columns = FixedWidthLine::new(line.trim_end());
        let written = columns.field(5, 8);
        let is_rank = columns.character(4).is_whitespace() && !written.is_empty() && written.bytes().all(|b| b.is_ascii_digit());
        let Some(rank) = written.parse::<u16>().ok().filter(|&rank| is_rank && rank > 0) else {
            let message = if written.is_empty() {
                "the player line has no starting rank in columns 5 to 8".to_owned()
            } else {
                format!("'{}' in columns 4 to 8 is no starting rank", columns.field(4, 8).escape_debug())
            };
            let hint =
                "the line and its games are left out; number the players from 1 and put the number right-aligned into columns 5 to 8";
            self.problems.add(&codes::NO_STARTING_RANK, Place::new(number, 5, 4), message).hint(hint).source(line);
            return;
        };
        let first_side = self.sides.len();
        let entry = self.entries.len();
        self.blocks(number, &columns, entry);
        let id = written_id(&columns);
        self.entries.push(ReportEntry {
            rank,
            line: number,
            source: line,
            name: columns.field(15, 47),
            birth: columns.field(70, 79),
            id,
            player: id.and_then(PlayerRef::id).unwrap_or(PlayerRef::without_id(rank.into())),
            sides: first_side..self.sides.len(),
        });
    }

    fn blocks(&mut self, number: u32, columns: &FixedWidthLine<'_>, entry: usize) {
        let length = columns.len();
        let mut last = if length < FIRST_BLOCK { 0 } else { (length - FIRST_BLOCK) / BLOCK + 1 };
        if last > MOST_ROUNDS {
            last = MOST_ROUNDS;
            let place = Place::new(number, FIRST_BLOCK + BLOCK * MOST_ROUNDS, 1);
            let message = format!("the line has {length} columns; only {MOST_ROUNDS} rounds are read");
            self.problems.add(&codes::TOO_MANY_ROUNDS, place, message).hint("check that the line was not glued together from many");
        }
        for index in 0..last {
            let text = columns.get(FIRST_BLOCK + BLOCK * index - 2, FIRST_BLOCK + BLOCK * index + 7);
            if text.bytes().all(|b| b == b' ') {
                continue;
            }
            let round = u16::try_from(index + 1).expect("rounds are capped far below");
            match self.block(number, columns, round, text) {
                Ok(Block::Game(side)) => self.sides.push(side),
                Ok(Block::Bye(sign)) => self.byes.push(ReportedBye { entry, round, sign }),
                Ok(Block::Absence) => {}
                Err(problem) => {
                    self.unreadable_blocks.push(UnreadableBlock { entry, round, problem });
                    continue;
                }
            }
            self.last_round = self.last_round.max(round);
        }
    }

    /// Reads one block and the two blanks before it. Returns what it holds, or the problem.
    fn block(&mut self, number: u32, columns: &FixedWidthLine<'_>, round: u16, text: &str) -> Result<Block, String> {
        let mut cells = [b' '; BLOCK];
        for (cell, c) in cells.iter_mut().zip(text.chars()) {
            *cell = match c {
                c if c.is_whitespace() => b' ',
                c => u8::try_from(c).ok().filter(u8::is_ascii_graphic).unwrap_or(b'?'),
            };
        }
        // In some reports the rank before the first block is one column too long.
        let blanks: &[usize] = if round == 1 { &[1, 6, 8] } else { &[0, 1, 6, 8] };
        if blanks.iter().any(|&blank| cells[blank] != b' ') {
            return Err(format!("'{}' has no blanks between opponent, colour and result", text.escape_debug()));
        }
        let opponent = std::str::from_utf8(&cells[2..6]).expect("every cell is ASCII").trim();
        let result = cells[9].to_ascii_uppercase();
        self.writes_allocated |= result == b'U';
        let is_number = opponent.bytes().all(|b| b.is_ascii_digit());
        if !is_number && !opponent.bytes().all(|b| b == b'-') {
            return Err(format!("'{}' is no opponent", text.get(2..6).unwrap_or(text).trim().escape_debug()));
        }
        let opponent: u16 = if is_number { opponent.parse().unwrap_or(0) } else { 0 };
        let colour = match cells[7].to_ascii_lowercase() {
            b'w' => Colour::White,
            b'b' => Colour::Black,
            _ => Colour::None,
        };
        if opponent == 0 {
            return self.bye(number, columns, round, colour, result);
        }
        let outcome = self.outcome(number, columns, round, opponent, result);
        Ok(Block::Game(ReportedSide { round, opponent, colour, outcome }))
    }

    fn outcome(&mut self, number: u32, columns: &FixedWidthLine<'_>, round: u16, opponent: u16, result: u8) -> SideResult {
        let place = Place::new(number, result_column(round), 1);
        match result {
            b'1' => SideResult::Win,
            b'=' => SideResult::Draw,
            b'0' => SideResult::Loss,
            b'W' => SideResult::UnplayedWin,
            b'D' => SideResult::UnplayedDraw,
            b'L' => SideResult::UnplayedLoss,
            b'+' => SideResult::ForfeitWin,
            b'-' => SideResult::ForfeitLoss,
            b'*' | b'X' => {
                let message = format!("round {round}: the game against {opponent} is not finished; it is left out");
                let hint = "when it is, hand in the report again, or a correction with the old result *";
                self.problems.add(&codes::UNFINISHED, place, message).hint(hint).source(columns.line());
                SideResult::Unknown
            }
            b' ' => {
                let message = format!("round {round}: no result of the game against {opponent}");
                let hint = "if the game was played, fill in its result in both players' lines";
                self.problems.add(&codes::RESULT_MISSING, place, message).hint(hint).source(columns.line());
                SideResult::Unknown
            }
            b'F' | b'H' | b'U' | b'Z' => {
                let message = format!("round {round}: '{}' is a bye, but the line names opponent {opponent}", char::from(result));
                let hint = "a bye has opponent 0000; a game has one of 1 = 0 W D L + -";
                self.problems.add(&codes::RESULT_UNKNOWN, place, message).hint(hint).source(columns.line());
                SideResult::Unknown
            }
            _ => {
                let written = columns.character(result_column(round));
                let message = format!("round {round}: '{}' is no result", written.escape_debug());
                self.problems.add(&codes::RESULT_UNKNOWN, place, message).hint("a game has one of 1 = 0 W D L + -").source(columns.line());
                SideResult::Unknown
            }
        }
    }

    /// Reports unreadable blocks: an error up to the last round, ignored text after it.
    pub(super) fn report_unreadable_blocks(&mut self) {
        let mut last_reported = None;
        for UnreadableBlock { entry, round, problem } in std::mem::take(&mut self.unreadable_blocks) {
            let ReportEntry { line, source, .. } = self.entries[entry];
            let place = Place::new(line, opponent_column(round), 8);
            if round <= self.last_round {
                let message = format!("round {round}: {problem}");
                let hint = "opponent right-aligned in four columns, a blank, the colour, a blank, the result; each round ten columns on";
                self.problems.add(&codes::BLOCK_GARBLED, place, message).hint(hint).source(source);
            } else if last_reported.replace(entry) != Some(entry) {
                let message = format!("the text after round {} is ignored", self.last_round);
                let hint = "if it was meant as a round, give it the ten columns of a round";
                self.problems.add(&codes::TEXT_AFTER_ROUNDS, place, message).hint(hint).source(source);
            }
        }
    }

    /// Warns about entries without a usable id (D25), and about ids that several entries have (D47).
    pub(super) fn resolve_ids(&mut self) {
        let mut by_id: Vec<(u32, usize)> = self.entries.iter().enumerate().filter_map(|(at, e)| Some((e.id?, at))).collect();
        by_id.sort_unstable();
        for same in by_id.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            let id = same[0].0;
            self.shares_ids = true;
            let entries: Vec<usize> = same.iter().map(|(_, entry)| *entry).collect();
            let rounds = self.clashing_rounds(&entries);
            self.clashes.extend(rounds.iter().map(|&round| (round, self.entries[entries[0]].player)));
            let left_out = match rounds.as_slice() {
                [] => String::new(),
                [round] => format!("; both have games in round {round}, which are left out"),
                rounds => {
                    let rounds: Vec<String> = rounds.iter().map(u16::to_string).collect();
                    format!("; both have games in the rounds {}, which are left out", rounds.join(", "))
                }
            };
            for &entry in &entries {
                let other = entries.iter().find(|other| **other != entry).map_or(0, |other| self.entries[*other].line);
                let entry = &self.entries[entry];
                let message = format!("id {id} is also that of the entry in line {other}; they are taken as one player{left_out}");
                let hint = "correct the id of one of them, or join their results into one line";
                self.problems.add(&codes::ID_SHARED, Place::new(entry.line, 58, 11), message).hint(hint).source(entry.source);
            }
        }
        self.clashes.sort_unstable();
        for entry in &self.entries {
            let Some(id) = entry.id else {
                let written = FixedWidthLine::new(entry.source).field(58, 68);
                let message = match written {
                    "" | "0" => format!("player {} has no id and is treated as unrated", entry.rank),
                    _ => format!("'{}' is no id; player {} is treated as unrated", written.escape_debug(), entry.rank),
                };
                let rank = entry.rank;
                let hint = format!(
                    "put the FIDE id right-aligned into columns 58 to 68, or hand in a correction of the player with #{rank} as old"
                );
                self.problems.add(&codes::NO_ID, Place::new(entry.line, 58, 11), message).hint(hint).source(entry.source);
                continue;
            };
            if id < 100_000 && !self.options.known.contains(id) {
                let (message, hint) = if self.options.known.is_empty() {
                    let message = format!("id {id} looks like a national number, and no list is at hand to look it up");
                    (message, "if it is one, put the FIDE id in its place, or 0; give check a list, and it knows the ids")
                } else {
                    (format!("id {id} is on no list and looks like a national number"), "if it is one, put the FIDE id in its place, or 0")
                };
                self.problems.add(&codes::ID_NATIONAL, Place::new(entry.line, 58, 11), message).hint(hint).source(entry.source);
            }
        }
    }

    /// The rounds in which several of these entries, which are one player's, have a game that may count. A game between two of them is none.
    fn clashing_rounds(&self, entries: &[usize]) -> Vec<u16> {
        let is_own = |opponent: u16| entries.iter().any(|entry| self.entries[*entry].rank == opponent);
        let may_count = |side: &&ReportedSide| side.outcome.played().is_some() || side.outcome == SideResult::Unknown;
        let sides = entries.iter().flat_map(|entry| &self.sides[self.entries[*entry].sides.clone()]);
        let mut rounds: Vec<u16> = sides.filter(may_count).filter(|side| !is_own(side.opponent)).map(|side| side.round).collect();
        rounds.sort_unstable();
        rounds.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]).collect()
    }

    /// Returns the players who are not on the list, or without a name there.
    pub(super) fn newcomers(&mut self) -> Vec<Newcomer> {
        let mut newcomers = Vec::new();
        for entry in &self.entries {
            let Some(id) = entry.player.fide_id().filter(|id| !self.options.is_described(*id)) else { continue };
            let mut newcomer = newcomer(id, &FixedWidthLine::new(entry.source));
            if let Some(message) = newcomer.birth_year.and_then(|year| self.options.birth_year_problem(year)) {
                let place = Place::new(entry.line, 70, 10);
                self.problems.add(&codes::BIRTH_YEAR_LATER, place, message).hint("correct the year of birth").source(entry.source);
                newcomer.birth_year = None;
            }
            newcomers.push(newcomer);
        }
        newcomers
    }

    /// Whether the list decides on a diagnostic of an entry: of an id like a national number, or of a birth year after the list's.
    pub(super) fn depends_on_list(&self) -> bool {
        let is_born_later = |entry: &ReportEntry<'_>| {
            let year = birth_year(FixedWidthLine::new(entry.source).field(70, 79));
            year.is_some_and(|year| self.options.birth_year_problem(year).is_some())
        };
        self.entries.iter().any(|entry| entry.id.is_some_and(|id| id < 100_000) || is_born_later(entry))
    }

    /// What the lines without a usable id say of their players, without the id of the tournament, which the report does not have.
    pub(super) fn entries_without_id(&self) -> Vec<EntryWithoutId> {
        let without = self.entries.iter().filter(|entry| entry.id.is_none());
        let described = |entry: &ReportEntry<'_>| newcomer(0, &FixedWidthLine::new(entry.source));
        without
            .map(|entry| EntryWithoutId { tournament_id: Arc::default(), starting_rank: entry.rank, described: described(entry) })
            .collect()
    }

    /// For each round, the place of its first game.
    pub(super) fn round_places(&self) -> Vec<Place> {
        let mut places = vec![Place::default(); usize::from(self.last_round)];
        for entry in self.entries.iter().rev() {
            for side in &self.sides[entry.sides.clone()] {
                places[usize::from(side.round) - 1] = Place::new(entry.line, opponent_column(side.round), 8);
            }
        }
        places
    }

    /// Reports a player line with blanks before it, whose columns would be wrong.
    pub(super) fn indented_player_line(&mut self, number: u32, line: &str) {
        let message = "the player line begins with blanks and is left out";
        self.problems.add(&codes::PLAYER_LINE_INDENTED, Place::line(number), message).hint("take away the blanks before 001").source(line);
    }
}

fn written_id(columns: &FixedWidthLine<'_>) -> Option<u32> {
    let written = columns.field(58, 68);
    let is_number = !written.is_empty() && written.bytes().all(|b| b.is_ascii_digit());
    let id = if is_number { written.parse().ok()? } else { return None };
    PlayerRef::id(id).map(|_| id)
}

fn newcomer(id: u32, columns: &FixedWidthLine<'_>) -> Newcomer {
    let (sex, title) = sex_and_title(columns.character(10), columns.field(11, 13));
    let (title, women_title) = if title.starts_with('W') { ("", title) } else { (title, "") };
    Newcomer {
        id,
        name: columns.field(15, 47).split_whitespace().collect::<Vec<_>>().join(" "),
        title: title.to_owned(),
        women_title: women_title.to_owned(),
        federation: columns.field(54, 56).to_uppercase(),
        sex: sex.to_owned(),
        birth_year: birth_year(columns.field(70, 79)),
    }
}

/// Parses sex and title in their many spellings: `m` ` GM`, `w` `WIM`, `M` `  g`, or one joined to the other.
pub(super) fn sex_and_title(sex: char, title: &str) -> (&'static str, &'static str) {
    let sex_of = |c: char| match c.to_ascii_lowercase() {
        'm' => "M",
        'w' | 'f' => "F",
        _ => "",
    };
    match title_of(title) {
        "" => {
            // `mGM` with the sex in the title's first column.
            let mut rest = title.chars();
            let glued = rest.next().map_or("", sex_of);
            match title_of(rest.as_str()) {
                // `XM` is no sex and a title.
                _ if glued.is_empty() => (sex_of(sex), ""),
                "" => (sex_of(sex), ""),
                title => (if sex_of(sex).is_empty() { glued } else { sex_of(sex) }, title),
            }
        }
        title => (sex_of(sex), title),
    }
}

fn title_of(text: &str) -> &'static str {
    match text.to_ascii_lowercase().as_str() {
        "gm" | "g" => "GM",
        "im" | "m" => "IM",
        "fm" | "f" => "FM",
        "cm" | "c" => "CM",
        "wgm" | "wg" => "WGM",
        "wim" | "wm" => "WIM",
        "wfm" | "wf" => "WFM",
        "wcm" | "wc" => "WCM",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sexes_and_titles_of_every_writer_are_understood() {
        for (sex, title, expected) in [
            ('m', "GM", ("M", "GM")),
            ('w', "WIM", ("F", "WIM")),
            ('f', "wg", ("F", "WGM")),
            ('F', "WCM", ("F", "WCM")),
            (' ', "g", ("", "GM")),
            ('M', "m", ("M", "IM")),
            (' ', "mGM", ("M", "GM")),
            (' ', "wGM", ("", "WGM")),
            ('X', "", ("", "")),
            ('m', "Dr", ("M", "")),
            ('m', "é", ("M", "")),
        ] {
            assert_eq!(sex_and_title(sex, title), expected, "{sex}{title}");
        }
    }

    #[test]
    fn an_id_is_a_number_of_at_most_nine_digits() {
        let id = |text: &str| written_id(&FixedWidthLine::new(&format!("{:57}{text:11}", "001")));
        assert_eq!(id("    6211523"), Some(6_211_523));
        assert_eq!(id("6211523    "), Some(6_211_523));
        assert_eq!(id("  00621152 "), Some(621_152));
        for wrong in ["0", "", "L01854", "37429171020", "1000000000", "-5", "12 34"] {
            assert_eq!(id(wrong), None, "{wrong}");
        }
    }
}
