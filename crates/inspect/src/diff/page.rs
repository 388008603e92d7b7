//! The comparison as a page to send round: the sentence, the figures and the pictures first, every difference last.

use super::document::{group_table, list_name};
use super::totals::Mover;
use super::{ComparedList, DiffRow, Difference, Group, Grouping};
use pages::{Block, Column, Densities, Document, DocumentTable, DotPlot, Dumbbells, Facts, Figures, Section, Value};
use std::fmt::Write as _;

/// Most rows of one class on a page: more make a browser slow and a mail large.
const ROWS_PER_CLASS: usize = 1_000;
/// Rows that a page shows before the reader opens the others.
const ROWS_SHOWN_FIRST: usize = 50;
/// Groups in one picture; all of them are in its table.
const GROUPS_PLOTTED: usize = 16;
/// The width of a class of ratings, in points, and the number of classes.
const CLASS: i16 = 50;
const CLASSES: usize = 80;

impl Difference {
    /// The comparison as a page, with a table of every row, which only a page can search and sort.
    pub fn page(&self) -> Document {
        let mut document = Document::new(format!("{} and {} compared", capital(&list_name(&self.a)), list_name(&self.b)))
            .kicker("What changed from list A to list B")
            .with(Block::paragraph(self.sentence()));
        document.extend(self.revision_notice().map(Block::notice));
        if self.is_same() {
            document.push(self.lists());
            return document.with(Block::paragraph("The lists are the same."));
        }
        document.push(self.figures());
        document.push(self.lists());
        document.extend(self.notes.iter().map(Block::note));
        document.push(self.pictures());
        document.push(self.groups_in_pictures());
        document.extend(self.sections());
        document.with(self.every_row())
    }

    /// What a newspaper would print.
    fn sentence(&self) -> Value {
        if self.is_same() {
            return "Nothing differs.".into();
        }
        let totals = &self.totals;
        let moves = || totals.classes.iter().filter(|class| class.up + class.down > 0);
        let (up, down): (u64, u64) = (moves().map(|class| class.up).sum(), moves().map(|class| class.down).sum());
        let mut words = vec![
            "Of ".into(),
            Value::Counted(totals.in_both, "player"),
            " on both lists ".into(),
            Value::Count(up),
            " rose and ".into(),
            Value::Count(down),
            " fell; ".into(),
            Value::Count(totals.new),
            if totals.new == 1 { " is new, " } else { " are new, " }.into(),
            Value::Count(totals.gone),
            if totals.gone == 1 { " is gone." } else { " are gone." }.into(),
        ];
        for (mover, verb) in [(totals.largest_gains.first(), " gained most: "), (totals.largest_losses.first(), " lost most: ")] {
            if let Some(mover) = mover {
                let federation = if mover.federation.is_empty() { String::new() } else { format!(" ({})", mover.federation) };
                words.push(format!(" {}{federation}{verb}", mover.name).into());
                words.extend([
                    Value::Count(mover.change.unsigned_abs().into()),
                    " points, to ".into(),
                    Value::Rating(mover.after.into()),
                    ".".into(),
                ]);
            }
        }
        Value::Phrase(words)
    }

    /// Names both versions where they are versions of one list, and says which is a revision.
    fn revision_notice(&self) -> Option<String> {
        let version = |list: &ComparedList| list.folder.as_ref().and_then(|folder| folder.name).map(|name| name.to_string());
        let is_revision = |list: &ComparedList| {
            list.folder.as_ref().and_then(|folder| folder.name).and_then(|name| name.version_number()).is_some_and(|number| number > 1)
        };
        let mut said = Vec::new();
        if self.a.date.is_some() && self.a.date == self.b.date && self.a.control == self.b.control {
            let name = |list: &ComparedList| version(list).unwrap_or_else(|| list.path.display().to_string());
            said.push(format!("Two versions of one list are compared: A is {}, B is {}.", name(&self.a), name(&self.b)));
        }
        for (letter, list) in [("A", &self.a), ("B", &self.b)] {
            if is_revision(list) {
                said.push(format!("{letter} is a revision: it was made again after it was first published."));
            }
        }
        (!said.is_empty()).then(|| said.join(" "))
    }

    fn lists(&self) -> Facts {
        let described =
            |list: &ComparedList| Value::phrase([format!("{}, ", list.path.display()).into(), Value::Counted(list.len() as u64, "player")]);
        Facts::new().fact("A", described(&self.a)).fact("B", described(&self.b))
    }

    /// Players, mean, median and active players of both lists, side by side.
    fn figures(&self) -> Figures {
        let [a, b] = [&*self.a, &*self.b].map(ListFigures::of);
        Figures::new()
            .pair("Players", (a.players as f64, b.players as f64), 0)
            .pair("Active players", (a.active as f64, b.active as f64), 0)
            .pair("Mean rating", (a.mean, b.mean), 1)
            .pair("Median rating", (a.median, b.median), 1)
    }

    fn pictures(&self) -> Section {
        let [a, b] = [&*self.a, &*self.b].map(rating_classes);
        let names = [format!("A: {}", list_name(&self.a)), format!("B: {}", list_name(&self.b))];
        let densities = Densities::new("Ratings on A and B", "rating", 0.0, f64::from(CLASS), [(&names[0], &a), (&names[1], &b)])
            .sentence(format!("The share of the players of either list in each class of {CLASS} points."));
        let mut section = Section::new("In pictures");
        if self.totals.distribution.is_empty() {
            return section.with(densities);
        }
        section.push(Block::side_by_side([densities.into(), self.histogram().into()]));
        let gains = dumbbells("Largest gains", &self.totals.largest_gains);
        let losses = dumbbells("Largest losses", &self.totals.largest_losses);
        let moves: Vec<Block> = [gains, losses].into_iter().filter(|moves| !moves.is_empty()).map(Block::from).collect();
        section.push(Block::side_by_side(moves));
        section.with(Block::note("Ties by id."))
    }

    /// Mean changes by federation, age and title, with the tables of all groups.
    fn groups_in_pictures(&self) -> Section {
        let mut section = Section::new("Changes by federation, age and title");
        let plots: Vec<Block> = ["federation", "age", "title"]
            .iter()
            .filter_map(|by| self.totals.groupings.iter().find(|grouping| grouping.by == *by))
            .map(group_plot)
            .filter(|plot| !plot.is_empty())
            .map(Block::from)
            .collect();
        if !plots.is_empty() {
            section.push(Block::side_by_side(plots));
        }
        section.push(Block::fold("All groups as tables", self.totals.groupings.iter().map(|grouping| group_table(grouping).into())));
        section
    }

    fn every_row(&self) -> Section {
        let mut sorted: Vec<&DiffRow> = self.rows.iter().collect();
        // The largest changes and the highest ratings come first, so that the rows that are cut matter least.
        sorted.sort_by_key(|row| (row.class, -self.weight(row), row.fide_id));
        let shown: Vec<&DiffRow> =
            sorted.chunk_by(|one, other| one.class == other.class).flat_map(|class| class.iter().take(ROWS_PER_CLASS)).copied().collect();
        let columns = [
            Column::number("Id").folds(),
            Column::text("Name"),
            Column::text("What"),
            Column::text("Before"),
            Column::text("After"),
            Column::number("Change"),
            Column::number("Games").folds(),
            Column::text("Field").folds(),
            Column::text("Cause").folds(),
            Column::text("Corrections").folds(),
        ];
        let has_corrections = self.rows.iter().any(|row| !self.corrections(row).is_empty());
        let columns = columns.into_iter().take(if has_corrections { 10 } else { 9 });
        let mut table =
            DocumentTable::new(columns).sortable().show_first(ROWS_SHOWN_FIRST).part_of(self.rows.len()).without_empty_columns();
        for row in &shown {
            table.row([
                Value::Id(row.fide_id),
                self.name(row).into(),
                row.class.to_value(),
                self.before(row).into(),
                self.after(row).into(),
                self.change(row).map(|change| Value::Change(change.into())).into(),
                row.games.map(|games| Value::Number(games.into())).into(),
                row.field.in_words().into(),
                self.cause(row).into(),
                self.corrections(row).into(),
            ]);
        }
        let all = Value::Counted(self.rows.len() as u64, "difference");
        if shown.len() == self.rows.len() {
            return Section::new("Every difference").with(Block::note(Value::phrase(["All ".into(), all, ".".into()]))).with(table);
        }
        let rest = Value::phrase([
            "This page shows ".into(),
            Value::Count(shown.len() as u64),
            " of ".into(),
            all,
            ": of each kind the first ".into(),
            Value::Count(ROWS_PER_CLASS as u64),
            format!(", the largest moves and the highest ratings. For all of them: {}", self.command_for_all()).into(),
        ]);
        Section::new("Differences, a part of them").with(Block::paragraph(rest)).with(table)
    }

    /// The command that writes every difference.
    fn command_for_all(&self) -> String {
        let quoted = |list: &ComparedList| {
            let path = list.path.display().to_string();
            let is_plain = path.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_'));
            if is_plain { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
        };
        let mut command = format!("ratinglist diff {} {}", quoted(&self.a), quoted(&self.b));
        // Writing to a string cannot fail.
        let _ = write!(command, " --format csv --out differences.csv");
        command
    }
}

/// The numbers of a list that are compared.
struct ListFigures {
    players: u64,
    active: u64,
    mean: f64,
    median: f64,
}

impl ListFigures {
    fn of(list: &ComparedList) -> Self {
        let mut ratings = list.rating.clone();
        ratings.sort_unstable();
        let sum: i64 = ratings.iter().map(|&rating| i64::from(rating)).sum();
        let middle = |at: usize| ratings.get(at).map_or(0.0, |&rating| f64::from(rating));
        let median = match ratings.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => middle(odd / 2),
            even => (middle(even / 2 - 1) + middle(even / 2)) / 2.0,
        };
        Self {
            players: list.len() as u64,
            active: (0..list.len()).filter(|&row| !list.is_inactive(row)).count() as u64,
            mean: sum as f64 / ratings.len().max(1) as f64,
            median,
        }
    }
}

fn rating_classes(list: &ComparedList) -> Vec<u64> {
    let mut counts = vec![0; CLASSES];
    for &rating in &list.rating {
        counts[usize::try_from(rating / CLASS).unwrap_or(0).min(CLASSES - 1)] += 1;
    }
    counts
}

fn dumbbells(title: &str, movers: &[Mover]) -> Dumbbells {
    let mut dumbbells = Dumbbells::new(title, "Player", ["A", "B"]);
    for mover in movers {
        let causes = super::document::causes_in_words(&mover.cause);
        let games = mover.games.map(|games| Value::Counted(games.unsigned_abs().into(), "game"));
        // The count of games says their cause, too.
        let causes = if causes == "games" && games.is_some() { Value::Empty } else { causes.into() };
        let parts = [mover.federation.as_str().into(), games.unwrap_or_default(), causes, Value::Id(mover.fide_id)];
        let detail = Value::joined(parts.into_iter().filter(|part| !part.is_empty()), " \u{b7} ");
        dumbbells.row(mover.name.as_str(), detail, (mover.before.into(), mover.after.into()));
    }
    dumbbells
}

/// The mean change of the ratings that moved, group by group, with the interval in which a mean of such changes lies 19 times of 20.
fn group_plot(grouping: &Grouping) -> DotPlot {
    let mut moved: Vec<&Group> = grouping.groups.iter().filter(|group| group.moved > 0).collect();
    let all = moved.len();
    if grouping.by == "federation" {
        moved.sort_by(|one, other| (other.moved, &one.group).cmp(&(one.moved, &other.group)));
    }
    moved.truncate(GROUPS_PLOTTED);
    let which = if moved.len() < all { format!(" The {} of {all} with the most changes.", moved.len()) } else { String::new() };
    let sentence = format!("The mean change of the ratings that moved, with its 95 % interval.{which}");
    let mut plot = DotPlot::new(&format!("By {}", grouping.by), &capital(grouping.by), "Moved", "points").sentence(sentence);
    for group in moved {
        plot.group(group.group.as_str(), group.moved, group.points as f64 / group.moved as f64, group.reach());
    }
    plot
}

fn capital(word: &str) -> String {
    pages::capitalised(word)
}
