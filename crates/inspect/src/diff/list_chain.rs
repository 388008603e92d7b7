//! The chain from one list folder to another: the lists between them, each built on the one before, by the hashes in their manifests.

use super::compared_list::ComparedFolder;
use crate::InspectError;
use std::path::Path;
use store::{FolderName, ListSource, Version, versions_at};

/// One step of a chain.
#[derive(Clone, Debug)]
pub(crate) enum ChainStep {
    /// From a list to the next one, which is the one given.
    Month(ComparedFolder),
    /// From one version of a list to another.
    Revision { from: FolderName, to: ComparedFolder },
}

/// The steps from one list to a later one, oldest first.
#[derive(Clone, Debug)]
pub(crate) struct ListChain {
    pub(crate) steps: Vec<ChainStep>,
}

impl ListChain {
    /// How the second of two folders was built on the first, if it was.
    pub(crate) fn between(from: &ComparedFolder, to: &ComparedFolder) -> Result<Option<Self>, InspectError> {
        Ok(steps(from, to)?.map(|steps| Self { steps }))
    }

    pub(crate) fn months(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, ChainStep::Month(_))).count()
    }
}

fn steps(from: &ComparedFolder, to: &ComparedFolder) -> Result<Option<Vec<ChainStep>>, InspectError> {
    let Some(start) = from.date() else { return Ok(None) };
    let mut steps = Vec::new();
    let mut current = to.clone();
    loop {
        if is_same_folder(from, &current) {
            steps.reverse();
            return Ok(Some(steps));
        }
        match current.date() {
            Some(date) if date == start => {
                let Some(revision) = revision(from, &current) else { return Ok(None) };
                steps.push(revision);
                steps.reverse();
                return Ok(Some(steps));
            }
            Some(date) if date > start => {}
            _ => return Ok(None),
        }
        let Some(previous) = previous(&current, from)? else { return Ok(None) };
        steps.push(ChainStep::Month(std::mem::replace(&mut current, previous)));
    }
}

fn is_same_folder(a: &ComparedFolder, b: &ComparedFolder) -> bool {
    match (a.path.canonicalize(), b.path.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a.path == b.path,
    }
}

/// The step between two published versions of one list, if the second is the later one.
fn revision(from: &ComparedFolder, to: &ComparedFolder) -> Option<ChainStep> {
    let number = |name: FolderName| match name.version {
        Version::Draft | Version::DraftRevision(_) | Version::Refused => None,
        Version::Published(number) => Some(number),
    };
    let parent = |folder: &ComparedFolder| folder.path.canonicalize().ok()?.parent().map(Path::to_owned);
    let name = from.name?;
    let is_later = number(name)? < number(to.name?)?;
    (is_later && parent(from)? == parent(to)?).then(|| ChainStep::Revision { from: name, to: to.clone() })
}

/// The folder that a list was built on, among those in the same parent folder and `other`.
fn previous(folder: &ComparedFolder, other: &ComparedFolder) -> Result<Option<ComparedFolder>, InspectError> {
    let Some((manifest, date)) = folder.manifest().and_then(|manifest| Some((manifest, manifest.previous?))) else { return Ok(None) };
    let whole = folder.path.canonicalize().unwrap_or_else(|_| folder.path.clone());
    let mut candidates: Vec<ListSource> = ListSource::open(&other.path, Some(date)).into_iter().collect();
    if let Some(parent) = whole.parent() {
        candidates.extend(versions_at(parent, date)?);
    }
    let found = manifest.find_previous(candidates).and_then(|list| list.folder);
    found.map(|path| folder.open_other(&path)).transpose()
}
