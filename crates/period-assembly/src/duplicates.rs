//! The same tournament handed in twice.

use model::{GameResult, Games, PlayerRef, Tournament};
use store::sha256_hex;

/// A fingerprint of a tournament's dates and games, independent of their order in the report; empty where there are no games.
///
/// The dates belong to it because two short events of the same people can well end alike.
pub(crate) fn fingerprint(tournament: &Tournament, games: &Games) -> String {
    let range = tournament.games.clone();
    if range.is_empty() {
        return String::new();
    }
    let number = |player: PlayerRef| player.fide_id().unwrap_or(0);
    let result = |r: GameResult| u16::from(r.white as u8) << 8 | u16::from(r.black as u8);
    let mut rows: Vec<(u16, u32, u32, u16)> =
        range.map(|g| (games.round[g], number(games.white[g]), number(games.black[g]), result(games.result[g]))).collect();
    rows.sort_unstable();
    let mut bytes = Vec::with_capacity(24 + rows.len() * 12);
    bytes.extend_from_slice(format!("{:?}{:?}", tournament.start, tournament.end).as_bytes());
    for (round, white, black, result) in rows {
        bytes.extend_from_slice(&round.to_le_bytes());
        bytes.extend_from_slice(&white.to_le_bytes());
        bytes.extend_from_slice(&black.to_le_bytes());
        bytes.extend_from_slice(&result.to_le_bytes());
    }
    let mut hash = sha256_hex(&bytes);
    // 128 bits are plenty to tell tournaments apart, and the table is carried forward for ever.
    hash.truncate(32);
    hash
}
