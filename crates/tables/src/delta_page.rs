//! Encodes integers as the differences between neighbouring values: short for sorted ids and for times.

use crate::key_writer::{pack_bits, write_definition_levels, write_uleb128};
use crate::page_encoding::{data_page, validity_bytes};
use polars_arrow::array::{Array, PrimitiveArray};
use polars_parquet::parquet::encoding::{Encoding, bitpacked, zigzag_leb128};
use polars_parquet::parquet::page::Page;
use polars_parquet::parquet::schema::types::PrimitiveType;
use std::borrow::Cow;

/// Differences that share the least one of them.
const BLOCK: usize = 128;
/// Differences that are packed into equally many bits.
const MINIBLOCK: usize = 32;

/// The page of integers.
pub(crate) fn delta_page(array: &PrimitiveArray<i64>, primitive_type: PrimitiveType) -> Page {
    let validity = validity_bytes(array.validity());
    let values = match &validity {
        None => Cow::Borrowed(array.values().as_slice()),
        Some(_) => Cow::Owned(array.non_null_values_iter().collect()),
    };
    let mut buffer = Vec::with_capacity(array.len() * size_of::<u32>());
    write_definition_levels(&mut buffer, validity.as_deref(), array.len());
    write_deltas(&mut buffer, &values);
    let bytes = |value: &i64| value.to_le_bytes().to_vec();
    let bounds = values.iter().min().map(bytes).zip(values.iter().max().map(bytes));
    data_page(buffer, (array.len(), array.null_count()), Encoding::DeltaBinaryPacked, bounds, primitive_type)
}

fn write_deltas(out: &mut Vec<u8>, values: &[i64]) {
    write_uleb128(out, BLOCK as u64);
    write_uleb128(out, (BLOCK / MINIBLOCK) as u64);
    write_uleb128(out, values.len() as u64);
    write_zigzag(out, values.first().copied().unwrap_or(0));
    let mut deltas = [0i64; BLOCK];
    for start in (1..values.len()).step_by(BLOCK) {
        let block = &values[start - 1..values.len().min(start + BLOCK)];
        let deltas = &mut deltas[..block.len() - 1];
        for (delta, pair) in deltas.iter_mut().zip(block.windows(2)) {
            *delta = pair[1].wrapping_sub(pair[0]);
        }
        write_block(out, deltas);
    }
}

/// Writes a block: the least difference, the bits of each miniblock, and how much more than the least the differences are.
fn write_block(out: &mut Vec<u8>, deltas: &[i64]) {
    let least = deltas.iter().copied().min().unwrap_or(0);
    write_zigzag(out, least);
    let bits_of = |miniblock: &[i64]| {
        let all = miniblock.iter().fold(0, |bits, &delta| bits | delta.wrapping_sub(least) as u64);
        (u64::BITS - all.leading_zeros()) as usize
    };
    let widths_at = out.len();
    out.extend_from_slice(&[0; BLOCK / MINIBLOCK]);
    for (at, miniblock) in deltas.chunks(MINIBLOCK).enumerate() {
        let bits = bits_of(miniblock);
        out[widths_at + at] = bits as u8;
        if bits <= u32::BITS as usize {
            let mut packed = [0u32; MINIBLOCK];
            packed.iter_mut().zip(miniblock).for_each(|(packed, delta)| *packed = delta.wrapping_sub(least) as u32);
            pack_bits(out, &packed, bits);
        } else {
            // The library packs twice as many of these at once; the second half is left out.
            let mut packed = [0u64; 2 * MINIBLOCK];
            packed.iter_mut().zip(miniblock).for_each(|(packed, delta)| *packed = delta.wrapping_sub(least) as u64);
            let start = out.len();
            out.resize(start + 2 * MINIBLOCK * bits / 8, 0);
            bitpacked::encode(&packed, bits, &mut out[start..]);
            out.truncate(start + MINIBLOCK * bits / 8);
        }
    }
}

fn write_zigzag(out: &mut Vec<u8>, number: i64) {
    let (bytes, length) = zigzag_leb128::encode(number);
    out.extend_from_slice(&bytes[..length]);
}
