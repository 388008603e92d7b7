//! Encodes columns as Parquet pages where more is known of the values than the library finds out.
//!
//! Columns of few distinct values become a dictionary and for every row its number: the library finds dictionaries by hashing, or asks for a
//! second array of the same length. Here numbers of a small range are looked up in a table, texts come with their dictionary, and values that
//! repeat in consecutive rows are compared with the row before. Texts that rarely repeat are written without statistics, which say nothing of
//! names. The library packs the bits and writes headers and file.

use crate::key_writer::{KeyWriter, write_definition_levels};
use polars_arrow::array::PrimitiveArray;
use polars_arrow::bitmap::Bitmap;
use polars_arrow::types::NativeType;
use polars_parquet::parquet::CowBuffer;
use polars_parquet::parquet::encoding::Encoding;
use polars_parquet::parquet::metadata::Descriptor;
use polars_parquet::parquet::page::{DataPage, DataPageHeader, DataPageHeaderV1, DictPage, Page};
use polars_parquet::parquet::schema::types::PrimitiveType;
use polars_parquet::parquet::statistics::ParquetStatistics;

/// Integers whose values span more than this are not looked up in a table.
const MAX_SPAN: i64 = 1 << 16;

/// The smallest and the largest value, as statistics write them.
type Bounds = Option<(Vec<u8>, Vec<u8>)>;

/// The rows of a column as numbers of dictionary entries.
pub(crate) struct DictionaryEncoded {
    /// The entries as Parquet writes plain values.
    entries: Vec<u8>,
    entry_count: usize,
    keys: Keys,
    /// Which rows have a value; `None` if all have.
    validity: Option<Vec<u8>>,
    rows: usize,
    bounds: Bounds,
}

/// The numbers of dictionary entries of the rows that are not null.
enum Keys {
    Each(Vec<u32>),
    /// Pairs of a number and how many consecutive rows have it.
    Runs(Vec<(u32, usize)>),
}

impl DictionaryEncoded {
    /// Integers of a small range; `None` if the range is large, or if most values are distinct.
    pub(crate) fn of_small_range(array: &PrimitiveArray<i32>) -> Option<Self> {
        // The value of a null is within the range, too, or only widens it.
        let values = array.values().as_slice();
        let (least, most) = (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0));
        if i64::from(most) - i64::from(least) >= MAX_SPAN {
            return None;
        }
        let null = most.wrapping_sub(least).wrapping_add(1) as u32;
        let code = |&value: &i32| value.wrapping_sub(least) as u32;
        let codes: Vec<u32> = match array.validity().filter(|validity| validity.unset_bits() > 0) {
            None => values.iter().map(code).collect(),
            Some(validity) => values.iter().zip(validity).map(|(value, is_valid)| if is_valid { code(value) } else { null }).collect(),
        };
        let numbered = NumberedCodes::of(&codes, null as usize + 1, |code| code == null as usize);
        let (distinct, rows) = (numbered.used.len(), numbered.keys.len());
        let entries: Vec<i32> = numbered.used.iter().map(|&code| least.wrapping_add(code as i32)).collect();
        let is_worthwhile = distinct <= 256 || distinct * 4 < rows * 3;
        is_worthwhile.then(|| Self::of_integers(&entries, Keys::Each(numbered.keys), numbered.validity, array.len()))
    }

    /// Integers of which every value stands in consecutive rows only.
    pub(crate) fn of_repeated<T: NativeType + Ord>(array: &PrimitiveArray<T>) -> Self {
        let (mut entries, mut runs) = (Vec::new(), Vec::<(u32, usize)>::new());
        let mut push = |value: T, last: &mut Option<T>| {
            if *last == Some(value) {
                runs.last_mut().expect("the last value has a run").1 += 1;
            } else {
                runs.push((entries.len() as u32, 1));
                entries.push(value);
                *last = Some(value);
            }
        };
        let mut last = None;
        let validity = validity_bytes(array.validity());
        match &validity {
            None => array.values().iter().for_each(|&value| push(value, &mut last)),
            Some(_) => array.non_null_values_iter().for_each(|value| push(value, &mut last)),
        }
        Self::of_integers(&entries, Keys::Runs(runs), validity, array.len())
    }

    /// One integer in so many rows.
    pub(crate) fn of_constant_integer<T: NativeType + Ord>(value: T, rows: usize) -> Self {
        Self::of_integers(&[value], Keys::Runs(vec![(0, rows)]), None, rows)
    }

    fn of_integers<T: NativeType + Ord>(entries: &[T], keys: Keys, validity: Option<Vec<u8>>, rows: usize) -> Self {
        let bytes = |value: &T| value.to_le_bytes().as_ref().to_vec();
        let bounds = entries.iter().min().zip(entries.iter().max()).map(|(least, most)| (bytes(least), bytes(most)));
        let mut plain = Vec::with_capacity(size_of_val(entries));
        entries.iter().for_each(|value| plain.extend_from_slice(value.to_le_bytes().as_ref()));
        Self { entries: plain, entry_count: entries.len(), keys, validity, rows, bounds }
    }

    /// Words that are known beforehand, by their numbers. An empty word is a null, and so is the number after the last word.
    pub(crate) fn of_words(words: &[String], codes: &[u32]) -> Self {
        let numbered = NumberedCodes::of(codes, words.len() + 1, |code| words.get(code).is_none_or(String::is_empty));
        let used: Vec<&str> = numbered.used.iter().map(|&code| words[code].as_str()).collect();
        Self::of_texts(&used, Keys::Each(numbered.keys), numbered.validity, codes.len())
    }

    /// One text in so many rows.
    pub(crate) fn of_constant_text(text: &str, rows: usize) -> Self {
        Self::of_texts(&[text], Keys::Runs(vec![(0, rows)]), None, rows)
    }

    fn of_texts(texts: &[&str], keys: Keys, validity: Option<Vec<u8>>, rows: usize) -> Self {
        let mut entries = Vec::new();
        texts.iter().for_each(|text| push_text(&mut entries, text));
        let bounds = texts.iter().min().zip(texts.iter().max()).map(|(&least, &most)| (least.into(), most.into()));
        Self { entries, entry_count: texts.len(), keys, validity, rows, bounds }
    }

    /// The page of the dictionary and the page of the rows.
    pub(crate) fn into_pages(self, primitive_type: PrimitiveType) -> [Page; 2] {
        let mut buffer = Vec::new();
        write_definition_levels(&mut buffer, self.validity.as_deref(), self.rows);
        let bits = usize::BITS - self.entry_count.saturating_sub(1).leading_zeros();
        buffer.push(bits as u8);
        let mut writer = KeyWriter { out: &mut buffer, bits: bits as usize };
        let valid_rows = match &self.keys {
            Keys::Each(keys) => {
                writer.write_each(keys);
                keys.len()
            }
            Keys::Runs(runs) => {
                writer.write_runs(runs);
                runs.iter().map(|(_, length)| length).sum()
            }
        };
        let data = data_page(buffer, (self.rows, self.rows - valid_rows), Encoding::RleDictionary, self.bounds, primitive_type);
        [Page::Dict(DictPage::new(CowBuffer::Owned(self.entries), self.entry_count, false)), data]
    }
}

/// Codes of rows, numbered anew without those that do not occur.
struct NumberedCodes {
    /// The codes that occur, ascending.
    used: Vec<usize>,
    /// The number of the code of each row that is not null.
    keys: Vec<u32>,
    /// Which rows are not null; `None` if none is.
    validity: Option<Vec<u8>>,
}

impl NumberedCodes {
    /// Numbers codes, all of which are less than `count`.
    fn of(codes: &[u32], count: usize, is_null: impl Fn(usize) -> bool) -> Self {
        const NULL: u32 = u32::MAX;
        let mut occurs = vec![false; count];
        codes.iter().for_each(|&code| occurs[code as usize] = true);
        let (mut used, mut has_nulls) = (Vec::new(), false);
        let mut key_of = vec![NULL; count];
        for code in (0..count).filter(|&code| occurs[code]) {
            if is_null(code) {
                has_nulls = true;
            } else {
                key_of[code] = used.len() as u32;
                used.push(code);
            }
        }
        if !has_nulls {
            return Self { used, keys: codes.iter().map(|&code| key_of[code as usize]).collect(), validity: None };
        }
        // Every key is written, and stays only if it is not that of a null: no branch depends on the data.
        let (mut keys, mut filled) = (vec![0; codes.len()], 0usize);
        let validity = codes.chunks(8).map(|codes| {
            codes.iter().enumerate().fold(0, |bits: u8, (bit, &code)| {
                let key = key_of[code as usize];
                let is_valid = key != NULL;
                keys[filled] = key;
                filled = filled.wrapping_add(usize::from(is_valid));
                bits | u8::from(is_valid) << bit
            })
        });
        let validity = Some(validity.collect());
        keys.truncate(filled);
        Self { used, keys, validity }
    }
}

/// The page of texts that rarely repeat, each with its length before it. `visit` calls back with every text; an empty one is a null.
pub(crate) fn texts_page(rows: usize, visit: impl FnOnce(&mut dyn FnMut(&str)), primitive_type: PrimitiveType) -> Page {
    let mut buffer = Vec::new();
    write_definition_levels(&mut buffer, None, rows);
    let without_nulls = buffer.len();
    let mut validity: Vec<u8> = Vec::with_capacity(rows.div_ceil(8));
    let (mut row, mut nulls) = (0usize, 0);
    visit(&mut |text| {
        if row.is_multiple_of(8) {
            validity.push(0);
        }
        if text.is_empty() {
            nulls += 1;
        } else {
            validity[row / 8] |= 1 << (row % 8);
            push_text(&mut buffer, text);
        }
        row += 1;
    });
    if nulls > 0 {
        let mut levels = Vec::new();
        write_definition_levels(&mut levels, Some(&validity), rows);
        buffer.splice(..without_nulls, levels);
    }
    data_page(buffer, (rows, nulls), Encoding::Plain, None, primitive_type)
}

/// Writes a text as plain values are written.
fn push_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// The bits of the rows that have a value, those after the last row zero; `None` if all have one.
pub(crate) fn validity_bytes(validity: Option<&Bitmap>) -> Option<Vec<u8>> {
    let validity = validity.filter(|validity| validity.unset_bits() > 0)?;
    let mut bits = validity.iter();
    let byte = |_| bits.by_ref().take(8).enumerate().fold(0, |byte, (bit, is_valid)| byte | u8::from(is_valid) << bit);
    Some((0..validity.len().div_ceil(8)).map(byte).collect())
}

/// A page of encoded rows, of which some may be null, with the smallest and the largest value if they are known.
pub(crate) fn data_page(
    buffer: Vec<u8>,
    (rows, nulls): (usize, usize),
    encoding: Encoding,
    bounds: Bounds,
    primitive_type: PrimitiveType,
) -> Page {
    let (least, most) = bounds.unzip();
    let statistics = ParquetStatistics {
        null_count: Some(nulls as i64),
        min_value: least,
        max_value: most,
        max: None,
        min: None,
        distinct_count: None,
        is_max_value_exact: None,
        is_min_value_exact: None,
    };
    let header = DataPageHeader::V1(DataPageHeaderV1 {
        num_values: rows as i32,
        encoding: encoding.into(),
        definition_level_encoding: Encoding::Rle.into(),
        repetition_level_encoding: Encoding::Rle.into(),
        statistics: Some(statistics),
    });
    let descriptor = Descriptor { primitive_type, max_def_level: 0, max_rep_level: 0 };
    Page::Data(DataPage::new(header, CowBuffer::Owned(buffer), descriptor, rows))
}

#[cfg(test)]
mod tests {
    use crate::{CellValue, OutputColumn, OutputTable, ParquetTable};
    use proptest::prelude::*;

    /// Values in runs of any length, some of them null.
    fn runs() -> impl Strategy<Value = Vec<Option<i32>>> {
        let run = (proptest::option::weighted(0.8, -3..40i32), prop_oneof![3 => 1..4usize, 2 => 6..26usize, 1 => 60..300usize]);
        let all = proptest::collection::vec(run, 0..60);
        all.prop_map(|runs| runs.into_iter().flat_map(|(value, length)| std::iter::repeat_n(value, length)).collect())
    }

    fn written_and_read(rows: usize, column: OutputColumn<'_>) -> Vec<String> {
        let mut bytes = Vec::new();
        OutputTable::new(rows, vec![column]).write_parquet(&mut bytes, &[]).expect("written");
        let read = ParquetTable::from_bytes(&bytes, |_| true).and_then(|table| table.read_all()).expect("readable");
        (0..rows).map(|row| format!("{:?}", read.cell("value", row))).collect()
    }

    fn cells<'t>(values: impl Iterator<Item = Option<CellValue<'t>>>) -> Vec<String> {
        values.map(|value| format!("{:?}", value.unwrap_or(CellValue::Null))).collect()
    }

    proptest! {
        #[test]
        fn integers_read_the_same_whatever_their_runs(values in runs(), spread in prop_oneof![Just(1), Just(60), Just(40_000)]) {
            let column = OutputColumn::integers("value", |row| values[row].map(|value| value * spread));
            let wanted = cells(values.iter().map(|value| value.map(|value| CellValue::Integer(i64::from(value * spread)))));
            prop_assert_eq!(written_and_read(values.len(), column), wanted);
        }

        #[test]
        fn ids_read_the_same_with_nulls_and_any_differences(ids in proptest::collection::vec(proptest::option::weighted(0.9, any::<u32>()), 0..700)) {
            let wanted = cells(ids.iter().map(|id| id.map(|id| CellValue::Integer(id.into()))));
            prop_assert_eq!(written_and_read(ids.len(), OutputColumn::ids("value", |row| ids[row])), wanted);
        }

        #[test]
        fn times_read_the_same_however_far_apart(times in proptest::collection::vec(prop_oneof![any::<i64>(), 0..100i64], 0..400)) {
            let wanted = cells(times.iter().map(|&time| Some(CellValue::Timestamp(time))));
            prop_assert_eq!(written_and_read(times.len(), OutputColumn::timestamps("value", |row| times[row])), wanted);
        }

        #[test]
        fn constants_read_the_same(rows in 0..300usize) {
            let day = model::parse_iso_date("2024-02-01").expect("a date");
            prop_assert_eq!(written_and_read(rows, OutputColumn::constant_text("value", "rapid")), cells((0..rows).map(|_| Some(CellValue::Text("rapid")))));
            prop_assert_eq!(written_and_read(rows, OutputColumn::constant_text("value", "")), cells((0..rows).map(|_| None)));
            let days = cells((0..rows).map(|_| Some(CellValue::Date(model::days_since_1970(day)))));
            prop_assert_eq!(written_and_read(rows, OutputColumn::constant_date("value", day)), days);
        }

        #[test]
        fn words_read_the_same_whatever_their_runs(values in runs()) {
            let words: Vec<String> = (-3..40).map(|number| format!("word {number}")).collect();
            let code = |value: i32| (value + 3) as usize;
            let texts: Vec<&str> = words.iter().map(String::as_str).collect();
            let column = OutputColumn::nullable_words("value", &texts, |row| values[row].map(|value| code(value) as u32));
            let wanted = cells(values.iter().map(|value| value.map(|value| CellValue::Text(&words[code(value)]))));
            prop_assert_eq!(written_and_read(values.len(), column), wanted);
        }

        #[test]
        fn repeated_ids_read_the_same(lengths in proptest::collection::vec(1..40u32, 0..200), without_id in 0..20u32) {
            let ids: Vec<Option<u32>> = (1..).take(lengths.len()).map(|at| Some(1_000_000_000 - 7 * at)).chain([None]).collect();
            let ends: Vec<u32> = lengths.iter().chain([&without_id]).scan(0, |end, length| { *end += length; Some(*end) }).collect();
            let rows = ends.last().copied().unwrap_or(0) as usize;
            let of_lengths = ids.iter().zip(lengths.iter().chain([&without_id]));
            let wanted = of_lengths.flat_map(|(id, length)| std::iter::repeat_n(id.map(|id| CellValue::Integer(id.into())), *length as usize));
            let wanted = cells(wanted);
            prop_assert_eq!(written_and_read(rows, OutputColumn::repeated_ids("value", ids.clone(), ends)), wanted);
        }

        #[test]
        fn hashes_read_the_same(texts in proptest::collection::vec(".{0,40}", 0..100)) {
            let wanted = cells(texts.iter().map(|text| Some(CellValue::Text(text)).filter(|_| !text.is_empty())));
            prop_assert_eq!(written_and_read(texts.len(), OutputColumn::hashes("value", |row| &texts[row])), wanted);
        }
    }
}
