//! A history as a document.

use super::{Histories, History, HistoryEntry, ListedStatus};
use crate::explain::cause_in_words;
use pages::{Block, Column, Document, DocumentTable, LineChart, Section, Value};
use std::collections::BTreeSet;

/// With more histories each has a line of the summary, and no table of its own.
const MAX_TABLES: usize = 10;
/// With more histories a plot is a tangle.
const MAX_LINES: usize = 10;

impl Histories {
    /// One player on every list, with a plot; of several, and across controls, a summary first.
    pub fn document(&self) -> Document {
        let mut document = match &self.players[..] {
            [only] => Document::new(only.headline()).with(only.plot()).with(only.table()),
            several => self.summary(several),
        };
        document.extend(self.notes.iter().map(Block::note));
        document
    }

    fn summary(&self, several: &[History]) -> Document {
        let players: BTreeSet<u32> = several.iter().map(|history| history.fide_id).collect();
        let mut document = Document::new(Value::phrase([Value::Counted(players.len() as u64, "player"), " followed".into()]));
        if several.len() <= MAX_LINES {
            let ratings = |history: &History| history.ratings().collect::<Vec<_>>();
            let add = |plot: LineChart, history: &History| plot.series(&history.label(), ratings(history));
            document.push(several.iter().fold(LineChart::new("Rating by list", "rating"), add));
        }
        let words = [Column::number("Id"), Column::text("Name"), Column::short("Control")];
        let numbers = ["Lists", "First", "Last", "Change", "Lowest", "Highest", "Games"].map(Column::number);
        let mut table = DocumentTable::new(words.into_iter().chain(numbers));
        for history in several {
            let rated: Vec<i32> = history.lists.iter().filter_map(|list| list.rating).collect();
            let change = rated.first().zip(rated.last()).map(|(first, last)| Value::Change(i64::from(last - first)));
            let rating = |rating: Option<&i32>| Value::from(rating.map(|&rating| Value::Rating(rating)));
            table.row([
                Value::Id(history.fide_id),
                (&history.name).into(),
                history.control.map(|control| control.to_string()).unwrap_or_default().into(),
                Value::Count(history.lists.len() as u64),
                rating(rated.first()),
                rating(rated.last()),
                change.into(),
                rating(rated.iter().min()),
                rating(rated.iter().max()),
                Value::Number(history.lists.iter().filter_map(|list| list.games).map(i64::from).sum()),
            ]);
        }
        document.push(table.sortable());
        if several.len() <= MAX_TABLES {
            let control = |history: &History| history.control.map_or_else(String::new, |control| format!("{control}: "));
            let heading = |history: &History| Value::phrase([control(history).into(), history.headline()]);
            document.extend(several.iter().map(|history| Block::from(Section::new(heading(history)).with(history.table()))));
        } else {
            document.push(Block::note("Every list of every player is in the CSV, Parquet and JSON forms."));
        }
        document
    }
}

impl History {
    fn ratings(&self) -> impl Iterator<Item = (chrono::NaiveDate, f64)> {
        self.lists.iter().filter_map(|row| Some((row.list.day(), f64::from(row.rating?))))
    }

    /// What the line of the history is called: the name or the id, and the control.
    fn label(&self) -> String {
        let name = if self.name.is_empty() { self.fide_id.to_string() } else { self.name.clone() };
        match self.control {
            Some(control) => format!("{name}, {control}"),
            None => name,
        }
    }

    fn plot(&self) -> LineChart {
        let marked = |row: &HistoryEntry| {
            let marks = marks_in_words(row);
            if marks.is_empty() { None } else { Some((row.list.day(), f64::from(row.rating?), marks)) }
        };
        let marks = self.lists.iter().filter_map(marked);
        LineChart::new("Rating by list", "rating").series("rating", self.ratings()).marks("norm or title", marks)
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
