//! Test: every crate of the workspace depends only on the crates that it may depend on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Allowed dependencies of each crate; their own allowed dependencies are allowed too.
const ALLOWED: [(&str, &[&str]); 16] = [
    ("model", &[]),
    ("rulebook", &["model"]),
    ("tables", &["model"]),
    ("pages", &["model"]),
    ("federation-lists", &["tables"]),
    ("store", &["tables", "federation-lists"]),
    ("ingest", &["store", "rulebook"]),
    ("amendments", &["ingest"]),
    ("period-assembly", &["rulebook"]),
    ("rating", &["period-assembly"]),
    ("titles", &["rating"]),
    ("publish", &["store", "titles", "pages"]),
    ("inspect", &["publish", "amendments"]),
    ("worlds", &["store", "rulebook"]),
    ("pipeline", &["publish", "inspect", "amendments"]),
    ("cli", &["pipeline", "worlds"]),
];

/// Everything reachable from a crate.
fn reachable<'a>(from: &str, edges: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = edges[from].clone();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(&edges[next]);
        }
    }
    found
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the folder of the crates")
}

/// The crates, with all that they depend on in some sections of their manifests.
fn manifests(sections: &[&str]) -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(crates()).expect("the crates").map(|entry| entry.expect("an entry").path());
    let dependencies = |folder: &Path| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let lines = sections.iter().flat_map(|section| {
            let below = text.split(&format!("\n[{section}]\n")).nth(1).unwrap_or_default();
            below.split("\n[").next().unwrap_or_default().lines()
        });
        lines.filter_map(|line| Some(line.split(['.', ' ', '=']).next()?.to_owned())).filter(|name| !name.is_empty()).collect()
    };
    folders.map(|folder| (folder.file_name().expect("a name").to_string_lossy().into_owned(), dependencies(&folder))).collect()
}

#[test]
fn every_crate_depends_on_what_it_may_and_on_nothing_else() {
    let allowed: BTreeMap<&str, Vec<&str>> = ALLOWED.iter().map(|(name, on)| (*name, on.to_vec())).collect();
    let manifests = manifests(&["dependencies"]);
    assert!(manifests.keys().eq(allowed.keys()), "a crate is missing here, or is not there: {:?}", manifests.keys());
    for (name, dependencies) in &manifests {
        let may = reachable(name, &allowed);
        let on: Vec<&String> = dependencies.iter().filter(|on| manifests.contains_key(*on)).collect();
        assert!(on.iter().all(|on| may.contains(on.as_str())), "{name} may depend on {may:?}, and depends on {on:?}");
    }
}

#[test]
fn a_rule_is_built_and_tested_without_polars() {
    let manifests = manifests(&["dependencies", "dev-dependencies"]);
    let edges: BTreeMap<&str, Vec<&str>> = manifests
        .iter()
        .map(|(name, on)| (name.as_str(), on.iter().filter(|on| manifests.contains_key(*on)).map(String::as_str).collect()))
        .collect();
    for pure in ["rulebook", "period-assembly", "rating"] {
        let built: Vec<&str> = reachable(pure, &edges).into_iter().chain([pure]).collect();
        let polars = built.iter().find(|name| **name == "tables" || manifests[**name].iter().any(|on| on.contains("polars")));
        assert_eq!(polars, None, "{pure}");
    }
}
