//! Marks of the lists on which a player made a norm, and a title was proposed or changed.

use super::player_rows::PlayerRows;
use super::{HistoryEntry, ListedStatus};
use serde::Serialize;
use store::{CheckedFolder, ListFolder, StoreError, file};
use titles::AwardStatus;

/// What one list has of a player's norms and titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TitleMarks {
    /// Norms that the list brought to the ledger.
    pub norms: Vec<NormMark>,
    /// Titles that are newly proposed.
    pub proposed: Vec<ProposalMark>,
    /// Whether the titles are others than on the list before; `None` if the player is not on both.
    pub changed: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NormMark {
    pub title: String,
    pub tournament_id: String,
    pub name: String,
    /// judged, given or direct.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProposalMark {
    pub title: String,
    /// rating, norms or direct.
    pub basis: &'static str,
}

impl TitleMarks {
    /// These marks, with whether the titles are others than on the list before.
    pub(super) fn compared(self, before: &HistoryEntry, now: &HistoryEntry) -> Self {
        let is_on = |entry: &HistoryEntry| entry.status != ListedStatus::NotOnTheList;
        let differ = (&before.title, &before.women_title) != (&now.title, &now.women_title);
        Self { changed: (is_on(before) && is_on(now)).then_some(differ), ..self }
    }

    /// The titles of the norms, separated by spaces.
    pub(super) fn norm_titles(&self) -> String {
        self.norms.iter().map(|norm| norm.title.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The titles that are newly proposed, separated by spaces.
    pub(super) fn proposed_titles(&self) -> String {
        self.proposed.iter().map(|proposal| proposal.title.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The marks in words, for people.
    pub(super) fn in_words(&self, titles: &str) -> String {
        let norm = |norm: &NormMark| {
            let source = if norm.source == "judged" { String::new() } else { format!(" ({})", norm.source) };
            format!("{} norm in {}{source}", norm.title, norm.tournament_id)
        };
        let proposal = |proposal: &ProposalMark| format!("{} proposed", proposal.title);
        let changed = match (self.changed, titles) {
            (Some(true), "") => Some("no title any more".to_owned()),
            (Some(true), titles) => Some(format!("now {titles}")),
            _ => None,
        };
        self.norms.iter().map(norm).chain(self.proposed.iter().map(proposal)).chain(changed).collect::<Vec<_>>().join("; ")
    }
}

/// The tables of norms and proposals of one list.
#[derive(Debug)]
pub(super) struct TitleTables {
    norms: PlayerRows,
    proposals: Vec<titles::AwardRow>,
}

impl TitleTables {
    /// Reads the rows of players, by ascending id; `None` if the list does not judge titles.
    pub(super) fn read(checked: &CheckedFolder, ids: &[u32]) -> Result<Option<Self>, StoreError> {
        let Some(norms) = checked.open_in_parts(file::NORMS)? else { return Ok(None) };
        let columns = ["title", "tournament_id", "name", "source", "list"];
        let norms = PlayerRows::in_parts(norms, ids, &columns)?.require_columns(&["title", "tournament_id", "list"])?;
        let proposals = match checked.file(file::TITLE_AWARDS)? {
            Some(path) => publish::read_title_awards(&store::read_file(&path).map_err(StoreError::io(&path))?, &path)?,
            None => Vec::new(),
        };
        let is_proposed = |row: &titles::AwardRow| row.status == AwardStatus::Proposed && ids.binary_search(&row.fide_id).is_ok();
        Ok(Some(Self { norms, proposals: proposals.into_iter().filter(is_proposed).collect() }))
    }

    /// The marks of a player on the list.
    pub(super) fn marks(&self, folder: &ListFolder, id: u32) -> TitleMarks {
        let rows = self.norms.table();
        let norms = self.norms.of(id).filter(|&row| rows.date("list", row) == Some(folder.name.date.day())).map(|row| NormMark {
            title: rows.text("title", row),
            tournament_id: rows.text("tournament_id", row),
            name: rows.text("name", row),
            source: rows.text("source", row),
        });
        let is_new = |row: &&titles::AwardRow| row.fide_id == id && row.since == folder.name.date;
        let proposed = self.proposals.iter().filter(is_new);
        let proposal = |row: &titles::AwardRow| ProposalMark { title: row.title.word().to_owned(), basis: row.basis.into() };
        TitleMarks { norms: norms.collect(), proposed: proposed.map(proposal).collect(), changed: None }
    }
}
