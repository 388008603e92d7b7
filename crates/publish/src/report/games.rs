//! The report's section on games: how many counted, why others did not, and scores by rating difference.

use crate::{LeftOutSides, Publication};
use pages::{Block, Column, DocumentTable, Facts, ScatterPlot, Section, Value};
use rating::{OnlineSideOutcome, SideOutcome};
use store::Count;

/// The width of a class of rating differences, in points.
const CLASS: i32 = 50;
/// The number of classes on each side of zero. Greater differences are counted in the last class.
const FURTHEST: i32 = 16;

/// The fewest sides for which a mean is published.
const MIN_SIDES: u64 = 5;

/// What became of the games, and how the scores agree with those that are expected.
pub(super) fn section(publication: &Publication<'_>) -> Section {
    let mut section = Section::new("Games").with(counts(publication));
    section.extend(scores(publication));
    section
}

/// The counts of games and sides, and the reasons why sides were left out.
fn counts(publication: &Publication<'_>) -> Block {
    let count = |count: Count| publication.report.counts.get(&count).copied();
    let mut facts = Facts::new();
    for (key, name) in [
        (Count::GamesRead, "Games read"),
        (Count::SidesCounted, "Sides counted"),
        (Count::SidesPooled, "Sides pooled towards a first rating"),
        (Count::SidesLeftOut, "Sides left out"),
        (Count::OnlineGamesRead, "Online games read"),
        (Count::OnlineSidesCounted, "Online sides counted"),
        (Count::OnlineSidesPooled, "Online sides pooled"),
        (Count::OnlineSidesLeftOut, "Online sides left out"),
        (Count::TournamentsOfOtherControls, "Tournaments of other controls, passed over"),
    ] {
        if let Some(value) = count(key) {
            facts = facts.count(name, value);
        }
    }
    Block::side_by_side([facts.into(), left_out(publication).into()])
}

/// The table of sides that were left out, by reason and article.
fn left_out(publication: &Publication<'_>) -> DocumentTable {
    let columns = [Column::long("Left out, because"), Column::number("Sides"), Column::short("Article")];
    let mut table = DocumentTable::new(columns).caption("Left out");
    for LeftOutSides { reason, article, sides } in publication.report.left_out {
        table.row([Value::Coded(reason.in_words().to_owned(), reason.word()), Value::Count(*sides), article.into()]);
    }
    table
}

/// The sums of scores and expected scores of the counted sides in one class of differences.
#[derive(Clone, Copy, Default)]
struct ScoreSums {
    sides: u64,
    half_points: u64,
    expected_hundredths: u64,
}

impl ScoreSums {
    fn add(&mut self, half_points: i32, expected: i32) {
        self.sides += 1;
        self.half_points += u64::from(half_points.unsigned_abs());
        self.expected_hundredths += u64::from(expected.unsigned_abs());
    }

    fn mean(self) -> f64 {
        self.half_points as f64 / 2.0 / self.sides as f64
    }

    fn expected(self) -> f64 {
        self.expected_hundredths as f64 / 100.0 / self.sides as f64
    }
}

fn class_of(difference: i32) -> usize {
    let class = (difference + CLASS / 2).div_euclid(CLASS).clamp(-FURTHEST, FURTHEST);
    usize::try_from(class + FURTHEST).unwrap_or(0)
}

/// Mean scores by rating difference, compared with the expected scores.
fn scores(publication: &Publication<'_>) -> Vec<Block> {
    let mut classes = vec![ScoreSums::default(); class_of(i32::MAX / 2) + 1];
    for (side, outcome) in publication.period.sides.iter().zip(&publication.outcome.sides) {
        if let SideOutcome::Counted { expected, .. } = *outcome {
            classes[class_of(side.own.points() - side.opponent_rating.points())].add(side.half_points(), expected.into());
        }
    }
    add_online(publication, &mut classes);
    let middle = |class: usize| f64::from(i32::try_from(class).unwrap_or(0) - FURTHEST) * f64::from(CLASS);
    let plotted = || classes.iter().enumerate().filter(|(_, scores)| scores.sides >= MIN_SIDES);
    let mut plot = ScatterPlot::new("Scores by rating difference", "own rating minus opponent's", "mean score", "mean score")
        .expected("expected, as counted", plotted().map(|(class, scores)| (middle(class), scores.expected())));
    let columns = [Column::number("About"), Column::number("Sides"), Column::number("Mean score"), Column::number("Expected")];
    let mut numbers = DocumentTable::new(columns);
    for (class, scores) in plotted() {
        let (mean, expected) = (scores.mean(), scores.expected());
        let tooltip = Value::phrase([
            format!("about {}: ", middle(class)).into(),
            Value::Count(scores.sides),
            format!(" sides, mean {mean:.3}, expected {expected:.3}").into(),
        ]);
        plot.point(middle(class), mean, tooltip);
        let about = i64::try_from(class).unwrap_or(0) * i64::from(CLASS) - i64::from(FURTHEST * CLASS);
        numbers.row([Value::Change(about), Value::Count(scores.sides), Value::Decimal(mean, 3), Value::Decimal(expected, 3)]);
    }
    let plot = plot.sentence(format!(
        "Every counted side, in classes of {CLASS} points; expected by the table after the limit on differences, where one applies. \
         Classes with fewer than {MIN_SIDES} sides are left out, and those beyond {} points stand at the ends.",
        FURTHEST * CLASS
    ));
    let folded = plotted().next().is_some().then(|| Block::fold("The numbers", [numbers.into()]));
    [plot.into()].into_iter().chain(folded).collect()
}

/// Adds online games. Their outcome has no expected score, so it is looked up in the table.
fn add_online(publication: &Publication<'_>, classes: &mut [ScoreSums]) {
    let (Some(online), Some(outcome)) = (&publication.period.online, &publication.outcome.online) else { return };
    let cap = i32::from(publication.period.calculation().rating_difference.cap);
    for (game, result) in online.games.result.iter().enumerate() {
        for (at, own) in [result.white, result.black].into_iter().enumerate() {
            if outcome.sides[at][game] == OnlineSideOutcome::Counted {
                let difference = outcome.before[at][game].points() - outcome.before[1 - at][game].points();
                classes[class_of(difference)].add(own as i32, rulebook::expected_score(difference.clamp(-cap, cap)).0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_fall_into_the_class_whose_middle_is_nearest() {
        let middle = |difference: i32| (class_of(difference) as i32 - FURTHEST) * CLASS;
        assert_eq!([-26, -25, 0, 24, 25, 74].map(middle), [-50, 0, 0, 0, 50, 50]);
        assert_eq!([-3000, 3000].map(middle), [-800, 800]);
    }

    #[test]
    fn means_are_of_points_and_expectations_of_hundredths() {
        let mut scores = ScoreSums::default();
        scores.add(2, 64);
        scores.add(1, 60);
        assert!((scores.mean() - 0.75).abs() < 1e-12 && (scores.expected() - 0.62).abs() < 1e-12);
    }
}
