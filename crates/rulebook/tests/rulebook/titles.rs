//! The title regulations of 2022, as their articles state them.

use crate::day;
use model::Rating;
use rulebook::{HalfRounding, Rulebook, Share, Title, TitleEdition};

fn titles() -> &'static TitleEdition {
    &Rulebook::fide().titles()[0]
}

#[test]
fn the_edition_is_in_force_from_2022_and_has_eight_titles() {
    assert_eq!(Rulebook::fide().titles().len(), 1);
    assert_eq!((titles().id.as_str(), titles().in_force.from), ("titles-2022", day("2022-01-01")));
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
