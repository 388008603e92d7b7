//! K, the development coefficient (D7, D8).

use chrono::Datelike;
use model::{ListDate, PlayerRow, Rating};
use rulebook::{Development, age_in_year_of};

/// A player's career as far as K depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Career {
    pub games: u32,
    /// The highest published rating; unrated where there never was one.
    pub peak: Rating,
    /// 0 where it is not known: then there is no junior K.
    pub birth_year: i16,
}

impl Career {
    /// The career in a row of a list.
    pub const fn of(row: &PlayerRow) -> Self {
        Self { games: row.career_games, peak: row.peak, birth_year: row.birth_year }
    }
}

/// The condition of D8 that gave a player's K, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KReason {
    /// The edition has one K for all.
    Everyone,
    /// A published rating was at the limit once.
    Master { from: Rating, peak: Rating },
    /// Fewer games than a settled player has.
    New { games: u32, until_games: u32 },
    /// Young enough in the year of the list, and never published at the limit.
    Junior { age: i32, below: Rating },
    /// No other condition applies.
    Settled { from_games: u32, below: Rating },
}

impl KReason {
    /// The article of the rule, with the decisions that interpret it.
    pub fn article(self, rule: &Development) -> String {
        let decisions = match self {
            Self::Everyone => "D51",
            Self::Master { .. } | Self::New { .. } | Self::Junior { .. } | Self::Settled { .. } => "D7, D8",
        };
        format!("{}, {decisions}", rule.article())
    }

    /// The reason in words, for a list of that date.
    pub fn words(self, k: u8, list: ListDate) -> String {
        match self {
            Self::Everyone => format!("{k} for everyone"),
            Self::Master { from, peak } => format!("a published rating has been {} or more ({}), so for ever", from.0, peak.0),
            Self::New { games, until_games } => format!("a new player: {games} of {until_games} games"),
            Self::Junior { age, below } => {
                format!("a junior: {age} at the end of {}, never published at {} or more", list.day().year(), below.0)
            }
            Self::Settled { from_games, below } => format!("settled: {from_games} games or more, never {} or more", below.0),
        }
    }

    /// The reason in words for a player whose age is not to be said.
    pub fn words_without_age(self, k: u8, list: ListDate) -> String {
        match self {
            Self::Junior { below, .. } => format!("a junior at the end of {}, never published at {} or more", list.day().year(), below.0),
            Self::Everyone | Self::Master { .. } | Self::New { .. } | Self::Settled { .. } => self.words(k, list),
        }
    }
}

/// The K of a player on a list of that date, and why. The conditions are checked in the order of D8.
pub fn development_coefficient(rule: &Development, list: ListDate, career: Career) -> (u8, KReason) {
    match rule {
        Development::Flat { k, .. } => (*k, KReason::Everyone),
        Development::ByCareer { new, new_until_games, settled, master, master_from, junior, .. } => {
            if career.peak >= *master_from {
                return (*master, KReason::Master { from: *master_from, peak: career.peak });
            }
            if career.games < *new_until_games {
                return (*new, KReason::New { games: career.games, until_games: *new_until_games });
            }
            match junior {
                Some(junior) if junior.applies(list, career.birth_year, career.peak) => {
                    (junior.k, KReason::Junior { age: age_in_year_of(list, career.birth_year), below: junior.below })
                }
                Some(_) | None => (*settled, KReason::Settled { from_games: *new_until_games, below: *master_from }),
            }
        }
    }
}

/// The K for a rating period, and whether it is the previous list's (D7).
///
/// Where the calculation edition has one K for all, that K counts whatever the list says (D51). A list without a K has the edition's on its
/// date.
pub(crate) fn k_of_period(calculation: &Development, previous: ListDate, row: &PlayerRow) -> (u8, bool) {
    match calculation {
        Development::ByCareer { .. } if row.k > 0 => (row.k, true),
        Development::ByCareer { .. } | Development::Flat { .. } => {
            (development_coefficient(calculation, previous, Career::of(row)).0, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    fn k(edition: &str, list: &str, games: u32, peak: i16, birth_year: i16) -> u8 {
        let edition = Rulebook::fide().by_id(edition).expect("an edition");
        development_coefficient(&edition.development, list.parse().expect("a month"), Career { games, peak: Rating(peak), birth_year }).0
    }

    #[test]
    fn article_8_33_new_players_have_40_until_they_have_30_games() {
        assert_eq!(k("standard-2022", "2023-05", 29, 1500, 1980), 40);
        assert_eq!(k("standard-2022", "2023-05", 30, 1500, 1980), 20);
    }

    #[test]
    fn article_8_33_a_published_2400_means_10_for_ever_even_for_the_new_and_the_young() {
        assert_eq!(k("standard-2022", "2023-05", 500, 2400, 1980), 10);
        assert_eq!(k("standard-2022", "2023-05", 500, 2399, 1980), 20);
        assert_eq!(k("standard-2022", "2023-05", 9, 2400, 2010), 10);
    }

    #[test]
    fn article_8_33_juniors_have_40_to_the_end_of_the_year_of_18_while_never_published_at_2300() {
        assert_eq!(k("standard-2022", "2023-12", 500, 2299, 2005), 40);
        assert_eq!(k("standard-2022", "2024-01", 500, 2299, 2005), 20);
        assert_eq!(k("standard-2022", "2023-12", 500, 2300, 2005), 20);
        assert_eq!(k("standard-2022", "2023-12", 500, 1500, 0), 20, "no year of birth, no junior K");
    }

    #[test]
    fn article_7_32_rapid_and_blitz_of_2022_have_20_for_everyone_and_7_3_3_of_2024_has_three_values() {
        assert_eq!(k("rapid-blitz-2022", "2023-12", 0, 0, 2010), 20);
        assert_eq!(k("rapid-blitz-2022", "2023-12", 500, 2500, 1980), 20);
        assert_eq!(k("rapid-blitz-2024", "2024-01", 29, 1500, 1980), 40);
        assert_eq!(k("rapid-blitz-2024", "2024-01", 500, 2500, 1980), 10);
    }

    #[test]
    fn d51_one_k_for_all_counts_whatever_the_previous_list_says() {
        let period = |edition: &str, k: u8| {
            let rule = &Rulebook::fide().by_id(edition).expect("an edition").development;
            k_of_period(rule, "2022-09".parse().expect("a month"), &PlayerRow { k, rating: Rating(1800), ..PlayerRow::UNKNOWN })
        };
        assert_eq!([period("rapid-blitz-2022", 40), period("rapid-blitz-2022", 0)], [(20, false), (20, false)]);
        assert_eq!(period("online-2013", 10), (20, false));
        assert_eq!([period("rapid-blitz-2022-10", 10), period("rapid-blitz-2022-10", 0)], [(10, true), (40, false)]);
    }

    #[test]
    fn every_k_has_its_reason_in_words() {
        let words = |edition, games, peak, birth_year| {
            let rule = &Rulebook::fide().by_id(edition).expect("an edition").development;
            let list = "2023-05".parse().expect("a month");
            let (k, reason) = development_coefficient(rule, list, Career { games, peak: Rating(peak), birth_year });
            reason.words(k, list)
        };
        assert_eq!(words("standard-2022", 500, 2412, 1980), "a published rating has been 2400 or more (2412), so for ever");
        assert_eq!(words("standard-2022", 12, 1500, 1980), "a new player: 12 of 30 games");
        assert_eq!(words("standard-2022", 300, 1500, 2008), "a junior: 15 at the end of 2023, never published at 2300 or more");
        assert_eq!(words("standard-2022", 300, 1500, 1980), "settled: 30 games or more, never 2400 or more");
        assert_eq!(words("rapid-blitz-2022", 0, 0, 0), "20 for everyone");
    }
}
