//! The explainer: opens a list folder with its audit tables and explains its players one by one.

use crate::explain::ExplainError;
use crate::explain::events::{is_counted, is_pooled, verify_event};
use crate::explain::explanation::{ExplainedEvent, ExplainedPlayer, Explanation};
use crate::explain::folder::AuditFolder;
use crate::explain::records::{ChangeRow, Tournaments, change, games_by_tournament, rating};
use crate::explain::titles::TitleTables;
use crate::explain::verification::Verification;
use crate::explain::{first_rating_steps, list_day, online, rating_change_steps, round_robin};
use crate::parquet_rows::{PlayerTable, TableRows};
use crate::player_directory::{PlayerDirectory, file_name};
use model::{ListDate, PlayerRow, Rating, days_since_1970};
use rating::{Career, ListDay, RatingChangeCause};
use rulebook::ImpliedHistory;
use std::path::Path;
use store::{HashCheck, ListSource, StoreError, file, list_from_table};

/// Columns that are read of a player in the state.
const STATE_COLUMNS: [&str; 16] = [
    "fide_id",
    "name",
    "title",
    "women_title",
    "federation",
    "birth_year",
    "rating",
    "games",
    "k",
    "flag",
    "career_games",
    "peak",
    "last_rated",
    "unlisted",
    "hidden",
    "merged_into",
];

/// Explains the numbers of one list. The indexes of its tables stay in memory; rows are read when they are needed.
#[derive(Debug)]
pub struct Explainer {
    pub(crate) folder: AuditFolder,
    pub(crate) directory: PlayerDirectory,
    pub(crate) games: PlayerTable,
    pub(crate) changes: PlayerTable,
    pub(crate) tournaments: Tournaments,
    listed: PublishedFile,
    /// The list that this one was built on, if it can still be read.
    previous: Option<PlayerDirectory>,
    /// Merged ids, each with the id that it was merged into.
    merged: Vec<(u32, u32)>,
    /// The tables of titles; `None` where titles are not judged.
    pub(crate) titles: Option<TitleTables>,
}

/// The published list: the Parquet file, or the CSV file where there is no Parquet file.
#[derive(Debug)]
enum PublishedFile {
    Parquet(PlayerTable),
    Csv(Box<PlayerDirectory>),
}

/// A player in the state of the list that is explained.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayerState {
    pub(crate) is_known: bool,
    pub(crate) rating: Option<i32>,
    pub(crate) games: i32,
    pub(crate) k: Option<i32>,
    pub(crate) is_inactive: bool,
    pub(crate) career: Option<Career>,
    /// Why a rated player is not published, as the state writes it. Empty if the player is listed, and in lists of version 0.1.
    pub(crate) unlisted: String,
    pub(crate) is_hidden: bool,
    pub(crate) merged_into: Option<i64>,
    /// In days since 1970-01-01.
    pub(crate) last_rated: i32,
    /// On the published list, if it is there.
    pub(crate) listed: Option<PublishedRow>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PublishedRow {
    pub(crate) rating: Option<i32>,
    pub(crate) games: Option<i32>,
    pub(crate) k: Option<i32>,
}

/// A player on the previous list; missing values are completed as the run completed them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreviousState {
    pub(crate) rating: Option<i32>,
    pub(crate) k: i32,
    pub(crate) career: Career,
    /// Whether the previous list says all of the career; otherwise older lists may have told the run more (D39).
    pub(crate) has_whole_career: bool,
}

impl Explainer {
    /// Opens a list folder. Unless that is skipped, every file that is read is what was published.
    pub fn open(folder: &Path, hash_check: HashCheck) -> Result<Self, ExplainError> {
        let folder = AuditFolder::open(folder, hash_check)?;
        let list = folder.manifest.list;
        let listed = if folder.path.join(file::LIST_PARQUET).is_file() {
            PublishedFile::Parquet(PlayerTable::in_parts(folder.in_parts(file::LIST_PARQUET)?)?)
        } else if let Some(csv) = folder.existing_file(file::LIST_CSV)? {
            // It is verified already.
            let source = ListSource::new(list, csv, Some(folder.path.clone()));
            PublishedFile::Csv(Box::new(PlayerDirectory::read(&source, HashCheck::Skipped)?))
        } else {
            return Err(ExplainError::IncompleteFolder { folder: folder.path, missing: file::LIST_CSV.to_owned() });
        };
        let player_table = |name: &str| PlayerTable::in_parts(folder.in_parts(name)?);
        let directory = PlayerDirectory::in_parts(folder.in_parts(file::STATE)?)?;
        // The previous list only adds reasons, so one that cannot be read is treated as missing.
        let previous = || folder.previous.as_ref().and_then(|previous| PlayerDirectory::read(previous, hash_check).ok());
        let tournaments = || {
            Tournaments::read(
                &folder
                    .existing_table(file::TOURNAMENTS)?
                    .ok_or_else(|| StoreError::Missing { path: folder.path.join(file::TOURNAMENTS) })?,
            )
        };
        let (previous, tournaments) = rayon::join(previous, tournaments);
        Ok(Self {
            merged: directory.merged()?,
            directory,
            games: player_table(file::GAMES)?,
            changes: player_table(file::CHANGES)?,
            tournaments: tournaments?,
            titles: TitleTables::read(&folder)?,
            listed,
            previous,
            folder,
        })
    }

    pub fn list(&self) -> ListDate {
        self.folder.manifest.list
    }

    /// The rules of the day on which the list was made.
    pub(crate) fn list_day(&self) -> ListDay<'_> {
        ListDay::new(&self.folder.rules.publication, &self.folder.rules.orders, self.list())
    }

    /// Everybody who is known on this list or has a game in it.
    pub fn players(&self) -> Result<Vec<u32>, ExplainError> {
        let mut ids: Vec<u32> = self.directory.ids()?.iter().chain(self.games.ids()?).copied().filter(|&id| id != u32::MAX).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// The ids of all tournaments that were handed in.
    pub fn tournaments(&self) -> Vec<String> {
        self.tournaments.ids()
    }

    /// The id of a player who is asked for by id or by a part of the name.
    pub fn find(&self, query: &str) -> Result<u32, ExplainError> {
        self.directory.find(query, &format!("the list of {}", self.list()))
    }

    /// Explains one player's numbers, and verifies them.
    pub fn player(&self, id: u32) -> Result<Explanation, ExplainError> {
        let (state, player) = self.state(id)?;
        let mut verification = Verification::default();
        let mut events = self.events(id, &mut verification)?;
        let online = online::games_of(self, id)?;
        let change = change(&self.changes, id)?;
        if !state.is_known && events.is_empty() && online.is_empty() && change.is_none() {
            return Err(ExplainError::NoPlayer { query: id.to_string(), place: format!("the list of {}", self.list()) });
        }
        let manifest = &self.folder.manifest;
        let before = change.as_ref().map_or(state.rating, |change| change.before);
        let mut explanation = Explanation {
            control: manifest.control,
            list: manifest.list,
            previous: self.folder.previous_date,
            folder: self.folder.name(),
            publication_edition: manifest.editions.publication.clone(),
            calculation_edition: manifest.editions.calculation.clone(),
            player,
            before,
            after: state.rating,
            cause: change.as_ref().and_then(|change| change.cause().ok()),
            change_made: None,
            events: Vec::new(),
            pool: Vec::new(),
            steps: Vec::new(),
            titles: None,
            notes: Vec::new(),
            is_unverified: self.folder.is_unverified(),
            differences: Vec::new(),
        };
        let subject = Subject { id, state: &state, before: self.before(id)? };
        if self.folder.rules.calculation.moves_after_every_game() {
            online::explain(self, &mut explanation, &subject, change.as_ref(), (events, online), &mut verification)?;
        } else {
            for event in &mut events {
                round_robin::add(self, event, id, &mut verification)?;
            }
            explanation.events = events;
            match &change {
                None => self.nothing_counted(&mut explanation, &mut verification),
                Some(change) => self.changed(&mut explanation, &subject, change, &mut verification)?,
            }
        }
        let of_player = |titles: &TitleTables| titles.player(self, id, &explanation.events, &mut verification);
        explanation.titles = self.titles.as_ref().map(of_player).transpose()?;
        list_day::verify_list(self, &mut explanation, &state, &mut verification);
        explanation.differences = verification.into_differences();
        Ok(explanation)
    }

    fn changed(
        &self,
        explanation: &mut Explanation,
        subject: &Subject<'_>,
        change: &ChangeRow,
        verification: &mut Verification,
    ) -> Result<(), ExplainError> {
        match change.cause() {
            Ok(RatingChangeCause::Games | RatingChangeCause::LongerControl) => {
                rating_change_steps::explain(self, explanation, subject, change, verification);
            }
            Ok(
                RatingChangeCause::FirstRating
                | RatingChangeCause::PoolTooSmall
                | RatingChangeCause::PoolUnderFloor
                | RatingChangeCause::PoolWithoutPoints,
            ) => {
                first_rating_steps::explain(self, explanation, subject, change, verification)?;
            }
            Ok(RatingChangeCause::Order | RatingChangeCause::Floor) => {
                self.nothing_counted(explanation, verification);
                list_day::moved_without_games(self, explanation, change);
                list_day::explain(self, explanation, subject.state, change, change.before.unwrap_or(0), verification);
            }
            Err(word) => verification.add_problem(format!("changes: the cause '{word}' is not one of the known causes")),
        }
        Ok(())
    }

    fn nothing_counted(&self, explanation: &mut Explanation, verification: &mut Verification) {
        let counts = |event: &ExplainedEvent| event.games.iter().any(|game| is_counted(game) || is_pooled(game));
        if let Some(event) = explanation.events.iter().find(|event| counts(event)) {
            verification.add_problem(format!("{}: a game counts, but the player has no change", event.tournament_id));
        }
    }

    /// A player's events with their games, each computed again.
    fn events(&self, id: u32, verification: &mut Verification) -> Result<Vec<ExplainedEvent>, ExplainError> {
        let mut events = Vec::new();
        for (tournament_id, games) in games_by_tournament(&self.games, id, &self.directory)? {
            let tournament = self.tournaments.find(&tournament_id);
            if tournament.is_none() {
                verification.add_problem(format!("{tournament_id}: in the table of games, but not in that of tournaments"));
            }
            let empty = ExplainedEvent { tournament_id, ..ExplainedEvent::default() };
            let mut event = tournament.map_or(Ok(empty), |tournament| tournament.event())?;
            event.games = games;
            let edition = self.folder.rules.by_id(&event.edition);
            verify_event(&mut event, edition, verification);
            events.push(event);
        }
        Ok(events)
    }

    fn state(&self, id: u32) -> Result<(PlayerState, ExplainedPlayer), StoreError> {
        let nobody = || {
            let name = self.directory.name(id)?;
            Ok((PlayerState::default(), ExplainedPlayer { fide_id: id, name, ..ExplainedPlayer::default() }))
        };
        let Some(row) = self.directory.row(id, &STATE_COLUMNS)? else { return nobody() };
        let number = |name: &str, most| row.bounded(name, 0, 0..=most);
        let career = Career {
            games: u32::try_from(number("career_games", 100_000_000)?.unwrap_or(0)).unwrap_or(0),
            peak: rating(number("peak", 32_767)?),
            birth_year: i16::try_from(number("birth_year", 2200)?.unwrap_or(0)).unwrap_or(0),
        };
        let state = PlayerState {
            is_known: true,
            rating: number("rating", 32_767)?,
            games: number("games", 32_767)?.unwrap_or(0),
            k: number("k", 255)?,
            is_inactive: row.text("flag", 0) == "i",
            career: Some(career),
            unlisted: row.text("unlisted", 0),
            is_hidden: row.is_true("hidden", 0),
            merged_into: row.integer("merged_into", 0),
            last_rated: row.date("last_rated", 0).map_or(PlayerRow::NEVER, days_since_1970),
            listed: self.listed_row(id)?,
        };
        let titles = [row.text("title", 0), row.text("women_title", 0)];
        let player = ExplainedPlayer {
            fide_id: id,
            name: row.text("name", 0),
            title: titles.into_iter().filter(|title| !title.is_empty()).collect::<Vec<_>>().join(" "),
            federation: row.text("federation", 0),
            birth_year: Some(career.birth_year).filter(|&year| year > 0 && !self.folder.is_hidden(year)).map(i32::from),
            is_listed: state.listed.is_some(),
            is_inactive: state.is_inactive,
            k: state.k,
            games: state.games,
            career_games: i32::try_from(career.games).unwrap_or(i32::MAX),
            peak: Some(career.peak.points()).filter(|&peak| peak > 0),
        };
        Ok((state, player))
    }

    fn listed_row(&self, id: u32) -> Result<Option<PublishedRow>, StoreError> {
        const COLUMNS: [&str; 4] = ["fide_id", "rating", "games", "k"];
        let row: Option<TableRows> = match &self.listed {
            PublishedFile::Parquet(list) => Some(list.rows_of_player(id, &COLUMNS)?).filter(|rows| rows.len() > 0),
            PublishedFile::Csv(list) => list.row(id, &COLUMNS)?,
        };
        let Some(row) = row else { return Ok(None) };
        let number = |name: &str| row.bounded(name, 0, 0..=32_767);
        Ok(Some(PublishedRow { rating: number("rating")?, games: number("games")?, k: number("k")? }))
    }

    /// The player on the previous list; `None` if that list is missing or does not have the player.
    fn before(&self, id: u32) -> Result<Option<PreviousState>, ExplainError> {
        let (Some(directory), Some(source)) = (&self.previous, &self.folder.previous) else { return Ok(None) };
        let Some(row) = directory.row(id, &LIST_COLUMNS)? else { return Ok(None) };
        let Ok(list) = list_from_table(&row.table, &file_name(&source.file), source.date) else { return Ok(None) };
        let history = ImpliedHistory::new(&self.folder.rules.calculation.development, source.date);
        Ok(list.index.find(id).map(|at| {
            let row = history.complete(list.rows[at]);
            let (rating, career) = (row.rating.rated().map(Rating::points), Career::of(&row));
            PreviousState { rating, k: i32::from(row.k), career, has_whole_career: source.has_history() }
        }))
    }

    /// Merged ids, each with the id that it was merged into.
    pub(crate) fn merged_ids(&self) -> impl Iterator<Item = (u32, u32)> {
        self.merged.iter().copied()
    }

    /// The ids that were merged into this player: career, history and waiting results include theirs.
    pub(crate) fn merged_into(&self, id: u32) -> impl Iterator<Item = u32> {
        self.merged.iter().filter(move |(_, new)| *new == id).map(|(old, _)| *old)
    }
}

/// Columns that are read of a player on the previous list.
const LIST_COLUMNS: [&str; 11] =
    ["fide_id", "name", "birth_year", "rating", "games", "k", "flag", "career_games", "peak", "last_rated", "first_event"];

/// The player who is explained.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) id: u32,
    pub(crate) state: &'a PlayerState,
    pub(crate) before: Option<PreviousState>,
}
