//! Everyone who takes part: the previous list, and those who are on it for the first time.

use crate::AssemblyError;
use model::{Control, InputFile, Newcomer, PlayerIndex, Rating};
use polars::prelude::StringChunked;
use rulebook::Development;
use std::collections::BTreeMap;
use store::{ListSource, NEVER, PlainRatings, PlayerList, Word, WordColumn, Words};

/// A player to be added to the previous list's.
#[derive(Clone, Debug)]
struct Added {
    id: u32,
    words: [String; 6],
    birth_year: i16,
    career_games: u32,
    peak: Rating,
    last_rated: i32,
    first_event: bool,
}

impl Added {
    fn unknown(id: u32) -> Self {
        Self { id, words: Default::default(), birth_year: 0, career_games: 0, peak: Rating::UNRATED, last_rated: NEVER, first_event: false }
    }

    fn from_report(newcomer: &Newcomer) -> Self {
        let Newcomer { id, name, title, women_title, federation, sex, birth_year } = newcomer.clone();
        Self { words: [name, title, women_title, String::new(), federation, sex], birth_year: birth_year.unwrap_or(0), ..Self::unknown(id) }
    }

    /// Words of a player on another control's list: who, not what happened at this control.
    fn from_other_control(list: &PlayerList, at: usize) -> Self {
        Self { words: words_at(list, at), birth_year: list.birth_year[at], ..Self::unknown(list.index.ids()[at]) }
    }

    /// A player whom an older list of this control knows and the previous one does not: under the floor since, or not listed.
    fn from_older_list(list: &PlayerList, at: usize) -> Self {
        Self {
            career_games: list.career_games[at],
            peak: list.peak[at],
            last_rated: list.last_rated[at],
            first_event: list.first_event[at],
            ..Self::from_other_control(list, at)
        }
    }
}

fn words_at(list: &PlayerList, at: usize) -> [String; 6] {
    Word::ALL.map(|word| list.words.get(word, at).to_owned())
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
        let (older, input) = source.read("archive", sources.k_rule)?;
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
        let (longer, input) = source.read(&format!("longer-{control}"), sources.k_rule)?;
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
        added.entry(id).or_insert_with(|| Added::unknown(id));
    }
    let added: Vec<Added> = added.into_values().collect();
    let list = if added.is_empty() { list } else { merge(list, &added) };
    Ok(Everyone { list, newcomers, looked_into, longer_ratings })
}

/// One list in the order of ids out of a list and some players who are not on it.
fn merge(list: PlayerList, added: &[Added]) -> PlayerList {
    let old = list.index.len();
    // Positions in "the list, then the added", in the order of ids.
    let mut order: Vec<u32> = Vec::with_capacity(old + added.len());
    let mut next = 0;
    let position = |at: usize| u32::try_from(at).expect("fewer players than 32 bits can number");
    for (at, &id) in list.index.ids().iter().enumerate() {
        while next < added.len() && added[next].id < id {
            order.push(position(old + next));
            next += 1;
        }
        order.push(position(at));
    }
    order.extend((next..added.len()).map(|at| position(old + at)));

    fn pick<T: Copy>(order: &[u32], old: &[T], added: impl Iterator<Item = T>) -> Vec<T> {
        let added: Vec<T> = added.collect();
        order
            .iter()
            .map(|&at| {
                let at = at as usize;
                if at < old.len() { old[at] } else { added[at - old.len()] }
            })
            .collect()
    }
    let column = |at: usize| added.iter().map(move |player| Some(player.words[at].as_str())).collect::<StringChunked>();
    let words = || {
        let more = Word::ALL.map(|word| match word {
            Word::Name => WordColumn::names(&column(word as usize)),
            _ => WordColumn::words(&column(word as usize)),
        });
        list.words.picked(&Words::new(more), &order)
    };
    let small = || {
        (
            pick(&order, &list.rating, added.iter().map(|_| Rating::UNRATED)),
            pick(&order, &list.k, added.iter().map(|_| 0)),
            pick(&order, &list.birth_year, added.iter().map(|a| a.birth_year)),
            pick(&order, &list.peak, added.iter().map(|a| a.peak)),
            pick(&order, &list.first_event, added.iter().map(|a| a.first_event)),
        )
    };
    let large = || {
        (
            PlayerIndex::new(pick(&order, list.index.ids(), added.iter().map(|a| a.id))),
            pick(&order, &list.career_games, added.iter().map(|a| a.career_games)),
            pick(&order, &list.last_rated, added.iter().map(|a| a.last_rated)),
        )
    };
    let (words, ((rating, k, birth_year, peak, first_event), (index, career_games, last_rated))) =
        rayon::join(words, || rayon::join(small, large));
    PlayerList {
        date: list.date,
        index,
        words,
        rating,
        k,
        birth_year,
        career_games,
        peak,
        last_rated,
        first_event,
        // Asked of lists of longer controls only.
        hidden: Vec::new(),
        merged: list.merged,
        diagnostics: list.diagnostics,
    }
}
