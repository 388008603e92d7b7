//! Diagnostics about norms and titles of standard lists.

use super::Raised;
use crate::month::{ENTRY, Entry, Month, Report};
use model::Code;

const PLAYERS: &str = "fide_id,name,title,federation,sex,birth_year,rating,k";
const NORMS: &str = "fide_id,title,tournament_id,status\n1,GM,OLD,perhaps\n1,GM,NONE,withdrawn\n";
const DIRECT: &str = "result_id,fide_id,award,title,date\nR1,1,medal,GM,2024-01-05\n";

/// Ten players of 2400 on the list of a month.
fn ten(list: &str) -> Month {
    let month = Month::of("standard");
    let sex = |id: u32| if id == 10 { "" } else { "M" };
    let players = (1..=10).map(|id| format!("{id},\"Player, {id}\",IM,{},{},1990,2400,10", if id == 9 { "" } else { "NOR" }, sex(id)));
    month.list(list, PLAYERS, players);
    month
}

/// Nine rounds of number 1 as a bundle, without byes and without rounds; of its facts only these columns.
fn bundle(month: &Month, columns: &str, values: &str, round: Option<u32>) {
    let games = (2..=10).map(|id| format!("T1 {} 1 {id} 1-0", round.map_or((id - 1).to_string(), |_| "0".to_owned())));
    month.bundle(columns, [values], games);
}

#[test]
fn every_code_of_titles_is_raised() {
    let mut raised = Raised::default();
    let month = ten("2023-01-01");
    bundle(&month, "tournament_id,start,end,rounds", "T1,2023-01-05,2023-01-14,9", None);
    raised.by_list(&["NRM001"], &month, "2023-02", &[]);

    let month = ten("2024-01-01");
    bundle(&month, "tournament_id,start,end,rounds,kind", "T1,2024-01-05,2024-02-14,9,swiss", Some(0));
    month.put("norms.csv", NORMS);
    month.put("direct.csv", DIRECT);
    month.make("2024-02", &[]);
    let told = ["NRM002", "NRM003", "NRM004", "NRM006", "NRM007", "NRM008", "NRM009", "NRM011", "NRM012", "NRM014"];
    raised.by_list(&told, &month, "2024-03", &["--norms", "norms.csv", "--direct", "direct.csv"]);

    // A report whose second player has another title than on the list, and whose tenth is on none; the list leaves out players of NOR.
    let month = ten("2024-01-01");
    let mut report = Report::new("open", "2024-01-10 2024-01-18").line("222 5400+30");
    let applicant: Vec<String> = (2..=10).map(|id| format!("{id}w1")).collect();
    report = report.entry(Entry { id: "1", title: "IM", rounds: &applicant.join(" "), ..ENTRY });
    for at in 0..9 {
        let id = if at == 8 { "999".to_owned() } else { (2 + at).to_string() };
        let rounds = format!("{} 1b0", "0000-Z ".repeat(at));
        report = report.entry(Entry { id: &id, title: if at == 0 { "GM" } else { "IM" }, rounds: &rounds, ..ENTRY });
    }
    report.put(&month);
    month.pipeline("excluded_federations = [\"NOR\"]\n");
    raised.by(&[], month.path(), &["run", "pipeline.toml", "--list", "2024-02"]);
    let diagnostics = std::fs::read_to_string(month.join("lists/standard/2024-02-01/diagnostics.csv")).expect("diagnostics");
    raised.note(&["NRM005", "NRM010", "NRM013"], &diagnostics);
    let codes: Vec<&Code> = pipeline::CODES.iter().copied().filter(|code| code.id.starts_with("NRM")).collect();
    raised.expect_all(&codes);
}
