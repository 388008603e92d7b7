//! Commands for unattended operation: status, completions and manual pages.

use super::club;
use crate::support::{Folder, expect_exit};
use serde_json::Value;

fn status(folder: &Folder, arguments: &[&str], code: i32) -> Value {
    let mut all = vec!["status", "pipeline.toml", "--json"];
    all.extend(arguments);
    serde_json::from_str(&expect_exit(folder.path(), &all, code).out).expect("JSON")
}

#[test]
fn a_list_is_due_from_its_day_on_and_the_exit_code_says_so() {
    let folder = club();
    // The newest list is of January, so February's is next.
    let before = status(&folder, &["--on", "2024-01-31"], 0);
    assert_eq!((&before["due"], &before["next"]), (&Value::Null, &Value::from("2024-02")));
    let on_the_day = status(&folder, &["--on", "2024-02-01"], 1);
    assert_eq!(on_the_day["due"], "2024-02");
    assert_eq!(on_the_day["ready"], 3, "three of the five tournaments are rated then");
    let months: Vec<&str> = on_the_day["lists"].as_array().expect("lists").iter().filter_map(|list| list["list"].as_str()).collect();
    assert_eq!(months, ["2023-12", "2024-01"]);

    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let after = status(&folder, &["--on", "2024-02-01"], 0);
    assert_eq!((&after["due"], &after["next"]), (&Value::Null, &Value::from("2024-03")));
}

#[test]
fn status_lists_drafts_and_waiting_tournaments() {
    let folder = club();
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--draft", "--quiet"], 0);
    let reported = status(&folder, &["--on", "2024-02-01"], 1);
    assert_eq!(reported["drafts"], serde_json::json!(["2024-02"]), "a draft is not the list");
    let said = expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-01"], 1).out;
    assert!(said.contains("2024-02 is due") && said.contains("Drafts"), "{said}");
    for waiting in reported["waiting"].as_array().expect("a list") {
        assert_eq!(waiting["status"], "waiting");
        assert!(said.contains(waiting["tournament_id"].as_str().expect("an id")), "{said}");
    }
}

#[test]
fn titles_that_the_newest_list_newly_proposes_are_named() {
    let month = crate::explain::titles::month();
    month.pipeline("");
    let before = status(&month, &["--on", "2022-03-01"], 1);
    assert_eq!(before.get("new_proposals"), None, "the first list has no table of proposals");
    month.run("2022-03", 0);
    let after = status(&month, &["--on", "2022-03-01"], 0);
    let proposals: Vec<_> =
        after["new_proposals"].as_array().expect("a list").iter().map(|p| [&p["fide_id"], &p["title"], &p["basis"]]).collect();
    let by_rating = |title: &str| [serde_json::json!(1011), title.into(), "rating".into()];
    assert_eq!(proposals, [by_rating("FM").each_ref(), by_rating("WFM").each_ref()]);
    let said = expect_exit(month.path(), &["status", "pipeline.toml", "--on", "2022-03-01"], 0).out;
    assert!(said.contains("Titles newly proposed on the list of 2022-03") && said.contains("by rating (1.31)"), "{said}");
    // A month later nothing is new.
    month.tournament("NEXT", "2022-03-05", &["1001 1002 1-0"]);
    month.run("2022-04", 0);
    assert_eq!(status(&month, &["--on", "2022-04-01"], 0)["new_proposals"], serde_json::json!([]));
    std::fs::write(month.join("lists/standard/2022-04-01/title_awards.csv"), "fide_id\n").expect("damaged");
    assert!(expect_exit(month.path(), &["status", "pipeline.toml", "--on", "2022-04-01"], 3).err.contains("title_awards.csv"));
}

#[test]
fn without_a_list_to_start_from_there_is_no_status() {
    let folder = club();
    std::fs::remove_dir_all(folder.join("lists/rapid")).expect("removed");
    expect_exit(folder.path(), &["status", "pipeline.toml"], 4);
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let folder = Folder::new();
    let help = expect_exit(folder.path(), &["--help"], 0).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"regenerate") && commands.len() > 8, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = expect_exit(folder.path(), &["completions", shell], 0).out;
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    expect_exit(folder.path(), &["man", "pages"], 0);
    for command in commands {
        let page = std::fs::read_to_string(folder.join(&format!("pages/ratinglist-{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(folder.join("pages/ratinglist.1").is_file());
}
