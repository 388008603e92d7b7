//! Every command that the front page and the chapters show is run, and prints what is shown below it.
//!
//! Blocks marked `sh` are run line by line, those of one page in one shell, in a folder that is as after `make demo`. A command that is
//! meant to fail has a comment such as `# exits 1`. A `text` block right below shows what the last command prints, with `...` for lines
//! left out.

use super::markdown::blocks;
use super::{Page, chapters, project_file};
use crate::support::{Folder, copy, expect_exit};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// `make` would build; here its targets only have to exist.
const MAKE: &str = "make() { for target in \"$@\"; do grep -q \"^$target:\" \"$PROJECT/Makefile\" || return 2; done; }\n";

/// A command of a page.
#[derive(Debug)]
struct DocumentedCommand<'a> {
    /// As it is typed, over several lines where it goes on behind a backslash.
    command: String,
    line: usize,
    exits: i32,
    /// What stands below it, where that is its output.
    prints: Option<Vec<&'a str>>,
}

fn commands(text: &str) -> Vec<DocumentedCommand<'_>> {
    let mut found: Vec<DocumentedCommand> = Vec::new();
    let mut is_after_commands = false;
    for block in blocks(text) {
        if block.language == "sh" {
            let mut goes_on = false;
            for (at, line) in block.lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                if goes_on {
                    let last = found.last_mut().expect("the line before");
                    last.command = format!("{}\n{line}", last.command);
                } else {
                    found.push(DocumentedCommand { command: (*line).to_owned(), line: block.line + 1 + at, exits: 0, prints: None });
                }
                goes_on = line.ends_with('\\');
                let last = found.last_mut().expect("just there");
                if let Some((_, code)) = line.split_once("# exits ") {
                    last.exits = code.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("an exit code");
                }
            }
        } else if block.language == "text" && block.follows_a_block && is_after_commands {
            found.last_mut().expect("commands came before").prints = Some(block.lines);
        }
        is_after_commands = block.language == "sh";
    }
    found
}

/// Whether what is shown is what was said, `...` standing for any number of lines.
fn is_printed(documented: &[&str], said: &[&str]) -> bool {
    match documented {
        [] => said.is_empty(),
        ["..."] => true,
        ["...", rest @ ..] => (0..=said.len()).any(|at| is_printed(rest, &said[at..])),
        [line, rest @ ..] => said.first().is_some_and(|first| first.trim_end() == line.trim_end()) && is_printed(rest, &said[1..]),
    }
}

/// A folder as it is after `make demo`: what commands name of the project, and the lists that the Makefile makes.
fn after_make_demo() -> Folder {
    let folder = Folder::new();
    copy(&project_file("data/demo"), &folder.join("target/demo"));
    copy(&project_file("docs/src/first-list"), &folder.join("docs/src/first-list"));
    copy(&project_file("data/published"), &folder.join("data/published"));
    copy(&project_file("pipelines"), &folder.join("pipelines"));
    let makefile = std::fs::read_to_string(project_file("Makefile")).expect("the Makefile");
    folder.put("Makefile", &makefile);
    let runs: Vec<Vec<&str>> =
        makefile.lines().filter_map(|line| line.strip_prefix("\t@$(RATINGLIST) ")).map(|line| line.split(' ').collect()).collect();
    assert_eq!(runs.len(), 2, "{runs:?}");
    for arguments in &runs {
        expect_exit(folder.path(), arguments, 0);
    }
    folder
}

/// Runs commands in one shell and compares what each of them prints and how it ends.
fn run(page: &str, commands: &[DocumentedCommand], folder: &Path) {
    let outputs = Folder::new();
    let mut script = MAKE.to_owned();
    for (at, documented) in commands.iter().enumerate() {
        // The command stays in this shell, so that `cd` and `export` hold for what follows.
        writeln!(script, "{{ {}\n}} >\"$OUTPUTS/{at}\" 2>&1\ncode=$?", documented.command).expect("a string");
        writeln!(script, "[ $code -eq {} ] || {{ echo {at} $code; exit 1; }}", documented.exits).expect("a string");
    }
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("OUTPUTS", outputs.path())
        .env("PROJECT", folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let said = |at: usize| std::fs::read_to_string(outputs.join(&at.to_string())).unwrap_or_default();
    let ended = String::from_utf8_lossy(&output.stdout).into_owned();
    if let Some((at, code)) = ended.trim().split_once(' ') {
        let at: usize = at.parse().expect("a number");
        let DocumentedCommand { command, line, exits, .. } = &commands[at];
        panic!("{page}:{line}: {command}\nexits {code} and not {exits}:\n{}", said(at));
    }
    assert!(output.status.success(), "{page}: {}", String::from_utf8_lossy(&output.stderr));
    for (at, DocumentedCommand { command, line, prints, .. }) in commands.iter().enumerate() {
        if let Some(documented) = prints {
            let said = said(at);
            assert!(is_printed(documented, &said.lines().collect::<Vec<_>>()), "{page}:{line}: {command}\nprints something else:\n{said}");
        }
    }
}

#[test]
fn every_command_on_the_front_page_works_in_its_order() {
    let page = Page::read("README.md");
    let documented = commands(&page.text);
    assert!(documented.len() >= 10, "{documented:?}");
    let folder = after_make_demo();
    put_program(&folder);
    run(&page.name, &documented, folder.path());
}

#[test]
fn every_command_in_every_chapter_works_after_those_of_the_introduction() {
    let introduction = Page::read("docs/src/introduction.md");
    let demo = after_make_demo();
    let pages = chapters();
    assert!(pages.len() >= 10);
    std::thread::scope(|scope| {
        for page in &pages {
            scope.spawn(|| {
                let folder = Folder::new();
                copy(demo.path(), folder.path());
                put_program(&folder);
                let mut documented = commands(&introduction.text);
                if page.name != introduction.name {
                    documented.extend(commands(&page.text));
                }
                run(&page.name, &documented, folder.path());
            });
        }
    });
}

/// Puts the program where a build puts it.
fn put_program(folder: &Folder) {
    std::fs::create_dir_all(folder.join("target/debug")).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ratinglist"), folder.join("target/debug/ratinglist")).expect("a link");
}

#[test]
fn every_block_says_what_it_is_and_commands_are_where_they_are_run() {
    for page in chapters().iter().chain([&Page::read("README.md")]) {
        for block in blocks(&page.text) {
            let place = format!("{}:{}", page.name, block.line);
            assert!(["sh", "bash", "text", "csv", "toml", "python"].contains(&block.language), "{place}: '{}'", block.language);
            let has_commands = block.lines.iter().any(|line| line.starts_with("ratinglist ") || line.starts_with("make "));
            // The one chapter with outlines such as `ratinglist run PIPELINE.toml [--list 2024-02]`. Blocks of bash need jq: `diff::json` runs them.
            assert!(
                ["sh", "bash"].contains(&block.language) || !has_commands || page.name.ends_with("/commands.md"),
                "{place}: commands that nothing runs"
            );
        }
    }
}

#[test]
fn commands_are_read_with_their_exit_codes_and_what_they_print() {
    let documented = commands("```sh\na \\\n  b   # exits 1: why\n\nc\n```\n\n```text\nout\n```\n\n```text\nno output\n```\n");
    let parsed: Vec<(&str, usize, i32, bool)> = documented
        .iter()
        .map(|documented| (documented.command.as_str(), documented.line, documented.exits, documented.prints.is_some()))
        .collect();
    assert_eq!(parsed, [("a \\\n  b   # exits 1: why", 2, 1, false), ("c", 5, 0, true)]);
    assert_eq!(documented[1].prints.as_deref(), Some(&["out"][..]));
}

#[test]
fn expected_lines_must_be_printed_in_their_order() {
    let said = ["a", "b", "c", "d"];
    assert!(
        is_printed(&["a", "b", "c", "d"], &said) && is_printed(&["a", "...", "c", "d"], &said) && is_printed(&["...", "b", "..."], &said)
    );
    assert!(!is_printed(&["a", "b"], &said) && !is_printed(&["b", "..."], &said) && !is_printed(&["...", "c", "b", "..."], &said));
}

#[test]
#[should_panic(expected = "page:7: false\nexits 1 and not 0")]
fn a_failing_command_is_reported_with_its_place() {
    let folder = Folder::new();
    let documented = |command: &str, exits| DocumentedCommand { command: command.to_owned(), line: 7, exits, prints: None };
    run("page", &[documented("true", 0), documented("false # exits 1", 1), documented("false", 0)], folder.path());
}
