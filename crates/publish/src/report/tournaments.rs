//! What became of the tournaments, and why.

use crate::Publication;
use model::Reason;
use pages::{Block, Column, Section, Table, Value};
use period_assembly::{Judged, TournamentStatus};
use std::collections::BTreeMap;

/// How many tournaments a table names, and how many the browser shows until it is asked for more.
const NAMED: usize = 200;
const SHOWN: usize = 15;

const REST: &str = "All of them, with what is known of each, are in tournaments.parquet.";

pub(super) fn section(publication: &Publication<'_>) -> Section {
    Section::new("Tournaments").with(verdicts(publication)).with(Section::new("Not rated on this list").with(not_rated(publication))).with(
        Section::new("Rated on this list").with(rated(publication)).with(Block::note(
            "Each game has two sides, one for each player: counted in a change, pooled towards a first rating, or left out.",
        )),
    )
}

/// How many were rated, waited, were refused or came too late, and by which article.
fn verdicts(publication: &Publication<'_>) -> Table {
    let period = publication.period;
    let mut verdicts: BTreeMap<(TournamentStatus, Option<Reason>, &str), (u64, u64)> = BTreeMap::new();
    for judged in &period.tournaments {
        let edition = judged.edition.filter(|_| judged.is_rated()).map_or("", |edition| period.editions[edition].id.as_str());
        let article = if judged.is_rated() { edition } else { &judged.article };
        let counts = verdicts.entry((judged.status, judged.reason, article)).or_default();
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
    let mut table = Table::new(columns).caption("What became of the tournaments");
    for ((status, reason, article), (tournaments, games)) in verdicts {
        let reason = reason.map_or("", Reason::word);
        table.row([status.word().into(), reason.into(), Value::Count(tournaments), Value::Count(games), article.into()]);
    }
    table
}

/// A tournament's row: which it is, what the table tells, and where and when it was, which on a telephone is out of sight first.
fn row(judged: &Judged, told: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let facts = &judged.facts;
    let which = [Value::from(&*facts.id), (&facts.name).into()];
    which.into_iter().chain(told).chain([(&facts.federation).into(), facts.start.into(), facts.end.into()]).collect()
}

fn columns(told: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let which = [Column::short("Id"), Column::text("Name")];
    which.into_iter().chain(told).chain(["Fed.", "Start", "End"].map(Column::short)).collect()
}

fn not_rated(publication: &Publication<'_>) -> Table {
    let told = [Column::short("Status"), Column::text("Reason"), Column::short("Article"), Column::long("In words")];
    let mut table = Table::new(columns(told)).that_sorts().first_shown(SHOWN).at_most(NAMED, REST);
    let is_news = |judged: &&Judged| !matches!(judged.status, TournamentStatus::Rated | TournamentStatus::AlreadyRated);
    for judged in publication.period.tournaments.iter().filter(is_news) {
        let why = [judged.status.word().into(), judged.reason.map(Reason::word).into(), (&judged.article).into(), (&judged.detail).into()];
        table.row(row(judged, why));
    }
    table
}

/// The largest first, as far as there is room.
fn rated(publication: &Publication<'_>) -> Table {
    let period = publication.period;
    let mut order: Vec<usize> = (0..period.tournaments.len()).filter(|&at| period.tournaments[at].is_rated()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(period.tournaments[at].facts.entrants), at));
    let told = [
        Column::number("Entrants"),
        Column::number("Games"),
        Column::number("Counted"),
        Column::number("Pooled"),
        Column::number("Left out"),
        Column::short("Edition"),
    ];
    let mut table = Table::new(columns(told)).that_sorts().first_shown(SHOWN).at_most(NAMED, REST);
    for at in order {
        let (judged, tally) = (&period.tournaments[at], &publication.side_counts[at]);
        let numbers = [
            Value::Count(judged.facts.entrants.into()),
            Value::Count(judged.facts.games.len() as u64),
            Value::Count(tally.counted),
            Value::Count(tally.pooled),
            Value::Count(tally.left_out),
            judged.edition.map(|edition| &period.editions[edition].id).into(),
        ];
        table.row(row(judged, numbers));
    }
    table
}
