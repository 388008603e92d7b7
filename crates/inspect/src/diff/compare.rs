//! Compares two lists in one pass over both.

use super::change_records::{ChangeRecords, RatingTrace};
use super::classification::{ComparedField, DifferenceCause, DifferenceCauses, DifferenceClass};
use super::compared_list::ComparedList;
use super::k_reasons::{KChange, KReasons};
use super::list_chain::{ChainStep, ListChain};
use super::list_state::{AbsenceReason, ListState};
use super::options::{DiffOptions, select_on_both, selected};
use super::statistics::ListStatistics;
use super::totals::Totals;
use super::{DiffRow, Difference};
use crate::InspectError;
use rayon::prelude::*;
use rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Compares the earlier list with the later one; if B is the earlier one, the result is reversed.
pub(super) fn difference(a: &Arc<ComparedList>, b: &Arc<ComparedList>, options: &DiffOptions) -> Result<Difference, InspectError> {
    let (a, b, statistics) = select_players(a, b, options)?;
    let mut notes = options.notes();
    let (chain, is_reversed) = chain_between(&a, &b)?;
    let records = chain.as_ref().map(ChangeRecords::read).transpose()?;
    note_source_of_causes(&a, &b, chain.as_ref(), is_reversed, records.as_ref(), &mut notes);
    let compared: Vec<ComparedField> = ComparedField::ALL
        .iter()
        .copied()
        .filter(|&field| is_compared(field, options) && a.has_field(field) && b.has_field(field))
        .collect();
    note_columns_not_compared(&a, &b, &mut notes);
    let (earlier, later) = if is_reversed { (&*b, &*a) } else { (&*a, &*b) };
    // A state is large, and only needed for players who are not on its list.
    let state_if_needed = |list: &ComparedList, other: &ComparedList| {
        let absent = ids_only_on(other, list);
        if absent.is_empty() { Ok(None) } else { ListState::of(list, &absent) }
    };
    let (earlier_state, later_state) = rayon::join(|| state_if_needed(earlier, later), || state_if_needed(later, earlier));
    let mut comparer = Comparer {
        options,
        is_reversed,
        compares_ratings: options.reports_moves() && !options.ignored.contains(&ComparedField::Rating),
        in_both: 0,
        cause_points: BTreeMap::new(),
        k_changes: BTreeMap::new(),
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
    if chain.is_some() {
        comparer.explain_k(&mut notes);
    }
    if is_reversed {
        comparer.reverse();
    }
    if comparer.lacks_roster() {
        notes.push("some players are rated but not published; the roster that says why is not where it was".to_owned());
    }
    let Comparer { rows, points, in_both, cause_points, k_changes, corrections: CorrectionSets { names: corrections, .. }, .. } = comparer;
    let totals = Totals::of(&a, &b, &rows, &points, in_both, statistics);
    let reports_all_rows = options.reports_all_rows();
    Ok(Difference { rows, totals, notes, corrections, cause_points, k_changes, reports_all_rows, a, b })
}

/// Two lists with the players that are compared, and statistics of each.
type SelectedLists = (Arc<ComparedList>, Arc<ComparedList>, [ListStatistics; 2]);

/// The two lists with the selected players, and the statistics of those whom the filter selects on each list itself.
fn select_players(a: &Arc<ComparedList>, b: &Arc<ComparedList>, options: &DiffOptions) -> Result<SelectedLists, InspectError> {
    let (Some(mut on_a), Some(mut on_b)) = (selected(a, &options.players)?, selected(b, &options.players)?) else {
        let statistics = rayon::join(|| ListStatistics::of(a, None), || ListStatistics::of(b, None));
        return Ok((Arc::clone(a), Arc::clone(b), statistics.into()));
    };
    let statistics = [ListStatistics::of(a, Some(&on_a)), ListStatistics::of(b, Some(&on_b))];
    select_on_both((a, &mut on_a), (b, &mut on_b));
    Ok((Arc::new(a.retain(&on_a)), Arc::new(b.retain(&on_b)), statistics))
}

fn is_compared(field: ComparedField, options: &DiffOptions) -> bool {
    !options.ignored.contains(&field) && (field == ComparedField::Rating || options.reports_class(DifferenceClass::of_field(field)))
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

/// By id the points of each cause, of ratings that several causes changed.
pub(super) type CausePointsOfPlayers = BTreeMap<u32, Vec<(DifferenceCause, i32)>>;

/// Players and points of the ratings that each cause changed, by [`DifferenceCause`]; `None` if no table records causes.
pub(super) type CausePoints = Option<[(u64, i64); DifferenceCause::ALL.len()]>;

struct Comparer<'l> {
    options: &'l DiffOptions,
    /// Whether A is the later list.
    is_reversed: bool,
    /// Whether changed ratings are reported.
    compares_ratings: bool,
    /// How many players are on both lists.
    in_both: u64,
    cause_points: CausePointsOfPlayers,
    k_changes: BTreeMap<u32, KChange>,
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
        let pairs = players_on_both(self.earlier, self.later);
        self.in_both = pairs.len() as u64;
        let differing = differing_fields(self.earlier, self.later, &self.compared, &pairs);
        let (mut at_earlier, mut at_later) = (0, 0);
        for (&(earlier, later), fields) in pairs.iter().zip(differing) {
            self.add_one_sided_until(&mut at_earlier, &mut at_later, (earlier as usize, later as usize));
            if fields != 0 {
                self.add_both(earlier as usize, later as usize, fields);
            }
            (at_earlier, at_later) = (earlier as usize + 1, later as usize + 1);
        }
        self.add_one_sided_until(&mut at_earlier, &mut at_later, (self.earlier.len(), self.later.len()));
    }

    /// Adds the players before the given rows, each of whom is on one list only, in the order of ids.
    fn add_one_sided_until(&mut self, at_earlier: &mut usize, at_later: &mut usize, (end_earlier, end_later): (usize, usize)) {
        loop {
            match (*at_earlier < end_earlier, *at_later < end_later) {
                (false, false) => return,
                (true, later) if !later || self.earlier.ids[*at_earlier] < self.later.ids[*at_later] => {
                    self.add_gone(*at_earlier);
                    *at_earlier += 1;
                }
                _ => {
                    self.add_new(*at_later);
                    *at_later += 1;
                }
            }
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
        self.cause_points.values_mut().flatten().for_each(|(_, points)| *points = -*points);
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
        let reported = match class {
            DifferenceClass::New if self.is_reversed => DifferenceClass::Gone,
            DifferenceClass::Gone if self.is_reversed => DifferenceClass::New,
            class => class,
        };
        if !self.options.reports_class(reported) {
            return;
        }
        let corrections = trace.and_then(|trace| self.corrections.index_of(trace, self.records.as_ref()));
        let OneSidedReason { causes, merged_into, games } = reason;
        self.rows.push(DiffRow { fide_id, class, field: ComparedField::Rating, a, b, games, causes, merged_into, corrections });
        self.reversed.push(reversed);
    }

    /// Adds what differs of a player who is on both lists.
    fn add_both(&mut self, at_earlier: usize, at_later: usize, fields: FieldSet) {
        if self.compares_ratings && has_field(fields, ComparedField::Rating) {
            self.add_move(at_earlier, at_later);
        }
        // Ratings have their own classes.
        for &field in ComparedField::ALL.iter().filter(|&&field| field != ComparedField::Rating && has_field(fields, field)) {
            self.rows.push(DiffRow {
                fide_id: self.earlier.ids[at_earlier],
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

    fn add_move(&mut self, at_earlier: usize, at_later: usize) {
        let fide_id = self.earlier.ids[at_earlier];
        let (before, after) = (self.earlier.rating[at_earlier], self.later.rating[at_later]);
        if !self.options.reports_change(i32::from(after) - i32::from(before)) {
            return;
        }
        let trace = self.trace(fide_id, Some(before), Some(after));
        let games = self.games(trace.as_ref(), Some(at_later));
        let class = match games {
            None => DifferenceClass::Rating,
            Some(0) => DifferenceClass::RatingWithoutGames,
            Some(_) => DifferenceClass::RatingWithGames,
        };
        if !self.options.reports_class(class) {
            return;
        }
        if let Some(trace) = &trace {
            self.note_cause_points(fide_id, trace);
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

    /// Keeps the points of each cause where there are several, some of them without points; one cause alone has all of them.
    fn note_cause_points(&mut self, fide_id: u32, trace: &RatingTrace) {
        let points = DifferenceCause::ALL.iter().zip(&trace.points).filter(|(_, points)| **points != 0);
        let points: Vec<(DifferenceCause, i32)> = points.map(|(cause, points)| (*cause, *points)).collect();
        if trace.causes.iter().count() > 1 {
            self.cause_points.insert(fide_id, points);
        }
    }

    /// Gives each changed K its cause, where careers and rules of both lists are known.
    fn explain_k(&mut self, notes: &mut Vec<String>) {
        let (Some(earlier), Some(later)) = (&self.earlier.folder, &self.later.folder) else { return };
        if !self.rows.iter().any(|row| row.class == DifferenceClass::K) {
            return;
        }
        let reasons = match KReasons::read(earlier, later) {
            Ok(Some(reasons)) => reasons,
            Ok(None) => return,
            Err(error) => return notes.push(format!("why K moved is not known: {error}")),
        };
        let not_told = self.revision_or(DifferenceCause::Unknown);
        for row in self.rows.iter_mut().filter(|row| row.class == DifferenceClass::K) {
            // A and B are swapped later where the result is reversed.
            let k_after = row.b.map_or(0, |at| self.later.k(at as usize));
            match reasons.change(row.fide_id, k_after) {
                Some(change) => {
                    row.causes = DifferenceCauses::only(change.cause);
                    self.k_changes.insert(row.fide_id, change);
                }
                None => row.causes = DifferenceCauses::only(not_told),
            }
        }
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

/// A set of fields, by their bits.
type FieldSet = u16;

fn has_field(fields: FieldSet, field: ComparedField) -> bool {
    fields & (1 << field as FieldSet) != 0
}

/// The rows of the players who are on both lists, in the order of ids.
fn players_on_both(earlier: &ComparedList, later: &ComparedList) -> Vec<(u32, u32)> {
    let mut pairs = Vec::with_capacity(earlier.len().min(later.len()));
    let (mut at_earlier, mut at_later) = (0, 0);
    while let (Some(one), Some(other)) = (earlier.ids.get(at_earlier), later.ids.get(at_later)) {
        if one == other {
            pairs.push((row_number(at_earlier), row_number(at_later)));
        }
        let (next_earlier, next_later) = (usize::from(one <= other), usize::from(other <= one));
        (at_earlier, at_later) = (at_earlier + next_earlier, at_later + next_later);
    }
    pairs
}

/// The fields that differ of each pair, compared in parallel, column by column.
fn differing_fields(earlier: &ComparedList, later: &ComparedList, compared: &[ComparedField], pairs: &[(u32, u32)]) -> Vec<FieldSet> {
    const CHUNK: usize = 1 << 13;
    let mut differing: Vec<FieldSet> = vec![0; pairs.len()];
    differing.par_chunks_mut(CHUNK).zip(pairs.par_chunks(CHUNK)).for_each(|(differing, pairs)| {
        for &field in compared {
            for (fields, &(one, other)) in differing.iter_mut().zip(pairs) {
                *fields |= FieldSet::from(!earlier.is_same(field, one as usize, later, other as usize)) << field as FieldSet;
            }
        }
    });
    differing
}

/// The cause, if it is a correction or a revision.
fn revision_cause(cause: Option<DifferenceCause>) -> Option<DifferenceCause> {
    cause.filter(|cause| matches!(cause, DifferenceCause::Correction | DifferenceCause::Revision))
}

fn row_number(row: usize) -> u32 {
    u32::try_from(row).expect("fewer players than 32 bits can number")
}
