//! The state, the list, and the pool.

use crate::Publication;
use model::Rating;
use period_assembly::Period;
use polars::prelude::*;
use rating::Outcome;
use store::{NEVER, Pool, PoolEntry, WORD_COLUMNS};

/// The columns that are published, in their order.
const LIST_COLUMNS: [&str; 12] =
    ["fide_id", "name", "title", "women_title", "other_titles", "federation", "sex", "birth_year", "rating", "games", "k", "flag"];

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

/// Every known player with what the next run needs.
pub(crate) fn state(publication: &Publication<'_>) -> PolarsResult<DataFrame> {
    let (period, outcome) = (publication.period, publication.outcome);
    let players = &period.players;
    let rating_column = |name: &str, ratings: &[Rating]| {
        Int16Chunked::from_iter_options(name.into(), ratings.iter().map(|r| r.is_rated().then_some(r.0))).into_column()
    };
    let small = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    let mut columns = vec![Column::new("fide_id".into(), players.index.ids())];
    for name in WORD_COLUMNS {
        columns.push(players.words.column(name)?.clone());
    }
    columns.extend([
        Int16Chunked::from_iter_options("birth_year".into(), players.birth_year.iter().map(|&y| (y > 0).then_some(y))).into_column(),
        rating_column("rating", &outcome.rating),
        Int16Chunked::from_iter_values("games".into(), outcome.games.iter().map(|&g| i16::try_from(g).unwrap_or(i16::MAX))).into_column(),
        Int16Chunked::from_iter_options("k".into(), outcome.k.iter().map(|&k| (k > 0).then_some(i16::from(k)))).into_column(),
        StringChunked::from_iter_values("flag".into(), outcome.inactive.iter().map(|&i| if i { "i" } else { "" })).into_column(),
        Int32Chunked::from_iter_values("career_games".into(), outcome.career_games.iter().map(|&g| small(g))).into_column(),
        rating_column("peak", &outcome.peak),
        Int32Chunked::from_iter_options("last_rated".into(), outcome.last_rated.iter().map(|&d| (d != NEVER).then_some(d)))
            .into_date()
            .into_column(),
        BooleanChunked::from_iter_values("first_event".into(), outcome.first_event.iter().copied()).into_column(),
    ]);
    let frame = DataFrame::new(players.index.len(), columns)?;
    if period.visitors.is_empty() {
        return Ok(frame);
    }
    let mut stays = vec![true; players.index.len()];
    for &visitor in &period.visitors {
        stays[visitor] = false;
    }
    frame.filter(&BooleanChunked::from_iter_values("stays".into(), stays.into_iter()))
}

/// The players with a rating, without those of excluded federations (D28).
pub(crate) fn list(publication: &Publication<'_>, state: &DataFrame) -> PolarsResult<DataFrame> {
    let rated = state.column("rating")?.is_not_null();
    let excluded = publication.excluded_federations;
    let listed = if excluded.is_empty() {
        rated
    } else {
        let allowed = state.column("federation")?.str()?.iter().map(|f| !excluded.iter().any(|e| Some(e.as_str()) == f));
        &rated & &BooleanChunked::from_iter_values("allowed".into(), allowed)
    };
    state.select(LIST_COLUMNS)?.filter(&listed)
}

impl Published {
    pub fn of(period: &Period, outcome: &Outcome, excluded_federations: &[String]) -> Self {
        let number = |count: usize| count as u64;
        let pairs = || period.players.rating.iter().zip(&outcome.rating);
        let rated = outcome.rating.iter().filter(|r| r.is_rated()).count();
        Self {
            known: number(outcome.rating.len() - period.visitors.len()),
            rated: number(rated),
            listed: number(rated - unlisted(period, outcome, excluded_federations)),
            inactive: number(outcome.inactive.iter().filter(|&&i| i).count()),
            entrants: number(pairs().filter(|(before, after)| !before.is_rated() && after.is_rated()).count()),
            exits: number(pairs().filter(|(before, after)| before.is_rated() && !after.is_rated()).count()),
        }
    }
}

/// Rated players of excluded federations.
fn unlisted(period: &Period, outcome: &Outcome, excluded: &[String]) -> usize {
    if excluded.is_empty() {
        return 0;
    }
    let Ok(Ok(federations)) = period.players.words.column("federation").map(|c| c.str().cloned()) else { return 0 };
    federations
        .iter()
        .zip(&outcome.rating)
        .filter(|(f, rating)| rating.is_rated() && excluded.iter().any(|e| Some(e.as_str()) == *f))
        .count()
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
        });
    }
    pool.sort();
    pool
}
