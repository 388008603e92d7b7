//! Stores the ids of games while they are read: as numbers until one of them is not a number.

use model::{GameIds, numeric_game_id};
use std::fmt::Write;

/// An id as a table stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawGameId<'t> {
    Number(u64),
    /// Empty if the id is missing.
    Text(&'t str),
}

impl RawGameId<'_> {
    pub(super) fn is_missing(self) -> bool {
        self == RawGameId::Text("")
    }

    fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Text(text) => numeric_game_id(text),
        }
    }
}

/// Appends an id.
pub(super) fn push(ids: &mut GameIds, id: RawGameId<'_>) {
    let number = id.number();
    if let (GameIds::Numbers(numbers), None) = (&*ids, number) {
        *ids = as_texts(numbers);
    }
    match ids {
        GameIds::Numbers(numbers) => numbers.extend(number),
        GameIds::Texts { text, ends } => {
            match id {
                RawGameId::Number(number) => write!(text, "{number}").expect("writing to a string cannot fail"),
                RawGameId::Text(id) => text.push_str(id),
            }
            ends.push(text.len() as u64);
        }
    }
}

fn as_texts(numbers: &[u64]) -> GameIds {
    let mut text = String::new();
    let mut ends = Vec::with_capacity(numbers.len() + 1);
    for number in numbers {
        write!(text, "{number}").expect("writing to a string cannot fail");
        ends.push(text.len() as u64);
    }
    GameIds::Texts { text, ends }
}

/// Reserves memory for exactly this many more ids.
pub(super) fn reserve(ids: &mut GameIds, games: usize) {
    match ids {
        GameIds::Numbers(numbers) => numbers.reserve_exact(games),
        GameIds::Texts { ends, .. } => ends.reserve_exact(games),
    }
}

pub(super) fn shrink(ids: &mut GameIds) {
    match ids {
        GameIds::Numbers(numbers) => numbers.shrink_to_fit(),
        GameIds::Texts { text, ends } => {
            text.shrink_to_fit();
            ends.shrink_to_fit();
        }
    }
}

/// Returns the ids in another order.
pub(super) fn reordered(ids: &GameIds, order: &[u32]) -> GameIds {
    match ids {
        GameIds::Numbers(numbers) => GameIds::Numbers(order.iter().map(|&game| numbers[game as usize]).collect()),
        GameIds::Texts { text, .. } => {
            let mut reordered = String::with_capacity(text.len());
            let mut ends = Vec::with_capacity(order.len());
            for &game in order {
                reordered.push_str(&ids.text(game as usize));
                ends.push(reordered.len() as u64);
            }
            GameIds::Texts { text: reordered, ends }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(ids: &[RawGameId<'_>]) -> GameIds {
        let mut all = GameIds::default();
        for &id in ids {
            push(&mut all, id);
        }
        all
    }

    #[test]
    fn ids_stay_numbers_until_one_is_a_text() {
        assert_eq!(collected(&[RawGameId::Text("12"), RawGameId::Number(0), RawGameId::Text("0")]), GameIds::Numbers(vec![12, 0, 0]));
        let texts =
            collected(&[RawGameId::Text("12"), RawGameId::Number(7), RawGameId::Text("007"), RawGameId::Number(5), RawGameId::Text("é")]);
        assert_eq!((0..5).map(|at| texts.text(at).into_owned()).collect::<Vec<_>>(), ["12", "7", "007", "5", "é"]);
    }

    #[test]
    fn numbers_and_texts_are_reordered() {
        assert_eq!(reordered(&GameIds::Numbers(vec![5, 6, 7]), &[2, 0, 1]), GameIds::Numbers(vec![7, 5, 6]));
        let texts = collected(&[RawGameId::Text("a"), RawGameId::Text("bb"), RawGameId::Text("ccc")]);
        assert_eq!(reordered(&texts, &[2, 0, 1]), collected(&[RawGameId::Text("ccc"), RawGameId::Text("a"), RawGameId::Text("bb")]));
    }
}
