//! Since when a player's history is known, where it begins with a list that was imported or given (D39).

use crate::explain::ExplainError;
use crate::explain::explainer::Explainer;
use crate::parquet_rows::PlayerTable;
use crate::player_directory::PlayerDirectory;
use chrono::Datelike;
use model::{ListDate, PlayerFlags};
use rating::KReason;
use std::sync::Arc;
use store::list_from_table;

/// The list with which a part of a player's history begins; `None` where all of it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownSince {
    career_games: Option<ListDate>,
    peak: Option<ListDate>,
}

impl KnownSince {
    /// Looks the player up on the oldest list of the folder of lists. Who is not on it came later, and is known from the beginning.
    pub(crate) fn find(explainer: &Explainer, id: u32) -> Result<Self, ExplainError> {
        const COLUMNS: [&str; 9] = ["fide_id", "birth_year", "rating", "games", "k", "flag", "career_games", "peak", "last_rated"];
        let Some(source) = explainer.folder.first_list().filter(|source| !source.has_history()) else { return Ok(Self::default()) };
        let file = source.verified_file(explainer.folder.hash_check())?.to_owned();
        let row = if file.extension().is_some_and(|ending| ending == "parquet") {
            Some(PlayerTable::open(file)?.rows_of_player(id, &COLUMNS)?).filter(|rows| rows.len() > 0)
        } else {
            PlayerDirectory::read(&source, explainer.folder.hash_check())?.row(id, &COLUMNS)?
        };
        let name: Arc<str> = source.display_name(&source.file).into();
        let list = row.and_then(|row| list_from_table(&row.table, &name, source.date).ok());
        let Some(given) = list.and_then(|list| list.index.find(id).map(|at| list.rows[at])).filter(|row| row.is_rated()) else {
            return Ok(Self::default());
        };
        let unless = |flag: PlayerFlags| (!given.flags.has(flag)).then_some(source.date);
        Ok(Self { career_games: unless(PlayerFlags::CAREER_GIVEN), peak: unless(PlayerFlags::PEAK_GIVEN) })
    }

    /// The reason for a K in words that claim nothing of the time before.
    pub(crate) fn words(self, reason: KReason, k: u8, list: ListDate, hides_age: bool) -> String {
        let peak = || self.peak.map(|since| since.month());
        match (reason, self.career_games, peak()) {
            (KReason::New { until_games, .. }, Some(since), _) => {
                format!("a new player by the K of the first list, with fewer than {until_games} games; not known before {}", since.month())
            }
            (KReason::Junior { age, below }, _, Some(since)) => {
                let age = if hides_age { "a junior".to_owned() } else { format!("a junior: {age}") };
                let year = list.day().year();
                format!("{age} at the end of {year}, not published at {} or more since {since}; not known before {since}", below.0)
            }
            (KReason::Settled { from_games, below }, _, Some(since)) => {
                format!("settled: {from_games} games or more, not {} or more since {since}; not known before {since}", below.0)
            }
            _ if hides_age => reason.words_without_age(k, list),
            _ => reason.words(k, list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Rating;

    #[test]
    fn what_is_not_known_before_the_first_list_is_not_claimed() {
        let first: ListDate = "2025-08".parse().expect("a month");
        let list: ListDate = "2025-10".parse().expect("a month");
        let since = KnownSince { career_games: Some(first), peak: Some(first) };
        let words = |reason| since.words(reason, 20, list, true);
        assert_eq!(
            words(KReason::Settled { from_games: 30, below: Rating(2400) }),
            "settled: 30 games or more, not 2400 or more since 2025-08; not known before 2025-08"
        );
        assert_eq!(
            words(KReason::Junior { age: 12, below: Rating(2300) }),
            "a junior at the end of 2025, not published at 2300 or more since 2025-08; not known before 2025-08"
        );
        assert_eq!(
            words(KReason::New { games: 0, until_games: 30 }),
            "a new player by the K of the first list, with fewer than 30 games; not known before 2025-08"
        );
        let known = KnownSince::default();
        assert_eq!(known.words(KReason::New { games: 0, until_games: 30 }, 40, list, true), "a new player: 0 of 30 games");
    }
}
