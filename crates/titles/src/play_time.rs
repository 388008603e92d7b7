//! Rounds, hours and minutes of play on a day (1.12, 1.13, T12), and single rounds (1.13a, T36).

use crate::event::TitleEvent;
use model::Date;
use rulebook::NormPlay;

/// Whether an article holds, as far as the facts tell (T9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    Holds,
    Fails,
    Unproven,
}

impl Finding {
    fn fails_if(fails: bool) -> Self {
        if fails { Self::Fails } else { Self::Holds }
    }

    /// This finding, or unproven where it holds only as far as is known.
    fn known_in_full(self, is_known: bool) -> Self {
        match self {
            Self::Holds if !is_known => Self::Unproven,
            Self::Holds | Self::Fails | Self::Unproven => self,
        }
    }
}

/// The most rounds on one day, and whether that is proven.
struct BusiestDay {
    rounds: u32,
    /// Every scheduled round has a date.
    is_proven: bool,
}

/// The day with the most rounds: by the dates of rounds, or without any by an even spread of the rounds that have games (T12, D38).
fn busiest_day(event: &TitleEvent) -> BusiestDay {
    let most = rounds_by_date(&event.round_dates).iter().map(|(_, rounds)| *rounds).max();
    match most {
        Some(rounds) => BusiestDay { rounds, is_proven: are_all_rounds_dated(event) },
        None => {
            let mut rounds: Vec<u16> = event.games.iter().map(|game| game.round).collect();
            rounds.dedup();
            let days = u32::try_from((event.end - event.start).num_days() + 1).unwrap_or(1).max(1);
            let rounds = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
            BusiestDay { rounds: rounds.div_ceil(days), is_proven: false }
        }
    }
}

/// The dates of rounds, ascending, each with its number of rounds.
fn rounds_by_date(round_dates: &[Option<Date>]) -> Vec<(Date, u32)> {
    let mut dates: Vec<Date> = round_dates.iter().flatten().copied().collect();
    dates.sort_unstable();
    dates.chunk_by(|a, b| a == b).map(|day| (day[0], day.iter().fold(0, |many, _| many + 1))).collect()
}

fn are_all_rounds_dated(event: &TitleEvent) -> bool {
    let scheduled = usize::from(event.rounds);
    scheduled > 0 && event.round_dates.len() >= scheduled && event.round_dates[..scheduled].iter().all(Option::is_some)
}

/// 1.12: no more than so many hours of play on a day, by games of 60 moves.
pub(crate) fn hours_a_day(rule: &NormPlay, event: &TitleEvent) -> Finding {
    let Some(clock) = event.clock else { return Finding::Unproven };
    let day = busiest_day(event);
    // Both players' time.
    let seconds = u64::from(day.rounds) * 2 * u64::from(clock.seconds_for_60_moves);
    Finding::fails_if(seconds > u64::from(rule.hours_a_day) * 3600).known_in_full(day.is_proven)
}

/// 1.13: no more than so many rounds on a day, and enough time for each player.
pub(crate) fn rounds_and_minutes(rule: &NormPlay, event: &TitleEvent) -> Finding {
    let day = busiest_day(event);
    let is_too_fast = event.clock.is_some_and(|clock| clock.seconds_for_60_moves < rule.minutes_for_60_moves * 60);
    Finding::fails_if(day.rounds > rule.rounds_a_day || is_too_fast).known_in_full(day.is_proven && event.clock.is_some())
}

/// 1.13a: one round a day on enough days; `None` where not all rounds are dated (T36).
pub(crate) fn has_single_rounds(rule: &NormPlay, event: &TitleEvent) -> Option<bool> {
    are_all_rounds_dated(event).then(|| {
        let single =
            rounds_by_date(&event.round_dates[..event.rounds.into()]).iter().fold(0, |days, (_, rounds)| days + u32::from(*rounds == 1));
        single >= rule.single_rounds_days
    })
}
