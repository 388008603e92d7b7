//! Applies amendments to submissions.

use crate::corrections::{Merge, apply_corrections};
use crate::merges::merge_players;
use crate::{Amendments, AppliedCorrection, CorrectionOutcomes};
use ingest::{Replacement, Submissions};
use model::Diagnostic;
use rulebook::Edition;
use std::collections::HashMap;

/// Amendments that are applied to the previous list, and next to the submissions.
#[derive(Debug)]
pub struct SubmissionAmendments(pub(crate) Amendments);

impl SubmissionAmendments {
    pub fn amendments(&self) -> &Amendments {
        &self.0
    }

    /// The newer reports that corrections name, for [`ingest::Sources`].
    pub fn replacements(&self) -> Vec<Replacement> {
        self.0.replacements()
    }

    /// Applies corrections to the tournaments of this list, then replaces merged ids; in this order, because corrections name players as
    /// reports do. Tournaments that belong to a later list by the edition of the list date are left alone.
    pub fn amend_submissions(self, submissions: &mut Submissions, publication: &Edition) -> PlayerAmendments {
        let Self(amendments) = self;
        let mut outcomes = apply_corrections(submissions, &amendments.in_force(), &amendments.limit(), publication);
        outcomes.applied.extend(amendments.merges_by_correction().filter_map(|merge| amendments.applied_merge(merge)));
        let diagnostics = merge_all_games(submissions, &amendments.merges);
        PlayerAmendments { amendments, outcomes, diagnostics }
    }
}

/// Amendments that are applied to the submissions, and last to the players.
#[derive(Debug)]
pub struct PlayerAmendments {
    pub(crate) amendments: Amendments,
    /// The outcomes of the corrections.
    pub outcomes: CorrectionOutcomes,
    /// The diagnostics of merges.
    diagnostics: Vec<Diagnostic>,
}

impl PlayerAmendments {
    pub fn amendments(&self) -> &Amendments {
        &self.amendments
    }

    /// All diagnostics: of the files, of the corrections and of the merges.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.amendments.diagnostics().chain(self.outcomes.diagnostics()).chain(&self.diagnostics)
    }
}

impl Amendments {
    /// A merge by correction, in the form of an applied correction.
    fn applied_merge(&self, merge: Merge) -> Option<AppliedCorrection> {
        let row = self.corrections.rows.iter().find(|row| row.id == merge.correction)?;
        let mut players = vec![merge.old, merge.new];
        players.sort_unstable();
        Some(AppliedCorrection { id: merge.correction, received: merge.received, sha256: row.sha256.clone(), tournament_id: None, players })
    }
}

/// Replaces merged ids by surviving ids, in tournaments and online games.
fn merge_all_games(submissions: &mut Submissions, merges: &[(u32, u32)]) -> Vec<Diagnostic> {
    if merges.is_empty() {
        return Vec::new();
    }
    let surviving_ids: HashMap<u32, u32> = merges.iter().copied().collect();
    let games = &mut submissions.online.games;
    for id in games.white.iter_mut().chain(&mut games.black) {
        *id = surviving_ids.get(id).copied().unwrap_or(*id);
    }
    // What merges do to the earlier parts of events was told with the lists that rated these.
    drop(merge_players(&mut submissions.earlier_parts, merges));
    merge_players(&mut submissions.batch, merges)
}
