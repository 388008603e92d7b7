//! What tells a report from another one: a hash of its games as they were handed in, before anything is corrected or merged.

use model::{Batch, GameResult, Games, PlayerRef, Tournament};
use rayon::prelude::*;
use std::io::Write;

/// Gives every tournament its fingerprint.
pub(crate) fn mark(batch: &mut Batch) {
    let games = &batch.games;
    let mark =
        |buffers: &mut FingerprintBuffers, tournament: &mut Tournament| tournament.fingerprint = fingerprint(tournament, games, buffers);
    batch.tournaments.par_iter_mut().for_each_init(FingerprintBuffers::default, mark);
}

/// What every fingerprint of a thread uses in turn, so that little is allocated for each.
#[derive(Default)]
struct FingerprintBuffers {
    rows: Vec<u128>,
    bytes: Vec<u8>,
}

/// A fingerprint of a tournament's dates and games, independent of their order in the report; empty where no game has a player with an id.
///
/// The dates belong to it because two short events of the same people can well end alike.
fn fingerprint(tournament: &Tournament, games: &Games, buffers: &mut FingerprintBuffers) -> String {
    let FingerprintBuffers { rows, bytes } = buffers;
    let range = tournament.games.clone();
    // Of games between people without ids nothing tells one event from another.
    if !range.clone().any(|g| games.white[g].fide_id().is_some() || games.black[g].fide_id().is_some()) {
        return String::new();
    }
    let number = |player: PlayerRef| u128::from(player.fide_id().unwrap_or(0));
    let result = |r: GameResult| u128::from(u16::from(r.white as u8) << 8 | u16::from(r.black as u8));
    // Round, white, black and result, the first in the highest bits.
    let row =
        |g: usize| u128::from(games.round[g]) << 80 | number(games.white[g]) << 48 | number(games.black[g]) << 16 | result(games.result[g]);
    rows.clear();
    rows.extend(range.map(row));
    // Games come by round, so sorting the few of each round is enough; if they do not, that shows.
    rows.chunk_by_mut(|a, b| a >> 80 == b >> 80).for_each(<[u128]>::sort_unstable);
    if !rows.is_sorted() {
        rows.sort_unstable();
    }
    bytes.clear();
    write!(bytes, "{:?}{:?}", tournament.start, tournament.end).expect("memory takes what is written to it");
    for &row in rows.iter() {
        bytes.extend_from_slice(&((row >> 80) as u16).to_le_bytes());
        bytes.extend_from_slice(&((row >> 48) as u32).to_le_bytes());
        bytes.extend_from_slice(&((row >> 16) as u32).to_le_bytes());
        bytes.extend_from_slice(&(row as u16).to_le_bytes());
    }
    let mut hash = store::sha256_hex(bytes);
    // 128 bits are plenty to tell tournaments apart, and the table is carried forward for ever.
    hash.truncate(32);
    hash
}
