//! Whether a tournament must wait for a later list (D23).

use crate::Edition;
use model::{Date, ListDate, Tournament, days_before};

/// Why a tournament waits for a later list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingReason {
    /// It ends after the closing date.
    NotClosed { closing_date: Date },
    /// It was received on the list date or later.
    ReceivedAfterListDate { received: Date },
}

impl Edition {
    /// Why a tournament must wait for a later list than `list`, which is published under this edition; `None` if it need not, or if its end
    /// is not known.
    pub fn waiting_reason(&self, tournament: &Tournament, list: ListDate) -> Option<WaitingReason> {
        let before = if tournament.official { self.closing_date.official_days_before } else { self.closing_date.days_before };
        let closing_date = days_before(list.day(), before);
        if tournament.end? > closing_date {
            return Some(WaitingReason::NotClosed { closing_date });
        }
        let received = tournament.received.filter(|received| *received >= list.day())?;
        Some(WaitingReason::ReceivedAfterListDate { received })
    }
}
