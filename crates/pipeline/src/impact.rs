//! The impact of a revision: whose ratings move, directly or in consequence, by how much, and over which thresholds of K.

use crate::Result;
use crate::compute::Computed;
use crate::own_game_changes::OwnGameChanges;
use amendments::Correction;
use model::{Date, ListDate, Rating};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{CheckedFolder, ListSource, MoveCause, MovedPlayer};
use tables::PlayerText;

/// How many of the largest moves are kept.
const MAX_LARGEST_MOVES: usize = 10;

/// What caused a revision.
#[derive(Clone, Debug)]
pub(crate) struct RevisionCause {
    pub(crate) description: String,
    /// The corrections that were added or removed.
    pub(crate) corrections: Vec<Correction>,
    /// What changed besides single games, in words: it may move anybody.
    pub(crate) general: Vec<String>,
    /// The revised list before it, in words, and the players whom revisions of earlier lists moved.
    pub(crate) previous: Option<String>,
    pub(crate) moved_before: BTreeSet<u32>,
    /// Whether players whom no correction touches move by other readings: the previous list is the same.
    pub(crate) is_readings_alone: bool,
    /// The day on which the last of them was received.
    pub(crate) known_from: Option<Date>,
}

/// The impact of a revision on one list.
#[derive(Clone, Debug)]
pub(crate) struct ListImpact {
    list: ListDate,
    known_from: Option<Date>,
    /// Ratings at which K is decided, by the edition of the list.
    thresholds: Vec<Rating>,
    pub(crate) moved: Vec<RatingMove>,
    pub(crate) first_ratings_gained: u64,
    pub(crate) first_ratings_lost: u64,
}

/// A player whose rating moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingMove {
    pub list: ListDate,
    pub fide_id: u32,
    pub name: String,
    pub before: Option<i16>,
    pub after: Option<i16>,
    pub cause: MoveCause,
    /// The corrections that changed these games.
    pub corrections: Vec<String>,
    /// Everything that bears on the rating, in words.
    pub causes: Vec<String>,
}

/// A player whose rating moves over or under a threshold of K.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThresholdCrossing {
    pub mark: i16,
    #[serde(flatten)]
    pub rating_move: RatingMove,
}

/// The impact of a change on all lists.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ChangeImpact {
    pub lists_touched: Vec<ListDate>,
    /// Players who move on some list because their own games changed, or are read otherwise.
    pub players_moved_directly: u64,
    /// Players who move only because others did.
    pub players_moved_in_consequence: u64,
    pub first_ratings_gained: u64,
    pub first_ratings_lost: u64,
    /// The largest first; ties by list, then id.
    pub largest_moves: Vec<RatingMove>,
    pub crossings: Vec<ThresholdCrossing>,
    #[serde(skip)]
    directly_moved: BTreeSet<u32>,
    #[serde(skip)]
    moved: BTreeSet<u32>,
    #[serde(skip)]
    known_from: BTreeMap<ListDate, Option<Date>>,
}

impl RatingMove {
    fn points(&self) -> i32 {
        i32::from(self.after.unwrap_or(0)) - i32::from(self.before.unwrap_or(0))
    }

    /// Whether the player is rated before and after: only then is the difference a move.
    fn has_both_ratings(&self) -> bool {
        self.before.is_some() && self.after.is_some()
    }
}

/// The players whose rating in a computed list is another than in an earlier version, by id. Why they move is not looked at.
pub(crate) fn rating_moves(before: &ListSource, computed: &Computed) -> Result<Vec<RatingMove>> {
    let (old, _) = before.read_ratings(model::InputRole::Previous)?;
    let period = &computed.period;
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
            moved.push(RatingMove {
                list: period.list,
                fide_id,
                name: names.get(player).to_owned(),
                before: points(before),
                after: points(after),
                cause: MoveCause::Consequence,
                corrections: Vec::new(),
                causes: Vec::new(),
            });
        }
    }
    Ok(moved)
}

/// What a computed list changes in the version that it replaces, before it is known why.
#[derive(Debug)]
pub(crate) struct ListChanges {
    pub(crate) games: OwnGameChanges,
    moved: Vec<RatingMove>,
}

impl ListChanges {
    /// Compares a computed list with a version before it, of which every file is what was published.
    pub(crate) fn compare(before: &ListSource, whole: &CheckedFolder, computed: &Computed) -> Result<Self> {
        let (games, moved) = rayon::join(|| OwnGameChanges::find(whole, computed), || rating_moves(before, computed));
        Ok(Self { games: games?, moved: moved? })
    }
}

impl ListImpact {
    /// The impact of what changes, with the cause that is known now.
    pub(crate) fn new(changes: ListChanges, computed: &Computed, cause: &RevisionCause) -> Result<Self> {
        let ListChanges { games, mut moved } = changes;
        let mut affected = games.affected_players(&computed.period, &cause.corrections)?;
        for player in &mut moved {
            let own = affected.remove(&player.fide_id);
            player.cause = match &own {
                own if cause.is_readings_alone && own.as_ref().is_none_or(|own| own.corrections.is_empty()) => MoveCause::Readings,
                Some(_) => MoveCause::Direct,
                None => MoveCause::Consequence,
            };
            let own = own.unwrap_or_default();
            (player.corrections, player.causes) = (own.corrections, own.words);
            if cause.moved_before.contains(&player.fide_id) {
                player.causes.extend(cause.previous.clone());
            }
            if player.causes.is_empty() {
                player.causes.clone_from(&cause.general);
            }
        }
        let period = &computed.period;
        let count = |is: fn(&RatingMove) -> bool| moved.iter().filter(|player| is(player)).count() as u64;
        Ok(Self {
            list: period.list,
            known_from: cause.known_from,
            thresholds: period.publication().development.deciding_ratings(),
            first_ratings_gained: count(|player| player.before.is_none() && player.after.is_some()),
            first_ratings_lost: count(|player| player.before.is_some() && player.after.is_none()),
            moved,
        })
    }

    /// The players who moved, as rows of the revision's table.
    pub(crate) fn moved_players(&self) -> Vec<MovedPlayer> {
        let row = |player: &RatingMove| MovedPlayer {
            fide_id: player.fide_id,
            before: player.before,
            after: player.after,
            cause: player.cause,
            corrections: player.corrections.join(" "),
            causes: player.causes.join("; "),
        };
        self.moved.iter().map(row).collect()
    }
}

impl ChangeImpact {
    pub(crate) fn add(&mut self, list: ListImpact) {
        self.lists_touched.push(list.list);
        self.known_from.insert(list.list, list.known_from);
        self.first_ratings_gained += list.first_ratings_gained;
        self.first_ratings_lost += list.first_ratings_lost;
        for player in &list.moved {
            self.moved.insert(player.fide_id);
            if player.cause != MoveCause::Consequence {
                self.directly_moved.insert(player.fide_id);
            }
            for mark in list.thresholds.iter().map(|mark| mark.0) {
                let reaches = |rating: Option<i16>| rating.is_some_and(|rating| rating >= mark);
                if reaches(player.before) != reaches(player.after) {
                    self.crossings.push(ThresholdCrossing { mark, rating_move: player.clone() });
                }
            }
        }
        self.players_moved_directly = self.directly_moved.len() as u64;
        self.players_moved_in_consequence = (self.moved.len() - self.directly_moved.len()) as u64;
        self.largest_moves.extend(list.moved.into_iter().filter(RatingMove::has_both_ratings));
        self.largest_moves.sort_by_key(|player| (-player.points().abs(), player.list, player.fide_id));
        // Each player once, with the largest move.
        let mut listed = BTreeSet::new();
        self.largest_moves.retain(|player| listed.insert(player.fide_id));
        self.largest_moves.truncate(MAX_LARGEST_MOVES);
    }

    /// The players whom the lists so far move.
    pub(crate) fn moved_players(&self) -> BTreeSet<u32> {
        self.moved.clone()
    }

    /// The day on which the cause of the last revised list before a date became known.
    pub(crate) fn known_from(&self, before: ListDate) -> Option<Date> {
        self.known_from.range(..before).next_back().and_then(|(_, day)| *day)
    }
}
