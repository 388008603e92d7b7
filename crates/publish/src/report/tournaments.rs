//! What became of the tournaments, and why.

use crate::Publication;
use model::Reason;
use pages::{Cell, Column, Html, Table};
use period_assembly::{Judged, Status};
use std::collections::BTreeMap;

/// How many tournaments a table names, and how many the browser shows until it is asked for more.
const NAMED: usize = 200;
const SHOWN: usize = 15;

const REST: &str = "All of them, with what is known of each, are in tournaments.parquet.";

pub(super) fn section(publication: &Publication<'_>) -> Html {
    let mut html = verdicts(publication);
    html.push(Html::heading("Not rated on this list"));
    html.push(not_rated(publication));
    html.push(Html::heading("Rated on this list"));
    html.push(rated(publication));
    html
}

/// How many were rated, waited, were refused or came too late, and by which article.
fn verdicts(publication: &Publication<'_>) -> Html {
    let period = publication.period;
    let mut verdicts: BTreeMap<(Status, Option<Reason>, &str), (u64, u64)> = BTreeMap::new();
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
        table.row([Cell::text(status.word()), Cell::text(reason), Cell::count(tournaments), Cell::count(games), Cell::text(article)]);
    }
    table.to_html()
}

fn day(day: Option<model::Date>) -> Cell {
    day.map_or_else(Cell::empty, |day| Cell::text(&day.to_string()))
}

/// A tournament's row: which it is, what the table tells, and where and when it was, which on a telephone is out of sight first.
fn row(judged: &Judged, told: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let facts = &judged.facts;
    let which = [Cell::text(&facts.id), Cell::text(&facts.name)];
    which.into_iter().chain(told).chain([Cell::text(&facts.federation), day(facts.start), day(facts.end)]).collect()
}

fn columns(told: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let which = [Column::short("Id"), Column::text("Name")];
    which.into_iter().chain(told).chain(["Fed.", "Start", "End"].map(Column::short)).collect()
}

fn not_rated(publication: &Publication<'_>) -> Html {
    let told = [Column::short("Status"), Column::text("Reason"), Column::short("Article"), Column::long("In words")];
    let mut table = Table::new(columns(told)).that_sorts().first_shown(SHOWN).at_most(NAMED, REST);
    let is_news = |judged: &&Judged| !matches!(judged.status, Status::Rated | Status::AlreadyRated);
    for judged in publication.period.tournaments.iter().filter(is_news) {
        let why = [
            Cell::text(judged.status.word()),
            Cell::text(judged.reason.map_or("", Reason::word)),
            Cell::text(&judged.article),
            Cell::text(&judged.detail),
        ];
        table.row(row(judged, why));
    }
    table.to_html()
}

/// The largest first, as far as there is room.
fn rated(publication: &Publication<'_>) -> Html {
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
        let (judged, tally) = (&period.tournaments[at], &publication.tallies[at]);
        let numbers = [
            Cell::count(judged.facts.entrants.into()),
            Cell::count(judged.facts.games.len() as u64),
            Cell::count(tally.counted),
            Cell::count(tally.pooled),
            Cell::count(tally.left_out),
            Cell::text(judged.edition.map_or("", |edition| period.editions[edition].id.as_str())),
        ];
        table.row(row(judged, numbers));
    }
    let mut html = table.to_html();
    html.push(Html::note("Each game has two sides, one for each player: counted in a change, pooled towards a first rating, or left out."));
    html
}
