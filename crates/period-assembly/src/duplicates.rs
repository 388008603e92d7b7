//! The same tournament handed in twice.

use crate::period::Judged;
use crate::questions::Verdict;
use foldhash::fast::RandomState;
use model::{RatedTournaments, Reason};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Tournaments handed in twice, by id and by content (D23).
pub(crate) struct Doubles<'a> {
    rated: &'a RatedTournaments,
    /// Ids that stand for two contents.
    ambiguous: HashSet<Arc<str>, RandomState>,
    seen_ids: HashSet<Arc<str>, RandomState>,
    contents: HashMap<u128, Arc<str>, RandomState>,
}

/// A fingerprint as the number that it is; `None` where there is none.
fn number_of(fingerprint: &str) -> Option<u128> {
    u128::from_str_radix(fingerprint, 16).ok()
}

impl<'a> Doubles<'a> {
    pub(crate) fn new(tournaments: &[Judged], rated: &'a RatedTournaments) -> Self {
        let mut first: HashMap<&str, &str, RandomState> = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let mut ambiguous = HashSet::default();
        for judged in tournaments {
            if *first.entry(&judged.facts.id).or_insert(&judged.facts.fingerprint) != judged.facts.fingerprint {
                ambiguous.insert(judged.facts.id.clone());
            }
        }
        let seen_ids = HashSet::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let contents = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        Self { rated, ambiguous, seen_ids, contents }
    }

    pub(crate) fn refuses(&self, judged: &Judged) -> Option<Verdict> {
        let id = &judged.facts.id;
        if self.ambiguous.contains(id) {
            return Some(Verdict::refused(
                Reason::DuplicateId,
                format!("another report has the id {id} too, and the two are not the same"),
            ));
        }
        if self.seen_ids.contains(id) {
            return Some(Verdict::refused(
                Reason::DuplicateId,
                format!("the same report with the id {id} was handed in twice; it counts once"),
            ));
        }
        let content = number_of(&judged.facts.fingerprint)?;
        let other = self.contents.get(&content).map(AsRef::as_ref).or_else(|| self.rated.id_with_content(&judged.facts.fingerprint))?;
        Some(Verdict::refused(Reason::DuplicateContent, format!("has the same dates and games as {other}")))
    }

    pub(crate) fn remember(&mut self, judged: &Judged) {
        self.seen_ids.insert(judged.facts.id.clone());
        if let Some(content) = number_of(&judged.facts.fingerprint) {
            self.contents.insert(content, judged.facts.id.clone());
        }
    }
}
