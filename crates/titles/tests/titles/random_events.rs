//! Random events with about one norm to five results near one.

use crate::day;
use crate::events::{federation, titles};
use model::{
    ByeKind, Classes, Clock, GameResult, PlayerRef, Rating, Reason, SideResult, TournamentClass, TournamentKind, Waiver, Waivers,
    days_before,
};
use titles::{ByeOf, ChiefArbiter, EventGame, EventPlayer, FactsOnDay, Sex, TitleEvent};

/// A simple generator of numbers, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // xorshift
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    pub(crate) fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::try_from(self.below(items.len() as u64)).expect("small")]
    }
}

/// A random player about a rating, with a title that goes with it more or less.
fn random_player(random: &mut Random, id: u32, base: i16, federations: &[&str]) -> EventPlayer {
    let rating = base + i16::try_from(random.below(300)).expect("small") - 150;
    let words = match rating {
        2450.. => ["GM", "GM", "GM", "IM", "FM"],
        2300..2450 => ["GM", "IM", "IM", "FM/WGM", "WGM"],
        2150..2300 => ["IM", "FM", "FM/WIM", "WGM", "CM"],
        _ => ["WIM", "WFM", "CM", "FM/WIM", "-"],
    };
    let words = if random.one_in(6) { "-" } else { random.of(&words) };
    let federation_word = if random.one_in(40) { random.of(&["NON", "FID", "---"]) } else { random.of(federations) };
    let player = if random.one_in(60) { PlayerRef::without_id(id) } else { PlayerRef::id(id).expect("an id") };
    EventPlayer {
        player,
        federation: federation(federation_word),
        titles: titles(words),
        sex: if words.contains('W') { Sex::Female } else { random.of(&[Sex::Female, Sex::Male, Sex::Unknown]) },
        rating: if random.one_in(30) { Rating::UNRATED } else { Rating(rating) },
    }
}

fn random_result(random: &mut Random, gap: i32, is_last: bool) -> GameResult {
    use SideResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnplayedLoss, UnplayedWin, Win};
    if random.one_in(if is_last { 6 } else { 30 }) {
        return random.of(&[
            GameResult::new(ForfeitWin, ForfeitLoss),
            GameResult::new(ForfeitLoss, ForfeitWin),
            GameResult::new(ForfeitLoss, ForfeitLoss),
            GameResult::new(Unknown, Unknown),
            GameResult::new(UnplayedWin, UnplayedLoss),
            GameResult::new(Loss, Loss),
            GameResult::new(ForfeitWin, SideResult::Missing),
        ]);
    }
    // Some hundreds of points decide most games.
    let white = i32::try_from(random.below(800)).expect("small") - 400 + gap;
    match white {
        150.. => GameResult::new(Win, Loss),
        -150..150 => GameResult::new(Draw, Draw),
        _ => GameResult::new(Loss, Win),
    }
}

/// A random event with ratings about those of some title's marks.
pub(crate) fn random_event(random: &mut Random, is_2024: bool) -> TitleEvent {
    use TournamentKind::{DoubleRoundRobin, Knockout, Match, RoundRobin, Scheveningen, Schiller, Swiss, Team};
    let kind =
        random.of(&[Swiss, Swiss, Swiss, Swiss, Swiss, RoundRobin, RoundRobin, DoubleRoundRobin, Team, Knockout, Scheveningen, Schiller]);
    let kind = if random.one_in(40) { random.of(&[None, Some(Match)]) } else { Some(kind) };
    let rounds = u16::try_from(random.of(&[7, 8, 9, 9, 9, 9, 9, 10, 10, 11, 11, 12, 13, 15])).expect("small");
    let is_large = random.one_in(12);
    let many = if is_large { 44 + random.below(10) } else { 5 + random.below(12) };
    let base = 2050 + i16::try_from(random.below(10) * 50).expect("small");
    let federations: &[&str] = match random.below(4) {
        0 => &["NOR", "NOR", "NOR", "GER", "FRA"],
        1 => &["NOR", "GER", "FRA", "ESP", "ITA", "SWE"],
        2 => &["NOR", "NOR", "NOR", "NOR", "NOR", "GER"],
        _ => &["NOR", "GER", "FRA"],
    };
    let mut players: Vec<EventPlayer> =
        (1..=many).map(|at| random_player(random, u32::try_from(at).expect("small") * 7, base, federations)).collect();
    players.sort_by_key(|player| player.player);
    let start = day(if is_2024 { random.of(&["2024-01-10", "2024-02-29", "2024-03-01"]) } else { "2022-06-01" });
    let step = random.of(&[1, 1, 1, 1, 1, 4, 5]);
    let a_day = if random.one_in(4) { 2 } else { 1 };
    let mut round_dates: Vec<Option<model::Date>> =
        (0..u64::from(rounds)).map(|round| start.checked_add_days(chrono::Days::new(round / a_day * step))).collect();
    let end = round_dates.last().copied().flatten().expect("a date");
    match random.below(10) {
        0 => round_dates.clear(),
        1 => round_dates[3] = None,
        _ => {}
    }
    let mut event = TitleEvent {
        tournament_id: "random".into(),
        start,
        end,
        federation: federation(random.of(&["NOR", "NOR", "SWE", "---"])),
        kind,
        classes: Classes::default(),
        waivers: Waivers::default(),
        clock: if random.one_in(15) { None } else { Some(random.of(&[Clock::new(90, 30), Clock::new(120, 0), Clock::new(100, 0)])) },
        rounds,
        round_dates,
        registered: if random.one_in(15) { None } else { Some(days_before(start, u32::try_from(29 + random.below(20)).expect("small"))) },
        chief_arbiter: random.of(&[
            ChiefArbiter::Qualified,
            ChiefArbiter::Qualified,
            ChiefArbiter::Qualified,
            ChiefArbiter::Qualified,
            ChiefArbiter::Unknown,
            ChiefArbiter::NotQualified,
        ]),
        arbiters: if random.one_in(30) { vec![7] } else { Vec::new() },
        member_federations: None,
        tells_byes: true,
        byes: Vec::new(),
        players,
        games: Vec::new(),
        facts_by_round: Vec::new(),
    };
    if random.one_in(3) {
        use TournamentClass::{
            Altered, ContinentalTeam, FideEvent, League, NationalChampionship, NationalTeam, Olympiad, UnequalTimes, WorldCup, WorldTeam,
            Zonal, ZonalYear,
        };
        let classes = [
            ContinentalTeam,
            WorldTeam,
            WorldCup,
            NationalChampionship,
            NationalTeam,
            Zonal,
            ZonalYear,
            FideEvent,
            League,
            Olympiad,
            Altered,
            UnequalTimes,
        ];
        event.classes.insert(random.of(&classes));
        event.classes.insert(random.of(&classes[..8]));
    }
    if random.one_in(10) {
        event.waivers.insert(random.of(&[Waiver::TitleRegistration, Waiver::Format, Waiver::Registration]));
    }
    add_random_games(random, &mut event);
    if random.one_in(2) {
        let later = |random: &mut Random, player: &EventPlayer| FactsOnDay {
            rating: if player.rating.is_rated() {
                Rating(player.rating.0 + 20 - i16::try_from(random.below(40)).expect("small"))
            } else {
                player.rating
            },
            titles: if random.one_in(5) { titles("GM") } else { player.titles },
        };
        event.facts_by_round = (0..rounds).map(|_| event.players.iter().map(|player| later(random, player)).collect()).collect();
    }
    event
}

/// Pairs the players at random in every round. Some have byes, some miss a round, and some games are unusable or have no round.
fn add_random_games(random: &mut Random, event: &mut TitleEvent) {
    // A favourite wins more, so that there are norms; strength differs from the rating.
    let strength: Vec<i32> = event.players.iter().map(|_| i32::try_from(random.below(600)).expect("small") - 200).collect();
    for round in 1..=event.rounds {
        let mut order: Vec<u32> = (0..u32::try_from(event.players.len()).expect("small")).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, usize::try_from(random.below(at as u64 + 1)).expect("small"));
        }
        for pair in order.chunks(2) {
            let absent = random.one_in(25);
            match pair {
                [white, black] if !absent => {
                    let gap = strength[*white as usize] - strength[*black as usize];
                    let result = random_result(random, gap, round == event.rounds);
                    let fault = random.one_in(150).then_some(Reason::ResultsDisagree);
                    let round = if random.one_in(200) { 0 } else { round };
                    event.games.push(EventGame { round, white: *white, black: *black, result, fault });
                }
                _ => {
                    for player in pair {
                        let kind = random.of(&[
                            ByeKind::Allocated,
                            ByeKind::Allocated,
                            ByeKind::HalfPoint,
                            ByeKind::ZeroPoint,
                            ByeKind::FullPoint,
                        ]);
                        if !random.one_in(4) {
                            event.byes.push(ByeOf { round, player: *player, kind });
                        }
                    }
                }
            }
        }
    }
    event.games.sort_by_key(|game| (game.round, game.white, game.black));
}
