//! The front page and the book are true: what they say to run, runs, and what they name, is there.

use crate::support::{Folder, copy, expect_exit, test_file};
use std::path::PathBuf;

mod commands;
mod first_list;
mod layout;
mod markdown;

/// A Markdown file of the project.
struct Page {
    /// Its path from the top of the project.
    name: String,
    text: String,
}

impl Page {
    fn read(name: &str) -> Self {
        let path = project_file(name);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { name: name.to_owned(), text }
    }
}

/// A file or folder of the project, by its path from the top.
fn project_file(name: &str) -> PathBuf {
    test_file("..").join(name)
}

/// All chapters of the book in the order of their names, without the table of contents.
fn chapters() -> Vec<Page> {
    let mut names: Vec<String> = std::fs::read_dir(project_file("docs/src"))
        .expect("the book")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .collect();
    names.sort();
    names.iter().map(|name| Page::read(&format!("docs/src/{name}"))).collect()
}

#[test]
fn the_chapter_names_every_file_of_a_list_folder_and_no_other() {
    let chapter = Page::read("docs/src/list-folder.md").text;
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let mut made: Vec<String> = std::fs::read_dir(folder.join("lists/rapid/2024-01-01"))
        .expect("a list folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    made.sort();
    let section = chapter.split("```").nth(1).expect("the block");
    let mut named: Vec<&str> = section
        .split_whitespace()
        .filter(|word| [".csv", ".parquet", ".json", ".html"].iter().any(|ending| word.ends_with(ending)))
        .collect();
    named.sort_unstable();
    assert_eq!(made, named);
}

mod needs_python {
    use super::*;
    use crate::python;

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn the_lines_to_paste_for_duckdb_polars_and_pandas_work_on_the_demo() {
        let chapters = Page::read("docs/src/analysts.md").text + &Page::read("docs/src/list-folder.md").text;
        let snippets: Vec<&str> = chapters.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert_eq!(snippets.len(), 7);
        let folder = Folder::new();
        copy(&test_file("../data/demo"), &folder.join("target/demo"));
        for month in ["2024-01", "2024-02"] {
            expect_exit(folder.path(), &["run", "target/demo/pipeline.toml", "--list", month, "--quiet"], 0);
        }
        let expected = ["opponent-unrated", "2024-02-01", "unlisted", "k_used", "February", "cause", "mean"];
        for (snippet, expected) in snippets.iter().zip(expected) {
            let printed = python::run(folder.path(), snippet);
            assert!(printed.contains(expected), "{snippet}\n{printed}");
        }
        // Those who left the list are there with their names, by each library: the ids are those that `diff` has.
        let lists = ["target/demo/lists/rapid/2024-01-01", "target/demo/lists/rapid/2024-02-01"];
        let gone = expect_exit(folder.path(), &["diff", lists[0], lists[1], "--class", "gone", "--format", "jsonl"], 1).out;
        let gone: Vec<serde_json::Value> = gone.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        assert!(!gone.is_empty());
        for snippet in [snippets[2], snippets[5]] {
            let printed = python::run(folder.path(), snippet);
            for player in &gone {
                let row = printed.lines().find(|line| line.contains(&player["fide_id"].to_string()));
                assert!(row.is_some_and(|row| row.contains(player["name"].as_str().expect("a name"))), "{snippet}\n{printed}");
            }
            assert_eq!(printed.lines().filter(|line| line.contains(" games")).count(), gone.len(), "{snippet}\n{printed}");
        }
        // Nobody is without a name among all moves, as somebody is by a join with the list.
        let named = |table: &str| {
            let code = snippets[3].replace("state.parquet", table).split("print(").next().expect("the lines before").to_owned();
            let code = format!("{code}\njoined = changes.join(players, on='fide_id', how='left')\nprint(joined['name'].null_count())");
            python::run(folder.path(), &code).trim().parse::<usize>().expect("a number")
        };
        assert_eq!((named("state.parquet"), named("list.parquet") >= gone.len()), (0, true));
    }
}
