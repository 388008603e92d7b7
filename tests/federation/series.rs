//! Published lists of several months, imported in one go: each carries on what the earlier ones tell (D39).

use crate::month::Report;
use crate::support::{Folder, Said, csv_rows, expect_exit, parquet, rows};

/// A published list: id, federation, rating, games, K and flag of each player.
fn put(folder: &Folder, name: &str, players: &[(u32, &str, u16, u16, u8, &str)]) {
    let month = name[9..14].to_ascii_uppercase();
    let header = format!(
        "{:15}{:61}{:4}{:4}{:5}{:5}{:15}{:4}{:6}{:4}{:3}{:6}{:4}\r\n",
        "ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", month, "Gms", "K", "B-day", "Flag"
    );
    let line = |&(id, federation, rating, games, k, flag): &(u32, &str, u16, u16, u8, &str)| {
        format!(
            "{id:<15}{:61}{federation:4}{:4}{:5}{:5}{:15}{:4}{rating:<6}{games:<4}{k:<3}{:6}{flag:4}\r\n",
            format!("Player, Number {id}"),
            "M",
            "",
            "",
            "",
            "",
            "1980"
        )
    };
    folder.put(name, header + &players.iter().map(line).collect::<String>());
}

/// Twelve lists, September 2024 to August 2025. Player 1 plays every month, 2 in September 2024 alone, 3 in January; 4 comes in March.
fn twelve(folder: &Folder) -> Vec<String> {
    let months = ["sep24", "oct24", "nov24", "dec24", "jan25", "feb25", "mar25", "apr25", "may25", "jun25", "jul25", "aug25"];
    for (at, month) in months.into_iter().enumerate() {
        let mut players = vec![
            (1, "NOR", 1800 + u16::try_from(at).expect("small"), 5, 20, ""),
            (2, "NOR", 1850, if at == 0 { 7 } else { 0 }, 20, ""),
            (3, "SWE", if at < 4 { 2410 } else { 2390 }, if at == 4 { 9 } else { 0 }, 10, ""),
        ];
        if at >= 6 {
            players.push((4, "NOR", 1500, if at == 6 { 6 } else { 2 }, 40, ""));
        }
        put(folder, &format!("standard_{month}frl.txt"), &players);
    }
    months.iter().map(|month| format!("standard_{month}frl.txt")).collect()
}

fn import(folder: &Folder, files: &[String], more: &[&str], code: i32) -> Said {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    expect_exit(folder.path(), &[&["import"], &files[..], &["--out", "lists"], more].concat(), code)
}

#[test]
fn d39_lists_of_several_months_carry_on_who_played_when_and_who_is_new() {
    let folder = Folder::new();
    let mut files = twelve(&folder);
    // In whatever order they are named.
    files.reverse();
    let said = import(&folder, &files, &[], 0);
    assert!(said.out.starts_with("The standard list of 2024-09-01 is in lists/2024-09-01\n"), "{}", said.out);
    assert!(said.out.contains("Changes  1 new, 0 gone, since 2025-02-01"), "{}", said.out);
    let state = rows(&parquet(&folder.join("lists/2025-08-01/state.parquet")));
    let known: Vec<[&str; 4]> =
        state.iter().map(|row| ["fide_id", "career_games", "peak", "last_rated"].map(|name| row[name].as_str())).collect();
    assert_eq!(
        known,
        [
            ["1", "", "1811", "2025-08-01"],
            ["2", "", "1850", "2024-09-01"],
            ["3", "", "2410", "2025-01-01"],
            ["4", "16", "1500", "2025-08-01"]
        ]
    );
    // The list itself is as the file has it.
    assert_eq!(csv_rows(&folder.join("lists/2025-08-01/list.csv"))[0].len(), 12);
    expect_exit(folder.path(), &["verify", "lists/2025-08-01", "--recompute"], 0);
    expect_exit(folder.path(), &["fsck", "lists"], 0);
}

#[test]
fn d39_inactivity_is_right_at_once_after_twelve_imported_lists() {
    let folder = Folder::new();
    import(&folder, &twelve(&folder), &[], 0);
    folder.put("tournaments/open.trf", Report::new("Open", "2025-08-09").line("092 Swiss (Standard)").game(1, 3, '1').text());
    folder.put("standard.toml", "name = \"x\"\ncontrol = \"standard\"\nlists = \"lists\"\ntournaments = [\"tournaments\"]\n");
    expect_exit(folder.path(), &["run", "standard.toml", "--list", "2025-09"], 0);
    let flags: Vec<(String, String)> =
        csv_rows(&folder.join("lists/2025-09-01/list.csv")).into_iter().map(|row| (row["fide_id"].clone(), row["flag"].clone())).collect();
    // Player 2 has played on no list after that of September 2024: twelve months without a game (D27).
    let flag = |id: &str| flags.iter().find(|(of, _)| of == id).map(|(_, flag)| flag.as_str());
    assert_eq!([flag("1"), flag("2"), flag("3"), flag("4")], [Some(""), Some("i"), Some(""), Some("")]);
}

#[test]
fn an_import_one_by_one_gives_the_same_as_all_at_once() {
    let (all, single) = (Folder::new(), Folder::new());
    import(&all, &twelve(&all), &[], 0);
    for file in twelve(&single) {
        let month = file[9..14].to_owned();
        let date = format!(
            "20{}-{:02}-01",
            &month[3..],
            1 + ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
                .iter()
                .position(|name| *name == &month[..3])
                .expect("a month")
        );
        expect_exit(single.path(), &["import", &file, "--out", &format!("lists/{date}")], 0);
    }
    let bytes = |folder: &Folder| {
        let mut all = crate::support::bytes_below(&folder.join("lists"));
        all.retain(|name, _| !name.ends_with("run.json"));
        all
    };
    assert_eq!(bytes(&all), bytes(&single));
    let again = import(&all, &twelve(&all), &[], 0);
    assert_eq!(again.out.matches("nothing to do").count(), 12, "{}", again.out);
}

#[test]
fn an_earlier_list_that_comes_later_changes_nothing_and_is_said() {
    let folder = Folder::new();
    let files = twelve(&folder);
    import(&folder, &files[11..], &["--date", "2025-08"], 0);
    std::fs::rename(folder.join("lists"), folder.join("first")).expect("renamed");
    std::fs::create_dir(folder.join("lists")).expect("made");
    std::fs::rename(folder.join("first"), folder.join("lists/2025-08-01")).expect("renamed");
    let said = import(&folder, &files[10..], &[], 0);
    assert!(said.out.contains("The standard list of 2025-07-01"), "{}", said.out);
    assert!(
        said.out.contains("nothing to do: lists/2025-08-01 is there, and its inputs are the same; a list before it came later"),
        "{}",
        said.out
    );
}

#[test]
fn a_list_that_lacks_what_the_one_before_had_is_named() {
    let folder = Folder::new();
    put(&folder, "standard_aug25frl.txt", &[(1, "NOR", 1800, 5, 20, ""), (2, "SWE", 1800, 5, 20, ""), (3, "DEN", 1800, 0, 20, "i")]);
    put(&folder, "standard_sep25frl.txt", &[(1, "NOR", 1800, 5, 20, "")]);
    let files = ["standard_aug25frl.txt".to_owned(), "standard_sep25frl.txt".to_owned()];
    let said = import(&folder, &files, &[], 0);
    assert!(
        said.err.contains(
            "standard_sep25frl.txt: PLY005: 2 federations of the list of 2025-08-01 are not on this one: DEN (1 player), SWE (1 player)"
        ),
        "{}",
        said.err
    );
    assert!(said.err.contains("PLY005: 1 column of the list of 2025-08-01 is not on this one: flag"), "{}", said.err);
    assert!(said.out.contains("0 new, 2 gone, since 2025-08-01"), "{}", said.out);
}

#[test]
fn lists_of_two_controls_or_of_one_month_are_not_one_series() {
    let folder = Folder::new();
    let player = [(1, "NOR", 1800, 5, 20, "")];
    put(&folder, "standard_aug25frl.txt", &player);
    put(&folder, "standard_sep25frl.txt", &player);
    std::fs::copy(folder.join("standard_sep25frl.txt"), folder.join("rapid_sep25frl.txt")).expect("copied");
    std::fs::copy(folder.join("standard_aug25frl.txt"), folder.join("copy_aug25frl.txt")).expect("copied");
    let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let said = import(&folder, &files(&["standard_aug25frl.txt", "rapid_sep25frl.txt"]), &[], 2);
    assert!(said.err.contains("a folder of lists has one control"), "{}", said.err);
    let said = import(&folder, &files(&["standard_aug25frl.txt", "copy_aug25frl.txt"]), &["--control", "standard"], 2);
    assert!(said.err.contains("are both lists of 2025-08-01"), "{}", said.err);
    let said = import(&folder, &files(&["standard_aug25frl.txt", "standard_sep25frl.txt"]), &["--date", "2025-08"], 2);
    assert!(said.err.contains("--date is of one list"), "{}", said.err);
    assert!(!folder.join("lists").exists());
}
