//! Publishes drafts with a signature: exactly the files that lie in the draft, if nothing has changed since it was made.

use crate::change_detection::{ExistingList, HashCache, first_change};
use crate::checks::Checks;
use crate::job::Job;
use crate::lists_csv::with_lists_csv;
use crate::rules::RulesAndAmendments;
use crate::run::parent_folder;
use crate::signing::Signing;
use crate::verify::unlisted_file;
use crate::{PipelineError, PipelineFile, ProgressObserver, Result, refused_list};
use chrono::{SecondsFormat, Utc};
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{
    FolderLock, FolderName, JobDescription, ListSource, PendingRevision, PublicKey, RunRecord, SigningKey, StagedFolder, StoreError,
    Version, check_signature, file, record_revision, remove_folder, sha256_hex,
};

/// A list that was published with a signature.
#[derive(Clone, Debug, Serialize)]
pub struct SignedList {
    pub folder: PathBuf,
    /// Whether an earlier call had published it already.
    pub was_published: bool,
    /// The trusted comment of the signature.
    pub comment: String,
}

/// The longest name that fits into what minisign takes as a comment, with room for the rest.
const MAX_NAME_LENGTH: usize = 200;

/// Publishes drafts with a signature, in their order: a later one may be built on an earlier one. Nothing is published unless all of them
/// can be.
pub fn sign(drafts: &[PathBuf], key: &SigningKey, by: &str, observer: &dyn ProgressObserver) -> Result<Vec<SignedList>> {
    let by = by.trim();
    if by.is_empty() || by.chars().count() > MAX_NAME_LENGTH || by.chars().any(model::is_unprintable) {
        return Err(PipelineError::Settings(format!("--by: a name of 1 to {MAX_NAME_LENGTH} printable characters is wanted")));
    }
    let Some(first) = drafts.first() else { return Ok(Vec::new()) };
    let lists = parent_folder(first);
    if let Some(other) = drafts.iter().find(|draft| parent_folder(draft) != lists) {
        let message =
            format!("{} is not in {}: drafts that are signed together are of one folder of lists", other.display(), lists.display());
        return Err(PipelineError::Settings(message));
    }
    let _lock = FolderLock::take(lists)?;
    observer.on_stage("checking drafts");
    let mut chain = DraftChain { lists, hashes: HashCache::default(), checked: Vec::new() };
    let checked = drafts.iter().map(|draft| chain.check(draft, &key.public_key())).collect::<Result<Vec<CheckedDraft>>>()?;
    observer.on_stage("writing");
    let signed = checked.into_iter().map(|draft| draft.publish(lists, key, by)).collect();
    with_lists_csv(lists, signed, true)
}

/// The drafts that are signed together.
struct DraftChain<'a> {
    lists: &'a Path,
    hashes: HashCache,
    /// Those that were checked so far. Later ones may be built on them.
    checked: Vec<ListSource>,
}

/// A draft that can be published.
enum CheckedDraft {
    New {
        draft: Box<ExistingList>,
        target: PathBuf,
        /// The bytes that are signed.
        manifest: Vec<u8>,
        revision: Option<PendingRevision>,
    },
    /// An earlier call published it, and may have left the draft.
    Published { draft: PathBuf, target: PathBuf, comment: String },
}

impl DraftChain<'_> {
    /// Checks that a draft is unaltered, and that making it again would give the same.
    fn check(&mut self, folder: &Path, key: &PublicKey) -> Result<CheckedDraft> {
        let no_draft = || PipelineError::Settings(format!("{} is no draft: 2024-02-01.draft or 2024-02-01.r2.draft is", folder.display()));
        let name = FolderName::from_path(folder).ok_or_else(no_draft)?;
        let target = self.lists.join(name.published().ok_or_else(no_draft)?.to_string());
        if let Some(published) = published_before(folder, &target, key)? {
            return Ok(published);
        }
        if !folder.is_dir() {
            return Err(StoreError::Missing { path: folder.to_owned() }.into());
        }
        if target.exists() {
            return Err(StoreError::Exists { path: target }.into());
        }
        let altered = |difference: String| PipelineError::DraftAltered { draft: folder.to_owned(), difference };
        let existing = ExistingList::read(folder)?;
        let path = folder.join(file::MANIFEST);
        let manifest = store::read_file(&path).map_err(StoreError::io(&path))?;
        if let Some(difference) = existing.first_altered_output(&mut self.hashes)? {
            return Err(altered(difference));
        }
        if let Some(unlisted) = unlisted_file(&existing)? {
            return Err(altered(format!("{} is not in the manifest", folder.join(unlisted).display())));
        }
        if existing.manifest.list != name.date {
            return Err(altered(format!("its manifest is of the list of {}", existing.manifest.list)));
        }
        let record = RunRecord::read(folder).map_err(|error| altered(format!("{}: {error}", folder.join(file::RUN).display())))?;
        if record.manifest_sha256.as_ref() != Some(&sha256_hex(&manifest)) {
            return Err(altered(format!("{} is not the one that was written with it", path.display())));
        }
        let revision = match name.version {
            Version::DraftRevision(number) => {
                let pending = PendingRevision::read(folder)?;
                let row = &pending.revision;
                if (row.list, row.revision, &row.manifest_sha256) != (name.date, number, &sha256_hex(&manifest)) {
                    return Err(altered(format!("{} is of another revision", folder.join(file::REVISION).display())));
                }
                Some(pending)
            }
            _ => None,
        };
        if let Some(change) = self.first_change(&existing, &record)? {
            return Err(PipelineError::DraftOutdated { draft: folder.to_owned(), change });
        }
        self.checked.push(ListSource::open_draft(folder, name.date)?);
        Ok(CheckedDraft::New { draft: Box::new(existing), target, manifest, revision })
    }

    /// Describes the first change since a draft was made: of its settings, its inputs, or the lists that it is built on.
    fn first_change(&mut self, existing: &ExistingList, record: &RunRecord) -> Result<Option<String>> {
        let description = JobDescription::from_record(&existing.manifest, record, self.lists);
        if description.inputs.lists.is_empty() {
            return Ok(Some("where its previous list lay is not known".to_owned()));
        }
        let pipeline =
            PipelineFile { name: String::new(), description, checks: Checks::warn_only(), accepted: None, signing: Signing::default() };
        let mut job = Job::from_pipeline(&pipeline, existing.manifest.list, true)?;
        job.build_on(self.checked.iter());
        let rules = RulesAndAmendments::read(&job)?;
        first_change(&job, existing, &rules, &mut self.hashes)
    }
}

/// A draft that was published before with a signature of the same key. Whoever killed the earlier call may have left the draft, or a part of it.
fn published_before(draft: &Path, target: &Path, key: &PublicKey) -> Result<Option<CheckedDraft>> {
    let Ok(found) = check_signature(target, std::slice::from_ref(key)) else { return Ok(None) };
    let (manifest, path) = (target.join(file::MANIFEST), draft.join(file::MANIFEST));
    let published = store::read_file(&manifest).map_err(StoreError::io(&manifest))?;
    match store::read_file(&path) {
        Ok(bytes) if bytes != published => return Ok(None),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(StoreError::io(&path)(error).into()),
        _ => {}
    }
    Ok(Some(CheckedDraft::Published { draft: draft.to_owned(), target: target.to_owned(), comment: found.comment }))
}

impl CheckedDraft {
    /// Publishes the files of the draft with a signature, and removes the draft.
    fn publish(self, lists: &Path, key: &SigningKey, by: &str) -> Result<SignedList> {
        let (draft, target, manifest, revision) = match self {
            Self::Published { draft, target, comment } => {
                if draft.is_dir() {
                    remove_folder(&draft)?;
                }
                return Ok(SignedList { folder: target, was_published: true, comment });
            }
            Self::New { draft, target, manifest, revision } => (draft, target, manifest, revision),
        };
        let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // The only place with a clock in what is published.
        let comment = format!("{name} signed by {by} at {}", Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true));
        let signature = key.sign(&manifest, &comment)?;
        let staged = StagedFolder::start(&target)?;
        let outputs = draft.manifest.outputs.iter().map(|output| output.path.as_str());
        for file in outputs.chain([file::RUN]) {
            staged.link_or_copy(file, &draft.folder.join(file))?;
        }
        // What is signed is what was checked, whatever becomes of the draft meanwhile.
        staged.write(file::MANIFEST, |out| out.write_all(&manifest))?;
        staged.write(file::SIGNATURE, |out| out.write_all(signature.as_bytes()))?;
        if let Some(PendingRevision { revision, moved }) = revision {
            // Before publication, so that no revision is without its cause.
            record_revision(lists, revision, &moved)?;
        }
        staged.publish(false)?;
        remove_folder(&draft.folder)?;
        refused_list::remove(&target)?;
        Ok(SignedList { folder: target, was_published: false, comment })
    }
}
