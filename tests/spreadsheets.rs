//! Tables as spreadsheets write them in half of Europe: semicolons, a byte order mark, CRLF, and dates with the day first.

use crate::month::{Month, Report};
use crate::support::{Folder, expect_exit};

/// A text as a spreadsheet saves it.
fn saved(text: &str) -> Vec<u8> {
    let lines = text.replace(',', ";").replace('\n', "\r\n");
    [b"\xef\xbb\xbf".to_vec(), lines.into_bytes()].concat()
}

#[test]
fn every_table_that_is_handed_in_is_read_as_a_spreadsheet_writes_it() {
    let made = |is_saved: bool| {
        let table = |text: &str| if is_saved { saved(text) } else { text.as_bytes().to_vec() };
        // Day and month of the second date could be exchanged; the first tells how the table writes them.
        let date = |day: &str, iso: &str| if is_saved { day.to_owned() } else { iso.to_owned() };
        let month = Month::of("rapid");
        let list = format!(
            "fide_id,name,rating,k,last_rated\n1,One,1800,20,{}\n2,Two,1800,20,{}\n3,Three,1800,20,\n",
            date("25/12/2023", "2023-12-25"),
            date("05/11/2023", "2023-11-05")
        );
        month.put("lists/rapid/2024-01-01/list.csv", table(&list));
        month.report("open.trf", Report::new("Open", "2024-01-13").game(1, 2, '1').game(3, 1, '1').text());
        let registry = format!(
            "tournament_id,file,start,end,registered,received\nT1,tournaments/open.trf,{},{},{},{}\n",
            date("13/01/2024", "2024-01-13"),
            date("13/01/2024", "2024-01-13"),
            date("05/01/2024", "2024-01-05"),
            date("20/01/2024", "2024-01-20")
        );
        month.put("registry.csv", table(&registry));
        let roster = format!("fide_id,from,field,value\n2,{},title,FM\n", date("15.01.2024", "2024-01-15"));
        month.put("players.csv", table(&roster));
        let corrections = format!(
            "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\nC1,{},Office,Letter,T1,1,1,2,result,1-0,0-1\n",
            date("21/01/2024", "2024-01-21")
        );
        month.put("corrections/2024.csv", table(&corrections));
        let place = month.make("2024-02", &[]);
        let text = |name: &str| std::fs::read_to_string(month.join(&format!("{place}/{name}"))).expect("made");
        (text("list.csv"), month.table(&place, "games.parquet"), month.table(&place, "tournaments.parquet"))
    };
    assert_eq!(made(true), made(false));
}

#[test]
fn a_date_of_two_readings_is_refused_and_the_hint_names_the_cause() {
    for (name, header, row) in [
        ("registry.csv", "tournament_id;file;start\n", "T1;open.trf;05/03/2024\n"),
        ("players.csv", "fide_id;from;field;value\n", "1001;05/03/2024;title;FM\n"),
        (
            "corrections.csv",
            "correction_id;received;by;reason;tournament_id;round;white;black;field;old;new\n",
            "C1;05/03/2024;Office;Letter;T1;;;;withdrawn;false;true\n",
        ),
        ("list.csv", "fide_id;rating;last_rated\n", "1001;1800;05/03/2024\n"),
    ] {
        let folder = Folder::new();
        folder.put(name, format!("{header}{row}"));
        let said = expect_exit(folder.path(), &["check", name], 1);
        assert!(said.out.contains(name) && said.out.contains("05/03/2024"), "{name}: {}", said.out);
        assert!(said.out.contains("exchanged") && said.out.contains("2024-02-01"), "{name}: {}", said.out);
        // With a day above 12 beside it, it is read.
        let other = row.replace("05/03/2024", "25/03/2024").replace("1001", "1002").replace("C1", "C2").replace("T1", "T2");
        folder.put(name, format!("{header}{row}{other}"));
        let said = crate::support::ratinglist(folder.path(), &["check", name]);
        let told = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(!told.contains("exchanged") && !told.contains("date like"), "{name}: {told}");
    }
}
