//! Games as one row for each player, grouped by player.

use crate::matches::first_game_after_win;
use crate::period::{Judged, RatingFrom, Side, SideFlags};
use crate::views::View;
use model::{Games, PlayerIndex, PlayerRef, Rating, Reason, SideResult};
use rayon::prelude::*;
use rulebook::{Edition, FarApart, JudgedBy, RateOfPlay};

/// The group of players without an id comes after all others.
const NO_ID: u32 = u32::MAX;

/// Dense numbers of the players of each game: white, black.
#[derive(Debug)]
pub(crate) struct Seats {
    white: Vec<u32>,
    black: Vec<u32>,
}

impl Seats {
    pub(crate) fn find(games: &Games, players: &PlayerIndex) -> Self {
        let mut seats = Self { white: vec![NO_ID; games.len()], black: vec![NO_ID; games.len()] };
        let rooms = seats.white.par_chunks_mut(SEATS_AT_ONCE).zip(seats.black.par_chunks_mut(SEATS_AT_ONCE));
        let ids = games.white.par_chunks(SEATS_AT_ONCE).zip(games.black.par_chunks(SEATS_AT_ONCE));
        rooms.zip(ids).for_each(|((white, black), (white_ids, black_ids))| {
            let mut recent = Recent::new(players);
            let mut find = |player: PlayerRef| player.fide_id().map_or(NO_ID, |id| recent.find(id));
            for game in 0..white.len() {
                white[game] = find(white_ids[game]);
                black[game] = find(black_ids[game]);
            }
        });
        seats
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

/// Games whose players one thread looks for in one go.
const SEATS_AT_ONCE: usize = 1 << 16;

/// Players looked for lately: a tournament's are looked for once in every round.
struct Recent<'a> {
    players: &'a PlayerIndex,
    /// Id and seat, by the lower bits of the id.
    found: Vec<(u32, u32)>,
}

impl<'a> Recent<'a> {
    const KEPT: usize = 1 << 11;

    fn new(players: &'a PlayerIndex) -> Self {
        // No id is 0.
        Self { players, found: vec![(0, NO_ID); Self::KEPT] }
    }

    fn find(&mut self, id: u32) -> u32 {
        let kept = &mut self.found[(id.wrapping_mul(0x9e37_79b9) >> 21) as usize % Self::KEPT];
        if kept.0 != id {
            let seat = self.players.find(id).map_or(NO_ID, |at| u32::try_from(at).expect("fewer players than 32 bits can number"));
            *kept = (id, seat);
        }
        kept.1
    }
}

/// What decides about the games of one rated tournament.
pub(crate) struct Terms<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) view: &'a View,
}

/// Ranges of players whose sides are put in order by themselves: small enough that a range's sides stay in a core's cache.
const RANGES: usize = 64;

/// Sides grouped by player, and where each player's begin.
///
/// A counting sort in two steps. First the sides of all games are dealt out to ranges of players, many tournaments at a time; then each range is
/// sorted by itself. Tournaments come in the period's order, so each player's sides do too, however many threads there are.
pub(crate) fn grouped(
    tournaments: &[Judged],
    games: &Games,
    seats: &Seats,
    players: usize,
    terms: &[Option<Terms<'_>>],
) -> (Vec<Side>, Vec<u32>) {
    // The group of those without an id comes last.
    let groups = players + 1;
    let size = groups.div_ceil(RANGES).max(1);
    let numbers: Vec<u32> = (0..u32::try_from(tournaments.len()).expect("fewer tournaments than 32 bits can number")).collect();
    let at_once = numbers.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let hands: Vec<Vec<Vec<Dealt>>> = numbers
        .par_chunks(at_once)
        .map(|numbers| {
            let expected = 2 * numbers.iter().map(|&at| tournaments[at as usize].facts.games.len()).sum::<usize>() / RANGES;
            let mut hands: Vec<Vec<Dealt>> = (0..RANGES).map(|_| Vec::with_capacity(expected + expected / 4)).collect();
            for &number in numbers {
                deal(number, &tournaments[number as usize], games, seats, terms[number as usize].as_ref(), |seat, side| {
                    let group = group_of(seat, players);
                    hands[group / size].push(Dealt { place: (group % size) as u32, side });
                });
            }
            hands
        })
        .collect();
    let totals: Vec<usize> = (0..RANGES).map(|range| hands.iter().map(|hands| hands[range].len()).sum()).collect();
    let total: usize = totals.iter().sum();
    let mut from = vec![0u32; groups + 1];
    // Filled by all threads: most of the time goes into pages that nobody has touched yet.
    let mut sides: Vec<Side> = (0..total).into_par_iter().with_min_len(1 << 16).map(|_| BLANK).collect();
    let mut ranges = Vec::with_capacity(RANGES);
    let (mut rest, mut before) = (sides.as_mut_slice(), 0u32);
    for (ends, &total) in from[1..].chunks_mut(size).zip(&totals) {
        let (own, others) = rest.split_at_mut(total);
        ranges.push((ends, own, before));
        rest = others;
        before += u32::try_from(total).expect("fewer sides than 32 bits can number");
    }
    ranges.into_par_iter().enumerate().with_max_len(1).for_each(|(range, (ends, own, before))| {
        let dealt = || hands.iter().flat_map(|hands| &hands[range]);
        dealt().for_each(|dealt| ends[dealt.place as usize] += 1);
        // First where each player's sides begin; placing them moves that to where they end.
        let mut total = 0;
        for end in &mut *ends {
            (*end, total) = (total, total + *end);
        }
        for dealt in dealt() {
            let next = &mut ends[dealt.place as usize];
            own[*next as usize] = dealt.side;
            *next += 1;
        }
        ends.iter_mut().for_each(|end| *end += before);
    });
    (sides, from)
}

/// A side on its way to its player.
struct Dealt {
    /// The player's place in the range.
    place: u32,
    side: Side,
}

/// Both sides of every game of a tournament, with the seats they belong to.
fn deal(number: u32, tournament: &Judged, games: &Games, seats: &Seats, terms: Option<&Terms<'_>>, mut to: impl FnMut(u32, Side)) {
    let too_many_from = match terms {
        Some(terms) if tournament.is_match => first_game_after_win(&terms.edition.match_won, &tournament.facts, games),
        _ => usize::MAX,
    };
    for game in tournament.facts.games.clone() {
        let two = BothSides::of(game, tournament, games, seats, terms, game >= too_many_from);
        to(seats.white[game], two.side(0, number, games, game));
        to(seats.black[game], two.side(1, number, games, game));
    }
}

fn group_of(seat: u32, players: usize) -> usize {
    if seat == NO_ID { players } else { seat as usize }
}

const BLANK: Side = Side {
    tournament: 0,
    opponent: PlayerRef::without_id(0),
    round: 0,
    own: Rating::UNRATED,
    opponent_rating: Rating::UNRATED,
    flags: SideFlags::NONE,
    left_out: None,
};

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
            (both.own[at], both.seen[at]) = terms.view.own_and_seen(seat as usize);
            both.from[at] = terms.view.from(seat as usize);
        }
        let result = games.result[game];
        both.left_out = games.fault[game]
            .or_else(|| [result.white, result.black].contains(&SideResult::Unknown).then_some(Reason::ResultUnknown))
            .or_else(|| (!result.is_played()).then_some(Reason::Unplayed))
            .or_else(|| after_win.then_some(Reason::AfterMatchWon))
            .or_else(|| too_fast(&terms.edition.rate_of_play, tournament, both.seen).then_some(Reason::RateOfPlay))
            .or_else(|| too_far_apart(&terms.edition.far_apart, both.seen).then_some(Reason::FarApart));
        both
    }

    /// White's side (0) or black's (1).
    fn side(&self, at: usize, tournament: u32, games: &Games, game: usize) -> Side {
        let other = 1 - at;
        let (opponent, outcome) = match at {
            0 => (games.black[game], games.result[game].white),
            _ => (games.white[game], games.result[game].black),
        };
        let left_out = self
            .left_out
            .or_else(|| (!self.has_id[at]).then_some(Reason::NoUsableId))
            .or_else(|| (!self.seen[other].is_rated()).then_some(Reason::OpponentUnrated));
        Side {
            tournament,
            opponent,
            round: games.round[game],
            own: self.own[at],
            opponent_rating: self.seen[other],
            flags: SideFlags::new(outcome, at == 0).with_ratings(self.from[at].0, self.from[other].1),
            left_out,
        }
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
