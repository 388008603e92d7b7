//! Makes one rating list from a [`Job`]: reads the inputs, assembles the rating period, rates it, runs the checks and publishes a list folder.
//!
//! In: a [`Job`], from a pipeline file ([`read_pipeline_file`]) or from flags. Out: a list folder and a [`RunResult`], or a [`PipelineError`]
//! with its exit code and a hint. Rules, ratings and file formats are other crates' work: this one puts their stages in order. Begin with
//! [`run()`]; the stages are in `compute.rs`, from top to bottom.
//!
//! Other ways in: [`plan`] computes a list and writes nothing, [`regenerate()`] makes published lists again, [`verify()`] checks one
//! against its manifest, [`sign()`] publishes a draft with a signature, [`import()`] makes one from a federation's list, [`lint()`] checks input files, and [`status()`] says which list is
//! next.
//!
//! ```no_run
//! use pipeline::{Job, NoProgress, next_list, read_pipeline_file, run};
//! use std::path::Path;
//!
//! let pipeline = read_pipeline_file(Path::new("pipeline.toml"))?;
//! // The list after the newest one in the store.
//! let list = next_list(&pipeline, None)?;
//! let result = run(&Job::from_pipeline(&pipeline, list, false)?, &NoProgress)?;
//! println!("{:?}: {}", result.status, result.folder.display());
//! # Ok::<(), pipeline::PipelineError>(())
//! ```

mod all_players;
mod change_detection;
mod checks;
mod codes;
mod compute;
mod corrections;
mod error;
mod fsck;
mod fsck_lists_csv;
mod fsck_reports;
mod impact;
mod import;
mod import_history;
mod init;
mod inputs_unchanged;
mod job;
mod known_players;
mod lint;
mod lint_settings;
mod list_inputs;
mod list_order;
mod lists_csv;
mod orders;
mod own_game_changes;
mod pipeline_file;
mod player_diagnostics;
mod player_history;
mod previous;
mod previous_refusals;
mod progress_observer;
mod publication;
mod published_comparison;
mod refused_list;
mod regenerate;
mod reported_ratings;
mod rules;
mod run;
mod sign;
mod signing;
mod status;
mod stopwatch;
mod summary;
mod title_codes;
mod titled_players;
mod titles;
mod verify;
mod walk;

pub use checks::{AcceptedChecks, Checks};
pub use codes::CODES;
pub use corrections::PendingCorrection;
pub use error::PipelineError;
pub use fsck::{StoreCheck, StoreProblem, fsck};
pub use fsck_reports::{ReportChange, ReportComparison};
pub use impact::{ChangeImpact, RatingMove, ThresholdCrossing};
pub use import::{ImportJob, ImportSeries, Imported, import, import_series};
pub use import_history::SinceEarlierList;
pub use init::{InitJob, Initialised, init};
pub use job::Job;
pub use known_players::KnownPlayers;
pub use lint::lint;
pub use lint_settings::read_rulebook_file;
pub use list_order::{OrderRequirements, due_list, next_list};
pub use pipeline_file::{PipelineFile, read_pipeline_file};
pub use progress_observer::{NoProgress, ProgressObserver};
pub use regenerate::{IneffectiveCorrection, ListRange, Regenerated, RegeneratedList, RegenerationStatus, plan_regeneration, regenerate};
pub use run::{Result, RunResult, RunStatus, plan, run};
pub use sign::{SignedList, sign};
pub use signing::Signing;
pub use status::{PipelineStatus, ProposedTitle, PublishedListVersion, status};
pub use summary::{NotRated, Summary, SummaryPlayer};
pub use titles::{EventNormsJob, JudgedEventNorms, NotJudged, NotJudgedReason, TitleCounts, event_norms};
pub use verify::{ChangedRules, ComparisonMethod, Verified, verify};
