//! Reads pipeline files: TOML files with the settings of a series of lists.

use crate::PipelineError;
use crate::checks::Checks;
use crate::rules::open_rules;
use model::{Control, Date, ListDate};
use rulebook::Rulebook;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{CorrectionChoice, InputPaths, JobDescription, JobOptions, ListSource, OrdersChoice, RulesChoice, StoreError, list_folders};

/// The TOML of a pipeline file. Paths are relative to the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PipelineToml {
    name: String,
    control: Control,
    #[serde(default)]
    rules: RulesChoice,
    #[serde(default)]
    orders: OrdersChoice,
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
    takes_unknown_control: bool,
    #[serde(default)]
    publish: PublishSettings,
    #[serde(default)]
    checks: Checks,
}

/// The `[publish]` table: what is left out of published files.
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
    let toml: PipelineToml = toml::from_str(&text).map_err(|error| {
        let (line, column) = error.span().map_or((1, 1), |span| position(&text, span.start));
        PipelineError::Settings(format!("{}:{line}:{column}: {}", path.display(), error.message()))
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let inputs = InputPaths {
        lists: vec![toml.lists],
        longer_lists: toml.longer_lists.into_iter().map(|(control, path)| (control, vec![path])).collect(),
        tournaments: toml.tournaments,
        registry: toml.registry,
        players: toml.players,
        corrections: CorrectionChoice { path: toml.corrections, limit_months: toml.correction_limit_months, ..CorrectionChoice::default() },
        ..InputPaths::default()
    };
    let description = JobDescription {
        rules: toml.rules.resolved_from(base),
        orders: toml.orders.resolved_from(base),
        excluded_federations: toml.excluded_federations,
        options: JobOptions {
            takes_unknown_control: toml.takes_unknown_control,
            hide_birth_year_under: toml.publish.hide_birth_year_under,
            ..JobOptions::default()
        },
        inputs: inputs.resolved_from(base),
        ..JobDescription::new(toml.control)
    };
    Ok(PipelineFile { name: toml.name, description, checks: toml.checks })
}

fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// The next list after the newest one, by the calendar of the edition in force; `None` if it is after `today`. Without a day it is always returned.
pub fn due_list(pipeline: &PipelineFile, today: Option<Date>) -> Result<Option<ListDate>, PipelineError> {
    // An empty folder is not a list.
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
