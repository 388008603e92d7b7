//! Where the numbers of a list come from: every game, every step and every article, read from the audit tables and reckoned again.
//!
//! The tables say what was done; here it is done once more, with the same functions, and every number is compared with what was
//! written and with the list itself.

mod answer;
mod document;
mod error;
mod event_document;
mod events;
mod explainer;
mod first;
mod folder;
mod list_day;
mod online;
mod proof;
mod rated;
mod records;
mod round_robin;
mod tournament;
mod tournament_document;
mod words;

pub(crate) use words::cause_in_words;

pub use answer::{Event, Explanation, Game, Move, Player, PoolResult, RoundRobin, RoundRobinPlayer, RoundRobinSteps, Step};
pub use error::{ExplainError, Match};
pub use explainer::Explainer;
pub use tournament::{LeftOut, Participant, TournamentAnswer};
