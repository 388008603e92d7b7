//! The change of a rated player, step by step.

use crate::explain::explainer::{Explainer, Subject};
use crate::explain::explanation::{CalculationStep, ChangeMade, Explanation};
use crate::explain::known_since::KnownSince;
use crate::explain::list_day;
use crate::explain::phrases::{number, rated_or};
use crate::explain::records::ChangeRow;
use crate::explain::verification::Verification;
use model::Hundredths;
use pages::Value;
use rating::{Career, development_coefficient, k_under_games_cap, rounded_change};
use rulebook::{Development, HalfRounding, LongerControl, Rounding};

/// Fills in the steps of a change, and verifies them.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: &ChangeRow,
    verification: &mut Verification,
) {
    let calculation = &explainer.folder.rules.calculation;
    let games: i32 = explanation.events.iter().map(|event| event.counted).sum();
    let half_points: i32 = explanation.events.iter().map(|event| event.half_points).sum();
    let sum: i32 = explanation.events.iter().map(|event| event.sum_hundredths).sum();
    base(explainer, explanation, subject, change, verification);
    let k = coefficient(explainer, explanation, subject, change, verification);

    explanation.steps.push(CalculationStep::new("Games, n", number(games), "all games rated on this list", "D7"));
    verification.check_equal("games", Some(games), Some(change.games));
    verification.check_equal("half points", Some(half_points), Some(change.half_points));
    let k_used = i32::from(k_under_games_cap(&calculation.games_cap, k, u32::try_from(games).unwrap_or(0)));
    cap_on_games(explanation, &calculation.games_cap, (i32::from(k), k_used, games));
    verification.check_equal("K after the cap on K x n", Some(k_used), change.k_used);

    explanation.steps.push(CalculationStep::new("Sum", Value::Hundredths(sum.into()), "of score minus PD over these games", "D9"));
    verification.check_equal("sum in hundredths", Some(sum), change.sum);
    explanation.steps.push(CalculationStep::new(
        "K x sum",
        Value::Hundredths((k_used * sum).into()),
        "",
        calculation.rating_change.article.as_str(),
    ));
    let rounded = rounded_change(calculation.rounding.half, u8::try_from(k_used).unwrap_or(0), Hundredths(sum));
    explanation.steps.push(rounding(&calculation.rounding, rounded));
    verification.check_equal("rounded change", Some(rounded), change.change);
    for event in explanation.events.iter_mut().filter(|event| event.counted > 0) {
        event.share_hundredths = Some(k_used * event.sum_hundredths);
    }
    explanation.change_made = change.base.map(|base| ChangeMade { base, k_used, rounded });
    let computed = change.base.unwrap_or(0) + rounded;
    let why = Value::phrase([rated_or(change.base), " ".into(), Value::Added(rounded.into())]);
    explanation.steps.push(CalculationStep::new("Rating", Value::Rating(computed), why, "D2"));
    list_day::explain(explainer, explanation, subject.state, change, computed, verification);
}

/// Adds the base of the change: the rating on the previous list, or that of a longer control in the first event with a counted game (D18).
fn base(explainer: &Explainer, explanation: &mut Explanation, subject: &Subject<'_>, change: &ChangeRow, verification: &mut Verification) {
    let what = format!("On the list of {}", explanation.previous);
    explanation.steps.push(CalculationStep::new(what, rated_or(change.before), "", ""));
    before(explainer, subject, change, verification);
    let first = explanation.events.iter().find(|event| event.counted > 0);
    let base = change.before.or_else(|| first.and_then(|event| event.own_rating));
    verification.check_equal("base", base, change.base);
    if change.before.is_none() {
        let rule = first.and_then(|event| explainer.folder.rules.by_id(&event.edition)).map(|edition| &edition.longer_control);
        // A rule without an article cites the decision only.
        let article = rule.map_or("D18", LongerControl::article);
        let article = if article == "D18" { article.to_owned() } else { format!("{article}, D18") };
        let why = "the rating at a slower time control in the first such event of this list";
        explanation.steps.push(CalculationStep::new("Base", rated_or(change.base), why, article));
    }
}

/// Compares the rating before with the previous list, unless another id was merged into the player.
pub(crate) fn before(explainer: &Explainer, subject: &Subject<'_>, change: &ChangeRow, verification: &mut Verification) {
    if let Some(before) = subject.before.filter(|_| explainer.merged_into(subject.id).next().is_none()) {
        verification.check_equal("the rating before, beside the previous list", before.rating, change.before);
    }
}

/// Adds the step for K with its reason, and returns the K of the period.
pub(crate) fn coefficient(
    explainer: &Explainer,
    explanation: &mut Explanation,
    subject: &Subject<'_>,
    change: &ChangeRow,
    verification: &mut Verification,
) -> u8 {
    let rule = &explainer.folder.rules.calculation.development;
    let k = u8::try_from(change.k.unwrap_or(0)).unwrap_or(0);
    let previous = explanation.previous;
    let is_merged = explainer.merged_into(subject.id).next().is_some();
    // The year of birth is the one that is known now: a roster may have set it.
    let birth_year = subject.state.career.map_or(0, |career| career.birth_year);
    let career = subject.before.map_or_else(|| career_before(subject, change), |before| before.career);
    let career = Career { birth_year, ..career };
    let (by_rule, reason) = development_coefficient(rule, previous, career);
    let article = reason.article(rule);
    let known_since = KnownSince::find(explainer, subject.id).unwrap_or_default();
    let reason = if by_rule == k { known_since.words(reason, k, previous, explainer.folder.is_hidden(birth_year)) } else { String::new() };
    let (why, article) = if change.k_is_listed {
        if let Some(before) = subject.before.filter(|_| !is_merged) {
            verification.check_equal("K, beside the previous list", Some(before.k), Some(i32::from(k)));
        }
        let on_list = format!("on the list of {previous}");
        match reason.is_empty() {
            false => (format!("{on_list}: {reason}"), article),
            true => (format!("{on_list}, which has it so"), "D7".to_owned()),
        }
    } else {
        if subject.before.is_some_and(|before| before.has_whole_career) && !is_merged {
            verification.check_equal("K by the edition", Some(by_rule), Some(k));
        }
        let why = match rule {
            Development::Flat { .. } => format!("{reason}, whatever the list of {previous} has"),
            Development::ByCareer { .. } if reason.is_empty() => format!("by the edition, as the list of {previous} has none"),
            Development::ByCareer { .. } => format!("by the edition, as the list of {previous} has none: {reason}"),
        };
        (why, article)
    };
    explanation.steps.push(CalculationStep::new("K", number(k), why, article));
    k
}

/// The career before this list, derived from the one on it, if the previous list is missing or does not have the player.
fn career_before(subject: &Subject<'_>, change: &ChangeRow) -> Career {
    let now = subject.state.career.unwrap_or(Career { games: 0, peak: model::Rating::UNRATED, birth_year: 0 });
    let games = now.games.saturating_sub(u32::try_from(change.games).unwrap_or(0));
    // A peak above the new rating is older than this list; otherwise the rating before is the best known value.
    let is_older = now.peak.points() > change.after.unwrap_or(0);
    let peak = if is_older { now.peak } else { crate::explain::records::rating(change.before) };
    Career { games, peak, ..now }
}

/// Adds the steps for the limit on K x n, if the edition has one.
fn cap_on_games(explanation: &mut Explanation, rule: &rulebook::GamesCap, (k, k_used, games): (i32, i32, i32)) {
    let Some((article, at_most)) = rule.limit() else { return };
    let why = if k == k_used {
        format!("at most {at_most}, so K stays {k}")
    } else {
        format!("over {at_most}: K is the largest whole number with K x n within it")
    };
    explanation.steps.push(CalculationStep::new("K x n", number(k * games), why, article));
    if k != k_used {
        explanation.steps.push(CalculationStep::new("K used", number(k_used), format!("{k_used} x {games} = {}", k_used * games), article));
    }
}

pub(crate) fn rounding(rule: &Rounding, rounded: i32) -> CalculationStep {
    let half = match rule.half {
        HalfRounding::Up => "to the nearest whole number, a half up",
        HalfRounding::AwayFromZero => "to the nearest whole number, a half away from zero",
    };
    CalculationStep::new("Change", Value::Added(rounded.into()), half, format!("{}, D9", rule.article))
}
