//! The registry: one row for each tournament, with what its report does not say.

use crate::WorldError;
use crate::event::{Event, Facts};
use crate::output::{create, failed};
use crate::trf_style::Style;
use std::path::Path;

const COLUMNS: [&str; 16] = [
    "tournament_id",
    "file",
    "name",
    "federation",
    "control",
    "kind",
    "class",
    "start",
    "end",
    "minutes",
    "increment",
    "rounds",
    "official",
    "registered",
    "received",
    "waivers",
];

/// Where the report of a tournament lies, seen from the registry.
pub(crate) fn report_path(facts: &Facts) -> String {
    format!("tournaments/{}/{}.trf", facts.month, facts.id)
}

/// Writes `tournaments.csv`. What a report of the newest form says in full is left to the report in some rows.
pub(crate) fn write_registry(path: &Path, seed: u64, events: &[Event]) -> Result<(), WorldError> {
    let fault = |error: csv::Error| failed(path, error.into());
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(create(path)?);
    writer.write_record(COLUMNS).map_err(fault)?;
    for event in events {
        let facts = &event.facts;
        let is_brief = Style::of(seed, event).registry_is_brief;
        let unless_brief = |text: String| if is_brief { String::new() } else { text };
        writer
            .write_record([
                facts.id.clone(),
                report_path(facts),
                unless_brief(facts.name.clone()),
                unless_brief(facts.federation.to_owned()),
                facts.control.to_string(),
                unless_brief(facts.kind.to_string()),
                facts.classes.to_string(),
                unless_brief(facts.start.to_string()),
                unless_brief(facts.end.to_string()),
                unless_brief(facts.minutes.to_string()),
                unless_brief(facts.increment.to_string()),
                unless_brief(facts.rounds.to_string()),
                facts.official.to_string(),
                facts.registered.to_string(),
                facts.received.to_string(),
                facts.waivers.to_string(),
            ])
            .map_err(fault)?;
    }
    writer.flush().map_err(|source| failed(path, source))
}
