//! Writes tables as workbooks of Excel: one sheet, numbers as numbers, dates as dates, a header that stays in view.

use crate::TableError;
use crate::column::OutputColumn;
use crate::csv_writer::CHUNK_ROWS;
use chrono::Datelike;
use model::date_after_1970;
use polars::prelude::StaticArray;
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::io::Write;

/// Most rows of a sheet, the header among them.
const MAX_ROWS: usize = 1_048_576;

/// Writes a table as a workbook. The bytes depend on the values alone: the file says nothing of when it was made.
pub(crate) fn write(mut out: impl Write, columns: &[OutputColumn<'_>], rows: usize) -> Result<(), TableError> {
    if rows >= MAX_ROWS {
        return Err(TableError::Content(format!("{rows} rows: a sheet of Excel holds {} below its header", MAX_ROWS - 1)));
    }
    let mut book = Workbook::new();
    let no_time = ExcelDateTime::from_ymd(2000, 1, 1).map_err(unwritten)?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&no_time));
    let sheet = book.add_worksheet_with_constant_memory().map_err(unwritten)?;
    write_sheet(sheet, columns, rows).map_err(unwritten)?;
    out.write_all(&book.save_to_buffer().map_err(unwritten)?)?;
    Ok(out.flush()?)
}

fn unwritten(error: XlsxError) -> TableError {
    TableError::Content(error.to_string())
}

fn write_sheet(sheet: &mut Worksheet, columns: &[OutputColumn<'_>], rows: usize) -> Result<(), XlsxError> {
    let (header, date) = (Format::new().set_bold(), Format::new().set_num_format("yyyy-mm-dd"));
    sheet.set_freeze_panes(1, 0)?;
    for (at, column) in (0_u16..).zip(columns) {
        let width = if column.name() == "name" { 30.0 } else { 12.0 };
        sheet.set_column_width(at, width)?;
        sheet.write_string_with_format(0, at, column.name(), &header)?;
    }
    if rows > 0 && !columns.is_empty() {
        let (last_row, last_column) = (u32::try_from(rows).unwrap_or(u32::MAX), u16::try_from(columns.len() - 1).unwrap_or(u16::MAX));
        sheet.autofilter(0, 0, last_row, last_column)?;
    }
    for start in (0..rows).step_by(CHUNK_ROWS) {
        let range = start..rows.min(start + CHUNK_ROWS);
        let arrays: Vec<Box<dyn Array>> = columns.iter().map(|column| column.array(range.clone())).collect();
        for row in 0..range.len() {
            let line = u32::try_from(start + row + 1).unwrap_or(u32::MAX);
            for (at, array) in (0_u16..).zip(&arrays) {
                write_cell(sheet, line, at, array.as_ref(), row, &date)?;
            }
        }
    }
    Ok(())
}

fn write_cell(sheet: &mut Worksheet, line: u32, at: u16, array: &dyn Array, row: usize, date: &Format) -> Result<(), XlsxError> {
    fn cast<T: 'static>(array: &dyn Array) -> Option<&T> {
        array.as_any().downcast_ref::<T>()
    }
    let word = |array: &dyn Array| {
        let coded = cast::<DictionaryArray<u32>>(array)?;
        let words = cast::<Utf8ViewArray>(coded.values().as_ref())?;
        words.get(coded.keys().get(row)? as usize).map(str::to_owned)
    };
    let text = match array.dtype() {
        ArrowDataType::Int32 => {
            let number = cast::<PrimitiveArray<i32>>(array).and_then(|values| values.get(row));
            return number.map_or(Ok(()), |number| sheet.write_number(line, at, number).map(drop));
        }
        ArrowDataType::Int64 => {
            let number = cast::<PrimitiveArray<i64>>(array).and_then(|values| values.get(row));
            return number.map_or(Ok(()), |number| sheet.write_number(line, at, number as f64).map(drop));
        }
        ArrowDataType::Boolean => {
            let value = cast::<BooleanArray>(array).and_then(|values| values.get(row));
            return value.map_or(Ok(()), |value| sheet.write_boolean(line, at, value).map(drop));
        }
        ArrowDataType::Date32 => {
            let Some(day) = cast::<PrimitiveArray<i32>>(array).and_then(|values| values.get(row)).and_then(date_after_1970) else {
                return Ok(());
            };
            let numbers = (u16::try_from(day.year()), u8::try_from(day.month()), u8::try_from(day.day()));
            match numbers {
                // Excel knows no day before 1900.
                (Ok(year @ 1900..), Ok(month), Ok(number)) => {
                    let day = ExcelDateTime::from_ymd(year, month, number)?;
                    return sheet.write_datetime_with_format(line, at, &day, date).map(drop);
                }
                _ => Some(day.to_string()),
            }
        }
        ArrowDataType::Dictionary(..) => word(array),
        ArrowDataType::Utf8View => cast::<Utf8ViewArray>(array).and_then(|texts| texts.get(row)).map(str::to_owned),
        _ => None,
    };
    match text.filter(|text| !text.is_empty()) {
        Some(text) => sheet.write_string(line, at, text).map(drop),
        None => Ok(()),
    }
}
