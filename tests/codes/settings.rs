//! Diagnostics about pipeline files, rulebooks and orders.

use super::Raised;
use crate::support::Folder;
use model::Code;

#[test]
fn every_code_of_settings_is_raised() {
    let mut raised = Raised::default();
    raised.by_file(&["SET001"], "rules.toml", "based_on = \"standard-2024\"\nid = \"own\"\nkk = 3\n");
    let folder = Folder::new();
    folder.put("rapid.toml", "name = \"Rapid\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"reports\"]\n");
    raised.by(&["SET002"], folder.path(), &["check", "rapid.toml"]);
    let codes: Vec<&Code> = pipeline::CODES.iter().copied().filter(|code| code.id.starts_with("SET")).collect();
    raised.expect_all(&codes);
}
