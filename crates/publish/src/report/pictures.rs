//! The pictures of the report: ratings of this list over the last one's, who came in and left, the largest moves, the federations.

use super::player_statistics::{CLASS, PlayerStatistics, changes_plot};
use super::players::largest_moves;
use crate::Publication;
use pages::{BarChart, Block, Densities, MirroredHistogram, Section, Value};

/// The number of federations that have a bar of their own.
const FEDERATIONS: usize = 12;

pub(super) fn section(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Section {
    let (list, previous) = (publication.period.list.in_words(), publication.period.previous.in_words());
    let lists = [(previous.as_str(), statistics.ratings_before.as_slice()), (list.as_str(), statistics.ratings.as_slice())];
    let ratings = Densities::new("Ratings on this list and the last", "rating", 0.0, f64::from(CLASS), lists)
        .sentence(format!("The share of the players of either list in each class of {CLASS} points."));
    let movement = [("came in", statistics.came_in.as_slice()), ("left", statistics.left.as_slice())];
    let in_and_out = MirroredHistogram::new("Where players came in and left", ["rating", "players"], 0.0, f64::from(CLASS), movement)
        .sentence("Players new on the list go up at their first rating, players gone from it go down at their last one.");
    let (gains, losses) = largest_moves(publication);
    Section::new("The month in pictures")
        .with(Block::side_by_side([ratings.into(), in_and_out.into()]))
        .with(Block::side_by_side([gains.into(), losses.into()]))
        .with(Block::note(
            "Rated players with games who are on the list; of equal moves those of lower ids come first. K is the one used, after the cap on games.",
        ))
        .with(Block::side_by_side([federations(statistics).into(), changes_plot(publication).into()]))
}

/// A bar for each of the largest federations, and one for the others together.
fn federations(statistics: &PlayerStatistics) -> BarChart {
    let mut counts: Vec<(&str, u64)> = statistics.federations.iter().map(|(name, count)| (*name, *count)).collect();
    counts.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let (named, others) = counts.split_at(counts.len().min(FEDERATIONS));
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let sentence = Value::phrase([Value::Counted(counts.len() as u64, "federation"), " with players on the list.".into()]);
    let mut chart = BarChart::new("Players by federation", "Federation", "Players").sentence(sentence);
    for (name, count) in named {
        chart = chart.bar(if name.is_empty() { "no federation" } else { name }, number(*count));
    }
    if others.is_empty() {
        return chart;
    }
    let rest = Value::phrase([Value::Counted(others.len() as u64, "other")]);
    chart.bar(rest, number(others.iter().map(|(_, count)| count).sum()))
}
