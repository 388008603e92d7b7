//! Writes tables as Parquet, row group by row group.
//!
//! It uses the inner crates of Polars, because the writer of Polars takes whole columns and finds dictionaries by hashing. Here
//! dictionaries are known, and one row group is computed at a time on all cores. The Arrow schema in the file has the oldest compatibility
//! level, so that text is plain strings for every reader.

use crate::column::{ArrayEncoding, ColumnValues, OutputColumn};
use crate::delta_page::delta_page;
use crate::page_encoding::{DictionaryEncoded, texts_page};
use crate::{ROW_GROUP, Table, TableError};
use polars::io::parquet::write::{BatchedWriter, KeyValueMetadata};
use polars::prelude::{CompatLevel, ParquetCompression, ParquetWriter, PolarsError, Schema, SchemaExt};
use polars_arrow::array::{Array, PrimitiveArray};
use polars_parquet::parquet::schema::types::PrimitiveType;
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Encoding, Page, ParquetType, StatisticsOptions, Version, WriteOptions, array_to_columns, compress,
    get_dtype_encoding, schema_to_metadata_key, to_parquet_schema,
};
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;

fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::default(),
        compression: CompressionOptions::Snappy,
        version: Version::V1,
        data_page_size: None,
    }
}

/// The row groups that are encoded together: with few columns, one would not keep all cores busy.
const GROUPS_AT_ONCE: usize = 4;

/// The pages of each column of a row group.
type EncodedGroup = Vec<Vec<CompressedPage>>;

/// Returns the row ranges of the row groups of a table.
fn row_groups(rows: usize) -> Vec<Range<usize>> {
    (0..rows.div_ceil(ROW_GROUP)).map(|at| at * ROW_GROUP..rows.min((at + 1) * ROW_GROUP)).collect()
}

pub(crate) fn write(out: impl Write, columns: &[OutputColumn<'_>], rows: usize, metadata: &[(String, String)]) -> Result<(), TableError> {
    let (mut writer, types) = start(out, columns, metadata)?;
    let encode = |groups: &[Range<usize>]| -> Result<Vec<EncodedGroup>, TableError> {
        groups.par_iter().map(|group| encode_group(columns, &types, group.clone())).collect()
    };
    let groups = row_groups(rows);
    let parts: Vec<&[Range<usize>]> = groups.chunks(GROUPS_AT_ONCE).collect();
    // One part is written while the next is encoded, so at most two are in memory.
    let mut encoded = parts.first().map_or_else(|| Ok(Vec::new()), |part| encode(part))?;
    for (at, part) in parts.iter().enumerate() {
        let mut next = Ok(Vec::new());
        rayon::in_place_scope(|scope| {
            if let Some(part) = parts.get(at + 1) {
                scope.spawn(|_| next = encode(part));
            }
            part.iter().zip(&encoded).try_for_each(|(group, pages)| writer.write_row_group(group.len() as u64, pages))
        })?;
        encoded = next?;
    }
    writer.finish()?;
    Ok(())
}

/// Writes tables with the same columns, each as one row group, so that only one is in memory.
///
/// # Panics
/// If there is no part; a table without rows is one part without rows.
pub fn write_parquet_parts(out: impl Write, parts: impl Iterator<Item = Result<Table, TableError>>) -> Result<(), TableError> {
    write_parts(out, parts, &[])
}

/// Writes tables with the same columns, each as one row group, with key-value metadata.
pub(crate) fn write_parts(
    out: impl Write,
    mut parts: impl Iterator<Item = Result<Table, TableError>>,
    metadata: &[(String, String)],
) -> Result<(), TableError> {
    let first = parts.next().expect("a table has at least one part")?;
    let output = first.to_output();
    let (mut writer, types) = start(out, output.columns(), metadata)?;
    let mut write = |part: &Table| {
        let output = part.to_output();
        match output.height() {
            0 => Ok(()),
            rows => Ok::<_, TableError>(writer.write_row_group(rows as u64, &encode_group(output.columns(), &types, 0..rows)?)?),
        }
    };
    write(&first)?;
    for part in parts {
        write(&part?)?;
    }
    writer.finish()?;
    Ok(())
}

fn start<W: Write>(
    out: W,
    columns: &[OutputColumn<'_>],
    metadata: &[(String, String)],
) -> Result<(BatchedWriter<W>, Vec<ParquetType>), TableError> {
    let schema: Schema = columns.iter().map(|column| column.field().clone()).collect();
    let mut arrow_schema = schema.to_arrow(CompatLevel::oldest());
    // pyarrow shows what the Arrow schema says and nothing else; other readers look at the file's own pairs.
    let in_schema = metadata.iter().map(|(key, value)| (key.into(), value.into()));
    arrow_schema.metadata_mut().extend(in_schema);
    let types = to_parquet_schema(&arrow_schema)?.fields().to_vec();
    let arrow = schema_to_metadata_key(&arrow_schema);
    let pairs = [(arrow.key, arrow.value.unwrap_or_default())].into_iter().chain(metadata.iter().cloned());
    let writer = ParquetWriter::new(out)
        .with_compression(ParquetCompression::Snappy)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(pairs.collect())))
        .batched(&schema)?;
    Ok((writer, types))
}

fn encode_group(columns: &[OutputColumn<'_>], types: &[ParquetType], rows: Range<usize>) -> Result<EncodedGroup, TableError> {
    columns.par_iter().zip(types).with_max_len(1).map(|(column, parquet_type)| encode(column, parquet_type, rows.clone())).collect()
}

fn encode(column: &OutputColumn<'_>, parquet_type: &ParquetType, rows: Range<usize>) -> Result<Vec<CompressedPage>, TableError> {
    let primitive_type = primitive(parquet_type)?.clone();
    let dictionary = |encoded: DictionaryEncoded| Vec::from(encoded.into_pages(primitive_type.clone()));
    // Packed bits hardly become smaller, and names neither.
    let mut compression = CompressionOptions::Uncompressed;
    let pages = match column.values() {
        ColumnValues::Words(words, codes) => dictionary(DictionaryEncoded::of_words(words, &codes(rows))),
        ColumnValues::ConstantText(text) => dictionary(DictionaryEncoded::of_constant_text(text, rows.len())),
        ColumnValues::ConstantDay(day) => dictionary(DictionaryEncoded::of_constant_integer(*day, rows.len())),
        ColumnValues::Texts(visit) => vec![texts_page(rows.len(), |text| visit(rows.clone(), text), primitive_type)],
        ColumnValues::Array(build, encoding) => {
            let array = build(rows);
            match encode_integers(array.as_ref(), *encoding, &primitive_type) {
                Some(pages) => pages,
                None => {
                    compression = CompressionOptions::Snappy;
                    encode_by_library(array, *encoding, parquet_type)?
                }
            }
        }
    };
    pages.into_iter().map(|page| Ok(compress(page, Vec::new(), compression).map_err(PolarsError::from)?)).collect()
}

/// Encodes integers, if they are such as have an encoding here.
fn encode_integers(array: &dyn Array, encoding: ArrayEncoding, primitive_type: &PrimitiveType) -> Option<Vec<Page>> {
    let long = || array.as_any().downcast_ref::<PrimitiveArray<i64>>();
    let encoded = match encoding {
        ArrayEncoding::Delta => return Some(vec![delta_page(long()?, primitive_type.clone())]),
        ArrayEncoding::Repeated => DictionaryEncoded::of_repeated(long()?),
        ArrayEncoding::Dictionary => DictionaryEncoded::of_small_range(array.as_any().downcast_ref()?)?,
        ArrayEncoding::Plain => return None,
    };
    Some(Vec::from(encoded.into_pages(primitive_type.clone())))
}

/// Encodes a column as the library does.
fn encode_by_library(array: Box<dyn Array>, encoding: ArrayEncoding, parquet_type: &ParquetType) -> Result<Vec<Page>, TableError> {
    let encodings = if encoding == ArrayEncoding::Plain { vec![Encoding::Plain] } else { get_dtype_encoding(array.dtype()) };
    let pages = array_to_columns(array, parquet_type.clone(), options(), &encodings)?.into_iter().flatten();
    Ok(pages.collect::<Result<_, _>>()?)
}

fn primitive(parquet_type: &ParquetType) -> Result<&PrimitiveType, TableError> {
    match parquet_type {
        ParquetType::PrimitiveType(primitive) => Ok(primitive),
        ParquetType::GroupType { .. } => Err(TableError::Content("a column of a table is not nested".to_owned())),
    }
}
