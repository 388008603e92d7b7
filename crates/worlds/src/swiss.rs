//! Swiss pairings: near enough to the real ones that the games look like those of an open.

use crate::dice::Dice;
use crate::event::{Bye, ByeKind, Play};
use crate::results::result;

/// Where a player is in the event.
struct Seat {
    half_points: u16,
    /// Games with white minus games with black.
    whites: i32,
    had_bye: bool,
    joins: u16,
    /// The last round; later ones are lost to a withdrawal.
    leaves: u16,
    /// A round without a game, asked for beforehand; 0 for none.
    rests: u16,
}

/// All rounds of an open; players by starting rank.
pub(crate) fn swiss(strengths: &[i32], rounds: u16, dice: &mut Dice) -> Play {
    let count = strengths.len();
    let mut seats: Vec<Seat> = (0..count).map(|_| arrive(rounds, dice)).collect();
    let mut met = vec![false; count * count];
    let mut play = Play::default();
    for round in 1..=rounds {
        let mut waiting = Vec::with_capacity(count);
        for (at, seat) in seats.iter_mut().enumerate() {
            let kind = if round < seat.joins || round > seat.leaves {
                ByeKind::Zero
            } else if round == seat.rests {
                ByeKind::Half
            } else {
                waiting.push(at);
                continue;
            };
            seat.half_points += kind.half_points();
            play.byes.push(Bye { round, entry: entry(at), kind });
        }
        // A stable sort: within a score, by starting rank.
        waiting.sort_by_key(|&at| std::cmp::Reverse(seats[at].half_points));
        if waiting.len() % 2 == 1 {
            let last = waiting.iter().rposition(|&at| !seats[at].had_bye).unwrap_or(waiting.len() - 1);
            let at = waiting.remove(last);
            seats[at].had_bye = true;
            seats[at].half_points += ByeKind::Allocated.half_points();
            play.byes.push(Bye { round, entry: entry(at), kind: ByeKind::Allocated });
        }
        for (one, other) in pairs(&waiting, &seats, &met, dice) {
            met[one * count + other] = true;
            met[other * count + one] = true;
            let (white, black) = if seats[one].whites <= seats[other].whites { (one, other) } else { (other, one) };
            let score = result(strengths[white], strengths[black], dice);
            seats[white].whites += 1;
            seats[black].whites -= 1;
            seats[white].half_points += score.half_points().0;
            seats[black].half_points += score.half_points().1;
            play.game(round, entry(white), entry(black), score);
        }
    }
    play
}

fn arrive(rounds: u16, dice: &mut Dice) -> Seat {
    let joins = if dice.chance(12) { 2 } else { 1 };
    let leaves = if rounds > 3 && dice.chance(35) { round_between(2, rounds - 1, dice) } else { rounds };
    let rests = if dice.chance(30) { round_between(joins, leaves, dice) } else { 0 };
    Seat { half_points: 0, whites: dice.between(0, 1), had_bye: false, joins, leaves, rests }
}

fn round_between(first: u16, last: u16, dice: &mut Dice) -> u16 {
    u16::try_from(dice.between(first.into(), last.into())).expect("between two rounds")
}

/// Pairs from the top: each with somebody from the lower half of the own score whom he or she has not met, else with the next one down.
fn pairs(waiting: &[usize], seats: &[Seat], met: &[bool], dice: &mut Dice) -> Vec<(usize, usize)> {
    let count = seats.len();
    let mut left = waiting.to_vec();
    let mut pairs = Vec::with_capacity(left.len() / 2);
    while left.len() >= 2 {
        let one = left.remove(0);
        let peers = left.iter().take_while(|&&at| seats[at].half_points == seats[one].half_points).count();
        // A little off the exact half, so that the same field does not always pair alike.
        let from = (peers / 2 + dice.below(2)).min(left.len() - 1);
        let unmet = |at: &usize| !met[one * count + left[*at]];
        let place = (from..left.len()).find(unmet).or_else(|| (0..from).rev().find(unmet)).unwrap_or(0);
        pairs.push((one, left.remove(place)));
    }
    pairs
}

fn entry(at: usize) -> u16 {
    u16::try_from(at).expect("a field has fewer entries than a report has starting ranks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    #[test]
    fn in_every_round_each_player_has_one_game_or_one_bye() {
        let strengths: Vec<i32> = (0..33).map(|at| 2300 - at * 30).collect();
        let play = swiss(&strengths, 9, &mut Dice::new(3, Purpose::Play, 1));
        for round in 1..=9 {
            let mut seen: Vec<u16> = play.games.iter().filter(|g| g.round == round).flat_map(|g| [g.white, g.black]).collect();
            seen.extend(play.byes.iter().filter(|b| b.round == round).map(|b| b.entry));
            seen.sort_unstable();
            assert_eq!(seen, (0..33).collect::<Vec<_>>(), "round {round}");
            assert!(play.byes.iter().filter(|b| b.round == round && b.kind == ByeKind::Allocated).count() <= 1);
        }
    }

    #[test]
    fn hardly_any_two_players_meet_twice() {
        let strengths: Vec<i32> = (0..40).map(|at| 2000 - at * 20).collect();
        let play = swiss(&strengths, 7, &mut Dice::new(3, Purpose::Play, 2));
        let mut meetings: Vec<_> = play.games.iter().map(|g| (g.white.min(g.black), g.white.max(g.black))).collect();
        let games = meetings.len();
        meetings.sort_unstable();
        meetings.dedup();
        assert!(games - meetings.len() <= 2, "{} of {games}", games - meetings.len());
    }
}
