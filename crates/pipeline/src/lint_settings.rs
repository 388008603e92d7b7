//! Finds what is wrong in a settings file, without a run: a pipeline file, a rulebook, or orders.

use crate::codes;
use crate::pipeline_file::{PipelineFile, SettingsError, parse_pipeline_file};
use crate::{PipelineError, Result};
use model::{Code, Diagnostic, Place};
use rulebook::{RulebookError, read_edition, read_orders};
use std::path::Path;
use std::sync::Arc;
use store::{RulesChoice, StoreError};

/// Lints a settings file, which its keys tell apart. A rulebook or orders that a pipeline file names are linted with it.
pub(crate) fn lint_settings(path: &Path) -> Result<Vec<Diagnostic>> {
    let text = store::read_settings(path).map_err(StoreError::io(path))?;
    let file = path.display().to_string();
    let keys: toml::Table = match toml::from_str(&text) {
        Ok(keys) => keys,
        // Whatever it is meant to be, it is no TOML; any of the readers says where.
        Err(_) => return Ok(read_edition(&text, &file).err().map(rulebook_diagnostic).into_iter().collect()),
    };
    let has = |key: &str| keys.contains_key(key);
    if has("lists") || has("tournaments") {
        return lint_pipeline(path, &text);
    }
    let refused = if has("order") {
        read_orders(&text, &file).err()
    } else if has("based_on") || has("in_force") || has("controls") {
        read_edition(&text, &file).err()
    } else {
        let message = "neither a pipeline file, nor a rulebook, nor orders".to_owned();
        let hint = "a pipeline file has 'lists' and 'tournaments', a rulebook 'based_on' or 'in_force', orders have '[[order]]'";
        return Ok(vec![diagnostic(&codes::SETTINGS_REFUSED, &file, Place::line(1), message).with_hint(hint)]);
    };
    Ok(refused.map(rulebook_diagnostic).into_iter().collect())
}

fn lint_pipeline(path: &Path, text: &str) -> Result<Vec<Diagnostic>> {
    let file = path.display().to_string();
    let pipeline = match parse_pipeline_file(text, path) {
        Ok(pipeline) => pipeline,
        Err(SettingsError { line, column, message }) => {
            return Ok(vec![diagnostic(&codes::SETTINGS_REFUSED, &file, place(line, column), message)]);
        }
    };
    let mut found = missing_paths(&pipeline, &file);
    if let RulesChoice::File(rules) = &pipeline.description.rules
        && rules.exists()
    {
        found.extend(lint_settings(rules)?);
    } else if let Err(error) = crate::rules::open_rules(&pipeline.description)
        && !matches!(pipeline.description.rules, RulesChoice::File(_))
    {
        found.push(diagnostic(&codes::SETTINGS_REFUSED, &file, line_of(text, "rules"), error.to_string()));
    }
    if let Some(orders) = pipeline.description.orders.file().filter(|orders| orders.exists()) {
        found.extend(lint_settings(orders)?);
    }
    Ok(found)
}

/// A warning for each path that is not there.
fn missing_paths(pipeline: &PipelineFile, file: &str) -> Vec<Diagnostic> {
    let inputs = &pipeline.description.inputs;
    let named = inputs.tournaments.iter().map(|path| ("tournaments", path.as_path()));
    let optional = [
        ("registry", inputs.registry.as_deref()),
        ("players", inputs.players.as_deref()),
        ("corrections", inputs.corrections.path.as_deref()),
        ("norms", inputs.norms.as_deref()),
        ("direct", inputs.direct.as_deref()),
        ("rules", pipeline.description.rules.file()),
        ("orders", pipeline.description.orders.file()),
    ];
    let lists = [("lists", pipeline.lists())].into_iter().chain(pipeline.longer_lists().map(|(_, path)| ("longer_lists", path)));
    let all = lists.chain(named).chain(optional.into_iter().filter_map(|(key, path)| Some((key, path?))));
    let missing = all.filter(|(_, path)| !path.exists());
    missing
        .map(|(key, path)| {
            let message = format!("{key}: {} is not there", path.display());
            diagnostic(&codes::PATH_MISSING, file, Place::default(), message).with_hint("paths are relative to the pipeline file")
        })
        .collect()
}

fn rulebook_diagnostic(error: RulebookError) -> Diagnostic {
    let RulebookError { file, line, column, message } = error;
    diagnostic(&codes::SETTINGS_REFUSED, &file, place(line, column), message)
}

fn diagnostic(code: &'static Code, file: &str, place: Place, message: String) -> Diagnostic {
    Diagnostic::new(code, &Arc::from(file), place, message)
}

fn place(line: usize, column: usize) -> Place {
    Place::new(u32::try_from(line).unwrap_or(u32::MAX), column, 1)
}

/// The line on which a key is set.
fn line_of(text: &str, key: &str) -> Place {
    let is_set = |line: &str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let line = text.lines().position(is_set).map_or(1, |at| at + 1);
    Place::line(u32::try_from(line).unwrap_or(u32::MAX))
}

/// Reads a rulebook file, as `rules` in a pipeline file names one.
pub fn read_rulebook_file(path: &Path) -> Result<rulebook::Edition> {
    let failed = |error: std::io::Error| PipelineError::Settings(format!("{}: {error}", path.display()));
    Ok(read_edition(&store::read_settings(path).map_err(failed)?, &path.display().to_string())?)
}
