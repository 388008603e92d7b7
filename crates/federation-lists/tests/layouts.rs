//! Tests of every layout of the files since 2001. A player is described as `name|title|women's title|other
//! titles|federation|sex|birth|rating|games|K|flag`.

mod support;

use federation_lists::{FederationListOptions, recognise};
use model::Control;
use std::io::Cursor;
use support::{COMBINED, SINGLE, file, for_control, list, messages, player, row, single};

#[test]
fn a_single_list_since_2016_is_read() {
    let rows = [
        single(&[(89, "WIM"), (84, "WIM"), (94, "FA,NI"), (109, "AFM"), (132, "wi")]),
        single(&[
            (0, "999"),
            (15, "Dahl, Bo"),
            (76, "SWE"),
            (80, "M"),
            (84, "GM"),
            (113, "2604"),
            (119, "0"),
            (123, "10"),
            (126, "1971"),
            (132, ""),
        ]),
    ];
    let read = list(&file(SINGLE, &rows), "standard_rating_list.txt", for_control(Control::Standard));
    assert_eq!(messages(&read), [""; 0]);
    assert_eq!(read.date, "2025-09".parse().ok());
    // The women's title is in both columns of the file and in one of the list; the arena title is one of the other titles.
    assert_eq!(player(&read, 1_000_001), "Berg, Anna||WIM|FA,NI,AFM|NOR|F|1990|1800|7|20|i");
    assert_eq!(player(&read, 999), "Dahl, Bo|GM|||SWE|M|1971|2604|0|10|");
    assert_eq!((read.rows_read, read.rows_unusable), (2, 0));
}

fn combined_rows() -> Vec<String> {
    let numbers = [(113, "2302"), (119, "9"), (123, "10"), (126, "2201"), (132, "11"), (136, "20"), (139, "0"), (145, "0"), (149, "0")];
    let first =
        [&[(0, "1000002"), (15, "Berg, Anna"), (76, "NOR"), (80, "F"), (84, "IM"), (89, "WGM"), (152, "1990"), (158, "wi")], &numbers[..]]
            .concat();
    let unrated = [
        (0, "1000001"),
        (15, "Ek, Carl"),
        (76, "SWE"),
        (80, "M"),
        (113, "0"),
        (119, "0"),
        (123, "0"),
        (126, "0"),
        (132, "0"),
        (136, "0"),
        (139, "0"),
        (145, "0"),
        (149, "0"),
        (152, "0000"),
    ];
    vec![row(&first, 162), row(&unrated, 162)]
}

#[test]
fn each_control_of_a_combined_list_has_its_own_columns_and_the_flag_is_for_standard() {
    let bytes = file(COMBINED, &combined_rows());
    let standard = list(&bytes, "players_list_foa.txt", for_control(Control::Standard));
    assert_eq!(messages(&standard), [""; 0]);
    assert_eq!(player(&standard, 1_000_002), "Berg, Anna|IM|WGM||NOR|F|1990|2302|9|10|i");
    // Unrated is 0, and a birthday of 0000 is not known.
    assert_eq!(player(&standard, 1_000_001), "Ek, Carl||||SWE|M|||0||");
    assert_eq!(standard.date, None);
    let rapid = list(&bytes, "players_list_foa.txt", for_control(Control::Rapid));
    assert_eq!(player(&rapid, 1_000_002), "Berg, Anna|IM|WGM||NOR|F|1990|2201|11|20|");
    assert_eq!(
        messages(&rapid),
        ["players_list_foa.txt: FED026: the flag tells who is inactive at standard; at rapid all are taken as active"]
    );
    let blitz = list(&bytes, "players_list_foa.txt", for_control(Control::Blitz));
    assert_eq!(player(&blitz, 1_000_002), "Berg, Anna|IM|WGM||NOR|F|1990||0||");
}

#[test]
fn a_single_list_from_2012_to_2016_has_no_arena_titles() {
    let header = row(
        &[
            (0, "ID Number"),
            (15, "Name"),
            (76, "Fed"),
            (80, "Sex"),
            (84, "Tit"),
            (89, "WTit"),
            (94, "OTit"),
            (109, "JAN13"),
            (115, "Gms"),
            (119, "K"),
            (122, "B-day"),
            (128, "Flag"),
        ],
        132,
    );
    let player_row = row(
        &[
            (0, "1000001"),
            (15, "Berg, Anna"),
            (76, "NOR"),
            (80, "F"),
            (94, "IA"),
            (109, "1800"),
            (115, "7"),
            (119, "30"),
            (122, "1990"),
            (128, "w"),
        ],
        132,
    );
    let read = list(&file(&header, &[player_row]), "x.txt", for_control(Control::Blitz));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna|||IA|NOR|F|1990|1800|7|30|");
    assert_eq!(read.date, "2013-01".parse().ok());
    assert_eq!(messages(&read), [""; 0]);
}

#[test]
fn the_legacy_combined_list_has_blanks_for_the_unrated() {
    let header = row(
        &[
            (0, "ID Number"),
            (15, "Name"),
            (76, "Fed"),
            (80, "Sex"),
            (84, "Tit"),
            (89, "WTit"),
            (94, "OTit"),
            (109, "SRtng"),
            (115, "SGm"),
            (119, "SK"),
            (122, "RRtng"),
            (128, "RGm"),
            (132, "Rk"),
            (135, "BRtng"),
            (141, "BGm"),
            (145, "BK"),
            (148, "B-day"),
            (154, "Flag"),
        ],
        158,
    );
    let player_row = row(
        &[(0, "1000001"), (15, "Berg, Anna"), (76, "NOR"), (80, "F"), (135, "1700"), (141, "3"), (145, "40"), (148, "2009"), (154, "w")],
        158,
    );
    let blitz = list(&file(&header, std::slice::from_ref(&player_row)), "x.txt", for_control(Control::Blitz));
    assert_eq!(player(&blitz, 1_000_001), "Berg, Anna||||NOR|F|2009|1700|3|40|");
    let rapid = list(&file(&header, &[player_row]), "x.txt", for_control(Control::Rapid));
    assert_eq!(player(&rapid, 1_000_001), "Berg, Anna||||NOR|F|2009||||");
}

/// Rows of a list up to 2012, by the starts of name, title, federation, rating, games, birth and flag.
fn old_rows(starts: [usize; 7], births: [&str; 2]) -> Vec<String> {
    let [name, title, federation, rating, games, birth, flag] = starts;
    let line = |id: &str, values: [&str; 7]| {
        let words: Vec<_> = [0, name, title, federation, rating, games, birth, flag]
            .into_iter()
            .zip([id, values[0], values[1], values[2], values[3], values[4], values[5], values[6]])
            .filter(|(_, word)| !word.is_empty())
            .collect();
        row(&words, flag + 4)
    };
    vec![
        line("1000001", ["Berg, Anna", "wm", "NOR", "2310", "11", births[0], "wi"]),
        line("1000002", ["Dahl, Bo", "g", "SWE", "2604", "0", births[1], ""]),
    ]
}

#[test]
fn lists_of_2002_to_2012_are_read_with_and_without_their_headers() {
    // Letters for titles, no K, the sex only by the flag; a year of two digits is one in which the player can have been born.
    for (starts, births, date) in [
        ([10, 43, 46, 51, 57, 62, 70], ["1980", "1971"], "2009-01"),
        ([10, 43, 48, 53, 58, 63, 74], ["12.05.80", "01.02.71"], "2003-01"),
        ([10, 43, 46, 53, 59, 64, 73], ["12.05.80", "01.02.71"], "2004-04"),
        ([12, 45, 51, 59, 66, 71, 80], ["12.05.80", "01.02.71"], "2002-10"),
    ] {
        let options = FederationListOptions { control: Some(Control::Standard), date: date.parse().ok() };
        let columns = [0].into_iter().chain(starts);
        let known: Vec<_> = columns.zip(["ID", "Name", "Tit", "Fed", "Rtng", "Gms", "Born", "Flag"]).collect();
        let with_header = file(&row(&known, 80), &old_rows(starts, births));
        let without = file("", &old_rows(starts, births));
        for bytes in [with_header, without] {
            let read = list(&bytes, "old.txt", options);
            assert_eq!(player(&read, 1_000_001), "Berg, Anna||WIM||NOR|F|1980|2310|11||i", "{starts:?}");
            assert_eq!(player(&read, 1_000_002), "Dahl, Bo|GM|||SWE|M|1971|2604|0||", "{starts:?}");
            assert_eq!(messages(&read), ["old.txt: FED028: the layout has no column for: sex, women's title, other titles, K"]);
        }
    }
}

#[test]
fn january_2001_has_no_birthdays_and_a_blank_line_under_its_header() {
    let header = row(&[(0, "ID_NUMBER"), (12, "NAME"), (45, "TITLE"), (51, "COUNTRY"), (59, "JAN01"), (66, "GAMES"), (71, "FLAG")], 76);
    let rows = [
        " ".to_owned(),
        row(&[(1, "1000001"), (12, "Berg, Anna"), (45, "wg"), (51, "NOR"), (59, "2310"), (67, "11"), (73, "w")], 76),
        row(&[(1, "1000002"), (12, "Dahl, Bo"), (51, "SWE"), (59, "2004"), (68, "0"), (73, "i")], 76),
    ];
    let read = list(&file(&header, &rows), "jan01frl.txt", for_control(Control::Standard));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna||WGM||NOR|F||2310|11||");
    assert_eq!(player(&read, 1_000_002), "Dahl, Bo||||SWE|M||2004|0||i");
    assert_eq!(read.date, "2001-01".parse().ok());
}

#[test]
fn widths_that_no_year_has_are_taken_from_the_header() {
    // As in July 2002: a birth date of ten characters, and games in another column.
    let header = row(
        &[(0, "ID_NUMBER"), (12, "NAME"), (45, "TITLE"), (51, "COUNTRY"), (60, "JUL02"), (68, "GAMES"), (74, "BIRTHDAY"), (86, "FLAG")],
        90,
    );
    let rows =
        [row(&[(1, "1000001"), (12, "Berg, Anna"), (45, "wf"), (51, "NOR"), (60, "2110"), (70, "11"), (74, "12.05.1980"), (86, "wi")], 90)];
    let read = list(&file(&header, &rows), "jul02frl.txt", for_control(Control::Standard));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna||WFM||NOR|F|1980|2110|11||i");
    assert_eq!(read.date, "2002-07".parse().ok());
}

#[test]
fn two_header_lines_are_not_rows() {
    let header =
        row(&[(0, "ID number"), (10, "Name"), (43, "Tit"), (46, "Fed"), (51, "Jan06"), (57, "Gms"), (62, "Born"), (70, "Flag")], 74);
    let rows = [["---------".to_owned()].as_slice(), &old_rows([10, 43, 46, 51, 57, 62, 70], ["1980", "1971"])].concat();
    let read = list(&file(&header, &rows), "jan06frl.txt", for_control(Control::Standard));
    assert_eq!((read.rows_read, read.rows_unusable), (2, 0));
}

#[test]
fn joined_words_in_a_header_separate_their_columns() {
    let header = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag";
    let rows = [
        row(&[(1, "1000001"), (10, "Berg, Anna"), (44, "wg"), (48, "NOR"), (53, "2310"), (61, "9"), (64, "1980"), (70, "wi")], 72),
        row(&[(1, "1000002"), (10, "Dahl, Bo"), (48, "SWE"), (53, "2004"), (61, "0")], 72),
    ];
    let read = list(&file(header, &rows), "mar11frl.txt", for_control(Control::Standard));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna||WGM||NOR|F|1980|2310|9||i");
    assert_eq!(player(&read, 1_000_002), "Dahl, Bo||||SWE|M||2004|0||");
}

const XML_PLAYER: &str = "<player>\n<fideid>1000001</fideid>\n<name>Berg, Anna &amp; Co</name>\n<country>NOR</country>\n<sex>F</sex>\n<title>WGM</title>\n<w_title>WGM</w_title>\n<o_title>IA</o_title>\n<foa_title>ACM</foa_title>\n<rating>2302</rating>\n<games>9</games>\n<k>10</k>\n";

#[test]
fn a_single_list_is_read_from_xml() {
    let text = format!("<playerslist>\n{XML_PLAYER}<birthday>1990</birthday>\n<flag>wi</flag>\n</player>\n</playerslist>\n");
    let read = list(text.as_bytes(), "rapid_jan24frl_xml.xml", for_control(Control::Rapid));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna & Co||WGM|IA,ACM|NOR|F|1990|2302|9|10|i");
    assert_eq!(read.date, "2024-01".parse().ok());
    assert_eq!(messages(&read), [""; 0]);
}

#[test]
fn a_combined_list_is_read_from_xml() {
    let numbers = "<rapid_rating>2201</rapid_rating>\n<rapid_games>11</rapid_games>\n<rapid_k>20</rapid_k>\n<blitz_rating></blitz_rating>\n<blitz_games></blitz_games>\n<blitz_k></blitz_k>\n";
    let text = format!("<playerslist>\n{XML_PLAYER}{numbers}<birthday>1990</birthday>\n<flag>w</flag>\n</player>\n</playerslist>\n");
    for (control, numbers) in [(Control::Standard, "2302|9|10"), (Control::Rapid, "2201|11|20"), (Control::Blitz, "||")] {
        let read = list(text.as_bytes(), "players_list_xml_foa.xml", for_control(control));
        assert_eq!(player(&read, 1_000_001), format!("Berg, Anna & Co||WGM|IA,ACM|NOR|F|1990|{numbers}|"));
    }
}

#[test]
fn lists_are_recognised_by_their_content() {
    let recognised = |bytes: &[u8]| recognise(Cursor::new(bytes), "file").expect("memory");
    let one = recognised(&file(SINGLE, &[single(&[])])).expect("a list");
    assert_eq!((one.is_combined, one.date), (false, "2025-09".parse().ok()));
    assert!(recognised(&file(COMBINED, &combined_rows())).expect("a list").is_combined);
    assert!(recognised(&file("", &old_rows([10, 43, 46, 53, 59, 64, 73], ["12.05.80", "01.02.71"]))).is_some());
    assert!(recognised(b"<playerslist>\n</playerslist>").is_some());
    for other in [
        &b"fide_id,name,rating\n1000001,Berg,1800\n"[..],
        b"012 Open of some town\r\n042 2024/01/05\r\n001    1 w    Berg, Anna                        1800 NOR     1000001 1990/00/00  1.0    1     2 w 1\r\n",
        b"",
        b"PAR1",
        b"PK\x03\x04 and then nothing of an archive",
        b"<html><body>playerslist</body></html>",
        b"1 2 3\n4 5 6\n",
    ] {
        assert_eq!(recognised(other), None, "{}", String::from_utf8_lossy(other));
    }
}
