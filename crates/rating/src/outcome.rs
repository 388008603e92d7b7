//! The outcome of rating a period: new rows of players, and how every side of a game counted.

use crate::first_rating::FirstRatingCalculation;
use model::{Hundredths, PlayerRow, Rating, Reason, UtcMicros};
use period_assembly::{Period, Side};
use rayon::prelude::*;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// The next list and how it was computed.
#[derive(Debug, Default)]
pub struct Outcome {
    /// One row for each of the period's players, in the same order.
    pub players: Vec<PlayerRow>,
    /// One for each side of the period, in the same order.
    pub sides: Vec<SideOutcome>,
    /// Players who played or moved, in the order of players.
    pub changes: Vec<Change>,
    /// Indexes of the entries of the period's pool that stay in it.
    pub kept_pool: Vec<u32>,
    /// Results of tournaments that enter the pool.
    pub new_pool: Vec<NewPoolEntry>,
    /// Results of online games that enter the pool.
    pub new_online_pool: Vec<NewOnlinePoolEntry>,
    /// How the online games counted, where ratings move after every game.
    pub online: Option<OnlineOutcome>,
}

impl Outcome {
    /// Sets the columns that are no rows of players and sides from those of consecutive chunks of players.
    pub(crate) fn set_columns(&mut self, parts: Vec<ChunkOutcome>) {
        fn join<T: Copy>(parts: &[ChunkOutcome], rows: usize, column: impl Fn(&ChunkOutcome) -> &[T]) -> Vec<T> {
            let mut all = Vec::with_capacity(rows);
            parts.iter().for_each(|part| all.extend_from_slice(column(part)));
            all
        }
        let changes = parts.iter().map(|part| part.changes.len()).sum();
        // Columns are joined in parallel.
        rayon::scope(|scope| {
            scope.spawn(|_| self.changes = join(&parts, changes, |part| &part.changes));
            scope.spawn(|_| self.kept_pool = join(&parts, 0, |part| &part.kept_pool));
            scope.spawn(|_| self.new_pool = join(&parts, 0, |part| &part.new_pool));
        });
    }
}

/// The outcome of one chunk of players, without their new rows and their sides.
#[derive(Debug, Default)]
pub(crate) struct ChunkOutcome {
    pub(crate) changes: Vec<Change>,
    pub(crate) kept_pool: Vec<u32>,
    pub(crate) new_pool: Vec<NewPoolEntry>,
}

/// How each online game counted, in the order of the period's games. Of each pair of columns the first is white's.
#[derive(Debug, Default)]
pub struct OnlineOutcome {
    /// The rating just before the game.
    pub before: [Vec<Rating>; 2],
    /// Whether the rating before was one of a longer control.
    pub is_longer: [Vec<bool>; 2],
    pub sides: [Vec<OnlineSideOutcome>; 2],
    /// The rating after the game.
    pub after: [Vec<Rating>; 2],
}

/// How one side of an online game counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnlineSideOutcome {
    Counted,
    Pooled,
    LeftOut(Reason),
}

impl OnlineSideOutcome {
    pub const fn status(self) -> SideStatus {
        match self {
            Self::Counted => SideStatus::Counted,
            Self::Pooled => SideStatus::Pooled,
            Self::LeftOut(_) => SideStatus::LeftOut,
        }
    }
}

impl OnlineOutcome {
    pub(crate) fn with_capacity(games: usize) -> Self {
        Self {
            before: std::array::from_fn(|_| Vec::with_capacity(games)),
            is_longer: std::array::from_fn(|_| Vec::with_capacity(games)),
            sides: std::array::from_fn(|_| Vec::with_capacity(games)),
            after: std::array::from_fn(|_| Vec::with_capacity(games)),
        }
    }

    pub(crate) fn push(&mut self, before: [Rating; 2], is_longer: [bool; 2], sides: [OnlineSideOutcome; 2], after: [Rating; 2]) {
        for at in 0..2 {
            self.before[at].push(before[at]);
            self.is_longer[at].push(is_longer[at] && before[at].is_rated());
            self.sides[at].push(sides[at]);
            self.after[at].push(after[at]);
        }
    }

    /// Adds a game that counts for neither player.
    pub(crate) fn push_left_out(&mut self, reason: Reason) {
        self.push([Rating::UNRATED; 2], [false; 2], [OnlineSideOutcome::LeftOut(reason); 2], [Rating::UNRATED; 2]);
    }

    /// The counts of all sides.
    pub fn side_counts(&self) -> SideCounts {
        let mut counts = SideCounts::default();
        for side in self.sides.iter().flatten() {
            counts.read += 1;
            match side {
                OnlineSideOutcome::Counted => counts.counted += 1,
                OnlineSideOutcome::Pooled => counts.pooled += 1,
                OnlineSideOutcome::LeftOut(_) => counts.left_out += 1,
            }
        }
        counts
    }
}

/// Online games of an unrated player that enter the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewOnlinePoolEntry {
    pub player: u32,
    /// When the first and the last of the games ended.
    pub from: UtcMicros,
    pub until: UtcMicros,
    pub games: u32,
    pub half_points: i32,
    pub opponents: i32,
}

/// How one side of a game counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOutcome {
    /// Counted in the change of a rated player.
    Counted {
        difference: i16,
        expected: u8,
    },
    /// Pooled towards a first rating.
    Pooled,
    LeftOut(Reason),
}

impl SideOutcome {
    /// The outcome of a side before its player is rated: left out, if assembly found a reason, else pooled.
    pub(crate) fn before_rating(side: &Side) -> Self {
        side.left_out().map_or(Self::Pooled, Self::LeftOut)
    }

    pub const fn status(self) -> SideStatus {
        match self {
            Self::Counted { .. } => SideStatus::Counted,
            Self::Pooled => SideStatus::Pooled,
            Self::LeftOut(_) => SideStatus::LeftOut,
        }
    }
}

/// Whether a side counted, as the tables of games write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum SideStatus {
    /// Counted in the change of a rated player.
    Counted,
    /// Pooled towards a first rating.
    Pooled,
    LeftOut,
}

impl SideStatus {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// Why a player is in the table of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum RatingChangeCause {
    /// A rated player's games.
    Games,
    /// A first rating is published.
    FirstRating,
    /// A first rating at this control, from one at a longer control (D18).
    LongerControl,
    /// Results entered the pool; too few games yet (D16).
    PoolTooSmall,
    /// Results entered the pool; their rating would be under the floor (D16).
    PoolUnderFloor,
    /// Results entered the pool; there is not half a point in it (D45).
    PoolWithoutPoints,
    /// An order moved the rating, without games.
    Order,
    /// Under the floor without games, because the floor rose.
    Floor,
}

impl RatingChangeCause {
    pub const ALL: [Self; 8] = [
        Self::Games,
        Self::FirstRating,
        Self::LongerControl,
        Self::PoolTooSmall,
        Self::PoolUnderFloor,
        Self::PoolWithoutPoints,
        Self::Order,
        Self::Floor,
    ];

    /// Whether results only wait in the pool, and nothing is published.
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::PoolTooSmall | Self::PoolUnderFloor | Self::PoolWithoutPoints)
    }

    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// One player's change from the previous list to this one, with all numbers that explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub player: u32,
    pub cause: RatingChangeCause,
    /// The rating on the previous list.
    pub before: Rating,
    /// The rating that the change is added to: `before`, or the rating of a longer control (D18).
    pub base: Rating,
    /// The tournament from which `base` is, where it is a rating of a longer control (D18); `None` for an online game.
    pub longer_event: Option<u32>,
    /// The K that holds for the period; 0 where none was needed.
    pub k: u8,
    /// Whether K is from the previous list; otherwise it was computed by the calculation edition (D7).
    pub k_is_listed: bool,
    /// K after the cap on K x n.
    pub k_used: u8,
    /// Counted games; for a first rating, all games of its pool.
    pub games: u32,
    /// Half points in the counted games.
    pub half_points: i32,
    /// Sum of the opponents' ratings, for a first rating.
    pub opponents: i32,
    /// Sum of score minus expectation.
    pub sum: Hundredths,
    /// The rounded change.
    pub change: i32,
    pub first: FirstRatingCalculation,
    /// The rating before orders and floor.
    pub computed: i32,
    /// The rating after the orders of the list's date.
    pub ordered: i32,
    /// The orders that took effect.
    pub orders: OrderSet,
    /// The rating on this list.
    pub after: Rating,
}

/// Some of the orders of a period, by their indexes in [`Period::orders`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderSet(u8);

impl OrderSet {
    /// How many orders a list may have.
    pub const MAX_ORDERS: usize = 8;

    pub(crate) fn add(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn contains(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }

    /// The number of the set among all sets of a period's orders.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All sets of so many orders, each at the index of its number.
    pub fn all(orders: usize) -> impl Iterator<Item = Self> {
        (0..1_u16 << orders).filter_map(|number| u8::try_from(number).ok()).map(Self)
    }
}

/// A result that enters the pool; player and tournament are indexes in the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPoolEntry {
    pub player: u32,
    pub tournament: u32,
    pub games: u32,
    pub half_points: i32,
    pub opponents: i32,
}

/// The numbers of sides read, counted, pooled and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    pub read: u64,
    pub counted: u64,
    pub pooled: u64,
    pub left_out: u64,
    /// Those left out that the first-event rule disregards.
    pub disregarded: u64,
}

/// A tournament whose sides read differ from its sides counted, pooled and left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{tournament}: {read} sides of games read, but {counted} counted and {left_out} left out")]
pub struct Unreconciled {
    pub tournament: String,
    pub read: u64,
    /// Sides counted in a change or pooled towards a first rating.
    pub counted: u64,
    pub left_out: u64,
}

impl Unreconciled {
    fn new(name: &str, counts: &SideCounts) -> Self {
        Self { tournament: name.to_owned(), read: counts.read, counted: counts.counted + counts.pooled, left_out: counts.left_out }
    }

    /// The number of sides missing or too many.
    pub fn sides(&self) -> u64 {
        self.read.abs_diff(self.counted + self.left_out)
    }
}

impl SideCounts {
    /// The number of sides that were counted, pooled or left out.
    pub const fn accounted_for(&self) -> u64 {
        self.counted + self.pooled + self.left_out
    }

    /// Whether a side counts, is pooled, or is disregarded by the first-event rule; a tournament without any is refused (D46).
    pub const fn has_counted_games(&self) -> bool {
        self.counted + self.pooled + self.disregarded > 0
    }
}

impl Outcome {
    /// How many players each order of the period took effect on.
    pub fn players_by_order(&self, period: &Period) -> Vec<u64> {
        let count = |index: usize| self.changes.iter().filter(|change| change.orders.contains(index)).count() as u64;
        (0..period.orders.len()).map(count).collect()
    }

    /// The counts of sides of each tournament, in the period's order.
    pub fn side_counts(&self, period: &Period) -> Vec<SideCounts> {
        let tournaments = period.tournaments.len();
        // A few large parts, because each has counts for every tournament.
        let part = self.sides.len().div_ceil(rayon::current_num_threads()).max(1 << 16);
        let count = |(sides, outcomes): (&[Side], &[SideOutcome])| {
            let mut side_counts = vec![SideCounts::default(); tournaments];
            for (side, outcome) in sides.iter().zip(outcomes) {
                let counts = &mut side_counts[side.tournament as usize];
                match outcome {
                    SideOutcome::Counted { .. } => counts.counted += 1,
                    SideOutcome::Pooled => counts.pooled += 1,
                    SideOutcome::LeftOut(reason) => {
                        counts.left_out += 1;
                        counts.disregarded += u64::from(*reason == Reason::FirstEvent);
                    }
                }
            }
            side_counts
        };
        let parts: Vec<Vec<SideCounts>> = period.sides.par_chunks(part).zip(self.sides.par_chunks(part)).map(count).collect();
        let mut side_counts = vec![SideCounts::default(); tournaments];
        for part in &parts {
            for (counts, more) in side_counts.iter_mut().zip(part) {
                counts.counted += more.counted;
                counts.pooled += more.pooled;
                counts.left_out += more.left_out;
                counts.disregarded += more.disregarded;
            }
        }
        for (counts, tournament) in side_counts.iter_mut().zip(&period.tournaments) {
            counts.read = 2 * tournament.facts.games.len() as u64;
        }
        side_counts
    }

    /// The tournaments whose counts do not add up, the online games, or the total where games belong to no tournament.
    pub fn unreconciled(&self, period: &Period, side_counts: &[SideCounts]) -> Vec<Unreconciled> {
        let named = side_counts.iter().zip(&period.tournaments).map(|(counts, tournament)| (&*tournament.facts.id, *counts));
        let online = self.online.as_ref().map(OnlineOutcome::side_counts).unwrap_or_default();
        let online_read = period.online.as_ref().map_or(0, |online| 2 * online.games.len() as u64);
        let online = ("online games", SideCounts { read: online_read, ..online });
        let unreconciled: Vec<Unreconciled> = named
            .chain([online])
            .filter(|(_, counts)| counts.read != counts.accounted_for())
            .map(|(name, counts)| Unreconciled::new(name, &counts))
            .collect();
        if !unreconciled.is_empty() {
            return unreconciled;
        }
        let mut total = SideCounts { read: 2 * period.games_read as u64, ..SideCounts::default() };
        for counts in side_counts {
            total.counted += counts.counted;
            total.pooled += counts.pooled;
            total.left_out += counts.left_out;
        }
        let is_whole = total.read == total.accounted_for() && self.sides.len() == period.sides.len();
        if is_whole { Vec::new() } else { vec![Unreconciled::new("all tournaments", &total)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_sides_and_repeated_sides_are_both_unreconciled() {
        let sides = |counted| Unreconciled::new("T1", &SideCounts { read: 10, counted, pooled: 2, left_out: 3, disregarded: 0 }).sides();
        assert_eq!([4, 5, 6].map(sides), [1, 0, 1]);
    }
}
