//! The change of a rating: K and the sum of score minus expectation in, whole points out.

use model::Hundredths;
use rulebook::{GamesCap, HalfRounding};

/// The largest whole K with K x n within the cap.
pub fn k_under_games_cap(rule: &GamesCap, k: u8, games: u32) -> u8 {
    match rule {
        GamesCap::None {} => k,
        GamesCap::KTimesGames { at_most, .. } => {
            if u32::from(k) * games <= *at_most {
                return k;
            }
            u8::try_from(at_most / games).expect("smaller than a K that is too large")
        }
    }
}

/// K times the sum, to the nearest whole number (D9).
pub fn rounded_change(half: HalfRounding, k: u8, sum: Hundredths) -> i32 {
    let hundredths = i32::from(k) * sum.0;
    match half {
        HalfRounding::Up => (hundredths + 50).div_euclid(100),
        HalfRounding::AwayFromZero => hundredths.signum() * ((hundredths.abs() + 50) / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cap_700() -> GamesCap {
        GamesCap::KTimesGames { article: "8.33".into(), at_most: 700 }
    }

    #[test]
    fn article_8_33_of_39_games_at_20_makes_17() {
        assert_eq!(k_under_games_cap(&cap_700(), 20, 39), 17);
        assert_eq!(k_under_games_cap(&cap_700(), 20, 35), 20);
        assert_eq!(k_under_games_cap(&cap_700(), 20, 36), 19);
        assert_eq!(k_under_games_cap(&cap_700(), 40, 17), 40);
        assert_eq!(k_under_games_cap(&cap_700(), 40, 18), 38);
        assert_eq!(k_under_games_cap(&cap_700(), 10, 701), 0);
        assert_eq!(k_under_games_cap(&GamesCap::None {}, 30, 60), 30);
    }

    #[test]
    fn article_8_34_a_half_goes_away_from_zero() {
        // -0.25 at K 10 is -2.50: published as -3.
        assert_eq!(rounded_change(HalfRounding::AwayFromZero, 10, Hundredths(-25)), -3);
        assert_eq!(rounded_change(HalfRounding::AwayFromZero, 10, Hundredths(25)), 3);
        assert_eq!(rounded_change(HalfRounding::AwayFromZero, 10, Hundredths(-24)), -2);
        assert_eq!(rounded_change(HalfRounding::AwayFromZero, 20, Hundredths(-61)), -12);
        assert_eq!(rounded_change(HalfRounding::AwayFromZero, 20, Hundredths(0)), 0);
    }

    #[test]
    fn article_8_57_of_2009_and_2018_a_half_goes_up_whether_positive_or_negative() {
        assert_eq!(rounded_change(HalfRounding::Up, 10, Hundredths(-25)), -2);
        assert_eq!(rounded_change(HalfRounding::Up, 10, Hundredths(25)), 3);
        assert_eq!(rounded_change(HalfRounding::Up, 10, Hundredths(-26)), -3);
    }

    proptest! {
        #[test]
        fn away_from_zero_is_the_same_for_gains_and_losses(k in 0u8..=40, sum in -5000i32..5000) {
            prop_assert_eq!(rounded_change(HalfRounding::AwayFromZero, k, Hundredths(sum)), -rounded_change(HalfRounding::AwayFromZero, k, Hundredths(-sum)));
        }

        #[test]
        fn the_capped_k_is_the_largest_that_fits(k in 10u8..=40, games in 1u32..400) {
            let used = u32::from(k_under_games_cap(&cap_700(), k, games));
            prop_assert!(used * games <= 700 || used == u32::from(k) && u32::from(k) * games <= 700);
            prop_assert!(used == u32::from(k) || (used + 1) * games > 700);
        }
    }
}
