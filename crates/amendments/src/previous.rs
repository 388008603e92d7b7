//! Applies merged ids to the previous list and its pool (D48).

use crate::ended_merge::EndedMerge;
use crate::{Amendments, SubmissionAmendments};
use model::{Diagnostic, PlayerFlags, PlayerRow, Pool, Rating};
use std::collections::BTreeMap;
use store::PlayerList;
use tables::{PlayerText, TextColumns};

impl Amendments {
    /// Merges players: the surviving id takes over career games, peak, history and pool results, and the rating if it has none; where only
    /// the merged id is on the list, it takes over the whole row. The row of the merged id stays, so that each id gets back what came with
    /// it when the merge is undone (D48).
    pub fn amend_previous(self, list: &mut PlayerList, pool: &mut Pool) -> SubmissionAmendments {
        let current: BTreeMap<u32, u32> = self.merges.iter().copied().collect();
        if current != list.merged {
            let earlier = std::mem::take(&mut list.merged);
            let merges_before: Vec<(u32, u32)> = earlier.iter().map(|(old, new)| (*old, *new)).collect();
            let ended =
                EndedMerge::find(&merges_missing_from(&current, &merges_before, &earlier), &earlier, &self.direct_merges_on(list.date));
            undo_merges(list, &ended);
            // Used up or not, the results of an id that is on its own again are its own.
            let is_on_its_own = |id: u32| ended.iter().any(|ended| ended.old == id);
            pool.entries.iter_mut().filter(|entry| is_on_its_own(entry.kept_under)).for_each(|entry| entry.is_used_up = false);
            let diagnostics: Vec<Diagnostic> = ended.iter().map(|ended| ended.diagnostic(list, pool)).collect();
            list.diagnostics.extend(diagnostics);
            apply_merges(list, &merges_missing_from(&earlier, &self.merges, &current));
            list.merged = current;
        }
        // The pool is kept under the ids of the results, so that a merge that is undone gives them back.
        for entry in &mut pool.entries {
            let surviving_id = list.merged.get(&entry.kept_under).copied().filter(|_| !entry.is_used_up);
            entry.fide_id = surviving_id.unwrap_or(entry.kept_under);
        }
        pool.sort();
        SubmissionAmendments(self)
    }
}

/// The merges that `others` does not have. An id whose survivor is merged on, or comes back, is no new merge: its row is part of the survivor's.
fn merges_missing_from(others: &BTreeMap<u32, u32>, merges: &[(u32, u32)], all: &BTreeMap<u32, u32>) -> Vec<(u32, u32)> {
    let is_missing = |&&(old, new): &&(u32, u32)| match others.get(&old) {
        Some(&other) => other != new && others.get(&new) != Some(&other) && all.get(&other) != Some(&new),
        None => true,
    };
    merges.iter().filter(is_missing).copied().collect()
}

/// Takes what came with merged ids back from the ids that have it. What these have played since stays with them.
fn undo_merges(list: &mut PlayerList, ended: &[EndedMerge]) {
    for merge in ended {
        let Some(old) = list.index.find(merge.old) else { continue };
        let merged_row = list.rows[old];
        let mut took_rating = list.gave_rating.remove(&merge.old);
        for &id in &merge.path {
            let Some(new) = list.index.find(id) else { continue };
            let row = &mut list.rows[new];
            row.career_games = row.career_games.saturating_sub(merged_row.career_games);
            if took_rating {
                (row.rating, row.k) = (Rating::UNRATED, 0);
                // The next id took the rating from this one.
                took_rating = list.gave_rating.remove(&id);
            }
            if merged_row.peak >= row.peak {
                row.peak = row.rating;
            }
            if row.career_games == 0 && !row.is_rated() {
                (row.last_rated, row.flags) = (PlayerRow::NEVER, PlayerFlags::NONE);
            }
        }
    }
}

fn apply_merges(list: &mut PlayerList, merges: &[(u32, u32)]) {
    add_surviving_ids(list, merges);
    complete_text(list, merges);
    for &(old_id, new_id) in merges {
        let (Some(old), Some(new)) = (list.index.find(old_id), list.index.find(new_id)) else { continue };
        let merged_row = list.rows[old];
        let row = &mut list.rows[new];
        row.career_games = row.career_games.saturating_add(merged_row.career_games);
        row.peak = row.peak.max(merged_row.peak);
        row.last_rated = row.last_rated.max(merged_row.last_rated);
        row.flags = row.flags.with(PlayerFlags::FIRST_EVENT, merged_row.has_had_first_event());
        if row.birth_year == 0 {
            row.birth_year = merged_row.birth_year;
        }
        if !row.is_rated() && merged_row.is_rated() {
            (row.rating, row.k) = (merged_row.rating, merged_row.k);
            list.gave_rating.insert(old_id);
        }
    }
}

/// Gives surviving ids the names, titles, federations and sexes that only the merged id has.
fn complete_text(list: &mut PlayerList, merges: &[(u32, u32)]) {
    let pairs: Vec<(usize, usize)> =
        merges.iter().filter_map(|(old, new)| Some((list.index.find(*old)?, list.index.find(*new)?))).collect();
    for field in PlayerText::ALL {
        let text = |player| list.text.get(field, player);
        let missing = pairs.iter().filter(|(old, new)| text(*new).is_empty() && !text(*old).is_empty());
        // Of several ids that are merged into one, the first in their order gives the text.
        let given: Vec<(usize, String)> = missing.rev().map(|(old, new)| (*new, text(*old).to_owned())).collect();
        list.text.column_mut(field).set(given.iter().map(|(player, text)| (*player, text.as_str())));
    }
}

/// Adds the surviving ids of which only the merged id is on the list, with its name and birth year.
fn add_surviving_ids(list: &mut PlayerList, merges: &[(u32, u32)]) {
    let missing = merges.iter().filter(|(_, new)| !list.index.contains(*new));
    let found = missing.filter_map(|(old, new)| Some((*new, list.index.find(*old)?)));
    // Of several ids that are merged into one, the first gives the name.
    let mut added: BTreeMap<u32, usize> = BTreeMap::new();
    for (new, old) in found {
        added.entry(new).or_insert(old);
    }
    let row = |old: usize| PlayerRow { birth_year: list.rows[old].birth_year, ..PlayerRow::UNKNOWN };
    let rows: Vec<(u32, PlayerRow)> = added.iter().map(|(new, old)| (*new, row(*old))).collect();
    let positions: Vec<u32> = added.values().map(|old| u32::try_from(*old).expect("fewer players than 32 bits can number")).collect();
    let text = list.text.take(&TextColumns::default(), &positions);
    list.add_players(&rows, &text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::PlayerIndex;
    use tables::TextColumn;

    /// A list of ids with ratings (0 for none), career games and peaks.
    fn list(players: &[(u32, i16, u32, i16)]) -> PlayerList {
        let row = |&(_, rating, career_games, peak): &(u32, i16, u32, i16)| PlayerRow {
            rating: Rating(rating),
            career_games,
            peak: Rating(peak),
            ..PlayerRow::UNKNOWN
        };
        PlayerList {
            date: "2024-02".parse().expect("a month"),
            index: PlayerIndex::new(players.iter().map(|player| player.0).collect()),
            rows: players.iter().map(row).collect(),
            text: TextColumns::new(PlayerText::ALL.map(|_| TextColumn::empty(players.len()))),
            asks_for_federation: false,
            merged: BTreeMap::new(),
            gave_rating: Default::default(),
            diagnostics: Vec::new(),
        }
    }

    fn rows(list: &PlayerList) -> Vec<(u32, i16, u32, i16)> {
        list.index.ids().iter().zip(&list.rows).map(|(id, row)| (*id, row.rating.0, row.career_games, row.peak.0)).collect()
    }

    #[test]
    fn d48_where_only_the_other_id_is_on_the_list_the_id_that_stays_takes_over_its_row() {
        let mut players = list(&[(1, 1800, 40, 1850), (5, 1900, 10, 1900)]);
        apply_merges(&mut players, &[(1, 3), (7, 8)]);
        assert_eq!(rows(&players), [(1, 1800, 40, 1850), (3, 1800, 40, 1850), (5, 1900, 10, 1900)]);
    }

    #[test]
    fn d48_what_only_the_merged_id_has_of_name_and_year_goes_to_the_id_that_stays() {
        let mut players = list(&[(1, 1800, 40, 1850), (2, 0, 0, 0)]);
        players.rows[0].birth_year = 1999;
        players.text.column_mut(PlayerText::Name).set([(0, "Old, Name")].into_iter());
        players.text.column_mut(PlayerText::Federation).set([(0, "SWE"), (1, "NOR")].into_iter());
        apply_merges(&mut players, &[(1, 2)]);
        let text = |field| players.text.get(field, 1);
        assert_eq!((text(PlayerText::Name), text(PlayerText::Federation), players.rows[1].birth_year), ("Old, Name", "NOR", 1999));
    }

    #[test]
    fn d48_an_id_that_is_merged_on_brings_its_own_row_and_gets_it_back() {
        let before = list(&[(10, 1500, 40, 1500), (11, 1600, 50, 1600)]);
        let merged = |pairs: &[(u32, u32)]| -> BTreeMap<u32, u32> { pairs.iter().copied().collect() };
        let direct = merged(&[(10, 11), (11, 12)]);
        let change = |list: &mut PlayerList, from: &[(u32, u32)], to: &[(u32, u32)]| {
            undo_merges(list, &EndedMerge::find(&merges_missing_from(&merged(to), from, &merged(from)), &merged(from), &direct));
            apply_merges(list, &merges_missing_from(&merged(from), to, &merged(to)));
        };
        let (one, both) = ([(10, 11)], [(11, 12), (10, 12)]);
        let mut players = before;
        change(&mut players, &[], &one);
        assert_eq!(rows(&players), [(10, 1500, 40, 1500), (11, 1600, 90, 1600)]);
        change(&mut players, &one, &both);
        assert_eq!(rows(&players), [(10, 1500, 40, 1500), (11, 1600, 90, 1600), (12, 1600, 90, 1600)]);
        change(&mut players, &both, &one);
        assert_eq!(rows(&players)[..2], [(10, 1500, 40, 1500), (11, 1600, 90, 1600)]);
        assert_eq!((players.rows[2].rating.0, players.rows[2].career_games), (0, 0));
        // All at once: each has what it had, and none has another's rating.
        let mut players = list(&[(10, 1500, 40, 1500), (11, 0, 3, 0)]);
        change(&mut players, &[], &one);
        change(&mut players, &one, &both);
        assert_eq!(rows(&players), [(10, 1500, 40, 1500), (11, 1500, 43, 1500), (12, 1500, 43, 1500)]);
        change(&mut players, &both, &[]);
        assert_eq!(rows(&players), [(10, 1500, 40, 1500), (11, 0, 3, 0), (12, 0, 0, 0)]);
        assert!(players.gave_rating.is_empty());
        // Both in one month: the nearer id gives its rating.
        let mut players = list(&[(10, 1500, 40, 1500), (11, 1600, 50, 1600)]);
        change(&mut players, &[], &crate::merges::resolve_nearest_first(&[(10, 11), (11, 12)]));
        assert_eq!(rows(&players)[2], (12, 1600, 90, 1600));
    }

    #[test]
    fn d48_undoing_a_merge_gives_each_id_back_what_came_with_it() {
        let before = [(1, 1800, 40, 1850), (2, 0, 3, 0), (5, 1900, 10, 1910)];
        let mut players = list(&before);
        apply_merges(&mut players, &[(1, 2)]);
        assert_eq!(rows(&players)[1], (2, 1800, 43, 1850));
        undo_merges(&mut players, &EndedMerge::find(&[(1, 2)], &BTreeMap::from([(1, 2)]), &BTreeMap::new()));
        assert_eq!(rows(&players), before, "the rating goes back");
        apply_merges(&mut players, &[(1, 5)]);
        assert_eq!(rows(&players)[2], (5, 1900, 50, 1910));
        undo_merges(&mut players, &EndedMerge::find(&[(1, 5)], &BTreeMap::from([(1, 5)]), &BTreeMap::new()));
        assert_eq!(rows(&players), before, "a rating of one's own stays");
    }
}
