//! Values of one column.
//!
//! They are the Arrow arrays of Polars: a column of a million texts is shared and sliced without a copy, and a row is found without a
//! search for its chunk.

use polars::prelude::StaticArray;
use polars_arrow::array::{Array, PrimitiveArray, Utf8ViewArray};

/// Integers with nulls.
#[derive(Clone, Debug)]
pub struct Integers(Width);

/// The integers as they are stored.
#[derive(Clone, Debug)]
enum Width {
    Short(PrimitiveArray<i32>),
    Long(PrimitiveArray<i64>),
}

impl Integers {
    pub(crate) const fn new(array: PrimitiveArray<i64>) -> Self {
        Self(Width::Long(array))
    }

    pub(crate) const fn short(array: PrimitiveArray<i32>) -> Self {
        Self(Width::Short(array))
    }

    /// A column of nulls.
    pub fn nulls(rows: usize) -> Self {
        Self::new(PrimitiveArray::new_null(polars_arrow::datatypes::ArrowDataType::Int64, rows))
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Width::Short(array) => array.len(),
            Width::Long(array) => array.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the integer of a row; `None` for a null and beyond the last row.
    #[inline]
    pub fn get(&self, row: usize) -> Option<i64> {
        match &self.0 {
            Width::Short(array) => array.get(row).map(i64::from),
            Width::Long(array) => array.get(row),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<i64>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Returns all integers as a slice if they have 64 bits and there are no nulls.
    pub fn without_nulls(&self) -> Option<&[i64]> {
        match &self.0 {
            Width::Long(array) if array.null_count() == 0 => Some(array.values().as_slice()),
            Width::Long(_) | Width::Short(_) => None,
        }
    }

    /// Returns a contiguous range of rows.
    #[must_use]
    pub fn slice(&self, start: usize, rows: usize) -> Self {
        match &self.0 {
            Width::Short(array) => Self::short(array.clone().sliced(start, rows)),
            Width::Long(array) => Self::new(array.clone().sliced(start, rows)),
        }
    }
}

/// Texts; a null reads as the empty text.
#[derive(Clone, Debug)]
pub struct Texts(Utf8ViewArray);

/// Key of a text within one column: equal keys mean equal texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextKey(u128);

impl Texts {
    pub(crate) const fn new(array: Utf8ViewArray) -> Self {
        Self(array)
    }

    /// A column of empty texts.
    pub fn empty(rows: usize) -> Self {
        Self(Utf8ViewArray::new_null(polars_arrow::datatypes::ArrowDataType::Utf8View, rows))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text of a row; empty for a null and beyond the last row.
    #[inline]
    pub fn get(&self, row: usize) -> &str {
        self.0.get(row).unwrap_or("")
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Returns the rows without a text, ascending.
    pub(crate) fn empty_rows(&self) -> Vec<usize> {
        let (views, validity) = (self.0.views(), self.0.validity());
        let is_empty = |row: &usize| views[*row].length == 0 || validity.is_some_and(|validity| !validity.get_bit(*row));
        (0..self.len()).filter(is_empty).collect()
    }

    /// Returns a key that is cheaper to compare than the text; `None` for a null. Different keys may mean the same text.
    #[inline]
    pub fn key(&self, row: usize) -> Option<TextKey> {
        let is_there = row < self.len() && !self.0.is_null(row);
        is_there.then(|| TextKey(self.0.views()[row].as_u128()))
    }

    /// Returns a contiguous range of rows.
    #[must_use]
    pub fn slice(&self, start: usize, rows: usize) -> Self {
        Self(self.0.clone().sliced(start, rows))
    }

    /// Returns the texts with a null for every empty one.
    pub(crate) fn empty_as_null(&self) -> Utf8ViewArray {
        if !self.0.views().iter().any(|view| view.length == 0) {
            return self.0.clone();
        }
        self.0.clone().with_validity(Some((0..self.len()).map(|row| !self.get(row).is_empty()).collect()))
    }
}

impl<'t> FromIterator<&'t str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'t str>>(texts: I) -> Self {
        let texts = texts.into_iter();
        let mut array = polars_arrow::array::MutablePlString::with_capacity(texts.size_hint().0);
        texts.for_each(|text| array.push_value(text));
        Self(array.into())
    }
}
