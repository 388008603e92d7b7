//! Diagnostics about a tournament as a whole.

use super::Raised;
use crate::month::{ENTRY, Entry, Month, Report};

const PLAYERS: &str = "fide_id,name,rating,k";
const COLUMNS: &str = "tournament_id,kind,start,end,minutes,class,received,waivers";

/// Four players of 1800 on a list.
fn four(control: &str, date: &str) -> Month {
    let month = Month::of(control);
    month.list(date, PLAYERS, (1..=4).map(|id| format!("{id},Player {id},1800,20")));
    month
}

#[test]
fn every_code_of_a_period_is_raised() {
    let mut raised = Raised::default();

    // The list of February is missing, and that of December, when one of them started.
    let month = four("rapid", "2024-01-01");
    let tournaments = [
        "SHORT,swiss,2024-02-10,2024-02-10,5,,,",
        "OLD,swiss,2023-08-10,2023-08-10,,,,",
        "EARLY,swiss,2023-12-30,2024-02-02,,,,",
        "LIFTED,swiss,2024-02-11,2024-02-11,,,,length",
        "HYBRID,swiss,2024-02-12,2024-02-12,,hybrid,,",
        "TWO,,2024-02-13,2024-02-13,,,,",
        "MATCH,match,2024-02-14,2024-02-14,,,,",
        "FOUR,match,2024-02-15,2024-02-15,,,,",
        "SAME,swiss,2024-02-17,2024-02-17,,,,",
        "AGAIN,swiss,2024-02-17,2024-02-17,,,,",
        "TWICE,swiss,2024-02-18,2024-02-18,,,,",
        "CONTINENT,swiss,2024-02-19,2024-02-19,5,continental,,",
    ];
    let mut games: Vec<String> = tournaments.iter().map(|row| format!("{} 1 2 1-0", row.split(',').next().expect("an id"))).collect();
    games.push("FOUR 3 4 1-0".to_owned());
    // Four times won: whatever it was scheduled for, it was over before the last game.
    games.extend(["MATCH 1 2 1-0".to_owned(), "MATCH 1 2 1-0".to_owned(), "MATCH 1 2 1-0".to_owned()]);
    month.bundle(COLUMNS, tournaments, games).tournament("TWICE", "2024-02-18", &["3 4 1-0"]);
    let wanted = ["PER001", "PER002", "PER003", "PER004", "PER006", "PER007", "PER008", "PER010", "PER012", "PER013", "PER014", "PER017"];
    raised.by_list(&wanted, &month, "2024-03", &[]);

    let month = four("standard", "2023-02-01");
    month.bundle(COLUMNS, ["LONG,swiss,2023-01-10,2023-02-09,,,,"], ["LONG 1 2 1-0"]);
    raised.by_list(&["PER005"], &month, "2023-03", &[]);

    let month = four("rapid", "2020-02-01");
    month.bundle(COLUMNS, ["SLOW,swiss,2020-01-10,2020-01-10,,,2020-02-10,"], ["SLOW 1 2 1-0"]);
    raised.by_list(&["PER009"], &month, "2020-03", &[]);

    let month = four("standard", "2010-01-01");
    let entry = |id, rounds| Entry { id, rounds, ..ENTRY };
    let report = Report::new("Thirty moves", "2010-01-10").line("222 30/5400+30:900+30");
    month.report("open.trf", report.entry(entry("1", "2w1")).entry(entry("2", "1b0")).text());
    raised.by_list(&["PER011"], &month, "2010-03", &[]);

    // The same players on one day in two towns, with all games but one the same.
    let month = four("rapid", "2024-01-01");
    for (name, town, last) in [("a", "Bath", '1'), ("b", "Oslo", '0')] {
        let report = Report::new(name, "2024-01-13").line(&format!("022 {town}"));
        report.game(1, 2, '1').game(3, 4, '1').game(1, 3, '1').game(2, 4, '1').game(1, 4, last).put(&month);
    }
    raised.by_list(&["PER015", "PER016"], &month, "2024-02", &[]);

    let month = four("rapid", "2022-09-01");
    month.put("standard/2022-08-01/list.csv", "fide_id,rating\n1,1950\n");
    month.bundle(COLUMNS, ["OPEN,swiss,2022-09-10,2022-09-10,,,,"], ["OPEN 1 2 1-0"]);
    raised.by_list(&["PER018"], &month, "2022-10", &["--orders", "fide", "--longer", "standard=standard"]);

    // A report that is changed after it was rated, and one whose place is taken by other games.
    let month = four("rapid", "2024-01-01");
    let report = |name, games: &[(u32, u32)]| {
        games.iter().fold(Report::new(name, "2024-01-13"), |report, (white, black)| report.game(*white, *black, '1')).put(&month);
    };
    report("changed", &[(1, 2)]);
    report("used", &[(3, 4)]);
    month.make("2024-02", &[]);
    Report::new("changed", "2024-01-13").line("022 Bath").game(1, 2, '1').put(&month);
    report("used", &[(1, 3), (2, 4)]);
    raised.by_list(&["PER019", "PER020"], &month, "2024-03", &[]);
    raised.expect_all(period_assembly::CODES);
}
