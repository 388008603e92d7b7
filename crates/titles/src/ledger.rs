//! The ledger of norms: `norms.parquet`, cumulative over the lists (1.5, T40, T41).

use crate::handed_in::{HandedInNorms, NormKey};
use crate::rows::{NormResultRow, NormRow, NormSource, Verdict};
use crate::survivors::{source_rank, surviving_id};
use model::{Date, ListDate};
use rulebook::Title;
use std::collections::{BTreeMap, BTreeSet};

/// A norm judged on this list, with what the ledger tells of its event.
#[derive(Clone, Copy, Debug)]
pub struct JudgedNorm<'a> {
    pub result: &'a NormResultRow,
    pub name: &'a str,
    /// The federation that registered the event; empty if it is not known.
    pub federation: &'a str,
    pub start: Date,
    pub end: Date,
}

/// What changes the ledger on one list.
#[derive(Clone, Copy, Debug)]
pub struct LedgerChanges<'a> {
    pub list: ListDate,
    /// Results judged on this list; only norms enter the ledger.
    pub judged: &'a [JudgedNorm<'a>],
    pub handed_in: &'a HandedInNorms,
    /// Norms by direct results (T39).
    pub direct: &'a [NormRow],
    /// The surviving id of each merged id.
    pub merged: &'a BTreeMap<u32, u32>,
}

impl NormRow {
    /// A norm of which nothing but the key is told.
    pub(crate) fn untold(fide_id: u32, title: Title, tournament_id: &str, source: NormSource, list: ListDate) -> Self {
        Self {
            fide_id,
            title,
            tournament_id: tournament_id.to_owned(),
            name: None,
            federation: None,
            start: None,
            end: None,
            edition: None,
            basis: None,
            games: None,
            half_points: None,
            average: None,
            performance: None,
            credited_games: None,
            achieved_on: None,
            exempt: None,
            normal_foreigners: None,
            single_rounds: None,
            swiss_for_title: None,
            registered: None,
            unproven: None,
            source,
            list,
        }
    }

    fn key(&self) -> (u32, &'static str, &str) {
        (self.fide_id, self.title.word(), &self.tournament_id)
    }

    fn owned_key(&self) -> NormKey {
        NormKey::new(self.fide_id, self.title, &self.tournament_id)
    }

    /// The row of a norm judged on a list; `None` for another verdict, and for entries without an id, which are never applicants (T8).
    fn of_judged(judged: &JudgedNorm<'_>, list: ListDate) -> Option<Self> {
        let result = judged.result;
        match result.verdict {
            Verdict::Norm => {}
            Verdict::No => return None,
        }
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Some(Self {
            name: text(judged.name),
            federation: text(judged.federation),
            start: Some(judged.start),
            end: Some(judged.end),
            edition: Some(result.edition.clone()),
            basis: text(&result.basis.join(" ")),
            games: Some(result.games),
            half_points: Some(result.half_points),
            average: Some(result.average),
            performance: Some(result.performance),
            credited_games: result.credited_games,
            achieved_on: result.achieved_on,
            exempt: result.exempt.clone(),
            normal_foreigners: Some(result.normal_foreigners),
            single_rounds: result.single_rounds,
            swiss_for_title: Some(result.swiss_for_title),
            unproven: text(&result.unproven.join(" ")),
            ..Self::untold(result.player.fide_id()?, result.title, &result.tournament_id, NormSource::Judged, list)
        })
    }

    /// Whether two rows say the same, whichever list brought them.
    fn says_the_same(&self, other: &Self) -> bool {
        Self { list: other.list, ..self.clone() } == *other
    }
}

/// The ledger after a list: the previous rows and those of this list, less the withdrawn, sorted by id, title and tournament.
///
/// Where several rows have one key, a judged norm stays before a given one and a given one before a direct one; of two from the same source
/// the one of this list. A row that is handed in again without a change keeps the list that brought it. Rows stay under the ids that earned
/// them (D48): [`norms_of_survivors`](crate::norms_of_survivors) joins the halves of one player.
pub fn ledger(previous: Vec<NormRow>, changes: &LedgerChanges<'_>) -> Vec<NormRow> {
    let mut rows = previous;
    sort_by_key(&mut rows);
    let mut new: BTreeMap<NormKey, NormRow> = BTreeMap::new();
    let judged = changes.judged.iter().filter_map(|judged| NormRow::of_judged(judged, changes.list));
    for row in changes.direct.iter().chain(&changes.handed_in.given).cloned().chain(judged) {
        let known = rows.binary_search_by(|known| known.key().cmp(&row.key())).ok().map(|at| &mut rows[at]);
        match known.or_else(|| new.get_mut(&row.owned_key())) {
            Some(known) if source_rank(known.source) < source_rank(row.source) || known.says_the_same(&row) => {}
            Some(known) => *known = row,
            None => {
                new.insert(row.owned_key(), row);
            }
        }
    }
    rows.extend(new.into_values());
    withdraw(&mut rows, changes);
    sort_by_key(&mut rows);
    rows
}

/// Sorts rows by their key, which costs little where they come in this order.
fn sort_by_key(rows: &mut [NormRow]) {
    rows.sort_by(|a, b| a.key().cmp(&b.key()));
}

/// The withdrawals that take nothing away: neither the previous ledger nor this list has a norm of their player, title and tournament (T41).
pub fn withdrawals_of_nothing<'c>(previous: &[NormRow], changes: &LedgerChanges<'c>) -> Vec<&'c NormKey> {
    if changes.handed_in.withdrawn.is_empty() {
        return Vec::new();
    }
    let survivor = |id: u32| surviving_id(changes.merged, id);
    let judged = changes.judged.iter().map(|judged| judged.result).filter(|result| result.verdict == Verdict::Norm);
    let judged = judged.filter_map(|result| Some((survivor(result.player.fide_id()?), result.title.word(), &*result.tournament_id)));
    let others = previous.iter().chain(changes.direct).chain(&changes.handed_in.given);
    let others = others.map(|row| (survivor(row.fide_id), row.title.word(), row.tournament_id.as_str()));
    let known: BTreeSet<(u32, &str, &str)> = judged.chain(others).collect();
    let is_known = |key: &NormKey| known.contains(&(survivor(key.fide_id), key.title, key.tournament_id.as_str()));
    changes.handed_in.withdrawn.iter().filter(|key| !is_known(key)).collect()
}

/// Removes the norms that were taken away (0.44, T41), whoever brought them and under whichever of a player's ids.
fn withdraw(rows: &mut Vec<NormRow>, changes: &LedgerChanges<'_>) {
    if changes.handed_in.withdrawn.is_empty() {
        return;
    }
    let survivor = |id: u32| surviving_id(changes.merged, id);
    let withdrawn: BTreeSet<(u32, &str, &str)> =
        changes.handed_in.withdrawn.iter().map(|key| (survivor(key.fide_id), key.title, key.tournament_id.as_str())).collect();
    rows.retain(|row| !withdrawn.contains(&(survivor(row.fide_id), row.title.word(), row.tournament_id.as_str())));
}
