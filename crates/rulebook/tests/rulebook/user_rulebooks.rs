//! Rulebooks that state only the changes to an edition of FIDE.

use model::Rating;
use rulebook::{Development, Rulebook, compare_editions, read_edition};

/// The example in `pipelines/`.
const NATIONAL: &str = include_str!("../../../../pipelines/national-rules.toml");

/// The error for the example with one text replaced.
#[track_caller]
fn refusal(good: &str, bad: &str) -> String {
    assert_eq!(NATIONAL.matches(good).count(), 1, "'{good}' stands once in the example");
    read_edition(&NATIONAL.replacen(good, bad, 1), "own.toml").expect_err("refused").to_string()
}

#[test]
fn the_example_changes_only_k_and_the_floor() {
    let own = read_edition(NATIONAL, "national-rules.toml").expect("sound");
    assert_eq!((own.id.as_str(), own.floor.rating), ("national-2026", Rating(800)));
    assert!(matches!(own.development, Development::Flat { k: 25, .. }));
    let base = Rulebook::fide().by_id("standard-2024").expect("an edition");
    let mut sections: Vec<String> = compare_editions(base, &own).into_iter().map(|difference| difference.section).collect();
    sections.dedup();
    assert_eq!(sections, ["edition", "in_force", "floor", "development"]);
}

#[test]
fn errors_are_reported_at_their_place_in_the_users_own_file() {
    assert_eq!(refusal("k = 25", "kk = 25"), "own.toml:20:1: unknown field `kk`, expected `article` or `k`");
    assert_eq!(refusal("rating = 800", "rating = \"800\""), "own.toml:14:10: invalid type: string \"800\", expected i16");
    assert!(refusal("rule = \"flat\"", "rule = \"flatt\"").starts_with("own.toml:18:8: unknown variant `flatt`"));
    assert!(refusal("rating = 800", "rating = -5").starts_with("own.toml:14:10: "));
    assert_eq!(refusal("from = \"2026-01-01\"", "from = \"2026-13-45\""), "own.toml:10:8: '2026-13-45' is not a date, as 2024-02-01");
    assert!(refusal("[floor]", "[flor]").starts_with("own.toml:12:2: unknown field `flor`"));
}

#[test]
fn based_on_must_name_an_edition_and_the_id_must_be_new() {
    assert!(
        refusal("based_on = \"standard-2024\"", "based_on = \"standard-2023\"")
            .starts_with("own.toml:3:12: based_on names no edition; known are standard-2009, ")
    );
    assert!(
        refusal("id = \"national-2026\"", "id = \"standard-2024\"").starts_with("own.toml:4:6: `standard-2024` is the name of an edition")
    );
    assert!(refusal("id = \"national-2026\"\n", "").starts_with("own.toml:1:1: missing field `id`"));
}
