//! Compares `lists.csv` with the list folders that it is made from.

use crate::Result;
use crate::fsck::{RESTORE, StoreProblem};
use std::path::Path;
use store::{LISTS_CSV, VersionRow, read_lists_csv, version_rows};

const MADE_ANEW: &str = "the next run makes it anew, also one that finds nothing to do: ratinglist run, regenerate, import or sign";
const ELSEWHERE: &str = "move it elsewhere, or remove it: the next run writes the table of lists there";

/// What is wrong with `lists.csv`. Lists of earlier versions of the program have none, which is not wrong. A row of a folder that is
/// `damaged` is not compared.
pub(crate) fn lists_csv_problems(lists: &Path, is_damaged: impl Fn(&Path) -> bool) -> Result<Vec<StoreProblem>> {
    let path = lists.join(LISTS_CSV);
    let problem = |path: &Path, problem: String, remedy| StoreProblem { path: path.to_owned(), problem, later_lists: Vec::new(), remedy };
    let rows = match read_lists_csv(lists) {
        Ok(None) => return Ok(Vec::new()),
        Ok(Some(rows)) => rows,
        Err(error) => return Ok(vec![problem(&path, error.to_string(), ELSEWHERE)]),
    };
    let wanted = version_rows(lists, &[])?;
    let of_folder = |rows: &[VersionRow], folder: &str| rows.iter().find(|row| row.folder == folder).cloned();
    let mut found = Vec::new();
    for row in rows.iter().filter(|row| row.published && of_folder(&wanted, &row.folder).is_none()) {
        let folder = lists.join(&row.folder);
        if !is_damaged(&folder) {
            found.push(problem(&folder, format!("missing, and {LISTS_CSV} names it"), RESTORE));
        }
    }
    let differs = |row: &VersionRow| of_folder(&rows, &row.folder).as_ref() != Some(row) && !is_damaged(&lists.join(&row.folder));
    let gone = |row: &&VersionRow| !row.published && of_folder(&wanted, &row.folder).is_none();
    let outdated = match (wanted.iter().find(|row| differs(row)), rows.iter().find(gone)) {
        (Some(row), _) if of_folder(&rows, &row.folder).is_none() => Some(format!("it has no row for {}", row.folder)),
        // With another version one that is missing becomes current.
        (Some(_), _) if !found.is_empty() => None,
        (Some(row), _) => Some(format!("it has another row for {}", row.folder)),
        (None, Some(row)) => Some(format!("it has a row for {}, which is not there", row.folder)),
        (None, None) => None,
    };
    found.extend(outdated.map(|what| problem(&path, format!("out of date: {what}"), MADE_ANEW)));
    Ok(found)
}
