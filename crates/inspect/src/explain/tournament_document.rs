//! The explanation of a tournament as a document.

use crate::explain::document::verification_section;
use crate::explain::event_document::{dates, id, outcome_note, reasons, score};
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
            document.push(Section::new("Players").with(players_table(&self.participants)).with(Block::note(meaning)));
        }
        if !self.left_out.is_empty() {
            let mut section = Section::new("Not counted").with(left_out_table(&self.left_out));
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
    fn summary(&self) -> Vec<Value> {
        let mut lines = Vec::new();
        if self.status == TournamentStatus::Rated {
            let longer =
                self.longer_ratings_of.map_or_else(String::new, |date| format!(", and of a longer control on that of {date} (D18)"));
            let ratings = self.ratings_of.map_or_else(String::new, |date| format!(", with the ratings on the list of {date} (D2){longer}"));
            lines.push(format!("Rated by {}, the edition in force when it started (D1){ratings}", self.edition).into());
            if !self.article.is_empty() {
                lines.push(format!("Enough of its players are rated{}", in_brackets(&self.article)).into());
            }
        } else {
            let detail = if self.detail.is_empty() { &self.because } else { &self.detail };
            lines.push(
                format!("Not rated on this list: {}, {detail}{}", self.status.word().replace('-', " "), in_brackets(&self.article)).into(),
            );
            lines.extend(self.rated_on.map(|list| format!("The list of {list} rated it").into()));
            let earlier = |list| format!("The list of {list} refused it first, and has its games; the report has not changed since (D23)");
            lines.extend(self.refused_since.map(|list| earlier(list).into()));
        }
        lines.push(Value::joined([counted(self.entrants, "player"), counted(self.games, "game")], ", "));
        lines
    }
}

fn players_table(players: &[Participant]) -> DocumentTable {
    let names = ["Rating", "Games", "Points", "Sum", "K", "K x sum", "Change", "Pooled", "Left out"];
    let columns = [Column::number("Id"), Column::text("Name")].into_iter().chain(names.map(Column::number));
    let mut table = DocumentTable::new(columns).sortable();
    for player in players {
        let of_counted = |value: Option<Value>| value.filter(|_| player.counted > 0).unwrap_or_default();
        table.row([
            id(player.fide_id),
            Value::from(&player.name),
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

fn left_out_table(games: &[UncountedGame]) -> DocumentTable {
    let mut table = DocumentTable::new([
        Column::number("Round"),
        Column::number("Id"),
        Column::text("Player"),
        Column::number("Against"),
        Column::text("Opponent"),
        Column::number("Score"),
        Column::long("Why"),
    ])
    .sortable();
    for UncountedGame { fide_id, name, game } in games {
        let round = game.round.map_or(Value::Empty, |round| Value::Number(round.into()));
        table.row([
            round,
            id(*fide_id),
            Value::from(name),
            id(game.opponent),
            Value::from(&game.opponent_name),
            score(game),
            outcome_note(game),
        ]);
    }
    table
}
