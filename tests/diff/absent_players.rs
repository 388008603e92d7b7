//! Why players are gone from a list, or on it again.

use super::{DIFFERENCE_HEADER, diff, differences_of};
use crate::support::{Folder, expect_exit};

/// March and April 2024 of a federation of ten, in which everything happens that takes a player off a list.
fn world() -> Folder {
    let folder = Folder::new();
    folder.put(
        "lists/2024-02-01/list.csv",
        "fide_id,name,federation,birth_year,rating,k\n\
         1001,Ada,NOR,1980,1800,20\n1002,Bea,SWE,1990,1800,20\n1003,Cleo,DEN,1990,1700,20\n1004,Dora,FIN,1990,1650,20\n\
         1005,Eva,NOR,1990,1600,20\n1006,Frida,NOR,1980,1500,20\n1007,Gro,NOR,1990,1390,20\n1008,Hanna,NOR,1990,1400,20\n",
    );
    folder.put(
        "players.csv",
        "fide_id,from,field,value\n1005,2024-03-01,deceased,true\n1006,2024-03-01,merged_into,1001\n\
         ,2024-03-01,federation_excluded,FIN\n,2024-04-01,federation_readmitted,FIN\n",
    );
    folder
        .put("month/tournaments.csv", "tournament_id,start,end,control\nT1,2024-02-03,2024-02-04,rapid\nT2,2024-03-03,2024-03-04,rapid\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,1001,1002,1-0\nT2,1,1001,1002,1/2-1/2\n");
    folder.put(
        "pipeline.toml",
        "name = \"Test\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"month\"]\nplayers = \"players.csv\"\nexcluded_federations = [\"DEN\"]\n",
    );
    for list in ["2024-03", "2024-04"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    folder
}

const MARCH: &str = "\
1001,Ada,rating-with-games,rating,1800,1810,10,1,games,
1002,Bea,rating-with-games,rating,1800,1790,-10,1,games,
1003,Cleo,gone,rating,1700,,,,excluded,
1004,Dora,gone,rating,1650,,,,excluded,
1005,Eva,gone,rating,1600,,,,deceased,
1006,Frida,gone,rating,1500,,,,merged,
1007,Gro,gone,rating,1390,,,,floor,
";

#[test]
fn a_list_folder_says_why_a_player_is_gone() {
    let folder = world();
    // One win against an equal: K 20 times 0.50. The floor is 1400; who stands on it stays.
    assert_eq!(differences_of(&folder, "lists/2024-02-01", "lists/2024-03-01"), format!("{DIFFERENCE_HEADER}{MARCH}"));
    let said = diff(&folder, "lists/2024-02-01", "lists/2024-03-01", &[], 1);
    assert!(said.out.contains("5  federation excluded 2, deceased 1, the floor 1, merged 1"), "{}", said.out);
    assert!(said.out.contains("1006  Frida    1500  merged into 1001"), "{}", said.out);
}

#[test]
fn the_reasons_do_not_need_the_first_list_to_be_a_folder() {
    let folder = world();
    let list = std::fs::read_to_string(folder.join("lists/2024-02-01/list.csv")).expect("there");
    folder.put("2024-02.csv", format!("{list}1009,Ida,NOR,1990,1500,20\n"));
    // Without a folder on both sides the cause of a move is not known; of 1009 the folder knows nothing.
    let expected = format!("{DIFFERENCE_HEADER}{}1009,Ida,gone,rating,1500,,,,not-in-file,\n", MARCH.replace(",games,\n", ",,\n"));
    assert_eq!(differences_of(&folder, "2024-02.csv", "lists/2024-03-01"), expected);
    // A file cannot tell.
    let rows = differences_of(&folder, "lists/2024-02-01", "lists/2024-03-01/list.csv");
    assert_eq!(rows.matches("not-in-file").count(), 5, "{rows}");
}

#[test]
fn a_player_who_is_published_again_is_not_taken_for_a_new_player() {
    let folder = world();
    let rows = differences_of(&folder, "lists/2024-03-01", "lists/2024-04-01");
    // 1810 against 1790: 0.53 expected, so a draw costs 0.03 times 20, which is 0.6 and rounds to 1.
    let expected = "\
1001,Ada,rating-with-games,rating,1810,1809,-1,1,games,
1002,Bea,rating-with-games,rating,1790,1791,1,1,games,
1004,Dora,new,rating,,1650,,0,listed-again,
";
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}{expected}"));
}

#[test]
fn backwards_the_reasons_are_those_of_the_later_list() {
    let folder = world();
    let rows = differences_of(&folder, "lists/2024-03-01", "lists/2024-02-01");
    let expected = "\
1001,Ada,rating-with-games,rating,1810,1800,-10,1,games,
1002,Bea,rating-with-games,rating,1790,1800,10,1,games,
1003,Cleo,new,rating,,1700,,0,excluded,
1004,Dora,new,rating,,1650,,0,excluded,
1005,Eva,new,rating,,1600,,0,deceased,
1006,Frida,new,rating,,1500,,0,merged,
1007,Gro,new,rating,,1390,,0,floor,
";
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}{expected}"));
}

#[test]
fn the_state_says_why_a_player_is_not_published_also_without_the_roster() {
    let folder = world();
    std::fs::remove_file(folder.join("players.csv")).expect("removed");
    let rows = differences_of(&folder, "lists/2024-02-01", "lists/2024-03-01");
    assert!(rows.contains("1003,Cleo,gone,rating,1700,,,,excluded,"), "{rows}");
    assert!(rows.contains("1005,Eva,gone,rating,1600,,,,deceased,"), "{rows}");
    let said = diff(&folder, "lists/2024-02-01", "lists/2024-03-01", &[], 1);
    assert!(!said.out.contains("the roster that says why"), "{}", said.out);
}

#[test]
fn a_list_of_0_1_without_its_roster_says_only_that_a_player_is_not_published() {
    let folder = Folder::new();
    crate::support::copy(&crate::support::test_file("store-0.1"), folder.path());
    let (before, after) = ("lists/rapid/2024-02-01", "lists/rapid/2024-03-01");
    // The roster has the player deceased from 2024-03-01 on.
    let with_roster = differences_of(&folder, before, after);
    assert!(with_roster.contains("1000504,\"Kleibe, Greihes\",gone,rating,1641,,,,deceased,"), "{with_roster}");
    std::fs::remove_file(folder.join("players.csv")).expect("removed");
    let rows = differences_of(&folder, before, after);
    assert!(rows.contains("1000504,\"Kleibe, Greihes\",gone,rating,1641,,,,unpublished,"), "{rows}");
    let said = diff(&folder, before, after, &[], 1);
    assert!(said.out.contains("the roster that says why is not where it was"), "{}", said.out);
}

#[test]
fn d27_who_was_inactive_for_too_long_is_gone_for_that() {
    let folder = Folder::new();
    // By the regulations of 2009 a player is not listed any more after three years without a game.
    folder.put(
        "lists/2010-11-01/list.csv",
        "fide_id,name,federation,rating,k,last_rated,career_games\n\
         1001,Ada,NOR,1800,15,2010-11-01,100\n1002,Bea,NOR,1800,15,2010-11-01,100\n1003,Cleo,NOR,1800,15,2008-01-01,100\n\
         1004,Dora,NOR,1800,15,2008-03-01,100\n",
    );
    folder.put("month/tournaments.csv", "tournament_id,start,end,minutes,kind,rounds\nT1,2010-11-03,2010-11-04,120,swiss,1\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,1001,1002,1/2-1/2\n");
    let arguments = [
        "run",
        "--control",
        "standard",
        "--list",
        "2011-01",
        "--previous",
        "lists/2010-11-01",
        "--tournaments",
        "month",
        "--out",
        "lists/2011-01-01",
        "--quiet",
    ];
    expect_exit(folder.path(), &arguments, 0);
    let rows = differences_of(&folder, "lists/2010-11-01", "lists/2011-01-01");
    // 2008-01-01 is three years before; 2008-03-01 is not.
    assert!(rows.contains("1003,Cleo,gone,rating,1800,,,,inactive-too-long,\n"), "{rows}");
    assert!(!rows.contains("1004,Dora,gone"), "{rows}");
}
