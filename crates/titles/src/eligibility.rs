//! Whether norms are possible in an event: the articles on the event as a whole (1.11 to 1.16, 1.41a, 1.42d, 1.42e, 1.45f).

use crate::context::games_asked;
use crate::event::{ChiefArbiter, TitleEvent};
use crate::play_time::{Finding, hours_a_day, rounds_and_minutes};
use crate::rows::Articles;
use model::{TournamentClass, TournamentKind, Waiver, days_before};
use rulebook::{NormPlay, TitleEdition};

/// The articles on an event that fail, and those that what is given does not prove (T9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Eligibility {
    pub(crate) failed: Articles,
    pub(crate) unproven: Articles,
}

impl Eligibility {
    pub(crate) fn is_eligible(&self) -> bool {
        self.failed.is_empty()
    }
}

/// Judges an event by each article on the event. `strict` takes what is unproven as failed.
pub(crate) fn judge_eligibility(edition: &TitleEdition, event: &TitleEvent, strict: bool) -> Eligibility {
    let play = &edition.play;
    // In the order of the text.
    let findings = [
        (&play.registered_article, registration_and_conditions(play, event)),
        (&play.hours_article, hours_a_day(play, event)),
        (&play.rounds_article, rounds_and_minutes(play, event)),
        (&play.equal_clocks_article, equal_clocks(event)),
        (&play.chief_arbiter_article, chief_arbiter(event)),
        (&play.arbiters_article, no_arbiter_plays(event)),
        (&edition.games.article, enough_rounds(edition, event)),
        (&edition.left_out.altered_events_article, not_altered(event)),
        (&edition.left_out.formats_article, permitted_format(edition, event)),
        (&edition.titled_opponents.double_article, enough_players(edition, event)),
    ];
    let mut eligibility = Eligibility::default();
    for (article, finding) in findings {
        match finding {
            Finding::Holds => {}
            Finding::Unproven if !strict => eligibility.unproven.push(article.clone()),
            Finding::Unproven | Finding::Fails => eligibility.failed.push(article.clone()),
        }
    }
    eligibility
}

fn fails_if(fails: bool) -> Finding {
    if fails { Finding::Fails } else { Finding::Holds }
}

/// 1.11: registered in time (T11), the format as it was at the start, equal conditions of rounds and pairing.
fn registration_and_conditions(rule: &NormPlay, event: &TitleEvent) -> Finding {
    let is_changed = event.classes.contains(TournamentClass::FormatChanged) && !event.waivers.contains(Waiver::Format);
    if is_changed || event.classes.contains(TournamentClass::UnequalConditions) {
        return Finding::Fails;
    }
    if event.waivers.contains(Waiver::TitleRegistration) {
        return Finding::Holds;
    }
    let last_day = days_before(event.start, rule.registered_days_before);
    event.registered.map_or(Finding::Unproven, |registered| fails_if(registered > last_day))
}

/// 1.13b: the same time controls and clock settings for all games (T13).
fn equal_clocks(event: &TitleEvent) -> Finding {
    let differ = event.classes.contains(TournamentClass::UnequalTimes) || event.clock.is_some_and(|clock| clock.players_differ);
    fails_if(differ)
}

/// 1.15: the chief arbiter is an IA or FA.
const fn chief_arbiter(event: &TitleEvent) -> Finding {
    match event.chief_arbiter {
        ChiefArbiter::Qualified => Finding::Holds,
        ChiefArbiter::NotQualified => Finding::Fails,
        ChiefArbiter::Unknown => Finding::Unproven,
    }
}

/// 1.16: no appointed arbiter plays.
fn no_arbiter_plays(event: &TitleEvent) -> Finding {
    let plays = |arbiter: &u32| event.players.iter().any(|player| player.player.fide_id() == Some(*arbiter));
    fails_if(event.arbiters.iter().any(plays))
}

/// 1.41a, of the event: as many rounds as a norm needs games.
fn enough_rounds(edition: &TitleEdition, event: &TitleEvent) -> Finding {
    fails_if(u32::from(event.rounds) < games_asked(edition, event))
}

/// 1.42d: nothing was altered to the benefit of a player.
fn not_altered(event: &TitleEvent) -> Finding {
    fails_if(event.classes.contains(TournamentClass::Altered))
}

/// 1.42e: a format of the list, or an approved one (T16).
fn permitted_format(edition: &TitleEdition, event: &TitleEvent) -> Finding {
    if event.waivers.contains(Waiver::Format) {
        return Finding::Holds;
    }
    let rule = &edition.left_out;
    let is_permitted = |kind| rule.formats.contains(&kind) && !rule.formats_ended.includes(kind, event.start);
    event.kind.map_or(Finding::Unproven, |kind| fails_if(!is_permitted(kind)))
}

/// 1.45f, of the event: a double round robin has enough players.
fn enough_players(edition: &TitleEdition, event: &TitleEvent) -> Finding {
    let is_double = event.kind == Some(TournamentKind::DoubleRoundRobin);
    fails_if(is_double && event.players.len() < edition.titled_opponents.double_players_at_least as usize)
}
