//! The norms of events, by the articles of the title regulations. Expected values are from the text and its readings, never from the code.

mod applicants;
mod brute_force;
mod event_articles;
mod events;
mod forfeits_and_byes;
mod games_left_out;
mod included_games;
mod joined_parts;
mod mix;
mod naive_judge;
mod outlook;
mod performance;
mod random_events;
mod rounds;
mod swiss_counts;

use model::{Date, parse_iso_date};
use rulebook::{Rulebook, TitleEdition};

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date in a test")
}

fn of_2022() -> &'static TitleEdition {
    Rulebook::fide().title_edition_by_id("titles-2022").expect("an edition")
}

fn of_2024() -> &'static TitleEdition {
    Rulebook::fide().title_edition_by_id("titles-2024").expect("an edition")
}
