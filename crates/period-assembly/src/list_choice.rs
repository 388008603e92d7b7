//! Which list of those at hand a tournament's games take their ratings from (D2, D3, D18).

use crate::AssemblyError;
use crate::codes;
use crate::online::LongerRatings;
use crate::period::{Judged, Status};
use crate::views::{View, aligned};
use chrono::Datelike;
use model::{Control, Date, Diagnostic, InputFile, ListDate, Place, Rating, midnight};
use rayon::prelude::*;
use rulebook::{Calendar, Edition};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{ListSource, PlainRatings, PlayerList, Shelf};

/// Rating columns made on demand, one for each pair of lists that some tournament needs.
pub(crate) struct Views<'a> {
    pub(crate) players: &'a PlayerList,
    pub(crate) shelf: &'a Shelf,
    pub(crate) longer: &'a BTreeMap<Control, Shelf>,
    pub(crate) previous: ListDate,
    /// Position of a view by the list in force and the longer list.
    pub(crate) columns: BTreeMap<Key, usize>,
    pub(crate) made: Vec<View>,
    /// Ratings that were read already. One file may hold the lists of several controls, so the file alone does not tell.
    pub(crate) at_hand: Vec<(ListSource, PlainRatings)>,
    pub(crate) inputs: Vec<InputFile>,
    /// Players rated on an older list: they have had a first event, whatever the previous list knows (D5, D17).
    pub(crate) once_rated: Vec<usize>,
    /// Lists that a warning already named.
    pub(crate) warned: Vec<(Control, ListDate)>,
}

/// A day on which a list is asked for, and by what.
#[derive(Clone, Copy)]
struct Asked<'a> {
    day: Date,
    by: &'a str,
    file: &'a Arc<str>,
}

impl Views<'_> {
    /// For each tournament that is rated the view that its games use.
    pub(crate) fn assign(
        &mut self,
        tournaments: &mut [Judged],
        editions: &[Edition],
        control: Control,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<Option<usize>>, AssemblyError> {
        let (mut numbers, mut keys) = (Vec::with_capacity(tournaments.len()), Vec::new());
        for judged in tournaments {
            let (Status::Rated, Some(edition)) = (judged.status, judged.edition) else {
                numbers.push(None);
                continue;
            };
            let calendar = &editions[edition].calendar;
            let started = judged.facts.start.map(|start| Asked { day: start, by: &judged.facts.id, file: &judged.facts.file });
            let Some(started) = started else {
                numbers.push(None);
                continue;
            };
            let list = self.pick(self.shelf, control, started, calendar, diagnostics).unwrap_or(self.previous);
            // The first of the longer controls of which a list is at hand.
            let longer_controls = editions[edition].longer_control.for_control(control);
            let longer = longer_controls.iter().find_map(|&c| {
                let shelf = self.longer.get(&c)?;
                Some((c, self.pick(shelf, c, started, calendar, diagnostics)?))
            });
            judged.ratings_of = Some(list);
            judged.longer_ratings_of = longer.map(|(_, date)| date);
            let next = self.columns.len();
            let number = *self.columns.entry((list, longer)).or_insert(next);
            if number == next {
                keys.push((list, longer));
            }
            numbers.push(Some(number));
        }
        self.make(&keys, control)?;
        Ok(numbers)
    }

    /// The date of the list in force on a shelf; a warning, once a list, where another stands in (D3).
    fn pick(
        &mut self,
        shelf: &Shelf,
        control: Control,
        asked: Asked<'_>,
        calendar: &Calendar,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<ListDate> {
        let Asked { day, by, file } = asked;
        let date = shelf.in_force(day)?.date;
        let wanted = newest_list(calendar, day);
        if date != wanted && !self.warned.contains(&(control, wanted)) {
            self.warned.push((control, wanted));
            let message = format!("{by} started on {day}; the {control} list of {wanted} is not at hand, the one of {date} stands in");
            let diagnostic = Diagnostic::new(&codes::PER003, file, Place::default(), message);
            diagnostics.push(diagnostic.with_hint("put the older lists into the archive"));
        }
        Some(date)
    }

    /// The ratings of longer controls through a rating period in which ratings move after every game: of each player those of the first control
    /// that has one, from the lists in force at the time (7.33 of 2013).
    pub(crate) fn longer_through(
        &mut self,
        edition: &Edition,
        control: Control,
        until: ListDate,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<LongerRatings>, AssemblyError> {
        let file: Arc<str> = self.previous.to_string().into();
        let mut found: Vec<LongerRatings> = Vec::new();
        let mut last = Vec::new();
        let months = (0..).map(|month| self.previous.plus_months(month)).take_while(|month| *month < until).collect::<Vec<_>>();
        for month in months {
            let asked = Asked { day: month.day(), by: "the rating period", file: &file };
            let mut lists = Vec::new();
            for &longer in edition.longer_control.for_control(control) {
                let Some(shelf) = self.longer.get(&longer) else { continue };
                lists.extend(self.pick(shelf, longer, asked, &edition.calendar, diagnostics).map(|date| (longer, date)));
            }
            if lists == last || lists.is_empty() {
                continue;
            }
            let mut rating = vec![Rating::UNRATED; self.players.index.len()];
            for &(longer, date) in &lists {
                let column = self.column(&self.longer[&longer], date, &format!("longer-{longer}"))?;
                // A rating under this edition's own floor is not a published one (R28).
                let least = if edition.controls.contains(&longer) { edition.floor.rating } else { Rating(1) };
                let published = column.into_iter().map(|rating| if rating >= least { rating } else { Rating::UNRATED });
                rating.iter_mut().zip(published).for_each(|(rating, of_list)| *rating = rating.or(of_list));
            }
            found.push(LongerRatings { from: midnight(month.day()), rating });
            last = lists;
        }
        Ok(found)
    }

    /// Makes the views, in the order of their keys. Lists and views are read and made side by side.
    fn make(&mut self, keys: &[Key], control: Control) -> Result<(), AssemblyError> {
        let (shelf, longer, previous) = (self.shelf, self.longer, self.previous);
        let older = |list: ListDate| (list != previous).then(|| (source_of(shelf, list), format!("older-{control}")));
        let of_longer = |key: Option<(Control, ListDate)>| key.map(|(c, date)| (source_of(&longer[&c], date), format!("longer-{c}")));
        let asked: Vec<_> = keys.iter().flat_map(|&(list, longer)| [older(list), of_longer(longer)]).flatten().collect();
        self.read(&asked)?;
        let (players, at_hand) = (self.players, &self.at_hand);
        let column = |source: &ListSource| {
            let found = at_hand.iter().find(|(known, _)| known == source);
            aligned(&found.expect("it was read").1, &players.index)
        };
        let made: Vec<(View, Vec<usize>)> = keys
            .par_iter()
            .with_max_len(1)
            .map(|&(list, longer)| {
                let (start, longer) =
                    rayon::join(|| older(list).map(|(source, _)| column(source)), || of_longer(longer).map(|(source, _)| column(source)));
                let rated = start.iter().flatten().enumerate().filter(|(_, rating)| rating.is_rated()).map(|(player, _)| player);
                (View::new(players, start.as_deref(), longer.as_deref()), rated.collect())
            })
            .collect();
        for (view, rated) in made {
            self.made.push(view);
            self.once_rated.extend(rated);
        }
        Ok(())
    }

    /// Reads those of some lists that are not at hand, side by side.
    fn read(&mut self, asked: &[(&ListSource, String)]) -> Result<(), AssemblyError> {
        let mut missing: Vec<&(&ListSource, String)> = Vec::new();
        for one in asked {
            let is_there = self.at_hand.iter().any(|(known, _)| known == one.0) || missing.iter().any(|other| other.0 == one.0);
            if !is_there {
                missing.push(one);
            }
        }
        let read: Vec<_> = missing.par_iter().with_max_len(1).map(|(source, role)| source.read_ratings(role)).collect();
        for ((source, _), read) in missing.into_iter().zip(read) {
            let (ratings, input) = read?;
            if !self.inputs.contains(&input) {
                self.inputs.push(input);
            }
            self.at_hand.push(((*source).clone(), ratings));
        }
        Ok(())
    }

    fn column(&mut self, shelf: &Shelf, date: ListDate, role: &str) -> Result<Vec<Rating>, AssemblyError> {
        let source = source_of(shelf, date);
        self.read(&[(source, role.to_owned())])?;
        let found = self.at_hand.iter().find(|(known, _)| known == source);
        Ok(aligned(&found.expect("it was read").1, &self.players.index))
    }
}

/// The list in force, and the list of a longer control, if any.
type Key = (ListDate, Option<(Control, ListDate)>);

fn source_of(shelf: &Shelf, date: ListDate) -> &ListSource {
    shelf.sources().iter().find(|source| source.date == date).expect("picked from this shelf")
}

/// The newest list that there ought to be on a day, by an edition's calendar.
fn newest_list(calendar: &Calendar, day: Date) -> ListDate {
    let this_month = ListDate::of_month(day);
    let back = (0..12).map(|months| this_month.minus_months(months));
    back.into_iter().find(|list| calendar.months.contains(&list.day().month())).unwrap_or(this_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_that_ought_to_be_in_force_follows_the_calendar() {
        let newest = |months: &[u32], day: &str| {
            let calendar = Calendar { article: "7.1".into(), months: months.to_vec(), ad_hoc: Vec::new() };
            newest_list(&calendar, model::parse_iso_date(day).expect("a date")).to_string()
        };
        let monthly: Vec<u32> = (1..=12).collect();
        assert_eq!(newest(&monthly, "2024-10-31"), "2024-10-01");
        assert_eq!(newest(&monthly, "2024-11-01"), "2024-11-01");
        let six_a_year = [1, 3, 5, 7, 9, 11];
        assert_eq!(newest(&six_a_year, "2010-02-28"), "2010-01-01");
        assert_eq!(newest(&six_a_year, "2010-03-01"), "2010-03-01");
    }
}
