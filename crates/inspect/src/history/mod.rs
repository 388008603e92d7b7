//! Histories: players on every list of a folder, or of several folders with the lists of several controls.
//!
//! In: folders of list folders. Out: a [`History`] of each player and control, with one entry for each list, as a table or a document.

mod document;
mod json;
mod page;
mod player_rows;
mod read;
mod title_marks;

use model::{Control, ListDate};
use serde::Serialize;
use std::sync::Arc;
use strum::IntoStaticStr;
use tables::{OutputColumn, OutputTable};

pub use read::{histories, newest_list};
pub use title_marks::{NormMark, ProposalMark, TitleMarks};

/// The histories of players, in the order in which they were asked for; of each player one for each control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histories {
    pub players: Vec<History>,
    /// Remarks on lists that were skipped.
    pub notes: Vec<String>,
}

/// One player on every list of a control, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    pub fide_id: u32,
    /// The name on the newest list that has the player.
    pub name: String,
    /// The control of the lists, by a manifest or the name of their folder.
    pub control: Option<Control>,
    /// The player on the lists of other controls, which a page shows in the same chart.
    pub(crate) other_controls: Vec<History>,
    pub lists: Vec<HistoryEntry>,
    /// How many lists there are before the first that has the player.
    pub lists_before: usize,
}

/// A player on one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    pub list: ListDate,
    /// The name of the list folder, which includes the number of a revision.
    pub folder: String,
    pub status: ListedStatus,
    /// Why a rated player is not published, as the state says it; empty where it does not.
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
    pub titles: Option<TitleMarks>,
    /// The edition of the list; empty if no manifest says it.
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

impl Histories {
    /// One row for each player and list.
    pub fn to_table(&self) -> OutputTable<'_> {
        let rows: Arc<[(&History, &HistoryEntry)]> =
            self.players.iter().flat_map(|history| history.lists.iter().map(move |entry| (history, entry))).collect();
        let texts = |name: &str, value: fn(&HistoryEntry) -> String| {
            let rows = Arc::clone(&rows);
            OutputColumn::texts(name, move |row| value(rows[row].1))
        };
        let integers = |name: &str, value: fn(&HistoryEntry) -> Option<i32>| {
            let rows = Arc::clone(&rows);
            OutputColumn::integers(name, move |row| value(rows[row].1))
        };
        let (dates, controls, ids, changed) = (Arc::clone(&rows), Arc::clone(&rows), Arc::clone(&rows), Arc::clone(&rows));
        OutputTable::new(
            rows.len(),
            vec![
                OutputColumn::dates("list", move |row| Some(dates[row].1.list.day())),
                OutputColumn::texts("control", move |row| controls[row].0.control.map_or("", Control::word)),
                texts("folder", |entry| entry.folder.clone()),
                OutputColumn::ids("fide_id", move |row| Some(ids[row].0.fide_id)),
                texts("name", |entry| entry.name.clone()),
                texts("title", |entry| entry.title.clone()),
                texts("women_title", |entry| entry.women_title.clone()),
                texts("federation", |entry| entry.federation.clone()),
                texts("status", |entry| <&str>::from(entry.status).to_owned()),
                integers("rating", |entry| entry.rating),
                integers("games", |entry| entry.games),
                integers("k", |entry| entry.k),
                texts("flag", |entry| entry.flag.clone()),
                integers("change", |entry| entry.change),
                texts("cause", |entry| entry.cause.clone()),
                texts("norms", |entry| entry.titles.as_ref().map_or_else(String::new, TitleMarks::norm_titles)),
                texts("proposed", |entry| entry.titles.as_ref().map_or_else(String::new, TitleMarks::proposed_titles)),
                OutputColumn::nullable_booleans("title_changed", move |row| changed[row].1.titles.as_ref()?.changed),
            ],
        )
    }
}
