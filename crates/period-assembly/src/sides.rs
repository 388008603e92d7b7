//! The two sides of every game, grouped by player: games and the ratings they use in, sides with the reason why they do not count out.

use crate::matches::first_game_after_win;
use crate::period::{Judged, RatingFrom, Side, SideFlags};
use crate::ratings_in_force::RatingsInForce;
use model::{Games, PlayerIndex, PlayerRef, Rating, Reason, SideResult};
use rayon::prelude::*;
use rulebook::{Edition, FarApart, JudgedBy, RateOfPlay};

/// Stands for the index of a player without an id, or of one who is not found.
const NO_ID: u32 = u32::MAX;

/// The players of each game, as indexes.
#[derive(Debug)]
pub(crate) struct GamePlayers {
    white: Vec<u32>,
    black: Vec<u32>,
}

impl GamePlayers {
    /// Finds the players of all games.
    pub(crate) fn find(games: &Games, players: &PlayerIndex) -> Self {
        let mut found = Self { white: vec![NO_ID; games.len()], black: vec![NO_ID; games.len()] };
        let columns = found.white.par_chunks_mut(GAMES_PER_CHUNK).zip(found.black.par_chunks_mut(GAMES_PER_CHUNK));
        let ids = games.white.par_chunks(GAMES_PER_CHUNK).zip(games.black.par_chunks(GAMES_PER_CHUNK));
        columns.zip(ids).for_each(|((white, black), (white_ids, black_ids))| {
            let mut recent = RecentLookups::new(players);
            let mut find = |player: PlayerRef| player.fide_id().map_or(NO_ID, |id| recent.find(id));
            for game in 0..white.len() {
                white[game] = find(white_ids[game]);
                black[game] = find(black_ids[game]);
            }
        });
        found
    }

    /// Ids, ascending, that have a game and were not found.
    pub(crate) fn unknown_ids(&self, games: &Games) -> Vec<u32> {
        let missing = |indexes: &[u32], players: &[PlayerRef]| -> Vec<u32> {
            indexes.par_iter().zip(players).filter(|(index, _)| **index == NO_ID).filter_map(|(_, player)| player.fide_id()).collect()
        };
        let mut ids = missing(&self.white, &games.white);
        ids.append(&mut missing(&self.black, &games.black));
        ids.par_sort_unstable();
        ids.dedup();
        ids
    }

    /// The players' indexes after others were added to the player index.
    pub(crate) fn renumbered(self, games: &Games, before: &[u32], after: &PlayerIndex) -> Self {
        if before.len() == after.len() {
            return self;
        }
        // Players keep their order, so each index grows by the number of players added before it.
        let mut moved = Vec::with_capacity(before.len());
        let mut at = 0u32;
        for &id in before {
            while after.ids()[at as usize] != id {
                at += 1;
            }
            moved.push(at);
            at += 1;
        }
        let number = |(index, player): (&u32, &PlayerRef)| match *index {
            NO_ID => player
                .fide_id()
                .and_then(|id| after.find(id))
                .map_or(NO_ID, |at| u32::try_from(at).expect("fewer players than 32 bits can number")),
            index => moved[index as usize],
        };
        let column = |indexes: &[u32], players: &[PlayerRef]| indexes.par_iter().zip(players).map(number).collect();
        Self { white: column(&self.white, &games.white), black: column(&self.black, &games.black) }
    }
}

/// The number of games whose players one task finds.
const GAMES_PER_CHUNK: usize = 1 << 16;

/// A cache of player lookups: the players of a tournament are looked up once in every round.
struct RecentLookups<'a> {
    players: &'a PlayerIndex,
    /// Ids and their indexes, by the hash of the id.
    entries: Vec<(u32, u32)>,
}

impl<'a> RecentLookups<'a> {
    const CAPACITY: usize = 1 << 11;

    fn new(players: &'a PlayerIndex) -> Self {
        // No id is 0.
        Self { players, entries: vec![(0, NO_ID); Self::CAPACITY] }
    }

    fn find(&mut self, id: u32) -> u32 {
        let entry = &mut self.entries[(id.wrapping_mul(0x9e37_79b9) >> 21) as usize % Self::CAPACITY];
        if entry.0 != id {
            let index = self.players.find(id).map_or(NO_ID, |at| u32::try_from(at).expect("fewer players than 32 bits can number"));
            *entry = (id, index);
        }
        entry.1
    }
}

/// The edition and the ratings by which the games of one tournament are rated.
pub(crate) struct RatingBasis<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) ratings: &'a RatingsInForce,
}

/// The most ranges of players that are sorted separately, so that the sides of a range fit into a core's cache.
const MOST_RANGES: usize = 64;

/// The sides of all games grouped by player, and the offsets of each player's sides.
///
/// A counting sort in two steps. First every task puts the sides of its tournaments where their range of players will be, into places that were
/// counted before; then each range is sorted by player. Tournaments come in the period's order, so each player's sides do too, however many
/// threads there are.
pub(crate) fn group_by_player(
    tournaments: &[Judged],
    games: &Games,
    game_players: &GamePlayers,
    players: usize,
    basis: &[Option<RatingBasis<'_>>],
) -> (Vec<Side>, Vec<u32>) {
    // The last group has the players without an id.
    let groups = players + 1;
    let bits = groups.div_ceil(MOST_RANGES).next_power_of_two().trailing_zeros();
    let ranges = groups.div_ceil(1 << bits);
    let numbers: Vec<u32> = (0..u32::try_from(tournaments.len()).expect("fewer tournaments than 32 bits can number")).collect();
    let per_task = numbers.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    let games_of = |number: u32| tournaments[number as usize].facts.games.clone();
    let count = |numbers: &[u32]| {
        let mut counts = vec![0; ranges];
        for game in numbers.iter().flat_map(|&number| games_of(number)) {
            counts[group_of(game_players.white[game], players) >> bits] += 1;
            counts[group_of(game_players.black[game], players) >> bits] += 1;
        }
        counts
    };
    let counts: Vec<Vec<usize>> = numbers.par_chunks(per_task).map(count).collect();
    let total: usize = counts.iter().flatten().sum();
    // Filled in parallel, because most of the time goes into the first touch of memory pages.
    let mut sides: Vec<Side> = (0..total).into_par_iter().with_min_len(1 << 16).map(|_| EMPTY_SIDE).collect();
    let mut side_groups: Vec<u32> = vec![0; total];
    let places = places_by_task(&mut sides, &mut side_groups, &counts);
    numbers.par_chunks(per_task).zip(places).with_max_len(1).for_each(|(numbers, mut places)| {
        for &number in numbers {
            let (tournament, basis) = (&tournaments[number as usize], basis[number as usize].as_ref());
            for_each_side(number, tournament, games, game_players, basis, |player, side| {
                let group = group_of(player, players);
                places[group >> bits].push(group as u32, side);
            });
        }
    });
    let totals: Vec<usize> = (0..ranges).map(|range| counts.iter().map(|counts| counts[range]).sum()).collect();
    let mut offsets = vec![0u32; groups + 1];
    sort_ranges(&mut sides, &side_groups, &totals, &mut offsets[1..], 1 << bits);
    (sides, offsets)
}

/// The places for the sides that one task has in one range of players.
struct Places<'s> {
    sides: std::slice::IterMut<'s, Side>,
    /// The group of each side: its player, or the last group.
    groups: std::slice::IterMut<'s, u32>,
}

impl Places<'_> {
    fn push(&mut self, group: u32, side: Side) {
        *self.sides.next().expect("as many places as were counted") = side;
        *self.groups.next().expect("as many places as were counted") = group;
    }
}

/// Splits the sides among tasks: each has places in every range, after those of the tasks before it. `counts` are by task, then by range.
fn places_by_task<'s>(mut sides: &'s mut [Side], mut groups: &'s mut [u32], counts: &[Vec<usize>]) -> Vec<Vec<Places<'s>>> {
    let mut places: Vec<Vec<Places<'s>>> = counts.iter().map(|counts| Vec::with_capacity(counts.len())).collect();
    for range in 0..counts.first().map_or(0, Vec::len) {
        for (places, counts) in places.iter_mut().zip(counts) {
            let (own_sides, other_sides) = sides.split_at_mut(counts[range]);
            let (own_groups, other_groups) = groups.split_at_mut(counts[range]);
            (sides, groups) = (other_sides, other_groups);
            places.push(Places { sides: own_sides.iter_mut(), groups: own_groups.iter_mut() });
        }
    }
    places
}

/// Sorts the sides of each range of `size` players by player, in parallel, and sets the end of every player's sides.
fn sort_ranges(sides: &mut [Side], groups: &[u32], totals: &[usize], ends: &mut [u32], size: usize) {
    let mut ranges = Vec::with_capacity(totals.len());
    let (mut rest, mut before) = (sides, 0);
    for (ends, &total) in ends.chunks_mut(size).zip(totals) {
        let (own, others) = rest.split_at_mut(total);
        rest = others;
        ranges.push((ends, own, before));
        before += total;
    }
    ranges.into_par_iter().enumerate().with_max_len(1).for_each_init(Vec::new, |unsorted: &mut Vec<Side>, (range, (ends, own, before))| {
        unsorted.clear();
        unsorted.extend_from_slice(own);
        let group_in_range = |group: &u32| *group as usize - range * size;
        let groups = || groups[before..before + own.len()].iter().map(group_in_range);
        groups().for_each(|group| ends[group] += 1);
        // These are the starts of each player's sides until placing the sides turns them into the ends.
        let mut total = 0;
        for end in &mut *ends {
            (*end, total) = (total, total + *end);
        }
        for (group, &side) in groups().zip(&*unsorted) {
            own[ends[group] as usize] = side;
            ends[group] += 1;
        }
        let before = u32::try_from(before).expect("fewer sides than 32 bits can number");
        ends.iter_mut().for_each(|end| *end += before);
    });
}

/// Calls `visit` with the player's index and the side, for both sides of every game of a tournament.
fn for_each_side(
    number: u32,
    tournament: &Judged,
    games: &Games,
    players: &GamePlayers,
    basis: Option<&RatingBasis<'_>>,
    mut visit: impl FnMut(u32, Side),
) {
    let first_after_win = match basis {
        Some(basis) if tournament.is_match => first_game_after_win(&basis.edition.match_won, &tournament.facts, games),
        _ => usize::MAX,
    };
    for game in tournament.facts.games.clone() {
        let both = BothSides::of(game, tournament, games, players, basis, game >= first_after_win);
        visit(players.white[game], both.side(0, number, games, game));
        visit(players.black[game], both.side(1, number, games, game));
    }
}

fn group_of(player: u32, players: usize) -> usize {
    if player == NO_ID { players } else { player as usize }
}

const EMPTY_SIDE: Side = Side {
    tournament: 0,
    opponent: PlayerRef::without_id(0),
    round: 0,
    own: Rating::UNRATED,
    opponent_rating: Rating::UNRATED,
    flags: SideFlags::NONE,
};

/// The ratings of one game, and why it is left out as a whole, if it is.
struct BothSides {
    left_out: Option<Reason>,
    own: [Rating; 2],
    for_opponents: [Rating; 2],
    from: [(RatingFrom, RatingFrom); 2],
    has_id: [bool; 2],
}

impl BothSides {
    fn of(
        game: usize,
        tournament: &Judged,
        games: &Games,
        players: &GamePlayers,
        basis: Option<&RatingBasis<'_>>,
        after_win: bool,
    ) -> Self {
        let players = [players.white[game], players.black[game]];
        let mut both = Self {
            left_out: None,
            own: [Rating::UNRATED; 2],
            for_opponents: [Rating::UNRATED; 2],
            from: [(RatingFrom::ListInForce, RatingFrom::ListInForce); 2],
            has_id: players.map(|player| player != NO_ID),
        };
        let Some(basis) = basis else {
            both.left_out = Some(tournament.reason.unwrap_or(Reason::Unusable));
            return both;
        };
        for (at, &player) in players.iter().enumerate().filter(|(_, player)| **player != NO_ID) {
            (both.own[at], both.for_opponents[at]) = basis.ratings.own_and_for_opponents(player as usize);
            both.from[at] = basis.ratings.from(player as usize);
        }
        let result = games.result[game];
        both.left_out = games.fault[game]
            .or_else(|| [result.white, result.black].contains(&SideResult::Unknown).then_some(Reason::ResultUnknown))
            .or_else(|| (!result.is_played()).then_some(Reason::Unplayed))
            .or_else(|| after_win.then_some(Reason::AfterMatchWon))
            .or_else(|| too_fast(basis.edition, tournament, both.for_opponents).then_some(Reason::RateOfPlay))
            .or_else(|| too_far_apart(&basis.edition.far_apart, both.for_opponents).then_some(Reason::FarApart));
        both
    }

    /// White's side (0) or black's (1).
    fn side(&self, at: usize, tournament: u32, games: &Games, game: usize) -> Side {
        let other = 1 - at;
        let (opponent, result) = match at {
            0 => (games.black[game], games.result[game].white),
            _ => (games.white[game], games.result[game].black),
        };
        let left_out = self
            .left_out
            .or_else(|| (!self.has_id[at]).then_some(Reason::NoUsableId))
            .or_else(|| (!self.for_opponents[other].is_rated()).then_some(Reason::OpponentUnrated));
        Side {
            tournament,
            opponent,
            round: games.round[game],
            own: self.own[at],
            opponent_rating: self.for_opponents[other],
            flags: SideFlags::new(result, at == 0).with_ratings(self.from[at].0, self.from[other].1).with_left_out(left_out),
        }
    }
}

/// Whether the players had too little time for the higher of the two ratings that opponents use (D4).
fn too_fast(edition: &Edition, tournament: &Judged, ratings: [Rating; 2]) -> bool {
    match &edition.rate_of_play {
        RateOfPlay::Ranges { .. } => false,
        RateOfPlay::MinimumByRating { judged_by, steps, .. } => {
            let Some(clock) = tournament.facts.clock else { return false };
            if edition.official_event_article(&tournament.facts).is_some() {
                return false;
            }
            let highest = match judged_by {
                JudgedBy::HighestRatingInTheGame => ratings[0].max(ratings[1]),
                // The tournament was judged as a whole.
                JudgedBy::HighestRatingInTheEvent => return false,
            };
            steps.iter().find(|step| highest.0 >= step.from_rating).is_some_and(|step| clock.seconds_for_60_moves < step.minutes * 60)
        }
    }
}

/// Whether two rated players are so far apart that their game is not rated.
fn too_far_apart(rule: &FarApart, ratings: [Rating; 2]) -> bool {
    match rule {
        FarApart::None {} => false,
        FarApart::NotRated { difference, one_above, .. } => {
            let [white, black] = ratings;
            white.is_rated() && black.is_rated() && (white.0 - black.0).abs() >= *difference && white.max(black) > *one_above
        }
    }
}
