//! Statistics of all players, collected in one pass: the highest, the new, the gone, and the distribution of ratings.

use super::top_entries::TopEntries;
use crate::Publication;
use crate::players::was_listed;
use chrono::Datelike;
use pages::Histogram;
use rating::{Change, ListDay};
use tables::{PlayerText, TextColumn};

/// The number of players in a top list.
pub(super) const TOP: usize = 10;

/// The number of entrants and exits that are named.
pub(super) const NAMED: usize = 20;

/// Juniors turn at most this old in the year of the list.
pub(super) const JUNIOR_AGE: i32 = 20;

/// The width of a class of ratings, in points.
const CLASS: i16 = 50;
/// The number of classes of ratings, enough for the highest rating of any list.
const CLASSES: usize = 80;

/// The width of a class of changes, in points. It is odd, so that one class has zero in its middle.
const STEP: i32 = 5;
/// The number of classes on each side of zero. Greater changes are counted in the last class.
const FURTHEST: i32 = 40;

/// The named players and the distribution of ratings of a list.
pub(super) struct PlayerStatistics {
    pub(super) open: TopEntries,
    pub(super) women: TopEntries,
    pub(super) juniors: TopEntries,
    pub(super) girls: TopEntries,
    pub(super) entrants: TopEntries,
    pub(super) exits: TopEntries,
    pub(super) newly_inactive: TopEntries,
    /// The number of listed players in each class of ratings.
    ratings: Vec<u64>,
}

impl PlayerStatistics {
    pub(super) fn collect(publication: &Publication<'_>) -> Self {
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
        };
        let sex = text_column(publication, PlayerText::Sex);
        let year = period.list.day().year();
        let previous = ListDay::of_previous(period);
        let mut unlisted = publication.period.withheld.players().peekable();
        for player in 0..outcome.players.len() {
            let is_withheld = unlisted.next_if_eq(&player).is_some();
            let (was, is) = (was_listed(&previous, period, player), outcome.players[player].is_listed() && !is_withheld);
            let (before, after) = (period.players.rows[player].rating, outcome.players[player].rating);
            if was && !is {
                statistics.exits.offer(before.points(), player);
            }
            if !is {
                continue;
            }
            statistics.ratings[usize::try_from(after.0 / CLASS).unwrap_or(0).min(CLASSES - 1)] += 1;
            if !was {
                statistics.entrants.offer(after.points(), player);
            }
            if outcome.players[player].is_inactive() {
                if was && previous.inactive(period.players.rows[player].last_rated).is_none() {
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
        statistics
    }

    pub(super) fn ratings_plot(&self) -> Histogram {
        Histogram::new("Ratings of all players on the list", "rating", "players", 0.0, f64::from(CLASS), &self.ratings)
    }
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
    Histogram::new("Changes of rated players with games", "points", "players", first, f64::from(STEP), &counts)
}
