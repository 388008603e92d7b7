//! Why a K is another one on the later list, from the careers in the states of two list folders and the rules of both lists.

use super::classification::DifferenceCause;
use super::compared_list::ComparedFolder;
use crate::InspectError;
use crate::input_paths::input_paths;
use crate::rules::Rules;
use model::{ListDate, Rating};
use rating::{Career, KReason, development_coefficient};
use rulebook::Development;
use store::{Manifest, file};
use tables::{Integers, Table, TableError};

/// Why a player's K is what it is on the later list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KChange {
    pub cause: DifferenceCause,
    /// The condition that holds on the later list, in words.
    pub reason: String,
    pub article: String,
}

/// The careers of the players of two lists, and the rules for K of both.
pub(super) struct KReasons {
    earlier: Careers,
    later: Careers,
}

impl KReasons {
    /// `None` if a list does not have careers: it was not made by this program.
    ///
    /// # Errors
    /// If a state is damaged, or the rules of a list cannot be read.
    pub(super) fn read(earlier: &ComparedFolder, later: &ComparedFolder) -> Result<Option<Self>, InspectError> {
        let (earlier, later) = rayon::join(|| Careers::read(earlier), || Careers::read(later));
        Ok(earlier?.zip(later?).map(|(earlier, later)| Self { earlier, later }))
    }

    /// Why the K of a player became `k_after`; `None` where the careers and the rules do not tell it.
    pub(super) fn change(&self, fide_id: u32, k_after: i16) -> Option<KChange> {
        let (before, career) = (self.earlier.of(fide_id)?, self.later.of(fide_id)?);
        let (k, reason) = self.later.coefficient(career);
        if i16::from(k) != k_after {
            return None;
        }
        let words = if career.birth_year > self.later.latest_birth_year { KReason::words_without_age } else { KReason::words };
        Some(KChange {
            cause: self.cause(before, career, reason, k)?,
            reason: words(reason, k, self.later.date),
            article: reason.article(&self.later.rule),
        })
    }

    fn cause(&self, before: Career, career: Career, reason: KReason, k: u8) -> Option<DifferenceCause> {
        let is_other_rule = self.earlier.rule != self.later.rule;
        if is_other_rule && development_coefficient(&self.later.rule, self.earlier.date, before).0 == k {
            return Some(DifferenceCause::Edition);
        }
        match (self.earlier.coefficient(before).1, reason) {
            (KReason::Master { .. }, _) => None,
            (_, KReason::Master { .. }) => Some(DifferenceCause::Peak),
            (KReason::Junior { below, .. }, KReason::Settled { .. }) if career.peak >= below => Some(DifferenceCause::Peak),
            (KReason::Junior { .. }, KReason::Settled { .. }) | (KReason::Settled { .. }, KReason::Junior { .. }) => {
                Some(DifferenceCause::Age)
            }
            (KReason::New { .. }, _) | (_, KReason::New { .. }) => Some(DifferenceCause::CareerGames),
            (KReason::Everyone, _) | (_, KReason::Everyone) => Some(DifferenceCause::Edition),
            (KReason::Settled { .. }, KReason::Settled { .. }) | (KReason::Junior { .. }, KReason::Junior { .. }) => None,
        }
    }
}

/// The careers in the state of a list, and the rule that gives a K for each.
struct Careers {
    ids: Vec<u32>,
    games: Integers,
    peak: Integers,
    birth_year: Integers,
    rule: Development,
    date: ListDate,
    /// Later years of birth are not published.
    latest_birth_year: i16,
}

impl Careers {
    fn read(folder: &ComparedFolder) -> Result<Option<Self>, InspectError> {
        let Some(manifest) = folder.manifest().filter(|manifest| manifest.previous.is_some()) else { return Ok(None) };
        let columns = ["fide_id", "career_games", "peak", "birth_year"];
        let Some(state) = folder.table(file::STATE, &columns)? else { return Ok(None) };
        let rules = Rules::of(manifest, &input_paths(&folder.path)).map_err(InspectError::unreadable(&folder.path))?;
        let of_state = Self::from_state(&state, rules.publication.development, manifest);
        of_state.map(Some).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))
    }

    fn from_state(state: &Table, rule: Development, manifest: &Manifest) -> Result<Self, TableError> {
        Ok(Self {
            ids: state.required_integers("fide_id")?.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)).collect(),
            games: state.required_integers("career_games")?,
            peak: state.required_integers("peak")?,
            birth_year: state.required_integers("birth_year")?,
            rule,
            date: manifest.list,
            latest_birth_year: manifest.latest_published_birth_year(),
        })
    }

    fn of(&self, fide_id: u32) -> Option<Career> {
        let row = self.ids.binary_search(&fide_id).ok()?;
        let small = |column: &Integers| column.get(row).and_then(|value| i16::try_from(value).ok()).unwrap_or(0);
        let games = self.games.get(row).and_then(|games| u32::try_from(games).ok()).unwrap_or(0);
        Some(Career { games, peak: Rating(small(&self.peak)), birth_year: small(&self.birth_year) })
    }

    fn coefficient(&self, career: Career) -> (u8, KReason) {
        development_coefficient(&self.rule, self.date, career)
    }
}
