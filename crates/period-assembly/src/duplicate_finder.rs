//! Refuses a tournament that was handed in twice, under one id or with the same content (D23, D36).

use crate::eligibility::TournamentDecision;
use crate::period::Judged;
use foldhash::fast::RandomState;
use model::{Date, Fingerprint, RatedTournament, RatedTournaments, Reason, Tournament};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The tournaments accepted so far, by id and by content, to find the next one that repeats them.
pub(crate) struct DuplicateFinder<'a> {
    rated: &'a RatedTournaments,
    /// Ids of two tournaments with different contents.
    ambiguous: HashSet<Arc<str>, RandomState>,
    accepted_ids: HashSet<Arc<str>, RandomState>,
    accepted: HashMap<ContentKey, Arc<str>, RandomState>,
}

/// What makes two tournaments of one run the same: the games and, where these are few, the dates (D36).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct ContentKey {
    fingerprint: Option<Fingerprint>,
    dates: Option<(Option<Date>, Option<Date>)>,
}

impl ContentKey {
    fn of(facts: &Tournament) -> Self {
        let dates = if facts.content.is_known_by_games() { None } else { Some((facts.start, facts.end)) };
        Self { fingerprint: facts.content.fingerprint, dates }
    }
}

impl<'a> DuplicateFinder<'a> {
    pub(crate) fn new(tournaments: &[Judged], rated: &'a RatedTournaments) -> Self {
        let mut first: HashMap<&str, ContentKey, RandomState> =
            HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let mut ambiguous = HashSet::default();
        for judged in tournaments {
            let key = ContentKey::of(&judged.facts);
            if *first.entry(&judged.facts.id).or_insert(key) != key {
                ambiguous.insert(judged.facts.id.clone());
            }
        }
        let accepted_ids = HashSet::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let accepted = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        Self { rated, ambiguous, accepted_ids, accepted }
    }

    pub(crate) fn refusal(&self, judged: &Judged) -> Option<TournamentDecision> {
        let facts = &judged.facts;
        let id = &facts.id;
        if self.ambiguous.contains(id) {
            return Some(TournamentDecision::refused(
                Reason::DuplicateId,
                format!("another report has the id {id} too, and the two are not the same"),
            ));
        }
        if self.accepted_ids.contains(id) {
            return Some(TournamentDecision::refused(
                Reason::DuplicateId,
                format!("the same report with the id {id} was handed in twice; it counts once"),
            ));
        }
        facts.content.fingerprint?;
        let what = if facts.content.is_known_by_games() { "games" } else { "dates and games" };
        let refused =
            |other: String| Some(TournamentDecision::refused(Reason::DuplicateContent, format!("has the same {what} as {other}")));
        if let Some(other) = self.accepted.get(&ContentKey::of(facts)) {
            return refused(other.to_string());
        }
        let other = self.rated_before(facts)?;
        refused(format!("{}, rated on the list of {}", other.id, other.list))
    }

    /// The same tournament among those that earlier lists rated.
    fn rated_before(&self, facts: &Tournament) -> Option<&RatedTournament> {
        let by_games = if facts.content.is_known_by_games() { self.rated.with_games(&facts.content) } else { None };
        by_games.or_else(|| self.rated.with_games_and_dates(&facts.content, facts.start, facts.end))
    }

    pub(crate) fn add(&mut self, judged: &Judged) {
        self.accepted_ids.insert(judged.facts.id.clone());
        if judged.facts.content.fingerprint.is_some() {
            self.accepted.insert(ContentKey::of(&judged.facts), judged.facts.id.clone());
        }
    }
}
