//! The rules of the list date: orders, floor, K, and who is listed (D30).

use crate::explain::explainer::{Explainer, PlayerState};
use crate::explain::explanation::{CalculationStep, Explanation};
use crate::explain::known_since::KnownSince;
use crate::explain::phrases::rated_or;
use crate::explain::records::{ChangeRow, rating as rating_of};
use crate::explain::verification::Verification;
use crate::unlisted_reasons::{UnlistedReasons, UnpublishedPlayer};
use model::{Rating, Unlisted};
use pages::Value;
use rating::{ListDay, ListDayRating, ListDayStep, RatingChangeCause};
use rulebook::BelowFloor;

/// Adds the steps from a computed rating to the one on the list, and compares them with the table of changes.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    state: &PlayerState,
    change: &ChangeRow,
    computed: i32,
    verification: &mut Verification,
) {
    // The tables leave a rating of 0 empty.
    verification.check_equal("computed rating", Some(computed).filter(|&computed| computed != 0), change.computed);
    let day = explainer.list_day();
    let longer = rating_of(change.longer_rating);
    let ListDayRating { ordered, after, .. } = day.rating(computed, longer, |step| explanation.steps.push(in_words(step)));
    verification.check_equal("rating after orders", rated(ordered), change.ordered);
    verification.check_equal("rating after the floor", rated(after), change.after);
    verification.check_equal("rating after the change, beside the list", change.after, state.rating);
    let what = format!("On the list of {}", explanation.list);
    let (why, article) = match (state.k, state.career) {
        (Some(listed), Some(career)) if state.rating.is_some() => {
            let (k, reason) = day.coefficient(career);
            let hides_age = explainer.folder.is_hidden(career.birth_year);
            let known_since = KnownSince::find(explainer, explanation.player.fide_id).unwrap_or_default();
            let why = format!("K {listed} from now on: {}", known_since.words(reason, k, explanation.list, hides_age));
            (why, reason.article(&explainer.folder.rules.publication.development))
        }
        _ => (String::new(), String::new()),
    };
    explanation.steps.push(CalculationStep::new(what, rated_or(state.rating), why, article));
}

fn in_words(step: ListDayStep<'_>) -> CalculationStep {
    let (what, value, why) = match step {
        ListDayStep::Order { order, before, after, longer } => {
            let added = Value::Added(i64::from(after.0) - i64::from(before.0));
            let looked_at = longer.map(|(control, rating)| format!(", {control} {}", rating.0)).unwrap_or_default();
            let words = format!("{looked_at}: {} ({})", order.title, order.source);
            ("Order", rated_or(rated(after)), Value::phrase([Value::Rating(before.points()), " ".into(), added, words.into()]))
        }
        ListDayStep::FloorHeld { order, floor, rating } => {
            let why = format!("under the floor of {} ({}), and kept: {} ({})", floor.rating.0, floor.article, order.title, order.source);
            ("Order", rated_or(rated(rating)), why.into())
        }
        ListDayStep::Floor { floor, least, after, .. } => {
            let what = match floor.below {
                BelowFloor::Hidden => "kept and used, but not published",
                BelowFloor::Unrated => "unrated",
                BelowFloor::Delisted => "delisted, and unrated from now on",
            };
            ("Floor", rated_or(rated(after)), format!("under the floor of {}: {what}", least.0).into())
        }
        ListDayStep::Inactive { rule } => ("Flag", "i".into(), format!("inactive: no rated game for {} months", rule.months).into()),
    };
    CalculationStep::new(what, value, why, step.article())
}

/// A rating that moved without games, or that an order kept: by an order, or because the floor rose.
pub(crate) fn moved_without_games(explainer: &Explainer, explanation: &mut Explanation, change: &ChangeRow) {
    let what = format!("On the list of {}", explainer.folder.previous_date);
    explanation.steps.push(CalculationStep::new(what, rated_or(change.before), "no game counted", ""));
}

/// Compares a player on the list with the state, and both with the rules.
pub(crate) fn verify_list(explainer: &Explainer, explanation: &mut Explanation, state: &PlayerState, verification: &mut Verification) {
    let day = explainer.list_day();
    let games = counted_games(explanation);
    if state.is_known {
        verification.check_equal("games on the list", Some(games), Some(state.games));
    }
    if let (Some(_), Some(career)) = (state.rating, state.career) {
        verification.check_equal("K on the list", Some(i32::from(day.coefficient(career).0)), state.k);
        let inactive = day.inactive(state.last_rated);
        let flag = |is_inactive: bool| Some(if is_inactive { "inactive" } else { "active" });
        verification.check_equal("flag on the list", flag(inactive.is_some()), flag(state.is_inactive));
        explanation.steps.extend(inactive.map(in_words));
        verify_unlisted(&day, state, verification);
    }
    if let Some(listed) = state.listed {
        verification.check_equal("rating on the list, beside the state", state.rating, listed.rating);
        verification.check_equal("games on the list, beside the state", Some(state.games), listed.games);
        verification.check_equal("K on the list, beside the state", state.k, listed.k);
    } else if let Some(note) = why_not_listed(explainer, explanation, state) {
        explanation.notes.push(note);
    }
}

/// Compares the reason why a player is not listed with the one by the rules. A listed player has no reason.
fn verify_unlisted(day: &ListDay<'_>, state: &PlayerState, verification: &mut Verification) {
    let stated: Option<Unlisted> = state.unlisted.parse().ok();
    if state.listed.is_none() && stated.is_none() {
        return;
    }
    // Only the roster says who is withheld, and no table repeats it.
    let is_withheld = |reason: &Unlisted| state.listed.is_none() && !matches!(reason, Unlisted::UnderFloor | Unlisted::Inactive);
    let computed = day.unlisted(state.is_hidden, state.last_rated, stated.filter(is_withheld));
    verification.check_equal("why the player is not listed", computed.map(<&str>::from), stated.map(<&str>::from));
}

/// Games that count on this list; for a first rating, all games of its pool.
fn counted_games(explanation: &Explanation) -> i32 {
    let counted: i32 = explanation.events.iter().map(|event| event.counted).sum();
    let pooled: i32 = explanation.events.iter().filter_map(|event| event.pooled.as_ref()).map(|result| result.games).sum();
    let waited: i32 = explanation.pool.iter().map(|result| result.games).sum();
    match explanation.cause {
        Some(RatingChangeCause::FirstRating) => counted + pooled + waited,
        Some(RatingChangeCause::Games | RatingChangeCause::LongerControl | RatingChangeCause::Order | RatingChangeCause::Floor) => counted,
        Some(RatingChangeCause::PoolTooSmall | RatingChangeCause::PoolUnderFloor | RatingChangeCause::PoolWithoutPoints) | None => 0,
    }
}

fn why_not_listed(explainer: &Explainer, explanation: &Explanation, state: &PlayerState) -> Option<String> {
    let since =
        explainer.unlisted_since(explanation.player.fide_id, state).map(|list| format!(" since the list of {list}")).unwrap_or_default();
    if let Some(id) = state.merged_into {
        return Some(format!("Not listed{since}: the id has become {id}."));
    }
    state.rating?;
    let player = &explanation.player;
    // A list of version 0.1 has no reasons, so the reason is derived.
    let reason = if state.unlisted.is_empty() {
        let (is_hidden, last_rated) = (state.is_hidden, state.last_rated);
        let unpublished = UnpublishedPlayer { fide_id: player.fide_id, federation: &player.federation, is_hidden, last_rated };
        UnlistedReasons::of(&explainer.folder.path, &explainer.folder.manifest).unlisted(unpublished)
    } else {
        state.unlisted.parse().ok()
    };
    let publication = &explainer.folder.rules.publication;
    let why = match reason {
        Some(Unlisted::UnderFloor) => {
            let lowest = explainer.list_day().lowest_published();
            format!("a rating under {} is kept but not published ({})", lowest.0, publication.floor.article)
        }
        Some(Unlisted::Inactive) => format!("inactive for longer than the list shows ({}, D27)", publication.inactivity.article),
        Some(Unlisted::Excluded) => "computed and remembered, but of an excluded federation (D28)".to_owned(),
        Some(Unlisted::Deceased) => "computed and remembered, but deceased (D28)".to_owned(),
        None if state.unlisted.is_empty() => "computed and remembered, but of an excluded federation or deceased (D28)".to_owned(),
        Some(Unlisted::Withheld) => "computed and remembered, but withheld by the roster (D53)".to_owned(),
        Some(Unlisted::NoFederation) => {
            format!("computed and remembered, but without a federation ({}, D53)", publication.inclusion.article)
        }
        Some(Unlisted::Merged | Unlisted::LongerControl) | None => {
            format!("computed and remembered, but not published ({})", state.unlisted)
        }
    };
    Some(format!("Not listed{since}: {why}."))
}

fn rated(rating: Rating) -> Option<i32> {
    rating.is_rated().then(|| rating.points())
}
