//! Every class of difference, in both orders, and no difference at all.

use super::{DIFFERENCE_HEADER, DIFFERENCES, FEBRUARY, HEADER, JANUARY, both, diff, differences_of, rows_between, rows_of};
use crate::support::Folder;

#[test]
fn every_class_is_named_with_both_values() {
    assert_eq!(rows_of(&both(), "2024-01.csv", "2024-02.csv"), DIFFERENCES);
}

#[test]
fn in_reverse_order_every_difference_is_mirrored() {
    let mut expected = String::from(DIFFERENCE_HEADER);
    // Who was new is gone. Games are those of the later list either way; names are those of the list that comes second.
    expected.push_str(
        "\
1001,\"Aas, Berit\",rating-with-games,rating,1812,1800,-12,4,,
1002,\"Bo, Carl\",rating-without-games,rating,2299,2300,1,0,,
1002,\"Bo, Carl\",k,k,10,20,10,,,
1002,\"Bo, Carl\",title,title,IM,FM,,,,
1003,\"Cid, Eva\",title,women_title,WGM,WIM,,,,
1003,\"Cid, Eva\",federation,federation,FRA,ESP,,,,
1003,\"Cid, Eva\",name,name,\"Cid-Noe, Eva\",\"Cid, Eva\",,,,
1004,\"Dahl, Finn\",title,other_titles,\"FA,NA\",FA,,,,
1004,\"Dahl, Finn\",sex,sex,F,M,,,,
1004,\"Dahl, Finn\",birth-year,birth_year,2002,2001,-1,,,
1004,\"Dahl, Finn\",activity,activity,active,inactive,,,,
1006,\"Fry, Hans\",activity,activity,inactive,active,,,,
1007,\"Gil, Ida\",gone,rating,1555,,,,not-in-file,
1008,\"Hoy, Jan\",new,rating,,1450,,,,
",
    );
    assert_eq!(differences_of(&both(), "2024-02.csv", "2024-01.csv"), expected);
}

#[test]
fn a_list_and_itself_are_the_same_whatever_the_order_of_its_rows() {
    let folder = both();
    let mut lines: Vec<&str> = JANUARY.lines().collect();
    lines[1..].reverse();
    folder.put("reversed.csv", lines.join("\n"));
    for other in ["2024-01.csv", "reversed.csv"] {
        let said = diff(&folder, "2024-01.csv", other, &[], 0);
        assert!(said.out.contains("\nThe lists are the same.\n"), "{}", said.out);
        assert_eq!(diff(&folder, "2024-01.csv", other, &["--format", "csv"], 0).out, HEADER);
    }
    let json: serde_json::Value =
        serde_json::from_str(&diff(&folder, "2024-01.csv", "2024-01.csv", &["--json"], 0).out).expect("an object");
    assert_eq!((&json["same"], &json["rows"], &json["totals"]["in_both"]), (&true.into(), &serde_json::json!([]), &7.into()));
}

#[test]
fn columns_that_one_list_lacks_are_reported_and_not_compared() {
    let folder = both();
    folder.put("plain.csv", "fide_id,rating\n1001,1812\n1002,2299\n1003,2100\n");
    let said = diff(&folder, "plain.csv", "2024-02.csv", &[], 1);
    assert!(
        said.out.contains("A has no k, title, women_title, other_titles, federation, name, sex, birth_year, activity: not\ncompared\n"),
        "{}",
        said.out
    );
    let expected = format!(
        "{DIFFERENCE_HEADER}{}",
        "1004,\"Dahl, Finn\",new,rating,,1500,,0,,\n1005,\"Eng, Gro\",new,rating,,1600,,0,,\n1006,\"Fry, Hans\",new,rating,,1700,,0,,\n1007,\"Gil, Ida\",new,rating,,1555,,6,,\n"
    );
    assert_eq!(differences_of(&folder, "plain.csv", "2024-02.csv"), expected);
}

#[test]
fn a_moved_rating_between_lists_without_games_has_a_class_of_its_own() {
    let rows = rows_between("fide_id,name,rating\n7,Ada,1500\n", "fide_id,name,rating\n7,Ada,1503\n");
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}7,Ada,rating,rating,1500,1503,3,,,\n"));
}

#[test]
fn players_without_a_rating_are_on_no_list() {
    let rows = rows_between("fide_id,name,rating\n7,Ada,\n8,Bea,1500\n9,Cleo,0\n", "fide_id,name,rating\n7,Ada,1500\n8,Bea,\n9,Cleo,\n");
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}7,Ada,new,rating,,1500,,,,\n8,Bea,gone,rating,1500,,,,not-in-file,\n"));
}

#[test]
fn a_name_that_looks_like_a_formula_is_compared_as_it_is_and_marked_in_csv() {
    // Marked, because a spreadsheet would run it.
    let rows = rows_between("fide_id,name,rating\n7,=cmd|' /C calc'!A0,1500\n", "fide_id,name,rating\n7,\"=cmd|' /C calc'!A0\",1501\n");
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}7,'=cmd|' /C calc'!A0,rating,rating,1500,1501,1,,,\n"));
}

#[test]
fn an_empty_list_differs_from_one_with_players() {
    let folder = Folder::new();
    folder.put("2024-01.csv", "fide_id,rating\n");
    folder.put("2024-02.csv", FEBRUARY);
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &[], 1);
    assert!(said.out.lines().any(|line| line.split_whitespace().take(2).eq(["new", "7"])), "{}", said.out);
    diff(&folder, "2024-01.csv", "2024-01.csv", &[], 0);
}

#[test]
fn lists_that_cannot_be_compared_exit_2() {
    let folder = both();
    folder.put("empty/README.md", "no list");
    folder.put("twice.csv", "fide_id,rating\n7,1500\n7,1501\n");
    folder.put("damaged.parquet", b"PAR1 and nothing else");
    folder.put("broken/list.csv", JANUARY);
    folder.put("broken/manifest.json", "{");
    let trouble = |a: &str, b: &str, more: &[&str], words: &str| {
        let said = diff(&folder, a, b, more, 2);
        assert!(said.err.contains(words) && said.out.is_empty(), "{said:?}");
    };
    trouble("2024-01.csv", "nowhere.csv", &[], "nowhere.csv: no such file or folder");
    trouble("nowhere.csv", "2024-01.csv", &[], "nowhere.csv: no such file or folder");
    trouble("2024-01.csv", "empty", &[], "empty: not a list folder");
    trouble("2024-01.csv", "twice.csv", &[], "twice.csv:3:1: LST005: fide_id 7 is there twice");
    trouble("2024-01.csv", "damaged.parquet", &[], "damaged.parquet");
    trouble("broken", "2024-01.csv", &[], "manifest.json");
    trouble("2024-01.csv", "2024-02.csv", &["--json", "--format", "csv"], "another format");
    trouble("2024-01.csv", "2024-02.csv", &["--out", "x", "--html", "x"], "the same file");
    trouble("2024-01.csv", "2024-02.csv", &["--out", "no/such/folder/x"], "no/such/folder");
    trouble("2024-01.csv", "2024-02.csv", &["--html", "no/such/folder/x"], "no/such/folder");
}
