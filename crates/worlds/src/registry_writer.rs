//! Writes the registry: one row per tournament, with what its report does not state.

use crate::WorldError;
use crate::tournament::{TournamentDetails, WorldTournament};
use crate::trf_style::ReportStyle;
use crate::world_files::{create, io_error};
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

/// Path of a tournament's report, relative to the registry.
pub(crate) fn report_path(details: &TournamentDetails) -> String {
    format!("tournaments/{}/{}.trf", details.month, details.id)
}

/// Writes `tournaments.csv`. Some rows leave empty what a report of 2026 states in full.
pub(crate) fn write_registry(path: &Path, seed: u64, tournaments: &[WorldTournament]) -> Result<(), WorldError> {
    let fault = |error: csv::Error| io_error(path, error.into());
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(create(path)?);
    writer.write_record(COLUMNS).map_err(fault)?;
    for tournament in tournaments {
        let details = &tournament.details;
        let is_brief = ReportStyle::of(seed, tournament).registry_is_brief;
        let unless_brief = |text: String| if is_brief { String::new() } else { text };
        writer
            .write_record([
                details.id.clone(),
                report_path(details),
                unless_brief(details.name.clone()),
                unless_brief(details.federation.to_owned()),
                details.control.to_string(),
                unless_brief(details.kind.to_string()),
                details.classes.to_string(),
                unless_brief(details.start.to_string()),
                unless_brief(details.end.to_string()),
                unless_brief(details.minutes.to_string()),
                unless_brief(details.increment.to_string()),
                unless_brief(details.rounds.to_string()),
                details.official.to_string(),
                details.registered.to_string(),
                details.received.to_string(),
                details.waivers.to_string(),
            ])
            .map_err(fault)?;
    }
    writer.flush().map_err(|source| io_error(path, source))
}
