//! Shows the progress of a run on stderr, if that is a terminal.

use crate::arguments::{LogFormat, SharedArguments};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use model::ListDate;
use pipeline::ProgressObserver;
use std::time::Duration;

/// A progress bar on stderr that is removed when the run ends. It is hidden if stderr is not a terminal.
#[derive(Debug)]
pub(crate) struct TerminalProgress(ProgressBar);

impl TerminalProgress {
    pub(crate) fn new(shared: &SharedArguments) -> Self {
        let bar = ProgressBar::new_spinner();
        if shared.quiet || shared.verbose || shared.log_format == LogFormat::Json {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else {
            // Hidden by itself where stderr is not a terminal.
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self(bar)
    }
}

impl Drop for TerminalProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl ProgressObserver for TerminalProgress {
    fn on_stage(&self, name: &str) {
        self.0.set_style(ProgressStyle::default_spinner());
        self.0.set_message(name.to_owned());
        #[cfg(feature = "faults")]
        pause_at(name);
    }

    fn on_files(&self, done: usize, all: usize) {
        if done <= 1
            && let Ok(style) = ProgressStyle::with_template("{prefix}{msg} [{bar:30}] {pos}/{len}")
        {
            self.0.set_style(style);
        }
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }

    fn on_lists(&self, done: usize, all: usize, next: ListDate) {
        if done < all {
            self.0.set_prefix(format!("{} ({} of {all}) ", next.month(), done + 1));
        }
    }
}

/// With the feature `faults`, `RATINGLIST_PAUSE=writing:DIR` stops at the stage of that name: it makes `DIR/reached` and waits for `DIR/go`,
/// so that tests can change files in between.
#[cfg(feature = "faults")]
fn pause_at(stage: &str) {
    let pause = std::env::var("RATINGLIST_PAUSE").unwrap_or_default();
    let Some(folder) = pause.split_once(':').filter(|(name, _)| *name == stage).map(|(_, folder)| std::path::Path::new(folder)) else {
        return;
    };
    std::fs::write(folder.join("reached"), "").expect("the test's own folder");
    while !folder.join("go").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
