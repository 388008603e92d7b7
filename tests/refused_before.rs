//! What an earlier list refused and what is handed in again as it was: one line, and none of it in this list's tables (D23).

use crate::month::{ENTRY, Entry, Month, Report, Row};
use crate::support::{Said, expect_exit};
use serde_json::Value;

const PLAYERS: &str = "fide_id,name,federation,rating,k";
/// More rounds than fit into a day.
const ROUNDS: usize = 16;

/// Four players of 1800 on the list of January 2024.
fn four() -> Month {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, (1001..=1004).map(|id| format!("{id},Player {id},ENG,1800,20")));
    month
}

/// A report of one day with too many rounds, and with an entry without an id, which is a diagnostic of its own.
fn long_day(day: &str) -> String {
    let draws = |opponent: usize| format!("{opponent}w= ").repeat(ROUNDS);
    let blacks = |opponent: usize| format!("{opponent}b= ").repeat(ROUNDS);
    let report = Report::new("Long day", day).line("222 900+5");
    let report = report.entry(Entry { id: "1001", rounds: &draws(2), name: "Player 1001", ..ENTRY });
    let report = report.entry(Entry { id: "1002", rounds: &blacks(1), name: "Player 1002", ..ENTRY });
    report.entry(Entry { name: "Nobody, Known", ..ENTRY }).text()
}

/// Hands in an event of one game that every list rates.
fn hand_in_a_game(month: &Month, id: &str, day: &str) {
    Report::new(id, day).line("222 900+5").names(&[(1003, "Player 1003"), (1004, "Player 1004")]).game(1003, 1004, '=').put(month);
}

/// Makes a list; returns its folder, and the summary.
fn made(month: &Month, list: &str) -> (String, Value) {
    let Said { out, .. } = month.make_on(&month.newest_before(list), list, &["--json"], 0);
    let told: Value = serde_json::from_str(&out).expect("JSON");
    (month.place(list), told["summary"].clone())
}

fn tournament(month: &Month, list: &str, id: &str) -> Row {
    month.row(list, "tournaments.parquet", "tournament_id", id)
}

/// Status, reason, the list that refused it first, and the games of a tournament.
fn judged(month: &Month, list: &str, id: &str) -> [String; 4] {
    let row = tournament(month, list, id);
    ["status", "reason", "refused_since", "games"].map(|column| row[column].clone())
}

fn sides(month: &Month, list: &str, id: &str) -> usize {
    month.table(list, "games.parquet").iter().filter(|row| row["tournament_id"] == id).count()
}

fn diagnostics(month: &Month, list: &str, file: &str) -> usize {
    month.table(list, "diagnostics.csv").iter().filter(|row| row["file"] == file).count()
}

fn count(summary: &Value, name: &str) -> u64 {
    summary["counts"][name].as_u64().unwrap_or_else(|| panic!("no count {name}"))
}

#[test]
fn an_unchanged_report_that_is_refused_for_the_same_reason_is_no_news() {
    let month = four();
    month.report("long.trf", long_day("2024-01-13"));
    hand_in_a_game(&month, "january", "2024-01-20");
    let (february, summary) = made(&month, "2024-02");
    assert_eq!(judged(&month, &february, "long"), ["refused", "rounds-per-day", "", "16"]);
    assert_eq!((sides(&month, &february, "long"), count(&summary, "games_read")), (2 * ROUNDS, 17));
    assert!(diagnostics(&month, &february, "long.trf") >= 2);
    assert_eq!((count(&summary, "tournaments_refused"), count(&summary, "tournaments_refused_before")), (1, 0));

    hand_in_a_game(&month, "february", "2024-02-10");
    let (march, summary) = made(&month, "2024-03");
    assert_eq!(judged(&month, &march, "long"), ["refused", "rounds-per-day", "2024-02-01", "0"]);
    assert_eq!((sides(&month, &march, "long"), diagnostics(&month, &march, "long.trf")), (0, 0));
    for (name, number) in [
        ("tournaments_rated", 1),
        ("tournaments_refused", 0),
        ("tournaments_refused_before", 1),
        ("games_read", 1),
        ("sides_read", 2),
        ("sides_counted", 2),
        ("sides_left_out", 0),
        ("diagnostics_errors", 0),
    ] {
        assert_eq!(count(&summary, name), number, "{name}");
    }
    assert_eq!(summary["not_rated"], serde_json::json!([]));

    hand_in_a_game(&month, "march", "2024-03-10");
    let (april, _) = made(&month, "2024-04");
    assert_eq!(judged(&month, &april, "long"), ["refused", "rounds-per-day", "2024-02-01", "0"], "the list that refused it first");
    for list in [february, march, april] {
        expect_exit(month.path(), &["verify", &list, "--recompute", "--quiet"], 0);
    }
}

#[test]
fn the_summary_the_report_and_explain_say_so_in_one_line() {
    let month = four();
    month.report("long.trf", long_day("2024-01-13"));
    hand_in_a_game(&month, "january", "2024-01-20");
    made(&month, "2024-02");
    hand_in_a_game(&month, "february", "2024-02-10");
    let said = month.make_on(&month.newest_before("2024-03"), "2024-03", &[], 0);
    let march = month.place("2024-03");
    let text = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("1 rated, 0 waiting, 0 late, 0 refused, 1 refused before, 1 rated before"), "{text}");
    assert!(!text.contains("16 rounds"), "{text}");
    let report = std::fs::read_to_string(month.join(&format!("{march}/report.html"))).expect("a report");
    assert!(report.contains("refused before") && !report.contains("rounds-per-day"));
    let told = expect_exit(month.path(), &["explain", &march, "--tournament", "long"], 0).out;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("16 rounds") && told.contains("The list of 2024-02-01 refused it first"), "{told}");
}

#[test]
fn a_report_that_has_changed_is_news_again() {
    let month = four();
    month.report("long.trf", long_day("2024-01-13"));
    hand_in_a_game(&month, "january", "2024-01-20");
    made(&month, "2024-02");
    month.report("long.trf", long_day("2024-01-14"));
    let (march, summary) = made(&month, "2024-03");
    assert_eq!(judged(&month, &march, "long"), ["refused", "rounds-per-day", "", "16"]);
    assert_eq!((count(&summary, "tournaments_refused"), count(&summary, "tournaments_refused_before")), (1, 0));
    let (april, _) = made(&month, "2024-04");
    assert_eq!(judged(&month, &april, "long"), ["refused", "rounds-per-day", "2024-03-01", "0"]);
}

#[test]
fn another_reason_is_news_and_a_mended_report_is_rated() {
    let month = four();
    month.report("long.trf", long_day("2024-01-13"));
    hand_in_a_game(&month, "january", "2024-01-20");
    made(&month, "2024-02");
    month.registry("tournament_id,file,registered\nlong,tournaments/long.trf,2024-01-12\n");
    let (march, _) = made(&month, "2024-03");
    assert_eq!(judged(&month, &march, "long"), ["refused", "not-registered-in-time", "", "16"]);
    month.registry("tournament_id,file,end\nlong,tournaments/long.trf,2024-01-14\n");
    let (april, _) = made(&month, "2024-04");
    assert_eq!(judged(&month, &april, "long"), ["rated", "", "", "16"]);
}

#[test]
fn what_is_late_again_is_no_news() {
    let month = four();
    // The lists of November, December and January were the three after its end.
    hand_in_a_game(&month, "autumn", "2023-10-07");
    hand_in_a_game(&month, "january", "2024-01-20");
    let (february, summary) = made(&month, "2024-02");
    assert_eq!(judged(&month, &february, "autumn"), ["late", "too-late", "", "1"]);
    assert_eq!((count(&summary, "tournaments_late"), count(&summary, "tournaments_refused_before")), (1, 0));
    let (march, summary) = made(&month, "2024-03");
    assert_eq!(judged(&month, &march, "autumn"), ["late", "too-late", "2024-02-01", "0"]);
    assert_eq!((count(&summary, "tournaments_late"), count(&summary, "tournaments_refused_before")), (0, 1));
    assert_eq!(month.table(&march, "games.parquet").len(), 0);
}

#[test]
fn what_has_no_game_that_counts_again_is_no_news_either() {
    let month = four();
    Report::new("forfeit", "2024-01-13").line("222 900+5").game(1001, 1002, '+').put(&month);
    hand_in_a_game(&month, "january", "2024-01-20");
    month.pipeline("\n[checks]\nrefused_share = \"off\"\n");
    let [february, march] = ["2024-02", "2024-03"].map(|list| month.place(list));
    month.run("2024-02", 0);
    assert_eq!(judged(&month, &february, "forfeit"), ["refused", "no-game-counts", "", "1"]);
    assert_eq!(sides(&month, &february, "forfeit"), 2);
    hand_in_a_game(&month, "february", "2024-02-10");
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-03", "--json"], 0);
    let summary = serde_json::from_str::<Value>(&said.out).expect("JSON")["summary"].clone();
    assert_eq!(judged(&month, &march, "forfeit"), ["refused", "no-game-counts", "2024-02-01", "0"]);
    assert_eq!((sides(&month, &march, "forfeit"), sides(&month, &march, "february")), (0, 2));
    assert_eq!((count(&summary, "sides_read"), count(&summary, "sides_left_out")), (2, 0));
    expect_exit(month.path(), &["verify", &march, "--recompute", "--quiet"], 0);
}

#[test]
fn a_bundle_is_unchanged_where_all_its_tables_are() {
    let month = four();
    let hand_in = |result: &str| {
        let games = (1..=ROUNDS).map(|round| format!("LONG {round} 1001 1002 {result}"));
        month.bundle(
            "tournament_id,kind,start,end",
            ["LONG,swiss,2024-01-13,2024-01-13", "GOOD,swiss,2024-01-14,2024-01-14"],
            games.chain(["GOOD 1 1003 1004 1/2-1/2".to_owned()]),
        );
    };
    hand_in("1/2-1/2");
    let (february, _) = made(&month, "2024-02");
    assert_eq!(judged(&month, &february, "LONG"), ["refused", "rounds-per-day", "", "16"]);
    let (march, summary) = made(&month, "2024-03");
    assert_eq!(judged(&month, &march, "LONG"), ["refused", "rounds-per-day", "2024-02-01", "0"]);
    assert_eq!((count(&summary, "games_read"), month.table(&march, "games.parquet").len()), (0, 0));
    hand_in("1-0");
    let (april, _) = made(&month, "2024-04");
    assert_eq!(judged(&month, &april, "LONG"), ["refused", "rounds-per-day", "", "16"]);
}

#[test]
fn the_share_of_refused_tournaments_leaves_them_out_and_drafts_and_revisions_come_out_the_same() {
    let month = four();
    let limits = "\n[checks]\nrefused_percent = 10\nno_tournaments = \"warn\"\n";
    month.report("long.trf", long_day("2024-01-29"));
    for day in 20..29 {
        hand_in_a_game(&month, &format!("january-{day}"), &format!("2024-01-{day}"));
    }
    month.pipeline(limits);
    month.run("2024-02", 0);
    let share = |list: &str| month.row(list, "checks.csv", "check", "refused_share")["value"].clone();
    assert_eq!(share(&month.place("2024-02")), "10");
    // Received since: by its date alone it would count as new.
    month.registry("tournament_id,file,received\nlong,tournaments/long.trf,2024-02-03\n").pipeline(limits);
    month.run("2024-03", 0);
    assert_eq!(share(&month.place("2024-03")), "0");
    let bytes = crate::support::bytes_below(&month.join(&month.place("2024-03")));
    std::fs::remove_dir_all(month.join(&month.place("2024-03"))).expect("removed");
    expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-03", "--draft", "--quiet"], 0);
    month.run("2024-03", 0);
    assert_eq!(crate::support::bytes_below(&month.join(&month.place("2024-03"))), bytes);
    let said = expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-03", "--to", "2024-03"], 0);
    assert!(said.out.contains("as published"), "{}", said.out);
}
