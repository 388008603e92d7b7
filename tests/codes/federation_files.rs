//! Diagnostics about a federation's own files, and about values that these cannot hold.

use super::Raised;
use crate::month::Month;
use crate::support::Folder;

const SINGLE: &str = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP25 Gms K  B-day Flag";
const COMBINED: &str = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";

/// A line with words at their columns, counted from 0.
fn line(words: &[(usize, &str)], width: usize) -> String {
    let mut line = vec![' '; width];
    for (at, word) in words {
        for (place, c) in line[*at..].iter_mut().zip(word.chars()) {
            *place = c;
        }
    }
    line.into_iter().collect()
}

/// A row of a single list, with these words in place of those of the plain row.
fn row(changed: &[(usize, &str)]) -> String {
    let plain =
        [(0, "1000001"), (15, "Berg, Anna"), (76, "NOR"), (80, "F"), (113, "1800"), (119, "7"), (123, "20"), (126, "1990"), (132, "w")];
    let kept = plain.into_iter().filter(|(at, _)| !changed.iter().any(|(other, _)| other == at));
    line(&kept.chain(changed.iter().copied()).collect::<Vec<_>>(), 136)
}

/// A file with this row among two that are right.
fn with_row(odd: &str) -> String {
    let right = [row(&[(0, "1000008"), (80, "M"), (132, "")]), row(&[(0, "1000009"), (80, "M"), (132, "")])];
    format!("{SINGLE}\r\n{odd}\r\n{}\r\n{}\r\n", right[0], right[1])
}

#[test]
fn every_code_of_a_federations_files_is_raised() {
    let mut raised = Raised::default();
    let plain = row(&[]);
    for (code, odd) in [
        ("FED009", row(&[(15, "Bergström, Åsa")])),
        ("FED010", row(&[(0, "x000001")])),
        ("FED011", row(&[(113, "4001")])),
        ("FED012", format!("{plain}\r\n{}", row(&[(113, "1900")]))),
        ("FED013", format!("{plain}\r\n{plain}")),
        ("FED014", plain[..119].to_owned()),
        ("FED015", format!("{plain}xyz")),
        ("FED016", format!("{}1", row(&[(73, "wayNOR"), (76, "NORWAY")]))),
        ("FED017", row(&[(119, "7x")])),
        ("FED018", row(&[(126, "2026")])),
        ("FED019", row(&[(76, "Nor")])),
        ("FED020", row(&[(80, "X")])),
        ("FED021", row(&[(84, "XM")])),
        ("FED022", row(&[(84, "WFM"), (89, "WIM")])),
        ("FED023", row(&[(132, "wq")])),
        ("FED024", row(&[(15, "          ")])),
        ("FED025", row(&[(113, "999 ")])),
        ("FED029", plain.trim_end().to_owned()),
    ] {
        raised.by_file(&[code], "sep25frl.txt", with_row(&odd));
    }
    let hopeless = [row(&[(0, "none   ")]), row(&[(0, "nobody ")]), plain.clone()].join("\r\n");
    raised.by_file(&["FED005"], "sep25frl.txt", format!("{SINGLE}\r\n{hopeless}\r\n"));
    raised.by_file(&["FED002"], "list.zip", b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let of_three = line(&[(0, "1000001"), (15, "Berg, Anna"), (76, "NOR"), (80, "F"), (113, "2302"), (126, "2201"), (158, "wi")], 162);
    raised.by_file(&["FED026"], "players_list_foa.txt", format!("{COMBINED}\r\n{of_three}\r\n"));
    // Up to 2012 there was no column for the sex, the women's titles and K.
    let old = "ID number Name                             TitFed  Jan06 Gms  Born    Flag";
    raised.by_file(&["FED028"], "jan06frl.txt", format!("{old}\r\n1000001   {:33}wm NOR  2310  11   1980    wi  \r\n", "Berg, Anna"));
    let player =
        "<player><fideid>1000001</fideid><name>Berg &eacute;</name><country>NOR</country><rating>1800</rating><shoes>43</shoes></player>";
    raised.by_file(&["FED027", "FED030"], "list.xml", format!("<playerslist>\n{player}\n</playerslist>\n"));
    raised.by_file(&["FED004"], "list.xml", format!("<playerslist>\n{player}\n"));
    raised.by_file(&["FED003"], "list.xml", format!("<playerslist>\n<player>\n<name>{}", "<b>".repeat(100)));
    import(&mut raised, "FED001", "list.txt", "just words\n", &["--control", "rapid", "--date", "2025-10"]);
    import(&mut raised, "FED006", "players.txt", &format!("{COMBINED}\r\n{of_three}\r\n"), &["--control", "bullet", "--date", "2025-10"]);
    for code in ["FED007", "FED008"] {
        import(&mut raised, code, "rapid_aug25frl.txt", &with_row(&plain), &["--control", "blitz", "--date", "2025-10"]);
    }
    what_cannot_be_written(&mut raised);
    raised.expect_all(federation_lists::CODES);
}

fn import(raised: &mut Raised, code: &str, name: &str, content: &str, more: &[&str]) {
    let folder = Folder::new();
    folder.put(name, content);
    raised.by(&[code], folder.path(), &[&["import", name, "--out", "made/2025-10-01"], more].concat());
}

/// Lists of our own in the federation's layouts.
fn what_cannot_be_written(raised: &mut Raised) {
    let folder = Folder::new();
    let header = "fide_id,name,other_titles,federation,rating,games,flag\n";
    let long = "A".repeat(63);
    for (code, player) in [
        ("FED041", format!("1,{long},,NOR,1800,0,")),
        ("FED042", "1,Berg,,NORWAY,1800,0,".to_owned()),
        ("FED043", "1,Berg,,NOR,1800,1000,".to_owned()),
        ("FED044", "1,\"Berg,\tAnna\",,NOR,1800,0,".to_owned()),
        ("FED045", "1,Bergström,,NOR,1800,0,".to_owned()),
        ("FED046", "1,Berg,\"SI,FI,LSI,SLI,NA\",NOR,1800,0,".to_owned()),
    ] {
        folder.put("rapid/2024-02-01/list.csv", format!("{header}{player}\n"));
        let arguments = ["export", "rapid/2024-02-01", "--control", "rapid", "--format", "fide-txt", "--out", "list.txt"];
        raised.by(&[code], folder.path(), &arguments);
    }
    // A combined file of a rapid list and an older standard one that knows the player by another name.
    let made = |control: &str, before: &str, list: &str, player: &str| {
        let month = Month::of(control);
        let place = month.list(before, header.trim_end(), [player]).make(list, &[]);
        let folder = month.join(&place).display().to_string();
        (month, folder)
    };
    let (_rapid, rapid) = made("rapid", "2024-01-01", "2024-02", "1,Berg,,NOR,1800,0,i");
    let (_standard, standard) = made("standard", "2023-12-01", "2024-01", "1,Dahl,,NOR,1800,0,");
    let arguments = ["export", &standard, &rapid, "--format", "fide-txt", "--out", "list.txt"];
    raised.by(&["FED047", "FED048", "FED049"], folder.path(), &arguments);
}
