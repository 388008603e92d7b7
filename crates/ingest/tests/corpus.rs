//! The corpus in `tests/trf`: single reports in `good` and `bad`, whole hand-ins in `folders`.
//!
//! Beside each stands `NAME.expected` with what reading it gives. `make bless` writes these files anew; every line of
//! the difference is then to be judged by a person.

use ingest::{CODES, HandedIn, Question, Sources, read};
use model::{Control, Diagnostic, PlayerIndex, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// More diagnostics than this are only counted.
const SHOWN: usize = 30;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/trf")
}

/// The things to read in one part of the corpus, sorted.
fn cases(part: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(corpus().join(part)).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_none_or(|ending| ending != "expected"));
    assert!(!paths.is_empty(), "{part} is empty");
    paths
}

fn read_case(path: &Path) -> Result<HandedIn, ingest::IngestError> {
    let registry = Some(path.join("registry.csv")).filter(|registry| registry.is_file());
    let sources = Sources { tournaments: vec![path.to_owned()], registry, ..Sources::default() };
    let known = PlayerIndex::default();
    let question = Question { is_rated: &|id| id == "rated-before", ..Question::of(Control::Rapid, &known) };
    read(&sources, &question)
}

/// What reading gives, in a form that a person can judge.
fn described(read: &HandedIn) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| writeln!(text, "{words}").expect("writing to a string cannot fail");
    for tournament in &read.batch.tournaments {
        let games = tournament.games.clone();
        let played = games.clone().filter(|&game| read.batch.games.result[game].is_played()).count();
        let faults = games.clone().filter(|&game| read.batch.games.fault[game].is_some()).count();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        line(format_args!(
            "{}: {} to {}, {}, rounds {}, clock {}, {} dated rounds; {} players, {} games, {played} played, {faults} faults{}",
            tournament.id,
            or_dash(tournament.start.map(|day| day.to_string())),
            or_dash(tournament.end.map(|day| day.to_string())),
            or_dash(tournament.kind.map(|kind| kind.to_string())),
            or_dash(tournament.rounds.map(|rounds| rounds.to_string())),
            or_dash(tournament.clock.map(|clock| clock.seconds_for_60_moves.to_string())),
            tournament.round_dates.iter().flatten().count(),
            tournament.entrants,
            games.len(),
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
    if read.diagnostics.len() <= SHOWN {
        read.diagnostics.iter().for_each(|diagnostic| line(format_args!("{diagnostic}")));
    } else {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        read.diagnostics.iter().for_each(|diagnostic| *counts.entry(diagnostic.code.id).or_default() += 1);
        counts.into_iter().for_each(|(code, count)| line(format_args!("{code} x {count}")));
    }
    text
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
fn nothing_is_expected_of_a_file_that_is_not_there() {
    for part in ["good", "bad", "folders"] {
        for entry in std::fs::read_dir(corpus().join(part)).expect("the corpus is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "expected") {
                assert!(path.with_extension("").exists(), "{} has no input", path.display());
            }
        }
    }
}

/// Codes that no file of the corpus can raise, and the tests that raise them.
const ELSEWHERE: [(&str, &str); 32] = [
    ("BUN001", "a_broken_bundle_is_a_diagnostic_when_linting"),
    ("BUN002", "parquet_is_read_where_a_table_is_there_in_both_forms"),
    ("BUN014", "a_row_that_cannot_be_read_is_pointed_at_and_counted"),
    ("BUN015", "a_row_that_cannot_be_read_is_pointed_at_and_counted"),
    ("BUN016", "a_row_that_cannot_be_read_is_pointed_at_and_counted"),
    ("BUN017", "a_game_that_cannot_count_has_a_fault_and_says_why"),
    ("BUN018", "a_game_that_cannot_count_has_a_fault_and_says_why"),
    ("BUN019", "of_the_same_game_twice_one_counts_and_of_contradicting_rows_none"),
    ("BUN020", "of_the_same_game_twice_one_counts_and_of_contradicting_rows_none"),
    ("COR001", "a_row_of_another_width_and_fields_that_a_kind_does_not_use_are_refused"),
    ("COR002", "every_wrong_field_of_a_correction_is_pointed_at"),
    ("COR003", "a_row_of_another_width_and_fields_that_a_kind_does_not_use_are_refused"),
    ("COR004", "an_id_that_two_files_give_is_refused_in_both"),
    ("COR005", "an_undo_names_an_earlier_correction_and_leads_to_no_circle"),
    ("COR006", "merges_in_a_circle_and_an_id_merged_twice_are_refused"),
    ("COR007", "a_newer_report_has_to_be_there_and_inside"),
    ("COR008", "corrections_in_another_encoding_are_read_and_that_is_said"),
    ("COR009", "linting_tells_corrections_by_their_header"),
    ("COR010", "a_correction_that_expects_something_else_is_refused_and_says_what_is_there"),
    ("COR011", "a_list_is_corrected_for_exactly_a_year"),
    ("COR012", "a_player_who_plays_already_or_not_at_all_cannot_be_exchanged"),
    ("COR013", "a_tournament_that_is_there_twice_is_not_corrected"),
    ("COR014", "other_controls_and_rated_tournaments_are_passed_over_and_others_missed"),
    ("COR015", "what_came_before_a_newer_report_is_not_applied_to_it"),
    ("COR016", "two_entries_that_become_one_player_have_no_id"),
    ("PLR001", "every_wrong_field_is_pointed_at"),
    ("PLR002", "a_roster_in_another_encoding_is_read_and_that_is_said"),
    ("TRF004", "what_is_no_regular_file_is_not_read"),
    ("TRF009", "a_link_out_of_the_folder_is_not_followed"),
    ("TRF037", "a_name_that_is_not_the_ids_is_pointed_at"),
    ("TRF038", "one_person_under_two_ids_is_pointed_at"),
    ("TRF039", "a_line_without_end_refuses_its_report"),
];

#[test]
fn every_code_has_a_meaning_and_an_id_of_its_own_and_is_raised_by_a_test() {
    let mut raised: BTreeSet<&str> = ["good", "bad", "folders"]
        .iter()
        .flat_map(|part| cases(part))
        .filter_map(|path| read_case(&path).ok())
        .flat_map(|read| read.diagnostics)
        .map(|diagnostic| diagnostic.code.id)
        .collect();
    let tests = concat!(
        include_str!("corrections.rs"),
        include_str!("folders.rs"),
        include_str!("online/rows.rs"),
        include_str!("../src/corrections/tests.rs"),
        include_str!("../src/merges.rs"),
        include_str!("../src/roster.rs"),
        include_str!("../src/trf/doubts.rs")
    );
    for (code, test) in ELSEWHERE {
        assert!(tests.contains(&format!("fn {test}()")), "no test {test}");
        raised.insert(code);
    }
    let ids: Vec<&str> = CODES.iter().map(|code| code.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "ids ascend and none is there twice");
    for code in CODES {
        assert!(code.meaning.ends_with('.') && code.meaning.len() > 12, "{} has no meaning", code.id);
        assert!(raised.contains(code.id), "{} ({}) is raised by no test", code.id, code.meaning);
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
