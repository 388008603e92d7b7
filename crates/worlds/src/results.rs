//! How a game ends, given how strong the two players really are.

use crate::dice::{Dice, on_curve};
use crate::event::Score;

/// Score expected of the stronger player, in thousandths, by the difference in strength.
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

/// One pairing's result. Most are games; now and then somebody does not come.
pub(crate) fn result(white: i32, black: i32, dice: &mut Dice) -> Score {
    match dice.below(10_000) {
        0..60 => Score::WhiteByForfeit,
        60..120 => Score::BlackByForfeit,
        120..140 => Score::NobodyCame,
        140..150 => Score::NobodyWins,
        _ => played(white, black, dice),
    }
}

/// The result of a game at the board. White counts for 30 points, and the strong draw more often.
pub(crate) fn played(white: i32, black: i32, dice: &mut Dice) -> Score {
    let difference = white + 30 - black;
    let stronger = on_curve(&EXPECTED, difference.abs());
    let expected = if difference >= 0 { stronger } else { 1000 - stronger };
    let drawish = (120 + (white.min(black) - 1200) / 4).clamp(80, 450);
    let draws = drawish * expected.min(1000 - expected) / 500;
    let luck = dice.between(0, 999);
    if luck < expected - draws / 2 {
        Score::WhiteWins
    } else if luck < expected - draws / 2 + draws {
        Score::Draw
    } else {
        Score::BlackWins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    #[test]
    fn the_stronger_player_scores_what_the_difference_promises() {
        let mut dice = Dice::new(1, Purpose::Play, 0);
        let total: u32 = (0..4000).map(|_| u32::from(played(1770, 1600, &mut dice).half_points().0)).sum();
        let per_mille = total / 8;
        assert!((730..790).contains(&per_mille), "{per_mille}");
    }

    #[test]
    fn every_way_to_end_a_game_occurs() {
        let mut dice = Dice::new(1, Purpose::Play, 1);
        let mut seen: Vec<Score> = (0..20_000).map(|_| result(1500, 1500, &mut dice)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 7);
    }
}
