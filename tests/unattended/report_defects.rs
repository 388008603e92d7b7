//! Thirty defects of a report, each with the diagnostic that reports it.

/// A valid report of four players in three rounds. Lines 1 to 7 are the head, 8 to 11 the players.
pub(crate) fn valid_report(ids: &[u32; 4]) -> String {
    let head = "012 Broken rapid\n022 Bath\n032 ENG\n042 2023/12/09\n052 2023/12/10\n102 Green, Gus\n222 900+5\n";
    let rounds = [
        ["   4 w 1", "   3 b =", "   2 w 1"],
        ["   3 w 1", "   4 b 0", "   1 b 0"],
        ["   2 b 0", "   1 w =", "   4 w 1"],
        ["   1 b 0", "   2 w 1", "   3 b 0"],
    ];
    let players = ids.iter().zip(rounds).enumerate().map(|(at, (id, rounds))| {
        format!(
            "001 {:>4} m    {:<33} 1500 ENG {id:>11} 1980/02/03  1.0 {:>4}  {}\n",
            at + 1,
            format!("Player, Number{}", at + 1),
            at + 1,
            rounds.join("  ")
        )
    });
    head.to_owned() + &players.collect::<String>()
}

/// One defect, and the diagnostic that reports it.
pub(crate) struct ReportDefect {
    pub(crate) name: &'static str,
    /// The code of the error that says so, and the line it is in.
    pub(crate) code: &'static str,
    pub(crate) line: u32,
    pub(crate) broken: fn(&str) -> Vec<u8>,
}

const fn defect(name: &'static str, code: &'static str, line: u32, broken: fn(&str) -> Vec<u8>) -> ReportDefect {
    ReportDefect { name, code, line, broken }
}

fn replaced(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "the valid report has no '{from}'");
    text.replacen(from, to, 1).into_bytes()
}

/// The first so many lines.
fn cut(text: &str, lines: usize) -> Vec<u8> {
    text.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// Without the lines that begin so.
fn without(text: &str, tags: &[&str]) -> Vec<u8> {
    let kept = text.lines().filter(|line| !tags.iter().any(|tag| line.starts_with(tag)));
    kept.map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// Another text in the place of one line.
fn line_instead(text: &str, number: usize, line: impl Fn(&str) -> String) -> Vec<u8> {
    let lines = (1..).zip(text.lines()).map(|(at, old)| if at == number { line(old) } else { old.to_owned() });
    lines.map(|line| line + "\n").collect::<String>().into_bytes()
}

pub(crate) static DEFECTS: [ReportDefect; 30] = [
    defect("nothing in it", "TRF001", 1, |_| Vec::new()),
    defect("only blanks and line ends", "TRF001", 1, |_| b"  \r\n\r\n\t \n".to_vec()),
    defect("a zero byte in a name", "TRF002", 9, |text| replaced(text, "Number2", "Num\0er2")),
    defect("zeros to the end, as after a crash", "TRF002", 6, |text| {
        let mut bytes = cut(text, 5);
        bytes.resize(4096, 0);
        bytes
    }),
    defect("UTF-16 without its mark", "TRF002", 1, |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    defect("an archive under the name of a report", "TRF002", 1, |text| [b"PK\x03\x04\x14\x00\x00\x00\x08\x00", text.as_bytes()].concat()),
    defect("the head alone", "TRF003", 1, |text| cut(text, 7)),
    defect("a page that says that there is none", "TRF003", 1, |_| {
        b"<!DOCTYPE html>\n<html><body><h1>404 Not Found</h1></body></html>\n".to_vec()
    }),
    defect("a table of games", "TRF003", 1, |_| b"tournament_id,round,white,black,result\nB1,1,100101,100102,1-0\n".to_vec()),
    defect("objects of another program", "TRF003", 1, |_| b"{\"players\": [{\"id\": 100101, \"points\": 1.5}]}\n".to_vec()),
    defect("a page for print", "TRF003", 1, |_| b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n".to_vec()),
    defect("without line ends", "TRF003", 1, |text| text.replace('\n', " ").into_bytes()),
    defect("the tag written with the letter O", "TRF003", 1, |text| text.replace("001 ", "OO1 ").into_bytes()),
    defect("cut off among the players", "TRF021", 8, |text| cut(text, 10)),
    defect("one player's line lost", "TRF021", 8, |text| without(text, &["001    2"])),
    defect("an opponent out of range", "TRF021", 8, |text| replaced(text, "   4 w 1", "  77 w 1")),
    defect("two players of one rank", "TRF022", 10, |text| replaced(text, "001    3", "001    2")),
    defect("every player twice", "TRF022", 8, |text| {
        let players: String = text.lines().skip(7).map(|line| format!("{line}\n")).collect();
        [text, &players].concat().into_bytes()
    }),
    defect("a player without a rank", "TRF020", 9, |text| replaced(text, "001    2", "001     ")),
    defect("a rank with a letter", "TRF020", 9, |text| replaced(text, "001    2", "001   A2")),
    defect("a rank of nothing", "TRF020", 9, |text| replaced(text, "001    2", "001    0")),
    defect("tabs for blanks", "TRF020", 8, |text| text.replace("    ", "\t").into_bytes()),
    defect("an indented player", "TRF007", 10, |text| replaced(text, "001    3", "  001    3")),
    defect("a line of a thousand rounds and more", "TRF018", 11, |text| {
        line_instead(text, 11, |line| format!("{line}{}", "     1 w 1".repeat(1200)))
    }),
    defect("a line of a million characters", "TRF018", 8, |text| line_instead(text, 8, |line| format!("{line}{}", "x".repeat(1_000_000)))),
    defect("letters for an opponent", "TRF027", 9, |text| replaced(text, "   3 w 1", "  xy w 1")),
    defect("an impossible first day", "TRF010", 4, |text| replaced(text, "042 2023/12/09", "042 2023/02/30")),
    defect("a last day in words", "TRF010", 5, |text| replaced(text, "052 2023/12/10", "052 next Sunday")),
    defect("no days", "TRF011", 1, |text| without(text, &["042", "052"])),
    defect("it ends before it starts", "TRF015", 5, |text| replaced(text, "052 2023/12/10", "052 2023/11/10")),
];
