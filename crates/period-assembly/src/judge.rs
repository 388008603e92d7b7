//! The first call: the tournaments handed in, judged as far as that needs no ratings, and the lists that their games need.

use crate::AssemblyError;
use crate::codes;
use crate::duplicate_finder::DuplicateFinder;
use crate::eligibility::{JudgingContext, TournamentDecision, warn, warn_of_ignored_waivers, withdrawn};
use crate::list_choice::{AvailableLists, ListChoice};
use crate::online;
use crate::period::{Judged, TournamentStatus};
use crate::previous_refusals::PreviousRefusal;
use crate::sides::GamePlayers;
use chrono::Datelike;
use model::{
    Batch, Control, Date, Diagnostic, Games, ListDate, OnlineGames, Place, PlayerIndex, Pool, RatedTournaments, Reason, Tournament,
};
use rayon::prelude::*;
use rulebook::{Edition, Order, Rulebook};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Everything that a list is made from, except players and ratings.
#[derive(Debug)]
pub struct PeriodInputs<'a> {
    pub rulebook: &'a Rulebook,
    pub control: Control,
    pub list: ListDate,
    /// The previous list's date.
    pub previous: ListDate,
    /// The players on the previous list.
    pub known: &'a PlayerIndex,
    pub pool: Pool,
    pub rated: Arc<RatedTournaments>,
    pub lists: AvailableLists,
    pub batch: Batch,
    /// Online games of the rating period, in the order of time; empty where the edition does not rate them.
    pub online: OnlineGames,
    /// Tournaments that were not read because an earlier list rated them.
    pub already_rated: Vec<Tournament>,
    /// Refusals of the previous list, of reports that have not changed since.
    pub previous_refusals: Vec<PreviousRefusal>,
    /// Facts that are not given count against a tournament (D24).
    pub strict: bool,
    /// The orders that are applied to the list.
    pub orders: Vec<Order>,
    /// The list of a longer control that one of them raises to.
    pub order_list: Option<(Control, ListDate)>,
}

/// The judged tournaments, and what the caller has to read before the period can be assembled.
#[derive(Debug)]
pub struct Judgement {
    pub(crate) control: Control,
    pub(crate) list: ListDate,
    pub(crate) previous: ListDate,
    pub(crate) editions: Vec<Edition>,
    pub(crate) publication: usize,
    pub(crate) calculation: usize,
    pub(crate) orders: Vec<Order>,
    pub(crate) order_list: Option<(Control, ListDate)>,
    pub(crate) tournaments: Vec<Judged>,
    pub(crate) already_rated: Vec<Tournament>,
    pub(crate) games: Games,
    pub(crate) game_players: GamePlayers,
    /// The ids that `game_players` are indexes of.
    pub(crate) known: Vec<u32>,
    pub(crate) online: OnlineGames,
    pub(crate) unknown_online_players: BTreeSet<u32>,
    pub(crate) choice: ListChoice,
    pub(crate) pool: Pool,
    pub(crate) rated: Arc<RatedTournaments>,
    pub(crate) previous_refusals: Vec<PreviousRefusal>,
    pub(crate) unknown: Vec<u32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Judgement {
    /// Ids, ascending, that have games or results in the pool and are not on the previous list.
    pub fn unknown_players(&self) -> &[u32] {
        &self.unknown
    }

    /// The lists, other than the previous one, whose ratings some game or order uses: older ones of this control, and those of longer controls.
    pub fn lists_needed(&self) -> Vec<(Control, ListDate)> {
        let mut lists = self.choice.lists(self.control, self.previous);
        lists.extend(self.order_list.filter(|list| !lists.contains(list)));
        lists
    }
}

/// Judges every tournament by the rules that need no ratings, and chooses the lists whose ratings the games of the others use.
pub fn judge(inputs: PeriodInputs<'_>) -> Result<Judgement, AssemblyError> {
    let PeriodInputs {
        rulebook, control, list, previous, known, pool, rated, lists, batch, online, already_rated, orders, order_list, ..
    } = inputs;
    let mut previous_refusals = inputs.previous_refusals;
    previous_refusals.sort();
    let mut editions = Editions::default();
    let publication = editions.index_of(rulebook.edition_on(control, list.day())?);
    let calculation = editions.index_of(rulebook.edition_on(control, previous.day())?);
    check_calendar(&editions.0[publication], list)?;

    let mut diagnostics = Vec::from_iter(missing_lists(rulebook, control, previous, list)?);
    diagnostics.extend(order_list_stands_in(&orders, order_list, list));
    let publication_edition = editions.0[publication].clone();
    let context = JudgingContext { control, list, previous, publication: &publication_edition, games: &batch.games, strict: inputs.strict };
    // Tournaments are moved into their order, and duplicates found, one after another; meanwhile the other cores find the players.
    let sort_and_judge = || {
        let mut tournaments = sort_tournaments(batch.tournaments);
        judge_all(&mut tournaments, rulebook, &context, &mut editions, &rated, &mut diagnostics);
        tournaments
    };
    let (game_players, mut tournaments) = rayon::join(|| GamePlayers::find(&batch.games, known), sort_and_judge);
    let unknown_online_players = online::unknown_players(&online, known);
    let unknown = unknown_players(game_players.unknown_ids(&batch.games), &unknown_online_players, known, &pool);
    let choice = match editions.0[calculation].moves_after_every_game() {
        true => ListChoice::through_period(&mut tournaments, &lists, &editions.0[calculation], control, previous..list, &mut diagnostics),
        false => ListChoice::at_starts(&mut tournaments, &lists, &editions.0, control, previous, &mut diagnostics),
    };
    Ok(Judgement {
        control,
        list,
        previous,
        editions: editions.0,
        publication,
        calculation,
        orders,
        order_list,
        tournaments,
        already_rated,
        games: batch.games,
        game_players,
        known: known.ids().to_vec(),
        online,
        unknown_online_players,
        choice,
        pool,
        rated,
        previous_refusals,
        unknown,
        diagnostics,
    })
}

/// The editions in use, without repetition.
#[derive(Default)]
struct Editions(Vec<Edition>);

impl Editions {
    fn index_of(&mut self, edition: &Edition) -> usize {
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
    Err(AssemblyError::NoListInMonth { edition: publication.id.clone(), article: publication.calendar.article.clone(), list })
}

/// A warning where lists between the previous one and this one are missing.
fn missing_lists(rulebook: &Rulebook, control: Control, previous: ListDate, list: ListDate) -> Result<Option<Diagnostic>, AssemblyError> {
    let missing = rulebook.first_list_between(control, previous, list)?;
    Ok(missing.map(|missing| {
        let message = format!("the previous list is of {previous}; one of {missing} should lie between it and {list}");
        Diagnostic::new(&codes::PER012, &previous.to_string().into(), Place::default(), message).with_hint("make the lists between first")
    }))
}

/// A warning where an order raises to an older list than the one of the same date.
fn order_list_stands_in(orders: &[Order], order_list: Option<(Control, ListDate)>, list: ListDate) -> Option<Diagnostic> {
    let (longer, found) = order_list.filter(|(_, found)| *found != list)?;
    let order = orders.iter().find(|order| order.effect.longer_control() == Some(longer))?;
    let message = format!(
        "the order {} looks at {longer} ratings; the {longer} list of {list} is not at hand, the one of {found} stands in",
        order.id
    );
    let diagnostic = Diagnostic::new(&codes::PER018, &list.to_string().into(), Place::default(), message);
    Some(diagnostic.with_hint(format!("make the {longer} list of {list} first")))
}

/// Tournaments sorted by start, then id, then file; those without a start come last.
fn sort_tournaments(tournaments: Vec<Tournament>) -> Vec<Judged> {
    fn key(facts: &Tournament) -> (bool, Option<Date>, &str, &str) {
        (facts.start.is_none(), facts.start, &facts.id, &facts.file)
    }
    // Short keys are sorted first, because tournaments are large: each is moved once. The full key is rarely needed.
    let short = |(at, facts): (usize, &Tournament)| (facts.start.is_none(), facts.start, prefix_as_number(&facts.id), at);
    let mut order: Vec<_> = tournaments.par_iter().enumerate().map(short).collect();
    order.par_sort_unstable_by(|a, b| {
        let whole = || key(&tournaments[a.3]).cmp(&key(&tournaments[b.3]));
        (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)).then_with(whole).then(a.3.cmp(&b.3))
    });
    let mut tournaments: Vec<Option<Tournament>> = tournaments.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(.., at)| tournaments[at].take()).map(Judged::new).collect()
}

/// The first eight bytes of a text as a number. Where two numbers differ, the texts sort as the numbers do.
fn prefix_as_number(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let count = text.len().min(8);
    bytes[..count].copy_from_slice(&text.as_bytes()[..count]);
    u64::from_be_bytes(bytes)
}

/// Applies the rules of D23 that need no ratings.
fn judge_all(
    tournaments: &mut [Judged],
    rulebook: &Rulebook,
    context: &JudgingContext<'_>,
    editions: &mut Editions,
    rated: &RatedTournaments,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut duplicates = DuplicateFinder::new(tournaments, rated);
    // Rules about one tournament are applied in parallel; duplicates are found in order.
    let independent: Vec<IndependentDecision<'_>> =
        tournaments.par_iter().map(|judged| IndependentDecision::judge(&judged.facts, rulebook, context)).collect();
    for (judged, independent) in tournaments.iter_mut().zip(independent) {
        let (decision, edition) = judge_one(judged, independent, editions, &mut duplicates, diagnostics);
        judged.edition = edition;
        if let Some(decision) = decision {
            judged.decide(decision);
        }
    }
}

/// The decision about a tournament by itself, before it is compared with others.
enum IndependentDecision<'a> {
    /// Refused, because it has no edition.
    NoEdition(TournamentDecision),
    ByEdition {
        edition: &'a Edition,
        start: Date,
        end: Date,
        /// The decision by the rules that D23 has before duplicates.
        before_duplicates: Option<TournamentDecision>,
        /// The decision by the rules that D23 has after duplicates.
        after_duplicates: Option<TournamentDecision>,
        /// What rules that refuse no official event say of it (D43).
        not_applied: Vec<TournamentDecision>,
    },
}

impl<'a> IndependentDecision<'a> {
    fn judge(facts: &Tournament, rulebook: &'a Rulebook, context: &JudgingContext<'_>) -> Self {
        let unusable = || facts.unusable.map(|code| TournamentDecision::refused(code.refusal, format!("{} {}", code.id, code.meaning)));
        let (Some(start), Some(end)) = (facts.start, facts.end) else {
            let no_dates = || TournamentDecision::refused(Reason::NoDates, "the first or the last day is not given");
            return Self::NoEdition(unusable().unwrap_or_else(no_dates));
        };
        let edition = match rulebook.edition_on(context.control, start) {
            Ok(edition) => edition,
            Err(gap) => return Self::NoEdition(TournamentDecision::refused(Reason::NoEdition, gap.to_string())),
        };
        let is_official = edition.official_event_article(facts).is_some();
        let late = || if is_official { None } else { context.late(facts, edition, end) };
        let before_duplicates = context.waiting(facts, end).or_else(late).or_else(|| withdrawn(facts)).or_else(unusable);
        let after_duplicates = if before_duplicates.is_none() { context.refusal(facts, edition, start, end) } else { None };
        let not_applied = if is_official { context.not_applied(facts, edition, start, end) } else { Vec::new() };
        Self::ByEdition { edition, start, end, before_duplicates, after_duplicates, not_applied }
    }
}

/// Judges one tournament: the first rule that applies decides, in the order of D23. Also returns the index of the edition.
fn judge_one(
    judged: &Judged,
    independent: IndependentDecision<'_>,
    editions: &mut Editions,
    duplicates: &mut DuplicateFinder<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<TournamentDecision>, Option<usize>) {
    let facts = &judged.facts;
    let (edition, start, end, before_duplicates, after_duplicates, not_applied) = match independent {
        IndependentDecision::NoEdition(decision) => return (Some(decision), None),
        IndependentDecision::ByEdition { edition, start, end, before_duplicates, after_duplicates, not_applied } => {
            (edition, start, end, before_duplicates, after_duplicates, not_applied)
        }
    };
    let decision = before_duplicates.or_else(|| duplicates.refusal(judged)).or(after_duplicates);
    let index = editions.index_of(edition);
    if decision.as_ref().is_none_or(|decision| decision.status != TournamentStatus::Waiting) {
        warn_of_ignored_waivers(facts, edition, diagnostics);
    }
    if decision.is_some() {
        return (decision, Some(index));
    }
    warn(facts, edition, start, end, diagnostics);
    if let Some(article) = edition.official_event_article(facts) {
        diagnostics.extend(not_applied.iter().map(|decision| decision.not_applied(facts, article)));
    }
    duplicates.add(judged);
    (None, Some(index))
}

/// Ids, ascending, that have games or results in the pool and are not on the previous list. A list of rated players only lacks those in the pool.
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

    /// The decision, for the list of March 2024, about an unusable tournament that ended on a day and may be withdrawn.
    fn judged(end: &str, withdrawn: Option<&str>) -> (TournamentStatus, Reason, String) {
        static CODE: model::Code = model::Code::error("TRF001", "The report is empty.");
        let rulebook = Rulebook::fide();
        let list: ListDate = "2024-03".parse().expect("a month");
        let publication = rulebook.edition_on(Control::Rapid, list.day()).expect("an edition").clone();
        let context = JudgingContext {
            control: Control::Rapid,
            list,
            previous: list.minus_months(1),
            publication: &publication,
            games: &Games::default(),
            strict: false,
        };
        let facts = Tournament {
            start: Some(day(end)),
            end: Some(day(end)),
            unusable: Some(&CODE),
            withdrawn: withdrawn.map(Into::into),
            ..Tournament::default()
        };
        let rated = RatedTournaments::default();
        let mut duplicates = DuplicateFinder::new(&[], &rated);
        let independent = IndependentDecision::judge(&facts, rulebook, &context);
        let (decision, _) = judge_one(&Judged::new(facts), independent, &mut Editions::default(), &mut duplicates, &mut Vec::new());
        let TournamentDecision { status, reason, detail, .. } = decision.expect("it is not rated");
        (status, reason, detail)
    }

    #[test]
    fn a_withdrawn_tournament_may_still_be_waiting_or_late_and_is_refused_before_any_other_rule() {
        let withdrawn = |end| judged(end, Some("C-17"));
        // The closing date is three days before the list.
        assert_eq!(withdrawn("2024-02-28").0, TournamentStatus::Waiting);
        // Rated by the third list after its end, that of February, or late.
        assert_eq!(withdrawn("2023-11-30").0, TournamentStatus::Late);
        assert_eq!(withdrawn("2024-02-10"), (TournamentStatus::Refused, Reason::Withdrawn, "withdrawn by the correction C-17".to_owned()));
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
        // Ids with the same first eight bytes, shorter ids, and ids with letters beyond ASCII.
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
            let ordered = sort_tournaments(shuffled);
            let found = ordered.iter().map(|judged| (&*judged.facts.id, &*judged.facts.file));
            assert!(found.eq(sorted.iter().map(|&(_, id, file)| (id, file))), "rotated by {shift}");
        }
    }
}
