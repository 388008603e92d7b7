//! Merges ids of one person: the merged id is replaced by the surviving id.

use crate::codes;
use model::{Batch, Diagnostic, Games, Newcomer, Place, PlayerIndex, PlayerRef, Reason, Tournament};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns the surviving id of each merged id, ascending. Chains are followed: if a is merged into b and b into c, then a survives as c.
///
/// Ids that lead into a cycle are left out, because none of them survives. The readers of merges refuse cycles; only merges from several
/// files can form one.
pub(crate) fn resolve_merges(merges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    final_ids(merges).into_iter().filter_map(|(old, end)| Some((old, end?))).collect()
}

/// Returns the surviving id of each merged id as [`resolve_merges`] does, the ids merged directly into it first.
pub(crate) fn resolve_nearest_first(merges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let next: BTreeMap<u32, u32> = merges.iter().copied().collect();
    let steps = |&(old, new): &(u32, u32)| std::iter::successors(Some(old), |id| next.get(id).copied()).take_while(|id| *id != new).count();
    let mut resolved = resolve_merges(merges);
    resolved.sort_by_key(steps);
    resolved
}

/// Returns the ids that lead into a cycle, ascending.
pub(crate) fn ids_in_cycle(merges: &[(u32, u32)]) -> Vec<u32> {
    final_ids(merges).into_iter().filter(|(_, end)| end.is_none()).map(|(old, _)| old).collect()
}

/// The surviving id of each merged id; `None` if its chain leads into a cycle.
fn final_ids(merges: &[(u32, u32)]) -> BTreeMap<u32, Option<u32>> {
    let next: BTreeMap<u32, u32> = merges.iter().copied().collect();
    let mut final_ids: BTreeMap<u32, Option<u32>> = BTreeMap::new();
    for &start in next.keys() {
        let mut visited = BTreeSet::new();
        let mut id = start;
        let end = loop {
            if let Some(&known) = final_ids.get(&id) {
                break known;
            }
            let Some(&following) = next.get(&id) else { break Some(id) };
            if !visited.insert(id) {
                break None;
            }
            id = following;
        };
        final_ids.extend(visited.into_iter().map(|id| (id, end)));
    }
    final_ids
}

/// Replaces merged ids by surviving ids in games, byes, entries, arbiters and newcomers.
///
/// Where both play in one event, rounds that do not clash are one player's; in rounds that clash the games are left out for both sides, and
/// a game between the two is none. A diagnostic reports it (D47).
pub(crate) fn merge_players(batch: &mut Batch, merges: &[(u32, u32)]) -> Vec<Diagnostic> {
    let resolved = resolve_merges(merges);
    if resolved.is_empty() {
        return Vec::new();
    }
    let (merged_ids, surviving_ids): (Vec<u32>, Vec<u32>) = resolved.into_iter().unzip();
    let index = PlayerIndex::new(merged_ids);
    let surviving_id = |player: PlayerRef| player.fide_id().and_then(|id| index.find(id)).map(|at| surviving_ids[at]);
    let mut diagnostics = Vec::new();
    let Batch { tournaments, games, .. } = batch;
    for tournament in tournaments.iter_mut() {
        let has_merged_byes = merge_byes_and_entries(tournament, surviving_id);
        let range = tournament.games.clone();
        let everyone = || games.white[range.clone()].iter().chain(&games.black[range.clone()]).copied();
        // For each surviving id, the players who have it from now on.
        let mut merged: BTreeMap<u32, BTreeSet<PlayerRef>> = BTreeMap::new();
        for player in everyone() {
            if let Some(id) = surviving_id(player) {
                merged.entry(id).or_default().insert(player);
            }
        }
        if merged.is_empty() {
            if has_merged_byes {
                tournament.join_byes_and_entries(games);
            }
            continue;
        }
        for player in everyone() {
            if let Some(same) = player.fide_id().and_then(|id| merged.get_mut(&id)) {
                same.insert(player);
            }
        }
        let mut replacements: BTreeMap<PlayerRef, PlayerRef> = BTreeMap::new();
        for (id, players) in merged {
            if players.len() > 1 {
                let left_out = leave_out_clashes(games, range.clone(), &players);
                let ids: Vec<String> = players.iter().filter_map(|player| player.fide_id()).map(|id| id.to_string()).collect();
                let message = format!(
                    "{}: {} are one player now and both have entries; games left out of rounds that both played: {left_out}",
                    tournament.id,
                    ids.join(", ")
                );
                let hint = "correct the report: one person cannot have two entries (D47)";
                diagnostics.push(Diagnostic::new(&codes::MERGED_IN_ONE_EVENT, &tournament.file, Place::default(), message).with_hint(hint));
            }
            replacements.extend(PlayerRef::id(id).into_iter().flat_map(|id| players.iter().map(move |player| (*player, id))));
        }
        for player in games.white[range.clone()].iter_mut().chain(&mut games.black[range]) {
            if let Some(&new) = replacements.get(player) {
                *player = new;
            }
        }
        tournament.join_byes_and_entries(games);
    }
    merge_newcomers(batch, |id| index.find(id).map(|at| surviving_ids[at]));
    diagnostics
}

/// Replaces merged ids in byes, entries and arbiters, and returns whether there was any among the first two.
fn merge_byes_and_entries(tournament: &mut Tournament, surviving_id: impl Fn(PlayerRef) -> Option<u32>) -> bool {
    let survivor = |player: PlayerRef| surviving_id(player).and_then(PlayerRef::id);
    for id in &mut tournament.arbiters {
        *id = PlayerRef::id(*id).and_then(&surviving_id).unwrap_or(*id);
    }
    let mut has_merged = false;
    // What is reported of the surviving id goes first, and stays.
    tournament.entries.sort_by_key(|entry| survivor(entry.player).is_some());
    let byes = tournament.byes.iter_mut().map(|bye| &mut bye.player);
    for player in byes.chain(tournament.entries.iter_mut().map(|entry| &mut entry.player)) {
        if let Some(survivor) = survivor(*player) {
            *player = survivor;
            has_merged = true;
        }
    }
    tournament.entries.sort_by_key(|entry| entry.player);
    has_merged
}

/// Leaves out the games of one person's entries in rounds in which several of these played, and those between them. Returns their number.
fn leave_out_clashes(games: &mut Games, range: Range<usize>, entries: &BTreeSet<PlayerRef>) -> usize {
    let mut entries_by_round: BTreeMap<u16, BTreeSet<PlayerRef>> = BTreeMap::new();
    let both = |games: &Games, game: usize| [games.white[game], games.black[game]];
    // A forfeit clashes with nothing.
    for game in range.clone().filter(|&game| games.result[game].may_be_played()) {
        let played = both(games, game).into_iter().filter(|player| entries.contains(player));
        entries_by_round.entry(games.round[game]).or_default().extend(played);
    }
    let mut left_out = 0;
    for game in range {
        let own = both(games, game).iter().filter(|player| entries.contains(*player)).count();
        let fault = match own {
            0 => continue,
            1 if !games.result[game].may_be_played() || entries_by_round[&games.round[game]].len() == 1 => continue,
            1 => Reason::TwoGamesInOneRound,
            _ => Reason::AgainstOneself,
        };
        games.fault[game].get_or_insert(fault);
        left_out += 1;
    }
    left_out
}

/// Merges newcomers; values reported for the surviving id win.
fn merge_newcomers(batch: &mut Batch, surviving_id: impl Fn(u32) -> Option<u32>) {
    let newcomers = std::mem::take(&mut batch.newcomers);
    let (mut merged_newcomers, mut all): (Vec<_>, Vec<_>) = newcomers.into_iter().partition(|newcomer| surviving_id(newcomer.id).is_some());
    for newcomer in &mut merged_newcomers {
        newcomer.id = surviving_id(newcomer.id).unwrap_or(newcomer.id);
    }
    all.append(&mut merged_newcomers);
    batch.newcomers = Newcomer::merge_by_id(all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Bye, ByeKind, GameResult, ReportedEntry, ShortCode, SideResult};

    fn batch(events: &[&[(u32, u32)]]) -> Batch {
        let mut batch = Batch::default();
        for (number, pairs) in events.iter().enumerate() {
            let from = batch.games.len();
            for (round, &(white, black)) in (1..).zip(*pairs) {
                let player = |id| PlayerRef::id(id).expect("an id");
                batch.games.push(round, player(white), player(black), GameResult::new(SideResult::Win, SideResult::Loss), None);
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
    fn chains_are_followed_to_the_surviving_id() {
        assert_eq!(resolve_merges(&[(1, 2), (2, 3), (7, 2)]), [(1, 3), (2, 3), (7, 3)]);
        assert_eq!(resolve_merges(&[]), []);
    }

    #[test]
    fn cycles_and_chains_into_them_are_left_out() {
        let merges = [(1, 2), (2, 3), (3, 2), (5, 6)];
        assert_eq!(resolve_merges(&merges), [(5, 6)]);
        assert_eq!(ids_in_cycle(&merges), [1, 2, 3]);
        assert_eq!(ids_in_cycle(&[(4, 4)]), [4]);
        assert_eq!(ids_in_cycle(&[(1, 2), (2, 3)]), Vec::<u32>::new());
    }

    #[test]
    fn games_and_newcomers_get_the_surviving_id() {
        let mut batch = batch(&[&[(1, 9), (9, 2)], &[(8, 9)]]);
        let newcomer =
            |id, name: &str, federation: &str| Newcomer { id, name: name.into(), federation: federation.into(), ..Newcomer::default() };
        batch.newcomers = vec![newcomer(1, "Gone", "NOR"), newcomer(3, "Staying", ""), newcomer(9, "Other", "SWE")];
        // 1 and 8 both become 3, in different events.
        assert_eq!(merge_players(&mut batch, &[(1, 8), (8, 3)]), []);
        assert_eq!(ids(&batch.games.white), [Some(3), Some(9), Some(3)]);
        assert_eq!(ids(&batch.games.black), [Some(9), Some(2), Some(9)]);
        assert_eq!(batch.newcomers, [newcomer(3, "Staying", "NOR"), newcomer(9, "Other", "SWE")]);
    }

    #[test]
    fn d47_rounds_of_two_entries_that_become_one_player_are_left_out_where_they_clash() {
        let mut batch = batch(&[&[(1, 2), (1, 9), (9, 2), (1, 8)], &[(1, 9)]]);
        // The fourth game is of the third round too, in which both have one then.
        batch.games.round[3] = 3;
        let messages = merge_players(&mut batch, &[(1, 2)]);
        assert_eq!(ids(&batch.games.white), [2, 2, 9, 2, 2].map(Some));
        assert_eq!(ids(&batch.games.black), [2, 9, 2, 8, 9].map(Some));
        let (oneself, twice) = (Some(Reason::AgainstOneself), Some(Reason::TwoGamesInOneRound));
        assert_eq!(batch.games.fault, [oneself, None, twice, twice, None]);
        let messages: Vec<_> = messages.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            ["a.trf: COR016: T0: 1, 2 are one player now and both have entries; games left out of rounds that both played: 3"]
        );
    }

    #[test]
    fn byes_entries_and_arbiters_get_the_surviving_id() {
        let player = |id| PlayerRef::id(id).expect("an id");
        let bye = |round, id, kind| Bye { round, player: player(id), kind };
        let entry = |id, federation: &str| ReportedEntry {
            player: player(id),
            federation: ShortCode::new(federation).expect("a code"),
            title: ShortCode::EMPTY,
            women_title: ShortCode::EMPTY,
            sex: ShortCode::EMPTY,
            rating: model::Rating::UNRATED,
        };
        let mut batch = batch(&[&[(1, 9), (9, 2)], &[(8, 9)]]);
        let [first, second] = batch.tournaments.as_mut_slice() else { panic!("two tournaments") };
        // Of 1 and 2, who become one, each has a bye in a round in which the other plays.
        first.byes = vec![bye(1, 2, ByeKind::ZeroPoint), bye(2, 1, ByeKind::HalfPoint), bye(3, 1, ByeKind::Allocated)];
        first.entries = vec![entry(1, "NOR"), entry(2, "SWE"), entry(9, "DEN")];
        first.arbiters = vec![1, 7];
        // Somebody without a game.
        second.byes = vec![bye(1, 1, ByeKind::FullPoint)];
        assert_eq!(merge_players(&mut batch, &[(1, 2)]).len(), 1, "of the two in one event");
        let [first, second] = batch.tournaments.as_slice() else { panic!("two tournaments") };
        assert_eq!(first.byes, [bye(3, 2, ByeKind::Allocated)]);
        assert_eq!(first.entries, [entry(2, "SWE"), entry(9, "DEN")]);
        assert_eq!(first.arbiters, [2, 7]);
        assert_eq!(second.byes, [bye(1, 2, ByeKind::FullPoint)]);
    }
}
