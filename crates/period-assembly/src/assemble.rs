//! The second stage: with players and ratings at hand, the tournaments and games that count.

use crate::codes;
use crate::judge::Judgement;
use crate::near_doubles::{self, NearDouble};
use crate::online::OnlinePeriod;
use crate::period::{Judged, Period, Status};
use crate::sides::{Terms, grouped};
use crate::views::{View, Views};
use crate::with_ratings::{refuse_by_composition, refuse_matches, refuse_too_fast};
use model::{
    Control, Diagnostic, Games, IndexedPlayers, ListDate, ListRatings, Place, PlayerRef, Pool, RatedTournaments, Rating, Reason,
    Tournament, Withheld,
};
use rayon::prelude::*;
use rulebook::{Edition, article_of};
use std::collections::BTreeMap;
use std::fmt;

/// Everyone who takes part, after all amendments, and the ratings that games may use.
pub struct PlayersAndRatings<'a> {
    /// Those of the previous list, and everyone whom [`Judgement::unknown_players`] names.
    pub players: IndexedPlayers,
    /// Ids, ascending, that no list of this control knows.
    pub newcomers: Vec<u32>,
    /// The lists that [`Judgement::lists_needed`] names.
    pub ratings: BTreeMap<(Control, ListDate), ListRatings>,
    pub withheld: Withheld,
    /// Ids that have become another's, and whose.
    pub merged: BTreeMap<u32, u32>,
    pub associations: BTreeMap<usize, Vec<String>>,
    /// Whether a player, by dense number, is known to be a woman.
    pub is_woman: &'a (dyn Fn(usize) -> bool + Sync),
}

impl fmt::Debug for PlayersAndRatings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayersAndRatings").field("players", &self.players.index.len()).finish_non_exhaustive()
    }
}

/// A period, and what was noticed on the way.
#[derive(Debug)]
pub struct Assembled {
    pub period: Period,
    pub diagnostics: Vec<Diagnostic>,
    /// Tournaments that are rated and nearly the same as another one.
    pub near_doubles: Vec<NearDouble>,
}

/// Puts together one list's worth of work.
///
/// # Panics
/// Where a list is missing that the judgement needs.
pub fn assemble(judgement: Judgement, people: PlayersAndRatings<'_>) -> Assembled {
    let Judgement { control, list, previous, editions, mut tournaments, games, pool, rated, mut diagnostics, .. } = judgement;
    let PlayersAndRatings { mut players, newcomers, ratings, withheld, merged, associations, is_woman } = people;
    let Views { views, longer } =
        Views::make(&judgement.choice, &mut players, &ratings, (control, previous), &editions[judgement.calculation]);

    let context = Context { games: &games, players: &players, editions: &editions, views: &views };
    refuse_too_fast(&mut tournaments, &context);
    refuse_matches(&mut tournaments, &context, &mut diagnostics);
    let crosstables = refuse_by_composition(&mut tournaments, &context, is_woman);
    cite(&mut tournaments, &editions, judgement.calculation, judgement.publication, &mut diagnostics);

    let seats = judgement.seats.renumbered(&games, &judgement.known, &players.index);
    let terms: Vec<Option<Terms<'_>>> = tournaments.iter().map(|judged| context.terms(judged)).collect();
    let group = || grouped(&tournaments, &games, &seats, players.index.len(), &terms);
    let (near_doubles, (sides, from)) = rayon::join(|| near_doubles::find(&tournaments, &games), group);
    drop(terms);
    diagnostics.extend(near_doubles.iter().map(|double| double.diagnostic(&tournaments)));
    let has_rated_game = |player: usize| {
        let sides = &sides[from[player] as usize..from[player + 1] as usize];
        judgement.online_strangers.contains(&players.index.ids()[player])
            || sides.iter().any(|side| tournaments[side.tournament as usize].is_rated())
    };
    let visitors = visitors(&newcomers, &players, &pool, has_rated_game);

    tournaments.par_extend(judgement.already_rated.into_par_iter().map(|facts| already_rated(facts, &rated)));
    let edition = |judged: &Judged| judged.edition.map(|edition| u8::try_from(edition).expect("fewer editions than a byte can number"));
    let period = Period {
        control,
        list,
        previous,
        publication: judgement.publication,
        calculation: judgement.calculation,
        orders: judgement.orders,
        online: longer.map(|longer| OnlinePeriod::new(judgement.online, &players.index, longer)),
        players,
        withheld,
        merged,
        associations,
        visitors,
        edition_of: tournaments.iter().map(edition).collect(),
        editions,
        tournaments,
        sides,
        from,
        crosstables,
        pool,
        rated,
        games_read: games.len(),
    };
    Assembled { period, diagnostics, near_doubles }
}

/// What the tournaments of a period are looked at with.
pub(crate) struct Context<'a> {
    pub(crate) games: &'a Games,
    pub(crate) players: &'a IndexedPlayers,
    editions: &'a [Edition],
    views: &'a [View],
}

impl<'a> Context<'a> {
    /// What the games of a tournament go by, where it is rated so far.
    pub(crate) fn terms(&self, judged: &Judged) -> Option<Terms<'a>> {
        let terms = Terms { edition: &self.editions[judged.edition?], view: &self.views[judged.view?] };
        judged.is_rated().then_some(terms)
    }

    /// How opponents see a player.
    pub(crate) fn seen(&self, player: PlayerRef, view: &View) -> Rating {
        player.fide_id().and_then(|id| self.players.index.find(id)).map_or(Rating::UNRATED, |at| view.seen(at))
    }
}

/// Those of the new players who have no game that is rated: they are shown in the audit and forgotten.
fn visitors(newcomers: &[u32], players: &IndexedPlayers, pool: &Pool, has_rated_game: impl Fn(usize) -> bool) -> Vec<usize> {
    let unpooled = newcomers.iter().filter(|&&id| pool.entries_of(id).is_empty());
    unpooled.filter_map(|&id| players.index.find(id)).filter(|&player| !has_rated_game(player)).collect()
}

fn already_rated(facts: Tournament, rated: &RatedTournaments) -> Judged {
    let detail = rated.list_of(&facts.id).map(|on| format!("rated on the list of {on}")).unwrap_or_default();
    Judged { status: Status::AlreadyRated, reason: Some(Reason::AlreadyRated), article: "D23".to_owned(), detail, ..Judged::new(facts) }
}

/// Gives every reason its article, and whoever handed the report in a diagnostic. What waits needs none.
fn cite(tournaments: &mut [Judged], editions: &[Edition], calculation: usize, publication: usize, diagnostics: &mut Vec<Diagnostic>) {
    for judged in tournaments {
        let Some(reason) = judged.reason else { continue };
        judged.article = article_of(reason, judged.edition.map(|e| &editions[e]), &editions[calculation], &editions[publication]);
        let code = match (judged.status, reason) {
            // The reader has said where and why already.
            (_, Reason::Unusable) | (Status::Waiting | Status::Rated | Status::AlreadyRated, _) => continue,
            (Status::Late, _) => &codes::PER002,
            (Status::Refused, Reason::DuplicateContent) => &codes::PER007,
            (Status::Refused, Reason::DuplicateId) => &codes::PER008,
            (Status::Refused, _) => &codes::PER001,
        };
        let message = format!("{}: {}: {} ({})", judged.facts.id, judged.status.word(), judged.detail, judged.article);
        diagnostics.push(Diagnostic::new(code, &judged.facts.file, Place::default(), message));
    }
}
