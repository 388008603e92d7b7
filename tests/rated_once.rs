//! No game is rated twice: reports that were changed after they were rated, ids that are used again, and copies with other dates (D36).

use crate::month::{Month, ONE_DAY, Report, Row};
use crate::support::expect_exit;

/// Ten players of 1800 on the list of January 2024.
fn ten() -> Month {
    let month = Month::of("rapid");
    month.list("2024-01-01", "fide_id,name,rating,k", (1001..=1010).map(|id| format!("{id},Player {id},1800,20")));
    month
}

/// A report of one day: each of these players has white against the next.
fn report(name: &str, day: &str, whites: std::ops::Range<u32>) -> Report {
    whites.fold(Report::new(name, day).line("222 900+5"), |report, white| report.game(white, white + 1, '1'))
}

/// Status and reason of the tournament of a file.
fn judged(month: &Month, list: &str, file: &str) -> [String; 2] {
    let row = month.row(list, "tournaments.parquet", "file", file);
    ["status", "reason"].map(|column| row[column].clone())
}

/// The diagnostics of a list with a code.
fn named(month: &Month, list: &str, code: &str) -> Vec<Row> {
    month.table(list, "diagnostics.csv").into_iter().filter(|row| row["code"] == code).collect()
}

fn is_an_input(month: &Month, list: &str, file: &str) -> bool {
    let manifest = std::fs::read_to_string(month.join(&format!("{list}/manifest.json"))).expect("a manifest");
    manifest.contains(&format!("\"{file}\""))
}

fn count(month: &Month, list: &str, status: &str) -> usize {
    month.table(list, "tournaments.parquet").iter().filter(|row| row["status"] == status).count()
}

fn fsck(month: &Month, code: i32) -> String {
    expect_exit(month.path(), &["fsck", "lists/rapid"], code).out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn verify(month: &Month, list: &str, code: i32) {
    expect_exit(month.path(), &["verify", list, "--recompute"], code);
}

#[test]
fn d36_a_report_that_was_changed_after_it_was_rated_is_named_and_not_rated_again() {
    let month = ten();
    report("open", "2024-01-13", 1001..1010).put(&month);
    let february = month.make("2024-02", &[]);
    let rated = month.row(&february, "rated_tournaments.parquet", "tournament_id", "open");
    let size = std::fs::metadata(month.join("tournaments/open.trf")).expect("a file").len();
    assert_eq!((rated["report_size"].clone(), rated["report_sha256"].len()), (size.to_string(), 64));

    // A tenth game: nine of ten are those that were rated.
    report("open", "2024-01-13", 1001..1010).game(1010, 1001, '1').put(&month);
    report("next", "2024-02-10", 1001..1003).put(&month);
    let march = month.make("2024-03", &[]);
    assert_eq!(judged(&month, &march, "open.trf"), ["already-rated", "already-rated"]);
    assert_eq!(judged(&month, &march, "next.trf"), ["rated", ""]);
    let told = named(&month, &march, "PER019");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["file"], "open.trf");
    assert!(told[0]["message"].contains("rated on the list of 2024-02-01; 9 of 10 games are the same"), "{}", told[0]["message"]);
    assert!(is_an_input(&month, &march, "open.trf"), "the list depends on what was compared");
    // 1010 lost a game in January and won the one that was added: 10 of the K of 20 are lost, and stay lost.
    assert_eq!(month.player(&march, "state.parquet", 1010)["rating"], "1790");
    verify(&month, &february, 6);
    verify(&month, &march, 0);
}

#[test]
fn d36_a_change_that_leaves_the_size_of_a_report_is_found_by_fsck_and_verify_and_not_by_a_run() {
    let month = ten();
    let open = |result| report("open", "2024-01-13", 1001..1009).game(1009, 1010, result);
    open('1').put(&month);
    let february = month.make("2024-02", &[]);
    verify(&month, &february, 0);
    assert_eq!(open('1').text().len(), open('0').text().len());
    open('0').put(&month);
    report("next", "2024-02-10", 1001..1003).put(&month);
    let march = month.make("2024-03", &[]);
    assert!(named(&month, &march, "PER019").is_empty());
    assert_eq!(month.player(&march, "state.parquet", 1010)["rating"], "1790", "what was rated stays rated");
    verify(&month, &february, 6);
    verify(&month, &march, 0);
    let said = fsck(&month, 6);
    assert!(said.contains("open.trf: changed after open was rated on the list of 2024-02-01; what to do: restore the report"), "{said}");
    assert!(said.ends_with("1 report of tournaments rated within a year: as rated"), "{said}");
    // A report that was put away cannot be compared, and that is said.
    std::fs::remove_file(month.join("tournaments/open.trf")).expect("removed");
    let said = fsck(&month, 0);
    assert!(said.ends_with("as rated 1 report not where it lay when rated, so not compared: open"), "{said}");
}

#[test]
fn d36_a_result_that_was_changed_in_a_rated_bundle_is_found_by_fsck() {
    let month = ten();
    let put = |result: &str| {
        let games = [format!("A 1001 1002 {result}"), "B 1003 1004 1-0".to_owned()];
        month.bundle(ONE_DAY, ["A,2024-01-13,2024-01-13", "B,2024-01-13,2024-01-13"], games);
    };
    put("1-0");
    month.make("2024-02", &[]);
    assert!(fsck(&month, 0).ends_with("2 reports of tournaments rated within a year: as rated"));
    put("0-1");
    let said = fsck(&month, 6);
    assert!(said.contains("changed after A was rated on the list of 2024-02-01"), "{said}");
    assert!(said.ends_with("1 report of tournaments rated within a year: as rated"), "{said}");
}

#[test]
fn d36_other_games_under_the_id_of_a_rated_report_are_refused_and_the_month_is_made() {
    let month = ten();
    month.pipeline("");
    month.report("january/open.trf", report("open", "2024-01-13", 1001..1010).text());
    month.run("2024-02", 0);
    month.report("february/open.trf", report("open", "2024-02-10", 1003..1009).text());
    report("next", "2024-02-10", 1001..1003).put(&month);
    month.run("2024-03", 0);
    let march = month.place("2024-03");
    assert_eq!(judged(&month, &march, "january/open.trf"), ["already-rated", "already-rated"]);
    assert_eq!(judged(&month, &march, "february/open.trf"), ["refused", "id-reused"]);
    assert_eq!(month.row(&march, "tournaments.parquet", "file", "february/open.trf")["article"], "D36");
    assert_eq!(judged(&month, &march, "next.trf"), ["rated", ""]);
    assert_eq!((named(&month, &march, "PER019").len(), named(&month, &march, "PER020").len()), (0, 1));
    // One refused and one rated would be more than a quarter.
    assert_eq!(month.row(&march, "checks.csv", "check", "refused_share")["passed"], "true");
    verify(&month, &march, 0);
    // A month later it is refused as before, which is no news.
    report("april", "2024-03-09", 1001..1003).put(&month);
    month.run("2024-04", 0);
    let april = month.row(&month.place("2024-04"), "tournaments.parquet", "file", "february/open.trf");
    assert_eq!((april["reason"].as_str(), april["refused_since"].as_str()), ("id-reused", "2024-03-01"));
    assert!(named(&month, &month.place("2024-04"), "PER020").is_empty());
}

#[test]
fn d36_rows_of_a_bundle_that_were_added_after_it_was_rated_are_compared() {
    let month = ten();
    let game = |id: &str, white: u32| format!("{id} {white} {} 1-0", white + 1);
    let tournaments = ["A,2024-01-13,2024-01-13", "B,2024-01-13,2024-01-13", "C,2024-01-13,2024-01-13"];
    let nine = |id: &'static str| (1001..1010).map(move |white| game(id, white));
    month.bundle(ONE_DAY, tournaments, nine("A").chain([game("B", 1001)]).chain([game("C", 1005)]));
    let february = month.make("2024-02", &[]);
    let sizes = month.table(&february, "rated_tournaments.parquet");
    let sizes: Vec<_> = sizes.iter().map(|row| (row["report_size"].as_str(), row["report_sha256"].as_str())).collect();
    assert_eq!(sizes, [("9", ""), ("1", ""), ("1", "")]);
    // A has one game more, B has three others, C is as it was.
    let changed = nine("A").chain(["A 1010 1001 1-0".to_owned()]).chain((1004..1007).map(|white| game("B", white)));
    month.bundle(ONE_DAY, tournaments, changed.chain([game("C", 1005)]));
    let march = month.make("2024-03", &[]);
    let rows = month.table(&march, "tournaments.parquet");
    let judged: Vec<_> = ["A", "B", "C"].iter().map(|id| rows.iter().find(|row| row["tournament_id"] == **id).expect("judged")).collect();
    assert_eq!(judged.iter().map(|row| row["reason"].as_str()).collect::<Vec<_>>(), ["already-rated", "id-reused", "already-rated"]);
    let told = named(&month, &march, "PER019");
    assert_eq!(told.len(), 1);
    assert!(told[0]["message"].starts_with("A: "), "{}", told[0]["message"]);
    verify(&month, &march, 0);
}

#[test]
fn d36_a_report_that_a_correction_replaces_is_not_named() {
    let month = ten();
    month.pipeline("");
    report("open", "2024-01-13", 1001..1010).put(&month);
    month.run("2024-02", 0);
    let newer = report("open", "2024-01-13", 1001..1010).game(1010, 1001, '1').text();
    month.put("corrections/open-new.trf", newer);
    month.corrections("C1,2024-02-20,arbiter,a game was missing,open,,,,report,open.trf,open-new.trf\n");
    month.pipeline("");
    report("next", "2024-02-10", 1001..1003).put(&month);
    // Before the list of February is made again, and after.
    month.run("2024-03", 0);
    assert!(named(&month, &month.place("2024-03"), "PER019").is_empty());
    expect_exit(month.path(), &["regenerate", "pipeline.toml"], 0);
    let march = format!("{}.r2", month.place("2024-03"));
    assert!(named(&month, &march, "PER019").is_empty());
    let february = format!("{}.r2", month.place("2024-02"));
    assert_eq!(month.player(&february, "state.parquet", 1010)["rating"], "1800", "a loss and a win");
}

#[test]
fn d36_a_report_that_was_rated_more_than_a_year_ago_is_not_compared() {
    let month = ten();
    report("open", "2024-01-13", 1001..1010).put(&month);
    month.make("2024-02", &[]);
    // The size is forgotten, and the id still known.
    report("next", "2025-02-10", 1001..1003).put(&month);
    month.make("2025-03", &[]);
    report("open", "2024-01-13", 1001..1004).put(&month);
    let april = month.make("2025-04", &[]);
    assert_eq!(judged(&month, &april, "open.trf"), ["already-rated", "already-rated"]);
    assert!(named(&month, &april, "PER019").is_empty());
}

#[test]
fn d36_of_eight_copies_with_other_dates_in_one_month_one_is_rated() {
    let month = ten();
    for day in 1..=8 {
        let copy = report(&format!("copy-{day}"), &format!("2024-01-0{day}"), 1001..1010).game(1001, 1003, '1');
        copy.put(&month);
    }
    let february = month.make("2024-02", &[]);
    assert_eq!((count(&month, &february, "rated"), count(&month, &february, "refused")), (1, 7));
    assert_eq!(judged(&month, &february, "copy-1.trf"), ["rated", ""]);
    assert_eq!(judged(&month, &february, "copy-8.trf"), ["refused", "duplicate-content"]);
}

#[test]
fn d36_a_copy_with_other_dates_a_month_later_is_refused() {
    let month = ten();
    let games = |name: &str, day: &str| report(name, day, 1001..1010).game(1001, 1003, '1');
    games("open", "2024-01-13").put(&month);
    month.make("2024-02", &[]);
    games("again", "2024-02-10").put(&month);
    let march = month.make("2024-03", &[]);
    assert_eq!(judged(&month, &march, "again.trf"), ["refused", "duplicate-content"]);
}
