//! The table `online_games`: every online game of the period with both players' ratings before and after.

use crate::Publication;
use model::{Rating, Reason};
use period_assembly::RatingFrom;
use rating::OnlineSideOutcome;
use rulebook::article_of;
use std::collections::BTreeMap;
use tables::{OutputColumn, OutputTable};

const WHITE: usize = 0;
const BLACK: usize = 1;

/// The online games in the order in which they were rated; `None` where ratings do not move after every game.
pub(crate) fn online_games<'a>(publication: &'a Publication<'a>) -> Option<OutputTable<'a>> {
    let (period, outcome) = (publication.period.online.as_ref()?, publication.outcome.online.as_ref()?);
    let articles = OnlineArticles::of(publication);
    let (games, sides) = (&period.games, &outcome.sides);
    let ids = publication.period.players.index.ids();
    let players = |name: &str, numbers: &'a [u32]| OutputColumn::ids(name, move |row| ids.get(numbers[row] as usize).copied());
    let ratings = |name: &str, ratings: &'a [Rating]| OutputColumn::integers(name, move |row| ratings[row].rated().map(Rating::points));
    let from = |name: &str, side: usize| {
        OutputColumn::texts(name, move |row| match (outcome.before[side][row].is_rated(), outcome.is_longer[side][row]) {
            (false, _) => "",
            (true, true) => RatingFrom::LongerControl.word(),
            (true, false) => RatingFrom::Standing.word(),
        })
    };
    // The change of the rating by a counted game.
    let changes = |name: &str, side: usize| {
        let change = move |row: usize| outcome.after[side][row].points() - outcome.before[side][row].points();
        OutputColumn::integers(name, move |row| (sides[side][row] == OnlineSideOutcome::Counted).then(|| change(row)))
    };
    let columns = vec![
        OutputColumn::texts("game_id", |row| games.ids.text(row)),
        OutputColumn::timestamps("ended_at", |row| games.ended_at[row]),
        players("white", &games.white),
        players("black", &games.black),
        OutputColumn::texts("result", |row| games.result[row].to_string()),
        OutputColumn::booleans("disconnected", |row| games.disconnected[row]),
        ratings("white_rating", &outcome.before[WHITE]),
        from("white_rating_from", WHITE),
        ratings("black_rating", &outcome.before[BLACK]),
        from("black_rating_from", BLACK),
        OutputColumn::texts("white_status", |row| sides[WHITE][row].status().word()),
        OutputColumn::texts("white_reason", |row| reason(sides[WHITE][row])),
        OutputColumn::texts("black_status", |row| sides[BLACK][row].status().word()),
        OutputColumn::texts("black_reason", |row| reason(sides[BLACK][row])),
        changes("white_change", WHITE),
        changes("black_change", BLACK),
        ratings("white_after", &outcome.after[WHITE]),
        ratings("black_after", &outcome.after[BLACK]),
        OutputColumn::texts("article", move |row| articles.of_game(sides[WHITE][row], sides[BLACK][row]).to_owned()),
    ];
    Some(OutputTable::new(games.len(), columns))
}

fn reason(side: OnlineSideOutcome) -> &'static str {
    match side {
        OnlineSideOutcome::Counted | OnlineSideOutcome::Pooled => "",
        OnlineSideOutcome::LeftOut(reason) => reason.word(),
    }
}

/// The articles of each pair of white's and black's outcome, computed once.
struct OnlineArticles(BTreeMap<(OnlineSideOutcome, OnlineSideOutcome), String>);

impl OnlineArticles {
    fn of(publication: &Publication<'_>) -> Self {
        let period = publication.period;
        let (calculation, list) = (period.calculation(), period.publication());
        let of_side = |side: OnlineSideOutcome| match side {
            OnlineSideOutcome::Counted => calculation.rating_difference.article.clone(),
            OnlineSideOutcome::Pooled => calculation.first_rating.article.clone(),
            OnlineSideOutcome::LeftOut(Reason::AlreadyRated) => "R29".to_owned(),
            OnlineSideOutcome::LeftOut(reason) => article_of(reason, Some(calculation), calculation, list),
        };
        let sides: Vec<OnlineSideOutcome> = [OnlineSideOutcome::Counted, OnlineSideOutcome::Pooled]
            .into_iter()
            .chain(Reason::ALL.iter().map(|&reason| OnlineSideOutcome::LeftOut(reason)))
            .collect();
        let pair = |white: OnlineSideOutcome, black: OnlineSideOutcome| {
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

    fn of_game(&self, white: OnlineSideOutcome, black: OnlineSideOutcome) -> &str {
        self.0.get(&(white, black)).map_or("", String::as_str)
    }
}
