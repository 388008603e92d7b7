//! An explanation for people.

use crate::explain::answer::{Explanation, Step};
use crate::explain::event_text::{dates, event_text, is_taken, not_rated_text};
use crate::explain::words::{cause_in_words, points, rated_or};
use crate::layout::{row, wrapped};
use pages::terminal::{left, right};
use std::fmt;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        for event in self.events.iter().filter(|event| is_taken(event)) {
            f.write_str("\n")?;
            f.write_str(&event_text(event, self.cause.as_deref()))?;
        }
        if !self.pool.is_empty() {
            f.write_str("\n")?;
            f.write_str(&self.pool_text())?;
        }
        if !self.steps.is_empty() {
            f.write_str("\nCalculation\n")?;
            f.write_str(&steps_text(&self.steps))?;
        }
        for event in self.events.iter().filter(|event| !is_taken(event)) {
            f.write_str("\n")?;
            f.write_str(&not_rated_text(event))?;
        }
        if !self.notes.is_empty() {
            f.write_str("\n")?;
            self.notes.iter().try_for_each(|note| f.write_str(&wrapped(note, "", "")))?;
        }
        f.write_str("\n")?;
        f.write_str(&verdict(&self.differences))
    }
}

/// Whether everything adds up.
pub(crate) fn verdict(differences: &[String]) -> String {
    if differences.is_empty() {
        return "Reckoned again from the games: every number is the one in the tables and on the list.\n".to_owned();
    }
    let mut text = "Does not add up:\n".to_owned();
    differences.iter().for_each(|difference| text.push_str(&wrapped(difference, "- ", "  ")));
    text
}

impl Explanation {
    /// Who, which list, and from what to what.
    pub(crate) fn headline(&self) -> String {
        let player = &self.player;
        let name = if player.name.is_empty() { "(no name known)" } else { &player.name };
        let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
        format!("{title}{name}, {}, on the {} list of {}", player.fide_id, self.control, self.list)
    }

    pub(crate) fn summary(&self) -> String {
        let from_to = match (self.before, self.after) {
            (None, None) => "unrated before and after".to_owned(),
            (Some(before), Some(after)) if before == after => format!("{after}, as on the list of {}", self.previous),
            (before, after) => format!("{} on the list of {}, {} now", rated_or(before), self.previous, rated_or(after)),
        };
        let cause = self.cause.as_deref().map_or_else(|| "nothing counted".to_owned(), |cause| cause_in_words(cause).to_owned());
        let flag = if self.player.is_inactive { "; inactive" } else { "" };
        format!("{from_to}: {cause}{flag}")
    }

    fn head(&self) -> String {
        let mut text = wrapped(&self.headline(), "", "  ");
        text.push_str(&wrapped(&self.summary(), "", "  "));
        text.push_str(&wrapped(&self.rules(), "", "  "));
        text
    }

    pub(crate) fn rules(&self) -> String {
        let revision = if self.folder == self.list.to_string() { String::new() } else { format!("; folder {}", self.folder) };
        format!("Rules: {} for the list, {} for the calculation (D1){revision}", self.publication_edition, self.calculation_edition)
    }

    fn pool_text(&self) -> String {
        let mut text = "Waited in the pool before this list (D12, D14)\n".to_owned();
        let cells = |id: &str, dates: &str, list: &str, games: &str, points: &str, sum: &str| {
            row(&[format!("  {}", left(id, 24)), left(dates, 24), left(list, 10), right(games, 6), right(points, 7), right(sum, 15)])
        };
        text.push_str(&cells("event", "", "list", "games", "points", "sum of ratings"));
        for result in &self.pool {
            let id = if result.tournament_id.is_empty() { "(not at hand)" } else { &result.tournament_id };
            let list = result.list.map_or_else(String::new, |list| list.to_string());
            let (games, sum) = (result.games.to_string(), result.opponents_sum.to_string());
            text.push_str(&cells(id, &dates(result.start, result.end), &list, &games, &points(result.half_points), &sum));
        }
        text
    }
}

/// Three columns: what, value, why with its articles.
pub(crate) fn steps_text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let start = format!("  {} {}  ", left(&step.what, 25), right(&step.value, 9));
        let article = if step.article.is_empty() { String::new() } else { format!("({})", step.article) };
        text.push_str(&wrapped(&format!("{} {article}", step.why), &start, &" ".repeat(39)));
    }
    text
}
