//! Compares the ratings in reports with those that the games use. No rule uses a reported rating.

use crate::codes;
use ingest::{FAR_FROM_LIST, ReportedRating};
use model::{Diagnostic, Place, Rating};
use period_assembly::Period;
use std::collections::{BTreeMap, HashMap};
use store::PlayerList;

/// A player who is rated in the report of a rated tournament and is on no list.
#[derive(Debug)]
pub(crate) struct UnknownRated {
    pub(crate) fide_id: u32,
    pub(crate) rating: Rating,
    pub(crate) tournament: usize,
}

/// Finds players who are rated in a report and are on no list, and reports with ratings far from the list's. `unknown` has the ids, ascending,
/// of players on no list.
pub(crate) fn compare(
    period: &Period,
    reported: &[ReportedRating],
    unknown: &[u32],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<UnknownRated> {
    if reported.is_empty() {
        return Vec::new();
    }
    let rated = period.tournaments.iter().enumerate().filter(|(_, judged)| judged.is_rated());
    let numbers: HashMap<(&str, &str), usize> = rated.map(|(number, judged)| ((&*judged.facts.id, &*judged.facts.file), number)).collect();
    let mut found = Vec::new();
    let mut far: BTreeMap<usize, Vec<(&ReportedRating, Rating)>> = BTreeMap::new();
    for reported in reported {
        let Some(&tournament) = numbers.get(&(&*reported.tournament_id, &*reported.file)) else { continue };
        let id = period.merged.get(&reported.fide_id).copied().unwrap_or(reported.fide_id);
        let sides = period.players.index.find(id).map(|player| &period.sides[period.sides_of(player)]);
        // Without a game nothing depends on the rating; a correction may have given the games to another id.
        let Some(side) = sides.into_iter().flatten().find(|side| side.tournament as usize == tournament) else { continue };
        let ReportedRating { fide_id, rating, .. } = *reported;
        if unknown.binary_search(&id).is_ok() {
            diagnostics.push(unknown_diagnostic(reported));
            found.push(UnknownRated { fide_id, rating, tournament });
        } else if side.own.is_rated() && (side.own.points() - rating.points()).abs() > FAR_FROM_LIST {
            far.entry(tournament).or_default().push((reported, side.own));
        }
    }
    diagnostics.extend(far.values().filter_map(|ratings| far_diagnostic(ratings)));
    found
}

/// Compares the ratings in reports with those of a list, for [`crate::lint`]: as [`compare`] does, but without a period.
pub(crate) fn compare_with_list(list: &PlayerList, reported: &[ReportedRating]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut far: BTreeMap<(&str, &str), Vec<(&ReportedRating, Rating)>> = BTreeMap::new();
    for reported in reported {
        match list.index.find(reported.fide_id) {
            None => diagnostics.push(unknown_diagnostic(reported)),
            Some(player) => {
                let listed = list.rows[player].rating;
                far.entry((&reported.file, &reported.tournament_id)).or_default().push((reported, listed));
            }
        }
    }
    diagnostics.extend(far.values().filter_map(|ratings| far_diagnostic(ratings)));
    diagnostics
}

fn unknown_diagnostic(reported: &ReportedRating) -> Diagnostic {
    let ReportedRating { tournament_id, file, line, fide_id, rating } = reported;
    let message = format!("{tournament_id}: player {fide_id} is rated {} here and is on no list; taken as unrated", rating.0);
    let hint = "look the id up; if it is right, take newer lists";
    Diagnostic::new(&codes::RATED_AND_UNKNOWN, file, Place::new(*line, 49, 4), message).with_hint(hint)
}

/// One diagnostic for all ratings of a report, with the farthest as the example.
fn far_diagnostic(ratings: &[(&ReportedRating, Rating)]) -> Option<Diagnostic> {
    let (example, listed) = ratings.iter().rev().max_by_key(|(reported, listed)| (reported.rating.points() - listed.points()).abs())?;
    let ratings = if ratings.len() == 1 { "1 rating is".to_owned() } else { format!("{} ratings are", ratings.len()) };
    let message = format!(
        "{}: {ratings} more than {FAR_FROM_LIST} points from the list's, as that of player {}: {} here, {} there",
        example.tournament_id, example.fide_id, example.rating.0, listed.0
    );
    let hint = "compare ids and names of these players with the list";
    Some(Diagnostic::new(&codes::RATINGS_FAR_FROM_LIST, &example.file, Place::new(example.line, 49, 4), message).with_hint(hint))
}
