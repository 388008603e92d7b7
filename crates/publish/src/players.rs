//! The state, the list, and the pool.

use crate::Publication;
use model::{Classes, Rating, day_of};
use period_assembly::Period;
use polars::prelude::*;
use rating::Outcome;
use rayon::prelude::*;
use rulebook::BelowFloor;
use store::{LIST_COLUMNS, NEVER, Pool, PoolEntry, WORD_COLUMNS};

/// Who a player is, without any number.
const IDENTITY_COLUMNS: [&str; 8] = ["fide_id", "name", "title", "women_title", "other_titles", "federation", "sex", "birth_year"];

/// What stands for a tournament where online games wait in the pool.
const ONLINE: &str = "online";

/// The separate list of unrated players who have a title, where the publication edition asks for one.
pub(crate) fn titled_unrated(publication: &Publication<'_>, state: &DataFrame) -> PolarsResult<Option<DataFrame>> {
    if publication.period.publication().extra_lists.unrated_titled.article().is_none() {
        return Ok(None);
    }
    let has = |name: &str| -> PolarsResult<Vec<bool>> {
        Ok(state.column(name)?.str()?.iter().map(|title| title.is_some_and(|t| !t.is_empty())).collect())
    };
    let (title, women_title) = (has("title")?, has("women_title")?);
    let hidden: Vec<u32> = publication.unlisted.iter().map(|&player| publication.period.players.index.ids()[player]).collect();
    let ids = state.column("fide_id")?.u32()?;
    let ratings = state.column("rating")?.is_null();
    let mask = (0..state.height()).map(|row| {
        (title[row] || women_title[row])
            && ratings.get(row).unwrap_or(false)
            && ids.get(row).is_some_and(|id| hidden.binary_search(&id).is_err())
    });
    let mask = BooleanChunked::from_iter_values("mask".into(), mask);
    state.select(IDENTITY_COLUMNS)?.filter(&mask).map(Some)
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
    let rows = IdxCa::from_vec(
        "rows".into(),
        players.iter().map(|&p| IdxSize::try_from(p).expect("fewer players than an index can hold")).collect(),
    );
    let mut columns = vec![Column::new("fide_id".into(), players.iter().map(|&p| period.players.index.ids()[p]).collect::<Vec<_>>())];
    for name in WORD_COLUMNS {
        columns.push(period.players.words.column(name)?.take(&rows)?);
    }
    let number = |name: &str, of: &dyn Fn(usize) -> Option<i16>| {
        Int16Chunked::from_iter_options(name.into(), players.iter().map(|&p| of(p))).into_column()
    };
    columns.push(number("birth_year", &|p| Some(period.players.birth_year[p]).filter(|&year| year > 0)));
    columns.push(number("previous_rating", &|p| Some(period.players.rating[p].0)));
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

/// Every known player with what the next run needs; and of these the players whom the list shows, without those who are not published (D28).
pub(crate) fn state_and_list(publication: &Publication<'_>) -> PolarsResult<(DataFrame, DataFrame)> {
    let (period, outcome) = (publication.period, publication.outcome);
    let players = &period.players;
    let rating_column = |name: &str, ratings: &[Rating]| {
        Int16Chunked::from_iter_options(name.into(), ratings.iter().map(|r| r.is_rated().then_some(r.0))).into_column()
    };
    let small = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    type MakeColumn<'a> = Box<dyn Fn() -> Column + Send + Sync + 'a>;
    let makers: Vec<MakeColumn<'_>> = vec![
        Box::new(|| {
            Int16Chunked::from_iter_options("birth_year".into(), players.birth_year.iter().map(|&y| (y > 0).then_some(y))).into_column()
        }),
        Box::new(|| rating_column("rating", &outcome.rating)),
        Box::new(|| {
            Int16Chunked::from_iter_values("games".into(), outcome.games.iter().map(|&g| i16::try_from(g).unwrap_or(i16::MAX)))
                .into_column()
        }),
        Box::new(|| Int16Chunked::from_iter_options("k".into(), outcome.k.iter().map(|&k| (k > 0).then_some(i16::from(k)))).into_column()),
        Box::new(|| {
            StringChunked::from_iter_values("flag".into(), outcome.inactive.iter().map(|&i| if i { "i" } else { "" })).into_column()
        }),
        Box::new(|| Int32Chunked::from_iter_values("career_games".into(), outcome.career_games.iter().map(|&g| small(g))).into_column()),
        Box::new(|| rating_column("peak", &outcome.peak)),
        Box::new(|| {
            let days = outcome.last_rated.iter().map(|&d| (d != NEVER).then_some(d));
            Int32Chunked::from_iter_options("last_rated".into(), days).into_date().into_column()
        }),
        Box::new(|| BooleanChunked::from_iter_values("first_event".into(), outcome.first_event.iter().copied()).into_column()),
    ];
    let mut columns = vec![Column::new("fide_id".into(), players.index.ids())];
    for name in WORD_COLUMNS {
        columns.push(players.words.column(name)?.clone());
    }
    columns.par_extend(makers.par_iter().map(|make| make()));
    if period.publication().floor.below == BelowFloor::Hidden {
        let floor = period.publication().floor.rating;
        let hidden = outcome.rating.iter().map(|&rating| rating.is_rated() && rating < floor);
        columns.push(BooleanChunked::from_iter_values("hidden".into(), hidden).into_column());
    }
    if !players.merged.is_empty() {
        let into = players.index.ids().iter().map(|id| players.merged.get(id).copied());
        columns.push(UInt32Chunked::from_iter_options("merged_into".into(), into).into_column());
    }
    let frame = DataFrame::new(players.index.len(), columns)?;
    let without = |mut mask: Vec<bool>, players: &[usize]| {
        players.iter().for_each(|&player| mask[player] = false);
        BooleanChunked::from_iter_values("mask".into(), mask.into_iter())
    };
    let list = frame.select(LIST_COLUMNS)?.filter(&without(outcome.listed.clone(), publication.unlisted))?;
    let state =
        if period.visitors.is_empty() { frame } else { frame.filter(&without(vec![true; players.index.len()], &period.visitors))? };
    Ok((state, list))
}

impl Published {
    pub fn of(period: &Period, outcome: &Outcome, unlisted: &[usize]) -> Self {
        let number = |count: usize| count as u64;
        let mut listed = outcome.listed.clone();
        unlisted.iter().for_each(|&player| listed[player] = false);
        // Only those whom the list shows, or would: the others are nobody's news.
        let shown = |player: &usize| unlisted.binary_search(player).is_err();
        let moved = |was: bool, is: bool| {
            let players = 0..outcome.rating.len();
            number(players.filter(|&p| was_listed(period, p) == was && outcome.listed[p] == is).filter(shown).count())
        };
        Self {
            known: number(outcome.rating.len() - period.visitors.len()),
            rated: number(outcome.rating.iter().filter(|r| r.is_rated()).count()),
            listed: number(listed.iter().filter(|&&l| l).count()),
            inactive: number(outcome.inactive.iter().zip(&listed).filter(|(inactive, listed)| **inactive && **listed).count()),
            entrants: moved(false, true),
            exits: moved(true, false),
        }
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
