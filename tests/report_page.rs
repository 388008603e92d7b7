//! `report.html`: what it says is what the tables say, and a real browser shows it.

use crate::support::{Folder, copy, csv_rows, expect_exit, parquet, rows, test_file};
use std::collections::BTreeMap;
use std::path::PathBuf;

const FOLDER: &str = "lists/rapid/2024-02-01";

/// The demo's list of February 2024.
fn demo() -> Folder {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
    }
    folder
}

fn page(folder: &Folder) -> PathBuf {
    folder.join(FOLDER).join("report.html")
}

/// The tables of a page as rows of text, each under its caption or the heading before it.
fn tables(page: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let plain = |html: &str| {
        let mut text = String::new();
        let mut is_tag = false;
        for c in html.chars() {
            match c {
                '<' => is_tag = true,
                '>' => is_tag = false,
                c if !is_tag => text.push(c),
                _ => {}
            }
        }
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&")
    };
    let between = |text: &str, from: &str, to: &str| text.split(from).nth(1).and_then(|rest| rest.split(to).next()).map(str::to_owned);
    let mut found = BTreeMap::new();
    let mut heading = String::new();
    for (before, table) in page.split("<table").zip(page.split("<table").skip(1)) {
        let after_last = before.rsplit("</table>").next().unwrap_or(before);
        for (opening, closing) in [("<h2>", "</h2>"), ("<figcaption><strong>", "</strong>"), ("<h3>", "</h3>")] {
            if let Some(name) = after_last.rsplit(opening).next().filter(|_| after_last.contains(opening)) {
                heading = plain(name.split(closing).next().unwrap_or(""));
            }
        }
        let table = table.split("</table>").next().unwrap_or("");
        let name = between(table, "<caption>", "</caption>").map_or_else(|| heading.clone(), |caption| plain(&caption));
        let cells = |row: &str| {
            row.split("<td")
                .skip(1)
                .map(|cell| plain(cell.split_once('>').map_or("", |(_, rest)| rest.split("</td>").next().unwrap_or(""))))
                .collect::<Vec<_>>()
        };
        let body = table.split("<tbody>").nth(1).unwrap_or("");
        let table: Vec<Vec<String>> = body.split("<tr>").skip(1).map(cells).filter(|cells| cells.len() > 1).collect();
        found.entry(name).or_insert(table);
    }
    found
}

/// The rows of a chart with dots or bars: the name, the smaller line under it, then the numbers.
fn chart(page: &str, title: &str) -> Vec<Vec<String>> {
    let figure = page.split("<figure>").find(|figure| figure.contains(&format!("<strong>{title}</strong>"))).expect("the figure");
    let body = figure.split("<tbody").nth(1).expect("rows").split("</tbody>").next().expect("an end");
    let text = |html: &str| html.split('<').next().unwrap_or("").to_owned();
    let row = |row: &str| {
        let name = row.split("role=\"rowheader\"").nth(1).and_then(|rest| rest.split_once('>')).expect("a name").1;
        let detail = name.split("<small>").nth(1).unwrap_or("");
        let numbers = row.split("<td role=\"cell\" class=\"n").skip(1).map(|cell| text(cell.split_once('>').expect("a cell").1));
        [text(name), text(detail)].into_iter().chain(numbers).collect()
    };
    body.split("<tr ").skip(1).map(row).collect()
}

/// A large figure of the page, and the remark under it.
fn figure(page: &str, name: &str) -> (String, String) {
    let rest = page.split(&format!("<dt>{name}</dt>")).nth(1).unwrap_or_else(|| panic!("no figure is called {name}"));
    let part = |class: &str| {
        rest.split(&format!("<dd class=\"{class}\">")).nth(1).and_then(|text| text.split('<').next()).unwrap_or("").to_owned()
    };
    (part("v"), part("was"))
}

#[test]
fn large_figures_stand_first_with_what_they_were_a_month_before() {
    let folder = demo();
    let page = std::fs::read_to_string(page(&folder)).expect("a report");
    let list = |date: &str| csv_rows(&folder.join(&format!("lists/rapid/{date}/list.csv")));
    let (before, now) = (list("2024-01-01"), list("2024-02-01"));
    let active = |list: &[BTreeMap<String, String>]| list.iter().filter(|player| player["flag"].is_empty()).count();
    let from = |now: usize, before: usize| format!("+{} from {before} in January 2024", now - before);
    for (name, now, before) in [("Players on the list", now.len(), before.len()), ("Active players", active(&now), active(&before))] {
        let (value, remark) = figure(&page, name);
        assert_eq!((value, remark), (now.to_string(), format!("\u{25b2} {}", from(now, before))), "{name}");
    }
    // New and gone in January: compared with the list before it.
    let ids =
        |list: &[BTreeMap<String, String>]| -> std::collections::BTreeSet<String> { list.iter().map(|p| p["fide_id"].clone()).collect() };
    let new = ids(&now).difference(&ids(&before)).count();
    assert_eq!(figure(&page, "New on the list").0, new.to_string());
    assert!(page.find("<dl class=\"figures\">") < page.find("<h2>"), "the figures come before any section");
    let sections: Vec<&str> = page.split("<h2>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    assert_eq!(sections[..3], ["The month in pictures", "Top players", "Not rated on this list"]);
}

#[test]
fn a_band_at_the_top_says_what_was_refused_and_which_checks_warn() {
    let folder = demo();
    let page = std::fs::read_to_string(page(&folder)).expect("a report");
    let judged = rows(&parquet(&folder.join(FOLDER).join("tournaments.parquet")));
    let is_news = |t: &&BTreeMap<String, String>| t["refused_since"].is_empty() && t["status"] != "already-rated";
    let refused = judged.iter().filter(is_news).filter(|t| t["status"] == "refused").count();
    let all = judged.iter().filter(is_news).count();
    let head = page.split("</header>").next().expect("a head");
    assert!(head.contains(&format!("<p class=\"notice\">{refused} of {all} tournaments were refused.")), "{head}");
    let warned = csv_rows(&folder.join(FOLDER).join("checks.csv"));
    let warned = warned.iter().filter(|check| check["passed"] == "false").map(|check| check["meaning"].clone());
    for check in warned {
        assert!(head.contains(&check), "{check}: {head}");
    }
}

#[test]
fn ratings_of_both_lists_and_players_in_and_out_are_those_of_the_lists() {
    let folder = demo();
    let page = std::fs::read_to_string(page(&folder)).expect("a report");
    let tables = tables(&page);
    let classes = |list: &str| {
        let mut counts: BTreeMap<i32, u32> = BTreeMap::new();
        for player in csv_rows(&folder.join(&format!("lists/rapid/{list}/list.csv"))) {
            *counts.entry(player["rating"].parse::<i32>().expect("a rating") / 50 * 50).or_default() += 1;
        }
        counts
    };
    let (before, after) = (classes("2024-01-01"), classes("2024-02-01"));
    for row in &tables["Ratings on this list and the last"] {
        let class: i32 = row[0].parse().expect("a class");
        let of = |counts: &BTreeMap<i32, u32>| counts.get(&class).copied().unwrap_or(0).to_string();
        assert_eq!((&row[2], &row[3]), (&of(&before), &of(&after)), "{class}");
    }
    let total = |column: usize| -> usize {
        tables["Where players came in and left"].iter().map(|row| row[column].parse::<usize>().expect("a count")).sum()
    };
    assert_eq!((total(2), total(3)), (tables["New on the list"].len(), tables["Gone from the list"].len()));
    let federations = chart(&page, "Players by federation");
    let norwegians = csv_rows(&folder.join(FOLDER).join("list.csv")).iter().filter(|player| player["federation"] == "NOR").count();
    assert!(federations.iter().any(|row| row[0] == "NOR" && row[2] == norwegians.to_string()), "{federations:?}");
}

#[test]
fn the_report_names_every_tournament_that_was_not_rated_with_its_reason_and_article() {
    let folder = demo();
    let tables = tables(&std::fs::read_to_string(page(&folder)).expect("a report"));
    let judged = rows(&parquet(&folder.join(FOLDER).join("tournaments.parquet")));
    let wanted: Vec<Vec<String>> = judged
        .iter()
        .filter(|t| !["rated", "already-rated"].contains(&t["status"].as_str()) && t["refused_since"].is_empty())
        .map(|t| {
            let became = match t["status"].as_str() {
                "waiting" => "waits for the next list",
                "late" => "came too late",
                other => other,
            };
            [&t["tournament_id"], &t["name"], became, &t["detail"], &t["article"]].map(str::to_owned).to_vec()
        })
        .collect();
    assert!(wanted.len() > 5, "the demo has tournaments that wait, are late and are refused");
    let reported: Vec<Vec<String>> = tables["Not rated on this list"].iter().map(|row| row[..5].to_vec()).collect();
    assert_eq!(reported, wanted);
    let before = judged.iter().filter(|t| !t["refused_since"].is_empty()).count();
    let counted = tables["What became of the tournaments"].iter().find(|row| row[0] == "refused before").expect("refusals of January");
    assert_eq!(counted[2], before.to_string());
    let rated = judged.iter().filter(|t| t["status"] == "rated").count();
    assert_eq!(tables["Rated on this list"].len(), rated);
}

#[test]
fn the_top_lists_are_the_active_players_of_the_list_by_rating_then_id() {
    let folder = demo();
    let tables = tables(&std::fs::read_to_string(page(&folder)).expect("a report"));
    let list = csv_rows(&folder.join(FOLDER).join("list.csv"));
    let is_junior = |player: &BTreeMap<String, String>| player["birth_year"].parse::<i32>().is_ok_and(|year| 2024 - year <= 20);
    for (name, women, juniors) in [("Open", false, false), ("Women", true, false), ("Juniors", false, true), ("Girls", true, true)] {
        let mut best: Vec<&BTreeMap<String, String>> =
            list.iter().filter(|p| p["flag"].is_empty() && (!women || p["sex"] == "F") && (!juniors || is_junior(p))).collect();
        // The list is in the order of ids, and a stable sort keeps it among equals.
        best.sort_by_key(|p| std::cmp::Reverse(p["rating"].parse::<i32>().expect("a rating")));
        let wanted: Vec<[String; 3]> =
            best.iter().take(10).map(|p| [p["name"].clone(), p["rating"].clone(), p["fide_id"].clone()]).collect();
        let reported: Vec<[String; 3]> = tables[name].iter().map(|row| [row[1].clone(), row[4].clone(), row[7].clone()]).collect();
        assert_eq!(reported, wanted, "{name}");
    }
}

#[test]
fn largest_moves_entrants_and_exits_agree_with_the_tables() {
    let folder = demo();
    let text = std::fs::read_to_string(page(&folder)).expect("a report");
    let tables = tables(&text);
    let ids = |list: &str| -> Vec<String> { csv_rows(&folder.join(list)).iter().map(|p| p["fide_id"].clone()).collect() };
    let (before, after) = (ids("lists/rapid/2024-01-01/list.csv"), ids("lists/rapid/2024-02-01/list.csv"));
    let reported = |name: &str| {
        let mut ids: Vec<String> = tables[name].iter().map(|row| row.last().expect("an id").clone()).collect();
        ids.sort();
        ids
    };
    let only = |these: &[String], those: &[String]| {
        let mut ids: Vec<String> = these.iter().filter(|id| !those.contains(id)).cloned().collect();
        ids.sort();
        ids
    };
    assert_eq!(reported("New on the list"), only(&after, &before));
    assert_eq!(reported("Gone from the list"), only(&before, &after));
    let changes = rows(&parquet(&folder.join(FOLDER).join("changes.parquet")));
    let mut moved: Vec<(i32, u32)> = changes
        .iter()
        .filter(|c| !c["before"].is_empty() && !c["after"].is_empty() && c["games"] != "0")
        .map(|c| {
            (c["after"].parse::<i32>().expect("points") - c["before"].parse::<i32>().expect("points"), c["fide_id"].parse().expect("an id"))
        })
        .collect();
    moved.sort_by_key(|&(change, id)| (-change, id));
    let wanted: Vec<String> = moved.iter().take(10).map(|(_, id)| id.to_string()).collect();
    let gains = chart(&text, "Largest gains");
    assert_eq!(gains.iter().map(|row| row[1].rsplit(' ').next().expect("an id").to_owned()).collect::<Vec<_>>(), wanted);
    assert_eq!(*gains[0].last().expect("a change"), format!("+{}", moved[0].0));
}

#[test]
fn scores_by_difference_are_those_of_the_counted_sides() {
    let folder = demo();
    let tables = tables(&std::fs::read_to_string(page(&folder)).expect("a report"));
    let mut classes: BTreeMap<i32, (f64, f64, f64)> = BTreeMap::new();
    for side in rows(&parquet(&folder.join(FOLDER).join("games.parquet"))).iter().filter(|side| side["status"] == "counted") {
        let number = |column: &str| side[column].parse::<f64>().expect("a number");
        let about = ((number("difference") / 50.0 + 0.5).floor() as i32 * 50).clamp(-800, 800);
        let class = classes.entry(about).or_default();
        *class = (class.0 + 1.0, class.1 + number("half_points") / 2.0, class.2 + number("expected_hundredths") / 100.0);
    }
    let wanted: Vec<String> = classes
        .iter()
        .filter(|(_, class)| class.0 >= 5.0)
        .map(|(about, (sides, score, expected))| format!("{about} {sides} {:.3} {:.3}", score / sides, expected / sides))
        .collect();
    assert!(wanted.len() > 10, "{wanted:?}");
    let reported: Vec<String> =
        tables["Scores by rating difference"].iter().map(|row| row.join(" ").replace('\u{2212}', "-").replace('+', "")).collect();
    assert_eq!(reported, wanted);
}

#[test]
fn the_report_has_the_checks_and_no_clock_and_no_path() {
    let folder = demo();
    let text = std::fs::read_to_string(page(&folder)).expect("a report");
    let checks = &tables(&text)["Checks"];
    assert!(checks.iter().any(|row| row[0] == "tournaments rated" && row[1] == "18" && row[3] == "passed"), "{checks:?}");
    assert!(!text.contains(&folder.path().display().to_string()) && !text.contains("http:") && !text.contains("https:"));
}

#[test]
fn a_list_made_again_has_the_same_report_although_other_checks_would_hold_now() {
    let folder = demo();
    // The report tells what the limits were when the list was made.
    expect_exit(folder.path(), &["verify", FOLDER, "--recompute"], 0);
    let run = std::fs::read_to_string(folder.join(FOLDER).join("run.json")).expect("a record");
    folder.put(&format!("{FOLDER}/run.json"), run.replace("at least 1", "at least 2"));
    let said = expect_exit(folder.path(), &["verify", FOLDER, "--recompute"], 6);
    assert!(said.err.contains("checks.csv is not the same"), "{}", said.err);
}

mod needs_browser {
    use super::*;
    use crate::browser::{Browser, Colours};

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn a_browser_shows_the_report_and_sorts_and_filters_it_without_an_error() {
        let browser = Browser::find();
        let folder = demo();
        let probe = "
        const table = document.querySelector('table[data-sorts]');
        const texts = (column) => Array.from(table.tBodies[0].rows, (row) => row.cells[column].textContent);
        const visible = () => Array.from(table.tBodies[0].rows).filter((row) => row.offsetParent !== null).length;
        const heads = Array.from(table.tHead.rows[0].cells, (head) => head.textContent);
        const column = heads.indexOf('Start');
        const before = visible();
        table.tHead.rows[0].cells[column].querySelector('button').click();
        const ascending = texts(column);
        table.tHead.rows[0].cells[column].querySelector('button').click();
        const descending = texts(column);
        const input = table.parentNode.previousElementSibling.querySelector('input');
        input.value = 'DIFFERENT times';
        input.dispatchEvent(new Event('input'));
        const filtered = visible();
        input.value = '';
        input.dispatchEvent(new Event('input'));
        table.parentNode.nextElementSibling.click();
        return { rows: ascending.length, before, ascending, descending, filtered, all: visible() };";
        for width in [1280, 390] {
            let answer = browser.ask(&page(&folder), width, probe);
            assert_eq!(answer["errors"], serde_json::json!([]), "{width}");
            assert_eq!(answer["ready"], "ready", "{width}");
            assert_eq!(answer["window"], width);
            assert!(answer["wide"].as_u64().expect("a width") <= u64::from(width), "{width}: the page is {} wide", answer["wide"]);
            let found = &answer["found"];
            let texts = |name: &str| -> Vec<String> { serde_json::from_value(found[name].clone()).expect("texts") };
            let mut sorted = texts("ascending");
            sorted.sort();
            assert_eq!(texts("ascending"), sorted);
            sorted.reverse();
            assert_eq!(texts("descending"), sorted);
            assert_eq!((&found["before"], &found["filtered"], &found["all"]), (&15.into(), &1.into(), &found["rows"]), "{found}");
        }
    }

    #[test]
    #[ignore = "needs a browser; Debian has one in its package chromium"]
    fn a_browser_paints_the_report_wide_and_narrow_in_light_and_dark() {
        let browser = Browser::find();
        let folder = demo();
        let empty = folder.put("empty.html", "<!DOCTYPE html><html><body></body></html>");
        for width in [1280, 390] {
            let blank = browser.picture(&empty, width, Colours::Light);
            let light = browser.picture(&page(&folder), width, Colours::Light);
            let dark = browser.picture(&page(&folder), width, Colours::Dark);
            for picture in [&blank, &light, &dark] {
                assert!(picture.starts_with(b"\x89PNG"));
            }
            // What is painted does not compress to what nothing does.
            assert!(
                light.len() > 5 * blank.len() && dark.len() > 5 * blank.len(),
                "{width}: {} {} {}",
                blank.len(),
                light.len(),
                dark.len()
            );
            assert_ne!(light, dark, "{width}");
        }
    }
}

#[test]
fn norms_near_misses_proposals_and_events_of_a_standard_list_are_in_its_report() {
    let (month, list) = crate::explain::titles::made();
    let page = std::fs::read_to_string(month.join(&list).join("report.html")).expect("a report");
    let tables = tables(&page);
    let norm = &tables["Norms"][0];
    let expected =
        ["Player, 1009", "GM", "USA", "6", "9", "2481", "2606", "RR, Ten Masters", "9 games", "2022-02-13", "", "1.13a 1.43e", "", "1009"];
    assert_eq!(norm[..], expected);
    let short = &tables["Half a point short of a norm"];
    assert_eq!(
        (short.len(), &short[0][0], &short[0][3], &short[0][4]),
        (1, &"Player, 1008".to_owned(), &"5.5".to_owned(), &"6".to_owned())
    );
    let proposed = &tables["Titles that may be applied for"];
    assert_eq!(proposed[0][..5], ["Untitled, Una", "FM", "NOR", "new", "rating (1.31)"]);
    let open = &tables["Titles for which something is missing"];
    assert_eq!((open[0][0].as_str(), open[0][7].as_str()), ("Player, 1009", "a rating of 2500 (1.53)"));
    let can: Vec<&str> = tables["Events that can give norms"].iter().map(|row| row[0].as_str()).collect();
    let cannot: Vec<&str> = tables["Events that cannot, and why"].iter().map(|row| row[0].as_str()).collect();
    assert_eq!((can, cannot), (vec!["RR"], vec!["LATE"]), "SHORT has too few rounds, and is only counted");
    assert!(page.contains("1 event more with fewer rounds than a norm asks games (1.41a)."));
}
