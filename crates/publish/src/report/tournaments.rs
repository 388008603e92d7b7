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

pub(super) fn section(publication: &Publication<'_>) -> Section {
    Section::new("Tournaments").with(statuses(publication)).with(Section::new("Not rated on this list").with(not_rated(publication))).with(
        Section::new("Rated on this list").with(rated(publication)).with(Block::note(
            "Each game has two sides, one for each player: counted in a change, pooled towards a first rating, or left out.",
        )),
    )
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
        Column::short("Status"),
        Column::text("Reason"),
        Column::number("Tournaments"),
        Column::number("Games"),
        Column::short("Article or edition"),
    ];
    let mut table = DocumentTable::new(columns).caption("What became of the tournaments");
    for ((status, reason, article), (tournaments, games)) in statuses {
        let reason = reason.map_or("", Reason::word);
        table.row([status.word().into(), reason.into(), Value::Count(tournaments), Value::Count(games), article.into()]);
    }
    let before = period.tournaments.iter().filter(|judged| judged.refused_since.is_some()).count() as u64;
    if before > 0 {
        table.row(["refused before".into(), "unchanged, for the same reason".into(), Value::Count(before), Value::Count(0), "D23".into()]);
    }
    table
}

/// A tournament's row: id and name, the cells of the table, then place and dates, which narrow screens cut off first.
pub(super) fn row(judged: &Judged, cells: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let facts = &judged.facts;
    let identity = [Value::from(&*facts.id), (&facts.name).into()];
    identity.into_iter().chain(cells).chain([(&facts.federation).into(), facts.start.into(), facts.end.into()]).collect()
}

/// The columns of [`row`].
pub(super) fn columns(own: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let identity = [Column::short("Id"), Column::text("Name")];
    identity.into_iter().chain(own).chain(["Fed.", "Start", "End"].map(Column::short)).collect()
}

fn not_rated(publication: &Publication<'_>) -> DocumentTable {
    let own = [Column::short("Status"), Column::text("Reason"), Column::short("Article"), Column::long("In words")];
    let mut table = DocumentTable::new(columns(own)).sortable().show_first(VISIBLE).at_most(NAMED, REST);
    let is_not_rated = |judged: &&Judged| {
        !matches!(judged.status, TournamentStatus::Rated | TournamentStatus::AlreadyRated) && judged.refused_since.is_none()
    };
    for judged in publication.period.tournaments.iter().filter(is_not_rated) {
        let why = [judged.status.word().into(), judged.reason.map(Reason::word).into(), (&judged.article).into(), (&judged.detail).into()];
        table.row(row(judged, why));
    }
    table
}

/// The table of rated tournaments, the largest first.
fn rated(publication: &Publication<'_>) -> DocumentTable {
    let period = publication.period;
    let mut order: Vec<usize> = (0..period.tournaments.len()).filter(|&at| period.tournaments[at].is_rated()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(period.tournaments[at].facts.entrants), at));
    let own = [
        Column::number("Entrants"),
        Column::number("Games"),
        Column::number("Counted"),
        Column::number("Pooled"),
        Column::number("Left out"),
        Column::short("Edition"),
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
