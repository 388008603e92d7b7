//! One event with its games, as a section of a document.

use crate::explain::events::is_counted;
use crate::explain::explanation::{EventStatus, ExplainedEvent, ExplainedGame, RATED, RoundRobinCalculation};
use crate::explain::page_context::PageContext;
use crate::explain::phrases::{counted, in_brackets, points};
use model::{Date, Reason};
use pages::{Block, Column, DocumentTable, Section, Value};
use period_assembly::RatingFrom;
use rating::{RatingChangeCause, SideStatus};
use std::collections::BTreeMap;

/// Whether an event was rated or is a run of online games. Other events come last in a document.
pub(super) fn is_rated_or_online(event: &ExplainedEvent) -> bool {
    is_rated(event) || is_online(event)
}

fn is_rated(event: &ExplainedEvent) -> bool {
    event.status == RATED
}

fn is_online(event: &ExplainedEvent) -> bool {
    event.status == Some(EventStatus::Online)
}

pub(super) fn dates(start: Option<Date>, end: Option<Date>) -> String {
    match (start, end) {
        (Some(start), Some(end)) if start == end => start.to_string(),
        (Some(start), Some(end)) => format!("{start} to {end}"),
        (one, other) => one.or(other).map_or_else(String::new, |day| day.to_string()),
    }
}

/// A section with an event's status, its games, the meaning of their marks, and its totals.
pub(super) fn event_section(event: &ExplainedEvent, cause: Option<RatingChangeCause>) -> Section {
    event_section_on(event, cause, &PageContext::default())
}

/// The section of an event on a page, which knows titles and links.
pub(super) fn event_section_on(event: &ExplainedEvent, cause: Option<RatingChangeCause>, context: &PageContext) -> Section {
    let not_rated = if is_rated_or_online(event) { "" } else { ": not rated" };
    let mut section = Section::new(format!("{}{not_rated}", event_name(event)));
    let page = context.tournament_page(&event.tournament_id);
    section.extend(page.map(|page| Block::note(Value::from("All players and games of this tournament").linked(Some(page)))));
    if is_online(event) {
        section.extend([Block::paragraph(time_span(event)), online_table(event, context).into()]);
    } else {
        section.push(Block::paragraph(status_sentence(event)));
        section.extend(is_rated(event).then(|| Block::paragraph(ratings_used(event))));
        section.push(games_table(event, context));
    }
    section.extend(mark_notes(event).into_iter().map(Block::note));
    section.extend(event_totals(event, cause).into_iter().map(Block::paragraph));
    section.extend(event.round_robin.as_ref().map(|calculation| Block::from(round_robin(calculation))));
    section.extend(event.notes.iter().map(Block::note));
    section
}

/// The id, and the name where it says more.
fn event_name(event: &ExplainedEvent) -> String {
    let parts = [&event.tournament_id, &event.name].into_iter().filter(|part| !part.is_empty());
    let mut parts: Vec<&str> = parts.map(String::as_str).collect();
    parts.dedup();
    parts.join(", ")
}

/// When it was played, and by which edition it is rated or why it is not.
fn status_sentence(event: &ExplainedEvent) -> String {
    let by = if is_rated(event) {
        format!("rated by {}", event.edition)
    } else {
        let reason = event.reason.map_or("", Reason::in_words);
        let why = if event.detail.is_empty() { reason } else { &event.detail };
        format!("not rated on this list: {}, {why}{}", event.status.map_or("", EventStatus::in_words), in_brackets(&event.article))
    };
    format!("{}: {by}", dates(event.start, event.end))
}

/// Which ratings the games use, and from where.
fn ratings_used(event: &ExplainedEvent) -> String {
    let of = |date: Option<Date>| date.map_or_else(|| "the list in force".to_owned(), |date| format!("the list of {date}"));
    let ratings = if event.own_rating_from == Some(RatingFrom::Standing) || event.ratings_of.is_none() {
        "Ratings: as they stood just before the event (D31)".to_owned()
    } else {
        format!("Ratings: {}, in force when it started (D2)", of(event.ratings_of))
    };
    let Some(own) = event.own_rating else { return format!("{ratings}; own rating: none, so results go to the pool (D12)") };
    let from = match event.own_rating_from {
        Some(RatingFrom::LongerControl) => format!(", of a slower time control, {} (D18)", of(event.longer_ratings_of)),
        Some(RatingFrom::PreviousList) => ", of the previous list, as there was none at the start (D4)".to_owned(),
        Some(RatingFrom::Standing) => ", as it stood just before (D31)".to_owned(),
        Some(RatingFrom::ListInForce | RatingFrom::ThisEvent) | None => String::new(),
    };
    format!("{ratings}; own rating {own}{from}")
}

/// When a run of online games began and ended: its rows leave the year out.
fn time_span(event: &ExplainedEvent) -> String {
    let mut ended = event.games.iter().filter_map(|game| game.ended_at.as_deref());
    let first = ended.next().unwrap_or("");
    match ended.next_back() {
        Some(last) => format!("Ended from {first} to {last} (UTC)"),
        None => format!("Ended {first} (UTC)"),
    }
}

/// The games of an event; columns that no game fills are left out. The id comes after the numbers, so that a telephone shows these first.
fn games_table(event: &ExplainedEvent, context: &PageContext) -> DocumentTable {
    let is_any_counted = event.counted > 0;
    let has_ratings = is_rated(event) || event.games.iter().any(|game| game.opponent_rating.is_some());
    let mut columns = vec![Column::short("Round"), Column::text("Opponent")];
    columns.extend(has_ratings.then(|| Column::number("Rating")));
    columns.extend(["D", "Counts", "PD"].into_iter().filter(|_| is_any_counted).map(|name| Column::number(name).folds()));
    columns.push(Column::number("Score"));
    columns.extend(is_any_counted.then(|| Column::number("Diff")));
    columns.push(Column::number("Id").folds());
    // The event's own paragraph already states why it is not rated.
    let is_stated = |game: &ExplainedGame| !is_rated_or_online(event) && game.reason == event.reason;
    let note = |game: &ExplainedGame| if is_stated(game) { Value::Empty } else { outcome_note(game) };
    let has_notes = event.games.iter().any(|game| !note(game).is_empty());
    columns.extend(has_notes.then(|| Column::long("").folds()));
    let mut table = DocumentTable::new(columns).without_empty_columns();
    for game in &event.games {
        let round = game.round.map_or_else(String::new, |round| round.to_string());
        let mut cells = vec![Value::from(format!("{round} {}", game.colour)), context.player(game.opponent, &game.opponent_name)];
        cells.extend(has_ratings.then(|| rating(game.opponent_rating, game.opponent_rating_from)));
        if is_any_counted {
            let difference = game.difference.filter(|_| is_counted(game)).map_or(Value::Empty, |value| Value::Number(value.into()));
            let [counts, expected, gain] = counted_values(game);
            cells.extend([difference, counts, expected, score(game), gain]);
        } else {
            cells.push(score(game));
        }
        cells.extend([id(game.opponent), note(game)]);
        table.row(cells);
    }
    table
}

fn online_table(event: &ExplainedEvent, context: &PageContext) -> DocumentTable {
    let words = [Column::short("Ended (UTC)"), Column::text("Opponent")];
    let folded = ["Counts", "PD", "Diff", "Id"];
    let numbers = ["Own", "Rating", "Counts", "PD", "Diff", "Score", "Change", "After", "Id"]
        .map(|name| if folded.contains(&name) { Column::number(name).folds() } else { Column::number(name) });
    let has_notes = event.games.iter().any(|game| !outcome_note(game).is_empty());
    let mut table = DocumentTable::new(words.into_iter().chain(numbers).chain(has_notes.then(|| Column::long("").folds())));
    for game in &event.games {
        let ended = game.ended_at.as_deref().and_then(|moment| moment.get(5..)).unwrap_or("");
        let [counts, expected, gain] = counted_values(game);
        let [change, after] = match game.step {
            Some(step) => [Value::Change(step.change.into()), Value::Rating(step.after)],
            None => [Value::Empty, Value::Empty],
        };
        let own = rating(game.own_rating, game.own_rating_from);
        let opponent = rating(game.opponent_rating, game.opponent_rating_from);
        let who = [ended.into(), context.player(game.opponent, &game.opponent_name), own, opponent];
        table.row(who.into_iter().chain([counts, expected, gain, score(game), change, after, id(game.opponent), outcome_note(game)]));
    }
    table
}

/// Counted difference, PD, and score minus PD; empty for a game that does not count in a change.
fn counted_values(game: &ExplainedGame) -> [Value; 3] {
    if !is_counted(game) {
        return [Value::Empty, Value::Empty, Value::Empty];
    }
    let counts = game.counted_difference.map_or(Value::Empty, |counts| Value::Number(counts.into()));
    [
        counts.marked(is_limited(game).then_some('*')),
        Value::Expected(game.expected_hundredths.unwrap_or(0)),
        Value::Hundredths(game.gain_hundredths.unwrap_or(0).into()),
    ]
}

/// `1`, `0.5`, `0`, or the result as the report writes it.
pub(super) fn score(game: &ExplainedGame) -> Value {
    game.half_points.map_or_else(|| Value::from(&game.result), Value::HalfPoints)
}

/// Why a game does not count in a change; empty for one that does.
pub(super) fn outcome_note(game: &ExplainedGame) -> Value {
    let article = in_brackets(&game.article);
    match game.status {
        SideStatus::Counted => Value::Empty,
        SideStatus::Pooled => format!("to the pool{article}").into(),
        SideStatus::LeftOut => format!("not counted: {}{article}", game.reason.map_or("", Reason::word).replace('-', " ")).into(),
    }
}

pub(super) fn id(id: Option<u32>) -> Value {
    id.map_or_else(|| "-".into(), Value::Id)
}

/// A rating with the mark of where it comes from.
fn rating(rating: Option<i32>, from: Option<RatingFrom>) -> Value {
    rating.map_or_else(|| "-".into(), Value::Rating).marked(from.and_then(mark))
}

/// The mark of a rating that is not from the list in force.
fn mark(from: RatingFrom) -> Option<char> {
    match from {
        RatingFrom::LongerControl => Some('L'),
        RatingFrom::PreviousList => Some('P'),
        RatingFrom::ThisEvent => Some('E'),
        RatingFrom::ListInForce | RatingFrom::Standing => None,
    }
}

fn is_limited(game: &ExplainedGame) -> bool {
    is_counted(game) && game.counted_difference != game.difference
}

/// Notes that explain the marks and the reasons, each once.
fn mark_notes(event: &ExplainedEvent) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(game) = event.games.iter().find(|game| is_limited(game)) {
        found.push(format!("* a difference beyond the limit counts as far as article {} lets it{}", game.article, one_benefit_note(event)));
    }
    // An event states the own rating once; online games state it in every row.
    let own = event.games.iter().filter(|_| is_online(event)).map(|game| game.own_rating_from);
    let origins: Vec<char> = event.games.iter().map(|game| game.opponent_rating_from).chain(own).flatten().filter_map(mark).collect();
    if origins.contains(&'L') {
        let list = event.longer_ratings_of.map_or_else(String::new, |date| format!(", list of {date}"));
        found.push(format!("L a rating at a slower time control{list} (D18)"));
    }
    if origins.contains(&'E') {
        found.push("E an unrated player's rating from this round robin itself (D20)".to_owned());
    }
    // The event's own paragraph already states why it is not rated.
    let games = event.games.iter().filter(|game| is_rated_or_online(event) || game.reason != event.reason);
    found.extend(reasons(games));
    found
}

/// Each reason of these games once, in full.
pub(super) fn reasons<'g>(games: impl Iterator<Item = &'g ExplainedGame>) -> Vec<String> {
    let reasons = games.filter_map(|game| game.reason);
    let sentences: BTreeMap<&str, &str> = reasons.map(|reason| (reason.word(), reason.in_words())).collect();
    sentences.iter().map(|(word, sentence)| format!("{}: {sentence}", word.replace('-', " "))).collect()
}

/// A note for editions in which the higher-rated player benefits from the limit in one game of the event only.
fn one_benefit_note(event: &ExplainedEvent) -> &'static str {
    let limited = event.games.iter().filter(|game| is_limited(game)).filter_map(|game| game.counted_difference).map(i32::abs).max();
    let is_full =
        |game: &ExplainedGame| !is_limited(game) && is_counted(game) && game.difference.zip(limited).is_some_and(|(d, cap)| d > cap);
    if event.games.iter().any(is_full) {
        "; the higher-rated player benefits in one game of the event, that with the greatest difference (D10)"
    } else {
        ""
    }
}

/// The totals of an event: games, points and sum, and the result that enters the pool.
fn event_totals(event: &ExplainedEvent, cause: Option<RatingChangeCause>) -> Vec<Value> {
    let mut sums = Vec::new();
    if event.counted > 0 {
        let sum = Value::Hundredths(event.sum_hundredths.into());
        let mut phrase =
            vec!["Together ".into(), counted(event.counted, "game"), ", ".into(), points(event.half_points), ", sum ".into(), sum];
        if let Some(step) = event.step {
            phrase.extend(["; K x sum rounded once: ".into(), Value::Rating(step.before), " ".into(), Value::Added(step.change.into())]);
            phrase.extend([", so ".into(), Value::Rating(step.after)]);
        } else if let Some(share) = event.share_hundredths {
            phrase.extend(["; with K that is ".into(), Value::Hundredths(share.into()), " of the change".into()]);
        }
        sums.push(Value::Phrase(phrase));
    }
    if let Some(pooled) = &event.pooled {
        let at = if event.round_robin.is_some() { ", all games at Rc(new) (D22)" } else { "" };
        let counts = if cause == Some(RatingChangeCause::FirstRating) { "counts for the first rating" } else { "enters the pool" };
        sums.push(Value::phrase([
            "Result with rated opponents: ".into(),
            counted(pooled.games, "game"),
            ", ".into(),
            points(pooled.half_points),
            format!(", sum of their ratings {}{at}; {counts} (D12)", pooled.opponents_sum).into(),
        ]));
    }
    sums
}

fn round_robin(calculation: &RoundRobinCalculation) -> Section {
    let summary = format!(
        "{} players, each with {} opponents; Ra {}. Opponents further than {} from Ru count at that distance.",
        calculation.players, calculation.n, calculation.ra, calculation.cap
    );
    let numbers = ["Points", "First Ru", "Moves", "Rc(new)", "Ru(new)"].map(Column::number);
    let mut table =
        DocumentTable::new([Column::number("Id"), Column::text("Unrated player")].into_iter().chain(numbers).chain([Column::long("")]));
    for player in &calculation.unrated {
        let numbers = match player.steps {
            Some(steps) => {
                let [first, moves, rc, ru] =
                    [steps.first_ru, steps.moves, steps.rc_new, steps.ru_new].map(|value| Value::Number(value.into()));
                [Value::HalfPoints(steps.half_points), first, moves, rc, ru, Value::Empty]
            }
            None => {
                let mut cells_when_left_out = std::array::from_fn(|_| Value::Empty);
                cells_when_left_out[5] = "taken out by the first-event rule (D21)".into();
                cells_when_left_out
            }
        };
        table.row([id(player.fide_id), Value::from(&player.name)].into_iter().chain(numbers));
    }
    Section::new(format!("Rated as a round robin by article {} (D20, D21)", calculation.article))
        .with(Block::paragraph(summary))
        .with(table)
}
