//! Both conversion tables, row by row as the regulations print them (8.1a, 8.1b in 2009; 7.1.1, 7.1.2 in 2024).

use model::Hundredths;
use proptest::prelude::*;
use rulebook::{expected_score, rating_difference};

/// p and dp, six pairs per row.
const P_TO_DP: &str = "
1.0 800 .83 273 .66 117 .49 -7 .32 -133 .15 -296
.99 677 .82 262 .65 110 .48 -14 .31 -141 .14 -309
.98 589 .81 251 .64 102 .47 -21 .30 -149 .13 -322
.97 538 .80 240 .63 95 .46 -29 .29 -158 .12 -336
.96 501 .79 230 .62 87 .45 -36 .28 -166 .11 -351
.95 470 .78 220 .61 80 .44 -43 .27 -175 .10 -366
.94 444 .77 211 .60 72 .43 -50 .26 -184 .09 -383
.93 422 .76 202 .59 65 .42 -57 .25 -193 .08 -401
.92 401 .75 193 .58 57 .41 -65 .24 -202 .07 -422
.91 383 .74 184 .57 50 .40 -72 .23 -211 .06 -444
.90 366 .73 175 .56 43 .39 -80 .22 -220 .05 -470
.89 351 .72 166 .55 36 .38 -87 .21 -230 .04 -501
.88 336 .71 158 .54 29 .37 -95 .20 -240 .03 -538
.87 322 .70 149 .53 21 .36 -102 .19 -251 .02 -589
.86 309 .69 141 .52 14 .35 -110 .18 -262 .01 -677
.85 296 .68 133 .51 7 .34 -117 .17 -273 .00 -800
.84 284 .67 125 .50 0 .33 -125 .16 -284
";

/// D, PD of the higher-rated and of the lower-rated player, four triples per row.
const D_TO_PD: &str = "
0-3 .50 .50 92-98 .63 .37 198-206 .76 .24 345-357 .89 .11
4-10 .51 .49 99-106 .64 .36 207-215 .77 .23 358-374 .90 .10
11-17 .52 .48 107-113 .65 .35 216-225 .78 .22 375-391 .91 .09
18-25 .53 .47 114-121 .66 .34 226-235 .79 .21 392-411 .92 .08
26-32 .54 .46 122-129 .67 .33 236-245 .80 .20 412-432 .93 .07
33-39 .55 .45 130-137 .68 .32 246-256 .81 .19 433-456 .94 .06
40-46 .56 .44 138-145 .69 .31 257-267 .82 .18 457-484 .95 .05
47-53 .57 .43 146-153 .70 .30 268-278 .83 .17 485-517 .96 .04
54-61 .58 .42 154-162 .71 .29 279-290 .84 .16 518-559 .97 .03
62-68 .59 .41 163-170 .72 .28 291-302 .85 .15 560-619 .98 .02
69-76 .60 .40 171-179 .73 .27 303-315 .86 .14 620-735 .99 .01
77-83 .61 .39 180-188 .74 .26 316-328 .87 .13 736-9999 1.0 .00
84-91 .62 .38 189-197 .75 .25 329-344 .88 .12
";

fn hundredths(text: &str) -> Hundredths {
    Hundredths(if text == "1.0" { 100 } else { text.trim_start_matches('.').parse().expect("two digits") })
}

#[test]
fn every_score_has_the_difference_of_the_regulations() {
    let words: Vec<&str> = P_TO_DP.split_whitespace().collect();
    assert_eq!(words.len(), 101 * 2, "p from .00 to 1.0");
    for row in words.chunks(2) {
        assert_eq!(rating_difference(hundredths(row[0])).to_string(), row[1], "dp of {}", row[0]);
    }
}

#[test]
fn every_difference_has_the_expected_score_of_the_regulations() {
    let words: Vec<&str> = D_TO_PD.split_whitespace().collect();
    assert_eq!(words.len(), 51 * 3, "PD from .50 to 1.0");
    let mut differences = 0;
    for row in words.chunks(3) {
        let (from, to) = row[0].split_once('-').expect("a band");
        for difference in from.parse().expect("a number")..=to.parse::<i32>().expect("a number") {
            assert_eq!(expected_score(difference), hundredths(row[1]), "{difference}, the higher-rated");
            // In the first band both have .50, so a difference of 0 is no exception.
            assert_eq!(expected_score(-difference), hundredths(row[2]), "{difference}, the lower-rated");
            differences += 1;
        }
    }
    assert_eq!(differences, 10_000, "the bands leave nothing out");
}

#[test]
fn the_expected_score_is_between_0_and_1_for_any_difference() {
    assert_eq!(expected_score(i32::MAX), Hundredths(100));
    assert_eq!(expected_score(i32::MIN), Hundredths(0));
}

proptest! {
    #[test]
    fn both_players_together_are_expected_to_score_one_point(difference in -4000..4000i32) {
        prop_assert_eq!(expected_score(difference) + expected_score(-difference), Hundredths(100));
    }

    #[test]
    fn a_greater_difference_never_lowers_the_expected_score(difference in -4000..4000i32, more in 0..4000i32) {
        prop_assert!(expected_score(difference) <= expected_score(difference + more));
    }

    #[test]
    fn opposite_scores_give_opposite_differences(p in 0..=100i32) {
        prop_assert_eq!(rating_difference(Hundredths(p)), -rating_difference(Hundredths(100 - p)));
    }

    #[test]
    fn a_better_score_gives_a_greater_difference(p in 0..100i32) {
        prop_assert!(rating_difference(Hundredths(p)) < rating_difference(Hundredths(p + 1)));
    }

    #[test]
    fn the_two_tables_are_inverse_except_at_the_ends(p in 1..=99i32) {
        prop_assert_eq!(expected_score(rating_difference(Hundredths(p))), Hundredths(p));
    }
}
