//! Diagnostics about reports, bundles, registries, corrections and rosters.

use super::Raised;
use crate::month::{CORRECTIONS, Month, Report};
use crate::support::{Folder, copy, expect_exit, test_file};

const PLAYERS: &str = "fide_id,name,rating,k";

/// Four players of 1800 on the list of January 2024.
fn four() -> Month {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, (1..=4).map(|id| format!("{id},Player {id},1800,20")));
    month
}

#[test]
fn every_code_of_submitted_files_is_raised() {
    let mut raised = Raised::default();
    // The corpus, whose exact diagnostics stand beside it.
    for part in ["good", "bad", "folders/bundle", "folders/byes", "folders/games-without-results"] {
        raised.by(&[], &test_file("trf"), &["check", part]);
    }
    registries(&mut raised);
    files(&mut raised);
    other_federations(&mut raised);
    bundles(&mut raised);
    online_games(&mut raised);
    tables_of_corrections(&mut raised);
    corrections_that_do_not_fit(&mut raised);
    raised.by_file(&["PLR001"], "players.csv", "fide_id,from,field,value\n1,2024-01-01,alive,true\n");
    raised.by_file(&["PLR002"], "players.csv", b"fide_id,from,field,value\n1,2024-01-01,name,M\xfcller\n");
    let month = Month::of("rapid");
    month.list("2024-02-01", "fide_id,rating", ["1,1800"]).roster("1,2024-01-01,birth_year,2025\n");
    raised.by_list(&["PLR003"], &month, "2024-03", &[]);
    raised.expect_all(ingest::CODES);
    raised.expect_all(amendments::CODES);
}

fn registries(raised: &mut Raised) {
    for (case, wanted) in [
        (
            "registry",
            &["REG001", "REG002", "REG003", "REG004", "REG005", "REG006", "REG007", "REG008", "REG009", "REG010", "REG011", "REG012"][..],
        ),
        ("registry-latin-1", &["REG013"]),
    ] {
        let month = four();
        copy(&test_file("trf/folders").join(case), &month.join("handed-in"));
        let sources = ["--tournaments", "handed-in", "--registry", "handed-in/registry.csv"];
        raised.by_list(wanted, &month, "2024-04", &sources);
    }
}

/// What reports say otherwise than the list.
fn other_federations(raised: &mut Raised) {
    let month = Month::of("rapid");
    month.list("2024-01-01", "fide_id,name,federation,rating", ["1,Player 1,NOR,1800", "2,Player 2,ENG,1800"]);
    month.report("open.trf", Report::new("Open", "2024-01-13").game(1, 2, '1').text());
    raised.by_list(&["TRF051"], &month, "2024-02", &[]);
}

/// Files that are no regular ones, and players who may be somebody else.
fn files(raised: &mut Raised) {
    let month = four();
    let outside = Folder::new();
    let secret = outside.put("secret.trf", Report::new("Secret", "2024-01-13").game(1, 2, '1').text());
    #[cfg(unix)]
    std::os::unix::fs::symlink(secret, month.join("tournaments/link.trf")).expect("a link");
    #[cfg(unix)]
    std::os::unix::net::UnixListener::bind(month.join("tournaments/socket.trf")).expect("a socket");
    let twice = Report::new("twice", "2024-01-13").player(9, "Ivy, Ida", "1990").player(10, "Ivy, Ida", "1990");
    twice.player(1, "Somebody, Else", "1980").game(1, 9, '1').game(1, 10, '1').put(&month);
    month.report("endless.trf", "012 ".to_owned() + &"x".repeat(2_000_000));
    let newborn = Report::new("newborn", "2024-01-14").player(11, "Young, Yves", "2025");
    newborn.game(1, 11, '1').put(&month);
    std::fs::File::create(month.join("tournaments/huge.trf")).and_then(|file| file.set_len((64 << 20) + 1)).expect("a sparse file");
    month.report("club.tunx", "x").report("broken.zip", "PK\x03\x04 and nothing more");
    raised.by_list(&["TRF052", "TRF053", "TRF047", "TRF004", "TRF009", "TRF037", "TRF038", "TRF039", "TRF044"], &month, "2024-02", &[]);
}

fn bundles(raised: &mut Raised) {
    let folder = Folder::new();
    expect_exit(folder.path(), &["demo", "world", "--players", "100", "--months", "1", "--tournaments", "2", "--bundle", "--quiet"], 0);
    let parquet = crate::support::bytes_below(&folder.join("world")).into_iter().find(|(name, _)| name.ends_with("games.parquet"));
    let (place, _) = parquet.expect("a bundle as Parquet");
    folder.put(&format!("world/{}", place.replace(".parquet", ".csv")), "tournament_id,round,white,black,result\n");
    raised.by(&["BUN002"], folder.path(), &["check", "world"]);
    let month = four();
    month.tournament("T1", "2024-01-13", &["1 2 1-0"]).put("tournaments/T1/online_games.csv", "game_id,white,black,result,ended_at\n");
    raised.by_list(&["BUN003"], &month, "2024-02", &[]);
    let month = four();
    let games = ["1 1 2 *", "1 3 4 1-0", "1 3 4 0-1", "2 1 2 1-0", "2 2 1 0-1", "3 1 2 1-0"];
    month.bundle("tournament_id,start,end,kind,rounds", ["T1,2024-01-13,2024-01-13,swiss,2"], games.map(|game| format!("T1 {game}")));
    month.put("tournaments/players.csv", "fide_id,birth_year\n9,2025\n");
    raised.by_list(&["BUN021", "BUN022", "BUN023", "BUN024", "BUN025"], &month, "2024-02", &[]);
    let month = four();
    month.bundle("tournament_id,start,end,kind", ["T1,2024-01-13,2024-01-13,team"], ["T1 1 3 4 1-0", "T1 1 3 4 0-1"]);
    raised.by_list(&["BUN009"], &month, "2024-02", &[]);
    let month = four();
    month.put("tournaments/games.csv", "tournament_id,round,white,black,result\n");
    raised.by_list(&["BUN027"], &month, "2024-02", &[]);
}

fn online_games(raised: &mut Raised) {
    let month = Month::of("rapid");
    month.list("2013-11-01", PLAYERS, ["1,One,1800,20", "2,Two,1800,20"]);
    let games = [
        "1,rapid,1,2,1-0,yesterday,",
        ",rapid,1,2,1-0,2013-11-05T18:30:00Z,",
        "3,classical,1,2,1-0,2013-11-05T18:30:00Z,",
        "4,rapid,,2,1-0,2013-11-05T18:30:00Z,",
        "5,rapid,1,2,1-0,2013-11-05T18:30:00Z,both",
        "6,rapid,1,2,1-0,2013-11-05T18:30:00Z,",
        "6,rapid,1,2,1-0,2013-11-05T18:30:00Z,",
        "7,rapid,1,2,1-0,2013-11-05T18:30:00Z,",
        "7,rapid,1,2,0-1,2013-11-05T18:30:00Z,",
    ];
    month.put("tournaments/online_games.csv", format!("game_id,control,white,black,result,ended_at,disconnected\n{}\n", games.join("\n")));
    let wanted = ["BUN014", "BUN015", "BUN016", "BUN017", "BUN018", "BUN019", "BUN020"];
    raised.by_list(&wanted, &month, "2013-12", &["--rules", "online-2013"]);
    // A game that the list of December has, with another time.
    let game = "6,rapid,1,2,1-0,2013-12-05T18:30:00Z,";
    month.put("tournaments/online_games.csv", format!("game_id,control,white,black,result,ended_at,disconnected\n{game}\n"));
    raised.by_list(&["BUN026"], &month, "2014-01", &["--rules", "online-2013"]);
}

/// Rows that are wrong by themselves.
fn tables_of_corrections(raised: &mut Raised) {
    for (code, rows) in [
        ("COR001", "C1\n"),
        ("COR002", "C1,yesterday,office,why,T1,,,,withdrawn,false,true\n"),
        ("COR003", "C1,2024-02-10,office,why,T1,1,,,withdrawn,false,true\n"),
        ("COR004", "C1,2024-02-10,office,why,T1,,,,withdrawn,false,true\nC1,2024-02-10,office,why,T2,,,,withdrawn,false,true\n"),
        ("COR005", "C1,2024-02-10,office,why,,,,,correction,C9,undone\n"),
        ("COR006", "C1,2024-02-10,office,why,,,,,merge,1,2\nC2,2024-02-10,office,why,,,,,merge,1,3\n"),
        ("COR007", "C1,2024-02-10,office,why,T1,,,,report,T1.trf,gone.trf\n"),
        ("COR009", "\0"),
    ] {
        raised.by_file(&[code], "corrections.csv", format!("{CORRECTIONS}{rows}"));
    }
    let latin = [CORRECTIONS.as_bytes(), b"C1,2024-02-10,B\xfcro,why,T1,,,,withdrawn,false,true\n"].concat();
    raised.by_file(&["COR008"], "corrections.csv", latin);
}

/// Corrections that are refused, or change nothing, because of what was handed in.
fn corrections_that_do_not_fit(raised: &mut Raised) {
    let month = four();
    month.tournament("T1", "2024-01-10", &["1 2 1-0", "3 4 1-0"]).tournament("T2", "2024-01-11", &["1 2 1-0"]);
    // Two tournaments of one id.
    month.report("a/twin.trf", Report::new("Twin", "2024-01-12").game(1, 2, '1').text());
    month.report("b/twin.trf", Report::new("Twin", "2024-01-13").game(3, 4, '1').text());
    month.report("R1.trf", Report::new("R1", "2024-01-14").game(1, 2, '1').text());
    month.put("corrections/R1-new.trf", Report::new("R1", "2024-01-14").game(1, 2, '=').text());
    month.corrections(
        "C1,2024-02-10,office,why,T1,1,1,2,result,0-1,1/2-1/2\n\
         C2,2025-02-02,office,why,T2,1,1,2,result,1-0,1/2-1/2\n\
         C3,2024-02-10,office,why,T1,,,,player,1,2\n\
         C4,2024-02-10,office,why,twin,1,1,2,result,1-0,1/2-1/2\n\
         C5,2024-02-10,office,why,T9,,,,withdrawn,false,true\n\
         C6,2024-02-10,office,why,R1,1,1,2,result,1-0,0-1\n\
         C7,2024-02-11,office,why,R1,,,,report,R1.trf,R1-new.trf\n\
         C8,2024-01-20,office,why,,,,,merge,3,4\n",
    );
    let wanted = ["COR010", "COR011", "COR012", "COR013", "COR014", "COR015", "COR016"];
    raised.by_list(&wanted, &month, "2024-02", &[]);
    // The merge ends.
    month.corrections(
        "C8,2024-01-20,office,why,,,,,merge,3,4\n\
         U8,2024-02-15,office,why,,,,,correction,C8,undone\n",
    );
    raised.by_list(&["COR017"], &month, "2024-03", &[]);
}
