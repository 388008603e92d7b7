//! Years of birth that are not published are in no file and in no output; what is published is as readable as the umask allows.

use crate::month::{Month, Report};
use crate::support::{Folder, copy, parquet, ratinglist, rows, test_file};
use std::path::{Path, PathBuf};

/// The planted year of birth: seven years old in 2024, and no rating, id or date of the month has these digits.
const PLANTED: &str = "2017";

/// A month with three children of that year: on the list with the K of a junior, new by a report, and new by a bundle.
fn month_with_children() -> Month {
    let month = Month::of("rapid");
    let columns = "fide_id,name,federation,sex,birth_year,rating,games,k,career_games";
    let adults = (1..=9).map(|id| format!("100{id},\"Adult, Number {id}\",ENG,M,1980,1800,0,20,50"));
    let children =
        [format!("1101,\"Child, Ann\",ENG,F,{PLANTED},1800,0,40,50"), format!("1102,\"Child, Ann\",ENG,F,{PLANTED},1790,0,40,50")];
    month.list("2024-01-01", columns, adults.chain(children));
    let mut report = Report::new("open", "2024-01-13").line("222 900+10").player(1101, "Child, Ann", "2017/05/06");
    // One name, one year of birth and two ids: TRF038.
    report = report.player(1201, "Child, New", "2017/07/08").player(1202, "Child, New", "2017");
    for opponent in 1001..=1006 {
        report = report.game(1101, opponent, '1').game(opponent, 1201, '=');
    }
    report.game(1001, 1202, '1').put(&month);
    month.bundle_in(
        "tournaments/bundle",
        "tournament_id,start,end",
        ["B1,2024-01-14,2024-01-14"],
        ["B1 1301 1001 1-0", "B1 1301 1002 1-0"],
    );
    month.put("tournaments/bundle/players.csv", "fide_id,name,birth_year\n1301,\"Child, Third\",2017\n1302,\"Child, Fourth\",2017-05-06\n");
    month.tournament("F1", "2024-02-10", &["1001 1002 1-0"]);
    month.pipeline("\n[publish]\nhide_birth_year_under = 18\n");
    month
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.append(&mut files_below(&path)) } else { found.push(path) }
    }
    found
}

/// Where the planted year stands in a published file: its bytes, and the cells of a Parquet table.
fn planted_in(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if path.extension().is_some_and(|ending| ending == "parquet") {
        for row in rows(&parquet(path)) {
            found.extend(row.into_iter().filter(|(_, cell)| cell.contains(PLANTED)).map(|(name, cell)| format!("{name}: {cell}")));
        }
    } else {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
        // Hashes are hexadecimal, and pages have drawings and their sizes.
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        found.extend(words.filter(|word| word.trim_matches('.') == PLANTED || word.starts_with("2017.")).map(str::to_owned));
    }
    found
}

#[test]
fn a_hidden_year_of_birth_is_in_no_published_file_and_no_output_of_a_command() {
    let month = month_with_children();
    let mut outputs = Vec::new();
    let mut run = |arguments: &str| {
        let output = ratinglist(month.path(), &arguments.split('|').collect::<Vec<_>>());
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        outputs.push((arguments.to_owned(), output.status.code(), text));
    };
    for before in
        ["plan|pipeline.toml|--list|2024-02", "plan|pipeline.toml|--list|2024-02|--json", "run|pipeline.toml|--list|2024-02|--strict"]
    {
        run(before);
    }
    run("run|pipeline.toml|--list|2024-02|-v");
    let (first, second) = ("lists/rapid/2024-02-01", "lists/rapid/2024-03-01");
    assert!(month.join(first).join("list.csv").is_file(), "{outputs:?}");
    run("run|pipeline.toml|--list|2024-03|--json");
    assert!(month.join(second).join("list.csv").is_file(), "{outputs:?}");
    for player in ["1101", "1102", "1201", "1301", "Child, Ann", "Child"] {
        for more in ["", "|--json", "|--html|page.html"] {
            run(&format!("explain|{first}|{player}{more}"));
        }
        run(&format!("history|lists/rapid|{player}"));
        run(&format!("history|lists/rapid|{player}|--json"));
        if month.join("page.html").exists() {
            assert_eq!(planted_in(&month.join("page.html")), Vec::<String>::new(), "explain --html {player}");
        }
    }
    for more in ["", "|--json", "|--format|csv", "|--html|page.html"] {
        run(&format!("diff|{first}|{second}{more}"));
        run(&format!("diff|{first}/state.parquet|{second}/list.csv{more}"));
    }
    assert_eq!(planted_in(&month.join("page.html")), Vec::<String>::new(), "diff --html");
    for list in [first.to_owned(), format!("{first}/state.parquet")] {
        for format in ["csv", "json", "fide-txt", "fide-xml"] {
            run(&format!("export|{list}|--format|{format}|--control|rapid|--date|2024-02-01"));
        }
    }
    run(&format!("explain|{first}|--tournament|open"));
    run(&format!("verify|{first}|--recompute"));
    run("status|pipeline.toml");
    run("regenerate|pipeline.toml|--from|2024-02|--to|2024-03");
    for (arguments, code, text) in &outputs {
        assert!(code.is_some_and(|code| (0..=7).contains(&code)), "{arguments}: {code:?}");
        assert!(!text.contains(PLANTED), "{arguments} says it:\n{text}");
    }
    let has_said = |arguments: &str, words: &str| {
        assert!(outputs.iter().any(|(said, _, text)| said.starts_with(arguments) && text.contains(words)), "{arguments}: no '{words}'");
    };
    // They did speak of the children.
    has_said("explain|lists/rapid/2024-02-01|1101", "a junior at the end of 2024");
    has_said("explain|lists/rapid/2024-02-01|Child", "1102");
    has_said("export|lists/rapid/2024-02-01|", "Child, Ann");
    has_said("diff|lists/rapid/2024-02-01/state.parquet|", "1001");
    let published: Vec<PathBuf> = [first, second].iter().flat_map(|folder| files_below(&month.join(folder))).collect();
    assert!(published.iter().any(|path| path.ends_with("report.html")) && published.len() > 20, "{published:?}");
    let diagnostics = std::fs::read_to_string(month.join(first).join("diagnostics.csv")).expect("a table");
    for code in ["TRF038", "BUN"] {
        assert!(diagnostics.contains(code), "{code} is raised: {diagnostics}");
    }
    for path in published {
        let found = planted_in(&path);
        // The state alone has it: the next list's K needs it.
        assert_eq!(path.ends_with("state.parquet"), !found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn files_and_folders_are_as_readable_as_the_umask_allows() {
    use std::os::unix::fs::PermissionsExt;
    for (umask, file_mode, folder_mode) in [("077", 0o600, 0o700), ("022", 0o644, 0o755), ("027", 0o640, 0o750)] {
        let folder = Folder::new();
        copy(&test_file("cli/club"), folder.path());
        let script = format!(
            "umask {umask} && \"$0\" run pipeline.toml --list 2024-02 --quiet && \
             \"$0\" export lists/rapid/2024-02-01 --format csv --out export.csv && \"$0\" demo demo"
        );
        let program = env!("CARGO_BIN_EXE_ratinglist");
        let ended = std::process::Command::new("sh").args(["-c", &script, program]).current_dir(folder.path()).output().expect("a shell");
        assert!(ended.status.success(), "{ended:?}");
        let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        let made = folder.join("lists/rapid/2024-02-01");
        assert_eq!(mode(&made), folder_mode, "umask {umask}");
        for path in files_below(&made).into_iter().chain([folder.join("export.csv")]).chain(files_below(&folder.join("demo"))) {
            assert_eq!(mode(&path), file_mode, "umask {umask}: {}", path.display());
        }
    }
}
