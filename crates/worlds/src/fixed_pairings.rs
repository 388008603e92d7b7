//! Fixed pairings: round robins, teams, knockouts and matches.

use crate::random::RandomStream;
use crate::results::{draw_game_result, draw_pairing_result};
use crate::tournament::{Pairing, PairingResult, PlayedRounds};

/// Returns the pairs of each round of a round robin, by the circle method. With an odd count one is free in each round.
fn circle(count: usize) -> Vec<Vec<(usize, usize)>> {
    let even = count + count % 2;
    (0..even.saturating_sub(1))
        .map(|round| {
            (0..even / 2)
                .map(|board| {
                    let one = if board == 0 { even - 1 } else { (round + board) % (even - 1) };
                    let other = (round + even - 1 - board) % (even - 1);
                    // Colours alternate by round on the first board, and by board elsewhere.
                    if (if board == 0 { round } else { board }) % 2 == 0 { (one, other) } else { (other, one) }
                })
                .filter(|&(white, black)| white < count && black < count)
                .collect()
        })
        .collect()
}

/// Number of rounds of a round robin.
pub(crate) fn round_robin_rounds(count: usize, double: bool) -> u16 {
    let once = (count + count % 2).saturating_sub(1);
    to_u16(if double { once * 2 } else { once })
}

/// Plays a round robin, or a double one with colours reversed in the second half.
pub(crate) fn round_robin(strengths: &[i32], double: bool, random: &mut RandomStream) -> PlayedRounds {
    let mut play = PlayedRounds::default();
    let rounds = circle(strengths.len());
    for turn in 0..=usize::from(double) {
        for (at, round) in rounds.iter().enumerate() {
            for &(one, other) in round {
                let (white, black) = if turn == 0 { (one, other) } else { (other, one) };
                let score = draw_pairing_result(strengths[white], strengths[black], random);
                play.game(to_u16(turn * rounds.len() + at + 1), to_u16(white), to_u16(black), score);
            }
        }
    }
    play
}

/// Plays a round robin of teams on `boards` boards; members beyond the boards rest in turn.
pub(crate) fn team_round_robin(strengths: &[i32], teams: &[Vec<u16>], boards: usize, random: &mut RandomStream) -> PlayedRounds {
    let mut play = PlayedRounds::default();
    for (at, round) in circle(teams.len()).iter().enumerate() {
        for &(home, away) in round {
            let (home, away) = (line_up(&teams[home], boards, random), line_up(&teams[away], boards, random));
            for (board, (&one, &other)) in home.iter().zip(&away).enumerate() {
                let (white, black) = if board % 2 == 0 { (one, other) } else { (other, one) };
                let score = draw_pairing_result(strengths[usize::from(white)], strengths[usize::from(black)], random);
                play.game(to_u16(at + 1), white, black, score);
            }
        }
    }
    play
}

fn line_up(team: &[u16], boards: usize, random: &mut RandomStream) -> Vec<u16> {
    let mut players = team.to_vec();
    while players.len() > boards {
        players.remove(random.below(players.len()));
    }
    players
}

/// Plays a knockout with two games per pair; after 1-1 the better starting rank advances.
pub(crate) fn knockout(strengths: &[i32], random: &mut RandomStream) -> PlayedRounds {
    let mut play = PlayedRounds::default();
    let mut left: Vec<usize> = (0..strengths.len()).collect();
    let mut round = 1;
    while left.len() > 1 {
        let half = left.len() / 2;
        let mut winners = Vec::with_capacity(half);
        let mut second_games = Vec::with_capacity(half);
        for board in 0..half {
            let (top, low) = (left[board], left[left.len() - 1 - board]);
            let first = draw_game_result(strengths[top], strengths[low], random);
            let second = draw_game_result(strengths[low], strengths[top], random);
            play.game(round, to_u16(top), to_u16(low), first);
            second_games.push(Pairing { round: round + 1, white: to_u16(low), black: to_u16(top), score: second });
            let (top_points, low_points) = (first.half_points().0 + second.half_points().1, first.half_points().1 + second.half_points().0);
            winners.push(if top_points >= low_points { top } else { low });
        }
        play.games.append(&mut second_games);
        left = winners;
        round += 2;
    }
    play
}

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchMode {
    /// It ends when it is won.
    ToTheWin,
    /// The first entry wins it well before the end, and the remaining games are played.
    WonEarly,
    /// Every game is played, whatever the score.
    ToTheEnd,
}

/// Plays a match of `rounds` games with alternating colours.
pub(crate) fn single_match(strengths: &[i32], rounds: u16, mode: MatchMode, random: &mut RandomStream) -> PlayedRounds {
    let mut play = PlayedRounds::default();
    let mut half_points = [0; 2];
    for round in 1..=rounds {
        let (white, black) = if round % 2 == 1 { (0, 1) } else { (1, 0) };
        let score = match mode {
            // One draw, so that the match is not a clean sweep.
            MatchMode::WonEarly if round == 2 => PairingResult::Draw,
            MatchMode::WonEarly if round <= rounds / 2 + 2 => {
                if white == 0 {
                    PairingResult::WhiteWins
                } else {
                    PairingResult::BlackWins
                }
            }
            _ => draw_game_result(strengths[white], strengths[black], random),
        };
        half_points[white] += score.half_points().0;
        half_points[black] += score.half_points().1;
        play.game(round, to_u16(white), to_u16(black), score);
        // More than half of the points of all scheduled games.
        if mode == MatchMode::ToTheWin && half_points.iter().any(|&points| points > rounds) {
            break;
        }
    }
    play
}

fn to_u16(at: usize) -> u16 {
    u16::try_from(at).expect("a field has fewer entries than a report has starting ranks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;
    use std::collections::BTreeSet;

    fn random() -> RandomStream {
        RandomStream::new(5, Purpose::Play, 0)
    }

    #[test]
    fn in_a_round_robin_all_meet_all_and_nobody_plays_two_games_in_a_round() {
        for count in [2, 5, 8, 9] {
            let play = round_robin(&vec![1800; count], false, &mut random());
            let pairs: BTreeSet<_> = play.games.iter().map(|g| (g.white.min(g.black), g.white.max(g.black))).collect();
            assert_eq!((pairs.len(), play.games.len()), (count * (count - 1) / 2, count * (count - 1) / 2));
            let appearances: BTreeSet<_> = play.games.iter().flat_map(|g| [(g.round, g.white), (g.round, g.black)]).collect();
            assert_eq!(appearances.len(), play.games.len() * 2);
            assert!(play.games.iter().all(|g| g.round <= round_robin_rounds(count, false)));
        }
    }

    #[test]
    fn in_a_double_round_robin_every_pair_has_both_colours() {
        let play = round_robin(&[2000; 6], true, &mut random());
        let pairs: BTreeSet<_> = play.games.iter().map(|g| (g.white, g.black)).collect();
        assert_eq!((pairs.len(), play.games.len()), (30, 30));
        assert_eq!(play.games.iter().map(|g| g.round).max(), Some(round_robin_rounds(6, true)));
    }

    #[test]
    fn a_match_won_early_continues_and_one_to_the_win_ends() {
        let early = single_match(&[1900, 1850], 8, MatchMode::WonEarly, &mut random());
        assert_eq!(early.games.len(), 8);
        let points: u16 =
            early.games[..6].iter().map(|g| if g.white == 0 { g.score.half_points().0 } else { g.score.half_points().1 }).sum();
        assert!(points > 8);
        let won = single_match(&[2500, 1500], 8, MatchMode::ToTheWin, &mut random());
        assert!(won.games.len() < 8);
    }

    #[test]
    fn a_knockout_has_one_winner() {
        let play = knockout(&[2000; 8], &mut random());
        assert_eq!(play.games.len(), 14);
        assert!(play.games.is_sorted_by_key(|g| g.round));
        assert_eq!(play.games.iter().filter(|g| g.round == 6).count(), 1);
    }

    #[test]
    fn no_player_plays_on_two_boards_in_a_team_tournament() {
        let teams: Vec<Vec<u16>> = (0..6).map(|t| (t * 5..t * 5 + 5).collect()).collect();
        let play = team_round_robin(&[1800; 30], &teams, 4, &mut random());
        let appearances: BTreeSet<_> = play.games.iter().flat_map(|g| [(g.round, g.white), (g.round, g.black)]).collect();
        assert_eq!((play.games.len(), appearances.len()), (60, 120));
    }
}
