//! Tests of folders and registries: what is found, refused and hashed.

use ingest::{IngestError, ReadOptions, Sources, Submissions, check, check_tournament_file, read};
use model::{Control, InputRole, PlayerIndex};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tables::{OutputColumn, OutputTable};
use tempfile::{TempDir, tempdir};

const REPORT: &str = "\
012 Spring Open
042 2024/03/01
052 2024/03/03
001    1 m    Player, 1                              NOR     1500010 1990/01/01               2 w 1
001    2 m    Player, 2                              NOR     1500011 1990/01/01               1 b 0
092 Individual: Swiss-System (Rapid)
";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    folder
}

fn read_sources(sources: &Sources) -> Result<Submissions, IngestError> {
    read_for(sources, None)
}

/// Reads without the games of tournaments that begin on this day or later.
fn read_for(sources: &Sources, list: Option<model::Date>) -> Result<Submissions, IngestError> {
    let known = PlayerIndex::default();
    read(sources, &ReadOptions { is_rated: &|id| id == "rated", list, ..ReadOptions::new(Control::Rapid, &known) })
}

fn read_folder(path: &Path) -> Submissions {
    read_sources(&Sources { tournaments: vec![path.to_owned()], ..Sources::default() }).expect("readable")
}

fn messages(diagnostics: &[model::Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

fn ids(read: &Submissions) -> Vec<&str> {
    read.batch.tournaments.iter().map(|tournament| &*tournament.id).collect()
}

#[test]
fn reports_are_found_in_all_folders_below_and_ordered_by_path() {
    let folder = folder(&[
        ("b/late.TRF", REPORT),
        ("a/x.541", REPORT),
        ("a/deep/y.tab", REPORT),
        ("z.txt", REPORT),
        ("a/.hidden.trf", REPORT),
        (".hidden/w.trf", REPORT),
        ("a/list.csv", "fide_id,rating\n"),
    ]);
    let read = read_folder(folder.path());
    assert_eq!(ids(&read), ["y", "x", "late", "z"]);
    let files: Vec<_> = read.inputs.iter().map(|input| (input.role.clone(), input.path.as_str())).collect();
    assert_eq!(
        files,
        [
            (InputRole::Tournaments, "a/deep/y.tab"),
            (InputRole::Tournaments, "a/x.541"),
            (InputRole::Tournaments, "b/late.TRF"),
            (InputRole::Tournaments, "z.txt")
        ]
    );
    assert_eq!(read.batch.tournaments[1].file, "a/x.541".into());
    let games: Vec<_> = read.batch.tournaments.iter().map(|tournament| tournament.games.clone()).collect();
    assert_eq!(games, [0..1, 1..2, 2..3, 3..4]);
    assert_eq!(read.batch.newcomers.iter().map(|n| n.id).collect::<Vec<_>>(), [1_500_010, 1_500_011], "each newcomer once");
}

#[test]
fn a_single_file_is_named_by_itself() {
    let folder = folder(&[("deep/spring.report", REPORT)]);
    let read = read_folder(&folder.path().join("deep/spring.report"));
    assert_eq!(ids(&read), ["spring"]);
    assert_eq!(read.inputs[0].path, "spring.report");
    assert_eq!(read.inputs[0].sha256, store::sha256_hex(REPORT.as_bytes()));
}

#[test]
fn one_thread_and_many_give_the_same() {
    let files: Vec<(String, String)> =
        (0..200).map(|n| (format!("{}/{n}.trf", n % 7), REPORT.replace("15000", &format!("15{:03}", n % 50)))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        format!("{:?}", pool.install(|| read_folder(folder.path())))
    };
    let alone = with(1);
    assert_eq!(alone, with(4));
    assert_eq!(alone, with(2));
}

#[test]
fn a_missing_source_is_an_error() {
    let error = read_sources(&Sources { tournaments: vec![PathBuf::from("/no/such/folder")], ..Sources::default() }).expect_err("missing");
    assert_eq!(error.to_string(), "/no/such/folder: there is no such file or folder");
    let folder = folder(&[]);
    let registry = Some(folder.path().join("registry.csv"));
    let error = read_sources(&Sources { registry, ..Sources::default() }).expect_err("missing");
    assert!(matches!(error, IngestError::Missing { .. }), "{error}");
}

#[test]
fn a_source_that_the_system_refuses_to_read_is_an_error() {
    let folder = folder(&[("s.trf", REPORT)]);
    // The parent is a file, which is another error than a missing path.
    let tournaments = vec![folder.path().join("s.trf/inside")];
    let error = read_sources(&Sources { tournaments, ..Sources::default() }).expect_err("no folder");
    assert!(matches!(error, IngestError::Io { .. }), "{error}");
}

#[test]
fn a_rated_tournament_is_not_opened_and_one_of_another_control_only_counted() {
    let registry = "tournament_id,file,control\nrated,a.trf,\nblitz,b.trf,blitz\nrapid,c.trf,rapid\n";
    let folder = folder(&[("registry.csv", registry), ("a.trf", "rubbish"), ("b.trf", "rubbish"), ("c.trf", REPORT)]);
    let read = read_sources(&Sources {
        tournaments: vec![folder.path().to_owned()],
        registry: Some(folder.path().join("registry.csv")),
        ..Sources::default()
    })
    .expect("readable");
    assert_eq!(ids(&read), ["rapid"]);
    assert_eq!(read.already_rated.iter().map(|t| (&*t.id, &*t.file)).collect::<Vec<_>>(), [("rated", "a.trf")]);
    assert_eq!(read.other_controls, 1);
    assert_eq!(messages(&read.diagnostics), [] as [&str; 0]);
    let roles: Vec<_> = read.inputs.iter().map(|input| (input.role.clone(), input.path.as_str())).collect();
    assert_eq!(roles, [(InputRole::Tournaments, "c.trf")]);
    // Of the registry the rows that a list uses are its input.
    assert_eq!(read.registry.expect("it was read").count(), 3);
}

#[test]
fn the_registry_may_name_files_in_the_submitted_folders_wherever_it_lies_itself() {
    let folder = folder(&[
        ("lists/registry.csv", "tournament_id,file\nspring,../data/s.trf\nother,../secret/s.trf\n"),
        ("data/s.trf", REPORT),
        ("secret/s.trf", REPORT),
    ]);
    let sources = Sources {
        tournaments: vec![folder.path().join("data")],
        registry: Some(folder.path().join("lists/registry.csv")),
        ..Sources::default()
    };
    let read = read_sources(&sources).expect("readable");
    let found: Vec<_> = read.batch.tournaments.iter().map(|t| (&*t.id, &*t.file, t.unusable.map(|code| code.id))).collect();
    assert_eq!(found, [("other", "../secret/s.trf", Some("REG009")), ("spring", "s.trf", None)]);
    assert_eq!(
        messages(&read.diagnostics),
        ["registry.csv:3:7: REG009: '../secret/s.trf' lies outside the registry's folder and is not read"]
    );
}

#[test]
fn a_registry_alone_is_enough() {
    let folder = folder(&[
        ("registry.csv", "tournament_id,file,start,end\nspring,data/s.trf,2024-03-01,2024-03-03\n"),
        ("data/s.trf", REPORT),
        ("data/t.trf", REPORT),
    ]);
    let read = read_sources(&Sources { registry: Some(folder.path().join("registry.csv")), ..Sources::default() }).expect("readable");
    assert_eq!(ids(&read), ["spring"]);
    assert_eq!(read.batch.tournaments[0].file, "data/s.trf".into());
}

#[test]
fn the_registry_repairs_a_report_without_dates() {
    let bad = REPORT.replace("2024/03/01", "early March").replace("052 2024/03/03\n", "");
    let folder = folder(&[("registry.csv", "tournament_id,file,start,end\nspring,s.trf,2024-03-01,2024-03-03\n"), ("s.trf", &bad)]);
    let read = read_sources(&Sources { registry: Some(folder.path().join("registry.csv")), ..Sources::default() }).expect("readable");
    assert_eq!(read.batch.tournaments[0].start, "2024-03-01".parse().ok());
    assert_eq!(messages(&read.diagnostics), [] as [&str; 0]);
    let alone = read_folder(folder.path());
    assert_eq!(
        messages(&alone.diagnostics),
        ["s.trf:1: TRF011: the report does not tell the last day", "s.trf:2:5: TRF010: 'early March' cannot be read as the first day"]
    );
}

#[test]
fn overlapping_folders_give_every_report_once() {
    let folder = folder(&[("a/s.trf", REPORT)]);
    let tournaments = vec![folder.path().to_owned(), folder.path().join("a"), folder.path().join("a/s.trf")];
    assert_eq!(ids(&read_sources(&Sources { tournaments, ..Sources::default() }).expect("readable")).len(), 1);
}

#[test]
fn files_of_one_name_in_several_folders_are_distinguished_by_their_folders() {
    let one_sided = REPORT.replace("1 b 0", "0000 -");
    let folder = folder(&[("x/north/s.trf", REPORT), ("x/south/s.trf", &one_sided), ("y/north/s.trf", &one_sided), ("z/t.trf", REPORT)]);
    let read_all = |sources: &[&str]| {
        let tournaments = sources.iter().map(|source| folder.path().join(source)).collect();
        read_sources(&Sources { tournaments, ..Sources::default() }).expect("readable")
    };
    let inputs = |read: &Submissions| read.inputs.iter().map(|input| input.path.clone()).collect::<Vec<_>>();
    let read = read_all(&["x/north", "x/south/"]);
    assert_eq!(inputs(&read), ["north/s.trf", "south/s.trf"]);
    assert_eq!(read.batch.tournaments.iter().map(|t| &*t.file).collect::<Vec<_>>(), ["north/s.trf", "south/s.trf"]);
    let read = read_all(&["x/north", "y/north", "z/t.trf"]);
    assert_eq!(inputs(&read), ["north-1/s.trf", "north-2/s.trf", "z/t.trf"]);
    assert_eq!(read.diagnostics.iter().filter(|d| d.code.id == "TRF030").map(|d| &*d.file).collect::<Vec<_>>(), ["north-2/s.trf"]);
    let read = read_all(&["x/north/s.trf", "x/south/s.trf"]);
    assert_eq!(inputs(&read), ["north/s.trf", "south/s.trf"], "files go by the folder that they lie in");
    let read = read_all(&["x", "x/south"]);
    assert_eq!(inputs(&read), ["x/north/s.trf", "x/south/s.trf"], "the first source to hold a file names it");
    assert_eq!(inputs(&read_all(&["x"])), ["north/s.trf", "south/s.trf"], "one source needs no name");
}

#[test]
fn finished_lists_in_the_folder_are_not_bundles() {
    let list = [("l/manifest.json", "{}"), ("l/list.csv", ""), ("l/tournaments.parquet", ""), ("l/games.parquet", ""), ("s.trf", REPORT)];
    let folder = folder(&list);
    let read = read_folder(folder.path());
    assert_eq!(ids(&read), ["s"]);
    assert_eq!(messages(&read.diagnostics), ["l: TRF008: the folder is a finished list and is passed over"]);
}

#[test]
fn progress_reaches_the_number_of_files() {
    let folder = folder(&[("a.trf", REPORT), ("b.trf", REPORT), ("c.trf", REPORT)]);
    let seen = Mutex::new(Vec::new());
    let known = PlayerIndex::default();
    let progress = |done, all| seen.lock().expect("no panic").push((done, all));
    let options = ReadOptions { progress: &progress, ..ReadOptions::new(Control::Rapid, &known) };
    read(&Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() }, &options).expect("readable");
    let mut seen = seen.into_inner().expect("no panic");
    seen.sort_unstable();
    assert_eq!(seen, [(1, 3), (2, 3), (3, 3)]);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let outside = folder(&[("s.trf", REPORT), ("deep/t.trf", REPORT)]);
    let folder = folder(&[("u.trf", REPORT)]);
    let link = |target: &Path, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name)).expect("a link");
    link(&outside.path().join("s.trf"), "file.trf");
    link(&outside.path().join("deep"), "folder");
    link(&folder.path().join("u.trf"), "inside.trf");
    link(folder.path(), "circle");
    let read = read_folder(folder.path());
    assert_eq!(ids(&read), ["u"]);
    let expected =
        ["file.trf", "folder"].map(|name| format!("{name}: TRF009: the symbolic link leads out of the folder and is not followed"));
    assert_eq!(messages(&read.diagnostics), expected);
    fs::write(folder.path().join("registry.csv"), "tournament_id,file\na,file.trf\nb,inside.trf\n").expect("written");
    let read = read_sources(&Sources { registry: Some(folder.path().join("registry.csv")), ..Sources::default() }).expect("readable");
    assert_eq!(messages(&read.diagnostics), ["registry.csv:2:3: REG009: 'file.trf' lies outside the registry's folder and is not read"]);
    assert_eq!(ids(&read), ["a", "b"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_regular_is_not_read() {
    let folder = folder(&[("u.trf", REPORT)]);
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("s.trf")).expect("a socket");
    let read = read_folder(folder.path());
    assert_eq!(ids(&read), ["u"]);
    assert_eq!(messages(&read.diagnostics), ["s.trf: TRF004: not a regular file; it is not read"]);
}

#[test]
fn a_line_without_end_refuses_its_report() {
    let endless = REPORT.replace("Spring Open", &"x".repeat((1 << 20) - 3));
    let longest = REPORT.replace("Spring Open", &"x".repeat((1 << 20) - 4));
    let folder = folder(&[("endless.trf", &endless), ("longest.trf", &longest)]);
    let read = read_folder(folder.path());
    assert_eq!(messages(&read.diagnostics), ["endless.trf:1:1048576: TRF039: the line is longer than 1048576 bytes; no report's is"]);
    let unusable: Vec<_> = read.batch.tournaments.iter().map(|tournament| tournament.unusable.map(|code| code.id)).collect();
    assert_eq!(unusable, [Some("TRF039"), None]);
}

#[test]
fn linting_names_files_as_they_were_typed() {
    let folder = folder(&[
        ("a/s.trf", &REPORT.replace("2 w 1", "7 w 1")),
        ("a/registry.csv", "tournament_id,file\nspring,s.trf\nautumn,gone.trf\n"),
    ]);
    let root = folder.path().to_string_lossy();
    let one_sided = format!("{root}/a/s.trf:5:92: TRF030: round 1: opponent 1 names 7 as opponent (line 4)");
    let unknown = format!("{root}/a/s.trf:4:92: TRF021: round 1: opponent 7 is not in the player section");
    let gone = format!("{root}/a/registry.csv:3:8: REG008: there is no file 'gone.trf'");
    let file = folder.path().join("a/s.trf");
    assert_eq!(messages(&check_tournament_file(&file).expect("readable")), [unknown.clone(), one_sided.clone()]);
    assert_eq!(messages(&check(&file).expect("readable")), [unknown.clone(), one_sided.clone()]);
    assert_eq!(messages(&check(folder.path()).expect("readable")), [unknown.clone(), one_sided.clone()]);
    assert_eq!(messages(&check(&folder.path().join("a/registry.csv")).expect("readable")), [gone, unknown, one_sided]);
    assert!(check(&folder.path().join("nothing")).is_err());
    assert!(check_tournament_file(folder.path()).is_err());
}

#[test]
fn a_broken_bundle_is_a_diagnostic_when_linting() {
    let folder = folder(&[
        ("a/games.csv", "tournament_id,round,white,black,result\n"),
        ("b/games.csv", "tournament_id,round,white,black\n"),
        ("b/tournaments.csv", "tournament_id\nT1\n"),
        ("c/tournaments.csv", "tournament_id,start\nT1,soon\n"),
        ("c/games.csv", "tournament_id,round,white,black,result\n"),
    ]);
    let root = fs::canonicalize(folder.path()).expect("a folder");
    let found = messages(&check(folder.path()).expect("readable"));
    let expected = [
        format!(
            "{}/a/games.csv: BUN027: there is no tournaments.csv or tournaments.parquet beside it, so that this is no bundle; it is not read",
            folder.path().display()
        ),
        format!("{}/b/games.csv: BUN001: the table cannot be read: it has no column result", root.display()),
        format!("{}/c/tournaments.csv:2:4: REG003: start: 'soon' is not a date, as 2024-02-01", folder.path().display()),
    ];
    assert_eq!(found, expected);
    assert_eq!(messages(&check(&folder.path().join("c/games.csv")).expect("readable")), expected[2..]);
}

#[test]
fn parquet_is_read_where_a_table_exists_in_csv_and_parquet() {
    let folder = folder(&[
        ("tournaments.csv", "tournament_id,control\nT1,rapid\n"),
        ("games.csv", "tournament_id,round,white,black,result\nT1,1,1500010,1500011,1-0\n"),
    ]);
    let columns = vec![
        OutputColumn::constant_text("tournament_id", "T1"),
        OutputColumn::integers("round", |row| Some([1, 2][row])),
        OutputColumn::ids("white", |_| Some(1_500_010)),
        OutputColumn::ids("black", |_| Some(1_500_011)),
        OutputColumn::texts("result", |row| ["1-0", "0-1"][row]),
    ];
    let file = fs::File::create(folder.path().join("games.parquet")).expect("a file");
    OutputTable::new(2, columns).write_parquet(file, &[]).expect("written");
    let read = read_folder(folder.path());
    assert_eq!(read.batch.games.len(), 2);
    assert_eq!(messages(&read.diagnostics), ["games.parquet: BUN002: there is a CSV file of this table too; this one is read"]);
}

/// Reads a folder, and calls `happens` just before the report `b` is opened.
fn read_while(folder: &TempDir, happens: impl Fn(&Path) + Sync) -> Result<Submissions, IngestError> {
    let is_rated = |id: &str| {
        if id == "b" {
            happens(folder.path());
        }
        false
    };
    let nobody = PlayerIndex::default();
    let options = ReadOptions { is_rated: &is_rated, ..ReadOptions::new(Control::Rapid, &nobody) };
    read(&Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() }, &options)
}

#[test]
fn a_report_that_goes_away_before_it_is_read_stops_the_reading() {
    let folder = folder(&[("a.trf", REPORT), ("b.trf", REPORT)]);
    let read = read_while(&folder, |path| fs::remove_file(path.join("b.trf")).expect("removed"));
    assert!(matches!(&read, Err(IngestError::Vanished { path }) if path.ends_with("b.trf")), "{read:?}");
}

#[test]
fn a_report_that_comes_after_the_search_is_not_part_of_it() {
    let folder = folder(&[("a.trf", REPORT), ("b.trf", REPORT)]);
    let read = read_while(&folder, |path| fs::write(path.join("c.trf"), REPORT).expect("written"));
    assert_eq!(ids(&read.expect("readable")), ["a", "b"]);
}

#[test]
fn a_report_cut_short_before_it_is_read_is_what_its_hash_says() {
    let folder = folder(&[("a.trf", REPORT), ("b.trf", REPORT)]);
    let half = &REPORT[..40];
    let read = read_while(&folder, |path| fs::write(path.join("b.trf"), half).expect("written")).expect("readable");
    let input = read.inputs.iter().find(|input| input.path == "b.trf").expect("read");
    assert_eq!(input.sha256, store::sha256_hex(half.as_bytes()), "of the bytes that were read");
    assert_eq!(store::change_since_read(input), None);
    fs::write(folder.path().join("b.trf"), REPORT).expect("written");
    assert_eq!(store::change_since_read(input).as_deref(), Some("it has changed"), "the rest came after it was read");
}

#[test]
fn a_report_of_a_tournament_that_begins_after_the_list_is_read_without_its_games() {
    let folder = folder(&[("open.trf", REPORT)]);
    let sources = Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() };
    // The tournament begins on 2024-03-01; without games its players are not newcomers.
    for (later_lists_from, games, newcomers) in [("2024-03-02", 1, 2), ("2024-03-01", 0, 0)] {
        let read = read_for(&sources, later_lists_from.parse().ok()).expect("readable");
        let tournament = &read.batch.tournaments[0];
        assert_eq!((tournament.games.len(), read.batch.newcomers.len(), tournament.entrants), (games, newcomers, 2), "{later_lists_from}");
    }
}
