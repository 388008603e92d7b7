//! A history for people.

use super::{History, Status};
use crate::explain::cause_in_words;
use crate::layout::{row, wrapped};
use pages::terminal::{left, right};
use std::fmt;

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wrapped(&self.headline(), "", "  "))?;
        f.write_str("\n")?;
        let cells = |cells: [&str; 9]| {
            let [list, rating, change, games, k, flag, title, federation, cause] = cells;
            row(&[
                left(list, 14),
                right(rating, 7),
                right(change, 6),
                right(games, 5),
                right(k, 3),
                left(flag, 4),
                left(title, 7),
                left(federation, 3),
                cause.to_owned(),
            ])
        };
        f.write_str(&cells(["list", "rating", "change", "games", "K", "flag", "title", "fed", "cause"]))?;
        for list in &self.lists {
            let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
            let (rating, remark) = match list.status {
                Status::Rated => (number(list.rating), ""),
                Status::NotPublished => (format!("({})", number(list.rating)), "not published"),
                Status::Unrated => ("unrated".to_owned(), ""),
                Status::NotOnTheList => ("-".to_owned(), "not on this list"),
            };
            let title = [list.title.as_str(), list.women_title.as_str()].join(" ");
            let change = list.change.map_or_else(String::new, |change| format!("{change:+}"));
            let cause = [remark, cause_in_words(&list.cause)].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
            let (games, k) = (number(list.games), number(list.k));
            f.write_str(&cells([&list.folder, &rating, &change, &games, &k, &list.flag, title.trim(), &list.federation, &cause]))?;
        }
        self.notes.iter().try_for_each(|note| f.write_str(&wrapped(note, "", "")))
    }
}

impl History {
    pub(crate) fn headline(&self) -> String {
        let name = if self.name.is_empty() { "(no name known)" } else { &self.name };
        let lists = if self.lists.len() == 1 { "1 list".to_owned() } else { format!("{} lists", self.lists.len()) };
        let span = match (self.lists.first(), self.lists.last()) {
            (Some(first), Some(last)) => format!(" from {} to {}", first.list, last.list),
            _ => String::new(),
        };
        let before = if self.lists_before == 0 { String::new() } else { format!("; not known on the {} before", self.lists_before) };
        format!("{name}, {}: {lists}{span}{before}", self.fide_id)
    }
}
