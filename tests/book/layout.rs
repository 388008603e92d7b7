//! The front page is short, the book is whole, and what both point to is there.

use super::markdown::{anchors, links, prose};
use super::{Page, chapters, project_file};
use crate::support::{Folder, expect_exit, rust_sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn the_front_page_has_at_most_8_kilobytes_in_lines_short_enough_to_read() {
    let page = Page::read("README.md");
    assert!(page.text.len() <= 8192, "README.md has {} bytes; what is too much belongs in a chapter", page.text.len());
    for (at, line) in page.text.lines().enumerate() {
        assert!(line.chars().count() <= 100, "README.md:{}: {} characters", at + 1, line.chars().count());
    }
}

#[test]
fn the_table_of_contents_has_every_chapter_and_nothing_else() {
    let summary = Page::read("docs/src/SUMMARY.md");
    let named: BTreeSet<String> = links(&summary.text).into_iter().map(|link| format!("docs/src/{link}")).collect();
    let there: BTreeSet<String> = chapters().into_iter().map(|page| page.name).collect();
    assert_eq!(named, there);
}

#[test]
fn links_lead_to_files_and_headings_that_are_there() {
    let others = ["README.md", "PROMISES.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/src/SUMMARY.md"].map(Page::read);
    let mut followed = 0;
    for page in chapters().iter().chain(&others) {
        let folder = Path::new(&page.name).parent().expect("a folder, or nothing");
        for link in links(&page.text).into_iter().filter(|link| !link.starts_with("https://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.name.clone() } else { folder.join(file).to_string_lossy().into_owned() };
            assert!(project_file(&target).is_file(), "{}: there is no {link}", page.name);
            if !anchor.is_empty() {
                assert!(anchors(&Page::read(&target).text).iter().any(|name| name == anchor), "{}: no heading for {link}", page.name);
            }
            followed += 1;
        }
    }
    assert!(followed >= 50, "{followed}");
}

#[test]
fn every_file_that_the_chapters_on_the_code_name_is_there() {
    let mut found = 0;
    for chapter in ["docs/src/architecture.md", "docs/src/contributing.md"] {
        let text = Page::read(chapter).text;
        // Between single quotes of code, whatever line ends there are inside.
        for named in text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("crates/") || code.starts_with("data/")) {
            assert!(project_file(named).exists(), "{chapter}: there is no {named}");
            found += 1;
        }
    }
    assert!(found >= 50, "{found}");
}

/// All sources of the crates, one after the other.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&std::fs::read_to_string(path).expect("a source"));
        }
    }
}

#[test]
fn every_type_and_file_of_the_glossary_is_in_the_code() {
    let mut code = String::new();
    for entry in std::fs::read_dir(project_file("crates")).expect("the crates") {
        sources(&entry.expect("an entry").path().join("src"), &mut code);
    }
    let is_declared = |name: &str| {
        let kinds = ["struct", "enum", "fn", "type", "const", "static", "trait", "mod"];
        kinds.iter().any(|kind| {
            let declared = format!("{kind} {name}");
            code.match_indices(&declared).any(|(at, _)| !code[at + declared.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let page = Page::read("docs/src/glossary.md");
    let mut found = 0;
    for row in page.text.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let place = row.trim_end_matches(" |").rsplit(" | ").next().expect("a last cell");
        for named in place.split('`').skip(1).step_by(2) {
            let is_there = match named.ends_with(".rs") {
                true => project_file(named).is_file(),
                false => is_declared(named.split("::").next().unwrap_or(named)),
            };
            assert!(is_there, "{named} of: {row}");
            found += 1;
        }
    }
    assert!(found >= 150, "{found}");
}

#[test]
fn the_front_page_names_every_crate() {
    let page = Page::read("README.md");
    for entry in std::fs::read_dir(project_file("crates")).expect("the crates") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(page.text.contains(&format!("\n| `{name}` | ")), "{name}");
    }
}

/// The long options that a help text names.
fn options_in(help: &str) -> impl Iterator<Item = &str> {
    help.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.starts_with("--") && word.len() > 2)
}

/// The text below a heading of the second level, up to the next one.
fn section<'a>(chapter: &'a str, heading: &str) -> &'a str {
    let (_, rest) = chapter.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section on {heading}"));
    rest.split("\n## ").next().expect("there is always a first part")
}

#[test]
fn the_chapter_on_commands_has_every_command_and_every_option() {
    let chapter = Page::read("docs/src/commands.md").text;
    let folder = Folder::new();
    let help = expect_exit(folder.path(), &["--help"], 0).out;
    let listed = help.split("Commands:\n").nth(1).expect("commands").split("\n\n").next().expect("a section");
    let commands: Vec<&str> = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 15, "{commands:?}");
    for command in commands {
        let mut sections = vec![section(&chapter, command), section(&chapter, "What every command takes")];
        if sections[0].contains("takes the options of `run`") {
            sections.push(section(&chapter, "run"));
        }
        if sections[0].contains("options of [export](#export)") {
            sections.push(section(&chapter, "export"));
        }
        let help = expect_exit(folder.path(), &[command, "--help"], 0).out;
        for option in options_in(&help) {
            assert!(sections.iter().any(|text| names_option(text, option)), "docs/src/commands.md: nothing on {option} of {command}");
        }
    }
}

/// Whether a text has the option itself, and not only a longer one that begins with it.
fn names_option(text: &str, option: &str) -> bool {
    text.match_indices(option).any(|(at, _)| !text[at + option.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

#[test]
fn every_reading_that_is_cited_has_its_entry() {
    let readings = rulebook::readings();
    for page in chapters().iter().chain([&Page::read("README.md")]) {
        for word in prose(&page.text).flat_map(|line| line.split(|c: char| !c.is_alphanumeric())) {
            let number = word.strip_prefix(['D', 'R', 'T']).unwrap_or_default();
            // The demo has tournaments such as T00008.
            let is_reading = !number.is_empty() && !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
            assert!(!is_reading || word.parse().is_ok_and(|number| readings.contains_key(&number)), "{}: {word}", page.name);
        }
    }
}

#[test]
fn every_make_target_that_is_named_is_in_the_makefile() {
    let makefile = std::fs::read_to_string(project_file("Makefile")).expect("the Makefile");
    let mut named = 0;
    for page in chapters().iter().chain([&Page::read("README.md"), &Page::read("PROMISES.md")]) {
        for rest in page.text.split("`make ").skip(1) {
            let target: String = rest.chars().take_while(|c| c.is_ascii_lowercase()).collect();
            assert!(makefile.contains(&format!("\n{target}:")), "{}: make {target}", page.name);
            named += 1;
        }
    }
    assert!(named >= 10, "{named}");
}

#[test]
fn every_file_of_tests_is_a_module_of_the_test_program() {
    // Measurements are a program of their own.
    let files: Vec<PathBuf> = rust_sources(&project_file("tests")).into_iter().filter(|file| !file.ends_with("bench/stages.rs")).collect();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).expect("a source")).collect();
    let name = |file: &Path| file.file_stem().expect("a name").to_string_lossy().into_owned();
    let is_declared = |file: &Path| texts.iter().any(|text| text.lines().any(|line| line.ends_with(&format!("mod {};", name(file)))));
    let undeclared: Vec<_> = files.iter().filter(|file| name(file) != "main" && !is_declared(file)).collect();
    assert!(undeclared.is_empty(), "their tests never run: {undeclared:?}");
}
