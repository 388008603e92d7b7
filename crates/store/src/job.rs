//! What is written down of a job: the rules, options and inputs that a list is made by.
//!
//! Flags, a pipeline file and the record of a list that is there all give a [`JobDescription`]. Its settings go into the manifest, where they are
//! part of what the list is; where the inputs lay goes into `run.json`.

use crate::{Manifest, RunRecord};
use model::{Control, Date, ListDate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// What lists are made by, whichever list it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobDescription {
    pub control: Control,
    pub rules: RulesChoice,
    pub excluded_federations: Vec<String>,
    pub options: Options,
    pub inputs: InputPlaces,
}

/// Which rules a list goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesChoice {
    /// By date (D1).
    Auto,
    /// One edition for everything, by its id.
    Edition(String),
    /// A rulebook of the user's own.
    File(PathBuf),
}

/// What the user asked for beyond the list itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub formats: Formats,
    pub audit: bool,
    pub strict: bool,
    pub without_orders: bool,
    /// Years of birth of players younger than this are not published.
    pub hide_birth_year_under: Option<u8>,
}

/// What the list is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    pub csv: bool,
    pub parquet: bool,
}

/// Where the inputs of a list lie. In `run.json` paths are relative to the folder in which the list folder stands, so that a store can be moved
/// as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InputPlaces {
    /// Folders of list folders, list folders or files: the previous list and older ones.
    pub lists: Vec<PathBuf>,
    pub longer_lists: BTreeMap<Control, Vec<PathBuf>>,
    pub tournaments: Vec<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registry: Option<PathBuf>,
    /// The rulebook, where it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<PathBuf>,
    /// The roster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<PathBuf>,
    #[serde(flatten)]
    pub corrections: CorrectionChoice,
    /// Whether older lists tell, beside the previous one, which tournaments are rated.
    pub is_archive_asked: bool,
    /// The federation's file, of a list that is imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation_list: Option<PathBuf>,
}

/// Which corrections hold (D29).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CorrectionChoice {
    /// A file or a folder of files.
    #[serde(rename = "corrections", skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Only these, where they are given.
    #[serde(skip)]
    pub only: Option<Vec<String>>,
    /// Only those received until then; all of them where it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_known: Option<Date>,
    /// How far back a correction may reach.
    #[serde(rename = "correction_limit_months")]
    pub limit_months: u32,
    /// Whether it may reach back further.
    pub beyond_limit: bool,
}

impl Default for CorrectionChoice {
    fn default() -> Self {
        Self { path: None, only: None, as_known: None, limit_months: 12, beyond_limit: false }
    }
}

impl Default for Options {
    fn default() -> Self {
        let formats = Formats { csv: true, parquet: true };
        Self { formats, audit: true, strict: false, without_orders: false, hide_birth_year_under: None }
    }
}

impl<'a> FromIterator<&'a str> for Formats {
    fn from_iter<I: IntoIterator<Item = &'a str>>(words: I) -> Self {
        words.into_iter().fold(Self { csv: false, parquet: false }, |formats, word| Self {
            csv: formats.csv || word == "csv",
            parquet: formats.parquet || word == "parquet",
        })
    }
}

impl fmt::Display for Formats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.csv, self.parquet) {
            (true, true) => "csv,parquet",
            (true, false) => "csv",
            (false, true) => "parquet",
            (false, false) => "",
        })
    }
}

impl RulesChoice {
    /// `auto`, an edition's id, or the path of a TOML file.
    pub fn parse(text: &str, base: &Path) -> Self {
        if text == "auto" {
            Self::Auto
        } else if text.ends_with(".toml") || text.contains('/') {
            Self::File(base.join(text))
        } else {
            Self::Edition(text.to_owned())
        }
    }

    /// The rulebook's file, where it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Auto | Self::Edition(_) => None,
        }
    }
}

/// As settings write it: of a file its name.
impl fmt::Display for RulesChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Edition(id) => f.write_str(id),
            Self::File(path) => f.write_str(&path.file_name().unwrap_or_default().to_string_lossy()),
        }
    }
}

impl JobDescription {
    pub fn new(control: Control) -> Self {
        let (options, inputs) = (Options::default(), InputPlaces::default());
        Self { control, rules: RulesChoice::Auto, excluded_federations: Vec::new(), options, inputs }
    }

    /// What a list depends on beside its inputs, as manifests hold it. `previous` is the list that it is made from; an imported list has none.
    pub fn settings(&self, list: ListDate, previous: Option<ListDate>) -> BTreeMap<String, String> {
        let yes_no = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let Options { formats, audit, strict, without_orders, hide_birth_year_under } = self.options;
        let mut settings = vec![
            ("control", self.control.to_string()),
            ("list", list.to_string()),
            ("formats", formats.to_string()),
            ("strict", yes_no(strict)),
        ];
        match previous {
            None => settings.push(("made_by", "import".to_owned())),
            Some(previous) => settings.extend([
                ("previous", previous.to_string()),
                ("rules", self.rules.to_string()),
                ("excluded_federations", self.excluded_federations.join(" ")),
                ("audit", yes_no(audit)),
                ("orders", yes_no(!without_orders)),
            ]),
        }
        // Only where it is set, so that lists made before there was such a setting are still the same.
        settings.extend(hide_birth_year_under.map(|age| ("hide_birth_year_under", age.to_string())));
        settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// How a list was made, by the settings in its manifest. A setting that there was not yet has its default.
    pub fn of_manifest(manifest: &Manifest) -> Self {
        let setting = |key: &str| manifest.settings.get(key).map(String::as_str);
        let is = |key: &str, value: &str| setting(key) == Some(value);
        let default = Options::default();
        Self {
            rules: RulesChoice::parse(setting("rules").unwrap_or("auto"), Path::new("")),
            excluded_federations: setting("excluded_federations").unwrap_or("").split_whitespace().map(str::to_owned).collect(),
            options: Options {
                formats: setting("formats").map_or(default.formats, |formats| formats.split(',').collect()),
                audit: !is("audit", "no"),
                strict: is("strict", "yes"),
                without_orders: is("orders", "no"),
                hide_birth_year_under: setting("hide_birth_year_under").and_then(|age| age.parse().ok()),
            },
            ..Self::new(manifest.control)
        }
    }

    /// How a list was made and from what, by its manifest and its record. Paths are as seen from here; `base` is the folder that the list folder
    /// stands in.
    pub fn of_record(manifest: &Manifest, record: &RunRecord, base: &Path) -> Self {
        let mut description = Self::of_manifest(manifest);
        description.inputs = record.inputs.seen_from(base);
        if let Some(path) = &description.inputs.rules {
            description.rules = RulesChoice::File(path.clone());
        }
        description
    }
}

impl InputPlaces {
    /// The same places, told from a folder.
    #[must_use]
    pub fn relative_to(&self, base: &Path) -> Self {
        let base = absolute(base);
        self.with_paths(|path| relative_to(&base, &absolute(path)))
    }

    /// Places that were told from a folder, as seen from here.
    #[must_use]
    pub fn seen_from(&self, base: &Path) -> Self {
        self.with_paths(|path| base.join(path))
    }

    fn with_paths(&self, new: impl Fn(&Path) -> PathBuf) -> Self {
        let all = |paths: &[PathBuf]| paths.iter().map(|path| new(path)).collect::<Vec<_>>();
        let some = |path: &Option<PathBuf>| path.as_deref().map(&new);
        Self {
            lists: all(&self.lists),
            longer_lists: self.longer_lists.iter().map(|(control, paths)| (*control, all(paths))).collect(),
            tournaments: all(&self.tournaments),
            registry: some(&self.registry),
            rules: some(&self.rules),
            players: some(&self.players),
            corrections: CorrectionChoice { path: some(&self.corrections.path), ..self.corrections.clone() },
            is_archive_asked: self.is_archive_asked,
            federation_list: some(&self.federation_list),
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// A path as seen from a folder; both absolute.
fn relative_to(base: &Path, path: &Path) -> PathBuf {
    let (base, path): (Vec<Component<'_>>, Vec<Component<'_>>) = (base.components().collect(), path.components().collect());
    let shared = base.iter().zip(&path).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(Component::ParentDir, base.len() - shared);
    let found: PathBuf = up.chain(path[shared..].iter().copied()).collect();
    if found.as_os_str().is_empty() { PathBuf::from(".") } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EditionsUsed;

    fn manifest(settings: BTreeMap<String, String>) -> Manifest {
        Manifest {
            format: Manifest::FORMAT,
            control: Control::Rapid,
            list: "2024-02-01".parse().expect("a date"),
            previous: None,
            editions: EditionsUsed::default(),
            orders: Vec::new(),
            decisions: Vec::new(),
            readings: None,
            settings,
            inputs_sha256: String::new(),
            previous_manifest: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
            counts: crate::Counts::new(),
        }
    }

    #[test]
    fn paths_are_told_from_the_folder_of_the_lists() {
        let told = |base: &str, path: &str| relative_to(Path::new(base), Path::new(path)).display().to_string();
        assert_eq!(told("/a/lists", "/a/tournaments"), "../tournaments");
        assert_eq!(told("/a/lists", "/a/lists"), ".");
        assert_eq!(told("/a/lists", "/a/lists/x.csv"), "x.csv");
        assert_eq!(told("/a/b/c", "/d"), "../../../d");
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        let month = |text: &str| text.parse::<ListDate>().expect("a date");
        let options = |csv, parquet, audit, strict, without_orders, hide_birth_year_under| Options {
            formats: Formats { csv, parquet },
            audit,
            strict,
            without_orders,
            hide_birth_year_under,
        };
        let rules = [RulesChoice::Auto, RulesChoice::Edition("rapid-blitz-2024".to_owned()), RulesChoice::File("own.toml".into())];
        for rules in rules {
            for options in [options(true, true, true, false, false, None), options(false, true, false, true, true, Some(18))] {
                let excluded_federations = vec!["BLR".to_owned(), "RUS".to_owned()];
                let description =
                    JobDescription { rules: rules.clone(), excluded_federations, options, ..JobDescription::new(Control::Rapid) };
                let settings = description.settings(month("2024-02-01"), Some(month("2024-01-01")));
                assert_eq!(JobDescription::of_manifest(&manifest(settings)), description);
            }
        }
    }

    #[test]
    fn a_setting_that_there_was_not_yet_has_its_default() {
        assert_eq!(JobDescription::of_manifest(&manifest(BTreeMap::new())), JobDescription::new(Control::Rapid));
    }

    #[test]
    fn places_keep_the_names_and_the_order_that_run_json_of_0_1_has() {
        let corrections = CorrectionChoice { path: Some("../c.csv".into()), ..CorrectionChoice::default() };
        let longer_lists = BTreeMap::from([(Control::Standard, vec![PathBuf::from("../standard")])]);
        let places = InputPlaces {
            lists: vec![".".into()],
            longer_lists,
            tournaments: vec!["../t".into()],
            registry: Some("../t.csv".into()),
            players: Some("../p.csv".into()),
            corrections,
            ..InputPlaces::default()
        };
        let text = r#"{"lists":["."],"longer_lists":{"standard":["../standard"]},"tournaments":["../t"],"registry":"../t.csv","players":"../p.csv","corrections":"../c.csv","correction_limit_months":12,"beyond_limit":false,"is_archive_asked":false}"#;
        assert_eq!(serde_json::to_string(&places).expect("plain data"), text);
        assert_eq!(serde_json::from_str::<InputPlaces>(text).expect("places"), places);
    }
}
