//! Finds second games of a player in one round, and games that a table tells twice (D38, D52).

use model::{Games, PlayerRef, Reason, SideResult, Tournament, TournamentClass, TournamentKind};
use std::ops::Range;

/// The round of games whose round is unknown. Two such games need not be of one round.
pub(crate) const NO_ROUND: u16 = 0;

/// Whether two games of one player in one round count (D38).
pub fn allows_two_games_a_round(tournament: &Tournament) -> bool {
    use TournamentKind::{DoubleRoundRobin, Knockout, Match, RoundRobin, Scheveningen, Schiller, Swiss, Team};
    match tournament.kind {
        Some(Match | Knockout | Team | Scheveningen) => true,
        Some(Swiss | RoundRobin | DoubleRoundRobin | Schiller) | None => tournament.classes.contains(TournamentClass::DoubleRounds),
    }
}

/// How a game repeats another one of its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondGame {
    /// The same pairing, colours and result again.
    Repeated,
    /// The same game, told from the other side.
    OtherSide,
    /// One of several games of this player, where two do not count.
    TwoGames(PlayerRef),
    /// The same pairing and colours again; both games are kept.
    Kept,
}

impl SecondGame {
    /// The fault of such a game; `None` if it counts.
    pub fn fault(self) -> Option<Reason> {
        match self {
            Self::Repeated | Self::OtherSide => Some(Reason::SameGameTwice),
            Self::TwoGames(_) => Some(Reason::TwoGamesInOneRound),
            Self::Kept => None,
        }
    }
}

/// Finds the second games of one round, in the order of games.
pub fn find_second_games(games: &Games, round: Range<usize>, allows_two_games: bool) -> Vec<(usize, SecondGame)> {
    let has_round = games.round.get(round.start).is_some_and(|&round| round != NO_ROUND);
    let allows_two_games = allows_two_games || !has_round;
    let mut found = Vec::new();
    let mut single: Vec<usize> = Vec::new();
    let mut pairings: Vec<(PlayerRef, PlayerRef, usize)> =
        round.map(|game| (games.white[game].min(games.black[game]), games.white[game].max(games.black[game]), game)).collect();
    pairings.sort_unstable();
    for pairing in pairings.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let first_of_pairing = single.len();
        for &(_, _, game) in pairing {
            let others = &single[first_of_pairing..];
            match others.iter().find_map(|&other| repetition(games, game, other, has_round, allows_two_games)) {
                Some(repeats) => found.push((game, repeats)),
                None => {
                    if allows_two_games && others.iter().any(|&other| games.white[other] == games.white[game]) {
                        found.push((game, SecondGame::Kept));
                    }
                    single.push(game);
                }
            }
        }
        // Of one pairing, a forfeit and a game contradict each other (D52).
        let rows = &single[first_of_pairing..];
        let (one, other, _) = pairing[0];
        if !allows_two_games && one != other && rows.len() > 1 && rows.iter().any(|&game| games.result[game].may_be_played()) {
            found.extend(rows.iter().map(|&game| (game, SecondGame::TwoGames(one))));
        }
    }
    if !allows_two_games {
        // Forfeits and games against oneself are no second games.
        let is_game = |game: usize| games.result[game].may_be_played() && games.white[game] != games.black[game];
        let of_players =
            single.iter().filter(|&&game| is_game(game)).flat_map(|&game| [games.white[game], games.black[game]].map(|p| (p, game)));
        let mut of_players: Vec<(PlayerRef, usize)> = of_players.collect();
        of_players.sort_unstable();
        let several = of_players.chunk_by(|a, b| a.0 == b.0).filter(|of_player| of_player.len() > 1).flatten();
        found.extend(several.map(|&(player, game)| (game, SecondGame::TwoGames(player))));
    }
    found.sort_by_key(|(game, _)| *game);
    // A game in which both players have another one is found twice.
    found.dedup_by_key(|(game, _)| *game);
    found
}

/// How a game repeats an earlier one of the same two players in the same round.
fn repetition(games: &Games, game: usize, other: usize, has_round: bool, allows_two_games: bool) -> Option<SecondGame> {
    let (result, others) = (games.result[game], games.result[other]);
    let is_known = ![result.white, result.black].contains(&SideResult::Unknown);
    if !has_round || !is_known {
        None
    } else if games.white[game] == games.white[other] {
        (result == others).then_some(SecondGame::Repeated)
    } else {
        (!allows_two_games && (result.white, result.black) == (others.black, others.white)).then_some(SecondGame::OtherSide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::GameResult;
    use proptest::prelude::*;

    /// One round of games, as `1 2 1-0`; what is found of each.
    fn found(rows: &[&str], allows_two_games: bool) -> Vec<(usize, SecondGame)> {
        let mut games = Games::default();
        for row in rows {
            let [white, black, result] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
            let player = |text: &str| PlayerRef::id(text.parse().expect("a number")).expect("an id");
            games.push(1, player(white), player(black), GameResult::from_word_or_pair(result).expect("a result"), None);
        }
        find_second_games(&games, 0..games.len(), allows_two_games)
    }

    fn two_games(player: u32) -> SecondGame {
        SecondGame::TwoGames(PlayerRef::id(player).expect("an id"))
    }

    #[test]
    fn a_game_told_from_both_sides_is_one_game_where_two_do_not_count() {
        let rows = ["1 2 1-0", "2 1 0-1", "3 4 1/2-1/2", "4 3 1/2-1/2"];
        assert_eq!(found(&rows, false), [(1, SecondGame::OtherSide), (3, SecondGame::OtherSide)]);
        assert_eq!(found(&rows, true), []);
    }

    #[test]
    fn results_that_do_not_agree_are_two_games() {
        let rows = ["1 2 1-0", "2 1 1-0", "3 4 1-0"];
        assert_eq!(found(&rows, false), [(0, two_games(1)), (1, two_games(1))]);
        assert_eq!(found(&rows, true), []);
    }

    #[test]
    fn two_games_against_different_opponents_are_both_left_out() {
        let rows = ["1 2 1-0", "1 3 1-0", "4 5 1-0"];
        assert_eq!(found(&rows, false), [(0, two_games(1)), (1, two_games(1))]);
        assert_eq!(found(&rows, true), []);
    }

    #[test]
    fn a_forfeit_is_no_second_game_and_an_unfinished_game_is_one() {
        assert_eq!(found(&["1 2 +/-", "2 1 1-0"], false), [(0, two_games(1)), (1, two_games(1))]);
        assert_eq!(found(&["1 2 +/-", "1 3 1-0"], false), []);
        assert_eq!(found(&["1 2 *:*", "1 3 1-0"], false), [(0, two_games(1)), (1, two_games(1))]);
    }

    #[test]
    fn a_row_that_is_there_twice_is_one_game_in_every_kind() {
        for allows_two_games in [false, true] {
            assert_eq!(found(&["1 2 1-0", "1 2 1-0"], allows_two_games), [(1, SecondGame::Repeated)]);
        }
        assert_eq!(found(&["1 2 1-0", "1 2 0-1"], true), [(1, SecondGame::Kept)]);
        assert_eq!(found(&["1 2 1-0", "1 2 0-1"], false), [(0, two_games(1)), (1, two_games(1))]);
    }

    proptest! {
        /// Compares every game with every other one, as the readings are written.
        #[test]
        fn second_games_are_those_that_a_comparison_of_all_pairs_finds(
            rows in prop::collection::vec((1u32..6, 1u32..5, 0usize..5).prop_map(|(white, step, result)| {
                (white, (white + step - 1) % 5 + 1, result)
            }), 0..12),
            allows_two_games: bool,
        ) {
            let words = ["1-0", "0-1", "1/2-1/2", "+/-", "*:*"];
            let swapped = ["0-1", "1-0", "1/2-1/2", "-/+", "*:*"];
            let texts: Vec<String> = rows.iter().map(|&(white, black, result)| format!("{white} {black} {}", words[result])).collect();
            let mut expected = vec![None; rows.len()];
            for (at, &(white, black, result)) in rows.iter().enumerate() {
                let is_same = |earlier: usize| {
                    let (w, b, r) = rows[earlier];
                    let is_repeat = (w, b, r) == (white, black, result);
                    let is_other_side = !allows_two_games && (w, b) == (black, white) && words[r] == swapped[result];
                    expected[earlier].is_none() && words[result] != "*:*" && (is_repeat || is_other_side)
                };
                if (0..at).any(is_same) {
                    expected[at] = Some(Reason::SameGameTwice);
                }
            }
            let is_game = |at: usize| words[rows[at].2] != "+/-";
            let single: Vec<usize> = (0..rows.len()).filter(|&at| expected[at].is_none()).collect();
            for &at in single.iter().filter(|_| !allows_two_games) {
                let shared = |other: usize| [rows[other].0, rows[other].1].iter().filter(|player| [rows[at].0, rows[at].1].contains(player)).count();
                // A forfeit contradicts a game of the same two players, and no other.
                let clashes = |other: usize| match shared(other) {
                    0 => false,
                    1 => is_game(at) && is_game(other),
                    _ => single.iter().any(|&one| shared(one) == 2 && is_game(one)),
                };
                if single.iter().any(|&other| other != at && clashes(other)) {
                    expected[at] = Some(Reason::TwoGamesInOneRound);
                }
            }
            let mut faults = vec![None; rows.len()];
            for (game, second) in found(&texts.iter().map(String::as_str).collect::<Vec<_>>(), allows_two_games) {
                faults[game] = second.fault();
            }
            prop_assert_eq!(faults, expected);
        }
    }

    #[test]
    fn matches_knockouts_teams_and_double_rounds_allow_two_games() {
        let tournament = |kind| Tournament { kind, ..Tournament::default() };
        let allowed: Vec<_> =
            TournamentKind::ALL.iter().filter(|&&kind| allows_two_games_a_round(&tournament(Some(kind)))).map(|kind| kind.word()).collect();
        assert_eq!(allowed, ["match", "team", "knockout", "scheveningen"]);
        assert!(!allows_two_games_a_round(&tournament(None)));
        let classes = [TournamentClass::DoubleRounds].into_iter().collect();
        assert!(allows_two_games_a_round(&Tournament { classes, ..tournament(Some(TournamentKind::Swiss)) }));
    }
}
