//! A walk through lists, each made from the one before it, with what the next one needs kept in memory.
//!
//! A list is made as a single run makes it, by the same functions, and comes out the same to the byte. What differs is where its inputs come from:
//! the players, the waiting results and the rated tournaments of the list before are what was just written, under the hash of the file
//! that holds them; older lists and those of longer controls are plain ratings that were read once; and the tournaments handed in were searched and
//! indexed once. Before a list is published its inputs are compared with the files, as in a single run.
//!
//! For each list: [`ListWalk::prepare`] its job, compute it, [`ListWalk::write`] it into a staged folder, and [`ListWalk::publish`] that.

use crate::compute::Computed;
use crate::job::Job;
use crate::{Result, publication};
use ingest::SourceMemory;
use model::ListDate;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{ListMemory, ListSource, Manifest, StagedFolder, WrittenTables, carried_forward};
use tables::Table;

/// The lists that a walk has made, and what it remembers of all that it read.
#[derive(Debug, Default)]
pub(crate) struct ListWalk {
    made: BTreeMap<ListDate, ListSource>,
    lists: ListMemory,
    sources: Arc<SourceMemory>,
}

/// A list in a staged folder that is not yet published.
#[derive(Debug)]
pub(crate) struct WrittenList {
    pub(crate) manifest: Manifest,
    state: Option<Table>,
}

impl ListWalk {
    /// Lets the next list be made from those that the walk has made, and from what it remembers.
    pub(crate) fn prepare(&self, job: &mut Job) {
        job.build_on(self.made.values());
        self.lists.begin_list();
        job.use_memory(&self.lists, &self.sources);
    }

    /// The lists made so far, oldest first.
    pub(crate) fn made(&self) -> impl DoubleEndedIterator<Item = &ListSource> {
        self.made.values()
    }

    pub(crate) fn has_made(&self, list: ListDate) -> bool {
        self.made.contains_key(&list)
    }

    /// Writes every file of a computed list but `run.json` into a staged folder.
    pub(crate) fn write(&self, job: &Job, computed: &Computed, staged: &StagedFolder) -> Result<WrittenList> {
        let (manifest, state) = publication::write_and_keep(job, computed, staged, true)?;
        Ok(WrittenList { manifest, state })
    }

    /// Publishes a written list with `publish`, which returns it, and goes on from it: the next list is built on it, and reads it from memory.
    pub(crate) fn publish(
        &mut self,
        written: WrittenList,
        computed: Computed,
        publish: impl FnOnce() -> Result<ListSource> + Send,
    ) -> Result<()> {
        let WrittenList { manifest, state } = written;
        // The list before has served, and what is carried forward from it may be changed in its place.
        self.lists.forget_carried();
        // The disk takes its time to keep what was written.
        let (published, tables) = rayon::join(publish, || carried_tables(manifest.list, state, computed));
        let mut list = published?;
        if let Some(tables) = tables {
            self.lists.remember_written(&list, &manifest.outputs, tables);
        }
        list.use_memory(&self.lists);
        self.made.insert(list.date, list);
        Ok(())
    }
}

/// What the next list reads of a computed one, from the state that was written.
fn carried_tables(list: ListDate, state: Option<Table>, computed: Computed) -> Option<WrittenTables> {
    let Computed { mut period, outcome, .. } = computed;
    let new = publish::newly_rated(&period).collect();
    let (pool, refused) = (publish::pool(&period, &outcome), publish::refused(&period).to_table().ok()?);
    let rated = std::mem::take(&mut period.rated);
    // Tens of thousands of tournaments and millions of games are freed in the background.
    rayon::spawn(move || drop((period, outcome)));
    let players = WrittenTables::players_of(list, &state?);
    Some(WrittenTables { players, pool, refused, rated: carried_forward(Arc::unwrap_or_clone(rated), new, list.day()) })
}
