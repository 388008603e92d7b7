//! List folders that are compared with their manifest before anything is taken from them.

use crate::file_in_parts::FileInParts;
use crate::folder_names::{FolderName, Version, file};
use crate::hash::{PART_BYTES, sha256_hex, sha256_of_reader};
use crate::revisions::read_revisions;
use crate::{Manifest, OutputFile, RunRecord, StoreError, all_versions, open_file, read_file};
use model::{Control, InputRole};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Files that only this program writes. A folder with one of them must have a manifest.
const OWN_FILES: [&str; 3] = [file::RUN, file::POOL, file::RATED_TOURNAMENTS];

/// Whether files are compared with their hashes before they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HashCheck {
    #[default]
    Required,
    /// Damaged folders are read, too. Nothing may be built on what is read so.
    Skipped,
}

/// A list folder whose files are those that its manifest names, of the date and the control that it should have.
///
/// A folder that holds a list and nothing else of this program is a given list: it has no manifest and nothing to be compared with.
#[derive(Debug)]
pub struct CheckedFolder {
    path: PathBuf,
    /// The manifest and its hash.
    manifest: Option<(Manifest, String)>,
    hash_check: HashCheck,
    /// Of a given list that is only looked at: the hashes that the lists made from it name, by file.
    built_on: BTreeMap<String, BTreeSet<String>>,
    /// Names of the files whose hashes were found to be right.
    verified: Mutex<BTreeSet<String>>,
}

impl CheckedFolder {
    /// Opens a list folder. Its manifest must be of the folder's date and of `control`, and every file that it names must be there with its
    /// size.
    pub fn open(path: &Path, control: Option<Control>) -> Result<Self, StoreError> {
        let folder = Self::read(path, HashCheck::Required)?;
        folder.check_manifest(control)?;
        folder.check_sizes()?;
        Ok(folder)
    }

    /// Opens a list folder for someone who only looks at it. With [`HashCheck::Skipped`] nothing is compared.
    pub fn open_to_inspect(path: &Path, hash_check: HashCheck) -> Result<Self, StoreError> {
        match hash_check {
            HashCheck::Required => {
                let folder = Self::open(path, None)?;
                let built_on = if folder.manifest.is_none() { hashes_built_on(path) } else { BTreeMap::new() };
                Ok(Self { built_on, ..folder })
            }
            HashCheck::Skipped => Self::read(path, hash_check),
        }
    }

    /// Opens a list folder without comparing its manifest and its sizes. The hash of each file that is read is checked.
    pub fn open_unchecked(path: &Path) -> Result<Self, StoreError> {
        Self::read(path, HashCheck::Required)
    }

    fn read(path: &Path, hash_check: HashCheck) -> Result<Self, StoreError> {
        let manifest_path = path.join(file::MANIFEST);
        let manifest = match read_file(&manifest_path) {
            Ok(bytes) => {
                let read = Manifest::from_json(&String::from_utf8_lossy(&bytes), &manifest_path);
                match read {
                    Err(StoreError::Damaged { .. }) if hash_check == HashCheck::Skipped => None,
                    read => Some((read?, sha256_hex(&bytes))),
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                if let Some(reason) = own_folder_reason(path).filter(|_| hash_check == HashCheck::Required) {
                    return Err(StoreError::damaged(&manifest_path, format!("missing, and {reason}: the list cannot be checked")));
                }
                None
            }
            Err(error) => return Err(StoreError::io(&manifest_path)(error)),
        };
        Ok(Self { path: path.to_owned(), manifest, hash_check, built_on: BTreeMap::new(), verified: Mutex::default() })
    }

    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref().map(|(manifest, _)| manifest)
    }

    /// The hash of the manifest.
    pub fn manifest_sha256(&self) -> Option<&str> {
        self.manifest.as_ref().map(|(_, sha256)| sha256.as_str())
    }

    fn manifest_path(&self) -> PathBuf {
        self.path.join(file::MANIFEST)
    }

    /// Fails if the manifest is of another list than the folder, or is not the one that was written with it.
    fn check_manifest(&self, control: Option<Control>) -> Result<(), StoreError> {
        let Some((manifest, sha256)) = &self.manifest else { return Ok(()) };
        let damaged = |problem: String| Err(StoreError::damaged(&self.manifest_path(), problem));
        let is_file_name = |path: &str| Path::new(path).file_name().is_some_and(|name| name == path);
        if !manifest.outputs.iter().all(|output| is_file_name(&output.path)) {
            return damaged("damaged or altered: it names a file outside its folder".to_owned());
        }
        let name = FolderName::from_path(&self.path);
        if let Some(name) = name.filter(|name| name.date != manifest.list) {
            return damaged(format!("of the list of {}, in the folder of {}", manifest.list, name.date));
        }
        if let Some(control) = control.filter(|control| *control != manifest.control) {
            return damaged(format!("of a {} list, where a {control} list should be", manifest.control));
        }
        match RunRecord::read(&self.path) {
            Ok(record) if record.manifest_sha256.as_ref().is_some_and(|written| written != sha256) => {
                return damaged(format!("not the one that was written with the list, by {}", file::RUN));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::damaged(&self.path.join(file::RUN), format!("damaged or altered ({error})"))),
        }
        match name.map(|name| self.recorded_as(name, sha256)).transpose()?.flatten() {
            Some(problem) => damaged(problem),
            None => Ok(()),
        }
    }

    /// Describes how the manifest differs from what the table of revisions says about this version.
    fn recorded_as(&self, name: FolderName, sha256: &str) -> Result<Option<String>, StoreError> {
        let (Version::Published(number), Some(lists)) = (name.version, self.path.parent()) else { return Ok(None) };
        let lists = if lists.as_os_str().is_empty() { Path::new(".") } else { lists };
        for row in read_revisions(lists)?.iter().filter(|row| row.list == name.date) {
            let is_this_version = row.revision == number;
            if is_this_version && row.manifest_sha256 != sha256 {
                return Ok(Some("not the one that revisions.csv has for this version".to_owned()));
            }
            // A revision differs from the version before it; a later one may be as the first was.
            if row.revision.abs_diff(number) == 1 && row.manifest_sha256 == sha256 {
                return Ok(Some(format!("of version {}, by revisions.csv", row.revision)));
            }
        }
        Ok(None)
    }

    fn check_sizes(&self) -> Result<(), StoreError> {
        for output in self.outputs() {
            let path = self.path.join(&output.path);
            match std::fs::metadata(&path) {
                Ok(found) if !found.is_file() => return Err(StoreError::damaged(&path, "not a file")),
                Ok(found) if found.len() != output.bytes => {
                    let problem = format!("{} bytes long, and {} when it was published: damaged or altered", found.len(), output.bytes);
                    return Err(StoreError::damaged(&path, problem));
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Err(StoreError::damaged(&path, "missing, and it was published with its list"));
                }
                Err(error) => return Err(StoreError::io(&path)(error)),
            }
        }
        Ok(())
    }

    fn outputs(&self) -> &[OutputFile] {
        self.manifest().map_or(&[], |manifest| &manifest.outputs)
    }

    /// Fails if a file with this hash is not the one that was published.
    pub fn check_hash(&self, name: &str, sha256: &str) -> Result<(), StoreError> {
        if self.hash_check == HashCheck::Skipped || name == file::MANIFEST {
            return Ok(());
        }
        if self.manifest.is_none() {
            return match self.built_on.get(name) {
                Some(hashes) if !hashes.contains(sha256) => {
                    let problem = "not the file that the lists after it were made from: damaged, altered or replaced since";
                    Err(StoreError::damaged(&self.path.join(name), problem))
                }
                Some(_) | None => Ok(()),
            };
        }
        let problem = match self.outputs().iter().find(|output| output.path == name) {
            Some(output) if output.sha256 == sha256 => {
                self.verified.lock().expect("nothing panics while it is held").insert(name.to_owned());
                return Ok(());
            }
            Some(_) => "not the file that was published with its list: damaged or altered since",
            None => "not one of the files that were published with its list",
        };
        Err(StoreError::damaged(&self.path.join(name), problem))
    }

    /// Returns the path of a file whose hash is right; `None` if there is no such file.
    pub fn file(&self, name: &str) -> Result<Option<PathBuf>, StoreError> {
        let path = self.path.join(name);
        if !path.is_file() {
            return Ok(None);
        }
        let is_unchecked = self.hash_check == HashCheck::Required && (self.manifest.is_some() || self.built_on.contains_key(name));
        if is_unchecked && !self.verified.lock().expect("nothing panics while it is held").contains(name) {
            let hash = open_file(&path).and_then(sha256_of_reader).map_err(StoreError::io(&path))?;
            self.check_hash(name, &hash)?;
        }
        Ok(Some(path))
    }

    /// Opens a file of which only parts are read, each compared with its hash before anything is taken from it; `None` if there is no such
    /// file. Where the manifest has no hashes of parts, the whole file is compared now.
    pub fn open_in_parts(&self, name: &str) -> Result<Option<FileInParts>, StoreError> {
        let output = self.outputs().iter().find(|output| output.path == name).filter(|_| self.hash_check == HashCheck::Required);
        let Some(output) = output.filter(|output| !output.parts.is_empty()) else {
            return self.file(name)?.map(|path| FileInParts::open(path, None)).transpose();
        };
        let path = self.path.join(name);
        if output.parts.len() as u64 != output.bytes.div_ceil(PART_BYTES as u64) {
            return Err(StoreError::damaged(
                &self.manifest_path(),
                format!("damaged or altered: the parts of {name} are not those of its length"),
            ));
        }
        if path.is_file() { FileInParts::open(path, Some(output)).map(Some) } else { Ok(None) }
    }

    /// Returns every file of the manifest that is not what was published.
    pub fn altered_files(&self) -> Vec<StoreError> {
        let of = |output: &OutputFile| match self.file(&output.path) {
            Ok(Some(_)) => None,
            Ok(None) => Some(StoreError::damaged(&self.path.join(&output.path), "missing, and it was published with its list")),
            Err(error) => Some(error),
        };
        self.outputs().par_iter().with_max_len(1).filter_map(of).collect()
    }
}

/// The hashes of the files of a given list that the lists made from it name, in the same folder of lists.
fn hashes_built_on(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut hashes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let Some(name) = FolderName::from_path(folder) else { return hashes };
    let versions = all_versions(lists_folder(folder)).unwrap_or_default();
    for later in versions.iter().filter(|version| version.name.date > name.date) {
        let Ok(manifest) = Manifest::read(&later.path) else { continue };
        for input in manifest.inputs.iter().filter(|input| matches!(input.role, InputRole::Previous | InputRole::Older(_))) {
            if let Some((_, file)) = input.path.split_once('/').filter(|(date, _)| *date == name.date.to_string()) {
                hashes.entry(file.to_owned()).or_default().insert(input.sha256.clone());
            }
        }
    }
    hashes
}

/// The folder of lists that a list folder lies in.
fn lists_folder(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Says how a folder without a manifest is known to be one that this program made; `None` for a given list.
fn own_folder_reason(folder: &Path) -> Option<String> {
    if let Some(own) = OWN_FILES.iter().find(|name| folder.join(name).exists()) {
        return Some(format!("the folder has {own}, so this program made it"));
    }
    let name = FolderName::from_path(folder)?;
    let is_built_on = |later: &Path| {
        let manifest = Manifest::read(later).ok()?;
        (manifest.previous == Some(name.date) && manifest.previous_manifest.is_some()).then_some(())
    };
    let versions = all_versions(lists_folder(folder)).ok()?;
    // Another version of the list may be the one that was built on.
    let is_only_version = versions.iter().filter(|other| other.name.date == name.date).count() == 1;
    let later = versions.iter().find(|other| is_only_version && other.name.date > name.date && is_built_on(&other.path).is_some())?;
    Some(format!("{} was built on it", later.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "fide_id,rating\n1,1500\n";

    /// A list folder with one file and a manifest of that date and control.
    fn write_folder(lists: &Path, name: &str, date: &str, control: &str) -> PathBuf {
        let folder = lists.join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("list.csv"), LIST).expect("written");
        let (hash, bytes) = (sha256_hex(LIST.as_bytes()), LIST.len());
        let manifest = format!(
            r#"{{ "format": 2, "control": "{control}", "list": "{date}", "editions": {{ "publication": "", "calculation": "", "tournaments": [] }},
            "orders": [], "decisions": [], "settings": {{}}, "inputs_sha256": "", "inputs": [],
            "outputs": [{{ "path": "list.csv", "sha256": "{hash}", "bytes": {bytes} }}], "counts": {{}} }}"#
        );
        std::fs::write(folder.join("manifest.json"), manifest).expect("written");
        folder
    }

    fn problem(opened: Result<CheckedFolder, StoreError>) -> String {
        let error = opened.expect_err("refused").to_string();
        error.rsplit_once('/').map(|(_, file)| file.to_owned()).unwrap_or(error)
    }

    #[test]
    fn a_folder_is_of_its_date_and_control_and_its_files_are_there_with_their_size() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = write_folder(root.path(), "2024-02-01", "2024-02-01", "rapid");
        let open = || CheckedFolder::open(&folder, Some(Control::Rapid));
        assert!(open().expect("whole").file("list.csv").expect("as published").is_some());
        assert_eq!(
            problem(CheckedFolder::open(&folder, Some(Control::Blitz))),
            "manifest.json: of a rapid list, where a blitz list should be"
        );
        std::fs::write(folder.join("list.csv"), "fide_id,rating\n1,1600\n").expect("written");
        let altered = open().expect("of the same size").file("list.csv").expect_err("altered").to_string();
        assert!(altered.ends_with("list.csv: not the file that was published with its list: damaged or altered since"), "{altered}");
        std::fs::write(folder.join("list.csv"), "fide_id,rating\n").expect("written");
        assert_eq!(problem(open()), "list.csv: 15 bytes long, and 22 when it was published: damaged or altered");
        std::fs::remove_file(folder.join("list.csv")).expect("removed");
        assert_eq!(problem(open()), "list.csv: missing, and it was published with its list");
        let swapped = write_folder(root.path(), "2024-03-01", "2024-02-01", "rapid");
        assert_eq!(problem(CheckedFolder::open(&swapped, None)), "manifest.json: of the list of 2024-02-01, in the folder of 2024-03-01");
    }

    #[test]
    fn a_folder_without_a_manifest_is_a_given_list_unless_this_program_made_it() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = write_folder(root.path(), "2024-02-01", "2024-02-01", "rapid");
        std::fs::remove_file(folder.join("manifest.json")).expect("removed");
        assert!(CheckedFolder::open(&folder, Some(Control::Rapid)).expect("a given list").manifest().is_none());
        std::fs::write(folder.join("run.json"), "{}").expect("written");
        let said = "manifest.json: missing, and the folder has run.json, so this program made it: the list cannot be checked";
        assert_eq!(problem(CheckedFolder::open(&folder, None)), said);
        assert!(CheckedFolder::open_to_inspect(&folder, HashCheck::Skipped).expect("looked at").manifest().is_none());
    }
}
