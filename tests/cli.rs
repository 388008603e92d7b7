//! The command line: exit codes, whole outputs, what is said and what is written.
//!
//! Most tests use the club of `cli/club`: four players with a rapid rating, one with a standard rating only, and five
//! tournaments. By hand, for the list of 2024-02-01 (hundredths from the table of 7.1.2, K 20, and 40 for the new player):
//!
//! | player | club | evening | new year, at the December ratings | sum | change | rating |
//! |---|---|---|---|---|---|---|
//! | Adams 2000 | 8 - 26 + 36 | - 35 | | - 17 | - 3.4 | 1997 |
//! | Brown 1900 | 36 - 85 - 36 | | - 7 (1850 against 1800, drawn) | - 92 | - 18.4 | 1882 |
//! | Clark 1800 | - 36 + 26 + 24 | | 7 | 21 | 4.2 | 1804 |
//! | Davis 1600 | - 8 + 85 - 24 | - 36 | | 17 | 3.4 | 1603 |
//! | Evans 1700 at standard | | 36 + 35 | | 71 | 28.4 | 1728 |

use crate::support::{Folder, Said, copy, test_file};
use std::path::Path;
use std::process::{Command, Output};

mod column_alignment;
mod operations;
mod outputs;
mod publication;
mod refusals;
mod streams;

/// The list of 2024-02-01, as reckoned above.
const FEBRUARY: &str = "\
fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag
100101,\"Adams, Ann\",,,,ENG,F,1980,1997,4,20,
100102,\"Brown, Bob\",,,,ENG,M,1981,1882,4,20,
100103,\"Clark, Cat\",,,,ENG,F,1982,1804,4,20,
100104,\"Davis, Dan\",,,,ENG,M,1983,1603,4,20,
100105,\"Evans, Ed\",,,,ENG,M,1990,1728,2,40,
";

/// The club in a folder of its own.
fn club() -> Folder {
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    folder
}

/// The same list without a pipeline file. The lists are moved, so that the previous one is a folder with nothing but a `list.csv` and
/// a name that tells nothing.
fn by_flags<'a>(folder: &Folder, out: &'a str) -> Vec<&'a str> {
    let rename = |from: &str, to: &str| {
        if folder.join(from).exists() {
            std::fs::rename(folder.join(from), folder.join(to)).expect("folders can be renamed");
        }
    };
    rename("lists/rapid/2024-01-01", "newest");
    rename("lists/rapid", "older");
    let flags = "run --control rapid --list 2024-02 --previous newest --tournaments tournaments --registry tournaments.csv --archive older --longer standard=lists/standard --out";
    flags.split(' ').chain([out]).collect()
}

/// The program without any of the settings that a terminal brings along.
fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ratinglist"));
    command.current_dir(folder).args(arguments).env_remove("NO_COLOR").env_remove("COLUMNS").env_remove("RUST_LOG");
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("the program starts")
}

/// Wants this exit code and gives what was said.
fn exits(folder: &Path, arguments: &[&str], code: i32) -> Said {
    crate::support::expect_exit(folder, arguments, code)
}

/// What lies in a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
