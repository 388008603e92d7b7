//! What all differences come to together.

use super::groups::{Grouping, Groups};
use super::published::Published;
use super::words::{Cause, Class};
use super::{DiffRow, Field};
use serde::Serialize;

/// How many of the largest moves are named, up and down.
pub(super) const LARGEST: usize = 10;

/// The totals of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    pub players_before: u64,
    pub players_after: u64,
    pub in_both: u64,
    /// Players on both lists of whom something differs.
    pub changed: u64,
    pub new: u64,
    pub gone: u64,
    /// Classes that occur, in the order of [`Class::ALL`].
    pub classes: Vec<ClassTotal>,
    /// Fields that differ, with the number of players.
    pub fields: Vec<(&'static str, u64)>,
    pub new_by_cause: Vec<(String, u64)>,
    pub gone_by_reason: Vec<(String, u64)>,
    /// Where ratings that moved come from; the points add up to those of the classes. Empty where no folder tells.
    pub causes: Vec<CauseTotal>,
    /// From the largest loss to the largest gain.
    pub distribution: Vec<Bucket>,
    /// The largest first; equals by id.
    pub largest_gains: Vec<Mover>,
    pub largest_losses: Vec<Mover>,
    pub groupings: Vec<Grouping>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClassTotal {
    pub class: &'static str,
    pub players: u64,
    /// Of ratings that moved.
    pub up: u64,
    pub down: u64,
    pub points: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CauseTotal {
    pub cause: &'static str,
    /// Players whose rating this cause moved; some are moved by several.
    pub players: u64,
    pub points: i64,
}

/// Ratings that moved by so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bucket {
    /// `None` for no bound.
    pub from: Option<i32>,
    pub to: Option<i32>,
    pub with_games: u64,
    pub without_games: u64,
    pub not_known: u64,
}

/// A rating among the largest moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mover {
    pub fide_id: u32,
    pub name: String,
    pub federation: String,
    pub before: i16,
    pub after: i16,
    pub change: i32,
    pub games: Option<i32>,
    pub cause: String,
}

/// The last change of each bucket of losses; gains mirror them. No rating that moved has a change of 0.
const BUCKETS: [i32; 7] = [-200, -100, -50, -20, -10, -5, -1];

fn buckets() -> Vec<Bucket> {
    let empty = |from, to| Bucket { from, to, with_games: 0, without_games: 0, not_known: 0 };
    let first = |at: usize| if at == 0 { None } else { Some(BUCKETS[at - 1] + 1) };
    let losses: Vec<Bucket> = (0..BUCKETS.len()).map(|at| empty(first(at), Some(BUCKETS[at]))).collect();
    let gains = losses.iter().rev().map(|loss| empty(loss.to.map(|to| -to), loss.from.map(|from| -from)));
    losses.iter().copied().chain(gains).collect()
}

fn bucket_of(change: i32) -> usize {
    let loss = BUCKETS.partition_point(|&last| last < -change.abs());
    if change < 0 { loss } else { 2 * BUCKETS.len() - 1 - loss }
}

/// Counts, while the lists are walked over.
#[derive(Debug)]
pub(super) struct Tally<'l> {
    a: &'l Published,
    b: &'l Published,
    totals: Totals,
    classes: [ClassTotal; Class::ALL.len()],
    causes: [(u64, i64); Cause::ALL.len()],
    has_causes: bool,
    distribution: Vec<Bucket>,
    groups: Groups<'l>,
}

impl<'l> Tally<'l> {
    pub(super) fn new(a: &'l Published, b: &'l Published) -> Self {
        Self {
            a,
            b,
            totals: Totals { players_before: a.len() as u64, players_after: b.len() as u64, ..Totals::default() },
            classes: std::array::from_fn(|at| ClassTotal { class: Class::ALL[at].into_str(), ..ClassTotal::default() }),
            causes: [(0, 0); Cause::ALL.len()],
            has_causes: false,
            distribution: buckets(),
            groups: Groups::new(a, b),
        }
    }

    pub(super) fn gone(&mut self, at: usize) {
        self.totals.gone += 1;
        self.groups.on_a(at, true);
    }

    pub(super) fn new_player(&mut self, at: usize) {
        self.totals.new += 1;
        self.groups.on_b(at, true);
    }

    pub(super) fn both(&mut self, at_a: usize, at_b: usize) {
        self.totals.in_both += 1;
        self.groups.on_a(at_a, false);
        self.groups.on_b(at_b, false);
    }

    pub(super) fn changed(&mut self, is_changed: bool) {
        self.totals.changed += u64::from(is_changed);
    }

    /// A rating that stands on both lists and moved, with the points of each cause where they are known.
    pub(super) fn moved(&mut self, at_a: usize, at_b: usize, class: Class, points: Option<&[i32; Cause::ALL.len()]>) {
        self.groups.moved(at_a, at_b);
        let change = i32::from(self.b.rating[at_b]) - i32::from(self.a.rating[at_a]);
        let total = &mut self.classes[class as usize];
        total.up += u64::from(change > 0);
        total.down += u64::from(change < 0);
        total.points += i64::from(change);
        let bucket = &mut self.distribution[bucket_of(change)];
        match class {
            Class::RatingWithGames => bucket.with_games += 1,
            Class::RatingWithoutGames => bucket.without_games += 1,
            _ => bucket.not_known += 1,
        }
        self.has_causes |= points.is_some();
        for (total, &points) in self.causes.iter_mut().zip(points.into_iter().flatten()) {
            total.0 += u64::from(points != 0);
            total.1 += i64::from(points);
        }
    }

    pub(super) fn finish(mut self, rows: &[DiffRow]) -> Totals {
        let mut fields = [0_u64; Field::ALL.len()];
        let mut last = (0, None);
        let (mut by_cause, mut by_reason) = ([0_u64; Cause::ALL.len() + 1], [0_u64; Cause::ALL.len() + 1]);
        for row in rows {
            let is_player_of_this_class = last != (row.fide_id, Some(row.class));
            last = (row.fide_id, Some(row.class));
            self.classes[row.class as usize].players += u64::from(is_player_of_this_class);
            let cause = row.causes.iter().next().map_or(Cause::ALL.len(), |cause| cause as usize);
            match row.class {
                Class::New => by_cause[cause] += 1,
                Class::Gone => by_reason[cause] += 1,
                _ => fields[row.field as usize] += 1,
            }
        }
        let mut totals = self.totals;
        totals.classes = self.classes.into_iter().filter(|class| class.players > 0).collect();
        totals.fields =
            Field::ALL.iter().map(|&field| (field.into_str(), fields[field as usize])).filter(|(_, players)| *players > 0).collect();
        totals.new_by_cause = counted(&by_cause);
        totals.gone_by_reason = counted(&by_reason);
        if self.has_causes {
            let total = |cause: &Cause| {
                let (players, points) = self.causes[*cause as usize];
                CauseTotal { cause: cause.into_str(), players, points }
            };
            totals.causes = Cause::ALL.iter().map(total).filter(|total| total.players > 0).collect();
        }
        totals.largest_gains = largest(self.a, self.b, rows, 1);
        totals.largest_losses = largest(self.a, self.b, rows, -1);
        let moved = self.distribution.iter().any(|bucket| bucket.with_games + bucket.without_games + bucket.not_known > 0);
        totals.distribution = if moved { self.distribution } else { Vec::new() };
        totals.groupings = self.groups.finish();
        totals
    }
}

/// How often each cause occurs, the most frequent first; where none is known, it says so.
fn counted(counts: &[u64]) -> Vec<(String, u64)> {
    let name = |at: usize| Cause::ALL.get(at).map_or("not-told", Cause::into_str).to_owned();
    let mut counted: Vec<(String, u64)> =
        counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, &count)| (name(at), count)).collect();
    counted.sort_by(|one, other| (other.1, &one.0).cmp(&(one.1, &other.0)));
    counted
}

/// The largest moves in one direction: the largest first, equals by id.
fn largest(a: &Published, b: &Published, rows: &[DiffRow], direction: i32) -> Vec<Mover> {
    let change = |row: &DiffRow| Some(i32::from(b.rating[row.b? as usize]) - i32::from(a.rating[row.a? as usize]));
    let mut found: Vec<(i32, &DiffRow)> = rows
        .iter()
        .filter(|row| row.class.is_move())
        .filter_map(|row| Some((change(row)? * direction, row)))
        .filter(|(change, _)| *change > 0)
        .collect();
    let order = |one: &(i32, &DiffRow), other: &(i32, &DiffRow)| (-one.0, one.1.fide_id).cmp(&(-other.0, other.1.fide_id));
    if found.len() > LARGEST {
        found.select_nth_unstable_by(LARGEST - 1, order);
        found.truncate(LARGEST);
    }
    found.sort_by(order);
    found.into_iter().filter_map(|(change, row)| mover(a, b, row, change * direction)).collect()
}

fn mover(a: &Published, b: &Published, row: &DiffRow, change: i32) -> Option<Mover> {
    let (at_a, at_b) = (row.a?, row.b?);
    let name = b.name(at_b as usize);
    Some(Mover {
        fide_id: row.fide_id,
        name: if name.is_empty() { a.name(at_a as usize) } else { name }.to_owned(),
        federation: b.word(Field::Federation, at_b as usize).to_owned(),
        before: a.rating[at_a as usize],
        after: b.rating[at_b as usize],
        change,
        games: row.games,
        cause: row.causes.words(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_lies_in_the_bucket_that_names_it() {
        let buckets = buckets();
        for change in (-700..=700).filter(|change| *change != 0) {
            let bucket = &buckets[bucket_of(change)];
            assert!(bucket.from.is_none_or(|from| from <= change) && bucket.to.is_none_or(|to| change <= to), "{change}: {bucket:?}");
        }
        assert_eq!((buckets[0].to, buckets[1].from, buckets[13].from), (Some(-200), Some(-199), Some(200)));
    }
}
