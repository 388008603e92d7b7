//! The errors that stop the assembly of a period.

use model::ListDate;
use rulebook::NoEdition;

/// An error that stops the assembly of a period.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    #[error(transparent)]
    NoEdition(#[from] NoEdition),
    #[error("{edition} makes no list in that month ({article}): {list} is not one of its list dates")]
    NoListInMonth { edition: String, article: String, list: ListDate },
}
