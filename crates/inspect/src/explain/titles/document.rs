//! Titles as sections of a document.

use super::answer::{CitedArticle, ExplainedAward, ExplainedResult, LedgerNorm, NormGame, PlayerTitles, ReachedRating, TournamentTitles};
use crate::explain::event_document::id;
use pages::{Block, Column, DocumentTable, Facts, Section, Value};
use rulebook::Rulebook;

impl PlayerTitles {
    /// The section of a player; `None` where there is nothing to say.
    pub(crate) fn section(&self) -> Option<Section> {
        if self.is_empty() {
            return None;
        }
        let mut section = Section::new("Titles");
        if !self.awards.is_empty() {
            section.push(Section::new("What may be applied for, and what is missing").with(awards_table(&self.awards)));
        }
        section.extend(self.results.iter().map(|result| Block::from(result_section(result))));
        if !self.ledger.is_empty() {
            section.push(Section::new("All norms so far").with(ledger_table(&self.ledger)));
        }
        if !self.ratings.is_empty() {
            let note = "With 30 games: the first day on which it was reached with 30 career games (1.3, T32).";
            section.push(Section::new("Ratings reached").with(ratings_table(&self.ratings)).with(Block::note(note)));
        }
        Some(section)
    }
}

impl TournamentTitles {
    /// The section of a tournament.
    pub(crate) fn section(&self) -> Section {
        let mut section = Section::new("Norms").with(self.facts());
        if !self.results.is_empty() {
            section.push(results_table(&self.results));
            section.push(Block::note("Each result with its games: ratinglist explain LIST_FOLDER PLAYER."));
        }
        section
    }

    fn facts(&self) -> Facts {
        let yes_no = |is: bool| if is { "yes" } else { "no" };
        let verdict = if self.eligible {
            "can give norms".to_owned()
        } else {
            format!("can give no norms; not fulfilled: {}", CitedArticle::phrase(&self.failed))
        };
        let mut facts = Facts::new().fact(&self.edition, verdict);
        if !self.unproven.is_empty() {
            facts = facts.fact("Not proven", format!("{}; not held against it (T9)", CitedArticle::phrase(&self.unproven)));
        }
        facts = facts.fact("Players", Value::Count(self.players.into())).fact("Rounds", Value::Count(self.rounds.into()));
        let foreign = [
            Value::Counted(self.foreign_rated.into(), "rated player"),
            " of ".into(),
            Value::Counted(self.foreign_federations.into(), "federation"),
            ", ".into(),
            Value::Count(self.foreign_titled.into()),
            " of them with titles; the least of all rounds".into(),
        ];
        facts = facts.fact("Foreigners", Value::phrase(foreign));
        let Some(edition) = Rulebook::fide().title_edition_by_id(&self.edition) else { return facts };
        let of = |what: &str, article: &str| format!("{what} ({article})");
        let rows = [
            (of("Exempt by its foreigners", &edition.federations.exempt_swiss_article), Some(self.swiss_exempt)),
            (of("Serves an application", &edition.award.swiss_article), Some(self.swiss_for_title)),
            (of("Single rounds", &edition.play.single_rounds_article), self.single_rounds),
        ];
        rows.into_iter().fold(facts, |facts, (name, is)| facts.fact(&name, is.map_or("not known", yes_no)))
    }
}

/// The tournament's id, and its name where that says more.
fn event_name(tournament_id: &str, name: &str) -> String {
    if name.is_empty() || name == tournament_id { tournament_id.to_owned() } else { format!("{tournament_id}, {name}") }
}

fn half_points(half_points: u32) -> Value {
    Value::HalfPoints(i32::try_from(half_points).unwrap_or(i32::MAX))
}

/// A score above or under the one that is needed: `+0.5`, `0`, `-1`.
fn over(half_points: i32) -> String {
    let sign = match half_points.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    format!("{sign}{}", Value::HalfPoints(half_points.abs()).plain())
}

fn number(number: impl Into<i64>) -> Value {
    Value::Number(number.into())
}

/// One result with its numbers and its games.
fn result_section(result: &ExplainedResult) -> Section {
    let event = event_name(&result.tournament_id, &result.tournament);
    let verdict = if result.is_norm() { "norm" } else { "no norm" };
    let mut section = Section::new(format!("{}: {verdict} in {event}", result.title)).with(result_facts(result));
    // Those that are further from a norm are in the JSON.
    if result.is_norm() || result.half_points_over == Some(-1) {
        section.extend((!result.rounds.is_empty()).then(|| Block::from(games_table(&result.rounds))));
    }
    section.extend(result.notes.iter().map(Block::note));
    section
}

impl ExplainedResult {
    fn is_norm(&self) -> bool {
        self.verdict == "norm"
    }

    /// The articles that the games of the result rest on, and that of its exemption.
    fn rests_on(&self) -> String {
        self.basis.iter().map(String::as_str).chain(self.exempt.as_deref()).collect::<Vec<_>>().join(" ")
    }
}

fn result_facts(result: &ExplainedResult) -> Facts {
    let needed = match (result.half_points_needed, result.half_points_over) {
        (Some(needed), Some(above)) => format!("; {} needed, {}", half_points(needed).plain(), over(above)),
        _ => "; no score is enough with these games".to_owned(),
    };
    let score = format!("{} of {}{needed}", half_points(result.half_points).plain(), result.games);
    let performance = format!(
        "sum {}, Ra {}, {} %, dp {}, Rp {}",
        result.opponents_sum,
        result.average,
        result.percent,
        Value::Added(result.dp.into()).plain(),
        result.performance
    );
    let opponents = format!(
        "{} with titles ({} needed), {} with the titles asked for ({} needed)",
        result.titled, result.titled_needed, result.matching, result.matching_needed
    );
    let federations = format!(
        "{} others; {} of the player's own (at most {}), {} of one (at most {})",
        result.other_federations, result.own, result.own_allowed, result.one_federation, result.one_federation_allowed
    );
    let mut facts =
        Facts::new().fact("Score", score).fact("Performance", performance).fact("Opponents", opponents).fact("Federations", federations);
    let games = result.credited_games.map(|games| Value::Counted(games.into(), "game").plain());
    let achieved = result.achieved_on.map(|day| day.to_string());
    for (name, text) in [
        ("Not fulfilled", CitedArticle::phrase(&result.failed)),
        ("Rests on", result.rests_on()),
        ("Counts as", games.unwrap_or_default()),
        ("Achieved on", achieved.unwrap_or_default()),
        ("Serves", result.serves.join(", ")),
        ("Not proven", CitedArticle::phrase(&result.unproven)),
        ("Edition", result.edition.clone()),
    ] {
        if !text.is_empty() {
            facts = facts.fact(name, text);
        }
    }
    facts
}

/// The games as on the certificate; the id comes last, as narrow screens cut it off.
fn games_table(games: &[NormGame]) -> DocumentTable {
    let has_left_out = games.iter().any(|game| !game.left_out.is_empty());
    let words = [Column::short("Round"), Column::text("Opponent")];
    let numbers = ["Rating", "Used", "Score"].map(Column::number);
    let left_out = has_left_out.then(|| Column::text("Left out"));
    let mut table = DocumentTable::new(words.into_iter().chain(numbers).chain(left_out).chain([Column::number("Id")]));
    for game in games {
        let round = game.round.map_or_else(String::new, |round| format!("{round} "));
        let raised = |rating| if game.is_raised { Value::Rating(rating).marked(Some('^')) } else { Value::Rating(rating) };
        let cells = [
            format!("{round}{}", game.colour).into(),
            (&game.opponent_name).into(),
            game.rating.map_or_else(|| "unrated".into(), Value::Rating),
            game.rating_used.map(raised).into(),
            game.half_points.map_or_else(|| (&game.result).into(), Value::HalfPoints),
        ];
        let left_out = has_left_out.then(|| (&game.left_out).into());
        table.row(cells.into_iter().chain(left_out).chain([id(game.opponent)]));
    }
    if games.iter().any(|game| game.is_raised) { table.caption("Games; ^ raised to the adjusted floor") } else { table.caption("Games") }
}

/// The norms and near misses of a tournament.
fn results_table(results: &[ExplainedResult]) -> DocumentTable {
    let words = [Column::text("Name"), Column::short("Title"), Column::short("Norm")];
    let numbers = ["Points", "Needed", "Games", "Ra", "Rp"].map(Column::number);
    let more = [Column::text("Fails"), Column::text("By article"), Column::number("Id")];
    let mut table = DocumentTable::new(words.into_iter().chain(numbers).chain(more)).sortable();
    for result in results {
        let fails: Vec<&str> = result.failed.iter().map(|cited| cited.article.as_str()).collect();
        table.row([
            (&result.name).into(),
            result.title.word().into(),
            result.verdict.into(),
            half_points(result.half_points),
            result.half_points_needed.map(half_points).into(),
            number(result.games),
            number(result.average),
            number(result.performance),
            fails.join(" ").into(),
            result.rests_on().into(),
            id(result.fide_id),
        ]);
    }
    table
}

fn awards_table(awards: &[ExplainedAward]) -> DocumentTable {
    let words = [Column::short("Title"), Column::short("Status"), Column::text("By")];
    let numbers = ["Norms", "Games"].map(Column::number);
    let more = [Column::short("Achieved"), Column::short("Since"), Column::long("Missing")];
    let mut table = DocumentTable::new(words.into_iter().chain(numbers).chain(more));
    for award in awards {
        let by = if award.basis == "direct" { "a direct result" } else { award.basis };
        let missing = CitedArticle::phrase(&award.missing);
        let unproven: Vec<&str> = award.unproven.iter().map(|cited| cited.article.as_str()).collect();
        let unproven = if unproven.is_empty() { String::new() } else { format!("not proven: {} (T9)", unproven.join(" ")) };
        let said: Vec<String> = [missing, unproven].into_iter().filter(|text| !text.is_empty()).collect();
        table.row([
            award.title.word().into(),
            award.status.into(),
            format!("{by} ({})", award.article).into(),
            award.norms.map(number).into(),
            award.games.map(number).into(),
            award.achieved_on.into(),
            award.since.month().into(),
            said.join("; ").into(),
        ]);
    }
    table
}

fn ledger_table(norms: &[LedgerNorm]) -> DocumentTable {
    let words = [Column::short("Title"), Column::long("Event")];
    let numbers = ["Points", "Games", "Rp", "Counts as"].map(Column::number);
    let more = [Column::short("Achieved"), Column::text("By"), Column::short("List")];
    let mut table = DocumentTable::new(words.into_iter().chain(numbers).chain(more));
    for norm in norms {
        let source = if norm.source == "judged" { None } else { Some(norm.source) };
        let by: Vec<&str> = [norm.basis.as_deref(), norm.exempt.as_deref(), source].into_iter().flatten().collect();
        table.row([
            norm.title.word().into(),
            event_name(&norm.tournament_id, norm.name.as_deref().unwrap_or_default()).into(),
            norm.half_points.map(half_points).into(),
            norm.games.map(number).into(),
            norm.performance.map(number).into(),
            norm.credited_games.map(number).into(),
            norm.achieved_on.into(),
            by.join(" ").into(),
            norm.list.month().into(),
        ]);
    }
    table
}

fn ratings_table(ratings: &[ReachedRating]) -> DocumentTable {
    let columns = [
        Column::number("Rating"),
        Column::short("Reached on"),
        Column::short("How"),
        Column::number("At"),
        Column::number("Games"),
        Column::text("Event and round"),
        Column::short("With 30 games"),
    ];
    let mut table = DocumentTable::new(columns);
    for reached in ratings {
        let place = [reached.tournament_id.clone(), reached.round.map(|round| format!("round {round}"))];
        let place: Vec<String> = place.into_iter().flatten().collect();
        table.row([
            Value::Rating(reached.rating),
            reached.reached_on.into(),
            reached.how.into(),
            Value::Decimal(f64::from(reached.value_hundredths) / 100.0, 2),
            number(reached.games),
            place.join(", ").into(),
            reached.reached_30_on.into(),
        ]);
    }
    table
}
