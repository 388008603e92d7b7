//! Rules of D23 that decide whether a tournament is rated and need no ratings. A tournament and its edition in, a decision out.

use crate::codes;
use crate::period::TournamentStatus;
use model::{
    Clock, Control, Date, Diagnostic, Games, ListDate, Place, Rating, Reason, Tournament, TournamentClass, Waiver, days_before,
    months_before,
};
use rulebook::{ArticleRule, Edition, FirstTimeControl, JudgedBy, Lateness, Length, PlayPerDay, RateOfPlay, Registration, WaitingReason};

/// A decision not to rate a tournament on this list: its status, the reason, and the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TournamentDecision {
    pub(crate) status: TournamentStatus,
    pub(crate) reason: Reason,
    pub(crate) detail: String,
    /// Where the reason is written, if not in the article that the edition has for it.
    pub(crate) article: Option<String>,
}

impl TournamentDecision {
    pub(crate) fn new(status: TournamentStatus, reason: Reason, detail: impl Into<String>) -> Self {
        Self { status, reason, detail: detail.into(), article: None }
    }

    pub(crate) fn refused(reason: Reason, detail: impl Into<String>) -> Self {
        Self::new(TournamentStatus::Refused, reason, detail)
    }

    fn late(detail: String) -> Self {
        Self::new(TournamentStatus::Late, Reason::TooLate, detail)
    }

    pub(crate) fn with_article(self, article: &str) -> Self {
        Self { article: Some(article.to_owned()), ..self }
    }

    /// The note that a rule does not refuse an official event (D43). `article` has such events rated.
    pub(crate) fn not_applied(&self, tournament: &Tournament, article: &str) -> Diagnostic {
        let message = format!("{}: {}; official events are rated all the same ({article}, D43)", tournament.id, self.detail);
        Diagnostic::new(&codes::PER017, &tournament.file, Place::default(), message)
    }
}

/// Everything that the rules need besides the tournament and its edition.
pub(crate) struct JudgingContext<'a> {
    pub(crate) control: Control,
    pub(crate) list: ListDate,
    /// The previous list's date.
    pub(crate) previous: ListDate,
    pub(crate) publication: &'a Edition,
    pub(crate) games: &'a Games,
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
        Some(TournamentDecision::new(TournamentStatus::Waiting, reason, detail))
    }

    /// The decision that a tournament missed the last list on which it could be rated, official or not.
    pub(crate) fn late(&self, tournament: &Tournament, edition: &Edition, end: Date) -> Option<TournamentDecision> {
        let late = |detail| Some(TournamentDecision::late(detail));
        match edition.lateness {
            Lateness::None {} | Lateness::WarnAfterDays { .. } => self.late_by_a_year(tournament, end),
            Lateness::MissesListAfterEnd { list, waiver, .. } => {
                if tournament.waivers.contains(waiver) {
                    return None;
                }
                let last = nth_list_after(end, list);
                let nth = nth_in_words(list);
                match tournament.received {
                    Some(received) if received >= last.day() => late(format!(
                        "received on {received}; it had to be on the list of {last} at the latest, {nth} after its end on {end}"
                    )),
                    None if self.list > last => late(format!(
                        "ended on {end}; it had to be on the list of {last} at the latest, {nth} after its end; when it was received is not known"
                    )),
                    Some(_) | None => None,
                }
            }
            Lateness::DaysAfterEnd { days, waiver, .. } => match tournament.received {
                Some(received) if !tournament.waivers.contains(waiver) && received > end + chrono::Days::new(days.into()) => {
                    late(format!("received on {received}, more than {days} days after its end on {end}"))
                }
                Some(_) => None,
                None => self.late_by_a_year(tournament, end),
            },
        }
    }

    /// The decision that a tournament whose lateness no rule of its edition judges ended more than a year before the previous list (D41).
    fn late_by_a_year(&self, tournament: &Tournament, end: Date) -> Option<TournamentDecision> {
        let is_late = end < months_before(self.previous.day(), 12) && !tournament.waivers.contains(Waiver::Late);
        let detail = || format!("ended on {end}, more than a year before the previous list of {}", self.previous);
        is_late.then(|| TournamentDecision::late(detail()).with_article("D41"))
    }

    /// The first reason to refuse a tournament that is closed and in time.
    pub(crate) fn refusal(&self, tournament: &Tournament, edition: &Edition, start: Date, end: Date) -> Option<TournamentDecision> {
        let impossible_dates = impossible_dates(start, end);
        if edition.official_event_article(tournament).is_some() {
            return impossible_dates.or_else(|| unequal_times(tournament, edition));
        }
        impossible_dates
            .or_else(|| self.registration(tournament, edition, start))
            .or_else(|| self.missing_facts(tournament))
            .or_else(|| unequal_times(tournament, edition))
            .or_else(|| self.rate_of_play(tournament, edition))
            .or_else(|| self.play_per_day(tournament, edition, start, end))
            .or_else(|| too_long(tournament, edition, start, end))
    }

    /// What the rules that refuse no official event say of it (D43).
    pub(crate) fn not_applied(&self, tournament: &Tournament, edition: &Edition, start: Date, end: Date) -> Vec<TournamentDecision> {
        let decisions = [
            self.late(tournament, edition, end),
            self.registration(tournament, edition, start),
            self.rate_of_play(tournament, edition),
            self.play_per_day(tournament, edition, start, end),
            too_long(tournament, edition, start, end),
        ];
        decisions.into_iter().flatten().collect()
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

    /// Refuses an event with too many rounds or hours on one day: by the dates of its rounds and, where a round has none, by all its rounds
    /// spread evenly over its days (D38).
    fn play_per_day(&self, tournament: &Tournament, edition: &Edition, start: Date, end: Date) -> Option<TournamentDecision> {
        let (rounds_limit, hours_limit) = match &edition.play_per_day {
            PlayPerDay::None {} => return None,
            PlayPerDay::Hours { hours, .. } => (None, Some(*hours)),
            PlayPerDay::Rounds { rounds, .. } => (rounds.get(&self.control).copied(), None),
            PlayPerDay::RoundsAndHours { rounds, hours, .. } => (Some(*rounds), Some(*hours)),
        };
        let limits = DayLimits { rounds: rounds_limit, hours: hours_limit, clock: tournament.clock };
        let mut days: Vec<Date> = tournament.round_dates.iter().flatten().copied().collect();
        days.sort_unstable();
        let by_dates = days.chunk_by(|a, b| a == b).find_map(|day| limits.refusal(day.len(), || format!("on {}", day[0])));
        by_dates.or_else(|| {
            let rounds = self.rounds_with_games(tournament);
            let has_date = |round: &u16| tournament.round_dates.get(usize::from(*round).wrapping_sub(1)).is_some_and(Option::is_some);
            if rounds.iter().all(has_date) {
                return None;
            }
            let days = usize::try_from(length(start, end)).unwrap_or(1).max(1);
            let spread = || format!("on one day ({} rounds from {start} to {end}, spread evenly: D38)", rounds.len());
            limits.refusal(rounds.len().div_ceil(days), spread)
        })
    }

    /// The rounds of a tournament that have games in its report, ascending.
    fn rounds_with_games(&self, tournament: &Tournament) -> Vec<u16> {
        let mut rounds = self.games.round[tournament.games.clone()].to_vec();
        rounds.sort_unstable();
        rounds.dedup();
        rounds
    }
}

/// The limits of play on one day, and the clock by which hours are counted.
struct DayLimits {
    rounds: Option<u32>,
    hours: Option<u32>,
    clock: Option<Clock>,
}

impl DayLimits {
    /// Refuses a number of rounds on one day; `day` says which.
    fn refusal(&self, rounds: usize, day: impl Fn() -> String) -> Option<TournamentDecision> {
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        if let Some(limit) = self.rounds
            && rounds > limit
        {
            let detail = format!("{rounds} rounds {}, at most {limit} are allowed", day());
            return Some(TournamentDecision::refused(Reason::RoundsPerDay, detail));
        }
        let (limit, clock) = self.hours.zip(self.clock)?;
        // Both players' time: a game of 60 moves may last twice what one player has.
        let seconds = u64::from(rounds) * 2 * u64::from(clock.seconds_for_60_moves);
        (seconds > u64::from(limit) * 3600).then(|| {
            let time = minutes(clock.seconds_for_60_moves.saturating_mul(2));
            TournamentDecision::refused(Reason::HoursPerDay, format!("{rounds} rounds of up to {time} {} are over {limit} hours", day()))
        })
    }
}

/// Refuses an event whose players had too little time for the highest rating in it. `judges_games` includes rules about single games.
pub(crate) fn too_fast_for_the_event(
    rule: &RateOfPlay,
    tournament: &Tournament,
    judges_games: bool,
    highest: impl FnOnce() -> Rating,
) -> Option<TournamentDecision> {
    let RateOfPlay::MinimumByRating { judged_by, steps, .. } = rule else { return None };
    match judged_by {
        JudgedBy::HighestRatingInTheGame if !judges_games => return None,
        JudgedBy::HighestRatingInTheGame | JudgedBy::HighestRatingInTheEvent => {}
    }
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

/// The longest time that an event can have lasted, in days (D49).
const MAX_DAYS: i64 = 366;

/// Refuses an event whose dates cannot be right (D49).
fn impossible_dates(start: Date, end: Date) -> Option<TournamentDecision> {
    if end < start {
        return Some(TournamentDecision::refused(Reason::NoDates, format!("ends on {end}, before it starts on {start}")));
    }
    let lasted = length(start, end);
    let detail = || format!("lasted {lasted} days; dates of more than {MAX_DAYS} days cannot be right");
    (lasted > MAX_DAYS).then(|| TournamentDecision::refused(Reason::TooLong, detail()).with_article("D49"))
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
    if seconds == 60 {
        "1 minute".to_owned()
    } else if seconds.is_multiple_of(60) {
        format!("{} minutes", seconds / 60)
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

/// The `number`th list dated after a day. Editions that limit lateness have monthly lists.
fn nth_list_after(day: Date, number: u32) -> ListDate {
    ListDate::of_month(day).plus_months(number)
}

/// The `number`th of several, in words.
fn nth_in_words(number: u32) -> String {
    match number {
        1 => "the first".to_owned(),
        2 => "the second".to_owned(),
        3 => "the third".to_owned(),
        4 => "the fourth".to_owned(),
        5 => "the fifth".to_owned(),
        6 => "the sixth".to_owned(),
        other => format!("number {other}"),
    }
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
        // Where the edition has no rule on lateness, D41 is one.
        Waiver::Registration | Waiver::Late => true,
        Waiver::Match => matches!(edition.match_won, rulebook::MatchWon::LaterGamesNotRated { waiver: Some(_), .. }),
        Waiver::Length => matches!(edition.length, Length::AtMostDays { waiver: Some(_), .. }),
        // Of the title regulations: they have no effect on rating.
        Waiver::TitleRegistration | Waiver::Format => true,
    }
}
