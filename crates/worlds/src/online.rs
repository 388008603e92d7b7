//! Invents online games, which are rated one by one.

use crate::WorldSettings;
use crate::entry_pools::EntryPools;
use crate::random::{Purpose, RandomStream};
use crate::results::draw_game_result;
use crate::tournament::PairingResult;
use model::{Date, days_since_1970};

/// Games per chunk; each chunk has a random stream of its own.
pub(crate) const GAMES_PER_CHUNK: u32 = 1 << 18;

/// Game ids begin after this number.
const BEFORE_FIRST: u32 = 500_000_000;
const MILLIS_A_DAY: i64 = 86_400_000;
/// Durations of the shortest and the longest game, in milliseconds.
const SHORTEST: i32 = 40_000;
const LONGEST: i32 = 2_700_000;

/// An online game; players are indexes into the population.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InventedOnlineGame {
    /// Assigned when the game begins, so the order of ids is not that of the ends.
    pub(crate) id: u32,
    pub(crate) white: u32,
    pub(crate) black: u32,
    /// The result that the server recorded; a disconnection may contradict it.
    pub(crate) score: PairingResult,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) ended_at: i64,
    /// `white`, `black` or empty.
    pub(crate) disconnected: &'static str,
}

/// Number of chunks, at least one, so that there is always a table.
pub(crate) fn chunk_count(games: u32) -> u32 {
    games.div_ceil(GAMES_PER_CHUNK).max(1)
}

/// Invents one chunk of games, sorted by id.
pub(crate) fn chunk(settings: &WorldSettings, pools: &EntryPools<'_>, number: u32) -> Vec<InventedOnlineGame> {
    let mut random = RandomStream::new(settings.seed, Purpose::Online, number);
    let last = settings.online.min((number + 1).saturating_mul(GAMES_PER_CHUNK));
    (number * GAMES_PER_CHUNK..last).map(|place| game(settings, pools, place, &mut random)).collect()
}

fn game(settings: &WorldSettings, pools: &EntryPools<'_>, place: u32, random: &mut RandomStream) -> InventedOnlineGame {
    let (white, black) = pools.pair(random);
    let strength = |place: u32| i32::from(pools.person(place).strength);
    let score = match random.below(1000) {
        0..2 => PairingResult::WhiteByForfeit,
        2..4 => PairingResult::BlackByForfeit,
        _ => draw_game_result(strength(white), strength(black), random),
    };
    let disconnected = match random.below(1000) {
        0..12 => "white",
        12..24 => "black",
        _ => "",
    };
    let ended_at = begins(settings, place) + i64::from(random.between(SHORTEST, LONGEST));
    InventedOnlineGame { id: BEFORE_FIRST + 1 + place, white, black, score, ended_at, disconnected }
}

/// The start of a game; games are spread evenly over the months.
fn begins(settings: &WorldSettings, place: u32) -> i64 {
    let midnight = |day: Date| i64::from(days_since_1970(day)) * MILLIS_A_DAY;
    let (from, until) = (midnight(settings.first_list().day()), midnight(settings.first_list().plus_months(settings.months).day()));
    let since = i128::from(until - from) * i128::from(place) / i128::from(settings.online);
    from + i64::try_from(since).expect("within the months")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::population::Population;
    use std::collections::BTreeMap;

    #[test]
    fn a_small_world_has_online_games_of_every_kind() {
        let settings = WorldSettings { online: 6000, ..WorldSettings::default() };
        let people = Population::invent(settings.seed, settings.players);
        let games = chunk(&settings, &EntryPools::build(settings.seed, &people), 0);
        assert_eq!(games.len(), 6000);
        assert!(games.is_sorted_by(|a, b| a.id < b.id) && !games.is_sorted_by_key(|game| game.ended_at));
        assert!(games.iter().all(|game| game.white != game.black));
        let mut firsts: BTreeMap<u32, u16> = BTreeMap::new();
        for game in games.iter().filter(|game| game.disconnected.is_empty()) {
            let (white, black) = game.score.half_points();
            for (player, points) in [(game.white, white), (game.black, black)] {
                firsts.entry(player).or_insert(points);
            }
        }
        let unrated_everywhere = |lost: bool| {
            firsts.iter().filter(|(p, points)| people.all[**p as usize].is_unrated_everywhere() && (**points == 0) == lost).count()
        };
        for (what, found) in [
            ("white disconnected", games.iter().filter(|game| game.disconnected == "white").count()),
            ("black disconnected", games.iter().filter(|game| game.disconnected == "black").count()),
            ("unplayed", games.iter().filter(|game| game.score == PairingResult::WhiteByForfeit).count()),
            ("a first game that is lost", unrated_everywhere(true)),
            ("a first game that is not", unrated_everywhere(false)),
            ("known to no list", games.iter().filter(|game| !people.all[game.white as usize].is_known).count()),
        ] {
            assert!(found > 0, "{what}");
        }
    }

    #[test]
    fn chunks_add_up_to_the_number_of_games() {
        assert_eq!([0, 1, GAMES_PER_CHUNK, GAMES_PER_CHUNK + 1].map(chunk_count), [1, 1, 1, 2]);
        let settings = WorldSettings { online: GAMES_PER_CHUNK + 5, ..WorldSettings::default() };
        let people = Population::invent(settings.seed, settings.players);
        let pools = EntryPools::build(settings.seed, &people);
        let last = chunk(&settings, &pools, 1);
        assert_eq!(
            last.iter().map(|game| game.id - BEFORE_FIRST).collect::<Vec<_>>(),
            (GAMES_PER_CHUNK + 1..=GAMES_PER_CHUNK + 5).collect::<Vec<_>>()
        );
    }
}
