//! `diff`: two lists compared, in every form, with the cause of every moved number.

use crate::support::{Folder, Said, expect_exit};

mod absent_players;
mod causes;
mod classes;
mod filters;
mod formats;
mod json;
mod k_reasons;
mod steps;
mod totals;

const HEADER: &str = "fide_id,name,federation,title,women_title,sex,birth_year,class,field,before,after,change,games,cause,corrections\n";

/// The columns that say what differs; [`DIFFERENCES`] has the others.
const DIFFERENCE_COLUMNS: [&str; 10] = ["fide_id", "name", "class", "field", "before", "after", "change", "games", "cause", "corrections"];
const DIFFERENCE_HEADER: &str = "fide_id,name,class,field,before,after,change,games,cause,corrections\n";

/// Eight invented players in January.
const JANUARY: &str = "\
fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag
1001,\"Aas, Berit\",,,,NOR,F,1990,1800,3,20,
1002,\"Bo, Carl\",FM,,,NOR,M,1985,2300,0,20,
1003,\"Cid, Eva\",,WIM,,ESP,F,1979,2100,5,20,
1004,\"Dahl, Finn\",,,FA,DEN,M,2001,1500,0,20,i
1005,\"Eng, Gro\",,,,SWE,F,,1600,2,40,
1006,\"Fry, Hans\",,,,GER,M,1960,1700,0,20,
1008,\"Hoy, Jan\",,,,GER,M,1944,1450,0,20,
";

/// The same in February: one difference of every kind.
const FEBRUARY: &str = "\
fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag
1001,\"Aas, Berit\",,,,NOR,F,1990,1812,4,20,
1002,\"Bo, Carl\",IM,,,NOR,M,1985,2299,0,10,
1003,\"Cid-Noe, Eva\",,WGM,,FRA,F,1979,2100,0,20,
1004,\"Dahl, Finn\",,,\"FA,NA\",DEN,F,2002,1500,0,20,
1005,\"Eng, Gro\",,,,SWE,F,,1600,0,40,
1006,\"Fry, Hans\",,,,GER,M,1960,1700,0,20,i
1007,\"Gil, Ida\",,,,ESP,F,2010,1555,6,40,
";

/// What differs between them, by hand.
const DIFFERENCES: &str = "\
fide_id,name,federation,title,women_title,sex,birth_year,class,field,before,after,change,games,cause,corrections
1001,\"Aas, Berit\",NOR,,,F,1990,rating-with-games,rating,1800,1812,12,4,,
1002,\"Bo, Carl\",NOR,IM,,M,1985,rating-without-games,rating,2300,2299,-1,0,,
1002,\"Bo, Carl\",NOR,IM,,M,1985,k,k,20,10,-10,,,
1002,\"Bo, Carl\",NOR,IM,,M,1985,title,title,FM,IM,,,,
1003,\"Cid-Noe, Eva\",FRA,,WGM,F,1979,title,women_title,WIM,WGM,,,,
1003,\"Cid-Noe, Eva\",FRA,,WGM,F,1979,federation,federation,ESP,FRA,,,,
1003,\"Cid-Noe, Eva\",FRA,,WGM,F,1979,name,name,\"Cid, Eva\",\"Cid-Noe, Eva\",,,,
1004,\"Dahl, Finn\",DEN,,,F,2002,title,other_titles,FA,\"FA,NA\",,,,
1004,\"Dahl, Finn\",DEN,,,F,2002,sex,sex,M,F,,,,
1004,\"Dahl, Finn\",DEN,,,F,2002,birth-year,birth_year,2001,2002,1,,,
1004,\"Dahl, Finn\",DEN,,,F,2002,activity,activity,inactive,active,,,,
1006,\"Fry, Hans\",GER,,,M,1960,activity,activity,active,inactive,,,,
1007,\"Gil, Ida\",ESP,,,F,2010,new,rating,,1555,,6,,
1008,\"Hoy, Jan\",GER,,,M,1944,gone,rating,1450,,,,not-in-file,
";

/// Both lists as CSV files.
fn both() -> Folder {
    let folder = Folder::new();
    folder.put("2024-01.csv", JANUARY);
    folder.put("2024-02.csv", FEBRUARY);
    folder
}

fn diff(folder: &Folder, a: &str, b: &str, more: &[&str], code: i32) -> Said {
    expect_exit(folder.path(), &[&["diff", a, b], more].concat(), code)
}

/// The rows of a comparison as CSV.
fn rows_of(folder: &Folder, a: &str, b: &str) -> String {
    diff(folder, a, b, &["--format", "csv"], 1).out
}

/// The rows of a comparison as CSV, without the columns that say who a player is.
fn differences_of(folder: &Folder, a: &str, b: &str) -> String {
    let written = rows_of(folder, a, b);
    let mut reader = csv::Reader::from_reader(written.as_bytes());
    assert_eq!(reader.headers().expect("a header").iter().collect::<Vec<_>>().join(",") + "\n", HEADER);
    let mut chosen = csv::Writer::from_writer(Vec::new());
    chosen.write_record(DIFFERENCE_COLUMNS).expect("in memory");
    for row in reader.deserialize::<std::collections::BTreeMap<String, String>>() {
        let row = row.expect("a row");
        chosen.write_record(DIFFERENCE_COLUMNS.map(|column| &row[column])).expect("in memory");
    }
    String::from_utf8(chosen.into_inner().expect("in memory")).expect("text")
}

/// The causes of a row of JSON, in one text.
fn causes_of(row: &serde_json::Value) -> String {
    let causes = row["causes"].as_array().expect("causes");
    causes.iter().map(|cause| cause["cause"].as_str().expect("a word")).collect::<Vec<_>>().join(" ")
}

/// The differences of two CSV lists with these rows.
fn rows_between(a: &str, b: &str) -> String {
    let folder = Folder::new();
    folder.put("2024-01.csv", a);
    folder.put("2024-02.csv", b);
    differences_of(&folder, "2024-01.csv", "2024-02.csv")
}
