//! Sides of games that were left out, counted by reason and article.

use model::Reason;
use pages::Value;
use period_assembly::{Period, Side};
use rating::{OnlineSideOutcome, Outcome, SideOutcome};
use rayon::prelude::*;
use rulebook::article_of;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The number of sides that were left out for one reason by one article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOutSides {
    #[serde(serialize_with = "serialize_word")]
    pub reason: Reason,
    pub article: String,
    pub sides: u64,
}

fn serialize_word<S: Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.word())
}

/// The sides that were left out, by edition (the last is for tournaments without one), then by reason; and, by tournament, those that were left
/// out because their tournament is not rated, whose article may be one of its own.
type LeftOutCounts = (Vec<Vec<u64>>, Vec<u64>);

/// Why a tournament is not rated, and the index of its edition; the last index is for tournaments without one.
type ReasonAndEdition = (Option<Reason>, usize);

impl LeftOutSides {
    /// Counts the sides of a period that were left out, by reason, then article.
    pub fn count(period: &Period, outcome: &Outcome) -> Vec<Self> {
        const SIDES_AT_ONCE: usize = 1 << 16;
        // Looked up for every side, so apart from what else there is of a tournament.
        let of_tournaments: Vec<ReasonAndEdition> =
            period.tournaments.iter().map(|judged| (judged.reason, judged.edition.unwrap_or(period.editions.len()))).collect();
        let (mut by_edition, by_tournament) = period
            .sides
            .par_chunks(SIDES_AT_ONCE)
            .zip(outcome.sides.par_chunks(SIDES_AT_ONCE))
            .fold(|| Self::no_sides(period), |counts, (sides, outcomes)| Self::count_into(counts, &of_tournaments, sides, outcomes))
            .reduce(|| Self::no_sides(period), Self::added);
        for side in outcome.online.iter().flat_map(|online| online.sides.iter().flatten()) {
            if let OnlineSideOutcome::LeftOut(reason) = side {
                by_edition[period.calculation][*reason as usize] += 1;
            }
        }
        let mut by_article: BTreeMap<(Reason, String), u64> = BTreeMap::new();
        for (judged, sides) in period.tournaments.iter().zip(by_tournament).filter(|(_, sides)| *sides > 0) {
            if let Some(reason) = judged.reason {
                *by_article.entry((reason, judged.article.clone())).or_default() += sides;
            }
        }
        for (edition, counts) in by_edition.iter().enumerate() {
            for &reason in Reason::ALL.iter().filter(|&&reason| counts[reason as usize] > 0) {
                let article = article_of(reason, period.editions.get(edition), period.calculation(), period.publication());
                *by_article.entry((reason, article)).or_default() += counts[reason as usize];
            }
        }
        by_article.into_iter().map(|((reason, article), sides)| Self { reason, article, sides }).collect()
    }

    fn no_sides(period: &Period) -> LeftOutCounts {
        (vec![vec![0; Reason::ALL.len() + 1]; period.editions.len() + 1], vec![0; period.tournaments.len()])
    }

    fn count_into(
        (mut by_edition, mut by_tournament): LeftOutCounts,
        of_tournaments: &[ReasonAndEdition],
        sides: &[Side],
        outcomes: &[SideOutcome],
    ) -> LeftOutCounts {
        for (side, outcome) in sides.iter().zip(outcomes) {
            if let SideOutcome::LeftOut(reason) = outcome {
                match of_tournaments[side.tournament as usize] {
                    (Some(of_all), _) if of_all == *reason => by_tournament[side.tournament as usize] += 1,
                    (_, edition) => by_edition[edition][*reason as usize] += 1,
                }
            }
        }
        (by_edition, by_tournament)
    }

    fn added((mut by_edition, mut by_tournament): LeftOutCounts, (more_by_edition, more_by_tournament): LeftOutCounts) -> LeftOutCounts {
        for (counts, more) in by_edition.iter_mut().flatten().zip(more_by_edition.iter().flatten()) {
            *counts += more;
        }
        for (count, more) in by_tournament.iter_mut().zip(more_by_tournament) {
            *count += more;
        }
        (by_edition, by_tournament)
    }

    /// The count in words: `6 of 12 sides: rate of play, 1.1`.
    pub fn phrase(&self, read: u64) -> Value {
        let article = if self.article.is_empty() { String::new() } else { format!(", {}", self.article) };
        let reason = format!(": {}{article}", self.reason.word().replace('-', " "));
        Value::phrase([Value::Count(self.sides), " of ".into(), Value::Counted(read, "side"), reason.into()])
    }
}
