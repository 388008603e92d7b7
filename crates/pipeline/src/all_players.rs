//! Reads all players of a list, from the previous list and others, and the ratings of other lists that games use.

use crate::Result;
use crate::job::Job;
use crate::titles::ListFacts;
use amendments::needs_federation;
use model::{Control, IndexedPlayers, InputFile, InputRole, ListDate, ListRatings, Newcomer, PlayerFlags, PlayerIndex, PlayerRow};
use period_assembly::Judgement;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{PlayerList, StoreError};
use tables::{PlayerText, TextColumn, TextColumns};

/// All players of a list, with the ratings of other lists that games use.
pub(crate) struct AllPlayers {
    pub(crate) players: IndexedPlayers,
    pub(crate) text: TextColumns,
    /// Ascending ids of players whom no list of this control has.
    pub(crate) newcomers: Vec<u32>,
    /// Ascending ids of players whom no list has that was read.
    pub(crate) unknown: Vec<u32>,
    /// The ratings of older lists and of lists of longer controls that games use.
    pub(crate) ratings: BTreeMap<(Control, ListDate), Arc<ListRatings>>,
    /// What the older lists of this control say of their players, where titles are judged.
    pub(crate) facts: BTreeMap<ListDate, ListFacts>,
    /// The lists that were read.
    pub(crate) inputs: Vec<InputFile>,
}

/// Adds to the previous list the unknown players of the judgement, with their names from lists of longer controls or from reports. Reads the
/// ratings that the judgement needs. Lists are read through the merges (D48).
pub(crate) fn read_all_players(
    job: &Job,
    mut previous: PlayerList,
    incomplete: &IncompletePlayers,
    newcomers: &[Newcomer],
    judgement: &Judgement,
    for_titles: bool,
) -> Result<AllPlayers> {
    let mut inputs = Vec::new();
    let mut added: BTreeMap<u32, AddedPlayer> = BTreeMap::new();
    let newcomer_ids: Vec<u32> = judgement.unknown_players().to_vec();
    let mut unknown = newcomer_ids.clone();
    // Another list, or a report, may give the federation of a known player who needs one (D53).
    let mut federations: BTreeMap<u32, String> = BTreeMap::new();
    let mut without_federation: Vec<u32> = incomplete.without_federation.ids().to_vec();
    // Another list, or a report, may describe a known player without a name (R21).
    let without_name = &incomplete.without_name;
    let mut described: BTreeMap<u32, AddedPlayer> = BTreeMap::new();
    let merged_into = |id: u32| previous.merged.iter().filter(move |(_, new)| **new == id).map(|(old, _)| *old);
    let mut ratings = BTreeMap::new();
    for (&control, source) in job.longer.iter().filter_map(|(control, catalog)| Some((control, catalog.newest()?))) {
        if unknown.is_empty() && without_federation.is_empty() && without_name.ids().is_empty() {
            break;
        }
        let (longer, input) = source.read_shared(InputRole::Longer(control))?;
        inputs.push(input);
        for &id in &unknown {
            if let Some(position) = std::iter::once(id).chain(merged_into(id)).find_map(|id| longer.index.find(id)) {
                added.insert(id, AddedPlayer::from_other_control(&longer, position));
            }
        }
        unknown.retain(|id| !added.contains_key(id));
        for &id in without_name.ids() {
            if let Some(position) = longer.index.find(id).filter(|_| !described.contains_key(&id)) {
                described.insert(id, AddedPlayer::from_other_control(&longer, position));
            }
        }
        let federation = |id: u32| Some(longer.text.get(PlayerText::Federation, longer.index.find(id)?)).filter(|code| !code.is_empty());
        federations.extend(without_federation.iter().filter_map(|&id| Some((id, federation(id)?.to_owned()))));
        without_federation.retain(|id| !federations.contains_key(id));
        ratings.insert((control, source.date), Arc::new(longer.ratings()));
    }
    for newcomer in newcomers {
        if without_name.contains(newcomer.id) {
            described.entry(newcomer.id).or_insert_with(|| AddedPlayer::from_report(newcomer));
        }
        // The first report that names the player counts; reports come in the order of their files.
        if unknown.binary_search(&newcomer.id).is_ok() {
            added.entry(newcomer.id).or_insert_with(|| AddedPlayer::from_report(newcomer));
        }
        match added.get_mut(&newcomer.id).map(|player| &mut player.text[PlayerText::Federation as usize]) {
            Some(federation) if federation.is_empty() => federation.clone_from(&newcomer.federation),
            Some(_) => {}
            None => {
                federations.entry(newcomer.id).or_insert_with(|| newcomer.federation.clone());
            }
        }
    }
    for &id in &unknown {
        added.entry(id).or_insert_with(AddedPlayer::unknown);
    }
    let facts = read_ratings(job, judgement.lists_needed(), for_titles, &mut ratings, &mut inputs)?;
    let known = federations.iter().filter_map(|(id, federation)| Some((previous.index.find(*id)?, federation.as_str())));
    previous.text.column_mut(PlayerText::Federation).set(known);
    describe(&mut previous, &described);
    add_players(&mut previous, &added);
    let PlayerList { index, rows, text, .. } = previous;
    Ok(AllPlayers { players: IndexedPlayers { index, rows }, text, newcomers: newcomer_ids, unknown, ratings, facts, inputs })
}

/// Players of the previous list who were not published on it and of whom something is missing there. Reports and other lists may give it.
#[derive(Debug)]
pub(crate) struct IncompletePlayers {
    /// Players who are published only once a federation is given (D53); nobody where the list asks for none.
    pub(crate) without_federation: PlayerIndex,
    pub(crate) without_name: PlayerIndex,
}

impl IncompletePlayers {
    pub(crate) fn of(previous: &PlayerList) -> Self {
        let without = |field: PlayerText| {
            let players = previous.text.column(field).empty_rows().into_iter();
            let unpublished = players.filter(|&player| needs_federation(&previous.rows[player]));
            PlayerIndex::new(unpublished.map(|player| previous.index.ids()[player]).collect())
        };
        let without_federation = if previous.asks_for_federation { without(PlayerText::Federation) } else { PlayerIndex::default() };
        Self { without_federation, without_name: without(PlayerText::Name) }
    }
}

/// Gives known players what their rows lack of names, titles, federations, sexes and years of birth.
fn describe(list: &mut PlayerList, described: &BTreeMap<u32, AddedPlayer>) {
    let players: Vec<(usize, &AddedPlayer)> = described.iter().filter_map(|(id, player)| Some((list.index.find(*id)?, player))).collect();
    for field in PlayerText::ALL {
        let missing = players.iter().filter(|(position, _)| list.text.get(field, *position).is_empty());
        let given: Vec<(usize, &str)> = missing.map(|(position, player)| (*position, player.text[field as usize].as_str())).collect();
        list.text.column_mut(field).set(given.into_iter());
    }
    for (position, player) in players {
        if list.rows[position].birth_year == 0 {
            list.rows[position].birth_year = player.row.birth_year;
        }
    }
}

/// Reads, in parallel, the ratings of the needed lists that are not read yet. Returns what those of this control say of their players, if
/// that is asked for.
fn read_ratings(
    job: &Job,
    mut needed: Vec<(Control, ListDate)>,
    for_titles: bool,
    ratings: &mut BTreeMap<(Control, ListDate), Arc<ListRatings>>,
    inputs: &mut Vec<InputFile>,
) -> Result<BTreeMap<ListDate, ListFacts>> {
    needed.retain(|list| !ratings.contains_key(list));
    let read = |&(control, date): &(Control, ListDate)| {
        let (source, role) = match control == job.control() {
            true => (job.catalog.sources().iter().find(|source| source.date == date), InputRole::Older(control)),
            false => (job.longer_source(control, date), InputRole::Longer(control)),
        };
        let source = source.expect("chosen among the dates of these lists");
        if for_titles && control == job.control() {
            let (ratings, text, input) = source.read_ratings_and_texts(role)?;
            let facts = ListFacts::new(ratings.index.clone(), ratings.rating.iter().copied(), &text);
            return Ok::<_, StoreError>((ratings, Some(facts), input));
        }
        source.read_ratings(role).map(|(ratings, input)| (ratings, None, input))
    };
    let read: Vec<_> = needed.par_iter().with_max_len(1).map(read).collect();
    let mut facts = BTreeMap::new();
    for ((control, date), read) in needed.into_iter().zip(read) {
        let (list_ratings, list_facts, input) = read?;
        ratings.insert((control, date), list_ratings);
        facts.extend(list_facts.map(|list_facts| (date, list_facts)));
        inputs.push(input);
    }
    Ok(facts)
}

/// A player who is added to those of the previous list.
#[derive(Clone, Debug)]
pub(crate) struct AddedPlayer {
    text: [String; 6],
    pub(crate) row: PlayerRow,
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

    /// A player from an older list of this control who is not on the previous one: now under the floor, or not listed. `row` has the history.
    pub(crate) fn from_older_list(list: &PlayerList, position: usize, row: &PlayerRow) -> Self {
        let PlayerRow { career_games, peak, last_rated, .. } = *row;
        let mut added = Self::from_other_control(list, position);
        // Whoever was rated there has had no first event since (D17).
        let given = PlayerFlags::NONE.with(PlayerFlags::CAREER_GIVEN, true).with(PlayerFlags::PEAK_GIVEN, true);
        let flags = given.with(PlayerFlags::FIRST_EVENT, row.has_had_first_event() && !row.is_rated());
        added.row = PlayerRow { career_games, peak, last_rated, flags, ..added.row };
        added
    }
}

/// Adds players to a list that does not have them.
pub(crate) fn add_players(list: &mut PlayerList, added: &BTreeMap<u32, AddedPlayer>) {
    let column = |field: PlayerText| {
        let texts = added.values().map(|player| player.text[field as usize].as_str()).collect();
        if field == PlayerText::Name { TextColumn::plain(texts) } else { TextColumn::dictionary(texts) }
    };
    let rows: Vec<(u32, PlayerRow)> = added.iter().map(|(id, player)| (*id, player.row)).collect();
    list.add_players(&rows, &TextColumns::new(PlayerText::ALL.map(column)));
}
