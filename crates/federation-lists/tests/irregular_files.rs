//! Tests of how real files differ from their description: each oddity with its exact diagnostic.

mod support;

use federation_lists::FederationListOptions;
use model::Control;
use support::{COMBINED, SINGLE, file, for_control, list, messages, player, refused, row, single};

const NAME: &str = "list.txt";

/// Reads one changed row and two valid ones, in lines 3 and 4.
fn one_odd_row(changed: &[(usize, &str)]) -> (Vec<String>, Option<String>, u64) {
    odd_line(single(changed))
}

fn odd_line(line: String) -> (Vec<String>, Option<String>, u64) {
    let rows = [line, single(&[(0, "1000008"), (80, "M"), (132, "")]), single(&[(0, "1000009"), (80, "M"), (132, "")])];
    let read = list(&file(SINGLE, &rows), NAME, for_control(Control::Standard));
    let is_there = support::rows(&read.table).contains_key(&1_000_001);
    (messages(&read), is_there.then(|| player(&read, 1_000_001)), read.rows_unusable)
}

#[test]
fn rows_that_cannot_be_used_are_reported_counted_and_left_out() {
    for (changed, message) in [
        (&[(0, "x000001")][..], "list.txt:2:1: FED010: 'x000001' is not an id; the row is left out"),
        (&[(0, "       ")], "list.txt:2:1: FED010: '' is not an id; the row is left out"),
        (&[(0, "1234567890")], "list.txt:2:1: FED010: '1234567890' is not an id; the row is left out"),
        (&[(113, "4001")], "list.txt:2:114: FED011: '4001' is not a rating from 0 to 4000; the row is left out"),
        (&[(113, "18o0")], "list.txt:2:114: FED011: '18o0' is not a rating from 0 to 4000; the row is left out"),
        (&[(113, "-180")], "list.txt:2:114: FED011: '-180' is not a rating from 0 to 4000; the row is left out"),
    ] {
        let (messages, player, unusable) = one_odd_row(changed);
        assert_eq!((messages, player, unusable), (vec![message.to_owned()], None, 1));
    }
}

#[test]
fn impossible_values_are_dropped_and_the_row_stays() {
    for (changed, message, expected) in [
        (
            &[(119, "7x")][..],
            "list.txt:2:120: FED017: games: '7x' is not a number from 0 to 10000; it is taken as not known",
            "Berg, Anna||||NOR|F|1990|1800||20|",
        ),
        (
            &[(123, "2O")],
            "list.txt:2:124: FED017: K: '2O' is not a number from 0 to 100; it is taken as not known",
            "Berg, Anna||||NOR|F|1990|1800|7||",
        ),
        (
            &[(126, "2026")],
            "list.txt:2:127: FED018: '2026' is not a year of birth; it is taken as not known",
            "Berg, Anna||||NOR|F||1800|7|20|",
        ),
        (
            &[(126, "19")],
            "list.txt:2:127: FED018: '19' is not a year of birth; it is taken as not known",
            "Berg, Anna||||NOR|F||1800|7|20|",
        ),
        (&[(76, "Nor")], "list.txt:2:77: FED019: federation: 'Nor' is not three capital letters", "Berg, Anna||||Nor|F|1990|1800|7|20|"),
        (
            &[(80, "X")],
            "list.txt:2:81: FED020: sex: 'X' is neither M nor F; it is taken as not known",
            "Berg, Anna||||NOR|F|1990|1800|7|20|",
        ),
        (&[(80, "M")], "list.txt:2:81: FED020: sex M and flag w; the column of the sex is followed", "Berg, Anna||||NOR|M|1990|1800|7|20|"),
        (
            &[(132, "wq")],
            "list.txt:2:133: FED023: flag: 'wq' holds other letters than i and w; they are left out",
            "Berg, Anna||||NOR|F|1990|1800|7|20|",
        ),
        (
            &[(113, "999 ")],
            "list.txt:2:114: FED025: a rating of 999 is lower than any floor; it is kept",
            "Berg, Anna||||NOR|F|1990|999|7|20|",
        ),
        (&[(15, "          ")], "list.txt:2:16: FED024: player 1000001 has no name", "||||NOR|F|1990|1800|7|20|"),
        (&[(84, "XM")], "list.txt:2:85: FED021: title: 'XM' is not known; it is kept", "Berg, Anna|XM|||NOR|F|1990|1800|7|20|"),
        (&[(109, "AXM")], "list.txt:2:110: FED021: arena title: 'AXM' is not known; it is kept", "Berg, Anna|||AXM|NOR|F|1990|1800|7|20|"),
        (
            &[(84, "WFM"), (89, "WIM")],
            "list.txt:2:85: FED022: WFM stands among the titles and WIM among the women's; WIM is taken",
            "Berg, Anna||WIM||NOR|F|1990|1800|7|20|",
        ),
    ] {
        let (messages, player, unusable) = one_odd_row(changed);
        assert_eq!((messages, player.as_deref(), unusable), (vec![message.to_owned()], Some(expected), 0));
    }
}

#[test]
fn an_honorary_title_and_blank_or_zero_birthdays_are_not_reported() {
    for (changed, expected) in [
        (&[(89, "WH")][..], "Berg, Anna||WH||NOR|F|1990|1800|7|20|"),
        (&[(126, "0000")], "Berg, Anna||||NOR|F||1800|7|20|"),
        (&[(126, "    ")], "Berg, Anna||||NOR|F||1800|7|20|"),
        (&[(113, "0   "), (119, "0"), (123, "0 ")], "Berg, Anna||||NOR|F|1990||0||"),
    ] {
        let (messages, player, _) = one_odd_row(changed);
        assert_eq!((messages, player.as_deref()), (vec![], Some(expected)));
    }
}

#[test]
fn other_titles_that_are_too_long_shift_the_rest_of_the_row() {
    // Sixteen characters in a column of fifteen, followed by the arena title without a blank: a row of 137.
    let line = single(&[(94, "SI,FI,LSI,SLI,NA")]);
    let pushed = format!("{}AFM {}", &line[..110], &line[113..]);
    assert_eq!(pushed.len(), 137);
    let (messages, player, _) = odd_line(pushed);
    assert_eq!(
        messages,
        [
            "list.txt:2: FED015: the row has 137 characters, its layout 136: the other titles are longer than their column; the rest is read from the right"
        ]
    );
    assert_eq!(player.as_deref(), Some("Berg, Anna|||SI,FI,LSI,SLI,NA,AFM|NOR|F|1990|1800|7|20|"));
    // Fifteen characters fill the column and shift nothing.
    let full = single(&[(94, "SI,FI,LSI,SLI,N"), (109, "AFM")]);
    assert_eq!(odd_line(full).1.as_deref(), Some("Berg, Anna|||SI,FI,LSI,SLI,N,AFM|NOR|F|1990|1800|7|20|"));
}

#[test]
fn a_shifted_row_of_a_combined_list_keeps_its_ratings_apart() {
    let words = [
        (0, "1000001"),
        (15, "Berg, Anna"),
        (76, "NOR"),
        (80, "F"),
        (94, "SI,FI,LSI,SLI,NA"),
        (114, "2302"),
        (120, "9"),
        (124, "10"),
        (127, "2201"),
        (133, "11"),
        (137, "20"),
        (140, "0"),
        (146, "0"),
        (150, "0"),
        (153, "1990"),
        (159, "w"),
    ];
    let read = list(&file(COMBINED, &[row(&words, 163)]), NAME, for_control(Control::Rapid));
    assert_eq!(player(&read, 1_000_001), "Berg, Anna|||SI,FI,LSI,SLI,NA|NOR|F|1990|2201|11|20|");
}

#[test]
fn rows_of_other_lengths_are_read_or_left_out_with_a_diagnostic() {
    // A longer row with text after its end.
    let (messages, player, _) = odd_line(format!("{}xyz", single(&[])));
    assert_eq!(messages, ["list.txt:2:137: FED015: 'xyz' stands behind the end of the row and is not read"]);
    assert_eq!(player.as_deref(), Some("Berg, Anna||||NOR|F|1990|1800|7|20|"));
    // A longer row that fits from neither end: the federation is in the middle of the name's column.
    let (messages, player, unusable) = odd_line(single(&[(73, "wayNOR"), (76, "NORWAY")]) + "1");
    assert_eq!(messages, ["list.txt:2: FED016: the row has 137 characters, its layout 136, and fits it from neither end; it is left out"]);
    assert_eq!((player, unusable), (None, 1));
    // A row cut in the middle.
    let (messages, player, _) = odd_line(single(&[])[..119].to_owned());
    assert_eq!(messages, ["list.txt:2: FED014: the row has 119 characters, its layout 136; what is missing is taken as blank"]);
    assert_eq!(player.as_deref(), Some("Berg, Anna||||NOR|F||1800|||"));
    // A row that lacks only blanks.
    let (messages, player, _) = odd_line(single(&[]).trim_end().to_owned());
    assert_eq!(messages, ["list.txt:2: FED029: 1 rows lack the blanks at their ends, this one first"]);
    assert_eq!(player.as_deref(), Some("Berg, Anna||||NOR|F|1990|1800|7|20|"));
    // A row without an end.
    let (messages, player, unusable) = odd_line(single(&[]) + &"x".repeat(10_000));
    assert_eq!(messages, ["list.txt:2: FED016: the line has more than 4096 characters; it is left out"]);
    assert_eq!((player, unusable), (None, 1));
}

#[test]
fn an_id_that_occurs_twice_is_reported() {
    let rows = [single(&[]), single(&[(0, "1000002")]), single(&[(113, "1900")]), single(&[])];
    let read = list(&file(SINGLE, &rows), NAME, for_control(Control::Standard));
    assert_eq!(
        messages(&read),
        [
            "list.txt:4: FED012: id 1000001 is there already, in line 2, and the rows differ; this one is left out",
            "list.txt:5: FED013: the same row as line 2; it is taken once",
        ]
    );
    assert_eq!(player(&read, 1_000_001), "Berg, Anna||||NOR|F|1990|1800|7|20|");
    assert_eq!((read.rows_read, read.rows_unusable, read.table.height()), (4, 1, 2));
}

#[test]
fn names_in_latin_1_and_in_utf_8_keep_their_columns() {
    let line = single(&[(15, "Bergström, Åsa")]);
    let latin: Vec<u8> = line.chars().map(|c| u8::try_from(u32::from(c)).expect("latin-1")).collect();
    for (bytes, read_as) in [(latin, "windows-1252"), (line.into_bytes(), "UTF-8")] {
        let whole = [SINGLE.as_bytes(), b"\r\n", &bytes, b"\r\n"].concat();
        let read = list(&whole, NAME, for_control(Control::Standard));
        assert_eq!(player(&read, 1_000_001), "Bergström, Åsa||||NOR|F|1990|1800|7|20|");
        assert_eq!(messages(&read), [format!("list.txt:2: FED009: 1 rows are not ASCII, this one first; they are read as {read_as}")]);
    }
}

#[test]
fn dates_and_controls_that_contradict_each_other_are_reported() {
    let bytes = file(SINGLE, &[single(&[])]);
    let given = FederationListOptions { control: Some(Control::Blitz), date: "2025-10".parse().ok() };
    let read = list(&bytes, "rapid_aug25frl.txt", given);
    assert_eq!(
        messages(&read),
        [
            "rapid_aug25frl.txt: FED007: the file's name says 2025-08, the date that was given 2025-10; 2025-10 is taken",
            "rapid_aug25frl.txt: FED007: the header says 2025-09, the date that was given 2025-10; 2025-10 is taken",
            "rapid_aug25frl.txt: FED008: the file's name says rapid, and blitz was asked for; it is read as blitz",
        ]
    );
    assert_eq!(read.date, "2025-10".parse().ok());
    assert_eq!(
        list(&bytes, "aug25frl.txt", FederationListOptions::default()).date,
        "2025-09".parse().ok(),
        "the header goes before the name"
    );
}

#[test]
fn files_that_are_not_lists_are_refused() {
    let hopeless: Vec<String> = (0..4).map(|_| single(&[(0, "none   ")])).chain([single(&[])]).collect();
    let combined = file(COMBINED, &[row(&[(0, "1000001"), (76, "NOR"), (113, "0")], 162)]);
    for (bytes, control, message) in [
        (b"just words\n".to_vec(), Some(Control::Rapid), "list.txt: FED001: not a list in any layout of the federation"),
        (Vec::new(), Some(Control::Rapid), "list.txt: FED001: not a list in any layout of the federation"),
        (file(SINGLE, &[]), Some(Control::Rapid), "list.txt: FED001: the list has no player"),
        (file(SINGLE, &hopeless), Some(Control::Rapid), "list.txt: FED005: 4 of 5 rows cannot be used, so the layout is not what it seems"),
        (combined.clone(), None, "list.txt: FED006: the file holds the lists of three controls, and none was asked for"),
        (combined, Some(Control::Bullet), "list.txt: FED006: the file has no bullet ratings"),
    ] {
        let messages = refused(&bytes, NAME, FederationListOptions { control, date: None });
        assert!(messages.iter().any(|messages| messages == message), "{message}: {messages:?}");
    }
}

#[test]
fn broken_xml_is_refused_with_its_line() {
    let player = "<player>\n<fideid>1000001</fideid>\n<name>Berg, Anna</name>\n<country>NOR</country>\n<rating>1800</rating>\n</player>\n";
    let deep = format!("<playerslist>\n<player>\n<name>{}", "<b>".repeat(100));
    for (text, message) in [
        (
            format!("<playerslist>\n{player}{player}"),
            "list.txt:14: FED004: the file ends in the middle of the list: </playerslist> is missing",
        ),
        (
            format!("<playerslist>\n{player}<player>\n<fideid>10"),
            "list.txt:9: FED004: the file ends in the middle of the list: </playerslist> is missing",
        ),
        (format!("<playerslist>\n{player}<player>\n<fid"), "list.txt:9:"),
        (format!("<playerslist>\n{player}<player></name></playerslist>\n"), "list.txt:8:"),
        (deep, "list.txt:3: FED003: elements are nested deeper than 32"),
        (
            format!("<playerslist>\n<player>\n<name>{}", "x".repeat(3_000_000)),
            "list.txt:3: FED003: a text or tag is longer than any list has",
        ),
        ("<playerslist>\n</playerslist>\n".to_owned(), "list.txt: FED001: the list has no player"),
    ] {
        let messages = refused(text.as_bytes(), NAME, for_control(Control::Standard));
        let is_reported = |messages: &String| {
            messages == message || (message.ends_with(':') && messages.starts_with(message) && messages.contains("FED004"))
        };
        assert!(messages.iter().any(is_reported), "{message}: {messages:?}");
    }
}

#[test]
fn oddities_in_xml_are_reported_with_line_and_column() {
    let text = "<playerslist>\n<player>\n<fideid>1000001</fideid>\n<name>Berg &eacute; &#38; <b>An</b>na</name>\n<country>NOR</country>\n  <sex>F</sex>\n<title/>\n<rating>1800</rating>\n<k>x</k><k>20</k>\n<shoes>43</shoes>\n<birthday>1990</birthday>\n<flag></flag>\n</player>\n<player><fideid></fideid></player>\n<player><fideid>5</fideid><rating>x</rating></player>\n<player><fideid>1000002</fideid><name>Dahl</name><country>SWE</country></player>\n<player><fideid>1000003</fideid><name>Ek</name><country>SWE</country></player>\n</playerslist>\n";
    let read = list(text.as_bytes(), "list.xml", for_control(Control::Standard));
    assert_eq!(
        messages(&read),
        [
            "list.xml:4: FED030: &eacute; is not known; it is kept as it stands",
            "list.xml:4:30: FED027: <b> is not read, here and wherever it stands",
            "list.xml:9:4: FED017: K: 'x' is not a number from 0 to 100; it is taken as not known",
            "list.xml:9:12: FED030: <k> is there twice; the first one is followed",
            "list.xml:10:8: FED027: <shoes> is not read, here and wherever it stands",
            "list.xml:14:17: FED010: '' is not an id; the row is left out",
            "list.xml:15:35: FED011: 'x' is not a rating from 0 to 4000; the row is left out",
        ]
    );
    assert_eq!(player(&read, 1_000_001), "Berg &eacute; & na||||NOR|F|1990|1800|||");
    assert_eq!((read.rows_read, read.rows_unusable), (5, 2));
}
