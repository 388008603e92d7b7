//! Tests of the corpus in `tests/trf`: single reports in `good` and `bad`, whole folders in `folders`.
//!
//! Each case has a file `NAME.expected` with the result of reading it. `make bless` rewrites these files; a person has to review every
//! changed line.

use ingest::{ReadOptions, Sources, Submissions, read};
use model::{ByeKind, Control, Diagnostic, PlayerIndex, Severity, Tournament};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use strum::VariantArray;

/// The largest number of diagnostics that are listed and not only counted.
const MOST_LISTED: usize = 30;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/trf")
}

/// The inputs of one part of the corpus, sorted.
fn cases(part: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(corpus().join(part)).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_none_or(|ending| ending != "expected"));
    assert!(!paths.is_empty(), "{part} is empty");
    paths
}

/// Reads a case: of a single report every control, of a folder the rapid tournaments.
fn read_case(path: &Path) -> Result<Submissions, ingest::IngestError> {
    let registry = Some(path.join("registry.csv")).filter(|registry| registry.is_file());
    let sources = Sources { tournaments: vec![path.to_owned()], registry, ..Sources::default() };
    let known = PlayerIndex::default();
    let options = ReadOptions { is_rated: &|id| id == "rated-before", ..ReadOptions::new(path.is_dir().then_some(Control::Rapid), &known) };
    read(&sources, &options)
}

/// Describes what was read in a form that a person can review.
fn described(read: &Submissions) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| writeln!(text, "{words}").expect("writing to a string cannot fail");
    for tournament in &read.batch.tournaments {
        let games = tournament.games.clone();
        let played = games.clone().filter(|&game| read.batch.games.result[game].is_played()).count();
        let faults = games.clone().filter(|&game| read.batch.games.fault[game].is_some()).count();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        line(format_args!(
            "{}: {} to {}, {}, {}, rounds {}, clock {}, {} dated rounds; {} players, {} games, {played} played, {faults} faults{}{}{}",
            tournament.id,
            or_dash(tournament.start.map(|day| day.to_string())),
            or_dash(tournament.end.map(|day| day.to_string())),
            or_dash(tournament.control.map(|control| control.to_string())),
            or_dash(tournament.kind.map(|kind| kind.to_string())),
            or_dash(tournament.rounds.map(|rounds| rounds.to_string())),
            or_dash(tournament.clock.map(|clock| clock.seconds_for_60_moves.to_string())),
            tournament.round_dates.iter().flatten().count(),
            tournament.entrants,
            games.len(),
            byes(tournament),
            if tournament.chief_arbiter_title.is_empty() {
                String::new()
            } else {
                format!(", chief arbiter {}", tournament.chief_arbiter_title)
            },
            tournament.unusable.map(|code| format!(", unusable {}", code.id)).unwrap_or_default(),
        ));
    }
    for tournament in &read.already_rated {
        line(format_args!("{}: already rated", tournament.id));
    }
    if read.other_controls > 0 {
        line(format_args!("of other controls: {}", read.other_controls));
    }
    line(format_args!("newcomers: {}", read.batch.newcomers.len()));
    if read.diagnostics.len() <= MOST_LISTED {
        read.diagnostics.iter().for_each(|diagnostic| line(format_args!("{diagnostic}")));
    } else {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        read.diagnostics.iter().for_each(|diagnostic| *counts.entry(diagnostic.code.id).or_default() += 1);
        counts.into_iter().for_each(|(code, count)| line(format_args!("{code} x {count}")));
    }
    text
}

/// How many byes there are of each kind, if there are any.
fn byes(tournament: &Tournament) -> String {
    let of_kind = |kind: &ByeKind| (tournament.byes.iter().filter(|bye| bye.kind == *kind).count(), kind.symbol());
    let counts = ByeKind::VARIANTS.iter().map(of_kind).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, symbol)| format!("{count} {symbol}")).collect();
    if counts.is_empty() { String::new() } else { format!(", byes {}", counts.join(" ")) }
}

fn compare(part: &str) -> Vec<Diagnostic> {
    let mut raised = Vec::new();
    let mut wrong = String::new();
    for path in cases(part) {
        let (text, mut diagnostics) = match read_case(&path) {
            Ok(read) => (described(&read), read.diagnostics),
            Err(error) => (
                format!(
                    "error: {}\n",
                    error
                        .to_string()
                        .replace(&*corpus().canonicalize().expect("a folder").to_string_lossy(), "")
                        .replace(&*corpus().to_string_lossy(), "")
                ),
                Vec::new(),
            ),
        };
        raised.append(&mut diagnostics);
        let mut expected = path.clone().into_os_string();
        expected.push(".expected");
        if std::env::var_os("BLESS").is_some_and(|value| !value.is_empty()) {
            std::fs::write(&expected, &text).expect("the corpus can be written");
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_else(|_| "no expectation\n".to_owned());
        if expected != text {
            writeln!(wrong, "--- {}\nexpected:\n{expected}read:\n{text}", path.display()).expect("writing to a string cannot fail");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    raised
}

#[test]
fn good_reports_give_what_is_expected() {
    compare("good");
}

#[test]
fn bad_reports_give_exactly_the_diagnostics_expected() {
    assert!(compare("bad").iter().any(Diagnostic::is_error));
}

#[test]
fn whole_folders_give_what_is_expected() {
    compare("folders");
}

#[test]
fn every_expectation_has_an_input() {
    for part in ["good", "bad", "folders"] {
        for entry in std::fs::read_dir(corpus().join(part)).expect("the corpus is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "expected") {
                assert!(path.with_extension("").exists(), "{} has no input", path.display());
            }
        }
    }
}

#[test]
fn every_error_in_the_corpus_says_what_to_do() {
    for path in ["good", "bad", "folders"].iter().flat_map(|part| cases(part)) {
        for diagnostic in read_case(&path).map(|read| read.diagnostics).unwrap_or_default() {
            let needs_none = diagnostic.severity() == Severity::Note || diagnostic.message.contains("of this kind");
            assert!(diagnostic.hint.is_some() || needs_none, "{diagnostic}");
        }
    }
}
