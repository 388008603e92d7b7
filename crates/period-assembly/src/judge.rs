//! The first stage: which tournaments are in, as far as that can be told without ratings, and which lists their games need.

use crate::AssemblyError;
use crate::codes;
use crate::duplicates::Doubles;
use crate::list_choice::{ListChoice, ListsAtHand};
use crate::online;
use crate::period::{Judged, Status};
use crate::questions::{JudgingContext, Verdict, ignored_waivers, warnings, withdrawn};
use crate::sides::Seats;
use chrono::Datelike;
use model::{
    Batch, Control, Date, Diagnostic, Games, ListDate, OnlineGames, Place, PlayerIndex, Pool, RatedTournaments, Reason, Tournament,
};
use rayon::prelude::*;
use rulebook::{Edition, Order, Rulebook};
use std::collections::BTreeSet;

/// What a list is made from, players and ratings aside.
#[derive(Debug)]
pub struct Materials<'a> {
    pub rulebook: &'a Rulebook,
    pub control: Control,
    pub list: ListDate,
    /// The previous list's date.
    pub previous: ListDate,
    /// Those on the previous list.
    pub known: &'a PlayerIndex,
    pub pool: Pool,
    pub rated: RatedTournaments,
    pub lists: ListsAtHand,
    pub handed_in: Batch,
    /// Online games of the rating period, in the order of time; none where the edition knows no such games.
    pub online: OnlineGames,
    /// Tournaments that were not read because an earlier list rated them.
    pub already_rated: Vec<Tournament>,
    /// Facts that are not given count against a tournament (D24).
    pub strict: bool,
    pub without_orders: bool,
}

/// The tournaments, judged; and what has to be read before the period can be assembled.
#[derive(Debug)]
pub struct Judgement {
    pub(crate) control: Control,
    pub(crate) list: ListDate,
    pub(crate) previous: ListDate,
    pub(crate) editions: Vec<Edition>,
    pub(crate) publication: usize,
    pub(crate) calculation: usize,
    pub(crate) orders: Vec<Order>,
    pub(crate) tournaments: Vec<Judged>,
    pub(crate) already_rated: Vec<Tournament>,
    pub(crate) games: Games,
    pub(crate) seats: Seats,
    /// The ids that the seats number.
    pub(crate) known: Vec<u32>,
    pub(crate) online: OnlineGames,
    pub(crate) online_strangers: BTreeSet<u32>,
    pub(crate) choice: ListChoice,
    pub(crate) pool: Pool,
    pub(crate) rated: RatedTournaments,
    pub(crate) unknown: Vec<u32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Judgement {
    /// Ids, ascending, that play or have results waiting and are not on the previous list.
    pub fn unknown_players(&self) -> &[u32] {
        &self.unknown
    }

    /// The lists, beside the previous one, whose ratings some game uses: older ones of this control, and those of longer controls.
    pub fn lists_needed(&self) -> Vec<(Control, ListDate)> {
        self.choice.lists(self.control, self.previous)
    }
}

/// Judges every tournament by what needs no ratings, and chooses the lists whose ratings the games of the others use.
pub fn judge(materials: Materials<'_>) -> Result<Judgement, AssemblyError> {
    let Materials { rulebook, control, list, previous, known, pool, rated, lists, handed_in, online, already_rated, .. } = materials;
    let mut editions = Editions::default();
    let publication = editions.number(rulebook.edition_on(control, list.day())?);
    let calculation = editions.number(rulebook.edition_on(control, previous.day())?);
    check_calendar(&editions.0[publication], list)?;

    let mut diagnostics = Vec::from_iter(missing_lists(&editions.0[publication], previous, list));
    let mut tournaments = in_order(handed_in.tournaments);
    let context = JudgingContext { control, list, publication: &editions.0[publication].clone(), strict: materials.strict };
    // Doubles are looked for in one tournament after the other; meanwhile the other cores find the players.
    let judge = || judge_all(&mut tournaments, rulebook, &context, &mut editions, &rated, &mut diagnostics);
    let (seats, ()) = rayon::join(|| Seats::find(&handed_in.games, known), judge);
    let online_strangers = online::strangers(&online, known);
    let unknown = unknown_players(seats.unknown_ids(&handed_in.games), &online_strangers, known, &pool);
    let choice = match editions.0[calculation].moves_after_every_game() {
        true => ListChoice::through(&mut tournaments, &lists, &editions.0[calculation], control, previous..list, &mut diagnostics),
        false => ListChoice::at_starts(&mut tournaments, &lists, &editions.0, control, previous, &mut diagnostics),
    };
    let orders = if materials.without_orders { Vec::new() } else { rulebook.orders_on(control, list).cloned().collect() };
    Ok(Judgement {
        control,
        list,
        previous,
        editions: editions.0,
        publication,
        calculation,
        orders,
        tournaments,
        already_rated,
        games: handed_in.games,
        seats,
        known: known.ids().to_vec(),
        online,
        online_strangers,
        choice,
        pool,
        rated,
        unknown,
        diagnostics,
    })
}

/// The editions in use, each once.
#[derive(Default)]
struct Editions(Vec<Edition>);

impl Editions {
    fn number(&mut self, edition: &Edition) -> usize {
        self.0.iter().position(|known| known.id == edition.id).unwrap_or_else(|| {
            self.0.push(edition.clone());
            self.0.len() - 1
        })
    }
}

fn check_calendar(publication: &Edition, list: ListDate) -> Result<(), AssemblyError> {
    if publication.calendar.months.contains(&list.day().month()) {
        return Ok(());
    }
    Err(AssemblyError::NoListThen { edition: publication.id.clone(), article: publication.calendar.article.clone(), list })
}

/// A warning where the previous list is not the one just before.
fn missing_lists(publication: &Edition, previous: ListDate, list: ListDate) -> Option<Diagnostic> {
    let months = &publication.calendar.months;
    let next = (1..=12).map(|month| previous.plus_months(month)).find(|date| months.contains(&date.day().month()))?;
    (next < list).then(|| {
        let message = format!("the previous list is of {previous}; one of {next} should lie between it and {list}");
        Diagnostic::new(&codes::PER012, &previous.to_string().into(), Place::default(), message).with_hint("make the lists between first")
    })
}

/// By start, then id, then file; tournaments without a start come last.
fn in_order(tournaments: Vec<Tournament>) -> Vec<Judged> {
    fn key(facts: &Tournament) -> (bool, Option<Date>, &str, &str) {
        (facts.start.is_none(), facts.start, &facts.id, &facts.file)
    }
    // Numbers are sorted first: tournaments are large, lie scattered, and are moved only once. Nearly always these keys tell all.
    let short = |(at, facts): (usize, &Tournament)| (facts.start.is_none(), facts.start, first_letters(&facts.id), at);
    let mut order: Vec<_> = tournaments.par_iter().enumerate().map(short).collect();
    order.par_sort_unstable_by(|a, b| {
        let whole = || key(&tournaments[a.3]).cmp(&key(&tournaments[b.3]));
        (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)).then_with(whole).then(a.3.cmp(&b.3))
    });
    let mut tournaments: Vec<Option<Tournament>> = tournaments.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(.., at)| tournaments[at].take()).map(Judged::new).collect()
}

/// The beginning of a text as a number: of two texts whose numbers differ the one with the lower number comes first.
fn first_letters(text: &str) -> u64 {
    let mut letters = [0; 8];
    let count = text.len().min(8);
    letters[..count].copy_from_slice(&text.as_bytes()[..count]);
    u64::from_be_bytes(letters)
}

/// Asks the questions of D23 that need no ratings.
fn judge_all(
    tournaments: &mut [Judged],
    rulebook: &Rulebook,
    context: &JudgingContext<'_>,
    editions: &mut Editions,
    rated: &RatedTournaments,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut doubles = Doubles::new(tournaments, rated);
    // What a tournament itself tells is asked of all at once; whether another is the same, of one after the other.
    let alone: Vec<Alone<'_>> = tournaments.par_iter().map(|judged| Alone::judge(&judged.facts, rulebook, context)).collect();
    for (judged, alone) in tournaments.iter_mut().zip(alone) {
        let (verdict, edition) = judge_one(judged, alone, editions, &mut doubles, diagnostics);
        judged.edition = edition;
        if let Some(verdict) = verdict {
            judged.decide(verdict);
        }
    }
}

/// What is decided about a tournament without looking at any other.
enum Alone<'a> {
    /// No edition can be found for it.
    Refused(Verdict),
    Under {
        edition: &'a Edition,
        start: Date,
        end: Date,
        /// By the questions before that of doubles, and by those after it.
        before: Option<Verdict>,
        after: Option<Verdict>,
    },
}

impl<'a> Alone<'a> {
    fn judge(facts: &Tournament, rulebook: &'a Rulebook, context: &JudgingContext<'_>) -> Self {
        let unusable = || facts.unusable.map(|code| Verdict::refused(Reason::Unusable, format!("{} {}", code.id, code.meaning)));
        let (Some(start), Some(end)) = (facts.start, facts.end) else {
            let no_dates = || Verdict::refused(Reason::NoDates, "the first or the last day is not given");
            return Self::Refused(unusable().unwrap_or_else(no_dates));
        };
        let edition = match rulebook.edition_on(context.control, start) {
            Ok(edition) => edition,
            Err(gap) => return Self::Refused(Verdict::refused(Reason::NoEdition, gap.to_string())),
        };
        let before =
            context.waits(facts, end).or_else(|| context.is_late(facts, edition, end)).or_else(|| withdrawn(facts)).or_else(unusable);
        let after = if before.is_none() { context.refuses(facts, edition, start, end) } else { None };
        Self::Under { edition, start, end, before, after }
    }
}

/// The first question with an answer decides; the order is that of D23.
fn judge_one(
    judged: &Judged,
    alone: Alone<'_>,
    editions: &mut Editions,
    doubles: &mut Doubles<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Verdict>, Option<usize>) {
    let facts = &judged.facts;
    let (edition, start, end, before, after) = match alone {
        Alone::Refused(verdict) => return (Some(verdict), None),
        Alone::Under { edition, start, end, before, after } => (edition, start, end, before, after),
    };
    let early = before.or_else(|| doubles.refuses(judged)).or(after);
    let number = editions.number(edition);
    if early.as_ref().is_none_or(|verdict| verdict.status != Status::Waiting) {
        ignored_waivers(facts, edition, diagnostics);
    }
    if early.is_some() {
        return (early, Some(number));
    }
    warnings(facts, edition, start, end, diagnostics);
    doubles.remember(judged);
    (None, Some(number))
}

/// Ids, ascending, that sit at some board and are not on the previous list; so are players who only wait in the pool where that list holds rated
/// players alone.
fn unknown_players(mut ids: Vec<u32>, online: &BTreeSet<u32>, known: &PlayerIndex, pool: &Pool) -> Vec<u32> {
    ids.extend(online);
    ids.extend(pool.entries.iter().map(|entry| entry.fide_id).filter(|&id| !known.contains(id)));
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a date")
    }

    /// What becomes of a withdrawn tournament that ended on a day and cannot be used either, on the list of March 2024.
    fn judged(end: &str, withdrawn: Option<&str>) -> (Status, Reason, String) {
        static CODE: model::Code = model::Code::error("TRF001", "The report is empty.");
        let rulebook = Rulebook::fide();
        let list: ListDate = "2024-03".parse().expect("a month");
        let publication = rulebook.edition_on(Control::Rapid, list.day()).expect("an edition").clone();
        let context = JudgingContext { control: Control::Rapid, list, publication: &publication, strict: false };
        let facts = Tournament {
            start: Some(day(end)),
            end: Some(day(end)),
            unusable: Some(&CODE),
            withdrawn: withdrawn.map(Into::into),
            ..Tournament::default()
        };
        let rated = RatedTournaments::default();
        let mut doubles = Doubles::new(&[], &rated);
        let alone = Alone::judge(&facts, rulebook, &context);
        let (verdict, _) = judge_one(&Judged::new(facts), alone, &mut Editions::default(), &mut doubles, &mut Vec::new());
        let Verdict { status, reason, detail } = verdict.expect("it is not rated");
        (status, reason, detail)
    }

    #[test]
    fn a_withdrawn_tournament_is_refused_after_it_is_closed_and_in_time_and_before_anything_else() {
        let withdrawn = |end| judged(end, Some("C-17"));
        // The closing date is three days before the list.
        assert_eq!(withdrawn("2024-02-28").0, Status::Waiting);
        // Rated by the third list after its end, that of February, or late.
        assert_eq!(withdrawn("2023-11-30").0, Status::Late);
        assert_eq!(withdrawn("2024-02-10"), (Status::Refused, Reason::Withdrawn, "withdrawn by the correction C-17".to_owned()));
        assert_eq!(judged("2024-02-10", None).1, Reason::Unusable);
    }

    #[test]
    fn tournaments_are_ordered_by_start_then_id_then_file() {
        let tournament = |start: &str, id: &str, file: &str| Tournament {
            start: start.parse().ok(),
            id: id.into(),
            file: file.into(),
            ..Tournament::default()
        };
        // Ids that begin alike for longer than eight letters, that are shorter, and that are not of the alphabet.
        let sorted = [
            ("2024-01-05", "Z", "a"),
            ("2024-01-06", "", "a"),
            ("2024-01-06", "tournament-10", "a"),
            ("2024-01-06", "tournament-9", "a"),
            ("2024-01-06", "tournament-9", "b"),
            ("2024-01-06", "tournamé", "a"),
            ("2024-01-06", "tournée", "a"),
            ("", "a", "a"),
            ("", "b", "a"),
        ];
        for shift in 0..sorted.len() {
            let mut shuffled: Vec<Tournament> = sorted.iter().map(|(start, id, file)| tournament(start, id, file)).collect();
            shuffled.rotate_left(shift);
            shuffled.swap(0, 4);
            let ordered = in_order(shuffled);
            let found = ordered.iter().map(|judged| (&*judged.facts.id, &*judged.facts.file));
            assert!(found.eq(sorted.iter().map(|&(_, id, file)| (id, file))), "rotated by {shift}");
        }
    }
}
