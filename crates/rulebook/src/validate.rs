//! Checks values that can be parsed but make no sense.

use crate::Rulebook;
use crate::edition::*;
use crate::order::{Order, OrderEffect};
use model::Waiver;
use serde::Serialize;
use serde_json::Value;

const MAX_VALUE: i64 = 10_000;
const MINUTES_OF_A_DAY: u32 = 24 * 60;

/// An invalid value: its path of keys, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InvalidValue {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
}

/// Collects invalid values under dotted paths.
#[derive(Default)]
pub(crate) struct Validator(pub(crate) Vec<InvalidValue>);

impl Validator {
    pub(crate) fn check(&mut self, holds: bool, path: &str, message: impl Into<String>) {
        if !holds {
            self.0.push(InvalidValue { path: path.split('.').map(str::to_owned).collect(), message: message.into() });
        }
    }

    /// Checks that a number is from 1 to a limit at which no arithmetic overflows.
    pub(crate) fn count(&mut self, value: impl Into<i64>, path: &str) {
        let value = value.into();
        self.check((1..=MAX_VALUE).contains(&value), path, format!("must be from 1 to {MAX_VALUE}, not {value}"));
    }

    /// Checks that a waiver lifts the rule it is named after (D24).
    fn waiver(&mut self, given: Option<Waiver>, named: Waiver, path: &str) {
        self.check(given.is_none_or(|given| given == named), path, format!("what lifts this rule is called '{named}'"));
    }
}

pub(crate) fn validate_edition(edition: &Edition) -> Vec<InvalidValue> {
    let mut validator = Validator::default();
    general_rules(edition, &mut validator);
    tournament_rules(edition, &mut validator);
    calculation_rules(edition, &mut validator);
    publication_rules(edition, &mut validator);
    game_by_game_rules(edition, &mut validator);
    validator.0
}

pub(crate) fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn general_rules(edition: &Edition, validator: &mut Validator) {
    validator.check(is_id(&edition.id), "id", "an id is lower-case letters, digits and hyphens");
    validator.check(!edition.title.trim().is_empty(), "title", "must not be empty");
    validator.check(!edition.source.trim().is_empty(), "source", "must not be empty");
    validator.check(!edition.controls.is_empty(), "controls", "must name at least one control");
    let twice = edition.controls.iter().enumerate().find(|(at, control)| edition.controls[..*at].contains(control));
    validator.check(twice.is_none(), "controls", "names a control twice");
    if let Some(until) = edition.in_force.until {
        let from = edition.in_force.from;
        validator.check(from <= until, "in_force.until", format!("ends on {until}, before it begins on {from}"));
    }
    if let Some(rule) = &edition.corrections {
        validator.count(rule.days, "corrections.days");
    }
}

fn tournament_rules(edition: &Edition, validator: &mut Validator) {
    match &edition.registration {
        Registration::DaysBefore { days, waiver, .. } => {
            validator.count(*days, "registration.days");
            validator.waiver(Some(*waiver), Waiver::Registration, "registration.waiver");
        }
        Registration::MonthsBefore { months, waiver, .. } => {
            validator.count(*months, "registration.months");
            validator.waiver(Some(*waiver), Waiver::Registration, "registration.waiver");
        }
    }
    rate_of_play(edition, validator);
    match &edition.first_time_control {
        FirstTimeControl::None {} => {}
        FirstTimeControl::AtLeastMoves { moves, .. } | FirstTimeControl::ExactlyMoves { moves, .. } => {
            validator.count(*moves, "first_time_control.moves");
        }
    }
    let hours_of_a_day = |hours: u32| (1..=24).contains(&hours);
    match &edition.play_per_day {
        PlayPerDay::None {} => {}
        PlayPerDay::Hours { hours, .. } => validator.check(hours_of_a_day(*hours), "play_per_day.hours", "a day has 1 to 24 hours"),
        PlayPerDay::Rounds { rounds, .. } => {
            for control in &edition.controls {
                let path = format!("play_per_day.rounds.{control}");
                match rounds.get(control) {
                    None => validator.check(false, "play_per_day.rounds", format!("says nothing about {control}")),
                    Some(rounds) => validator.count(*rounds, &path),
                }
            }
        }
        PlayPerDay::RoundsAndHours { rounds, hours, .. } => {
            validator.count(*rounds, "play_per_day.rounds");
            validator.check(hours_of_a_day(*hours), "play_per_day.hours", "a day has 1 to 24 hours");
        }
    }
    match &edition.length {
        Length::None {} => {}
        Length::InterimReports { after_days, .. } => validator.count(*after_days, "length.after_days"),
        Length::AtMostDays { days, waiver, .. } => {
            validator.count(*days, "length.days");
            validator.waiver(*waiver, Waiver::Length, "length.waiver");
        }
    }
    match &edition.match_won {
        MatchWon::None {} => {}
        MatchWon::LaterGamesNotRated { waiver, .. } => validator.waiver(*waiver, Waiver::Match, "match_won.waiver"),
    }
    match &edition.round_robin {
        RoundRobinRule::AsAnyEvent {} => {}
        RoundRobinRule::Iteration { cap, composition, .. } => {
            validator.count(*cap, "round_robin.cap");
            validator.count(composition.rated_one_in, "round_robin.composition.rated_one_in");
        }
    }
    validator.count(edition.rating_difference.cap, "rating_difference.cap");
    if let Some(from) = edition.rating_difference.uncapped_from {
        validator.count(from.0, "rating_difference.uncapped_from");
    }
    match &edition.far_apart {
        FarApart::None {} => {}
        FarApart::NotRated { difference, one_above, .. } => {
            validator.count(*difference, "far_apart.difference");
            validator.count(one_above.0, "far_apart.one_above");
        }
    }
    match &edition.longer_control {
        LongerControl::None {} => {}
        LongerControl::Used { from, .. } => {
            for (control, longer) in from {
                let path = format!("longer_control.from.{control}");
                validator.check(edition.controls.contains(control), &path, format!("this edition is not about {control}"));
                validator.check(!longer.is_empty(), &path, "must name at least one longer control");
                // Controls are ordered from long to short.
                validator.check(
                    longer.iter().all(|other| other < control),
                    &path,
                    format!("must name only controls longer than {control}"),
                );
            }
        }
    }
    match &edition.first_event {
        FirstEvent::None {} | FirstEvent::MoreThanZero { .. } => {}
        FirstEvent::AtLeastHalfPoints { half_points, .. } => validator.count(*half_points, "first_event.half_points"),
        FirstEvent::GamesPointsAndFloor { games, half_points, floor, .. } => {
            validator.count(*games, "first_event.games");
            validator.count(*half_points, "first_event.half_points");
            validator.count(floor.0, "first_event.floor");
        }
    }
    match &edition.lateness {
        Lateness::None {} => {}
        Lateness::WarnAfterDays { days, .. } => validator.count(*days, "lateness.days"),
        Lateness::DaysAfterEnd { days, waiver, .. } => {
            validator.count(*days, "lateness.days");
            validator.waiver(Some(*waiver), Waiver::Late, "lateness.waiver");
        }
        Lateness::MissesListAfterEnd { list, waiver, .. } => {
            validator.count(*list, "lateness.list");
            validator.waiver(Some(*waiver), Waiver::Late, "lateness.waiver");
        }
    }
}

fn rate_of_play(edition: &Edition, validator: &mut Validator) {
    match &edition.rate_of_play {
        RateOfPlay::MinimumByRating { steps, .. } => {
            let path = "rate_of_play.steps";
            let descending = steps.windows(2).all(|pair| pair[0].from_rating > pair[1].from_rating);
            validator.check(descending, path, "must stand from the highest rating to the lowest");
            validator.check(steps.last().is_some_and(|step| step.from_rating == 0), path, "the last step must be from rating 0");
            validator.check(steps.iter().all(|step| (1..=MINUTES_OF_A_DAY).contains(&step.minutes)), path, "minutes are 1 to 1440");
        }
        RateOfPlay::Ranges { ranges, .. } => {
            for control in &edition.controls {
                let path = format!("rate_of_play.ranges.{control}");
                let Some(range) = ranges.get(control) else {
                    validator.check(false, "rate_of_play.ranges", format!("says nothing about {control}"));
                    continue;
                };
                validator.check(*range != MinuteRange::default(), &path, "has no limit at all");
                let one_each =
                    !(range.more_than.is_some() && range.at_least.is_some() || range.less_than.is_some() && range.at_most.is_some());
                validator.check(one_each, &path, "has two limits on one side");
                let limits = [range.more_than, range.more_than_with_increment, range.at_least, range.less_than, range.at_most];
                if limits.into_iter().flatten().any(|minutes| minutes > MINUTES_OF_A_DAY) {
                    validator.check(false, &path, "minutes are 0 to 1440");
                    continue;
                }
                // In seconds, so that "more than 3 and less than 4" is possible.
                let lowest = range.more_than.map(|m| m * 60 + 1).or(range.at_least.map(|m| m * 60)).unwrap_or(0);
                let highest = range.less_than.map(|m| (m * 60).saturating_sub(1)).or(range.at_most.map(|m| m * 60)).unwrap_or(u32::MAX);
                validator.check(lowest <= highest, &path, "leaves no time that would fit");
            }
        }
    }
}

fn calculation_rules(edition: &Edition, validator: &mut Validator) {
    match &edition.games_cap {
        GamesCap::None {} => {}
        GamesCap::KTimesGames { at_most, .. } => validator.count(*at_most, "games_cap.at_most"),
    }
    let first = &edition.first_rating;
    match &first.formula {
        Formula::PointsPerHalfPoint { points } => validator.count(*points, "first_rating.formula.points"),
        Formula::HypotheticalOpponents { count, rating } => {
            validator.count(*count, "first_rating.formula.count");
            validator.count(rating.0, "first_rating.formula.rating");
        }
    }
    if let Some(highest) = first.highest {
        let floor = edition.floor.rating;
        let message = format!("the highest first rating, {}, is under the floor of {}", highest.0, floor.0);
        validator.check(highest >= floor, "first_rating.highest", message);
    }
    match &first.minimum {
        MinimumGames::Games { games, .. } => validator.count(*games, "first_rating.minimum.games"),
        MinimumGames::GamesOrFewer { games, fewer, .. } => {
            validator.count(*fewer, "first_rating.minimum.fewer");
            validator.check(
                fewer < games,
                "first_rating.minimum.fewer",
                format!("must be fewer than the {games} games otherwise asked for"),
            );
        }
        MinimumGames::FirstNotLostAnd { further, .. } => validator.count(*further, "first_rating.minimum.further"),
    }
    match &first.pooling {
        Pooling::Months { months, .. } => validator.count(*months, "first_rating.pooling.months"),
        Pooling::Unlimited { .. } => {}
    }
}

/// Checks rules that exclude each other: where ratings change after every game, there is no list in force, no tournament as a whole and no
/// rating period; and a first rating from the first game not lost needs games in the order of time.
fn game_by_game_rules(edition: &Edition, validator: &mut Validator) {
    let first_not_lost = matches!(edition.first_rating.minimum, MinimumGames::FirstNotLostAnd { .. });
    if !edition.moves_after_every_game() {
        let message = "needs ratings that move after every game (rounding once_per = \"game\")";
        return validator.check(!first_not_lost, "first_rating.minimum.rule", message);
    }
    let cannot = "is not possible where ratings move after every game (rounding once_per = \"game\")";
    let is_none = |rule: &ArticleRule| rule.article().is_none();
    validator.check(first_not_lost, "first_rating.minimum.rule", format!("anything but first-not-lost-and {cannot}"));
    validator.check(
        matches!(edition.rate_of_play, RateOfPlay::Ranges { .. }),
        "rate_of_play.rule",
        format!("a minimum by rating {cannot}"),
    );
    validator.check(is_none(&edition.match_with_unrated), "match_with_unrated.rule", format!("this {cannot}"));
    validator.check(matches!(edition.round_robin, RoundRobinRule::AsAnyEvent {}), "round_robin.rule", format!("iteration {cannot}"));
    validator.check(matches!(edition.far_apart, FarApart::None {}), "far_apart.rule", format!("this {cannot}"));
    validator.check(matches!(edition.first_event, FirstEvent::None {}), "first_event.rule", format!("this {cannot}"));
    validator.check(matches!(edition.games_cap, GamesCap::None {}), "games_cap.rule", format!("a cap on K x n {cannot}"));
    let unlimited = matches!(edition.first_rating.pooling, Pooling::Unlimited { .. });
    validator.check(unlimited, "first_rating.pooling.rule", format!("a limit in months {cannot}"));
    let every_game = edition.rating_difference.benefit == CapBenefit::EveryGame;
    validator.check(every_game, "rating_difference.benefit", format!("a benefit once per tournament {cannot}"));
}

fn publication_rules(edition: &Edition, validator: &mut Validator) {
    let months = &edition.calendar.months;
    validator.check(!months.is_empty(), "calendar.months", "must name at least one month");
    validator.check(months.iter().all(|month| (1..=12).contains(month)), "calendar.months", "months are 1 to 12");
    validator.check(months.is_sorted_by(|a, b| a < b), "calendar.months", "must be sorted, each month once");
    validator.count(edition.floor.rating.0, "floor.rating");
    let closing = &edition.closing_date;
    validator.check(closing.days_before <= 366, "closing_date.days_before", "a list closes at most a year before its date");
    let no_earlier = closing.official_days_before <= closing.days_before;
    validator.check(no_earlier, "closing_date.official_days_before", "official events cannot close earlier than the others");
    validator.count(edition.inactivity.months, "inactivity.months");
    if let Some(months) = edition.inactivity.unlisted_after_months {
        let message = "players cannot leave the list before they are inactive";
        validator.check(months >= edition.inactivity.months, "inactivity.unlisted_after_months", message);
    }
    match &edition.development {
        Development::Flat { k, .. } => validator.count(*k, "development.k"),
        Development::ByCareer { new, settled, master, master_from, junior, .. } => {
            validator.count(*new, "development.new");
            validator.count(*settled, "development.settled");
            validator.count(*master, "development.master");
            validator.count(master_from.0, "development.master_from");
            if let Some(junior) = junior {
                validator.count(junior.k, "development.junior.k");
                validator.count(junior.until_age, "development.junior.until_age");
                validator.count(junior.below.0, "development.junior.below");
            }
        }
    }
}

pub(crate) fn validate_order(order: &Order) -> Vec<InvalidValue> {
    let mut validator = Validator::default();
    validator.check(is_id(&order.id), "id", "an id is lower-case letters, digits and hyphens");
    validator.check(!order.title.trim().is_empty(), "title", "must not be empty");
    validator.check(!order.source.trim().is_empty(), "source", "must not be empty");
    validator.check(!order.controls.is_empty(), "controls", "must name at least one control");
    if let Some(until) = order.until {
        validator.check(order.from <= until, "until", format!("ends on {until}, before it begins on {}", order.from));
    }
    match &order.effect {
        OrderEffect::RaiseBelow { below, percent_of_gap } => {
            validator.count(below.0, "effect.below");
            validator.check((1..=100).contains(percent_of_gap), "effect.percent_of_gap", "a share of the gap is 1 to 100 percent");
        }
        OrderEffect::RaiseToLonger { longer, minus } => {
            let is_longer = order.controls.iter().all(|control| longer < control);
            validator.check(is_longer, "effect.longer", "must be a longer control than those of the order");
            validator.count(*minus, "effect.minus");
        }
        OrderEffect::HoldFloor { floor } => validator.count(floor.0, "effect.floor"),
    }
    validator.0
}

/// Checks the orders of a user's file, which are in an array: every place is that of the first of them, and messages name the order.
pub(crate) fn validate_orders(orders: &[Order]) -> Vec<InvalidValue> {
    let fide = Rulebook::fide().orders();
    let mut invalid = Vec::new();
    for (at, order) in orders.iter().enumerate() {
        let own = validate_order(order).into_iter().map(|value| format!("{}: {}", value.path.join("."), value.message));
        let twice = orders[..at].iter().any(|other| other.id == order.id).then(|| "another order has the same id".to_owned());
        let taken = fide.iter().any(|known| known.has_id(&order.id)).then(|| "an order of FIDE has the id".to_owned());
        let messages = own.chain(twice).chain(taken).map(|message| format!("order '{}': {message}", order.id));
        invalid.extend(messages.map(|message| InvalidValue { path: vec!["order".to_owned()], message }));
    }
    invalid
}

/// Finds invalid articles in every key named `article` or ending in `_article`.
pub(crate) fn validate_articles(value: &impl Serialize) -> Vec<InvalidValue> {
    let value = serde_json::to_value(value).expect("a rulebook has string keys and plain values");
    let mut invalid = Vec::new();
    find_invalid_articles(&value, &mut Vec::new(), &mut invalid);
    invalid
}

fn find_invalid_articles(value: &Value, path: &mut Vec<String>, invalid: &mut Vec<InvalidValue>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                path.push(key.clone());
                match inner {
                    Value::String(article) if key == "article" || key.ends_with("_article") => {
                        if !is_article(article) {
                            invalid.push(InvalidValue {
                                path: path.clone(),
                                message: format!("'{article}' is not an article, as 7.3.1 or 6.13a, 6.13b"),
                            });
                        }
                    }
                    _ => find_invalid_articles(inner, path, invalid),
                }
                path.pop();
            }
        }
        Value::Array(items) => items.iter().for_each(|item| find_invalid_articles(item, path, invalid)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a text is one or more articles, separated by commas: numbers and letters with dots.
fn is_article(text: &str) -> bool {
    text.split(',').map(str::trim).all(|article| {
        article.starts_with(|c: char| c.is_ascii_alphanumeric())
            && article.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == ' ')
    })
}
