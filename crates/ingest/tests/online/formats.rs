//! Tests of tables as programs write them, CSV and Parquet, also damaged.

use crate::*;

/// Online games written by pandas: ids with missing values as floats, times in nanoseconds and UTC, controls as categories.
const OF_PANDAS: &[u8] = include_bytes!("pandas.parquet");
/// Online games written by pyarrow: narrow and unsigned ids, times in milliseconds, row groups of two rows.
const OF_PYARROW: &[u8] = include_bytes!("pyarrow.parquet");
/// Online games of which one has an id of more than 63 bits, with an untyped column of nulls.
const LARGE_IDS: &[u8] = include_bytes!("large-ids.parquet");

#[test]
fn csv_and_parquet_give_the_same_games() {
    let csv = read_rows(&[
        "4,rapid,11,12,1-0,2013-11-05T18:30:00.25Z,",
        "3,,12,13,0-1,2013-11-04T18:30:00Z,black",
        "4,blitz,12,13,0-1,2013-11-04T18:30:00Z,",
        "5,rapid,,13,?,2013-11-04T18:30:00Z,",
        "6,rapid,12,13,1-0,,",
        "4,rapid,11,12,1-0,2013-11-05T18:30:00.25Z,",
        ",rapid,11,12,1-0,2013-11-05T18:30:00Z,",
    ]);
    let ends = [
        "2013-11-05T18:30:00.25Z",
        "2013-11-04T18:30:00Z",
        "2013-11-04T18:30:00Z",
        "2013-11-04T18:30:00.000Z",
        "",
        "2013-11-05T18:30:00.250000Z",
        "2013-11-05T18:30:00Z",
    ];
    let (games, white) = (["4", "3", "4", "5", "6", "4", ""], ["11", "12", "12", "", "12", "11", "11"]);
    let of_texts = tempdir().expect("a folder");
    let columns = vec![
        OutputColumn::texts("control", |row| ["rapid", "", "blitz", "rapid", "rapid", "", "rapid"][row]),
        OutputColumn::texts("ended_at", |row| ends[row]),
        OutputColumn::texts("white", |row| white[row]),
        OutputColumn::integers("black", |row| Some([12, 13, 13, 13, 13, 12, 12][row])),
        OutputColumn::texts("game_id", |row| games[row]),
        OutputColumn::texts("result", |row| ["1-0", "0-1", "0-1", "?", "1-0", "1-0", "1-0"][row]),
        OutputColumn::texts("disconnected", |row| if row == 1 { "black" } else { "" }),
    ];
    write_parquet(&of_texts.path().join("online_games.parquet"), 7, columns);
    let [of_pandas, of_pyarrow] = [OF_PANDAS, OF_PYARROW].map(|bytes| folder(&[("online_games.parquet", bytes)]));
    for (written_by, folder) in [("this program", of_texts), ("pandas", of_pandas), ("pyarrow", of_pyarrow)] {
        let parquet = read_folder(&folder);
        assert_eq!(described(&csv.online.games), described(&parquet.online.games), "{written_by}");
        assert_eq!(parquet.online.games.ids, GameIds::Numbers(vec![3, 5, 4, 4]), "{written_by}");
        assert_eq!((parquet.online.unusable, parquet.online.other_controls), (2, 1), "{written_by}");
        assert_eq!((csv.online.unusable, csv.online.other_controls), (2, 1));
        assert_eq!(
            messages(&parquet),
            [
                "online_games.parquet:4: BUN005: row 4: '?' is no result",
                "online_games.parquet:4: BUN017: row 4: white has no usable id; the game does not count",
                "online_games.parquet:5: BUN014: row 5: the game does not tell when it ended; it is left out",
                "online_games.parquet:6: BUN019: row 6: game '4' is also in online_games.parquet:1; the repeat is left out",
                "online_games.parquet:7: BUN015: row 7: the game has no game_id; it is left out",
            ],
            "{written_by}"
        );
    }
}

#[test]
fn times_in_parquet_must_lie_within_the_calendar() {
    let november = 1_383_264_000_000_000;
    let moments = [november, i64::MAX, i64::MIN, november - 1, -1];
    let read = read_folder(&of_ends(5, OutputColumn::timestamps("ended_at", |row| moments[row])));
    assert_eq!((ids(&read.online.games), read.online.earlier, read.online.unusable), (vec!["1".to_owned()], 2, 2));
    let message = "the time lies beyond every calendar; the game is left out";
    assert_eq!(messages(&read), [2, 3].map(|row| format!("online_games.parquet:{row}: BUN014: row {row}: {message}")));
    let day = "2013-11-05".parse().expect("a day");
    for (wrong, holds) in [
        (OutputColumn::integers("ended_at", |_| Some(1_383_264_000)), "i32"),
        (OutputColumn::constant_date("ended_at", day), "date"),
        (OutputColumn::booleans("ended_at", |_| true), "bool"),
    ] {
        let error = try_reading(of_ends(4, wrong).path()).expect_err("no times").to_string();
        assert!(error.ends_with(&format!("the column ended_at holds {holds}, not times")), "{error}");
    }
}

#[test]
fn ids_in_parquet_may_be_texts_or_negative_or_of_64_bits() {
    let (numbers, texts) = ([Some(-5), Some(3), None], ["b", "", "a"]);
    let with_ids = |game_id: OutputColumn<'_>| {
        let folder = tempdir().expect("a folder");
        let player = |name: &str, ids: [u32; 3]| OutputColumn::ids(name, move |row| Some(ids[row]));
        let players = [player("white", [11, 12, 13]), player("black", [12, 13, 11])];
        let columns = [game_id].into_iter().chain(players).chain([OutputColumn::constant_text("result", "1-0"), same_end()]).collect();
        write_parquet(&folder.path().join("online_games.parquet"), 3, columns);
        folder
    };
    for (folder, wanted) in [
        (with_ids(OutputColumn::integers("game_id", |row| numbers[row])), ["3", "-5"]),
        (with_ids(OutputColumn::texts("game_id", |row| texts[row])), ["a", "b"]),
        (folder(&[("online_games.parquet", LARGE_IDS)]), ["3", "18446744073709551615"]),
    ] {
        let read = read_folder(&folder);
        assert_eq!((ids(&read.online.games), read.online.unusable), (wanted.map(str::to_owned).to_vec(), 1));
        assert_eq!((&read.online.games.fault, &read.online.games.disconnected), (&vec![None; 2], &vec![false; 2]));
    }
}

#[test]
fn a_damaged_or_empty_table_stops_the_reading_and_names_the_file() {
    let whole = of_ends(9, same_end());
    let bytes = fs::read(whole.path().join("online_games.parquet")).expect("a file");
    for (name, bytes, wanted) in [
        ("online_games.parquet", b"not Parquet at all".to_vec(), "cannot be read"),
        ("online_games.parquet", bytes[..bytes.len() / 2].to_vec(), "cannot be read"),
        ("online_games.parquet", Vec::new(), "cannot be read"),
        ("online_games.csv", Vec::new(), "it is empty"),
        ("online_games.csv", b"\xEF\xBB\xBF\r\n\r\n".to_vec(), "it is empty"),
        ("online_games.csv", b"game_id\0".to_vec(), "it is not text"),
        ("online_games.csv", b"\xFF\xFEg\0a\0".to_vec(), "it is not text in UTF-8"),
    ] {
        let error = try_reading(folder(&[(name, bytes)]).path()).expect_err("a damaged table").to_string();
        assert!(error.contains(name) && error.contains(wanted), "{error}");
    }
    let mut endless = rows(&["7,rapid,11,12,1-0,2013-11-05T18:30:00Z,", "8,\"rapid"]).into_bytes();
    endless.resize(20_000_000, b'x');
    let error = try_reading(folder(&[("online_games.csv", endless)]).path()).expect_err("a quote is not closed").to_string();
    assert!(error.ends_with("a row does not end; a quote may not be closed, after line 2"), "{error}");
}

#[test]
fn a_damaged_byte_in_a_table_never_causes_a_panic() {
    let folder = of_ends(9, same_end());
    let path = folder.path().join("online_games.parquet");
    let whole = fs::read(&path).expect("a file");
    for at in (0..whole.len()).step_by(whole.len() / 150 + 1) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        fs::write(&path, &bytes).expect("written");
        drop(try_reading(folder.path()));
    }
}

#[test]
fn a_header_alone_is_a_table_without_games() {
    for text in [HEADER.to_owned(), HEADER.trim_end().to_owned(), format!("\n\r\n{HEADER}\n\n")] {
        let read = read_folder(&folder(&[("online_games.csv", text)]));
        assert!(read.online.games.is_empty() && read.diagnostics.is_empty());
    }
    let read = read_folder(&of_ends(0, same_end()));
    assert!(read.online.games.is_empty() && read.diagnostics.is_empty());
}

#[test]
fn byte_order_marks_line_ends_and_encodings_are_read_and_lines_counted() {
    let plain = rows(&[
        "1,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
        "",
        "2,rapid,11,12,?,2013-11-05T18:31:00Z,",
        "3,rapid,11,12,½-½,2013-11-05T18:32:00Z,black",
    ]);
    let latin: Vec<u8> = plain.chars().map(|c| u8::try_from(u32::from(c)).expect("in the first 256")).collect();
    for (what, bytes) in [
        ("as it is", plain.clone().into_bytes()),
        ("with a mark", [b"\xEF\xBB\xBF", plain.as_bytes()].concat()),
        ("with CRLF", plain.replace('\n', "\r\n").into_bytes()),
        ("without an end", plain.trim_end().to_owned().into_bytes()),
        ("in windows-1252", latin),
        ("between quotes", plain.replace("1,rapid", "\"1\",\"rapid\"").replace("rapid,11", "rapid,\"11\"").into_bytes()),
    ] {
        let read = read_folder(&folder(&[("online_games.csv", bytes)]));
        assert_eq!(ids(&read.online.games), ["1", "2", "3"], "{what}");
        assert_eq!(read.online.games.result, [WON, UNKNOWN, WON], "{what}");
        let wrong = read.diagnostics.iter().find(|d| d.code.id == "BUN005").expect("a wrong result");
        assert_eq!(wrong.place.line, 4, "{what}");
        let source = wrong.source.as_deref().expect("its line");
        assert_eq!(source.chars().nth(wrong.place.column as usize - 1), Some('?'), "{what}: {source}");
        let encodings = messages(&read)
            .iter()
            .filter(|messages| messages.as_str() == "online_games.csv: REG013: not UTF-8; read as windows-1252")
            .count();
        assert_eq!((encodings, read.diagnostics.len()), (usize::from(what == "in windows-1252"), 1 + encodings), "{what}");
    }
}

#[test]
fn a_last_line_without_an_end_is_counted_like_the_others() {
    for text in ["\n\n2,rapid,11,12,?,2013-11-05T18:31:00Z,", "1,rapid,11,12,\"\n\",2013-11-05T18:31:00Z,"] {
        let read = read_folder(&folder(&[("online_games.csv", format!("{HEADER}{text}"))]));
        let line = if text.starts_with('\n') { 4 } else { 2 };
        assert_eq!(read.diagnostics.iter().map(|d| d.place.line).collect::<Vec<_>>(), [line], "{text}");
    }
}
