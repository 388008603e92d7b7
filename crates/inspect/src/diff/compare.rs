//! One walk over both lists.

use super::absent::{Absence, Remembered};
use super::change_records::{ChangeRecords, Trace};
use super::list_chain::ListChain;
use super::published::Published;
use super::totals::Totals;
use super::words::{Cause, Causes, Class, Field};
use super::{DiffRow, Difference};
use crate::InspectError;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Compares from the earlier list to the later one; where B is the earlier one, what was found is turned round.
pub(super) fn difference(a: Published, b: Published) -> Result<Difference, InspectError> {
    let mut notes = Vec::new();
    let (chain, is_turned) = chain_between(&a, &b)?;
    let records = chain.as_ref().map(ChangeRecords::read).transpose()?;
    say_where_causes_come_from(&a, &b, chain.as_ref(), is_turned, records.as_ref(), &mut notes);
    let compared: Vec<Field> = Field::ALL.iter().copied().filter(|&field| a.holds(field) && b.holds(field)).collect();
    say_what_is_not_compared(&a, &b, &mut notes);
    let (earlier, later) = if is_turned { (&b, &a) } else { (&a, &b) };
    // A state is large, and only asked about players whom its list does not show.
    let asked = |list: &Published, other: &Published| if holds_all(list, other) { Ok(None) } else { Remembered::of(list) };
    let (on_earlier, on_later) = rayon::join(|| asked(earlier, later), || asked(later, earlier));
    let mut walk = Walk {
        is_same_date: a.date.is_some() && a.date == b.date,
        on_earlier: on_earlier?,
        on_later: on_later?,
        records,
        compared,
        rows: Vec::new(),
        turned: Vec::new(),
        points: CausePoints::default(),
        corrections: Corrections::default(),
        earlier,
        later,
    };
    walk.go();
    if is_turned {
        walk.turn_round();
    }
    if walk.lacks_roster() {
        notes.push("some players are rated but not published; the roster that says why is not where it was".to_owned());
    }
    let Walk { rows, points, corrections: Corrections { names: corrections, .. }, .. } = walk;
    let totals = Totals::of(&a, &b, &rows, &points);
    Ok(Difference { rows, totals, notes, corrections, a, b })
}

/// How one of two lists was built on the other, if it was, and whether B is the earlier one.
fn chain_between(a: &Published, b: &Published) -> Result<(Option<ListChain>, bool), InspectError> {
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

/// Whether a list shows everybody whom the other one shows.
fn holds_all(list: &Published, other: &Published) -> bool {
    let mut ids = list.ids.iter();
    other.ids.iter().all(|id| ids.by_ref().find(|own| *own >= id) == Some(id))
}

fn say_where_causes_come_from(
    a: &Published,
    b: &Published,
    chain: Option<&ListChain>,
    is_turned: bool,
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
        Some(chain) if is_turned => {
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
    for untold in records.iter().flat_map(|records| &records.untold) {
        notes.push(format!("{untold}: no table of changes, so causes there are not known"));
    }
}

fn say_what_is_not_compared(a: &Published, b: &Published, notes: &mut Vec<String>) {
    let lacking =
        |list: &Published| Field::ALL.iter().filter(|field| !list.holds(**field)).map(Field::into_str).collect::<Vec<_>>().join(", ");
    for (name, lacking) in [("A", lacking(a)), ("B", lacking(b))].iter().filter(|(_, lacking)| !lacking.is_empty()) {
        notes.push(format!("{name} has no {lacking}: not compared"));
    }
}

/// Players and points of the ratings that each cause moved, by [`Cause`]; nothing where no table tells.
pub(super) type CausePoints = Option<[(u64, i64); Cause::ALL.len()]>;

struct Walk<'l> {
    earlier: &'l Published,
    later: &'l Published,
    is_same_date: bool,
    on_earlier: Option<Remembered>,
    on_later: Option<Remembered>,
    records: Option<ChangeRecords>,
    compared: Vec<Field>,
    rows: Vec<DiffRow>,
    /// For each row of a player who is on one list only: what is said of it where the earlier list is compared with the later one.
    turned: Vec<Why>,
    points: CausePoints,
    corrections: Corrections,
}

/// Why a player is on one list and not on the other.
#[derive(Clone, Copy, Debug, Default)]
struct Why {
    causes: Causes,
    /// The id that a merged one has become.
    merged_into: Option<u32>,
    games: Option<i32>,
}

impl From<Cause> for Why {
    fn from(cause: Cause) -> Self {
        Self { causes: Causes::only(cause), ..Self::default() }
    }
}

/// The sets of corrections that rows refer to.
#[derive(Default)]
struct Corrections {
    names: Vec<String>,
    known: BTreeMap<Vec<usize>, u32>,
}

impl Corrections {
    fn number(&mut self, trace: &Trace, records: Option<&ChangeRecords>) -> Option<u32> {
        let records = records.filter(|_| !trace.corrections.is_empty())?;
        Some(*self.known.entry(trace.corrections.clone()).or_insert_with(|| {
            let names: Vec<&str> = trace.corrections.iter().map(|&at| records.corrections[at].as_str()).collect();
            self.names.push(names.join(" "));
            u32::try_from(self.names.len() - 1).expect("fewer corrections than 32 bits can number")
        }))
    }
}

impl Walk<'_> {
    fn go(&mut self) {
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

    /// Makes of rows and points what they are from the later list to the earlier one.
    fn turn_round(&mut self) {
        let mut whys = self.turned.iter();
        for row in &mut self.rows {
            std::mem::swap(&mut row.a, &mut row.b);
            row.class = match row.class {
                Class::New => Class::Gone,
                Class::Gone => Class::New,
                _ => continue,
            };
            let why = whys.next().expect("one for each player who is on one list only");
            (row.causes, row.merged_into, row.games) = (why.causes, why.merged_into, why.games);
        }
        self.points.iter_mut().flatten().for_each(|(_, points)| *points = -*points);
    }

    fn lacks_roster(&self) -> bool {
        let lacks = |remembered: &Option<Remembered>| remembered.as_ref().is_some_and(Remembered::lacks_roster);
        (lacks(&self.on_earlier) || lacks(&self.on_later)) && self.rows.iter().any(|row| row.causes.contains(Cause::Unpublished))
    }

    fn add_gone(&mut self, at: usize) {
        let fide_id = self.earlier.ids[at];
        let trace = self.trace(fide_id, Some(self.earlier.rating[at]), None);
        let (why, turned) = self.why_gone(fide_id, trace.as_ref());
        self.add_one_sided(fide_id, Class::Gone, (Some(number(at)), None), trace.as_ref(), why, turned);
    }

    /// Why a player has left, and why one who has left after it is on the earlier list.
    fn why_gone(&self, fide_id: u32, trace: Option<&Trace>) -> (Why, Why) {
        let taken_by = trace.and_then(|trace| trace.unrated_by);
        let absence = self.on_later.as_ref().map(|remembered| remembered.reason(fide_id));
        let why = match absence {
            Some(Some(Absence::Unpublished(cause, merged_into))) => Why { merged_into, ..Why::from(cause) },
            Some(Some(Absence::Unrated)) => Why::from(revising(taken_by).unwrap_or(self.unless_revised(Cause::Floor))),
            Some(None) | None => Why::from(Cause::NotInFile),
        };
        let games = self.games(trace, None);
        let turned = match absence.flatten() {
            Some(Absence::Unpublished(cause, _)) => Why { games, ..Why::from(cause) },
            Some(Absence::Unrated) | None => Why { games, ..taken_by.map_or_else(Why::default, Why::from) },
        };
        (why, turned)
    }

    fn add_new(&mut self, at: usize) {
        let fide_id = self.later.ids[at];
        let trace = self.trace(fide_id, None, Some(self.later.rating[at]));
        let (why, turned) = self.why_new(fide_id, at, trace.as_ref());
        self.add_one_sided(fide_id, Class::New, (None, Some(number(at))), trace.as_ref(), why, turned);
    }

    /// Why a player has come, and why one who has come after it is not on the earlier list.
    fn why_new(&self, fide_id: u32, at: usize, trace: Option<&Trace>) -> (Why, Why) {
        let given_by = trace.and_then(|trace| trace.rated_by);
        let absence = self.on_earlier.as_ref().map(|remembered| remembered.reason(fide_id));
        let is_heir = self.on_later.as_ref().is_some_and(|remembered| remembered.is_heir(fide_id));
        let cause = match absence.flatten() {
            Some(Absence::Unpublished(..)) => Some(Cause::ListedAgain),
            Some(Absence::Unrated) | None => given_by.or(is_heir.then_some(Cause::Merged)),
        };
        let why = Why { games: self.games(trace, Some(at)), ..cause.map_or_else(Why::default, Why::from) };
        let turned = match absence {
            Some(Some(Absence::Unpublished(cause, merged_into))) => Why { merged_into, ..Why::from(cause) },
            Some(Some(Absence::Unrated)) => Why::from(revising(given_by).unwrap_or(self.unless_revised(Cause::NotYetRated))),
            Some(None) => Why::from(Cause::NotYetRated),
            None => Why::from(Cause::NotInFile),
        };
        (why, turned)
    }

    /// Between two versions of one list it is the revision.
    fn unless_revised(&self, cause: Cause) -> Cause {
        if self.is_same_date { Cause::Revision } else { cause }
    }

    fn add_one_sided(
        &mut self,
        fide_id: u32,
        class: Class,
        (a, b): (Option<u32>, Option<u32>),
        trace: Option<&Trace>,
        why: Why,
        turned: Why,
    ) {
        let corrections = trace.and_then(|trace| self.corrections.number(trace, self.records.as_ref()));
        let Why { causes, merged_into, games } = why;
        self.rows.push(DiffRow { fide_id, class, field: Field::Rating, a, b, games, causes, merged_into, corrections });
        self.turned.push(turned);
    }

    fn add_both(&mut self, at_earlier: usize, at_later: usize) {
        let (earlier, later) = (self.earlier, self.later);
        if earlier.rating[at_earlier] != later.rating[at_later] {
            self.add_move(at_earlier, at_later);
        }
        for &field in &self.compared {
            let differs = match field {
                // Looked at already: it has its own classes.
                Field::Rating => false,
                Field::K => earlier.k(at_earlier) != later.k(at_later),
                Field::BirthYear => earlier.birth_year(at_earlier) != later.birth_year(at_later),
                Field::Activity => earlier.is_inactive(at_earlier) != later.is_inactive(at_later),
                text => earlier.word(text, at_earlier) != later.word(text, at_later),
            };
            if differs {
                self.rows.push(DiffRow {
                    fide_id: earlier.ids[at_earlier],
                    class: Class::of_field(field),
                    field,
                    a: Some(number(at_earlier)),
                    b: Some(number(at_later)),
                    games: None,
                    causes: Causes::default(),
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
            None => Class::Rating,
            Some(0) => Class::RatingWithoutGames,
            Some(_) => Class::RatingWithGames,
        };
        if let Some(trace) = &trace {
            for (total, &points) in self.points.get_or_insert_default().iter_mut().zip(&trace.points) {
                total.0 += u64::from(points != 0);
                total.1 += i64::from(points);
            }
        }
        let causes = trace.as_ref().map_or_else(Causes::default, |trace| trace.causes);
        let corrections = trace.and_then(|trace| self.corrections.number(&trace, self.records.as_ref()));
        self.rows.push(DiffRow {
            fide_id,
            class,
            field: Field::Rating,
            a: Some(number(at_earlier)),
            b: Some(number(at_later)),
            games,
            causes,
            merged_into: None,
            corrections,
        });
    }

    /// What the tables say of a player with these ratings on the two lists.
    fn trace(&mut self, fide_id: u32, earlier: Option<i16>, later: Option<i16>) -> Option<Trace> {
        self.records.as_mut().map(|records| records.trace(fide_id, earlier, later))
    }

    /// The games between the lists: those of every period on the chain, else those of the later list.
    fn games(&self, trace: Option<&Trace>, at_later: Option<usize>) -> Option<i32> {
        match trace {
            Some(trace) if self.records.as_ref().is_some_and(|records| records.has_months) => Some(trace.games),
            _ => self.later.games(at_later?),
        }
    }
}

/// The cause, where it is that something was made anew.
fn revising(cause: Option<Cause>) -> Option<Cause> {
    cause.filter(|cause| matches!(cause, Cause::Correction | Cause::Revision))
}

fn number(row: usize) -> u32 {
    u32::try_from(row).expect("fewer players than 32 bits can number")
}
