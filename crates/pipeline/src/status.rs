//! The status of a pipeline: its lists, the next one, and the tournaments that wait for it. It writes nothing.

use crate::job::Job;
use crate::list_order::next_list;
use crate::pipeline_file::PipelineFile;
use crate::regenerate::serialize_as_lines;
use crate::summary::NotRated;
use crate::{PendingCorrection, ProgressObserver, Result, plan};
use model::{Control, Date, Diagnostic, ListDate};
use publish::NamedAward;
use serde::{Serialize, Serializer};
use store::{
    CheckedFolder, Count, FolderName, StoreError, Version, VersionChoice, all_drafts, all_versions, file, list_drafts, list_folders,
    list_refused,
};
use titles::AwardStatus;

/// The status of a pipeline.
#[derive(Debug, Serialize)]
pub struct PipelineStatus {
    pub name: String,
    pub control: Control,
    /// One for each list, oldest first.
    pub lists: Vec<PublishedListVersion>,
    /// Drafts of lists that are not published yet.
    #[serde(serialize_with = "serialize_months")]
    pub drafts: Vec<ListDate>,
    /// Names of the drafts that must be signed to become lists, without those of lists that are not due yet.
    pub awaiting_signature: Vec<String>,
    /// Lists that their checks refused, left for inspection.
    #[serde(serialize_with = "serialize_months")]
    pub refused: Vec<ListDate>,
    /// The list that is due and not published.
    #[serde(serialize_with = "serialize_optional_month")]
    pub due: Option<ListDate>,
    /// The next list, due or not.
    #[serde(serialize_with = "serialize_optional_month")]
    pub next: Option<ListDate>,
    /// How many of the tournaments submitted so far the next list would rate.
    pub ready: u64,
    /// Tournaments that the next list would not rate and a later one may.
    pub waiting: Vec<NotRated>,
    /// How many the next list would not rate because they are late.
    pub late: u64,
    /// How many it would refuse, without those that earlier lists refused for the same reason (D23).
    pub refused_tournaments: u64,
    /// How many earlier lists refused or found late, for the same reason (D23).
    pub refused_before: u64,
    /// Corrections that published lists lack. Those lists must be made again.
    pub pending_corrections: Vec<PendingCorrection>,
    /// Corrections that could not be applied, and rows that are left out.
    #[serde(serialize_with = "serialize_as_lines")]
    pub corrections_not_applied: Vec<Diagnostic>,
    /// Titles that the newest list newly proposes; `None` where it has no table of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_proposals: Option<Vec<ProposedTitle>>,
}

/// A title that may be applied for.
#[derive(Debug, Serialize)]
pub struct ProposedTitle {
    pub fide_id: u32,
    pub name: String,
    pub federation: String,
    pub title: &'static str,
    /// What it rests on: rating, norms or direct.
    pub basis: &'static str,
    pub article: String,
    /// The day of achieving (T37).
    pub achieved_on: Option<Date>,
    /// Articles that the norms it rests on do not prove; they count all the same (T9).
    pub unproven: Vec<String>,
}

/// A published list and its newest version.
#[derive(Debug, Serialize)]
pub struct PublishedListVersion {
    #[serde(serialize_with = "serialize_month")]
    pub list: ListDate,
    /// The number of its newest version; 1 as first published.
    pub version: u32,
}

fn serialize_optional_month<S: Serializer>(list: &Option<ListDate>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    list.map(ListDate::month).serialize(serializer)
}

fn serialize_months<S: Serializer>(lists: &[ListDate], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    lists.iter().map(|list| list.month()).collect::<Vec<_>>().serialize(serializer)
}

fn serialize_month<S: Serializer>(list: &ListDate, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    list.month().serialize(serializer)
}

impl PipelineStatus {
    /// Whether something is to be done: a list is due, or a draft waits for its signature.
    pub fn is_action_needed(&self) -> bool {
        self.due.is_some() || !self.awaiting_signature.is_empty()
    }
}

/// The status of a pipeline on a day. Reads everything that the next list would be made from, and writes nothing.
pub fn status(pipeline: &PipelineFile, today: Date, observer: &dyn ProgressObserver) -> Result<PipelineStatus> {
    // Checked first, because without a first list there is no status.
    let next = next_list(pipeline, Some(today))?;
    let mut lists: Vec<PublishedListVersion> = Vec::new();
    for folder in all_versions(pipeline.lists())? {
        let Version::Published(version) = folder.name.version else { continue };
        lists.retain(|state| state.list != folder.name.date);
        lists.push(PublishedListVersion { list: folder.name.date, version });
    }
    let report = plan(&Job::from_pipeline(pipeline, next, false)?, observer)?;
    let count = |count: Count| report.summary.counts.get(&count).copied().unwrap_or(0);
    let [ready, late, refused_tournaments, refused_before] =
        [Count::TournamentsRated, Count::TournamentsLate, Count::TournamentsRefused, Count::TournamentsRefusedBefore].map(count);
    let is_waiting = |tournament: &NotRated| tournament.status == period_assembly::TournamentStatus::Waiting;
    let waiting = report.summary.not_rated.into_iter().filter(is_waiting).collect();
    let (pending_corrections, corrections_not_applied) = (report.pending, report.not_applied);
    let new_proposals = newest_proposals(pipeline)?;
    let awaits = |draft: &FolderName| pipeline.signing.is_required(draft.date) && draft.date.day() <= today;
    let awaiting_signature = all_drafts(pipeline.lists())?.into_iter().filter(awaits).map(|draft| draft.to_string()).collect();
    Ok(PipelineStatus {
        awaiting_signature,
        name: pipeline.name.clone(),
        control: pipeline.description.control,
        drafts: list_drafts(pipeline.lists())?,
        refused: list_refused(pipeline.lists())?,
        lists,
        due: Some(next).filter(|next| next.day() <= today),
        next: Some(next),
        ready,
        waiting,
        late,
        refused_tournaments,
        refused_before,
        pending_corrections,
        corrections_not_applied,
        new_proposals,
    })
}

/// The titles that the newest list newly proposes; `None` without a list, and where it has no table of proposals.
fn newest_proposals(pipeline: &PipelineFile) -> Result<Option<Vec<ProposedTitle>>> {
    let folders = list_folders(pipeline.lists(), VersionChoice::default())?;
    let Some(newest) = folders.iter().max_by_key(|folder| folder.name.date) else { return Ok(None) };
    let Some(path) = CheckedFolder::open(&newest.path, None)?.file(file::TITLE_AWARDS)? else { return Ok(None) };
    let bytes = store::read_file(&path).map_err(StoreError::io(&path))?;
    let is_new = |award: &NamedAward| award.row.status == AwardStatus::Proposed && award.row.since == newest.name.date;
    let proposals = publish::read_named_title_awards(&bytes, &path)?.into_iter().filter(is_new);
    Ok(Some(
        proposals
            .map(|NamedAward { row, name, federation }| ProposedTitle {
                fide_id: row.fide_id,
                name,
                federation,
                title: row.title.word(),
                basis: row.basis.into(),
                article: row.article,
                achieved_on: row.achieved_on,
                unproven: row.unproven,
            })
            .collect(),
    ))
}
