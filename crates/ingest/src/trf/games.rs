//! Joins the two sides of each game, one from each player's line.

use super::ReportReader;
use super::player_line::{Colour, ReportEntry, ReportedSide, opponent_column, result_column};
use crate::codes;
use model::{GameResult, Games, Place, PlayerRef, Reason, SideResult};

const NOBODY: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

/// Finds the entry of a starting rank.
struct RankIndex(Vec<u32>);

enum RankHolder {
    Nobody,
    Several,
    ReportEntry(usize),
}

impl RankIndex {
    fn holder(&self, rank: u16) -> RankHolder {
        match self.0.get(usize::from(rank)).copied().unwrap_or(NOBODY) {
            NOBODY => RankHolder::Nobody,
            SEVERAL => RankHolder::Several,
            entry => RankHolder::ReportEntry(entry as usize),
        }
    }
}

/// One game with starting ranks, to sort by.
struct PairedGame {
    round: u16,
    white_rank: u16,
    black_rank: u16,
    white: PlayerRef,
    black: PlayerRef,
    result: GameResult,
    fault: Option<Reason>,
}

/// Whether two outcomes of one game are consistent.
#[derive(Debug, PartialEq, Eq)]
enum Agreement {
    Agree,
    /// Both lines are valid, though the points do not add up to one.
    Legal,
    Disagree,
}

fn agreement(a: SideResult, b: SideResult) -> Agreement {
    use SideResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnplayedDraw, UnplayedLoss, UnplayedWin, Win};
    match (a, b) {
        (Win, Loss) | (Loss, Win) | (Draw, Draw) => Agreement::Agree,
        (ForfeitWin, ForfeitLoss) | (ForfeitLoss, ForfeitWin | ForfeitLoss) => Agreement::Agree,
        (UnplayedWin, UnplayedLoss) | (UnplayedLoss, UnplayedWin) | (UnplayedDraw, UnplayedDraw) => Agreement::Agree,
        // An unknown outcome contradicts nothing, and is not rated.
        (Unknown, _) | (_, Unknown) => Agreement::Agree,
        (Loss, Loss) | (Draw, Loss) | (Loss, Draw) => Agreement::Legal,
        (UnplayedLoss, UnplayedLoss) | (UnplayedDraw, UnplayedLoss) | (UnplayedLoss, UnplayedDraw) => Agreement::Legal,
        _ => Agreement::Disagree,
    }
}

impl ReportReader<'_> {
    /// Returns the games by round, then by white's starting rank.
    pub(super) fn games(&mut self) -> Games {
        let ranks = self.ranks();
        let mut paired_games = Vec::with_capacity(self.sides.len() / 2 + 1);
        for entry in 0..self.entries.len() {
            for at in self.entries[entry].sides.clone() {
                let side = self.sides[at];
                paired_games.extend(self.game(&ranks, entry, side));
            }
        }
        paired_games.sort_by_key(|game| (game.round, game.white_rank, game.black_rank));
        let mut games = Games::default();
        for game in paired_games {
            let clashes = |player: PlayerRef| self.clashes.binary_search(&(game.round, player)).is_ok();
            let is_clash = game.result.may_be_played() && (clashes(game.white) || clashes(game.black));
            games.push(game.round, game.white, game.black, game.result, game.fault.or(is_clash.then_some(Reason::TwoGamesInOneRound)));
        }
        games
    }

    fn ranks(&mut self) -> RankIndex {
        let highest = self.entries.iter().map(|entry| entry.rank).max().unwrap_or(0);
        let mut ranks = vec![NOBODY; usize::from(highest) + 1];
        for (at, entry) in self.entries.iter().enumerate() {
            let holder = &mut ranks[usize::from(entry.rank)];
            *holder = if *holder == NOBODY { u32::try_from(at).expect("a report has fewer lines than that") } else { SEVERAL };
        }
        let mut first_line = vec![0; ranks.len()];
        for entry in &self.entries {
            let rank = usize::from(entry.rank);
            if ranks[rank] != SEVERAL {
                continue;
            }
            let message = match std::mem::replace(&mut first_line[rank], entry.line) {
                0 => format!("starting rank {rank} is given to several players; games against it do not count"),
                line => format!("starting rank {rank} is already that of line {line}; games against it do not count"),
            };
            let hint = "give every player a starting rank of his or her own, also where opponents are named";
            self.problems.add(&codes::RANK_TWICE, Place::new(entry.line, 5, 4), message).hint(hint).source(entry.source);
        }
        RankIndex(ranks)
    }

    /// The game of one side; `None` if the other side adds it.
    fn game(&mut self, ranks: &RankIndex, entry: usize, side: ReportedSide) -> Option<PairedGame> {
        let ReportEntry { rank, line, source, .. } = self.entries[entry];
        let round = side.round;
        if side.opponent == rank {
            let message = format!("round {round}: player {rank} is his or her own opponent");
            let place = Place::new(line, opponent_column(round), 4);
            self.problems.add(&codes::AGAINST_ONESELF, place, message).hint("put the true opponent there, or 0000").source(source);
            let player = self.entries[entry].player;
            return Some(self.one_sided_game(entry, side, (rank, player), SideResult::Missing, Reason::AgainstOneself));
        }
        let unknown_opponent = PlayerRef::without_id(side.opponent.into());
        match ranks.holder(side.opponent) {
            RankHolder::Nobody => {
                let message = format!("round {round}: opponent {} is not in the player section", side.opponent);
                let place = Place::new(line, opponent_column(round), 4);
                let hint = "add the opponent's line, or correct the number";
                self.problems.add(&codes::OPPONENT_UNKNOWN, place, message).hint(hint).source(source);
                Some(self.one_sided_game(entry, side, (side.opponent, unknown_opponent), SideResult::Missing, Reason::OneSided))
            }
            // The opponent is ambiguous; the duplicate rank is already reported.
            RankHolder::Several => {
                Some(self.one_sided_game(entry, side, (side.opponent, unknown_opponent), SideResult::Missing, Reason::OneSided))
            }
            RankHolder::ReportEntry(other) => {
                let theirs = self.side_of(other, round);
                match theirs {
                    Some(theirs) if theirs.opponent == rank => {
                        if matches!(ranks.holder(rank), RankHolder::Several) {
                            return None;
                        }
                        (rank < side.opponent).then(|| self.both_sides(entry, side, other, theirs))
                    }
                    _ => {
                        self.one_sided(entry, side, other, theirs);
                        let opponent = (side.opponent, self.entries[other].player);
                        Some(self.one_sided_game(entry, side, opponent, SideResult::Missing, Reason::OneSided))
                    }
                }
            }
        }
    }

    fn side_of(&self, entry: usize, round: u16) -> Option<ReportedSide> {
        let sides = &self.sides[self.entries[entry].sides.clone()];
        sides.binary_search_by_key(&round, |side| side.round).ok().map(|at| sides[at])
    }

    fn one_sided(&mut self, entry: usize, side: ReportedSide, other: usize, theirs: Option<ReportedSide>) {
        let ReportEntry { line, source, .. } = self.entries[entry];
        let their_line = self.entries[other].line;
        let message = match theirs {
            Some(theirs) => {
                format!("round {}: opponent {} names {} as opponent (line {their_line})", side.round, side.opponent, theirs.opponent)
            }
            None => format!("round {}: opponent {} has no game in this round (line {their_line})", side.round, side.opponent),
        };
        let place = Place::new(line, opponent_column(side.round), 4);
        self.problems.add(&codes::ONE_SIDED, place, message).hint("make the two lines agree; the game does not count").source(source);
        self.contradictions += 1;
    }

    /// A game that only one player's line has.
    fn one_sided_game(
        &self,
        entry: usize,
        side: ReportedSide,
        opponent: (u16, PlayerRef),
        theirs: SideResult,
        fault: Reason,
    ) -> PairedGame {
        let own = (self.entries[entry].rank, self.entries[entry].player);
        let is_white = match side.colour {
            Colour::White => true,
            Colour::Black => false,
            Colour::None => own.0 <= opponent.0,
        };
        paired_game(side.round, is_white, own, opponent, side.outcome, theirs, Some(fault))
    }

    fn both_sides(&mut self, entry: usize, side: ReportedSide, other: usize, theirs: ReportedSide) -> PairedGame {
        let ReportEntry { rank, line, source, player, .. } = self.entries[entry];
        let (opponent, their_line) = (side.opponent, self.entries[other].line);
        let round = side.round;
        let is_played = side.outcome.played().is_some() && theirs.outcome.played().is_some();
        let is_white = match (side.colour, theirs.colour) {
            (Colour::White, Colour::Black | Colour::None) | (Colour::None, Colour::Black) => true,
            (Colour::Black, Colour::White | Colour::None) | (Colour::None, Colour::White) => false,
            // `entry` has the lower rank.
            (Colour::None, Colour::None) => {
                if is_played {
                    let message = format!("round {round}: no colours in the game against {opponent} (line {their_line})");
                    self.problems.add(&codes::NO_COLOURS, Place::new(line, result_column(round) - 2, 1), message).source(source);
                }
                true
            }
            (Colour::White, Colour::White) | (Colour::Black, Colour::Black) => {
                let message = format!("round {round}: opponent {opponent} has the same colour (line {their_line})");
                let hint = format!("player {rank} is taken as white; correct one of the two lines");
                self.problems.add(&codes::COLOURS_CLASH, Place::new(line, result_column(round) - 2, 1), message).hint(hint).source(source);
                true
            }
        };
        if player.fide_id().is_some() && player == self.entries[other].player {
            let message = format!("round {round}: opponent {opponent} has the same id (line {their_line})");
            let place = Place::new(line, opponent_column(round), 4);
            self.problems.add(&codes::AGAINST_ONESELF, place, message).hint("correct the id of one of the two").source(source);
            let sides = ((rank, player), (opponent, player));
            return paired_game(round, is_white, sides.0, sides.1, side.outcome, theirs.outcome, Some(Reason::AgainstOneself));
        }
        let place = Place::new(line, result_column(round), 1);
        let (ours, others) = (side.outcome.symbol(), theirs.outcome.symbol());
        let fault = match agreement(side.outcome, theirs.outcome) {
            Agreement::Agree => None,
            Agreement::Legal => {
                let message = format!("round {round}: '{ours}' here and '{others}' for opponent {opponent} (line {their_line})");
                self.problems.add(&codes::ASYMMETRIC, place, message).source(source);
                None
            }
            Agreement::Disagree => {
                let message = format!("round {round}: '{ours}' here excludes '{others}' for opponent {opponent} (line {their_line})");
                let hint = "make the two lines agree; the game does not count";
                self.problems.add(&codes::RESULTS_DISAGREE, place, message).hint(hint).source(source);
                self.contradictions += 2;
                Some(Reason::ResultsDisagree)
            }
        };
        paired_game(round, is_white, (rank, player), (opponent, self.entries[other].player), side.outcome, theirs.outcome, fault)
    }
}

fn paired_game(
    round: u16,
    is_white: bool,
    own: (u16, PlayerRef),
    opponent: (u16, PlayerRef),
    outcome: SideResult,
    theirs: SideResult,
    fault: Option<Reason>,
) -> PairedGame {
    let ((white_rank, white), (black_rank, black)) = if is_white { (own, opponent) } else { (opponent, own) };
    let result = if is_white { GameResult::new(outcome, theirs) } else { GameResult::new(theirs, outcome) };
    PairedGame { round, white_rank, black_rank, white, black, result, fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_outcomes_agree_are_legal_or_exclude_each_other() {
        use SideResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnplayedDraw, UnplayedLoss, UnplayedWin, Win};
        for (a, b, expected) in [
            (Win, Loss, Agreement::Agree),
            (Draw, Draw, Agreement::Agree),
            (ForfeitWin, ForfeitLoss, Agreement::Agree),
            (ForfeitLoss, ForfeitLoss, Agreement::Agree),
            (UnplayedWin, UnplayedLoss, Agreement::Agree),
            (UnplayedDraw, UnplayedDraw, Agreement::Agree),
            (Unknown, Win, Agreement::Agree),
            (Loss, Loss, Agreement::Legal),
            (Draw, Loss, Agreement::Legal),
            (Win, Win, Agreement::Disagree),
            (Win, Draw, Agreement::Disagree),
            (ForfeitWin, ForfeitWin, Agreement::Disagree),
            (Win, ForfeitLoss, Agreement::Disagree),
            (ForfeitWin, Loss, Agreement::Disagree),
            (UnplayedWin, Loss, Agreement::Disagree),
            (UnplayedWin, UnplayedDraw, Agreement::Disagree),
        ] {
            assert_eq!(agreement(a, b), expected, "{a:?} {b:?}");
            assert_eq!(agreement(b, a), expected, "{b:?} {a:?}");
        }
    }
}
