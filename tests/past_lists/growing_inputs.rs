//! Registry, roster and reports that grow every month: a list of the past is compared with what it was made from, and rows for later lists
//! are no difference.

use super::{CHECKS, four, four_with_lists, make, report};
use crate::month::Month;
use crate::support::{bytes_below, expect_exit};

const FEBRUARY: &str = "lists/rapid/2024-02-01";
const REGISTERED_IN_JANUARY: &str = "tournament_id,file,start,end,name\nR1,tournaments/R1.trf,2024-01-12,2024-01-12,January\n";

/// The lists of February and March, with a registered report in January and a change of the roster.
fn with_registry_and_roster() -> Month {
    let folder = four();
    folder.registry(REGISTERED_IN_JANUARY).roster("1004,2024-01-01,title,FM\n").pipeline(CHECKS);
    folder.report("R1.trf", report("2024-01-12", 1003, 1005, '1'));
    make(&folder, &["2024-02", "2024-03"]);
    folder
}

#[test]
fn a_list_is_verified_by_the_rows_it_used_however_registry_and_roster_grow() {
    let folder = with_registry_and_roster();
    let later = "R2,tournaments/R2.trf,2024-03-12,2024-03-12,March\n";
    folder.registry(&format!("{REGISTERED_IN_JANUARY}{later}"));
    folder.report("R2.trf", report("2024-03-12", 1005, 1006, '1'));
    folder.roster("1004,2024-01-01,title,FM\n1003,2024-03-15,federation,SWE\n");
    make(&folder, &["2024-04"]);
    for list in ["2024-02-01", "2024-03-01", "2024-04-01"] {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}")], 0);
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute"], 0);
    }
    let manifest = store::Manifest::read(&folder.join(FEBRUARY)).expect("a manifest");
    let rows = |role: model::InputRole| manifest.inputs.iter().find(|input| input.role == role).and_then(|input| input.rows);
    assert_eq!((rows(model::InputRole::Registry), rows(model::InputRole::Players)), (Some(1), Some(1)));
}

#[test]
fn a_row_that_would_have_changed_a_list_is_a_difference() {
    let folder = with_registry_and_roster();
    folder.registry(&REGISTERED_IN_JANUARY.replace("January", "Epiphany"));
    let said = expect_exit(folder.path(), &["verify", FEBRUARY], 6).err;
    assert!(said.contains("registry.csv (registry) has other rows for this list"), "{said}");
    folder.registry(REGISTERED_IN_JANUARY);
    // In force before the list, entered after it.
    folder.roster("1004,2024-01-01,title,FM\n1003,2024-01-15,federation,SWE\n");
    let said = expect_exit(folder.path(), &["verify", FEBRUARY], 6).err;
    assert!(said.contains("players.csv (players) has other rows for this list"), "{said}");
    // On its date: in force.
    folder.roster("1004,2024-01-01,title,FM\n1003,2024-02-01,federation,SWE\n");
    expect_exit(folder.path(), &["verify", FEBRUARY], 6);
    folder.roster("1004,2024-01-01,title,FM\n1003,2024-02-02,federation,SWE\n");
    expect_exit(folder.path(), &["verify", FEBRUARY], 0);
}

#[test]
fn a_run_of_a_list_that_is_there_does_nothing_where_no_number_would_change() {
    let folder = with_registry_and_roster();
    let before = bytes_below(&folder.join("lists"));
    folder.report("M5.trf", report("2024-05-12", 1005, 1006, '1'));
    folder.registry(&format!("{REGISTERED_IN_JANUARY}M5,tournaments/M5.trf,2024-05-12,2024-05-12,May\n"));
    for list in ["2024-02", "2024-03"] {
        let said = folder.run(list, 0);
        assert!(said.out.starts_with("nothing to do: ") && said.out.lines().count() == 1, "{}", said.out);
    }
    assert_eq!(bytes_below(&folder.join("lists")), before);
}

#[test]
fn a_run_of_a_list_that_is_there_names_the_first_number_that_would_change() {
    let folder = four_with_lists();
    let before = bytes_below(&folder.join("lists"));
    folder.report("J2.trf", report("2024-01-20", 1005, 1006, '1'));
    // Two players of 1800 with K 20: 10 points each way, rated on the first list after January.
    let said = folder.run("2024-02", 1).err;
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("J2.trf (tournaments) is new"), "{words}");
    assert!(words.contains("1005") && words.contains("1800") && words.contains("1810"), "{words}");
    assert!(words.contains("plan") && words.contains("--from 2024-02"), "{words}");
    assert_eq!(bytes_below(&folder.join("lists")), before);
}

#[test]
fn a_run_of_a_revised_list_is_compared_with_its_newest_version() {
    let folder = four_with_lists();
    folder.corrections(super::DRAW);
    super::regenerate(&folder, &[]);
    for list in ["2024-02", "2024-03", "2024-04"] {
        let said = folder.run(list, 0);
        assert!(said.out.starts_with("nothing to do: "), "{}", said.out);
    }
}

#[test]
fn a_list_made_by_other_readings_is_made_again_with_readings_as_the_cause() {
    let folder = four_with_lists();
    let other = four();
    // 1004 lost instead of winning: what the other readings are to have made of the same inputs.
    other.tournament("M1", "2024-03-10", &["1 1004 1002 0-1"]);
    make(&other, &super::MONTHS);
    let april = folder.join("lists/rapid/2024-04-01");
    let mut manifest = store::Manifest::read(&april).expect("a manifest");
    for output in &mut manifest.outputs {
        let bytes = std::fs::read(other.join("lists/rapid/2024-04-01").join(&output.path)).expect("readable");
        (output.sha256, output.bytes) = (store::sha256_hex(&bytes), bytes.len() as u64);
        std::fs::write(april.join(&output.path), bytes).expect("written");
    }
    let readings = manifest.readings.as_mut().expect("named");
    readings.insert("D17".parse().expect("a number"), 1);
    let hash = |manifest: &store::Manifest| store::sha256_hex(manifest.to_json().as_bytes());
    let before = std::fs::read(april.join("manifest.json")).expect("readable");
    std::fs::write(april.join("manifest.json"), manifest.to_json()).expect("written");
    let record = std::fs::read_to_string(april.join("run.json")).expect("readable");
    folder.put("lists/rapid/2024-04-01/run.json", record.replace(&store::sha256_hex(&before), &hash(&manifest)));
    let said = expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-02"], 0).out;
    assert!(said.contains("2024-04  would be revised as 2024-04-01.r2: readings: D17"), "{said}");
    assert_eq!(super::regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 revised"]);
    assert_eq!(super::revisions(&folder, &["cause", "players_moved"]), ["readings: D17 | 2"]);
    // 1790 against 1800, 0.49: 1004 had 1790 and has 1810 by the game as it was played.
    assert_eq!(super::ratings(&folder, "2024-04-01.r2"), ["1820", "1780", "1790", "1810"]);
    let moved = super::moved(&folder, "2024-04-01.r2");
    assert_eq!(moved, "fide_id,before,after,cause,corrections\n1002,1800,1780,readings,\n1004,1790,1810,readings,\n");
}
