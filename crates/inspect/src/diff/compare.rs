//! Compares two lists in one pass over both.

use super::change_records::{ChangeRecords, RatingTrace};
use super::classification::{ComparedField, DifferenceCause, DifferenceCauses, DifferenceClass};
use super::compared_list::ComparedList;
use super::list_chain::{ChainStep, ListChain};
use super::list_state::{AbsenceReason, ListState};
use super::totals::Totals;
use super::{DiffRow, Difference};
use crate::InspectError;
use rulebook::Rulebook;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Compares the earlier list with the later one; if B is the earlier one, the result is reversed.
pub(super) fn difference(a: ComparedList, b: ComparedList) -> Result<Difference, InspectError> {
    let mut notes = Vec::new();
    let (chain, is_reversed) = chain_between(&a, &b)?;
    let records = chain.as_ref().map(ChangeRecords::read).transpose()?;
    note_source_of_causes(&a, &b, chain.as_ref(), is_reversed, records.as_ref(), &mut notes);
    let compared: Vec<ComparedField> =
        ComparedField::ALL.iter().copied().filter(|&field| a.has_field(field) && b.has_field(field)).collect();
    note_columns_not_compared(&a, &b, &mut notes);
    let (earlier, later) = if is_reversed { (&b, &a) } else { (&a, &b) };
    // A state is large, and only needed for players who are not on its list.
    let state_if_needed = |list: &ComparedList, other: &ComparedList| {
        let absent = ids_only_on(other, list);
        if absent.is_empty() { Ok(None) } else { ListState::of(list, &absent) }
    };
    let (earlier_state, later_state) = rayon::join(|| state_if_needed(earlier, later), || state_if_needed(later, earlier));
    let mut comparer = Comparer {
        is_same_date: a.date.is_some() && a.date == b.date,
        earlier_state: earlier_state?,
        later_state: later_state?,
        records,
        compared,
        rows: Vec::new(),
        reversed: Vec::new(),
        points: CausePoints::default(),
        corrections: CorrectionSets::default(),
        earlier,
        later,
    };
    comparer.compare_players();
    if is_reversed {
        comparer.reverse();
    }
    if comparer.lacks_roster() {
        notes.push("some players are rated but not published; the roster that says why is not where it was".to_owned());
    }
    let Comparer { rows, points, corrections: CorrectionSets { names: corrections, .. }, .. } = comparer;
    let totals = Totals::of(&a, &b, &rows, &points);
    Ok(Difference { rows, totals, notes, corrections, a, b })
}

/// The chain between two lists, if one was built on the other, and whether B is the earlier one.
fn chain_between(a: &ComparedList, b: &ComparedList) -> Result<(Option<ListChain>, bool), InspectError> {
    if let (Some(a), Some(b)) = (&a.folder, &b.folder) {
        if let Some(chain) = ListChain::between(a, b)? {
            return Ok((Some(chain), false));
        }
        if let Some(chain) = ListChain::between(b, a)? {
            return Ok((Some(chain), true));
        }
    }
    Ok((None, a.date.zip(b.date).is_some_and(|(a, b)| b < a)))
}

/// The ids of a list that another one does not have, ascending.
fn ids_only_on(list: &ComparedList, other: &ComparedList) -> Vec<u32> {
    let mut others = other.ids.iter().peekable();
    let is_absent = |id: &&u32| {
        while others.next_if(|other| other < id).is_some() {}
        others.peek() != Some(id)
    };
    list.ids.iter().filter(is_absent).copied().collect()
}

fn note_source_of_causes(
    a: &ComparedList,
    b: &ComparedList,
    chain: Option<&ListChain>,
    is_reversed: bool,
    records: Option<&ChangeRecords>,
    notes: &mut Vec<String>,
) {
    if let (Some(one), Some(other)) = (a.control, b.control)
        && one != other
    {
        notes.push(format!("A is a {one} list and B a {other} list"));
    }
    let over = |months: usize| if months == 1 { String::new() } else { format!(" over {months} lists") };
    match chain {
        Some(chain) if chain.steps.is_empty() => notes.push("A and B are the same folder".to_owned()),
        Some(chain) if chain.months() == 0 => notes.push("A and B are versions of one list; causes come from its revisions".to_owned()),
        Some(chain) if is_reversed => {
            notes.push(format!("A is built on B{}; causes are those of the way from B to A", over(chain.months())));
        }
        Some(chain) => notes.push(format!("B is built on A{}; causes come from the tables of changes", over(chain.months()))),
        None => {
            if a.folder.is_some() && b.folder.is_some() {
                notes.push("neither list is built on the other, so causes are not known".to_owned());
            }
            if a.date.zip(b.date).is_some_and(|(a, b)| a.max(b) > a.min(b).plus_months(1)) {
                notes.push("the lists are more than a month apart; games are those of the later list alone".to_owned());
            }
        }
    }
    let made = chain.iter().flat_map(|chain| &chain.steps).filter_map(|step| match step {
        ChainStep::Month(folder) => folder.manifest(),
        ChainStep::Revision { .. } => None,
    });
    for (manifest, id) in made.flat_map(|manifest| manifest.orders.iter().map(move |id| (manifest, id))) {
        let known = Rulebook::fide().orders().iter().find(|order| order.has_id(id));
        let source = manifest.order_sources.get(id).map(String::as_str).or(known.map(|order| order.source.as_str())).unwrap_or("");
        let id = known.map_or(id, |order| &order.id);
        notes.push(format!("the cause order on the list of {} is {id} ({source})", manifest.list));
    }
    for list in records.iter().flat_map(|records| &records.lists_without_changes) {
        notes.push(format!("{list}: no table of changes, so causes there are not known"));
    }
}

fn note_columns_not_compared(a: &ComparedList, b: &ComparedList, notes: &mut Vec<String>) {
    let missing = |list: &ComparedList| {
        ComparedField::ALL.iter().filter(|field| !list.has_field(**field)).map(ComparedField::into_str).collect::<Vec<_>>().join(", ")
    };
    for (name, missing) in [("A", missing(a)), ("B", missing(b))].iter().filter(|(_, missing)| !missing.is_empty()) {
        notes.push(format!("{name} has no {missing}: not compared"));
    }
}

/// Players and points of the ratings that each cause changed, by [`DifferenceCause`]; `None` if no table records causes.
pub(super) type CausePoints = Option<[(u64, i64); DifferenceCause::ALL.len()]>;

struct Comparer<'l> {
    earlier: &'l ComparedList,
    later: &'l ComparedList,
    is_same_date: bool,
    earlier_state: Option<ListState>,
    later_state: Option<ListState>,
    records: Option<ChangeRecords>,
    compared: Vec<ComparedField>,
    rows: Vec<DiffRow>,
    /// For each player who is on one list only: the reason if the comparison is reversed.
    reversed: Vec<OneSidedReason>,
    points: CausePoints,
    corrections: CorrectionSets,
}

/// Why a player is on one list and not on the other.
#[derive(Clone, Copy, Debug, Default)]
struct OneSidedReason {
    causes: DifferenceCauses,
    /// The id that a merged one was merged into.
    merged_into: Option<u32>,
    games: Option<i32>,
}

impl From<DifferenceCause> for OneSidedReason {
    fn from(cause: DifferenceCause) -> Self {
        Self { causes: DifferenceCauses::only(cause), ..Self::default() }
    }
}

/// The sets of corrections that rows refer to.
#[derive(Default)]
struct CorrectionSets {
    names: Vec<String>,
    indices: BTreeMap<Vec<usize>, u32>,
}

impl CorrectionSets {
    fn index_of(&mut self, trace: &RatingTrace, records: Option<&ChangeRecords>) -> Option<u32> {
        let records = records.filter(|_| !trace.corrections.is_empty())?;
        Some(*self.indices.entry(trace.corrections.clone()).or_insert_with(|| {
            let names: Vec<&str> = trace.corrections.iter().map(|&at| records.corrections[at].as_str()).collect();
            self.names.push(names.join(" "));
            u32::try_from(self.names.len() - 1).expect("fewer corrections than 32 bits can number")
        }))
    }
}

impl Comparer<'_> {
    fn compare_players(&mut self) {
        let (mut at_earlier, mut at_later) = (0, 0);
        loop {
            let order = match (self.earlier.ids.get(at_earlier), self.later.ids.get(at_later)) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(earlier), Some(later)) => earlier.cmp(later),
            };
            match order {
                Ordering::Less => self.add_gone(at_earlier),
                Ordering::Greater => self.add_new(at_later),
                Ordering::Equal => self.add_both(at_earlier, at_later),
            }
            at_earlier += usize::from(order != Ordering::Greater);
            at_later += usize::from(order != Ordering::Less);
        }
    }

    /// Turns the result into a comparison of the later list with the earlier one.
    fn reverse(&mut self) {
        let mut reasons = self.reversed.iter();
        for row in &mut self.rows {
            std::mem::swap(&mut row.a, &mut row.b);
            row.class = match row.class {
                DifferenceClass::New => DifferenceClass::Gone,
                DifferenceClass::Gone => DifferenceClass::New,
                _ => continue,
            };
            let reason = reasons.next().expect("one for each player who is on one list only");
            (row.causes, row.merged_into, row.games) = (reason.causes, reason.merged_into, reason.games);
        }
        self.points.iter_mut().flatten().for_each(|(_, points)| *points = -*points);
    }

    fn lacks_roster(&self) -> bool {
        let lacks = |state: &Option<ListState>| state.as_ref().is_some_and(ListState::lacks_roster);
        (lacks(&self.earlier_state) || lacks(&self.later_state))
            && self.rows.iter().any(|row| row.causes.contains(DifferenceCause::Unpublished))
    }

    fn add_gone(&mut self, at: usize) {
        let fide_id = self.earlier.ids[at];
        let trace = self.trace(fide_id, Some(self.earlier.rating[at]), None);
        let (reason, reversed) = self.reasons_gone(fide_id, trace.as_ref());
        self.add_one_sided(fide_id, DifferenceClass::Gone, (Some(row_number(at)), None), trace.as_ref(), reason, reversed);
    }

    /// Why a player is not on the later list, and the reason if the comparison is reversed.
    fn reasons_gone(&self, fide_id: u32, trace: Option<&RatingTrace>) -> (OneSidedReason, OneSidedReason) {
        let unrated_by = trace.and_then(|trace| trace.unrated_by);
        let absence = self.later_state.as_ref().map(|state| state.reason(fide_id));
        let reason = match absence {
            Some(Some(AbsenceReason::Unpublished(cause, merged_into))) => OneSidedReason { merged_into, ..OneSidedReason::from(cause) },
            Some(Some(AbsenceReason::Unrated)) => {
                OneSidedReason::from(revision_cause(unrated_by).unwrap_or(self.revision_or(DifferenceCause::Floor)))
            }
            Some(None) | None => OneSidedReason::from(DifferenceCause::NotInFile),
        };
        let games = self.games(trace, None);
        let reversed = match absence.flatten() {
            Some(AbsenceReason::Unpublished(cause, _)) => OneSidedReason { games, ..OneSidedReason::from(cause) },
            Some(AbsenceReason::Unrated) | None => {
                OneSidedReason { games, ..unrated_by.map_or_else(OneSidedReason::default, OneSidedReason::from) }
            }
        };
        (reason, reversed)
    }

    fn add_new(&mut self, at: usize) {
        let fide_id = self.later.ids[at];
        let trace = self.trace(fide_id, None, Some(self.later.rating[at]));
        let (reason, reversed) = self.reasons_new(fide_id, at, trace.as_ref());
        self.add_one_sided(fide_id, DifferenceClass::New, (None, Some(row_number(at))), trace.as_ref(), reason, reversed);
    }

    /// Why a player is new on the later list, and the reason if the comparison is reversed.
    fn reasons_new(&self, fide_id: u32, at: usize, trace: Option<&RatingTrace>) -> (OneSidedReason, OneSidedReason) {
        let rated_by = trace.and_then(|trace| trace.rated_by);
        let absence = self.earlier_state.as_ref().map(|state| state.reason(fide_id));
        let is_merge_target = self.later_state.as_ref().is_some_and(|state| state.is_merge_target(fide_id));
        let cause = match absence.flatten() {
            Some(AbsenceReason::Unpublished(..)) => Some(DifferenceCause::ListedAgain),
            Some(AbsenceReason::Unrated) | None => rated_by.or(is_merge_target.then_some(DifferenceCause::Merged)),
        };
        let reason =
            OneSidedReason { games: self.games(trace, Some(at)), ..cause.map_or_else(OneSidedReason::default, OneSidedReason::from) };
        let reversed = match absence {
            Some(Some(AbsenceReason::Unpublished(cause, merged_into))) => OneSidedReason { merged_into, ..OneSidedReason::from(cause) },
            Some(Some(AbsenceReason::Unrated)) => {
                OneSidedReason::from(revision_cause(rated_by).unwrap_or(self.revision_or(DifferenceCause::NotYetRated)))
            }
            Some(None) => OneSidedReason::from(DifferenceCause::NotYetRated),
            None => OneSidedReason::from(DifferenceCause::NotInFile),
        };
        (reason, reversed)
    }

    /// The revision between two versions of one list, otherwise `cause`.
    fn revision_or(&self, cause: DifferenceCause) -> DifferenceCause {
        if self.is_same_date { DifferenceCause::Revision } else { cause }
    }

    fn add_one_sided(
        &mut self,
        fide_id: u32,
        class: DifferenceClass,
        (a, b): (Option<u32>, Option<u32>),
        trace: Option<&RatingTrace>,
        reason: OneSidedReason,
        reversed: OneSidedReason,
    ) {
        let corrections = trace.and_then(|trace| self.corrections.index_of(trace, self.records.as_ref()));
        let OneSidedReason { causes, merged_into, games } = reason;
        self.rows.push(DiffRow { fide_id, class, field: ComparedField::Rating, a, b, games, causes, merged_into, corrections });
        self.reversed.push(reversed);
    }

    fn add_both(&mut self, at_earlier: usize, at_later: usize) {
        let (earlier, later) = (self.earlier, self.later);
        if earlier.rating[at_earlier] != later.rating[at_later] {
            self.add_move(at_earlier, at_later);
        }
        for &field in &self.compared {
            let differs = match field {
                // Compared above: it has its own classes.
                ComparedField::Rating => false,
                ComparedField::K => earlier.k(at_earlier) != later.k(at_later),
                ComparedField::BirthYear => earlier.birth_year(at_earlier) != later.birth_year(at_later),
                ComparedField::Activity => earlier.is_inactive(at_earlier) != later.is_inactive(at_later),
                text => earlier.text(text, at_earlier) != later.text(text, at_later),
            };
            if differs {
                self.rows.push(DiffRow {
                    fide_id: earlier.ids[at_earlier],
                    class: DifferenceClass::of_field(field),
                    field,
                    a: Some(row_number(at_earlier)),
                    b: Some(row_number(at_later)),
                    games: None,
                    causes: DifferenceCauses::default(),
                    merged_into: None,
                    corrections: None,
                });
            }
        }
    }

    fn add_move(&mut self, at_earlier: usize, at_later: usize) {
        let fide_id = self.earlier.ids[at_earlier];
        let trace = self.trace(fide_id, Some(self.earlier.rating[at_earlier]), Some(self.later.rating[at_later]));
        let games = self.games(trace.as_ref(), Some(at_later));
        let class = match games {
            None => DifferenceClass::Rating,
            Some(0) => DifferenceClass::RatingWithoutGames,
            Some(_) => DifferenceClass::RatingWithGames,
        };
        if let Some(trace) = &trace {
            for (total, &points) in self.points.get_or_insert_default().iter_mut().zip(&trace.points) {
                total.0 += u64::from(points != 0);
                total.1 += i64::from(points);
            }
        }
        let causes = trace.as_ref().map_or_else(DifferenceCauses::default, |trace| trace.causes);
        let corrections = trace.and_then(|trace| self.corrections.index_of(&trace, self.records.as_ref()));
        self.rows.push(DiffRow {
            fide_id,
            class,
            field: ComparedField::Rating,
            a: Some(row_number(at_earlier)),
            b: Some(row_number(at_later)),
            games,
            causes,
            merged_into: None,
            corrections,
        });
    }

    /// The causes of a player's change, given the ratings on the two lists.
    fn trace(&mut self, fide_id: u32, earlier: Option<i16>, later: Option<i16>) -> Option<RatingTrace> {
        self.records.as_mut().map(|records| records.trace(fide_id, earlier, later))
    }

    /// The games between the lists: of every period of the chain, or else of the later list only.
    fn games(&self, trace: Option<&RatingTrace>, at_later: Option<usize>) -> Option<i32> {
        match trace {
            Some(trace) if self.records.as_ref().is_some_and(|records| records.has_months) => Some(trace.games),
            _ => self.later.games(at_later?),
        }
    }
}

/// The cause, if it is a correction or a revision.
fn revision_cause(cause: Option<DifferenceCause>) -> Option<DifferenceCause> {
    cause.filter(|cause| matches!(cause, DifferenceCause::Correction | DifferenceCause::Revision))
}

fn row_number(row: usize) -> u32 {
    u32::try_from(row).expect("fewer players than 32 bits can number")
}
