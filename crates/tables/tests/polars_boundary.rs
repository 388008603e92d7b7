//! Test: only this crate names Polars, Arrow or Parquet; no other manifest and no other source of the workspace does.

use std::fs;
use std::path::{Path, PathBuf};

/// Prefixes of the libraries' crate names.
const LIBRARIES: [&str; 3] = ["polars", "arrow", "parquet"];
/// Crates whose paths must not appear in sources; `parquet` is missing because modules that read Parquet files have that name.
const PATHS: [&str; 2] = ["polars", "arrow"];

fn is_of(names: &[&str], word: &str) -> bool {
    names.iter().any(|name| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_', '2'])))
}

/// Lines of a manifest that name one of the libraries, outside comments.
fn in_manifest(text: &str) -> Vec<&str> {
    let is_between = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_';
    let names_one = |line: &&str| {
        let code = line.split('#').next().unwrap_or_default();
        code.split(is_between).any(|word| is_of(&LIBRARIES, word))
    };
    text.lines().filter(names_one).collect()
}

/// Lines of a source with a path into one of the libraries, outside comments.
fn in_source(text: &str) -> Vec<&str> {
    let is_between = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    let last_word = |text: &'_ str| text.rsplit(is_between).next().is_some_and(|word| is_of(&PATHS, word));
    let has_path = |line: &&str| {
        let code = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = code.split(is_between).filter(|word| !word.is_empty()).collect();
        let is_imported = words.windows(2).any(|pair| matches!(pair[0], "use" | "crate") && is_of(&PATHS, pair[1]));
        is_imported || code.match_indices("::").any(|(at, _)| last_word(&code[..at]))
    };
    text.lines().filter(has_path).collect()
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the folder of the workspace")
}

/// Collects all files below a folder, except those of this crate and of builds.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        let is_passed_over = path.ends_with("crates/tables") || path.file_name().is_some_and(|name| name == "target");
        if path.is_symlink() || is_passed_over {
            continue;
        }
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_other_crate_names_polars_arrow_or_parquet() {
    let mut files = Vec::new();
    for folder in ["crates", "tests", "fuzz"] {
        files_below(&workspace().join(folder), &mut files);
    }
    let (mut manifests, mut sources, mut wrong) = (0, 0, Vec::new());
    for path in files {
        let is_manifest = path.ends_with("Cargo.toml");
        if !is_manifest && path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = if is_manifest { in_manifest(&text) } else { in_source(&text) };
        *(if is_manifest { &mut manifests } else { &mut sources }) += 1;
        wrong.extend(lines.into_iter().map(|line| format!("{}: {line}", path.display())));
    }
    assert!(manifests >= 10 && sources >= 100, "{manifests} manifests and {sources} sources are too few for the whole workspace");
    assert_eq!(wrong, [] as [&str; 0], "use the crate `tables`");
}

#[test]
fn a_library_is_found_in_every_form_of_a_dependency() {
    for line in [
        "polars.workspace = true",
        "polars-arrow = \"0.55\"",
        "[dev-dependencies.arrow]",
        "frames = { package = \"polars\" }",
        "parquet2 = \"1\"",
    ] {
        assert_eq!(in_manifest(line), [line]);
    }
    for line in ["# polars has it already", "tables.workspace = true # not polars", "name = \"list_parquet\"", "arrows = \"1\""] {
        assert_eq!(in_manifest(line), [] as [&str; 0]);
    }
}

#[test]
fn a_library_is_found_in_paths_and_not_in_other_words() {
    for line in [
        "use polars::prelude::*;",
        "use polars;",
        "pub use polars as frames;",
        "extern crate polars;",
        "let x = ::polars_arrow::array::new();",
        "fn f(frame: &polars::prelude::DataFrame) {}",
        "    let a: Vec<arrow::array::Array> = Vec::new();",
    ] {
        assert_eq!(in_source(line), [line]);
    }
    for line in [
        "//! Read by Polars: polars::read",
        "let x = narrow::of(1); // use polars",
        "import duckdb, polars",
        "polars.read_parquet(name)",
        "parquet::read()",
    ] {
        assert_eq!(in_source(line), [] as [&str; 0]);
    }
}
