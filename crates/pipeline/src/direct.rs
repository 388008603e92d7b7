//! Who moves because the own games changed; everyone else who moves does so in consequence.

use crate::Result;
use crate::compute::Computed;
use crate::radius::Cause;
use amendments::CorrectionKind;
use model::{InputRole, Outcome};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use store::{ListSource, StoreError, file, read_rated_tournaments, table_of};

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
    let mut whole = changed_tournaments(before, computed)?;
    if cause.has_gone_corrections {
        whole.extend(with_other_games(before, computed)?.into_iter().map(|id| (id, Vec::new())));
    }
    for correction in &cause.corrections {
        let id = correction.id.as_str();
        match &correction.what {
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
        if let CorrectionKind::Withdrawn { tournament_id } | CorrectionKind::Report { tournament_id, .. } = &correction.what {
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
    for (player, tournament) in played_before(before, &whole)? {
        add_all(player, &whole[&tournament]);
    }
    Ok(direct)
}

/// Tournaments that only one of the two versions rated, or that both did from other reports.
fn changed_tournaments(before: &ListSource, computed: &Computed) -> Result<BTreeMap<String, Vec<String>>> {
    let period = &computed.period;
    let Some((bytes, input)) = before.companion(file::RATED_TOURNAMENTS, InputRole::Previous)? else { return Ok(BTreeMap::new()) };
    let then = read_rated_tournaments(&bytes, Path::new(&input.path), before.date.day())?;
    let mut out: BTreeSet<&str> = then.rated_on(period.list.day()).collect();
    let mut changed = BTreeMap::new();
    for judged in period.tournaments.iter().filter(|judged| judged.is_rated()) {
        let id = &*judged.facts.id;
        let was_rated = out.remove(id);
        if !was_rated || then.same_content(&judged.facts.fingerprint) != Some(id) {
            changed.insert(id.to_owned(), Vec::new());
        }
    }
    changed.extend(out.into_iter().map(|id| (id.to_owned(), Vec::new())));
    Ok(changed)
}

/// Tournaments whose games are others than in the version before, as far as that has a table of games.
fn with_other_games(before: &ListSource, computed: &Computed) -> Result<Vec<String>> {
    let period = &computed.period;
    let Some((bytes, input)) = before.companion(file::GAMES, InputRole::Previous)? else { return Ok(Vec::new()) };
    let table = table_of(&bytes, Some(&["fide_id", "tournament_id", "round", "opponent", "result"]))
        .map_err(|error| StoreError::unreadable(Path::new(&input.path))(error))?;
    let (players, opponents, rounds) =
        (table.required_integers("fide_id")?, table.required_integers("opponent")?, table.required_integers("round")?);
    let (ids, results) = (table.required_texts("tournament_id")?, table.required_texts("result")?);
    // Sums, because the order of the rows says nothing.
    let mut then: HashMap<&str, u64> = HashMap::new();
    for row in 0..table.height() {
        let sum = then.entry(ids.get(row)).or_default();
        *sum = sum.wrapping_add(hash_of((players.get(row), opponents.get(row), rounds.get(row), results.get(row))));
    }
    let mut now: Vec<u64> = vec![0; period.tournaments.len()];
    let numbered = period.players.index.ids().iter().map(|&id| Some(i64::from(id))).chain([None]).enumerate();
    for (player, id) in numbered {
        for side in &period.sides[period.sides_of(player)] {
            let (opponent, round) = (side.opponent.fide_id().map(i64::from), Some(i64::from(side.round)));
            let symbol = Outcome::ALL[usize::from(side.flags.outcome())].symbol();
            let sum = &mut now[side.tournament as usize];
            *sum = sum.wrapping_add(hash_of((id, opponent, round, symbol)));
        }
    }
    let rated = period.tournaments.iter().zip(&now).filter(|(judged, _)| judged.is_rated());
    let changed = rated.filter(|(judged, now)| then.get(&*judged.facts.id) != Some(now));
    Ok(changed.map(|(judged, _)| judged.facts.id.to_string()).collect())
}

fn hash_of(row: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    row.hash(&mut hasher);
    hasher.finish()
}

/// Who played in some tournaments by the version before, where that tells.
fn played_before(before: &ListSource, tournaments: &BTreeMap<String, Vec<String>>) -> Result<BTreeSet<(u32, String)>> {
    let games = if tournaments.is_empty() { None } else { before.companion(file::GAMES, InputRole::Previous)? };
    let Some((bytes, input)) = games else { return Ok(BTreeSet::new()) };
    let unreadable = |error| StoreError::unreadable(Path::new(&input.path))(error);
    let table = table_of(&bytes, Some(&["fide_id", "tournament_id"])).map_err(unreadable)?;
    let (players, ids) = (table.required_integers("fide_id")?, table.required_texts("tournament_id")?);
    let rows = players.iter().zip(ids.iter()).filter_map(|(player, id)| Some((u32::try_from(player?).ok()?, id)));
    Ok(rows.filter(|(_, id)| tournaments.contains_key(*id)).map(|(player, id)| (player, id.to_owned())).collect())
}
