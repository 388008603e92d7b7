//! Crosstables of round robins whose unrated players are rated by the event itself (D20), and how many players must be rated (D21).

use crate::eligibility::TournamentDecision;
use crate::matches::participants;
use crate::period::{Crosstable, Judged};
use crate::ratings_in_force::RatingsInForce;
use model::{Games, PlayerIndex, PlayerRef, Rating, Reason, TournamentClass, TournamentKind};
use rulebook::{Composition, RoundRobinRule};

/// The crosstable of a round robin with unrated players, where its edition rates them by iteration.
///
/// One unplayed game makes it a Swiss (D20): then there is none.
pub(crate) fn crosstable(
    rule: &RoundRobinRule,
    judged: &Judged,
    number: u32,
    games: &Games,
    players: &PlayerIndex,
    ratings: &RatingsInForce,
) -> Option<Crosstable> {
    let RoundRobinRule::Iteration { .. } = rule else { return None };
    let meetings = match judged.facts.kind {
        Some(TournamentKind::RoundRobin) => 1,
        Some(TournamentKind::DoubleRoundRobin) => 2,
        Some(
            TournamentKind::Swiss
            | TournamentKind::Match
            | TournamentKind::Team
            | TournamentKind::Knockout
            | TournamentKind::Scheveningen
            | TournamentKind::Schiller,
        )
        | None => return None,
    };
    let people = participants(games, judged.facts.games.clone());
    let rating =
        |player: &PlayerRef| player.fide_id().and_then(|id| players.find(id)).map_or(Rating::UNRATED, |at| ratings.for_opponents(at));
    let ratings: Vec<Rating> = people.iter().map(rating).collect();
    if ratings.iter().all(|rating| rating.is_rated()) {
        return None;
    }
    // A row that repeats a game is not another game (D52).
    let rows: Vec<usize> = judged.facts.games.clone().filter(|&game| games.fault[game] != Some(Reason::SameGameTwice)).collect();
    // Another number of games than pairs: some are unplayed or repeated. Checked first, so that the table is never larger than its games.
    let pairs = people.len() * (people.len() - 1) / 2;
    if rows.len() != pairs * meetings {
        return None;
    }
    let mut met = vec![0; people.len() * people.len()];
    let mut table = Crosstable { tournament: number, players: people, ratings, games: Vec::with_capacity(rows.len()) };
    for game in rows {
        let position = |player| table.players.binary_search(&player).ok();
        let (white, black) = (position(games.white[game])?, position(games.black[game])?);
        let result = games.result[game];
        let (of_white, of_black) = (result.white.played()?, result.black.played()?);
        if games.fault[game].is_some() {
            return None;
        }
        met[white.min(black) * table.players.len() + white.max(black)] += 1;
        let small = |value: usize| u16::try_from(value).ok();
        table.games.push([small(white)?, small(black)?, u16::try_from(of_white.0).ok()?, u16::try_from(of_black.0).ok()?]);
    }
    let count = table.players.len();
    let all_met = (0..count).all(|one| (one + 1..count).all(|other| met[one * count + other] == meetings));
    all_met.then_some(table)
}

/// Refuses a round robin in which too few of all players are rated (D21). Of a national championship that is not refused it returns the
/// article by which enough are rated: that of all round robins, or its own (D44).
pub(crate) fn composition<'a>(
    rule: &'a RoundRobinRule,
    judged: &Judged,
    table: &Crosstable,
    is_woman: impl Fn(PlayerRef) -> bool,
) -> Result<Option<&'a str>, TournamentDecision> {
    let RoundRobinRule::Iteration { composition, composition_article, .. } = rule else { return Ok(None) };
    let (all, rated) = (table.players.len(), table.ratings.iter().filter(|rating| rating.is_rated()).count());
    let refused =
        |required: String| TournamentDecision::refused(Reason::Composition, format!("{rated} of {all} players are rated; {required}"));
    let unmet = unmet_requirement(composition, judged.facts.kind, all, rated);
    let classes = judged.facts.classes;
    match (&composition.national_championship, unmet) {
        (Some(championship), unmet) if classes.contains(TournamentClass::NationalChampionship) => {
            let women_only = classes.contains(TournamentClass::Women);
            let required = if women_only { championship.rated_women_at_least } else { championship.rated_men_at_least };
            let counted = if women_only { rated } else { rated_men(table, is_woman) };
            match unmet {
                None => Ok(Some(composition_article)),
                Some(_) if counted >= at_least(required) => Ok(Some(&championship.article)),
                Some(unmet) => {
                    let people = if women_only { "women" } else { "men" };
                    let required = format!("{unmet}, or {required} {people} in a national championship");
                    Err(refused(required).with_article(&championship.article))
                }
            }
        }
        (_, Some(unmet)) => Err(refused(unmet)),
        (_, None) => Ok(None),
    }
}

/// The first requirement of the general rule that a round robin does not meet, in words.
fn unmet_requirement(composition: &Composition, kind: Option<TournamentKind>, all: usize, rated: usize) -> Option<String> {
    let Composition { rated_one_in, rated_at_least, double_players_at_least, double_rated_at_least, .. } = composition;
    if rated * at_least(*rated_one_in) < all {
        return Some(format!("one in {rated_one_in} must be"));
    }
    if kind == Some(TournamentKind::DoubleRoundRobin) {
        let is_met = all >= at_least(*double_players_at_least) && rated >= at_least(*double_rated_at_least);
        let required = || format!("a double round robin needs {double_players_at_least} players, {double_rated_at_least} of them rated");
        return (!is_met).then(required);
    }
    (rated < at_least(*rated_at_least)).then(|| format!("at least {rated_at_least} must be"))
}

fn at_least(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The number of rated players who are not known to be women.
fn rated_men(table: &Crosstable, is_woman: impl Fn(PlayerRef) -> bool) -> usize {
    table.players.iter().zip(&table.ratings).filter(|(player, rating)| rating.is_rated() && !is_woman(**player)).count()
}
