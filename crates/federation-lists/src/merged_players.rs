//! Merges the columns of up to three lists player by player, for the writers.

use crate::codes;
use model::{Control, DiagnosticCollector, Place};
use tables::{Integers, Table, TableError, Texts};

/// The controls of a combined file, in the order of its columns.
pub(crate) const CONTROLS: [Control; 3] = [Control::Standard, Control::Rapid, Control::Blitz];

/// The text columns of a list that describe a player.
const TEXT_COLUMNS: [&str; 6] = ["name", "federation", "sex", "title", "women_title", "other_titles"];

/// The columns of one list.
pub(crate) struct ListColumns {
    ids: Vec<u32>,
    texts: Vec<Texts>,
    flag: Texts,
    birth_year: Integers,
    rating: Integers,
    games: Integers,
    k: Integers,
}

/// One player with the values that a file contains.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenPlayer<'a> {
    pub(crate) id: u32,
    pub(crate) name: &'a str,
    pub(crate) federation: &'a str,
    pub(crate) sex: &'a str,
    pub(crate) title: &'a str,
    pub(crate) women_title: &'a str,
    pub(crate) other_titles: &'a str,
    pub(crate) birth_year: Option<i64>,
    pub(crate) is_inactive: bool,
    /// The numbers of each control in a combined file; only the first in a single one.
    pub(crate) numbers: [Option<ControlNumbers>; 3],
}

/// Rating, games and K at one control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ControlNumbers {
    pub(crate) rating: Option<i64>,
    pub(crate) games: Option<i64>,
    pub(crate) k: Option<i64>,
}

impl ListColumns {
    pub(crate) fn of(table: &Table) -> Result<Self, TableError> {
        let (text, number) = (|name: &str| table.required_texts(name), |name: &str| table.required_integers(name));
        let ids = number("fide_id")?.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)).collect();
        Ok(Self {
            ids,
            texts: TEXT_COLUMNS.iter().map(|name| text(name)).collect::<Result<_, _>>()?,
            flag: text("flag")?,
            birth_year: number("birth_year")?,
            rating: number("rating")?,
            games: number("games")?,
            k: number("k")?,
        })
    }

    fn text(&self, column: usize, row: usize) -> &str {
        self.texts[column].get(row)
    }

    fn numbers(&self, row: usize) -> ControlNumbers {
        ControlNumbers { rating: self.rating.get(row), games: self.games.get(row), k: self.k.get(row) }
    }

    fn is_inactive(&self, row: usize) -> bool {
        self.flag.get(row).contains('i')
    }

    fn has_same_description(&self, row: usize, other: &Self, other_row: usize) -> bool {
        (0..TEXT_COLUMNS.len()).all(|column| self.text(column, row) == other.text(column, other_row))
            && self.birth_year.get(row) == other.birth_year.get(other_row)
    }
}

/// Calls `write` for each player of up to three lists, by id. Each list is in the slot of its control; the first list that has a player
/// describes the player.
pub(crate) fn for_each_player<E>(
    lists: &[Option<ListColumns>; 3],
    is_combined: bool,
    diagnostics: &mut DiagnosticCollector,
    mut write: impl FnMut(&WrittenPlayer<'_>, &mut DiagnosticCollector) -> Result<(), E>,
) -> Result<(), E> {
    let mut rows = [0usize; 3];
    let (mut described_differently, mut inactive_elsewhere) = (0u64, 0u64);
    loop {
        let next = |slot: usize| lists[slot].as_ref().and_then(|list| list.ids.get(rows[slot]).copied());
        let Some(id) = (0..3).filter_map(next).min() else { break };
        let present: Vec<(usize, &ListColumns, usize)> =
            (0..3).filter(|&slot| next(slot) == Some(id)).filter_map(|slot| Some((slot, lists[slot].as_ref()?, rows[slot]))).collect();
        let Some(&(_, first, row)) = present.first() else { break };
        let mut player = WrittenPlayer {
            id,
            name: first.text(0, row),
            federation: first.text(1, row),
            sex: first.text(2, row),
            title: first.text(3, row),
            women_title: first.text(4, row),
            other_titles: first.text(5, row),
            birth_year: first.birth_year.get(row),
            ..WrittenPlayer::default()
        };
        for &(slot, list, list_row) in &present {
            player.numbers[slot] = Some(list.numbers(list_row));
            // The flag of a combined file is for standard, the first slot.
            player.is_inactive |= slot == 0 && list.is_inactive(list_row);
            rows[slot] += 1;
        }
        described_differently += u64::from(present.iter().any(|(_, list, list_row)| !list.has_same_description(*list_row, first, row)));
        let is_inactive_elsewhere = |&(slot, list, list_row): &(usize, &ListColumns, usize)| slot > 0 && list.is_inactive(list_row);
        inactive_elsewhere += u64::from(is_combined && present.iter().any(is_inactive_elsewhere));
        write(&player, diagnostics)?;
    }
    if described_differently > 0 {
        let message =
            format!("{described_differently} players are described differently in the lists; the words of the longest control are taken");
        diagnostics.add(&codes::PLAYERS_DIFFER, Place::default(), message);
    }
    if inactive_elsewhere > 0 {
        let message = format!("{inactive_elsewhere} players are inactive at rapid or blitz, which the flag of a combined file cannot say");
        diagnostics.add(&codes::INACTIVITY_NOT_WRITTEN, Place::default(), message);
    }
    Ok(())
}

/// Replaces control characters by blanks and trims, so that a file can hold the text.
pub(crate) fn clean_text(text: &str, what: &str, line: u32, clean_text: &mut String, diagnostics: &mut DiagnosticCollector) {
    clean_text.clear();
    clean_text.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
    let trimmed = clean_text.trim();
    if trimmed.len() != clean_text.len() {
        *clean_text = trimmed.to_owned();
    }
    if clean_text != text {
        let message = format!("{what}: '{}' is written as '{clean_text}'", text.escape_debug());
        diagnostics.add(&codes::CHARACTER_REPLACED, Place::line(line), message);
    }
}
