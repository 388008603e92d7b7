//! Every parameter of every edition, with its article, as the regulations state them.
//!
//! A value of another edition fails here, and so does a parameter that the table lacks.

use rulebook::{Parameter, Rulebook, parameters};
use std::collections::BTreeSet;

/// Cells are `value (article)`; `none` for a rule that the edition lacks, `-` for a parameter that does not apply.
const TABLE: &str = include_str!("matrix.txt");

/// The ids of the editions, from the first line of the table.
fn editions() -> Vec<&'static str> {
    TABLE.lines().next().expect("a header").split('|').skip(1).map(str::trim).collect()
}

fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let editions = editions().len();
    let lines = TABLE.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut cells = line.split('|').map(str::trim);
            let name = cells.next().expect("a name");
            let cells: Vec<&str> = cells.collect();
            assert_eq!(cells.len(), editions, "{name}: one cell for each edition");
            (name, cells)
        })
        .collect()
}

fn name(parameter: &Parameter) -> String {
    format!("{}.{}", parameter.section, parameter.key)
}

fn cell(parameters: &[Parameter], row: &str) -> String {
    match parameters.iter().find(|parameter| name(parameter) == row) {
        None => "-".to_owned(),
        Some(Parameter { value, article, .. }) if article.is_empty() => value.clone(),
        Some(Parameter { value, article, .. }) => format!("{value} ({article})"),
    }
}

#[test]
fn every_value_of_every_edition_is_that_of_the_regulations() {
    let mut wrong = Vec::new();
    for (at, id) in editions().into_iter().enumerate() {
        let found = parameters(Rulebook::fide().by_id(id).expect("an edition of the matrix"));
        for (row, cells) in rows() {
            let is = cell(&found, row);
            if is != cells[at] {
                wrong.push(format!("{id}: {row} is '{is}', the text has '{}'", cells[at]));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_parameter_of_any_edition_is_missing_from_the_table() {
    let known: BTreeSet<&str> = rows().into_iter().map(|(row, _)| row).collect();
    for edition in Rulebook::fide().editions() {
        for parameter in parameters(edition).iter().filter(|parameter| parameter.section != "edition") {
            assert!(known.contains(name(parameter).as_str()), "{}: {} has no row", edition.id, name(parameter));
        }
    }
}

#[test]
fn the_table_has_a_column_for_every_edition_in_the_order_of_the_rulebook() {
    let known: Vec<&str> = Rulebook::fide().editions().iter().map(|edition| edition.id.as_str()).collect();
    assert_eq!(editions(), known);
}

#[test]
fn each_edition_has_the_controls_of_its_name() {
    use model::Control::{Blitz, Bullet, Rapid, Standard};
    for edition in Rulebook::fide().editions() {
        let expected: &[_] = match edition.id.split_once("-20").map(|(family, _)| family) {
            Some("standard") => &[Standard],
            Some("rapid-blitz") => &[Rapid, Blitz],
            Some("online") => &[Rapid, Blitz, Bullet],
            other => panic!("{other:?}"),
        };
        assert_eq!(edition.controls, expected, "{}", edition.id);
    }
}
