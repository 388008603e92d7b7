//! Encodes columns as Parquet pages where more is known of the values than the library finds out.
//!
//! Columns of few distinct values become a dictionary and for every row its number: the library finds dictionaries by hashing, or asks for a
//! second array of the same length. Here numbers of a small range are looked up in a table, texts come with their dictionary, and values that
//! repeat in consecutive rows are compared with the row before. Texts that rarely repeat are written without statistics, which say nothing of
//! names. The library packs the bits and writes headers and file.

use polars_arrow::array::{Array, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::types::NativeType;
use polars_parquet::parquet::CowBuffer;
use polars_parquet::parquet::encoding::hybrid_rle::Encoder;
use polars_parquet::parquet::encoding::{Encoding, uleb128};
use polars_parquet::parquet::error::ParquetResult;
use polars_parquet::parquet::metadata::Descriptor;
use polars_parquet::parquet::page::{DataPage, DataPageHeader, DataPageHeaderV1, DictPage, Page};
use polars_parquet::parquet::schema::types::PrimitiveType;
use polars_parquet::parquet::statistics::ParquetStatistics;

/// Integers whose values span more than this are not looked up in a table.
const MAX_SPAN: i64 = 1 << 16;

/// The rows of a column as numbers of dictionary entries.
pub(crate) struct DictionaryEncoded {
    /// The entries as Parquet writes plain values.
    entries: Vec<u8>,
    entry_count: usize,
    keys: Keys,
    /// `None` if no row is null.
    validity: Option<Bitmap>,
    rows: usize,
    /// The smallest and the largest value, as statistics write them.
    bounds: Option<(Vec<u8>, Vec<u8>)>,
}

/// The numbers of dictionary entries of the rows that are not null.
enum Keys {
    Each(Vec<u32>),
    /// Pairs of a number and how many consecutive rows have it.
    Runs(Vec<(u32, usize)>),
}

impl DictionaryEncoded {
    /// Integers of a small range; `None` if the range is large, or if most values are distinct.
    pub(crate) fn of_small_range<T: NativeType + Into<i64> + Ord>(array: &PrimitiveArray<T>) -> Option<Self> {
        const NO_KEY: u32 = u32::MAX;
        let validity = array.validity().filter(|validity| validity.unset_bits() > 0).cloned();
        // The value of a null is within the range, too, or only widens it.
        let values = array.values().as_slice();
        let mut bounds = values.first().map(|&first| (first, first));
        if let Some((least, most)) = &mut bounds {
            values.iter().for_each(|&value| (*least, *most) = ((*least).min(value), (*most).max(value)));
        }
        let (least, span) = bounds.map_or((0, 0), |(least, most)| (least.into(), most.into() - least.into()));
        if span >= MAX_SPAN {
            return None;
        }
        let mut key_of = vec![NO_KEY; span as usize + 1];
        let mut entries: Vec<T> = Vec::new();
        let mut key = |value: T| {
            let key = &mut key_of[(value.into() - least) as usize];
            if *key == NO_KEY {
                *key = entries.len() as u32;
                entries.push(value);
            }
            *key
        };
        let keys: Vec<u32> = match &validity {
            None => values.iter().map(|&value| key(value)).collect(),
            Some(validity) => values.iter().zip(validity.iter()).filter(|(_, is_valid)| *is_valid).map(|(&value, _)| key(value)).collect(),
        };
        let is_worthwhile = entries.len() <= 256 || entries.len() * 4 < keys.len() * 3;
        is_worthwhile.then(|| Self::of_integers(&entries, Keys::Each(keys), validity, array.len()))
    }

    /// Integers of which every value stands in consecutive rows only.
    pub(crate) fn of_repeated<T: NativeType + Into<i64> + Ord>(array: &PrimitiveArray<T>) -> Self {
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
        let validity = array.validity().filter(|validity| validity.unset_bits() > 0).cloned();
        match &validity {
            None => array.values().iter().for_each(|&value| push(value, &mut last)),
            Some(_) => array.non_null_values_iter().for_each(|value| push(value, &mut last)),
        }
        Self::of_integers(&entries, Keys::Runs(runs), validity, array.len())
    }

    fn of_integers<T: NativeType + Ord>(entries: &[T], keys: Keys, validity: Option<Bitmap>, rows: usize) -> Self {
        let bytes = |value: &T| value.to_le_bytes().as_ref().to_vec();
        let bounds = entries.iter().min().zip(entries.iter().max()).map(|(least, most)| (bytes(least), bytes(most)));
        let mut plain = Vec::with_capacity(size_of_val(entries));
        entries.iter().for_each(|value| plain.extend_from_slice(value.to_le_bytes().as_ref()));
        Self { entries: plain, entry_count: entries.len(), keys, validity, rows, bounds }
    }

    /// Texts that come with their dictionary.
    pub(crate) fn of_texts(array: &DictionaryArray<u32>) -> Option<Self> {
        let texts = array.values().as_any().downcast_ref::<Utf8ViewArray>()?;
        let validity = array.keys().validity().filter(|validity| validity.unset_bits() > 0).cloned();
        let keys = match &validity {
            None => array.keys().values().as_slice().to_vec(),
            Some(_) => array.keys().non_null_values_iter().collect(),
        };
        let mut entries = Vec::new();
        texts.values_iter().for_each(|text| push_text(&mut entries, text));
        let bounds = texts.values_iter().min().zip(texts.values_iter().max()).map(|(least, most)| (least.into(), most.into()));
        Some(Self { entries, entry_count: texts.len(), keys: Keys::Each(keys), validity, rows: array.len(), bounds })
    }

    /// The page of the dictionary and the page of the rows.
    pub(crate) fn into_pages(self, primitive_type: PrimitiveType) -> ParquetResult<[Page; 2]> {
        let mut buffer = Vec::new();
        write_definition_levels(&mut buffer, self.validity.as_ref(), self.rows)?;
        let bits = usize::BITS - self.entry_count.saturating_sub(1).leading_zeros();
        buffer.push(bits as u8);
        let mut writer = KeyWriter { out: &mut buffer, bits: bits as usize };
        match &self.keys {
            Keys::Each(keys) => writer.write_each(keys)?,
            Keys::Runs(runs) => writer.write_runs(runs)?,
        }
        let rows = (self.rows, self.validity.as_ref());
        let data = data_page(buffer, rows, Encoding::RleDictionary, self.bounds, primitive_type);
        Ok([Page::Dict(DictPage::new(CowBuffer::Owned(self.entries), self.entry_count, false)), data])
    }
}

/// The page of texts that rarely repeat: each with its length before it.
pub(crate) fn texts_page(texts: &Utf8ViewArray, primitive_type: PrimitiveType) -> ParquetResult<Page> {
    let validity = texts.validity().filter(|validity| validity.unset_bits() > 0);
    let mut buffer = Vec::with_capacity(texts.total_bytes_len() + size_of::<u32>() * (texts.len() + 2));
    write_definition_levels(&mut buffer, validity, texts.len())?;
    texts.non_null_values_iter().for_each(|text| push_text(&mut buffer, text));
    Ok(data_page(buffer, (texts.len(), validity), Encoding::Plain, None, primitive_type))
}

/// Writes a text as plain values are written.
fn push_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// A page of encoded rows, of which some may be null, with the smallest and the largest value if they are known.
fn data_page(
    buffer: Vec<u8>,
    (rows, validity): (usize, Option<&Bitmap>),
    encoding: Encoding,
    bounds: Option<(Vec<u8>, Vec<u8>)>,
    primitive_type: PrimitiveType,
) -> Page {
    let (least, most) = bounds.unzip();
    let statistics = ParquetStatistics {
        null_count: Some(validity.map_or(0, Bitmap::unset_bits) as i64),
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

/// Writes which rows have a value: one run where all have one, else the bits as they are.
fn write_definition_levels(out: &mut Vec<u8>, validity: Option<&Bitmap>, rows: usize) -> ParquetResult<()> {
    const LENGTH_BYTES: usize = 4;
    out.extend_from_slice(&[0; LENGTH_BYTES]);
    match validity {
        None => <bool as Encoder<bool>>::run_length_encode(out, rows, true, 1)?,
        Some(validity) => match validity.as_slice() {
            (bytes, 0, _) => {
                let bytes = &bytes[..rows.div_ceil(8)];
                write_header(out, (bytes.len() as u64) << 1 | 1);
                out.extend_from_slice(bytes);
            }
            _ => <bool as Encoder<bool>>::bitpacked_encode(out, validity.iter(), 1)?,
        },
    }
    let length = (out.len() - LENGTH_BYTES) as u32;
    out[..LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

fn write_header(out: &mut Vec<u8>, header: u64) {
    let mut bytes = [0; 10];
    let length = uleb128::encode(header, &mut bytes);
    out.extend_from_slice(&bytes[..length]);
}

/// Writes numbers of dictionary entries in the encoding that packs bits, or repeats one value.
struct KeyWriter<'b> {
    out: &'b mut Vec<u8>,
    bits: usize,
}

impl KeyWriter<'_> {
    /// Packed values come in groups of this many.
    const GROUP: usize = 8;
    /// The shortest run that is worth a header of its own between packed values.
    const SHORTEST_RUN: usize = 24;

    fn write_each(&mut self, keys: &[u32]) -> ParquetResult<()> {
        let (mut packed_from, mut at) = (0, 0);
        while let Some(group) = keys.get(at..at + Self::GROUP) {
            let key = group[0];
            // Whole groups are compared, which takes few instructions where values differ.
            if group.iter().any(|&other| other != key) {
                at += Self::GROUP;
                continue;
            }
            let end = at + keys[at..].iter().take_while(|&&other| other == key).count();
            if end - at >= Self::SHORTEST_RUN {
                self.pack(&keys[packed_from..at])?;
                self.repeat(key, end - at)?;
                (packed_from, at) = (end, end);
            } else {
                at += Self::GROUP;
            }
        }
        self.pack(&keys[packed_from..])
    }

    fn write_runs(&mut self, runs: &[(u32, usize)]) -> ParquetResult<()> {
        let mut pending: Vec<u32> = Vec::new();
        for &(key, mut length) in runs {
            // Packed values before a run are whole groups.
            let missing = pending.len().next_multiple_of(Self::GROUP) - pending.len();
            let packed = if length - missing.min(length) >= Self::GROUP { missing } else { length };
            pending.extend(std::iter::repeat_n(key, packed));
            length -= packed;
            if length > 0 {
                self.pack(&pending)?;
                pending.clear();
                self.repeat(key, length)?;
            }
        }
        self.pack(&pending)
    }

    fn pack(&mut self, keys: &[u32]) -> ParquetResult<()> {
        if !keys.is_empty() {
            <u32 as Encoder<u32>>::bitpacked_encode(self.out, keys.iter().copied(), self.bits)?;
        }
        Ok(())
    }

    fn repeat(&mut self, key: u32, length: usize) -> ParquetResult<()> {
        Ok(<u32 as Encoder<u32>>::run_length_encode(self.out, length, key, self.bits as u32)?)
    }
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
