//! What the roster changes, and who is not published.

use ingest::{Roster, RosterChange, RosterField};
use model::{Date, Unlisted};
use period_assembly::Period;
use publish::Withheld;
use tables::PlayerText;

/// Applies what holds on the list's date, and returns the players who are computed and remembered but not published (D28):
/// the deceased, those of excluded federations, and ids that have become another's.
pub(crate) fn apply(period: &mut Period, roster: Option<&Roster>, excluded_federations: &[String]) -> Withheld {
    // Whoever's id has become another's is found there.
    let merged = period.players.merged.keys().filter_map(|&id| period.players.index.find(id));
    let mut withheld: Vec<(usize, Unlisted)> = merged.map(|player| (player, Unlisted::Merged)).collect();
    let mut excluded_federations = excluded_federations.to_vec();
    if let Some(roster) = roster {
        let today = period.list.day();
        excluded_federations.extend(roster.excluded_on(today));
        let in_force = in_force(&roster.changes, today);
        for word in PlayerText::ALL {
            let index = &period.players.index;
            let changes = in_force.iter().filter(|change| change.field.into_str() == word.column());
            let changes = changes.filter_map(|change| Some((index.find(change.fide_id)?, change.value.as_str())));
            period.players.text.column_mut(word).set(changes);
        }
        for change in &in_force {
            let Some(player) = period.players.index.find(change.fide_id) else { continue };
            match change.field {
                RosterField::BirthYear => period.players.rows[player].birth_year = change.value.parse().unwrap_or(0),
                RosterField::Deceased if change.value == "true" => withheld.push((player, Unlisted::Deceased)),
                RosterField::Association if !change.value.is_empty() => {
                    period.associations.insert(player, change.value.split(' ').map(str::to_owned).collect());
                }
                _ => {}
            }
        }
    }
    if !excluded_federations.is_empty() {
        let federations = period.players.text.column(PlayerText::Federation);
        let excluded = federations.rows_with(|code| excluded_federations.iter().any(|excluded| excluded == code));
        withheld.extend(excluded.into_iter().map(|player| (player, Unlisted::Excluded)));
    }
    Withheld::new(withheld)
}

/// Of each player and field the newest change that holds on a day. The changes are in their order.
fn in_force(changes: &[RosterChange], day: Date) -> Vec<&RosterChange> {
    let holds = changes.iter().filter(|change| change.from <= day).collect::<Vec<_>>();
    holds.chunk_by(|a, b| (a.fide_id, a.field) == (b.fide_id, b.field)).filter_map(|same| same.last().copied()).collect()
}
