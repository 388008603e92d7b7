//! Results of events as tables: the columns of `norm_results` and names, and what players still need.

use super::outlook::needed_word;
use super::{EventNorms, NormsFilter, PlayerOutlook};
use crate::title_tables::norm_results_table;
use std::collections::HashMap;
use tables::{OutputColumn, OutputTable, Table, TableError};
use titles::{NormResultRow, RemainingNeed};

/// Builds the table of everybody's results: the columns of `norm_results.parquet`, and the player's name behind the id.
pub fn event_norms_table(events: &[EventNorms], filter: &NormsFilter<'_>) -> Result<Table, TableError> {
    let rows: Vec<NormResultRow> = events.iter().flat_map(|event| event.results(filter)).cloned().collect();
    let names: HashMap<u32, &str> = events
        .iter()
        .flat_map(|event| event.event.players.iter().zip(&event.people))
        .filter_map(|(player, person)| Some((player.player.fide_id()?, person.name.as_str())))
        .collect();
    let results = norm_results_table(&rows);
    let columns: Vec<String> = results.names().map(str::to_owned).collect();
    let mut table = results.to_table()?;
    let ids = table.required_integers("fide_id")?;
    let name = |row: usize| ids.get(row).and_then(|id| names.get(&u32::try_from(id).ok()?)).copied().unwrap_or("");
    table.set_column(&OutputColumn::nullable_texts("name", |row| Some(name(row)).filter(|name| !name.is_empty())))?;
    let at = columns.iter().position(|column| column == "fide_id").map_or(columns.len(), |at| at + 1);
    let mut order: Vec<&str> = columns.iter().map(String::as_str).collect();
    order.insert(at, "name");
    table.select(&order)
}

/// One row of what a player still needs.
struct NeedRow<'a> {
    event: &'a EventNorms,
    after: u16,
    outlook: &'a PlayerOutlook,
    need: Option<&'a RemainingNeed>,
}

/// Builds the table of what players of events under way still need: one row for each score in the rounds left, or one where there is none.
pub fn outlook_table<'a>(events: &'a [EventNorms], filter: &'a NormsFilter<'a>) -> OutputTable<'a> {
    let mut rows: Vec<NeedRow<'a>> = Vec::new();
    for event in events {
        let Some(under_way) = &event.under_way else { continue };
        for outlook in under_way.shown(event, filter) {
            let row = |need| NeedRow { event, after: under_way.after, outlook, need };
            let needs = &outlook.outlook.by_score;
            if needs.is_empty() {
                rows.push(row(None));
            }
            rows.extend(needs.iter().map(|need| row(Some(need))));
        }
    }
    let rows: std::sync::Arc<[NeedRow<'a>]> = rows.into();
    let height = rows.len();
    let text = |name: &str, value: fn(&NeedRow<'_>) -> Option<String>| {
        let rows = rows.clone();
        OutputColumn::nullable_texts(name, move |row| value(&rows[row]))
    };
    let number = |name: &str, value: fn(&NeedRow<'_>) -> Option<u32>| {
        let rows = rows.clone();
        OutputColumn::integers(name, move |row| i32::try_from(value(&rows[row])?).ok())
    };
    let opponents = |name: &str, value: fn(&titles::NeededOpponents) -> Option<u32>| {
        let rows = rows.clone();
        OutputColumn::integers(name, move |row| i32::try_from(value(rows[row].need?.opponents.as_ref()?)?).ok())
    };
    let columns = vec![
        text("tournament_id", |row| Some(row.event.event.tournament_id.to_string())),
        number("fide_id", |row| row.player().fide_id()),
        text("name", |row| row.event.people.get(row.outlook.player as usize).map(|person| person.name.clone())),
        text("title", |row| Some(row.outlook.title.word().to_owned())),
        number("after_round", |row| Some(row.after.into())),
        text("verdict", |row| row.outlook.outlook.so_far.as_ref().map(|result| <&str>::from(result.verdict).to_owned())),
        number("games", |row| row.outlook.outlook.so_far.as_ref().map(|result| result.games)),
        number("half_points", |row| row.outlook.outlook.so_far.as_ref().map(|result| result.half_points)),
        number("next_opponent", |row| row.event.event.players[row.outlook.outlook.next?.opponent as usize].player.fide_id()),
        text("next_needed", |row| row.outlook.outlook.next.map(|next| needed_word(next.needed).to_owned())),
        number("more_games", |row| row.need.map(|need| need.games)),
        number("more_half_points", |row| row.need.map(|need| need.half_points)),
        opponents("least_sum", |needed| u32::try_from(needed.least_sum).ok()),
        opponents("titled_missing", |needed| Some(needed.titled_missing)),
        opponents("matching_missing", |needed| Some(needed.matching_missing)),
        opponents("federations_missing", |needed| Some(needed.federations_missing)),
        opponents("own_left", |needed| needed.own_left),
        opponents("one_federation_left", |needed| needed.one_federation_left),
        text("left_out_rounds", |row| {
            let rounds = &row.need?.opponents.as_ref()?.left_out_rounds;
            Some(rounds.iter().map(u16::to_string).collect::<Vec<_>>().join(" "))
        }),
    ];
    OutputTable::new(height, columns)
}

impl NeedRow<'_> {
    fn player(&self) -> model::PlayerRef {
        self.event.event.players[self.outlook.player as usize].player
    }
}
