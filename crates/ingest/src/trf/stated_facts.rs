//! Compares what a report says of itself with its lines: points, numbers of players, titles, and federations.
//!
//! No rating depends on any of it, but each difference points at a wrong result, a lost line or a wrong id.

use super::ReportReader;
use super::byes::ByeSign;
use super::player_line::{ReportEntry, sex_and_title};
use crate::codes;
use crate::fixed_width_line::FixedWidthLine;
use model::{ByeKind, Place, SideResult};

/// The columns of the points.
const POINTS: (usize, usize) = (81, 84);
/// The columns of the title.
const TITLE: (usize, usize) = (11, 13);
/// The columns of the federation.
const FEDERATION: (usize, usize) = (54, 56);

/// A number of players in a header line.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedNumber {
    number: usize,
    place: Place,
}

impl StatedNumber {
    /// Reads the number at the beginning of a header line; programs add further text.
    pub(super) fn parse(text: &str, place: Place) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text.get(..digits)?.parse().ok()?;
        Some(Self { number, place: Place { width: u32::try_from(digits).unwrap_or(0), ..place } })
    }
}

/// What one player's results give, in half points.
#[derive(Clone, Copy, Debug, Default)]
struct ResultSum {
    half_points: u32,
    /// The byes whose worth every event decides for itself.
    allocated: u32,
    /// Whether a result is not known, so that any points may be right.
    is_open: bool,
}

impl ResultSum {
    /// Whether the stated half points are what these results give, whatever an allocated bye is worth: a point, half of one, or nothing.
    fn may_be(self, stated: u32) -> bool {
        self.is_open || (0..=2).any(|worth| stated == self.half_points + worth * self.allocated)
    }
}

/// What the player lines say, gone through once.
#[derive(Debug, Default)]
struct LineFacts {
    /// Each entry with points, and these in half points.
    points: Vec<(usize, u32)>,
    /// How many lines have a rating.
    rated_players: usize,
}

impl ReportReader<'_> {
    /// Warns of points, numbers of players, titles and federations that do not fit.
    pub(super) fn compare_stated_facts(&mut self) {
        let facts = self.line_facts();
        self.compare_points(&facts);
        self.compare_numbers(&facts);
    }

    /// Goes through the player lines, and warns of titles and federations.
    fn line_facts(&mut self) -> LineFacts {
        let mut facts = LineFacts::default();
        for at in 0..self.entries.len() {
            let columns = FixedWidthLine::new(self.entries[at].source);
            facts.points.extend(half_points(columns.field(POINTS.0, POINTS.1)).map(|stated| (at, stated)));
            facts.rated_players += usize::from(columns.field(49, 52).parse::<u16>().is_ok_and(|rating| rating > 0));
            self.check_title(at, &columns);
            self.compare_federation(at, columns.field(FEDERATION.0, FEDERATION.1));
        }
        facts
    }

    fn compare_points(&mut self, facts: &LineFacts) {
        if self.header.has_own_scoring {
            return;
        }
        let sums = self.result_sums();
        let differing: Vec<(usize, u32)> = facts.points.iter().copied().filter(|&(at, stated)| !sums[at].may_be(stated)).collect();
        let by_results = |at: usize| points(sums[at].half_points + 2 * sums[at].allocated);
        // Points of an own scoring, or of a league whose other rounds are elsewhere, differ everywhere.
        if differing.len() >= 4 && 2 * differing.len() > facts.points.len() {
            let (at, stated) = differing[0];
            let ReportEntry { rank, line, source, .. } = self.entries[at];
            let (differing, all, stated, by_results) = (differing.len(), facts.points.len(), points(stated), by_results(at));
            let message = format!(
                "the points of {differing} of {all} players are not what their results give, as of player {rank}: {stated}, and {by_results} \
                 by the results in the line"
            );
            let hint = "if the event has a scoring of its own, nothing; otherwise ask the organiser for the report again";
            self.problems.add(&codes::POINTS_DIFFER, Place::new(line, POINTS.0, 4), message).hint(hint).source(source);
            return;
        }
        for (at, stated) in differing {
            let ReportEntry { rank, line, source, .. } = self.entries[at];
            let message = format!("player {rank} has {} points, and {} by the results in the line", points(stated), by_results(at));
            let hint = "look for a wrong or a missing result in the line, and correct it in both players' lines";
            self.problems.add(&codes::POINTS_DIFFER, Place::new(line, POINTS.0, 4), message).hint(hint).source(source);
        }
    }

    /// The sum of each entry's results.
    fn result_sums(&self) -> Vec<ResultSum> {
        let mut sums = vec![ResultSum::default(); self.entries.len()];
        for (sum, entry) in sums.iter_mut().zip(&self.entries) {
            for side in &self.sides[entry.sides.clone()] {
                match side.outcome {
                    SideResult::Win | SideResult::ForfeitWin | SideResult::UnplayedWin => sum.half_points += 2,
                    SideResult::Draw | SideResult::UnplayedDraw => sum.half_points += 1,
                    SideResult::Loss | SideResult::ForfeitLoss | SideResult::UnplayedLoss => {}
                    SideResult::Unknown | SideResult::Missing => sum.is_open = true,
                }
            }
        }
        for bye in &self.byes {
            let sum = &mut sums[bye.entry];
            match bye.sign {
                ByeSign::Plus | ByeSign::Kind(ByeKind::Allocated) => sum.allocated += 1,
                ByeSign::Kind(ByeKind::FullPoint) => sum.half_points += 2,
                ByeSign::Kind(ByeKind::HalfPoint) => sum.half_points += 1,
                ByeSign::Kind(ByeKind::ZeroPoint) => {}
            }
        }
        sums
    }

    /// Warns where line 062 counts other players than the player lines are, and line 072 more rated ones. It may count fewer: programs write
    /// national ratings for those who have no other.
    fn compare_numbers(&mut self, facts: &LineFacts) {
        let players = self.entries.len();
        let rated = facts.rated_players;
        for (tag, stated, counted, least, whom) in
            [("062", self.header.players, players, players, "players"), ("072", self.header.rated_players, rated, 0, "rated players")]
        {
            let is_wrong = |stated: &StatedNumber| players > 0 && !(least..=counted).contains(&stated.number);
            let Some(StatedNumber { number, place }) = stated.filter(is_wrong) else { continue };
            let message = format!("line {tag} says {number} {whom}, and the player lines are {counted}");
            let hint = "if lines are missing, ask the organiser for the report again";
            self.problems.add(&codes::PLAYER_NUMBER_DIFFERS, place, message).hint(hint);
        }
    }

    /// Warns of a title that there is not.
    fn check_title(&mut self, at: usize, columns: &FixedWidthLine<'_>) {
        let written = columns.field(TITLE.0, TITLE.1);
        if written.is_empty() {
            return;
        }
        let is_sex_alone = written.len() == 1 && written.bytes().all(|byte| matches!(byte.to_ascii_lowercase(), b'm' | b'w' | b'f'));
        let (_, title) = sex_and_title(columns.character(10), written);
        if title.is_empty() && !is_sex_alone && written.contains(char::is_alphanumeric) {
            let ReportEntry { rank, line, source, .. } = self.entries[at];
            let message = format!("'{}' is no title, and player {rank} is taken as without one", written.escape_debug());
            let hint = "one of GM IM FM CM WGM WIM WFM WCM, or g m f c wg wm wf wc, in columns 11 to 13";
            self.problems.add(&codes::TITLE_UNKNOWN, Place::new(line, TITLE.0, 3), message).hint(hint).source(source);
        }
    }

    /// Warns of a federation that is not that of the list.
    fn compare_federation(&mut self, at: usize, written: &str) {
        let Some((federations, id)) = self.options.federations.zip(self.entries[at].player.fide_id()) else { return };
        let listed = self.options.known.find(id).map_or("", |row| federations.get(row));
        let is_code = written.len() == 3 && written.bytes().all(|byte| byte.is_ascii_alphabetic());
        if is_code && !listed.is_empty() && !written.eq_ignore_ascii_case(listed) {
            let ReportEntry { line, source, .. } = self.entries[at];
            let message = format!("id {id} is of {} here, and of {} on the list", written.to_ascii_uppercase(), listed.escape_debug());
            let hint = "look the player up: the id may be another's; after a transfer the roster has the new federation";
            self.problems.add(&codes::FEDERATION_DIFFERS, Place::new(line, FEDERATION.0, 3), message).hint(hint).source(source);
        }
    }
}

/// Parses points as `4`, `4.5`, `4,5` or `4½`, in half points.
fn half_points(text: &str) -> Option<u32> {
    let (whole, half) = match text.find(['.', ',', '½']) {
        Some(at) => (&text[..at], text[at..].trim_start_matches(['.', ','])),
        None => (text, "0"),
    };
    let whole: u32 = if whole.is_empty() && half == "½" { 0 } else { whole.parse().ok()? };
    let half = match half {
        "0" | "00" => 0,
        "5" | "50" | "½" => 1,
        _ => return None,
    };
    whole.checked_mul(2)?.checked_add(half)
}

/// Half points as points.
fn points(half_points: u32) -> String {
    format!("{}{}", half_points / 2, if half_points.is_multiple_of(2) { "" } else { ".5" })
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::ReadOptions;
    use model::PlayerIndex;
    use std::sync::Arc;
    use tables::TextColumn;

    /// The diagnostics of these codes, without the file.
    fn told(text: &str, codes: &[&str]) -> Vec<String> {
        let known = PlayerIndex::new(vec![101, 102]);
        let federations = TextColumn::plain(["NOR", ""].into_iter().collect());
        let options = ReadOptions { federations: Some(&federations), ..ReadOptions::new(None, &known) };
        let report = read(text.as_bytes(), &Arc::from("open.trf"), &options);
        let wanted = report.diagnostics.iter().filter(|diagnostic| codes.contains(&diagnostic.code.id));
        wanted.map(|diagnostic| format!("{}:{} {}", diagnostic.place.line, diagnostic.place.column, diagnostic.message)).collect()
    }

    fn player(rank: u32, title: &str, federation: &str, points: &str, rounds: &str) -> String {
        let id = 100 + rank;
        format!("001 {rank:4} m{title:>3} {:33} 1500 {federation:3} {id:>11} {:10} {points:>4} {rank:4}{rounds}\n", "Player", "")
    }

    #[test]
    fn points_are_compared_with_the_results_whatever_an_allocated_bye_is_worth() {
        let told = |points: &str, rounds: &str| told(&player(1, "", "NOR", points, rounds), &["TRF048"]);
        let win_and_bye = "     2 w 1  0000 - U";
        for right in ["2.0", "1.5", "1,5", "1.0", "1", "2", "", "?"] {
            assert_eq!(told(right, win_and_bye), [""; 0], "{right}");
        }
        assert_eq!(told("2.5", win_and_bye), ["1:81 player 1 has 2.5 points, and 2 by the results in the line"]);
        assert_eq!(told("0.5", "  0000 - H"), [""; 0]);
        assert_eq!(told("1.0", "  0000 - H"), ["1:81 player 1 has 1 points, and 0.5 by the results in the line"]);
        assert_eq!(told("3.0", "     2 w *"), [""; 0], "a game that is not finished may have any result");
    }

    #[test]
    fn points_that_differ_everywhere_are_told_once_and_an_own_scoring_is_not_compared() {
        let football: String = (1..=4).map(|rank| player(rank, "", "NOR", "3.0", "     9 w 1")).collect();
        assert_eq!(
            told(&football, &["TRF048"]),
            ["1:81 the points of 4 of 4 players are not what their results give, as of player 1: 3, and 1 by the results in the line"]
        );
        assert_eq!(told(&format!("162  W 3.0    D 1.0\n{football}"), &["TRF048"]), [""; 0]);
        assert_eq!(told(&format!("XXS W=3.0 D=1.0\n{football}"), &["TRF048"]), [""; 0]);
    }

    #[test]
    fn the_numbers_of_players_are_those_of_the_lines() {
        let lines = player(1, "", "NOR", "", "") + &player(2, "", "NOR", "", "").replace("1500", "    ");
        let told = |header: &str| told(&format!("{header}\n{lines}"), &["TRF049"]);
        for right in ["062 2", "062 2 (1)", "072 1", "072 0", "062", "062 -"] {
            assert_eq!(told(right), [""; 0], "{right}");
        }
        assert_eq!(told("062 12"), ["1:5 line 062 says 12 players, and the player lines are 2"]);
        assert_eq!(told("072 2"), ["1:5 line 072 says 2 rated players, and the player lines are 1"]);
    }

    #[test]
    fn a_title_that_there_is_not_is_told() {
        for right in ["GM", "wf", "m", "", "-", "W"] {
            assert_eq!(told(&player(1, right, "NOR", "", ""), &["TRF050"]), [""; 0], "{right}");
        }
        assert_eq!(told(&player(1, "XM", "NOR", "", ""), &["TRF050"]), ["1:11 'XM' is no title, and player 1 is taken as without one"]);
    }

    #[test]
    fn a_federation_that_is_not_the_lists_is_told() {
        for (rank, federation) in [(1, "NOR"), (1, "nor"), (1, ""), (2, "SWE"), (3, "SWE")] {
            assert_eq!(told(&player(rank, "", federation, "", ""), &["TRF051"]), [""; 0], "{rank} {federation}");
        }
        assert_eq!(told(&player(1, "", "SWE", "", ""), &["TRF051"]), ["1:54 id 101 is of SWE here, and of NOR on the list"]);
    }

    #[test]
    fn points_are_read_as_programs_write_them() {
        for (text, expected) in [("4.5", Some(9)), ("4,5", Some(9)), ("4½", Some(9)), ("½", Some(1)), ("4", Some(8)), ("4.0", Some(8))] {
            assert_eq!(half_points(text), expected, "{text}");
        }
        for text in ["", "x", "4.3", "-1", "."] {
            assert_eq!(half_points(text), None, "{text}");
        }
    }
}
