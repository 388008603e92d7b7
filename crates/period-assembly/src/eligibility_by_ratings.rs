//! Rules of D23 that decide whether a tournament is rated and need ratings: rates of play, matches, and round robins.

use crate::assemble::Context;
use crate::codes;
use crate::eligibility::{TournamentDecision, too_fast_for_the_event};
use crate::matches::{first_game_after_win, participants};
use crate::period::{Crosstable, Judged};
use crate::round_robins::{composition, crosstable};
use model::{Diagnostic, Place, PlayerRef, Rating, Reason, TournamentKind};

/// Refuses events that were too fast for their highest-rated player, where the edition judges the event as a whole.
pub(crate) fn refuse_too_fast(tournaments: &mut [Judged], context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for judged in tournaments {
        let Some(basis) = context.basis(judged) else { continue };
        let highest = || {
            let range = judged.facts.games.clone();
            let everyone = context.games.white[range.clone()].iter().chain(&context.games.black[range]);
            everyone.map(|&player| context.rating_for_opponents(player, basis.ratings)).max().unwrap_or(Rating::UNRATED)
        };
        let official = basis.edition.official_event_article(&judged.facts);
        match (too_fast_for_the_event(&basis.edition.rate_of_play, &judged.facts, official.is_some(), highest), official) {
            (Some(decision), Some(article)) => diagnostics.push(decision.not_applied(&judged.facts, article)),
            (Some(decision), None) => judged.decide(decision),
            (None, _) => {}
        }
    }
}

/// Marks the matches, and refuses those with a player who was unrated at the start (D26).
pub(crate) fn refuse_matches(tournaments: &mut [Judged], context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for judged in tournaments {
        let Some(basis) = context.basis(judged) else { continue };
        let facts = &judged.facts;
        if facts.kind.is_some_and(|kind| kind != TournamentKind::Match) {
            continue;
        }
        let people = participants(context.games, facts.games.clone());
        let mut warn = |code, message: String| diagnostics.push(Diagnostic::new(code, &facts.file, Place::default(), message));
        match (facts.kind, people.len()) {
            (None, 2) => {
                let message = format!("{}: two players and no kind of event is given; it is not judged as a match", facts.id);
                let diagnostic = Diagnostic::new(&codes::PER010, &facts.file, Place::default(), message);
                diagnostics.push(diagnostic.with_hint("set kind to match in the registry, if it is one"));
                continue;
            }
            (None, _) => continue,
            (Some(_), 2) => {}
            (Some(_), players) => {
                warn(&codes::PER013, format!("{}: called a match and has {players} players", facts.id));
                continue;
            }
        }
        let is_rated = |player: &PlayerRef| context.rating_for_opponents(*player, basis.ratings).is_rated();
        let refused = basis.edition.match_with_unrated.article().is_some() && !people.iter().all(is_rated);
        if !refused && facts.rounds.is_none() && first_game_after_win(&basis.edition.match_won, facts, context.games) < facts.games.end {
            let what = "the number of scheduled games is not given; games are left out as if it was as long as it was played";
            warn(&codes::PER014, format!("{}: {what}", facts.id));
        }
        judged.is_match = true;
        if refused {
            judged.decide(TournamentDecision::refused(Reason::MatchWithUnrated, "a match in which a player is unrated"));
        }
    }
}

/// Refuses round robins with too few rated players (D21). Returns the crosstables of the others that are rated by iteration.
pub(crate) fn refuse_by_composition(
    tournaments: &mut [Judged],
    context: &Context<'_>,
    is_woman: &(dyn Fn(usize) -> bool + Sync),
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Crosstable> {
    let index = &context.players.index;
    let is_woman = |player: PlayerRef| player.fide_id().and_then(|id| index.find(id)).is_some_and(is_woman);
    let mut tables = Vec::new();
    for (number, judged) in (0..).zip(tournaments) {
        let Some(basis) = context.basis(judged) else { continue };
        let rule = &basis.edition.round_robin;
        let Some(table) = crosstable(rule, judged, number, context.games, index, basis.ratings) else { continue };
        let official = basis.edition.official_event_article(&judged.facts);
        match (composition(rule, judged, &table, is_woman), official) {
            (Ok(article), _) => {
                judged.article = article.unwrap_or_default().to_owned();
                tables.push(table);
            }
            (Err(decision), None) => judged.decide(decision),
            (Err(decision), Some(article)) => {
                diagnostics.push(decision.not_applied(&judged.facts, article));
                // Without a rated player there is nothing to rate the others by.
                if table.ratings.iter().any(|rating| rating.is_rated()) {
                    tables.push(table);
                }
            }
        }
    }
    tables
}
