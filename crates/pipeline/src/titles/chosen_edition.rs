//! The editions of the title regulations that options choose.

use crate::Result;
use model::ListDate;
use rulebook::{NoTitleEdition, Rulebook, TitleEdition};

/// The editions that title options choose.
pub(crate) trait ChosenTitleEdition {
    /// The named edition; an error if there is no such one.
    fn edition(&self) -> Result<Option<&'static TitleEdition>>;
    /// The edition that judges a tournament which starts on a day (T1).
    fn edition_on(&self, day: model::Date) -> std::result::Result<&'static TitleEdition, NoTitleEdition>;
    /// The edition of proposals on a list (T2); `None` before the first edition.
    fn edition_for_proposals(&self, list: ListDate) -> Option<&'static TitleEdition>;
}

impl ChosenTitleEdition for store::TitleOptions {
    fn edition(&self) -> Result<Option<&'static TitleEdition>> {
        let Some(id) = &self.edition else { return Ok(None) };
        let known = || Rulebook::fide().titles().iter().map(|edition| edition.id.as_str()).collect::<Vec<_>>().join(", ");
        let unknown = || crate::PipelineError::Settings(format!("titles: there is no edition '{id}'; known are {}", known()));
        Rulebook::fide().title_edition_by_id(id).map(Some).ok_or_else(unknown)
    }

    fn edition_on(&self, day: model::Date) -> std::result::Result<&'static TitleEdition, NoTitleEdition> {
        match self.edition().ok().flatten() {
            Some(named) => Ok(named),
            None => Rulebook::fide().title_edition_on(day),
        }
    }

    fn edition_for_proposals(&self, list: ListDate) -> Option<&'static TitleEdition> {
        match self.edition().ok().flatten() {
            Some(named) => Some(named),
            None => Rulebook::fide().title_edition_for_proposals(list.day()).ok(),
        }
    }
}
