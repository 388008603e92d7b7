//! Every diagnostic code is raised, by an input that is wrong in just that way.
//!
//! Each test hands such inputs to the program, reads the codes that it tells, and compares them with the codes of one crate: a code that
//! nothing raises is as wrong as one that is raised and not in the crate's list.

mod federation_files;
mod lists;
mod periods;
mod players;
mod settings;
mod titles;
mod tournaments;

use crate::month::Month;
use crate::support::{Folder, ratinglist};
use model::Code;
use std::collections::BTreeSet;
use std::path::Path;

/// The codes that the program told.
#[derive(Default)]
struct Raised(BTreeSet<String>);

impl Raised {
    /// Runs the program, wants these codes told, and returns what it said.
    fn by(&mut self, wanted: &[&str], folder: &Path, arguments: &[&str]) -> String {
        let output = ratinglist(folder, arguments);
        let reported = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(matches!(output.status.code(), Some(0..=3)), "{arguments:?}: {:?}\n{reported}", output.status);
        self.note(wanted, &reported);
        reported
    }

    /// Lints one file in an empty folder.
    fn by_file(&mut self, wanted: &[&str], name: &str, content: impl AsRef<[u8]>) {
        let folder = Folder::new();
        folder.put(name, content);
        self.by(wanted, folder.path(), &["check", name]);
    }

    /// Makes the list of a month, and reads its diagnostics too.
    fn by_list(&mut self, wanted: &[&str], month: &Month, list: &str, more: &[&str]) {
        month.make(list, more);
        let diagnostics = std::fs::read_to_string(month.join(&month.place(list)).join("diagnostics.csv")).expect("diagnostics");
        self.note(wanted, &diagnostics);
    }

    fn note(&mut self, wanted: &[&str], reported: &str) {
        let codes = codes_in(reported);
        for code in wanted {
            assert!(codes.contains(*code), "{code} is not told in:\n{reported}");
        }
        self.0.extend(codes);
    }

    /// Wants every code of a crate among those raised, and no other of its kinds.
    fn expect_all(&self, codes: &[&Code]) {
        let ids: Vec<&str> = codes.iter().map(|code| code.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "ids ascend and none is there twice: {ids:?}");
        for code in codes {
            assert!(code.meaning.ends_with('.') && code.meaning.len() > 12, "{} has no meaning", code.id);
        }
        let kinds: BTreeSet<&str> = ids.iter().map(|id| &id[..3]).collect();
        let raised: BTreeSet<&str> = self.0.iter().map(String::as_str).filter(|id| kinds.contains(&id[..3])).collect();
        assert_eq!(raised, ids.into_iter().collect(), "codes raised, and codes of the crate");
    }
}

/// Every word such as `TRF021` that begins as the codes of this program do.
fn codes_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_code = |word: &&str| {
        let kinds = ["BUN", "COR", "FED", "LST", "NRM", "PER", "PLR", "PLY", "REG", "SET", "TRF"];
        word.len() == 6 && kinds.contains(&&word[..3]) && word[3..].bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(is_code).map(str::to_owned).collect()
}
