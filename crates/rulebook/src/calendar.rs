//! Which edition holds on which day.
//!
//! A rule is chosen by date, never by "current", and a day without an edition is an error: a neighbour is never borrowed.

use crate::read::{read_edition, read_order, read_titles};
use crate::{Chosen, Edition, Order, TitleEdition};
use model::{Control, Date, ListDate};
use std::sync::OnceLock;

/// Every edition of the rating regulations that this program knows, path and text. A new edition is a file and a line here.
pub(crate) const EDITIONS: &[(&str, &str)] = &[
    ("editions/standard-2009.toml", include_str!("../editions/standard-2009.toml")),
    ("editions/online-2013.toml", include_str!("../editions/online-2013.toml")),
    ("editions/rapid-blitz-2018.toml", include_str!("../editions/rapid-blitz-2018.toml")),
    ("editions/standard-2022.toml", include_str!("../editions/standard-2022.toml")),
    ("editions/rapid-blitz-2022.toml", include_str!("../editions/rapid-blitz-2022.toml")),
    ("editions/rapid-blitz-2024.toml", include_str!("../editions/rapid-blitz-2024.toml")),
    ("editions/standard-2024.toml", include_str!("../editions/standard-2024.toml")),
    ("editions/rapid-blitz-2024-12.toml", include_str!("../editions/rapid-blitz-2024-12.toml")),
    ("editions/standard-2025.toml", include_str!("../editions/standard-2025.toml")),
];

/// Every edition of the title regulations, path and text.
pub(crate) const TITLES: &[(&str, &str)] = &[("editions/titles-2022.toml", include_str!("../editions/titles-2022.toml"))];

/// Every order, path and text.
pub(crate) const ORDERS: &[(&str, &str)] = &[("orders/standard-2024-03-01.toml", include_str!("../orders/standard-2024-03-01.toml"))];

/// The editions and orders that a run goes by.
#[derive(Clone, Debug)]
pub struct Rulebook {
    editions: Vec<Edition>,
    orders: Vec<Order>,
    titles: Vec<TitleEdition>,
    /// The one edition stands for every day.
    named: bool,
}

/// No edition holds for a control on a day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct NoEdition {
    pub control: Control,
    pub day: Date,
    /// The last edition before that day, and its last day.
    pub before: Option<(String, Date)>,
    /// The next edition after that day, and its first day.
    pub after: Option<(String, Date)>,
}

impl NoEdition {
    fn sentence(&self) -> String {
        let Self { control, day, .. } = self;
        let neighbours = match (&self.before, &self.after) {
            (Some((before, last)), Some((after, first))) => format!("{before} ended on {last} and {after} begins on {first}"),
            (Some((before, last)), None) => format!("the last one, {before}, ended on {last}"),
            (None, Some((after, first))) => format!("the first one, {after}, begins on {first}"),
            (None, None) => format!("no edition for {control} is chosen by date"),
        };
        format!("no edition of the {control} rating regulations is in force on {day}: {neighbours}; to use one all the same, name it")
    }
}

impl Rulebook {
    /// The editions and orders of FIDE.
    pub fn fide() -> &'static Self {
        static FIDE: OnceLock<Rulebook> = OnceLock::new();
        FIDE.get_or_init(|| {
            let sound = "the files that come with the program are read by its tests";
            let mut editions: Vec<Edition> = EDITIONS.iter().map(|(file, text)| read_edition(text, file).expect(sound)).collect();
            // Lines may stand in any order.
            editions.sort_by_key(|edition| edition.in_force.from);
            Self {
                editions,
                orders: ORDERS.iter().map(|(file, text)| read_order(text, file).expect(sound)).collect(),
                titles: TITLES.iter().map(|(file, text)| read_titles(text, file).expect(sound)).collect(),
                named: false,
            }
        })
    }

    /// One edition for every control and every day: the user has named it.
    ///
    /// Orders stand outside any edition, so they hold here too (R1).
    pub fn only(edition: Edition) -> Self {
        let fide = Self::fide();
        Self { editions: vec![edition], orders: fide.orders.clone(), titles: fide.titles.clone(), named: true }
    }

    /// All editions, in the order in which they came into force.
    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    pub fn by_id(&self, id: &str) -> Option<&Edition> {
        self.editions.iter().find(|edition| edition.id == id)
    }

    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The orders that are applied to one list.
    pub fn orders_on(&self, control: Control, list: ListDate) -> impl Iterator<Item = &Order> {
        self.orders.iter().filter(move |order| order.control == control && order.date == list)
    }

    /// The editions of the title regulations.
    pub fn titles(&self) -> &[TitleEdition] {
        &self.titles
    }

    /// The edition in force for a control on a day.
    pub fn on(&self, control: Control, day: Date) -> Result<&Edition, NoEdition> {
        if self.named {
            return Ok(&self.editions[0]);
        }
        let mut before = None;
        let mut after = None;
        for (edition, last) in self.terms(control) {
            if day < edition.in_force.from {
                after = Some((edition.id.clone(), edition.in_force.from));
                break;
            }
            match last {
                Some(last) if last < day => before = Some((edition.id.clone(), last)),
                Some(_) | None => return Ok(edition),
            }
        }
        Err(NoEdition { control, day, before, after })
    }

    /// What holds for a control from when until when, without a hole: where no edition holds, the gap is named as `None`.
    ///
    /// The account begins with the first day on which any edition of this rulebook holds for any control.
    pub fn periods(&self, control: Control) -> Vec<(Date, Option<Date>, Option<&Edition>)> {
        if self.named {
            return vec![(Date::MIN, None, Some(&self.editions[0]))];
        }
        let mut periods = Vec::new();
        // The first day not yet accounted for; none when the account is closed.
        let mut next = self.editions.iter().filter(|e| e.in_force.chosen == Chosen::ByDate).map(|e| e.in_force.from).min();
        for (edition, last) in self.terms(control) {
            let from = edition.in_force.from;
            if let Some(open) = next.filter(|open| *open < from) {
                periods.push((open, from.pred_opt(), None));
            }
            periods.push((from, last, Some(edition)));
            next = last.and_then(|day| day.succ_opt());
        }
        if let Some(open) = next {
            periods.push((open, None, None));
        }
        periods
    }

    /// The editions chosen by date for a control, by their first day, each with its last day: its own,
    /// or the day before the next one begins.
    fn terms(&self, control: Control) -> impl Iterator<Item = (&Edition, Option<Date>)> {
        let mut editions: Vec<&Edition> =
            self.editions.iter().filter(|e| e.in_force.chosen == Chosen::ByDate && e.controls.contains(&control)).collect();
        editions.sort_by_key(|edition| edition.in_force.from);
        let ends: Vec<Option<Date>> = editions.iter().skip(1).map(|next| next.in_force.from.pred_opt()).chain([None]).collect();
        editions.into_iter().zip(ends).map(|(edition, next)| (edition, edition.in_force.until.into_iter().chain(next).min()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the folders hold these files and no others is tested in `tests/rulebook`, by the ids.
    #[test]
    fn every_line_that_includes_a_file_gives_the_path_of_the_id_in_it() {
        for (path, text) in [EDITIONS, TITLES, ORDERS].concat() {
            let table: toml::Table = toml::from_str(text).expect("TOML");
            let id = table["id"].as_str().expect("an id");
            assert!(path.ends_with(&format!("s/{id}.toml")), "the line of {path} includes {id}");
        }
    }
}
