//! Pairings that are known beforehand: round robins, teams, knockouts, matches.

use crate::dice::Dice;
use crate::event::{Game, Play, Score};
use crate::results::{played, result};

/// The pairs of each round in which all of `count` meet all others once, by the circle method. An odd one out is free.
fn circle(count: usize) -> Vec<Vec<(usize, usize)>> {
    let even = count + count % 2;
    (0..even.saturating_sub(1))
        .map(|round| {
            (0..even / 2)
                .map(|board| {
                    let one = if board == 0 { even - 1 } else { (round + board) % (even - 1) };
                    let other = (round + even - 1 - board) % (even - 1);
                    // Colours change with the round on the first board, and with the board elsewhere.
                    if (if board == 0 { round } else { board }) % 2 == 0 { (one, other) } else { (other, one) }
                })
                .filter(|&(white, black)| white < count && black < count)
                .collect()
        })
        .collect()
}

/// How many rounds a round robin takes.
pub(crate) fn round_robin_rounds(count: usize, double: bool) -> u16 {
    let once = (count + count % 2).saturating_sub(1);
    number(if double { once * 2 } else { once })
}

/// Everybody against everybody, once or, with colours changed, twice.
pub(crate) fn round_robin(strengths: &[i32], double: bool, dice: &mut Dice) -> Play {
    let mut play = Play::default();
    let rounds = circle(strengths.len());
    for turn in 0..=usize::from(double) {
        for (at, round) in rounds.iter().enumerate() {
            for &(one, other) in round {
                let (white, black) = if turn == 0 { (one, other) } else { (other, one) };
                let score = result(strengths[white], strengths[black], dice);
                play.game(number(turn * rounds.len() + at + 1), number(white), number(black), score);
            }
        }
    }
    play
}

/// All teams against all others on `boards` boards; a team is a run of entries, and those beyond the boards take turns to rest.
pub(crate) fn team_round_robin(strengths: &[i32], teams: &[Vec<u16>], boards: usize, dice: &mut Dice) -> Play {
    let mut play = Play::default();
    for (at, round) in circle(teams.len()).iter().enumerate() {
        for &(home, away) in round {
            let (home, away) = (line_up(&teams[home], boards, dice), line_up(&teams[away], boards, dice));
            for (board, (&one, &other)) in home.iter().zip(&away).enumerate() {
                let (white, black) = if board % 2 == 0 { (one, other) } else { (other, one) };
                let score = result(strengths[usize::from(white)], strengths[usize::from(black)], dice);
                play.game(number(at + 1), white, black, score);
            }
        }
    }
    play
}

fn line_up(team: &[u16], boards: usize, dice: &mut Dice) -> Vec<u16> {
    let mut players = team.to_vec();
    while players.len() > boards {
        players.remove(dice.below(players.len()));
    }
    players
}

/// Pairs of two games each; the winner goes on, and after one point each the one with the better starting rank.
pub(crate) fn knockout(strengths: &[i32], dice: &mut Dice) -> Play {
    let mut play = Play::default();
    let mut left: Vec<usize> = (0..strengths.len()).collect();
    let mut round = 1;
    while left.len() > 1 {
        let half = left.len() / 2;
        let mut winners = Vec::with_capacity(half);
        let mut second_games = Vec::with_capacity(half);
        for board in 0..half {
            let (top, low) = (left[board], left[left.len() - 1 - board]);
            let first = played(strengths[top], strengths[low], dice);
            let second = played(strengths[low], strengths[top], dice);
            play.game(round, number(top), number(low), first);
            second_games.push(Game { round: round + 1, white: number(low), black: number(top), score: second });
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
pub(crate) enum MatchCourse {
    /// It ends when it is won.
    ToTheWin,
    /// The first entry wins it well before the end, and the games that are left are played all the same.
    WonEarly,
    /// Every game is played, whatever the score.
    ToTheEnd,
}

/// Two players, one after the other with white, over `rounds` games.
pub(crate) fn single_match(strengths: &[i32], rounds: u16, course: MatchCourse, dice: &mut Dice) -> Play {
    let mut play = Play::default();
    let mut half_points = [0; 2];
    for round in 1..=rounds {
        let (white, black) = if round % 2 == 1 { (0, 1) } else { (1, 0) };
        let score = match course {
            // One draw on the way, so that it is no walk-over.
            MatchCourse::WonEarly if round == 2 => Score::Draw,
            MatchCourse::WonEarly if round <= rounds / 2 + 2 => {
                if white == 0 {
                    Score::WhiteWins
                } else {
                    Score::BlackWins
                }
            }
            _ => played(strengths[white], strengths[black], dice),
        };
        half_points[white] += score.half_points().0;
        half_points[black] += score.half_points().1;
        play.game(round, number(white), number(black), score);
        // More than half of the points of all scheduled games.
        if course == MatchCourse::ToTheWin && half_points.iter().any(|&points| points > rounds) {
            break;
        }
    }
    play
}

fn number(at: usize) -> u16 {
    u16::try_from(at).expect("a field has fewer entries than a report has starting ranks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;
    use std::collections::BTreeSet;

    fn dice() -> Dice {
        Dice::new(5, Purpose::Play, 0)
    }

    #[test]
    fn in_a_round_robin_all_meet_all_and_nobody_plays_two_games_in_a_round() {
        for count in [2, 5, 8, 9] {
            let play = round_robin(&vec![1800; count], false, &mut dice());
            let pairs: BTreeSet<_> = play.games.iter().map(|g| (g.white.min(g.black), g.white.max(g.black))).collect();
            assert_eq!((pairs.len(), play.games.len()), (count * (count - 1) / 2, count * (count - 1) / 2));
            let seats: BTreeSet<_> = play.games.iter().flat_map(|g| [(g.round, g.white), (g.round, g.black)]).collect();
            assert_eq!(seats.len(), play.games.len() * 2);
            assert!(play.games.iter().all(|g| g.round <= round_robin_rounds(count, false)));
        }
    }

    #[test]
    fn in_a_double_round_robin_every_pair_has_both_colours() {
        let play = round_robin(&[2000; 6], true, &mut dice());
        let pairs: BTreeSet<_> = play.games.iter().map(|g| (g.white, g.black)).collect();
        assert_eq!((pairs.len(), play.games.len()), (30, 30));
        assert_eq!(play.games.iter().map(|g| g.round).max(), Some(round_robin_rounds(6, true)));
    }

    #[test]
    fn a_match_won_early_goes_on_and_one_to_the_win_does_not() {
        let early = single_match(&[1900, 1850], 8, MatchCourse::WonEarly, &mut dice());
        assert_eq!(early.games.len(), 8);
        let points: u16 =
            early.games[..6].iter().map(|g| if g.white == 0 { g.score.half_points().0 } else { g.score.half_points().1 }).sum();
        assert!(points > 8);
        let won = single_match(&[2500, 1500], 8, MatchCourse::ToTheWin, &mut dice());
        assert!(won.games.len() < 8);
    }

    #[test]
    fn a_knockout_leaves_one() {
        let play = knockout(&[2000; 8], &mut dice());
        assert_eq!(play.games.len(), 14);
        assert!(play.games.is_sorted_by_key(|g| g.round));
        assert_eq!(play.games.iter().filter(|g| g.round == 6).count(), 1);
    }

    #[test]
    fn no_player_plays_for_two_boards_in_a_team_event() {
        let teams: Vec<Vec<u16>> = (0..6).map(|t| (t * 5..t * 5 + 5).collect()).collect();
        let play = team_round_robin(&[1800; 30], &teams, 4, &mut dice());
        let seats: BTreeSet<_> = play.games.iter().flat_map(|g| [(g.round, g.white), (g.round, g.black)]).collect();
        assert_eq!((play.games.len(), seats.len()), (60, 120));
    }
}
