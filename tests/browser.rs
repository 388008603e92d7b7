//! Pages in a real browser.
//!
//! `CHROMIUM` names it, or it is looked for on the path. Tests that want one stand in a module `needs_browser`.

use crate::support::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

pub(crate) struct Browser {
    program: PathBuf,
    /// What it writes down while it runs, and the pages made for it.
    folder: Folder,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Colours {
    Light,
    Dark,
}

impl Colours {
    /// The number of the scheme in the browser's settings.
    fn scheme(self) -> u8 {
        match self {
            Self::Light => 1,
            Self::Dark => 0,
        }
    }
}

impl Browser {
    /// Finds the browser that is installed.
    pub(crate) fn find() -> Self {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = named.or_else(|| {
            let places = std::env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name)));
            places.into_iter().find(|program| program.is_file())
        });
        let program = found.expect("no browser is installed; Debian has one in its package chromium, and CHROMIUM may name another");
        Self { program, folder: Folder::new() }
    }

    fn run(&self, arguments: &[String]) -> Vec<u8> {
        let output = Command::new(&self.program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--virtual-time-budget=20000",
            ])
            .arg(format!("--user-data-dir={}", self.folder.join("profile").display()))
            .args(arguments)
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.program.display()));
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// A picture of a page as a PNG file.
    pub(crate) fn picture(&self, page: &Path, width: u32, colours: Colours) -> Vec<u8> {
        let picture = self.folder.join("picture.png");
        // A window cannot be as narrow as a telephone, a frame in it can.
        let frame = self.frame(page, width);
        let scheme = colours.scheme();
        self.run(&[
            format!("--window-size={width},2400"),
            format!("--blink-settings=preferredColorScheme={scheme}"),
            format!("--screenshot={}", picture.display()),
            format!("file://{}", frame.display()),
        ]);
        std::fs::read(&picture).expect("a picture")
    }

    /// How many sheets of paper a page takes when it is printed.
    pub(crate) fn sheets(&self, page: &Path) -> usize {
        let printed = self.folder.join("printed.pdf");
        self.run(&[
            "--no-pdf-header-footer".to_owned(),
            format!("--print-to-pdf={}", printed.display()),
            format!("file://{}", page.display()),
        ]);
        let bytes = std::fs::read(&printed).expect("a PDF");
        let text = String::from_utf8_lossy(&bytes);
        text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
    }

    /// Opens a page at a width, runs `probe` in it once it is ready, and returns what that returns, with `errors` and the widths.
    pub(crate) fn ask(&self, page: &Path, width: u32, probe: &str) -> serde_json::Value {
        self.ask_in(page, width, Colours::Light, "", probe)
    }

    /// Opens a page in these colours, with a script of a library in it; `probe` may wait for promises.
    pub(crate) fn ask_in(&self, page: &Path, width: u32, colours: Colours, library: &str, probe: &str) -> serde_json::Value {
        let text = std::fs::read_to_string(page).expect("a page");
        let library = library.replace("</script", "<\\/script");
        let listening = format!(
            "<head><script>window.errors = []; window.onerror = (message) => {{ window.errors.push(String(message)); }};</script>\
             <script>{library}</script>"
        );
        let asking = format!(
            "<script>window.onload = async () => {{ let found; try {{ found = await (async () => {{ {probe} }})(); }} catch (error) {{ window.errors.push(String(error)); }}
             parent.postMessage({{ found, errors: window.errors, ready: document.documentElement.dataset.tables,
             wide: document.documentElement.scrollWidth, window: window.innerWidth }}, '*'); }};</script></body>"
        );
        let probed = self.folder.put("probed.html", text.replacen("<head>", &listening, 1).replacen("</body>", &asking, 1));
        let frame = self.frame(&probed, width);
        let scheme = format!("--blink-settings=preferredColorScheme={}", colours.scheme());
        let dom = self.run(&[scheme, "--dump-dom".to_owned(), format!("file://{}", frame.display())]);
        let dom = String::from_utf8_lossy(&dom);
        let answer = dom.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next());
        let answer = answer
            .unwrap_or_else(|| panic!("the page did not answer: {dom}"))
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
    }

    /// A page that holds another in a frame of some width and writes down what that one tells.
    fn frame(&self, page: &Path, width: u32) -> PathBuf {
        let html = format!(
            "<!DOCTYPE html><body style=\"margin:0\"><script>window.onmessage = (event) => {{ const pre = document.createElement('pre');
             pre.textContent = JSON.stringify(event.data); document.body.append(pre); }};</script>
             <iframe style=\"border:0;width:{width}px;height:2400px\" src=\"file://{}\"></iframe></body>",
            page.display()
        );
        self.folder.put("frame.html", html)
    }
}
