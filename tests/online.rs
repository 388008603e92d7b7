//! Lists of online games (edition `online-2013`) from the outside: what the tables of `tests/regulations` cannot say.

use crate::month::Month;
use crate::support::{Folder, Said, csv_rows, expect_exit, parquet, rows, write_parquet};
use std::collections::BTreeMap;
use tables::{OutputColumn, Table};

const HEADER: &str = "game_id,control,white,black,result,ended_at,disconnected\n";

/// Makes a list by the edition from the folder `month`.
fn make(folder: &Folder, control: &str, list: &str, previous: &str, out: &str, more: &[&str], code: i32) -> Said {
    let flags = [
        "run",
        "--rules",
        "online-2013",
        "--control",
        control,
        "--list",
        list,
        "--previous",
        previous,
        "--tournaments",
        "month",
        "--out",
        out,
        "--quiet",
    ];
    expect_exit(folder.path(), &[&flags, more].concat(), code)
}

fn put_month(folder: &Folder, online_games: &str) {
    folder.put("month/tournaments.csv", "tournament_id,start,end\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\n");
    folder.put("month/online_games.csv", online_games);
}

fn ratings(folder: &Folder, out: &str) -> BTreeMap<String, String> {
    rows(&parquet(&folder.join(&format!("{out}/state.parquet"))))
        .into_iter()
        .map(|row| (row["fide_id"].clone(), row["rating"].clone()))
        .collect()
}

#[test]
fn a_hidden_rating_of_a_rapid_list_is_no_published_rating_for_blitz() {
    let folder = Folder::new();
    folder.put("rapid/2013-11-01/list.csv", "fide_id,rating,k\n1,1004,20\n2,1004,20\n");
    put_month(&folder, &format!("{HEADER}1,rapid,1,2,0-1,2013-11-05T18:00:00Z,\n"));
    make(&folder, "rapid", "2013-12", "rapid/2013-11-01", "rapid/2013-12-01", &[], 0);
    let rapid = ratings(&folder, "rapid/2013-12-01");
    assert_eq!((rapid["1"].as_str(), rapid["2"].as_str()), ("994", "1014"));
    folder.put("blitz/2013-12-01/list.csv", "fide_id,rating,k\n3,1300,20\n");
    put_month(&folder, &format!("{HEADER}1,blitz,1,3,1-0,2013-12-05T18:00:00Z,\n2,blitz,2,3,1-0,2013-12-05T18:10:00Z,\n"));
    make(&folder, "blitz", "2014-01", "blitz/2013-12-01", "blitz/2014-01-01", &["--longer", "rapid=rapid"], 0);
    let games = rows(&parquet(&folder.join("blitz/2014-01-01/online_games.parquet")));
    // 1 has 994 in the state of the rapid list, but was not published there: unrated, the win opens the window.
    assert_eq!((games[0]["white_rating"].as_str(), games[0]["white_status"].as_str()), ("", "pooled"));
    // 2 has 1014: 286 below, .16; .84 x 20 = 16.8, so 17.
    assert_eq!(
        (games[1]["white_rating"].as_str(), games[1]["white_after"].as_str(), games[1]["black_after"].as_str()),
        ("1014", "1031", "1283")
    );
    let listed: Vec<String> = csv_rows(&folder.join("blitz/2014-01-01/list.csv")).into_iter().map(|row| row["fide_id"].clone()).collect();
    assert_eq!(listed, ["2", "3"]);
}

#[test]
fn online_games_as_parquet_give_the_same_list_as_csv() {
    let folder = Folder::new();
    folder.put("2013-11-01/list.csv", "fide_id,rating,k\n1,1800,20\n2,1850,20\n");
    let games = [
        ("9", 1u32, 2u32, "1-0", "2013-11-05T18:00:00Z", ""),
        ("10", 2, 1, "1-0", "2013-11-05T18:00:00Z", "white"),
        ("11", 9, 1, "1/2-1/2", "2013-11-06T18:00:00Z", ""),
    ];
    let lines: String = games
        .iter()
        .map(|(id, white, black, result, ended, gone)| format!("{id},blitz,{white},{black},{result},{ended},{gone}\n"))
        .collect();
    put_month(&folder, &format!("{HEADER}{lines}"));
    make(&folder, "blitz", "2013-12", "2013-11-01", "csv", &[], 0);
    std::fs::remove_file(folder.join("month/online_games.csv")).expect("removed");
    let columns = vec![
        OutputColumn::texts("game_id", |at| games[at].0),
        OutputColumn::constant_text("control", "blitz"),
        OutputColumn::ids("white", |at| Some(games[at].1)),
        OutputColumn::ids("black", |at| Some(games[at].2)),
        OutputColumn::texts("result", |at| games[at].3),
        OutputColumn::texts("ended_at", |at| games[at].4),
        OutputColumn::texts("disconnected", |at| games[at].5),
    ];
    let table = Table::new(games.len(), columns).expect("columns of one length");
    write_parquet(&folder.join("month/online_games.parquet"), &table);
    make(&folder, "blitz", "2013-12", "2013-11-01", "parquet", &[], 0);
    for table in ["state.parquet", "pool.parquet", "online_games.parquet"] {
        // As rows: a table may also carry a hash of the inputs.
        let read = |out: &str| rows(&parquet(&folder.join(&format!("{out}/{table}"))));
        assert_eq!(read("csv"), read("parquet"), "{table}");
    }
    // 9 before 10: -50, .43: .57 x 20 = 11.4, 1811 and 1839; then 2, with white, loses the connection: 28, .54: -10.8, 1828 and 1822.
    let state = ratings(&folder, "csv");
    assert_eq!((state["1"].as_str(), state["2"].as_str()), ("1822", "1828"));
}

#[test]
fn a_table_of_online_games_that_lacks_a_column_stops_the_run() {
    let folder = Folder::new();
    folder.put("2013-11-01/list.csv", "fide_id,rating,k\n1,1800,20\n2,1800,20\n");
    put_month(&folder, "game_id,control,white,black,result\n1,rapid,1,2,1-0\n");
    let said = make(&folder, "rapid", "2013-12", "2013-11-01", "made", &[], 3);
    assert!(said.err.contains("online_games.csv") && said.err.contains("ended_at"), "{}", said.err);
    assert!(!folder.join("made").exists());
}

#[test]
fn a_month_of_online_games_alone_needs_no_tournaments() {
    let folder = Folder::new();
    folder.put("2013-11-01/list.csv", "fide_id,rating,k\n1,1800,20\n2,1800,20\n");
    folder.put("month/online_games.csv", format!("{HEADER}1,rapid,1,2,1-0,2013-11-05T18:00:00Z,\n"));
    make(&folder, "rapid", "2013-12", "2013-11-01", "made", &[], 0);
    let state = ratings(&folder, "made");
    assert_eq!((state["1"].as_str(), state["2"].as_str()), ("1810", "1790"));
}

#[test]
fn too_many_online_games_that_cannot_be_read_refuse_publication() {
    // One of four is a quarter and passes the limit of 25 %; one of three is more. Shares are rounded up.
    for (readable, code) in [(3, 0), (2, 1)] {
        let folder = Folder::new();
        folder.put("lists/2013-11-01/list.csv", "fide_id,rating,k\n1,1800,20\n2,1800,20\n");
        let games: String = (1..=readable).map(|game| format!("{game},rapid,1,2,1-0,2013-11-05T18:00:0{game}Z,\n")).collect();
        folder.put("month/online_games.csv", format!("{HEADER}{games}9,rapid,1,2,1-0,2013-99-05T18:00:00Z,\n"));
        let pipeline = "name = \"Online\"\ncontrol = \"rapid\"\nrules = \"online-2013\"\nlists = \"lists\"\ntournaments = [\"month\"]\n";
        folder.put("pipeline.toml", pipeline);
        let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2013-12"], code);
        assert_eq!(said.err.contains("online games unusable: 1 of 3, 34 % (limit: at most 25 %)"), code == 1, "{}", said.err);
        assert_eq!(folder.join("lists/2013-12-01").exists(), code == 0);
    }
}

#[test]
fn d53_a_correction_reaches_back_30_days_in_2013_and_a_year_by_other_editions() {
    // The list of December is corrected by what was received up to 31 December.
    let rating = |rules: &[&str], previous: &str, list: &str, day: &str, received: &str| {
        let month = Month::of("rapid");
        month.list(previous, "fide_id,rating,k", ["1,1800,20", "2,1800,20"]);
        month.tournament("T1", day, &["1 1 2 1-0"]);
        month.corrections(&format!("C1,{received},arbiter,wrong result,T1,1,1,2,result,1-0,1/2-1/2\n"));
        let made = month.make(list, rules);
        let refused =
            month.table(&made, "diagnostics.csv").into_iter().find(|row| row["code"] == "COR011").map(|row| row["message"].clone());
        (month.player(&made, "list.csv", 1)["rating"].clone(), refused)
    };
    let of_2013 = |received: &str| rating(&["--rules", "online-2013"], "2013-11-01", "2013-12", "2013-11-05", received);
    assert_eq!(of_2013("2013-12-31"), ("1800".to_owned(), None));
    let message = "correction C1 is refused: T1: the list of 2013-12-01 is dated more than 30 days before this correction was received on 2014-01-01 (D29)";
    assert_eq!(of_2013("2014-01-01"), ("1810".to_owned(), Some(message.to_owned())));
    let of_2024 = |received: &str| rating(&[], "2024-11-01", "2024-12", "2024-11-05", received).0;
    assert_eq!([of_2024("2025-12-01"), of_2024("2025-12-02")], ["1800", "1810"]);
}

#[test]
fn r29_an_online_game_on_the_previous_list_is_not_rated_again() {
    let folder = Folder::new();
    folder.put("lists/2013-11-01/list.csv", "fide_id,rating,k\n1,1800,20\n2,1800,20\n");
    let first = "7,rapid,1,2,1-0,2013-11-05T18:00:00Z,\nabc,rapid,1,2,1/2-1/2,2013-11-06T18:00:00Z,\n";
    put_month(&folder, &format!("{HEADER}{first}"));
    make(&folder, "rapid", "2013-12", "lists/2013-11-01", "lists/2013-12-01", &[], 0);
    let before = ratings(&folder, "lists/2013-12-01");
    // Both again with times of December; the rows of November are before the period.
    let again = "7,rapid,1,2,1-0,2013-12-05T18:00:00Z,\nabc,rapid,1,2,1/2-1/2,2013-12-06T18:00:00Z,\n";
    put_month(&folder, &format!("{HEADER}{first}{again}"));
    make(&folder, "rapid", "2014-01", "lists/2013-12-01", "lists/2014-01-01", &[], 0);
    let games = rows(&parquet(&folder.join("lists/2014-01-01/online_games.parquet")));
    let told: Vec<_> = games.iter().map(|row| [&row["game_id"], &row["white_status"], &row["white_reason"], &row["article"]]).collect();
    assert_eq!(told, [["7", "left-out", "already-rated", "R29"], ["abc", "left-out", "already-rated", "R29"]]);
    assert_eq!(ratings(&folder, "lists/2014-01-01"), before);
    let codes = csv_rows(&folder.join("lists/2014-01-01/diagnostics.csv")).into_iter().filter(|row| row["code"] == "BUN026");
    assert_eq!(codes.count(), 2);
    expect_exit(folder.path(), &["verify", "lists/2014-01-01", "--recompute"], 0);
    // 007 is another id than 7, and a game of its own.
    put_month(&folder, &format!("{HEADER}{first}007,rapid,1,2,1-0,2013-12-05T18:00:00Z,\n"));
    make(&folder, "rapid", "2014-01", "lists/2013-12-01", "other", &[], 0);
    assert_ne!(ratings(&folder, "other"), before);
}
