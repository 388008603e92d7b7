//! The chapter on a first list: its files are those in the folder, and its arithmetic is right and gives the list.

use super::markdown::blocks;
use super::{Page, project_file};
use crate::support::{Folder, copy, csv_rows, expect_exit};

/// The content of a block as the file it shows.
fn as_file(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_chapter_shows_the_files_as_they_are_in_the_folder() {
    let chapter = Page::read("docs/src/first-list.md").text;
    for file in ["lists/rapid/2024-05-01/list.csv", "tournaments/spring-rapid.trf", "tournaments.csv", "rapid.toml"] {
        let content = Page::read(&format!("docs/src/first-list/{file}")).text;
        let (_, after) = chapter.split_once(&format!("\n`{file}`:\n")).unwrap_or_else(|| panic!("{file} is not shown"));
        assert_eq!(as_file(&blocks(after)[0].lines), content, "{file}");
    }
    for (chapter, language, file) in
        [("own-rules", "toml", "docs/src/first-list/club-rules.toml"), ("corrections", "csv", "pipelines/demo-corrections.csv")]
    {
        let page = Page::read(&format!("docs/src/{chapter}.md"));
        let block_of_file = blocks(&page.text).into_iter().find(|block| block.language == language).expect("a block");
        // Comments at the top may be left out.
        let content: String = Page::read(file).text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        assert_eq!(as_file(&block_of_file.lines), content, "{file}");
    }
}

/// The cell in hundredths: `+0.18` is 18, `.67` is 67, `-28.0` is -2800, `½` is 50.
fn hundredths(cell: &str) -> i64 {
    if cell == "½" {
        return 50;
    }
    let (sign, digits) = cell.strip_prefix('-').map_or((1, cell.trim_start_matches('+')), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().expect("a number") };
    sign * (whole * 100 + format!("{decimals:0<2}").parse::<i64>().expect("two decimals"))
}

#[test]
fn the_arithmetic_of_the_chapter_adds_up_and_is_that_of_the_list() {
    let folder = Folder::new();
    copy(&project_file("docs/src/first-list"), folder.path());
    expect_exit(folder.path(), &["run", "rapid.toml", "--list", "2024-06", "--quiet"], 0);
    let list = csv_rows(&folder.join("lists/rapid/2024-06-01/list.csv"));
    let chapter = Page::read("docs/src/first-list.md").text;
    let rows: Vec<Vec<&str>> = chapter
        .lines()
        .skip_while(|line| !line.starts_with("| player |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let [player, differences, expected, scores, sum, k, product, change, new] = row[..] else { panic!("{row:?}") };
        let (name, before) = player.split_once(", ").expect("a name and a rating");
        let cells = |cell: &str| cell.split_whitespace().map(hundredths).collect::<Vec<_>>();
        let (expected, scores) = (cells(expected), cells(scores));
        assert_eq!((expected.len(), scores.len(), differences.split(", ").count()), (4, 4, 4), "{name}");
        assert_eq!(scores.iter().sum::<i64>() - expected.iter().sum::<i64>(), hundredths(sum), "{name}");
        let k: i64 = k.parse().expect("K");
        assert_eq!(k * hundredths(sum), hundredths(product), "{name}");
        let rounded = (hundredths(product).abs() + 50) / 100 * hundredths(product).signum();
        let number = |cell: &str| cell.parse::<i64>().expect("a number");
        assert_eq!((rounded, number(before) + rounded), (number(change), number(new)), "{name}");
        let listed = list.iter().find(|row| row["name"].starts_with(name)).expect("on the list");
        assert_eq!((listed["rating"].as_str(), listed["games"].as_str()), (new, "4"), "{name}");
    }
    // The new player: 12395 / 7 - 50 = 1720.71 (7.2.3, 7.2.4).
    let new = list.iter().find(|row| row["name"] == "Nestorai, Yuna").expect("on the list");
    assert_eq!((new["rating"].as_str(), new["games"].as_str(), new["k"].as_str()), ("1721", "5", "40"));
}
