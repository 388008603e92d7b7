//! The errors that end a run without a list, with their exit codes and hints.

use crate::Summary;
use amendments::AmendmentError;
use ingest::IngestError;
use model::{Control, Diagnostic, ListDate};
use period_assembly::AssemblyError;
use rulebook::{NoEdition, RulebookError};
use std::path::PathBuf;
use store::{CheckResult, FolderName, KeyError, SignatureError, StoreError, file};

/// An error that ends a run without a list.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    #[error("{0}")]
    Settings(String),
    #[error(transparent)]
    Rulebook(#[from] RulebookError),
    #[error(transparent)]
    NoEdition(#[from] NoEdition),
    #[error("no list{} in {}: there is nothing to start from", list.map(|list| format!(" before {list}")).unwrap_or_default(), folder.display())]
    NoPrevious { list: Option<ListDate>, folder: PathBuf },
    /// A list between the previous one and the one to be made is missing.
    #[error("the newest list before {list} is of {previous}, and by the calendar that of {missing} comes first")]
    MissingList { list: ListDate, previous: ListDate, missing: ListDate },
    /// A list that is newer than the one to be made exists.
    #[error("{} is there already, and the list of {list} would come before it", newer.display())]
    NewerList { list: ListDate, newer: PathBuf },
    #[error("the list of {list} is ahead of its time: the next one due is that of {due}")]
    ListAhead { list: ListDate, due: ListDate },
    /// The newest list stops all others: it is ahead of its time, and nothing leads up to it.
    #[error("{} is further ahead than the next list due, that of {due}, and the list of {missing} before it is missing", folder.display())]
    StrayList { folder: PathBuf, due: ListDate, missing: ListDate },
    /// An order that was asked for raises to a list that is not there.
    #[error("the order {order} needs a {control} list of {list} or before, and there is none")]
    OrderNeedsList { order: String, control: Control, list: ListDate },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Ingest(#[from] IngestError),
    #[error(transparent)]
    Amendments(#[from] AmendmentError),
    #[error(transparent)]
    Assembly(#[from] AssemblyError),
    #[error("columns do not fit together: {0}")]
    Columns(#[from] tables::TableError),
    /// An input has changed since it was read.
    #[error("{}: not what was read any more: {how}; nothing is published", file.display())]
    ChangedMeanwhile { file: PathBuf, how: String },
    #[error("{} is there already, made from other inputs; it is left as it is", folder.display())]
    OtherInputs {
        folder: PathBuf,
        /// The first change since it was made.
        change: String,
        /// The first number that would change, if numbers were compared.
        number: Option<String>,
        remedy: Remedy,
    },
    /// A folder of lists is wanted, and the folder is that of one list.
    #[error("{}: a folder of list folders is wanted, and this is the folder of one list", folder.display())]
    OneListFolder { folder: PathBuf },
    #[error("{} is there already and is not a list folder of ours; it is left as it is", folder.display())]
    NotAListFolder { folder: PathBuf },
    #[error("publication refused: {}", failed.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Refused {
        failed: Vec<CheckResult>,
        summary: Box<Summary>,
        /// The folder with the refused list, for inspection.
        folder: Option<PathBuf>,
    },
    /// Verification found something that is not what the manifest says.
    #[error("{0}")]
    Differs(String),
    /// A list that has to be signed is not, or not by one of the pipeline's keys.
    #[error("{0}; the list is not built on")]
    NotSigned(SignatureError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("{} cannot be signed: {change} since it was made", draft.display())]
    DraftOutdated { draft: PathBuf, change: String },
    #[error("{} cannot be signed: {difference}", draft.display())]
    DraftAltered { draft: PathBuf, difference: String },
    /// A row of a correction that a list has cannot be read any more. Without it the list would come out as if the correction were undone.
    #[error("correction {correction} is in the list of {list}, and its row cannot be read any more")]
    CorrectionLeftOut { correction: String, list: ListDate, diagnostics: Vec<Diagnostic> },
    #[error("strict: {} problem(s) in the inputs, nothing is published", diagnostics.len())]
    Strict { diagnostics: Vec<Diagnostic> },
}

/// What helps where a list is there, made from other inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// `plan --from` shows what would change, and `regenerate --from` makes a revision.
    Regenerate,
    /// The list is made again in another folder. It was asked for with flags, or what has changed is kept in revisions, such as the formats.
    OtherFolder,
}

impl PipelineError {
    /// The frozen exit codes of the command line.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::OtherInputs { .. } | Self::NotAListFolder { .. } | Self::Refused { .. } | Self::DraftOutdated { .. } => 1,
            Self::Settings(_) | Self::OneListFolder { .. } | Self::Rulebook(_) | Self::Key(KeyError::Exists { .. }) => 2,
            Self::Key(KeyError::Io { .. } | KeyError::Failed(_)) => 7,
            Self::Key(_)
            | Self::NotSigned(_)
            | Self::DraftAltered { .. }
            | Self::OrderNeedsList { .. }
            | Self::ChangedMeanwhile { .. }
            | Self::CorrectionLeftOut { .. }
            | Self::Strict { .. } => 3,
            Self::NoEdition(_) | Self::NoPrevious { .. } => 4,
            Self::MissingList { .. } | Self::NewerList { .. } | Self::ListAhead { .. } | Self::StrayList { .. } => 4,
            Self::Ingest(_) | Self::Amendments(_) => 3,
            Self::Store(error) => store_code(error),
            Self::Assembly(AssemblyError::NoEdition(_) | AssemblyError::NoListInMonth { .. }) => 4,
            Self::Columns(_) => 7,
            Self::Differs(_) => 6,
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::OtherInputs { change, remedy: Remedy::OtherFolder, .. } => Some(format!(
                "{change}; a published list is never overwritten; to see what would change, make it with flags and --out into another folder, and compare"
            )),
            Self::OtherInputs { folder, change, number, remedy: Remedy::Regenerate } => {
                let month = FolderName::from_path(folder).map(|name| name.date.month()).unwrap_or_default();
                let number = number.as_ref().map(|number| format!("; {number}")).unwrap_or_default();
                Some(format!(
                    "{change}{number}; a published list is never overwritten: plan --from {month} shows all that would change, regenerate --from {month} makes a revision"
                ))
            }
            Self::OrderNeedsList { control, .. } => Some(format!(
                "name the folder of {control} lists under longer_lists in the pipeline file, or with --longer; without orders the list follows the texts alone"
            )),
            Self::ChangedMeanwhile { .. } | Self::Ingest(IngestError::Vanished { .. }) => {
                Some("run again when nobody is writing to the inputs; a file that is put there under another name and then renamed is never half there".to_owned())
            }
            Self::NoPrevious { folder, .. } => Some(format!(
                "put the list to start from into that folder, named by its date, as 2024-01-01/list.csv; or: ratinglist import FILE --out {}",
                folder.display()
            )),
            Self::MissingList { list, missing, .. } => Some(format!(
                "make the list of {} first; 'run --after-gap' makes that of {} all the same, and rates the tournaments of several periods as one",
                missing.month(),
                list.month()
            )),
            Self::OneListFolder { folder } => Some(match folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
                Some(parent) => format!("'ratinglist fsck {}' checks it with all others", parent.display()),
                None => "'ratinglist fsck' takes the folder in which this one is".to_owned(),
            }),
            Self::NewerList { list, newer } => Some(format!(
                "'ratinglist regenerate --from {}' makes a list that is missing, and those after it again; if {} does not belong there, take it away",
                list.month(),
                newer.display()
            )),
            Self::ListAhead { .. } => Some("wait for its time; 'run --ahead' makes it all the same".to_owned()),
            Self::StrayList { .. } => Some("take that folder away, if it does not belong there".to_owned()),
            Self::Refused { folder, .. } => {
                let look = match folder {
                    Some(folder) => format!("{} is left for inspection: {} there has every check", folder.display(), file::CHECKS),
                    None => "'ratinglist plan' shows every tournament with its reason".to_owned(),
                };
                Some(format!(
                    "{look}; levels and limits stand under [checks] in the pipeline file; --accept CHECK --by NAME --why TEXT publishes it all the same, once"
                ))
            }
            Self::NoEdition(_) | Self::Assembly(AssemblyError::NoEdition(_)) => {
                Some("'ratinglist rules' lists the editions; --rules ID applies one of them whatever the date".to_owned())
            }
            Self::NotSigned(_) => Some(format!(
                "a draft is published with its signature by 'ratinglist sign'; a list that is there without one is signed with minisign -S over its {}; whose signature counts stands under [signing] in the pipeline file",
                file::MANIFEST
            )),
            Self::DraftOutdated { .. } | Self::DraftAltered { .. } => {
                Some("make the draft again: 'ratinglist run --draft', or 'ratinglist regenerate' for a revision; nothing is published".to_owned())
            }
            Self::Store(StoreError::LinkLeavesStore { .. }) => {
                Some("put the list itself in its place; a whole folder of lists may lie behind a link, a part of one may not".to_owned())
            }
            Self::Store(StoreError::Locked { .. }) => Some("wait for the other run to end, or look for it with ps".to_owned()),
            Self::CorrectionLeftOut { .. } => {
                Some("mend the row; to take the correction back, add a row of the field 'correction' that names it".to_owned())
            }
            Self::Strict { .. } => Some("without --strict a report that cannot be used is refused, a fact that is not given is not held against its tournament, and the rest is rated".to_owned()),
            Self::Store(error) => error.hint(),
            _ => None,
        }
    }
}

fn store_code(error: &StoreError) -> u8 {
    match error {
        StoreError::Io { .. } => 7,
        StoreError::NoList { .. }
        | StoreError::Missing { .. }
        | StoreError::Unreadable { .. }
        | StoreError::LaterFormat { .. }
        | StoreError::Damaged { .. }
        | StoreError::Refused { .. }
        | StoreError::LinkLeavesStore { .. } => 3,
        StoreError::Draft { .. } | StoreError::Unpublished { .. } => 2,
        StoreError::Locked { .. } => 5,
        StoreError::Exists { .. } => 1,
    }
}
