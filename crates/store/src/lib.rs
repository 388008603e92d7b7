//! List folders and the lists in them: layout, versions, manifest, run record, chain, staging and renaming, lock, revisions. The one place that knows file names.
//!
//! In: list folders and list files, ours or a user's own. Out: lists as they are given, a row for each player and text beside the rows; and new
//! list folders that appear whole or not at all. Nothing here decides what a rating is.

mod carried_state;
mod chain;
mod check_result;
mod codes;
mod compare;
mod counts;
mod data_package;
mod error;
mod fault;
mod federation;
mod files;
mod hash;
mod job;
mod layout;
mod list;
mod lock;
mod manifest;
mod published_list;
mod revisions;
mod run_record;
mod shelf;
mod sighting;
mod staging;

pub use carried_state::{pool_table, rated_tournaments_table, read_pool, read_rated_tournaments};
pub use chain::versions_at;
pub use check_result::{CheckResult, Level};
pub use codes::CODES;
pub use compare::{have_same_rows, read_table, table_of};
pub use counts::{Count, Counts};
pub use data_package::data_package;
pub use error::StoreError;
pub use federation::{FederationInput, is_federation_list, read_federation_list};
pub use files::{open_file, read_file, read_settings, read_settings_input, read_text, refuse_ways_out};
pub use hash::{HashingReader, sha256_hex, sha256_of};
pub use job::{CorrectionChoice, Formats, InputPlaces, JobDescription, Options, RulesChoice};
pub use layout::{
    FolderName, ListFolder, Reading, Version, all_versions, file, is_refused, list_drafts, list_folders, list_refused, place_for_refused,
};
pub use list::{PlayerList, check_list, list_of_table, read_columns};
pub use lock::FolderLock;
pub use manifest::{EditionsUsed, Manifest, OutputFile, input_digest};
pub use published_list::{ListTable, list_columns};
pub use revisions::{MoveCause, MovedPlayer, Revision, read_moved_players, read_revisions, record_revision};
pub use run_record::RunRecord;
pub use shelf::{ListSource, Shelf};
pub use sighting::{change_since_read, read_input, sighting_of};
pub use staging::{StagedFolder, clear_leftovers, remove_folder, replace_file};
