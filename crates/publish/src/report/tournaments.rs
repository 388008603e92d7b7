//! The report's section on tournaments: how many were rated, and why others were not.

use crate::Publication;
use model::Reason;
use pages::{Block, Column, DocumentTable, Section, Value};
use period_assembly::{Judged, TournamentStatus};
use std::collections::BTreeMap;

/// The number of tournaments in a table.
const NAMED: usize = 200;
/// The number of tournaments that are visible until the table is unfolded.
const VISIBLE: usize = 15;

const REST: &str = "All of them, with what is known of each, are in tournaments.parquet.";

/// The tournaments that are not rated, with the reason in words.
pub(super) fn not_rated_section(publication: &Publication<'_>) -> Section {
    Section::new("Not rated on this list").with(not_rated(publication))
}

/// What became of all tournaments, and those that are rated.
pub(super) fn rated_section(publication: &Publication<'_>) -> Section {
    Section::new("Tournaments").with(statuses(publication)).with(Section::new("Rated on this list").with(rated(publication)).with(
        Block::note("Each game has two sides, one for each player: counted in a change, pooled towards a first rating, or left out."),
    ))
}

/// The number of tournaments by status, reason and article.
fn statuses(publication: &Publication<'_>) -> DocumentTable {
    let period = publication.period;
    let mut statuses: BTreeMap<(TournamentStatus, Option<Reason>, &str), (u64, u64)> = BTreeMap::new();
    for judged in period.tournaments.iter().filter(|judged| judged.refused_since.is_none()) {
        let edition = judged.edition.filter(|_| judged.is_rated()).map_or("", |edition| period.editions[edition].id.as_str());
        let article = if judged.is_rated() { edition } else { &judged.article };
        let counts = statuses.entry((judged.status, judged.reason, article)).or_default();
        counts.0 += 1;
        counts.1 += judged.facts.games.len() as u64;
    }
    let columns = [
        Column::text("What became of them"),
        Column::long("Why"),
        Column::number("Tournaments"),
        Column::number("Games"),
        Column::short("Article or edition"),
    ];
    let mut table = DocumentTable::new(columns).caption("What became of the tournaments");
    for ((status, reason, article), (tournaments, games)) in statuses {
        // What was rated before needs no second word for it.
        let reason = reason.filter(|_| status != TournamentStatus::AlreadyRated).map(reason_in_words);
        table.row([status_in_words(status), reason.unwrap_or_default(), Value::Count(tournaments), Value::Count(games), article.into()]);
    }
    let before = period.tournaments.iter().filter(|judged| judged.refused_since.is_some()).count() as u64;
    if before > 0 {
        table.row([
            "refused before".into(),
            "not changed since, and refused for the same reason".into(),
            Value::Count(before),
            Value::Count(0),
            "D23".into(),
        ]);
    }
    table
}

fn status_in_words(status: TournamentStatus) -> Value {
    Value::Coded(status.in_words().to_owned(), status.word())
}

fn reason_in_words(reason: Reason) -> Value {
    Value::Coded(reason.in_words().to_owned(), reason.word())
}

/// A tournament's row: id and name, the cells of the table, then place and dates. A narrow page folds all but the name and the first cells.
pub(super) fn row(judged: &Judged, cells: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let facts = &judged.facts;
    let identity = [Value::from(&*facts.id), (&facts.name).into()];
    identity.into_iter().chain(cells).chain([(&facts.federation).into(), facts.start.into(), facts.end.into()]).collect()
}

/// The columns of [`row`].
pub(super) fn columns(own: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let identity = [Column::short("Id").folds(), Column::text("Name")];
    identity.into_iter().chain(own).chain(["Fed.", "Start", "End"].map(|name| Column::short(name).folds())).collect()
}

fn not_rated(publication: &Publication<'_>) -> DocumentTable {
    let own = [Column::text("What became of it"), Column::long("Why"), Column::short("Article")];
    let mut table = DocumentTable::new(columns(own)).sortable().show_first(VISIBLE).at_most(NAMED, REST);
    let is_not_rated = |judged: &&Judged| {
        !matches!(judged.status, TournamentStatus::Rated | TournamentStatus::AlreadyRated) && judged.refused_since.is_none()
    };
    for judged in publication.period.tournaments.iter().filter(is_not_rated) {
        let why = match (judged.reason, judged.detail.as_str()) {
            (Some(reason), "") => reason_in_words(reason),
            (Some(reason), detail) => Value::Coded(detail.to_owned(), reason.word()),
            (None, detail) => detail.into(),
        };
        table.row(row(judged, [status_in_words(judged.status), why, (&judged.article).into()]));
    }
    table
}

/// The table of rated tournaments, the largest first.
fn rated(publication: &Publication<'_>) -> DocumentTable {
    let period = publication.period;
    let mut order: Vec<usize> = (0..period.tournaments.len()).filter(|&at| period.tournaments[at].is_rated()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(period.tournaments[at].facts.entrants), at));
    let own = [
        Column::number("Entrants").folds(),
        Column::number("Games"),
        Column::number("Counted"),
        Column::number("Pooled").folds(),
        Column::number("Left out"),
        Column::short("Edition").folds(),
    ];
    let mut table = DocumentTable::new(columns(own)).sortable().show_first(VISIBLE).at_most(NAMED, REST);
    for at in order {
        let (judged, counts) = (&period.tournaments[at], &publication.side_counts[at]);
        let numbers = [
            Value::Count(judged.facts.entrants.into()),
            Value::Count(judged.facts.games.len() as u64),
            Value::Count(counts.counted),
            Value::Count(counts.pooled),
            Value::Count(counts.left_out),
            judged.edition.map(|edition| &period.editions[edition].id).into(),
        ];
        table.row(row(judged, numbers));
    }
    table
}
