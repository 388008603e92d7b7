//! The state, the list, and the pool.

use crate::Publication;
use model::{Classes, Rating, day_of};
use period_assembly::Period;
use polars::prelude::*;
use rating::Outcome;
use rayon::prelude::*;
use rulebook::BelowFloor;
use store::{LIST_COLUMNS, NEVER, Pool, PoolEntry, TableColumn, WORD_COLUMNS};

/// What stands for a tournament where online games wait in the pool.
const ONLINE: &str = "online";

/// The separate list of unrated players who have a title, where the publication edition asks for one.
pub(crate) fn titled_unrated(publication: &Publication<'_>) -> PolarsResult<Option<DataFrame>> {
    if publication.period.publication().extra_lists.unrated_titled.article().is_none() {
        return Ok(None);
    }
    let (period, outcome) = (publication.period, publication.outcome);
    let titles = |name: &str| -> PolarsResult<StringChunked> { Ok(period.players.words.column(name)?.str()?.rechunk().into_owned()) };
    let (title, women_title) = (titles("title")?, titles("women_title")?);
    let has_one = |player: usize| [&title, &women_title].iter().any(|titles| titles.get(player).is_some_and(|title| !title.is_empty()));
    let is_left_out = |player: &usize| [publication.unlisted, &*period.visitors].iter().any(|some| some.binary_search(player).is_ok());
    let unrated = (0..outcome.rating.len()).filter(|&player| !outcome.rating[player].is_rated());
    let players: Vec<usize> = unrated.filter(|&player| has_one(player)).filter(|player| !is_left_out(player)).collect();
    identities(period, &players).and_then(|columns| DataFrame::new(players.len(), columns)).map(Some)
}

/// Who some players are, without any number but their ids and years of birth.
fn identities(period: &Period, players: &[usize]) -> PolarsResult<Vec<Column>> {
    let rows = players.iter().map(|&player| IdxSize::try_from(player).expect("fewer players than an index can hold")).collect();
    let rows = IdxCa::from_vec("rows".into(), rows);
    let mut columns = vec![Column::new("fide_id".into(), players.iter().map(|&p| period.players.index.ids()[p]).collect::<Vec<_>>())];
    for name in WORD_COLUMNS {
        columns.push(period.players.words.column(name)?.take(&rows)?);
    }
    let years = players.iter().map(|&p| Some(period.players.birth_year[p]).filter(|&year| year > 0));
    columns.push(Int16Chunked::from_iter_options("birth_year".into(), years).into_column());
    Ok(columns)
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
    let mut columns = identities(period, &players)?;
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

/// The state: every known player, with what the next run needs.
pub(crate) struct State<'a> {
    pub(crate) columns: Vec<TableColumn<'a>>,
    pub(crate) rows: usize,
}

impl State<'_> {
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name() == name)
    }
}

/// The words of the players in some rows.
fn words_of(period: &Period, mask: Option<&BooleanChunked>) -> PolarsResult<DataFrame> {
    match mask {
        None => Ok(period.players.words.clone()),
        Some(mask) => period.players.words.filter(mask),
    }
}

pub(crate) fn state<'a>(publication: &'a Publication<'a>) -> PolarsResult<State<'a>> {
    let (period, outcome, players) = (publication.period, publication.outcome, &publication.period.players);
    let all = players.index.len();
    // Nearly always everyone has a row, and then no numbers of rows are needed.
    let mut rows = Vec::new();
    let mut mask = None;
    if !period.visitors.is_empty() {
        rows.extend((0..all).filter(|player| period.visitors.binary_search(player).is_err()));
        let stays = (0..all).map(|player| period.visitors.binary_search(&player).is_err());
        mask = Some(BooleanChunked::from_iter_values("mask".into(), stays));
    }
    let count = if mask.is_some() { rows.len() } else { all };
    let rows = std::sync::Arc::new(rows);
    let player = move |row: usize| rows.get(row).copied().unwrap_or(row);
    let rated = |rating: Rating| rating.is_rated().then_some(rating.0);
    let small = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    macro_rules! by_player {
        ($of:expr) => {{
            let player = player.clone();
            move |row: usize| $of(player(row))
        }};
    }
    let mut columns = vec![TableColumn::all_numbers::<UInt32Type>("fide_id", by_player!(|p: usize| players.index.ids()[p])).unique()];
    columns.extend(words_of(period, mask.as_ref())?.columns().iter().map(TableColumn::of));
    columns.extend([
        TableColumn::numbers::<Int16Type>("birth_year", by_player!(|p: usize| Some(players.birth_year[p]).filter(|&year| year > 0))),
        TableColumn::numbers::<Int16Type>("rating", by_player!(|p: usize| rated(outcome.rating[p]))),
        TableColumn::all_numbers::<Int16Type>("games", by_player!(|p: usize| i16::try_from(outcome.games[p]).unwrap_or(i16::MAX))),
        TableColumn::numbers::<Int16Type>("k", by_player!(|p: usize| Some(i16::from(outcome.k[p])).filter(|&k| k > 0))),
        TableColumn::words("flag", &FLAGS, by_player!(|p: usize| u32::from(outcome.inactive[p]))),
        TableColumn::all_numbers::<Int32Type>("career_games", by_player!(|p: usize| small(outcome.career_games[p]))),
        TableColumn::numbers::<Int16Type>("peak", by_player!(|p: usize| rated(outcome.peak[p]))),
        TableColumn::dates("last_rated", by_player!(|p: usize| Some(outcome.last_rated[p]).filter(|&day| day != NEVER))),
        TableColumn::truths("first_event", by_player!(|p: usize| outcome.first_event[p])),
    ]);
    if period.publication().floor.below == BelowFloor::Hidden {
        let floor = period.publication().floor.rating;
        columns.push(TableColumn::truths("hidden", by_player!(move |p: usize| outcome.rating[p].is_rated() && outcome.rating[p] < floor)));
    }
    if !players.merged.is_empty() {
        let into = by_player!(|p: usize| players.merged.get(&players.index.ids()[p]).copied());
        columns.push(TableColumn::numbers::<UInt32Type>("merged_into", into));
    }
    Ok(State { columns, rows: count })
}

/// Without and with the mark of an inactive player.
const FLAGS: [&str; 2] = ["", "i"];

/// The players whom the list shows, without those who are not published (D28).
pub(crate) fn list(publication: &Publication<'_>) -> PolarsResult<DataFrame> {
    let (outcome, players) = (publication.outcome, &publication.period.players);
    let mut listed = outcome.listed.clone();
    publication.unlisted.iter().for_each(|&player| listed[player] = false);
    let rows: Vec<usize> = (0..listed.len()).filter(|&player| listed[player]).collect();
    let mask = BooleanChunked::from_iter_values("mask".into(), listed.into_iter());
    let number = |name: &str, of: &(dyn Fn(usize) -> i16 + Sync)| {
        // Ratings, years and K are none where they are 0.
        Int16Chunked::from_iter_options(name.into(), rows.iter().map(|&p| Some(of(p)).filter(|&number| number > 0))).into_column()
    };
    let makers: [&(dyn Fn() -> Column + Sync); 6] = [
        &|| Column::new("fide_id".into(), rows.iter().map(|&p| players.index.ids()[p]).collect::<Vec<_>>()),
        &|| number("birth_year", &|p| players.birth_year[p]),
        &|| number("rating", &|p| outcome.rating[p].0),
        &|| Column::new("games".into(), rows.iter().map(|&p| i16::try_from(outcome.games[p]).unwrap_or(i16::MAX)).collect::<Vec<_>>()),
        &|| number("k", &|p| i16::from(outcome.k[p])),
        &|| StringChunked::from_iter_values("flag".into(), rows.iter().map(|&p| FLAGS[usize::from(outcome.inactive[p])])).into_column(),
    ];
    let (words, numbers) = rayon::join(
        || players.words.columns().par_iter().with_max_len(1).map(|words| words.filter(&mask)).collect::<PolarsResult<Vec<_>>>(),
        || makers.par_iter().with_max_len(1).map(|make| make()).collect::<Vec<_>>(),
    );
    let mut columns = numbers;
    columns.splice(1..1, words?);
    let list = DataFrame::new(rows.len(), columns)?;
    debug_assert_eq!(list.get_column_names(), LIST_COLUMNS);
    Ok(list)
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
