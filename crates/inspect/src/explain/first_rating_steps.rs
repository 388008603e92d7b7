//! A first rating, with the pool that it rests on (D12 to D19).

use crate::explain::ExplainError;
use crate::explain::events::{is_counted, is_pooled};
use crate::explain::explainer::{Explainer, Subject};
use crate::explain::explanation::{CalculationStep, ExplainedGame, Explanation, PoolResult};
use crate::explain::folder::PoolBefore;
use crate::explain::list_day;
use crate::explain::phrases::{counted, number, points};
use crate::explain::records::{ChangeRow, HIGHEST_RATING};
use crate::explain::verification::Verification;
use model::{Classes, PoolEntry, TournamentClass};
use pages::Value;
use rating::{
    FirstRatingCalculation, PoolWindow, PooledResult, RatingChangeCause, first_rating, has_enough_games, has_half_a_point,
    is_one_round_robin, needs_fewer_games,
};
use rulebook::{FirstRating, Formula, MinimumGames};

/// Fills in the pool and the steps of a first rating, and verifies them.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: &ChangeRow,
    verification: &mut Verification,
) -> Result<(), ExplainError> {
    let rule = &explainer.folder.rules.calculation.first_rating;
    let mut waiting = WaitingTotals::of(change);
    for result in explanation.events.iter().filter_map(|event| event.pooled.as_ref()) {
        waiting.games -= result.games;
        waiting.half_points -= result.half_points;
        waiting.opponents -= result.opponents_sum;
    }
    let mut games_with_fewer_needed = add_waiting_results(explainer, explanation, subject.id, waiting, verification)?;
    for event in explanation.events.iter().filter(|event| event.pooled.is_some()) {
        let classes = explainer.tournaments.find(&event.tournament_id).map(|found| found.text("class")).unwrap_or_default();
        let games = event.pooled.as_ref().map_or(0, |result| result.games);
        games_with_fewer_needed += if needs_fewer_games(&rule.minimum, parse_classes(&classes)) { games } else { 0 };
    }
    let Some(pool) = pool_total(explanation) else {
        verification.add_problem("the pool holds results that no games can give".to_owned());
        return Ok(());
    };
    verification.check_equal("games of the pool", Some(game_count(pool)), Some(change.games));
    verification.check_equal("half points of the pool", Some(pool.half_points), Some(change.half_points));
    verification.check_equal("sum of the opponents' ratings", Some(pool.opponents).filter(|&sum| sum > 0), change.opponents);
    let from = explanation.events.iter().filter(|event| event.pooled.is_some()).count() + explanation.pool.len();
    let why = ["against rated opponents, ".into(), points(pool.half_points), " in ".into(), counted(from as u64, "event")];
    explanation.steps.push(CalculationStep::new("Games of the pool", number(pool.games), Value::phrase(why), "D12"));
    if !is_enough(explanation, rule, pool.games, u32::try_from(games_with_fewer_needed).unwrap_or(0), change, verification) {
        list_day::explain(explainer, explanation, subject.state, change, 0, verification);
        return Ok(());
    }
    let is_written = change.cause() == Ok(RatingChangeCause::PoolWithoutPoints);
    if has_half_a_point(pool) == is_written {
        let written = if is_written { "not half a point" } else { "half a point" };
        verification.add_problem(format!("written is that the pool has {written}, and it has {}", points(pool.half_points).plain()));
    }
    if !has_half_a_point(pool) {
        let why = "a pool gives a rating only with half a point in it: nothing is published, the results wait";
        explanation.steps.push(CalculationStep::new("Without points", points(pool.half_points), why, "D45"));
        list_day::explain(explainer, explanation, subject.state, change, 0, verification);
        return Ok(());
    }
    let calculation = first_rating(rule, pool);
    verification.check_equal("p in hundredths", Some(calculation.p.0), change.p);
    verification.check_equal("dp", Some(calculation.dp), change.dp);
    let computed = match one_round_robin(explainer, explanation, subject.id, pool) {
        Some((ru, article)) => {
            let why = "the pool is this one round robin, so its Ru(new) is the first rating";
            explanation.steps.push(CalculationStep::new("Ru(new)", Value::Rating(ru), why, format!("{article}, D22")));
            ru
        }
        None => {
            formula(explanation, rule, pool, calculation, &explainer.folder.rules.calculation.conversion_tables.article);
            calculation.computed
        }
    };
    list_day::explain(explainer, explanation, subject.state, change, computed, verification);
    Ok(())
}

/// Totals of the results that waited before this list: those of the change without the games of this list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingTotals {
    games: i32,
    half_points: i32,
    opponents: i32,
}

impl WaitingTotals {
    pub(crate) fn of(change: &ChangeRow) -> Self {
        Self { games: change.games, half_points: change.half_points, opponents: change.opponents.unwrap_or(0) }
    }

    pub(crate) fn subtract(&mut self, game: &ExplainedGame) {
        if is_pooled(game) {
            self.opponents -= game.opponent_rating.unwrap_or(0);
        }
        if is_pooled(game) || is_counted(game) {
            self.games -= 1;
            self.half_points -= game.half_points.unwrap_or(0);
        }
    }
}

/// Adds the results that waited before this list and still count. Returns how many of their games are from events that need fewer games.
pub(crate) fn add_waiting_results(
    explainer: &Explainer,
    explanation: &mut Explanation,
    id: u32,
    waiting: WaitingTotals,
    verification: &mut Verification,
) -> Result<i32, ExplainError> {
    let rule = &explainer.folder.rules.calculation.first_rating;
    let (window, article) = (PoolWindow::new(&rule.pooling, explanation.list), rule.pooling.article());
    let mut games_with_fewer_needed = 0;
    match explainer.folder.pool_before()? {
        PoolBefore::None => {}
        PoolBefore::Read(pool) => {
            for owner in explainer.merged_into(id).chain([id]) {
                let counts = |entry: &&PoolEntry| owner == id || !entry.is_used_up;
                for entry in pool.entries[pool.entries_of(owner)].iter().filter(counts) {
                    let result = PoolResult {
                        tournament_id: pool.tournaments.get(entry.tournament as usize).cloned().unwrap_or_default(),
                        start: Some(entry.start),
                        end: Some(entry.end),
                        list: Some(entry.list),
                        games: i32::try_from(entry.games).unwrap_or(i32::MAX),
                        half_points: entry.half_points,
                        opponents_sum: entry.opponents,
                    };
                    if !window.contains(entry.end) {
                        let ended = format!("{} ended on {}", result.tournament_id, entry.end);
                        explanation.notes.push(format!("{ended}: too old to count for a first rating ({article}, D14)."));
                        continue;
                    }
                    games_with_fewer_needed += if needs_fewer_games(&rule.minimum, entry.classes) { result.games } else { 0 };
                    explanation.pool.push(result);
                }
            }
            explanation.pool.sort_by(|a, b| (a.start, &a.tournament_id).cmp(&(b.start, &b.tournament_id)));
        }
        PoolBefore::Missing => {
            let WaitingTotals { games, half_points, opponents: opponents_sum } = waiting;
            let waiting =
                PoolResult { tournament_id: String::new(), start: None, end: None, list: None, games, half_points, opponents_sum };
            if waiting.games < 0 || waiting.half_points < 0 || waiting.opponents_sum < 0 {
                verification.add_problem("the pool is smaller than the results that entered it on this list".to_owned());
            } else if waiting.games > 0 {
                let waited = counted(waiting.games, "game").plain();
                explanation.notes.push(format!(
                    "{waited} of the pool waited before this list. The list of {} that it was built on is missing or has changed, so their events are not shown; their sums are what is left of the total.",
                    explanation.previous
                ));
                explanation.pool.push(waiting);
            }
        }
    }
    Ok(games_with_fewer_needed)
}

/// The sum of all results of the pool; `None` if no games can give it.
pub(crate) fn pool_total(explanation: &Explanation) -> Option<PooledResult> {
    let new = explanation.events.iter().filter_map(|event| event.pooled.as_ref());
    sum_results(new.chain(&explanation.pool))
}

fn sum_results<'a>(results: impl IntoIterator<Item = &'a PoolResult>) -> Option<PooledResult> {
    let mut total = PooledResult::default();
    for result in results {
        total.games = total.games.checked_add(u32::try_from(result.games).ok()?)?;
        total.half_points = total.half_points.checked_add(result.half_points)?;
        total.opponents = total.opponents.checked_add(result.opponents_sum)?;
    }
    is_possible(total).then_some(total)
}

/// Whether games can give a result. Only then is it safe to compute with it.
pub(crate) fn is_possible(pool: PooledResult) -> bool {
    let games = i64::from(pool.games);
    games <= 100_000
        && (0..=2 * games).contains(&i64::from(pool.half_points))
        && (0..=HIGHEST_RATING * games).contains(&i64::from(pool.opponents))
}

fn game_count(pool: PooledResult) -> i32 {
    i32::try_from(pool.games).unwrap_or(i32::MAX)
}

fn is_enough(
    explanation: &mut Explanation,
    rule: &FirstRating,
    games: u32,
    games_with_fewer_needed: u32,
    change: &ChangeRow,
    verification: &mut Verification,
) -> bool {
    let article = format!("{}, D16", rule.minimum.article());
    let is_enough = games > 0 && has_enough_games(&rule.minimum, games, games_with_fewer_needed, None);
    let requirement = match &rule.minimum {
        MinimumGames::Games { games, .. } => format!("{games} are needed"),
        MinimumGames::GamesOrFewer { games, fewer, .. } => {
            format!("{games} are needed, {fewer} in team championships and for members of the associations named there")
        }
        MinimumGames::FirstNotLostAnd { further, .. } => format!("the first not lost and {further} after it are needed"),
    };
    if change.cause() == Ok(RatingChangeCause::PoolTooSmall) {
        if is_enough {
            verification.add_problem(format!("{games} games are enough, but written is that they are not"));
        }
        let why = format!("{requirement}: nothing is published, the results wait");
        explanation.steps.push(CalculationStep::new("Too few", number(games), why, article));
        return false;
    }
    // Only the roster says who is a member, and no table repeats it.
    let is_enough_for_members =
        games > 0 && has_enough_games(&rule.minimum, games, games_with_fewer_needed, Some(rule.minimum.associations()));
    if !is_enough_for_members {
        verification.add_problem(format!("{games} games are too few for a first rating, but one was made"));
        return false;
    }
    let member = if is_enough { "" } else { "; the player is a member of one" };
    explanation.steps.push(CalculationStep::new("Enough", number(games), format!("{requirement}{member}"), article));
    true
}

/// The rating and the article of the round robin, if the pool is exactly one round robin (D22).
fn one_round_robin(explainer: &Explainer, explanation: &Explanation, id: u32, pool: PooledResult) -> Option<(i32, String)> {
    let rule = &explainer.folder.rules.calculation.round_robin;
    let is_pool = |event: &PoolResult| sum_results([event]).is_some_and(|event| is_one_round_robin(rule, pool, event));
    let event = explanation.events.iter().find(|event| event.pooled.as_ref().is_some_and(is_pool))?;
    let calculation = event.round_robin.as_ref()?;
    let own = calculation.unrated.iter().find(|player| player.fide_id == Some(id))?;
    Some((own.steps?.ru_new, calculation.article.clone()))
}

/// Adds the steps for Ra, p, dp and Ru.
pub(crate) fn formula(
    explanation: &mut Explanation,
    rule: &FirstRating,
    pool: PooledResult,
    calculation: FirstRatingCalculation,
    tables: &str,
) {
    let article = rule.article.as_str();
    let games = game_count(pool);
    let steps = &mut explanation.steps;
    let table = Value::phrase(["of the table for p ".into(), Value::Expected(calculation.p.0)]);
    match &rule.formula {
        Formula::PointsPerHalfPoint { points: a_half } => {
            let over = pool.half_points - games;
            steps.push(CalculationStep::new(
                "Ra",
                mean(pool.opponents, games),
                "the average of the opponents' ratings, kept exact",
                format!("{article}, D15"),
            ));
            let p = [Value::HalfPoints(pool.half_points), format!(" of {games}, to two decimals, a half up").into()];
            steps.push(CalculationStep::new("p", Value::Expected(calculation.p.0), Value::phrase(p), "D15"));
            if over >= 0 {
                let why = [counted(over, "half point"), format!(" over half the points, {a_half} for each").into()];
                steps.push(CalculationStep::new("Added to Ra", Value::Added(calculation.dp.into()), Value::phrase(why), article));
            } else {
                steps.push(CalculationStep::new("dp", number(calculation.dp), table, tables));
            }
        }
        Formula::HypotheticalOpponents { count, rating } => {
            let extra = i32::try_from(*count).unwrap_or(0);
            let all = games + extra;
            let why = format!("the average of the opponents and {extra} hypothetical ones of {}, kept exact", rating.0);
            steps.push(CalculationStep::new("Ra", mean(pool.opponents + extra * rating.points(), all), why, format!("{article}, D15")));
            let of = format!(" of {all}, the {extra} counted as draws; to two decimals, a half up");
            let p = Value::phrase([Value::HalfPoints(pool.half_points + extra), of.into()]);
            steps.push(CalculationStep::new("p", Value::Expected(calculation.p.0), p, format!("{article}, D15")));
            steps.push(CalculationStep::new("dp", number(calculation.dp), table, tables));
        }
    }
    let uncapped = first_rating(&FirstRating { highest: None, ..rule.clone() }, pool).computed;
    steps.push(CalculationStep::new(
        "Ru",
        Value::Rating(uncapped),
        "Ra and what is added, rounded once, a half up",
        format!("{article}, D15"),
    ));
    if let Some(highest) = rule.highest.filter(|_| uncapped != calculation.computed) {
        steps.push(CalculationStep::new(
            "Highest",
            Value::Rating(calculation.computed),
            format!("a first rating is at most {}", highest.0),
            format!("{article}, D19"),
        ));
    }
}

/// A quotient with two decimals, a half up. It is only displayed, never computed with.
fn mean(sum: i32, number: i32) -> Value {
    if number <= 0 {
        return Value::Empty;
    }
    let hundredths = (200 * i64::from(sum) + i64::from(number)).div_euclid(2 * i64::from(number));
    Value::Decimal(hundredths as f64 / 100.0, 2)
}

/// Parses the classes of a tournament; unknown words are left out.
fn parse_classes(text: &str) -> Classes {
    text.split_whitespace().filter_map(|word| word.parse::<TournamentClass>().ok()).collect()
}
