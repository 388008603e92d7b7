//! Finds tournament reports, bundles and online games in folders.

use crate::codes;
use crate::error::IngestError;
use crate::input_table::{ending, file_name, header_of};
use model::{Diagnostic, Place};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file, and how diagnostics and manifests name it.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    /// Free of symbolic links, so that the same file always has the same path.
    pub(crate) path: PathBuf,
    pub(crate) shown: Arc<str>,
}

/// One table of a bundle.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) file: FoundFile,
    pub(crate) is_parquet: bool,
}

/// A folder with a table of tournaments and a table of games.
#[derive(Clone, Debug)]
pub(crate) struct FoundBundle {
    pub(crate) shown: Arc<str>,
    pub(crate) tournaments: Table,
    pub(crate) games: Table,
    pub(crate) players: Option<Table>,
}

/// A table of online games, and the table of players beside it if no bundle reads that.
#[derive(Clone, Debug)]
pub(crate) struct FoundOnline {
    pub(crate) games: Table,
    pub(crate) players: Option<Table>,
    /// What is to be said of these files where they are read.
    pub(crate) notes: Vec<Diagnostic>,
}

/// What one folder or file holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The folder or file that was handed in.
    pub(crate) root: PathBuf,
    pub(crate) reports: Vec<FoundFile>,
    pub(crate) bundles: Vec<FoundBundle>,
    pub(crate) online: Vec<FoundOnline>,
    /// Files whose names are not those of reports. The registry may still name them.
    pub(crate) others: Vec<FoundFile>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What is wrong with whole bundles.
    pub(crate) broken: Vec<IngestError>,
}

/// Searches one folder, or takes one file as it is. Names begin with `prefix`.
pub(crate) fn search(handed_in: &Path, prefix: &str, registry: Option<&Path>) -> Result<Found, IngestError> {
    let root = handed_in.canonicalize().map_err(|error| IngestError::io(handed_in, error))?;
    let mut found = Found { root: root.clone(), ..Found::default() };
    if root.is_dir() {
        found.folder(&root, prefix, registry).map_err(|error| IngestError::io(handed_in, error))?;
        return Ok(found);
    }
    if matches!(ending(&root).as_str(), "csv" | "parquet" | "toml" | "json" | "xml" | "md") {
        let problem = "a tournament report, or a folder, is wanted here".to_owned();
        return Err(IngestError::NotATournament { path: handed_in.to_owned(), problem });
    }
    let shown = format!("{prefix}{}", file_name(handed_in)).into();
    found.reports.push(FoundFile { path: root, shown });
    Ok(found)
}

fn is_report_ending(ending: &str) -> bool {
    let is_number = ending.len() == 3 && ending.bytes().all(|b| b.is_ascii_digit());
    is_number || matches!(ending, "trf" | "trfx" | "txt" | "tab" | "input")
}

/// Files that commonly lie about and are nobody's mistake.
fn is_no_surprise(ending: &str) -> bool {
    matches!(ending, "csv" | "parquet" | "toml" | "json" | "md")
}

impl Found {
    fn folder(&mut self, folder: &Path, prefix: &str, registry: Option<&Path>) -> io::Result<()> {
        let mut files = Vec::new();
        let mut folders = Vec::new();
        let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let kind = entry.file_type()?;
            let file = FoundFile { path: entry.path(), shown: format!("{prefix}{name}").into() };
            if kind.is_symlink() {
                self.link(&file);
            } else if kind.is_dir() {
                folders.push(file);
            } else if !kind.is_file() {
                // Reading a pipe or a device could wait for ever.
                let message = "not a regular file; it is not read";
                let hint = "take it out of the folder";
                self.diagnostics.push(Diagnostic::new(&codes::FILE_UNREADABLE, &file.shown, Place::default(), message).with_hint(hint));
            } else if registry != Some(file.path.as_path()) {
                files.push((file, name));
            }
        }
        self.files(folder, prefix, files);
        for folder in folders {
            if let Err(error) = self.folder(&folder.path, &format!("{}/", folder.shown), registry) {
                let message = format!("the folder cannot be read: {error}");
                let hint = "give the user who makes the lists the right to read it";
                self.diagnostics.push(Diagnostic::new(&codes::FILE_UNREADABLE, &folder.shown, Place::default(), message).with_hint(hint));
            }
        }
        Ok(())
    }

    /// A link to something inside is passed over because the thing itself is found; one that leads out is not followed.
    fn link(&mut self, link: &FoundFile) {
        let leads_inside = link.path.canonicalize().is_ok_and(|target| target.starts_with(&self.root));
        if !leads_inside {
            let message = "the symbolic link leads out of the folder and is not followed";
            let hint = "hand in the folder that it leads to as well, or copy the file";
            self.diagnostics.push(Diagnostic::new(&codes::LINK_NOT_FOLLOWED, &link.shown, Place::default(), message).with_hint(hint));
        }
    }

    fn files(&mut self, folder: &Path, prefix: &str, files: Vec<(FoundFile, String)>) {
        let has = |name: &str| files.iter().any(|file| file.1 == name);
        let has_table = |name: &str| has(&format!("{name}.csv")) || has(&format!("{name}.parquet"));
        if has("manifest.json") && (has_table("list") || has("state.parquet")) {
            let shown: Arc<str> = prefix.trim_end_matches('/').into();
            let message = "the folder is a finished list and is passed over";
            self.diagnostics.push(Diagnostic::new(&codes::FILE_PASSED_OVER, &shown, Place::default(), message));
            return;
        }
        let table = |name: &str| {
            let find = |is_parquet: bool| {
                let wanted = format!("{name}.{}", if is_parquet { "parquet" } else { "csv" });
                files.iter().find(|file| file.1 == wanted).map(|file| Table { file: file.0.clone(), is_parquet })
            };
            (find(true).or_else(|| find(false)), find(true).is_some() && find(false).is_some())
        };
        let (tournaments, games, players, online) = (table("tournaments"), table("games"), table("players"), table("online_games"));
        let has_bundle = tournaments.0.is_some() && games.0.is_some();
        let preferred = |(found, is_double): &(Option<Table>, bool)| {
            let found = found.as_ref().filter(|_| *is_double)?;
            let message = "there is a CSV file of this table too; this one is read";
            Some(Diagnostic::new(&codes::PARQUET_PREFERRED, &found.file.shown, Place::default(), message))
        };
        if has_bundle {
            self.diagnostics.extend([&tournaments, &games, &players].into_iter().filter_map(preferred));
        }
        let has_online = online.0.is_some();
        if let Some(games) = online.0.clone() {
            let players = Some(&players).filter(|_| !has_bundle);
            let notes = [Some(&online), players].into_iter().flatten().filter_map(preferred).collect();
            self.online.push(FoundOnline { games, players: players.and_then(|players| players.0.clone()), notes });
        }
        match (tournaments.0, games.0) {
            (Some(tournaments), Some(games)) => {
                let shown = prefix.trim_end_matches('/').into();
                self.bundles.push(FoundBundle { shown, tournaments, games, players: players.0 });
            }
            (None, Some(games)) => {
                let there = file_name(&games.file.path);
                self.broken.push(IngestError::IncompleteBundle {
                    path: folder.to_owned(),
                    there,
                    missing: "tournaments.csv or tournaments.parquet",
                });
            }
            (Some(tournaments), None) if !has_online && is_bundle_table(&tournaments) => {
                let there = file_name(&tournaments.file.path);
                self.broken.push(IngestError::IncompleteBundle { path: folder.to_owned(), there, missing: "games.csv or games.parquet" });
            }
            _ => {}
        }
        for (file, _) in files {
            let ending = ending(&file.path);
            if is_report_ending(&ending) && has_bundle {
                let message = "the report lies in a bundle's folder and is not read";
                let hint = "move it into a folder of its own";
                self.diagnostics.push(Diagnostic::new(&codes::BUNDLE_OTHER_FILE, &file.shown, Place::default(), message).with_hint(hint));
            } else if is_report_ending(&ending) {
                self.reports.push(file);
            } else {
                self.others.push(file);
            }
        }
    }

    /// Notes the files that turned out to be nobody's.
    pub(crate) fn pass_over_others(&mut self, is_named: impl Fn(&Path) -> bool) {
        for file in &self.others {
            if !is_no_surprise(&ending(&file.path)) && !is_named(&file.path) {
                let message = "not the name of a tournament report; passed over";
                let hint = "reports end in .trf, .trfx, .txt, .tab, .input or three digits; others must be named in the registry";
                self.diagnostics.push(Diagnostic::new(&codes::FILE_PASSED_OVER, &file.shown, Place::default(), message).with_hint(hint));
            }
        }
    }
}

/// Whether a table of tournaments without games beside it was meant for a bundle: a registry names files.
fn is_bundle_table(table: &Table) -> bool {
    if table.is_parquet {
        return true;
    }
    let header = header_of(&table.file.path);
    let has = |header: &csv::ByteRecord, wanted: &str| header.iter().any(|name| name.trim_ascii() == wanted.as_bytes());
    header.is_ok_and(|header| has(&header, "tournament_id") && !has(&header, "file"))
}
