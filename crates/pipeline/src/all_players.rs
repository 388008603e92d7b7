//! Reads all players of a list, from the previous list and others, and the ratings of other lists that games use.

use crate::Result;
use crate::job::Job;
use model::{Control, IndexedPlayers, InputFile, InputRole, ListDate, ListRatings, Newcomer, PlayerFlags, PlayerIndex, PlayerRow};
use period_assembly::Judgement;
use rayon::prelude::*;
use rulebook::{Development, ImpliedHistory};
use std::collections::BTreeMap;
use store::{ListCatalog, ListSource, PlayerList};
use tables::{PlayerText, TextColumn, TextColumns};

/// All players of a list, with the ratings of other lists that games use.
pub(crate) struct AllPlayers {
    pub(crate) players: IndexedPlayers,
    pub(crate) text: TextColumns,
    /// Ascending ids of players whom no list of this control has.
    pub(crate) newcomers: Vec<u32>,
    /// The ratings of older lists and of lists of longer controls that games use.
    pub(crate) ratings: BTreeMap<(Control, ListDate), ListRatings>,
    /// The lists that were read.
    pub(crate) inputs: Vec<InputFile>,
}

/// Reads a list and fills in the history that its rows imply.
pub(crate) fn read_completed(source: &ListSource, role: InputRole, k_rule: &Development) -> Result<(PlayerList, InputFile)> {
    let (mut list, input) = source.read(role)?;
    let implied = ImpliedHistory::new(k_rule, list.date);
    list.rows.par_iter_mut().with_min_len(1 << 14).for_each(|row| *row = implied.complete(*row));
    Ok((list, input))
}

/// Adds to the previous list all players of older lists, so that no history is lost (D17), and the unknown players of the judgement, with their
/// names from lists of longer controls or from reports. Reads the ratings that the judgement needs.
pub(crate) fn read_all_players(
    job: &Job,
    previous: PlayerList,
    newcomers: &[Newcomer],
    judgement: &Judgement,
    k_rule: &Development,
) -> Result<AllPlayers> {
    let mut inputs = Vec::new();
    let mut added: BTreeMap<u32, AddedPlayer> = BTreeMap::new();
    for source in older_lists(job) {
        let (older, input) = read_completed(source, InputRole::Archive, k_rule)?;
        inputs.push(input);
        for (position, &id) in older.index.ids().iter().enumerate().filter(|(_, id)| !previous.index.contains(**id)) {
            added.entry(id).or_insert_with(|| AddedPlayer::from_older_list(&older, position));
        }
    }
    let newcomer_ids: Vec<u32> = judgement.unknown_players().iter().copied().filter(|id| !added.contains_key(id)).collect();
    let mut unknown = newcomer_ids.clone();
    let mut ratings = BTreeMap::new();
    for (&control, source) in job.longer.iter().filter_map(|(control, catalog)| Some((control, catalog.newest()?))) {
        if unknown.is_empty() {
            break;
        }
        let (longer, input) = read_completed(source, InputRole::Longer(control), k_rule)?;
        inputs.push(input);
        for &id in &unknown {
            if let Some(position) = longer.index.find(id) {
                added.insert(id, AddedPlayer::from_other_control(&longer, position));
            }
        }
        unknown.retain(|id| !added.contains_key(id));
        ratings.insert((control, source.date), longer.into_ratings());
    }
    for newcomer in newcomers {
        // The first report that names the player counts; reports come in the order of their files.
        if unknown.binary_search(&newcomer.id).is_ok() {
            added.entry(newcomer.id).or_insert_with(|| AddedPlayer::from_report(newcomer));
        }
    }
    for &id in &unknown {
        added.entry(id).or_insert_with(AddedPlayer::unknown);
    }
    read_ratings(job, judgement.lists_needed(), &mut ratings, &mut inputs)?;
    let added: Vec<(u32, AddedPlayer)> = added.into_iter().collect();
    let (players, text) = with_added(previous, &added);
    Ok(AllPlayers { players, text, newcomers: newcomer_ids, ratings, inputs })
}

/// The lists, newest first, that may have players whom the previous one lacks. The search ends with one that has every known player.
fn older_lists(job: &Job) -> Vec<&ListSource> {
    let mut older = Vec::new();
    if job.previous.is_state() {
        return older;
    }
    for source in job.catalog.sources().iter().rev().filter(|source| source.date != job.previous.date) {
        older.push(source);
        if source.is_state() {
            break;
        }
    }
    older
}

/// Reads, in parallel, the ratings of the needed lists that are not read yet.
fn read_ratings(
    job: &Job,
    mut needed: Vec<(Control, ListDate)>,
    ratings: &mut BTreeMap<(Control, ListDate), ListRatings>,
    inputs: &mut Vec<InputFile>,
) -> Result<()> {
    needed.retain(|list| !ratings.contains_key(list));
    let read = |&(control, date): &(Control, ListDate)| {
        let (catalog, role) = match job.longer.get(&control) {
            Some(catalog) => (catalog, InputRole::Longer(control)),
            None => (&job.catalog, InputRole::Older(control)),
        };
        source_on(catalog, date).read_ratings(role)
    };
    let read: Vec<_> = needed.par_iter().with_max_len(1).map(read).collect();
    for (list, read) in needed.into_iter().zip(read) {
        let (list_ratings, input) = read?;
        ratings.insert(list, list_ratings);
        inputs.push(input);
    }
    Ok(())
}

fn source_on(catalog: &ListCatalog, date: ListDate) -> &ListSource {
    catalog.sources().iter().find(|source| source.date == date).expect("chosen among the dates of this catalog")
}

/// A player who is added to those of the previous list.
#[derive(Clone, Debug)]
struct AddedPlayer {
    text: [String; 6],
    row: PlayerRow,
}

impl AddedPlayer {
    fn unknown() -> Self {
        Self { text: Default::default(), row: PlayerRow::UNKNOWN }
    }

    fn from_report(newcomer: &Newcomer) -> Self {
        let Newcomer { id: _, name, title, women_title, federation, sex, birth_year } = newcomer.clone();
        let row = PlayerRow { birth_year: birth_year.unwrap_or(0), ..PlayerRow::UNKNOWN };
        Self { text: [name, title, women_title, String::new(), federation, sex], row }
    }

    /// A player from a list of another control: the identity, without a history at this control.
    fn from_other_control(list: &PlayerList, position: usize) -> Self {
        let text = PlayerText::ALL.map(|field| list.text.get(field, position).to_owned());
        Self { text, row: PlayerRow { birth_year: list.rows[position].birth_year, ..PlayerRow::UNKNOWN } }
    }

    /// A player from an older list of this control who is not on the previous one: now under the floor, or not listed.
    fn from_older_list(list: &PlayerList, position: usize) -> Self {
        let row = &list.rows[position];
        let PlayerRow { career_games, peak, last_rated, .. } = *row;
        let mut added = Self::from_other_control(list, position);
        // Whoever was rated there has had no first event since (D17).
        let flags = PlayerFlags::NONE.with(PlayerFlags::FIRST_EVENT, row.has_had_first_event() && !row.is_rated());
        added.row = PlayerRow { career_games, peak, last_rated, flags, ..added.row };
        added
    }
}

/// The players of a list and some who are not on it, in the order of ids.
fn with_added(list: PlayerList, added: &[(u32, AddedPlayer)]) -> (IndexedPlayers, TextColumns) {
    let PlayerList { index, rows, text, .. } = list;
    if added.is_empty() {
        return (IndexedPlayers { index, rows }, text);
    }
    let old = index.len();
    let to_u32 = |position: usize| u32::try_from(position).expect("fewer players than 32 bits can number");
    // Positions in "the list, then the added", in the order of ids.
    let mut order: Vec<u32> = Vec::with_capacity(old + added.len());
    let (mut ids, mut all_rows) = (Vec::with_capacity(old + added.len()), Vec::with_capacity(old + added.len()));
    let mut next = 0;
    let mut take_added = |until: Option<u32>, order: &mut Vec<u32>, ids: &mut Vec<u32>, rows: &mut Vec<PlayerRow>| {
        while let Some((id, player)) = added.get(next).filter(|(id, _)| until.is_none_or(|until| *id < until)) {
            order.push(to_u32(old + next));
            ids.push(*id);
            rows.push(player.row);
            next += 1;
        }
    };
    for (position, (&id, row)) in index.ids().iter().zip(&rows).enumerate() {
        take_added(Some(id), &mut order, &mut ids, &mut all_rows);
        order.push(to_u32(position));
        ids.push(id);
        all_rows.push(*row);
    }
    take_added(None, &mut order, &mut ids, &mut all_rows);
    let column = |field: PlayerText| {
        let texts = added.iter().map(|(_, player)| player.text[field as usize].as_str()).collect();
        if field == PlayerText::Name { TextColumn::plain(texts) } else { TextColumn::dictionary(texts) }
    };
    let all_text = || text.take(&TextColumns::new(PlayerText::ALL.map(column)), &order);
    let (text, index) = rayon::join(all_text, || PlayerIndex::new(ids));
    (IndexedPlayers { index, rows: all_rows }, text)
}
