//! Two ids of one person: the one that goes and the one that stays.

use crate::codes;
use model::{Batch, Diagnostic, Newcomer, Place, PlayerIndex, PlayerRef};
use std::collections::{BTreeMap, BTreeSet};

/// For each id that goes, ascending, the one that stays in the end: where b goes too, a merged into b is merged into what b is merged into.
///
/// Ids that lead into a circle are left out: nobody can tell who stays. Whoever reads merges refuses circles; they can only come of
/// merges from several places.
pub(crate) fn resolve_merges(merges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    ends(merges).into_iter().filter_map(|(old, end)| Some((old, end?))).collect()
}

/// Ids, ascending, that lead into a circle.
pub(crate) fn circle(merges: &[(u32, u32)]) -> Vec<u32> {
    ends(merges).into_iter().filter(|(_, end)| end.is_none()).map(|(old, _)| old).collect()
}

/// Where the steps from each id end, unless they never do.
fn ends(merges: &[(u32, u32)]) -> BTreeMap<u32, Option<u32>> {
    let next: BTreeMap<u32, u32> = merges.iter().copied().collect();
    let mut ends: BTreeMap<u32, Option<u32>> = BTreeMap::new();
    for &start in next.keys() {
        let mut passed = BTreeSet::new();
        let mut id = start;
        let end = loop {
            if let Some(&known) = ends.get(&id) {
                break known;
            }
            let Some(&following) = next.get(&id) else { break Some(id) };
            if !passed.insert(id) {
                break None;
            }
            id = following;
        };
        ends.extend(passed.into_iter().map(|id| (id, end)));
    }
    ends
}

/// Puts the ids that stay in the place of those that go, in games and newcomers.
///
/// Where two of them play in one event, its entries would share an id: they have none then, and a diagnostic says so (D25).
pub(crate) fn merge_players(batch: &mut Batch, merges: &[(u32, u32)]) -> Vec<Diagnostic> {
    let resolved = resolve_merges(merges);
    if resolved.is_empty() {
        return Vec::new();
    }
    let (going, staying): (Vec<u32>, Vec<u32>) = resolved.into_iter().unzip();
    let index = PlayerIndex::new(going);
    let stays = |player: PlayerRef| player.fide_id().and_then(|id| index.find(id)).map(|at| staying[at]);
    let mut diagnostics = Vec::new();
    let games = &mut batch.games;
    for tournament in &batch.tournaments {
        let range = tournament.games.clone();
        let everyone = || games.white[range.clone()].iter().chain(&games.black[range.clone()]).copied();
        // By the id that stays: those who have it from now on.
        let mut merged: BTreeMap<u32, BTreeSet<PlayerRef>> = BTreeMap::new();
        for player in everyone() {
            if let Some(id) = stays(player) {
                merged.entry(id).or_default().insert(player);
            }
        }
        if merged.is_empty() {
            continue;
        }
        for player in everyone() {
            if let Some(same) = player.fide_id().and_then(|id| merged.get_mut(&id)) {
                same.insert(player);
            }
        }
        let mut renamed: BTreeMap<PlayerRef, PlayerRef> = BTreeMap::new();
        // Counted down from the largest number, far from starting ranks and lines.
        let mut nobody = (0..1u32 << 31).rev().map(PlayerRef::without_id);
        for (id, players) in merged {
            if players.len() == 1 {
                renamed.extend(players.into_iter().zip(PlayerRef::id(id)));
                continue;
            }
            let ids: Vec<String> = players.iter().filter_map(|player| player.fide_id()).map(|id| id.to_string()).collect();
            let message =
                format!("{}: {} are one player now and both have entries; they are treated as unrated", tournament.id, ids.join(", "));
            let hint = "correct the report: one person cannot have two entries (D25)";
            diagnostics.push(Diagnostic::new(&codes::MERGED_IN_ONE_EVENT, &tournament.file, Place::default(), message).with_hint(hint));
            renamed.extend(players.into_iter().zip(&mut nobody));
        }
        for player in games.white[range.clone()].iter_mut().chain(&mut games.black[range]) {
            if let Some(&new) = renamed.get(player) {
                *player = new;
            }
        }
    }
    merge_newcomers(batch, |id| index.find(id).map(|at| staying[at]));
    diagnostics
}

/// What reports say of the id that stays goes before what they say of the other.
fn merge_newcomers(batch: &mut Batch, stays: impl Fn(u32) -> Option<u32>) {
    let newcomers = std::mem::take(&mut batch.newcomers);
    let (mut gone, mut all): (Vec<_>, Vec<_>) = newcomers.into_iter().partition(|newcomer| stays(newcomer.id).is_some());
    for newcomer in &mut gone {
        newcomer.id = stays(newcomer.id).unwrap_or(newcomer.id);
    }
    all.append(&mut gone);
    batch.newcomers = Newcomer::joined(all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{GameResult, Outcome, Tournament};

    fn batch(events: &[&[(u32, u32)]]) -> Batch {
        let mut batch = Batch::default();
        for (number, pairs) in events.iter().enumerate() {
            let from = batch.games.len();
            for (round, &(white, black)) in (1..).zip(*pairs) {
                let player = |id| PlayerRef::id(id).expect("an id");
                batch.games.push(round, player(white), player(black), GameResult::new(Outcome::Win, Outcome::Loss), None);
            }
            let id = format!("T{number}").into();
            batch.tournaments.push(Tournament { id, file: "a.trf".into(), games: from..batch.games.len(), ..Tournament::default() });
        }
        batch
    }

    fn ids(players: &[PlayerRef]) -> Vec<Option<u32>> {
        players.iter().map(|player| player.fide_id()).collect()
    }

    #[test]
    fn chains_are_followed_to_the_id_that_stays() {
        assert_eq!(resolve_merges(&[(1, 2), (2, 3), (7, 2)]), [(1, 3), (2, 3), (7, 3)]);
        assert_eq!(resolve_merges(&[]), []);
    }

    #[test]
    fn circles_and_what_leads_into_them_stay_as_they_are() {
        let merges = [(1, 2), (2, 3), (3, 2), (5, 6)];
        assert_eq!(resolve_merges(&merges), [(5, 6)]);
        assert_eq!(circle(&merges), [1, 2, 3]);
        assert_eq!(circle(&[(4, 4)]), [4]);
        assert_eq!(circle(&[(1, 2), (2, 3)]), Vec::<u32>::new());
    }

    #[test]
    fn games_and_newcomers_get_the_id_that_stays() {
        let mut batch = batch(&[&[(1, 9), (9, 2)], &[(8, 9)]]);
        let newcomer =
            |id, name: &str, federation: &str| Newcomer { id, name: name.into(), federation: federation.into(), ..Newcomer::default() };
        batch.newcomers = vec![newcomer(1, "Gone", "NOR"), newcomer(3, "Staying", ""), newcomer(9, "Other", "SWE")];
        // 1 becomes 3 and so does 8, in another event.
        assert_eq!(merge_players(&mut batch, &[(1, 8), (8, 3)]), []);
        assert_eq!(ids(&batch.games.white), [Some(3), Some(9), Some(3)]);
        assert_eq!(ids(&batch.games.black), [Some(9), Some(2), Some(9)]);
        assert_eq!(batch.newcomers, [newcomer(3, "Staying", "NOR"), newcomer(9, "Other", "SWE")]);
    }

    #[test]
    fn two_entries_that_become_one_player_have_no_id() {
        let mut batch = batch(&[&[(1, 2), (1, 9)], &[(1, 9)]]);
        let said = merge_players(&mut batch, &[(1, 2)]);
        assert_eq!(ids(&batch.games.white), [None, None, Some(2)]);
        assert_eq!(ids(&batch.games.black), [None, Some(9), Some(9)]);
        assert_ne!(batch.games.white[0], batch.games.black[0], "still a game between two");
        assert_eq!(batch.games.white[0], batch.games.white[1], "still one entry");
        let said: Vec<_> = said.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["a.trf: COR016: T0: 1, 2 are one player now and both have entries; they are treated as unrated"]);
    }
}
