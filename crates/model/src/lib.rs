//! The words of the trade: ids, ratings, scores, dates, tournaments, games, diagnostics.
//!
//! Every other crate speaks in these types. There is no I/O here and no rule: nothing in this crate
//! knows how a rating changes or opens a file.

mod collector;
mod control;
mod date;
mod diagnostic;
mod direction;
mod input_file;
mod input_role;
mod online;
mod player;
mod pool;
mod rated_tournaments;
mod reading;
mod reason;
mod result_words;
mod score;
mod tournament;
mod unlisted;

pub use collector::{AddedDiagnostic, DiagnosticCollector};
pub use control::{Class, Classes, Control, Kind, UnknownWord, Waiver, Waivers, WordSet};
pub use date::{
    Date, ListDate, ParseDateError, any_date_after_1970, date_after_1970, days_before, days_since_1970, months_before, parse_iso_date,
};
pub use diagnostic::{Code, Diagnostic, Place, Severity};
pub use direction::{Stretch, is_hidden, stretches, turns_direction};
pub use input_file::{FileSnapshot, FileStamp, InputFile};
pub use input_role::InputRole;
pub use online::{GameIds, OnlineGames, UtcMicros, day_of, midnight, number as game_number};
pub use player::{ListRatings, Newcomer, PlayerFlags, PlayerIndex, PlayerRef, PlayerRow, Players, Rating};
pub use pool::{Pool, PoolEntry};
pub use rated_tournaments::RatedTournaments;
pub use reading::{ParseReadingError, ReadingNumber};
pub use reason::Reason;
pub use score::{GameResult, HalfPoints, Hundredths, Outcome};
pub use tournament::{Batch, Clock, Games, Tournament};
pub use unlisted::{Unlisted, Withheld};
