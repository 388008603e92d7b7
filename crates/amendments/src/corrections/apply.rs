//! Applies corrections to submissions.

use super::{Correction, CorrectionKind, game};
use crate::codes;
use ingest::{Submissions, allows_two_games_a_round};
use model::{Batch, Code, Date, Diagnostic, EntryWithoutId, GameResult, ListDate, Newcomer, PlayerRef};
use rulebook::{CorrectionReach, Edition};
use std::collections::HashMap;
use std::sync::Arc;

/// The limit up to which a correction may still change a list.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionLimit {
    /// The list that is made, on which the tournaments count.
    pub list: ListDate,
    /// How far back from its day of receipt a correction reaches (D29, D53).
    pub reach: CorrectionReach,
    pub beyond_limit: bool,
}

impl CorrectionLimit {
    /// The limit of D29: a year.
    pub fn new(list: ListDate) -> Self {
        Self { list, reach: CorrectionReach::YEAR, beyond_limit: false }
    }

    /// Whether a correction received on this day may still change the list.
    pub fn allows(&self, received: Date) -> bool {
        // A limit beyond the calendar is no limit.
        self.beyond_limit || self.reach.first_day(received).is_none_or(|oldest| self.list.day() >= oldest)
    }
}

/// One correction that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedCorrection {
    pub id: String,
    pub received: Date,
    pub sha256: String,
    pub tournament_id: Option<Arc<str>>,
    /// The ids of players directly concerned, ascending.
    pub players: Vec<u32>,
}

/// Which corrections were applied, and which were not.
#[derive(Clone, Debug, Default)]
pub struct CorrectionOutcomes {
    /// Applied corrections, by day of receipt, then id.
    pub applied: Vec<AppliedCorrection>,
    /// Corrections that were applied to earlier parts of events (T17). They were told with the lists that rated the parts; what is made of the
    /// parts depends on them all the same.
    pub applied_to_earlier_parts: Vec<AppliedCorrection>,
    /// The ids of tournaments that are not to be rated.
    pub withdrawn: Vec<Arc<str>>,
    /// The number of corrections that could not be applied; each has a diagnostic.
    pub refused: usize,
    /// Corrections that were not applied, including superseded ones, by day of receipt, then id.
    pub not_applied: Vec<NotAppliedCorrection>,
}

/// One correction that was not applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAppliedCorrection {
    pub id: String,
    pub sha256: String,
    /// Why; it is part of the list.
    pub diagnostic: Diagnostic,
}

impl NotAppliedCorrection {
    /// Whether a newer report took the place of what the correction corrected: then nothing is left to be done.
    pub fn is_superseded(&self) -> bool {
        self.diagnostic.code.id == codes::CORRECTION_SUPERSEDED.id
    }
}

impl CorrectionOutcomes {
    fn add_not_applied(&mut self, row: &Correction, diagnostic: Diagnostic) {
        self.not_applied.push(NotAppliedCorrection { id: row.id.clone(), sha256: row.sha256.clone(), diagnostic });
    }

    /// The diagnostics of corrections that were not applied, sorted by [`Diagnostic::order`].
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.not_applied.iter().map(|correction| &correction.diagnostic).collect();
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        all
    }
}

/// Applies corrections to submitted tournaments, in the order of receipt.
///
/// Tournaments that are already rated, of another control, or of a later list by the edition of the list date are skipped. Merges are not
/// applied here, because they do not concern single tournaments.
pub(crate) fn apply_corrections(
    submissions: &mut Submissions,
    in_force: &[&Correction],
    limit: &CorrectionLimit,
    publication: &Edition,
) -> CorrectionOutcomes {
    let mut all = CorrectionOutcomes::default();
    let mut rows: Vec<(&Correction, &Arc<str>)> = in_force.iter().filter_map(|row| Some((*row, row.kind.tournament_id()?))).collect();
    if rows.is_empty() {
        return all;
    }
    rows.sort_by(|a, b| (a.0.received, &a.0.id).cmp(&(b.0.received, &b.0.id)));
    let found = find_tournaments(submissions, &rows);
    let outcomes: HashMap<&str, Option<&str>> =
        submissions.replacement_outcomes.iter().map(|outcome| (outcome.correction.as_str(), outcome.refusal.as_deref())).collect();
    let newest_report = newest_reports(&rows, &outcomes);
    all.applied_to_earlier_parts = correct_earlier_parts(&mut submissions.earlier_parts, &rows, &newest_report, limit);
    for (order, &(row, tournament_id)) in rows.iter().enumerate() {
        let Some(FoundTournaments { read, is_skipped }) = found.get(tournament_id) else { continue };
        let waits = |&at: &usize| publication.waiting_reason(&submissions.batch.tournaments[at], limit.list).is_some();
        let at = match read.as_slice() {
            [] if *is_skipped => continue,
            [] => {
                let message = format!("correction {} changes nothing: no tournament {tournament_id} was handed in", row.id);
                all.add_not_applied(row, row.diagnostic(&codes::CORRECTED_NOWHERE, message, "check tournament_id, or hand the report in"));
                continue;
            }
            read if read.iter().any(waits) => continue,
            [at] => Ok(*at),
            several => Err(CorrectionRefusal {
                code: &codes::CORRECTED_TWICE_THERE,
                message: format!("{} tournaments have this id, and which is meant is not known", several.len()),
                hint: "give every tournament an id of its own",
            }),
        };
        if !matches!(row.kind, CorrectionKind::Report { .. } | CorrectionKind::Withdrawn { .. })
            && let Some((_, newer)) = newest_report.get(tournament_id).filter(|(newest, _)| order < *newest)
        {
            let message = format!(
                "correction {} is not applied: the newer report of correction {newer} takes the place of what it corrected",
                row.id
            );
            all.add_not_applied(
                row,
                row.diagnostic(&codes::CORRECTION_SUPERSEDED, message, "nothing to do if the newer report has it right"),
            );
            continue;
        }
        let applied = at.and_then(|at| limit.allows(row.received).then_some(at).ok_or_else(|| CorrectionRefusal::too_old(row, limit)));
        let applied = applied.and_then(|at| match outcomes.get(row.id.as_str()) {
            Some(Some(refusal)) => Err(CorrectionRefusal::mismatch((*refusal).to_owned())),
            Some(None) => Ok(all_players(&submissions.batch, at)),
            None => apply_one(&mut submissions.batch, at, row),
        });
        match applied {
            Ok(players) => {
                if matches!(row.kind, CorrectionKind::Withdrawn { .. }) {
                    all.withdrawn.push(Arc::clone(tournament_id));
                }
                let (id, sha256) = (row.id.clone(), row.sha256.clone());
                let tournament_id = Some(Arc::clone(tournament_id));
                all.applied.push(AppliedCorrection { id, received: row.received, sha256, tournament_id, players });
            }
            Err(CorrectionRefusal { code, message, hint }) => {
                all.refused += 1;
                all.add_not_applied(row, row.refusal(code, &message, hint));
            }
        }
    }
    all
}

impl Correction {
    /// The diagnostic of this correction, which is refused. The message names the correction, because the tournament may be rated all the same.
    fn refusal(&self, code: &'static Code, message: &str, hint: &str) -> Diagnostic {
        let tournament = self.kind.tournament_id().map(|id| format!("{id}: ")).unwrap_or_default();
        self.diagnostic(code, format!("{}{tournament}{message}", self.refusal_prefix()), hint)
    }

    /// How a message begins that says why this correction was refused.
    fn refusal_prefix(&self) -> String {
        format!("correction {} is refused: ", self.id)
    }

    /// The diagnostic of this correction, which a list did not apply: as the messages of that list have it, with code and words, or else
    /// without a reason.
    pub fn refused_by<'a>(&self, list: ListDate, messages: impl Iterator<Item = (&'a str, &'a str)>) -> Diagnostic {
        let prefix = format!("correction {} ", self.id);
        let code_of = |id: &str| crate::CODES.iter().find(|code| code.id == id);
        let stated =
            messages.filter(|(_, words)| words.starts_with(&prefix)).find_map(|(code, words)| Some((*code_of(code)?, words.to_owned())));
        let without_reason = || (&codes::CORRECTION_MISMATCH, format!("{}see the diagnostics of that list", self.refusal_prefix()));
        let (code, words) = stated.unwrap_or_else(without_reason);
        self.diagnostic(code, format!("{words} (on the list of {list})"), "mend the row, or undo it, and make that list again")
    }

    /// The diagnostic of this correction, whose list is older than the limit.
    pub fn too_old(&self, limit: &CorrectionLimit) -> Diagnostic {
        let CorrectionRefusal { code, message, hint } = CorrectionRefusal::too_old(self, limit);
        self.refusal(code, &message, hint)
    }
}

/// Applies corrections to the earlier parts of events, which are already rated, as far as they fit. What does not fit was told with the list
/// that rated the part.
fn correct_earlier_parts(
    parts: &mut Batch,
    rows: &[(&Correction, &Arc<str>)],
    newest_report: &HashMap<&Arc<str>, (usize, &str)>,
    limit: &CorrectionLimit,
) -> Vec<AppliedCorrection> {
    let mut applied = Vec::new();
    if parts.tournaments.is_empty() {
        return applied;
    }
    for (order, &(row, tournament_id)) in rows.iter().enumerate() {
        let is_superseded = newest_report.get(tournament_id).is_some_and(|(newest, _)| order < *newest);
        let at = parts.tournaments.iter().position(|part| part.id == *tournament_id);
        let Some(at) = at.filter(|_| !is_superseded && limit.allows(row.received)) else { continue };
        let players = match row.kind {
            CorrectionKind::Report { .. } => {
                newest_report.get(tournament_id).filter(|(newest, _)| order == *newest).map(|_| all_players(parts, at))
            }
            _ => apply_one(parts, at, row).ok(),
        };
        let (id, sha256) = (row.id.clone(), row.sha256.clone());
        let tournament_id = Some(Arc::clone(tournament_id));
        applied.extend(players.map(|players| AppliedCorrection { id, received: row.received, sha256, tournament_id, players }));
    }
    // Earlier parts bring no newcomers.
    parts.newcomers.clear();
    applied
}

/// The tournaments of one id.
#[derive(Default)]
struct FoundTournaments {
    /// Indexes in the batch; several if reports share the id.
    read: Vec<usize>,
    /// Whether one is already rated, or of another control.
    is_skipped: bool,
}

/// Finds the tournaments that corrections name, by id, in one pass over the tournaments.
fn find_tournaments(submissions: &Submissions, rows: &[(&Correction, &Arc<str>)]) -> HashMap<Arc<str>, FoundTournaments> {
    let mut found: HashMap<Arc<str>, FoundTournaments> = rows.iter().map(|(_, id)| (Arc::clone(id), FoundTournaments::default())).collect();
    for (at, tournament) in submissions.batch.tournaments.iter().enumerate() {
        if let Some(places) = found.get_mut(&tournament.id) {
            places.read.push(at);
        }
    }
    for id in submissions.already_rated.iter().map(|tournament| &tournament.id).chain(&submissions.other_control_ids) {
        if let Some(places) = found.get_mut(id) {
            places.is_skipped = true;
        }
    }
    found
}

/// The last newer report of each tournament that was applied: its position in `rows`, and its correction.
fn newest_reports<'a>(
    rows: &[(&'a Correction, &'a Arc<str>)],
    outcomes: &HashMap<&str, Option<&str>>,
) -> HashMap<&'a Arc<str>, (usize, &'a str)> {
    let took_effect = |row: &Correction| outcomes.get(row.id.as_str()) == Some(&None);
    let reports = rows.iter().enumerate().filter(|(_, (row, _))| took_effect(row));
    reports.map(|(order, (row, tournament_id))| (*tournament_id, (order, row.id.as_str()))).collect()
}

struct CorrectionRefusal {
    code: &'static Code,
    message: String,
    hint: &'static str,
}

impl CorrectionRefusal {
    fn no_such_entry() -> Self {
        Self {
            hint: "# is for entries without an id, with the starting rank of their line; name other players by their ids",
            ..Self::mismatch("expected an entry without an id and with this starting rank, there is none".to_owned())
        }
    }

    fn too_old(row: &Correction, limit: &CorrectionLimit) -> Self {
        let message = format!(
            "the list of {} is dated more than {} before this correction was received on {} (D29)",
            limit.list, limit.reach, row.received
        );
        Self {
            code: &codes::CORRECTION_TOO_OLD,
            message,
            hint: "errors are corrected for a limited time back; going beyond has to be asked for",
        }
    }

    fn mismatch(message: String) -> Self {
        Self { code: &codes::CORRECTION_MISMATCH, message, hint: "old has to be what is there when the corrections before it are applied" }
    }
}

/// Applies one correction to one tournament, or changes nothing. Returns the players concerned.
fn apply_one(batch: &mut Batch, at: usize, row: &Correction) -> Result<Vec<u32>, CorrectionRefusal> {
    match row.kind {
        CorrectionKind::Result { round, white, black, old, new, .. } => change_result(batch, at, round, [white, black], old, new),
        CorrectionKind::Player { old, new, .. } => change_player(batch, at, old, new),
        CorrectionKind::Withdrawn { .. } => {
            if let Some(earlier) = &batch.tournaments[at].withdrawn {
                return Err(CorrectionRefusal::mismatch(format!("expected false, but correction {earlier} has withdrawn it already")));
            }
            batch.tournaments[at].withdrawn = Some(row.id.as_str().into());
            Ok(all_players(batch, at))
        }
        CorrectionKind::Report { .. } => {
            Err(CorrectionRefusal::mismatch("the newer report was not among those that the tournaments were read with".to_owned()))
        }
        CorrectionKind::Merge { .. } | CorrectionKind::Undo { .. } => Ok(Vec::new()),
    }
}

fn change_result(
    batch: &mut Batch,
    at: usize,
    round: u16,
    ids: [u32; 2],
    old: GameResult,
    new: GameResult,
) -> Result<Vec<u32>, CorrectionRefusal> {
    let games = &mut batch.games;
    let [white, black] = ids;
    let of_round = game::games_of_round(games, &batch.tournaments[at].games, round);
    let (white_ref, black_ref) = (player(white)?, player(black)?);
    let meetings = game::meetings(games, of_round.clone(), white_ref, black_ref);
    let Some(found) = game::with_result(games, &meetings, old) else {
        let actual = game::describe_round(games, of_round, white_ref, black_ref);
        return Err(CorrectionRefusal::mismatch(format!("round {round}: expected {white} - {black} {old}, {actual}")));
    };
    game::set_result(games, of_round, found, new, allows_two_games_a_round(&batch.tournaments[at]));
    Ok(sorted(ids.to_vec()))
}

fn change_player(batch: &mut Batch, at: usize, old_ref: PlayerRef, new: u32) -> Result<Vec<u32>, CorrectionRefusal> {
    let range = batch.tournaments[at].games.clone();
    let new_ref = player(new)?;
    let (old, described) = match old_ref.fide_id() {
        Some(id) => (id.to_string(), None),
        None => {
            let id = &batch.tournaments[at].id;
            let is_meant =
                |entry: &&EntryWithoutId| entry.tournament_id == *id && PlayerRef::without_id(entry.starting_rank.into()) == old_ref;
            let entry = batch.without_id.iter().find(is_meant);
            let Some(entry) = entry else { return Err(CorrectionRefusal::no_such_entry()) };
            (format!("#{}", entry.starting_rank), Some(Newcomer { id: new, ..entry.described.clone() }))
        }
    };
    let games = &mut batch.games;
    let plays = |player: PlayerRef| games.white[range.clone()].contains(&player) || games.black[range.clone()].contains(&player);
    if !plays(old_ref) {
        return Err(CorrectionRefusal::mismatch(format!("expected games of {old}, there is none")));
    }
    if plays(new_ref) {
        let message = format!("{new} has games in this event already and cannot have those of {old} too (D25)");
        return Err(CorrectionRefusal {
            code: &codes::PLAYER_PLAYS_ALREADY,
            message,
            hint: "replace the report if both entries are one player's",
        });
    }
    for player in games.white[range.clone()].iter_mut().chain(&mut games.black[range]) {
        if *player == old_ref {
            *player = new_ref;
        }
    }
    let tournament = &mut batch.tournaments[at];
    let byes = tournament.byes.iter_mut().map(|bye| &mut bye.player);
    for player in byes.chain(tournament.entries.iter_mut().map(|entry| &mut entry.player)) {
        if *player == old_ref {
            *player = new_ref;
        }
    }
    tournament.join_byes_and_entries(games);
    // Nobody was told of the player as long as there was no id.
    batch.newcomers.extend(described);
    Ok(sorted(old_ref.fide_id().into_iter().chain([new]).collect()))
}

fn player(id: u32) -> Result<PlayerRef, CorrectionRefusal> {
    PlayerRef::id(id).ok_or_else(|| CorrectionRefusal::mismatch(format!("{id} is not a FIDE id")))
}

/// The ids of all players of a tournament.
fn all_players(batch: &Batch, at: usize) -> Vec<u32> {
    let range = batch.tournaments[at].games.clone();
    let (white, black) = (&batch.games.white[range.clone()], &batch.games.black[range]);
    sorted(white.iter().chain(black).filter_map(|player| player.fide_id()).collect())
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}
