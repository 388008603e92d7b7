//! ManifestCounts in the manifest.

use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use strum::{EnumString, IntoStaticStr};

/// Number of tournaments, games, players and diagnostics, by what is counted.
pub type ManifestCounts = BTreeMap<Count, u64>;

/// Key of one count. Manifests hold the words, in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, EnumString, IntoStaticStr)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Count {
    DiagnosticsErrors,
    DiagnosticsNotes,
    DiagnosticsWarnings,
    Entrants,
    Exits,
    FirstRatings,
    GamesRead,
    GamesWithoutTournament,
    OnlineGamesEarlier,
    OnlineGamesLater,
    OnlineGamesOfOtherControls,
    OnlineGamesRead,
    OnlineGamesUnusable,
    OnlineSidesCounted,
    OnlineSidesLeftOut,
    OnlineSidesPooled,
    PlayersInactive,
    PlayersKnown,
    PlayersListed,
    PlayersRated,
    PlayersWaitingInThePool,
    PlayersWithGames,
    RowsRead,
    RowsUnusable,
    SidesCounted,
    SidesLeftOut,
    SidesPooled,
    SidesRead,
    TournamentsAlreadyRated,
    TournamentsLate,
    TournamentsOfOtherControls,
    TournamentsRated,
    TournamentsRefused,
    TournamentsRefusedBefore,
    TournamentsWaiting,
    TournamentsWithoutClock,
    TournamentsWithoutReceived,
    TournamentsWithoutRegistered,
}

impl Count {
    /// The key in the manifest.
    pub const fn word(self) -> &'static str {
        self.into_str()
    }

    /// Whether diagnostics are counted. Another version of the program may report other diagnostics for the same inputs.
    pub const fn is_of_diagnostics(self) -> bool {
        matches!(self, Self::DiagnosticsErrors | Self::DiagnosticsNotes | Self::DiagnosticsWarnings)
    }

    /// Whether lists of version 0.1 counted something else under this key: of the pool only those who had played since the list before.
    pub const fn is_counted_otherwise_by_first_format(self) -> bool {
        matches!(self, Self::PlayersWaitingInThePool)
    }
}

/// Reads counts. What only a later version of the program counts is passed over.
pub(crate) fn known_counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ManifestCounts, D::Error> {
    let all = BTreeMap::<String, u64>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|(word, number)| Some((word.parse().ok()?, number))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray;

    #[test]
    fn counts_are_sorted_by_their_words_and_read_as_they_are_written() {
        assert!(Count::VARIANTS.is_sorted_by_key(|count| count.word()));
        for &count in Count::VARIANTS {
            assert_eq!(count.word().parse(), Ok(count));
        }
        let counts = ManifestCounts::from([(Count::TournamentsRated, 3), (Count::Entrants, 1)]);
        assert_eq!(serde_json::to_string(&counts).expect("plain data"), r#"{"entrants":1,"tournaments_rated":3}"#);
    }

    #[test]
    fn what_only_a_later_version_counts_is_passed_over() {
        let read = |text: &str| known_counts(&mut serde_json::Deserializer::from_str(text));
        let counts = read(r#"{"entrants":1,"players_on_the_moon":7,"tournaments_rated":3}"#).expect("counts");
        assert_eq!(counts, ManifestCounts::from([(Count::Entrants, 1), (Count::TournamentsRated, 3)]));
        assert!(read(r#"{"entrants":"one"}"#).is_err(), "damaged");
    }
}
