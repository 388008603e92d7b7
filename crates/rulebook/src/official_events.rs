//! Official events, which shall be rated (D43).

use crate::{Edition, OfficialEvents};
use model::{Tournament, TournamentClass};

impl Edition {
    /// The article by which an official or continental event shall be rated; `None` for any other tournament, or if the edition lacks the rule.
    ///
    /// Registration, rate of play, rounds and hours a day, length, composition and lateness do not refuse such an event (D43).
    pub fn official_event_article(&self, tournament: &Tournament) -> Option<&str> {
        let is_official = tournament.official || tournament.classes.contains(TournamentClass::Continental);
        match &self.official_events {
            OfficialEvents::ShallBeRated { article } if is_official => Some(article),
            OfficialEvents::ShallBeRated { .. } | OfficialEvents::None {} => None,
        }
    }
}
