//! Tournaments that were rated, with the list that rated each.

use crate::{Date, Fingerprint, Sketch, TournamentContent};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Arc;

/// Every tournament rated so far, with the list that rated it. Each list passes it on to the next.
#[derive(Clone, Debug, Default)]
pub struct RatedTournaments {
    by_id: HashMap<Arc<str>, usize, RandomState>,
    by_games: HashMap<Fingerprint, usize, RandomState>,
    by_games_and_dates: HashMap<(Fingerprint, Option<Date>, Option<Date>), usize, RandomState>,
    by_dated_fingerprint: HashMap<Fingerprint, usize, RandomState>,
    rows: Vec<RatedTournament>,
}

/// A tournament that was rated, as its list remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedTournament {
    pub id: Arc<str>,
    pub list: Date,
    /// The first and the last day; `None` on lists that do not remember them.
    pub start: Option<Date>,
    pub end: Option<Date>,
    /// What identifies its games; sketches only for those rated within a year.
    pub content: TournamentContent,
    /// Size and hash of the report, for those rated within a year; `None` on lists that do not remember them.
    pub report: Option<ReportDigest>,
}

/// Size and hash of a report, by which a report that was changed afterwards is recognised (D36).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportDigest {
    pub size: ReportSize,
    /// The SHA-256 of a file; empty for rows of a bundle, whose hash is the fingerprint of the games.
    pub sha256: String,
}

/// The size of a report. A file is not compared with rows of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportSize {
    /// The number of bytes of a file.
    Bytes(u64),
    /// The number of rows of games in a bundle.
    Rows(u64),
}

impl ReportSize {
    /// The number of bytes or rows.
    pub fn number(self) -> u64 {
        match self {
            Self::Bytes(number) | Self::Rows(number) => number,
        }
    }

    /// Whether two sizes of one kind differ.
    pub fn differs_from(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other) && self != other
    }
}

impl RatedTournament {
    /// A tournament of which only id and list are known.
    pub fn new(id: &str, list: Date) -> Self {
        Self { id: id.into(), list, start: None, end: None, content: TournamentContent::default(), report: None }
    }
}

impl RatedTournaments {
    /// Adds a tournament; for an id that is already there the earliest list counts.
    pub fn add(&mut self, tournament: RatedTournament) {
        if let Some(&row) = self.by_id.get(&tournament.id) {
            if tournament.list < self.rows[row].list {
                self.rows[row].list = tournament.list;
            }
            return;
        }
        let row = self.rows.len();
        self.by_id.insert(Arc::clone(&tournament.id), row);
        if let Some(fingerprint) = tournament.content.fingerprint {
            self.by_games.entry(fingerprint).or_insert(row);
            self.by_games_and_dates.entry((fingerprint, tournament.start, tournament.end)).or_insert(row);
        } else if let Some(dated) = tournament.content.dated_fingerprint {
            self.by_dated_fingerprint.entry(dated).or_insert(row);
        }
        self.rows.push(tournament);
    }

    /// Reserves capacity for `more` tournaments.
    pub fn reserve(&mut self, more: usize) {
        self.by_id.reserve(more);
        self.by_games.reserve(more);
        self.by_games_and_dates.reserve(more);
        self.rows.reserve(more);
    }

    pub fn merge(&mut self, other: Self) {
        for row in other.rows {
            self.add(row);
        }
    }

    /// The tournament with an id.
    pub fn get(&self, id: &str) -> Option<&RatedTournament> {
        self.by_id.get(id).map(|&row| &self.rows[row])
    }

    /// The list that rated a tournament.
    pub fn list_of(&self, id: &str) -> Option<Date> {
        self.get(id).map(|row| row.list)
    }

    /// The size of the report of a tournament, if the list of a date or a later one rated it.
    pub fn report_size_since(&self, id: &str, first: Date) -> Option<ReportSize> {
        self.get(id).filter(|row| row.list >= first).and_then(|row| row.report.as_ref()).map(|report| report.size)
    }

    /// Ids of the tournaments that a list rated.
    pub fn rated_on(&self, list: Date) -> impl Iterator<Item = &str> {
        self.rows.iter().filter(move |row| row.list == list).map(|row| &*row.id)
    }

    /// A tournament with the same games, whatever its dates, among those that are remembered so.
    pub fn with_games(&self, content: &TournamentContent) -> Option<&RatedTournament> {
        content.fingerprint.and_then(|fingerprint| self.by_games.get(&fingerprint)).map(|&row| &self.rows[row])
    }

    /// The index in [`Self::rows`] of the first tournament with the same games.
    pub fn row_with_games(&self, fingerprint: Fingerprint) -> Option<usize> {
        self.by_games.get(&fingerprint).copied()
    }

    /// Whether a tournament is remembered by a hash of its games with their dates, as by lists of version 0.1.
    pub fn has_dated_fingerprints(&self) -> bool {
        !self.by_dated_fingerprint.is_empty()
    }

    /// A tournament with the same games and dates, in whichever form it is remembered.
    pub fn with_games_and_dates(&self, content: &TournamentContent, start: Option<Date>, end: Option<Date>) -> Option<&RatedTournament> {
        let by_games = content.fingerprint.and_then(|fingerprint| self.by_games_and_dates.get(&(fingerprint, start, end)));
        let by_dated = || content.dated_fingerprint.and_then(|dated| self.by_dated_fingerprint.get(&dated));
        by_games.or_else(by_dated).map(|&row| &self.rows[row])
    }

    /// Forgets sketches and reports of tournaments that lists before this date rated.
    pub fn forget_reports_before(&mut self, first: Date) {
        for row in self.rows.iter_mut().filter(|row| row.list < first) {
            for sketch in [&mut row.content.games, &mut row.content.players] {
                if !sketch.is_empty() {
                    *sketch = Sketch::without_hashes(sketch.count);
                }
            }
            row.report = None;
        }
    }

    /// All tournaments, in the order in which they were added.
    pub fn into_rows(self) -> Vec<RatedTournament> {
        self.rows
    }

    /// All tournaments, in the order in which they were added.
    pub fn rows(&self) -> &[RatedTournament] {
        &self.rows
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
