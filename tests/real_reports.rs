//! Real reports, and those of pairing programs' tests, with names and ids scrambled: each is rated, or refused for a reason that is right.
//!
//! Every file is handed in alone, with flags: the list of the month after its end, made from one on which its players have the ratings
//! that the report states. What may be right or wrong about each was judged by a person who read the file.

use crate::support::{Folder, expect_exit, parquet, rows, test_file};
use ingest::{ReadOptions, Sources};
use model::{Control, ListDate, PlayerIndex};
use std::collections::BTreeMap;

/// The rules are those of one edition for all: some of the reports are older than any edition that is known.
const RULES: &str = "standard-2024";

const NO_DATES: &str = "it is of a test of pairings, or is one line of a header, and tells no days";
const NO_IDS: &str = "none of its players has an id";

/// Files that are rightly refused: the reason, and why it is right. All others are rightly rated.
const REFUSED: [(&str, &str, &str); 21] = [
    ("made-25.input", "no-dates", NO_DATES),
    ("made-26.input", "no-dates", NO_DATES),
    ("made-27.input", "no-dates", NO_DATES),
    ("made-28.input", "no-dates", NO_DATES),
    ("made-29.trf", "no-game-counts", NO_IDS),
    ("made-30.input", "no-dates", NO_DATES),
    ("made-31.input", "no-dates", NO_DATES),
    ("made-32.input", "no-dates", NO_DATES),
    ("made-33.input", "no-dates", NO_DATES),
    ("made-34.input", "no-dates", NO_DATES),
    ("made-35.input", "no-dates", NO_DATES),
    ("made-36.input", "no-dates", NO_DATES),
    ("real-01.trf", "no-game-counts", NO_IDS),
    ("real-03.trf", "no-game-counts", NO_IDS),
    ("real-12.txt", "contradictory", "a third of its games are in one player's line only"),
    ("real-15.trf", "no-game-counts", NO_IDS),
    ("real-18.tab", "no-game-counts", "none of its players has a rating"),
    ("real-19.tab", "no-game-counts", NO_IDS),
    ("real-21.tab", "no-dates", "it tells its first day and not its last"),
    ("real-22.tab", "no-game-counts", "none of its players with an id has a rating"),
    ("real-23.trf", "no-game-counts", NO_IDS),
];

/// A report's characters: UTF-8, or one byte each.
fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned)
}

/// The ratings of the players with an id, by the columns of their lines.
fn ratings(report: &str) -> BTreeMap<u32, u32> {
    let field = |line: &[char], from: usize, to: usize| line[(from - 1).min(line.len())..to.min(line.len())].iter().collect::<String>();
    let lines = report.split(['\r', '\n']).filter(|line| line.starts_with("001 "));
    let number = |text: String| text.trim().parse::<u32>().ok();
    lines
        .filter_map(|line| {
            let line: Vec<char> = line.chars().collect();
            let id = number(field(&line, 58, 68)).filter(|id| (1..1_000_000_000).contains(id))?;
            Some((id, number(field(&line, 49, 52)).filter(|rating| (1..4000).contains(rating)).unwrap_or(0)))
        })
        .collect()
}

/// What became of a report: `rated`, or the reason why not.
fn outcome(name: &str) -> String {
    let folder = Folder::new();
    let bytes = std::fs::read(test_file("trf/good").join(name)).expect("there");
    let path = folder.put(&format!("handed-in/{name}"), &bytes);
    let known = PlayerIndex::default();
    let sources = Sources { tournaments: vec![path], ..Sources::default() };
    let read = ingest::read(&sources, &ReadOptions::new(None, &known)).expect("a report");
    let tournament = &read.batch.tournaments[0];
    let control = tournament.control.unwrap_or(Control::Standard);
    // The list after the end, or any where nothing tells the days.
    let end = tournament.end.or(tournament.start);
    let list = end.map_or_else(|| "2024-03".parse().expect("a month"), |end| ListDate::of_month(end).plus_months(2));
    let previous = list.minus_months(1);
    let players = ratings(&text(&bytes));
    let rating_of = |rating: &u32| if *rating > 0 { rating.to_string() } else { String::new() };
    let list_csv: String = players.iter().map(|(id, rating)| format!("{id},{},20\n", rating_of(rating))).collect();
    // Somebody, so that the list is one where nobody has an id.
    folder.put("previous.csv", format!("fide_id,rating,k\n{list_csv}999999999,2000,20\n"));
    let (list, previous) = (list.month(), previous.to_string());
    let inputs = ["--previous", "previous.csv", "--previous-date", &previous, "--tournaments", "handed-in", "--rules", RULES];
    let arguments = [&["run", "--control", control.word(), "--list", &list], &inputs[..], &["--out", "made", "--quiet"]].concat();
    expect_exit(folder.path(), &arguments, 0);
    let tournaments = rows(&parquet(&folder.join("made/tournaments.parquet")));
    assert_eq!(tournaments.len(), 1, "{name}");
    let sides = rows(&parquet(&folder.join("made/games.parquet")));
    // Every game that was read is there for both players, counted or not.
    assert_eq!(sides.len(), 2 * read.batch.games.len(), "{name}");
    match tournaments[0]["status"].as_str() {
        "rated" => "rated".to_owned(),
        _ => tournaments[0]["reason"].clone(),
    }
}

#[test]
fn real_reports_are_rated_or_refused_for_a_reason_that_is_right() {
    let mut names: Vec<String> = std::fs::read_dir(test_file("trf/good"))
        .expect("there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| (name.starts_with("real-") || name.starts_with("made-")) && !name.ends_with(".expected"))
        .collect();
    names.sort();
    let (mut rated, mut refused_rightly, mut wrong) = (0, 0, Vec::new());
    for name in &names {
        let outcome = outcome(name);
        match (REFUSED.iter().find(|(file, ..)| file == name), outcome.as_str()) {
            (None, "rated") => rated += 1,
            (Some((_, reason, _)), outcome) if *reason == outcome => refused_rightly += 1,
            (Some((_, reason, why)), "rated") => wrong.push(format!("{name}: accepted wrongly, and not refused as {reason}: {why}")),
            (_, outcome) => wrong.push(format!("{name}: refused wrongly: {outcome}")),
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!((rated, refused_rightly), (15, REFUSED.len()));
}
