//! Plays a planned tournament: draws its entries and its results.

use crate::entry_pools::{EntryPools, draw_any, draw_near};
use crate::fixed_pairings::{MatchMode, knockout, round_robin, round_robin_rounds, single_match, team_round_robin};
use crate::random::{Purpose, RandomStream, interpolate};
use crate::scenario::Scenario;
use crate::schedule::{TournamentPlan, add_days};
use crate::swiss::{RequestedByes, swiss};
use crate::tournament::{PlayedRounds, WorldTournament};
use model::TournamentKind;

/// Players of an open, by its rank among all opens in thousandths, from the smallest.
const SIZES: [(i32, i32); 7] = [(0, 8), (300, 12), (600, 16), (850, 26), (950, 42), (990, 80), (1000, 170)];
const BOARDS: usize = 4;

/// Plays the tournament of the plan at index `at`.
pub(crate) fn play_tournament(seed: u64, plans: &[TournamentPlan], at: usize, pools: &EntryPools<'_>) -> WorldTournament {
    let plan = &plans[at];
    if plan.scenario == Scenario::Duplicate {
        return duplicate_report(play_tournament(seed, plans, at - 1, pools), plan);
    }
    let mut random = RandomStream::new(seed, Purpose::Entries, plan.number);
    let mut entries = plan.entrants.clone();
    let mut details = plan.details.clone();
    // A field of a size decided beforehand is complete.
    if plan.size.is_none() {
        draw_entries(plan, pools, &mut entries, &mut random);
    }
    pools.rank(&mut entries);
    let mut random = RandomStream::new(seed, Purpose::Play, plan.number);
    let mut teams = Vec::new();
    if details.kind == TournamentKind::Team {
        // Distributed in turn, so that teams are about equal and boards are in order of strength.
        let count = entries.len() / (BOARDS + 1);
        entries.truncate(count * (BOARDS + 1));
        teams = vec![Vec::new(); count];
        for at in 0..entries.len() {
            teams[at % count].push(u16::try_from(at).expect("a short field"));
        }
    }
    let strengths = pools.strengths(&entries);
    let play: PlayedRounds;
    (details.rounds, play) = match details.kind {
        TournamentKind::Swiss => {
            let rounds = swiss_rounds(plan, entries.len(), &mut random);
            let requested = if plan.size.is_some() { RequestedByes::HalfAndFull } else { RequestedByes::Half };
            (rounds, swiss(&strengths, rounds, requested, &mut random))
        }
        // No scenario has a tournament of the last two kinds, whose pairings are fixed too.
        TournamentKind::RoundRobin | TournamentKind::DoubleRoundRobin | TournamentKind::Scheveningen | TournamentKind::Schiller => {
            let double = details.kind == TournamentKind::DoubleRoundRobin;
            (round_robin_rounds(entries.len(), double), round_robin(&strengths, double, &mut random))
        }
        TournamentKind::Team => (round_robin_rounds(teams.len(), false), team_round_robin(&strengths, &teams, BOARDS, &mut random)),
        TournamentKind::Knockout => {
            let play = knockout(&strengths, &mut random);
            (play.games.last().map_or(0, |game| game.round), play)
        }
        TournamentKind::Match => {
            let rounds = plan.size.map_or_else(|| *random.pick(&[6, 8, 10]), |size| size.rounds);
            (rounds, single_match(&strengths, rounds, match_mode(plan.scenario), &mut random))
        }
    };
    WorldTournament { number: plan.number, details, entries, play, teams }
}

fn match_mode(scenario: Scenario) -> MatchMode {
    match scenario {
        Scenario::MatchWonEarly | Scenario::MatchWaived => MatchMode::WonEarly,
        Scenario::MatchWithUnrated => MatchMode::ToTheEnd,
        _ => MatchMode::ToTheWin,
    }
}

/// Reports a tournament again under another id, a day later if that is still in time.
fn duplicate_report(original: WorldTournament, plan: &TournamentPlan) -> WorldTournament {
    let mut details = original.details;
    details.id.clone_from(&plan.details.id);
    details.month.clone_from(&plan.details.month);
    details.received = plan.details.received.max(details.received).max(add_days(details.end, 1));
    WorldTournament { number: plan.number, details, ..original }
}

fn swiss_rounds(plan: &TournamentPlan, players: usize, random: &mut RandomStream) -> u16 {
    let is_one_day = plan.details.start == plan.details.end;
    let wanted = match (plan.scenario, is_one_day) {
        _ if plan.size.is_some() => usize::from(plan.details.rounds),
        (Scenario::Marathon, _) => 15,
        (_, true) => *random.pick(&[5, 6, 7, 7, 7, 9, 9]),
        (_, false) => *random.pick(&[7, 8, 9, 9, 11, 13]),
    };
    // With too many rounds for the number of players, the same players would meet again and again.
    wanted.min(players * 2 / 3 + 1).try_into().expect("at most 15")
}

/// Draws the entries of a tournament.
fn draw_entries(plan: &TournamentPlan, pools: &EntryPools<'_>, entries: &mut Vec<u32>, random: &mut RandomStream) {
    let usual = usize::try_from(interpolate(&SIZES, random.between(0, 999))).expect("positive").min((pools.rated.len() / 4).max(8));
    match plan.scenario {
        Scenario::MatchWonEarly | Scenario::MatchWaived | Scenario::Match => {
            let centre = random.below(pools.rated.len());
            draw_near(&pools.rated, centre, 25, 2, entries, random);
        }
        Scenario::MatchWithUnrated => {
            draw_any(&pools.rated, 1, entries, random);
            draw_any(&pools.unrated_everywhere, 2, entries, random);
        }
        Scenario::RoundRobin => pools.draw_open(plan.host, *random.pick(&[6, 8, 8, 9, 10]), entries, random),
        Scenario::DoubleRoundRobin => pools.draw_open(plan.host, *random.pick(&[4, 6, 6]), entries, random),
        Scenario::NationalChampionship => pools.draw_open(plan.host, 10, entries, random),
        Scenario::Knockout => pools.draw_open(plan.host, *random.pick(&[8, 16]), entries, random),
        Scenario::Team | Scenario::League => pools.draw_open(plan.host, (BOARDS + 1) * random.pick(&[4, 4, 6]), entries, random),
        Scenario::Masters => {
            draw_near(&pools.masters, pools.masters.len(), 12, 8, entries, random);
            pools.draw_of_strength(2400, 8, entries, random);
        }
        Scenario::Official => {
            draw_any(&pools.masters, usual.max(16) / 2, entries, random);
            pools.draw_of_strength(2150, usual.max(16), entries, random);
        }
        // A third are newcomers and the like; the others ensure that they meet rated opponents.
        Scenario::Newcomers => {
            draw_any(&pools.newcomers, 3, entries, random);
            draw_any(&pools.standard_only, 6, entries, random);
            draw_any(&pools.unrated_everywhere, 8, entries, random);
            pools.draw_of_strength(1450, usual.max(20), entries, random);
        }
        Scenario::Women => {
            draw_any(&pools.women, usual.clamp(8, 20), entries, random);
            fill_up(pools, entries, random);
        }
        Scenario::Juniors => {
            draw_any(&pools.juniors, usual.clamp(8, 30), entries, random);
            fill_up(pools, entries, random);
        }
        Scenario::Beginners => {
            draw_any(&pools.beginners, usual.clamp(10, 30), entries, random);
            fill_up(pools, entries, random);
        }
        Scenario::Returning => {
            draw_any(&pools.returning, usual.clamp(12, 30) / 2, entries, random);
            pools.draw_of_strength(1700, usual.clamp(12, 30), entries, random);
        }
        Scenario::Marathon => pools.draw_open(plan.host, usual.max(24), entries, random),
        _ => pools.draw_open(plan.host, usual.max(entries.len()), entries, random),
    }
}

/// Fills up to six entries, which even the smallest world's special tournaments have.
fn fill_up(pools: &EntryPools<'_>, entries: &mut Vec<u32>, random: &mut RandomStream) {
    pools.draw_of_strength(1500, entries.len().max(6), entries, random);
}
