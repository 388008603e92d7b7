//! Reads pipeline files: TOML files with the settings of a series of lists.

use crate::PipelineError;
use crate::checks::{AcceptedChecks, Checks};
use crate::signing::Signing;
use model::Control;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{CorrectionChoice, InputPaths, JobDescription, JobOptions, OrdersChoice, RulesChoice, TitleOptions};

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
    #[serde(default)]
    signing: Signing,
    #[serde(default)]
    titles: TitleSettings,
}

/// The `[titles]` table: how norms and titles of a standard list are judged.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TitleSettings {
    /// Whether they are judged at all.
    judge: bool,
    /// An edition of the title regulations for all days, instead of the one in force on each (T1).
    edition: Option<String>,
    /// Whether what is not told fails (T9).
    strict: bool,
    /// Norms from before the first ledger, or taken away (T41).
    norms: Option<PathBuf>,
    /// Direct titles and norms (T39).
    direct: Option<PathBuf>,
}

impl Default for TitleSettings {
    fn default() -> Self {
        Self { judge: true, edition: None, strict: false, norms: None, direct: None }
    }
}

impl TitleSettings {
    /// Whether anything is asked that only a list with titles can answer.
    fn is_asked_for(&self) -> bool {
        self.strict || self.edition.is_some() || self.norms.is_some() || self.direct.is_some()
    }
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
    /// Checks that a flag accepts where they do not pass.
    pub accepted: Option<AcceptedChecks>,
    pub signing: Signing,
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

/// Why a settings file cannot be used, and where. Lines and columns count from 1.
pub(crate) struct SettingsError {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) message: String,
}

/// Reads a pipeline file.
pub fn read_pipeline_file(path: &Path) -> Result<PipelineFile, PipelineError> {
    let text = store::read_settings(path).map_err(|error| PipelineError::Settings(format!("{}: {error}", path.display())))?;
    parse_pipeline_file(&text, path).map_err(|SettingsError { line, column, message }| {
        PipelineError::Settings(format!("{}:{line}:{column}: {message}", path.display()))
    })
}

/// Parses the text of a pipeline file, whose paths are relative to `path`.
pub(crate) fn parse_pipeline_file(text: &str, path: &Path) -> Result<PipelineFile, SettingsError> {
    let toml: PipelineToml = toml::from_str(text).map_err(|error| {
        let (line, column) = error.span().map_or((1, 1), |span| position(text, span.start));
        SettingsError { line, column, message: error.message().to_owned() }
    })?;
    if toml.control != Control::Standard && toml.titles.is_asked_for() {
        let (line, column) = position(text, text.find("[titles]").unwrap_or(0));
        let message = format!("[titles] is for standard lists, which judge norms and titles, and this is a {} list", toml.control);
        return Err(SettingsError { line, column, message });
    }
    let base = path.parent().unwrap_or(Path::new(""));
    let inputs = InputPaths {
        lists: vec![toml.lists],
        longer_lists: toml.longer_lists.into_iter().map(|(control, path)| (control, vec![path])).collect(),
        tournaments: toml.tournaments,
        registry: toml.registry,
        players: toml.players,
        corrections: CorrectionChoice { path: toml.corrections, limit_months: toml.correction_limit_months, ..CorrectionChoice::default() },
        norms: toml.titles.norms,
        direct: toml.titles.direct,
        ..InputPaths::default()
    };
    let description = JobDescription {
        rules: toml.rules.resolved_from(base),
        orders: toml.orders.resolved_from(base),
        excluded_federations: toml.excluded_federations,
        options: JobOptions {
            takes_unknown_control: toml.takes_unknown_control,
            hide_birth_year_under: toml.publish.hide_birth_year_under,
            titles: TitleOptions { judged: toml.titles.judge, edition: toml.titles.edition, strict: toml.titles.strict },
            ..JobOptions::default()
        },
        inputs: inputs.resolved_from(base),
        ..JobDescription::new(toml.control)
    };
    Ok(PipelineFile { name: toml.name, description, checks: toml.checks, accepted: None, signing: toml.signing })
}

fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
