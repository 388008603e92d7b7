//! Marks online games that occur more than once: one of them counts if the rows agree, none if they do not.

use super::collector::OnlineCollector;
use crate::codes;
use model::Reason;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Sets the fault of games with the same id. Must run before sorting, because diagnostics point at the rows in their files.
pub(super) fn mark_repeated_games(collector: &mut OnlineCollector<'_>) {
    let order = games_by_id(collector);
    let mut rest = order.as_slice();
    while let Some(&first) = rest.first() {
        let same = rest.iter().take_while(|&&game| collector.compare_ids(first, game) == Ordering::Equal).count();
        let (games, others) = rest.split_at(same);
        if games.iter().any(|&game| !collector.has_same_content(first, game)) {
            mark_contradictions(collector, games);
        } else if games.len() > 1 {
            mark_repeats(collector, games);
        }
        rest = others;
    }
}

/// The games sorted by id, then by position; empty if all ids are already ascending.
fn games_by_id(collector: &OnlineCollector<'_>) -> Vec<u32> {
    let count = u32::try_from(collector.online.games.len()).expect("games are counted while they are read");
    // Servers number games in ascending order, so that there is usually nothing to sort.
    if (1..count).all(|game| collector.compare_ids(game - 1, game) == Ordering::Less) {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0..count).collect();
    order.par_sort_unstable_by(|&a, &b| collector.compare_ids(a, b).then(a.cmp(&b)));
    order
}

fn mark_repeats(collector: &mut OnlineCollector<'_>, games: &[u32]) {
    let first = collector.place_text(games[0]);
    for &game in &games[1..] {
        collector.online.games.fault[game as usize] = Some(Reason::SameGameTwice);
        let (id, first) = (collector.quoted_id(game), &first);
        let message = || format!("game {id} is also in {first}; the repeat is left out");
        collector.report_game(game, &codes::ONLINE_GAME_TWICE, message, "take away one of the rows");
    }
}

fn mark_contradictions(collector: &mut OnlineCollector<'_>, games: &[u32]) {
    for (at, &game) in games.iter().enumerate() {
        collector.online.games.fault[game as usize] = Some(Reason::ResultsDisagree);
        let other = collector.place_text(games[usize::from(at == 0)]);
        let id = collector.quoted_id(game);
        let message = || format!("game {id} is also in {other}, and the rows are not all the same; none of them counts");
        collector.report_game(
            game,
            &codes::ONLINE_ROWS_CONTRADICT,
            message,
            "keep the row that is right, or give each game an id of its own",
        );
    }
}
