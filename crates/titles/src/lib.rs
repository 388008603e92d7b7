//! The title regulations: norms, ratings reached, the ledger of norms, and proposals of titles.
//!
//! - In: an edition of the title regulations, [`TitleEvent`]s with federations and titles as small codes, a rated period, and the rows of
//!   the ledger of the previous list.
//! - Out: rows of the five tables of titles. Every verdict has its articles.
//!
//! Start with [`judge_event`]. [`judge_player`] adds the rounds behind one result, [`outlook`] looks ahead in an event under way, and
//! [`join_parts`] makes one event of interim reports.
//!
//! Titles are judged after a list is made, and no number of the list depends on them (T42). This crate uses whole numbers only, and has no
//! I/O and no clock. Nothing here awards a title: a proposal states what may be applied for, and with which proof.

#![deny(clippy::float_arithmetic)]

mod applicants;
mod articles;
mod attendance;
mod awards;
mod awards_direct;
mod certificate;
mod choices;
mod context;
mod direct;
mod eligibility;
mod event;
mod handed_in;
mod inclusion;
mod interim_ratings;
mod join;
mod judge;
mod ledger;
mod left_out;
mod norm_sets;
mod numbers;
mod opponents;
mod outlook;
mod performance;
mod play_time;
mod ratings_reached;
mod reached_ratings;
mod rows;
mod survivors;
mod title_order;

pub use awards::{AwardInputs, awards};
pub use certificate::{GameDetail, LeftOut, NormDetail, RoundDetail, RoundEntry, judge_player};
pub use context::{games_asked, is_long_event};
pub use direct::{DirectAward, DirectReport, DirectResult, DirectResults, DirectTitle};
pub use event::{ByeOf, ChiefArbiter, EventGame, EventPlayer, FactsOnDay, Federation, Sex, TitleEvent, TitleSet};
pub use handed_in::{HandedInNorm, HandedInNorms, NormKey, NormStatus, UnusableRow};
pub use join::join_parts;
pub use judge::{EventVerdict, ResultScope, judge_event};
pub use ledger::{JudgedNorm, LedgerChanges, ledger, withdrawals_of_nothing};
pub use outlook::{NeededOpponents, NeededResult, NextGame, Outlook, RemainingNeed, outlook};
pub use ratings_reached::{THRESHOLDS, ratings_reached};
pub use rows::{
    Articles, AwardBasis, AwardRow, AwardStatus, NormBasis, NormResultRow, NormRow, NormSource, RatingReachedHow, RatingReachedRow,
    TitleTournamentRow, Verdict,
};
pub use survivors::{norms_of_survivors, ratings_of_survivors};
pub use title_order::TitledPlayer;
