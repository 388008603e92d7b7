//! Shared vocabulary of the workspace: ids, ratings, scores, dates, tournaments, games, players and diagnostics.
//!
//! Every other crate uses these types. This crate has no I/O, no rules and no Polars: nothing here opens a file or knows how a rating
//! changes.
//!
//! - A [`Tournament`] and its [`Games`] are what was reported.
//! - A [`PlayerRow`] is one player of a list in numbers, found by a [`PlayerIndex`].
//! - A [`Diagnostic`] is a problem in an input, with a stable [`Code`].
//! - [`HalfPoints`] and [`Hundredths`] keep scores in whole numbers.
//!
//! ```
//! use model::{Control, ListDate};
//!
//! let list: ListDate = "2024-02".parse().expect("a month");
//! assert_eq!(list.minus_months(2).to_string(), "2023-12-01");
//! assert_eq!("rapid".parse(), Ok(Control::Rapid));
//! ```

mod control;
mod date;
mod diagnostic;
mod diagnostic_collector;
mod input_file;
mod input_role;
mod online;
mod player;
mod pool;
mod rated_tournaments;
mod reading;
mod reason;
mod reported_entry;
mod result_words;
mod score;
mod text_direction;
mod tournament;
mod tournament_content;
mod unlisted;

pub use control::{Classes, Control, TournamentClass, TournamentKind, UnknownWord, VariantSet, Waiver, Waivers};
pub use date::{
    Date, ListDate, ParseDateError, any_date_after_1970, date_after_1970, days_before, days_since_1970, months_before, parse_iso_date,
};
pub use diagnostic::{Code, Diagnostic, Place, Severity};
pub use diagnostic_collector::{AddedDiagnostic, DiagnosticCollector};
pub use input_file::{FileSnapshot, FileStamp, InputFile};
pub use input_role::InputRole;
pub use online::{GameIdSet, GameIds, OnlineGames, UtcMicros, day_of, midnight, numeric_game_id};
pub use player::{IndexedPlayers, ListRatings, Newcomer, PlayerFlags, PlayerIndex, PlayerRef, PlayerRow, Rating};
pub use pool::{Pool, PoolEntry};
pub use rated_tournaments::{RatedTournament, RatedTournaments, ReportDigest, ReportSize};
pub use reading::{ParseReadingError, ReadingNumber};
pub use reason::Reason;
pub use reported_entry::{ReportedEntry, ShortCode};
pub use score::{GameResult, HalfPoints, Hundredths, SideResult};
pub use text_direction::{DirectionRun, direction_runs, is_direction_control, is_unprintable};
pub use tournament::{Batch, Bye, ByeKind, Clock, EntryWithoutId, Games, Tournament, byes_beside_games};
pub use tournament_content::{Fingerprint, Sketch, SketchBuffer, TournamentContent, hash_value};
pub use unlisted::{Unlisted, Withheld};
