//! The words of the trade: ids, ratings, scores, dates, tournaments, games, diagnostics.
//!
//! Every other crate speaks in these types. There is no I/O here and no rule: nothing in this crate
//! knows how a rating changes or opens a file.

mod control;
mod date;
mod diagnostic;
mod direction;
mod input_file;
mod online;
mod player;
mod reason;
mod score;
mod tournament;

pub use control::{Class, Classes, Control, Kind, UnknownWord, Waiver, Waivers, Word, WordSet};
pub use date::{Date, ListDate, ParseDateError, days_before, months_before, parse_iso_date};
pub use diagnostic::{Code, Diagnostic, Place, Severity};
pub use direction::{Stretch, is_hidden, stretches, turns_direction};
pub use input_file::{FileStamp, InputFile, Sighting};
pub use online::{GameIds, OnlineGames, UtcMicros, day_of, midnight, number as game_number};
pub use player::{Newcomer, PlayerIndex, PlayerRef, Rating};
pub use reason::Reason;
pub use score::{GameResult, HalfPoints, Hundredths, Outcome};
pub use tournament::{Batch, Clock, Games, Tournament};
