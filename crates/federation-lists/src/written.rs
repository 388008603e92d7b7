//! Lists as columns, merged player by player, for the writers.

use crate::codes;
use model::{Control, DiagnosticCollector, Place};
use tables::{Integers, Table, TableError, Texts};

/// The controls of a combined file, in the order of its columns.
pub(crate) const CONTROLS: [Control; 3] = [Control::Standard, Control::Rapid, Control::Blitz];

/// What a list holds of each player in words.
const WORDS: [&str; 6] = ["name", "federation", "sex", "title", "women_title", "other_titles"];

/// One list, ready to be read row by row.
pub(crate) struct Columns {
    ids: Vec<u32>,
    words: Vec<Texts>,
    flag: Texts,
    birth_year: Integers,
    rating: Integers,
    games: Integers,
    k: Integers,
}

/// One player, as the files describe players.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Player<'a> {
    pub(crate) id: u32,
    pub(crate) name: &'a str,
    pub(crate) federation: &'a str,
    pub(crate) sex: &'a str,
    pub(crate) title: &'a str,
    pub(crate) women_title: &'a str,
    pub(crate) other_titles: &'a str,
    pub(crate) birth_year: Option<i64>,
    pub(crate) is_inactive: bool,
    /// By control where the file is combined; otherwise the first.
    pub(crate) numbers: [Option<Numbers>; 3],
}

/// Rating, games and K at one control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) rating: Option<i64>,
    pub(crate) games: Option<i64>,
    pub(crate) k: Option<i64>,
}

impl Columns {
    pub(crate) fn of(table: &Table) -> Result<Self, TableError> {
        let (text, number) = (|name: &str| table.required_texts(name), |name: &str| table.required_integers(name));
        let ids = number("fide_id")?.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)).collect();
        Ok(Self {
            ids,
            words: WORDS.iter().map(|name| text(name)).collect::<Result<_, _>>()?,
            flag: text("flag")?,
            birth_year: number("birth_year")?,
            rating: number("rating")?,
            games: number("games")?,
            k: number("k")?,
        })
    }

    fn word(&self, word: usize, row: usize) -> &str {
        self.words[word].get(row)
    }

    fn numbers(&self, row: usize) -> Numbers {
        Numbers { rating: self.rating.get(row), games: self.games.get(row), k: self.k.get(row) }
    }

    fn is_inactive(&self, row: usize) -> bool {
        self.flag.get(row).contains('i')
    }

    fn describes_alike(&self, row: usize, other: &Self, other_row: usize) -> bool {
        (0..WORDS.len()).all(|word| self.word(word, row) == other.word(word, other_row))
            && self.birth_year.get(row) == other.birth_year.get(other_row)
    }
}

/// Goes through the players of up to three lists by id. Each list stands in the slot of its columns; the first list that has a player
/// describes him.
pub(crate) fn each_player<E>(
    lists: &[Option<Columns>; 3],
    is_combined: bool,
    diagnostics: &mut DiagnosticCollector,
    mut write: impl FnMut(&Player<'_>, &mut DiagnosticCollector) -> Result<(), E>,
) -> Result<(), E> {
    let mut rows = [0usize; 3];
    let (mut described_differently, mut inactive_elsewhere) = (0u64, 0u64);
    loop {
        let next = |slot: usize| lists[slot].as_ref().and_then(|list| list.ids.get(rows[slot]).copied());
        let Some(id) = (0..3).filter_map(next).min() else { break };
        let here: Vec<(usize, &Columns, usize)> =
            (0..3).filter(|&slot| next(slot) == Some(id)).filter_map(|slot| Some((slot, lists[slot].as_ref()?, rows[slot]))).collect();
        let Some(&(_, first, row)) = here.first() else { break };
        let mut player = Player {
            id,
            name: first.word(0, row),
            federation: first.word(1, row),
            sex: first.word(2, row),
            title: first.word(3, row),
            women_title: first.word(4, row),
            other_titles: first.word(5, row),
            birth_year: first.birth_year.get(row),
            ..Player::default()
        };
        for &(slot, list, row_there) in &here {
            player.numbers[slot] = Some(list.numbers(row_there));
            // Of a combined file the flag is for standard, which stands in the first slot.
            player.is_inactive |= slot == 0 && list.is_inactive(row_there);
            rows[slot] += 1;
        }
        described_differently += u64::from(here.iter().any(|(_, list, there)| !list.describes_alike(*there, first, row)));
        let is_inactive_elsewhere = |&(slot, list, there): &(usize, &Columns, usize)| slot > 0 && list.is_inactive(there);
        inactive_elsewhere += u64::from(is_combined && here.iter().any(is_inactive_elsewhere));
        write(&player, diagnostics)?;
    }
    if described_differently > 0 {
        let message =
            format!("{described_differently} players are described differently in the lists; the words of the longest control are taken");
        diagnostics.add(&codes::PLAYERS_DIFFER, Place::default(), message);
    }
    if inactive_elsewhere > 0 {
        let message = format!("{inactive_elsewhere} players are inactive at rapid or blitz, which the flag of a combined file cannot say");
        diagnostics.add(&codes::INACTIVE_NOT_HELD, Place::default(), message);
    }
    Ok(())
}

/// A word as a file can hold it: control characters are blanks, and no blanks around it.
pub(crate) fn held(word: &str, what: &str, line: u32, held: &mut String, diagnostics: &mut DiagnosticCollector) {
    held.clear();
    held.extend(word.chars().map(|c| if c.is_control() { ' ' } else { c }));
    let trimmed = held.trim();
    if trimmed.len() != held.len() {
        *held = trimmed.to_owned();
    }
    if held != word {
        let message = format!("{what}: '{}' is written as '{held}'", word.escape_debug());
        diagnostics.add(&codes::CHARACTER_REPLACED, Place::line(line), message);
    }
}
