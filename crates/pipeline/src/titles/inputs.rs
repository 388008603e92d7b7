//! Reads what titles are judged from besides the tournaments.

use super::chosen_edition::ChosenTitleEdition;
use super::handed_in::HandedInTable;
use super::list_facts::ListFacts;
use crate::Result;
use crate::job::Job;
use model::{Batch, Control, InputFile, InputRole, ListDate, Tournament};
use period_assembly::Period;
use rulebook::Rulebook;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use store::{JobDescription, file};
use titles::{AwardRow, DirectResult, HandedInNorm, NormRow, RatingReachedRow};

/// What the titles of a list are judged from, besides the tournaments: the tables of the previous list, and what is handed in.
#[derive(Debug)]
pub(crate) struct TitleInputs {
    pub(super) norms: Vec<NormRow>,
    /// `None` where the previous list has no such table: its peaks are all that is known (T32).
    pub(super) ratings: Option<Vec<RatingReachedRow>>,
    pub(super) awards: Vec<AwardRow>,
    pub(super) handed_in_norms: Option<HandedInTable<HandedInNorm>>,
    pub(super) direct: Option<HandedInTable<DirectResult>>,
    /// The tables of the previous list.
    pub(super) inputs: Vec<InputFile>,
}

impl TitleInputs {
    /// Reads the inputs; `None` where no titles are judged: for other controls than standard, and where that is asked for.
    pub(crate) fn read(job: &Job) -> Result<Option<Self>> {
        let options = &job.description.options.titles;
        if job.control() != Control::Standard || !options.judged {
            return Ok(None);
        }
        options.edition()?;
        let mut inputs = Vec::new();
        let mut companion = |name: &str| {
            let found = job.previous.companion(name, InputRole::Previous)?;
            Ok::<_, crate::PipelineError>(found.map(|(bytes, input)| {
                let path = input.path.clone();
                inputs.push(input);
                (bytes, path)
            }))
        };
        let norms = companion(file::NORMS)?.map(|(bytes, path)| publish::read_norms(&bytes, Path::new(&path))).transpose()?;
        let ratings =
            companion(file::TITLE_RATINGS)?.map(|(bytes, path)| publish::read_title_ratings(&bytes, Path::new(&path))).transpose()?;
        let awards =
            companion(file::TITLE_AWARDS)?.map(|(bytes, path)| publish::read_title_awards(&bytes, Path::new(&path))).transpose()?;
        let paths = &job.description.inputs;
        Ok(Some(Self {
            norms: norms.unwrap_or_default(),
            ratings,
            awards: awards.unwrap_or_default(),
            handed_in_norms: paths.norms.as_deref().map(HandedInTable::read).transpose()?,
            direct: paths.direct.as_deref().map(HandedInTable::read).transpose()?,
            inputs,
        }))
    }

    /// The tournaments whose reports are read though they are rated: those that a direct result names (T39).
    pub(crate) fn tournaments_of_direct_results(&self, list: ListDate) -> BTreeSet<String> {
        let rows = self.direct.iter().flat_map(|table| table.rows_for(list));
        rows.filter_map(|row| row.tournament_id).collect()
    }
}

/// What is read of tournaments for titles: whether anything is, and which rated ones are read again because a direct result names them.
pub(crate) fn reads_for_titles(description: &JobDescription, list: ListDate) -> Result<(bool, BTreeSet<String>)> {
    if description.control != Control::Standard || !description.options.titles.judged {
        return Ok((false, BTreeSet::new()));
    }
    let Some(path) = description.inputs.direct.as_deref().filter(|path| path.exists()) else { return Ok((true, BTreeSet::new())) };
    let rows = HandedInTable::<DirectResult>::read(path)?.rows_for(list);
    Ok((true, rows.into_iter().filter_map(|row| row.tournament_id).collect()))
}

/// The rows of a table that is handed in that concern a list, as they are now; `None` for inputs of other roles.
pub(crate) fn handed_in_now(role: &InputRole, path: &Path, list: ListDate) -> Result<Option<InputFile>> {
    Ok(match role {
        InputRole::Norms => Some(HandedInTable::<HandedInNorm>::read(path)?.input_for(list)),
        InputRole::Direct => Some(HandedInTable::<DirectResult>::read(path)?.input_for(list)),
        _ => None,
    })
}

/// Reads the lists in force in the course of events over 30 days and of events in parts (1.14), and at the start of tournaments that are read
/// again; those at the starts of the others are read already.
pub(crate) fn read_facts_of_long_events(
    job: &Job,
    period: &Period,
    earlier_parts: &Batch,
    facts: &mut BTreeMap<ListDate, ListFacts>,
) -> Result<Vec<InputFile>> {
    // The shortest of the editions: 1.14 has the same days in all of them.
    let long_after_days = Rulebook::fide().titles().iter().map(|edition| edition.play.long_after_days).min().unwrap_or(u32::MAX);
    let is_long = |tournament: &&Tournament| {
        let days = tournament.start.zip(tournament.end).map_or(0, |(start, end)| (end - start).num_days() + 1);
        days > i64::from(long_after_days) || tournament.event_id.is_some()
    };
    let rated = period.tournaments.iter().filter(|judged| judged.is_rated()).map(|judged| &judged.facts);
    let long = rated.chain(&earlier_parts.tournaments).filter(is_long);
    let rounds = long.flat_map(|tournament| tournament.round_dates.iter().flatten().copied());
    let days: BTreeSet<model::Date> = rounds.chain(earlier_parts.tournaments.iter().filter_map(|tournament| tournament.start)).collect();
    let needed: BTreeSet<ListDate> = days.into_iter().filter_map(|day| Some(job.catalog.in_force(day)?.date)).collect();
    let mut inputs = Vec::new();
    for date in needed.into_iter().filter(|date| *date < period.previous) {
        if facts.contains_key(&date) {
            continue;
        }
        let Some(source) = job.catalog.sources().iter().find(|source| source.date == date) else { continue };
        let (ratings, text, input) = source.read_ratings_and_texts(InputRole::Older(job.control()))?;
        facts.insert(date, ListFacts::new(ratings.index.clone(), ratings.rating.iter().copied(), &text));
        inputs.push(input);
    }
    Ok(inputs)
}
