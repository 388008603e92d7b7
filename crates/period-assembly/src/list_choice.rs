//! Which of the lists at hand a tournament's games take their ratings from (D2, D3, D18). Dates are enough to tell.

use crate::codes;
use crate::period::Judged;
use chrono::Datelike;
use model::{Control, Date, Diagnostic, ListDate, Place};
use rulebook::{Calendar, Edition};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The dates of the lists that could be read, ascending.
#[derive(Clone, Debug, Default)]
pub struct ListsAtHand {
    /// Those of the list's own control, the previous one among them.
    pub own: Vec<ListDate>,
    pub longer: BTreeMap<Control, Vec<ListDate>>,
}

/// The lists that games take their ratings from.
#[derive(Debug)]
pub(crate) enum ListChoice {
    /// Those in force when tournaments started. [`Judged::view`] numbers them.
    AtStarts(Vec<ListsInForce>),
    /// Ratings move after every game: those of longer controls through the rating period (7.33 of 2013).
    Through(Vec<LongerLists>),
}

/// The list in force, and that of a longer control, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ListsInForce {
    pub(crate) own: ListDate,
    pub(crate) longer: Option<(Control, ListDate)>,
}

/// The lists of longer controls that are in force from a day on.
#[derive(Debug)]
pub(crate) struct LongerLists {
    pub(crate) from: ListDate,
    pub(crate) lists: Vec<(Control, ListDate)>,
}

impl ListChoice {
    /// Gives each tournament that is rated the lists that were in force when it started.
    pub(crate) fn at_starts(
        tournaments: &mut [Judged],
        at_hand: &ListsAtHand,
        editions: &[Edition],
        control: Control,
        previous: ListDate,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut choice = Chooser { warned: Vec::new(), diagnostics };
        let mut numbers: BTreeMap<ListsInForce, usize> = BTreeMap::new();
        let mut views = Vec::new();
        for judged in tournaments.iter_mut().filter(|judged| judged.is_rated()) {
            let (Some(edition), Some(start)) = (judged.edition, judged.facts.start) else { continue };
            let edition = &editions[edition];
            let started = Asked { day: start, by: &judged.facts.id, file: &judged.facts.file };
            let own = choice.pick(&at_hand.own, control, started, &edition.calendar).unwrap_or(previous);
            // The first of the longer controls of which a list is at hand.
            let longer = edition.longer_control.for_control(control).iter().find_map(|&longer| {
                let date = choice.pick(at_hand.longer.get(&longer)?, longer, started, &edition.calendar)?;
                Some((longer, date))
            });
            let lists = ListsInForce { own, longer };
            let number = *numbers.entry(lists).or_insert_with(|| {
                views.push(lists);
                views.len() - 1
            });
            judged.ratings_of = Some(own);
            judged.longer_ratings_of = longer.map(|(_, date)| date);
            judged.view = Some(number);
        }
        Self::AtStarts(views)
    }

    /// Of a rating period in which ratings move after every game, the lists of longer controls month by month. All tournaments share one view.
    pub(crate) fn through(
        tournaments: &mut [Judged],
        at_hand: &ListsAtHand,
        edition: &Edition,
        control: Control,
        period: Range<ListDate>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        tournaments.iter_mut().filter(|judged| judged.is_rated()).for_each(|judged| judged.view = Some(0));
        let mut choice = Chooser { warned: Vec::new(), diagnostics };
        let file: Arc<str> = period.start.to_string().into();
        let mut found: Vec<LongerLists> = Vec::new();
        for from in (0..).map(|month| period.start.plus_months(month)).take_while(|month| *month < period.end) {
            let asked = Asked { day: from.day(), by: "the rating period", file: &file };
            let lists = edition.longer_control.for_control(control).iter().filter_map(|&longer| {
                let date = choice.pick(at_hand.longer.get(&longer)?, longer, asked, &edition.calendar)?;
                Some((longer, date))
            });
            let lists: Vec<(Control, ListDate)> = lists.collect();
            if !lists.is_empty() && found.last().is_none_or(|last| last.lists != lists) {
                found.push(LongerLists { from, lists });
            }
        }
        Self::Through(found)
    }

    /// Every list, beside the previous one, each once.
    pub(crate) fn lists(&self, control: Control, previous: ListDate) -> Vec<(Control, ListDate)> {
        let mut lists: Vec<(Control, ListDate)> = match self {
            Self::AtStarts(views) => {
                let older = |view: &ListsInForce| (view.own != previous).then_some((control, view.own));
                views.iter().flat_map(|view| [older(view), view.longer]).flatten().collect()
            }
            Self::Through(longer) => longer.iter().flat_map(|month| month.lists.iter().copied()).collect(),
        };
        lists.sort_unstable();
        lists.dedup();
        lists
    }
}

/// A day on which a list is asked for, and by what.
#[derive(Clone, Copy)]
struct Asked<'a> {
    day: Date,
    by: &'a str,
    file: &'a Arc<str>,
}

struct Chooser<'a> {
    /// Lists that a warning already named.
    warned: Vec<(Control, ListDate)>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Chooser<'_> {
    /// The list in force on a day; a warning, once a list, where another stands in (D3).
    fn pick(&mut self, dates: &[ListDate], control: Control, asked: Asked<'_>, calendar: &Calendar) -> Option<ListDate> {
        let Asked { day, by, file } = asked;
        let date = in_force(dates, day)?;
        let wanted = newest_list(calendar, day);
        if date != wanted && !self.warned.contains(&(control, wanted)) {
            self.warned.push((control, wanted));
            let message = format!("{by} started on {day}; the {control} list of {wanted} is not at hand, the one of {date} stands in");
            let diagnostic = Diagnostic::new(&codes::PER003, file, Place::default(), message);
            self.diagnostics.push(diagnostic.with_hint("put the older lists into the archive"));
        }
        Some(date)
    }
}

/// The newest list dated on or before a day (D2); where there is none, the oldest, which stands in (D3).
fn in_force(dates: &[ListDate], day: Date) -> Option<ListDate> {
    let later = dates.partition_point(|date| date.day() <= day);
    dates.get(later.saturating_sub(1)).copied()
}

/// The newest list that there ought to be on a day, by an edition's calendar.
fn newest_list(calendar: &Calendar, day: Date) -> ListDate {
    let this_month = ListDate::of_month(day);
    let mut back = (0..12).map(|months| this_month.minus_months(months));
    back.find(|list| calendar.months.contains(&list.day().month())).unwrap_or(this_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        model::parse_iso_date(text).expect("a date")
    }

    #[test]
    fn the_newest_list_on_or_before_the_day_is_in_force() {
        let dates: Vec<ListDate> = ["2023-12", "2024-01", "2024-02"].iter().map(|month| month.parse().expect("a month")).collect();
        let found = |text: &str| in_force(&dates, day(text)).map(|date| date.month());
        assert_eq!(found("2024-01-31").as_deref(), Some("2024-01"));
        assert_eq!(found("2024-02-01").as_deref(), Some("2024-02"));
        assert_eq!(found("2023-11-30").as_deref(), Some("2023-12"), "the oldest stands in");
        assert_eq!(in_force(&[], day("2023-11-30")), None);
    }

    #[test]
    fn the_list_that_ought_to_be_in_force_follows_the_calendar() {
        let newest = |months: &[u32], text: &str| {
            let calendar = Calendar { article: "7.1".into(), months: months.to_vec(), ad_hoc: Vec::new() };
            newest_list(&calendar, day(text)).to_string()
        };
        let monthly: Vec<u32> = (1..=12).collect();
        assert_eq!(newest(&monthly, "2024-10-31"), "2024-10-01");
        assert_eq!(newest(&monthly, "2024-11-01"), "2024-11-01");
        let six_a_year = [1, 3, 5, 7, 9, 11];
        assert_eq!(newest(&six_a_year, "2010-02-28"), "2010-01-01");
        assert_eq!(newest(&six_a_year, "2010-03-01"), "2010-03-01");
    }
}
