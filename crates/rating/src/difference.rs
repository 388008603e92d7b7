//! Rating differences as they count for rating purposes: ratings in, differences limited by the cap out.

use model::Rating;
use rulebook::{CapBenefit, RatingDifference};

/// Writes own rating minus opponent's for each game of one tournament, limited by the cap.
///
/// The unit is the tournament, not the game, because one edition lets the higher-rated player use the cap once a
/// tournament, for the largest difference (D10).
pub fn count_differences(rule: &RatingDifference, own: Rating, opponents: impl Iterator<Item = Rating>, counted: &mut Vec<i16>) {
    counted.clear();
    counted.extend(opponents.map(|opponent| own.0 - opponent.0));
    if rule.uncapped_from.is_some_and(|from| own >= from) {
        return;
    }
    let cap = rule.cap;
    match rule.benefit {
        CapBenefit::EveryGame => counted.iter_mut().for_each(|difference| *difference = (*difference).clamp(-cap, cap)),
        CapBenefit::OncePerTournament => {
            counted.iter_mut().for_each(|difference| *difference = (*difference).max(-cap));
            // Which of several equal differences it is changes no number.
            let greatest = counted.iter().copied().max().unwrap_or(0);
            if greatest > cap
                && let Some(upgraded) = counted.iter_mut().find(|difference| **difference == greatest)
            {
                *upgraded = cap;
            }
        }
    }
}

/// The counted difference of one game, where the cap applies to every game.
pub fn counted_difference(rule: &RatingDifference, own: Rating, opponent: Rating) -> i16 {
    let difference = own.0 - opponent.0;
    let is_uncapped = rule.uncapped_from.is_some_and(|from| own >= from);
    if is_uncapped { difference } else { difference.clamp(-rule.cap, rule.cap) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(benefit: CapBenefit, uncapped_from: Option<i16>) -> RatingDifference {
        RatingDifference {
            article: "8.31".into(),
            cap: 400,
            benefit,
            unrated_opponent_article: None,
            uncapped_from: uncapped_from.map(Rating),
        }
    }

    fn counted(rule: &RatingDifference, own: i16, opponents: &[i16]) -> Vec<i16> {
        let mut out = vec![7; 3];
        count_differences(rule, Rating(own), opponents.iter().map(|&o| Rating(o)), &mut out);
        out
    }

    #[test]
    fn article_8_31_of_2022_lets_the_higher_rated_player_benefit_once_in_the_game_with_the_greatest_difference() {
        let rule = rule(CapBenefit::OncePerTournament, None);
        assert_eq!(counted(&rule, 2000, &[1063, 1299, 1413, 1872]), [400, 701, 587, 128]);
        assert_eq!(counted(&rule, 2000, &[1500, 1500]), [400, 500], "two equal ones are one upgrade");
        assert_eq!(counted(&rule, 1500, &[2000, 2200]), [-400, -400], "the lower-rated player benefits in every game");
        assert_eq!(counted(&rule, 2000, &[1600]), [400]);
    }

    #[test]
    fn from_2024_every_difference_over_400_counts_as_400() {
        assert_eq!(counted(&rule(CapBenefit::EveryGame, None), 2000, &[1063, 1299, 1599, 1600, 2500]), [400, 400, 400, 400, -400]);
    }

    #[test]
    fn from_october_2025_a_player_of_2650_has_no_cap_on_the_own_side_and_one_of_2649_has() {
        let rule = rule(CapBenefit::EveryGame, Some(2650));
        assert_eq!(counted(&rule, 2650, &[2000, 2249, 2300]), [650, 401, 350]);
        assert_eq!(counted(&rule, 2649, &[2000, 2249, 2300]), [400, 400, 349]);
        assert_eq!(counted(&rule, 2000, &[2650]), [-400], "the opponent's side is still capped");
    }

    proptest! {
        #[test]
        fn a_difference_never_grows_and_never_changes_its_sign(own in 1000i16..2900, opponents in prop::collection::vec(1000i16..2900, 0..12), once: bool) {
            let benefit = if once { CapBenefit::OncePerTournament } else { CapBenefit::EveryGame };
            let out = counted(&rule(benefit, None), own, &opponents);
            prop_assert_eq!(out.len(), opponents.len());
            let mut upgrades = 0;
            for (counted, opponent) in out.iter().zip(&opponents) {
                let difference = own - opponent;
                prop_assert!(counted.abs() <= difference.abs() && counted.signum() == difference.signum());
                upgrades += usize::from(difference > 400 && *counted == 400);
            }
            prop_assert!(!once || upgrades <= 1);
        }
    }
}
