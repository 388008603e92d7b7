//! How `explain` finds a player, and what it cannot explain.

use super::{EVENTS, PLAYERS};
use crate::month::Month;
use crate::support::expect_exit;

/// Three players and one game, for the list of March 2024.
fn march() -> Month {
    let month = Month::of("rapid");
    let players = ["1,\"Adams, Ann\",1800,20", "2,\"Adams, Bob\",1800,20", "3,\"Ødegård, Åse\",1700,20"];
    month.list("2024-02-01", PLAYERS, players).bundle(EVENTS, ["T1,swiss,2024-02-10,2024-02-11,,"], ["T1,1,1,2,1-0"]);
    month
}

#[test]
fn a_player_is_asked_for_by_id_or_by_a_part_of_the_name_in_any_case() {
    let month = march();
    let list = month.make("2024-03", &[]);
    for query in ["1", "adams, a", "ANN", "Ann Adams", "ann adams"] {
        assert!(
            expect_exit(month.path(), &["explain", &list, query], 0).out.starts_with("Adams, Ann, 1, on the rapid list of 2024-03-01\n")
        );
    }
    assert!(expect_exit(month.path(), &["explain", &list, "ØDEGÅRD"], 0).out.starts_with("Ødegård, Åse, 3, "));
    let several = expect_exit(month.path(), &["explain", &list, "adams"], 1);
    assert_eq!(several.out, "");
    assert_eq!(
        several.err,
        "1  Adams, Ann      1810\n2  Adams, Bob      1790\nerror: 'adams' is 2 players\nhint: give the id, or more of the name\n"
    );
    let as_json = expect_exit(month.path(), &["explain", &list, "adams", "--json"], 1).out;
    let as_json: serde_json::Value = serde_json::from_str(&as_json).expect("JSON");
    assert_eq!(as_json["matches"][1]["fide_id"], serde_json::json!(2));
    for (query, hint) in
        [("nobody", "a part of the name as the list writes it"), ("77", "the id is of nobody"), (" , ", "a part of the name")]
    {
        let said = expect_exit(month.path(), &["explain", &list, query], 1);
        assert!(said.err.starts_with("error: no player '") && said.err.contains(&format!("hint: {hint}")), "{}", said.err);
    }
}

#[test]
fn a_list_made_without_the_audit_says_so() {
    let month = march();
    let list = month.make("2024-03", &["--no-audit"]);
    for arguments in [["explain", &list, "1"].as_slice(), &["explain", &list, "--tournament", "T1"]] {
        let said = expect_exit(month.path(), arguments, 3);
        assert!(said.err.contains("lists/rapid/2024-03-01: made with --no-audit"), "{}", said.err);
    }
}

#[test]
fn foreign_and_damaged_folders_are_refused_with_what_is_missing() {
    let month = march();
    let list = month.make("2024-03", &[]);
    let refused = |path: &str| expect_exit(month.path(), &["explain", path, "1"], 3).err;
    assert!(refused("lists/rapid/2024-02-01").contains("manifest.json is missing"));
    assert!(refused("nowhere").contains("nowhere: no such file or folder"));
    assert!(refused("lists/rapid/2024-03-01/list.csv").contains("manifest.json is missing"));
    for (file, damage) in [
        ("changes.parquet", &b"PAR1"[..]),
        ("games.parquet", b"no table"),
        ("state.parquet", b""),
        ("tournaments.parquet", b"PAR1PAR1"),
        ("list.parquet", b"PAR1"),
        ("manifest.json", b"{"),
    ] {
        let path = month.join(&list).join(file);
        let whole = std::fs::read(&path).expect("there");
        std::fs::write(&path, damage).expect("written");
        assert!(refused(&list).contains(file), "{file}");
        std::fs::remove_file(&path).expect("removed");
        let missing = refused(&list);
        assert!(missing.contains(&format!("{file}: missing, and ")), "{file}: {missing}");
        std::fs::write(&path, whole).expect("written");
    }
    // A table cut off anywhere must not end in a panic.
    let path = month.join(&list).join("games.parquet");
    let whole = std::fs::read(&path).expect("there");
    for length in (0..whole.len()).step_by(97) {
        std::fs::write(&path, &whole[..length]).expect("written");
        refused(&list);
    }
}

#[test]
fn a_user_rulebook_is_found_again_and_a_changed_one_is_not_used() {
    let month = march();
    month.put("own.toml", "id = \"own\"\nbased_on = \"rapid-blitz-2024\"\n\n[development]\nrule = \"flat\"\narticle = \"1\"\nk = 25\n");
    let list = month.make("2024-03", &["--rules", "own.toml"]);
    let said = expect_exit(month.path(), &["explain", &list, "1"], 0).out;
    assert!(said.contains("Rules: own for the list, own for the calculation"), "{said}");
    month.put("own.toml", "id = \"own\"\nbased_on = \"rapid-blitz-2022\"\n");
    let refused = expect_exit(month.path(), &["explain", &list, "1"], 3);
    assert!(
        refused.err.contains("the rules that made this list are missing: own.toml") && refused.err.contains("has changed since"),
        "{}",
        refused.err
    );
}

#[test]
fn the_page_is_one_file_without_markup_from_names() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,<b>Ann</b>,1800,20", "2,<script>x</script>,1800,20"]);
    let list = month.bundle(EVENTS, ["T1<i>,swiss,2024-02-10,2024-02-11,,"], ["T1<i>,1,1,2,1-0"]).make("2024-03", &[]);
    for arguments in
        [["explain", &list, "1", "--html", "page.html"].as_slice(), &["explain", &list, "--tournament", "T1<i>", "--html", "page.html"]]
    {
        expect_exit(month.path(), arguments, 0);
        let page = std::fs::read_to_string(month.join("page.html")).expect("a page");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;script&gt;x"), "{page}");
        assert!(!page.contains("<script>x") && !page.contains("<b>Ann") && !page.contains("T1<i>") && !page.contains("http://"), "{page}");
    }
}
