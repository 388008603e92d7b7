//! Everyone who takes part: the previous list, and those who are added to it; and the ratings that games use.

use crate::Result;
use crate::job::Job;
use model::{Control, IndexedPlayers, InputFile, InputRole, ListDate, ListRatings, Newcomer, PlayerFlags, PlayerIndex, PlayerRow};
use period_assembly::Judgement;
use rayon::prelude::*;
use rulebook::{Development, ImpliedHistory};
use std::collections::BTreeMap;
use store::{ListCatalog, ListSource, PlayerList};
use tables::{PlayerText, TextColumn, TextColumns};

/// Everyone who takes part in a list.
pub(crate) struct Everyone {
    pub(crate) players: IndexedPlayers,
    pub(crate) text: TextColumns,
    /// Ids, ascending, whom no list of this control knows.
    pub(crate) newcomers: Vec<u32>,
    /// The ratings of older lists and of lists of longer controls that games use.
    pub(crate) ratings: BTreeMap<(Control, ListDate), ListRatings>,
    /// The lists that were read.
    pub(crate) inputs: Vec<InputFile>,
}

/// Reads a whole list, and works out what it does not say of its players.
pub(crate) fn read_completed(source: &ListSource, role: InputRole, k_rule: &Development) -> Result<(PlayerList, InputFile)> {
    let (mut list, input) = source.read(role)?;
    let implied = ImpliedHistory::new(k_rule, list.date);
    list.rows.par_iter_mut().with_min_len(1 << 14).for_each(|row| *row = implied.complete(*row));
    Ok((list, input))
}

/// Adds to the previous list everyone whom older lists know, so that nobody's history is lost (D17), and those whom the judgement asks for, with
/// what lists of longer controls or the reports say of them. Reads the ratings that the judgement asks for.
pub(crate) fn everyone(
    job: &Job,
    previous: PlayerList,
    newcomers: &[Newcomer],
    judgement: &Judgement,
    k_rule: &Development,
) -> Result<Everyone> {
    let mut inputs = Vec::new();
    let mut added: BTreeMap<u32, AddedPlayer> = BTreeMap::new();
    for source in older_lists(job) {
        let (older, input) = read_completed(source, InputRole::Archive, k_rule)?;
        inputs.push(input);
        for (at, &id) in older.index.ids().iter().enumerate().filter(|(_, id)| !previous.index.contains(**id)) {
            added.entry(id).or_insert_with(|| AddedPlayer::from_older_list(&older, at));
        }
    }
    let new_here: Vec<u32> = judgement.unknown_players().iter().copied().filter(|id| !added.contains_key(id)).collect();
    let mut unknown = new_here.clone();
    let mut ratings = BTreeMap::new();
    for (&control, source) in job.longer.iter().filter_map(|(control, shelf)| Some((control, shelf.newest()?))) {
        if unknown.is_empty() {
            break;
        }
        let (longer, input) = read_completed(source, InputRole::Longer(control), k_rule)?;
        inputs.push(input);
        for &id in &unknown {
            if let Some(at) = longer.index.find(id) {
                added.insert(id, AddedPlayer::from_other_control(&longer, at));
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
    Ok(Everyone { players, text, newcomers: new_here, ratings, inputs })
}

/// The lists, newest first, that may know players whom the previous one does not. One that holds every known player ends the search.
fn older_lists(job: &Job) -> Vec<&ListSource> {
    let mut older = Vec::new();
    if job.previous.is_state() {
        return older;
    }
    for source in job.shelf.sources().iter().rev().filter(|source| source.date != job.previous.date) {
        older.push(source);
        if source.is_state() {
            break;
        }
    }
    older
}

/// Reads those of some lists' ratings that are not at hand, side by side.
fn read_ratings(
    job: &Job,
    mut needed: Vec<(Control, ListDate)>,
    ratings: &mut BTreeMap<(Control, ListDate), ListRatings>,
    inputs: &mut Vec<InputFile>,
) -> Result<()> {
    needed.retain(|list| !ratings.contains_key(list));
    let read = |&(control, date): &(Control, ListDate)| {
        let (shelf, role) = match job.longer.get(&control) {
            Some(shelf) => (shelf, InputRole::Longer(control)),
            None => (&job.shelf, InputRole::Older(control)),
        };
        source_of(shelf, date).read_ratings(role)
    };
    let read: Vec<_> = needed.par_iter().with_max_len(1).map(read).collect();
    for (list, read) in needed.into_iter().zip(read) {
        let (of_list, input) = read?;
        ratings.insert(list, of_list);
        inputs.push(input);
    }
    Ok(())
}

fn source_of(shelf: &ListCatalog, date: ListDate) -> &ListSource {
    shelf.sources().iter().find(|source| source.date == date).expect("chosen among the dates of this shelf")
}

/// A player to be added to the previous list's.
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

    /// A player on another control's list: who it is, not what happened at this control.
    fn from_other_control(list: &PlayerList, at: usize) -> Self {
        let text = PlayerText::ALL.map(|field| list.text.get(field, at).to_owned());
        Self { text, row: PlayerRow { birth_year: list.rows[at].birth_year, ..PlayerRow::UNKNOWN } }
    }

    /// A player whom an older list of this control knows and the previous one does not: under the floor since, or not listed.
    fn from_older_list(list: &PlayerList, at: usize) -> Self {
        let PlayerRow { career_games, peak, last_rated, flags, .. } = list.rows[at];
        let mut added = Self::from_other_control(list, at);
        let flags = PlayerFlags::NONE.with(PlayerFlags::FIRST_EVENT, flags.has(PlayerFlags::FIRST_EVENT));
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
    let position = |at: usize| u32::try_from(at).expect("fewer players than 32 bits can number");
    // Positions in "the list, then the added", in the order of ids.
    let mut order: Vec<u32> = Vec::with_capacity(old + added.len());
    let (mut ids, mut all_rows) = (Vec::with_capacity(old + added.len()), Vec::with_capacity(old + added.len()));
    let mut next = 0;
    let mut take_added = |until: Option<u32>, order: &mut Vec<u32>, ids: &mut Vec<u32>, rows: &mut Vec<PlayerRow>| {
        while let Some((id, player)) = added.get(next).filter(|(id, _)| until.is_none_or(|until| *id < until)) {
            order.push(position(old + next));
            ids.push(*id);
            rows.push(player.row);
            next += 1;
        }
    };
    for (at, (&id, row)) in index.ids().iter().zip(&rows).enumerate() {
        take_added(Some(id), &mut order, &mut ids, &mut all_rows);
        order.push(position(at));
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
