//! What stops the assembly of a period.

use model::ListDate;
use rulebook::NoEdition;

#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    #[error(transparent)]
    NoEdition(#[from] NoEdition),
    #[error("{edition} makes no list in that month ({article}): {list} is none of its list dates")]
    NoListThen { edition: String, article: String, list: ListDate },
}
