//! The pipeline file: one TOML file per list that someone makes.

use crate::PipelineError;
use crate::checks::Checks;
use crate::rules::open_rules;
use model::{Control, Date, ListDate};
use rulebook::Rulebook;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{CorrectionChoice, InputPaths, JobDescription, JobOptions, ListSource, RulesChoice, StoreError, list_folders};

/// As written, paths relative to the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    control: Control,
    #[serde(default)]
    rules: RulesChoice,
    lists: PathBuf,
    #[serde(default)]
    longer_lists: BTreeMap<Control, PathBuf>,
    tournaments: Vec<PathBuf>,
    registry: Option<PathBuf>,
    corrections: Option<PathBuf>,
    correction_limit_months: Option<u32>,
    players: Option<PathBuf>,
    #[serde(default)]
    excluded_federations: Vec<String>,
    #[serde(default)]
    publish: PublishSettings,
    #[serde(default)]
    checks: Checks,
}

/// What is left out of what everybody sees.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishSettings {
    /// Years of birth of players younger than this are not published; the state keeps them.
    hide_birth_year_under: Option<u8>,
}

/// A pipeline file with its paths resolved.
#[derive(Clone, Debug)]
pub struct PipelineFile {
    pub name: String,
    pub description: JobDescription,
    pub checks: Checks,
}

impl PipelineFile {
    /// The folder of the lists that it makes.
    pub(crate) fn lists(&self) -> &Path {
        &self.description.inputs.lists[0]
    }

    /// The folders of lists of longer controls.
    pub(crate) fn longer_lists(&self) -> impl Iterator<Item = (Control, &Path)> {
        let all = self.description.inputs.longer_lists.iter();
        all.flat_map(|(control, paths)| paths.iter().map(|path| (*control, path.as_path())))
    }
}

/// Reads a pipeline file.
pub fn read_pipeline_file(path: &Path) -> Result<PipelineFile, PipelineError> {
    let text = store::read_settings(path).map_err(|error| PipelineError::Settings(format!("{}: {error}", path.display())))?;
    let written: Written = toml::from_str(&text).map_err(|error| {
        let (line, column) = error.span().map_or((1, 1), |span| position(&text, span.start));
        PipelineError::Settings(format!("{}:{line}:{column}: {}", path.display(), error.message()))
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let inputs = InputPaths {
        lists: vec![written.lists],
        longer_lists: written.longer_lists.into_iter().map(|(control, path)| (control, vec![path])).collect(),
        tournaments: written.tournaments,
        registry: written.registry,
        players: written.players,
        corrections: CorrectionChoice {
            path: written.corrections,
            limit_months: written.correction_limit_months,
            ..CorrectionChoice::default()
        },
        ..InputPaths::default()
    };
    let description = JobDescription {
        rules: written.rules.resolved_from(base),
        excluded_federations: written.excluded_federations,
        options: JobOptions { hide_birth_year_under: written.publish.hide_birth_year_under, ..JobOptions::default() },
        inputs: inputs.resolved_from(base),
        ..JobDescription::new(written.control)
    };
    Ok(PipelineFile { name: written.name, description, checks: written.checks })
}

fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// The list after the newest one there is, by the calendar of the edition in force. Whether it is due is a question of today's date, which decides
/// nothing else.
pub fn due(pipeline: &PipelineFile, today: Option<Date>) -> Result<Option<ListDate>, PipelineError> {
    // Only folders with a list in them: an empty one is a place, not a list.
    let newest = match list_folders(pipeline.lists(), pipeline.description.reading()) {
        Ok(folders) => folders.iter().rev().find_map(|folder| ListSource::open(&folder.path, None).ok()).map(|list| list.date),
        Err(StoreError::Missing { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let Some(newest) = newest else {
        return Err(PipelineError::NoPrevious { list: None, folder: pipeline.lists().to_owned() });
    };
    let (rulebook, _) = open_rules(&pipeline.description)?;
    let next = next_list(&rulebook, pipeline.description.control, newest)?;
    Ok(today.is_none_or(|today| next.day() <= today).then_some(next))
}

/// The first month after `newest` in which the edition then in force makes a list.
pub(crate) fn next_list(rulebook: &Rulebook, control: Control, newest: ListDate) -> Result<ListDate, PipelineError> {
    use chrono::Datelike;
    let mut next = newest.plus_months(1);
    loop {
        if rulebook.edition_on(control, next.day())?.calendar.months.contains(&next.day().month()) {
            return Ok(next);
        }
        next = next.plus_months(1);
    }
}
