//! Applies the roster to players, and decides who is not published.

use crate::{PlayerAmendments, RosterChange, RosterField};
use model::{IndexedPlayers, Unlisted, Withheld};
use std::collections::BTreeMap;
use tables::{PlayerText, TextColumns};

/// Properties of players on the list date that neither their rows nor their text columns hold.
#[derive(Debug)]
pub struct AmendedPlayers {
    /// IndexedPlayers who are rated but not published (D28): the deceased, players of excluded federations, and merged ids.
    pub withheld: Withheld,
    /// The associations of each player who is a member of any (R25).
    pub associations: BTreeMap<usize, Vec<String>>,
}

impl PlayerAmendments {
    /// Applies the changes in force on the list date to all players, including newcomers. `merged` maps merged ids to surviving ids.
    pub fn amend_players(&self, players: &mut IndexedPlayers, text: &mut TextColumns, merged: &BTreeMap<u32, u32>) -> AmendedPlayers {
        let IndexedPlayers { index, rows } = players;
        let mut withheld: Vec<(usize, Unlisted)> =
            merged.keys().filter_map(|&id| index.find(id)).map(|player| (player, Unlisted::Merged)).collect();
        let mut associations = BTreeMap::new();
        let sources = &self.amendments.sources;
        let mut excluded_federations = sources.excluded_federations.clone();
        if let Some(roster) = &self.amendments.roster {
            let day = sources.list.day();
            excluded_federations.extend(roster.excluded_on(day));
            withheld.extend(roster.deceased_on(day).iter().filter_map(|&id| index.find(id)).map(|player| (player, Unlisted::Deceased)));
            let in_force: Vec<&RosterChange> = roster.changes_on(day).collect();
            for field in PlayerText::ALL {
                let changes = in_force.iter().filter(|change| change.field.into_str() == field.column());
                text.column_mut(field).set(changes.filter_map(|change| Some((index.find(change.fide_id)?, change.value.as_str()))));
            }
            for change in &in_force {
                let Some(player) = index.find(change.fide_id) else { continue };
                match change.field {
                    RosterField::BirthYear => rows[player].birth_year = change.value.parse().unwrap_or(0),
                    RosterField::Association if !change.value.is_empty() => {
                        associations.insert(player, change.value.split(' ').map(str::to_owned).collect());
                    }
                    _ => {}
                }
            }
        }
        if !excluded_federations.is_empty() {
            let is_excluded = |code: &str| excluded_federations.iter().any(|excluded| excluded == code);
            let excluded = text.column(PlayerText::Federation).rows_with(is_excluded);
            withheld.extend(excluded.into_iter().map(|player| (player, Unlisted::Excluded)));
        }
        AmendedPlayers { withheld: Withheld::new(withheld), associations }
    }
}
