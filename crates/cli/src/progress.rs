//! Progress bars, on a terminal only.

use crate::arguments::{LogFormat, Shared};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use model::ListDate;
use pipeline::ProgressObserver;
use std::time::Duration;

/// A bar on stderr that goes away when the run is over; invisible where nobody watches.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new(shared: &Shared) -> Self {
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

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl ProgressObserver for Bar {
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
/// so that tests can change the world in between.
#[cfg(feature = "faults")]
fn pause_at(stage: &str) {
    let asked = std::env::var("RATINGLIST_PAUSE").unwrap_or_default();
    let Some(folder) = asked.split_once(':').filter(|(name, _)| *name == stage).map(|(_, folder)| std::path::Path::new(folder)) else {
        return;
    };
    std::fs::write(folder.join("reached"), "").expect("the test's own folder");
    while !folder.join("go").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
