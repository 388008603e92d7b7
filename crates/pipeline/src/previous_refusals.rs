//! Reads what the previous list refused, and finds the reports that have not changed since (D23).

use crate::Result;
use model::{InputFile, InputRole};
use period_assembly::{Period, PreviousRefusal, TournamentStatus};
use std::collections::{BTreeMap, BTreeSet};
use store::ListSource;
use tables::Table;

/// The refusals of the previous list, with the inputs that it was made from.
#[derive(Debug, Default)]
pub(crate) struct PreviousRefusals {
    refusals: Vec<PreviousRefusal>,
    inputs: Vec<InputFile>,
}

impl PreviousRefusals {
    /// The columns that are read of the list's table of tournaments.
    pub(crate) const COLUMNS: [&str; 5] = ["tournament_id", "file", "status", "reason", "refused_since"];

    /// Reads the refusals from the list's table of tournaments. `inputs` are those of its manifest.
    pub(crate) fn read(source: &ListSource, table: &Table, inputs: Vec<InputFile>) -> Result<Self> {
        table.require(&Self::COLUMNS[..4])?;
        let statuses = table.required_texts("status")?;
        let refusal = |(row, status): (usize, &str)| {
            // A word that only a later version of the program knows is no refusal that this one can repeat.
            let status = status.parse().ok().filter(|status| matches!(status, TournamentStatus::Refused | TournamentStatus::Late))?;
            Some(PreviousRefusal {
                tournament_id: table.text("tournament_id", row).to_owned(),
                file: table.text("file", row).to_owned(),
                status,
                reason: table.text("reason", row).parse().ok()?,
                since: table.date("refused_since", row).unwrap_or(source.date.day()),
            })
        };
        Ok(Self { refusals: statuses.iter().enumerate().filter_map(refusal).collect(), inputs })
    }

    /// The refusals of reports that are among the inputs of this list as they were among those of the previous one.
    pub(crate) fn of_unchanged_reports(self, inputs: &[InputFile]) -> Vec<PreviousRefusal> {
        let (before, now) = (hashes_by_report(&self.inputs), hashes_by_report(inputs));
        let is_unchanged = |refusal: &PreviousRefusal| {
            let is_same = |report: &str| now.get(report).is_some_and(|hashes| before.get(report) == Some(hashes));
            is_same(report_of(&refusal.file)) || archive_of(&refusal.file).is_some_and(is_same)
        };
        self.refusals.into_iter().filter(is_unchanged).collect()
    }
}

/// The hashes of the files of each report, by name.
fn hashes_by_report(inputs: &[InputFile]) -> BTreeMap<&str, BTreeSet<(&str, &str)>> {
    let mut reports: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for input in inputs.iter().filter(|input| matches!(input.role, InputRole::Tournaments | InputRole::Corrections)) {
        reports.entry(report_of(&input.path)).or_default().insert((&input.path, &input.sha256));
    }
    reports
}

/// The report that a file belongs to: the folder of a bundle for each of its tables, otherwise the file itself.
fn report_of(file: &str) -> &str {
    let name = file.rfind('/').map_or(file, |slash| &file[slash + 1..]);
    let is_table = |table: &str| name.strip_prefix(table).is_some_and(|ending| matches!(ending, ".csv" | ".parquet"));
    if ["tournaments", "games", "players"].into_iter().any(is_table) { &file[..file.len() - name.len()] } else { file }
}

/// The archive that a report lies in: the input that it comes from.
fn archive_of(file: &str) -> Option<&str> {
    const ENDING: &str = ".zip";
    let at = file.to_ascii_lowercase().find(&format!("{ENDING}/"))?;
    Some(&file[..at + ENDING.len()])
}

/// The reports of which every tournament is refused as on the previous list.
pub(crate) struct RepeatedlyRefusedReports(BTreeSet<String>);

impl RepeatedlyRefusedReports {
    pub(crate) fn of(period: &Period) -> Self {
        let reports = |is_news: bool| {
            let tournaments = period.tournaments.iter().filter(|judged| judged.status != TournamentStatus::AlreadyRated);
            tournaments.filter(move |judged| judged.refused_since.is_none() == is_news).map(|judged| report_of(&judged.facts.file))
        };
        let news: BTreeSet<&str> = reports(true).collect();
        Self(reports(false).filter(|report| !news.contains(report)).map(str::to_owned).collect())
    }

    pub(crate) fn contains(&self, file: &str) -> bool {
        !self.0.is_empty() && self.0.contains(report_of(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_in_an_archive_is_as_unchanged_as_the_archive() {
        assert_eq!(archive_of("2024/may.ZIP/a/open.trf"), Some("2024/may.ZIP"));
        assert_eq!(archive_of("2024/open.trf"), None);
    }

    #[test]
    fn the_tables_of_a_bundle_are_one_report_and_every_other_file_is_one_by_itself() {
        assert_eq!(["a/tournaments.csv", "a/games.parquet", "a/players.csv"].map(report_of), ["a/"; 3]);
        assert_eq!(
            ["games.csv", "a/games.trf", "a/online_games.csv", "open.trf"].map(report_of),
            ["", "a/games.trf", "a/online_games.csv", "open.trf"]
        );
    }
}
