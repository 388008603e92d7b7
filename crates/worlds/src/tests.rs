//! Tests of whole worlds: contents, and agreement of reports and bundles.

use super::*;
use crate::population::Person;
use crate::tournament::PairingResult;
use model::{Control, Date, TournamentClass, TournamentKind, Waiver, days_before};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use tables::{Integers, ParquetTable, Schema, Table, Texts};

/// Every file below a folder, with its bytes.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_owned();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// Reads the table of a Parquet file.
pub(crate) fn parquet_table(files: &BTreeMap<PathBuf, Vec<u8>>, path: impl AsRef<Path>) -> Table {
    ParquetTable::from_bytes(&files[path.as_ref()], |_| true).and_then(|table| table.read_all()).expect("a table")
}

pub(crate) fn integers(table: &Table, name: &str) -> Integers {
    table.integers(name).expect("numbers").expect("a column")
}

pub(crate) fn texts(table: &Table, name: &str) -> Texts {
    table.texts(name).expect("texts").expect("a column")
}

pub(crate) fn make_world(settings: &WorldSettings) -> (tempfile::TempDir, WorldSummary) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let summary = make(folder.path(), settings).expect("a world");
    (folder, summary)
}

fn small_world(seed: u64, bundle: bool) -> WorldSettings {
    WorldSettings { players: 150, months: 2, tournaments: 24, seed, bundle, ..Default::default() }
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_one_thread_and_with_many() {
    for bundle in [false, true] {
        let many = contents(make_world(&small_world(5, bundle)).0.path());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let one = pool.install(|| contents(make_world(&small_world(5, bundle)).0.path()));
        assert_eq!(many, one);
    }
}

#[test]
fn another_seed_gives_another_world() {
    let (one, other) = (contents(make_world(&small_world(5, false)).0.path()), contents(make_world(&small_world(6, false)).0.path()));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, bytes) in one.iter().filter(|(path, _)| path.extension().is_some_and(|e| e != "toml")) {
        assert_ne!(bytes, &other[path], "{}", path.display());
    }
}

#[test]
fn a_world_has_the_requested_size() {
    let (folder, summary) = make_world(&WorldSettings::default());
    let files = contents(folder.path());
    let rows = |path: &str| parquet_table(&files, path).height();
    assert_eq!((summary.players, rows("lists/rapid/2023-12-01/state.parquet")), (600, 600));
    assert_eq!(summary.rated as usize, rows("lists/rapid/2023-12-01/list.parquet"));
    let lines = files[Path::new("lists/rapid/2023-12-01/list.csv")].iter().filter(|&&b| b == b'\n').count();
    assert_eq!(summary.rated as usize + 1, lines);
    assert_eq!(files.keys().filter(|p| p.extension().is_some_and(|e| e == "trf")).count(), 60);
    assert_eq!((summary.first_list.month(), summary.last_list.month()), ("2023-12".to_owned(), "2024-03".to_owned()));
    for month in ["2023-12", "2024-01", "2024-02"] {
        let folder = Path::new("tournaments").join(month);
        assert_eq!(files.keys().filter(|p| p.starts_with(&folder)).count(), 20, "{month}");
    }
    let bytes: usize = files.values().map(Vec::len).sum();
    assert!(bytes < 1_500_000, "{bytes}");
}

#[test]
fn the_first_list_has_the_columns_of_every_list() {
    let files = contents(make_world(&small_world(5, false)).0.path());
    let written = |name: &str| {
        let fields = Schema::named(name).fields().filter(|field| field["optional"] != true && field["name"] != "unlisted");
        fields.filter_map(|field| field["name"].as_str()).collect::<Vec<_>>()
    };
    for name in ["list", "state"] {
        let table = parquet_table(&files, format!("lists/rapid/2023-12-01/{name}.parquet"));
        assert_eq!(table.names().collect::<Vec<_>>(), written(name));
        for row in 0..table.height() {
            assert_eq!((table.date("list", row), table.text("control", row)), (Date::from_ymd_opt(2023, 12, 1), "rapid"));
        }
    }
    let mut list = csv::Reader::from_reader(files[Path::new("lists/rapid/2023-12-01/list.csv")].as_slice());
    assert!(list.headers().expect("a header").iter().eq(Schema::named("list").csv_columns()));
}

#[test]
fn a_folder_that_is_not_empty_is_not_changed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("mine.txt"), "mine").expect("written");
    let refused = make(folder.path(), &WorldSettings::default());
    assert!(matches!(refused, Err(WorldError::NotEmpty { .. })));
    assert_eq!(contents(folder.path()).len(), 1);
}

#[test]
fn invalid_settings_are_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for settings in [
        WorldSettings { players: 20, ..Default::default() },
        WorldSettings { months: 0, ..Default::default() },
        WorldSettings { months: 12, tournaments: 11, ..Default::default() },
    ] {
        let place = folder.path().join("world");
        assert!(matches!(make(&place, &settings), Err(WorldError::Settings { .. })));
        assert!(!place.exists());
    }
}

#[test]
fn the_smallest_and_the_emptiest_worlds_can_be_made() {
    for seed in 0..12 {
        let settings = WorldSettings { players: 100, months: 1, tournaments: 64, seed, bundle: seed % 2 == 0, ..Default::default() };
        assert_eq!(make_world(&settings).1.tournaments, 64);
    }
    assert_eq!(make_world(&WorldSettings { tournaments: 0, ..small_world(1, false) }).1.games, 0);
    assert_eq!(make_world(&WorldSettings { tournaments: 0, ..small_world(1, true) }).1.games, 0);
}

/// The first list date after a day.
fn next_list(day: Date) -> Date {
    ListDate::of_month(day).plus_months(1).day()
}

#[test]
fn every_scenario_occurs_in_the_default_world() {
    let World { people, tournaments } = World::invent(&WorldSettings::default());
    let person = |tournament: &WorldTournament, entry: u16| -> Person { people.all[tournament.entries[usize::from(entry)] as usize] };
    let has = |what: &str, is: &dyn Fn(&WorldTournament) -> bool| assert!(tournaments.iter().any(is), "{what}");
    // The two systems of teams with fixed pairings are rare, and only the title regulations tell them from others; a world that had them would
    // be another one for every seed.
    let is_rare = |kind: &&TournamentKind| matches!(kind, TournamentKind::Scheveningen | TournamentKind::Schiller);
    for kind in TournamentKind::ALL.iter().filter(|kind| !is_rare(kind)) {
        has(kind.word(), &|e| e.details.kind == *kind);
    }
    for waiver in [Waiver::Late, Waiver::Match, Waiver::Registration] {
        has(waiver.into_str(), &|e| e.details.waivers.contains(waiver));
    }
    for class in [
        TournamentClass::NationalChampionship,
        TournamentClass::Women,
        TournamentClass::League,
        TournamentClass::Hybrid,
        TournamentClass::UnequalTimes,
    ] {
        has(class.into_str(), &|e| e.details.classes.contains(class));
    }
    let minutes = |e: &WorldTournament| e.details.minutes + e.details.increment;
    has("a clock outside", &|e| e.details.control == Control::Rapid && !(11..60).contains(&minutes(e)));
    has("blitz", &|e| e.details.control == Control::Blitz);
    has("registered too late", &|e| e.details.registered > days_before(e.details.start, 3) && e.details.waivers.is_empty());
    has("received too late", &|e| {
        e.details.received >= ListDate::of_month(e.details.end).plus_months(3).day() && e.details.waivers.is_empty()
    });
    has("received after the list", &|e| {
        e.details.received >= next_list(e.details.end) && e.details.end <= days_before(next_list(e.details.end), 3)
    });
    has("across two months", &|e| ListDate::of_month(e.details.start) != ListDate::of_month(e.details.end));
    has("ends after closing", &|e| !e.details.official && e.details.end > days_before(next_list(e.details.end), 3));
    has("official on the last day", &|e| e.details.official && e.details.end == days_before(next_list(e.details.end), 1));
    has("handed in twice", &|e| tournaments.iter().any(|o| o.number < e.number && o.entries == e.entries && o.play.games == e.play.games));
    has("games after a match is won", &|e| {
        let own = |g: &tournament::Pairing| if g.white == 0 { g.score.half_points().0 } else { g.score.half_points().1 };
        let before_last = e.play.games.split_last().map_or(0, |(_, games)| games.iter().map(own).sum());
        e.details.kind == TournamentKind::Match && e.details.waivers.is_empty() && before_last > e.details.rounds
    });
    has("a match with somebody unrated", &|e| {
        e.details.kind == TournamentKind::Match && (0..2).any(|at| person(e, at).is_unrated_everywhere())
    });
    has("somebody unrated everywhere", &|e| {
        e.details.kind != TournamentKind::Match && e.entries.iter().any(|&p| people.all[p as usize].is_unrated_everywhere())
    });
    for score in [
        PairingResult::WhiteByForfeit,
        PairingResult::BlackByForfeit,
        PairingResult::NobodyCame,
        PairingResult::NobodyWins,
        PairingResult::Draw,
    ] {
        has(score.into_str(), &|e| e.play.games.iter().any(|g| g.score == score));
    }
    for kind in [tournament::ByeKind::Allocated, tournament::ByeKind::Half, tournament::ByeKind::Zero] {
        has("byes", &|e| e.play.byes.iter().any(|b| b.kind == kind));
    }
    let plays = |what: &str, is: &dyn Fn(&Person) -> bool| {
        has(what, &|e| e.play.games.iter().any(|g| is(&person(e, g.white)) || is(&person(e, g.black))));
    };
    plays("a master", &|p| p.rating >= 2400);
    plays("somebody known to no list", &|p| !p.is_known);
    plays("somebody with a standard rating only", &|p| !p.is_rated() && p.standard > 0);
    plays("somebody who comes back", &Person::is_inactive);
    plays("a woman with a women's title", &|p| p.women_title > 0);
    plays("a junior", &|p| p.is_rated() && p.is_junior(2024));
    plays("somebody between the floors", &|p| (1000..1400).contains(&p.rating));
}

#[test]
fn somebody_plays_more_games_in_a_month_than_the_cap_on_k_allows() {
    for seed in 1..=4 {
        let World { people, tournaments } = World::invent(&WorldSettings { seed, ..Default::default() });
        let mut games: BTreeMap<(&str, u32), u32> = BTreeMap::new();
        let ordinary = |e: &&WorldTournament| {
            e.details.kind == TournamentKind::Swiss
                && e.details.control == Control::Rapid
                && !e.details.classes.contains(TournamentClass::UnequalTimes)
        };
        for tournament in tournaments.iter().filter(ordinary) {
            for game in tournament.play.games.iter().filter(|g| g.score <= PairingResult::NobodyWins) {
                for entry in [game.white, game.black] {
                    let player = &people.all[tournament.entries[usize::from(entry)] as usize];
                    *games.entry((&tournament.details.month, player.id)).or_default() += u32::from(player.is_rated());
                }
            }
        }
        let over = |limit: u32, month: &str| games.iter().filter(|(key, count)| key.0 == month && **count > limit).count();
        assert!(over(35, "2023-12") > 0, "seed {seed}: K 20");
        assert!(over(35, "2024-01") > 0, "seed {seed}: K 20");
        assert!(over(17, "2024-01") > over(35, "2024-01"), "seed {seed}: K 40");
    }
}

/// Decodes a report: as UTF-8 if it is valid, otherwise as Latin-1.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(body).map_or_else(|_| body.iter().map(|&b| char::from(b)).collect(), str::to_owned)
}

pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split(['\r', '\n']).filter(|line| !line.is_empty()).collect()
}

/// The characters of a line in a range of columns, counted from 1.
pub(crate) fn columns(line: &str, from: usize, to: usize) -> String {
    line.chars().skip(from - 1).take(to + 1 - from).collect::<String>().trim().to_owned()
}

type ReportedGames = BTreeSet<(String, i64, i64, i64, String)>;

fn games_of_reports(files: &BTreeMap<PathBuf, Vec<u8>>) -> ReportedGames {
    let mut games = ReportedGames::new();
    for (path, bytes) in files.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "trf")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = decoded(bytes);
        let players: BTreeMap<String, &str> =
            lines(&text).into_iter().filter(|l| l.starts_with("001 ")).map(|l| (columns(l, 5, 8), l)).collect();
        for line in players.values() {
            for round in 1..=line.chars().count().saturating_sub(89).div_ceil(10) {
                let at = 92 + 10 * (round - 1);
                let opponent = columns(line, at, at + 3);
                if columns(line, at + 5, at + 5) != "w" {
                    continue;
                }
                let other = players[&opponent];
                let result = match (columns(line, at + 7, at + 7).as_str(), columns(other, at + 7, at + 7).as_str()) {
                    ("1", "0") => "1-0",
                    ("0", "1") => "0-1",
                    ("=", "=") => "1/2-1/2",
                    ("0", "0") => "0-0",
                    ("+", "-") => "+/-",
                    ("-", "+") => "-/+",
                    ("-", "-") => "-/-",
                    odd => panic!("{name}: {odd:?}"),
                };
                let id = |line: &str| columns(line, 58, 68).parse::<i64>().expect("an id");
                games.insert((name.clone(), i64::try_from(round).expect("a round"), id(line), id(other), result.to_owned()));
            }
        }
    }
    games
}

fn games_of_bundle(files: &BTreeMap<PathBuf, Vec<u8>>) -> ReportedGames {
    let table = parquet_table(files, "tournaments/games.parquet");
    let whole = |name: &str, row: usize| table.integer(name, row).expect("no gaps");
    let text = |name: &str, row: usize| table.text(name, row).to_owned();
    (0..table.height())
        .map(|row| (text("tournament_id", row), whole("round", row), whole("white", row), whole("black", row), text("result", row)))
        .collect()
}

#[test]
fn reports_and_bundle_of_one_seed_contain_the_same_games() {
    let settings = WorldSettings { seed: 3, ..Default::default() };
    let (reports, summary) = make_world(&settings);
    let (bundle, same) = make_world(&WorldSettings { bundle: true, ..settings });
    assert_eq!(summary, same);
    let (reports, bundle) = (contents(reports.path()), contents(bundle.path()));
    let games = games_of_reports(&reports);
    assert_eq!(games.len() as u64, summary.games);
    assert_eq!(games, games_of_bundle(&bundle));
    for path in reports.keys().filter(|p| p.starts_with("lists")) {
        assert_eq!(reports[path], bundle[path], "{}", path.display());
    }
}

#[test]
fn a_bundle_tells_byes_of_players_without_a_game() {
    let (folder, _) = make_world(&WorldSettings { bundle: true, ..Default::default() });
    let files = contents(folder.path());
    let byes = parquet_table(&files, "tournaments/byes.parquet");
    let whole = |name: &str, row: usize| byes.integer(name, row).expect("no gaps");
    let mut kinds: Vec<&str> = (0..byes.height()).map(|row| byes.text("bye", row)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, ["H", "U", "Z"]);
    let playing: BTreeSet<_> =
        games_of_bundle(&files).into_iter().flat_map(|game| [(game.0.clone(), game.1, game.2), (game.0, game.1, game.3)]).collect();
    for row in 0..byes.height() {
        let key = (byes.text("tournament_id", row).to_owned(), whole("round", row), whole("fide_id", row));
        assert!(!playing.contains(&key), "{key:?} has a game and a bye");
    }
}

#[test]
fn newcomers_have_the_same_details_in_reports_and_bundle() {
    let (reports, _) = make_world(&WorldSettings::default());
    let (bundle, _) = make_world(&WorldSettings { bundle: true, ..Default::default() });
    let (reports, bundle) = (contents(reports.path()), contents(bundle.path()));
    let table = parquet_table(&bundle, "tournaments/players.parquet");
    let mut lines_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for bytes in reports.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "trf")).map(|(_, bytes)| bytes) {
        for line in lines(&decoded(bytes)).into_iter().filter(|l| l.starts_with("001 ")) {
            lines_of.entry(columns(line, 58, 68)).or_default().push(line.to_owned());
        }
    }
    assert!(table.height() > 5);
    for row in 0..table.height() {
        let id = table.integer("fide_id", row).expect("an id").to_string();
        for line in &lines_of[&id] {
            assert_eq!(columns(line, 15, 47), table.text("name", row));
            assert_eq!(columns(line, 54, 56), table.text("federation", row));
            let sex = if ["w", "f", "F"].contains(&columns(line, 10, 10).as_str()) { "F" } else { "M" };
            assert_eq!(sex, table.text("sex", row));
            assert_eq!(columns(line, 70, 73), table.integer("birth_year", row).map_or(String::new(), |year| year.to_string()));
        }
    }
}

#[test]
fn the_registry_and_the_reports_agree() {
    let (folder, _) = make_world(&WorldSettings::default());
    let files = contents(folder.path());
    let mut registry = csv::Reader::from_reader(files[Path::new("tournaments.csv")].as_slice());
    let header = registry.headers().expect("a header").clone();
    let mut rows = 0;
    let mut brief = 0;
    for record in registry.records() {
        let record = record.expect("a row");
        let field = |name: &str| record.get(header.iter().position(|h| h == name).expect("a column")).expect("a field").to_owned();
        let text = decoded(&files[Path::new(&field("file"))]);
        let tag = |tag: &str| lines(&text).into_iter().find(|l| l.starts_with(tag)).map(|l| columns(l, 5, 200));
        rows += 1;
        if field("name").is_empty() {
            brief += 1;
            for (empty, needed) in [("start", "042"), ("end", "052"), ("rounds", "142"), ("minutes", "222"), ("kind", "192")] {
                assert!(field(empty).is_empty() && tag(needed).is_some(), "{empty}");
            }
            continue;
        }
        assert_eq!(tag("012"), Some(field("name")));
        assert_eq!(tag("032"), Some(field("federation")));
        for rounds in [tag("142"), tag("XXR")].into_iter().flatten() {
            assert_eq!(rounds, field("rounds"));
        }
        assert!(tag("042").is_some_and(|day| day.contains(&field("start")[..4])));
    }
    assert_eq!(rows, 60);
    assert!((3..30).contains(&brief), "{brief}");
    assert_eq!(files.keys().filter(|p| p.extension().is_some_and(|e| e == "trf")).count(), rows);
}

#[test]
fn reports_come_in_many_styles() {
    let (folder, _) = make_world(&WorldSettings::default());
    let files = contents(folder.path());
    let reports: Vec<&Vec<u8>> =
        files.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "trf")).map(|(_, bytes)| bytes).collect();
    let count = |is: &dyn Fn(&[u8]) -> bool| reports.iter().filter(|bytes| is(bytes)).count();
    let contain = |text: &str| count(&|bytes| decoded(bytes).contains(text));
    for (what, found) in [
        ("CRLF", count(&|b| b.windows(2).any(|w| w == b"\r\n"))),
        ("LF", count(&|b| !b.contains(&b'\r'))),
        ("Latin-1", count(&|b| std::str::from_utf8(b).is_err())),
        ("UTF-8 beyond ASCII", count(&|b| std::str::from_utf8(b).is_ok_and(|t| !t.is_ascii()))),
        ("round dates", contain("\n132 ")),
        ("clocks", contain("\n222 ")),
        ("teams of 2016 or of 2026", contain("\n013 ") + contain("\n310 ")),
        ("old byes", contain("0000 - +")),
        ("new byes", contain("0000 - U")),
    ] {
        assert!((1..60).contains(&found), "{what}: {found}");
    }
}

#[test]
fn online_games_are_added_without_changing_any_other_file() {
    for bundle in [false, true] {
        let without = contents(make_world(&small_world(5, bundle)).0.path());
        let (folder, summary) = make_world(&WorldSettings { online: 500, ..small_world(5, bundle) });
        assert_eq!(summary.online_games, 500);
        let mut with = contents(folder.path());
        let ending = if bundle { "parquet" } else { "csv" };
        let online = ["online.toml".to_owned(), format!("online/online_games.{ending}"), format!("online/players.{ending}")];
        let list = ["list.csv", "list.parquet", "state.parquet"].map(|name| format!("lists/online/2023-12-01/{name}"));
        for path in &list {
            assert_eq!(with.remove(Path::new(path)), without.get(Path::new(&path.replace("online", "rapid"))).cloned(), "{path}");
        }
        for path in &online {
            assert!(with.remove(Path::new(path)).is_some(), "{path}");
        }
        assert_eq!(with, without);
    }
}

#[test]
fn online_games_of_one_seed_are_the_same_in_both_forms() {
    let settings = WorldSettings { online: 700, ..small_world(8, false) };
    let csv = contents(make_world(&settings).0.path());
    let parquet = contents(make_world(&WorldSettings { bundle: true, ..settings }).0.path());
    for name in ["online_games", "players"] {
        let path = Path::new("online").join(name);
        let path = path.with_extension("parquet");
        let table = parquet_table(&parquet, &path);
        let text = csv[&path.with_extension("csv")].clone();
        let mut rows = csv::Reader::from_reader(text.as_slice());
        let header = rows.headers().expect("a header").clone();
        let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), table.height(), "{name}");
        assert!(!rows.is_empty(), "{name}");
        for column in header.iter().filter(|name| ["game_id", "white", "black", "fide_id", "birth_year"].contains(name)) {
            let numbers = integers(&table, column);
            let at = header.iter().position(|name| name == column).expect("a column");
            let games: Vec<Option<i64>> = rows.iter().map(|row| row[at].parse().ok()).collect();
            assert_eq!(games, numbers.iter().collect::<Vec<_>>(), "{column}");
        }
        for column in header.iter().filter(|name| ["control", "result", "disconnected", "name", "federation"].contains(name)) {
            let texts = texts(&table, column);
            let at = header.iter().position(|name| name == column).expect("a column");
            assert!(rows.iter().map(|row| &row[at]).eq(texts.iter()), "{column}");
        }
        if let Some(at) = header.iter().position(|name| name == "ended_at") {
            let micros = |text: &str| chrono::DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.timestamp_micros());
            assert!(rows.iter().map(|row| micros(&row[at])).eq(table.timestamps("ended_at").expect("moments").iter()));
        }
    }
}
