//! Judges the norms of an event: its own row, and a row for each result (T43).

use crate::applicants::is_judged_for;
use crate::attendance::{EveryRound, every_round};
use crate::choices::{Choice, has_forfeited_fixed_round, may_leave_out, reported_choice};
use crate::context::JudgingContext;
use crate::eligibility::{Eligibility, judge_eligibility};
use crate::event::TitleEvent;
use crate::inclusion::{IncludedGame, included_games, last_round_forfeit};
use crate::left_out::{LeftOutSearch, can_reach_performance};
use crate::numbers::{Applicant, NormNumbers};
use crate::opponents::{exemption, opponents_sum};
use crate::performance::performance_rating;
use crate::play_time::has_single_rounds;
use crate::rows::{Articles, NormBasis, NormResultRow, TitleTournamentRow, Verdict};
use rulebook::{Norm, Title, TitleEdition};

/// Which results of an event are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultScope {
    /// Norms, and what is near one, in eligible events (T43).
    NormsAndNearMisses,
    /// Everybody who is judged for a title and has an included game, in any event. No result of an event that is not eligible is a norm.
    Everybody,
}

/// Verdict on an event: its row, and those of its results by player and title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventVerdict {
    pub tournament: TitleTournamentRow,
    pub results: Vec<NormResultRow>,
}

/// A result is near a norm with a performance up to so much under the mark, and games up to so many under the minimum (T43).
const NEAR_PERFORMANCE: i32 = 100;
const NEAR_GAMES: u32 = 2;

/// Judges an event by an edition of the title regulations. `strict` takes articles that are not proven as failed (T9).
pub fn judge_event(edition: &TitleEdition, event: &TitleEvent, strict: bool, scope: ResultScope) -> EventVerdict {
    let findings = EventFindings::new(edition, event, strict);
    let tournament = findings.tournament_row(edition, event);
    let is_listed = match scope {
        ResultScope::NormsAndNearMisses => tournament.eligible,
        ResultScope::Everybody => true,
    };
    // Most events of a month have too few rounds, so their games are never looked at one by one.
    let results = if is_listed { EventJudge::with(edition, event, findings).results(scope) } else { Vec::new() };
    EventVerdict { tournament, results }
}

/// What was found of an event as a whole.
#[derive(Debug)]
struct EventFindings {
    eligibility: Eligibility,
    every_round: EveryRound,
    single_rounds: Option<bool>,
}

impl EventFindings {
    fn new(edition: &TitleEdition, event: &TitleEvent, strict: bool) -> Self {
        Self {
            eligibility: judge_eligibility(edition, event, strict),
            every_round: every_round(edition, event),
            single_rounds: has_single_rounds(&edition.play, event),
        }
    }

    fn tournament_row(&self, edition: &TitleEdition, event: &TitleEvent) -> TitleTournamentRow {
        let foreign = &self.every_round.foreign;
        TitleTournamentRow {
            tournament_id: event.tournament_id.clone(),
            edition: edition.id.clone(),
            eligible: self.eligibility.is_eligible(),
            failed: self.eligibility.failed.clone(),
            unproven: self.eligibility.unproven.clone(),
            players: u32::try_from(event.players.len()).unwrap_or(u32::MAX),
            rounds: event.rounds,
            foreign_rated: foreign.rated,
            foreign_federations: foreign.federations,
            foreign_titled: foreign.titled,
            swiss_exempt: self.every_round.swiss_exempt,
            swiss_for_title: self.every_round.swiss_for_title,
            single_rounds: self.single_rounds,
        }
    }
}

/// An event with what was found of it as a whole.
#[derive(Debug)]
pub(crate) struct EventJudge<'a> {
    pub(crate) context: JudgingContext<'a>,
    findings: EventFindings,
}

impl<'a> EventJudge<'a> {
    pub(crate) fn new(edition: &'a TitleEdition, event: &'a TitleEvent, strict: bool) -> Self {
        Self::with(edition, event, EventFindings::new(edition, event, strict))
    }

    fn with(edition: &'a TitleEdition, event: &'a TitleEvent, findings: EventFindings) -> Self {
        Self { context: JudgingContext::new(edition, event), findings }
    }

    /// The results of all players, by player and title.
    fn results(&self, scope: ResultScope) -> Vec<NormResultRow> {
        let mut results = Vec::new();
        let mut included = Vec::new();
        for player in (0u32..).take(self.context.event.players.len()) {
            let norms = self.context.edition.norms.iter().filter(|norm| is_judged_for(self.context.player(player), norm.title));
            for (at, norm) in norms.enumerate() {
                if at == 0 {
                    included_games(&self.context, player, &mut included);
                }
                results.extend(self.result(player, norm, &included, scope).map(|(_, row)| row));
            }
        }
        results.sort_by_key(|row| (row.player.fide_id(), row.title.word()));
        results
    }

    pub(crate) fn applicant<'n>(&self, player: u32, norm: &'n Norm) -> Applicant<'n>
    where
        'a: 'n,
    {
        let federation = self.context.player(player).federation;
        Applicant {
            player,
            federation,
            norm,
            exemption: exemption(self.context.edition, self.context.event, federation, self.findings.every_round.swiss_exempt),
            has_forfeited_fixed_round: has_forfeited_fixed_round(&self.context, player),
        }
    }

    /// Judges a player for a title by the included games; `None` without games, and where the scope does not list the result.
    pub(crate) fn result(
        &self,
        player: u32,
        norm: &Norm,
        included: &[IncludedGame],
        scope: ResultScope,
    ) -> Option<(Choice, NormResultRow)> {
        let context = &self.context;
        let games = u32::try_from(included.len()).expect("games of one player fit");
        if games == 0 {
            return None;
        }
        let is_everybody = match scope {
            ResultScope::Everybody => true,
            ResultScope::NormsAndNearMisses => false,
        };
        if !is_everybody && games + NEAR_GAMES < context.games_asked {
            return None;
        }
        let half_points = included.iter().map(|game| game.half_points).sum();
        let rating = performance_rating(context.edition, opponents_sum(context, norm, included).sum, games, half_points);
        let is_near = rating.performance >= norm.performance_at_least.points() - NEAR_PERFORMANCE;
        if !is_everybody && !is_near && !self.other_choices_possible(player, norm, included) {
            return None;
        }
        let applicant = self.applicant(player, norm);
        let all = NormNumbers::new(context, &applicant, included);
        let choice = reported_choice(context, &applicant, included, all);
        let is_listed = is_everybody || is_near || choice.is_norm;
        is_listed.then(|| {
            let row = self.row(&applicant, &choice);
            (choice, row)
        })
    }

    /// Whether a player whose included games are far from a norm may have one by other games all the same: without some (1.41e, 1.41f), or
    /// with a forfeit (1.42c).
    fn other_choices_possible(&self, player: u32, norm: &Norm, included: &[IncludedGame]) -> bool {
        let context = &self.context;
        let (games, asked) = (included.len(), context.games_asked as usize);
        if games + 1 == asked {
            return last_round_forfeit(context, player).is_some();
        }
        if games <= asked || !can_reach_performance(context, norm, included) {
            return false;
        }
        let applicant = self.applicant(player, norm);
        let all = NormNumbers::new(context, &applicant, included);
        let ends = may_leave_out(context, &applicant, &all);
        ends.is_some_and(|ends| LeftOutSearch::new(context, &applicant, included, ends).has_candidates())
    }

    /// The row of a choice.
    fn row(&self, applicant: &Applicant<'_>, choice: &Choice) -> NormResultRow {
        let (context, numbers) = (&self.context, &choice.numbers);
        let event = context.event;
        let is_norm = choice.is_norm && self.findings.eligibility.is_eligible();
        let games_asked = (choice.basis != NormBasis::OneMissed).then_some(context.games_asked);
        let mut failed = numbers.failed(context, applicant, games_asked);
        if !self.findings.eligibility.is_eligible() {
            failed.extend(self.findings.eligibility.failed.iter().filter(|article| !failed.contains(article)).cloned().collect::<Vec<_>>());
            failed.sort_by(|a, b| a.bytes().filter(|byte| *byte != b'.').cmp(b.bytes().filter(|byte| *byte != b'.')));
        }
        let needs_exemption = !numbers.has_normal_foreigners();
        NormResultRow {
            tournament_id: event.tournament_id.clone(),
            player: context.player(applicant.player).player,
            title: applicant.norm.title,
            edition: context.edition.id.clone(),
            verdict: if is_norm { Verdict::Norm } else { Verdict::No },
            failed,
            unproven: self.findings.eligibility.unproven.clone(),
            basis: basis_articles(context.edition, choice.basis),
            games: numbers.games,
            half_points: numbers.half_points,
            opponents_sum: numbers.sum,
            average: numbers.rating.average,
            percent: numbers.rating.percent,
            dp: numbers.rating.dp,
            performance: numbers.rating.performance,
            half_points_needed: numbers.half_points_needed,
            half_points_over: numbers.half_points_over(),
            titled: numbers.titles.titled,
            titled_needed: numbers.titles.titled_needed,
            matching: numbers.titles.matching,
            matching_needed: numbers.titles.matching_needed,
            own: numbers.federations.own,
            own_allowed: numbers.own_allowed,
            one_federation: numbers.federations.one,
            one_federation_allowed: numbers.one_federation_allowed,
            other_federations: numbers.federations.others,
            exempt: applicant.exemption.filter(|_| needs_exemption).map(str::to_owned),
            normal_foreigners: numbers.has_normal_foreigners(),
            raised: numbers.raised.map(|opponent| context.player(opponent).player),
            left_out_rounds: choice.left_out_rounds.clone(),
            credited_games: is_norm.then_some(choice.credited_games),
            achieved_on: is_norm.then(|| context.date_of_round(choice.last_round).unwrap_or(event.end)),
            single_rounds: self.findings.single_rounds,
            swiss_for_title: self.findings.every_round.swiss_for_title,
        }
    }
}

/// The articles on the number of games that a result rests on, in the numbering of the edition.
pub(crate) fn basis_articles(edition: &TitleEdition, basis: NormBasis) -> Articles {
    let games = &edition.games;
    match basis {
        NormBasis::AllGames => Vec::new(),
        NormBasis::OneMissed => vec![games.one_missed_article.clone()],
        NormBasis::LastForfeit => vec![edition.left_out.last_forfeit_article.clone()],
        NormBasis::LeftOut { later, won } => {
            let articles = [(later, &games.later_games_article), (won, &games.won_games_article)];
            articles.into_iter().filter(|(applies, _)| *applies).map(|(_, article)| article.clone()).collect()
        }
    }
}

/// The norm of a title, where a player is judged for it.
pub(crate) fn judged_norm<'a>(context: &JudgingContext<'a>, player: u32, title: Title) -> Option<&'a Norm> {
    let player = context.event.players.get(player as usize)?;
    context.norm(title).filter(|_| is_judged_for(player, title))
}
