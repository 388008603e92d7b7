//! The state, the list, and the pool.

use crate::Publication;
use model::Rating;
use period_assembly::Period;
use polars::prelude::*;
use rating::Outcome;
use rayon::prelude::*;
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

/// Every known player with what the next run needs; and of these the players with a rating, without those who are not published (D28).
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
    let frame = DataFrame::new(players.index.len(), columns)?;
    let without = |mut mask: Vec<bool>, players: &[usize]| {
        players.iter().for_each(|&player| mask[player] = false);
        BooleanChunked::from_iter_values("mask".into(), mask.into_iter())
    };
    let list = frame.select(LIST_COLUMNS)?.filter(&without(outcome.rating.iter().map(|r| r.is_rated()).collect(), publication.unlisted))?;
    let state =
        if period.visitors.is_empty() { frame } else { frame.filter(&without(vec![true; players.index.len()], &period.visitors))? };
    Ok((state, list))
}

impl Published {
    pub fn of(period: &Period, outcome: &Outcome, unlisted: &[usize]) -> Self {
        let number = |count: usize| count as u64;
        let mut listed = outcome.rating.iter().map(|r| r.is_rated()).collect::<Vec<_>>();
        unlisted.iter().for_each(|&player| listed[player] = false);
        // Only those whom the list shows, or would: the others are nobody's news.
        let shown = |player: &usize| unlisted.binary_search(player).is_err();
        let moved = |was: bool, is: bool| {
            let players = 0..outcome.rating.len();
            number(
                players.filter(|&p| period.players.rating[p].is_rated() == was && outcome.rating[p].is_rated() == is).filter(shown).count(),
            )
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
