//! What a result lacks for a norm, in words and by how much.

use super::EventNorms;
use rulebook::{Norm, Title, TitleEdition};
use titles::NormResultRow;

impl EventNorms {
    /// What a result lacks, one phrase for each article that fails, in the order of the text.
    pub(crate) fn missing(&self, row: &NormResultRow) -> Vec<String> {
        let Some(norm) = self.norm_of(row.title) else { return Vec::new() };
        row.failed.iter().map(|article| format!("{} ({article})", self.missing_by(article, row, norm))).collect()
    }

    fn missing_by(&self, article: &str, row: &NormResultRow, norm: &Norm) -> String {
        let edition = self.edition;
        let games_asked = titles::games_asked(edition, &self.event);
        if article == edition.games.article && row.games < games_asked {
            format!("{} too few: {} of {games_asked}", counted(games_asked - row.games, "game"), row.games)
        } else if article == edition.games.later_games_article {
            "a game forfeited where all rounds count".to_owned()
        } else if article == edition.federations.article {
            let needed = edition.federations.others_at_least;
            let more = needed.saturating_sub(row.other_federations);
            format!("{more} more {} needed: {} of {needed}", plural(more, "other federation"), row.other_federations)
        } else if article == edition.federation_shares.article {
            too_many_of_federations(row)
        } else if article == edition.titled_opponents.article {
            let more = row.titled_needed.saturating_sub(row.titled);
            format!("{more} more {} needed: {} of {}", plural(more, "title-holder"), row.titled, row.titled_needed)
        } else if article == norm.opponents_article {
            let more = row.matching_needed.saturating_sub(row.matching);
            format!("{more} more {} needed: {} of {}", titles_or(&norm.opponents_titles), row.matching, row.matching_needed)
        } else if article == norm.performance_article {
            points_missing(row, norm)
        } else if article == norm.average_article {
            format!("average {}, {} too low", row.average, norm.average_at_least.points() - row.average)
        } else if article == edition.performance.score_article {
            format!("score {} %, asked {} %", row.percent, edition.performance.score_percent_at_least)
        } else {
            "the event".to_owned()
        }
    }
}

/// A number with its noun: `1 game`, `2 games`.
pub(crate) fn counted(number: u32, noun: &str) -> String {
    format!("{number} {}", plural(number, noun))
}

/// A noun as it stands after a number.
pub(crate) fn plural(number: u32, noun: &str) -> String {
    format!("{noun}{}", if number == 1 { "" } else { "s" })
}

/// Points in words, from half points: `half a point`, `1 point`, `1.5 points`.
pub(crate) fn points(half_points: u32) -> String {
    match half_points {
        1 => "half a point".to_owned(),
        2 => "1 point".to_owned(),
        more => format!("{} points", score(more)),
    }
}

/// A score from half points, as `6.5`.
pub(crate) fn score(half_points: u32) -> String {
    format!("{}{}", half_points / 2, if half_points.is_multiple_of(2) { "" } else { ".5" })
}

/// Titles as alternatives: `GM or IM`.
pub(crate) fn titles_or(titles: &[Title]) -> String {
    let words: Vec<&str> = titles.iter().map(|title| title.word()).collect();
    match words.split_last() {
        Some((last, [_, ..])) => format!("{} or {last}", words[..words.len() - 1].join(", ")),
        _ => words.concat(),
    }
}

fn points_missing(row: &NormResultRow, norm: &Norm) -> String {
    let mark = norm.performance_at_least.points();
    match row.half_points_over {
        Some(over) if over < 0 => format!("{} short", points(over.unsigned_abs())),
        // What is missing is not the score: no score with these opponents gives the performance.
        _ => format!("performance {} of {mark}, not to be had against these opponents", row.performance),
    }
}

fn too_many_of_federations(row: &NormResultRow) -> String {
    let own = (row.own > row.own_allowed).then(|| format!("{} of the own federation, at most {}", row.own, row.own_allowed));
    let one = (row.one_federation > row.one_federation_allowed)
        .then(|| format!("{} of one federation, at most {}", row.one_federation, row.one_federation_allowed));
    own.into_iter().chain(one).collect::<Vec<_>>().join(", ")
}

/// Where an input can tell what an article asks.
pub(crate) fn told_by(edition: &TitleEdition, article: &str) -> &'static str {
    let play = &edition.play;
    if article == play.registered_article {
        "the column registered of the registry"
    } else if article == play.hours_article || article == play.rounds_article {
        "line 132 of the report or the column round_dates of a bundle, and by the clock"
    } else if article == play.chief_arbiter_article {
        "the column chief_arbiter_title of the registry, or line 102 of the report"
    } else if article == edition.left_out.formats_article {
        "the column kind of the registry, or line 092 of the report"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_titles_are_written_as_they_are_spoken() {
        assert_eq!([1, 2, 3, 4].map(points), ["half a point", "1 point", "1.5 points", "2 points"]);
        assert_eq!([0, 1, 13].map(score), ["0", "0.5", "6.5"]);
        assert_eq!(titles_or(&[Title::Gm]), "GM");
        assert_eq!(titles_or(&[Title::Im, Title::Gm]), "IM or GM");
        assert_eq!(titles_or(&[Title::Wgm, Title::Im, Title::Gm]), "WGM, IM or GM");
    }

    #[test]
    fn where_an_article_on_an_event_may_be_told_is_known() {
        for edition in rulebook::Rulebook::fide().titles() {
            let play = &edition.play;
            for article in [&play.registered_article, &play.chief_arbiter_article, &edition.left_out.formats_article] {
                assert!(!told_by(edition, article).is_empty(), "{article}");
            }
        }
    }
}
