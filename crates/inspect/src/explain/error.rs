//! Errors of explanations and histories.

use std::path::PathBuf;
use store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {missing} is missing: not a list folder that this program made, or not a whole one", folder.display())]
    IncompleteFolder { folder: PathBuf, missing: String },
    #[error("{}: made with --no-audit, so the games and changes that would explain it were not kept", folder.display())]
    NoAudit { folder: PathBuf },
    #[error("{}: imported, not made from games: there is nothing to explain", folder.display())]
    Imported { folder: PathBuf },
    #[error("the rules that made this list are missing: {0}")]
    NoRules(String),
    #[error("no player '{query}' on {place}")]
    NoPlayer { query: String, place: String },
    #[error("'{query}' is {} players", matches.len())]
    AmbiguousName { query: String, matches: Vec<PlayerMatch> },
    #[error("no tournament '{query}' was handed in for this list")]
    NoTournament { query: String, similar: Vec<String> },
}

/// A player whose name matches the text of a search.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PlayerMatch {
    pub fide_id: u32,
    pub name: String,
    pub federation: String,
    pub birth_year: Option<i32>,
    pub rating: Option<i32>,
}

impl ExplainError {
    /// The exit code of the command line for this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Store(StoreError::Io { .. }) => 7,
            Self::Store(_) | Self::IncompleteFolder { .. } | Self::NoAudit { .. } | Self::Imported { .. } | Self::NoRules(_) => 3,
            Self::NoPlayer { .. } | Self::AmbiguousName { .. } | Self::NoTournament { .. } => 1,
        }
    }

    pub fn hint(&self) -> Option<String> {
        match self {
            Self::NoAudit { .. } => Some("make the list again into another folder without --no-audit, and ask that one".to_owned()),
            Self::NoPlayer { query, .. } if query.bytes().all(|b| b.is_ascii_digit()) => {
                Some("the id is of nobody who is known or played; a part of the name may be given instead".to_owned())
            }
            Self::NoPlayer { .. } => Some("a part of the name as the list writes it, in any case, or the id".to_owned()),
            Self::AmbiguousName { .. } => Some("give the id, or more of the name".to_owned()),
            Self::NoTournament { similar, .. } if !similar.is_empty() => Some(format!("there is {}", similar.join(", "))),
            Self::NoTournament { .. } => Some("tournaments.parquet has the ids of all that were handed in".to_owned()),
            Self::Store(error) => error.hint(),
            Self::NoRules(_) | Self::IncompleteFolder { .. } | Self::Imported { .. } => None,
        }
    }
}
