//! What is compared of two lists, and which differences are reported.

use super::classification::{ComparedField, DifferenceClass};
use super::compared_list::ComparedList;
use crate::InspectError;
use publish::{PlayerFilter, UnmatchedWords};

/// Options of a comparison. The default compares all players in all fields.
#[derive(Clone, Debug, Default)]
pub struct DiffOptions {
    /// Players whom the filter selects on either list, so that a player who left the filter is not reported as gone.
    pub players: PlayerFilter,
    /// Classes that are reported; all if there are none. [`DifferenceClass::Rating`] stands for all changed ratings.
    pub classes: Vec<DifferenceClass>,
    /// Ratings that changed by fewer points are not reported.
    pub min_change: u32,
    /// Fields that are not compared.
    pub ignored: Vec<ComparedField>,
}

impl DiffOptions {
    /// Whether every difference of the selected players is reported.
    pub(super) fn reports_all_rows(&self) -> bool {
        self.classes.is_empty() && self.min_change == 0
    }

    pub(super) fn reports_class(&self, class: DifferenceClass) -> bool {
        let is_it = |wanted: &DifferenceClass| *wanted == class || (*wanted == DifferenceClass::Rating && class.is_move());
        self.classes.is_empty() || self.classes.iter().any(is_it)
    }

    pub(super) fn reports_change(&self, change: i32) -> bool {
        change.unsigned_abs() >= self.min_change
    }

    /// Whether any class of changed ratings is reported.
    pub(super) fn reports_moves(&self) -> bool {
        DifferenceClass::ALL.iter().any(|&class| class.is_move() && self.reports_class(class))
    }

    /// The options in words, for readers of the result.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.players.is_empty() {
            notes.push(format!("only players selected on A or on B: {}", self.players));
        }
        if !self.classes.is_empty() {
            let classes: Vec<&str> = self.classes.iter().map(DifferenceClass::into_str).collect();
            notes.push(format!("only differences of the class {}", classes.join(" or ")));
        }
        if self.min_change > 0 {
            notes.push(format!("without ratings that changed by less than {}", self.min_change));
        }
        if !self.ignored.is_empty() {
            let fields: Vec<&str> = self.ignored.iter().map(ComparedField::into_str).collect();
            notes.push(format!("not compared: {}", fields.join(", ")));
        }
        notes
    }
}

/// The federations and titles of a filter that no player of the lists has.
pub fn unmatched_words(lists: &[impl AsRef<ComparedList>], players: &PlayerFilter) -> Vec<UnmatchedWords> {
    players.unmatched_words(|| lists.iter().flat_map(|list| list.as_ref().filtered_players()))
}

/// Whether the filter selects each player of a list; `None` if there is no filter.
pub(super) fn selected(list: &ComparedList, players: &PlayerFilter) -> Result<Option<Vec<bool>>, InspectError> {
    if players.is_empty() {
        return Ok(None);
    }
    if players.has_age() && list.date.is_none() {
        let path = list.path.display();
        return Err(InspectError::Filter(format!("{path}: the date of the list is not known, so neither are ages; name the file by it")));
    }
    Ok(Some(list.filtered_players().map(|player| players.selects(&player)).collect()))
}

/// Extends the selections of two lists by the players whom the other list selects.
pub(super) fn select_on_both((a, on_a): (&ComparedList, &mut [bool]), (b, on_b): (&ComparedList, &mut [bool])) {
    let (mut at_a, mut at_b) = (0, 0);
    while let (Some(id_a), Some(id_b)) = (a.ids.get(at_a), b.ids.get(at_b)) {
        if id_a == id_b {
            let is_selected = on_a[at_a] || on_b[at_b];
            (on_a[at_a], on_b[at_b]) = (is_selected, is_selected);
        }
        let (next_a, next_b) = (usize::from(id_a <= id_b), usize::from(id_b <= id_a));
        (at_a, at_b) = (at_a + next_a, at_b + next_b);
    }
}
