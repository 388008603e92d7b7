//! `init`: a folder in which the first list can be made at once.

use crate::support::{Folder, bytes_below, expect_exit, test_file};

fn published(name: &str) -> String {
    test_file("../data/published").join(name).display().to_string()
}

#[test]
fn an_initialised_folder_has_everything_and_says_what_to_do_next() {
    let folder = Folder::new();
    let said = expect_exit(folder.path(), &["init", "club"], 0);
    let files: Vec<String> = bytes_below(&folder.join("club")).into_keys().collect();
    assert_eq!(
        files,
        [
            "blitz.toml",
            "corrections/corrections.csv",
            "crontab",
            "players.csv",
            "rapid.toml",
            "standard.toml",
            "systemd/ratinglist-failed@.service",
            "systemd/ratinglist@.service",
            "systemd/ratinglist@.timer",
            "systemd/ratinglist@blitz.service.d/after-standard.conf",
            "systemd/ratinglist@rapid.service.d/after-standard.conf",
            "tournaments.csv",
        ]
    );
    let text = |name: &str| std::fs::read_to_string(folder.join("club").join(name)).expect("there");
    assert_eq!(text("players.csv"), "fide_id,from,field,value\n");
    assert_eq!(text("corrections/corrections.csv"), "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n");
    assert!(text("tournaments.csv").starts_with("tournament_id,file,name,federation,control,"), "{}", text("tournaments.csv"));
    for control in ["standard", "rapid", "blitz"] {
        assert!(folder.join("club/lists").join(control).is_dir());
        // Nothing is wrong with the settings, and every path that they name is there.
        let said = expect_exit(folder.path(), &["check", &format!("club/{control}.toml")], 0);
        assert_eq!(said.out, "", "{control}");
    }
    let whole = folder.path().canonicalize().expect("there").join("club");
    for (file, words) in [
        ("crontab", format!("ratinglist run {}/$list.toml", whole.display())),
        ("systemd/ratinglist@.service", format!("ratinglist run {}/%i.toml", whole.display())),
    ] {
        assert!(text(file).contains(&words), "{}", text(file));
        assert!(!text(file).contains("/etc/ratinglist"), "{}", text(file));
    }
    for words in
        ["ratinglist import FILES --out club/lists/standard", "ratinglist check club/tournaments", "ratinglist plan club/standard.toml"]
    {
        assert!(said.out.contains(words), "{}", said.out);
    }
    // Nothing is overwritten.
    let again = expect_exit(folder.path(), &["init", "club"], 2);
    assert!(again.err.contains("club: it is not empty, and nothing in it is overwritten"), "{}", again.err);
}

#[test]
fn an_initialised_folder_starts_from_published_lists_and_makes_the_next_one() {
    let folder = Folder::new();
    let (august, september) = (published("standard_aug25frl.zip"), published("standard_sep25frl.zip"));
    let said = expect_exit(folder.path(), &["init", "club", "--control", "standard", "--from", &september, &august], 0);
    let (first, second) = (said.out.find("The standard list of 2025-08-01"), said.out.find("The standard list of 2025-09-01"));
    assert!(first.is_some() && first < second, "{}", said.out);
    std::fs::remove_dir_all(folder.join("club/tournaments")).expect("empty");
    crate::support::copy(&test_file("../data/published/reports"), &folder.join("club/tournaments"));
    expect_exit(folder.path(), &["run", "club/standard.toml", "--list", "2025-10"], 0);
    let said = expect_exit(folder.path(), &["explain", "club/lists/standard/2025-10-01", "3693174"], 0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not 2400 or more since 2025-08; not known before 2025-08"), "{}", said.out);
    assert!(!said.out.contains("never"), "{}", said.out);
}

#[test]
fn lists_of_other_controls_and_files_that_are_none_are_wrong_usage_and_nothing_is_made() {
    let folder = Folder::new();
    let september = published("standard_sep25frl.zip");
    let said = expect_exit(folder.path(), &["init", "club", "--control", "rapid", "--from", &september], 2);
    assert!(said.err.contains("a standard list, and --control is rapid"), "{}", said.err);
    folder.put("words.txt", "nothing but words\n");
    expect_exit(folder.path(), &["init", "club", "--control", "standard", "--from", "words.txt"], 2);
    expect_exit(folder.path(), &["init", "club", "--control", "bullet"], 2);
    assert!(!folder.join("club").exists());
}
