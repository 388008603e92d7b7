//! Tests of corrections applied to reports and bundles.

use amendments::{AmendmentSources, Amendments, CorrectionOutcomes, check};
use ingest::{ReadOptions, Sources, Submissions, read};
use model::{Control, Date, GameResult, InputRole, ListDate, PlayerIndex, Pool, Reason, parse_iso_date};
use rulebook::Rulebook;
use std::fs;
use std::path::Path;
use store::ListSource;
use tempfile::{TempDir, tempdir};

const HEADER: &str = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n";

const BUNDLE: [(&str, &str); 2] = [
    (
        "data/bundle/tournaments.csv",
        "tournament_id,control,start,end\nT1,rapid,2024-02-03,2024-02-04\nT2,rapid,2024-02-10,2024-02-11\nBLITZ,blitz,2024-02-03,2024-02-04\nrated,rapid,2024-01-03,2024-01-04\n",
    ),
    (
        "data/bundle/games.csv",
        "tournament_id,round,white,black,result\nT1,1,10,11,1-0\nT1,1,12,13,1/2-1/2\nT1,2,13,10,+/-\nT1,2,11,12,0-1\nT2,1,10,12,1-0\nT2,1,10,12,1-0\nT2,2,10,12,what\n",
    ),
];

/// A report of players 20 to 23; the two lines of one game of round 2 exclude each other.
const REPORT: &str = "\
012 Spring Open
042 2024/02/17
052 2024/02/18
001    1 m    Player, 1                              NOR          20 1990/01/01               2 w 1     3 b 1
001    2 m    Player, 2                              NOR          21 1990/01/01               1 b 0     4 w =
001    3 m    Player, 3                              NOR          22 1990/01/01               4 w +     1 w 1
001    4 m    Player, 4                              NOR          23 1990/01/01               3 b -     2 b =
";

/// A newer report of the same event with only its first game.
const NEWER: &str = "\
012 Spring Open
042 2024/02/17
052 2024/02/18
001    1 m    Player, 1                              NOR          20 1990/01/01               2 w =
001    2 m    Player, 2                              NOR          21 1990/01/01               1 b =
";

struct Case {
    folder: TempDir,
    registry: bool,
    for_titles: bool,
    list: &'static str,
    as_known: Option<&'static str>,
    beyond_limit: bool,
}

impl Case {
    /// A case with a bundle, a report `R1`, and these rows of corrections.
    fn new(rows: &str) -> Self {
        let case = Self {
            folder: tempdir().expect("a folder"),
            registry: false,
            for_titles: false,
            list: "2024-03",
            as_known: None,
            beyond_limit: false,
        };
        for (name, text) in BUNDLE {
            case.write(name, text);
        }
        case.write("2024-01-01.csv", "fide_id,rating\n10,1500\n");
        case.write("data/R1.trf", REPORT);
        case.write("corrections/c.csv", &format!("{HEADER}{rows}"));
        case
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    }

    fn with(self, name: &str, text: &str) -> Self {
        self.write(name, text);
        self
    }

    fn run(&self) -> (Submissions, CorrectionOutcomes) {
        let list: ListDate = self.list.parse().expect("a month");
        let amendments = Amendments::read(&AmendmentSources {
            list,
            corrections: Some(self.folder.path().join("corrections")),
            only: None,
            as_known: self.as_known.map(day),
            reach: rulebook::CorrectionReach::YEAR,
            beyond_limit: self.beyond_limit,
            roster: None,
            excluded_federations: Vec::new(),
        });
        let previous = ListSource::open(&self.folder.path().join("2024-01-01.csv"), None).expect("a list");
        let (mut previous, _) = previous.read(InputRole::Previous).expect("a list");
        let amendments = amendments.expect("readable").amend_previous(&mut previous, &mut Pool::default());
        let sources = Sources {
            tournaments: vec![self.folder.path().join("data")],
            registry: self.registry.then(|| self.folder.path().join("data/registry.csv")),
            replacements: amendments.replacements(),
            ..Sources::default()
        };
        let known = PlayerIndex::new((1..100).collect());
        let for_titles = self.for_titles;
        let options = ReadOptions { is_rated: &|id| id.starts_with("rated"), for_titles, ..ReadOptions::new(Control::Rapid, &known) };
        let mut submissions = read(&sources, &options).expect("readable");
        let edition = Rulebook::fide().edition_on(Control::Rapid, list.day()).expect("an edition");
        let applied = amendments.amend_submissions(&mut submissions, edition).outcomes;
        (submissions, applied)
    }
}

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date")
}

fn messages(diagnostics: &[model::Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

/// The messages about corrections that were not applied.
fn refusals(outcomes: &CorrectionOutcomes) -> Vec<String> {
    outcomes.diagnostics().into_iter().map(ToString::to_string).collect()
}

/// The games of a tournament, as `round white black outcomes fault`.
fn games(read: &Submissions, id: &str) -> Vec<String> {
    let tournament = read.batch.tournaments.iter().find(|tournament| &*tournament.id == id).expect("it was read");
    let games = &read.batch.games;
    let describe = |game: usize| {
        let id = |player: model::PlayerRef| player.fide_id().unwrap_or(0);
        let GameResult { white, black } = games.result[game];
        let fault = games.fault[game].map_or("", Reason::word);
        let row = format!(
            "{} {} {} {}{} {fault}",
            games.round[game],
            id(games.white[game]),
            id(games.black[game]),
            white.symbol(),
            black.symbol()
        );
        row.trim_end().to_owned()
    };
    tournament.games.clone().map(describe).collect()
}

fn applied(outcomes: &CorrectionOutcomes) -> Vec<(&str, &str, &[u32])> {
    outcomes.applied.iter().map(|a| (a.id.as_str(), a.tournament_id.as_deref().unwrap_or(""), a.players.as_slice())).collect()
}

fn result(id: &str, received: &str, tournament: &str, game: &str, old: &str, new: &str) -> String {
    format!("{id},{received},Office,Why,{tournament},{game},result,{old},{new}\n")
}

#[test]
fn without_corrections_nothing_changes() {
    let (read, outcomes) = Case::new("").run();
    assert_eq!(games(&read, "T1"), ["1 10 11 10", "1 12 13 ==", "2 13 10 +-", "2 11 12 01"]);
    assert_eq!(games(&read, "R1"), ["1 20 21 10", "1 22 23 +-", "2 21 23 ==", "2 22 20 11 results-disagree"]);
    assert_eq!((outcomes.applied.len(), outcomes.refused, outcomes.not_applied.len()), (0, 0, 0));
}

#[test]
fn a_result_is_corrected_in_a_bundle_and_in_a_report() {
    let rows = result("C1", "2024-05-01", "T1", "2,11,12", "0-1", "1/2-0") + &result("C2", "2024-05-01", "R1", "1,22,23", "+/-", "1-0");
    let (read, outcomes) = Case::new(&rows).run();
    assert_eq!(games(&read, "T1"), ["1 10 11 10", "1 12 13 ==", "2 13 10 +-", "2 11 12 =0"]);
    assert_eq!(games(&read, "R1")[1], "1 22 23 10");
    assert_eq!(applied(&outcomes), [("C1", "T1", &[11, 12][..]), ("C2", "R1", &[22, 23])]);
    assert_eq!((outcomes.applied[0].received, outcomes.applied[0].sha256.len(), outcomes.refused), (day("2024-05-01"), 64, 0));
    assert_eq!(refusals(&outcomes), [""; 0]);
}

#[test]
fn a_valid_result_clears_the_fault_of_the_old_one() {
    let (read, outcomes) = Case::new(&result("C1", "2024-05-01", "R1", "2,22,20", "1:1", "0-1")).run();
    assert_eq!(games(&read, "R1")[3], "2 22 20 01");
    assert_eq!(outcomes.refused, 0);
}

#[test]
fn an_unknown_result_can_be_corrected() {
    for old in ["*:*", "*"] {
        let (read, outcomes) = Case::new(&result("C1", "2024-05-01", "T2", "2,10,12", old, "0-1")).run();
        assert_eq!(games(&read, "T2")[2], "2 10 12 01");
        assert_eq!(outcomes.refused, 0);
    }
}

#[test]
fn a_game_entered_twice_is_two_games_in_one_round_once_their_results_differ() {
    let (read, _) = Case::new("").run();
    assert_eq!(games(&read, "T2")[..2], ["1 10 12 10", "1 10 12 10 same-game-twice"]);
    let first = result("C1", "2024-05-01", "T2", "1,10,12", "1-0", "0-1");
    let (read, _) = Case::new(&first).run();
    assert_eq!(
        games(&read, "T2")[..2],
        ["1 10 12 01 two-games-in-one-round", "1 10 12 10 two-games-in-one-round"],
        "as if the table had said so"
    );
    let (read, outcomes) = Case::new(&(first + &result("C2", "2024-05-02", "T2", "1,10,12", "0-1", "1-0"))).run();
    assert_eq!(games(&read, "T2")[..2], ["1 10 12 10", "1 10 12 10 same-game-twice"]);
    assert_eq!(outcomes.refused, 0);
}

#[test]
fn a_correction_that_expects_something_else_is_refused_and_says_what_is_there() {
    let rows = result("C1", "2024-05-01", "T1", "2,11,12", "1-0", "1/2-1/2")
        + &result("C2", "2024-05-01", "T1", "2,12,11", "0-1", "1/2-1/2")
        + &result("C3", "2024-05-01", "T1", "1,11,12", "0-1", "1/2-1/2")
        + &result("C4", "2024-05-01", "T1", "3,11,12", "0-1", "1/2-1/2")
        + &result("C5", "2024-05-01", "R1", "2,22,20", "1-0", "1/2-1/2");
    let (read, outcomes) = Case::new(&rows).run();
    assert_eq!(
        refusals(&outcomes),
        [
            "c.csv:2:44: COR010: correction C1 is refused: T1: round 2: expected 11 - 12 1-0, there is 11 - 12 0-1",
            "c.csv:3:44: COR010: correction C2 is refused: T1: round 2: expected 12 - 11 0-1, there is 11 - 12 0-1",
            "c.csv:4:44: COR010: correction C3 is refused: T1: round 1: expected 11 - 12 0-1, the two do not meet in that round; there is 10 - 11 1-0, 12 - 13 1/2-1/2",
            "c.csv:5:44: COR010: correction C4 is refused: T1: round 3: expected 11 - 12 0-1, neither has a game in that round",
            "c.csv:6:44: COR010: correction C5 is refused: R1: round 2: expected 22 - 20 1-0, there is 22 - 20 1:1",
        ]
    );
    assert!(outcomes.diagnostics().iter().all(|d| d.hint.is_some() && d.source.as_ref().is_some_and(|line| line.starts_with('C'))));
    assert_eq!((outcomes.applied.len(), outcomes.refused), (0, 5));
    assert_eq!(games(&read, "T1"), games(&Case::new("").run().0, "T1"));
}

#[test]
fn corrections_of_one_game_follow_each_other_by_day_then_id() {
    let rows = result("C2", "2024-05-02", "T1", "1,10,11", "0-1", "1/2-1/2")
        + &result("C9", "2024-05-01", "T1", "1,10,11", "1-0", "0-1")
        + &result("C3", "2024-05-02", "T1", "1,10,11", "1/2-1/2", "0-0");
    let (read, outcomes) = Case::new(&rows).run();
    assert_eq!(games(&read, "T1")[0], "1 10 11 00");
    assert_eq!(outcomes.applied.iter().map(|a| a.id.as_str()).collect::<Vec<_>>(), ["C9", "C2", "C3"]);
    let (read, outcomes) = Case { as_known: Some("2024-05-01"), ..Case::new(&rows) }.run();
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 10 11 01", 0));
    let (read, _) = Case { as_known: Some("2024-04-30"), ..Case::new(&rows) }.run();
    assert_eq!(games(&read, "T1")[0], "1 10 11 10");
}

#[test]
fn an_undone_correction_changes_nothing() {
    let first = result("C1", "2024-05-01", "T1", "1,10,11", "1-0", "0-1");
    let undone = format!("{first}U1,2024-05-02,Office,Why,,,,,correction,C1,undone\n");
    let again = format!("{undone}U2,2024-05-03,Office,Why,,,,,correction,U1,undone\n");
    assert_eq!(games(&Case::new(&undone).run().0, "T1")[0], "1 10 11 10");
    assert_eq!(games(&Case::new(&again).run().0, "T1")[0], "1 10 11 01");
}

#[test]
fn a_list_is_corrected_for_exactly_a_year() {
    let year = result("C1", "2025-03-01", "T1", "1,10,11", "1-0", "0-1");
    let (read, outcomes) = Case::new(&year).run();
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 10 11 01", 0));
    let longer = year.replace("2025-03-01", "2025-03-02");
    let (read, outcomes) = Case::new(&longer).run();
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 10 11 10", 1));
    assert_eq!(
        refusals(&outcomes),
        [
            "c.csv:2:44: COR011: correction C1 is refused: T1: the list of 2024-03-01 is dated more than 12 months before this correction was received on 2025-03-02 (D29)"
        ]
    );
    let (read, outcomes) = Case { beyond_limit: true, ..Case::new(&longer) }.run();
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 10 11 01", 0));
}

#[test]
fn a_tournament_that_ended_on_or_after_the_list_date_is_left_alone() {
    let row = result("C1", "2025-05-01", "T1", "1,10,11", "1-0", "0-1");
    let waiting = Case { list: "2024-02", ..Case::new(&row) };
    let (read, outcomes) = waiting.run();
    assert_eq!(games(&read, "T1")[0], "1 10 11 10");
    assert_eq!((outcomes.applied.len(), outcomes.refused, outcomes.not_applied.len()), (0, 0, 0));
}

#[test]
fn a_tournament_is_withdrawn_once() {
    let row = |id: &str, day: &str| format!("{id},{day},Office,Why,T1,,,,withdrawn,false,true\n");
    let (read, outcomes) = Case::new(&(row("C1", "2024-05-01") + &row("C2", "2024-05-02"))).run();
    let withdrawn: Vec<_> = read.batch.tournaments.iter().filter_map(|t| Some((&*t.id, t.withdrawn.as_deref()?))).collect();
    assert_eq!(withdrawn, [("T1", "C1")]);
    assert_eq!(outcomes.withdrawn.iter().map(|id| &**id).collect::<Vec<_>>(), ["T1"]);
    assert_eq!(applied(&outcomes), [("C1", "T1", &[10, 11, 12, 13][..])]);
    assert_eq!(
        refusals(&outcomes),
        ["c.csv:3:42: COR010: correction C2 is refused: T1: expected false, but correction C1 has withdrawn it already"]
    );
}

#[test]
fn another_players_id_is_put_into_one_event_only() {
    let (read, outcomes) = Case::new("C1,2024-05-01,Office,Why,T1,,,,player,10,77\nC2,2024-05-01,Office,Why,R1,,,,player,23,78\n").run();
    assert_eq!(games(&read, "T1"), ["1 77 11 10", "1 12 13 ==", "2 13 77 +-", "2 11 12 01"]);
    assert_eq!(games(&read, "T2")[0], "1 10 12 10");
    assert_eq!(games(&read, "R1")[1..], ["1 22 78 +-", "2 21 78 ==", "2 22 20 11 results-disagree"]);
    assert_eq!(applied(&outcomes), [("C1", "T1", &[10, 77][..]), ("C2", "R1", &[23, 78])]);
}

#[test]
fn a_player_who_plays_already_or_not_at_all_cannot_be_exchanged() {
    let (read, outcomes) = Case::new("C1,2024-05-01,Office,Why,T1,,,,player,10,11\nC2,2024-05-01,Office,Why,T1,,,,player,20,77\n").run();
    assert_eq!(
        refusals(&outcomes),
        [
            "c.csv:2:39: COR012: correction C1 is refused: T1: 11 has games in this event already and cannot have those of 10 too (D25)",
            "c.csv:3:39: COR010: correction C2 is refused: T1: expected games of 20, there is none",
        ]
    );
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 10 11 10", 2));
}

#[test]
fn later_corrections_apply_to_the_replaced_player() {
    let rows = format!(
        "C1,2024-05-01,Office,Why,T1,,,,player,10,77\n{}{}",
        result("C2", "2024-05-02", "T1", "1,77,11", "1-0", "0-1"),
        result("C3", "2024-05-02", "T1", "1,10,11", "1-0", "0-1")
    );
    let (read, outcomes) = Case::new(&rows).run();
    assert_eq!((games(&read, "T1")[0].as_str(), outcomes.refused), ("1 77 11 01", 1));
}

#[test]
fn other_controls_and_rated_tournaments_are_skipped_and_unknown_ones_reported() {
    let rows = result("C1", "2024-05-01", "BLITZ", "1,10,11", "1-0", "0-1")
        + &result("C2", "2024-05-01", "rated", "1,10,11", "1-0", "0-1")
        + &result("C3", "2024-05-01", "T9", "1,10,11", "1-0", "0-1");
    let (_, outcomes) = Case::new(&rows).run();
    assert_eq!(refusals(&outcomes), ["c.csv:4:44: COR014: correction C3 changes nothing: no tournament T9 was handed in"]);
    assert!(!outcomes.diagnostics()[0].is_error());
    assert_eq!((outcomes.applied.len(), outcomes.refused), (0, 0));
}

#[test]
fn a_tournament_submitted_twice_is_not_corrected() {
    let case = Case::new(&result("C1", "2024-05-01", "R1", "1,20,21", "1-0", "0-1")).with("data/again/R1.trf", REPORT);
    let (_, outcomes) = case.run();
    assert_eq!(
        refusals(&outcomes),
        ["c.csv:2:44: COR013: correction C1 is refused: R1: 2 tournaments have this id, and which is meant is not known"]
    );
}

fn report(id: &str, received: &str, tournament: &str, old: &str, new: &str) -> String {
    format!("{id},{received},Office,Why,{tournament},,,,report,{old},{new}\n")
}

/// The file of each tournament.
fn files(read: &Submissions) -> Vec<(&str, &str)> {
    read.batch.tournaments.iter().map(|t| (&*t.id, &*t.file)).collect()
}

const UNTOUCHED: [(&str, &str); 3] = [("R1", "R1.trf"), ("T1", "bundle/tournaments.csv"), ("T2", "bundle/tournaments.csv")];

#[test]
fn a_newer_report_takes_the_place_of_a_report() {
    let case = Case::new(&report("C1", "2024-05-01", "R1", "R1.trf", "newer/R1.trf")).with("corrections/newer/R1.trf", NEWER);
    let (read, outcomes) = case.run();
    assert_eq!(games(&read, "R1"), ["1 20 21 =="]);
    assert_eq!(files(&read), [("R1", "newer/R1.trf"), UNTOUCHED[1], UNTOUCHED[2]]);
    assert_eq!(applied(&outcomes), [("C1", "R1", &[20, 21][..])]);
    let inputs: Vec<_> = read.inputs.iter().map(|input| (input.role.clone(), input.path.as_str())).collect();
    assert_eq!(
        inputs,
        [
            (InputRole::Corrections, "newer/R1.trf"),
            (InputRole::Tournaments, "bundle/games.csv"),
            (InputRole::Tournaments, "bundle/tournaments.csv")
        ]
    );
    assert!(!messages(&read.diagnostics).iter().any(|line| line.contains("TRF031")), "the old report is not read");
}

#[test]
fn a_newer_report_takes_the_place_of_a_bundles_games_and_keeps_the_values_of_the_table() {
    let newer = NEWER.replace("2024/02/17", "2024/01/01");
    let case = Case::new(&report("C1", "2024-05-01", "T1", "tournaments.csv", "T1.trf")).with("corrections/T1.trf", &newer);
    let (read, outcomes) = case.run();
    assert_eq!(games(&read, "T1"), ["1 20 21 =="]);
    assert_eq!(games(&read, "T2").len(), 3, "the other games of the bundle stay");
    assert_eq!(files(&read), [UNTOUCHED[0], ("T1", "T1.trf"), UNTOUCHED[2]]);
    let tournament = &read.batch.tournaments[1];
    assert_eq!((tournament.start, tournament.name.as_str(), tournament.entrants), (Some(day("2024-02-03")), "Spring Open", 2));
    assert_eq!((outcomes.applied.len(), outcomes.refused), (1, 0));
}

#[test]
fn a_tournament_that_was_not_submitted_is_added() {
    let row = report("C1", "2024-05-01", "N1", "", "n.trf");
    let (read, outcomes) = Case::new(&row).with("corrections/n.trf", NEWER).run();
    assert_eq!(games(&read, "N1"), ["1 20 21 =="]);
    assert_eq!(applied(&outcomes), [("C1", "N1", &[20, 21][..])]);
    let (read, outcomes) = Case::new(&row.replace("N1", "rated-9")).with("corrections/n.trf", NEWER).run();
    assert_eq!((files(&read), outcomes.applied.len()), (UNTOUCHED.to_vec(), 0));
    assert_eq!(read.already_rated.len(), 2);
}

#[test]
fn a_newer_report_of_another_old_one_is_refused() {
    let rows = report("C1", "2024-05-01", "R1", "R2.trf", "n.trf")
        + &report("C2", "2024-05-01", "T1", "", "n.trf")
        + &report("C3", "2024-05-01", "T2", "games.csv", "n.trf")
        + &report("C4", "2024-05-01", "N1", "n1.trf", "n.trf")
        + &report("C5", "2024-05-01", "R1", "R1.trf", "../outside.trf");
    let (read, outcomes) = Case::new(&rows).with("corrections/n.trf", NEWER).with("outside.trf", NEWER).run();
    assert_eq!(files(&read), UNTOUCHED);
    assert_eq!(
        refusals(&outcomes),
        [
            "c.csv:2:39: COR010: correction C1 is refused: R1: expected the report 'R2.trf', it comes from 'R1.trf'",
            "c.csv:3:39: COR010: correction C2 is refused: T1: expected a tournament without a report, it comes from 'bundle/tournaments.csv'",
            "c.csv:4:39: COR010: correction C3 is refused: T2: expected the report 'games.csv', it comes from 'bundle/tournaments.csv'",
            "c.csv:5:39: COR014: correction C4 changes nothing: no tournament N1 was handed in",
            "c.csv:6:39: COR010: correction C5 is refused: R1: the newer report '../outside.trf' is not there, or lies outside the folders that may be read",
        ]
    );
    assert_eq!(outcomes.refused, 4);
}

#[test]
fn newer_reports_follow_each_other_and_the_registry_still_wins() {
    let rows = report("C1", "2024-05-01", "A", "R1.trf", "two.trf") + &report("C2", "2024-05-02", "A", "two.trf", "../data/three.txt");
    let registry = "tournament_id,file,name\nA,R1.trf,From the registry\n";
    let case = Case { registry: true, ..Case::new(&rows) }
        .with("corrections/two.trf", REPORT)
        .with("data/three.txt", NEWER)
        .with("data/registry.csv", registry);
    let (read, outcomes) = case.run();
    assert_eq!(games(&read, "A"), ["1 20 21 =="]);
    assert_eq!(files(&read)[0], ("A", "three.txt"), "and it is not a tournament of its own");
    assert_eq!(read.batch.tournaments.len(), 3);
    assert_eq!((read.batch.tournaments[0].name.as_str(), outcomes.applied.len()), ("From the registry", 2));
    let case = Case { as_known: Some("2024-05-01"), ..case };
    let (read, _) = case.run();
    assert_eq!((games(&read, "A").len(), read.batch.tournaments.len()), (4, 3));
}

#[test]
fn a_newer_report_in_a_searched_folder_is_no_tournament_also_when_its_correction_is_undone() {
    let rows = report("C1", "2024-05-01", "R1", "R1.trf", "../data/newer.trf");
    let undone = format!("{rows}U1,2024-05-02,Office,Why,,,,,correction,C1,undone\n");
    let (read, _) = Case::new(&undone).with("data/newer.trf", NEWER).run();
    assert_eq!(files(&read), UNTOUCHED);
    assert_eq!(games(&read, "R1").len(), 4);
    // A third correction leads back to the first file, which stays the report of the tournament.
    let back = rows + &report("C2", "2024-05-03", "R1", "newer.trf", "../data/R1.trf");
    let (read, outcomes) = Case::new(&back).with("data/newer.trf", NEWER).run();
    assert_eq!((files(&read), outcomes.applied.len()), (UNTOUCHED.to_vec(), 2));
    let case = Case { as_known: Some("2024-05-02"), ..Case::new(&back).with("data/newer.trf", NEWER) };
    assert_eq!(files(&case.run().0)[0], ("R1", "newer.trf"));
}

#[test]
fn a_newer_report_beyond_the_limit_is_refused() {
    let row = report("C1", "2025-03-02", "R1", "R1.trf", "n.trf");
    let case = Case::new(&row).with("corrections/n.trf", NEWER);
    let (read, outcomes) = case.run();
    assert_eq!((files(&read), outcomes.refused), (UNTOUCHED.to_vec(), 1));
    assert!(refusals(&outcomes)[0].contains("COR011"));
    let (read, outcomes) = Case { beyond_limit: true, ..case }.run();
    assert_eq!((files(&read)[0], outcomes.refused), (("R1", "n.trf"), 0));
}

#[test]
fn a_correction_received_before_a_newer_report_is_not_applied_to_it() {
    let rows = result("C1", "2024-05-01", "R1", "1,20,21", "1-0", "0-1")
        + &report("C2", "2024-05-02", "R1", "R1.trf", "n.trf")
        + &result("C3", "2024-05-03", "R1", "1,20,21", "1/2-1/2", "0-0")
        + "C0,2024-05-01,Office,Why,R1,,,,withdrawn,false,true\n";
    let (read, outcomes) = Case::new(&rows).with("corrections/n.trf", NEWER).run();
    assert_eq!(games(&read, "R1"), ["1 20 21 00"]);
    assert_eq!(outcomes.applied.iter().map(|a| a.id.as_str()).collect::<Vec<_>>(), ["C0", "C2", "C3"]);
    assert_eq!(
        refusals(&outcomes),
        ["c.csv:2:44: COR015: correction C1 is not applied: the newer report of correction C2 takes the place of what it corrected"]
    );
    assert_eq!(outcomes.refused, 0);
}

#[test]
fn a_newer_report_that_cannot_be_read_is_refused_as_a_report() {
    let (read, outcomes) = Case::new(&report("C1", "2024-05-01", "R1", "R1.trf", "n.trf")).with("corrections/n.trf", "\0").run();
    assert_eq!(read.batch.tournaments[0].unusable.map(|code| code.id), Some("TRF002"));
    assert_eq!(outcomes.applied.len(), 1);
}

#[test]
fn merges_are_not_applied_to_single_tournaments() {
    let (read, outcomes) = Case::new("C1,2024-05-01,Office,Why,,,,,merge,10,77\n").run();
    assert_eq!(games(&read, "T1")[0], "1 10 11 10");
    assert_eq!((outcomes.applied.len(), outcomes.not_applied.len()), (0, 0));
}

#[test]
fn linting_recognises_corrections_by_their_header() {
    let case = Case::new("C1,2024-05-01,Office,,T1,,,,withdrawn,false,true\n").with("data/more/x.csv", &format!("{HEADER}C1\n"));
    case.write("data/more/y.csv", &format!("{HEADER}\0"));
    let lint = |path: &Path| messages(&check(path).expect("readable"));
    let displayed_path = |name: &str| case.folder.path().join(name).display().to_string();
    let file = case.folder.path().join("corrections/c.csv");
    assert_eq!(lint(&file), [format!("{}:2:22: COR002: reason: it is empty", displayed_path("corrections/c.csv"))]);
    let below = lint(&case.folder.path().join("data"));
    assert!(
        below.contains(&format!("{}: COR009: the table cannot be read: it is not text", displayed_path("data/more/y.csv"))),
        "{below:?}"
    );
    fs::remove_file(case.folder.path().join("data/more/y.csv")).expect("removed");
    let below = lint(&case.folder.path().join("data"));
    assert!(below.contains(&format!("{}:2: COR001: the row has 1 fields, the header 11", displayed_path("data/more/x.csv"))), "{below:?}");
    assert!(below.iter().any(|line| line.contains("TRF031")), "and the reports are linted too: {below:?}");
}

/// The byes of a tournament, as `round player kind`.
fn byes(tournament: &model::Tournament) -> Vec<String> {
    let describe = |bye: &model::Bye| format!("{} {} {}", bye.round, bye.player.fide_id().unwrap_or(0), bye.kind.symbol());
    tournament.byes.iter().map(describe).collect()
}

/// A report of eight rounds in which 30 and 31 have byes.
const WITH_BYES: &str = "\
012 Long Open
042 2024/02/17
052 2024/02/25
142 8
001    1 m    Player, 1                              NOR          30 1990/01/01               2 w 1  0000 - H     3 w 1
001    2 m GM Player, 2                              SWE          31 1990/01/01               1 b 0     3 w 1  0000 - U
001    3 m    Player, 3                              NOR          32 1990/01/01            0000 - U     2 b 0     1 b 0
";

#[test]
fn byes_and_entries_follow_a_corrected_player() {
    let rows = "C1,2024-05-01,Office,Why,B1,,,,player,31,40\n";
    let case = Case { for_titles: true, ..Case::new(rows).with("data/B1.trf", WITH_BYES) };
    let (read, outcomes) = case.run();
    assert_eq!((outcomes.applied.len(), refusals(&outcomes)), (1, Vec::new()));
    let tournament = read.batch.tournaments.iter().find(|tournament| &*tournament.id == "B1").expect("it was read");
    assert_eq!(byes(tournament), ["1 32 U", "2 30 H", "3 40 U"]);
    let entries = tournament.entries.iter().map(|entry| (entry.player.fide_id(), entry.federation.to_string(), entry.title.to_string()));
    assert_eq!(
        entries.collect::<Vec<_>>(),
        [(30, "NOR", ""), (32, "NOR", ""), (40, "SWE", "GM")].map(|(id, federation, title)| (Some(id), federation.into(), title.into()))
    );
}

#[test]
fn byes_follow_a_merge_and_one_beside_a_game_of_the_survivor_goes() {
    let rows = "M1,2024-02-01,Office,Why,,,,,merge,30,33\nM2,2024-02-01,Office,Why,,,,,merge,32,31\n";
    let (read, _) = Case::new(rows).with("data/B1.trf", WITH_BYES).run();
    let tournament = read.batch.tournaments.iter().find(|tournament| &*tournament.id == "B1").expect("it was read");
    assert_eq!(byes(tournament), ["2 33 H"], "31 played in round 1, and 32 in round 3");
}

#[test]
fn earlier_parts_are_corrected_and_merged_as_when_they_were_rated() {
    let rows = "C1,2024-02-01,Office,Why,rated-1,,,,player,31,40\n\
                C2,2024-02-01,Office,Why,rated-1,1,30,40,result,1-0,0-1\n\
                C3,2024-02-01,Office,Why,rated-1,1,30,40,result,1-0,0-1\n\
                M1,2024-02-01,Office,Why,,,,,merge,30,33\n";
    let mut case = Case { for_titles: true, registry: true, ..Case::new(rows) };
    case = case.with("data/B1.trf", WITH_BYES).with("data/B2.trf", &WITH_BYES.replace("         31 ", "         35 "));
    let case = case.with("data/registry.csv", "tournament_id,file,event_id\nrated-1,B1.trf,E\nB2,B2.trf,E\n");
    let (read, outcomes) = case.run();
    let parts = &read.earlier_parts;
    let [part] = parts.tournaments.as_slice() else { panic!("one part") };
    assert_eq!((&*part.id, byes(part)), ("rated-1", ["1 32 U", "2 33 H", "3 40 U"].map(str::to_owned).to_vec()));
    assert_eq!(parts.games.result[0].to_string(), "0-1");
    let ids = |outcomes: &[amendments::AppliedCorrection]| outcomes.iter().map(|applied| applied.id.clone()).collect::<Vec<_>>();
    // The third does not fit any more, which was told with the list of the part.
    assert_eq!(ids(&outcomes.applied_to_earlier_parts), ["C1", "C2"]);
    assert_eq!((ids(&outcomes.applied), outcomes.refused, refusals(&outcomes)), (vec!["M1".to_owned()], 0, Vec::new()));
}
