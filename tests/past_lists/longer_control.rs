//! A revised standard list is a changed input of the rapid lists that used it.

use super::{fates, json, make};
use crate::month::{CORRECTIONS, Month};
use crate::support::{csv_rows, expect_exit, parquet, rows};

/// A standard list of 2024-02-01 and 2024-03-01, and rapid lists of the two months after. Player 9 has a standard rating only and plays rapid in
/// February and in March; in between the standard list of February rates one game of player 9.
fn two_controls() -> Month {
    let folder = Month::of("rapid");
    let pipeline = |control: &str, longer: &str| {
        format!(
            "name = \"Two\"\ncontrol = \"{control}\"\nlists = \"lists/{control}\"\ntournaments = [\"{control}\"]\ncorrections = \"{control}.csv\"\n{longer}"
        )
    };
    folder.put("standard.toml", pipeline("standard", ""));
    folder.put("pipeline.toml", pipeline("rapid", "longer_lists = { standard = \"lists/standard\" }\n"));
    let header = "fide_id,name,federation,birth_year,rating,k\n";
    folder.put("lists/standard/2024-01-01/list.csv", format!("{header}8,Eight,NOR,1980,1800,20\n9,Nine,NOR,1980,1800,20\n"));
    folder.put("lists/rapid/2024-01-01/list.csv", format!("{header}1,One,NOR,1980,1800,20\n2,Two,NOR,1980,1800,20\n"));
    for name in ["standard.csv", "rapid.csv"] {
        folder.put(name, CORRECTIONS);
    }
    let hand_in = |control: &str, id: &str, day: &str, game: &str| {
        let facts = format!("{id},{control},{day},{day}");
        folder.bundle_in(&format!("{control}/{id}"), "tournament_id,control,start,end", [facts], [format!("{id},1,{game}")]);
    };
    hand_in("standard", "S1", "2024-01-10", "8,9,1-0");
    hand_in("rapid", "R1", "2024-01-20", "1,2,1-0");
    hand_in("rapid", "R2", "2024-02-20", "1,9,1/2-1/2");
    hand_in("rapid", "R3", "2024-03-20", "1,2,1/2-1/2");
    expect_exit(folder.path(), &["run", "standard.toml", "--list", "2024-02", "--quiet"], 0);
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    folder
}

#[test]
fn rapid_lists_that_used_a_revised_standard_list_are_made_again_with_all_later_ones() {
    let folder = two_controls();
    // The standard list of February: 8 has 1810, 9 has 1790, which is what R2 goes by. 1 had 1810 after R1.
    let opponent = |list: &str| {
        let sides = rows(&parquet(&folder.join(&format!("lists/rapid/{list}/games.parquet"))));
        sides.iter().find(|side| side["fide_id"] == "1").map(|side| side["opponent_rating"].clone()).expect("a game of 1")
    };
    assert_eq!(opponent("2024-03-01"), "1790");
    let said = json(&expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--json"], 0));
    assert_eq!(fates(&said), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);

    folder.put("standard.csv", format!("{CORRECTIONS}S-1,2024-04-10,arbiter,wrong result,S1,1,8,9,result,1-0,0-1\n"));
    expect_exit(folder.path(), &["regenerate", "standard.toml", "--quiet"], 0);
    let said = json(&expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--json"], 0));
    assert_eq!(fates(&said), ["2024-02-01 proved", "2024-03-01 revised", "2024-04-01 revised"]);
    assert_eq!(opponent("2024-03-01.r2"), "1810");
    let revisions = csv_rows(&folder.join("lists/rapid/revisions.csv"));
    assert_eq!(revisions[0]["cause"], "another standard list of 2024-02-01");
    // It was not known before the correction of the standard list was.
    assert_eq!((revisions[0]["known_from"].as_str(), revisions[1]["known_from"].as_str()), ("2024-04-10", "2024-04-10"));
    for (day, version) in [("2024-04-09", "1790"), ("2024-04-10", "1810")] {
        let planned = expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-03", "--as-known", day, "--json"], 0);
        let reported = json(&planned);
        assert_eq!(fates(&reported), ["2024-03-01 proved", "2024-04-01 proved"], "{day}");
        let read = reported["lists"][0]["folder"].as_str().expect("a folder").to_owned();
        assert_eq!(opponent(read.trim_start_matches("lists/rapid/")), version, "{day}");
    }
    for version in ["2024-03-01", "2024-03-01.r2", "2024-04-01.r2"] {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{version}"), "--recompute"], 0);
    }
}
