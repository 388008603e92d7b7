//! Which games a norm is judged by: all included games, or a choice of 1.41c, 1.41e, 1.41f and 1.42c (T27 to T30).

use crate::context::JudgingContext;
use crate::inclusion::{IncludedGame, last_round_forfeit};
use crate::left_out::{Ends, LeftOutSearch};
use crate::numbers::{Applicant, NormNumbers};
use crate::performance::credited_games;
use crate::rows::NormBasis;
use model::{ByeKind, SideResult};
use std::cmp::{Ordering, Reverse};

/// A set of games by which a player has a norm, or the games by which there is none.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) numbers: NormNumbers,
    pub(crate) basis: NormBasis,
    pub(crate) is_norm: bool,
    /// Meaningful for norms only.
    pub(crate) credited_games: u32,
    /// The last round of the games; 0 if no game has a number.
    pub(crate) last_round: u16,
    /// Positions of games that are left out, among the included games.
    pub(crate) left_out: Vec<usize>,
    /// How many of the included games there are up to the end of 1.41e.
    pub(crate) end: usize,
    /// Rounds of the games that are left out, ascending, each once.
    pub(crate) left_out_rounds: Vec<u16>,
}

impl Choice {
    pub(crate) fn new(
        context: &JudgingContext<'_>,
        numbers: NormNumbers,
        basis: NormBasis,
        is_norm: bool,
        kept: &[IncludedGame],
        left_out: Vec<(usize, u16)>,
    ) -> Self {
        let over = numbers.half_points_over().and_then(|over| u32::try_from(over).ok()).unwrap_or(0);
        let mut left_out_rounds: Vec<u16> = left_out.iter().map(|(_, round)| *round).collect();
        left_out_rounds.sort_unstable();
        left_out_rounds.dedup();
        Self {
            numbers,
            basis,
            is_norm,
            credited_games: credited_games(context, numbers.games, over, basis == NormBasis::OneMissed),
            last_round: kept.iter().map(|game| game.round).max().unwrap_or(0),
            end: kept.len() + left_out.len(),
            left_out: left_out.into_iter().map(|(position, _)| position).collect(),
            left_out_rounds,
        }
    }

    /// `Less` if this norm is reported rather than the other: most credited games, normal foreigners, fewest games left out, highest Rp, and
    /// the rounds left out that come first (T30).
    pub(crate) fn preference(&self, other: &Self) -> Ordering {
        let key = |choice: &Self| {
            let numbers = &choice.numbers;
            (choice.credited_games, numbers.has_normal_foreigners(), Reverse(choice.left_out.len()), numbers.rating.performance)
        };
        let by_key = key(other).cmp(&key(self));
        by_key.then_with(|| self.left_out_rounds.cmp(&other.left_out_rounds))
    }
}

/// Whether 1.41c applies: nine scheduled rounds, nine games asked, eight included, and one forfeit win or allocated bye (T27).
pub(crate) fn is_one_missed(context: &JudgingContext<'_>, player: u32, included: &[IncludedGame]) -> bool {
    let rule = &context.edition.games;
    u32::from(context.event.rounds) == rule.one_missed_rounds
        && context.games_asked == rule.at_least
        && included.len() == rule.one_missed_games as usize
        && points_without_play(context, player) == 1
}

/// How many rounds of a player are forfeit wins or byes allocated by the pairing.
pub(crate) fn points_without_play(context: &JudgingContext<'_>, player: u32) -> usize {
    let forfeits = context.games_of(player).filter(|game| game.own == SideResult::ForfeitWin && game.fault.is_none()).count();
    let byes = context.event.byes.iter().filter(|bye| bye.player == player && bye.kind == ByeKind::Allocated).count();
    forfeits + byes
}

/// Whether a player forfeited a game of an event in which all rounds count (1.41e, T29).
pub(crate) fn has_forfeited_fixed_round(context: &JudgingContext<'_>, player: u32) -> bool {
    context.has_fixed_pairings && context.games_of(player).any(|game| game.own == SideResult::ForfeitLoss && game.fault.is_none())
}

/// Which games may be left out in an event.
pub(crate) fn may_leave_out(context: &JudgingContext<'_>, applicant: &Applicant<'_>, all: &NormNumbers) -> Option<Ends> {
    if !context.has_fixed_pairings {
        return Some(Ends::AfterAnyRound);
    }
    let kinds = &context.edition.games.won_games_fixed_kinds;
    let has_kind = context.event.kind.is_some_and(|kind| kinds.contains(&kind));
    (has_kind && all.has_mix(applicant)).then_some(Ends::AllRounds)
}

/// The choice that is reported for an applicant: the preferred norm, or all included games where there is none.
///
/// `all` are the numbers of all included games.
pub(crate) fn reported_choice(
    context: &JudgingContext<'_>,
    applicant: &Applicant<'_>,
    included: &[IncludedGame],
    all: NormNumbers,
) -> Choice {
    let asked = context.games_asked;
    let one_missed = is_one_missed(context, applicant.player, included);
    let mut best: Option<Choice> = None;
    if all.games >= asked {
        if all.passes(context, applicant) {
            best = Some(Choice::new(context, all, NormBasis::AllGames, true, included, Vec::new()));
        }
        if all.games > asked
            && let Some(ends) = may_leave_out(context, applicant, &all)
        {
            best = LeftOutSearch::new(context, applicant, included, ends).improve(best);
        }
    } else if all.games + 1 == asked {
        best = with_last_forfeit(context, applicant, included);
    }
    best.unwrap_or_else(|| {
        let basis = if one_missed { NormBasis::OneMissed } else { NormBasis::AllGames };
        let is_norm = one_missed && all.passes(context, applicant);
        Choice::new(context, all, basis, is_norm, included, Vec::new())
    })
}

/// The norm of 1.42c: all included games and the forfeit of the last opponent, put in as a loss (T28).
pub(crate) fn with_last_forfeit(context: &JudgingContext<'_>, applicant: &Applicant<'_>, included: &[IncludedGame]) -> Option<Choice> {
    let forfeit = last_round_forfeit(context, applicant.player)?;
    let games: Vec<IncludedGame> = included.iter().copied().chain([forfeit]).collect();
    let numbers = NormNumbers::new(context, applicant, &games);
    let choice = || Choice::new(context, numbers, NormBasis::LastForfeit, true, &games, Vec::new());
    numbers.passes(context, applicant).then(choice)
}
