//! Tables as programs write them: CSV and Parquet, and what is left of them when they are damaged.

use crate::*;

#[test]
fn both_forms_give_the_same_games() {
    let csv = read_rows(&[
        "4,rapid,11,12,1-0,2013-11-05T18:30:00.25Z,",
        "3,,12,13,0-1,2013-11-04T18:30:00Z,black",
        "4,blitz,12,13,0-1,2013-11-04T18:30:00Z,",
        "5,rapid,,13,?,2013-11-04T18:30:00Z,",
        "6,rapid,12,13,1-0,,",
        "4,rapid,11,12,1-0,2013-11-05T18:30:00.25Z,",
    ]);
    let end = |micros: i64| Some(1_383_589_800_000_000 + micros);
    let later = end(86_400_250_000);
    let ends = [later, end(0), end(0), end(0), None, later];
    let in_unit = |unit, scale: fn(i64) -> i64| {
        let values = Int64Chunked::from_iter_options("ended_at".into(), ends.into_iter().map(|end| end.map(scale)));
        values.into_datetime(unit, None).into_column()
    };
    let texts = [
        "2013-11-05T18:30:00.25Z",
        "2013-11-04T18:30:00Z",
        "2013-11-04T18:30:00Z",
        "2013-11-04T18:30:00.000Z",
        "",
        "2013-11-05T18:30:00.250000Z",
    ];
    let micros = Int64Chunked::from_iter_options("ended_at".into(), ends.into_iter());
    let times = [
        in_unit(TimeUnit::Milliseconds, |micros| micros / 1000),
        in_unit(TimeUnit::Microseconds, |micros| micros),
        in_unit(TimeUnit::Nanoseconds, |micros| micros * 1000 + 999),
        micros.into_datetime(TimeUnit::Microseconds, Some(TimeZone::UTC)).into_column(),
        Column::new("ended_at".into(), texts),
    ];
    let players = |name: &str, ids: [Option<i64>; 6]| {
        let column = Column::new(name.into(), ids);
        [DataType::Int64, DataType::Int8, DataType::UInt16, DataType::Float64, DataType::String]
            .map(|dtype| column.cast(&dtype).expect("ids"))
    };
    let whites = players("white", [Some(11), Some(12), Some(12), None, Some(12), Some(11)]);
    let blacks = players("black", [Some(12), Some(13), Some(13), Some(13), Some(13), Some(12)]);
    let games = Column::new("game_id".into(), [4i64, 3, 4, 5, 6, 4]);
    let games = [DataType::Int64, DataType::UInt8, DataType::UInt64, DataType::Float64, DataType::String]
        .map(|dtype| games.cast(&dtype).expect("ids"));
    for (((ended_at, white), black), game) in times.into_iter().zip(whites).zip(blacks).zip(games) {
        let folder = tempdir().expect("a folder");
        let described = format!("{} {} {}", ended_at.dtype(), white.dtype(), game.dtype());
        let columns = vec![
            Column::new("control".into(), [Some("rapid"), None, Some("blitz"), Some("rapid"), Some("rapid"), Some("")]),
            ended_at,
            white,
            black,
            game,
            Column::new("result".into(), [Some("1-0"), Some("0-1"), Some("0-1"), Some("?"), Some("1-0"), Some("1-0")]),
            Column::new("disconnected".into(), [None, Some("black"), None, None, Some(""), None]),
        ];
        write_parquet(&folder.path().join("online_games.parquet"), columns);
        let parquet = read_folder(&folder);
        assert_eq!(told(&csv.online.games), told(&parquet.online.games), "{described}");
        assert_eq!(parquet.online.games.ids, GameIds::Numbers(vec![3, 5, 4, 4]), "{described}");
        assert_eq!((parquet.online.unusable, parquet.online.other_controls), (csv.online.unusable, csv.online.other_controls));
        assert_eq!(
            said(&parquet),
            [
                "online_games.parquet:4: BUN005: row 4: '?' is no result",
                "online_games.parquet:4: BUN017: row 4: white has no usable id; the game does not count",
                "online_games.parquet:5: BUN014: row 5: the game does not tell when it ended; it is left out",
                "online_games.parquet:6: BUN019: row 6: game '4' is also in online_games.parquet:1; the repeat is left out",
            ],
            "{described}"
        );
    }
}

#[test]
fn times_in_parquet_are_utc_and_within_the_calendar() {
    let moments = |values: [i64; 4], unit, zone| {
        of_ends(Int64Chunked::from_slice("ended_at".into(), &values).into_datetime(unit, zone).into_column())
    };
    let november = 1_383_264_000_000;
    let read = read_folder(&moments([november, i64::MAX, i64::MIN, november - 1], TimeUnit::Milliseconds, None));
    assert_eq!((ids(&read.online.games), read.online.earlier, read.online.unusable), (vec!["1".to_owned()], 1, 2));
    let message = "the time lies beyond every calendar; the game is left out";
    assert_eq!(said(&read), [2, 3].map(|row| format!("online_games.parquet:{row}: BUN014: row {row}: {message}")));
    // A moment before 1970 is cut downwards like any other.
    let read = read_folder(&moments([-1, 0, november * 1_000_000, november * 1_000_000 - 1], TimeUnit::Nanoseconds, None));
    assert_eq!((read.online.earlier, ids(&read.online.games)), (3, vec!["3".to_owned()]));
    let zone = TimeZone::opt_try_new(Some("Europe/Oslo")).expect("a zone");
    let error = try_reading(moments([november; 4], TimeUnit::Milliseconds, zone).path()).expect_err("another zone");
    assert!(error.to_string().ends_with("the column ended_at is in the time zone Europe/Oslo, and UTC is wanted"), "{error}");
    let error = try_reading(of_ends(Column::new("ended_at".into(), [november; 4])).path()).expect_err("numbers");
    assert!(error.to_string().ends_with("the column ended_at holds i64, not times"), "{error}");
}

#[test]
fn ids_in_parquet_may_be_texts_or_negative_or_of_64_bits() {
    let folder = of_ends(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 3]));
    let path = folder.path().join("online_games.parquet");
    for (game, wanted) in [
        (Column::new("game_id".into(), [Some(-5i64), Some(3), None]), ["3", "-5"]),
        (Column::new("game_id".into(), [Some("b"), None, Some("a")]), ["a", "b"]),
        (Column::new("game_id".into(), [Some(u64::MAX), None, Some(3)]), ["3", "18446744073709551615"]),
    ] {
        let mut columns = vec![game];
        columns.extend(["white", "black"].map(|name| Column::new(name.into(), [11i32, 12, 13])));
        columns.push(Column::new("result".into(), ["1-0"; 3]));
        columns.push(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 3]));
        write_parquet(&path, columns);
        let read = read_folder(&folder);
        assert_eq!((ids(&read.online.games), read.online.unusable), (wanted.map(str::to_owned).to_vec(), 1));
    }
}

#[test]
fn a_damaged_or_empty_table_stops_the_reading_and_names_the_file() {
    let whole = of_ends(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 9]));
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
fn a_damaged_byte_in_a_table_never_ends_the_program() {
    let folder = of_ends(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 9]));
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
    let read = read_folder(&of_ends(Column::new_empty("ended_at".into(), &DataType::String)));
    assert!(read.online.games.is_empty() && read.diagnostics.is_empty());
}

#[test]
fn marks_line_ends_and_other_encodings_are_read_and_lines_counted() {
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
        let encodings =
            said(&read).iter().filter(|said| said.as_str() == "online_games.csv: REG013: not UTF-8; read as windows-1252").count();
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
