//! The report's sections on players: top lists, entrants and exits, and the largest moves.

use super::player_statistics::{JUNIOR_AGE, NAMED, PlayerStatistics, TOP, is_move, text_column};
use super::top_entries::TopEntries;
use crate::Publication;
use model::Unlisted;
use pages::{Block, Column, DocumentTable, Dumbbells, Section, Value};
use rating::ListDay;
use tables::PlayerText;

/// The number of gains and of losses that are named.
const MOVES: usize = 10;

/// A player's row: name, title and federation, the numbers of the table, and the id. A narrow page folds all but the name and the first numbers.
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
    let who = [Column::text("Name"), Column::short("Title").folds(), Column::short("Fed.").folds()];
    who.into_iter().chain(numbers).chain([Column::number("Id").folds()]).collect()
}

pub(super) fn top_lists(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Section {
    let outcome = publication.outcome;
    let table = |caption: &str, best: &TopEntries| {
        let ranked = std::iter::once(Column::number("#"));
        let columns = ranked.chain(columns([Column::number("Rating"), Column::number("Games").folds(), Column::number("Born").folds()]));
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
        "Active players only, {TOP} each. Of equal ratings those of lower ids come first. Juniors and girls turn at most {JUNIOR_AGE} in {year}; \
         players whose year of birth is not known are not among them.",
    )))
}

pub(super) fn entrants_and_exits(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Section {
    let (period, outcome) = (publication.period, publication.outcome);
    let mut entrants = DocumentTable::new(columns([Column::number("Rating"), Column::number("Games").folds()])).caption("New on the list");
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

/// The largest moves in one direction, from before to after.
fn moves_of(publication: &Publication<'_>, title: &str, sign: i32) -> Dumbbells {
    let mut best = TopEntries::new(MOVES);
    for (at, change) in publication.outcome.changes.iter().enumerate() {
        let key = sign * (change.after.points() - change.before.points());
        if key > 0 && best.would_keep(key) && is_move(publication, change) {
            best.offer(key, at);
        }
    }
    let mut dumbbells = Dumbbells::new(title, "Player", ["Before", "After"]);
    for at in best.entries() {
        let change = &publication.outcome.changes[at];
        let player = change.player as usize;
        let cells = row(publication, player, []);
        let [name, title, federation, id] = cells.try_into().unwrap_or_default();
        let games = Value::phrase([Value::Counted(change.games.into(), "game"), ", K ".into(), Value::Number(change.k_used.into())]);
        let detail = Value::joined([title, federation, games, id].into_iter().filter(|part| !part.is_empty()), " \u{b7} ");
        dumbbells.row(name, detail, (change.before.points(), change.after.points()));
    }
    dumbbells
}

/// The largest gains and the largest losses.
pub(super) fn largest_moves(publication: &Publication<'_>) -> (Dumbbells, Dumbbells) {
    (moves_of(publication, "Largest gains", 1), moves_of(publication, "Largest losses", -1))
}
