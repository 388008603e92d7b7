//! Reasons why a rated player is not published.

use strum::{EnumString, IntoStaticStr, VariantNames};

/// Why a rated player is not published, as the column `unlisted` of the state says. Of several reasons the first variant counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Unlisted {
    /// The id was merged into another.
    Merged,
    /// The rating is under the floor and kept.
    UnderFloor,
    Deceased,
    /// The player's federation is not published (D28).
    Excluded,
    /// The player is withheld by name.
    Withheld,
    /// The player has no federation.
    NoFederation,
    /// The rating comes from a longer control, and the player has no game at this one (D34).
    LongerControl,
    /// The last rated game is older than the edition lists a player (D27).
    Inactive,
}

/// Players who are rated but not published (D28), ascending.
#[derive(Clone, Debug, Default)]
pub struct Withheld(Vec<(usize, Unlisted)>);

impl Withheld {
    /// Keeps the first reason of each player.
    pub fn new(mut players: Vec<(usize, Unlisted)>) -> Self {
        players.sort_unstable();
        players.dedup_by_key(|(player, _)| *player);
        Self(players)
    }

    pub fn contains(&self, player: usize) -> bool {
        self.reason(player).is_some()
    }

    pub fn reason(&self, player: usize) -> Option<Unlisted> {
        let at = self.0.binary_search_by_key(&player, |(player, _)| *player).ok()?;
        Some(self.0[at].1)
    }

    /// The players, ascending.
    pub fn players(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(player, _)| *player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unlisted_reason_parses_as_it_is_written() {
        assert_eq!(
            Unlisted::VARIANTS,
            ["merged", "under-floor", "deceased", "excluded", "withheld", "no-federation", "longer-control", "inactive"]
        );
        assert_eq!("no-federation".parse(), Ok(Unlisted::NoFederation));
        assert!("".parse::<Unlisted>().is_err());
    }
}
