//! Rules of D23 that decide whether a tournament is rated and need no ratings. A tournament and its edition in, a decision out.

use crate::codes;
use crate::period::TournamentStatus;
use model::{
    Clock, Control, Date, Diagnostic, ListDate, Place, Rating, Reason, Tournament, TournamentClass, Waiver, days_before, months_before,
};
use rulebook::{
    ArticleRule, Edition, FirstTimeControl, JudgedBy, Lateness, Length, OfficialEvents, PlayPerDay, RateOfPlay, Registration, WaitingReason,
};

/// A decision not to rate a tournament on this list: its status, the reason, and the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TournamentDecision {
    pub(crate) status: TournamentStatus,
    pub(crate) reason: Reason,
    pub(crate) detail: String,
}

impl TournamentDecision {
    pub(crate) fn refused(reason: Reason, detail: impl Into<String>) -> Self {
        Self { status: TournamentStatus::Refused, reason, detail: detail.into() }
    }
}

/// Everything that the rules need besides the tournament and its edition.
pub(crate) struct JudgingContext<'a> {
    pub(crate) control: Control,
    pub(crate) list: ListDate,
    pub(crate) publication: &'a Edition,
    /// Facts that are not given count against the tournament (D24).
    pub(crate) strict: bool,
}

impl JudgingContext<'_> {
    /// The decision that a tournament waits: it is not closed, or was received after the list's date (D23).
    pub(crate) fn waiting(&self, tournament: &Tournament, end: Date) -> Option<TournamentDecision> {
        let (reason, detail) = match self.publication.waiting_reason(tournament, self.list)? {
            WaitingReason::NotClosed { closing_date } => {
                let kind = if tournament.official { "official events" } else { "tournaments" };
                (Reason::NotClosed, format!("ends on {end}, the closing date for {kind} is {closing_date}"))
            }
            WaitingReason::ReceivedAfterListDate { received } => {
                (Reason::ReceivedAfterListDate, format!("received on {received}, the list is of {}", self.list))
            }
        };
        Some(TournamentDecision { status: TournamentStatus::Waiting, reason, detail })
    }

    /// The decision that a tournament missed the last list on which it could be rated.
    pub(crate) fn late(&self, tournament: &Tournament, edition: &Edition, end: Date) -> Option<TournamentDecision> {
        if tournament.official && matches!(edition.official_events, OfficialEvents::ShallBeRated { .. }) {
            return None;
        }
        let late = |detail| Some(TournamentDecision { status: TournamentStatus::Late, reason: Reason::TooLate, detail });
        match edition.lateness {
            Lateness::None {} | Lateness::WarnAfterDays { .. } => None,
            Lateness::MissesListAfterEnd { list, waiver, .. } => {
                if tournament.waivers.contains(waiver) {
                    return None;
                }
                let last = nth_list_after(end, list);
                match tournament.received {
                    Some(received) if received >= last.day() => late(format!(
                        "received on {received}; to be rated it had to be in time for the list of {last}, number {list} after its end on {end}"
                    )),
                    None if self.list > last => late(format!(
                        "ended on {end} and was not rated by {last}, list number {list} after its end; when it was received is not known"
                    )),
                    Some(_) | None => None,
                }
            }
            Lateness::DaysAfterEnd { days, waiver, .. } => match tournament.received {
                Some(received) if !tournament.waivers.contains(waiver) && received > end + chrono::Days::new(days.into()) => {
                    late(format!("received on {received}, more than {days} days after its end on {end}"))
                }
                Some(_) | None => None,
            },
        }
    }

    /// The first reason to refuse a tournament that is closed and in time.
    pub(crate) fn refusal(&self, tournament: &Tournament, edition: &Edition, start: Date, end: Date) -> Option<TournamentDecision> {
        if end < start {
            return Some(TournamentDecision::refused(Reason::NoDates, format!("ends on {end}, before it starts on {start}")));
        }
        self.registration(tournament, edition, start)
            .or_else(|| self.missing_facts(tournament))
            .or_else(|| unequal_times(tournament, edition))
            .or_else(|| self.rate_of_play(tournament, edition))
            .or_else(|| self.play_per_day(tournament, edition))
            .or_else(|| too_long(tournament, edition, start, end))
    }

    fn registration(&self, tournament: &Tournament, edition: &Edition, start: Date) -> Option<TournamentDecision> {
        let registered = tournament.registered?;
        let (last, lead_time, waiver) = match edition.registration {
            Registration::DaysBefore { days, waiver, .. } => (days_before(start, days), format!("{days} days"), waiver),
            Registration::MonthsBefore { months, waiver, .. } => (months_before(start, months), format!("{months} month(s)"), waiver),
        };
        (registered > last && !tournament.waivers.contains(waiver)).then(|| {
            TournamentDecision::refused(
                Reason::NotRegisteredInTime,
                format!("registered on {registered}, {lead_time} before the start would have been {last}"),
            )
        })
    }

    fn missing_facts(&self, tournament: &Tournament) -> Option<TournamentDecision> {
        if !self.strict {
            return None;
        }
        let facts = [
            ("when it was registered", tournament.registered.is_none()),
            ("when it was received", tournament.received.is_none()),
            ("the clock", tournament.clock.is_none()),
        ];
        let missing: Vec<&str> = facts.iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| *name).collect();
        (!missing.is_empty()).then(|| TournamentDecision::refused(Reason::MissingFact, format!("not given: {}", missing.join(", "))))
    }

    /// Refuses an event outside its control's range. Where a minimum by rating applies, it is judged later, with ratings.
    fn rate_of_play(&self, tournament: &Tournament, edition: &Edition) -> Option<TournamentDecision> {
        match &edition.rate_of_play {
            RateOfPlay::MinimumByRating { .. } => None,
            RateOfPlay::Ranges { ranges, online_only, .. } => {
                if online_only.contains(&self.control) {
                    return Some(TournamentDecision::refused(
                        Reason::RateOfPlay,
                        format!("only online games are rated as {}", self.control),
                    ));
                }
                let Clock { seconds_for_60_moves: seconds, has_increment, .. } = tournament.clock?;
                let range = ranges.get(&self.control)?;
                (!range.contains(seconds, has_increment)).then(|| {
                    TournamentDecision::refused(
                        Reason::RateOfPlay,
                        format!("{} for 60 moves is not a {} game", minutes(seconds), self.control),
                    )
                })
            }
        }
    }

    fn play_per_day(&self, tournament: &Tournament, edition: &Edition) -> Option<TournamentDecision> {
        let (rounds_limit, hours_limit) = match &edition.play_per_day {
            PlayPerDay::None {} => (None, None),
            PlayPerDay::Hours { hours, .. } => (None, Some(*hours)),
            PlayPerDay::Rounds { rounds, .. } => (rounds.get(&self.control).copied(), None),
            PlayPerDay::RoundsAndHours { rounds, hours, .. } => (Some(*rounds), Some(*hours)),
        };
        let mut days: Vec<Date> = tournament.round_dates.iter().flatten().copied().collect();
        days.sort_unstable();
        for day in days.chunk_by(|a, b| a == b) {
            let rounds = u32::try_from(day.len()).unwrap_or(u32::MAX);
            if let Some(limit) = rounds_limit
                && rounds > limit
            {
                return Some(TournamentDecision::refused(
                    Reason::RoundsPerDay,
                    format!("{rounds} rounds on {}, at most {limit} are allowed", day[0]),
                ));
            }
            if let (Some(limit), Some(clock)) = (hours_limit, tournament.clock) {
                // Both players' time: a game of 60 moves may last twice what one player has.
                let seconds = u64::from(rounds) * 2 * u64::from(clock.seconds_for_60_moves);
                if seconds > u64::from(limit) * 3600 {
                    let detail = format!(
                        "{rounds} rounds of up to {} on {} are over {limit} hours",
                        minutes(clock.seconds_for_60_moves.saturating_mul(2)),
                        day[0]
                    );
                    return Some(TournamentDecision::refused(Reason::HoursPerDay, detail));
                }
            }
        }
        None
    }
}

/// Refuses an event whose players had too little time for the highest rating in it.
pub(crate) fn too_fast_for_the_event(
    rule: &RateOfPlay,
    tournament: &Tournament,
    highest: impl FnOnce() -> Rating,
) -> Option<TournamentDecision> {
    let RateOfPlay::MinimumByRating { judged_by: JudgedBy::HighestRatingInTheEvent, steps, .. } = rule else { return None };
    let seconds = tournament.clock?.seconds_for_60_moves;
    let highest = highest();
    let step = steps.iter().find(|step| highest.0 >= step.from_rating)?;
    (seconds < step.minutes * 60).then(|| {
        let rated = if highest.is_rated() { format!("where a player has {}", highest.0) } else { "where nobody is rated".to_owned() };
        let detail = format!("{} for 60 moves, {} minutes are needed {rated}", minutes(seconds), step.minutes);
        TournamentDecision::refused(Reason::RateOfPlay, detail)
    })
}

/// Refuses a tournament that a correction withdraws (D29).
pub(crate) fn withdrawn(tournament: &Tournament) -> Option<TournamentDecision> {
    let correction = tournament.withdrawn.as_ref()?;
    Some(TournamentDecision::refused(Reason::Withdrawn, format!("withdrawn by the correction {correction}")))
}

fn unequal_times(tournament: &Tournament, edition: &Edition) -> Option<TournamentDecision> {
    let differ = tournament.classes.contains(TournamentClass::UnequalTimes) || tournament.clock.is_some_and(|c| c.players_differ);
    match edition.unequal_times {
        ArticleRule::Applies { .. } if differ => {
            Some(TournamentDecision::refused(Reason::UnequalTimes, "the players have different times"))
        }
        ArticleRule::Applies { .. } | ArticleRule::None {} => None,
    }
}

fn too_long(tournament: &Tournament, edition: &Edition, start: Date, end: Date) -> Option<TournamentDecision> {
    match &edition.length {
        Length::None {} | Length::InterimReports { .. } => None,
        Length::AtMostDays { days, except, waiver, .. } => {
            let lasted = length(start, end);
            let excused =
                except.iter().any(|&class| tournament.classes.contains(class)) || waiver.is_some_and(|w| tournament.waivers.contains(w));
            (lasted > i64::from(*days) && !excused)
                .then(|| TournamentDecision::refused(Reason::TooLong, format!("lasted {lasted} days, at most {days} are allowed")))
        }
    }
}

/// The number of days, first and last included (D24).
fn length(start: Date, end: Date) -> i64 {
    (end - start).num_days() + 1
}

fn minutes(seconds: u32) -> String {
    if seconds.is_multiple_of(60) { format!("{} minutes", seconds / 60) } else { format!("{} min {} s", seconds / 60, seconds % 60) }
}

/// The `number`th list dated after a day. Editions that limit lateness have monthly lists.
fn nth_list_after(day: Date, number: u32) -> ListDate {
    ListDate::of_month(day).plus_months(number)
}

/// Warns of waivers that the edition does not allow (D24). Refused tournaments have them too: there they matter most.
pub(crate) fn warn_of_ignored_waivers(tournament: &Tournament, edition: &Edition, out: &mut Vec<Diagnostic>) {
    for waiver in tournament.waivers.iter().filter(|&waiver| !allows_waiver(edition, waiver)) {
        let message = format!("{}: the waiver '{waiver}' is ignored: {} lets nobody lift that rule", tournament.id, edition.id);
        out.push(Diagnostic::new(&codes::PER004, &tournament.file, Place::default(), message));
    }
}

/// Warns of everything odd about a tournament that is rated.
pub(crate) fn warn(tournament: &Tournament, edition: &Edition, start: Date, end: Date, out: &mut Vec<Diagnostic>) {
    let mut warn = |code, message: String| out.push(Diagnostic::new(code, &tournament.file, Place::default(), message));
    if let Length::InterimReports { after_days, article } = &edition.length
        && length(start, end) > i64::from(*after_days)
    {
        warn(
            &codes::PER005,
            format!(
                "{}: one report for {} days, interim reports are due after {after_days} ({article})",
                tournament.id,
                length(start, end)
            ),
        );
    }
    if let (true, Some(article)) = (tournament.classes.contains(TournamentClass::Hybrid), edition.hybrid.article()) {
        warn(&codes::PER006, format!("{}: hybrid events must be approved one by one ({article})", tournament.id));
    }
    if let (Lateness::WarnAfterDays { article, days }, Some(received)) = (&edition.lateness, tournament.received)
        && received > end + chrono::Days::new((*days).into())
    {
        warn(&codes::PER009, format!("{}: received on {received}, more than {days} days after its end ({article})", tournament.id));
    }
    if let Some(first) = tournament.clock.and_then(|c| c.first_control_moves).map(u32::from) {
        match &edition.first_time_control {
            FirstTimeControl::AtLeastMoves { article, moves } if first < *moves => {
                warn(
                    &codes::PER011,
                    format!("{}: the first time control is {first} moves, at least {moves} are asked for ({article})", tournament.id),
                );
            }
            FirstTimeControl::ExactlyMoves { article, moves } if first != *moves => {
                warn(
                    &codes::PER011,
                    format!("{}: the first time control is {first} moves, {moves} are asked for ({article})", tournament.id),
                );
            }
            FirstTimeControl::None {} | FirstTimeControl::AtLeastMoves { .. } | FirstTimeControl::ExactlyMoves { .. } => {}
        }
    }
}

/// Whether an edition allows a waiver (D24).
fn allows_waiver(edition: &Edition, waiver: Waiver) -> bool {
    match waiver {
        Waiver::Registration => true,
        Waiver::Late => matches!(edition.lateness, Lateness::MissesListAfterEnd { .. } | Lateness::DaysAfterEnd { .. }),
        Waiver::Match => matches!(edition.match_won, rulebook::MatchWon::LaterGamesNotRated { waiver: Some(_), .. }),
        Waiver::Length => matches!(edition.length, Length::AtMostDays { waiver: Some(_), .. }),
    }
}
