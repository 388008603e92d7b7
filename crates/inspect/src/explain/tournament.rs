//! The explanation of a tournament, for its organiser.

use crate::explain::ExplainError;
use crate::explain::events::verify_event;
use crate::explain::explainer::Explainer;
use crate::explain::explanation::{ExplainedEvent, ExplainedGame, word};
use crate::explain::records::{TournamentRecord, change};
use crate::explain::round_robin::sides_of_tournament;
use crate::explain::titles::TournamentTitles;
use crate::explain::verification::Verification;
use model::{Control, Date, ListDate, Reason};
use period_assembly::TournamentStatus;
use rating::SideStatus;
use serde::{Serialize, Serializer};
use store::{file, read_rated_tournaments};

/// Whether a tournament was rated, by which article if not, and each player's totals in it.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentExplanation {
    pub control: Control,
    pub list: ListDate,
    pub tournament_id: String,
    pub name: String,
    pub federation: String,
    pub start: Option<Date>,
    pub end: Option<Date>,
    #[serde(serialize_with = "status_word")]
    pub status: TournamentStatus,
    #[serde(serialize_with = "word")]
    pub reason: Option<Reason>,
    /// The reason in words.
    pub because: String,
    pub article: String,
    /// The details of the reason, as the run wrote them.
    pub detail: String,
    pub edition: String,
    pub ratings_of: Option<Date>,
    pub longer_ratings_of: Option<Date>,
    /// The list that rated it, where one did.
    pub rated_on: Option<Date>,
    /// The list that first refused it, where this one refuses the unchanged report again (D23).
    pub refused_since: Option<Date>,
    pub entrants: i64,
    pub games: i64,
    pub participants: Vec<Participant>,
    /// Every side of every game, with its player, in the order of the table of games.
    #[serde(skip)]
    pub(crate) sides: Vec<(Option<u32>, ExplainedGame)>,
    /// Games that did not count, once for each side.
    pub left_out: Vec<UncountedGame>,
    /// What the title regulations make of it; `None` where it was not judged on this list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub titles: Option<TournamentTitles>,
    /// Whether the files were read without being compared with their hashes.
    #[serde(rename = "unverified", skip_serializing_if = "std::ops::Not::not")]
    pub is_unverified: bool,
    pub differences: Vec<String>,
}

fn status_word<S: Serializer>(status: &TournamentStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}

/// One player in the tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Participant {
    /// `None` for players without a usable id.
    pub fide_id: Option<u32>,
    pub name: String,
    pub own_rating: Option<i32>,
    pub counted: i32,
    pub half_points: i32,
    pub sum_hundredths: i32,
    pub k_used: Option<i32>,
    /// What the tournament adds to the player's change before rounding, in hundredths of a rating point.
    pub share_hundredths: Option<i32>,
    /// The change on this list, of all the player's games.
    pub change: Option<i32>,
    /// Games that went to the pool, and the half points in them.
    pub pooled: i32,
    pub pooled_half_points: i32,
    pub left_out: i32,
}

/// A game that did not count for one of its players.
#[derive(Clone, Debug, Serialize)]
pub struct UncountedGame {
    pub fide_id: Option<u32>,
    pub name: String,
    pub game: ExplainedGame,
}

impl Explainer {
    /// Explains a tournament on this list, and verifies each player's share.
    pub fn tournament(&self, id: &str) -> Result<TournamentExplanation, ExplainError> {
        let Some(tournament) = self.tournaments.find(id) else {
            return Err(ExplainError::NoTournament { query: id.to_owned(), similar: self.tournaments.similar(id) });
        };
        let mut verification = Verification::default();
        let mut answer = self.judged(tournament)?;
        let rows = sides_of_tournament(self, id)?;
        for same in rows.chunk_by(|a, b| a.0 == b.0) {
            let Some(owner) = same.first().map(|row| row.0) else { continue };
            let games: Vec<ExplainedGame> = same.iter().map(|(_, game)| game.clone()).collect();
            let mut event = ExplainedEvent { games, ..tournament.event()? };
            let edition = self.folder.rules.by_id(&event.edition);
            verify_event(&mut event, edition, &mut verification);
            let name = self.directory.name(owner)?;
            let is_left_out = |game: &&ExplainedGame| game.status == SideStatus::LeftOut;
            answer.left_out.extend(event.games.iter().filter(is_left_out).map(|game| UncountedGame {
                fide_id: owner,
                name: name.clone(),
                game: game.clone(),
            }));
            answer.participants.push(self.participant(owner, name, &event)?);
        }
        answer.sides = rows;
        self.verify_side_counts(tournament, &answer, &mut verification);
        answer.differences = verification.into_differences();
        Ok(answer)
    }

    fn judged(&self, tournament: TournamentRecord<'_>) -> Result<TournamentExplanation, ExplainError> {
        let manifest = &self.folder.manifest;
        let (id, reason) = (tournament.text("tournament_id"), tournament.reason()?);
        let titles =
            self.titles.as_ref().map(|titles| titles.tournament(&id, &tournament.text("name"), &self.directory)).transpose()?.flatten();
        let path = self.folder.file(file::RATED_TOURNAMENTS)?;
        // The file only adds the date of the list, so the explanation goes on without it.
        let rated = store::read_file(&path).ok().and_then(|bytes| read_rated_tournaments(&bytes, &path, manifest.list.day()).ok());
        Ok(TournamentExplanation {
            control: manifest.control,
            list: manifest.list,
            name: tournament.text("name"),
            federation: tournament.text("federation"),
            start: tournament.date("start"),
            end: tournament.date("end"),
            status: tournament.status()?,
            because: reason.map_or("", Reason::in_words).to_owned(),
            reason,
            article: tournament.text("article"),
            detail: tournament.text("detail"),
            edition: tournament.text("edition"),
            ratings_of: tournament.date("ratings_of"),
            longer_ratings_of: tournament.date("longer_ratings_of"),
            rated_on: rated.and_then(|rated| rated.list_of(&id)),
            refused_since: tournament.date("refused_since"),
            entrants: tournament.integer("entrants").unwrap_or(0),
            games: tournament.integer("games").unwrap_or(0),
            participants: Vec::new(),
            sides: Vec::new(),
            left_out: Vec::new(),
            titles,
            is_unverified: self.folder.is_unverified(),
            differences: Vec::new(),
            tournament_id: id,
        })
    }

    fn participant(&self, fide_id: Option<u32>, name: String, event: &ExplainedEvent) -> Result<Participant, ExplainError> {
        let change = match fide_id {
            Some(id) if event.counted > 0 => change(&self.changes, id)?,
            _ => None,
        };
        let k_used = change.as_ref().and_then(|change| change.k_used);
        Ok(Participant {
            fide_id,
            name,
            own_rating: event.own_rating,
            counted: event.counted,
            half_points: event.half_points,
            sum_hundredths: event.sum_hundredths,
            k_used,
            share_hundredths: k_used.map(|k| k * event.sum_hundredths),
            change: change.and_then(|change| change.change),
            pooled: event.pooled.as_ref().map_or(0, |result| result.games),
            pooled_half_points: event.pooled.as_ref().map_or(0, |result| result.half_points),
            left_out: i32::try_from(event.games.iter().filter(|game| game.status == SideStatus::LeftOut).count()).unwrap_or(i32::MAX),
        })
    }

    /// Compares the numbers of sides counted, pooled and left out with the table of tournaments.
    fn verify_side_counts(&self, tournament: TournamentRecord<'_>, answer: &TournamentExplanation, verification: &mut Verification) {
        if answer.status == TournamentStatus::AlreadyRated {
            return;
        }
        let sum = |of: fn(&Participant) -> i32| answer.participants.iter().map(|player| i64::from(of(player))).sum::<i64>();
        for (column, computed) in [
            ("sides_counted", sum(|player| player.counted)),
            ("sides_pooled", sum(|player| player.pooled)),
            ("sides_left_out", sum(|player| player.left_out)),
        ] {
            verification.check_equal(column, Some(computed), tournament.integer(column));
        }
    }
}
