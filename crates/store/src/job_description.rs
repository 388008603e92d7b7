//! Description of a job: control, rules, options and inputs of a list.
//!
//! Flags, a pipeline file and the records of an existing list all give a [`JobDescription`]. Its settings are written to the manifest,
//! because the list depends on them; the paths of its inputs are written to `run.json`.

use crate::{Manifest, RunRecord, VersionChoice, file};
use model::{Control, Date, ListDate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// The name of the setting about tournaments whose control nothing tells.
const TAKES_UNKNOWN_CONTROL: &str = "takes_unknown_control";

/// The settings about titles, and the word for none.
const TITLES: &str = "titles";
const TITLES_STRICT: &str = "titles_strict";
const NO_TITLES: &str = "none";

/// What lists are made by, whichever list it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDescription {
    pub control: Control,
    pub rules: RulesChoice,
    #[serde(default)]
    pub orders: OrdersChoice,
    pub excluded_federations: Vec<String>,
    pub options: JobOptions,
    /// Whether lists are read as they were first published, not their newest revisions.
    pub as_published: bool,
    pub inputs: InputPaths,
}

/// Which rules a list goes by: `auto`, an edition's id, or the path of a TOML file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum RulesChoice {
    /// By date (D1).
    #[default]
    Auto,
    /// One edition for all dates, by its id.
    Edition(String),
    /// A rulebook file of the user.
    File(PathBuf),
}

/// Which orders are applied to a list: `none`, `fide`, or the path of a TOML file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OrdersChoice {
    /// The list follows the texts alone (D50).
    #[default]
    None,
    /// The orders of FIDE for the list's date and control.
    Fide,
    /// Orders of the user.
    File(PathBuf),
}

/// What the user asked for beyond the list itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOptions {
    pub formats: Formats,
    pub audit: bool,
    pub strict: bool,
    /// Whether a tournament whose control nothing tells is taken as one of this control (D35). Flags always do, a pipeline file may.
    pub takes_unknown_control: bool,
    /// The years of birth of players younger than this are not published.
    pub hide_birth_year_under: Option<u8>,
    pub titles: TitleOptions,
}

/// How norms and titles of a standard list are judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitleOptions {
    pub judged: bool,
    /// The edition of the title regulations for all days; `None` chooses it by date (T1).
    pub edition: Option<String>,
    /// Whether articles that are not proven fail (T9).
    pub strict: bool,
}

impl Default for TitleOptions {
    fn default() -> Self {
        Self { judged: true, edition: None, strict: false }
    }
}

/// What the list is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formats {
    pub csv: bool,
    pub parquet: bool,
}

/// Paths of the inputs of a list. In `run.json` they are relative to the parent of the list folder, so that a store can be moved as a
/// whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InputPaths {
    /// The previous list and older ones: folders of list folders, list folders or files.
    pub lists: Vec<PathBuf>,
    pub longer_lists: BTreeMap<Control, Vec<PathBuf>>,
    pub tournaments: Vec<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registry: Option<PathBuf>,
    /// The rulebook file, if the rules come from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<PathBuf>,
    /// The file of orders, if they come from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<PathBuf>,
    /// The roster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<PathBuf>,
    #[serde(flatten)]
    pub corrections: CorrectionChoice,
    /// Norms from before the first ledger, or taken away (T41).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub norms: Option<PathBuf>,
    /// Direct titles and norms (T39).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct: Option<PathBuf>,
    /// Whether older lists, too, say which tournaments are already rated.
    pub is_archive_asked: bool,
    /// Whether flags described the job, not a pipeline file: then tournaments whose control nothing tells are taken (D35).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_from_flags: bool,
    /// The federation's file that an imported list was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation_list: Option<PathBuf>,
}

/// Selection of the corrections to apply (D29).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CorrectionChoice {
    /// A file or a folder of files.
    #[serde(rename = "corrections", skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Only those received until then; all of them where it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_known: Option<Date>,
    /// How many months back a correction may reach; if not given, as far as the rules say.
    #[serde(rename = "correction_limit_months")]
    pub limit_months: Option<u32>,
    /// Whether corrections may reach further back than the limit.
    pub beyond_limit: bool,
}

impl Default for JobOptions {
    fn default() -> Self {
        let formats = Formats { csv: true, parquet: true };
        let titles = TitleOptions::default();
        Self { formats, audit: true, strict: false, takes_unknown_control: false, hide_birth_year_under: None, titles }
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

impl From<String> for RulesChoice {
    fn from(text: String) -> Self {
        if text == "auto" {
            Self::Auto
        } else if text.ends_with(".toml") || text.contains('/') {
            Self::File(text.into())
        } else {
            Self::Edition(text)
        }
    }
}

impl From<RulesChoice> for String {
    fn from(rules: RulesChoice) -> Self {
        rules.file().map_or_else(|| rules.to_string(), |path| path.to_string_lossy().into_owned())
    }
}

impl RulesChoice {
    /// The same rules; a path that was told from a folder is as seen from here.
    #[must_use]
    pub fn resolved_from(self, base: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(base.join(path)),
            Self::Auto | Self::Edition(_) => self,
        }
    }

    /// Path of the rulebook file, if the rules come from one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Auto | Self::Edition(_) => None,
        }
    }
}

impl From<String> for OrdersChoice {
    fn from(text: String) -> Self {
        match text.as_str() {
            "none" => Self::None,
            "fide" => Self::Fide,
            _ => Self::File(text.into()),
        }
    }
}

impl From<OrdersChoice> for String {
    fn from(orders: OrdersChoice) -> Self {
        match orders {
            OrdersChoice::None => "none".to_owned(),
            OrdersChoice::Fide => "fide".to_owned(),
            OrdersChoice::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

impl OrdersChoice {
    /// The same orders; a path that was told from a folder is as seen from here.
    #[must_use]
    pub fn resolved_from(self, base: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(base.join(path)),
            Self::None | Self::Fide => self,
        }
    }

    /// Path of the file of orders, if they come from one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::None | Self::Fide => None,
        }
    }
}

/// Writes the choice as settings do; a file is written as its name.
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
        let (options, inputs) = (JobOptions::default(), InputPaths::default());
        Self {
            control,
            rules: RulesChoice::Auto,
            orders: OrdersChoice::None,
            excluded_federations: Vec::new(),
            options,
            as_published: false,
            inputs,
        }
    }

    /// Which version of the lists is read.
    pub fn reading(&self) -> VersionChoice {
        VersionChoice::of(self.inputs.corrections.as_known, self.as_published)
    }

    /// Returns the settings that the manifest records. `previous` is the list built on; an imported list has none. `orders` are the ids of
    /// those that are applied to the list: the list depends on them, and not on how they were asked for.
    pub fn settings(&self, list: ListDate, previous: Option<ListDate>, orders: &[String]) -> BTreeMap<String, String> {
        let yes_no = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let JobOptions { formats, audit, strict, takes_unknown_control, hide_birth_year_under, ref titles } = self.options;
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
            ]),
        }
        // Written only if set, so that lists made before these settings existed keep their hash.
        settings.extend((!orders.is_empty()).then(|| (Manifest::ORDERS, orders.join(" "))));
        if takes_unknown_control && !self.inputs.is_from_flags && previous.is_some() {
            settings.push((TAKES_UNKNOWN_CONTROL, yes_no(true)));
        }
        settings.extend(hide_birth_year_under.map(|age| ("hide_birth_year_under", age.to_string())));
        if self.control == Control::Standard && previous.is_some() {
            settings.extend((!titles.judged).then(|| (TITLES, NO_TITLES.to_owned())));
            settings.extend(titles.edition.clone().filter(|_| titles.judged).map(|edition| (TITLES, edition)));
            settings.extend((titles.judged && titles.strict).then(|| (TITLES_STRICT, yes_no(true))));
        }
        settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Restores the description from the settings in a manifest. A setting that the manifest lacks has its default.
    pub fn from_manifest(manifest: &Manifest) -> Self {
        let setting = |key: &str| manifest.settings.get(key).map(String::as_str);
        let is = |key: &str, value: &str| setting(key) == Some(value);
        let default = JobOptions::default();
        Self {
            rules: setting("rules").unwrap_or("auto").to_owned().into(),
            orders: if manifest.orders.is_empty() { OrdersChoice::None } else { OrdersChoice::Fide },
            excluded_federations: setting("excluded_federations").unwrap_or("").split_whitespace().map(str::to_owned).collect(),
            options: JobOptions {
                formats: setting("formats").map_or(default.formats, |formats| formats.split(',').collect()),
                audit: !is("audit", "no"),
                strict: is("strict", "yes"),
                // Version 0.1 took them all.
                takes_unknown_control: manifest.is_first_format() || is(TAKES_UNKNOWN_CONTROL, "yes"),
                hide_birth_year_under: setting("hide_birth_year_under").and_then(|age| age.parse().ok()),
                titles: TitleOptions {
                    // A list that was made before titles were judged has no such table.
                    judged: manifest.control != Control::Standard
                        || !is(TITLES, NO_TITLES) && manifest.outputs.iter().any(|output| output.path == file::TITLE_TOURNAMENTS),
                    edition: setting(TITLES).filter(|edition| *edition != NO_TITLES).map(str::to_owned),
                    strict: is(TITLES_STRICT, "yes"),
                },
            },
            ..Self::new(manifest.control)
        }
    }

    /// Restores the description and its input paths from a manifest and a run record. `base` is the parent of the list folder.
    pub fn from_record(manifest: &Manifest, record: &RunRecord, base: &Path) -> Self {
        let mut description = Self::from_manifest(manifest);
        description.inputs = record.inputs.resolved_from(base);
        description.options.takes_unknown_control |= description.inputs.is_from_flags;
        if let Some(path) = &description.inputs.rules {
            description.rules = RulesChoice::File(path.clone());
        }
        if let Some(path) = &description.inputs.orders {
            description.orders = OrdersChoice::File(path.clone());
        }
        description
    }
}

impl InputPaths {
    /// Makes the paths relative to a folder.
    #[must_use]
    pub fn relative_to(&self, base: &Path) -> Self {
        let base = absolute(base);
        self.map_paths(|path| relative_to(&base, &absolute(path)))
    }

    /// Resolves paths that are relative to a folder.
    #[must_use]
    pub fn resolved_from(&self, base: &Path) -> Self {
        self.map_paths(|path| base.join(path))
    }

    /// Replaces what is no Unicode in the paths, which JSON cannot hold. Such a path names no file any more, and whoever reads it is told so.
    #[must_use]
    pub fn as_unicode(&self) -> Self {
        self.map_paths(|path| path.to_string_lossy().into_owned().into())
    }

    fn map_paths(&self, new: impl Fn(&Path) -> PathBuf) -> Self {
        let all = |paths: &[PathBuf]| paths.iter().map(|path| new(path)).collect::<Vec<_>>();
        let some = |path: &Option<PathBuf>| path.as_deref().map(&new);
        Self {
            lists: all(&self.lists),
            longer_lists: self.longer_lists.iter().map(|(control, paths)| (*control, all(paths))).collect(),
            tournaments: all(&self.tournaments),
            registry: some(&self.registry),
            rules: some(&self.rules),
            orders: some(&self.orders),
            players: some(&self.players),
            corrections: CorrectionChoice { path: some(&self.corrections.path), ..self.corrections.clone() },
            norms: some(&self.norms),
            direct: some(&self.direct),
            is_archive_asked: self.is_archive_asked,
            is_from_flags: self.is_from_flags,
            federation_list: some(&self.federation_list),
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Returns `path` relative to `base`; both must be absolute.
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
            order_sources: BTreeMap::new(),
            decisions: Vec::new(),
            readings: None,
            settings,
            inputs_sha256: String::new(),
            previous_manifest: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
            counts: crate::ManifestCounts::new(),
            accepted_checks: Vec::new(),
        }
    }

    #[test]
    fn paths_are_made_relative_to_the_folder_of_lists() {
        let relative = |base: &str, path: &str| relative_to(Path::new(base), Path::new(path)).display().to_string();
        assert_eq!(relative("/a/lists", "/a/tournaments"), "../tournaments");
        assert_eq!(relative("/a/lists", "/a/lists"), ".");
        assert_eq!(relative("/a/lists", "/a/lists/x.csv"), "x.csv");
        assert_eq!(relative("/a/b/c", "/d"), "../../../d");
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        let month = |text: &str| text.parse::<ListDate>().expect("a date");
        let options = |csv, parquet, audit, strict, hide_birth_year_under| JobOptions {
            takes_unknown_control: strict,
            formats: Formats { csv, parquet },
            audit,
            strict,
            hide_birth_year_under,
            titles: TitleOptions::default(),
        };
        let rules = [RulesChoice::Auto, RulesChoice::Edition("rapid-blitz-2024".to_owned()), RulesChoice::File("own.toml".into())];
        for rules in rules {
            for options in [options(true, true, true, false, None), options(false, true, false, true, Some(18))] {
                let excluded_federations = vec!["BLR".to_owned(), "RUS".to_owned()];
                let description =
                    JobDescription { rules: rules.clone(), excluded_federations, options, ..JobDescription::new(Control::Rapid) };
                let settings = description.settings(month("2024-02-01"), Some(month("2024-01-01")), &[]);
                assert_eq!(JobDescription::from_manifest(&manifest(settings)), description);
            }
        }
    }

    #[test]
    fn a_description_is_read_as_it_is_written() {
        let path = |text: &str| Some(PathBuf::from(text));
        for rules in [RulesChoice::Auto, RulesChoice::Edition("rapid-blitz-2024".to_owned()), RulesChoice::File("../own.toml".into())] {
            let description = JobDescription {
                control: Control::Blitz,
                orders: OrdersChoice::File("../orders.toml".into()),
                excluded_federations: vec!["RUS".to_owned()],
                options: JobOptions {
                    formats: Formats { csv: true, parquet: false },
                    audit: false,
                    strict: true,
                    takes_unknown_control: true,
                    hide_birth_year_under: Some(18),
                    titles: TitleOptions { judged: false, edition: Some("titles-2022".to_owned()), strict: true },
                },
                as_published: true,
                inputs: InputPaths {
                    lists: vec![".".into()],
                    longer_lists: BTreeMap::from([(Control::Standard, vec!["../standard".into()])]),
                    tournaments: vec!["../t".into()],
                    registry: path("../t.csv"),
                    rules: rules.file().map(Into::into),
                    orders: path("../orders.toml"),
                    players: path("../p.csv"),
                    norms: path("../norms.csv"),
                    direct: path("../direct.csv"),
                    corrections: CorrectionChoice {
                        path: path("../c.csv"),
                        as_known: Date::from_ymd_opt(2024, 3, 1),
                        limit_months: Some(3),
                        beyond_limit: true,
                    },
                    is_archive_asked: true,
                    is_from_flags: true,
                    federation_list: path("../f.txt"),
                },
                rules,
            };
            let text = serde_json::to_string(&description).expect("plain data");
            assert_eq!(serde_json::from_str::<JobDescription>(&text).expect("a description"), description, "{text}");
        }
    }

    #[test]
    fn a_setting_that_there_was_not_yet_has_its_default() {
        assert_eq!(JobDescription::from_manifest(&manifest(BTreeMap::new())), JobDescription::new(Control::Rapid));
    }

    #[test]
    fn input_paths_keep_the_keys_and_the_order_of_run_json_in_version_0_1() {
        let corrections = CorrectionChoice { path: Some("../c.csv".into()), limit_months: Some(12), ..CorrectionChoice::default() };
        let longer_lists = BTreeMap::from([(Control::Standard, vec![PathBuf::from("../standard")])]);
        let places = InputPaths {
            lists: vec![".".into()],
            longer_lists,
            tournaments: vec!["../t".into()],
            registry: Some("../t.csv".into()),
            players: Some("../p.csv".into()),
            corrections,
            ..InputPaths::default()
        };
        let text = r#"{"lists":["."],"longer_lists":{"standard":["../standard"]},"tournaments":["../t"],"registry":"../t.csv","players":"../p.csv","corrections":"../c.csv","correction_limit_months":12,"beyond_limit":false,"is_archive_asked":false}"#;
        assert_eq!(serde_json::to_string(&places).expect("plain data"), text);
        assert_eq!(serde_json::from_str::<InputPaths>(text).expect("places"), places);
    }
}
