//! The report's sections on players: top lists, entrants and exits, and the largest moves.

use super::player_statistics::{JUNIOR_AGE, NAMED, PlayerStatistics, TOP, is_move, text_column};
use super::top_entries::TopEntries;
use crate::Publication;
use model::Unlisted;
use pages::{Block, Column, DocumentTable, Section, Value};
use rating::ListDay;
use tables::PlayerText;

/// The number of gains and of losses that are named.
const MOVES: usize = 15;

/// A player's row: name, title and federation, the numbers of the table, and the id. The id is last, because narrow screens cut it off.
fn row(publication: &Publication<'_>, player: usize, numbers: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let text = |field: PlayerText| text_column(publication, field).get(player);
    let title = match text(PlayerText::Title) {
        "" => text(PlayerText::WomenTitle),
        title => title,
    };
    let id = publication.period.players.index.ids()[player];
    let who = [text(PlayerText::Name).into(), title.into(), text(PlayerText::Federation).into()];
    who.into_iter().chain(numbers).chain([Value::Id(id)]).collect()
}

fn columns(numbers: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let who = [Column::text("Name"), Column::short("Title"), Column::short("Fed.")];
    who.into_iter().chain(numbers).chain([Column::number("Id")]).collect()
}

pub(super) fn top_lists(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Section {
    let outcome = publication.outcome;
    let table = |caption: &str, best: &TopEntries| {
        let ranked = std::iter::once(Column::number("#"));
        let columns = ranked.chain(columns([Column::number("Rating"), Column::number("Games"), Column::number("Born")]));
        let mut table = DocumentTable::new(columns).caption(caption);
        for (at, player) in best.entries().enumerate() {
            let rank = Value::Count(at as u64 + 1);
            let born = publication.published_birth_year(player);
            let numbers = [
                Value::Rating(outcome.players[player].rating.0.into()),
                Value::Count(outcome.players[player].games.into()),
                born.map(|year| Value::Number(year.into())).into(),
            ];
            table.row(std::iter::once(rank).chain(row(publication, player, numbers)));
        }
        table.into()
    };
    let tables = Block::side_by_side([
        table("Open", &statistics.open),
        table("Women", &statistics.women),
        table("Juniors", &statistics.juniors),
        table("Girls", &statistics.girls),
    ]);
    let year = publication.period.list.day().format("%Y");
    Section::new("Top players").with(tables).with(Block::note(format!(
        "Active players only, {TOP} each. Equal ratings stand in the order of ids. Juniors and girls turn at most {JUNIOR_AGE} in {year}; \
         players whose year of birth is not known are not among them.",
    )))
}

pub(super) fn entrants_and_exits(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Section {
    let (period, outcome) = (publication.period, publication.outcome);
    let mut entrants = DocumentTable::new(columns([Column::number("Rating"), Column::number("Games")])).caption("New on the list");
    for player in statistics.entrants.entries() {
        let numbers = [Value::Rating(outcome.players[player].rating.0.into()), Value::Count(outcome.players[player].games.into())];
        entrants.row(row(publication, player, numbers));
    }
    let mut exits = DocumentTable::new(columns([Column::number("Was"), Column::text("Why")])).caption("Gone from the list");
    for player in statistics.exits.entries() {
        let cells = [Value::Rating(period.players.rows[player].rating.0.into()), exit_reason(publication, player).into()];
        exits.row(row(publication, player, cells));
    }
    let inactivity = &period.publication().inactivity;
    let mut inactive = DocumentTable::new(columns([Column::number("Rating")])).caption("Newly inactive");
    for player in statistics.newly_inactive.entries() {
        inactive.row(row(publication, player, [Value::Rating(outcome.players[player].rating.0.into())]));
    }
    let with_note = |table: DocumentTable, best: &TopEntries, rest: &str| {
        let highest =
            || Value::phrase([format!("The {NAMED} highest of ").into(), Value::Count(best.offered()), format!(". {rest}").into()]);
        let note = (best.offered() > NAMED as u64).then(|| Block::note(highest()));
        [table.into()].into_iter().chain(note).collect()
    };
    let tables = Block::SideBySide(vec![
        with_note(entrants, &statistics.entrants, "All who moved are in changes.parquet."),
        with_note(exits, &statistics.exits, "All who moved are in changes.parquet."),
        with_note(inactive, &statistics.newly_inactive, "All have the flag i in the list."),
    ]);
    Section::new("On and off the list").with(tables).with(Block::note(format!(
        "Inactive means no rated game for {} months ({}). Compared with the previous list by the rules of this one.",
        inactivity.months, inactivity.article
    )))
}

/// Why a player is not on the list any more.
fn exit_reason(publication: &Publication<'_>, player: usize) -> String {
    let (period, rating) = (publication.period, publication.outcome.players[player].rating);
    let (edition, lowest) = (period.publication(), ListDay::of(period).lowest_published());
    let id = period.players.index.ids()[player];
    if let Some(into) = period.merged.get(&id) {
        return format!("now {into}");
    }
    match period.withheld.reason(player) {
        Some(Unlisted::Deceased) => "deceased (D28)".to_owned(),
        Some(Unlisted::Excluded) => "of an excluded federation (D28)".to_owned(),
        Some(Unlisted::NoFederation) => "without a federation (D53)".to_owned(),
        Some(_) => "withheld by the roster (D53)".to_owned(),
        None if !rating.is_rated() || rating < lowest => format!("under the floor of {} ({})", lowest.0, edition.floor.below_article),
        None => format!("inactive too long ({})", edition.inactivity.article),
    }
}

fn moves_of(publication: &Publication<'_>, caption: &str, sign: i32) -> Block {
    let mut best = TopEntries::new(MOVES);
    for (at, change) in publication.outcome.changes.iter().enumerate() {
        let key = sign * (change.after.points() - change.before.points());
        if key > 0 && best.would_keep(key) && is_move(publication, change) {
            best.offer(key, at);
        }
    }
    let numbers =
        [Column::number("Change"), Column::number("Before"), Column::number("After"), Column::number("Games"), Column::number("K")];
    let mut table = DocumentTable::new(columns(numbers)).caption(caption);
    for at in best.entries() {
        let change = &publication.outcome.changes[at];
        let cells = [
            Value::Change((change.after.points() - change.before.points()).into()),
            Value::Rating(change.before.0.into()),
            Value::Rating(change.after.0.into()),
            Value::Count(change.games.into()),
            Value::Number(change.k_used.into()),
        ];
        table.row(row(publication, change.player as usize, cells));
    }
    table.into()
}

pub(super) fn largest_moves(publication: &Publication<'_>) -> Section {
    let tables = Block::side_by_side([moves_of(publication, "Gains", 1), moves_of(publication, "Losses", -1)]);
    Section::new("Largest moves").with(tables).with(Block::note(
        "Rated players with games who are on the list; equal moves stand in the order of ids. K is the one used, after the cap on games.",
    ))
}
