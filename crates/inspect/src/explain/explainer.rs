//! A list folder that answers questions about its players.

use crate::explain::ExplainError;
use crate::explain::answer::{Event, Explanation, Player};
use crate::explain::events::{is_counted, is_pooled, prove_event};
use crate::explain::folder::AuditFolder;
use crate::explain::proof::Proof;
use crate::explain::records::{ChangeRow, Tournaments, change, games_by_tournament, rating};
use crate::explain::{first, list_day, online, rated, round_robin};
use crate::parquet_rows::{ByPlayer, Rows};
use crate::people::{People, file_name};
use model::{ListDate, PlayerRow, Rating, days_since_1970};
use rating::{Career, ListDay, RatingChangeCause};
use rulebook::ImpliedHistory;
use std::path::Path;
use store::{ListSource, StoreError, file, list_from_table};

/// What is read of a player on a list.
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

/// Opened once, asked often: what finds a player's rows is kept, the rows themselves are read when they are asked for.
#[derive(Debug)]
pub struct Explainer {
    pub(crate) folder: AuditFolder,
    pub(crate) people: People,
    pub(crate) games: ByPlayer,
    pub(crate) changes: ByPlayer,
    pub(crate) tournaments: Tournaments,
    listed: Listed,
    /// The list that this one was built on, where it is at hand.
    previous: Option<People>,
    /// Ids that have become another's, and whose.
    merged: Vec<(u32, u32)>,
}

/// What is published: of the two files the one that is quicker to ask.
#[derive(Debug)]
enum Listed {
    Parquet(ByPlayer),
    Csv(Box<People>),
}

/// A player as the list that was made has them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    pub(crate) is_known: bool,
    pub(crate) rating: Option<i32>,
    pub(crate) games: i32,
    pub(crate) k: Option<i32>,
    pub(crate) is_inactive: bool,
    pub(crate) career: Option<Career>,
    /// Why a rated player is not published, in the word of the state; empty where the list shows the player or, as lists of version 0.1, does not
    /// tell.
    pub(crate) unlisted: String,
    pub(crate) is_hidden: bool,
    pub(crate) merged_into: Option<i64>,
    /// In days since 1970-01-01.
    pub(crate) last_rated: i32,
    /// On the published list, if it is there.
    pub(crate) listed: Option<ListedRow>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedRow {
    pub(crate) rating: Option<i32>,
    pub(crate) games: Option<i32>,
    pub(crate) k: Option<i32>,
}

/// A player as the list before had them, with what is missing worked out as the run did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub(crate) rating: Option<i32>,
    pub(crate) k: i32,
    pub(crate) career: Career,
}

impl Explainer {
    pub fn open(folder: &Path) -> Result<Self, ExplainError> {
        let folder = AuditFolder::open(folder)?;
        let list = folder.manifest.list;
        let source = |file| ListSource { date: list, file, folder: Some(folder.path.clone()), control: None };
        let (parquet, csv) = (folder.file(file::LIST_PARQUET), folder.file(file::LIST_CSV));
        let listed = if parquet.is_file() {
            Listed::Parquet(ByPlayer::open(parquet)?)
        } else if csv.is_file() {
            Listed::Csv(Box::new(People::of(&source(csv))?))
        } else {
            return Err(ExplainError::NotOurs { folder: folder.path.clone(), missing: file::LIST_CSV.to_owned() });
        };
        let people = People::of(&source(folder.file(file::STATE)))?;
        Ok(Self {
            merged: people.merged()?,
            people,
            games: ByPlayer::open(folder.file(file::GAMES))?,
            changes: ByPlayer::open(folder.file(file::CHANGES))?,
            tournaments: Tournaments::open(folder.file(file::TOURNAMENTS))?,
            listed,
            // Only to say why: a list that cannot be read any more is one that is not at hand.
            previous: folder.previous.as_ref().and_then(|previous| People::of(previous).ok()),
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
    pub fn players(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = self.people.ids().iter().chain(self.games.ids()).copied().filter(|&id| id != u32::MAX).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The ids of all tournaments that were handed in.
    pub fn tournaments(&self) -> Vec<String> {
        self.tournaments.ids()
    }

    /// The id of a player who is asked for by id or by a part of the name.
    pub fn find(&self, asked: &str) -> Result<u32, ExplainError> {
        self.people.find(asked, &format!("the list of {}", self.list()))
    }

    /// Explains one player's numbers, and proves them.
    pub fn player(&self, id: u32) -> Result<Explanation, ExplainError> {
        let (standing, player) = self.standing(id)?;
        let mut proof = Proof::default();
        let mut events = self.events(id, &mut proof)?;
        let online = online::games_of(self, id)?;
        let change = change(&self.changes, id)?;
        if !standing.is_known && events.is_empty() && online.is_empty() && change.is_none() {
            return Err(ExplainError::Nobody { asked: id.to_string(), place: format!("the list of {}", self.list()) });
        }
        let manifest = &self.folder.manifest;
        let before = change.as_ref().map_or(standing.rating, |change| change.before);
        let mut explanation = Explanation {
            control: manifest.control,
            list: manifest.list,
            previous: self.folder.previous_date,
            folder: self.folder.name(),
            publication_edition: manifest.editions.publication.clone(),
            calculation_edition: manifest.editions.calculation.clone(),
            player,
            before,
            after: standing.rating,
            cause: change.as_ref().and_then(|change| change.cause().ok()),
            events: Vec::new(),
            pool: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
            differences: Vec::new(),
        };
        let subject = Subject { id, standing: &standing, before: self.before(id)? };
        if self.folder.rules.calculation.moves_after_every_game() {
            online::explain(self, &mut explanation, &subject, change.as_ref(), (events, online), &mut proof)?;
        } else {
            for event in &mut events {
                round_robin::add(self, event, id, &mut proof)?;
            }
            explanation.events = events;
            match &change {
                None => self.nothing_counted(&mut explanation, &mut proof),
                Some(change) => self.changed(&mut explanation, &subject, change, &mut proof)?,
            }
        }
        list_day::prove_list(self, &mut explanation, &standing, &mut proof);
        explanation.differences = proof.into_differences();
        Ok(explanation)
    }

    fn changed(
        &self,
        explanation: &mut Explanation,
        subject: &Subject<'_>,
        change: &ChangeRow,
        proof: &mut Proof,
    ) -> Result<(), ExplainError> {
        match change.cause() {
            Ok(RatingChangeCause::Games | RatingChangeCause::LongerControl) => rated::explain(self, explanation, subject, change, proof),
            Ok(RatingChangeCause::FirstRating | RatingChangeCause::PoolTooSmall | RatingChangeCause::PoolUnderFloor) => {
                first::explain(self, explanation, subject, change, proof)?;
            }
            Ok(RatingChangeCause::Order | RatingChangeCause::Floor) => {
                self.nothing_counted(explanation, proof);
                list_day::moved_without_games(self, explanation, change);
                list_day::explain(self, explanation, subject.standing, change, change.before.unwrap_or(0), proof);
            }
            Err(word) => proof.wrong(format!("changes: the cause '{word}' is none that there is")),
        }
        Ok(())
    }

    fn nothing_counted(&self, explanation: &mut Explanation, proof: &mut Proof) {
        let counts = |event: &Event| event.games.iter().any(|game| is_counted(game) || is_pooled(game));
        if let Some(event) = explanation.events.iter().find(|event| counts(event)) {
            proof.wrong(format!("{}: a game counts, but the player has no change", event.tournament_id));
        }
    }

    /// A player's events with their games, each reckoned again.
    fn events(&self, id: u32, proof: &mut Proof) -> Result<Vec<Event>, ExplainError> {
        let mut events = Vec::new();
        for (tournament_id, games) in games_by_tournament(&self.games, id, &self.people)? {
            let tournament = self.tournaments.find(&tournament_id);
            if tournament.is_none() {
                proof.wrong(format!("{tournament_id}: in the table of games, but not in that of tournaments"));
            }
            let empty = Event { tournament_id, ..Event::default() };
            let mut event = tournament.map_or(Ok(empty), |tournament| tournament.event())?;
            event.games = games;
            let edition = self.folder.rules.by_id(&event.edition);
            prove_event(&mut event, edition, proof);
            events.push(event);
        }
        Ok(events)
    }

    fn standing(&self, id: u32) -> Result<(Standing, Player), StoreError> {
        let nobody = || (Standing::default(), Player { fide_id: id, name: self.people.name(id).to_owned(), ..Player::default() });
        let Some(row) = self.people.row(id, &STATE_COLUMNS)? else { return Ok(nobody()) };
        let number = |name: &str, most| row.bounded(name, 0, 0..=most);
        let career = Career {
            games: u32::try_from(number("career_games", 100_000_000)?.unwrap_or(0)).unwrap_or(0),
            peak: rating(number("peak", 32_767)?),
            birth_year: i16::try_from(number("birth_year", 2200)?.unwrap_or(0)).unwrap_or(0),
        };
        let standing = Standing {
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
        let player = Player {
            fide_id: id,
            name: row.text("name", 0),
            title: titles.into_iter().filter(|title| !title.is_empty()).collect::<Vec<_>>().join(" "),
            federation: row.text("federation", 0),
            birth_year: Some(i32::from(career.birth_year)).filter(|&year| year > 0),
            is_listed: standing.listed.is_some(),
            is_inactive: standing.is_inactive,
            k: standing.k,
            games: standing.games,
            career_games: i32::try_from(career.games).unwrap_or(i32::MAX),
            peak: Some(career.peak.points()).filter(|&peak| peak > 0),
        };
        Ok((standing, player))
    }

    fn listed_row(&self, id: u32) -> Result<Option<ListedRow>, StoreError> {
        const COLUMNS: [&str; 4] = ["fide_id", "rating", "games", "k"];
        let row: Option<Rows> = match &self.listed {
            Listed::Parquet(list) => Some(list.rows_of(id, &COLUMNS)?).filter(|rows| rows.len() > 0),
            Listed::Csv(list) => list.row(id, &COLUMNS)?,
        };
        let Some(row) = row else { return Ok(None) };
        let number = |name: &str| row.bounded(name, 0, 0..=32_767);
        Ok(Some(ListedRow { rating: number("rating")?, games: number("games")?, k: number("k")? }))
    }

    /// The player on the previous list; nothing where that list is not at hand or does not have the player.
    fn before(&self, id: u32) -> Result<Option<Before>, ExplainError> {
        let (Some(people), Some(source)) = (&self.previous, &self.folder.previous) else { return Ok(None) };
        let Some(row) = people.row(id, &LIST_COLUMNS)? else { return Ok(None) };
        let Ok(list) = list_from_table(&row.table, &file_name(&source.file), source.date) else { return Ok(None) };
        let history = ImpliedHistory::new(&self.folder.rules.calculation.development, source.date);
        Ok(list.index.find(id).map(|at| {
            let row = history.complete(list.rows[at]);
            Before { rating: row.rating.rated().map(Rating::points), k: i32::from(row.k), career: Career::of(&row) }
        }))
    }

    /// The ids that have become this player's: career, history and waiting results came from there too.
    pub(crate) fn merged_into(&self, id: u32) -> impl Iterator<Item = u32> {
        self.merged.iter().filter(move |(_, new)| *new == id).map(|(old, _)| *old)
    }
}

/// The columns of a list that tell a player's history.
const LIST_COLUMNS: [&str; 11] =
    ["fide_id", "name", "birth_year", "rating", "games", "k", "flag", "career_games", "peak", "last_rated", "first_event"];

/// Who is explained.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) id: u32,
    pub(crate) standing: &'a Standing,
    pub(crate) before: Option<Before>,
}
