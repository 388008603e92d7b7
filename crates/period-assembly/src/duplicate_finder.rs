//! Refuses a tournament that was handed in twice, under one id or with the same content (D23).

use crate::eligibility::TournamentDecision;
use crate::period::Judged;
use foldhash::fast::RandomState;
use model::{RatedTournaments, Reason};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The tournaments accepted so far, by id and by content, to find the next one that repeats them.
pub(crate) struct DuplicateFinder<'a> {
    rated: &'a RatedTournaments,
    /// Ids of two tournaments with different contents.
    ambiguous: HashSet<Arc<str>, RandomState>,
    accepted_ids: HashSet<Arc<str>, RandomState>,
    contents: HashMap<u128, Arc<str>, RandomState>,
}

/// A fingerprint in hexadecimal digits as a number; `None` where there is none.
fn parse_fingerprint(fingerprint: &str) -> Option<u128> {
    u128::from_str_radix(fingerprint, 16).ok()
}

impl<'a> DuplicateFinder<'a> {
    pub(crate) fn new(tournaments: &[Judged], rated: &'a RatedTournaments) -> Self {
        let mut first: HashMap<&str, &str, RandomState> = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let mut ambiguous = HashSet::default();
        for judged in tournaments {
            if *first.entry(&judged.facts.id).or_insert(&judged.facts.fingerprint) != judged.facts.fingerprint {
                ambiguous.insert(judged.facts.id.clone());
            }
        }
        let accepted_ids = HashSet::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let contents = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        Self { rated, ambiguous, accepted_ids, contents }
    }

    pub(crate) fn refusal(&self, judged: &Judged) -> Option<TournamentDecision> {
        let id = &judged.facts.id;
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
        let content = parse_fingerprint(&judged.facts.fingerprint)?;
        let other = self.contents.get(&content).map(AsRef::as_ref).or_else(|| self.rated.id_with_content(&judged.facts.fingerprint))?;
        Some(TournamentDecision::refused(Reason::DuplicateContent, format!("has the same dates and games as {other}")))
    }

    pub(crate) fn add(&mut self, judged: &Judged) {
        self.accepted_ids.insert(judged.facts.id.clone());
        if let Some(content) = parse_fingerprint(&judged.facts.fingerprint) {
            self.contents.insert(content, judged.facts.id.clone());
        }
    }
}
