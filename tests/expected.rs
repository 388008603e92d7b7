//! Compares the output of a run with what a case of `tests/regulations` expects.

use crate::cases::{Expect, text};
use crate::support::{csv_rows, parquet, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::Table;

type Found = Vec<BTreeMap<String, String>>;

fn table(folder: &Path, name: &str) -> Found {
    rows(&parquet(&folder.join(name)))
}

pub(crate) fn compare(folder: &Path, expect: &Expect, wrong: &mut Vec<String>) {
    if !expect.players.is_empty() {
        compare_players(folder, &expect.players, wrong);
    }
    if !expect.not_listed.is_empty() {
        let listed: BTreeSet<String> = csv_rows(&folder.join("list.csv")).iter().map(|row| row["fide_id"].clone()).collect();
        for id in expect.not_listed.iter().filter(|id| listed.contains(&id.to_string())) {
            wrong.push(format!("player {id} is on the list"));
        }
    }
    let tables: [(&str, &[Table], &[&str]); 4] = [
        ("changes.parquet", &expect.changes, &["fide_id"]),
        ("tournaments.parquet", &expect.tournaments, &["tournament_id"]),
        ("games.parquet", &expect.sides, &["tournament_id", "fide_id", "round", "opponent"]),
        ("online_games.parquet", &expect.online, &["game_id"]),
    ];
    for (name, expected, keys) in tables {
        if !expected.is_empty() {
            compare_rows(name, &table(folder, name), expected, keys, wrong);
        }
    }
    if let Some(pool) = &expect.pool {
        let found = table(folder, "pool.parquet");
        if found.len() != pool.len() {
            wrong.push(format!("pool: {} entries, expected {}: {found:?}", found.len(), pool.len()));
        }
        compare_rows("pool.parquet", &found, pool, &["fide_id", "tournament_id", "list"], wrong);
    }
    for (name, expected) in [("titled_unrated.csv", &expect.titled_unrated), ("delisted.csv", &expect.delisted), ("top.csv", &expect.top)] {
        if let Some(expected) = expected {
            compare_whole(folder, name, expected, wrong);
        }
    }
    for name in expect.no_files.iter().filter(|name| folder.join(name).exists()) {
        wrong.push(format!("there is a {name}"));
    }
    compare_diagnostics(&folder.join("diagnostics.csv"), expect, wrong);
}

/// A CSV table, row for row.
fn compare_whole(folder: &Path, name: &str, expected: &[Table], wrong: &mut Vec<String>) {
    if !folder.join(name).exists() {
        wrong.push(format!("there is no {name}"));
        return;
    }
    let found = csv_rows(&folder.join(name));
    if found.len() != expected.len() {
        wrong.push(format!("{name}: {} rows, expected {}: {found:?}", found.len(), expected.len()));
    }
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        compare_row(&format!("{name}, row {}", at + 1), found, expected, wrong);
    }
}

fn compare_players(folder: &Path, expected: &[Table], wrong: &mut Vec<String>) {
    let (state, list) = (table(folder, "state.parquet"), csv_rows(&folder.join("list.csv")));
    for row in expected {
        let id = text(row.get("fide_id").expect("a player has an id"));
        let with_id = |found: &Found| found.iter().find(|found| found["fide_id"] == id).cloned();
        let (known, listed) = (with_id(&state), with_id(&list));
        let wants = |name: &str| row.get(name).map(text);
        if wants("known").is_some_and(|known_wanted| known_wanted != known.is_some().to_string()) {
            wrong.push(format!("player {id}: known is {}", known.is_some()));
        }
        let Some(known) = known else {
            if wants("known").is_none() {
                wrong.push(format!("player {id} is not in the state"));
            }
            continue;
        };
        let wants_listed = wants("listed").map_or_else(|| !known["rating"].is_empty(), |claim| claim == "true");
        if wants_listed != listed.is_some() {
            wrong.push(format!("player {id}: on the list is {}", listed.is_some()));
        }
        let columns: Table = row
            .iter()
            .filter(|(name, _)| !["known", "listed"].contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        compare_row(&format!("player {id}"), &known, &columns, wrong);
        if let Some(listed) = listed {
            for name in ["rating", "games", "k", "flag"] {
                if listed[name] != known[name] {
                    wrong.push(format!("player {id}: {name} is '{}' on the list and '{}' in the state", listed[name], known[name]));
                }
            }
        }
    }
}

fn compare_rows(name: &str, found: &Found, expected: &[Table], keys: &[&str], wrong: &mut Vec<String>) {
    for row in expected {
        let given: Vec<(&str, String)> = keys.iter().filter_map(|&key| row.get(key).map(|value| (key, text(value)))).collect();
        let place = format!("{name} {}", given.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", "));
        let matching: Vec<_> = found.iter().filter(|found| given.iter().all(|(key, value)| found.get(*key) == Some(value))).collect();
        if row.get("absent").is_some() {
            if !matching.is_empty() {
                wrong.push(format!("{place}: there is such a row: {matching:?}"));
            }
            continue;
        }
        if matching.is_empty() {
            wrong.push(format!("{place}: no such row"));
        }
        if row.get("any").is_some() {
            let columns: Table = row.iter().filter(|(name, _)| *name != "any").map(|(name, value)| (name.clone(), value.clone())).collect();
            let differs = |found: &BTreeMap<String, String>| {
                let mut differences = Vec::new();
                compare_row(&place, found, &columns, &mut differences);
                !differences.is_empty()
            };
            if matching.iter().all(|found| differs(found)) {
                wrong.push(format!("{place}: none of these rows is {columns}: {matching:?}"));
            }
            continue;
        }
        for found in matching {
            compare_row(&place, found, row, wrong);
        }
    }
}

fn compare_row(place: &str, found: &BTreeMap<String, String>, expected: &Table, wrong: &mut Vec<String>) {
    for (name, value) in expected {
        let value = match text(value) {
            unrated if unrated == "unrated" => String::new(),
            value => value,
        };
        match found.get(name) {
            None => wrong.push(format!("{place}: there is no column '{name}'")),
            Some(found) if *found != value => wrong.push(format!("{place}: {name} is '{found}', expected '{value}'")),
            Some(_) => {}
        }
    }
}

fn compare_diagnostics(path: &Path, expect: &Expect, wrong: &mut Vec<String>) {
    let found = csv_rows(path);
    let all = || found.iter().map(|row| format!("{} {}: {}", row["code"], row["severity"], row["message"])).collect::<Vec<_>>().join("; ");
    for row in &expect.diagnostics {
        let holds = |found: &BTreeMap<String, String>| {
            row.iter().all(
                |(name, value)| if name == "message" { found[name].contains(&text(value)) } else { found.get(name) == Some(&text(value)) },
            )
        };
        if !found.iter().any(holds) {
            wrong.push(format!("no diagnostic is {row}; there are: {}", all()));
        }
    }
    for code in &expect.no_diagnostics {
        if found.iter().any(|row| row["code"] == *code) {
            wrong.push(format!("{code} should not be there: {}", all()));
        }
    }
}
