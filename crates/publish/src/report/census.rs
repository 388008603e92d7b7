//! One pass over all players: who leads, who came, who went, and how ratings are spread.

use super::best::Best;
use crate::Publication;
use crate::players::was_listed;
use chrono::Datelike;
use pages::Histogram;
use rating::{Change, ListDay};
use tables::{PlayerText, TextColumn};

/// How many players a top list names.
pub(super) const TOP: usize = 10;

/// How many entrants and exits are named.
pub(super) const NAMED: usize = 20;

/// Juniors turn at most this old in the year of the list.
pub(super) const JUNIOR_AGE: i32 = 20;

/// Points in a class of the distribution of ratings, and how many classes reach to the highest rating that a list can hold.
const CLASS: i16 = 50;
const CLASSES: usize = 80;

/// Points in a class of changes; an odd number, so that one class has nothing in its middle. Further changes stand at the ends.
const STEP: i32 = 5;
const FURTHEST: i32 = 40;

pub(super) struct Census {
    pub(super) open: Best,
    pub(super) women: Best,
    pub(super) juniors: Best,
    pub(super) girls: Best,
    pub(super) entrants: Best,
    pub(super) exits: Best,
    pub(super) newly_inactive: Best,
    /// Players on the list by classes of rating.
    ratings: Vec<u64>,
}

impl Census {
    pub(super) fn take(publication: &Publication<'_>) -> Self {
        let (period, outcome) = (publication.period, publication.outcome);
        let mut census = Self {
            open: Best::new(TOP),
            women: Best::new(TOP),
            juniors: Best::new(TOP),
            girls: Best::new(TOP),
            entrants: Best::new(NAMED),
            exits: Best::new(NAMED),
            newly_inactive: Best::new(NAMED),
            ratings: vec![0; CLASSES],
        };
        let sex = words(publication, PlayerText::Sex);
        let year = period.list.day().year();
        let previous = ListDay::of_previous(period);
        let mut unlisted = publication.period.withheld.players().peekable();
        for player in 0..outcome.players.len() {
            if unlisted.next_if_eq(&player).is_some() {
                continue;
            }
            let (was, is) = (was_listed(&previous, period, player), outcome.players[player].is_listed());
            let (before, after) = (period.players.rows[player].rating, outcome.players[player].rating);
            if was && !is {
                census.exits.offer(before.points(), player);
            }
            if !is {
                continue;
            }
            census.ratings[usize::try_from(after.0 / CLASS).unwrap_or(0).min(CLASSES - 1)] += 1;
            if !was {
                census.entrants.offer(after.points(), player);
            }
            if outcome.players[player].is_inactive() {
                if was && previous.inactive(period.players.rows[player].last_rated).is_none() {
                    census.newly_inactive.offer(after.points(), player);
                }
                continue;
            }
            let points = after.points();
            census.open.offer(points, player);
            let birth_year = i32::from(period.players.rows[player].birth_year);
            let is_junior = birth_year > 0 && year - birth_year <= JUNIOR_AGE;
            if is_junior {
                census.juniors.offer(points, player);
            }
            // The word is looked up only for those who would have a place.
            let has_place = census.women.would_keep(points) || is_junior && census.girls.would_keep(points);
            if has_place && sex.get(player) == "F" {
                census.women.offer(points, player);
                if is_junior {
                    census.girls.offer(points, player);
                }
            }
        }
        census
    }

    pub(super) fn ratings_plot(&self) -> Histogram {
        Histogram::new("Ratings of all players on the list", "rating", "players", 0.0, f64::from(CLASS), &self.ratings)
    }
}

/// A column of words about players.
pub(super) fn words<'a>(publication: &'a Publication<'_>, word: PlayerText) -> &'a TextColumn {
    publication.text.column(word)
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

/// How many of them stand elsewhere than before.
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
