//! Writes tables as Parquet, row group by row group.
//!
//! It uses the inner crates of Polars, because the writer of Polars takes whole columns and finds dictionaries by hashing. Here
//! dictionaries are known, and one row group is computed at a time on all cores. The Arrow schema in the file has the oldest compatibility
//! level, so that text is plain strings for every reader.

use crate::column::{ColumnEncoding, OutputColumn};
use crate::page_encoding::{DictionaryEncoded, texts_page};
use crate::{ROW_GROUP, Table, TableError};
use polars::io::parquet::write::{BatchedWriter, KeyValueMetadata};
use polars::prelude::{CompatLevel, ParquetCompression, ParquetWriter, PolarsError, Schema, SchemaExt};
use polars_arrow::array::{Array, DictionaryArray, PrimitiveArray};
use polars_parquet::parquet::error::ParquetResult;
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

/// Returns the row ranges of the row groups of a table.
fn row_groups(rows: usize) -> Vec<Range<usize>> {
    (0..rows.div_ceil(ROW_GROUP)).map(|at| at * ROW_GROUP..rows.min((at + 1) * ROW_GROUP)).collect()
}

pub(crate) fn write(out: impl Write, columns: &[OutputColumn<'_>], rows: usize, metadata: &[(String, String)]) -> Result<(), TableError> {
    let (mut writer, types) = start(out, columns, metadata)?;
    let encode = |group: &Range<usize>| encode_group(columns, &types, group.clone());
    // One row group is written while the next is encoded, so at most two are in memory.
    let groups = row_groups(rows);
    let mut ready = groups.first().map(encode).transpose()?;
    for (at, group) in groups.iter().enumerate() {
        let pages = ready.take().unwrap_or_default();
        let next = groups.get(at + 1);
        let mut encoded = Ok(None);
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| encoded = next.map(encode).transpose());
            writer.write_row_group(group.len() as u64, &pages)
        })?;
        ready = encoded?;
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

fn encode_group(columns: &[OutputColumn<'_>], types: &[ParquetType], rows: Range<usize>) -> Result<Vec<Vec<CompressedPage>>, TableError> {
    columns.par_iter().zip(types).with_max_len(1).map(|(column, parquet_type)| encode(column, parquet_type, rows.clone())).collect()
}

fn encode(column: &OutputColumn<'_>, parquet_type: &ParquetType, rows: Range<usize>) -> Result<Vec<CompressedPage>, TableError> {
    let array = column.array(rows);
    let (pages, compression) = match encode_known(array.as_ref(), column.encoding, primitive(parquet_type)?) {
        // Packed bits hardly become smaller, and names neither.
        Some(pages) => (pages.map_err(PolarsError::from)?, CompressionOptions::Uncompressed),
        None => encode_by_library(array, column.encoding, parquet_type)?,
    };
    pages.into_iter().map(|page| Ok(compress(page, Vec::new(), compression).map_err(PolarsError::from)?)).collect()
}

/// Encodes a column of whose values enough is known; `None` if it is another.
fn encode_known(array: &dyn Array, encoding: ColumnEncoding, primitive_type: &PrimitiveType) -> Option<ParquetResult<Vec<Page>>> {
    let any = array.as_any();
    let encoded = match encoding {
        ColumnEncoding::Plain => return Some(texts_page(any.downcast_ref()?, primitive_type.clone()).map(|page| vec![page])),
        ColumnEncoding::Repeated => any.downcast_ref::<PrimitiveArray<i64>>().map(DictionaryEncoded::of_repeated),
        ColumnEncoding::Dictionary => {
            let texts = || any.downcast_ref::<DictionaryArray<u32>>().and_then(DictionaryEncoded::of_texts);
            let integers = || any.downcast_ref::<PrimitiveArray<i32>>().and_then(DictionaryEncoded::of_small_range);
            texts().or_else(integers)
        }
        ColumnEncoding::Delta => None,
    };
    Some(encoded?.into_pages(primitive_type.clone()).map(Vec::from))
}

/// Encodes a column as the library does.
fn encode_by_library(
    array: Box<dyn Array>,
    encoding: ColumnEncoding,
    parquet_type: &ParquetType,
) -> Result<(Vec<Page>, CompressionOptions), TableError> {
    let (encodings, compression) = match encoding {
        ColumnEncoding::Dictionary => (get_dtype_encoding(array.dtype()), CompressionOptions::Snappy),
        ColumnEncoding::Delta | ColumnEncoding::Repeated => (vec![Encoding::DeltaBinaryPacked], CompressionOptions::Uncompressed),
        ColumnEncoding::Plain => (vec![Encoding::Plain], CompressionOptions::Snappy),
    };
    let options = WriteOptions { compression, ..options() };
    let pages = array_to_columns(array, parquet_type.clone(), options, &encodings)?.into_iter().flatten();
    Ok((pages.collect::<Result<_, _>>()?, compression))
}

fn primitive(parquet_type: &ParquetType) -> Result<&PrimitiveType, TableError> {
    match parquet_type {
        ParquetType::PrimitiveType(primitive) => Ok(primitive),
        ParquetType::GroupType { .. } => Err(TableError::Content("a column of a table is not nested".to_owned())),
    }
}
