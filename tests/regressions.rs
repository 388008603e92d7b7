//! Regression tests: each case was once wrong.

use crate::month::Month;
use crate::support::{expect_exit, ratinglist, test_file, write_parquet};
use tables::{OutputColumn, Table};

/// The columns of the tournaments here.
const EVENTS: &str = "tournament_id,start,end,kind,rounds";

/// Hands in one event; its games are `white black result`, one a round.
fn event(month: &Month, facts: &str, games: &[&str]) {
    let id = facts.split(',').next().expect("an id");
    month.bundle(EVENTS, [facts], games.iter().map(|game| format!("{id} {game}")));
}

/// Five players of 1800, as a list file.
const RATED: &str = "fide_id,rating,k\n1001,1800,20\n1002,1800,20\n1003,1800,20\n1004,1800,20\n1006,1800,20\n";

#[test]
fn a_player_whom_only_an_older_list_knows_keeps_career_and_peak_through_the_lists_between() {
    // 1005 had 200 games and 2450, fell off the list, and comes back: the same from the old list as through a list made in between.
    let results = |through_january: bool| {
        let month = Month::of("rapid");
        month.put("lists/rapid/2023-10-01/list.csv", "fide_id,rating,career_games,peak\n1005,1450,200,2450\n");
        month.put("lists/rapid/2023-12-01/list.csv", RATED);
        let mut previous = "lists/rapid/2023-12-01";
        if through_january {
            event(&month, "T1,2023-12-10,2023-12-10,swiss,1", &["1001 1009 1-0"]);
            month.make_on(previous, "2024-01", &["--archive", "lists/rapid"], 0);
            previous = "lists/rapid/2024-01-01";
        }
        event(
            &month,
            "T2,2024-01-10,2024-01-10,swiss,5",
            &["1005 1001 1/2-1/2", "1005 1002 0-1", "1005 1003 0-1", "1005 1004 0-1", "1005 1006 0-1"],
        );
        month.make_on(previous, "2024-02", &["--archive", "lists/rapid"], 0);
        let state = month.player("lists/rapid/2024-02-01", "state.parquet", 1005);
        let pooled = month
            .table("lists/rapid/2024-02-01", "games.parquet")
            .iter()
            .filter(|r| r["fide_id"] == "1005" && r["status"] == "pooled")
            .count();
        (state["peak"].clone(), state["first_event"].clone(), state["rating"].clone(), state["career_games"].clone(), pooled)
    };
    let expected = |rating: &str, career: &str| ("2450".to_owned(), "true".to_owned(), rating.to_owned(), career.to_owned(), 5);
    // T2 is a first event again (D17), with half a point. From December the calculation is that of 2022: p .10, dp -366, so 1434.
    assert_eq!(results(false), expected("1434", "205"));
    // From January it is that of 2024: p .21 with the two drawn at 1800, dp -230, so 1570.
    assert_eq!(results(true), expected("1570", "205"));
}

#[test]
fn a_tournament_rated_by_the_archive_is_not_rated_again_because_the_previous_list_is_given_as_a_file() {
    let month = Month::of("rapid");
    month.put("2024-01.csv", RATED);
    month.put("december.csv", RATED);
    event(&month, "M1,2023-12-10,2023-12-10,swiss,1", &["1001 1002 1-0"]);
    month.make_on("december.csv", "2024-01", &["--previous-date", "2023-12-01"], 0);
    month.make_on("2024-01.csv", "2024-02", &["--archive", "lists/rapid"], 0);
    let judged = month.table("lists/rapid/2024-02-01", "tournaments.parquet");
    assert_eq!(judged[0]["status"], "already-rated");
}

#[test]
fn an_event_called_a_match_with_more_than_two_players_loses_no_game() {
    let month = Month::of("rapid");
    month.put("previous.csv", RATED);
    event(&month, "M1,2024-01-10,2024-01-10,match,2", &["1 1001 1002 1-0", "1 1003 1004 1-0", "2 1001 1002 1-0", "2 1003 1004 1-0"]);
    month.make_on("previous.csv", "2024-02", &[], 0);
    let sides = month.table("lists/rapid/2024-02-01", "games.parquet");
    assert!(sides.iter().all(|side| side["status"] == "counted"), "{sides:?}");
    let said = std::fs::read_to_string(month.join("lists/rapid/2024-02-01/diagnostics.csv")).expect("diagnostics");
    assert!(said.contains("PER013,warning,M1: called a match and has 4 players"), "{said}");
}

#[test]
fn impossible_numbers_are_refused_and_not_taken_as_missing() {
    for (column, value) in
        [("career_games", "4294967295"), ("career_games", "-3"), ("k", "300"), ("k", "-5"), ("birth_year", "99999"), ("peak", "70000")]
    {
        let month = Month::of("rapid");
        event(&month, "M1,2024-01-10,2024-01-10,swiss,1", &["1001 1002 1-0"]);
        month.put("previous.csv", format!("fide_id,rating,{column}\n1001,1800,{value}\n1002,1800,0\n"));
        let said = month.make_on("previous.csv", "2024-02", &[], 3);
        assert!(said.err.contains(&format!("previous.csv:2:11: LST011: {column}: {value} is not between 0 and ")), "{}", said.err);
    }
}

#[test]
fn a_peak_below_the_rating_is_not_used() {
    let month = Month::of("rapid");
    month.put("previous.csv", "fide_id,rating,k,peak,career_games\n1001,2405,10,0,500\n1002,2405,10,2405,500\n");
    // Eight losses of 0.50 each at K 10 cost 40 points: under 2400, and K stays 10 (D8).
    event(&month, "M1,2024-01-10,2024-01-10,swiss,8", &["1001 1002 0-1"; 8]);
    month.make_on("previous.csv", "2024-02", &[], 0);
    let list = month.table("lists/rapid/2024-02-01", "list.csv");
    assert_eq!((list[0]["rating"].as_str(), list[0]["k"].as_str()), ("2365", "10"));
}

/// A list of our own, with the bytes of its state.
fn january() -> (Month, Vec<u8>) {
    let month = Month::of("rapid");
    month.put("december.csv", RATED);
    event(&month, "M1,2023-12-10,2023-12-10,swiss,1", &["1001 1002 1-0"]);
    month.make_on("december.csv", "2024-01", &["--previous-date", "2023-12-01"], 0);
    let state = std::fs::read(month.join("lists/rapid/2024-01-01/state.parquet")).expect("a state");
    (month, state)
}

/// Plans the list after it; returns the exit code and what was said.
fn planned_on(month: &Month, previous: &str) -> (Option<i32>, String) {
    let sources = ["--previous", previous, "--tournaments", "tournaments", "--quiet"];
    let output = ratinglist(month.path(), &[&["plan", "--control", "rapid", "--list", "2024-02"], &sources[..]].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The same bytes with one of them changed, at so many places from the beginning to the footer.
fn with_a_changed_byte(whole: &[u8], places: usize) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (4..whole.len()).step_by(whole.len() / places).map(|at| {
        let mut damaged = whole.to_vec();
        damaged[at] ^= 0x55;
        (at, damaged)
    })
}

#[test]
fn a_changed_byte_anywhere_in_the_state_of_a_previous_list_is_refused() {
    let (month, whole) = january();
    for (at, damaged) in with_a_changed_byte(&whole, 50) {
        month.put("lists/rapid/2024-01-01/state.parquet", damaged);
        let (code, said) = planned_on(&month, "lists/rapid/2024-01-01");
        assert!(code == Some(3) && said.contains("state.parquet"), "byte {at}: {code:?} {said}");
    }
}

#[test]
fn a_parquet_file_without_a_manifest_is_refused_where_it_is_cut_short_and_a_changed_byte_in_it_is_no_panic() {
    let (month, whole) = january();
    for length in (0..whole.len()).step_by(whole.len() / 20) {
        month.put("damaged.parquet", &whole[..length]);
        let (code, said) = planned_on(&month, "damaged.parquet");
        assert!(code == Some(3) && said.contains("damaged.parquet"), "{length} bytes: {code:?} {said}");
    }
    // Nothing tells that a value is not the one that was written, so it may be read; whatever cannot be read is refused.
    let mut refused = 0;
    for (at, damaged) in with_a_changed_byte(&whole, 50) {
        month.put("damaged.parquet", damaged);
        let (code, said) = planned_on(&month, "damaged.parquet");
        assert!(matches!(code, Some(0 | 3)) && !said.contains("panicked"), "byte {at}: {code:?} {said}");
        refused += usize::from(code == Some(3));
    }
    assert!(refused > 10, "{refused} refused");
}

#[test]
fn a_pool_that_no_games_can_give_is_refused() {
    let month = Month::of("rapid");
    month.put("december.csv", RATED);
    event(&month, "M1,2024-01-10,2024-01-10,swiss,1", &["1009 1002 1-0"]);
    month.make_on("december.csv", "2024-01", &["--previous-date", "2023-12-01"], 0);
    for (games, half_points, opponents) in [(5, 100, 9000), (5, -20, 9000), (5, 5, i32::MAX), (i32::MAX, 5, 9000), (0, 0, 0), (-1, 0, 0)] {
        let day = |name: &str| OutputColumn::days(name, |_| Some(19_700));
        let columns = vec![
            OutputColumn::ids("fide_id", |_| Some(1009)),
            OutputColumn::constant_text("tournament_id", "T0"),
            day("start"),
            day("end"),
            day("list"),
            OutputColumn::integers("games", |_| Some(games)),
            OutputColumn::integers("half_points", |_| Some(half_points)),
            OutputColumn::integers("opponents_sum", |_| Some(opponents)),
        ];
        let table = Table::new(1, columns).expect("a table");
        write_parquet(&month.join("lists/rapid/2024-01-01/pool.parquet"), &table);
        update_manifest(&month.join("lists/rapid/2024-01-01"));
        let said = month.make_on("lists/rapid/2024-01-01", "2024-02", &[], 3);
        assert!(said.err.contains("pool.parquet: row 1 is not a pool entry"), "{}", said.err);
    }
}

#[test]
fn an_empty_dated_folder_is_not_a_list_that_was_made() {
    let month = Month::of("rapid");
    month.put("lists/rapid/2024-01-01/list.csv", RATED);
    std::fs::create_dir(month.join("lists/rapid/2024-02-01")).expect("a folder");
    event(&month, "M1,2024-01-10,2024-01-10,swiss,1", &["1001 1002 1-0"]);
    month.pipeline("");
    let said = expect_exit(month.path(), &["plan", "pipeline.toml"], 0);
    assert!(said.out.starts_with("The rapid list of 2024-02-01 would go to"), "{}", said.out);
}

#[test]
fn a_draft_is_never_a_previous_list() {
    let month = Month::of("rapid");
    month.put("lists/rapid/2024-01-01.draft/list.csv", RATED);
    event(&month, "M1,2024-01-10,2024-01-10,swiss,1", &["1001 1002 1-0"]);
    let said = month.make_on("lists/rapid/2024-01-01.draft", "2024-02", &[], 2);
    assert!(said.err.contains("a draft: no other list builds on it"), "{}", said.err);
}

#[test]
fn two_longer_lists_of_one_control_are_both_read() {
    let month = Month::of("rapid");
    month.put("previous.csv", RATED);
    month.put("standard-2024-01-01.csv", "fide_id,rating\n1009,2000\n");
    month.put("standard-2023-12-01.csv", "fide_id,rating\n1009,1700\n");
    // Started in December: the December standard rating is used, not January's.
    event(&month, "M1,2023-12-30,2024-01-10,swiss,1", &["1009 1002 1-0"]);
    month.make_on(
        "previous.csv",
        "2024-02",
        &["--longer", "standard=standard-2024-01-01.csv", "--longer", "standard=standard-2023-12-01.csv"],
        0,
    );
    let side = month.player("lists/rapid/2024-02-01", "games.parquet", 1009);
    assert_eq!((side["own_rating"].as_str(), side["own_rating_from"].as_str()), ("1700", "longer-control"));
}

#[test]
fn players_who_are_not_published_are_not_counted_as_inactive_or_gone() {
    let month = Month::of("rapid");
    month.put("previous.csv", "fide_id,federation,rating,flag\n1001,NOR,1800,i\n1002,SWE,1800,\n1003,SWE,1800,\n");
    event(&month, "M1,2024-01-10,2024-01-10,swiss,1", &["1002 1003 1-0"]);
    month.make_on("previous.csv", "2024-02", &["--excluded-federations", "NOR"], 0);
    let manifest = std::fs::read_to_string(month.join("lists/rapid/2024-02-01/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"players_inactive\": 0") && manifest.contains("\"players_listed\": 2"), "{manifest}");
    let said = month.make_on("previous.csv", "2024-02", &["--excluded-federations", "nor"], 2);
    assert!(said.err.contains("'nor' is not a federation's code"), "{}", said.err);
}

#[test]
fn an_altered_list_folder_is_not_built_on() {
    let month = Month::of("rapid");
    month.put("december.csv", RATED);
    event(&month, "M1,2023-12-10,2023-12-10,swiss,1", &["1001 1002 1-0"]);
    month.make_on("december.csv", "2024-01", &["--previous-date", "2023-12-01"], 0);
    month.make_on("lists/rapid/2024-01-01", "2024-02", &[], 0);
    // Another state, readable as such, in the place of the published one.
    std::fs::copy(month.join("lists/rapid/2024-02-01/state.parquet"), month.join("lists/rapid/2024-01-01/state.parquet")).expect("copied");
    let said = month.make_on("lists/rapid/2024-01-01", "2024-02", &[], 3);
    assert!(said.err.contains("lists/rapid/2024-01-01/state.parquet: ") && said.err.contains("damaged or altered"), "{}", said.err);
    assert!(said.err.contains("hint: "), "{}", said.err);
}

#[test]
fn a_list_of_another_control_is_not_a_previous_list() {
    let month = Month::of("rapid");
    month.put("december.csv", RATED);
    event(&month, "M1,2023-12-10,2023-12-10,swiss,1", &["1001 1002 1-0"]);
    month.make_on("december.csv", "2024-01", &["--previous-date", "2023-12-01"], 0);
    let arguments = [
        "run",
        "--control",
        "blitz",
        "--list",
        "2024-02",
        "--previous",
        "lists/rapid/2024-01-01",
        "--tournaments",
        "tournaments",
        "--out",
        "blitz",
    ];
    let said = expect_exit(month.path(), &arguments, 3);
    let wanted = "lists/rapid/2024-01-01/manifest.json: of a rapid list, where a blitz list should be";
    assert!(said.err.contains(wanted), "{}", said.err);
}

fn manifest(month: &Month, list: &str) -> store::Manifest {
    store::Manifest::read(&month.join(list)).expect("a manifest")
}

/// Two lists: December's tournament, then January's, with December's handed in again.
fn two_lists() -> (Month, [String; 2]) {
    let month = Month::of("rapid");
    month.put("lists/rapid/2023-12-01/list.csv", RATED);
    month.tournament("T1", "2023-12-10", &["1001 1002 1-0"]);
    let january = month.make("2024-01", &[]);
    month.tournament("T2", "2024-01-10", &["1002 1003 1-0"]);
    let february = month.make("2024-02", &[]);
    (month, [january, february])
}

#[test]
fn a_manifest_names_the_readings_that_its_own_rows_cite_and_apart_from_them_all_that_were_known() {
    let (month, lists) = two_lists();
    let cited = |list: &str| manifest(&month, list).decisions.iter().map(ToString::to_string).collect::<Vec<_>>();
    // Both tournaments are rated by articles alone; that T1 is not rated a second time is D23.
    assert_eq!(month.row(&lists[1], "tournaments.parquet", "tournament_id", "T1")["article"], "D23");
    assert_eq!(lists.each_ref().map(|list| cited(list)), [vec![], vec!["D23".to_owned()]]);
    for list in &lists {
        let known = manifest(&month, list).readings.expect("written down");
        let known: Vec<String> = known.iter().map(|(number, revision)| format!("{number} {revision}")).collect();
        let texts = std::fs::read_to_string(test_file("../crates/rulebook/DECISIONS.md")).expect("readable");
        assert_eq!(known.len(), texts.lines().filter(|line| line.starts_with("**D") || line.starts_with("**R")).count());
        assert!(["D1 1", "D20 1", "D23 2", "R16 1"].iter().all(|reading| known.iter().any(|one| one == reading)), "{known:?}");
    }
}

#[test]
fn a_list_without_readings_needs_no_run_and_its_other_bytes_are_verified() {
    let (month, [_, list]) = two_lists();
    let write = |manifest: &store::Manifest| {
        let before = std::fs::read(month.join(&list).join("manifest.json")).expect("readable");
        month.put(&format!("{list}/manifest.json"), manifest.to_json());
        let record = std::fs::read_to_string(month.join(&list).join("run.json")).expect("readable");
        let hash = store::sha256_hex(manifest.to_json().as_bytes());
        month.put(&format!("{list}/run.json"), record.replace(&store::sha256_hex(&before), &hash));
    };
    let as_made = manifest(&month, &list);
    let mut older = as_made.clone();
    older.readings = None;
    older.decisions = ["D1", "D2", "R16"].map(|number| number.parse().expect("a number")).to_vec();
    write(&older);
    expect_exit(month.path(), &["verify", &list, "--quiet"], 0);
    let said = expect_exit(month.path(), &["verify", &list, "--recompute"], 0);
    assert!(said.out.contains("the same"), "{}", said.out);
    let said = month.make_on("lists/rapid/2024-01-01", "2024-02", &[], 0);
    assert!(said.out.starts_with("nothing to do"), "{}", said.out);
    // Nothing but these two fields is passed over, and they are only where the readings are others.
    older.orders.push("an order".to_owned());
    write(&older);
    expect_exit(month.path(), &["verify", &list, "--recompute"], 6);
    let mut altered = as_made;
    altered.decisions.clear();
    write(&altered);
    let said = expect_exit(month.path(), &["verify", &list, "--recompute"], 6);
    assert!(said.err.contains("manifest.json is not the same"), "{}", said.err);
}

/// Puts the hashes and sizes of the files as they are into the manifest of a list folder, as whoever alters a list on purpose would.
fn update_manifest(folder: &std::path::Path) {
    let mut manifest = store::Manifest::read(folder).expect("a manifest");
    for output in &mut manifest.outputs {
        let bytes = std::fs::read(folder.join(&output.path)).expect("an output");
        (output.sha256, output.bytes) = (store::sha256_hex(&bytes), bytes.len() as u64);
    }
    std::fs::write(folder.join("manifest.json"), manifest.to_json()).expect("written");
    std::fs::remove_file(folder.join("run.json")).unwrap_or_default();
}
