//! `games` and `changes`: every number, where it comes from, and every game that did not count.

use crate::{Publication, articles};
use model::{Rating, Reason};
use period_assembly::{Side, article};
use polars::prelude::*;
use rating::{Cause, SideOutcome};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use store::ROW_GROUP;

/// One row for each player and game read, by player, then tournament, then round, part by part. Players without an id come last.
pub(crate) fn games<'a>(publication: &'a Publication<'a>) -> impl Iterator<Item = PolarsResult<DataFrame>> + 'a {
    let articles = SideArticles::of(publication);
    let count = publication.period.sides.len();
    // A table without rows is one part without rows.
    let parts = count.div_ceil(ROW_GROUP).max(1);
    (0..parts).map(move |part| games_part(publication, &articles, part * ROW_GROUP..count.min((part + 1) * ROW_GROUP)))
}

/// Makes one column of a part.
type MakeColumn<'a> = Box<dyn Fn() -> Column + Send + Sync + 'a>;

fn games_part(publication: &Publication<'_>, articles: &SideArticles<'_>, part: Range<usize>) -> PolarsResult<DataFrame> {
    let period = publication.period;
    let (sides, outcomes) = (&period.sides[part.clone()], &publication.outcome.sides[part.clone()]);
    let rated = |r: Rating| r.is_rated().then_some(r.0);
    let both_rated = |s: &Side| s.own.is_rated() && s.opponent_rating.is_rated();
    let played = |s: &Side| s.flags.outcome() <= 2;
    let int16 =
        |name: &str, values: &mut dyn Iterator<Item = Option<i16>>| Int16Chunked::from_iter_options(name.into(), values).into_column();
    let text = |name: &str, values: &mut dyn Iterator<Item = &str>| StringChunked::from_iter_values(name.into(), values).into_column();
    let gain = |s: &Side, o: &SideOutcome| counted(o).map(|c| i16::try_from(s.score().0).unwrap_or(0) - i16::from(c.1));
    let columns: Vec<MakeColumn<'_>> = vec![
        Box::new(|| owners(publication, part.clone())),
        Box::new(|| text("tournament_id", &mut sides.iter().map(|s| &*period.tournaments[s.tournament as usize].facts.id))),
        Box::new(|| UInt16Chunked::from_iter_values("round".into(), sides.iter().map(|s| s.round)).into_column()),
        Box::new(|| text("colour", &mut sides.iter().map(|s| if s.flags.is_white() { "w" } else { "b" }))),
        Box::new(|| UInt32Chunked::from_iter_options("opponent".into(), sides.iter().map(|s| s.opponent.fide_id())).into_column()),
        Box::new(|| text("result", &mut sides.iter().map(|s| SYMBOLS[usize::from(s.flags.outcome())]))),
        Box::new(|| {
            let half_points = sides.iter().map(|s| played(s).then(|| i8::try_from(s.half_points()).unwrap_or(0)));
            Int8Chunked::from_iter_options("half_points".into(), half_points).into_column()
        }),
        Box::new(|| int16("own_rating", &mut sides.iter().map(|s| rated(s.own)))),
        Box::new(|| text("own_rating_from", &mut sides.iter().map(|s| if s.own.is_rated() { s.flags.own_from().word() } else { "" }))),
        Box::new(|| int16("opponent_rating", &mut sides.iter().map(|s| rated(s.opponent_rating)))),
        Box::new(|| {
            let from = |s: &Side| if s.opponent_rating.is_rated() { s.flags.opponent_from().word() } else { "" };
            text("opponent_rating_from", &mut sides.iter().map(from))
        }),
        Box::new(|| int16("difference", &mut sides.iter().map(|s| both_rated(s).then(|| s.own.0 - s.opponent_rating.0)))),
        Box::new(|| int16("counted_difference", &mut outcomes.iter().map(|o| counted(o).map(|c| c.0)))),
        Box::new(|| int16("expected_hundredths", &mut outcomes.iter().map(|o| counted(o).map(|c| i16::from(c.1))))),
        Box::new(|| int16("gain_hundredths", &mut sides.iter().zip(outcomes).map(|(s, o)| gain(s, o)))),
        Box::new(|| text("status", &mut outcomes.iter().map(status))),
        Box::new(|| text("reason", &mut outcomes.iter().map(|o| reason(o).map_or("", Reason::word)))),
        Box::new(|| text("article", &mut sides.iter().zip(outcomes).map(|(s, o)| articles.of_side(s, o)))),
    ];
    DataFrame::new(sides.len(), columns.par_iter().map(|make| make()).collect())
}

/// The symbols of [`model::Outcome`], by its numbers.
const SYMBOLS: [&str; 10] = {
    use model::Outcome as O;
    [
        O::Loss.symbol(),
        O::Draw.symbol(),
        O::Win.symbol(),
        O::ForfeitLoss.symbol(),
        O::ForfeitWin.symbol(),
        O::UnplayedLoss.symbol(),
        O::UnplayedDraw.symbol(),
        O::UnplayedWin.symbol(),
        O::Unknown.symbol(),
        O::Missing.symbol(),
    ]
};

/// Whose side each row of a part is.
fn owners(publication: &Publication<'_>, part: Range<usize>) -> Column {
    let period = publication.period;
    let ids = period.players.index.ids();
    let mut player = period.from.partition_point(|&from| from as usize <= part.start).saturating_sub(1);
    let owner = part.map(|side| {
        while player < ids.len() && period.from[player + 1] as usize <= side {
            player += 1;
        }
        ids.get(player).copied()
    });
    UInt32Chunked::from_iter_options("fide_id".into(), owner).into_column()
}

fn counted(outcome: &SideOutcome) -> Option<(i16, u8)> {
    match *outcome {
        SideOutcome::Counted { difference, expected } => Some((difference, expected)),
        SideOutcome::Pooled | SideOutcome::LeftOut(_) => None,
    }
}

fn status(outcome: &SideOutcome) -> &'static str {
    match outcome {
        SideOutcome::Counted { .. } => "counted",
        SideOutcome::Pooled => "pooled",
        SideOutcome::LeftOut(_) => "left-out",
    }
}

fn reason(outcome: &SideOutcome) -> Option<Reason> {
    match *outcome {
        SideOutcome::LeftOut(reason) => Some(reason),
        SideOutcome::Counted { .. } | SideOutcome::Pooled => None,
    }
}

/// The article of each edition and reason, worked out once.
struct SideArticles<'a> {
    publication: &'a Publication<'a>,
    /// By edition (the last for tournaments without one), then reason.
    left_out: Vec<BTreeMap<Reason, String>>,
}

impl<'a> SideArticles<'a> {
    fn of(publication: &'a Publication<'a>) -> Self {
        let period = publication.period;
        let by_reason =
            |edition| Reason::ALL.iter().map(|&r| (r, article(r, edition, period.calculation(), period.publication()))).collect();
        let left_out = period.editions.iter().map(Some).chain([None]).map(by_reason).collect();
        Self { publication, left_out }
    }

    fn of_side(&self, side: &Side, outcome: &SideOutcome) -> &str {
        let period = self.publication.period;
        let edition = period.tournaments[side.tournament as usize].edition;
        match outcome {
            SideOutcome::Counted { .. } => edition.map_or("", |e| &period.editions[e].rating_difference.article),
            SideOutcome::Pooled => &period.calculation().first_rating.article,
            SideOutcome::LeftOut(reason) => self.left_out[edition.unwrap_or(period.editions.len())].get(reason).map_or("", String::as_str),
        }
    }
}

/// One row for each player who played or moved.
pub(crate) fn changes(publication: &Publication<'_>) -> PolarsResult<DataFrame> {
    let (period, changes) = (publication.period, &publication.outcome.changes);
    let causes =
        [Cause::Games, Cause::FirstRating, Cause::LongerControl, Cause::PoolTooSmall, Cause::PoolUnderFloor, Cause::Order, Cause::Floor];
    let articles: BTreeMap<Cause, String> = causes.into_iter().map(|cause| (cause, articles::of_cause(period, cause))).collect();
    let rated = |r: Rating| r.is_rated().then_some(r.0);
    // Where ratings move after every game, a first rating may have moved on within the period.
    let has_change = |c: &rating::Change| matches!(c.cause, Cause::Games | Cause::LongerControl) || c.k_used > 0;
    let has_first = |c: &rating::Change| matches!(c.cause, Cause::FirstRating | Cause::PoolUnderFloor);
    let int16 = |name: &str, of: &dyn Fn(&rating::Change) -> Option<i16>| {
        Int16Chunked::from_iter_options(name.into(), changes.iter().map(of)).into_column()
    };
    let int32 = |name: &str, of: &dyn Fn(&rating::Change) -> Option<i32>| {
        Int32Chunked::from_iter_options(name.into(), changes.iter().map(of)).into_column()
    };
    let columns = vec![
        UInt32Chunked::from_iter_values("fide_id".into(), changes.iter().map(|c| period.players.index.ids()[c.player as usize]))
            .into_column(),
        StringChunked::from_iter_values("cause".into(), changes.iter().map(|c| c.cause.word())).into_column(),
        int16("before", &|c| rated(c.before)),
        int16("base", &|c| rated(c.base)),
        int16("k", &|c| has_change(c).then(|| i16::from(c.k))),
        StringChunked::from_iter_values(
            "k_from".into(),
            changes.iter().map(|c| {
                if !has_change(c) {
                    ""
                } else if c.k_is_listed {
                    "list"
                } else {
                    "edition"
                }
            }),
        )
        .into_column(),
        int16("k_used", &|c| has_change(c).then(|| i16::from(c.k_used))),
        int32("games", &|c| Some(i32::try_from(c.games).unwrap_or(i32::MAX))),
        int32("half_points", &|c| Some(c.half_points)),
        int32("sum_hundredths", &|c| has_change(c).then_some(c.sum.0)),
        int32("change", &|c| has_change(c).then_some(c.change)),
        int32("opponents_sum", &|c| (c.opponents > 0).then_some(c.opponents)),
        int32("p_hundredths", &|c| has_first(c).then_some(c.first.p.0)),
        int32("dp", &|c| has_first(c).then_some(c.first.dp)),
        int32("computed", &|c| (c.computed != 0).then_some(c.computed)),
        int32("ordered", &|c| (c.ordered != 0).then_some(c.ordered)),
        int16("after", &|c| rated(c.after)),
        StringChunked::from_iter_values("article".into(), changes.iter().map(|c| articles[&c.cause].as_str())).into_column(),
    ];
    DataFrame::new(changes.len(), columns)
}
