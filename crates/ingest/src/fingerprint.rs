//! Computes what identifies a tournament: hashes of its games as submitted, before corrections and merges (D36). Two reports of one event
//! have the same fingerprint.

use model::{Batch, Fingerprint, GameResult, Games, PlayerRef, Sketch, SketchBuffer, Tournament, TournamentContent};
use rayon::prelude::*;
use std::io::Write;

/// Sets the content of every tournament; with the hash of dates and games if that is `compared`.
pub(crate) fn set_contents(batch: &mut Batch, compared: bool) {
    let games = &batch.games;
    let set_content = |buffers: &mut FingerprintBuffers, tournament: &mut Tournament| {
        tournament.content = content(tournament, games, buffers, compared);
    };
    batch.tournaments.par_iter_mut().for_each_init(FingerprintBuffers::default, set_content);
}

/// The content of one tournament, whose range of games must be set.
pub(crate) fn content_of(tournament: &Tournament, games: &Games) -> TournamentContent {
    content(tournament, games, &mut FingerprintBuffers::default(), true)
}

/// Buffers that one thread reuses for all its fingerprints.
#[derive(Default)]
struct FingerprintBuffers {
    rows: Vec<u128>,
    bytes: Vec<u8>,
    hashes: SketchBuffer,
}

/// The content of a tournament, independent of the order of games; empty where no player has an id.
fn content(tournament: &Tournament, games: &Games, buffers: &mut FingerprintBuffers, with_dates: bool) -> TournamentContent {
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
        let mut fields = [0; 12];
        fields[..2].copy_from_slice(&((row >> 80) as u16).to_le_bytes());
        fields[2..6].copy_from_slice(&((row >> 48) as u32).to_le_bytes());
        fields[6..10].copy_from_slice(&((row >> 16) as u32).to_le_bytes());
        fields[10..].copy_from_slice(&(row as u16).to_le_bytes());
        bytes.extend_from_slice(&fields);
    }
    let fingerprint = Some(Fingerprint(store::sha256_half(&bytes[dates..])));
    let dated_fingerprint = with_dates.then(|| Fingerprint(store::sha256_half(bytes)));
    TournamentContent { fingerprint, dated_fingerprint, games: sketch_of_games(rows, hashes), players: sketch_of_players(rows, hashes) }
}

/// The ids of white and black in a row; 0 for none.
fn ids(row: u128) -> (u32, u32) {
    ((row >> 48) as u32, (row >> 16) as u32)
}

fn has_ids(row: &u128) -> bool {
    ids(*row).0 != 0 && ids(*row).1 != 0
}

/// The sketch of the games between players with ids. Rounds are left out, because a second report may number them otherwise; games that are
/// equal without their round are told apart by their order.
fn sketch_of_games(rows: &mut [u128], hashes: &mut SketchBuffer) -> Sketch {
    const ROUNDLESS: u128 = (1 << 80) - 1;
    let value = |row: u128, repeat: u64| {
        let (white, black) = ids(row);
        model::hash_value(u64::from(white) << 32 | u64::from(black)) ^ model::hash_value(u64::from(row as u16) << 32 | repeat)
    };
    let sketch = Sketch::of_values(rows.iter().filter(|row| has_ids(row)).map(|&row| value(row, 0)), hashes);
    // Nearly always no two games are equal.
    if sketch.count as usize == rows.iter().filter(|row| has_ids(row)).count() {
        return sketch;
    }
    rows.iter_mut().for_each(|row| *row &= ROUNDLESS);
    rows.sort_unstable();
    let same = rows.chunk_by(|a, b| a == b).flat_map(|same| same.iter().copied().zip(0u64..));
    Sketch::of_values(same.filter(|(row, _)| has_ids(row)).map(|(row, repeat)| value(row, repeat)), hashes)
}

/// The sketch of the players of the games between players with ids.
fn sketch_of_players(rows: &[u128], hashes: &mut SketchBuffer) -> Sketch {
    // Every player has several games: most repeats fall on the place where the player stood before.
    let mut seen = [0; 256];
    let players = rows.iter().copied().filter(has_ids).flat_map(|row| [ids(row).0, ids(row).1]);
    let often_new =
        players.filter(|&player| std::mem::replace(&mut seen[(player.wrapping_mul(0x9e37_79b9) >> 24) as usize], player) != player);
    Sketch::of_values(often_new.map(u64::from), hashes)
}
