//! The document of events that are judged for norms: their facts, the norms, the near misses, and everybody.

use super::missing::{score, told_by};
use super::{EventNorms, NormsFilter, outlook, title_words};
use pages::{Block, Column, Document, DocumentTable, Facts, Section, Value};
use std::cmp::Reverse;
use titles::{NormResultRow, Verdict};

/// How many rows a page shows of everybody before the reader opens the others.
const FIRST_ROWS: usize = 50;

/// Builds the document of one event or of several.
pub fn event_norms_document(events: &[EventNorms], filter: &NormsFilter<'_>) -> Document {
    match events {
        [event] => {
            let mut document = Document::new(event.event_name());
            document.extend(blocks(event, filter));
            document
        }
        events => {
            let mut document = Document::new(format!("Norms of {} events", events.len()));
            for event in events {
                let mut section = Section::new(event.event_name());
                section.extend(blocks(event, filter));
                document.push(section);
            }
            document
        }
    }
}

fn blocks(event: &EventNorms, filter: &NormsFilter<'_>) -> Vec<Block> {
    let mut blocks = lead(event);
    match &event.under_way {
        Some(under_way) => blocks.extend(outlook::blocks(event, under_way, filter)),
        None => blocks.extend(results(event, filter)),
    }
    blocks
}

/// The facts of the event, whether norms are possible in it, and what nothing proves.
fn lead(event: &EventNorms) -> Vec<Block> {
    let row = &event.verdict.tournament;
    let eligible = match (row.eligible, row.unproven.is_empty()) {
        (true, true) => "yes".to_owned(),
        (true, false) => format!("yes, if {} can be proven", row.unproven.join(", ")),
        (false, _) => format!("no: {}", row.failed.join(", ")),
    };
    let place = event.place();
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" };
    let single_rounds = row.single_rounds.map_or("not known: not all rounds are dated", yes_or_no);
    let foreign = format!(
        "{}; the least numbers over the rounds: {} foreign and rated, {} of these titled, federations {}",
        yes_or_no(row.swiss_exempt),
        row.foreign_rated,
        row.foreign_titled,
        row.foreign_federations
    );
    let rules = event.edition;
    // Nobody has been in the rounds to come.
    let of_all_rounds = |words: String| if event.under_way.is_some() { "not known before the last round".to_owned() } else { words };
    let facts = Facts::new()
        .fact("Event", &*event.event.tournament_id)
        .fact("Where", if place.is_empty() { "not told" } else { place.as_str() })
        .fact("When", event.dates())
        .fact("Rounds", Value::Count(event.event.rounds.into()))
        .fact("Format", event.format())
        .fact("Clock", event.clock())
        .fact("Chief arbiter", event.chief_arbiter())
        .count("Players", row.players.into())
        .fact("Ratings and titles", format!("list of {}", event.list))
        .fact("Regulations", &rules.id)
        .fact("Norms possible", eligible)
        .fact(&format!("Foreigners ({})", rules.federations.exempt_swiss_article), of_all_rounds(foreign))
        .fact(&format!("Large Swiss ({})", rules.award.swiss_article), of_all_rounds(yes_or_no(row.swiss_for_title).to_owned()))
        .fact(&format!("Single rounds ({})", rules.play.single_rounds_article), single_rounds);
    let mut blocks = vec![Block::from(facts)];
    if !row.failed.is_empty() {
        blocks.push(Block::alert("No norms are possible in this event."));
        let asked = row.failed.iter().map(|article| format!("{article}: asked is {}", event.asked_by(article)));
        blocks.push(Block::bullets(asked));
    }
    if !row.unproven.is_empty() {
        blocks.push(Block::paragraph("Not told, so neither proven nor held against the event:"));
        let asked = row.unproven.iter().map(|article| {
            let told = told_by(rules, article);
            let told = if told.is_empty() { String::new() } else { format!("; told by {told}") };
            format!("{article}: {}{told}", event.asked_by(article))
        });
        blocks.push(Block::bullets(asked));
    }
    if event.list.day() > event.event.start {
        blocks.push(Block::alert(format!(
            "The list of {} is later than the start, and stands in for the one in force then. --archive names older lists.",
            event.list
        )));
    }
    if event.tournament.rounds.is_none() {
        blocks.push(Block::note("The number of rounds is not told; it is taken to be that of the report."));
    }
    blocks
}

fn results(event: &EventNorms, filter: &NormsFilter<'_>) -> Vec<Block> {
    let of = |wanted: &dyn Fn(&&NormResultRow) -> bool| {
        let mut rows: Vec<&NormResultRow> = event.results(filter).filter(wanted).collect();
        // The performance of a few games says little.
        let rank = |row: &NormResultRow| (row.verdict != Verdict::Norm, !event.has_nearly_enough_games(row));
        rows.sort_by_key(|row| (rank(row), Reverse(event.performance_over(row)), row.player, row.title.word()));
        rows
    };
    let norms = of(&|row| row.verdict == Verdict::Norm);
    let near = of(&|row| event.is_near_miss(row));
    let everybody = of(&|_| true);
    let mut blocks = vec![
        Section::new("Norms").with(norms_table(event, &norms)).into(),
        Section::new("Near misses").with(missing_table(event, &near)).into(),
        Section::new("Everybody").with(missing_table(event, &everybody).sortable().show_first(FIRST_ROWS)).into(),
    ];
    if everybody.is_empty() {
        blocks.push(Block::note("Nobody is judged: whoever holds a title, or a higher one, or has no game, is not."));
    }
    blocks
}

fn score_of(row: &NormResultRow) -> Value {
    format!("{} of {}", score(row.half_points), row.games).into()
}

fn rounds_in_words(rounds: &[u16]) -> String {
    rounds.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

fn norms_table(event: &EventNorms, rows: &[&NormResultRow]) -> DocumentTable {
    let number = Column::number;
    let mut table = DocumentTable::new([
        number("ID"),
        Column::text("Player"),
        Column::short("Fed."),
        Column::short("Held"),
        Column::short("Norm"),
        Column::short("Score"),
        Column::short("Needed"),
        number("Ra"),
        number("Rp"),
        Column::short("Titles"),
        Column::short("Matching"),
        number("Counts as"),
        Column::short("By"),
        Column::short("Rounds out"),
        Column::short("Foreigners"),
    ]);
    for row in rows {
        let at = event.position(row.player);
        let foreigners = match (&row.exempt, row.normal_foreigners) {
            (Some(article), _) => format!("exempt by {article}"),
            (None, true) => format!("{} federations", row.other_federations),
            (None, false) => String::new(),
        };
        table.row([
            row.player.fide_id().map_or(Value::Empty, Value::Id),
            event.name_of(row).into(),
            at.map_or("", |at| event.federation(at)).into(),
            at.map_or_else(String::new, |at| title_words(event.event.players[at].titles)).into(),
            row.title.word().into(),
            score_of(row),
            row.half_points_needed.map_or(Value::Empty, |needed| score(needed).into()),
            Value::Rating(row.average),
            Value::Rating(row.performance),
            format!("{} of {}", row.titled, row.titled_needed).into(),
            format!("{} of {}", row.matching, row.matching_needed).into(),
            row.credited_games.map_or(Value::Empty, |games| Value::Number(games.into())),
            row.basis.join(" ").into(),
            rounds_in_words(&row.left_out_rounds).into(),
            foreigners.into(),
        ]);
    }
    table
}

fn missing_table(event: &EventNorms, rows: &[&NormResultRow]) -> DocumentTable {
    let mut table = DocumentTable::new([
        Column::number("ID"),
        Column::text("Player"),
        Column::short("Fed."),
        Column::short("Norm"),
        Column::short("Score"),
        Column::number("Ra"),
        Column::number("Rp"),
        Column::long("Missing"),
    ]);
    for row in rows {
        let missing = match row.verdict {
            Verdict::Norm => "nothing: a norm".to_owned(),
            Verdict::No => event.missing(row).join("; "),
        };
        table.row([
            row.player.fide_id().map_or(Value::Empty, Value::Id),
            event.name_of(row).into(),
            event.position(row.player).map_or("", |at| event.federation(at)).into(),
            row.title.word().into(),
            score_of(row),
            Value::Rating(row.average),
            Value::Rating(row.performance),
            missing.into(),
        ]);
    }
    table
}
