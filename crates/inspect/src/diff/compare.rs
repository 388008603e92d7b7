//! One walk over both lists.

use super::absent::{Absence, Remembered};
use super::published::Published;
use super::totals::{Tally, Totals};
use super::trail::{Trace, Trail};
use super::way::Way;
use super::words::{Cause, Causes, Class, Field};
use super::{DiffRow, Difference};
use crate::InspectError;
use std::cmp::Ordering;
use std::collections::BTreeMap;

pub(super) fn difference(a: Published, b: Published) -> Result<Difference, InspectError> {
    let mut notes = Vec::new();
    let way = match (&a.folder, &b.folder) {
        (Some(from), Some(to)) => Way::between(from, to)?,
        _ => None,
    };
    let trail = way.as_ref().map(Trail::read).transpose()?;
    say_where_causes_come_from(&a, &b, way.as_ref(), trail.as_ref(), &mut notes);
    let compared: Vec<Field> = Field::ALL.iter().copied().filter(|&field| a.holds(field) && b.holds(field)).collect();
    say_what_is_not_compared(&a, &b, &mut notes);
    // A state is large, and only asked about players whom its list does not show.
    let asked = |list: &Published, other: &Published| if holds_all(list, other) { Ok(None) } else { Remembered::of(list) };
    let (remembered_a, remembered_b) = rayon::join(|| asked(&a, &b), || asked(&b, &a));
    let walk = Walk {
        is_backwards: is_backwards(&a, &b, way.as_ref()),
        is_same_date: a.date.is_some() && a.date == b.date,
        remembered_a: remembered_a?,
        remembered_b: remembered_b?,
        tally: Tally::new(&a, &b),
        trail,
        compared,
        rows: Vec::new(),
        corrections: Corrections::default(),
        a: &a,
        b: &b,
    };
    let Walked { rows, tally, corrections, lacks_roster } = walk.through();
    if lacks_roster {
        notes.push("some players are rated but not published; the roster that says why is not where it was".to_owned());
    }
    let totals: Totals = tally.finish(&rows);
    Ok(Difference { rows, totals, notes, corrections, a, b })
}

/// Whether a list shows everybody whom the other one shows.
fn holds_all(list: &Published, other: &Published) -> bool {
    let mut ids = list.ids.iter();
    other.ids.iter().all(|id| ids.by_ref().find(|own| *own >= id) == Some(id))
}

/// Whether B is the earlier list.
fn is_backwards(a: &Published, b: &Published, way: Option<&Way>) -> bool {
    way.map_or_else(|| a.date.zip(b.date).is_some_and(|(a, b)| b < a), |way| way.is_backwards)
}

fn say_where_causes_come_from(a: &Published, b: &Published, way: Option<&Way>, trail: Option<&Trail>, notes: &mut Vec<String>) {
    if let (Some(one), Some(other)) = (a.control, b.control)
        && one != other
    {
        notes.push(format!("A is a {one} list and B a {other} list"));
    }
    let over = |months: usize| if months == 1 { String::new() } else { format!(" over {months} lists") };
    match way {
        Some(way) if way.steps.is_empty() => notes.push("A and B are the same folder".to_owned()),
        Some(way) if way.months() == 0 => notes.push("A and B are versions of one list; causes come from its revisions".to_owned()),
        Some(way) if way.is_backwards => {
            notes.push(format!("A is built on B{}; causes are those of the way from B to A", over(way.months())));
        }
        Some(way) => notes.push(format!("B is built on A{}; causes come from the tables of changes", over(way.months()))),
        None => {
            if a.folder.is_some() && b.folder.is_some() {
                notes.push("neither list is built on the other, so causes are not known".to_owned());
            }
            if a.date.zip(b.date).is_some_and(|(a, b)| a.max(b) > a.min(b).plus_months(1)) {
                notes.push("the lists are more than a month apart; games are those of the later list alone".to_owned());
            }
        }
    }
    for untold in trail.iter().flat_map(|trail| &trail.untold) {
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

struct Walk<'l> {
    a: &'l Published,
    b: &'l Published,
    is_backwards: bool,
    is_same_date: bool,
    remembered_a: Option<Remembered>,
    remembered_b: Option<Remembered>,
    trail: Option<Trail>,
    compared: Vec<Field>,
    rows: Vec<DiffRow>,
    tally: Tally<'l>,
    corrections: Corrections,
}

struct Walked<'l> {
    rows: Vec<DiffRow>,
    tally: Tally<'l>,
    corrections: Vec<String>,
    lacks_roster: bool,
}

/// The sets of corrections that rows refer to.
#[derive(Default)]
struct Corrections {
    names: Vec<String>,
    known: BTreeMap<Vec<usize>, u32>,
}

impl Corrections {
    fn number(&mut self, trace: &Trace, trail: Option<&Trail>) -> Option<u32> {
        let trail = trail.filter(|_| !trace.corrections.is_empty())?;
        Some(*self.known.entry(trace.corrections.clone()).or_insert_with(|| {
            let names: Vec<&str> = trace.corrections.iter().map(|&at| trail.corrections[at].as_str()).collect();
            self.names.push(names.join(" "));
            u32::try_from(self.names.len() - 1).expect("fewer corrections than 32 bits can number")
        }))
    }
}

impl<'l> Walk<'l> {
    fn through(mut self) -> Walked<'l> {
        let (mut at_a, mut at_b) = (0, 0);
        loop {
            let order = match (self.a.ids.get(at_a), self.b.ids.get(at_b)) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.cmp(b),
            };
            match order {
                Ordering::Less => self.add_gone(at_a),
                Ordering::Greater => self.add_new(at_b),
                Ordering::Equal => self.add_both(at_a, at_b),
            }
            at_a += usize::from(order != Ordering::Greater);
            at_b += usize::from(order != Ordering::Less);
        }
        let lacks_roster = |remembered: &Option<Remembered>| remembered.as_ref().is_some_and(Remembered::lacks_roster);
        let is_unsaid = self.rows.iter().any(|row| row.causes.contains(Cause::Unpublished));
        Walked {
            lacks_roster: is_unsaid && (lacks_roster(&self.remembered_a) || lacks_roster(&self.remembered_b)),
            rows: self.rows,
            tally: self.tally,
            corrections: self.corrections.names,
        }
    }

    fn add_gone(&mut self, at: usize) {
        let fide_id = self.a.ids[at];
        let trace = self.trace(fide_id, Some(self.a.rating[at]), None);
        let (cause, merged_into) = self.why_gone(fide_id, trace.as_ref());
        self.tally.gone(at);
        let corrections = trace.and_then(|trace| self.corrections.number(&trace, self.trail.as_ref()));
        self.rows.push(DiffRow {
            fide_id,
            class: Class::Gone,
            field: Field::Rating,
            a: Some(number(at)),
            b: None,
            games: None,
            causes: Causes::only(cause),
            merged_into,
            corrections,
        });
    }

    fn why_gone(&self, fide_id: u32, trace: Option<&Trace>) -> (Cause, Option<u32>) {
        // Read backwards, what took the rating is what gave it.
        let revised = trace.and_then(|trace| if self.is_backwards { trace.rated_by } else { trace.unrated_by });
        let revised = revised.filter(|cause| matches!(cause, Cause::Correction | Cause::Revision));
        match self.remembered_b.as_ref().map(|remembered| remembered.reason(fide_id)) {
            Some(Some(Absence::Unpublished(cause, into))) => (cause, into),
            Some(Some(Absence::Unrated)) => {
                let without_trace = match (self.is_same_date, self.is_backwards) {
                    (true, _) => Cause::Revision,
                    (false, true) => Cause::NotYetRated,
                    (false, false) => Cause::Floor,
                };
                (revised.unwrap_or(without_trace), None)
            }
            Some(None) if self.is_backwards => (Cause::NotYetRated, None),
            Some(None) | None => (Cause::NotInFile, None),
        }
    }

    fn add_new(&mut self, at: usize) {
        let fide_id = self.b.ids[at];
        let trace = self.trace(fide_id, None, Some(self.b.rating[at]));
        let causes = self.why_new(fide_id, trace.as_ref());
        self.tally.new_player(at);
        let games = self.games(trace.as_ref(), None, Some(at));
        let corrections = trace.and_then(|trace| self.corrections.number(&trace, self.trail.as_ref()));
        self.rows.push(DiffRow {
            fide_id,
            class: Class::New,
            field: Field::Rating,
            a: None,
            b: Some(number(at)),
            games,
            causes,
            merged_into: None,
            corrections,
        });
    }

    fn why_new(&self, fide_id: u32, trace: Option<&Trace>) -> Causes {
        let on_a = self.remembered_a.as_ref().and_then(|remembered| remembered.reason(fide_id));
        let given_by = trace.and_then(|trace| if self.is_backwards { trace.unrated_by } else { trace.rated_by });
        let is_heir = self.remembered_b.as_ref().is_some_and(|remembered| remembered.is_heir(fide_id));
        match on_a {
            // Whoever left after B is missing on A for the reason that A gives.
            Some(Absence::Unpublished(cause, _)) if self.is_backwards => Causes::only(cause),
            Some(Absence::Unpublished(..)) => Causes::only(Cause::ListedAgain),
            Some(Absence::Unrated) | None => match given_by {
                Some(cause) => Causes::only(cause),
                None if is_heir && !self.is_backwards => Causes::only(Cause::Merged),
                None => Causes::default(),
            },
        }
    }

    fn add_both(&mut self, at_a: usize, at_b: usize) {
        let fide_id = self.a.ids[at_a];
        let (before, after) = (self.a.rating[at_a], self.b.rating[at_b]);
        self.tally.both(at_a, at_b);
        let already = self.rows.len();
        if before != after {
            self.add_move(fide_id, at_a, at_b);
        }
        for &field in &self.compared {
            let differs = match field {
                // Looked at already: it has its own classes.
                Field::Rating => false,
                Field::K => self.a.k(at_a) != self.b.k(at_b),
                Field::BirthYear => self.a.birth_year(at_a) != self.b.birth_year(at_b),
                Field::Activity => self.a.is_inactive(at_a) != self.b.is_inactive(at_b),
                Field::Title | Field::WomenTitle | Field::OtherTitles | Field::Federation | Field::Name | Field::Sex => {
                    self.a.word(field, at_a) != self.b.word(field, at_b)
                }
            };
            if differs {
                self.rows.push(DiffRow {
                    fide_id,
                    class: Class::of_field(field),
                    field,
                    a: Some(number(at_a)),
                    b: Some(number(at_b)),
                    games: None,
                    causes: Causes::default(),
                    merged_into: None,
                    corrections: None,
                });
            }
        }
        self.tally.changed(self.rows.len() > already);
    }

    fn add_move(&mut self, fide_id: u32, at_a: usize, at_b: usize) {
        let (before, after) = (self.a.rating[at_a], self.b.rating[at_b]);
        let trace = self.trace(fide_id, Some(before), Some(after));
        let games = self.games(trace.as_ref(), Some(at_a), Some(at_b));
        let class = match games {
            None => Class::Rating,
            Some(0) => Class::RatingWithoutGames,
            Some(_) => Class::RatingWithGames,
        };
        self.tally.moved(at_a, at_b, class, trace.as_ref().map(|trace| &trace.points));
        let causes = trace.as_ref().map_or_else(Causes::default, |trace| trace.causes);
        let corrections = trace.and_then(|trace| self.corrections.number(&trace, self.trail.as_ref()));
        self.rows.push(DiffRow {
            fide_id,
            class,
            field: Field::Rating,
            a: Some(number(at_a)),
            b: Some(number(at_b)),
            games,
            causes,
            merged_into: None,
            corrections,
        });
    }

    /// What the tables say of a player with these ratings on A and B.
    fn trace(&mut self, fide_id: u32, a: Option<i16>, b: Option<i16>) -> Option<Trace> {
        let (earlier, later) = if self.is_backwards { (b, a) } else { (a, b) };
        self.trail.as_mut().map(|trail| trail.trace(fide_id, earlier, later))
    }

    /// The games between the lists: those of every period on the way, else those of the later list.
    fn games(&self, trace: Option<&Trace>, at_a: Option<usize>, at_b: Option<usize>) -> Option<i32> {
        match trace {
            Some(trace) if self.trail.as_ref().is_some_and(|trail| trail.has_months) => Some(trace.games),
            _ if self.is_backwards => self.a.games(at_a?),
            _ => self.b.games(at_b?),
        }
    }
}

fn number(row: usize) -> u32 {
    u32::try_from(row).expect("fewer players than 32 bits can number")
}
