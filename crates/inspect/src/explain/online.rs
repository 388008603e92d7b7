//! Ratings that move after every game (D31 to D34): online games and events over the board, in the order of time.

use crate::explain::ExplainError;
use crate::explain::events::{is_counted, is_pooled, verify_game};
use crate::explain::explainer::{Explainer, Subject};
use crate::explain::explanation::{
    CalculationStep, EventStatus, ExplainedEvent, ExplainedGame, Explanation, PoolResult, RATED, RatingStep,
};
use crate::explain::phrases::{number, rated_or};
use crate::explain::records::{ChangeRow, HIGHEST_RATING, rating};
use crate::explain::verification::Verification;
use crate::explain::{first_rating_steps, list_day, rating_change_steps};
use crate::parquet_rows::TableRows;
use model::{GameResult, Hundredths, UtcMicros};
use pages::Value;
use period_assembly::RatingFrom;
use rating::{PooledResult, RatingChangeCause, counted_difference, first_rating, has_enough_games, rounded_change};
use rulebook::expected_score;
use store::{StoreError, file};

const ONLINE: Option<EventStatus> = Some(EventStatus::Online);

const COLUMNS: [&str; 17] = [
    "game_id",
    "ended_at",
    "white",
    "black",
    "result",
    "disconnected",
    "white_rating",
    "white_rating_from",
    "black_rating",
    "black_rating_from",
    "white_status",
    "white_reason",
    "black_status",
    "black_reason",
    "white_after",
    "black_after",
    "article",
];

/// An online game of a player, and when it ended.
#[derive(Clone, Debug)]
pub(crate) struct OnlineGame {
    ended_at: UtcMicros,
    game: ExplainedGame,
    after: Option<i32>,
}

/// A player's online games, in the order in which they were rated.
pub(crate) fn games_of(explainer: &Explainer, id: u32) -> Result<Vec<OnlineGame>, StoreError> {
    let Some(games) = explainer.folder.existing_table(file::ONLINE_GAMES)? else { return Ok(Vec::new()) };
    let players = games.columns(&["white", "black"])?.require_columns(&["white", "black"])?;
    let (Some(white), Some(black)) = (players.integers("white")?, players.integers("black")?) else { return Ok(Vec::new()) };
    let own = Some(i64::from(id));
    let both = white.iter().zip(black.iter()).enumerate();
    let row_indices: Vec<usize> = both.filter(|(_, (white, black))| *white == own || *black == own).map(|(row, _)| row).collect();
    let rows = games.rows_at(&row_indices, &COLUMNS)?.require_columns(&COLUMNS)?;
    let ended_at = rows.timestamps("ended_at")?;
    (0..rows.len()).map(|row| online_game(explainer, &rows, row, ended_at.get(row).unwrap_or(0), id)).collect()
}

fn online_game(explainer: &Explainer, rows: &TableRows, row: usize, ended_at: UtcMicros, id: u32) -> Result<OnlineGame, StoreError> {
    let is_white = rows.id("white", row) == Some(id);
    let (own, other) = if is_white { ("white", "black") } else { ("black", "white") };
    let ratings = |side: &str, what: &str| rows.bounded(&format!("{side}_{what}"), row, 0..=HIGHEST_RATING);
    let from = |side: &str| rows.parse_word(&format!("{side}_rating_from"), row);
    let opponent = rows.id(other, row);
    let (own_rating, opponent_rating) = (ratings(own, "rating")?, ratings(other, "rating")?);
    let word = rows.text("result", row);
    let result =
        GameResult::from_word_or_pair(&word).ok_or_else(|| rows.damaged(row, &format!("result is '{word}', which is no result")))?;
    let outcome = if is_white { result.white } else { result.black };
    let disconnected = if rows.is_true("disconnected", row) { " (disconnected)" } else { "" };
    let half_points = outcome.played().map(|half_points| half_points.0);
    let mut game = ExplainedGame {
        game_id: Some(rows.text("game_id", row)),
        ended_at: Some(format_moment(ended_at)),
        colour: own[..1].to_owned(),
        opponent,
        opponent_name: explainer.directory.name(opponent)?,
        result: format!("{}{disconnected}", outcome.symbol()),
        half_points,
        own_rating,
        own_rating_from: from(own)?,
        opponent_rating,
        opponent_rating_from: from(other)?,
        status: rows.parse_required_word(&format!("{own}_status"), row)?,
        reason: rows.parse_word(&format!("{own}_reason"), row)?,
        article: rows.text("article", row),
        round: None,
        difference: None,
        counted_difference: None,
        expected_hundredths: None,
        gain_hundredths: None,
        step: None,
    };
    if let (true, Some(own), Some(opponent)) = (is_counted(&game), own_rating, opponent_rating) {
        let rule = &explainer.folder.rules.calculation.rating_difference;
        let counted = i32::from(counted_difference(rule, rating(Some(own)), rating(Some(opponent))));
        let expected = expected_score(counted).0;
        game.difference = Some(own - opponent);
        game.counted_difference = Some(counted);
        game.expected_hundredths = Some(expected);
        game.gain_hundredths = half_points.map(|half_points| half_points * 50 - expected);
    }
    Ok(OnlineGame { ended_at, game, after: ratings(own, "after")? })
}

/// `2013-11-05 18:30:00`
fn format_moment(moment: UtcMicros) -> String {
    chrono::DateTime::from_timestamp_micros(moment).map_or_else(String::new, |moment| moment.format("%Y-%m-%d %H:%M:%S").to_string())
}

/// An event over the board or an online game of the period.
enum PeriodEntry {
    Event(Box<ExplainedEvent>),
    Online(Box<OnlineGame>),
}

/// Fills in events and games in the order of time, and verifies each change of the rating.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: Option<&ChangeRow>,
    (events, online): (Vec<ExplainedEvent>, Vec<OnlineGame>),
    verification: &mut Verification,
) -> Result<(), ExplainError> {
    let nothing = ChangeRow { before: explanation.before, base: explanation.before, ..ChangeRow::default() };
    let row = change.unwrap_or(&nothing);
    // A player rated by a longer control needs no window of games (R28).
    if explanation.before.is_none() && change.is_some_and(|change| change.cause() != Ok(RatingChangeCause::LongerControl)) {
        let games = events.iter().flat_map(|event| &event.games).chain(online.iter().map(|online| &online.game));
        let mut waiting = first_rating_steps::WaitingTotals::of(row);
        games.for_each(|game| waiting.subtract(game));
        first_rating_steps::add_waiting_results(explainer, explanation, subject.id, waiting, verification)?;
    }
    let before = format!("On the list of {}", explanation.previous);
    explanation.steps.push(CalculationStep::new(
        before,
        rated_or(explanation.before),
        "what the player stood at when the period began",
        "D31",
    ));
    rating_change_steps::before(explainer, subject, row, verification);
    let k = if row.k.is_some() { rating_change_steps::coefficient(explainer, explanation, subject, row, verification) } else { 0 };
    let mut game_by_game = GameByGameExplainer {
        explainer,
        explanation,
        k,
        current_rating: row.before,
        first_base: None,
        games: 0,
        half_points: 0,
        sum: 0,
        first: None,
    };
    let mut not_rated = Vec::new();
    for entry in period_entries(explainer, events, online) {
        match entry {
            PeriodEntry::Event(event) if event.status != RATED => not_rated.push(*event),
            PeriodEntry::Event(event) => game_by_game.event(*event, verification),
            PeriodEntry::Online(game) => game_by_game.online(*game, verification),
        }
    }
    let (games, half_points, sum, current_rating, first) =
        (game_by_game.games, game_by_game.half_points, game_by_game.sum, game_by_game.current_rating, game_by_game.first);
    let base = game_by_game.first_base;
    explanation.events.extend(not_rated);
    let Some(change) = change else {
        if games > 0 || explanation.events.iter().any(|event| event.pooled.is_some()) {
            verification.add_problem("games count, but the player has no change".to_owned());
        }
        return Ok(());
    };
    let window = first_rating_steps::pool_total(explanation).unwrap_or_default();
    let is_waiting = change.cause() == Ok(RatingChangeCause::PoolTooSmall);
    let of_window = if first.is_some() || is_waiting { window } else { PooledResult::default() };
    let window_games = i32::try_from(of_window.games).unwrap_or(i32::MAX);
    verification.check_equal("games", Some(games + window_games), Some(change.games));
    verification.check_equal("half points", Some(half_points + of_window.half_points), Some(change.half_points));
    if games > 0 {
        explanation.steps.push(CalculationStep::new("Rated games", number(games), "one by one, in the order of time", "D31"));
        explanation.steps.push(CalculationStep::new(
            "Sum",
            Value::Hundredths(sum.into()),
            "of score minus PD over them; each was rounded by itself",
            "D31",
        ));
        verification.check_equal("sum in hundredths", Some(sum), change.sum);
        verification.check_equal("change", current_rating.zip(base).map(|(current_rating, base)| current_rating - base), change.change);
    }
    if first.is_none() {
        verification.check_equal("base", base.filter(|_| !is_waiting), change.base);
    }
    if is_waiting {
        let minimum = &explainer.folder.rules.calculation.first_rating.minimum;
        let article = minimum.article();
        explanation.steps.push(CalculationStep::new(
            "Open window",
            number(of_window.games),
            "too few games for a first rating yet: they wait",
            format!("{article}, D32"),
        ));
        list_day::explain(explainer, explanation, subject.state, change, 0, verification);
    } else {
        list_day::explain(explainer, explanation, subject.state, change, current_rating.unwrap_or(0), verification);
    }
    Ok(())
}

/// Events and games by time; an event comes at 00:00 UTC of the day it was received, before the games of that moment (D31, R30).
fn period_entries(explainer: &Explainer, events: Vec<ExplainedEvent>, online: Vec<OnlineGame>) -> Vec<PeriodEntry> {
    let mut timed: Vec<((UtcMicros, u8, usize), PeriodEntry)> = Vec::with_capacity(events.len() + online.len());
    for event in events {
        let tournament = explainer.tournaments.find(&event.tournament_id);
        let day = tournament.and_then(|found| found.date("received").or_else(|| found.date("end")));
        let day = day.unwrap_or_else(|| explainer.folder.previous_date.day());
        timed.push(((model::midnight(day), 0, tournament.map_or(usize::MAX, |found| found.row)), PeriodEntry::Event(Box::new(event))));
    }
    for (row, game) in online.into_iter().enumerate() {
        timed.push(((game.ended_at, 1, row), PeriodEntry::Online(Box::new(game))));
    }
    timed.sort_by_key(|(key, _)| *key);
    timed.into_iter().map(|(_, entry)| entry).collect()
}

/// Explains games and events in the order of time and adds them to an explanation.
struct GameByGameExplainer<'a> {
    explainer: &'a Explainer,
    explanation: &'a mut Explanation,
    k: u8,
    /// The rating at this moment; `None` while unrated at this control.
    current_rating: Option<i32>,
    /// The rating that the changes are added to.
    first_base: Option<i32>,
    games: i32,
    half_points: i32,
    sum: i32,
    /// The first rating, once the window is full.
    first: Option<i32>,
}

impl GameByGameExplainer<'_> {
    fn online(&mut self, online: OnlineGame, verification: &mut Verification) {
        let OnlineGame { mut game, after, .. } = online;
        let place = format!("online game {}", game.game_id.as_deref().unwrap_or(""));
        if is_counted(&game) {
            let counted = game.counted_difference.unwrap_or(0);
            verify_game(&game, counted, &place, verification);
            let gain = game.gain_hundredths.unwrap_or(0);
            let (own, from) = (game.own_rating, game.own_rating_from);
            game.step = self.apply_change(own, from, (1, game.half_points.unwrap_or(0), gain), &place, verification);
            verification.check_equal(&format!("{place}: rating after"), game.step.map(|step| step.after), after);
        }
        let pooled = is_pooled(&game).then(|| PoolResult {
            tournament_id: "online".to_owned(),
            start: None,
            end: None,
            list: None,
            games: 1,
            half_points: game.half_points.unwrap_or(0),
            opponents_sum: game.opponent_rating.unwrap_or(0),
        });
        let event = self.online_event();
        if is_counted(&game) {
            event.counted += 1;
            event.half_points += game.half_points.unwrap_or(0);
            event.sum_hundredths += game.gain_hundredths.unwrap_or(0);
        }
        event.games.push(game);
        if let Some(new) = pooled {
            match &mut event.pooled {
                Some(pooled) => {
                    pooled.games += 1;
                    pooled.half_points += new.half_points;
                    pooled.opponents_sum += new.opponents_sum;
                }
                None => event.pooled = Some(new),
            }
            self.complete_window();
            verification.check_equal(&format!("{place}: rating after"), self.current_rating, after);
        }
    }

    /// The run of online games that this one belongs to.
    fn online_event(&mut self) -> &mut ExplainedEvent {
        let events = &mut self.explanation.events;
        if events.last().is_none_or(|event| event.status != ONLINE) {
            let edition = self.explainer.folder.manifest.editions.calculation.clone();
            events.push(ExplainedEvent { name: "Online games".to_owned(), status: ONLINE, edition, ..ExplainedEvent::default() });
        }
        events.last_mut().expect("one was just put there")
    }

    /// An event over the board: one step, its sum rounded once.
    fn event(&mut self, mut event: ExplainedEvent, verification: &mut Verification) {
        let place = event.tournament_id.clone();
        if event.counted > 0 {
            let result = (event.counted, event.half_points, event.sum_hundredths);
            event.step = self.apply_change(event.own_rating, event.own_rating_from, result, &place, verification);
            event.share_hundredths = Some(i32::from(self.k) * event.sum_hundredths);
        }
        let is_pooled = event.pooled.is_some();
        self.explanation.events.push(event);
        if is_pooled {
            self.complete_window();
        }
    }

    fn apply_change(
        &mut self,
        own: Option<i32>,
        from: Option<RatingFrom>,
        result: (i32, i32, i32),
        place: &str,
        verification: &mut Verification,
    ) -> Option<RatingStep> {
        let (games, half_points, sum) = result;
        if from == Some(RatingFrom::LongerControl) {
            verification.check_equal(&format!("{place}: rating at this control"), self.current_rating, None);
        } else {
            verification.check_equal(&format!("{place}: rating before"), self.current_rating, own);
        }
        let own = own?;
        let change = rounded_change(self.explainer.folder.rules.calculation.rounding.half, self.k, Hundredths(sum));
        let after = rating::positive_rating(own + change).points();
        self.first_base = self.first_base.or(self.explanation.before).or(Some(own));
        self.games += games;
        self.half_points += half_points;
        self.sum += sum;
        self.current_rating = Some(after);
        Some(RatingStep { before: own, change, after })
    }

    /// The first rating, once the window is full (D32).
    fn complete_window(&mut self) {
        let calculation = &self.explainer.folder.rules.calculation;
        let Some(window) = first_rating_steps::pool_total(self.explanation) else { return };
        if self.current_rating.is_some() || window.games == 0 || !has_enough_games(&calculation.first_rating.minimum, window.games, 0, None)
        {
            return;
        }
        let first_rating_calculation = first_rating(&calculation.first_rating, window);
        let computed = rating::positive_rating(first_rating_calculation.computed).points();
        let article = calculation.first_rating.minimum.article();
        let why = ["the first not lost and those after it, ".into(), Value::HalfPoints(window.half_points), " points".into()];
        let why = Value::phrase(why);
        self.explanation.steps.push(CalculationStep::new("Window of games", number(window.games), why, format!("{article}, D32")));
        first_rating_steps::formula(
            self.explanation,
            &calculation.first_rating,
            window,
            first_rating_calculation,
            &calculation.conversion_tables.article,
        );
        self.current_rating = Some(computed);
        self.first = Some(computed);
        self.first_base = Some(computed);
    }
}
