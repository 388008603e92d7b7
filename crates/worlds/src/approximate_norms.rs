//! An approximate count of norms, for tests: the ratings of the first list, all games of an event, and no exemptions.

use crate::population::{Person, Population};
use crate::tournament::{PairingResult, WorldTournament};
use model::{Hundredths, TournamentKind, days_before};
use rulebook::rating_difference;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NormTitle {
    Gm,
    Im,
    Wgm,
    Wim,
}

impl NormTitle {
    const ALL: [Self; 4] = [Self::Gm, Self::Im, Self::Wgm, Self::Wim];

    /// Performance, average and adjusted floor.
    const fn marks(self) -> (i32, i32, i32) {
        match self {
            Self::Gm => (2600, 2380, 2200),
            Self::Im => (2450, 2230, 2050),
            Self::Wgm => (2400, 2180, 2000),
            Self::Wim => (2250, 2030, 1850),
        }
    }

    const fn is_open_to(self, person: &Person) -> bool {
        match self {
            Self::Gm => person.title < 4,
            Self::Im => person.title < 3,
            Self::Wgm => person.is_woman && person.title < 4 && person.women_title < 4,
            Self::Wim => person.is_woman && person.title < 3 && person.women_title < 3,
        }
    }

    const fn is_matched_by(self, opponent: &Person) -> bool {
        match self {
            Self::Gm => opponent.title == 4,
            Self::Im => opponent.title >= 3,
            Self::Wgm => opponent.title >= 3 || opponent.women_title == 4,
            Self::Wim => opponent.title >= 3 || opponent.women_title >= 3,
        }
    }
}

/// Numbers of norms by title, and of results that are near one.
#[derive(Debug, Default)]
pub(crate) struct ApproximateNorms {
    pub(crate) norms: BTreeMap<NormTitle, usize>,
    pub(crate) near_misses: usize,
}

impl ApproximateNorms {
    pub(crate) fn of(people: &Population, tournaments: &[WorldTournament]) -> Self {
        let mut counted = Self::default();
        for tournament in tournaments.iter().filter(|tournament| may_have_norms(tournament)) {
            for (entry, results) in results_by_entry(tournament).into_iter().enumerate() {
                let person = |entry: u16| &people.all[tournament.entries[usize::from(entry)] as usize];
                let opponents: Vec<&Person> = results.iter().map(|&(opponent, _)| person(opponent)).collect();
                let half_points = results.iter().map(|&(_, half_points)| half_points).sum();
                let own = person(u16::try_from(entry).expect("a short field"));
                for title in NormTitle::ALL.into_iter().filter(|title| title.is_open_to(own) && opponents.len() >= 7) {
                    counted.judge(title, tournament.details.kind, own, &opponents, half_points);
                }
            }
        }
        counted
    }

    pub(crate) fn total(&self) -> usize {
        self.norms.values().sum()
    }

    fn judge(&mut self, title: NormTitle, kind: TournamentKind, own: &Person, opponents: &[&Person], half_points: u16) {
        let (mark, least_average, floor) = title.marks();
        let games = opponents.len();
        let mut ratings: Vec<i32> = opponents.iter().map(|p| if p.is_rated() { p.rating.into() } else { 1400 }).collect();
        ratings.sort_unstable();
        ratings[0] = ratings[0].max(floor);
        let count = i32::try_from(games).expect("a few games");
        let average = (ratings.iter().sum::<i32>() * 2 + count) / (2 * count);
        let share = (i32::from(half_points) * 100 + count) / (2 * count);
        let performance = average + rating_difference(Hundredths(share));
        let is_norm = games >= 9
            && performance >= mark
            && average >= least_average
            && has_titles(title, kind, opponents)
            && has_federations(own, opponents);
        if is_norm {
            *self.norms.entry(title).or_default() += 1;
        } else if performance >= mark - 100 {
            self.near_misses += 1;
        }
    }
}

fn has_titles(title: NormTitle, kind: TournamentKind, opponents: &[&Person]) -> bool {
    let titled = opponents.iter().filter(|p| p.title >= 2 || p.women_title >= 2).count();
    let matching = opponents.iter().filter(|p| title.is_matched_by(p));
    let has_matching = if kind == TournamentKind::DoubleRoundRobin {
        matching.map(|p| p.id).collect::<BTreeSet<_>>().len() >= 3
    } else {
        matching.count() >= opponents.len().div_ceil(3)
    };
    titled >= opponents.len().div_ceil(2) && has_matching
}

fn has_federations(own: &Person, opponents: &[&Person]) -> bool {
    let mut federations: BTreeMap<u8, usize> = BTreeMap::new();
    for opponent in opponents {
        *federations.entry(opponent.federation).or_default() += 1;
    }
    let compatriots = federations.get(&own.federation).copied().unwrap_or(0);
    let others = federations.keys().filter(|&&federation| federation != own.federation).count();
    others >= 2 && compatriots <= opponents.len() * 3 / 5 && federations.values().all(|&count| count <= opponents.len() * 2 / 3)
}

/// Whether the event as a whole can give norms.
fn may_have_norms(tournament: &WorldTournament) -> bool {
    let details = &tournament.details;
    let Some(facts) = &details.title_facts else { return false };
    let plays = |place: &u32| tournament.entries.contains(place);
    details.registered <= days_before(details.start, 30)
        && details.minutes + details.increment >= 120
        && facts.chief_arbiter_title != "NA"
        && !facts.arbiters.iter().any(plays)
        && details.kind != TournamentKind::Match
        && details.rounds >= 9
}

/// Opponents and half points of each entry, of the games that were played.
fn results_by_entry(tournament: &WorldTournament) -> Vec<Vec<(u16, u16)>> {
    let mut results = vec![Vec::new(); tournament.entries.len()];
    for game in tournament.play.games.iter().filter(|game| game.score < PairingResult::WhiteByForfeit) {
        let (white, black) = game.score.half_points();
        results[usize::from(game.white)].push((game.black, white));
        results[usize::from(game.black)].push((game.white, black));
    }
    results
}
