//! The differences as a wide table: one row for each player, with every field before and after.

use super::{ComparedField, ComparedList, DiffRow, Difference, DifferenceClass};
use std::ops::Range;
use tables::{OutputColumn, OutputTable};

/// The rows of one player in a comparison.
#[derive(Clone, Copy)]
struct PlayerRows<'d> {
    difference: &'d Difference,
    rows: &'d [DiffRow],
}

impl<'d> PlayerRows<'d> {
    fn first(self) -> &'d DiffRow {
        &self.rows[0]
    }

    /// The row that says why the rating moved, or why the player is on one list only.
    fn rating_row(self) -> Option<&'d DiffRow> {
        let is_rating = |row: &&DiffRow| row.field == ComparedField::Rating;
        self.rows.iter().find(is_rating)
    }

    /// The side of the player on A, or on B.
    fn side(self, is_after: bool) -> Option<(&'d ComparedList, usize)> {
        let (list, row) = if is_after { (&self.difference.b, self.first().b) } else { (&self.difference.a, self.first().a) };
        row.map(|row| (&**list, row as usize))
    }

    /// The classes of the player's differences, separated by spaces.
    fn classes(self) -> String {
        let mut classes: Vec<DifferenceClass> = self.rows.iter().map(|row| row.class).collect();
        classes.dedup();
        classes.iter().map(DifferenceClass::into_str).collect::<Vec<_>>().join(" ")
    }

    fn k_cause(self) -> String {
        self.rows.iter().find(|row| row.field == ComparedField::K).map_or_else(String::new, |row| row.causes.words())
    }
}

/// The players of one or several comparisons. Of several, the names of the two lists come first.
pub fn player_table<'d>(differences: &'d [&'d Difference]) -> OutputTable<'d> {
    let players = |(at, difference): (usize, &&'d Difference)| {
        let mut start = 0_usize;
        let rows = difference.rows.chunk_by(|one, other| one.fide_id == other.fide_id).map(move |rows| {
            let range = start..start + rows.len();
            start = range.end;
            (at, range)
        });
        rows.collect::<Vec<_>>()
    };
    let players: std::sync::Arc<[(usize, Range<usize>)]> = differences.iter().enumerate().flat_map(players).collect();
    let len = players.len();
    let get = move |row: usize| {
        let (at, range) = &players[row];
        PlayerRows { difference: differences[*at], rows: &differences[*at].rows[range.clone()] }
    };
    let mut columns = Vec::new();
    if differences.len() > 1 {
        let (a, b) = (get.clone(), get.clone());
        columns.push(OutputColumn::texts("a", move |row| a(row).difference.a.name_of_list()));
        columns.push(OutputColumn::texts("b", move |row| b(row).difference.b.name_of_list()));
    }
    let integers = |name: &str, value: fn(PlayerRows<'d>) -> Option<i32>| {
        let get = get.clone();
        OutputColumn::integers(name, move |row| value(get(row)))
    };
    let texts = |name: &str, value: fn(PlayerRows<'d>) -> String| {
        let get = get.clone();
        OutputColumn::texts(name, move |row| value(get(row)))
    };
    let ids = get.clone();
    columns.extend([
        OutputColumn::ids("fide_id", move |row| Some(ids(row).first().fide_id)),
        texts("name", |player| player.difference.name(player.first()).to_owned()),
        texts("classes", PlayerRows::classes),
        integers("change", |player| player.difference.change(player.rating_row()?)),
        integers("games", |player| player.rating_row()?.games),
        texts("cause", |player| player.rating_row().map_or_else(String::new, |row| row.causes.words())),
        texts("k_cause", PlayerRows::k_cause),
        texts("corrections", |player| player.rating_row().map_or_else(String::new, |row| player.difference.corrections(row).to_owned())),
    ]);
    for &field in ComparedField::ALL {
        for (suffix, is_after) in [("before", false), ("after", true)] {
            let (name, get) = (format!("{}_{suffix}", field.into_str()), get.clone());
            columns.push(match field.is_number() {
                true => OutputColumn::integers(&name, move |row| get(row).side(is_after).and_then(|(list, at)| list.number(field, at))),
                false => OutputColumn::texts(&name, move |row| {
                    get(row).side(is_after).map_or_else(String::new, |(list, at)| list.value(field, at))
                }),
            });
        }
    }
    OutputTable::new(len, columns)
}
