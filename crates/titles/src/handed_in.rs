//! Norms handed in with `--norms`: from before the first ledger, or taken away (0.44, T41).

use crate::articles::is_same_article;
use crate::rows::{NormRow, NormSource};
use crate::title_order::has_norms;
use model::{Date, ListDate, PlayerRef};
use rulebook::Title;
use std::collections::BTreeMap;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Whether a row gives a norm or takes it away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NormStatus {
    Given,
    Withdrawn,
}

/// One row of `--norms`, as parsed: what the row does not tell is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedInNorm {
    pub fide_id: u32,
    pub title: Title,
    pub tournament_id: String,
    /// Name of the event.
    pub name: Option<String>,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub achieved_on: Option<Date>,
    pub credited_games: Option<u32>,
    pub basis: Option<String>,
    pub normal_foreigners: Option<bool>,
    pub single_rounds: Option<bool>,
    pub swiss_for_title: Option<bool>,
    /// The day on which it was registered with FIDE (1.55).
    pub registered: Option<Date>,
    pub status: NormStatus,
}

/// A norm by the key of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NormKey {
    pub fide_id: u32,
    /// The word of the title.
    pub title: &'static str,
    pub tournament_id: String,
}

impl NormKey {
    pub(crate) fn new(fide_id: u32, title: Title, tournament_id: &str) -> Self {
        Self { fide_id, title: title.word(), tournament_id: tournament_id.to_owned() }
    }
}

/// The usable rows of `--norms`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandedInNorms {
    pub given: Vec<NormRow>,
    pub withdrawn: Vec<NormKey>,
}

/// An unusable row of an input (NRM008, NRM009): its position among the rows, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableRow {
    pub row: usize,
    /// The article that the row fails, where it is one.
    pub article: Option<String>,
    /// The reason in words.
    pub reason: String,
}

impl HandedInNorms {
    /// Takes the rows of `--norms` for a list. Unusable rows are returned beside the others (NRM009).
    pub fn take(rows: &[HandedInNorm], list: ListDate) -> (Self, Vec<UnusableRow>) {
        let mut taken = Self::default();
        let mut unusable = Vec::new();
        let mut first_rows: BTreeMap<(NormKey, NormStatus), usize> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            let checked = row.check().and_then(|()| {
                let first = *first_rows.entry((row.key(), row.status)).or_insert(at);
                if first == at { Ok(()) } else { Err("an earlier row has the same player, title and tournament".to_owned()) }
            });
            match (checked, row.status) {
                (Err(reason), _) => unusable.push(UnusableRow { row: at, article: None, reason }),
                (Ok(()), NormStatus::Given) => taken.given.push(row.norm_row(list)),
                (Ok(()), NormStatus::Withdrawn) => taken.withdrawn.push(row.key()),
            }
        }
        (taken, unusable)
    }
}

impl HandedInNorm {
    pub fn key(&self) -> NormKey {
        NormKey::new(self.fide_id, self.title, &self.tournament_id)
    }

    /// Checks that the row can be used; the error says in words why not (NRM009).
    pub fn check(&self) -> Result<(), String> {
        if PlayerRef::id(self.fide_id).is_none() {
            return Err(format!("{} is no FIDE id", self.fide_id));
        }
        if !has_norms(self.title) {
            return Err(format!("{} is not gained by norms (1.4)", self.title.word()));
        }
        if self.tournament_id.trim().is_empty() {
            return Err("no tournament_id".to_owned());
        }
        match self.status {
            NormStatus::Withdrawn => Ok(()),
            NormStatus::Given => self.check_given(),
        }
    }

    fn check_given(&self) -> Result<(), String> {
        if let (Some(start), Some(end)) = (self.start, self.end)
            && end < start
        {
            return Err(format!("the event ends on {end}, before it starts on {start}"));
        }
        let Some(achieved_on) = self.achieved_on() else {
            return Err("neither achieved_on nor end: it has no place in the order of time (T38)".to_owned());
        };
        if let Some(start) = self.start.filter(|start| achieved_on < *start) {
            return Err(format!("achieved on {achieved_on}, before the event starts on {start}"));
        }
        if let Some(end) = self.end.filter(|end| achieved_on > *end) {
            return Err(format!("achieved on {achieved_on}, after the event ends on {end}"));
        }
        match self.credited_games {
            None | Some(0) => return Err("no credited_games (1.51)".to_owned()),
            Some(games) if games > MOST_CREDITED_GAMES => return Err(format!("{games} credited games, no norm has so many (1.51)")),
            Some(_) => {}
        }
        self.check_basis()
    }

    /// The basis is empty, 1.41c or 1.42c alone, or 1.41e and 1.41f, one or both (T27, T28).
    fn check_basis(&self) -> Result<(), String> {
        let articles: Vec<&str> = self.basis.iter().flat_map(|basis| basis.split_whitespace()).collect();
        let is = |article: &str, known: &[&str]| known.iter().any(|known| is_same_article(article, known));
        let (alone, together) = (["1.41c", "1.42c"], ["1.41e", "1.41f"]);
        if let Some(unknown) = articles.iter().find(|article| !is(article, &alone) && !is(article, &together)) {
            return Err(format!("basis {unknown} is none of 1.41c, 1.42c, 1.41e, 1.41f"));
        }
        let is_twice = articles.len() == 2 && is_same_article(articles[0], articles[1]);
        if articles.len() > 2 || is_twice || articles.len() == 2 && articles.iter().any(|article| is(article, &alone)) {
            return Err(format!("basis {} does not go together (T27, T28)", articles.join(" ")));
        }
        // Eight games that count as nine are credited as nine at least (T35).
        let one_missed = articles.iter().any(|article| is_same_article(article, ONE_MISSED));
        match self.credited_games.filter(|games| one_missed && *games < 9) {
            Some(games) => Err(format!("a norm by 1.41c counts as 9 games, not {games}")),
            None => Ok(()),
        }
    }

    /// The day on which the norm was achieved: the event's last day where the row does not say (T37).
    fn achieved_on(&self) -> Option<Date> {
        self.achieved_on.or(self.end)
    }

    fn norm_row(&self, list: ListDate) -> NormRow {
        NormRow {
            name: self.name.clone().filter(|name| !name.is_empty()),
            start: self.start,
            end: self.end,
            basis: self.basis.as_ref().map(|basis| basis.trim().to_owned()).filter(|basis| !basis.is_empty()),
            credited_games: self.credited_games,
            achieved_on: self.achieved_on(),
            normal_foreigners: self.normal_foreigners,
            single_rounds: self.single_rounds,
            swiss_for_title: self.swiss_for_title,
            registered: self.registered,
            ..NormRow::untold(self.fide_id, self.title, &self.tournament_id, NormSource::Given, list)
        }
    }
}

/// More games than a tournament has rounds: such a number is an error of whoever wrote it, and larger ones do not fit into the ledger.
const MOST_CREDITED_GAMES: u32 = 999;

/// Eight games of nine rounds, counted as nine.
pub(crate) const ONE_MISSED: &str = "1.41c";
