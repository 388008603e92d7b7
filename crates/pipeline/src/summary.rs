//! What a person wants to know of a list that was made, or would be.

use crate::compute::PassedOver;
use model::{Control, Diagnostic, ListDate, Reason, Severity};
use period_assembly::{Period, TournamentStatus};
use publish::PlayerCounts;
use rating::{Outcome, RatingChangeCause, SideCounts};
use rayon::prelude::*;
use serde::Serialize;
use store::{CheckResult, Count, ManifestCounts};
use tables::{PlayerText, TextColumns};

#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub control: Control,
    pub list: ListDate,
    pub previous: ListDate,
    pub publication_edition: String,
    pub calculation_edition: String,
    /// Of the tournaments rated.
    pub tournament_editions: Vec<String>,
    pub orders: Vec<String>,
    /// The article by which the control's list is not published with the others but made for whoever asks.
    pub ad_hoc: Option<String>,
    pub counts: ManifestCounts,
    /// Tournaments that are not rated now: id, status, reason with its article in words.
    pub not_rated: Vec<NotRated>,
    pub largest_gains: Vec<Mover>,
    pub largest_losses: Vec<Mover>,
    pub top: Vec<Mover>,
    pub checks: Vec<CheckResult>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NotRated {
    pub tournament_id: String,
    #[serde(serialize_with = "word")]
    pub status: TournamentStatus,
    #[serde(serialize_with = "word_or_nothing")]
    pub reason: Option<Reason>,
    pub article: String,
    pub detail: String,
}

fn word<S: serde::Serializer>(status: &TournamentStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}

fn word_or_nothing<S: serde::Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.map_or("", Reason::word))
}

/// A player who moved, or leads.
#[derive(Clone, Debug, Serialize)]
pub struct Mover {
    pub fide_id: u32,
    pub name: String,
    pub federation: String,
    pub before: Option<i16>,
    pub after: Option<i16>,
    pub games: u32,
}

/// How diagnostics are counted.
pub(crate) const SEVERITIES: [(Count, Severity); 3] = [
    (Count::DiagnosticsErrors, Severity::Error),
    (Count::DiagnosticsWarnings, Severity::Warning),
    (Count::DiagnosticsNotes, Severity::Note),
];

/// How tournaments that came to the same are counted.
fn count_of(status: TournamentStatus) -> Count {
    match status {
        TournamentStatus::Rated => Count::TournamentsRated,
        TournamentStatus::Waiting => Count::TournamentsWaiting,
        TournamentStatus::Late => Count::TournamentsLate,
        TournamentStatus::Refused => Count::TournamentsRefused,
        TournamentStatus::AlreadyRated => Count::TournamentsAlreadyRated,
    }
}

/// How many players are named in each of the short tables.
const SHOWN: usize = 5;

pub(crate) struct Parts<'a> {
    pub(crate) period: &'a Period,
    pub(crate) text: &'a TextColumns,
    pub(crate) outcome: &'a Outcome,
    pub(crate) side_counts: &'a [SideCounts],
    pub(crate) published: &'a PlayerCounts,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) passed_over: PassedOver,
}

/// Online games that are not of this list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OnlineCounts {
    /// Ended before the previous list, and so rated already (D31).
    pub(crate) earlier: u64,
    /// Of the next list.
    pub(crate) later: u64,
    pub(crate) other_controls: u64,
    /// Rows of which not even the time could be read.
    pub(crate) unusable: u64,
}

impl Parts<'_> {
    /// The counts that manifests hold.
    pub(crate) fn counts(&self) -> ManifestCounts {
        let mut counts = ManifestCounts::new();
        let mut put = |count: Count, value: u64| counts.insert(count, value);
        for &status in TournamentStatus::ALL {
            put(count_of(status), self.period.tournaments.iter().filter(|t| t.status == status).count() as u64);
        }
        put(Count::TournamentsOfOtherControls, self.passed_over.other_controls.into());
        put(Count::GamesWithoutTournament, self.passed_over.games_without_tournament);
        put(Count::GamesRead, self.period.games_read as u64);
        let total = |of: fn(&SideCounts) -> u64| self.side_counts.iter().map(of).sum();
        put(Count::SidesRead, total(|t| t.read));
        put(Count::SidesCounted, total(|t| t.counted));
        put(Count::SidesPooled, total(|t| t.pooled));
        put(Count::SidesLeftOut, total(|t| t.left_out));
        if let Some(online) = &self.outcome.online {
            let SideCounts { read, counted, pooled, left_out } = online.side_counts();
            for (name, value) in [
                (Count::OnlineGamesRead, read / 2),
                (Count::OnlineSidesCounted, counted),
                (Count::OnlineSidesPooled, pooled),
                (Count::OnlineSidesLeftOut, left_out),
                (Count::OnlineGamesEarlier, self.passed_over.online.earlier),
                (Count::OnlineGamesLater, self.passed_over.online.later),
                (Count::OnlineGamesOfOtherControls, self.passed_over.online.other_controls),
                (Count::OnlineGamesUnusable, self.passed_over.online.unusable),
            ] {
                put(name, value);
            }
        }
        let PlayerCounts { known, rated, listed, inactive, entrants, exits } = *self.published;
        for (name, value) in [
            (Count::PlayersKnown, known),
            (Count::PlayersRated, rated),
            (Count::PlayersListed, listed),
            (Count::PlayersInactive, inactive),
            (Count::Entrants, entrants),
            (Count::Exits, exits),
        ] {
            put(name, value);
        }
        let [with_games, first_ratings, waiting] = self.changes_of_interest();
        put(Count::PlayersWithGames, with_games);
        put(Count::FirstRatings, first_ratings);
        put(Count::PlayersWaitingInThePool, waiting);
        for (count, severity) in SEVERITIES {
            put(count, self.diagnostics.iter().filter(|d| d.severity() == severity).count() as u64);
        }
        counts
    }

    /// Players with games, with a first rating, and waiting in the pool: in one pass, for the table of changes is a large one.
    fn changes_of_interest(&self) -> [u64; 3] {
        let of = |c: &rating::Change| {
            let is_new = c.after.is_rated() && matches!(c.cause, RatingChangeCause::FirstRating | RatingChangeCause::LongerControl);
            [
                matches!(c.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl),
                is_new,
                matches!(c.cause, RatingChangeCause::PoolTooSmall | RatingChangeCause::PoolUnderFloor),
            ]
        };
        let add = |a: [u64; 3], b: [u64; 3]| std::array::from_fn(|at| a[at] + b[at]);
        let changes = self.outcome.changes.par_iter().with_min_len(1 << 13);
        changes.fold(|| [0; 3], |total, change| add(total, of(change).map(u64::from))).reduce(|| [0; 3], add)
    }

    pub(crate) fn summary(&self, checks: Vec<CheckResult>) -> Summary {
        let Self { period, outcome, .. } = *self;
        let mut editions: Vec<String> =
            period.tournaments.iter().filter(|t| t.is_rated()).filter_map(|t| t.edition).map(|e| period.editions[e].id.clone()).collect();
        editions.sort();
        editions.dedup();
        let moved = |c: &&rating::Change| c.before.is_rated() && c.after.is_rated() && c.games > 0 && self.is_listed(c.player as usize);
        let gain = |c: &rating::Change| c.after.0 - c.before.0;
        let named = |movers: Vec<&rating::Change>| movers.into_iter().map(|c| self.mover(c)).collect();
        let gains = || named(first_of(outcome.changes.iter().filter(|c| gain(c) > 0).filter(moved), |c| -gain(c)));
        let losses = || named(first_of(outcome.changes.iter().filter(|c| gain(c) < 0).filter(moved), |c| gain(c)));
        let ((gains, losses), (counts, top)) = rayon::join(|| rayon::join(gains, losses), || rayon::join(|| self.counts(), || self.top()));
        Summary {
            control: period.control,
            list: period.list,
            previous: period.previous,
            publication_edition: period.publication().id.clone(),
            calculation_edition: period.calculation().id.clone(),
            tournament_editions: editions,
            orders: period.orders.iter().map(|o| o.id.clone()).collect(),
            ad_hoc: period.publication().calendar.ad_hoc.contains(&period.control).then(|| period.publication().calendar.article.clone()),
            counts,
            not_rated: self.not_rated(),
            largest_gains: gains,
            largest_losses: losses,
            top,
            checks,
        }
    }

    fn not_rated(&self) -> Vec<NotRated> {
        let shown =
            self.period.tournaments.iter().filter(|t| !matches!(t.status, TournamentStatus::Rated | TournamentStatus::AlreadyRated));
        shown
            .map(|t| NotRated {
                tournament_id: t.facts.id.to_string(),
                status: t.status,
                reason: t.reason,
                article: t.article.clone(),
                detail: t.detail.clone(),
            })
            .collect()
    }

    /// The highest active players; ties go to the lower id.
    fn top(&self) -> Vec<Mover> {
        let outcome = self.outcome;
        let is_shown =
            |&player: &usize| outcome.players[player].is_listed() && !outcome.players[player].is_inactive() && self.is_listed(player);
        let best = first_of((0..outcome.players.len()).filter(is_shown), |&player| -outcome.players[player].rating.0);
        best.into_iter()
            .map(|player| {
                self.named(
                    player,
                    self.period.players.rows[player].rating,
                    outcome.players[player].rating,
                    outcome.players[player].games.into(),
                )
            })
            .collect()
    }

    fn is_listed(&self, player: usize) -> bool {
        !self.period.withheld.contains(player)
    }

    fn mover(&self, change: &rating::Change) -> Mover {
        self.named(change.player as usize, change.before, change.after, change.games)
    }

    fn named(&self, player: usize, before: model::Rating, after: model::Rating, games: u32) -> Mover {
        let points = |r: model::Rating| r.is_rated().then_some(r.0);
        Mover {
            fide_id: self.period.players.index.ids()[player],
            name: self.text.get(PlayerText::Name, player).to_owned(),
            federation: self.text.get(PlayerText::Federation, player).to_owned(),
            before: points(before),
            after: points(after),
            games,
        }
    }
}

/// The few to be shown: those with the lowest keys, in their order. Ties go to whoever comes first, which is the lower id.
fn first_of<T>(all: impl Iterator<Item = T>, key: impl Fn(&T) -> i16) -> Vec<T> {
    let mut first: Vec<T> = Vec::with_capacity(SHOWN + 1);
    for next in all {
        if first.len() == SHOWN && first.last().is_some_and(|last| key(&next) >= key(last)) {
            continue;
        }
        first.insert(first.partition_point(|before| key(before) <= key(&next)), next);
        first.truncate(SHOWN);
    }
    first
}
