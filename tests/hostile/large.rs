//! Files that are far too large: memory is bounded by the input, and what is said of it is not the input over again.
//!
//! Here they are small enough for every day. `make hostile` makes them a gigabyte long.

use super::measured::run;
use crate::support::Folder;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// How long the files are, in bytes.
fn length() -> u64 {
    let megabytes = std::env::var("HOSTILE_MEGABYTES").ok().and_then(|text| text.parse::<u64>().ok());
    megabytes.unwrap_or(16) << 20
}

/// Readers that hold the file hold it at most so many times: as bytes, as text, and as the fields of one row.
const HELD: u64 = 3;

/// Writes a file that begins with something and goes on with the same over and over.
fn put_endless(folder: &Folder, name: &str, beginning: &str, again: &str, length: u64) -> PathBuf {
    let path = folder.put(name, beginning);
    let file = std::fs::OpenOptions::new().append(true).open(&path).expect("it was just written");
    let mut file = BufWriter::new(file);
    let block = again.repeat((1 << 16) / again.len());
    for _ in 0..length / block.len() as u64 {
        file.write_all(block.as_bytes()).expect("the disk takes it");
    }
    file.flush().expect("the disk takes it");
    path
}

const FLAGS: [&str; 7] = ["run", "--control", "rapid", "--list", "2024-02", "--out", "2024-02-01"];
const PREVIOUS: &str = "fide_id,name,rating,k\n1001,Berg,1800,20\n1002,Dahl,1700,20\n";
const TOURNAMENTS: &str = "tournament_id,start,end\nT1,2024-01-06,2024-01-07\n";
const GAMES: &str = "tournament_id,round,white,black,result\nT1,1,1001,1002,1-0\n";

/// A month of one game that can be rated.
fn month() -> Folder {
    let folder = Folder::new();
    folder.put("previous/list.csv", PREVIOUS);
    folder.put("month/bundle/tournaments.csv", TOURNAMENTS);
    folder.put("month/bundle/games.csv", GAMES);
    folder
}

fn run_with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&FLAGS[..], &["--previous", "previous", "--tournaments", "month"], more].concat()
}

#[test]
fn a_report_of_one_endless_line_is_refused_and_the_month_is_made() {
    let folder = month();
    put_endless(&folder, "month/endless.trf", "012 ", "x", length());
    let reported = "month/endless.trf:1:1048576: TRF039: the line is longer than 1048576 bytes; no report's is";
    run(folder.path(), &["check", "month/endless.trf"])
        .says(1, &[reported, "hint: a report has one line per player"])
        .takes_at_most(HELD, length());
    run(folder.path(), &run_with(&[])).says(0, &["TRF039"]).takes_at_most(HELD, length());
    let diagnostics = std::fs::read_to_string(folder.join("2024-02-01/diagnostics.csv")).expect("there");
    assert!(diagnostics.contains("endless.trf,1,1048576,TRF039,error,"), "{diagnostics}");
}

#[test]
fn a_report_with_ten_million_columns_is_refused() {
    let folder = Folder::new();
    let player = format!("012 Open\n001    1 m    {:33} 1800 NOR     1500001             1.0    1", "Berg, Anna");
    put_endless(&folder, "wide.trf", &player, "     2 w 1", 10_000_000);
    run(folder.path(), &["check", "wide.trf"]).says(1, &["wide.trf:2:1048576: TRF039: "]).takes_at_most(HELD, 10_000_000);
}

#[test]
fn a_list_of_one_endless_line_or_ten_million_columns_is_refused() {
    let folder = month();
    for (name, beginning, again) in [
        ("line/list.csv", "fide_id,rating\n", "x"),
        ("columns/list.csv", "", "c,"),
        ("fields/list.csv", "fide_id,rating\n", ","),
        ("quotes/list.csv", "fide_id,rating\n", "\"\""),
    ] {
        put_endless(&folder, name, beginning, again, length().max(20_000_000));
        let input = length().max(20_000_000);
        let reported = format!("{name}:{}:1048576: LST012: the line is longer than 1048576 bytes", beginning.lines().count() + 1);
        run(folder.path(), &["check", name]).says(1, &[&reported]).takes_at_most(HELD, input);
        let previous = ["--previous", name.trim_end_matches("/list.csv"), "--previous-date", "2024-01", "--tournaments", "month"];
        run(folder.path(), &[&FLAGS[..], &previous].concat()).says(3, &["LST012"]).takes_at_most(HELD, input);
    }
    assert!(!folder.join("2024-02-01").exists());
}

#[test]
fn a_list_with_too_many_columns_in_one_short_line_is_refused() {
    let folder = Folder::new();
    folder.put("list.csv", format!("fide_id,rating{}\n", ",c".repeat(400_000)));
    run(folder.path(), &["check", "list.csv"]).says(1, &["list.csv:1: LST012: its header has 400002 columns; no table has more than 1000"]);
    folder.put("list.csv", format!("fide_id,rating{}\n1,1800\n", ",name".repeat(900)));
    let run = run(folder.path(), &["check", "list.csv"]);
    run.says(1, &["list.csv:1:21: LST001: column 'name' is there twice"]).takes_at_most(0, 0);
}

#[test]
fn tables_of_one_endless_line_are_refused() {
    let folder = month();
    let input = length();
    put_endless(&folder, "registry.csv", "tournament_id,file\n", "x", input);
    put_endless(&folder, "wide.csv", "tournament_id,file", ",c", input);
    put_endless(&folder, "players.csv", "fide_id,from,field,value\n", "7,", input);
    put_endless(&folder, "corrections.csv", "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n", ",", input);
    for (flag, file, line) in [
        ("--registry", "registry.csv", 2),
        ("--registry", "wide.csv", 1),
        ("--players", "players.csv", 2),
        ("--corrections", "corrections.csv", 2),
    ] {
        let reported = format!("line {line} is longer than 1048576 bytes; no table's is");
        run(folder.path(), &run_with(&[flag, file])).says(3, &[file, &reported]).takes_at_most(HELD, input);
    }
    for table in ["tournaments.csv", "games.csv", "players.csv", "online_games.csv"] {
        let bundle = Folder::new();
        bundle.put("tournaments.csv", TOURNAMENTS);
        bundle.put("games.csv", GAMES);
        put_endless(&bundle, table, "tournament_id,round,white,black,result,fide_id,game_id,control,ended_at\n", "x", input);
        let reported = if table == "online_games.csv" { "BUN0" } else { "BUN001: the table cannot be read: line 2 is longer than " };
        run(bundle.path(), &["check", "."]).says(1, &[table, reported]).takes_at_most(HELD, input);
    }
    assert!(!folder.join("2024-02-01").exists());
}

#[test]
fn a_federations_file_of_one_endless_line_is_not_kept_in_memory() {
    let folder = Folder::new();
    let list = "ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n";
    put_endless(&folder, "jan24frl.txt", list, "x", length());
    let import = |file: &'static str| ["import", file, "--control", "rapid", "--date", "2024-01", "--out", "made/2024-01-01"];
    run(folder.path(), &import("jan24frl.txt")).takes_at_most(0, 0);
    let player = "<playerslist><player><fideid>7</fideid><name>";
    put_endless(&folder, "text.xml", player, "x", length());
    put_endless(&folder, "tag.xml", "<playerslist><player><fideid>7</fideid><", "x", length());
    put_endless(&folder, "entities.xml", player, "&x;", length());
    for file in ["text.xml", "tag.xml"] {
        run(folder.path(), &import(file)).says(3, &[file, "FED003: a text or tag is longer than any list has"]).takes_at_most(0, 0);
    }
    run(folder.path(), &import("entities.xml")).says(3, &["FED003: a value is longer than 65536 bytes"]).takes_at_most(0, 0);
}

#[test]
fn the_same_fault_in_every_line_is_reported_ten_thousand_times_and_then_counted() {
    let folder = Folder::new();
    put_endless(&folder, "open.trf", "012 Open\n", "001    x m    Berg\n", 1 << 20);
    let reported = run(folder.path(), &["check", "open.trf", "--json"]);
    reported.says(1, &["more like the first 10000"]);
    assert!(reported.said.out.lines().count() < 10_010, "{}", reported.said.out.lines().count());
    put_endless(&folder, "list.csv", "fide_id,rating\n", "0,x\n", 1 << 20);
    let reported = run(folder.path(), &["check", "list.csv", "--json"]);
    reported.says(1, &["more like the first 10000"]);
    assert!(reported.said.out.lines().count() < 10_010, "{}", reported.said.out.lines().count());
    // However long what is quoted is, a message is not.
    folder.put("rounds.trf", format!("012 Open\n142 {}\n", "9".repeat(1_000_000)));
    let reported = run(folder.path(), &["check", "rounds.trf"]);
    reported.says(1, &["TRF016: '9999"]);
    assert!(reported.said.out.len() < 10_000, "{}", reported.said.out.len());
}

#[test]
fn merges_that_are_entangled_without_end_are_refused_or_left_out_in_time() {
    let folder = month();
    let day = |n: u32| format!("{:04}-{:02}-{:02}", 1900 + n / 336, 1 + n / 28 % 12, 1 + n % 28);
    let mut roster = "fide_id,from,field,value\n".to_owned();
    let mut corrections = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n".to_owned();
    // Each day a chain of merges becomes longer at its beginning.
    for n in 0..5_000 {
        roster.push_str(&format!("{},{},merged_into,{}\n", 900_000 - n, day(n), 900_001 - n));
        corrections.push_str(&format!("C{n},{},Office,same,,,,,merge,{},{}\n", day(n), 900_000 - n, 900_001 - n));
    }
    corrections.push_str("CX,2023-01-01,Office,round,,,,,merge,900001,895001\n");
    folder.put("players.csv", roster);
    folder.put("corrections.csv", corrections);
    run(folder.path(), &run_with(&["--players", "players.csv"])).says(3, &["the merges lead through too many ids to be followed"]);
    // Rows of corrections that cannot be applied are named and left out.
    run(folder.path(), &run_with(&["--corrections", "corrections.csv"])).says(0, &["COR006", "too many to be followed"]);
}

#[test]
fn settings_that_are_too_large_or_too_deep_are_refused() {
    let folder = month();
    put_endless(&folder, "rules.toml", "# ", "x", 2 << 20);
    run(folder.path(), &run_with(&["--rules", "rules.toml"])).says(2, &["rules.toml: larger than 1048576 bytes; no settings are"]);
    run(folder.path(), &["status", "rules.toml"]).says(2, &["rules.toml: larger than 1048576 bytes"]);
    folder.put("deep.toml", format!("x = {}", "[".repeat(200_000)));
    run(folder.path(), &["status", "deep.toml"]).says(2, &["deep.toml:1:"]);
    run(folder.path(), &run_with(&["--rules", "deep.toml"])).says(2, &["deep.toml:1:"]);
}

#[test]
fn nul_bytes_are_not_text_wherever_they_stand() {
    let folder = month();
    let nul = |text: &str| text.replace(' ', "\0").replace(',', ",\0");
    folder.put("month/nul.trf", nul("012 Open\n001    1 m    Berg\n"));
    std::fs::File::create(folder.join("month/zeros.trf")).and_then(|file| file.set_len(length())).expect("a sparse file");
    let refused = "refused  TRF002 The report holds bytes that no text holds.";
    let words = ["2 refused", &format!("nul    {refused}"), &format!("zeros  {refused}")];
    run(folder.path(), &run_with(&[])).says(0, &words).takes_at_most(HELD, length());
    folder.put("nul/list.csv", nul(PREVIOUS));
    run(folder.path(), &["check", "nul/list.csv"]).says(1, &["nul/list.csv:1: LST001: the file is not text"]);
    for (flag, file, header) in
        [("--registry", "registry.csv", "tournament_id,file\nT1,a.trf\n"), ("--players", "players.csv", "fide_id,from,field,value\n")]
    {
        folder.put(file, nul(header));
        run(folder.path(), &run_with(&[flag, file])).says(3, &[file, "it is not text"]);
    }
    folder.put("list.txt", nul("ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n"));
    let import = ["import", "list.txt", "--control", "rapid", "--date", "2024-01", "--out", "made/2024-01-01"];
    run(folder.path(), &import).says(3, &["list.txt"]);
    folder.put("pipeline.toml", nul("name = \"x\"\n"));
    run(folder.path(), &["status", "pipeline.toml"]).says(2, &["pipeline.toml:1:"]);
}
