//! The totals of a comparison.

use super::classification::{DifferenceCause, DifferenceClass};
use super::compare::CausePoints;
use super::compared_list::ComparedList;
use super::groups::{Grouping, Groups};
use super::statistics::ListStatistics;
use super::{ComparedField, DiffRow};
use serde::Serialize;

/// How many of the largest changes are listed in each direction.
pub(super) const MOVERS_LISTED: usize = 10;

/// The totals of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    pub players_before: u64,
    pub players_after: u64,
    /// Ratings of the players whom the filter selects on A, and on B.
    pub ratings_before: ListStatistics,
    pub ratings_after: ListStatistics,
    /// Changes of the ratings that both lists have.
    pub moves: RatingMoves,
    pub in_both: u64,
    /// Players on both lists of whom something differs.
    pub changed: u64,
    pub new: u64,
    pub gone: u64,
    /// Classes that occur, in the order of [`DifferenceClass::ALL`].
    pub classes: Vec<ClassTotal>,
    pub fields: Vec<FieldTotal>,
    pub new_by_cause: Vec<CauseCount>,
    pub gone_by_reason: Vec<CauseCount>,
    /// The causes of changed ratings; the points add up to those of the classes. Empty if no folder records causes.
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
    /// Ratings that rose.
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

/// How many players have a field that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FieldTotal {
    pub field: &'static str,
    pub players: u64,
}

/// How many players are on one list only for a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CauseCount {
    pub cause: &'static str,
    pub players: u64,
}

/// Changed ratings, by whether the player had games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RatingMoves {
    pub with_games: MoveTotal,
    pub without_games: MoveTotal,
    /// Where it is not known whether there were games.
    pub not_known: MoveTotal,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MoveTotal {
    pub players: u64,
    pub points: i64,
}

/// Counts of ratings whose change is within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bucket {
    /// `None` for no bound.
    pub from: Option<i32>,
    pub to: Option<i32>,
    pub with_games: u64,
    pub without_games: u64,
    pub not_known: u64,
}

/// A rating among the largest changes.
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

impl Totals {
    /// Adds up the rows of a comparison of A with B, which are in the order of ids.
    pub(super) fn of(
        a: &ComparedList,
        b: &ComparedList,
        rows: &[DiffRow],
        points: &CausePoints,
        in_both: u64,
        statistics: [ListStatistics; 2],
    ) -> Self {
        let of_rows = || Self::of_rows(a, b, rows, points, in_both, statistics);
        let (totals, groupings) = rayon::join(of_rows, || Groups::of(a, b, rows).into_groupings());
        Self { groupings, ..totals }
    }

    /// The totals without groups.
    fn of_rows(
        a: &ComparedList,
        b: &ComparedList,
        rows: &[DiffRow],
        points: &CausePoints,
        in_both: u64,
        [ratings_before, ratings_after]: [ListStatistics; 2],
    ) -> Self {
        let (players_before, players_after) = (a.len() as u64, b.len() as u64);
        let (new, gone) = (players_after - in_both, players_before - in_both);
        let mut totals = Self { players_before, players_after, in_both, new, gone, ratings_before, ratings_after, ..Self::default() };
        let mut classes: [ClassTotal; DifferenceClass::ALL.len()] =
            std::array::from_fn(|at| ClassTotal { class: DifferenceClass::ALL[at].into_str(), ..ClassTotal::default() });
        let mut fields = [0_u64; ComparedField::ALL.len()];
        let (mut by_cause, mut by_reason) = ([0_u64; DifferenceCause::ALL.len() + 1], [0_u64; DifferenceCause::ALL.len() + 1]);
        let mut distribution = buckets();
        for player in rows.chunk_by(|one, other| one.fide_id == other.fide_id) {
            let mut last = None;
            for row in player {
                // Rows of one player and class follow one another.
                classes[row.class as usize].players += u64::from(last != Some(row.class));
                last = Some(row.class);
                let cause = row.causes.iter().next().map_or(DifferenceCause::ALL.len(), |cause| cause as usize);
                match row.class {
                    DifferenceClass::New => by_cause[cause] += 1,
                    DifferenceClass::Gone => by_reason[cause] += 1,
                    _ => fields[row.field as usize] += 1,
                }
                if let Some(change) = rating_change(a, b, row) {
                    classes[row.class as usize].add(change);
                    distribution[bucket_of(change)].add(row.class);
                }
            }
            totals.changed += u64::from(!matches!(player[0].class, DifferenceClass::New | DifferenceClass::Gone));
        }
        totals.fields = ComparedField::ALL
            .iter()
            .map(|&field| FieldTotal { field: field.into_str(), players: fields[field as usize] })
            .filter(|total| total.players > 0)
            .collect();
        let moves = |class: DifferenceClass| {
            let ClassTotal { players, points, .. } = classes[class as usize];
            MoveTotal { players, points }
        };
        totals.moves = RatingMoves {
            with_games: moves(DifferenceClass::RatingWithGames),
            without_games: moves(DifferenceClass::RatingWithoutGames),
            not_known: moves(DifferenceClass::Rating),
        };
        totals.new_by_cause = counts_by_cause(&by_cause);
        totals.gone_by_reason = counts_by_cause(&by_reason);
        totals.causes = points
            .iter()
            .flat_map(|points| DifferenceCause::ALL.iter().zip(points))
            .filter(|(_, (players, _))| *players > 0)
            .map(|(cause, &(players, points))| CauseTotal { cause: cause.into_str(), players, points })
            .collect();
        totals.largest_gains = largest(a, b, rows, 1);
        totals.largest_losses = largest(a, b, rows, -1);
        if classes.iter().any(|class| class.up + class.down > 0) {
            totals.distribution = distribution;
        }
        totals.classes = classes.into_iter().filter(|class| class.players > 0).collect();
        totals
    }
}

impl ClassTotal {
    fn add(&mut self, change: i32) {
        self.up += u64::from(change > 0);
        self.down += u64::from(change < 0);
        self.points += i64::from(change);
    }
}

impl Bucket {
    fn add(&mut self, class: DifferenceClass) {
        match class {
            DifferenceClass::RatingWithGames => self.with_games += 1,
            DifferenceClass::RatingWithoutGames => self.without_games += 1,
            _ => self.not_known += 1,
        }
    }
}

/// The change of a rating that both lists have.
fn rating_change(a: &ComparedList, b: &ComparedList, row: &DiffRow) -> Option<i32> {
    let (at_a, at_b) = (row.a? as usize, row.b? as usize);
    row.class.is_move().then(|| i32::from(b.rating[at_b]) - i32::from(a.rating[at_a]))
}

/// How often each cause occurs, the most frequent first; an unknown cause is counted as such.
fn counts_by_cause(counts: &[u64]) -> Vec<CauseCount> {
    let name = |at: usize| DifferenceCause::ALL.get(at).map_or("not-told", DifferenceCause::into_str);
    let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut counted: Vec<CauseCount> = counted.map(|(at, &players)| CauseCount { cause: name(at), players }).collect();
    counted.sort_by(|one, other| (other.players, one.cause).cmp(&(one.players, other.cause)));
    counted
}

/// The largest changes in one direction: the largest first, equals by id.
fn largest(a: &ComparedList, b: &ComparedList, rows: &[DiffRow], direction: i32) -> Vec<Mover> {
    let mut found: Vec<(i32, &DiffRow)> =
        rows.iter().filter_map(|row| Some((rating_change(a, b, row)? * direction, row))).filter(|(change, _)| *change > 0).collect();
    let order = |one: &(i32, &DiffRow), other: &(i32, &DiffRow)| (-one.0, one.1.fide_id).cmp(&(-other.0, other.1.fide_id));
    if found.len() > MOVERS_LISTED {
        found.select_nth_unstable_by(MOVERS_LISTED - 1, order);
        found.truncate(MOVERS_LISTED);
    }
    found.sort_by(order);
    found.into_iter().filter_map(|(change, row)| mover(a, b, row, change * direction)).collect()
}

fn mover(a: &ComparedList, b: &ComparedList, row: &DiffRow, change: i32) -> Option<Mover> {
    let (at_a, at_b) = (row.a?, row.b?);
    let name = b.name(at_b as usize);
    Some(Mover {
        fide_id: row.fide_id,
        name: if name.is_empty() { a.name(at_a as usize) } else { name }.to_owned(),
        federation: b.text(ComparedField::Federation, at_b as usize).to_owned(),
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
    fn every_change_is_in_the_bucket_with_its_bounds() {
        let buckets = buckets();
        for change in (-700..=700).filter(|change| *change != 0) {
            let bucket = &buckets[bucket_of(change)];
            assert!(bucket.from.is_none_or(|from| from <= change) && bucket.to.is_none_or(|to| change <= to), "{change}: {bucket:?}");
        }
        assert_eq!((buckets[0].to, buckets[1].from, buckets[13].from), (Some(-200), Some(-199), Some(200)));
    }
}
