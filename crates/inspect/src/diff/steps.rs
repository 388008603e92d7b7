//! Comparisons of two lists and more: one for each step from a list to the next, and one of the first list with the last.

use super::compare::difference;
use super::{ComparedList, DiffOptions, Difference};
use crate::InspectError;
use model::{Control, ListDate};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{HashCheck, VersionChoice, list_folders};

/// The comparison of two lists or more.
#[derive(Debug)]
pub struct Comparison {
    /// From each list to the next; empty if there are only two lists.
    pub steps: Vec<Difference>,
    /// From the first list to the last.
    pub over_all: Difference,
}

impl Comparison {
    pub fn is_same(&self) -> bool {
        self.steps.iter().chain([&self.over_all]).all(Difference::is_same)
    }

    /// The steps, and the comparison over all.
    pub fn all(&self) -> Vec<&Difference> {
        self.steps.iter().chain([&self.over_all]).collect()
    }
}

/// The list folders in a folder of lists, those from and to these dates included, oldest first.
pub fn lists_in(root: &Path, versions: VersionChoice, from: Option<ListDate>, to: Option<ListDate>) -> Result<Vec<PathBuf>, InspectError> {
    let folders = list_folders(root, versions)?.into_iter();
    let is_between = |date: ListDate| from.is_none_or(|from| from <= date) && to.is_none_or(|to| date <= to);
    Ok(folders.filter(|folder| is_between(folder.name.date)).map(|folder| folder.path).collect())
}

/// Reads lists. `control` selects one list of a file that has several.
pub fn read_lists(paths: &[PathBuf], control: Option<Control>, hash_check: HashCheck) -> Result<Vec<Arc<ComparedList>>, InspectError> {
    paths.par_iter().with_max_len(1).map(|path| ComparedList::read(path, control, hash_check).map(Arc::new)).collect()
}

/// Compares two lists or more, in the order in which they are given.
///
/// # Errors
/// If there are fewer than two lists, or the tables behind them cannot be read.
pub fn compare_lists(lists: &[Arc<ComparedList>], options: &DiffOptions) -> Result<Comparison, InspectError> {
    let [first, .., last] = lists else {
        return Err(InspectError::Filter("a comparison wants two lists or more".to_owned()));
    };
    let over_all = difference(first, last, options)?;
    let steps = match lists.len() {
        2 => Vec::new(),
        _ => lists.windows(2).map(|pair| difference(&pair[0], &pair[1], options)).collect::<Result<_, _>>()?,
    };
    Ok(Comparison { steps, over_all })
}
