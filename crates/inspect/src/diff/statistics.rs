//! Means and medians of a list's ratings.

use super::compared_list::ComparedList;
use serde::Serialize;

/// Statistics of the ratings of a list, of all players and of the active ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ListStatistics {
    pub all: RatingStatistics,
    pub active: RatingStatistics,
}

/// Statistics of some ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RatingStatistics {
    pub players: u64,
    /// To a hundredth, a half away from zero; `None` without players.
    pub mean: Option<f64>,
    /// Of an even number of players the mean of the two in the middle.
    pub median: Option<f64>,
}

impl ListStatistics {
    /// Statistics of the players for whom `is_selected` holds; of all where it is `None`.
    pub(super) fn of(list: &ComparedList, is_selected: Option<&[bool]>) -> Self {
        let (mut all, mut active) = (RatingCounts::default(), RatingCounts::default());
        for (row, &rating) in list.rating.iter().enumerate() {
            if is_selected.is_none_or(|is_selected| is_selected[row]) {
                all.add(rating);
                if !list.is_inactive(row) {
                    active.add(rating);
                }
            }
        }
        Self { all: all.statistics(), active: active.statistics() }
    }
}

/// How many players have each rating.
#[derive(Debug, Default)]
struct RatingCounts {
    counts: Vec<u32>,
    players: u64,
    sum: u64,
}

impl RatingCounts {
    fn add(&mut self, rating: i16) {
        let Ok(at) = usize::try_from(rating) else { return };
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        self.players += 1;
        self.sum += at as u64;
    }

    fn statistics(&self) -> RatingStatistics {
        let players = self.players;
        if players == 0 {
            return RatingStatistics::default();
        }
        let hundredths = (self.sum * 200 + players) / (2 * players);
        let middle = self.nth((players - 1) / 2) + self.nth(players / 2);
        RatingStatistics { players, mean: Some(hundredths as f64 / 100.0), median: Some(middle as f64 / 2.0) }
    }

    /// The rating at this position in ascending order.
    fn nth(&self, position: u64) -> usize {
        let mut before = 0;
        let is_it = |&count: &u32| {
            before += u64::from(count);
            before > position
        };
        self.counts.iter().position(is_it).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(ratings: &[i16]) -> (Option<f64>, Option<f64>) {
        let mut counts = RatingCounts::default();
        ratings.iter().for_each(|&rating| counts.add(rating));
        let statistics = counts.statistics();
        assert_eq!(statistics.players, ratings.len() as u64);
        (statistics.mean, statistics.median)
    }

    #[test]
    fn mean_and_median_are_those_of_a_calculation_by_hand() {
        assert_eq!(statistics(&[]), (None, None));
        assert_eq!(statistics(&[1500]), (Some(1500.0), Some(1500.0)));
        // (1400 + 1500 + 2000) / 3 = 1633.33...
        assert_eq!(statistics(&[2000, 1400, 1500]), (Some(1633.33), Some(1500.0)));
        // (1400 + 1401 + 1500 + 2000) / 4 = 1575.25; the middle of 1401 and 1500.
        assert_eq!(statistics(&[2000, 1400, 1500, 1401]), (Some(1575.25), Some(1450.5)));
        // 4205 / 3 = 1401.666...: up.
        assert_eq!(statistics(&[1401, 1402, 1402]), (Some(1401.67), Some(1402.0)));
    }
}
