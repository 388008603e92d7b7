//! Swiss pairings, simplified: the games look like those of a real open.

use crate::random::RandomStream;
use crate::results::draw_pairing_result;
use crate::tournament::{Bye, ByeKind, PlayedRounds};

/// A player of a Swiss tournament.
struct SwissPlayer {
    half_points: u16,
    /// Games with white minus games with black.
    whites: i32,
    had_bye: bool,
    first_round: u16,
    /// The last round before a withdrawal.
    last_round: u16,
    /// The round of a requested bye; 0 for none.
    bye_round: u16,
}

/// Byes that players may request beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestedByes {
    Half,
    /// Half a point, or a full one for some of the seeded players in the first round.
    HalfAndFull,
}

/// Plays all rounds of an open; players are numbered by starting rank.
pub(crate) fn swiss(strengths: &[i32], rounds: u16, requested: RequestedByes, random: &mut RandomStream) -> PlayedRounds {
    let count = strengths.len();
    let mut players: Vec<SwissPlayer> = (0..count).map(|_| new_player(rounds, random)).collect();
    let mut met = vec![false; count * count];
    let seeded = if requested == RequestedByes::HalfAndFull && random.chance(250) { count / 12 } else { 0 };
    let mut play = PlayedRounds::default();
    for round in 1..=rounds {
        let mut waiting = Vec::with_capacity(count);
        for (at, player) in players.iter_mut().enumerate() {
            let kind = if round < player.first_round || round > player.last_round {
                ByeKind::Zero
            } else if round == 1 && at < seeded {
                ByeKind::Full
            } else if round == player.bye_round {
                ByeKind::Half
            } else {
                waiting.push(at);
                continue;
            };
            player.half_points += kind.half_points();
            play.byes.push(Bye { round, entry: entry(at), kind });
        }
        // A stable sort: equal scores stay in the order of starting ranks.
        waiting.sort_by_key(|&at| std::cmp::Reverse(players[at].half_points));
        if waiting.len() % 2 == 1 {
            let last = waiting.iter().rposition(|&at| !players[at].had_bye).unwrap_or(waiting.len() - 1);
            let at = waiting.remove(last);
            players[at].had_bye = true;
            players[at].half_points += ByeKind::Allocated.half_points();
            play.byes.push(Bye { round, entry: entry(at), kind: ByeKind::Allocated });
        }
        for (one, other) in pairs(&waiting, &players, &met, random) {
            met[one * count + other] = true;
            met[other * count + one] = true;
            let (white, black) = if players[one].whites <= players[other].whites { (one, other) } else { (other, one) };
            let score = draw_pairing_result(strengths[white], strengths[black], random);
            players[white].whites += 1;
            players[black].whites -= 1;
            players[white].half_points += score.half_points().0;
            players[black].half_points += score.half_points().1;
            play.game(round, entry(white), entry(black), score);
        }
    }
    play
}

fn new_player(rounds: u16, random: &mut RandomStream) -> SwissPlayer {
    let first_round = if random.chance(12) { 2 } else { 1 };
    let last_round = if rounds > 3 && random.chance(35) { round_between(2, rounds - 1, random) } else { rounds };
    let bye_round = if random.chance(30) { round_between(first_round, last_round, random) } else { 0 };
    SwissPlayer { half_points: 0, whites: random.between(0, 1), had_bye: false, first_round, last_round, bye_round }
}

fn round_between(first: u16, last: u16, random: &mut RandomStream) -> u16 {
    u16::try_from(random.between(first.into(), last.into())).expect("between two rounds")
}

/// Pairs players from the top with somebody from the lower half of their score group whom they have not met, or else with the next one
/// down.
fn pairs(waiting: &[usize], players: &[SwissPlayer], met: &[bool], random: &mut RandomStream) -> Vec<(usize, usize)> {
    let count = players.len();
    let mut left = waiting.to_vec();
    let mut pairs = Vec::with_capacity(left.len() / 2);
    while left.len() >= 2 {
        let one = left.remove(0);
        let peers = left.iter().take_while(|&&at| players[at].half_points == players[one].half_points).count();
        // Slightly varied, so that the same entries are not always paired alike.
        let from = (peers / 2 + random.below(2)).min(left.len() - 1);
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
    use crate::random::Purpose;

    #[test]
    fn in_every_round_each_player_has_one_game_or_one_bye() {
        let strengths: Vec<i32> = (0..33).map(|at| 2300 - at * 30).collect();
        let play = swiss(&strengths, 9, RequestedByes::Half, &mut RandomStream::new(3, Purpose::Play, 1));
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
        let play = swiss(&strengths, 7, RequestedByes::HalfAndFull, &mut RandomStream::new(3, Purpose::Play, 2));
        let mut meetings: Vec<_> = play.games.iter().map(|g| (g.white.min(g.black), g.white.max(g.black))).collect();
        let games = meetings.len();
        meetings.sort_unstable();
        meetings.dedup();
        assert!(games - meetings.len() <= 2, "{} of {games}", games - meetings.len());
    }
}
