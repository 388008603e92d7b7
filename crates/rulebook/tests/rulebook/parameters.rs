//! Parameters of editions, and differences between editions.

use rulebook::{Edition, ParameterDifference, Rulebook, compare_editions, parameters};

fn edition(id: &str) -> &'static Edition {
    Rulebook::fide().by_id(id).expect("an edition")
}

fn line(comparison: &ParameterDifference) -> String {
    let side = |parameter: &Option<rulebook::Parameter>| match parameter {
        None => "-".to_owned(),
        Some(p) if p.article.is_empty() => p.value.clone(),
        Some(p) => format!("{} ({})", p.value, p.article),
    };
    format!("{}.{}: {} -> {}", comparison.section, comparison.key, side(&comparison.left), side(&comparison.right))
}

#[test]
fn parameters_have_the_order_of_the_file() {
    let found = parameters(edition("rapid-blitz-2024"));
    let mut sections: Vec<&str> = found.iter().map(|p| p.section.as_str()).collect();
    sections.dedup();
    let text = include_str!("../../editions/rapid-blitz-2024.toml");
    let in_file: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
    assert_eq!(sections[0], "edition");
    assert_eq!(sections[1..], in_file);
}

#[test]
fn the_changes_for_rapid_and_blitz_of_october_2022_are_found() {
    let found: Vec<String> = compare_editions(edition("rapid-blitz-2022"), edition("rapid-blitz-2022-10"))
        .iter()
        .filter(|c| c.section != "edition")
        .map(line)
        .collect();
    let expected = [
        "in_force.from: 2022-01-01 (0) -> 2022-10-01 (0)",
        "development.rule: flat (7.32) -> by-career (7.32)",
        "development.k: 20 (7.32) -> -",
        "development.new: - -> 40 (7.32)",
        "development.new_until_games: - -> 30 (7.32)",
        "development.settled: - -> 20 (7.32)",
        "development.master: - -> 10 (7.32)",
        "development.master_from: - -> 2400 (7.32)",
        "development.junior.k: - -> 40 (7.32)",
        "development.junior.until_age: - -> 18 (7.32)",
        "development.junior.below: - -> 2300 (7.32)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_changes_for_rapid_and_blitz_of_december_2024_are_found() {
    let found: Vec<String> = compare_editions(edition("rapid-blitz-2024"), edition("rapid-blitz-2024-12"))
        .iter()
        .filter(|c| c.section != "edition")
        .map(line)
        .collect();
    let expected = [
        "in_force.from: 2024-01-01 (0.1) -> 2024-12-01 (0.1)",
        "far_apart.rule: none -> not-rated (7.3.1)",
        "far_apart.difference: - -> 600 (7.3.1)",
        "far_apart.one_above: - -> 2600 (7.3.1)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_changes_for_standard_of_october_2025_are_found() {
    let found: Vec<String> =
        compare_editions(edition("standard-2024"), edition("standard-2025")).iter().filter(|c| c.section != "edition").map(line).collect();
    assert_eq!(found, ["in_force.from: 2024-03-01 (0.1) -> 2025-10-01 (0.1)", "rating_difference.uncapped_from: - -> 2650 (8.3.1)"]);
}

#[test]
fn a_renumbered_article_is_distinguished_from_a_changed_value() {
    let found = compare_editions(edition("standard-2022"), edition("standard-2024"));
    let differs = |section: &str, key: &str| found.iter().find(|c| c.section == section && c.key == key).map(|c| c.value_differs);
    assert_eq!(differs("rounding", "half"), Some(false), "8.34 became 8.3.4");
    assert_eq!(differs("floor", "rating"), Some(true), "1000 became 1400");
    assert_eq!(differs("rating_difference", "cap"), Some(false));
    assert_eq!(differs("rating_difference", "benefit"), Some(true));
    assert_eq!(differs("registration", "days"), None, "the same in both");
}

#[test]
fn an_edition_does_not_differ_from_itself() {
    for edition in Rulebook::fide().editions() {
        assert_eq!(compare_editions(edition, edition), []);
    }
}

#[test]
fn an_edition_written_as_toml_parses_to_the_same_edition() {
    for edition in Rulebook::fide().editions() {
        let text = toml::to_string(edition).expect("an edition can be written");
        assert_eq!(rulebook::read_edition(&text, "again.toml").as_ref(), Ok(edition));
    }
}

#[test]
fn the_editions_of_2009_and_2018_rate_round_robins_by_iteration() {
    for edition in Rulebook::fide().editions() {
        assert_eq!(
            edition.round_robin.iteration().is_some(),
            ["standard-2009", "rapid-blitz-2018"].contains(&edition.id.as_str()),
            "{}",
            edition.id
        );
    }
}
