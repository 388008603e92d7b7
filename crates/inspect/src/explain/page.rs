//! An explanation as a page to send round.

use crate::explain::answer::{Event, Explanation, Game, Step};
use crate::explain::event_text::{
    dates, event_facts, event_judgement, event_name, event_sums, fate, is_limited, is_taken, mark, marks, not_counted, score,
};
use crate::explain::events::is_counted;
use crate::explain::text::verdict;
use crate::explain::tournament::TournamentAnswer;
use crate::explain::words::{points, share, signed};
use pages::{Cell, Column, Html, Page, Table};

/// One player's explanation as a page.
pub fn explanation_page(explanation: &Explanation) -> String {
    let mut lead = Html::paragraph(&explanation.summary());
    lead.push(Html::note(&explanation.rules()));
    let mut page = Page::new(&explanation.headline()).lead(lead);
    for event in explanation.events.iter().filter(|event| is_taken(event)) {
        page = page.section(&event_name(event), event_html(event, explanation.cause.as_deref()));
    }
    if !explanation.pool.is_empty() {
        page = page.section("Waited in the pool before this list", pool_html(explanation));
    }
    if !explanation.steps.is_empty() {
        page = page.section("Calculation", steps_html(&explanation.steps));
    }
    for event in explanation.events.iter().filter(|event| !is_taken(event)) {
        let mut html = Html::paragraph(&event_judgement(event));
        html.push(games_table(event));
        page = page.section(&format!("{}: not rated", event_name(event)), html);
    }
    let notes = explanation.notes.iter().map(|note| Html::text(note));
    page.section("Proof", proof_html(notes.collect(), &explanation.differences)).to_html()
}

fn proof_html(notes: Vec<Html>, differences: &[String]) -> Html {
    let mut html = if notes.is_empty() { Html::default() } else { Html::points(notes) };
    if differences.is_empty() {
        html.push(Html::paragraph(verdict(differences).trim()));
    } else {
        html.push(Html::strong("Does not add up"));
        html.push(Html::points(differences.iter().map(|difference| Html::text(difference))));
    }
    html
}

fn event_html(event: &Event, cause: Option<&str>) -> Html {
    let mut html = Html::default();
    if event.status == "rated" {
        html.push(Html::paragraph(&event_judgement(event)));
    }
    event_facts(event).iter().for_each(|fact| html.push(Html::paragraph(fact)));
    html.push(if event.status == "online" { online_table(event) } else { games_table(event) });
    marks(event).iter().chain(&event.notes).for_each(|mark| html.push(Html::note(mark)));
    event_sums(event, cause).iter().for_each(|sum| html.push(Html::paragraph(sum)));
    if let Some(work) = &event.round_robin {
        html.push(Html::heading(&format!("Rated as a round robin (article {}, D20, D21)", work.article)));
        html.push(Html::paragraph(&format!(
            "{} players, each with {} opponents; Ra {}. Opponents further than {} from Ru count at that distance.",
            work.players, work.n, work.ra, work.cap
        )));
        let names = ["points", "first Ru", "moves", "Rc(new)", "Ru(new)"];
        let columns = [Column::short("id"), Column::text("unrated player")].into_iter().chain(names.map(Column::number));
        let mut table = Table::new(columns);
        for player in &work.unrated {
            let mut cells = vec![id_cell(player.fide_id), Cell::text(&player.name)];
            match player.steps {
                Some(steps) => {
                    cells.push(Cell::text(&points(steps.half_points)));
                    cells.extend([steps.first_ru, steps.moves, steps.rc_new, steps.ru_new].map(|value| Cell::number(value.into())));
                }
                None => cells.push(Cell::text("taken out (D21)")),
            }
            table.row(cells);
        }
        html.push(table.to_html());
    }
    html
}

/// The games of an event; where none counts in a change, without the columns that only such games have.
fn games_table(event: &Event) -> Html {
    let is_any_counted = event.counted > 0;
    let mut columns = vec![Column::number("round"), Column::short("colour"), Column::short("id"), Column::text("opponent")];
    columns.push(Column::number("rating"));
    columns.extend(["D", "counts", "PD"].iter().filter(|_| is_any_counted).map(|name| Column::number(name)));
    columns.push(Column::number("score"));
    columns.extend(is_any_counted.then(|| Column::number("diff")));
    columns.push(Column::long(""));
    let mut table = Table::new(columns);
    for game in &event.games {
        let mut cells = vec![Cell::optional(game.round.map(i64::from)), Cell::text(&game.colour), id_cell(game.opponent)];
        cells.push(Cell::text(&game.opponent_name));
        cells.push(Cell::text(&marked(game.opponent_rating, &game.opponent_rating_from)));
        if is_any_counted {
            cells.extend(counted_cells(game));
        } else {
            cells.push(Cell::text(&score(game)));
        }
        cells.extend((!is_counted(game)).then(|| Cell::text(&not_counted(game))));
        table.row(cells);
    }
    table.to_html()
}

/// D, what counts of it, PD, score and difference; of a game that does not count only the score.
fn counted_cells(game: &Game) -> [Cell; 5] {
    if !is_counted(game) {
        return [Cell::empty(), Cell::empty(), Cell::empty(), Cell::text(&score(game)), Cell::empty()];
    }
    let star = if is_limited(game) { "*" } else { "" };
    let counts = game.counted_difference.map_or_else(String::new, |counts| format!("{counts}{star}"));
    [
        Cell::optional(game.difference.map(i64::from)),
        Cell::text(&counts),
        Cell::text(&share(game.expected_hundredths.unwrap_or(0))),
        Cell::text(&score(game)),
        Cell::text(&signed(game.gain_hundredths.unwrap_or(0))),
    ]
}

fn online_table(event: &Event) -> Html {
    let names = ["own", "rating", "D", "counts", "PD", "score", "diff"].map(Column::number);
    let columns = [Column::short("ended (UTC)"), Column::short("id"), Column::text("opponent")].into_iter().chain(names);
    let mut table = Table::new(columns.chain([Column::number("change"), Column::number("after"), Column::long("")]));
    for game in &event.games {
        let mut cells = vec![Cell::text(game.ended_at.as_deref().unwrap_or("")), id_cell(game.opponent), Cell::text(&game.opponent_name)];
        cells.push(Cell::text(&marked(game.own_rating, &game.own_rating_from)));
        cells.push(Cell::text(&marked(game.opponent_rating, &game.opponent_rating_from)));
        cells.extend(counted_cells(game));
        cells.extend(match game.step {
            Some(step) => [Cell::signed(step.change.into()), Cell::number(step.after.into())],
            None => [Cell::empty(), Cell::empty()],
        });
        cells.extend((!is_counted(game)).then(|| Cell::text(&not_counted(game))));
        table.row(cells);
    }
    table.to_html()
}

fn pool_html(explanation: &Explanation) -> Html {
    let words = [Column::short("event"), Column::short("played"), Column::short("list")];
    let numbers = [Column::number("games"), Column::number("points"), Column::number("sum of ratings")];
    let mut table = Table::new(words.into_iter().chain(numbers));
    for result in &explanation.pool {
        let id = if result.tournament_id.is_empty() { "(not at hand)" } else { &result.tournament_id };
        table.row([
            Cell::text(id),
            Cell::text(&dates(result.start, result.end)),
            Cell::text(&result.list.map_or_else(String::new, |list| list.to_string())),
            Cell::number(result.games.into()),
            Cell::text(&points(result.half_points)),
            Cell::number(result.opponents_sum.into()),
        ]);
    }
    table.to_html()
}

fn steps_html(steps: &[Step]) -> Html {
    let mut table = Table::new([Column::short("step"), Column::number("value"), Column::long("why"), Column::text("article, decision")]);
    for step in steps {
        table.row([Cell::text(&step.what), Cell::text(&step.value), Cell::text(&step.why), Cell::text(&step.article)]);
    }
    table.to_html()
}

/// What became of a tournament as a page.
pub fn tournament_page(answer: &TournamentAnswer) -> String {
    let mut lead = Html::default();
    answer.summary().iter().for_each(|line| lead.push(Html::paragraph(line)));
    let mut page = Page::new(&answer.headline()).lead(lead);
    if !answer.participants.is_empty() {
        page = page.section("Players", players_html(answer));
    }
    if !answer.left_out.is_empty() {
        page = page.section("Not counted", left_out_html(answer));
    }
    page.section("Proof", proof_html(Vec::new(), &answer.differences)).to_html()
}

fn players_html(answer: &TournamentAnswer) -> Html {
    let names = ["rating", "games", "points", "sum", "K", "K x sum", "change on the list", "pooled", "left out"];
    let columns = [Column::short("id"), Column::text("name")].into_iter().chain(names.map(Column::number));
    let mut table = Table::new(columns).that_sorts();
    for player in &answer.participants {
        let counted = |text: String| if player.counted > 0 { Cell::text(&text) } else { Cell::empty() };
        table.row([
            id_cell(player.fide_id),
            Cell::text(&player.name),
            Cell::optional(player.own_rating.map(i64::from)),
            Cell::number(player.counted.into()),
            counted(points(player.half_points)),
            counted(signed(player.sum_hundredths)),
            Cell::optional(player.k_used.map(i64::from)),
            counted(player.share_hundredths.map_or_else(String::new, signed)),
            player.change.map_or_else(Cell::empty, |change| Cell::signed(change.into())),
            Cell::number(player.pooled.into()),
            Cell::number(player.left_out.into()),
        ]);
    }
    table.to_html()
}

fn left_out_html(answer: &TournamentAnswer) -> Html {
    let mut table = Table::new([
        Column::number("round"),
        Column::short("id"),
        Column::text("player"),
        Column::short("opponent's id"),
        Column::text("opponent"),
        Column::long("why"),
    ])
    .that_sorts();
    for left_out in &answer.left_out {
        let game = &left_out.game;
        table.row([
            Cell::optional(game.round.map(i64::from)),
            id_cell(left_out.fide_id),
            Cell::text(&left_out.name),
            id_cell(game.opponent),
            Cell::text(&game.opponent_name),
            Cell::text(&fate(game)),
        ]);
    }
    table.to_html()
}

fn id_cell(id: Option<u32>) -> Cell {
    id.map_or_else(|| Cell::text("-"), |id| Cell::number(id.into()))
}

/// A rating with the mark of where it comes from.
fn marked(rating: Option<i32>, from: &str) -> String {
    let rating = rating.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
    format!("{rating} {}", mark(from)).trim_end().to_owned()
}
