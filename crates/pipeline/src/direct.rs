//! Who moves because the own games changed; everyone else who moves does so in consequence.

use crate::Result;
use crate::compute::Computed;
use crate::radius::Cause;
use amendments::CorrectionKind;
use model::{InputRole, SideResult};
use period_assembly::{Judged, Period};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use store::{ListSource, Manifest, StoreError, file, read_rated_tournaments, table_from_bytes};
use tables::Table;

/// The players whose own games changed, each with the corrections that changed them: those whom corrections name that came or went, and everyone
/// in a tournament that is in, out or another, with the version before or with this one.
pub(crate) fn directly_concerned(before: &ListSource, computed: &Computed, cause: &Cause) -> Result<BTreeMap<u32, Vec<String>>> {
    let period = &computed.period;
    let mut direct: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut add = |player: u32, correction: Option<&str>| {
        // Corrections name players as reports do; whoever's id has become another's is found there.
        for player in [player, period.merged.get(&player).copied().unwrap_or(player)] {
            let known = direct.entry(player).or_default();
            known.extend(correction.filter(|id| !known.iter().any(|other| other == id)).map(str::to_owned));
        }
    };
    let games = GamesBefore::read(before)?;
    let mut whole = changed_tournaments(before, games.as_ref(), computed)?;
    // Whoever has become another's, or is told apart again.
    for (old, new) in changed_merges(before, computed)? {
        add(old, None);
        add(new, None);
    }
    for correction in &cause.corrections {
        let id = correction.id.as_str();
        match &correction.kind {
            CorrectionKind::Result { tournament_id, white: one, black: other, .. }
            | CorrectionKind::Player { tournament_id, old: one, new: other } => {
                whole.remove(&**tournament_id);
                add(*one, Some(id));
                add(*other, Some(id));
            }
            CorrectionKind::Merge { old, new } => {
                add(*old, Some(id));
                add(*new, Some(id));
            }
            CorrectionKind::Withdrawn { .. } | CorrectionKind::Report { .. } | CorrectionKind::Undo { .. } => {}
        }
    }
    for correction in &cause.corrections {
        if let CorrectionKind::Withdrawn { tournament_id } | CorrectionKind::Report { tournament_id, .. } = &correction.kind {
            whole.entry(tournament_id.to_string()).or_default().push(correction.id.clone());
        }
    }
    let mut add_all = |player: u32, corrections: &[String]| {
        add(player, None);
        corrections.iter().for_each(|id| add(player, Some(id)));
    };
    let numbered: Vec<Option<&Vec<String>>> = period.tournaments.iter().map(|judged| whole.get(&*judged.facts.id)).collect();
    for (player, &id) in period.players.index.ids().iter().enumerate() {
        for side in &period.sides[period.sides_of(player)] {
            if let Some(corrections) = numbered[side.tournament as usize] {
                add_all(id, corrections);
            }
        }
    }
    if let Some(games) = games {
        for (player, tournament) in games.played_in(&whole)? {
            add_all(player, &whole[&tournament]);
        }
    }
    Ok(direct)
}

/// Tournaments that only one of the two versions rated, or that both did with other games or from other reports.
fn changed_tournaments(before: &ListSource, games: Option<&GamesBefore>, computed: &Computed) -> Result<BTreeMap<String, Vec<String>>> {
    let period = &computed.period;
    let Some((bytes, input)) = before.companion(file::RATED_TOURNAMENTS, InputRole::Previous)? else { return Ok(BTreeMap::new()) };
    let then = read_rated_tournaments(&bytes, Path::new(&input.path), before.date.day())?;
    // Fingerprints of version 0.1 are of games as corrected, and say nothing beside those of games as reported.
    let has_same_fingerprints = before.manifest().is_some_and(|manifest| manifest.format == Manifest::FORMAT);
    let is_other_report = |judged: &Judged| then.id_with_content(&judged.facts.fingerprint) != Some(&*judged.facts.id);
    let mut gone: BTreeSet<&str> = then.rated_on(period.list.day()).collect();
    let sums = GameSums::of(period);
    let mut changed: Vec<&str> = Vec::new();
    for (judged, sum) in period.tournaments.iter().zip(sums).filter(|(judged, _)| judged.is_rated()) {
        let id = &*judged.facts.id;
        let has_other_games = games.is_some_and(|games| games.sums.get(id) != Some(&sum));
        if !gone.remove(id) || has_other_games || has_same_fingerprints && is_other_report(judged) {
            changed.push(id);
        }
    }
    Ok(changed.into_iter().chain(gone).map(|id| (id.to_owned(), Vec::new())).collect())
}

/// The merges of one of the two versions that the other has not.
fn changed_merges(before: &ListSource, computed: &Computed) -> Result<Vec<(u32, u32)>> {
    let mut then: BTreeMap<u32, u32> = BTreeMap::new();
    if let Some((bytes, input)) = before.companion(file::STATE, InputRole::Previous)? {
        let table = table_from_bytes(&bytes, Some(&["fide_id", "merged_into"]))
            .map_err(|error| StoreError::unreadable(Path::new(&input.path))(error))?;
        if table.has("merged_into") {
            let (ids, into) = (table.required_integers("fide_id")?, table.required_integers("merged_into")?);
            let merges = ids.iter().zip(into.iter());
            then.extend(merges.filter_map(|(old, new)| Some((u32::try_from(old?).ok()?, u32::try_from(new?).ok()?))));
        }
    }
    let now = &computed.period.merged;
    let changed = then.iter().filter(|(old, new)| now.get(*old) != Some(*new));
    Ok(changed.chain(now.iter().filter(|(old, new)| then.get(*old) != Some(*new))).map(|(old, new)| (*old, *new)).collect())
}

/// The games of the version before, where it has a table of them.
struct GamesBefore {
    table: Table,
    /// By tournament.
    sums: HashMap<String, GameSums>,
}

impl GamesBefore {
    fn read(before: &ListSource) -> Result<Option<Self>> {
        let Some((bytes, input)) = before.companion(file::GAMES, InputRole::Previous)? else { return Ok(None) };
        let table = table_from_bytes(&bytes, Some(&["fide_id", "tournament_id", "round", "opponent", "result"]))
            .map_err(|error| StoreError::unreadable(Path::new(&input.path))(error))?;
        let (players, opponents, rounds) =
            (table.required_integers("fide_id")?, table.required_integers("opponent")?, table.required_integers("round")?);
        let (ids, results) = (table.required_texts("tournament_id")?, table.required_texts("result")?);
        let mut sums: HashMap<&str, GameSums> = HashMap::new();
        for row in 0..table.height() {
            sums.entry(ids.get(row)).or_default().add((players.get(row), opponents.get(row), rounds.get(row), results.get(row)));
        }
        let sums = sums.into_iter().map(|(id, sum)| (id.to_owned(), sum)).collect();
        Ok(Some(Self { table, sums }))
    }

    /// Who played in some tournaments.
    fn played_in(&self, tournaments: &BTreeMap<String, Vec<String>>) -> Result<BTreeSet<(u32, String)>> {
        let (players, ids) = (self.table.required_integers("fide_id")?, self.table.required_texts("tournament_id")?);
        let rows = players.iter().zip(ids.iter()).filter_map(|(player, id)| Some((u32::try_from(player?).ok()?, id)));
        Ok(rows.filter(|(_, id)| tournaments.contains_key(*id)).map(|(player, id)| (player, id.to_owned())).collect())
    }
}

/// What tells the games of a tournament from others, whatever their order: a sum of hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GameSums(u64);

impl GameSums {
    /// Of every tournament of a period.
    fn of(period: &Period) -> Vec<Self> {
        let mut sums = vec![Self::default(); period.tournaments.len()];
        let ids = period.players.index.ids().iter().map(|&id| Some(i64::from(id))).chain([None]);
        for (player, id) in ids.enumerate() {
            for side in &period.sides[period.sides_of(player)] {
                let symbol = SideResult::ALL[usize::from(side.flags.result_code())].symbol();
                let (opponent, round) = (side.opponent.fide_id().map(i64::from), Some(i64::from(side.round)));
                sums[side.tournament as usize].add((id, opponent, round, symbol));
            }
        }
        sums
    }

    /// Adds one side: player, opponent, round and result.
    fn add(&mut self, side: (Option<i64>, Option<i64>, Option<i64>, &str)) {
        let mut hasher = DefaultHasher::new();
        side.hash(&mut hasher);
        self.0 = self.0.wrapping_add(hasher.finish());
    }
}
