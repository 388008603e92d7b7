//! Direct results: titles and norms from championships, handed in with `--direct` (1.2, T39).
//!
//! The table of championships is not part of the text, so whoever hands a row in says what the result gives. Where the report of the event
//! is at hand, the score and the field are checked.

use crate::event::{EventGame, TitleEvent};
use crate::handed_in::UnusableRow;
use crate::performance::percent;
use crate::rows::{NormRow, NormSource};
use crate::survivors::surviving_id;
use crate::title_order::has_norms;
use model::{Date, ListDate, PlayerRef};
use rulebook::{DirectScore, DirectTitles, Title, TitleEdition};
use std::collections::{BTreeMap, BTreeSet};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// What a direct result gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum DirectAward {
    Title,
    Norm,
}

/// One row of `--direct`, as parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectResult {
    pub result_id: String,
    pub fide_id: u32,
    pub award: DirectAward,
    pub title: Title,
    /// Name of the event.
    pub event: String,
    /// The day of the last result.
    pub date: Option<Date>,
    pub tournament_id: Option<String>,
    pub olympiad: bool,
}

/// The report of an event with direct results, and the edition in force on its first day.
#[derive(Clone, Copy, Debug)]
pub struct DirectReport<'a> {
    pub event: &'a TitleEvent,
    pub edition: &'a TitleEdition,
}

/// A usable row that gives a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectTitle {
    pub fide_id: u32,
    pub title: Title,
    pub date: Date,
    pub olympiad: bool,
}

/// The usable rows of `--direct`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectResults {
    pub titles: Vec<DirectTitle>,
    /// Rows for the ledger.
    pub norms: Vec<NormRow>,
    /// Titles of unusable rows: they go no further, also where an earlier list had them.
    pub refused: Vec<(u32, Title)>,
}

impl DirectResults {
    /// Takes the rows of `--direct` for a list. Unusable rows are returned beside the others (NRM008).
    ///
    /// `report` gives the report of a tournament that is at hand; `merged` the surviving id of each merged id, under which games are.
    pub fn take<'a>(
        rows: &[DirectResult],
        list: ListDate,
        merged: &BTreeMap<u32, u32>,
        report: impl Fn(&str) -> Option<DirectReport<'a>>,
    ) -> (Self, Vec<UnusableRow>) {
        let mut taken = Self::default();
        let mut unusable = Vec::new();
        let mut result_ids = BTreeSet::new();
        for (at, row) in rows.iter().enumerate() {
            let known = (!result_ids.insert(&row.result_id)).then(|| problem("an earlier row has the same result_id"));
            let report = row.tournament_id.as_deref().and_then(&report);
            let checked = known.map_or_else(|| row.check(), Err).and_then(|date| {
                report.map_or(Ok(()), |report| report.check(surviving_id(merged, row.fide_id)))?;
                Ok(date)
            });
            match checked {
                Ok(date) => taken.add(row, date, list, report),
                Err(DirectProblem { article, reason }) => {
                    unusable.push(UnusableRow { row: at, article, reason });
                    taken.refused.extend((row.award == DirectAward::Title).then_some((row.fide_id, row.title)));
                }
            }
        }
        (taken, unusable)
    }

    fn add(&mut self, row: &DirectResult, date: Date, list: ListDate, report: Option<DirectReport<'_>>) {
        match row.award {
            DirectAward::Title => {
                self.titles.push(DirectTitle { fide_id: row.fide_id, title: row.title, date, olympiad: row.olympiad });
            }
            DirectAward::Norm => self.norms.push(row.norm_row(date, list, report)),
        }
    }
}

/// Why a row cannot be used: the article that it fails, where it is one, and the reason in words.
struct DirectProblem {
    article: Option<String>,
    reason: String,
}

fn problem(reason: impl Into<String>) -> DirectProblem {
    DirectProblem { article: None, reason: reason.into() }
}

/// The games of a direct norm (1.24). The same in every edition: a row without a report has no edition of its own.
const DIRECT_NORM_GAMES: u32 = 9;

impl DirectResult {
    /// Checks what needs no report, and returns the day of the result.
    fn check(&self) -> Result<Date, DirectProblem> {
        if self.result_id.trim().is_empty() {
            return Err(problem("no result_id"));
        }
        if PlayerRef::id(self.fide_id).is_none() {
            return Err(problem(format!("{} is no FIDE id", self.fide_id)));
        }
        if self.award == DirectAward::Norm && !has_norms(self.title) {
            return Err(problem(format!("{} is not gained by norms (1.4)", self.title)));
        }
        self.date.ok_or_else(|| problem("no date: when the title is achieved cannot be said (0.43)"))
    }

    /// The row of the ledger. Without a tournament the id of the result takes its place in the key.
    fn norm_row(&self, date: Date, list: ListDate, report: Option<DirectReport<'_>>) -> NormRow {
        let tournament_id = self.tournament_id.as_deref().filter(|id| !id.is_empty()).unwrap_or(&self.result_id);
        NormRow {
            name: (!self.event.is_empty()).then(|| self.event.clone()),
            start: report.map(|report| report.event.start),
            end: report.map(|report| report.event.end),
            edition: report.map(|report| report.edition.id.clone()),
            credited_games: Some(report.map_or(DIRECT_NORM_GAMES, |report| report.edition.direct.norm_games)),
            achieved_on: Some(date),
            ..NormRow::untold(self.fide_id, self.title, tournament_id, NormSource::Direct, list)
        }
    }
}

impl DirectReport<'_> {
    fn check(&self, fide_id: u32) -> Result<(), DirectProblem> {
        let Self { event, edition } = self;
        let players = &event.players;
        let Some(player) = players.iter().position(|player| player.player.fide_id() == Some(fide_id)) else {
            return Err(problem(format!("{fide_id} does not play in the report of {}", event.tournament_id)));
        };
        let failed = |(article, reason): (&str, String)| DirectProblem { article: Some(article.to_owned()), reason };
        let player = u32::try_from(player).expect("fewer players than 32 bits can number");
        match score_problem(&edition.direct.score, event, player).or_else(|| field_problem(&edition.direct, event)) {
            Some(reason) => Err(failed(reason)),
            None => Ok(()),
        }
    }
}

/// 1.22: the least score, of the games played over the board. Returns the article and the reason if the result fails it.
fn score_problem<'a>(rule: &'a DirectScore, event: &TitleEvent, player: u32) -> Option<(&'a str, String)> {
    match rule {
        DirectScore::None {} => None,
        DirectScore::AtLeast { article, percent: at_least } => {
            let half_points: Vec<u32> = event.games.iter().filter_map(|game| half_points(game, player)).collect();
            let games = u32::try_from(half_points.len()).expect("fewer games than 32 bits can number");
            let score = (games > 0).then(|| percent(half_points.iter().sum(), games))?;
            (score < *at_least).then(|| (article.as_str(), format!("{score} %, {at_least} % are the least")))
        }
    }
}

/// The half points of a player in a game that was played over the board and counts (T18).
fn half_points(game: &EventGame, player: u32) -> Option<u32> {
    let result = match player {
        player if player == game.white => game.result.white,
        player if player == game.black => game.result.black,
        _ => return None,
    };
    let points = result.played().filter(|_| game.result.is_played() && game.fault.is_none())?;
    u32::try_from(points.0).ok()
}

/// 1.23: players, rounds and federations of an event. Returns the article and the reason if the event fails it.
fn field_problem<'a>(rule: &'a DirectTitles, event: &TitleEvent) -> Option<(&'a str, String)> {
    if rule.event_except_classes.iter().any(|class| event.classes.contains(*class)) {
        return None;
    }
    let players = u32::try_from(event.players.len()).expect("fewer players than 32 bits can number");
    let federations: BTreeSet<_> =
        event.players.iter().map(|player| player.federation).filter(|federation| federation.is_member()).collect();
    let federations = u32::try_from(federations.len()).expect("fewer federations than 16 bits can number");
    let needed = federations_needed(rule, event.member_federations);
    let reason = if players < rule.event_players_at_least {
        format!("{players} players, {} are the least", rule.event_players_at_least)
    } else if u32::from(event.rounds) < rule.event_rounds_at_least {
        format!("{} rounds, {} are the least", event.rounds, rule.event_rounds_at_least)
    } else if federations < needed {
        format!("{federations} federations, {needed} are the least")
    } else {
        return None;
    };
    Some((&rule.event_article, reason))
}

/// A third of the member federations or five, whichever is lower; five where their number is not known (T39).
fn federations_needed(rule: &DirectTitles, members: Option<u16>) -> u32 {
    let share = members.map(|members| rule.event_federations_share.of(members.into(), rule.event_federations_share_rounding));
    share.unwrap_or(u32::MAX).min(rule.event_federations_at_least)
}
