//! Finds the players whose own games a revision changes. All others who move do so in consequence.

use crate::Result;
use crate::compute::Computed;
use crate::impact::RevisionCause;
use amendments::CorrectionKind;
use model::{Date, RatedTournament, SideResult};
use period_assembly::{Judged, Period};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use store::{CheckedFolder, Manifest, RATED_COLUMNS, StoreError, file, rated_contents};
use tables::{ParquetTable, Table};

/// What differs between a computed list and an earlier version of it, before the cause is known.
#[derive(Debug)]
pub(crate) struct ChangedGames {
    /// The games of the version before, if it has a table of games.
    games: Option<PreviousGames>,
    /// Tournaments that only one of the two versions rated, or that both did with other games or from other reports.
    tournaments: BTreeSet<String>,
    /// The merges of one of the two versions that the other has not.
    merges: Vec<(u32, u32)>,
}

impl ChangedGames {
    pub(crate) fn compare(before: &CheckedFolder, computed: &Computed) -> Result<Self> {
        let games = PreviousGames::read(before)?;
        let tournaments = changed_tournaments(before, games.as_ref(), computed)?;
        Ok(Self { games, tournaments, merges: changed_merges(before, computed)? })
    }
}

/// The players whose own games changed, each with the corrections that changed them: those whom corrections name that came or went, and everyone
/// in a tournament that was added, removed or changed.
pub(crate) fn directly_affected_players(
    changed_games: ChangedGames,
    computed: &Computed,
    cause: &RevisionCause,
) -> Result<BTreeMap<u32, Vec<String>>> {
    let ChangedGames { games, tournaments, merges } = changed_games;
    let period = &computed.period;
    let mut affected: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut add = |player: u32, correction: Option<&str>| {
        // Corrections name players by the ids of reports, which may be merged into others since.
        for player in [player, period.merged.get(&player).copied().unwrap_or(player)] {
            let known = affected.entry(player).or_default();
            known.extend(correction.filter(|id| !known.iter().any(|other| other == id)).map(str::to_owned));
        }
    };
    let mut changed: BTreeMap<String, Vec<String>> = tournaments.into_iter().map(|id| (id, Vec::new())).collect();
    // Players whose ids were merged, or are separate again.
    for (old, new) in merges {
        add(old, None);
        add(new, None);
    }
    for correction in &cause.corrections {
        let id = correction.id.as_str();
        match &correction.kind {
            CorrectionKind::Result { tournament_id, white, black, .. } => {
                changed.remove(&**tournament_id);
                add(*white, Some(id));
                add(*black, Some(id));
            }
            // The opponents of an entry that had no id get a game against a rated player: all of the tournament may be affected.
            CorrectionKind::Player { tournament_id, old, new } => match old.fide_id() {
                Some(old) => {
                    changed.remove(&**tournament_id);
                    add(old, Some(id));
                    add(*new, Some(id));
                }
                None => {
                    changed.entry(tournament_id.to_string()).or_default().push(correction.id.clone());
                    add(*new, Some(id));
                }
            },
            CorrectionKind::Merge { old, new } => {
                add(*old, Some(id));
                add(*new, Some(id));
            }
            CorrectionKind::Withdrawn { .. } | CorrectionKind::Report { .. } | CorrectionKind::Undo { .. } => {}
        }
    }
    for correction in &cause.corrections {
        if let CorrectionKind::Withdrawn { tournament_id } | CorrectionKind::Report { tournament_id, .. } = &correction.kind {
            changed.entry(tournament_id.to_string()).or_default().push(correction.id.clone());
        }
    }
    let mut add_all = |player: u32, corrections: &[String]| {
        add(player, None);
        corrections.iter().for_each(|id| add(player, Some(id)));
    };
    let corrections_by_tournament: Vec<Option<&Vec<String>>> =
        period.tournaments.iter().map(|judged| changed.get(&*judged.facts.id)).collect();
    for (player, &id) in period.players.index.ids().iter().enumerate() {
        for side in &period.sides[period.sides_of(player)] {
            if let Some(corrections) = corrections_by_tournament[side.tournament as usize] {
                add_all(id, corrections);
            }
        }
    }
    if let Some(games) = games {
        for (player, tournament) in games.played_in(&changed)? {
            add_all(player, &changed[&tournament]);
        }
    }
    Ok(affected)
}

/// Tournaments that only one of the two versions rated, or that both did with other games or from other reports.
fn changed_tournaments(before: &CheckedFolder, games: Option<&PreviousGames>, computed: &Computed) -> Result<BTreeSet<String>> {
    let period = &computed.period;
    let Some(table) = read_table_of(before, file::RATED_TOURNAMENTS, &RATED_COLUMNS)? else { return Ok(BTreeSet::new()) };
    let now: HashSet<&str> = period.tournaments.iter().filter(|judged| judged.is_rated()).map(|judged| &*judged.facts.id).collect();
    // A store remembers tens of thousands of tournaments; only those of this list, then or now, are looked at.
    let is_of_list = |id: &str, list: Date| list == period.list.day() || now.contains(id);
    let recorded = rated_contents(&table, period.list.day(), is_of_list)?;
    // Fingerprints of version 0.1 are of games as corrected, and cannot be compared with those of games as reported.
    let has_same_fingerprints = before.manifest().is_some_and(|manifest| manifest.format == Manifest::FORMAT);
    let is_other_report = |judged: &Judged| {
        let facts = &judged.facts;
        let is_same = |row: &RatedTournament| {
            (row.content.fingerprint, row.start, row.end) == (facts.content.fingerprint, facts.start, facts.end)
                || row.content.fingerprint.is_none() && row.content.dated_fingerprint == facts.content.dated_fingerprint
        };
        !recorded.get(&facts.id).is_some_and(is_same)
    };
    let mut gone: BTreeSet<&str> = recorded.rated_on(period.list.day()).collect();
    let hashes = GamesHash::of_tournaments(period);
    let mut changed: Vec<&str> = Vec::new();
    for (judged, hash) in period.tournaments.iter().zip(hashes).filter(|(judged, _)| judged.is_rated()) {
        let id = &*judged.facts.id;
        let has_other_games = games.is_some_and(|games| games.hashes.get(id) != Some(&hash));
        if !gone.remove(id) || has_other_games || has_same_fingerprints && is_other_report(judged) {
            changed.push(id);
        }
    }
    Ok(changed.into_iter().chain(gone).map(str::to_owned).collect())
}

/// The merges of one of the two versions that the other has not.
fn changed_merges(before: &CheckedFolder, computed: &Computed) -> Result<Vec<(u32, u32)>> {
    let mut recorded: BTreeMap<u32, u32> = BTreeMap::new();
    if let Some(table) = read_table_of(before, file::STATE, &["fide_id", "merged_into"])? {
        if table.has("merged_into") {
            let (ids, into) = (table.required_integers("fide_id")?, table.required_integers("merged_into")?);
            let merges = ids.iter().zip(into.iter());
            recorded.extend(merges.filter_map(|(old, new)| Some((u32::try_from(old?).ok()?, u32::try_from(new?).ok()?))));
        }
    }
    let now = &computed.period.merged;
    let changed = recorded.iter().filter(|(old, new)| now.get(*old) != Some(*new));
    Ok(changed.chain(now.iter().filter(|(old, new)| recorded.get(*old) != Some(*new))).map(|(old, new)| (*old, *new)).collect())
}

/// Reads columns of a table of the version before.
fn read_table_of(before: &CheckedFolder, name: &str, columns: &[&str]) -> Result<Option<Table>> {
    let Some(path) = before.file(name)? else { return Ok(None) };
    let file = store::open_file(&path).map_err(StoreError::io(&path))?;
    let table = ParquetTable::from_file(file).and_then(|table| table.read(0..table.height(), columns));
    Ok(Some(table.map_err(StoreError::unreadable(&path))?))
}

/// How many rows or players one thread hashes at a time.
const ROWS_AT_ONCE: usize = 1 << 15;

/// The games of the version before, if it has a table of games.
#[derive(Debug)]
struct PreviousGames {
    table: Table,
    /// By tournament.
    hashes: HashMap<String, GamesHash>,
}

impl PreviousGames {
    fn read(before: &CheckedFolder) -> Result<Option<Self>> {
        let columns = ["fide_id", "tournament_id", "round", "opponent", "result"];
        let Some(table) = read_table_of(before, file::GAMES, &columns)? else { return Ok(None) };
        let (players, opponents, rounds) =
            (table.required_integers("fide_id")?, table.required_integers("opponent")?, table.required_integers("round")?);
        let (ids, results) = (table.required_texts("tournament_id")?, table.required_texts("result")?);
        let hashes_of = |start: usize| {
            let mut hashes: HashMap<&str, GamesHash> = HashMap::new();
            for row in start..table.height().min(start + ROWS_AT_ONCE) {
                hashes.entry(ids.get(row)).or_default().add((players.get(row), opponents.get(row), rounds.get(row), results.get(row)));
            }
            hashes
        };
        let starts: Vec<usize> = (0..table.height()).step_by(ROWS_AT_ONCE).collect();
        let parts: Vec<HashMap<&str, GamesHash>> = starts.into_par_iter().with_max_len(1).map(hashes_of).collect();
        let mut hashes: HashMap<String, GamesHash> = HashMap::new();
        for (id, hash) in parts.into_iter().flatten() {
            match hashes.get_mut(id) {
                Some(sum) => sum.join(hash),
                None => drop(hashes.insert(id.to_owned(), hash)),
            }
        }
        Ok(Some(Self { table, hashes }))
    }

    /// Who played in some tournaments.
    fn played_in(&self, tournaments: &BTreeMap<String, Vec<String>>) -> Result<BTreeSet<(u32, String)>> {
        let (players, ids) = (self.table.required_integers("fide_id")?, self.table.required_texts("tournament_id")?);
        let rows = players.iter().zip(ids.iter()).filter_map(|(player, id)| Some((u32::try_from(player?).ok()?, id)));
        Ok(rows.filter(|(_, id)| tournaments.contains_key(*id)).map(|(player, id)| (player, id.to_owned())).collect())
    }
}

/// A hash of the games of a tournament that does not depend on their order: a sum of hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GamesHash(u64);

impl GamesHash {
    /// The hashes of all tournaments of a period.
    fn of_tournaments(period: &Period) -> Vec<Self> {
        let ids = period.players.index.ids();
        // After the last player come the sides of those without an id.
        let hashes_of = |first: usize| {
            let mut hashes: HashMap<u32, Self> = HashMap::new();
            for player in first..(first + ROWS_AT_ONCE).min(ids.len() + 1) {
                let id = ids.get(player).map(|&id| i64::from(id));
                for side in &period.sides[period.sides_of(player)] {
                    let symbol = SideResult::ALL[usize::from(side.flags.result_code())].symbol();
                    let (opponent, round) = (side.opponent.fide_id().map(i64::from), Some(i64::from(side.round)));
                    hashes.entry(side.tournament).or_default().add((id, opponent, round, symbol));
                }
            }
            hashes
        };
        let firsts: Vec<usize> = (0..=ids.len()).step_by(ROWS_AT_ONCE).collect();
        let parts: Vec<HashMap<u32, Self>> = firsts.into_par_iter().with_max_len(1).map(hashes_of).collect();
        let mut hashes = vec![Self::default(); period.tournaments.len()];
        for (tournament, hash) in parts.into_iter().flatten() {
            hashes[tournament as usize].join(hash);
        }
        hashes
    }

    /// Adds the sides of another hash.
    fn join(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// Adds one side: player, opponent, round and result.
    fn add(&mut self, side: (Option<i64>, Option<i64>, Option<i64>, &str)) {
        let mut hasher = DefaultHasher::new();
        side.hash(&mut hasher);
        self.0 = self.0.wrapping_add(hasher.finish());
    }
}
