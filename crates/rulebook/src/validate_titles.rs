//! Checks values of an edition of the title regulations that can be parsed but make no sense.

use crate::titles::*;
use crate::validate::{InvalidValue, Validator, is_id};

pub(crate) fn validate_titles(edition: &TitleEdition) -> Vec<InvalidValue> {
    let mut validator = Validator::default();
    general_rules(edition, &mut validator);
    direct_titles(&edition.direct, &mut validator);
    tournaments_and_games(edition, &mut validator);
    opponents(edition, &mut validator);
    norms(edition, &mut validator);
    award(&edition.award, &mut validator);
    validator.0
}

fn general_rules(edition: &TitleEdition, validator: &mut Validator) {
    validator.check(is_id(&edition.id), "id", "an id is lower-case letters, digits and hyphens");
    validator.check(!edition.title.trim().is_empty(), "title", "must not be empty");
    validator.check(!edition.source.trim().is_empty(), "source", "must not be empty");
    if let Some(until) = edition.in_force.until {
        let from = edition.in_force.from;
        validator.check(from <= until, "in_force.until", format!("ends on {until}, before it begins on {from}"));
    }
    validator.check(!edition.titles.known.is_empty(), "titles.known", "must name at least one title");
    validator.check(is_each_once(&edition.titles.known), "titles.known", "names a title twice");
    let by_rating = &edition.by_rating;
    validator.count(by_rating.games_at_least, "by_rating.games_at_least");
    title_ratings(&by_rating.ratings, "by_rating.ratings", validator);
}

fn title_ratings(ratings: &[TitleRating], path: &str, validator: &mut Validator) {
    let titles: Vec<Title> = ratings.iter().map(|rating| rating.title).collect();
    validator.check(is_each_once(&titles), path, "names a title twice");
    for rating in ratings {
        validator.count(rating.rating_at_least.0, path);
    }
}

fn is_each_once(titles: &[Title]) -> bool {
    titles.iter().enumerate().all(|(at, title)| !titles[..at].contains(title))
}

fn share(share: Share, path: &str, validator: &mut Validator) {
    let holds = 0 < share.parts && share.parts <= share.of && share.of <= 100;
    validator.check(holds, path, format!("{} of {} is no share", share.parts, share.of));
}

fn percent(value: u32, path: &str, validator: &mut Validator) {
    validator.check((1..=100).contains(&value), path, format!("must be from 1 to 100, not {value}"));
}

fn direct_titles(direct: &DirectTitles, validator: &mut Validator) {
    title_ratings(&direct.ratings, "direct.ratings", validator);
    match &direct.ratings_games {
        DirectRatingGames::None {} => {}
        DirectRatingGames::AtLeast { games, .. } => validator.count(*games, "direct.ratings_games.games"),
    }
    match &direct.score {
        DirectScore::None {} => {}
        DirectScore::AtLeast { percent: least, .. } => percent(*least, "direct.score.percent", validator),
    }
    validator.count(direct.event_players_at_least, "direct.event_players_at_least");
    validator.count(direct.event_rounds_at_least, "direct.event_rounds_at_least");
    share(direct.event_federations_share, "direct.event_federations_share", validator);
    validator.count(direct.event_federations_at_least, "direct.event_federations_at_least");
    percent(direct.merged_subgroup_percent_at_least, "direct.merged_subgroup_percent_at_least", validator);
    validator.count(direct.norm_games, "direct.norm_games");
}

fn tournaments_and_games(edition: &TitleEdition, validator: &mut Validator) {
    let play = &edition.play;
    validator.count(play.registered_days_before, "play.registered_days_before");
    validator.check((1..=24).contains(&play.hours_a_day), "play.hours_a_day", "a day has 1 to 24 hours");
    validator.count(play.rounds_a_day, "play.rounds_a_day");
    validator.count(play.minutes_for_60_moves, "play.minutes_for_60_moves");
    validator.count(play.single_rounds_days, "play.single_rounds_days");
    validator.count(play.long_after_days, "play.long_after_days");
    validator.check(!play.chief_arbiter_titles.is_empty(), "play.chief_arbiter_titles", "must name at least one title");
    let games = &edition.games;
    validator.count(games.at_least, "games.at_least");
    validator.count(games.team_at_least, "games.team_at_least");
    let in_order = games.team_rounds_from <= games.team_rounds_to;
    validator.check(in_order, "games.team_rounds_to", "must not be less than team_rounds_from");
    validator.count(games.world_cup_at_least, "games.world_cup_at_least");
    let is_gain = games.world_cup_counts_as >= games.world_cup_at_least;
    validator.check(is_gain, "games.world_cup_counts_as", "must not be less than the games themselves");
    let is_missed = games.one_missed_games < games.one_missed_rounds;
    validator.check(is_missed, "games.one_missed_games", "must be fewer than the rounds");
    validator.count(games.credited_at_most, "games.credited_at_most");
    let fixed = &games.later_games_fixed_kinds;
    let are_fixed = games.won_games_fixed_kinds.iter().all(|kind| fixed.contains(kind));
    validator.check(are_fixed, "games.won_games_fixed_kinds", "must be among later_games_fixed_kinds");
    let left_out = &edition.left_out;
    validator.check(!left_out.formats.is_empty(), "left_out.formats", "must name at least one format");
    match &left_out.formats_ended {
        EndedFormats::None {} => {}
        EndedFormats::ApprovalFrom { formats, .. } => {
            let are_known = formats.iter().all(|format| left_out.formats.contains(format));
            validator.check(are_known, "left_out.formats_ended.formats", "must be among formats");
        }
    }
}

fn opponents(edition: &TitleEdition, validator: &mut Validator) {
    validator.count(edition.federations.others_at_least, "federations.others_at_least");
    validator.count(edition.federations.normal_norms_at_least, "federations.normal_norms_at_least");
    share(edition.federation_shares.own_at_most, "federation_shares.own_at_most", validator);
    share(edition.federation_shares.one_at_most, "federation_shares.one_at_most", validator);
    let titled = &edition.titled_opponents;
    share(titled.share, "titled_opponents.share", validator);
    validator.count(titled.double_players_at_least, "titled_opponents.double_players_at_least");
    validator.count(titled.double_title_counts, "titled_opponents.double_title_counts");
    match &titled.double_matching {
        DoubleRoundRobinMatching::ShareOfGames { .. } => {}
        DoubleRoundRobinMatching::ShareOfOpponents { share: of_opponents, .. } => {
            share(*of_opponents, "titled_opponents.double_matching.share", validator);
        }
    }
    validator.check(edition.opponents_ratings.raised_at_most == 1, "opponents_ratings.raised_at_most", "only one can be raised");
    validator.count(edition.opponents_ratings.unrated_count_as.0, "opponents_ratings.unrated_count_as");
    percent(edition.performance.score_percent_at_least, "performance.score_percent_at_least", validator);
}

fn norms(edition: &TitleEdition, validator: &mut Validator) {
    let titles: Vec<Title> = edition.norms.iter().map(|norm| norm.title).collect();
    validator.check(!titles.is_empty(), "norms", "must not be empty");
    validator.check(is_each_once(&titles), "norms", "names a title twice");
    for norm in &edition.norms {
        share(norm.opponents_share, "norms", validator);
        validator.count(norm.opponents_at_least, "norms");
        validator.check(!norm.opponents_titles.is_empty(), "norms", format!("{}: needs titles of opponents", norm.title));
        for rating in [norm.floor, norm.performance_at_least, norm.average_at_least, norm.rating_at_least] {
            validator.count(rating.0, "norms");
        }
    }
}

fn award(award: &Award, validator: &mut Validator) {
    validator.count(award.games_at_least, "award.games_at_least");
    validator.count(award.swiss_norms_at_least, "award.swiss_norms_at_least");
    validator.count(award.swiss_participants_at_least, "award.swiss_participants_at_least");
    validator.count(award.swiss_average_at_least.0, "award.swiss_average_at_least");
}
