//! An event under way: what a player still needs for a norm (`norms --after ROUND`).

use crate::choices::{Choice, points_without_play};
use crate::event::{EventGame, TitleEvent};
use crate::inclusion::{IncludedGame, included_games};
use crate::judge::{EventJudge, ResultScope, judged_norm};
use crate::numbers::Applicant;
use crate::opponents::{federation_counts, federations_allowed, matching_needed, opponents_sum, title_counts, titled_needed};
use crate::performance::{dp_of_percent, percent};
use crate::rows::{NormResultRow, Verdict};
use model::{GameResult, SideResult};
use rulebook::{HalfRounding, Title, TitleEdition};

/// What a player of an event under way still needs for a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The result so far, if there is a game; where its verdict is a norm, the player has one already, whatever comes.
    pub so_far: Option<NormResultRow>,
    /// The result needed in the next game, where the next opponent is known.
    pub next: Option<NextGame>,
    /// For each number of further rounds after which a norm is possible, and each score in them from 0, what is still needed. Empty where there
    /// is a norm already.
    pub by_score: Vec<RemainingNeed>,
}

/// The next game of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    pub round: u16,
    /// Position in [`TitleEvent::players`].
    pub opponent: u32,
    pub needed: NeededResult,
}

/// Which result of the next game makes a norm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededResult {
    /// There is a norm already: the game does not matter.
    AlreadyNorm,
    /// The game has to be played, and may be lost; the opponent's forfeit in the last round does as well (1.42c).
    Loss,
    Draw,
    Win,
    /// No result of this game makes a norm by itself.
    NotReached,
}

/// What a score in the rounds left asks of the opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingNeed {
    /// How many more games.
    pub games: u32,
    /// The score in them.
    pub half_points: u32,
    /// What is needed of the opponents; `None` where no opponents make a norm with this score.
    pub opponents: Option<NeededOpponents>,
}

/// What is needed of the opponents in the rounds left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededOpponents {
    /// The least sum of their ratings, after 1.46.
    pub least_sum: i32,
    /// Rounds of beaten opponents that are left out for it (1.41f).
    pub left_out_rounds: Vec<u16>,
    /// Title-holders that are still missing (1.45a).
    pub titled_missing: u32,
    /// Opponents with a matching title that are still missing (1.45b to e).
    pub matching_missing: u32,
    /// Other federations that are still missing (1.43); 0 where the player is exempt.
    pub federations_missing: u32,
    /// How many opponents may still come from the player's own federation, and from the most frequent one (1.44); `None` where the player is
    /// exempt.
    pub own_left: Option<u32>,
    pub one_federation_left: Option<u32>,
}

/// Finds what a player still needs for a title after a round of an event; `None` for those who are not judged for it (T4).
///
/// Later rounds of the event are disregarded, but for the pairing of the next one. `player` is a position in [`TitleEvent::players`].
pub fn outlook(edition: &TitleEdition, event: &TitleEvent, player: u32, title: Title, after: u16) -> Option<Outlook> {
    let so_far = event_after(event, after, None);
    let judge = EventJudge::new(edition, &so_far, false);
    let norm = judged_norm(&judge.context, player, title)?;
    let mut included = Vec::new();
    included_games(&judge.context, player, &mut included);
    let can_stop = !judge.context.has_fixed_pairings || after >= event.rounds;
    let found = judge.result(player, norm, &included, ResultScope::Everybody);
    let is_final = after >= event.rounds || can_stop && included.len() >= judge.context.games_asked as usize;
    let row = found.map(|(_, row)| if is_final { row } else { without_norm(row) });
    let has_norm = row.as_ref().is_some_and(|row| row.verdict == Verdict::Norm);
    let next = (after < event.rounds).then(|| next_game(edition, event, player, title, after, has_norm)).flatten();
    let rounds_left = u32::from(event.rounds.saturating_sub(after));
    let applicant = judge.applicant(player, norm);
    let asked = judge.context.games_asked as usize;
    // With pairings fixed beforehand a norm needs all rounds; otherwise it may be there earlier (1.41e).
    let can_end_after = |more: &u32| *more == rounds_left || can_stop && included.len() + *more as usize >= asked;
    let of_rounds = |more: u32| {
        let needs =
            Needs { judge: &judge, applicant: &applicant, included: &included, games_left: more, is_to_the_end: more == rounds_left };
        (0..=2 * more).map(|score| needs.of_score(score)).collect::<Vec<_>>()
    };
    let by_score = if has_norm { Vec::new() } else { (1..=rounds_left).filter(can_end_after).flat_map(of_rounds).collect() };
    Some(Outlook { so_far: row, next, by_score })
}

/// Takes back the norm of an event that is still to be played in full (1.41c, 1.41e).
fn without_norm(row: NormResultRow) -> NormResultRow {
    NormResultRow { verdict: Verdict::No, credited_games: None, achieved_on: None, ..row }
}

/// An event as it is after a round, with one more result of a player if given.
fn event_after(event: &TitleEvent, after: u16, next: Option<EventGame>) -> TitleEvent {
    let mut short = event.clone();
    short.games.retain(|game| game.round <= after);
    short.games.extend(next);
    short.byes.retain(|bye| bye.round <= after);
    short
}

/// The next game of a player, and the least result that makes a norm together with the games so far.
fn next_game(edition: &TitleEdition, event: &TitleEvent, player: u32, title: Title, after: u16, has_norm: bool) -> Option<NextGame> {
    let round = after + 1;
    let pairing = event.games.iter().find(|game| game.round == round && (game.white == player || game.black == player))?;
    let opponent = if pairing.white == player { pairing.black } else { pairing.white };
    let is_norm_with = |own: SideResult, other: SideResult| {
        let result = if pairing.white == player { GameResult::new(own, other) } else { GameResult::new(other, own) };
        let with_next = event_after(event, after, Some(EventGame { result, fault: None, ..*pairing }));
        let judge = EventJudge::new(edition, &with_next, false);
        let Some(norm) = judged_norm(&judge.context, player, title) else { return false };
        let mut included = Vec::new();
        included_games(&judge.context, player, &mut included);
        let can_stop = !judge.context.has_fixed_pairings || round >= event.rounds;
        let found = judge.result(player, norm, &included, ResultScope::Everybody);
        let is_norm = |(choice, row): (Choice, NormResultRow)| {
            row.verdict == Verdict::Norm && (choice.numbers.games >= judge.context.games_asked || round >= event.rounds)
        };
        can_stop && found.is_some_and(is_norm)
    };
    let needed = if has_norm {
        NeededResult::AlreadyNorm
    } else if is_norm_with(SideResult::Loss, SideResult::Win) {
        NeededResult::Loss
    } else if is_norm_with(SideResult::Draw, SideResult::Draw) {
        NeededResult::Draw
    } else if is_norm_with(SideResult::Win, SideResult::Loss) {
        NeededResult::Win
    } else {
        NeededResult::NotReached
    };
    Some(NextGame { round, opponent, needed })
}

/// What the rounds left must bring, on top of the games so far.
struct Needs<'a> {
    judge: &'a EventJudge<'a>,
    applicant: &'a Applicant<'a>,
    included: &'a [IncludedGame],
    games_left: u32,
    /// No round is left after these games.
    is_to_the_end: bool,
}

impl Needs<'_> {
    /// The least that is needed of the opponents with a score, over every set of beaten opponents that may be left out.
    fn of_score(&self, half_points: u32) -> RemainingNeed {
        let opponents = self.kept_sets().into_iter().filter_map(|left_out| self.with_set(half_points, &left_out));
        let least = opponents.min_by(|a, b| (a.least_sum, &a.left_out_rounds).cmp(&(b.least_sum, &b.left_out_rounds)));
        RemainingNeed { games: self.games_left, half_points, opponents: least }
    }

    /// The games that a norm needs: one fewer after a forfeit win or an allocated bye in nine rounds (1.41c).
    fn games_asked(&self) -> usize {
        let context = &self.judge.context;
        let rule = &context.edition.games;
        let is_one_missed = self.is_to_the_end
            && u32::from(context.event.rounds) == rule.one_missed_rounds
            && context.games_asked == rule.at_least
            && points_without_play(context, self.applicant.player) == 1
            && self.included.len() + self.games_left as usize == rule.one_missed_games as usize;
        if is_one_missed { rule.one_missed_games as usize } else { context.games_asked as usize }
    }

    /// Every set of beaten opponents that may be left out, as positions of games; the empty one first.
    fn kept_sets(&self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let context = &self.judge.context;
        let spare = (self.included.len() + self.games_left as usize).saturating_sub(self.games_asked());
        // In round robins the mix of the complete tournament is asked first, which is not known yet.
        if context.has_fixed_pairings || spare == 0 {
            return sets;
        }
        let included = self.included;
        for (at, game) in included.iter().enumerate() {
            let is_same = |other: &usize| included[*other].opponent == game.opponent;
            let own: Vec<usize> = (0..included.len()).filter(is_same).collect();
            if own[0] != at || !own.iter().all(|other| included[*other].is_won()) {
                continue;
            }
            for before in 0..sets.len() {
                if sets[before].len() + own.len() <= spare {
                    sets.push(sets[before].iter().chain(&own).copied().collect());
                }
            }
        }
        sets
    }

    /// What is needed with a score and a set of games left out; `None` where the mix cannot be met any more, or the score is too low.
    fn with_set(&self, half_points: u32, left_out: &[usize]) -> Option<NeededOpponents> {
        let (context, norm) = (&self.judge.context, self.applicant.norm);
        let edition = context.edition;
        let kept: Vec<IncludedGame> =
            self.included.iter().enumerate().filter(|(at, _)| !left_out.contains(at)).map(|(_, game)| *game).collect();
        let left = self.games_left;
        let games = u32::try_from(kept.len()).ok()? + left;
        if (games as usize) < self.games_asked() || self.applicant.has_forfeited_fixed_round {
            return None;
        }
        let score = kept.iter().map(|game| game.half_points).sum::<u32>() + half_points;
        let percent = percent(score, games);
        if percent < edition.performance.score_percent_at_least {
            return None;
        }
        let average = (norm.performance_at_least.points() - dp_of_percent(percent)).max(norm.average_at_least.points());
        let least_sum = least_sum(edition.average.half, average, games) - opponents_sum(context, norm, &kept).sum;
        let titles = title_counts(context, norm, &kept);
        let titled_missing = titled_needed(edition, games).saturating_sub(titles.titled);
        let persons = if context.is_double_round_robin { context.event.players.len().saturating_sub(1) } else { games as usize };
        let matching_missing = matching_needed(context, norm, games, u32::try_from(persons).ok()?).saturating_sub(titles.matching);
        let federations = federation_counts(self.applicant.federation, &kept);
        let is_exempt = self.applicant.exemption.is_some();
        let missing = edition.federations.others_at_least.saturating_sub(federations.others);
        let federations_missing = if is_exempt { 0 } else { missing };
        let (own_allowed, one_allowed) = federations_allowed(edition, games);
        let (own_left, one_federation_left) = if is_exempt {
            (None, None)
        } else {
            (Some(own_allowed.checked_sub(federations.own)?), Some(one_allowed.checked_sub(federations.one)?))
        };
        let can_be_met = [titled_missing, matching_missing, federations_missing].into_iter().all(|missing| missing <= left);
        let mut left_out_rounds: Vec<u16> = left_out.iter().map(|at| self.included[*at].round).collect();
        left_out_rounds.sort_unstable();
        can_be_met.then_some(NeededOpponents {
            least_sum: least_sum.max(0),
            left_out_rounds,
            titled_missing,
            matching_missing,
            federations_missing,
            own_left,
            one_federation_left,
        })
    }
}

/// The least sum of ratings whose average, rounded, is so much (1.47).
fn least_sum(half: HalfRounding, average: i32, games: u32) -> i32 {
    let games = i32::try_from(games).expect("games of one player fit");
    match half {
        // 2 x sum + games >= 2 x games x average
        HalfRounding::Up | HalfRounding::AwayFromZero => (2 * games * average - games + 1).div_euclid(2),
    }
}
