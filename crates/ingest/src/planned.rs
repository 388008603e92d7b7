//! Which files a run would read, without reading them: what an unchanged list can be proved with.

use crate::plan::{Plan, Work, plan};
use crate::search::{FoundFile, Table};
use crate::work::{Fate, report_id};
use crate::{IngestError, Names, ReadOptions, Sources};
use model::InputRole;
use std::path::PathBuf;

/// A file that a run would read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlannedInput {
    pub role: InputRole,
    pub name: String,
    pub path: PathBuf,
}

impl PlannedInput {
    fn of(file: &FoundFile) -> Self {
        Self { role: InputRole::Tournaments, name: file.shown.to_string(), path: file.path.clone() }
    }
}

/// The files that [`crate::read`] would read, sorted. Whether they can be read is not asked.
pub fn planned_inputs(sources: &Sources, options: &ReadOptions<'_>) -> Result<Vec<PlannedInput>, IngestError> {
    let plan = plan(sources, Names::Relative)?;
    let mut inputs = Vec::new();
    let mut tables = |tables: &[Option<&Table>]| inputs.extend(tables.iter().flatten().map(|table| PlannedInput::of(&table.file)));
    for work in &plan.work {
        if let Work::Bundle(bundle) = work {
            tables(&[Some(&bundle.tournaments), Some(&bundle.games), bundle.players.as_ref()]);
        }
    }
    for online in plan.online.iter().filter(|_| options.online.is_some()) {
        tables(&[Some(&online.games), online.players.as_ref()]);
    }
    for work in &plan.work {
        let facts = |row: &Option<usize>| plan.registry.as_ref().zip(*row).map(|(registry, row)| &registry.rows[row].facts);
        match work {
            Work::Report { file, row } if options.fate(&report_id(file, facts(row)), facts(row)) == Fate::Read => {
                inputs.push(PlannedInput::of(file));
            }
            Work::Newer { id, report, row } if options.fate(id, facts(row)) == Fate::Read => {
                inputs.push(PlannedInput { role: report.role, ..PlannedInput::of(&report.file) });
            }
            Work::Report { .. } | Work::Newer { .. } | Work::Refused { .. } | Work::Bundle(_) => {}
        }
    }
    inputs.extend(newer_reports(&plan, options));
    if let (Some(registry), Some(path)) = (&plan.registry, &sources.registry) {
        inputs.push(PlannedInput { role: InputRole::Registry, name: registry.input.path.clone(), path: path.clone() });
    }
    inputs.sort();
    inputs.dedup();
    Ok(inputs)
}

/// Newer reports of tournaments that have no report of their own: in a bundle, or new. Whether a bundle lists the tournament is not asked.
fn newer_reports<'p>(plan: &'p Plan, options: &ReadOptions<'_>) -> impl Iterator<Item = PlannedInput> + use<'p> {
    let bundles = plan.work.iter().filter_map(|work| match work {
        Work::Bundle(bundle) => Some(&*bundle.tournaments.file.shown),
        Work::Report { .. } | Work::Newer { .. } | Work::Refused { .. } => None,
    });
    let files: Vec<Option<&str>> = bundles.map(Some).chain([None]).collect();
    let judged: Vec<_> = plan.newer.tournaments().filter(|id| options.fate(id, None) == Fate::Read).collect();
    judged.into_iter().filter_map(move |id| {
        let report = files.iter().find_map(|file| plan.newer.follow(id, *file).0)?;
        Some(PlannedInput { role: report.role, ..PlannedInput::of(&report.file) })
    })
}
