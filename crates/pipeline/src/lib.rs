//! The stages in order, for one list: settings, lock, reading, assembly, rating, checks, staging, publication.
//!
//! In: a [`Job`], from a pipeline file or from flags. Out: a list folder and a [`Report`], or a [`PipelineError`] that
//! knows its exit code. The flow is in `run.rs`, from top to bottom.

mod as_read;
mod checks;
mod compute;
mod corrections;
mod direct;
mod error;
mod import;
mod job;
mod lint;
mod pipeline_file;
mod players;
mod previous;
mod publication;
mod radius;
mod refusal;
mod regenerate;
mod rules;
mod run;
mod run_json;
mod status;
mod summary;
mod unchanged;
mod verify;
mod watch;

pub use checks::Checks;
pub use corrections::PendingCorrection;
pub use error::PipelineError;
pub use import::{ImportJob, Imported, import};
pub use job::Job;
pub use lint::lint;
pub use pipeline_file::{PipelineFile, due, read_pipeline_file};
pub use radius::{BlastRadius, Crossing, Move};
pub use regenerate::{Fate, Range, Regenerated, RegeneratedList, WithoutEffect, plan_regeneration, regenerate};
pub use run::{Report, Result, Verdict, plan, run};
pub use status::{ListState, Status, status};
pub use summary::{Mover, NotRated, Summary};
pub use verify::{Compared, Verified, verify};
pub use watch::{Silent, Watch};
