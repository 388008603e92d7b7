//! Python with the libraries that analysts use, as `tests/python/requirements.txt` names them.
//!
//! `make test` installs them below `target` and says so in `RATINGLIST_PYTHON`. Tests that want them stand in a module `needs_python`.

use std::path::Path;
use std::process::Command;

/// Runs Python code in a folder and gives what it printed; the test fails where Python does.
pub(crate) fn run(folder: &Path, code: &str) -> String {
    let program = std::env::var_os("RATINGLIST_PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(&program).current_dir(folder).env("PYTHONUTF8", "1").args(["-c", code]).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{code}\n{out}\n{err}");
    out.into_owned()
}
