//! `checks.csv`: every check before publication with its value and its limits, passed or not.

use serde::{Deserialize, Serialize};
use std::io::Write;
use tables::escape_formula;

/// A check before publication and what it found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckLine {
    /// As the pipeline file calls it.
    pub check: String,
    pub name: String,
    /// `warn` or `fail`.
    pub level: String,
    pub passed: bool,
    pub number: u64,
    pub at_least: Option<u64>,
    pub at_most: Option<u64>,
    /// The number, in words where that says more.
    pub value: String,
    /// The limits in words.
    pub limit: String,
    /// Which tournaments or players, the first of them.
    pub detail: String,
}

impl CheckLine {
    /// Whether it forbids publication.
    pub fn is_fatal(&self) -> bool {
        !self.passed && self.level == "fail"
    }

    pub(crate) fn verdict(&self) -> &'static str {
        match (self.passed, self.is_fatal()) {
            (true, _) => "passed",
            (false, true) => "not passed, not published",
            (false, false) => "not passed, published with a warning",
        }
    }
}

pub(crate) fn write(out: &mut dyn Write, checks: &[CheckLine]) -> csv::Result<()> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(["check", "meaning", "level", "passed", "value", "at_least", "at_most", "detail"])?;
    let limit = |limit: Option<u64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    for check in checks {
        let mut detail = format!("{}; limit: {}", check.value, check.limit);
        if !check.detail.is_empty() {
            detail.push_str(&format!("; {}", check.detail));
        }
        writer.write_record([
            check.check.as_str(),
            &check.name,
            &check.level,
            if check.passed { "true" } else { "false" },
            &check.number.to_string(),
            &limit(check.at_least),
            &limit(check.at_most),
            &*escape_formula(&detail),
        ])?;
    }
    writer.flush()?;
    Ok(())
}
