//! Finds, describes and changes single games of a tournament.

use model::{GameResult, Games, PlayerRef, Reason, SideResult};
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

/// Sets the result of one meeting, and updates the faults of all meetings of the pairing.
///
/// A fault of the old result is removed. As when a table is read, a repeated pairing counts as one game entered twice only if the results
/// are equal.
pub(super) fn set_result(games: &mut Games, meetings: &[usize], game: usize, result: GameResult) {
    games.result[game] = result;
    if matches!(games.fault[game], Some(Reason::ResultsDisagree | Reason::OneSided | Reason::ResultUnknown)) {
        games.fault[game] = None;
    }
    if meetings.len() < 2 || games.round[game] == 0 {
        return;
    }
    let mut earlier_results: Vec<GameResult> = Vec::new();
    for &meeting in meetings {
        let result = games.result[meeting];
        if games.fault[meeting] == Some(Reason::TwoGamesInOneRound) {
            games.fault[meeting] = None;
        }
        if earlier_results.contains(&result) {
            games.fault[meeting].get_or_insert(Reason::TwoGamesInOneRound);
        } else if result.white != SideResult::Unknown {
            earlier_results.push(result);
        }
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
