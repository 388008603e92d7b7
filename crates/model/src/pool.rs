//! The pool: results of unrated players that wait for a first rating.

use crate::{Classes, Date};

/// Result of one unrated player in one tournament (D12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolEntry {
    /// The player for whom the result counts.
    pub fide_id: u32,
    /// The id under which the pool keeps the result: another one where ids were merged since (D48).
    pub kept_under: u32,
    /// Index into [`Pool::tournaments`].
    pub tournament: u32,
    pub start: Date,
    pub end: Date,
    /// The list on which the result entered the pool.
    pub list: Date,
    pub games: u32,
    pub half_points: i32,
    /// Sum of the rated opponents' ratings.
    pub opponents: i32,
    /// Classes of the tournament, for rules about first ratings.
    pub classes: Classes,
    /// Whether the result was used up under another id, into which the player's was merged (D48). It counts for nobody, and comes back to its
    /// own id when the merge ends.
    pub is_used_up: bool,
}

/// All pooled results, sorted by player, then start, then tournament id.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub tournaments: Vec<String>,
    pub entries: Vec<PoolEntry>,
}

impl Pool {
    /// Positions of one player's entries.
    pub fn entries_of(&self, fide_id: u32) -> std::ops::Range<usize> {
        let from = self.entries.partition_point(|e| e.fide_id < fide_id);
        let to = from + self.entries[from..].partition_point(|e| e.fide_id == fide_id);
        from..to
    }

    /// Positions of one player's entries, for callers that visit all players in the order of ids: `from` is the end of the preceding
    /// player's entries.
    pub fn entries_of_next(&self, fide_id: u32, from: usize) -> std::ops::Range<usize> {
        let rest = &self.entries[from..];
        let start = from + rest.iter().take_while(|entry| entry.fide_id < fide_id).count();
        let count = self.entries[start..].iter().take_while(|entry| entry.fide_id == fide_id).count();
        start..start + count
    }

    /// Sorts entries as files have them.
    pub fn sort(&mut self) {
        let names = &self.tournaments;
        self.entries
            .sort_by(|a, b| (a.fide_id, a.start, &names[a.tournament as usize]).cmp(&(b.fide_id, b.start, &names[b.tournament as usize])));
    }
}
