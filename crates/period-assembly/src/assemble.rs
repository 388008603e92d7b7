//! The second call: players and ratings in, the finished period out. Nothing here computes a rating.

use crate::changed_reports::ChangedReport;
use crate::codes;
use crate::eligibility_by_ratings::{refuse_by_composition, refuse_matches, refuse_too_fast};
use crate::judge::Judgement;
use crate::near_duplicates::{self, NearDuplicate};
use crate::online::OnlinePeriod;
use crate::period::{Judged, Period, TournamentStatus};
use crate::ratings_in_force::{PeriodRatings, RatingsInForce, merged_ratings};
use crate::sides::{RatingBasis, group_by_player};
use model::{
    Control, Diagnostic, Games, IndexedPlayers, ListDate, ListRatings, Place, PlayerRef, RatedTournaments, Rating, Reason, Tournament,
    Withheld,
};
use rayon::prelude::*;
use rulebook::Edition;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// The players of a period, after all amendments, and the ratings that games may use.
pub struct PlayersAndRatings<'a> {
    /// Players of the previous list, and everyone whom [`Judgement::unknown_players`] names.
    pub players: IndexedPlayers,
    /// Ids, ascending, that are on no list of this control.
    pub newcomers: Vec<u32>,
    /// The lists that [`Judgement::lists_needed`] names.
    pub ratings: BTreeMap<(Control, ListDate), Arc<ListRatings>>,
    pub withheld: Withheld,
    /// The surviving id of each merged id.
    pub merged: BTreeMap<u32, u32>,
    /// The merged ids whose rating the surviving id took over.
    pub gave_rating: BTreeSet<u32>,
    pub associations: BTreeMap<usize, Vec<String>>,
    /// Whether a player, by dense number, is known to be a woman.
    pub is_woman: &'a (dyn Fn(usize) -> bool + Sync),
}

impl fmt::Debug for PlayersAndRatings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayersAndRatings").field("players", &self.players.index.len()).finish_non_exhaustive()
    }
}

/// A finished period, with the diagnostics of its assembly.
#[derive(Debug)]
pub struct Assembled {
    pub period: Period,
    pub diagnostics: Vec<Diagnostic>,
    /// Rated tournaments with nearly the same games or players as another one.
    pub near_duplicates: Vec<NearDuplicate>,
    /// The games as they came in; the period's tournaments have their ranges.
    pub games: Games,
}

/// Assembles the period of one list.
///
/// # Panics
/// If `people.ratings` lacks a list that [`Judgement::lists_needed`] names.
pub fn assemble(judgement: Judgement, people: PlayersAndRatings<'_>) -> Assembled {
    let Judgement { control, list, previous, editions, mut tournaments, games, pool, rated, mut diagnostics, .. } = judgement;
    let PlayersAndRatings { players, newcomers, ratings, withheld, merged, gave_rating, associations, is_woman } = people;
    let PeriodRatings { in_force, longer } =
        PeriodRatings::build(&judgement.choice, &players, &ratings, (control, previous), &editions[judgement.calculation], &merged);
    let order_ratings = judgement.order_list.map(|list| merged_ratings(&ratings[&list], &players.index, &merged)).unwrap_or_default();

    let context = Context { games: &games, players: &players, editions: &editions, ratings: &in_force };
    refuse_too_fast(&mut tournaments, &context, &mut diagnostics);
    refuse_matches(&mut tournaments, &context, &mut diagnostics);
    let crosstables = refuse_by_composition(&mut tournaments, &context, is_woman, &mut diagnostics);
    for judged in &mut tournaments {
        judged.cite(&editions, judgement.calculation, judgement.publication);
    }

    let game_players = judgement.game_players.renumbered(&games, &judgement.known, &players.index);
    let basis: Vec<Option<RatingBasis<'_>>> = tournaments.iter().map(|judged| context.basis(judged)).collect();
    let group = || group_by_player(&tournaments, &games, &game_players, players.index.len(), &basis);
    let (near_duplicates, (sides, side_offsets)) = rayon::join(|| near_duplicates::find_near_duplicates(&tournaments, &rated), group);
    drop(basis);
    let is_new = |id: &&u32| pool.entries_of(**id).is_empty() && !judgement.unknown_online_players.contains(*id);
    let newcomers = newcomers.iter().filter(is_new).filter_map(|&id| players.index.find(id)).collect();

    for changed in judgement.already_rated.iter().filter_map(|facts| ChangedReport::find(facts, &rated)) {
        diagnostics.extend(changed.diagnostic());
    }
    tournaments.par_extend(judgement.already_rated.into_par_iter().map(|facts| already_rated(facts, &rated)));
    let edition = |judged: &Judged| judged.edition.map(|edition| u8::try_from(edition).expect("fewer editions than a byte can number"));
    let mut period = Period {
        control,
        list,
        previous,
        publication: judgement.publication,
        calculation: judgement.calculation,
        orders: judgement.orders,
        order_ratings,
        online: longer.map(|longer| OnlinePeriod::new(judgement.online, &players.index, longer)),
        players,
        withheld,
        merged,
        gave_rating,
        associations,
        newcomers_without_rated_games: Vec::new(),
        newcomers,
        edition_of: tournaments.iter().map(edition).collect(),
        editions,
        tournaments,
        sides,
        side_offsets,
        crosstables,
        pool,
        rated,
        previous_refusals: judgement.previous_refusals,
        games_read: games.len(),
    };
    period.newcomers_without_rated_games = period.find_newcomers_without_rated_games();
    Assembled { period, diagnostics, near_duplicates, games }
}

/// Everything that decides about a tournament once ratings are known.
pub(crate) struct Context<'a> {
    pub(crate) games: &'a Games,
    pub(crate) players: &'a IndexedPlayers,
    editions: &'a [Edition],
    ratings: &'a [RatingsInForce],
}

impl<'a> Context<'a> {
    /// The edition and the ratings of a tournament that is not refused so far.
    pub(crate) fn basis(&self, judged: &Judged) -> Option<RatingBasis<'a>> {
        let basis = RatingBasis { edition: &self.editions[judged.edition?], ratings: &self.ratings[judged.ratings_index?] };
        judged.is_rated().then_some(basis)
    }

    /// The rating that a player's opponents use; unrated for a player without a usable id.
    pub(crate) fn rating_for_opponents(&self, player: PlayerRef, ratings: &RatingsInForce) -> Rating {
        player.fide_id().and_then(|id| self.players.index.find(id)).map_or(Rating::UNRATED, |at| ratings.for_opponents(at))
    }
}

fn already_rated(facts: Tournament, rated: &RatedTournaments) -> Judged {
    if let Some(decision) = ChangedReport::find(&facts, rated).and_then(|changed| changed.refusal()) {
        let mut judged = Judged::new(facts);
        judged.decide(decision);
        return judged;
    }
    let detail = rated.list_of(&facts.id).map(|on| format!("rated on the list of {on}")).unwrap_or_default();
    Judged {
        status: TournamentStatus::AlreadyRated,
        reason: Some(Reason::AlreadyRated),
        article: "D23".to_owned(),
        detail,
        ..Judged::new(facts)
    }
}

/// The diagnostics of the tournaments that are late or refused, where that is news.
pub fn refusal_diagnostics(period: &Period) -> Vec<Diagnostic> {
    let diagnostic = |judged: &Judged| {
        let code = match (judged.status, judged.reason?) {
            // The reader has reported these already.
            (_, Reason::Unusable | Reason::Contradictory | Reason::ControlUnclear | Reason::ControlUnknown)
            | (TournamentStatus::Waiting | TournamentStatus::Rated | TournamentStatus::AlreadyRated, _) => None,
            (TournamentStatus::Late, _) => Some(&codes::PER002),
            (TournamentStatus::Refused, Reason::DuplicateContent) => Some(&codes::PER007),
            (TournamentStatus::Refused, Reason::DuplicateId) => Some(&codes::PER008),
            (TournamentStatus::Refused, Reason::IdReused) => Some(&codes::PER020),
            (TournamentStatus::Refused, _) => Some(&codes::PER001),
        };
        let message = format!("{}: {}: {} ({})", judged.facts.id, judged.status.word(), judged.detail, judged.article);
        Some(Diagnostic::new(code?, &judged.facts.file, Place::default(), message))
    };
    period.tournaments.iter().filter(|judged| judged.refused_since.is_none()).filter_map(diagnostic).collect()
}
