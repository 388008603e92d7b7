//! A run that pauses at a stage, so that its inputs can change meanwhile. Only with the feature `faults`.

use crate::support::Folder;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program, waiting at a stage.
pub(crate) struct PausedRun {
    child: Child,
    /// Where it tells that it waits, and is told to go on.
    signals: Folder,
}

impl PausedRun {
    /// Starts the program and waits until it stands at the stage.
    pub(crate) fn at(stage: &str, folder: &Path, arguments: &[&str]) -> Self {
        let signals = Folder::new();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ratinglist"))
            .current_dir(folder)
            .args(arguments)
            .env("RATINGLIST_PAUSE", format!("{stage}:{}", signals.path().display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while !signals.join("reached").exists() {
            let ended = child.try_wait().expect("its state");
            if ended.is_some() || start.elapsed() > Duration::from_secs(120) {
                drop(child.kill());
                let output = child.wait_with_output().expect("its end");
                panic!("{arguments:?} did not come to '{stage}': {}", String::from_utf8_lossy(&output.stderr));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Self { child, signals }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Lets it go on to its end.
    pub(crate) fn go_on(self) -> Output {
        self.signals.put("go", "");
        self.child.wait_with_output().expect("its end")
    }

    /// Ends it as a power cut does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("its end");
    }
}
