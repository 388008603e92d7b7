//! A history as a page to send round: all controls in one chart, with what happened as marks, and the table beside it.

use super::document::{marks_in_words, titles};
use super::{Histories, History, HistoryEntry};
use pages::{Block, Document, Figures, LineChart, Section, Value};
use rating::RatingChangeCause;

impl Histories {
    /// One player on every list, with all controls in one chart; several players as they are in a terminal.
    pub fn page(&self) -> Document {
        let Some((first, others)) =
            self.players.split_first().filter(|(first, others)| others.iter().all(|it| it.fide_id == first.fide_id))
        else {
            return self.document();
        };
        let mut history = first.clone();
        history.other_controls.extend_from_slice(others);
        let mut document = history.page();
        document.extend(self.notes.iter().map(Block::note));
        document
    }
}

impl History {
    fn page(&self) -> Document {
        let name = if self.name.is_empty() { "(no name known)" } else { &self.name };
        let title = self.lists.last().map(titles).filter(|title| !title.is_empty()).map_or_else(String::new, |title| format!("{title} "));
        let mut document = Document::new(format!("{title}{name}"))
            .kicker(format!("History \u{b7} id {}", self.fide_id))
            .with(Block::paragraph(self.headline()))
            .with(self.figures())
            .with(Section::new("Ratings").with(self.chart()));
        document.push(Section::new(self.section_name()).with(self.table()));
        for other in &self.other_controls {
            document.push(Block::Section(Section::new(other.section_name()).with(other.table())));
        }
        document
    }

    fn section_name(&self) -> String {
        self.control.map_or_else(|| "List by list".to_owned(), |control| format!("{}, list by list", pages::capitalised(control.word())))
    }

    fn series_name(&self) -> String {
        self.control.map_or_else(|| "rating".to_owned(), |control| control.to_string())
    }

    fn figures(&self) -> Figures {
        let rated = || self.lists.iter().filter_map(|list| Some((list, list.rating?)));
        let mut figures = Figures::new();
        if let Some((list, rating)) = rated().next() {
            figures = figures.first(&format!("In {}", list.list.in_words()), Value::Rating(rating), "first rating here");
        }
        if let Some((list, rating)) = rated().next_back() {
            figures = figures.second(&format!("In {}", list.list.in_words()), Value::Rating(rating), "last rating here");
        }
        if let Some((list, rating)) = rated().rev().max_by_key(|(_, rating)| *rating) {
            figures = figures.figure("Highest", Value::Rating(rating), format!("in {}", list.list.in_words()));
        }
        let games: i64 = self.lists.iter().filter_map(|list| list.games).map(i64::from).sum();
        figures = figures.figure("Games", Value::Count(games.unsigned_abs()), "rated on these lists");
        for other in &self.other_controls {
            if let Some((list, rating)) = other.lists.iter().rev().find_map(|list| Some((list, list.rating?))) {
                let name = pages::capitalised(&other.series_name());
                figures = figures.figure(&name, Value::Rating(rating), format!("in {}", list.list.in_words()));
            }
        }
        figures
    }

    /// Every control as a line; titles, orders and inactivity as marks, changes of edition as upright lines.
    fn chart(&self) -> LineChart {
        let all: Vec<&Self> = std::iter::once(self).chain(&self.other_controls).collect();
        let names: Vec<String> = all.iter().map(|history| history.series_name()).collect();
        let mut chart = LineChart::new("Ratings by list", "rating")
            .sentence("Every list of the folder, with what happened as marks; the numbers are below.");
        for (history, name) in all.iter().zip(&names) {
            chart = chart.series(name, history.lists.iter().filter_map(|list| Some((list.list.day(), f64::from(list.rating?)))));
        }
        for (name, mark) in [("norm or title", title_mark as Mark), ("order", order_mark), ("became inactive", inactivity_mark)] {
            let marks = all.iter().zip(&names).flat_map(|(history, control)| history.marked(control, mark));
            chart = chart.marks(name, marks.collect::<Vec<_>>());
        }
        chart.events("new edition of the regulations", all.iter().zip(&names).flat_map(|(history, control)| history.editions(control)))
    }

    /// The lists on which something happened, with its text.
    fn marked(&self, control: &str, mark: Mark) -> Vec<(chrono::NaiveDate, f64, String)> {
        let before = std::iter::once(None).chain(self.lists.iter().map(Some));
        let marked = |(before, list): (Option<&HistoryEntry>, &HistoryEntry)| {
            let text = mark(before, list)?;
            Some((list.list.day(), f64::from(list.rating?), format!("{control}: {text}")))
        };
        before.zip(&self.lists).filter_map(marked).collect()
    }

    /// The lists that were made by another edition than the one before.
    fn editions(&self, control: &str) -> Vec<(chrono::NaiveDate, String)> {
        let pairs = self.lists.windows(2);
        let changed = pairs.filter(|pair| !pair[0].edition.is_empty() && !pair[1].edition.is_empty() && pair[0].edition != pair[1].edition);
        changed.map(|pair| (pair[1].list.day(), format!("{control}: {}", pair[1].edition))).collect()
    }
}

/// What happened on a list, given the one before it.
type Mark = fn(Option<&HistoryEntry>, &HistoryEntry) -> Option<String>;

fn title_mark(before: Option<&HistoryEntry>, list: &HistoryEntry) -> Option<String> {
    let marks = marks_in_words(list);
    let title = titles(list);
    let is_new = before.is_some_and(|before| titles(before) != title) && !title.is_empty();
    match (marks.is_empty(), is_new) {
        (false, _) => Some(marks),
        (true, true) => Some(title),
        (true, false) => None,
    }
}

fn order_mark(_: Option<&HistoryEntry>, list: &HistoryEntry) -> Option<String> {
    (list.cause == RatingChangeCause::Order.word()).then(|| "changed by an order".to_owned())
}

fn inactivity_mark(before: Option<&HistoryEntry>, list: &HistoryEntry) -> Option<String> {
    let is_inactive = |list: &HistoryEntry| list.flag.contains('i');
    (is_inactive(list) && before.is_some_and(|before| !is_inactive(before))).then(|| "inactive".to_owned())
}
