//! `ratinglist codes`

use crate::arguments::SharedArguments;
use crate::output;
use clap::Args;
use model::Code;
use pages::{Column, Document, DocumentTable, Facts};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct CodesArguments {
    /// Print what this code means, why it is reported, and what to do
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) fn run(arguments: &CodesArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let codes = all_codes();
    match (&arguments.code, shared.json) {
        (None, false) => output::print_document(&codes_table(&codes))?,
        (None, true) => {
            let codes: Vec<_> = codes.into_iter().map(as_json).collect();
            output::print_json(&serde_json::json!({ "codes": codes }))?;
        }
        (Some(requested), false) => output::print_document(&code_document(find(&codes, requested)?))?,
        (Some(requested), true) => output::print_json(&as_json(find(&codes, requested)?))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Every code that a crate can raise, in the order of their ids.
fn all_codes() -> Vec<&'static Code> {
    let mut codes =
        [amendments::CODES, federation_lists::CODES, ingest::CODES, period_assembly::CODES, pipeline::CODES, store::CODES].concat();
    codes.sort_by_key(|code| code.id);
    codes
}

/// Finds the requested code, in upper or lower case.
fn find(codes: &[&'static Code], requested: &str) -> Result<&'static Code, UnknownCode> {
    codes.iter().find(|code| code.id.eq_ignore_ascii_case(requested)).copied().ok_or_else(|| UnknownCode::new(codes, requested))
}

fn as_json(code: &Code) -> serde_json::Value {
    let Code { id, severity, meaning, why, to_do, .. } = code;
    serde_json::json!({ "code": id, "severity": severity, "meaning": meaning, "why": why, "to_do": to_do })
}

fn codes_table(codes: &[&Code]) -> Document {
    let mut table = DocumentTable::new([Column::short("Code"), Column::short("Severity"), Column::text("Meaning")]);
    codes.iter().for_each(|code| table.row([code.id.into(), code.severity.to_string().into(), code.meaning.into()]));
    Document::new("").with(table)
}

fn code_document(code: &Code) -> Document {
    let Code { id, severity, meaning, why, to_do, .. } = code;
    let facts = Facts::new().fact("Meaning", *meaning).fact("Why", *why).fact("To do", *to_do);
    Document::new(format!("{id}, {severity}")).with(facts)
}

/// The error of a requested code that does not exist.
#[derive(Debug)]
pub(crate) struct UnknownCode {
    requested: String,
    /// The most similar ids.
    similar: Vec<&'static str>,
}

impl UnknownCode {
    fn new(codes: &[&'static Code], requested: &str) -> Self {
        const MAX_EDITS: usize = 2;
        const MAX_SUGGESTIONS: usize = 3;
        let requested_id = requested.to_ascii_uppercase();
        let mut similar: Vec<(usize, &str)> = codes.iter().map(|code| (strsim::levenshtein(code.id, &requested_id), code.id)).collect();
        similar.sort_unstable();
        let similar = similar.into_iter().filter(|(changes, _)| *changes <= MAX_EDITS).take(MAX_SUGGESTIONS).map(|(_, id)| id).collect();
        Self { requested: requested.to_owned(), similar }
    }

    pub(crate) fn hint(&self) -> String {
        let all = "'ratinglist codes' lists them all";
        if self.similar.is_empty() { all.to_owned() } else { format!("near it are {}; {all}", self.similar.join(", ")) }
    }
}

impl std::fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no code '{}'", self.requested)
    }
}

impl std::error::Error for UnknownCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_codes_have_the_same_id() {
        let codes = all_codes();
        let twice: Vec<&str> = codes.windows(2).filter(|pair| pair[0].id == pair[1].id).map(|pair| pair[0].id).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn every_code_says_what_it_means_why_and_what_to_do_in_sentences() {
        for code in all_codes() {
            for text in [code.meaning, code.why, code.to_do] {
                let begins = text.starts_with(|first: char| first.is_uppercase());
                assert!(begins && text.ends_with('.') && !text.contains("  "), "{}: '{text}'", code.id);
            }
        }
    }

    #[test]
    fn a_code_is_found_in_upper_and_lower_case_and_others_name_those_near_them() {
        let codes = all_codes();
        let similar = |requested: &str| find(&codes, requested).map(|code| code.id).map_err(|error| error.similar);
        assert_eq!(similar("TRF021"), Ok("TRF021"));
        assert_eq!(similar("trf021"), Ok("TRF021"));
        // One digit is missing; of those two changes away the first two.
        assert_eq!(similar("trf21"), Err(vec!["TRF021", "TRF001", "TRF010"]));
        assert_eq!(similar("PER021").map_err(|similar| similar.len()), Err(3));
        assert_eq!(similar("hello"), Err(vec![]));
        assert_eq!(similar(""), Err(vec![]));
    }
}
