//! Line charts, drawn in letters.

use super::{NOTATION, align_right};
use crate::LineChart;
use chrono::{Datelike, NaiveDate};

const HEIGHT: usize = 10;
/// The most and the fewest columns for values.
const MAX_COLUMNS: usize = 90;
const MIN_COLUMNS: usize = 16;
const LABEL_WIDTH: usize = 6;
/// The letter of each series; a fifth has that of the first.
const LETTERS: [char; 4] = ['*', 'o', '+', 'x'];

/// The rows of a line chart, with a column for one month or several. Empty if there are fewer than two values.
pub(super) fn rows(lines: &LineChart, available: usize) -> Vec<String> {
    // The label, a space and the axis stand before the columns.
    let columns = available.saturating_sub(LABEL_WIDTH + 2).clamp(MIN_COLUMNS, MAX_COLUMNS);
    let all = || lines.series.iter().flat_map(|(_, values)| values);
    let days = || all().map(|&(day, _)| day);
    let (Some(first), Some(last)) = (days().min(), days().max()) else { return Vec::new() };
    if all().count() < 2 {
        return Vec::new();
    }
    let low = all().fold(f64::INFINITY, |low, &(_, value)| low.min(value));
    let high = all().fold(f64::NEG_INFINITY, |high, &(_, value)| high.max(value));
    let months = |day: NaiveDate| usize::try_from(month(day) - month(first)).unwrap_or(0);
    let span = months(last).max(1);
    // Many months share a column; few months are spread out.
    let width = if span < columns { span * (columns / 2 / span).max(1) } else { columns - 1 };
    let height = ((high - low) as usize).clamp(1, HEIGHT - 1);
    let mut cells = vec![vec![' '; width + 1]; height + 1];
    for (letter, (_, values)) in LETTERS.iter().cycle().zip(&lines.series) {
        for &(day, value) in values {
            let up = if high > low { ((value - low) / (high - low) * height as f64).round() as usize } else { 0 };
            cells[height - up][months(day) * width / span] = *letter;
        }
    }
    let label = |line: usize| match line {
        0 => NOTATION.decimal(high, 0),
        _ if line == height => NOTATION.decimal(low, 0),
        _ => String::new(),
    };
    let line = |(at, cells): (usize, &Vec<char>)| format!("{} |{}", align_right(&label(at), LABEL_WIDTH), cells.iter().collect::<String>());
    let mut rows: Vec<String> = cells.iter().enumerate().map(line).collect();
    let (from, until) = (first.format("%Y-%m").to_string(), last.format("%Y-%m").to_string());
    let gap = (width + 1).saturating_sub(from.len() + until.len()).max(1);
    rows.push(format!("{} {from}{}{until}", " ".repeat(LABEL_WIDTH), "-".repeat(gap)));
    if lines.series.len() > 1 {
        let names = LETTERS.iter().cycle().zip(&lines.series).map(|(letter, (name, _))| format!("{letter} {name}"));
        rows.push(format!("{} {}", " ".repeat(LABEL_WIDTH), names.collect::<Vec<_>>().join("  ")));
    }
    rows
}

fn month(day: NaiveDate) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month0())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(month: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2024, month, 1).expect("a day")
    }

    #[test]
    fn the_highest_value_is_at_the_top_and_the_lowest_at_the_bottom() {
        let rows = rows(&LineChart::new("t", "rating").series("rating", [(day(1), 1850.0), (day(2), 1900.0), (day(3), 1882.0)]), 100);
        assert_eq!(rows.len(), 11);
        assert_eq!(rows[0], format!("  1900 |{}*{}", " ".repeat(22), " ".repeat(22)));
        assert!(rows[9].starts_with("  1850 |*") && rows[3].ends_with('*'), "{rows:#?}");
        assert_eq!(rows[10], format!("       2024-01{}2024-03", "-".repeat(31)));
    }

    #[test]
    fn a_plot_fits_the_available_width() {
        let months =
            |years: i32| (2000..2000 + years).flat_map(|year| (1..=12).filter_map(move |month| NaiveDate::from_ymd_opt(year, month, 1)));
        for years in [1, 2, 4, 20] {
            let lines = LineChart::new("t", "rating").series("rating", months(years).zip((1500..).map(f64::from)));
            for available in [40, 60, 100] {
                let rows = rows(&lines, available);
                assert!(rows.iter().all(|row| row.chars().count() <= available), "{years} years in {available} cells: {rows:#?}");
            }
        }
    }

    #[test]
    fn one_value_is_no_plot_and_two_series_have_two_letters() {
        assert!(rows(&LineChart::new("t", "rating").series("rating", [(day(1), 1850.0)]), 100).is_empty());
        let two = LineChart::new("t", "rating").series("rapid", [(day(1), 1850.0)]).series("blitz", [(day(1), 1860.0)]);
        let rows = rows(&two, 100);
        assert!(rows[0].contains('o') && rows[9].contains('*'), "{rows:#?}");
        assert_eq!(rows[11].trim(), "* rapid  o blitz");
    }
}
