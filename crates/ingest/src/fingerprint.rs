//! Computes the fingerprint of a tournament: a hash of its games as submitted, before corrections and merges. Two reports of one event have
//! the same fingerprint.

use model::{Batch, GameResult, Games, PlayerRef, Tournament};
use rayon::prelude::*;
use std::io::Write;

/// Sets the fingerprint of every tournament.
pub(crate) fn set_fingerprints(batch: &mut Batch) {
    let games = &batch.games;
    let set_fingerprints =
        |buffers: &mut FingerprintBuffers, tournament: &mut Tournament| tournament.fingerprint = fingerprint(tournament, games, buffers);
    batch.tournaments.par_iter_mut().for_each_init(FingerprintBuffers::default, set_fingerprints);
}

/// Buffers that one thread reuses for all its fingerprints.
#[derive(Default)]
struct FingerprintBuffers {
    rows: Vec<u128>,
    bytes: Vec<u8>,
}

/// The fingerprint of a tournament's dates and games, independent of the order of games; empty where no player has an id.
///
/// The dates are part of it because two short events of the same players may have the same results.
fn fingerprint(tournament: &Tournament, games: &Games, buffers: &mut FingerprintBuffers) -> String {
    let FingerprintBuffers { rows, bytes } = buffers;
    let range = tournament.games.clone();
    // Games between players without ids do not identify an event.
    if !range.clone().any(|g| games.white[g].fide_id().is_some() || games.black[g].fide_id().is_some()) {
        return String::new();
    }
    let number = |player: PlayerRef| u128::from(player.fide_id().unwrap_or(0));
    let result = |r: GameResult| u128::from(u16::from(r.white as u8) << 8 | u16::from(r.black as u8));
    // Round, white, black and result, from the highest bits to the lowest.
    let row =
        |g: usize| u128::from(games.round[g]) << 80 | number(games.white[g]) << 48 | number(games.black[g]) << 16 | result(games.result[g]);
    rows.clear();
    rows.extend(range.map(row));
    // Games usually come sorted by round, so that sorting within rounds is enough.
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
    // 128 bits are enough to identify tournaments, and the table is kept for ever.
    hash.truncate(32);
    hash
}
