//! `check`: problems in every kind of file are reported with line, carets and a hint, or as JSON lines.

use crate::month::{ENTRY, Entry, Report};
use crate::support::{Folder, expect_exit};

/// The path to check, the files there with their contents, and what has to be said.
type Kind = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// A bad file of each kind.
const KINDS: [Kind; 8] = [
    (
        "list.csv",
        &[("list.csv", "fide_id,name,rating\n1001,\"Ann, A\",18x0\n")],
        "error: list.csv:2:15: LST003: rating: '18x0' is not a whole number\n  |\n2 | 1001,\"Ann, A\",18x0\n  |               ^^^^\nhint: ",
    ),
    (
        "list.csv",
        &[("list.csv", "fide_id,rating\n1001,1800,1\n")],
        "error: list.csv:2: LST008: 3 fields, the header has 2\n  |\n2 | 1001,1800,1\n  | ^^^^^^^^^^^\nhint: ",
    ),
    (
        "registry.csv",
        &[("registry.csv", "tournament_id,file,shape\nT1,none.trf,x\n")],
        "warning: registry.csv:1:20: REG001: nothing reads the column 'shape'\n  |\n1 | tournament_id,file,shape\n  |                    ^^^^^\nhint: ",
    ),
    (
        "bundle",
        &[
            ("bundle/tournaments.csv", "tournament_id,start,end\nB1,2024-01-05,2024-01-04\n"),
            ("bundle/games.csv", "tournament_id,round,white,black,result\nB1,1,1001,1002,1-0\n"),
        ],
        "error: bundle/tournaments.csv:2:15: REG012: the tournament ends on 2024-01-04, before it starts on 2024-01-05\n  |\n2 | B1,2024-01-05,2024-01-04\n  |               ^^^^^^^^^^\nhint: ",
    ),
    (
        "bundle/games.csv",
        &[
            ("bundle/tournaments.csv", "tournament_id,start,end\nB1,2024-01-05,2024-01-05\n"),
            ("bundle/games.csv", "tournament_id,round,white,black,result\nB1,1,1001,1002,2-0\n"),
        ],
        "error: bundle/games.csv:2:16: BUN005: '2-0' is no result\n  |\n2 | B1,1,1001,1002,2-0\n  |                ^^^\nhint: ",
    ),
    (
        "online",
        &[("online/online_games.csv", "game_id,white,black,result,ended_at\ng1,1001,1002,1-0,yesterday\n")],
        "error: online/online_games.csv:2:18: BUN014: 'yesterday' is no time in UTC; the game is left out\n  |\n2 | g1,1001,1002,1-0,yesterday\n  |                  ^^^^^^^^^\nhint: ",
    ),
    (
        "players.csv",
        &[("players.csv", "fide_id,from,field,value\n1001,2024-01-01,sex,Q\n"), ("other.trf", "not looked at")],
        "error: players.csv:2:21: PLR001: sex: 'Q' is not M, F or nothing\n  |\n2 | 1001,2024-01-01,sex,Q\n  |                     ^\nhint: ",
    ),
    (
        "corrections.csv",
        &[(
            "corrections.csv",
            "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\nC1,2024-01-02,x,y,T1,1,1001,1002,result,1-0,5-0\n",
        )],
        "error: corrections.csv:2:45: COR002: new: '5-0' is not a result\n  |\n2 | C1,2024-01-02,x,y,T1,1,1001,1002,result,1-0,5-0\n  |                                             ^^^\nhint: ",
    ),
];

#[test]
fn problems_in_every_kind_of_file_are_reported_with_line_carets_and_a_hint() {
    for (path, files, wanted) in KINDS {
        let folder = Folder::new();
        for (name, content) in files {
            folder.put(name, content);
        }
        let said = expect_exit(folder.path(), &["check", path], 1);
        assert!(said.out.contains(wanted), "{path}\n--- wanted\n{wanted}\n--- said\n{}", said.out);
    }
}

#[test]
fn problems_in_every_kind_of_file_are_reported_as_json_lines() {
    for (path, files, wanted) in KINDS {
        let folder = Folder::new();
        for (name, content) in files {
            folder.put(name, content);
        }
        let said = expect_exit(folder.path(), &["check", path, "--json"], 1);
        let lines: Vec<serde_json::Value> =
            said.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect();
        let code = wanted.split(": ").nth(2).expect("a code");
        let reported = lines.iter().find(|line| line["code"] == code).unwrap_or_else(|| panic!("{path}: no {code} in {}", said.out));
        assert!(reported["line"].is_u64() && reported["message"].is_string() && reported["hint"].is_string(), "{reported}");
    }
}

#[test]
fn a_roster_is_linted_under_any_name_and_in_a_folder() {
    let folder = Folder::new();
    folder.put("world/changes.csv", "fide_id,from,field,value\n1001,2024-01-01,hat,red\n");
    folder.put("world/README.md", "nothing else");
    for path in ["world/changes.csv", "world"] {
        let said = expect_exit(folder.path(), &["check", path], 1);
        assert!(said.out.contains("world/changes.csv:2:17: PLR001") && !said.out.contains("LST"), "{path}: {}", said.out);
    }
}

/// A folder with a report of two players, and a list that has them otherwise.
fn with_list() -> Folder {
    let folder = Folder::new();
    let entry = |id, name, rating, rounds| Entry { id, name, rating, rounds, ..ENTRY };
    let report = Report::new("Open", "2024-01-13").line("092 Swiss (Rapid)").entry(entry("101", "Berg, Anna", "1800", "2w1")).entry(entry(
        "102",
        "Dahl, Nils",
        "2400",
        "1b0",
    ));
    folder.put("t/open.trf", report.text());
    folder.put("prev.csv", "fide_id,name,federation,rating\n101,\"Berg, Anna\",ENG,1805\n102,\"Someone, Else\",NOR,1700\n");
    folder
}

#[test]
fn the_ids_names_federations_and_ratings_of_a_list_that_is_given_are_known() {
    let folder = with_list();
    let said = expect_exit(folder.path(), &["check", "t"], 0);
    assert!(said.out.contains("id 101 looks like a national number, and no list is at hand to look it up"), "{}", said.out);
    for arguments in [&["check", "t", "prev.csv"][..], &["check", "t", "--previous", "prev.csv"]] {
        let said = expect_exit(folder.path(), arguments, 0);
        for words in [
            "TRF037: id 102 is 'Someone, Else' on the list, and not 'Dahl, Nils'",
            "TRF051: id 102 is of ENG here, and of NOR on the list",
            "PLY004: open: 1 rating is more than 200 points from the list's, as that of player 102: 2400 here, 1700 there",
        ] {
            assert!(said.out.contains(words), "{arguments:?}: {}", said.out);
        }
        assert!(!said.out.contains("101"), "{arguments:?}: {}", said.out);
    }
    // Of several lists in a folder the newest is the one that is compared with, and of other controls only the ids are known.
    folder.put("lists/rapid/2023-12-01/list.csv", "fide_id,rating\n101,1000\n");
    folder.put("lists/rapid/2024-01-01/list.csv", "fide_id,rating\n101,1800\n");
    folder.put("lists/standard/2023-12-01/list.csv", "fide_id,rating\n102,1000\n");
    assert_eq!(expect_exit(folder.path(), &["check", "t", "lists"], 0).out, "");
    let said = expect_exit(folder.path(), &["check", "t", "--previous", "lists/rapid/2024-01-01"], 0);
    assert!(said.out.contains("PLY003: open: player 102 is rated 2400 here and is on no list"), "{}", said.out);
    expect_exit(folder.path(), &["check", "t", "--previous", "nowhere"], 3);
}

#[test]
fn many_problems_of_one_kind_are_counted_by_code_and_how_to_see_all_is_said() {
    let folder = Folder::new();
    let players: String = (1..=40).map(|rank| format!("001 {rank:4} m    {:33} 1800 NOR\n", format!("Player {rank}"))).collect();
    folder.put("t/open.trf", format!("012 Open\n042 2024/01/13\n052 2024/01/13\n062 41\n092 Swiss (Rapid)\n{players}"));
    let said = expect_exit(folder.path(), &["check", "t"], 0);
    assert_eq!(said.out.matches("TRF023: player").count(), 5, "{}", said.out);
    assert!(said.out.contains("TRF049: line 062 says 41 players"), "{}", said.out);
    let table: Vec<&str> = said.out.lines().skip_while(|line| *line != "By code").collect();
    let row = table.iter().find(|line| line.contains("TRF023")).expect("a row").split_whitespace().take(4).collect::<Vec<_>>();
    assert_eq!(row, ["TRF023", "warning", "40", "1"], "{}", said.out);
    assert!(said.err.contains("of codes with many the first 5 are shown; --all shows all"), "{}", said.err);
    assert!(said.err.ends_with("41 warnings\n"), "{}", said.err);
    let all = expect_exit(folder.path(), &["check", "t", "--all"], 0);
    assert_eq!(all.out.matches("TRF023: player").count(), 40);
    let json = expect_exit(folder.path(), &["check", "t", "--json"], 0);
    assert_eq!(json.out.lines().count(), 41);
}
