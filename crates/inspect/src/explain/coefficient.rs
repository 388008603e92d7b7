//! Why that K (D7, D8).

use chrono::Datelike;
use model::ListDate;
use rating::KReason;

/// In words why a player has this K on a list of that date.
pub(crate) fn why(k: u8, reason: KReason, list: ListDate) -> String {
    match reason {
        KReason::Everyone => format!("{k} for everyone"),
        KReason::Master { from, peak } => format!("a published rating has been {} or more ({}), so for ever", from.0, peak.0),
        KReason::New { games, until_games } => format!("a new player: {games} of {until_games} games"),
        KReason::Junior { age, below } => {
            format!("a junior: {age} at the end of {}, never published at {} or more", list.day().year(), below.0)
        }
        KReason::Settled { from_games, below } => format!("settled: {from_games} games or more, never {} or more", below.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Rating;
    use rating::{Career, development_coefficient};
    use rulebook::Rulebook;

    #[test]
    fn each_k_says_why() {
        let said = |edition, games, peak, birth_year| {
            let rule = &Rulebook::fide().by_id(edition).expect("an edition").development;
            let list = "2023-05".parse().expect("a month");
            let (k, reason) = development_coefficient(rule, list, Career { games, peak: Rating(peak), birth_year });
            why(k, reason, list)
        };
        assert_eq!(said("standard-2022", 500, 2412, 1980), "a published rating has been 2400 or more (2412), so for ever");
        assert_eq!(said("standard-2022", 12, 1500, 1980), "a new player: 12 of 30 games");
        assert_eq!(said("standard-2022", 300, 1500, 2008), "a junior: 15 at the end of 2023, never published at 2300 or more");
        assert_eq!(said("standard-2022", 300, 1500, 1980), "settled: 30 games or more, never 2400 or more");
        assert_eq!(said("rapid-blitz-2022", 0, 0, 0), "20 for everyone");
    }
}
