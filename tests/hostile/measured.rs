//! The program under watch: how long it takes, and how much memory.

use crate::support::Said;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer is a hang. In an unoptimised build on a busy machine the slowest of these runs takes a few seconds.
const LONGEST: Duration = Duration::from_secs(240);

/// What a run came to.
pub(super) struct Run {
    pub(super) code: Option<i32>,
    pub(super) said: Said,
    /// The most memory that it ever held, in bytes, where the system tells.
    pub(super) peak: Option<u64>,
}

/// Runs the program in a folder to its end; a test fails where there is none.
pub(super) fn run(folder: &Path, arguments: &[&str]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ratinglist"))
        .current_dir(folder)
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Both are read while it runs: a full pipe would stop it.
    let (out, err) = (reader(child.stdout.take().expect("piped")), reader(child.stderr.take().expect("piped")));
    let begun = Instant::now();
    let mut peak = None;
    let status = loop {
        peak = peak_of(&child).max(peak);
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        if begun.elapsed() > LONGEST {
            child.kill().expect("the program can be stopped");
            panic!("ratinglist {arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let said = Said { out: out.join().expect("read"), err: err.join().expect("read") };
    assert!(!said.err.contains("panicked"), "ratinglist {arguments:?}\n{}", said.err);
    Run { code: status.code(), said, peak }
}

fn reader(mut pipe: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The high-water mark so far; Linux has it in kilobytes.
fn peak_of(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?;
    kilobytes.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

impl Run {
    /// Wants an exit code, and words in what was said.
    pub(super) fn says(&self, code: i32, words: &[&str]) -> &Self {
        let Said { out, err } = &self.said;
        let (out, err) = (beginning(out), beginning(err));
        assert_eq!(self.code, Some(code), "--- stdout\n{out}\n--- stderr\n{err}");
        for word in words {
            assert!(
                self.said.out.contains(word) || self.said.err.contains(word),
                "'{word}' is missing\n--- stdout\n{out}\n--- stderr\n{err}"
            );
        }
        self
    }

    /// Wants the memory to be no more than so many times the input, and what the program takes for itself.
    pub(super) fn takes_at_most(&self, times: u64, input: u64) -> &Self {
        const OWN: u64 = 200 << 20;
        let Some(peak) = self.peak else {
            eprintln!("memory is not measured: there is no /proc");
            return self;
        };
        let most = times * input + OWN;
        assert!(peak <= most, "{} MB for an input of {} MB; at most {} MB", peak >> 20, input >> 20, most >> 20);
        // What is said is not the input over again.
        assert!(self.said.out.len() + self.said.err.len() < 1 << 20, "{}", beginning(&self.said.out));
        self
    }
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(4000)]
}
