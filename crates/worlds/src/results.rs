//! Draws results of games from the strengths of the players.

use crate::random::{RandomStream, interpolate};
use crate::tournament::PairingResult;

/// Expected score of the stronger player, in thousandths, by the difference in strength.
const EXPECTED: [(i32, i32); 13] = [
    (0, 500),
    (50, 571),
    (100, 640),
    (150, 703),
    (200, 760),
    (250, 808),
    (300, 849),
    (350, 882),
    (400, 909),
    (500, 947),
    (600, 969),
    (700, 983),
    (800, 990),
];

/// Draws the result of a pairing: usually a game, sometimes a forfeit.
pub(crate) fn draw_pairing_result(white: i32, black: i32, random: &mut RandomStream) -> PairingResult {
    match random.below(10_000) {
        0..60 => PairingResult::WhiteByForfeit,
        60..120 => PairingResult::BlackByForfeit,
        120..140 => PairingResult::NobodyCame,
        140..150 => PairingResult::NobodyWins,
        _ => draw_game_result(white, black, random),
    }
}

/// Draws the result of a game over the board. White is worth 30 points, and strong players draw more often.
pub(crate) fn draw_game_result(white: i32, black: i32, random: &mut RandomStream) -> PairingResult {
    let difference = white + 30 - black;
    let stronger = interpolate(&EXPECTED, difference.abs());
    let expected = if difference >= 0 { stronger } else { 1000 - stronger };
    let drawish = (120 + (white.min(black) - 1200) / 4).clamp(80, 450);
    let draws = drawish * expected.min(1000 - expected) / 500;
    let luck = random.between(0, 999);
    if luck < expected - draws / 2 {
        PairingResult::WhiteWins
    } else if luck < expected - draws / 2 + draws {
        PairingResult::Draw
    } else {
        PairingResult::BlackWins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn the_stronger_player_scores_as_the_difference_predicts() {
        let mut random = RandomStream::new(1, Purpose::Play, 0);
        let total: u32 = (0..4000).map(|_| u32::from(draw_game_result(1770, 1600, &mut random).half_points().0)).sum();
        let per_mille = total / 8;
        assert!((730..790).contains(&per_mille), "{per_mille}");
    }

    #[test]
    fn every_result_of_a_pairing_occurs() {
        let mut random = RandomStream::new(1, Purpose::Play, 1);
        let mut seen: Vec<PairingResult> = (0..20_000).map(|_| draw_pairing_result(1500, 1500, &mut random)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 7);
    }
}
