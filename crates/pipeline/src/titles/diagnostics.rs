//! What is said of an event that is judged for norms: what nothing tells, and what differs (NRM001 to NRM013).

use super::events::BuiltEvent;
use super::list_facts::{differs_from_list, federation_code};
use crate::title_codes as codes;
use model::{Code, Diagnostic, Games, Place, Tournament, TournamentKind};
use rulebook::{NoTitleEdition, TitleEdition};
use std::collections::BTreeSet;
use titles::{EventVerdict, Federation, Sex};

/// How many players a message names; the others are counted.
const MAX_NAMED: usize = 5;

/// Events of fewer rounds are never title events (1.41b).
const FEWEST_ROUNDS: u16 = 7;

/// Says that the norms of a tournament are not judged, where it could be a title event (T1).
pub(super) fn no_edition(tournament: &Tournament, games: &Games, gap: &NoTitleEdition) -> Option<Diagnostic> {
    let played = || games.round[tournament.games.clone()].iter().copied().max().unwrap_or(0);
    let rounds = tournament.rounds.unwrap_or_else(played);
    let message = format!("{}: its norms are not judged: {gap}", tournament.id);
    (rounds >= FEWEST_ROUNDS).then(|| Diagnostic::new(&codes::NO_TITLE_EDITION, &tournament.file, Place::default(), message))
}

/// Says that proposals follow the edition before a gap (T2), which is not named. The file is the table that has them.
pub(super) fn proposals_in_gap(gap: &NoTitleEdition) -> Option<Diagnostic> {
    let (before, _) = gap.before.as_ref()?;
    let message = format!("titles are proposed by {before}: {gap}");
    Some(Diagnostic::new(&codes::NO_TITLE_EDITION, &store::file::TITLE_AWARDS.into(), Place::default(), message))
}

/// The diagnostics of one event; none for an event that has too few rounds for a norm.
pub(super) fn event_diagnostics(
    tournament: &Tournament,
    edition: &TitleEdition,
    built: &BuiltEvent,
    verdict: &EventVerdict,
    excluded_federations: &BTreeSet<String>,
) -> Vec<Diagnostic> {
    let row = &verdict.tournament;
    if row.failed.contains(&edition.games.article) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut say = |code: &'static Code, message: String| {
        found.push(Diagnostic::new(code, &tournament.file, Place::default(), format!("{}: {message}", tournament.id)));
    };
    if !row.unproven.is_empty() {
        say(&codes::ARTICLES_UNPROVEN, format!("not told, so not proven: {}", row.unproven.join(", ")));
    }
    let event = &built.event;
    let players_with = |wanted: &dyn Fn(usize) -> bool| {
        let found: Vec<String> = (0..event.players.len())
            .filter(|at| wanted(*at))
            .filter_map(|at| Some(event.players[at].player.fide_id()?.to_string()))
            .collect();
        let named = found.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if found.len() > MAX_NAMED { format!(" and {} more", found.len() - MAX_NAMED) } else { String::new() };
        (!found.is_empty()).then(|| format!("{named}{more}"))
    };
    let of = |at: usize| (&built.facts[at], built.entries[at].as_ref());
    if let Some(players) = players_with(&|at| of(at).0.federation == Federation::UNKNOWN) {
        say(&codes::TITLE_FEDERATION_MISSING, format!("the federation is not known of {players}"));
    }
    if let Some(players) = players_with(&|at| of(at).0.sex == Sex::Unknown) {
        say(&codes::TITLE_SEX_MISSING, format!("the sex is not known of {players}; only open titles are judged"));
    }
    if let Some(players) = players_with(&|at| !of(at).0.is_on_list && !of(at).0.titles.is_empty()) {
        say(&codes::TITLE_FROM_REPORT, format!("on no list, so with the title of the report: {players}"));
    }
    if let Some(players) = players_with(&|at| of(at).0.is_on_list && of(at).1.is_some_and(|entry| differs_from_list(of(at).0, entry))) {
        say(&codes::TITLES_DIFFER, format!("with another title in the report than on the list, which is followed: {players}"));
    }
    let excluded = |federation: Federation| excluded_federations.contains(&federation_code(federation));
    if let Some(players) = players_with(&|at| of(at).0.rating.is_rated() && excluded(of(at).0.federation)) {
        say(&codes::RATING_OF_EXCLUDED, format!("with the rating of an excluded federation (1.46a): {players}"));
    }
    if built.lacks_round_dates {
        say(&codes::ROUND_DATES_MISSING, "the dates of its rounds are not told, so ratings and titles are those at the start".to_owned());
    }
    if event.games.iter().any(|game| game.round == 0) {
        say(&codes::ROUND_MISSING, "games without a round: none can be left out (1.41e)".to_owned());
    }
    if !event.tells_byes {
        say(&codes::BYES_NOT_TOLD, "whoever has no game in a round is taken to have missed it".to_owned());
    }
    if event.federation == Federation::UNKNOWN && event.kind == Some(TournamentKind::Swiss) {
        say(&codes::HOST_FEDERATION_MISSING, "the federation that registered it is not known, so 1.43d does not apply".to_owned());
    }
    found
}
