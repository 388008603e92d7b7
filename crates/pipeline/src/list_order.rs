//! The order in which a pipeline makes its lists: each from the one just before it by the calendar, and none ahead of its time (D40).

use crate::job::Job;
use crate::pipeline_file::PipelineFile;
use crate::rules::open_rules;
use crate::run::parent_folder;
use crate::{PipelineError, Result};
use model::{Control, Date, ListDate};
use rulebook::{NoEdition, Rulebook};
use std::path::Path;
use store::{ListSource, OrderExceptions, RunRecord, StoreError, VersionChoice, list_folders};

/// How strictly the order of lists is kept for one list of a pipeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderRequirements {
    /// The exceptions that the user allows.
    pub allowed: OrderExceptions,
    /// The day that decides which list is ahead of its time; none is without one.
    pub today: Option<Date>,
}

impl OrderRequirements {
    /// Fails where a pipeline may not make the job's list. A list that exists is not made, so that its order does not matter.
    pub(crate) fn ensure_in_order(self, job: &Job) -> Result<()> {
        let dates = list_dates(parent_folder(&job.folder), VersionChoice::Newest)?;
        if dates.contains(&job.list) {
            return Ok(());
        }
        if let Some(&newer) = dates.last().filter(|newest| **newest > job.list) {
            let folder = parent_folder(&job.folder).join(newer.to_string());
            return Err(PipelineError::NewerList { list: job.list, newer: folder });
        }
        let (rulebook, _) = open_rules(&job.description)?;
        if let Some(missing) = rulebook.first_list_between(job.control(), job.previous.date, job.list)?
            && !self.allowed.after_gap
        {
            return Err(PipelineError::MissingList { list: job.list, previous: job.previous.date, missing });
        }
        match list_due_before(&rulebook, job.control(), job.list, self.today)? {
            Some(due) if !self.allowed.ahead => Err(PipelineError::ListAhead { list: job.list, due }),
            _ => Ok(()),
        }
    }

    /// The exceptions that a list needed and that were allowed.
    pub(crate) fn used_exceptions(self, job: &Job) -> Result<OrderExceptions> {
        let (rulebook, _) = open_rules(&job.description)?;
        let needs_gap = rulebook.first_list_between(job.control(), job.previous.date, job.list)?.is_some();
        let is_ahead = list_due_before(&rulebook, job.control(), job.list, self.today)?.is_some();
        Ok(OrderExceptions { after_gap: self.allowed.after_gap && needs_gap, ahead: self.allowed.ahead && is_ahead })
    }
}

/// The next list due, if a list is further ahead than that: the first one after today by the calendar.
pub(crate) fn list_due_before(
    rulebook: &Rulebook,
    control: Control,
    list: ListDate,
    today: Option<Date>,
) -> std::result::Result<Option<ListDate>, NoEdition> {
    let Some(today) = today.filter(|today| list.day() > *today) else { return Ok(None) };
    let due = rulebook.list_after(control, ListDate::of_month(today))?;
    Ok(Some(due).filter(|due| *due < list))
}

/// The dates of the lists in a folder, oldest first. A folder in which there is no list does not count.
fn list_dates(lists: &Path, reading: VersionChoice) -> Result<Vec<ListDate>> {
    match list_folders(lists, reading) {
        Ok(folders) => Ok(folders.iter().filter_map(|folder| ListSource::open(&folder.path, None).ok()).map(|list| list.date).collect()),
        Err(StoreError::Missing { .. }) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// The list that a pipeline makes next, by the calendar of the edition in force, whether or not its day has come. Fails on a day on which the
/// newest list is ahead of its time and lists before it are missing: it would stop all lists until its day has come.
pub fn next_list(pipeline: &PipelineFile, today: Option<Date>) -> Result<ListDate> {
    let (lists, control) = (pipeline.lists(), pipeline.description.control);
    let dates = list_dates(lists, pipeline.description.reading())?;
    let Some(&newest) = dates.last() else {
        return Err(PipelineError::NoPrevious { list: None, folder: lists.to_owned() });
    };
    let (rulebook, _) = open_rules(&pipeline.description)?;
    if let Some(&before) = dates.iter().rev().nth(1)
        && let Some(due) = list_due_before(&rulebook, control, newest, today)?
        && let Some(missing) = rulebook.first_list_between(control, before, newest)?
    {
        let folder = lists.join(newest.to_string());
        let is_meant = RunRecord::read(&folder).is_ok_and(|record| record.order.after_gap);
        if !is_meant {
            return Err(PipelineError::StrayList { folder, due, missing });
        }
    }
    Ok(rulebook.list_after(control, newest)?)
}

/// The list that a pipeline makes next, if its day has come.
pub fn due_list(pipeline: &PipelineFile, today: Date) -> Result<Option<ListDate>> {
    Ok(Some(next_list(pipeline, Some(today))?).filter(|next| next.day() <= today))
}
