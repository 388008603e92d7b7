//! One player through all lists.

mod page;
mod plot;
mod read;
mod text;

use model::ListDate;
use polars::prelude::*;
use serde::Serialize;
use store::date_column;

pub use page::history_page;
pub use read::history;

/// How a player fared, list by list, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct History {
    pub fide_id: u32,
    /// As on the newest list that knows the player.
    pub name: String,
    pub lists: Vec<OnList>,
    /// How many lists there are before the first that knows the player.
    pub lists_before: usize,
    /// What could not be read, or is not what it seems.
    pub notes: Vec<String>,
}

/// A player on one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnList {
    pub list: ListDate,
    /// The list folder's name; it tells a revision.
    pub folder: String,
    pub status: Status,
    pub rating: Option<i32>,
    pub games: Option<i32>,
    pub k: Option<i32>,
    pub flag: String,
    /// Against the list before it, where the player is rated on both.
    pub change: Option<i32>,
    /// As the table of changes has it; empty where there is none or nothing counted.
    pub cause: String,
    pub title: String,
    pub women_title: String,
    pub federation: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Rated,
    /// Rated, but the list does not show the player.
    NotPublished,
    /// Known, without a rating.
    Unrated,
    NotOnTheList,
}

impl Status {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::NotPublished => "not-published",
            Self::Unrated => "unrated",
            Self::NotOnTheList => "not-on-the-list",
        }
    }
}

impl History {
    /// One row for each list.
    pub fn to_frame(&self) -> PolarsResult<DataFrame> {
        let rows = &self.lists;
        let text =
            |name: &str, of: &dyn Fn(&OnList) -> &str| StringChunked::from_iter_values(name.into(), rows.iter().map(of)).into_column();
        let number = |name: &str, of: &dyn Fn(&OnList) -> Option<i32>| {
            Int32Chunked::from_iter_options(name.into(), rows.iter().map(of)).into_column()
        };
        let columns = vec![
            date_column("list", rows.iter().map(|row| Some(row.list.day()))),
            text("folder", &|row| &row.folder),
            UInt32Chunked::from_iter_values("fide_id".into(), rows.iter().map(|_| self.fide_id)).into_column(),
            text("name", &|row| &row.name),
            text("title", &|row| &row.title),
            text("women_title", &|row| &row.women_title),
            text("federation", &|row| &row.federation),
            text("status", &|row| row.status.word()),
            number("rating", &|row| row.rating),
            number("games", &|row| row.games),
            number("k", &|row| row.k),
            text("flag", &|row| &row.flag),
            number("change", &|row| row.change),
            text("cause", &|row| &row.cause),
        ];
        DataFrame::new(rows.len(), columns)
    }

    /// The ratings by list, for a plot.
    fn ratings(&self) -> impl Iterator<Item = (ListDate, i32)> {
        self.lists.iter().filter_map(|row| Some((row.list, row.rating?)))
    }
}
