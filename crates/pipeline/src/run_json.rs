//! `run.json`: when, with which version, how long each stage took, on what. The only file with a clock in it.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

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

#[derive(Serialize)]
struct RunRecord<'a> {
    started: String,
    finished: String,
    version: &'static str,
    threads: usize,
    /// The most memory that the process held, where the system tells.
    peak_memory_bytes: Option<u64>,
    system: String,
    milliseconds: Vec<(&'a str, u128)>,
    /// Where each role's inputs lay; the manifest names them relative to this.
    roots: &'a BTreeMap<String, String>,
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

    pub(crate) fn to_json(&self, roots: &BTreeMap<String, String>) -> String {
        let stamp = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let record = RunRecord {
            started: stamp(self.started),
            finished: stamp(Utc::now()),
            version: env!("CARGO_PKG_VERSION"),
            threads: rayon::current_num_threads(),
            peak_memory_bytes: peak_memory(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            milliseconds: self.stages.iter().map(|(name, time)| (*name, time.as_millis())).collect(),
            roots,
        };
        let mut text = serde_json::to_string_pretty(&record).expect("plain data");
        text.push('\n');
        text
    }
}
