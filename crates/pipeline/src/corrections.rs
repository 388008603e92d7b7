//! Which corrections hold for a list, and what they and the roster do to players before anything is read.

use crate::job::Job;
use crate::{PipelineError, Result};
use ingest::{AppliedCorrection, AppliedCorrections, Correction, CorrectionTerms, Corrections, Roster, Sources, resolve_merges};
use model::{InputFile, ListDate, PlayerFlags, Pool, RatedTournaments};
use std::collections::{BTreeMap, HashMap};
use store::{Manifest, PlayerList, file};

/// The corrections of a job, read.
#[derive(Debug, Default)]
pub(crate) struct Held {
    corrections: Corrections,
    only: Option<Vec<String>>,
    as_known: Option<model::Date>,
}

impl Held {
    pub(crate) fn read(job: &Job) -> Result<Self> {
        let corrections = job.corrections.path.as_deref().map(ingest::read_corrections).transpose()?.unwrap_or_default();
        Ok(Self { corrections, only: job.corrections.only.clone(), as_known: job.corrections.as_known })
    }

    /// The files that hold them.
    pub(crate) fn files(&self) -> &[InputFile] {
        &self.corrections.inputs
    }

    pub(crate) fn diagnostics(&self) -> &[model::Diagnostic] {
        &self.corrections.diagnostics
    }

    /// Those that hold, by the day of receipt, then id.
    pub(crate) fn in_force(&self) -> Vec<&Correction> {
        let is_asked = |correction: &&Correction| self.only.as_ref().is_none_or(|only| only.contains(&correction.id));
        self.corrections.in_force(self.as_known).into_iter().filter(is_asked).collect()
    }

    /// What is to be read, newer reports that corrections name among it.
    pub(crate) fn sources(&self, job: &Job) -> Sources {
        let replacements = self.corrections.replacements(&self.in_force(), &terms(job));
        Sources { replacements, ..job.sources.clone() }
    }

    /// The ids that are another's on a list's date, chains followed: by the roster, and by corrections from their day of receipt on.
    pub(crate) fn merges(&self, list: ListDate, roster: Option<&Roster>) -> Vec<(u32, u32)> {
        let mut merges = roster.map(|roster| roster.merges_on(list.day())).unwrap_or_default();
        merges.extend(self.merges_by_correction(list).map(|merge| (merge.old, merge.new)));
        resolve_merges(&merges)
    }

    fn merges_by_correction(&self, list: ListDate) -> impl Iterator<Item = ingest::Merge> {
        self.corrections.merges(&self.in_force()).into_iter().filter(move |merge| merge.received <= list.day())
    }

    /// The merges by correction, as something that was applied.
    pub(crate) fn applied_merges(&self, list: ListDate) -> Vec<AppliedCorrection> {
        let applied = |merge: ingest::Merge| {
            let row = self.corrections.rows.iter().find(|row| row.id == merge.correction)?;
            let mut players = vec![merge.old, merge.new];
            players.sort_unstable();
            Some(AppliedCorrection {
                id: merge.correction,
                received: merge.received,
                sha256: row.sha256.clone(),
                tournament_id: None,
                players,
            })
        };
        self.merges_by_correction(list).filter_map(applied).collect()
    }

    /// Corrections of tournaments that an earlier list rated without them: that list has to be made again first.
    pub(crate) fn pending(&self, job: &Job, rated: &RatedTournaments) -> Vec<PendingCorrection> {
        let mut manifests: HashMap<ListDate, Option<Manifest>> = HashMap::new();
        let mut found = Vec::new();
        for correction in self.in_force() {
            let Some(tournament_id) = correction.what.tournament_id() else { continue };
            let Some(list) = rated.list_of(tournament_id).and_then(ListDate::new) else { continue };
            let manifest = manifests.entry(list).or_insert_with(|| manifest_of(job, list));
            let is_known = |manifest: &Manifest| manifest.inputs.iter().any(|input| is_correction(input) && input.path == correction.id);
            let may_change = CorrectionTerms { list, ..terms(job) }.allow(correction.received);
            if may_change && manifest.as_ref().is_some_and(|manifest| !is_known(manifest)) {
                found.push(PendingCorrection { correction: correction.id.clone(), list });
            }
        }
        found
    }
}

/// A correction that an earlier list should have and has not.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PendingCorrection {
    pub correction: String,
    pub list: ListDate,
}

/// How manifests call a correction among the inputs.
const APPLIED: &str = "correction";
/// One that was looked at and not applied: what is said of it is in the diagnostics.
const NOT_APPLIED: &str = "correction-not-applied";

/// Whether an input is a correction that was applied.
pub(crate) fn is_applied(input: &InputFile) -> bool {
    input.role == APPLIED
}

/// Whether an input is a correction, applied or not.
pub(crate) fn is_correction(input: &InputFile) -> bool {
    is_applied(input) || input.role == NOT_APPLIED
}

pub(crate) fn terms(job: &Job) -> CorrectionTerms {
    CorrectionTerms { list: job.list, limit_months: job.corrections.limit_months, beyond_limit: job.corrections.beyond_limit }
}

/// Corrections as inputs: exactly those that were looked at, not the file that holds them, which grows.
pub(crate) fn inputs(corrections: &AppliedCorrections) -> impl Iterator<Item = InputFile> {
    let input = |role: &str, id: &String, sha256: &String| InputFile::new(role, id, sha256.clone());
    let applied = corrections.applied.iter().map(move |applied| input(APPLIED, &applied.id, &applied.sha256));
    applied.chain(corrections.not_applied.iter().map(move |(id, sha256)| input(NOT_APPLIED, id, sha256)))
}

fn manifest_of(job: &Job, list: ListDate) -> Option<Manifest> {
    let source = job.shelf.sources().iter().find(|source| source.date == list)?;
    Manifest::from_json(&store::read_text(source.folder.as_ref()?.join(file::MANIFEST)).ok()?).ok()
}

/// Makes one player of two: whoever's id has become another's gives that one career, history and waiting results, and a rating where it has
/// none. The own row stays, so that it can come back as it was (R34).
pub(crate) fn merge(list: &mut PlayerList, pool: &mut Pool, merges: &[(u32, u32)]) -> Result<()> {
    let now: BTreeMap<u32, u32> = merges.iter().copied().collect();
    if now == list.merged {
        return Ok(());
    }
    let then = std::mem::take(&mut list.merged);
    for (old, new) in then.iter().filter(|(old, new)| now.get(*old) != Some(*new)) {
        if let (Some(old), Some(new)) = (list.index.find(*old), list.index.find(*new)) {
            list.rows[new].career_games = list.rows[new].career_games.saturating_sub(list.rows[old].career_games);
        }
    }
    for (&old_id, &new_id) in now.iter().filter(|(old, new)| then.get(*old) != Some(*new)) {
        let Some(old) = list.index.find(old_id) else { continue };
        let new = list.index.find(new_id).ok_or_else(|| {
            PipelineError::Settings(format!("{old_id} is merged into {new_id}, which is on no list: merge into an id that is known"))
        })?;
        let given = list.rows[old];
        let row = &mut list.rows[new];
        row.career_games = row.career_games.saturating_add(given.career_games);
        row.peak = row.peak.max(given.peak);
        row.last_rated = row.last_rated.max(given.last_rated);
        row.flags = row.flags.with(PlayerFlags::FIRST_EVENT, given.has_had_first_event());
        if !row.is_rated() {
            (row.rating, row.k) = (given.rating, given.k);
        }
        pool.entries.iter_mut().filter(|entry| entry.fide_id == old_id).for_each(|entry| entry.fide_id = new_id);
    }
    pool.sort();
    list.merged = now;
    Ok(())
}
