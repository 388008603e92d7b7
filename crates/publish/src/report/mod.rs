//! `report.html`: what happened on this list, on one page that can be sent round.
//!
//! Everything is counted in single passes over the columns that are there; only the few players and tournaments that are named become text.

mod best;
mod census;
mod games;
mod people;
mod tournaments;

use crate::Publication;
use crate::checks::verdict;
use census::Census;
use model::{Diagnostic, Severity};
use pages::{Cell, Column, Facts, Html, Page, Table, grouped};
use std::collections::BTreeMap;
use store::CheckLine;

/// What the report tells that no table holds.
#[derive(Clone, Debug)]
pub struct ReportFacts<'a> {
    /// The counts of the manifest.
    pub counts: &'a BTreeMap<String, u64>,
    pub checks: &'a [CheckLine],
    /// The ids of the corrections that were applied.
    pub corrections: Vec<&'a str>,
}

/// The text of the page.
pub(crate) fn report(publication: &Publication<'_>) -> String {
    let period = publication.period;
    let census = Census::take(publication);
    let control = period.control.to_string();
    let initial = control.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let title = format!("{initial}{} rating list, {}", control.get(1..).unwrap_or_default(), period.list);
    Page::new(&title)
        .lead(lead(publication))
        .section("At a glance", overview(publication))
        .section("Tournaments", tournaments::section(publication))
        .section("Games", games::section(publication))
        .section("On and off the list", people::arrivals(publication, &census))
        .section("Top players", people::top_lists(publication, &census))
        .section("Largest moves", people::largest_moves(publication))
        .section("Plots", plots(publication, &census))
        .section("Checks", checks(publication.report.checks))
        .section("Inputs", inputs(publication.diagnostics))
        .to_html()
}

fn lead(publication: &Publication<'_>) -> Html {
    let period = publication.period;
    let count = |name: &str| publication.report.counts.get(name).copied().unwrap_or(0);
    let refused: Vec<&str> = publication.report.checks.iter().filter(|check| check.is_fatal()).map(|check| check.name.as_str()).collect();
    let mut lead = Html::default();
    if !refused.is_empty() {
        lead.push(Html::paragraph(&format!("Not published: checks did not pass ({}).", refused.join("; "))));
    }
    lead.push(Html::paragraph(&format!(
        "Made from the list of {} and {}. {} on it, {} of them inactive; {} moved by games.",
        period.previous,
        number(count("tournaments_rated"), "rated tournament"),
        number(count("players_listed"), "player"),
        grouped(count("players_inactive")),
        number(census::moved(publication), "rating"),
    )));
    lead
}

/// `1 player`, `2 players`
fn number(count: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

fn overview(publication: &Publication<'_>) -> Html {
    let (period, report) = (publication.period, &publication.report);
    let count = |name: &str| report.counts.get(name).copied().unwrap_or(0);
    let mut editions: Vec<&str> =
        period.tournaments.iter().filter(|t| t.is_rated()).filter_map(|t| t.edition).map(|e| period.editions[e].id.as_str()).collect();
    editions.sort_unstable();
    editions.dedup();
    let none = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let orders: Vec<String> = period.orders.iter().map(|order| format!("{} ({})", order.title, order.id)).collect();
    let rules = Facts::new()
        .fact("List", period.list.to_string())
        .fact("Previous list", period.previous.to_string())
        .fact("Edition of the list (floor, closing date, K)", &period.publication().id)
        .fact("Edition of the calculation (rounding, first ratings)", &period.calculation().id)
        .fact("Editions of the tournaments", none(&editions))
        .fact("Orders", none(&orders.iter().map(String::as_str).collect::<Vec<_>>()))
        .fact("Corrections applied", none(&report.corrections));
    let people = Facts::new()
        .count("Players on the list", count("players_listed"))
        .count("of them inactive", count("players_inactive"))
        .count("New on the list", count("entrants"))
        .count("Gone from the list", count("exits"))
        .count("Players with rated games", count("players_with_games"))
        .count("First ratings", count("first_ratings"))
        .count("Unrated players who wait for more games", count("players_waiting_in_the_pool"));
    Html::side_by_side([rules.to_html(), people.to_html()])
}

fn plots(publication: &Publication<'_>, census: &Census) -> Html {
    let mut html = Html::side_by_side([census.ratings_plot(), census::changes_plot(publication)]);
    html.push(games::scores(publication));
    html
}

fn checks(checks: &[CheckLine]) -> Html {
    let columns = [Column::text("Check"), Column::text("Value"), Column::text("Limit"), Column::text("Verdict"), Column::long("Which")];
    let mut table = Table::new(columns);
    for check in checks {
        let words = [check.name.as_str(), &check.value, &check.limit, verdict(check), &check.detail];
        table.row(words.map(Cell::text));
    }
    let mut html = table.to_html();
    html.push(Html::note(
        "Entrants and exits are compared with the year before where three lists or more are at hand. The same as a table is in checks.csv.",
    ));
    html
}

/// What was noticed in the inputs, by code.
fn inputs(diagnostics: &[Diagnostic]) -> Html {
    let mut by_code: BTreeMap<(std::cmp::Reverse<Severity>, &str), (u64, &str)> = BTreeMap::new();
    for diagnostic in diagnostics {
        let key = (std::cmp::Reverse(diagnostic.severity()), diagnostic.code.id);
        by_code.entry(key).or_insert((0, diagnostic.code.meaning)).0 += 1;
    }
    let columns = [Column::short("Code"), Column::short("Severity"), Column::number("Times"), Column::long("Meaning")];
    let mut table = Table::new(columns).caption("Noticed in the inputs");
    for ((severity, code), (count, meaning)) in by_code {
        table.row([Cell::text(code), Cell::text(&severity.0.to_string()), Cell::count(count), Cell::text(meaning)]);
    }
    let mut html = table.to_html();
    html.push(Html::note("Each one with file, line and column is in diagnostics.csv."));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [number(1, "player"), number(0, "player"), number(12_000, "player")].join("; "),
            "1 player; 0 players; 12\u{202f}000 players"
        );
    }

    #[test]
    fn a_check_that_did_not_pass_says_so() {
        let line = |passed| CheckLine {
            name: "tournaments <refused>".into(),
            value: "9 of 10".into(),
            limit: "at most 25 %".into(),
            passed,
            ..CheckLine::default()
        };
        assert!(
            checks(&[line(false)])
                .as_str()
                .contains("<td>tournaments &lt;refused&gt;</td><td>9 of 10</td><td>at most 25 %</td><td>not passed")
        );
        assert!(checks(&[line(true)]).as_str().contains("<td>passed</td>"));
    }
}
