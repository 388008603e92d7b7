//! A history as a document.

use super::{History, HistoryEntry, ListedStatus};
use crate::explain::cause_in_words;
use pages::{Block, Column, Document, DocumentTable, LineChart, Value};

impl History {
    /// One player on every list, with a plot.
    pub fn document(&self) -> Document {
        let mut document = Document::new(self.headline()).with(self.plot()).with(self.table());
        document.extend(self.notes.iter().map(Block::note));
        document
    }

    fn plot(&self) -> LineChart {
        let ratings = self.lists.iter().filter_map(|row| Some((row.list.day(), f64::from(row.rating?))));
        let marked = |row: &HistoryEntry| {
            let marks = marks_in_words(row);
            if marks.is_empty() { None } else { Some((row.list.day(), f64::from(row.rating?), marks)) }
        };
        let marks = self.lists.iter().filter_map(marked);
        LineChart::new("Rating by list", "rating").series("rating", ratings).marks("norm or title", marks)
    }

    pub(super) fn headline(&self) -> Value {
        let name = if self.name.is_empty() { "(no name known)" } else { &self.name };
        let span = match (self.lists.first(), self.lists.last()) {
            (Some(first), Some(last)) => format!(" from {} to {}", first.list, last.list),
            _ => String::new(),
        };
        let before = if self.lists_before == 0 { String::new() } else { format!("; not known on the {} before", self.lists_before) };
        let lists = Value::Counted(self.lists.len() as u64, "list");
        Value::phrase([format!("{name}, {}: ", self.fide_id).into(), lists, span.into(), before.into()])
    }

    pub(super) fn table(&self) -> DocumentTable {
        let numbers = [Column::number("Rating"), Column::number("Change"), Column::number("Games"), Column::number("K").folds()];
        let words = ["Flag", "Title", "Fed.", "Status"].map(|name| Column::short(name).folds());
        let marks: Vec<String> = self.lists.iter().map(marks_in_words).collect();
        let has_marks = marks.iter().any(|marks| !marks.is_empty());
        let texts = [Column::text("Cause").folds()].into_iter().chain(has_marks.then(|| Column::long("Norms and titles")));
        let mut table = DocumentTable::new([Column::text("List")].into_iter().chain(numbers).chain(words).chain(texts));
        for (list, marks) in self.lists.iter().zip(marks) {
            let status = match list.status {
                ListedStatus::Rated => "rated".to_owned(),
                ListedStatus::NotPublished if list.unlisted.is_empty() => "not published".to_owned(),
                ListedStatus::NotPublished => format!("not published: {}", list.unlisted),
                ListedStatus::Unrated => "unrated".to_owned(),
                ListedStatus::NotOnTheList => "not on this list".to_owned(),
            };
            let number = |value: Option<i32>| Value::from(value.map(|value| Value::Number(value.into())));
            let cells = [
                (&list.folder).into(),
                list.rating.map(Value::Rating).into(),
                list.change.map(|change| Value::Change(change.into())).into(),
                number(list.games),
                number(list.k),
                (&list.flag).into(),
                titles(list).into(),
                (&list.federation).into(),
                status.into(),
                list.cause.parse().map_or(&*list.cause, |cause| cause_in_words(cause)).into(),
            ];
            table.row(cells.into_iter().chain(has_marks.then(|| marks.into())));
        }
        table.sortable().without_empty_columns()
    }
}

/// The open and the women's title.
pub(super) fn titles(list: &HistoryEntry) -> String {
    [list.title.as_str(), &list.women_title].join(" ").trim().to_owned()
}

pub(super) fn marks_in_words(list: &HistoryEntry) -> String {
    list.titles.as_ref().map_or_else(String::new, |marks| marks.in_words(&titles(list)))
}
