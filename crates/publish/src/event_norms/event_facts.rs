//! The facts of an event, in words: for its document and for certificates.

use super::EventNorms;
use model::{Clock, Date, TournamentKind};

impl EventNorms {
    /// Where the event was played: `Bergen, NOR`.
    pub(crate) fn place(&self) -> String {
        let parts = [self.tournament.city.as_str(), self.tournament.federation.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn dates(&self) -> String {
        let (start, end) = (self.event.start, self.event.end);
        if start == end { start.to_string() } else { format!("{start} to {end}") }
    }

    pub(crate) fn date_of_round(&self, round: u16) -> Option<Date> {
        self.event.round_dates.get(usize::from(round).checked_sub(1)?).copied().flatten()
    }

    pub(crate) fn format(&self) -> &'static str {
        match self.event.kind {
            None => "not told",
            Some(TournamentKind::Swiss) => "Swiss system",
            Some(TournamentKind::RoundRobin) => "round robin",
            Some(TournamentKind::DoubleRoundRobin) => "double round robin",
            Some(TournamentKind::Match) => "match",
            Some(TournamentKind::Team) => "team event",
            Some(TournamentKind::Knockout) => "knockout",
            Some(TournamentKind::Scheveningen) => "Scheveningen system",
            Some(TournamentKind::Schiller) => "Schiller system",
        }
    }

    pub(crate) fn clock(&self) -> String {
        self.event.clock.map_or_else(|| "not told".to_owned(), clock_in_words)
    }

    /// The chief arbiter with the title that is known: `Nordmann, Kari, IA`.
    pub(crate) fn chief_arbiter(&self) -> String {
        let (name, title) = (self.tournament.chief_arbiter.as_str(), self.tournament.chief_arbiter_title.as_str());
        let is_in_name = name.split(|c: char| !c.is_alphanumeric()).any(|word| word == title);
        match (name.is_empty(), title.is_empty()) {
            (true, true) => "not told".to_owned(),
            (true, false) => title.to_owned(),
            (false, true) => format!("{name}, title not told"),
            (false, false) if is_in_name => name.to_owned(),
            (false, false) => format!("{name}, {title}"),
        }
    }
}

/// The time of each player: `120 minutes for 60 moves, with increment`.
fn clock_in_words(clock: Clock) -> String {
    let (minutes, seconds) = (clock.seconds_for_60_moves / 60, clock.seconds_for_60_moves % 60);
    let seconds = if seconds == 0 { String::new() } else { format!(" {seconds} seconds") };
    let increment = if clock.has_increment { ", with increment" } else { "" };
    let differ = if clock.players_differ { "; not the same for all" } else { "" };
    format!("{minutes} minutes{seconds} for 60 moves{increment}{differ}")
}
