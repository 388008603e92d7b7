//! An explanation as a document.

use crate::explain::event_document::{dates, event_section, is_rated_or_online};
use crate::explain::explanation::{CalculationStep, Explanation, PoolResult};
use crate::explain::phrases::{cause_in_words, in_brackets, rated_or};
use crate::explain::titles::PlayerTitles;
use pages::{Block, Column, Document, DocumentTable, Section, Value};

impl Explanation {
    /// The player with the ratings before and after, each event, the calculation, and the verification.
    pub fn to_document(&self) -> Document {
        let mut document = Document::new(self.headline());
        document.extend([Block::paragraph(self.summary()), Block::note(self.rules())]);
        let section = |event| Block::from(event_section(event, self.cause));
        document.extend(self.events.iter().filter(|event| is_rated_or_online(event)).map(section));
        if !self.pool.is_empty() {
            document.push(Section::new("Waited in the pool before this list (D12, D14)").with(pool_table(&self.pool)));
        }
        if !self.steps.is_empty() {
            document.push(Section::new("Calculation").with(steps_table(&self.steps)));
        }
        document.extend(self.events.iter().filter(|event| !is_rated_or_online(event)).map(section));
        document.extend(self.titles.as_ref().and_then(PlayerTitles::section).map(Block::from));
        document.with(verification_section(&self.notes, self.is_unverified, &self.differences))
    }

    fn headline(&self) -> String {
        let player = &self.player;
        let name = if player.name.is_empty() { "(no name known)" } else { &player.name };
        let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
        format!("{title}{name}, {}, on the {} list of {}", player.fide_id, self.control, self.list)
    }

    pub(super) fn summary(&self) -> String {
        let from_to = match (self.before, self.after) {
            (None, None) => "unrated before and after".to_owned(),
            (Some(before), Some(after)) if before == after => format!("{after}, as on the list of {}", self.previous),
            (before, after) => format!("{} on the list of {}, {} now", rated_or(before).plain(), self.previous, rated_or(after).plain()),
        };
        let cause = self.cause.map_or("nothing counted", cause_in_words);
        let flag = if self.player.is_inactive { "; inactive" } else { "" };
        format!("{from_to}: {cause}{flag}")
    }

    pub(super) fn rules(&self) -> String {
        let revision = if self.folder == self.list.to_string() { String::new() } else { format!("; folder {}", self.folder) };
        format!("Rules: {} for the list, {} for the calculation (D1){revision}", self.publication_edition, self.calculation_edition)
    }
}

/// The section that says whether all numbers were verified, with the notes.
pub(super) fn verification_section(notes: &[String], is_unverified: bool, differences: &[String]) -> Section {
    let mut section = Section::new("Proof");
    section.extend(notes.iter().map(Block::paragraph));
    if is_unverified {
        section = section.with(Block::alert("The files were not compared with their hashes, and may not be those that were published."));
    }
    if differences.is_empty() && is_unverified {
        return section.with(Block::paragraph("Computed again from the games: every number is the one in the tables."));
    }
    if differences.is_empty() {
        return section.with(Block::paragraph("Computed again from the games: every number is the one in the tables and on the list."));
    }
    section.with(Block::alert("Does not add up:")).with(Block::bullets(differences))
}

pub(super) fn pool_table(pool: &[PoolResult]) -> DocumentTable {
    let words = ["Event", "Played", "List"].map(Column::short);
    let mut table = DocumentTable::new(words.into_iter().chain(["Games", "Points", "Sum of ratings"].map(Column::number)));
    for result in pool {
        let id = if result.tournament_id.is_empty() { "(missing)" } else { &result.tournament_id };
        table.row([
            id.into(),
            dates(result.start, result.end).into(),
            result.list.into(),
            Value::Number(result.games.into()),
            Value::HalfPoints(result.half_points),
            Value::Number(result.opponents_sum.into()),
        ]);
    }
    table
}

/// The steps of the calculation, with their reasons and articles.
pub(super) fn steps_table(steps: &[CalculationStep]) -> DocumentTable {
    let mut table = DocumentTable::new([Column::text("Step"), Column::number("Value"), Column::long("Why (article, decision)")]);
    for step in steps {
        let article = in_brackets(&step.article);
        let why = if step.why.is_empty() { article.trim_start().into() } else { Value::phrase([step.why.clone(), article.into()]) };
        table.row([Value::from(&step.what), step.value.clone(), why]);
    }
    table
}
