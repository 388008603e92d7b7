//! `data/schemas` and `datapackage.json` say what the tables really hold.

use crate::support::{Folder, bytes_below, copy, csv_rows, expect_exit, parquet, test_file};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tables::{Schema, schema_files};

/// The schemas by their names, with every included field in its place.
fn schemas() -> BTreeMap<String, Value> {
    Schema::all().iter().map(|schema| (schema.name().to_owned(), schema.value().clone())).collect()
}

/// Name and type of each field; those that are only sometimes there only where `there` has them.
fn fields(schema: &Value, there: &[String]) -> Vec<(String, String)> {
    let text = |field: &Value, key: &str| field[key].as_str().unwrap_or("").to_owned();
    let all = schema["fields"].as_array().expect("fields").iter();
    all.filter(|field| field["optional"] != true || there.contains(&text(field, "name")))
        .map(|f| (text(f, "name"), text(f, "stored")))
        .collect()
}

/// Name and type of each column of a Parquet table.
fn columns(path: &Path) -> Vec<(String, String)> {
    let table = parquet(path);
    table.names().map(|name| (name.to_owned(), table.stored_type(name).unwrap_or_default())).collect()
}

fn header(path: &Path) -> Vec<String> {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    reader.headers().expect("a header").iter().map(str::to_owned).collect()
}

/// Compares every table of a list folder with its schema; returns the names of the schemas seen.
fn compare(folder: &Path) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for (name, schema) in schemas().into_iter().filter(|(_, schema)| schema["direction"] == "written") {
        for file in schema["files"].as_array().expect("files").iter().filter_map(Value::as_str) {
            let path = folder.join(file);
            if !path.is_file() {
                continue;
            }
            seen.insert(name.clone());
            if file.ends_with(".parquet") {
                let there = columns(&path);
                let names: Vec<String> = there.iter().map(|column| column.0.clone()).collect();
                assert_eq!(there, fields(&schema, &names), "{file}");
            } else {
                let names = header(&path);
                let wanted: Vec<&str> = Schema::named(&name).csv_columns().collect();
                assert_eq!(names, wanted, "{file}");
            }
        }
    }
    // And no table is there that nothing describes.
    let described =
        |name: &str| schemas().values().any(|schema| schema["files"].as_array().is_some_and(|files| files.contains(&name.into())));
    for name in bytes_below(folder).keys().filter(|name| name.ends_with(".csv") || name.ends_with(".parquet")) {
        assert!(described(name), "{name} has no schema");
    }
    seen
}

#[test]
fn every_schema_file_is_part_of_the_program() {
    let embedded: BTreeMap<String, String> = schema_files().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    let files = std::fs::read_dir(test_file("../data/schemas")).expect("the schemas").map(|entry| entry.expect("an entry").path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("readable"))
    };
    assert_eq!(embedded, files.map(read).collect());
}

#[test]
fn the_tables_of_every_kind_of_list_are_as_their_schemas_say() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let mut seen = compare(&folder.join("lists/rapid/2024-01-01"));
    // Tables that only some editions ask for; nothing has to be played for them.
    folder.put("previous.csv", "fide_id,name,title,rating,k\n1001,A,FM,1900,20\n1002,B,FM,,\n1003,C,,1300,20\n");
    folder.put("roster.csv", "fide_id,from,field,value\n1003,2010-01-01,merged_into,1001\n");
    folder.put("month/README.md", "nothing was played");
    for (control, list, before, more) in [
        ("standard", "2011-11", "2011-09-01", &[][..]),
        ("rapid", "2019-02", "2019-01-01", &["--players", "roster.csv"]),
        ("rapid", "2014-02", "2014-01-01", &["--rules", "online-2013"]),
    ] {
        let out = format!("made-{list}");
        let arguments = ["run", "--control", control, "--list", list, "--previous", "previous.csv", "--previous-date", before];
        let further = ["--tournaments", "month", "--out", &out, "--quiet"];
        expect_exit(folder.path(), &[&arguments[..], &further, more].concat(), 0);
        seen.extend(compare(&folder.join(&out)));
    }
    let all: BTreeSet<String> = schemas().into_iter().filter(|(_, s)| s["direction"] == "written").map(|(name, _)| name).collect();
    let missing: Vec<&String> = all.difference(&seen).collect();
    // Three lie beside the list folders and three are what commands write; they have tests of their own.
    assert_eq!(missing, ["diff", "diff_players", "history", "lists", "revision_players", "revisions"]);
    let merged = columns(&folder.join("made-2019-02/state.parquet"));
    assert!(merged.iter().any(|column| column.0 == "merged_into"), "{merged:?}");
    let hidden = columns(&folder.join("made-2014-02/state.parquet"));
    assert!(hidden.iter().any(|column| column.0 == "hidden"), "{hidden:?}");
}

#[test]
fn the_tables_beside_the_list_folders_are_as_their_schemas_say() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let rated = crate::support::rows(&parquet(&folder.join("lists/rapid/2024-01-01/tournaments.parquet")));
    let id = &rated.iter().find(|t| t["status"] == "rated").expect("a rated tournament")["tournament_id"];
    let columns = fields(&schemas()["corrections"], &[]).into_iter().map(|field| field.0).collect::<Vec<_>>().join(",");
    folder.put("corrections/first.csv", format!("{columns}\nC1,2024-01-15,an arbiter,played elsewhere,{id},,,,withdrawn,false,true\n"));
    let pipeline = std::fs::read_to_string(folder.join("pipeline.toml")).expect("a pipeline");
    let at = pipeline.find("\n[").map_or(pipeline.len(), |at| at + 1);
    folder.put("pipeline.toml", format!("{}corrections = \"corrections\"\n{}", &pipeline[..at], &pipeline[at..]));
    expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-01", "--to", "2024-01", "--quiet"], 0);
    for (name, file) in [("lists", "lists.csv"), ("revisions", "revisions.csv"), ("revision_players", "revisions/2024-01-01.r2.csv")] {
        let wanted: Vec<String> = fields(&schemas()[name], &[]).into_iter().map(|field| field.0).collect();
        assert_eq!(header(&folder.join("lists/rapid").join(file)), wanted, "{file}");
    }
}

#[test]
fn the_tables_of_diff_and_history_are_as_their_schemas_say() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for list in ["2024-01", "2024-02"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    let (first, last) = ("lists/rapid/2023-12-01", "lists/rapid/2024-02-01");
    for (name, arguments, code) in [
        ("diff", &["diff", first, last][..], 1),
        ("diff", &["diff", "lists/rapid"], 1),
        ("diff_players", &["diff", first, last, "--wide"], 1),
        ("diff_players", &["diff", "lists/rapid", "--wide"], 1),
        ("history", &["history", "lists/rapid", "--top", "5"], 0),
    ] {
        for out in ["answer.parquet", "answer.csv"] {
            expect_exit(folder.path(), &[arguments, &["--out", out, "--quiet"]].concat(), code);
        }
        let there = columns(&folder.join("answer.parquet"));
        let names: Vec<String> = there.iter().map(|column| column.0.clone()).collect();
        assert_eq!(there, fields(&schemas()[name], &names), "{arguments:?}");
        assert_eq!(names, header(&folder.join("answer.csv")), "{arguments:?}");
        // What a schema calls required is filled, and what it names as words are all words.
        for row in csv_rows(&folder.join("answer.csv")) {
            for field in schemas()[name]["fields"]
                .as_array()
                .expect("fields")
                .iter()
                .filter(|field| names.iter().any(|name| field["name"] == **name))
            {
                let value = row[field["name"].as_str().expect("a name")].as_str();
                assert!(!value.is_empty() || field["constraints"]["required"] != true, "{arguments:?} {field}: {row:?}");
                let words = field["constraints"]["enum"].as_array();
                assert!(
                    value.is_empty() || words.is_none_or(|words| words.iter().any(|word| word == value)),
                    "{arguments:?} {field}: {value}"
                );
            }
        }
    }
}

#[test]
fn submitted_tables_may_have_the_columns_of_their_schema_and_no_others() {
    let example = |field: &Value| match (field["name"].as_str().unwrap_or(""), field["type"].as_str().unwrap_or("")) {
        ("tournament_id", _) => "T1".to_owned(),
        ("file", _) => "t1.trf".to_owned(),
        ("fide_id" | "white", _) => "1001".to_owned(),
        ("black", _) => "1002".to_owned(),
        ("federation", _) => "NOR".to_owned(),
        ("ended_at", _) => "2013-11-05T18:30:00Z".to_owned(),
        ("round_dates", _) => "2024-01-10".to_owned(),
        ("arbiters", _) => "1003 1004".to_owned(),
        ("field", _) => field["constraints"]["enum"][0].as_str().unwrap_or("").to_owned(),
        (_, "date") => "2024-01-10".to_owned(),
        (_, "boolean") => "false".to_owned(),
        (_, "integer") => "5".to_owned(),
        ("old" | "result", _) => "1-0".to_owned(),
        ("new", _) => "0-1".to_owned(),
        ("class" | "waivers" | "title" | "women_title" | "disconnected", _) => String::new(),
        (_, _) => field["constraints"]["enum"][0].as_str().unwrap_or("words").to_owned(),
    };
    let table = |name: &str, more: bool| {
        let schema = &schemas()[name];
        let fields = schema["fields"].as_array().expect("fields").clone();
        let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
        let values: Vec<String> = fields.iter().map(&example).collect();
        let (extra_name, extra_value) = if more { (",nonsense", ",x") } else { ("", "") };
        format!("{}{extra_name}\n{}{extra_value}\n", names.join(","), values.join(","))
    };
    let report = std::fs::read(test_file("cli/club/tournaments/club.trf")).expect("a report");
    for more in [false, true] {
        let folder = Folder::new();
        folder.put("registry/registry.csv", table("registry", more));
        folder.put("registry/t1.trf", &report);
        folder.put("bundle/tournaments.csv", table("bundle_tournaments", more));
        folder.put("bundle/games.csv", table("bundle_games", more));
        folder.put("bundle/players.csv", table("bundle_players", more).replace(",5\n", ",1999\n"));
        folder.put("bundle/byes.csv", table("bundle_byes", more).replace(",5,1001,", ",4,1001,"));
        folder.put("online/online_games.csv", table("bundle_online_games", more));
        folder.put("roster/roster.csv", table("roster", more));
        folder.put("corrections/corrections.csv", table("corrections", more));
        let is_column = |said: &str| said.contains("column");
        for path in ["registry/registry.csv", "bundle", "online", "roster/roster.csv", "corrections/corrections.csv"] {
            let output = crate::support::ratinglist(folder.path(), &["check", path]);
            let said = String::from_utf8_lossy(&output.stdout);
            let reported = said.lines().any(|line| line.contains("nonsense"));
            assert!(!is_column(&said) || more, "{path}: {said}");
            // A roster may have columns of the user's own; everything else says that nothing reads them.
            assert_eq!(reported, more && path != "roster/roster.csv", "{path}: {said}");
        }
    }
}

#[test]
fn tables_of_norms_and_direct_results_have_the_columns_of_their_schemas_and_no_others() {
    let folder = Folder::new();
    folder.put("previous.csv", "fide_id,name,rating,k\n1001,A,1900,20\n");
    folder.put("month/README.md", "nothing was played");
    for (name, flag) in [("given_norms", "--norms"), ("direct_results", "--direct")] {
        let columns: Vec<String> = header_of(&schemas()[name]);
        folder.put("all.csv", columns.join(",") + "\n");
        folder.put("more.csv", columns.join(",") + ",nonsense\n");
        let run = |table: &str, code: i32| {
            let flags =
                "run --control standard --list 2024-02 --previous previous.csv --previous-date 2024-01-01 --tournaments month --quiet";
            let out = format!("made/{name}-{table}");
            expect_exit(folder.path(), &[&flags.split(' ').collect::<Vec<_>>()[..], &["--out", &out, flag, table]].concat(), code)
        };
        run("all.csv", 0);
        let said = run("more.csv", 3);
        assert!(said.err.contains(&format!("the columns are {}", columns.join(", "))), "{name}: {}", said.err);
    }
}

/// The columns of a schema, those included that may be missing.
fn header_of(schema: &Value) -> Vec<String> {
    let fields = schema["fields"].as_array().expect("fields").iter();
    fields.filter_map(|field| Some(field["name"].as_str()?.to_owned())).collect()
}

#[test]
fn the_data_package_describes_every_file_of_the_folder() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let list = folder.join("lists/rapid/2024-01-01");
    let package: Value = serde_json::from_str(&std::fs::read_to_string(list.join("datapackage.json")).expect("a package")).expect("JSON");
    assert_eq!(package["name"], "rapid-2024-01-01");
    let resources = package["resources"].as_array().expect("resources");
    let described: BTreeSet<&str> = resources.iter().filter_map(|resource| resource["path"].as_str()).collect();
    let made = bytes_below(&list);
    let others = ["datapackage.json", "manifest.json"];
    assert_eq!(described, made.keys().map(String::as_str).filter(|name| !others.contains(name)).collect());
    for resource in resources {
        let path = resource["path"].as_str().expect("a path");
        let bytes = &made[path];
        assert_eq!(resource["hash"], format!("sha256:{}", store::sha256_hex(bytes)), "{path}");
        // The validator frictionless cannot count those of Parquet.
        assert_eq!(resource["bytes"].as_u64(), (!path.ends_with(".parquet")).then_some(bytes.len() as u64), "{path}");
        let names: Vec<&str> = resource["schema"]["fields"].as_array().into_iter().flatten().filter_map(|f| f["name"].as_str()).collect();
        if path.ends_with(".parquet") {
            assert_eq!(names, columns(&list.join(path)).iter().map(|column| column.0.as_str()).collect::<Vec<_>>(), "{path}");
        } else if path.ends_with(".csv") {
            assert_eq!(names, header(&list.join(path)), "{path}");
        } else {
            assert!(names.is_empty(), "{path}");
        }
    }
    // What a schema calls required is filled in every row.
    let required = |field: &&Value| field["constraints"]["required"] == true;
    for field in schemas()["list"]["fields"].as_array().expect("fields").iter().filter(required) {
        let name = field["name"].as_str().expect("a name");
        assert!(csv_rows(&list.join("list.csv")).iter().all(|row| !row[name].is_empty()), "{name}");
    }
}

#[test]
fn every_reason_stands_in_the_schemas_and_in_the_chapter() {
    let words: Vec<&str> = model::Reason::ALL.iter().map(|reason| reason.word()).collect();
    let of_tournaments = model::Reason::NoGameCounts as usize;
    for (table, wanted) in [("games", &words[..]), ("tournaments", &words[..of_tournaments])] {
        let schema = &schemas()[table];
        let field = schema["fields"].as_array().expect("fields").iter().find(|field| field["name"] == "reason").expect("a reason");
        assert_eq!(field["constraints"]["enum"], serde_json::json!(wanted), "{table}");
    }
    let chapter = std::fs::read_to_string(test_file("../docs/src/what-is-rated.md")).expect("a chapter");
    for word in words {
        assert!(chapter.contains(&format!("`{word}`")), "{word}");
    }
}

mod needs_python {
    use super::*;
    use crate::python;

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn the_data_packages_of_every_kind_of_list_are_valid() {
        let folder = Folder::new();
        copy(&test_file("../data/demo"), folder.path());
        for list in ["2024-01", "2024-02"] {
            expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
        }
        expect_exit(folder.path(), &["export", "lists/rapid/2024-02-01", "--out", "rapid_feb24frl.txt", "--quiet"], 0);
        expect_exit(folder.path(), &["import", "rapid_feb24frl.txt", "--out", "imported/2024-02-01", "--quiet"], 0);
        let demo = ["demo", "titles", "--control", "standard", "--players", "300", "--months", "1", "--tournaments", "6", "--quiet"];
        expect_exit(folder.path(), &demo, 0);
        expect_exit(folder.path(), &["run", "titles/pipeline.toml", "--list", "2025-09", "--quiet"], 0);
        let lists = ["lists/rapid/2024-02-01", "imported/2024-02-01", "titles/lists/standard/2025-09-01"];
        for list in lists {
            assert!(folder.join(list).join("datapackage.json").is_file(), "{list}");
        }
        let code = format!(
            "from frictionless import validate\n\
             for folder in {lists:?}:\n    \
                 report = validate(folder + '/datapackage.json')\n    \
                 for error in report.flatten(['name', 'type', 'message'])[:5]: print(error)\n    \
                 print(report.valid, len(report.tasks) > 3)\n"
        );
        assert_eq!(python::run(folder.path(), &code).lines().collect::<Vec<_>>(), ["True True"; 3]);
        // A value that is none of its column is found.
        let list = folder.join("imported/2024-02-01/list.csv");
        let text = std::fs::read_to_string(&list).expect("a list");
        std::fs::write(&list, text.replace(",M,", ",male,")).expect("written");
        let code = "from frictionless import validate\nprint(validate('imported/2024-02-01/datapackage.json').valid)";
        assert_eq!(python::run(folder.path(), code).trim(), "False");
    }

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn what_diff_and_history_write_is_valid_by_the_schemas() {
        let folder = Folder::new();
        copy(&test_file("../data/demo"), folder.path());
        for list in ["2024-01", "2024-02"] {
            expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
        }
        let mut code = "from frictionless import Resource, Schema\n".to_owned();
        for (name, arguments, exit) in [
            ("diff", &["diff", "lists/rapid"][..], 1),
            ("diff_players", &["diff", "lists/rapid", "--wide"], 1),
            ("history", &["history", "lists/rapid", "--top", "5"], 0),
        ] {
            expect_exit(folder.path(), &[arguments, &["--out", &format!("{name}.csv"), "--quiet"]].concat(), exit);
            // With the fields of other schemas in their places.
            folder.put(&format!("{name}.json"), schemas()[name].to_string());
            code.push_str(&format!(
                "report = Resource(path='{name}.csv', schema=Schema.from_descriptor('{name}.json')).validate()\n\
                 print(report.valid, report.flatten(['rowNumber', 'fieldName', 'message'])[:5])\n"
            ));
        }
        assert_eq!(python::run(folder.path(), &code).lines().collect::<Vec<_>>(), ["True []"; 3]);
    }
}
