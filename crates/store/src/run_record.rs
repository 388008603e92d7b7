//! `run.json`: when a list was made, with which version, how long each stage took, and where the inputs lay. The only file with a clock in it.

use crate::{CheckResult, InputPaths, file, read_text};
use serde::{Deserialize, Deserializer, Serialize};
use std::path::Path;

/// Record of the run that made a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    #[serde(default)]
    pub started: String,
    #[serde(default)]
    pub finished: String,
    /// Version of the program.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub threads: usize,
    /// Peak memory of the process, if the system reports it.
    #[serde(default)]
    pub peak_memory_bytes: Option<u64>,
    #[serde(default)]
    pub system: String,
    /// Who let the list be published, in records of versions that had no signatures; no longer written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
    /// Exceptions from the order of lists that were asked for and needed.
    #[serde(flatten)]
    pub order: OrderExceptions,
    /// Duration of each stage.
    #[serde(default)]
    pub milliseconds: Vec<(String, u64)>,
    /// Hash of the manifest. For the newest list no later manifest records it.
    pub manifest_sha256: Option<String>,
    #[serde(rename = "recipe")]
    pub inputs: InputPaths,
    /// Results of the checks. They compare with the lists of a year, which may be revised later, so they are recorded here.
    #[serde(default, deserialize_with = "known_checks")]
    pub checks: Vec<CheckResult>,
}

/// Exceptions from the order in which a pipeline makes its lists (D40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderExceptions {
    /// The list is made though lists between the previous one and it are missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_gap: bool,
    /// The list is made though it is further ahead than the next one due.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ahead: bool,
}

/// Reads what checks found. A line with words that only a later version of the program knows is passed over.
fn known_checks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CheckResult>, D::Error> {
    let lines = Vec::<serde_json::Value>::deserialize(deserializer)?;
    Ok(lines.into_iter().filter_map(|line| serde_json::from_value(line).ok()).collect())
}

impl RunRecord {
    /// Reads the run record of a list folder.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        Ok(serde_json::from_str(&read_text(folder.join(file::RUN))?)?)
    }

    pub fn to_json(&self) -> String {
        let record = Self { inputs: self.inputs.as_unicode(), ..self.clone() };
        let mut text = serde_json::to_string_pretty(&record).expect("a record is plain data, with paths in Unicode");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_record_needs_no_field_but_the_input_paths() {
        let read = |text: &str| serde_json::from_str::<RunRecord>(text);
        let record = read(r#"{ "recipe": { "rules": "own.toml" } }"#).expect("a record");
        assert_eq!(record.inputs, InputPaths { rules: Some("own.toml".into()), ..InputPaths::default() });
        assert!(read(r#"{ "version": "0.1.0" }"#).is_err());
    }

    #[test]
    fn a_check_of_a_level_that_only_a_later_version_knows_is_passed_over() {
        let checks = r#"[{ "check": "names", "level": "ask" }, { "check": "totals", "level": "fail" }]"#;
        let record = serde_json::from_str::<RunRecord>(&format!(r#"{{ "recipe": {{}}, "checks": {checks} }}"#)).expect("a record");
        assert_eq!(
            record.checks.iter().map(|line| (line.check.as_str(), line.level)).collect::<Vec<_>>(),
            [("totals", crate::Level::Fail)]
        );
    }
}
