//! From list folders to files for others.

use super::{RAPID, STANDARD, csv_rows, import, imported, one_game, parquet, rows, text};
use crate::support::{Folder, Said, expect_exit, ratinglist};

/// The imported rapid list, and the standard list of the same month beside it.
fn two_lists() -> Folder {
    let folder = imported();
    let arguments = ["import", "players_list_foa.txt", "--control", "standard", "--date", "2024-01-01", "--out", "standard/2024-01-01"];
    expect_exit(folder.path(), &arguments, 0);
    folder
}

fn export(folder: &Folder, arguments: &str) -> Said {
    expect_exit(folder.path(), &["export"].into_iter().chain(arguments.split(' ')).collect::<Vec<_>>(), 0)
}

#[test]
fn what_is_exported_and_imported_again_is_the_same_list() {
    let folder = two_lists();
    for (at, (format, file)) in
        [("fide-txt", "rapid.txt"), ("fide-txt", "rapid.zip"), ("fide-xml", "rapid.xml"), ("fide-xml", "rapid_xml.zip")]
            .into_iter()
            .enumerate()
    {
        export(&folder, &format!("lists/2024-01-01 --format {format} --out {file}"));
        let out = format!("again/{at}/2024-01-01");
        expect_exit(folder.path(), &["import", file, "--control", "rapid", "--date", "2024-01-01", "--out", &out], 0);
        assert_eq!(text(folder.join(&out).join("list.csv")), RAPID, "{file}");
    }
    for format in ["fide-txt", "fide-xml"] {
        export(&folder, &format!("lists/2024-01-01 standard/2024-01-01 --format {format} --out both.zip"));
        for (control, expected) in [("rapid", RAPID), ("standard", STANDARD)] {
            let out = format!("again/{format}-{control}/2024-01-01");
            expect_exit(folder.path(), &["import", "both.zip", "--control", control, "--date", "2024-01-01", "--out", &out], 0);
            assert_eq!(text(folder.join(&out).join("list.csv")), expected, "{format} {control}");
        }
    }
    assert!(
        !std::fs::read_dir(folder.path()).expect("readable").any(|e| e.expect("an entry").file_name().to_string_lossy().starts_with('.'))
    );
}

#[test]
fn a_single_list_goes_to_standard_output_in_the_layout_of_one_control_unless_combined() {
    let folder = two_lists();
    let said = export(&folder, "lists/2024-01-01 --format fide-txt");
    let lines: Vec<&str> = said.out.split("\r\n").collect();
    assert!(lines[0].ends_with("FOA JAN24 Gms K  B-day Flag"), "{}", lines[0]);
    // The row with sixteen characters of other titles is as long as the federation's own.
    assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [136, 137, 136, 136, 136, 0]);
    assert!(said.err.contains("standard output:2: FED046: "), "{}", said.err);
    let said = export(&folder, "lists/2024-01-01 --format fide-txt --combined");
    assert_eq!(said.out.split("\r\n").next().map(str::len), Some(162));
}

#[test]
fn each_filter_leaves_the_players_it_names() {
    let folder = imported();
    for (filter, expected) in [
        ("--federation NOR", &[10_000_002, 10_000_004][..]),
        ("--federation NOR,SWE", &[10_000_002, 10_000_003, 10_000_004]),
        ("--federation nor --title gm --sex m", &[10_000_004]),
        ("--federation SWE --federation ESP", &[10_000_001, 10_000_003]),
        ("--title GM", &[10_000_004]),
        ("--title WGM,AFM", &[10_000_001, 10_000_002]),
        ("--sex F", &[10_000_001, 10_000_002]),
        ("--min-rating 1800", &[10_000_001, 10_000_002, 10_000_004]),
        ("--max-rating 1799", &[10_000_003]),
        ("--id 10000003,10000001", &[10_000_001, 10_000_003]),
        ("--max-age 15", &[10_000_003]),
        ("--max-age 14", &[]),
        ("--age 0-15", &[10_000_003]),
        ("--age -15", &[10_000_003]),
        ("--age 15", &[10_000_003]),
        ("--born-from 1989 --born-until 1990", &[10_000_002]),
        ("--sex F --federation NOR", &[10_000_002]),
    ] {
        let said = export(&folder, &format!("lists/2024-01-01 --format jsonl {filter}"));
        let ids: Vec<u64> = said
            .out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["fide_id"].as_u64().expect("an id"))
            .collect();
        assert_eq!(ids, expected, "{filter}");
    }
    let standard = two_lists();
    let said = export(&standard, "standard/2024-01-01 --format csv --active");
    assert!(!said.out.contains("Bjerke") && said.out.lines().count() == 3, "{}", said.out);
}

#[test]
fn a_filter_that_cannot_select_anybody_says_so() {
    let folder = imported();
    let refused = |filter: &str, words: &str| {
        let arguments: Vec<&str> = "export lists/2024-01-01 --format csv".split(' ').chain(filter.split(' ')).collect();
        let said = expect_exit(folder.path(), &arguments, 2);
        assert!(said.err.contains(words) && said.out.is_empty(), "{filter}: {}", said.err);
    };
    refused("--federation XYZ", "no player has the federation XYZ; there are ESP, NOR, SWE");
    refused("--title GN", "no player has the title GN; there are ");
    refused("--min-rating 2000 --max-rating 1900", "rating from 2000 to 1900 selects nobody");
    refused("--age 18-0", "age from 18 to 0 selects nobody");
    refused("--age young", "'young' is not an age");
    refused("--age 0-18 --max-age 18", "cannot be used with");
    let said = export(&folder, "lists/2024-01-01 --format jsonl --federation nor,XYZ");
    assert_eq!(said.out.lines().count(), 2);
    assert!(said.err.contains("warning: no player has the federation XYZ; there are ESP, NOR, SWE"), "{}", said.err);
}

#[test]
fn csv_and_parquet_hold_the_columns_of_a_list() {
    let folder = imported();
    assert_eq!(export(&folder, "lists/2024-01-01 --format csv").out, RAPID);
    export(&folder, "lists/2024-01-01 --format parquet --title GM --out gm.parquet");
    let players = rows(&parquet(&folder.join("gm.parquet")));
    assert_eq!((players.len(), players[0]["name"].as_str(), players[0]["rating"].as_str()), (1, "Aronsdal, Mikkel", "2555"));
    // A federation's own file is a list too.
    let said = export(&folder, "players_list_foa.txt --control rapid --date 2024-01-01 --format csv");
    assert_eq!(said.out, RAPID);
}

#[test]
fn rows_are_sorted_counted_and_cut_and_columns_chosen() {
    let folder = imported();
    let ratings: Vec<String> = csv_rows(&folder.join("lists/2024-01-01/list.csv")).iter().map(|row| row["rating"].clone()).collect();
    let mut highest_first = ratings.clone();
    highest_first.sort_by_key(|rating| std::cmp::Reverse(rating.parse::<u32>().expect("a number")));
    let column = |arguments: &str| -> Vec<String> {
        let said = export(&folder, &format!("lists/2024-01-01 --columns rating --format csv {arguments}"));
        said.out.lines().skip(1).map(str::to_owned).collect()
    };
    assert_eq!(column("--active"), ratings, "by id");
    assert_eq!(column("--sort rating"), highest_first);
    assert_eq!(column("--top 2"), highest_first[..2]);
    assert_eq!(column("--sort rating --reverse --top 1"), highest_first[3..]);
    let said = export(&folder, "lists/2024-01-01 --format csv --columns federation,fide_id --top 1");
    assert_eq!(said.out, "federation,fide_id\nNOR,10000004\n");
    // A layout of the federation has its own order, and the same players.
    let said = export(&folder, "lists/2024-01-01 --format fide-txt --top 1");
    assert_eq!((said.out.lines().count(), said.out.contains("10000004")), (2, true), "{}", said.out);
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let folder = imported();
    for (file, begins) in [
        ("list.csv", &b"fide_id,name"[..]),
        ("list.parquet", b"PAR1"),
        ("list.xlsx", b"PK"),
        ("list.json", b"[\n{"),
        ("list.jsonl", b"{"),
        ("list.txt", b"ID Number"),
        ("list.xml", b"<playerslist>"),
    ] {
        export(&folder, &format!("lists/2024-01-01 --out {file}"));
        let bytes = std::fs::read(folder.join(file)).expect("written");
        assert!(bytes.starts_with(begins), "{file}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
    }
    let array: serde_json::Value = serde_json::from_str(&text(folder.join("list.json"))).expect("an array");
    let lines: Vec<serde_json::Value> =
        text(folder.join("list.jsonl")).lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(array, serde_json::Value::from(lines));
    assert_eq!((&array[0]["title"], array[0]["rating"].is_u64()), (&serde_json::Value::Null, true));
    assert_eq!(export(&folder, "lists/2024-01-01 --format json --max-age 1").out, "[]\n");
}

#[test]
fn csv_for_excel_has_a_mark_the_separator_and_its_line_ends() {
    let folder = imported();
    let semicolons = export(&folder, "lists/2024-01-01 --excel").out;
    let lines: Vec<&str> = semicolons.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}fide_id;name;title;"), "{semicolons}");
    assert_eq!((lines.len(), lines[5]), (6, ""));
    // Names have commas, which need no quotes here.
    assert!(semicolons.contains(";Aronsdal, Mikkel;GM;") || semicolons.contains("Aronsdal, Mikkel"), "{semicolons}");
    for (separator, first) in [(",", "\u{feff}fide_id,name,"), ("tab", "\u{feff}fide_id\tname\t")] {
        let said = export(&folder, &format!("lists/2024-01-01 --format csv --excel={separator}")).out;
        assert!(said.starts_with(first), "{said}");
    }
}

#[test]
fn lists_of_several_controls_stand_side_by_side() {
    let folder = two_lists();
    let said = export(&folder, "lists/2024-01-01 standard/2024-01-01 --format csv");
    folder.put("both.csv", &said.out);
    let both = csv_rows(&folder.join("both.csv"));
    let mut ids = Vec::new();
    for (control, list) in [("rapid", "lists/2024-01-01/list.csv"), ("standard", "standard/2024-01-01/list.csv")] {
        let rows = csv_rows(&folder.join(list));
        ids.extend(rows.iter().map(|row| row["fide_id"].clone()));
        for row in &both {
            let own = rows.iter().find(|own| own["fide_id"] == row["fide_id"]);
            for column in ["rating", "games", "k", "flag"] {
                assert_eq!(
                    row[&format!("{control}_{column}")],
                    own.map_or("", |own| &own[column]),
                    "{control} {column} of {}",
                    row["fide_id"]
                );
            }
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(both.iter().map(|row| row["fide_id"].clone()).collect::<Vec<_>>(), ids);
    let said = export(
        &folder,
        "lists/2024-01-01 standard/2024-01-01 --format jsonl --sort standard_rating --top 1 --columns name,rapid_rating,standard_rating",
    );
    assert_eq!(said.out.lines().count(), 1);
    export(&folder, "lists/2024-01-01 standard/2024-01-01 --out both.parquet");
    assert_eq!(rows(&parquet(&folder.join("both.parquet"))).len(), both.len());
}

mod needs_python {
    use super::*;

    #[test]
    #[ignore = "needs Python with what tests/python/requirements.txt names"]
    fn a_workbook_has_numbers_and_texts_and_says_nothing_of_when_it_was_made() {
        let folder = imported();
        folder.put("formula.csv", "fide_id,name,rating\n1,=1+1,1800\n2,\"Bo, Å\",1900\n");
        for file in ["one.xlsx", "two.xlsx"] {
            export(&folder, &format!("formula.csv --date 2024-01 --columns fide_id,name,rating,games --out {file}"));
        }
        let bytes = |file: &str| std::fs::read(folder.join(file)).expect("written");
        assert_eq!(bytes("one.xlsx"), bytes("two.xlsx"));
        let code = "import openpyxl\nsheet = openpyxl.load_workbook('one.xlsx').active\nprint(list(sheet.values), sheet.freeze_panes)";
        let printed = crate::python::run(folder.path(), code);
        let expected = "[('fide_id', 'name', 'rating', 'games'), (1, '=1+1', 1800, None), (2, 'Bo, Å', 1900, None)] A2";
        assert_eq!(printed.trim(), expected);
    }
}

#[test]
fn impossible_exports_are_wrong_usage() {
    let folder = two_lists();
    for (arguments, words) in [
        (&["lists/2024-01-01"][..], "--format is needed"),
        (&["lists/2024-01-01", "--format", "csv", "--combined"], "only fide-txt and fide-xml have a layout for three controls"),
        (&["lists/2024-01-01", "lists/2024-01-01", "--format", "fide-txt"], "two rapid lists; a file holds one of each control"),
        (&["lists/2024-01-01", "lists/2024-01-01", "--format", "csv"], "two rapid lists; a file holds one of each control"),
        (&["lists/2024-01-01", "standard/2024-01-01", "--format", "csv", "--top", "3"], "the first players of which list?"),
        (&["lists/2024-01-01", "--format", "csv", "--columns", "elo"], "there is no column elo; there are fide_id, name, "),
        (&["lists/2024-01-01", "--format", "fide-txt", "--sort", "name"], "order and columns of fide-txt and fide-xml"),
        (&["lists/2024-01-01", "--format", "csv", "--out", "list.parquet"], "the format is csv, and the name of --out ends in .parquet"),
        (&["lists/2024-01-01", "--format", "fide-xml", "--out", "list.csv"], "the format is fide-xml, and the name of --out ends in .csv"),
        (&["lists/2024-01-01", "--excel", "--out", "list.xlsx"], "the format is csv, and the name of --out ends in .xlsx"),
        (&["lists/2024-01-01", "--excel=|", "--format", "csv"], "'|' separates nothing"),
        (&["lists/2024-01-01", "--format", "csv", "--reverse"], "--sort"),
        (&["lists/2024-01-01", "--format", "fide-txt", "--json"], "--json with another format needs --out"),
        (&["lists/2024-01-01", "--format", "pdf"], "pdf"),
    ] {
        let said = expect_exit(folder.path(), &[&["export"], arguments].concat(), 2);
        assert!(said.err.contains(words) && said.out.is_empty(), "{}", said.err);
    }
    let said = expect_exit(folder.path(), &["export", "nowhere", "--format", "csv"], 3);
    assert!(said.err.contains("nowhere: no such file or folder"), "{}", said.err);
    let said = expect_exit(folder.path(), &["export", "lists/2024-01-01", "--format", "csv", "--out", "no/such/place.csv"], 7);
    assert!(said.err.contains("no/such/place.csv"), "{}", said.err);
}

#[test]
fn years_of_birth_of_minors_are_in_the_state_and_in_nothing_that_is_published() {
    let folder = imported();
    one_game(&folder);
    let pipeline =
        "name = \"x\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"month\"]\n\n[publish]\nhide_birth_year_under = 16\n";
    folder.put("pipeline.toml", pipeline);
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    let made = "lists/2024-02-01";
    // Born in 2009 is 15 in 2024; born in 1990 is no minor.
    let year = |table: &[std::collections::BTreeMap<String, String>], id: &str| {
        table.iter().find(|row| row["fide_id"] == id).expect("there")["birth_year"].clone()
    };
    for table in [csv_rows(&folder.join(made).join("list.csv")), rows(&parquet(&folder.join(made).join("list.parquet")))] {
        assert_eq!((year(&table, "10000003"), year(&table, "10000002")), (String::new(), "1990".to_owned()));
    }
    assert_eq!(year(&rows(&parquet(&folder.join(made).join("state.parquet"))), "10000003"), "2009");
    assert!(text(folder.join(made).join("manifest.json")).contains("\"hide_birth_year_under\": \"16\""));
    // Another setting is another list.
    folder.put("pipeline.toml", pipeline.replace("16", "15"));
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 1);
    assert!(said.err.contains("the setting 'hide_birth_year_under' was '16' and is '15'"), "{}", said.err);
    folder.put("pipeline.toml", pipeline.split("\n[publish]").next().expect("the rest"));
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 1);
    assert!(said.err.contains("the setting 'hide_birth_year_under' was '16' and is not set"), "{}", said.err);
    folder.put("pipeline.toml", pipeline.replace("hide_birth", "hide_brith"));
    expect_exit(folder.path(), &["plan", "pipeline.toml"], 2);
    // Without a pipeline file,
    super::run_on(&folder, "lists/2024-01-01", "made", &["--hide-birth-year-under", "16"]);
    assert_eq!(year(&csv_rows(&folder.join("made/list.csv")), "10000003"), "");
    // and of an export.
    let said = export(&folder, "lists/2024-01-01 --format csv --hide-birth-year-under 16");
    assert!(said.out.contains("10000003,,,,,SWE,M,,1512,6,40,\n") && said.out.contains(",1990,"), "{}", said.out);
    let said = export(&folder, "lists/2024-01-01 --format csv --hide-birth-year-under 15");
    assert!(said.out.contains(",2009,"), "{}", said.out);
}

#[test]
fn an_export_to_a_file_is_reported_and_counted_in_json() {
    let folder = imported();
    let said = export(&folder, "lists/2024-01-01 --format fide-xml --out list.xml");
    assert_eq!((said.out.as_str(), said.err.lines().last()), ("", Some("4 players are in list.xml")));
    let said = export(&folder, "lists/2024-01-01 --format fide-xml --federation NOR --out list.xml --json");
    let reported: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((reported["file"].as_str(), reported["players"].as_u64()), (Some("list.xml"), Some(2)));
}

#[test]
fn the_same_export_is_the_same_bytes() {
    let folder = imported();
    let bytes = |name: &str| {
        export(&folder, &format!("lists/2024-01-01 --format fide-txt --out {name}/list.zip"));
        std::fs::read(folder.join(name).join("list.zip")).expect("there")
    };
    for name in ["one", "two"] {
        std::fs::create_dir(folder.join(name)).expect("a folder");
    }
    assert_eq!(bytes("one"), bytes("two"));
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let folder = imported();
    for format in ["fide-txt", "fide-xml", "csv", "parquet", "json"] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ratinglist"))
            .current_dir(folder.path())
            .args(["export", "lists/2024-01-01", "--format", format])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(0) && !said.contains("panicked"), "{format}: {said}");
    }
    import(&folder, &["--control", "rapid", "--date", "2024-01-01", "--quiet"], 0);
    assert!(ratinglist(folder.path(), &["export", "--help"]).status.success());
}
