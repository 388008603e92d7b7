//! Norms, ratings reached and titles of a standard list, as its tables of titles have them (T31 to T41).
//!
//! Nothing is judged again: the run wrote the verdicts with their articles. The games of a norm are those of the table of games, and what
//! the tables can prove of its numbers is verified.

mod answer;
mod document;
mod norm_games;
mod player_titles;
mod tables;
mod tournament_titles;

pub use answer::{CitedArticle, ExplainedAward, ExplainedResult, LedgerNorm, NormGame, PlayerTitles, ReachedRating, TournamentTitles};
pub(crate) use tables::TitleTables;
