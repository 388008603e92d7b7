//! The title regulations of 2022 and 2024, as their articles state them, and their days.

use crate::day;
use model::{Rating, TournamentClass, TournamentKind};
use rulebook::{
    DirectRatingGames, DirectScore, HalfRounding, NoTitleEdition, OlympiadWithoutRating, Rulebook, Share, ShareRounding, SourceGrade,
    Title, TitleEdition, compare_title_editions, read_titles, title_parameters,
};

fn titles() -> &'static TitleEdition {
    Rulebook::fide().title_edition_by_id("titles-2022").expect("an edition")
}

fn titles_2024() -> &'static TitleEdition {
    Rulebook::fide().title_edition_by_id("titles-2024").expect("an edition")
}

#[test]
fn the_edition_is_in_force_from_2022_and_has_eight_titles() {
    let ids: Vec<&str> = Rulebook::fide().titles().iter().map(|edition| edition.id.as_str()).collect();
    assert_eq!(ids, ["titles-2022", "titles-2024"]);
    assert_eq!((titles().in_force.from, titles().in_force.until), (day("2022-01-01"), Some(day("2022-12-31"))));
    assert_eq!((titles_2024().in_force.from, titles_2024().in_force.until), (day("2024-01-01"), None));
    assert_eq!(titles().titles.known.len(), 8);
    assert_eq!(titles().percentages.half, HalfRounding::Up);
}

#[test]
fn titles_by_rating_are_those_of_article_1_3() {
    let by_rating = &titles().by_rating;
    let found: Vec<_> = by_rating.ratings.iter().map(|r| (r.article.as_str(), r.title, r.rating_at_least.0)).collect();
    let expected = [("1.31", Title::Fm, 2300), ("1.32", Title::Cm, 2200), ("1.33", Title::Wfm, 2100), ("1.34", Title::Wcm, 2000)];
    assert_eq!(found, expected);
    assert_eq!((by_rating.games_at_least, by_rating.games_asked_after), (30, day("2017-07-01")));
}

#[test]
fn each_norm_has_the_requirements_of_articles_1_45_to_1_53() {
    use Title::{Gm, Im, Wgm, Wim};
    // Title; floor, performance, average, rating; article and titles of a third of the opponents.
    let expected: [(Title, [i16; 4], &str, &[Title]); 4] = [
        (Gm, [2200, 2600, 2380, 2500], "1.45b", &[Gm]),
        (Im, [2050, 2450, 2230, 2400], "1.45c", &[Im, Gm]),
        (Wgm, [2000, 2400, 2180, 2300], "1.45d", &[Wgm, Im, Gm]),
        (Wim, [1850, 2250, 2030, 2200], "1.45e", &[Wim, Wgm, Im, Gm]),
    ];
    assert_eq!(titles().norms.len(), expected.len());
    for (norm, (title, numbers, article, holders)) in titles().norms.iter().zip(expected) {
        let found = [norm.floor, norm.performance_at_least, norm.average_at_least, norm.rating_at_least];
        assert_eq!((norm.title, found), (title, numbers.map(Rating)));
        assert_eq!((norm.opponents_article.as_str(), norm.opponents_titles.as_slice()), (article, holders));
        assert_eq!((norm.opponents_share, norm.opponents_at_least), (Share { parts: 1, of: 3 }, 3));
    }
}

#[test]
fn games_opponents_and_the_award_have_their_requirements() {
    let edition = titles();
    let games = &edition.games;
    assert_eq!((games.at_least, games.team_at_least, games.world_cup_at_least, games.world_cup_counts_as), (9, 7, 8, 9));
    assert_eq!((games.team_rounds_from, games.team_rounds_to), (7, 9));
    assert_eq!((games.one_missed_rounds, games.one_missed_games, games.one_missed_counts_as, games.one_missed_norms_at_most), (9, 8, 9, 1));
    assert_eq!(edition.federations.others_at_least, 2);
    assert_eq!(edition.federations.exempt_swiss_foreign_rated_at_least, 20);
    assert_eq!((edition.federations.exempt_swiss_federations_at_least, edition.federations.exempt_swiss_titled_at_least), (3, 10));
    assert_eq!(edition.federation_shares.own_at_most, Share { parts: 3, of: 5 });
    assert_eq!(edition.federation_shares.one_at_most, Share { parts: 2, of: 3 });
    assert_eq!(edition.titled_opponents.share, Share { parts: 1, of: 2 });
    assert_eq!(edition.titled_opponents.not_counted, [Title::Cm, Title::Wcm]);
    assert_eq!((edition.opponents_ratings.raised_at_most, edition.opponents_ratings.unrated_count_as), (1, Rating(1000)));
    assert_eq!(edition.performance.score_percent_at_least, 35);
    assert_eq!(edition.award.games_at_least, 27);
    assert_eq!(edition.award.swiss_norms_not_before, day("2022-06-30"));
    assert_eq!((edition.award.swiss_participants_at_least, edition.award.swiss_average_at_least), (40, Rating(2000)));
}

fn id_on(on: &str) -> Result<&'static str, NoTitleEdition> {
    Rulebook::fide().title_edition_on(day(on)).map(|edition| edition.id.as_str())
}

#[test]
fn t1_the_edition_changes_on_its_days_and_2023_is_a_gap() {
    let days = [
        ("2021-12-31", None),
        ("2022-01-01", Some("titles-2022")),
        ("2022-12-31", Some("titles-2022")),
        ("2023-01-01", None),
        ("2023-12-31", None),
        ("2024-01-01", Some("titles-2024")),
        ("2040-01-01", Some("titles-2024")),
    ];
    for (on, expected) in days {
        assert_eq!(id_on(on).ok(), expected, "{on}");
    }
}

#[test]
fn t1_the_error_names_the_day_and_both_neighbouring_editions() {
    let gap = id_on("2023-06-01").expect_err("a gap");
    assert_eq!(gap.before, Some(("titles-2022".to_owned(), day("2022-12-31"))));
    assert_eq!(gap.after, Some(("titles-2024".to_owned(), day("2024-01-01"))));
    assert_eq!(
        gap.to_string(),
        "no edition of the title regulations is in force on 2023-06-01: titles-2022 ended on 2022-12-31 and titles-2024 begins on \
         2024-01-01; to use one all the same, name it"
    );
    let first = id_on("2021-12-31").expect_err("before the first edition");
    assert_eq!((first.before, first.after), (None, Some(("titles-2022".to_owned(), day("2022-01-01")))));
}

#[test]
fn t2_proposals_in_a_gap_use_the_edition_before_and_before_the_first_there_is_none() {
    let id_for = |on: &str| Rulebook::fide().title_edition_for_proposals(day(on)).ok().map(|edition| edition.id.as_str());
    let days = [
        ("2021-12-31", None),
        ("2022-01-01", Some("titles-2022")),
        ("2022-12-31", Some("titles-2022")),
        ("2023-01-01", Some("titles-2022")),
        ("2023-12-31", Some("titles-2022")),
        ("2024-01-01", Some("titles-2024")),
    ];
    for (on, expected) in days {
        assert_eq!(id_for(on), expected, "{on}");
    }
}

#[test]
fn t1_an_edition_named_by_the_user_applies_on_every_day() {
    let named = Rulebook::fide().clone().with_single_title_edition(titles().clone());
    for on in ["1999-01-01", "2023-06-01", "2024-06-01"] {
        assert_eq!(named.title_edition_on(day(on)).expect("the named one").id, "titles-2022");
    }
    assert!(Rulebook::fide().title_edition_by_id("titles-2023").is_none());
}

#[test]
fn direct_titles_need_the_ratings_of_article_0_62() {
    use Title::{Cm, Fm, Gm, Im, Wcm, Wfm, Wgm, Wim};
    let expected = [(Gm, 2300), (Im, 2200), (Fm, 2100), (Cm, 2000), (Wgm, 2100), (Wim, 2000), (Wfm, 1900), (Wcm, 1800)];
    for edition in Rulebook::fide().titles() {
        let found: Vec<_> = edition.direct.ratings.iter().map(|rating| (rating.title, rating.rating_at_least.0)).collect();
        assert_eq!(found, expected, "{}", edition.id);
    }
    assert_eq!(titles().direct.ratings_games, DirectRatingGames::None {});
    assert_eq!(titles().direct.olympiad_without_rating, OlympiadWithoutRating::None {});
    assert_eq!(titles().direct.score, DirectScore::AtLeast { article: "1.22".to_owned(), percent: 35 });
    let in_2024 = &titles_2024().direct;
    let games = DirectRatingGames::AtLeast { article: "0.6.2".to_owned(), games: 30, asked_after: day("2024-01-01") };
    assert_eq!(in_2024.ratings_games, games);
    assert_eq!(in_2024.olympiad_without_rating, OlympiadWithoutRating::Titles { article: "0.6.2".to_owned(), titles: vec![Cm, Wcm] });
    assert_eq!(in_2024.score, DirectScore::None {});
}

#[test]
fn championships_with_direct_titles_have_the_limits_of_article_1_23() {
    for (edition, article) in [(titles(), "1.23"), (titles_2024(), "1.2.2")] {
        let direct = &edition.direct;
        assert_eq!(direct.event_article, article);
        assert_eq!((direct.event_players_at_least, direct.event_rounds_at_least, direct.event_federations_at_least), (10, 9, 5));
        assert_eq!(direct.event_federations_share, Share { parts: 1, of: 3 });
        assert_eq!((direct.merged_players_at_least, direct.merged_federations_at_least), (10, 5));
        assert_eq!((direct.merged_subgroup_players_at_least, direct.merged_subgroup_federations_at_least), (6, 3));
        assert_eq!((direct.merged_subgroup_percent_at_least, direct.norm_games), (50, 9));
    }
}

#[test]
fn the_tournament_has_the_requirements_of_articles_1_11_to_1_16() {
    let play = &titles().play;
    assert_eq!((play.registered_days_before, play.hours_a_day, play.rounds_a_day, play.minutes_for_60_moves), (30, 12, 2, 120));
    assert_eq!((play.single_rounds_days, play.long_after_days), (3, 30));
    assert_eq!(play.single_rounds_titles, [Title::Gm, Title::Wgm]);
    assert_eq!(play.chief_arbiter_titles, ["IA", "FA"]);
    let articles = [&play.registered_article, &play.equal_clocks_article, &play.chief_arbiter_article, &play.arbiters_article];
    assert_eq!(articles, ["1.11", "1.13b", "1.15", "1.16"]);
    let play = &titles_2024().play;
    let articles = [&play.registered_article, &play.equal_clocks_article, &play.chief_arbiter_article, &play.arbiters_article];
    assert_eq!(articles, ["1.1.1", "1.1.3b", "1.1.5", "1.1.6"]);
}

#[test]
fn shares_are_rounded_down_for_a_maximum_and_up_for_a_minimum() {
    // Opponents: title-holders, matching titles, own at most, one federation at most; the annex of 1.7.
    let annex = [
        (7, [4, 3, 4, 4]),
        (8, [4, 3, 4, 5]),
        (9, [5, 3, 5, 6]),
        (10, [5, 4, 6, 6]),
        (11, [6, 4, 6, 7]),
        (12, [6, 4, 7, 8]),
        (13, [7, 5, 7, 8]),
    ];
    for edition in Rulebook::fide().titles() {
        let (titled, shares, norm) = (&edition.titled_opponents, &edition.federation_shares, &edition.norms[0]);
        assert_eq!((titled.rounding, shares.rounding), (ShareRounding::Up, ShareRounding::Down));
        for (opponents, expected) in annex {
            let found = [
                titled.share.of(opponents, titled.rounding),
                norm.opponents_share.of(opponents, titled.rounding).max(norm.opponents_at_least),
                shares.own_at_most.of(opponents, shares.rounding),
                shares.one_at_most.of(opponents, shares.rounding),
            ];
            assert_eq!(found, expected, "{}: {opponents} opponents", edition.id);
        }
    }
}

#[test]
fn pairings_fixed_beforehand_are_those_of_round_robins_and_team_matches() {
    use TournamentKind::{DoubleRoundRobin, Knockout, Match, RoundRobin, Scheveningen, Schiller, Swiss, Team};
    for edition in Rulebook::fide().titles() {
        for kind in [RoundRobin, DoubleRoundRobin, Scheveningen, Schiller, Match] {
            assert!(edition.games.has_fixed_pairings(Some(kind)), "{kind}");
        }
        for kind in [Swiss, Team, Knockout] {
            assert!(!edition.games.has_fixed_pairings(Some(kind)), "{kind}");
        }
        assert!(edition.games.has_fixed_pairings(None), "T10");
    }
}

#[test]
fn scheveningen_and_schiller_ask_for_approval_from_2024_03_01() {
    let in_2024 = &titles_2024().left_out.formats_ended;
    for kind in [TournamentKind::Scheveningen, TournamentKind::Schiller] {
        assert!(!titles().left_out.formats_ended.includes(kind, day("2022-12-31")));
        assert!(!in_2024.includes(kind, day("2024-02-29")));
        assert!(in_2024.includes(kind, day("2024-03-01")));
    }
    assert!(!in_2024.includes(TournamentKind::Swiss, day("2024-03-01")));
}

#[test]
fn an_application_of_2024_may_have_one_of_five_other_events_instead_of_a_swiss() {
    use TournamentClass::{CandidatesQualifier, FideEvent, NationalChampionship, Olympiad, WorldCupQualifier};
    assert_eq!(titles().award.swiss_or_classes, []);
    assert_eq!(titles_2024().award.swiss_or_classes, [Olympiad, CandidatesQualifier, WorldCupQualifier]);
    assert_eq!(titles_2024().award.swiss_or_individual_classes, [NationalChampionship, FideEvent]);
    assert_eq!(titles_2024().award.swiss_norms_not_before, day("2022-07-01"));
}

#[test]
fn the_changes_of_2024_are_found() {
    let value = |parameter: &Option<rulebook::Parameter>| parameter.as_ref().map_or("-".to_owned(), |p| p.value.clone());
    let found: Vec<String> = compare_title_editions(titles(), titles_2024())
        .iter()
        .filter(|c| c.value_differs && !["edition", "in_force"].contains(&c.section.as_str()) && !c.section.starts_with("grades"))
        .map(|c| format!("{}.{}: {} -> {}", c.section, c.key, value(&c.left), value(&c.right)))
        .collect();
    let expected = [
        "direct.ratings_games.rule: none -> at-least",
        "direct.ratings_games.games: - -> 30",
        "direct.ratings_games.asked_after: - -> 2024-01-01",
        "direct.olympiad_without_rating.rule: none -> titles",
        "direct.olympiad_without_rating.titles: - -> CM, WCM",
        "direct.score.rule: at-least -> none",
        "direct.score.percent: 35 -> -",
        "games.won_games_fixed_kinds: none -> round-robin, double-round-robin",
        "left_out.formats_ended.rule: none -> approval-from",
        "left_out.formats_ended.day: - -> 2024-03-01",
        "left_out.formats_ended.formats: - -> scheveningen, schiller",
        "titled_opponents.double_matching.rule: share-of-games -> share-of-opponents",
        "titled_opponents.double_matching.share.parts: - -> 1",
        "titled_opponents.double_matching.share.of: - -> 2",
        "opponents_ratings.unrated_count_as: 1000 -> 1400",
        "award.swiss_norms_not_before: 2022-06-30 -> 2022-07-01",
        "award.swiss_or_classes: none -> olympiad, candidates-qualifier, world-cup-qualifier",
        "award.swiss_or_individual_classes: none -> national-championship, fide-event",
    ];
    let mut sorted = (found, expected.map(str::to_owned).to_vec());
    sorted.0.sort();
    sorted.1.sort();
    assert_eq!(sorted.0, sorted.1);
}

#[test]
fn the_grades_of_2024_say_where_each_change_comes_from() {
    let found: Vec<_> = titles_2024().grades.iter().map(|grade| (grade.article.as_str(), grade.grade)).collect();
    let expected = [
        ("0.6.2", SourceGrade::Transcribed),
        ("1.4.1f", SourceGrade::Noted),
        ("1.4.2a", SourceGrade::Noted),
        ("1.4.2e", SourceGrade::Announced),
        ("1.4.3", SourceGrade::Noted),
        ("1.4.5f", SourceGrade::Noted),
        ("1.4.6d", SourceGrade::Transcribed),
        ("1.5.6", SourceGrade::Noted),
        ("1.7", SourceGrade::Transcribed),
    ];
    assert_eq!(found, expected);
    assert!(titles().grades.is_empty(), "the text of 2022 is in hand");
}

#[test]
fn articles_of_2024_have_one_more_dot() {
    let articles = |edition: &TitleEdition| -> Vec<String> { edition.norms.iter().map(|norm| norm.opponents_article.clone()).collect() };
    assert_eq!(articles(titles()), ["1.45b", "1.45c", "1.45d", "1.45e"]);
    assert_eq!(articles(titles_2024()), ["1.4.5b", "1.4.5c", "1.4.5d", "1.4.5e"]);
    let floor = title_parameters(titles_2024()).into_iter().find(|p| p.section == "norms.GM" && p.key == "floor").expect("a floor");
    assert_eq!((floor.value.as_str(), floor.article.as_str()), ("2200", "1.4.6b"));
}

#[test]
fn title_regulations_written_as_toml_parse_to_the_same_edition() {
    for edition in Rulebook::fide().titles() {
        let text = toml::to_string(edition).expect("an edition can be written");
        assert_eq!(read_titles(&text, "again.toml").as_ref(), Ok(edition));
    }
}

#[test]
fn values_of_title_regulations_that_make_no_sense_are_refused_with_their_place() {
    let text = include_str!("../../editions/titles-2022.toml");
    let cases = [
        ("until = \"2022-12-31\"", "until = \"2021-12-31\"", "ends on 2021-12-31, before it begins on 2022-01-01"),
        ("own_at_most = { parts = 3, of = 5 }", "own_at_most = { parts = 6, of = 5 }", "6 of 5 is no share"),
        ("score_percent_at_least = 35", "score_percent_at_least = 350", "must be from 1 to 100, not 350"),
        ("hours_a_day = 12", "hours_a_day = 0", "a day has 1 to 24 hours"),
        ("won_games_fixed_kinds = []", "won_games_fixed_kinds = [\"swiss\"]", "must be among later_games_fixed_kinds"),
        ("raised_at_most = 1", "raised_at_most = 2", "only one can be raised"),
        ("article = \"1.47a\"", "article = \"?\"", "'?' is not an article, as 7.3.1 or 6.13a, 6.13b"),
    ];
    for (good, bad, message) in cases {
        assert_eq!(text.matches(good).count(), 1, "{good}");
        let error = read_titles(&text.replace(good, bad), "titles.toml").expect_err(bad);
        let at = text.find(good).expect("in the file");
        assert_eq!((error.message.as_str(), error.line), (message, text[..at].matches('\n').count() + 1), "{bad}");
    }
    let unknown = text.replace("raised_at_most = 1", "raised_at_most = 1\nraised_at_least = 1");
    assert!(read_titles(&unknown, "titles.toml").is_err(), "no unknown keys");
}
