//! Makes list folders from a federation's published lists, each with what those before it tell.

use crate::change_detection::ExistingList;
use crate::error::Remedy;
use crate::import_history::{HISTORY_COLUMNS, ImportHistory, SinceEarlierList};
use crate::inputs_unchanged::ensure_inputs_unchanged;
use crate::list_inputs::ListInputs;
use crate::lists_csv::with_lists_csv_beside;
use crate::published_comparison::{PublishedComparison, compare_with_published};
use crate::run::parent_folder;
use crate::stopwatch::Stopwatch;
use crate::summary::SEVERITIES;
use crate::{PipelineError, ProgressObserver, Result, RunStatus};
use model::{Control, Diagnostic, InputFile, InputRole, ListDate};
use publish::{ImportedList, write_imported};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{
    Count, EditionsUsed, FederationInput, FolderLock, InputPaths, JobDescription, JobOptions, ListSource, Manifest, ManifestCounts,
    StagedFolder, file, read_federation_list, recognise_federation_list,
};
use tables::Table;

/// Published lists of one control that are imported together, in order of date.
#[derive(Clone, Debug)]
pub struct ImportSeries {
    pub files: Vec<PathBuf>,
    /// Needed if the names of the files do not state it, or a file has several.
    pub control: Option<Control>,
    /// Of a single file that does not state it.
    pub date: Option<ListDate>,
    /// The folder of lists.
    pub lists: PathBuf,
    pub options: JobOptions,
}

/// One list to be imported.
#[derive(Clone, Debug)]
pub struct ImportJob {
    pub file: PathBuf,
    /// Needed if the name of the file does not state it, or the file has several.
    pub control: Option<Control>,
    /// Needed if neither the name of the file nor its header states it.
    pub date: Option<ListDate>,
    /// The list folder.
    pub folder: PathBuf,
    pub options: JobOptions,
}

/// The result of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    pub status: RunStatus,
    pub folder: PathBuf,
    pub control: Control,
    pub list: ListDate,
    pub counts: ManifestCounts,
    /// Who came and went since the list before, if one is known.
    pub since: Option<SinceEarlierList>,
    /// How many earlier lists lie beside it that it was made without, because they came later.
    pub made_without: usize,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a federation's list and makes a list folder of it, with what the lists beside it tell that are earlier and of its control.
pub fn import(job: &ImportJob, observer: &dyn ProgressObserver) -> Result<Imported> {
    let (control, list) = control_and_date(job)?;
    // A folder that is not named by its date does not lie in a folder of lists.
    let is_named_by_date = ListSource::date_in_name(&job.folder).is_some();
    let earlier = if is_named_by_date { lists_before(parent_folder(&job.folder), control, list)? } else { Vec::new() };
    import_after(job, &history_of(&earlier, control)?, observer)
}

/// Imports several lists of one control in order of date, each with what those before it tell.
pub fn import_series(series: &ImportSeries, observer: &dyn ProgressObserver) -> Result<Vec<Imported>> {
    let settings = |message: String| PipelineError::Settings(message);
    let mut jobs = BTreeMap::new();
    let mut of_all: Option<(Control, &PathBuf)> = None;
    for file in &series.files {
        let job = ImportJob {
            file: file.clone(),
            control: series.control,
            date: series.date,
            folder: series.lists.clone(),
            options: series.options.clone(),
        };
        let (control, list) = control_and_date(&job)?;
        match of_all {
            Some((other, first)) if other != control => {
                let message = format!("{} is a {control} list and {} a {other} list", file.display(), first.display());
                return Err(settings(format!("{message}: a folder of lists has one control; import each into its own")));
            }
            _ => of_all = Some((control, file)),
        }
        let job = ImportJob { control: Some(control), date: Some(list), folder: series.lists.join(list.to_string()), ..job };
        if let Some(other) = jobs.insert(list, job) {
            return Err(settings(format!("{} and {} are both lists of {list}", other.file.display(), file.display())));
        }
    }
    let (Some((control, _)), Some(first)) = (of_all, jobs.keys().next().copied()) else { return Ok(Vec::new()) };
    let mut history = history_of(&lists_before(&series.lists, control, first)?, control)?;
    let mut done = Vec::new();
    let mut newest = first;
    for (list, job) in jobs {
        // Lists that lie between those of the series tell something, too.
        for between in lists_before(&series.lists, control, list)?.iter().filter(|source| source.date > newest) {
            history.add(between)?;
        }
        done.push(import_after(&job, &history, observer)?);
        history.add(&ListSource::open(&job.folder, Some(list))?.of_control(control))?;
        newest = list;
    }
    Ok(done)
}

/// The lists of a control in a folder of lists that are dated before another one, oldest first. A folder without a manifest tells no control
/// and is left out.
fn lists_before(lists: &Path, control: Control, before: ListDate) -> Result<Vec<ListSource>> {
    if !lists.is_dir() {
        return Ok(Vec::new());
    }
    let folders = store::list_folders(lists, store::VersionChoice::default())?.into_iter().filter(|folder| folder.name.date < before);
    let mut found = Vec::new();
    for folder in folders {
        if Manifest::read(&folder.path).is_ok_and(|manifest| manifest.control == control) {
            found.push(ListSource::open(&folder.path, Some(folder.name.date))?.of_control(control));
        }
    }
    Ok(found)
}

fn history_of(lists: &[ListSource], control: Control) -> Result<ImportHistory> {
    let mut history = ImportHistory::new(control);
    lists.iter().try_for_each(|list| history.add(list))?;
    Ok(history)
}

/// Imports a list with what the lists before it tell, which is known.
pub(crate) fn import_after(job: &ImportJob, history: &ImportHistory, observer: &dyn ProgressObserver) -> Result<Imported> {
    let mut clock = Stopwatch::start();
    observer.on_stage("reading the federation's list");
    let (control, list) = control_and_date(job)?;
    let display_name: Arc<str> = file_name(&job.file).into();
    // The date in the file is not passed on: only a date that was given can contradict it.
    let FederationInput { list: mut read, sha256, snapshot } = read_federation_list(&job.file, &display_name, Some(control), job.date)?;
    let since = history.add_to(&mut read.table, &display_name, list, &mut read.diagnostics)?;
    let errors = || read.diagnostics.iter().filter(|d| d.is_error()).cloned().collect::<Vec<_>>();
    if job.options.strict && !errors().is_empty() {
        return Err(PipelineError::Strict { diagnostics: errors() });
    }
    clock.lap("federation's list");

    let _lock = FolderLock::take(parent_folder(&job.folder))?;
    with_lists_csv_beside(
        &job.folder,
        publish(job, list, (history, since), FederationInput { list: read, sha256, snapshot }, clock, observer),
    )
}

/// Writes the list folder and publishes it, unless it is there with the same inputs.
fn publish(
    job: &ImportJob,
    list: ListDate,
    (history, since): (&ImportHistory, Option<SinceEarlierList>),
    input: FederationInput,
    mut clock: Stopwatch,
    observer: &dyn ProgressObserver,
) -> Result<Imported> {
    let FederationInput { list: read, sha256, snapshot } = input;
    let name = file_name(&job.file);
    let control = history.control();
    // A list that is there is compared by the earlier lists that it was made with; those that came later change nothing of it.
    let existing = ExistingList::read(&job.folder).ok().map(|existing| existing.manifest.inputs);
    let is_used = |earlier: &&InputFile| existing.as_ref().is_none_or(|inputs| inputs.iter().any(|input| input.path == earlier.path));
    let mut inputs: Vec<InputFile> = history.inputs.iter().filter(is_used).cloned().collect();
    let made_without = history.inputs.len() - inputs.len();
    let lists = if inputs.is_empty() { Vec::new() } else { vec![parent_folder(&job.folder).to_owned()] };
    inputs.push(InputFile::new(InputRole::FederationList, name, sha256).with_snapshot(snapshot));
    inputs.sort();
    let description = JobDescription {
        options: job.options.clone(),
        inputs: InputPaths { federation_list: Some(job.file.clone()), lists, ..InputPaths::default() },
        ..JobDescription::new(control)
    };
    let settings = description.settings(list, None, &[]);
    let made_from = ListInputs { inputs, growing_files: Vec::new(), settings };
    let digest = made_from.digest();
    let counts = counts(&read.table, read.rows_read, read.rows_unusable, &read.diagnostics);
    let imported = |status| Imported {
        status,
        folder: job.folder.clone(),
        control,
        list,
        counts: counts.clone(),
        since,
        made_without,
        diagnostics: read.diagnostics.clone(),
    };
    match compare_with_published(&job.folder, &made_from)? {
        PublishedComparison::Absent => {}
        PublishedComparison::SameInputs => return Ok(imported(RunStatus::NothingToDo)),
        PublishedComparison::OtherInputs { newest, change } => {
            let (change, remedy) = (change.into_words(), Remedy::OtherFolder);
            return Err(PipelineError::OtherInputs { folder: newest.folder, change, number: None, remedy });
        }
    }
    let ListInputs { inputs, settings, .. } = made_from;

    observer.on_stage("writing");
    let staged = StagedFolder::start(&job.folder)?;
    let metadata = [
        ("control", control.to_string()),
        ("list", list.to_string()),
        ("format", Manifest::FORMAT.to_string()),
        ("inputs_sha256", digest.clone()),
    ];
    let outputs = write_imported(
        &staged,
        &ImportedList {
            players: &read.table,
            history: if history.is_empty() { &[] } else { &HISTORY_COLUMNS },
            diagnostics: &read.diagnostics,
            formats: job.options.formats,
            control,
            list,
            metadata: metadata.into_iter().map(|(key, value)| (format!("ratinglist.{key}"), value)).collect(),
        },
    )?;
    let manifest = Manifest {
        format: Manifest::FORMAT,
        control,
        list,
        previous: None,
        editions: EditionsUsed::default(),
        orders: Vec::new(),
        order_sources: BTreeMap::new(),
        decisions: Vec::new(),
        readings: Some(rulebook::reading_revisions(false)),
        settings,
        inputs_sha256: digest,
        previous_manifest: None,
        inputs,
        outputs,
        counts: counts.clone(),
        accepted_checks: Vec::new(),
    };
    let written = staged.write(file::MANIFEST, |out| out.write_all(manifest.to_json().as_bytes()))?;
    clock.lap("writing");
    let record = clock.record(written.sha256, description.inputs.relative_to(parent_folder(&job.folder)), &[]);
    staged.write(file::RUN, |out| out.write_all(record.to_json().as_bytes()))?;
    ensure_inputs_unchanged(&manifest.inputs)?;
    staged.publish(false)?;
    Ok(imported(RunStatus::Published))
}

fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The control and the date, as given or as the file states them.
pub(crate) fn control_and_date(job: &ImportJob) -> Result<(Control, ListDate)> {
    let display_name = job.file.display();
    let recognised = recognise_federation_list(&job.file)?;
    // A file that is not recognised is read all the same: the reader reports what is wrong with it.
    let stated = recognised.unwrap_or_default();
    let settings = |message: String| PipelineError::Settings(message);
    let control = match (job.control, stated.control) {
        (Some(control), _) | (None, Some(control)) => control,
        (None, None) if recognised.is_none() => Control::Standard,
        (None, None) => {
            return Err(settings(format!("{display_name}: neither its name nor its content tells the control; give --control")));
        }
    };
    let date = match (job.date, stated.date) {
        (Some(date), _) | (None, Some(date)) => date,
        (None, None) if recognised.is_none() => ListDate::of_month(model::Date::default()),
        (None, None) => {
            return Err(settings(format!("{display_name}: neither its name nor its header tells the month of the list; give --date")));
        }
    };
    // A list folder's name is its date, wherever it is read.
    if let Some(named) = ListSource::date_in_name(&job.folder).filter(|named| recognised.is_some() && *named != date) {
        return Err(settings(format!("{}: the folder is named by {named}, and the list is of {date}", job.folder.display())));
    }
    Ok((control, date))
}

fn counts(players: &Table, read: u64, unusable: u64, diagnostics: &[Diagnostic]) -> ManifestCounts {
    let is_rated = |row: usize| players.integer("rating", row).is_some();
    let rated: Vec<bool> = (0..players.height()).map(is_rated).collect();
    let inactive = (0..players.height()).filter(|&row| rated[row] && players.text("flag", row) == "i").count();
    let listed = rated.iter().filter(|rated| **rated).count() as u64;
    let count_of_severity = |(count, severity)| (count, diagnostics.iter().filter(|d| d.severity() == severity).count() as u64);
    let players = [
        (Count::RowsRead, read),
        (Count::RowsUnusable, unusable),
        (Count::PlayersKnown, players.height() as u64),
        (Count::PlayersRated, listed),
        (Count::PlayersListed, listed),
        (Count::PlayersInactive, inactive as u64),
    ];
    players.into_iter().chain(SEVERITIES.map(count_of_severity)).collect()
}
