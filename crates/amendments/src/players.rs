//! Applies the roster to players, and decides who is not published.

use crate::{PlayerAmendments, Roster, RosterChange, RosterField, codes};
use chrono::Datelike;
use model::{Diagnostic, IndexedPlayers, PlayerFlags, PlayerRow, Unlisted, Withheld};
use std::collections::{BTreeMap, BTreeSet};
use tables::{PlayerText, TextColumns};

/// Properties of players on the list date that neither their rows nor their text columns hold.
#[derive(Debug)]
pub struct AmendedPlayers {
    /// Players who are rated but not published (D28, D53).
    pub withheld: Withheld,
    /// The ids of the deceased and of those withheld by name, on this list or not.
    pub withheld_ids: BTreeSet<u32>,
    /// The federations whose players are not published.
    pub excluded_federations: BTreeSet<String>,
    /// The associations of each player who is a member of any (R25).
    pub associations: BTreeMap<usize, Vec<String>>,
    /// Diagnostics of changes that cannot be right on this list.
    pub diagnostics: Vec<Diagnostic>,
}

impl PlayerAmendments {
    /// Applies the changes in force on the list date to all players, including newcomers. `merged` maps merged ids to surviving ids;
    /// `asks_for_federation` says whether newcomers without a federation are withheld (D53).
    pub fn amend_players(
        &self,
        players: &mut IndexedPlayers,
        text: &mut TextColumns,
        merged: &BTreeMap<u32, u32>,
        asks_for_federation: bool,
    ) -> AmendedPlayers {
        let IndexedPlayers { index, rows } = players;
        let sources = &self.amendments.sources;
        let day = sources.list.day();
        let roster = self.amendments.roster.as_ref();
        let true_of = |field: RosterField| roster.map(|roster| roster.true_on(field, day)).unwrap_or_default();
        let (deceased, by_name, published) =
            (true_of(RosterField::Deceased), true_of(RosterField::Withheld), true_of(RosterField::Published));
        let mut excluded_federations: BTreeSet<String> = sources.excluded_federations.iter().cloned().collect();
        excluded_federations.extend(roster.iter().flat_map(|roster| roster.excluded_on(day)));
        let mut associations = BTreeMap::new();
        let mut diagnostics = Vec::new();
        if let Some(roster) = roster {
            let in_force: Vec<&RosterChange> = roster.changes_on(day).collect();
            for field in PlayerText::ALL {
                let changes = in_force.iter().filter(|change| change.field.into_str() == field.column());
                text.column_mut(field).set(changes.filter_map(|change| Some((index.find(change.fide_id)?, change.value.as_str()))));
            }
            for change in &in_force {
                let Some(player) = index.find(change.fide_id) else { continue };
                match change.field {
                    RosterField::BirthYear => {
                        let year = change.value.parse().unwrap_or(0);
                        let is_known = i32::from(year) <= day.year();
                        rows[player].birth_year = if is_known { year } else { 0 };
                        diagnostics.extend((!is_known).then(|| later_birth_year(roster, change, day.year())));
                    }
                    RosterField::Association if !change.value.is_empty() => {
                        associations.insert(player, change.value.split(' ').map(str::to_owned).collect());
                    }
                    _ => {}
                }
            }
        }

        let known = |ids: &mut dyn Iterator<Item = &u32>, reason: Unlisted| -> Vec<(usize, Unlisted)> {
            ids.filter_map(|&id| index.find(id)).map(|player| (player, reason)).collect()
        };
        let mut withheld = known(&mut merged.keys(), Unlisted::Merged);
        withheld.extend(known(&mut deceased.iter(), Unlisted::Deceased));
        withheld.extend(known(&mut by_name.iter(), Unlisted::Withheld));
        let is_withheld = |player: &usize| !published.contains(&index.ids()[*player]);
        let federations = text.column(PlayerText::Federation);
        if !excluded_federations.is_empty() {
            let excluded = federations.rows_with(|code| excluded_federations.contains(code));
            withheld.extend(excluded.into_iter().filter(is_withheld).map(|player| (player, Unlisted::Excluded)));
        }
        if asks_for_federation {
            let without = federations.rows_with(str::is_empty).into_iter().filter(|&player| needs_federation(&rows[player]));
            withheld.extend(without.filter(is_withheld).map(|player| (player, Unlisted::NoFederation)));
        }
        let withheld_ids = deceased.union(&by_name).copied().collect();
        AmendedPlayers { withheld: Withheld::new(withheld), withheld_ids, excluded_federations, associations, diagnostics }
    }
}

/// Whether a player is published only with a federation: one who was not on the previous list, or was withheld there for want of one (D53).
pub fn needs_federation(previous: &PlayerRow) -> bool {
    !previous.is_rated() || previous.flags.has(PlayerFlags::NO_FEDERATION)
}

fn later_birth_year(roster: &Roster, change: &RosterChange, year: i32) -> Diagnostic {
    let message = format!("birth_year: {} is after {year}, the year of the list, and is not known", change.value);
    let hint = "correct the year, or leave it empty where it is not known";
    Diagnostic::new(&codes::ROSTER_BIRTH_YEAR, &roster.input.path.as_str().into(), change.place, message).with_hint(hint)
}
