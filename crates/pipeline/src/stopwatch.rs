//! Measures how long the stages of a run take, and makes the record for `run.json`.

use chrono::{DateTime, SecondsFormat, Utc};
use std::time::{Duration, Instant};
use store::{CheckResult, InputPaths, OrderExceptions, RunRecord};

/// The version of this program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The peak of resident memory in bytes, where Linux reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?;
    kilobytes.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Measures the time of each stage of a run.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    started: DateTime<Utc>,
    since: Instant,
    stages: Vec<(&'static str, Duration)>,
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

    /// The record of a run that is done.
    pub(crate) fn record(&self, manifest_sha256: String, inputs: InputPaths, checks: &[CheckResult]) -> RunRecord {
        let stamp = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let milliseconds = |time: &Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        RunRecord {
            started: stamp(self.started),
            finished: stamp(Utc::now()),
            version: VERSION.to_owned(),
            threads: rayon::current_num_threads(),
            peak_memory_bytes: peak_memory(),
            signed_by: None,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            milliseconds: self.stages.iter().map(|(name, time)| ((*name).to_owned(), milliseconds(time))).collect(),
            order: OrderExceptions::default(),
            manifest_sha256: Some(manifest_sha256),
            inputs,
            checks: checks.to_vec(),
        }
    }
}
