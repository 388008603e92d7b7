//! End-to-end tests: the program, from the outside. One binary, so that the libraries are linked once.
//!
//! A test that needs something from outside is ignored and stands in a module `needs_NAME`; `tests/needs.sh` knows these names, and
//! `make test` runs the tests whose needs are met.

mod assembly;
mod book;
mod bounds;
mod browser;
mod cases;
mod check_command;
mod checks;
mod cli;
mod codes;
mod determinism;
mod diff;
mod editions;
mod entries_without_id;
mod expected;
mod explain;
#[cfg(feature = "faults")]
mod faults;
mod federation;
mod foreign_readers;
mod golden;
mod history;
mod hostile;
mod init;
mod interclubs;
mod later_version;
mod list_order;
mod lists_csv;
mod month;
mod norms;
mod online;
mod online_reference;
mod orders;
mod pages;
mod past_lists;
mod privacy;
mod properties;
mod published_calculations;
mod python;
mod rated_once;
mod real_reports;
mod refused_before;
mod regressions;
mod regulations;
mod report_page;
mod roster;
mod round_robins;
mod round_trips;
mod schemas;
mod spreadsheets;
mod store_of_0_1;
mod submitted_tournaments;
mod support;
mod titles;
mod top_list;
mod trusted_store;
mod unattended;
mod unknown_facts;
mod user_rulebook;
mod zipped_reports;
