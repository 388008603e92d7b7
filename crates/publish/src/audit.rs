//! The audit tables `games` and `changes`: every game with its numbers or the reason why it does not count, and every change with its steps.

use crate::Publication;
use crate::change_articles::ChangeArticles;
use model::{Rating, Reason};
use period_assembly::{Period, RatingFrom, Side};
use rating::{Change, OrderSet, RatingChangeCause, SideOutcome, SideStatus};
use rulebook::article_of;
use tables::{OutputColumn, OutputTable};

/// The table `games`: one row for each player and game read, sorted by player, tournament and round. Players without an id come last.
pub(crate) fn games<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let period = publication.period;
    let (sides, outcomes) = (&*period.sides, &*publication.outcome.sides);
    let row_players = RowPlayers::of(publication);
    let articles = SideArticles::of(publication);
    let ids: Vec<&str> = period.tournaments.iter().map(|judged| &*judged.facts.id).collect();
    let rated = |r: Rating| r.is_rated().then(|| r.points());
    let both_rated = |s: &Side| s.own.is_rated() && s.opponent_rating.is_rated();
    let played = |s: &Side| s.flags.result_code() <= 2;
    let gain = |s: &Side, o: &SideOutcome| counted(o).map(|c| s.score().0 - i32::from(c.1));
    let columns = vec![
        row_players.column(),
        OutputColumn::dictionary("tournament_id", &ids, |row| sides[row].tournament),
        OutputColumn::integers("round", |row| Some(i32::from(sides[row].round))),
        OutputColumn::dictionary("colour", &["b", "w"], |row| u32::from(sides[row].flags.is_white())),
        OutputColumn::ids("opponent", |row| sides[row].opponent.fide_id()),
        OutputColumn::dictionary("result", &SYMBOLS, |row| u32::from(sides[row].flags.result_code())),
        OutputColumn::integers("half_points", move |row| played(&sides[row]).then(|| sides[row].half_points())),
        OutputColumn::integers("own_rating", move |row| rated(sides[row].own)),
        OutputColumn::dictionary("own_rating_from", &FROM, |row| from_code(sides[row].own, sides[row].flags.own_from())),
        OutputColumn::integers("opponent_rating", move |row| rated(sides[row].opponent_rating)),
        OutputColumn::dictionary("opponent_rating_from", &FROM, |row| {
            from_code(sides[row].opponent_rating, sides[row].flags.opponent_from())
        }),
        OutputColumn::integers("difference", move |row| {
            both_rated(&sides[row]).then(|| sides[row].own.points() - sides[row].opponent_rating.points())
        }),
        OutputColumn::integers("counted_difference", |row| counted(&outcomes[row]).map(|c| i32::from(c.0))),
        OutputColumn::integers("expected_hundredths", |row| counted(&outcomes[row]).map(|c| i32::from(c.1))),
        OutputColumn::integers("gain_hundredths", move |row| gain(&sides[row], &outcomes[row])),
        OutputColumn::dictionary("status", &statuses(), |row| outcomes[row].status() as u32),
        OutputColumn::dictionary("reason", &reasons(), |row| match outcomes[row] {
            // Reasons are numbered from 1.
            SideOutcome::LeftOut(reason) => reason as u32,
            SideOutcome::Counted { .. } | SideOutcome::Pooled => 0,
        }),
        articles.column(),
    ];
    OutputTable::new(sides.len(), columns)
}

/// The words for where a rating comes from; the last is for an unrated player.
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

fn statuses() -> Vec<&'static str> {
    SideStatus::ALL.iter().map(|status| status.word()).collect()
}

/// The words of the reasons by their discriminants; the first is empty.
fn reasons() -> Vec<&'static str> {
    std::iter::once("").chain(Reason::ALL.iter().map(|reason| reason.word())).collect()
}

/// The symbols of [`model::SideResult`], by its discriminants.
const SYMBOLS: [&str; 10] = {
    use model::SideResult as O;
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

/// The players of the rows, run-length encoded: each player with rows, and the end of those rows.
struct RowPlayers {
    ids: Vec<Option<u32>>,
    ends: Vec<u32>,
}

impl RowPlayers {
    fn of(publication: &Publication<'_>) -> Self {
        let period = publication.period;
        let ids = period.players.index.ids();
        let mut players = Self { ids: Vec::new(), ends: Vec::new() };
        for (player, ends) in period.side_offsets.windows(2).enumerate().filter(|(_, ends)| ends[0] < ends[1]) {
            players.ids.push(ids.get(player).copied());
            players.ends.push(ends[1]);
        }
        players
    }

    fn column<'a>(self) -> OutputColumn<'a> {
        OutputColumn::repeated_ids("fide_id", self.ids, self.ends)
    }
}

fn counted(outcome: &SideOutcome) -> Option<(i16, u8)> {
    match *outcome {
        SideOutcome::Counted { difference, expected } => Some((difference, expected)),
        SideOutcome::Pooled | SideOutcome::LeftOut(_) => None,
    }
}

/// The articles of games: one text for each edition and outcome, then the articles that a tournament has of its own.
struct SideArticles<'a> {
    publication: &'a Publication<'a>,
    texts: Vec<String>,
    /// The number of texts of one edition.
    width: u32,
    /// For each tournament that is not rated by an article of its own, the index of that article.
    of_tournament: Vec<Option<u32>>,
}

impl<'a> SideArticles<'a> {
    fn of(publication: &'a Publication<'a>) -> Self {
        let period = publication.period;
        let mut texts = Vec::new();
        // The last texts are for tournaments without an edition.
        for edition in period.editions.iter().map(Some).chain([None]) {
            texts.push(edition.map_or_else(String::new, |edition| edition.rating_difference.article.clone()));
            texts.push(period.calculation().first_rating.article.clone());
            texts.extend(Reason::ALL.iter().map(|&reason| article_of(reason, edition, period.calculation(), period.publication())));
        }
        let width = u32::try_from(2 + Reason::ALL.len()).expect("few reasons");
        let of_editions = texts.len();
        let of_tournament = period.tournaments.iter().map(|judged| {
            let edition = judged.edition.unwrap_or(period.editions.len());
            if texts[edition * (2 + Reason::ALL.len()) + 1 + judged.reason? as usize] == judged.article {
                return None;
            }
            let known = texts[of_editions..].iter().position(|text| *text == judged.article);
            let own = known.unwrap_or(texts.len() - of_editions);
            if known.is_none() {
                texts.push(judged.article.clone());
            }
            Some(u32::try_from(of_editions + own).expect("few articles"))
        });
        let of_tournament = of_tournament.collect();
        Self { publication, texts, width, of_tournament }
    }

    fn column(self) -> OutputColumn<'a> {
        let Self { publication, texts, width, of_tournament } = self;
        let (period, outcomes) = (publication.period, &*publication.outcome.sides);
        let no_edition = period.editions.len();
        let editions: Vec<u32> =
            period.tournaments.iter().map(|judged| u32::try_from(judged.edition.unwrap_or(no_edition)).expect("few editions")).collect();
        OutputColumn::dictionary("article", &texts, move |row| {
            let tournament = period.sides[row].tournament as usize;
            let edition = editions[tournament] * width;
            match outcomes[row] {
                SideOutcome::Counted { .. } => edition,
                SideOutcome::Pooled => edition + 1,
                SideOutcome::LeftOut(reason) => match of_tournament[tournament] {
                    Some(article) if period.tournaments[tournament].reason == Some(reason) => article,
                    _ => edition + 1 + reason as u32,
                },
            }
        })
    }
}

/// The table `changes`: one row for each player who played or whose rating moved.
pub(crate) fn changes<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let (period, changes) = (publication.period, &publication.outcome.changes);
    let articles = ChangeArticles::new(period);
    let rated = |r: Rating| r.is_rated().then(|| r.points());
    // Where ratings move after every game, a first rating may change again within the period.
    let has_change = |c: &Change| matches!(c.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl) || c.k_used > 0;
    let has_first = |c: &Change| matches!(c.cause, RatingChangeCause::FirstRating | RatingChangeCause::PoolUnderFloor);
    let integers = |name: &str, of: fn(&Change) -> i32, is_there: fn(&Change) -> bool| {
        OutputColumn::integers(name, move |row| Some(&changes[row]).filter(|change| is_there(change)).map(of))
    };
    let ratings = |name: &str, of: fn(&Change) -> Rating| OutputColumn::integers(name, move |row| rated(of(&changes[row])));
    let k_from = move |row: usize| match (has_change(&changes[row]), changes[row].k_is_listed) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    let columns = vec![
        OutputColumn::ids("fide_id", |row| Some(period.players.index.ids()[changes[row].player as usize])),
        OutputColumn::dictionary("cause", &RatingChangeCause::ALL.map(RatingChangeCause::word), |row| changes[row].cause as u32),
        ratings("before", |c| c.before),
        ratings("base", |c| c.base),
        integers("k", |c| i32::from(c.k), has_change),
        OutputColumn::dictionary("k_from", &["", "list", "edition"], k_from),
        integers("k_used", |c| i32::from(c.k_used), has_change),
        integers("games", |c| i32::try_from(c.games).unwrap_or(i32::MAX), |_| true),
        integers("half_points", |c| c.half_points, |_| true),
        integers("sum_hundredths", |c| c.sum.0, has_change),
        integers("change", |c| c.change, has_change),
        integers("opponents_sum", |c| c.opponents, |c| c.opponents > 0),
        integers("p_hundredths", |c| c.first.p.0, has_first),
        integers("dp", |c| c.first.dp, has_first),
        integers("computed", |c| c.computed, |c| c.computed != 0),
        integers("ordered", |c| c.ordered, |c| c.ordered != 0),
        ratings("after", |c| c.after),
        OutputColumn::dictionary("article", &articles.texts.clone(), move |row| articles.index(&changes[row])),
        OutputColumn::dictionary("orders", &order_ids(period), |row| changes[row].orders.number().into()),
        OutputColumn::integers("longer_rating", move |row| rated(*period.order_ratings.get(changes[row].player as usize)?)),
    ];
    OutputTable::new(changes.len(), columns)
}

/// The ids of every set of the period's orders, separated by spaces.
fn order_ids(period: &Period) -> Vec<String> {
    let ids = |set: OrderSet| {
        let orders = period.orders.iter().enumerate().filter(|(index, _)| set.contains(*index));
        orders.map(|(_, order)| order.id.as_str()).collect::<Vec<_>>().join(" ")
    };
    OrderSet::all(period.orders.len()).map(ids).collect()
}
