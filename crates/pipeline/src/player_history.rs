//! What the lists of a job state about the players' history (D39): the previous list, and older ones where it does not have every known player.

use crate::Result;
use crate::all_players::{AddedPlayer, add_players};
use crate::job::Job;
use model::{InputFile, InputRole, ListDate, PlayerFlags, PlayerRow, days_since_1970};
use rayon::prelude::*;
use rulebook::{ImpliedHistory, Rulebook, UnknownHistory};
use std::collections::BTreeMap;
use store::{ListSource, PlayerList};

/// Fills in the history of all players of the previous list as read, and adds the players of older lists. Returns the list and the older
/// lists that were read.
///
/// Of several lists, the highest rating, the last list with games and the first list of a player are those of all of them. What none of
/// them states is taken as [`ImpliedHistory`] has it, with a note.
pub(crate) fn complete_history(job: &Job, rulebook: &Rulebook, mut list: PlayerList) -> Result<(PlayerList, Vec<InputFile>)> {
    let implied = implied_by(job, rulebook, list.date)?;
    let mut inputs = Vec::new();
    let older = older_lists(job);
    if !older.is_empty() {
        combine(job, rulebook, &mut list, &implied, &older, &mut inputs)?;
    }
    let unknown = complete_rows(&mut list.rows, &implied);
    if !job.previous.has_history() {
        note_unknown(job, &mut list, unknown);
    }
    Ok((list, inputs))
}

/// The lists, newest first, that may have players whom the previous one lacks. The search ends with one that has every known player.
fn older_lists(job: &Job) -> Vec<&ListSource> {
    let mut older = Vec::new();
    if job.previous.has_history() {
        return older;
    }
    for source in job.catalog.sources().iter().rev().filter(|source| source.date != job.previous.date) {
        older.push(source);
        if source.has_history() {
            break;
        }
    }
    older
}

/// What the K column of a list implies, by the edition of the list's date; where there is none, by that of the previous list.
fn implied_by(job: &Job, rulebook: &Rulebook, date: ListDate) -> Result<ImpliedHistory> {
    let on = |date: ListDate| rulebook.edition_on(job.control(), date.day());
    let edition = on(date).or_else(|_| on(job.previous.date))?;
    Ok(ImpliedHistory::new(&edition.development, date))
}

/// What the lists read so far state about the games of a player.
#[derive(Clone, Copy)]
struct GamesSoFar {
    games: u32,
    /// How many lists before the previous one the player was last found.
    first_list: usize,
}

/// Adds to each player what older lists state, from the newest to the oldest, and the players whom only these have.
fn combine(
    job: &Job,
    rulebook: &Rulebook,
    list: &mut PlayerList,
    implied: &ImpliedHistory,
    older: &[&ListSource],
    inputs: &mut Vec<InputFile>,
) -> Result<()> {
    let mut added: BTreeMap<u32, AddedPlayer> = BTreeMap::new();
    let has_games = |list: &PlayerList| list.rows.iter().any(|row| row.games > 0);
    let mut all_have_games = has_games(list);
    let mut so_far: Vec<GamesSoFar> = list.rows.iter().map(|row| GamesSoFar { games: row.games.into(), first_list: 0 }).collect();
    for (before, source) in (1..).zip(older) {
        let (older, input) = source.read(InputRole::Archive)?;
        inputs.push(input);
        let implied = implied_by(job, rulebook, older.date)?;
        all_have_games &= has_games(&older);
        for (position, (&id, given)) in older.index.ids().iter().zip(&older.rows).enumerate() {
            let older_row = with_last_rated(given, older.date);
            match list.index.find(id) {
                Some(player) => {
                    let (row, so_far) = (&mut list.rows[player], &mut so_far[player]);
                    let is_newest_given = !row.flags.has(PlayerFlags::CAREER_GIVEN) && given.flags.has(PlayerFlags::CAREER_GIVEN);
                    if is_newest_given {
                        row.career_games = given.career_games.saturating_add(so_far.games);
                        row.flags = row.flags.with(PlayerFlags::CAREER_GIVEN, true);
                    }
                    *so_far = GamesSoFar { games: so_far.games + u32::from(given.games), first_list: before };
                    row.peak = row.peak.max(implied.peak(given));
                    if row.games == 0 && row.last_rated == PlayerRow::NEVER {
                        row.last_rated = older_row.last_rated;
                    }
                }
                None => {
                    let row = implied.complete(older_row);
                    let player = added.entry(id).or_insert_with(|| AddedPlayer::from_older_list(&older, position, &row));
                    player.row.peak = player.row.peak.max(row.peak);
                }
            }
        }
    }
    // Whoever came onto a later list than the oldest has played all games since.
    for (row, so_far) in list.rows.iter_mut().zip(so_far) {
        let is_known = row.is_rated() && all_have_games && so_far.first_list < older.len();
        if is_known && !row.flags.has(PlayerFlags::CAREER_GIVEN) {
            row.career_games = so_far.games.max(implied.least_career_games(row));
            row.flags = row.flags.with(PlayerFlags::CAREER_GIVEN, true);
        }
    }
    add_players(list, &added);
    Ok(())
}

/// A row of a list, last rated there if it has games and says nothing else.
fn with_last_rated(given: &PlayerRow, list: ListDate) -> PlayerRow {
    let is_known = given.last_rated != PlayerRow::NEVER || given.games == 0;
    PlayerRow { last_rated: if is_known { given.last_rated } else { days_since_1970(list.day()) }, ..*given }
}

/// Completes all rows. Returns of how many players career games, the highest rating and the last list with games are not known.
fn complete_rows(rows: &mut [PlayerRow], implied: &ImpliedHistory) -> [usize; 3] {
    let complete = |row: &mut PlayerRow| {
        let UnknownHistory { career_games, peak, last_rated } = implied.unknown(row);
        *row = implied.complete(*row);
        [career_games, peak, last_rated].map(usize::from)
    };
    let add = |a: [usize; 3], b: [usize; 3]| std::array::from_fn(|at| a[at] + b[at]);
    let rows = rows.par_iter_mut().with_min_len(1 << 14);
    rows.fold(|| [0; 3], |counts, row| add(counts, complete(row))).reduce(|| [0; 3], add)
}

/// Notes in one line of how many players something is not known.
fn note_unknown(job: &Job, list: &mut PlayerList, [career_games, peak, last_rated]: [usize; 3]) {
    let unknown: Vec<String> = [("career games", career_games), ("highest rating", peak), ("last list with games", last_rated)]
        .into_iter()
        .filter(|(_, players)| *players > 0)
        .map(|(what, players)| format!("{what} of {players} {}", if players == 1 { "player" } else { "players" }))
        .collect();
    if !unknown.is_empty() {
        list.note_unknown_history(&job.previous.display_name(&job.previous.file), &unknown.join(", "));
    }
}
