//! `manifest.json`: inputs, settings and outputs of a list. It contains no clock, no program version and no machine name.

use crate::counts::known_counts;
use crate::hash::sha256_hex;
use crate::{AcceptedCheck, ManifestCounts, StoreError, file, read_text};
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
    /// The ids of the orders applied to this list.
    pub orders: Vec<String>,
    /// The source of each of these orders; older lists do not state them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub order_sources: BTreeMap<String, String>,
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
    #[serde(deserialize_with = "known_counts")]
    pub counts: ManifestCounts,
    /// The checks that did not pass and were accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted_checks: Vec<AcceptedCheck>,
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
    /// The SHA-256 of each 262,144 bytes of a larger table, by which a part of it is checked without reading the rest; older lists have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

fn first_format() -> u32 {
    Manifest::FIRST_FORMAT
}

fn is_first_format(format: &u32) -> bool {
    *format == Manifest::FIRST_FORMAT
}

impl Manifest {
    /// The format of lists of version 0.1, which do not state it.
    pub const FIRST_FORMAT: u32 = 1;

    /// The format that this version of the program writes.
    pub const FORMAT: u32 = 2;

    /// The setting that names the orders applied to a list. Lists of version 0.1 say in it whether orders were wanted.
    pub const ORDERS: &str = "orders";

    /// Whether version 0.1 made the list.
    pub fn is_first_format(&self) -> bool {
        is_first_format(&self.format)
    }

    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest is plain data");
        text.push('\n');
        text
    }

    /// Reads the manifest of a list folder.
    pub fn read(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(file::MANIFEST);
        Self::from_json(&read_text(&path).map_err(StoreError::io(&path))?, &path)
    }

    /// Reads the text of the manifest at a path. Words that only a later version of the program knows are kept or passed over; a later format
    /// is refused.
    pub fn from_json(text: &str, path: &Path) -> Result<Self, StoreError> {
        // Asked first: what a later format holds may look like damage.
        if let Ok(Format { format }) = serde_json::from_str(text)
            && format > Self::FORMAT
        {
            return Err(StoreError::LaterFormat { path: path.to_owned(), format });
        }
        serde_json::from_str(text)
            .map_err(|error| StoreError::damaged(path, format!("damaged or altered, not a manifest any more ({error})")))
    }
}

/// What every manifest says, whatever its format.
#[derive(Deserialize)]
struct Format {
    format: u32,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A manifest of a format, with an input of a role and one count.
    fn text(format: u32, role: &str, count: &str) -> String {
        format!(
            r#"{{ "format": {format}, "control": "rapid", "list": "2024-02-01", "editions": {{ "publication": "", "calculation": "", "tournaments": [] }},
            "orders": [], "decisions": [], "settings": {{}}, "inputs_sha256": "",
            "inputs": [{{ "role": "{role}", "path": "a", "sha256": "b" }}], "outputs": [], "counts": {{ "{count}": 1 }} }}"#
        )
    }

    fn read(text: &str) -> Result<Manifest, StoreError> {
        Manifest::from_json(text, Path::new("manifest.json"))
    }

    #[test]
    fn a_list_of_a_later_version_is_read_as_far_as_it_goes() {
        let manifest = read(&text(2, "weather", "players_on_the_moon")).expect("readable");
        assert_eq!(manifest.inputs[0].role.to_string(), "weather");
        assert!(manifest.counts.is_empty());
        // The hash over the inputs covers the word.
        let known = read(&text(2, "players", "entrants")).expect("readable");
        assert_ne!(input_digest(&manifest.inputs, &manifest.settings), input_digest(&known.inputs, &known.settings));
    }

    #[test]
    fn a_later_format_is_refused_as_such_and_damage_is_not() {
        let refused = |text: &str| read(text).expect_err("refused").to_string();
        let words = "manifest.json: made by a later version of the program, format 3; this one knows 2";
        assert_eq!(refused(&text(3, "players", "entrants")), words);
        assert_eq!(refused(r#"{ "format": 3 }"#), words, "whatever else it says");
        assert!(!refused(r#"{ "format": 2 }"#).contains("later version"));
        assert!(!refused("{ \"format\": 3").contains("later version"), "cut short");
    }
}
