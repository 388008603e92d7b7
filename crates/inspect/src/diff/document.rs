//! The comparison as a document.

use super::totals::{Bucket, Mover};
use super::{ComparedList, DiffRow, Difference, DifferenceCause, DifferenceClass, Grouping};
use pages::{Block, Column, Document, DocumentTable, Facts, Histogram, Section, Value, capitalised};

/// Rows that a page shows before the reader opens the others.
const ROWS_SHOWN_FIRST: usize = 50;
/// Players of one class in the tables of players.
const PLAYERS_PER_TABLE: usize = 10;
/// The width of a bin of the histogram of changes.
const BIN_WIDTH: i32 = 5;
/// Larger changes are counted in the first or the last bin.
const HISTOGRAM_LIMIT: i32 = 200;

impl Difference {
    /// The document of a comparison: totals, the largest changes, and groups of players.
    pub fn document(&self) -> Document {
        let mut document = Document::new(format!("{} and {} compared", list_name(&self.a), list_name(&self.b)));
        document.push(Facts::new().fact("A", list_description(&self.a)).fact("B", list_description(&self.b)));
        document.extend(self.notes.iter().map(Block::note));
        if self.is_same() {
            return document.with(Block::paragraph("The lists are the same."));
        }
        let sections = self.sections();
        let players_at = sections.len() - usize::from(self.has_players());
        let (tables, players) = sections.split_at(players_at);
        document.extend(tables.iter().cloned());
        if !self.totals.distribution.is_empty() {
            let mut moves = Section::new("Largest moves, ties by id");
            for (caption, movers) in [("Gains", &self.totals.largest_gains), ("Losses", &self.totals.largest_losses)] {
                moves.extend((!movers.is_empty()).then(|| Block::from(movers_table(caption, movers))));
            }
            document.push(moves);
        }
        document.extend(players.iter().cloned());
        let mut groups = Section::new("Groups");
        groups.extend(self.totals.groupings.iter().map(|grouping| group_table(grouping).into()));
        document.with(groups)
    }

    /// The tables that a terminal and a page both have: what differs, why ratings moved, how far, and the players of the other classes last.
    pub(super) fn sections(&self) -> Vec<Block> {
        let mut sections = vec![Section::new("What differs").with(self.classes()).into(), self.ratings().into()];
        if !self.totals.causes.is_empty() {
            sections.push(self.causes().into());
        }
        if !self.totals.distribution.is_empty() {
            sections.push(self.distribution().into());
        }
        let tables: Vec<Block> = self.class_tables();
        if !tables.is_empty() {
            let mut players = Section::new("Players");
            players.extend(tables);
            sections.push(players.into());
        }
        sections
    }

    fn has_players(&self) -> bool {
        !self.class_tables().is_empty()
    }

    fn class_tables(&self) -> Vec<Block> {
        let classes = [
            DifferenceClass::New,
            DifferenceClass::Gone,
            DifferenceClass::Title,
            DifferenceClass::Federation,
            DifferenceClass::Name,
            DifferenceClass::Sex,
            DifferenceClass::BirthYear,
        ];
        classes.into_iter().filter_map(|class| Some(self.class_table(class)?.into())).collect()
    }

    /// The classes with their numbers of players and a summary of each.
    fn classes(&self) -> DocumentTable {
        let totals = &self.totals;
        let mut table = DocumentTable::new([Column::text("Class"), Column::number("Players"), Column::long("")]);
        let (same, changed) = (Value::Count(totals.in_both - totals.changed), Value::Count(totals.changed));
        let both = match self.reports_all_rows {
            true => Value::phrase([same, " of them the same, ".into(), changed, " changed".into()]),
            false => Value::phrase([changed, " with such differences".into()]),
        };
        table.row(["on both lists".into(), Value::Count(totals.in_both), both]);
        for class in &totals.classes {
            let more = match class.class {
                "new" => count_phrases(totals.new_by_cause.iter().map(|total| (total.cause, total.players))),
                "gone" => count_phrases(totals.gone_by_reason.iter().map(|total| (total.cause, total.players))),
                "title" => count_phrases(
                    totals.fields.iter().filter(|total| total.field.contains("title")).map(|total| (total.field, total.players)),
                ),
                "k" => self.transition_phrases(DifferenceClass::K),
                "activity" => self.transition_phrases(DifferenceClass::Activity),
                _ if class.up + class.down > 0 => Value::phrase([
                    Value::Count(class.up),
                    " up, ".into(),
                    Value::Count(class.down),
                    " down, ".into(),
                    Value::Change(class.points),
                    " points".into(),
                ]),
                _ => Value::Empty,
            };
            let class_word = DifferenceClass::ALL.iter().find(|known| known.into_str() == class.class);
            let words = class_word.map_or_else(|| class.class.into(), |class| class.to_value());
            table.row([words, Value::Count(class.players), more]);
        }
        table
    }

    /// `40 to 20: 643, 20 to 10: 12, others 3`
    fn transition_phrases(&self, class: DifferenceClass) -> Value {
        const FEW: usize = 3;
        let found = self.transitions(class);
        let others: u64 = found.iter().skip(FEW).map(|(_, _, count)| count).sum();
        let few = found.iter().take(FEW).map(|(before, after, count)| {
            Value::phrase([format!("{} to {}: ", or_none(before), or_none(after)).into(), Value::Count(*count)])
        });
        let others = (others > 0).then(|| Value::phrase(["others ".into(), Value::Count(others)]));
        Value::joined(few.chain(others), ", ")
    }

    fn causes(&self) -> Section {
        let mut table = DocumentTable::new([Column::text("Cause"), Column::number("Players"), Column::number("Points")]);
        for cause in &self.totals.causes {
            let words = Value::Coded(DifferenceCause::word_in_words(cause.cause).to_owned(), cause.cause);
            table.row([words, Value::Count(cause.players), Value::Change(cause.points)]);
        }
        let note = Block::note("A rating may have several causes. Their points add up to those of the classes.");
        Section::new("Why ratings moved").with(table).with(note)
    }

    fn distribution(&self) -> Section {
        let buckets = &self.totals.distribution;
        let most = buckets.iter().map(bucket_players).max().unwrap_or(0);
        let columns = [Column::short("Change"), Column::number("Players"), Column::number("No games"), Column::short("")];
        let mut table = DocumentTable::new(columns);
        for bucket in buckets.iter().filter(|bucket| bucket_players(bucket) > 0) {
            let value = bucket_players(bucket);
            table.row([bucket_range(bucket), Value::Count(value), Value::Count(bucket.without_games), Value::Bar { value, most }]);
        }
        Section::new("How far ratings moved").with(table)
    }

    pub(super) fn histogram(&self) -> Histogram {
        let classes = usize::try_from(2 * HISTOGRAM_LIMIT / BIN_WIDTH).unwrap_or(0);
        let mut counts = vec![0_u64; classes];
        let mut is_any_clamped = false;
        for row in self.rows.iter().filter(|row| row.class.is_move()) {
            let change = self.change(row).unwrap_or(0);
            is_any_clamped |= !(-HISTOGRAM_LIMIT..HISTOGRAM_LIMIT).contains(&change);
            let change = change.clamp(-HISTOGRAM_LIMIT, HISTOGRAM_LIMIT - 1);
            if let Some(count) = usize::try_from((change + HISTOGRAM_LIMIT) / BIN_WIDTH).ok().and_then(|at| counts.get_mut(at)) {
                *count += 1;
            }
        }
        let beyond = if is_any_clamped { format!(" Changes of more than {HISTOGRAM_LIMIT} stand at the ends.") } else { String::new() };
        let sentence = format!("The ratings that moved, in classes of {BIN_WIDTH} points.{beyond}");
        Histogram::new(
            "Distribution of changes",
            "change of the rating",
            "players",
            f64::from(-HISTOGRAM_LIMIT),
            f64::from(BIN_WIDTH),
            &counts,
        )
        .sentence(sentence)
    }

    /// The first players of a class: new and gone players by rating, others by id. `None` if the class is empty.
    fn class_table(&self, class: DifferenceClass) -> Option<DocumentTable> {
        let mut found: Vec<&DiffRow> = self.rows.iter().filter(|row| row.class == class).collect();
        found.first()?;
        let is_one_sided = matches!(class, DifferenceClass::New | DifferenceClass::Gone);
        if is_one_sided {
            found.sort_by_key(|row| (-self.weight(row), row.fide_id));
        }
        let values = match is_one_sided {
            true => vec![Column::number("Rating")],
            false => vec![Column::text("Before"), Column::text("After")],
        };
        let who = [Column::number("Id"), Column::text("Name")].into_iter();
        let mut table =
            DocumentTable::new(who.chain(values).chain([Column::long("Cause")])).caption(caption(class)).at_most(PLAYERS_PER_TABLE, "");
        for row in found {
            let values = match is_one_sided {
                true => vec![Value::Rating(self.weight(row))],
                false => vec![or_none(&self.before(row)).into(), or_none(&self.after(row)).into()],
            };
            let who = [Value::Id(row.fide_id), self.name(row).into()].into_iter();
            table.row(who.chain(values).chain([self.cause(row).into()]));
        }
        Some(table)
    }

    /// The key by which rows of a class are sorted: the rating of a new or gone player, the size of a change.
    pub(super) fn weight(&self, row: &DiffRow) -> i32 {
        match row.class {
            DifferenceClass::New | DifferenceClass::Gone => format!("{}{}", self.before(row), self.after(row)).parse().unwrap_or(0),
            class if class.is_move() => self.change(row).unwrap_or(0).abs(),
            _ => 0,
        }
    }

    pub(super) fn cause(&self, row: &DiffRow) -> String {
        let words = row.causes.in_words();
        match self.merged_into(row) {
            Some(into) => format!("{words} into {into}"),
            None => words,
        }
    }
}

pub(super) fn list_name(list: &ComparedList) -> String {
    let words = [list.control.map(|control| control.to_string()), list.date.map(|date| date.month())];
    match list.date {
        Some(_) => words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        None => list.path.file_name().map_or_else(|| list.path.display().to_string(), |name| name.to_string_lossy().into_owned()),
    }
}

fn list_description(list: &ComparedList) -> Value {
    let control = list.control.map_or_else(String::new, |control| format!(", {control}"));
    let date = list.date.map_or_else(String::new, |date| format!(", {}", date.month()));
    Value::phrase([format!("{}{control}{date}, ", list.path.display()).into(), Value::Counted(list.len() as u64, "player")])
}

/// `a first rating 12, games 3`
fn count_phrases(counts: impl IntoIterator<Item = (&'static str, u64)>) -> Value {
    let words = |word: &str| DifferenceCause::word_in_words(word).replace("_", " ");
    let word = |(word, count): (&str, u64)| Value::phrase([format!("{} ", words(word)).into(), Value::Count(count)]);
    Value::joined(counts.into_iter().map(word), ", ")
}

/// The words of causes, which a mover has separated by spaces, as people say them.
pub(super) fn causes_in_words(words: &str) -> String {
    words.split(' ').filter(|word| !word.is_empty()).map(DifferenceCause::word_in_words).collect::<Vec<_>>().join(", ")
}

fn or_none(value: &str) -> &str {
    if value.is_empty() { "none" } else { value }
}

fn bucket_players(bucket: &Bucket) -> u64 {
    bucket.with_games + bucket.without_games + bucket.not_known
}

/// `-49 to -20`, `+200 and more`
fn bucket_range(bucket: &Bucket) -> Value {
    let change = |value: i32| Value::Change(value.into());
    match (bucket.from, bucket.to) {
        (Some(from), Some(to)) if from == to => change(from),
        (Some(from), Some(to)) => Value::phrase([change(from), " to ".into(), change(to)]),
        (Some(from), None) => Value::phrase([change(from), " and more".into()]),
        (None, Some(to)) => Value::phrase([change(to), " and less".into()]),
        (None, None) => "any".into(),
    }
}

fn caption(class: DifferenceClass) -> &'static str {
    match class {
        DifferenceClass::New => "New, the highest rated",
        DifferenceClass::Gone => "Gone, the highest rated",
        DifferenceClass::Title => "Titles",
        DifferenceClass::Federation => "Federations",
        DifferenceClass::Name => "Names",
        DifferenceClass::Sex => "Sex",
        DifferenceClass::BirthYear => "Years of birth",
        DifferenceClass::RatingWithGames | DifferenceClass::RatingWithoutGames | DifferenceClass::Rating => "Ratings",
        DifferenceClass::K => "K",
        DifferenceClass::Activity => "Activity",
    }
}

fn movers_table(caption: &str, movers: &[Mover]) -> DocumentTable {
    let who = [Column::number("Id"), Column::text("Name"), Column::short("Fed.")];
    let numbers = ["Before", "After", "Change", "Games"].map(Column::number);
    let mut table = DocumentTable::new(who.into_iter().chain(numbers).chain([Column::long("Cause")])).caption(caption);
    for mover in movers {
        table.row([
            Value::Id(mover.fide_id),
            (&mover.name).into(),
            (&mover.federation).into(),
            Value::Rating(mover.before.into()),
            Value::Rating(mover.after.into()),
            Value::Change(mover.change.into()),
            mover.games.map(|games| Value::Number(games.into())).into(),
            causes_in_words(&mover.cause).into(),
        ]);
    }
    table
}

pub(super) fn group_table(grouping: &Grouping) -> DocumentTable {
    let numbers = ["On A", "On B", "New", "Gone", "Moved", "Points", "Mean"].map(Column::number);
    let mut table =
        DocumentTable::new([Column::text(&capitalised(grouping.by))].into_iter().chain(numbers)).caption(&format!("By {}", grouping.by));
    for group in &grouping.groups {
        // To a tenth, a half away from zero.
        let mean = (group.moved > 0).then(|| Value::Decimal((group.points as f64 * 10.0 / group.moved as f64).round() / 10.0, 1));
        table.row([
            (&group.group).into(),
            Value::Count(group.before),
            Value::Count(group.after),
            Value::Count(group.new),
            Value::Count(group.gone),
            Value::Count(group.moved),
            Value::Change(group.points),
            mean.into(),
        ]);
    }
    table.sortable().show_first(ROWS_SHOWN_FIRST)
}
