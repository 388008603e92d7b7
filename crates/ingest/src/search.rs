//! Finds tournament reports, bundles and online games in folders.
//!
//! In comes one source; out comes a [`SearchResult`]. Only headers of tables are read here, and no symbolic link is followed out of the
//! source.

use crate::archive::{ArchiveMember, ReportArchive};
use crate::codes;
use crate::error::IngestError;
use crate::input_table::{file_extension, file_name, read_header};
use model::{Diagnostic, FileSnapshot, InputFile, InputRole, Place};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file, and its name in diagnostics and manifests.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    /// Canonical, so that one file always has the same path; of a file in an archive the path of the archive and its name there.
    pub(crate) path: PathBuf,
    pub(crate) display_name: Arc<str>,
    /// What is not a file by itself; boxed, because a registry may name hundreds of thousands of files.
    archive: Option<Box<ArchiveContent>>,
}

/// What a file has to do with an archive.
#[derive(Clone, Debug)]
enum ArchiveContent {
    /// It lies in one.
    Member(ArchiveMember),
    /// It is one that cannot be used, and why.
    Broken(String),
}

/// The bytes of a report, and the input that they come from.
pub(crate) struct ReportBytes {
    pub(crate) bytes: Vec<u8>,
    /// The hash of these bytes.
    pub(crate) sha256: String,
    /// The file, or the archive.
    pub(crate) input: InputFile,
}

impl FoundFile {
    pub(crate) fn new(path: PathBuf, display_name: impl Into<Arc<str>>) -> Self {
        Self { path, display_name: display_name.into(), archive: None }
    }

    /// Why the file is an archive that cannot be used.
    pub(crate) fn archive_problem(&self) -> Option<&str> {
        match self.archive.as_deref() {
            Some(ArchiveContent::Broken(problem)) => Some(problem),
            Some(ArchiveContent::Member(_)) | None => None,
        }
    }

    /// The file in an archive that it is.
    fn member(&self) -> Option<&ArchiveMember> {
        match self.archive.as_deref() {
            Some(ArchiveContent::Member(member)) => Some(member),
            Some(ArchiveContent::Broken(_)) | None => None,
        }
    }

    /// The name of the file among the inputs: of a file in an archive that of the archive.
    pub(crate) fn input_name(&self) -> &Arc<str> {
        self.member().map_or(&self.display_name, |member| &member.archive.display_name)
    }

    /// The path of the file among the inputs.
    pub(crate) fn input_path(&self) -> &Path {
        self.member().map_or(self.path.as_path(), |member| member.archive.path())
    }

    /// The size of the file, unpacked.
    pub(crate) fn size(&self) -> Option<u64> {
        match self.member() {
            Some(member) => Some(member.size),
            None => Some(self.path.metadata().ok()?.len()),
        }
    }

    /// Reads a report of at most this many bytes.
    pub(crate) fn read_report(&self, most: u64) -> io::Result<ReportBytes> {
        let input = |sha256: &str, snapshot: FileSnapshot| {
            InputFile::new(InputRole::Tournaments, self.input_name().to_string(), sha256.to_owned()).with_snapshot(snapshot)
        };
        if let Some(member) = self.member() {
            let bytes = member.read_up_to(most)?;
            let input = input(member.archive.sha256()?, member.archive.snapshot.clone());
            return Ok(ReportBytes { sha256: store::sha256_hex(&bytes), bytes, input });
        }
        let (bytes, snapshot) = store::read_input_up_to(most, "report", &self.path)?;
        let sha256 = store::sha256_hex(&bytes);
        let input = input(&sha256, snapshot);
        Ok(ReportBytes { bytes, sha256, input })
    }
}

/// A table of a bundle or of online games.
#[derive(Clone, Debug)]
pub(crate) struct TableFile {
    pub(crate) file: FoundFile,
    pub(crate) is_parquet: bool,
}

/// A folder with a table of tournaments and a table of games.
#[derive(Clone, Debug)]
pub(crate) struct FoundBundle {
    pub(crate) display_name: Arc<str>,
    pub(crate) tournaments: TableFile,
    pub(crate) games: TableFile,
    pub(crate) players: Option<TableFile>,
    pub(crate) byes: Option<TableFile>,
}

/// A table of online games, and the table of players in its folder unless a bundle reads that.
#[derive(Clone, Debug)]
pub(crate) struct FoundOnline {
    pub(crate) games: TableFile,
    pub(crate) players: Option<TableFile>,
    /// Diagnostics that apply only if the tables are read.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What was found in one source.
#[derive(Debug, Default)]
pub(crate) struct SearchResult {
    /// The canonical path of the source.
    pub(crate) root: PathBuf,
    pub(crate) reports: Vec<FoundFile>,
    pub(crate) bundles: Vec<FoundBundle>,
    pub(crate) online: Vec<FoundOnline>,
    /// Files without the extension of a report. The registry may still name them.
    pub(crate) others: Vec<FoundFile>,
    /// The only report of each archive that has one, so that the registry may name the archive.
    pub(crate) single_reports: BTreeMap<PathBuf, PathBuf>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Errors of whole bundles.
    pub(crate) broken_bundles: Vec<IngestError>,
}

/// Searches a folder, or takes a single file as a report. Display names begin with `prefix`.
pub(crate) fn search(source: &Path, prefix: &str, registry: Option<&Path>) -> Result<SearchResult, IngestError> {
    let root = source.canonicalize().map_err(|error| IngestError::io(source, error))?;
    let mut found = SearchResult { root: root.clone(), ..SearchResult::default() };
    if root.is_dir() {
        found.search_folder(&root, prefix, registry).map_err(|error| IngestError::io(source, error))?;
        return Ok(found);
    }
    if matches!(file_extension(&root).as_str(), "csv" | "parquet" | "toml" | "json" | "xml" | "md") {
        let problem = "a tournament report, or a folder, is wanted here".to_owned();
        return Err(IngestError::NotATournament { path: source.to_owned(), problem });
    }
    let file = FoundFile::new(root, format!("{prefix}{}", file_name(source)));
    if is_archive_extension(&file_extension(&file.path)) {
        found.add_archive(&file);
    } else {
        found.reports.push(file);
    }
    Ok(found)
}

/// Whether a file of this extension is taken as a report: `trf` with an edition or without, what programs export, or three digits.
pub(crate) fn is_report_extension(extension: &str) -> bool {
    let is_number = extension.len() == 3 && extension.bytes().all(|b| b.is_ascii_digit());
    let is_of_edition =
        extension.strip_prefix("trf").is_some_and(|edition| edition.len() <= 4 && edition.bytes().all(|b| b.is_ascii_digit()));
    is_number || is_of_edition || matches!(extension, "trfx" | "txt" | "rep" | "fid" | "tab" | "input")
}

fn is_archive_extension(extension: &str) -> bool {
    extension == "zip"
}

/// Whether files of this extension are a pairing program's own, which nothing else reads: those of Swiss-Manager.
fn is_program_extension(extension: &str) -> bool {
    matches!(extension, "tunx" | "turx" | "tumx" | "tutx" | "tun" | "tur" | "tum" | "tut")
}

/// Whether files of this extension are common beside reports, so that they need no diagnostic.
fn is_expected_extra(extension: &str) -> bool {
    matches!(extension, "csv" | "parquet" | "toml" | "json" | "md")
}

impl SearchResult {
    fn search_folder(&mut self, folder: &Path, prefix: &str, registry: Option<&Path>) -> io::Result<()> {
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
            let file = FoundFile::new(entry.path(), format!("{prefix}{name}"));
            if kind.is_symlink() {
                self.check_link(&file);
            } else if kind.is_dir() {
                folders.push(file);
            } else if !kind.is_file() {
                // Reading a pipe or a device could block for ever.
                let message = "not a regular file; it is not read";
                let hint = "take it out of the folder";
                self.diagnostics
                    .push(Diagnostic::new(&codes::FILE_UNREADABLE, &file.display_name, Place::default(), message).with_hint(hint));
            } else if registry != Some(file.path.as_path()) {
                files.push((file, name));
            }
        }
        self.classify_files(folder, prefix, files);
        for folder in folders {
            if let Err(error) = self.search_folder(&folder.path, &format!("{}/", folder.display_name), registry) {
                let message = format!("the folder cannot be read: {error}");
                let hint = "give the user who makes the lists the right to read it";
                self.diagnostics
                    .push(Diagnostic::new(&codes::FILE_UNREADABLE, &folder.display_name, Place::default(), message).with_hint(hint));
            }
        }
        Ok(())
    }

    /// Warns of a link out of the source. A link to the inside needs nothing: its target is found anyway.
    fn check_link(&mut self, link: &FoundFile) {
        let leads_inside = link.path.canonicalize().is_ok_and(|target| target.starts_with(&self.root));
        if !leads_inside {
            let message = "the symbolic link leads out of the folder and is not followed";
            let hint = "hand in the folder that it leads to as well, or copy the file";
            self.diagnostics
                .push(Diagnostic::new(&codes::LINK_NOT_FOLLOWED, &link.display_name, Place::default(), message).with_hint(hint));
        }
    }

    fn classify_files(&mut self, folder: &Path, prefix: &str, files: Vec<(FoundFile, String)>) {
        let has = |name: &str| files.iter().any(|file| file.1 == name);
        let has_table = |name: &str| has(&format!("{name}.csv")) || has(&format!("{name}.parquet"));
        if has("manifest.json") && (has_table("list") || has("state.parquet")) {
            let display_name: Arc<str> = prefix.trim_end_matches('/').into();
            let message = "the folder is a finished list and is passed over";
            self.diagnostics.push(Diagnostic::new(&codes::FILE_PASSED_OVER, &display_name, Place::default(), message));
            return;
        }
        let table = |name: &str| {
            let find = |is_parquet: bool| {
                let wanted = format!("{name}.{}", if is_parquet { "parquet" } else { "csv" });
                files.iter().find(|file| file.1 == wanted).map(|file| TableFile { file: file.0.clone(), is_parquet })
            };
            (find(true).or_else(|| find(false)), find(true).is_some() && find(false).is_some())
        };
        let (tournaments, games, players, online) = (table("tournaments"), table("games"), table("players"), table("online_games"));
        let byes = table("byes");
        let has_bundle = tournaments.0.is_some() && games.0.is_some();
        let preferred = |(found, is_double): &(Option<TableFile>, bool)| {
            let found = found.as_ref().filter(|_| *is_double)?;
            let message = "there is a CSV file of this table too; this one is read";
            Some(Diagnostic::new(&codes::PARQUET_PREFERRED, &found.file.display_name, Place::default(), message))
        };
        if has_bundle {
            self.diagnostics.extend([&tournaments, &games, &players, &byes].into_iter().filter_map(preferred));
        }
        let has_online = online.0.is_some();
        if let Some(games) = online.0.clone() {
            let players = Some(&players).filter(|_| !has_bundle);
            let diagnostics = [Some(&online), players].into_iter().flatten().filter_map(preferred).collect();
            self.online.push(FoundOnline { games, players: players.and_then(|players| players.0.clone()), diagnostics });
        }
        match (tournaments.0, games.0) {
            (Some(tournaments), Some(games)) => {
                let display_name = prefix.trim_end_matches('/').into();
                self.bundles.push(FoundBundle { display_name, tournaments, games, players: players.0, byes: byes.0 });
            }
            (None, Some(games)) => {
                let message = "there is no tournaments.csv or tournaments.parquet beside it, so that this is no bundle; it is not read";
                let hint = "put the table of tournaments beside it, or take it out of the folder";
                self.diagnostics.push(
                    Diagnostic::new(&codes::GAMES_WITHOUT_TOURNAMENTS, &games.file.display_name, Place::default(), message).with_hint(hint),
                );
            }
            (Some(tournaments), None) if !has_online && is_bundle_table(&tournaments) => {
                let present = file_name(&tournaments.file.path);
                self.broken_bundles.push(IngestError::IncompleteBundle {
                    path: folder.to_owned(),
                    present,
                    missing: "games.csv or games.parquet",
                });
            }
            _ => {}
        }
        for (file, _) in files {
            let extension = file_extension(&file.path);
            let is_archive = is_archive_extension(&extension);
            if (is_report_extension(&extension) || is_archive) && has_bundle {
                let message = "the report lies in a bundle's folder and is not read";
                let hint = "move it into a folder of its own";
                self.diagnostics
                    .push(Diagnostic::new(&codes::BUNDLE_OTHER_FILE, &file.display_name, Place::default(), message).with_hint(hint));
            } else if is_archive {
                self.add_archive(&file);
            } else if is_report_extension(&extension) {
                self.reports.push(file);
            } else {
                self.others.push(file);
            }
        }
    }

    /// Adds the reports of an archive. One that cannot be used is a report that cannot be read.
    fn add_archive(&mut self, file: &FoundFile) {
        let (mut reports, others) = reports_in_archive(file);
        if reports.is_empty() && others.is_empty() {
            let message = "the archive is empty";
            self.diagnostics.push(Diagnostic::new(&codes::FILE_PASSED_OVER, &file.display_name, Place::default(), message));
        }
        if let [report] = reports.as_slice()
            && report.archive_problem().is_none()
        {
            self.single_reports.insert(file.path.clone(), report.path.clone());
        }
        self.reports.append(&mut reports);
        self.others.extend(others);
    }

    /// Adds a note for each file that neither is a report nor is named by the registry.
    pub(crate) fn note_unused_files(&mut self, is_named: impl Fn(&Path) -> bool) {
        for file in &self.others {
            if !is_expected_extra(&file_extension(&file.path)) && !is_named(&file.path) {
                let extension = file_extension(&file.path);
                let (code, message, hint) = if is_program_extension(&extension) {
                    let hint = "open the tournament in the program, export the report for FIDE (TRF), and hand that in";
                    (&codes::PROGRAM_FILE, format!("a .{extension} is a pairing program's own file, and no report; passed over"), hint)
                } else if is_archive_extension(&extension) {
                    (&codes::FILE_PASSED_OVER, "an archive in an archive; passed over".to_owned(), "unpack it, and hand in what it holds")
                } else {
                    let message = "not the name of a tournament report; passed over".to_owned();
                    let hint = "reports end in .trf (or .trf16 and the like), .trfx, .txt, .rep, .fid, .tab, .input or three digits, and may \
                                be zipped; others must be named in the registry";
                    (&codes::FILE_PASSED_OVER, message, hint)
                };
                self.diagnostics.push(Diagnostic::new(code, &file.display_name, Place::default(), message).with_hint(hint));
            }
        }
    }
}

/// The reports in an archive, and its other files.
pub(crate) fn reports_in_archive(file: &FoundFile) -> (Vec<FoundFile>, Vec<FoundFile>) {
    let members = match ReportArchive::open(&file.path, &file.display_name) {
        Ok(members) => members,
        Err(problem) => return (vec![FoundFile { archive: Some(Box::new(ArchiveContent::Broken(problem))), ..file.clone() }], Vec::new()),
    };
    let found = members.into_iter().filter(|(name, _)| !is_hidden(name)).map(|(name, member)| FoundFile {
        path: file.path.join(&name),
        display_name: format!("{}/{name}", file.display_name).into(),
        archive: Some(Box::new(ArchiveContent::Member(member))),
    });
    found.partition(|found: &FoundFile| is_report_extension(&file_extension(&found.path)))
}

/// Whether a name in an archive is one that programs add for themselves, or begins with a point as names that a search leaves out.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// How many files were passed over, by the endings of their names.
pub fn passed_over_endings(diagnostics: &[Diagnostic]) -> BTreeMap<String, usize> {
    let mut endings = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|d| [&codes::FILE_PASSED_OVER, &codes::PROGRAM_FILE].contains(&d.code)) {
        *endings.entry(file_extension(Path::new(&*diagnostic.file))).or_default() += 1;
    }
    endings
}

/// Whether a table of tournaments without a table of games belongs to a bundle: a registry would have a column `file`.
fn is_bundle_table(table: &TableFile) -> bool {
    if table.is_parquet {
        return true;
    }
    let header = read_header(&table.file.path);
    let has = |header: &csv::ByteRecord, wanted: &str| header.iter().any(|name| name.trim_ascii() == wanted.as_bytes());
    header.is_ok_and(|header| has(&header, "tournament_id") && !has(&header, "file"))
}
