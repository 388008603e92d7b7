//! What can be wrong with a list. Codes are never reused.

use model::Code;

pub(crate) static LST001: Code = Code::error("LST001", "The file cannot be read as a list: it is not CSV with a header, or not Parquet.");
pub(crate) static LST002: Code = Code::error("LST002", "A column that every list needs, fide_id or rating, is missing.");
pub(crate) static LST003: Code = Code::error("LST003", "A value is not of its column's type.");
pub(crate) static LST004: Code = Code::error("LST004", "An id is missing or is not a FIDE id.");
pub(crate) static LST005: Code = Code::error("LST005", "Two rows have the same id.");
pub(crate) static LST006: Code = Code::error("LST006", "A rating is negative or larger than any rating can be.");
pub(crate) static LST007: Code = Code::warning("LST007", "A column that no list has; it is not carried on.");
pub(crate) static LST008: Code = Code::error("LST008", "A row has more or fewer fields than the header.");
pub(crate) static LST009: Code = Code::error("LST009", "The text is not UTF-8.");
pub(crate) static LST010: Code = Code::note("LST010", "The rows are not in the order of their ids; they were sorted.");
pub(crate) static LST011: Code = Code::error("LST011", "A number is negative or larger than it can be.");
pub(crate) static LST012: Code = Code::error("LST012", "A line is longer, or has more columns, than any list; the file is not read.");

/// Every code that reading a list can raise, in the order of their ids. `tests/codes.rs` raises each of them, and fails for one that is not here.
pub static CODES: &[&Code] = &[&LST001, &LST002, &LST003, &LST004, &LST005, &LST006, &LST007, &LST008, &LST009, &LST010, &LST011, &LST012];
