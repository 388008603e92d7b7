//! Dictionaries for columns that hold few different values: what is written is the value's number, in the order of first appearance.
//!
//! Polars finds such dictionaries too, with a hash map over the texts. Here the few short words of a list, codes that are known beforehand, and
//! ids have ways of their own. The result is the same to the byte; where that is not certain, the column is left to Polars.

use polars_arrow::array::{Array, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{ArrowDataType, IntegerType};

/// Up to this many rows Polars always writes a dictionary, beyond it only where values repeat.
const ALWAYS: usize = 128;

/// The number of a slot that holds nothing.
const NONE: u32 = u32::MAX;

/// Whether Polars would write a dictionary of so many different values, whatever its estimate of their number is: it does so below three
/// quarters of the rows, and is off by a few percent at most.
fn is_surely_worth_it(values: usize, rows: usize) -> bool {
    rows <= ALWAYS || values * 2 <= rows
}

fn dictionary(keys: Vec<u32>, validity: Option<Bitmap>, values: Box<dyn Array>) -> Option<Box<dyn Array>> {
    let dtype = ArrowDataType::Dictionary(IntegerType::UInt32, Box::new(values.dtype().clone()), false);
    let keys = PrimitiveArray::new(ArrowDataType::UInt32, keys.into(), validity);
    DictionaryArray::<u32>::try_new(dtype, keys, values).ok().map(|array| array.boxed())
}

/// The most different words that are looked for; a column with more of them holds names.
const WORDS: usize = 1024;
const WORD_SLOTS: usize = 4 * WORDS;

/// Numbers short words by what a view holds of them, in the order of first appearance.
pub(crate) struct ShortWords {
    slots: Vec<(u128, u32)>,
    count: u32,
}

impl Default for ShortWords {
    fn default() -> Self {
        Self { slots: vec![(0, NONE); WORD_SLOTS], count: 0 }
    }
}

impl ShortWords {
    /// The number of a word, and whether it is the first of its kind; `None` where there are too many different ones.
    pub(crate) fn number(&mut self, view: u128) -> Option<(u32, bool)> {
        // A multiplication mixes the length and all twelve bytes into the upper bits.
        let mixed = ((view as u64) ^ ((view >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 40) as usize % WORD_SLOTS;
        while self.slots[slot].1 != NONE && self.slots[slot].0 != view {
            slot = (slot + 1) % WORD_SLOTS;
        }
        let is_new = self.slots[slot].1 == NONE;
        if is_new {
            if self.count as usize == WORDS {
                return None;
            }
            self.slots[slot] = (view, self.count);
            self.count += 1;
        }
        Some((self.slots[slot].1, is_new))
    }
}

/// A dictionary of short words without nulls.
pub(crate) fn of_words(array: &Utf8ViewArray) -> Option<Box<dyn Array>> {
    if array.is_empty() || array.null_count() > 0 {
        return None;
    }
    let mut numbers = ShortWords::default();
    let mut words: Vec<&str> = Vec::new();
    let mut keys = Vec::with_capacity(array.len());
    let (mut last, mut last_key) = (u128::MAX, NONE);
    for (row, view) in array.views().iter().enumerate() {
        // Of longer texts the view holds only where they are.
        if !view.is_inline() {
            return None;
        }
        let view = view.as_u128();
        if view != last {
            let (key, is_new) = numbers.number(view)?;
            if is_new {
                words.push(array.value(row));
            }
            (last, last_key) = (view, key);
        }
        keys.push(last_key);
    }
    if !is_surely_worth_it(words.len(), keys.len()) {
        return None;
    }
    dictionary(keys, None, Utf8ViewArray::from_slice_values(&words).boxed())
}

/// A column whose values are numbered already: `codes` are positions in `words`, among which no word stands twice.
pub(crate) fn of_codes(words: &[&str], codes: impl ExactSizeIterator<Item = u32>) -> Box<dyn Array> {
    let mut keys_of = vec![NONE; words.len()];
    let mut used = Vec::new();
    let mut keys = Vec::with_capacity(codes.len());
    for code in codes {
        let key = &mut keys_of[code as usize];
        if *key == NONE {
            *key = u32::try_from(used.len()).unwrap_or(NONE);
            used.push(words[code as usize]);
        }
        keys.push(*key);
    }
    let is_worth_it = !keys.is_empty() && is_surely_worth_it(used.len(), keys.len());
    let written = Utf8ViewArray::from_slice_values(&used);
    if is_worth_it {
        return dictionary(keys, None, written.boxed()).expect("keys are positions in the words that were used");
    }
    let texts: Vec<&str> = keys.iter().map(|&key| used[key as usize]).collect();
    Utf8ViewArray::from_slice_values(&texts).boxed()
}

/// A column of numbers far apart, such as ids.
pub(crate) fn of_ids(array: &PrimitiveArray<u32>) -> Option<Box<dyn Array>> {
    // Numbers that lie close together have a faster way in Polars.
    let valid = || array.non_null_values_iter();
    let (least, most) = (valid().min()?, valid().max()?);
    if most - least <= u32::from(u16::MAX) {
        return None;
    }
    let slots = (2 * array.len()).next_power_of_two();
    let shift = 64 - slots.trailing_zeros();
    let mut table = vec![(0u32, NONE); slots];
    let mut values: Vec<u32> = Vec::new();
    let mut keys = Vec::with_capacity(array.len());
    let (mut last, mut last_key) = (0, NONE);
    for row in 0..array.len() {
        if array.is_null(row) {
            // Nobody reads the key of a null.
            keys.push(0);
            continue;
        }
        let id = array.value(row);
        if id != last || last_key == NONE {
            let mut slot = (u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
            while table[slot].1 != NONE && table[slot].0 != id {
                slot = (slot + 1) & (slots - 1);
            }
            if table[slot].1 == NONE {
                table[slot] = (id, u32::try_from(values.len()).ok()?);
                values.push(id);
            }
            (last, last_key) = (id, table[slot].1);
        }
        keys.push(last_key);
    }
    let estimate = || polars_compute::cardinality::estimate_cardinality(array) as f64 / array.len() as f64;
    if !is_surely_worth_it(values.len(), array.len()) && estimate() > 0.75 {
        return None;
    }
    dictionary(keys, array.validity().cloned(), PrimitiveArray::from_vec(values).boxed())
}
