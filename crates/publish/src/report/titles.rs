//! The report's section on norms and titles of a standard list.

use super::tournaments::{columns, row};
use crate::{Publication, TitleAward, TitlePublication};
use model::PlayerRef;
use pages::{Block, Column, DocumentTable, Section, Value};
use period_assembly::Judged;
use rulebook::{Rulebook, Title, TitleEdition, title_requirement};
use std::collections::HashMap;
use tables::PlayerText;
use titles::{AwardBasis, AwardStatus, NormResultRow, TitleTournamentRow, Verdict};

/// The number of rows in a table.
const NAMED: usize = 200;
/// The number of rows that are visible until the table is unfolded.
const VISIBLE: usize = 15;

/// Norms, near misses, proposals and events; `None` where titles are not judged.
pub(super) fn section(publication: &Publication<'_>) -> Option<Section> {
    let titles = publication.titles?;
    let events = publication.period.tournaments.iter().map(|judged| (&*judged.facts.id, judged)).collect();
    let report = TitleReport { publication, titles, events };
    let section = Section::new("Norms and titles")
        .with(Block::paragraph(report.counts()))
        .with(Section::new("Norms").with(report.norms()).with(Block::note(
            "Points and games are those of the norm. Serves: the articles on an application that the norm fulfils. What is not proven counts \
             all the same (T9).",
        )))
        .with(Section::new("Half a point short of a norm").with(report.near_misses()))
        .with(Section::new("Titles that may be applied for").with(report.proposals()).with(Block::note(
            "Nothing here awards a title. The new ones are first: those that this list proposes and the one before did not.",
        )))
        .with(Section::new("Titles for which something is missing").with(report.not_proposed()));
    Some(report.with_events(section))
}

/// The tables of titles of a list, with the facts of its players and tournaments.
struct TitleReport<'a> {
    publication: &'a Publication<'a>,
    titles: &'a TitlePublication<'a>,
    events: HashMap<&'a str, &'a Judged>,
}

impl<'a> TitleReport<'a> {
    fn counts(&self) -> Value {
        let count = |is: &dyn Fn(&TitleAward<'_>) -> bool| self.titles.awards.iter().filter(|award| is(award)).count() as u64;
        let is_proposed = |award: &TitleAward<'_>| award.row.status == AwardStatus::Proposed;
        let mut editions: Vec<&str> = self.titles.tournaments.iter().map(|event| event.edition.as_str()).collect();
        editions.sort_unstable();
        editions.dedup();
        let by = if editions.is_empty() { String::new() } else { format!(" by {}", editions.join(" and ")) };
        Value::phrase([
            Value::Counted(self.titles.tournaments.len() as u64, "event"),
            format!(" judged{by}, of which ").into(),
            Value::Count(self.titles.tournaments.iter().filter(|event| event.eligible).count() as u64),
            " can give norms: ".into(),
            Value::Counted(self.results(|result| result.verdict == Verdict::Norm).count() as u64, "norm"),
            ", ".into(),
            Value::Count(self.results(NormResultRow::is_half_a_point_short).count() as u64),
            " half a point short. ".into(),
            Value::Counted(count(&is_proposed), "title"),
            " may be applied for, ".into(),
            Value::Count(count(&|award| is_proposed(award) && self.is_new(award))),
            " of them new.".into(),
        ])
    }

    fn results(&self, is: impl Fn(&NormResultRow) -> bool) -> impl Iterator<Item = &'a NormResultRow> {
        self.titles.norm_results.iter().filter(move |result| is(result))
    }

    fn norms(&self) -> DocumentTable {
        let numbers = ["Points", "Games", "Ra", "Rp"].map(Column::number);
        let more = [
            Column::number("Counts as"),
            Column::short("On"),
            Column::text("By article"),
            Column::text("Serves"),
            Column::text("Not proven"),
        ];
        let mut table = result_table(numbers, more);
        for result in self.results(|result| result.verdict == Verdict::Norm) {
            let numbers = [half_points(result.half_points), count(result.games), number(result.average), number(result.performance)];
            let more = [
                result.credited_games.map_or(Value::Empty, |games| Value::Counted(games.into(), "game")),
                result.achieved_on.into(),
                basis(result).into(),
                edition(&result.edition).map(|edition| result.serves(edition).join(" ")).into(),
                result.unproven.join(" ").into(),
            ];
            table.row(self.row(result, numbers, more));
        }
        table
    }

    fn near_misses(&self) -> DocumentTable {
        let numbers = ["Points", "Needed", "Games", "Ra", "Rp"].map(Column::number);
        let mut table = result_table(numbers, [Column::short("Article")]);
        for result in self.results(NormResultRow::is_half_a_point_short) {
            let numbers = [
                half_points(result.half_points),
                result.half_points_needed.map(half_points).unwrap_or_default(),
                count(result.games),
                number(result.average),
                number(result.performance),
            ];
            table.row(self.row(result, numbers, [result.failed.join(" ").into()]));
        }
        table
    }

    /// A result's row: player and title, the numbers, the event, and more. The id is last, because narrow screens cut it off.
    fn row(
        &self,
        result: &NormResultRow,
        numbers: impl IntoIterator<Item = Value>,
        more: impl IntoIterator<Item = Value>,
    ) -> impl Iterator<Item = Value> {
        let (name, federation) = self.player(result.player);
        let who = [name.into(), result.title.word().into(), federation.into()];
        let id = result.player.fide_id().map(Value::Id).unwrap_or_default();
        who.into_iter().chain(numbers).chain([self.event_name(&result.tournament_id).into()]).chain(more).chain([id])
    }

    fn player(&self, player: PlayerRef) -> (&'a str, &'a str) {
        let publication = self.publication;
        let at = player.fide_id().and_then(|id| publication.period.players.index.find(id));
        at.map_or(("", ""), |at| (publication.text.get(PlayerText::Name, at), publication.text.get(PlayerText::Federation, at)))
    }

    /// The id, and the name where it says more.
    fn event_name(&self, id: &str) -> String {
        let name = self.events.get(id).map_or("", |judged| &judged.facts.name);
        if name.is_empty() || name == id { id.to_owned() } else { format!("{id}, {name}") }
    }

    fn is_new(&self, award: &TitleAward<'_>) -> bool {
        award.row.since == self.publication.period.list
    }

    /// The proposals, the new ones first.
    fn proposals(&self) -> DocumentTable {
        let own = [
            Column::short("Since"),
            Column::text("By"),
            Column::number("Norms"),
            Column::number("Games"),
            Column::short("Rating on"),
            Column::short("Achieved"),
            Column::text("Not proven"),
        ];
        let mut table = award_table(own);
        for award in self.awards(true) {
            let row = award.row;
            let since = if self.is_new(award) { "new".to_owned() } else { row.since.month() };
            let by = format!("{} ({})", basis_in_words(row.basis), row.article);
            let [norms, games] = [row.norms, row.games].map(|many| many.map(count).unwrap_or_default());
            let own = [since.into(), by.into(), norms, games, row.rating_on.into(), row.achieved_on.into(), row.unproven.join(" ").into()];
            table.row(award_row(award, own));
        }
        table
    }

    /// Conditional titles, and those that a player has norms for, with what is missing.
    fn not_proposed(&self) -> DocumentTable {
        let own = [
            Column::short("Status"),
            Column::number("Norms"),
            Column::number("Games"),
            Column::short("Rating on"),
            Column::long("Missing"),
            Column::short("Since"),
        ];
        let mut table = award_table(own);
        for award in self.awards(false) {
            let row = award.row;
            let status: &str = row.status.into();
            let missing = in_words(&row.missing, Some(row.title));
            let [norms, games] = [row.norms, row.games].map(|many| many.map(count).unwrap_or_default());
            table.row(award_row(award, [status.into(), norms, games, row.rating_on.into(), missing.into(), row.since.month().into()]));
        }
        table
    }

    fn awards(&self, is_proposed: bool) -> Vec<&TitleAward<'a>> {
        let all = self.titles.awards.iter();
        let mut awards: Vec<_> = all.filter(|award| (award.row.status == AwardStatus::Proposed) == is_proposed).collect();
        awards.sort_by_key(|award| (award.row.status == AwardStatus::Open, !self.is_new(award)));
        awards
    }

    /// The events that can give norms, and those that cannot though they have enough rounds.
    fn with_events(&self, section: Section) -> Section {
        let facts = || [Column::number("Players"), Column::number("Rounds"), Column::short("Edition")];
        let numbers = |event: &TitleTournamentRow| [count(event.players), count(event.rounds.into()), (&event.edition).into()];
        let named = |columns: Vec<Column>| {
            let rest = "All of them are in title_tournaments.parquet.";
            DocumentTable::new(columns).sortable().show_first(VISIBLE).at_most(NAMED, rest)
        };
        let rows = |is: fn(&TitleTournamentRow) -> bool| {
            let events = self.titles.tournaments.iter().filter(move |event| is(event));
            events.filter_map(|event| Some((event, *self.events.get(&*event.tournament_id)?)))
        };
        let mut eligible = named(columns(facts().into_iter().chain([Column::text("Serves"), Column::long("Not proven")])));
        for (event, judged) in rows(|event| event.eligible) {
            let own = [event_serves(event).into(), in_words(&event.unproven, None).into()];
            eligible.row(row(judged, numbers(event).into_iter().chain(own)));
        }
        let mut others = named(columns([Column::long("Why not"), Column::text("Not proven")].into_iter().chain(facts())));
        for (event, judged) in rows(|event| !event.eligible && !event.has_too_few_rounds()) {
            let why = [in_words(&event.failed, None).into(), event.unproven.join(" ").into()];
            others.row(row(judged, why.into_iter().chain(numbers(event))));
        }
        let short = self.titles.tournaments.iter().filter(|event| event.has_too_few_rounds()).count() as u64;
        let note = [Value::Counted(short, "event"), " more with fewer rounds than a norm asks games (1.41a).".into()];
        section
            .with(Section::new("Events that can give norms").with(eligible).with(Block::note(
                "Serves: by its foreigners the event exempts from the mix (1.43d), or its norms serve for 1.56. Not proven: what such an \
                 event must have and what is not given; it is not held against the event (T9).",
            )))
            .with(Section::new("Events that cannot, and why").with(others).with(Block::note(Value::phrase(note))))
    }
}

/// A table of results: player and title, the numbers, the event, and more.
fn result_table(numbers: impl IntoIterator<Item = Column>, more: impl IntoIterator<Item = Column>) -> DocumentTable {
    let who = [Column::text("Name"), Column::short("Norm"), Column::short("Fed.")];
    let columns = who.into_iter().chain(numbers).chain([Column::long("Event")]).chain(more).chain([Column::number("Id")]);
    DocumentTable::new(columns).sortable().show_first(VISIBLE).at_most(NAMED, "All of them are in norm_results.parquet.")
}

/// A table of titles: player and title, and the columns of the table.
fn award_table(own: impl IntoIterator<Item = Column>) -> DocumentTable {
    let who = [Column::text("Name"), Column::short("Title"), Column::short("Fed.")];
    let columns = who.into_iter().chain(own).chain([Column::number("Id")]);
    DocumentTable::new(columns).sortable().show_first(VISIBLE).at_most(NAMED, "All of them are in title_awards.csv.")
}

fn award_row(award: &TitleAward<'_>, own: impl IntoIterator<Item = Value>) -> impl Iterator<Item = Value> {
    let who = [award.name.into(), award.row.title.word().into(), award.federation.into()];
    who.into_iter().chain(own).chain([Value::Id(award.row.fide_id)])
}

/// The edition of a row, where the program has it.
fn edition(id: &str) -> Option<&'static TitleEdition> {
    Rulebook::fide().title_edition_by_id(id)
}

/// The articles that a norm rests on: on the number of games, and of its exemption.
fn basis(result: &NormResultRow) -> String {
    result.basis.iter().map(String::as_str).chain(result.exempt.as_deref()).collect::<Vec<_>>().join(" ")
}

/// The articles on exemption and application for which an event is large enough, or of such a class.
fn event_serves(event: &TitleTournamentRow) -> String {
    let Some(edition) = edition(&event.edition) else { return String::new() };
    let articles = [(event.swiss_exempt, &edition.federations.exempt_swiss_article), (event.swiss_for_title, &edition.award.swiss_article)];
    articles.into_iter().filter(|(holds, _)| *holds).map(|(_, article)| article.as_str()).collect::<Vec<_>>().join(" ")
}

fn basis_in_words(basis: AwardBasis) -> &'static str {
    match basis {
        AwardBasis::Direct => "a direct result",
        AwardBasis::Norms => "norms",
        AwardBasis::Rating => "rating",
    }
}

/// Articles with what they ask for.
fn in_words(articles: &[String], title: Option<Title>) -> String {
    let words = |article: &String| match title_requirement(article, title) {
        Some(words) => format!("{words} ({article})"),
        None => article.clone(),
    };
    articles.iter().map(words).collect::<Vec<_>>().join("; ")
}

fn half_points(half_points: u32) -> Value {
    Value::HalfPoints(i32::try_from(half_points).unwrap_or(i32::MAX))
}

fn count(count: u32) -> Value {
    Value::Count(count.into())
}

fn number(number: i32) -> Value {
    Value::Number(number.into())
}
