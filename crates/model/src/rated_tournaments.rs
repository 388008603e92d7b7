//! Tournaments that were rated, with the list that rated each.

use crate::Date;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Arc;

/// Every tournament rated so far, with the list that rated it. Each list passes it on to the next.
#[derive(Clone, Debug, Default)]
pub struct RatedTournaments {
    by_id: HashMap<Arc<str>, usize, RandomState>,
    by_content: HashMap<Arc<str>, usize, RandomState>,
    rows: Vec<RatedTournament>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RatedTournament {
    id: Arc<str>,
    list: Date,
    content: Arc<str>,
}

impl RatedTournaments {
    /// Adds a tournament; for an id that is already there the earliest list counts.
    pub fn add(&mut self, id: &str, list: Date, content: &str) {
        if let Some(&row) = self.by_id.get(id) {
            if list < self.rows[row].list {
                self.rows[row].list = list;
            }
            return;
        }
        let (row, id, content): (usize, Arc<str>, Arc<str>) = (self.rows.len(), id.into(), content.into());
        self.by_id.insert(Arc::clone(&id), row);
        if !content.is_empty() {
            self.by_content.entry(Arc::clone(&content)).or_insert(row);
        }
        self.rows.push(RatedTournament { id, list, content });
    }

    /// Reserves capacity for `more` tournaments.
    pub fn reserve(&mut self, more: usize) {
        self.by_id.reserve(more);
        self.by_content.reserve(more);
        self.rows.reserve(more);
    }

    pub fn merge(&mut self, other: &Self) {
        for row in &other.rows {
            self.add(&row.id, row.list, &row.content);
        }
    }

    /// The list that rated a tournament.
    pub fn list_of(&self, id: &str) -> Option<Date> {
        self.by_id.get(id).map(|&row| self.rows[row].list)
    }

    /// Ids of the tournaments that a list rated.
    pub fn rated_on(&self, list: Date) -> impl Iterator<Item = &str> {
        self.rows.iter().filter(move |row| row.list == list).map(|row| &*row.id)
    }

    /// The id under which a tournament with the same games was rated.
    pub fn id_with_content(&self, content: &str) -> Option<&str> {
        self.by_content.get(content).map(|&row| &*self.rows[row].id)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Rows (id, list, content) of all rated tournaments and of `more`, by list, then id. An id that is already there keeps its list.
    pub fn rows_with<'a>(&'a self, more: impl Iterator<Item = (&'a str, Date, &'a str)>) -> Vec<(&'a str, Date, &'a str)> {
        let known = self.rows.iter().map(|row| (&*row.id, row.list, &*row.content));
        let new = more.filter(|(id, ..)| !self.by_id.contains_key(*id));
        let mut rows: Vec<(&str, Date, &str)> = known.chain(new).collect();
        rows.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
        rows
    }
}
