//! List folders and the lists in them.
//!
//! A list folder (`lists/rapid/2024-02-01/`) holds one version of one list with its tables, its manifest and its run record. This crate is
//! the only one that knows the names of folders and files.
//!
//! - In: list folders and list files, written by this program or by others.
//! - Out: a [`PlayerList`] with a row of numbers and text columns per player, and new list folders that appear whole or not at all.
//! - It never decides what a rating is, and it fills no gaps of a list that lacks columns.
//!
//! Start with [`ListSource::open`] for one list, [`ListCatalog`] for all lists of a control, [`Manifest`] and [`RunRecord`] for how a list
//! was made, and [`StagedFolder`] to write one.
//!
//! ```
//! use store::{FolderName, Version};
//! use std::path::Path;
//!
//! let name = FolderName::from_path(Path::new("lists/rapid/2024-02-01.r2")).expect("a list folder");
//! assert_eq!((name.date.month().as_str(), name.version), ("2024-02", Version::Published(2)));
//! ```

mod carried_state;
mod chain;
mod check_result;
mod checked_folder;
mod codes;
mod compare_tables;
mod counts;
mod data_package;
mod error;
mod fault;
mod federation_input;
mod file_in_parts;
mod files;
mod folder_names;
mod hash;
mod hidden_birth_years;
mod input_snapshot;
mod job_description;
mod list;
mod list_catalog;
mod list_memory;
mod list_metadata;
mod lists_csv;
mod lock;
mod manifest;
mod online_game_ids;
mod published_list;
mod rated_tournaments;
mod revisions;
mod run_record;
mod signature;
mod signing_key;
mod staging;

pub use carried_state::{pool_table, read_pool};
pub use chain::versions_at;
pub use check_result::{Acceptance, AcceptedCheck, CheckResult, Level};
pub use checked_folder::{CheckedFolder, HashCheck};
pub use codes::CODES;
pub use compare_tables::{count_differing_rows, have_same_rows, read_table, table_from_bytes};
pub use counts::{Count, ManifestCounts};
pub use data_package::data_package;
pub use error::StoreError;
pub use federation_input::{FederationInput, read_federation_list, recognise_federation_list};
pub use file_in_parts::FileInParts;
pub use files::{open_file, read_file, read_settings, read_settings_input, read_text, reject_links_leaving_store};
pub use folder_names::{
    FolderName, ListFolder, Version, VersionChoice, all_drafts, all_versions, file, is_refused, list_drafts, list_folders, list_refused,
    refused_path,
};
pub use hash::{HashingReader, sha256_half, sha256_hex, sha256_of_reader};
pub use hidden_birth_years::{latest_birth_year_at, latest_published_birth_year};
pub use input_snapshot::{change_since_read, read_input, read_input_up_to, snapshot_of};
pub use job_description::{CorrectionChoice, Formats, InputPaths, JobDescription, JobOptions, OrdersChoice, RulesChoice, TitleOptions};
pub use list::{PlayerList, check_list, list_from_table, read_list_table};
pub use list_catalog::{ListCatalog, ListSource};
pub use list_memory::{ListMemory, WrittenTables};
pub use list_metadata::{ListMetadata, list_metadata};
pub use lists_csv::{LISTS_CSV, ListsCsvUpdate, VersionRow, read_lists_csv, update_lists_csv, version_rows};
pub use lock::FolderLock;
pub use manifest::{EditionsUsed, Manifest, OutputFile, input_digest};
pub use online_game_ids::read_online_game_ids;
pub use published_list::{PublishedList, list_columns};
pub use rated_tournaments::{RATED_COLUMNS, carried_forward, rated_contents, rated_tournaments_table, read_rated_tournaments};
pub use revisions::{MoveCause, MovedPlayer, PendingRevision, Revision, read_moved_players, read_revisions, record_revision};
pub use run_record::{OrderExceptions, RunRecord};
pub use signature::{PublicKey, SignatureError, SignatureFound, check_signature};
pub use signing_key::{KeyError, SigningKey, create_key_pair, is_key_encrypted};
pub use staging::{StagedFolder, clear_leftovers, is_leftover, remove_folder, replace_file};
