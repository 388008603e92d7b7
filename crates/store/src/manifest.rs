//! `manifest.json`: inputs, settings and outputs of a list. It contains no clock, no program version and no machine name.

use crate::hash::sha256_hex;
use crate::{ManifestCounts, file, read_text};
use model::{Control, InputFile, ListDate, ReadingNumber};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Record of what a list was made from and what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format of the tables: [`Manifest::FORMAT`], or 1 for lists of version 0.1, which do not state it.
    #[serde(default = "first_format", skip_serializing_if = "is_first_format")]
    pub format: u32,
    pub control: Control,
    pub list: ListDate,
    /// The list built on; an imported list has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<ListDate>,
    pub editions: EditionsUsed,
    /// Orders applied to this list.
    pub orders: Vec<String>,
    /// The readings cited in this list's games, changes and tournaments, sorted.
    pub decisions: Vec<ReadingNumber>,
    /// All readings that the program knew, each with its revision (D42); older lists do not state them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readings: Option<BTreeMap<ReadingNumber, u32>>,
    /// Settings that the list depends on.
    pub settings: BTreeMap<String, String>,
    /// One hash over inputs and settings; the tables contain it too.
    pub inputs_sha256: String,
    /// The hash of the previous list's manifest, which makes the chain back to the first list; `None` if that list has no manifest.
    #[serde(default)]
    pub previous_manifest: Option<String>,
    pub inputs: Vec<InputFile>,
    pub outputs: Vec<OutputFile>,
    pub counts: ManifestCounts,
}

/// Which edition was used for what (D1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditionsUsed {
    pub publication: String,
    pub calculation: String,
    /// Editions of the rated tournaments, sorted.
    pub tournaments: Vec<String>,
}

/// One file of a list folder, with its hash and size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OutputFile {
    pub path: String,
    pub sha256: String,
    pub bytes: u64,
}

fn first_format() -> u32 {
    1
}

fn is_first_format(format: &u32) -> bool {
    *format == 1
}

impl Manifest {
    /// The format that this version of the program writes.
    pub const FORMAT: u32 = 2;

    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest is plain data");
        text.push('\n');
        text
    }

    /// Reads the manifest of a list folder.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        Ok(Self::from_json(&read_text(folder.join(file::MANIFEST))?)?)
    }

    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// Returns one hash over all inputs and settings.
pub fn input_digest(inputs: &[InputFile], settings: &BTreeMap<String, String>) -> String {
    // Length-prefixed, so that different inputs never give the same text.
    let mut text = String::new();
    let mut put = |part: &str| {
        text.push_str(&part.len().to_string());
        text.push(':');
        text.push_str(part);
    };
    for (key, value) in settings {
        put(key);
        put(value);
    }
    put("inputs");
    for input in inputs {
        put(&input.role.to_string());
        put(&input.path);
        put(&input.sha256);
    }
    sha256_hex(text.as_bytes())
}
