//! What the system does not give, and what names and sizes inputs may have: the exit code is one of 0 to 7, and what is said to the user
//! never decides what is published.

use crate::month::Month;
use crate::support::{Folder, copy, csv_rows, expect_exit, parquet, rows, test_file};
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ratinglist");

fn club() -> Folder {
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    folder
}

/// Runs a line of shell, in which `$0` is the program.
fn shell(folder: &Path, line: &str) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = Command::new("sh").args(["-c", line, PROGRAM]).current_dir(folder).output().expect("a shell");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

fn is_published(folder: &Folder) -> bool {
    folder.join("lists/rapid/2024-02-01/manifest.json").is_file()
}

/// Names of the lists' folder that no list has.
fn leftovers(folder: &Path) -> Vec<String> {
    let names =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_closed_stderr_does_not_keep_a_list_from_being_published() {
    for talk in ["", "-v", "--log-format json", "-v --log-format json", "--quiet"] {
        for stderr in ["2>/dev/full", "2>&-"] {
            let folder = club();
            let (code, said) = shell(folder.path(), &format!("\"$0\" run pipeline.toml --list 2024-02 {talk} {stderr}"));
            assert_eq!((code, is_published(&folder)), (Some(0), true), "{talk} {stderr}: {said}");
        }
    }
    let folder = club();
    // Nor does it change the code of a refusal.
    for (arguments, wanted) in [("run nowhere.toml", 2), ("run --no-such-flag", 2), ("verify nowhere", 3)] {
        assert_eq!(shell(folder.path(), &format!("\"$0\" {arguments} --log-format json 2>/dev/full")).0, Some(wanted), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_exits_7_and_says_that_the_list_is_there() {
    for form in ["", "--json", "--log-format json"] {
        let folder = club();
        let (code, said) = shell(folder.path(), &format!("\"$0\" run pipeline.toml --list 2024-02 {form} >/dev/full"));
        assert_eq!((code, is_published(&folder)), (Some(7), true), "{form}: {said}");
        assert!(said.contains("the list is published in lists/rapid/2024-02-01, but the summary is lost"), "{said}");
        assert!(said.contains("standard output cannot be written to"), "{said}");
        // The next run finds it.
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    }
    let folder = club();
    for arguments in ["--help", "--version", "rules", "status pipeline.toml", "plan pipeline.toml", "codes"] {
        let (code, said) = shell(folder.path(), &format!("\"$0\" {arguments} >/dev/full"));
        assert!(code == Some(7) && said.contains("standard output cannot be written to"), "{arguments}: {code:?} {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_limit_of_memory_gives_another_exit_code_or_a_word_about_damage() {
    // Below this the system does not even start the program, which is much larger where it is built for tests.
    let starts = |megabytes: &u32| shell(Path::new("."), &format!("ulimit -v {} && exec \"$0\" --version", megabytes * 1024)).0.is_some();
    let least = (16..=512).map(|step| step * 4).find(starts).expect("it starts with two gigabytes");
    let mut codes = Vec::new();
    for megabytes in (0..24).map(|step| least + 3 * step) {
        let folder = club();
        let (code, said) =
            shell(folder.path(), &format!("ulimit -v {} && exec \"$0\" run pipeline.toml --list 2024-02 -q", megabytes * 1024));
        match code {
            Some(0) => assert!(is_published(&folder), "{megabytes} MB"),
            Some(7) => {
                assert!(said.contains("not enough memory") && !is_published(&folder), "{megabytes} MB: {said}");
                assert!(!said.contains("damaged") && !said.contains("panicked"), "{megabytes} MB: {said}");
                expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
                assert_eq!(leftovers(&folder.join("lists/rapid")), Vec::<String>::new());
            }
            // The system could not load the program.
            Some(127) if said.contains("error while loading shared libraries") => {}
            other => panic!("{megabytes} MB: exit {other:?}: {said}"),
        }
        codes.push(code);
    }
    assert!(codes.contains(&Some(7)) && codes.contains(&Some(0)), "from {least} MB: {codes:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_file_sizes_is_a_full_disk() {
    for blocks in [0, 1, 8, 16] {
        let folder = club();
        let (code, said) = shell(folder.path(), &format!("ulimit -f {blocks} && exec \"$0\" run pipeline.toml --list 2024-02 -q"));
        assert!(code == Some(7) && said.contains("File too large") && !is_published(&folder), "{blocks}: {code:?} {said}");
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
        assert_eq!(leftovers(&folder.join("lists/rapid")), Vec::<String>::new());
    }
}

/// The limit does not bind root, so that root becomes nobody first; without `setpriv` nothing can be tried, and that is said.
#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_list_is_made_by_one_or_the_run_exits_7() {
    let is_root = shell(Path::new("."), "test $(id -u) = 0").0 == Some(0);
    if is_root && shell(Path::new("."), "command -v setpriv prlimit").0 != Some(0) {
        eprintln!("skipped: no setpriv or prlimit to become a user whom limits bind");
        return;
    }
    // A user of its own, of whom no other process runs.
    let become_user = if is_root { "setpriv --reuid=64321 --clear-groups" } else { "" };
    let mut codes = Vec::new();
    for processes in [1, 2, 3, 4, 6, 8] {
        let folder = club();
        let program = folder.join("program");
        std::fs::copy(PROGRAM, &program).expect("a copy that this user can start");
        assert_eq!(shell(folder.path(), "chmod -R a+rwX .").0, Some(0));
        let run = format!("prlimit --nproc={processes} {become_user} ./program run pipeline.toml --list 2024-02 -q");
        let (code, said) = shell(folder.path(), &run);
        match code {
            Some(0) => assert!(is_published(&folder), "{processes}"),
            Some(7) => assert!(said.contains("no thread can be started") && !is_published(&folder), "{processes}: {said}"),
            other => panic!("{processes} processes: exit {other:?}: {said}"),
        }
        codes.push(code);
    }
    if is_root {
        assert!(codes.first() == Some(&Some(7)) && codes.last() == Some(&Some(0)), "{codes:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_any_bytes_are_read_refused_or_passed_over() {
    use std::os::unix::ffi::OsStrExt;
    let names: [&[u8]; 9] = [
        b"\xe4frl.csv",
        "\u{e4}frl.csv".as_bytes(),
        "jan1\u{e4}frl.txt".as_bytes(),
        "\u{65e5}24frl.txt".as_bytes(),
        b"t\x80",
        b"t\x80.csv",
        b"t\x80.trf",
        b"2024-01-01\x80",
        b"jan\xe4.xml",
    ];
    let commands = [
        "check NAME",
        "import NAME --control rapid --date 2024-01-01 --out imported",
        "export NAME --control rapid --date 2024-01-01 --format csv",
        "export lists/rapid/2024-01-01 --format csv --out OTHER",
        "diff NAME lists/rapid/2024-01-01",
        "explain NAME 1",
        "history NAME 1",
        "verify NAME",
        "run NAME",
        "run --control rapid --list 2024-02 --previous NAME --previous-date 2024-01-01 --tournaments tournaments --out OTHER",
        "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments NAME --out OTHER",
        "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments tournaments --registry NAME --out OTHER",
        "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments tournaments --players NAME --archive NAME --out OTHER",
        "demo OTHER",
    ];
    let list = "fide_id,name,rating\n1001,Somebody,1800\n";
    for name in names {
        let [name, other] = [name.to_vec(), [name, b".out"].concat()].map(|bytes| std::ffi::OsStr::from_bytes(&bytes).to_owned());
        for command in commands {
            let folder = club();
            std::fs::write(folder.path().join(&name), list).expect("a file of that name");
            let words = command.split(' ').map(|word| match word {
                "NAME" => name.clone(),
                "OTHER" => other.clone(),
                word => word.into(),
            });
            let output = Command::new(PROGRAM).args(words).current_dir(folder.path()).output().expect("it starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code().is_some_and(|code| code <= 7), "{command} of {name:?}: {:?} {said}", output.status);
            assert!(!said.contains("the program is at fault"), "{command} of {name:?}: {said}");
        }
        // In folders of inputs and of lists the rest is made.
        let folder = club();
        std::fs::write(folder.path().join("tournaments").join(&name), list).expect("a file of that name");
        std::fs::write(folder.path().join("lists/rapid").join(&name), list).expect("a file of that name");
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
        assert!(is_published(&folder));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_registry_of_three_hundred_thousand_bad_rows_is_told_within_bounds() {
    let month = Month::of("rapid");
    month.list("2024-01-01", "fide_id,rating", ["1001,1800", "1002,1800"]);
    month.tournament("T1", "2024-01-13", &["1001 1002 1-0"]);
    let bad = (0..300_000).map(|row| format!("R{row},missing/{row}.trf,neither,2024-13-45,{}\n", "x".repeat(40)));
    month.registry(&(String::from("tournament_id,file,control,start,name\n") + &bad.collect::<String>()));
    month.pipeline("[checks]\nrefused_share = \"warn\"\n");
    // With one thread, because the peak of two depends on how they take turns.
    expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet", "--threads", "1"], 0);
    let codes = month.table("lists/rapid/2024-02-01", "diagnostics.csv");
    let of_registry: Vec<_> = codes.iter().filter(|row| row["file"].ends_with("registry.csv")).collect();
    for code in of_registry.iter().map(|row| row["code"].as_str()).collect::<std::collections::BTreeSet<_>>() {
        let of_code: Vec<_> = of_registry.iter().filter(|row| row["code"] == code).collect();
        assert!(of_code.len() <= 10_001, "{code}: {}", of_code.len());
        if of_code.len() > 10_000 {
            assert!(of_code.iter().any(|row| row["message"].ends_with("0000 more like the first 10000")), "{code}");
        }
    }
    assert!(of_registry.len() > 10_000, "{}", of_registry.len());
    let record = std::fs::read_to_string(month.join("lists/rapid/2024-02-01/run.json")).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let peak = record["peak_memory_bytes"].as_u64().expect("Linux tells it");
    // The registry itself has 25 MB.
    assert!(peak < 700 << 20, "{} MB", peak >> 20);
}

#[test]
fn a_report_above_64_mb_is_refused_unread_and_the_rest_of_the_month_is_made() {
    let folder = club();
    let put = |name: &str, bytes: u64| {
        let file = std::fs::File::create(folder.join(name)).expect("a file");
        file.set_len(bytes).expect("a sparse file");
    };
    put("tournaments/huge.trf", (64 << 20) + 1);
    put("tournaments/large.trf", 64 << 20);
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 0);
    assert!(said.out.contains("huge   refused  TRF047"), "{}", said.out);
    let reported = std::fs::read_to_string(folder.join("lists/rapid/2024-02-01/diagnostics.csv")).expect("written");
    assert!(reported.contains("TRF047,error,the file cannot be read: larger than 67108864 bytes; no report is"), "{reported}");
    // At the limit it is read, and is no report.
    assert!(!reported.lines().any(|line| line.contains("large.trf") && line.contains("TRF047")), "{reported}");
    let said = expect_exit(folder.path(), &["check", "tournaments"], 1);
    assert!(said.out.contains("TRF047") || said.err.contains("TRF047"), "{}", said.out);
}

#[test]
fn one_bad_tournament_is_refused_and_named_and_the_rest_of_the_month_is_made() {
    let folder = club();
    let evening = std::fs::read_to_string(folder.join("tournaments/evening.trf")).expect("a report");
    folder.put("tournaments/games.csv", "tournament_id,round,white,black,result\n");
    folder.put("tournaments/below/games.parquet", "not even a table");
    folder.put("tournaments/six.trf", "012 A\n");
    // Two reports under one id that are not the same.
    folder.put("tournaments/first/twin.trf", &evening);
    folder.put("tournaments/second/twin.trf", evening.replace("2024/01", "2023/12"));
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let list = folder.join("lists/rapid/2024-02-01");
    let named: Vec<_> = csv_rows(&list.join("diagnostics.csv")).into_iter().map(|row| [row["file"].clone(), row["code"].clone()]).collect();
    for (file, code) in [
        ("games.csv", "BUN027"),
        ("below/games.parquet", "BUN027"),
        ("six.trf", "TRF003"),
        ("first/twin.trf", "PER008"),
        ("second/twin.trf", "PER008"),
    ] {
        assert!(named.contains(&[file.to_owned(), code.to_owned()]), "{file}: {code} is not in {named:?}");
    }
    let tournaments = rows(&parquet(&list.join("tournaments.parquet")));
    let refused = tournaments.iter().filter(|row| row["tournament_id"] == "twin" && row["status"] == "refused").count();
    let rated = tournaments.iter().filter(|row| row["status"] == "rated").count();
    assert_eq!((refused, rated), (2, 3), "the club's own three are rated");
}

#[cfg(unix)]
#[test]
fn what_a_killed_export_left_is_cleared_by_the_next_and_no_other_file_is() {
    let folder = club();
    let export = ["export", "lists/rapid/2024-01-01", "--format", "csv", "--out", "out/list.csv"];
    std::fs::create_dir(folder.join("out")).expect("a folder");
    let name = store_prefix("list.csv");
    folder.put(&format!("out/{name}dead"), "half of a list");
    folder.put(&format!("out/{}dead", store_prefix("other.csv")), "of another file");
    folder.put("out/.hidden", "the user's own");
    expect_exit(folder.path(), &export, 0);
    let mut kept = leftovers(&folder.join("out"));
    kept.sort();
    assert_eq!(kept, [".hidden".to_owned(), format!("{}dead", store_prefix("other.csv"))]);
}

/// The beginning of the names of temporary files for a target.
fn store_prefix(name: &str) -> String {
    format!(".staging-{}-", &store::sha256_hex(name.as_bytes())[..12])
}
