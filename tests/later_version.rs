//! Lists that a later version of the program made: read as far as they go, and never called damaged.

use crate::month::Month;
use crate::support::{Said, bytes_below, expect_exit};
use serde_json::{Value, json};

const LIST: &str = "lists/rapid/2024-03-01";

/// A list made by a pipeline, and its manifest as a later version would have written it.
fn list_of_a_later_version(change: fn(&mut Value)) -> Month {
    let month = Month::of("rapid");
    month.list("2024-02-01", "fide_id,name,federation,birth_year,rating,k", ["1001,One,NOR,1980,1800,20", "1002,Two,SWE,1990,1800,20"]);
    month.tournament("T1", "2024-02-03", &["1001 1002 1-0"]).pipeline("");
    month.run("2024-03", 0);
    month.tournament("T2", "2024-03-03", &["1002 1001 1-0"]);
    let read = |name: &str| -> Value { serde_json::from_slice(&std::fs::read(month.join(LIST).join(name)).expect("there")).expect("JSON") };
    let (mut manifest, mut record) = (read("manifest.json"), read("run.json"));
    change(&mut manifest);
    let inputs: Vec<model::InputFile> = serde_json::from_value(manifest["inputs"].clone()).expect("inputs");
    let settings = serde_json::from_value(manifest["settings"].clone()).expect("settings");
    manifest["inputs_sha256"] = json!(store::input_digest(&inputs, &settings));
    let text = manifest.to_string();
    record["manifest_sha256"] = json!(store::sha256_hex(text.as_bytes()));
    record["checks"][0]["level"] = json!("ask");
    month.put(&format!("{LIST}/manifest.json"), text);
    month.put(&format!("{LIST}/run.json"), record.to_string());
    month
}

fn refused(month: &Month, arguments: &[&str], code: i32) -> Said {
    let before = bytes_below(month.path());
    let said = expect_exit(month.path(), arguments, code);
    assert_eq!(bytes_below(month.path()), before, "{arguments:?}: something was written or changed");
    assert!(!said.err.contains("damaged") && !said.err.contains("backup"), "{}", said.err);
    said
}

#[test]
fn counts_and_levels_that_are_not_known_yet_are_passed_over() {
    let month = list_of_a_later_version(|manifest| manifest["counts"]["players_on_the_moon"] = json!(7));
    expect_exit(month.path(), &["verify", LIST], 0);
    expect_exit(month.path(), &["explain", LIST, "1001"], 0);
    month.run("2024-04", 0);
}

#[test]
fn an_input_of_a_role_that_is_not_known_yet_is_kept_and_only_verify_stops_at_it() {
    let month = list_of_a_later_version(|manifest| {
        let inputs = manifest["inputs"].as_array_mut().expect("inputs");
        inputs.push(json!({ "role": "weather", "path": "weather.csv", "sha256": "00" }));
    });
    let said = refused(&month, &["verify", LIST], 3);
    let words = "manifest.json: the input weather.csv (weather) is of a later version of the program and cannot be checked";
    assert!(said.err.contains(words), "{}", said.err);
    expect_exit(month.path(), &["explain", LIST, "1001"], 0);
    month.run("2024-04", 0);
}

#[test]
fn a_later_format_is_refused_by_its_number_and_says_what_to_do() {
    let month = list_of_a_later_version(|manifest| {
        manifest["format"] = json!(3);
        manifest["counts"] = json!("elsewhere");
    });
    // Nor are its tables what this version would read.
    month.put(&format!("{LIST}/state.parquet"), "of format 3");
    let words = format!("{LIST}/manifest.json: made by a later version of the program, format 3; this one knows 2");
    for arguments in [
        &["run", "pipeline.toml", "--list", "2024-04"][..],
        &["plan", "pipeline.toml", "--list", "2024-04"],
        &["regenerate", "pipeline.toml"],
        &["verify", LIST],
        &["explain", LIST, "1001"],
    ] {
        let said = refused(&month, arguments, 3);
        assert!(said.err.contains(&words) && said.err.contains("hint: update the program"), "{arguments:?}: {}", said.err);
    }
    let said = refused(&month, &["run", "pipeline.toml", "--list", "2024-03"], 3);
    assert!(said.err.contains(&words), "{}", said.err);
    let said = refused(&month, &["diff", "lists/rapid/2024-02-01", LIST], 2);
    assert!(said.err.contains(&words), "{}", said.err);
}
