//! The job of making one list: its settings, and the lists that it is made from. It reads no tournaments.

use crate::change_detection::ListedTournaments;
use crate::checks::{AcceptedChecks, Checks};
use crate::list_order::OrderRequirements;
use crate::orders::ListOrders;
use crate::rules::open_rules;
use crate::signing::Signing;
use crate::{PipelineError, PipelineFile};
use ingest::{ReadOnly, Replacement, SourceMemory, Sources};
use model::{Control, Date, InputFile, InputRole, ListDate, months_before};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{
    AcceptedCheck, FolderName, InputPaths, JobDescription, ListCatalog, ListMemory, ListSource, Manifest, StoreError, Version,
    VersionChoice, all_drafts,
};

/// One list to be made.
#[derive(Clone, Debug)]
pub struct Job {
    /// The part of the job that is recorded. Its list paths are those that were found.
    pub description: JobDescription,
    pub list: ListDate,
    pub previous: ListSource,
    /// Lists of this control before `list`, the previous one among them.
    pub catalog: ListCatalog,
    /// Lists of longer controls before `list`.
    pub longer: BTreeMap<Control, ListCatalog>,
    /// Lists of longer controls of the very date of `list`, which serve orders only.
    pub longer_of_date: BTreeMap<Control, ListSource>,
    /// Further lists whose rated tournaments are read. A pipeline needs none: each of its lists includes those of its predecessors.
    pub archived: Vec<ListSource>,
    /// If given, nothing else is read or applied: what the manifest of a list that is verified names.
    pub(crate) recorded: Option<RecordedInputs>,
    /// What was read of the sources for earlier lists of a walk.
    pub(crate) source_memory: Option<Arc<SourceMemory>>,
    /// How strictly the order of lists is kept, in a pipeline (D40).
    pub order: Option<OrderRequirements>,
    /// Whose signature the pipeline's lists need.
    pub signing: Signing,
    /// The list folder.
    pub folder: PathBuf,
    pub draft: bool,
    pub checks: Checks,
    /// Checks that are accepted where they do not pass.
    pub accepted: Option<AcceptedChecks>,
    /// What was accepted in other versions of the list.
    pub(crate) accepted_before: Vec<AcceptedCheck>,
}

impl Job {
    /// Builds a job from its description and its lists, and validates the settings. Those of longer controls may be of the list's date.
    pub(crate) fn new(
        mut description: JobDescription,
        list: ListDate,
        previous: ListSource,
        catalog: ListCatalog,
        mut longer: BTreeMap<Control, ListCatalog>,
        folder: PathBuf,
    ) -> Result<Self, PipelineError> {
        let JobDescription { control, rules, orders, excluded_federations, inputs, .. } = &mut description;
        if previous.date >= list {
            return Err(PipelineError::Settings(format!("the previous list is of {}, which is not before {list}", previous.date)));
        }
        if let Some(longer) = longer.keys().find(|longer| *longer >= control) {
            return Err(PipelineError::Settings(format!("{longer} is not a longer control than {control}")));
        }
        if let Some(invalid) = excluded_federations.iter().find(|code| code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase())) {
            return Err(PipelineError::Settings(format!(
                "excluded_federations: '{invalid}' is not a federation's code: three capital letters are"
            )));
        }
        excluded_federations.sort();
        excluded_federations.dedup();
        let (previous, catalog) = (previous.of_control(*control), catalog.of_control(*control));
        longer = longer.into_iter().map(|(control, catalog)| (control, catalog.of_control(control))).collect();
        inputs.lists = catalog.roots();
        inputs.longer_lists = longer.iter().map(|(control, catalog)| (*control, catalog.roots())).collect();
        inputs.rules = rules.file().map(Into::into);
        inputs.orders = orders.file().map(Into::into);
        let longer_of_date = longer.iter_mut().filter_map(|(control, catalog)| Some((*control, catalog.take(list)?))).collect();
        Ok(Self {
            description,
            list,
            previous,
            catalog,
            longer,
            longer_of_date,
            archived: Vec::new(),
            recorded: None,
            source_memory: None,
            order: None,
            signing: Signing::default(),
            folder,
            draft: false,
            checks: Checks::warn_only(),
            accepted: None,
            accepted_before: Vec::new(),
        })
    }

    /// The job that command-line flags describe. The lists of the description are the archive.
    pub fn from_flags(
        mut description: JobDescription,
        list: ListDate,
        previous: &Path,
        previous_date: Option<ListDate>,
        folder: PathBuf,
    ) -> Result<Self, PipelineError> {
        let (control, reading) = (description.control, description.reading());
        // The date of a list that does not tell it is the last one before by the calendar (D40).
        let date_before = open_rules(&description)?.0.list_before(control, list).unwrap_or_else(|_| list.minus_months(1));
        let mut previous = ListSource::open(previous, previous_date.or(Some(date_before)))?.of_control(control);
        if let Some(date) = previous_date {
            previous.date = date;
        }
        let mut catalog = ListCatalog::default();
        let mut archived = Vec::new();
        for path in &description.inputs.lists {
            for source in ListCatalog::open(path, list, None, reading)?.of_control(control).sources() {
                archived.push(source.clone());
                catalog.put(source.clone());
            }
        }
        catalog.put(previous.clone());
        let mut longer: BTreeMap<Control, ListCatalog> = BTreeMap::new();
        for (&control, paths) in &description.inputs.longer_lists {
            for path in paths {
                for source in ListCatalog::open(path, list.plus_months(1), Some(date_before), reading)?.of_control(control).sources() {
                    longer.entry(control).or_default().put(source.clone());
                }
            }
        }
        description.inputs.is_archive_asked = !archived.is_empty();
        (description.inputs.is_from_flags, description.options.takes_unknown_control) = (true, true);
        let job = Self::new(description, list, previous, catalog, longer, folder)?;
        Ok(Self { archived, ..job })
    }

    /// The job of a pipeline file for one list date.
    pub fn from_pipeline(pipeline: &PipelineFile, list: ListDate, draft: bool) -> Result<Self, PipelineError> {
        let (lists, reading) = (pipeline.lists(), pipeline.description.reading());
        let no_previous = || PipelineError::NoPrevious { list: Some(list), folder: lists.to_owned() };
        if lists.is_file() {
            store::list_folders(lists, VersionChoice::Newest)?;
        }
        let catalog = match ListCatalog::open(lists, list, None, reading) {
            Err(StoreError::Missing { .. }) => return Err(no_previous()),
            other => other?,
        };
        let previous = catalog.newest().ok_or_else(no_previous)?.clone();
        pipeline.signing.check_lists(&catalog)?;
        let mut longer: BTreeMap<Control, ListCatalog> = BTreeMap::new();
        for (control, path) in pipeline.longer_lists() {
            longer.insert(control, ListCatalog::open(path, list.plus_months(1), None, reading)?);
        }
        let version = if draft { Version::Draft } else { Version::Published(1) };
        let folder = lists.join(FolderName { date: list, version }.to_string());
        let job = Self::new(pipeline.description.clone(), list, previous, catalog, longer, folder)?;
        let order = Some(OrderRequirements::default());
        let (checks, signing, accepted) = (pipeline.checks.clone(), pipeline.signing.clone(), pipeline.accepted.clone());
        Ok(Self { draft, checks, order, signing, accepted, ..job })
    }

    /// Lets the job read these lists instead of those of the same dates in the store.
    pub(crate) fn build_on<'a>(&mut self, lists: impl Iterator<Item = &'a ListSource>) {
        lists.filter(|list| list.date < self.list).for_each(|list| self.catalog.put(list.clone()));
        if let Some(previous) = self.catalog.newest() {
            self.previous = previous.clone();
        }
    }

    /// Lets what a walk remembers answer in place of files.
    pub(crate) fn use_memory(&mut self, lists: &ListMemory, sources: &Arc<SourceMemory>) {
        self.previous.use_memory(lists);
        self.catalog.use_memory(lists);
        self.longer.values_mut().for_each(|catalog| catalog.use_memory(lists));
        self.longer_of_date.values_mut().for_each(|source| source.use_memory(lists));
        self.source_memory = Some(Arc::clone(sources));
    }

    /// Lets what was accepted in a published version of the list, and in its drafts, hold for this one.
    pub(crate) fn keep_accepted_checks(&mut self, published: Option<&Path>, lists: &Path) -> Result<(), PipelineError> {
        let drafts = if lists.is_dir() { all_drafts(lists)? } else { Vec::new() };
        let drafts = drafts.into_iter().filter(|draft| draft.date == self.list).map(|draft| lists.join(draft.to_string()));
        // A folder without a readable manifest has accepted nothing.
        let manifests = published.map(Path::to_owned).into_iter().chain(drafts).filter_map(|folder| Manifest::read(&folder).ok());
        self.accepted_before = manifests.flat_map(|manifest| manifest.accepted_checks).collect();
        Ok(())
    }

    pub(crate) fn control(&self) -> Control {
        self.description.control
    }

    /// The first list whose rated reports are compared with those that are there now: a year back (D36).
    pub(crate) fn first_compared_list(&self) -> Date {
        months_before(self.list.day(), 12)
    }

    /// The settings that the result depends on, besides the inputs.
    pub(crate) fn settings(&self, orders: &ListOrders) -> BTreeMap<String, String> {
        self.description.settings(self.list, Some(self.previous.date), &orders.ids())
    }

    /// The list of a longer control and a date, if it is at hand.
    pub(crate) fn longer_source(&self, control: Control, date: ListDate) -> Option<&ListSource> {
        let before = || self.longer.get(&control)?.sources().iter().find(|source| source.date == date);
        self.longer_of_date.get(&control).filter(|source| source.date == date).or_else(before)
    }

    /// The sources that tournaments are read from.
    pub(crate) fn sources(&self, replacements: Vec<Replacement>) -> Sources {
        let InputPaths { tournaments, registry, .. } = self.description.inputs.clone();
        let only = self
            .recorded
            .as_ref()
            .map(|recorded| ReadOnly { files: recorded.names(|role| !role.is_list()), tournaments: recorded.tournaments.ids.clone() });
        Sources { tournaments, registry, replacements, only }
    }

    /// The form in which the manifest of a list that is verified names an input: one that names a whole file, which may have grown, is kept.
    pub(crate) fn in_recorded_form(&self, input: InputFile) -> InputFile {
        let is_same_file = |recorded: &&InputFile| recorded.role == input.role && recorded.path == input.path && recorded.rows.is_none();
        let recorded = self.recorded.as_ref().and_then(|recorded| recorded.inputs.iter().find(is_same_file));
        recorded.cloned().unwrap_or(input)
    }
}

/// What the manifest and the tables of a list say about what it was made from.
#[derive(Clone, Debug)]
pub(crate) struct RecordedInputs {
    pub(crate) inputs: Vec<InputFile>,
    /// The orders that were applied, by id.
    pub(crate) orders: Vec<String>,
    /// The tournaments that the list names.
    pub(crate) tournaments: ListedTournaments,
    /// How many tournaments of other controls were passed over.
    pub(crate) other_controls: u32,
}

impl RecordedInputs {
    /// The names of the inputs of some roles.
    pub(crate) fn names<C: FromIterator<String>>(&self, is: impl Fn(&InputRole) -> bool) -> C {
        self.inputs.iter().filter(|input| is(&input.role)).map(|input| input.path.clone()).collect()
    }
}
