//! Which lists there are, which is due, and what waits for it.

use crate::job::Job;
use crate::pipeline_file::{PipelineFile, due};
use crate::summary::NotRated;
use crate::{PendingCorrection, Result, Watch, plan};
use model::{Control, Date, ListDate};
use serde::{Serialize, Serializer};
use store::{Count, Version, all_versions, list_drafts, list_refused};

/// How a pipeline stands.
#[derive(Debug, Serialize)]
pub struct Status {
    pub name: String,
    pub control: Control,
    /// One for each list, oldest first.
    pub lists: Vec<ListState>,
    /// Drafts of lists that are not there yet.
    #[serde(serialize_with = "months")]
    pub drafts: Vec<ListDate>,
    /// Lists that their checks refused, left for inspection.
    #[serde(serialize_with = "months")]
    pub refused: Vec<ListDate>,
    /// The list that is due and not there.
    #[serde(serialize_with = "month")]
    pub due: Option<ListDate>,
    /// The list to come, due or not.
    #[serde(serialize_with = "month")]
    pub next: Option<ListDate>,
    /// How many tournaments the next list would rate, from what is handed in now.
    pub ready: u64,
    /// Those that it would not rate and a later one may.
    pub waiting: Vec<NotRated>,
    /// Corrections that lists lack: they have to be made again.
    pub pending_corrections: Vec<PendingCorrection>,
}

/// A list that is there.
#[derive(Debug, Serialize)]
pub struct ListState {
    #[serde(serialize_with = "month_of")]
    pub list: ListDate,
    /// 1 as first published.
    pub version: u32,
}

fn month<S: Serializer>(list: &Option<ListDate>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    list.map(ListDate::month).serialize(serializer)
}

fn months<S: Serializer>(lists: &[ListDate], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    lists.iter().map(|list| list.month()).collect::<Vec<_>>().serialize(serializer)
}

fn month_of<S: Serializer>(list: &ListDate, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    list.month().serialize(serializer)
}

impl Status {
    /// Whether there is something to do now.
    pub fn is_run_needed(&self) -> bool {
        self.due.is_some()
    }
}

/// How a pipeline stands on a day. Reads everything that the next list would be made from, and writes nothing.
pub fn status(pipeline: &PipelineFile, today: Date, watch: &dyn Watch) -> Result<Status> {
    // Asked first: without a list to start from there is nothing to tell.
    let next = due(pipeline, None)?;
    let mut lists: Vec<ListState> = Vec::new();
    for folder in all_versions(pipeline.lists())? {
        let Version::Published(version) = folder.name.version else { continue };
        lists.retain(|state| state.list != folder.name.date);
        lists.push(ListState { list: folder.name.date, version });
    }
    let (mut ready, mut waiting, mut pending_corrections) = (0, Vec::new(), Vec::new());
    if let Some(next) = next {
        let job = Job::from_pipeline(pipeline, next, false)?;
        let report = plan(&job, watch)?;
        ready = report.summary.counts.get(&Count::TournamentsRated).copied().unwrap_or(0);
        waiting = report
            .summary
            .not_rated
            .into_iter()
            .filter(|tournament| tournament.status == period_assembly::TournamentStatus::Waiting)
            .collect();
        pending_corrections = report.pending;
    }
    Ok(Status {
        name: pipeline.name.clone(),
        control: pipeline.description.control,
        drafts: list_drafts(pipeline.lists())?,
        refused: list_refused(pipeline.lists())?,
        lists,
        due: next.filter(|next| next.day() <= today),
        next,
        ready,
        waiting,
        pending_corrections,
    })
}
