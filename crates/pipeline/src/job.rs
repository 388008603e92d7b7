//! One list to be made, with everything that decides what it is made from.

use crate::checks::Checks;
use crate::{PipelineError, PipelineFile};
use ingest::Sources;
use model::{Control, ListDate};
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::{
    CorrectionChoice, FolderName, InputPaths, JobDescription, JobOptions, ListCatalog, ListSource, RulesChoice, StoreError, Version,
    VersionChoice,
};

/// One list to be made.
#[derive(Clone, Debug)]
pub struct Job {
    pub control: Control,
    pub list: ListDate,
    pub previous: ListSource,
    /// Lists of this control before `list`, the previous one among them.
    pub shelf: ListCatalog,
    pub longer: BTreeMap<Control, ListCatalog>,
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
    pub options: JobOptions,
    pub checks: Checks,
}

/// The lists that a job reads.
#[derive(Clone, Debug)]
pub(crate) struct JobLists {
    pub(crate) previous: ListSource,
    pub(crate) shelf: ListCatalog,
    pub(crate) longer: BTreeMap<Control, ListCatalog>,
    pub(crate) archived: Vec<ListSource>,
}

/// One list as flags ask for it. The lists of `description` are the archive.
#[derive(Clone, Debug)]
pub struct FlagForm {
    pub description: JobDescription,
    pub list: ListDate,
    pub previous: PathBuf,
    pub previous_date: Option<ListDate>,
    pub reading: VersionChoice,
    pub out: PathBuf,
}

impl Job {
    /// The job of a description and the lists that it is made from.
    pub(crate) fn new(description: JobDescription, list: ListDate, lists: JobLists, place: PathBuf) -> Result<Self, PipelineError> {
        let JobDescription { control, rules, mut excluded_federations, options, inputs } = description;
        let JobLists { previous, shelf, longer, archived } = lists;
        if previous.date >= list {
            return Err(PipelineError::Settings(format!("the previous list is of {}, which is not before {list}", previous.date)));
        }
        if let Some(longer) = longer.keys().find(|&&longer| longer >= control) {
            return Err(PipelineError::Settings(format!("{longer} is not a longer control than {control}")));
        }
        if let Some(wrong) = excluded_federations.iter().find(|code| code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase())) {
            return Err(PipelineError::Settings(format!(
                "excluded_federations: '{wrong}' is not a federation's code: three capital letters are"
            )));
        }
        excluded_federations.sort();
        excluded_federations.dedup();
        Ok(Self {
            control,
            list,
            previous,
            shelf,
            longer,
            sources: Sources { tournaments: inputs.tournaments, registry: inputs.registry, ..Sources::default() },
            rules,
            excluded_federations,
            roster: inputs.players,
            corrections: inputs.corrections,
            signed_by: None,
            place,
            draft: false,
            archived,
            options,
            checks: Checks::warn_only(),
        })
    }

    pub fn from_flags(flags: FlagForm) -> Result<Self, PipelineError> {
        let FlagForm { description, list, previous, previous_date, reading, out } = flags;
        let (control, month_before) = (description.control, list.minus_months(1));
        let mut previous = ListSource::open(&previous, previous_date.or(Some(month_before)))?.of_control(control);
        if let Some(date) = previous_date {
            previous.date = date;
        }
        let mut shelf = ListCatalog::default();
        let mut archived = Vec::new();
        for path in &description.inputs.lists {
            for source in ListCatalog::open(path, list, None, reading)?.of_control(control).sources() {
                archived.push(source.clone());
                shelf.put(source.clone());
            }
        }
        shelf.put(previous.clone());
        let mut longer: BTreeMap<Control, ListCatalog> = BTreeMap::new();
        for (&control, paths) in &description.inputs.longer_lists {
            for path in paths {
                for source in ListCatalog::open(path, list, Some(month_before), reading)?.of_control(control).sources() {
                    longer.entry(control).or_default().put(source.clone());
                }
            }
        }
        Self::new(description, list, JobLists { previous, shelf, longer, archived }, out)
    }

    /// The list of a pipeline file for one date.
    pub fn from_pipeline(pipeline: &PipelineFile, list: ListDate, draft: bool, options: JobOptions) -> Result<Self, PipelineError> {
        let mut description = pipeline.description.clone();
        description.options = JobOptions { hide_birth_year_under: description.options.hide_birth_year_under, ..options };
        description.inputs.corrections.as_known = match pipeline.reading {
            VersionChoice::AsKnown(day) => Some(day),
            VersionChoice::Newest | VersionChoice::AsPublished => None,
        };
        let no_previous = || PipelineError::NoPrevious { list: Some(list), folder: pipeline.lists.clone() };
        if pipeline.lists.is_file() {
            store::list_folders(&pipeline.lists, VersionChoice::Newest)?;
        }
        let shelf = match ListCatalog::open(&pipeline.lists, list, None, pipeline.reading) {
            Err(StoreError::Missing { .. }) => return Err(no_previous()),
            other => other?,
        };
        let previous = shelf.newest().ok_or_else(no_previous)?.clone();
        let mut longer: BTreeMap<Control, ListCatalog> = BTreeMap::new();
        for (control, path) in pipeline.longer_lists() {
            longer.insert(control, ListCatalog::open(path, list, None, pipeline.reading)?);
        }
        let version = if draft { Version::Draft } else { Version::Published(1) };
        let place = pipeline.lists.join(FolderName { date: list, version }.to_string());
        let job = Self::new(description, list, JobLists { previous, shelf, longer, archived: Vec::new() }, place)?;
        Ok(Self { draft, checks: pipeline.checks.clone(), ..job })
    }

    /// What is written down of it.
    pub(crate) fn description(&self) -> JobDescription {
        JobDescription {
            control: self.control,
            rules: self.rules.clone(),
            excluded_federations: self.excluded_federations.clone(),
            options: self.options.clone(),
            inputs: InputPaths {
                lists: self.shelf.roots(),
                longer_lists: self.longer.iter().map(|(control, shelf)| (*control, shelf.roots())).collect(),
                tournaments: self.sources.tournaments.clone(),
                registry: self.sources.registry.clone(),
                rules: self.rules.file().map(Into::into),
                players: self.roster.clone(),
                corrections: self.corrections.clone(),
                is_archive_asked: !self.archived.is_empty(),
                federation_list: None,
            },
        }
    }

    /// What the result depends on beside the inputs.
    pub(crate) fn settings(&self) -> BTreeMap<String, String> {
        self.description().settings(self.list, Some(self.previous.date))
    }
}
