//! The two conversion tables, which are the same in every edition.

use model::Hundredths;

/// The last difference of each band of the second table, for .50, .51 ... .99. Above the last one PD is 1.0.
const BAND_ENDS: [usize; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, // .50 to .59
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145, // .60 to .69
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, // .70 to .79
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357, // .80 to .89
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735, // .90 to .99
];

/// The greatest difference in a band.
const MAX_DIFFERENCE: usize = 735;

/// PD of the higher-rated player by difference. It is looked up for every game, so the bands are expanded once.
const EXPECTED_BY_DIFFERENCE: [u8; MAX_DIFFERENCE + 1] = expand_bands();

/// dp for p = .50, .51 ... 1.0; below .50 it is negative.
const DIFFERENCE_BY_SCORE: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, // .50 to .59
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141, // .60 to .69
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, // .70 to .79
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351, // .80 to .89
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677, // .90 to .99
    800, // 1.0, by convention
];

const fn expand_bands() -> [u8; MAX_DIFFERENCE + 1] {
    let mut table = [0; MAX_DIFFERENCE + 1];
    let (mut difference, mut band) = (0, 0);
    while difference <= MAX_DIFFERENCE {
        if difference > BAND_ENDS[band] {
            band += 1;
        }
        table[difference] = 50 + band as u8;
        difference += 1;
    }
    table
}

/// PD: the expected score of a player whose rating is `difference` above (or, negative, below) the opponent's.
///
/// Beyond 735 it is 1.0 and .00 (D11).
#[inline]
pub fn expected_score(difference: i32) -> Hundredths {
    let higher = EXPECTED_BY_DIFFERENCE.get(difference.unsigned_abs() as usize).map_or(100, |&pd| i32::from(pd));
    Hundredths(if difference < 0 { 100 - higher } else { higher })
}

/// dp: the rating difference that corresponds to a fractional score.
///
/// # Panics
/// If `p` is below 0 or above 100 hundredths.
pub fn rating_difference(p: Hundredths) -> i32 {
    let over_half = p.0 - 50;
    DIFFERENCE_BY_SCORE[over_half.unsigned_abs() as usize] * over_half.signum()
}
