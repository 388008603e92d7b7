//! Writes `report.html`: what happened on this list, as one self-contained page.
//!
//! Everything is counted in single passes over the columns of the publication; only the players and tournaments that are named become text.

mod attention;
mod figures;
mod games;
mod pictures;
mod player_statistics;
mod players;
mod titles;
mod top_entries;
mod tournaments;

use crate::checks_csv::verdict;
use crate::cited_readings::with_cited_readings;
use crate::{LeftOutSides, OrdersSummary, Publication, facts_not_given};
use model::Severity;
use pages::{Block, Column, Document, DocumentTable, Facts, Section, Value, capitalised};
use player_statistics::PlayerStatistics;
use std::collections::BTreeMap;
use store::{CheckResult, Count, ManifestCounts};

/// Facts of the report that are in no table.
#[derive(Clone, Debug)]
pub struct ReportFacts<'a> {
    /// The counts of the manifest.
    pub counts: &'a ManifestCounts,
    /// The counts of the previous list's manifest; empty if it has none.
    pub previous_counts: &'a ManifestCounts,
    pub checks: &'a [CheckResult],
    pub left_out: &'a [LeftOutSides],
    /// The ids of the corrections that were applied.
    pub corrections: Vec<&'a str>,
}

/// The report as HTML. What people come for stands first: figures, pictures, the best, what was not rated; tables follow.
pub(crate) fn report(publication: &Publication<'_>) -> String {
    let period = publication.period;
    let statistics = PlayerStatistics::collect(publication);
    let mut document = Document::new(format!("{} rating list, {}", capitalised(period.control.word()), period.list.in_words()))
        .kicker("Report on a rating list");
    document.extend(attention::band(publication));
    document.push(lead(publication));
    document.push(figures::figures(publication, &statistics));
    document = document.with(pictures::section(publication, &statistics)).with(players::top_lists(publication, &statistics));
    document.extend(titles::section(publication).map(Block::from));
    let page = document
        .with(tournaments::not_rated_section(publication))
        .with(players::entrants_and_exits(publication, &statistics))
        .with(tournaments::rated_section(publication))
        .with(games::section(publication))
        .with(rules(publication))
        .with(checks(publication.report.checks))
        .with(inputs(publication));
    with_cited_readings(page).to_html()
}

fn lead(publication: &Publication<'_>) -> Block {
    let count = |count: Count| publication.report.counts.get(&count).copied().unwrap_or(0);
    Block::paragraph(Value::phrase([
        format!("Made from the list of {} and ", publication.period.previous.in_words()).into(),
        Value::Counted(count(Count::TournamentsRated), "rated tournament"),
        ". ".into(),
        Value::Counted(count(Count::PlayersListed), "player"),
        " on it, ".into(),
        Value::Count(count(Count::PlayersInactive)),
        " of them inactive; ".into(),
        Value::Counted(player_statistics::moved(publication), "rating"),
        " moved by games.".into(),
    ]))
}

/// Editions, orders and corrections by which the list was made, and its counts of players.
fn rules(publication: &Publication<'_>) -> Section {
    let (period, report) = (publication.period, &publication.report);
    let count = |count: Count| report.counts.get(&count).copied().unwrap_or(0);
    let mut editions: Vec<&str> =
        period.tournaments.iter().filter(|t| t.is_rated()).filter_map(|t| t.edition).map(|e| period.editions[e].id.as_str()).collect();
    editions.sort_unstable();
    editions.dedup();
    let none = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let orders = OrdersSummary::of(period, publication.outcome).line_with_sources();
    let rules = Facts::new()
        .fact("List", period.list.to_string())
        .fact("Previous list", period.previous.to_string())
        .fact("Edition of the list (floor, closing date, K)", &period.publication().id)
        .fact("Edition of the calculation (rounding, first ratings)", &period.calculation().id)
        .fact("Editions of the tournaments", none(&editions))
        .fact("Orders", orders.unwrap_or_else(|| "none".into()))
        .fact("Corrections applied", none(&report.corrections));
    let players = Facts::new()
        .count("Players on the list", count(Count::PlayersListed))
        .count("of them inactive", count(Count::PlayersInactive))
        .count("New on the list", count(Count::Entrants))
        .count("Gone from the list", count(Count::Exits))
        .count("Players with rated games", count(Count::PlayersWithGames))
        .count("First ratings", count(Count::FirstRatings))
        .count("Unrated players who wait for more games", count(Count::PlayersWaitingInThePool));
    Section::new("Rules and counts").with(Block::side_by_side([rules.into(), players.into()]))
}

fn checks(checks: &[CheckResult]) -> Section {
    let columns = [Column::text("Check"), Column::text("Value"), Column::text("Limit"), Column::text("Verdict"), Column::long("Which")];
    let mut table = DocumentTable::new(columns);
    for check in checks {
        let words = [check.name.as_str(), &check.value, &check.limit, &verdict(check), &check.detail];
        table.row(words.map(Value::from));
    }
    Section::new("Checks").with(table).with(Block::note(
        "Entrants and exits are compared with the year before where three lists or more are at hand. The same as a table is in checks.csv.",
    ))
}

/// What is not known of the rated tournaments (D24), and the diagnostics of the inputs, counted by code.
fn inputs(publication: &Publication<'_>) -> Section {
    let mut by_code: BTreeMap<(std::cmp::Reverse<Severity>, &str), (u64, &str)> = BTreeMap::new();
    for diagnostic in publication.diagnostics {
        let key = (std::cmp::Reverse(diagnostic.severity()), diagnostic.code.id);
        by_code.entry(key).or_insert((0, diagnostic.code.meaning)).0 += 1;
    }
    let columns = [Column::short("Code"), Column::short("Severity"), Column::number("Times"), Column::long("Meaning")];
    let mut table = DocumentTable::new(columns).caption("Noticed in the inputs");
    for ((severity, code), (count, meaning)) in by_code {
        table.row([code.into(), severity.0.to_string().into(), Value::Count(count), meaning.into()]);
    }
    let mut section = Section::new("Inputs");
    let not_given = facts_not_given(publication.report.counts);
    if !not_given.is_empty() {
        let not_known =
            Value::phrase(["Not known: ".into(), Value::joined(not_given, "; "), ". It is not held against them (D24).".into()]);
        section.push(Block::paragraph(not_known));
    }
    section.with(table).with(Block::note("Each one with file, line and column is in diagnostics.csv."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_did_not_pass_is_named_as_such() {
        let line = |passed| CheckResult {
            name: "tournaments <refused>".into(),
            value: "9 of 10".into(),
            limit: "at most 25 %".into(),
            passed,
            ..CheckResult::default()
        };
        let html = |passed| Document::new("").with(checks(&[line(passed)])).to_html();
        let row = "<td>tournaments &lt;refused&gt;</td><td>9 of 10</td><td>at most 25 %</td><td>not passed";
        assert!(html(false).contains(row) && html(true).contains("<td>passed</td>"));
    }
}
