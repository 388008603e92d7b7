//! `games` and `changes`: every number, where it comes from, and every game that did not count.

use crate::{Publication, articles};
use model::{Rating, Reason};
use period_assembly::{RatingFrom, Side, article};
use polars::prelude::*;
use rating::{Cause, SideOutcome};
use std::collections::BTreeMap;
use store::TableColumn;

/// One row for each player and game read, by player, then tournament, then round. Players without an id come last.
pub(crate) fn games<'a>(publication: &'a Publication<'a>) -> Vec<TableColumn<'a>> {
    let period = publication.period;
    let (sides, outcomes) = (&*period.sides, &*publication.outcome.sides);
    let owners = Owners::of(publication);
    let articles = SideArticles::of(publication);
    let ids: Vec<&str> = period.tournaments.iter().map(|judged| &*judged.facts.id).collect();
    let rated = |r: Rating| r.is_rated().then_some(r.0);
    let both_rated = |s: &Side| s.own.is_rated() && s.opponent_rating.is_rated();
    let played = |s: &Side| s.flags.outcome() <= 2;
    let gain = |s: &Side, o: &SideOutcome| counted(o).map(|c| i16::try_from(s.score().0).unwrap_or(0) - i16::from(c.1));
    vec![
        owners.column(),
        TableColumn::words("tournament_id", &ids, |row| sides[row].tournament),
        TableColumn::numbers::<UInt16Type>("round", |row| Some(sides[row].round)),
        TableColumn::words("colour", &["b", "w"], |row| u32::from(sides[row].flags.is_white())),
        TableColumn::ids("opponent", |row| sides[row].opponent.fide_id()),
        TableColumn::words("result", &SYMBOLS, |row| u32::from(sides[row].flags.outcome())),
        TableColumn::numbers::<Int8Type>("half_points", move |row| {
            played(&sides[row]).then(|| i8::try_from(sides[row].half_points()).unwrap_or(0))
        }),
        TableColumn::numbers::<Int16Type>("own_rating", move |row| rated(sides[row].own)),
        TableColumn::words("own_rating_from", &FROM, |row| from_code(sides[row].own, sides[row].flags.own_from())),
        TableColumn::numbers::<Int16Type>("opponent_rating", move |row| rated(sides[row].opponent_rating)),
        TableColumn::words("opponent_rating_from", &FROM, |row| from_code(sides[row].opponent_rating, sides[row].flags.opponent_from())),
        TableColumn::numbers::<Int16Type>("difference", move |row| {
            both_rated(&sides[row]).then(|| sides[row].own.0 - sides[row].opponent_rating.0)
        }),
        TableColumn::numbers::<Int16Type>("counted_difference", |row| counted(&outcomes[row]).map(|c| c.0)),
        TableColumn::numbers::<Int16Type>("expected_hundredths", |row| counted(&outcomes[row]).map(|c| i16::from(c.1))),
        TableColumn::numbers::<Int16Type>("gain_hundredths", move |row| gain(&sides[row], &outcomes[row])),
        TableColumn::words("status", &["counted", "pooled", "left-out"], |row| match outcomes[row] {
            SideOutcome::Counted { .. } => 0,
            SideOutcome::Pooled => 1,
            SideOutcome::LeftOut(_) => 2,
        }),
        TableColumn::words("reason", &reasons(), |row| match outcomes[row] {
            // Reasons are numbered from 1.
            SideOutcome::LeftOut(reason) => reason as u32,
            SideOutcome::Counted { .. } | SideOutcome::Pooled => 0,
        }),
        articles.column(),
    ]
}

/// The words for where a rating comes from; the last for a rating that there is not.
const FROM: [&str; 6] = [
    RatingFrom::ListInForce.word(),
    RatingFrom::LongerControl.word(),
    RatingFrom::PreviousList.word(),
    RatingFrom::ThisEvent.word(),
    RatingFrom::Standing.word(),
    "",
];

fn from_code(rating: Rating, from: RatingFrom) -> u32 {
    if rating.is_rated() { from as u32 } else { 5 }
}

/// No reason, then every reason in its order.
fn reasons() -> Vec<&'static str> {
    std::iter::once("").chain(Reason::ALL.iter().map(|reason| reason.word())).collect()
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

/// Whose side each row is: players who have any, and where theirs end.
struct Owners {
    ids: Vec<Option<u32>>,
    until: Vec<u32>,
}

impl Owners {
    fn of(publication: &Publication<'_>) -> Self {
        let period = publication.period;
        let ids = period.players.index.ids();
        let mut owners = Self { ids: Vec::new(), until: Vec::new() };
        for (player, ends) in period.from.windows(2).enumerate().filter(|(_, ends)| ends[0] < ends[1]) {
            owners.ids.push(ids.get(player).copied());
            owners.until.push(ends[1]);
        }
        owners
    }

    fn column<'a>(self) -> TableColumn<'a> {
        TableColumn::runs("fide_id", self.ids, self.until)
    }
}

fn counted(outcome: &SideOutcome) -> Option<(i16, u8)> {
    match *outcome {
        SideOutcome::Counted { difference, expected } => Some((difference, expected)),
        SideOutcome::Pooled | SideOutcome::LeftOut(_) => None,
    }
}

/// The articles of games: each text once, and which of them each edition and reason has.
struct SideArticles<'a> {
    publication: &'a Publication<'a>,
    texts: Vec<String>,
    /// How many texts one edition has.
    width: u32,
}

impl<'a> SideArticles<'a> {
    fn of(publication: &'a Publication<'a>) -> Self {
        let period = publication.period;
        let mut texts = Vec::new();
        // The last for tournaments without an edition.
        for edition in period.editions.iter().map(Some).chain([None]) {
            texts.push(edition.map_or_else(String::new, |edition| edition.rating_difference.article.clone()));
            texts.push(period.calculation().first_rating.article.clone());
            texts.extend(Reason::ALL.iter().map(|&reason| article(reason, edition, period.calculation(), period.publication())));
        }
        let width = u32::try_from(2 + Reason::ALL.len()).expect("few reasons");
        Self { publication, texts, width }
    }

    fn column(self) -> TableColumn<'a> {
        let Self { publication, texts, width } = self;
        let (period, outcomes) = (publication.period, &*publication.outcome.sides);
        let no_edition = period.editions.len();
        let editions: Vec<u32> =
            period.tournaments.iter().map(|judged| u32::try_from(judged.edition.unwrap_or(no_edition)).expect("few editions")).collect();
        TableColumn::words("article", &texts, move |row| {
            let edition = editions[period.sides[row].tournament as usize] * width;
            match outcomes[row] {
                SideOutcome::Counted { .. } => edition,
                SideOutcome::Pooled => edition + 1,
                SideOutcome::LeftOut(reason) => edition + 1 + reason as u32,
            }
        })
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
