//! Why that K (D7, D8).

use crate::explain::rules::development_article;
use chrono::Datelike;
use model::ListDate;
use rating::{Career, development_coefficient};
use rulebook::Development;

/// In words why a player with this career has the K that a rule gives on a list of that date.
pub(crate) fn why(rule: &Development, list: ListDate, career: Career) -> String {
    let Career { games, peak, birth_year } = career;
    match rule {
        Development::Flat { k, .. } => format!("{k} for everyone"),
        Development::ByCareer { new_until_games, master_from, junior, .. } => {
            if peak >= *master_from {
                return format!("a published rating has been {} or more ({}), so for ever", master_from.0, peak.0);
            }
            if games < *new_until_games {
                return format!("a new player: {games} of {new_until_games} games");
            }
            match junior {
                Some(junior) if development_coefficient(rule, list, career) == junior.k => format!(
                    "a junior: {} at the end of {}, never published at {} or more",
                    list.day().year() - i32::from(birth_year),
                    list.day().year(),
                    junior.below.0
                ),
                Some(_) | None => format!("settled: {new_until_games} games or more, never {} or more", master_from.0),
            }
        }
    }
}

/// The article of K with the decisions that read it.
pub(crate) fn article(rule: &Development) -> String {
    match rule {
        Development::Flat { .. } => format!("{}, D7", development_article(rule)),
        Development::ByCareer { .. } => format!("{}, D7, D8", development_article(rule)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Rating;
    use rulebook::Rulebook;

    #[test]
    fn each_k_says_why() {
        let rule = &Rulebook::fide().by_id("standard-2022").expect("an edition").development;
        let said =
            |games, peak, birth_year| why(rule, "2023-05".parse().expect("a month"), Career { games, peak: Rating(peak), birth_year });
        assert_eq!(said(500, 2412, 1980), "a published rating has been 2400 or more (2412), so for ever");
        assert_eq!(said(12, 1500, 1980), "a new player: 12 of 30 games");
        assert_eq!(said(300, 1500, 2008), "a junior: 15 at the end of 2023, never published at 2300 or more");
        assert_eq!(said(300, 1500, 1980), "settled: 30 games or more, never 2400 or more");
        let flat = &Rulebook::fide().by_id("rapid-blitz-2022").expect("an edition").development;
        assert_eq!(why(flat, "2023-05".parse().expect("a month"), Career { games: 0, peak: Rating(0), birth_year: 0 }), "20 for everyone");
    }
}
