//! Which sets of norms may be applied with (T38): what each lacks.

use super::{PLAYERS, awards, im};
use crate::month::Month;

const NORMS: &str = "fide_id,title,tournament_id,achieved_on,credited_games,basis,normal_foreigners,single_rounds,swiss_for_title,status\n";

/// What is said of an IM of 2510 with these norms: `2022-05-01 9`, with `c` for 1.41c, `n` for normal foreigners, `s` for single rounds
/// and `x` for a large Swiss.
fn application(title: &str, norms: &[&str]) -> String {
    let month = Month::of("standard");
    month.list("2024-01-01", PLAYERS, [im(1, 2510).replace(",IM,", if title == "IM" { ",FM," } else { ",IM," })]);
    let row = |(at, norm): (usize, &&str)| {
        let words: Vec<&str> = norm.split(' ').collect();
        let has = |letter: &str| words[2..].contains(&letter);
        let basis = if has("c") { "1.41c" } else { "" };
        format!("1,{title},N{at},{},{},{basis},{},{},{},given\n", words[0], words[1], has("n"), has("s"), has("x"))
    };
    month.put("norms.csv", format!("{NORMS}{}", norms.iter().enumerate().map(row).collect::<String>()));
    let list = month.make("2024-02", &["--norms", "norms.csv"]);
    awards(&month, &list, 1, &["status", "missing", "norms", "games", "achieved_on"]).join("; ")
}

#[test]
fn t38_what_a_set_of_norms_lacks_is_named_by_article() {
    for (title, norms, wanted) in [
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9", "2022-05-21 9"][..], "proposed |  | 3 | 27 | 2024-01-01"),
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9", "2022-06-30 9"], "proposed |  | 3 | 27 | 2024-01-01"),
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9", "2022-07-01 9"], "open | 1.5.6 | 3 | 27 | "),
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9", "2022-07-01 9 x"], "proposed |  | 3 | 27 | 2024-01-01"),
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9", "2022-05-21 8"], "open | 1.5.1 | 3 | 26 | "),
        ("GM", &["2022-05-01 13 n s", "2022-05-11 14"], "proposed |  | 2 | 27 | 2024-01-01"),
        ("GM", &["2022-05-01 9 s", "2022-05-11 9", "2022-05-21 9"], "open | 1.4.3e | 3 | 27 | "),
        ("GM", &["2022-05-01 9 n", "2022-05-11 9", "2022-05-21 9"], "open | 1.1.3a | 3 | 27 | "),
        ("IM", &["2022-05-01 9 n", "2022-05-11 9", "2022-05-21 9"], "proposed |  | 3 | 27 | 2024-01-01"),
        // Of two norms of eight games one counts: the one with more games, then the earlier.
        ("GM", &["2022-05-01 9 n s", "2022-05-11 9 c", "2022-05-21 9 c"], "open | 1.5.1 | 2 | 18 | "),
        ("GM", &["2022-05-01 8 s", "2022-05-11 9 c n", "2022-05-21 10 c"], "open | 1.4.3e 1.5.1 | 2 | 18 | "),
        ("GM", &["2022-05-01 18 s", "2022-05-11 10 c", "2022-05-21 9 c n"], "proposed |  | 2 | 27 | 2024-01-01"),
        // The first norms that suffice are the set; a later one is left out.
        ("IM", &["2022-05-01 9 n", "2022-05-11 9", "2022-05-21 9", "2022-07-01 9"], "proposed |  | 3 | 27 | 2024-01-01"),
        ("IM", &["2022-07-01 9", "2022-05-01 9 n", "2022-05-11 18"], "proposed |  | 2 | 27 | 2024-01-01"),
    ] {
        assert_eq!(application(title, norms), wanted, "{title} {norms:?}");
    }
}
