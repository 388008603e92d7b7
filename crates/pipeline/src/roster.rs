//! What the roster changes, and who is not published.

use crate::PipelineError;
use ingest::{Roster, RosterChange, RosterField};
use model::Date;
use period_assembly::Period;
use polars::prelude::*;

/// Applies what holds on the list's date, and returns the players, ascending, who are computed and remembered but not published (D28):
/// the deceased, and those of excluded federations.
pub(crate) fn apply(period: &mut Period, roster: Option<&Roster>, excluded_federations: &[String]) -> Result<Vec<usize>, PipelineError> {
    let mut unlisted = Vec::new();
    if let Some(roster) = roster {
        let today = period.list.day();
        let in_force = in_force(&roster.changes, today);
        for field in [
            RosterField::Name,
            RosterField::Title,
            RosterField::WomenTitle,
            RosterField::OtherTitles,
            RosterField::Federation,
            RosterField::Sex,
        ] {
            set_words(period, field.word(), in_force.iter().filter(|c| c.field == field))?;
        }
        for change in &in_force {
            let Some(player) = period.players.index.find(change.fide_id) else { continue };
            match change.field {
                RosterField::BirthYear => period.players.birth_year[player] = change.value.parse().unwrap_or(0),
                RosterField::Deceased if change.value == "true" => unlisted.push(player),
                RosterField::Association if !change.value.is_empty() => {
                    period.associations.insert(player, change.value.split(' ').map(str::to_owned).collect());
                }
                _ => {}
            }
        }
    }
    if !excluded_federations.is_empty() {
        let federations = period.players.words.column("federation")?.str()?;
        let excluded = federations.iter().enumerate().filter(|(_, f)| f.is_some_and(|f| excluded_federations.iter().any(|e| e == f)));
        unlisted.extend(excluded.map(|(player, _)| player));
    }
    unlisted.sort_unstable();
    unlisted.dedup();
    Ok(unlisted)
}

/// Of each player and field the newest change that holds on a day. The changes are in their order.
fn in_force(changes: &[RosterChange], day: Date) -> Vec<&RosterChange> {
    let holds = changes.iter().filter(|change| change.from <= day).collect::<Vec<_>>();
    holds.chunk_by(|a, b| (a.fide_id, a.field) == (b.fide_id, b.field)).filter_map(|same| same.last().copied()).collect()
}

/// Replaces some words of a column; where nothing changes, the column stays as it is.
fn set_words<'a>(period: &mut Period, column: &str, changes: impl Iterator<Item = &'a &'a RosterChange>) -> Result<(), PipelineError> {
    let index = &period.players.index;
    let mut changes = changes.filter_map(|change| Some((index.find(change.fide_id)?, change.value.as_str()))).peekable();
    if changes.peek().is_none() {
        return Ok(());
    }
    let old = period.players.words.column(column)?.str()?;
    // Changes come in the order of ids, which is the order of the players.
    let words = old.iter().enumerate().map(|(player, word)| match changes.next_if(|(changed, _)| *changed == player) {
        Some((_, new)) => new,
        None => word.unwrap_or(""),
    });
    let new = StringChunked::from_iter_values(column.into(), words).into_column();
    period.players.words.with_column(new)?;
    Ok(())
}
