//! `lists.csv` in a folder of lists: a row for each version of each list, so that whoever reads the tables of all list folders can leave
//! out drafts and what was revised.
//!
//! It holds nothing that the list folders do not tell, and has no clock: it is made anew from them whenever something is published.

use crate::counts::known_counts;
use crate::folder_names::{FolderName, Version, file, parse_folder_name};
use crate::list::read_list_table;
use crate::manifest::OutputFile;
use crate::{Count, Manifest, ManifestCounts, StoreError, read_file, replace_file, sha256_hex};
use model::{Control, ListDate};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tables::ParquetTable;

/// File name of the table.
pub const LISTS_CSV: &str = "lists.csv";

/// How the header begins, whatever columns a later version of the program adds. Another file of this name is somebody else's.
const HEADER_START: &str = "list,control,version,";

/// Files that hold what is published of a list. Only a given list may have nothing but a state.
const PUBLISHED_FILES: [&str; 3] = [file::LIST_PARQUET, file::LIST_CSV, file::STATE];

/// One version of one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionRow {
    pub list: ListDate,
    /// `None` where neither the version's manifest nor those of the other lists tell it.
    pub control: Option<Control>,
    /// 1 for a list as first published, 2 for its first revision; `None` for a list that its checks refused.
    pub version: Option<u32>,
    /// Whether this is the version that is read unless another one is asked for.
    pub current: bool,
    pub published: bool,
    /// Name of the list folder.
    pub folder: String,
    /// Path of the published list below the folder of lists.
    pub path: String,
    /// Number of players in that file; `None` if it cannot be read.
    pub rows: Option<u64>,
    pub sha256: Option<String>,
}

/// What became of `lists.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListsCsvUpdate {
    /// It says what the list folders say.
    Current,
    /// There is none: no list here was published by a version of the program that writes one.
    NotNeeded,
    /// A file of that name is there that is not this table. It was left alone.
    SomebodyElses,
}

/// Makes `lists.csv` of a folder of lists anew where it is not what it should be. Call it only while holding the lock on the folder.
///
/// Where there is none it is made with the first list of this format, so that a store of version 0.1 stays as it is until then.
pub fn update_lists_csv(lists: &Path) -> Result<ListsCsvUpdate, StoreError> {
    let path = lists.join(LISTS_CSV);
    let existing = read_file(&path).ok();
    if existing.as_ref().is_some_and(|bytes| !is_table_of_lists(bytes)) {
        return Ok(ListsCsvUpdate::SomebodyElses);
    }
    let known = existing.as_ref().and_then(|bytes| parse(bytes).ok()).unwrap_or_default();
    let versions = versions(lists, &known)?;
    if existing.is_none() && !versions.iter().any(|version| version.row.published && version.format > Manifest::FIRST_FORMAT) {
        return Ok(ListsCsvUpdate::NotNeeded);
    }
    let rows: Vec<VersionRow> = versions.into_iter().map(|version| version.row).collect();
    let text = to_csv(&rows).map_err(|error| StoreError::output(&path)(std::io::Error::other(error)))?;
    if existing.as_ref() != Some(&text) {
        replace_file(&path, |out| out.write_all(&text))?;
    }
    Ok(ListsCsvUpdate::Current)
}

/// Reads `lists.csv` of a folder of lists; `None` if there is none.
pub fn read_lists_csv(lists: &Path) -> Result<Option<Vec<VersionRow>>, StoreError> {
    let path = lists.join(LISTS_CSV);
    if std::fs::symlink_metadata(&path).is_err() {
        return Ok(None);
    }
    let bytes = read_file(&path).map_err(StoreError::io(&path))?;
    let unreadable = |message: String| StoreError::Unreadable { path: path.clone(), message };
    if !is_table_of_lists(&bytes) {
        return Err(unreadable("not the table of lists that this program writes".to_owned()));
    }
    parse(&bytes).map(Some).map_err(|error| unreadable(error.to_string()))
}

fn is_table_of_lists(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADER_START.as_bytes())
}

fn parse(bytes: &[u8]) -> Result<Vec<VersionRow>, csv::Error> {
    csv::Reader::from_reader(bytes).deserialize().collect()
}

fn to_csv(rows: &[VersionRow]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    writer.into_inner().map_err(|error| csv::Error::from(std::io::Error::other(error.to_string())))
}

/// Returns a row for each version of each list in a folder of lists, by date, then the published before the others, then by version.
///
/// The number of rows of a given list, which no manifest tells, is taken from `known` where the file is the same.
pub fn version_rows(lists: &Path, known: &[VersionRow]) -> Result<Vec<VersionRow>, StoreError> {
    Ok(versions(lists, known)?.into_iter().map(|version| version.row).collect())
}

/// One version of one list, with the format of its tables.
struct VersionOfFormat {
    row: VersionRow,
    /// That of a given list is the first: it has no manifest.
    format: u32,
}

fn versions(lists: &Path, known: &[VersionRow]) -> Result<Vec<VersionOfFormat>, StoreError> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(lists).map_err(StoreError::io(lists))? {
        let name = entry.map_err(StoreError::io(lists))?.file_name();
        names.extend(name.to_str().and_then(parse_folder_name).filter(|_| lists.join(&name).is_dir()));
    }
    names.sort_by_key(|name| (name.date, Reverse(is_published(*name)), name.version));
    let mut versions: Vec<VersionOfFormat> = names.par_iter().filter_map(|name| version(lists, *name, known)).collect();
    let rows = || versions.iter().map(|version| &version.row);
    // Of each date the last is kept.
    let newest: BTreeMap<ListDate, Option<u32>> = rows().filter(|row| row.published).map(|row| (row.list, row.version)).collect();
    let controls: BTreeSet<Control> = rows().filter_map(|row| row.control).collect();
    // The lists of a folder are of one control.
    let common_control = controls.first().copied().filter(|_| controls.len() == 1);
    for VersionOfFormat { row, .. } in &mut versions {
        row.current = row.published && newest.get(&row.list) == Some(&row.version);
        row.control = row.control.or(common_control);
    }
    Ok(versions)
}

fn is_published(name: FolderName) -> bool {
    matches!(name.version, Version::Published(_))
}

/// What a manifest tells of the list file; its other parts may be long, and are passed over.
#[derive(Deserialize)]
struct ManifestSummary {
    #[serde(default = "first_format")]
    format: u32,
    control: Control,
    outputs: Vec<OutputFile>,
    #[serde(deserialize_with = "known_counts")]
    counts: ManifestCounts,
}

fn first_format() -> u32 {
    Manifest::FIRST_FORMAT
}

/// What one list folder holds; `None` if there is no list in it.
fn version(lists: &Path, name: FolderName, known: &[VersionRow]) -> Option<VersionOfFormat> {
    let folder = lists.join(name.to_string());
    let manifest: Option<ManifestSummary> =
        read_file(folder.join(file::MANIFEST)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let output = |file: &str| manifest.as_ref()?.outputs.iter().find(|output| output.path == file);
    let file = match &manifest {
        Some(_) => PUBLISHED_FILES.into_iter().find(|file| output(file).is_some()),
        None => PUBLISHED_FILES.into_iter().find(|file| folder.join(file).is_file()),
    }?;
    let path = format!("{name}/{file}");
    let listed = manifest.as_ref().and_then(|manifest| manifest.counts.get(&Count::PlayersListed).copied());
    let (rows, sha256) = match (output(file), listed) {
        (Some(output), Some(listed)) => (Some(listed), Some(output.sha256.clone())),
        _ => rows_and_hash(&folder.join(file), &path, known),
    };
    let row = VersionRow {
        list: name.date,
        control: manifest.as_ref().map(|manifest| manifest.control),
        version: name.version_number(),
        current: false,
        published: is_published(name),
        folder: name.to_string(),
        path,
        rows,
        sha256,
    };
    Some(VersionOfFormat { row, format: manifest.map_or(Manifest::FIRST_FORMAT, |manifest| manifest.format) })
}

/// The number of rows of a list file, and its hash.
fn rows_and_hash(file: &Path, path: &str, known: &[VersionRow]) -> (Option<u64>, Option<String>) {
    let Ok(bytes) = read_file(file) else { return (None, None) };
    let sha256 = Some(sha256_hex(&bytes));
    if let Some(row) = known.iter().find(|row| row.path == path && row.sha256 == sha256) {
        return (row.rows, sha256);
    }
    let name: Arc<str> = path.into();
    let rows = match tables::is_parquet(&bytes) {
        true => ParquetTable::from_bytes(&bytes, |_| false).map(|table| table.height()).ok(),
        false => read_list_table(&bytes, &name).map(|(table, _)| table.height()).ok(),
    };
    (rows.map(|rows| rows as u64), sha256)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(lists: &Path, path: &str, text: &str) {
        let path = lists.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder above it")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }

    fn manifest(date: &str, players: u32) -> String {
        format!(
            r#"{{ "format": 2, "control": "rapid", "list": "{date}", "inputs": [{{"anything": 1}}], "counts": {{ "players_listed": {players}, "new": 1 }},
            "outputs": [{{ "path": "list.csv", "sha256": "c{players}", "bytes": 1 }}, {{ "path": "list.parquet", "sha256": "p{players}", "bytes": 1 }}] }}"#
        )
    }

    #[test]
    fn every_version_has_a_row_and_the_newest_published_one_is_current() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let lists = root.path();
        put(lists, "2024-01-01/list.csv", "fide_id,name,rating\n1,\"A\nB\",1800\n2,C,1700\n");
        for (folder, players) in [("2024-02-01", 5), ("2024-02-01.r10", 7), ("2024-02-01.r2", 6), ("2024-02-01.r11.draft", 8)] {
            put(lists, &format!("{folder}/manifest.json"), &manifest("2024-02-01", players));
        }
        put(lists, "2024-03-01.draft/manifest.json", &manifest("2024-03-01", 9));
        put(lists, "2024-03-01.refused/manifest.json", &manifest("2024-03-01", 0));
        // No lists: an empty folder, a file, a staged folder, and what else lies there.
        std::fs::create_dir(lists.join("2024-04-01")).expect("a folder");
        put(lists, "2024-05-01", "");
        put(lists, ".2024-05-01.staging-x/list.csv", "fide_id,rating\n");
        put(lists, "revisions.csv", "");
        assert_eq!(update_lists_csv(lists).expect("written"), ListsCsvUpdate::Current);
        let hash = sha256_hex(&std::fs::read(lists.join("2024-01-01/list.csv")).expect("there"));
        let wanted = format!(
            "list,control,version,current,published,folder,path,rows,sha256\n\
             2024-01-01,rapid,1,true,true,2024-01-01,2024-01-01/list.csv,2,{hash}\n\
             2024-02-01,rapid,1,false,true,2024-02-01,2024-02-01/list.parquet,5,p5\n\
             2024-02-01,rapid,2,false,true,2024-02-01.r2,2024-02-01.r2/list.parquet,6,p6\n\
             2024-02-01,rapid,10,true,true,2024-02-01.r10,2024-02-01.r10/list.parquet,7,p7\n\
             2024-02-01,rapid,11,false,false,2024-02-01.r11.draft,2024-02-01.r11.draft/list.parquet,8,p8\n\
             2024-03-01,rapid,,false,false,2024-03-01.refused,2024-03-01.refused/list.parquet,0,p0\n\
             2024-03-01,rapid,1,false,false,2024-03-01.draft,2024-03-01.draft/list.parquet,9,p9\n"
        );
        assert_eq!(std::fs::read_to_string(lists.join(LISTS_CSV)).expect("there"), wanted);
        let read = read_lists_csv(lists).expect("readable").expect("there");
        assert_eq!(read, version_rows(lists, &[]).expect("readable"));
    }

    #[test]
    fn the_table_is_made_anew_where_it_is_cut_short_and_another_file_of_its_name_is_left_alone() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let lists = root.path();
        put(lists, "2024-01-01/list.csv", "fide_id,rating\n1,1800\n");
        // A list of version 0.1 and a draft give no reason to begin one.
        put(lists, "2024-02-01/manifest.json", &manifest("2024-02-01", 5).replace("\"format\": 2,", ""));
        put(lists, "2024-03-01.draft/manifest.json", &manifest("2024-03-01", 5));
        assert_eq!(update_lists_csv(lists).expect("nothing to write"), ListsCsvUpdate::NotNeeded);
        assert_eq!(read_lists_csv(lists).expect("nothing there"), None);
        std::fs::rename(lists.join("2024-03-01.draft"), lists.join("2024-03-01")).expect("published");
        assert_eq!(update_lists_csv(lists).expect("written"), ListsCsvUpdate::Current);
        let whole = std::fs::read(lists.join(LISTS_CSV)).expect("there");
        std::fs::write(lists.join(LISTS_CSV), &whole[..whole.len() - 40]).expect("written");
        update_lists_csv(lists).expect("written");
        assert_eq!(std::fs::read(lists.join(LISTS_CSV)).expect("there"), whole);
        // Where no manifest tells the control, nothing is said of it.
        std::fs::remove_dir_all(lists.join("2024-02-01")).expect("removed");
        std::fs::remove_dir_all(lists.join("2024-03-01")).expect("removed");
        update_lists_csv(lists).expect("written");
        assert_eq!(read_lists_csv(lists).expect("readable").expect("there")[0].control, None);
        put(lists, LISTS_CSV, "club,members\n");
        assert_eq!(update_lists_csv(lists).expect("left alone"), ListsCsvUpdate::SomebodyElses);
        assert_eq!(std::fs::read_to_string(lists.join(LISTS_CSV)).expect("there"), "club,members\n");
        assert!(read_lists_csv(lists).expect_err("not this table").to_string().contains("not the table of lists"));
    }
}
