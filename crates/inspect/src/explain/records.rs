//! Rows of the audit tables as values.

use crate::explain::answer::{Event, EventStatus, Game};
use crate::parquet_rows::{ByPlayer, ParquetFile, Rows};
use crate::people::People;
use model::{Date, Rating, Reason};
use period_assembly::TournamentStatus;
use rating::RatingChangeCause;
use std::collections::HashMap;
use std::path::PathBuf;
use store::StoreError;

/// What is read of a game.
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
const MANY: std::ops::RangeInclusive<i64> = -100_000_000..=100_000_000;

/// A row of `games.parquet`: a game, and in which tournament it was.
pub(crate) fn game(rows: &Rows, row: usize, people: &People) -> Result<(String, Game), StoreError> {
    let number = |name: &str, bounds| rows.bounded(name, row, bounds);
    let opponent = rows.id("opponent", row);
    let game = Game {
        round: number("round", 0..=65_535)?,
        colour: rows.text("colour", row),
        opponent,
        opponent_name: opponent.map_or("", |id| people.name(id)).to_owned(),
        result: rows.text("result", row),
        half_points: number("half_points", 0..=2)?,
        own_rating: number("own_rating", RATINGS)?,
        own_rating_from: rows.word("own_rating_from", row)?,
        opponent_rating: number("opponent_rating", RATINGS)?,
        opponent_rating_from: rows.word("opponent_rating_from", row)?,
        difference: number("difference", DIFFERENCES)?,
        counted_difference: number("counted_difference", DIFFERENCES)?,
        expected_hundredths: number("expected_hundredths", 0..=100)?,
        gain_hundredths: number("gain_hundredths", -100..=100)?,
        status: rows.required_word("status", row)?,
        reason: rows.word("reason", row)?,
        article: rows.text("article", row),
        game_id: None,
        ended_at: None,
        step: None,
    };
    Ok((rows.text("tournament_id", row), game))
}

/// A player's rows of `games.parquet`, tournament by tournament.
pub(crate) fn games_by_tournament(games: &ByPlayer, id: u32, people: &People) -> Result<Vec<(String, Vec<Game>)>, StoreError> {
    let rows = games.rows_of(id, &GAME_COLUMNS)?.with(&GAME_COLUMNS)?;
    let mut found: Vec<(String, Vec<Game>)> = Vec::new();
    for row in 0..rows.len() {
        let (tournament, game) = game(&rows, row, people)?;
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
    /// A word that may be none; [`ChangeRow::cause`] reads it.
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
}

impl ChangeRow {
    /// What moved the player, or the word of the table that is no cause.
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
pub(crate) fn change(changes: &ByPlayer, id: u32) -> Result<Option<ChangeRow>, StoreError> {
    let rows = changes.rows_of(id, &CHANGE_COLUMNS)?.with(&CHANGE_COLUMNS)?;
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
        sum: number("sum_hundredths", MANY)?,
        change: number("change", MANY)?,
        opponents: number("opponents_sum", 0..=2_000_000_000)?,
        p: number("p_hundredths", 0..=100)?,
        dp: number("dp", -1_000_000..=1_000_000)?,
        computed: number("computed", MANY)?,
        ordered: number("ordered", MANY)?,
        after: number("after", 0..=32_767)?,
    }))
}

/// `tournaments.parquet`, with the place of each id.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    rows: Rows,
    places: HashMap<String, usize>,
}

const TOURNAMENT_COLUMNS: [&str; 22] = [
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
    "entrants",
    "games",
    "class",
    "sides_counted",
    "sides_pooled",
    "sides_left_out",
    "file",
];

impl Tournaments {
    pub(crate) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let rows = ParquetFile::new(path).columns(&TOURNAMENT_COLUMNS)?.with(&["tournament_id", "status", "edition"])?;
        let mut places = HashMap::with_capacity(rows.len());
        for row in 0..rows.len() {
            // The first of several with one id: the others are refused, and in the same words.
            places.entry(rows.text("tournament_id", row)).or_insert(row);
        }
        Ok(Self { rows, places })
    }

    pub(crate) fn find(&self, id: &str) -> Option<Tournament<'_>> {
        self.places.get(id).map(|&row| Tournament { rows: &self.rows, row })
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.places.keys().cloned().collect();
        ids.sort();
        ids
    }

    /// Ids that contain the text, in any case.
    pub(crate) fn similar(&self, text: &str) -> Vec<String> {
        let wanted = text.to_lowercase();
        let mut found: Vec<&String> = self.places.keys().filter(|id| id.to_lowercase().contains(&wanted)).collect();
        found.sort();
        found.into_iter().take(5).cloned().collect()
    }
}

/// A row of `tournaments.parquet`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tournament<'a> {
    rows: &'a Rows,
    /// Also its place in the order in which events are taken.
    pub(crate) row: usize,
}

impl Tournament<'_> {
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
        self.rows.required_word("status", self.row)
    }

    pub(crate) fn reason(&self) -> Result<Option<Reason>, StoreError> {
        self.rows.word("reason", self.row)
    }

    /// What is the same for every player of it.
    pub(crate) fn event(&self) -> Result<Event, StoreError> {
        Ok(Event {
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
            ..Event::default()
        })
    }
}

/// A number of a table as a rating; the bounds were looked at when it was read.
pub(crate) fn rating(points: Option<i32>) -> Rating {
    Rating(points.and_then(|points| i16::try_from(points).ok()).unwrap_or(0))
}
