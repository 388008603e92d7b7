//! Games as one row for each player, grouped by player.

use crate::matches::first_game_after_win;
use crate::period::{Judged, RatingFrom, Side, SideFlags};
use crate::views::View;
use model::{Games, Outcome, PlayerIndex, PlayerRef, Rating, Reason};
use rayon::prelude::*;
use rulebook::{Edition, FarApart, JudgedBy, RateOfPlay};

/// The group of players without an id comes after all others.
const NO_ID: u32 = u32::MAX;

/// Dense numbers of the players of each game: white, black.
pub(crate) struct Seats {
    white: Vec<u32>,
    black: Vec<u32>,
}

impl Seats {
    pub(crate) fn find(games: &Games, players: &PlayerIndex) -> Self {
        let number = |player: &PlayerRef| {
            player
                .fide_id()
                .and_then(|id| players.find(id))
                .map_or(NO_ID, |at| u32::try_from(at).expect("fewer players than 32 bits can number"))
        };
        let column = |players: &[PlayerRef]| players.par_iter().map(number).collect();
        let (white, black) = rayon::join(|| column(&games.white), || column(&games.black));
        Self { white, black }
    }

    /// Ids, ascending, that sit at some board and were not found.
    pub(crate) fn unknown_ids(&self, games: &Games) -> Vec<u32> {
        let missing = |seats: &[u32], players: &[PlayerRef]| -> Vec<u32> {
            seats.par_iter().zip(players).filter(|(seat, _)| **seat == NO_ID).filter_map(|(_, player)| player.fide_id()).collect()
        };
        let mut ids = missing(&self.white, &games.white);
        ids.append(&mut missing(&self.black, &games.black));
        ids.par_sort_unstable();
        ids.dedup();
        ids
    }

    /// The same seats after players were added to an index.
    pub(crate) fn renumbered(self, games: &Games, before: &[u32], after: &PlayerIndex) -> Self {
        if before.len() == after.len() {
            return self;
        }
        // Players keep their order, so each moves on by the number of those added before.
        let mut moved = Vec::with_capacity(before.len());
        let mut at = 0u32;
        for &id in before {
            while after.ids()[at as usize] != id {
                at += 1;
            }
            moved.push(at);
            at += 1;
        }
        let number = |(seat, player): (&u32, &PlayerRef)| match *seat {
            NO_ID => player
                .fide_id()
                .and_then(|id| after.find(id))
                .map_or(NO_ID, |at| u32::try_from(at).expect("fewer players than 32 bits can number")),
            seat => moved[seat as usize],
        };
        let column = |seats: &[u32], players: &[PlayerRef]| seats.par_iter().zip(players).map(number).collect();
        Self { white: column(&self.white, &games.white), black: column(&self.black, &games.black) }
    }
}

/// What decides about the games of one rated tournament.
pub(crate) struct Terms<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) view: &'a View,
}

/// Sides grouped by player, and where each player's begin.
///
/// A counting sort: one pass counts, one pass places. Tournaments come in the period's order, so each player's sides do too.
pub(crate) fn grouped(
    tournaments: &[Judged],
    games: &Games,
    seats: &Seats,
    players: usize,
    terms: &[Option<Terms<'_>>],
) -> (Vec<Side>, Vec<u32>) {
    let group = |seat: u32| if seat == NO_ID { players } else { seat as usize };
    let mut from = vec![0u32; players + 2];
    for tournament in tournaments {
        for game in tournament.facts.games.clone() {
            from[group(seats.white[game]) + 1] += 1;
            from[group(seats.black[game]) + 1] += 1;
        }
    }
    let mut total = 0u32;
    for start in &mut from {
        total += *start;
        *start = total;
    }
    let blank = Side {
        tournament: 0,
        opponent: PlayerRef::without_id(0),
        round: 0,
        own: Rating::UNRATED,
        opponent_rating: Rating::UNRATED,
        flags: SideFlags::default(),
        left_out: None,
    };
    let mut sides = vec![blank; total as usize];
    let mut next = from.clone();
    let mut place = |seat: u32, side: Side| {
        let slot = &mut next[group(seat)];
        sides[*slot as usize] = side;
        *slot += 1;
    };
    for (number, tournament) in tournaments.iter().enumerate() {
        let number = u32::try_from(number).expect("fewer tournaments than 32 bits can number");
        let decisive = terms[number as usize].as_ref().filter(|_| tournament.is_match);
        let too_many_from = decisive.map_or(usize::MAX, |t| first_game_after_win(&t.edition.match_won, &tournament.facts, games));
        for game in tournament.facts.games.clone() {
            let two = BothSides::of(game, tournament, games, seats, terms[number as usize].as_ref(), game >= too_many_from);
            let (white, black) = two.sides(number, games, game);
            place(seats.white[game], white);
            place(seats.black[game], black);
        }
    }
    (sides, from)
}

/// The ratings of one game, and why it is left out as a whole, if it is.
struct BothSides {
    left_out: Option<Reason>,
    own: [Rating; 2],
    seen: [Rating; 2],
    from: [(RatingFrom, RatingFrom); 2],
    has_id: [bool; 2],
}

impl BothSides {
    fn of(game: usize, tournament: &Judged, games: &Games, seats: &Seats, terms: Option<&Terms<'_>>, after_win: bool) -> Self {
        let seats = [seats.white[game], seats.black[game]];
        let mut both = Self {
            left_out: None,
            own: [Rating::UNRATED; 2],
            seen: [Rating::UNRATED; 2],
            from: [(RatingFrom::ListInForce, RatingFrom::ListInForce); 2],
            has_id: seats.map(|seat| seat != NO_ID),
        };
        let Some(terms) = terms else {
            both.left_out = Some(tournament.reason.unwrap_or(Reason::Unusable));
            return both;
        };
        for (at, &seat) in seats.iter().enumerate().filter(|(_, seat)| **seat != NO_ID) {
            both.own[at] = terms.view.own(seat as usize);
            both.seen[at] = terms.view.seen(seat as usize);
            both.from[at] = terms.view.from(seat as usize);
        }
        let result = games.result[game];
        both.left_out = games.fault[game]
            .or_else(|| [result.white, result.black].contains(&Outcome::Unknown).then_some(Reason::ResultUnknown))
            .or_else(|| (!result.is_played()).then_some(Reason::Unplayed))
            .or_else(|| after_win.then_some(Reason::AfterMatchWon))
            .or_else(|| too_fast(&terms.edition.rate_of_play, tournament, both.seen).then_some(Reason::RateOfPlay))
            .or_else(|| too_far_apart(&terms.edition.far_apart, both.seen).then_some(Reason::FarApart));
        both
    }

    fn sides(&self, tournament: u32, games: &Games, game: usize) -> (Side, Side) {
        let opponents = [games.black[game], games.white[game]];
        let outcomes = [games.result[game].white, games.result[game].black];
        let side = |at: usize| {
            let other = 1 - at;
            let left_out = self
                .left_out
                .or_else(|| (!self.has_id[at]).then_some(Reason::NoUsableId))
                .or_else(|| (!self.seen[other].is_rated()).then_some(Reason::OpponentUnrated));
            Side {
                tournament,
                opponent: opponents[at],
                round: games.round[game],
                own: self.own[at],
                opponent_rating: self.seen[other],
                flags: SideFlags::new(outcomes[at], at == 0).with_ratings(self.from[at].0, self.from[other].1),
                left_out,
            }
        };
        (side(0), side(1))
    }
}

/// Whether the players had too little time for the higher-rated of the two, as opponents see the ratings (D4).
fn too_fast(rule: &RateOfPlay, tournament: &Judged, seen: [Rating; 2]) -> bool {
    match rule {
        RateOfPlay::Ranges { .. } => false,
        RateOfPlay::MinimumByRating { judged_by, steps, .. } => {
            let Some(clock) = tournament.facts.clock else { return false };
            let highest = match judged_by {
                JudgedBy::HighestRatingInTheGame => seen[0].max(seen[1]),
                // Judged for the tournament as a whole.
                JudgedBy::HighestRatingInTheEvent => return false,
            };
            steps.iter().find(|step| highest.0 >= step.from_rating).is_some_and(|step| clock.seconds_for_60_moves < step.minutes * 60)
        }
    }
}

/// Whether two rated players are so far apart that their game is not rated.
fn too_far_apart(rule: &FarApart, seen: [Rating; 2]) -> bool {
    match rule {
        FarApart::None {} => false,
        FarApart::NotRated { difference, one_above, .. } => {
            let [white, black] = seen;
            white.is_rated() && black.is_rated() && (white.0 - black.0).abs() >= *difference && white.max(black) > *one_above
        }
    }
}
