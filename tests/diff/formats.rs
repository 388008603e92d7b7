//! The same lists in every format give the same differences, and the differences are written in every format.

use super::{DIFFERENCES, FEBRUARY, HEADER, JANUARY, both, diff, rows_of};
use crate::support::{Folder, expect_exit, parquet, rows};

#[test]
fn csv_parquet_folders_and_the_federations_files_give_the_same_differences() {
    let folder = both();
    folder.put("lists/2024-01-01/list.csv", JANUARY);
    folder.put("lists/2024-02-01/list.csv", FEBRUARY);
    for (format, ending) in [("parquet", "parquet"), ("fide-txt", "txt"), ("fide-xml", "xml"), ("fide-txt", "zip")] {
        for month in ["2024-01", "2024-02"] {
            let (list, out) = (format!("{month}.csv"), format!("{month}.{ending}"));
            expect_exit(folder.path(), &["export", &list, "--control", "rapid", "--format", format, "--out", &out, "--quiet"], 0);
        }
    }
    let forms = |month: &str| {
        let mut forms: Vec<String> = ["csv", "parquet", "txt", "xml", "zip"].iter().map(|ending| format!("{month}.{ending}")).collect();
        forms.push(format!("lists/{month}-01"));
        forms
    };
    for (a, b) in forms("2024-01").iter().zip(forms("2024-02")) {
        assert_eq!(rows_of(&folder, a, &b), DIFFERENCES, "{a} {b}");
    }
    // Any two of them.
    for (a, b) in forms("2024-01").iter().zip(forms("2024-02").iter().rev()) {
        assert_eq!(rows_of(&folder, a, b), DIFFERENCES, "{a} {b}");
    }
    for form in forms("2024-01") {
        diff(&folder, "2024-01.csv", &form, &[], 0);
    }
}

#[test]
fn a_layout_without_k_or_other_titles_is_compared_in_what_it_holds() {
    let folder = both();
    // As the federation wrote lists in 2009: no K, no other titles; women are told by the flag.
    folder.put("jan09frl.txt", std::fs::read(crate::support::test_file("federation/jan09frl.txt")).expect("there"));
    folder.put("same.txt", std::fs::read(crate::support::test_file("federation/jan09frl.txt")).expect("there"));
    diff(&folder, "jan09frl.txt", "same.txt", &[], 0);
    let said = diff(&folder, "jan09frl.txt", "2024-01.csv", &[], 1);
    assert!(said.out.contains("A has no k, other_titles: not compared"), "{}", said.out);
}

#[test]
fn of_a_combined_file_the_requested_control_is_compared() {
    let folder = Folder::new();
    let combined = std::fs::read(crate::support::test_file("federation/players_list_foa.txt")).expect("there");
    folder.put("players_list_foa.txt", combined);
    let said = diff(&folder, "players_list_foa.txt", "players_list_foa.txt", &[], 2);
    assert!(said.err.contains("name one of standard, rapid and blitz"), "{}", said.err);
    let said = diff(&folder, "players_list_foa.txt", "players_list_foa.txt", &["--control", "rapid"], 0);
    // The flag of a combined file is for standard.
    assert!(said.out.contains("rapid") && said.out.contains("A has no activity: not compared"), "{}", said.out);
    diff(&folder, "players_list_foa.txt", "players_list_foa.txt", &["--control", "standard"], 0);
}

#[test]
fn the_table_is_the_same_as_csv_parquet_and_json() {
    let folder = both();
    diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", "csv", "--out", "d.csv"], 1);
    diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", "parquet", "--out", "d.parquet"], 1);
    diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", "json", "--out", "d.json"], 1);
    let csv = std::fs::read_to_string(folder.join("d.csv")).expect("written");
    assert_eq!(csv, DIFFERENCES);
    let from_csv = crate::support::csv_rows(&folder.join("d.csv"));
    assert_eq!(rows(&parquet(&folder.join("d.parquet"))), from_csv);
    let json = std::fs::read_to_string(folder.join("d.json")).expect("written");
    assert_eq!(json, diff(&folder, "2024-01.csv", "2024-02.csv", &["--json"], 1).out);
    let json: serde_json::Value = serde_json::from_str(&json).expect("an object");
    let from_json: Vec<_> = json["rows"].as_array().expect("rows").iter().map(|row| flat(row, &from_csv[0])).collect();
    assert_eq!(from_json, from_csv);
    assert_eq!((&json["a"]["date"], &json["b"]["players"], &json["same"]), (&"2024-01-01".into(), &7.into(), &false.into()));
}

/// A row of JSON as a row of CSV.
fn flat(row: &serde_json::Value, like: &std::collections::BTreeMap<String, String>) -> std::collections::BTreeMap<String, String> {
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    let words = |values: &serde_json::Value, key: Option<&str>| {
        let word = |value: &serde_json::Value| text(key.map_or(value, |key| &value[key]));
        values.as_array().expect("an array").iter().map(word).collect::<Vec<_>>().join(" ")
    };
    let cell = |column: &str| match column {
        "cause" => words(&row["causes"], Some("cause")),
        "corrections" => words(&row["corrections"], None),
        column => text(&row[column]),
    };
    like.keys().map(|column| (column.clone(), cell(column))).collect()
}

#[test]
fn one_thread_and_many_write_the_same_bytes() {
    let folder = both();
    for form in ["table", "csv", "json", "jsonl"] {
        let said = |threads: &str| diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", form, "--threads", threads], 1).out;
        assert_eq!(said("1"), said("4"), "{form}");
    }
}

#[test]
fn the_page_is_complete_loads_nothing_and_shows_names_as_text() {
    let folder = Folder::new();
    let evil = "\"<script>alert('x')</script> & <b>\"";
    folder.put("2024-01.csv", format!("fide_id,name,federation,rating,games\n7,{evil},NOR,1500,0\n8,=cmd,NOR,1600,0\n9,Gone,SWE,1700,0\n"));
    folder.put("2024-02.csv", format!("fide_id,name,federation,rating,games\n7,{evil},NOR,1512,3\n8,=cmd,NOR,1599,0\n"));
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--html", "page.html", "--format", "csv"], 1);
    assert!(said.out.starts_with(HEADER));
    let page = std::fs::read_to_string(folder.join("page.html")).expect("written");
    assert_balanced(&page);
    for reference in ["http:", "https:", "src=", "url(", "@import", "<link", "<iframe", "alert('x')", "<b>"] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &lt;b&gt;"));
    assert!(page.contains("<table data-sorts") && page.matches("<svg").count() >= 3);
    diff(&folder, "2024-01.csv", "2024-01.csv", &["--html", "same.html", "--quiet"], 0);
    let page = std::fs::read_to_string(folder.join("same.html")).expect("written");
    assert_balanced(&page);
    assert!(page.contains("The lists are the same."));
}

/// Every element is closed, in order.
fn assert_balanced(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let tag = rest.split('>').next().expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or("");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed.trim()));
        } else if !(tag.starts_with('!') || tag.ends_with('/') || ["meta", "br", "input"].contains(&name)) {
            open.push(name);
        }
        // What is between these is no markup.
        if ["style", "script"].contains(&name) && !tag.starts_with('/') {
            let end = rest.find(&format!("</{name}>")).expect("it ends");
            rest = &rest[end..];
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}
