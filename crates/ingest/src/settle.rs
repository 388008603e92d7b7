//! Puts one tournament together from its report and its row in the registry.

use crate::codes;
use crate::dates::round_date;
use crate::facts::Column;
use crate::registry::Registry;
use crate::trf::{Header, Report};
use model::{Clock, Date, Diagnostic, DiagnosticCollector, Place, Tournament};
use std::fmt::Display;

/// Adds to a tournament, as the tables alone tell it, what its report says. What is wrong with it, and what disagrees, goes to the diagnostics
/// of the report.
pub(crate) fn settle(mut tournament: Tournament, report: &mut Report, registry: Option<(&Registry, usize)>) -> Tournament {
    let Report { header, diagnostics, .. } = report;
    // A row that could not be read as a whole may have its fields in the wrong places.
    if let Some((registry, row)) = registry.filter(|_| tournament.unusable.is_none()) {
        compare(registry, row, header, diagnostics);
    }
    let is_unreadable = |list: &[Diagnostic]| list.iter().any(|diagnostic| diagnostic.code.id == codes::DATE_UNREADABLE.id);
    let told = Told { start: is_unreadable(&header.start_problems), end: is_unreadable(&header.end_problems) };
    if tournament.start.is_none() {
        tournament.start = header.start;
        diagnostics.append(&mut header.start_problems);
    }
    if tournament.end.is_none() {
        tournament.end = header.end;
        diagnostics.append(&mut header.end_problems);
    }
    if tournament.name.is_empty() {
        tournament.name = std::mem::take(&mut header.name);
    }
    if tournament.federation.is_empty() {
        tournament.federation = std::mem::take(&mut header.federation);
    }
    tournament.city = std::mem::take(&mut header.city);
    tournament.kind = tournament.kind.or(header.kind);
    tournament.rounds = tournament.rounds.or(header.rounds);
    tournament.clock = match (tournament.clock, header.clock) {
        // The registry's minutes say nothing of players with different times, nor of moves: there the report's word stands.
        (Some(Clock { seconds_for_60_moves, has_increment, .. }), Some(reported)) => {
            Some(Clock { seconds_for_60_moves, has_increment, ..reported })
        }
        (registered, reported) => registered.or(reported),
    };
    tournament.entrants = report.entrants;
    tournament.unusable = tournament.unusable.or(report.unusable);
    if tournament.unusable.is_none() {
        let mut problems = DiagnosticCollector::new(&tournament.file);
        settle_dates(&mut tournament, &report.header, told, &mut problems);
        report.diagnostics.append(&mut problems.finish());
    }
    tournament
}

/// Which of the two days has been reported as unreadable, and need not be reported as missing.
struct Told {
    start: bool,
    end: bool,
}

fn settle_dates(tournament: &mut Tournament, header: &Header, told: Told, problems: &mut DiagnosticCollector) {
    from_rounds(tournament, header, problems);
    let missing = match (tournament.start.is_none() && !told.start, tournament.end.is_none() && !told.end) {
        (true, true) => Some(("first and last day", "start and end")),
        (true, false) => Some(("first day", "start")),
        (false, true) => Some(("last day", "end")),
        (false, false) => None,
    };
    if let Some((what, columns)) = missing {
        let message = format!("the report does not tell the {what}");
        let hint = format!("put {columns} into the registry, or lines 042 and 052 into the report");
        // The head of the report is where they belong.
        problems.add(&codes::NO_DATES, Place::line(1), message).hint(hint);
    }
    if let (Some(start), Some(end)) = (tournament.start, tournament.end)
        && end < start
    {
        let message = format!("the last day, {end}, comes before the first, {start}");
        let hint = "correct lines 042 and 052, or put start and end into the registry";
        let place = if header.end == Some(end) { header.end_place } else { Place::default() };
        problems.add(&codes::END_BEFORE_START, place, message).hint(hint);
        tournament.unusable = Some(&codes::END_BEFORE_START);
        return;
    }
    let within = tournament.start.zip(tournament.end);
    for date in &header.round_dates {
        let day = round_date(&date.text, within);
        if day.is_none() {
            let text = date.text.escape_debug();
            let message = match within {
                Some((start, end)) => format!("round {}: '{text}' is no day from {start} to {end}; ignored", date.round),
                None => format!("round {}: '{text}' is no date; ignored", date.round),
            };
            let place = Place::new(date.line, date.column, date.text.chars().count());
            let hint = "write it as YY/MM/DD, a day of the tournament";
            problems.add(&codes::ROUND_DATE_IGNORED, place, message).hint(hint);
        }
        if tournament.round_dates.len() < date.round {
            tournament.round_dates.resize(date.round, None);
        }
        tournament.round_dates[date.round - 1] = day;
    }
}

/// Takes a missing first or last day from the dates of the rounds.
fn from_rounds(tournament: &mut Tournament, header: &Header, problems: &mut DiagnosticCollector) {
    if tournament.start.is_some() && tournament.end.is_some() {
        return;
    }
    let within = match (tournament.start, tournament.end) {
        (None, None) => None,
        (start, end) => Some((start.unwrap_or(Date::MIN), end.unwrap_or(Date::MAX))),
    };
    let days = || header.round_dates.iter().filter_map(|date| round_date(&date.text, within));
    let Some(line) = header.round_dates.first().map(|date| date.line) else { return };
    for (edge, day, what) in [(&mut tournament.start, days().min(), "first"), (&mut tournament.end, days().max(), "last")] {
        if let (None, Some(day)) = (*edge, day) {
            *edge = Some(day);
            let message = format!("the {what} day is taken from the dates of the rounds: {day}");
            let hint = "add lines 042 and 052 to the report, or put start and end into the registry";
            problems.add(&codes::DATES_FROM_ROUNDS, Place { line, ..Place::default() }, message).hint(hint);
        }
    }
}

/// Warns where the registry and the report disagree.
fn compare(registry: &Registry, row: usize, header: &Header, diagnostics: &mut Vec<Diagnostic>) {
    let facts = &registry.rows[row].facts;
    let mut disagree = |column: Column, report: &dyn Display, said: &dyn Display| {
        let message = format!("{column}: the report says {report}, the registry {said}");
        let hint = "the registry is followed; leave the field blank to follow the report";
        diagnostics.push(registry.diagnostic(row, column, &codes::REGISTRY_DISAGREES, message, hint));
    };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    for (column, report, said) in [(Column::Name, &header.name, &facts.name), (Column::Federation, &header.federation, &facts.federation)] {
        if let Some(said) = said.as_ref().filter(|said| !report.is_empty() && plain(said) != plain(report)) {
            disagree(column, &format_args!("'{}'", report.escape_debug()), &format_args!("'{}'", said.escape_debug()));
        }
    }
    for (column, report, said) in [(Column::Start, header.start, facts.start), (Column::End, header.end, facts.end)] {
        if let (Some(report), Some(said)) = (report, said)
            && report != said
        {
            disagree(column, &report, &said);
        }
    }
    if let (Some(report), Some(said)) = (header.kind, facts.kind)
        && report != said
    {
        disagree(Column::Kind, &report, &said);
    }
    if let (Some(report), Some(said)) = (header.rounds, facts.rounds)
        && report != said
    {
        disagree(Column::Rounds, &report, &said);
    }
    if let (Some(report), Some(said)) = (header.clock, facts.clock)
        && report.seconds_for_60_moves != said.seconds_for_60_moves
    {
        let seconds = |clock: Clock| format!("{} seconds for 60 moves", clock.seconds_for_60_moves);
        disagree(Column::Minutes, &seconds(report), &seconds(said));
    }
}
