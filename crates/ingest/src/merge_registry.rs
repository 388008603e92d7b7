//! Merges the report of one tournament with its row in the registry.
//!
//! In come the values of the tables and the report; out comes the tournament. The registry's values win, and disagreements become
//! diagnostics.

use crate::codes;
use crate::control::ControlClaim;
use crate::dates::round_date;
use crate::registry::Registry;
use crate::tournament_row::TournamentColumn;
use crate::trf::{ReportHeader, TournamentReport};
use model::{Clock, Date, Diagnostic, DiagnosticCollector, Place, Reason, Tournament};
use std::fmt::Display;

/// Completes `tournament`, which holds the values of the tables, with the values of its report. Problems and disagreements are added to the
/// report's diagnostics.
pub(crate) fn merge_registry(
    mut tournament: Tournament,
    report: &mut TournamentReport,
    registry: Option<(&Registry, usize)>,
) -> Tournament {
    let TournamentReport { header, diagnostics, .. } = report;
    // A row of the wrong length may have its fields in the wrong columns.
    if let Some((registry, row)) = registry.filter(|_| tournament.unusable.is_none()) {
        warn_of_disagreements(registry, row, header, diagnostics);
    }
    let is_unreadable = |list: &[Diagnostic]| list.iter().any(|diagnostic| diagnostic.code.id == codes::DATE_UNREADABLE.id);
    let unreadable = UnreadableDays { start: is_unreadable(&header.start_problems), end: is_unreadable(&header.end_problems) };
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
    tournament.chief_arbiter = std::mem::take(&mut header.chief_arbiter);
    if tournament.chief_arbiter_title.is_empty() {
        tournament.chief_arbiter_title = header.chief_arbiter_title.unwrap_or("").to_owned();
    }
    tournament.kind = tournament.kind.or(header.kind);
    tournament.rounds = tournament.rounds.or(header.rounds);
    tournament.clock = match (tournament.clock, header.clock()) {
        // The registry's minutes do not cover different times per player or moves per period, so the report's values stay.
        (Some(Clock { seconds_for_60_moves, has_increment, .. }), Some(reported)) => {
            Some(Clock { seconds_for_60_moves, has_increment, ..reported })
        }
        (registered, reported) => registered.or(reported),
    };
    let unread_clock = if tournament.clock.is_none() { header.unread_clock.take() } else { None };
    tournament.entrants = report.entrants;
    (tournament.byes, tournament.tells_byes) = (std::mem::take(&mut report.byes), true);
    tournament.unusable = tournament.unusable.or(report.unusable);
    if tournament.unusable.is_none() {
        let mut problems = DiagnosticCollector::new(&tournament.file);
        if let Some((place, text)) = unread_clock {
            let message = format!("'{}' in line 122 is not understood; the clock is not known", text.escape_debug());
            problems.add(&codes::CLOCK_NOT_UNDERSTOOD, place, message);
        }
        leave_out_rounds_after(tournament.rounds, report, &mut problems);
        if let Some(last) = tournament.rounds {
            tournament.byes.retain(|bye| bye.round <= last);
        }
        complete_dates(&mut tournament, &report.header, unreadable, &mut problems);
        report.diagnostics.append(&mut problems.finish());
    }
    tournament
}

/// Leaves out the games of rounds after the last one scheduled (D38).
fn leave_out_rounds_after(last: Option<u16>, report: &mut TournamentReport, problems: &mut DiagnosticCollector) {
    let Some(last) = last else { return };
    let games = &mut report.games;
    // Games are sorted by round.
    let first = games.round.partition_point(|&round| round <= last);
    for of_round in games.round[first..].chunk_by(|a, b| a == b) {
        let round = of_round[0];
        let message = format!("round {round} comes after the last one scheduled, {last}: games of it are left out");
        let hint = "correct the number of rounds in the registry, or in line 142 or XXR";
        problems.add(&codes::NO_SUCH_ROUND, report.round_places[usize::from(round) - 1], message).hint(hint);
    }
    for fault in &mut games.fault[first..] {
        fault.get_or_insert(Reason::NoSuchRound);
    }
}

/// Whether the first or last day was already reported as unreadable, so that it is not also reported as missing.
struct UnreadableDays {
    start: bool,
    end: bool,
}

fn complete_dates(tournament: &mut Tournament, header: &ReportHeader, unreadable: UnreadableDays, problems: &mut DiagnosticCollector) {
    let has_round_dates = !tournament.round_dates.is_empty();
    take_dates_from_rounds(tournament, header, problems);
    let missing = match (tournament.start.is_none() && !unreadable.start, tournament.end.is_none() && !unreadable.end) {
        (true, true) => Some(("first and last day", "start and end")),
        (true, false) => Some(("first day", "start")),
        (false, true) => Some(("last day", "end")),
        (false, false) => None,
    };
    if let Some((what, columns)) = missing {
        let message = format!("the report does not tell the {what}");
        let hint = format!("put {columns} into the registry, or lines 042 and 052 into the report");
        // Dates belong into the header of the report.
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
    // A bundle's table may have told the dates already.
    for date in header.round_dates.iter().filter(|_| !has_round_dates) {
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
fn take_dates_from_rounds(tournament: &mut Tournament, header: &ReportHeader, problems: &mut DiagnosticCollector) {
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
fn warn_of_disagreements(registry: &Registry, row: usize, header: &ReportHeader, diagnostics: &mut Vec<Diagnostic>) {
    let tournament_row = &registry.rows[row].tournament_row;
    let mut disagree = |column: TournamentColumn, report: &dyn Display, registered: &dyn Display| {
        let message = format!("{column}: the report says {report}, the registry {registered}");
        let hint = "the registry is followed; leave the field blank to follow the report";
        diagnostics.push(registry.diagnostic(row, column, &codes::REGISTRY_DISAGREES, message, hint));
    };
    let normalised = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    for (column, report, registered) in [
        (TournamentColumn::Name, &header.name, &tournament_row.name),
        (TournamentColumn::Federation, &header.federation, &tournament_row.federation),
    ] {
        if let Some(registered) =
            registered.as_ref().filter(|registered| !report.is_empty() && normalised(registered) != normalised(report))
        {
            disagree(column, &format_args!("'{}'", report.escape_debug()), &format_args!("'{}'", registered.escape_debug()));
        }
    }
    for (column, report, registered) in
        [(TournamentColumn::Start, header.start, tournament_row.start), (TournamentColumn::End, header.end, tournament_row.end)]
    {
        if let (Some(report), Some(registered)) = (report, registered)
            && report != registered
        {
            disagree(column, &report, &registered);
        }
    }
    if let (Some(report), Some(registered)) = (header.kind, tournament_row.kind)
        && report != registered
    {
        disagree(TournamentColumn::Kind, &report, &registered);
    }
    let title = tournament_row.title_facts.as_ref().map_or("", |facts| &facts.chief_arbiter_title);
    if let Some(report) = header.chief_arbiter_title.filter(|report| !title.is_empty() && *report != title) {
        disagree(TournamentColumn::ChiefArbiterTitle, &report, &title);
    }
    if let (Some(report), Some(registered)) = (header.rounds, tournament_row.rounds)
        && report != registered
    {
        disagree(TournamentColumn::Rounds, &report, &registered);
    }
    if let (Some(ControlClaim { tag, control, .. }), Some(registered)) =
        (header.control_claims.iter().find(|claim| Some(claim.control) != tournament_row.control), tournament_row.control)
    {
        disagree(TournamentColumn::Control, &format_args!("{control} in line {tag}"), &registered);
    }
    if let (Some(report), Some(registered)) = (header.clock(), tournament_row.clock)
        && report.seconds_for_60_moves != registered.seconds_for_60_moves
    {
        let seconds = |clock: Clock| format!("{} seconds for 60 moves", clock.seconds_for_60_moves);
        disagree(TournamentColumn::Minutes, &seconds(report), &seconds(registered));
    }
}
