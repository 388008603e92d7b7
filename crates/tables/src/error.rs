//! Errors of reading and writing tables.

use polars::error::PolarsError;

/// Why a table could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The content is not Parquet, damaged, too large, or has a column of another type.
    #[error("{0}")]
    Content(String),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl TableError {
    pub(crate) fn missing_column(name: &str) -> Self {
        Self::Content(format!("column '{name}' is missing"))
    }

    pub(crate) fn damaged() -> Self {
        Self::Content("the Parquet file is damaged".to_owned())
    }
}

impl From<PolarsError> for TableError {
    fn from(error: PolarsError) -> Self {
        Self::Content(error.to_string())
    }
}

impl From<csv::Error> for TableError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Io(error),
            other => Self::Content(format!("{other:?}")),
        }
    }
}
