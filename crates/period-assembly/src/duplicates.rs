//! The same tournament handed in twice.

use crate::judge::Verdict;
use crate::period::Judged;
use foldhash::fast::RandomState;
use model::RatedTournaments;
use model::{GameResult, Games, PlayerRef, Reason, Tournament};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::Arc;
use store::sha256_hex;

/// What every fingerprint of a thread uses in turn, so that little is allocated for each.
#[derive(Default)]
pub(crate) struct Rooms {
    rows: Vec<u128>,
    bytes: Vec<u8>,
}

/// A fingerprint of a tournament's dates and games, independent of their order in the report; empty where no game has a player with an id.
///
/// The dates belong to it because two short events of the same people can well end alike.
pub(crate) fn fingerprint(tournament: &Tournament, games: &Games, rooms: &mut Rooms) -> String {
    let Rooms { rows, bytes } = rooms;
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
    let mut hash = sha256_hex(bytes);
    // 128 bits are plenty to tell tournaments apart, and the table is carried forward for ever.
    hash.truncate(32);
    hash
}

/// Tournaments handed in twice, by id and by content (D23).
pub(crate) struct Doubles<'a> {
    rated: &'a RatedTournaments,
    /// Ids that stand for two contents.
    ambiguous: HashSet<Arc<str>, RandomState>,
    seen_ids: HashSet<Arc<str>, RandomState>,
    contents: HashMap<u128, Arc<str>, RandomState>,
}

/// A fingerprint as the number that it is; `None` where there is none.
fn number_of(content: &str) -> Option<u128> {
    u128::from_str_radix(content, 16).ok()
}

impl<'a> Doubles<'a> {
    pub(crate) fn new(tournaments: &[Judged], rated: &'a RatedTournaments) -> Self {
        let mut first: HashMap<&str, &str, RandomState> = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let mut ambiguous = HashSet::default();
        for judged in tournaments {
            if *first.entry(&judged.facts.id).or_insert(&judged.content) != judged.content {
                ambiguous.insert(judged.facts.id.clone());
            }
        }
        let seen_ids = HashSet::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        let contents = HashMap::with_capacity_and_hasher(tournaments.len(), RandomState::default());
        Self { rated, ambiguous, seen_ids, contents }
    }

    pub(crate) fn refuses(&self, judged: &Judged) -> Option<Verdict> {
        let id = &judged.facts.id;
        if self.ambiguous.contains(id) {
            return Some(Verdict::refused(
                Reason::DuplicateId,
                format!("another report has the id {id} too, and the two are not the same"),
            ));
        }
        if self.seen_ids.contains(id) {
            return Some(Verdict::refused(
                Reason::DuplicateId,
                format!("the same report with the id {id} was handed in twice; it counts once"),
            ));
        }
        let content = number_of(&judged.content)?;
        let other = self.contents.get(&content).map(AsRef::as_ref).or_else(|| self.rated.same_content(&judged.content))?;
        Some(Verdict::refused(Reason::DuplicateContent, format!("has the same dates and games as {other}")))
    }

    pub(crate) fn remember(&mut self, judged: &Judged) {
        self.seen_ids.insert(judged.facts.id.clone());
        if let Some(content) = number_of(&judged.content) {
            self.contents.insert(content, judged.facts.id.clone());
        }
    }
}
