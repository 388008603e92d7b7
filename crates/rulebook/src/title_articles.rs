//! What articles of the title regulations ask for, in words, with the numbers of their edition.

use crate::Rulebook;
use crate::titles::{Norm, Share, Title, TitleEdition};
use model::Rating;

/// Says in words what an article of the title regulations asks for, which is what a result that fails it lacks.
///
/// Articles are known as every edition numbers them. `title` gives the numbers of one title, where there are such. `None` for an article
/// that no verdict cites.
pub fn title_requirement(article: &str, title: Option<Title>) -> Option<String> {
    // The newest edition first: most numbers have one more dot in it, and the others mean the same.
    Rulebook::fide().titles().iter().rev().find_map(|edition| edition.requirement(article, title))
}

impl TitleEdition {
    /// Says in words what an article of this edition asks for; `None` for an article that no verdict cites.
    pub fn requirement(&self, article: &str, title: Option<Title>) -> Option<String> {
        let norm = self.norms.iter().find(|norm| Some(norm.title) == title);
        self.of_events(article).or_else(|| self.of_results(article, norm)).or_else(|| self.of_applications(article, title, norm))
    }

    fn of_events(&self, article: &str) -> Option<String> {
        let (play, double) = (&self.play, &self.titled_opponents);
        Some(if article == play.registered_article {
            format!("registered {} days ahead; format and conditions as at the start, and equal", play.registered_days_before)
        } else if article == play.hours_article {
            format!("at most {} hours of play a day", play.hours_a_day)
        } else if article == play.rounds_article {
            let hours = play.minutes_for_60_moves / 60;
            format!("at most {} rounds a day, and {hours} hours for each player's 60 moves", play.rounds_a_day)
        } else if article == play.equal_clocks_article {
            "the same time control for all games".to_owned()
        } else if article == play.chief_arbiter_article {
            format!("a chief arbiter who is {}", play.chief_arbiter_titles.join(" or "))
        } else if article == play.arbiters_article {
            "no arbiter who plays".to_owned()
        } else if article == self.games.article {
            format!("{} games, fewer in some team events and the World Cup", self.games.at_least)
        } else if article == self.left_out.altered_events_article {
            "nothing altered to the benefit of a player".to_owned()
        } else if article == self.left_out.formats_article {
            "a format that is permitted or approved".to_owned()
        } else if article == double.double_article {
            format!("{} players in a double round robin", double.double_players_at_least)
        } else {
            return None;
        })
    }

    fn of_results(&self, article: &str, norm: Option<&Norm>) -> Option<String> {
        let (federations, shares, titled) = (&self.federations, &self.federation_shares, &self.titled_opponents);
        Some(if article == self.games.later_games_article {
            "all rounds, as the pairings are fixed beforehand".to_owned()
        } else if article == federations.article {
            format!("opponents of {} federations other than the player's", federations.others_at_least)
        } else if article == shares.article {
            let (own, one) = (fraction(shares.own_at_most), fraction(shares.one_at_most));
            format!("at most {own} of the opponents of the player's federation, and {one} of any one")
        } else if article == titled.article {
            format!("{} of the opponents with a title, {} not counted", fraction(titled.share), words(&titled.not_counted))
        } else if article == self.performance.article {
            points("a performance of", norm.map(|norm| norm.performance_at_least))
        } else if article == self.performance.score_article {
            format!("a score of {} %", self.performance.score_percent_at_least)
        } else if let Some(norm) = self.norms.iter().find(|norm| norm.opponents_article == article) {
            opponents(norm)
        } else if self.norms.first().is_some_and(|first| first.average_article == article) {
            points("opponents with an average of", norm.map(|norm| norm.average_at_least))
        } else {
            return None;
        })
    }

    fn of_applications(&self, article: &str, title: Option<Title>, norm: Option<&Norm>) -> Option<String> {
        let (play, award, direct) = (&self.play, &self.award, &self.direct);
        Some(if article == play.single_rounds_article {
            format!("a norm from an event with one round a day on {} days", play.single_rounds_days)
        } else if article == self.federations.normal_norms_article {
            "a norm with the normal number of foreigners".to_owned()
        } else if article == award.games_article {
            format!("norms of {} games together", award.games_at_least)
        } else if article == award.swiss_article {
            swiss(self)
        } else if self.norms.first().is_some_and(|first| first.rating_article == article) {
            points("a rating of", norm.map(|norm| norm.rating_at_least))
        } else if direct.ratings.first().is_some_and(|first| first.article == article) {
            let own = direct.ratings.iter().find(|rating| Some(rating.title) == title);
            points("a rating of", own.map(|rating| rating.rating_at_least))
        } else {
            return None;
        })
    }
}

fn opponents(norm: &Norm) -> String {
    let share = fraction(norm.opponents_share);
    format!("{share} of the opponents {}, and at least {}", words(&norm.opponents_titles), norm.opponents_at_least)
}

fn swiss(edition: &TitleEdition) -> String {
    let award = &edition.award;
    let large = format!(
        "a norm from an individual Swiss with {} players of {} on average",
        award.swiss_participants_at_least,
        award.swiss_average_at_least.points()
    );
    if award.swiss_or_classes.is_empty() { large } else { format!("{large}, or from an event that serves as well") }
}

fn fraction(share: Share) -> String {
    format!("{}/{}", share.parts, share.of)
}

fn words(titles: &[Title]) -> String {
    titles.iter().map(|title| title.word()).collect::<Vec<_>>().join(" or ")
}

/// A requirement with its points, or without them where the title is not known.
fn points(what: &str, rating: Option<Rating>) -> String {
    rating.map_or_else(|| format!("{what} what the title asks"), |rating| format!("{what} {}", rating.points()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_with_the_numbers_of_the_title_and_of_the_edition() {
        let words = |article: &str, title: Title| title_requirement(article, Some(title)).expect("words");
        assert_eq!([words("1.53", Title::Gm), words("1.5.3", Title::Wim)], ["a rating of 2500", "a rating of 2200"]);
        assert_eq!([words("0.62", Title::Cm), words("0.6.2", Title::Gm)], ["a rating of 2000", "a rating of 2300"]);
        assert_eq!([words("1.48", Title::Im), words("1.4.8a", Title::Im)], ["a performance of 2450", "opponents with an average of 2230"]);
        assert_eq!(words("1.45c", Title::Im), "1/3 of the opponents IM or GM, and at least 3");
        assert_eq!(words("1.56", Title::Gm), "a norm from an individual Swiss with 40 players of 2000 on average");
        assert_eq!(title_requirement("1.48", None).as_deref(), Some("a performance of what the title asks"));
        assert_eq!(title_requirement("2.1", None), None);
    }

    #[test]
    fn every_article_that_a_verdict_cites_has_its_words_in_each_edition() {
        let cited = "1.11 1.12 1.13 1.13a 1.13b 1.15 1.16 1.41a 1.41e 1.42d 1.42e 1.43 1.43e 1.44 1.45a 1.45b 1.45c 1.45d 1.45e 1.45f 1.48 1.48a 1.48b 1.51 1.53 1.56";
        for article in cited.split(' ') {
            let later = format!("{}.{}", &article[..3], &article[3..]);
            assert!(title_requirement(article, None).is_some() && title_requirement(&later, None).is_some(), "{article}");
        }
    }
}
