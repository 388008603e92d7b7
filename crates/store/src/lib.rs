//! List folders: layout, schemas, manifest, staging and renaming. The one place that knows file names.
//!
//! In: list folders and list files, ours or a user's own. Out: lists as columns, and new list folders that appear
//! whole or not at all. Nothing here decides what a rating is.

mod codes;
mod columns;
mod data_package;
mod dictionary;
mod error;
mod fault;
mod federation;
mod files;
mod hash;
mod layout;
mod limits;
mod list;
mod lock;
mod manifest;
mod memory;
mod parquet_bounds;
mod parquet_parts;
mod revisions;
mod schemas;
mod shelf;
mod sighting;
mod spreadsheet;
mod staging;
mod table;
mod table_columns;
mod typed_list;
mod whole;
mod words;

pub use codes::CODES;
pub use columns::{days, integers, text_column};
pub use data_package::data_package;
pub use error::StoreError;
pub use federation::{FederationInput, is_federation_list, read_federation_list};
pub use files::{open_file, read_file, read_settings, read_settings_input, read_text, refuse_ways_out};
pub use hash::{HashingReader, sha256_hex, sha256_of};
pub use layout::{
    FolderName, ListFolder, Reading, Version, all_versions, file, is_refused, list_drafts, list_folders, list_refused, place_for_refused,
};
pub use limits::{LONGEST_LINE, MOST_COLUMNS, TOLD, overlong_line};
pub use list::{HIGHEST_RATING, NEVER, PlayerList, check_list, list_of_columns, read_columns, read_list};
pub use lock::FolderLock;
pub use manifest::{EditionsUsed, Manifest, OutputFile, input_digest};
pub use memory::{Pool, PoolEntry, RatedTournaments, date_column, read_pool, read_rated_tournaments};
pub use parquet_bounds::{refuse_overlong, refuse_repetitive};
pub use parquet_parts::ParquetParts;
pub use revisions::{MovedPlayer, Revision, read_moved_players, read_revisions, record_revision};
pub use schemas::SCHEMAS;
pub use shelf::{ListSource, PlainRatings, Shelf};
pub use sighting::{change_since_read, read_input, sighting_of};
pub use spreadsheet::{harmless, may_be_marked, meant};
pub use staging::{StagedFolder, clear_leftovers, remove_folder, replace_file};
pub use table::{guarded, install_panic_hook, read_columns_of, read_frame, write_csv, write_parquet, write_parquet_parts};
pub use table_columns::{ROW_GROUP, TableColumn, even_groups, full_groups, write_columns};
pub use whole::{LIST_COLUMNS, ListTable};
pub use words::{Word, WordColumn, Words};
