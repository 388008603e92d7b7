//! The search for the best set of games that 1.41e and 1.41f allow to leave out (T29, T30).
//!
//! A set is an end, after which everything is left out, and a number of games against beaten opponents before it. For each end and number a
//! bound says how good any such set can be at best: without the lowest-rated beaten opponents, with the most that 1.46c can add, and with the
//! mix that remains if the removed games were chosen for each requirement alone. Pairs of end and number that cannot give a norm, or none
//! that is preferred to the best one so far, are not searched. All other sets are tried, so the search is exact.

use crate::choices::Choice;
use crate::context::JudgingContext;
use crate::event::{Federation, TitleSet};
use crate::inclusion::IncludedGame;
use crate::numbers::{Applicant, NormNumbers};
use crate::opponents::{federations_allowed, titled_needed};
use crate::performance::{average, credited_games, dp_of_percent, half_points_needed, percent};
use crate::rows::NormBasis;
use rulebook::Norm;
use std::cmp::{Ordering, Reverse};

/// After which rounds everything may be left out (1.41e).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Pairings are fixed: after none.
    AllRounds,
    AfterAnyRound,
}

/// A set of games of some end, and how many of them to leave out.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// How many of the included games, in the order of rounds, there are up to the end.
    end: usize,
    removed: usize,
    /// At most so many credited games.
    credited_at_most: u32,
}

/// A beaten opponent: the games that are left out together.
#[derive(Clone, Debug)]
struct BeatenOpponent {
    games: Vec<usize>,
    /// The sum of the opponent's ratings, before 1.46c.
    sum: i32,
}

/// Whether some set of enough games can reach the performance and the average of a norm: by the highest ratings, all raised to the floor, and
/// all points in the fewest games. Where it cannot, no choice of games makes a norm.
pub(crate) fn can_reach_performance(context: &JudgingContext<'_>, norm: &Norm, included: &[IncludedGame]) -> bool {
    let asked = context.games_asked.max(1);
    let mut ratings: Vec<i32> = included.iter().map(|game| game.rating.max(norm.floor.points())).collect();
    ratings.sort_unstable_by_key(|rating| Reverse(*rating));
    let highest: i32 = ratings.iter().take(asked as usize).sum();
    let average = average(context.edition, highest, asked);
    let half_points = included.iter().map(|game| game.half_points).sum::<u32>().min(2 * asked);
    let performance = average + dp_of_percent(percent(half_points, asked));
    average >= norm.average_at_least.points() && performance >= norm.performance_at_least.points()
}

/// The search over all sets of games that may be left out.
#[derive(Debug)]
pub(crate) struct LeftOutSearch<'a> {
    context: &'a JudgingContext<'a>,
    applicant: &'a Applicant<'a>,
    /// In the order of rounds.
    included: &'a [IncludedGame],
    ends: Ends,
}

/// Games up to one end, and their beaten opponents.
struct GamesToEnd<'a> {
    games: &'a [IncludedGame],
    beaten: Vec<BeatenOpponent>,
    half_points: u32,
    sum: i32,
    /// The most that raising one opponent to the floor can add (1.46c).
    raise_at_most: i32,
    /// Ratings of games against beaten opponents, ascending.
    beaten_ratings: Vec<i32>,
}

impl<'a> LeftOutSearch<'a> {
    pub(crate) fn new(context: &'a JudgingContext<'a>, applicant: &'a Applicant<'a>, included: &'a [IncludedGame], ends: Ends) -> Self {
        Self { context, applicant, included, ends }
    }

    /// Returns the preferred norm, of the best one so far and of every set that leaves out at least one game.
    pub(crate) fn improve(&self, mut best: Option<Choice>) -> Option<Choice> {
        if self.applicant.has_forfeited_fixed_round {
            return best;
        }
        let left_out = |candidate: &Candidate| self.included.len() - candidate.end + candidate.removed;
        let mut candidates = self.candidates();
        candidates.sort_by_key(|candidate| (Reverse(candidate.credited_at_most), left_out(candidate)));
        for candidate in candidates {
            let is_worse = |best: &Choice| {
                let most = candidate.credited_at_most.cmp(&best.credited_games);
                let fewest = best.left_out.len().cmp(&left_out(&candidate));
                match most {
                    Ordering::Less => true,
                    Ordering::Equal => best.numbers.has_normal_foreigners() && fewest == Ordering::Less,
                    Ordering::Greater => false,
                }
            };
            if best.as_ref().is_some_and(is_worse) {
                continue;
            }
            let to_end = GamesToEnd::new(self.applicant, &self.included[..candidate.end]);
            let mut subset = Subset { search: self, to_end: &to_end, left_out: vec![false; candidate.end], best };
            subset.try_all(0, candidate.removed, 0);
            best = subset.best;
        }
        best
    }

    /// Whether the bounds leave any set to try.
    pub(crate) fn has_candidates(&self) -> bool {
        !self.applicant.has_forfeited_fixed_round && !self.candidates().is_empty()
    }

    /// The pairs of end and number of games left out that the bounds leave.
    fn candidates(&self) -> Vec<Candidate> {
        let asked = self.context.games_asked as usize;
        let mut candidates = Vec::new();
        for end in self.end_positions() {
            let to_end = GamesToEnd::new(self.applicant, &self.included[..end]);
            let removed_at_most = (end - asked).min(to_end.beaten_ratings.len());
            for removed in 0..=removed_at_most {
                let leaves_out = end - removed < self.included.len();
                if leaves_out && let Some(credited_at_most) = to_end.credited_at_most(self, removed) {
                    candidates.push(Candidate { end, removed, credited_at_most });
                }
            }
        }
        candidates
    }

    /// How many games there are up to each possible end, the latest end first, as far as enough games remain.
    fn end_positions(&self) -> Vec<usize> {
        let all = self.included.len();
        let asked = self.context.games_asked as usize;
        // Games without a number are before all rounds, and no end (NRM007).
        let is_round_end = |before: u16, after: u16| before > 0 && before < after;
        let is_end = |end: &usize| *end == all || is_round_end(self.included[*end - 1].round, self.included[*end].round);
        match self.ends {
            Ends::AllRounds => vec![all],
            Ends::AfterAnyRound => (asked.max(1)..=all).rev().filter(is_end).collect(),
        }
    }

    /// The basis of a set, and how many games there are up to its end: the way to it with the latest end (T30).
    fn basis(&self, is_left_out: &dyn Fn(usize) -> bool) -> (NormBasis, usize) {
        let all = self.included;
        let positions = 0..all.len();
        let is_way = |end: usize| {
            let after_end = (end..all.len()).all(is_left_out);
            let is_beaten = |at: usize| {
                all[..end].iter().enumerate().all(|(other, game)| game.opponent != all[at].opponent || game.is_won() && is_left_out(other))
            };
            after_end && (0..end).all(|at| !is_left_out(at) || is_beaten(at))
        };
        let end = self.end_positions().into_iter().find(|end| is_way(*end)).unwrap_or(all.len());
        let (mut later, mut won) = (false, false);
        for at in positions.filter(|at| is_left_out(*at)) {
            if at < end { won = true } else { later = true }
        }
        (NormBasis::LeftOut { later, won }, end)
    }
}

impl<'a> GamesToEnd<'a> {
    fn new(applicant: &Applicant<'_>, games: &'a [IncludedGame]) -> Self {
        let mut beaten: Vec<BeatenOpponent> = Vec::new();
        for (at, game) in games.iter().enumerate() {
            let is_same = |other: &&IncludedGame| other.opponent == game.opponent;
            if games[..at].iter().any(|other| is_same(&other)) || !games[at..].iter().filter(is_same).all(IncludedGame::is_won) {
                continue;
            }
            let own: Vec<usize> = (at..games.len()).filter(|other| games[*other].opponent == game.opponent).collect();
            let sum = own.iter().map(|other| games[*other].rating).sum();
            beaten.push(BeatenOpponent { games: own, sum });
        }
        let floor = applicant.norm.floor.points();
        let raise = |game: &IncludedGame| {
            let under = |other: &IncludedGame| if other.opponent == game.opponent { (floor - other.rating).max(0) } else { 0 };
            games.iter().map(under).sum::<i32>()
        };
        let mut beaten_ratings: Vec<i32> = beaten.iter().flat_map(|opponent| &opponent.games).map(|at| games[*at].rating).collect();
        beaten_ratings.sort_unstable();
        Self {
            games,
            half_points: games.iter().map(|game| game.half_points).sum(),
            sum: games.iter().map(|game| game.rating).sum(),
            raise_at_most: games.iter().filter(|game| game.rating < floor).map(raise).max().unwrap_or(0),
            beaten,
            beaten_ratings,
        }
    }

    /// The most games that a norm can count as if so many games against beaten opponents are left out; `None` if there can be none.
    fn credited_at_most(&self, search: &LeftOutSearch<'_>, removed: usize) -> Option<u32> {
        let lowest: i32 = self.beaten_ratings[..removed].iter().sum();
        let credited = self.credited_with_sum(search, removed, self.sum - lowest + self.raise_at_most)?;
        self.can_have_mix(search, removed).then_some(credited)
    }

    /// The credited games with a sum of ratings; `None` if that is too little for a norm.
    fn credited_with_sum(&self, search: &LeftOutSearch<'_>, removed: usize, sum: i32) -> Option<u32> {
        let (context, norm) = (search.context, search.applicant.norm);
        let games = u32::try_from(self.games.len() - removed).ok()?;
        let half_points = self.half_points - 2 * u32::try_from(removed).ok()?;
        let average = average(context.edition, sum, games);
        let needed = half_points_needed(context.edition, norm, average, games)?;
        let is_enough = average >= norm.average_at_least.points()
            && half_points >= needed
            && percent(half_points, games) >= context.edition.performance.score_percent_at_least;
        is_enough.then(|| credited_games(context, games, half_points - needed, false))
    }

    /// Whether the mix is possible where each requirement alone chooses the removed games.
    fn can_have_mix(&self, search: &LeftOutSearch<'_>, removed: usize) -> bool {
        let (context, applicant) = (search.context, search.applicant);
        let is_beaten = |at: usize| self.beaten.iter().any(|opponent| opponent.games.contains(&at));
        let beaten: Vec<bool> = (0..self.games.len()).map(is_beaten).collect();
        let left = self.games.len() - removed;
        let games = u32::try_from(left).unwrap_or(u32::MAX);
        // The most that can remain of games with something, and the least of them.
        let most_with = |has: &dyn Fn(&IncludedGame) -> bool| {
            let all = self.games.iter().filter(|game| has(game)).count();
            let others = self.games.iter().zip(&beaten).filter(|(game, beaten)| **beaten && !has(game)).count();
            all - removed.saturating_sub(others)
        };
        let least_with = |has: &dyn Fn(&IncludedGame) -> bool| {
            let all = self.games.iter().filter(|game| has(game)).count();
            let own = self.games.iter().zip(&beaten).filter(|(game, beaten)| **beaten && has(game)).count();
            all - removed.min(own)
        };
        if most_with(&|game| game.titles.has_any(context.counted_titles)) < titled_needed(context.edition, games) as usize {
            return false;
        }
        let matching: TitleSet = applicant.norm.opponents_titles.iter().copied().collect();
        // Persons of a double round robin are at most as many as its games.
        if most_with(&|game| game.titles.has_any(matching)) < applicant.norm.opponents_at_least as usize {
            return false;
        }
        if applicant.exemption.is_some() {
            return true;
        }
        let (own_allowed, one_allowed) = federations_allowed(context.edition, games);
        let is_within = |federation: Federation| {
            let least = least_with(&|game| game.federation == federation);
            least <= one_allowed as usize && (federation != applicant.federation || least <= own_allowed as usize)
        };
        let mut federations: Vec<Federation> = self.games.iter().map(|game| game.federation).filter(|f| f.is_member()).collect();
        federations.sort_unstable();
        federations.dedup();
        let others = federations.iter().filter(|federation| **federation != applicant.federation).count();
        others >= context.edition.federations.others_at_least as usize && federations.into_iter().all(is_within)
    }
}

/// The sets of one end with a fixed number of games left out.
struct Subset<'s, 'a> {
    search: &'s LeftOutSearch<'a>,
    to_end: &'s GamesToEnd<'a>,
    left_out: Vec<bool>,
    best: Option<Choice>,
}

impl Subset<'_, '_> {
    /// Tries every set that leaves out so many more games, of the beaten opponents from a position on.
    fn try_all(&mut self, from: usize, removed: usize, sum_removed: i32) {
        if removed == 0 {
            return self.try_set();
        }
        let to_end = self.to_end;
        let beaten = &to_end.beaten[from..];
        if beaten.iter().map(|opponent| opponent.games.len()).sum::<usize>() < removed {
            return;
        }
        if !self.can_still_pass(from, removed, sum_removed) {
            return;
        }
        for (position, opponent) in beaten.iter().enumerate() {
            if opponent.games.len() > removed {
                continue;
            }
            opponent.games.iter().for_each(|game| self.left_out[*game] = true);
            self.try_all(from + position + 1, removed - opponent.games.len(), sum_removed + opponent.sum);
            opponent.games.iter().for_each(|game| self.left_out[*game] = false);
        }
    }

    /// Whether the ratings are high enough if the lowest-rated of the remaining beaten opponents are left out.
    fn can_still_pass(&self, from: usize, removed: usize, sum_removed: i32) -> bool {
        let to_end = self.to_end;
        let games = to_end.beaten[from..].iter().flat_map(|opponent| &opponent.games);
        let mut ratings: Vec<i32> = games.map(|at| to_end.games[*at].rating).collect();
        ratings.sort_unstable();
        let lowest: i32 = ratings[..removed].iter().sum();
        let all_removed = self.left_out.iter().filter(|left_out| **left_out).count() + removed;
        let sum = to_end.sum - sum_removed - lowest + to_end.raise_at_most;
        let credited = to_end.credited_with_sum(self.search, all_removed, sum);
        credited.is_some_and(|credited| self.best.as_ref().is_none_or(|best| credited >= best.credited_games))
    }

    fn try_set(&mut self) {
        let (context, applicant, all) = (self.search.context, self.search.applicant, self.search.included);
        let is_left_out = |at: usize| self.left_out.get(at).copied().unwrap_or(true);
        let kept: Vec<IncludedGame> = (0..all.len()).filter(|at| !is_left_out(*at)).map(|at| all[at]).collect();
        let numbers = NormNumbers::new(context, applicant, &kept);
        if !numbers.passes(context, applicant) {
            return;
        }
        let left_out = (0..all.len()).filter(|at| is_left_out(*at)).map(|at| (at, all[at].round)).collect();
        let choice = Choice::new(context, numbers, NormBasis::AllGames, true, &kept, left_out);
        if self.best.as_ref().is_none_or(|best| choice.preference(best) == Ordering::Less) {
            let (basis, end) = self.search.basis(&is_left_out);
            self.best = Some(Choice { basis, end, ..choice });
        }
    }
}
