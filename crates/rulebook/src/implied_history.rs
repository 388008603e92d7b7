//! Derives what a list implies about a player's history where it does not state it.

use crate::{Development, JuniorK};
use model::{ListDate, PlayerFlags, PlayerRow, Rating, days_since_1970};

/// Completes the rows of a list from its K column, as the edition in force fills it: K 10 implies a peak of 2400, K 20 thirty career games,
/// K 40 a new player; K 40 of a junior implies nothing.
#[derive(Clone, Debug)]
pub struct ImpliedHistory {
    settled: u8,
    new: u8,
    master: u8,
    master_from: Rating,
    junior: Option<JuniorK>,
    /// A number of career games beyond which K no longer depends on them.
    long_career: u32,
    list: ListDate,
    this_list: i32,
    a_year_before: i32,
}

impl ImpliedHistory {
    /// Takes the rule that filled the K column and the date of the list.
    pub fn new(rule: &Development, date: ListDate) -> Self {
        let (settled, new, master, master_from, junior, long_career) = match rule {
            Development::Flat { .. } => return Self::new(rule.by_career(), date),
            Development::ByCareer { new, new_until_games, settled, master, master_from, junior, .. } => {
                (*settled, *new, *master, *master_from, junior.clone(), *new_until_games)
            }
        };
        Self {
            settled,
            new,
            master,
            master_from,
            junior,
            long_career,
            list: date,
            this_list: days_since_1970(date.day()),
            a_year_before: days_since_1970(date.minus_months(12).day()),
        }
    }

    /// Completes a row with everything that the list does not state.
    #[must_use]
    pub fn complete(&self, given: PlayerRow) -> PlayerRow {
        let is_rated = given.is_rated();
        // The peak is at least the published rating, whatever the list states.
        let published = given.published_rating();
        let is_given = given.flags.has(PlayerFlags::PEAK_GIVEN);
        let peak = if is_given { given.peak } else { self.peak(published, given.k) }.max(published);
        let career_games = if given.flags.has(PlayerFlags::CAREER_GIVEN) {
            given.career_games
        } else if is_rated {
            self.career_games(given, peak)
        } else {
            0
        };
        let last_rated = match given.last_rated {
            PlayerRow::NEVER if !is_rated => PlayerRow::NEVER,
            PlayerRow::NEVER if given.flags.has(PlayerFlags::INACTIVE) => self.a_year_before,
            PlayerRow::NEVER => self.this_list,
            day => day,
        };
        PlayerRow {
            career_games,
            last_rated,
            peak,
            k: if is_rated { given.k } else { 0 },
            flags: given.flags.with(PlayerFlags::FIRST_EVENT, is_rated),
            ..given
        }
    }

    fn peak(&self, published: Rating, k: u8) -> Rating {
        if k == self.master && published.is_rated() { published.max(self.master_from) } else { published }
    }

    fn career_games(&self, given: PlayerRow, peak: Rating) -> u32 {
        let is_junior = self.junior.as_ref().is_some_and(|junior| junior.applies(self.list, given.birth_year, peak));
        let is_new = given.k == self.new && given.k != self.settled && !is_junior;
        if is_new { u32::from(given.games) } else { self.long_career }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn february() -> ListDate {
        "2024-02".parse().expect("a month")
    }

    fn flat() -> ImpliedHistory {
        ImpliedHistory::new(&Development::Flat { article: String::new(), k: 20 }, february())
    }

    fn rated(rating: i16, k: u8) -> PlayerRow {
        PlayerRow { rating: Rating(rating), k, games: 7, ..PlayerRow::UNKNOWN }
    }

    #[test]
    fn k_10_implies_a_peak_of_2400_and_k_20_thirty_games() {
        assert_eq!(flat().complete(rated(2350, 10)).peak, Rating(2400));
        assert_eq!(flat().complete(rated(2450, 10)).peak, Rating(2450));
        assert_eq!(flat().complete(rated(1800, 20)).career_games, 30);
    }

    #[test]
    fn k_40_implies_a_new_player_unless_the_player_is_a_junior() {
        assert_eq!(flat().complete(rated(1800, 40)).career_games, 7);
        let junior = PlayerRow { birth_year: 2006, ..rated(1800, 40) };
        assert_eq!(flat().complete(junior).career_games, 30);
        assert_eq!(flat().complete(PlayerRow { birth_year: 2005, ..junior }).career_games, 7, "19 in the year of the list");
    }

    #[test]
    fn stated_values_are_kept() {
        let given = [PlayerFlags::CAREER_GIVEN, PlayerFlags::PEAK_GIVEN, PlayerFlags::INACTIVE];
        let flags = given.into_iter().fold(PlayerFlags::NONE, |flags, flag| flags.with(flag, true));
        let given = PlayerRow { career_games: 0, peak: Rating(1900), last_rated: 19_000, flags, ..rated(1800, 20) };
        let completed = flat().complete(given);
        assert_eq!((completed.career_games, completed.peak, completed.last_rated), (0, Rating(1900), 19_000));
        // A stated peak of 0 counts: then the peak is the current rating, whatever K implies.
        let master = PlayerRow { peak: Rating::UNRATED, flags, ..rated(2350, 10) };
        assert_eq!(flat().complete(master).peak, Rating(2350));
    }

    #[test]
    fn the_inactive_flag_implies_the_last_rated_list_and_the_unrated_have_none() {
        let days = |text: &str| days_since_1970(model::parse_iso_date(text).expect("a date"));
        assert_eq!(flat().complete(rated(1800, 20)).last_rated, days("2024-02-01"));
        let inactive = PlayerRow { flags: PlayerFlags::INACTIVE, ..rated(1800, 20) };
        assert_eq!(flat().complete(inactive).last_rated, days("2023-02-01"));
        let unrated = flat().complete(PlayerRow { k: 20, ..PlayerRow::UNKNOWN });
        assert_eq!((unrated.last_rated, unrated.k, unrated.career_games), (PlayerRow::NEVER, 0, 0));
        assert!(!unrated.flags.has(PlayerFlags::FIRST_EVENT));
        assert!(flat().complete(rated(1800, 20)).flags.has(PlayerFlags::FIRST_EVENT));
    }

    #[test]
    fn a_hidden_rating_does_not_raise_the_peak() {
        let hidden = PlayerRow { flags: PlayerFlags::HIDDEN, ..rated(950, 20) };
        assert_eq!(flat().complete(hidden).peak, Rating::UNRATED);
    }
}
