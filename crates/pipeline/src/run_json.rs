//! `run.json`: when, with which version, how long each stage took, on what. The only file with a clock in it.

use crate::PipelineError;
use crate::recipe::Recipe;
use chrono::{DateTime, SecondsFormat, Utc};
use publish::CheckLine;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};

/// Of this program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `run.json` remembers that its list can be verified by.
#[derive(Debug, Deserialize)]
pub(crate) struct Remembered {
    /// Of the manifest, which no later list witnesses as long as the list is the newest.
    pub(crate) manifest_sha256: Option<String>,
    pub(crate) recipe: Recipe,
    /// Of the program that made it.
    pub(crate) version: String,
    /// What the checks found then: they look at the lists of a whole year, of which there may be other versions now.
    #[serde(default)]
    pub(crate) checks: Vec<CheckLine>,
}

pub(crate) fn remembered_in(path: &Path) -> Result<Remembered, PipelineError> {
    let differs = |what: String| PipelineError::Differs(format!("{}: {what}, so where the inputs lay is not known", path.display()));
    let text = store::read_text(path).map_err(|error| differs(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| differs(error.to_string()))
}

/// The high-water mark of resident memory; Linux has it in kilobytes.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?;
    kilobytes.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Notes when each stage of a run began.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    started: DateTime<Utc>,
    since: Instant,
    stages: Vec<(&'static str, Duration)>,
}

/// What a run is to be remembered by.
#[derive(Debug)]
pub(crate) struct RunRecord<'a> {
    /// Who looked at the list before it was published.
    pub(crate) signed_by: Option<&'a str>,
    pub(crate) manifest_sha256: String,
    pub(crate) recipe: &'a Recipe,
    pub(crate) checks: &'a [CheckLine],
}

#[derive(Serialize)]
struct Written<'a> {
    started: String,
    finished: String,
    version: &'static str,
    threads: usize,
    /// The most memory that the process held, where the system tells.
    peak_memory_bytes: Option<u64>,
    system: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    signed_by: Option<&'a str>,
    milliseconds: Vec<(&'a str, u128)>,
    manifest_sha256: &'a str,
    /// Where the inputs lay.
    recipe: &'a Recipe,
    checks: &'a [CheckLine],
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { started: Utc::now(), since: Instant::now(), stages: Vec::new() }
    }

    /// Ends a stage.
    pub(crate) fn lap(&mut self, stage: &'static str) {
        let elapsed = self.since.elapsed();
        self.since = Instant::now();
        tracing::info!(stage, milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX), "stage done");
        self.stages.push((stage, elapsed));
    }

    pub(crate) fn to_json(&self, record: &RunRecord<'_>) -> String {
        let stamp = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let written = Written {
            started: stamp(self.started),
            finished: stamp(Utc::now()),
            version: VERSION,
            threads: rayon::current_num_threads(),
            peak_memory_bytes: peak_memory(),
            signed_by: record.signed_by,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            milliseconds: self.stages.iter().map(|(name, time)| (*name, time.as_millis())).collect(),
            manifest_sha256: &record.manifest_sha256,
            recipe: record.recipe,
            checks: record.checks,
        };
        let mut text = serde_json::to_string_pretty(&written).expect("plain data");
        text.push('\n');
        text
    }
}
