//! The games of a norm, as its certificate shows them (1.8), from the table of games; and what they prove of its numbers.

use super::answer::{ExplainedResult, NormGame};
use crate::explain::explanation::{ExplainedEvent, ExplainedGame};
use crate::explain::verification::Verification;
use model::Reason;
use period_assembly::RatingFrom;
use rulebook::{Norm, Rulebook, TitleEdition};

/// Adds the games to a result, and verifies what they prove. `rounds` is the number of rounds that were scheduled.
pub(super) fn add(result: &mut ExplainedResult, event: Option<&ExplainedEvent>, rounds: Option<u16>, verification: &mut Verification) {
    let what = |number: &str| format!("{} norm in {}: {number}", result.title, result.tournament_id);
    verification.check_equal(&what("Ra + dp"), Some(result.average + result.dp), Some(result.performance));
    let Some(edition) = Rulebook::fide().title_edition_by_id(&result.edition) else {
        result.notes.push(format!("The edition {} is not known here, so the games are not shown.", result.edition));
        return;
    };
    let (Some(event), Some(norm)) = (event, edition.norms.iter().find(|norm| norm.title == result.title)) else { return };
    let games = event.games.iter().map(|game| norm_game(game, result, edition, norm, rounds));
    result.rounds = games.collect();
    let counted: Vec<&NormGame> = result.rounds.iter().filter(|game| game.left_out.is_empty()).collect();
    let in_table = u32::try_from(counted.len()).unwrap_or(u32::MAX);
    if in_table != result.games {
        result.notes.push(mismatch(in_table, result.games, edition));
        return;
    }
    let half_points: i32 = counted.iter().map(|game| game.half_points.unwrap_or(0)).sum();
    verification.check_equal(&what("half points"), u32::try_from(half_points).ok(), Some(result.half_points));
    let sum: i32 = counted.iter().filter_map(|game| game.rating_used).sum();
    // Other ratings than those in force at the start may have been used in a long event (1.14), and are in no table.
    let days = event.start.zip(event.end).map_or(i64::MAX, |(start, end)| (end - start).num_days() + 1);
    let is_in_force = |game: &ExplainedGame| matches!(game.opponent_rating_from, None | Some(RatingFrom::ListInForce));
    if days <= i64::from(edition.play.long_after_days) && event.games.iter().all(is_in_force) {
        verification.check_equal(&what("sum of the opponents' ratings"), Some(sum), Some(result.opponents_sum));
    } else if sum != result.opponents_sum {
        result
            .notes
            .push(format!("The ratings used are not those shown, which are those of the start ({}, T6).", edition.play.long_article));
    }
}

/// Faults of a report for which a game is not usable (D38).
const FAULTS: [Reason; 6] = [
    Reason::ResultsDisagree,
    Reason::OneSided,
    Reason::TwoGamesInOneRound,
    Reason::NoSuchRound,
    Reason::SameGameTwice,
    Reason::AgainstOneself,
];

fn norm_game(game: &ExplainedGame, result: &ExplainedResult, edition: &TitleEdition, norm: &Norm, rounds: Option<u16>) -> NormGame {
    let rule = &edition.left_out;
    let is_round = |round: u16| game.round == Some(i32::from(round));
    // 1.42c: the forfeit of the last opponent counts as a loss (T28).
    let counts_as_loss = result.basis.contains(&rule.last_forfeit_article) && game.result == "+" && rounds.is_some_and(is_round);
    let fault = game.reason.filter(|reason| FAULTS.contains(reason));
    let left_out = match fault {
        Some(fault) => fault.in_words().to_owned(),
        None if counts_as_loss => String::new(),
        None if game.half_points.is_none() => rule.not_played_article.clone(),
        None if result.left_out_rounds.iter().any(|&round| is_round(round)) => result.basis.join(" "),
        None => String::new(),
    };
    let rating = game.opponent_rating.unwrap_or_else(|| edition.opponents_ratings.unrated_count_as.points());
    let floor = norm.floor.points();
    let is_raised = left_out.is_empty() && result.raised.is_some() && result.raised == game.opponent && rating < floor;
    NormGame {
        round: game.round,
        colour: game.colour.clone(),
        opponent: game.opponent,
        opponent_name: game.opponent_name.clone(),
        result: game.result.clone(),
        half_points: game.half_points.or_else(|| counts_as_loss.then_some(0)),
        rating: game.opponent_rating,
        rating_used: left_out.is_empty().then_some(if is_raised { floor } else { rating }),
        is_raised,
        left_out,
    }
}

/// What is said where the games of the table are not those of the norm, and which they are the table does not say.
fn mismatch(in_table: u32, games: u32, edition: &TitleEdition) -> String {
    let rule = &edition.left_out;
    if in_table > games {
        let articles = format!("{} or {}", rule.no_federation_article, rule.unrated_zero_article);
        return format!("{} of these games are left out, too ({articles}); the tables do not say which.", in_table - games);
    }
    format!("The norm has {games} games, of which this list rates {in_table}: the event has other parts (T17).")
}
