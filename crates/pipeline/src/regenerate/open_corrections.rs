//! Finds the corrections in force that the lists of a pipeline lack, because they could not be applied or no list has considered them.

use super::{IneffectiveCorrection, Regeneration};
use crate::Result;
use crate::change_detection::ExistingList;
use crate::compute::Computed;
use crate::corrections::{considered, refused_by};
use amendments::{CorrectionKind, Corrections, NotAppliedCorrection};
use ingest::{PlannedInputs, ReadOptions, Sources, planned_inputs};
use model::{Diagnostic, InputRole, ListDate, PlayerIndex};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{InputPaths, list_folders};

/// The corrections in force that no list has.
#[derive(Debug, Default)]
pub(super) struct OpenCorrections {
    /// Diagnostics of rows that are left out and of corrections that were not applied.
    pub(super) not_applied: Vec<Diagnostic>,
    pub(super) without_effect: Vec<IneffectiveCorrection>,
}

/// The code of corrections whose tournament was not handed in.
const COR_NOWHERE: &str = "COR014";

impl Regeneration<'_> {
    /// Collects the corrections that a computed list did not apply, each reason once.
    pub(super) fn add_not_applied(&mut self, computed: &Computed) {
        for correction in &computed.corrections.not_applied {
            if !self.not_applied.contains(correction) {
                self.not_applied.push(correction.clone());
            }
        }
    }

    /// Finds the corrections in force that no list has, so that none is dropped without a message: neither those that a list made now
    /// refused, nor those that it refused when it was made.
    pub(super) fn open_corrections(&self) -> Result<OpenCorrections> {
        let in_force = self.corrections.in_force(self.as_known());
        let mut found = OpenCorrections { not_applied: self.corrections.left_out.clone(), ..OpenCorrections::default() };
        if in_force.is_empty() {
            return Ok(found);
        }
        let superseded = Corrections::superseded(&in_force);
        let lists = self.current_lists()?;
        let handed_in = std::cell::LazyCell::new(|| self.handed_in(&lists));
        for correction in in_force {
            let considered: Vec<(&ExistingList, InputRole)> =
                lists.values().filter_map(|list| Some((list, considered(&list.manifest, correction)?))).collect();
            if considered.iter().any(|(_, role)| *role == InputRole::Correction) {
                continue;
            }
            let refused: Vec<&NotAppliedCorrection> = self.not_applied.iter().filter(|refused| refused.id == correction.id).collect();
            if refused.is_empty() && superseded.contains(correction.id.as_str()) {
                continue;
            }
            if !refused.is_empty() {
                found.not_applied.extend(refused.iter().map(|refused| refused.diagnostic.clone()));
                continue;
            }
            let is_handed_in = |id: &str| handed_in.as_ref().is_ok_and(|ids| ids.contains(id));
            let refused = considered.first().map(|(list, _)| refused_by(correction, list.manifest.list, &list.folder)).transpose()?;
            // Its tournament may have been handed in since that list.
            let is_over =
                |refused: &Diagnostic| refused.code.id == COR_NOWHERE && correction.kind.tournament_id().is_some_and(|id| is_handed_in(id));
            if let Some(refused) = refused.filter(|refused| !is_over(refused)) {
                found.not_applied.push(refused);
            } else if let Some(tournament_id) = correction.kind.tournament_id() {
                let rated_on = self.rated.list_of(tournament_id).and_then(ListDate::new);
                let is_report = matches!(correction.kind, CorrectionKind::Report { .. });
                let is_handed_in = rated_on.is_some() || is_report || is_handed_in(tournament_id);
                let (correction, tournament_id) = (correction.id.clone(), tournament_id.to_string());
                found.without_effect.push(IneffectiveCorrection { correction, tournament_id, rated_on, is_handed_in });
            }
        }
        Ok(found)
    }

    /// The lists as they are now, by date: those that were made now, and the versions that are read of the others.
    fn current_lists(&self) -> Result<BTreeMap<ListDate, ExistingList>> {
        let folders = list_folders(self.pipeline.lists(), self.pipeline.description.reading())?;
        let mut paths: BTreeMap<ListDate, PathBuf> = folders.into_iter().map(|folder| (folder.name.date, folder.path)).collect();
        paths.extend(self.walk.made().filter_map(|source| Some((source.date, source.folder.clone()?))));
        Ok(paths.into_iter().filter_map(|(date, path)| Some((date, ExistingList::read(&path).ok()?))).collect())
    }

    /// The ids of tournaments that are handed in and not rated: those that the newest list names, and those whose reports or rows of the
    /// registry are there.
    fn handed_in(&self, lists: &BTreeMap<ListDate, ExistingList>) -> Result<BTreeSet<String>> {
        let mut ids = match lists.values().next_back() {
            Some(newest) => newest.listed_tournaments()?.ids,
            None => BTreeSet::new(),
        };
        let InputPaths { tournaments, registry, .. } = self.pipeline.description.inputs.clone();
        let sources = Sources { tournaments, registry, ..Sources::default() };
        let no_players = PlayerIndex::default();
        let PlannedInputs { files, registry } =
            planned_inputs(&sources, &ReadOptions::new(self.pipeline.description.control, &no_players))?;
        ids.extend(files.iter().filter_map(|file| Some(Path::new(&file.name).file_stem()?.to_string_lossy().into_owned())));
        ids.extend(registry.iter().flat_map(|rows| rows.ids().map(str::to_owned)));
        Ok(ids)
    }
}
