//! Derives what a list implies about a player's history where it does not state it.

use crate::{Development, JuniorK};
use model::{ListDate, PlayerFlags, PlayerRow, Rating, days_since_1970};

/// Completes the rows of a list from its K column, as the edition in force fills it (D39): K 10 implies a peak of 2400, K 20 thirty career
/// games, and of a junior a peak of 2300; K 40 implies a new player, and of a junior nothing.
#[derive(Clone, Debug)]
pub struct ImpliedHistory {
    settled: u8,
    new: u8,
    master: u8,
    master_from: Rating,
    junior: Option<JuniorK>,
    /// Whether the edition has one K for everybody, which implies nothing.
    is_flat: bool,
    /// A number of career games beyond which K no longer depends on them.
    long_career: u32,
    list: ListDate,
    this_list: i32,
    a_year_before: i32,
}

/// What is not known of a player's history (D39).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownHistory {
    pub career_games: bool,
    /// The highest published rating.
    pub peak: bool,
    /// The last list with games.
    pub last_rated: bool,
}

impl ImpliedHistory {
    /// Takes the rule that filled the K column and the date of the list.
    pub fn new(rule: &Development, date: ListDate) -> Self {
        let (settled, new, master, master_from, junior, long_career) = match rule {
            Development::Flat { .. } => return Self { is_flat: true, ..Self::new(rule.by_career(), date) },
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
            is_flat: false,
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
        let peak = self.peak(&given);
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

    /// The highest published rating that a row states or implies. It is at least the row's own rating, if that is published (D51).
    pub fn peak(&self, given: &PlayerRow) -> Rating {
        let published = if given.flags.has(PlayerFlags::UNLISTED) { Rating::UNRATED } else { given.published_rating() };
        if given.flags.has(PlayerFlags::PEAK_GIVEN) || !published.is_rated() {
            return given.peak.max(published);
        }
        let of_junior = self.junior.as_ref().filter(|junior| !self.is_flat && junior.applies(self.list, given.birth_year, published));
        let implied = match (given.k, of_junior) {
            (k, _) if k == self.master => self.master_from,
            (k, Some(junior)) if k == self.settled => junior.below,
            _ => published,
        };
        given.peak.max(implied).max(published)
    }

    /// What neither a row nor its K says of a player's history, as far as K and activity depend on it.
    pub fn unknown(&self, given: &PlayerRow) -> UnknownHistory {
        if !given.is_rated() {
            return UnknownHistory { career_games: false, peak: false, last_rated: false };
        }
        let is_told_by_k = given.k > 0 && !self.is_flat;
        let is_junior = || self.junior.as_ref().is_some_and(|junior| junior.applies(self.list, given.birth_year, self.peak(given)));
        let is_told = |flag: PlayerFlags| given.flags.has(flag);
        UnknownHistory {
            // A junior's K does not depend on the games.
            career_games: !is_told(PlayerFlags::CAREER_GIVEN) && (!is_told_by_k || is_junior()),
            peak: !is_told(PlayerFlags::PEAK_GIVEN) && !is_told_by_k,
            last_rated: given.games == 0 && given.last_rated == PlayerRow::NEVER,
        }
    }

    /// The least number of career games that a player's K implies.
    pub fn least_career_games(&self, given: &PlayerRow) -> u32 {
        let is_settled = !self.is_flat && given.k == self.settled && given.k != self.new;
        if is_settled { self.long_career } else { 0 }
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
    fn d39_k_20_of_a_junior_under_2300_implies_a_peak_of_2300_where_juniors_have_a_k_of_their_own() {
        let standard = Development::Flat { article: String::new(), k: 20 }.by_career().clone();
        let history = ImpliedHistory::new(&standard, february());
        let junior = PlayerRow { birth_year: 2006, ..rated(2250, 20) };
        assert_eq!(history.complete(junior).peak, Rating(2300));
        assert_eq!(history.complete(PlayerRow { birth_year: 2005, ..junior }).peak, Rating(2250), "19 in the year of the list");
        assert_eq!(history.complete(PlayerRow { k: 40, ..junior }).peak, Rating(2250), "the K of a junior");
        assert_eq!(history.complete(PlayerRow { rating: Rating(2310), ..junior }).peak, Rating(2310));
        assert_eq!(flat().complete(junior).peak, Rating(2250), "20 is everybody's K there");
    }

    #[test]
    fn d39_what_neither_the_row_nor_k_tells_is_not_known() {
        let standard = Development::Flat { article: String::new(), k: 20 }.by_career().clone();
        let history = ImpliedHistory::new(&standard, february());
        let unknown = |history: &ImpliedHistory, row: PlayerRow| {
            let UnknownHistory { career_games, peak, last_rated } = history.unknown(&row);
            [career_games, peak, last_rated]
        };
        assert_eq!(unknown(&history, rated(1800, 20)), [false, false, false]);
        assert_eq!(unknown(&history, PlayerRow { games: 0, ..rated(1800, 20) }), [false, false, true]);
        assert_eq!(unknown(&history, rated(1800, 0)), [true, true, false]);
        assert_eq!(unknown(&history, PlayerRow { birth_year: 2010, ..rated(1800, 40) }), [true, false, false], "a junior's 40");
        assert_eq!(unknown(&flat(), rated(1800, 20)), [true, true, false]);
        assert_eq!(unknown(&history, PlayerRow::UNKNOWN), [false, false, false], "the unrated");
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
    fn d51_a_rating_that_is_not_published_does_not_raise_the_peak() {
        let withheld = PlayerRow { flags: PlayerFlags::UNLISTED, ..rated(2450, 20) };
        assert_eq!(flat().complete(withheld).peak, Rating::UNRATED);
        let stated = PlayerRow { peak: Rating(2390), flags: withheld.flags.with(PlayerFlags::PEAK_GIVEN, true), ..withheld };
        assert_eq!(flat().complete(stated).peak, Rating(2390));
        assert_eq!(flat().complete(PlayerRow { flags: PlayerFlags::PEAK_GIVEN, ..stated }).peak, Rating(2450));
    }

    #[test]
    fn a_hidden_rating_does_not_raise_the_peak() {
        let hidden = PlayerRow { flags: PlayerFlags::HIDDEN, ..rated(950, 20) };
        assert_eq!(flat().complete(hidden).peak, Rating::UNRATED);
    }
}
