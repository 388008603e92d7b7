//! The explanation of a tournament as a page to send round, with the crosstable as arbiters know it.

use crate::explain::document::verification_section;
use crate::explain::event_document::{dates, reasons};
use crate::explain::explanation::ExplainedGame;
use crate::explain::page_context::PageContext;
use crate::explain::tournament::{Participant, TournamentExplanation};
use crate::explain::tournament_document::{left_out_table, players_table};
use pages::{Block, Column, Document, DocumentTable, Figures, Section, Value};
use period_assembly::TournamentStatus;
use rating::SideStatus;
use std::collections::BTreeMap;

/// More rounds than this make no crosstable that can be read.
const MOST_ROUNDS: i32 = 40;

impl TournamentExplanation {
    /// The status with large figures, the crosstable, what each player won, what was left out, and the proof.
    pub fn page(&self, context: &PageContext) -> Document {
        let name = if self.name.is_empty() { &self.tournament_id } else { &self.name };
        let federation = if self.federation.is_empty() { String::new() } else { format!(", {}", self.federation) };
        let kicker = format!(
            "Explained: tournament {} \u{b7} {} rating list of {} \u{b7} {}{federation}",
            self.tournament_id,
            self.control,
            self.list.in_words(),
            dates(self.start, self.end)
        );
        let mut document = Document::new(name.as_str()).kicker(kicker);
        let mut summary = self.summary();
        // The last line counts players and games, which the figures do.
        summary.pop();
        for (at, line) in summary.into_iter().enumerate() {
            let is_refused = at == 0 && matches!(self.status, TournamentStatus::Refused | TournamentStatus::Late);
            document.push(if is_refused { Block::alert(line) } else { Block::paragraph(line) });
        }
        document.push(self.figures());
        document.extend(self.crosstable(context).map(Block::from));
        if !self.participants.is_empty() {
            let meaning = "K x sum: what the tournament adds to the change before rounding. Change: the whole of this list, all events together (D9).";
            let table = players_table(&self.participants, context);
            document.push(Section::new("What each player won").with(table).with(Block::note(meaning)));
        }
        if !self.left_out.is_empty() {
            let mut section = Section::new("Left out, and why").with(left_out_table(&self.left_out, context));
            section.extend(reasons(self.left_out.iter().map(|left_out| &left_out.game)).into_iter().map(Block::note));
            document.push(section);
        }
        document.extend(self.titles.as_ref().map(|titles| Block::from(titles.section())));
        document.with(verification_section(&[], self.is_unverified, &self.differences))
    }

    fn figures(&self) -> Figures {
        let count =
            |of: fn(&Participant) -> i32| -> u64 { self.participants.iter().map(|player| u64::try_from(of(player)).unwrap_or(0)).sum() };
        let number = |number: i64| Value::Count(u64::try_from(number).unwrap_or(0));
        let figures = Figures::new().figure("Players", number(self.entrants), "").figure("Games", number(self.games), "");
        if self.participants.is_empty() {
            return figures;
        }
        figures
            .figure("Sides counted", Value::Count(count(|player| player.counted)), "of games, one for each player")
            .figure("To the pool", Value::Count(count(|player| player.pooled)), "towards first ratings")
            .figure("Left out", Value::Count(count(|player| player.left_out)), "the reasons are below")
    }

    /// One row for each player in the order of points, one column for each round; `None` without rounds.
    fn crosstable(&self, context: &PageContext) -> Option<Section> {
        let rounds = self.sides.iter().filter_map(|(_, game)| game.round).max().filter(|&last| last <= MOST_ROUNDS)?;
        let mut rows: Vec<CrosstableRow<'_>> = self.participants.iter().map(|player| CrosstableRow { player, half_points: 0 }).collect();
        let mut points: BTreeMap<u32, i32> = BTreeMap::new();
        for (player, game) in &self.sides {
            *points.entry(player.unwrap_or(0)).or_default() += half_points(game);
        }
        rows.iter_mut().for_each(|row| row.half_points = row.player.fide_id.and_then(|id| points.get(&id)).copied().unwrap_or(0));
        // Players without an id share one row of games, which is not a player's.
        rows.retain(|row| row.player.fide_id.is_some());
        rows.sort_by_key(|row| {
            (std::cmp::Reverse(row.half_points), std::cmp::Reverse(row.player.own_rating.unwrap_or(0)), row.player.fide_id)
        });
        let places: BTreeMap<u32, usize> = rows.iter().enumerate().filter_map(|(at, row)| Some((row.player.fide_id?, at + 1))).collect();
        let mut cells: BTreeMap<(u32, i32), String> = BTreeMap::new();
        for (player, game) in &self.sides {
            if let (Some(player), Some(round)) = (*player, game.round) {
                let cell = cells.entry((player, round)).or_default();
                let separator = if cell.is_empty() { "" } else { " " };
                *cell = format!("{cell}{separator}{}", cell_text(game, &places));
            }
        }
        let mut columns = vec![Column::number("#"), Column::text("Name"), Column::number("Rating").folds(), Column::number("Points")];
        columns.extend((1..=rounds).map(|round| Column::short(&round.to_string())));
        let mut table = DocumentTable::new(columns);
        for (at, row) in rows.iter().enumerate() {
            let id = row.player.fide_id.unwrap_or(0);
            let own = [
                Value::Count(at as u64 + 1),
                context.player(row.player.fide_id, &row.player.name),
                row.player.own_rating.map(Value::Rating).unwrap_or_default(),
                Value::HalfPoints(row.half_points),
            ];
            table.row(
                own.into_iter().chain((1..=rounds).map(|round| cells.get(&(id, round)).cloned().map(Value::from).unwrap_or_default())),
            );
        }
        let note = "Each round: the opponent's place, the colour and the score; + and \u{2212} for a game that was not played; * for one that \
                    does not count for this player. Of equal points the higher rating comes first, ties by id.";
        (!table.is_empty()).then(|| Section::new("Crosstable").with(table).with(Block::note(note)))
    }
}

struct CrosstableRow<'a> {
    player: &'a Participant,
    half_points: i32,
}

/// The points that a game gave, also one that was not played.
fn half_points(game: &ExplainedGame) -> i32 {
    game.half_points.unwrap_or(match game.result.as_str() {
        "+" => 2,
        "=" | "H" => 1,
        _ => 0,
    })
}

/// `12w1`, `3b½*`, `7+`
fn cell_text(game: &ExplainedGame, places: &BTreeMap<u32, usize>) -> String {
    let place = game.opponent.and_then(|id| places.get(&id)).map_or_else(|| "\u{2013}".to_owned(), usize::to_string);
    let score = match game.half_points {
        Some(2) => "1",
        Some(1) => "\u{bd}",
        Some(_) => "0",
        None => match game.result.as_str() {
            "+" => return format!("{place}+"),
            "-" => return format!("{place}\u{2212}"),
            other => other,
        },
    };
    let mark = if game.status == SideStatus::LeftOut { "*" } else { "" };
    format!("{place}{}{score}{mark}", game.colour)
}
