//! Whether a tournament can count on a list already (D23).

use crate::Edition;
use model::{Date, ListDate, Tournament, days_before};

/// Why a tournament waits for a later list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// It ends after the closing date.
    NotClosed { closing_date: Date },
    /// It was received on the list's date or later.
    ReceivedAfterListDate { received: Date },
}

impl Edition {
    /// Why a tournament waits for a later list than this one, which goes by this edition; `None` where it does not, or its end is not known.
    pub fn waits(&self, tournament: &Tournament, list: ListDate) -> Option<Waiting> {
        let before = if tournament.official { self.closing_date.official_days_before } else { self.closing_date.days_before };
        let closing_date = days_before(list.day(), before);
        if tournament.end? > closing_date {
            return Some(Waiting::NotClosed { closing_date });
        }
        let received = tournament.received.filter(|received| *received >= list.day())?;
        Some(Waiting::ReceivedAfterListDate { received })
    }
}
