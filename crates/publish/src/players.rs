//! The tables of players: the list, the state, the pool, and the separate lists of unrated and delisted players.

use crate::Publication;
use model::{Classes, PlayerFlags, PlayerRow, Pool, PoolEntry, Unlisted, day_of};
use period_assembly::Period;
use rating::{ListDay, Outcome, PoolWindow};
use rayon::prelude::*;
use rulebook::BelowFloor;
use std::collections::BTreeSet;
use std::sync::Arc;
use strum::VariantNames;
use tables::{OutputColumn, OutputTable, PlayerText};

/// The tournament id of online games in the pool.
const ONLINE: &str = "online";

/// A player with a title on a list of a longer control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledPlayer {
    pub fide_id: u32,
    /// One text for each of [`PlayerText::ALL`].
    pub text: [String; 6],
    /// 0 if unknown.
    pub birth_year: i16,
}

/// The separate list of unrated players who have a title, on this list or on one of a longer control (D53), where the publication edition asks
/// for one.
pub(crate) fn titled_unrated<'a>(publication: &'a Publication<'a>) -> Option<OutputTable<'a>> {
    publication.period.publication().extra_lists.unrated_titled.article()?;
    let (period, text) = (publication.period, publication.text);
    let ids = &period.players.index;
    let titles = [PlayerText::Title, PlayerText::WomenTitle];
    let has_title = |player: &usize| titles.iter().any(|&title| !text.get(title, *player).is_empty());
    let is_unrated = |player: usize| !publication.outcome.players[player].is_rated() && !period.withheld.contains(player);
    let is_kept = |player: &usize| period.newcomers_without_rated_games.binary_search(player).is_err();
    let own = (0..ids.len()).filter(|&player| is_unrated(player)).filter(has_title).filter(is_kept).map(|player| TitledPlayer {
        fide_id: ids.ids()[player],
        text: PlayerText::ALL.map(|field| text.get(field, player).to_owned()),
        birth_year: period.players.rows[player].birth_year,
    });
    let mut rows: Vec<TitledPlayer> = own.collect();
    let known: BTreeSet<u32> = rows.iter().map(|player| player.fide_id).collect();
    let is_listed_here = |player: &TitledPlayer| ids.find(player.fide_id).is_none_or(is_unrated) && !known.contains(&player.fide_id);
    rows.extend(publication.titled_elsewhere.iter().filter(|player| is_listed_here(player)).cloned());
    rows.sort_by_key(|player| player.fide_id);
    let (latest, rows): (i16, Arc<[TitledPlayer]>) = (publication.latest_birth_year(), rows.into());
    let of = |rows: &Arc<[TitledPlayer]>| Arc::clone(rows);
    let (all, years) = (of(&rows), of(&rows));
    let mut columns = vec![OutputColumn::ids("fide_id", move |row| Some(all[row].fide_id))];
    columns.extend(PlayerText::ALL.map(|field| {
        let rows = of(&rows);
        OutputColumn::texts(field.column(), move |row| rows[row].text[field as usize].clone())
    }));
    let year = move |row: usize| Some(years[row].birth_year).filter(|&year| year > 0 && year <= latest).map(i32::from);
    columns.push(OutputColumn::integers("birth_year", year));
    Some(OutputTable::new(rows.len(), columns))
}

/// The players who fell under the floor on this list, with the rating they had (D53).
pub(crate) fn delisted<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let (period, outcome) = (publication.period, publication.outcome);
    let previous = &period.players.rows;
    let fell = |player: usize| previous[player].published_rating().is_rated() && !outcome.players[player].published_rating().is_rated();
    let is_selected = |&player: &u32| fell(player as usize) && !publication.period.withheld.contains(player as usize);
    let rows = PlayerSelection(Some((0..number(outcome.players.len())).filter(is_selected).collect()));
    let mut columns = identity_columns(publication, &rows, publication.latest_birth_year());
    columns.push(OutputColumn::integers("previous_rating", rows.by_player(|player| Some(previous[player].rating.points()))));
    OutputTable::new(rows.len(0), columns)
}

/// The numbers of players: known, rated, listed, inactive, new on the list, and gone from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerCounts {
    pub known: u64,
    pub rated: u64,
    pub listed: u64,
    pub inactive: u64,
    pub entrants: u64,
    pub exits: u64,
}

/// The flags of an active and of an inactive player.
const FLAGS: [&str; 2] = ["", "i"];

/// The players who have a row in a table; `None` is everyone.
#[derive(Clone)]
struct PlayerSelection(Option<Arc<[u32]>>);

impl PlayerSelection {
    /// Turns a function of players into one of rows.
    fn by_player<T, F: Fn(usize) -> T>(&self, of: F) -> impl Fn(usize) -> T + use<T, F> {
        let rows = self.clone();
        move |row| match &rows.0 {
            None => of(row),
            Some(players) => of(players[row] as usize),
        }
    }

    fn len(&self, everyone: usize) -> usize {
        self.0.as_ref().map_or(everyone, |players| players.len())
    }
}

/// The columns that identify a player. Years of birth are left out where they are not known or later than `latest`.
fn identity_columns<'a>(publication: &'a Publication<'a>, rows: &PlayerSelection, latest: i16) -> Vec<OutputColumn<'a>> {
    let players = &publication.period.players;
    let year = move |player: usize| Some(players.rows[player].birth_year).filter(|&year| year > 0 && year <= latest).map(i32::from);
    let mut columns = vec![OutputColumn::ids("fide_id", rows.by_player(|player| Some(players.index.ids()[player])))];
    columns.extend(
        PlayerText::ALL.map(|field| OutputColumn::from_text_column(field.column(), publication.text.column(field), rows.0.as_ref())),
    );
    columns.push(OutputColumn::integers("birth_year", rows.by_player(year)));
    columns
}

/// The columns that the state and the list both have.
fn player_columns<'a>(publication: &'a Publication<'a>, rows: &PlayerSelection, latest: i16) -> Vec<OutputColumn<'a>> {
    let new = &publication.outcome.players;
    let mut columns = identity_columns(publication, rows, latest);
    columns.extend([
        OutputColumn::integers("rating", rows.by_player(|player| new[player].rating.rated().map(|rating| rating.points()))),
        OutputColumn::integers("games", rows.by_player(|player| Some(i32::from(new[player].games)))),
        OutputColumn::integers("k", rows.by_player(|player| Some(i32::from(new[player].k)).filter(|&k| k > 0))),
        OutputColumn::dictionary("flag", &FLAGS, rows.by_player(|player| u32::from(new[player].is_inactive()))),
    ]);
    columns
}

/// The state: every known player, with what the next run needs.
pub(crate) fn state<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let (period, new, players) = (publication.period, &publication.outcome.players, &publication.period.players);
    let all = players.index.len();
    // Nearly always everyone has a row, and then no selection is stored.
    let stays = |player: &u32| period.newcomers_without_rated_games.binary_search(&(*player as usize)).is_err();
    let rows = PlayerSelection((!period.newcomers_without_rated_games.is_empty()).then(|| (0..number(all)).filter(stays).collect()));
    let day = ListDay::of(period);
    // An index of the words, of which the first is empty.
    let unlisted = move |player: usize| publication.unlisted(&day, player).map_or(0, |reason| 1 + reason as u32);
    let mut columns = player_columns(publication, &rows, i16::MAX);
    columns.extend([
        OutputColumn::integers("career_games", rows.by_player(|player| i32::try_from(new[player].career_games).ok())),
        OutputColumn::integers("peak", rows.by_player(|player| new[player].peak.rated().map(|peak| peak.points()))),
        OutputColumn::days("last_rated", rows.by_player(|player| Some(new[player].last_rated).filter(|&day| day != PlayerRow::NEVER))),
        OutputColumn::booleans("first_event", rows.by_player(|player| new[player].has_had_first_event())),
        OutputColumn::dictionary("unlisted", &unlisted_words(), rows.by_player(unlisted)),
    ]);
    if period.publication().floor.below == BelowFloor::Hidden {
        let is_hidden = |player: usize| new[player].flags.has(model::PlayerFlags::HIDDEN);
        columns.push(OutputColumn::booleans("hidden", rows.by_player(is_hidden)));
    }
    if !period.merged.is_empty() {
        let into = |player: usize| period.merged.get(&players.index.ids()[player]).copied();
        columns.push(OutputColumn::ids("merged_into", rows.by_player(into)));
        let gave_rating = |player: usize| period.gave_rating.contains(&players.index.ids()[player]);
        columns.push(OutputColumn::booleans("gave_rating", rows.by_player(gave_rating)));
    }
    OutputTable::new(rows.len(all), columns)
}

/// The list: the listed players without those who are withheld (D28).
pub(crate) fn list<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let new = &publication.outcome.players;
    let is_published = |player: &u32| new[*player as usize].is_listed() && !publication.period.withheld.contains(*player as usize);
    let rows = PlayerSelection(Some((0..number(new.len())).into_par_iter().filter(is_published).collect::<Vec<u32>>().into()));
    let columns = player_columns(publication, &rows, publication.latest_birth_year());
    debug_assert!(columns.iter().map(OutputColumn::name).eq(store::list_columns()));
    OutputTable::new(rows.len(0), columns)
}

impl Publication<'_> {
    /// The latest year of birth that is published.
    fn latest_birth_year(&self) -> i16 {
        self.hide_birth_year_under.map_or(i16::MAX, |age| store::latest_published_birth_year(self.period.list, age))
    }

    /// The year of birth of a player, where it is known and published.
    pub(crate) fn published_birth_year(&self, player: usize) -> Option<i16> {
        Some(self.period.players.rows[player].birth_year).filter(|&year| year > 0 && year <= self.latest_birth_year())
    }

    /// Why a rated player is not published.
    fn unlisted(&self, day: &ListDay<'_>, player: usize) -> Option<Unlisted> {
        let row = &self.outcome.players[player];
        let is_hidden = row.flags.has(model::PlayerFlags::HIDDEN);
        if row.is_rated() { day.unlisted(is_hidden, row.last_rated, self.period.withheld.reason(player)) } else { None }
    }
}

/// The words of the reasons; the first is empty.
fn unlisted_words() -> Vec<&'static str> {
    [""].into_iter().chain(Unlisted::VARIANTS.iter().copied()).collect()
}

fn number(players: usize) -> u32 {
    u32::try_from(players).expect("fewer players than 32 bits can number")
}

impl PlayerCounts {
    /// Counts the players of a rated period.
    pub fn of(period: &Period, outcome: &Outcome) -> Self {
        let before = ListDay::of_previous(period);
        // One parallel pass over everyone.
        let of = |player: usize| {
            let (listed, was) = (outcome.players[player].is_listed(), was_listed(&before, period, player));
            let is_on_list = listed && !period.withheld.contains(player);
            [
                outcome.players[player].rating.is_rated(),
                is_on_list,
                is_on_list && outcome.players[player].is_inactive(),
                is_on_list && !was,
                was && !is_on_list,
            ]
        };
        let add = |a: [u64; 5], b: [u64; 5]| std::array::from_fn(|at| a[at] + b[at]);
        let count = |total: [u64; 5], player: usize| add(total, of(player).map(u64::from));
        let players = (0..outcome.players.len()).into_par_iter().with_min_len(1 << 14);
        let [rated, listed, inactive, entrants, exits] = players.fold(|| [0; 5], count).reduce(|| [0; 5], add);
        Self {
            known: (outcome.players.len() - period.newcomers_without_rated_games.len()) as u64,
            rated,
            listed,
            inactive,
            entrants,
            exits,
        }
    }
}

/// Whether a player was on the previous list, by the rules of the new one. Of whoever is withheld now the list itself has to say so.
pub(crate) fn was_listed(previous: &ListDay<'_>, period: &Period, player: usize) -> bool {
    let row = &period.players.rows[player];
    let was_published =
        if period.withheld.contains(player) { row.flags.has(PlayerFlags::LISTED) } else { !row.flags.has(PlayerFlags::UNLISTED) };
    was_published && previous.is_listed(row.rating, row.last_rated)
}

/// The results of merged ids that the surviving id has used up, or does not need, until they are too old: they come back when the merge ends
/// (D48).
fn used_up_results(period: &Period, outcome: &Outcome) -> Vec<PoolEntry> {
    let window = PoolWindow::new(&period.calculation().first_rating.pooling, period.list);
    let kept: BTreeSet<u32> = outcome.kept_pool.iter().copied().collect();
    let entries = (0..).zip(&period.pool.entries).filter(|(at, entry)| entry.fide_id != entry.kept_under && !kept.contains(at));
    entries.map(|(_, entry)| PoolEntry { is_used_up: true, ..*entry }).filter(|entry| window.contains(entry.end)).collect()
}

/// Whether the pool has results that were used up.
pub(crate) fn has_used_up_results(publication: &Publication<'_>) -> bool {
    let (period, outcome) = (publication.period, publication.outcome);
    let is_used_up = |at: &u32| period.pool.entries[*at as usize].is_used_up;
    outcome.kept_pool.iter().any(is_used_up) || !used_up_results(period, outcome).is_empty()
}

/// The pool: the results that stay and the new ones.
pub fn pool(period: &Period, outcome: &Outcome) -> Pool {
    let mut pool = Pool {
        tournaments: period.pool.tournaments.clone(),
        entries: Vec::with_capacity(outcome.kept_pool.len() + outcome.new_pool.len()),
    };
    pool.entries.extend(outcome.kept_pool.iter().map(|&at| period.pool.entries[at as usize]));
    pool.entries.extend(used_up_results(period, outcome));
    // Tournaments of this period are numbered after those of the pool.
    let mut numbers = std::collections::BTreeMap::new();
    for new in &outcome.new_pool {
        let facts = &period.tournaments[new.tournament as usize].facts;
        let (Some(start), Some(end)) = (facts.start, facts.end) else { continue };
        let number = *numbers.entry(new.tournament).or_insert_with(|| {
            pool.tournaments.push(facts.id.to_string());
            u32::try_from(pool.tournaments.len() - 1).expect("fewer tournaments than 32 bits can number")
        });
        let fide_id = period.players.index.ids()[new.player as usize];
        pool.entries.push(PoolEntry {
            fide_id,
            kept_under: fide_id,
            tournament: number,
            start,
            end,
            list: period.list.day(),
            games: new.games,
            half_points: new.half_points,
            opponents: new.opponents,
            classes: facts.classes,
            is_used_up: false,
        });
    }
    if !outcome.new_online_pool.is_empty() {
        pool.tournaments.push(ONLINE.to_owned());
    }
    let online = u32::try_from(pool.tournaments.len().saturating_sub(1)).expect("fewer tournaments than 32 bits can number");
    pool.entries.extend(outcome.new_online_pool.iter().map(|new| PoolEntry {
        fide_id: period.players.index.ids()[new.player as usize],
        kept_under: period.players.index.ids()[new.player as usize],
        tournament: online,
        start: day_of(new.from),
        end: day_of(new.until),
        list: period.list.day(),
        games: new.games,
        half_points: new.half_points,
        opponents: new.opponents,
        classes: Classes::default(),
        is_used_up: false,
    }));
    pool.sort();
    pool
}
