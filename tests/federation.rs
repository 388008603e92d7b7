//! The federation's own files: imported, built on, exported, checked.
//!
//! `federation/players_list_foa.txt` is a combined list of five invented players in the layout of today, with what real files
//! have: a row pushed by its other titles, an honorary title, a player without a name, players without a rating.

use crate::support::{Folder, Said, csv_rows, expect_exit, parquet, rows, test_file};
use std::path::PathBuf;

mod export;
mod import;
mod series;

fn shipped(name: &str) -> Vec<u8> {
    std::fs::read(test_file("federation").join(name)).expect("there")
}

/// A folder with the combined list.
fn with_combined() -> Folder {
    let folder = Folder::new();
    folder.put("players_list_foa.txt", shipped("players_list_foa.txt"));
    folder
}

/// Imports the combined list's rapid columns as the list of January 2024.
fn imported() -> Folder {
    let folder = with_combined();
    import(&folder, &["--control", "rapid", "--date", "2024-01-01"], 0);
    folder
}

fn import(folder: &Folder, more: &[&str], code: i32) -> Said {
    expect_exit(folder.path(), &[&["import", "players_list_foa.txt", "--out", "lists/2024-01-01"], more].concat(), code)
}

/// One game between the two players at 1800: each expects 0.50, so at K 20 ten points change sides.
fn one_game(folder: &Folder) {
    folder.put("month/tournaments.csv", "tournament_id,start,end,control,kind,rounds\nT1,2024-01-10,2024-01-10,rapid,swiss,1\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,10000001,10000002,1-0\n");
}

fn run_on(folder: &Folder, previous: &str, out: &str, more: &[&str]) -> Said {
    let arguments =
        ["run", "--control", "rapid", "--list", "2024-02", "--previous", previous, "--tournaments", "month", "--out", out, "--quiet"];
    expect_exit(folder.path(), &[&arguments[..], more].concat(), 0)
}

/// The rapid list of January 2024, by hand from the file.
const RAPID: &str = "\
fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag
10000001,\"Castano, Ines\",,WH,\"SI,FI,LSI,SLI,NA,AFM\",ESP,F,,1800,12,20,
10000002,\"Bjerke, Tuva\",,WGM,FA,NOR,F,1990,1800,7,20,
10000003,,,,,SWE,M,2009,1512,6,40,
10000004,\"Aronsdal, Mikkel\",GM,,,NOR,M,1988,2555,4,10,
";

/// The same of standard: the flag of the file is for it.
const STANDARD: &str = "\
fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag
10000001,\"Castano, Ines\",,WH,\"SI,FI,LSI,SLI,NA,AFM\",ESP,F,,2004,3,20,
10000002,\"Bjerke, Tuva\",,WGM,FA,NOR,F,1990,2301,0,20,i
10000004,\"Aronsdal, Mikkel\",GM,,,NOR,M,1988,2611,9,10,
";

fn text(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// One file may be the older rapid list and the longer standard list at once. A game that began under it is between two players at 1800 in rapid
/// (ten points change sides at K 20); at 2004 and 2301 in standard the winner would have gained seventeen.
#[test]
fn a_combined_list_gives_each_control_its_own_ratings() {
    let folder = imported();
    folder.put("combined-2023-12-01.txt", shipped("players_list_foa.txt"));
    folder.put("month/tournaments.csv", "tournament_id,start,end,kind,rounds\nT1,2023-12-10,2024-01-05,swiss,1\n");
    // Whom no rapid list knows is looked for in the standard one.
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,10000001,10000002,1-0\nT1,1,10000009,10000003,1-0\n");
    let lists = ["--archive", "combined-2023-12-01.txt", "--longer", "standard=combined-2023-12-01.txt"];
    run_on(&folder, "lists/2024-01-01", "out", &lists);
    let list = text(folder.path().join("out/list.csv"));
    let rating = |id: &str| list.lines().find(|line| line.starts_with(id)).map(|line| line.rsplit(',').nth(3).unwrap_or("").to_owned());
    assert_eq!((rating("10000001").as_deref(), rating("10000002").as_deref()), (Some("1810"), Some("1790")), "{list}");
}
