//! Finds, describes and changes single games of a tournament.

use ingest::find_second_games;
use model::{GameResult, Games, PlayerRef, Reason};
use std::ops::Range;

/// The games of one round. The games of a tournament must be sorted by round.
pub(super) fn games_of_round(games: &Games, tournament: &Range<usize>, round: u16) -> Range<usize> {
    let rounds = &games.round[tournament.clone()];
    let (from, to) = (rounds.partition_point(|&other| other < round), rounds.partition_point(|&other| other <= round));
    tournament.start + from..tournament.start + to
}

/// The games of a round between two players with these colours; several if a table has the pairing twice.
pub(super) fn meetings(games: &Games, round: Range<usize>, white: PlayerRef, black: PlayerRef) -> Vec<usize> {
    round.filter(|&game| games.white[game] == white && games.black[game] == black).collect()
}

/// The meeting that has this result; one that counts is preferred.
pub(super) fn with_result(games: &Games, meetings: &[usize], result: GameResult) -> Option<usize> {
    let matching = || meetings.iter().copied().filter(|&game| games.result[game] == result);
    matching().find(|&game| games.fault[game].is_none()).or_else(|| matching().next())
}

/// Sets the result of one game. A fault of the old result is removed.
///
/// Where the two players meet more than once in the round, its games are compared again, as when a table is read (D38, D52).
pub(super) fn set_result(games: &mut Games, round: Range<usize>, game: usize, result: GameResult, allows_two_games: bool) {
    games.result[game] = result;
    if matches!(games.fault[game], Some(Reason::ResultsDisagree | Reason::OneSided | Reason::ResultUnknown)) {
        games.fault[game] = None;
    }
    let (white, black) = (games.white[game], games.black[game]);
    let meetings = meetings(games, round.clone(), white, black).len() + meetings(games, round.clone(), black, white).len();
    if meetings < 2 {
        return;
    }
    for fault in &mut games.fault[round.clone()] {
        fault.take_if(|fault| matches!(fault, Reason::SameGameTwice | Reason::TwoGamesInOneRound));
    }
    for (second, how) in find_second_games(games, round, allows_two_games) {
        games.fault[second] = games.fault[second].or(how.fault());
    }
}

/// Describes the games of a round that two players have, for a game that was not found.
pub(super) fn describe_round(games: &Games, round: Range<usize>, white: PlayerRef, black: PlayerRef) -> String {
    let name = |player: PlayerRef| player.fide_id().map_or_else(|| "a player without id".to_owned(), |id| id.to_string());
    let describe = |game: usize| format!("{} - {} {}", name(games.white[game]), name(games.black[game]), games.result[game]);
    let plays = |game: usize, player: PlayerRef| games.white[game] == player || games.black[game] == player;
    let between_both: Vec<String> = round.clone().filter(|&game| plays(game, white) && plays(game, black)).map(describe).collect();
    if !between_both.is_empty() {
        return format!("there is {}", between_both.join(", "));
    }
    let others: Vec<String> = round.filter(|&game| plays(game, white) || plays(game, black)).map(describe).collect();
    match others.as_slice() {
        [] => "neither has a game in that round".to_owned(),
        others => format!("the two do not meet in that round; there is {}", others.join(", ")),
    }
}
