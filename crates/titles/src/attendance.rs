//! Who is there in which round, and the counts over all rounds of 1.43d and 1.56 (T23, T24).

use crate::context::JudgingContext;
use crate::event::{EventPlayer, Federation, TitleSet};
use model::{ByeKind, SideResult, TournamentClass, TournamentKind};

/// The least numbers, over all scheduled rounds, of players who are not of the host's federation (1.43d).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ForeignPlayers {
    pub(crate) rated: u32,
    pub(crate) federations: u32,
    pub(crate) titled: u32,
}

/// What the players in every round make of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EveryRound {
    pub(crate) foreign: ForeignPlayers,
    /// 1.43d.
    pub(crate) swiss_exempt: bool,
    /// 1.56.
    pub(crate) swiss_for_title: bool,
}

/// Counts the players in every round, for 1.43d and 1.56.
pub(crate) fn every_round(context: &JudgingContext<'_>) -> EveryRound {
    let (event, edition) = (context.event, context.edition);
    let is_swiss = event.kind == Some(TournamentKind::Swiss);
    let has_any = |classes: &[TournamentClass]| classes.iter().any(|class| event.classes.contains(*class));
    let attendance = Attendance::new(context);
    let foreign = attendance.foreign_players(context, edition.federations.exempt_swiss_rounds_missed_at_most);
    let rule = &edition.federations;
    let swiss_exempt = is_swiss
        && foreign.rated >= rule.exempt_swiss_foreign_rated_at_least
        && foreign.federations >= rule.exempt_swiss_federations_at_least
        && foreign.titled >= rule.exempt_swiss_titled_at_least;
    let award = &edition.award;
    let is_individual = event.kind != Some(TournamentKind::Team) && !has_any(&award.swiss_not_classes);
    let is_of_class = has_any(&award.swiss_or_classes) || is_individual && has_any(&award.swiss_or_individual_classes);
    let swiss_for_title = is_of_class || is_swiss && is_individual && attendance.is_large(context);
    EveryRound { foreign, swiss_exempt, swiss_for_title }
}

/// For each player, the rounds missed.
struct Attendance {
    /// `None` for players who miss too many rounds to be counted under any article.
    missed: Vec<Option<Vec<u16>>>,
    rounds: u16,
}

impl Attendance {
    fn new(context: &JudgingContext<'_>) -> Self {
        let event = context.event;
        let rules = [context.edition.federations.exempt_swiss_rounds_missed_at_most, context.edition.award.swiss_rounds_missed_at_most];
        let missed_at_most = rules.into_iter().max().unwrap_or(0) as usize;
        let rounds = event.rounds;
        // Nobody is in more rounds than there are entries, so that a wrong number of rounds costs no memory.
        let entries = event.games.len() + event.byes.len();
        if usize::from(rounds) > entries + missed_at_most {
            return Self { missed: vec![None; event.players.len()], rounds };
        }
        let words = usize::from(rounds).div_ceil(64);
        let mut present = vec![0u64; words * event.players.len()];
        let mut mark = |player: u32, round: u16| {
            if (1..=rounds).contains(&round) {
                let bit = usize::from(round) - 1;
                present[player as usize * words + bit / 64] |= 1 << (bit % 64);
            }
        };
        for game in &event.games {
            for (player, result) in [(game.white, game.result.white), (game.black, game.result.black)] {
                if is_there(result) {
                    mark(player, game.round);
                }
            }
        }
        for bye in event.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated) {
            mark(bye.player, bye.round);
        }
        let missed_rounds = |player: usize| {
            let own = &present[player * words..][..words];
            let there: u32 = own.iter().map(|word| word.count_ones()).sum();
            (there as usize + missed_at_most >= usize::from(rounds)).then(|| {
                let is_missed = |round: &u16| own[usize::from(*round - 1) / 64] >> ((*round - 1) % 64) & 1 == 0;
                if there == u32::from(rounds) { Vec::new() } else { (1..=rounds).filter(is_missed).collect() }
            })
        };
        Self { missed: (0..event.players.len()).map(missed_rounds).collect(), rounds }
    }

    /// The players who miss no more rounds than allowed, with the rounds that they miss.
    fn counted<'c>(
        &'c self,
        context: &'c JudgingContext<'_>,
        missed_at_most: u32,
    ) -> impl Iterator<Item = (&'c EventPlayer, &'c [u16])> + 'c {
        let players = context.event.players.iter().zip(&self.missed);
        players.filter_map(move |(player, missed)| Some((player, missed.as_deref()?)).filter(|(_, m)| m.len() <= missed_at_most as usize))
    }

    /// Rounds that some player misses, and one that nobody misses, if there is one.
    fn different_rounds<'r>(&self, missed: impl Iterator<Item = &'r [u16]>) -> Vec<u16> {
        let mut rounds: Vec<u16> = missed.flatten().copied().collect();
        rounds.sort_unstable();
        rounds.dedup();
        let complete = (1..=self.rounds).find(|round| rounds.binary_search(round).is_err());
        rounds.extend(complete);
        rounds
    }

    /// Counts rated players of federations other than the host's, and among them federations and title-holders, in the round with the fewest.
    fn foreign_players(&self, context: &JudgingContext<'_>, missed_at_most: u32) -> ForeignPlayers {
        let host = context.event.federation;
        if !host.is_member() {
            return ForeignPlayers::default();
        }
        let titles: TitleSet = context.edition.federations.exempt_swiss_titles.iter().copied().collect();
        let is_foreign = |player: &EventPlayer| player.rating.is_rated() && player.federation.is_member() && player.federation != host;
        let foreign: Vec<(&EventPlayer, &[u16])> = self.counted(context, missed_at_most).filter(|(player, _)| is_foreign(player)).collect();
        let in_round = |round: u16| {
            let mut found = ForeignPlayers::default();
            let mut federations: Vec<Federation> = Vec::new();
            for (player, missed) in &foreign {
                if missed.contains(&round) {
                    continue;
                }
                found.rated += 1;
                found.titled += u32::from(player.titles.has_any(titles));
                if !federations.contains(&player.federation) {
                    federations.push(player.federation);
                    found.federations += 1;
                }
            }
            found
        };
        let rounds = self.different_rounds(foreign.iter().map(|(_, missed)| *missed));
        let least = rounds.into_iter().map(in_round).reduce(|a, b| ForeignPlayers {
            rated: a.rated.min(b.rated),
            federations: a.federations.min(b.federations),
            titled: a.titled.min(b.titled),
        });
        least.unwrap_or_default()
    }

    /// Whether the highest rated players there, of whatever federation, reach the number and the average of 1.56 in every round.
    fn is_large(&self, context: &JudgingContext<'_>) -> bool {
        let rule = &context.edition.award;
        let mut rated: Vec<(i32, &[u16])> = self
            .counted(context, rule.swiss_rounds_missed_at_most)
            .filter(|(player, _)| player.rating.is_rated())
            .map(|(player, missed)| (player.rating.points(), missed))
            .collect();
        let wanted = rule.swiss_participants_at_least as usize;
        if rated.len() < wanted || self.rounds == 0 {
            return false;
        }
        rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
        let sum_wanted = rule.swiss_average_at_least.points() * i32::try_from(wanted).expect("a number of players fits");
        let is_large_in = |round: u16| {
            let mut there = rated.iter().filter(|(_, missed)| !missed.contains(&round));
            let highest = there.by_ref().take(wanted).fold((0, 0), |(many, sum), (rating, _)| (many + 1, sum + rating));
            highest.0 == wanted && highest.1 >= sum_wanted
        };
        self.different_rounds(rated.iter().map(|(_, missed)| *missed)).into_iter().all(is_large_in)
    }
}

/// Whether an entry means that the player was there: a game, also without a known result, a forfeit win, a result without a game (T24).
const fn is_there(result: SideResult) -> bool {
    match result {
        SideResult::Win
        | SideResult::Draw
        | SideResult::Loss
        | SideResult::ForfeitWin
        | SideResult::UnplayedWin
        | SideResult::UnplayedDraw
        | SideResult::UnplayedLoss
        | SideResult::Unknown => true,
        SideResult::ForfeitLoss | SideResult::Missing => false,
    }
}
