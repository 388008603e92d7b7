//! Compares a list with the published version of it: by inputs first, and by numbers where inputs were added or changed since.

use crate::change_detection::{CurrentInput, ExistingList, HashCache, changed_input, changed_setting};
use crate::compute::Computed;
use crate::impact::rating_moves;
use crate::job::Job;
use crate::list_inputs::ListInputs;
use crate::run::parent_folder;
use crate::{PipelineError, Result, publication};
use std::path::{Path, PathBuf};
use store::{CheckedFolder, ListSource, Manifest, StagedFolder, StoreError, all_versions, file, have_same_rows};

/// What is published of a list.
#[derive(Debug)]
pub(crate) enum PublishedComparison {
    Absent,
    SameInputs,
    OtherInputs {
        /// The newest version.
        newest: Box<ExistingList>,
        /// The first change since it was made.
        change: Change,
    },
}

/// A change since a list was made, in words.
#[derive(Debug)]
pub(crate) enum Change {
    Setting(String),
    Input(String),
}

impl Change {
    /// Whether a revision keeps what has changed as it was published: what a list is written as, and how strictly inputs were taken.
    pub(crate) fn is_kept_in_revisions(&self) -> bool {
        let is_of = |words: &str, key: &str| words.starts_with(&format!("the setting '{key}' "));
        matches!(self, Self::Setting(words) if ["audit", "formats", "strict"].iter().any(|key| is_of(words, key)))
    }

    pub(crate) fn into_words(self) -> String {
        match self {
            Self::Setting(words) | Self::Input(words) => words,
        }
    }
}

/// Compares the inputs of a list with those of its published versions, which must be undamaged.
pub(crate) fn compare_with_published(folder: &Path, made_from: &ListInputs) -> Result<PublishedComparison> {
    match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(PublishedComparison::Absent),
        Err(source) => return Err(StoreError::Io { path: folder.to_owned(), source }.into()),
        // An empty folder is not a list.
        Ok(mut entries) => {
            if entries.next().is_none() {
                return Ok(PublishedComparison::Absent);
            }
        }
    }
    let first = match ExistingList::read(folder) {
        Ok(first) => first,
        Err(error @ PipelineError::Store(StoreError::LaterFormat { .. } | StoreError::Io { .. })) => return Err(error),
        Err(_) => {
            // A list that lost its manifest, or whose manifest is damaged, is named as such.
            CheckedFolder::open(folder, None)?;
            return Err(PipelineError::NotAListFolder { folder: folder.to_owned() });
        }
    };
    let newest = match newest_version(folder)? {
        Some(newest) if newest != folder => ExistingList::read(&newest)?,
        _ => ExistingList { folder: first.folder.clone(), manifest: first.manifest.clone() },
    };
    for existing in [&first, &newest] {
        if let Some(damage) = first_damage(&existing.folder)? {
            return Err(damage.into());
        }
        if made_from.are_those_of(&existing.manifest) {
            return Ok(PublishedComparison::SameInputs);
        }
    }
    let change = first_difference(&newest.manifest, made_from)?;
    Ok(PublishedComparison::OtherInputs { newest: Box::new(newest), change })
}

/// The first file of a list folder that is not what was published.
pub(crate) fn first_damage(folder: &Path) -> Result<Option<StoreError>> {
    match undamaged(folder) {
        Ok(_) => Ok(None),
        Err(damage @ StoreError::Damaged { .. }) => Ok(Some(damage)),
        Err(other) => Err(other.into()),
    }
}

/// A list folder of which every file was compared with its hash and is what was published.
pub(crate) fn undamaged(folder: &Path) -> std::result::Result<CheckedFolder, StoreError> {
    let checked = CheckedFolder::open(folder, None)?;
    match checked.altered_files().into_iter().next() {
        None => Ok(checked),
        Some(damage) => Err(damage),
    }
}

/// The folder of the newest version of a published list.
fn newest_version(folder: &Path) -> Result<Option<PathBuf>> {
    let versions = all_versions(parent_folder(folder))?;
    let date = versions.iter().find(|version| version.path == folder).map(|version| version.name.date);
    Ok(versions.into_iter().rfind(|version| Some(version.name.date) == date).map(|version| version.path))
}

/// Describes the first change since a list was made.
fn first_difference(manifest: &Manifest, made_from: &ListInputs) -> Result<Change> {
    if let Some(setting) = changed_setting(manifest, &made_from.settings) {
        let has_lost_orders = !manifest.orders.is_empty() && !made_from.settings.contains_key(Manifest::ORDERS);
        let hint = if has_lost_orders { "; orders = \"fide\" in the pipeline file, or --orders fide, applies those of FIDE" } else { "" };
        return Ok(Change::Setting(format!("{setting}{hint}")));
    }
    let inputs = made_from.in_form_of(manifest);
    let current_inputs = inputs.iter().map(|input| ((input.role.clone(), input.path.clone()), CurrentInput::Read(&input.sha256))).collect();
    let changed = changed_input(manifest.inputs.iter(), &current_inputs, &mut HashCache::default())?;
    Ok(Change::Input(changed.unwrap_or_else(|| "inputs differ".to_owned())))
}

/// Describes the first number of a published list that would change; `None` if all would be the same. It writes only to a temporary folder.
pub(crate) fn first_changed_number(job: &Job, computed: &Computed, published: &ExistingList) -> Result<Option<String>> {
    let temporary = tempfile::tempdir().map_err(|source| StoreError::Io { path: std::env::temp_dir(), source })?;
    let staged = StagedFolder::start(&temporary.path().join(job.list.to_string()))?;
    let manifest = publication::write(job, computed, &staged)?;
    let Some(table) = first_table_with_other_numbers(published, &manifest, staged.path())? else { return Ok(None) };
    let before = ListSource::open(&published.folder, Some(job.list))?;
    let rating = |rating: Option<i16>| rating.map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
    let first = rating_moves(&before, computed)?.into_iter().next();
    Ok(Some(match first {
        Some(player) => format!("player {} is {} on it and would be {}", player.fide_id, rating(player.before), rating(player.after)),
        None => format!("{table} would be another"),
    }))
}

/// The tables with the numbers of a list. Other files may differ while all numbers are the same: by a waiting report, a diagnostic.
const TABLES_WITH_NUMBERS: [&str; 5] = [file::STATE, file::POOL, file::RATED_TOURNAMENTS, file::CHANGES, file::LIST_CSV];

/// The tables of titles, which lists of other controls and those made before titles were judged do not have.
const TABLES_OF_TITLES: [&str; 5] = [file::TITLE_TOURNAMENTS, file::NORM_RESULTS, file::NORMS, file::TITLE_RATINGS, file::TITLE_AWARDS];

/// The first table in which a list that was made again has other numbers than the existing one. Within a format equal tables have equal
/// bytes; across formats, and in tables that contain hashes of inputs, rows are compared.
pub(crate) fn first_table_with_other_numbers(existing: &ExistingList, manifest: &Manifest, staged: &Path) -> Result<Option<&'static str>> {
    let hash =
        |manifest: &Manifest, name: &str| manifest.outputs.iter().find(|output| output.path == name).map(|output| output.sha256.clone());
    let is_same_format = existing.manifest.format == manifest.format;
    let has_hashes = |name: &str| [file::LIST_PARQUET, file::RATED_TOURNAMENTS].contains(&name);
    let has_csv = hash(manifest, file::LIST_CSV).is_some();
    let of_titles = TABLES_OF_TITLES.into_iter().filter(|name| hash(&existing.manifest, name).is_some());
    for name in TABLES_WITH_NUMBERS.into_iter().chain((!has_csv).then_some(file::LIST_PARQUET)).chain(of_titles) {
        let (then, now) = (hash(&existing.manifest, name), hash(manifest, name));
        let is_same = match (&then, &now) {
            _ if then == now => true,
            (Some(_), Some(_)) if !is_same_format || has_hashes(name) => have_same_rows(&existing.folder.join(name), &staged.join(name))?,
            _ => false,
        };
        if !is_same {
            return Ok(Some(name));
        }
    }
    Ok(None)
}
