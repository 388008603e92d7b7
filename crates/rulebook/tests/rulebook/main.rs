//! Tests of the public functions. Expected values are copied from the regulations, never from the code.

mod articles;
mod bad_rulebooks;
mod calendar;
mod conversion_tables;
mod matrix;
mod orders;
mod parameters;
mod titles;
mod user_rulebooks;

use model::{Date, parse_iso_date};

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date in a test")
}
