//! The participants of a match, and the games played after it was won (D26).

use model::{Games, HalfPoints, PlayerRef, Tournament};
use rulebook::MatchWon;
use std::ops::Range;

/// The players of a range of games, sorted and without repetition.
pub(crate) fn participants(games: &Games, range: Range<usize>) -> Vec<PlayerRef> {
    let mut players: Vec<PlayerRef> = games.white[range.clone()].iter().chain(&games.black[range]).copied().collect();
    players.sort_unstable();
    players.dedup();
    players
}

/// The index of the first game after the match was won; the end of the range where there is none.
pub(crate) fn first_game_after_win(rule: &MatchWon, tournament: &Tournament, games: &Games) -> usize {
    let range = tournament.games.clone();
    let MatchWon::LaterGamesNotRated { scheduled_more_than, waiver, .. } = rule else { return range.end };
    if waiver.is_some_and(|w| tournament.waivers.contains(w)) {
        return range.end;
    }
    // A row that is wrong, or repeats another, is not a game.
    let is_game = |game: &usize| games.fault[*game].is_none();
    let last_round = range.clone().filter(is_game).map(|game| games.round[game]).max().unwrap_or(0);
    // Where the length is not given, the match was as long as it was played (R20).
    let played = u16::try_from(range.clone().filter(is_game).count()).unwrap_or(u16::MAX);
    let scheduled = tournament.rounds.unwrap_or(last_round.max(played));
    if scheduled <= *scheduled_more_than {
        return range.end;
    }
    let Some(&first) = games.white.get(range.start) else { return range.end };
    let mut points = [HalfPoints(0); 2];
    for game in range.clone() {
        // Each scheduled game has two half points, so half of all points is one half point per scheduled game.
        if points.iter().any(|p| p.0 > i32::from(scheduled)) {
            return game;
        }
        if !is_game(&game) {
            continue;
        }
        let white = usize::from(games.white[game] != first);
        points[white] = points[white] + games.result[game].white.points();
        points[1 - white] = points[1 - white] + games.result[game].black.points();
    }
    range.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{GameResult, SideResult, Waiver, Waivers};

    const RULE: MatchWon = MatchWon::LaterGamesNotRated { article: String::new(), scheduled_more_than: 0, waiver: Some(Waiver::Match) };

    /// A match of players 1 and 2, who alternate colours, with these results of player 1.
    fn games(results: &[SideResult]) -> (Tournament, Games) {
        let (one, two) = (PlayerRef::id(1).expect("an id"), PlayerRef::id(2).expect("an id"));
        let mut games = Games::default();
        for (at, &result) in results.iter().enumerate() {
            let other = match result {
                SideResult::Win => SideResult::Loss,
                SideResult::Loss => SideResult::Win,
                SideResult::ForfeitWin => SideResult::ForfeitLoss,
                same => same,
            };
            let round = u16::try_from(at + 1).expect("few rounds");
            if at % 2 == 0 {
                games.push(round, one, two, GameResult::new(result, other), None);
            } else {
                games.push(round, two, one, GameResult::new(other, result), None);
            }
        }
        (Tournament { games: 0..results.len(), rounds: Some(6), ..Tournament::default() }, games)
    }

    #[test]
    fn games_after_more_than_half_of_the_points_come_after_the_win() {
        use SideResult::{Draw, ForfeitWin, Loss, Win};
        // 3.5 of 6 after the fourth game.
        let (tournament, played) = games(&[Win, Win, Draw, Win, Loss, Loss]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 4);
        // Exactly half is not won.
        let (tournament, played) = games(&[Win, Win, Win, Loss, Loss, Loss]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 6);
        // A forfeit counts towards winning.
        let (tournament, played) = games(&[Win, ForfeitWin, Win, Draw, Draw]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 4);
    }

    #[test]
    fn a_waiver_lets_every_game_count() {
        use SideResult::Win;
        let (mut tournament, played) = games(&[Win, Win, Win, Win, Win, Win]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 4);
        tournament.waivers = Waivers::from_iter([Waiver::Match]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 6);
        tournament.waivers = Waivers::from_iter([Waiver::Late]);
        assert_eq!(first_game_after_win(&RULE, &tournament, &played), 4);
    }
}
