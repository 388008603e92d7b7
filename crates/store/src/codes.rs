//! What can be wrong with a list. Codes are never reused.

use model::{Code, Severity};

macro_rules! codes {
    ($($name:ident $severity:ident $meaning:literal;)+) => {
        $(pub(crate) static $name: Code = Code { id: stringify!($name), severity: Severity::$severity, meaning: $meaning };)+
        /// Every code that reading a list can raise.
        pub static CODES: &[&Code] = &[$(&$name),+];
    };
}

codes! {
    LST001 Error "The file cannot be read as a list: it is not CSV with a header, or not Parquet.";
    LST002 Error "A column that every list needs, fide_id or rating, is missing.";
    LST003 Error "A value is not of its column's type.";
    LST004 Error "An id is missing or is not a FIDE id.";
    LST005 Error "Two rows have the same id.";
    LST006 Error "A rating is negative or larger than any rating can be.";
    LST007 Warning "A column that no list has; it is not carried on.";
    LST008 Error "A row has more or fewer fields than the header.";
    LST009 Error "The text is not UTF-8.";
    LST010 Note "The rows are not in the order of their ids; they were sorted.";
    LST011 Error "A number is negative or larger than it can be.";
}
