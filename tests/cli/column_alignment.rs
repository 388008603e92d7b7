//! Columns of text line up whatever script a name is in.

use super::{club, exits};
use crate::support::Folder;
use std::fs::read_to_string;

/// Two cells a character, none for the accents, one a letter from right to left.
const NAMES: [(&str, &str); 3] = [("Adams, Ann", "棋手, 甲"), ("Brown, Bob", "لاعب, باء"), ("Clark, Cat", "Cla\u{301}rk, Ca\u{308}t")];

/// The club with such names on its lists, and the list of February.
fn club_of_many_scripts() -> Folder {
    let folder = club();
    for list in ["rapid/2023-12-01", "rapid/2024-01-01", "standard/2023-12-01"] {
        let file = format!("lists/{list}/list.csv");
        let text =
            NAMES.iter().fold(read_to_string(folder.join(&file)).expect("a list"), |text, (plain, other)| text.replace(plain, other));
        folder.put(&file, &text);
    }
    folder
}

/// The cell at which `word` begins in the only line of a part of the text that begins, after blanks, with `start`.
fn cell_of(text: &str, part: &str, start: &str, word: &str) -> usize {
    let from = text.find(part).unwrap_or_else(|| panic!("no {part} in {text}"));
    let line = text[from..].lines().find(|line| line.trim_start().starts_with(start)).unwrap_or_else(|| panic!("no {start} in {text}"));
    let end = line.find(word).unwrap_or_else(|| panic!("no {word} in {line}"));
    let cells = |character: char| match character {
        '\u{300}'..='\u{36f}' | '\u{2068}' | '\u{2069}' => 0,
        '\u{4e00}'..='\u{9fff}' => 2,
        _ => 1,
    };
    line[..end].chars().map(cells).sum()
}

#[test]
fn names_of_every_script_keep_the_columns_of_a_run_in_line() {
    let folder = club_of_many_scripts();
    let run = exits(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 0).out;
    let column = |id| cell_of(&run, "Highest", id, "ENG");
    // Two blanks, an id, two blanks, ten cells for the longest name, two blanks.
    assert_eq!(["100101", "100102", "100103", "100104", "100105"].map(column), [22; 5], "{run}");
}

#[test]
fn names_of_every_script_keep_the_columns_of_an_explanation_in_line() {
    let folder = club_of_many_scripts();
    exits(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let player = exits(folder.path(), &["explain", "lists/rapid/2024-02-01", "100104"], 0).out;
    let column = |(start, rating)| cell_of(&player, "C2401", start, rating);
    let columns = [("1 b", "2000"), ("2 w", "1900"), ("3 b", "1800")].map(column);
    assert!(columns.iter().all(|&at| at == columns[0]), "{columns:?} {player}");
    let tournament = exits(folder.path(), &["explain", "lists/rapid/2024-02-01", "--tournament", "C2401"], 0).out;
    let column = |(id, rating)| cell_of(&tournament, "Players", id, rating);
    let columns = [("100101", "2000"), ("100102", "1900"), ("100103", "1800"), ("100104", "1600")].map(column);
    assert!(columns.iter().all(|&at| at == columns[0]), "{columns:?} {tournament}");
}

#[test]
fn names_of_every_script_keep_the_columns_of_a_comparison_in_line() {
    let folder = club_of_many_scripts();
    exits(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let diff = exits(folder.path(), &["diff", "lists/rapid/2024-01-01", "lists/rapid/2024-02-01"], 1).out;
    for (part, ids) in [("  Gains", ["100103", "100104"]), ("  Losses", ["100101", "100102"])] {
        let [header, one, other] =
            [("Id", "Fed."), (ids[0], "ENG"), (ids[1], "ENG")].map(|(start, word)| cell_of(&diff, part, start, word));
        assert!(header == one && header == other, "{header} {one} {other} {diff}");
    }
}
