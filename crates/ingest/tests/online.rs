//! Online games: what is read, what is only counted, what is wrong with them.

use ingest::{HandedIn, IngestError, OnlineWindow, Question, Sources, check, read};
use model::{Control, GameIds, GameResult, OnlineGames, Outcome, PlayerIndex, Reason};
use polars::prelude::*;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const HEADER: &str = "game_id,control,white,black,result,ended_at,disconnected\n";
const WON: GameResult = GameResult::new(Outcome::Win, Outcome::Loss);
const LOST: GameResult = GameResult::new(Outcome::Loss, Outcome::Win);
const UNKNOWN: GameResult = GameResult::new(Outcome::Unknown, Outcome::Unknown);

fn folder<B: AsRef<[u8]>>(files: &[(&str, B)]) -> TempDir {
    let folder = tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
    folder
}

/// One file of rows below the usual header.
fn rows(rows: &[&str]) -> String {
    format!("{HEADER}{}\n", rows.join("\n"))
}

/// The rapid games of November 2013.
fn try_reading(path: &Path) -> Result<HandedIn, IngestError> {
    let known = PlayerIndex::new(vec![11, 12, 13]);
    let day = |text: &str| text.parse().expect("a day");
    let online = Some(OnlineWindow { from: day("2013-11-01"), until: day("2013-12-01") });
    let question = Question { control: Control::Rapid, known: &known, is_rated: &|_| false, online, progress: &|_, _| {} };
    read(&Sources { tournaments: vec![path.to_owned()], registry: None }, &question)
}

fn read_folder(folder: &TempDir) -> HandedIn {
    try_reading(folder.path()).expect("readable")
}

fn read_rows(lines: &[&str]) -> HandedIn {
    read_folder(&folder(&[("online_games.csv", rows(lines))]))
}

fn said(read: &HandedIn) -> Vec<String> {
    read.diagnostics.iter().map(ToString::to_string).collect()
}

fn ids(games: &OnlineGames) -> Vec<String> {
    (0..games.len()).map(|game| games.ids.text(game).into_owned()).collect()
}

/// Everything that is told of the games, one line for each.
fn told(games: &OnlineGames) -> Vec<String> {
    let columns = [games.ids.len(), games.white.len(), games.black.len(), games.result.len(), games.disconnected.len(), games.fault.len()];
    assert_eq!(columns, [games.len(); 6]);
    (0..games.len())
        .map(|game| {
            let (result, fault) = (games.result[game], games.fault[game].map_or("-", Reason::word));
            let lost = if games.disconnected[game] { "lost" } else { "kept" };
            let (id, end, white, black) = (games.ids.text(game), games.ended_at[game], games.white[game], games.black[game]);
            format!("{id} {end} {white} {black} {}:{} {lost} {fault}", result.white.symbol(), result.black.symbol())
        })
        .collect()
}

fn write_parquet(path: &Path, columns: Vec<Column>) {
    let mut frame = DataFrame::new(columns[0].len(), columns).expect("columns of one length");
    ParquetWriter::new(fs::File::create(path).expect("a file")).with_row_group_size(Some(2)).finish(&mut frame).expect("written");
}

/// A Parquet table of the two known players with these ends.
fn of_ends(ended_at: Column) -> TempDir {
    let folder = tempdir().expect("a folder");
    let count = ended_at.len();
    let columns = vec![
        Column::new("game_id".into(), (1..=u32::try_from(count).expect("few")).collect::<Vec<_>>()),
        Column::new("white".into(), vec![11i16; count]),
        Column::new("black".into(), vec![12u64; count]),
        Column::new("result".into(), vec!["1-0"; count]),
        ended_at,
    ];
    write_parquet(&folder.path().join("online_games.parquet"), columns);
    folder
}

#[test]
fn games_are_read_with_their_results_and_put_into_the_order_in_which_they_ended() {
    let read = read_rows(&[
        "4,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
        "3,,12,13,0-1,2013-11-05T18:29:59.5Z,",
        "20,rapid,13,11,1/2-1/2,2013-11-05T18:30:00Z,",
        "5,rapid,13,11,+/-,2013-11-05T18:30:00Z,",
    ]);
    assert_eq!(said(&read), [] as [&str; 0]);
    assert_eq!(
        told(&read.online.games),
        [
            "3 1383676199500000 12 13 0:1 kept -",
            "4 1383676200000000 11 12 1:0 kept -",
            "5 1383676200000000 13 11 +:- kept unplayed",
            "20 1383676200000000 13 11 =:= kept -",
        ]
    );
    assert_eq!(read.online.games.ids, GameIds::Numbers(vec![3, 4, 5, 20]));
}

#[test]
fn a_disconnection_is_a_loss_whatever_the_result_says() {
    let read = read_rows(&[
        "1,,11,12,1-0,2013-11-05T18:30:00Z,white",
        "2,,11,12,1-0,2013-11-05T18:31:00Z,black",
        "3,,11,12,+/-,2013-11-05T18:32:00Z,white",
        "4,,11,12,,2013-11-05T18:33:00Z,black",
        "5,,11,12,1-0,2013-11-05T18:34:00Z,",
    ]);
    assert_eq!(said(&read), [] as [&str; 0]);
    assert_eq!(read.online.games.result, [LOST, WON, LOST, WON, WON]);
    assert_eq!(read.online.games.disconnected, [true, true, true, true, false]);
    assert_eq!(read.online.games.fault, [None; 5]);
}

#[test]
fn the_window_has_its_first_midnight_and_not_its_last() {
    let read = read_rows(&[
        "1,rapid,11,12,1-0,2013-10-31T23:59:59.999999Z,",
        "2,rapid,11,12,1-0,2013-11-01T00:00:00Z,",
        "3,rapid,11,12,1-0,2013-11-30T23:59:59.999999999Z,",
        "4,rapid,11,12,1-0,2013-12-01T00:00:00Z,",
        "5,blitz,11,12,1-0,2013-11-02T00:00:00Z,",
        "6,blitz,11,12,1-0,never,",
        "7,bullet,,,?,2014-11-02T00:00:00Z,",
        "8,rapid,,,?,2014-11-02T00:00:00Z,",
    ]);
    assert_eq!(said(&read), [] as [&str; 0], "what is not of this list is not looked into");
    assert_eq!(ids(&read.online.games), ["2", "3"]);
    let online = &read.online;
    assert_eq!((online.earlier, online.later, online.other_controls, online.unusable), (1, 2, 3, 0));
}

#[test]
fn columns_that_may_be_missing_are_the_control_and_the_disconnection() {
    let text = "ENDED_AT, black ,white,result,game_id\n2013-11-05T18:30:00Z,12,11,1-0,7\n";
    let read = read_folder(&folder(&[("online_games.csv", text)]));
    assert_eq!(told(&read.online.games), ["7 1383676200000000 11 12 1:0 kept -"]);
    assert_eq!(said(&read), [] as [&str; 0]);
    for missing in ["game_id", "white", "black", "result", "ended_at"] {
        let text = rows(&["7,rapid,11,12,1-0,2013-11-05T18:30:00Z,"]).replacen(missing, "other", 1);
        let error = try_reading(folder(&[("online_games.csv", text)]).path()).expect_err("a column is missing");
        assert!(error.to_string().ends_with(&format!("it has no column {missing}")), "{error}");
    }
}

#[test]
fn a_row_that_cannot_be_read_is_pointed_at_and_counted() {
    let read = read_rows(&[
        "1,rapid,11,12,1-0,2013-11-05T18:30:00+01:00,",
        "2,rapid,11,12,1-0,2013-11-05T18:30:00,",
        "\"3\",\"rapid\",11,12,1-0,,",
        "4,rapid,11,12,1-0,2013-11-31T18:30:00Z,",
        "5,rapid,11,12,1-0,2013-11-05T18:30:00Z",
        "6,rapid,11,12,1-0,2013-11-05T18:30:00Z,,",
        "7,classical,11,12,1-0,2013-11-05T18:30:00Z,",
        ",rapid,11,12,1-0,2013-11-05T18:30:00Z,",
    ]);
    assert_eq!(
        said(&read),
        [
            "online_games.csv:2:19: BUN014: '2013-11-05T18:30:00+01:00' is no time in UTC; the game is left out",
            "online_games.csv:3:19: BUN014: '2013-11-05T18:30:00' is no time in UTC; the game is left out",
            "online_games.csv:4:23: BUN014: the game does not tell when it ended; it is left out",
            "online_games.csv:5:19: BUN014: '2013-11-31T18:30:00Z' is no time in UTC; the game is left out",
            "online_games.csv:6: BUN010: the row has 6 fields, the header 7; it is left out",
            "online_games.csv:7: BUN010: the row has 8 fields, the header 7; it is left out",
            "online_games.csv:8:3: BUN016: 'classical' is no control; the game is left out",
            "online_games.csv:9:1: BUN015: the game has no game_id; it is left out",
        ]
    );
    assert_eq!((read.online.unusable, read.online.games.len()), (8, 0));
    assert!(read.diagnostics.iter().all(|d| d.is_error() && d.hint.is_some() && d.source.is_some()));
    assert_eq!(read.diagnostics[2].source.as_deref(), Some("\"3\",\"rapid\",11,12,1-0,,"));
}

#[test]
fn a_game_that_cannot_count_has_a_fault_and_says_why() {
    let read = read_rows(&[
        "1,rapid,,12,1-0,2013-11-05T18:30:00Z,",
        "2,rapid,11,1234567890,1-0,2013-11-05T18:31:00Z,",
        "3,rapid,abc,0,1-0,2013-11-05T18:32:00Z,",
        "4,rapid,12,12,1-0,2013-11-05T18:33:00Z,",
        "5,rapid,11,12,1:0,2013-11-05T18:34:00Z,",
        "6,rapid,11,12,1-0,2013-11-05T18:35:00Z,both",
        "7,rapid,11,12,0-0,2013-11-05T18:36:00Z,",
        "8,rapid,11,12,-/-,2013-11-05T18:37:00Z,",
    ]);
    assert_eq!(
        said(&read),
        [
            "online_games.csv:2:9: BUN017: white has no usable id; the game does not count",
            "online_games.csv:3:12: BUN017: black has no usable id; the game does not count",
            "online_games.csv:4:9: BUN017: white has no usable id; the game does not count",
            "online_games.csv:4:13: BUN017: black has no usable id; the game does not count",
            "online_games.csv:5:9: BUN008: 12 plays against himself or herself",
            "online_games.csv:6:15: BUN005: '1:0' is no result",
            "online_games.csv:7:40: BUN018: 'both' is neither white nor black; who lost is not known",
            "online_games.csv:8:15: BUN013: the result is 0-0",
        ]
    );
    let games = &read.online.games;
    let (nobody, oneself, unknown) = (Some(Reason::NoUsableId), Some(Reason::AgainstOneself), Some(Reason::ResultUnknown));
    assert_eq!(games.fault, [nobody, nobody, nobody, oneself, unknown, unknown, None, Some(Reason::Unplayed)]);
    assert_eq!((&games.white[..4], &games.black[..4]), ([0, 11, 0, 12].as_slice(), [12, 0, 0, 12].as_slice()));
    assert_eq!((games.result[4], games.result[5]), (UNKNOWN, UNKNOWN));
    assert_eq!(read.online.unusable, 0);
}

#[test]
fn of_the_same_game_twice_one_counts_and_of_contradicting_rows_none() {
    let read = read_folder(&folder(&[
        (
            "a/online_games.csv",
            rows(&[
                "7,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
                "8,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
                "9,rapid,11,12,1-0,2013-11-06T18:30:00Z,",
                "8,rapid,11,12,1/2-1/2,2013-11-05T18:30:00Z,",
                "6,blitz,11,12,1-0,2013-11-05T18:30:00Z,",
                "6,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
                "5,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
                "5,rapid,11,12,1-0,2013-12-05T18:30:00Z,",
            ]),
        ),
        (
            "b/online_games.csv",
            rows(&[
                "9,rapid,11,12,1-0,2013-11-07T18:30:00Z,",
                "7,,11,12,1-0,2013-11-05T18:30:00.000Z,",
                "9,rapid,11,12,1-0,2013-11-06T18:30:00Z,",
                "7,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
            ]),
        ),
    ]));
    let also = |id: u32, other: &str| format!("game '{id}' is also in {other}, and the rows are not all the same; none of them counts");
    assert_eq!(
        said(&read),
        [
            format!("a/online_games.csv:3: BUN020: {}", also(8, "a/online_games.csv:5")),
            format!("a/online_games.csv:4: BUN020: {}", also(9, "b/online_games.csv:2")),
            format!("a/online_games.csv:5: BUN020: {}", also(8, "a/online_games.csv:3")),
            format!("b/online_games.csv:2: BUN020: {}", also(9, "a/online_games.csv:4")),
            "b/online_games.csv:3: BUN019: game '7' is also in a/online_games.csv:2; the repeat is left out".to_owned(),
            format!("b/online_games.csv:4: BUN020: {}", also(9, "a/online_games.csv:4")),
            "b/online_games.csv:5: BUN019: game '7' is also in a/online_games.csv:2; the repeat is left out".to_owned(),
        ]
    );
    let (twice, disagree) = (Some(Reason::SameGameTwice), Some(Reason::ResultsDisagree));
    assert_eq!(ids(&read.online.games), ["5", "6", "7", "7", "7", "8", "8", "9", "9", "9"]);
    assert_eq!(read.online.games.fault, [None, None, None, twice, twice, disagree, disagree, disagree, disagree, disagree]);
}

#[test]
fn ids_that_are_no_numbers_are_kept_as_they_are_written() {
    let text = |id: &str| format!("{id},rapid,11,12,1-0,2013-11-05T18:30:00Z,");
    let lines = ["b7", "10", "9", "007", "7", "a,1", "18446744073709551616"].map(|id| text(&format!("\"{id}\"")));
    let read = read_rows(&lines.each_ref().map(String::as_str));
    assert_eq!(ids(&read.online.games), ["7", "9", "10", "007", "18446744073709551616", "a,1", "b7"]);
    assert_eq!(said(&read), [] as [&str; 0]);
    // The text is of a game that is not taken.
    let read = read_rows(&["x,blitz,11,12,1-0,2013-11-05T18:30:00Z,", &text("3")]);
    assert_eq!(read.online.games.ids, GameIds::Numbers(vec![3]));
}

/// Rows with every kind of trouble that is settled when all of them are read.
const MIXED: [&str; 12] = [
    "7,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
    "7,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
    "7,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
    "8,rapid,11,99,0-1,2013-11-05T18:30:00Z,white",
    "x,rapid,12,13,1/2-1/2,2013-11-04T18:30:00Z,",
    "10,rapid,12,13,1/2-1/2,2013-11-04T18:30:00Z,",
    "9,rapid,12,13,1/2-1/2,2013-11-04T18:30:00Z,",
    "y,rapid,12,13,1/2-1/2,2013-11-04T18:30:00Z,",
    "y,rapid,12,13,0-1,2013-11-04T18:31:00Z,",
    "3,rapid,12,,0-1,2013-11-09T18:31:00Z,",
    "2,rapid,12,13,0-1,2013-12-09T18:31:00Z,",
    "1,blitz,12,13,0-1,2013-11-09T18:31:00Z,",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_order_of_rows_and_the_files_they_are_in_change_nothing(
        order in Just(MIXED.to_vec()).prop_shuffle(),
        cuts in (0..=MIXED.len(), 0..=MIXED.len()),
    ) {
        let whole = read_rows(&MIXED);
        let (first, second) = (cuts.0.min(cuts.1), cuts.0.max(cuts.1));
        let parts = [&order[..first], &order[first..second], &order[second..]].map(rows);
        let names = ["a/online_games.csv", "online_games.csv", "z/deep/online_games.csv"];
        let files: Vec<(&str, String)> = names.into_iter().zip(parts).collect();
        let parted = read_folder(&folder(&files));
        prop_assert_eq!(told(&whole.online.games), told(&parted.online.games));
        let counts = |read: &HandedIn| (read.online.earlier, read.online.later, read.online.other_controls, read.online.unusable);
        prop_assert_eq!(counts(&whole), counts(&parted));
        prop_assert_eq!(&whole.batch.newcomers, &parted.batch.newcomers);
        let codes = |read: &HandedIn| {
            let mut codes: Vec<_> = read.diagnostics.iter().map(|d| d.code.id).collect();
            codes.sort_unstable();
            codes
        };
        prop_assert_eq!(codes(&whole), codes(&parted));
    }
}

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
fn ids_in_parquet_may_be_texts_or_negative() {
    let folder = of_ends(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 3]));
    let path = folder.path().join("online_games.parquet");
    for (game, wanted) in [
        (Column::new("game_id".into(), [Some(-5i64), Some(3), None]), ["3", "-5"]),
        (Column::new("game_id".into(), [Some("b"), None, Some("a")]), ["a", "b"]),
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

#[test]
fn a_column_that_nothing_reads_is_told() {
    let text = rows(&["1,rapid,11,12,1-0,2013-11-05T18:30:00Z,white"]).replacen("disconnected", "disconected", 1);
    let read = read_folder(&folder(&[("online_games.csv", text)]));
    assert_eq!(said(&read), ["online_games.csv:1: REG001: nothing reads the columns 'disconected'"]);
    assert_eq!(read.online.games.result, [WON]);
}

#[test]
fn thousands_of_wrong_rows_are_told_one_by_one_only_at_first() {
    let long = "x".repeat(5000);
    let lines: Vec<String> = (0..1000).map(|row| format!("{},rapid,11,12,{long},2013-11-05T18:30:00Z,", row / 2)).collect();
    let read = read_rows(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(read.diagnostics.len(), 102);
    assert!(said(&read).contains(&"online_games.csv: BUN005: 950 more rows of this kind".to_owned()));
    assert!(said(&read).contains(&"online_games.csv: BUN019: 450 more rows of this kind".to_owned()));
    assert!(read.diagnostics.iter().all(|d| d.message.len() < 200 && d.source.as_ref().is_none_or(|source| source.len() < 4000)));
    assert_eq!(read.online.games.len(), 1000);
}

#[test]
fn players_beside_the_games_are_newcomers_and_so_are_strangers() {
    let players = "fide_id,name,federation\n99,\"New, Player\",nor\n11,Known,NOR\n98,Waiting,SWE\n";
    let games = rows(&[
        "1,rapid,11,99,1-0,2013-11-05T18:30:00Z,",
        "2,rapid,97,11,1-0,2013-11-05T18:30:00Z,",
        "3,blitz,96,11,1-0,2013-11-05T18:30:00Z,",
    ]);
    let folder = folder(&[("x/online_games.csv", games.as_str()), ("x/players.csv", players)]);
    let read = read_folder(&folder);
    let newcomers: Vec<_> = read.batch.newcomers.iter().map(|n| (n.id, n.name.as_str(), n.federation.as_str())).collect();
    assert_eq!(newcomers, [(97, "", ""), (98, "Waiting", "SWE"), (99, "New, Player", "NOR")]);
    let inputs: Vec<_> = read.inputs.iter().map(|input| (input.role.as_str(), input.path.as_str(), input.sha256.clone())).collect();
    let hash = |text: &str| store::sha256_hex(text.as_bytes());
    assert_eq!(inputs, [("tournaments", "x/online_games.csv", hash(&games)), ("tournaments", "x/players.csv", hash(players))]);
    assert_eq!(said(&read), [] as [&str; 0]);
}

#[test]
fn a_folder_may_hold_a_bundle_and_online_games() {
    let folder = folder(&[
        ("tournaments.csv", "tournament_id\nT1\n"),
        ("games.csv", "tournament_id,round,white,black,result\nT1,1,11,99,1-0\n"),
        ("players.csv", "fide_id,name\n99,New\n"),
        ("online_games.csv", &rows(&["1,rapid,11,99,1-0,2013-11-05T18:30:00Z,"])),
    ]);
    let read = read_folder(&folder);
    assert_eq!((read.batch.tournaments.len(), read.batch.games.len(), read.online.games.len()), (1, 1, 1));
    assert_eq!(read.batch.newcomers.iter().map(|n| (n.id, n.name.as_str())).collect::<Vec<_>>(), [(99, "New")]);
    assert_eq!(
        read.inputs.iter().map(|i| i.path.as_str()).collect::<Vec<_>>(),
        ["games.csv", "online_games.csv", "players.csv", "tournaments.csv"]
    );
}

#[test]
fn folders_that_overlap_give_every_game_once() {
    let folder = folder(&[("a/online_games.csv", rows(&["1,rapid,11,99,1-0,2013-11-05T18:30:00Z,"]))]);
    let known = PlayerIndex::default();
    let day = |text: &str| text.parse().expect("a day");
    let online = Some(OnlineWindow { from: day("2013-11-01"), until: day("2013-12-01") });
    let question = Question { control: Control::Rapid, known: &known, is_rated: &|_| false, online, progress: &|_, _| {} };
    let tournaments = vec![folder.path().to_owned(), folder.path().join("a")];
    let read = read(&Sources { tournaments, registry: None }, &question).expect("readable");
    assert_eq!((read.online.games.len(), read.diagnostics.len(), read.inputs.len()), (1, 0, 1));
}

#[test]
fn where_no_edition_rates_online_games_they_are_not_read() {
    let folder = folder(&[("online_games.csv", "rubbish"), ("players.csv", "rubbish")]);
    let known = PlayerIndex::default();
    let question = Question { control: Control::Rapid, known: &known, is_rated: &|_| false, online: None, progress: &|_, _| {} };
    let read = read(&Sources { tournaments: vec![folder.path().to_owned()], registry: None }, &question).expect("readable");
    assert_eq!(said(&read), ["online_games.csv: BUN003: online games are not read as tournaments"]);
    assert!(read.inputs.is_empty());
}

#[test]
fn parquet_is_read_where_online_games_are_there_in_both_forms() {
    let folder = of_ends(Column::new("ended_at".into(), ["2013-11-05T18:30:00Z"; 3]));
    fs::write(folder.path().join("online_games.csv"), "rubbish").expect("written");
    let read = read_folder(&folder);
    assert_eq!(read.online.games.len(), 3);
    assert_eq!(said(&read), ["online_games.parquet: BUN002: there is a CSV file of this table too; this one is read"]);
}

#[test]
fn linting_looks_at_every_row_of_every_table() {
    let folder = folder(&[
        (
            "a/online_games.csv",
            rows(&[
                "1,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
                "1,blitz,11,12,0-1,2015-11-05T18:30:00Z,",
                "2,bullet,11,12,won,2015-11-05T18:30:00Z,",
                "1,blitz,11,12,1-0,2016-11-05T18:30:00Z,",
                "3,,11,12,1-0,now,",
            ]),
        ),
        ("a/players.csv", "fide_id\nabc\n".to_owned()),
        ("b/online_games.csv", "game_id\n".to_owned()),
        ("c/online_games.csv", rows(&["1,rapid,11,12,1-0,2013-11-05T18:30:00Z,"])),
    ]);
    let root = folder.path().display();
    let [a, c] = ["a", "c"].map(|name| format!("{root}/{name}/online_games.csv"));
    let b = fs::canonicalize(folder.path()).expect("a folder").join("b/online_games.csv");
    let contradict = "and the rows are not all the same; none of them counts";
    let expected = [
        format!("{a}:3: BUN020: game '1' is also in {a}:5, {contradict}"),
        format!("{a}:4:16: BUN005: 'won' is no result"),
        format!("{a}:5: BUN020: game '1' is also in {a}:3, {contradict}"),
        format!("{a}:6:14: BUN014: 'now' is no time in UTC; the game is left out"),
        format!("{root}/a/players.csv:2: BUN011: the row has no usable fide_id"),
        format!("{}: BUN001: the table cannot be read: it has no column white", b.display()),
        format!("{c}:2: BUN019: game '1' is also in {a}:2; the repeat is left out"),
    ];
    let lint = |path: &Path| check(path).expect("readable").iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(lint(folder.path()), expected);
    assert_eq!(lint(&folder.path().join("a/online_games.csv")), expected[..5]);
    assert_eq!(lint(&folder.path().join("c/online_games.csv")), [] as [&str; 0]);
}
