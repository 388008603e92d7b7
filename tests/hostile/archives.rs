//! Small files that unpack to large ones, and documents that nest or refer to themselves.

use super::measured::{Run, run};
use crate::support::Folder;
use std::io::{Cursor, Write};
use tables::{OutputColumn, OutputTable};

const LIST: &str = "ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n";

fn zip(member: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    federation_lists::write_zipped(&mut bytes, member, |out: &mut dyn Write| out.write_all(content)).expect("memory");
    bytes.into_inner()
}

fn import(folder: &Folder, file: &str) -> Run {
    run(folder.path(), &["import", file, "--control", "rapid", "--date", "2024-01", "--out", "made/2024-01-01"])
}

/// Wants the file refused, and next to no memory taken: archives and documents are never held whole.
fn refuses(folder: &Folder, file: &str, words: &[&str]) {
    import(folder, file).says(3, words).takes_at_most(0, 0);
    run(folder.path(), &["check", file]).says(1, words).takes_at_most(0, 0);
    assert!(!folder.join("made").exists(), "{file}");
}

#[test]
fn an_archive_that_expands_a_thousand_times_is_refused() {
    let folder = Folder::new();
    let bomb = zip("list.txt", &[LIST.as_bytes(), &vec![b'\n'; 24 << 20]].concat());
    assert!(bomb.len() < 1 << 18, "{} bytes", bomb.len());
    folder.put("bomb.zip", &bomb);
    refuses(&folder, "bomb.zip", &["bomb.zip: FED003: the list is larger than ", " bytes; no list is"]);
}

#[test]
fn archives_in_archives_and_of_many_files_are_refused() {
    let folder = Folder::new();
    folder.put("nested.zip", zip("inner.zip", &zip("list.txt", LIST.as_bytes())));
    refuses(&folder, "nested.zip", &["FED002: the archive holds 'inner.zip', which is neither .txt nor .xml"]);
    folder.put("disguised.zip", zip("list.txt", &zip("list.txt", LIST.as_bytes())));
    refuses(&folder, "disguised.zip", &["disguised.zip: FED001: not a list"]);
    folder.put("many.zip", many(60_000));
    refuses(&folder, "many.zip", &["FED002: the archive holds 60000 files; exactly one list is wanted"]);
}

/// An archive of many empty files, by the book: each has a header of its own and one in the directory at the end.
fn many(files: u32) -> Vec<u8> {
    let (mut local, mut directory) = (Vec::new(), Vec::new());
    for file in 0..files {
        let name = format!("{file:05}.txt");
        directory.extend_from_slice(b"PK\x01\x02\x14\0\x14\0");
        directory.extend_from_slice(&[0; 20]);
        directory.extend_from_slice(&9u16.to_le_bytes());
        directory.extend_from_slice(&[0; 12]);
        directory.extend_from_slice(&u32::try_from(local.len()).expect("short").to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        local.extend_from_slice(b"PK\x03\x04\x14\0");
        local.extend_from_slice(&[0; 20]);
        local.extend_from_slice(&9u16.to_le_bytes());
        local.extend_from_slice(&[0; 2]);
        local.extend_from_slice(name.as_bytes());
    }
    let begins = u32::try_from(local.len()).expect("short");
    let length = u32::try_from(directory.len()).expect("short");
    let count = u16::try_from(files).expect("as many as an archive of the old kind can have");
    local.extend(directory);
    local.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    local.extend_from_slice(&[count.to_le_bytes(), count.to_le_bytes()].concat());
    local.extend_from_slice(&[length.to_le_bytes(), begins.to_le_bytes()].concat());
    local.extend_from_slice(&[0; 2]);
    local
}

#[test]
fn an_archive_that_lies_about_its_sizes_takes_no_more_memory() {
    let folder = Folder::new();
    let list = [LIST.as_bytes(), &vec![b'\n'; 1 << 20]].concat();
    let honest = zip("list.txt", &list);
    let size = u32::try_from(list.len()).expect("short").to_le_bytes();
    let places: Vec<usize> = (0..honest.len() - 4).filter(|&at| honest[at..at + 4] == size).collect();
    assert!(!places.is_empty(), "the archive says how long the list is");
    for claimed in [0u32, 10, u32::MAX - 1] {
        let mut lying = honest.clone();
        for &at in &places {
            lying[at..at + 4].copy_from_slice(&claimed.to_le_bytes());
        }
        folder.put("lying.zip", lying);
        let reported = import(&folder, "lying.zip");
        reported.takes_at_most(0, 0);
        assert!(matches!(reported.code, Some(0 | 3)), "{:?}", reported.code);
        if folder.join("made").exists() {
            std::fs::remove_dir_all(folder.join("made")).expect("removed");
        }
    }
}

#[test]
fn archives_of_reports_that_expand_lie_or_hold_too_much_take_next_to_no_memory() {
    let folder = Folder::new();
    folder.put("previous.csv", "fide_id,rating\n1,1800\n2,1800\n");
    let report = "012 Open\n042 2024/01/13\n052 2024/01/13\n\
        001    1 m    Berg, Anna                        1800 NOR           1             1.0    1     2 w 1\n\
        001    2 w    Dahl, Nils                        1800 NOR           2             0.0    2     1 b 0\n";
    folder.put("month/good.trf", report);
    folder.put("month/many.zip", many(60_000));
    folder.put("month/bomb.zip", zip("bomb.trf", &[report.as_bytes(), &vec![b' '; 24 << 20]].concat()));
    let honest = zip("lying.trf", report.as_bytes());
    let size = u32::try_from(report.len()).expect("short").to_le_bytes();
    for (name, claimed) in [("short", 10u32), ("none", 0), ("long", u32::MAX - 1)] {
        let mut lying = honest.clone();
        for at in 0..honest.len() - 4 {
            if honest[at..at + 4] == size {
                lying[at..at + 4].copy_from_slice(&claimed.to_le_bytes());
            }
        }
        folder.put(&format!("month/{name}.zip"), lying);
    }
    let arguments = [
        "run",
        "--control",
        "rapid",
        "--list",
        "2024-02",
        "--previous",
        "previous.csv",
        "--tournaments",
        "month",
        "--out",
        "made/2024-02-01",
    ];
    run(folder.path(), &arguments).says(0, &["1 rated", "TRF053"]).takes_at_most(0, 0);
    for file in ["month/many.zip", "month/bomb.zip", "month/short.zip"] {
        run(folder.path(), &["check", file]).takes_at_most(0, 0);
    }
}

#[test]
fn a_document_a_hundred_thousand_elements_deep_is_refused() {
    let folder = Folder::new();
    let deep = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
    folder.put("deep.xml", format!("<?xml version=\"1.0\"?>\n<playerslist>{deep}</playerslist>"));
    refuses(&folder, "deep.xml", &["deep.xml:2: FED003: elements are nested deeper than 32"]);
}

#[test]
fn entities_are_not_expanded_and_nothing_outside_is_fetched() {
    let folder = Folder::new();
    folder.put("secret", "top secret");
    let mut entities = "<!ENTITY l0 \"ha\"><!ENTITY out SYSTEM \"secret\">".to_owned();
    for n in 1..30 {
        entities.push_str(&format!("<!ENTITY l{n} \"&l{};&l{};\">", n - 1, n - 1));
    }
    let player = "<player><fideid>7</fideid><name>Berg &l29; &out;</name><country>NOR</country><sex>F</sex><rating>1800</rating></player>";
    folder.put("laughs.xml", format!("<?xml version=\"1.0\"?>\n<!DOCTYPE playerslist [{entities}]>\n<playerslist>{player}</playerslist>"));
    let reported = import(&folder, "laughs.xml");
    reported.says(0, &["FED030: &l29; is not known; it is kept as it stands"]).takes_at_most(0, 0);
    let list = std::fs::read_to_string(folder.join("made/2024-01-01/list.csv")).expect("made");
    assert!(list.contains("7,Berg &l29; &out;,") && !list.contains("secret"), "{list}");
}

fn parquet(rows: usize, columns: Vec<OutputColumn<'_>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    OutputTable::new(rows, columns).write_parquet(&mut bytes, &[]).expect("memory");
    bytes
}

#[test]
fn a_parquet_file_with_more_rows_than_it_can_hold_is_refused() {
    let folder = Folder::new();
    let rows = 1_500_000;
    let same = |name: &str| OutputColumn::integers(name, |_| Some(1800));
    let bytes = parquet(rows, vec![same("fide_id"), same("rating")]);
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    folder.put("list.parquet", &bytes);
    let words = ["LST001: not readable as Parquet: the file claims 1500000 rows in ", "that many it cannot hold"];
    run(folder.path(), &["check", "list.parquet"]).says(1, &words).takes_at_most(0, 0);
    let word = |name: &str| OutputColumn::constant_text(name, "T1");
    let games = vec![word("tournament_id"), same("round"), same("white"), same("black"), word("result")];
    folder.put("bundle/games.parquet", parquet(rows, games));
    folder.put("bundle/tournaments.csv", "tournament_id,start,end\nT1,2024-01-06,2024-01-07\n");
    run(folder.path(), &["check", "bundle"])
        .says(1, &["BUN001: the table cannot be read: the file claims 1500000 rows"])
        .takes_at_most(0, 0);
}

#[test]
fn a_parquet_file_in_which_one_long_word_stands_everywhere_is_refused() {
    let folder = Folder::new();
    let rows = 4000;
    let ids = OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok());
    let rating = OutputColumn::integers("rating", |_| Some(1800));
    let name = OutputColumn::constant_text("name", &"x".repeat(100_000));
    let bytes = parquet(rows, vec![ids, rating, name]);
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    folder.put("list.parquet", &bytes);
    let words = ["LST001: not readable as Parquet: "];
    run(folder.path(), &["check", "list.parquet"]).says(1, &words).takes_at_most(0, 0);
}
