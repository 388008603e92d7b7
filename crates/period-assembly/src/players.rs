//! Everyone who takes part: the previous list, and those who are on it for the first time.

use crate::AssemblyError;
use model::{Control, InputFile, Newcomer, PlayerFlags, PlayerIndex, PlayerRow};
use rayon::prelude::*;
use rulebook::{Development, ImpliedHistory};
use std::collections::BTreeMap;
use store::{ListSource, PlainRatings, PlayerList, StoreError};
use tables::{PlayerText, TextColumn, TextColumns};

/// A player to be added to the previous list's.
#[derive(Clone, Debug)]
struct Added {
    text: [String; 6],
    row: PlayerRow,
}

impl Added {
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

/// Reads a whole list, and works out what it does not say of its players.
pub fn read_completed(source: &ListSource, role: &str, k_rule: &Development) -> Result<(PlayerList, InputFile), StoreError> {
    let (mut list, input) = source.read(role)?;
    let implied = ImpliedHistory::new(k_rule, list.date);
    list.rows.par_iter_mut().with_min_len(1 << 14).for_each(|row| *row = implied.complete(*row));
    Ok((list, input))
}

/// Where to look for players whom the previous list does not know.
pub(crate) struct WhereToLook<'a> {
    /// Older lists of this control, newest first; none where the previous list holds every known player.
    pub(crate) older: Vec<&'a ListSource>,
    /// Lists of longer controls.
    pub(crate) longer: Vec<(Control, &'a ListSource)>,
    pub(crate) newcomers: &'a [Newcomer],
    pub(crate) k_rule: &'a Development,
}

/// The previous list with everyone on it who has to be.
pub(crate) struct Everyone {
    pub(crate) list: PlayerList,
    /// Ids, ascending, whom no list of this control knows.
    pub(crate) newcomers: Vec<u32>,
    /// The lists that were looked into.
    pub(crate) looked_into: Vec<InputFile>,
    /// Ratings of lists of longer controls that were read on the way: they need not be read again.
    pub(crate) longer_ratings: Vec<(ListSource, PlainRatings)>,
}

/// Adds to a list everyone whom older lists know, so that nobody's history is lost (D17), and those who play for the first time (`playing`,
/// ascending, none of them on the list), with what lists of longer controls or the reports say of them.
pub(crate) fn everyone(list: PlayerList, playing: &[u32], sources: &WhereToLook<'_>) -> Result<Everyone, AssemblyError> {
    let (mut looked_into, mut longer_ratings) = (Vec::new(), Vec::new());
    let mut added: BTreeMap<u32, Added> = BTreeMap::new();
    for source in &sources.older {
        let (older, input) = read_completed(source, "archive", sources.k_rule)?;
        looked_into.push(input);
        for (at, &id) in older.index.ids().iter().enumerate() {
            if !list.index.contains(id) && !added.contains_key(&id) {
                added.insert(id, Added::from_older_list(&older, at));
            }
        }
    }
    let newcomers: Vec<u32> = playing.iter().copied().filter(|id| !added.contains_key(id)).collect();
    let mut unknown = newcomers.clone();
    for (control, source) in &sources.longer {
        if unknown.is_empty() {
            break;
        }
        let (longer, input) = read_completed(source, &format!("longer-{control}"), sources.k_rule)?;
        looked_into.push(input);
        for &id in &unknown {
            if let Some(at) = longer.index.find(id) {
                added.insert(id, Added::from_other_control(&longer, at));
            }
        }
        unknown.retain(|id| !added.contains_key(id));
        longer_ratings.push(((*source).clone(), longer.into_ratings()));
    }
    for newcomer in sources.newcomers {
        // The first report that names the player counts; reports come in the order of their files.
        if unknown.binary_search(&newcomer.id).is_ok() {
            added.entry(newcomer.id).or_insert_with(|| Added::from_report(newcomer));
        }
    }
    for &id in &unknown {
        added.entry(id).or_insert_with(Added::unknown);
    }
    let added: Vec<(u32, Added)> = added.into_iter().collect();
    let list = if added.is_empty() { list } else { merge(list, &added) };
    Ok(Everyone { list, newcomers, looked_into, longer_ratings })
}

/// One list in the order of ids out of a list and some players who are not on it.
fn merge(list: PlayerList, added: &[(u32, Added)]) -> PlayerList {
    let old = list.index.len();
    let position = |at: usize| u32::try_from(at).expect("fewer players than 32 bits can number");
    // Positions in "the list, then the added", in the order of ids.
    let mut order: Vec<u32> = Vec::with_capacity(old + added.len());
    let (mut ids, mut rows) = (Vec::with_capacity(old + added.len()), Vec::with_capacity(old + added.len()));
    let mut next = 0;
    let mut take_added = |until: Option<u32>, order: &mut Vec<u32>, ids: &mut Vec<u32>, rows: &mut Vec<PlayerRow>| {
        while let Some((id, player)) = added.get(next).filter(|(id, _)| until.is_none_or(|until| *id < until)) {
            order.push(position(old + next));
            ids.push(*id);
            rows.push(player.row);
            next += 1;
        }
    };
    for (at, (&id, row)) in list.index.ids().iter().zip(&list.rows).enumerate() {
        take_added(Some(id), &mut order, &mut ids, &mut rows);
        order.push(position(at));
        ids.push(id);
        rows.push(*row);
    }
    take_added(None, &mut order, &mut ids, &mut rows);
    let column = |field: PlayerText| {
        let texts = added.iter().map(|(_, player)| player.text[field as usize].as_str()).collect();
        if field == PlayerText::Name { TextColumn::names(texts) } else { TextColumn::words(texts) }
    };
    let text = || list.text.pick(&TextColumns::new(PlayerText::ALL.map(column)), &order);
    let (text, index) = rayon::join(text, || PlayerIndex::new(ids));
    PlayerList { date: list.date, index, rows, text, merged: list.merged, diagnostics: list.diagnostics }
}
