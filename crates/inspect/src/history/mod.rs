//! Histories: one player on every list of a folder.
//!
//! In: a folder of list folders. Out: a [`History`] with one entry for each list, as a table or a document.

mod document;
mod page;
mod read;
mod title_marks;

use model::{Control, ListDate};
use serde::Serialize;
use strum::IntoStaticStr;
use tables::{OutputColumn, OutputTable};

pub use read::history;
pub use title_marks::{NormMark, ProposalMark, TitleMarks};

/// One player on every list, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct History {
    pub fide_id: u32,
    /// The name on the newest list that has the player.
    pub name: String,
    pub lists: Vec<HistoryEntry>,
    /// How many lists there are before the first that has the player.
    pub lists_before: usize,
    /// Remarks on lists that were skipped.
    pub notes: Vec<String>,
    /// The control of the lists, where a manifest says so.
    #[serde(skip)]
    pub(crate) control: Option<Control>,
    /// The player on the lists of other controls, which a page shows in the same chart.
    #[serde(skip)]
    pub(crate) other_controls: Vec<History>,
}

/// A player on one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistoryEntry {
    pub list: ListDate,
    /// The name of the list folder, which includes the number of a revision.
    pub folder: String,
    pub status: ListedStatus,
    /// Why a rated player is not published, as the state says it; empty where it does not.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unlisted: String,
    pub rating: Option<i32>,
    pub games: Option<i32>,
    pub k: Option<i32>,
    pub flag: String,
    /// The change from the list before, if the player is rated on both.
    pub change: Option<i32>,
    /// The word of the table of changes; empty if there is no table or nothing counted.
    pub cause: String,
    pub title: String,
    pub women_title: String,
    pub federation: String,
    pub name: String,
    /// Norms and titles of this list; `None` where the list does not judge titles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub titles: Option<TitleMarks>,
    /// The edition of the list; empty if no manifest says it.
    #[serde(skip)]
    pub(crate) edition: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ListedStatus {
    Rated,
    /// Rated, but the list does not show the player.
    NotPublished,
    /// Known, without a rating.
    Unrated,
    NotOnTheList,
}

impl History {
    /// One row for each list.
    pub fn to_table(&self) -> OutputTable<'_> {
        let rows = &self.lists;
        OutputTable::new(
            rows.len(),
            vec![
                OutputColumn::dates("list", move |row| Some(rows[row].list.day())),
                OutputColumn::texts("folder", move |row| &rows[row].folder),
                OutputColumn::ids("fide_id", move |_| Some(self.fide_id)),
                OutputColumn::texts("name", move |row| &rows[row].name),
                OutputColumn::texts("title", move |row| &rows[row].title),
                OutputColumn::texts("women_title", move |row| &rows[row].women_title),
                OutputColumn::texts("federation", move |row| &rows[row].federation),
                OutputColumn::texts("status", move |row| <&str>::from(rows[row].status)),
                OutputColumn::integers("rating", move |row| rows[row].rating),
                OutputColumn::integers("games", move |row| rows[row].games),
                OutputColumn::integers("k", move |row| rows[row].k),
                OutputColumn::texts("flag", move |row| &rows[row].flag),
                OutputColumn::integers("change", move |row| rows[row].change),
                OutputColumn::texts("cause", move |row| &rows[row].cause),
                OutputColumn::texts("norms", move |row| rows[row].titles.as_ref().map_or_else(String::new, TitleMarks::norm_titles)),
                OutputColumn::texts("proposed", move |row| rows[row].titles.as_ref().map_or_else(String::new, TitleMarks::proposed_titles)),
                OutputColumn::nullable_booleans("title_changed", move |row| rows[row].titles.as_ref()?.changed),
            ],
        )
    }
}
