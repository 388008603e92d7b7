//! `history`: one player through all lists.

use crate::support::{Folder, copy, csv_rows, expect_exit, parquet, rows, test_file};
use serde_json::{Value, json};

const HEADER: &str = "fide_id,name,title,federation,rating,games,k,flag\n";

/// Four lists of nothing but CSV; the third has a revision.
fn lists() -> Folder {
    let folder = Folder::new();
    for (name, rows) in [
        ("2024-01-01", "1,\"Adams, Ann\",,ENG,1800,0,20,\n2,\"Brown, Bob\",,ENG,1700,0,20,\n"),
        ("2024-02-01", "1,\"Adams, Ann\",,ENG,1812,4,20,\n2,\"Brown, Bob\",,ENG,1700,0,20,\n"),
        ("2024-03-01", "1,\"Adams, Ann\",,ENG,1790,2,20,\n"),
        ("2024-03-01.r2", "1,\"Adams, Ann\",,ENG,1795,2,20,\n"),
        ("2024-04-01", "1,\"Adams-Clark, Ann\",WFM,SCO,1795,0,20,i\n2,\"Brown, Bob\",,ENG,1650,9,20,\n3,\"New, Ned\",,ENG,1500,5,40,\n"),
        ("2024-05-01.draft", "1,\"Adams, Ann\",,ENG,9,0,20,\n"),
    ] {
        folder.put(&format!("lists/{name}/list.csv"), format!("{HEADER}{rows}"));
    }
    folder
}

fn history_output(folder: &Folder, arguments: &[&str]) -> String {
    let arguments: Vec<&str> = ["history", "lists"].into_iter().chain(arguments.iter().copied()).collect();
    expect_exit(folder.path(), &arguments, 0).out
}

#[test]
fn lists_of_nothing_but_csv_make_a_history_and_the_newest_revision_is_read() {
    let folder = lists();
    assert_eq!(
        history_output(&folder, &["1", "--format", "csv"]),
        "list,control,folder,fide_id,name,title,women_title,federation,status,rating,games,k,flag,change,cause,norms,proposed,title_changed\n\
         2024-01-01,,2024-01-01,1,\"Adams, Ann\",,,ENG,rated,1800,0,20,,,,,,\n\
         2024-02-01,,2024-02-01,1,\"Adams, Ann\",,,ENG,rated,1812,4,20,,12,,,,\n\
         2024-03-01,,2024-03-01.r2,1,\"Adams, Ann\",,,ENG,rated,1795,2,20,,-17,,,,\n\
         2024-04-01,,2024-04-01,1,\"Adams-Clark, Ann\",WFM,,SCO,rated,1795,0,20,i,0,,,,\n"
    );
    let published = history_output(&folder, &["1", "--as-published", "--format", "csv"]);
    assert!(published.contains("2024-03-01,,2024-03-01,1,\"Adams, Ann\",,,ENG,rated,1790,2,20,,-22,"), "{published}");
}

#[test]
fn as_known_on_a_day_leaves_out_what_was_received_later() {
    let folder = lists();
    folder.put(
        "lists/revisions.csv",
        "list,revision,known_from,cause,corrections,players_moved,players_moved_directly,first_ratings_gained,first_ratings_lost,manifest_sha256\n\
         2024-03-01,2,2024-05-10,correction,C1,1,1,0,0,x\n",
    );
    let rating = |day: &str| {
        let json: Value = serde_json::from_str(&history_output(&folder, &["1", "--as-known", day, "--json"])).expect("JSON");
        json["players"][0]["lists"][2]["rating"].clone()
    };
    assert_eq!((rating("2024-05-09"), rating("2024-05-10")), (json!(1790), json!(1795)));
}

#[test]
fn a_player_who_is_not_on_a_list_is_shown_so_and_lists_before_the_first_are_counted() {
    let folder = lists();
    let json: Value = serde_json::from_str(&history_output(&folder, &["brown", "--json"])).expect("JSON");
    let of =
        |field: &str| json["players"][0]["lists"].as_array().expect("lists").iter().map(|list| list[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("status"), ["rated", "rated", "not-on-the-list", "rated"]);
    assert_eq!(of("change"), [json!(null), json!(0), json!(null), json!(null)]);
    let text = history_output(&folder, &["new", "--plot"]);
    assert!(text.starts_with("New, Ned, 3: 1 list from 2024-04-01 to 2024-04-01; not known on the 3 before\n"), "{text}");
    assert!(!text.contains('*'), "one rating is no plot");
}

#[test]
fn a_name_is_looked_for_on_the_newest_list_first_and_then_on_older_ones() {
    let folder = lists();
    assert!(history_output(&folder, &["adams-clark"]).starts_with("Adams-Clark, Ann, 1: 4 lists"));
    assert!(history_output(&folder, &["adams, ann"]).starts_with("Adams-Clark, Ann, 1: 4 lists"), "as she was called before");
    let nobody = expect_exit(folder.path(), &["history", "lists", "nobody"], 1);
    assert!(nobody.err.starts_with("error: no player 'nobody' on any list in lists\nhint: "), "{}", nobody.err);
    let several = expect_exit(folder.path(), &["history", "lists", "n"], 1);
    assert!(several.err.contains("error: 'n' is 3 players"), "{}", several.err);
}

#[test]
fn a_plot_is_drawn_on_request_and_ends_with_the_first_and_last_month() {
    let folder = lists();
    assert!(!history_output(&folder, &["1"]).contains('*'), "not into a pipe unless asked for");
    let plot = history_output(&folder, &["1", "--plot"]);
    let lines: Vec<&str> = plot.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("  1812 |") && line.contains('*')), "{plot}");
    assert!(lines.iter().any(|line| line.starts_with("  1795 |") && line.matches('*').count() == 2), "{plot}");
    assert!(lines.iter().any(|line| line.starts_with("       2024-01-") && line.ends_with("-2024-04")), "{plot}");
    assert!(lines.iter().all(|line| line.chars().count() <= 100), "{plot}");
}

#[test]
fn list_folders_give_the_cause_and_the_unrated() {
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let history = |player: &str| -> Value {
        let said = expect_exit(folder.path(), &["history", "lists/rapid", player, "--json"], 0);
        serde_json::from_str::<Value>(&said.out).expect("JSON")["players"][0].clone()
    };
    let adams = history("adams");
    assert_eq!(adams["lists"][2]["cause"], json!("games"));
    assert_eq!((adams["lists"][2]["rating"].as_i64(), adams["lists"][2]["change"].as_i64()), (Some(1997), Some(-3)));
    let evans = history("evans");
    assert_eq!((evans["lists_before"].as_i64(), evans["lists"][0]["cause"].as_str()), (Some(2), Some("longer-control")));
}

#[test]
fn players_who_are_computed_but_not_published_differ_from_those_without_a_rating() {
    let folder = Folder::new();
    folder.put("lists/2024-01-01/list.csv", "fide_id,name,federation,rating\n1,A,ENG,1800\n2,B,RUS,1700\n3,C,ENG,1600\n4,D,ENG,\n");
    folder.put("t/tournaments.csv", "tournament_id,start,end\nT1,2024-01-10,2024-01-11\n");
    folder.put("t/games.csv", "tournament_id,round,white,black,result\nT1,1,1,3,1-0\n");
    let run = "run --control rapid --list 2024-02 --previous lists/2024-01-01 --tournaments t --out lists/2024-02-01 --excluded-federations RUS --quiet";
    expect_exit(folder.path(), &run.split(' ').collect::<Vec<_>>(), 0);
    let status = |id: &str| -> Value {
        let json: Value = serde_json::from_str(&history_output(&folder, &[id, "--json"])).expect("JSON");
        json["players"][0]["lists"][1]["status"].clone()
    };
    assert_eq!((status("1"), status("2"), status("4")), (json!("rated"), json!("not-published"), json!("unrated")));
    let text = history_output(&folder, &["2"]);
    assert!(text.lines().any(|line| line.contains("1700") && line.contains("not published: excluded")), "{text}");
}

#[test]
fn parquet_csv_and_page_go_to_files() {
    let folder = lists();
    history_output(&folder, &["1", "--format", "parquet", "--out", "h.parquet", "--html", "h.html"]);
    let of_parquet: Vec<String> = rows(&parquet(&folder.join("h.parquet"))).iter().map(|row| row["rating"].clone()).collect();
    history_output(&folder, &["1", "--format", "csv", "--out", "h.csv"]);
    let of_csv: Vec<String> = csv_rows(&folder.join("h.csv")).iter().map(|row| row["rating"].clone()).collect();
    assert_eq!(
        (of_parquet.as_slice(), of_csv.as_slice()),
        (of_csv.as_slice(), ["1800", "1812", "1795", "1795"].map(str::to_owned).as_slice())
    );
    let page = std::fs::read_to_string(folder.join("h.html")).expect("a page");
    assert!(page.contains("<svg") && page.contains("2024-03-01.r2") && !page.contains("http://"), "{page}");
}

#[test]
fn folders_without_lists_and_damaged_lists_are_refused() {
    let folder = lists();
    let refused = |path: &str| expect_exit(folder.path(), &["history", path, "1"], 3).err;
    assert!(refused("nowhere").contains("nowhere: no such file or folder"));
    folder.put("empty/x", "");
    assert!(refused("empty").contains("no list folders in it"));
    assert!(refused("lists/2024-01-01").contains("no list folders in it"), "a list folder is not a folder of lists");
    folder.put("lists/2024-06-01/list.parquet", b"PAR1PAR1");
    assert!(refused("lists").contains("list.parquet"));
    std::fs::remove_file(folder.join("lists/2024-06-01/list.parquet")).expect("removed");
    assert!(history_output(&folder, &["1"]).ends_with("2024-06-01 has no list in it.\n"));
}

#[test]
fn norms_proposals_and_changes_of_titles_are_marked() {
    let (month, _) = crate::explain::titles::made();
    month.roster("1011,2022-03-15,title,FM\n");
    month.bundle(
        "tournament_id,kind,start,end,minutes,received",
        ["NEXT,swiss,2022-03-05,2022-03-06,120,2022-03-07"],
        ["NEXT 1 1001 1002 1-0"],
    );
    month.make("2022-04", &[]);
    let history = |arguments: &[&str]| expect_exit(month.path(), &[&["history", "lists/standard"], arguments].concat(), 0).out;
    let marks = |player: &str| -> Vec<String> {
        let csv = history(&[player, "--format", "csv"]);
        csv.lines()
            .skip(1)
            .map(|line| line.rsplitn(4, ',').take(3).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(","))
            .collect()
    };
    assert_eq!(marks("1009"), [",,", "GM GM GM,,false", ",,false"]);
    assert_eq!(marks("1011"), [",,", ",FM WFM,false", ",,true"]);
    let text = history(&["1009"]);
    assert!(text.contains("GM norm in OLD1 (given); GM norm in OLD2 (given); GM norm in RR"), "{text}");
    assert!(history(&["1011"]).contains("now FM"));
    let json: Value = serde_json::from_str(&history(&["1009", "--json"])).expect("JSON");
    assert_eq!(json["players"][0]["lists"][0].get("titles"), None, "the first list judges no titles");
    assert_eq!(json["players"][0]["lists"][1]["titles"]["norms"][2]["tournament_id"], json!("RR"));
    expect_exit(month.path(), &["history", "lists/standard", "1009", "--html", "h.html"], 0);
    let page = std::fs::read_to_string(month.join("h.html")).expect("a page");
    assert!(page.contains("norm or title"));
    std::fs::write(month.join("lists/standard/2022-03-01/norms.parquet"), "PAR1").expect("damaged");
    assert!(expect_exit(month.path(), &["history", "lists/standard", "1009"], 3).err.contains("norms.parquet"));
}

/// The rows of a history as CSV: folder, id, rating.
fn csv_of(folder: &Folder, arguments: &[&str]) -> Vec<(String, String, String)> {
    folder.put("h.csv", history_output(folder, &[arguments, &["--format", "csv"]].concat()));
    let rows = csv_rows(&folder.join("h.csv"));
    rows.into_iter().map(|row| (row["folder"].clone(), row["fide_id"].clone(), row["rating"].clone())).collect()
}

#[test]
fn several_players_are_each_as_they_are_alone() {
    let folder = lists();
    let (ann, bob) = (csv_of(&folder, &["1"]), csv_of(&folder, &["brown"]));
    assert_eq!(csv_of(&folder, &["brown", "1"]), [&bob[..], &ann[..]].concat(), "in the order in which they are named");
    assert_eq!(csv_of(&folder, &["1", "1"]), ann);
    let text = history_output(&folder, &["1", "2", "3"]);
    assert!(text.starts_with("3 players followed\n"), "{text}");
    // Bob: 1700 on two lists, not on the third, then 1650.
    let cells = |line: &str| line.replace('\u{2212}', "-").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.lines().any(|line| cells(line) == "2 Brown, Bob 4 1700 1650 -50 1650 1700 9"), "{text}");
    let nobody = expect_exit(folder.path(), &["history", "lists", "1", "77"], 1);
    assert!(nobody.err.contains("no player '77'"), "{}", nobody.err);
    history_output(&folder, &["1", "2", "--html", "both.html"]);
    assert!(std::fs::read_to_string(folder.join("both.html")).expect("a page").contains("Brown, Bob"));
}

#[test]
fn options_select_players_on_the_newest_list_the_highest_first() {
    let folder = lists();
    let ids = |arguments: &[&str]| -> Vec<String> {
        let mut ids: Vec<String> = csv_of(&folder, arguments).into_iter().map(|row| row.1).collect();
        ids.dedup();
        ids
    };
    // In April: Ann 1795 of SCO and inactive, Bob 1650, Ned 1500.
    assert_eq!(ids(&["--top", "2"]), ["1", "2"]);
    assert_eq!(ids(&["--federation", "eng", "--top", "1"]), ["2"]);
    assert_eq!(ids(&["--max-rating", "1700"]), ["2", "3"]);
    assert_eq!(ids(&["--active", "--top", "9"]), ["2", "3"]);
    for (arguments, words) in [
        (&["history", "lists"][..], "name a player, or select players"),
        (&["history", "lists", "1", "--top", "3"], "players are either named or selected"),
        (&["history", "lists", "--federation", "XXX"], "no player has the federation XXX; there are ENG, SCO"),
        (&["history", "lists", "--min-rating", "2900"], "no player is selected"),
    ] {
        assert!(expect_exit(folder.path(), arguments, 2).err.contains(words), "{arguments:?}");
    }
}

#[test]
fn controls_stand_beside_one_another_and_imported_lists_are_followed() {
    let folder = Folder::new();
    let combined = std::fs::read(test_file("federation/players_list_foa.txt")).expect("there");
    folder.put("players_list_foa.txt", combined);
    for (control, date) in [("rapid", "2024-01-01"), ("rapid", "2024-02-01"), ("standard", "2024-01-01")] {
        let out = format!("{control}/{date}");
        expect_exit(folder.path(), &["import", "players_list_foa.txt", "--control", control, "--date", date, "--out", &out, "--quiet"], 0);
    }
    let said = expect_exit(folder.path(), &["history", "rapid", "--top", "1", "--with", "standard", "--json"], 0);
    let json: Value = serde_json::from_str(&said.out).expect("JSON");
    let of = |field: &str| json["players"].as_array().expect("players").iter().map(|player| player[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("control"), ["rapid", "standard"]);
    assert_eq!(of("fide_id")[0], of("fide_id")[1]);
    assert_eq!(
        (json["players"][0]["lists"].as_array().map(Vec::len), json["players"][1]["lists"].as_array().map(Vec::len)),
        (Some(2), Some(1))
    );
    let text = expect_exit(folder.path(), &["history", "rapid", "--top", "1", "--with", "standard", "-q"], 0);
    assert!(text.out.contains("rapid: ") && text.out.contains("standard: ") && text.err.is_empty(), "{}", text.out);
    let lines = expect_exit(folder.path(), &["history", "rapid", "--top", "1", "--format", "jsonl"], 0).out;
    assert_eq!(lines.lines().count(), 2);
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("an object");
    assert_eq!((&first["control"], &first["list"], &first["cause"]), (&json!("rapid"), &json!("2024-01-01"), &json!(null)));
}
