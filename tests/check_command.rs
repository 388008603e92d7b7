//! `check`: problems in every kind of file are reported with line, carets and a hint, or as JSON lines.

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
