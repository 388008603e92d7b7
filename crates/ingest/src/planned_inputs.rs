//! Lists the files that a run would read, without reading them, so that an unchanged list can be recognised.

use crate::earlier_parts::planned_parts;
use crate::plan::{PlanItem, ReadPlan};
use crate::read_all::ReadDecision;
use crate::search::{FoundFile, TableFile};
use crate::source_memory::plan_once;
use crate::{IngestError, ReadOptions, RegisteredRows, Sources};
use model::InputRole;
use std::path::PathBuf;

/// A file that a run would read, with its role among the inputs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlannedInput {
    pub role: InputRole,
    pub name: String,
    pub path: PathBuf,
}

impl PlannedInput {
    fn from_file(file: &FoundFile) -> Self {
        Self { role: InputRole::Tournaments, name: file.input_name().to_string(), path: file.input_path().to_owned() }
    }
}

/// The inputs of a run, not read but for the registry.
#[derive(Clone, Debug)]
pub struct PlannedInputs {
    /// The files that would be read, sorted.
    pub files: Vec<PlannedInput>,
    pub registry: Option<RegisteredRows>,
}

/// Returns what [`crate::read`] would read. Does not check whether it can be read.
pub fn planned_inputs(sources: &Sources, options: &ReadOptions<'_>) -> Result<PlannedInputs, IngestError> {
    let (plan, registry) = plan_once(sources, options)?;
    let mut inputs = Vec::new();
    let mut tables =
        |tables: &[Option<&TableFile>]| inputs.extend(tables.iter().flatten().map(|table| PlannedInput::from_file(&table.file)));
    for item in &plan.items {
        if let PlanItem::Bundle(bundle) = item {
            tables(&[Some(&bundle.tournaments), Some(&bundle.games), bundle.players.as_ref(), bundle.byes.as_ref()]);
        }
    }
    for online in plan.online.iter().filter(|_| options.online.is_some()) {
        tables(&[Some(&online.games), online.players.as_ref()]);
    }
    for item in &plan.items {
        let tournament_row =
            |row: &Option<usize>| plan.registry.as_ref().zip(*row).map(|(registry, row)| &registry.rows[row].tournament_row);
        match item {
            PlanItem::Report { file, row }
                if matches!(options.decide_report(file, tournament_row(row)), ReadDecision::Read | ReadDecision::ReadAgain) =>
            {
                inputs.push(PlannedInput::from_file(file));
            }
            PlanItem::NewerReport { id, report, row } if options.decide(id, tournament_row(row)) == ReadDecision::Read => {
                inputs.push(PlannedInput { role: report.role.clone(), ..PlannedInput::from_file(&report.file) });
            }
            PlanItem::Report { .. }
            | PlanItem::Rated { .. }
            | PlanItem::NewerReport { .. }
            | PlanItem::Refused { .. }
            | PlanItem::Bundle(_) => {}
        }
    }
    inputs.extend(planned_parts(&plan, options).map(|(item, file)| {
        let role = if let PlanItem::NewerReport { report, .. } = item { report.role.clone() } else { InputRole::Tournaments };
        PlannedInput { role, ..PlannedInput::from_file(file) }
    }));
    inputs.extend(newer_reports(&plan, options));
    inputs.sort();
    inputs.dedup();
    Ok(PlannedInputs { files: inputs, registry })
}

/// Newer reports of tournaments without a report of their own: in a bundle, or new. Does not check whether a bundle lists the tournament.
fn newer_reports<'p>(plan: &'p ReadPlan, options: &ReadOptions<'_>) -> impl Iterator<Item = PlannedInput> + use<'p> {
    let bundles = plan.items.iter().filter_map(|item| match item {
        PlanItem::Bundle(bundle) => Some(&*bundle.tournaments.file.display_name),
        PlanItem::Report { .. } | PlanItem::Rated { .. } | PlanItem::NewerReport { .. } | PlanItem::Refused { .. } => None,
    });
    let files: Vec<Option<&str>> = bundles.map(Some).chain([None]).collect();
    let judged: Vec<_> = plan.newer.tournaments().filter(|id| options.decide(id, None) == ReadDecision::Read).collect();
    judged.into_iter().filter_map(move |id| {
        let report = files.iter().find_map(|file| plan.newer.newest_report(id, *file).0)?;
        Some(PlannedInput { role: report.role.clone(), ..PlannedInput::from_file(&report.file) })
    })
}
