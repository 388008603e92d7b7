//! Explanations: every game, step and article behind the numbers of a list.
//!
//! In: a list folder with its audit tables. Out: an [`Explanation`] of a player or a [`TournamentExplanation`]. Every number is computed again
//! with the functions of the run, and compared with the tables and the list. No rule of the regulations is written here.

mod document;
mod error;
mod event_document;
mod events;
mod explainer;
mod explanation;
mod first_rating_steps;
mod folder;
mod known_since;
mod list_day;
mod online;
mod page;
mod page_context;
mod phrases;
mod rating_change_steps;
mod records;
mod round_robin;
mod titles;
mod tournament;
mod tournament_document;
mod tournament_page;
mod unlisted_since;
mod verification;

pub(crate) use phrases::cause_in_words;

pub use error::{ExplainError, PlayerMatch};
pub use explainer::Explainer;
pub use explanation::{
    CalculationStep, ExplainedEvent, ExplainedGame, ExplainedPlayer, Explanation, PoolResult, RatingStep, RoundRobinCalculation,
    RoundRobinPlayer, RoundRobinSteps,
};
pub use page_context::{PageContext, player_page_name, tournament_page_name};
pub use titles::{CitedArticle, ExplainedAward, ExplainedResult, LedgerNorm, NormGame, PlayerTitles, ReachedRating, TournamentTitles};
pub use tournament::{Participant, TournamentExplanation, UncountedGame};
