//! Games that are played online, one by one, between the people of a world.

use crate::WorldSettings;
use crate::dice::{Dice, Purpose};
use crate::event::Score;
use crate::field::Field;
use crate::results::played;
use crate::schedule::first_list;
use model::{Date, days_since_1970};

/// Games that are invented at a time, each lot with a stream of chance of its own.
pub(crate) const LOT: u32 = 1 << 18;

/// The first game has the next number.
const BEFORE_FIRST: u32 = 500_000_000;
const MILLIS_A_DAY: i64 = 86_400_000;
/// How long the shortest and the longest game last, in milliseconds.
const SHORTEST: i32 = 40_000;
const LONGEST: i32 = 2_700_000;

/// One game; players are places in the people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnlineGame {
    /// Given out when the game begins, so games end in another order.
    pub(crate) id: u32,
    pub(crate) white: u32,
    pub(crate) black: u32,
    /// What the server noted, which a disconnection may contradict.
    pub(crate) score: Score,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) ended_at: i64,
    /// `white`, `black` or empty.
    pub(crate) disconnected: &'static str,
}

/// How many lots the games of a world make: at least one, so that there is a table.
pub(crate) fn lots(games: u32) -> u32 {
    games.div_ceil(LOT).max(1)
}

/// One lot, by id.
pub(crate) fn lot(settings: &WorldSettings, field: &Field<'_>, number: u32) -> Vec<OnlineGame> {
    let mut dice = Dice::new(settings.seed, Purpose::Online, number);
    let last = settings.online.min((number + 1).saturating_mul(LOT));
    (number * LOT..last).map(|place| game(settings, field, place, &mut dice)).collect()
}

fn game(settings: &WorldSettings, field: &Field<'_>, place: u32, dice: &mut Dice) -> OnlineGame {
    let (white, black) = field.pair(dice);
    let strength = |place: u32| i32::from(field.person(place).strength);
    let score = match dice.below(1000) {
        0..2 => Score::WhiteByForfeit,
        2..4 => Score::BlackByForfeit,
        _ => played(strength(white), strength(black), dice),
    };
    let disconnected = match dice.below(1000) {
        0..12 => "white",
        12..24 => "black",
        _ => "",
    };
    let ended_at = begins(settings, place) + i64::from(dice.between(SHORTEST, LONGEST));
    OnlineGame { id: BEFORE_FIRST + 1 + place, white, black, score, ended_at, disconnected }
}

/// When a game begins: evenly from the first list's day to the last's.
fn begins(settings: &WorldSettings, place: u32) -> i64 {
    let midnight = |day: Date| i64::from(days_since_1970(day)) * MILLIS_A_DAY;
    let (from, until) = (midnight(first_list().day()), midnight(first_list().plus_months(settings.months).day()));
    let since = i128::from(until - from) * i128::from(place) / i128::from(settings.online);
    from + i64::try_from(since).expect("within the months")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::People;
    use std::collections::BTreeMap;

    #[test]
    fn a_small_world_has_all_sorts_of_online_games() {
        let settings = WorldSettings { online: 6000, ..WorldSettings::default() };
        let people = People::settle(settings.seed, settings.players);
        let games = lot(&settings, &Field::gather(settings.seed, &people), 0);
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
        let fresh = |lost: bool| firsts.iter().filter(|(p, points)| people.all[**p as usize].is_fresh() && (**points == 0) == lost).count();
        for (what, found) in [
            ("white disconnected", games.iter().filter(|game| game.disconnected == "white").count()),
            ("black disconnected", games.iter().filter(|game| game.disconnected == "black").count()),
            ("unplayed", games.iter().filter(|game| game.score == Score::WhiteByForfeit).count()),
            ("a first game that is lost", fresh(true)),
            ("a first game that is not", fresh(false)),
            ("known to no list", games.iter().filter(|game| !people.all[game.white as usize].is_known).count()),
        ] {
            assert!(found > 0, "{what}");
        }
    }

    #[test]
    fn lots_make_up_the_number_asked_for() {
        assert_eq!([0, 1, LOT, LOT + 1].map(lots), [1, 1, 1, 2]);
        let settings = WorldSettings { online: LOT + 5, ..WorldSettings::default() };
        let people = People::settle(settings.seed, settings.players);
        let field = Field::gather(settings.seed, &people);
        let last = lot(&settings, &field, 1);
        assert_eq!(last.iter().map(|game| game.id - BEFORE_FIRST).collect::<Vec<_>>(), (LOT + 1..=LOT + 5).collect::<Vec<_>>());
    }
}
