//! Tests of folders with online games: other tables next to them, and linting.

use crate::*;
use model::InputRole;

#[test]
fn players_of_the_table_and_unknown_players_of_games_are_newcomers() {
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
    let inputs: Vec<_> = read.inputs.iter().map(|input| (input.role.clone(), input.path.as_str(), input.sha256.clone())).collect();
    let hash = |text: &str| store::sha256_hex(text.as_bytes());
    assert_eq!(
        inputs,
        [(InputRole::Tournaments, "x/online_games.csv", hash(&games)), (InputRole::Tournaments, "x/players.csv", hash(players))]
    );
    assert_eq!(messages(&read), [] as [&str; 0]);
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
    let options = ReadOptions { online, ..ReadOptions::new(Control::Rapid, &known) };
    let tournaments = vec![folder.path().to_owned(), folder.path().join("a")];
    let read = read(&Sources { tournaments, ..Sources::default() }, &options).expect("readable");
    assert_eq!((read.online.games.len(), read.diagnostics.len(), read.inputs.len()), (1, 0, 1));
}

#[test]
fn where_no_edition_rates_online_games_they_are_not_read() {
    let folder = folder(&[("online_games.csv", "rubbish"), ("players.csv", "rubbish")]);
    let known = PlayerIndex::default();
    let options = ReadOptions::new(Control::Rapid, &known);
    let read = read(&Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() }, &options).expect("readable");
    assert_eq!(messages(&read), ["online_games.csv: BUN003: online games are not read as tournaments"]);
    assert!(read.inputs.is_empty());
}

#[test]
fn parquet_is_read_where_online_games_exist_in_csv_and_parquet() {
    let folder = of_ends(3, same_end());
    fs::write(folder.path().join("online_games.csv"), "rubbish").expect("written");
    let read = read_folder(&folder);
    assert_eq!(read.online.games.len(), 3);
    assert_eq!(messages(&read), ["online_games.parquet: BUN002: there is a CSV file of this table too; this one is read"]);
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
