//! Tests of bundles as programs write them, in CSV and in Parquet.

use crate::{IngestError, ReadOptions, Sources, Submissions, read};
use model::{Control, GameResult, PlayerIndex, PlayerRef, Reason, SideResult};
use std::fs;
use std::path::Path;
use tables::{OutputColumn, OutputTable};

const TOURNAMENTS: &str = "tournament_id,control,kind,start,end,minutes,increment,rounds,official\n\
    T2,rapid,swiss,2024-02-03,2024-02-04,15,10,5,true\n\
    T1,rapid,team,2024-02-01,2024-02-02,10,0,,\n\
    T3,blitz,,2024-02-01,2024-02-02,3,2,,false\n";
const GAMES: &str = "tournament_id,round,white,black,result\n\
    T1,1,1500010,1500011,1-0\n\
    T1,2,1500011,1500010,1/2-1/2\n\
    T2,2,1500012,1500010,-/+\n\
    T2,1,1500010,1500013,0-1\n\
    T3,1,1500010,1500013,0-1\n";
const PLAYERS: &str =
    "fide_id,name,title,federation,sex,birth_year\n1500013,\"Player, Four\",WGM,NOR,F,1990\n1500010,\"Player, One\",GM,NOR,M,1980\n";

fn read_folder(folder: &Path) -> Result<Submissions, IngestError> {
    read_for(folder, None)
}

/// Reads without the games of tournaments that begin on this day or later.
fn read_for(folder: &Path, list: Option<model::Date>) -> Result<Submissions, IngestError> {
    let known = PlayerIndex::new(vec![1_500_010, 1_500_011]);
    let options = ReadOptions { list, ..ReadOptions::new(Control::Rapid, &known) };
    read(&Sources { tournaments: vec![folder.to_owned()], ..Sources::default() }, &options)
}

fn write_parquet(path: &Path, rows: usize, columns: Vec<OutputColumn<'_>>) {
    let file = fs::File::create(path).expect("a file");
    OutputTable::new(rows, columns).write_parquet(file, &[]).expect("written");
}

fn texts<'t, const ROWS: usize>(name: &str, texts: [&'t str; ROWS]) -> OutputColumn<'t> {
    OutputColumn::texts(name, move |row| texts[row])
}

fn numbers<const ROWS: usize>(name: &str, numbers: [i32; ROWS]) -> OutputColumn<'static> {
    OutputColumn::integers(name, move |row| Some(numbers[row]))
}

fn date(text: &str) -> i32 {
    model::days_since_1970(text.parse().expect("a date"))
}

fn csv_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tournaments.csv"), TOURNAMENTS).expect("written");
    fs::write(folder.path().join("games.csv"), GAMES).expect("written");
    fs::write(folder.path().join("players.csv"), PLAYERS).expect("written");
    folder
}

/// The tables of [`csv_folder`] as Parquet: dates as dates, ids of 64 bits, other numbers of 32, and one number as a float.
fn parquet_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let days = |name: &str, days: [&str; 3]| {
        let days = days.map(date);
        OutputColumn::days(name, move |row| Some(days[row]))
    };
    write_parquet(
        &folder.path().join("tournaments.parquet"),
        3,
        vec![
            texts("tournament_id", ["T2", "T1", "T3"]),
            texts("control", ["rapid", "rapid", "blitz"]),
            texts("kind", ["swiss", "team", ""]),
            days("start", ["2024-02-03", "2024-02-01", "2024-02-01"]),
            days("end", ["2024-02-04", "2024-02-02", "2024-02-02"]),
            numbers("minutes", [15, 10, 3]),
            texts("increment", ["10.0", "0.0", "2.0"]),
            OutputColumn::integers("rounds", |row| (row == 0).then_some(5)),
            OutputColumn::booleans("official", |row| row == 0),
        ],
    );
    let [white, black] = [[1_500_010, 1_500_011, 1_500_012, 1_500_010, 1_500_010], [1_500_011, 1_500_010, 1_500_010, 1_500_013, 1_500_013]];
    write_parquet(
        &folder.path().join("games.parquet"),
        5,
        vec![
            texts("result", ["1-0", "1/2-1/2", "-/+", "0-1", "0-1"]),
            texts("tournament_id", ["T1", "T1", "T2", "T2", "T3"]),
            numbers("round", [1, 2, 2, 1, 1]),
            OutputColumn::ids("white", |row| Some(white[row])),
            OutputColumn::ids("black", |row| Some(black[row])),
        ],
    );
    write_parquet(
        &folder.path().join("players.parquet"),
        2,
        vec![
            numbers("fide_id", [1_500_013, 1_500_010]),
            texts("name", ["Player, Four", "Player, One"]),
            texts("title", ["WGM", "GM"]),
            texts("federation", ["NOR", "NOR"]),
            texts("sex", ["F", "M"]),
            numbers("birth_year", [1990, 1980]),
        ],
    );
    folder
}

#[test]
fn games_are_sorted_by_tournament_and_round_in_csv_and_parquet() {
    for folder in [csv_folder(), parquet_folder()] {
        let read = read_folder(folder.path()).expect("a bundle");
        assert_eq!(read.diagnostics, []);
        let tournaments: Vec<_> = read.batch.tournaments.iter().map(|t| (&*t.id, t.games.clone(), t.entrants)).collect();
        assert_eq!(tournaments, [("T2", 0..2, 3), ("T1", 2..4, 2)]);
        assert_eq!(read.other_controls, 1);
        assert_eq!(read.batch.games.round, [1, 2, 1, 2]);
        let id = |id| PlayerRef::id(id).expect("an id");
        assert_eq!(read.batch.games.white, [id(1_500_010), id(1_500_012), id(1_500_010), id(1_500_011)]);
        let forfeit = GameResult::new(SideResult::ForfeitLoss, SideResult::ForfeitWin);
        assert_eq!(read.batch.games.result[1], forfeit);
        assert_eq!(read.batch.games.fault, [None; 4]);
    }
}

#[test]
fn csv_and_parquet_give_the_same_tournaments() {
    let [csv, parquet] = [csv_folder(), parquet_folder()].map(|folder| read_folder(folder.path()).expect("a bundle"));
    for (a, b) in csv.batch.tournaments.iter().zip(&parquet.batch.tournaments) {
        assert_eq!(
            (&a.id, a.control, a.kind, a.start, a.end, a.clock, a.rounds, a.official),
            (&b.id, b.control, b.kind, b.start, b.end, b.clock, b.rounds, b.official)
        );
    }
    let first = &parquet.batch.tournaments[0];
    assert_eq!((first.start, first.rounds, first.official), ("2024-02-03".parse().ok(), Some(5), true));
    assert_eq!(parquet.batch.tournaments[1].control, Some(Control::Rapid));
}

#[test]
fn known_players_are_not_newcomers() {
    for folder in [csv_folder(), parquet_folder()] {
        let newcomers = read_folder(folder.path()).expect("a bundle").batch.newcomers;
        let described: Vec<_> =
            newcomers.iter().map(|n| (n.id, n.name.as_str(), n.title.as_str(), n.women_title.as_str(), n.birth_year)).collect();
        assert_eq!(described, [(1_500_013, "Player, Four", "", "WGM", Some(1990))], "whom no table tells of, nothing is told of");
    }
}

#[test]
fn rows_of_parquet_are_named_by_their_number() {
    let folder = parquet_folder();
    write_parquet(
        &folder.path().join("games.parquet"),
        3,
        vec![
            texts("tournament_id", ["T1", "", "T9"]),
            numbers("round", [1, 1, 1]),
            OutputColumn::integers("white", |row| (row > 0).then_some(1_500_010)),
            numbers("black", [1_500_011; 3]),
            texts("result", ["1:0", "1-0", "1-0"]),
        ],
    );
    let read = read_folder(folder.path()).expect("a bundle");
    let said: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "games.parquet:1: BUN005: row 1: '1:0' is no result",
            "games.parquet:1: BUN006: row 1: white has no usable id and is treated as unrated",
            "games.parquet:2: BUN004: row 2: 1 game names tournament '', which the table of tournaments does not have",
            "games.parquet:3: BUN004: row 3: 1 game names tournament 'T9', which the table of tournaments does not have",
        ]
    );
    assert_eq!(read.batch.games.len(), 1);
}

#[test]
fn a_damaged_or_incomplete_table_stops_the_reading_and_names_the_file() {
    let folder = parquet_folder();
    let games = folder.path().join("games.parquet");
    let whole = fs::read(&games).expect("a file");
    for (bytes, wanted) in [
        (b"not Parquet at all".to_vec(), "cannot be read"),
        (whole[..whole.len() / 2].to_vec(), "cannot be read"),
        (Vec::new(), "cannot be read"),
    ] {
        fs::write(&games, bytes).expect("written");
        let error = read_folder(folder.path()).expect_err("a damaged table");
        assert!(error.to_string().contains("games.parquet") && error.to_string().contains(wanted), "{error}");
    }
    write_parquet(&games, 1, vec![texts("tournament_id", ["T1"]), numbers("round", [1])]);
    assert!(read_folder(folder.path()).expect_err("no players").to_string().ends_with("it has no column result"));
}

#[test]
fn a_column_of_another_type_stops_the_reading_and_says_what_it_holds() {
    let today = date("2024-02-01");
    for (wrong, wanted) in [
        (OutputColumn::booleans("white", |_| true), "the table cannot be read: the column white holds bool, not whole numbers"),
        (OutputColumn::days("white", |_| Some(today)), "the table cannot be read: the column white holds date, not whole numbers"),
        (OutputColumn::timestamps("white", |_| 0), "the table cannot be read: the column white holds datetime[μs], not whole numbers"),
    ] {
        let folder = parquet_folder();
        let columns =
            vec![texts("tournament_id", ["T1"]), numbers("round", [1]), wrong, numbers("black", [1_500_011]), texts("result", ["1-0"])];
        write_parquet(&folder.path().join("games.parquet"), 1, columns);
        let error = read_folder(folder.path()).expect_err("a wrong column").to_string();
        assert!(error.contains("games.parquet") && error.ends_with(wanted), "{error}");
    }
}

#[test]
fn ids_and_rounds_may_be_texts() {
    let folder = parquet_folder();
    let columns = vec![
        texts("tournament_id", ["T1", "T1"]),
        texts("round", ["1", " 2 "]),
        texts("white", ["1500010", "15000 10"]),
        texts("black", ["1500011", "1500011"]),
        texts("result", ["1-0", "0-1"]),
    ];
    write_parquet(&folder.path().join("games.parquet"), 2, columns);
    let read = read_folder(folder.path()).expect("a bundle");
    let said: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["games.parquet:2: BUN006: row 2: white has no usable id and is treated as unrated"]);
    assert_eq!(read.batch.games.round, [1, 2]);
    assert_eq!(read.batch.games.black.iter().map(|black| black.fide_id()).collect::<Vec<_>>(), [Some(1_500_011); 2]);
}

#[test]
fn a_damaged_byte_in_a_table_never_causes_a_panic() {
    let folder = parquet_folder();
    for name in ["games.parquet", "tournaments.parquet", "players.parquet"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).expect("a file");
        for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).expect("written");
            drop(read_folder(folder.path()));
        }
        fs::write(&path, whole).expect("written");
    }
}

#[test]
fn a_date_beyond_every_calendar_is_a_wrong_value_and_not_a_panic() {
    let folder = parquet_folder();
    let days = |name: &str, days: [i32; 4]| OutputColumn::days(name, move |row| Some(days[row]));
    write_parquet(
        &folder.path().join("tournaments.parquet"),
        4,
        vec![
            texts("tournament_id", ["T1", "T2", "T3", "T4"]),
            OutputColumn::constant_text("control", "rapid"),
            days("start", [date("2024-02-01"), date("2024-02-03"), i32::MIN, date("9999-12-31")]),
            days("end", [i32::MAX, date("2024-02-04"), date("2024-02-02"), date("9999-12-31") + 1]),
        ],
    );
    let read = read_folder(folder.path()).expect("a bundle");
    let said: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "tournaments.parquet:1: REG003: row 1: end: 'day 2147483647 from 1970-01-01' is not a date, as 2024-02-01",
            "tournaments.parquet:3: REG003: row 3: start: 'day -2147483648 from 1970-01-01' is not a date, as 2024-02-01",
            "tournaments.parquet:4: REG003: row 4: end: '+10000-01-01' is not a date, as 2024-02-01",
        ]
    );
    let described: Vec<_> = read.batch.tournaments.iter().map(|t| (&*t.id, t.unusable.map(|code| code.id), t.end)).collect();
    let day = |text: &str| text.parse().ok();
    assert_eq!(
        described,
        [
            ("T1", Some("REG003"), None),
            ("T2", None, day("2024-02-04")),
            ("T3", Some("REG003"), day("2024-02-02")),
            ("T4", Some("REG003"), None)
        ]
    );
}

#[test]
fn an_exact_repeat_of_a_game_does_not_count_twice() {
    let folder = csv_folder();
    let rows = [
        "T1,1,1500010,1500011,1-0",     // line 2
        "T1,2,1500010,1500011,½-½",     // counts: another round
        "T1,1,1500010,1500011,1-0",     // repeats line 2
        "T1,1,1500011,1500010,1-0",     // counts: other colours
        "T1,1,1500010,1500011,0-1",     // counts, with a warning: another result
        "T1,1,1500010,1500011,1-0",     // repeats line 2
        "T1,2,1500010,1500011,1/2-1/2", // repeats line 3 in other words
        "T2,1,1500010,1500011,1-0",     // counts: another tournament
        "T2,2,1500012,1500012,1-0",     // against oneself
        "T2,2,1500012,1500012,1-0",     // the same again
    ];
    fs::write(folder.path().join("games.csv"), format!("tournament_id,round,white,black,result\n{}\n", rows.join("\n"))).expect("written");
    let read = read_folder(folder.path()).expect("a bundle");
    let said: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "games.csv:4: BUN009: 1500010 and 1500011 meet twice in round 1 with the same colours and result; the repeat is left out",
            "games.csv:6: BUN009: 1500010 and 1500011 meet twice in round 1 with the same colours",
            "games.csv:7: BUN009: 1500010 and 1500011 meet twice in round 1 with the same colours and result; the repeat is left out",
            "games.csv:8: BUN009: 1500010 and 1500011 meet twice in round 2 with the same colours and result; the repeat is left out",
            "games.csv:10:6: BUN008: 1500012 plays against himself or herself",
            "games.csv:11: BUN009: 1500012 and 1500012 meet twice in round 2 with the same colours and result; the repeat is left out",
            "games.csv:11:6: BUN008: 1500012 plays against himself or herself",
        ]
    );
    let twice = Some(Reason::SameGameTwice);
    let oneself = Some(Reason::AgainstOneself);
    // T2 comes first. Of T1, round 1 has lines 2, 4, 5, 6 and 7; round 2 has lines 3 and 8.
    assert_eq!(read.batch.games.fault, [None, oneself, oneself, None, twice, None, None, twice, None, twice]);
}

#[test]
fn two_games_in_one_round_and_rounds_that_were_not_scheduled_are_left_out_of_a_swiss() {
    let folder = csv_folder();
    let rows = [
        "T2,1,1500010,1500011,1-0", // line 2: counts
        "T2,1,1500011,1500010,0-1", // the same game, told from the other side
        "T2,2,1500010,1500011,1-0", // results that do not agree are two games
        "T2,2,1500011,1500010,1-0",
        "T2,3,1500010,1500011,1-0", // 1500010 has two games
        "T2,3,1500012,1500010,1-0",
        "T2,3,1500013,1500014,*",   // not finished
        "T2,4,1500010,1500011,1-0", // counts: the other is a forfeit
        "T2,4,1500010,1500012,+/-",
        "T2,5,1500010,1500011,1-0", // counts: the last round
        "T2,6,1500010,1500011,1-0", // after it
        "T2,6,1500012,1500013,1-0",
    ];
    fs::write(folder.path().join("games.csv"), format!("tournament_id,round,white,black,result\n{}\n", rows.join("\n"))).expect("written");
    let read = read_folder(folder.path()).expect("a bundle");
    let (one, two, none) = (Some(Reason::SameGameTwice), Some(Reason::TwoGamesInOneRound), Some(Reason::NoSuchRound));
    assert_eq!(read.batch.games.fault, [None, one, two, two, two, two, None, None, None, None, none, none]);
    let messages: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "games.csv:3: BUN023: 1500011 and 1500010 meet in round 1 already, told from the other side; it is one game",
            "games.csv:4: BUN022: 1500010 has two games in round 2; they are left out",
            "games.csv:5: BUN022: 1500010 has two games in round 2; they are left out",
            "games.csv:6: BUN022: 1500010 has two games in round 3; they are left out",
            "games.csv:7: BUN022: 1500010 has two games in round 3; they are left out",
            "games.csv:8:22: BUN021: the game is not finished; it is left out",
            "games.csv:12: BUN024: round 6 comes after the last one scheduled, 5: games of it are left out",
        ]
    );
}

#[test]
fn the_control_of_a_row_is_told_by_its_word_or_by_its_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let tournaments = "tournament_id,control,minutes,increment\nA,rapid,90,30\nB,,15,10\nC,,90,30\nD,,10,0\nE,,,\n";
    fs::write(folder.path().join("tournaments.csv"), tournaments).expect("written");
    fs::write(folder.path().join("games.csv"), "tournament_id,round,white,black,result\nE,1,1500010,1500011,1-0\n").expect("written");
    let known = PlayerIndex::default();
    for takes_unknown_control in [true, false] {
        let options = ReadOptions { takes_unknown_control, ..ReadOptions::new(Control::Rapid, &known) };
        let read = read(&Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() }, &options).expect("a bundle");
        let refused = (!takes_unknown_control).then_some(Reason::ControlUnknown);
        let found: Vec<_> = read.batch.tournaments.iter().map(|t| (&*t.id, t.unusable.map(|code| code.refusal))).collect();
        assert_eq!(found, [("A", None), ("B", None), ("E", refused)]);
        assert_eq!(read.other_control_ids.iter().map(|id| &**id).collect::<Vec<_>>(), ["C", "D"]);
        let become_of_it = if takes_unknown_control { "taken as rapid" } else { "refused" };
        let message = format!("tournaments.csv:6:3: REG014: the control is not stated; the tournament is {become_of_it}");
        assert_eq!(read.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    }
}

#[test]
fn a_birth_year_after_the_lists_is_not_known() {
    let folder = csv_folder();
    fs::write(folder.path().join("players.csv"), "fide_id,birth_year\n1500013,2025\n1500012,2024\n").expect("written");
    let read = read_for(folder.path(), "2024-12-01".parse().ok()).expect("a bundle");
    let years: Vec<_> = read.batch.newcomers.iter().map(|newcomer| (newcomer.id, newcomer.birth_year)).collect();
    assert_eq!(years, [(1_500_012, Some(2024)), (1_500_013, None)]);
    let messages: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["players.csv:2: BUN025: the birth year 2025 is after the list's; not known"]);
}

#[test]
fn games_whose_round_or_result_cannot_be_read_are_not_taken_for_repeats() {
    let folder = csv_folder();
    let rows = ["T1,,1500010,1500011,1/2-1/2", "T1,,1500010,1500011,1/2-1/2", "T1,1,1500010,1500011,won", "T1,1,1500010,1500011,lost"];
    fs::write(folder.path().join("games.csv"), format!("tournament_id,round,white,black,result\n{}\n", rows.join("\n"))).expect("written");
    let read = read_folder(folder.path()).expect("a bundle");
    assert_eq!(read.batch.games.fault, [None; 4]);
    let twice: Vec<_> = read.diagnostics.iter().filter(|d| d.code.id == "BUN009").map(ToString::to_string).collect();
    assert_eq!(
        twice,
        [
            "games.csv:3: BUN009: 1500010 and 1500011 meet twice in round 0 with the same colours",
            "games.csv:5: BUN009: 1500010 and 1500011 meet twice in round 1 with the same colours",
        ]
    );
}

#[test]
fn games_of_tournaments_that_no_table_lists_are_counted_over_all_bundles() {
    let root = tempfile::tempdir().expect("a folder");
    for (name, tournaments, games) in [
        ("a", "A1,rapid\n", ["A1", "A8", "A9", "A9"].as_slice()),
        // Tournaments of another control are listed, so that their games are not without a tournament.
        ("b", "B1,blitz\n", ["B1", "A1"].as_slice()),
        ("c", "C1,rapid\n", ["C1"].as_slice()),
    ] {
        let folder = root.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("tournaments.csv"), format!("tournament_id,control\n{tournaments}")).expect("written");
        let rows: String = games.iter().map(|id| format!("{id},1,1500010,1500011,1-0\n")).collect();
        fs::write(folder.join("games.csv"), format!("tournament_id,round,white,black,result\n{rows}")).expect("written");
    }
    let read = read_folder(root.path()).expect("bundles");
    assert_eq!(read.games_without_tournament, 4);
    assert_eq!(read.batch.games.len(), 2);
    assert_eq!(read_folder(csv_folder().path()).expect("a bundle").games_without_tournament, 0);
}

#[test]
fn the_federation_of_a_newcomer_is_in_capitals_however_it_was_written() {
    let folder = csv_folder();
    fs::write(folder.path().join("players.csv"), "fide_id,name,federation\n1500012,One,nor\n1500013,Two, Swe \n").expect("written");
    let newcomers = read_folder(folder.path()).expect("a bundle").batch.newcomers;
    assert_eq!(newcomers.iter().map(|n| (n.id, n.federation.as_str())).collect::<Vec<_>>(), [(1_500_012, "NOR"), (1_500_013, "SWE")]);
}

#[test]
fn wrong_rows_beyond_the_first_ten_thousand_are_counted() {
    let folder = csv_folder();
    let rows: String = (0..10_950).map(|row| format!("T1,1,{},{},?\n", 2_000_000 + 2 * row, 2_000_001 + 2 * row)).collect();
    fs::write(folder.path().join("games.csv"), format!("tournament_id,round,white,black,result\n{rows}")).expect("written");
    let read = read_folder(folder.path()).expect("a bundle");
    assert_eq!(read.diagnostics.len(), 10_001);
    assert_eq!(read.diagnostics[0].to_string(), "games.csv: BUN005: 950 more like the first 10000");
    assert_eq!(read.diagnostics[10_000].to_string(), "games.csv:10001:22: BUN005: '?' is no result");
    assert_eq!(read.batch.games.len(), 10_950);
}

/// The tournaments of the batch, each with its number of games.
fn games_of(read: &Submissions) -> Vec<(String, usize)> {
    read.batch.tournaments.iter().map(|tournament| (tournament.id.to_string(), tournament.games.len())).collect()
}

#[test]
fn games_of_tournaments_that_begin_after_the_list_are_not_read() {
    let begins = |day: &str| Some(day.parse().expect("a date"));
    let named = |games: [usize; 2]| vec![("T2".to_owned(), games[0]), ("T1".to_owned(), games[1])];
    for folder in [csv_folder(), parquet_folder()] {
        // T2 begins on 2024-02-03, T1 on 2024-02-01.
        for (later_lists_from, games) in [("2024-02-04", [2, 2]), ("2024-02-03", [0, 2]), ("2024-02-02", [0, 2]), ("2024-02-01", [0, 0])] {
            let read = read_for(folder.path(), begins(later_lists_from)).expect("readable");
            assert_eq!(games_of(&read), named(games), "{later_lists_from}");
            assert_eq!(read.batch.games.len(), games.iter().sum::<usize>());
            assert_eq!(read.inputs.len(), 3, "the tables are read all the same");
        }
    }
}

#[test]
fn a_game_without_a_tournament_is_reported_when_all_others_belong_to_later_lists() {
    let folder = parquet_folder();
    write_parquet(
        &folder.path().join("games.parquet"),
        3,
        vec![
            texts("tournament_id", ["T1", "T2", "T9"]),
            numbers("round", [1; 3]),
            numbers("white", [1_500_010; 3]),
            numbers("black", [1_500_011; 3]),
            texts("result", ["1-0"; 3]),
        ],
    );
    let read = read_for(folder.path(), "2024-02-01".parse().ok()).expect("readable");
    assert_eq!((read.games_without_tournament, games_of(&read).len()), (1, 2));
    assert!(read.diagnostics.iter().any(|described| described.message.contains("'T9'")), "{:?}", read.diagnostics);
}

#[test]
fn a_wrong_row_is_reported_the_same_in_csv_and_parquet_and_changes_no_other() {
    // Several chunks of rows, with wrong rows at the ends and where chunks meet.
    const ROWS: usize = 40_000;
    let wrong: [(usize, [&str; 5], &str); 9] = [
        (0, ["T1", "1", "1500020", "1500021", "won"], "BUN005: 'won' is no result"),
        (16_383, ["T1", "0", "1500022", "1500023", "1-0"], "BUN007: the game has no usable round"),
        (16_384, ["T1", "1000", "1500024", "1500025", "1-0"], "BUN007: the game has no usable round"),
        (16_385, ["T1", "1", "", "1500011", "1-0"], "BUN006: white has no usable id and is treated as unrated"),
        (16_386, ["T1", "1", "1500010", "-1", "1-0"], "BUN006: black has no usable id and is treated as unrated"),
        (20_000, ["T1", "1", "1500010", "1500010", "1-0"], "BUN008: 1500010 plays against himself or herself"),
        (32_768, ["T1", "1", "1500026", "1500027", "0-0"], "BUN013: the result is 0-0"),
        (
            39_998,
            ["T9", "1", "1500010", "1500011", "1-0"],
            "BUN004: 1 game names tournament 'T9', which the table of tournaments does not have",
        ),
        (39_999, ["T3", "", "", "", ""], ""),
    ];
    let ids: Vec<String> = (0..2 * ROWS).map(|player| (2_000_000 + player).to_string()).collect();
    let cells: Vec<[&str; 5]> = (0..ROWS)
        .map(|row| match wrong.iter().find(|wrong| wrong.0 == row) {
            Some((_, cells, _)) => *cells,
            None => [["T1", "T2"][row / 10_000 % 2], "1", &ids[2 * row], &ids[2 * row + 1], ["1-0", "0-1", "1/2-1/2"][row % 3]],
        })
        .collect();
    let (csv, parquet) = (csv_folder(), parquet_folder());
    let lines: String = cells.iter().map(|cells| cells.join(",") + "\n").collect();
    fs::write(csv.path().join("games.csv"), format!("tournament_id,round,white,black,result\n{lines}")).expect("written");
    let cells = &cells;
    let texts = |name: &str, at: usize| OutputColumn::texts(name, move |row| cells[row][at]);
    let numbers = |name: &str, at: usize| OutputColumn::integers(name, move |row| cells[row][at].parse().ok());
    let columns = vec![texts("tournament_id", 0), numbers("round", 1), numbers("white", 2), numbers("black", 3), texts("result", 4)];
    write_parquet(&parquet.path().join("games.parquet"), ROWS, columns);
    let [csv, parquet] = [csv, parquet].map(|folder| read_folder(folder.path()).expect("a bundle"));
    let described = wrong.iter().filter(|wrong| !wrong.2.is_empty());
    let expected: Vec<(usize, String)> = described.map(|(row, _, described)| (*row, (*described).to_owned())).collect();
    let in_csv: Vec<_> = csv.diagnostics.iter().map(|d| (d.place.line as usize - 2, format!("{}: {}", d.code.id, d.message))).collect();
    assert_eq!(in_csv, expected);
    let in_parquet: Vec<_> =
        parquet.diagnostics.iter().map(|d| (d.place.line as usize - 1, format!("{}: {}", d.code.id, d.message))).collect();
    let numbered = |(row, described): &(usize, String)| (*row, described.replacen(": ", &format!(": row {}: ", row + 1), 1));
    assert_eq!(in_parquet, expected.iter().map(numbered).collect::<Vec<_>>());
    let (csv, parquet) = (csv.batch.games, parquet.batch.games);
    // One game has an unlisted tournament, one a tournament of another control.
    assert_eq!(csv.len(), ROWS - 2);
    assert_eq!((&csv.round, &csv.result, &csv.fault), (&parquet.round, &parquet.result, &parquet.fault));
    let players = |games: &model::Games| games.white.iter().zip(&games.black).map(|(w, b)| (w.fide_id(), b.fide_id())).collect::<Vec<_>>();
    assert_eq!(players(&csv), players(&parquet));
}

#[test]
fn byes_are_the_same_from_csv_and_parquet_and_those_of_tournaments_that_are_not_read_are_passed_over() {
    let rows = [("T2", 3, 1_500_012, "H"), ("T2", 1, 1_500_012, "u"), ("T3", 1, 1_500_012, "U"), ("T1", 3, 1_500_010, "Z")];
    let [csv, parquet] = [csv_folder(), parquet_folder()];
    let text: String = rows.iter().map(|(id, round, player, bye)| format!("{id},{round},{player},{bye}\n")).collect();
    fs::write(csv.path().join("byes.csv"), format!("tournament_id,round,fide_id,bye\n{text}")).expect("written");
    let columns = vec![
        texts("bye", rows.map(|row| row.3)),
        numbers("fide_id", rows.map(|row| row.2)),
        numbers("round", rows.map(|row| row.1)),
        texts("tournament_id", rows.map(|row| row.0)),
    ];
    write_parquet(&parquet.path().join("byes.parquet"), rows.len(), columns);
    for folder in [csv, parquet] {
        let read = read_folder(folder.path()).expect("a bundle");
        assert_eq!(read.diagnostics, []);
        let byes = |tournament: &model::Tournament| {
            let byes =
                tournament.byes.iter().map(|bye| format!("{} {} {}", bye.round, bye.player.fide_id().unwrap_or(0), bye.kind.symbol()));
            (tournament.tells_byes, byes.collect::<Vec<_>>().join(", "))
        };
        let found: Vec<_> = read.batch.tournaments.iter().map(byes).collect();
        assert_eq!(found, [(true, "1 1500012 U, 3 1500012 H".to_owned()), (true, "3 1500010 Z".to_owned())]);
        assert!(read.inputs.iter().any(|input| input.path.starts_with("byes.")), "{:?}", read.inputs);
    }
}

#[test]
fn a_bundle_without_a_table_of_byes_does_not_tell_them() {
    let read = read_folder(csv_folder().path()).expect("a bundle");
    assert!(read.batch.tournaments.iter().all(|tournament| !tournament.tells_byes && tournament.byes.is_empty()));
}

#[test]
fn a_table_of_byes_without_a_column_stops_the_reading() {
    let folder = csv_folder();
    fs::write(folder.path().join("byes.csv"), "tournament_id,round,fide_id\n").expect("written");
    let problem = read_folder(folder.path()).expect_err("no table of byes").to_string();
    assert!(problem.ends_with("it has no column bye"), "{problem}");
}
