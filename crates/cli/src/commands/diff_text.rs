//! A comparison of two lists as people read it on a terminal.

use crate::output::{grouped, table};
use inspect::diff::{Bucket, Class, DiffRow, Difference, Grouping, Mover, Published};
use pages::terminal::cut;

/// Rows of a long table that are shown; `and N more` stands for the others.
const SHOWN: usize = 10;
/// Cells of a name that are shown.
const NAME: usize = 28;
/// The longest bar of the distribution.
const BAR: usize = 40;

pub(crate) fn for_people(difference: &Difference) -> String {
    let mut text = table(&[about("A", &difference.a), about("B", &difference.b)], &[3]);
    for note in &difference.notes {
        text.push_str(&format!("{note}\n"));
    }
    if difference.is_same() {
        text.push_str("\nThe lists are the same\n");
        return text;
    }
    text.push_str(&classes(difference));
    text.push_str(&causes(difference));
    text.push_str(&distribution(&difference.totals.distribution));
    text.push_str(&movers("Largest gains, equals by id", &difference.totals.largest_gains));
    text.push_str(&movers("Largest losses, equals by id", &difference.totals.largest_losses));
    for class in [Class::New, Class::Gone, Class::Title, Class::Federation, Class::Name, Class::Sex, Class::BirthYear] {
        text.push_str(&rows_of(difference, class));
    }
    for grouping in &difference.totals.groupings {
        text.push_str(&groups(grouping));
    }
    text
}

fn about(letter: &str, list: &Published) -> Vec<String> {
    let date = list.date.map_or_else(String::new, |date| date.month());
    let control = list.control.map_or_else(String::new, |control| control.to_string());
    vec![letter.to_owned(), list.path.display().to_string(), format!("{control} {date}").trim().to_owned(), players(list.len() as u64)]
}

fn players(count: u64) -> String {
    if count == 1 { "1 player".to_owned() } else { format!("{} players", grouped(count)) }
}

fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{}", grouped(points.unsigned_abs())),
        _ => format!("-{}", grouped(points.unsigned_abs())),
    }
}

fn classes(difference: &Difference) -> String {
    let totals = &difference.totals;
    let words =
        |counts: &[(String, u64)]| counts.iter().map(|(word, count)| format!("{word} {}", grouped(*count))).collect::<Vec<_>>().join(", ");
    let mut rows = vec![vec![
        "  on both lists".to_owned(),
        grouped(totals.in_both),
        format!("{} of them the same, {} changed", grouped(totals.in_both - totals.changed), grouped(totals.changed)),
    ]];
    for class in &totals.classes {
        let more = match class.class {
            "new" => words(&totals.new_by_cause),
            "gone" => words(&totals.gone_by_reason),
            "title" => {
                let titles = totals.fields.iter().filter(|(field, _)| field.contains("title"));
                titles.map(|(field, count)| format!("{field} {}", grouped(*count))).collect::<Vec<_>>().join(", ")
            }
            _ if class.up + class.down > 0 => {
                format!("{} up, {} down, {} points", grouped(class.up), grouped(class.down), signed(class.points))
            }
            "k" => transitions(difference, Class::K),
            "activity" => transitions(difference, Class::Activity),
            _ => String::new(),
        };
        rows.push(vec![format!("  {}", class.class), grouped(class.players), more]);
    }
    format!("\nPlayers\n{}", table(&rows, &[1]))
}

/// `40 to 20: 643, 20 to 10: 12`
fn transitions(difference: &Difference, class: Class) -> String {
    const FEW: usize = 3;
    let found = difference.transitions(class);
    let word = |value: &str| if value.is_empty() { "none".to_owned() } else { value.to_owned() };
    let mut parts: Vec<String> =
        found.iter().take(FEW).map(|(before, after, count)| format!("{} to {}: {}", word(before), word(after), grouped(*count))).collect();
    let others: u64 = found.iter().skip(FEW).map(|(_, _, count)| count).sum();
    if others > 0 {
        parts.push(format!("others {}", grouped(others)));
    }
    parts.join(", ")
}

fn causes(difference: &Difference) -> String {
    let causes = &difference.totals.causes;
    if causes.is_empty() {
        return String::new();
    }
    let mut rows = vec![["  cause", "players", "points"].map(str::to_owned).to_vec()];
    rows.extend(causes.iter().map(|cause| vec![format!("  {}", cause.cause), grouped(cause.players), signed(cause.points)]));
    format!("\nWhy ratings moved\n{}", table(&rows, &[1, 2]))
}

fn distribution(buckets: &[Bucket]) -> String {
    let count = |bucket: &Bucket| bucket.with_games + bucket.without_games + bucket.not_known;
    let Some(highest) = buckets.iter().map(count).max().filter(|highest| *highest > 0) else { return String::new() };
    let mut rows = vec![["  change", "players", "no games", ""].map(str::to_owned).to_vec()];
    for bucket in buckets.iter().filter(|bucket| count(bucket) > 0) {
        let bar = usize::try_from((count(bucket) * BAR as u64).div_ceil(highest)).unwrap_or(BAR);
        rows.push(vec![format!("  {}", range(bucket)), grouped(count(bucket)), grouped(bucket.without_games), "#".repeat(bar)]);
    }
    format!("\nHow far ratings moved\n{}", table(&rows, &[1, 2]))
}

fn range(bucket: &Bucket) -> String {
    match (bucket.from, bucket.to) {
        (Some(from), Some(to)) if from == to => format!("{from:+}"),
        (Some(from), Some(to)) => format!("{from:+} to {to:+}"),
        (Some(from), None) => format!("{from:+} and more"),
        (None, Some(to)) => format!("{to:+} and less"),
        (None, None) => "any".to_owned(),
    }
}

/// A name that fits. Characters that would move the cursor are not shown as such.
fn short(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    cut(&plain, NAME)
}

fn movers(heading: &str, movers: &[Mover]) -> String {
    if movers.is_empty() {
        return String::new();
    }
    let mut rows = vec![["  id", "name", "fed", "before", "after", "change", "games", "cause"].map(str::to_owned).to_vec()];
    rows.extend(movers.iter().map(|mover| {
        vec![
            format!("  {}", mover.fide_id),
            short(&mover.name),
            mover.federation.clone(),
            mover.before.to_string(),
            mover.after.to_string(),
            format!("{:+}", mover.change),
            mover.games.map_or_else(|| "-".to_owned(), |games| games.to_string()),
            mover.cause.clone(),
        ]
    }));
    format!("\n{heading}\n{}", table(&rows, &[3, 4, 5, 6]))
}

/// The first players of a class: of those who come and go the strongest, of the others by id.
fn rows_of(difference: &Difference, class: Class) -> String {
    let mut found: Vec<&DiffRow> = difference.rows.iter().filter(|row| row.class == class).collect();
    if found.is_empty() {
        return String::new();
    }
    let comes_or_goes = matches!(class, Class::New | Class::Gone);
    if comes_or_goes {
        let rating = |row: &DiffRow| format!("{}{}", difference.before(row), difference.after(row)).parse::<i32>().unwrap_or(0);
        found.sort_by_key(|row| (-rating(row), row.fide_id));
    }
    let shown: Vec<Vec<String>> = found
        .iter()
        .take(SHOWN)
        .map(|row| {
            let (before, after) = (difference.before(row), difference.after(row));
            let what = if comes_or_goes { format!("{before}{after}") } else { format!("{} -> {}", quoted(&before), quoted(&after)) };
            let cause = row.causes.words();
            let cause = difference.merged_into(row).map_or_else(|| cause.clone(), |into| format!("{cause} into {into}"));
            vec![format!("  {}", row.fide_id), short(difference.name(row)), what, cause]
        })
        .collect();
    let more = found.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("  and {} more\n", grouped(more as u64)) } else { String::new() };
    format!("\n{}\n{}{rest}", heading(class), table(&shown, &[]))
}

fn quoted(value: &str) -> String {
    if value.is_empty() { "none".to_owned() } else { short(value) }
}

fn heading(class: Class) -> &'static str {
    match class {
        Class::New => "New, the highest rated",
        Class::Gone => "Gone, the highest rated",
        Class::Title => "Titles",
        Class::Federation => "Federations",
        Class::Name => "Names",
        Class::Sex => "Sex",
        Class::BirthYear => "Years of birth",
        Class::RatingWithGames | Class::RatingWithoutGames | Class::Rating => "Ratings",
        Class::K => "K",
        Class::Activity => "Activity",
    }
}

fn groups(grouping: &Grouping) -> String {
    let mut rows = vec![["  ", "on A", "on B", "new", "gone", "moved", "points", "mean"].map(str::to_owned).to_vec()];
    rows[0][0].push_str(grouping.by);
    rows.extend(grouping.groups.iter().take(SHOWN).map(|group| {
        vec![
            format!("  {}", group.group),
            grouped(group.before),
            grouped(group.after),
            grouped(group.new),
            grouped(group.gone),
            grouped(group.moved),
            signed(group.points),
            mean(group.points, group.moved),
        ]
    }));
    let more = grouping.groups.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!("  and {} more\n", grouped(more as u64)) } else { String::new() };
    format!("\nBy {}\n{}{rest}", grouping.by, table(&rows, &[1, 2, 3, 4, 5, 6, 7]))
}

/// To a tenth of a point, away from zero.
fn mean(points: i64, moved: u64) -> String {
    let Ok(moved @ 1..) = i64::try_from(moved) else { return String::new() };
    let tenths = (points.abs() * 10 + moved / 2) / moved;
    let sign = if points < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded_to_a_tenth() {
        for (points, moved, shown) in
            [(10, 4, "2.5"), (-10, 4, "-2.5"), (1, 3, "0.3"), (-1, 3, "-0.3"), (1, 100, "0.0"), (-1, 100, "0.0"), (5, 0, "")]
        {
            assert_eq!(mean(points, moved), shown, "{points} / {moved}");
        }
    }

    #[test]
    fn long_names_are_cut_and_control_characters_are_blank() {
        assert_eq!(short("Short, Name"), "Short, Name");
        assert_eq!(short("A\u{1b}[31m\nB"), "A [31m B");
        assert_eq!(short(&"x".repeat(40)).chars().count(), NAME);
    }
}
