//! What is known of lists without reading their files again, while one process goes through several of them.
//!
//! A list that was just written is remembered as what the next one reads of it: its players, and the tables of its other files, made from the
//! very columns that were written. A list that was read is remembered as plain ratings, and one of a longer control as a whole. Each
//! is kept under the path and the hash of its file. A [`ListSource`](crate::ListSource) answers from the memory in place of the file, and
//! compares the hash with the manifest in the folder as if it had read the file.

use crate::carried_state::carried_pool;
use crate::{ListSource, OutputFile, PlayerList, file, list_from_table, open_file, snapshot_of};
use model::{FileSnapshot, ListDate, ListRatings, Pool, RatedTournaments};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::{Table, TextColumns};

/// The memory of a walk through lists. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ListMemory(Arc<Mutex<RememberedFiles>>);

#[derive(Debug, Default)]
struct RememberedFiles {
    files: HashMap<PathBuf, RememberedFile>,
    /// How many lists the walk has begun.
    lists_begun: u32,
}

/// What is remembered of one file.
#[derive(Debug)]
struct RememberedFile {
    sha256: String,
    snapshot: FileSnapshot,
    content: RememberedContent,
    /// The list of the walk, by number, that used the file last.
    last_used: u32,
}

/// Content of a file of a list, in the form in which it is needed again.
#[derive(Clone, Debug)]
pub(crate) enum RememberedContent {
    /// Every player of a list.
    Players(Arc<PlayerList>),
    Ratings(Arc<ListRatings>),
    RatingsAndTexts(Arc<ListRatings>, Arc<TextColumns>),
    RatedTournaments(Arc<RatedTournaments>),
    Pool(Arc<Pool>),
    /// The columns and rows that the next list reads.
    Table(Table),
}

/// What the next list reads of a list, as it was written.
#[derive(Debug)]
pub struct WrittenTables {
    /// Everybody who is known; `None` if the table would not be readable.
    pub players: Option<PlayerList>,
    pub pool: Pool,
    /// The rows of tournaments that are refused or late, with the columns that the next list reads.
    pub refused: Table,
    /// The tournaments rated so far, as the next list reads them.
    pub rated: RatedTournaments,
}

impl WrittenTables {
    /// The players of the table of a state, as the next list reads them from its file.
    pub fn players_of(list: ListDate, state: &Table) -> Option<PlayerList> {
        list_from_table(state, &format!("{list}/{}", file::STATE).into(), list).ok()
    }
}

/// How many lists in a row may pass a file over before it is forgotten: the lists in force when tournaments started lie close together.
const LISTS_REMEMBERED: u32 = 3;

impl ListMemory {
    /// Begins the next list of a walk: forgets what none of the last ones has used.
    pub fn begin_list(&self) {
        let mut memory = self.lock();
        memory.lists_begun += 1;
        let begun = memory.lists_begun;
        memory.files.retain(|_, file| file.last_used + LISTS_REMEMBERED >= begun);
    }

    /// Forgets the tables that a list reads of the one before it. What is remembered of players and ratings stays.
    pub fn forget_carried(&self) {
        let is_carried = |content: &RememberedContent| {
            matches!(content, RememberedContent::RatedTournaments(_) | RememberedContent::Pool(_) | RememberedContent::Table(_))
        };
        self.lock().files.retain(|_, file| !is_carried(&file.content));
    }

    /// Remembers a list that was just written, of which `outputs` are the files. A file that cannot be looked at is not remembered, so that its
    /// reader finds out why.
    pub fn remember_written(&self, list: &ListSource, outputs: &[OutputFile], written: WrittenTables) {
        let WrittenTables { players, pool, refused, rated } = written;
        let remember = |name: &str, content: RememberedContent| {
            let output = outputs.iter().find(|output| output.path == name);
            let Some((path, output)) = list.folder.as_ref().map(|folder| folder.join(name)).zip(output) else { return };
            if let Ok(snapshot) = open_file(&path).and_then(|file| snapshot_of(&file, &path)) {
                self.remember(&path, &output.sha256, &snapshot, content);
            }
        };
        if let Some(players) = players {
            remember(file::STATE, RememberedContent::Players(Arc::new(players)));
        }
        remember(file::POOL, RememberedContent::Pool(Arc::new(carried_pool(pool))));
        remember(file::TOURNAMENTS, RememberedContent::Table(refused));
        remember(file::RATED_TOURNAMENTS, RememberedContent::RatedTournaments(Arc::new(rated)));
    }

    /// Remembers the content of a file. What was remembered of it before is replaced.
    pub(crate) fn remember(&self, path: &Path, sha256: &str, snapshot: &FileSnapshot, content: RememberedContent) {
        let mut memory = self.lock();
        let last_used = memory.lists_begun;
        let file = RememberedFile { sha256: sha256.to_owned(), snapshot: snapshot.clone(), content, last_used };
        memory.files.insert(path.to_owned(), file);
    }

    /// What is remembered of a file in a form that serves, with the hash and the snapshot of the file.
    pub(crate) fn recall<T>(&self, path: &Path, select: impl FnOnce(&RememberedContent) -> Option<T>) -> Option<(T, String, FileSnapshot)> {
        let mut memory = self.lock();
        let lists_begun = memory.lists_begun;
        let file = memory.files.get_mut(path)?;
        let content = select(&file.content)?;
        file.last_used = lists_begun;
        Some((content, file.sha256.clone(), file.snapshot.clone()))
    }

    /// Takes a remembered content out of the memory.
    pub(crate) fn take(&self, path: &Path) -> Option<RememberedContent> {
        self.lock().files.remove(path).map(|file| file.content)
    }

    fn lock(&self) -> MutexGuard<'_, RememberedFiles> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
