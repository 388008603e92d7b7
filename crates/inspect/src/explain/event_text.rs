//! One event with its games, for people.

use crate::explain::answer::{Event, Game};
use crate::explain::events::{is_counted, is_pooled};
use crate::explain::words::{because, counted, counted_points, points, reason_of, share, signed};
use crate::layout::{WIDTH, row, wrapped};
use pages::terminal::{left, right};
use std::collections::BTreeMap;

/// Where the opponent of a game stands in its row.
const NAME: usize = 27;

pub(crate) fn dates(start: Option<model::Date>, end: Option<model::Date>) -> String {
    match (start, end) {
        (Some(start), Some(end)) if start == end => start.to_string(),
        (Some(start), Some(end)) => format!("{start} to {end}"),
        (one, other) => one.or(other).map_or_else(String::new, |day| day.to_string()),
    }
}

/// Whether an event was rated, or is a run of online games; those that were not come last.
pub(crate) fn is_taken(event: &Event) -> bool {
    ["rated", "online"].contains(&event.status.as_str())
}

/// An event that is not rated on this list: its reason is that of all its games.
pub(super) fn not_rated_text(event: &Event) -> String {
    let mut text = wrapped(&event_title(event), "", "  ");
    for game in &event.games {
        let id = game.opponent.map_or_else(|| "-".to_owned(), |id| id.to_string());
        let round = game.round.map_or_else(String::new, |round| round.to_string());
        let own = if game.reason == event.reason { String::new() } else { not_counted(game) };
        let start = format!(
            "  {} {} {}  {} {} ",
            right(&round, 3),
            left(&game.colour, 1),
            right(&id, 9),
            left(&game.opponent_name, NAME),
            right(&score(game), 4)
        );
        text.push_str(&wrapped(&own, &start, &" ".repeat(WIDTH / 2)));
    }
    text
}

pub(super) fn event_text(event: &Event, cause: Option<&str>) -> String {
    let mut text = wrapped(&event_title(event), "", "  ");
    if event.status == "online" {
        text.push_str(&online_rows(event));
    } else {
        event_facts(event).iter().for_each(|fact| text.push_str(&wrapped(fact, "  ", "  ")));
        text.push_str(&game_rows(event));
    }
    marks(event).iter().for_each(|mark| text.push_str(&wrapped(mark, "  ", "    ")));
    event_sums(event, cause).iter().for_each(|sum| text.push_str(&wrapped(sum, "  ", "    ")));
    text.push_str(&round_robin_text(event));
    event.notes.iter().for_each(|note| text.push_str(&wrapped(note, "  ", "  ")));
    text
}

pub(super) fn event_title(event: &Event) -> String {
    if event.status == "online" {
        return event.name.clone();
    }
    format!("{}, {}", event_name(event), event_judgement(event))
}

/// The id, and the name where it says more.
pub(crate) fn event_name(event: &Event) -> String {
    if event.name.is_empty() || event.name == event.tournament_id || event.tournament_id.is_empty() {
        return if event.tournament_id.is_empty() { event.name.clone() } else { event.tournament_id.clone() };
    }
    format!("{}, {}", event.tournament_id, event.name)
}

/// When it was played, and by which edition it is rated or why it is not.
pub(crate) fn event_judgement(event: &Event) -> String {
    let by = match event.status.as_str() {
        "rated" => format!("rated by {}", event.edition),
        status => {
            let reason = reason_of(&event.reason).map_or("", because);
            let why = if event.detail.is_empty() { reason } else { &event.detail };
            let article = if event.article.is_empty() { String::new() } else { format!(" ({})", event.article) };
            format!("not rated on this list: {}, {why}{article}", status.replace('-', " "))
        }
    };
    format!("{}: {by}", dates(event.start, event.end))
}

/// Which ratings the games use, and from where.
pub(crate) fn event_facts(event: &Event) -> Vec<String> {
    if event.status != "rated" {
        return Vec::new();
    }
    let of = |date: Option<model::Date>| date.map_or_else(|| "the list in force".to_owned(), |date| format!("the list of {date}"));
    let own = event.own_rating.map_or_else(
        || "own rating: none, so results go to the pool (D12)".to_owned(),
        |own| {
            let from = match event.own_rating_from.as_str() {
                "longer-control" => format!("of a longer control, {} (D18)", of(event.longer_ratings_of)),
                "previous-list" => "of the previous list, as there was none at the start (D4)".to_owned(),
                "standing" => "as it stood just before (D31)".to_owned(),
                _ => return format!("own rating {own}"),
            };
            format!("own rating {own}, {from}")
        },
    );
    let ratings = if event.own_rating_from == "standing" || event.ratings_of.is_none() {
        "Ratings: as they stood just before the event (D31)".to_owned()
    } else {
        format!("Ratings: {}, in force when it started (D2)", of(event.ratings_of))
    };
    vec![format!("{ratings}; {own}")]
}

fn game_rows(event: &Event) -> String {
    let cells = |cells: [&str; 9]| {
        let [round, colour, id, name, rating, difference, counts, expected, rest] = cells;
        row(&[
            format!("  {}", right(round, 3)),
            left(colour, 1),
            right(id, 9),
            format!(" {}", left(name, NAME)),
            right(rating, 7),
            right(difference, 6),
            right(counts, 7),
            right(expected, 5),
            rest.to_owned(),
        ])
    };
    let mut text = if event.counted > 0 {
        cells(["rd", "", "opponent", "", "rating ", "D", "counts ", "PD", "score   diff"])
    } else {
        cells(["rd", "", "opponent", "", "rating ", "score", "", "", ""])
    };
    for game in &event.games {
        let round = game.round.map_or_else(String::new, |round| round.to_string());
        let id = game.opponent.map_or_else(|| "-".to_owned(), |id| id.to_string());
        let rating =
            format!("{}{}", game.opponent_rating.map_or_else(|| "-".to_owned(), |r| r.to_string()), mark(&game.opponent_rating_from));
        if is_counted(game) {
            let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
            let counts = format!("{}{}", number(game.counted_difference), if is_limited(game) { "*" } else { " " });
            let score = format!("{} {}", right(&score(game), 5), right(&signed(game.gain_hundredths.unwrap_or(0)), 6));
            let expected = share(game.expected_hundredths.unwrap_or(0));
            text.push_str(&cells([
                &round,
                &game.colour,
                &id,
                &game.opponent_name,
                &rating,
                &number(game.difference),
                &counts,
                &expected,
                &score,
            ]));
        } else {
            let start = row(&[
                format!("  {}", right(&round, 3)),
                left(&game.colour, 1),
                right(&id, 9),
                format!(" {}", left(&game.opponent_name, NAME)),
                right(&rating, 7),
                right(&score(game), 6),
            ]);
            text.push_str(&wrapped(&not_counted(game), &format!("{}  ", start.trim_end()), &" ".repeat(WIDTH / 2)));
        }
    }
    text
}

fn online_rows(event: &Event) -> String {
    let cells = |cells: [&str; 9]| {
        let [when, id, name, own, rating, counts, expected, gain, rest] = cells;
        row(&[
            format!("  {}", left(when, 14)),
            right(id, 9),
            left(name, 13),
            right(own, 7),
            right(rating, 7),
            right(counts, 6),
            right(expected, 5),
            right(gain, 6),
            rest.to_owned(),
        ])
    };
    let mut text = cells(["ended (UTC)", "opponent", "", "own ", "rating ", "counts", "PD", "diff", "  score change  after"]);
    for game in &event.games {
        // The period tells the year.
        let when = game.ended_at.as_deref().and_then(|moment| moment.get(5..)).unwrap_or("").to_owned();
        let id = game.opponent.map_or_else(|| "-".to_owned(), |id| id.to_string());
        let number = |value: Option<i32>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let own = format!("{}{}", number(game.own_rating), mark(&game.own_rating_from));
        let rating = format!("{}{}", number(game.opponent_rating), mark(&game.opponent_rating_from));
        match game.step {
            Some(step) => {
                let rest =
                    format!("{} {} {}", right(&score(game), 7), right(&format!("{:+}", step.change), 6), right(&step.after.to_string(), 6));
                let (counts, expected) = (number(game.counted_difference), share(game.expected_hundredths.unwrap_or(0)));
                let gain = signed(game.gain_hundredths.unwrap_or(0));
                text.push_str(&cells([&when, &id, &game.opponent_name, &own, &rating, &counts, &expected, &gain, &rest]));
            }
            None => {
                let start = row(&[
                    format!("  {}", left(&when, 14)),
                    right(&id, 9),
                    left(&game.opponent_name, 13),
                    right(&own, 7),
                    right(&rating, 7),
                ]);
                text.push_str(&wrapped(&fate(game), &format!("{} ", start.trim_end()), &" ".repeat(WIDTH / 2)));
            }
        }
    }
    text
}

/// `1`, `0.5`, `0`, or what stands in the report.
pub(crate) fn score(game: &Game) -> String {
    game.half_points.map_or_else(|| game.result.clone(), points)
}

/// The result of a game that does not count in a change, and what became of it.
pub(crate) fn fate(game: &Game) -> String {
    format!("{} {}", score(game), not_counted(game))
}

/// What became of a game that does not count in a change.
pub(crate) fn not_counted(game: &Game) -> String {
    let article = if game.article.is_empty() { String::new() } else { format!(" ({})", game.article) };
    if is_pooled(game) { format!("to the pool{article}") } else { format!("not counted: {}{article}", game.reason.replace('-', " ")) }
}

pub(crate) fn is_limited(game: &Game) -> bool {
    is_counted(game) && game.counted_difference != game.difference
}

/// Where a rating comes from that is not from the list in force.
pub(crate) fn mark(from: &str) -> char {
    match from {
        "longer-control" => 'L',
        "previous-list" => 'P',
        "this-event" => 'E',
        _ => ' ',
    }
}

/// What the marks mean, and the reasons in full, each once.
pub(crate) fn marks(event: &Event) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(game) = event.games.iter().find(|game| is_limited(game)) {
        found.push(format!("* a difference beyond the limit counts as far as article {} lets it{}", game.article, upgrade(event)));
    }
    // The own rating of an event is told at its head; that of an online game stands in its row.
    let own = event.games.iter().filter(|_| event.status == "online").map(|game| &game.own_rating_from);
    let origins: Vec<char> = event.games.iter().map(|game| &game.opponent_rating_from).chain(own).map(|from| mark(from)).collect();
    if origins.contains(&'L') {
        let list = event.longer_ratings_of.map_or_else(String::new, |date| format!(", list of {date}"));
        found.push(format!("L a rating at a longer control{list} (D18)"));
    }
    if origins.contains(&'E') {
        found.push("E an unrated player's rating from this round robin itself (D20)".to_owned());
    }
    let mut reasons: BTreeMap<&str, &str> = BTreeMap::new();
    for game in event.games.iter().filter(|game| !game.reason.is_empty()) {
        if let Some(reason) = reason_of(&game.reason) {
            reasons.insert(reason.word(), because(reason));
        }
    }
    found.extend(reasons.iter().map(|(word, sentence)| format!("{}: {sentence}", word.replace('-', " "))));
    found
}

/// Where the higher-rated player benefits once a tournament only, some differences beyond the limit count in full.
fn upgrade(event: &Event) -> String {
    let limited = event.games.iter().filter(|game| is_limited(game)).filter_map(|game| game.counted_difference).map(i32::abs).max();
    let is_full = |game: &Game| !is_limited(game) && is_counted(game) && game.difference.zip(limited).is_some_and(|(d, cap)| d > cap);
    if event.games.iter().any(is_full) {
        "; the higher-rated player benefits in one game of the event, that with the greatest difference (D10)".to_owned()
    } else {
        String::new()
    }
}

/// What the event comes to.
pub(crate) fn event_sums(event: &Event, cause: Option<&str>) -> Vec<String> {
    let mut sums = Vec::new();
    if event.counted > 0 {
        let mut sum = format!(
            "Together {}, {}, sum {}",
            counted(i64::from(event.counted), "game"),
            counted_points(event.half_points),
            signed(event.sum_hundredths)
        );
        if let Some(step) = event.step {
            sum.push_str(&format!("; K x sum rounded once: {} {:+}, so {}", step.before, step.change, step.after));
        } else if let Some(of_event) = event.share_hundredths {
            sum.push_str(&format!("; with K that is {} of the change", signed(of_event)));
        }
        sums.push(sum);
    }
    if let Some(pooled) = &event.pooled {
        let at = if event.round_robin.is_some() { ", all games at Rc(new) (D22)" } else { "" };
        let counts = match cause {
            Some("first-rating") => "counts for the first rating",
            _ => "enters the pool",
        };
        sums.push(format!(
            "Result with rated opponents: {}, {}, sum of their ratings {}{at}; {counts} (D12)",
            counted(i64::from(pooled.games), "game"),
            counted_points(pooled.half_points),
            pooled.opponents_sum
        ));
    }
    sums
}

fn round_robin_text(event: &Event) -> String {
    let Some(work) = &event.round_robin else { return String::new() };
    let about = format!(
        "Rated as a round robin by article {} (D20, D21): {} players, each with {} opponents; Ra {}; opponents further than {} from Ru count at that distance",
        work.article, work.players, work.n, work.ra, work.cap
    );
    let mut text = wrapped(&about, "  ", "  ");
    let cells = |id: &str, name: &str, numbers: [&str; 5]| {
        let mut cells = vec![format!("  {}", right(id, 9)), left(name, NAME)];
        cells.extend(numbers.iter().map(|number| right(number, 8)));
        row(&cells)
    };
    text.push_str(&cells("unrated", "", ["points", "first Ru", "moves", "Rc(new)", "Ru(new)"]));
    for player in &work.unrated {
        let id = player.fide_id.map_or_else(|| "-".to_owned(), |id| id.to_string());
        match player.steps {
            Some(steps) => {
                let numbers = [
                    points(steps.half_points),
                    steps.first_ru.to_string(),
                    steps.moves.to_string(),
                    steps.rc_new.to_string(),
                    steps.ru_new.to_string(),
                ];
                text.push_str(&cells(&id, &player.name, [&numbers[0], &numbers[1], &numbers[2], &numbers[3], &numbers[4]]));
            }
            None => text.push_str(&format!("  {} {} taken out by the first-event rule (D21)\n", right(&id, 9), left(&player.name, NAME))),
        }
    }
    text
}
