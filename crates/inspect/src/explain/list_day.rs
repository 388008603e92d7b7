//! The day the list is made: orders, floor, K, and what the list shows (D30).

use crate::explain::answer::{Explanation, Step};
use crate::explain::explainer::{Explainer, Standing};
use crate::explain::proof::Proof;
use crate::explain::records::ChangeRow;
use crate::explain::words::rated_or;
use crate::listing::{Listing, UntoldPlayer};
use model::{Rating, Unlisted};
use pages::Value;
use rating::{ListDay, ListDayStep, RatingChangeCause};
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
    // The tables leave a rating of 0 empty.
    proof.same("computed rating", Some(computed).filter(|&computed| computed != 0), change.computed);
    let day = explainer.list_day();
    let (ordered, after) = day.rating(computed, |step| explanation.steps.push(in_words(step)));
    proof.same("rating after orders", rated(ordered), change.ordered);
    proof.same("rating after the floor", rated(after), change.after);
    proof.same("rating after the change, beside the list", change.after, standing.rating);
    let what = format!("On the list of {}", explanation.list);
    let (why, article) = match (standing.k, standing.career) {
        (Some(listed), Some(career)) if standing.rating.is_some() => {
            let (k, reason) = day.coefficient(career);
            let why = format!("K {listed} from now on: {}", reason.words(k, explanation.list));
            (why, reason.article(&explainer.folder.rules.publication.development))
        }
        _ => (String::new(), String::new()),
    };
    explanation.steps.push(Step::new(what, rated_or(standing.rating), why, article));
}

fn in_words(step: ListDayStep<'_>) -> Step {
    let (what, value, why) = match step {
        ListDayStep::Order { order, before, after } => {
            let added = Value::Added(i64::from(after.0) - i64::from(before.0));
            let why = [Value::Rating(before.points()), " ".into(), added, format!(": {}", order.title).into()];
            ("Order", rated_or(rated(after)), Value::phrase(why))
        }
        ListDayStep::Floor { floor, after } => {
            let what = match floor.below {
                BelowFloor::Hidden => "kept and used, but not published",
                BelowFloor::Unrated => "unrated",
                BelowFloor::Delisted => "delisted, and unrated from now on",
            };
            ("Floor", rated_or(rated(after)), format!("under the floor of {}: {what}", floor.rating.0).into())
        }
        ListDayStep::Inactive { rule } => ("Flag", "i".into(), format!("inactive: no rated game for {} months", rule.months).into()),
    };
    Step::new(what, value, why, step.article())
}

/// A rating that moved without games: by an order, or because the floor rose.
pub(crate) fn moved_without_games(explainer: &Explainer, explanation: &mut Explanation, change: &ChangeRow) {
    let what = format!("On the list of {}", explainer.folder.previous_date);
    explanation.steps.push(Step::new(what, rated_or(change.before), "no game counted", ""));
}

/// What the list and the state say of a player, beside each other and beside the rules.
pub(crate) fn prove_list(explainer: &Explainer, explanation: &mut Explanation, standing: &Standing, proof: &mut Proof) {
    let day = explainer.list_day();
    let games = counted_games(explanation);
    if standing.is_known {
        proof.same("games on the list", Some(games), Some(standing.games));
    }
    if let (Some(_), Some(career)) = (standing.rating, standing.career) {
        proof.same("K on the list", Some(i32::from(day.coefficient(career).0)), standing.k);
        let inactive = day.inactive(standing.last_rated);
        let flag = |is_inactive: bool| Some(if is_inactive { "inactive" } else { "active" });
        proof.same("flag on the list", flag(inactive.is_some()), flag(standing.is_inactive));
        explanation.steps.extend(inactive.map(in_words));
        prove_unlisted(&day, standing, proof);
    }
    if let Some(listed) = standing.listed {
        proof.same("rating on the list, beside the state", standing.rating, listed.rating);
        proof.same("games on the list, beside the state", Some(standing.games), listed.games);
        proof.same("K on the list, beside the state", standing.k, listed.k);
    } else if let Some(note) = why_not_listed(explainer, explanation, standing) {
        explanation.notes.push(note);
    }
}

/// The reason why a player is not listed, where the state tells one, is the one by the rules; whoever is listed has none.
fn prove_unlisted(day: &ListDay<'_>, standing: &Standing, proof: &mut Proof) {
    let told: Option<Unlisted> = standing.unlisted.parse().ok();
    if standing.listed.is_none() && told.is_none() {
        return;
    }
    // Who is withheld is told by the roster, which no table repeats.
    let is_withheld = |reason: &Unlisted| standing.listed.is_none() && !matches!(reason, Unlisted::UnderFloor | Unlisted::Inactive);
    let reckoned = day.unlisted(standing.is_hidden, standing.last_rated, told.filter(is_withheld));
    proof.same("why the player is not listed", reckoned.map(<&str>::from), told.map(<&str>::from));
}

/// Games that count on this list; of a first rating all games of its pool.
fn counted_games(explanation: &Explanation) -> i32 {
    let counted: i32 = explanation.events.iter().map(|event| event.counted).sum();
    let pooled: i32 = explanation.events.iter().filter_map(|event| event.pooled.as_ref()).map(|result| result.games).sum();
    let waited: i32 = explanation.pool.iter().map(|result| result.games).sum();
    match explanation.cause {
        Some(RatingChangeCause::FirstRating) => counted + pooled + waited,
        Some(RatingChangeCause::Games | RatingChangeCause::LongerControl | RatingChangeCause::Order | RatingChangeCause::Floor) => counted,
        Some(RatingChangeCause::PoolTooSmall | RatingChangeCause::PoolUnderFloor) | None => 0,
    }
}

fn why_not_listed(explainer: &Explainer, explanation: &Explanation, standing: &Standing) -> Option<String> {
    if let Some(id) = standing.merged_into {
        return Some(format!("Not listed: the id has become {id}."));
    }
    standing.rating?;
    let player = &explanation.player;
    // A list of version 0.1 does not tell; there it is worked out.
    let reason = if standing.unlisted.is_empty() {
        let (is_hidden, last_rated) = (standing.is_hidden, standing.last_rated);
        let untold = UntoldPlayer { fide_id: player.fide_id, federation: &player.federation, is_hidden, last_rated };
        Listing::of(&explainer.folder.path, &explainer.folder.manifest).unlisted(untold)
    } else {
        standing.unlisted.parse().ok()
    };
    let publication = &explainer.folder.rules.publication;
    let why = match reason {
        Some(Unlisted::UnderFloor) => {
            format!("a rating under {} is kept but not published ({})", publication.floor.rating.0, publication.floor.article)
        }
        Some(Unlisted::Inactive) => format!("inactive for longer than the list shows ({}, D27)", publication.inactivity.article),
        Some(Unlisted::Excluded) => "computed and remembered, but of an excluded federation (D28)".to_owned(),
        Some(Unlisted::Deceased) => "computed and remembered, but deceased (D28)".to_owned(),
        None if standing.unlisted.is_empty() => "computed and remembered, but of an excluded federation or deceased (D28)".to_owned(),
        Some(Unlisted::Merged | Unlisted::Withheld | Unlisted::NoFederation | Unlisted::LongerControl) | None => {
            format!("computed and remembered, but not published ({})", standing.unlisted)
        }
    };
    Some(format!("Not listed: {why}."))
}

fn rated(rating: Rating) -> Option<i32> {
    rating.is_rated().then(|| rating.points())
}
