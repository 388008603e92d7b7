//! One game of a tournament: found, described, given another result.

use model::{GameResult, Games, Outcome, PlayerRef, Reason};
use std::ops::Range;

/// The games of one round. A tournament's games stand by round.
pub(super) fn of_round(games: &Games, tournament: &Range<usize>, round: u16) -> Range<usize> {
    let rounds = &games.round[tournament.clone()];
    let (from, to) = (rounds.partition_point(|&other| other < round), rounds.partition_point(|&other| other <= round));
    tournament.start + from..tournament.start + to
}

/// The games of a round in which these two meet with these colours: more than one where a table has the pairing twice.
pub(super) fn meetings(games: &Games, round: Range<usize>, white: PlayerRef, black: PlayerRef) -> Vec<usize> {
    round.filter(|&game| games.white[game] == white && games.black[game] == black).collect()
}

/// Which of several meetings has a result: one that counts, if there is one.
pub(super) fn with_result(games: &Games, meetings: &[usize], result: GameResult) -> Option<usize> {
    let fitting = || meetings.iter().copied().filter(|&game| games.result[game] == result);
    fitting().find(|&game| games.fault[game].is_none()).or_else(|| fitting().next())
}

/// Gives one of the meetings of a pairing another result, and brings its faults and those of the others up to date.
///
/// What was wrong with the result is put right by it; whether a pairing that a table has twice is one game entered twice
/// depends on the results being the same, as when the table is read.
pub(super) fn set_result(games: &mut Games, meetings: &[usize], game: usize, result: GameResult) {
    games.result[game] = result;
    if matches!(games.fault[game], Some(Reason::ResultsDisagree | Reason::OneSided | Reason::ResultUnknown)) {
        games.fault[game] = None;
    }
    if meetings.len() < 2 || games.round[game] == 0 {
        return;
    }
    let mut seen: Vec<GameResult> = Vec::new();
    for &meeting in meetings {
        let result = games.result[meeting];
        if games.fault[meeting] == Some(Reason::TwoGamesInOneRound) {
            games.fault[meeting] = None;
        }
        if seen.contains(&result) {
            games.fault[meeting].get_or_insert(Reason::TwoGamesInOneRound);
        } else if result.white != Outcome::Unknown {
            seen.push(result);
        }
    }
}

/// What there is instead of a game that was not found as described.
pub(super) fn what_is_there(games: &Games, round: Range<usize>, white: PlayerRef, black: PlayerRef) -> String {
    let name = |player: PlayerRef| player.fide_id().map_or_else(|| "a player without id".to_owned(), |id| id.to_string());
    let told = |game: usize| format!("{} - {} {}", name(games.white[game]), name(games.black[game]), games.result[game]);
    let plays = |game: usize, player: PlayerRef| games.white[game] == player || games.black[game] == player;
    let met: Vec<String> = round.clone().filter(|&game| plays(game, white) && plays(game, black)).map(told).collect();
    if !met.is_empty() {
        return format!("there is {}", met.join(", "));
    }
    let others: Vec<String> = round.filter(|&game| plays(game, white) || plays(game, black)).map(told).collect();
    match others.as_slice() {
        [] => "neither has a game in that round".to_owned(),
        others => format!("the two do not meet in that round; there is {}", others.join(", ")),
    }
}
