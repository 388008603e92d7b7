//! What rating a period gives.

use crate::first_rating::FirstRatingWork;
use model::{Hundredths, PlayerRow, Rating, Reason, UtcMicros};
use period_assembly::{Period, Side};
use rayon::prelude::*;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// The next list, a row for each of the period's players, and how it came about.
#[derive(Debug, Default)]
pub struct Outcome {
    pub players: Vec<PlayerRow>,
    /// One for each side of the period, in the same order.
    pub sides: Vec<SideOutcome>,
    /// Players who played or moved, in the order of players.
    pub changes: Vec<Change>,
    /// Positions in the period's pool that stay.
    pub kept_pool: Vec<u32>,
    /// Results that enter the pool.
    pub new_pool: Vec<NewPoolEntry>,
    /// Online games that enter it.
    pub new_online_pool: Vec<NewOnlinePoolEntry>,
    /// What became of the online games, where ratings move after every game.
    pub online: Option<OnlineOutcome>,
}

impl Outcome {
    /// Adds what came about on the way, of players who follow one another. There is room for more sides: those without an id come last.
    pub(crate) fn take_work(&mut self, parts: Vec<Work>, sides: usize) {
        fn join<T: Copy>(parts: &[Work], rows: usize, column: impl Fn(&Work) -> &[T]) -> Vec<T> {
            let mut all = Vec::with_capacity(rows);
            parts.iter().for_each(|part| all.extend_from_slice(column(part)));
            all
        }
        let changes = parts.iter().map(|part| part.changes.len()).sum();
        // Every column is put together by itself.
        rayon::scope(|scope| {
            scope.spawn(|_| self.sides = join(&parts, sides, |part| &part.sides));
            scope.spawn(|_| self.changes = join(&parts, changes, |part| &part.changes));
            scope.spawn(|_| self.kept_pool = join(&parts, 0, |part| &part.kept_pool));
            scope.spawn(|_| self.new_pool = join(&parts, 0, |part| &part.new_pool));
        });
    }
}

/// What came about while some players were rated, beside their new rows.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub(crate) sides: Vec<SideOutcome>,
    pub(crate) changes: Vec<Change>,
    pub(crate) kept_pool: Vec<u32>,
    pub(crate) new_pool: Vec<NewPoolEntry>,
}

/// What became of each online game, in the order of the period's games; of each pair white comes first.
#[derive(Debug, Default)]
pub struct OnlineOutcome {
    /// Just before the game.
    pub before: [Vec<Rating>; 2],
    /// Whether that rating was one of a longer control.
    pub is_longer: [Vec<bool>; 2],
    pub sides: [Vec<OnlineSide>; 2],
    /// What the player stood at after the game.
    pub after: [Vec<Rating>; 2],
}

/// What one player's side of an online game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnlineSide {
    Counted,
    Pooled,
    LeftOut(Reason),
}

impl OnlineSide {
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

    pub(crate) fn push(&mut self, before: [Rating; 2], is_longer: [bool; 2], sides: [OnlineSide; 2], after: [Rating; 2]) {
        for at in 0..2 {
            self.before[at].push(before[at]);
            self.is_longer[at].push(is_longer[at] && before[at].is_rated());
            self.sides[at].push(sides[at]);
            self.after[at].push(after[at]);
        }
    }

    /// A game that cannot count for anybody.
    pub(crate) fn push_left_out(&mut self, reason: Reason) {
        self.push([Rating::UNRATED; 2], [false; 2], [OnlineSide::LeftOut(reason); 2], [Rating::UNRATED; 2]);
    }

    /// What became of all sides together.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for side in self.sides.iter().flatten() {
            tally.read += 1;
            match side {
                OnlineSide::Counted => tally.counted += 1,
                OnlineSide::Pooled => tally.pooled += 1,
                OnlineSide::LeftOut(_) => tally.left_out += 1,
            }
        }
        tally
    }
}

/// Online games of an unrated player that enter the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewOnlinePoolEntry {
    pub player: u32,
    /// When the first and the last of them ended.
    pub from: UtcMicros,
    pub until: UtcMicros,
    pub games: u32,
    pub half_points: i32,
    pub opponents: i32,
}

/// What a side came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOutcome {
    /// Counted in the change of a rated player.
    Counted {
        difference: i16,
        expected: u8,
    },
    /// Counted towards a first rating.
    Pooled,
    LeftOut(Reason),
}

impl SideOutcome {
    pub const fn status(self) -> SideStatus {
        match self {
            Self::Counted { .. } => SideStatus::Counted,
            Self::Pooled => SideStatus::Pooled,
            Self::LeftOut(_) => SideStatus::LeftOut,
        }
    }
}

/// Whether a side counted, in the words of the tables of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum SideStatus {
    /// In the change of a rated player.
    Counted,
    /// Towards a first rating.
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
pub enum Cause {
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
    /// An order moved the rating, without games.
    Order,
    /// Under the floor without games, because the floor rose.
    Floor,
}

impl Cause {
    pub const ALL: [Self; 7] =
        [Self::Games, Self::FirstRating, Self::LongerControl, Self::PoolTooSmall, Self::PoolUnderFloor, Self::Order, Self::Floor];

    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// One player's step from the previous list to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub player: u32,
    pub cause: Cause,
    /// On the previous list.
    pub before: Rating,
    /// What the change is added to: `before`, or the rating of a longer control (D18).
    pub base: Rating,
    /// The tournament whose rating at a longer control is the base; none where it is another's or an online game's (D18).
    pub longer_event: Option<u32>,
    /// The K that holds for the period; 0 where none was needed.
    pub k: u8,
    /// Whether K stood on the previous list, or was worked out by the calculation edition (D7).
    pub k_is_listed: bool,
    /// K after the cap on K x n.
    pub k_used: u8,
    /// Games that count here; of a first rating all games of its pool.
    pub games: u32,
    /// Half points in those games.
    pub half_points: i32,
    /// Sum of the opponents' ratings, of a first rating.
    pub opponents: i32,
    /// Sum of score minus expectation.
    pub sum: Hundredths,
    /// The rounded change.
    pub change: i32,
    pub first: FirstRatingWork,
    /// Change or first rating, before orders and floor.
    pub computed: i32,
    /// After the orders of the list's date.
    pub ordered: i32,
    /// On this list.
    pub after: Rating,
}

/// A result that enters the pool, for the player and tournament of the period with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPoolEntry {
    pub player: u32,
    pub tournament: u32,
    pub games: u32,
    pub half_points: i32,
    pub opponents: i32,
}

/// What became of the sides read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub read: u64,
    pub counted: u64,
    pub pooled: u64,
    pub left_out: u64,
}

/// Games that were read and are neither counted nor left out, or the other way round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{tournament}: {read} sides of games read, but {counted} counted and {left_out} left out")]
pub struct Unreconciled {
    pub tournament: String,
    pub read: u64,
    /// For a change or a first rating.
    pub counted: u64,
    pub left_out: u64,
}

impl Unreconciled {
    fn new(name: &str, tally: &Tally) -> Self {
        Self { tournament: name.to_owned(), read: tally.read, counted: tally.counted + tally.pooled, left_out: tally.left_out }
    }

    /// How many sides are too few or too many.
    pub fn sides(&self) -> u64 {
        self.read.abs_diff(self.counted + self.left_out)
    }
}

impl Tally {
    /// How many sides something became of.
    pub const fn accounted_for(&self) -> u64 {
        self.counted + self.pooled + self.left_out
    }
}

impl Outcome {
    /// What became of each tournament's games, in the period's order.
    pub fn tallies(&self, period: &Period) -> Vec<Tally> {
        let tournaments = period.tournaments.len();
        // A few large parts: each has a row for every tournament.
        let part = self.sides.len().div_ceil(rayon::current_num_threads()).max(1 << 16);
        let count = |(sides, outcomes): (&[Side], &[SideOutcome])| {
            let mut tallies = vec![Tally::default(); tournaments];
            for (side, outcome) in sides.iter().zip(outcomes) {
                let tally = &mut tallies[side.tournament as usize];
                match outcome {
                    SideOutcome::Counted { .. } => tally.counted += 1,
                    SideOutcome::Pooled => tally.pooled += 1,
                    SideOutcome::LeftOut(_) => tally.left_out += 1,
                }
            }
            tallies
        };
        let parts: Vec<Vec<Tally>> = period.sides.par_chunks(part).zip(self.sides.par_chunks(part)).map(count).collect();
        let mut tallies = vec![Tally::default(); tournaments];
        for part in &parts {
            for (tally, more) in tallies.iter_mut().zip(part) {
                tally.counted += more.counted;
                tally.pooled += more.pooled;
                tally.left_out += more.left_out;
            }
        }
        for (tally, tournament) in tallies.iter_mut().zip(&period.tournaments) {
            tally.read = 2 * tournament.facts.games.len() as u64;
        }
        tallies
    }

    /// Where it does not add up: for a tournament, for online games, or in total where games belong to no tournament.
    pub fn unreconciled(&self, period: &Period, tallies: &[Tally]) -> Vec<Unreconciled> {
        let named = tallies.iter().zip(&period.tournaments).map(|(tally, tournament)| (&*tournament.facts.id, *tally));
        let online = self.online.as_ref().map(OnlineOutcome::tally).unwrap_or_default();
        let online_read = period.online.as_ref().map_or(0, |online| 2 * online.games.len() as u64);
        let online = ("online games", Tally { read: online_read, ..online });
        let off: Vec<Unreconciled> = named
            .chain([online])
            .filter(|(_, tally)| tally.read != tally.accounted_for())
            .map(|(name, tally)| Unreconciled::new(name, &tally))
            .collect();
        if !off.is_empty() {
            return off;
        }
        let mut total = Tally { read: 2 * period.games_read as u64, ..Tally::default() };
        for tally in tallies {
            total.counted += tally.counted;
            total.pooled += tally.pooled;
            total.left_out += tally.left_out;
        }
        let is_whole = total.read == total.accounted_for() && self.sides.len() == period.sides.len();
        if is_whole { Vec::new() } else { vec![Unreconciled::new("all tournaments", &total)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_and_what_is_there_twice_are_sides_that_do_not_add_up() {
        let sides = |counted| Unreconciled::new("T1", &Tally { read: 10, counted, pooled: 2, left_out: 3 }).sides();
        assert_eq!([4, 5, 6].map(sides), [1, 0, 1]);
    }
}
