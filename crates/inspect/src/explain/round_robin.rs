//! Round robins that rate their unrated players (D20 to D22), computed again from the table of games.

use crate::explain::events::is_pooled;
use crate::explain::explainer::Explainer;
use crate::explain::explanation::{ExplainedEvent, ExplainedGame, RATED, RoundRobinCalculation, RoundRobinPlayer, RoundRobinSteps};
use crate::explain::records::{GAME_COLUMNS, game, rating};
use crate::explain::verification::Verification;
use model::{PlayerRef, Rating, Reason};
use period_assembly::{Crosstable, RatingFrom};
use rating::rate_crosstable;
use std::collections::BTreeMap;
use store::StoreError;

/// The origin of a rating that the round robin itself gave.
const THIS_EVENT: Option<RatingFrom> = Some(RatingFrom::ThisEvent);
const FIRST_EVENT: Option<Reason> = Some(Reason::FirstEvent);

/// The id of the player, and the game from that player's side.
type GameSide = (Option<u32>, ExplainedGame);

/// Adds the steps to an event that was rated as a round robin, and verifies the ratings that it gave.
pub(crate) fn add(explainer: &Explainer, event: &mut ExplainedEvent, id: u32, verification: &mut Verification) -> Result<(), StoreError> {
    let Some(edition) = explainer.folder.rules.by_id(&event.edition) else { return Ok(()) };
    let Some((article, cap)) = edition.round_robin.iteration() else { return Ok(()) };
    let kind = explainer.tournaments.find(&event.tournament_id).map(|found| found.text("kind")).unwrap_or_default();
    let concerns = |game: &ExplainedGame| is_pooled(game) || game.reason == FIRST_EVENT || game.opponent_rating_from == THIS_EVENT;
    if event.status != RATED || !kind.ends_with("round-robin") || !event.games.iter().any(concerns) {
        return Ok(());
    }
    let rows = sides_of_tournament(explainer, &event.tournament_id)?;
    if !rows.iter().any(|(_, game)| game.opponent_rating_from == THIS_EVENT) {
        return Ok(());
    }
    let Some((table, disregarded)) = crosstable(&rows, kind == "double-round-robin") else {
        event.notes.push("Rated as a whole; several players without an id take part, so the steps cannot be shown one by one.".to_owned());
        return Ok(());
    };
    let Some(rated_crosstable) = rate_crosstable(&table, &disregarded, edition) else { return Ok(()) };
    let player = |of_player: &rating::UnratedCalculation| {
        let fide_id = of_player.player.fide_id();
        Ok::<_, StoreError>(RoundRobinPlayer {
            fide_id,
            name: explainer.directory.name(fide_id)?,
            steps: of_player.steps.map(|steps| RoundRobinSteps {
                games: steps.games,
                half_points: steps.half_points,
                first_ru: steps.first,
                moves: steps.moves,
                rc_new: steps.rc,
                ru_new: steps.rating,
            }),
        })
    };
    let calculation = RoundRobinCalculation {
        article: article.to_owned(),
        players: table.players.len(),
        cap: i32::from(cap),
        ra: rated_crosstable.ra,
        n: rated_crosstable.n,
        unrated: rated_crosstable.unrated.iter().map(player).collect::<Result<_, _>>()?,
    };
    for (_, game) in rows.iter().filter(|(_, game)| game.opponent_rating_from == THIS_EVENT) {
        let steps = calculation.unrated.iter().find(|player| player.fide_id == game.opponent).and_then(|player| player.steps);
        let what = format!("{}: Ru(new) of {}", event.tournament_id, game.opponent.map_or_else(|| "-".to_owned(), |id| id.to_string()));
        verification.check_equal(&what, steps.map(|steps| steps.ru_new.max(1)), game.opponent_rating);
    }
    // A round robin enters the pool with all its games at Rc(new) (D22).
    let own = calculation.unrated.iter().find(|player| player.fide_id == Some(id)).and_then(|player| player.steps);
    if let (Some(steps), Some(pooled)) = (own, &mut event.pooled) {
        pooled.games = i32::try_from(steps.games).unwrap_or(i32::MAX);
        pooled.half_points = steps.half_points;
        pooled.opponents_sum = steps.rc_new * pooled.games;
    }
    event.round_robin = Some(calculation);
    Ok(())
}

/// Every side of a tournament's games.
pub(crate) fn sides_of_tournament(explainer: &Explainer, tournament_id: &str) -> Result<Vec<GameSide>, StoreError> {
    let file = explainer.games.file();
    let ids = file.columns(&["tournament_id"])?.texts("tournament_id")?;
    let ids = ids.iter().flat_map(|ids| ids.iter()).enumerate();
    let row_indices: Vec<usize> = ids.filter(|&(_, id)| id == tournament_id).map(|(row, _)| row).collect();
    let rows = file.rows_at(&row_indices, &GAME_COLUMNS)?.require_columns(&GAME_COLUMNS)?;
    (0..rows.len()).map(|row| Ok((rows.id("fide_id", row), game(&rows, row, &explainer.directory)?.1))).collect()
}

/// The crosstable, and whom the first-event rule disregards; `None` if several players have no id.
fn crosstable(rows: &[GameSide], is_double: bool) -> Option<(Crosstable, Vec<bool>)> {
    let meetings = if is_double { 2 } else { 1 };
    let mut without_id: BTreeMap<u32, usize> = BTreeMap::new();
    for (owner, _) in rows.iter().filter(|(owner, game)| owner.is_some() && game.opponent.is_none()) {
        *without_id.entry(owner.unwrap_or(0)).or_default() += 1;
    }
    if without_id.values().any(|&games| games > meetings) {
        return None;
    }
    let player = |id: Option<u32>| id.map_or(Some(PlayerRef::without_id(1)), PlayerRef::id);
    let mut ratings_by_player: BTreeMap<PlayerRef, Rating> = BTreeMap::new();
    let mut counts_for_any: BTreeMap<PlayerRef, bool> = BTreeMap::new();
    for (_, game) in rows {
        let opponent = player(game.opponent)?;
        let own = if game.opponent_rating_from == THIS_EVENT { Rating::UNRATED } else { rating(game.opponent_rating) };
        ratings_by_player.insert(opponent, own);
        // No game with a disregarded player counts; every other player has a game that does.
        *counts_for_any.entry(opponent).or_default() |= game.reason != FIRST_EVENT;
    }
    let players: Vec<PlayerRef> = ratings_by_player.keys().copied().collect();
    let position = |id: Option<u32>| player(id).and_then(|player| players.binary_search(&player).ok());
    let mut games = Vec::with_capacity(rows.len() / 2);
    for (white, game) in rows.iter().filter(|(_, game)| game.colour == "w") {
        let is_other_side = |(black, other): &&GameSide| {
            *black == game.opponent && other.opponent == *white && other.round == game.round && other.colour == "b"
        };
        let other = &rows.iter().find(is_other_side)?.1;
        let half_points = |game: &ExplainedGame| game.half_points.and_then(|points| u16::try_from(points).ok());
        let place = |id: Option<u32>| position(id).and_then(|at| u16::try_from(at).ok());
        games.push([place(*white)?, place(game.opponent)?, half_points(game)?, half_points(other)?]);
    }
    let disregarded = players.iter().map(|player| !counts_for_any.get(player).copied().unwrap_or(true)).collect();
    let ratings = players.iter().map(|player| ratings_by_player.get(player).copied().unwrap_or(Rating::UNRATED)).collect();
    Some((Crosstable { tournament: 0, players, ratings, games }, disregarded))
}
