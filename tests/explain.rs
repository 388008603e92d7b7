//! `explain`: numbers that add up for everybody, cases worked by hand, what is said, and what is refused.

use crate::support::{Folder, copy, expect_exit, test_file};
use inspect::explain::Explainer;
use std::path::Path;

/// Explains every player and every tournament of a list; what does not add up is returned.
pub(crate) fn what_does_not_add_up(folder: &Path) -> Vec<String> {
    let explainer = match Explainer::open(folder) {
        Ok(explainer) => explainer,
        Err(error) => return vec![format!("not explained: {error}")],
    };
    let mut wrong = Vec::new();
    for id in explainer.players() {
        match explainer.player(id) {
            Ok(explanation) => {
                wrong.extend(explanation.differences.iter().map(|difference| format!("explain {id}: {difference}")));
                let text = explanation.to_string();
                wrong.extend(text.lines().filter(|line| line.chars().count() > 100).map(|line| format!("explain {id}: too wide: {line}")));
            }
            Err(error) => wrong.push(format!("explain {id}: {error}")),
        }
    }
    for id in explainer.tournaments() {
        match explainer.tournament(&id) {
            Ok(answer) => {
                wrong.extend(answer.differences.iter().map(|difference| format!("explain {id}: {difference}")));
                let text = answer.to_string();
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
