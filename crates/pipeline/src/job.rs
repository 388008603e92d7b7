//! One list to be made, with everything that decides what it is made from.

use crate::checks::Checks;
use crate::{PipelineError, PipelineFile};
use ingest::Sources;
use model::{Control, Date, InputFile, InputRole, ListDate};
use publish::Formats;
use rulebook::{Rulebook, read_edition};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{FolderName, ListSource, Reading, Shelf, StoreError, Version, read_settings_input, sha256_hex};

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

    /// The rulebook, and the file it was read from.
    pub(crate) fn open(&self, control: Control) -> Result<(Cow<'static, Rulebook>, Option<InputFile>), PipelineError> {
        let (edition, input) = match self {
            Self::Auto => return Ok((Cow::Borrowed(Rulebook::fide()), None)),
            Self::Edition(id) => {
                let known = || Rulebook::fide().editions().iter().map(|e| e.id.as_str()).collect::<Vec<_>>().join(", ");
                let edition = Rulebook::fide()
                    .by_id(id)
                    .ok_or_else(|| PipelineError::Settings(format!("rules: there is no edition '{id}'; known are {}", known())))?;
                (edition.clone(), None)
            }
            Self::File(path) => {
                let failed = |error: &dyn std::fmt::Display| PipelineError::Settings(format!("rules: {}: {error}", path.display()));
                let (text, seen) = read_settings_input(path).map_err(|error| failed(&error))?;
                let edition = read_edition(&text, &path.display().to_string())?;
                let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                (edition, Some(InputFile::new(InputRole::Rules, name, sha256_hex(text.as_bytes())).seen_as(seen)))
            }
        };
        if !edition.controls.contains(&control) {
            return Err(PipelineError::Settings(format!("rules: {} is not for {control}", edition.id)));
        }
        Ok((Cow::Owned(Rulebook::only(edition)), input))
    }

    /// The rulebook's file, where it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Auto | Self::Edition(_) => None,
        }
    }

    /// How settings and manifests write it.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Auto => "auto".to_owned(),
            Self::Edition(id) => id.clone(),
            Self::File(path) => path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        }
    }
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

impl Default for Options {
    fn default() -> Self {
        Self {
            formats: Formats { csv: true, parquet: true },
            audit: true,
            strict: false,
            without_orders: false,
            hide_birth_year_under: None,
        }
    }
}

/// One list to be made.
#[derive(Clone, Debug)]
pub struct Job {
    pub control: Control,
    pub list: ListDate,
    pub previous: ListSource,
    /// Lists of this control before `list`, the previous one among them.
    pub shelf: Shelf,
    pub longer: BTreeMap<Control, Shelf>,
    pub sources: Sources,
    pub rules: RulesChoice,
    pub excluded_federations: Vec<String>,
    /// Changes to what is known of players.
    pub roster: Option<PathBuf>,
    pub corrections: CorrectionChoice,
    /// Who looked at it.
    pub signed_by: Option<String>,
    /// The list folder.
    pub place: PathBuf,
    pub draft: bool,
    /// Lists, beside the previous one, that know which tournaments are rated. In a chain of our own there are none: each list
    /// carries its predecessors' on.
    pub archived: Vec<ListSource>,
    pub options: Options,
    pub checks: Checks,
}

/// Which corrections hold (D29).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionChoice {
    /// A file or a folder of files.
    pub path: Option<PathBuf>,
    /// Only these, where they are given.
    pub only: Option<Vec<String>>,
    /// Only those received until then; all of them where it is not given.
    pub as_known: Option<Date>,
    /// How far back a correction may reach.
    pub limit_months: u32,
    /// Whether it may reach back further.
    pub beyond_limit: bool,
}

impl Default for CorrectionChoice {
    fn default() -> Self {
        Self { path: None, only: None, as_known: None, limit_months: 12, beyond_limit: false }
    }
}

/// The same without a pipeline file.
#[derive(Clone, Debug)]
pub struct FlagForm {
    pub control: Control,
    pub list: ListDate,
    pub previous: PathBuf,
    pub previous_date: Option<ListDate>,
    pub archive: Vec<PathBuf>,
    pub longer: Vec<(Control, PathBuf)>,
    pub tournaments: Vec<PathBuf>,
    pub registry: Option<PathBuf>,
    pub rules: String,
    pub excluded_federations: Vec<String>,
    pub roster: Option<PathBuf>,
    pub corrections: CorrectionChoice,
    pub reading: Reading,
    pub out: PathBuf,
    pub options: Options,
}

impl Job {
    pub fn from_flags(flags: FlagForm) -> Result<Self, PipelineError> {
        let FlagForm {
            control,
            list,
            previous,
            previous_date,
            archive,
            longer,
            tournaments,
            registry,
            rules,
            excluded_federations,
            roster,
            corrections,
            reading,
            out,
            options,
        } = flags;
        let month_before = list.minus_months(1);
        let mut previous = ListSource::open(&previous, previous_date.or(Some(month_before)))?.of_control(control);
        if let Some(date) = previous_date {
            previous.date = date;
        }
        let mut shelf = Shelf::default();
        let mut archived = Vec::new();
        for path in &archive {
            for source in Shelf::open(path, list, None, reading)?.of_control(control).sources() {
                archived.push(source.clone());
                shelf.put(source.clone());
            }
        }
        shelf.put(previous.clone());
        let mut longer_shelves: BTreeMap<Control, Shelf> = BTreeMap::new();
        for (longer_control, path) in longer {
            for source in Shelf::open(&path, list, Some(month_before), reading)?.of_control(longer_control).sources() {
                longer_shelves.entry(longer_control).or_default().put(source.clone());
            }
        }
        Self {
            control,
            list,
            previous,
            shelf,
            longer: longer_shelves,
            sources: Sources { tournaments, registry, ..Sources::default() },
            rules: RulesChoice::parse(&rules, Path::new("")),
            excluded_federations,
            roster,
            corrections,
            signed_by: None,
            place: out,
            draft: false,
            archived,
            options,
            checks: Checks::warn_only(),
        }
        .checked()
    }

    /// The list of a pipeline file for one date.
    pub fn from_pipeline(pipeline: &PipelineFile, list: ListDate, draft: bool, mut options: Options) -> Result<Self, PipelineError> {
        options.hide_birth_year_under = pipeline.publish.hide_birth_year_under;
        let no_previous = || PipelineError::NoPrevious { list: Some(list), folder: pipeline.lists.clone() };
        if pipeline.lists.is_file() {
            store::list_folders(&pipeline.lists, Reading::Newest)?;
        }
        let shelf = match Shelf::open(&pipeline.lists, list, None, pipeline.reading) {
            Err(StoreError::Missing { .. }) => return Err(no_previous()),
            other => other?,
        };
        let previous = shelf.newest().ok_or_else(no_previous)?.clone();
        let mut longer = BTreeMap::new();
        for (control, path) in &pipeline.longer_lists {
            longer.insert(*control, Shelf::open(path, list, None, pipeline.reading)?);
        }
        let version = if draft { Version::Draft } else { Version::Published(1) };
        Self {
            control: pipeline.control,
            list,
            previous,
            shelf,
            longer,
            sources: Sources { tournaments: pipeline.tournaments.clone(), registry: pipeline.registry.clone(), ..Sources::default() },
            rules: pipeline.rules.clone(),
            excluded_federations: pipeline.excluded_federations.clone(),
            roster: pipeline.players.clone(),
            corrections: CorrectionChoice {
                path: pipeline.corrections.clone(),
                limit_months: pipeline.correction_limit_months,
                as_known: match pipeline.reading {
                    Reading::AsKnown(day) => Some(day),
                    Reading::Newest | Reading::AsPublished => None,
                },
                only: None,
                beyond_limit: pipeline.beyond_limit,
            },
            signed_by: None,
            place: pipeline.lists.join(FolderName { date: list, version }.to_string()),
            draft,
            archived: Vec::new(),
            options,
            checks: pipeline.checks.clone(),
        }
        .checked()
    }

    fn checked(mut self) -> Result<Self, PipelineError> {
        if self.previous.date >= self.list {
            return Err(PipelineError::Settings(format!(
                "the previous list is of {}, which is not before {}",
                self.previous.date, self.list
            )));
        }
        if let Some(longer) = self.longer.keys().find(|&&longer| longer >= self.control) {
            return Err(PipelineError::Settings(format!("{longer} is not a longer control than {}", self.control)));
        }
        if let Some(wrong) = self.excluded_federations.iter().find(|code| code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase()))
        {
            return Err(PipelineError::Settings(format!(
                "excluded_federations: '{wrong}' is not a federation's code: three capital letters are"
            )));
        }
        self.excluded_federations.sort();
        self.excluded_federations.dedup();
        Ok(self)
    }

    /// What the result depends on beside the inputs.
    pub(crate) fn settings(&self) -> BTreeMap<String, String> {
        let formats = [("csv", self.options.formats.csv), ("parquet", self.options.formats.parquet)];
        let yes_no = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let mut settings = vec![
            ("control", self.control.to_string()),
            ("list", self.list.to_string()),
            ("previous", self.previous.date.to_string()),
            ("rules", self.rules.word()),
            ("excluded_federations", self.excluded_federations.join(" ")),
            ("formats", formats.iter().filter(|f| f.1).map(|f| f.0).collect::<Vec<_>>().join(",")),
            ("audit", yes_no(self.options.audit)),
            ("strict", yes_no(self.options.strict)),
            ("orders", yes_no(!self.options.without_orders)),
        ];
        // Only where it is set, so that lists made before there was such a setting are still the same.
        if let Some(age) = self.options.hide_birth_year_under {
            settings.push(("hide_birth_year_under", age.to_string()));
        }
        settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}
