//! Chooses the lists whose ratings a tournament's games use (D2, D3, D18). Dates of tournaments and lists in, dates of lists out; no list is read.

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
pub struct AvailableLists {
    /// Lists of the period's own control, the previous one among them.
    pub own: Vec<ListDate>,
    pub longer: BTreeMap<Control, Vec<ListDate>>,
}

/// The lists whose ratings games use.
#[derive(Debug)]
pub(crate) enum ListChoice {
    /// The lists in force when tournaments started; [`Judged::ratings_index`] is an index of these.
    AtStarts(Vec<ListsInForce>),
    /// The lists of longer controls, month by month, where ratings move after every game (7.33 of 2013).
    ThroughPeriod(Vec<LongerLists>),
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
        available: &AvailableLists,
        editions: &[Edition],
        control: Control,
        previous: ListDate,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut chooser = ListChooser { warned: Vec::new(), diagnostics };
        let mut indexes: BTreeMap<ListsInForce, usize> = BTreeMap::new();
        let mut choices = Vec::new();
        for judged in tournaments.iter_mut().filter(|judged| judged.is_rated()) {
            let (Some(edition), Some(start)) = (judged.edition, judged.facts.start) else { continue };
            let edition = &editions[edition];
            let started = ListRequest { day: start, requester: &judged.facts.id, file: &judged.facts.file };
            let own = chooser.choose(&available.own, control, started, &edition.calendar).unwrap_or(previous);
            // The first of the longer controls with an available list.
            let longer = edition.longer_control.for_control(control).iter().find_map(|&longer| {
                let date = chooser.choose(available.longer.get(&longer)?, longer, started, &edition.calendar)?;
                Some((longer, date))
            });
            let lists = ListsInForce { own, longer };
            let index = *indexes.entry(lists).or_insert_with(|| {
                choices.push(lists);
                choices.len() - 1
            });
            judged.ratings_of = Some(own);
            judged.longer_ratings_of = longer.map(|(_, date)| date);
            judged.ratings_index = Some(index);
        }
        Self::AtStarts(choices)
    }

    /// Chooses the lists of longer controls for each month of a period in which ratings move after every game. All tournaments share one index.
    pub(crate) fn through_period(
        tournaments: &mut [Judged],
        available: &AvailableLists,
        edition: &Edition,
        control: Control,
        period: Range<ListDate>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        tournaments.iter_mut().filter(|judged| judged.is_rated()).for_each(|judged| judged.ratings_index = Some(0));
        let mut chooser = ListChooser { warned: Vec::new(), diagnostics };
        let file: Arc<str> = period.start.to_string().into();
        let mut found: Vec<LongerLists> = Vec::new();
        for from in (0..).map(|month| period.start.plus_months(month)).take_while(|month| *month < period.end) {
            let request = ListRequest { day: from.day(), requester: "the rating period", file: &file };
            let lists = edition.longer_control.for_control(control).iter().filter_map(|&longer| {
                let date = chooser.choose(available.longer.get(&longer)?, longer, request, &edition.calendar)?;
                Some((longer, date))
            });
            let lists: Vec<(Control, ListDate)> = lists.collect();
            if !lists.is_empty() && found.last().is_none_or(|last| last.lists != lists) {
                found.push(LongerLists { from, lists });
            }
        }
        Self::ThroughPeriod(found)
    }

    /// All lists but the previous one, without repetition.
    pub(crate) fn lists(&self, control: Control, previous: ListDate) -> Vec<(Control, ListDate)> {
        let mut lists: Vec<(Control, ListDate)> = match self {
            Self::AtStarts(choices) => {
                let older = |lists: &ListsInForce| (lists.own != previous).then_some((control, lists.own));
                choices.iter().flat_map(|lists| [older(lists), lists.longer]).flatten().collect()
            }
            Self::ThroughPeriod(longer) => longer.iter().flat_map(|month| month.lists.iter().copied()).collect(),
        };
        lists.sort_unstable();
        lists.dedup();
        lists
    }
}

/// The need for the list in force on a day.
#[derive(Clone, Copy)]
struct ListRequest<'a> {
    day: Date,
    /// The tournament's id, for the warning.
    requester: &'a str,
    file: &'a Arc<str>,
}

/// Chooses lists and warns of those that are missing.
struct ListChooser<'a> {
    /// Lists that a warning already named.
    warned: Vec<(Control, ListDate)>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl ListChooser<'_> {
    /// The list in force on a day. Warns once for each missing list that another one stands in (D3).
    fn choose(&mut self, dates: &[ListDate], control: Control, request: ListRequest<'_>, calendar: &Calendar) -> Option<ListDate> {
        let ListRequest { day, requester, file } = request;
        let date = list_in_force(dates, day)?;
        let expected = expected_list(calendar, day);
        if date != expected && !self.warned.contains(&(control, expected)) {
            self.warned.push((control, expected));
            let message =
                format!("{requester} started on {day}; the {control} list of {expected} is not at hand, the one of {date} stands in");
            let diagnostic = Diagnostic::new(&codes::PER003, file, Place::default(), message);
            self.diagnostics.push(diagnostic.with_hint("put the older lists into the archive"));
        }
        Some(date)
    }
}

/// The newest list dated on or before a day (D2); where there is none, the oldest, which stands in (D3).
fn list_in_force(dates: &[ListDate], day: Date) -> Option<ListDate> {
    let later = dates.partition_point(|date| date.day() <= day);
    dates.get(later.saturating_sub(1)).copied()
}

/// The newest list that an edition's calendar has on or before a day.
fn expected_list(calendar: &Calendar, day: Date) -> ListDate {
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
        let found = |text: &str| list_in_force(&dates, day(text)).map(|date| date.month());
        assert_eq!(found("2024-01-31").as_deref(), Some("2024-01"));
        assert_eq!(found("2024-02-01").as_deref(), Some("2024-02"));
        assert_eq!(found("2023-11-30").as_deref(), Some("2023-12"), "the oldest stands in");
        assert_eq!(list_in_force(&[], day("2023-11-30")), None);
    }

    #[test]
    fn the_expected_list_follows_the_calendar() {
        let expected = |months: &[u32], text: &str| {
            let calendar = Calendar { article: "7.1".into(), months: months.to_vec(), ad_hoc: Vec::new() };
            expected_list(&calendar, day(text)).to_string()
        };
        let monthly: Vec<u32> = (1..=12).collect();
        assert_eq!(expected(&monthly, "2024-10-31"), "2024-10-01");
        assert_eq!(expected(&monthly, "2024-11-01"), "2024-11-01");
        let six_a_year = [1, 3, 5, 7, 9, 11];
        assert_eq!(expected(&six_a_year, "2010-02-28"), "2010-01-01");
        assert_eq!(expected(&six_a_year, "2010-03-01"), "2010-03-01");
    }
}
