//! A first rating, with the pool that it rests on (D12 to D19).

use crate::explain::ExplainError;
use crate::explain::answer::{Explanation, Game, PoolResult, Step};
use crate::explain::events::{is_counted, is_pooled};
use crate::explain::explainer::{Explainer, Subject};
use crate::explain::folder::PoolBefore;
use crate::explain::list_day;
use crate::explain::proof::Proof;
use crate::explain::records::{ChangeRow, HIGHEST_RATING};
use crate::explain::words::{counted, number, points};
use model::{Classes, TournamentClass};
use pages::Value;
use rating::{
    FirstRatingCalculation, PoolWindow, PooledResult, RatingChangeCause, first_rating, has_enough_games, is_one_round_robin,
    needs_fewer_games,
};
use rulebook::{FirstRating, Formula, MinimumGames};

/// Fills in the pool and the steps of a first rating, and proves them.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: &ChangeRow,
    proof: &mut Proof,
) -> Result<(), ExplainError> {
    let rule = &explainer.folder.rules.calculation.first_rating;
    let mut rest = Rest::of(change);
    for result in explanation.events.iter().filter_map(|event| event.pooled.as_ref()) {
        rest.games -= result.games;
        rest.half_points -= result.half_points;
        rest.opponents -= result.opponents_sum;
    }
    let mut with_fewer = waited(explainer, explanation, subject.id, rest, proof)?;
    for event in explanation.events.iter().filter(|event| event.pooled.is_some()) {
        let classes = explainer.tournaments.find(&event.tournament_id).map(|found| found.text("class")).unwrap_or_default();
        let games = event.pooled.as_ref().map_or(0, |result| result.games);
        with_fewer += if needs_fewer_games(&rule.minimum, classes_of(&classes)) { games } else { 0 };
    }
    let Some(pool) = total(explanation) else {
        proof.wrong("the pool holds results that no games can give".to_owned());
        return Ok(());
    };
    proof.same("games of the pool", Some(games_of(pool)), Some(change.games));
    proof.same("half points of the pool", Some(pool.half_points), Some(change.half_points));
    proof.same("sum of the opponents' ratings", Some(pool.opponents).filter(|&sum| sum > 0), change.opponents);
    let from = explanation.events.iter().filter(|event| event.pooled.is_some()).count() + explanation.pool.len();
    let why = ["against rated opponents, ".into(), points(pool.half_points), " in ".into(), counted(from as u64, "event")];
    explanation.steps.push(Step::new("Games of the pool", number(pool.games), Value::phrase(why), "D12"));
    if !is_enough(explanation, rule, pool.games, u32::try_from(with_fewer).unwrap_or(0), change, proof) {
        list_day::explain(explainer, explanation, subject.standing, change, 0, proof);
        return Ok(());
    }
    let work = first_rating(rule, pool);
    proof.same("p in hundredths", Some(work.p.0), change.p);
    proof.same("dp", Some(work.dp), change.dp);
    let computed = match one_round_robin(explainer, explanation, subject.id, pool) {
        Some((ru, article)) => {
            let why = "the pool is this one round robin, so its Ru(new) is the first rating";
            explanation.steps.push(Step::new("Ru(new)", Value::Rating(ru), why, format!("{article}, D22")));
            ru
        }
        None => {
            formula(explanation, rule, pool, work, &explainer.folder.rules.calculation.conversion_tables.article);
            work.computed
        }
    };
    list_day::explain(explainer, explanation, subject.standing, change, computed, proof);
    Ok(())
}

/// What is left of a change's totals without the games of this list: what waited before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    games: i32,
    half_points: i32,
    opponents: i32,
}

impl Rest {
    pub(crate) fn of(change: &ChangeRow) -> Self {
        Self { games: change.games, half_points: change.half_points, opponents: change.opponents.unwrap_or(0) }
    }

    pub(crate) fn take_out(&mut self, game: &Game) {
        if is_pooled(game) {
            self.opponents -= game.opponent_rating.unwrap_or(0);
        }
        if is_pooled(game) || is_counted(game) {
            self.games -= 1;
            self.half_points -= game.half_points.unwrap_or(0);
        }
    }
}

/// The results that waited before this list and still count. Returns how many of their games come from events that ask for fewer.
pub(crate) fn waited(
    explainer: &Explainer,
    explanation: &mut Explanation,
    id: u32,
    rest: Rest,
    proof: &mut Proof,
) -> Result<i32, ExplainError> {
    let rule = &explainer.folder.rules.calculation.first_rating;
    let (window, article) = (PoolWindow::new(&rule.pooling, explanation.list), rule.pooling.article());
    let mut with_fewer = 0;
    match explainer.folder.pool_before()? {
        PoolBefore::None => {}
        PoolBefore::Read(pool) => {
            for owner in explainer.merged_into(id).chain([id]) {
                for entry in &pool.entries[pool.entries_of(owner)] {
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
                    with_fewer += if needs_fewer_games(&rule.minimum, entry.classes) { result.games } else { 0 };
                    explanation.pool.push(result);
                }
            }
            explanation.pool.sort_by(|a, b| (a.start, &a.tournament_id).cmp(&(b.start, &b.tournament_id)));
        }
        PoolBefore::Missing => {
            let Rest { games, half_points, opponents: opponents_sum } = rest;
            let rest = PoolResult { tournament_id: String::new(), start: None, end: None, list: None, games, half_points, opponents_sum };
            if rest.games < 0 || rest.half_points < 0 || rest.opponents_sum < 0 {
                proof.wrong("the pool is smaller than the results that entered it on this list".to_owned());
            } else if rest.games > 0 {
                let waited = counted(rest.games, "game").plain();
                explanation.notes.push(format!(
                    "{waited} of the pool waited before this list. The list of {} that it was built on is not at hand as it was, so their events are not shown; their sums are what is left of the total.",
                    explanation.previous
                ));
                explanation.pool.push(rest);
            }
        }
    }
    Ok(with_fewer)
}

/// All results of the pool together; `None` where they cannot be results of games.
pub(crate) fn total(explanation: &Explanation) -> Option<PooledResult> {
    let new = explanation.events.iter().filter_map(|event| event.pooled.as_ref());
    sum(new.chain(&explanation.pool))
}

fn sum<'a>(results: impl IntoIterator<Item = &'a PoolResult>) -> Option<PooledResult> {
    let mut total = PooledResult::default();
    for result in results {
        total.games = total.games.checked_add(u32::try_from(result.games).ok()?)?;
        total.half_points = total.half_points.checked_add(result.half_points)?;
        total.opponents = total.opponents.checked_add(result.opponents_sum)?;
    }
    is_possible(total).then_some(total)
}

/// Whether games can give a result, so that it can be reckoned with.
pub(crate) fn is_possible(pool: PooledResult) -> bool {
    let games = i64::from(pool.games);
    games <= 100_000
        && (0..=2 * games).contains(&i64::from(pool.half_points))
        && (0..=HIGHEST_RATING * games).contains(&i64::from(pool.opponents))
}

fn games_of(pool: PooledResult) -> i32 {
    i32::try_from(pool.games).unwrap_or(i32::MAX)
}

fn is_enough(
    explanation: &mut Explanation,
    rule: &FirstRating,
    games: u32,
    with_fewer: u32,
    change: &ChangeRow,
    proof: &mut Proof,
) -> bool {
    let article = format!("{}, D16", rule.minimum.article());
    let is_enough = games > 0 && has_enough_games(&rule.minimum, games, with_fewer, None);
    let asked = match &rule.minimum {
        MinimumGames::Games { games, .. } => format!("{games} are needed"),
        MinimumGames::GamesOrFewer { games, fewer, .. } => {
            format!("{games} are needed, {fewer} in team championships and for members of the associations named there")
        }
        MinimumGames::FirstNotLostAnd { further, .. } => format!("the first not lost and {further} after it are needed"),
    };
    if change.cause() == Ok(RatingChangeCause::PoolTooSmall) {
        if is_enough {
            proof.wrong(format!("{games} games are enough, but written is that they are not"));
        }
        let why = format!("{asked}: nothing is published, the results wait");
        explanation.steps.push(Step::new("Too few", number(games), why, article));
        return false;
    }
    // Membership is told by the roster, which no table repeats.
    let is_enough_for_members = games > 0 && has_enough_games(&rule.minimum, games, with_fewer, Some(rule.minimum.associations()));
    if !is_enough_for_members {
        proof.wrong(format!("{games} games are too few for a first rating, but one was made"));
        return false;
    }
    let member = if is_enough { "" } else { "; the player is a member of one" };
    explanation.steps.push(Step::new("Enough", number(games), format!("{asked}{member}"), article));
    true
}

/// The rating of the round robin that the pool is, where it is one (D22), with its article.
fn one_round_robin(explainer: &Explainer, explanation: &Explanation, id: u32, pool: PooledResult) -> Option<(i32, String)> {
    let rule = &explainer.folder.rules.calculation.round_robin;
    let is_pool = |event: &PoolResult| sum([event]).is_some_and(|event| is_one_round_robin(rule, pool, event));
    let event = explanation.events.iter().find(|event| event.pooled.as_ref().is_some_and(is_pool))?;
    let work = event.round_robin.as_ref()?;
    let own = work.unrated.iter().find(|player| player.fide_id == Some(id))?;
    Some((own.steps?.ru_new, work.article.clone()))
}

/// Ra, p, dp and their sum.
pub(crate) fn formula(explanation: &mut Explanation, rule: &FirstRating, pool: PooledResult, work: FirstRatingCalculation, tables: &str) {
    let article = rule.article.as_str();
    let games = games_of(pool);
    let steps = &mut explanation.steps;
    let table = Value::phrase(["of the table for p ".into(), Value::Expected(work.p.0)]);
    match &rule.formula {
        Formula::PointsPerHalfPoint { points: a_half } => {
            let over = pool.half_points - games;
            steps.push(Step::new(
                "Ra",
                mean(pool.opponents, games),
                "the average of the opponents' ratings, kept exact",
                format!("{article}, D15"),
            ));
            let p = [Value::HalfPoints(pool.half_points), format!(" of {games}, to two decimals, a half up").into()];
            steps.push(Step::new("p", Value::Expected(work.p.0), Value::phrase(p), "D15"));
            if over >= 0 {
                let why = [counted(over, "half point"), format!(" over half the points, {a_half} for each").into()];
                steps.push(Step::new("Added to Ra", Value::Added(work.dp.into()), Value::phrase(why), article));
            } else {
                steps.push(Step::new("dp", number(work.dp), table, tables));
            }
        }
        Formula::HypotheticalOpponents { count, rating } => {
            let extra = i32::try_from(*count).unwrap_or(0);
            let all = games + extra;
            let why = format!("the average of the opponents and {extra} hypothetical ones of {}, kept exact", rating.0);
            steps.push(Step::new("Ra", mean(pool.opponents + extra * rating.points(), all), why, format!("{article}, D15")));
            let of = format!(" of {all}, the {extra} counted as draws; to two decimals, a half up");
            let p = Value::phrase([Value::HalfPoints(pool.half_points + extra), of.into()]);
            steps.push(Step::new("p", Value::Expected(work.p.0), p, format!("{article}, D15")));
            steps.push(Step::new("dp", number(work.dp), table, tables));
        }
    }
    let uncapped = first_rating(&FirstRating { highest: None, ..rule.clone() }, pool).computed;
    steps.push(Step::new("Ru", Value::Rating(uncapped), "Ra and what is added, rounded once, a half up", format!("{article}, D15")));
    if let Some(highest) = rule.highest.filter(|_| uncapped != work.computed) {
        steps.push(Step::new(
            "Highest",
            Value::Rating(work.computed),
            format!("a first rating is at most {}", highest.0),
            format!("{article}, D19"),
        ));
    }
}

/// A quotient with two decimals, a half up; only for show.
fn mean(sum: i32, number: i32) -> Value {
    if number <= 0 {
        return Value::Nothing;
    }
    let hundredths = (200 * i64::from(sum) + i64::from(number)).div_euclid(2 * i64::from(number));
    Value::Decimal(hundredths as f64 / 100.0, 2)
}

/// Classes as tables write them; words that are none are left out.
fn classes_of(text: &str) -> Classes {
    text.split_whitespace().filter_map(|word| word.parse::<TournamentClass>().ok()).collect()
}
