//! `online_games`: every online game of the period with both players' numbers, before and after.

use crate::Publication;
use model::{Outcome, Rating, Reason};
use period_assembly::{OnlinePeriod, RatingFrom, article};
use polars::prelude::*;
use rating::{OnlineOutcome, OnlineSide};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use store::ROW_GROUP;

/// The table part by part, in the order in which the games were rated; nothing where ratings do not move after every game.
pub(crate) fn online_games<'a>(publication: &'a Publication<'a>) -> Option<impl Iterator<Item = PolarsResult<DataFrame>> + 'a> {
    let (period, outcome) = (publication.period.online.as_ref()?, publication.outcome.online.as_ref()?);
    let articles = Articles::of(publication);
    let count = period.games.len();
    // A table without rows is one part without rows.
    let parts = count.div_ceil(ROW_GROUP).max(1);
    Some((0..parts).map(move |part| {
        let rows = part * ROW_GROUP..count.min((part + 1) * ROW_GROUP);
        Part { publication, period, outcome, articles: &articles, rows }.frame()
    }))
}

/// Makes one column of a part.
type MakeColumn<'a> = Box<dyn Fn() -> Column + Send + Sync + 'a>;

struct Part<'a> {
    publication: &'a Publication<'a>,
    period: &'a OnlinePeriod,
    outcome: &'a OnlineOutcome,
    articles: &'a Articles,
    rows: Range<usize>,
}

const WHITE: usize = 0;
const BLACK: usize = 1;

impl Part<'_> {
    fn frame(&self) -> PolarsResult<DataFrame> {
        let games = &self.period.games;
        let columns: Vec<MakeColumn<'_>> = vec![
            Box::new(|| {
                let ids: Vec<_> = self.rows.clone().map(|row| games.ids.text(row)).collect();
                StringChunked::from_iter_values("game_id".into(), ids.iter().map(AsRef::as_ref)).into_column()
            }),
            Box::new(|| {
                let moments = Int64Chunked::from_slice("ended_at".into(), &games.ended_at[self.rows.clone()]);
                moments.into_datetime(TimeUnit::Microseconds, None).into_column()
            }),
            Box::new(|| self.players("white", &games.white)),
            Box::new(|| self.players("black", &games.black)),
            Box::new(|| self.text("result", |row| result(games.result[row].white, games.result[row].black))),
            Box::new(|| BooleanChunked::from_slice("disconnected".into(), &games.disconnected[self.rows.clone()]).into_column()),
            Box::new(|| self.ratings("white_rating", &self.outcome.before[WHITE])),
            Box::new(|| self.from("white_rating_from", WHITE)),
            Box::new(|| self.ratings("black_rating", &self.outcome.before[BLACK])),
            Box::new(|| self.from("black_rating_from", BLACK)),
            Box::new(|| self.text("white_status", |row| status(self.outcome.sides[WHITE][row]))),
            Box::new(|| self.text("white_reason", |row| reason(self.outcome.sides[WHITE][row]))),
            Box::new(|| self.text("black_status", |row| status(self.outcome.sides[BLACK][row]))),
            Box::new(|| self.text("black_reason", |row| reason(self.outcome.sides[BLACK][row]))),
            Box::new(|| self.changes("white_change", WHITE)),
            Box::new(|| self.changes("black_change", BLACK)),
            Box::new(|| self.ratings("white_after", &self.outcome.after[WHITE])),
            Box::new(|| self.ratings("black_after", &self.outcome.after[BLACK])),
            Box::new(|| self.text("article", |row| self.articles.of_game(self.outcome.sides[WHITE][row], self.outcome.sides[BLACK][row]))),
        ];
        DataFrame::new(self.rows.len(), columns.par_iter().map(|make| make()).collect())
    }

    fn players(&self, name: &str, numbers: &[u32]) -> Column {
        let ids = self.publication.period.players.index.ids();
        let ids = numbers[self.rows.clone()].iter().map(|&number| ids.get(number as usize).copied());
        UInt32Chunked::from_iter_options(name.into(), ids).into_column()
    }

    fn text<'t>(&self, name: &str, text: impl Fn(usize) -> &'t str) -> Column {
        StringChunked::from_iter_values(name.into(), self.rows.clone().map(text)).into_column()
    }

    fn ratings(&self, name: &str, ratings: &[Rating]) -> Column {
        let ratings = ratings[self.rows.clone()].iter().map(|rating| rating.is_rated().then_some(rating.0));
        Int16Chunked::from_iter_options(name.into(), ratings).into_column()
    }

    fn from(&self, name: &str, side: usize) -> Column {
        self.text(name, |row| match (self.outcome.before[side][row].is_rated(), self.outcome.is_longer[side][row]) {
            (false, _) => "",
            (true, true) => RatingFrom::LongerControl.word(),
            (true, false) => RatingFrom::Standing.word(),
        })
    }

    /// What a counted game moved the rating by.
    fn changes(&self, name: &str, side: usize) -> Column {
        let change = |row: usize| {
            let (before, after) = (self.outcome.before[side][row], self.outcome.after[side][row]);
            (self.outcome.sides[side][row] == OnlineSide::Counted).then(|| after.0 - before.0)
        };
        Int16Chunked::from_iter_options(name.into(), self.rows.clone().map(change)).into_column()
    }
}

fn result(white: Outcome, black: Outcome) -> &'static str {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    match (white, black) {
        (Win, Loss) => "1-0",
        (Loss, Win) => "0-1",
        (Draw, Draw) => "1/2-1/2",
        (ForfeitWin, ForfeitLoss) => "+/-",
        (ForfeitLoss, ForfeitWin) => "-/+",
        (ForfeitLoss, ForfeitLoss) => "-/-",
        (Loss, Loss) => "0-0",
        (Draw, Loss) => "1/2-0",
        (Loss, Draw) => "0-1/2",
        _ => "",
    }
}

fn status(side: OnlineSide) -> &'static str {
    match side {
        OnlineSide::Counted => "counted",
        OnlineSide::Pooled => "pooled",
        OnlineSide::LeftOut(_) => "left-out",
    }
}

fn reason(side: OnlineSide) -> &'static str {
    match side {
        OnlineSide::Counted | OnlineSide::Pooled => "",
        OnlineSide::LeftOut(reason) => reason.word(),
    }
}

/// The articles behind each pair of white's and black's side, worked out once.
struct Articles(BTreeMap<(OnlineSide, OnlineSide), String>);

impl Articles {
    fn of(publication: &Publication<'_>) -> Self {
        let period = publication.period;
        let (calculation, list) = (period.calculation(), period.publication());
        let of_side = |side: OnlineSide| match side {
            OnlineSide::Counted => calculation.rating_difference.article.clone(),
            OnlineSide::Pooled => calculation.first_rating.article.clone(),
            OnlineSide::LeftOut(reason) => article(reason, Some(calculation), calculation, list),
        };
        let sides: Vec<OnlineSide> = [OnlineSide::Counted, OnlineSide::Pooled]
            .into_iter()
            .chain(Reason::ALL.iter().map(|&reason| OnlineSide::LeftOut(reason)))
            .collect();
        let pair = |white: OnlineSide, black: OnlineSide| {
            let (of_white, of_black) = (of_side(white), of_side(black));
            let both = if of_white == of_black { of_white } else { format!("{of_white}; {of_black}") };
            ((white, black), both)
        };
        Self(
            sides
                .iter()
                .flat_map(|&white| sides.iter().map(move |&black| (white, black)))
                .map(|(white, black)| pair(white, black))
                .collect(),
        )
    }

    fn of_game(&self, white: OnlineSide, black: OnlineSide) -> &str {
        self.0.get(&(white, black)).map_or("", String::as_str)
    }
}
