//! Why a list does not show a rated player.

use strum::{EnumString, IntoStaticStr, VariantNames};

/// Why a list does not show a rated player, as the column `unlisted` of the state says it. Of several reasons the first here is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Unlisted {
    /// The id has become another's.
    Merged,
    /// The rating is under the floor and kept.
    UnderFloor,
    Deceased,
    /// Of a federation that is not published (D28).
    Excluded,
    /// Kept back by name.
    Withheld,
    /// Of no federation.
    NoFederation,
    /// Taken over from a longer control, without a game at this one (D34).
    LongerControl,
    /// Without a rated game for longer than the edition lists a player (D27).
    Inactive,
}

/// Players who are computed and remembered, but not published (D28), ascending.
#[derive(Clone, Debug, Default)]
pub struct Withheld(Vec<(usize, Unlisted)>);

impl Withheld {
    /// Of several reasons of one player the first in their order is kept.
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
    fn every_reason_is_read_as_it_is_written() {
        assert_eq!(
            Unlisted::VARIANTS,
            ["merged", "under-floor", "deceased", "excluded", "withheld", "no-federation", "longer-control", "inactive"]
        );
        assert_eq!("no-federation".parse(), Ok(Unlisted::NoFederation));
        assert!("".parse::<Unlisted>().is_err());
    }
}
