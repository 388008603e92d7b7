//! Tests of rows: results, times, ids, repeats, and everything that can be wrong in them.

use crate::*;

#[test]
fn games_are_read_with_their_results_and_put_into_the_order_in_which_they_ended() {
    let read = read_rows(&[
        "4,rapid,11,12,1-0,2013-11-05T18:30:00Z,",
        "3,,12,13,0-1,2013-11-05T18:29:59.5Z,",
        "20,rapid,13,11,1/2-1/2,2013-11-05T18:30:00Z,",
        "5,rapid,13,11,+/-,2013-11-05T18:30:00Z,",
    ]);
    assert_eq!(messages(&read), [] as [&str; 0]);
    assert_eq!(
        described(&read.online.games),
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
    assert_eq!(messages(&read), [] as [&str; 0]);
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
    assert_eq!(messages(&read), [] as [&str; 0], "what is not of this list is not looked into");
    assert_eq!(ids(&read.online.games), ["2", "3"]);
    let online = &read.online;
    assert_eq!((online.earlier, online.later, online.other_controls, online.unusable), (1, 2, 3, 0));
}

#[test]
fn columns_that_may_be_missing_are_the_control_and_the_disconnection() {
    let text = "ENDED_AT, black ,white,result,game_id\n2013-11-05T18:30:00Z,12,11,1-0,7\n";
    let read = read_folder(&folder(&[("online_games.csv", text)]));
    assert_eq!(described(&read.online.games), ["7 1383676200000000 11 12 1:0 kept -"]);
    assert_eq!(messages(&read), [] as [&str; 0]);
    for missing in ["game_id", "white", "black", "result", "ended_at"] {
        let text = rows(&["7,rapid,11,12,1-0,2013-11-05T18:30:00Z,"]).replacen(missing, "other", 1);
        let error = try_reading(folder(&[("online_games.csv", text)]).path()).expect_err("a column is missing");
        assert!(error.to_string().ends_with(&format!("it has no column {missing}")), "{error}");
    }
}

#[test]
fn a_row_that_cannot_be_read_is_reported_and_counted() {
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
        messages(&read),
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
        messages(&read),
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
        messages(&read),
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
fn ids_that_are_not_numbers_are_kept_as_they_are_written() {
    let text = |id: &str| format!("{id},rapid,11,12,1-0,2013-11-05T18:30:00Z,");
    let lines = ["b7", "10", "9", "007", "7", "a,1", "18446744073709551616"].map(|id| text(&format!("\"{id}\"")));
    let read = read_rows(&lines.each_ref().map(String::as_str));
    assert_eq!(ids(&read.online.games), ["7", "9", "10", "007", "18446744073709551616", "a,1", "b7"]);
    assert_eq!(messages(&read), [] as [&str; 0]);
    // The id that is not a number belongs to a game of another control.
    let read = read_rows(&["x,blitz,11,12,1-0,2013-11-05T18:30:00Z,", &text("3")]);
    assert_eq!(read.online.games.ids, GameIds::Numbers(vec![3]));
}

/// Rows with every problem that is found only when all rows are read.
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
        prop_assert_eq!(described(&whole.online.games), described(&parted.online.games));
        let counts = |read: &Submissions| (read.online.earlier, read.online.later, read.online.other_controls, read.online.unusable);
        prop_assert_eq!(counts(&whole), counts(&parted));
        prop_assert_eq!(&whole.batch.newcomers, &parted.batch.newcomers);
        let codes = |read: &Submissions| {
            let mut codes: Vec<_> = read.diagnostics.iter().map(|d| d.code.id).collect();
            codes.sort_unstable();
            codes
        };
        prop_assert_eq!(codes(&whole), codes(&parted));
    }
}

#[test]
fn a_column_that_nothing_reads_is_reported() {
    let text = rows(&["1,rapid,11,12,1-0,2013-11-05T18:30:00Z,white"]).replacen("disconnected", "disconected", 1);
    let read = read_folder(&folder(&[("online_games.csv", text)]));
    assert_eq!(messages(&read), ["online_games.csv:1: REG001: nothing reads the columns 'disconected'"]);
    assert_eq!(read.online.games.result, [WON]);
}

#[test]
fn wrong_rows_beyond_the_first_ten_thousand_are_counted() {
    let long = "x".repeat(5000);
    // Each game occurs three times, and none has a result.
    let row = |row: usize| format!("{},rapid,11,12,{},2013-11-05T18:30:00Z,", row / 3, if row < 900 { long.as_str() } else { "?" });
    let lines: Vec<String> = (0..16_200).map(row).collect();
    let read = read_rows(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(read.diagnostics.len(), 20_002);
    assert!(messages(&read).contains(&"online_games.csv: BUN005: 6200 more like the first 10000".to_owned()));
    assert!(messages(&read).contains(&"online_games.csv: BUN019: 800 more like the first 10000".to_owned()));
    assert!(read.diagnostics.iter().all(|d| d.message.len() < 200 && d.source.as_ref().is_none_or(|source| source.len() < 4000)));
    assert_eq!(read.online.games.len(), 16_200);
}
