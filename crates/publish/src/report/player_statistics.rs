//! Statistics of all players, collected in one pass: the highest, the new, the gone, and the distribution of ratings.

use super::top_entries::TopEntries;
use crate::Publication;
use crate::players::was_listed;
use chrono::Datelike;
use pages::{Histogram, Value};
use rating::{Change, ListDay};
use std::collections::BTreeMap;
use tables::{PlayerText, TextColumn};

/// The number of players in a top list.
pub(super) const TOP: usize = 10;

/// The number of entrants and exits that are named.
pub(super) const NAMED: usize = 20;

/// Juniors turn at most this old in the year of the list.
pub(super) const JUNIOR_AGE: i32 = 20;

/// The width of a class of ratings, in points.
pub(super) const CLASS: i16 = 50;
/// The number of classes of ratings, enough for the highest rating of any list.
const CLASSES: usize = 80;

/// The width of a class of changes, in points. It is odd, so that one class has zero in its middle.
const STEP: i32 = 5;
/// The number of classes on each side of zero. Greater changes are counted in the last class.
const FURTHEST: i32 = 40;

/// The named players and the distribution of ratings of a list.
pub(super) struct PlayerStatistics<'a> {
    pub(super) open: TopEntries,
    pub(super) women: TopEntries,
    pub(super) juniors: TopEntries,
    pub(super) girls: TopEntries,
    pub(super) entrants: TopEntries,
    pub(super) exits: TopEntries,
    pub(super) newly_inactive: TopEntries,
    /// The number of listed players in each class of ratings, on this list and on the previous one.
    pub(super) ratings: Vec<u64>,
    pub(super) ratings_before: Vec<u64>,
    /// The number of players new on the list in each class of ratings, and of those gone from it.
    pub(super) came_in: Vec<u64>,
    pub(super) left: Vec<u64>,
    /// The number of players who were on the previous list by the rules of this one, and of those who were active.
    pub(super) listed_before: u64,
    pub(super) active_before: u64,
    /// The number of listed players of each federation.
    pub(super) federations: BTreeMap<&'a str, u64>,
}

impl<'a> PlayerStatistics<'a> {
    pub(super) fn collect(publication: &'a Publication<'_>) -> Self {
        let (period, outcome) = (publication.period, publication.outcome);
        let mut statistics = Self {
            open: TopEntries::new(TOP),
            women: TopEntries::new(TOP),
            juniors: TopEntries::new(TOP),
            girls: TopEntries::new(TOP),
            entrants: TopEntries::new(NAMED),
            exits: TopEntries::new(NAMED),
            newly_inactive: TopEntries::new(NAMED),
            ratings: vec![0; CLASSES],
            ratings_before: vec![0; CLASSES],
            came_in: vec![0; CLASSES],
            left: vec![0; CLASSES],
            listed_before: 0,
            active_before: 0,
            federations: BTreeMap::new(),
        };
        let sex = text_column(publication, PlayerText::Sex);
        let year = period.list.day().year();
        let previous = ListDay::of_previous(period);
        let mut unlisted = publication.period.withheld.players().peekable();
        for player in 0..outcome.players.len() {
            let is_withheld = unlisted.next_if_eq(&player).is_some();
            let (was, is) = (was_listed(&previous, period, player), outcome.players[player].is_listed() && !is_withheld);
            let (before, after) = (period.players.rows[player].rating, outcome.players[player].rating);
            let was_active = was && previous.inactive(period.players.rows[player].last_rated).is_none();
            if was {
                statistics.listed_before += 1;
                statistics.active_before += u64::from(was_active);
                statistics.ratings_before[class_of(before.0)] += 1;
            }
            if was && !is {
                statistics.left[class_of(before.0)] += 1;
                statistics.exits.offer(before.points(), player);
            }
            if !is {
                continue;
            }
            statistics.ratings[class_of(after.0)] += 1;
            if !was {
                statistics.came_in[class_of(after.0)] += 1;
                statistics.entrants.offer(after.points(), player);
            }
            if outcome.players[player].is_inactive() {
                if was_active {
                    statistics.newly_inactive.offer(after.points(), player);
                }
                continue;
            }
            let points = after.points();
            statistics.open.offer(points, player);
            let birth_year = i32::from(period.players.rows[player].birth_year);
            let is_junior = birth_year > 0 && year - birth_year <= JUNIOR_AGE;
            if is_junior {
                statistics.juniors.offer(points, player);
            }
            // The sex is looked up only for players who would be kept.
            let has_place = statistics.women.would_keep(points) || is_junior && statistics.girls.would_keep(points);
            if has_place && sex.get(player) == "F" {
                statistics.women.offer(points, player);
                if is_junior {
                    statistics.girls.offer(points, player);
                }
            }
        }
        let is_on_list = |player: usize| outcome.players[player].is_listed() && !period.withheld.contains(player);
        statistics.federations = text_column(publication, PlayerText::Federation).counts(is_on_list);
        statistics
    }
}

/// The class of a rating.
fn class_of(rating: i16) -> usize {
    usize::try_from(rating / CLASS).unwrap_or(0).min(CLASSES - 1)
}

/// A text column of the players.
pub(super) fn text_column<'a>(publication: &'a Publication<'_>, field: PlayerText) -> &'a TextColumn {
    publication.text.column(field)
}

/// Whether a change is that of a player who was rated, played, and is still on the list.
pub(super) fn is_move(publication: &Publication<'_>, change: &Change) -> bool {
    let player = change.player as usize;
    change.before.is_rated()
        && change.games > 0
        && publication.outcome.players[player].is_listed()
        && !publication.period.withheld.contains(player)
}

fn moves<'a>(publication: &'a Publication<'_>) -> impl Iterator<Item = &'a Change> {
    publication.outcome.changes.iter().filter(|change| is_move(publication, change))
}

/// The number of players whose rating moved by games.
pub(super) fn moved(publication: &Publication<'_>) -> u64 {
    moves(publication).filter(|change| change.after != change.before).count() as u64
}

pub(super) fn changes_plot(publication: &Publication<'_>) -> Histogram {
    let mut counts = vec![0; usize::try_from(2 * FURTHEST + 1).unwrap_or(0)];
    for change in moves(publication) {
        let points = change.after.points() - change.before.points();
        let class = (points + STEP / 2).div_euclid(STEP).clamp(-FURTHEST, FURTHEST);
        counts[usize::try_from(class + FURTHEST).unwrap_or(0)] += 1;
    }
    let first = -f64::from(FURTHEST * STEP) - f64::from(STEP) / 2.0;
    Histogram::new("Changes of rated players with games", "points", "players", first, f64::from(STEP), &counts).sentence(Value::phrase([
        Value::Counted(moved(publication), "rating"),
        format!(" moved. Classes of {STEP} points; larger changes than {} stand at the ends.", FURTHEST * STEP).into(),
    ]))
}
