//! Corrections applied to what was read.

use super::{Correction, CorrectionKind, game};
use crate::codes;
use ingest::Submissions;
use model::{Batch, Code, Date, Diagnostic, GameResult, ListDate, PlayerRef};
use rulebook::Edition;
use std::collections::HashMap;
use std::sync::Arc;

/// What decides whether a correction may still be applied.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionTerms {
    /// The list that is made: the one on which the tournaments count now.
    pub list: ListDate,
    /// Lists dated more than so many months before a correction was received are not corrected by it (D29).
    pub limit_months: u32,
    pub beyond_limit: bool,
}

impl CorrectionTerms {
    /// Those of D29: a year.
    pub fn new(list: ListDate) -> Self {
        Self { list, limit_months: 12, beyond_limit: false }
    }

    /// Whether a correction received on a day may still change the list.
    pub fn allow(&self, received: Date) -> bool {
        // A limit that reaches back before the calendar is none.
        let oldest = received.checked_sub_months(chrono::Months::new(self.limit_months));
        self.beyond_limit || oldest.is_none_or(|oldest| self.list.day() >= oldest)
    }
}

/// One correction that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedCorrection {
    pub id: String,
    pub received: Date,
    pub sha256: String,
    pub tournament_id: Option<Arc<str>>,
    /// Those directly concerned, ascending.
    pub players: Vec<u32>,
}

/// What became of the corrections.
#[derive(Clone, Debug, Default)]
pub struct AppliedCorrections {
    /// By the day of receipt, then id.
    pub applied: Vec<AppliedCorrection>,
    /// Tournaments that are not to be rated.
    pub withdrawn: Vec<Arc<str>>,
    /// How many corrections could not be applied; each has a diagnostic.
    pub refused: usize,
    /// Those that were looked at and not applied, superseded ones among them, with the hashes of their rows; each has a diagnostic, which is part of the list.
    pub not_applied: Vec<(String, String)>,
    /// Sorted by [`Diagnostic::order`].
    pub diagnostics: Vec<Diagnostic>,
}

impl AppliedCorrections {
    fn leave(&mut self, row: &Correction, diagnostic: Diagnostic) {
        self.not_applied.push((row.id.clone(), row.sha256.clone()));
        self.diagnostics.push(diagnostic);
    }
}

/// Applies corrections to the tournaments that were read, in the order in which they were received.
///
/// What an earlier list rated, another control's tournaments, and those that wait for a later list by the edition of this one's date are passed
/// over. So are merges, which are not about what was handed in.
pub(crate) fn apply_corrections(
    handed_in: &mut Submissions,
    in_force: &[&Correction],
    terms: &CorrectionTerms,
    publication: &Edition,
) -> AppliedCorrections {
    let mut all = AppliedCorrections::default();
    let mut rows: Vec<(&Correction, &Arc<str>)> = in_force.iter().filter_map(|row| Some((*row, row.what.tournament_id()?))).collect();
    if rows.is_empty() {
        return all;
    }
    rows.sort_by(|a, b| (a.0.received, &a.0.id).cmp(&(b.0.received, &b.0.id)));
    let whereabouts = whereabouts(handed_in, &rows);
    let outcomes: HashMap<&str, Option<&str>> =
        handed_in.replacement_outcomes.iter().map(|outcome| (outcome.correction.as_str(), outcome.refusal.as_deref())).collect();
    let newest_report = newest_reports(&rows, &outcomes);
    for (order, &(row, tournament_id)) in rows.iter().enumerate() {
        let Some(Whereabouts { read, is_passed_over }) = whereabouts.get(tournament_id) else { continue };
        let waits = |&at: &usize| publication.waits(&handed_in.batch.tournaments[at], terms.list).is_some();
        let at = match read.as_slice() {
            [] if *is_passed_over => continue,
            [] => {
                let message = format!("{tournament_id}: no tournament of this id was handed in; the correction changes nothing");
                all.leave(row, row.diagnostic(&codes::CORRECTED_NOWHERE, message, "check tournament_id, or hand the report in"));
                continue;
            }
            read if read.iter().any(waits) => continue,
            [at] => Ok(*at),
            several => Err(Refusal {
                code: &codes::CORRECTED_TWICE_THERE,
                message: format!("{} tournaments have this id, and which is meant cannot be told", several.len()),
                hint: "give every tournament an id of its own",
            }),
        };
        if !matches!(row.what, CorrectionKind::Report { .. } | CorrectionKind::Withdrawn { .. })
            && let Some((_, newer)) = newest_report.get(tournament_id).filter(|(newest, _)| order < *newest)
        {
            let message = format!("{tournament_id}: the newer report of correction {newer} takes the place of what this row corrected");
            all.leave(row, row.diagnostic(&codes::CORRECTION_SUPERSEDED, message, "nothing to do if the newer report has it right"));
            continue;
        }
        let applied = at.and_then(|at| {
            terms.allow(row.received).then_some(at).ok_or_else(|| Refusal {
                code: &codes::CORRECTION_TOO_OLD,
                message: format!(
                    "the list of {} is dated more than {} months before this correction was received on {} (D29)",
                    terms.list, terms.limit_months, row.received
                ),
                hint: "errors are corrected for a year back; going beyond has to be asked for",
            })
        });
        let applied = applied.and_then(|at| match outcomes.get(row.id.as_str()) {
            Some(Some(refusal)) => Err(Refusal::mismatch((*refusal).to_owned())),
            Some(None) => Ok(everyone(&handed_in.batch, at)),
            None => change(&mut handed_in.batch, at, row),
        });
        match applied {
            Ok(players) => {
                if matches!(row.what, CorrectionKind::Withdrawn { .. }) {
                    all.withdrawn.push(Arc::clone(tournament_id));
                }
                let (id, sha256) = (row.id.clone(), row.sha256.clone());
                let tournament_id = Some(Arc::clone(tournament_id));
                all.applied.push(AppliedCorrection { id, received: row.received, sha256, tournament_id, players });
            }
            Err(Refusal { code, message, hint }) => {
                all.refused += 1;
                all.leave(row, row.diagnostic(code, format!("{tournament_id}: refused: {message}"), hint));
            }
        }
    }
    all.diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    all
}

/// Where the tournaments of an id are.
#[derive(Default)]
struct Whereabouts {
    /// Places in the batch: more than one where reports share the id.
    read: Vec<usize>,
    /// Rated earlier, or of another control.
    is_passed_over: bool,
}

/// The tournaments that some correction names, by id: one pass over the tournaments, none over the games.
fn whereabouts(handed_in: &Submissions, rows: &[(&Correction, &Arc<str>)]) -> HashMap<Arc<str>, Whereabouts> {
    let mut found: HashMap<Arc<str>, Whereabouts> = rows.iter().map(|(_, id)| (Arc::clone(id), Whereabouts::default())).collect();
    for (at, tournament) in handed_in.batch.tournaments.iter().enumerate() {
        if let Some(places) = found.get_mut(&tournament.id) {
            places.read.push(at);
        }
    }
    for id in handed_in.already_rated.iter().map(|tournament| &tournament.id).chain(&handed_in.other_control_ids) {
        if let Some(places) = found.get_mut(id) {
            places.is_passed_over = true;
        }
    }
    found
}

/// Of each tournament the last newer report that took effect: its place in the order, and its correction.
fn newest_reports<'a>(
    rows: &[(&'a Correction, &'a Arc<str>)],
    outcomes: &HashMap<&str, Option<&str>>,
) -> HashMap<&'a Arc<str>, (usize, &'a str)> {
    let took_effect = |row: &Correction| outcomes.get(row.id.as_str()) == Some(&None);
    let reports = rows.iter().enumerate().filter(|(_, (row, _))| took_effect(row));
    reports.map(|(order, (row, tournament_id))| (*tournament_id, (order, row.id.as_str()))).collect()
}

struct Refusal {
    code: &'static Code,
    message: String,
    hint: &'static str,
}

impl Refusal {
    fn mismatch(message: String) -> Self {
        Self { code: &codes::CORRECTION_MISMATCH, message, hint: "old has to be what is there when the corrections before it are applied" }
    }
}

/// Applies one correction to one tournament, or changes nothing. Returns whom it concerns.
fn change(batch: &mut Batch, at: usize, row: &Correction) -> Result<Vec<u32>, Refusal> {
    match row.what {
        CorrectionKind::Result { round, white, black, old, new, .. } => change_result(batch, at, round, [white, black], old, new),
        CorrectionKind::Player { old, new, .. } => change_player(batch, at, old, new),
        CorrectionKind::Withdrawn { .. } => {
            if let Some(earlier) = &batch.tournaments[at].withdrawn {
                return Err(Refusal::mismatch(format!("expected false, but correction {earlier} has withdrawn it already")));
            }
            batch.tournaments[at].withdrawn = Some(row.id.as_str().into());
            Ok(everyone(batch, at))
        }
        CorrectionKind::Report { .. } => {
            Err(Refusal::mismatch("the newer report was not among those that the tournaments were read with".to_owned()))
        }
        CorrectionKind::Merge { .. } | CorrectionKind::Undo { .. } => Ok(Vec::new()),
    }
}

fn change_result(batch: &mut Batch, at: usize, round: u16, ids: [u32; 2], old: GameResult, new: GameResult) -> Result<Vec<u32>, Refusal> {
    let games = &mut batch.games;
    let [white, black] = ids;
    let of_round = game::of_round(games, &batch.tournaments[at].games, round);
    let (white_ref, black_ref) = (player(white)?, player(black)?);
    let meetings = game::meetings(games, of_round.clone(), white_ref, black_ref);
    let Some(found) = game::with_result(games, &meetings, old) else {
        let there = game::what_is_there(games, of_round, white_ref, black_ref);
        return Err(Refusal::mismatch(format!("round {round}: expected {white} - {black} {old}, {there}")));
    };
    game::set_result(games, &meetings, found, new);
    Ok(sorted(ids.to_vec()))
}

fn change_player(batch: &mut Batch, at: usize, old: u32, new: u32) -> Result<Vec<u32>, Refusal> {
    let range = batch.tournaments[at].games.clone();
    let (old_ref, new_ref) = (player(old)?, player(new)?);
    let games = &mut batch.games;
    let plays = |player: PlayerRef| games.white[range.clone()].contains(&player) || games.black[range.clone()].contains(&player);
    if !plays(old_ref) {
        return Err(Refusal::mismatch(format!("expected games of {old}, there is none")));
    }
    if plays(new_ref) {
        let message = format!("{new} has games in this event already and cannot have those of {old} too (D25)");
        return Err(Refusal { code: &codes::PLAYER_PLAYS_ALREADY, message, hint: "replace the report if both entries are one player's" });
    }
    for seat in games.white[range.clone()].iter_mut().chain(&mut games.black[range]) {
        if *seat == old_ref {
            *seat = new_ref;
        }
    }
    Ok(sorted(vec![old, new]))
}

fn player(id: u32) -> Result<PlayerRef, Refusal> {
    PlayerRef::id(id).ok_or_else(|| Refusal::mismatch(format!("{id} is not a FIDE id")))
}

/// Everyone with an id who plays in a tournament.
fn everyone(batch: &Batch, at: usize) -> Vec<u32> {
    let range = batch.tournaments[at].games.clone();
    let (white, black) = (&batch.games.white[range.clone()], &batch.games.black[range]);
    sorted(white.iter().chain(black).filter_map(|player| player.fide_id()).collect())
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids.dedup();
    ids
}
