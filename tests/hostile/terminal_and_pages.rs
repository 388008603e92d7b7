//! Names on terminals and pages: they cannot move the cursor, clear the screen, reverse a line, or become part of a page's markup.

use super::measured::run;
use crate::support::Folder;

/// Clears the screen, sets the title of the window, turns the rest of the line round, and closes what a page has open.
const NAMES: [&str; 5] =
    ["Berg\u{1b}[2J\u{1b}]0;x\u{7}", "Dahl\u{9b}2J", "Ek\u{202e}0081 \u{2067}x", "</td><script>alert(1)</script>", "כהן, דוד"];

/// A list and a month in which these people play, and the tournament is called the same.
fn month() -> Folder {
    let folder = Folder::new();
    let players: String = NAMES.iter().enumerate().map(|(at, name)| format!("{},\"{name}\",NOR,1800,20\n", 1001 + at)).collect();
    folder.put("previous/list.csv", format!("fide_id,name,federation,rating,k\n{players}"));
    let names = NAMES.concat();
    folder.put(
        "month/tournaments.csv",
        format!("tournament_id,name,start,end\n\"T{names}\",\"{names}\",2024-01-06,2024-01-07\nU,\"{names}\",\"{names}\",\n"),
    );
    let games: String = (1..NAMES.len()).map(|at| format!("\"T{names}\",{at},1001,{},1-0\n", 1001 + at)).collect();
    folder.put("month/games.csv", format!("tournament_id,round,white,black,result\n{games}\"T{names}\",1,7,8,\"{names}\"\n"));
    folder
}

const RUN: [&str; 11] =
    ["run", "--control", "rapid", "--list", "2024-02", "--previous", "previous", "--tournaments", "month", "--out", "lists/2024-02-01"];

/// Wants nothing in a text that a terminal obeys or that turns it round.
fn is_plain(text: &str) {
    for (number, line) in text.lines().enumerate() {
        let hidden = |c: char| (c.is_control() && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}' | '\u{2067}');
        assert!(!line.contains(hidden), "line {}: {line:?}", number + 1);
        // Names from right to left are kept apart, and every isolate has its end.
        assert_eq!(line.matches('\u{2068}').count(), line.matches('\u{2069}').count(), "{line:?}");
        assert!(!line.contains("כהן") || line.contains('\u{2068}'), "{line:?}");
    }
}

#[test]
fn no_name_reaches_a_terminal_as_anything_but_text() {
    let folder = month();
    let mut printed = String::new();
    for (arguments, code) in [
        (&RUN[..], 0),
        (&["check", "month"], 1),
        (&["plan", "--control", "rapid", "--list", "2024-02", "--previous", "previous", "--tournaments", "month"], 0),
        (&["explain", "lists/2024-02-01", "1003"], 0),
        (&["explain", "lists/2024-02-01", "e"], 1),
        (&["history", "lists", "1001"], 0),
        (&["history", "lists", "1005"], 0),
        (&["diff", "previous/list.csv", "lists/2024-02-01"], 1),
    ] {
        let run = run(folder.path(), arguments);
        run.says(code, &[]);
        is_plain(&run.said.out);
        is_plain(&run.said.err);
        printed.push_str(&run.said.out);
        printed.push_str(&run.said.err);
    }
    assert!(printed.contains("\\u{1b}") && printed.contains("\\u{202e}"), "what was hidden is written out:\n{printed}");
    // An error that names what it is about.
    let gone = run(folder.path(), &["check", "\u{1b}[2Jgone.trf"]);
    is_plain(&gone.says(3, &["\\u{1b}[2Jgone.trf"]).said.err);
}

#[test]
fn json_on_a_terminal_has_no_control_characters_and_keeps_the_names() {
    let folder = month();
    run(folder.path(), &RUN).says(0, &[]);
    let explained = run(folder.path(), &["explain", "lists/2024-02-01", "1003", "--json"]);
    let text = &explained.says(0, &[]).said.out;
    assert!(!text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text:?}");
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert!(value.to_string().contains(NAMES[2]), "{value}");
    let checked = run(folder.path(), &["check", "month", "--json"]);
    assert!(!checked.said.out.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{:?}", checked.said.out);
    assert!(checked.said.out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn no_name_becomes_markup_or_turns_a_page_round() {
    let folder = month();
    run(folder.path(), &RUN).says(0, &[]);
    run(folder.path(), &["explain", "lists/2024-02-01", "1004", "--html", "player.html"]).says(0, &[]);
    run(folder.path(), &["explain", "lists/2024-02-01", "--tournament", &format!("T{}", NAMES.concat()), "--html", "event.html"])
        .says(0, &[]);
    run(folder.path(), &["history", "lists", "1004", "--html", "history.html"]).says(0, &[]);
    run(folder.path(), &["diff", "previous/list.csv", "lists/2024-02-01", "--html", "diff.html"]).says(1, &[]);
    for page in ["lists/2024-02-01/report.html", "player.html", "event.html", "history.html", "diff.html"] {
        let html = std::fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(!html.contains("<script>alert"), "{page}");
        assert!(!html.contains(|c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202a}'..='\u{202e}')), "{page}");
    }
    let report = std::fs::read_to_string(folder.join("lists/2024-02-01/report.html")).expect("made");
    assert!(report.contains("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;"), "the name is there as text");
}

#[test]
fn names_are_kept_in_the_data_as_they_came() {
    let folder = month();
    run(folder.path(), &RUN).says(0, &[]);
    let exported = run(folder.path(), &["export", "lists/2024-02-01", "--format", "csv"]);
    for name in NAMES {
        assert!(exported.said.out.contains(name), "{name:?} is not as it was: {:?}", exported.said.out);
    }
}
