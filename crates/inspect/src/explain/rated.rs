//! The change of a rated player, step by step.

use crate::explain::answer::{Explanation, Step};
use crate::explain::explainer::{Explainer, Subject};
use crate::explain::list_day;
use crate::explain::proof::Proof;
use crate::explain::records::ChangeRow;
use crate::explain::words::{number, rated_or};
use model::Hundredths;
use pages::Value;
use rating::{Career, development_coefficient, k_under_games_cap, rounded_change};
use rulebook::{HalfRounding, LongerControl, Rounding};

/// Fills in the steps of a change, and proves them.
pub(crate) fn explain(explainer: &Explainer, explanation: &mut Explanation, subject: &Subject<'_>, change: &ChangeRow, proof: &mut Proof) {
    let calculation = &explainer.folder.rules.calculation;
    let games: i32 = explanation.events.iter().map(|event| event.counted).sum();
    let half_points: i32 = explanation.events.iter().map(|event| event.half_points).sum();
    let sum: i32 = explanation.events.iter().map(|event| event.sum_hundredths).sum();
    base(explainer, explanation, subject, change, proof);
    let k = coefficient(explainer, explanation, subject, change, proof);

    explanation.steps.push(Step::new("Games, n", number(games), "all games rated on this list", "D7"));
    proof.same("games", Some(games), Some(change.games));
    proof.same("half points", Some(half_points), Some(change.half_points));
    let k_used = i32::from(k_under_games_cap(&calculation.games_cap, k, u32::try_from(games).unwrap_or(0)));
    cap_on_games(explanation, &calculation.games_cap, (i32::from(k), k_used, games));
    proof.same("K after the cap on K x n", Some(k_used), change.k_used);

    explanation.steps.push(Step::new("Sum", Value::Hundredths(sum.into()), "of score minus PD over these games", "D9"));
    proof.same("sum in hundredths", Some(sum), change.sum);
    explanation.steps.push(Step::new("K x sum", Value::Hundredths((k_used * sum).into()), "", calculation.rating_change.article.as_str()));
    let rounded = rounded_change(calculation.rounding.half, u8::try_from(k_used).unwrap_or(0), Hundredths(sum));
    explanation.steps.push(rounding(&calculation.rounding, rounded));
    proof.same("rounded change", Some(rounded), change.change);
    for event in explanation.events.iter_mut().filter(|event| event.counted > 0) {
        event.share_hundredths = Some(k_used * event.sum_hundredths);
    }
    let computed = change.base.unwrap_or(0) + rounded;
    let why = Value::phrase([rated_or(change.base), " ".into(), Value::Added(rounded.into())]);
    explanation.steps.push(Step::new("Rating", Value::Rating(computed), why, "D2"));
    list_day::explain(explainer, explanation, subject.standing, change, computed, proof);
}

/// What the change is added to: the previous list's rating, or that of a longer control in the first event with a counted game (D18).
fn base(explainer: &Explainer, explanation: &mut Explanation, subject: &Subject<'_>, change: &ChangeRow, proof: &mut Proof) {
    let what = format!("On the list of {}", explanation.previous);
    explanation.steps.push(Step::new(what, rated_or(change.before), "", ""));
    before(explainer, subject, change, proof);
    let first = explanation.events.iter().find(|event| event.counted > 0);
    let base = change.before.or_else(|| first.and_then(|event| event.own_rating));
    proof.same("base", base, change.base);
    if change.before.is_none() {
        let rule = first.and_then(|event| explainer.folder.rules.by_id(&event.edition)).map(|edition| &edition.longer_control);
        // Without an article it is the decision alone.
        let article = rule.map_or("D18", LongerControl::article);
        let article = if article == "D18" { article.to_owned() } else { format!("{article}, D18") };
        let why = "the rating at a longer control in the first such event of this list";
        explanation.steps.push(Step::new("Base", rated_or(change.base), why, article));
    }
}

/// The rating before is the one on the previous list, unless that came from another id.
pub(crate) fn before(explainer: &Explainer, subject: &Subject<'_>, change: &ChangeRow, proof: &mut Proof) {
    if let Some(before) = subject.before.filter(|_| explainer.merged_into(subject.id).next().is_none()) {
        proof.same("the rating before, beside the previous list", before.rating, change.before);
    }
}

/// K with its reason. Returns the one that holds for the period.
pub(crate) fn coefficient(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: &ChangeRow,
    proof: &mut Proof,
) -> u8 {
    let rule = &explainer.folder.rules.calculation.development;
    let k = u8::try_from(change.k.unwrap_or(0)).unwrap_or(0);
    let previous = explanation.previous;
    let is_merged = explainer.merged_into(subject.id).next().is_some();
    // The year of birth is the one that is known now: a roster may have set it.
    let birth_year = subject.standing.career.map_or(0, |career| career.birth_year);
    let career = subject.before.map_or_else(|| career_before(subject, change), |before| before.career);
    let career = Career { birth_year, ..career };
    let (by_rule, reason) = development_coefficient(rule, previous, career);
    let article = reason.article(rule);
    let reason = if by_rule == k { reason.words(k, previous) } else { String::new() };
    let (why, article) = if change.k_is_listed {
        if let Some(before) = subject.before.filter(|_| !is_merged) {
            proof.same("K, beside the previous list", Some(before.k), Some(i32::from(k)));
        }
        let on_list = format!("on the list of {previous}");
        match reason.is_empty() {
            false => (format!("{on_list}: {reason}"), article),
            true => (format!("{on_list}, which has it so"), "D7".to_owned()),
        }
    } else {
        if subject.before.is_some() && !is_merged {
            proof.same("K by the edition", Some(by_rule), Some(k));
        }
        let colon = if reason.is_empty() { "" } else { ": " };
        (format!("by the edition, as the list of {previous} has none{colon}{reason}"), article)
    };
    explanation.steps.push(Step::new("K", number(k), why, article));
    k
}

/// The career before this list, from the one on it, where the previous list is not at hand or does not know the player.
fn career_before(subject: &Subject<'_>, change: &ChangeRow) -> Career {
    let now = subject.standing.career.unwrap_or(Career { games: 0, peak: model::Rating::UNRATED, birth_year: 0 });
    let games = now.games.saturating_sub(u32::try_from(change.games).unwrap_or(0));
    // A peak above today's rating was there before; otherwise the rating before is the best that is known.
    let is_older = now.peak.points() > change.after.unwrap_or(0);
    let peak = if is_older { now.peak } else { crate::explain::records::rating(change.before) };
    Career { games, peak, ..now }
}

/// The limit on K x n: nothing is said of an edition that has none.
fn cap_on_games(explanation: &mut Explanation, rule: &rulebook::GamesCap, (k, k_used, games): (i32, i32, i32)) {
    let Some((article, at_most)) = rule.limit() else { return };
    let why = if k == k_used {
        format!("at most {at_most}, so K stays {k}")
    } else {
        format!("over {at_most}: K is the largest whole number with K x n within it")
    };
    explanation.steps.push(Step::new("K x n", number(k * games), why, article));
    if k != k_used {
        explanation.steps.push(Step::new("K used", number(k_used), format!("{k_used} x {games} = {}", k_used * games), article));
    }
}

pub(crate) fn rounding(rule: &Rounding, rounded: i32) -> Step {
    let half = match rule.half {
        HalfRounding::Up => "to the nearest whole number, a half up",
        HalfRounding::AwayFromZero => "to the nearest whole number, a half away from zero",
    };
    Step::new("Change", Value::Added(rounded.into()), half, format!("{}, D9", rule.article))
}
