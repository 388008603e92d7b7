//! Writes the registry: one row per tournament, with what its report does not state.

use crate::WorldError;
use crate::population::Population;
use crate::tournament::{ArbiterTitleSource, TournamentDetails, WorldTournament};
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

/// Further columns of a world in which norms are played for.
const TITLE_COLUMNS: [&str; 3] = ["chief_arbiter_title", "arbiters", "member_federations"];

/// Path of a tournament's report, relative to the registry.
pub(crate) fn report_path(details: &TournamentDetails) -> String {
    format!("tournaments/{}/{}.trf", details.month, details.id)
}

/// Writes `tournaments.csv`. Some rows leave empty what a report of 2026 states in full.
pub(crate) fn write_registry(path: &Path, seed: u64, tournaments: &[WorldTournament], people: &Population) -> Result<(), WorldError> {
    let fault = |error: csv::Error| io_error(path, error.into());
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(create(path)?);
    let has_title_facts = tournaments.iter().any(|tournament| tournament.details.title_facts.is_some());
    let header = COLUMNS.iter().chain(TITLE_COLUMNS.iter().filter(|_| has_title_facts));
    writer.write_record(header).map_err(fault)?;
    for tournament in tournaments {
        let details = &tournament.details;
        let is_brief = ReportStyle::of(seed, tournament).registry_is_brief;
        let unless_brief = |text: String| if is_brief { String::new() } else { text };
        let fields = [
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
        ];
        let title_fields = has_title_facts.then(|| title_fields(details, people));
        writer.write_record(fields.into_iter().chain(title_fields.into_iter().flatten())).map_err(fault)?;
    }
    writer.flush().map_err(|source| io_error(path, source))
}

/// The fields of [`TITLE_COLUMNS`]. The title of the chief arbiter stands in the report of most tournaments, and not here too.
fn title_fields(details: &TournamentDetails, people: &Population) -> [String; 3] {
    let Some(facts) = &details.title_facts else { return Default::default() };
    let title = if facts.title_told_by == ArbiterTitleSource::Registry { facts.chief_arbiter_title } else { "" };
    [title.to_owned(), facts.arbiter_ids(people), facts.member_federations.map_or_else(String::new, |count| count.to_string())]
}
