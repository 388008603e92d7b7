//! What a report or a bundle is worth: its clock and control, its contradictions, and the games of its rounds.
//!
//! Expected values are reckoned by hand from the regulations' tables: K 20, and 50 hundredths for a win between equals.

use crate::month::{ENTRY, Entry, Month, ONE_DAY, Report, Row};
use crate::support::{expect_exit, test_file};

/// A month with eight players of one rating on the list of its first day.
fn month_of(control: &str, list: &str, rating: u32, k: u32) -> Month {
    let month = Month::of(control);
    month.list(list, "fide_id,name,rating,k", (1001..=1008).map(|id| format!("{id},Player {id},{rating},{k}")));
    month
}

/// A report of one day with one game.
fn one_game(name: &str, header: &[&str], white: u32, black: u32) -> Report {
    header.iter().fold(Report::new(name, "2024-01-13"), |report, line| report.line(line)).game(white, black, '1')
}

/// Status, reason and article of every tournament, by id.
fn judged(month: &Month, list: &str) -> Vec<String> {
    let mut rows: Vec<String> = month
        .table(list, "tournaments.parquet")
        .iter()
        .map(|row| {
            [&row["tournament_id"], &row["status"], &row["reason"], &row["article"]].map(String::as_str).join(" ").trim_end().to_owned()
        })
        .collect();
    rows.sort();
    rows
}

/// The messages of a code.
fn messages(month: &Month, list: &str, code: &str) -> Vec<String> {
    month.table(list, "diagnostics.csv").into_iter().filter(|row| row["code"] == code).map(|row| row["message"].clone()).collect()
}

#[test]
fn d35_the_list_of_each_control_rates_the_events_of_that_control_alone() {
    for (control, expected) in
        [("standard", &["long rated"][..]), ("rapid", &["quick rated"]), ("blitz", &["fast rated", "minute refused rate-of-play 1.1"])]
    {
        let month = month_of(control, "2024-01-01", 1800, 20);
        let events =
            [("long", "90 min + 30 sec per move", 1002), ("quick", "15+10", 1002), ("fast", "3+2", 1002), ("minute", "1 min", 1003)];
        for (name, clock, black) in events {
            one_game(name, &[&format!("122 {clock}")], 1001, black).put(&month);
        }
        let list = month.make("2024-02", &[]);
        assert_eq!(judged(&month, &list), expected, "{control}");
        assert_eq!(month.player(&list, "list.csv", 1001)["rating"], "1810", "{control}");
        let said = month.make_on(&month.newest_before("2024-02"), "2024-02", &[], 0);
        assert!(format!("{}{}", said.out, said.err).contains("nothing to do"), "reports of other controls are inputs too: {said:?}");
    }
}

#[test]
fn d35_a_control_that_nothing_tells_is_taken_with_flags_and_refused_in_a_pipeline() {
    let month = month_of("rapid", "2024-01-01", 1800, 20);
    one_game("silent", &["092 Individual: Swiss-System", "122 120"], 1001, 1002).put(&month);
    one_game("told", &["222 900+10"], 1003, 1004).put(&month);
    // With flags: a warning.
    let list = month.make("2024-02", &[]);
    assert_eq!(judged(&month, &list), ["silent rated", "told rated"]);
    assert_eq!(messages(&month, &list, "REG014"), ["the control is not stated; the tournament is taken as rapid"]);
    expect_exit(month.path(), &["verify", &list, "--recompute"], 0);
    std::fs::remove_dir_all(month.join(&list)).expect("removed");
    // In a pipeline: refused, and not counted in the share of refused tournaments. A registry that lacks the row changes nothing.
    month.registry("tournament_id,file,control\ntold,tournaments/told.trf,\n");
    month.pipeline("[checks]\nrefused_percent = 0\n").run("2024-02", 0);
    assert_eq!(judged(&month, &list), ["silent refused control-unknown D35", "told rated"]);
    assert_eq!(messages(&month, &list, "REG014"), ["the control is not stated; the tournament is refused"]);
    // The setting is remembered with the list.
    month.pipeline("takes_unknown_control = true\n");
    let said = month.run("2024-02", 1);
    assert!(said.err.contains("the setting 'takes_unknown_control' was 'not set' and is 'yes'"), "{}", said.err);
    std::fs::remove_dir_all(month.join(&list)).expect("removed");
    month.run("2024-02", 0);
    assert_eq!(judged(&month, &list), ["silent rated", "told rated"]);
    expect_exit(month.path(), &["verify", &list, "--recompute"], 0);
}

#[test]
fn d35_lines_that_disagree_refuse_the_report_unless_the_registry_tells() {
    let month = month_of("rapid", "2024-01-01", 1800, 20);
    for (white, (name, header)) in (1001..).zip([
        ("word-and-words", ["092 Individual: Swiss-System (Rapid)", "122 90 min + 30 sec per move"]),
        ("code-and-words", ["122 3+2", "222 900+10"]),
        ("code-and-word", ["092 Blitz", "222 900+10"]),
        ("registered", ["092 Blitz", "222 900+10"]),
        ("agreed", ["092 Rapid", "122 15+10"]),
        ("twice", ["222 900+10", "222 180+2"]),
    ]) {
        one_game(name, &header, white, 1008).put(&month);
    }
    month.registry("tournament_id,file,control\nregistered,tournaments/registered.trf,rapid\n");
    let list = month.make("2024-02", &[]);
    let refused = |id: &str| format!("{id} refused control-unclear D35");
    assert_eq!(
        judged(&month, &list),
        [
            "agreed rated".to_owned(),
            refused("code-and-word"),
            refused("code-and-words"),
            "registered rated".to_owned(),
            refused("twice"),
            refused("word-and-words")
        ]
    );
    assert_eq!(
        messages(&month, &list, "TRF041"),
        [
            "the control is rapid by line 222, but blitz by line 092",
            "the control is rapid by line 222, but blitz by line 122",
            "the control is rapid by line 222, but blitz by line 222",
            "the control is standard by line 122, but rapid by line 092",
        ]
    );
    assert_eq!(messages(&month, &list, "REG010"), ["control: the report says blitz in line 092, the registry rapid"]);
}

#[test]
fn d35_the_rate_of_play_is_judged_by_the_clock_in_words() {
    // 2009, 1.1: where a player has 2200 or more, 120 minutes for 60 moves.
    for (clock, expected) in
        [("60 min", "open refused rate-of-play 1.1"), ("90 min + 29 sec per move", "open refused rate-of-play 1.1"), ("2h", "open rated")]
    {
        let month = Month::of("standard");
        month.list("2009-09-01", "fide_id,name,rating,k", ["1001,One,2400,10", "1002,Two,2405,10"]);
        Report::new("open", "2009-09-12").line(&format!("122 {clock}")).game(1001, 1002, '1').put(&month);
        let list = month.make("2009-11", &[]);
        assert_eq!(judged(&month, &list), [expected], "{clock}");
    }
}

#[test]
fn d37_a_report_full_of_contradictions_is_refused_as_a_whole() {
    let month = month_of("rapid", "2024-02-01", 1800, 20);
    month.report("contradictory.trf", std::fs::read(test_file("trf/bad/contradictory.trf")).expect("the report"));
    let list = month.make("2024-04", &["--previous-date", "2024-02-01"]);
    assert_eq!(judged(&month, &list), ["contradictory refused contradictory D37"]);
    assert_eq!(messages(&month, &list, "TRF040"), ["10 of 22 sides of games contradict their other side or have no opponent"]);
}

/// The sides of a player by round: opponent, and why the game is left out.
fn sides(month: &Month, list: &str, id: u32) -> Vec<String> {
    let mut rows: Vec<Row> = month.table(list, "games.parquet").into_iter().filter(|row| row["fide_id"] == id.to_string()).collect();
    rows.sort_by_key(|row| (row["round"].parse::<u32>().expect("a round"), row["opponent"].clone()));
    rows.iter().map(|row| [&row["round"], &row["opponent"], &row["reason"], &row["article"]].map(String::as_str).join(" ")).collect()
}

#[test]
fn d38_two_games_in_one_round_count_only_where_the_event_has_them() {
    let games = ["1 1001 1002 1-0", "1 1001 1003 1-0", "2 1001 1002 1-0"];
    for (kind, class, is_left_out) in [
        ("swiss", "", true),
        ("", "", true),
        ("double-round-robin", "", true),
        ("swiss", "double-rounds", false),
        ("team", "", false),
        ("knockout", "", false),
    ] {
        let month = month_of("rapid", "2024-01-01", 1800, 20);
        let columns = format!("{ONE_DAY},kind,class");
        month.bundle(&columns, [format!("T1,2024-01-13,2024-01-13,{kind},{class}")], games.map(|game| format!("T1 {game}")));
        let list = month.make("2024-02", &[]);
        let left_out: Vec<String> = sides(&month, &list, 1001).into_iter().filter(|side| side.contains("two-games-in-one-round")).collect();
        let expected: &[&str] = if is_left_out { &["1 1002 two-games-in-one-round D38", "1 1003 two-games-in-one-round D38"] } else { &[] };
        assert_eq!(left_out, expected, "{kind} {class}");
        // One win of three counts, or all three: 10 points each.
        assert_eq!(month.player(&list, "list.csv", 1001)["rating"], if is_left_out { "1810" } else { "1830" }, "{kind} {class}");
    }
}

#[test]
fn d38_rounds_after_the_last_one_scheduled_do_not_count() {
    let month = month_of("rapid", "2024-01-01", 1800, 20);
    month.bundle_in(
        "tournaments/T1",
        &format!("{ONE_DAY},rounds"),
        ["T1,2024-01-13,2024-01-13,2"],
        ["T1 1 1001 1002 1-0", "T1 2 1002 1001 0-1", "T1 3 1001 1002 1-0"],
    );
    // Line 142 goes before XXR, and the registry before both.
    for (name, black, rounds) in [("R1", 1004, ["142 2", "XXR 1"]), ("R2", 1006, ["142 2", "XXR 2"])] {
        let header = rounds.iter().fold(Report::new(name, "2024-01-14").line("092 Rapid"), |report, line| report.line(line));
        header.game(1003, black, '1').game(black, 1003, '0').game(1003, black, '1').put(&month);
    }
    month.registry("tournament_id,file,rounds\nR2,tournaments/R2.trf,1\n");
    let list = month.make("2024-02", &[]);
    assert_eq!(sides(&month, &list, 1001).last().map(String::as_str), Some("3 1002 no-such-round D38"));
    assert_eq!(month.player(&list, "list.csv", 1001)["rating"], "1820");
    assert_eq!(judged(&month, &list), ["R1 rated", "R2 rated", "T1 rated"]);
    let left_out = sides(&month, &list, 1003).into_iter().filter(|side| side.contains("no-such-round")).collect::<Vec<_>>();
    assert_eq!(left_out, ["2 1006 no-such-round D38", "3 1004 no-such-round D38", "3 1006 no-such-round D38"]);
    assert_eq!(month.player(&list, "list.csv", 1003)["rating"], "1830");
}

#[test]
fn d52_a_game_told_from_both_sides_is_one_game_in_a_swiss_and_two_in_a_team_event() {
    for (kind, rating) in [("swiss", "1810"), ("team", "1820")] {
        let month = month_of("rapid", "2024-01-01", 1800, 20);
        let games = ["T1 1 1001 1002 1-0", "T1 1 1002 1001 0-1"];
        month.bundle(&format!("{ONE_DAY},kind"), [format!("T1,2024-01-13,2024-01-13,{kind}")], games);
        let list = month.make("2024-02", &[]);
        assert_eq!(month.player(&list, "list.csv", 1001)["rating"], rating, "{kind}");
    }
    // Results that do not agree are two games in one round.
    let month = month_of("rapid", "2024-01-01", 1800, 20);
    month.bundle(ONE_DAY, ["T1,2024-01-13,2024-01-13"], ["T1 1 1001 1002 1-0", "T1 1 1002 1001 1-0", "T1 2 1001 1002 1-0"]);
    let list = month.make("2024-02", &[]);
    assert_eq!(month.player(&list, "list.csv", 1001)["rating"], "1810");
}

#[test]
fn d52_an_unfinished_game_is_left_out_until_a_correction_gives_it_a_result() {
    for form in ["report", "bundle"] {
        let month = month_of("rapid", "2024-01-01", 1800, 20);
        let rounds = [("1001", "2w* 2b1"), ("1002", "1b* 1w0")];
        if form == "report" {
            let report = Report::new("T1", "2024-01-13").line("092 Rapid");
            rounds.iter().fold(report, |report, (id, rounds)| report.entry(Entry { id, rounds, ..ENTRY })).put(&month);
        } else {
            month.tournament("T1", "2024-01-13", &["1 1001 1002 *", "2 1002 1001 0-1"]);
        }
        let list = month.make("2024-02", &[]);
        assert!(sides(&month, &list, 1001)[0].starts_with("1 1002 result-unknown"), "{form}");
        let code = if form == "report" { "TRF042" } else { "BUN021" };
        assert!(!messages(&month, &list, code).is_empty(), "{form}");
        assert_eq!(month.player(&list, "list.csv", 1001)["rating"], "1810", "{form}");
        std::fs::remove_dir_all(month.join(&list)).expect("removed");
        month.corrections("C1,2024-02-10,office,finished,T1,1,1001,1002,result,*,1-0\n");
        let list = month.make("2024-02", &[]);
        assert_eq!(month.player(&list, "list.csv", 1001)["rating"], "1820", "{form}");
    }
}

#[test]
fn d52_a_birth_year_after_the_lists_is_not_known() {
    let month = month_of("rapid", "2024-01-01", 1800, 20);
    let report = Report::new("T1", "2024-01-13").line("092 Rapid");
    report.player(5001, "New, Nora", "2025").player(5002, "New, Nils", "2024").game(5001, 1001, '1').game(5002, 1001, '1').put(&month);
    let list = month.make("2024-02", &[]);
    assert_eq!(messages(&month, &list, "TRF044"), ["the birth year 2025 is after the list's; not known"]);
    let born = |id| month.player(&list, "state.parquet", id)["birth_year"].clone();
    assert_eq!((born(5001), born(5002)), (String::new(), "2024".to_owned()));
}
