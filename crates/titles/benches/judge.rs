//! Judging a month of tournaments: 500 events of 100 players, by both editions.

use model::{Classes, Clock, Date, GameResult, PlayerRef, Rating, SideResult, TournamentKind, Waivers};
use rulebook::{Rulebook, Title};
use titles::{ChiefArbiter, EventGame, EventPlayer, Federation, ResultScope, Sex, TitleEvent, TitleSet, judge_event};

fn main() {
    divan::main();
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 11) % u64::from(limit)).expect("below the limit")
    }
}

const PLAYERS: u32 = 100;

/// A Swiss whose players meet others about as strong, as pairings by score do.
fn event(random: &mut Random, rounds: u16) -> TitleEvent {
    let start = Date::from_ymd_opt(2022, 5, 2).expect("a date");
    let player = |random: &mut Random, at: u32| {
        // From about 2550 down to 1400.
        let rating = 2550 - at * 11 + random.below(60);
        let titles = match rating {
            2480.. => TitleSet::NONE.with(Title::Gm),
            2380..2480 => TitleSet::NONE.with(Title::Im),
            2250..2380 => TitleSet::NONE.with(Title::Fm),
            _ => TitleSet::NONE,
        };
        EventPlayer {
            player: PlayerRef::id(1000 + at).expect("an id"),
            federation: Federation(Federation::FIRST.0 + u16::try_from(random.below(12)).expect("small")),
            titles,
            sex: if random.below(5) == 0 { Sex::Female } else { Sex::Male },
            rating: Rating(i16::try_from(rating).expect("a rating")),
        }
    };
    let players: Vec<EventPlayer> = (0..PLAYERS).map(|at| player(random, at)).collect();
    let mut games = Vec::new();
    for round in 1..=rounds {
        let mut order: Vec<u32> = (0..PLAYERS).collect();
        // Neighbours change places.
        for at in 0..order.len() {
            let other = (at + random.below(20) as usize).min(order.len() - 1);
            order.swap(at, other);
        }
        for pair in order.chunks(2) {
            let result = match random.below(4) {
                0 => GameResult::new(SideResult::Loss, SideResult::Win),
                1 => GameResult::new(SideResult::Draw, SideResult::Draw),
                _ => GameResult::new(SideResult::Win, SideResult::Loss),
            };
            games.push(EventGame { round, white: pair[0], black: pair[1], result, fault: None });
        }
    }
    games.sort_by_key(|game| (game.round, game.white, game.black));
    let round_dates: Vec<Option<Date>> = (0..u64::from(rounds)).map(|round| start.checked_add_days(chrono::Days::new(round))).collect();
    TitleEvent {
        tournament_id: "bench".into(),
        start,
        end: round_dates.last().copied().flatten().expect("a date"),
        federation: Federation::FIRST,
        kind: Some(TournamentKind::Swiss),
        classes: Classes::default(),
        waivers: Waivers::default(),
        clock: Some(Clock::new(90, 30)),
        rounds,
        round_dates,
        registered: Date::from_ymd_opt(2022, 1, 1),
        chief_arbiter: ChiefArbiter::Qualified,
        arbiters: Vec::new(),
        member_federations: None,
        tells_byes: true,
        byes: Vec::new(),
        players,
        games,
        facts_by_round: Vec::new(),
    }
}

#[divan::bench(args = [9, 11])]
fn five_hundred_events_of_a_hundred_players(bencher: divan::Bencher<'_, '_>, rounds: u16) {
    let edition = Rulebook::fide().title_edition_by_id("titles-2022").expect("an edition");
    let mut random = Random(2022);
    let events: Vec<TitleEvent> = (0..500).map(|_| event(&mut random, rounds)).collect();
    bencher.bench(|| {
        events.iter().map(|event| judge_event(edition, event, false, ResultScope::NormsAndNearMisses).results.len()).sum::<usize>()
    });
}
