//! Players: ratings, ids, rows of numbers, and the index from ids to rows.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A rating; 0 means unrated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
#[serde(transparent)]
pub struct Rating(pub i16);

impl Rating {
    pub const UNRATED: Self = Self(0);
    /// Limit far above any real rating; a higher number is a typing error.
    pub const HIGHEST: Self = Self(4000);

    pub const fn is_rated(self) -> bool {
        self.0 > 0
    }

    pub fn points(self) -> i32 {
        i32::from(self.0)
    }

    pub fn rated(self) -> Option<Self> {
        self.is_rated().then_some(self)
    }

    /// This rating, or `other` if this one is unrated.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_rated() { self } else { other }
    }
}

/// A player of a game: a FIDE id, or an entry of the tournament without a usable id (D25).
///
/// Entries without an id are distinguished by their starting rank, so that a game between two of them is still a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PlayerRef(u32);

impl PlayerRef {
    const LOCAL: u32 = 1 << 31;
    /// Largest FIDE id: they have at most nine digits.
    pub const MAX_ID: u32 = 999_999_999;

    /// A player with a FIDE id; `None` for 0 and for numbers that are too large.
    pub const fn id(id: u32) -> Option<Self> {
        if id == 0 || id > Self::MAX_ID { None } else { Some(Self(id)) }
    }

    pub const fn without_id(starting_rank: u32) -> Self {
        Self(Self::LOCAL | starting_rank)
    }

    /// A cheap hash of the player, for hash tables.
    pub const fn hash_value(self) -> u32 {
        let product = self.0.wrapping_mul(0x9e37_79b9);
        product ^ product >> 15
    }

    /// The FIDE id, if the player has one.
    pub const fn fide_id(self) -> Option<u32> {
        if self.0 & Self::LOCAL == 0 { Some(self.0) } else { None }
    }
}

/// Players sorted by id, with an index from ids to rows.
#[derive(Clone, Debug, Default)]
pub struct IndexedPlayers {
    pub index: PlayerIndex,
    pub rows: Vec<PlayerRow>,
}

/// Ids and published ratings of a list.
#[derive(Clone, Debug, Default)]
pub struct ListRatings {
    pub index: PlayerIndex,
    pub rating: Vec<Rating>,
}

/// Index from FIDE ids to dense row numbers 0, 1, 2 ... in the order of the ids.
///
/// Ids are sparse and clustered, so a table over their upper bits leads to a handful of candidates, and a lookup touches two cache lines
/// instead of the twenty of a binary search. Copies share their memory.
#[derive(Clone, Debug, Default)]
pub struct PlayerIndex(Arc<IdTable>);

#[derive(Debug, Default)]
struct IdTable {
    ids: Vec<u32>,
    shift: u32,
    /// First row of each bucket `id >> shift`, with one more at the end.
    buckets: Vec<u32>,
}

impl PlayerIndex {
    /// Builds the index from ids in strictly ascending order.
    ///
    /// # Panics
    /// If the ids do not ascend strictly; callers sort them and reject duplicates.
    pub fn new(ids: Vec<u32>) -> Self {
        assert!(ids.is_sorted_by(|a, b| a < b), "ids ascend strictly");
        let largest = ids.last().copied().unwrap_or(0);
        // About one bucket per player.
        let mut shift = 0;
        while (largest >> shift) as usize > ids.len().max(1024) * 2 {
            shift += 1;
        }
        let mut buckets = vec![0u32; (largest >> shift) as usize + 2];
        for &id in &ids {
            buckets[(id >> shift) as usize + 1] += 1;
        }
        let mut total = 0;
        for count in &mut buckets {
            total += *count;
            *count = total;
        }
        Self(Arc::new(IdTable { ids, shift, buckets }))
    }

    pub fn ids(&self) -> &[u32] {
        &self.0.ids
    }

    pub fn len(&self) -> usize {
        self.0.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.ids.is_empty()
    }

    /// The row of an id.
    #[inline]
    pub fn find(&self, id: u32) -> Option<usize> {
        let IdTable { ids, shift, buckets } = &*self.0;
        let bucket = (id >> shift) as usize;
        let (&from, &to) = (buckets.get(bucket)?, buckets.get(bucket + 1)?);
        let (from, to) = (from as usize, to as usize);
        ids[from..to].binary_search(&id).ok().map(|at| from + at)
    }

    pub fn contains(&self, id: u32) -> bool {
        self.find(id).is_some()
    }
}

/// One player of a list in numbers. Names and other texts are in separate text columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// All rated games at this control, including those of the first rating.
    pub career_games: u32,
    /// The last list with a rated game, in days since 1970-01-01, or [`PlayerRow::NEVER`].
    pub last_rated: i32,
    pub rating: Rating,
    /// The highest published rating.
    pub peak: Rating,
    /// 0 if unknown.
    pub birth_year: i16,
    /// Games rated on this list.
    pub games: u16,
    /// K, the development coefficient; 0 if the list has none.
    pub k: u8,
    pub flags: PlayerFlags,
}

impl PlayerRow {
    /// `last_rated` of a player without any rated game.
    pub const NEVER: i32 = i32::MIN;

    /// Largest number of a player's games on one list.
    pub const MAX_GAMES: u16 = 32_767;

    /// A player of whom nothing is known but the id.
    pub const UNKNOWN: Self = Self {
        career_games: 0,
        last_rated: Self::NEVER,
        rating: Rating::UNRATED,
        peak: Rating::UNRATED,
        birth_year: 0,
        games: 0,
        k: 0,
        flags: PlayerFlags::NONE,
    };

    pub const fn is_rated(&self) -> bool {
        self.rating.is_rated()
    }

    pub const fn is_listed(&self) -> bool {
        self.flags.has(PlayerFlags::LISTED)
    }

    pub const fn is_inactive(&self) -> bool {
        self.flags.has(PlayerFlags::INACTIVE)
    }

    /// Whether the player has had a first event (D13).
    pub const fn has_had_first_event(&self) -> bool {
        self.flags.has(PlayerFlags::FIRST_EVENT)
    }

    /// The rating as published: unrated if the rating is kept and used but hidden.
    pub const fn published_rating(&self) -> Rating {
        if self.flags.has(PlayerFlags::HIDDEN) { Rating::UNRATED } else { self.rating }
    }
}

/// Bit flags of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerFlags(u8);

impl PlayerFlags {
    pub const NONE: Self = Self(0);
    /// The player has had a first event (D13).
    pub const FIRST_EVENT: Self = Self(1);
    /// The rating is kept and used but not published.
    pub const HIDDEN: Self = Self(1 << 1);
    /// No rated game for a year (D27).
    pub const INACTIVE: Self = Self(1 << 2);
    /// The player is published on the list.
    pub const LISTED: Self = Self(1 << 3);
    /// The list that was read stated the career games; otherwise they are derived.
    pub const CAREER_GIVEN: Self = Self(1 << 4);
    /// The list that was read stated the highest published rating; otherwise it is derived.
    pub const PEAK_GIVEN: Self = Self(1 << 5);
    /// The list that was read keeps the rating without publishing it, for whatever reason.
    pub const UNLISTED: Self = Self(1 << 6);
    /// The list that was read does not publish the rating because the player has no federation (D53).
    pub const NO_FEDERATION: Self = Self(1 << 7);

    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// Adds a flag if the condition holds.
    #[must_use]
    pub const fn with(self, flag: Self, condition: bool) -> Self {
        if condition { Self(self.0 | flag.0) } else { self }
    }
}

/// A player who is on no list yet, as a tournament report describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Newcomer {
    pub id: u32,
    pub name: String,
    pub title: String,
    pub women_title: String,
    pub federation: String,
    /// `M`, `F` or empty.
    pub sex: String,
    pub birth_year: Option<i16>,
}

impl Newcomer {
    /// Merges newcomers with the same id: the first report counts, later ones fill its gaps.
    pub fn merge_by_id(mut newcomers: Vec<Self>) -> Vec<Self> {
        newcomers.sort_by_key(|newcomer| newcomer.id);
        newcomers.dedup_by(|later, first| {
            if later.id != first.id {
                return false;
            }
            for (gap, text) in [
                (&mut first.name, &mut later.name),
                (&mut first.title, &mut later.title),
                (&mut first.women_title, &mut later.women_title),
                (&mut first.federation, &mut later.federation),
                (&mut first.sex, &mut later.sex),
            ] {
                if gap.is_empty() {
                    std::mem::swap(gap, text);
                }
            }
            first.birth_year = first.birth_year.or(later.birth_year);
            true
        });
        newcomers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_found_at_its_row_and_no_other_is() {
        let ids: Vec<u32> = (0..5000u32).map(|i| 100_000 + i * i % 7 + i * 191).collect();
        let index = PlayerIndex::new(ids.clone());
        for (at, &id) in ids.iter().enumerate() {
            assert_eq!(index.find(id), Some(at));
        }
        for absent in [0, 1, 99_999, ids[17] + 1, ids[4999] + 1, u32::MAX] {
            assert_eq!(index.find(absent), None, "{absent}");
        }
        assert_eq!(PlayerIndex::new(vec![]).find(5), None);
    }

    #[test]
    fn a_player_row_takes_20_bytes() {
        assert_eq!(size_of::<PlayerRow>(), 20);
    }

    #[test]
    fn a_flag_is_set_only_if_its_condition_holds() {
        let flags = PlayerFlags::NONE.with(PlayerFlags::HIDDEN, true).with(PlayerFlags::LISTED, false);
        assert!(flags.has(PlayerFlags::HIDDEN));
        assert!(!flags.has(PlayerFlags::LISTED) && !flags.has(PlayerFlags::FIRST_EVENT));
    }

    #[test]
    fn entries_without_an_id_differ_from_ids_and_from_each_other() {
        assert_eq!(PlayerRef::id(0), None);
        assert_eq!(PlayerRef::id(1_000_000_000), None);
        assert_eq!(PlayerRef::id(7).and_then(PlayerRef::fide_id), Some(7));
        assert_eq!(PlayerRef::without_id(7).fide_id(), None);
        assert_ne!(PlayerRef::without_id(7), PlayerRef::without_id(8));
    }
}
