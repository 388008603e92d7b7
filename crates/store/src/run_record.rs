//! `run.json`: when, with which version, how long each stage took, on what, and where the inputs lay. The only file with a clock in it.

use crate::{CheckResult, InputPlaces, file, read_text};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What is remembered of the run that made a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    #[serde(default)]
    pub started: String,
    #[serde(default)]
    pub finished: String,
    /// Of the program.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub threads: usize,
    /// The most memory that the process held, where the system tells.
    #[serde(default)]
    pub peak_memory_bytes: Option<u64>,
    #[serde(default)]
    pub system: String,
    /// Who looked at the list before it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
    /// How long each stage took.
    #[serde(default)]
    pub milliseconds: Vec<(String, u64)>,
    /// Of the manifest, which no later list witnesses as long as the list is the newest.
    pub manifest_sha256: Option<String>,
    #[serde(rename = "recipe")]
    pub inputs: InputPlaces,
    /// What the checks found: they look at the lists of a whole year, of which there may be other versions later.
    #[serde(default)]
    pub checks: Vec<CheckResult>,
}

impl RunRecord {
    /// Reads the record of a list folder.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        Ok(serde_json::from_str(&read_text(folder.join(file::RUN))?)?)
    }

    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_need_not_say_more_than_where_the_inputs_lay() {
        let read = |text: &str| serde_json::from_str::<RunRecord>(text);
        let record = read(r#"{ "recipe": { "rules": "own.toml" } }"#).expect("a record");
        assert_eq!(record.inputs, InputPlaces { rules: Some("own.toml".into()), ..InputPlaces::default() });
        assert!(read(r#"{ "version": "0.1.0" }"#).is_err());
    }
}
