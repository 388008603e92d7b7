//! Certificates of title results, one for each norm, to be printed and signed (1.8).

use super::missing::{counted, score, titles_or};
use super::{EventNorms, NormsFilter, rating_of, title_words};
use model::{ByeKind, Rating, SideResult};
use pages::{Block, Column, Document, DocumentTable, Facts, Section, Value};
use rulebook::Title;
use std::collections::BTreeSet;
use titles::{GameDetail, LeftOut, NormDetail, NormResultRow, RoundDetail, RoundEntry, TitleSet, Verdict, judge_player};

/// The certificate of one norm.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// `TOURNAMENT-ID-TITLE.html`, without anything that a file system could take for more than a name.
    pub file_name: String,
    pub document: Document,
}

/// The longest part of a tournament's id that a file name has.
const LONGEST_ID: usize = 100;

/// Builds a certificate for each norm.
pub fn certificates(events: &[EventNorms], filter: &NormsFilter<'_>) -> Vec<Certificate> {
    let mut used = BTreeSet::new();
    let mut certificates = Vec::new();
    for event in events {
        for row in event.results(filter).filter(|row| row.verdict == Verdict::Norm) {
            let Some((player, id)) = event.position(row.player).zip(row.player.fide_id()) else { continue };
            let Ok(position) = u32::try_from(player) else { continue };
            let Some(detail) = judge_player(event.edition, &event.event, event.is_strict, position, row.title) else { continue };
            let stem = format!("{}-{id}-{}", safe_name(&row.tournament_id), row.title.word());
            let names = std::iter::once(stem.clone()).chain((2..).map(|number: u32| format!("{stem}-{number}")));
            let stem = names.into_iter().find(|name| used.insert(name.to_lowercase())).unwrap_or(stem);
            certificates.push(Certificate { file_name: format!("{stem}.html"), document: certificate(event, player, &detail) });
        }
    }
    certificates
}

/// Letters, digits and a few marks of an id; everything else becomes `_`.
fn safe_name(id: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = id.chars().map(|c| if is_safe(c) { c } else { '_' }).take(LONGEST_ID).collect();
    if name.is_empty() { "event".to_owned() } else { name }
}

fn certificate(event: &EventNorms, player: usize, detail: &NormDetail) -> Document {
    let row = &detail.row;
    let mut document = Document::new("Certificate of Title Result")
        .as_sheet()
        .with(Block::paragraph(format!("Norm for the title of {} ({})", title_in_full(row.title), row.title.word())))
        .with(Block::note(format!("{}, articles of the edition {}", event.edition.title, event.edition.id)))
        .with(Block::side_by_side([applicant(event, player), event_facts(event)]))
        .with(Section::new("Rounds").with(rounds_table(event, detail)))
        .with(Block::side_by_side([asked_and_had(event, row), calculation(event, row)]));
    if !row.unproven.is_empty() {
        let boxes = row.unproven.iter().map(|article| format!("{article}: {}", event.asked_by(article)));
        document.push(Section::new("To be confirmed by those who sign: nothing handed in proves it").with(Block::boxes(boxes)));
    }
    document.push(Block::signatures([
        "The Chief Arbiter (1.8): name, signature, date",
        "For the organising federation, its Rating Officer or President (1.8): name, signature, date",
    ]));
    let report = dotted(event, "1.91");
    document.push(Block::note(format!(
        "Not checked: that the report has the games as PGN ({report}); fees, forms and deadlines; what the laws of chess ask of play itself. \
         Prepared for signature from the reports handed in; it awards nothing."
    )));
    document
}

/// An article in the numbering of the edition: that of 2024 writes 1.91 as 1.9.1.
fn dotted(event: &EventNorms, article: &str) -> String {
    let has_more_dots = event.edition.games.article.matches('.').count() > 1;
    match article.split_at_checked(3) {
        Some((chapter, rest)) if has_more_dots => format!("{chapter}.{rest}"),
        _ => article.to_owned(),
    }
}

const fn title_in_full(title: Title) -> &'static str {
    match title {
        Title::Gm => "Grandmaster",
        Title::Im => "International Master",
        Title::Fm => "FIDE Master",
        Title::Cm => "Candidate Master",
        Title::Wgm => "Woman Grandmaster",
        Title::Wim => "Woman International Master",
        Title::Wfm => "Woman FIDE Master",
        Title::Wcm => "Woman Candidate Master",
    }
}

fn or_not_told(text: String) -> Value {
    if text.is_empty() { "not told".into() } else { text.into() }
}

fn applicant(event: &EventNorms, player: usize) -> Block {
    let facts = &event.event.players[player];
    let birth_year = event.people.get(player).and_then(|person| person.birth_year);
    let titles = title_words(facts.titles);
    let facts = Facts::new()
        .fact("Name", event.name(player))
        .fact("FIDE ID", facts.player.fide_id().map_or(Value::Empty, Value::Id))
        .fact("Federation", or_not_told(event.federation(player).to_owned()))
        .fact("Born", birth_year.map_or_else(|| "not told".into(), |year| Value::Number(year.into())))
        .fact("Rating", rating_of(facts).map_or_else(|| "unrated".into(), Value::Rating))
        .fact("Titles", if titles.is_empty() { "none".to_owned() } else { titles })
        .fact("Facts by", format!("the list of {}", event.list));
    Section::new("Applicant").with(facts).into()
}

fn event_facts(event: &EventNorms) -> Block {
    let facts = Facts::new()
        .fact("Event", event.event_name())
        .fact("City", or_not_told(event.tournament.city.clone()))
        .fact("Federation", or_not_told(event.tournament.federation.clone()))
        .fact("Dates", event.dates())
        .fact("Rounds", Value::Number(event.event.rounds.into()))
        .fact("Format", event.format())
        .fact("Clock", event.clock())
        .fact("Chief arbiter", event.chief_arbiter());
    Section::new("Event").with(facts).into()
}

fn rounds_table(event: &EventNorms, detail: &NormDetail) -> DocumentTable {
    let mut table = DocumentTable::new([
        Column::number("Round"),
        Column::short("Date"),
        Column::text("Opponent"),
        Column::number("FIDE ID"),
        Column::short("Fed."),
        Column::short("Title"),
        Column::number("Rating"),
        Column::short("Result"),
        Column::long("Remark"),
    ]);
    let played: BTreeSet<u16> = detail.rounds.iter().map(|round| round.round).collect();
    let mut rounds: Vec<(u16, Option<&RoundDetail>)> = detail.rounds.iter().map(|round| (round.round, Some(round))).collect();
    // A wrong number of rounds must not fill the sheet.
    let last = played.last().copied().unwrap_or(0).max(event.event.rounds.min(99));
    rounds.extend((1..=last).filter(|round| !played.contains(round)).map(|round| (round, None)));
    rounds.sort_by_key(|(round, _)| *round);
    for (number, round) in rounds {
        let first = [
            if number > 0 { Value::Number(number.into()) } else { "?".into() },
            event.date_of_round(number).map_or(Value::Empty, Value::Date),
        ];
        match round.map(|round| (&round.played, &round.left_out)) {
            None => table.row(first.into_iter().chain(without_game("no game"))),
            Some((RoundEntry::Bye(bye), _)) => table.row(first.into_iter().chain(without_game(bye_in_words(*bye)))),
            Some((RoundEntry::Game(game), left_out)) => {
                let cells = first.into_iter().chain(game_cells(event, detail, number, game, left_out.as_ref()));
                match left_out {
                    Some(_) => table.struck_row(cells),
                    None => table.row(cells),
                }
            }
        }
    }
    table
}

fn without_game(words: &'static str) -> Vec<Value> {
    let mut cells = vec![Value::Empty; 6];
    cells.push(words.into());
    cells
}

const fn bye_in_words(bye: ByeKind) -> &'static str {
    match bye {
        ByeKind::Allocated => "bye allocated by the pairing",
        ByeKind::FullPoint => "full-point bye",
        ByeKind::HalfPoint => "half-point bye",
        ByeKind::ZeroPoint => "zero-point bye",
    }
}

fn game_cells(event: &EventNorms, detail: &NormDetail, round: u16, game: &GameDetail, left_out: Option<&LeftOut>) -> Vec<Value> {
    let opponent = game.opponent as usize;
    let player = &event.event.players[opponent];
    let (titles, rating) = facts_in_round(event, opponent, round);
    let rules = &event.edition.opponents_ratings;
    let mut remarks = Vec::new();
    match left_out {
        Some(LeftOut::Article(article)) => remarks.push(format!("left out: {article}")),
        Some(LeftOut::Fault(reason)) => remarks.push(format!("left out: {}", <&str>::from(*reason))),
        Some(LeftOut::NoGame) | None => {}
    }
    if game.is_unrated {
        remarks.push(format!("unrated, counts as {} ({})", rules.unrated_count_as.points(), rules.unrated_article));
    }
    if game.is_raised {
        let from = if rating.is_rated() { format!(" from {}", rating.points()) } else { String::new() };
        remarks.push(format!("raised{from} ({})", rules.raised_article));
    }
    if game.counts_as_loss {
        remarks.push(format!("forfeit, counts as a loss ({})", detail.row.basis.join(" ")));
    }
    vec![
        event.name(opponent).into(),
        player.player.fide_id().map_or(Value::Empty, Value::Id),
        event.federation(opponent).into(),
        title_words(titles).into(),
        Value::Rating(game.rating_used.points()),
        result_word(game.result).into(),
        remarks.join("; ").into(),
    ]
}

/// The titles and the rating of a player in a round: of its day in long events (1.14), otherwise of the start.
fn facts_in_round(event: &EventNorms, player: usize, round: u16) -> (TitleSet, Rating) {
    let days = (event.event.end - event.event.start).num_days() + 1;
    let is_long = days > i64::from(event.edition.play.long_after_days);
    let of_round = || event.event.facts_by_round.get(usize::from(round).checked_sub(1)?)?.get(player);
    let at_start = &event.event.players[player];
    let on_day = if is_long { of_round() } else { None };
    on_day.map_or((at_start.titles, at_start.rating), |facts| (facts.titles, facts.rating))
}

fn result_word(result: SideResult) -> &'static str {
    match result {
        SideResult::Draw | SideResult::UnplayedDraw => "\u{bd}",
        result => result.into(),
    }
}

/// The counts of the regulations: what is asked, and what the result has.
fn asked_and_had(event: &EventNorms, row: &NormResultRow) -> Block {
    let rules = event.edition;
    let mut table = DocumentTable::new([Column::short("Article"), Column::text("Counted"), Column::short("Asked"), Column::short("Had")]);
    let mut count = |article: &str, name: String, asked: String, had: String| {
        table.row([article.into(), name.into(), asked.into(), had.into()]);
    };
    let norm = event.norm_of(row.title);
    let basis = if row.basis.is_empty() { String::new() } else { format!(" ({})", row.basis.join(" ")) };
    let asked = titles::games_asked(rules, &event.event);
    count(&rules.games.article, "games".to_owned(), asked.to_string(), format!("{}{basis}", row.games));
    let foreign = rules.federations.others_at_least;
    count(&rules.federations.article, "other federations".to_owned(), foreign.to_string(), row.other_federations.to_string());
    let shares = &rules.federation_shares.article;
    count(shares, "own federation".to_owned(), format!("at most {}", row.own_allowed), row.own.to_string());
    count(shares, "one federation".to_owned(), format!("at most {}", row.one_federation_allowed), row.one_federation.to_string());
    count(&rules.titled_opponents.article, "title-holders".to_owned(), row.titled_needed.to_string(), row.titled.to_string());
    if let Some(norm) = norm {
        let matching = titles_or(&norm.opponents_titles);
        count(&norm.opponents_article, matching, row.matching_needed.to_string(), row.matching.to_string());
        let average = norm.average_at_least.points();
        count(&norm.average_article, "average (Ra)".to_owned(), average.to_string(), row.average.to_string());
        let mark = norm.performance_at_least.points();
        count(&norm.performance_article, "performance (Rp)".to_owned(), mark.to_string(), row.performance.to_string());
    }
    let least = rules.performance.score_percent_at_least;
    count(&rules.performance.score_article, "score".to_owned(), format!("{least} %"), format!("{} %", row.percent));
    Section::new("Asked and had").with(table).into()
}

fn calculation(event: &EventNorms, row: &NormResultRow) -> Block {
    let rules = event.edition;
    let exempt = match &row.exempt {
        Some(article) => format!("exempt from {} and {} by {article}", rules.federations.article, rules.federation_shares.article),
        None if row.normal_foreigners => "yes".to_owned(),
        None => "no".to_owned(),
    };
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" };
    let over = row.half_points_over.and_then(|over| u32::try_from(over).ok());
    let needed = row.half_points_needed.map_or_else(String::new, score);
    let facts = Facts::new()
        .fact("Sum of ratings", Value::Number(row.opponents_sum.into()))
        .fact("Average Ra", format!("{} : {} = {}", row.opponents_sum, row.games, row.average))
        .fact("Score", format!("{} of {}", score(row.half_points), row.games))
        .fact("p, dp", Value::phrase([Value::Expected(i32::try_from(row.percent).unwrap_or(0)), ", ".into(), Value::Added(row.dp.into())]))
        .fact("Rp = Ra + dp", Value::Rating(row.performance))
        .fact("Score needed", format!("{needed}, over it {}", over.map_or_else(|| "0".to_owned(), score)))
        .fact("Counts as", counted(row.credited_games.unwrap_or(0), "game"))
        .fact("Achieved on", row.achieved_on.map_or(Value::Empty, Value::Date))
        .fact(&format!("Foreigners ({})", rules.federations.normal_norms_article), exempt)
        .fact(&format!("Single rounds ({})", rules.play.single_rounds_article), row.single_rounds.map_or("not known", yes_or_no))
        .fact(&format!("Large Swiss ({})", rules.award.swiss_article), yes_or_no(row.swiss_for_title));
    Section::new("Calculation").with(facts).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_has_nothing_of_an_id_that_leads_elsewhere() {
        assert_eq!(safe_name("T00003"), "T00003");
        assert_eq!(safe_name("../../etc/passwd"), "______etc_passwd");
        assert_eq!(safe_name("Å: a|b\u{0}"), "___a_b_");
        assert_eq!(safe_name(""), "event");
        assert_eq!(safe_name(&"x".repeat(1000)).len(), LONGEST_ID);
    }
}
