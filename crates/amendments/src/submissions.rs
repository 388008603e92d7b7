//! What amendments change in what was handed in.

use crate::corrections::{Merge, apply_corrections};
use crate::merges::merge_players;
use crate::{Amendments, AppliedCorrection, AppliedCorrections};
use ingest::{Replacement, Submissions};
use model::Diagnostic;
use rulebook::Edition;
use std::collections::HashMap;

/// Amendments that have been applied to the previous list; what is handed in comes next.
#[derive(Debug)]
pub struct SubmissionAmendments(pub(crate) Amendments);

impl SubmissionAmendments {
    pub fn amendments(&self) -> &Amendments {
        &self.0
    }

    /// The newer reports that are read in the place of others.
    pub fn replacements(&self) -> Vec<Replacement> {
        self.0.replacements()
    }

    /// Applies corrections to the tournaments that this list judges, then gives merged players their ids: corrections name players as the reports
    /// do. Tournaments that wait, by the edition of the list's date, are another list's business.
    pub fn amend_submissions(self, handed_in: &mut Submissions, publication: &Edition) -> PlayerAmendments {
        let Self(amendments) = self;
        let mut applied = apply_corrections(handed_in, &amendments.in_force(), &amendments.terms(), publication);
        applied.applied.extend(amendments.merges_by_correction().filter_map(|merge| amendments.applied_merge(merge)));
        let diagnostics = merge_everywhere(handed_in, &amendments.merges);
        PlayerAmendments { amendments, applied, diagnostics }
    }
}

/// Amendments that have been applied to what was handed in; players come last.
#[derive(Debug)]
pub struct PlayerAmendments {
    pub(crate) amendments: Amendments,
    /// What became of the corrections.
    pub applied: AppliedCorrections,
    /// What there is to say of merges.
    diagnostics: Vec<Diagnostic>,
}

impl PlayerAmendments {
    pub fn amendments(&self) -> &Amendments {
        &self.amendments
    }

    /// Everything there is to say of the files, of the corrections and of the merges.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.amendments.diagnostics().chain(&self.applied.diagnostics).chain(&self.diagnostics)
    }
}

impl Amendments {
    /// A merge by correction, as something that was applied.
    fn applied_merge(&self, merge: Merge) -> Option<AppliedCorrection> {
        let row = self.corrections.rows.iter().find(|row| row.id == merge.correction)?;
        let mut players = vec![merge.old, merge.new];
        players.sort_unstable();
        Some(AppliedCorrection { id: merge.correction, received: merge.received, sha256: row.sha256.clone(), tournament_id: None, players })
    }
}

/// Writes the ids that have become another's as that one's, in tournaments and online games.
fn merge_everywhere(handed_in: &mut Submissions, merges: &[(u32, u32)]) -> Vec<Diagnostic> {
    if merges.is_empty() {
        return Vec::new();
    }
    let stays: HashMap<u32, u32> = merges.iter().copied().collect();
    let games = &mut handed_in.online.games;
    for id in games.white.iter_mut().chain(&mut games.black) {
        *id = stays.get(id).copied().unwrap_or(*id);
    }
    merge_players(&mut handed_in.batch, merges)
}
