//! The explanation of a tournament as a document.

use crate::explain::document::verification_section;
use crate::explain::event_document::{dates, id, outcome_note, reasons, score};
use crate::explain::page_context::PageContext;
use crate::explain::phrases::{counted, in_brackets};
use crate::explain::tournament::{Participant, TournamentExplanation, UncountedGame};
use pages::{Block, Column, Document, DocumentTable, Section, Value};
use period_assembly::TournamentStatus;

impl TournamentExplanation {
    /// The status, each player's share, the games that did not count, and the verification.
    pub fn to_document(&self) -> Document {
        let mut document = Document::new(self.headline());
        document.extend(self.summary().into_iter().map(Block::paragraph));
        if !self.participants.is_empty() {
            let meaning =
                "K x sum: what the tournament adds to the change before rounding; Change: the whole of this list, all events together (D9)";
            document
                .push(Section::new("Players").with(players_table(&self.participants, &PageContext::default())).with(Block::note(meaning)));
        }
        if !self.left_out.is_empty() {
            let mut section = Section::new("Not counted").with(left_out_table(&self.left_out, &PageContext::default()));
            section.extend(reasons(self.left_out.iter().map(|left_out| &left_out.game)).into_iter().map(Block::note));
            document.push(section);
        }
        document.extend(self.titles.as_ref().map(|titles| Block::from(titles.section())));
        document.with(verification_section(&[], self.is_unverified, &self.differences))
    }

    fn headline(&self) -> String {
        let name = if self.name.is_empty() || self.name == self.tournament_id { String::new() } else { format!(", {}", self.name) };
        format!("{}{name}, {}, for the {} list of {}", self.tournament_id, dates(self.start, self.end), self.control, self.list)
    }

    /// The status with its article, and the edition and ratings that were used.
    pub(super) fn summary(&self) -> Vec<Value> {
        let mut lines = Vec::new();
        if self.status == TournamentStatus::Rated {
            let longer =
                self.longer_ratings_of.map_or_else(String::new, |date| format!(", and of a slower time control on that of {date} (D18)"));
            let ratings = self.ratings_of.map_or_else(String::new, |date| format!(", with the ratings on the list of {date} (D2){longer}"));
            lines.push(format!("Rated by {}, the edition in force when it started (D1){ratings}", self.edition).into());
            if !self.article.is_empty() {
                lines.push(format!("Enough of its players are rated{}", in_brackets(&self.article)).into());
            }
        } else {
            let detail = if self.detail.is_empty() { &self.because } else { &self.detail };
            lines.push(format!("Not rated on this list: {}, {detail}{}", self.status.in_words(), in_brackets(&self.article)).into());
            lines.extend(self.rated_on.map(|list| format!("The list of {list} rated it").into()));
            let earlier = |list| format!("The list of {list} refused it first, and has its games; the report has not changed since (D23)");
            lines.extend(self.refused_since.map(|list| earlier(list).into()));
        }
        lines.push(Value::joined([counted(self.entrants, "player"), counted(self.games, "game")], ", "));
        lines
    }
}

pub(super) fn players_table(players: &[Participant], context: &PageContext) -> DocumentTable {
    let names = ["Rating", "Games", "Points", "Sum", "K", "K x sum", "Change", "Pooled", "Left out"];
    let folded = ["Sum", "K", "K x sum", "Pooled", "Left out"];
    let number = |name: &str| if folded.contains(&name) { Column::number(name).folds() } else { Column::number(name) };
    let columns = [Column::number("Id").folds(), Column::text("Name")].into_iter().chain(names.map(number));
    let mut table = DocumentTable::new(columns).sortable().without_empty_columns();
    for player in players {
        let of_counted = |value: Option<Value>| value.filter(|_| player.counted > 0).unwrap_or_default();
        table.row([
            id(player.fide_id),
            context.player(player.fide_id, &player.name),
            player.own_rating.map(Value::Rating).unwrap_or_default(),
            Value::Number(player.counted.into()),
            of_counted(Some(Value::HalfPoints(player.half_points))),
            of_counted(Some(Value::Hundredths(player.sum_hundredths.into()))),
            of_counted(player.k_used.map(|k| Value::Number(k.into()))),
            of_counted(player.share_hundredths.map(|share| Value::Hundredths(share.into()))),
            of_counted(player.change.map(|change| Value::Change(change.into()))),
            some(player.pooled),
            some(player.left_out),
        ]);
    }
    table
}

/// A number of games; empty for 0.
fn some(games: i32) -> Value {
    if games == 0 { Value::Empty } else { Value::Number(games.into()) }
}

pub(super) fn left_out_table(games: &[UncountedGame], context: &PageContext) -> DocumentTable {
    let mut table = DocumentTable::new([
        Column::number("Round"),
        Column::number("Id").folds(),
        Column::text("Player"),
        Column::number("Against").folds(),
        Column::text("Opponent"),
        Column::number("Score").folds(),
        Column::long("Why"),
    ])
    .sortable();
    for UncountedGame { fide_id, name, game } in games {
        let round = game.round.map_or(Value::Empty, |round| Value::Number(round.into()));
        table.row([
            round,
            id(*fide_id),
            context.player(*fide_id, name),
            id(game.opponent),
            context.player(game.opponent, &game.opponent_name),
            score(game),
            outcome_note(game),
        ]);
    }
    table
}
