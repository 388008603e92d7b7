//! Rulebooks: which edition is in force on which day.
//!
//! An edition is selected by date, never as "the current one". A day without an edition is an error; the nearest edition is not used
//! instead.

use crate::parse::{read_edition, read_order, read_titles};
use crate::{Edition, EditionSelection, Order, TitleEdition};
use model::{Control, Date, ListDate};
use std::sync::OnceLock;

/// Files of all editions of the rating regulations, with path and text. A new edition is a file and a line here.
pub(crate) const EDITIONS: &[(&str, &str)] = &[
    ("editions/standard-2009.toml", include_str!("../editions/standard-2009.toml")),
    ("editions/online-2013.toml", include_str!("../editions/online-2013.toml")),
    ("editions/rapid-blitz-2018.toml", include_str!("../editions/rapid-blitz-2018.toml")),
    ("editions/standard-2022.toml", include_str!("../editions/standard-2022.toml")),
    ("editions/rapid-blitz-2022.toml", include_str!("../editions/rapid-blitz-2022.toml")),
    ("editions/rapid-blitz-2022-10.toml", include_str!("../editions/rapid-blitz-2022-10.toml")),
    ("editions/rapid-blitz-2024.toml", include_str!("../editions/rapid-blitz-2024.toml")),
    ("editions/standard-2024.toml", include_str!("../editions/standard-2024.toml")),
    ("editions/rapid-blitz-2024-12.toml", include_str!("../editions/rapid-blitz-2024-12.toml")),
    ("editions/standard-2025.toml", include_str!("../editions/standard-2025.toml")),
];

/// Files of all editions of the title regulations, with path and text.
pub(crate) const TITLES: &[(&str, &str)] = &[
    ("editions/titles-2022.toml", include_str!("../editions/titles-2022.toml")),
    ("editions/titles-2024.toml", include_str!("../editions/titles-2024.toml")),
];

/// Files of all orders, with path and text.
pub(crate) const ORDERS: &[(&str, &str)] = &[
    ("orders/raise-to-longer-2022-10-01.toml", include_str!("../orders/raise-to-longer-2022-10-01.toml")),
    ("orders/hold-floor-2024-01-01.toml", include_str!("../orders/hold-floor-2024-01-01.toml")),
    ("orders/raise-below-2024-03-01.toml", include_str!("../orders/raise-below-2024-03-01.toml")),
];

/// The editions that apply to a run, and the orders that are known.
#[derive(Clone, Debug)]
pub struct Rulebook {
    editions: Vec<Edition>,
    orders: Vec<Order>,
    titles: Vec<TitleEdition>,
    /// Whether the only edition applies on every day.
    has_single_edition: bool,
    /// Whether the only edition of the title regulations applies on every day.
    has_single_title_edition: bool,
}

/// Error: no edition is in force for a control on a day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NoEdition {
    pub control: Control,
    pub day: Date,
    /// The last edition before that day, and its last day.
    pub before: Option<(String, Date)>,
    /// The next edition after that day, and its first day.
    pub after: Option<(String, Date)>,
}

impl NoEdition {
    fn message(&self) -> String {
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

/// Error: no edition of the title regulations is in force on a day (T1).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NoTitleEdition {
    pub day: Date,
    /// The last edition before that day, and its last day.
    pub before: Option<(String, Date)>,
    /// The next edition after that day, and its first day.
    pub after: Option<(String, Date)>,
}

impl NoTitleEdition {
    fn message(&self) -> String {
        let neighbours = match (&self.before, &self.after) {
            (Some((before, last)), Some((after, first))) => format!("{before} ended on {last} and {after} begins on {first}"),
            (Some((before, last)), None) => format!("the last one, {before}, ended on {last}"),
            (None, Some((after, first))) => format!("the first one, {after}, begins on {first}"),
            (None, None) => "none is known".to_owned(),
        };
        format!("no edition of the title regulations is in force on {}: {neighbours}; to use one all the same, name it", self.day)
    }
}

impl Rulebook {
    /// The rulebook of FIDE.
    pub fn fide() -> &'static Self {
        static FIDE: OnceLock<Rulebook> = OnceLock::new();
        FIDE.get_or_init(|| {
            let sound = "the files that come with the program are read by its tests";
            let mut editions: Vec<Edition> = EDITIONS.iter().map(|(file, text)| read_edition(text, file).expect(sound)).collect();
            // The order of the lines does not matter.
            editions.sort_by_key(|edition| edition.in_force.from);
            let mut titles: Vec<TitleEdition> = TITLES.iter().map(|(file, text)| read_titles(text, file).expect(sound)).collect();
            titles.sort_by_key(|edition| edition.in_force.from);
            Self {
                editions,
                orders: ORDERS.iter().map(|(file, text)| read_order(text, file).expect(sound)).collect(),
                titles,
                has_single_edition: false,
                has_single_title_edition: false,
            }
        })
    }

    /// A rulebook with one edition for every control and day, which the user has named.
    ///
    /// Orders are independent of editions, so they are known here too (D50).
    pub fn with_single_edition(edition: Edition) -> Self {
        let fide = Self::fide();
        Self { editions: vec![edition], has_single_edition: true, ..fide.clone() }
    }

    /// This rulebook with one edition of the title regulations for every day, which the user has named (T1).
    #[must_use]
    pub fn with_single_title_edition(self, edition: TitleEdition) -> Self {
        Self { titles: vec![edition], has_single_title_edition: true, ..self }
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

    /// The known orders about one list. Whether they are applied to it is for the user to say.
    pub fn orders_on(&self, control: Control, list: ListDate) -> impl Iterator<Item = &Order> {
        self.orders.iter().filter(move |order| order.applies_to(control, list))
    }

    /// The editions of the title regulations, in the order in which they came into force.
    pub fn titles(&self) -> &[TitleEdition] {
        &self.titles
    }

    pub fn title_edition_by_id(&self, id: &str) -> Option<&TitleEdition> {
        self.titles.iter().find(|edition| edition.id == id)
    }

    /// The edition of the title regulations in force on a day, by which tournaments that start on it are judged (T1).
    pub fn title_edition_on(&self, day: Date) -> Result<&TitleEdition, NoTitleEdition> {
        if self.has_single_title_edition {
            return Ok(&self.titles[0]);
        }
        let mut before = None;
        for (edition, last) in self.title_terms_in_force() {
            if day < edition.in_force.from {
                return Err(NoTitleEdition { day, before, after: Some((edition.id.clone(), edition.in_force.from)) });
            }
            match last {
                Some(last) if last < day => before = Some((edition.id.clone(), last)),
                Some(_) | None => return Ok(edition),
            }
        }
        Err(NoTitleEdition { day, before, after: None })
    }

    /// The edition of the title regulations for proposals on a day: the one in force, or in a gap the one before it (T2).
    ///
    /// Before the first edition there is none.
    pub fn title_edition_for_proposals(&self, day: Date) -> Result<&TitleEdition, NoTitleEdition> {
        self.title_edition_on(day).or_else(|gap| gap.before.as_ref().and_then(|(id, _)| self.title_edition_by_id(id)).ok_or(gap))
    }

    /// The editions of the title regulations by first day, each with its last day: its own, or the day before the next one.
    fn title_terms_in_force(&self) -> impl Iterator<Item = (&TitleEdition, Option<Date>)> {
        let next = self.titles.iter().skip(1).map(|next| next.in_force.from.pred_opt()).chain([None]);
        self.titles.iter().zip(next).map(|(edition, next)| (edition, edition.in_force.until.into_iter().chain(next).min()))
    }

    /// The consecutive terms of the title regulations with first day, last day and edition; the edition is `None` in a gap (T1).
    pub fn title_coverage(&self) -> Vec<(Date, Option<Date>, Option<&TitleEdition>)> {
        if self.has_single_title_edition {
            return vec![(Date::MIN, None, Some(&self.titles[0]))];
        }
        let mut periods = Vec::new();
        let mut next: Option<Date> = None;
        for (edition, last) in self.title_terms_in_force() {
            let from = edition.in_force.from;
            if let Some(open) = next.filter(|open| *open < from) {
                periods.push((open, from.pred_opt(), None));
            }
            periods.push((from, last, Some(edition)));
            next = last.and_then(|day| day.succ_opt());
        }
        periods.extend(next.map(|open| (open, None, None)));
        periods
    }

    /// The edition in force for a control on a day.
    pub fn edition_on(&self, control: Control, day: Date) -> Result<&Edition, NoEdition> {
        if self.has_single_edition {
            return Ok(&self.editions[0]);
        }
        let mut before = None;
        let mut after = None;
        for (edition, last) in self.terms_in_force(control) {
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

    /// The consecutive terms of a control with first day, last day and edition; the edition is `None` in a gap.
    ///
    /// They begin with the first day on which any edition of this rulebook is in force for any control.
    pub fn coverage(&self, control: Control) -> Vec<(Date, Option<Date>, Option<&Edition>)> {
        if self.has_single_edition {
            return vec![(Date::MIN, None, Some(&self.editions[0]))];
        }
        let mut periods = Vec::new();
        // The first day not yet covered; `None` after a term without end.
        let mut next = self.editions.iter().filter(|e| e.in_force.chosen == EditionSelection::ByDate).map(|e| e.in_force.from).min();
        for (edition, last) in self.terms_in_force(control) {
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

    /// The editions of a control selected by date, by first day, each with its last day: its own, or the day before the next one.
    fn terms_in_force(&self, control: Control) -> impl Iterator<Item = (&Edition, Option<Date>)> {
        let mut editions: Vec<&Edition> =
            self.editions.iter().filter(|e| e.in_force.chosen == EditionSelection::ByDate && e.controls.contains(&control)).collect();
        editions.sort_by_key(|edition| edition.in_force.from);
        let ends: Vec<Option<Date>> = editions.iter().skip(1).map(|next| next.in_force.from.pred_opt()).chain([None]).collect();
        editions.into_iter().zip(ends).map(|(edition, next)| (edition, edition.in_force.until.into_iter().chain(next).min()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `tests/rulebook` checks by the ids that the folders contain exactly these files.
    #[test]
    fn every_included_file_has_the_path_of_its_id() {
        for (path, text) in [EDITIONS, TITLES, ORDERS].concat() {
            let table: toml::Table = toml::from_str(text).expect("TOML");
            let id = table["id"].as_str().expect("an id");
            assert!(path.ends_with(&format!("s/{id}.toml")), "the line of {path} includes {id}");
        }
    }
}
