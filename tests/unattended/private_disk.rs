//! A disk of its own for a test: a file system in memory, mounted where only the test's own processes see it.
//!
//! Permissions mean nothing to root, so a disk that is full or may not be written to has to be a real one.

use crate::support::Folder;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A mounted file system, until it is dropped.
pub(crate) struct PrivateDisk {
    /// Waits in the namespace and keeps it alive.
    holder: Child,
    place: Folder,
    /// How to get in: as root, or through a namespace in which an ordinary user is root.
    enter: &'static [&'static str],
}

/// With what a namespace is made, and entered.
const WAYS: [(&[&str], &[&str]); 2] =
    [(&["--mount"], &["--mount"]), (&["--map-root-user", "--mount"], &["--user", "--preserve-credentials", "--mount"])];

impl PrivateDisk {
    /// Mounts a disk with these options of `mount`, as `size=1m`. Tests that do so stand in a module `needs_mount`.
    pub(crate) fn mount(options: &str) -> Self {
        let mut said = String::new();
        for (make, enter) in WAYS {
            let place = Folder::new();
            // Ends by itself when the test does: then there is nothing left to read.
            let script = "mount -t tmpfs -o \"$1\" ratinglist-test \"$2\" && echo mounted && cat >/dev/null";
            let started = Command::new("unshare")
                .args(make)
                .args(["sh", "-c", script, "sh", options])
                .arg(place.path())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn();
            let Ok(mut holder) = started else {
                said = "there is no unshare; util-linux has it".to_owned();
                break;
            };
            let mut first = [0; 8];
            if holder.stdout.as_mut().expect("piped").read_exact(&mut first).is_ok() {
                return Self { holder, place, enter };
            }
            let output = holder.wait_with_output().expect("its end");
            said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        }
        panic!("no file system can be mounted here: {said}");
    }

    /// Where it is mounted, for those inside.
    pub(crate) fn inside(&self) -> &Path {
        self.place.path()
    }

    /// The same as seen from the test.
    pub(crate) fn seen(&self) -> PathBuf {
        let below = self.place.path().strip_prefix("/").expect("an absolute path");
        PathBuf::from(format!("/proc/{}/root", self.holder.id())).join(below)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.holder.id().to_string()]).args(self.enter).arg("--").arg(program);
        command
    }

    /// Mounts it anew with other options, as `ro` or another size.
    pub(crate) fn remount(&self, options: &str) {
        let output = self.command("mount").args(["-o", &format!("remount,{options}")]).arg(self.inside()).output().expect("mount");
        assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// How many bytes are in use.
    pub(crate) fn used(&self) -> u64 {
        let output = self.command("df").args(["--block-size=1", "--output=used"]).arg(self.inside()).output().expect("df");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().last().and_then(|line| line.trim().parse().ok()).unwrap_or_else(|| panic!("{text}"))
    }

    /// The program, in a folder of this disk.
    pub(crate) fn ratinglist(&self, folder: &str, arguments: &[&str]) -> Output {
        // The working folder is entered inside: outside, the name is another folder's.
        let mut command = self.command("sh");
        command.args(["-c", "cd \"$1\" && shift && exec \"$@\"", "sh"]).arg(self.inside().join(folder));
        command.arg(env!("CARGO_BIN_EXE_ratinglist")).args(arguments).env("NO_COLOR", "1").output().expect("the program starts")
    }

    /// The same with the exit code that it is to have; gives what was said on both channels.
    pub(crate) fn expect_exit(&self, folder: &str, arguments: &[&str], code: i32) -> String {
        let output = self.ratinglist(folder, arguments);
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "ratinglist {}\n{said}", arguments.join(" "));
        said
    }
}

impl Drop for PrivateDisk {
    fn drop(&mut self) {
        // With its input closed it ends, and the namespace with it.
        if let Some(mut input) = self.holder.stdin.take() {
            drop(input.flush());
        }
        drop(self.holder.wait());
    }
}
