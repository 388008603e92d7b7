//! Tests that a written list is read back the same, and that lost values are reported.

mod support;

use federation_lists::{FederationFormat, FederationListOptions, ListToWrite, read, write};
use model::Control;
use proptest::prelude::*;
use std::io::Cursor;
use tables::{OutputColumn, Table};

/// An invented player with the columns of a list.
#[derive(Clone, Debug)]
struct Invented {
    name: String,
    titles: (&'static str, &'static str, String),
    federation: String,
    sex: &'static str,
    birth_year: Option<i16>,
    rating: i16,
    games: i16,
    k: Option<i16>,
    is_inactive: bool,
}

fn invented() -> impl Strategy<Value = Invented> {
    let titles = (
        prop::sample::select(vec!["", "GM", "IM", "FM", "CM"]),
        prop::sample::select(vec!["", "WGM", "WIM", "WFM", "WCM", "WH"]),
        prop::collection::vec(prop::sample::select(vec!["IA", "FA", "NI", "SI", "LSI", "FST", "ACM", "AGM"]), 0..8)
            .prop_map(|t| t.join(",")),
    );
    // All characters that a name may have, among them some that the writers must escape or count.
    let name = "([A-Za-zéÅø'&<>\"-][A-Za-zéÅø'&<>\", .-]{0,40}[a-zø.])?";
    (
        name,
        titles,
        "[A-Z]{3}",
        prop::sample::select(vec!["M", "F", ""]),
        prop::option::of(1900i16..=2020),
        1000i16..=4000,
        0i16..=999,
        prop::option::of(1i16..=99),
        any::<bool>(),
    )
        .prop_map(|(name, titles, federation, sex, birth_year, rating, games, k, is_inactive)| Invented {
            name,
            titles,
            federation,
            sex,
            birth_year,
            rating,
            games,
            k,
            is_inactive,
        })
}

fn table(players: &[(u32, Invented)]) -> Table {
    fn text<'a>(players: &'a [(u32, Invented)], name: &str, of: fn(&Invented) -> &str) -> OutputColumn<'a> {
        OutputColumn::texts(name, move |row| of(&players[row].1))
    }
    let number = |name: &str, of: fn(&Invented) -> Option<i16>| OutputColumn::integers(name, move |row| of(&players[row].1).map(i32::from));
    let columns = vec![
        OutputColumn::ids("fide_id", |row| Some(players[row].0)),
        text(players, "name", |p| &p.name),
        text(players, "title", |p| p.titles.0),
        text(players, "women_title", |p| p.titles.1),
        text(players, "other_titles", |p| &p.titles.2),
        text(players, "federation", |p| &p.federation),
        text(players, "sex", |p| p.sex),
        number("birth_year", |p| p.birth_year),
        number("rating", |p| Some(p.rating)),
        number("games", |p| Some(p.games)),
        number("k", |p| p.k),
        text(players, "flag", |p| if p.is_inactive { "i" } else { "" }),
    ];
    Table::new(players.len(), columns).expect("equally long")
}

fn written(form: FederationFormat, lists: &[ListToWrite<'_>], is_combined: bool) -> (Vec<u8>, Vec<String>) {
    let mut out = Vec::new();
    let messages = write(&mut out, form, lists, is_combined, &"out".into()).expect("memory");
    (out, messages.iter().map(ToString::to_string).collect())
}

fn read_again(bytes: &[u8], control: Control) -> Table {
    let options = FederationListOptions { control: Some(control), date: "2024-02".parse().ok() };
    read(Cursor::new(bytes), &"out".into(), options).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes))).table
}

fn on(control: Control, table: &Table) -> ListToWrite<'_> {
    ListToWrite { control, date: "2024-02".parse().expect("a month"), table }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_single_list_is_read_back_the_same(players in prop::collection::btree_map(1u32..=999_999_999, invented(), 1..40)) {
        let players: Vec<_> = players.into_iter().collect();
        let list = table(&players);
        for form in [FederationFormat::Text, FederationFormat::Xml] {
            let (bytes, _) = written(form, &[on(Control::Rapid, &list)], false);
            prop_assert_eq!(support::rows(&read_again(&bytes, Control::Rapid)), support::rows(&list));
        }
    }

    #[test]
    fn each_list_of_a_combined_file_is_read_back_the_same(
        standard in prop::collection::btree_map(1u32..=60, invented(), 1..30),
        rapid in prop::collection::btree_map(1u32..=60, invented(), 1..30),
    ) {
        // Players of both lists have the same description, because a combined file has only one. Its flag is for standard.
        let mut rapid = rapid;
        for (id, player) in &mut rapid {
            if let Some(same) = standard.get(id) {
                *player = Invented { rating: player.rating, games: player.games, k: player.k, ..same.clone() };
            }
            player.is_inactive = false;
        }
        let (standard, rapid) = (standard.into_iter().collect::<Vec<_>>(), rapid.into_iter().collect::<Vec<_>>());
        let (standard, rapid) = (table(&standard), table(&rapid));
        for form in [FederationFormat::Text, FederationFormat::Xml] {
            let (bytes, _) = written(form, &[on(Control::Rapid, &rapid), on(Control::Standard, &standard)], true);
            for (control, list) in [(Control::Standard, &standard), (Control::Rapid, &rapid)] {
                let mut again = support::rows(&read_again(&bytes, control));
                // Players who are not rated at this control have no rating, which is column 7.
                again.retain(|_, row| !row[7].is_empty());
                prop_assert_eq!(again, support::rows(list));
            }
        }
    }
}

fn anna() -> Invented {
    Invented {
        name: "Berg, Anna".to_owned(),
        titles: ("", "WIM", String::new()),
        federation: "NOR".to_owned(),
        sex: "F",
        birth_year: Some(1990),
        rating: 1800,
        games: 7,
        k: Some(20),
        is_inactive: true,
    }
}

/// A row by hand from the description: columns 0, 15, 76, 80, 84, 89, 94, 109, 113 and so on, CRLF.
#[test]
fn a_row_has_the_columns_of_the_description() {
    let list = table(&[(1_000_001, anna())]);
    let (bytes, messages) = written(FederationFormat::Text, &[on(Control::Rapid, &list)], false);
    let row = support::row(
        &[
            (0, "1000001"),
            (15, "Berg, Anna"),
            (76, "NOR"),
            (80, "F"),
            (84, "WIM"),
            (89, "WIM"),
            (113, "1800"),
            (119, "7"),
            (123, "20"),
            (126, "1990"),
            (132, "wi"),
        ],
        136,
    );
    assert_eq!(String::from_utf8_lossy(&bytes), format!("{}\r\n{row}\r\n", support::SINGLE.replace("SEP25", "FEB24")));
    assert_eq!(messages, [""; 0]);
    let (bytes, messages) = written(FederationFormat::Text, &[on(Control::Rapid, &list)], true);
    let row = support::row(
        &[
            (0, "1000001"),
            (15, "Berg, Anna"),
            (76, "NOR"),
            (80, "F"),
            (84, "WIM"),
            (89, "WIM"),
            (113, "0"),
            (119, "0"),
            (123, "0"),
            (126, "1800"),
            (132, "7"),
            (136, "20"),
            (139, "0"),
            (145, "0"),
            (149, "0"),
            (152, "1990"),
            (158, "w"),
        ],
        162,
    );
    assert_eq!(String::from_utf8_lossy(&bytes), format!("{}\r\n{row}\r\n", support::COMBINED));
    assert_eq!(messages, ["out: FED049: 1 players are inactive at rapid or blitz, which the flag of a combined file cannot say"]);
    let (bytes, _) = written(FederationFormat::Xml, &[on(Control::Rapid, &list)], false);
    assert_eq!(
        String::from_utf8_lossy(&bytes),
        "<playerslist>\n<player>\n<fideid>1000001</fideid>\n<name>Berg, Anna</name>\n<country>NOR</country>\n<sex>F</sex>\n<title>WIM</title>\n<w_title>WIM</w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n<rating>1800</rating>\n<games>7</games>\n<k>20</k>\n<birthday>1990</birthday>\n<flag>wi</flag>\n</player>\n</playerslist>\n"
    );
}

#[test]
fn values_that_a_row_cannot_hold_are_reported() {
    let long = "A".repeat(59) + " Bcd";
    for (changed, message) in [
        (
            Invented { name: long.clone(), ..anna() },
            format!("out:2: FED041: the name '{long}' has 63 characters, its column 60; it is cut"),
        ),
        (
            Invented { federation: "NORWAY".to_owned(), ..anna() },
            "out:2: FED042: federation 'NORWAY' is longer than its column; it is left out".to_owned(),
        ),
        (Invented { games: 1000, ..anna() }, "out:2: FED043: games 1000 is longer than its column; it is left out".to_owned()),
        (
            Invented { name: "Berg,\tAnna ".to_owned(), ..anna() },
            "out:2: FED044: name: 'Berg,\\tAnna ' is written as 'Berg, Anna'".to_owned(),
        ),
        (
            Invented { name: "Bergström".to_owned(), ..anna() },
            "out: FED045: 1 rows are not ASCII; they are written as UTF-8, and columns count characters".to_owned(),
        ),
        (
            Invented { titles: ("", "", "SI,FI,LSI,SLI,NA".to_owned()), ..anna() },
            "out:2: FED046: the other titles 'SI,FI,LSI,SLI,NA' are longer than their column; the row becomes longer".to_owned(),
        ),
    ] {
        let list = table(&[(1_000_001, changed)]);
        let (bytes, messages) = written(FederationFormat::Text, &[on(Control::Standard, &list)], false);
        assert_eq!(messages, [message]);
        read_again(&bytes, Control::Standard);
    }
}

#[test]
fn lists_that_do_not_belong_together_are_reported() {
    let standard = table(&[(7, anna())]);
    let rapid = table(&[(7, Invented { federation: "SWE".to_owned(), is_inactive: false, ..anna() })]);
    let older = ListToWrite { date: "2024-01".parse().expect("a month"), ..on(Control::Rapid, &rapid) };
    let (bytes, messages) = written(FederationFormat::Text, &[on(Control::Standard, &standard), older], true);
    assert_eq!(
        messages,
        [
            "out: FED047: the lists are of different dates: standard of 2024-02-01, rapid of 2024-01-01",
            "out: FED048: 1 players are described differently in the lists; the words of the longest control are taken",
        ]
    );
    assert!(String::from_utf8_lossy(&bytes).contains("NOR F"));
}
