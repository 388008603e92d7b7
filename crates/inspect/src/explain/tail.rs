//! The day the list is made: orders, floor, K, and what the list shows (D30).

use crate::explain::answer::{Explanation, Step};
use crate::explain::coefficient;
use crate::explain::explainer::{Explainer, Standing};
use crate::explain::proof::Proof;
use crate::explain::records::{ChangeRow, rating};
use crate::explain::words::rated_or;
use model::{Rating, Unlisted};
use rating::development_coefficient;
use rulebook::BelowFloor;

/// From a computed rating to the one on the list; the steps are added and proved against the table of changes.
pub(crate) fn explain(
    explainer: &Explainer,
    explanation: &mut Explanation,
    standing: &Standing,
    change: &ChangeRow,
    computed: i32,
    proof: &mut Proof,
) {
    let rules = &explainer.folder.rules;
    // The tables leave a rating of 0 empty.
    proof.same("computed rating", Some(computed).filter(|&computed| computed != 0), change.computed);
    let mut standing_at = rating(Some(computed.clamp(0, i32::from(i16::MAX))));
    for order in &rules.orders {
        let after = order.effect.apply(standing_at);
        if after != standing_at {
            let why = format!("{} {:+}: {}", standing_at.0, after.0 - standing_at.0, order.title);
            explanation.steps.push(Step::new("Order", after.0, why, format!("order {}, D30", order.id)));
        }
        standing_at = after;
    }
    proof.same("rating after orders", rated(standing_at), change.ordered);
    let floor = &rules.publication.floor;
    let is_under = standing_at < floor.rating;
    let after = match floor.below {
        BelowFloor::Hidden => standing_at,
        BelowFloor::Unrated | BelowFloor::Delisted if is_under => Rating::UNRATED,
        BelowFloor::Unrated | BelowFloor::Delisted => standing_at,
    };
    if is_under && standing_at.is_rated() {
        let what = match floor.below {
            BelowFloor::Hidden => "kept and used, but not published",
            BelowFloor::Unrated => "unrated",
            BelowFloor::Delisted => "delisted, and unrated from now on",
        };
        let why = format!("under the floor of {}: {what}", floor.rating.0);
        explanation.steps.push(Step::new("Floor", rated_or(rated(after)), why, format!("{}, {}", floor.article, floor.below_article)));
    }
    proof.same("rating after the floor", rated(after), change.after);
    proof.same("rating after the change, beside the list", change.after, standing.rating);
    on_the_list(explainer, explanation, standing);
}

fn on_the_list(explainer: &Explainer, explanation: &mut Explanation, standing: &Standing) {
    let what = format!("On the list of {}", explanation.list);
    let rule = &explainer.folder.rules.publication.development;
    let (why, article) = match (standing.k, standing.career) {
        (Some(k), Some(career)) if standing.rating.is_some() => {
            (format!("K {k} from now on: {}", coefficient::why(rule, explanation.list, career)), coefficient::article(rule))
        }
        _ => (String::new(), String::new()),
    };
    explanation.steps.push(Step::new(what, rated_or(standing.rating), why, article));
}

/// A rating that moved without games: by an order, or because the floor rose.
pub(crate) fn moved_without_games(explainer: &Explainer, explanation: &mut Explanation, change: &ChangeRow) {
    let what = format!("On the list of {}", explainer.folder.previous_date);
    explanation.steps.push(Step::new(what, rated_or(change.before), "no game counted", ""));
}

/// What the list and the state say of a player, beside each other and beside the rules.
pub(crate) fn prove_list(explainer: &Explainer, explanation: &mut Explanation, standing: &Standing, proof: &mut Proof) {
    let rules = &explainer.folder.rules;
    let is_counted = explanation.cause.as_deref().is_some_and(|cause| !cause.starts_with("pool-"));
    let games = if is_counted { counted_games(explanation) } else { 0 };
    if standing.is_known {
        proof.same("games on the list", Some(games), Some(standing.games));
    }
    if let (Some(_), Some(career)) = (standing.rating, standing.career) {
        let k = development_coefficient(&rules.publication.development, explanation.list, career);
        proof.same("K on the list", Some(i32::from(k)), standing.k);
    }
    if let Some(listed) = standing.listed {
        proof.same("rating on the list, beside the state", standing.rating, listed.rating);
        proof.same("games on the list, beside the state", Some(standing.games), listed.games);
        proof.same("K on the list, beside the state", standing.k, listed.k);
    } else if let Some(note) = why_not_listed(explainer, explanation, standing) {
        explanation.notes.push(note);
    }
}

/// Games that count on this list; of a first rating all games of its pool.
fn counted_games(explanation: &Explanation) -> i32 {
    let counted: i32 = explanation.events.iter().map(|event| event.counted).sum();
    let pooled: i32 = explanation.events.iter().filter_map(|event| event.pooled.as_ref()).map(|result| result.games).sum();
    let waited: i32 = explanation.pool.iter().map(|result| result.games).sum();
    match explanation.cause.as_deref() {
        Some("first-rating") => counted + pooled + waited,
        _ => counted,
    }
}

fn why_not_listed(explainer: &Explainer, explanation: &Explanation, standing: &Standing) -> Option<String> {
    let publication = &explainer.folder.rules.publication;
    if let Some(id) = standing.merged_into {
        return Some(format!("Not listed: the id has become {id}."));
    }
    standing.rating?;
    let told: Option<Unlisted> = standing.unlisted.parse().ok();
    // A list of version 0.1 does not tell; there it is worked out.
    let is_untold = standing.unlisted.is_empty();
    if told == Some(Unlisted::UnderFloor) || (is_untold && standing.is_hidden) {
        return Some(format!(
            "Not listed: a rating under {} is kept but not published ({}).",
            publication.floor.rating.0, publication.floor.article
        ));
    }
    let gone = publication.inactivity.unlisted_after_months.map(|months| explanation.list.minus_months(months).day());
    let is_gone = gone.is_some_and(|until| standing.last_rated.is_none_or(|last| last <= until));
    if told == Some(Unlisted::Inactive) || (is_untold && is_gone) {
        return Some(format!("Not listed: inactive for longer than the list shows ({}, D27).", publication.inactivity.article));
    }
    let reason = match told {
        Some(Unlisted::Excluded) => "of an excluded federation",
        Some(Unlisted::Deceased) => "deceased",
        _ if is_untold => "of an excluded federation or deceased",
        _ => "",
    };
    if !reason.is_empty() {
        return Some(format!("Not listed: computed and remembered, but {reason} (D28)."));
    }
    Some(format!("Not listed: computed and remembered, but not published ({}).", standing.unlisted))
}

fn rated(rating: Rating) -> Option<i32> {
    rating.is_rated().then(|| rating.points())
}
