//! Comparisons of several lists as a document: a summary of the steps, and the comparison over all.

use super::{ClassTotal, Comparison, Difference, RatingStatistics};
use pages::{Block, Column, Document, DocumentTable, Section, Value};

impl Comparison {
    /// The document for a terminal.
    pub fn document(&self) -> Document {
        self.with_steps(self.over_all.document())
    }

    /// The document with a table of every row of the comparison over all, which only a page can search and sort.
    pub fn page(&self) -> Document {
        self.with_steps(self.over_all.page())
    }

    fn with_steps(&self, document: Document) -> Document {
        if self.steps.is_empty() {
            return document;
        }
        let mut section = Section::new("Step by step").with(self.steps_table());
        for step in &self.steps {
            let title = format!("{} to {}", step.a.name_of_list(), step.b.name_of_list());
            let is_noted = |note: &&String| !self.over_all.notes.contains(note);
            let notes = step.notes.iter().filter(is_noted).map(|note| Block::note(format!("{title}: {note}")));
            notes.for_each(|note| section.push(note));
        }
        document.with(section)
    }

    fn steps_table(&self) -> DocumentTable {
        let lists = ["From", "To"].map(Column::short);
        let numbers = ["Players", "New", "Gone", "Moved", "Points", "No games", "Points", "Mean", "Median"].map(Column::number);
        let mut table = DocumentTable::new(lists.into_iter().chain(numbers));
        for step in self.all() {
            table.row(step_cells(step));
        }
        table
    }
}

/// The cells of one step. Ratings of which it is not known whether there were games count with those that had some.
fn step_cells(step: &Difference) -> Vec<Value> {
    let moves = &step.totals.moves;
    let (with, without) = ([moves.with_games, moves.not_known], moves.without_games);
    let RatingStatistics { mean, median, .. } = step.totals.ratings_after.all;
    vec![
        step.a.name_of_list().into(),
        step.b.name_of_list().into(),
        Value::Count(step.totals.players_after),
        Value::Count(step.totals.new),
        Value::Count(step.totals.gone),
        Value::Count(with.iter().map(|total| total.players).sum()),
        Value::Change(with.iter().map(|total| total.points).sum()),
        Value::Count(without.players),
        Value::Change(without.points),
        decimal(mean, 2),
        decimal(median, 1),
    ]
}

impl Difference {
    /// The ratings of both lists, and the points of those on both.
    pub(super) fn ratings(&self) -> Section {
        let totals = &self.totals;
        let who = [Column::text("")];
        let numbers = ["On A", "On B", "Mean A", "Mean B", "Change", "Median A", "Median B"].map(Column::number);
        let mut lists = DocumentTable::new(who.into_iter().chain(numbers));
        for (name, a, b) in [
            ("all", totals.ratings_before.all, totals.ratings_after.all),
            ("active", totals.ratings_before.active, totals.ratings_after.active),
        ] {
            lists.row([
                name.into(),
                Value::Count(a.players),
                Value::Count(b.players),
                decimal(a.mean, 2),
                decimal(b.mean, 2),
                a.mean.zip(b.mean).map(|(a, b)| Value::Hundredths(((b - a) * 100.0).round() as i64)).into(),
                decimal(a.median, 1),
                decimal(b.median, 1),
            ]);
        }
        let mut section = Section::new("Ratings").with(lists);
        let moved: Vec<&ClassTotal> = totals.classes.iter().filter(|class| class.up + class.down > 0).collect();
        if moved.is_empty() {
            return section;
        }
        let numbers = ["Players", "Up", "Down", "Points", "Mean"].map(Column::number);
        let mut moves = DocumentTable::new([Column::text("Changed")].into_iter().chain(numbers)).caption("On both lists");
        for class in moved {
            let name = class
                .class
                .strip_prefix("rating-")
                .map_or("games not known", |name| if name == "with-games" { "with games" } else { "without games" });
            let mean = Value::Hundredths((class.points as f64 * 100.0 / class.players as f64).round() as i64);
            moves.row([
                name.into(),
                Value::Count(class.players),
                Value::Count(class.up),
                Value::Count(class.down),
                Value::Change(class.points),
                mean,
            ]);
        }
        section.push(moves);
        let points: i64 = totals.classes.iter().map(|class| class.points).sum();
        if totals.ratings_before.all.mean.zip(totals.ratings_after.all.mean).is_some_and(|(a, b)| (b - a) * (points as f64) < 0.0) {
            section.push(Block::note("Points and mean move apart: the mean is also moved by who is new and who is gone."));
        }
        section
    }
}

fn decimal(value: Option<f64>, decimals: usize) -> Value {
    value.map(|value| Value::Decimal(value, decimals)).into()
}
