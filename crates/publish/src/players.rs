//! The state, the list, and the pool.

use crate::Publication;
use crate::birth_years::latest_shown;
use model::{Classes, day_of};
use period_assembly::Period;
use polars::prelude::*;
use rating::Outcome;
use rayon::prelude::*;
use rulebook::BelowFloor;
use std::sync::Arc;
use store::{LIST_COLUMNS, NEVER, Pool, PoolEntry, TableColumn, Word};

/// What stands for a tournament where online games wait in the pool.
const ONLINE: &str = "online";

/// The separate list of unrated players who have a title, where the publication edition asks for one.
pub(crate) fn titled_unrated(publication: &Publication<'_>) -> PolarsResult<Option<DataFrame>> {
    if publication.period.publication().extra_lists.unrated_titled.article().is_none() {
        return Ok(None);
    }
    let (period, outcome) = (publication.period, publication.outcome);
    let has_one = |player: usize| [Word::Title, Word::WomenTitle].iter().any(|&title| !period.players.words.get(title, player).is_empty());
    let is_left_out = |player: &usize| [publication.unlisted, &*period.visitors].iter().any(|some| some.binary_search(player).is_ok());
    let unrated = (0..outcome.rating.len()).filter(|&player| !outcome.rating[player].is_rated());
    let players: Vec<usize> = unrated.filter(|&player| has_one(player)).filter(|player| !is_left_out(player)).collect();
    DataFrame::new(players.len(), identities(period, &players)).map(Some)
}

/// Who some players are, without any number but their ids and years of birth.
fn identities(period: &Period, players: &[usize]) -> Vec<Column> {
    let mut columns = vec![Column::new("fide_id".into(), players.iter().map(|&p| period.players.index.ids()[p]).collect::<Vec<_>>())];
    columns.extend(Word::ALL.map(|word| {
        let words = players.iter().map(|&player| period.players.words.get(word, player));
        StringChunked::from_iter_values(word.column().into(), words).into_column()
    }));
    let years = players.iter().map(|&p| Some(period.players.birth_year[p]).filter(|&year| year > 0));
    columns.push(Int16Chunked::from_iter_options("birth_year".into(), years).into_column());
    columns
}

/// The players who fell under the floor on this list, with the rating they had, where the publication edition lists them as delisted.
pub(crate) fn delisted(publication: &Publication<'_>) -> PolarsResult<Option<DataFrame>> {
    let (period, outcome) = (publication.period, publication.outcome);
    match period.publication().floor.below {
        BelowFloor::Delisted => {}
        BelowFloor::Unrated | BelowFloor::Hidden => return Ok(None),
    }
    let fell = |player: &usize| period.players.rating[*player].is_rated() && !outcome.rating[*player].is_rated();
    let players: Vec<usize> = (0..outcome.rating.len()).filter(fell).filter(|p| publication.unlisted.binary_search(p).is_err()).collect();
    let mut columns = identities(period, &players);
    let ratings = players.iter().map(|&p| period.players.rating[p].0);
    columns.push(Int16Chunked::from_iter_values("previous_rating".into(), ratings).into_column());
    DataFrame::new(players.len(), columns).map(Some)
}

/// How many players there are, of which kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    pub known: u64,
    pub rated: u64,
    pub listed: u64,
    pub inactive: u64,
    pub entrants: u64,
    pub exits: u64,
}

/// A table of players that is to be written.
pub(crate) struct PlayerTable<'a> {
    pub(crate) columns: Vec<TableColumn<'a>>,
    pub(crate) rows: usize,
}

impl PlayerTable<'_> {
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name() == name)
    }

    /// All rows in memory, for those who need them so.
    pub(crate) fn to_frame(&self) -> PolarsResult<DataFrame> {
        let columns = self.columns.par_iter().with_max_len(1).map(|column| column.to_column(self.rows)).collect::<PolarsResult<_>>()?;
        DataFrame::new(self.rows, columns)
    }
}

/// Without and with the mark of an inactive player.
const FLAGS: [&str; 2] = ["", "i"];

/// Who has a row of a table: some players, or everyone.
#[derive(Clone)]
struct Rows(Option<Arc<[u32]>>);

impl Rows {
    /// What a row holds, by its player.
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

/// The columns that the state and the list both have. Years of birth are left out where they are none or later than `latest`.
fn columns_of_both<'a>(publication: &'a Publication<'a>, rows: &Rows, latest: i16) -> Vec<TableColumn<'a>> {
    let (outcome, players) = (publication.outcome, &publication.period.players);
    // Ratings, years and K are none where they are 0.
    let some = |number: i16| Some(number).filter(|&number| number > 0);
    let year = move |p: usize| some(players.birth_year[p]).filter(|&year| year <= latest);
    let games = |p: usize| i16::try_from(outcome.games[p]).unwrap_or(i16::MAX);
    let mut columns = vec![TableColumn::all_numbers::<UInt32Type>("fide_id", rows.by_player(|p| players.index.ids()[p])).unique()];
    columns.extend(Word::ALL.map(|word| players.words.of(word).to_table_column(word.column(), rows.0.as_ref())));
    columns.extend([
        TableColumn::numbers::<Int16Type>("birth_year", rows.by_player(year)),
        TableColumn::numbers::<Int16Type>("rating", rows.by_player(move |p| some(outcome.rating[p].0))),
        TableColumn::all_numbers::<Int16Type>("games", rows.by_player(games)),
        TableColumn::numbers::<Int16Type>("k", rows.by_player(move |p| some(i16::from(outcome.k[p])))),
        TableColumn::words("flag", &FLAGS, rows.by_player(|p| u32::from(outcome.inactive[p]))),
    ]);
    columns
}

/// The state: every known player, with what the next run needs.
pub(crate) fn state<'a>(publication: &'a Publication<'a>) -> PlayerTable<'a> {
    let (period, outcome, players) = (publication.period, publication.outcome, &publication.period.players);
    let all = players.index.len();
    // Nearly always everyone has a row, and then no numbers of rows are needed.
    let stays = |player: &u32| period.visitors.binary_search(&(*player as usize)).is_err();
    let rows = Rows((!period.visitors.is_empty()).then(|| (0..number(all)).filter(stays).collect()));
    let small = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    let mut columns = columns_of_both(publication, &rows, i16::MAX);
    columns.extend([
        TableColumn::all_numbers::<Int32Type>("career_games", rows.by_player(move |p| small(outcome.career_games[p]))),
        TableColumn::numbers::<Int16Type>("peak", rows.by_player(|p| outcome.peak[p].rated().map(|peak| peak.0))),
        TableColumn::dates("last_rated", rows.by_player(|p| Some(outcome.last_rated[p]).filter(|&day| day != NEVER))),
        TableColumn::truths("first_event", rows.by_player(|p| outcome.first_event[p])),
    ]);
    if period.publication().floor.below == BelowFloor::Hidden {
        let floor = period.publication().floor.rating;
        let is_hidden = move |p: usize| outcome.rating[p].is_rated() && outcome.rating[p] < floor;
        columns.push(TableColumn::truths("hidden", rows.by_player(is_hidden)));
    }
    if !players.merged.is_empty() {
        let into = |p: usize| players.merged.get(&players.index.ids()[p]).copied();
        columns.push(TableColumn::numbers::<UInt32Type>("merged_into", rows.by_player(into)));
    }
    PlayerTable { columns, rows: rows.len(all) }
}

/// The players whom the list shows, without those who are not published (D28).
pub(crate) fn list<'a>(publication: &'a Publication<'a>) -> PlayerTable<'a> {
    let listed = &publication.outcome.listed;
    let is_shown = |player: &u32| listed[*player as usize] && publication.unlisted.binary_search(&(*player as usize)).is_err();
    let rows = Rows(Some((0..number(listed.len())).into_par_iter().filter(is_shown).collect::<Vec<u32>>().into()));
    let latest = publication.hide_birth_year_under.map_or(i16::MAX, |age| latest_shown(publication.period.list, age));
    let columns = columns_of_both(publication, &rows, latest);
    debug_assert!(columns.iter().map(TableColumn::name).eq(LIST_COLUMNS));
    PlayerTable { columns, rows: rows.len(0) }
}

fn number(players: usize) -> u32 {
    u32::try_from(players).expect("fewer players than 32 bits can number")
}

impl Published {
    pub fn of(period: &Period, outcome: &Outcome, unlisted: &[usize]) -> Self {
        // One pass over everyone, in parts; only those whom the list shows, or would, are anybody's news.
        let of = |player: usize| {
            let (listed, was) = (outcome.listed[player], was_listed(period, player));
            let is_shown = unlisted.binary_search(&player).is_err();
            [
                outcome.rating[player].is_rated(),
                listed && is_shown,
                listed && is_shown && outcome.inactive[player],
                listed && !was && is_shown,
                was && !listed && is_shown,
            ]
        };
        let add = |a: [u64; 5], b: [u64; 5]| std::array::from_fn(|at| a[at] + b[at]);
        let count = |total: [u64; 5], player: usize| add(total, of(player).map(u64::from));
        let players = (0..outcome.rating.len()).into_par_iter().with_min_len(1 << 14);
        let [rated, listed, inactive, entrants, exits] = players.fold(|| [0; 5], count).reduce(|| [0; 5], add);
        Self { known: (outcome.rating.len() - period.visitors.len()) as u64, rated, listed, inactive, entrants, exits }
    }
}

/// Whether the previous list showed a player, by the rules of the new one.
pub(crate) fn was_listed(period: &Period, player: usize) -> bool {
    let publication = period.publication();
    let rating = period.players.rating[player];
    let is_shown = match publication.floor.below {
        BelowFloor::Hidden => rating >= publication.floor.rating,
        BelowFloor::Unrated | BelowFloor::Delisted => rating.is_rated(),
    };
    let unlisted_until = publication.inactivity.unlisted_after_months.map(|months| store::days(period.previous.minus_months(months).day()));
    is_shown && unlisted_until.is_none_or(|until| period.players.last_rated[player] > until)
}

/// The results that wait: those that stay and those that are new.
pub(crate) fn pool(publication: &Publication<'_>) -> Pool {
    let (period, outcome) = (publication.period, publication.outcome);
    let mut pool = Pool {
        tournaments: period.pool.tournaments.clone(),
        entries: Vec::with_capacity(outcome.kept_pool.len() + outcome.new_pool.len()),
    };
    pool.entries.extend(outcome.kept_pool.iter().map(|&at| period.pool.entries[at as usize]));
    // Tournaments of this period get numbers behind those that the pool knows.
    let mut numbers = std::collections::BTreeMap::new();
    for new in &outcome.new_pool {
        let facts = &period.tournaments[new.tournament as usize].facts;
        let (Some(start), Some(end)) = (facts.start, facts.end) else { continue };
        let number = *numbers.entry(new.tournament).or_insert_with(|| {
            pool.tournaments.push(facts.id.to_string());
            u32::try_from(pool.tournaments.len() - 1).expect("fewer tournaments than 32 bits can number")
        });
        pool.entries.push(PoolEntry {
            fide_id: period.players.index.ids()[new.player as usize],
            tournament: number,
            start,
            end,
            list: period.list.day(),
            games: new.games,
            half_points: new.half_points,
            opponents: new.opponents,
            classes: facts.classes,
        });
    }
    if !outcome.new_online_pool.is_empty() {
        pool.tournaments.push(ONLINE.to_owned());
    }
    let online = u32::try_from(pool.tournaments.len().saturating_sub(1)).expect("fewer tournaments than 32 bits can number");
    pool.entries.extend(outcome.new_online_pool.iter().map(|new| PoolEntry {
        fide_id: period.players.index.ids()[new.player as usize],
        tournament: online,
        start: day_of(new.from),
        end: day_of(new.until),
        list: period.list.day(),
        games: new.games,
        half_points: new.half_points,
        opponents: new.opponents,
        classes: Classes::default(),
    }));
    pool.sort();
    pool
}
