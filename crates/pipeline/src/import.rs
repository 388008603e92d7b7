//! Makes a list folder from a federation's published list.

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
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a federation's list and makes a list folder of it.
pub fn import(job: &ImportJob, observer: &dyn ProgressObserver) -> Result<Imported> {
    let mut clock = Stopwatch::start();
    observer.on_stage("reading the federation's list");
    let (control, list) = control_and_date(job)?;
    let display_name: Arc<str> = file_name(&job.file).into();
    // The date in the file is not passed on: only a date that was given can contradict it.
    let FederationInput { list: read, sha256, snapshot } = read_federation_list(&job.file, &display_name, Some(control), job.date)?;
    let errors = || read.diagnostics.iter().filter(|d| d.is_error()).cloned().collect::<Vec<_>>();
    if job.options.strict && !errors().is_empty() {
        return Err(PipelineError::Strict { diagnostics: errors() });
    }
    clock.lap("federation's list");

    let _lock = FolderLock::take(parent_folder(&job.folder))?;
    with_lists_csv_beside(&job.folder, publish(job, control, list, FederationInput { list: read, sha256, snapshot }, clock, observer))
}

/// Writes the list folder and publishes it, unless it is there with the same inputs.
fn publish(
    job: &ImportJob,
    control: Control,
    list: ListDate,
    input: FederationInput,
    mut clock: Stopwatch,
    observer: &dyn ProgressObserver,
) -> Result<Imported> {
    let FederationInput { list: read, sha256, snapshot } = input;
    let name = file_name(&job.file);
    let inputs = vec![InputFile::new(InputRole::FederationList, name, sha256).with_snapshot(snapshot)];
    let description = JobDescription {
        options: job.options.clone(),
        inputs: InputPaths { federation_list: Some(job.file.clone()), ..InputPaths::default() },
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
        diagnostics: read.diagnostics.clone(),
    };
    match compare_with_published(&job.folder, &made_from)? {
        PublishedComparison::Absent => {}
        PublishedComparison::SameInputs => return Ok(imported(RunStatus::NothingToDo)),
        PublishedComparison::OtherInputs { newest, change } => {
            return Err(PipelineError::OtherInputs { folder: newest.folder, change: change.into_words(), number: None });
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
fn control_and_date(job: &ImportJob) -> Result<(Control, ListDate)> {
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
