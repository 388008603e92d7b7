//! Reads and applies corrections: ordered changes to submissions, one row each, with who ordered it, when and why.
//!
//! The columns are `correction_id,received,by,reason,tournament_id,round,white,black,field,old,new`, in a file or a folder of files. Which
//! lists have to be made again is decided by the pipeline (D29).

mod apply;
mod conflicts;
mod correction_row;
mod game;
mod lint;
#[cfg(test)]
mod tests;
mod undo;

pub(crate) use apply::apply_corrections;
pub use apply::{AppliedCorrection, CorrectionLimit, CorrectionOutcomes, NotAppliedCorrection};
pub(crate) use correction_row::is_corrections_file;
pub(crate) use lint::check_corrections;

use crate::{AmendmentError, codes};
use correction_row::ReadCorrections;
use ingest::input_table::{canonical_folder, file_extension, file_name};
use ingest::{IngestError, Replacement};
use model::{Date, Diagnostic, GameResult, InputFile, InputRole, Place, PlayerRef};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One correction, with its position in the file for diagnostics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub id: String,
    pub received: Date,
    pub by: String,
    pub reason: String,
    pub kind: CorrectionKind,
    pub file: Arc<str>,
    pub line: u32,
    /// The hash of the row's trimmed fields, in the order of the columns, each followed by a line feed.
    pub sha256: String,
    pub(crate) id_place: Place,
    pub(crate) old_place: Place,
    pub(crate) source: Box<str>,
}

/// What a correction changes. `old` must be the current value, `new` replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrectionKind {
    Result {
        tournament_id: Arc<str>,
        round: u16,
        white: u32,
        black: u32,
        old: GameResult,
        new: GameResult,
    },
    /// The tournament is not to be rated.
    Withdrawn {
        tournament_id: Arc<str>,
    },
    /// The report is replaced; if `old` is empty, the tournament is added.
    Report {
        tournament_id: Arc<str>,
        old: String,
        /// The path of the newer report, relative to the folder of the corrections.
        new: PathBuf,
    },
    /// Another player played in the event.
    Player {
        tournament_id: Arc<str>,
        /// The player as the report has them: an id, or an entry without one by its starting rank.
        old: PlayerRef,
        new: u32,
    },
    /// Two ids belong to one person, from the day of receipt on.
    Merge {
        old: u32,
        new: u32,
    },
    /// An earlier correction is undone.
    Undo {
        correction_id: String,
    },
}

impl CorrectionKind {
    /// The id of the corrected tournament, if the kind has one.
    pub fn tournament_id(&self) -> Option<&Arc<str>> {
        match self {
            Self::Result { tournament_id, .. }
            | Self::Withdrawn { tournament_id }
            | Self::Report { tournament_id, .. }
            | Self::Player { tournament_id, .. } => Some(tournament_id),
            Self::Merge { .. } | Self::Undo { .. } => None,
        }
    }

    /// The id of the correction that this one undoes, if it is an undo.
    pub fn undoes(&self) -> Option<&String> {
        match self {
            Self::Undo { correction_id } => Some(correction_id),
            Self::Result { .. } | Self::Withdrawn { .. } | Self::Report { .. } | Self::Player { .. } | Self::Merge { .. } => None,
        }
    }
}

impl Correction {
    /// A diagnostic that points at the row's field `old`.
    fn diagnostic(&self, code: &'static model::Code, message: String, hint: &str) -> Diagnostic {
        Diagnostic::new(code, &self.file, self.old_place, message).with_hint(hint).with_source(&self.source)
    }
}

/// All corrections, in the order of the files and their rows.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    pub rows: Vec<Correction>,
    pub inputs: Vec<InputFile>,
    /// Diagnostics of the files and of rows that were read.
    pub diagnostics: Vec<Diagnostic>,
    /// Diagnostics of rows that are left out because something is wrong with them. They belong to no list: of such a row it is not known which
    /// lists it concerns.
    pub left_out: Vec<Diagnostic>,
    /// The ids of rows that are left out, as far as they can be read.
    left_out_ids: BTreeSet<String>,
    /// The folder of newer reports.
    folder: PathBuf,
}

/// A merge of two ids by a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    pub old: u32,
    pub new: u32,
    /// The day from which the merge applies.
    pub received: Date,
    pub correction: String,
}

/// Reads a file of corrections, or all `.csv` files of a folder in the order of their names. Rows that are wrong are left out.
///
/// # Errors
/// When a file cannot be read: without corrections that somebody ordered, the list would be wrong.
pub fn read_corrections(path: &Path) -> Result<Corrections, AmendmentError> {
    let folder = canonical_folder(path)?;
    let mut refused = Vec::new();
    let files = if path.is_dir() { files_in(path, &folder, &mut refused)? } else { vec![(path.to_owned(), file_name(path))] };
    let read = read_files(&files, folder)?;
    if !refused.is_empty() {
        refused.splice(..0, read.left_out);
        return Err(AmendmentError::Corrections { path: path.to_owned(), diagnostics: refused });
    }
    Ok(read)
}

/// The tables of a folder, sorted by name. A file that may not be read is an error, because somebody wants it applied.
fn files_in(path: &Path, folder: &Path, refused: &mut Vec<Diagnostic>) -> Result<Vec<(PathBuf, String)>, IngestError> {
    let failed = |error| IngestError::io(path, error);
    let mut entries = std::fs::read_dir(path).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(failed)?;
        if name.starts_with('.') || file_extension(&entry.path()) != "csv" || kind.is_dir() {
            continue;
        }
        let mut refuse = |message: &str, hint: &str| {
            let file = name.as_str().into();
            refused.push(Diagnostic::new(&codes::CORRECTIONS_OUTSIDE, &file, Place::default(), message).with_hint(hint));
        };
        if kind.is_symlink() {
            match entry.path().canonicalize().ok().filter(|target| target.starts_with(folder)) {
                // The target is read itself.
                Some(target) if target.parent() == Some(folder) => continue,
                Some(_) => {}
                None => {
                    refuse("the symbolic link leads out of the folder and is not followed", "put the file itself into the folder");
                    continue;
                }
            }
        } else if !kind.is_file() {
            // Reading a pipe or a device could block for ever.
            refuse("not a regular file; it is not read", "take it out of the folder");
            continue;
        }
        files.push((entry.path(), name));
    }
    Ok(files)
}

/// Reads files of one folder; each has a name for diagnostics.
fn read_files(files: &[(PathBuf, String)], folder: PathBuf) -> Result<Corrections, IngestError> {
    let mut all = Corrections::default();
    for (path, name) in files {
        let (bytes, seen) = store::read_input(path).map_err(|error| IngestError::io(path, error))?;
        let read = correction_row::read(&bytes, &name.as_str().into(), &folder);
        let ReadCorrections { rows, diagnostics, left_out_ids } =
            read.map_err(|problem| IngestError::Table { path: path.clone(), problem })?;
        all.rows.extend(rows);
        all.left_out_ids.extend(left_out_ids);
        let (left_out, remarks): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(Diagnostic::is_error);
        all.left_out.extend(left_out);
        all.diagnostics.extend(remarks);
        all.inputs.push(InputFile::new(InputRole::Corrections, name, store::sha256_hex(&bytes)).with_snapshot(seen));
    }
    all.leave_out_conflicts();
    all.diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    all.left_out.sort_by(|a, b| a.order().cmp(&b.order()));
    all.folder = folder;
    Ok(all)
}

impl Corrections {
    /// Leaves out rows that contradict others. Without one of them another may be wrong, so it is looked for until there is none.
    fn leave_out_conflicts(&mut self) {
        loop {
            let found = conflicts::find_conflicts(&self.rows, &self.left_out_ids);
            let places: HashSet<(Arc<str>, u32)> = found.iter().map(|conflict| (Arc::clone(&conflict.file), conflict.line)).collect();
            let (left_out, rows): (Vec<Correction>, Vec<Correction>) =
                std::mem::take(&mut self.rows).into_iter().partition(|row| places.contains(&(Arc::clone(&row.file), row.line)));
            self.rows = rows;
            if left_out.is_empty() {
                return;
            }
            self.left_out_ids.extend(left_out.into_iter().map(|row| row.id));
            self.left_out.extend(found.into_iter().map(|conflict| conflict.diagnostic));
        }
    }

    /// The ids of those corrections in force that were received before a newer report of their tournament, which takes the place of what they
    /// corrected.
    pub fn superseded<'a>(in_force: &[&'a Correction]) -> HashSet<&'a str> {
        let mut newest: HashMap<&Arc<str>, (Date, &str)> = HashMap::new();
        for row in in_force {
            if let CorrectionKind::Report { tournament_id, .. } = &row.kind {
                let known = newest.entry(tournament_id).or_insert((row.received, &row.id));
                *known = (*known).max((row.received, &row.id));
            }
        }
        let is_replaced = |row: &&&Correction| !matches!(row.kind, CorrectionKind::Report { .. } | CorrectionKind::Withdrawn { .. });
        let is_earlier = |row: &&&Correction| {
            let report = row.kind.tournament_id().and_then(|id| newest.get(id));
            report.is_some_and(|report| (row.received, row.id.as_str()) < *report)
        };
        in_force.iter().filter(is_replaced).filter(is_earlier).map(|row| row.id.as_str()).collect()
    }

    /// Whether a row of this id is left out.
    pub fn is_left_out(&self, id: &str) -> bool {
        self.left_out_ids.contains(id)
    }

    /// The corrections received until `as_known` that are not undone then, by day of receipt, then id. Undos are not among them.
    pub fn in_force(&self, as_known: Option<Date>) -> Vec<&Correction> {
        let is_known = |row: &Correction| as_known.is_none_or(|day| row.received <= day);
        let states = undo::resolve_undos(&self.rows, is_known);
        let mut rows: Vec<&Correction> = self
            .rows
            .iter()
            .zip(states)
            .filter(|(row, states)| *states == Some(true) && !matches!(row.kind, CorrectionKind::Undo { .. }))
            .map(|(row, _)| row)
            .collect();
        rows.sort_by(|a, b| (a.received, &a.id).cmp(&(b.received, &b.id)));
        rows
    }

    /// The newer reports that corrections name, for [`ingest::Sources`].
    ///
    /// Reports of corrections that are not in force or beyond the limit are included, because their files are not tournaments of their own.
    pub(crate) fn replacements(&self, in_force: &[&Correction], limit: &CorrectionLimit) -> Vec<Replacement> {
        let mut rows: Vec<&Correction> = self.rows.iter().filter(|row| matches!(row.kind, CorrectionKind::Report { .. })).collect();
        rows.sort_by(|a, b| (a.received, &a.id).cmp(&(b.received, &b.id)));
        let in_force: HashSet<&str> = in_force.iter().map(|row| row.id.as_str()).collect();
        let replacement = |row: &Correction| match &row.kind {
            CorrectionKind::Report { tournament_id, old, new } => Some(Replacement {
                tournament_id: Arc::clone(tournament_id),
                old: old.clone(),
                new: new.clone(),
                folder: self.folder.clone(),
                correction: row.id.clone(),
                is_in_force: in_force.contains(row.id.as_str()) && limit.allows(row.received),
            }),
            _ => None,
        };
        rows.into_iter().filter_map(replacement).collect()
    }

    /// The merges among these corrections, in their order.
    pub(crate) fn merges(&self, in_force: &[&Correction]) -> Vec<Merge> {
        let merge = |row: &&Correction| match row.kind {
            CorrectionKind::Merge { old, new } => Some(Merge { old, new, received: row.received, correction: row.id.clone() }),
            _ => None,
        };
        in_force.iter().filter_map(merge).collect()
    }
}
