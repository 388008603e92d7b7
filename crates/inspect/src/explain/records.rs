//! Rows of the audit tables, read into typed values.

use crate::explain::explanation::{EventStatus, ExplainedEvent, ExplainedGame};
use crate::parquet_rows::{ParquetFile, PlayerTable, TableRows};
use crate::player_directory::PlayerDirectory;
use model::{Date, Rating, Reason};
use period_assembly::TournamentStatus;
use rating::RatingChangeCause;
use std::collections::HashMap;
use store::StoreError;

/// Columns that are read of a game.
pub(crate) const GAME_COLUMNS: [&str; 18] = [
    "fide_id",
    "tournament_id",
    "round",
    "colour",
    "opponent",
    "result",
    "half_points",
    "own_rating",
    "own_rating_from",
    "opponent_rating",
    "opponent_rating_from",
    "difference",
    "counted_difference",
    "expected_hundredths",
    "gain_hundredths",
    "status",
    "reason",
    "article",
];

/// The highest rating that a table can have.
pub(crate) const HIGHEST_RATING: i64 = Rating::HIGHEST.0 as i64;

const RATINGS: std::ops::RangeInclusive<i64> = 0..=HIGHEST_RATING;
const DIFFERENCES: std::ops::RangeInclusive<i64> = -HIGHEST_RATING..=HIGHEST_RATING;
const AMOUNTS: std::ops::RangeInclusive<i64> = -100_000_000..=100_000_000;

/// A row of `games.parquet`: a game, and in which tournament it was.
pub(crate) fn game(rows: &TableRows, row: usize, directory: &PlayerDirectory) -> Result<(String, ExplainedGame), StoreError> {
    let number = |name: &str, bounds| rows.bounded(name, row, bounds);
    let opponent = rows.id("opponent", row);
    let game = ExplainedGame {
        round: number("round", 0..=65_535)?,
        colour: rows.text("colour", row),
        opponent,
        opponent_name: directory.name(opponent)?,
        result: rows.text("result", row),
        half_points: number("half_points", 0..=2)?,
        own_rating: number("own_rating", RATINGS)?,
        own_rating_from: rows.parse_word("own_rating_from", row)?,
        opponent_rating: number("opponent_rating", RATINGS)?,
        opponent_rating_from: rows.parse_word("opponent_rating_from", row)?,
        difference: number("difference", DIFFERENCES)?,
        counted_difference: number("counted_difference", DIFFERENCES)?,
        expected_hundredths: number("expected_hundredths", 0..=100)?,
        gain_hundredths: number("gain_hundredths", -100..=100)?,
        status: rows.parse_required_word("status", row)?,
        reason: rows.parse_word("reason", row)?,
        article: rows.text("article", row),
        game_id: None,
        ended_at: None,
        step: None,
    };
    Ok((rows.text("tournament_id", row), game))
}

/// A player's rows of `games.parquet`, tournament by tournament.
pub(crate) fn games_by_tournament(
    games: &PlayerTable,
    id: u32,
    directory: &PlayerDirectory,
) -> Result<Vec<(String, Vec<ExplainedGame>)>, StoreError> {
    let rows = games.rows_of_player(id, &GAME_COLUMNS)?.require_columns(&GAME_COLUMNS)?;
    let mut found: Vec<(String, Vec<ExplainedGame>)> = Vec::new();
    for row in 0..rows.len() {
        let (tournament, game) = game(&rows, row, directory)?;
        match found.last_mut() {
            Some((last, games)) if *last == tournament => games.push(game),
            _ => found.push((tournament, vec![game])),
        }
    }
    Ok(found)
}

/// A row of `changes.parquet`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeRow {
    /// The word as the table has it; [`ChangeRow::cause`] parses it.
    pub(crate) cause: String,
    pub(crate) before: Option<i32>,
    pub(crate) base: Option<i32>,
    pub(crate) k: Option<i32>,
    pub(crate) k_is_listed: bool,
    pub(crate) k_used: Option<i32>,
    pub(crate) games: i32,
    pub(crate) half_points: i32,
    pub(crate) sum: Option<i32>,
    pub(crate) change: Option<i32>,
    pub(crate) opponents: Option<i32>,
    pub(crate) p: Option<i32>,
    pub(crate) dp: Option<i32>,
    pub(crate) computed: Option<i32>,
    pub(crate) ordered: Option<i32>,
    pub(crate) after: Option<i32>,
    /// The rating that an order raises to; lists without such an order may lack the column.
    pub(crate) longer_rating: Option<i32>,
}

impl ChangeRow {
    /// The cause of the change, or the word of the table if it is not a known cause.
    pub(crate) fn cause(&self) -> Result<RatingChangeCause, &str> {
        self.cause.parse().map_err(|_| self.cause.as_str())
    }
}

const CHANGE_COLUMNS: [&str; 17] = [
    "fide_id",
    "cause",
    "before",
    "base",
    "k",
    "k_from",
    "k_used",
    "games",
    "half_points",
    "sum_hundredths",
    "change",
    "opponents_sum",
    "p_hundredths",
    "dp",
    "computed",
    "ordered",
    "after",
];

/// A player's row of `changes.parquet`.
pub(crate) fn change(changes: &PlayerTable, id: u32) -> Result<Option<ChangeRow>, StoreError> {
    let columns = [&CHANGE_COLUMNS[..], &["longer_rating"]].concat();
    let rows = changes.rows_of_player(id, &columns)?.require_columns(&CHANGE_COLUMNS)?;
    if rows.len() == 0 {
        return Ok(None);
    }
    let number = |name: &str, bounds| rows.bounded(name, 0, bounds);
    Ok(Some(ChangeRow {
        cause: rows.text("cause", 0),
        before: number("before", RATINGS)?,
        base: number("base", RATINGS)?,
        k: number("k", 0..=100)?,
        k_is_listed: rows.text("k_from", 0) == "list",
        k_used: number("k_used", 0..=100)?,
        games: number("games", 0..=1_000_000)?.unwrap_or(0),
        half_points: number("half_points", 0..=2_000_000)?.unwrap_or(0),
        sum: number("sum_hundredths", AMOUNTS)?,
        change: number("change", AMOUNTS)?,
        opponents: number("opponents_sum", 0..=2_000_000_000)?,
        p: number("p_hundredths", 0..=100)?,
        dp: number("dp", -1_000_000..=1_000_000)?,
        computed: number("computed", AMOUNTS)?,
        ordered: number("ordered", AMOUNTS)?,
        after: number("after", 0..=32_767)?,
        longer_rating: number("longer_rating", RATINGS)?,
    }))
}

/// `tournaments.parquet`, with an index from id to row.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    rows: TableRows,
    rows_by_id: HashMap<String, usize>,
}

const TOURNAMENT_COLUMNS: [&str; 23] = [
    "tournament_id",
    "status",
    "reason",
    "article",
    "detail",
    "edition",
    "name",
    "federation",
    "kind",
    "start",
    "end",
    "rounds",
    "received",
    "ratings_of",
    "longer_ratings_of",
    "refused_since",
    "entrants",
    "games",
    "class",
    "sides_counted",
    "sides_pooled",
    "sides_left_out",
    "file",
];

impl Tournaments {
    pub(crate) fn read(file: &ParquetFile) -> Result<Self, StoreError> {
        let rows = file.columns(&TOURNAMENT_COLUMNS)?.require_columns(&["tournament_id", "status", "edition"])?;
        let mut rows_by_id = HashMap::with_capacity(rows.len());
        for row in 0..rows.len() {
            // Of several rows with one id the first is enough: the others are refused for the same reason.
            rows_by_id.entry(rows.text("tournament_id", row)).or_insert(row);
        }
        Ok(Self { rows, rows_by_id })
    }

    pub(crate) fn find(&self, id: &str) -> Option<TournamentRecord<'_>> {
        self.rows_by_id.get(id).map(|&row| TournamentRecord { rows: &self.rows, row })
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.rows_by_id.keys().cloned().collect();
        ids.sort();
        ids
    }

    /// Ids that contain the text, in any case.
    pub(crate) fn similar(&self, text: &str) -> Vec<String> {
        let wanted = text.to_lowercase();
        let mut found: Vec<&String> = self.rows_by_id.keys().filter(|id| id.to_lowercase().contains(&wanted)).collect();
        found.sort();
        found.into_iter().take(5).cloned().collect()
    }
}

/// A row of `tournaments.parquet`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TournamentRecord<'a> {
    rows: &'a TableRows,
    /// Also its position in the order in which events were rated.
    pub(crate) row: usize,
}

impl TournamentRecord<'_> {
    pub(crate) fn text(&self, name: &str) -> String {
        self.rows.text(name, self.row)
    }

    pub(crate) fn date(&self, name: &str) -> Option<Date> {
        self.rows.date(name, self.row)
    }

    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.rows.integer(name, self.row)
    }

    pub(crate) fn status(&self) -> Result<TournamentStatus, StoreError> {
        self.rows.parse_required_word("status", self.row)
    }

    pub(crate) fn reason(&self) -> Result<Option<Reason>, StoreError> {
        self.rows.parse_word("reason", self.row)
    }

    /// The tournament as an event, without games.
    pub(crate) fn event(&self) -> Result<ExplainedEvent, StoreError> {
        Ok(ExplainedEvent {
            tournament_id: self.text("tournament_id"),
            name: self.text("name"),
            start: self.date("start"),
            end: self.date("end"),
            status: Some(EventStatus::Tournament(self.status()?)),
            reason: self.reason()?,
            article: self.text("article"),
            detail: self.text("detail"),
            edition: self.text("edition"),
            ratings_of: self.date("ratings_of"),
            longer_ratings_of: self.date("longer_ratings_of"),
            ..ExplainedEvent::default()
        })
    }
}

/// A number of a table as a rating; its bounds were checked when it was read.
pub(crate) fn rating(points: Option<i32>) -> Rating {
    Rating(points.and_then(|points| i16::try_from(points).ok()).unwrap_or(0))
}
