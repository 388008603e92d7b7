//! What a hostile file can reach: one function per kind of file, each the way that the program itself takes.
//!
//! The fuzz targets call them, and so does the test that runs every file of the corpus. They must return, whatever the bytes are: a
//! wrong file is an error or a diagnostic, never a panic, a hang, or memory without end. Where there is more to hold than that, it is
//! asserted here.

use amendments::{AmendmentSources, Amendments, SubmissionAmendments};
use federation_lists::FederationListOptions;
use ingest::{OnlineWindow, ReadOptions, Sources, Submissions};
use model::{Control, Date, IndexedPlayers, InputRole, ListDate, PlayerIndex, Pool, parse_iso_date};
use rulebook::Rulebook;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{ListSource, PlayerList};
use tempfile::TempDir;

/// A kind of file: the name of its fuzz target and of its folder in the corpus, and what reads it.
pub type Entry = (&'static str, fn(&[u8]));

/// Every kind of file that others hand in.
pub const ENTRIES: [Entry; 16] = [
    ("trf", trf),
    ("report_zip", report_zip),
    ("federation_txt", federation_txt),
    ("federation_xml", federation_xml),
    ("federation_zip", federation_zip),
    ("list_csv", list_csv),
    ("list_parquet", list_parquet),
    ("registry", registry),
    ("bundle_csv", bundle_csv),
    ("bundle_parquet", bundle_parquet),
    ("corrections", corrections),
    ("roster", roster),
    ("online_games", online_games),
    ("rulebook", rulebook),
    ("pipeline_file", pipeline_file),
    ("list_folder", list_folder),
];

/// A report that other files can speak of: two players, two rounds.
const REPORT: &str = "\
012 Club open\n042 2024/01/06\n052 2024/01/07\n\
001    1 m    Berg, Anna                        1800 NOR     1500001             1.5    1     2 w 1     2 b =\n\
001    2 w    Dahl, Nils                        1700 NOR     1500002             0.5    2     1 b 0     1 w =\n";
const TOURNAMENTS: &str = "tournament_id,start,end\nT1,2024-01-06,2024-01-07\nT2,2024-01-13,2024-01-14\n";
const GAMES: &str = "tournament_id,round,white,black,result\nT1,1,1500001,1500002,1-0\nT2,1,1500002,1500001,1/2-1/2\n";

/// A folder that files are put into for a reader that wants paths.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        // In memory where that is possible: a fuzzer writes many thousands of files.
        let memory = Path::new("/dev/shm");
        let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        Self(made.expect("a temporary folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, content).expect("a temporary folder takes files");
        path
    }
}

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date of this file")
}

/// Reads what lies in a folder as a run would, and lints it as `check` does.
fn month(folder: &Path, registry: Option<PathBuf>) -> Option<Submissions> {
    for path in registry.as_deref().into_iter().chain([folder]) {
        drop(amendments::check(path));
    }
    read(folder, registry, Vec::new())
}

fn read(folder: &Path, registry: Option<PathBuf>, replacements: Vec<ingest::Replacement>) -> Option<Submissions> {
    let known = PlayerIndex::new(vec![1_500_001]);
    let sources = Sources { tournaments: vec![folder.to_owned()], registry, replacements, only: None };
    let options = ReadOptions {
        online: Some(OnlineWindow { from: day("2024-01-01"), until: day("2024-02-01") }),
        for_titles: true,
        ..ReadOptions::new(Control::Rapid, &known)
    };
    let submissions = ingest::read(&sources, &options).ok()?;
    // Every game belongs to one tournament, and everything is told in its order.
    let games: usize = submissions.batch.tournaments.iter().map(|tournament| tournament.games.len()).sum();
    assert_eq!(games, submissions.batch.games.len());
    assert!(submissions.diagnostics.is_sorted_by(|a, b| a.order() <= b.order()));
    Some(submissions)
}

pub fn trf(bytes: &[u8]) {
    let place = Place::new();
    let file = place.put("open.trf", bytes);
    drop(ingest::check_tournament_file(&file));
    let submissions = read(place.path(), None, Vec::new()).expect("a folder of reports can always be read");
    let tournaments = submissions.batch.tournaments.len() + submissions.other_control_ids.len();
    assert_eq!(tournaments, 1, "a report is a tournament, rated, refused or of another control");
}

pub fn report_zip(bytes: &[u8]) {
    let place = Place::new();
    let file = place.put("open.zip", bytes);
    drop(ingest::check_tournament_file(&file));
    let _is_archive = ingest::holds_reports(&file);
    month(place.path(), None);
}

fn federation(bytes: &[u8], name: &str) {
    drop(federation_lists::recognise(Cursor::new(bytes), name));
    for control in [None, Some(Control::Standard), Some(Control::Rapid)] {
        let options = FederationListOptions { control, date: None };
        let Ok(list) = federation_lists::read(Cursor::new(bytes), &name.into(), options) else { continue };
        assert_eq!(list.table.height() as u64 + list.rows_unusable, list.rows_read - repeated(&list));
        let date = list.date.unwrap_or(ListDate::of_month(day("2024-01-01")));
        drop(store::list_from_table(&list.table, &name.into(), date));
    }
}

/// Rows that are there twice are read once.
fn repeated(list: &federation_lists::FederationList) -> u64 {
    let kept = list.table.height() as u64 + list.rows_unusable;
    let reported = list.diagnostics.iter().filter(|reported| reported.code.id == "FED013").count() as u64;
    let repeated = list.rows_read - kept;
    assert!(repeated == 0 || reported > 0, "{repeated} rows are gone and nothing is said");
    repeated
}

/// The fixed columns of every year: the header, or the rows where there is none, tell which.
pub fn federation_txt(bytes: &[u8]) {
    federation(bytes, "jan24frl.txt");
}

pub fn federation_xml(bytes: &[u8]) {
    federation(bytes, "rapid_jan24frl.xml");
}

pub fn federation_zip(bytes: &[u8]) {
    federation(bytes, "rapid_jan24frl.zip");
}

/// Our own list and what users write after it. What is read is written and read again without loss.
pub fn list_csv(bytes: &[u8]) {
    let name: Arc<str> = "list.csv".into();
    drop(store::check_list(bytes, &name));
    let Ok((table, _)) = store::read_list_table(bytes, &name) else { return };
    let mut written = Vec::new();
    table.to_output().write_csv(&mut written).expect("what was read can be written");
    let (again, _) = store::read_list_table(&written, &name).expect("what was written can be read");
    assert_eq!(table.height(), again.height());
    for column in table.names() {
        let is_same = table.same_column(&again, column).expect("comparable");
        assert!(is_same, "{column}\n{}", String::from_utf8_lossy(&written));
    }
}

pub fn list_parquet(bytes: &[u8]) {
    let path = Path::new("state.parquet");
    drop(store::check_list(bytes, &"state.parquet".into()));
    drop(store::read_list_table(bytes, &"state.parquet".into()));
    drop(store::read_pool(bytes, path));
    drop(store::read_rated_tournaments(bytes, path, day("2024-01-01")));
}

pub fn registry(bytes: &[u8]) {
    let place = Place::new();
    place.put("open.trf", REPORT);
    let file = place.put("registry.csv", bytes);
    month(place.path(), Some(file));
}

/// Tables one after the other, divided by lines of `%%`: tournaments, games, players.
pub fn bundle_csv(bytes: &[u8]) {
    let place = Place::new();
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split("%%\n");
    for name in ["tournaments.csv", "games.csv", "players.csv", "byes.csv"] {
        if let Some(part) = parts.next() {
            place.put(name, part);
        }
    }
    month(place.path(), None);
}

/// The bytes as each of the tables in turn.
pub fn bundle_parquet(bytes: &[u8]) {
    let games = Place::new();
    games.put("tournaments.csv", TOURNAMENTS);
    games.put("games.parquet", bytes);
    month(games.path(), None);
    let tournaments = Place::new();
    tournaments.put("tournaments.parquet", bytes);
    tournaments.put("games.csv", GAMES);
    tournaments.put("players.parquet", bytes);
    month(tournaments.path(), None);
    let byes = Place::new();
    byes.put("tournaments.csv", TOURNAMENTS);
    byes.put("games.csv", GAMES);
    byes.put("byes.parquet", bytes);
    month(byes.path(), None);
    let online = Place::new();
    online.put("online_games.parquet", bytes);
    month(online.path(), None);
}

pub fn corrections(bytes: &[u8]) {
    let place = Place::new();
    let tournaments = place.path().join("tournaments");
    std::fs::create_dir(&tournaments).expect("a temporary folder takes folders");
    std::fs::write(tournaments.join("T1.trf"), REPORT).expect("a temporary folder takes files");
    place.put("newer.trf", REPORT);
    let file = place.put("corrections.csv", bytes);
    drop(amendments::check(&file));
    let Some((amendments, _)) = amended(&place, Some(file), None) else { return };
    if let Some(mut submissions) = read(&tournaments, None, amendments.replacements()) {
        let list = day("2024-02-01");
        let edition = Rulebook::fide().edition_on(Control::Rapid, list).expect("an edition of that day");
        drop(amendments.amend_submissions(&mut submissions, edition));
    }
}

/// Reads amendments and applies them to a list of one player.
fn amended(place: &Place, corrections: Option<PathBuf>, roster: Option<PathBuf>) -> Option<(SubmissionAmendments, PlayerList)> {
    let sources = AmendmentSources {
        list: ListDate::of_month(day("2024-02-01")),
        corrections,
        only: None,
        as_known: Some(day("2024-06-01")),
        reach: rulebook::CorrectionReach::YEAR,
        beyond_limit: false,
        roster,
        excluded_federations: Vec::new(),
    };
    let list = place.put("2024-01-01.csv", "fide_id,rating\n1500001,1500\n");
    let (mut list, _) = ListSource::open(&list, None).ok()?.read(InputRole::Previous).ok()?;
    let amendments = Amendments::read(&sources).ok()?.amend_previous(&mut list, &mut Pool::default());
    Some((amendments, list))
}

pub fn roster(bytes: &[u8]) {
    let place = Place::new();
    let file = place.put("players.csv", bytes);
    drop(amendments::check(&file));
    let Some((amendments, list)) = amended(&place, None, Some(file)) else { return };
    let edition = Rulebook::fide().edition_on(Control::Rapid, day("2024-02-01")).expect("an edition of that day");
    let amendments = amendments.amend_submissions(&mut Submissions::default(), edition);
    let (mut players, mut text) = (IndexedPlayers { index: list.index, rows: list.rows }, list.text);
    drop(amendments.amend_players(&mut players, &mut text, &list.merged, true));
}

pub fn online_games(bytes: &[u8]) {
    let place = Place::new();
    place.put("online_games.csv", bytes);
    month(place.path(), None);
}

/// A rulebook that is accepted can be shown and compared.
pub fn rulebook(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(edition) = rulebook::read_edition(text, "rules.toml") {
        rulebook::parameters(&edition);
        rulebook::Rulebook::with_single_edition(edition);
    }
}

pub fn pipeline_file(bytes: &[u8]) {
    let place = Place::new();
    drop(pipeline::read_pipeline_file(&place.put("pipeline.toml", bytes)));
}

/// What else stands in a folder of lists and is read again: the manifest and the revisions.
pub fn list_folder(bytes: &[u8]) {
    let read = |text: &str| store::Manifest::from_json(text, Path::new("manifest.json"));
    if let Ok(manifest) = read(&String::from_utf8_lossy(bytes)) {
        let written = manifest.to_json();
        let again = read(&written).expect("what was written can be read");
        assert_eq!(written, again.to_json());
    }
    let place = Place::new();
    place.put("revisions.csv", bytes);
    drop(store::read_revisions(place.path()));
}
