//! Computes what identifies a tournament: hashes of its games as submitted, before corrections and merges (D36). Two reports of one event
//! have the same fingerprint.

use model::{Batch, Fingerprint, GameResult, Games, PlayerRef, Sketch, Tournament, TournamentContent};
use rayon::prelude::*;
use std::io::Write;

/// Sets the content of every tournament.
pub(crate) fn set_contents(batch: &mut Batch) {
    let games = &batch.games;
    let set_content = |buffers: &mut FingerprintBuffers, tournament: &mut Tournament| {
        tournament.content = content(tournament, games, buffers);
    };
    batch.tournaments.par_iter_mut().for_each_init(FingerprintBuffers::default, set_content);
}

/// The content of one tournament, whose range of games must be set.
pub(crate) fn content_of(tournament: &Tournament, games: &Games) -> TournamentContent {
    content(tournament, games, &mut FingerprintBuffers::default())
}

/// Buffers that one thread reuses for all its fingerprints.
#[derive(Default)]
struct FingerprintBuffers {
    rows: Vec<u128>,
    bytes: Vec<u8>,
    hashes: Vec<u32>,
}

/// The content of a tournament, independent of the order of games; empty where no player has an id.
fn content(tournament: &Tournament, games: &Games, buffers: &mut FingerprintBuffers) -> TournamentContent {
    let FingerprintBuffers { rows, bytes, hashes } = buffers;
    let range = tournament.games.clone();
    // Games between players without ids do not identify an event.
    if !range.clone().any(|g| games.white[g].fide_id().is_some() || games.black[g].fide_id().is_some()) {
        return TournamentContent::default();
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
    let dates = bytes.len();
    for &row in rows.iter() {
        bytes.extend_from_slice(&((row >> 80) as u16).to_le_bytes());
        bytes.extend_from_slice(&((row >> 48) as u32).to_le_bytes());
        bytes.extend_from_slice(&((row >> 16) as u32).to_le_bytes());
        bytes.extend_from_slice(&(row as u16).to_le_bytes());
    }
    let (game_sketch, player_sketch) = sketches(rows, hashes);
    TournamentContent {
        fingerprint: short_hash(&bytes[dates..]),
        dated_fingerprint: short_hash(bytes),
        games: game_sketch,
        players: player_sketch,
    }
}

/// The first half of a hash: 128 bits are enough to identify tournaments, and the table is kept for ever.
fn short_hash(bytes: &[u8]) -> Option<Fingerprint> {
    Fingerprint::parse(&store::sha256_hex(bytes)[..32])
}

/// The sketches of games and players, of the games between players with ids. Rounds are left out, because a second report may number them
/// otherwise; games that are equal without their round are told apart by their order.
fn sketches(rows: &mut [u128], hashes: &mut Vec<u32>) -> (Sketch, Sketch) {
    const ROUNDLESS: u128 = (1 << 80) - 1;
    rows.iter_mut().for_each(|row| *row &= ROUNDLESS);
    rows.sort_unstable();
    let ids = |row: u128| ((row >> 48) as u32, (row >> 16) as u32);
    let has_ids = |row: &u128| ids(*row).0 != 0 && ids(*row).1 != 0;
    let game = |(row, repeat): (u128, u64)| {
        let (white, black) = ids(row);
        model::hash_value(u64::from(white) << 32 | u64::from(black)) ^ model::hash_value(u64::from(row as u16) << 32 | repeat)
    };
    let same = rows.chunk_by(|a, b| a == b).flat_map(|same| same.iter().copied().zip(0u64..));
    let games = Sketch::of_values(same.filter(|(row, _)| has_ids(row)).map(game), hashes);
    let players = rows.iter().copied().filter(has_ids).flat_map(|row| [ids(row).0, ids(row).1]).map(u64::from);
    (games, Sketch::of_values(players, hashes))
}
