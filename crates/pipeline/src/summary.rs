//! The summary of a computed list for people: counts, tournaments not rated, largest changes, checks.

use crate::compute::SkippedCounts;
use crate::titles::TitleCounts;
use model::{Control, Diagnostic, ListDate, Reason, Severity};
use period_assembly::{Judged, Period, TournamentStatus};
use publish::{LeftOutSides, OrdersSummary, PlayerCounts};
use rating::{Outcome, RatingChangeCause, SideCounts};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{CheckResult, Count, ManifestCounts};
use tables::{PlayerText, TextColumns};

/// The summary of a computed list.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub control: Control,
    pub list: ListDate,
    pub previous: ListDate,
    pub publication_edition: String,
    pub calculation_edition: String,
    /// The editions of the rated tournaments.
    pub tournament_editions: Vec<String>,
    pub orders: OrdersSummary,
    /// The article by which the control's list is not published with the others but made on request.
    pub ad_hoc: Option<String>,
    pub counts: ManifestCounts,
    /// The tournaments that this list does not rate, each with its reason, without those that earlier lists refused (D23).
    pub not_rated: Vec<NotRated>,
    /// The sides of games that were left out, by reason and article.
    pub left_out: Vec<LeftOutSides>,
    pub largest_gains: Vec<SummaryPlayer>,
    pub largest_losses: Vec<SummaryPlayer>,
    pub top: Vec<SummaryPlayer>,
    pub checks: Vec<CheckResult>,
    /// Norms and proposals; `None` where no titles are judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub titles: Option<TitleCounts>,
}

/// A tournament that this list does not rate.
#[derive(Clone, Debug, Serialize)]
pub struct NotRated {
    pub tournament_id: String,
    #[serde(serialize_with = "serialize_status")]
    pub status: TournamentStatus,
    #[serde(serialize_with = "serialize_reason")]
    pub reason: Option<Reason>,
    pub article: String,
    pub detail: String,
}

fn serialize_status<S: serde::Serializer>(status: &TournamentStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}

fn serialize_reason<S: serde::Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.map_or("", Reason::word))
}

/// A player among the largest changes or the highest ratings.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryPlayer {
    pub fide_id: u32,
    pub name: String,
    pub federation: String,
    pub before: Option<i16>,
    pub after: Option<i16>,
    pub games: u32,
}

/// The counts of diagnostics, by severity.
pub(crate) const SEVERITIES: [(Count, Severity); 3] = [
    (Count::DiagnosticsErrors, Severity::Error),
    (Count::DiagnosticsWarnings, Severity::Warning),
    (Count::DiagnosticsNotes, Severity::Note),
];

/// The count of the tournaments with a status.
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
const MAX_NAMED_PLAYERS: usize = 5;

/// What a summary is made from.
pub(crate) struct SummaryInputs<'a> {
    pub(crate) period: &'a Period,
    pub(crate) text: &'a TextColumns,
    pub(crate) outcome: &'a Outcome,
    pub(crate) side_counts: &'a [SideCounts],
    pub(crate) published: &'a PlayerCounts,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) skipped: SkippedCounts,
    pub(crate) titles: Option<TitleCounts>,
}

/// Counts of online games that do not belong to this list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OnlineCounts {
    /// Games that ended before the previous list, and so are rated already (D31).
    pub(crate) earlier: u64,
    /// Games of the next list.
    pub(crate) later: u64,
    pub(crate) other_controls: u64,
    /// Rows of which not even the time could be read.
    pub(crate) unusable: u64,
}

impl SummaryInputs<'_> {
    /// The counts of the manifest.
    pub(crate) fn counts(&self) -> ManifestCounts {
        let mut counts = ManifestCounts::new();
        let mut put = |count: Count, value: u64| counts.insert(count, value);
        // One pass, because there are many tournaments, and each is large.
        let mut by_status: BTreeMap<TournamentStatus, u64> = BTreeMap::new();
        let [mut refused_before, mut without_clock, mut without_received, mut without_registered] = [0; 4];
        for judged in &self.period.tournaments {
            match judged.refused_since {
                Some(_) => refused_before += 1,
                None => *by_status.entry(judged.status).or_default() += 1,
            }
            if judged.is_rated() {
                without_clock += u64::from(judged.facts.clock.is_none());
                without_received += u64::from(judged.facts.received.is_none());
                without_registered += u64::from(judged.facts.registered.is_none());
            }
        }
        for &status in TournamentStatus::ALL {
            put(count_of(status), by_status.get(&status).copied().unwrap_or(0));
        }
        put(Count::TournamentsRefusedBefore, refused_before);
        put(Count::TournamentsWithoutClock, without_clock);
        put(Count::TournamentsWithoutReceived, without_received);
        put(Count::TournamentsWithoutRegistered, without_registered);
        put(Count::TournamentsOfOtherControls, self.skipped.other_controls.into());
        put(Count::GamesWithoutTournament, self.skipped.games_without_tournament);
        put(Count::GamesRead, self.period.games_read as u64);
        let total = |of: fn(&SideCounts) -> u64| self.side_counts.iter().map(of).sum();
        put(Count::SidesRead, total(|t| t.read));
        put(Count::SidesCounted, total(|t| t.counted));
        put(Count::SidesPooled, total(|t| t.pooled));
        put(Count::SidesLeftOut, total(|t| t.left_out));
        if let Some(online) = &self.outcome.online {
            let SideCounts { read, counted, pooled, left_out, .. } = online.side_counts();
            for (name, value) in [
                (Count::OnlineGamesRead, read / 2),
                (Count::OnlineSidesCounted, counted),
                (Count::OnlineSidesPooled, pooled),
                (Count::OnlineSidesLeftOut, left_out),
                (Count::OnlineGamesEarlier, self.skipped.online.earlier),
                (Count::OnlineGamesLater, self.skipped.online.later),
                (Count::OnlineGamesOfOtherControls, self.skipped.online.other_controls),
                (Count::OnlineGamesUnusable, self.skipped.online.unusable),
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
        let [with_games, first_ratings] = self.count_changes();
        put(Count::PlayersWithGames, with_games);
        put(Count::FirstRatings, first_ratings);
        put(Count::PlayersWaitingInThePool, self.count_waiting_players());
        for (count, severity) in SEVERITIES {
            put(count, self.diagnostics.iter().filter(|d| d.severity() == severity).count() as u64);
        }
        counts
    }

    /// Counts the players who have results in the pool, of this list or of earlier ones.
    fn count_waiting_players(&self) -> u64 {
        let ids = self.period.players.index.ids();
        let kept = self.outcome.kept_pool.iter().map(|&at| &self.period.pool.entries[at as usize]);
        let kept = kept.filter(|entry| !entry.is_used_up).map(|entry| entry.fide_id);
        let new = self.outcome.new_pool.iter().map(|entry| ids[entry.player as usize]);
        let online = self.outcome.new_online_pool.iter().map(|entry| ids[entry.player as usize]);
        let mut waiting: Vec<u32> = kept.chain(new).chain(online).collect();
        waiting.sort_unstable();
        waiting.dedup();
        waiting.len() as u64
    }

    /// Counts players with games and with a first rating. One pass, because there are many changes.
    fn count_changes(&self) -> [u64; 2] {
        let of = |c: &rating::Change| {
            let is_new = c.after.is_rated() && matches!(c.cause, RatingChangeCause::FirstRating | RatingChangeCause::LongerControl);
            [matches!(c.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl), is_new]
        };
        let add = |a: [u64; 2], b: [u64; 2]| std::array::from_fn(|at| a[at] + b[at]);
        let changes = self.outcome.changes.par_iter().with_min_len(1 << 13);
        changes.fold(|| [0; 2], |total, change| add(total, of(change).map(u64::from))).reduce(|| [0; 2], add)
    }

    pub(crate) fn summary(&self, checks: Vec<CheckResult>) -> Summary {
        let Self { period, outcome, .. } = *self;
        let used: BTreeSet<usize> = period.tournaments.iter().filter(|t| t.is_rated()).filter_map(|t| t.edition).collect();
        let mut editions: Vec<String> = used.into_iter().map(|edition| period.editions[edition].id.clone()).collect();
        editions.sort();
        editions.dedup();
        let moved = |c: &&rating::Change| c.before.is_rated() && c.after.is_rated() && c.games > 0 && self.is_listed(c.player as usize);
        let gain = |c: &rating::Change| c.after.0 - c.before.0;
        let named = |movers: Vec<&rating::Change>| movers.into_iter().map(|c| self.changed_player(c)).collect();
        let gains = || named(lowest_by_key(outcome.changes.iter().filter(|c| gain(c) > 0).filter(moved), |c| -gain(c)));
        let losses = || named(lowest_by_key(outcome.changes.iter().filter(|c| gain(c) < 0).filter(moved), |c| gain(c)));
        let movers = || rayon::join(gains, losses);
        let left_out = || LeftOutSides::count(period, outcome);
        let ((gains, losses), (left_out, (counts, top))) =
            rayon::join(movers, || rayon::join(left_out, || rayon::join(|| self.counts(), || self.top())));
        Summary {
            control: period.control,
            list: period.list,
            previous: period.previous,
            publication_edition: period.publication().id.clone(),
            calculation_edition: period.calculation().id.clone(),
            tournament_editions: editions,
            orders: OrdersSummary::of(period, outcome),
            ad_hoc: period.publication().calendar.ad_hoc.contains(&period.control).then(|| period.publication().calendar.article.clone()),
            counts,
            not_rated: self.not_rated(),
            left_out,
            largest_gains: gains,
            largest_losses: losses,
            top,
            checks,
            titles: self.titles,
        }
    }

    fn not_rated(&self) -> Vec<NotRated> {
        let is_news =
            |t: &&Judged| !matches!(t.status, TournamentStatus::Rated | TournamentStatus::AlreadyRated) && t.refused_since.is_none();
        let not_rated = self.period.tournaments.iter().filter(is_news);
        not_rated
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
    fn top(&self) -> Vec<SummaryPlayer> {
        let outcome = self.outcome;
        let is_ranked =
            |&player: &usize| outcome.players[player].is_listed() && !outcome.players[player].is_inactive() && self.is_listed(player);
        let best = lowest_by_key((0..outcome.players.len()).filter(is_ranked), |&player| -outcome.players[player].rating.0);
        best.into_iter()
            .map(|player| {
                self.summary_player(
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

    fn changed_player(&self, change: &rating::Change) -> SummaryPlayer {
        self.summary_player(change.player as usize, change.before, change.after, change.games)
    }

    fn summary_player(&self, player: usize, before: model::Rating, after: model::Rating, games: u32) -> SummaryPlayer {
        let points = |r: model::Rating| r.is_rated().then_some(r.0);
        SummaryPlayer {
            fide_id: self.period.players.index.ids()[player],
            name: self.text.get(PlayerText::Name, player).to_owned(),
            federation: self.text.get(PlayerText::Federation, player).to_owned(),
            before: points(before),
            after: points(after),
            games,
        }
    }
}

/// The items with the lowest keys, in order. Of equal keys the first comes first, which is the lower id.
fn lowest_by_key<T>(all: impl Iterator<Item = T>, key: impl Fn(&T) -> i16) -> Vec<T> {
    let mut first: Vec<T> = Vec::with_capacity(MAX_NAMED_PLAYERS + 1);
    for next in all {
        if first.len() == MAX_NAMED_PLAYERS && first.last().is_some_and(|last| key(&next) >= key(last)) {
            continue;
        }
        first.insert(first.partition_point(|before| key(before) <= key(&next)), next);
        first.truncate(MAX_NAMED_PLAYERS);
    }
    first
}
