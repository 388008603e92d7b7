//! From tournament reports to a rating period, end to end: whose games count, which reports are in, and what is said about the rest.
//!
//! Expected values are reckoned by hand from the regulations' tables: K 20, and 50 hundredths for a win between equals.

use crate::month::{ENTRY, Entry, Month, Report, Row};
use crate::support::Folder;

/// A report of these days, with further header lines.
fn report(days: &str, header: &[&str], players: &[Entry<'_>]) -> String {
    // The town and the arbiter, so that nothing but what a test is about is odd.
    let mut report = Report::new("Open", days).line("022 Bath").line("032 ENG").line("102 Green, Gus");
    for line in header {
        report = report.line(line);
    }
    players.iter().fold(report, |report, player| report.entry(*player)).text()
}

/// A report of one day by ids and rounds.
fn plain_report(header: &[&str], players: &[(&str, &str)]) -> String {
    let players: Vec<Entry<'_>> = players.iter().map(|(id, rounds)| Entry { id, rounds, ..ENTRY }).collect();
    report("2024-01-13", header, &players)
}

/// Tag 132: the date of each round at the columns of its results.
fn round_dates(dates: &[&str]) -> String {
    Report::default().round_days(dates).text().trim_end().to_owned()
}

/// The players whom the previous list knows, by id and rating, all with K 20.
const KNOWN: [(u32, u32); 6] = [(100_101, 2000), (100_102, 1900), (100_103, 1800), (100_104, 1600), (100_105, 1700), (100_106, 1800)];

fn put_list(month: &Month, players: impl IntoIterator<Item = (u32, u32)>, date: &str) {
    month.list(date, "fide_id,name,rating,k", players.into_iter().map(|(id, rating)| format!("{id},Known {id},{rating},20")));
}

/// A month with its list made from the reports that were handed in.
struct Made {
    month: Month,
    list: String,
    summary: serde_json::Value,
}

impl Made {
    /// The rapid list of 2024-02-01 from these reports, by their names.
    fn rapid(reports: &[(&str, &str)]) -> Self {
        Self::list("rapid", "2024-02", None, reports)
    }

    fn list(control: &str, list: &str, registry: Option<&str>, reports: &[(&str, &str)]) -> Self {
        let month = Month::of(control);
        for (name, text) in reports {
            month.report(name, text);
        }
        if let Some(registry) = registry {
            month.registry(registry);
        }
        // The month before, always a January here.
        put_list(&month, KNOWN, &list.replace("-02", "-01-01"));
        Self::run(month, list, &[])
    }

    /// The list of 2024-03-01, two months after the one before it, by an edition that is named.
    fn by_edition(rules: &str, control: &str, report: &str) -> Self {
        let month = Month::of(control);
        month.report("open.trf", report);
        put_list(&month, KNOWN, "2024-01-01");
        Self::run(month, "2024-03", &["--rules", rules])
    }

    fn run(month: Month, list: &str, more: &[&str]) -> Self {
        let said = month.make_on(&month.newest_before(list), list, &[&["--json"], more].concat(), 0);
        let summary = serde_json::from_str(&said.out).expect("JSON");
        Self { list: month.place(list), month, summary }
    }

    fn table(&self, name: &str) -> Vec<Row> {
        self.month.table(&self.list, name)
    }

    /// Status, reason and article of a tournament.
    fn judged(&self, id: &str) -> (String, String, String) {
        let row = self.tournament(id).unwrap_or_else(|| panic!("no tournament {id}"));
        (row["status"].clone(), row["reason"].clone(), row["article"].clone())
    }

    fn tournament(&self, id: &str) -> Option<Row> {
        self.table("tournaments.parquet").into_iter().find(|row| row["tournament_id"] == id)
    }

    /// Rating and games of a player on the list.
    fn listed(&self, id: &str) -> (String, String) {
        let row = self.on_list(id).unwrap_or_else(|| panic!("{id} is not on the list"));
        (row["rating"].clone(), row["games"].clone())
    }

    fn on_list(&self, id: &str) -> Option<Row> {
        self.table("list.csv").into_iter().find(|row| row["fide_id"] == id)
    }

    /// The sides of one player (blank: of those without an id): opponent, status and reason.
    fn sides(&self, id: &str) -> Vec<(String, String, String)> {
        let sides = self.table("games.parquet").into_iter().filter(|row| row["fide_id"] == id);
        sides.map(|row| (row["opponent"].clone(), row["status"].clone(), row["reason"].clone())).collect()
    }

    /// File, line and column of every diagnostic with a code.
    fn places(&self, code: &str) -> Vec<String> {
        let all = self.table("diagnostics.csv").into_iter().filter(|row| row["code"] == code);
        all.map(|row| format!("{}:{}:{}", row["file"], row["line"], row["column"])).collect()
    }

    fn count(&self, name: &str) -> u64 {
        self.summary["summary"]["counts"][name].as_u64().unwrap_or_else(|| panic!("no count {name}"))
    }
}

fn text(words: (&str, &str, &str)) -> (String, String, String) {
    (words.0.to_owned(), words.1.to_owned(), words.2.to_owned())
}

fn rated() -> (String, String, String) {
    text(("rated", "", ""))
}

fn pair(rating: &str, games: &str) -> (String, String) {
    (rating.to_owned(), games.to_owned())
}

// Ids (D25).

#[test]
fn a_player_without_an_id_is_unrated_for_the_opponents_and_gets_nothing() {
    // Number 2 has no id, whatever rating the report gives. Number 1 also meets number 3, of 1800, and wins: 24 hundredths.
    let without = Entry { rating: "1900", rounds: "1b0 3w1", ..ENTRY };
    let players = [Entry { id: "100101", rounds: "2w1 - 3w1", ..ENTRY }, without, Entry { id: "100103", rounds: "- 2b0 1b0", ..ENTRY }];
    let made = Made::rapid(&[("open.trf", &report("2024-01-13", &[], &players))]);
    assert_eq!(made.sides("100101"), [text(("", "left-out", "opponent-unrated")), text(("100103", "counted", ""))]);
    assert_eq!(made.sides(""), [text(("100101", "left-out", "no-usable-id")), text(("100103", "left-out", "no-usable-id"))]);
    assert_eq!((made.listed("100101"), made.listed("100103")), (pair("2005", "1"), pair("1795", "1")));
    assert_eq!(made.places("TRF023"), ["open.trf:8:58"]);
    assert_eq!(made.table("state.parquet").len(), KNOWN.len(), "nobody without an id is remembered");
}

#[test]
fn zero_and_a_national_number_with_letters_are_no_ids() {
    for id in ["0", "L01854", "12345678901"] {
        let made = Made::rapid(&[("open.trf", &plain_report(&[], &[("100101", "2w1"), (id, "1b0")]))]);
        assert_eq!(made.sides("100101"), [text(("", "left-out", "opponent-unrated"))], "{id}");
        assert_eq!(made.places("TRF023").len(), 1, "{id}");
    }
}

#[test]
fn d47_two_entries_with_one_id_are_one_player_and_rounds_that_clash_are_left_out() {
    let made = Made::rapid(&[(
        "open.trf",
        &plain_report(
            &["092 Individual: Swiss-System (Rapid)"],
            // In round 1 only the first of the two lines has a game, in round 2 only the second, in round 3 both, against others; in round
            // 4 they meet each other.
            &[
                ("100101", "2w1 3w1 4b= -"),
                ("100102", "1b0 - 5w1 3w1"),
                ("100102", "- 1b0 6w1 2b0"),
                ("100103", "- - 1w= -"),
                ("100104", "- - 2b0 -"),
                ("100105", "- - 3b0 -"),
            ],
        ),
    )]);
    let counted = |opponent| text((opponent, "counted", ""));
    let two_games = |opponent| text((opponent, "left-out", "two-games-in-one-round"));
    let oneself = || text(("100102", "left-out", "against-oneself"));
    assert_eq!(made.sides("100101"), [counted("100102"), counted("100102"), counted("100103")]);
    assert_eq!(
        made.sides("100102"),
        [counted("100101"), counted("100101"), two_games("100104"), two_games("100105"), oneself(), oneself()]
    );
    assert_eq!((made.sides("100104"), made.sides("100105")), (vec![two_games("100102")], vec![two_games("100102")]));
    // Two wins at a difference of 100, 36 hundredths each, and a draw at one of 200, 26 hundredths: 20 x (0.72 - 0.26) = 9.2.
    assert_eq!((made.listed("100101"), made.listed("100102")), (pair("2009", "3"), pair("1886", "2")));
    assert_eq!(made.places("TRF024"), ["open.trf:9:58", "open.trf:10:58"]);
    assert_eq!(made.places("TRF034"), ["open.trf:9:122"]);
}

// Results.

#[test]
fn results_that_exclude_each_other_leave_the_game_out_and_only_that_game() {
    let made = Made::rapid(&[("open.trf", &plain_report(&[], &[("100103", "2w1 2b1"), ("100106", "1b= 1w0")]))]);
    let expected = |opponent| [text((opponent, "left-out", "results-disagree")), text((opponent, "counted", ""))];
    assert_eq!(made.sides("100103"), expected("100106"));
    assert_eq!(made.sides("100106"), expected("100103"));
    assert_eq!((made.listed("100103"), made.listed("100106")), (pair("1810", "1"), pair("1790", "1")));
    assert_eq!(made.places("TRF031"), ["open.trf:7:99"]);
}

#[test]
fn a_game_in_one_line_only_is_left_out() {
    let made = Made::rapid(&[("open.trf", &plain_report(&[], &[("100103", "2w1 2b1"), ("100106", "- 1w0")]))]);
    assert_eq!(made.sides("100103"), [text(("100106", "left-out", "one-sided")), text(("100106", "counted", ""))]);
    assert_eq!(made.places("TRF030"), ["open.trf:7:92"]);
}

#[test]
fn both_players_losing_is_legal_and_counts_as_it_stands() {
    let made = Made::rapid(&[("open.trf", &plain_report(&[], &[("100103", "2w0"), ("100106", "1b0")]))]);
    assert_eq!((made.listed("100103"), made.listed("100106")), (pair("1790", "1"), pair("1790", "1")));
    assert_eq!(made.places("TRF032"), ["open.trf:7:99"]);
}

#[test]
fn forfeits_and_games_under_one_move_do_not_count_and_byes_are_no_games() {
    let made = Made::rapid(&[(
        "open.trf",
        &plain_report(&[], &[("100103", "2w+ 2bW 0000-U 0000-H 0000-="), ("100106", "1b- 1wL 0000-Z 0000-F 0000-+")]),
    )]);
    let games = made.table("games.parquet");
    assert_eq!(games.len(), 4);
    for side in games {
        assert_eq!((side["status"].as_str(), side["reason"].as_str(), side["article"].as_str()), ("left-out", "unplayed", "4.1"));
    }
    assert_eq!(made.judged("open"), text(("refused", "no-game-counts", "D46")));
    assert_eq!(made.listed("100103"), pair("1800", "0"));
}

// Rounds and hours a day (tag 132).

/// So many draws between two players of 1800.
fn many_rounds(header: &[&str], rounds: usize) -> String {
    let word = |opponent: usize| {
        (0..rounds).map(|round| format!("{opponent}{}=", if round % 2 == opponent % 2 { "w" } else { "b" })).collect::<Vec<_>>().join(" ")
    };
    plain_report(header, &[("100103", &word(2)), ("100106", &word(1))])
}

#[test]
fn fifteen_rapid_rounds_are_allowed_in_a_day_and_thirty_of_blitz() {
    for (control, clock, rounds, judged) in [
        ("rapid", "222 900+5", 15, rated()),
        ("rapid", "222 900+5", 16, text(("refused", "rounds-per-day", "3.1"))),
        ("blitz", "222 180+2", 30, rated()),
        ("blitz", "222 180+2", 31, text(("refused", "rounds-per-day", "3.1"))),
    ] {
        let dates = round_dates(&vec!["2024-01-13"; rounds]);
        let made = Made::list(control, "2024-02", None, &[("open.trf", &many_rounds(&[clock, &dates], rounds))]);
        assert_eq!(made.judged("open"), judged, "{rounds} of {control}");
        let counted = if judged == rated() { 2 * rounds as u64 } else { 0 };
        assert_eq!(made.count("sides_counted"), counted, "{rounds} of {control}");
    }
}

#[test]
fn rounds_are_counted_day_by_day_by_their_dates() {
    let rounds = |second_day: usize| [vec!["2024-01-13"; 17 - second_day], vec!["2024-01-14"; second_day]].concat();
    for (second_day, judged) in [(1, text(("refused", "rounds-per-day", "3.1"))), (2, rated())] {
        let header = ["222 900+5", &round_dates(&rounds(second_day))];
        let report = many_rounds(&header, 17).replace("052 2024/01/13", "052 2024/01/14");
        assert_eq!(Made::rapid(&[("open.trf", &report)]).judged("open"), judged, "{second_day} on the second day");
    }
}

#[test]
fn d38_rounds_without_dates_are_spread_evenly_over_the_days() {
    let refused = text(("refused", "rounds-per-day", "3.1"));
    for (rounds, last_day, judged) in
        [(15, "13", rated()), (16, "13", refused.clone()), (16, "14", rated()), (30, "14", rated()), (31, "14", refused)]
    {
        let report = many_rounds(&["222 900+5"], rounds).replace("052 2024/01/13", &format!("052 2024/01/{last_day}"));
        assert_eq!(Made::rapid(&[("open.trf", &report)]).judged("open"), judged, "{rounds} rounds to the {last_day}th");
        // A registry that has both dates and the rounds changes nothing.
        let registry = format!("tournament_id,file,start,end,rounds\nT1,tournaments/open.trf,2024-01-13,2024-01-{last_day},{rounds}\n");
        assert_eq!(Made::list("rapid", "2024-02", Some(&registry), &[("open.trf", &report)]).judged("T1"), judged, "{rounds} rounds");
    }
}

#[test]
fn d38_where_only_some_rounds_have_dates_these_are_judged_and_all_of_them_spread_evenly() {
    let refused = text(("refused", "rounds-per-day", "3.1"));
    let one_day = |rounds: usize| vec!["2024-01-13"; rounds];
    // One day: fifteen dated rounds and one without. Two days: sixteen of seventeen on the first. Two days: one dated, thirty without.
    for (dated, rounds, last_day, judged) in [
        (one_day(1), 15, "13", rated()),
        (one_day(15), 16, "13", refused.clone()),
        (one_day(15), 17, "14", rated()),
        (one_day(16), 17, "14", refused.clone()),
        (one_day(1), 30, "14", rated()),
        (one_day(1), 31, "14", refused),
    ] {
        let header = ["222 900+5", &round_dates(&dated)];
        let report = many_rounds(&header, rounds).replace("052 2024/01/13", &format!("052 2024/01/{last_day}"));
        let counted = dated.len();
        assert_eq!(Made::rapid(&[("open.trf", &report)]).judged("open"), judged, "{counted} of {rounds} dated, to the {last_day}th");
    }
}

#[test]
fn twelve_hours_of_standard_play_are_allowed_in_a_day() {
    // 5400+30 is two hours a player for 60 moves, so four a game; 40/6000+30:900+30 is 8700 seconds, so 4 hours 50 minutes.
    for (clock, rounds, judged) in [
        ("222 5400+30", 3, rated()),
        ("222 5400+30", 4, text(("refused", "hours-per-day", "3"))),
        ("222 40/6000+30:900+30", 2, rated()),
        ("222 40/6000+30:900+30", 3, text(("refused", "hours-per-day", "3"))),
    ] {
        let dates = round_dates(&vec!["2024-01-13"; rounds]);
        let made = Made::list("standard", "2024-02", None, &[("open.trf", &many_rounds(&[clock, &dates], rounds))]);
        assert_eq!(made.judged("open"), judged, "{rounds} rounds of {clock}");
        assert_eq!(made.tournament("open").expect("told of")["edition"], "standard-2022");
    }
}

#[test]
fn the_first_time_control_of_2009_is_forty_moves_or_a_warning_is_given() {
    for (clock, warnings) in [("222 40/7200+30:900+30", 0), ("222 30/7200+30:900+30", 1), ("222 50/7200+30:900+30", 1)] {
        let made = Made::by_edition("standard-2009", "standard", &many_rounds(&[clock], 1));
        assert_eq!((made.judged("open"), made.places("PER011").len()), (rated(), warnings), "{clock}");
    }
    // From 2022 on at least thirty.
    for (clock, warnings) in [("222 30/7200+30:900+30", 0), ("222 29/7200+30:900+30", 1)] {
        let made = Made::list("standard", "2024-02", None, &[("open.trf", &many_rounds(&[clock], 1))]);
        assert_eq!((made.judged("open"), made.places("PER011").len()), (rated(), warnings), "{clock}");
    }
}

#[test]
fn every_edition_has_its_own_limit_of_rounds_and_hours_a_day() {
    // 5400 seconds are three hours a game, 7260 two minutes over four.
    let (rounds, hours) = (|article| text(("refused", "rounds-per-day", article)), |article| text(("refused", "hours-per-day", article)));
    let mut limits = vec![
        ("standard-2009", "standard", "5400", 3, rated()),
        ("standard-2009", "standard", "5400", 4, rounds("3.1")),
        ("standard-2009", "standard", "7260", 2, rated()),
        ("standard-2009", "standard", "7260", 3, hours("3.1")),
        ("online-2013", "rapid", "900+5", 16, rated()),
        ("online-2013", "blitz", "180+2", 31, rated()),
    ];
    for edition in ["standard-2022", "standard-2024", "standard-2025"] {
        limits.extend([
            (edition, "standard", "5400", 4, rated()),
            (edition, "standard", "5400", 5, hours("3")),
            (edition, "standard", "7260", 3, hours("3")),
        ]);
    }
    for edition in ["rapid-blitz-2018", "rapid-blitz-2022", "rapid-blitz-2022-10", "rapid-blitz-2024", "rapid-blitz-2024-12"] {
        limits.extend([
            (edition, "rapid", "900+5", 15, rated()),
            (edition, "rapid", "900+5", 16, rounds("3.1")),
            (edition, "blitz", "180+2", 30, rated()),
            (edition, "blitz", "180+2", 31, rounds("3.1")),
        ]);
    }
    for (edition, control, clock, count, judged) in limits {
        let dates = round_dates(&vec!["2024-01-13"; count]);
        let made = Made::by_edition(edition, control, &many_rounds(&[&format!("222 {clock}"), &dates], count));
        assert_eq!(made.judged("open"), judged, "{edition}: {count} rounds of {clock}");
    }
}

// Clocks (tag 222).

#[test]
fn the_clock_of_a_rapid_or_blitz_event_is_judged_for_sixty_moves() {
    for (control, clock, seconds, is_rated) in [
        ("rapid", "600", "600", false),
        ("rapid", "601", "601", true),
        ("rapid", "600+1", "660", true),
        ("rapid", "900+10", "1500", true),
        ("rapid", "3599", "3599", true),
        ("rapid", "3000+10", "3600", false),
        // 40 moves at 10 seconds and 20 at 5.
        ("rapid", "40/2000+10:600+5", "3100", true),
        ("blitz", "180", "180", false),
        ("blitz", "180+2", "300", true),
        ("blitz", "600", "600", true),
        ("blitz", "540+2", "660", false),
    ] {
        // Without the registry's word the clock would decide which list it belongs to (D35).
        let made = Made::list(
            control,
            "2024-02",
            Some(&format!("tournament_id,file,control\nopen,tournaments/open.trf,{control}\n")),
            &[("open.trf", &plain_report(&[&format!("222 {clock}")], &[("100103", "2w1"), ("100106", "1b0")]))],
        );
        let expected = if is_rated { rated() } else { text(("refused", "rate-of-play", "1.1")) };
        assert_eq!(made.judged("open"), expected, "{clock} as {control}");
        assert_eq!(made.tournament("open").expect("told of")["seconds_for_60_moves"], seconds, "{clock}");
    }
}

#[test]
fn players_with_different_times_are_not_rated() {
    for (month, day, clock, judged) in [
        ("2024-02", "2024/01/13", "W300-B240", text(("refused", "unequal-times", "1.2"))),
        ("2024-02", "2024/01/13", "W300-B300", rated()),
        ("2023-02", "2023/01/13", "W300-B240", text(("refused", "unequal-times", "1.1"))),
    ] {
        let report = plain_report(&[&format!("222 {clock}")], &[("100103", "2w1"), ("100106", "1b0")]).replace("2024/01/13", day);
        let made = Made::list("blitz", month, None, &[("open.trf", &report)]);
        assert_eq!(made.judged("open"), judged, "{clock} for {month}");
    }
}

#[test]
fn the_rate_of_play_of_a_standard_game_depends_on_the_higher_rating() {
    // An hour is enough under 1800 only: 1700 against 1600 counts, 1800 against 1600 does not.
    let games = plain_report(&["222 3600"], &[("100105", "2w1"), ("100104", "1b0 3w0"), ("100103", "- 2b1")]);
    let made = Made::list("standard", "2024-02", None, &[("open.trf", &games)]);
    assert_eq!(made.judged("open"), rated());
    assert_eq!(made.sides("100104"), [text(("100105", "counted", "")), text(("100103", "left-out", "rate-of-play"))]);
    // 36 hundredths at a difference of 100.
    assert_eq!(
        (made.listed("100105"), made.listed("100104"), made.listed("100103")),
        (pair("1707", "1"), pair("1593", "1"), pair("1800", "0"))
    );
}

#[test]
fn an_unreadable_time_control_does_not_refuse_the_tournament() {
    let made = Made::rapid(&[("open.trf", &plain_report(&["222 fifteen minutes"], &[("100103", "2w1"), ("100106", "1b0")]))]);
    assert_eq!(made.judged("open"), rated());
    assert_eq!(made.places("TRF014"), ["open.trf:7:5"]);
}

// The registry.

#[test]
fn the_registry_wins_over_the_report_with_a_warning_for_each_difference() {
    // By the report it ends after the closing date and is blitz.
    let report = plain_report(&["222 180+2", "142 5"], &[("100103", "2w1"), ("100106", "1b0")]).replace("052 2024/01/13", "052 2024/01/30");
    let registry = "tournament_id,file,name,federation,end,minutes,rounds\nT1,tournaments/open.trf,Bath Open,WLS,2024-01-29,15,1\n";
    let made = Made::list("rapid", "2024-02", Some(registry), &[("open.trf", &report)]);
    assert_eq!(made.judged("T1"), rated());
    let row = made.tournament("T1").expect("told of");
    for (column, value) in [
        ("name", "Bath Open"),
        ("federation", "WLS"),
        ("start", "2024-01-13"),
        ("end", "2024-01-29"),
        ("seconds_for_60_moves", "900"),
        ("rounds", "1"),
    ] {
        assert_eq!(row[column], value, "{column}");
    }
    let mut places = made.places("REG010");
    places.sort();
    assert_eq!(places, ["registry.csv:2:25", "registry.csv:2:35", "registry.csv:2:39", "registry.csv:2:50", "registry.csv:2:53"]);
    assert_eq!(made.places("TRF037").len(), 2, "all players of these reports have one name");
    assert_eq!(made.count("diagnostics_warnings"), 6 + 2, "one for each difference, and that two players may be a match");
}

#[test]
fn what_the_registry_leaves_blank_comes_from_the_report() {
    let registry = "tournament_id,file,name,start,end,minutes,increment\nT1,tournaments/open.trf,,,,,\n";
    let made = Made::list(
        "rapid",
        "2024-02",
        Some(registry),
        &[("open.trf", &plain_report(&["222 900+5"], &[("100103", "2w1"), ("100106", "1b0")]))],
    );
    let row = made.tournament("T1").expect("told of");
    assert_eq!((row["name"].as_str(), row["start"].as_str(), row["seconds_for_60_moves"].as_str()), ("Open", "2024-01-13", "1200"));
    assert_eq!(made.places("REG010"), [""; 0]);
}

#[test]
fn a_report_without_dates_needs_the_registry_or_the_dates_of_its_rounds() {
    let undated = |header: &[&str]| {
        let players = [Entry { id: "100103", rounds: "2w1", ..ENTRY }, Entry { id: "100106", rounds: "1b0", ..ENTRY }];
        report("", header, &players)
    };
    let reports =
        [("told.trf", undated(&["092 told"])), ("rounds.trf", undated(&[&round_dates(&["2024-01-20"])])), ("never.trf", undated(&[]))];
    let reports: Vec<(&str, &str)> = reports.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let registry = "tournament_id,file,start,end\nT1,tournaments/told.trf,2024-01-13,2024-01-14\n";
    let made = Made::list("rapid", "2024-02", Some(registry), &reports);
    assert_eq!((made.judged("T1"), made.judged("rounds")), (rated(), rated()));
    assert_eq!(made.tournament("rounds").expect("told of")["start"], "2024-01-20");
    assert_eq!(made.places("TRF012"), ["rounds.trf:5:", "rounds.trf:5:"]);
    let (status, reason, _) = made.judged("never");
    assert_eq!((status.as_str(), reason.as_str()), ("refused", "no-dates"));
    assert_eq!(made.places("TRF011"), ["never.trf:1:"]);
    // Two games between equals, won by the same player.
    assert_eq!(made.listed("100103"), pair("1820", "2"));
}

#[test]
fn a_registry_does_not_lead_out_of_its_folder() {
    let month = Month::of("rapid");
    let games = plain_report(&[], &[("100103", "2w1"), ("100106", "1b0")]);
    let outside = Folder::new();
    let secret = outside.put("secret.trf", &games);
    let below = outside.path().file_name().expect("a name").to_string_lossy();
    month.report("open.trf", games.replace("01/13", "01/14"));
    put_list(&month, KNOWN, "2024-01-01");
    month.registry(&format!(
        "tournament_id,file\nT1,../{below}/secret.trf\nT2,{}\nT3,tournaments/../../{below}/secret.trf\nT4,tournaments/open.trf\n",
        secret.display()
    ));
    let made = Made::run(month, "2024-02", &[]);
    for (id, status) in [("T1", "refused"), ("T2", "refused"), ("T3", "refused"), ("T4", "rated")] {
        assert_eq!(made.judged(id).0, status, "{id}");
    }
    assert_eq!(made.places("REG009").iter().map(|place| place.split(':').nth(1).expect("a line")).collect::<Vec<_>>(), ["2", "3", "4"]);
    assert!(!std::fs::read_to_string(made.month.join(&format!("{}/manifest.json", made.list))).expect("there").contains("secret"));
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let month = Month::of("rapid");
    let games = plain_report(&[], &[("100103", "2w1"), ("100106", "1b0")]);
    let secret = month.put("outside/secret.trf", &games);
    month.report("open.trf", games.replace("01/13", "01/14"));
    std::os::unix::fs::symlink(secret, month.join("tournaments/link.trf")).expect("a link");
    put_list(&month, KNOWN, "2024-01-01");
    let made = Made::run(month, "2024-02", &[]);
    assert_eq!(made.places("TRF009").len(), 1);
    assert!(made.tournament("link").is_none());
    assert_eq!(made.listed("100103"), pair("1810", "1"));
}

#[test]
fn a_tournament_of_another_control_is_passed_over_and_counted() {
    let games = plain_report(&[], &[("100103", "2w1"), ("100106", "1b0")]);
    let registry = "tournament_id,file,control\nT1,tournaments/a.trf,rapid\nT2,tournaments/b.trf,blitz\nT3,tournaments/c.trf,standard\nT4,tournaments/d.trf,\n";
    let days = ["13", "14", "15", "16"].map(|day| games.replace("01/13", &format!("01/{day}")));
    let reports: Vec<(&str, &str)> = ["a.trf", "b.trf", "c.trf", "d.trf"].into_iter().zip(days.iter().map(String::as_str)).collect();
    let made = Made::list("rapid", "2024-02", Some(registry), &reports);
    assert_eq!((made.count("tournaments_rated"), made.count("tournaments_of_other_controls"), made.count("games_read")), (2, 2, 2));
    assert!(made.tournament("T2").is_none() && made.tournament("T3").is_none());
    assert_eq!((made.judged("T1"), made.judged("T4")), (rated(), rated()));
    assert_eq!(made.listed("100103"), pair("1820", "2"));
}

// Newcomers.

#[test]
fn what_the_report_says_of_newcomers_is_on_the_list_and_in_the_state() {
    // 0, half, half, 1, 1 against 2000, 1900, 1800, 1600, 1700, and two drawn against 1800: Ra 1800, p .57, dp 50.
    let newcomer = Entry {
        sex: "w",
        title: "WFM",
        name: "Müller,  Zoë",
        rating: "1999",
        federation: "GER",
        id: "700001",
        born: "2001/02/03",
        rounds: "2w0 3b= 4w= 5b1 6w1",
    };
    let once =
        Entry {
            sex: "m", title: "g", name: "Novák, Jan", federation: "CZE", id: "700002", born: "1999", rounds: "- - - - - 2b1", ..ENTRY
        };
    let known = |id, rounds| Entry { id, rounds, name: "Somebody, Else", federation: "FRA", ..ENTRY };
    let players = [
        newcomer,
        known("100101", "1b1 - - - - 7w0"),
        known("100102", "- 1w="),
        known("100103", "- - 1b="),
        known("100104", "- - - 1w0"),
        known("100105", "- - - - 1b0"),
        once,
    ];
    let written = report("2024-01-13", &["222 900+5"], &players);
    // The same report in the encoding of older programs.
    let latin: Vec<u8> = written.chars().map(|c| u8::try_from(c).unwrap_or(0xe8)).collect();
    for (name, bytes) in [("utf-8", written.into_bytes()), ("latin-1", latin)] {
        let month = Month::of("rapid");
        month.report("open.trf", bytes);
        put_list(&month, KNOWN, "2024-01-01");
        let made = Made::run(month, "2024-02", &[]);
        let row = made.on_list("700001").expect("on the list");
        let columns = ["name", "title", "women_title", "federation", "sex", "birth_year", "rating", "games", "k", "flag"];
        assert_eq!(
            columns.map(|column| row[column].as_str()),
            ["Müller, Zoë", "", "WFM", "GER", "F", "2001", "1850", "5", "40", ""],
            "{name}"
        );
        assert!(made.on_list("700002").is_none(), "one game is no rating");
        let state = made.table("state.parquet");
        let row = state.iter().find(|row| row["fide_id"] == "700002").expect("known from now on");
        let columns = ["name", "title", "federation", "sex", "birth_year", "rating", "first_event"];
        assert_eq!(columns.map(|column| row[column].as_str()), ["Novák, Jan", "GM", "CZE", "M", "1999", "", "true"], "{name}");
        // The list knows its players better than a report does.
        assert_eq!(made.on_list("100101").expect("listed")["name"], "Known 100101");
        // For the known players a newcomer is unrated.
        assert_eq!(
            made.sides("100101"),
            [text(("700001", "left-out", "opponent-unrated")), text(("700002", "left-out", "opponent-unrated"))]
        );
        assert_eq!(made.places("TRF005").len(), usize::from(name == "latin-1"));
    }
}

// Folders.

#[test]
fn a_report_that_two_of_the_folders_hold_is_read_once() {
    let month = Month::of("rapid");
    month.report("january/open.trf", plain_report(&[], &[("100103", "2w1"), ("100106", "1b0")]));
    put_list(&month, KNOWN, "2024-01-01");
    let made = Made::run(month, "2024-02", &["--tournaments", "tournaments/january"]);
    assert_eq!((made.count("tournaments_rated"), made.count("tournaments_refused")), (1, 0));
    assert_eq!(made.listed("100103"), pair("1810", "1"));
}

#[test]
fn the_same_games_on_the_same_days_under_two_names_are_rated_once() {
    let games = plain_report(&[], &[("100103", "2w1"), ("100106", "1b0")]);
    let made = Made::rapid(&[("open.trf", &games), ("open-again.trf", &games.replace("012 Open", "012 Open, sent again"))]);
    assert_eq!((made.count("tournaments_rated"), made.count("tournaments_refused")), (1, 1));
    assert_eq!(made.listed("100103"), pair("1810", "1"));
    assert_eq!(made.places("PER007").len(), 1);
}

// Team leagues.

#[test]
fn a_team_file_of_thousands_with_mostly_empty_rounds_is_read_whole() {
    const PLAYERS: u32 = 3200;
    // All of 1500. Neighbours meet once, in one of eleven rounds, and draw; the last two meet in the eleventh, and white wins.
    let mut report = Report::new("League", "2024-01-07 2024-01-28").line("032 BEL").line("092 Team round robin");
    for rank in 1..=PLAYERS {
        let (opponent, colour) = if rank % 2 == 1 { (rank + 1, "w") } else { (rank - 1, "b") };
        let last = rank > PLAYERS - 2;
        let round = if last { 11 } else { (rank as usize - 1) / 2 % 11 + 1 };
        let result = match (last, colour) {
            (false, _) => "=",
            (true, "w") => "1",
            (true, _) => "0",
        };
        let rounds = format!("{}{opponent}{colour}{result}", "- ".repeat(round - 1));
        report = report.entry(Entry { id: &(200_000 + rank).to_string(), rounds: &rounds, ..ENTRY });
    }
    // Some writers fill the line to its end, some cut it.
    let endings = ["\r\n", "\r\n", "          \r\n"];
    let mut trf: String = report.text().lines().zip(endings.into_iter().cycle()).map(|(line, ending)| format!("{line}{ending}")).collect();
    trf.push_str("013 Team one                        1    2    3    4\r\n");
    let month = Month::of("rapid");
    month.report("league.trf", trf);
    put_list(&month, (1..=PLAYERS).map(|rank| (200_000 + rank, 1500)), "2024-01-01");
    let made = Made::run(month, "2024-02", &[]);
    let row = made.tournament("league").expect("told of");
    assert_eq!(
        (row["status"].as_str(), row["kind"].as_str(), row["entrants"].as_str(), row["games"].as_str()),
        ("rated", "team", "3200", "1600")
    );
    assert_eq!((made.count("sides_read"), made.count("sides_counted"), made.count("diagnostics_errors")), (3200, 3200, 0));
    let list = made.table("list.csv");
    assert_eq!(list.len(), PLAYERS as usize);
    for row in &list {
        let rating = match row["fide_id"].as_str() {
            "203199" => "1510",
            "203200" => "1490",
            _ => "1500",
        };
        assert_eq!((row["rating"].as_str(), row["games"].as_str()), (rating, "1"), "{}", row["fide_id"]);
    }
}
