//! Results as tables write them, from white's side.

use model::{GameResult, Outcome};

/// The hint where a result is none of the words.
pub(crate) const RESULT_WORDS: &str = "one of 1-0 0-1 1/2-1/2, unplayed +/- -/+ -/-";

/// The result that a word stands for.
pub(crate) fn result_of(word: &str) -> Option<GameResult> {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    let (white, black) = match word {
        "1-0" => (Win, Loss),
        "0-1" => (Loss, Win),
        "1/2-1/2" | "½-½" => (Draw, Draw),
        "+/-" => (ForfeitWin, ForfeitLoss),
        "-/+" => (ForfeitLoss, ForfeitWin),
        "-/-" => (ForfeitLoss, ForfeitLoss),
        "0-0" => (Loss, Loss),
        "1/2-0" | "½-0" => (Draw, Loss),
        "0-1/2" | "0-½" => (Loss, Draw),
        _ => return None,
    };
    Some(GameResult::new(white, black))
}

/// Whether a game was played and the two scores do not add up to one point.
pub(crate) fn is_asymmetric(result: GameResult) -> bool {
    use Outcome::{Draw, Loss};
    matches!((result.white, result.black), (Loss, Loss) | (Draw, Loss) | (Loss, Draw))
}
