//! Finds what a revision changes of players' own games, and whom that concerns. All others who move do so in consequence.

use crate::Result;
use crate::compute::Computed;
use amendments::{Correction, CorrectionKind};
use model::{Date, InputFile, InputRole, RatedTournament, SideResult};
use period_assembly::{Judged, Period};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use store::{CheckedFolder, Manifest, RATED_COLUMNS, StoreError, file, rated_contents};
use tables::{ParquetTable, Table};

/// What differs between the two versions of a list in tournaments and merges.
#[derive(Debug)]
pub(crate) struct OwnGameChanges {
    /// By id of the tournament.
    tournaments: BTreeMap<String, TournamentChange>,
    merges: Vec<MergeChange>,
    games: Option<PreviousGames>,
}

/// What differs of one tournament.
#[derive(Clone, Debug, Default)]
struct TournamentChange {
    /// In words; empty where merged ids alone explain it.
    words: String,
    /// Whether the report is another, came or went. Then corrections of single games do not explain the difference alone.
    is_of_report: bool,
}

/// A merge that only one of the two versions has.
#[derive(Clone, Copy, Debug)]
struct MergeChange {
    old: u32,
    new: u32,
    has_ended: bool,
}

/// What changed of one player's own games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnCauses {
    /// The ids of corrections.
    pub(crate) corrections: Vec<String>,
    /// Everything, corrections included, in words.
    pub(crate) words: Vec<String>,
}

/// How many tournaments a description names.
const MOST_NAMED: usize = 5;

impl MergeChange {
    fn in_words(self) -> String {
        let Self { old, new, has_ended } = self;
        if has_ended { format!("merge of {old} into {new} ended") } else { format!("merge of {old} into {new}") }
    }

    /// Whether a correction came or went with this merge.
    fn is_of(self, correction: &Correction) -> bool {
        matches!(correction.kind, CorrectionKind::Merge { old, new } if (old, new) == (self.old, self.new))
    }
}

impl OwnCauses {
    fn add(&mut self, words: &str) {
        if !self.words.iter().any(|known| known == words) {
            self.words.push(words.to_owned());
        }
    }

    fn add_correction(&mut self, id: &str) {
        if !self.corrections.iter().any(|known| known == id) {
            self.corrections.push(id.to_owned());
            self.add(&format!("correction {id}"));
        }
    }
}

/// Whether a correction changes single games of a tournament.
fn changes_games_of(correction: &Correction, tournament: &str) -> bool {
    matches!(&correction.kind, CorrectionKind::Result { tournament_id, .. } | CorrectionKind::Player { tournament_id, .. } if **tournament_id == *tournament)
}

/// The tournament that a correction changes for everybody in it: it decides which report is rated, or whether any is, or gives an entry an id,
/// so that the opponents get a game against a rated player.
fn tournament_concerned(correction: &Correction) -> Option<&str> {
    match &correction.kind {
        CorrectionKind::Withdrawn { tournament_id } | CorrectionKind::Report { tournament_id, .. } => Some(tournament_id),
        CorrectionKind::Player { tournament_id, old, .. } if old.fide_id().is_none() => Some(tournament_id),
        _ => None,
    }
}

impl OwnGameChanges {
    /// Compares a computed list with the version that it replaces, of which every file is what was published.
    pub(crate) fn find(before: &CheckedFolder, computed: &Computed) -> Result<Self> {
        let games = PreviousGames::read(before)?;
        let merges = changed_merges(before, computed)?;
        let tournaments = changed_tournaments(before, games.as_ref(), computed, !merges.is_empty())?;
        Ok(Self { tournaments, merges, games })
    }

    /// What changed, in words, without what these corrections explain.
    pub(crate) fn in_words(&self, corrections: &[Correction]) -> Vec<String> {
        let is_explained = |id: &str, change: &TournamentChange| {
            corrections.iter().any(|row| tournament_concerned(row) == Some(id) || changes_games_of(row, id) && !change.is_of_report)
        };
        let tournaments = self.tournaments.iter().filter(|(id, change)| !change.words.is_empty() && !is_explained(id, change));
        let mut words: Vec<String> = tournaments.map(|(_, change)| change.words.clone()).collect();
        let merges = self.merges.iter().filter(|merge| !corrections.iter().any(|row| merge.is_of(row)));
        words.extend(merges.map(|merge| merge.in_words()));
        let more = words.len().saturating_sub(MOST_NAMED);
        words.truncate(MOST_NAMED);
        if more > 0 {
            words.push(format!("{more} more such changes"));
        }
        words
    }

    /// The players whose own games changed, each with what changed: those whom corrections name that came or went, and everyone in a
    /// tournament that was added, removed or changed.
    pub(crate) fn affected_players(&self, period: &Period, corrections: &[Correction]) -> Result<BTreeMap<u32, OwnCauses>> {
        let mut affected: BTreeMap<u32, OwnCauses> = BTreeMap::new();
        // Corrections name players by the ids of reports, which may be merged into others since.
        let both_ids = |player: u32| [player, period.merged.get(&player).copied().unwrap_or(player)];
        let mut add = |player: u32, add_to: &dyn Fn(&mut OwnCauses)| {
            for player in both_ids(player) {
                add_to(affected.entry(player).or_default());
            }
        };
        for merge in &self.merges {
            let correction = corrections.iter().find(|row| merge.is_of(row));
            for player in [merge.old, merge.new] {
                add(player, &|causes| match correction {
                    Some(row) => causes.add_correction(&row.id),
                    None => causes.add(&merge.in_words()),
                });
            }
        }
        for row in corrections {
            let (one, other) = match &row.kind {
                CorrectionKind::Result { white, black, .. } => (Some(*white), *black),
                CorrectionKind::Player { old, new, .. } => (old.fide_id(), *new),
                CorrectionKind::Merge { old, new } => (Some(*old), *new),
                CorrectionKind::Withdrawn { .. } | CorrectionKind::Report { .. } | CorrectionKind::Undo { .. } => continue,
            };
            for player in one.into_iter().chain([other]) {
                add(player, &|causes| causes.add_correction(&row.id));
            }
        }
        // What everybody in a tournament has to do with.
        let mut by_tournament: BTreeMap<String, OwnCauses> = BTreeMap::new();
        for (id, change) in &self.tournaments {
            let deciding: Vec<&Correction> = corrections.iter().filter(|row| tournament_concerned(row) == Some(&**id)).collect();
            if deciding.is_empty() && !change.is_of_report && corrections.iter().any(|row| changes_games_of(row, id)) {
                continue;
            }
            let causes = by_tournament.entry(id.clone()).or_default();
            if deciding.is_empty() && change.words.is_empty() {
                self.merges.iter().take(MOST_NAMED).for_each(|merge| causes.add(&merge.in_words()));
            } else if deciding.is_empty() {
                causes.add(&change.words);
            }
        }
        for row in corrections {
            if let Some(tournament) = tournament_concerned(row) {
                by_tournament.entry(tournament.to_owned()).or_default().add_correction(&row.id);
            }
        }
        let add_all = |causes: &mut OwnCauses, of_tournament: &OwnCauses| {
            of_tournament.corrections.iter().for_each(|id| causes.add_correction(id));
            of_tournament.words.iter().for_each(|words| causes.add(words));
        };
        let of_tournaments: Vec<Option<&OwnCauses>> =
            period.tournaments.iter().map(|judged| by_tournament.get(&*judged.facts.id)).collect();
        for (player, &id) in period.players.index.ids().iter().enumerate() {
            for side in &period.sides[period.sides_of(player)] {
                if let Some(of_tournament) = of_tournaments[side.tournament as usize] {
                    add(id, &|causes| add_all(causes, of_tournament));
                }
            }
        }
        if let Some(games) = &self.games {
            for (player, tournament) in games.played_in(&by_tournament)? {
                add(player, &|causes| add_all(causes, &by_tournament[&tournament]));
            }
        }
        Ok(affected)
    }
}

/// Tournaments that only one of the two versions rated, or that both did with other games or from other reports.
fn changed_tournaments(
    before: &CheckedFolder,
    games: Option<&PreviousGames>,
    computed: &Computed,
    has_changed_merges: bool,
) -> Result<BTreeMap<String, TournamentChange>> {
    let period = &computed.period;
    let Some(table) = read_table_of(before, file::RATED_TOURNAMENTS, &RATED_COLUMNS)? else { return Ok(BTreeMap::new()) };
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
    let listed: HashSet<String> = match read_table_of(before, file::TOURNAMENTS, &["tournament_id"])? {
        Some(table) => table.required_texts("tournament_id")?.iter().map(str::to_owned).collect(),
        None => HashSet::new(),
    };
    let of_report = |words: String| TournamentChange { words, is_of_report: true };
    // From the same reports the same games are read; where they differ, merges or other rules made them so.
    let has_same_reports = before.manifest().is_some_and(|manifest| reports(&manifest.inputs).eq(reports(&computed.made_from.inputs)));
    let hashes = GamesHash::of_tournaments(period);
    let mut changed: BTreeMap<String, TournamentChange> = BTreeMap::new();
    for (judged, hash) in period.tournaments.iter().zip(hashes).filter(|(judged, _)| judged.is_rated()) {
        let id = &*judged.facts.id;
        let change = if !gone.remove(id) {
            of_report(if listed.contains(id) { format!("{id} is rated now") } else { format!("new report {id}") })
        } else if has_same_fingerprints && !has_same_reports && is_other_report(judged) {
            of_report(format!("changed report {id}"))
        } else if games.is_some_and(|games| games.hashes.get(id) != Some(&hash)) {
            let words = if has_changed_merges || has_same_reports { String::new() } else { format!("other games of {id}") };
            TournamentChange { words, is_of_report: false }
        } else {
            continue;
        };
        changed.insert(id.to_owned(), change);
    }
    let is_there = |id: &str| period.tournaments.iter().any(|judged| *judged.facts.id == *id);
    for id in gone {
        let words = if is_there(id) { format!("{id} is not rated any more") } else { format!("the report of {id} is gone") };
        changed.insert(id.to_owned(), of_report(words));
    }
    Ok(changed)
}

/// The inputs that reports of tournaments are read from.
fn reports(inputs: &[InputFile]) -> impl Iterator<Item = &InputFile> {
    inputs.iter().filter(|input| matches!(input.role, InputRole::Tournaments | InputRole::Registry | InputRole::Corrections))
}

/// The merges of one of the two versions that the other has not.
fn changed_merges(before: &CheckedFolder, computed: &Computed) -> Result<Vec<MergeChange>> {
    let mut recorded: BTreeMap<u32, u32> = BTreeMap::new();
    if let Some(table) = read_table_of(before, file::STATE, &["fide_id", "merged_into"])?.filter(|table| table.has("merged_into")) {
        let (ids, into) = (table.required_integers("fide_id")?, table.required_integers("merged_into")?);
        let merges = ids.iter().zip(into.iter());
        recorded.extend(merges.filter_map(|(old, new)| Some((u32::try_from(old?).ok()?, u32::try_from(new?).ok()?))));
    }
    let now = &computed.period.merged;
    let ended = recorded.iter().filter(|(old, new)| now.get(*old) != Some(*new));
    let ended = ended.map(|(&old, &new)| MergeChange { old, new, has_ended: true });
    let begun = now.iter().filter(|(old, new)| recorded.get(*old) != Some(*new));
    Ok(ended.chain(begun.map(|(&old, &new)| MergeChange { old, new, has_ended: false })).collect())
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
    fn played_in(&self, tournaments: &BTreeMap<String, OwnCauses>) -> Result<BTreeSet<(u32, String)>> {
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
