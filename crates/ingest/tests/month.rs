//! A month at full size: 30,000 tournaments. Run with `cargo test --release -p ingest --test month -- --ignored --nocapture`.

use ingest::{ReadOptions, Sources, Submissions, read};
use model::{Control, PlayerIndex};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;
use tables::{OutputColumn, OutputTable};

const TOURNAMENTS: u32 = 30_000;
/// The number of entries of each tournament; all of them play in every round.
const ENTRIES: u32 = 22;
const ROUNDS: u32 = 6;

fn timed(what: &str, folder: &Path) -> Submissions {
    let known = PlayerIndex::new((0..1_500_000).map(|player| 100_000 + 40 * player).collect());
    let options = ReadOptions::new(Control::Rapid, &known);
    let start = Instant::now();
    let read = read(&Sources { tournaments: vec![folder.to_owned()], ..Sources::default() }, &options).expect("readable");
    println!("{what}: {:?}, {} games, {} diagnostics", start.elapsed(), read.batch.games.len(), read.diagnostics.len());
    read
}

/// The id of an entry; players take part in several tournaments.
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
                // Pairs the two halves of the field, shifted by one each round.
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
    let of_tournament = (ROUNDS * half) as usize;
    let height = TOURNAMENTS as usize * of_tournament;
    let game = |row: usize| {
        let (tournament, game) = ((row / of_tournament) as u32, (row % of_tournament) as u32);
        (tournament, game / half, game % half)
    };
    let results = ["1-0", "0-1", "1/2-1/2"];
    let write = |name: &str, rows: usize, columns: Vec<OutputColumn<'_>>| {
        let file = fs::File::create(folder.path().join(name)).expect("a file");
        OutputTable::new(rows, columns).write_parquet(file, &[]).expect("written");
    };
    let columns = vec![
        OutputColumn::texts("tournament_id", |row| format!("T{}", game(row).0)),
        OutputColumn::integers("round", |row| Some(game(row).1 as i32 + 1)),
        OutputColumn::ids("white", |row| {
            let (tournament, _, entry) = game(row);
            Some(id(tournament, entry))
        }),
        OutputColumn::ids("black", |row| {
            let (tournament, round, entry) = game(row);
            Some(id(tournament, half + (entry + round) % half))
        }),
        OutputColumn::texts("result", |row| {
            let (tournament, round, entry) = game(row);
            results[((tournament + round + entry) % 3) as usize]
        }),
    ];
    write("games.parquet", height, columns);
    let columns = vec![
        OutputColumn::texts("tournament_id", |row| format!("T{row}")),
        OutputColumn::texts("name", |row| format!("Open {row}")),
        OutputColumn::constant_text("control", "rapid"),
        OutputColumn::constant_text("start", "2024-02-01"),
        OutputColumn::constant_text("end", "2024-02-03"),
        OutputColumn::integers("minutes", |_| Some(15)),
    ];
    write("tournaments.parquet", TOURNAMENTS as usize, columns);
    for _ in 0..3 {
        let read = timed("2 million games in Parquet", folder.path());
        assert_eq!(read.batch.games.len(), height);
        assert_eq!(read.diagnostics, []);
    }
}
