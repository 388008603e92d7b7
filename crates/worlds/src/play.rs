//! From a plan to a tournament that was played: who comes, and what happens.

use crate::dice::{Dice, Purpose, on_curve};
use crate::event::{Event, Play};
use crate::field::{Field, draw_any, draw_near};
use crate::fixtures::{MatchCourse, knockout, round_robin, round_robin_rounds, single_match, team_round_robin};
use crate::occasion::Occasion;
use crate::schedule::{Plan, plus};
use crate::swiss::swiss;
use model::TournamentKind;

/// Share of all opens, in thousandths from the smallest, and the players they have.
const SIZES: [(i32, i32); 7] = [(0, 8), (300, 12), (600, 16), (850, 26), (950, 42), (990, 80), (1000, 170)];
const BOARDS: usize = 4;

/// Holds the tournament at `at`.
pub(crate) fn hold(seed: u64, plans: &[Plan], at: usize, field: &Field<'_>) -> Event {
    let plan = &plans[at];
    if plan.occasion == Occasion::Duplicate {
        return hand_in_again(hold(seed, plans, at - 1, field), plan);
    }
    let mut dice = Dice::new(seed, Purpose::Entries, plan.number);
    let mut entries = plan.visitors.clone();
    let mut facts = plan.facts.clone();
    enter(plan, field, &mut entries, &mut dice);
    let mut dice = Dice::new(seed, Purpose::Play, plan.number);
    let mut teams = Vec::new();
    if facts.kind == TournamentKind::Team {
        // Dealt out in turn, so that the teams are about equal and their boards in order of strength.
        let count = entries.len() / (BOARDS + 1);
        entries.truncate(count * (BOARDS + 1));
        teams = vec![Vec::new(); count];
        for at in 0..entries.len() {
            teams[at % count].push(u16::try_from(at).expect("a short field"));
        }
    }
    let strengths = field.strengths(&entries);
    let play: Play;
    (facts.rounds, play) = match facts.kind {
        TournamentKind::Swiss => {
            let rounds = swiss_rounds(plan, entries.len(), &mut dice);
            (rounds, swiss(&strengths, rounds, &mut dice))
        }
        TournamentKind::RoundRobin | TournamentKind::DoubleRoundRobin => {
            let double = facts.kind == TournamentKind::DoubleRoundRobin;
            (round_robin_rounds(entries.len(), double), round_robin(&strengths, double, &mut dice))
        }
        TournamentKind::Team => (round_robin_rounds(teams.len(), false), team_round_robin(&strengths, &teams, BOARDS, &mut dice)),
        TournamentKind::Knockout => {
            let play = knockout(&strengths, &mut dice);
            (play.games.last().map_or(0, |game| game.round), play)
        }
        TournamentKind::Match => {
            let rounds = *dice.pick(&[6, 8, 10]);
            (rounds, single_match(&strengths, rounds, course(plan.occasion), &mut dice))
        }
    };
    Event { number: plan.number, facts, entries, play, teams }
}

fn course(occasion: Occasion) -> MatchCourse {
    match occasion {
        Occasion::MatchWonEarly | Occasion::MatchWaived => MatchCourse::WonEarly,
        Occasion::MatchWithUnrated => MatchCourse::ToTheEnd,
        _ => MatchCourse::ToTheWin,
    }
}

/// The same tournament from a second hand: another id, and a day later where that is still in time.
fn hand_in_again(original: Event, plan: &Plan) -> Event {
    let mut facts = original.facts;
    facts.id.clone_from(&plan.facts.id);
    facts.month.clone_from(&plan.facts.month);
    facts.received = plan.facts.received.max(facts.received).max(plus(facts.end, 1));
    Event { number: plan.number, facts, ..original }
}

fn swiss_rounds(plan: &Plan, players: usize, dice: &mut Dice) -> u16 {
    let is_one_day = plan.facts.start == plan.facts.end;
    let wanted = match (plan.occasion, is_one_day) {
        (Occasion::Marathon, _) => 15,
        (_, true) => *dice.pick(&[5, 6, 7, 7, 7, 9, 9]),
        (_, false) => *dice.pick(&[7, 8, 9, 9, 11, 13]),
    };
    // In a field too small for so many rounds the same players would meet again and again.
    wanted.min(players * 2 / 3 + 1).try_into().expect("at most 15")
}

/// Draws the field and gives it starting ranks.
fn enter(plan: &Plan, field: &Field<'_>, entries: &mut Vec<u32>, dice: &mut Dice) {
    let usual = usize::try_from(on_curve(&SIZES, dice.between(0, 999))).expect("positive").min((field.rated.len() / 4).max(8));
    match plan.occasion {
        Occasion::MatchWonEarly | Occasion::MatchWaived | Occasion::Match => {
            let centre = dice.below(field.rated.len());
            draw_near(&field.rated, centre, 25, 2, entries, dice);
        }
        Occasion::MatchWithUnrated => {
            draw_any(&field.rated, 1, entries, dice);
            draw_any(&field.fresh, 2, entries, dice);
        }
        Occasion::RoundRobin => field.draw_open(plan.host, *dice.pick(&[6, 8, 8, 9, 10]), entries, dice),
        Occasion::DoubleRoundRobin => field.draw_open(plan.host, *dice.pick(&[4, 6, 6]), entries, dice),
        Occasion::NationalChampionship => field.draw_open(plan.host, 10, entries, dice),
        Occasion::Knockout => field.draw_open(plan.host, *dice.pick(&[8, 16]), entries, dice),
        Occasion::Team | Occasion::League => field.draw_open(plan.host, (BOARDS + 1) * dice.pick(&[4, 4, 6]), entries, dice),
        Occasion::Masters => {
            draw_near(&field.masters, field.masters.len(), 12, 8, entries, dice);
            field.draw_of_strength(2400, 8, entries, dice);
        }
        Occasion::Official => {
            draw_any(&field.masters, usual.max(16) / 2, entries, dice);
            field.draw_of_strength(2150, usual.max(16), entries, dice);
        }
        // One in three is of those who give the event its name; the rest make sure that they meet rated opponents.
        Occasion::Newcomers => {
            draw_any(&field.newcomers, 3, entries, dice);
            draw_any(&field.standard_only, 6, entries, dice);
            draw_any(&field.fresh, 8, entries, dice);
            field.draw_of_strength(1450, usual.max(20), entries, dice);
        }
        Occasion::Women => {
            draw_any(&field.women, usual.clamp(8, 20), entries, dice);
            top_up(field, entries, dice);
        }
        Occasion::Juniors => {
            draw_any(&field.juniors, usual.clamp(8, 30), entries, dice);
            top_up(field, entries, dice);
        }
        Occasion::Beginners => {
            draw_any(&field.beginners, usual.clamp(10, 30), entries, dice);
            top_up(field, entries, dice);
        }
        Occasion::Returning => {
            draw_any(&field.returning, usual.clamp(12, 30) / 2, entries, dice);
            field.draw_of_strength(1700, usual.clamp(12, 30), entries, dice);
        }
        Occasion::Marathon => field.draw_open(plan.host, usual.max(24), entries, dice),
        _ => field.draw_open(plan.host, usual.max(entries.len()), entries, dice),
    }
    field.rank(entries);
}

/// Even the smallest world's special events have six players.
fn top_up(field: &Field<'_>, entries: &mut Vec<u32>, dice: &mut Dice) {
    field.draw_of_strength(1500, entries.len().max(6), entries, dice);
}
