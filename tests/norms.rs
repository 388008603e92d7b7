//! `ratinglist norms`: an event judged for norms before any list, what is still needed of one under way, and certificates.

mod certificates;

use crate::month::{ENTRY, Entry, Month, Report, Row};
use crate::support::{Said, csv_rows, expect_exit};
use std::collections::BTreeMap;

const LIST: &str = "lists/standard/2022-05-01";
const LIST_COLUMNS: &str = "fide_id,name,title,women_title,federation,sex,birth_year,rating";
const APPLICANT: u32 = 100;

/// An opponent: title, federation and rating.
type Opponent = (&'static str, &'static str, u16);

/// The field of a published round robin (F1), without the applicant of 2448.
const F1: [Opponent; 9] = [
    ("GM", "GEO", 2547),
    ("GM", "IRI", 2542),
    ("GM", "USA", 2505),
    ("IM", "USA", 2502),
    ("IM", "USA", 2502),
    ("IM", "CAN", 2489),
    ("IM", "USA", 2465),
    ("IM", "USA", 2456),
    ("IM", "PHI", 2321),
];

/// Nine opponents of one rating: three grandmasters, three masters, three with a lower title, of three federations.
fn nine(rating: u16) -> Vec<Opponent> {
    let of = |title, federation| [(title, federation, rating); 3];
    [of("GM", "GER"), of("IM", "FRA"), of("FM", "ESP")].concat()
}

/// An event of one applicant against opponents, one a round.
struct Event<'a> {
    opponents: &'a [Opponent],
    /// One character a round: the applicant's result, `?` for a pairing without one, `U` or `H` for a bye, `-` for a forfeit.
    results: &'a str,
    kind: &'a str,
    federation: &'a str,
    rating: u16,
    title: &'a str,
}

const SWISS: &str = "Individual: Swiss-System";
const ROUND_ROBIN: &str = "Individual: Round-Robin";

impl<'a> Event<'a> {
    fn of(opponents: &'a [Opponent], results: &'a str) -> Self {
        Self { opponents, results, kind: SWISS, federation: "NOR", rating: 2440, title: "IM" }
    }

    fn f1(results: &'a str) -> Self {
        Self { kind: ROUND_ROBIN, federation: "USA", rating: 2448, ..Self::of(&F1, results) }
    }

    fn report(&self) -> String {
        let days: Vec<String> = (2..).take(self.results.len()).map(|day| format!("2022-05-{day:02}")).collect();
        let last = days.last().expect("a round").clone();
        let mut report = Report::new("Norm Open", &format!("2022-05-02 {last}"))
            .line("022 Bergen")
            .line("032 NOR")
            .line(&format!("092 {}", self.kind))
            .line("102 Nordmann, Kari, IA")
            .line("122 90 min + 30 sec/move")
            .line(&format!("142 {}", self.results.len()))
            .round_days(&days);
        let mut own = Vec::new();
        for (round, result) in self.results.chars().enumerate() {
            own.push(match result {
                'U' | 'H' => format!("0000-{result}"),
                '?' => format!("{}w", round + 2),
                result => format!("{}w{result}", round + 2),
            });
        }
        let applicant = Entry { name: "Applicant, Anna", id: "100", born: "2010/05/06", title: self.title, ..ENTRY };
        report = report.entry(Entry { rounds: &own.join(" "), federation: self.federation, ..applicant });
        for (at, result) in self.results.chars().enumerate().filter(|(_, result)| !matches!(result, 'U' | 'H')) {
            let other = match result {
                '1' => "1b0",
                '0' => "1b1",
                '+' => "1b-",
                '-' => "1b+",
                '?' => "1b",
                _ => "1b=",
            };
            let rounds = format!("{}{other}", "- ".repeat(at));
            let (title, federation, _) = self.opponents[at];
            let (name, id) = (format!("Opponent, {}", number(at)), (101 + at).to_string());
            report = report.entry(Entry { name: &name, id: &id, title, federation, rounds: &rounds, born: "1980", ..ENTRY });
        }
        // Opponents keep their places: whoever has no game is entered all the same.
        report.text()
    }

    /// A folder with the report, the list, and a registry that proves everything.
    fn month(&self) -> Month {
        let month = Month::of("standard");
        let opponents = self.opponents.iter().enumerate().map(|(at, (title, federation, rating))| {
            format!("{},\"Opponent, {}\",{title},,{federation},M,1980,{rating}", 101 + at, number(at))
        });
        let applicant = format!("{APPLICANT},\"Applicant, Anna\",{},,{},M,2010,{}", self.title, self.federation, self.rating);
        month.list("2022-05-01", LIST_COLUMNS, std::iter::once(applicant).chain(opponents));
        month.report("open.trf", self.report());
        month.registry("tournament_id,file,registered\nopen,tournaments/open.trf,2022-01-10\n");
        month
    }
}

fn number(at: usize) -> &'static str {
    ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven"][at]
}

fn norms(month: &Month, more: &[&str], code: i32) -> Said {
    let arguments = ["norms", "tournaments/open.trf", "--list", LIST, "--registry", "registry.csv"];
    expect_exit(month.path(), &[&arguments[..], more].concat(), code)
}

/// The applicant's row for a title, by the CSV.
fn result(month: &Month, title: &str) -> Row {
    norms(month, &["--player", "100", "--title", title, "--format", "csv", "--out", "norms.csv"], 0);
    let rows = csv_rows(&month.join("norms.csv"));
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows.into_iter().next().expect("a row")
}

/// A text whose lines are not wrapped.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cells(row: &Row, columns: &str) -> String {
    columns.split(' ').map(|column| row[column].as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn six_of_nine_in_the_published_field_is_a_gm_norm_and_half_a_point_less_is_none() {
    let month = Event::f1("111111000").month();
    let row = result(&month, "GM");
    assert_eq!(row["name"], "Applicant, Anna");
    let numbers = "verdict opponents_sum average percent dp performance own own_allowed other_federations credited_games achieved_on";
    assert_eq!(cells(&row, numbers), "norm 22329 2481 67 125 2606 5 5 4 9 2022-05-10");
    let document = norms(&month, &[], 0).out;
    assert!(document.contains("Norms possible") && document.contains("yes"), "{document}");

    let month = Event::f1("11111=000").month();
    let row = result(&month, "GM");
    assert_eq!(cells(&row, "verdict failed percent performance half_points_over"), "no 1.48 61 2561 -1");
    let document = norms(&month, &["--player", "anna"], 0).out;
    let near = document.split("Near misses").nth(1).and_then(|rest| rest.split("Everybody").next()).expect("a section");
    assert!(near.contains("half a point short (1.48)"), "{document}");
}

#[test]
fn whoever_misses_a_norm_is_told_by_what_and_how_much() {
    let few_federations = [("GM", "GER", 2434), ("GM", "GER", 2434), ("GM", "GER", 2434), ("IM", "GER", 2434), ("FM", "NOR", 2434)];
    let rest = [("FM", "NOR", 2434), ("", "NOR", 2434), ("", "NOR", 2434), ("", "NOR", 2434)];
    for (opponents, results, words) in [
        ([&few_federations[..], &rest].concat(), "111111=00", "1 more other federation needed: 1 of 2 (1.43)"),
        ([nine(2434)[3..].to_vec(), nine(2434)[..3].to_vec()].concat(), "111111=0H", "1 game too few: 8 of 9 (1.41a)"),
        (nine(2370), "1111111=0", "average 2370, 10 too low (1.48a)"),
        ([nine(2434)[2..].to_vec(), vec![("", "GER", 2434); 2]].concat(), "111111=00", "2 more GM needed: 1 of 3 (1.45b)"),
        (vec![("GM", "GER", 2434); 9], "111111=00", "9 of one federation, at most 6 (1.44)"),
    ] {
        let month = Event::of(&opponents, results).month();
        let document = norms(&month, &["--player", "100", "--title", "GM", "--out", "norms.txt"], 0);
        assert_eq!(document.out, "");
        let text = std::fs::read_to_string(month.join("norms.txt")).expect("written");
        assert!(words.split(' ').all(|word| flat(&text).contains(word)), "{words}: {text}");
    }
}

#[test]
fn a_forfeit_win_in_nine_rounds_leaves_a_norm_of_eight_games() {
    let opponents = [nine(2434)[..5].to_vec(), vec![("", "GER", 2434)], nine(2434)[5..].to_vec()].concat();
    let month = Event::of(&opponents, "11111+=00").month();
    let row = result(&month, "GM");
    assert_eq!(cells(&row, "verdict basis games half_points credited_games"), "no 1.41c 8 11 ", "{row:?}");
    let month = Event::of(&opponents, "11111+=10").month();
    let row = result(&month, "GM");
    assert_eq!(cells(&row, "verdict basis games half_points credited_games"), "norm 1.41c 8 13 9", "{row:?}");
}

/// The needs of the applicant by more games and half points, as the sum of ratings; empty where it cannot be reached.
fn needs(month: &Month, after: &str) -> (Vec<Row>, BTreeMap<(String, String), String>) {
    norms(month, &["--player", "100", "--title", "GM", "--after", after, "--format", "csv", "--out", "needs.csv"], 0);
    let rows = csv_rows(&month.join("needs.csv"));
    let of = |row: &Row| ((row["more_games"].clone(), row["more_half_points"].clone()), row["least_sum"].clone());
    let needs = rows.iter().map(of).collect();
    (rows, needs)
}

#[test]
fn with_two_rounds_left_the_least_sum_of_ratings_is_said_for_each_score() {
    let opponents = nine(2434);
    let month = Event::of(&opponents, "11110=0??").month();
    // 4.5 of 7 so far, 17038 in ratings: 6.5 of 9 needs 21902, 6 needs 22271, 5.5 needs 22676.
    let (rows, needs) = needs(&month, "7");
    let sum = |half_points: &str| needs[&("2".to_owned(), half_points.to_owned())].as_str();
    assert_eq!([sum("4"), sum("3"), sum("2")], ["4864", "5233", "5638"], "{needs:?}");
    assert_eq!(cells(&rows[0], "after_round verdict games half_points next_opponent next_needed"), "7 no 7 9 108 not-reached");
    let said = norms(&month, &["--player", "100", "--after", "7"], 0);
    assert!(said.out.contains("After round 7 of 9: 2 rounds left.") && said.out.contains("4864"), "{}", said.out);
    assert!(!said.err.contains("TRF035"), "{}", said.err);
    let said = norms(&month, &["--player", "100", "--after", "8"], 0);
    assert!(said.err.contains("TRF035"), "a result of a round that was played is missed: {}", said.err);
}

#[test]
fn the_result_needed_in_the_last_round_depends_on_the_opponent() {
    for (last, needed, words) in [(2434, "1/2", "1/2"), (2330, "1", "1"), (2803, "0", "0")] {
        let mut opponents = nine(2434);
        opponents.reverse();
        opponents[8].2 = last;
        // 6 of 8, then the last opponent.
        let month = Event::of(&opponents, "11111100?").month();
        let (rows, _) = needs(&month, "8");
        assert_eq!(cells(&rows[0], "next_opponent next_needed"), format!("109 {needed}"));
        let document = norms(&month, &["--player", "100", "--title", "GM", "--after", "8"], 0).out;
        let next = document.split("Round 9: the result that makes a norm").nth(1).expect("a section");
        assert!(next.lines().any(|line| line.contains("Opponent, Nine") && line.trim_end().ends_with(words)), "{document}");
    }
}

#[test]
fn a_norm_that_later_games_cannot_take_away_is_said_to_be_one() {
    let opponents = [nine(2434), vec![("GM", "GER", 2434); 2]].concat();
    let month = Event::of(&opponents, "111111=00?0").month();
    let (rows, _) = needs(&month, "9");
    assert_eq!(cells(&rows[0], "verdict next_needed more_games"), "norm already ");
    let document = norms(&month, &["--player", "100", "--after", "9"], 0).out;
    let already = document.split("A norm already, whatever comes").nth(1).and_then(|rest| rest.split("Round 10").next());
    assert!(already.is_some_and(|section| section.contains("GM") && section.contains("6.5 of 9")), "{document}");
    let beyond = norms(&month, &["--after", "12"], 2);
    assert!(beyond.err.contains("--after 12: open has 11 rounds"), "{}", beyond.err);
}

#[test]
fn an_event_that_is_not_eligible_says_by_which_article_and_exits_1() {
    let month = Event::f1("111111000").month();
    month.registry("tournament_id,file,registered,chief_arbiter_title,arbiters\nopen,tournaments/open.trf,2022-01-10,NA,101\n");
    let said = norms(&month, &[], 1);
    assert!(said.out.contains("no: 1.15, 1.16") && said.out.contains("a chief arbiter who is IA or FA"), "{}", said.out);
    let json = norms(&month, &["--json", "--player", "100", "--title", "gm"], 1).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["events"][0]["eligible"], false);
    assert_eq!(json["events"][0]["failed"], "1.15 1.16");
    assert_eq!(json["events"][0]["results"][0]["verdict"], "no");
    norms(&month, &["--certificates", "certificates"], 1);
    assert_eq!(std::fs::read_dir(month.join("certificates")).expect("a folder").count(), 0);
}

#[test]
fn what_is_not_told_is_unproven_and_fails_only_where_that_is_asked() {
    let month = Event::f1("111111000").month();
    let arguments = ["norms", "tournaments/open.trf", "--list", LIST];
    let said = expect_exit(month.path(), &arguments, 0);
    let told = "told by the column registered of the registry";
    assert!(said.out.contains("yes, if 1.11 can be proven") && flat(&said.out).contains(told), "{}", said.out);
    let said = expect_exit(month.path(), &[&arguments[..], &["--strict"]].concat(), 1);
    assert!(said.out.contains("no: 1.11"), "{}", said.out);
}

#[test]
fn the_json_has_every_column_of_the_results_and_the_name() {
    let month = Event::f1("111111000").month();
    let text = norms(&month, &["--json"], 0).out;
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rows = json["events"][0]["results"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["name"].as_str().is_some_and(|name| !name.is_empty())), "{text}");
    let own = rows.iter().find(|row| row["fide_id"] == 100 && row["title"] == "GM").expect("a row");
    let columns: Vec<String> = own.as_object().expect("columns").keys().cloned().collect();
    let schema = tables::Schema::named("norm_results");
    for (column, _) in schema.column_types() {
        assert!(columns.iter().any(|known| known == column), "{column}: {columns:?}");
    }
    assert_eq!(own["achieved_on"], "2022-05-10");
    assert_eq!(own["normal_foreigners"], true);
    assert_eq!(own["exempt"], serde_json::Value::Null);
    norms(&month, &["--json", "--format", "csv"], 2);
}

#[test]
fn facts_are_those_of_the_list_in_force_at_the_start() {
    let month = Event::f1("111111000").month();
    let list = std::fs::read_to_string(month.join(&format!("{LIST}/list.csv"))).expect("a list");
    month.put("lists/standard/2022-07-01/list.csv", list.replace("2542", "2400").replace("IM,,USA,M,2010,2448", "GM,,USA,M,2010,2448"));
    let file = format!("{LIST}/list.csv");
    expect_exit(month.path(), &["norms", "tournaments/open.trf", "--list", &file], 0);
    let late = ["norms", "tournaments/open.trf", "--list", "lists/standard/2022-07-01"];
    let said = expect_exit(month.path(), &late, 0);
    assert!(said.out.contains("The list of 2022-07-01 is later than the start"), "{}", said.out);
    let with_archive = [&late[..], &["--archive", "lists/standard", "--player", "100", "--format", "csv", "--out", "norms.csv"]].concat();
    expect_exit(month.path(), &with_archive, 0);
    let rows = csv_rows(&month.join("norms.csv"));
    assert_eq!(cells(&rows[0], "title opponents_sum verdict"), "GM 22329 norm");
    // A title of the roster, from a day between the list and the start.
    month.roster("100,2022-05-01,title,GM\n");
    expect_exit(month.path(), &[&with_archive[..], &["--players", "players.csv"]].concat(), 0);
    assert_eq!(csv_rows(&month.join("norms.csv")).len(), 1, "a row of the list's own day is the list's");
    month.roster("100,2022-05-02,title,GM\n");
    expect_exit(month.path(), &[&with_archive[..], &["--players", "players.csv"]].concat(), 0);
    assert_eq!(csv_rows(&month.join("norms.csv")).len(), 1, "a title of the first day counts after it");
}

#[test]
fn inputs_that_cannot_be_read_are_named_and_the_others_are_judged() {
    let month = Event::f1("111111000").month();
    let run = |arguments: &[&str], code: i32| expect_exit(month.path(), &[&["norms"], arguments].concat(), code);
    let list = ["--list", LIST];
    assert!(run(&[&["missing.trf"], &list[..]].concat(), 3).err.contains("missing.trf"));
    assert!(run(&["tournaments", "--list", "missing"], 3).err.contains("missing"));
    assert!(run(&["tournaments"], 2).err.contains("--list"));
    assert!(run(&[&["tournaments"], &list[..], &["--titles", "titles-1066"]].concat(), 2).err.contains("titles-2022, titles-2024"));
    assert!(run(&[&["tournaments"], &list[..], &["--title", "FM"]].concat(), 2).err.contains("FM"));
    assert!(run(&[&["tournaments"], &list[..], &["--player", "nobody"]].concat(), 1).err.contains("nobody"));

    let report = Event::f1("111111000").report();
    month.put("bad/empty.trf", "");
    month.put("bad/cut.trf", &report[..report.len() / 2]);
    let undated = report.replace("042 2022/05/02", "042 2022/15/42").replace("052 2022/05/10", "052 soon").replace("\n132 ", "\n### ");
    month.put("bad/nonsense.trf", undated);
    month.put("bad/backwards.trf", report.replace("042 2022/05/02", "042 2023/05/02"));
    let bytes: Vec<u8> = report.replace("Applicant, Anna", "Applicant, \u{c6}nna").chars().map(|c| c as u8).collect();
    month.put("bad/latin.trf", bytes);
    month.put("bad/binary.trf", [0u8, 159, 146, 150, 255, 254, 0, 1]);
    for name in ["empty", "nonsense", "binary"] {
        let said = run(&[&[format!("bad/{name}.trf").as_str()], &list[..]].concat(), 3);
        assert!(said.err.contains(&format!("{name} is not judged")), "{name}: {}", said.err);
        assert_eq!(said.out, "", "{name}");
    }
    let said = run(&[&["bad"], &list[..], &["--json"]].concat(), 3);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let judged: Vec<&str> = json["events"].as_array().expect("events").iter().filter_map(|event| event["tournament_id"].as_str()).collect();
    assert!(judged.contains(&"latin"), "{judged:?}");
    assert!(json["not_judged"].as_array().is_some_and(|left| left.len() >= 3), "{}", said.out);

    month.put("rapid/rapid.trf", report.replace("122 90 min + 30 sec/move", "122 15 min + 10 sec/move"));
    assert!(run(&[&["rapid"], &list[..]].concat(), 3).err.contains("no tournament at standard chess"));
    let gap = report.replace("2022/05/", "2023/05/").replace("22/05/", "23/05/");
    month.put("gap/gap.trf", gap);
    assert!(run(&[&["gap"], &list[..]].concat(), 4).err.contains("gap is not judged"));
}

#[test]
fn the_parts_of_an_event_are_judged_together_under_the_last_one() {
    let whole = Event::f1("111111000").report();
    let month = Event::f1("111111000").month();
    // The first part has the rounds up to the fifth, the second one the others.
    let part = |kept: std::ops::Range<usize>| {
        let lines = whole.lines().map(|line| {
            if !line.starts_with("001") {
                return line.to_owned();
            }
            let (entry, rounds) = line.split_at(89.min(line.len()));
            let kept_round = |(at, block): (usize, &[u8])| {
                if kept.contains(&at) { String::from_utf8_lossy(block).into_owned() } else { " ".repeat(10) }
            };
            let rounds: String = rounds.as_bytes().chunks(10).enumerate().map(kept_round).collect();
            format!("{entry}{rounds}").trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    std::fs::remove_file(month.join("tournaments/open.trf")).expect("removed");
    month.report("a.trf", part(0..5).replace("052 2022/05/10", "052 2022/05/06"));
    month.report("b.trf", part(5..9).replace("042 2022/05/02", "042 2022/05/07"));
    month.registry("tournament_id,file,event_id,registered\na,tournaments/a.trf,E,2022-01-10\nb,tournaments/b.trf,E,2022-01-10\n");
    let arguments = ["norms", "tournaments", "--list", LIST, "--registry", "registry.csv", "--player", "100"];
    expect_exit(month.path(), &[&arguments[..], &["--format", "csv", "--out", "norms.csv"]].concat(), 0);
    let rows = csv_rows(&month.join("norms.csv"));
    let found: Vec<String> = rows.iter().map(|row| cells(row, "tournament_id title verdict opponents_sum achieved_on")).collect();
    assert_eq!(found, ["b GM norm 22329 2022-05-10"]);
    // The registry names both; of the one that is not handed in nothing is read.
    let alone = ["norms", "tournaments/b.trf", "--list", LIST, "--registry", "registry.csv", "--json"];
    let said = expect_exit(month.path(), &alone, 0);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let events: Vec<&str> = json["events"].as_array().expect("events").iter().filter_map(|event| event["tournament_id"].as_str()).collect();
    assert_eq!(events, ["b"]);
}

#[test]
fn a_bundle_is_judged_as_a_report_is() {
    let month = Event::f1("111111000").month();
    std::fs::remove_file(month.join("tournaments/open.trf")).expect("removed");
    let games = (0..9).map(|at| format!("B1 {} 100 {} {}", at + 1, 101 + at, if at < 6 { "1-0" } else { "0-1" }));
    let columns = "tournament_id,name,start,end,kind,minutes,increment,rounds,registered,chief_arbiter_title";
    let row = "B1,Bundle,2022-05-02,2022-05-10,round-robin,90,30,9,2022-01-01,IA";
    month.bundle(columns, [row], games);
    let arguments = ["norms", "tournaments", "--list", LIST, "--player", "100", "--format", "csv", "--out", "norms.csv"];
    expect_exit(month.path(), &arguments, 0);
    let rows = csv_rows(&month.join("norms.csv"));
    assert_eq!(cells(&rows[0], "tournament_id name title verdict opponents_sum"), "B1 Applicant, Anna GM norm 22329");
}

#[test]
fn a_list_of_another_control_is_wrong_usage() {
    let month = Month::of("rapid");
    month.list("2024-01-01", LIST_COLUMNS, ["100,\"Applicant, Anna\",IM,,NOR,F,2000,2400".to_owned()]);
    month.tournament("T1", "2024-01-13", &["1 100 101 1-0"]);
    let list = month.make("2024-02", &[]);
    let said = expect_exit(month.path(), &["norms", "tournaments", "--list", &list], 2);
    assert!(said.err.contains("a rapid list; norms are judged on a standard list") && !said.err.contains("backup"), "{}", said.err);
}
