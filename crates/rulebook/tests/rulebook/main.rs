//! The rulebook from the outside. Expected values are typed from the regulations, never from the code.

mod bad_rulebooks;
mod calendar;
mod matrix;
mod orders;
mod own_rulebooks;
mod presentation;
mod tables;
mod titles;

use model::{Date, parse_iso_date};

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date in a test")
}
