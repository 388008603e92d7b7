//! Values that can be read but cannot be meant.

use crate::edition::*;
use crate::order::{Order, OrderEffect};
use model::Waiver;
use serde::Serialize;
use serde_json::Value;

const LARGEST: i64 = 10_000;
const MINUTES_OF_A_DAY: u32 = 24 * 60;

/// One impossible value: the keys that lead to it, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
}

/// Collects faults under dotted paths.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn check(&mut self, holds: bool, path: &str, message: impl Into<String>) {
        if !holds {
            self.0.push(Fault { path: path.split('.').map(str::to_owned).collect(), message: message.into() });
        }
    }

    /// Numbers of the trade are neither nothing nor astronomical, and no arithmetic on them overflows.
    fn count(&mut self, value: impl Into<i64>, path: &str) {
        let value = value.into();
        self.check((1..=LARGEST).contains(&value), path, format!("must be from 1 to {LARGEST}, not {value}"));
    }

    /// A waiver lifts exactly the rule it names (D24).
    fn waiver(&mut self, given: Option<Waiver>, named: Waiver, path: &str) {
        self.check(given.is_none_or(|given| given == named), path, format!("what lifts this rule is called '{named}'"));
    }
}

pub(crate) fn edition_faults(edition: &Edition) -> Vec<Fault> {
    let mut faults = Faults::default();
    head(edition, &mut faults);
    tournament_rules(edition, &mut faults);
    calculation_rules(edition, &mut faults);
    publication_rules(edition, &mut faults);
    game_by_game_rules(edition, &mut faults);
    faults.0
}

fn head(edition: &Edition, faults: &mut Faults) {
    let id_is_a_word = !edition.id.is_empty() && edition.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    faults.check(id_is_a_word, "id", "an id is lower-case letters, digits and hyphens");
    faults.check(!edition.title.trim().is_empty(), "title", "must not be empty");
    faults.check(!edition.source.trim().is_empty(), "source", "must not be empty");
    faults.check(!edition.controls.is_empty(), "controls", "must name at least one control");
    let twice = edition.controls.iter().enumerate().find(|(at, control)| edition.controls[..*at].contains(control));
    faults.check(twice.is_none(), "controls", "names a control twice");
    if let Some(until) = edition.in_force.until {
        let from = edition.in_force.from;
        faults.check(from <= until, "in_force.until", format!("ends on {until}, before it begins on {from}"));
    }
}

fn tournament_rules(edition: &Edition, faults: &mut Faults) {
    match &edition.registration {
        Registration::DaysBefore { days, waiver, .. } => {
            faults.count(*days, "registration.days");
            faults.waiver(Some(*waiver), Waiver::Registration, "registration.waiver");
        }
        Registration::MonthsBefore { months, waiver, .. } => {
            faults.count(*months, "registration.months");
            faults.waiver(Some(*waiver), Waiver::Registration, "registration.waiver");
        }
    }
    rate_of_play(edition, faults);
    match &edition.first_time_control {
        FirstTimeControl::None {} => {}
        FirstTimeControl::AtLeastMoves { moves, .. } | FirstTimeControl::ExactlyMoves { moves, .. } => {
            faults.count(*moves, "first_time_control.moves");
        }
    }
    let hours_of_a_day = |hours: u32| (1..=24).contains(&hours);
    match &edition.play_per_day {
        PlayPerDay::None {} => {}
        PlayPerDay::Hours { hours, .. } => faults.check(hours_of_a_day(*hours), "play_per_day.hours", "a day has 1 to 24 hours"),
        PlayPerDay::Rounds { rounds, .. } => {
            for control in &edition.controls {
                let path = format!("play_per_day.rounds.{control}");
                match rounds.get(control) {
                    None => faults.check(false, "play_per_day.rounds", format!("says nothing about {control}")),
                    Some(rounds) => faults.count(*rounds, &path),
                }
            }
        }
        PlayPerDay::RoundsAndHours { rounds, hours, .. } => {
            faults.count(*rounds, "play_per_day.rounds");
            faults.check(hours_of_a_day(*hours), "play_per_day.hours", "a day has 1 to 24 hours");
        }
    }
    match &edition.length {
        Length::None {} => {}
        Length::InterimReports { after_days, .. } => faults.count(*after_days, "length.after_days"),
        Length::AtMostDays { days, waiver, .. } => {
            faults.count(*days, "length.days");
            faults.waiver(*waiver, Waiver::Length, "length.waiver");
        }
    }
    match &edition.match_won {
        MatchWon::None {} => {}
        MatchWon::LaterGamesNotRated { waiver, .. } => faults.waiver(*waiver, Waiver::Match, "match_won.waiver"),
    }
    match &edition.round_robin {
        RoundRobin::AsAnyEvent {} => {}
        RoundRobin::Iteration { cap, composition, .. } => {
            faults.count(*cap, "round_robin.cap");
            faults.count(composition.rated_one_in, "round_robin.composition.rated_one_in");
        }
    }
    faults.count(edition.rating_difference.cap, "rating_difference.cap");
    if let Some(from) = edition.rating_difference.uncapped_from {
        faults.count(from.0, "rating_difference.uncapped_from");
    }
    match &edition.far_apart {
        FarApart::None {} => {}
        FarApart::NotRated { difference, one_above, .. } => {
            faults.count(*difference, "far_apart.difference");
            faults.count(one_above.0, "far_apart.one_above");
        }
    }
    match &edition.longer_control {
        LongerControl::None {} => {}
        LongerControl::Used { from, .. } => {
            for (control, longer) in from {
                let path = format!("longer_control.from.{control}");
                faults.check(edition.controls.contains(control), &path, format!("this edition is not about {control}"));
                faults.check(!longer.is_empty(), &path, "must name at least one longer control");
                // Controls are ordered from long to short.
                faults.check(longer.iter().all(|other| other < control), &path, format!("must name only controls longer than {control}"));
            }
        }
    }
    match &edition.first_event {
        FirstEvent::None {} | FirstEvent::MoreThanZero { .. } => {}
        FirstEvent::AtLeastHalfPoints { half_points, .. } => faults.count(*half_points, "first_event.half_points"),
        FirstEvent::GamesPointsAndFloor { games, half_points, floor, .. } => {
            faults.count(*games, "first_event.games");
            faults.count(*half_points, "first_event.half_points");
            faults.count(floor.0, "first_event.floor");
        }
    }
    match &edition.lateness {
        Lateness::None {} => {}
        Lateness::WarnAfterDays { days, .. } => faults.count(*days, "lateness.days"),
        Lateness::DaysAfterEnd { days, waiver, .. } => {
            faults.count(*days, "lateness.days");
            faults.waiver(Some(*waiver), Waiver::Late, "lateness.waiver");
        }
        Lateness::MissesListAfterEnd { list, waiver, .. } => {
            faults.count(*list, "lateness.list");
            faults.waiver(Some(*waiver), Waiver::Late, "lateness.waiver");
        }
    }
}

fn rate_of_play(edition: &Edition, faults: &mut Faults) {
    match &edition.rate_of_play {
        RateOfPlay::MinimumByRating { steps, .. } => {
            let path = "rate_of_play.steps";
            let descending = steps.windows(2).all(|pair| pair[0].from_rating > pair[1].from_rating);
            faults.check(descending, path, "must stand from the highest rating to the lowest");
            faults.check(steps.last().is_some_and(|step| step.from_rating == 0), path, "the last step must be from rating 0");
            faults.check(steps.iter().all(|step| (1..=MINUTES_OF_A_DAY).contains(&step.minutes)), path, "minutes are 1 to 1440");
        }
        RateOfPlay::Ranges { ranges, .. } => {
            for control in &edition.controls {
                let path = format!("rate_of_play.ranges.{control}");
                let Some(range) = ranges.get(control) else {
                    faults.check(false, "rate_of_play.ranges", format!("says nothing about {control}"));
                    continue;
                };
                faults.check(*range != MinuteRange::default(), &path, "has no limit at all");
                let one_each =
                    !(range.more_than.is_some() && range.at_least.is_some() || range.less_than.is_some() && range.at_most.is_some());
                faults.check(one_each, &path, "has two limits on one side");
                let limits = [range.more_than, range.more_than_with_increment, range.at_least, range.less_than, range.at_most];
                if limits.into_iter().flatten().any(|minutes| minutes > MINUTES_OF_A_DAY) {
                    faults.check(false, &path, "minutes are 0 to 1440");
                    continue;
                }
                // In seconds, so that "more than 3 and less than 4" is possible.
                let lowest = range.more_than.map(|m| m * 60 + 1).or(range.at_least.map(|m| m * 60)).unwrap_or(0);
                let highest = range.less_than.map(|m| (m * 60).saturating_sub(1)).or(range.at_most.map(|m| m * 60)).unwrap_or(u32::MAX);
                faults.check(lowest <= highest, &path, "leaves no time that would fit");
            }
        }
    }
}

fn calculation_rules(edition: &Edition, faults: &mut Faults) {
    match &edition.games_cap {
        GamesCap::None {} => {}
        GamesCap::KTimesGames { at_most, .. } => faults.count(*at_most, "games_cap.at_most"),
    }
    let first = &edition.first_rating;
    match &first.formula {
        Formula::PointsPerHalfPoint { points } => faults.count(*points, "first_rating.formula.points"),
        Formula::HypotheticalOpponents { count, rating } => {
            faults.count(*count, "first_rating.formula.count");
            faults.count(rating.0, "first_rating.formula.rating");
        }
    }
    if let Some(highest) = first.highest {
        let floor = edition.floor.rating;
        let message = format!("the highest first rating, {}, is under the floor of {}", highest.0, floor.0);
        faults.check(highest >= floor, "first_rating.highest", message);
    }
    match &first.minimum {
        MinimumGames::Games { games, .. } => faults.count(*games, "first_rating.minimum.games"),
        MinimumGames::GamesOrFewer { games, fewer, .. } => {
            faults.count(*fewer, "first_rating.minimum.fewer");
            faults.check(fewer < games, "first_rating.minimum.fewer", format!("must be fewer than the {games} games otherwise asked for"));
        }
        MinimumGames::FirstNotLostAnd { further, .. } => faults.count(*further, "first_rating.minimum.further"),
    }
    match &first.pooling {
        Pooling::Months { months, .. } => faults.count(*months, "first_rating.pooling.months"),
        Pooling::Unlimited { .. } => {}
    }
}

/// Where ratings move after every game, rules that need a list in force, an event as a whole or a rating period have nothing to hold on to;
/// and a first rating from the first game not lost onwards needs games in the order of time.
fn game_by_game_rules(edition: &Edition, faults: &mut Faults) {
    let first_not_lost = matches!(edition.first_rating.minimum, MinimumGames::FirstNotLostAnd { .. });
    if !edition.moves_after_every_game() {
        let message = "needs ratings that move after every game (rounding once_per = \"game\")";
        return faults.check(!first_not_lost, "first_rating.minimum.rule", message);
    }
    let cannot = "is not possible where ratings move after every game (rounding once_per = \"game\")";
    let is_none = |rule: &ArticleRule| rule.article().is_none();
    faults.check(first_not_lost, "first_rating.minimum.rule", format!("anything but first-not-lost-and {cannot}"));
    faults.check(matches!(edition.rate_of_play, RateOfPlay::Ranges { .. }), "rate_of_play.rule", format!("a minimum by rating {cannot}"));
    faults.check(is_none(&edition.match_with_unrated), "match_with_unrated.rule", format!("this {cannot}"));
    faults.check(matches!(edition.round_robin, RoundRobin::AsAnyEvent {}), "round_robin.rule", format!("iteration {cannot}"));
    faults.check(matches!(edition.far_apart, FarApart::None {}), "far_apart.rule", format!("this {cannot}"));
    faults.check(matches!(edition.first_event, FirstEvent::None {}), "first_event.rule", format!("this {cannot}"));
    faults.check(matches!(edition.games_cap, GamesCap::None {}), "games_cap.rule", format!("a cap on K x n {cannot}"));
    let unlimited = matches!(edition.first_rating.pooling, Pooling::Unlimited { .. });
    faults.check(unlimited, "first_rating.pooling.rule", format!("a limit in months {cannot}"));
    let every_game = edition.rating_difference.benefit == CapBenefit::EveryGame;
    faults.check(every_game, "rating_difference.benefit", format!("a benefit once per tournament {cannot}"));
}

fn publication_rules(edition: &Edition, faults: &mut Faults) {
    let months = &edition.calendar.months;
    faults.check(!months.is_empty(), "calendar.months", "must name at least one month");
    faults.check(months.iter().all(|month| (1..=12).contains(month)), "calendar.months", "months are 1 to 12");
    faults.check(months.is_sorted_by(|a, b| a < b), "calendar.months", "must be sorted, each month once");
    faults.count(edition.floor.rating.0, "floor.rating");
    let closing = &edition.closing_date;
    faults.check(closing.days_before <= 366, "closing_date.days_before", "a list closes at most a year before its date");
    let no_earlier = closing.official_days_before <= closing.days_before;
    faults.check(no_earlier, "closing_date.official_days_before", "official events cannot close earlier than the others");
    faults.count(edition.inactivity.months, "inactivity.months");
    if let Some(months) = edition.inactivity.unlisted_after_months {
        let message = "players cannot leave the list before they are inactive";
        faults.check(months >= edition.inactivity.months, "inactivity.unlisted_after_months", message);
    }
    match &edition.development {
        Development::Flat { k, .. } => faults.count(*k, "development.k"),
        Development::ByCareer { new, settled, master, master_from, junior, .. } => {
            faults.count(*new, "development.new");
            faults.count(*settled, "development.settled");
            faults.count(*master, "development.master");
            faults.count(master_from.0, "development.master_from");
            if let Some(junior) = junior {
                faults.count(junior.k, "development.junior.k");
                faults.count(junior.until_age, "development.junior.until_age");
                faults.count(junior.below.0, "development.junior.below");
            }
        }
    }
}

pub(crate) fn order_faults(order: &Order) -> Vec<Fault> {
    let mut faults = Faults::default();
    match &order.effect {
        OrderEffect::RaiseBelow { below, percent_of_gap } => {
            faults.count(below.0, "effect.below");
            faults.check((1..=100).contains(percent_of_gap), "effect.percent_of_gap", "a share of the gap is 1 to 100 percent");
        }
    }
    faults.0
}

/// Articles that cite nothing. Every key named `article`, or ending so, is looked at, wherever it stands.
pub(crate) fn article_faults(value: &impl Serialize) -> Vec<Fault> {
    let value = serde_json::to_value(value).expect("a rulebook has string keys and plain values");
    let mut faults = Vec::new();
    look_for_articles(&value, &mut Vec::new(), &mut faults);
    faults
}

fn look_for_articles(value: &Value, path: &mut Vec<String>, faults: &mut Vec<Fault>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                path.push(key.clone());
                match inner {
                    Value::String(article) if key == "article" || key.ends_with("_article") => {
                        if !is_article(article) {
                            faults.push(Fault {
                                path: path.clone(),
                                message: format!("'{article}' is not an article, as 7.3.1 or 6.13a, 6.13b"),
                            });
                        }
                    }
                    _ => look_for_articles(inner, path, faults),
                }
                path.pop();
            }
        }
        Value::Array(items) => items.iter().for_each(|item| look_for_articles(item, path, faults)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Numbers and letters with dots between them; several separated by commas.
fn is_article(text: &str) -> bool {
    text.split(',').map(str::trim).all(|article| {
        article.starts_with(|c: char| c.is_ascii_alphanumeric())
            && article.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == ' ')
    })
}
