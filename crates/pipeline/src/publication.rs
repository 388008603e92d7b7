//! Writing a computed list into a staged folder, with its manifest.

use crate::Result;
use crate::compute::Computed;
use crate::job::Job;
use model::InputRole;
use publish::{Publication, ReportFacts};
use store::{EditionsUsed, Manifest, StagedFolder, file};

/// The readings that the stages follow in every edition; `crates/rulebook/DECISIONS.md` has their texts.
const DECISIONS: [&str; 29] = [
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15", "D16", "D17", "D18", "D19", "D23",
    "D24", "D25", "D26", "D27", "D28", "D30", "R15", "R16", "R17",
];

/// Those of editions that rate round robins by iteration, and those of editions whose ratings move after every game.
const ROUND_ROBIN_DECISIONS: [&str; 3] = ["D20", "D21", "D22"];
const GAME_BY_GAME_DECISIONS: [&str; 4] = ["D31", "D32", "D33", "D34"];

/// Writes every file of a list folder but `run.json`.
pub(crate) fn write(job: &Job, computed: &Computed, staged: &StagedFolder) -> Result<Manifest> {
    let Computed { period, text, outcome, tallies, diagnostics, inputs, settings, digest, previous_manifest, summary, .. } = computed;
    let editions = EditionsUsed {
        publication: summary.publication_edition.clone(),
        calculation: summary.calculation_edition.clone(),
        tournaments: summary.tournament_editions.clone(),
    };
    let ad_hoc = summary.ad_hoc.iter().map(|article| ("ad_hoc", article.clone()));
    let metadata = [
        ("control", job.control.to_string()),
        ("list", job.list.to_string()),
        ("publication_edition", editions.publication.clone()),
        ("calculation_edition", editions.calculation.clone()),
        ("tournament_editions", editions.tournaments.join(" ")),
        ("inputs_sha256", digest.clone()),
    ];
    let publication = Publication {
        period,
        text,
        outcome,
        tallies,
        diagnostics,
        formats: job.options.formats,
        audit: job.options.audit,
        hide_birth_year_under: job.options.hide_birth_year_under,
        metadata: metadata.into_iter().chain(ad_hoc).map(|(key, value)| (format!("ratinglist.{key}"), value)).collect(),
        report: ReportFacts {
            counts: &summary.counts,
            checks: &computed.checks,
            corrections: inputs.iter().filter(|input| input.role == InputRole::Correction).map(|input| input.path.as_str()).collect(),
        },
    };
    let outputs = publish::write(staged, &publication)?;
    let manifest = Manifest {
        format: Manifest::FORMAT,
        control: job.control,
        list: job.list,
        previous: Some(job.previous.date),
        editions,
        orders: summary.orders.clone(),
        decisions: decisions(period),
        settings: settings.clone(),
        inputs_sha256: digest.clone(),
        previous_manifest: previous_manifest.clone(),
        inputs: inputs.clone(),
        outputs,
        counts: summary.counts.clone(),
    };
    staged.write(file::MANIFEST, |out| out.write_all(manifest.to_json().as_bytes()))?;
    Ok(manifest)
}

/// The readings that decided something in a period.
fn decisions(period: &period_assembly::Period) -> Vec<String> {
    let mut all = DECISIONS.to_vec();
    if period.editions.iter().any(|edition| edition.round_robin.iteration().is_some()) {
        all.extend(ROUND_ROBIN_DECISIONS);
    }
    if period.calculation().moves_after_every_game() {
        all.extend(GAME_BY_GAME_DECISIONS);
    }
    // D before R, each by its number.
    all.sort_by_key(|name| (name.as_bytes().first().copied(), name[1..].parse::<u32>().unwrap_or(0)));
    all.into_iter().map(str::to_owned).collect()
}
