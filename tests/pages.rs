//! The pages that people send round: what stands first, names and lists of every kind, sizes, and how browsers show them.

use crate::month::Month;
use crate::support::{Folder, copy, expect_exit, parquet, rows, test_file};
use std::path::PathBuf;

/// Names that a page has to bear: long ones, from right to left, in Chinese, and with markup.
fn names() -> [String; 6] {
    [
        format!("Longname{}, Ann", "e".repeat(190)),
        "\"כהן, דוד\"".to_owned(),
        "王小明".to_owned(),
        "<script>alert(1)</script> & <b>Bo</b>".to_owned(),
        "=HYPERLINK(1)".to_owned(),
        "الخوارزمي محمد".to_owned(),
    ]
}

const PLAYERS: &str = "fide_id,name,title,federation,birth_year,rating,k";

/// A month in which the first player, of the longest name, plays in many tournaments, in which the other names play, too.
fn month_with(tournaments: usize) -> (Month, String) {
    let month = Month::of("rapid");
    let players = names().into_iter().enumerate().map(|(at, name)| {
        format!("{},\"{}\",{},NOR,1990,{},20", at + 1, name.trim_matches('"'), if at == 1 { "GM" } else { "" }, 1800 + at * 50)
    });
    month.list("2024-02-01", PLAYERS, players);
    let event = |number: usize| {
        let day = 1 + number % 25;
        format!("T{number},\"Open <i>{number}</i> 王 {}\",swiss,2024-02-{day:02},2024-02-{day:02}", "of a long name ".repeat(number % 3))
    };
    // Two tournaments of one day with the same results would be one handed in twice.
    let result = |number: usize, other: usize| if number / 25 + 1 == other { "1/2-1/2" } else { "1-0" };
    let games = (0..tournaments)
        .flat_map(|number| (2..=6).map(move |other| format!("T{number},{},1,{other},{}", other - 1, result(number, other))));
    month.bundle("tournament_id,name,kind,start,end", (0..tournaments).map(event), games);
    let list = month.make("2024-03", &[]);
    (month, list)
}

/// The pages of a month, by what they show.
fn pages_of(month: &Month, list: &str) -> Vec<(&'static str, PathBuf)> {
    expect_exit(month.path(), &["explain", list, "1", "--html", "player.html", "--quiet"], 0);
    expect_exit(month.path(), &["explain", list, "--tournament", "T0", "--html", "event.html", "--quiet"], 0);
    expect_exit(month.path(), &["diff", "lists/rapid/2024-02-01", list, "--html", "diff.html", "--quiet"], 1);
    expect_exit(month.path(), &["history", "lists/rapid", "1", "--html", "history.html", "--quiet"], 0);
    vec![
        ("report", month.join(list).join("report.html")),
        ("player", month.join("player.html")),
        ("tournament", month.join("event.html")),
        ("diff", month.join("diff.html")),
        ("history", month.join("history.html")),
    ]
}

fn text_of(page: &PathBuf) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The headings of a page with their levels, in order.
fn heading_levels(page: &str) -> Vec<u8> {
    let starts = page.match_indices("<h").filter_map(|(at, _)| page.as_bytes().get(at + 2).zip(page.as_bytes().get(at + 3)));
    starts.filter(|(level, next)| level.is_ascii_digit() && matches!(next, b'>' | b' ')).map(|(level, _)| level - b'0').collect()
}

#[test]
fn headings_are_in_order_tables_have_scopes_and_plots_a_title() {
    let (month, list) = month_with(5);
    for (name, page) in pages_of(&month, &list) {
        let page = text_of(&page);
        let levels = heading_levels(&page);
        assert_eq!((levels[0], levels.iter().filter(|&&level| level == 1).count()), (1, 1), "{name}");
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{name}: {levels:?}");
        let body = page.split("</style>").nth(1).expect("a body").split("<script>").next().expect("a body");
        for head in body.split("<th").skip(1).filter(|head| !head.starts_with("ead")) {
            assert!(head.starts_with(" scope=\""), "{name}: <th{}", head.split('>').next().unwrap_or(""));
        }
        for figure in body.split("<figure>").skip(1) {
            assert!(figure.trim_start().starts_with("<figcaption><strong>"), "{name}: {}", &figure[..figure.len().min(80)]);
        }
        let mut ids: Vec<&str> = body.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}: an id twice");
    }
}

#[test]
fn names_of_every_kind_are_text_on_every_page() {
    let (month, list) = month_with(5);
    for (name, page) in pages_of(&month, &list) {
        let page = text_of(&page);
        assert!(!page.contains("<script>alert") && !page.contains("<b>Bo") && !page.contains("<i>"), "{name}");
        assert!(
            page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:") && !page.contains("src="),
            "{name}"
        );
        assert!(page.contains("Longnameeee"), "{name} has the long name, whole");
    }
}

#[test]
fn an_explanation_says_from_what_to_what_and_by_which_steps() {
    let (month, list) = month_with(5);
    pages_of(&month, &list);
    let page = text_of(&month.join("player.html"));
    let head = page.split("</header>").next().expect("a head");
    assert!(head.contains("<dt>On the list of February 2024</dt>\n<dd class=\"v\">1800</dd>"), "{head}");
    let json = expect_exit(month.path(), &["explain", &list, "1", "--json"], 0).out;
    let explained: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let after = explained["after"].as_i64().expect("a rating");
    assert!(head.contains(&format!("<dt>On the list of March 2024</dt>\n<dd class=\"v\">{after}</dd>")), "{head}");
    // A step for each tournament, in hundredths, and the rounding: together they are the change.
    let waterfall = page.split("How the rating changed").nth(2).and_then(|rest| rest.split("</figure>").next()).expect("a waterfall");
    let numbers: Vec<f64> = waterfall
        .split("<td role=\"cell\" class=\"n\">")
        .skip(1)
        .map(|cell| cell.split('<').next().expect("a number").replace('\u{2212}', "-").parse().expect("a number"))
        .collect();
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    assert_eq!((first, last), (1800.0, after as f64));
    assert!((first + numbers[1..numbers.len() - 1].iter().sum::<f64>() - last).abs() < 0.005, "{numbers:?}");
    assert!(numbers.len() >= 7, "five tournaments between two ratings: {numbers:?}");
    // Three tournaments are open, the others folded; the titled opponent has the title.
    let games = page.split("<h2>Games</h2>").nth(1).and_then(|rest| rest.split("<h2>").next()).expect("games");
    assert_eq!((games.matches("<h3>").count(), games.matches("<summary>").count()), (3, 2), "{games}");
    assert!(games.contains("GM <bdi>") || games.contains("GM \u{2068}") || games.contains("GM כהן"), "{games}");
}

#[test]
fn an_ordinary_explanation_is_under_60_kb_and_sixty_tournaments_still_make_one_page() {
    let (month, list) = month_with(5);
    pages_of(&month, &list);
    let size = |month: &Month| std::fs::metadata(month.join("player.html")).expect("a page").len();
    assert!(size(&month) < 60_000, "{} bytes", size(&month));
    let (month, list) = month_with(60);
    pages_of(&month, &list);
    assert!(size(&month) < 250_000, "{} bytes", size(&month));
    let rated = rows(&parquet(&month.join(&list).join("tournaments.parquet"))).iter().filter(|t| t["status"] == "rated").count();
    let page = text_of(&month.join("player.html"));
    let games = page.split("<h2>Games</h2>").nth(1).and_then(|rest| rest.split("<h2>").next()).expect("games");
    assert!(rated > 50 && games.matches("<summary>").count() == rated - 3, "{rated} rated");
}

#[test]
fn small_lists_empty_months_and_many_federations_have_whole_pages() {
    let month = Month::of("rapid");
    let federation =
        |at: usize| -> String { [at / 26 / 26 % 26, at / 26 % 26, at % 26].map(|letter| char::from(b'A' + letter as u8)).iter().collect() };
    month.list("2024-02-01", PLAYERS, (0..300).map(|at| format!("{},\"Player {at}\",,{},1990,{},20", at + 1, federation(at), 1500 + at)));
    let list = month.make("2024-03", &[]);
    let report = text_of(&month.join(&list).join("report.html"));
    assert!(report.contains("300 federations with players on the list.") && report.contains(">288 others</th>"), "{report}");
    assert!(!report.contains("NaN") && !report.contains("inf%"), "{report}");
    let small = Month::of("rapid");
    small.list("2024-02-01", PLAYERS, (1..=3).map(|at| format!("{at},\"Player {at}\",,NOR,1990,{},20", 1500 + at)));
    let list = small.make("2024-03", &[]);
    let report = text_of(&small.join(&list).join("report.html"));
    assert!(report.contains("<dt>Games read</dt>\n<dd class=\"v\">0</dd>") && !report.contains("NaN"), "{report}");
}

#[test]
fn pages_in_a_folder_are_linked_with_one_another_and_with_no_other() {
    let (month, list) = month_with(2);
    expect_exit(month.path(), &["explain", &list, "2", "--html-dir", "out", "--quiet"], 0);
    expect_exit(month.path(), &["explain", &list, "1", "--html-dir", "out", "--quiet"], 0);
    let mut names: Vec<String> = std::fs::read_dir(month.join("out"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["player-1.html", "player-2.html", "tournament-T0.html", "tournament-T1.html"]);
    let player = text_of(&month.join("out/player-1.html"));
    for link in ["href=\"player-2.html\"", "href=\"tournament-T0.html\"", "href=\"tournament-T1.html\""] {
        assert!(player.contains(link), "{link}");
    }
    assert!(!player.contains("player-3.html"), "a page that is not there");
    assert!(text_of(&month.join("out/tournament-T1.html")).contains("href=\"player-1.html\""));
}

#[test]
fn a_crosstable_has_a_row_for_each_player_and_the_opponents_places_in_it() {
    let (month, list) = month_with(1);
    expect_exit(month.path(), &["explain", &list, "--tournament", "T0", "--html", "event.html", "--quiet"], 0);
    let page = text_of(&month.join("event.html"));
    let table = page.split("<h2>Crosstable</h2>").nth(1).and_then(|rest| rest.split("</table>").next()).expect("a crosstable");
    // The winner of five games with white, against the others in the order of their ratings.
    let rows: Vec<&str> = table.split("<tr>").skip(2).collect();
    assert_eq!(rows.len(), 6, "{table}");
    assert!(rows[0].contains("Longname") && rows[0].contains(">5</td>"), "{}", rows[0]);
    for (round, opponent) in [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2)] {
        assert!(rows[0].contains(&format!(">{opponent}w1</td>")), "round {round}: {}", rows[0]);
    }
    assert!(rows[1].contains(">1b0</td>"), "{}", rows[1]);
}

#[test]
fn a_comparison_begins_with_a_sentence_and_names_versions_and_revisions() {
    let folder = Folder::new();
    let head = "fide_id,name,federation,rating,games\n";
    folder.put("2024-01.csv", format!("{head}1,Ann,NOR,1500,0\n2,Ben,SWE,1600,0\n3,Cy,SWE,1700,0\n"));
    folder.put("2024-02.csv", format!("{head}1,Ann,NOR,1512,3\n2,Ben,SWE,1590,3\n4,Di,DEN,1800,9\n"));
    expect_exit(folder.path(), &["diff", "2024-01.csv", "2024-02.csv", "--html", "page.html", "--quiet"], 1);
    let page = text_of(&folder.join("page.html"));
    let sentence = "Of 2 players on both lists 1 rose and 1 fell; 1 is new, 1 is gone. Ann (NOR) gained most: 12 points, to 1512. \
                    Ben (SWE) lost most: 10 points, to 1590.";
    assert!(page.contains(sentence), "{page}");
    // 1500, 1600 and 1700 before; 1512, 1590 and 1800 after.
    for figure in ["3 \u{2192} 3</dd>", "1600.0 \u{2192} 1634.0</dd>", "1600.0 \u{2192} 1590.0</dd>"] {
        assert!(page.contains(figure), "{figure}: {page}");
    }
    assert!(page.contains("All 4 differences.") && page.contains(">absent from B</td>"), "{page}");
    let many =
        |rating: i32| format!("{head}{}", (1..=1200).map(|id| format!("{id},Player {id},NOR,{},1\n", rating + id % 7)).collect::<String>());
    folder.put("lists/2024-01-01/list.csv", many(1500));
    folder.put("lists/2024-01-01.r2/list.csv", many(1501));
    expect_exit(folder.path(), &["diff", "lists/2024-01-01", "lists/2024-01-01.r2", "--html", "page.html", "--quiet"], 1);
    let page = text_of(&folder.join("page.html"));
    assert!(page.contains("Two versions of one list are compared: A is 2024-01-01, B is 2024-01-01.r2. B is a revision"), "{page}");
    let whole = "This page shows 1000 of 1200 differences: of each kind the first 1000, the largest moves and the highest ratings. For all of \
                 them: ratinglist diff lists/2024-01-01 lists/2024-01-01.r2 --format csv --out differences.csv";
    assert!(page.contains(whole) && page.contains("data-part=\"This page holds 1000 of 1200.\""), "{page}");
}

#[test]
fn a_history_has_all_controls_in_one_chart_with_what_happened_as_marks() {
    let folder = Folder::new();
    let list = |rating: i32, title: &str, flag: &str| {
        format!("fide_id,name,title,federation,rating,games,flag\n7,Ann,{title},NOR,{rating},3,{flag}\n8,Ben,,NOR,1500,0,\n")
    };
    folder.put("lists/rapid/2024-01-01/list.csv", list(1500, "", ""));
    folder.put("lists/rapid/2024-02-01/list.csv", list(1540, "FM", ""));
    folder.put("lists/rapid/2024-03-01/list.csv", list(1540, "FM", "i"));
    folder.put("lists/blitz/2024-02-01/list.csv", list(1600, "FM", ""));
    expect_exit(folder.path(), &["history", "lists/rapid", "7", "--html", "h.html", "--quiet"], 0);
    let page = text_of(&folder.join("h.html"));
    for words in [
        ">rapid</li>",
        ">blitz</li>",
        "2024-02-01: rapid: FM</title>",
        "2024-03-01: rapid: inactive</title>",
        "became inactive</li>",
        "<h2>Rapid, list by list</h2>",
        "<h2>Blitz, list by list</h2>",
        "<h1>FM Ann</h1>",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("order</li>"), "no order took effect");
}

/// The pages of the demo, for browsers.
fn demo_pages() -> (Folder, Vec<(&'static str, PathBuf)>) {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
    }
    let list = "lists/rapid/2024-02-01";
    expect_exit(folder.path(), &["explain", list, "1000652", "--html", "player.html", "--quiet"], 0);
    expect_exit(folder.path(), &["explain", list, "--tournament", "T00029", "--html", "event.html", "--quiet"], 0);
    expect_exit(folder.path(), &["diff", "lists/rapid/2024-01-01", list, "--html", "diff.html", "--quiet"], 1);
    expect_exit(folder.path(), &["history", "lists/rapid", "1000015", "--html", "history.html", "--quiet"], 0);
    let pages = vec![
        ("report", folder.join(list).join("report.html")),
        ("player", folder.join("player.html")),
        ("tournament", folder.join("event.html")),
        ("diff", folder.join("diff.html")),
        ("history", folder.join("history.html")),
    ];
    (folder, pages)
}

mod needs_browser {
    use super::*;
    use crate::browser::Browser;

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn no_page_is_wider_than_its_window_or_has_an_error_whatever_the_names_are() {
        let browser = Browser::find();
        let (month, list) = month_with(8);
        let (_folder, demo) = demo_pages();
        for (name, page) in pages_of(&month, &list).into_iter().chain(demo) {
            for width in [1280, 390] {
                let answer = browser.ask(&page, width, "return document.querySelectorAll('h1').length;");
                assert_eq!((&answer["errors"], &answer["found"]), (&serde_json::json!([]), &1.into()), "{name} at {width}");
                assert!(answer["wide"].as_u64().expect("a width") <= u64::from(width), "{name} is {} wide at {width}", answer["wide"]);
            }
        }
    }

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn a_button_saves_a_table_as_csv_with_plain_numbers_and_without_formulas() {
        let browser = Browser::find();
        let (month, list) = month_with(3);
        let (_, page) = pages_of(&month, &list).remove(3);
        let probe = "
        let blob;
        URL.createObjectURL = (given) => { blob = given; return '#'; };
        HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
        const table = Array.from(document.querySelectorAll('table[data-sorts]')).pop();
        Array.from(table.closest('section').querySelectorAll('.save')).pop().click();
        return { text: await blob.text(), name: window.savedAs };";
        let found = browser.ask(&page, 1280, probe)["found"].clone();
        let text = found["text"].as_str().unwrap_or_else(|| panic!("{found}"));
        assert!(
            text.starts_with("\u{feff}Id,Name,What,Before,After,Change,") || text.starts_with("Id,Name,What,Before,After,Change,"),
            "{text}"
        );
        assert!(text.contains(",'=HYPERLINK(1),") && text.contains(",<script>alert(1)</script> & <b>Bo</b>,"), "{text}");
        assert!(!text.contains('\u{2212}') && text.lines().any(|line| line.contains(",-")), "{text}");
        assert!(found["name"].as_str().is_some_and(|name| name.ends_with(".csv")), "{found}");
    }

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn a_search_that_finds_nothing_in_a_part_says_that_it_is_one() {
        let browser = Browser::find();
        let folder = Folder::new();
        let many = |rating: i32| -> String {
            let rows: String = (1..=1200).map(|id| format!("{id},Player {id},NOR,{},1\n", rating + id % 7)).collect();
            format!("fide_id,name,federation,rating,games\n{rows}")
        };
        folder.put("2024-01.csv", many(1500));
        folder.put("2024-02.csv", many(1501));
        expect_exit(folder.path(), &["diff", "2024-01.csv", "2024-02.csv", "--html", "page.html", "--quiet"], 1);
        let probe = "
        const table = document.querySelector('table[data-part]');
        const tools = table.parentNode.previousElementSibling;
        const input = tools.querySelector('input');
        input.value = 'nobody at all';
        input.dispatchEvent(new Event('input'));
        return tools.querySelector('span').textContent;";
        let answer = browser.ask(&folder.join("page.html"), 1280, probe);
        assert_eq!(answer["found"], "0 of 1000. This page holds 1000 of 1200.", "{answer}");
    }

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn printed_on_paper_the_demo_takes_few_sheets() {
        let browser = Browser::find();
        let (_folder, demo) = demo_pages();
        for (name, page) in demo {
            let sheets = browser.sheets(&page);
            assert!((1..=16).contains(&sheets), "{name}: {sheets} sheets");
        }
    }
}

mod needs_axe {
    use super::*;
    use crate::browser::{Browser, Colours};

    /// The library of axe-core, which `AXE_CORE` names; Debian has it in a package.
    fn axe() -> String {
        let named = std::env::var_os("AXE_CORE").map(PathBuf::from);
        let places = named
            .into_iter()
            .chain(["/usr/share/nodejs/axe-core/axe.min.js", "/usr/lib/node_modules/axe-core/axe.min.js"].map(PathBuf::from));
        let found = places.into_iter().find(|place| place.is_file()).expect("axe-core is not installed");
        std::fs::read_to_string(found).expect("axe-core")
    }

    #[test]
    #[ignore = "needs axe-core and a browser"]
    fn axe_finds_nothing_serious_in_either_theme_at_either_width() {
        let (browser, axe) = (Browser::find(), axe());
        let (_folder, demo) = demo_pages();
        let (month, list) = month_with(5);
        let probe = "
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
          .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | '));";
        for (name, page) in demo.into_iter().chain(pages_of(&month, &list)) {
            for (width, colours) in [(1280, Colours::Light), (1280, Colours::Dark), (390, Colours::Light)] {
                let answer = browser.ask_in(&page, width, colours, &axe, probe);
                assert_eq!(answer["found"], serde_json::json!([]), "{name} at {width}, {colours:?}: {answer:#}");
            }
        }
    }
}
