//! Games that come more than once: one of them counts if they agree, none if they do not.

use super::gathering::Gathering;
use crate::codes;
use model::Reason;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Finds the games with the same id and gives them their faults. Goes before sorting: the places are those of the files.
pub(super) fn find(gathering: &mut Gathering<'_>) {
    let order = by_id(gathering);
    let mut rest = order.as_slice();
    while let Some(&first) = rest.first() {
        let same = rest.iter().take_while(|&&game| gathering.by_id(first, game) == Ordering::Equal).count();
        let (games, others) = rest.split_at(same);
        if games.iter().any(|&game| !gathering.tells_the_same(first, game)) {
            none_counts(gathering, games);
        } else if games.len() > 1 {
            one_counts(gathering, games);
        }
        rest = others;
    }
}

/// The games in the order of their ids, then as they come; nothing where no id can be there twice.
fn by_id(gathering: &Gathering<'_>) -> Vec<u32> {
    let count = u32::try_from(gathering.online.games.len()).expect("games are counted while they are read");
    // Servers give out ids in order, and then there is nothing to find.
    if (1..count).all(|game| gathering.by_id(game - 1, game) == Ordering::Less) {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0..count).collect();
    order.par_sort_unstable_by(|&a, &b| gathering.by_id(a, b).then(a.cmp(&b)));
    order
}

fn one_counts(gathering: &mut Gathering<'_>, games: &[u32]) {
    let first = gathering.place_in_words(games[0]);
    for &game in &games[1..] {
        gathering.online.games.fault[game as usize] = Some(Reason::SameGameTwice);
        let (id, first) = (gathering.id_in_words(game), &first);
        let message = || format!("game {id} is also in {first}; the repeat is left out");
        gathering.tell(game, &codes::ONLINE_GAME_TWICE, message, "take away one of the rows");
    }
}

fn none_counts(gathering: &mut Gathering<'_>, games: &[u32]) {
    for (at, &game) in games.iter().enumerate() {
        gathering.online.games.fault[game as usize] = Some(Reason::ResultsDisagree);
        let other = gathering.place_in_words(games[usize::from(at == 0)]);
        let id = gathering.id_in_words(game);
        let message = || format!("game {id} is also in {other}, and the rows are not all the same; none of them counts");
        gathering.tell(game, &codes::ONLINE_ROWS_CONTRADICT, message, "keep the row that is right, or give each game an id of its own");
    }
}
