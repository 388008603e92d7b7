//! The article behind every reason, by every edition, as the regulations number them.

use model::Reason;
use rulebook::{Rulebook, article_of};

/// A line for each reason, written from the texts.
const TABLE: &str = include_str!("articles.txt");

#[test]
fn every_reason_has_the_article_of_every_edition() {
    let split = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let editions = split(TABLE.lines().next().expect("a header"));
    let known: Vec<&str> = Rulebook::fide().editions().iter().map(|edition| edition.id.as_str()).collect();
    assert_eq!(editions[1..], known);
    let rows: Vec<Vec<&str>> = TABLE.lines().filter(|line| !line.starts_with('#')).map(split).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), Reason::ALL.iter().map(|reason| reason.word()).collect::<Vec<_>>());
    for (row, &reason) in rows.iter().zip(Reason::ALL) {
        assert_eq!(row.len(), editions.len(), "{}: one cell for each edition", row[0]);
        for (&cell, edition) in row[1..].iter().zip(Rulebook::fide().editions()) {
            let article = article_of(reason, Some(edition), edition, edition);
            assert!(cell == "-" || cell == article, "{}: {} cites '{article}', the text has '{cell}'", edition.id, row[0]);
        }
    }
}
