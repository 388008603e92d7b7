//! The stages in order, for one list: settings, lock, reading, assembly, rating, checks, staging, publication.
//!
//! In: a [`Job`], from a pipeline file or from flags. Out: a list folder and a [`Report`], or a [`PipelineError`] that
//! knows its exit code. The flow is in `run.rs`, from top to bottom.

mod checks;
mod error;
mod import;
mod job;
mod pipeline_file;
mod roster;
mod run;
mod run_json;
mod summary;
mod watch;

pub use checks::{CheckResult, Checks, Level};
pub use error::PipelineError;
pub use import::{ImportJob, Imported, import};
pub use job::{FlagForm, Job, Options, RulesChoice};
pub use pipeline_file::{PipelineFile, PublishSettings, due, read_pipeline_file};
pub use run::{Report, Result, Verdict, plan, run};
pub use summary::{Mover, NotRated, Summary};
pub use watch::{Silent, Watch};
