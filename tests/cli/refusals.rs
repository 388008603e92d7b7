//! Wrong usage and wrong inputs: the messages, and the frozen exit codes.

use super::{club, exits, names};
use crate::support::{Folder, Said, bytes_below};
use std::fs::File;

/// A run of the club by flags, with some of them replaced or added.
fn flags<'a>(changed: &[&'a str]) -> Vec<&'a str> {
    let mut flags: Vec<&str> =
        "--control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments tournaments --out out/made".split(' ').collect();
    for pair in changed.chunks(2) {
        match flags.iter().position(|flag| *flag == pair[0]) {
            Some(at) => flags[at + 1] = pair[1],
            None => flags.extend(pair),
        }
    }
    [&["run"], &flags[..]].concat()
}

/// Wants the exit code and the words, in one message that a person can read, and nothing changed.
fn refuses(folder: &Folder, arguments: &[&str], code: i32, words: &[&str]) -> Said {
    let before = bytes_below(folder.path());
    let said = exits(folder.path(), arguments, code);
    assert_eq!(said.out, "", "{arguments:?}: nothing is data here");
    assert!(said.err.contains("error: "), "{arguments:?}: {}", said.err);
    for word in words {
        assert!(said.err.contains(word), "{arguments:?}: '{word}' is not in\n{}", said.err);
    }
    assert!(said.err.matches("os error").count() <= 1, "{arguments:?}: the cause is told twice:\n{}", said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    assert_eq!(bytes_below(folder.path()), before, "{arguments:?}: something was written or changed");
    if folder.join("out").is_dir() {
        assert_eq!(names(&folder.join("out")), [""; 0], "{arguments:?}: something is left behind");
    }
    said
}

// Exit code 2: wrong usage or settings.

#[test]
fn wrong_usage_exits_2_and_says_what_is_wrong() {
    let folder = club();
    for (changed, words) in [
        (&["--list", "2024-13"][..], &["'2024-13' is not the month of a list, as 2024-02"][..]),
        (&["--list", "2024-02-15"], &["'2024-02-15' is not the month of a list"]),
        (&["--list", "february"], &["'february' is not the month of a list"]),
        (&["--control", "chess"], &["'chess' is not one of standard, rapid, blitz, bullet"]),
        (&["--previous-date", "2024-01-15"], &["2024-01-15"]),
        (&["--previous-date", "2024-02-01"], &["the previous list is of 2024-02-01, which is not before 2024-02-01"]),
        (&["--previous-date", "2024-03"], &["the previous list is of 2024-03-01, which is not before 2024-02-01"]),
        (&["--rules", "rapid-2099"], &["there is no edition 'rapid-2099'; known are ", "rapid-blitz-2024"]),
        (&["--rules", "standard-2022"], &["standard-2022 is not for rapid"]),
        (&["--rules", "own.toml"], &["own.toml"]),
        (&["--longer", "blitz=lists/standard"], &["blitz is not a longer control than rapid"]),
        (&["--longer", "rapid=lists/standard"], &["rapid is not a longer control than rapid"]),
        (&["--longer", "correspondence=lists/standard"], &["'correspondence' is not one of standard, rapid, blitz, bullet"]),
        (&["--longer", "lists/standard"], &["as standard=lists/standard"]),
        (&["--formats", "xml"], &["'xml'", "csv, parquet"]),
        (&["--threads", "0"], &["--threads"]),
    ] {
        refuses(&folder, &flags(changed), 2, words);
    }
    refuses(&folder, &flags(&["--corrections", "corrections"]), 3, &["corrections: there is no such file or folder"]);
    let mut without_out = flags(&[]);
    without_out.truncate(without_out.len() - 2);
    refuses(&folder, &without_out, 2, &["--out"]);
    refuses(&folder, &["run", "pipeline.toml", "--control", "rapid"], 2, &["--control"]);
    refuses(&folder, &["run"], 2, &["PIPELINE.toml"]);
    refuses(&folder, &["check"], 2, &["PATH"]);
    refuses(&folder, &["rules", "--on", "2024-13-01"], 2, &["'2024-13-01' is not a date"]);
    refuses(&folder, &["rules", "--compare", "standard-2022"], 2, &["EDITION"]);
    refuses(&folder, &["rules", "rapid-2099"], 2, &["there is no edition 'rapid-2099'"]);
    refuses(&folder, &["rules", "rapid-blitz-2024", "--compare", "rapid-2099"], 2, &["there is no edition 'rapid-2099'"]);
}

#[test]
fn a_previous_list_of_the_same_date_or_later_is_refused_by_its_name() {
    let folder = club();
    for date in ["2024-02-01", "2024-03-01"] {
        super::copy(&folder.join("lists/rapid/2024-01-01"), &folder.join(&format!("later/{date}")));
        let previous = format!("later/{date}");
        refuses(
            &folder,
            &flags(&["--previous", &previous]),
            2,
            &[&format!("the previous list is of {date}, which is not before 2024-02-01")],
        );
    }
}

#[test]
fn a_draft_without_a_pipeline_file_is_wrong_usage_and_not_a_published_list() {
    let folder = club();
    refuses(&folder, &[&flags(&[])[..], &["--draft"]].concat(), 2, &["--draft"]);
}

#[test]
fn errors_in_a_pipeline_file_are_reported_with_line_and_column() {
    let folder = club();
    let good = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
    for (from, to, words) in [
        ("tournaments = [", "tournamnets = [", &["bad.toml:5:1: unknown field `tournamnets`", "`tournaments`"][..]),
        ("refused_percent", "refused_percnt", &["bad.toml:9:1: unknown field `refused_percnt`", "`refused_percent`"]),
        ("control = \"rapid\"", "control = \"chess\"", &["bad.toml:2:11: ", "`chess`", "`rapid`"]),
        ("tournaments = [\"tournaments\"]", "tournaments = \"tournaments\"", &["bad.toml:5:15: "]),
        ("name = \"Club rapid\"", "name = \"Club rapid", &["bad.toml:1:"]),
        ("name = \"Club rapid\"\n", "", &["bad.toml:", "missing field `name`"]),
        ("control = \"rapid\"", "control = \"rapid\"\ncontrol = \"rapid\"", &["bad.toml:3:1: duplicate key"]),
        ("registry =", "rules = \"rapid-2099\"\nregistry =", &["there is no edition 'rapid-2099'; known are "]),
        ("{ standard =", "{ blitz =", &["blitz is not a longer control than rapid"]),
    ] {
        assert!(good.contains(from), "{from}");
        folder.put("bad.toml", good.replace(from, to));
        refuses(&folder, &["run", "bad.toml"], 2, words);
        refuses(&folder, &["plan", "bad.toml"], 2, words);
    }
    refuses(&folder, &["run", "nowhere.toml"], 2, &["nowhere.toml: "]);
    refuses(&folder, &["run", "lists"], 2, &["lists: "]);
    folder.put("empty.toml", "");
    refuses(&folder, &["run", "empty.toml"], 2, &["empty.toml:1:1: missing field `name`"]);
    folder.put("latin.toml", b"name = \"M\xfcnchen\"\n");
    refuses(&folder, &["run", "latin.toml"], 2, &["latin.toml", "UTF-8"]);
}

#[test]
fn a_file_in_the_place_of_the_lists_folder_is_reported_alike_with_and_without_a_month() {
    let folder = club();
    let good = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
    folder.put("bad.toml", good.replace("\"lists/rapid\"", "\"tournaments.csv\""));
    for arguments in [&["run", "bad.toml"][..], &["run", "bad.toml", "--list", "2024-02"]] {
        refuses(&folder, arguments, 3, &["tournaments.csv", "folder"]);
    }
}

#[test]
fn a_demo_of_impossible_size_is_wrong_usage() {
    let folder = Folder::new();
    refuses(&folder, &["demo", "world", "--players", "7"], 2, &["players: from 100 to "]);
    refuses(&folder, &["demo", "world", "--months", "0"], 2, &["months: from 1 to "]);
    refuses(&folder, &["demo", "world", "--months", "12", "--tournaments", "11"], 2, &["tournaments: from 12 to "]);
    assert!(!folder.join("world").exists());
}

#[test]
fn titles_regulations_are_known_and_cannot_be_compared_with_an_edition_for_ratings() {
    let said = refuses(&Folder::new(), &["rules", "titles-2022", "--compare", "standard-2022"], 2, &["titles-2022"]);
    assert!(!said.err.contains("there is no edition 'titles-2022'"), "'rules titles-2022' prints it: {}", said.err);
    refuses(&Folder::new(), &["rules", "standard-2022", "--compare", "titles-2024"], 2, &["titles-2024"]);
}

// Exit code 3: an input that the run cannot do without is unreadable or refused.

#[test]
fn missing_inputs_are_refused() {
    let folder = club();
    for (changed, words) in [
        (&["--previous", "nowhere"][..], "nowhere: "),
        (&["--tournaments", "nowhere"], "nowhere: "),
        (&["--registry", "nowhere.csv"], "nowhere.csv: "),
        (&["--archive", "nowhere"], "nowhere: "),
        (&["--longer", "standard=nowhere"], "nowhere: "),
        (&["--players", "nowhere.csv"], "nowhere.csv: "),
    ] {
        refuses(&folder, &flags(changed), 3, &[words, "no such file or folder"]);
    }
    refuses(
        &folder,
        &flags(&["--previous", "tournaments"]),
        3,
        &["tournaments: not a list folder: it has no state.parquet, list.parquet or list.csv"],
    );
}

#[test]
fn a_folder_in_the_place_of_the_registry_is_refused() {
    let folder = club();
    refuses(&folder, &flags(&["--registry", "tournaments"]), 3, &["error: tournaments: ", "folder"]);
}

#[test]
fn unreadable_previous_lists_are_refused() {
    let folder = club();
    let list = std::fs::read(folder.join("lists/rapid/2024-01-01/list.csv")).expect("there");
    exits(folder.path(), &["run", "pipeline.toml"], 0);
    let parquet = std::fs::read(folder.join("lists/rapid/2024-02-01/list.parquet")).expect("there");
    for (name, content, words) in [
        ("empty.csv", &b""[..], &["empty.csv", "LST001: the file is empty"][..]),
        ("empty.parquet", b"", &["empty.parquet", "LST001: "]),
        ("cut.csv", &list[..200], &["cut.csv:4: LST008: 3 fields, the header has 12"]),
        ("cut.parquet", &parquet[..parquet.len() / 2], &["cut.parquet: LST001: not readable as Parquet"]),
        (
            "latin.csv",
            b"fide_id,name,rating\n100101,M\xfcller,2000\n",
            &["latin.csv:2: LST009: the text is not UTF-8", "hint: convert the file"],
        ),
        (
            "twice.csv",
            b"fide_id,rating\n100101,2000\n100102,1900\n100101,2001\n",
            &["twice.csv:4:1: LST005: fide_id 100101 is there twice, first in line 2"],
        ),
        ("rating.csv", b"fide_id,rating\n100101,strong\n", &["rating.csv:2:8: LST003: rating: 'strong' is not a whole number"]),
        ("huge.csv", b"fide_id,rating\n100101,99999\n", &["huge.csv:2", "LST006: "]),
        ("id.csv", b"fide_id,rating\n-5,2000\n", &["id.csv:2", "LST004: "]),
        (
            "dates.csv",
            b"fide_id,rating,last_rated\n100101,2000,Easter\n",
            &["dates.csv:2:13: LST003: last_rated: 'Easter' is not a date like 2024-02-01"],
        ),
        (
            "columns.csv",
            b"id,elo\n100101,2000\n",
            &["columns.csv:1: LST002: column 'fide_id' is missing", "hint: a list needs at least the columns fide_id and rating"],
        ),
    ] {
        folder.put(name, content);
        refuses(&folder, &flags(&["--previous", name]), 3, words);
        refuses(&folder, &flags(&["--archive", name, "--previous-date", "2023-12-01"]), 3, &[]);
    }
}

#[test]
fn a_list_is_refused_for_an_error_and_not_for_a_warning_that_comes_first() {
    let folder = club();
    folder.put("columns.csv", "id,elo\n100101,2000\n");
    let said = refuses(&folder, &flags(&["--previous", "columns.csv"]), 3, &["the list is refused"]);
    let reason = said.err.lines().find(|line| line.contains("the list is refused")).expect("looked for above");
    assert!(reason.contains("LST002"), "{reason}");
}

#[test]
fn unreadable_registries_are_refused() {
    let folder = club();
    for (name, content, words) in [
        ("empty.csv", &b""[..], "it is empty"),
        (
            "semicolons.csv",
            b"tournament_id;file,name\nC1;tournaments/club.trf,Club\n",
            "it has no column tournament_id; fields are separated by commas",
        ),
        ("other.csv", b"tournament_id,report\nC1,tournaments/club.trf\n", "it has no column file"),
        ("twice.csv", b"tournament_id,file,file\nC1,a.trf,b.trf\n", "the column file is there twice"),
    ] {
        folder.put(name, content);
        refuses(&folder, &flags(&["--registry", name]), 3, &[name, words]);
    }
}

#[test]
fn a_registry_is_named_as_it_was_typed() {
    let folder = club();
    folder.put("empty.csv", "");
    refuses(&folder, &flags(&["--registry", "empty.csv"]), 3, &["error: empty.csv: "]);
}

#[test]
fn a_previous_list_folder_with_a_damaged_file_is_refused() {
    let folder = club();
    exits(folder.path(), &["run", "pipeline.toml"], 0);
    for name in ["state.parquet", "pool.parquet", "rated_tournaments.parquet"] {
        let path = format!("lists/rapid/2024-02-01/{name}");
        let whole = std::fs::read(folder.join(&path)).expect("there");
        folder.put(&path, &whole[..whole.len() / 2]);
        refuses(&folder, &["run", "pipeline.toml"], 3, &[&format!("2024-02-01/{name}"), "arquet"]);
        folder.put(&path, whole);
    }
    exits(folder.path(), &["run", "pipeline.toml"], 0);
}

// Exit code 4: no edition, or no previous list, for that date.

#[test]
fn a_month_without_an_edition_is_refused() {
    let folder = club();
    let gap = flags(&[
        "--control",
        "standard",
        "--list",
        "2015-01",
        "--previous",
        "lists/rapid/2024-01-01/list.csv",
        "--previous-date",
        "2014-12-01",
    ]);
    let words = [
        "no edition of the standard rating regulations is in force on 2015-01-01",
        "standard-2009 ended on 2012-06-30 and standard-2022 begins on 2022-01-01",
        "hint: ",
    ];
    refuses(&folder, &gap, 4, &words);
    // Asked first: corrections and a roster that cannot be read do not matter then.
    for (flag, file) in [("--corrections", "corrections.csv"), ("--players", "players.csv")] {
        folder.put(file, "no such column\n1\n");
        refuses(&folder, &flags(&[flag, file]), 3, &[file]);
        refuses(&folder, &[&gap[..], &[flag, file]].concat(), 4, &words);
    }
    // The list has an edition, the first day of its period has none.
    let first = flags(&[
        "--control",
        "standard",
        "--list",
        "2022-01",
        "--previous",
        "lists/rapid/2024-01-01/list.csv",
        "--previous-date",
        "2021-12-01",
    ]);
    refuses(&folder, &first, 4, &["no edition of the standard rating regulations is in force on 2021-12-01"]);
}

#[test]
fn a_month_without_a_previous_list_is_refused() {
    let folder = club();
    refuses(&folder, &["run", "pipeline.toml", "--list", "2023-12"], 4, &["no list before 2023-12-01 in lists/rapid", "hint: "]);
    let good = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
    folder.put("bad.toml", good.replace("lists/rapid", "lists/blitz"));
    refuses(&folder, &["run", "bad.toml"], 4, &["in lists/blitz: there is nothing to start from"]);
    refuses(&folder, &["run", "bad.toml", "--list", "2024-02"], 4, &["no list before 2024-02-01 in lists/blitz"]);
}

// Exit code 5: another run holds the lock.

#[test]
fn two_runs_do_not_write_into_one_folder() {
    let folder = club();
    let other_run = File::open(folder.join("lists/rapid")).expect("the folder of the lists");
    other_run.lock().expect("nobody else holds it");
    refuses(&folder, &["run", "pipeline.toml"], 5, &["another run holds the lock on lists/rapid", "hint: "]);
    // A plan writes nothing and need not wait.
    exits(folder.path(), &["plan", "pipeline.toml"], 0);
    // Not only dropped: a child that another test is just starting may have it too for a moment.
    other_run.unlock().expect("let go");
    exits(folder.path(), &["run", "pipeline.toml"], 0);
}

// Exit code 7: reading or writing failed.

#[test]
fn an_output_folder_that_cannot_be_written_is_refused() {
    let folder = club();
    let said = refuses(&folder, &flags(&["--out", "tournaments.csv/made"]), 7, &["tournaments.csv"]);
    assert!(!said.err.contains("manifest.json"), "nobody asked for it: {}", said.err);
}

#[test]
fn a_file_in_the_place_of_the_list_folder_is_refused() {
    let folder = club();
    let said = refuses(&folder, &flags(&["--out", "tournaments.csv"]), 7, &["tournaments.csv"]);
    assert!(!said.err.contains("manifest.json"), "nobody asked for it: {}", said.err);
}

// Exit code 1, beside lists made from other inputs: a check before publication.

#[test]
fn a_month_without_a_tournament_is_not_published_by_a_pipeline_and_only_warned_of_without_one() {
    let folder = club();
    std::fs::remove_dir_all(folder.join("tournaments")).expect("removed");
    std::fs::create_dir(folder.join("tournaments")).expect("made");
    folder.put("tournaments.csv", "tournament_id,file\n");
    let said = exits(folder.path(), &["run", "pipeline.toml"], 1);
    assert!(said.err.contains("publication refused: tournaments rated: 0 (limit: at least 1)"), "{}", said.err);
    assert_eq!(names(&folder.join("lists/rapid")), ["2023-12-01", "2024-01-01", "2024-02-01.refused"]);
    let said = exits(folder.path(), &flags(&[]), 0);
    assert!(said.err.contains("warning: tournaments rated: 0 (limit: at least 1)"), "{}", said.err);
}

#[test]
fn a_folder_that_is_no_list_is_not_called_a_list_made_from_other_inputs() {
    let folder = club();
    folder.put("mine/notes.txt", "mine");
    let said = refuses(&folder, &flags(&["--out", "mine"]), 1, &["mine"]);
    assert!(!said.err.contains("made from other inputs"), "{}", said.err);
}

#[test]
fn a_plan_says_that_the_run_would_be_refused() {
    let folder = club();
    let good = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
    folder.put("pipeline.toml", good + "names = \"fail\"\n");
    let report = std::fs::read_to_string(folder.join("tournaments/club.trf")).expect("there");
    folder.put("tournaments/club.trf", report.replace("Brown, Bob", "Novak, Ivo"));
    let said = exits(folder.path(), &["plan", "pipeline.toml"], 0);
    assert!(said.err.contains("entries with a name that is not the id's: 1 (limit: at most 0)"), "{}", said.err);
    assert!(said.err.contains("would") || said.err.starts_with("error"), "run exits 1, so this is more than a warning: {}", said.err);
}
