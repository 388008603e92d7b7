//! Players: ratings, references from games, and the dense numbering that columns use.

use serde::{Deserialize, Serialize};

/// A rating as a column holds it: 0 stands for "unrated".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
#[serde(transparent)]
pub struct Rating(pub i16);

impl Rating {
    pub const UNRATED: Self = Self(0);
    /// No rating was ever near it; anything above is a slip of whoever wrote it.
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

    /// This rating, or the other where this one is none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_rated() { self } else { other }
    }
}

/// Who sat at a board: a FIDE id, or an entry of the event that has no usable id (D25).
///
/// Entries without an id are told apart by their starting rank, so that a game between two of them is still a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PlayerRef(u32);

impl PlayerRef {
    const LOCAL: u32 = 1 << 31;
    /// The largest id that can be told from a local entry. FIDE ids have at most nine digits.
    pub const LARGEST_ID: u32 = 999_999_999;

    /// `None` for 0 and for numbers that are no FIDE id.
    pub const fn id(id: u32) -> Option<Self> {
        if id == 0 || id > Self::LARGEST_ID { None } else { Some(Self(id)) }
    }

    pub const fn without_id(starting_rank: u32) -> Self {
        Self(Self::LOCAL | starting_rank)
    }

    /// A number that tells players apart nearly as well and looks random, for tables that are filled by it.
    pub const fn mixed(self) -> u32 {
        let product = self.0.wrapping_mul(0x9e37_79b9);
        product ^ product >> 15
    }

    /// The FIDE id, unless the player has none.
    pub const fn fide_id(self) -> Option<u32> {
        if self.0 & Self::LOCAL == 0 { Some(self.0) } else { None }
    }
}

/// Players in the order of their ids: a dense number for each, and a row of numbers under it.
#[derive(Clone, Debug, Default)]
pub struct Players {
    pub index: PlayerIndex,
    pub rows: Vec<PlayerRow>,
}

/// Only ids and published ratings of a list.
#[derive(Clone, Debug, Default)]
pub struct ListRatings {
    pub index: PlayerIndex,
    pub rating: Vec<Rating>,
}

/// From FIDE ids to dense numbers 0, 1, 2 ... in the order of the ids.
///
/// Ids are sparse and clustered, so a table over their upper bits leads to a handful of candidates
/// and a look-up touches two cache lines instead of the twenty of a binary search.
#[derive(Clone, Debug, Default)]
pub struct PlayerIndex {
    ids: Vec<u32>,
    shift: u32,
    /// First position of each bucket `id >> shift`, with one more at the end.
    buckets: Vec<u32>,
}

impl PlayerIndex {
    /// Takes ids in strictly ascending order.
    ///
    /// # Panics
    /// If the ids do not ascend; whoever builds a list sorts it and rejects doubles first.
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
        Self { ids, shift, buckets }
    }

    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The dense number of an id.
    #[inline]
    pub fn find(&self, id: u32) -> Option<usize> {
        let bucket = (id >> self.shift) as usize;
        let (&from, &to) = (self.buckets.get(bucket)?, self.buckets.get(bucket + 1)?);
        let (from, to) = (from as usize, to as usize);
        self.ids[from..to].binary_search(&id).ok().map(|at| from + at)
    }

    pub fn contains(&self, id: u32) -> bool {
        self.find(id).is_some()
    }
}

/// One player of a list in numbers. Names and other text stand in columns beside the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// All rated games at this control, those of the first rating included.
    pub career_games: u32,
    /// The last list with a rated game, in days since 1970-01-01, or [`PlayerRow::NEVER`].
    pub last_rated: i32,
    pub rating: Rating,
    /// The highest published rating.
    pub peak: Rating,
    /// 0 where it is not known.
    pub birth_year: i16,
    /// Games rated on this list.
    pub games: u16,
    /// 0 where the list has none.
    pub k: u8,
    pub flags: PlayerFlags,
}

impl PlayerRow {
    /// `last_rated` of a player who never had a rated game.
    pub const NEVER: i32 = i32::MIN;

    /// The most games that a list can have of a player.
    pub const MOST_GAMES: u16 = 32_767;

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

    /// The rating as others see it: none where it is kept and used but not published.
    pub const fn published_rating(&self) -> Rating {
        if self.flags.has(PlayerFlags::HIDDEN) { Rating::UNRATED } else { self.rating }
    }
}

/// What is true of a player, packed.
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
    /// The list shows the player.
    pub const LISTED: Self = Self(1 << 3);
    /// The list that was read tells the career games; otherwise they are to be worked out.
    pub const CAREER_GIVEN: Self = Self(1 << 4);
    /// The list that was read tells the highest published rating; otherwise it is to be worked out.
    pub const PEAK_GIVEN: Self = Self(1 << 5);

    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// These flags with one more set, where the claim holds.
    #[must_use]
    pub const fn with(self, flag: Self, claim: bool) -> Self {
        if claim { Self(self.0 | flag.0) } else { self }
    }
}

/// What a tournament report says about a player whom no list knows yet.
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
    /// One newcomer per id: the first report that names the player is followed, later ones fill its gaps.
    pub fn joined(mut newcomers: Vec<Self>) -> Vec<Self> {
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
    fn every_id_is_found_at_its_place_and_no_other_is() {
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
    fn a_row_of_a_player_is_small() {
        assert_eq!(size_of::<PlayerRow>(), 20);
    }

    #[test]
    fn a_flag_is_set_where_its_claim_holds_and_no_other_with_it() {
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
