//! Writes a computed list into a staged folder, with its manifest. It publishes nothing.

use crate::Result;
use crate::compute::Computed;
use crate::job::Job;
use crate::list_inputs::ListInputs;
use model::InputRole;
use publish::{Publication, PublishedFiles, ReportFacts, TitlePublication};
use store::{CheckResult, EditionsUsed, Manifest, StagedFolder, file};
use tables::Table;

/// Writes every file of a list folder but `run.json`.
pub(crate) fn write(job: &Job, computed: &Computed, staged: &StagedFolder) -> Result<Manifest> {
    Ok(write_and_keep(job, computed, staged, false)?.0)
}

/// Writes every file of a list folder but `run.json`, and returns the table of the state, if it is kept.
pub(crate) fn write_and_keep(
    job: &Job,
    computed: &Computed,
    staged: &StagedFolder,
    keeps_state: bool,
) -> Result<(Manifest, Option<Table>)> {
    let Computed { period, text, outcome, side_counts, diagnostics, made_from, digest, previous_manifest, summary, .. } = computed;
    let ListInputs { inputs, settings, .. } = made_from;
    let editions = EditionsUsed {
        publication: summary.publication_edition.clone(),
        calculation: summary.calculation_edition.clone(),
        tournaments: summary.tournament_editions.clone(),
    };
    let ad_hoc = summary.ad_hoc.iter().map(|article| ("ad_hoc", article.clone()));
    let metadata = [
        ("control", job.control().to_string()),
        ("list", job.list.to_string()),
        ("format", Manifest::FORMAT.to_string()),
        ("publication_edition", editions.publication.clone()),
        ("calculation_edition", editions.calculation.clone()),
        ("tournament_editions", editions.tournaments.join(" ")),
        ("inputs_sha256", digest.clone()),
    ];
    let awards = computed.titles.as_ref().map(|titles| titles.awards_with_players(period, text)).unwrap_or_default();
    let titles = computed.titles.as_ref().map(|titles| TitlePublication {
        tournaments: &titles.tournaments,
        norm_results: &titles.results,
        norms: &titles.norms,
        ratings: &titles.ratings,
        awards: &awards,
    });
    let publication = Publication {
        period,
        text,
        titled_elsewhere: &computed.titled_elsewhere,
        outcome,
        side_counts,
        diagnostics,
        formats: job.description.options.formats,
        audit: job.description.options.audit,
        hide_birth_year_under: job.description.options.hide_birth_year_under,
        metadata: metadata.into_iter().chain(ad_hoc).map(|(key, value)| (format!("ratinglist.{key}"), value)).collect(),
        titles: titles.as_ref(),
        report: ReportFacts {
            counts: &summary.counts,
            previous_counts: &computed.previous_counts,
            checks: &computed.checks,
            left_out: &summary.left_out,
            corrections: inputs.iter().filter(|input| input.role == InputRole::Correction).map(|input| input.path.as_str()).collect(),
        },
        keeps_state,
    };
    let PublishedFiles { outputs, articles, state } = publish::write(staged, &publication)?;
    let manifest = Manifest {
        format: Manifest::FORMAT,
        control: job.control(),
        list: job.list,
        previous: Some(job.previous.date),
        editions,
        orders: period.orders.iter().map(|order| order.id.clone()).collect(),
        order_sources: period.orders.iter().map(|order| (order.id.clone(), order.source.clone())).collect(),
        decisions: rulebook::cited_readings(articles.iter().map(String::as_str)).into_iter().collect(),
        readings: Some(rulebook::reading_revisions(titles.is_some())),
        settings: settings.clone(),
        inputs_sha256: digest.clone(),
        previous_manifest: previous_manifest.clone(),
        inputs: inputs.clone(),
        outputs,
        counts: summary.counts.clone(),
        accepted_checks: CheckResult::accepted(&computed.checks),
    };
    staged.write(file::MANIFEST, |out| out.write_all(manifest.to_json().as_bytes()))?;
    Ok((manifest, state))
}
