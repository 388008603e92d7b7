//! The ids of games while they are read: numbers, until one of them is none.

use model::{GameIds, game_number};
use std::fmt::Write;

/// An id as a table holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id<'t> {
    Number(u64),
    /// Empty where there is none.
    Text(&'t str),
}

impl Id<'_> {
    pub(super) fn is_missing(self) -> bool {
        self == Id::Text("")
    }

    fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Text(text) => game_number(text),
        }
    }
}

/// Puts an id behind the others.
pub(super) fn push(ids: &mut GameIds, id: Id<'_>) {
    let number = id.number();
    if let (GameIds::Numbers(numbers), None) = (&*ids, number) {
        *ids = as_texts(numbers);
    }
    match ids {
        GameIds::Numbers(numbers) => numbers.extend(number),
        GameIds::Texts { text, ends } => {
            match id {
                Id::Number(number) => write!(text, "{number}").expect("writing to a string cannot fail"),
                Id::Text(id) => text.push_str(id),
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

/// Makes room for so many more ids, and no more than that.
pub(super) fn make_room(ids: &mut GameIds, games: usize) {
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

/// The ids in another order.
pub(super) fn arranged(ids: &GameIds, order: &[u32]) -> GameIds {
    match ids {
        GameIds::Numbers(numbers) => GameIds::Numbers(order.iter().map(|&game| numbers[game as usize]).collect()),
        GameIds::Texts { text, .. } => {
            let mut arranged = String::with_capacity(text.len());
            let mut ends = Vec::with_capacity(order.len());
            for &game in order {
                arranged.push_str(&ids.text(game as usize));
                ends.push(arranged.len() as u64);
            }
            GameIds::Texts { text: arranged, ends }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(ids: &[Id<'_>]) -> GameIds {
        let mut all = GameIds::default();
        for &id in ids {
            push(&mut all, id);
        }
        all
    }

    #[test]
    fn ids_stay_numbers_until_one_is_a_text() {
        assert_eq!(gathered(&[Id::Text("12"), Id::Number(0), Id::Text("0")]), GameIds::Numbers(vec![12, 0, 0]));
        let texts = gathered(&[Id::Text("12"), Id::Number(7), Id::Text("007"), Id::Number(5), Id::Text("é")]);
        assert_eq!((0..5).map(|at| texts.text(at).into_owned()).collect::<Vec<_>>(), ["12", "7", "007", "5", "é"]);
    }

    #[test]
    fn both_kinds_are_arranged() {
        assert_eq!(arranged(&GameIds::Numbers(vec![5, 6, 7]), &[2, 0, 1]), GameIds::Numbers(vec![7, 5, 6]));
        let texts = gathered(&[Id::Text("a"), Id::Text("bb"), Id::Text("ccc")]);
        assert_eq!(arranged(&texts, &[2, 0, 1]), gathered(&[Id::Text("ccc"), Id::Text("a"), Id::Text("bb")]));
    }
}
