//! Explanations of cases that are worked by hand.

use super::{EVENTS, PLAYERS, column, explained, explained_text, step};
use crate::month::{Month, round_of_pair};
use crate::support::{Folder, copy, expect_exit, test_file};
use serde_json::json;

#[test]
fn one_upgrade_an_event_gives_seven_differences_and_minus_12() {
    // RULES 'What is checked where': .08 .01 .02 -.17 -.70 .02 .13, together -.61, change -12.2.
    let month = Month::of("rapid");
    month
        .list(
            "2023-02-01",
            PLAYERS,
            ["1,A,2000,20", "11,B,1063,20", "12,C,1299,20", "13,D,1413,20", "14,E,1872,20", "15,F,1851,20", "16,G,1427,20", "17,H,1682,20"],
        )
        .bundle(
            EVENTS,
            ["T1,swiss,2023-02-10,2023-02-11,,"],
            ["T1,1,1,11,1-0", "T1,2,12,1,0-1", "T1,3,1,13,1-0", "T1,4,14,1,1/2-1/2", "T1,5,1,15,0-1", "T1,6,16,1,0-1", "T1,7,1,17,1-0"],
        );
    let list = month.make("2023-03", &[]);
    let one = explained(&month, &list, "1");
    assert_eq!(column(&one, 0, "difference"), [937, 701, 587, 128, 149, 573, 318]);
    assert_eq!(column(&one, 0, "counted_difference"), [400, 701, 587, 128, 149, 573, 318]);
    assert_eq!(column(&one, 0, "gain_hundredths"), [8, 1, 2, -17, -70, 2, 13]);
    assert_eq!(step(&one, "Sum"), ("-0.61", "D9"));
    assert_eq!(step(&one, "K x sum").0, "-12.20");
    assert_eq!(step(&one, "Change"), ("-12", "7.33, D9"));
    assert_eq!((one["before"].as_i64(), one["after"].as_i64()), (Some(2000), Some(1988)));
    let text = explained_text(&month, &list, "1");
    assert!(text.contains("benefits in one game of the event, that with the greatest difference (D10)"), "{text}");
}

#[test]
fn from_2024_on_every_difference_over_400_counts_as_400() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,A,2000,20", "2,B,1500,20", "3,C,1450,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,1,2,1-0", "T1,2,3,1,0-1"],
    );
    let list = month.make("2024-03", &[]);
    let one = explained(&month, &list, "1");
    // .92 twice: .16 x 20 = 3.2.
    assert_eq!(column(&one, 0, "counted_difference"), [400, 400]);
    assert_eq!(column(&one, 0, "expected_hundredths"), [92, 92]);
    assert_eq!((step(&one, "K x sum").0, step(&one, "Change").0, step(&one, "Rating").0), ("+3.20", "+3", "2003"));
    let text = explained_text(&month, &list, "1");
    assert!(text.contains("* a difference beyond the limit counts as far as article 7.3.1 lets it") && !text.contains("D10"), "{text}");
}

#[test]
fn thirty_nine_games_at_20_have_a_k_of_17() {
    let month = Month::of("standard");
    let games: Vec<String> = (1..=39).map(|round| format!("T1,{round},1,2,1/2-1/2")).collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    month.list("2023-02-01", PLAYERS, ["1,A,1807,20", "2,B,1800,20"]).bundle(EVENTS, ["T1,swiss,2023-02-01,2023-02-20,,"], games);
    let list = month.make("2023-03", &[]);
    // 7 points: .51, so -.01 a game. 17 x -.39 = -6.63.
    let one = explained(&month, &list, "1");
    assert_eq!(step(&one, "K"), ("20", "8.33, D7, D8"));
    assert_eq!(step(&one, "Games, n").0, "39");
    assert_eq!(step(&one, "K x n"), ("780", "8.33"));
    assert_eq!(step(&one, "K used"), ("17", "8.33"));
    assert_eq!((step(&one, "Sum").0, step(&one, "K x sum").0, step(&one, "Change").0), ("-0.39", "-6.63", "-7"));
    assert!(explained_text(&month, &list, "1").contains("over 700: K is the largest whole number with K x n within it (8.33)"));
}

#[test]
fn minus_two_and_a_half_is_minus_three_and_in_2009_minus_two() {
    for (list, previous, rounding, after, word) in [
        ("2023-03-01", "2023-02-01", ("-3", "8.34, D9"), 2497, "a half away from zero"),
        ("2010-05-01", "2010-03-01", ("-2", "8.57, D9"), 2498, "a half up"),
    ] {
        let month = Month::of("standard");
        let played = format!("T1,swiss,{},{},,", previous.replace("-01", "-10"), previous.replace("-01", "-11"));
        // 190 points: .75, drawn: -.25 x 10.
        month.list(previous, PLAYERS, ["1,A,2500,10", "2,B,2310,15", "3,C,2310,15", "4,D,2310,15"]).bundle(
            EVENTS,
            [&played],
            ["T1,1,1,2,1/2-1/2", "T1,1,3,4,1/2-1/2"],
        );
        let out = month.make(&list[..7], &[]);
        let one = explained(&month, &out, "1");
        assert_eq!((step(&one, "K x sum").0, step(&one, "Change")), ("-2.50", rounding));
        assert_eq!(one["after"].as_i64(), Some(after));
        assert!(explained_text(&month, &out, "1").contains(word));
    }
}

#[test]
fn the_published_first_rating_of_1922() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["11,A,1902,20", "12,B,1877,20", "13,C,1884,20", "14,D,2012,20", "15,E,1832,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,1,11,1/2-1/2", "T1,2,12,1,1/2-1/2", "T1,3,1,13,1-0", "T1,4,14,1,1-0", "T1,5,1,15,1-0"],
    );
    let list = month.make("2024-03", &[]);
    let one = explained(&month, &list, "1");
    assert_eq!(one["cause"], json!("first-rating"));
    assert_eq!(one["events"][0]["pooled"]["opponents_sum"], json!(9507));
    assert_eq!(step(&one, "Games of the pool"), ("5", "D12"));
    assert_eq!(step(&one, "Enough"), ("5", "6.1.4, D16"));
    assert_eq!(step(&one, "Ra"), ("1872.43", "7.2.3, 7.2.4, D15"));
    assert_eq!((step(&one, "p").0, step(&one, "dp").0, step(&one, "Ru").0), (".57", "50", "1922"));
    assert_eq!((one["after"].as_i64(), one["player"]["k"].as_i64()), (Some(1922), Some(40)));
    assert!(explained_text(&month, &list, "1").contains("the average of the opponents and 2 hypothetical ones of 1800, kept exact"));
}

#[test]
fn the_highest_first_rating_is_said() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["11,A,2400,20", "12,B,2400,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,1,11,1-0", "T1,2,1,12,1-0", "T1,3,1,11,1-0", "T1,4,1,12,1-0", "T1,5,1,11,1-0"],
    );
    let list = month.make("2024-03", &[]);
    let one = explained(&month, &list, "1");
    // (12000 + 3600) / 7 = 2228.57, p 6 of 7 .86, dp 309.
    assert_eq!((step(&one, "Ra").0, step(&one, "p").0, step(&one, "dp").0, step(&one, "Ru").0), ("2228.57", ".86", "309", "2538"));
    assert_eq!(step(&one, "Highest"), ("2200", "7.2.3, 7.2.4, D19"));
}

#[test]
fn a_rating_of_a_longer_control_is_the_base_and_the_clubs_numbers_come_out() {
    // The table at the head of `tests/cli.rs`.
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let list = "lists/rapid/2024-02-01";
    let evans = explained(&folder, list, "evans");
    assert_eq!((evans["cause"].as_str(), evans["before"].as_i64(), evans["after"].as_i64()), (Some("longer-control"), None, Some(1728)));
    assert_eq!(step(&evans, "Base"), ("1700", "7.2.1, D18"));
    assert_eq!((step(&evans, "K").0, step(&evans, "Sum").0, step(&evans, "K x sum").0), ("40", "+0.71", "+28.40"));
    for (player, sum, after) in [("adams", "-0.17", 1997), ("brown", "-0.92", 1882), ("clark", "+0.21", 1804), ("davis", "+0.17", 1603)] {
        let one = explained(&folder, list, player);
        assert_eq!((step(&one, "Sum").0, one["after"].as_i64()), (sum, Some(after)), "{player}");
    }
    let brown = explained(&folder, list, "100102");
    assert_eq!(brown["events"][0]["ratings_of"], json!("2023-12-01"), "the new year's event uses the December list");
    assert_eq!((brown["events"][0]["own_rating"].as_i64(), column(&brown, 0, "opponent_rating")), (Some(1850), vec![1800]));
}

#[test]
fn the_order_of_2024_03_01_is_a_step_with_and_without_games() {
    let month = Month::of("standard");
    month.list("2024-02-01", PLAYERS, ["1,A,1500,20", "2,B,1700,20", "3,C,1700,20", "4,D,1001,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,2,3,1-0"],
    );
    let list = month.make("2024-03", &["--orders", "fide"]);
    let resting = explained(&month, &list, "1");
    assert_eq!(resting["cause"], json!("order"));
    assert_eq!((step(&resting, "Order"), resting["after"].as_i64()), (("1700", "order raise-below-2024-03-01, D30"), Some(1700)));
    // .50 x 20 = 10: 1710; + .40 x 290 = 116.
    let playing = explained(&month, &list, "2");
    assert_eq!((step(&playing, "Rating").0, step(&playing, "Order").0, playing["after"].as_i64()), ("1710", "1826", Some(1826)));
    // 1001 + 400 = 1401, just over the floor.
    assert_eq!(explained(&month, &list, "4")["after"].as_i64(), Some(1401));
}

#[test]
fn a_rating_under_the_floor_says_so() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,A,1405,20", "2,B,1405,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,1,2,0-1"],
    );
    let list = month.make("2024-03", &[]);
    let one = explained(&month, &list, "1");
    assert_eq!((step(&one, "Rating").0, step(&one, "Floor"), one["after"].as_i64()), ("1395", ("unrated", "6.1.2, 6.2.1"), None));
}

#[test]
fn the_worked_table_of_8_58_is_shown_step_by_step() {
    let month = Month::of("standard");
    let table = [
        "*101111111",
        "0*11011111",
        "10*0111111",
        "001*011111",
        "0101*01111",
        "00001*0111",
        "000001*011",
        "0000001*10",
        "00000000*1",
        "000000010*",
    ];
    let mut games = Vec::new();
    for (white, row) in table.iter().enumerate() {
        for black in white + 1..10 {
            let result = if row.as_bytes()[black] == b'1' { "1-0" } else { "0-1" };
            games.push(format!("R,{},{},{},{result}", round_of_pair(10, white, black), white + 1, black + 1));
        }
    }
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    month.list("2009-09-01", PLAYERS, ["1,A,2600,10", "2,B,2500,10", "4,D,2400,10", "6,F,2150,15", "7,G,2300,15", "10,J,2300,15"]).bundle(
        EVENTS,
        ["R,round-robin,2009-09-10,2009-09-20,,"],
        games,
    );
    let list = month.make("2009-11", &[]);
    let round_robin = |player: &str| explained(&month, &list, player)["events"][0]["round_robin"].clone();
    let of_i = round_robin("9");
    assert_eq!((of_i["ra"].as_i64(), of_i["n"].as_i64(), of_i["article"].as_str()), (Some(2348), Some(9), Some("8.21b, 8.25, 8.58")));
    let steps = |id: u32| of_i["unrated"].as_array().expect("players").iter().find(|p| p["fide_id"] == id).expect("there")["steps"].clone();
    assert_eq!(steps(3), json!({ "games": 9, "half_points": 14, "first_ru": 2423, "moves": 0, "rc_new": 2348, "ru_new": 2423 }));
    assert_eq!(steps(8), json!({ "games": 9, "half_points": 4, "first_ru": 2150, "moves": -50, "rc_new": 2342, "ru_new": 2144 }));
    assert_eq!(steps(9), json!({ "games": 9, "half_points": 2, "first_ru": 2032, "moves": -236, "rc_new": 2322, "ru_new": 2006 }));
    let one = explained(&month, &list, "9");
    assert_eq!((step(&one, "Ru(new)"), one["after"].as_i64()), (("2006", "8.21b, 8.25, 8.58, D22"), Some(2006)));
    assert_eq!(one["events"][0]["pooled"]["opponents_sum"].as_i64(), Some(9 * 2322));
    assert!(explained_text(&month, &list, "1").contains("E an unrated player's rating from this round robin itself (D20)"));
}

#[test]
fn online_games_move_from_one_rating_to_the_next() {
    let month = Month::of("rapid");
    month.list("2013-11-01", PLAYERS, ["1,A,1800,20", "2,B,1800,20"]).bundle(EVENTS, [""; 0], [""; 0]);
    month.put(
        "online/online_games.csv",
        "game_id,control,white,black,result,ended_at,disconnected\n\
         1,rapid,1,2,1-0,2013-11-05T18:30:00Z,\n2,rapid,2,1,0-1,2013-11-05T19:00:00Z,\n3,rapid,1,2,1-0,2013-11-06T09:00:00Z,\n",
    );
    let list = month.make("2013-12", &["--rules", "online-2013", "--tournaments", "online"]);
    let one = explained(&month, &list, "1");
    let moves: Vec<_> = one["events"][0]["games"].as_array().expect("games").iter().map(|game| game["step"].clone()).collect();
    let step_of = |before: i32, change: i32, after: i32| json!({ "before": before, "change": change, "after": after });
    assert_eq!(moves, [step_of(1800, 10, 1810), step_of(1810, 9, 1819), step_of(1819, 9, 1828)]);
    assert_eq!((step(&one, "K"), one["after"].as_i64()), (("20", "7.66, D51"), Some(1828)));
    assert!(explained_text(&month, &list, "2").contains("11-06 09:00:00 A 1781 1819 -38 .45 -0.45 0 -9 1772 1"));
}

#[test]
fn forfeits_and_games_with_the_unrated_are_listed_with_their_articles() {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,A,1800,20", "2,B,1800,20"]).bundle(
        EVENTS,
        ["T1,swiss,2024-02-10,2024-02-11,,"],
        ["T1,1,1,2,1-0", "T1,2,2,1,-/+", "T1,3,1,9,1-0"],
    );
    let list = month.make("2024-03", &[]);
    let one = explained(&month, &list, "1");
    let fates: Vec<_> = one["events"][0]["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|g| (g["status"].clone(), g["reason"].clone(), g["article"].clone()))
        .collect();
    assert_eq!(fates[0].0, json!("counted"));
    assert_eq!(fates[1], (json!("left-out"), json!("unplayed"), json!("4.1")));
    assert_eq!(fates[2], (json!("left-out"), json!("opponent-unrated"), json!("7.3.1")));
    let text = explained_text(&month, &list, "1");
    assert!(
        text.contains("+ 2 not counted: unplayed (4.1)") && text.contains("it was not played over the board: a forfeit or a bye"),
        "{text}"
    );
}

#[test]
fn d27_the_flag_of_a_player_without_a_game_for_a_year_has_its_article() {
    let month = Month::of("rapid");
    let columns = "fide_id,name,rating,k,last_rated";
    month
        .list(
            "2024-02-01",
            columns,
            ["1,A,1800,20,2024-02-01", "2,B,1800,20,2024-02-01", "3,C,1800,20,2023-03-01", "4,D,1800,20,2023-04-01"],
        )
        .bundle(EVENTS, ["T1,swiss,2024-02-10,2024-02-11,,"], ["T1,1,1,2,1-0"]);
    let list = month.make("2024-03", &[]);
    // 2023-03-01 is twelve months before the list, 2023-04-01 is not.
    assert_eq!(step(&explained(&month, &list, "3"), "Flag"), ("i", "6.2.2, D27"));
    assert_eq!(explained(&month, &list, "4")["steps"], json!([]));
    assert!(explained_text(&month, &list, "3").contains("inactive: no rated game for 12 months (6.2.2, D27)"));
}

#[test]
fn of_a_list_of_0_1_it_is_worked_out_why_a_player_is_not_published() {
    let folder = Folder::new();
    copy(&test_file("store-0.1"), folder.path());
    // The roster has the player deceased from 2024-03-01 on.
    let said = |folder: &Folder| explained_text(folder, "lists/rapid/2024-03-01", "1000504");
    assert!(said(&folder).contains("Not listed: computed and remembered, but deceased (D28)."), "{}", said(&folder));
    std::fs::remove_file(folder.join("players.csv")).expect("removed");
    assert!(said(&folder).contains("Not listed: computed and remembered, but of an excluded federation or deceased (D28)."));
}
