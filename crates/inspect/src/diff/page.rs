//! The comparison as one page to send round.

use super::groups::Grouping;
use super::totals::{Bucket, Mover};
use super::{Class, DiffRow, Difference, Published};
use pages::{Bars, Cell, Column, Facts, Histogram, Html, Page, Table, grouped, signed};

/// Rows of one class that a page holds: more make a browser slow and a mail heavy.
const ROWS_OF_A_CLASS: usize = 1_000;
/// Rows that are shown before the reader asks for more.
const FIRST: usize = 50;
/// The width of a class of the histogram of changes, and how far it goes each way.
const CLASS: i32 = 5;
const FARTHEST: i32 = 200;

/// One self-contained page with plots and a table that sorts and filters.
pub fn page(difference: &Difference) -> String {
    let title = format!("{} and {} compared", named(&difference.a), named(&difference.b));
    let mut page = Page::new(&title).lead(lead(difference));
    if difference.is_same() {
        return page.to_html();
    }
    page = page.section("What differs", classes(difference));
    if !difference.totals.distribution.is_empty() {
        page = page.section("How ratings moved", moves(difference));
    }
    for grouping in &difference.totals.groupings {
        page = page.section(&format!("By {}", grouping.by), group_table(grouping));
    }
    page.section("Every difference", rows(difference)).to_html()
}

fn named(list: &Published) -> String {
    let date = list.date.map(|date| date.month());
    let control = list.control.map(|control| control.to_string());
    match (control, date) {
        (Some(control), Some(date)) => format!("{control} {date}"),
        (None, Some(date)) => date,
        _ => list.path.file_name().map_or_else(|| list.path.display().to_string(), |name| name.to_string_lossy().into_owned()),
    }
}

fn lead(difference: &Difference) -> Html {
    let described = |list: &Published| format!("{}, {} players", list.path.display(), grouped(list.len() as u64));
    let mut lead = Facts::new().fact("A", described(&difference.a)).fact("B", described(&difference.b)).to_html();
    if difference.is_same() {
        lead.push(Html::paragraph("The lists are the same."));
    }
    lead.push(difference.notes.iter().map(|note| Html::note(note)).collect());
    lead
}

fn classes(difference: &Difference) -> Html {
    let totals = &difference.totals;
    let mut classes = Table::new([
        Column::text("Class"),
        Column::number("Players"),
        Column::number("Up"),
        Column::number("Down"),
        Column::number("Points"),
    ]);
    for class in &totals.classes {
        let is_move = class.up + class.down > 0;
        let only = |cell: Cell| if is_move { cell } else { Cell::empty() };
        classes.row([
            Cell::text(class.class),
            Cell::count(class.players),
            only(Cell::count(class.up)),
            only(Cell::count(class.down)),
            only(Cell::signed(class.points)),
        ]);
    }
    let mut html = classes.to_html();
    let words =
        |counts: &[(String, u64)]| counts.iter().map(|(word, count)| format!("{word} {}", grouped(*count))).collect::<Vec<_>>().join(", ");
    let mut facts = Facts::new().fact("On both lists", grouped(totals.in_both)).fact("Of these changed", grouped(totals.changed));
    if !totals.new_by_cause.is_empty() {
        facts = facts.fact("Why new", words(&totals.new_by_cause));
    }
    if !totals.gone_by_reason.is_empty() {
        facts = facts.fact("Why gone", words(&totals.gone_by_reason));
    }
    html.push(facts.to_html());
    if !totals.causes.is_empty() {
        let columns = [Column::text("Cause"), Column::number("Players"), Column::number("Points")];
        let mut causes = Table::new(columns).caption("Why ratings moved");
        for cause in &totals.causes {
            causes.row([Cell::text(cause.cause), Cell::count(cause.players), Cell::signed(cause.points)]);
        }
        html.push(causes.to_html());
        html.push(Html::note("A rating may have several causes. Their points add up to those of the classes."));
    }
    html
}

fn moves(difference: &Difference) -> Html {
    let totals = &difference.totals;
    let mut buckets = Bars::new("Ratings that moved, by how much");
    for bucket in &totals.distribution {
        let players = bucket.with_games + bucket.without_games + bucket.not_known;
        buckets = buckets.bar(&bucket_name(bucket), i64::try_from(players).unwrap_or(i64::MAX));
    }
    let mut html = Html::side_by_side([histogram(difference).to_html(), buckets.to_html(), bands(difference).to_html()]);
    html.push(movers("Largest gains, equals by id", &totals.largest_gains));
    html.push(movers("Largest losses, equals by id", &totals.largest_losses));
    html
}

/// How a bucket is called: `-49 to -20`, `+200 and more`.
fn bucket_name(bucket: &Bucket) -> String {
    let number = |value: i32| signed(i64::from(value));
    match (bucket.from, bucket.to) {
        (Some(from), Some(to)) if from == to => number(from),
        (Some(from), Some(to)) => format!("{} to {}", number(from), number(to)),
        (Some(from), None) => format!("{} and more", number(from)),
        (None, Some(to)) => format!("{} and less", number(to)),
        (None, None) => "any".to_owned(),
    }
}

fn histogram(difference: &Difference) -> Histogram {
    let classes = usize::try_from(2 * FARTHEST / CLASS).unwrap_or(0);
    let mut counts = vec![0_u64; classes];
    let mut goes_beyond = false;
    for row in difference.rows.iter().filter(|row| row.class.is_move()) {
        let change = difference.change(row).unwrap_or(0);
        goes_beyond |= !(-FARTHEST..FARTHEST).contains(&change);
        let change = change.clamp(-FARTHEST, FARTHEST - 1);
        if let Some(count) = usize::try_from((change + FARTHEST) / CLASS).ok().and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    let beyond = format!("Distribution of changes; larger ones than {FARTHEST} stand at the ends");
    let title = if goes_beyond { beyond } else { "Distribution of changes".to_owned() };
    Histogram::new(&title, "change of the rating", "players", f64::from(-FARTHEST), f64::from(CLASS), &counts)
}

/// Players of each rating band, before and after.
fn bands(difference: &Difference) -> Bars {
    let mut bars = Bars::new("Players by rating band, on A and on B");
    let by_rating = difference.totals.groupings.iter().find(|grouping| grouping.by == "rating");
    for group in by_rating.iter().flat_map(|grouping| &grouping.groups) {
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        bars = bars.bar(&format!("{} A", group.group), number(group.before)).bar(&format!("{} B", group.group), number(group.after));
    }
    bars
}

fn movers(caption: &str, movers: &[Mover]) -> Html {
    let mut table = Table::new([
        Column::number("Id"),
        Column::text("Name"),
        Column::text("Federation"),
        Column::number("Before"),
        Column::number("After"),
        Column::number("Change"),
        Column::number("Games"),
        Column::text("Cause"),
    ])
    .caption(caption);
    for mover in movers {
        table.row([
            Cell::number(i64::from(mover.fide_id)),
            Cell::text(&mover.name),
            Cell::text(&mover.federation),
            Cell::number(i64::from(mover.before)),
            Cell::number(i64::from(mover.after)),
            Cell::signed(i64::from(mover.change)),
            Cell::optional(mover.games.map(i64::from)),
            Cell::text(&mover.cause),
        ]);
    }
    table.to_html()
}

fn group_table(grouping: &Grouping) -> Html {
    let mut table = Table::new([
        Column::text(grouping.by),
        Column::number("On A"),
        Column::number("On B"),
        Column::number("New"),
        Column::number("Gone"),
        Column::number("Moved"),
        Column::number("Points"),
        Column::number("Mean"),
    ])
    .that_sorts()
    .first_shown(FIRST);
    for group in &grouping.groups {
        table.row([
            Cell::text(&group.group),
            Cell::count(group.before),
            Cell::count(group.after),
            Cell::count(group.new),
            Cell::count(group.gone),
            Cell::count(group.moved),
            Cell::signed(group.points),
            match group.moved {
                0 => Cell::empty(),
                moved => Cell::decimal(group.points as f64 / moved as f64, 1),
            },
        ]);
    }
    table.to_html()
}

fn rows(difference: &Difference) -> Html {
    let mut table = Table::new([
        Column::number("Id"),
        Column::text("Name"),
        Column::text("Class"),
        Column::text("Field"),
        Column::text("Before"),
        Column::text("After"),
        Column::number("Change"),
        Column::number("Games"),
        Column::text("Cause"),
        Column::text("Corrections"),
    ])
    .that_sorts()
    .first_shown(FIRST);
    let mut shown: Vec<&DiffRow> = difference.rows.iter().collect();
    // The largest moves and the strongest players come first, so that what is cut matters least.
    shown.sort_by_key(|row| (row.class, -weight(difference, row), row.fide_id));
    let mut is_cut = false;
    for class in shown.chunk_by(|one, other| one.class == other.class) {
        is_cut |= class.len() > ROWS_OF_A_CLASS;
        class.iter().take(ROWS_OF_A_CLASS).for_each(|row| add_row(&mut table, difference, row));
    }
    let mut html = Html::default();
    if is_cut {
        let most = grouped(ROWS_OF_A_CLASS as u64);
        html.push(Html::note(&format!(
            "Of each class the first {most}: the largest moves, the highest ratings. All rows are in the CSV and Parquet forms."
        )));
    }
    html.push(table.to_html());
    html
}

/// How much a row matters among those of its class.
fn weight(difference: &Difference, row: &DiffRow) -> i32 {
    let rating = |text: String| text.parse::<i32>().unwrap_or(0);
    match row.class {
        Class::New => rating(difference.after(row)),
        Class::Gone => rating(difference.before(row)),
        class if class.is_move() => difference.change(row).unwrap_or(0).abs(),
        _ => 0,
    }
}

fn add_row(table: &mut Table, difference: &Difference, row: &DiffRow) {
    table.row([
        Cell::number(i64::from(row.fide_id)),
        Cell::text(difference.name(row)),
        Cell::text(row.class.into_str()),
        Cell::text(row.field.into_str()),
        Cell::text(&difference.before(row)),
        Cell::text(&difference.after(row)),
        difference.change(row).map_or_else(Cell::empty, |change| Cell::signed(i64::from(change))),
        Cell::optional(row.games.map(i64::from)),
        Cell::text(&cause(difference, row)),
        Cell::text(difference.corrections(row)),
    ]);
}

fn cause(difference: &Difference, row: &DiffRow) -> String {
    let words = row.causes.words();
    difference.merged_into(row).map_or_else(|| words.clone(), |into| format!("{words} into {into}"))
}
