//! Certificates of norms: what is on them, that they fit one sheet, and that nothing else names a hidden year of birth.

use super::{Event, LIST, nine};
use crate::support::expect_exit;

#[test]
fn a_certificate_has_everything_that_is_signed_and_every_article_to_be_proven() {
    let mut opponents = [nine(2434), vec![("GM", "GER", 2434); 2]].concat();
    opponents[8].2 = 1900;
    let month = Event::of(&opponents, "11111110000").month();
    let report = Event::of(&opponents, "11111110000").report();
    let without_dates = report.lines().filter(|line| !line.starts_with("132")).collect::<Vec<_>>().join("\n");
    let said = expect_exit(month.path(), &["norms", "tournaments/open.trf", "--list", LIST, "--certificates", "C"], 0);
    assert!(said.err.contains("written: 1 certificate in C"), "{}", said.err);
    let page = std::fs::read_to_string(month.join("C/open-100-GM.html")).expect("a certificate");
    for text in [
        "Certificate of Title Result",
        "Grandmaster (GM)",
        "Applicant, Anna",
        ">100<",
        ">NOR<",
        ">2010<",
        ">2440<",
        ">IM<",
        "Norm Open",
        "Bergen",
        "2022-05-02 to 2022-05-12",
        "Swiss system",
        "120 minutes for 60 moves, with increment",
        "Nordmann, Kari, IA",
        "Opponent, One",
        "2022-05-03",
        "raised from 1900 (1.46c)",
        "<tr class=\"struck\">",
        "left out: 1.41e",
        "Sum of ratings",
        "Average Ra",
        "Rp = Ra + dp",
        "Score needed",
        "Counts as",
        "title-holders",
        "Foreigners (1.43e)",
        "Single rounds (1.13a)",
        "Large Swiss (1.56)",
        "<li>1.11: registered 30 days ahead",
        "The Chief Arbiter (1.8)",
        "Rating Officer or President (1.8)",
        "PGN (1.91)",
        "fees",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    month.report("open.trf", without_dates.replace("102 Nordmann, Kari, IA", "102 Nordmann, Kari"));
    expect_exit(month.path(), &["norms", "tournaments/open.trf", "--list", LIST, "--certificates", "C"], 0);
    let page = std::fs::read_to_string(month.join("C/open-100-GM.html")).expect("a certificate");
    for article in ["1.11", "1.12", "1.13", "1.15"] {
        assert!(page.contains(&format!("<li>{article}: ")), "{article}: {page}");
    }
}

#[test]
fn a_hidden_year_of_birth_is_on_the_certificate_and_in_no_answer() {
    let month = Event::f1("111111000").month();
    // The settings come with a list that was made.
    std::fs::rename(month.join("tournaments/open.trf"), month.join("open.trf")).expect("moved");
    month.pipeline("\n[publish]\nhide_birth_year_under = 18\n");
    month.put("registry.csv", "tournament_id,file,registered\n");
    month.tournament("T1", "2022-05-10", &["101 102 1-0"]);
    month.run("2022-06", 0);
    // A name that is not the list's, and so a line of the report with its date of birth.
    let report = std::fs::read_to_string(month.join("open.trf")).expect("a report").replace("Applicant, Anna", "Somebody, Else ");
    month.put("open.trf", report.replace("2022/05/", "2022/06/").replace("22/05/", "22/06/"));
    let arguments = ["norms", "open.trf", "--list", "lists/standard/2022-06-01"];
    for (more, code) in [
        (&["--certificates", "C", "--html", "page.html"][..], 0),
        (&["--format", "csv"], 0),
        (&["--json"], 0),
        (&["--player", "Opponent"], 1),
        (&["--player", "n"], 1),
        (&["--after", "8"], 0),
    ] {
        let said = expect_exit(month.path(), &[&arguments[..], more].concat(), code);
        assert!(!said.out.contains("2010") && !said.err.contains("2010"), "{more:?}\n{}\n{}", said.out, said.err);
    }
    assert!(!std::fs::read_to_string(month.join("page.html")).expect("a page").contains(">2010<"));
    assert!(std::fs::read_to_string(month.join("C/open-100-GM.html")).expect("a certificate").contains(">2010<"));
}

mod needs_browser {
    use super::*;
    use crate::browser::Browser;

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn a_certificate_of_nine_rounds_with_every_article_to_be_proven_is_one_sheet() {
        let month = Event::f1("111111000").month();
        let report = Event::f1("111111000").report().replace("Nordmann, Kari, IA", "Nordmann, Kari").replace("\n132 ", "\n### ");
        month.report(
            "open.trf",
            report.replace("012 Norm Open", "012 A long name of an open event with norms that fills more than one line"),
        );
        expect_exit(month.path(), &["norms", "tournaments", "--list", LIST, "--certificates", "C"], 0);
        let page = month.join("C/open-100-GM.html");
        let browser = Browser::find();
        assert_eq!(browser.sheets(&page), 1);
        for width in [1280, 794, 390] {
            let answer = browser.ask(&page, width, "return document.querySelectorAll('.boxes li').length;");
            assert_eq!(answer["errors"], serde_json::json!([]), "{width}");
            assert_eq!(answer["found"], 4, "{width}");
            assert!(answer["wide"].as_u64().expect("a width") <= u64::from(width), "{width}: the page is {} wide", answer["wide"]);
        }
    }
}
