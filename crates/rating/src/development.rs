//! K, the development coefficient (D7, D8).

use chrono::Datelike;
use model::{ListDate, Rating};
use rulebook::Development;

/// What K depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Career {
    pub games: u32,
    /// The highest published rating; unrated where there never was one.
    pub peak: Rating,
    /// 0 where it is not known: then there is no junior K.
    pub birth_year: i16,
}

/// The K of a player on a list of that date. The order of the questions is that of D8.
pub fn development_coefficient(rule: &Development, list: ListDate, career: Career) -> u8 {
    match rule {
        Development::Flat { k, .. } => *k,
        Development::ByCareer { new, new_until_games, settled, master, master_from, junior, .. } => {
            if career.peak >= *master_from {
                return *master;
            }
            if career.games < *new_until_games {
                return *new;
            }
            match junior {
                Some(junior) if is_of_age(list, career.birth_year, junior.until_age) && career.peak < junior.below => junior.k,
                Some(_) | None => *settled,
            }
        }
    }
}

/// To the end of the year of that birthday.
fn is_of_age(list: ListDate, birth_year: i16, until_age: i16) -> bool {
    birth_year > 0 && list.day().year() - i32::from(birth_year) <= i32::from(until_age)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    fn k(edition: &str, list: &str, games: u32, peak: i16, birth_year: i16) -> u8 {
        let edition = Rulebook::fide().by_id(edition).expect("an edition");
        development_coefficient(&edition.development, list.parse().expect("a month"), Career { games, peak: Rating(peak), birth_year })
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
}
