//! A small plot in letters.

use super::History;
use pages::terminal::right;

const HEIGHT: usize = 10;
/// Columns for values; with the labels the plot is within the width of text.
const COLUMNS: usize = 90;

impl History {
    /// Ratings over lists, a column for each month; empty where there are not two ratings.
    pub fn plot(&self) -> String {
        let months: Vec<(i64, i32)> = self.ratings().map(|(list, rating)| (month_number(list), rating)).collect();
        let (Some(&(first, _)), Some(&(last, _))) = (months.first(), months.last()) else { return String::new() };
        let (Some(low), Some(high)) = (months.iter().map(|point| point.1).min(), months.iter().map(|point| point.1).max()) else {
            return String::new();
        };
        if months.len() < 2 {
            return String::new();
        }
        let span = usize::try_from(last - first).unwrap_or(0).max(1);
        // As many months to a column as it takes; few months are spread out.
        let width = if span < COLUMNS { span * (COLUMNS / 2 / span).max(1) } else { COLUMNS - 1 };
        let height = usize::try_from(high - low).unwrap_or(0).clamp(1, HEIGHT - 1);
        let mut cells = vec![vec![' '; width + 1]; height + 1];
        for &(month, rating) in &months {
            let column = usize::try_from(month - first).unwrap_or(0) * width / span;
            let up = scaled(i64::from(rating - low), i64::from(high - low), height);
            cells[height - up][column] = '*';
        }
        let mut text = String::new();
        for (line, cells) in cells.iter().enumerate() {
            let label = match line {
                0 => high.to_string(),
                _ if line == height => low.to_string(),
                _ => String::new(),
            };
            let cells: String = cells.iter().collect();
            text.push_str(format!("{} |{}", right(&label, 6), cells).trim_end());
            text.push('\n');
        }
        let ends = self.ratings().next().zip(self.ratings().last());
        if let Some(((from, _), (until, _))) = ends {
            let (from, until) = (from.month(), until.month());
            let gap = (width + 1).saturating_sub(from.len() + until.len()).max(1);
            text.push_str(&format!("{} {from}{}{until}\n", " ".repeat(6), "-".repeat(gap)));
        }
        text
    }
}

fn month_number(list: model::ListDate) -> i64 {
    use chrono::Datelike;
    i64::from(list.day().year()) * 12 + i64::from(list.day().month0())
}

/// A share of a height, to the nearest line.
fn scaled(value: i64, most: i64, height: usize) -> usize {
    let height = i64::try_from(height).unwrap_or(0);
    if most == 0 { 0 } else { usize::try_from((2 * value * height + most) / (2 * most)).unwrap_or(0) }
}
