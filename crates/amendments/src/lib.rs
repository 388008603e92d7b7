//! Amendments: ordered changes to submissions and players, which are corrections, the roster, merged ids and newer reports.
//!
//! In come files of corrections and a roster; out come an amended previous list, amended submissions and amended players, with diagnostics.
//! [`Amendments::read`] reads all files once for a list. The types keep the order of application: first the previous list and its pool
//! ([`Amendments::amend_previous`]), then the submissions ([`SubmissionAmendments`]), and last, when newcomers have been added, the players
//! ([`PlayerAmendments`]). This crate does not decide whether a tournament is rated.
//!
//! ```
//! use amendments::{AmendmentError, AmendmentSources, Amendments, PlayerAmendments};
//! # use {ingest::Submissions, model::Pool, rulebook::Edition, store::PlayerList};
//!
//! fn amend(
//!     sources: &AmendmentSources,
//!     previous: &mut PlayerList,
//!     pool: &mut Pool,
//!     submissions: &mut Submissions,
//!     edition: &Edition,
//! ) -> Result<PlayerAmendments, AmendmentError> {
//!     let amendments = Amendments::read(sources)?;
//!     let amendments = amendments.amend_previous(previous, pool);
//!     Ok(amendments.amend_submissions(submissions, edition))
//! }
//! ```

mod check;
mod codes;
mod corrections;
mod ended_merge;
mod error;
mod merges;
mod players;
mod previous;
mod roster;
mod roster_lint;
mod submissions;

pub use check::{check, check_against};
pub use codes::CODES;
pub use corrections::{
    AppliedCorrection, Correction, CorrectionKind, CorrectionLimit, CorrectionOutcomes, Corrections, NotAppliedCorrection, read_corrections,
};
pub use error::AmendmentError;
pub use players::{AmendedPlayers, needs_federation};
pub use roster::{Roster, RosterChange, RosterField, read_roster};
pub use submissions::{PlayerAmendments, SubmissionAmendments};

use corrections::Merge;
use ingest::Replacement;
use merges::resolve_nearest_first;
use model::{Date, Diagnostic, InputFile, ListDate};
use rulebook::CorrectionReach;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of a list's amendments, and which of the corrections are in force (D29).
#[derive(Clone, Debug)]
pub struct AmendmentSources {
    pub list: ListDate,
    /// A file of corrections, or a folder of such files.
    pub corrections: Option<PathBuf>,
    /// The ids of the only corrections to apply; all if `None`.
    pub only: Option<Vec<String>>,
    /// Only corrections received until this day are applied; all if `None`.
    pub as_known: Option<Date>,
    /// How far corrections reach back (D29, D53).
    pub reach: CorrectionReach,
    /// Whether corrections may reach back beyond that.
    pub beyond_limit: bool,
    pub roster: Option<PathBuf>,
    /// Federations whose players are not published, whatever the roster says.
    pub excluded_federations: Vec<String>,
}

/// The amendments of one list.
#[derive(Debug)]
pub struct Amendments {
    sources: AmendmentSources,
    corrections: Corrections,
    roster: Option<Roster>,
    /// The ids that are merged into others on the list date, with chains resolved: by the roster, and by corrections from their day of
    /// receipt on.
    merges: Vec<(u32, u32)>,
}

impl Amendments {
    /// Reads the corrections and the roster.
    ///
    /// # Errors
    /// When one of them cannot be read, or any row of it is wrong.
    pub fn read(sources: &AmendmentSources) -> Result<Self, AmendmentError> {
        let corrections = sources.corrections.as_deref().map(read_corrections).transpose()?.unwrap_or_default();
        let roster = sources.roster.as_deref().map(read_roster).transpose()?;
        let mut amendments = Self { sources: sources.clone(), corrections, roster, merges: Vec::new() };
        let mut merges = amendments.roster.as_ref().map(|roster| roster.merges_on(sources.list.day())).unwrap_or_default();
        merges.extend(amendments.merges_by_correction().map(|merge| (merge.old, merge.new)));
        amendments.merges = resolve_nearest_first(&merges);
        Ok(amendments)
    }

    /// The corrections in force, by day of receipt, then id.
    pub fn in_force(&self) -> Vec<&Correction> {
        let is_asked = |correction: &&Correction| self.sources.only.as_ref().is_none_or(|only| only.contains(&correction.id));
        self.corrections.in_force(self.sources.as_known).into_iter().filter(is_asked).collect()
    }

    pub fn corrections(&self) -> &Corrections {
        &self.corrections
    }

    pub fn roster(&self) -> Option<&Roster> {
        self.roster.as_ref()
    }

    pub fn merges(&self) -> &[(u32, u32)] {
        &self.merges
    }

    /// The limit up to which corrections may be applied.
    pub fn limit(&self) -> CorrectionLimit {
        let AmendmentSources { list, reach, beyond_limit, .. } = self.sources;
        CorrectionLimit { list, reach, beyond_limit }
    }

    /// The newer reports that corrections name, for [`ingest::Sources`].
    pub fn replacements(&self) -> Vec<Replacement> {
        self.corrections.replacements(&self.in_force(), &self.limit())
    }

    /// The diagnostics of files that were read.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.corrections.diagnostics.iter().chain(self.roster.iter().flat_map(|roster| &roster.diagnostics))
    }

    /// The rows of the roster that are an input of the list.
    pub fn roster_input(&self) -> Option<InputFile> {
        self.roster.as_ref().map(|roster| roster.input_on(self.sources.list.day()))
    }

    /// The corrections that concern the list: merges, from their day of receipt on, and those of tournaments that it decides.
    pub fn concerning(&self, decides: impl Fn(&str) -> bool) -> Vec<&Correction> {
        let concerns = |correction: &&Correction| match correction.kind.tournament_id() {
            Some(tournament_id) => decides(tournament_id),
            None => correction.received <= self.sources.list.day(),
        };
        self.in_force().into_iter().filter(concerns).collect()
    }

    /// The merges that were in force on a day, by merged id, without following chains. Corrections that were undone since are among them.
    fn direct_merges_on(&self, list: ListDate) -> BTreeMap<u32, u32> {
        let mut by_correction: Vec<(Date, u32, u32)> = Vec::new();
        for row in self.corrections.rows.iter().filter(|row| row.received <= list.day()) {
            if let CorrectionKind::Merge { old, new } = row.kind {
                by_correction.push((row.received, old, new));
            }
        }
        by_correction.sort_unstable();
        let by_roster = self.roster.as_ref().map(|roster| roster.merges_on(list.day())).unwrap_or_default();
        by_correction.into_iter().map(|(_, old, new)| (old, new)).chain(by_roster).collect()
    }

    fn merges_by_correction(&self) -> impl Iterator<Item = Merge> {
        self.corrections.merges(&self.concerning(|_| false)).into_iter()
    }
}
