//! A month at full size: 30,000 tournaments. Run with `cargo test --release -p ingest --test month -- --ignored --nocapture`.

use ingest::{HandedIn, Question, Sources, read};
use model::{Control, PlayerIndex};
use polars::prelude::*;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

const TOURNAMENTS: u32 = 30_000;
/// Entries of each tournament; every one of them plays in every round.
const ENTRIES: u32 = 22;
const ROUNDS: u32 = 6;

fn timed(what: &str, folder: &Path) -> HandedIn {
    let known = PlayerIndex::new((0..1_500_000).map(|player| 100_000 + 40 * player).collect());
    let question = Question::of(Control::Rapid, &known);
    let start = Instant::now();
    let read = read(&Sources { tournaments: vec![folder.to_owned()], ..Sources::default() }, &question).expect("readable");
    println!("{what}: {:?}, {} games, {} diagnostics", start.elapsed(), read.batch.games.len(), read.diagnostics.len());
    read
}

/// The id of an entry; the same players meet again in other tournaments.
fn id(tournament: u32, entry: u32) -> u32 {
    100_000 + 40 * ((tournament * 7919 + entry * 104_729) % 1_500_000)
}

#[test]
#[ignore = "writes and reads thirty thousand files"]
fn thirty_thousand_reports_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for tournament in 0..TOURNAMENTS {
        let mut text = format!("012 Open {tournament}\n032 NOR\n042 2024/02/01\n052 2024/02/03\n092 Swiss\n142 {ROUNDS}\n222 900+10\n");
        for entry in 0..ENTRIES {
            let id = id(tournament, entry);
            write!(
                text,
                "001 {:4} m    {:33} {:4} NOR {id:>11} {:10} {:4} {:4}",
                entry + 1,
                format!("Player, {id}"),
                1800,
                "1990/01/01",
                "",
                ""
            )
            .expect("a string");
            for round in 0..ROUNDS {
                // The two halves of the field move past each other.
                let half = ENTRIES / 2;
                let (opponent, colour) =
                    if entry < half { (half + (entry + round) % half, 'w') } else { ((entry - half + half - round) % half, 'b') };
                write!(text, "  {:4} {colour} =", opponent + 1).expect("a string");
            }
            text.push('\n');
        }
        let path = folder.path().join(format!("{:02}/T{tournament}.trf", tournament % 40));
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    let read = timed("30,000 reports", folder.path());
    assert_eq!(read.batch.games.len(), (TOURNAMENTS * ENTRIES / 2 * ROUNDS) as usize);
    assert_eq!(read.diagnostics, []);
}

#[test]
#[ignore = "writes and reads two million games"]
fn two_million_games_of_a_bundle_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let half = ENTRIES / 2;
    let games = || (0..TOURNAMENTS).flat_map(move |t| (0..ROUNDS).flat_map(move |round| (0..half).map(move |entry| (t, round, entry))));
    let ids: Vec<String> = games().map(|(tournament, ..)| format!("T{tournament}")).collect();
    let results = ["1-0", "0-1", "1/2-1/2"];
    let columns = vec![
        Column::new("tournament_id".into(), ids),
        Column::new("round".into(), games().map(|(_, round, _)| (round + 1) as i32).collect::<Vec<_>>()),
        Column::new("white".into(), games().map(|(t, _, entry)| id(t, entry) as i32).collect::<Vec<_>>()),
        Column::new("black".into(), games().map(|(t, round, entry)| id(t, half + (entry + round) % half) as i32).collect::<Vec<_>>()),
        Column::new("result".into(), games().map(|(t, round, entry)| results[((t + round + entry) % 3) as usize]).collect::<Vec<_>>()),
    ];
    let height = columns[0].len();
    let mut frame = DataFrame::new(height, columns).expect("columns of one length");
    let write = |name: &str, frame: &mut DataFrame| {
        let file = fs::File::create(folder.path().join(name)).expect("a file");
        ParquetWriter::new(file).with_compression(ParquetCompression::Snappy).finish(frame).expect("written");
    };
    write("games.parquet", &mut frame);
    let columns = vec![
        Column::new("tournament_id".into(), (0..TOURNAMENTS).map(|t| format!("T{t}")).collect::<Vec<_>>()),
        Column::new("name".into(), (0..TOURNAMENTS).map(|t| format!("Open {t}")).collect::<Vec<_>>()),
        Column::new("control".into(), vec!["rapid"; TOURNAMENTS as usize]),
        Column::new("start".into(), vec!["2024-02-01"; TOURNAMENTS as usize]),
        Column::new("end".into(), vec!["2024-02-03"; TOURNAMENTS as usize]),
        Column::new("minutes".into(), vec![15i32; TOURNAMENTS as usize]),
    ];
    write("tournaments.parquet", &mut DataFrame::new(TOURNAMENTS as usize, columns).expect("columns of one length"));
    for _ in 0..3 {
        let read = timed("2 million games in Parquet", folder.path());
        assert_eq!(read.batch.games.len(), height);
        assert_eq!(read.diagnostics, []);
    }
}
