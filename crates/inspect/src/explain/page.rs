//! An explanation as a page to send round: what people ask first stands first.

use crate::explain::document::{pool_table, steps_table, verification_section};
use crate::explain::event_document::{event_section_on, is_rated_or_online, outcome_note};
use crate::explain::events::is_counted;
use crate::explain::explanation::{ExplainedEvent, Explanation};
use crate::explain::page_context::PageContext;
use crate::explain::phrases::{counted, in_brackets, points, rated_or};
use crate::explain::titles::PlayerTitles;
use pages::{Block, Column, Document, DocumentTable, Figures, Section, Value, Waterfall};
use rating::SideStatus;

/// So many tournaments are open on a page; the others are folded.
const OPEN_TOURNAMENTS: usize = 3;

impl Explanation {
    /// The player with large figures, the way from one rating to the other, the calculation, the games, what did not count, and the proof.
    pub fn page(&self, context: &PageContext) -> Document {
        let player = &self.player;
        let name = if player.name.is_empty() { "(no name known)" } else { &player.name };
        let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
        let mut document = Document::new(format!("{title}{name}")).kicker(self.kicker()).with(Block::paragraph(self.summary()));
        document.extend(self.warnings());
        document.push(self.figures());
        document.extend(self.waterfall().map(|waterfall| Section::new("How the rating changed").with(waterfall).into()));
        if !self.steps.is_empty() {
            document.push(Section::new("Calculation").with(steps_table(&self.steps)).with(Block::note(self.rules())));
        }
        document.extend(self.games(context).map(Block::from));
        if !self.pool.is_empty() {
            document.push(Section::new("Waited in the pool before this list (D12, D14)").with(pool_table(&self.pool)));
        }
        document.extend(self.not_counted(context).map(Block::from));
        document.extend(self.titles.as_ref().and_then(PlayerTitles::section).map(Block::from));
        document.with(verification_section(&self.notes, self.is_unverified, &self.differences))
    }

    fn kicker(&self) -> String {
        let federation = if self.player.federation.is_empty() { String::new() } else { format!(", {}", self.player.federation) };
        let revision = if self.folder == self.list.to_string() { String::new() } else { format!(" ({})", self.folder) };
        format!(
            "Explained: {} rating list of {}{revision} \u{b7} id {}{federation}",
            self.control,
            self.list.in_words(),
            self.player.fide_id
        )
    }

    /// What a reader has to know before the numbers.
    fn warnings(&self) -> Vec<Block> {
        let mut warnings = Vec::new();
        if !self.differences.is_empty() {
            warnings.push(Block::alert("The numbers do not add up: see the proof below."));
        }
        if self.is_unverified {
            warnings.push(Block::alert("The files were not compared with their hashes, and may not be those that were published."));
        }
        warnings
    }

    fn figures(&self) -> Figures {
        let change = self.before.zip(self.after).map(|(before, after)| i64::from(after) - i64::from(before));
        let remark = match change {
            None => Value::Empty,
            Some(0) => "as before".into(),
            Some(change) => {
                Value::phrase([if change > 0 { "\u{25b2} " } else { "\u{25bc} " }.into(), Value::Change(change), " points".into()])
            }
        };
        let games: i32 = self.events.iter().map(|event| event.counted).sum();
        let half_points: i32 = self.events.iter().map(|event| event.half_points).sum();
        let mut figures = Figures::new().first(&format!("On the list of {}", self.previous.in_words()), rated_or(self.before), "").second(
            &format!("On the list of {}", self.list.in_words()),
            rated_or(self.after),
            remark,
        );
        if games > 0 {
            figures = figures.figure("Rated games", counted_number(games), points(half_points));
        }
        if let Some(k) = self.change_made.map(|made| made.k_used).or(self.player.k) {
            figures = figures.figure("K", Value::Number(k.into()), if self.change_made.is_some() { "used on this list" } else { "" });
        }
        if let Some(peak) = self.player.peak {
            figures = figures.figure("Highest rating so far", Value::Rating(peak), "");
        }
        if self.player.is_inactive { figures.figure("Flag", "inactive", "") } else { figures }
    }

    /// The way from the rating before to the one after, one step a tournament; `None` where there is none, as for a first rating.
    fn waterfall(&self) -> Option<Waterfall> {
        let events: Vec<&ExplainedEvent> = self.events.iter().filter(|event| event.counted > 0).collect();
        let steps: Vec<EventStep> = events.iter().map(|event| EventStep::of(event)).collect::<Option<_>>()?;
        let first_step = events.first().and_then(|event| event.step).map(|step| step.before);
        let base = self.change_made.map(|made| made.base).or(self.before).or(first_step)?;
        let after = self.after?;
        if steps.is_empty() && base == after {
            return None;
        }
        let sentence = match self.change_made {
            Some(made) => format!("What each tournament adds: K {} times score minus expected score.", made.k_used),
            None => "What each step adds.".to_owned(),
        };
        let mut waterfall = Waterfall::new(&format!("From {base} to {after}"), "Step", "Points").sentence(sentence);
        let from = match self.before {
            Some(_) => format!("On the list of {}", self.previous.in_words()),
            None => "At a slower time control (D18)".to_owned(),
        };
        waterfall.total(from, "", f64::from(base), Value::Rating(base));
        for (event, step) in events.iter().zip(&steps) {
            let k = self.change_made.map(|made| format!("K {} \u{b7} ", made.k_used)).unwrap_or_default();
            let detail = Value::phrase([k.into(), counted(event.counted, "game"), ", ".into(), points(event.half_points)]);
            waterfall.step(event_title(event), detail, step.points, step.number.clone());
        }
        let sum: f64 = steps.iter().map(|step| step.points).sum();
        if let Some(made) = self.change_made {
            let hundredths = i64::from(made.rounded) * 100 - (sum * 100.0).round() as i64;
            if hundredths != 0 {
                waterfall.step("Rounding", "once for the whole list (D9)", hundredths as f64 / 100.0, Value::Hundredths(hundredths));
            }
        }
        let reached = f64::from(base) + self.change_made.map_or(sum, |made| f64::from(made.rounded));
        let rest = i64::from(after) - reached.round() as i64;
        if rest != 0 {
            waterfall.step("An order or a limit of the list", "see the calculation", rest as f64, Value::Change(rest));
        }
        waterfall.total(format!("On the list of {}", self.list.in_words()), "", f64::from(after), Value::Rating(after));
        Some(waterfall)
    }

    /// The games, tournament by tournament: the first few open, the others folded.
    fn games(&self, context: &PageContext) -> Option<Section> {
        let mut events = self.events.iter().filter(|event| is_rated_or_online(event)).peekable();
        events.peek()?;
        let mut section = Section::new("Games");
        for (at, event) in events.enumerate() {
            let games = event_section_on(event, self.cause, context);
            match at < OPEN_TOURNAMENTS {
                true => section.push(games),
                false => section.push(games.into_fold(totals(event))),
            }
        }
        Some(section)
    }

    /// Games of rated tournaments that did not count, and tournaments that are not rated.
    fn not_counted(&self, context: &PageContext) -> Option<Section> {
        let columns = [Column::text("Tournament"), Column::text("Opponent"), Column::long("Why"), Column::number("Round").folds()];
        let mut table = DocumentTable::new(columns);
        for event in self.events.iter().filter(|event| is_rated_or_online(event)) {
            for game in event.games.iter().filter(|game| !is_counted(game) && game.status == SideStatus::LeftOut) {
                let why = match game.reason {
                    Some(reason) => Value::Coded(format!("{}{}", reason.in_words(), in_brackets(&game.article)), reason.word()),
                    None => outcome_note(game),
                };
                let round = game.round.map(|round| Value::Number(round.into()));
                table.row([event_title(event).into(), context.player(game.opponent, &game.opponent_name), why, round.unwrap_or_default()]);
            }
        }
        let not_rated: Vec<&ExplainedEvent> = self.events.iter().filter(|event| !is_rated_or_online(event)).collect();
        if table.is_empty() && not_rated.is_empty() {
            return None;
        }
        let mut section = Section::new("What did not count, and why");
        if !table.is_empty() {
            section.push(table);
        }
        for (at, event) in not_rated.into_iter().enumerate() {
            let games = event_section_on(event, self.cause, context);
            section.push(if at < OPEN_TOURNAMENTS { games.into() } else { games.into_fold("") });
        }
        Some(section)
    }
}

/// What an event adds to the rating.
struct EventStep {
    points: f64,
    number: Value,
}

impl EventStep {
    /// `None` if the event does not say what it adds.
    fn of(event: &ExplainedEvent) -> Option<Self> {
        let whole = |change: i32| Self { points: f64::from(change), number: Value::Change(change.into()) };
        if let Some(step) = event.step {
            return Some(whole(step.change));
        }
        if let Some(share) = event.share_hundredths {
            return Some(Self { points: f64::from(share) / 100.0, number: Value::Hundredths(share.into()) });
        }
        let steps: Vec<i32> = event.games.iter().filter_map(|game| game.step).map(|step| step.change).collect();
        (!steps.is_empty()).then(|| whole(steps.iter().sum()))
    }
}

/// `, 6 games, +4.60`: what a folded event holds.
fn totals(event: &ExplainedEvent) -> Value {
    let games = counted(event.games.len(), "game");
    match EventStep::of(event) {
        Some(step) => Value::phrase([": ".into(), games, ", ".into(), step.number]),
        None => Value::phrase([": ".into(), games]),
    }
}

/// A tournament's name, or its id where it has none.
pub(super) fn event_title(event: &ExplainedEvent) -> String {
    match (event.name.is_empty(), event.tournament_id.is_empty()) {
        (false, _) => event.name.clone(),
        (true, false) => event.tournament_id.clone(),
        (true, true) => "Online games".to_owned(),
    }
}

fn counted_number(games: i32) -> Value {
    Value::Count(u64::try_from(games).unwrap_or(0))
}
