//! How far a change reaches: who moves, directly or in consequence, by how much, and over which marks.

use crate::Result;
use crate::compute::Computed;
use crate::direct::directly_concerned;
use amendments::Correction;
use model::{Date, ListDate, Rating};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{ListSource, MoveCause, MovedPlayer};
use tables::PlayerText;

/// How many of the largest moves are named.
const LARGEST: usize = 10;

/// What caused a revision.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) words: String,
    /// The corrections that came or went.
    pub(crate) corrections: Vec<Correction>,
    /// The day on which the last of them was received.
    pub(crate) known_from: Option<Date>,
}

/// One list that a change reaches.
#[derive(Clone, Debug)]
pub(crate) struct ListRadius {
    list: ListDate,
    known_from: Option<Date>,
    /// Ratings at which K is decided, by the edition of the list.
    marks: Vec<Rating>,
    pub(crate) moved: Vec<Move>,
    pub(crate) first_ratings_gained: u64,
    pub(crate) first_ratings_lost: u64,
}

/// A player who moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    pub list: ListDate,
    pub fide_id: u32,
    pub name: String,
    pub before: Option<i16>,
    pub after: Option<i16>,
    /// Whether the player's own games changed.
    pub is_direct: bool,
    /// The corrections that touched them.
    pub corrections: Vec<String>,
}

/// A player who gets over a mark, or falls under it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crossing {
    pub mark: i16,
    #[serde(flatten)]
    pub of: Move,
}

/// How far a change reaches over all lists.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BlastRadius {
    pub lists_touched: Vec<ListDate>,
    /// Players who move on some list because their own games changed.
    pub players_moved_directly: u64,
    /// Players who move only because others did.
    pub players_moved_in_consequence: u64,
    pub first_ratings_gained: u64,
    pub first_ratings_lost: u64,
    /// The largest first; equals by list, then id.
    pub largest_moves: Vec<Move>,
    pub crossings: Vec<Crossing>,
    #[serde(skip)]
    direct: BTreeSet<u32>,
    #[serde(skip)]
    everyone: BTreeSet<u32>,
    #[serde(skip)]
    known_from: BTreeMap<ListDate, Option<Date>>,
}

impl Move {
    fn points(&self) -> i32 {
        i32::from(self.after.unwrap_or(0)) - i32::from(self.before.unwrap_or(0))
    }

    /// Whether both are ratings: only then is the distance one.
    fn is_step(&self) -> bool {
        self.before.is_some() && self.after.is_some()
    }
}

impl ListRadius {
    /// Compares a computed list with the version that it replaces.
    pub(crate) fn of(before: &ListSource, computed: &Computed, cause: &Cause) -> Result<Self> {
        let (old, _) = before.read_ratings(model::InputRole::Previous)?;
        let period = &computed.period;
        let direct = directly_concerned(before, computed, cause)?;
        let names = computed.text.column(PlayerText::Name);
        let mut moved = Vec::new();
        let mut at = 0;
        let old_ids = old.index.ids();
        let points = |rating: Rating| rating.is_rated().then_some(rating.0);
        for (player, (&fide_id, after)) in period.players.index.ids().iter().zip(&computed.outcome.players).enumerate() {
            let after = after.rating;
            while at < old_ids.len() && old_ids[at] < fide_id {
                at += 1;
            }
            let before = if at < old_ids.len() && old_ids[at] == fide_id { old.rating[at] } else { Rating::UNRATED };
            if before != after {
                let corrections = direct.get(&fide_id);
                moved.push(Move {
                    list: period.list,
                    fide_id,
                    name: names.get(player).to_owned(),
                    before: points(before),
                    after: points(after),
                    is_direct: corrections.is_some(),
                    corrections: corrections.cloned().unwrap_or_default(),
                });
            }
        }
        let count = |is: fn(&Move) -> bool| moved.iter().filter(|player| is(player)).count() as u64;
        Ok(Self {
            list: period.list,
            known_from: cause.known_from,
            marks: period.publication().development.deciding_ratings(),
            first_ratings_gained: count(|player| player.before.is_none() && player.after.is_some()),
            first_ratings_lost: count(|player| player.before.is_some() && player.after.is_none()),
            moved,
        })
    }

    /// As `revisions` keeps them.
    pub(crate) fn moved_players(&self) -> Vec<MovedPlayer> {
        let row = |player: &Move| MovedPlayer {
            fide_id: player.fide_id,
            before: player.before,
            after: player.after,
            cause: if player.is_direct { MoveCause::Direct } else { MoveCause::Consequence },
            corrections: player.corrections.join(" "),
        };
        self.moved.iter().map(row).collect()
    }
}

impl BlastRadius {
    pub(crate) fn add(&mut self, list: ListRadius) {
        self.lists_touched.push(list.list);
        self.known_from.insert(list.list, list.known_from);
        self.first_ratings_gained += list.first_ratings_gained;
        self.first_ratings_lost += list.first_ratings_lost;
        for player in &list.moved {
            self.everyone.insert(player.fide_id);
            if player.is_direct {
                self.direct.insert(player.fide_id);
            }
            for mark in list.marks.iter().map(|mark| mark.0) {
                let over = |rating: Option<i16>| rating.is_some_and(|rating| rating >= mark);
                if over(player.before) != over(player.after) {
                    self.crossings.push(Crossing { mark, of: player.clone() });
                }
            }
        }
        self.players_moved_directly = self.direct.len() as u64;
        self.players_moved_in_consequence = (self.everyone.len() - self.direct.len()) as u64;
        self.largest_moves.extend(list.moved.into_iter().filter(Move::is_step));
        self.largest_moves.sort_by_key(|player| (-player.points().abs(), player.list, player.fide_id));
        // Each player once, with the largest of the own moves.
        let mut seen = BTreeSet::new();
        self.largest_moves.retain(|player| seen.insert(player.fide_id));
        self.largest_moves.truncate(LARGEST);
    }

    /// Of a revised list before another, the day on which its cause became known: what rests on it was not known earlier.
    pub(crate) fn known_from(&self, before: ListDate) -> Option<Date> {
        self.known_from.range(..before).next_back().and_then(|(_, day)| *day)
    }
}
