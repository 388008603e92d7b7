//! The dates of lists by the calendars of the editions (D40).

use crate::{NoEdition, Rulebook};
use chrono::Datelike;
use model::{Control, ListDate};

impl Rulebook {
    /// The first list after a date, by the calendar of the edition then in force.
    pub fn list_after(&self, control: Control, date: ListDate) -> Result<ListDate, NoEdition> {
        let mut next = date.plus_months(1);
        while !self.edition_on(control, next.day())?.calendar.months.contains(&next.day().month()) {
            next = next.plus_months(1);
        }
        Ok(next)
    }

    /// The list just before a date: the last month before it that is a month of lists.
    pub fn list_before(&self, control: Control, list: ListDate) -> Result<ListDate, NoEdition> {
        let mut before = list.minus_months(1);
        while !self.has_list_before(control, before, list)? {
            before = before.minus_months(1);
        }
        Ok(before)
    }

    /// The first list that the calendar has between two dates, both excluded: a list that is missing if the one is made from the other.
    pub fn first_list_between(&self, control: Control, previous: ListDate, list: ListDate) -> Result<Option<ListDate>, NoEdition> {
        let mut date = previous.plus_months(1);
        while date < list {
            if self.has_list_before(control, date, list)? {
                return Ok(Some(date));
            }
            date = date.plus_months(1);
        }
        Ok(None)
    }

    /// Whether there is a list of a date, as seen from a later list. Where no edition is in force on the date, the later list's calendar counts:
    /// lists were published all the same.
    fn has_list_before(&self, control: Control, date: ListDate, list: ListDate) -> Result<bool, NoEdition> {
        let edition = match self.edition_on(control, date.day()) {
            Ok(edition) => edition,
            Err(_) => self.edition_on(control, list.day())?,
        };
        Ok(edition.calendar.months.contains(&date.day().month()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> ListDate {
        text.parse().expect("a month")
    }

    #[test]
    fn six_lists_a_year_follow_each_other_two_months_apart() {
        let fide = Rulebook::fide();
        // Standard 2009: January, March, May, July, September, November.
        assert_eq!(fide.list_after(Control::Standard, date("2010-01")), Ok(date("2010-03")));
        assert_eq!(fide.list_before(Control::Standard, date("2010-01")), Ok(date("2009-11")));
        assert_eq!(fide.first_list_between(Control::Standard, date("2009-11"), date("2010-01")), Ok(None));
        assert_eq!(fide.first_list_between(Control::Standard, date("2009-09"), date("2010-01")), Ok(Some(date("2009-11"))));
    }

    #[test]
    fn monthly_lists_follow_each_other_from_month_to_month_also_over_a_change_of_edition() {
        let fide = Rulebook::fide();
        assert_eq!(fide.list_after(Control::Rapid, date("2023-12")), Ok(date("2024-01")));
        assert_eq!(fide.list_before(Control::Rapid, date("2024-01")), Ok(date("2023-12")));
        assert_eq!(fide.first_list_between(Control::Rapid, date("2023-12"), date("2024-01")), Ok(None));
        assert_eq!(fide.first_list_between(Control::Rapid, date("2023-11"), date("2024-02")), Ok(Some(date("2023-12"))));
    }

    #[test]
    fn where_no_edition_is_in_force_the_calendar_of_the_list_to_be_made_counts() {
        // Between standard-2009 and standard-2022 none is in force; that of 2022 has a list every month.
        let fide = Rulebook::fide();
        assert_eq!(fide.list_before(Control::Standard, date("2022-01")), Ok(date("2021-12")));
        assert_eq!(fide.first_list_between(Control::Standard, date("2021-12"), date("2022-01")), Ok(None));
        assert_eq!(fide.first_list_between(Control::Standard, date("2012-05"), date("2022-01")), Ok(Some(date("2012-07"))));
        assert!(fide.list_after(Control::Standard, date("2012-05")).is_err());
    }
}
