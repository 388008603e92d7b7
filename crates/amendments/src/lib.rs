//! What changes what was handed in: corrections, the roster, merged ids, and newer reports.
//!
//! [`Amendments::read`] reads all of it once for a list. It is applied in one order, which the types keep: first to the previous list and its
//! pool ([`Amendments::amend_previous`]), then to the reports that are read and to what was read ([`SubmissionAmendments`]), and last, when
//! newcomers have been added, to the players ([`PlayerAmendments`]). Nothing here decides whether a tournament is rated.

mod check;
mod codes;
mod corrections;
mod error;
mod merges;
mod players;
mod previous;
mod roster;
mod roster_lint;
mod submissions;

pub use check::check;
pub use codes::CODES;
pub use corrections::{AppliedCorrection, AppliedCorrections, Correction, CorrectionKind, CorrectionTerms, Corrections, read_corrections};
pub use error::AmendmentError;
pub use players::AmendedPlayers;
pub use roster::{Roster, RosterChange, RosterField, read_roster};
pub use submissions::{PlayerAmendments, SubmissionAmendments};

use corrections::Merge;
use ingest::Replacement;
use merges::resolve_merges;
use model::{Date, Diagnostic, InputFile, ListDate};
use std::path::PathBuf;

/// Where the amendments of a list come from, and which of them hold (D29).
#[derive(Clone, Debug)]
pub struct AmendmentSources {
    pub list: ListDate,
    /// A file of corrections, or a folder of such files.
    pub corrections: Option<PathBuf>,
    /// Only these corrections, where they are given.
    pub only: Option<Vec<String>>,
    /// Only corrections received until then; all of them where it is not given.
    pub as_known: Option<Date>,
    /// How far back a correction may reach.
    pub limit_months: u32,
    /// Whether it may reach back further.
    pub beyond_limit: bool,
    pub roster: Option<PathBuf>,
    /// Federations whose players are not published, whatever the roster says.
    pub excluded_federations: Vec<String>,
}

/// The amendments of one list, read.
#[derive(Debug)]
pub struct Amendments {
    sources: AmendmentSources,
    corrections: Corrections,
    roster: Option<Roster>,
    /// The ids that are another's on the list's date, chains followed: by the roster, and by corrections from their day of receipt on.
    merges: Vec<(u32, u32)>,
}

impl Amendments {
    /// Reads corrections and roster.
    ///
    /// # Errors
    /// When one of them cannot be read, or any row of it is wrong.
    pub fn read(sources: &AmendmentSources) -> Result<Self, AmendmentError> {
        let corrections = sources.corrections.as_deref().map(read_corrections).transpose()?.unwrap_or_default();
        let roster = sources.roster.as_deref().map(read_roster).transpose()?;
        let mut amendments = Self { sources: sources.clone(), corrections, roster, merges: Vec::new() };
        let mut merges = amendments.roster.as_ref().map(|roster| roster.merges_on(sources.list.day())).unwrap_or_default();
        merges.extend(amendments.merges_by_correction().map(|merge| (merge.old, merge.new)));
        amendments.merges = resolve_merges(&merges);
        Ok(amendments)
    }

    /// The corrections that hold, by the day of receipt, then id.
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

    /// What decides whether a correction may still be applied.
    pub fn terms(&self) -> CorrectionTerms {
        let AmendmentSources { list, limit_months, beyond_limit, .. } = self.sources;
        CorrectionTerms { list, limit_months, beyond_limit }
    }

    /// The newer reports that corrections name, for the reader of tournaments.
    pub fn replacements(&self) -> Vec<Replacement> {
        self.corrections.replacements(&self.in_force(), &self.terms())
    }

    /// What is odd in the files and was read all the same.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.corrections.diagnostics.iter().chain(self.roster.iter().flat_map(|roster| &roster.diagnostics))
    }

    /// The roster as an input. Of the files of corrections only rows are inputs.
    pub fn roster_input(&self) -> Option<&InputFile> {
        self.roster.as_ref().map(|roster| &roster.input)
    }

    /// The corrections that concern the list: merges, from their day of receipt on, and those of tournaments that it decides.
    pub fn concerning(&self, decides: impl Fn(&str) -> bool) -> Vec<&Correction> {
        let concerns = |correction: &&Correction| match correction.what.tournament_id() {
            Some(tournament_id) => decides(tournament_id),
            None => correction.received <= self.sources.list.day(),
        };
        self.in_force().into_iter().filter(concerns).collect()
    }

    fn merges_by_correction(&self) -> impl Iterator<Item = Merge> {
        self.corrections.merges(&self.concerning(|_| false)).into_iter()
    }
}
