//! `explain`: numbers that add up for everybody, cases worked by hand, what is said, and what is refused.

use crate::support::{Folder, Said, copy, expect_exit, test_file};
use inspect::explain::Explainer;
use pages::Terminal;
use serde_json::Value;
use std::path::Path;

mod pools;
mod refusals;
mod tampering;
pub(crate) mod titles;
mod tournaments;
mod worked_examples;

/// As wide as what is said to people may be.
const TERMINAL: Terminal = Terminal { width: Some(100), is_coloured: false, has_plots: false };

/// Explains every player and every tournament of a list; what does not add up is returned.
pub(crate) fn what_does_not_add_up(folder: &Path) -> Vec<String> {
    let explainer = match Explainer::open(folder, store::HashCheck::Required) {
        Ok(explainer) => explainer,
        Err(error) => return vec![format!("not explained: {error}")],
    };
    let mut wrong = Vec::new();
    for id in explainer.players().expect("readable") {
        match explainer.player(id) {
            Ok(explanation) => {
                wrong.extend(explanation.differences.iter().map(|difference| format!("explain {id}: {difference}")));
                let text = explanation.to_document().to_terminal(TERMINAL);
                wrong.extend(text.lines().filter(|line| line.chars().count() > 100).map(|line| format!("explain {id}: too wide: {line}")));
            }
            Err(error) => wrong.push(format!("explain {id}: {error}")),
        }
    }
    for id in explainer.tournaments() {
        match explainer.tournament(&id) {
            Ok(answer) => {
                wrong.extend(answer.differences.iter().map(|difference| format!("explain {id}: {difference}")));
                let text = answer.to_document().to_terminal(TERMINAL);
                wrong.extend(text.lines().filter(|line| line.chars().count() > 100).map(|line| format!("explain {id}: too wide: {line}")));
            }
            Err(error) => wrong.push(format!("explain {id}: {error}")),
        }
    }
    wrong
}

#[test]
fn for_every_player_of_the_demo_and_every_list_the_numbers_add_up_to_the_lists() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
        let wrong = what_does_not_add_up(&folder.join(&format!("lists/rapid/{month}-01")));
        assert!(wrong.is_empty(), "{month}: {} wrong\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    }
}

/// The columns of the lists and tournaments of these tests.
const PLAYERS: &str = "fide_id,name,rating,k";
const EVENTS: &str = "tournament_id,kind,start,end,minutes,received";

/// What is explained of a player, as JSON; everything adds up.
fn explained(folder: &Folder, list: &str, player: &str) -> Value {
    let said = expect_exit(folder.path(), &["explain", list, player, "--json"], 0);
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(value["differences"], serde_json::json!([]));
    value
}

/// What is explained of a player, for people.
fn explained_text(folder: &Folder, list: &str, player: &str) -> String {
    let Said { out, .. } = expect_exit(folder.path(), &["explain", list, player], 0);
    // One space for each run of white, so that tests do not depend on where lines end.
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of a step of the calculation, with its article.
fn step<'a>(explained: &'a Value, what: &str) -> (&'a str, &'a str) {
    let steps = explained["steps"].as_array().expect("steps");
    let step = steps.iter().find(|step| step["what"] == what).unwrap_or_else(|| panic!("no step '{what}' in {steps:#?}"));
    (step["value"].as_str().expect("a value"), step["article"].as_str().expect("an article"))
}

/// A field of every game of an event.
fn column(explained: &Value, event: usize, field: &str) -> Vec<i64> {
    let games = explained["events"][event]["games"].as_array().expect("games");
    games.iter().map(|game| game[field].as_i64().unwrap_or(i64::MIN)).collect()
}
