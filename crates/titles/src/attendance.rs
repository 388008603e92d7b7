//! Who is there in which round, and the counts over all rounds of 1.43d and 1.56 (T23, T24).

use crate::event::{EventPlayer, Federation, TitleEvent, TitleSet};
use model::{ByeKind, SideResult, TournamentClass, TournamentKind};
use rulebook::TitleEdition;

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
pub(crate) fn every_round(edition: &TitleEdition, event: &TitleEvent) -> EveryRound {
    let is_swiss = event.kind == Some(TournamentKind::Swiss);
    let has_any = |classes: &[TournamentClass]| classes.iter().any(|class| event.classes.contains(*class));
    let attendance = Attendance::new(edition, event);
    let foreign = attendance.foreign_players(edition.federations.exempt_swiss_rounds_missed_at_most);
    let rule = &edition.federations;
    let swiss_exempt = is_swiss
        && foreign.rated >= rule.exempt_swiss_foreign_rated_at_least
        && foreign.federations >= rule.exempt_swiss_federations_at_least
        && foreign.titled >= rule.exempt_swiss_titled_at_least;
    let award = &edition.award;
    let is_individual = event.kind != Some(TournamentKind::Team) && !has_any(&award.swiss_not_classes);
    let is_of_class = has_any(&award.swiss_or_classes) || is_individual && has_any(&award.swiss_or_individual_classes);
    let swiss_for_title = is_of_class || is_swiss && is_individual && attendance.is_large();
    EveryRound { foreign, swiss_exempt, swiss_for_title }
}

/// Which players miss which rounds.
struct Attendance<'a> {
    edition: &'a TitleEdition,
    event: &'a TitleEvent,
    /// For each player, how many rounds are missed.
    missed: Vec<u32>,
    /// The round and the player of each absence, by round; without players who miss too many rounds to be counted under any article.
    absences: Vec<(u16, u32)>,
}

impl<'a> Attendance<'a> {
    fn new(edition: &'a TitleEdition, event: &'a TitleEvent) -> Self {
        let rules = [edition.federations.exempt_swiss_rounds_missed_at_most, edition.award.swiss_rounds_missed_at_most];
        let missed_at_most = rules.into_iter().max().unwrap_or(0);
        let (rounds, players) = (event.rounds, event.players.len());
        // Nobody is in more rounds than there are entries, so that a wrong number of rounds costs no memory.
        let entries = event.games.len() + event.byes.len();
        if usize::from(rounds) > entries + missed_at_most as usize {
            return Self { edition, event, missed: vec![rounds.into(); players], absences: Vec::new() };
        }
        let words = usize::from(rounds).div_ceil(64);
        let mut present = vec![0u64; words * players];
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
        let mut attendance = Self { edition, event, missed: Vec::with_capacity(players), absences: Vec::new() };
        for player in (0..).take(players) {
            let own = &present[player as usize * words..][..words];
            let missed = u32::from(rounds) - own.iter().map(|word| word.count_ones()).sum::<u32>();
            attendance.missed.push(missed);
            if (1..=missed_at_most).contains(&missed) {
                let is_missed = |round: &u16| own[usize::from(*round - 1) / 64] >> ((*round - 1) % 64) & 1 == 0;
                attendance.absences.extend((1..=rounds).filter(is_missed).map(|round| (round, player)));
            }
        }
        attendance.absences.sort_unstable();
        attendance
    }

    fn player(&self, player: u32) -> &'a EventPlayer {
        &self.event.players[player as usize]
    }

    /// The players who miss no more rounds than allowed and are wanted, and their absences.
    fn counted(&self, missed_at_most: u32, is_wanted: impl Fn(&EventPlayer) -> bool) -> (Vec<u32>, Vec<(u16, u32)>) {
        let is_counted = |player: &u32| self.missed[*player as usize] <= missed_at_most && is_wanted(self.player(*player));
        let players = (0..).take(self.missed.len()).filter(is_counted).collect();
        (players, self.absences.iter().copied().filter(|(_, player)| is_counted(player)).collect())
    }

    /// Counts rated players of federations other than the host's, and among them federations and title-holders, in the round with the fewest.
    fn foreign_players(&self, missed_at_most: u32) -> ForeignPlayers {
        let host = self.event.federation;
        if !host.is_member() || self.event.rounds == 0 {
            return ForeignPlayers::default();
        }
        let is_foreign = |player: &EventPlayer| player.rating.is_rated() && player.federation.is_member() && player.federation != host;
        let (foreign, absences) = self.counted(missed_at_most, is_foreign);
        let federations = self.federations_of(foreign.iter().copied());
        let all = ForeignPlayers {
            rated: number(foreign.len()),
            federations: number(federations.chunk_by(|a, b| a == b).count()),
            titled: self.titled_of(foreign.iter().copied()),
        };
        // In a round that nobody misses all are there.
        let in_round = |absences: &[(u16, u32)]| {
            let absent = || absences.iter().map(|(_, player)| *player);
            let is_gone = |absent: &&[Federation]| {
                let first = federations.partition_point(|federation| *federation < absent[0]);
                federations.get(first + absent.len()).is_none_or(|next| *next != absent[0])
            };
            ForeignPlayers {
                rated: all.rated - number(absences.len()),
                federations: all.federations - number(self.federations_of(absent()).chunk_by(|a, b| a == b).filter(is_gone).count()),
                titled: all.titled - self.titled_of(absent()),
            }
        };
        absences.chunk_by(|a, b| a.0 == b.0).map(in_round).fold(all, |a, b| ForeignPlayers {
            rated: a.rated.min(b.rated),
            federations: a.federations.min(b.federations),
            titled: a.titled.min(b.titled),
        })
    }

    /// The federation of each player, sorted.
    fn federations_of(&self, players: impl Iterator<Item = u32>) -> Vec<Federation> {
        let mut federations: Vec<Federation> = players.map(|player| self.player(player).federation).collect();
        federations.sort_unstable();
        federations
    }

    /// How many players hold a title of 1.43d.
    fn titled_of(&self, players: impl Iterator<Item = u32>) -> u32 {
        let titles: TitleSet = self.edition.federations.exempt_swiss_titles.iter().copied().collect();
        players.fold(0, |many, player| many + u32::from(self.player(player).titles.has_any(titles)))
    }

    /// Whether the highest rated players there, of whatever federation, reach the number and the average of 1.56 in every round.
    fn is_large(&self) -> bool {
        let rule = &self.edition.award;
        let (mut rated, absences) = self.counted(rule.swiss_rounds_missed_at_most, |player| player.rating.is_rated());
        let wanted = rule.swiss_participants_at_least as usize;
        if rated.len() < wanted || self.event.rounds == 0 {
            return false;
        }
        let rating = |player: u32| self.player(player).rating.points();
        rated.sort_by_key(|&player| std::cmp::Reverse(rating(player)));
        let sum_wanted = rule.swiss_average_at_least.points() * i32::try_from(wanted).expect("a number of players fits");
        let is_large_without = |absent: &[(u16, u32)]| {
            let there = rated.iter().filter(|player| !absent.iter().any(|(_, other)| other == *player));
            let highest = there.take(wanted).fold((0, 0), |(many, sum), &player| (many + 1, sum + rating(player)));
            highest.0 == wanted && highest.1 >= sum_wanted
        };
        // A round that nobody misses is as large as any.
        is_large_without(&[]) && absences.chunk_by(|a, b| a.0 == b.0).all(is_large_without)
    }
}

fn number(many: usize) -> u32 {
    u32::try_from(many).expect("players of an event fit")
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
